"""Work out what a student typed as a sum, a product or a number of choices, such as C(52, 5)/2."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from rummistats.errors import RummistatsError, shown

__all__ = ["NoArithmetic", "work_out"]

_LARGEST = 10**60
_MOST_EXPONENT = 200
_MOST_FACTORIAL = 50
_MOST_LETTERS = 120

_SIGNS = str.maketrans({"×": "*", "·": "*", "−": "-", "–": "-", "÷": "/", "^": "**"})

_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class NoArithmetic(RummistatsError):
    """A text that can't be worked out."""


def work_out(text: str) -> Fraction:
    """Return the value of an expression, exactly.

    Parameters
    ----------
    text : str
        Numbers with ``+ - * / ^``, also written ``× · ÷ **``, with brackets, factorials ``5!`` and
        numbers of choices ``C(52, 5)``.

    Raises
    ------
    NoArithmetic
        If it is none, divides by 0, or its value is out of all proportion.

    Examples
    --------
    >>> work_out("2^4"), work_out("13 · 48"), work_out("1 - C(104, 2)/C(106, 2)")
    (Fraction(16, 1), Fraction(624, 1), Fraction(209, 5565))
    >>> work_out("5!/(2!·3!)")
    Fraction(10, 1)
    """
    if len(text) > _MOST_LETTERS:
        raise NoArithmetic("the answer is too long")
    plain = text.strip().translate(_SIGNS)
    try:
        tree = ast.parse(_factorials(plain), mode="eval")
        return _value(tree.body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError) as error:
        if isinstance(error, NoArithmetic):
            raise
        why = "it divides by 0" if isinstance(error, ZeroDivisionError) else "it is no number"
        raise NoArithmetic(f"{shown(text)}: {why}") from None


def _factorials(text: str) -> str:
    """Return the text with ``5!`` written as a call, which Python can read."""
    parts = text.split("!")
    for place, part in enumerate(parts[:-1]):
        bare = part.rstrip()
        begin = len(bare)
        while begin and bare[begin - 1].isdigit():
            begin -= 1
        if begin == len(bare):
            raise NoArithmetic("before ! stands a whole number, as in 5!")
        parts[place] = f"{bare[:begin]}F({bare[begin:]})"
    return "".join(parts)


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            value = Fraction(repr(number))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = -_value(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, exponent = _value(left), _value(right)
            if exponent.denominator != 1 or abs(exponent) > _MOST_EXPONENT:
                raise NoArithmetic("an exponent is a whole number, and not a large one")
            value = base ** int(exponent)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATIONS:
            value = _OPERATIONS[type(operation)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id="C" | "c" | "comb" as name), args=[top, bottom]):
            n, k = _whole(top, name), _whole(bottom, name)
            value = Fraction(comb(n, k))
        case ast.Call(func=ast.Name(id="F" | "factorial"), args=[argument]):
            value = Fraction(factorial(min(_whole(argument, "!"), _MOST_FACTORIAL + 1)))
        case _:
            raise NoArithmetic("only numbers, + - * / ^ !, C(n, k) and brackets can be worked out")
    if abs(value.numerator) > _LARGEST or value.denominator > _LARGEST:
        raise NoArithmetic("the number is out of all proportion")
    return value


def _whole(node: ast.expr, name: str) -> int:
    value = _value(node)
    if value.denominator != 1 or not 0 <= value <= 10_000:
        raise NoArithmetic(f"{name} takes whole numbers from 0, and no large ones")
    return int(value)

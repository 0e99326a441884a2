"""Numbers as keys print them: rounded, with a sign that says whether they are."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

__all__ = ["DIGITS", "equal", "in_digits", "in_places", "is_exactly", "percent", "tidy"]

DIGITS = 4
"""Significant digits of a rounded number in a key."""


def tidy(text: str) -> str:
    """Return a number's text with a true minus sign, which is as wide as a plus.

    Examples
    --------
    >>> tidy("-2.08")
    '−2.08'
    """
    return text.replace("-", "−")


def in_places(value: Fraction | float, places: int) -> str:
    """Return a number with so many decimal places.

    Examples
    --------
    >>> in_places(Fraction(-25, 12), 2)
    '−2.08'
    """
    text = f"{float(value):.{places}f}"
    # What is rounded to nothing has no sign.
    return tidy(text if float(text) else text.removeprefix("-"))


def in_digits(value: Fraction | float, digits: int = DIGITS) -> str:
    """Return a number with so many significant digits, without zeros at its end.

    A whole number keeps all its digits.

    Examples
    --------
    >>> in_digits(Fraction(2, 47)), in_digits(Fraction(1, 4)), in_digits(123456)
    ('0.04255', '0.25', '123,456')
    >>> in_digits(Fraction(1, 700_000))
    '0.000001429'
    """
    number = float(value)
    if number == int(number) or abs(number) >= 10**digits:
        return tidy(f"{round(number):,}")
    return tidy(format(Decimal(f"{number:.{digits}g}"), "f"))


def percent(value: Fraction | float, digits: int = DIGITS) -> str:
    """Return a probability in percent, with as many digits as `in_digits` shows.

    Examples
    --------
    >>> percent(Fraction(2, 47)), percent(0.5)
    ('4.255 %', '50 %')
    """
    shown = Decimal(f"{float(value):.{digits}g}") * 100
    text = format(shown, "f")
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def is_exactly(value: Fraction | float, text: str) -> bool:
    """Return whether a text is the number itself, not rounded.

    Examples
    --------
    >>> is_exactly(Fraction(2, 5), "0.4"), is_exactly(Fraction(2, 3), "0.6667")
    (True, False)
    >>> is_exactly(Fraction(1, 8), "12.5 %")
    True
    """
    bare = text.replace("−", "-").replace(",", "")
    scale = 100 if bare.endswith("%") else 1
    return Fraction(bare.removesuffix("%").strip()) == Fraction(value) * scale


def equal(value: Fraction | float, text: str) -> str:
    """Return a number's text after the sign that is true of it: ``=``, or ``≈`` if it is rounded.

    Examples
    --------
    >>> equal(Fraction(2, 5), "0.4"), equal(Fraction(2, 3), "0.6667")
    ('= 0.4', '≈ 0.6667')
    """
    return f"{'=' if is_exactly(value, text) else '≈'} {text}"

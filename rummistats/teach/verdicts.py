"""Judge an answer: right, or what probably went wrong, in a sentence that helps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from math import floor, log10
from typing import Any, Literal

from rummistats.errors import RummistatsError
from rummistats.teach.answers import (
    AnyAnswer,
    AnyHand,
    Choice,
    Estimate,
    Function,
    Melds,
    Number,
    SetOf,
    Several,
    Tiles,
)
from rummistats.teach.reading import Read, Unreadable, expected_form, read_answer, read_number

__all__ = [
    "RATHER_FAR",
    "SURELY_WRONG",
    "TOO_FEW",
    "Mistake",
    "Verdict",
    "in_form",
    "judge_answer",
    "same_answer",
]

SURELY_WRONG = 1e-4
"""An estimate is refused if chance alone is as far off less often than this."""

RATHER_FAR = 0.05
"""An estimate is told to be rather far off if chance alone is as far off less often than this."""

TOO_FEW = 10
"""So many hits and misses are expected at least in a simulation that can tell something."""

_BECAUSE = re.compile(r"^right[,:]? (?:because )?(?=\w)", re.IGNORECASE)
_DIGITS = 3
_UNTOLD = 1e-6
_NO_IDEA = (
    "I can't see how you got there. Check it with a case so small that you can list everything, "
    "or take a hint."
)

Status = Literal["right", "wrong", "unreadable", "too few"]


@dataclass(frozen=True)
class Mistake:
    """A likely wrong answer.

    Parameters
    ----------
    answer : object
        What a student gives who makes it; or a callable that takes the answer as it was read and
        returns whether it is this mistake.
    words : str
        What probably went wrong, which step, without giving the answer away.

    Examples
    --------
    >>> Mistake(12, "You counted each pair twice.").answer
    12
    """

    answer: object
    words: str


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer.

    Parameters
    ----------
    status : str
        ``"right"``, ``"wrong"``, ``"unreadable"`` or ``"too few"`` (trials to tell).
    words : str
        A sentence.

    Examples
    --------
    >>> judge_answer(3, Number(Fraction(3)), "three tiles are left").right
    True
    """

    status: Status
    words: str

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.status == "right"


def judge_answer(
    given: object, right: AnyAnswer, why: str, mistakes: Sequence[Mistake] = ()
) -> Verdict:
    """Judge an answer.

    Parameters
    ----------
    given : object
        What the student gives.
    right : AnyAnswer
        The right answer.
    why : str
        Why it is right.
    mistakes : sequence of Mistake
        Likely wrong answers.

    Returns
    -------
    Verdict
        Never an error, whatever is given.

    Examples
    --------
    >>> pairs = Number(Fraction(10))
    >>> twice = Mistake(20, "You counted each pair twice.")
    >>> print(judge_answer(20, pairs, "five tiles have 10 pairs", [twice]).words)
    You counted each pair twice.
    >>> judge_answer("many", pairs, "").status
    'unreadable'
    """
    try:
        return _judged(given, right, why, mistakes)
    except Unreadable as error:
        return Verdict("unreadable", _sentence(str(error)))
    except Exception:
        # A student may give anything, also things that raise when one looks at them.
        return Verdict("unreadable", f"What is expected is {expected_form(right)}.")


def _judged(given: object, right: AnyAnswer, why: str, mistakes: Sequence[Mistake]) -> Verdict:
    read = read_answer(given, right)
    if isinstance(right, Estimate):
        hits, trials = read
        return _judge_estimate(hits, trials, right.probability, why)
    if isinstance(right, Function):
        fault = _first_fault(read, right)
        if fault is None:
            return Verdict("right", _sentence(why))
        return Verdict("wrong", _words_of(read, right, mistakes) or fault)
    if isinstance(right, AnyHand):
        lacks = right.missing(read)
        if not lacks:
            return Verdict("right", _sentence(why))
        return Verdict("wrong", _words_of(read, right, mistakes) or _sentence(lacks))
    if isinstance(right, Number) and not _is_right(read, right):
        # 7,250 is 7250 for some and 7.25 for others.
        read = _other_comma(given, read, right)
    if _is_right(read, right):
        back = f" ({in_form(right)})" if isinstance(right, Number) and right.form else ""
        return Verdict("right", _sentence(why) + back)
    words = _words_of(read, right, mistakes) or _general_words(read, right)
    return Verdict("wrong", words)


def _other_comma(given: object, read: Read, right: Number) -> Read:
    """Return a number with its comma read as a decimal point, if it is right that way."""
    if not isinstance(given, str) or given.count(",") != 1:
        return read
    try:
        other = read_number(given.replace(",", "."))
    except Unreadable:
        return read
    return other if _is_right(other, right) else read


def same_answer(one: Any, other: Any, right: AnyAnswer) -> bool:
    """Return whether two answers, as they were read, are the same.

    Examples
    --------
    >>> asked = Number(Fraction(1, 3), is_probability=True)
    >>> same_answer(read_number("2/3"), read_number(0.667), asked)
    True
    """
    if isinstance(right, Number):
        return _close(one, other.value, right) or _close(other, one.value, right)
    if isinstance(right, Function):
        pairs = zip(_results(one, right), _results(other, right), strict=True)
        return all(_agrees(mine, theirs) for mine, theirs in pairs)
    return bool(one == other)


def in_form(right: Number) -> str:
    """Return a number in the form in which it was asked for.

    Examples
    --------
    >>> in_form(Number(Fraction(1, 4), is_probability=True, form="one in"))
    '1 in 4'
    >>> in_form(Number(Fraction(1, 3), is_probability=True, form="percent"))
    '33.33 %'
    """
    match right.form:
        case "percent":
            return f"{100 * float(right.value):.4g} %"
        case "decimal":
            return f"{float(right.value):.4g}"
        case "one in" if right.value:
            return f"1 in {float(1 / right.value):.4g}"
        case "fraction":
            return f"{right.value.numerator:,}/{right.value.denominator:,}"
        case _:
            return right.text


def _is_right(read: Any, right: AnyAnswer) -> bool:
    match right:
        case Number():
            return _close(read, right.value, right)
        case Choice():
            return bool(read == right.right)
        case Several():
            return bool(read == right.right)
        case Melds():
            return bool(read == read_answer(list(right.melds), right))
        case SetOf():
            return bool(read == right.elements)
        case Tiles():
            return bool(read == right.variant.parse(right.hand))
        case _:
            raise AssertionError(right)


def _close(read: Read, value: Fraction, right: Number) -> bool:
    """Return whether a number is the value: exactly, within tolerance, or well rounded."""
    if abs(read.value - value) <= right.tolerance:
        return True
    if right.places is not None:
        return abs(read.value - value) <= Fraction(1, 2 * 10**right.places)
    unit = _third_digit(value, right)
    if unit is None or read.form == "fraction":
        return False
    if read.form == "one in":
        return right.is_probability and abs(read.value - value) <= unit * Fraction(501, 1000)
    if read.unit > unit:
        return False
    # Whoever rounds on the way is off a little more than by the last rounding.
    near = abs(read.value - value) <= abs(value) / 10**4
    return near or round(read.value / unit) == round(value / unit)


def _third_digit(value: Fraction, right: Number) -> Fraction | None:
    """Return what the third digit of a value counts; None if it is a count, which is exact."""
    if value == 0 or (value.denominator == 1 and not right.is_probability):
        return None
    unit = floor(log10(abs(value))) - _DIGITS + 1
    if right.is_probability and 0 < value < 1:
        # 0.99996 isn't 1.00: what is missing to 1 must be seen.
        unit = min(unit, floor(log10(1 - value)))
    return Fraction(10) ** unit


def _words_of(read: Any, right: AnyAnswer, mistakes: Sequence[Mistake]) -> str:
    for mistake in mistakes:
        if callable(mistake.answer) and not isinstance(right, Function):
            made = _holds(mistake.answer, read)
        else:
            made = same_answer(read, read_answer(mistake.answer, right), right)
        if made:
            return _sentence(mistake.words)
    return ""


def _holds(predicate: Callable[[Any], object], read: Any) -> bool:
    return bool(predicate(read))


def _general_words(read: Any, right: AnyAnswer) -> str:
    match right:
        case Number():
            return _number_words(read, right)
        case Several():
            return _several_words(len(right.right & read), len(right.right - read), len(read))
        case Melds():
            mine, theirs = set(read_answer(list(right.melds), right)), set(read)
            wrong = sorted(theirs - mine)
            if len(read) == 1 < len(mine) and sorted(read[0].split()) == sorted(
                " ".join(right.melds).split()
            ):
                return "Write a semicolon between two melds, so that one sees where one ends."
            if wrong:
                return f"{wrong[0]} is not one of those asked for. Look at its tiles again."
            if len(read) > len(theirs):
                return "You have one of them twice."
            count = len(mine - theirs)
            if not theirs:
                return "None is not all of them: there are some."
            return (
                f"All of these are right, and {count} more {'is' if count == 1 else 'are'} missing."
            )
        case SetOf():
            return _set_words(read, right)
        case Tiles():
            wanted = right.variant.parse(right.hand)
            if read <= wanted:
                return "These are right, and there are more."
            if wanted <= read:
                return "All that are asked for are there, and some that are not."
            return "Some of these tiles don't belong here, and some are missing."
        case _:
            return "Read the question once more, and try a smaller case."


def _several_words(found: int, missing: int, chosen: int) -> str:
    """Return what is said of letters, of which so many are right."""
    if not chosen:
        return "Not none of them: at least one is right."
    if not found:
        return "None of those that you chose is right."
    if found == chosen:
        more = "at least one more is" if missing > 1 else "one more is"
        return f"What you chose is right, and {more}."
    if missing:
        return "Some of those that you chose are right, not all; and something is missing."
    return (
        "All that are right are among those that you chose, but not all that you chose are right."
    )


def _number_words(read: Read, right: Number) -> str:
    if read.unit and right.value.denominator > 1 and abs(read.value - right.value) <= read.unit / 2:
        return "As far as it goes that is right. Round less: give three digits, or a fraction."
    if not right.is_probability:
        return _NO_IDEA
    if _close(Read(read.value / 100, "percent", read.unit / 100), right.value, right):
        return "You mean percent: write the sign %, or a number between 0 and 1."
    if not 0 <= read.value <= 1:
        return "A probability lies between 0 and 1; a percentage needs its sign, as in 75 %."
    if _close(Read(1 - read.value, read.form, read.unit), right.value, right):
        return "This is the probability of the opposite event."
    if abs(read.value - right.value) <= right.value / 50:
        return "Close, but not near enough: give three digits, or a fraction."
    return _NO_IDEA


def _set_words(read: frozenset[Any], right: SetOf) -> str:
    missing, extra = right.elements - read, read - right.elements
    if missing and extra:
        return "At least one element doesn't belong to it, and at least one is missing."
    if missing:
        return "All of these belong to it, but it has more elements."
    return "It has all elements that it needs, and at least one that doesn't belong to it."


def _judge_estimate(hits: int, trials: int, probability: Fraction, why: str) -> Verdict:
    from scipy.stats import binomtest

    share, exact = hits / trials, float(probability)
    expected = trials * min(probability, 1 - probability)
    if expected < TOO_FEW:
        return Verdict(
            "too few",
            f"{trials:,} trials are too few to tell: about {float(expected):.2g} of the rarer "
            f"outcome are to be expected. Take at least "
            f"{-(-TOO_FEW // min(probability, 1 - probability)):,}.",
        )
    error = (exact * (1 - exact) / trials) ** 0.5
    away = abs(share - exact) / error
    tail = float(binomtest(hits, trials, exact).pvalue)
    told = f"{share:.4g} with n = {trials:,} is {away:.1f} standard errors from the exact value"
    if tail >= RATHER_FAR:
        return Verdict(
            "right",
            f"{told} {exact:.4g}; you can't tell them apart with that n. {_sentence(why)}".strip(),
        )
    if tail >= SURELY_WRONG:
        return Verdict(
            "right",
            f"That is accepted, but {told} {exact:.4g}, which is rather far: chance alone is as "
            f"far off about once in {1 / tail:,.0f} times. Take more trials to be sure.",
        )
    seldom = (
        f"with probability {tail:.1g} only" if tail > _UNTOLD else "less than once in a million"
    )
    return Verdict(
        "wrong",
        f"{told}: chance alone is as far off {seldom}. Something in the trial, or in what is "
        "recorded, is not what was asked.",
    )


def _results(function: Callable[..., Any], right: Function) -> list[object]:
    results: list[object] = []
    for arguments, _ in right.cases:
        try:
            results.append(_called(function, arguments))
        except (Exception, SystemExit) as error:  # a student's function may do anything
            results.append(type(error))
    return results


def _called(function: Callable[..., Any], arguments: tuple[Any, ...]) -> object:
    """Return what a student's function returns; what it prints would hide what is said of it."""
    with redirect_stdout(StringIO()):
        return function(*arguments)


def _first_fault(function: Callable[..., Any], right: Function) -> str | None:
    for arguments, result in right.cases:
        listed = ", ".join(repr(each) for each in arguments)
        try:
            returned = _called(function, arguments)
        except (Exception, SystemExit) as error:  # as above
            return f"For ({listed}) your function stops with {type(error).__name__}: {error}"
        if not _agrees(returned, result):
            nothing = " (does it have a `return`?)" if returned is None else ""
            return f"For ({listed}) your function returns {returned!r}{nothing}. That isn't right."
    return None


def _agrees(returned: object, result: object) -> bool:
    try:
        if isinstance(result, (Fraction, float)) and not isinstance(result, bool):
            value = read_number(returned).value
            return abs(value - Fraction(result)) <= abs(Fraction(result)) / 10**9
        return bool(returned == result)
    except (RummistatsError, ValueError, TypeError):
        return False


def _sentence(words: str) -> str:
    """Return words with a capital letter and a full stop."""
    bare = _BECAUSE.sub("", words.strip())
    if not bare:
        return ""
    ended = bare if bare[-1] in ".!?:)" else f"{bare}."
    # Names of tiles and code keep their letters; a first word becomes one of a sentence.
    return ended[0].upper() + ended[1:]

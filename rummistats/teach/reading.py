"""Read what a student gives as an answer, in whatever form it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational, Real
from typing import Any

from rummistats.distribution import Distribution
from rummistats.distribution import Estimate as FoundEstimate
from rummistats.errors import RummistatsError, shown
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
    letter,
)
from rummistats.teach.arithmetic import NoArithmetic, work_out
from rummistats.tiles import Hand

__all__ = ["Read", "Unreadable", "expected_form", "read_answer", "read_number"]

_THOUSANDS = re.compile(r"^[-+]?[1-9]\d{0,2}([,\u00a0\u202f' ]\d{3})+(\.\d+)?$")
_DECIMAL_COMMA = re.compile(r"^[-+]?\d*,\d+$")
_PLAIN = re.compile(r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")
_RATIO = re.compile(r"^(?P<top>[^/]+)/(?P<bottom>[^/]+)$")
_EXPRESSION = re.compile(r"[*·×÷^!(]|[\d)!] *[-+−–] *[\d(C]")
_UNIT_BEHIND = re.compile(r"(?<=\d) +(?!in\b|of\b|out\b|x\b|e\b)[a-z]{2,}( [a-z]{2,})?$", re.I)
_ONE_IN = re.compile(r"^(?P<top>\S+)\s*(in|of|out of)\s+(?P<bottom>.+)$", re.IGNORECASE)
_COUNT = r"(\d[\d,]{0,20})"
_OF_TRIALS = re.compile(rf"\(?\s*{_COUNT}\s*(?:of|out of|in|/)\s*{_COUNT}(?: [a-z]+)?\s*\)?")
_A_PAIR = re.compile(r"\(?\s*(\d{1,20})\s*[,;]\s*(\d{1,20})\s*\)?")
_MOST_TRIALS = 10**12
_LONGEST = 400
_MOST_THINGS = 10_000
_TILE = re.compile(r"^(J|[RBKYGP](1[0-9]|[1-9]))$", re.IGNORECASE)


class Unreadable(RummistatsError):
    """An answer that can't be read; the message says what can be."""


@dataclass(frozen=True)
class Read:
    """A number as it was read.

    Parameters
    ----------
    value : Fraction
        The number.
    form : str
        ``"whole"``, ``"fraction"``, ``"decimal"``, ``"percent"`` or ``"one in"``.
    unit : Fraction
        What its last digit counts; 0 for a ratio, which isn't rounded.

    Examples
    --------
    >>> read_number("75.5 %")
    Read(value=Fraction(151, 200), form='percent', unit=Fraction(1, 1000))
    """

    value: Fraction
    form: str
    unit: Fraction = field(default=Fraction(0), compare=False)


def read_number(given: object) -> Read:
    """Return a number that was given as a number or as text.

    Parameters
    ----------
    given : int, Fraction, float or str
        A number, or a text such as ``"3/4"``, ``"0.75"``, ``"0,75"``, ``"75 %"``, ``"1 in 4"``,
        ``"1,234"``, ``"2^4"``, ``"13 · 48"``, ``"C(52, 5)"``.

    Raises
    ------
    Unreadable
        If it is none of these.

    Examples
    --------
    >>> read_number("1 in 4").value, read_number("5,148").value, read_number("0,25").value
    (Fraction(1, 4), Fraction(5148, 1), Fraction(1, 4))
    """
    if isinstance(given, str):
        return _number_in(given)
    if isinstance(given, Decimal) and given.is_finite():
        return _number_in(str(given))
    if isinstance(given, bool) or not isinstance(given, Real):
        raise Unreadable(f"{shown(given)} is not a number; write 3/4, 0.75, 75 % or 1 in 4")
    if isinstance(given, Integral):
        return Read(Fraction(int(given)), "whole", Fraction(1))
    if isinstance(given, Rational):
        value = Fraction(int(given.numerator), int(given.denominator))
        return Read(value, "whole" if value.denominator == 1 else "fraction")
    number = float(given)
    if number != number or number in (float("inf"), float("-inf")):
        raise Unreadable(f"{number} is not a number that can be the answer")
    # Not Fraction(0.1), which is no tenth: what is meant is the shortest decimal.
    return Read(Fraction(repr(number)), "decimal", _last_digit(repr(number)))


def _number_in(text: str) -> Read:
    bare = re.sub(r" *per ?cent$", " %", text.strip().removeprefix("="), flags=re.I).strip()
    if not bare or len(bare) > _LONGEST:
        raise Unreadable("the answer is empty" if not bare else "the answer is too long")
    # "99 subsets" is 99, and "5 x 4" is 5 times 4.
    bare = re.sub(r"(?<=\d) *[xX] *(?=\d)", " * ", _UNIT_BEHIND.sub("", bare))
    if _EXPRESSION.search(bare):
        return _worked_out(bare)
    if bare.endswith("%"):
        percent = _plain(bare[:-1].strip(), text)
        return Read(percent / 100, "percent", _last_digit(bare[:-1]) / 100)
    if found := _ONE_IN.match(bare) or _RATIO.match(bare):
        top = _plain(found["top"].strip(), text)
        bottom = _plain(found["bottom"].strip(), text)
        if bottom == 0:
            raise Unreadable(f"{shown(text)} divides by 0")
        return Read(top / bottom, "fraction" if "/" in bare else "one in")
    value, unit = _plain(bare, text), _last_digit(bare)
    return Read(value, "whole" if unit == 1 else "decimal", unit)


def _last_digit(number: str) -> Fraction:
    """Return what the last digit of a written number counts: 1/100 in 0.25."""
    bare = number.strip()
    if _DECIMAL_COMMA.match(bare) and not _THOUSANDS.match(bare):
        bare = bare.replace(",", ".")
    mantissa, _, exponent = bare.lower().partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def _worked_out(text: str) -> Read:
    bare = text.removesuffix("%")
    try:
        value = work_out(bare) / (1 if bare == text else 100)
    except NoArithmetic as error:
        raise Unreadable(str(error)) from None
    form = "whole" if value.denominator == 1 else "fraction"
    return Read(value, form if bare == text else "percent")


def _plain(number: str, whole: str) -> Fraction:
    bare = number.replace("\u2212", "-").replace("\u2013", "-")
    if _THOUSANDS.match(bare):
        bare = re.sub(r"[,\u00a0\u202f' ]", "", bare)
    elif _DECIMAL_COMMA.match(bare):
        bare = bare.replace(",", ".")
    if not _PLAIN.match(bare) or len(bare.lower().partition("e")[2]) > 3:
        raise Unreadable(
            f"{shown(whole)} is not a number; write a number such as 12, 3/4, 0.75, 75 % or 1 in 4"
        )
    return Fraction(bare)


def read_answer(given: object, right: AnyAnswer) -> Any:
    """Return an answer as a value that can be compared.

    Parameters
    ----------
    given : object
        What the student gives.
    right : AnyAnswer
        The right answer, which says what kind of thing is asked for.

    Returns
    -------
    object
        A `Read` for a number, a place for a choice, a frozenset of places for several, a tuple of
        sorted texts for melds, a frozenset for a set, a `Hand` for tiles, the function itself, or
        a pair of integers for an estimate.

    Raises
    ------
    Unreadable
        If it isn't of that kind; the message says what is expected.

    Examples
    --------
    >>> read_answer("B", Choice(("yes", "no"), 0)), read_answer("Yes", Choice(("yes", "no"), 0))
    (1, 0)
    >>> sorted(read_answer("{R1, b2}", SetOf(frozenset({"R1"}))))
    ['B2', 'R1']
    """
    match right:
        case Number():
            return read_number(given)
        case Choice():
            return _place(given, right.options)
        case Several():
            return _places(given, right.options)
        case Melds():
            return _melds(given)
        case SetOf():
            return _set(given, right)
        case Tiles() | AnyHand():
            return _hand(given, right)
        case Function():
            if not callable(given):
                raise Unreadable(f"a function is asked for, and {shown(given)} is none")
            return given
        case Estimate():
            return _hits(given)


def expected_form(right: AnyAnswer) -> str:
    """Return how an answer of this kind is written, for the field in which it is typed.

    Examples
    --------
    >>> expected_form(Estimate(Fraction(1, 4)))
    'hits of trials, such as 503 of 1000'
    """
    match right:
        case Number(is_probability=True):
            return "a number, such as 3/4, 0.75, 75 % or 1 in 4"
        case Number():
            return "a number"
        case Choice():
            return "one of the letters"
        case Several():
            return "all letters that are right, such as a, c; or none"
        case Melds():
            return "melds with semicolons between them, such as R1 R2 R3; R7 B7 K7"
        case SetOf() if _of_tiles(right):
            return "a set of tiles, such as {R1, B2}; or {} for the empty set"
        case SetOf():
            return "a set in Python, such as {1, 2}"
        case Tiles() | AnyHand():
            return "tiles, such as R1 R2 J"
        case Function():
            return "a function in Python"
        case Estimate():
            return "hits of trials, such as 503 of 1000"


def _place(given: object, options: tuple[str, ...]) -> int:
    if not isinstance(given, bool) and re.fullmatch(r"\d+", str(given).strip()):
        # "2" is line 2, if there is no doubt.
        named = [re.findall(r"\d+", option) == [str(given).strip()] for option in options]
        if named.count(True) == 1:
            return named.index(True)
    if isinstance(given, str):
        # Words first: an option may be a letter itself.
        words = [_folded(option) for option in options]
        if _folded(given) in words:
            return words.index(_folded(given))
        letters = [letter(place) for place in range(len(options))]
        if given.strip().strip(".)(").lower() in letters:
            return letters.index(given.strip().strip(".)(").lower())
    if isinstance(given, bool) and {_folded(option) for option in options} == {"yes", "no"}:
        return _place("yes" if given else "no", options)
    listed = "; ".join(f"{letter(place)}: {option}" for place, option in enumerate(options))
    raise Unreadable(f"{shown(given)} is none of the answers to choose from ({listed})")


def _folded(text: str) -> str:
    return " ".join(text.replace("*", "").replace("`", "").lower().split()).rstrip(".")


def _places(given: object, options: tuple[str, ...]) -> frozenset[int]:
    if isinstance(given, str):
        if given.strip().lower() in ("", "none", "{}"):
            return frozenset()
        if _folded(given) in [_folded(option) for option in options]:
            return frozenset({_place(given, options)})
        given = [part for part in re.split(r"[,;\s]+", given.strip("{}[]() ")) if part != "and"]
    if not isinstance(given, Iterable):
        raise Unreadable(f"{shown(given)}: write all letters that are right, such as 'a, c'")
    return frozenset(_place(each, options) for each in _few(given))


def _melds(given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        if not given.strip("{}[]();, "):
            raise Unreadable("the answer is empty")
        pieces = re.split(r"[;\n]+|\}\s*,?\s*\{", given.strip().strip("{}"))
        given = [piece for piece in pieces if piece.strip(" ,{}")]
        # Commas part melds where blanks part tiles, and tiles where there is nothing else.
        at_commas = [piece.split(",") for piece in given]
        if all(" " in part.strip() for parts in at_commas for part in parts):
            given = [part for parts in at_commas for part in parts]
    if not isinstance(given, Iterable):
        raise Unreadable(f"{shown(given)}: write melds as ['R1 R2 R3', 'R7 B7 K7']")
    melds = []
    for each in _few(given):
        tiles = _tile_texts(each)
        if tiles is None:
            raise Unreadable(f"{shown(each)} is not a meld; write it as 'R1 R2 R3'")
        melds.append(" ".join(sorted(tiles, key=_tile_order)))
    return tuple(sorted(melds))


def _few(things: Iterable[object]) -> list[object]:
    """Return all of some things, which may be endless.

    Raises
    ------
    Unreadable
        If there are too many of them for an answer.
    """
    found = list(islice(things, _MOST_THINGS + 1))
    if len(found) > _MOST_THINGS:
        raise Unreadable(f"there are more than {_MOST_THINGS:,} things in this answer")
    return found


def _tile_texts(thing: object) -> list[str] | None:
    """Return names of tiles, or None if it is something else."""
    if isinstance(thing, str):
        parts = [part.upper() for part in re.split(r"[,\s]+", thing.strip("{}[]() ")) if part]
    elif isinstance(thing, Iterable):
        parts = [str(part).upper() for part in _few(thing)]
    else:
        parts = [part.upper() for part in str(thing).strip("{}[]() ").split()]
    return parts if all(_TILE.match(part) for part in parts) else None


def _tile_order(tile: str) -> tuple[int, int]:
    return "RBKYGPJ".index(tile[0]), int(tile[1:] or 0)


def _of_tiles(right: SetOf) -> bool:
    return all(isinstance(each, str) and _TILE.match(each) for each in right.elements)


def _set(given: object, right: SetOf) -> frozenset[Any]:
    if isinstance(given, str) and not given.strip():
        raise Unreadable("the answer is empty; the empty set is written {}")
    if _of_tiles(right):
        if isinstance(given, str) and given.strip() in ("∅", "{}", "empty"):
            return frozenset()
        tiles = _tile_texts(given) if given is not None else None
        if tiles is not None:
            return frozenset(tiles)
    if isinstance(given, str) or not isinstance(given, (set, frozenset, list, tuple, dict)):
        raise Unreadable(f"{shown(given)}: {expected_form(right)} is expected")
    try:
        return frozenset(map(_frozen, given))
    except TypeError:
        raise Unreadable(f"{shown(given)} has elements that can't be in a set") from None


def _frozen(thing: object) -> object:
    """Return an element so that it can be compared: sets frozen, tiles and hands as texts."""
    if isinstance(thing, (set, frozenset)):
        return frozenset(map(_frozen, thing))
    if isinstance(thing, (list, tuple)):
        return tuple(map(_frozen, thing))
    if isinstance(thing, Integral):
        # A number of NumPy is the same number.
        return int(thing)
    if isinstance(thing, (str, float, Fraction)):
        return thing
    return str(thing)


def _hand(given: object, right: Tiles | AnyHand) -> Hand:
    if isinstance(given, Hand):
        given = str(given)
    if isinstance(given, str) and not given.strip("{}[]() "):
        raise Unreadable("the answer is empty")
    if not isinstance(given, str):
        if not isinstance(given, Iterable):
            raise Unreadable(f"{shown(given)}: tiles are expected, such as 'R1 R2 J'")
        given = " ".join(map(str, _few(given)))
    try:
        return right.variant.parse(given.replace(",", " ").strip("{}[]() "))
    except RummistatsError as error:
        raise Unreadable(str(error)) from None


def _hits(given: object) -> tuple[int, int]:
    if isinstance(given, Distribution) and set(given.values) <= {True, False}:
        if given.is_exact:
            raise Unreadable("this was counted; the exercise asks for a simulation")
        return sum(w for v, w in zip(given.values, given.weights, strict=True) if v), given.total
    if isinstance(given, FoundEstimate):
        if given.hands is None:
            raise Unreadable("this was counted; the exercise asks for a simulation")
        return int(given.numerator), int(given.hands)
    if isinstance(given, str):
        found = _OF_TRIALS.fullmatch(given.strip()) or _A_PAIR.fullmatch(given.strip())
        given = tuple(int(part.replace(",", "")) for part in found.groups()) if found else given
    if (
        not isinstance(given, (tuple, list))
        or len(given) != 2
        or any(isinstance(each, bool) or not isinstance(each, Integral) for each in given)
    ):
        raise Unreadable(
            f"{shown(given)}: give how many hits in how many trials, such as (503, 1000); "
            "a share alone does not say how sure it is"
        )
    hits, trials = int(given[0]), int(given[1])
    if not 0 <= hits <= trials or trials == 0:
        raise Unreadable(f"({hits}, {trials}): hits are between 0 and the number of trials")
    if trials > _MOST_TRIALS:
        raise Unreadable(f"nobody deals {trials:,} times; if you counted them, simulate instead")
    return hits, trials

"""What can be the answer to a question: a number, choices, melds, sets, hands, functions.

A worksheet asks for numbers, choices and melds; an exercise in a notebook for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rummistats.teach.rounding import equal, in_digits, in_places, percent, tidy

if TYPE_CHECKING:
    from rummistats.tiles import Hand
    from rummistats.variants import Variant

__all__ = [
    "FORMS",
    "Answer",
    "AnyAnswer",
    "AnyHand",
    "Choice",
    "Estimate",
    "Function",
    "Melds",
    "Number",
    "SetOf",
    "Several",
    "Tiles",
    "letter",
]

FORMS = ("fraction", "decimal", "percent", "one in")
"""Forms in which a probability can be asked for."""

_MOST_DIGITS = 9


def letter(place: int) -> str:
    """Return the letter of a choice: a for the first one.

    Examples
    --------
    >>> letter(0), letter(3)
    ('a', 'd')
    """
    return "abcdefghijklmnopqrstuvwxyz"[place]


@dataclass(frozen=True)
class Number:
    """A number.

    Parameters
    ----------
    value : Fraction
        The number itself.
    tolerance : Fraction
        How far from it an answer is still right: 0 for counts.
    is_probability : bool
        Whether it is a probability, and so may be given as a fraction, a decimal or a percentage.
    places : int, optional
        Decimal places to which it is wanted, where it is no fraction.
    form : str, optional
        How a probability is shown back in a notebook, one of `FORMS`; any form is accepted.

    Examples
    --------
    >>> Number(Fraction(3, 14), is_probability=True).text
    '3/14 ≈ 0.2143 = 21.43 %'
    >>> Number(Fraction(286)).text, Number(Fraction(27, 4)).short
    ('286', '6.75')
    """

    value: Fraction
    tolerance: Fraction = Fraction(0)
    is_probability: bool = False
    places: int | None = None
    form: str | None = None

    @property
    def text(self) -> str:
        """The number as it stands in a key."""
        if self.places is not None:
            return in_places(self.value, self.places)
        if self.value.denominator == 1:
            return tidy(f"{self.value.numerator:,}")
        forms = self._forms
        if self.tolerance:
            # An answer that is read off or rounded is no ratio.
            return forms.removeprefix("= ")
        ratio = self._ratio
        return f"{ratio} {forms}" if ratio else forms

    @property
    def _ratio(self) -> str:
        """The ratio, unless it is too long to be read."""
        top, bottom = self.value.numerator, self.value.denominator
        if self.is_probability and bottom >= 10**_MOST_DIGITS:
            return ""
        return tidy(f"{top:,}/{bottom:,}")

    @property
    def _forms(self) -> str:
        """The decimal and the percentage, with the sign that is true of the first one."""
        if self.tolerance:
            text = in_places(self.value, 3 if self.is_probability else 2)
            value = Fraction(text.replace("−", "-"))
            return equal(self.value, text) + (
                f" = {in_places(100 * value, 1)} %" if self.is_probability else ""
            )
        forms = equal(self.value, in_digits(self.value))
        return f"{forms} = {percent(self.value)}" if self.is_probability else forms

    def following(self, shown: str) -> str:
        """Return the number at the end of a calculation, as ``6/94 = 3/47 ≈ 0.06383``.

        Parameters
        ----------
        shown : str
            The calculation.

        Examples
        --------
        >>> Number(Fraction(6, 94), is_probability=True).following("6/94")
        '6/94 = 3/47 ≈ 0.06383 = 6.383 %'
        >>> Number(Fraction(3, 4)).following("3/4")
        '3/4 = 0.75'
        """
        if self.value.denominator == 1:
            return f"{shown} = {self.text}"
        ratio = "" if self.tolerance else self._ratio
        between = f" = {ratio}" if ratio and ratio != shown else ""
        return f"{shown}{between} {self._forms}"

    @property
    def telling(self) -> frozenset[str]:
        """What would give the number away if it stood in the problem."""
        first = next((word for word in self.text.split(" ") if word not in "=≈"), "")
        return frozenset({self.text, first, self.decimal})

    @property
    def short(self) -> str:
        """The number as it stands in a table of all answers."""
        if self.is_probability:
            return percent(self.value)
        return self.text.split(" ")[-1]

    @property
    def decimal(self) -> str:
        """The number as a platform reads it."""
        if self.value.denominator == 1:
            return str(self.value.numerator)
        return f"{float(self.value):.10g}"

    @property
    def allowed(self) -> Fraction:
        """How far an answer to a platform may be off.

        Where it must be rounded four significant digits are asked for, and whoever gives three is
        right, too; zeros at the beginning are not significant.
        """
        if self.tolerance or self.value.denominator == 1:
            return self.tolerance
        if self.places is not None:
            return Fraction(6, 10 ** (self.places + 1))
        # A little more than half a unit of the third digit.
        return Fraction(6, 10) * Fraction(10) ** min(_magnitude(self.value) - 2, -1)

    @property
    def leeway(self) -> str:
        """How far an answer may be off, in words; nothing for a count.

        Examples
        --------
        >>> Number(Fraction(1, 3), tolerance=Fraction(1, 100), is_probability=True).leeway
        '1 percentage point more or less is fine'
        >>> Number(Fraction(5, 3), tolerance=Fraction(1, 20), places=2).leeway
        '0.05 more or less is fine'
        """
        if not self.tolerance:
            return ""
        if self.is_probability and self.places is None:
            points = in_digits(100 * self.tolerance)
            return f"{points} percentage point{'s' * (points != '1')} more or less is fine"
        return f"{in_digits(self.tolerance)} more or less is fine"


def _magnitude(value: Fraction) -> int:
    """Return the power of ten of the first digit that is not 0.

    >>> _magnitude(Fraction(2, 47)), _magnitude(Fraction(-47, 2))
    (-2, 1)
    """
    return int(f"{float(value):e}".partition("e")[2])


@dataclass(frozen=True)
class Choice:
    """One of several possibilities.

    Parameters
    ----------
    options : tuple of str
        The possibilities.
    right : int
        The place of the right one.

    Examples
    --------
    >>> Choice(("yes", "no"), 1).text
    'no'
    """

    options: tuple[str, ...]
    right: int

    @property
    def text(self) -> str:
        """The right one."""
        return self.options[self.right]

    @property
    def short(self) -> str:
        """The right one, as it stands in a table of all answers."""
        return self.text


@dataclass(frozen=True)
class Several:
    """Those of some possibilities that are right.

    Parameters
    ----------
    options : tuple of str
        The possibilities.
    right : frozenset of int
        The places of the right ones.

    Examples
    --------
    >>> Several(("R1 R2 R3", "R1 R2", "R4 B4 K4"), frozenset({0, 2})).text
    'a, c'
    """

    options: tuple[str, ...]
    right: frozenset[int]

    @property
    def text(self) -> str:
        """The letters of the right ones."""
        return ", ".join(letter(place) for place in sorted(self.right)) or "none"

    @property
    def short(self) -> str:
        """The letters, as they stand in a table of all answers."""
        return self.text


@dataclass(frozen=True)
class Melds:
    """A list of melds, whose order doesn't matter.

    Parameters
    ----------
    melds : tuple of str
        The melds, each as a text of its tiles.
    others : tuple of str
        Tiles that are no melds but look like some: for a platform, where one ticks.

    Examples
    --------
    >>> Melds(("R1 R2 R3", "R1 B1 K1"), ("R1 R2 B3",)).text
    '2 melds: R1 R2 R3; R1 B1 K1'
    """

    melds: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def text(self) -> str:
        """How many melds there are, and which."""
        many = "meld" if len(self.melds) == 1 else "melds"
        return f"{len(self.melds)} {many}: {'; '.join(self.melds)}"

    @property
    def short(self) -> str:
        """How many there are, as it stands in a table of all answers."""
        return self.text.partition(":")[0]


@dataclass(frozen=True)
class SetOf:
    """A set: of tiles (as texts), of numbers, of pairs, of sets.

    Parameters
    ----------
    elements : frozenset
        Its elements.

    Examples
    --------
    >>> SetOf(frozenset({"R1", "B2"})).text
    '{B2, R1}'
    """

    elements: frozenset[Any]

    @property
    def text(self) -> str:
        """The set between braces."""
        return _set_text(self.elements)


@dataclass(frozen=True)
class Tiles:
    """Exactly these tiles, with their copies.

    Parameters
    ----------
    hand : str
        The tiles.
    variant : Variant
        The game whose tiles they are.

    Examples
    --------
    >>> from rummistats import find_variant
    >>> Tiles("R2 R1 R1", find_variant("sabra")).text
    'R1 R1 R2'
    """

    hand: str
    variant: Variant

    @property
    def text(self) -> str:
        """The tiles in their order."""
        return str(self.variant.parse(self.hand))


@dataclass(frozen=True)
class AnyHand:
    """Any hand that has what is asked for.

    Parameters
    ----------
    variant : Variant
        The game whose tiles it is made of.
    missing : callable
        Takes the hand and returns a sentence that says what it lacks, or an empty text.
    example : str
        One right hand.

    Examples
    --------
    >>> from rummistats import find_variant
    >>> asked = AnyHand(
    ...     find_variant("sabra"),
    ...     lambda hand: "" if len(hand) == 2 else "It is to have two tiles.",
    ...     "R1 R2",
    ... )
    >>> asked.text
    'for example R1 R2'
    """

    variant: Variant
    missing: Callable[[Hand], str]
    example: str

    @property
    def text(self) -> str:
        """One right hand."""
        return f"for example {self.example}"


@dataclass(frozen=True)
class Function:
    """A function in Python, tested on cases.

    Parameters
    ----------
    cases : tuple of (tuple, object)
        Arguments, and what the function returns for them.
    example : callable
        One right function.

    Examples
    --------
    >>> Function((((4, 2), 6), ((5, 1), 5)), lambda n, k: 6).text
    'a function that returns 6 for (4, 2)'
    """

    cases: tuple[tuple[tuple[Any, ...], Any], ...]
    example: Callable[..., Any]

    @property
    def text(self) -> str:
        """What it does for the first case."""
        arguments, result = self.cases[0]
        listed = ", ".join(repr(each) for each in arguments)
        return f"a function that returns {result!r} for ({listed})"


@dataclass(frozen=True)
class Estimate:
    """What a simulation of the student's gives: so many hits in so many trials.

    Parameters
    ----------
    probability : Fraction
        The exact probability, against which the hits are judged.

    Examples
    --------
    >>> Estimate(Fraction(1, 4)).text
    'about 25 % of the trials'
    """

    probability: Fraction

    @property
    def text(self) -> str:
        """What the share comes near to."""
        return f"about {100 * float(self.probability):.3g} % of the trials"


def _set_text(thing: object) -> str:
    if isinstance(thing, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_set_text, thing), key=_by_length)) + "}"
    if isinstance(thing, tuple):
        return "(" + ", ".join(map(_set_text, thing)) + ")"
    return str(thing)


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


Answer = Number | Choice | Several | Melds
"""What a worksheet can ask for."""

AnyAnswer = Answer | SetOf | Tiles | AnyHand | Function | Estimate
"""What an exercise in a notebook can ask for."""

"""What can be the answer to a question: a number, one choice, several choices, or melds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Answer", "Choice", "Melds", "Number", "Several", "letter"]

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

    @property
    def text(self) -> str:
        """The number as it stands in a key."""
        if self.places is not None:
            return f"{float(self.value):.{self.places}f}"
        if self.value.denominator == 1:
            return f"{self.value.numerator:,}"
        if self.tolerance:
            # An answer that is read off or rounded is no ratio.
            value = float(self.value)
            return f"{value:.3f} = {100 * value:.1f} %" if self.is_probability else f"{value:.2f}"
        ratio = f"{self.value.numerator:,}/{self.value.denominator:,}"
        if self.is_probability:
            number = f"≈ {float(self.value):.4g} = {100 * float(self.value):.4g} %"
            return f"{ratio} {number}" if self.value.denominator < 10**_MOST_DIGITS else number[2:]
        exact = float(self.value) * 1000 % 1 == 0
        return f"{ratio} {'=' if exact else '≈'} {float(self.value):.4g}"

    @property
    def short(self) -> str:
        """The number as it stands in a table of all answers."""
        if self.is_probability:
            return f"{100 * float(self.value):.4g} %"
        return self.text.split(" ")[-1]

    @property
    def decimal(self) -> str:
        """The number as a platform reads it."""
        if self.value.denominator == 1:
            return str(self.value.numerator)
        return f"{float(self.value):.10g}"

    @property
    def allowed(self) -> Fraction:
        """How far an answer to a platform may be off: where it must be rounded, 4 digits count."""
        if self.tolerance or self.value.denominator == 1:
            return self.tolerance
        if self.places is not None:
            return Fraction(6, 10 ** (self.places + 1))
        return abs(self.value) / 1000


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


Answer = Number | Choice | Several | Melds

"""Counting hands up to symmetry by Burnside's lemma.

The number of orbits of a permutation group is the mean number of hands that its permutations
leave as they are. A permutation leaves a hand as it is if the hand has equally many of all tiles
of a cycle: so only the lengths of the cycles matter, and these are what the *cycle index* shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import Literal

from rummistats.errors import VariantError, shown
from rummistats.exact.permutations import (
    CycleIndex,
    CycleType,
    fixed_by_size,
    multiply,
    type_text,
)
from rummistats.exact.symmetry import (
    PermutationGroup,
    Symmetry,
    require_symmetries,
    symmetries,
)
from rummistats.playing import Deck, deck_of
from rummistats.variants import Variant, require_variant

__all__ = [
    "BurnsideRow",
    "BurnsideTable",
    "burnside_table",
    "cycle_index",
    "essentially_different_hands",
    "essentially_different_hands_by_size",
    "fixed_hands",
]

On = Literal["tiles", "colors", "numbers"]


def essentially_different_hands(
    variant: Variant | str, hand_size: int | None = None, *, under: PermutationGroup | None = None
) -> int:
    """Return how many hands there are if those that are essentially the same count once.

    Two hands are essentially the same if a symmetry turns one into the other. Copies of a tile
    are never told apart.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given.
    under : PermutationGroup, optional
        The symmetries, see `symmetries`; all permutations of the colors unless given.

    Returns
    -------
    int
        The number of orbits, by Burnside's lemma; `burnside_table` shows the working.

    Raises
    ------
    TileError
        If so many tiles can't be dealt.
    VariantError
        If the symmetries are those of another game.

    Examples
    --------
    The 1326 starting hands of Texas hold'em are 169 up to the suits:

    >>> from rummistats.variants import find_variant
    >>> essentially_different_hands(find_variant("gin"), 2)
    169

    The hands of Sabra, also if the numbers may be read backwards:

    >>> sabra = find_variant("sabra")
    >>> essentially_different_hands(sabra)
    2018903502279
    >>> essentially_different_hands(sabra, under=symmetries(sabra, reflection=True))
    1009452971525
    """
    return burnside_table(variant, hand_size, under=under).orbits


def essentially_different_hands_by_size(
    variant: Variant | str, *, under: PermutationGroup | None = None
) -> tuple[int, ...]:
    """Return how many essentially different hands of 0, 1, 2, … dealt tiles there are.

    They all come out of one generating function, by Pólya's theorem.

    Examples
    --------
    >>> mini = Variant.mini(colors=2, numbers=2, copies=1, jokers=1, hand_size=2)
    >>> essentially_different_hands_by_size(mini)
    (1, 3, 6, 6, 3, 1)
    """
    variant = require_variant(variant)
    deck, index = deck_of(variant), cycle_index(_fitting(under, variant))
    numbered = index.count_by_size([1] * (deck.tile_set.copies + 1))
    return tuple(_with_jokers(numbered, deck))


def cycle_index(symmetries: PermutationGroup | Variant | str, on: On = "tiles") -> CycleIndex:
    """Return the cycle index of a permutation group.

    Parameters
    ----------
    symmetries : PermutationGroup, Variant or str
        The permutation group; of a game, or its name, all permutations of the colors.
    on : {"tiles", "colors", "numbers"}
        What it permutes: the kinds of tiles that have a color and a number, or only the colors,
        or only the numbers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> print(cycle_index(symmetries(sabra), on="colors"))
    (1/24)(a1^4 + 6 a1^2 a2 + 3 a2^2 + 8 a1 a3 + 6 a4)
    >>> print(cycle_index(symmetries(sabra)))
    (1/24)(a1^52 + 6 a1^26 a2^13 + 3 a2^26 + 8 a1^13 a3^13 + 6 a4^13)
    """
    if on not in ("tiles", "colors", "numbers"):
        raise VariantError(f"on={shown(on)}: a symmetry permutes 'tiles', 'colors' or 'numbers'")
    return CycleIndex.of(_cycle_type(symmetry, on) for symmetry in require_symmetries(symmetries))


def fixed_hands(symmetry: Symmetry, variant: Variant | str, hand_size: int | None = None) -> int:
    """Return how many hands a symmetry leaves as they are.

    Examples
    --------
    Red and blue change places: a hand must have the same red and blue tiles.

    >>> from rummistats.exact.permutations import Permutation
    >>> mini = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=2)
    >>> swap = Symmetry(Permutation.parse("(R B)", "RB"), Permutation.identity([1, 2, 3]))
    >>> fixed_hands(swap, mini)  # R1 B1, R2 B2, R3 B3
    3
    """
    (row,) = burnside_table(variant, hand_size, under=PermutationGroup((symmetry,))).rows
    return row.fixed


@dataclass(frozen=True)
class BurnsideRow:
    """The symmetries whose cycles of tiles have the same lengths.

    Parameters
    ----------
    cycle_type : tuple of int
        The lengths of the cycles.
    symmetries : int
        How many symmetries have it.
    fixed : int
        How many hands each of them leaves as they are.
    """

    cycle_type: CycleType
    symmetries: int
    fixed: int


@dataclass(frozen=True, repr=False)
class BurnsideTable:
    """Burnside's lemma at work; printed it is the table that one would write down.

    Parameters
    ----------
    variant : Variant
        The game.
    hand_size : int
        Tiles dealt to a hand.
    rows : tuple of BurnsideRow
        One for each cycle type of the tiles.
    """

    variant: Variant
    hand_size: int
    rows: tuple[BurnsideRow, ...]

    @property
    def order(self) -> int:
        """How many symmetries there are."""
        return sum(row.symmetries for row in self.rows)

    @property
    def fixed(self) -> int:
        """The sum over all symmetries of the number of hands that each leaves as they are."""
        return sum(row.symmetries * row.fixed for row in self.rows)

    @property
    def orbits(self) -> int:
        """How many essentially different hands there are: the mean over all symmetries."""
        return self.fixed // self.order

    def __str__(self) -> str:
        table = [("cycles of the tiles", "symmetries", "hands fixed by each")] + [
            (type_text(row.cycle_type), f"{row.symmetries:,}", f"{row.fixed:,}")
            for row in self.rows
        ]
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            f"{cycles:{wide[0]}}  {count:>{wide[1]}}  {fixed:>{wide[2]}}"
            for cycles, count, fixed in table
        ]
        heading = f"{self._game}: the symmetries and the hands that they fix"
        return "\n".join([heading, *lines, self._result])

    def __repr__(self) -> str:
        return f"BurnsideTable({self._game}: {self._result})"

    @property
    def _game(self) -> str:
        return f"{self.variant.name}, {self.hand_size} tile{'s' * (self.hand_size != 1)}"

    @property
    def _result(self) -> str:
        return f"{self.fixed:,} / {self.order:,} = {self.orbits:,} essentially different hands"


def burnside_table(
    variant: Variant | str, hand_size: int | None = None, *, under: PermutationGroup | None = None
) -> BurnsideTable:
    """Return the working of Burnside's lemma; the arguments are those for the number alone.

    References
    ----------
    W. Burnside, *Theory of Groups of Finite Order* (1897), § 118; found before by Cauchy and
    Frobenius.

    Examples
    --------
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    >>> print(burnside_table(mini))
    mini, 4 tiles: the symmetries and the hands that they fix
    cycles of the tiles  symmetries  hands fixed by each
    a1^15                         1                1,820
    a1^5 a2^5                     3                  100
    a3^5                          2                    5
    2,130 / 6 = 355 essentially different hands
    """
    variant = require_variant(variant)
    deck = deck_of(variant)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    choices = [1] * (deck.tile_set.copies + 1)
    counts = Counter(_cycle_type(symmetry, "tiles") for symmetry in _fitting(under, variant))
    return BurnsideTable(
        variant,
        size,
        tuple(
            BurnsideRow(lengths, count, _with_jokers(fixed_by_size(lengths, choices), deck)[size])
            for lengths, count in sorted(counts.items())
        ),
    )


def _cycle_type(symmetry: Symmetry, on: On) -> CycleType:
    if on == "tiles":
        return _type_of_pairs(symmetry.colors.cycle_type, symmetry.numbers.cycle_type)
    return (symmetry.colors if on == "colors" else symmetry.numbers).cycle_type


@lru_cache(maxsize=4096)
def _type_of_pairs(colors: CycleType, numbers: CycleType) -> CycleType:
    """Return the cycle type of the tiles from those of the colors and of the numbers.

    A cycle of *a* colors and one of *b* numbers have *a b* tiles. Each of these is back where it
    was after lcm(*a*, *b*) steps, so that the tiles are gcd(*a*, *b*) cycles.
    """
    lengths = (length for a in colors for b in numbers for length in [lcm(a, b)] * gcd(a, b))
    return tuple(sorted(lengths, reverse=True))


def _with_jokers(numbered: Iterable[int], deck: Deck) -> list[int]:
    """Return the numbers of hands by size from those without jokers, which no symmetry moves."""
    ways = [*numbered]
    if deck.hides_numbered_tile:
        # One of them lies aside, so no hand has them all.
        ways.pop()
    return multiply(ways, [1] * (deck.jokers + 1))


def _fitting(under: PermutationGroup | None, variant: Variant) -> PermutationGroup:
    """Return the symmetries if they permute the tiles of the variant."""
    if under is None:
        return symmetries(variant)
    under = require_symmetries(under)
    first = under.symmetries[0]
    tiles = variant.playing_set
    if first.colors.points != (*tiles.color_letters,) or len(first.numbers.points) != tiles.numbers:
        raise VariantError(f"{under!r} are not symmetries of {tiles}")
    return under

"""Best arrangements of one hand: which melds to lay, and what stays as dead wood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummistats.blocks import melds_in
from rummistats.melds import Meld, Run
from rummistats.search import Objective, check_hand, every_optimum, one_optimum
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["Arrangement", "Opening", "arrange", "arrange_all", "can_open"]


@dataclass(frozen=True)
class Arrangement:
    """A division of a hand into melds and dead wood.

    Parameters
    ----------
    hand : Hand
        The hand that was arranged.
    variant : Variant
        Whose rules apply.
    melds : tuple of Group or Run
        The melds, each in its most valuable reading.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> best = arrange(sabra.parse("R3 R4 R5 R6 R7 B6 K6"), sabra, best="tiles")
    >>> print(best)
    R6 B6 K6 | R3 R4 R5; dead wood: R7
    >>> best.value, best.tiles, best.dead_wood_points
    (30, 6, 7)
    """

    hand: Hand
    variant: Variant
    melds: tuple[Meld, ...]

    @property
    def value(self) -> int:
        """The opening value of all melds together."""
        return sum(map(self.variant.opening_value, self.melds))

    @property
    def tiles(self) -> int:
        """How many tiles are melded, jokers included."""
        return sum(map(len, self.melds))

    @property
    def dead_wood(self) -> Hand:
        """The tiles that are in no meld."""
        counts = list(self.hand.counts)
        kind = self.hand.tile_set.kind
        for meld in self.melds:
            for tile in meld.tiles:
                counts[kind(tile)] -= 1
        return Hand(self.hand.tile_set, tuple(counts))

    @property
    def dead_wood_points(self) -> int:
        """What the dead wood counts on the rack."""
        return sum(map(self.variant.rack_value, self.dead_wood))

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no meld"
        return f"{melds}; dead wood: {self.dead_wood or 'none'}"


@dataclass(frozen=True)
class Opening:
    """Whether a hand can open, and how.

    Parameters
    ----------
    needed : int
        The points that the opening needs.
    arrangement : Arrangement
        The most valuable melds that may be laid, whether they are enough or not.
    """

    needed: int
    arrangement: Arrangement

    @property
    def value(self) -> int:
        """The most points that the hand can open with."""
        return self.arrangement.value

    def __bool__(self) -> bool:
        return bool(self.arrangement.melds) and self.value >= self.needed


def arrange(hand: Hand, variant: Variant, best: Objective = "value") -> Arrangement:
    """Return a best arrangement of a hand.

    Parameters
    ----------
    hand : Hand
        Any hand of the variant's tile set.
    variant : Variant
        Whose rules apply.
    best : {"value", "tiles", "melds", "dead_wood_points"}
        What to make best: most opening value, most tiles melded (jokers included), most melds,
        or fewest points left on the rack. Among equally good arrangements, "value" takes one
        with most tiles, then fewest points left; "tiles" one with fewest points left, then most
        value; "melds" and "dead_wood_points" one with most tiles. The same hand always gets
        the same arrangement.

    Raises
    ------
    MeasureError
        If ``best`` is none of these.
    TileError
        If the hand is not of the variant's tile set.

    Notes
    -----
    The search is exact. It takes some ten microseconds for a starting hand; its time and memory
    grow with the number of different rests of the hand, and for most of the tile set with two
    jokers it can take a few seconds.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> print(arrange(sabra.parse("R10 B10 J R1"), sabra))
    R10 B10 J(K10/Y10); dead wood: R1
    """
    check_hand(hand, variant, best)
    return Arrangement(hand, variant, _in_order(variant, one_optimum(hand, variant, best)))


def arrange_all(hand: Hand, variant: Variant, best: Objective = "value") -> Iterator[Arrangement]:
    """Yield every best arrangement of a hand once.

    Two arrangements are the same if their melds are, as multisets of tiles and jokers; each
    meld is shown in its most valuable reading.

    Parameters
    ----------
    hand, variant, best
        As for `arrange`.

    Yields
    ------
    Arrangement
        In this order: go through the tiles column by column, color by color, jokers last; the
        arrangement that puts the first tile into the longest meld comes first (of equally long
        ones the group before the run, then by their text), the one that leaves it as dead
        wood last; then likewise for the next tile.

    Examples
    --------
    A tile that fits a run and a group, both of which are worth as much:

    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> for optimum in arrange_all(sabra.parse("R5 B5 K5 R4 R6"), sabra):
    ...     print(optimum)
    R4 R5 R6; dead wood: B5 K5
    R5 B5 K5; dead wood: R4 R6
    """
    check_hand(hand, variant, best)
    for melds in every_optimum(hand, variant, best):
        yield Arrangement(hand, variant, _in_order(variant, melds))


def can_open(hand: Hand, variant: Variant) -> Opening:
    """Say whether a hand can open, and with what.

    Returns
    -------
    Opening
        True if it can. Its arrangement is the most valuable one; with ``open_single_set`` it
        is the most valuable single meld.

    Raises
    ------
    VariantError
        If the variant defines no opening.
    TileError
        If the hand is not of the variant's tile set.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> opening = can_open(sabra.parse("R9 B9 J"), sabra)
    >>> bool(opening), opening.value
    (False, 27)
    """
    needed = variant.require_opening()
    if not variant.open_single_set:
        return Opening(needed, arrange(hand, variant, best="value"))
    check_hand(hand, variant, "value")
    single = max(melds_in(hand, variant), key=variant.opening_value, default=None)
    return Opening(needed, Arrangement(hand, variant, (single,) if single else ()))


def _in_order(variant: Variant, melds: list[Meld]) -> tuple[Meld, ...]:
    """Return groups by number, then runs by color."""
    colors = variant.tile_set.color_letters

    def place(meld: Meld) -> tuple[bool, int, int]:
        if isinstance(meld, Run):
            return True, colors.index(meld.color), meld.numbers[0]
        return False, meld.number, 0

    return tuple(sorted(melds, key=lambda meld: (*place(meld), str(meld))))

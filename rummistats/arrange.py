"""Best arrangements of one hand: which melds to lay, and what stays as dead wood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummistats.blocks import melds_in, run_blocks
from rummistats.contracts import fulfil_contract
from rummistats.dealing import Context
from rummistats.errors import VariantError, shown
from rummistats.melds import Meld, Pair, Run, judge
from rummistats.pictured import Pictured
from rummistats.playing import as_played
from rummistats.search import Objective, check_objective, every_optimum, one_optimum
from rummistats.tiles import Hand, require_hand
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points, Requirement

__all__ = [
    "Arrangement",
    "Opening",
    "arrange",
    "arrange_all",
    "can_open",
    "most_pairs",
    "ways_to_open",
]


@dataclass(frozen=True)
class Arrangement(Pictured):
    """A division of a hand into melds and dead wood.

    Parameters
    ----------
    hand : Hand
        The hand that was arranged, as it is played: wild tiles are jokers.
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
    """Whether a hand can open in one of the ways that the game allows, and how.

    Parameters
    ----------
    requirement : Points, Pairs, Contract or AnyMeld
        The way to open that was tried.
    arrangement : Arrangement
        The melds that fulfil it, or the best ones there are; pairs if it asks for pairs.
    opens : bool
        Whether they fulfil it.
    """

    requirement: Requirement
    arrangement: Arrangement
    opens: bool

    @property
    def value(self) -> int:
        """The most points that the hand can open with.

        Raises
        ------
        VariantError
            If melds have no opening value in the game.
        """
        return self.arrangement.value

    @property
    def needed(self) -> int | None:
        """The points that are needed, if points are."""
        return self.requirement.points if isinstance(self.requirement, Points) else None

    def __bool__(self) -> bool:
        return self.opens


def arrange(
    hand: Hand | str,
    variant: Variant | str,
    best: Objective | None = None,
    context: Context | None = None,
) -> Arrangement:
    """Return a best arrangement of a hand.

    Parameters
    ----------
    hand : Hand or str
        Any hand of the variant's tile set, or a text such as ``R10 B10 J``.
    variant : Variant or str
        Whose rules apply, or its name.
    best : {"value", "tiles", "melds", "dead_wood_points"}, optional
        What to make best: most opening value, most tiles melded (jokers included), most melds,
        or fewest points left on the rack. Unless given it is "value" where melds have an opening
        value, "dead_wood_points" where players knock (Gin), and "tiles" in all other games
        (Okey, Stone-Rummy, Shanghai). Among equally good arrangements, "value" takes one
        with most tiles, then fewest points left; "tiles" one with fewest points left, then most
        value; "melds" and "dead_wood_points" one with most tiles. The same hand always gets
        the same arrangement.
    context : Context, optional
        Gives the indicator in the Okey games.

    Raises
    ------
    MeasureError
        If ``best`` is none of these.
    VariantError
        If melds or tiles have no such value in the game.
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
    >>> print(arrange("5S 5H 5D 6H 8H KC", "gin"))
    5S 5H 5D; dead wood: 6H 8H KC
    """
    variant = require_variant(variant)
    best = check_objective(variant, best)
    hand = as_played(hand, variant, context)
    return Arrangement(hand, variant, _in_order(variant, one_optimum(hand, variant, best)))


def arrange_all(
    hand: Hand | str,
    variant: Variant | str,
    best: Objective | None = None,
    context: Context | None = None,
) -> Iterator[Arrangement]:
    """Yield every best arrangement of a hand once.

    Two arrangements are the same if their melds are, as multisets of tiles and jokers; each
    meld is shown in its most valuable reading.

    Parameters
    ----------
    hand, variant, best, context
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
    variant = require_variant(variant)
    best = check_objective(variant, best)
    hand = as_played(hand, variant, context)
    for melds in every_optimum(hand, variant, best):
        yield Arrangement(hand, variant, _in_order(variant, melds))


def can_open(
    hand: Hand | str,
    variant: Variant | str,
    context: Context | None = None,
    by: str | None = None,
) -> Opening:
    """Say whether a hand can open, and with what.

    Parameters
    ----------
    hand, variant
        The hand and its rules.
    context : Context, optional
        Gives the indicator in the Okey games, the round in Shanghai.
    by : {"points", "pairs", "contract", "any_meld"}, optional
        Only this way of opening; any that the game allows unless given.

    Returns
    -------
    Opening
        True if it can. If no way is open to the hand, it says how far the first one leads.

    Raises
    ------
    VariantError
        If the variant defines no opening, or none of this kind.
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
    variant = require_variant(variant)
    played = as_played(hand, variant, context)
    tried = [_open(played, variant, way) for way in ways_to_open(variant, context, by)]
    return next((opening for opening in tried if opening), tried[0])


def ways_to_open(
    variant: Variant | str, context: Context | None = None, by: str | None = None
) -> list[Requirement]:
    """Return the ways to open that the variant allows, or those of one kind.

    Raises
    ------
    VariantError
        If there are none.
    """
    variant = require_variant(variant)
    ways = variant.opening(context)
    kinds = {"points": Points, "pairs": Pairs, "contract": Contract, "any_meld": AnyMeld}
    if by is None:
        return list(ways)
    kind = kinds.get(by) if isinstance(by, str) else None
    chosen = [way for way in ways if kind is not None and isinstance(way, kind)]
    if not chosen:
        known = [name for name, kind in kinds.items() if any(isinstance(w, kind) for w in ways)]
        raise VariantError(f"by={shown(by)}: {variant!r} can be opened by {' or '.join(known)}")
    return chosen


def _open(hand: Hand, variant: Variant, way: Requirement) -> Opening:
    """Return the best that a hand, as it is played, can do in one way to open."""
    if isinstance(way, Points):
        melds = _most_valuable(hand, variant, way)
        opens = bool(melds) and sum(map(variant.opening_value, melds)) >= way.points
    elif isinstance(way, Pairs):
        melds = most_pairs(hand)
        opens = len(melds) >= way.pairs
    elif isinstance(way, Contract):
        found = fulfil_contract(hand, variant, way)
        melds, opens = list(found or ()), found is not None
    else:
        melds = one_optimum(hand, variant, "tiles")
        opens = bool(melds)
    return Opening(way, Arrangement(hand, variant, _in_order(variant, melds)), opens)


def _most_valuable(hand: Hand, variant: Variant, way: Points) -> list[Meld]:
    if way.single_meld:
        # One real tile with jokers may be a group that counts more, and a run all the same.
        melds = [
            reading
            for meld in melds_in(hand, variant)
            for reading in judge(variant.playing_set.hand(meld.tiles), variant).readings
            if reading.kind == "run" or not way.needs_run
        ]
        return sorted(melds, key=variant.opening_value)[-1:]
    if way.needs_run:
        return most_valuable_with_run(hand, variant)
    return one_optimum(hand, variant, "value")


def most_valuable_with_run(hand: Hand, variant: Variant) -> list[Meld]:
    """Return the most valuable melds with a run among them: try each run, and the best rest."""
    best: list[Meld] = []
    value = -1
    for color in variant.playing_set.color_letters:
        for block in run_blocks(variant, hand.jokers, color):
            tiles = hand.tile_set.hand(block.meld.tiles)
            if tiles <= hand:
                rest = one_optimum(hand - tiles, variant, "value")
                total = block.value + sum(map(variant.opening_value, rest))
                if total > value:
                    best, value = [block.meld, *rest], total
    return best


def most_pairs(hand: Hand) -> list[Meld]:
    """Return as many pairs of identical tiles as a hand, as it is played, has.

    A wild tile makes a pair with any tile, or with another wild one.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> [str(pair) for pair in most_pairs(sabra.parse("R3 R3 B4 J J"))]
    ['R3 R3', 'B4 J(B4)']
    """
    held = require_hand(hand).tile_set.tiles
    tiles = [(tile, hand.count(tile)) for tile in held if not tile.is_joker]
    pairs: list[Meld] = [Pair(tile) for tile, count in tiles for _ in range(count // 2)]
    singles = [tile for tile, count in tiles if count % 2]
    wild = hand.jokers
    pairs += [Pair(tile, jokers=1) for tile in singles[:wild]]
    wild -= len(singles[:wild])
    return pairs + [Pair(hand.tile_set.joker, jokers=2)] * (wild // 2)


def _in_order(variant: Variant, melds: list[Meld]) -> tuple[Meld, ...]:
    """Return groups by number, then runs by color."""
    colors = variant.playing_set.color_letters

    def place(meld: Meld) -> tuple[bool, int, int]:
        if isinstance(meld, Run):
            return True, colors.index(meld.color), meld.numbers[0]
        return False, meld.numbers[0], 0

    return tuple(sorted(melds, key=lambda meld: (*place(meld), str(meld))))

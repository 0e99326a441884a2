"""The melds that arrangements are built from: those of a hand, and the few that suffice for all.

A run of six is as good as two runs of three: same tiles, same values, and more melds. So an
optimum needs only melds that can't be cut in two, and these are few: 1173 instead of 6301 for
Sabra. Where rules forbid the cut, as with two jokers side by side that need real tiles around
them, the longer run remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import le

from rummistats.dealing import Context
from rummistats.melds import Group, Meld, Run, group_patterns, judge, runs_with_jokers
from rummistats.playing import as_played
from rummistats.tiles import COLOR_NAMES, Hand, Tile, require_tile
from rummistats.variants import Variant, require_variant

__all__ = [
    "Block",
    "block_of",
    "blocks",
    "column_order",
    "group_blocks",
    "melds_in",
    "run_blocks",
]

_COLOR_PLACES = {color: place for place, color in enumerate(COLOR_NAMES)}


@dataclass(frozen=True)
class Block:
    """A meld that can't be cut into two melds which count as much.

    Parameters
    ----------
    meld : Group or Run
        The meld in its most valuable reading.
    kinds : tuple of int
        The kinds of its real tiles, with repetition.
    jokers : int
        How many jokers it uses.
    value : int
        Its opening value.
    rack_points : int
        What its tiles count on the rack.
    """

    meld: Meld
    kinds: tuple[int, ...]
    jokers: int
    value: int
    rack_points: int

    @property
    def size(self) -> int:
        """How many tiles it has, jokers included."""
        return len(self.kinds) + self.jokers


def block_of(meld: Meld, variant: Variant) -> Block:
    """Return a meld with what it takes and what it counts.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> block = block_of(Run("R", (3, 4, 5), (1,)), find_variant("sabra"))
    >>> block.kinds, block.jokers, block.value, block.rack_points
    ((2, 4), 1, 12, 38)
    """
    variant = require_variant(variant)
    kind = variant.playing_set.kind
    value = variant.reading_value(meld)
    return Block(
        meld=meld,
        kinds=tuple(sorted(kind(tile) for tile in meld.tiles if not tile.is_joker)),
        jokers=meld.jokers,
        value=value,
        rack_points=sum(map(variant.rack_points_of, meld.tiles)),
    )


def group_blocks(variant: Variant, jokers: int) -> list[Block]:
    """Return all groups with up to so many jokers."""
    variant = require_variant(variant)
    letters = variant.playing_set.color_letters
    found = []
    for number in range(1, variant.numbers + 1):
        for colors, wild in group_patterns(variant, jokers):
            missing = tuple(
                color
                for color in letters
                if wild and (variant.repeat_colors or color not in colors)
            )
            found.append(block_of(Group(number, colors, wild, missing), variant))
    return found


def can_be_cut(run: Run, variant: Variant) -> bool:
    """Return whether a run is two legal runs, one after the other.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> [can_be_cut(Run("R", (1, 2, 3, 4, 5, 6)[:size]), sabra) for size in (5, 6)]
    [False, True]
    """
    for cut in range(variant.min_run, len(run) - variant.min_run + 1):
        left = sum(place < cut for place in run.joker_places)
        if variant.jokers_allowed(cut, left) and variant.jokers_allowed(
            len(run) - cut, run.jokers - left
        ):
            return True
    return False


def run_blocks(variant: Variant, jokers: int, color: str) -> list[Block]:
    """Return the runs of a color, with up to so many jokers, that can't be cut in two.

    Among the readings of the same tiles the most valuable one is taken.
    """
    variant = require_variant(variant)
    runs = _uncut_runs(variant, jokers)
    return [block_of(Run(color, red.numbers, red.joker_places), variant) for red in runs]


@lru_cache(maxsize=16)
def _uncut_runs(variant: Variant, jokers: int) -> tuple[Run, ...]:
    """Return the red runs that can't be cut; every color has the same ones."""
    best: dict[tuple[tuple[int, ...], int], tuple[int, bool, Run]] = {}
    for numbers in variant.runs:
        if len(numbers) > longest_uncut(variant, jokers):
            continue
        for run in runs_with_jokers(numbers, variant, jokers):
            real = sorted(tile.number for tile in run.tiles if not tile.is_joker)
            key = tuple(real), run.jokers
            value, cut = variant.reading_value(run), can_be_cut(run, variant)
            if key not in best or (value, cut) > best[key][:2]:
                best[key] = value, cut, run
    # If the best reading can be cut, the other ones are of no use either.
    return tuple(run for _, cut, run in best.values() if not cut)


def longest_uncut(variant: Variant, jokers: int) -> int:
    """Return a length beyond which any run can be cut, wherever its jokers are."""
    longest = max(map(len, variant.runs), default=0)
    sizes = range(variant.min_run, longest + 1)
    most = max(
        (
            wild
            for wild in range(jokers + 1)
            if any(variant.jokers_allowed(size, wild) for size in sizes)
        ),
        default=0,
    )
    for part in sizes:
        # Two parts of at least this length, legal even with all the jokers in one, make a run.
        if all(
            variant.jokers_allowed(size, wild)
            for size in range(part, longest + 1)
            for wild in range(most + 1)
        ):
            return 2 * part - 1
    return longest


@lru_cache(maxsize=16)
def blocks(variant: Variant, jokers: int) -> tuple[Block, ...]:
    """Return the melds, with up to so many jokers, from which every arrangement can be built.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> found = blocks(find_variant("sabra"), 2)
    >>> len(found), max(block.size for block in found)
    (1173, 5)
    """
    variant = require_variant(variant)
    found = group_blocks(variant, jokers)
    for color in variant.playing_set.color_letters:
        found += run_blocks(variant, jokers, color)
    best: dict[tuple[tuple[int, ...], int], Block] = {}
    for block in found:
        key = block.kinds, block.jokers
        if key not in best or block.value > best[key].value:
            best[key] = block
    return tuple(best.values())


def column_order(tile: Tile) -> tuple[bool, int, int]:
    """Return a sort key that puts tiles in columns: by number, in it by color, jokers last."""
    return (require_tile(tile).is_joker, tile.number, _COLOR_PLACES.get(tile.color, 0))


def melds_in(
    hand: Hand | str, variant: Variant | str, context: Context | None = None
) -> list[Meld]:
    """Return every meld that can be laid from a hand, overlapping or not.

    Each is in its most valuable reading; the order is the one `arrange_all` goes by: by the
    first tile, then longer melds first. A hand of the table's tiles may have the jokers of
    several players.

    Raises
    ------
    TileError
        If the hand is not of the variant's tile set or `table_set`.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> [str(meld) for meld in melds_in(sabra.parse("R4 R5 R6 R7"), sabra)]
    ['R4 R5 R6 R7', 'R4 R5 R6', 'R5 R6 R7']
    """
    variant = require_variant(variant)
    variant.check_context(context)
    if not (isinstance(hand, Hand) and hand.tile_set == variant.table_set):
        hand = as_played(hand, variant, context)
    found = []
    for kinds, jokers in {*_groups_in(hand, variant), *_runs_in(hand, variant)}:
        laid = [kinds.count(kind) for kind in range(hand.tile_set.kinds)]
        if jokers:
            laid[-1] = jokers
        if all(map(le, laid, hand.counts)):
            meld = judge(Hand(hand.tile_set, tuple(laid)), variant).meld
            assert meld is not None
            found.append(meld)
    return sorted(found, key=_place)


def _groups_in(hand: Hand, variant: Variant) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield kinds and jokers of all groups of colors that the hand has, copies disregarded."""
    for number in range(1, variant.numbers + 1):
        held = {
            tile.color: kind
            for kind, tile in enumerate(hand.tile_set.tiles)
            if tile.number == number and hand.counts[kind]
        }
        for colors, wild in group_patterns(variant, hand.jokers):
            if held.keys() >= set(colors):
                yield tuple(held[color] for color in colors), wild


def _runs_in(hand: Hand, variant: Variant) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield kinds and jokers of all runs of numbers that the hand has, copies disregarded."""
    for color in variant.playing_set.color_letters:
        held = {
            tile.number: kind
            for kind, tile in enumerate(hand.tile_set.tiles)
            if tile.color == color and hand.counts[kind]
        }
        for numbers in variant.runs:
            kinds = sorted(held[number] for number in numbers if number in held)
            size = len(numbers)
            for wild in range(size - len(kinds), min(hand.jokers, size) + 1):
                if variant.jokers_allowed(size, wild):
                    for real in combinations(kinds, size - wild):
                        yield real, wild


def _place(meld: Meld) -> tuple[tuple[bool, int, int], int, str, str]:
    return (min(map(column_order, meld.tiles)), -len(meld), meld.kind, str(meld))

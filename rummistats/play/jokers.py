"""What must become of the jokers that lay on the table: the tests of the rule file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rummistats.melds import Group, Meld, Run
from rummistats.play.rearranging import Rearranging
from rummistats.play.table import Table
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["broken_joker_rule"]

Tiles = Counter[Tile]


@dataclass(frozen=True)
class _Joker:
    """A joker on a table: in which meld, at which place of it, and what it may stand for."""

    meld: int
    place: int
    reading: frozenset[Tile]


def _jokers(table: Table) -> list[_Joker]:
    return [
        _Joker(number, place, reading)
        for number, meld in enumerate(table.melds)
        for place, reading in enumerate(meld.joker_readings)
    ]


def broken_joker_rule(
    before: Table, after: Table, rack: Tiles, variant: Variant, rules: Rearranging
) -> str:
    """Return which rule about jokers on the table a play breaks, or nothing.

    Parameters
    ----------
    before, after : Table
        The table at the beginning and at the end of the turn.
    rack : Counter of Tile
        The rack tiles that were laid.
    variant : Variant
        Whose rules apply.
    rules : Rearranging
        What it says about the table.
    """
    if rules.group3_needs_both and (broken := _left_group_of_three(before, after, variant)):
        return f"the joker left {{{broken}}}, which is no group of four real tiles now"
    if not before.jokers:
        return ""
    ways = {"free": _free, "replace": _replace, "locked": _locked}[rules.joker_mode]
    reason = {
        "free": "",
        "replace": "a joker lost its reading, and no real tile was there for it",
        "locked": "a meld with a joker was not just extended, and its joker was not released",
    }[rules.joker_mode]
    for released, free in ways(before, after, rack, rules):
        if not rules.reuse_rack_tiles:
            return ""
        reason = (
            f"a released joker is in a meld with fewer than {rules.reuse_rack_tiles} rack tiles"
        )
        if _reused(released, free, after, rack, rules.reuse_rack_tiles):
            return ""
    return reason


def _left_group_of_three(before: Table, after: Table, variant: Variant) -> Meld | None:
    for meld in before:
        if not (isinstance(meld, Group) and len(meld) == 3 and meld.jokers):
            continue
        kept = any(Counter(meld.tiles) <= Counter(other.tiles) for other in after)
        full = any(
            isinstance(other, Group)
            and other.number == meld.number
            and len(other) == 4
            and not other.jokers
            for other in after
        )
        if not (kept or full):
            return meld
    return None


# Each way yields how many jokers were released, and the jokers of the new table of which some
# are these: the others came from the rack.
_Ways = Iterator[tuple[int, list[_Joker]]]


def _free(before: Table, after: Table, rack: Tiles, rules: Rearranging) -> _Ways:
    if not rules.reuse_rack_tiles:
        yield 0, []
        return
    # Without tiles to release it, a joker with another reading is a released one all the same.
    yield from _keep_or_release(_jokers(before), _jokers(after), None)


def _replace(before: Table, after: Table, rack: Tiles, rules: Rearranging) -> _Ways:
    real = Counter(tile for tile in rack.elements() if not tile.is_joker)
    if rules.from_table:
        real += Counter(tile for tile in before.tiles if not tile.is_joker)
    yield from _keep_or_release(_jokers(before), _jokers(after), real)


def _keep_or_release(old: list[_Joker], new: list[_Joker], real: Tiles | None) -> _Ways:
    """Try each old joker as one of the new ones, and as released by a real tile."""
    if not old:
        yield 0, new
        return
    first, others = old[0], old[1:]
    for joker in new:
        if joker.reading & first.reading:
            yield from _keep_or_release(others, [other for other in new if other != joker], real)
    if real is None:
        for released, free in _keep_or_release(others, new, real):
            yield released + 1, free
        return
    for tile in first.reading:
        if real[tile]:
            for released, free in _keep_or_release(others, new, real - Counter([tile])):
                yield released + 1, free


def _locked(before: Table, after: Table, rack: Tiles, rules: Rearranging) -> _Ways:
    real = Counter(tile for tile in rack.elements() if not tile.is_joker)
    if rules.from_table:
        real += Counter(tile for meld in before if not meld.jokers for tile in meld.tiles)
    locked = [meld for meld in before if meld.jokers]
    yield from _extend_or_release(locked, after, frozenset(), _jokers(after), real, rules)


# Where a meld of the old table lies in the new one: the meld's number and its first place.
_Place = tuple[int, int]


def _extend_or_release(
    locked: list[Meld],
    after: Table,
    taken: frozenset[_Place],
    free: list[_Joker],
    real: Tiles,
    rules: Rearranging,
) -> _Ways:
    if not locked:
        yield 0, free
        return
    meld, others = locked[0], locked[1:]
    for places, jokers in _extensions(meld, after, taken, free):
        rest = [joker for joker in free if joker not in jokers]
        yield from _extend_or_release(others, after, taken | places, rest, real, rules)
    for tiles in _matches(meld.joker_readings, real):
        left = real - Counter(tiles)
        if rules.release_unfreezes:
            occupied = [taken]
        else:
            filled = _filled(meld, tiles)
            occupied = [taken | places for places, _ in _extensions(filled, after, taken, free)]
        for now in occupied:
            for released, rest in _extend_or_release(others, after, now, free, left, rules):
                yield released + meld.jokers, rest


def _matches(readings: tuple[frozenset[Tile], ...], real: Tiles) -> Iterator[tuple[Tile, ...]]:
    """Yield a real tile for each reading, as far as there are such tiles."""
    if not readings:
        yield ()
        return
    for tile in readings[0]:
        if real[tile]:
            for others in _matches(readings[1:], real - Counter([tile])):
                yield (tile, *others)


def _filled(meld: Meld, tiles: tuple[Tile, ...]) -> Meld:
    """Return a meld with real tiles in the places of its jokers."""
    if isinstance(meld, Run):
        return Run(meld.color, meld.numbers)
    assert isinstance(meld, Group)
    return Group(meld.number, (*meld.colors, *(tile.color for tile in tiles)))


def _extensions(
    meld: Meld, after: Table, taken: frozenset[_Place], free: list[_Joker]
) -> Iterator[tuple[frozenset[_Place], list[_Joker]]]:
    """Yield where the new table has a meld, its jokers as they were, perhaps with more tiles."""
    for number, other in enumerate(after.melds):
        there = [joker for joker in free if joker.meld == number]
        if isinstance(meld, Run) and isinstance(other, Run) and meld.color == other.color:
            size = len(meld)
            for first in range(len(other) - size + 1):
                places = frozenset((number, first + place) for place in range(size))
                if places & taken or other.numbers[first : first + size] != meld.numbers:
                    continue
                inside = [place - first for place in other.joker_places]
                inside = [place for place in inside if 0 <= place < size]
                if tuple(inside) == meld.joker_places:
                    wild = {other.joker_places.index(first + place) for place in inside}
                    yield places, [joker for joker in there if joker.place in wild]
        elif isinstance(meld, Group) and isinstance(other, Group):
            longer = Counter(meld.colors) <= Counter(other.colors) and meld.jokers <= other.jokers
            if longer and meld.number == other.number:
                places = frozenset((number, place) for place in range(len(other)))
                if not places & taken and len(there) >= meld.jokers:
                    yield places, there[: meld.jokers]


def _reused(released: int, free: list[_Joker], after: Table, rack: Tiles, fewest: int) -> bool:
    """Whether released jokers can be among these, each in a meld with enough rack tiles."""
    for chosen in combinations(free, released):
        melds = sorted({joker.meld for joker in chosen})
        # The other free jokers came from the rack.
        from_rack = Counter(joker.meld for joker in free if joker not in chosen)
        lacking = [(meld, fewest - from_rack[meld]) for meld in melds]
        if _enough([(after.melds[meld], lack) for meld, lack in lacking], rack):
            return True
    return False


def _enough(lacking: list[tuple[Meld, int]], rack: Tiles) -> bool:
    """Whether the rack tiles can be shared out so that each meld has as many as it lacks."""
    if not lacking:
        return True
    meld, lack = lacking[0]
    if lack <= 0:
        return _enough(lacking[1:], rack)
    real = [tile for tile in meld.tiles if not tile.is_joker]
    for some in set(combinations(real, lack)):
        if Counter(some) <= rack and _enough(lacking[1:], rack - Counter(some)):
            return True
    return False

"""The measures that are counted exactly, each as an automaton that reads columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from rummistats.arrange import ways_to_open
from rummistats.dealing import Context
from rummistats.errors import MeasureError
from rummistats.exact.column_automaton import Alike, Column, ColumnAutomaton, in_order, unchanged
from rummistats.exact.columns import Cases
from rummistats.exact.groups import fewest_real_tiles, tiles_for_group
from rummistats.exact.runs import FOUND, RunSearch, find_runs
from rummistats.exact.tallies import groups, isolated_tiles, maximal_melds, runs, three_tile_melds
from rummistats.tiles import JOKER, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import AnyMeld, Pairs, Points

__all__ = ["AUTOMATA", "group_automaton", "run_automaton"]

_FOUND = "found"  # the state of an automaton that has found what it looks for


def _up_to(jokers: range, held: int) -> range:
    """Return the numbers of jokers that a hand which holds ``held`` can use."""
    return range(jokers.start, min(jokers.stop, held + 1))


def group_automaton(
    variant: Variant, sizes: range, jokers: range, number: int | None = None
) -> ColumnAutomaton[Hashable]:
    """Return the automaton that finds a legal group.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes, jokers : range
        How many tiles, and how many jokers among them, the group may have.
    number : int, optional
        The group's number; any unless given.
    """

    def start(held: int) -> Hashable:
        return fewest_real_tiles(variant, sizes, _up_to(jokers, held))

    def step(real: Hashable, this: int, column: Column) -> Hashable:
        if isinstance(real, int) and number in (None, this):
            return _FOUND if tiles_for_group(variant, column) >= real else real
        return real

    return ColumnAutomaton(
        start=start,
        step=step,
        final=_is_found,
        largest_count=_largest_count(variant, sizes, jokers),
    )


def _largest_count(variant: Variant, sizes: range, jokers: range) -> int:
    """Return how many copies of a tile a group can use, at least 1."""
    if not variant.repeat_colors:
        return 1
    held = range(variant.playing_set.jokers + 1)
    return max(fewest_real_tiles(variant, sizes, _up_to(jokers, h)) or 1 for h in held)


def run_automaton(
    variant: Variant, sizes: range, jokers: range, color: str | None = None
) -> ColumnAutomaton[Hashable]:
    """Return the automaton that finds a legal run.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes, jokers : range
        How many tiles, and how many jokers among them, the run may have.
    color : str, optional
        The letter of the run's color; any unless given.
    """
    searches = _run_searches(variant, sizes, jokers)
    letters = variant.playing_set.color_letters
    wanted = range(variant.colors) if color is None else (letters.index(color),)

    def start(held: int) -> Hashable:
        usable = _up_to(jokers, held)
        return usable, 0, searches[usable].start

    # Color after color: the second part of the state is the place of the color that is read.
    def step(state: Any, number: int, column: Column) -> Hashable:
        if state == _FOUND:
            return _FOUND
        usable, place, known = state
        search = searches[usable]
        if place in wanted:
            known = search.steps[known][min(column[place], search.largest_count)]
            if known == FOUND:
                return _FOUND
        if number < variant.numbers:
            return usable, place, known
        return usable, place + 1, search.start

    return ColumnAutomaton(
        start=start,
        step=step,
        final=_is_found,
        by_color=True,
        largest_count=max(search.largest_count for search in searches.values()),
    )


def _run_searches(variant: Variant, sizes: range, jokers: range) -> dict[range, RunSearch]:
    """Return the search for runs for each range of jokers that hands can use."""
    held = range(variant.playing_set.jokers + 1)
    return {
        usable: find_runs(variant, sizes, usable) for usable in {_up_to(jokers, h) for h in held}
    }


def _is_found(state: Hashable) -> bool:
    return state == _FOUND


def _has_meld(variant: Variant, natural: bool = False) -> ColumnAutomaton[Hashable]:
    sizes, jokers = range(1, _LARGE), _jokers(variant, natural)
    searches = _run_searches(variant, sizes, jokers)
    real = {usable: fewest_real_tiles(variant, sizes, usable) for usable in searches}

    def start(held: int) -> Hashable:
        usable = _up_to(jokers, held)
        return usable, (searches[usable].start,) * variant.colors

    def step(state: Any, number: int, column: Column) -> Hashable:
        if state == _FOUND:
            return _FOUND
        usable, colors = state
        needed = real[usable]
        if needed is not None and tiles_for_group(variant, column) >= needed:
            return _FOUND
        search = searches[usable]
        following = []
        for known, tiles in zip(colors, column, strict=True):
            following.append(search.steps[known][min(tiles, search.largest_count)])
            if following[-1] == FOUND:
                return _FOUND
        return usable, tuple(following)

    # Which color is which makes no difference to what can still be found.
    def merge(state: Any, alike: Alike) -> Hashable:
        if state == _FOUND:
            return _FOUND
        usable, colors = state
        return usable, in_order(colors, alike)

    return ColumnAutomaton(
        start=start,
        step=step,
        final=_is_found,
        largest_count=max(
            _largest_count(variant, sizes, jokers),
            *(search.largest_count for search in searches.values()),
        ),
        merge=merge,
    )


_LARGE = 1 << 16  # more tiles than any meld has


def _jokers(variant: Variant, natural: bool) -> range:
    """Return how many jokers a meld may have."""
    if not isinstance(natural, bool):
        raise MeasureError(f"natural={natural!r}: it is True (melds without jokers) or False")
    return range(1) if natural else range(variant.playing_set.jokers + 1)


def _at_least(name: str, tiles: int) -> range:
    """Return the sizes of melds with at least so many tiles."""
    if isinstance(tiles, bool) or not isinstance(tiles, int) or tiles < 1:
        raise MeasureError(f"{name}={tiles!r}: the {name} is a whole number from 1 on")
    return range(tiles, _LARGE)


def _has_group(variant: Variant, size: int = 3, natural: bool = False) -> ColumnAutomaton[Hashable]:
    return group_automaton(variant, _at_least("size", size), _jokers(variant, natural))


def _has_run(variant: Variant, length: int = 3, natural: bool = False) -> ColumnAutomaton[Hashable]:
    return run_automaton(variant, _at_least("length", length), _jokers(variant, natural))


def _pairs(variant: Variant) -> ColumnAutomaton[int]:
    def gain(state: int, number: int, column: Column) -> int:
        return sum(tiles // 2 for tiles in column)

    return ColumnAutomaton(
        start=lambda held: 0, step=unchanged, gain=gain, final=int, by_color=True
    )


def _hand_points(variant: Variant) -> ColumnAutomaton[int]:
    values = {
        number: [
            variant.rack_value(Tile(color, number)) for color in variant.playing_set.color_letters
        ]
        for number in range(1, variant.numbers + 1)
    }

    def start(held: int) -> int:
        return held * variant.rack_value(JOKER)

    def gain(state: int, number: int, column: Column) -> int:
        return sum(tiles * value for tiles, value in zip(column, values[number], strict=True))

    return ColumnAutomaton(start=start, step=unchanged, gain=gain, final=int, by_color=True)


def _count(
    variant: Variant,
    number: int | None = None,
    color: str | None = None,
    joker: bool | None = None,
) -> ColumnAutomaton[int]:
    if joker not in (None, False, True):
        raise MeasureError(f"joker={joker!r}: it is True (count the jokers) or False")
    if number is None and color is None and joker is None:
        raise MeasureError("count what? Give a number, a color or both, or joker=True")
    if joker and (number, color) != (None, None):
        raise MeasureError("a joker has neither number nor color; joker=True is given alone")
    if number is not None and number not in range(1, variant.numbers + 1):
        raise MeasureError(f"number={number!r}: the numbers go from 1 to {variant.numbers}")
    letters = variant.playing_set.color_letters
    if color is not None and color not in tuple(letters):
        raise MeasureError(f"color={color!r}: the colors are {', '.join(letters)}")
    counted = (
        slice(None) if color is None else slice(letters.index(color), letters.index(color) + 1)
    )

    def gain(state: int, this: int, column: Column) -> int:
        wanted = not joker and number in (None, this)
        return sum(column[counted]) if wanted else 0

    return ColumnAutomaton(
        start=lambda held: held if joker else 0,
        step=unchanged,
        gain=gain,
        final=int,
        by_color=True,
    )


def _can_open(
    variant: Variant, context: Context | None = None, by: str | None = None
) -> ColumnAutomaton[Any]:
    ways = ways_to_open(variant, context, by)
    match ways:
        case [Pairs(pairs)]:
            return _has_pairs(pairs)
        case [AnyMeld()] | [Points(points=0, needs_run=False)]:
            return _has_meld(variant)
        case [Points(points=0, needs_run=True)]:
            return _has_run(variant, length=1)
    known = " or ".join(map(str, ways))
    raise MeasureError(
        f"can_open has no exact method where it takes {known}; it has one for pairs alone "
        "(by='pairs') and for any meld. Estimate it with simulate()"
    )


def _has_pairs(needed: int) -> ColumnAutomaton[tuple[int, int, int]]:
    """Return the automaton that finds so many pairs; a wild tile makes a pair with any tile."""

    # The state: wild tiles, natural pairs, and tiles without a twin as far as there are wild ones.
    def step(state: tuple[int, int, int], number: int, column: Column) -> tuple[int, int, int]:
        wild, pairs, singles = state
        pairs += sum(tiles // 2 for tiles in column)
        singles += sum(tiles % 2 for tiles in column)
        return wild, min(pairs, needed), min(singles, wild)

    def final(state: tuple[int, int, int]) -> bool:
        wild, pairs, singles = state
        return pairs_with_jokers(pairs, singles, wild) >= needed

    return ColumnAutomaton(start=lambda held: (held, 0, 0), step=step, final=final, by_color=True)


def pairs_with_jokers(pairs: int, singles: int, jokers: int) -> int:
    """Return how many pairs there are if a joker makes a pair with any tile, or another joker.

    Examples
    --------
    >>> pairs_with_jokers(pairs=3, singles=1, jokers=3)
    5
    """
    return pairs + min(singles, jokers) + max(0, jokers - singles) // 2


AUTOMATA: dict[str, Callable[..., Cases]] = {
    "has_group": _has_group,
    "has_run": _has_run,
    "has_meld": _has_meld,
    "pairs": _pairs,
    "hand_points": _hand_points,
    "count": _count,
    "can_open": _can_open,
    "groups": groups,
    "runs": runs,
    "maximal_melds": maximal_melds,
    "isolated_tiles": isolated_tiles,
    "three_tile_melds": three_tile_melds,
}
"""For each measure with an exact method: its arguments, after the variant, to its automaton."""

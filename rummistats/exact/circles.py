"""Circles: a hand whose runs go round is cut where it is emptiest, and read from there on.

A line has a first column, a circle has none: whoever starts anywhere must guess at once which
runs will arrive from the other side, and remember every guess until the end. But a run passes
only columns in which it has a tile or a joker. So each hand is read from its *emptiest* column
on: through an empty one no run passes without a joker, and then the hand is as easy as one on a
line. Hands of up to 25 tiles have, among 13 columns, at least one with a single tile or none.

Of several columns that are emptiest the cut is made at the first one. So the columns before it
have more tiles, those behind it at least as many, and every hand is read exactly once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

from rummistats.exact.columns import Column
from rummistats.exact.compiled import Reader
from rummistats.exact.layers import ColumnTiles
from rummistats.exact.plans import Plan, Start

__all__ = ["cut_at", "cuts", "fuller"]


def cuts(reader: Reader) -> Iterator[Reader]:
    """Yield readers that share the hands of a circle among them, each from its emptiest column.

    Parameters
    ----------
    reader : Reader
        One that goes round, and can read any hand from its first column on.

    Yields
    ------
    Reader
        One for every column that can be the emptiest one, and every number of tiles in it. If
        the columns are all alike, as where nothing depends on the number, a single one for all
        cuts: its ``laps`` are 2.

    Examples
    --------
    Three tiles in three columns leave one empty, or each has one:

    >>> from rummistats.exact.counting import Score, make_reader
    >>> from rummistats.exact.plans import make_plan
    >>> from rummistats.playing import deck_of
    >>> from rummistats.variants import Variant
    >>> circle = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=3, ones="circular")
    >>> reader = make_reader((Score(make_plan(circle, "melds")),), deck_of(circle), dealt=3)
    >>> [(cut.columns[0].columns, cut.laps) for cut in cuts(reader)]
    [(((0, 0),), 2), (((0, 1), (1, 0)), 2)]
    """
    turned = [_turned(reader, place) for place in range(len(reader.columns))]
    alike = all(_same_but_for_numbers(other, turned[0]) for other in turned)
    most = reader.dealt + sum(tiles.held for tiles in reader.columns)
    for fewest in range(most // len(turned) + 1):
        for place, cut in enumerate(turned[:1] if alike else turned):
            behind = len(turned) - place
            columns = [
                _filled(tiles, _tiles_allowed(fewest, index, behind))
                for index, tiles in enumerate(cut.columns)
            ]
            if all(tiles.columns for tiles in columns):
                yield replace(cut, columns=tuple(columns), laps=1 + alike)


def _tiles_allowed(fewest: int, index: int, behind: int) -> Callable[[int], bool]:
    """Return which numbers of tiles a column may have if the first one is the emptiest.

    Those from ``behind`` on come before it on the circle's own count.
    """
    if index == 0:
        return lambda tiles: tiles == fewest
    return lambda tiles: tiles >= fewest + (index >= behind)


def _filled(tiles: ColumnTiles, allowed: Callable[[int], bool]) -> ColumnTiles:
    """Return how a column can turn out with so many tiles."""
    kept = [place for place, column in enumerate(tiles.columns) if allowed(sum(column))]
    return replace(
        tiles,
        columns=tuple(tiles.columns[place] for place in kept),
        dealt=tuple(tiles.dealt[place] for place in kept),
        weights=tuple(tiles.weights[place] for place in kept),
        counts=tuple(tiles.counts[place] for place in kept),
    )


def _turned(reader: Reader, place: int) -> Reader:
    """Return the reader of the same hands that begins at another column."""
    return replace(
        reader,
        plans=tuple(cut_at(plan, place) for plan in reader.plans),
        columns=reader.columns[place:] + reader.columns[:place],
    )


def _same_but_for_numbers(one: Reader, other: Reader) -> bool:
    return one.columns == other.columns and all(
        mine.starts == yours.starts for mine, yours in zip(one.plans, other.plans, strict=True)
    )


def fuller(tiles: ColumnTiles, cut: Reader) -> ColumnTiles:
    """Return a column past the circle's end; it weighs nothing with no more than the first has."""
    fewest = sum(cut.columns[0].columns[0])
    weights = zip(tiles.weights, tiles.columns, strict=True)
    return replace(
        tiles,
        weights=tuple(weight if sum(column) > fewest else 0 for weight, column in weights),
    )


def cut_at(plan: Plan, place: int) -> Plan:
    """Return the plan of a circle that reads another column first.

    Examples
    --------
    The run 4 1 2 is met at 1 if that is read first, and owes 2 and 4; if 2 is read first, it
    is met there, and owes 4 and 1:

    >>> from rummistats.exact.plans import make_plan
    >>> from rummistats.variants import Variant
    >>> circle = Variant.mini(colors=1, numbers=4, copies=1, jokers=0, hand_size=3, ones="circular")
    >>> plan = make_plan(circle, "melds")
    >>> ((1,), (1,), (0,), (1,)) in [start.needs for start in plan.starts[0]]
    True
    >>> cut_at(plan, 1).numbers, [start.needs for start in cut_at(plan, 1).starts[0]]
    ((2, 3, 4, 1), [((1,), (0,), (1,), (1,)), ((1,), (1,), (0,), (1,)), ((1,), (1,), (1,))])
    """
    size = len(plan.numbers)
    starts: dict[int, list[Start]] = defaultdict(list)
    for first, begun in enumerate(plan.starts):
        for start in begun:
            needs: dict[int, Column] = {
                (first + ahead - place) % size: column
                for ahead, column in enumerate(start.needs)
                if any(column)
            }
            nothing = (0,) * plan.colors
            span = range(min(needs), max(needs) + 1)
            turned = tuple(needs.get(index, nothing) for index in span)
            starts[span.start].append(replace(start, needs=turned))
    return replace(
        plan,
        numbers=plan.numbers[place:] + plan.numbers[:place],
        # In one order, so that plans which differ only in their numbers are equal in all else.
        starts=tuple(tuple(sorted(starts[index], key=_in_order)) for index in range(size)),
    )


def _in_order(start: Start) -> tuple[object, ...]:
    return start.needs, start.jokers, start.credit, start.parts

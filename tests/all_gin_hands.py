"""The dead wood of all 15,820,024,220 gin hands, one for each choice of what the suits have.

Which suit is which makes no difference, so 660 million hands stand for all of them.
"""

# mypy: disable-error-code="no-untyped-call, untyped-decorator"

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from rummistats.kernels.split import four_optima
from rummistats.montecarlo.tables import LANES, split_tables
from rummistats.variants import Variant

Numbers = npt.NDArray[np.int64]


def count_dead_wood(variant: Variant) -> Numbers:
    """Return for each number of points how many hands of ten cards have it as dead wood."""
    tables = split_tables(variant)
    points = np.array([variant.rack_value(tile) for tile in variant.playing_set.tiles])
    cards = np.array([number.bit_count() for number in range(1 << 13)])
    of_size = np.full((11, 1716), 1 << 13, dtype=np.int64)
    for size in range(11):
        contents = np.flatnonzero(cards == size)
        of_size[size, : len(contents)] = contents
    found = np.zeros(128, dtype=np.int64)
    _count(
        of_size,
        cards.astype(np.int64),
        points.astype(np.int64),
        16 * LANES.index("dead_wood_points"),
        found,
        tables.color_of,
        tables.number_of,
        tables.content_of,
        tables.pattern_of,
        tables.table,
        tables.jokers,
        tables.pattern_zero,
        tables.option_first,
        tables.option_last,
        tables.option_tiles,
        tables.option_jokers,
        tables.option_credits,
    )
    return found


@njit
def _put(hands, row, column, suit, content):  # type: ignore[no-untyped-def]
    for number in range(13):
        if content >> number & 1:
            hands[row, column] = 13 * suit + number
            column += 1
    return column


@njit
def _count(  # type: ignore[no-untyped-def]
    of_size, cards, points, lane, found, color_of, number_of, content_of, pattern_of, table,
    jokers, pattern_zero, option_first, option_last, option_tiles, option_jokers, option_credits,
):  # fmt: skip
    rows = 1 << 14
    hands = np.empty((rows, 10), dtype=np.uint8)
    orders = np.empty(rows, dtype=np.int64)
    results = np.empty(rows, dtype=np.uint64)
    no_runs = np.empty(0, dtype=np.int64)
    no_table = np.empty((0, 0), dtype=np.int32)
    row = 0
    whole = 1 << 13
    for a in range(whole):
        for b in range(a, whole):
            if cards[a] + cards[b] > 10:
                continue
            for size in range(10 - cards[a] - cards[b] + 1):
                last = 10 - cards[a] - cards[b] - size
                first = np.searchsorted(of_size[size], b)
                for c in of_size[size, first:]:
                    if c == whole:
                        break
                    begin = np.searchsorted(of_size[last], c)
                    for d in of_size[last, begin:]:
                        if d == whole:
                            break
                        # In how many orders the four suits can have these contents.
                        order = 24
                        if a == b == c == d:
                            order = 1
                        elif a == b == c or b == c == d:
                            order = 4
                        elif a == b and c == d:
                            order = 6
                        elif a == b or b == c or c == d:
                            order = 12
                        column = _put(hands, row, 0, 0, a)
                        column = _put(hands, row, column, 1, b)
                        column = _put(hands, row, column, 2, c)
                        _put(hands, row, column, 3, d)
                        orders[row] = order
                        row += 1
                        if row == rows:
                            four_optima(
                                hands, color_of, number_of, content_of, pattern_of, table,
                                jokers, pattern_zero, option_first, option_last, option_tiles,
                                option_jokers, option_credits, no_table, results, no_runs,
                            )  # fmt: skip
                            _add(hands, row, results, orders, points, lane, found)
                            row = 0
    four_optima(
        hands[:row], color_of, number_of, content_of, pattern_of, table, jokers, pattern_zero,
        option_first, option_last, option_tiles, option_jokers, option_credits, no_table, results,
        no_runs,
    )  # fmt: skip
    _add(hands, row, results, orders, points, lane, found)


@njit
def _add(hands, rows, results, orders, points, lane, found):  # type: ignore[no-untyped-def]
    for row in range(rows):
        total = 0
        for kind in hands[row]:
            total += points[kind]
        melded = np.int64(results[row] >> np.uint64(lane) & np.uint64(0xFFFF))
        found[total - melded] += orders[row]

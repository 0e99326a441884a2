"""The best play on a table of which the melds are only extended.

Kinds and melds are those of `rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.rows import (
    COLORS,
    GROUP,
    HIGHEST,
    KINDS,
    ROW,
    ZERO,
    add_tile,
    copy_row,
    fits_meld,
    kind_at,
)
from rummistats.kernels.table_search import IMPOSSIBLE, best_division

STEP = 1 << 20
"""What one more point counts: more than one more for each tile."""

NEEDS = 14
"""So many tiles an item needs at most."""


@njit(cache=True, nogil=True)
def best_play(
    hand: np.ndarray,
    must: int,
    table: np.ndarray,
    melds: int,
    catalog: tuple[np.ndarray, np.ndarray, np.ndarray],
    credits: np.ndarray,
    of_color: int,
    largest_group: int,
    left: np.ndarray,
    after: np.ndarray,
) -> tuple[np.int64, int]:
    """Return what the best play gains, and how many melds there are after it; without jokers.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (52,)
        The rack.
    must : int
        A kind of which one tile has to be laid, or -1.
    table : numpy.ndarray of int64, shape (most, 5)
        The melds on the table.
    melds : int
        How many there are.
    catalog : tuple of numpy.ndarray
        New melds that can't be cut in two: the kinds that each needs, its tiles in ascending order
        (int16, as many columns as the longest has tiles, then -1); what they gain (int64);
        their rows. Those that begin with the same kind stand in the order in which they are tried.
    credits : numpy.ndarray of int64, shape (15,)
        What a tile gains at each place of a run, and a 1 in a group.
    of_color, largest_group
        As in `fits_meld`.
    left : numpy.ndarray of int8, shape (52,)
        Receives what is left of the rack.
    after : numpy.ndarray of int64, shape (most, 5)
        Receives the melds afterwards.
    """
    catalog_needs, catalog_gains, catalog_rows = catalog
    for kind in range(KINDS):
        left[kind] = hand[kind]
    for meld in range(melds):
        copy_row(table, meld, after, meld)
    most = catalog_gains.shape[0] + 96 * melds
    needs = np.empty((most, NEEDS), dtype=np.int16)
    sizes = np.empty(most, dtype=np.int64)
    gains = np.empty(most, dtype=np.int64)
    rows = np.empty((most, ROW), dtype=np.int64)
    of_meld = np.empty(most, dtype=np.int64)
    items = ZERO
    for item in range(catalog_gains.shape[0]):
        size = ZERO
        fits = True
        while size < catalog_needs.shape[1] and catalog_needs[item, size] >= 0:
            kind = catalog_needs[item, size]
            same = 1
            while same <= size and catalog_needs[item, size - same] == kind:
                same += 1
            if hand[kind] < same:
                fits = False
                break
            needs[items, size] = kind
            size += 1
        if fits:
            sizes[items], gains[items], of_meld[items] = size, catalog_gains[item], -1
            copy_row(catalog_rows, item, rows, items)
            items += 1
    for meld in range(melds):
        items = _longer(
            hand, table, meld, credits, of_color, largest_group, needs, sizes, gains, rows,
            of_meld, items,
        )  # fmt: skip
    if items == 0:
        return np.int64(0), melds
    worth = np.empty(KINDS, dtype=np.int64)
    for kind in range(KINDS):
        worth[kind] = credits[kind // COLORS]
        if kind < COLORS:
            worth[kind] = max(credits[0], credits[HIGHEST], credits[HIGHEST + 1])
    picked = np.empty(KINDS, dtype=np.int32)
    gain, chosen = choose_items(
        hand, must, ZERO + (must >= 0), melds, needs, sizes, gains, of_meld, items, worth, picked
    )
    if gain <= 0:
        return np.int64(0), melds
    new = np.empty((KINDS, ROW), dtype=np.int64)
    several = ZERO
    for place in range(chosen):
        item = picked[place]
        for at in range(sizes[item]):
            left[needs[item, at]] -= 1
        if of_meld[item] >= 0:
            copy_row(rows, item, after, of_meld[item])
        else:
            copy_row(rows, item, new, several)
            several += 1
    return gain, _join_new(new, several, after, melds)


@njit(cache=True, nogil=True)
def choose_items(
    hand: np.ndarray,
    must: int,
    forced: int,
    melds: int,
    needs: np.ndarray,
    sizes: np.ndarray,
    gains: np.ndarray,
    of_meld: np.ndarray,
    items: int,
    worth: np.ndarray,
    picked: np.ndarray,
) -> tuple[np.int64, int]:
    """Return the largest gain of disjoint items, and how many are chosen; 0 if none are.

    Parameters
    ----------
    hand : numpy.ndarray of int8
        The tiles of each kind.
    must, forced : int
        A kind, or -1, and how many tiles of it have to be in items.
    melds : int
        How many melds lie on the table; each becomes one other at most.
    needs, sizes, gains, of_meld : numpy.ndarray
        The kinds that each item needs, in ascending order, how many these are, what it gains, and
        which meld of the table it replaces, or -1.
    items : int
        How many items there are.
    worth : numpy.ndarray of int64
        What a tile of each kind adds to an item's gain at most.
    picked : numpy.ndarray of int32
        Receives the numbers of those that are chosen.
    """
    kinds = hand.shape[0]
    counts = np.ones(kinds + melds, dtype=np.int8)
    limits = np.ones(kinds + melds, dtype=np.int8)
    held = melds
    for kind in range(kinds):
        counts[kind] = limits[kind] = hand[kind]
        held += hand[kind]
    if must >= 0:
        limits[must] -= forced
    penalties = np.zeros(kinds + melds, dtype=np.int64)
    upper = np.zeros(kinds + melds, dtype=np.int64)
    first = np.zeros(kinds + melds + 1, dtype=np.int32)
    tiles = 0
    for item in range(items):
        first[needs[item, 0] + 1] += 1
        tiles += sizes[item] + (of_meld[item] >= 0)
    for kind in range(kinds + melds):
        first[kind + 1] += first[kind]
    # In the order of what they begin with, and else as they came.
    order = np.empty(items, dtype=np.int32)
    place_in = np.empty(kinds + melds, dtype=np.int32)
    for kind in range(kinds + melds):
        place_in[kind] = first[kind]
    for item in range(items):
        order[place_in[needs[item, 0]]] = item
        place_in[needs[item, 0]] += 1
    all_needs = np.empty(tiles, dtype=np.int16)
    starts = np.empty(items + 1, dtype=np.int32)
    all_gains = np.empty(items, dtype=np.int64)
    at = 0
    for place in range(items):
        item = order[place]
        starts[place] = at
        all_gains[place] = gains[item]
        for need in range(sizes[item]):
            kind = needs[item, need]
            all_needs[at] = kind
            upper[kind] = worth[kind]
            at += 1
        if of_meld[item] >= 0:
            all_needs[at] = kinds + of_meld[item]
            at += 1
    starts[items] = at
    chosen = np.empty(held + 1, dtype=np.int32)
    gain = best_division(
        counts, limits, penalties, first, all_needs, starts, all_gains, upper, 0, 0, chosen
    )
    if gain <= IMPOSSIBLE + 1:
        return np.int64(0), 0
    count = 0
    while chosen[count] >= 0:
        picked[count] = order[chosen[count]]
        count += 1
    return gain, count


@njit(cache=True, nogil=True)
def _longer(
    hand: np.ndarray,
    table: np.ndarray,
    meld: int,
    credits: np.ndarray,
    of_color: int,
    largest_group: int,
    needs: np.ndarray,
    sizes: np.ndarray,
    gains: np.ndarray,
    rows: np.ndarray,
    of_meld: np.ndarray,
    items: int,
) -> int:
    """Write what a meld may become: shorter ones first, and of these the lowest."""
    row = table[meld]
    if row[0] == GROUP:
        for color in range(COLORS):
            kind = row[1] * COLORS + color
            if hand[kind] and fits_meld(kind, row, of_color, largest_group):
                needs[items, 0] = kind
                sizes[items], of_meld[items] = 1, meld
                gains[items] = credits[row[1]] if row[1] else credits[HIGHEST + 1]
                copy_row(table, meld, rows, items)
                add_tile(kind, rows[items], ZERO + 1)
                items += 1
        return items
    color, first, last = row[1], row[2], row[3]
    low, high = first, last
    while low > 0 and hand[kind_at(color, low - 1)]:
        low -= 1
    while high < HIGHEST and hand[kind_at(color, high + 1)]:
        high += 1
    for size in range(last - first + 2, HIGHEST + 1):
        for begin in range(max(low, last - size + 1), first + 1):
            end = begin + size - 1
            if end > high:
                break
            count = 0
            gain = np.int64(0)
            # In ascending order of the kinds a 1 comes first.
            if end == HIGHEST and last < HIGHEST:
                needs[items, 0] = color
                gain += credits[HIGHEST]
                count = 1
            for place in range(begin, min(end, HIGHEST - 1) + 1):
                if place < first or place > last:
                    needs[items, count] = kind_at(color, place)
                    gain += credits[place]
                    count += 1
            sizes[items], gains[items], of_meld[items] = count, gain, meld
            copy_row(table, meld, rows, items)
            rows[items, 2], rows[items, 3] = begin, end
            items += 1
    return items


@njit(cache=True, nogil=True)
def _join_new(new: np.ndarray, several: int, after: np.ndarray, melds: int) -> int:
    """Put new melds after others, groups first, runs that continue each other joined."""
    runs = np.empty(several, dtype=np.int64)
    count = 0
    for place in range(several):
        if new[place, 0] == GROUP:
            copy_row(new, place, after, melds)
            melds += 1
        else:
            # By the letters of the suits, of which the last comes first.
            at = count
            while at and _is_before(new[place], new[runs[at - 1]]):
                runs[at] = runs[at - 1]
                at -= 1
            runs[at] = place
            count += 1
    begin = 0
    while begin < count:
        run = new[runs[begin]]
        joined = False
        for later in range(begin + 1, count):
            other = new[runs[later]]
            fits = run[1] == other[1] and other[2] == run[3] + 1
            if fits and other[3] - run[2] < HIGHEST:
                other[2] = run[2]
                moved = runs[later]
                for place in range(later, begin + 1, -1):
                    runs[place] = runs[place - 1]
                runs[begin + 1] = moved
                joined = True
                break
        if not joined:
            copy_row(new, runs[begin], after, melds)
            melds += 1
        begin += 1
    return melds


@njit(cache=True, nogil=True)
def _is_before(one: np.ndarray, other: np.ndarray) -> bool:
    if one[1] != other[1]:
        return bool(one[1] > other[1])
    return bool(one[2] < other[2] or (one[2] == other[2] and one[3] < other[3]))

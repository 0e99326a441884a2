"""Laying off on melds that lie on the table, with at most two jokers in the game.

Kinds and melds are those of `rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.extending import choose_items
from rummistats.kernels.rows import (
    COLORS,
    GROUP,
    HIGHEST,
    JOKER,
    KINDS,
    NO_KIND,
    ROW,
    ZERO,
    Limits,
    color_count,
    copy_row,
    exchange,
    exchange_at,
    jokers_of,
    kind_at,
    size_of,
)

ITEMS = 1 << 14
"""For so many ways to make a meld longer there is room."""

Room = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""The needs of `ITEMS` items, how many they are, their gains, their rows, and their melds."""


@njit(cache=True, nogil=True)
def lay_off(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
) -> np.int64:
    """Lay off as many tiles as possible, of equal ways most points; return what that gains.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (53,)
        The rack, from which they are taken.
    table : numpy.ndarray of int64, shape (most, 5)
        The melds, which are extended.
    melds : int
        How many there are.
    worth : numpy.ndarray of int64, shape (53,)
        What a tile of each kind gains.
    limits : tuple
        See `rummistats.kernels.rows.Limits`.
    room : tuple of numpy.ndarray
        To work in, see `Room`.
    """
    needs, sizes, _, rows, of_meld = room
    melds_of = np.empty((64, 2), dtype=np.int64)
    kinds_of = np.empty((64, 2), dtype=np.int64)
    ways = _exchanges(hand, table, melds, melds_of, kinds_of)
    picked = np.empty(KINDS + 1, dtype=np.int32)
    old = np.empty((2, ROW), dtype=np.int64)
    best, chosen, count = ZERO, ZERO, ZERO
    for step in range(ways + (ways > 1)):
        # At last the best way once more, since the others have written over it.
        is_last = step == ways
        way = chosen if is_last else ZERO + step
        freed, more = ZERO, ZERO
        while freed < 2 and kinds_of[way, freed] >= 0:
            meld, kind = melds_of[way, freed], kinds_of[way, freed]
            copy_row(table, meld, old, freed)
            exchange(table[meld], kind)
            hand[kind] -= 1
            more += worth[kind] - worth[JOKER]
            freed += 1
        hand[JOKER] += freed
        # Jokers that are freed are laid again.
        gain, count = _longest(hand, table, melds, freed, worth, limits, room, picked)
        if freed and count == 0:
            more = ZERO - gain
        if gain + more > best:
            best, chosen = gain + more, way
        if not is_last:
            hand[JOKER] -= freed
            while freed:
                freed -= 1
                hand[kinds_of[way, freed]] += 1
                copy_row(old, freed, table, melds_of[way, freed])
    if best <= 0:
        return np.int64(0)
    for place in range(count):
        item = picked[place]
        for at in range(sizes[item]):
            hand[needs[item, at]] -= 1
        copy_row(rows, item, table, of_meld[item])
    return np.int64(best)


@njit(cache=True, nogil=True)
def _exchanges(
    hand: np.ndarray, table: np.ndarray, melds: int, melds_of: np.ndarray, kinds_of: np.ndarray
) -> int:
    """Write all ways to exchange one joker or both: the melds and the tiles; return how many.

    The first one is not to do it.
    """
    with_jokers = np.full(2, NO_KIND)
    several = ZERO
    for meld in range(melds):
        if jokers_of(table[meld]):
            with_jokers[several] = meld
            several += 1
    melds_of[0, 0] = melds_of[0, 1] = kinds_of[0, 0] = kinds_of[0, 1] = -1
    ways = ZERO + 1
    row = np.empty((1, ROW), dtype=np.int64)
    first, second = with_jokers[0], with_jokers[1]
    # As if the first meld stayed as it is, and then for each tile in it.
    for one in range(-1, COLORS if several else -1):
        kind = exchange_at(table[first], one) if one >= 0 else -1
        if one >= 0 and (kind < 0 or not hand[kind]):
            continue
        if one >= 0:
            melds_of[ways, 0], kinds_of[ways, 0] = first, kind
            melds_of[ways, 1], kinds_of[ways, 1] = -1, -1
            ways += 1
        meld = second
        if second >= 0:
            copy_row(table, second, row, ZERO)
        elif one >= 0:
            meld = first
            copy_row(table, first, row, ZERO)
            exchange(row[0], kind)
        else:
            continue
        for two in range(COLORS):
            other = exchange_at(row[0], two)
            if other >= 0 and hand[other] > (other == kind):
                melds_of[ways, 0], kinds_of[ways, 0] = meld, other
                melds_of[ways, 1], kinds_of[ways, 1] = -1, -1
                if one >= 0:
                    melds_of[ways, 1], kinds_of[ways, 1] = meld, other
                    melds_of[ways, 0], kinds_of[ways, 0] = first, kind
                ways += 1
    return int(ways)


@njit(cache=True, nogil=True)
def _longest(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    forced: int,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
    picked: np.ndarray,
) -> tuple[np.int64, int]:
    """Return what is gained by the best way to make melds longer, and how many become so."""
    needs, sizes, gains, _, of_meld = room
    items = ZERO
    for meld in range(melds):
        if table[meld, 0] == GROUP:
            items = _longer_groups(hand, table, meld, worth, limits, room, items)
        else:
            items = _longer_runs(hand, table, meld, worth, limits, room, items)
    if items == 0:
        return ZERO, ZERO
    gain, count = choose_items(
        hand, ZERO + JOKER, forced, melds, needs, sizes, gains, of_meld, items, worth, picked
    )
    return gain, count


@njit(cache=True, nogil=True)
def _longer_groups(
    hand: np.ndarray,
    table: np.ndarray,
    meld: int,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
    items: int,
) -> int:
    """Write what a group may become: smaller ones first, then those with fewer jokers."""
    needs, sizes, gains, rows, of_meld = room
    row = table[meld]
    first = row[1] * COLORS
    most = np.empty(COLORS, dtype=np.int64)
    size, jokers = size_of(row), jokers_of(row)
    total = ZERO + hand[JOKER]
    for color in range(COLORS):
        most[color] = min(hand[first + color], limits[0] - color_count(row[2], color))
        total += most[color]
    for more in range(1, min(total, limits[1] - size) + 1):
        for wild in range(min(more, hand[JOKER]) + 1):
            if not limits[2][size + more, jokers + wild]:
                continue
            # Of each color as many as possible, the first colors first.
            for a in range(min(most[0], more - wild), -1, -1):
                for b in range(min(most[1], more - wild - a), -1, -1):
                    for c in range(min(most[2], more - wild - a - b), -1, -1):
                        d = more - wild - a - b - c
                        if d > most[3] or items == ITEMS:
                            continue
                        copy_row(table, meld, rows, items)
                        rows[items, 2] += a | b << 4 | c << 8 | d << 12
                        rows[items, 3] += wild
                        count = ZERO
                        gain = ZERO
                        for color, several in ((0, a), (1, b), (2, c), (3, d)):
                            for _ in range(several):
                                needs[items, count] = first + color
                                gain += worth[first + color]
                                count += 1
                        for _ in range(wild):
                            needs[items, count] = JOKER
                            gain += worth[JOKER]
                            count += 1
                        sizes[items], gains[items], of_meld[items] = count, gain, meld
                        items += 1
    return items


@njit(cache=True, nogil=True)
def _longer_runs(
    hand: np.ndarray,
    table: np.ndarray,
    meld: int,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
    items: int,
) -> int:
    """Write what a run may become: shorter ones first, of these the lowest, jokers last."""
    needs, sizes, gains, rows, of_meld = room
    color, first, last = table[meld, 1], table[meld, 2], table[meld, 3]
    jokers = jokers_of(table[meld])
    outside = np.empty(HIGHEST, dtype=np.int64)
    for size in range(last - first + 2, HIGHEST + 1):
        for begin in range(max(0, last - size + 1), min(first, HIGHEST + 1 - size) + 1):
            end = begin + size - 1
            more, missing = ZERO, ZERO
            for place in range(begin, end + 1):
                if place < first or place > last:
                    outside[more] = place
                    more += 1
                    if not hand[kind_at(color, place)]:
                        missing |= 1 << place
            # Without a joker, with one in each place that may have it, and with two.
            for wild in range(min(2, hand[JOKER], more) + 1):
                if not limits[2][size, jokers + wild]:
                    continue
                for one in range(more if wild else 1):
                    for two in range(one + 1 if wild == 2 else more - 1, more):
                        places = ZERO
                        if wild:
                            places |= 1 << outside[one]
                        if wild == 2:
                            places |= 1 << outside[two]
                        if missing & ~places or items == ITEMS:
                            continue
                        copy_row(table, meld, rows, items)
                        rows[items, 2], rows[items, 3] = begin, end
                        rows[items, 4] |= places
                        sizes[items], of_meld[items] = more, meld
                        gains[items] = _needed(color, outside, more, places, worth, needs[items])
                        items += 1
    return items


@njit(cache=True, nogil=True)
def _needed(
    color: int,
    outside: np.ndarray,
    more: int,
    jokers: int,
    worth: np.ndarray,
    needs: np.ndarray,
) -> np.int64:
    """Write the kinds for these places of a run in ascending order; return what they gain."""
    gain, count = ZERO, ZERO
    # A 1 comes first, jokers come last.
    for step in range(more + 1):
        place = outside[more - 1] if step == 0 else outside[step - 1]
        if (step == 0) == (place == HIGHEST) and not jokers >> place & 1:
            kind = kind_at(color, place)
            needs[count] = kind
            gain += worth[kind]
            count += 1
    while count < more:
        needs[count] = JOKER
        gain += worth[JOKER]
        count += 1
    return np.int64(gain)

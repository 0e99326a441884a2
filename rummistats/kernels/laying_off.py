"""Laying off on melds that lie on the table, with at most one joker in the game.

Kinds and melds are those of `rummistats.kernels.extending`; a joker is the last kind.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.collecting import JOKER
from rummistats.kernels.extending import (
    COLORS,
    GROUP,
    HIGHEST,
    KINDS,
    NO_KIND,
    ROW,
    ZERO,
    choose_items,
    color_count,
    copy_row,
    kind_at,
)

ITEMS = 4096
"""For so many ways to make a meld longer there is room."""


@njit(cache=True, nogil=True)
def group_size(row: np.ndarray) -> np.int64:
    """Return how many tiles a group has, jokers among them."""
    size = ZERO + row[3]
    for color in range(COLORS):
        size += color_count(row[2], color)
    return np.int64(size)


@njit(cache=True, nogil=True)
def can_be_added(kind: int, row: np.ndarray, largest_group: int) -> bool:
    """Return whether a tile, or the joker, can be added to a meld."""
    if row[0] == GROUP:
        fits = kind == JOKER or kind // COLORS == row[1]
        return bool(fits and group_size(row) < largest_group)
    if row[3] - row[2] + 1 >= HIGHEST:
        return False
    if kind == JOKER:
        return True
    number, color = kind // COLORS, kind % COLORS
    if color != row[1]:
        return False
    above = row[3] < HIGHEST and (row[3] + 1) % HIGHEST == number
    return bool(above or (row[2] > 0 and row[2] - 1 == number))


@njit(cache=True, nogil=True)
def contains(row: np.ndarray, old: np.ndarray) -> bool:
    """Return whether a meld is an old one, perhaps with more tiles."""
    if row[0] != old[0] or row[1] != old[1]:
        return False
    if row[0] == GROUP:
        for color in range(COLORS):
            if color_count(row[2], color) < color_count(old[2], color):
                return False
        return bool(row[3] >= old[3])
    within = (np.int64(1) << (old[3] + 1)) - (np.int64(1) << old[2])
    return bool(row[2] <= old[2] and row[3] >= old[3] and row[4] & within == old[4])


@njit(cache=True, nogil=True)
def exchange_at(row: np.ndarray, option: int) -> int:
    """Return which tile can take the place of a meld's joker: options from 0 on, then -1.

    They stand in the order of their texts.
    """
    if row[0] == GROUP:
        has = row[3] and option < COLORS
        return int(row[1] * COLORS + COLORS - 1 - option) if has else -1
    if not row[4] or option:
        return -1
    place = ZERO
    while not row[4] >> place & 1:
        place += 1
    return int(kind_at(row[1], place))


@njit(cache=True, nogil=True)
def exchange(row: np.ndarray, kind: int) -> None:
    """Put a tile in the place of a meld's joker."""
    if row[0] == GROUP:
        row[2] += 1 << (4 * (kind % COLORS))
        row[3] = 0
    row[4] = 0


@njit(cache=True, nogil=True)
def lay_off(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    worth: np.ndarray,
    limits: tuple[int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
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
    limits : tuple of int
        How many tiles of one color, and how many at all, a group may have.
    room : tuple of numpy.ndarray
        The needs of `ITEMS` items, how many they are, their gains, their rows, and their melds.
    """
    needs, sizes, _, rows, of_meld = room
    # Ways to exchange the joker: its meld and the tile; the first one is not to do it.
    melds_of = np.full(COLORS + 1, NO_KIND)
    kinds_of = np.full(COLORS + 1, NO_KIND)
    ways = ZERO + 1
    for meld in range(melds):
        option = ZERO
        kind = exchange_at(table[meld], option)
        while kind >= 0:
            if hand[kind]:
                melds_of[ways], kinds_of[ways] = meld, kind
                ways += 1
            option += 1
            kind = exchange_at(table[meld], option)
    picked = np.empty(KINDS + 1, dtype=np.int32)
    old = np.empty((1, ROW), dtype=np.int64)
    best, chosen, count = ZERO, ZERO, ZERO
    for step in range(ways + (ways > 1)):
        # At last the best way once more, since the others have written over it.
        is_last = step == ways
        way = chosen if is_last else ZERO + step
        meld, kind = melds_of[way], kinds_of[way]
        if kind >= 0:
            copy_row(table, meld, old, ZERO)
            exchange(table[meld], kind)
            hand[kind] -= 1
            hand[JOKER] += 1
        # The joker that is freed is laid again.
        must = ZERO + JOKER if kind >= 0 else NO_KIND
        gain, count = _longest(hand, table, melds, must, worth, limits, room, picked)
        if kind >= 0:
            gain = gain - worth[JOKER] + worth[kind] if count else ZERO
        if gain > best:
            best, chosen = gain, way
        if kind >= 0 and not is_last:
            hand[kind] += 1
            hand[JOKER] -= 1
            copy_row(old, ZERO, table, meld)
    if best <= 0:
        return np.int64(0)
    for place in range(count):
        item = picked[place]
        for at in range(sizes[item]):
            hand[needs[item, at]] -= 1
        copy_row(rows, item, table, of_meld[item])
    return np.int64(best)


@njit(cache=True, nogil=True)
def _longest(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    must: int,
    worth: np.ndarray,
    limits: tuple[int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    picked: np.ndarray,
) -> tuple[np.int64, int]:
    """Return what is gained by the best way to make melds longer, and how many become so."""
    needs, sizes, gains, _, of_meld = room
    items = ZERO
    for meld in range(melds):
        if table[meld, 0] == GROUP:
            items = _longer_groups(hand, table, meld, worth, limits, room, items)
        else:
            items = _longer_runs(hand, table, meld, worth, room, items)
    if items == 0:
        return ZERO, ZERO
    gain, count = choose_items(
        hand, must, melds, needs, sizes, gains, of_meld, items, worth, picked
    )
    return gain, count


@njit(cache=True, nogil=True)
def _longer_groups(
    hand: np.ndarray,
    table: np.ndarray,
    meld: int,
    worth: np.ndarray,
    limits: tuple[int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    items: int,
) -> int:
    """Write what a group may become: smaller ones first, then those with fewer jokers."""
    needs, sizes, gains, rows, of_meld = room
    row = table[meld]
    first = row[1] * COLORS
    most = np.empty(COLORS, dtype=np.int64)
    total = ZERO + hand[JOKER]
    for color in range(COLORS):
        most[color] = min(hand[first + color], limits[0] - color_count(row[2], color))
        total += most[color]
    for more in range(1, min(total, limits[1] - group_size(row)) + 1):
        for wild in range(min(1, hand[JOKER]) + 1):
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
                        if wild:
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
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    items: int,
) -> int:
    """Write what a run may become: shorter ones first, of these the lowest, jokers last."""
    needs, sizes, gains, rows, of_meld = room
    color, first, last = table[meld, 1], table[meld, 2], table[meld, 3]
    for size in range(last - first + 2, HIGHEST + 1):
        for begin in range(max(0, last - size + 1), min(first, HIGHEST + 1 - size) + 1):
            end = begin + size - 1
            missing, gap = ZERO, ZERO
            for place in range(begin, end + 1):
                outside = place < first or place > last
                if outside and not hand[kind_at(color, place)]:
                    missing += 1
                    gap = ZERO + place
            if missing > min(1, hand[JOKER]):
                continue
            # Without a joker, then with one in each place that may have it.
            for wild in range(begin - 1, end + 1):
                if wild < begin:
                    if missing:
                        continue
                elif (first <= wild <= last) or not hand[JOKER] or (missing and wild != gap):
                    continue
                if items == ITEMS:
                    return items
                copy_row(table, meld, rows, items)
                rows[items, 2], rows[items, 3] = begin, end
                count = ZERO
                gain = ZERO
                # In ascending order of the kinds a 1 comes first.
                if end == HIGHEST and last < HIGHEST and wild != HIGHEST:
                    needs[items, 0] = color
                    gain += worth[color]
                    count += 1
                for place in range(begin, min(end, HIGHEST - 1) + 1):
                    if (place < first or place > last) and place != wild:
                        kind = kind_at(color, place)
                        needs[items, count] = kind
                        gain += worth[kind]
                        count += 1
                if wild >= begin:
                    rows[items, 4] |= np.int64(1) << wild
                    needs[items, count] = JOKER
                    gain += worth[JOKER]
                    count += 1
                sizes[items], gains[items], of_meld[items] = count, gain, meld
                items += 1
    return items

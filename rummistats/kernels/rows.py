"""Cards and melds as numbers, for compiled games whose melds lie in one piece on the table.

Kinds are numbered as they are looked at: number by number, and color by color within one; the
joker is the last one. A meld is a row of five numbers: a run is 1, its color, the places of its
ends among ones, numbers and ones again, and its jokers as bits of these places; a group is 0, its
number, how often it has each color (four bits each), how many jokers, and 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rummistats.kernels.bits import count_bits

GROUP, RUN = 0, 1
"""What a row is that describes a meld."""

ROW = 5
"""Length of such a row."""

COLORS = 4
KINDS = 52
"""How many kinds there are but for the joker."""

JOKER = KINDS
"""The kind of a joker."""

HIGHEST = 13
"""The place of a 1 after the highest number; that before 2 has place 0."""

ZERO: Any = np.int64(0)
"""What is counted from: a plain 0 is a type of its own, for which functions are compiled again."""

NO_KIND: Any = np.int64(-1)
"""Instead of a kind."""

Limits = tuple[np.int64, np.int64, np.ndarray]
"""How many tiles of one color a group may have, how many at all, and whether a meld of each size
may have 0, 1, … jokers (bool, shape (sizes, jokers + 1))."""

# Of cards as texts a 10 comes after a king.
_BY_TEXT = np.array([9, 1, 2, 3, 4, 5, 6, 7, 8, 13, 10, 12, 11])


@njit(cache=True, nogil=True)
def kind_at(color: int, place: int) -> int:
    """Return the kind of a tile at a place in a run."""
    return (place % HIGHEST) * COLORS + color


@njit(cache=True, nogil=True)
def copy_row(source: np.ndarray, place: int, target: np.ndarray, to: int) -> None:
    """Copy a meld from one array to another."""
    for column in range(ROW):
        target[to, column] = source[place, column]


@njit(cache=True, nogil=True)
def copy_hand(hand: np.ndarray, to: np.ndarray) -> None:
    """Copy how many tiles there are of each kind."""
    for kind in range(hand.shape[0]):
        to[kind] = hand[kind]


@njit(cache=True, nogil=True)
def count_cards(hand: np.ndarray) -> np.int64:
    """Return how many tiles a rack has."""
    total = np.int64(0)
    for kind in range(hand.shape[0]):
        total += hand[kind]
    return total


@njit(cache=True, nogil=True)
def color_count(colors: int, color: int) -> int:
    """Return how often a group has a color."""
    return colors >> (4 * color) & 15


@njit(cache=True, nogil=True)
def size_of(row: np.ndarray) -> np.int64:
    """Return how many tiles a meld has, jokers among them."""
    if row[0] == RUN:
        return np.int64(row[3] - row[2] + 1)
    size = ZERO + row[3]
    for color in range(COLORS):
        size += color_count(row[2], color)
    return np.int64(size)


@njit(cache=True, nogil=True)
def jokers_of(row: np.ndarray) -> np.int64:
    """Return how many jokers a meld has."""
    if row[0] == GROUP:
        return np.int64(row[3])
    return np.int64(count_bits(row[4]))


@njit(cache=True, nogil=True)
def jokers_on(table: np.ndarray, melds: int) -> int:
    """Return how many jokers lie on the table."""
    jokers = ZERO
    for meld in range(melds):
        jokers += jokers_of(table[meld])
    return int(jokers)


@njit(cache=True, nogil=True)
def fits_meld(kind: int, row: np.ndarray, of_color: int, largest_group: int) -> int:
    """Return how a tile fits a meld: not at all 0, in a group or at a high end 1, at a low one 2.

    Parameters
    ----------
    kind : int
        The tile.
    row : numpy.ndarray of int64, shape (5,)
        The meld, without jokers.
    of_color : int
        How many tiles of one color a group may have.
    largest_group : int
        How many tiles it may have.
    """
    number, color = kind // COLORS, kind % COLORS
    if row[0] == GROUP:
        size = 0
        for other in range(COLORS):
            size += color_count(row[2], other)
        fits = number == row[1] and size < largest_group
        return 1 if fits and color_count(row[2], color) < of_color else 0
    if color != row[1] or row[3] - row[2] + 1 >= HIGHEST:
        return 0
    above, below = row[3] + 1, row[2] - 1
    if above <= HIGHEST and above % HIGHEST == number:
        return 1
    return 2 if below >= 0 and below == number else 0


@njit(cache=True, nogil=True)
def add_tile(kind: int, row: np.ndarray, way: int) -> None:
    """Add a tile to a meld, in the way that `fits_meld` returned."""
    if row[0] == GROUP:
        row[2] += 1 << (4 * (kind % COLORS))
    elif way == 1:
        row[3] += 1
    else:
        row[2] -= 1


@njit(cache=True, nogil=True)
def can_be_added(kind: int, row: np.ndarray, limits: Limits) -> bool:
    """Return whether a tile, or a joker, can be added to a meld."""
    wild, size = jokers_of(row) + (kind == JOKER), size_of(row) + 1
    if size > (limits[1] if row[0] == GROUP else HIGHEST) or not limits[2][size, wild]:
        return False
    if kind == JOKER:
        return True
    number, color = kind // COLORS, kind % COLORS
    if row[0] == GROUP:
        return bool(number == row[1])
    above = row[3] < HIGHEST and (row[3] + 1) % HIGHEST == number
    return bool(color == row[1] and (above or (row[2] > 0 and row[2] - 1 == number)))


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
        has = row[3] > 0 and option < COLORS
        return int(row[1] * COLORS + COLORS - 1 - option) if has else -1
    found, passed = -1, -1
    for _ in range(option + 1):
        found = -1
        for place in range(row[2], row[3] + 1):
            text = _BY_TEXT[place % HIGHEST]
            is_first = found < 0 or text < _BY_TEXT[found % HIGHEST]
            if row[4] >> place & 1 and text > passed and is_first:
                found = place
        if found < 0:
            return -1
        passed = _BY_TEXT[found % HIGHEST]
    return int(kind_at(row[1], found))


@njit(cache=True, nogil=True)
def exchange(row: np.ndarray, kind: int) -> None:
    """Put a tile in the place of a meld's joker."""
    if row[0] == GROUP:
        row[2] += 1 << (4 * (kind % COLORS))
        row[3] -= 1
    else:
        for place in range(row[2], row[3] + 1):
            if row[4] >> place & 1 and kind_at(row[1], place) == kind:
                row[4] ^= np.int64(1) << place

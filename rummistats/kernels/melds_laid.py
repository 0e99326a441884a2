"""A table of groups and runs that are only extended, as arrays: what is laid, added, exchanged.

A meld is a row of four numbers: a run is 1, its color, and as bits the places of its tiles and
those of its jokers, 0 for a 1 and the highest one for a 1 after the highest number; a group is 0,
its number from 0 on, and as bits the colors that its tiles are or stand for and those of its
jokers. What each joker stands for is said.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rummistats.kernels.bits import count_bits
from rummistats.kernels.racks import NOTHING, Room, count_tiles

GROUP, RUN = 0, 1
"""What a row is that describes a meld."""

COLUMNS = 4
"""Length of such a row."""


class Shapes(NamedTuple):
    """Which melds may lie on the table.

    Parameters
    ----------
    numbers, largest_group : int
        How many numbers there are, and most tiles of a group.
    legal : numpy.ndarray of bool, shape (places, sizes)
        The runs that there are, by their first places and their sizes.
    jokers_allowed : numpy.ndarray of bool, shape (sizes, jokers)
        How many jokers a meld of each size may have.
    melds : numpy.ndarray of int64, shape (melds, 4)
        The melds of a search as they are laid.
    values : numpy.ndarray of int64, shape (numbers,)
        What each number counts in an opening.
    by_text : numpy.ndarray of int64, shape (kinds,)
        The place of each kind in the order of texts.
    """

    numbers: int
    largest_group: int
    legal: np.ndarray
    jokers_allowed: np.ndarray
    melds: np.ndarray
    values: np.ndarray
    by_text: np.ndarray


@njit(cache=True, nogil=True)
def copy_melds(table: np.ndarray, melds: int, to: np.ndarray) -> None:
    """Copy the melds of a table."""
    for place in range(melds):
        for column in range(COLUMNS):
            to[place, column] = table[place, column]


@njit(cache=True, nogil=True)
def place_for(kind: int, row: np.ndarray, shapes: Shapes) -> int:
    """Return the bit of a meld that a tile would take, or 0 if it does not fit.

    A joker goes to the end of a run, if it can; in a group it is the last color.
    """
    joker = shapes.by_text.shape[0] - 1
    wild = kind == joker
    size = count_bits(row[2])
    if not shapes.jokers_allowed[size + 1, count_bits(row[3]) + wild]:
        return 0
    if row[0] == GROUP:
        if size >= shapes.largest_group:
            return 0
        if wild:
            color = int(joker // shapes.numbers) - 1
            while row[2] >> color & 1:
                color -= 1
            return 1 << color
        bit = 1 << (kind // shapes.numbers)
        fits = kind % shapes.numbers == row[1] and not row[2] & bit
        return bit if fits else 0
    if not wild and kind // shapes.numbers != row[1]:
        return 0
    low = _lowest(row[2])
    above, below, number = low + size, low - 1, kind % shapes.numbers
    if shapes.legal[low, size + 1] and (wild or above % shapes.numbers == number):
        return 1 << above
    if below >= 0 and shapes.legal[below, size + 1] and (wild or below == number):
        return 1 << below
    return 0


@njit(cache=True, nogil=True)
def fits_table(kind: int, table: np.ndarray, melds: int, shapes: Shapes) -> bool:
    """Return whether a tile can be added to any meld on the table."""
    place = 0
    while place < melds and not place_for(kind, table[place], shapes):
        place += 1
    return place < melds


@njit(cache=True, nogil=True)
def lay_melds(table: np.ndarray, begin: int, total: int, shapes: Shapes, room: Room) -> int:
    """Write the melds of the last arrangement to a table; return how many there are then.

    Groups come first, and runs that continue each other are joined. If no tile of the rack were
    left for the discard, one of the melds is laid without one.
    """
    end = begin
    size = 0
    for kind in (GROUP, RUN):
        place = 0
        while room.chosen[place] != NOTHING:
            row = shapes.melds[room.chosen[place]]
            place += 1
            if row[0] != kind:
                continue
            size += count_bits(row[2])
            to = end
            # Runs by color and number, equal ones as they were found.
            while to > begin and kind == RUN and _is_before(row, table[to - 1], shapes):
                for column in range(COLUMNS):
                    table[to, column] = table[to - 1, column]
                to -= 1
            for column in range(COLUMNS):
                table[to, column] = row[column]
            end += 1
    place = begin
    while place < end:
        joined = False
        for other in range(place + 1, end):
            if _join(table[place], table[other], shapes):
                _remove(table, other, end)
                end -= 1
                joined = True
                break
        if not joined:
            place += 1
    if size < total:
        return end
    joker = room.used.shape[0] - 1
    for place in range(begin, end):
        row = table[place]
        if count_bits(row[2]) > 3:
            bit = row[2]
            while bit & (bit - 1):
                bit &= bit - 1
            if row[0] == GROUP and row[3]:
                bit = row[3]
                while bit & (bit - 1):
                    bit &= bit - 1
            elif row[0] == RUN and row[3] & row[2] & -row[2]:
                bit = row[2] & -row[2]
            room.used[joker if row[3] & bit else _kind_at(row, _lowest(bit), shapes)] -= 1
            row[2] &= ~bit
            row[3] &= ~bit
            return end
    for bit in range(_lowest(table[begin, 2]), 63):
        if table[begin, 2] >> bit & 1:
            wild = table[begin, 3] >> bit & 1
            room.used[joker if wild else _kind_at(table[begin], bit, shapes)] -= 1
    _remove(table, begin, end)
    return end - 1


@njit(cache=True, nogil=True)
def measures(table: np.ndarray, begin: int, end: int, shapes: Shapes) -> tuple[int, int]:
    """Return how many tiles some melds have, and what they are worth."""
    size, value = 0, 0
    for place in range(begin, end):
        kind, key, bits = table[place, 0], table[place, 1], table[place, 2]
        bit = 0
        while bits >> bit:
            if bits >> bit & 1:
                size += 1
                value += shapes.values[key if kind == GROUP else bit % shapes.numbers]
            bit += 1
    return size, value


@njit(cache=True, nogil=True)
def add_tiles(
    table: np.ndarray,
    melds: int,
    left: np.ndarray,
    most: int,
    keep_joker: bool,
    exchanges: bool,
    shapes: Shapes,
) -> int:
    """Add whatever fits but for one tile, jokers last; return how many jokers the rack got."""
    joker = left.shape[0] - 1
    total = count_tiles(left)
    freed = 0
    while most > 0 and total > 1:
        if _add_one(table, melds, left, shapes):
            total -= 1
        elif exchanges and _exchange(table, melds, left, shapes):
            freed += 1
        else:
            break
        most -= 1
    if keep_joker and total != 2:
        return freed
    while most > 0 and total > 1 and left[joker] and _put(joker, table, melds, left, shapes):
        total -= 1
        most -= 1
        freed = min(freed, int(left[joker]))
    return freed


@njit(cache=True, nogil=True)
def add_pairs(left: np.ndarray) -> None:
    """Lay pairs of what is left, one of each kind, but for one tile."""
    total = count_tiles(left)
    for kind in range(left.shape[0] - 1):
        if left[kind] >= 2 and total > 2:
            left[kind] -= 2
            total -= 2


@njit(cache=True, nogil=True)
def _kind_at(row: np.ndarray, place: int, shapes: Shapes) -> int:
    """Return the kind of tile that stands at a place of a meld, or that a joker stands for."""
    if row[0] == GROUP:
        return int(place * shapes.numbers + row[1])
    return int(row[1] * shapes.numbers + place % shapes.numbers)


@njit(cache=True, nogil=True)
def _is_before(row: np.ndarray, other: np.ndarray, shapes: Shapes) -> bool:
    """Return whether a run comes before another meld: by color, first number and size."""
    if other[0] == GROUP:
        return False
    if row[1] != other[1]:
        first, second = row[1] * shapes.numbers, other[1] * shapes.numbers
        return bool(shapes.by_text[first] < shapes.by_text[second])
    low, other_low = _lowest(row[2]), _lowest(other[2])
    return low < other_low or (low == other_low and row[2] < other[2])


@njit(cache=True, nogil=True)
def _join(row: np.ndarray, other: np.ndarray, shapes: Shapes) -> bool:
    """Join a run with one that continues it; whether there is one that may."""
    if row[0] == GROUP or other[0] == GROUP or row[1] != other[1]:
        return False
    low, size = _lowest(row[2]), count_bits(row[2]) + count_bits(other[2])
    if _lowest(other[2]) != low + count_bits(row[2]) or not shapes.legal[low, size]:
        return False
    if not shapes.jokers_allowed[size, count_bits(row[3]) + count_bits(other[3])]:
        return False
    row[2] |= other[2]
    row[3] |= other[3]
    return True


@njit(cache=True, nogil=True)
def _remove(table: np.ndarray, place: int, end: int) -> None:
    """Take a meld away; the later ones move up."""
    for row in range(place, end - 1):
        for column in range(COLUMNS):
            table[row, column] = table[row + 1, column]


@njit(cache=True, nogil=True)
def _add_one(table: np.ndarray, melds: int, left: np.ndarray, shapes: Shapes) -> bool:
    """Add the first tile that fits any meld."""
    for kind in range(left.shape[0] - 1):
        if left[kind] and _put(kind, table, melds, left, shapes):
            return True
    return False


@njit(cache=True, nogil=True)
def _put(kind: int, table: np.ndarray, melds: int, left: np.ndarray, shapes: Shapes) -> bool:
    """Add a tile to the first meld that it fits."""
    for place in range(melds):
        bit = place_for(kind, table[place], shapes)
        if bit:
            table[place, 2] |= bit
            if kind == left.shape[0] - 1:
                table[place, 3] |= bit
            left[kind] -= 1
            return True
    return False


@njit(cache=True, nogil=True)
def _exchange(table: np.ndarray, melds: int, left: np.ndarray, shapes: Shapes) -> bool:
    """Take a joker from the first meld of which the rack has the tile that it stands for."""
    for place in range(melds):
        row = table[place]
        found = NOTHING
        taken = 0
        wild = row[3]
        while wild:
            bit = _lowest(wild)
            wild &= wild - 1
            kind = _kind_at(row, bit, shapes)
            if left[kind] and (found == NOTHING or shapes.by_text[kind] < shapes.by_text[found]):
                found, taken = kind, bit
        if found != NOTHING:
            row[3] &= ~(1 << taken)
            left[found] -= 1
            left[left.shape[0] - 1] += 1
            return True
    return False


@njit(cache=True, nogil=True)
def _lowest(bits: int) -> int:
    """Return the place of the lowest bit."""
    place = 0
    while not bits >> place & 1:
        place += 1
    return place

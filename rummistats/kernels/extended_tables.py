"""The best play on a table that is only extended, jokers on it being exchanged or not.

Who has to exchange a joker for a play does it first; it ends in a new meld. What is found else is
said in `rummistats.kernels.extended_search`.
"""

from __future__ import annotations

import numpy as np

from rummistats.kernels.compiling import njit
from rummistats.kernels.extended_search import (
    ANY,
    BANNED,
    FIRST,
    FLOOR,
    KEEP,
    MELDS,
    NEED,
    OPENED,
    ROOM,
    copy_melds,
    search,
)
from rummistats.kernels.table_moves import (
    COLORS,
    HIGH,
    IS_RUN,
    JOKER,
    LOW,
    NEEDS_BOTH,
    NUMBERS,
    REAL,
    WHAT,
    WILD,
    copy,
    count_tiles,
    jokers_in,
    size_of,
)

__all__ = [
    "ANY",
    "BANNED",
    "FIRST",
    "FLOOR",
    "KEEP",
    "MELDS",
    "NEED",
    "OPENED",
    "ROOM",
    "STEP",
    "all_but_one",
    "best_play",
    "most_melded",
]

STEP = 1 << 20
"""What a tile gains at least where most tiles are best."""


@njit(cache=True, nogil=True)
def best_play(
    rack: np.ndarray,
    table: np.ndarray,
    asked: np.ndarray,
    weights: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> tuple[int, int]:
    """Return what the best play gains and how many melds lie there then; the floor if none does.

    Parameters
    ----------
    rack : numpy.ndarray of int64, shape (53,)
        How many tiles of each kind there are.
    table : numpy.ndarray of int64, shape (ROOM, 6)
        The melds, as in `rummistats.kernels.table_moves`.
    asked : numpy.ndarray of int64, shape (6,)
        What is asked for, see `FIRST`.
    weights : numpy.ndarray of int64, shape (53,)
        What a tile of each kind gains, all positive.
    tools : tuple of numpy.ndarray of int64
        The rules, shape (5,), see `rummistats.kernels.table_moves.PLACES`. What tiles count in an
        opening, shape (28,): in the 14 places of a run, and of 13 numbers in a group; then the
        most that one counts. Room for moves, shape (…, 7). The last two receive the rack after the
        play, shape (53,), and the table, shape (ROOM, 6): the old melds, then the new ones.
    """
    rules, _, _, left, after = tools
    floor, melds = asked[FLOOR], asked[MELDS]
    # A plain 0 would be compiled once more as an argument.
    nothing = melds - melds
    copy(rack, left, JOKER + 1)
    copy_melds(table, after, melds)
    gain, count = search(rack, table, nothing, nothing, floor, asked, weights, tools)
    if gain == floor:
        count = melds
    released = np.empty((2 * ROOM, 4), dtype=np.int64)
    several = _find_released(rack, table, asked, rules, released)
    if not several:
        return gain, count
    rest, rows = np.empty_like(rack), np.empty_like(table)
    for one in range(several):
        for two in range(one, several):
            copy(rack, rest, JOKER + 1)
            copy_melds(table, rows, melds)
            start = nothing + _release(rest, rows, released[one], weights)
            if two != one:
                more = _release(rest, rows, released[two], weights)
                if not more:
                    continue
                start += more
            freed = 1 + (two != one)
            better, there = search(rest, rows, freed, start, gain, asked, weights, tools)
            if better > gain:
                gain, count = better, there
    return gain, count


@njit(cache=True, nogil=True)
def all_but_one(
    rack: np.ndarray,
    table: np.ndarray,
    melds: int,
    first: int,
    need: int,
    weights: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Return how many melds there are after all tiles but one were laid; 0 if they can't be.

    Parameters
    ----------
    rack, table, melds, first, need
        What is asked for, see `best_play`.
    weights : numpy.ndarray of int64, shape (53,)
        What a tile of each kind gains: `STEP`, and less than that more.
    tools
        As for `best_play`.
    """
    asked = np.empty(6, np.int64)
    floor = (count_tiles(rack) - 1) * STEP - 1
    asked[FIRST], asked[FLOOR], asked[NEED] = first, floor, need
    asked[KEEP], asked[BANNED], asked[MELDS] = 1, ANY, melds
    gain, there = best_play(rack, table, asked, weights, tools)
    return there if gain > floor else 0


@njit(cache=True, nogil=True)
def most_melded(
    rack: np.ndarray, table: np.ndarray, weights: np.ndarray, tools: tuple[np.ndarray, ...]
) -> int:
    """Return how many tiles the rack alone can meld; of the tools one receives the others."""
    asked = np.zeros(6, np.int64)
    asked[NEED], asked[BANNED] = OPENED, ANY
    gain, _ = best_play(rack, table, asked, weights, tools)
    return gain // STEP


@njit(cache=True, nogil=True)
def _find_released(
    rack: np.ndarray,
    table: np.ndarray,
    asked: np.ndarray,
    rules: np.ndarray,
    released: np.ndarray,
) -> int:
    """Find the jokers that tiles of the rack can release; return how many ways there are.

    Each is a meld, the place or the color of the tile, and its kind; and the kind of another tile
    that is needed, or 0 for none, since no tile of kind 0 can be the second one.
    """
    several = 0
    for row in range(asked[FIRST], asked[MELDS]):
        meld = table[row]
        if not jokers_in(meld):
            continue
        start = several
        for place in range(meld[LOW], meld[HIGH] + 1) if meld[IS_RUN] else range(COLORS):
            if meld[IS_RUN]:
                kind = meld[WHAT] * NUMBERS + place % NUMBERS
                fits = meld[WILD] >> place & 1
            else:
                kind = place * NUMBERS + meld[WHAT]
                fits = not meld[REAL] >> place & 1
            if fits and rack[kind]:
                way = released[several]
                way[0], way[1], way[2], way[3] = row, place, kind, 0
                several += 1
        if rules[NEEDS_BOTH] and not meld[IS_RUN] and size_of(meld) < COLORS:
            if several == start + 2:
                released[start, 3] = released[start + 1, 2]
            several = start + (several == start + 2)
    return several


@njit(cache=True, nogil=True)
def _release(rack: np.ndarray, rows: np.ndarray, released: np.ndarray, weights: np.ndarray) -> int:
    """Put a tile of the rack into the place of a joker; return what it gains, 0 if it can't be."""
    row, place, kind, other = released[0], released[1], released[2], released[3]
    if not rack[kind] or not jokers_in(rows[row]) or (other and not rack[other]):
        return 0
    rack[kind] -= 1
    if rows[row, IS_RUN]:
        rows[row, WILD] &= ~(1 << place)
        return int(weights[kind])
    rows[row, REAL] |= 1 << place
    rows[row, WILD] -= 1
    if not other:
        return int(weights[kind])
    rack[other] -= 1
    rows[row, REAL] |= 1 << other // NUMBERS
    return int(weights[kind] + weights[other])

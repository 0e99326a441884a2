"""The melds of a table, read back from the states that lead to the best one.

A group is a row of 0, its number, the colors of its real tiles as bits, its size, its jokers. A
run is a row of 1, its color, its first number, its length, the places of its jokers as bits.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.table_states import HIGH_ONES, ROUND


@njit(cache=True, nogil=True)
def read_choices(
    node: int,
    must: np.ndarray,
    may: np.ndarray,
    colors: int,
    numbers: int,
    jokers: int,
    states: np.ndarray,
    chosen: np.ndarray,
) -> int:
    """Write the choices that lead to a state into ``chosen``, and return where they begin.

    Parameters
    ----------
    node : int
        One of the states after the last number.
    must, may, colors, numbers, jokers, states
        As in `rummistats.kernels.table_states.fill_states`, with all jokers.
    chosen : numpy.ndarray of int8, shape (numbers, colors + 1, 3)
        Receives for each number and color how many tiles runs and groups got, and how many
        jokers its runs got; in the last row how many jokers the groups got.
    """
    for n in range(numbers - 1, -1, -1):
        column = 0
        for c in range(colors):
            column += must[c * numbers + n] + may[c * numbers + n]
        chosen[n, colors, 0] = 0
        for c in range(colors - 1, -1, -1):
            kind = c * numbers + n
            held = must[kind] + may[kind]
            if not held and not jokers and (c < colors - 1 or not column):
                chosen[n, c, :] = 0
                continue
            choice = states[node, 2] & 0xFFFF
            chosen[n, c, 0] = choice & 7
            chosen[n, c, 1] = (choice >> 3) & 7
            chosen[n, c, 2] = (choice >> 6) & 7
            if c == colors - 1:
                chosen[n, colors, 0] = choice >> 9
            node = states[node, 2] >> 16
    return node


@njit(cache=True, nogil=True)
def write_groups(
    chosen: np.ndarray,
    colors: int,
    numbers: int,
    largest_group: int,
    shift: int,
    melds: np.ndarray,
) -> int:
    """Write the groups, and return how many there are.

    Parameters
    ----------
    chosen : numpy.ndarray of int8, shape (numbers, colors + 1, 3)
        What `read_choices` wrote.
    colors, numbers, largest_group : int
        As in `rummistats.kernels.table_states.fill_states`.
    shift : int
        How far the first number there is from the lowest.
    melds : numpy.ndarray of int32, shape (most, 5)
        Receives the groups.
    """
    found = 0
    for n in range(numbers):
        wild = int(chosen[n, colors, 0])
        size = wild
        most = 0
        for c in range(colors):
            size += chosen[n, c, 1]
            most = max(most, chosen[n, c, 1])
        if not size:
            continue
        groups = max(most, (size + largest_group - 1) // largest_group)
        for group in range(groups):
            melds[found + group, 0] = 0
            melds[found + group, 1] = (n + shift) % numbers + 1
            for column in range(2, 5):
                melds[found + group, column] = 0
        # Dealt round, each group gets a color once at most, and sizes differ by one.
        turn = 0
        for c in range(colors):
            for _ in range(chosen[n, c, 1]):
                row = found + turn % groups
                melds[row, 2] |= 1 << c
                melds[row, 3] += 1
                turn += 1
        for _ in range(wild):
            row = found + turn % groups
            melds[row, 3] += 1
            melds[row, 4] += 1
            turn += 1
        found += groups
    return found


@njit(cache=True, nogil=True)
def write_runs(
    chosen: np.ndarray,
    colors: int,
    numbers: int,
    ends: int,
    shift: int,
    started: np.ndarray,
    found: int,
    melds: np.ndarray,
) -> int:
    """Write the runs after the groups, and return how many melds there are.

    Parameters
    ----------
    chosen, colors, numbers, shift, melds
        As in `write_groups`.
    ends : int
        As in `rummistats.kernels.table_states.fill_states`.
    started : numpy.ndarray of int64, shape (colors, 2)
        How many runs of each color are open with one tile, and with two or more, before the
        first number: runs that end there must be as many and as long.
    found : int
        How many groups there are.
    """
    opened = np.empty(64, np.int64)
    for c in range(colors):
        first_row = found
        ones, before = started[c, 0], started[c, 0] + started[c, 1]
        for late in range(before):
            _begin(found, c, 0, 1 if late < ones else 2, 0, melds)
            opened[late] = found
            found += 1
        open_count = before
        for n in range(numbers):
            real = int(chosen[n, c, 0])
            total = real + chosen[n, c, 2]
            # Runs of one and two tiles go on first, then longer ones.
            going_on = min(total, open_count)
            begun = total - going_on
            _sort_by_length(opened, open_count, melds)
            spare = real - begun
            for place in range(going_on):
                row = opened[place]
                if spare > 0:
                    spare -= 1
                else:
                    melds[row, 4] |= 1 << melds[row, 3]
                melds[row, 3] += 1
            open_count = going_on
            if ends == HIGH_ONES and n == 0:
                open_count = 0
            for new in range(begun):
                _begin(found, c, (n + shift) % numbers + 1, 1, 0 if new < real else 1, melds)
                opened[open_count] = found
                open_count += 1
                found += 1
        if before:
            if ends == ROUND:
                found = _cut_whole_rounds(
                    opened, open_count, first_row, ones, before, numbers, shift, found, melds
                )
            _sort_by_length(opened, open_count, melds)
            found = _join(opened, first_row, ones, before, shift, found, melds)
    return found


@njit(cache=True, nogil=True)
def _begin(row: int, color: int, number: int, length: int, wild: int, melds: np.ndarray) -> None:
    """Write a run."""
    melds[row, 0] = 1
    melds[row, 1] = color
    melds[row, 2] = number
    melds[row, 3] = length
    melds[row, 4] = wild


@njit(cache=True, nogil=True)
def _sort_by_length(opened: np.ndarray, count: int, melds: np.ndarray) -> None:
    """Sort the runs that are open, the shortest first."""
    for place in range(count):
        for other in range(place + 1, count):
            if melds[opened[other], 3] < melds[opened[place], 3]:
                opened[place], opened[other] = opened[other], opened[place]


@njit(cache=True, nogil=True)
def _cut_whole_rounds(
    opened: np.ndarray,
    open_count: int,
    first_row: int,
    ones: int,
    before: int,
    numbers: int,
    shift: int,
    found: int,
    melds: np.ndarray,
) -> int:
    """Cut runs that were open before the first number and are open after the last one.

    What is cut off is long enough to be a run, and to go on like one.
    """
    for place in range(open_count):
        row = opened[place]
        if row < first_row + before:
            cut = min(3, numbers - 3)
            kept = cut + (1 if row < first_row + ones else 2)
            number = (cut + shift) % numbers + 1
            _begin(found, melds[row, 1], number, numbers - cut, melds[row, 4] >> kept, melds)
            melds[row, 3] = kept
            melds[row, 4] &= (1 << kept) - 1
            opened[place] = found
            found += 1
    return found


@njit(cache=True, nogil=True)
def _join(
    opened: np.ndarray,
    first_row: int,
    ones: int,
    before: int,
    shift: int,
    found: int,
    melds: np.ndarray,
) -> int:
    """Join the runs that end with the last number, shortest first, to those that begin before it.

    Two that are long enough on their own are left so.
    """
    removed = 0
    for late in range(before):
        row, other = first_row + late, opened[late]
        there = 1 if late < ones else 2
        length, wild = melds[row, 3] - there, melds[row, 4] >> there
        if melds[other, 3] >= 3 and length >= 3 and wild != (1 << length) - 1:
            melds[row, 2] = shift + 1
            melds[row, 3] = length
            melds[row, 4] = wild
            continue
        melds[other, 4] |= wild << melds[other, 3]
        melds[other, 3] += length
        melds[row, 3] = 0
        removed += 1
    if not removed:
        return found
    kept = first_row
    for row in range(first_row, found):
        if melds[row, 3]:
            for column in range(5):
                melds[kept, column] = melds[row, column]
            kept += 1
    return kept

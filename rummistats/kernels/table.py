"""Best play on a table, where runs end with the highest number: counts in, melds out."""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.table_melds import read_choices, write_groups, write_runs
from rummistats.kernels.table_states import (
    CLOSED,
    FULL,
    NO_PLAY,
    best_state,
    fill_states,
    fitting,
)


@njit(cache=True, nogil=True)
def solve_counts(
    table: np.ndarray,
    hand: np.ndarray,
    all_gains: np.ndarray,
    shape: np.ndarray,
    jokers_least: int,
    threshold: int,
    floor: int,
    states: np.ndarray,
    slots: np.ndarray,
    chosen: np.ndarray,
    melds: np.ndarray,
    laid: np.ndarray,
) -> tuple[int, int]:
    """Return what the best play gains, and of how many melds its table consists.

    Parameters
    ----------
    table, hand : numpy.ndarray of int8, shape (colors * numbers + 1,)
        How many tiles of each kind there are, jokers last.
    all_gains : numpy.ndarray of int64
        One after the other ``gains``, ``joker_gains`` and ``worths`` of
        `rummistats.kernels.table_states.fill_states`.
    shape : numpy.ndarray of int64, shape (4,)
        The colors, the numbers, the most tiles of a group, and how runs end.
    jokers_least, threshold, floor
        As there; there are at least the table's jokers anyway.
    states, slots
        As there.
    chosen : numpy.ndarray of int8, shape (numbers, colors + 1, 3)
        Room for choices.
    melds
        As in `rummistats.kernels.table_melds`.
    laid : numpy.ndarray of int8, shape (colors * numbers + 1,)
        Receives how many tiles of each kind are laid, jokers last.

    Returns
    -------
    gain, count : int
        The gain, or `NO_PLAY` or `FULL`; and how many melds there are.
    """
    colors, numbers, largest = shape[0], shape[1], shape[2]
    kinds = colors * numbers
    must = table[:kinds]
    jokers_must, jokers_may = int(table[kinds]), int(hand[kinds])
    jokers = jokers_must + jokers_may
    may = fitting(must, hand[:kinds], colors, numbers, jokers, CLOSED)
    gains = all_gains[:kinds]
    joker_gains = all_gains[kinds : kinds + numbers]
    worths = all_gains[kinds + numbers :]
    least = max(jokers_must, jokers_least)
    most, step, lying = outlook(
        must, may, gains, joker_gains, colors, numbers, jokers_must, jokers_may
    )
    if most < floor:
        return NO_PLAY, 0
    fits = np.empty((0, 0), np.uint8)
    node = NO_PLAY
    # Where there are many states, it pays to look for everything, or nearly everything, first.
    last = -1
    if jokers and lying > 15:
        last = 4
    elif lying > 50:
        last = 0
    for less in (0, 2, 4, -1):
        aim = most - less * step
        if less < 0 or aim < floor:
            aim = int(floor)
        elif less > last:
            continue
        states[0] = 0
        begin, end = fill_states(
            must, may, gains, joker_gains, worths, colors, numbers, largest,
            jokers_must, jokers_may, threshold, aim, 1, CLOSED, fits, states, slots,
        )  # fmt: skip
        if begin == FULL:
            return FULL, 0
        node = best_state(begin, end, least, threshold, aim, states)
        if node != NO_PLAY or aim <= floor:
            break
    if node == NO_PLAY:
        return NO_PLAY, 0
    read_choices(node, must, may, colors, numbers, jokers, states, chosen)
    count_laid(chosen, colors, numbers, 0, laid)
    count = write_groups(chosen, colors, numbers, largest, 0, melds)
    nothing = np.zeros((colors, 2), np.int64)
    count = write_runs(chosen, colors, numbers, CLOSED, 0, nothing, count, melds)
    return states[node, 1], count


@njit(cache=True, nogil=True)
def outlook(
    must: np.ndarray,
    may: np.ndarray,
    gains: np.ndarray,
    joker_gains: np.ndarray,
    colors: int,
    numbers: int,
    jokers_must: int,
    jokers_may: int,
) -> tuple[int, int, int]:
    """Return a bound on the gain, what a tile gains at most, and how many tiles must be laid."""
    most = 0
    step = 0
    lying = jokers_must
    for kind in range(colors * numbers):
        lying += must[kind]
        if may[kind]:
            most += may[kind] * gains[kind]
            step = max(step, gains[kind])
    if jokers_may:
        most += jokers_may * joker_gains[numbers - 1]
        step = max(step, joker_gains[numbers - 1])
    return most, step, lying


@njit(cache=True, nogil=True)
def count_laid(chosen: np.ndarray, colors: int, numbers: int, shift: int, laid: np.ndarray) -> None:
    """Write how many tiles of each kind are laid; the first number is ``shift`` from the lowest."""
    kinds = colors * numbers
    laid[kinds] = 0
    for n in range(numbers):
        laid[kinds] += chosen[n, colors, 0]
        for c in range(colors):
            laid[c * numbers + (n + shift) % numbers] = chosen[n, c, 0] + chosen[n, c, 1]
            laid[kinds] += chosen[n, c, 2]

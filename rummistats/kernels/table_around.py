"""Best play on a table, where runs go on from the highest number to 1.

The numbers are a circle, which is cut before the first of them. Which runs pass the cut is
guessed: of each color so many of which one tile is before it, and so many of which two or more
are. A guess is where the dynamic program of `rummistats.kernels.table_states` begins, and its
last states must bear it out. The longer a run is before the cut, the less it needs behind it: so
runs that are longer than guessed bear a guess out, too.

Guesses are not tried one by one. The program begins with all of them and ends with what bears
out any; that gains as much as the best play or more. If the best that it finds bears out its own
guess, it is the best play. If not, the guesses are divided by those of one color, and the parts
looked at in turn, unless they can't gain more than what was found. A 1 after the highest number
that ends its run is the case in which runs that pass the cut have one tile behind it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.bits import count_bits
from rummistats.kernels.table import count_laid, outlook
from rummistats.kernels.table_melds import read_choices, write_groups, write_runs
from rummistats.kernels.table_states import (
    CLOSED,
    COLOR,
    FULL,
    HIGH_ONES,
    NO_PLAY,
    ROUND,
    best_state,
    fill_states,
    fitting,
)

_OPTIONS = 36
_MOST_PARTS = 1024


@njit(cache=True, nogil=True)
def solve_around(
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
    table, hand, all_gains, jokers_least, threshold, floor, states, slots, chosen, melds, laid
        As in `rummistats.kernels.table.solve_counts`; nothing is asked by ``threshold``.
    shape : numpy.ndarray of int64, shape (4,)
        The colors, the numbers, the most tiles of a group, and how runs end: `HIGH_ONES`,
        `ROUND`, or `CLOSED` if the only place of a 1 is after the highest number.

    Returns
    -------
    gain, count : int
        The gain, or `NO_PLAY` or `FULL`; and how many melds there are.
    """
    colors, numbers, largest, ends = shape[0], shape[1], shape[2], shape[3]
    kinds = colors * numbers
    jokers_must, jokers_may = int(table[kinds]), int(hand[kinds])
    jokers = jokers_must + jokers_may
    least = max(jokers_must, jokers_least)
    allowed = np.zeros(colors, np.int64)
    lacking = np.zeros((colors, _OPTIONS), np.int64)
    shift = 1 if ends == CLOSED else 0
    if ends == ROUND:
        shift = _best_cut(table, hand, colors, numbers, jokers, allowed, lacking)
    must, may = np.empty(kinds, np.int8), np.empty(kinds, np.int8)
    gains, joker_gains = np.empty(kinds, np.int64), np.empty(numbers, np.int64)
    for n in range(numbers):
        from_n = (n + shift) % numbers
        joker_gains[n] = all_gains[kinds + from_n]
        for c in range(colors):
            must[c * numbers + n] = table[c * numbers + from_n]
            may[c * numbers + n] = hand[c * numbers + from_n]
            gains[c * numbers + n] = all_gains[c * numbers + from_n]
    may = fitting(must, may, colors, numbers, jokers, ends)
    worths = np.zeros(numbers, np.int64)
    guess_options(must, may, colors, numbers, jokers, ends, allowed, lacking)
    most, step, _ = outlook(must, may, gains, joker_gains, colors, numbers, jokers_must, jokers_may)
    if most < floor:
        return NO_PLAY, 0
    fits = np.zeros((colors, 512), np.uint8)
    started = np.zeros((colors, 2), np.int64)
    best_started = np.zeros((colors, 2), np.int64)
    # The parts into which the guesses are divided, and what each can gain.
    parts = np.empty((_MOST_PARTS, colors), np.int64)
    bounds = np.empty(_MOST_PARTS, np.int64)
    trial = np.empty_like(chosen)
    best = NO_PLAY
    for less in (0, 1, 2, 4, -1):
        aim = most - less * step
        if less < 0 or aim < floor:
            aim = int(floor)
        best = aim - 1
        found = False
        parts[0] = allowed
        bounds[0] = most
        waiting = 1
        while waiting:
            waiting -= 1
            if bounds[waiting] <= best:
                continue
            part = parts[waiting].copy()
            _fill_fits(part, colors, fits)
            roots = _write_roots(part, lacking, colors, jokers, states)
            if roots == FULL:
                return FULL, 0
            begin, end = fill_states(
                must, may, gains, joker_gains, worths, colors, numbers, largest,
                jokers_must, jokers_may, 0, best + 1, roots, ends, fits, states, slots,
            )  # fmt: skip
            if begin == FULL:
                return FULL, 0
            node = best_state(begin, end, least, 0, best + 1, states)
            if node == NO_PLAY:
                continue
            gain = states[node, 1]
            root = read_choices(node, must, may, colors, numbers, jokers, states, trial)
            split = -1
            for c in range(colors):
                fields = (states[root, 0] >> (COLOR * c)) & 511
                last = (states[node, 0] >> (COLOR * c)) & 511
                started[c, 0], started[c, 1] = fields & 7, fields >> 3
                if not _bears_out(last, fields & 7, fields >> 3) and (
                    split < 0 or count_bits(part[c]) > count_bits(part[split])
                ):
                    split = c
            if split < 0:
                best = gain
                found = True
                chosen[:] = trial
                best_started[:] = started
                continue
            one = np.int64(1) << _option(started[split, 0], started[split, 1])
            for mask in (part[split] & ~one, one):
                if mask:
                    parts[waiting] = part
                    parts[waiting, split] = mask
                    bounds[waiting] = gain
                    waiting += 1
        if found or aim <= floor:
            if not found:
                return NO_PLAY, 0
            break
    count_laid(chosen, colors, numbers, shift, laid)
    count = write_groups(chosen, colors, numbers, largest, shift, melds)
    count = write_runs(chosen, colors, numbers, ends, shift, best_started, count, melds)
    return best, count


@njit(cache=True, nogil=True)
def _option(one: int, two: int) -> int:
    """Return the number of the guess of so many runs with one tile, and with two or more."""
    return (one + two) * (one + two + 1) // 2 + two


@njit(cache=True, nogil=True)
def _bears_out(last: int, one: int, two: int) -> bool:
    """Whether the runs that are open at the end bear a guess out."""
    ones, twos, long = last & 7, (last >> 3) & 7, last >> 6
    passing = one + two
    return ones + twos <= passing <= ones + twos + long and ones <= one


@njit(cache=True, nogil=True)
def _best_cut(
    table: np.ndarray,
    hand: np.ndarray,
    colors: int,
    numbers: int,
    jokers: int,
    allowed: np.ndarray,
    lacking: np.ndarray,
) -> int:
    """Return before which number there is least to guess."""
    must, may = np.empty(colors * numbers, np.int8), np.empty(colors * numbers, np.int8)
    best, fewest = 0, np.inf
    for shift in range(numbers):
        for n in range(numbers):
            for c in range(colors):
                must[c * numbers + n] = table[c * numbers + (n + shift) % numbers]
                may[c * numbers + n] = hand[c * numbers + (n + shift) % numbers]
        guess_options(must, may, colors, numbers, jokers, ROUND, allowed, lacking)
        guesses = 1.0
        for c in range(colors):
            guesses *= count_bits(allowed[c])
        if guesses < fewest:
            best, fewest = shift, guesses
    return best


@njit(cache=True, nogil=True)
def guess_options(
    must: np.ndarray,
    may: np.ndarray,
    colors: int,
    numbers: int,
    jokers: int,
    ends: int,
    allowed: np.ndarray,
    lacking: np.ndarray,
) -> None:
    """Write which guesses each color has as bits, and how many jokers each needs.

    A run that passes the cut begins with a real tile: a joker may as well be at its end. Of one
    tile before the cut are two behind it, of one behind it are two before.
    """
    held = np.empty(4, np.int64)
    for c in range(colors):
        allowed[c] = 0
        for place, n in enumerate((numbers - 2, numbers - 1, 0, 1)):
            held[place] = must[c * numbers + n] + may[c * numbers + n]
        most = 0
        if ends == ROUND:
            most = min(7, min(held[1], held[2]) + jokers)
        elif ends == HIGH_ONES:
            most = held[2]
        for passing in range(most + 1):
            for two in range(passing + 1):
                one = passing - two
                if one and (ends == HIGH_ONES or one > held[1]):
                    continue
                lacks = max(0, two - held[0]) + max(0, passing - held[1])
                lacks += max(0, passing - held[2]) + max(0, one - held[3])
                if lacks <= jokers:
                    allowed[c] |= np.int64(1) << _option(one, two)
                    lacking[c, _option(one, two)] = lacks


@njit(cache=True, nogil=True)
def _fill_fits(part: np.ndarray, colors: int, fits: np.ndarray) -> None:
    """Write which runs may be open at the end: those that bear out one of the guesses."""
    fits[:] = 0
    for c in range(colors):
        for one in range(8):
            for two in range(8 - one):
                if not part[c] >> _option(one, two) & 1:
                    continue
                passing = one + two
                for ones in range(one + 1):
                    for twos in range(passing - ones + 1):
                        for long in range(passing - ones - twos, 8):
                            fits[c, ones | (twos << 3) | (long << 6)] = 1


@njit(cache=True, nogil=True)
def _write_roots(
    part: np.ndarray, lacking: np.ndarray, colors: int, jokers: int, states: np.ndarray
) -> int:
    """Write a state for every guess of a part, and return how many there are, or `FULL`."""
    room = states.shape[0] // 2
    count = 1
    states[0] = 0
    for c in range(colors):
        # Each state so far goes on with each guess of this color; the score counts the jokers.
        before = count
        for known in range(before):
            key, used = states[known, 0], states[known, 1]
            first = True
            for one in range(8):
                for two in range(8 - one):
                    option = _option(one, two)
                    if not part[c] >> option & 1 or used + lacking[c, option] > jokers:
                        continue
                    if count == room:
                        return FULL
                    place = count
                    if first:
                        place = known
                        first = False
                    else:
                        count += 1
                    states[place, 0] = key | ((one | (two << 3)) << (COLOR * c))
                    states[place, 1] = used + lacking[c, option]
            if first:
                # No guess of this color goes with those before.
                states[known, 1] = jokers + 1
    kept = 0
    for known in range(count):
        if states[known, 1] <= jokers:
            states[kept, 0] = states[known, 0]
            states[kept, 1] = 0
            states[kept, 2] = 0
            kept += 1
    return kept

"""Four optima of very many hands: split each hand into its colors, and look the colors up.

Once the groups are chosen, what remains of a hand falls into colors that have nothing to do
with each other but for the jokers they share. A table holds, for every possible content of one
color and every number of jokers, the best that runs can make of it. So a hand is solved by
going through the ways to choose groups, few in a starting hand, with one look-up a color.

A table entry holds four optima side by side, 16 bits each: value, tiles, rack points, melds.
They are added all at once and compared lane by lane, each as if it were alone.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_HIGH = np.uint64(0x8000_8000_8000_8000)
_FIFTEEN = np.uint64(15)
_VALUE = np.uint64(0xFFFF)


@njit(cache=True, nogil=True, inline="always")
def lane_max(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return the larger one of each of the four 16-bit lanes; all lanes must be below 2**15."""
    larger = ((a | _HIGH) - b) & _HIGH
    mask = (larger - (larger >> _FIFTEEN)) | larger
    return (a & mask) | (b & ~mask)


@njit(cache=True, nogil=True)
def fill_table(
    table: np.ndarray,
    with_run: np.ndarray,
    copies: int,
    numbers: int,
    jokers: int,
    starts: np.ndarray,
    deltas: np.ndarray,
    needs: np.ndarray,
    wild: np.ndarray,
    credits: np.ndarray,
) -> None:
    """Fill the table of the best runs in one color.

    Parameters
    ----------
    table : numpy.ndarray of uint64, shape (jokers + 1, contents)
        Receives the four optima; a color with ``c[n]`` tiles of number ``n`` has content
        ``sum(c[n] * (copies + 1) ** (n - 1))``.
    with_run : numpy.ndarray of int32, shape (jokers + 1, contents)
        Receives the most value of at least one run, -1 where none can be laid; of length 0 if
        it is not asked for.
    copies, numbers, jokers : int
        Of the tile set.
    starts : numpy.ndarray of int64, shape (numbers + 2,)
        The runs whose highest real number is ``n`` have the places ``starts[n]`` to
        ``starts[n + 1] - 1``; those at 0 are nothing but jokers.
    deltas : numpy.ndarray of int64, shape (runs,)
        The content of each run's real tiles.
    needs : numpy.ndarray of int64, shape (runs, copies)
        Bit ``n`` of ``needs[r, k]`` is set if run ``r`` needs more than ``k`` tiles of number
        ``n + 1``.
    wild : numpy.ndarray of int64, shape (runs,)
        The jokers of each run.
    credits : numpy.ndarray of uint64, shape (runs,)
        What each run adds to the four optima.
    """
    base = copies + 1
    contents = table.shape[1]
    runs_asked = with_run.shape[0] > 0
    power = np.empty(numbers + 1, dtype=np.int64)
    power[0] = 0
    for number in range(1, numbers + 1):
        power[number] = base ** (number - 1)
    digits = np.zeros(numbers + 1, dtype=np.int64)
    have = np.zeros(copies, dtype=np.int64)
    top = 0
    for content in range(contents):
        if content:
            # Count on by one in base copies + 1, keeping the digits and who has how many.
            number = 1
            while digits[number] == copies:
                digits[number] = 0
                for k in range(copies):
                    have[k] &= ~(1 << (number - 1))
                number += 1
            have[digits[number]] |= 1 << (number - 1)
            digits[number] += 1
            top = max(top, number)
        for joker in range(jokers + 1):
            best = np.uint64(0)
            most = np.int64(-1)
            if joker:
                best = table[joker - 1, content]
            if content:
                best = lane_max(best, table[joker, content - power[top]])
            if runs_asked and joker:
                most = np.int64(with_run[joker - 1, content])
            if runs_asked and content:
                most = max(most, np.int64(with_run[joker, content - power[top]]))
            for run in range(starts[top], starts[top + 1]):
                if wild[run] > joker:
                    continue
                fits = True
                for k in range(copies):
                    if needs[run, k] & ~have[k]:
                        fits = False
                        break
                if fits:
                    rest = table[joker - wild[run], content - deltas[run]]
                    best = lane_max(best, rest + credits[run])
                    most = max(most, np.int64((rest + credits[run]) & _VALUE))
            table[joker, content] = best
            if runs_asked:
                with_run[joker, content] = most


@njit(cache=True, nogil=True)
def four_optima(
    hands: np.ndarray,
    color_of: np.ndarray,
    number_of: np.ndarray,
    content_of: np.ndarray,
    pattern_of: np.ndarray,
    table: np.ndarray,
    jokers: int,
    pattern_zero: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_credits: np.ndarray,
    with_run: np.ndarray,
    results: np.ndarray,
    run_results: np.ndarray,
) -> None:
    """Write the four optima of every hand of a batch into ``results``.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    color_of, number_of : numpy.ndarray of int64, shape (kinds,)
        Each kind's color, counted from 0, and number; the joker has the number 0.
    content_of : numpy.ndarray of int64, shape (numbers + 1,)
        What a tile of each number adds to its color's content.
    pattern_of : numpy.ndarray of int64, shape (colors,)
        What a tile of each color adds to its number's pattern.
    table : numpy.ndarray of uint64
        From `fill_table`.
    jokers : int
        The most jokers of a hand.
    pattern_zero : numpy.ndarray of int64, shape (numbers + 1,)
        The pattern of each number of which the hand has no tile. Numbers with the same groups
        share their patterns.
    option_first : numpy.ndarray of int64, shape (patterns,)
        Where the choices of groups of each pattern begin; the first one is no group.
    option_last : numpy.ndarray of int64, shape (patterns, jokers + 1)
        Where those that need at most so many jokers end.
    option_tiles : numpy.ndarray of int64, shape (options, colors)
        How many tiles of each color a choice uses.
    option_jokers : numpy.ndarray of int64, shape (options,)
        How many jokers it uses.
    option_credits : numpy.ndarray of uint64, shape (options, numbers + 1)
        What it adds to the four optima, for each number.
    with_run : numpy.ndarray of int32, shape (jokers + 1, contents)
        From `fill_table`; of length 0 if the value with a run is not asked for.
    results : numpy.ndarray of uint64, shape (hands,)
        Receives the four optima: value, tiles, rack points, melds, from the lowest lane up.
    run_results : numpy.ndarray of int64, shape (hands,)
        Receives the most value of melds with a run among them, 0 if there is none; of length 0
        if it is not asked for.
    """
    runs_asked = with_run.shape[0] > 0
    any_value = np.empty(jokers + 1, dtype=np.int64)
    run_value = np.empty(jokers + 1, dtype=np.int64)
    numbers = content_of.shape[0] - 1
    colors = pattern_of.shape[0]
    patterns = np.zeros(numbers + 1, dtype=np.int64)
    active = np.empty(numbers + 1, dtype=np.int64)
    choice = np.empty(numbers + 2, dtype=np.int64)
    contents = np.zeros((numbers + 2, colors), dtype=np.int64)
    credit = np.zeros(numbers + 2, dtype=np.uint64)
    left = np.zeros(numbers + 2, dtype=np.int64)
    shared = np.empty(jokers + 1, dtype=np.uint64)
    for row in range(hands.shape[0]):
        patterns[:] = pattern_zero
        contents[0, :] = 0
        held = 0
        for kind in hands[row]:
            number = number_of[kind]
            if number:
                color = color_of[kind]
                patterns[number] += pattern_of[color]
                contents[0, color] += content_of[number]
            else:
                held += 1
        levels = 0
        for number in range(1, numbers + 1):
            pattern = patterns[number]
            if option_last[pattern, held] - option_first[pattern] > 1:
                active[levels] = number
                levels += 1
        left[0] = held
        credit[0] = 0
        best = np.uint64(0)
        best_with_run = np.int64(0)
        level = 0
        if levels:
            choice[0] = option_first[patterns[active[0]]] - 1
        while level >= 0:
            if level == levels:
                # All groups are chosen: look the colors up, and share out the jokers left.
                spare = left[level]
                if spare == 0:
                    total = credit[level]
                    for color in range(colors):
                        total += table[0, contents[level, color]]
                else:
                    for joker in range(spare + 1):
                        shared[joker] = credit[level]
                    for color in range(colors):
                        content = contents[level, color]
                        for joker in range(spare, -1, -1):
                            most = shared[joker] + table[0, content]
                            for used in range(1, joker + 1):
                                most = lane_max(most, shared[joker - used] + table[used, content])
                            shared[joker] = most
                    total = shared[spare]
                best = lane_max(best, total)
                if runs_asked:
                    for joker in range(spare + 1):
                        any_value[joker] = np.int64(credit[level] & _VALUE)
                        run_value[joker] = -1
                    for color in range(colors):
                        content = contents[level, color]
                        for joker in range(spare, -1, -1):
                            most = np.int64(-1)
                            most_with_run = np.int64(-1)
                            for used in range(joker + 1):
                                plain = np.int64(table[used, content] & _VALUE)
                                most = max(most, any_value[joker - used] + plain)
                                if run_value[joker - used] >= 0:
                                    most_with_run = max(
                                        most_with_run, run_value[joker - used] + plain
                                    )
                                if with_run[used, content] >= 0:
                                    most_with_run = max(
                                        most_with_run,
                                        any_value[joker - used] + with_run[used, content],
                                    )
                            any_value[joker] = most
                            run_value[joker] = most_with_run
                    best_with_run = max(best_with_run, run_value[spare])
                level -= 1
                continue
            number = active[level]
            choice[level] += 1
            option = choice[level]
            if option == option_last[patterns[number], left[level]]:
                level -= 1
                continue
            for color in range(colors):
                contents[level + 1, color] = (
                    contents[level, color] - option_tiles[option, color] * content_of[number]
                )
            credit[level + 1] = credit[level] + option_credits[option, number]
            left[level + 1] = left[level] - option_jokers[option]
            level += 1
            if level < levels:
                choice[level] = option_first[patterns[active[level]]] - 1
        results[row] = best
        if runs_asked:
            run_results[row] = best_with_run

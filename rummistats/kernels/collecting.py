"""What a hand lacks for a contract, and how it lays one.

The cards of a hand are rows of bits, see `bits_of`. Kinds and melds are those of
`rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.bits import count_bits
from rummistats.kernels.rows import COLORS, GROUP, HIGHEST, JOKER, KINDS, RUN, ZERO, kind_at

COPIES = 3
"""Most cards of a kind."""

WINDOWS = 8
"""How many places of a run are looked at."""

_MOST_RUNS = 8
_ACES = np.int64(1 << 13 | 1)


@njit(cache=True, nogil=True)
def bits_of(hand: np.ndarray, bits: np.ndarray) -> None:
    """Write for each color the places of a run for which there is a card, a second, a third one.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (53,)
        The hand.
    bits : numpy.ndarray of int64, shape (4, 3)
        Receives a row of 14 bits for each.
    """
    for color in range(COLORS):
        for copy in range(COPIES):
            bits[color, copy] = 0
        for number in range(HIGHEST):
            for copy in range(min(COPIES, hand[number * COLORS + color])):
                bits[color, copy] |= np.int64(1) << number
        for copy in range(COPIES):
            bits[color, copy] |= (bits[color, copy] & 1) << HIGHEST


@njit(cache=True, nogil=True)
def _take(bits: np.ndarray, color: int, cards: np.int64) -> None:
    """Take one card of each of some places."""
    if cards & _ACES:
        cards |= _ACES
    for copy in range(COPIES - 1):
        bits[color, copy] = (bits[color, copy] & ~cards) | (bits[color, copy + 1] & cards)
    bits[color, COPIES - 1] &= ~cards


@njit(cache=True, nogil=True)
def _copy_bits(bits: np.ndarray, to: np.ndarray) -> None:
    for color in range(COLORS):
        for copy in range(COPIES):
            to[color, copy] = bits[color, copy]


@njit(cache=True, nogil=True)
def _count(bits: np.ndarray, color: int, number: int) -> np.int64:
    """Return how many cards there are of a color and a number."""
    count = ZERO
    for copy in range(COPIES):
        count += bits[color, copy] >> number & 1
    return np.int64(count)


@njit(cache=True, nogil=True)
def best_plan(hand: np.ndarray, contract: np.ndarray, kept: np.ndarray) -> int:
    """Return how many cards a hand lacks for a contract by the first of the best plans.

    For each run the places are looked at where the hand has most cards.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (53,)
        The hand.
    contract : numpy.ndarray of int64, shape (6,)
        How many groups there are, their size, how many runs, their size, and whether two runs may
        continue each other and two groups have one number.
    kept : numpy.ndarray of int8, shape (53,)
        Receives the cards that the plan collects.
    """
    run_count, run_size, adjacent = contract[2], contract[3], contract[4]
    wild = hand[JOKER]
    bits = np.empty((_MOST_RUNS + 1, COLORS, COPIES), dtype=np.int64)
    bits_of(hand, bits[0])
    # The places of runs with most cards, as color and first place.
    colors = np.zeros(WINDOWS, dtype=np.int64)
    begins = np.zeros(WINDOWS, dtype=np.int64)
    there = np.zeros(WINDOWS, dtype=np.int64)
    found = ZERO
    window = (np.int64(1) << run_size) - 1
    if run_count:
        starts = HIGHEST + 2 - run_size
        counts = np.empty(COLORS * starts, dtype=np.int64)
        for color in range(COLORS):
            for begin in range(starts):
                counts[color * starts + begin] = count_bits(bits[0, color, 0] >> begin & window)
        for size in range(run_size, -1, -1):
            for place in range(COLORS * starts):
                if counts[place] == size and found < WINDOWS:
                    colors[found], begins[found] = place // starts, place % starts
                    there[found] = size
                    found += 1
    best = 1 << 30
    chosen = np.zeros(_MOST_RUNS + 1, dtype=np.int64)
    cards = np.zeros(_MOST_RUNS + 1, dtype=np.int64)
    lacking = np.zeros(_MOST_RUNS + 1, dtype=np.int64)
    room = np.zeros(_MOST_RUNS + 1, dtype=np.int64)
    of_number = np.empty(HIGHEST, dtype=np.int64)
    numbers = np.empty(_MOST_RUNS, dtype=np.int64)
    depth = ZERO
    while depth >= 0:
        if depth == run_count:
            lacks, jokers = _groups_lacking(bits[depth], contract, of_number, numbers)
            lacks += lacking[depth]
            jokers += room[depth]
            lacks -= min(wild, jokers)
            if lacks < best:
                best = lacks
                _keep(hand, bits[depth], colors, chosen, begins, cards, contract, numbers, kept)
            depth -= 1
            if best == 0 or depth < 0:
                break
            chosen[depth] += 1
            continue
        place = chosen[depth]
        missing = run_size - there[min(place, WINDOWS - 1)]
        if place >= found or (lacking[depth] + (run_count - depth) * missing - wild >= best):
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        if not adjacent:
            fits = True
            for other in range(depth):
                at = chosen[other]
                one, two = begins[at] + run_size - 1, begins[place] + run_size - 1
                # As the players do it, who take an ace at the end for one before 2.
                if colors[at] == colors[place] and (
                    one % HIGHEST + 1 == begins[place] or two % HIGHEST + 1 == begins[at]
                ):
                    fits = False
            if not fits:
                chosen[depth] += 1
                continue
        color = colors[place]
        here = bits[depth, color, 0] >> begins[place] & window
        cards[depth] = here << begins[place]
        lack = run_size - count_bits(here)
        lacking[depth + 1] = lacking[depth] + lack
        room[depth + 1] = room[depth] + min(lack, run_size // 2)
        _copy_bits(bits[depth], bits[depth + 1])
        _take(bits[depth + 1], color, cards[depth])
        depth += 1
        chosen[depth] = place
    return best


@njit(cache=True, nogil=True)
def _groups_lacking(
    bits: np.ndarray, contract: np.ndarray, of_number: np.ndarray, numbers: np.ndarray
) -> tuple[np.int64, np.int64]:
    """Return what the groups lack, how many jokers they may have, and write their numbers."""
    lacks, room = ZERO, ZERO
    if contract[0] == 0:
        return lacks, room
    size = contract[1]
    for number in range(HIGHEST):
        of_number[number] = 0
        for color in range(COLORS):
            of_number[number] += _count(bits, color, number)
    for group in range(contract[0]):
        most = ZERO
        for number in range(HIGHEST):
            if min(of_number[number], size) > min(of_number[most], size):
                most = ZERO + number
        numbers[group] = most
        lack = max(ZERO, size - of_number[most])
        lacks += lack
        room += min(lack, size // 2)
        of_number[most] = max(ZERO, of_number[most] - size) if contract[5] else ZERO
    return lacks, room


@njit(cache=True, nogil=True)
def _keep(
    hand: np.ndarray,
    bits: np.ndarray,
    colors: np.ndarray,
    chosen: np.ndarray,
    begins: np.ndarray,
    cards: np.ndarray,
    contract: np.ndarray,
    numbers: np.ndarray,
    kept: np.ndarray,
) -> None:
    """Write which cards of a hand are in the runs and groups of a plan."""
    for kind in range(KINDS):
        kept[kind] = 0
    kept[JOKER] = hand[JOKER]
    for run in range(contract[2]):
        for place in range(HIGHEST + 1):
            if cards[run] >> place & 1:
                kept[kind_at(colors[chosen[run]], place)] += 1
    for group in range(contract[0]):
        # What groups before it have of its number.
        passed = ZERO
        for other in range(group):
            passed += contract[1] if numbers[other] == numbers[group] else 0
        if passed and not contract[5]:
            continue
        place = ZERO
        for color in range(COLORS):
            for _ in range(_count(bits, color, numbers[group])):
                if passed <= place < passed + contract[1]:
                    kept[numbers[group] * COLORS + color] += 1
                place += 1


@njit(cache=True, nogil=True)
def fulfil(
    hand: np.ndarray,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    rows: np.ndarray,
) -> bool:
    """Return whether a hand fulfils a contract, and write the melds: with no joker if possible.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (53,)
        The hand.
    contract : numpy.ndarray of int64, shape (6,)
        As in `best_plan`.
    ways : numpy.ndarray of int64, shape (ways, 5)
        The runs in the order in which they are tried: their first and last place, their real
        cards and their jokers as bits, and how many jokers these are.
    group_real : numpy.ndarray of int64, shape (jokers + 1,)
        How many real cards a group needs at least beside 0, 1, … jokers.
    rows : numpy.ndarray of int64, shape (most, 5)
        Receives the groups, then the runs.
    """
    for jokers in range(hand[JOKER] + 1):
        if _fulfil_with(hand, jokers, contract, ways, group_real, rows):
            return True
    return False


@njit(cache=True, nogil=True)
def _fulfil_with(
    hand: np.ndarray,
    jokers: int,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    rows: np.ndarray,
) -> bool:
    """Return whether a hand fulfils a contract with so many jokers at most."""
    group_count, run_count, adjacent = contract[0], contract[2], contract[4]
    melds = group_count + run_count
    bits = np.empty((melds + 1, COLORS, COPIES), dtype=np.int64)
    bits_of(hand, bits[0])
    left = np.zeros(melds + 1, dtype=np.int64)
    left[0] = jokers
    # A run is a color and a way, a group a number and how many jokers it has.
    option = np.zeros(melds + 1, dtype=np.int64)
    runs, width = ways.shape[0], group_real.shape[0]
    depth = ZERO
    while depth >= 0:
        if depth == melds:
            return True
        placed = False
        if depth < run_count:
            while option[depth] < COLORS * runs:
                color, way = option[depth] // runs, option[depth] % runs
                real, wild = ways[way, 2], ways[way, 4]
                fits = wild <= left[depth] and bits[depth, color, 0] & real == real
                if fits and not adjacent:
                    for other in range(depth):
                        if option[other] // runs == color:
                            last = option[other] % runs
                            after, before = ways[last, 1] + 1, ways[last, 0]
                            if after == ways[way, 0] or ways[way, 1] + 1 == before:
                                fits = False
                if fits:
                    placed = True
                    row = group_count + depth
                    rows[row, 0], rows[row, 1], rows[row, 4] = RUN, color, ways[way, 3]
                    rows[row, 2], rows[row, 3] = ways[way, 0], ways[way, 1]
                    _copy_bits(bits[depth], bits[depth + 1])
                    _take(bits[depth + 1], color, real)
                    left[depth + 1] = left[depth] - wild
                    break
                option[depth] += 1
        else:
            row = depth - run_count
            while option[depth] < width * HIGHEST:
                number, wild = option[depth] // width, option[depth] % width
                fits = wild <= left[depth]
                if not contract[5]:
                    for other in range(row):
                        fits = fits and rows[other, 1] != number
                if fits and _lay_group(
                    bits[depth], bits[depth + 1], number, group_real[wild], rows[row]
                ):
                    placed = True
                    rows[row, 3] = wild
                    left[depth + 1] = left[depth] - wild
                    break
                option[depth] += 1
        if placed:
            depth += 1
            # Melds of one size in the order of their options: none is looked at twice.
            if depth in (run_count, melds):
                option[depth] = 0
            elif depth < run_count:
                option[depth] = option[depth - 1]
            else:
                option[depth] = option[depth - 1] // width * width
        else:
            depth -= 1
            if depth >= 0:
                option[depth] += 1
    return False


@njit(cache=True, nogil=True)
def _lay_group(
    bits: np.ndarray, after: np.ndarray, number: int, real: int, row: np.ndarray
) -> bool:
    """Return whether there are so many cards for a group; those of most copies go first."""
    total = ZERO
    for color in range(COLORS):
        total += _count(bits, color, number)
    if total < real:
        return False
    _copy_bits(bits, after)
    row[0], row[1], row[2], row[3], row[4] = GROUP, number, 0, 0, 0
    needed = real
    for copies in range(COPIES, 0, -1):
        for color in range(COLORS):
            if _count(bits, color, number) == copies:
                for _ in range(min(needed, copies)):
                    row[2] += 1 << (4 * color)
                    _take(after, color, np.int64(1) << number)
                    needed -= 1
    return True

"""Best play on a table: a dynamic program over the numbers, color by color.

A state says, for each color, how many runs are open with one, two, and three or more tiles,
how many jokers are used, and, inside a number, how many tiles its groups have so far and how
many of one color. Where a run of three or more is open, putting the next tile there is never
worse than beginning a new run, and runs of one or two must go on: so the number of tiles that
runs get decides the next state. Every state keeps where it came from, since open runs of three
or more are not told apart and the melds can't be read back otherwise.

The kernel knows runs of at least three consecutive numbers, groups of different colors from
three on, and jokers, which may be any tile. Where runs go round, those that pass the end are
begun before the first number, see `rummistats.kernels.table_around`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NO_PLAY = -1
"""Instead of a score: there is no way to lay all tiles that must be laid."""

FULL = -2
"""Instead of a score: the room for states is too small; give more and call again."""

_MOST_NEXT = 256
_USED = 36
_SUM = 39
_MOST = 44
_WORTH = 47
COLOR = 9
"""How many bits of a state say which runs of a color are open: three times three."""

CLOSED, HIGH_ONES, ROUND = 0, 1, 2
"""How runs end: with the highest number, with a 1 after it too, or nowhere."""


@njit(cache=True, nogil=True)
def _slot_of(key: int, mask: int) -> np.int64:
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(32)) & mask


@njit(cache=True, nogil=True)
def _keep(
    key: int,
    score: int,
    parent: int,
    choice: int,
    stamp: int,
    mask: int,
    count: int,
    states: np.ndarray,
    slots: np.ndarray,
) -> int:
    """Keep a state if it is new or better than before; return how many there are."""
    slot = _slot_of(key, mask)
    while slots[slot] >> 32 == stamp:
        known = slots[slot] & 0xFFFFFFFF
        if states[known, 0] == key:
            if states[known, 1] < score:
                states[known, 1] = score
                states[known, 2] = (parent << 16) | choice
            return count
        slot = (slot + 1) & mask
    slots[slot] = (stamp << 32) | count
    states[count, 0] = key
    states[count, 1] = score
    states[count, 2] = (parent << 16) | choice
    return count + 1


@njit(cache=True, nogil=True)
def fitting(
    must: np.ndarray, may: np.ndarray, colors: int, numbers: int, jokers: int, ends: int
) -> np.ndarray:
    """Return how many tiles of each kind may be laid if those are left out that fit no meld.

    A tile fits if there are tiles for a group or a run with it; others may need them too.

    Parameters
    ----------
    must, may, colors, numbers, ends
        As in `fill_states`.
    jokers : int
        How many there are.

    Returns
    -------
    numpy.ndarray of int8, shape (colors * numbers,)
        ``may``, or 0.
    """
    useful = np.zeros(colors * numbers, np.int8)
    for kind in range(colors * numbers):
        if may[kind] and _fits(kind, must, may, colors, numbers, jokers, ends):
            useful[kind] = may[kind]
    return useful


@njit(cache=True, nogil=True)
def _fits(
    kind: int,
    must: np.ndarray,
    may: np.ndarray,
    colors: int,
    numbers: int,
    jokers: int,
    ends: int,
) -> bool:
    number = kind % numbers
    there = 0
    for c in range(colors):
        other = c * numbers + number
        there += must[other] + may[other] > 0
    if there + jokers >= 3:
        return True
    first, last = number - 2, number
    if ends == CLOSED:
        first, last = max(0, first), min(last, numbers - 3)
    for begin in range(first, last + 1):
        there = 0
        for n in range(begin, begin + 3):
            other = kind - number + n % numbers
            there += must[other] + may[other] > 0
        if there + jokers >= 3:
            return True
    return False


@njit(cache=True, nogil=True)
def fill_states(
    must: np.ndarray,
    may: np.ndarray,
    gains: np.ndarray,
    joker_gains: np.ndarray,
    worths: np.ndarray,
    colors: int,
    numbers: int,
    largest_group: int,
    jokers_must: int,
    jokers_may: int,
    threshold: int,
    floor: int,
    roots: int,
    ends: int,
    fits: np.ndarray,
    states: np.ndarray,
    slots: np.ndarray,
) -> tuple[int, int]:
    """Find every state that may lead to the largest gain, and how much it gains at most.

    Parameters
    ----------
    must, may : numpy.ndarray of int8, shape (colors * numbers,)
        How many tiles of each kind must be laid, and how many more may be; color by color. Those
        that fit no meld are better left out of ``may``, see `fitting`.
    gains : numpy.ndarray of int64, shape (colors * numbers,)
        What each tile laid beyond those that must be is worth; not negative.
    joker_gains : numpy.ndarray of int64, shape (numbers,)
        What a joker is worth as each number. The jokers that must be laid count nothing: they
        are the ones with the lowest numbers, so these gains may not decrease.
    worths : numpy.ndarray of int64, shape (numbers,)
        What each tile laid counts towards ``threshold``.
    colors, numbers : int
        The tile set; at most 4 colors.
    largest_group : int
        Most tiles of a group; 3 or 4.
    jokers_must, jokers_may : int
        Jokers that must be laid and count nothing, and those beyond; at most 2 together, or 4
        where runs go round.
    threshold : int
        What all tiles laid must count together; 0 asks for nothing.
    floor : int
        Only a gain of at least so much is of interest.
    roots : int
        How many states there are at first: the runs that are open before the first number.
    ends : int
        `CLOSED`, `HIGH_ONES` or `ROUND`.
    fits : numpy.ndarray of uint8, shape (colors, 512)
        Which open runs each color may end with; used unless ``ends`` is `CLOSED`.
    states : numpy.ndarray of int64, shape (room, 3)
        Room for states: their keys, their gains, and where they come from by which choice;
        more than for 256. The first ``roots`` are given.
    slots : numpy.ndarray of int64
        Room for the hash table: a power of two, at least twice as long, and one number more.
        It is zero at first, and left as it is from call to call.

    Returns
    -------
    begin, end : int
        Which of the states are those after the last number; `FULL` twice if the room is too
        small.
    """
    room = states.shape[0]
    largest_mask = slots.shape[0] - 2
    stamp = slots[slots.shape[0] - 1]
    jokers = jokers_must + jokers_may
    positions = colors * numbers

    # What the tiles after each position can still bring.
    most_joker = 0
    most_worth = 0
    for n in range(numbers):
        most_joker = max(most_joker, joker_gains[n])
        most_worth = max(most_worth, worths[n])
    hope = np.zeros(positions + 1, np.int64)
    hope_worth = np.zeros(positions + 1, np.int64)
    for n in range(numbers - 1, -1, -1):
        for c in range(colors - 1, -1, -1):
            place = n * colors + c
            kind = c * numbers + n
            hope[place] = hope[place + 1] + may[kind] * gains[kind]
            hope_worth[place] = hope_worth[place + 1] + (must[kind] + may[kind]) * worths[n]

    column_held = np.zeros(colors, np.int64)
    # Division is slow.
    fewest_groups = np.empty(64, np.int64)
    for size in range(64):
        fewest_groups[size] = (size + largest_group - 1) // largest_group
    begin = 0
    count = roots
    field_mask = 511
    inside = ~((1 << _USED) - 1)
    for n in range(numbers):
        column = 0
        for c in range(colors):
            column_held[c] = must[c * numbers + n] + may[c * numbers + n]
            column += column_held[c]
        for c in range(colors):
            kind = c * numbers + n
            place = n * colors + c
            needed = int(must[kind])
            held = column_held[c]
            if not held and not jokers and (c < colors - 1 or not column):
                # No run can be open here, so nothing can be decided.
                continue
            next_held = 0
            after_held = 0
            if n + 1 < numbers:
                next_held = int(must[kind + 1] + may[kind + 1])
            if n + 2 < numbers:
                after_held = int(must[kind + 2] + may[kind + 2])
            last = c == colors - 1
            shift = COLOR * c
            end = count
            stamp += 1
            mask = 1023
            for node in range(begin, end):
                if count + _MOST_NEXT > room:
                    slots[slots.shape[0] - 1] = stamp
                    return FULL, FULL
                if 2 * (count - end + _MOST_NEXT) > mask:
                    # The hash table is made larger only when the layer needs it.
                    while 2 * (count - end + _MOST_NEXT) > mask:
                        mask = min(4 * mask + 3, largest_mask)
                    stamp += 1
                    for known in range(end, count):
                        slot = _slot_of(states[known, 0], mask)
                        while slots[slot] >> 32 == stamp:
                            slot = (slot + 1) & mask
                        slots[slot] = (stamp << 32) | known
                key = states[node, 0]
                score = states[node, 1]
                fields = (key >> shift) & field_mask
                ones = fields & 7
                twos = (fields >> 3) & 7
                long = fields >> 6
                used = (key >> _USED) & 7
                in_groups = (key >> _SUM) & 31
                most = (key >> _MOST) & 7
                worth = key >> _WORTH
                others = key & ~inside & ~(field_mask << shift)
                forced = ones + twos
                # Of the colors to come: the tiles that no open run needs, none of a color in
                # more groups than there are; and the jokers that open runs need.
                free, free_one, free_two, needs = 0, 0, 0, 0
                for other in range(c + 1, colors):
                    piece = key >> (COLOR * other)
                    spare = column_held[other] - (piece & 7) - ((piece >> 3) & 7)
                    if spare < 0:
                        needs -= spare
                    else:
                        free += spare
                        free_one += min(spare, 1)
                        free_two += min(spare, 2)
                wild = jokers - used - needs
                for joined in range(held + 1):
                    group_sum = in_groups + joined
                    group_most = max(most, joined)
                    groups = max(group_most, fewest_groups[group_sum])
                    lacks = 3 * groups - group_sum
                    lacks -= free_one if groups == 1 else (free_two if groups == 2 else free)
                    for j in range(min(wild, wild - lacks) + 1):
                        left = jokers - used - j
                        low = max(needed - joined, forced - j, 0)
                        counted = max(0, used + j - jokers_must) - max(0, used - jokers_must)
                        joker_hope = most_joker * (jokers_may - max(0, used + j - jokers_must))
                        for real in range(low, held - joined + 1):
                            rest = real + j - forced
                            going_on = min(long, rest)
                            begun = rest - going_on
                            # A run that begins with a joker may be shifted up, but at the end.
                            if begun > real and (n < numbers - 5 or ends == ROUND):
                                continue
                            # Of long runs only those that can go on make a difference.
                            open_runs = 0
                            if n + 1 == numbers:
                                if ends != CLOSED:
                                    open_runs = twos + going_on
                                    if not fits[c, begun | (ones << 3) | (open_runs << 6)]:
                                        continue
                                elif begun + ones:
                                    continue
                            elif n + 2 == numbers and ends != CLOSED:
                                if begun + ones - next_held > left:
                                    continue
                            elif n + 2 == numbers:
                                if begun or ones > next_held + left:
                                    continue
                            else:
                                lacking = max(0, begun + ones - next_held)
                                lacking += max(0, begun - after_held)
                                if lacking > left:
                                    continue
                            gain = score + (real + joined - needed) * gains[kind]
                            gain += counted * joker_gains[n]
                            if gain + hope[place + 1] + joker_hope < floor:
                                continue
                            now_worth = worth
                            if threshold:
                                now_worth += (real + joined + j) * worths[n]
                                bound = now_worth + hope_worth[place + 1] + left * most_worth
                                if bound < threshold:
                                    continue
                                now_worth = min(now_worth, threshold)
                            # Runs to a 1 after the highest number end there.
                            if n + 1 < numbers and (n or ends != HIGH_ONES):
                                open_runs = min(
                                    twos + going_on, max(0, next_held + left - begun - ones)
                                )
                            base = others | ((begun | (ones << 3) | (open_runs << 6)) << shift)
                            choice = real | (joined << 3) | (j << 6)
                            if not last:
                                base |= (used + j) << _USED
                                base |= (group_sum << _SUM) | (group_most << _MOST)
                                base |= now_worth << _WORTH
                                count = _keep(
                                    base, gain, node, choice, stamp, mask, count,
                                    states, slots,
                                )  # fmt: skip
                                continue
                            needs = 0
                            if n + 1 < numbers and jokers:
                                for other in range(colors):
                                    piece = base >> (COLOR * other)
                                    at = other * numbers + n
                                    first = piece & 7
                                    needs += max(
                                        0,
                                        first + ((piece >> 3) & 7) - must[at + 1] - may[at + 1],
                                    )
                                    if n + 2 < numbers:
                                        needs += max(0, first - must[at + 2] - may[at + 2])
                            for joined_jokers in range(left - needs + 1):
                                size = group_sum + joined_jokers
                                if size:
                                    groups = max(group_most, fewest_groups[size])
                                    # No group is of jokers alone.
                                    if 3 * groups > size or groups > group_sum:
                                        continue
                                total = used + j + joined_jokers
                                more = max(0, total - jokers_must) - max(0, used + j - jokers_must)
                                total_worth = now_worth
                                if threshold:
                                    total_worth = min(
                                        threshold, now_worth + joined_jokers * worths[n]
                                    )
                                count = _keep(
                                    base | (total << _USED) | (total_worth << _WORTH),
                                    gain + more * joker_gains[n],
                                    node, choice | (joined_jokers << 9), stamp, mask, count,
                                    states, slots,
                                )  # fmt: skip
            begin = end
    slots[slots.shape[0] - 1] = stamp

    return begin, count


@njit(cache=True, nogil=True)
def best_state(
    begin: int, end: int, jokers_least: int, threshold: int, floor: int, states: np.ndarray
) -> int:
    """Return the first of the states after the last number that gains most, or `NO_PLAY`.

    Parameters
    ----------
    begin, end
        As `fill_states` returned them.
    jokers_least : int
        How many jokers must be laid, not fewer than those that must be anyway.
    threshold, floor, states
        As in `fill_states`.
    """
    best = floor - 1
    best_node = NO_PLAY
    for node in range(begin, end):
        used = (states[node, 0] >> _USED) & 7
        worth = states[node, 0] >> _WORTH
        if used >= jokers_least and worth >= threshold and states[node, 1] > best:
            best = states[node, 1]
            best_node = node
    return best_node

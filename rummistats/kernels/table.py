"""Best play on a table: a dynamic program over the numbers, color by color.

A state says, for each color, how many runs are open with one, two, and three or more tiles,
how many jokers are used, and, inside a number, how many tiles its groups have so far and how
many of one color. Where a run of three or more is open, putting the next tile there is never
worse than beginning a new run, and runs of one or two must go on: so the number of tiles that
runs get decides the next state. Every state keeps where it came from, since open runs of three
or more are not told apart and the melds can't be read back otherwise.

The kernel knows runs of at least three consecutive numbers, groups of different colors from
three on, and up to two jokers, which may be any tile.
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
_SUM = 38
_MOST = 43
_WORTH = 46
_COLOR = 9


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
        if states[0, known] == key:
            if states[1, known] < score:
                states[1, known] = score
                states[2, known] = (parent << 16) | choice
            return count
        slot = (slot + 1) & mask
    slots[slot] = (stamp << 32) | count
    states[0, count] = key
    states[1, count] = score
    states[2, count] = (parent << 16) | choice
    return count + 1


@njit(cache=True, nogil=True)
def _may_fit(
    kind: int, must: np.ndarray, may: np.ndarray, colors: int, numbers: int, jokers: int
) -> bool:
    """Whether there are tiles for a group or a run with this one; others may need them too."""
    number = kind % numbers
    there = 0
    for c in range(colors):
        other = c * numbers + number
        there += must[other] + may[other] > 0
    if there + jokers >= 3:
        return True
    for first in range(max(0, number - 2), min(number, numbers - 3) + 1):
        there = 0
        for n in range(first, first + 3):
            other = kind - number + n
            there += must[other] + may[other] > 0
        if there + jokers >= 3:
            return True
    return False


@njit(cache=True, nogil=True)
def best_table(
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
    jokers_least: int,
    threshold: int,
    floor: int,
    states: np.ndarray,
    slots: np.ndarray,
    chosen: np.ndarray,
) -> int:
    """Return the largest gain of a division of tiles into melds, and what it consists of.

    Parameters
    ----------
    must, may : numpy.ndarray of int8, shape (colors * numbers,)
        How many tiles of each kind must be laid, and how many more may be; color by color.
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
        Jokers that must be laid and count nothing, and those beyond; at most 2 together.
    jokers_least : int
        How many jokers must be laid, not fewer than ``jokers_must``.
    threshold : int
        What all tiles laid must count together; 0 asks for nothing.
    floor : int
        Only a gain of at least so much is of interest.
    states : numpy.ndarray of int64, shape (3, room)
        Room for states: their keys, their gains, and where they come from by which choice;
        more than for 256.
    slots : numpy.ndarray of int64
        Room for the hash table: a power of two, at least twice as long, and one number more.
        It is zero at first, and left as it is from call to call.
    chosen : numpy.ndarray of int8, shape (numbers, colors + 1, 3)
        Receives for each number and color how many tiles runs and groups got, and how many
        jokers its runs got; in the last row how many jokers the groups got.

    Returns
    -------
    int
        The gain, or `NO_PLAY` or `FULL`.
    """
    room = states.shape[1]
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
            hope[place] = hope[place + 1]
            if may[kind] and _may_fit(kind, must, may, colors, numbers, jokers):
                hope[place] += may[kind] * gains[kind]
            hope_worth[place] = hope_worth[place + 1] + (must[kind] + may[kind]) * worths[n]

    states[0, 0] = 0
    states[1, 0] = 0
    states[2, 0] = 0
    begin = 0
    count = 1
    field_mask = 511
    inside = ~((1 << _USED) - 1)
    for n in range(numbers):
        column = 0
        for c in range(colors):
            column += must[c * numbers + n] + may[c * numbers + n]
        later = column
        for c in range(colors):
            kind = c * numbers + n
            place = n * colors + c
            needed = int(must[kind])
            held = int(needed + may[kind])
            later -= held
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
            shift = _COLOR * c
            end = count
            stamp += 1
            mask = 1023
            for node in range(begin, end):
                if count + _MOST_NEXT > room:
                    slots[slots.shape[0] - 1] = stamp
                    return FULL
                if 2 * (count - end + _MOST_NEXT) > mask:
                    # The hash table is made larger only when the layer needs it.
                    while 2 * (count - end + _MOST_NEXT) > mask:
                        mask = min(4 * mask + 3, largest_mask)
                    stamp += 1
                    for known in range(end, count):
                        slot = _slot_of(states[0, known], mask)
                        while slots[slot] >> 32 == stamp:
                            slot = (slot + 1) & mask
                        slots[slot] = (stamp << 32) | known
                key = states[0, node]
                score = states[1, node]
                fields = (key >> shift) & field_mask
                ones = fields & 7
                twos = (fields >> 3) & 7
                long = fields >> 6
                used = (key >> _USED) & 3
                in_groups = (key >> _SUM) & 31
                most = (key >> _MOST) & 7
                worth = key >> _WORTH
                others = key & ~inside & ~(field_mask << shift)
                wild = jokers - used
                forced = ones + twos
                for joined in range(held + 1):
                    group_sum = in_groups + joined
                    group_most = max(most, joined)
                    for j in range(wild + 1):
                        left = wild - j
                        if group_sum:
                            groups = max(
                                group_most, (group_sum + largest_group - 1) // largest_group
                            )
                            if group_sum + later + left < 3 * groups:
                                continue
                        low = max(needed - joined, forced - j, 0)
                        counted = max(0, used + j - jokers_must) - max(0, used - jokers_must)
                        joker_hope = most_joker * (jokers_may - max(0, used + j - jokers_must))
                        for real in range(low, held - joined + 1):
                            rest = real + j - forced
                            going_on = min(long, rest)
                            begun = rest - going_on
                            # A run that begins with a joker may be shifted up, but at the end.
                            if begun > real and n < numbers - 5:
                                continue
                            if n + 1 == numbers:
                                if begun + ones:
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
                            # Of long runs only those that can go on make a difference.
                            open_runs = 0
                            if n + 1 < numbers:
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
                                    piece = base >> (_COLOR * other)
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
                                    groups = max(
                                        group_most, (size + largest_group - 1) // largest_group
                                    )
                                    if 3 * groups > size:
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
                                    node, choice | (joined_jokers << 8), stamp, mask, count,
                                    states, slots,
                                )  # fmt: skip
            begin = end
    slots[slots.shape[0] - 1] = stamp

    best = NO_PLAY
    best_node = -1
    for node in range(begin, count):
        used = (states[0, node] >> _USED) & 3
        worth = states[0, node] >> _WORTH
        gain = states[1, node]
        if used >= jokers_least and worth >= threshold and gain > best and gain >= floor:
            best = gain
            best_node = node
    if best_node < 0:
        return NO_PLAY
    node = best_node
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
            choice = states[2, node] & 0xFFFF
            chosen[n, c, 0] = choice & 7
            chosen[n, c, 1] = (choice >> 3) & 7
            chosen[n, c, 2] = (choice >> 6) & 3
            if c == colors - 1:
                chosen[n, colors, 0] = choice >> 8
            node = states[2, node] >> 16
    return best


@njit(cache=True, nogil=True)
def melds_of_table(
    chosen: np.ndarray, colors: int, numbers: int, largest_group: int, melds: np.ndarray
) -> int:
    """Write the melds that `best_table` chose, and return how many there are.

    Parameters
    ----------
    chosen : numpy.ndarray of int8, shape (numbers, colors + 1, 3)
        What `best_table` wrote.
    colors, numbers, largest_group : int
        As in `best_table`.
    melds : numpy.ndarray of int16, shape (most, 5)
        Receives the melds. A group: 0, its number, the colors of its real tiles as bits, its
        size, its jokers. A run: 1, its color, its first number, its length, the places of its
        jokers as bits.

    Returns
    -------
    int
        How many melds there are.
    """
    found = 0
    taken = np.empty(colors, np.int64)
    for n in range(numbers):
        size = int(chosen[n, colors, 0])
        most = 0
        for c in range(colors):
            taken[c] = chosen[n, c, 1]
            size += taken[c]
            most = max(most, taken[c])
        if not size:
            continue
        groups = max(most, (size + largest_group - 1) // largest_group)
        for _ in range(chosen[n, colors, 0]):
            fewest = 0
            for c in range(colors):
                if taken[c] < taken[fewest]:
                    fewest = c
            taken[fewest] += 1
        for group in range(groups):
            melds[found + group, 0] = 0
            melds[found + group, 1] = n + 1
            for column in range(2, 5):
                melds[found + group, column] = 0
        # Dealt round, each group gets a color once at most, and sizes differ by one.
        turn = 0
        for c in range(colors):
            for tile in range(taken[c]):
                row = found + turn % groups
                melds[row, 3] += 1
                if tile < chosen[n, c, 1]:
                    melds[row, 2] |= 1 << c
                else:
                    melds[row, 4] += 1
                turn += 1
        found += groups
    opened = np.empty(64, np.int64)
    for c in range(colors):
        open_count = 0
        for n in range(numbers):
            real = int(chosen[n, c, 0])
            total = real + chosen[n, c, 2]
            # Runs of one and two tiles go on first, then longer ones.
            going_on = min(total, open_count)
            begun = total - going_on
            for place in range(open_count):
                for other in range(place + 1, open_count):
                    if melds[opened[other], 3] < melds[opened[place], 3]:
                        opened[place], opened[other] = opened[other], opened[place]
            kept = 0
            spare = real - begun
            for place in range(going_on):
                row = opened[place]
                if spare > 0:
                    spare -= 1
                else:
                    melds[row, 4] |= 1 << melds[row, 3]
                melds[row, 3] += 1
                kept += 1
            for new in range(begun):
                melds[found, 0] = 1
                melds[found, 1] = c
                melds[found, 2] = n + 1
                melds[found, 3] = 1
                melds[found, 4] = 0 if new < real else 1
                opened[kept] = found
                kept += 1
                found += 1
            open_count = kept
    return found


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
        One after the other ``gains``, ``joker_gains`` and ``worths`` of `best_table`.
    shape : numpy.ndarray of int64, shape (3,)
        The colors, the numbers and the most tiles of a group.
    jokers_least, threshold, floor
        As in `best_table`; there are at least the table's jokers anyway.
    states : numpy.ndarray of int64, shape (3, room)
        Room for states.
    slots, chosen, melds
        As in `best_table` and `melds_of_table`.
    laid : numpy.ndarray of int8, shape (colors * numbers + 1,)
        Receives how many tiles of each kind are laid, jokers last.

    Returns
    -------
    gain, count : int
        The gain, or `NO_PLAY` or `FULL`; and how many melds there are.
    """
    colors, numbers, largest = shape[0], shape[1], shape[2]
    kinds = colors * numbers
    must, may = table[:kinds], hand[:kinds]
    gains = all_gains[:kinds]
    joker_gains = all_gains[kinds : kinds + numbers]
    worths = all_gains[kinds + numbers :]
    jokers_must, jokers_may = int(table[kinds]), int(hand[kinds])
    least = max(jokers_must, jokers_least)
    most = 0
    largest_gain = 0
    lying = jokers_must
    for kind in range(kinds):
        lying += must[kind]
        if may[kind] and _may_fit(kind, must, may, colors, numbers, jokers_must + jokers_may):
            most += may[kind] * gains[kind]
            largest_gain = max(largest_gain, gains[kind])
    if jokers_may:
        most += jokers_may * joker_gains[numbers - 1]
        largest_gain = max(largest_gain, joker_gains[numbers - 1])
    gain = NO_PLAY
    # Where there are many states, it pays to look for nearly everything first.
    crowded = lying > 50 or (jokers_must + jokers_may and lying > 15)
    for less in (0, 2, 4, -1):
        aim = most - less * largest_gain
        if less < 0 or aim < floor:
            aim = int(floor)
        elif not crowded:
            continue
        gain = best_table(
            must, may, gains, joker_gains, worths, colors, numbers, largest,
            jokers_must, jokers_may, least, threshold, aim,
            states, slots, chosen,
        )  # fmt: skip
        if gain != NO_PLAY or aim <= floor:
            break
    if gain < 0:
        return gain, 0
    laid[kinds] = 0
    for n in range(numbers):
        laid[kinds] += chosen[n, colors, 0]
        for c in range(colors):
            laid[c * numbers + n] = chosen[n, c, 0] + chosen[n, c, 1]
            laid[kinds] += chosen[n, c, 2]
    return gain, int(melds_of_table(chosen, colors, numbers, largest, melds))

"""The isolated tiles that very many hands have left after a largest packing of three-tile melds.

As in `rummistats.kernels.split`, groups are chosen and the colors looked up: a table says how
many runs of three each color makes, and what may be left of it. What the colors have to do with
each other remains to be seen: tiles of one number are partners in different colors.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.group_choices import list_group_choices
from rummistats.kernels.leftovers import MOST_FOUND, find_leftovers, first_of, runs_of, size_of

MOST_CHOICES = 1 << 16
"""How many choices of groups a hand may have."""

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_LAST_BYTE = np.uint64(56)
_EVERY_SECOND = np.uint64(0x5555_5555_5555_5555)
_TWO_OF_FOUR = np.uint64(0x3333_3333_3333_3333)
_FOUR_OF_EIGHT = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_EVERY_BYTE = np.uint64(0x0101_0101_0101_0101)


@njit(cache=True, nogil=True, inline="always")
def _bits(word: np.uint64) -> np.int64:
    """Return how many bits are set."""
    # Compilers know these steps and take one instruction instead.
    word -= (word >> _ONE) & _EVERY_SECOND
    word = (word & _TWO_OF_FOUR) + ((word >> _TWO) & _TWO_OF_FOUR)
    word = (word + (word >> _FOUR)) & _FOUR_OF_EIGHT
    return np.int64((word * _EVERY_BYTE) >> _LAST_BYTE)


@njit(cache=True, nogil=True, inline="always")
def _fewest_of_lists(
    lists: np.ndarray,
    sizes: np.ndarray,
    at: np.ndarray,
    colors: int,
    numbers: np.uint64,
    shared_lane: np.uint64,
    copy_lanes: np.uint64,
    fewest: np.int64,
) -> np.int64:
    """Return the fewest isolated tiles when one leftover is taken from the list of each color.

    ``fewest`` is what is known already.
    """
    at[:] = 0
    while True:
        any_color = np.uint64(0)
        two_colors = np.uint64(0)
        for color in range(colors):
            here = lists[color, np.uint64(at[color])] & shared_lane
            two_colors |= any_color & here
            any_color |= here
        alone = ~(two_colors * copy_lanes)
        total = np.int64(0)
        for color in range(colors):
            total += _bits((lists[color, np.uint64(at[color])] >> numbers) & alone)
        fewest = min(fewest, total)
        if fewest == 0:
            return fewest
        color = 0
        while color < colors:
            at[color] += 1
            if at[color] < sizes[color]:
                break
            at[color] = 0
            color += 1
        if color == colors:
            return fewest


@njit(cache=True, nogil=True)
def isolated_after_packing(
    hands: np.ndarray,
    content_of: np.ndarray,
    pattern_of: tuple[int, ...],
    pattern_zero: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_melds: np.ndarray,
    places: np.ndarray,
    leftovers: np.ndarray,
    starts: np.ndarray,
    deltas: np.ndarray,
    needs: np.ndarray,
    wild: np.ndarray,
    near: np.ndarray,
    twins: int,
    colors_pair: bool,
    share_first: np.ndarray,
    share_jokers: np.ndarray,
    results: np.ndarray,
) -> None:
    """Write into ``results`` the fewest isolated tiles of each hand after a largest packing.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    content_of, pattern_zero, option_first, option_last, option_tiles, option_jokers
        As in `rummistats.kernels.split.four_optima`, for groups of three.
    pattern_of, share_first, share_jokers
        As in `rummistats.kernels.helpful.helpful_tiles`.
    option_melds : numpy.ndarray of int64, shape (options,)
        How many groups each choice has.
    places, leftovers : numpy.ndarray
        From `rummistats.kernels.leftovers.fill_leftovers`.
    starts, deltas, needs, wild
        The runs of three, as in `rummistats.kernels.split.fill_table`.
    near, twins, colors_pair
        As in `rummistats.kernels.counting.isolated`.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts; -1 for hands with more than `MOST_CHOICES` choices of groups, or a
        color with more than `MOST_FOUND` leftovers.
    """
    numbers = content_of.shape[0] - 1
    colors = len(pattern_of)
    added_pattern = np.array(pattern_of)
    colored = colors * numbers
    number_of = np.zeros(colored + 1, dtype=np.int64)
    color_of = np.zeros(colored + 1, dtype=np.int64)
    for kind in range(colored):
        number_of[kind] = kind % numbers + 1
        color_of[kind] = kind // numbers
    lane_bits = np.uint64(numbers)
    shared_lane = (_ONE << lane_bits) - _ONE if colors_pair else np.uint64(0)
    copy_lanes = np.uint64(0)
    for copy in range(needs.shape[1]):
        copy_lanes |= _ONE << np.uint64(copy * numbers)
    patterns = np.zeros(numbers + 1, dtype=np.int64)
    contents = np.zeros((MOST_CHOICES, colors), dtype=np.int64)
    melds = np.zeros(MOST_CHOICES, dtype=np.int64)
    left = np.zeros(MOST_CHOICES, dtype=np.int64)
    origin = np.zeros(MOST_CHOICES, dtype=np.int64)
    added = np.zeros(MOST_CHOICES, dtype=np.int64)
    at_number = np.zeros(MOST_CHOICES, dtype=np.int64)
    totals = np.zeros(MOST_CHOICES, dtype=np.int64)
    lists = np.zeros((colors, MOST_FOUND + 1), dtype=np.uint64)
    sizes = np.zeros(colors, dtype=np.int64)
    at = np.zeros(colors, dtype=np.int64)
    for row in range(hands.shape[0]):
        patterns[:] = pattern_zero
        contents[0, :] = 0
        held = 0
        for kind in hands[row]:
            if kind == colored:
                held += 1
                continue
            color = color_of[kind]
            number = number_of[kind]
            patterns[number] += added_pattern[color]
            contents[0, color] += content_of[number]

        choices = list_group_choices(
            held, patterns, pattern_of, content_of, option_first, option_last, option_tiles,
            option_jokers, option_melds, contents, melds, left, origin, added, at_number,
        )  # fmt: skip
        if choices > MOST_CHOICES:
            results[row] = -1
            continue
        most = np.int64(0)
        for choice in range(choices):
            runs = np.int64(0)
            for share in range(share_first[left[choice]], share_first[left[choice] + 1]):
                total = np.int64(0)
                for color in range(colors):
                    # Unsigned places are looked up without asking whether they count from the end.
                    used = np.uint64(share_jokers[share, color])
                    total += runs_of(places[np.uint64(contents[choice, color]), used])
                runs = max(runs, total)
            totals[choice] = melds[choice] + runs
            most = max(most, totals[choice])

        fewest = np.int64(hands.shape[1])
        for choice in range(choices):
            if totals[choice] < most:
                continue
            for share in range(share_first[left[choice]], share_first[left[choice] + 1]):
                total = melds[choice]
                for color in range(colors):
                    used = np.uint64(share_jokers[share, color])
                    total += runs_of(places[np.uint64(contents[choice, color]), used])
                if total < most or fewest <= 0:
                    continue
                for color in range(colors):
                    used = np.uint64(share_jokers[share, color])
                    place = places[np.uint64(contents[choice, color]), used]
                    size = size_of(place)
                    sizes[color] = size
                    first = first_of(place)
                    for listed in range(size):
                        lists[color, np.uint64(listed)] = leftovers[np.uint64(first + listed)]
                    if size == 0:
                        sizes[color] = find_leftovers(
                            contents[choice, color],
                            share_jokers[share, color],
                            places,
                            content_of,
                            starts,
                            deltas,
                            needs,
                            wild,
                            near,
                            twins,
                            lists[color],
                        )
                    if sizes[color] > MOST_FOUND:
                        fewest = np.int64(-1)
                if fewest >= 0:
                    fewest = _fewest_of_lists(
                        lists,
                        sizes,
                        at,
                        colors,
                        lane_bits,
                        shared_lane,
                        copy_lanes,
                        fewest,
                    )
        results[row] = fewest

"""Whether hands fulfil a contract: depth first over its runs, then over its groups.

The tiles of one color are one word, four bits for each number, so that one subtraction says
whether a hand has all tiles of a run: the highest of a number's four bits is set before it and
is still set after it unless there are too few. The runs that a hand has are few, and so are
the numbers that are left for groups.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_GUARDS = np.uint64(0x8888888888888888)
_BITS = 4


@njit(cache=True, nogil=True)
def _available(word: np.int64, colors: int, colors_differ: bool) -> np.int64:
    """Return how many real tiles a group can take from one number's tiles."""
    available = np.int64(0)
    for color in range(colors):
        count = (word >> (_BITS * color)) & 15
        available += 1 if colors_differ and count else count
    return available


@njit(cache=True, nogil=True)
def _without(word: np.int64, tiles: np.int64, colors: int, colors_differ: bool) -> np.int64:
    """Return one number's tiles without so many that go into a group.

    Colors of which there are most go first, so that as many different ones as possible are left.
    """
    taken = np.int64(0)
    for count in range(15, 0, -1):
        if not tiles:
            break
        for color in range(colors):
            shift = _BITS * color
            while tiles and (word >> shift) & 15 == count and not (taken >> color) & 1:
                word -= np.int64(1) << shift
                tiles -= 1
                if colors_differ:
                    taken |= np.int64(1) << color
    return word


@njit(cache=True, nogil=True)
def _has_groups(
    held: np.ndarray,
    jokers: np.int64,
    group_needs: np.ndarray,
    group_like_last: np.ndarray,
    numbers: int,
    colors_differ: bool,
    same_number: bool,
    words: np.ndarray,
    options: np.ndarray,
    before: np.ndarray,
) -> bool:
    """Whether these tiles and jokers make all groups of the contract."""
    groups = group_needs.shape[0]
    if groups == 0:
        return True
    colors = held.shape[0]
    for number in range(numbers):
        words[number] = 0
        for color in range(colors):
            count = np.int64((held[color] >> np.uint64(_BITS * number)) & np.uint64(15))
            words[number] |= count << (_BITS * color)
    # An option is a number and how many jokers go with it.
    width = jokers + 1
    left = jokers
    group = 0
    options[0] = 0
    while group >= 0:
        placed = False
        while options[group] < numbers * width:
            number = options[group] // width
            wild = options[group] % width
            real = group_needs[group, wild]
            fits = wild <= left and _available(words[number], colors, colors_differ) >= real
            if fits and not same_number:
                for other in range(group):
                    if options[other] // width == number:
                        fits = False
            if fits:
                before[group] = words[number]
                words[number] = _without(words[number], real, colors, colors_differ)
                left -= wild
                placed = True
                break
            options[group] += 1
        if placed:
            group += 1
            if group == groups:
                return True
            # Groups of one size in the order of their numbers: no choice is looked at twice.
            options[group] = number * width if group_like_last[group] else 0
        else:
            group -= 1
            if group >= 0:
                words[options[group] // width] = before[group]
                left += options[group] % width
                options[group] += 1
    return False


@njit(cache=True, nogil=True)
def fulfilled(
    hands: np.ndarray,
    color_of: np.ndarray,
    one_of: np.ndarray,
    colors: int,
    numbers: int,
    needs: np.ndarray,
    wild: np.ndarray,
    starts: np.ndarray,
    afters: np.ndarray,
    first: np.ndarray,
    sizes: np.ndarray,
    run_sizes: np.ndarray,
    adjacent: bool,
    group_needs: np.ndarray,
    group_like_last: np.ndarray,
    colors_differ: bool,
    same_number: bool,
    results: np.ndarray,
) -> None:
    """Write into ``results`` whether each hand fulfils a contract.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    color_of : numpy.ndarray of int64, shape (kinds,)
        The color number of each kind; ``colors`` for a joker.
    one_of : numpy.ndarray of uint64, shape (kinds,)
        One tile of each kind in the word of its color: 1 shifted by four bits a number.
    colors, numbers : int
        The tile set.
    needs : numpy.ndarray of uint64
        The real tiles of each way to make a run, as a word; ways of one size together, those
        with fewer jokers first.
    wild : numpy.ndarray of int64
        How many jokers each way has.
    starts, afters : numpy.ndarray of int64
        The place at which a run starts, and the place that follows its end.
    first : numpy.ndarray of int64, shape (sizes, jokers + 2)
        The ways to make a run of size number ``s`` with ``j`` jokers are numbers
        ``first[s, j]`` to ``first[s, j + 1] - 1``.
    sizes : numpy.ndarray of int64
        The different sizes of the contract's runs.
    run_sizes : numpy.ndarray of int64
        For each run of the contract its size's place in ``sizes``; equal ones together.
    adjacent : bool
        Whether two runs of one color may directly continue each other.
    group_needs : numpy.ndarray of int64, shape (groups, jokers + 1)
        The real tiles that each group needs beside 0, 1, … jokers.
    group_like_last : numpy.ndarray of bool, shape (groups,)
        Whether a group has the size of the one before it.
    colors_differ : bool
        Whether the colors of a group differ.
    same_number : bool
        Whether two groups may have one number.
    results : numpy.ndarray of bool, shape (hands,)
        Receives the answers.
    """
    runs = run_sizes.shape[0]
    groups = group_needs.shape[0]
    # The ways to make a run that one hand has.
    way = np.empty(colors * needs.shape[0], dtype=np.int64)
    color_of_way = np.empty(colors * needs.shape[0], dtype=np.int64)
    begin = np.zeros(sizes.shape[0] + 1, dtype=np.int64)
    # What is left after so many runs.
    held = np.zeros((runs + 1, colors), dtype=np.uint64)
    jokers = np.zeros(runs + 1, dtype=np.int64)
    option = np.zeros(runs + 1, dtype=np.int64)
    tiles = np.zeros(colors, dtype=np.int64)
    words = np.zeros(numbers, dtype=np.int64)
    group_options = np.zeros(groups + 1, dtype=np.int64)
    before = np.zeros(groups + 1, dtype=np.int64)
    for row in range(hands.shape[0]):
        results[row] = False
        jokers[0] = 0
        for color in range(colors):
            held[0, color] = 0
            tiles[color] = 0
        for kind in hands[row]:
            color = color_of[kind]
            if color == colors:
                jokers[0] += 1
            else:
                held[0, color] += one_of[kind]
                tiles[color] += 1

        ways = 0
        possible = True
        for size in range(sizes.shape[0]):
            begin[size] = ways
            for color in range(colors):
                if tiles[color] + jokers[0] < sizes[size]:
                    continue
                guarded = held[0, color] | _GUARDS
                for number in range(first[size, 0], first[size, jokers[0] + 1]):
                    if (guarded - needs[number]) & _GUARDS == _GUARDS:
                        way[ways] = number
                        color_of_way[ways] = color
                        ways += 1
            if ways == begin[size]:
                possible = False
                break
        begin[sizes.shape[0]] = ways
        if not possible:
            continue

        depth = 0
        if runs:
            option[0] = begin[run_sizes[0]]
        while depth >= 0:
            placed = False
            if depth == runs:
                if _has_groups(
                    held[depth],
                    jokers[depth],
                    group_needs,
                    group_like_last,
                    numbers,
                    colors_differ,
                    same_number,
                    words,
                    group_options,
                    before,
                ):
                    results[row] = True
                    break
            else:
                while option[depth] < begin[run_sizes[depth] + 1]:
                    number = way[option[depth]]
                    color = color_of_way[option[depth]]
                    rest = (held[depth, color] | _GUARDS) - needs[number]
                    fits = wild[number] <= jokers[depth] and rest & _GUARDS == _GUARDS
                    if fits and not adjacent:
                        for other in range(depth):
                            if color_of_way[option[other]] == color:
                                last = way[option[other]]
                                if afters[last] == starts[number] or afters[number] == starts[last]:
                                    fits = False
                    if fits:
                        for other in range(colors):
                            held[depth + 1, other] = held[depth, other]
                        held[depth + 1, color] = rest ^ _GUARDS
                        jokers[depth + 1] = jokers[depth] - wild[number]
                        placed = True
                        break
                    option[depth] += 1
            if placed:
                depth += 1
                if depth < runs:
                    # Runs of one size in the order of the ways: no choice is looked at twice.
                    like_last = run_sizes[depth] == run_sizes[depth - 1]
                    option[depth] = option[depth - 1] if like_last else begin[run_sizes[depth]]
            else:
                depth -= 1
                if depth >= 0:
                    option[depth] += 1

"""States of a layer: sets of debt vectors, each found once.

A debt vector is two 64-bit words and a credit. In each word every color has so many bits, from
the lowest one on; what is above them is no color's. Both kinds of profiles keep their states here.
"""

from __future__ import annotations

import numpy as np
from numba import njit

Pool = tuple[
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
]
"""What is found of a layer: both words and the credits of all debt vectors, state after state;
where each state begins; the states' hashes; with how few tiles each is reached; a hash table of
the states; and how many states and debt vectors there are."""

ABSORBED = np.int32(-1)
"""In place of a next state: the goal is reached, whatever follows."""

TOO_LARGE = np.int32(-2)
"""In place of a next state: no hand has so many tiles."""

LOST = np.int32(-3)
"""In place of a next state: no choice is left."""

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number with which one word is spread before it is mixed with another one."""


def empty_pool() -> Pool:
    """Return a pool without states; its arrays grow as they must."""
    return (
        np.empty(1024, np.uint64),
        np.empty(1024, np.uint64),
        np.empty(1024, np.int16),
        np.zeros(1024, np.int64),
        np.empty(1024, np.uint64),
        np.empty(1024, np.int64),
        np.full(4096, -1, np.int32),
        np.zeros(2, np.int64),
    )


@njit(cache=True, nogil=True)
def longer(array: np.ndarray, size: int) -> np.ndarray:
    """Return a copy of an array with room for more."""
    copied = np.empty(size, array.dtype)
    copied[: array.shape[0]] = array
    return copied


@njit(cache=True, nogil=True)
def keep_state(
    words: np.ndarray,
    more_words: np.ndarray,
    credits: np.ndarray,
    held: int,
    width: int,
    more_width: int,
    alike: np.ndarray,
    marks: np.ndarray,
    order: np.ndarray,
    best: np.ndarray,
    tiles: int,
    pool: Pool,
) -> tuple[Pool, np.int64]:
    """Return the pool with a state in it, and the state's number there.

    States that differ only in which color is which, among colors that are alike, are one.

    Parameters
    ----------
    words, more_words : numpy.ndarray of uint64
        Both words of the debt vectors; they are put in an order of their own.
    credits : numpy.ndarray of int64
        What each counts.
    held : int
        How many debt vectors there are.
    width, more_width : int
        Bits of a color in both words.
    alike : numpy.ndarray of int64, shape (colors,)
        Colors with the same number may be exchanged; they stand side by side.
    marks, order, best : numpy.ndarray of uint64, int64 and int64, shape (colors,)
        Room to work in.
    tiles : int
        With how many tiles the state is reached.
    pool : tuple
        The states found so far.
    """
    all_words, all_more, all_credits, firsts, hashes, fewest, table, sizes = pool
    states, vectors = sizes[0], sizes[1]
    hashed = _choose_order(
        words, more_words, credits, held, width, more_width, alike, marks, order, best
    )
    for place in range(held):
        words[place] = _permuted(words[place], best, width)
        if more_words[place] != np.uint64(0):
            more_words[place] = _permuted(more_words[place], best, more_width)
    # In one order, so that equal states are equal arrays.
    for place in range(1, held):
        word, more, credit = words[place], more_words[place], credits[place]
        before = place - 1
        while before >= 0 and (
            words[before] > word or (words[before] == word and more_words[before] > more)
        ):
            words[before + 1] = words[before]
            more_words[before + 1] = more_words[before]
            credits[before + 1] = credits[before]
            before -= 1
        words[before + 1] = word
        more_words[before + 1] = more
        credits[before + 1] = credit
    slot = np.int64(hashed & np.uint64(table.shape[0] - 1))
    while True:
        known = np.int64(table[slot])
        if known < 0:
            break
        if hashes[known] == hashed and firsts[known + 1] - firsts[known] == held:
            first = firsts[known]
            same = True
            for place in range(held):
                if (
                    all_words[first + place] != words[place]
                    or all_more[first + place] != more_words[place]
                    or all_credits[first + place] != credits[place]
                ):
                    same = False
                    break
            if same:
                fewest[known] = min(fewest[known], tiles)
                return pool, known
        slot = (slot + 1) & (table.shape[0] - 1)
    if states + 2 > firsts.shape[0]:
        size = 2 * firsts.shape[0]
        firsts, hashes, fewest = longer(firsts, size), longer(hashes, size), longer(fewest, size)
    if vectors + held > all_words.shape[0]:
        size = 2 * (vectors + held)
        all_words, all_more = longer(all_words, size), longer(all_more, size)
        all_credits = longer(all_credits, size)
    for place in range(held):
        all_words[vectors + place] = words[place]
        all_more[vectors + place] = more_words[place]
        all_credits[vectors + place] = credits[place]
    hashes[states] = hashed
    fewest[states] = tiles
    firsts[states + 1] = vectors + held
    table[slot] = states
    sizes[0], sizes[1] = states + 1, vectors + held
    if 2 * (states + 1) > table.shape[0]:
        table = _rehashed(hashes, states + 1, 4 * table.shape[0])
    return (all_words, all_more, all_credits, firsts, hashes, fewest, table, sizes), states


@njit(cache=True, nogil=True, inline="never")
def _mix(word: np.uint64) -> np.uint64:
    word ^= word >> np.uint64(31)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(29)
    word *= np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(32)
    return word


@njit(cache=True, nogil=True)
def _piece(word: np.uint64, color: int, width: int) -> np.uint64:
    """Return a color's part of a word."""
    return (word >> np.uint64(width * color)) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1))


@njit(cache=True, nogil=True)
def _beside(word: np.uint64, colors: int, width: int) -> np.uint64:
    """Return what of a word is no color's; a word that is full has nothing of that kind."""
    return word >> np.uint64(width * colors) if width * colors < 64 else np.uint64(0)


@njit(cache=True, nogil=True)
def _permuted(word: np.uint64, order: np.ndarray, width: int) -> np.uint64:
    """Return a word with its colors in another order."""
    if width == 0:
        return word
    colors = order.shape[0]
    moved = np.uint64(0)
    if width * colors < 64:
        moved = _beside(word, colors, width) << np.uint64(width * colors)
    for place in range(colors):
        moved |= _piece(word, order[place], width) << np.uint64(width * place)
    return moved


@njit(cache=True, nogil=True)
def _set_hash(
    words: np.ndarray,
    more_words: np.ndarray,
    credits: np.ndarray,
    held: int,
    order: np.ndarray,
    width: int,
    more_width: int,
) -> np.uint64:
    """Return a hash of a state with its colors in some order, that of the vectors apart."""
    total = np.uint64(held)
    for place in range(held):
        word = _permuted(words[place], order, width)
        if more_words[place] != np.uint64(0):
            word += _permuted(more_words[place], order, more_width) * SPREAD
        total += _mix(_mix(word) + np.uint64(credits[place]))
    return total


@njit(cache=True, nogil=True)
def _mark_colors(
    words: np.ndarray,
    more_words: np.ndarray,
    credits: np.ndarray,
    held: int,
    width: int,
    more_width: int,
    marks: np.ndarray,
) -> None:
    """Give each color a mark that depends on its debts, but not on which color it is."""
    colors = marks.shape[0]
    for color in range(colors):
        marks[color] = np.uint64(0)
    for place in range(held):
        word, more = words[place], more_words[place]
        common = _mix(
            _beside(word, colors, width) * np.uint64(1024)
            + _beside(more, colors, more_width) * SPREAD
            + np.uint64(credits[place])
        )
        total = np.uint64(0)
        for color in range(colors):
            mine = _piece(word, color, width) + _piece(more, color, more_width) * SPREAD
            total += _mix(mine + np.uint64(77))
        common = _mix(common + total)
        for color in range(colors):
            mine = _piece(word, color, width) + _piece(more, color, more_width) * SPREAD
            marks[color] += _mix(common ^ (mine + np.uint64(1)))


@njit(cache=True, nogil=True)
def _next_permutation(order: np.ndarray, low: int, high: int) -> bool:
    """Make the next permutation of ``order[low:high]``; whether there was one."""
    place = high - 2
    while place >= low and order[place] >= order[place + 1]:
        place -= 1
    if place < low:
        return False
    other = high - 1
    while order[other] <= order[place]:
        other -= 1
    order[place], order[other] = order[other], order[place]
    left, right = place + 1, high - 1
    while left < right:
        order[left], order[right] = order[right], order[left]
        left += 1
        right -= 1
    return True


@njit(cache=True, nogil=True)
def _choose_order(
    words: np.ndarray,
    more_words: np.ndarray,
    credits: np.ndarray,
    held: int,
    width: int,
    more_width: int,
    alike: np.ndarray,
    marks: np.ndarray,
    order: np.ndarray,
    best: np.ndarray,
) -> np.uint64:
    """Put the colors in an order that hands alike but for their colors share; return a hash."""
    colors = order.shape[0]
    _mark_colors(words, more_words, credits, held, width, more_width, marks)
    for color in range(colors):
        order[color] = color
    for place in range(1, colors):
        moved = order[place]
        before = place - 1
        while (
            before >= 0
            and alike[order[before]] == alike[moved]
            and marks[order[before]] > marks[moved]
        ):
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = moved
    best[:] = order
    smallest = _set_hash(words, more_words, credits, held, order, width, more_width)
    # Colors with equal marks may still differ in how their debts go together: try all orders,
    # but of colors whose debts are the same in every vector.
    low = 0
    while low < colors:
        high = low + 1
        while (
            high < colors
            and alike[order[high]] == alike[order[low]]
            and marks[order[high]] == marks[order[low]]
        ):
            high += 1
        if high - low > 1 and _differ(words, more_words, held, order, low, high, width, more_width):
            order[:] = best
            # They come in ascending order first, so each order is met once.
            while _next_permutation(order, low, high):
                hashed = _set_hash(words, more_words, credits, held, order, width, more_width)
                if hashed < smallest:
                    smallest = hashed
                    best[:] = order
            order[:] = best
        low = high
    return smallest


@njit(cache=True, nogil=True)
def _differ(
    words: np.ndarray,
    more_words: np.ndarray,
    held: int,
    order: np.ndarray,
    low: int,
    high: int,
    width: int,
    more_width: int,
) -> bool:
    """Return whether the colors ``order[low:high]`` have different debts in any vector."""
    for place in range(held):
        first = _piece(words[place], order[low], width)
        first_more = _piece(more_words[place], order[low], more_width)
        for color in range(low + 1, high):
            if _piece(words[place], order[color], width) != first:
                return True
            if _piece(more_words[place], order[color], more_width) != first_more:
                return True
    return False


@njit(cache=True, nogil=True)
def _rehashed(hashes: np.ndarray, number: int, size: int) -> np.ndarray:
    """Return a larger hash table of the states."""
    table = np.full(size, -1, np.int32)
    for known in range(number):
        slot = np.int64(hashes[known] & np.uint64(size - 1))
        while table[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        table[slot] = known
    return table

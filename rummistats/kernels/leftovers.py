"""What may be left of each content of one color after as many runs of three as it makes.

A leftover is kept as a word of lanes, each with one bit a number: the numbers that are left lie
in the lowest lane; in the next ones, of these, those without a partner in their own color, at
least once, at least twice, and so on. There are ``numbers * (copies + 1)`` bits, 64 at most.
"""

from __future__ import annotations

import numpy as np
from numba import njit

# The place of a content: how many runs it makes, how many leftovers are listed, and the first.
_RUNS_AT = np.uint32(28)
_SIZE_AT = np.uint32(22)
_MOST_SIZE = np.uint32(63)
_FIRST = np.uint32((1 << 22) - 1)

MOST_FOUND = 1024
"""How many leftovers of one content may be found."""


@njit(cache=True, nogil=True, inline="always")
def runs_of(place: np.uint32) -> np.int64:
    """Return how many runs a content makes."""
    return np.int64(place >> _RUNS_AT)


@njit(cache=True, nogil=True, inline="always")
def size_of(place: np.uint32) -> np.int64:
    """Return how many leftovers of a content are listed; 0 if they are not."""
    return np.int64((place >> _SIZE_AT) & _MOST_SIZE)


@njit(cache=True, nogil=True, inline="always")
def first_of(place: np.uint32) -> np.int64:
    """Return where the leftovers of a content begin."""
    return np.int64(place & _FIRST)


@njit(cache=True, nogil=True)
def _fill_planes(content: np.int64, numbers: int, planes: np.ndarray) -> None:
    """Set bit ``n`` of ``planes[k]`` if there are more than ``k`` tiles of number ``n + 1``."""
    base = planes.shape[0] + 1
    planes[:] = 0
    for number in range(numbers):
        for copy in range(content % base):
            planes[copy] |= 1 << number
        content //= base


@njit(cache=True, nogil=True)
def _word_of(
    content: np.int64, numbers: int, near: np.ndarray, twins: int, planes: np.ndarray
) -> np.uint64:
    """Return a leftover as a word."""
    _fill_planes(content, numbers, planes)
    alone = planes[0] & ~near[planes[0]]
    if planes.shape[0] > 1:
        alone &= ~(planes[1] & twins)
    word = planes[0]
    for copy in range(planes.shape[0]):
        word |= (alone & planes[copy]) << ((copy + 1) * numbers)
    return np.uint64(word)


@njit(cache=True, nogil=True)
def find_leftovers(
    content: np.int64,
    jokers: int,
    places: np.ndarray,
    power: np.ndarray,
    starts: np.ndarray,
    deltas: np.ndarray,
    needs: np.ndarray,
    wild: np.ndarray,
    near: np.ndarray,
    twins: int,
    found: np.ndarray,
) -> int:
    """Write into ``found`` what may be left of a content; return how many leftovers there are.

    Parameters
    ----------
    content, jokers : int
        The content, and the jokers that its runs may have.
    places, power, starts, deltas, needs, wild, near, twins
        As in `fill_leftovers`; of ``places`` only how many runs each content makes is needed.
    found : numpy.ndarray of uint64
        Receives the leftovers. It is full if there are too many for it.
    """
    numbers = power.shape[0] - 1
    planes = np.empty(needs.shape[1], dtype=np.int64)
    # A step: the content still to look at, its jokers, and the tiles that are left for certain.
    tiles = numbers * planes.shape[0]
    steps = np.empty(((tiles + jokers + 1) * (deltas.shape[0] + 2), 3), dtype=np.int64)
    steps[0] = content, jokers, 0
    waiting = 1
    count = 0
    while waiting and count < found.shape[0]:
        waiting -= 1
        content, held, kept = steps[waiting]
        most = runs_of(places[content, held])
        if most == 0:
            word = _word_of(content + kept, numbers, near, twins, planes)
            is_new = True
            for other in range(count):
                if found[other] == word:
                    is_new = False
                    break
            if is_new:
                found[count] = word
                count += 1
            continue
        _fill_planes(content, numbers, planes)
        top = numbers
        while content < power[top]:
            top -= 1
        # Some joker is not needed, or the highest tile is left, or that tile is in a run.
        if held and runs_of(places[content, held - 1]) == most:
            steps[waiting] = content, held - 1, kept
            waiting += 1
        rest = content - power[top]
        if top and runs_of(places[rest, held]) == most:
            steps[waiting] = rest, held, kept + power[top]
            waiting += 1
        for run in range(starts[top], starts[top + 1]):
            if wild[run] > held:
                continue
            fits = True
            for copy in range(planes.shape[0]):
                if needs[run, copy] & ~planes[copy]:
                    fits = False
                    break
            if fits:
                rest = content - deltas[run]
                if runs_of(places[rest, held - wild[run]]) + 1 == most:
                    steps[waiting] = rest, held - wild[run], kept
                    waiting += 1
    return count


@njit(cache=True, nogil=True)
def fill_leftovers(
    best: np.ndarray,
    power: np.ndarray,
    starts: np.ndarray,
    deltas: np.ndarray,
    needs: np.ndarray,
    wild: np.ndarray,
    near: np.ndarray,
    twins: int,
    most_tiles: int,
    places: np.ndarray,
    leftovers: np.ndarray,
) -> np.int64:
    """List what may be left of the contents that few tiles have; return how long all lists are.

    Parameters
    ----------
    best : numpy.ndarray of uint8, shape (jokers + 1, contents)
        How many runs of three each content of one color makes, see
        `rummistats.kernels.split.fill_table`; fewer than 16.
    power : numpy.ndarray of int64, shape (numbers + 1,)
        What a tile of each number adds to a content.
    starts, deltas, needs, wild
        The runs of three, as in `rummistats.kernels.split.fill_table`.
    near, twins
        As in `rummistats.kernels.counting.isolated`.
    most_tiles : int
        The most tiles of a content whose leftovers are listed.
    places : numpy.ndarray of uint32, shape (contents, jokers + 1)
        Receives for each content, with at most so many jokers, what `runs_of`, `size_of` and
        `first_of` say.
    leftovers : numpy.ndarray of uint64
        Receives the lists, as many as it has room for.
    """
    base = needs.shape[1] + 1
    tiles = np.zeros(best.shape[1], dtype=np.uint8)
    found = np.empty(np.int64(_MOST_SIZE) + 1, dtype=np.uint64)
    count = np.int64(0)
    for content in np.arange(best.shape[1]):
        tiles[content] = tiles[content // base] + content % base
        for joker in range(best.shape[0]):
            places[content, joker] = np.uint32(best[joker, content]) << _RUNS_AT
        if tiles[content] > most_tiles:
            continue
        for joker in range(best.shape[0]):
            size = find_leftovers(
                content, joker, places, power, starts, deltas, needs, wild, near, twins, found
            )
            if size <= _MOST_SIZE and count + size <= min(leftovers.shape[0], _FIRST):
                leftovers[count : count + size] = found[:size]
                places[content, joker] |= (np.uint32(size) << _SIZE_AT) | np.uint32(count)
                count += size
    return count

"""Counting the paths of an automaton, with remainders in place of long integers."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def advance(
    ways: np.ndarray,
    first_state: int,
    following: np.ndarray,
    shifts: np.ndarray,
    moved: np.ndarray,
    column_tiles: np.ndarray,
    weights: np.ndarray,
    modulus: np.uint64,
    results: np.ndarray,
) -> None:
    """Carry the numbers of ways over one column.

    Parameters
    ----------
    ways : numpy.ndarray of uint64, shape (states, values, sizes)
        In how many ways each state is reached, by value and by tiles.
    first_state : int
        The state of the first row of ``following``.
    following : numpy.ndarray of int32, shape (rows, columns)
        The next state, or a negative number.
    shifts : numpy.ndarray of int64, shape (rows, columns)
        What is added to the place of the value.
    moved : numpy.ndarray of int64, shape (values,)
        Where each value has its place among the next ones, before anything is added.
    column_tiles : numpy.ndarray of int64, shape (columns,)
        How many tiles a column has.
    weights : numpy.ndarray of uint64, shape (columns,)
        In how many ways it can be held.
    modulus : uint64
        What the numbers are remainders of; 0 for 2 ** 64, in which machine integers count.
    results : numpy.ndarray of uint64, shape (next states, next values, next sizes)
        Receives the sums.
    """
    zero = np.uint64(0)
    values, sizes = ways.shape[1], ways.shape[2]
    most = results.shape[2]
    for row in range(following.shape[0]):
        state = first_state + row
        for value in range(values):
            low = 0
            while low < sizes and ways[state, value, low] == zero:
                low += 1
            if low == sizes:
                continue
            high = sizes
            while ways[state, value, high - 1] == zero:
                high -= 1
            for column in range(following.shape[1]):
                target = following[row, column]
                weight = weights[column]
                if target < 0 or weight == zero:
                    continue
                tiles = column_tiles[column]
                reached = moved[value] + shifts[row, column]
                for size in range(low, min(high, most - tiles)):
                    total = results[target, reached, size + tiles]
                    total += ways[state, value, size] * weight
                    if modulus != zero:
                        total %= modulus
                    results[target, reached, size + tiles] = total

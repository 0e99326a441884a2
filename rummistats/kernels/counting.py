"""Count identical tiles in very many hands."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def pairs_and_singles(
    hands: np.ndarray, colored_kinds: int, pairs: np.ndarray, singles: np.ndarray
) -> None:
    """Count each hand's pairs of identical tiles, and the tiles that are left without a twin.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    colored_kinds : int
        Kinds from this one on, the jokers, are left out.
    pairs, singles : numpy.ndarray of int64, shape (hands,)
        Receive the counts.
    """
    odd = np.zeros(256, dtype=np.uint8)
    for row in range(hands.shape[0]):
        found = 0
        alone = np.int64(0)
        for kind in hands[row]:
            if kind < colored_kinds:
                # A second tile makes a pair with the first, a third stands alone again.
                found += odd[kind]
                alone += 1 - 2 * np.int64(odd[kind])
                odd[kind] ^= 1
        for kind in hands[row]:
            odd[kind] = 0
        pairs[row] = found
        singles[row] = alone


@njit(cache=True, nogil=True)
def any_run(
    hands: np.ndarray,
    numbers: int,
    colors: int,
    once: np.ndarray,
    twice: np.ndarray,
    wild: np.ndarray,
    found: np.ndarray,
) -> None:
    """Say of each hand whether any of some runs can be laid from it.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    numbers, colors : int
        Of the tile set.
    once, twice : numpy.ndarray of int64, shape (runs,)
        Bit ``n`` is set if the run needs a tile, or a second tile, of number ``n + 1``.
    wild : numpy.ndarray of int64, shape (runs,)
        The jokers of each run; runs with fewer come first.
    found : numpy.ndarray of bool, shape (hands,)
        Receives the answers.
    """
    have = np.zeros(colors, dtype=np.int64)
    have_two = np.zeros(colors, dtype=np.int64)
    for row in range(hands.shape[0]):
        have[:] = 0
        have_two[:] = 0
        jokers = 0
        for kind in hands[row]:
            color = kind // numbers
            if color < colors:
                bit = np.int64(1) << (kind % numbers)
                have_two[color] |= have[color] & bit
                have[color] |= bit
            else:
                jokers += 1
        answer = False
        for run in range(once.shape[0]):
            if wild[run] > jokers:
                break
            for color in range(colors):
                if not once[run] & ~have[color] and not twice[run] & ~have_two[color]:
                    answer = True
            if answer:
                break
        found[row] = answer

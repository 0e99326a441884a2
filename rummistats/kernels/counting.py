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

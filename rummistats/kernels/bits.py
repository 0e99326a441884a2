"""What several kernels ask of a row of bits."""

from __future__ import annotations

import numpy as np

from rummistats.kernels.compiling import njit


@njit(cache=True, nogil=True)
def count_bits(bits: int | np.int64) -> int:
    """Return how many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count

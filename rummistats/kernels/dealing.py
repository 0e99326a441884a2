"""Deal many hands: a partial Fisher-Yates shuffle for each, on a deck that is never reset.

A deck in any order is as good as a fresh one for the next uniform draw, so no time goes into
putting it back. Several draws share one random word: a 53-bit word times the number of
remaining tiles gives the next tile in its upper part and a new random word in its lower one.
A word is thrown away in the rare cases that would make the draws unequal, as in Lemire's
method, so that every ordered hand has exactly the same probability.

References
----------
N. Brackett-Rozinsky and D. Lemire (2024), *Batched ranged random integer generation*,
Software: Practice and Experience 55 (1).
"""

from __future__ import annotations

import numpy as np
from numba import njit

# The draws that share a word must have fewer than 2**48 outcomes together: then at most one word
# in 32 has to be thrown away, usually far fewer.
_OUTCOMES = np.uint64(1 << 48)
_WORD_BITS = np.uint64(53)
_WORD_MASK = np.uint64((1 << 53) - 1)
_WORD = float(1 << 53)


@njit(cache=True, nogil=True)
def deal(rng: np.random.Generator, deck: np.ndarray, hands: np.ndarray) -> None:
    """Fill each row of ``hands`` with tiles drawn without replacement from ``deck``.

    Parameters
    ----------
    rng : numpy.random.Generator
        Where the random words come from; it is advanced.
    deck : numpy.ndarray of uint8, shape (tiles,)
        The kinds of all tiles; it is permuted.
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        Receives the kinds, in the order in which they are drawn.
    """
    tiles = deck.shape[0]
    hand_size = hands.shape[1]
    for row in range(hands.shape[0]):
        drawn = 0
        while drawn < hand_size:
            # How many draws the next word serves.
            outcomes = np.uint64(tiles - drawn)
            last = drawn + 1
            while last < hand_size and outcomes * np.uint64(tiles - last) < _OUTCOMES:
                outcomes *= np.uint64(tiles - last)
                last += 1
            while True:
                word = np.uint64(rng.random() * _WORD)
                # Unsigned places spare the check for negative ones.
                for place in range(np.uint64(drawn), np.uint64(last)):
                    product = word * (np.uint64(tiles) - place)
                    other = place + (product >> _WORD_BITS)
                    word = product & _WORD_MASK
                    kind = deck[other]
                    deck[other] = deck[place]
                    deck[place] = kind
                # Swaps of a word that is thrown away only shuffle what is not yet drawn.
                if word >= outcomes or word >= (np.uint64(1 << 53) % outcomes):
                    break
            drawn = last
        for place in range(np.uint64(hand_size)):
            hands[row, place] = deck[place]

"""Best arrangement of one hand: a dynamic program over what is still to be arranged.

The tiles are looked at column by column. The first tile that is left is either dead wood or
in one of the melds that begin with it; either way fewer tiles are left, and what can be made
of these depends on nothing else. Each rest is solved once and kept in a hash table.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.rests import (
    NONE,
    has_tiles,
    lay_out,
    left_of,
    melds_that_fit,
    more,
    more_rests,
    read_choices,
    slot_of,
    table_of,
    whole_rest,
)


@njit(cache=True, nogil=True)
def _rounded(bound: np.int64, step: int, low_bits: int) -> np.int64:
    high = bound >> low_bits
    return bound - ((high % step) << low_bits)


@njit(cache=True, nogil=True)
def best_arrangement(
    counts: np.ndarray,
    order: np.ndarray,
    first: np.ndarray,
    needs: np.ndarray,
    starts: np.ndarray,
    credits: np.ndarray,
    upper: np.ndarray,
    step: int,
    low_bits: int,
    chosen: np.ndarray,
) -> np.int64:
    """Return the largest total credit of disjoint melds, and which melds reach it.

    Parameters
    ----------
    counts : numpy.ndarray of uint8, shape (kinds,)
        The hand: tiles of each kind.
    order : numpy.ndarray of int32, shape (kinds,)
        The kinds in the order in which they are looked at.
    first : numpy.ndarray of int32, shape (kinds + 1,)
        The melds whose first kind is ``order[p]`` are numbers ``first[p]`` to
        ``first[p + 1] - 1``.
    needs : numpy.ndarray of int32
        The kinds that the melds need, with repetition, meld after meld.
    starts : numpy.ndarray of int32, shape (melds + 1,)
        Where each meld begins in ``needs``.
    credits : numpy.ndarray of int64, shape (melds,)
        What each meld counts; not negative.
    upper : numpy.ndarray of int64, shape (kinds,)
        What a tile of each kind can contribute at most: no meld counts more than its tiles'
        sum of these.
    step, low_bits : int
        Without its lowest ``low_bits`` bits every credit is a multiple of ``step``; 1 and 0 if
        nothing is known.
    chosen : numpy.ndarray of int32
        Receives the numbers of the chosen melds, then -1; long enough for all.

    Returns
    -------
    int
        The largest total credit.
    """
    kinds = order.shape[0]
    place_of, place_at, word_of, shift_of, mask_of, fields, words = lay_out(counts, order)
    meld_of, take, take_bound, begin = melds_that_fit(
        counts, first, needs, starts, upper, place_of, place_at, word_of, shift_of, fields, words
    )

    # The rests found so far, and the hash table that finds them again.
    capacity = 256
    rests = np.zeros((capacity, words), dtype=np.uint64)
    best = np.empty(capacity, dtype=np.int64)
    bound = np.empty(capacity, dtype=np.int64)
    choice = np.empty(capacity, dtype=np.int32)
    found = 1
    # Word by word: to put a whole array into another takes seconds to compile.
    all_tiles = whole_rest(counts, order, place_at, word_of, shift_of, fields, words)
    for w in range(words):
        rests[0, w] = all_tiles[w]
    table = table_of(rests, found, capacity)
    best[0] = -1
    bound[0] = 0
    depth = 2
    for kind in range(kinds):
        bound[0] += counts[kind] * upper[kind]
        depth += counts[kind]
    choice[0] = NONE

    # Depth first, without recursion: a rest waits on the stack until what it leads to is solved.
    stack = np.empty(depth, dtype=np.int32)
    option = np.empty(depth, dtype=np.int32)
    at_field = np.empty(depth, dtype=np.int32)
    stack[0] = 0
    option[0] = -1
    at_field[0] = 0
    top = 0
    rest = np.empty(words, dtype=np.uint64)
    while top >= 0:
        state = stack[top]
        field = at_field[top]
        if option[top] < 0:
            while field < fields and not left_of(rests[state], field, word_of, shift_of, mask_of):
                field += 1
            at_field[top] = field
            if field == fields:
                best[state] = 0
                top -= 1
                continue
            option[top] = begin[field]
        pushed = False
        while option[top] <= begin[field + 1] and best[state] < _rounded(
            bound[state], step, low_bits
        ):
            meld = option[top]
            if meld == begin[field + 1]:
                # No meld: the tile is dead wood.
                for w in range(words):
                    rest[w] = rests[state, w]
                rest[word_of[field]] -= np.uint64(1) << shift_of[field]
                credit = np.int64(0)
                rest_bound = bound[state] - upper[order[place_at[field]]]
            else:
                number = meld_of[meld]
                if not has_tiles(
                    rests[state], take[meld], starts[number], starts[number + 1], needs,
                    place_of, word_of, shift_of, mask_of,
                ):  # fmt: skip
                    option[top] += 1
                    continue
                for w in range(words):
                    rest[w] = rests[state, w] - take[meld, w]
                credit = credits[number]
                rest_bound = bound[state] - take_bound[meld]
            if credit + _rounded(rest_bound, step, low_bits) <= best[state]:
                # Even if all of the rest were melded, it would be no better.
                option[top] += 1
                continue
            slot = slot_of(rest, rests, table)
            known = table[slot]
            if known != NONE:
                if credit + best[known] > best[state]:
                    best[state] = credit + best[known]
                    choice[state] = meld
                option[top] += 1
                continue
            if found == capacity:
                capacity *= 2
                rests = more_rests(rests, capacity)
                best, bound = more(best, capacity), more(bound, capacity)
                choice = more(choice, capacity)
                table = table_of(rests, found, capacity)
                slot = slot_of(rest, rests, table)
            table[slot] = found
            for w in range(words):
                rests[found, w] = rest[w]
            best[found] = -1
            bound[found] = rest_bound
            choice[found] = NONE
            top += 1
            stack[top] = found
            option[top] = -1
            at_field[top] = field
            found += 1
            pushed = True
            break
        if not pushed:
            top -= 1

    read_choices(
        choice,
        meld_of,
        take,
        begin,
        rests,
        table,
        word_of,
        shift_of,
        mask_of,
        fields,
        False,
        chosen,
    )
    return np.int64(best[0])


@njit(cache=True, nogil=True)
def best_credits(
    hands: np.ndarray,
    order: np.ndarray,
    first: np.ndarray,
    needs: np.ndarray,
    starts: np.ndarray,
    credits: np.ndarray,
    upper: np.ndarray,
    step: int,
    low_bits: int,
    results: np.ndarray,
) -> None:
    """Write the largest total credit of every hand of a batch into ``results``.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    order, first, needs, starts, credits, upper, step, low_bits
        As in `best_arrangement`.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the credits.
    """
    counts = np.zeros(order.shape[0], dtype=np.uint8)
    chosen = np.empty(hands.shape[1] + 1, dtype=np.int32)
    for row in range(hands.shape[0]):
        counts[:] = 0
        for kind in hands[row]:
            counts[kind] += 1
        results[row] = best_arrangement(
            counts, order, first, needs, starts, credits, upper, step, low_bits, chosen
        )

"""Best arrangement of one hand: a dynamic program over what is still to be arranged.

The tiles are looked at column by column. The first tile that is left is either dead wood or
in one of the melds that begin with it; either way fewer tiles are left, and what can be made
of these depends on nothing else. Each rest is solved once and kept in a hash table.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_NONE = np.int32(-1)


@njit(cache=True, nogil=True)
def _hash(words: np.ndarray, mask: int) -> np.int64:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in words:
        mixed = (mixed ^ word) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed) & mask


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
    # Give each kind that the hand has a bit field, so that a rest is a few words.
    place_of = np.full(kinds, _NONE, dtype=np.int32)
    kind_at = np.empty(kinds, dtype=np.int32)
    word_of = np.empty(kinds, dtype=np.int32)
    shift_of = np.empty(kinds, dtype=np.uint64)
    mask_of = np.empty(kinds, dtype=np.uint64)
    fields = 0
    word = 0
    shift = 0
    for place in range(kinds):
        kind = order[place]
        count = counts[kind]
        if count:
            bits = 1 if count == 1 else (2 if count < 4 else 3)
            if shift + bits > 64:
                word += 1
                shift = 0
            place_of[kind] = fields
            kind_at[fields] = place
            word_of[fields] = word
            shift_of[fields] = np.uint64(shift)
            mask_of[fields] = np.uint64((1 << bits) - 1)
            shift += bits
            fields += 1
    words = word + 1

    # Keep only the melds whose tiles the hand has; each as the amount it takes from the words.
    total = 0
    for field in range(fields):
        total += first[kind_at[field] + 1] - first[kind_at[field]]
    meld_of = np.empty(total, dtype=np.int32)
    take = np.zeros((total, words), dtype=np.uint64)
    take_bound = np.zeros(total, dtype=np.int64)
    begin = np.zeros(fields + 1, dtype=np.int32)
    melds = 0
    used = np.zeros(kinds, dtype=np.uint8)
    for field in range(fields):
        begin[field] = melds
        place = kind_at[field]
        for meld in range(first[place], first[place + 1]):
            fits = True
            for at in range(starts[meld], starts[meld + 1]):
                kind = needs[at]
                used[kind] += 1
                if used[kind] > counts[kind]:
                    fits = False
            for at in range(starts[meld], starts[meld + 1]):
                kind = needs[at]
                used[kind] = 0
                if fits:
                    other = place_of[kind]
                    take[melds, word_of[other]] += np.uint64(1) << shift_of[other]
                    take_bound[melds] += upper[kind]
            if fits:
                meld_of[melds] = meld
                melds += 1
    begin[fields] = melds

    # The rests found so far, and the hash table that finds them again.
    capacity = 256
    rests = np.zeros((capacity, words), dtype=np.uint64)
    best = np.empty(capacity, dtype=np.int64)
    bound = np.empty(capacity, dtype=np.int64)
    choice = np.empty(capacity, dtype=np.int32)
    table = np.full(4 * capacity, _NONE, dtype=np.int32)
    found = 1
    for field in range(fields):
        rests[0, word_of[field]] |= np.uint64(counts[order[kind_at[field]]]) << shift_of[field]
    table[_hash(rests[0], table.shape[0] - 1)] = 0
    best[0] = -1
    bound[0] = 0
    for kind in range(kinds):
        bound[0] += counts[kind] * upper[kind]
    choice[0] = _NONE

    # Depth first, without recursion: a rest waits on the stack until what it leads to is solved.
    depth = 2
    for field in range(fields):
        depth += counts[order[kind_at[field]]]
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
            while field < fields and not (
                (rests[state, word_of[field]] >> shift_of[field]) & mask_of[field]
            ):
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
                rest_bound = bound[state] - upper[order[kind_at[field]]]
            else:
                fits = True
                number = meld_of[meld]
                for at in range(starts[number], starts[number + 1]):
                    other = place_of[needs[at]]
                    have = (rests[state, word_of[other]] >> shift_of[other]) & mask_of[other]
                    want = (take[meld, word_of[other]] >> shift_of[other]) & mask_of[other]
                    if have < want:
                        fits = False
                        break
                if not fits:
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
            slot = _hash(rest, table.shape[0] - 1)
            known = _NONE
            while table[slot] != _NONE:
                same = True
                for w in range(words):
                    if rests[table[slot], w] != rest[w]:
                        same = False
                        break
                if same:
                    known = table[slot]
                    break
                slot = (slot + 1) & (table.shape[0] - 1)
            if known != _NONE:
                if credit + best[known] > best[state]:
                    best[state] = credit + best[known]
                    choice[state] = meld
                option[top] += 1
                continue
            if found == capacity:
                capacity *= 2
                more_rests = np.zeros((capacity, words), dtype=np.uint64)
                more_rests[:found] = rests
                rests = more_rests
                more_best = np.empty(capacity, dtype=np.int64)
                more_best[:found] = best
                best = more_best
                more_bound = np.empty(capacity, dtype=np.int64)
                more_bound[:found] = bound
                bound = more_bound
                more_choice = np.empty(capacity, dtype=np.int32)
                more_choice[:found] = choice
                choice = more_choice
                table = np.full(4 * capacity, _NONE, dtype=np.int32)
                for old in range(found):
                    slot = _hash(rests[old], table.shape[0] - 1)
                    while table[slot] != _NONE:
                        slot = (slot + 1) & (table.shape[0] - 1)
                    table[slot] = old
                slot = _hash(rest, table.shape[0] - 1)
                while table[slot] != _NONE:
                    slot = (slot + 1) & (table.shape[0] - 1)
            table[slot] = found
            rests[found] = rest
            best[found] = -1
            bound[found] = rest_bound
            choice[found] = _NONE
            top += 1
            stack[top] = found
            option[top] = -1
            at_field[top] = field
            found += 1
            pushed = True
            break
        if not pushed:
            top -= 1

    # Walk the best choices from the whole hand down.
    state = 0
    field = 0
    picked = 0
    for w in range(words):
        rest[w] = rests[0, w]
    while True:
        while field < fields and not ((rest[word_of[field]] >> shift_of[field]) & mask_of[field]):
            field += 1
        if field == fields:
            break
        meld = choice[state]
        if meld == begin[field + 1]:
            rest[word_of[field]] -= np.uint64(1) << shift_of[field]
        else:
            chosen[picked] = meld_of[meld]
            picked += 1
            for w in range(words):
                rest[w] -= take[meld, w]
        slot = _hash(rest, table.shape[0] - 1)
        while True:
            same = True
            for w in range(words):
                if rests[table[slot], w] != rest[w]:
                    same = False
                    break
            if same:
                break
            slot = (slot + 1) & (table.shape[0] - 1)
        state = table[slot]
    chosen[picked] = _NONE
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

"""Best division of tiles of which some must be melded, for melds of any kind.

Like the best arrangement of a hand (`rummistats.kernels.search`), but only so many tiles of
each kind may stay. The tiles are looked at kind by kind: the first ones that are left either all
stay, or one is in one of the melds that begin with it. What can be made of the rest depends on
nothing else, so each rest is solved once and kept in a hash table.
"""

from __future__ import annotations

import numpy as np
from numba import njit

IMPOSSIBLE = np.int64(-(1 << 62))
"""Instead of a credit: tiles stay that may not."""

UNDECIDED = np.int64(1 - (1 << 62))
"""Instead of a credit: there were more rests than allowed."""

_NONE = np.int32(-1)


@njit(cache=True, nogil=True)
def _hash(words: np.ndarray, mask: int) -> np.int64:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in words:
        mixed = (mixed ^ word) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed) & mask


@njit(cache=True, nogil=True)
def _find(words: np.ndarray, rests: np.ndarray, table: np.ndarray) -> np.int64:
    """Return the slot of a rest in the hash table, or the empty slot where it belongs."""
    slot = _hash(words, table.shape[0] - 1)
    while table[slot] != _NONE:
        same = True
        for w in range(words.shape[0]):
            if rests[table[slot], w] != words[w]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & (table.shape[0] - 1)
    return slot


@njit(cache=True, nogil=True)
def best_division(
    counts: np.ndarray,
    limits: np.ndarray,
    penalties: np.ndarray,
    first: np.ndarray,
    needs: np.ndarray,
    starts: np.ndarray,
    credits: np.ndarray,
    upper: np.ndarray,
    floor: int,
    most_rests: int,
    chosen: np.ndarray,
) -> np.int64:
    """Return the largest total credit of disjoint melds, and which melds reach it.

    Parameters
    ----------
    counts : numpy.ndarray of int8, shape (kinds,)
        Tiles of each kind, in the order in which the kinds are looked at; at most 7.
    limits : numpy.ndarray of int8, shape (kinds,)
        How many of them may stay.
    penalties : numpy.ndarray of int64, shape (kinds,)
        What each tile that stays takes from the credit; not negative.
    first : numpy.ndarray of int32, shape (kinds + 1,)
        The melds whose first kind is ``k`` are numbers ``first[k]`` to ``first[k + 1] - 1``;
        they are tried in this order.
    needs : numpy.ndarray of int16
        The kinds that the melds need, with repetition, in ascending order, meld after meld.
    starts : numpy.ndarray of int32, shape (melds + 1,)
        Where each meld begins in ``needs``.
    credits : numpy.ndarray of int64, shape (melds,)
        What each meld counts; not negative.
    upper : numpy.ndarray of int64, shape (kinds,)
        What a tile of each kind can contribute at most: no meld counts more than its tiles'
        sum of these.
    floor : int
        Only a credit of at least so much is of interest: the higher, the faster.
    most_rests : int
        How many rests may be looked at; 0 if any number.
    chosen : numpy.ndarray of int32
        Receives the numbers of the chosen melds, then -1; long enough for all.

    Returns
    -------
    int
        The largest total credit; `IMPOSSIBLE` if it is below ``floor`` or there is none;
        `UNDECIDED` if there were too many rests.
    """
    kinds = counts.shape[0]
    # Give each kind that is there a bit field, so that a rest is a few words.
    place_of = np.full(kinds, _NONE, dtype=np.int32)
    kind_at = np.empty(kinds, dtype=np.int32)
    word_of = np.empty(kinds, dtype=np.int32)
    shift_of = np.empty(kinds, dtype=np.uint64)
    mask_of = np.empty(kinds, dtype=np.uint64)
    fields = 0
    word = 0
    shift = 0
    tiles = 0
    for kind in range(kinds):
        count = counts[kind]
        if count:
            bits = 1 if count == 1 else (2 if count < 4 else 3)
            if shift + bits > 64:
                word += 1
                shift = 0
            place_of[kind] = fields
            kind_at[fields] = kind
            word_of[fields] = word
            shift_of[fields] = np.uint64(shift)
            mask_of[fields] = np.uint64((1 << bits) - 1)
            shift += bits
            fields += 1
            tiles += count
    words = word + 1

    # Keep only the melds whose tiles are there; each as the amount it takes from the words.
    total = 0
    for field in range(fields):
        total += first[kind_at[field] + 1] - first[kind_at[field]]
    meld_of = np.empty(total, dtype=np.int32)
    take = np.zeros((total, words), dtype=np.uint64)
    take_bound = np.zeros(total, dtype=np.int64)
    begin = np.zeros(fields + 1, dtype=np.int32)
    melds = 0
    used = np.zeros(kinds, dtype=np.int8)
    for field in range(fields):
        begin[field] = melds
        kind = kind_at[field]
        for meld in range(first[kind], first[kind + 1]):
            fits = True
            for at in range(starts[meld], starts[meld + 1]):
                used[needs[at]] += 1
                if used[needs[at]] > counts[needs[at]]:
                    fits = False
            for at in range(starts[meld], starts[meld + 1]):
                used[needs[at]] = 0
                if fits:
                    other = place_of[needs[at]]
                    take[melds, word_of[other]] += np.uint64(1) << shift_of[other]
                    take_bound[melds] += upper[needs[at]]
            if fits:
                meld_of[melds] = meld
                melds += 1
    begin[fields] = melds

    capacity = 1024
    rests = np.zeros((capacity, words), dtype=np.uint64)
    best = np.empty(capacity, dtype=np.int64)
    bound = np.empty(capacity, dtype=np.int64)
    # A rest is solved for a credit of at least so much: its best is exact, or too low.
    tried = np.empty(capacity, dtype=np.int64)
    choice = np.empty(capacity, dtype=np.int32)
    table = np.full(4 * capacity, _NONE, dtype=np.int32)
    found = 1
    bound[0] = 0
    for field in range(fields):
        rests[0, word_of[field]] |= np.uint64(counts[kind_at[field]]) << shift_of[field]
        bound[0] += counts[kind_at[field]] * upper[kind_at[field]]
    table[_hash(rests[0], table.shape[0] - 1)] = 0
    best[0] = IMPOSSIBLE
    tried[0] = floor
    choice[0] = _NONE
    if bound[0] < floor:
        chosen[0] = _NONE
        return IMPOSSIBLE

    # Depth first, without recursion: a rest waits on the stack until what it leads to is solved.
    stack = np.empty(tiles + 2, dtype=np.int32)
    option = np.empty(tiles + 2, dtype=np.int32)
    at_field = np.empty(tiles + 2, dtype=np.int32)
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
                tried[state] = IMPOSSIBLE
                top -= 1
                continue
            option[top] = begin[field]
        pushed = False
        while option[top] <= begin[field + 1] and best[state] < bound[state]:
            meld = option[top]
            kind = kind_at[field]
            if meld == begin[field + 1]:
                # No meld: all that is left of the kind stays.
                stays = np.int64((rests[state, word_of[field]] >> shift_of[field]) & mask_of[field])
                if stays > limits[kind]:
                    option[top] += 1
                    continue
                for w in range(words):
                    rest[w] = rests[state, w]
                rest[word_of[field]] -= np.uint64(stays) << shift_of[field]
                credit = -stays * penalties[kind]
                rest_bound = bound[state] - stays * upper[kind]
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
            wanted = max(tried[state], best[state] + 1) - credit
            if rest_bound < wanted:
                option[top] += 1
                continue
            slot = _find(rest, rests, table)
            if table[slot] != _NONE:
                known = table[slot]
                if best[known] > IMPOSSIBLE:
                    if best[known] >= wanted:
                        best[state] = credit + best[known]
                        choice[state] = meld
                    option[top] += 1
                    continue
                if wanted >= tried[known]:
                    option[top] += 1
                    continue
                tried[known] = wanted
                top += 1
                stack[top] = known
                option[top] = -1
                at_field[top] = field
                pushed = True
                break
            if found == most_rests:
                chosen[0] = _NONE
                return UNDECIDED
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
                more_tried = np.empty(capacity, dtype=np.int64)
                more_tried[:found] = tried
                tried = more_tried
                more_choice = np.empty(capacity, dtype=np.int32)
                more_choice[:found] = choice
                choice = more_choice
                table = np.full(4 * capacity, _NONE, dtype=np.int32)
                for old in range(found):
                    table[_find(rests[old], rests, table)] = old
                slot = _find(rest, rests, table)
            table[slot] = found
            rests[found] = rest
            best[found] = IMPOSSIBLE
            bound[found] = rest_bound
            tried[found] = wanted
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

    chosen[0] = _NONE
    if best[0] == IMPOSSIBLE:
        return IMPOSSIBLE
    # Walk the best choices from all tiles down.
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
            stays = np.int64((rest[word_of[field]] >> shift_of[field]) & mask_of[field])
            rest[word_of[field]] -= np.uint64(stays) << shift_of[field]
        else:
            chosen[picked] = meld_of[meld]
            picked += 1
            for w in range(words):
                rest[w] -= take[meld, w]
        state = table[_find(rest, rests, table)]
    chosen[picked] = _NONE
    return np.int64(best[0])

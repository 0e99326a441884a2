"""What is still to be arranged, as a few words: the common ground of the searches over rests.

Each kind that is there gets a bit field, so that a rest is a few words and a meld is what it
takes from them. Rests are found again by a hash table with open addresses.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NONE = np.int32(-1)
"""Instead of a number: an empty slot, no meld, the end of a list."""


@njit(cache=True, nogil=True)
def lay_out(
    counts: np.ndarray, order: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, int, int]:
    """Give each kind that is there a bit field.

    Parameters
    ----------
    counts : numpy.ndarray, shape (kinds,)
        How many tiles of each kind there are.
    order : numpy.ndarray of int32, shape (kinds,)
        The kinds in the order in which they are looked at.

    Returns
    -------
    place_of : numpy.ndarray of int32, shape (kinds,)
        The field of each kind, or `NONE`.
    place_at, word_of : numpy.ndarray of int32
        The place in ``order`` of each field's kind, and the word that has the field.
    shift_of, mask_of : numpy.ndarray of uint64
        Where the field is in the word, and its bits.
    fields, words : int
        How many there are.
    """
    kinds = counts.shape[0]
    place_of = np.full(kinds, NONE, dtype=np.int32)
    place_at = np.empty(kinds, dtype=np.int32)
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
            place_at[fields] = place
            word_of[fields] = word
            shift_of[fields] = np.uint64(shift)
            mask_of[fields] = np.uint64((1 << bits) - 1)
            shift += bits
            fields += 1
    return place_of, place_at, word_of, shift_of, mask_of, fields, word + 1


@njit(cache=True, nogil=True)
def whole_rest(
    counts: np.ndarray,
    order: np.ndarray,
    place_at: np.ndarray,
    word_of: np.ndarray,
    shift_of: np.ndarray,
    fields: int,
    words: int,
) -> np.ndarray:
    """Return all tiles as a rest, laid out as `lay_out` says."""
    rest = np.zeros(words, dtype=np.uint64)
    for field in range(fields):
        rest[word_of[field]] |= np.uint64(counts[order[place_at[field]]]) << shift_of[field]
    return rest


@njit(cache=True, nogil=True)
def melds_that_fit(
    counts: np.ndarray,
    first: np.ndarray,
    needs: np.ndarray,
    starts: np.ndarray,
    upper: np.ndarray,
    place_of: np.ndarray,
    place_at: np.ndarray,
    word_of: np.ndarray,
    shift_of: np.ndarray,
    fields: int,
    words: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keep only the melds whose tiles are there; each as the amount it takes from the words.

    Parameters
    ----------
    counts : numpy.ndarray, shape (kinds,)
        How many tiles of each kind there are.
    first, needs, starts, upper
        As in `rummistats.kernels.search.best_arrangement`.
    place_of, place_at, word_of, shift_of, fields, words
        What `lay_out` returned.

    Returns
    -------
    meld_of : numpy.ndarray of int32
        The numbers of these melds.
    take : numpy.ndarray of uint64, shape (melds, words)
        What each takes from a rest.
    take_bound : numpy.ndarray of int64
        What its tiles can contribute at most.
    begin : numpy.ndarray of int32, shape (fields + 1,)
        Where the melds of each field begin.
    """
    total = 0
    for field in range(fields):
        total += first[place_at[field] + 1] - first[place_at[field]]
    meld_of = np.empty(total, dtype=np.int32)
    take = np.zeros((total, words), dtype=np.uint64)
    take_bound = np.zeros(total, dtype=np.int64)
    begin = np.zeros(fields + 1, dtype=np.int32)
    melds = 0
    used = np.zeros(counts.shape[0], dtype=np.uint8)
    for field in range(fields):
        begin[field] = melds
        place = place_at[field]
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
    return meld_of, take, take_bound, begin


@njit(cache=True, nogil=True)
def left_of(rest: np.ndarray, field: int, word_of: np.ndarray, shift_of: np.ndarray,
            mask_of: np.ndarray) -> np.int64:  # fmt: skip
    """Return how many tiles of a field's kind a rest has."""
    return np.int64((rest[word_of[field]] >> shift_of[field]) & mask_of[field])


@njit(cache=True, nogil=True)
def has_tiles(
    rest: np.ndarray,
    taken: np.ndarray,
    begin: int,
    end: int,
    needs: np.ndarray,
    place_of: np.ndarray,
    word_of: np.ndarray,
    shift_of: np.ndarray,
    mask_of: np.ndarray,
) -> bool:
    """Return whether a rest has the tiles ``needs[begin:end]`` of a meld that takes ``taken``."""
    for at in range(begin, end):
        other = place_of[needs[at]]
        have = (rest[word_of[other]] >> shift_of[other]) & mask_of[other]
        want = (taken[word_of[other]] >> shift_of[other]) & mask_of[other]
        if have < want:
            return False
    return True


@njit(cache=True, nogil=True)
def hash_of(words: np.ndarray, mask: int) -> np.int64:
    """Return where the search for a rest begins in a hash table of ``mask + 1`` slots."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in words:
        mixed = (mixed ^ word) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed) & mask


@njit(cache=True, nogil=True)
def slot_of(words: np.ndarray, rests: np.ndarray, table: np.ndarray) -> np.int64:
    """Return the slot of a rest in the hash table, or the empty slot where it belongs."""
    slot = hash_of(words, table.shape[0] - 1)
    while table[slot] != NONE:
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
def table_of(rests: np.ndarray, found: int, capacity: int) -> np.ndarray:
    """Return a hash table of the first rests, with room for ``capacity`` of them."""
    table = np.full(4 * capacity, NONE, dtype=np.int32)
    for number in range(found):
        table[slot_of(rests[number], rests, table)] = number
    return table


@njit(cache=True, nogil=True)
def more_rests(rests: np.ndarray, capacity: int) -> np.ndarray:
    """Return the same rests with room for more."""
    larger = np.zeros((capacity, rests.shape[1]), dtype=np.uint64)
    for number in range(rests.shape[0]):
        for word in range(rests.shape[1]):
            larger[number, word] = rests[number, word]
    return larger


@njit(cache=True, nogil=True)
def more(values: np.ndarray, capacity: int) -> np.ndarray:
    """Return the same values with room for more."""
    larger = np.empty(capacity, dtype=values.dtype)
    for number in range(values.shape[0]):
        larger[number] = values[number]
    return larger


@njit(cache=True, nogil=True)
def read_choices(
    choice: np.ndarray,
    meld_of: np.ndarray,
    take: np.ndarray,
    begin: np.ndarray,
    rests: np.ndarray,
    table: np.ndarray,
    word_of: np.ndarray,
    shift_of: np.ndarray,
    mask_of: np.ndarray,
    fields: int,
    all_stay: bool,
    chosen: np.ndarray,
) -> None:
    """Walk the best choices from all tiles down; write the melds into ``chosen``, then `NONE`.

    Where no meld was chosen, a tile of the kind stays, or all that are left of it.
    """
    rest = rests[0].copy()
    state = 0
    field = 0
    picked = 0
    while True:
        while field < fields and not left_of(rest, field, word_of, shift_of, mask_of):
            field += 1
        if field == fields:
            break
        meld = choice[state]
        if meld == begin[field + 1]:
            stay = left_of(rest, field, word_of, shift_of, mask_of) if all_stay else 1
            rest[word_of[field]] -= np.uint64(stay) << shift_of[field]
        else:
            chosen[picked] = meld_of[meld]
            picked += 1
            for w in range(rest.shape[0]):
                rest[w] -= take[meld, w]
        state = table[slot_of(rest, rests, table)]
    chosen[picked] = NONE

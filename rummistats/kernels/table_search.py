"""Best division of tiles of which some must be melded, for melds of any kind.

Like the best arrangement of a hand (`rummistats.kernels.search`), but only so many tiles of
each kind may stay. The tiles are looked at kind by kind: the first ones that are left either all
stay, or one is in one of the melds that begin with it. What can be made of the rest depends on
nothing else, so each rest is solved once and kept in a hash table.
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

IMPOSSIBLE = np.int64(-(1 << 62))
"""Instead of a credit: tiles stay that may not."""

UNDECIDED = np.int64(1 - (1 << 62))
"""Instead of a credit: there were more rests than allowed."""


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
    order = np.arange(kinds, dtype=np.int32)
    place_of, kind_at, word_of, shift_of, mask_of, fields, words = lay_out(counts, order)
    meld_of, take, take_bound, begin = melds_that_fit(
        counts, first, needs, starts, upper, place_of, kind_at, word_of, shift_of, fields, words
    )

    capacity = 1024
    rests = np.zeros((capacity, words), dtype=np.uint64)
    best = np.empty(capacity, dtype=np.int64)
    bound = np.empty(capacity, dtype=np.int64)
    # A rest is solved for a credit of at least so much: its best is exact, or too low.
    tried = np.empty(capacity, dtype=np.int64)
    choice = np.empty(capacity, dtype=np.int32)
    found = 1
    rests[0] = whole_rest(counts, order, kind_at, word_of, shift_of, fields, words)
    table = table_of(rests, found, capacity)
    bound[0] = 0
    tiles = 0
    for kind in range(kinds):
        bound[0] += counts[kind] * upper[kind]
        tiles += counts[kind]
    best[0] = IMPOSSIBLE
    tried[0] = floor
    choice[0] = NONE
    if bound[0] < floor:
        chosen[0] = NONE
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
            while field < fields and not left_of(rests[state], field, word_of, shift_of, mask_of):
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
                stays = left_of(rests[state], field, word_of, shift_of, mask_of)
                if stays > limits[kind]:
                    option[top] += 1
                    continue
                for w in range(words):
                    rest[w] = rests[state, w]
                rest[word_of[field]] -= np.uint64(stays) << shift_of[field]
                credit = -stays * penalties[kind]
                rest_bound = bound[state] - stays * upper[kind]
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
            wanted = max(tried[state], best[state] + 1) - credit
            if rest_bound < wanted:
                option[top] += 1
                continue
            slot = slot_of(rest, rests, table)
            if table[slot] != NONE:
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
                chosen[0] = NONE
                return UNDECIDED
            if found == capacity:
                capacity *= 2
                rests = more_rests(rests, capacity)
                best, bound = more(best, capacity), more(bound, capacity)
                tried, choice = more(tried, capacity), more(choice, capacity)
                table = table_of(rests, found, capacity)
                slot = slot_of(rest, rests, table)
            table[slot] = found
            rests[found] = rest
            best[found] = IMPOSSIBLE
            bound[found] = rest_bound
            tried[found] = wanted
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

    chosen[0] = NONE
    if best[0] == IMPOSSIBLE:
        return IMPOSSIBLE
    read_choices(
        choice, meld_of, take, begin, rests, table, word_of, shift_of, mask_of, fields, True, chosen
    )
    return np.int64(best[0])

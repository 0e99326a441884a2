"""Profiles of hands that are to fulfil a contract, compiled.

What a choice of melds owes is packed into two machine words. The first has the tiles owed: for
each color a field for each of the next columns, nearest first, and one for the last column. The
second has for each color a bit for each place where no run may begin; then how many melds of
each part are missing; then the jokers used. There are no spare bits between fields: two words
are compared field by field by means of the fields' highest bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rummistats.kernels.states import ABSORBED, TOO_LARGE, Pool, keep_state, longer

# The places of what the kernels are told in their array of settings.
COLORS, COPIES, FIELD, CHUNK, PLACES, PARTS_SHIFT, JOKER_SHIFT, JOKERS, MELDS = range(9)

# The places of the masks: the fields of the first word that are owed next, those owed by one of
# the next columns, those owed by the last one, and their highest bits; of the second word the
# bits of places, those of the nearest places, the runs missing, all melds missing, and the
# highest bits of all fields.
NOW, NEAR, FAR, HIGH, BLOCKS, NEAREST, RUNS, PARTS, HIGH_TERMS = range(9)


@njit(cache=True, nogil=True)
def _at_least(word: np.uint64, other: np.uint64, high: np.uint64) -> bool:
    """Whether each field of a word is at least that of another; ``high``: their highest bits."""
    low = (word | high) - (other & ~high)
    return bool((((word & ~other) | (~(word ^ other) & low)) & high) == high)


@njit(cache=True, nogil=True)
def _total(word: np.uint64, planes: np.ndarray) -> int:
    """Return the sum of the fields; ``planes``: masks of their lowest bits, second bits, etc."""
    total = 0
    for bit in range(planes.shape[0]):
        plane = word & planes[bit]
        count = 0
        while plane != np.uint64(0):
            plane &= plane - np.uint64(1)
            count += 1
        total += count << bit
    return total


@njit(cache=True, nogil=True)
def contract_packings(
    remaining: np.ndarray,
    needs: np.ndarray,
    adds: np.ndarray,
    takes: np.ndarray,
    jokers: np.ndarray,
    blocks: np.ndarray,
    begins: np.ndarray,
    excess: np.ndarray,
    changes: np.ndarray,
    apart: np.ndarray,
    payable: np.uint64,
    parts: np.uint64,
    most_excess: int,
    masks: np.ndarray,
    settings: np.ndarray,
) -> tuple[Any, ...]:
    """Return what can be begun with the tiles of a column that nobody is owed.

    Parameters
    ----------
    remaining : numpy.ndarray of int64, shape (colors,)
        The tiles.
    needs : numpy.ndarray of int64, shape (starts, colors)
        What the melds that can begin here take of the column.
    adds, takes : numpy.ndarray of uint64, shape (starts,)
        The tiles that they owe, and what they take from the melds missing.
    jokers : numpy.ndarray of int64, shape (starts,)
        The jokers that they take.
    blocks, begins : numpy.ndarray of uint64, shape (starts,)
        Where they let no run begin, seen from the next column; where they begin, seen from this.
    excess, changes : numpy.ndarray of int64, shape (starts,)
        How many tiles they have more than their part asks for; what they add to the tiles that
        must come later.
    apart : numpy.ndarray of bool, shape (starts,)
        Whether only one of them may begin.
    payable : uint64
        The most tiles that can be owed.
    parts : uint64
        All that the contract asks for.
    most_excess : int
        How many tiles the melds of a hand can have more than they must.
    masks, settings : numpy.ndarray
        Where the fields are.

    Returns
    -------
    tuple of numpy.ndarray
        For the choices of which none is as good as another one, those that leave fewest tiles
        to come first: tiles owed, tiles that can still be owed before, what is taken from the
        melds missing, jokers, places blocked, places of begin, change of the tiles to come.
    """
    starts, colors = needs.shape
    high, high_parts = masks[HIGH], masks[HIGH_TERMS]
    zero = np.uint64(0)
    size, number = 64, 0
    words = np.empty((5, size), np.uint64)
    counts = np.empty((2, size), np.int64)
    left = remaining.copy()
    melds = settings[MELDS]
    stack = np.empty(melds, np.int64)
    owed_at, taken_at = np.empty(melds, np.uint64), np.empty(melds, np.uint64)
    blocked_at, begun_at = np.empty(melds, np.uint64), np.empty(melds, np.uint64)
    depth, meld = 0, 0
    owed, taken, blocked, begun = zero, zero, zero, zero
    wild, more, change, alone = 0, 0, 0, 0
    while True:
        keep = True
        place = 0
        while place < number:
            if words[2, place] == taken:
                if (
                    counts[0, place] <= wild
                    and _at_least(owed, words[0, place], high)
                    and (words[3, place] & ~blocked) == zero
                    and (words[4, place] & ~begun) == zero
                ):
                    keep = False
                    break
                if (
                    wild <= counts[0, place]
                    and _at_least(words[0, place], owed, high)
                    and (blocked & ~words[3, place]) == zero
                    and (begun & ~words[4, place]) == zero
                ):
                    number -= 1
                    words[:, place] = words[:, number]
                    counts[:, place] = counts[:, number]
                    continue
            place += 1
        if keep:
            if number == size:
                size *= 2
                longer, longer_counts = (
                    np.empty((5, size), np.uint64),
                    np.empty((2, size), np.int64),
                )
                longer[:, :number] = words
                longer_counts[:, :number] = counts
                words, counts = longer, longer_counts
            words[0, number] = owed
            words[1, number] = payable - owed
            words[2, number] = taken
            words[3, number] = blocked
            words[4, number] = begun
            counts[0, number] = wild
            counts[1, number] = change
            number += 1
        # Go on: begin one more meld, from the last one on.
        while True:
            fits = False
            while meld < starts:
                fits = (
                    wild + jokers[meld] <= settings[JOKERS]
                    and more + excess[meld] <= most_excess
                    and not (apart[meld] and alone > 0)
                    and _at_least(parts - taken, takes[meld], high_parts)
                    and _at_least(payable - owed, adds[meld], high)
                )
                if fits:
                    for color in range(colors):
                        if needs[meld, color] > left[color]:
                            fits = False
                if fits:
                    break
                meld += 1
            if fits:
                stack[depth] = meld
                owed_at[depth], taken_at[depth] = owed, taken
                blocked_at[depth], begun_at[depth] = blocked, begun
                depth += 1
                for color in range(colors):
                    left[color] -= needs[meld, color]
                owed += adds[meld]
                taken += takes[meld]
                blocked |= blocks[meld]
                begun |= begins[meld]
                wild += jokers[meld]
                more += excess[meld]
                change += changes[meld]
                alone += apart[meld]
                break
            if depth == 0:
                order = np.argsort(counts[1, :number])
                return (
                    words[0][order],
                    words[1][order],
                    words[2][order],
                    counts[0][order],
                    words[3][order],
                    words[4][order],
                    counts[1][order],
                )
            depth -= 1
            meld = stack[depth]
            for color in range(colors):
                left[color] += needs[meld, color]
            owed, taken = owed_at[depth], taken_at[depth]
            blocked, begun = blocked_at[depth], begun_at[depth]
            wild -= jokers[meld]
            more -= excess[meld]
            change -= changes[meld]
            alone -= apart[meld]
            meld += 1


@njit(cache=True, nogil=True)
def _insert(
    debt: np.uint64,
    terms: np.uint64,
    debts: np.ndarray,
    all_terms: np.ndarray,
    held: int,
    high: np.uint64,
    high_terms: np.uint64,
) -> int:
    """Insert a debt unless another one is as good; drop those that it is as good as."""
    place = 0
    while place < held:
        other, other_terms = debts[place], all_terms[place]
        if _at_least(debt, other, high) and _at_least(terms, other_terms, high_terms):
            return held
        if _at_least(other, debt, high) and _at_least(other_terms, terms, high_terms):
            held -= 1
            debts[place] = debts[held]
            all_terms[place] = all_terms[held]
        else:
            place += 1
    debts[held] = debt
    all_terms[held] = terms
    return held + 1


@njit(cache=True, nogil=True)
def read_contract_columns(
    debts: np.ndarray,
    terms: np.ndarray,
    firsts: np.ndarray,
    fewest: np.ndarray,
    low_state: int,
    high_state: int,
    columns: np.ndarray,
    column_tiles: np.ndarray,
    dealt: int,
    held_later: int,
    pack_firsts: np.ndarray,
    packs: tuple[Any, ...],
    sizes_of_parts: np.ndarray,
    masks: np.ndarray,
    planes: np.ndarray,
    settings: np.ndarray,
    alike: np.ndarray,
    absorbs: bool,
    pool: Pool,
    following: np.ndarray,
) -> Pool:
    """Read one column from some states.

    Parameters
    ----------
    debts, terms : numpy.ndarray of uint64
        Both words of what is owed, state after state.
    firsts : numpy.ndarray of int64, shape (states + 1,)
        Where each state's debts begin.
    fewest : numpy.ndarray of int64, shape (states,)
        With how few dealt tiles each state is reached.
    low_state, high_state : int
        The states that are read from.
    columns : numpy.ndarray of int64, shape (columns, colors)
        How many tiles of each color a column has.
    column_tiles : numpy.ndarray of int64, shape (columns,)
        How many tiles are dealt with it.
    dealt : int
        How many tiles are dealt at most.
    held_later : int
        How many tiles are held, without being dealt, in the columns that follow.
    pack_firsts, packs : numpy.ndarray, tuple of numpy.ndarray
        For each number of tiles that nobody is owed what can be begun, see `contract_packings`.
    sizes_of_parts : numpy.ndarray of int64, shape (parts, 3)
        The first bit of each part, the mask of its value, and the size of such a meld.
    masks, planes, settings : numpy.ndarray
        Where the fields are.
    alike : numpy.ndarray of int64, shape (colors,)
        Colors with the same number may be exchanged; they stand side by side.
    absorbs : bool
        Whether nothing matters but whether the contract is fulfilled.
    pool : tuple
        What was found of the next states, as returned.
    following : numpy.ndarray of int32
        Receives the next state, or why there is none.

    Returns
    -------
    tuple
        The pool of next states, which may have grown: both words, first places, hashes, fewest
        tiles, hash table, and how many states and debts it holds.
    """
    pack_adds, pack_rooms, pack_takes, pack_jokers, pack_blocks, pack_begins, pack_changes = packs
    colors, copies = settings[COLORS], settings[COPIES]
    chunk, places = settings[CHUNK], settings[PLACES]
    width, joker_shift = np.uint64(settings[FIELD]), np.uint64(settings[JOKER_SHIFT])
    most_jokers = settings[JOKERS]
    near, far, high = masks[NEAR] & ~masks[NOW], masks[FAR], masks[HIGH]
    blocks, kept_blocks = masks[BLOCKS], masks[BLOCKS] & ~masks[NEAREST]
    runs, parts, high_terms = masks[RUNS], masks[PARTS], masks[HIGH_TERMS]
    first_field = (np.uint64(1) << width) - np.uint64(1)
    zero, one = np.uint64(0), np.uint64(1)
    room = 256
    new_debts, new_terms = np.empty(room, np.uint64), np.empty(room, np.uint64)
    # A contract is fulfilled or not; nothing else counts.
    no_credits = np.zeros(room, np.int64)
    marks = np.empty(colors, np.uint64)
    order, best_order = np.empty(colors, np.int64), np.empty(colors, np.int64)
    for state in range(low_state, high_state):
        for number in range(columns.shape[0]):
            tiles = fewest[state] + column_tiles[number]
            if tiles > dealt:
                following[state - low_state, number] = TOO_LARGE
                continue
            spare = dealt - tiles + held_later
            held = 0
            fulfilled = False
            for place in range(firsts[state], firsts[state + 1]):
                debt, term = debts[place], terms[place]
                index = 0
                for color in range(colors):
                    left = columns[number, color] - np.int64(
                        (debt >> np.uint64(chunk * color)) & first_field
                    )
                    if left < 0:
                        index = -1
                        break
                    index = index * (copies + 1) + left
                if index < 0:
                    continue
                rest = ((debt & near) >> width) | (debt & far)
                used = np.int64(term >> joker_shift)
                to_come = _total(rest, planes) - (most_jokers - used)
                for part in range(sizes_of_parts.shape[0]):
                    missing = (term >> np.uint64(sizes_of_parts[part, 0])) & np.uint64(
                        sizes_of_parts[part, 1]
                    )
                    to_come += np.int64(missing) * sizes_of_parts[part, 2]
                rest_terms = (term & ~blocks) | ((term & kept_blocks) >> one)
                for pack in range(pack_firsts[index], pack_firsts[index + 1]):
                    if to_come + pack_changes[pack] > spare:
                        break
                    if (
                        used + pack_jokers[pack] > most_jokers
                        or (term & pack_begins[pack]) != zero
                        or not _at_least(pack_rooms[pack], rest, high)
                        or not _at_least(term & parts, pack_takes[pack], high_terms & parts)
                    ):
                        continue
                    new = rest + pack_adds[pack]
                    new_term = (rest_terms - pack_takes[pack]) | pack_blocks[pack]
                    new_term += np.uint64(pack_jokers[pack]) << joker_shift
                    if (new_term & runs) == zero:
                        # No run begins any more.
                        new_term &= ~blocks
                    if new == zero and (new_term & parts) == zero:
                        fulfilled = True
                        break
                    if held == room:
                        room *= 2
                        new_debts, new_terms = longer(new_debts, room), longer(new_terms, room)
                        no_credits = np.zeros(room, np.int64)
                    held = _insert(new, new_term, new_debts, new_terms, held, high, high_terms)
                if fulfilled:
                    break
            if fulfilled:
                if absorbs:
                    following[state - low_state, number] = ABSORBED
                    continue
                held, new_debts[0], new_terms[0] = 1, zero, zero
            pool, known = keep_state(
                new_debts,
                new_terms,
                no_credits,
                held,
                chunk,
                places,
                alike,
                marks,
                order,
                best_order,
                tiles,
                pool,
            )
            following[state - low_state, number] = known
    return pool

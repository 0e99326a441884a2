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

from rummistats.kernels.profiles import _longer, _longer_int, _mix, _next_permutation, _rehashed

ABSORBED = np.int32(-1)
"""In place of a next state: the contract is fulfilled, whatever follows."""

TOO_LARGE = np.int32(-2)
"""In place of a next state: no hand has so many tiles."""

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
def _piece(word: np.uint64, color: int, width: int) -> np.uint64:
    """Return a color's part of a word."""
    return (word >> np.uint64(width * color)) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1))


@njit(cache=True, nogil=True)
def _permuted(word: np.uint64, order: np.ndarray, width: int) -> np.uint64:
    if width == 0:
        return word
    shift = np.uint64(width * order.shape[0])
    # A word that is full has nothing beside the colors.
    moved = (word >> shift) << shift if width * order.shape[0] < 64 else np.uint64(0)
    for place in range(order.shape[0]):
        moved |= _piece(word, order[place], width) << np.uint64(width * place)
    return moved


@njit(cache=True, nogil=True)
def _set_hash(
    debts: np.ndarray, terms: np.ndarray, held: int, order: np.ndarray, chunk: int, places: int
) -> np.uint64:
    total = np.uint64(held)
    for place in range(held):
        debt = _permuted(debts[place], order, chunk)
        total += _mix(_mix(debt) + _permuted(terms[place], order, places))
    return total


@njit(cache=True, nogil=True)
def _marks(
    debts: np.ndarray,
    terms: np.ndarray,
    held: int,
    colors: int,
    chunk: int,
    places: int,
    parts_shift: int,
    marks: np.ndarray,
) -> None:
    """Give each color a mark that depends on its debts, but not on which color it is."""
    one = np.uint64(1)
    for color in range(colors):
        marks[color] = np.uint64(0)
    for place in range(held):
        total = np.uint64(0)
        for color in range(colors):
            total += _mix(
                (_piece(debts[place], color, chunk) << np.uint64(places))
                + _piece(terms[place], color, places)
                + np.uint64(77)
            )
        common = _mix(_mix((terms[place] >> np.uint64(parts_shift)) + one) + total)
        for color in range(colors):
            marks[color] += _mix(
                common
                ^ (
                    (_piece(debts[place], color, chunk) << np.uint64(places))
                    + _piece(terms[place], color, places)
                    + one
                )
            )


@njit(cache=True, nogil=True)
def _choose_order(
    debts: np.ndarray,
    terms: np.ndarray,
    held: int,
    settings: np.ndarray,
    alike: np.ndarray,
    marks: np.ndarray,
    order: np.ndarray,
    best: np.ndarray,
) -> np.uint64:
    """Put the colors in an order that hands alike but for their colors share; return a hash."""
    colors, chunk, places = settings[COLORS], settings[CHUNK], settings[PLACES]
    _marks(debts, terms, held, colors, chunk, places, settings[PARTS_SHIFT], marks)
    for color in range(colors):
        order[color] = color
    for place in range(1, colors):
        moved = order[place]
        before = place - 1
        while (
            before >= 0
            and alike[order[before]] == alike[moved]
            and (marks[order[before]] > marks[moved])
        ):
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = moved
    best[:] = order
    smallest = _set_hash(debts, terms, held, order, chunk, places)
    # Colors with equal marks may still differ in how their debts go together: try all orders.
    low = 0
    while low < colors:
        high = low + 1
        while (
            high < colors
            and alike[order[high]] == alike[order[low]]
            and marks[order[high]] == marks[order[low]]
        ):
            high += 1
        differs = False
        for place in range(held):
            for color in range(low + 1, high):
                differs = differs or (
                    _piece(debts[place], order[color], chunk)
                    != _piece(debts[place], order[low], chunk)
                    or _piece(terms[place], order[color], places)
                    != _piece(terms[place], order[low], places)
                )
        if differs:
            order[:] = best
            # They come in ascending order first, so each order is met once.
            while _next_permutation(order, low, high):
                hashed = _set_hash(debts, terms, held, order, chunk, places)
                if hashed < smallest:
                    smallest = hashed
                    best[:] = order
            order[:] = best
        low = high
    return smallest


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
    pool: tuple[Any, ...],
    following: np.ndarray,
) -> tuple[Any, ...]:
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
    next_debts, next_terms, next_firsts, next_hashes, next_fewest, table, sizes = pool
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
    states_number, held_number = sizes[0], sizes[1]
    room = 256
    new_debts, new_terms = np.empty(room, np.uint64), np.empty(room, np.uint64)
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
                        new_debts, new_terms = _longer(new_debts, room), _longer(new_terms, room)
                    held = _insert(new, new_term, new_debts, new_terms, held, high, high_terms)
                if fulfilled:
                    break
            if fulfilled:
                if absorbs:
                    following[state - low_state, number] = ABSORBED
                    continue
                held, new_debts[0], new_terms[0] = 1, zero, zero
            hashed = _choose_order(
                new_debts, new_terms, held, settings, alike, marks, order, best_order
            )
            for place in range(held):
                new_debts[place] = _permuted(new_debts[place], best_order, chunk)
                new_terms[place] = _permuted(new_terms[place], best_order, places)
            # In one order, so that equal states are equal arrays.
            for place in range(1, held):
                moved, moved_terms = new_debts[place], new_terms[place]
                before = place - 1
                while before >= 0 and (
                    new_debts[before] > moved
                    or (new_debts[before] == moved and new_terms[before] > moved_terms)
                ):
                    new_debts[before + 1] = new_debts[before]
                    new_terms[before + 1] = new_terms[before]
                    before -= 1
                new_debts[before + 1] = moved
                new_terms[before + 1] = moved_terms
            slot = np.int64(hashed & np.uint64(table.shape[0] - 1))
            while True:
                known = table[slot]
                if known < 0:
                    break
                if next_hashes[known] == hashed and (
                    next_firsts[known + 1] - next_firsts[known] == held
                ):
                    same = True
                    first = next_firsts[known]
                    for place in range(held):
                        if (
                            next_debts[first + place] != new_debts[place]
                            or next_terms[first + place] != new_terms[place]
                        ):
                            same = False
                            break
                    if same:
                        break
                slot = (slot + 1) & (table.shape[0] - 1)
            if known < 0:
                known = np.int32(states_number)
                if states_number + 2 > next_firsts.shape[0]:
                    size = 2 * next_firsts.shape[0]
                    next_firsts = _longer_int(next_firsts, size)
                    next_hashes = _longer(next_hashes, size)
                    next_fewest = _longer_int(next_fewest, size)
                if held_number + held > next_debts.shape[0]:
                    size = 2 * (held_number + held)
                    next_debts = _longer(next_debts, size)
                    next_terms = _longer(next_terms, size)
                for place in range(held):
                    next_debts[held_number + place] = new_debts[place]
                    next_terms[held_number + place] = new_terms[place]
                held_number += held
                next_hashes[states_number] = hashed
                next_fewest[states_number] = tiles
                states_number += 1
                next_firsts[states_number] = held_number
                table[slot] = known
                if 2 * states_number > table.shape[0]:
                    table = _rehashed(next_hashes, states_number, 4 * table.shape[0])
            elif tiles < next_fewest[known]:
                next_fewest[known] = tiles
            following[state - low_state, number] = known
    sizes[0], sizes[1] = states_number, held_number
    return next_debts, next_terms, next_firsts, next_hashes, next_fewest, table, sizes

"""Profiles of hands, compiled: the twin of `rummistats.exact.profiles`.

A debt vector is packed into one 64-bit word, a few bits for each field with a guard bit above
it, so that two vectors are added or compared field by field in one machine operation. The
fields: for each color what is owed in the next columns, nearest first, and which of its ones
are not kept for the far end; then what is missing to the goal; the jokers used; the objective.
A second word says in the same fields what the last columns are owed by melds that go round: it
is added to the first one when these columns are next. Where nothing goes round it is 0.
"""

from __future__ import annotations

import numpy as np
from numba import njit

Pool = tuple[
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
    np.ndarray,
]
"""What is found of a layer: debts, late ones, credits, first places, hashes, fewest tiles, hash
table, and how many states and debt vectors it holds."""

ABSORBED = np.int32(-1)
"""In place of a next state: the goal is reached, whatever follows."""

TOO_LARGE = np.int32(-2)
"""In place of a next state: no hand has so many tiles."""

LOST = np.int32(-3)
"""In place of a next state: no choice is left."""

# The places of what `read_columns` is told in its array of settings.
COLORS, FIELD, OWED, CHUNK, JOKER_SHIFT, JOKERS, TAG_SHIFT = range(7)

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number with which one word is spread before it is mixed with another one."""


@njit(cache=True, nogil=True, inline="never")
def _mix(word: np.uint64) -> np.uint64:
    word ^= word >> np.uint64(31)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(29)
    word *= np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(32)
    return word


@njit(cache=True, nogil=True)
def _insert(
    code: np.uint64,
    late: np.uint64,
    credit: int,
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    held: int,
    guards: np.uint64,
    joker_shift: np.uint64,
    tag_shift: np.uint64,
    joker_worth: np.ndarray,
) -> int:
    """Insert a debt vector unless another one is as good; drop those that it is as good as."""
    one = np.uint64(1)
    low = (one << joker_shift) - one
    body = code & low
    tag = code >> tag_shift
    worth = joker_worth[tag]
    jokers = np.int64((code >> joker_shift) & ((one << (tag_shift - joker_shift)) - one))
    guarded, late_guarded = body | guards, late | guards
    place = 0
    while place < held:
        other = codes[place]
        if other >> tag_shift != tag:
            place += 1
            continue
        other_body = other & low
        other_jokers = np.int64((other >> joker_shift) & ((one << (tag_shift - joker_shift)) - one))
        more = jokers - other_jokers
        ahead = credits[place] - credit
        if more < 0:
            better, worse = ahead >= -more * worth, ahead <= 0
        elif more > 0:
            better, worse = ahead >= 0, -ahead >= more * worth
        else:
            better, worse = ahead >= 0, ahead <= 0
        other_late = lates[place]
        if better and ((guarded - other_body) & (late_guarded - other_late) & guards) == guards:
            return held
        if (
            worse
            and (((other_body | guards) - body) & ((other_late | guards) - late) & guards) == guards
        ):
            held -= 1
            codes[place] = codes[held]
            lates[place] = lates[held]
            credits[place] = credits[held]
        else:
            place += 1
    codes[held] = code
    lates[held] = late
    credits[held] = credit
    return held + 1


@njit(cache=True, nogil=True)
def packings(
    remaining: np.ndarray,
    owed_at_most: int,
    needs: np.ndarray,
    adds: np.ndarray,
    lates: np.ndarray,
    subtracts: np.ndarray,
    credits: np.ndarray,
    owes: np.ndarray,
    bias: np.uint64,
    late_bias: np.uint64,
    guards: np.uint64,
    start: np.uint64,
    missing: np.uint64,
    goal: int,
    all_used: bool,
    settings: np.ndarray,
    stop: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return what can be begun with the tiles of a column that nobody is owed.

    Parameters
    ----------
    remaining : numpy.ndarray of int64, shape (colors,)
        The tiles.
    owed_at_most : int
        More further tiles than these no hand can have.
    needs : numpy.ndarray of int64, shape (starts, colors)
        What the melds that can begin here take of the column.
    adds, lates, subtracts : numpy.ndarray of uint64, shape (starts,)
        What they add to the debts, jokers included, and to those of the last columns; what they
        take from what the goal misses.
    credits, owes : numpy.ndarray of int64, shape (starts,)
        What they count, and how many tiles they owe.
    bias, late_bias, guards, start : uint64
        With its bias added, a field above its limit reaches its guard bit; debts at the start.
    missing : uint64
        What is missing of the goal before anything is laid.
    goal : int
        The credit beyond which more makes no difference; -1 if there is none.
    all_used : bool
        Whether every one of the tiles must be used.
    settings : numpy.ndarray of int64
        Where the fields are, see `read_columns`.
    stop : numpy.ndarray of int64, shape (1,)
        As soon as it holds anything but 0, whatever is found is returned: nobody will use it.

    Returns
    -------
    tuple of numpy.ndarray
        Added debts, also to the last columns, what is taken from the goal, credits, tiles owed:
        of the choices of which none is as good as another one.
    """
    starts = needs.shape[0]
    colors = settings[COLORS]
    joker_shift = np.uint64(settings[JOKER_SHIFT])
    zero = np.uint64(0)
    size = 64
    found = np.empty(size, np.uint64)
    found_late = np.empty(size, np.uint64)
    found_sub = np.empty(size, np.uint64)
    found_credit = np.empty(size, np.int64)
    found_owes = np.empty(size, np.int64)
    number = 0
    # Depth first over how often each meld is begun.
    left = remaining.copy()
    stack = np.empty(64, np.int64)
    depth = 0
    code, late, sub, credit, owe = start, zero, zero, 0, 0
    codes_at = np.empty(64, np.uint64)
    lates_at = np.empty(64, np.uint64)
    subs_at = np.empty(64, np.uint64)
    credits_at = np.empty(64, np.int64)
    owes_at = np.empty(64, np.int64)
    meld = 0
    while True:
        # Record this choice; a later one may be as good.
        if number == size:
            size *= 2
            found = _longer(found, size)
            found_late = _longer(found_late, size)
            found_sub = _longer(found_sub, size)
            found_credit = _longer_int(found_credit, size)
            found_owes = _longer_int(found_owes, size)
        keep = True
        if all_used:
            for color in range(colors):
                keep = keep and left[color] == 0
        place = 0
        while keep and place < number:
            other, other_late = found[place], found_late[place]
            same = found_sub[place] == sub
            if same:
                ahead = found_credit[place] - credit
                low = (np.uint64(1) << joker_shift) - np.uint64(1)
                jokers = np.int64(code >> joker_shift)
                other_jokers = np.int64(other >> joker_shift)
                if (
                    ahead >= 0
                    and other_jokers <= jokers
                    and ((((code & low) | guards) - (other & low)) & guards) == guards
                    and (((late | guards) - other_late) & guards) == guards
                ):
                    keep = False
                    break
                if (
                    ahead <= 0
                    and jokers <= other_jokers
                    and ((((other & low) | guards) - (code & low)) & guards) == guards
                    and (((other_late | guards) - late) & guards) == guards
                ):
                    number -= 1
                    found[place] = found[number]
                    found_late[place] = found_late[number]
                    found_sub[place] = found_sub[number]
                    found_credit[place] = found_credit[number]
                    found_owes[place] = found_owes[number]
                    continue
            place += 1
        if keep:
            found[number] = code
            found_late[number] = late
            found_sub[number] = sub
            found_credit[number] = credit
            found_owes[number] = owe
            number += 1
        # Go on: begin one more meld, from the last one on.
        while True:
            begun = False
            while meld < starts:
                # A goal that is reached is not reached more by one more meld.
                fits = owe + owes[meld] <= owed_at_most and not (
                    0 <= goal <= credit and subtracts[meld] == zero
                )
                if fits:
                    for color in range(colors):
                        if needs[meld, color] > left[color]:
                            fits = False
                            break
                # No more is taken from the goal than it misses, so no field borrows from the next.
                if fits and (((missing | guards) - sub - subtracts[meld]) & guards) != guards:
                    fits = False
                if fits:
                    new, new_late = code + adds[meld], late + lates[meld]
                    if (((new + bias) | (new_late + late_bias)) & guards) == zero and (
                        np.int64(new >> joker_shift) <= settings[JOKERS]
                    ):
                        codes_at[depth] = code
                        lates_at[depth] = late
                        subs_at[depth] = sub
                        credits_at[depth] = credit
                        owes_at[depth] = owe
                        stack[depth] = meld
                        depth += 1
                        for color in range(colors):
                            left[color] -= needs[meld, color]
                        code, late = new, new_late
                        sub += subtracts[meld]
                        credit += credits[meld]
                        if goal >= 0 and credit > goal:
                            credit = goal
                        owe += owes[meld]
                        begun = True
                        break
                meld += 1
            if begun:
                break
            if depth == 0 or stop[0] != 0:
                order = np.argsort(found_owes[:number] * 4096 - found_credit[:number])
                return (
                    found[:number][order],
                    found_late[:number][order],
                    found_sub[:number][order],
                    found_credit[:number][order],
                    found_owes[:number][order],
                )
            depth -= 1
            meld = stack[depth]
            for color in range(colors):
                left[color] += needs[meld, color]
            code, late = codes_at[depth], lates_at[depth]
            sub = subs_at[depth]
            credit = credits_at[depth]
            owe = owes_at[depth]
            meld += 1


@njit(cache=True, nogil=True)
def _longer(array: np.ndarray, size: int) -> np.ndarray:
    longer = np.empty(size, np.uint64)
    longer[: array.shape[0]] = array
    return longer


@njit(cache=True, nogil=True)
def _longer_int(array: np.ndarray, size: int) -> np.ndarray:
    longer = np.empty(size, np.int64)
    longer[: array.shape[0]] = array
    return longer


@njit(cache=True, nogil=True)
def _ranks(
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    held: int,
    settings: np.ndarray,
    marks: np.ndarray,
) -> None:
    """Give each color a mark that depends on its debts, but not on which color it is."""
    colors, chunk = settings[COLORS], np.uint64(settings[CHUNK])
    one = np.uint64(1)
    field = (one << chunk) - one
    rest_shift = chunk * np.uint64(colors)
    for color in range(colors):
        marks[color] = np.uint64(0)
    for place in range(held):
        code = codes[place]
        common = _mix((code >> rest_shift) * np.uint64(1024) + np.uint64(credits[place]))
        total = np.uint64(0)
        for color in range(colors):
            shift = chunk * np.uint64(color)
            mine = ((code >> shift) & field) + ((lates[place] >> shift) & field) * SPREAD
            total += _mix(mine + np.uint64(77))
        common = _mix(common + total)
        for color in range(colors):
            shift = chunk * np.uint64(color)
            mine = ((code >> shift) & field) + ((lates[place] >> shift) & field) * SPREAD
            marks[color] += _mix(common ^ (mine + np.uint64(1)))


@njit(cache=True, nogil=True)
def _permuted(code: np.uint64, order: np.ndarray, settings: np.ndarray) -> np.uint64:
    colors, chunk = settings[COLORS], np.uint64(settings[CHUNK])
    one = np.uint64(1)
    field = (one << chunk) - one
    rest_shift = chunk * np.uint64(colors)
    moved = (code >> rest_shift) << rest_shift
    for place in range(colors):
        moved |= ((code >> (chunk * np.uint64(order[place]))) & field) << (chunk * np.uint64(place))
    return moved


@njit(cache=True, nogil=True)
def _set_hash(
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    held: int,
    order: np.ndarray,
    settings: np.ndarray,
) -> np.uint64:
    total = np.uint64(held)
    for place in range(held):
        code = _permuted(codes[place], order, settings)
        if lates[place]:
            code += _permuted(lates[place], order, settings) * SPREAD
        total += _mix(_mix(code) + np.uint64(credits[place]))
    return total


@njit(cache=True, nogil=True)
def _next_permutation(order: np.ndarray, low: int, high: int) -> bool:
    """Make the next permutation of ``order[low:high]``; whether there was one."""
    place = high - 2
    while place >= low and order[place] >= order[place + 1]:
        place -= 1
    if place < low:
        return False
    other = high - 1
    while order[other] <= order[place]:
        other -= 1
    order[place], order[other] = order[other], order[place]
    left, right = place + 1, high - 1
    while left < right:
        order[left], order[right] = order[right], order[left]
        left += 1
        right -= 1
    return True


@njit(cache=True, nogil=True)
def _choose_order(
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    held: int,
    settings: np.ndarray,
    alike: np.ndarray,
    marks: np.ndarray,
    order: np.ndarray,
    best: np.ndarray,
) -> np.uint64:
    """Put the colors in an order that hands alike but for their colors share; return a hash."""
    colors = settings[COLORS]
    _ranks(codes, lates, credits, held, settings, marks)
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
    for place in range(colors):
        best[place] = order[place]
    smallest = _set_hash(codes, lates, credits, held, order, settings)
    # Colors with equal marks may still differ in how their debts go together: try them all,
    # but for colors without any debt.
    chunk = np.uint64(settings[CHUNK])
    field = (np.uint64(1) << chunk) - np.uint64(1)
    low = 0
    while low < colors:
        high = low + 1
        while (
            high < colors
            and alike[order[high]] == alike[order[low]]
            and marks[order[high]] == marks[order[low]]
        ):
            high += 1
        if high - low > 1:
            differs = False
            shift = chunk * np.uint64(order[low])
            first, first_late = (codes[0] >> shift) & field, (lates[0] >> shift) & field
            for place in range(held):
                for color in range(low, high):
                    shift = chunk * np.uint64(order[color])
                    mine, mine_late = (
                        (codes[place] >> shift) & field,
                        (lates[place] >> shift) & field,
                    )
                    if mine != first or mine_late != first_late:
                        differs = True
                        break
                if differs:
                    break
            if differs:
                for place in range(colors):
                    order[place] = best[place]
                # They come in ascending order first, so each order is met once.
                while _next_permutation(order, low, high):
                    hashed = _set_hash(codes, lates, credits, held, order, settings)
                    if hashed < smallest:
                        smallest = hashed
                        for place in range(colors):
                            best[place] = order[place]
                for place in range(colors):
                    order[place] = best[place]
        low = high
    return smallest


@njit(cache=True, nogil=True)
def read_columns(
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    firsts: np.ndarray,
    fewest: np.ndarray,
    low_state: int,
    high_state: int,
    columns: np.ndarray,
    column_tiles: np.ndarray,
    dealt: int,
    held_later: int,
    copies: int,
    pack_firsts: np.ndarray,
    pack_adds: np.ndarray,
    pack_lates: np.ndarray,
    pack_subtracts: np.ndarray,
    pack_credits: np.ndarray,
    pack_owes: np.ndarray,
    late: bool,
    joins: bool,
    bias: np.uint64,
    late_bias: np.uint64,
    masks: np.ndarray,
    settings: np.ndarray,
    alike: np.ndarray,
    goals: np.ndarray,
    bounds: np.ndarray,
    absorbs: bool,
    joker_worth: np.ndarray,
    pool: Pool,
    following: np.ndarray,
    gains: np.ndarray,
    stop: np.ndarray,
) -> Pool:
    """Read one column from some states.

    Parameters
    ----------
    codes, lates, credits : numpy.ndarray of uint64, uint64 and int16
        The debts of all states, those to the last columns, and what they count, state after
        state.
    firsts : numpy.ndarray of int64, shape (states + 1,)
        Where each state's debts begin.
    fewest : numpy.ndarray of int64, shape (states,)
        With how few dealt tiles each state is reached.
    low_state, high_state : int
        The states that are read from.
    columns : numpy.ndarray of uint64, shape (columns,)
        How many tiles of each color a column has, in the fields of what is owed next.
    column_tiles : numpy.ndarray of int64, shape (columns,)
        How many tiles are dealt with it.
    dealt : int
        How many tiles are dealt at most.
    held_later : int
        How many tiles are held, without being dealt, in the columns that follow.
    copies : int
        The most tiles of a kind.
    pack_firsts, pack_adds, pack_lates, pack_subtracts, pack_credits, pack_owes : numpy.ndarray
        For each objective and number of tiles that nobody is owed: what can be begun.
    late : bool
        Whether it is the column of the ones that were kept.
    joins : bool
        Whether the last columns are next, so that the debts to them are debts like others.
    bias, late_bias : uint64
        What, added to debts, makes those reach their guards that can't be paid.
    masks : numpy.ndarray of uint64
        The fields' guard bits; the tiles owed next; what is missing of the goal.
    settings : numpy.ndarray of int64
        Colors; bits of a field; columns ahead; bits of a color; the first bit of the jokers;
        the most jokers; the first bit of the objective.
    alike : numpy.ndarray of int64, shape (colors,)
        Colors with the same number may be exchanged; they stand side by side.
    goals : numpy.ndarray of int64, shape (objectives,)
        The credit beyond which more makes no difference; -1 if there is none.
    bounds : numpy.ndarray of int64, shape (objectives, 2)
        What a tile and what a joker can count at most in melds that begin later.
    absorbs : bool
        Whether nothing matters but whether the goal is reached.
    joker_worth : numpy.ndarray of int64, shape (objectives,)
        What one more joker can add at most.
    pool : tuple
        What was found of the next states, as returned.
    following, gains : numpy.ndarray of int32 and int16
        Receive the next state, or why there is none, and what all choices gained.
    stop : numpy.ndarray of int64, shape (1,)
        As soon as it holds anything but 0, reading ends: nobody will use what was found.

    Returns
    -------
    tuple
        The pool of next states, which may have grown: both words of the debts, credits, first
        places, hashes, fewest tiles, hash table, and how many states and debt vectors it holds.
    """
    (next_codes, next_lates, next_credits, next_firsts, next_hashes, next_fewest, table, sizes) = (
        pool
    )
    colors, width = settings[COLORS], np.uint64(settings[FIELD])
    chunk = np.uint64(settings[CHUNK])
    owed_fields = np.uint64(settings[OWED])
    joker_shift = np.uint64(settings[JOKER_SHIFT])
    tag_shift = np.uint64(settings[TAG_SHIFT])
    jokers_most = settings[JOKERS]
    guards, now, goal_mask = masks[0], masks[1], masks[2]
    one, zero = np.uint64(1), np.uint64(0)
    joker_mask = (one << (tag_shift - joker_shift)) - one
    value_mask = (one << (width - one)) - one
    states_number, held_number = sizes[0], sizes[1]
    now_guards = zero
    owed_mask = zero
    for color in range(colors):
        now_guards |= (one << (width - one)) << (chunk * np.uint64(color))
        owed_mask |= ((one << (owed_fields * width)) - one) << (chunk * np.uint64(color))
    room = 256
    new_codes = np.empty(room, np.uint64)
    new_lates = np.empty(room, np.uint64)
    new_credits = np.empty(room, np.int64)
    marks = np.empty(colors, np.uint64)
    order = np.empty(colors, np.int64)
    best_order = np.empty(colors, np.int64)
    objectives = pack_firsts.shape[0]
    keeps_ones = owed_fields * width < chunk
    base = np.empty(objectives, np.int64)
    for state in range(low_state, high_state):
        for number in range(columns.shape[0]):
            row = state - low_state
            tiles = fewest[state] + column_tiles[number]
            if tiles > dealt:
                following[row, number] = TOO_LARGE
                continue
            spare = dealt - tiles + held_later
            column = columns[number]
            held = 0
            absorbed = False
            for place in range(firsts[state], firsts[state + 1]):
                if stop[0] != 0:
                    return pool
                code = codes[place]
                if late:
                    # Of the ones only those that were kept can be used.
                    column = zero
                    for color in range(colors):
                        missing = (
                            code >> (chunk * np.uint64(color) + owed_fields * width)
                        ) & value_mask
                        column |= (np.uint64(copies) - missing) << (chunk * np.uint64(color))
                left = (column | now_guards) - (code & now)
                if (left & now_guards) != now_guards:
                    continue
                index = np.int64(0)
                for color in range(colors):
                    index = index * (copies + 1) + np.int64(
                        (left >> (chunk * np.uint64(color))) & value_mask
                    )
                rest = ((code & owed_mask & ~now) >> width) | (code & ~owed_mask)
                owed = np.int64(0)
                for owing in (rest & owed_mask, lates[place]):
                    while owing != zero:
                        owed += np.int64(owing & value_mask)
                        owing >>= width
                if keeps_ones:
                    # Ones that were kept can pay debts, too; all were, before the first column.
                    for color in range(colors):
                        owed += np.int64(
                            (code >> (chunk * np.uint64(color) + owed_fields * width)) & value_mask
                        )
                    owed -= colors * copies
                if owed > spare:
                    continue
                tag = np.int64(code >> tag_shift)
                credit = credits[place]
                for pack in range(pack_firsts[tag, index], pack_firsts[tag, index + 1]):
                    if owed + pack_owes[pack] > spare:
                        break
                    new, new_late = rest + pack_adds[pack], lates[place] + pack_lates[pack]
                    if (((new + bias) | (new_late + late_bias)) & guards) != zero:
                        continue
                    if joins and new_late != zero:
                        new, new_late = new + new_late, zero
                        if ((new + bias) & guards) != zero:
                            continue
                    if np.int64((new >> joker_shift) & joker_mask) > jokers_most:
                        continue
                    subtract = pack_subtracts[pack]
                    if subtract != zero:
                        if (((new | guards) - subtract) & guards) != guards:
                            continue
                        new -= subtract
                    new_credit = credit + pack_credits[pack]
                    if 0 <= goals[tag] <= new_credit:
                        new_credit = goals[tag]
                        if absorbs and ((new & (owed_mask | goal_mask)) | new_late) == zero:
                            absorbed = True
                            break
                    # Nobody need remember what can't reach the goal any more.
                    if absorbs and goals[tag] > new_credit + bounds[tag, 0] * (
                        spare - owed - pack_owes[pack]
                    ) + bounds[tag, 1] * (
                        jokers_most - np.int64((new >> joker_shift) & joker_mask)
                    ):
                        continue
                    if held == room:
                        room *= 2
                        new_codes = _longer(new_codes, room)
                        new_lates = _longer(new_lates, room)
                        new_credits = _longer_int(new_credits, room)
                    held = _insert(
                        new,
                        new_late,
                        new_credit,
                        new_codes,
                        new_lates,
                        new_credits,
                        held,
                        guards,
                        joker_shift,
                        tag_shift,
                        joker_worth,
                    )
                if absorbed:
                    break
            if absorbed:
                following[row, number] = ABSORBED
                continue
            if held == 0 and not absorbs:
                following[row, number] = LOST
                continue
            # Only what a debt vector counts more than the state's least one matters.
            # With a goal all of it does: what is missing to it.
            for objective in range(objectives):
                base[objective] = 0 if goals[objective] >= 0 else 1 << 30
            for place in range(held):
                tag = np.int64(new_codes[place] >> tag_shift)
                base[tag] = min(base[tag], new_credits[place])
            for place in range(held):
                new_credits[place] -= base[np.int64(new_codes[place] >> tag_shift)]
            hashed = _choose_order(
                new_codes, new_lates, new_credits, held, settings, alike, marks, order, best_order
            )
            for place in range(held):
                new_codes[place] = _permuted(new_codes[place], best_order, settings)
                if new_lates[place] != zero:
                    new_lates[place] = _permuted(new_lates[place], best_order, settings)
            # In one order, so that equal states are equal arrays.
            for place in range(1, held):
                moved, moved_credit = new_codes[place], new_credits[place]
                moved_late = new_lates[place]
                before = place - 1
                while before >= 0 and (
                    new_codes[before] > moved
                    or (new_codes[before] == moved and new_lates[before] > moved_late)
                ):
                    new_codes[before + 1] = new_codes[before]
                    new_lates[before + 1] = new_lates[before]
                    new_credits[before + 1] = new_credits[before]
                    before -= 1
                new_codes[before + 1] = moved
                new_lates[before + 1] = moved_late
                new_credits[before + 1] = moved_credit
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
                            next_codes[first + place] != new_codes[place]
                            or next_lates[first + place] != new_lates[place]
                            or next_credits[first + place] != new_credits[place]
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
                if held_number + held > next_codes.shape[0]:
                    size = 2 * (held_number + held)
                    next_codes = _longer(next_codes, size)
                    next_lates = _longer(next_lates, size)
                    next_credits = _longer_small(next_credits, size)
                for place in range(held):
                    next_codes[held_number + place] = new_codes[place]
                    next_lates[held_number + place] = new_lates[place]
                    next_credits[held_number + place] = new_credits[place]
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
            following[row, number] = known
            for objective in range(objectives):
                gains[row, number, objective] = base[objective]
    sizes[0], sizes[1] = states_number, held_number
    return (
        next_codes,
        next_lates,
        next_credits,
        next_firsts,
        next_hashes,
        next_fewest,
        table,
        sizes,
    )


@njit(cache=True, nogil=True)
def _longer_small(array: np.ndarray, size: int) -> np.ndarray:
    longer = np.empty(size, np.int16)
    longer[: array.shape[0]] = array
    return longer


@njit(cache=True, nogil=True)
def _rehashed(hashes: np.ndarray, number: int, size: int) -> np.ndarray:
    table = np.full(size, -1, np.int32)
    for known in range(number):
        slot = np.int64(hashes[known] & np.uint64(size - 1))
        while table[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        table[slot] = known
    return table

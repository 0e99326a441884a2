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

from rummistats.kernels.states import ABSORBED, LOST, TOO_LARGE, Pool, keep_state, longer

# The places of what `read_columns` is told in its array of settings.
COLORS, FIELD, OWED, CHUNK, JOKER_SHIFT, JOKERS, TAG_SHIFT = range(7)


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
                        new_codes = longer(new_codes, room)
                        new_lates = longer(new_lates, room)
                        new_credits = longer(new_credits, room)
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
            pool, known = keep_state(
                new_codes,
                new_lates,
                new_credits,
                held,
                settings[CHUNK],
                settings[CHUNK],
                alike,
                marks,
                order,
                best_order,
                tiles,
                pool,
            )
            following[row, number] = known
            for objective in range(objectives):
                gains[row, number, objective] = base[objective]
    return pool

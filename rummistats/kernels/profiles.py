"""Profiles of hands, compiled: the twin of `rummistats.exact.profiles`.

A debt vector is packed into one 64-bit word, a few bits for each field with a guard bit above
it, so that two vectors are added or compared field by field in one machine operation. The
fields: for each color what is owed in the next columns, nearest first, and which of its ones
are not kept for the far end; then what is missing to the goal; the jokers used; the objective.
A second word says in the same fields what is owed farther ahead than the first one has room
for: its nearest column moves up into the first word whenever a column is read. Where melds go
round, it says instead what they owe the last columns: it is added to the first word when these
columns are next.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.states import ABSORBED, LOST, TOO_LARGE, Pool, keep_state, longer

# The places of what `read_columns` is told in its array of settings.
COLORS, FIELD, OWED, CHUNK, JOKER_SHIFT, JOKERS, TAG_SHIFT, FAR = range(8)


@njit(cache=True, nogil=True)
def _as_good(
    body: np.uint64,
    late: np.uint64,
    jokers: np.int64,
    credit: int,
    other_body: np.uint64,
    other_late: np.uint64,
    other_jokers: np.int64,
    other_credit: int,
    worth: int,
    guards: np.uint64,
    goal_mask: np.uint64,
) -> bool:
    """Return whether a debt vector is as good as another one, whatever follows."""
    if credit < other_credit:
        return False
    more = jokers - other_jokers
    # Without these jokers a meld less can be laid for each. It must not be one of those wanted.
    if more > 0 and (credit - other_credit < more * worth or body & goal_mask != np.uint64(0)):
        return False
    owes_no_more = ((other_body | guards) - body) & ((other_late | guards) - late)
    return bool(owes_no_more & guards == guards)


@njit(cache=True, nogil=True)
def _insert(
    code: np.uint64,
    late: np.uint64,
    credit: int,
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    held: int,
    masks: np.ndarray,
    joker_shift: np.uint64,
    tag_shift: np.uint64,
    joker_worth: np.ndarray,
) -> int:
    """Insert a debt vector unless another one is as good; drop those that it is as good as."""
    one = np.uint64(1)
    low = (one << joker_shift) - one
    joker_mask = (one << (tag_shift - joker_shift)) - one
    guards, goal_mask = masks[0], masks[2]
    body = code & low
    tag = code >> tag_shift
    worth = joker_worth[tag]
    jokers = np.int64((code >> joker_shift) & joker_mask)
    for place in range(held):
        other = codes[place]
        if other >> tag_shift == tag and _as_good(
            other & low,
            lates[place],
            np.int64((other >> joker_shift) & joker_mask),
            credits[place],
            body,
            late,
            jokers,
            credit,
            worth,
            guards,
            goal_mask,
        ):
            # What beats one beats many: it is looked at earlier from now on.
            ahead = place // 2
            codes[place], codes[ahead] = codes[ahead], codes[place]
            lates[place], lates[ahead] = lates[ahead], lates[place]
            credits[place], credits[ahead] = credits[ahead], credits[place]
            return held
    place = 0
    while place < held:
        other = codes[place]
        if other >> tag_shift == tag and _as_good(
            body,
            late,
            jokers,
            credit,
            other & low,
            lates[place],
            np.int64((other >> joker_shift) & joker_mask),
            credits[place],
            worth,
            guards,
            goal_mask,
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
def _pay(
    code: np.uint64,
    late: np.uint64,
    column: np.uint64,
    copies: int,
    of_ones: bool,
    masks: np.ndarray,
    settings: np.ndarray,
) -> tuple[bool, np.int64, np.uint64, np.uint64, np.int64]:
    """Pay what is due with the tiles of a column.

    Returns
    -------
    tuple
        Whether all can be paid; an index for the tiles that are left; both words of what is owed
        then, by the columns from the next one on; how many tiles that are.
    """
    width, chunk = np.uint64(settings[FIELD]), np.uint64(settings[CHUNK])
    owed_fields, now = np.uint64(settings[OWED]), masks[1]
    one, zero = np.uint64(1), np.uint64(0)
    guard = one << (width - one)
    index, owed_mask = np.int64(0), zero
    for color in range(settings[COLORS]):
        shift = chunk * np.uint64(color)
        owed_mask |= ((one << (owed_fields * width)) - one) << shift
        due = np.int64((code >> shift) & (guard - one))
        if of_ones:
            # Of the ones only those that were kept can be used.
            spent = (code >> (shift + owed_fields * width)) & (guard - one)
            there = copies - np.int64(spent)
        else:
            there = np.int64((column >> shift) & (guard - one))
        if due > there:
            return False, index, zero, zero, np.int64(0)
        index = index * (copies + 1) + there - due
    rest, rest_late = ((code & owed_mask & ~now) >> width) | (code & ~owed_mask), late
    if settings[FAR] > 0:
        rest |= (late & now) << (width * (owed_fields - one))
        rest_late = (late & ~now) >> width
    owed = np.int64(0)
    for owing in (rest & owed_mask, rest_late):
        while owing != zero:
            owed += np.int64(owing & (guard - one))
            owing >>= width
    return True, index, rest, rest_late, owed


@njit(cache=True, nogil=True)
def _reaches_goal(
    codes: np.ndarray,
    lates: np.ndarray,
    credits: np.ndarray,
    column: np.uint64,
    copies: int,
    pack_firsts: np.ndarray,
    pack_adds: np.ndarray,
    pack_subtracts: np.ndarray,
    pack_credits: np.ndarray,
    pack_owes: np.ndarray,
    of_ones: bool,
    masks: np.ndarray,
    settings: np.ndarray,
    goals: np.ndarray,
) -> bool:
    """Return whether any of a state's choices has reached the goal and owes nothing any more."""
    one, goal_mask = np.uint64(1), masks[2]
    joker_shift, tag_shift = np.uint64(settings[JOKER_SHIFT]), np.uint64(settings[TAG_SHIFT])
    joker_mask = (one << (tag_shift - joker_shift)) - one
    for place in range(codes.shape[0]):
        tag = np.int64(codes[place] >> tag_shift)
        paid, index, rest, _, owed = _pay(
            codes[place], lates[place], column, copies, of_ones, masks, settings
        )
        if goals[tag] < 0 or not paid or owed > 0:
            continue
        for pack in range(pack_firsts[tag, index], pack_firsts[tag, index + 1]):
            # What owes least comes first.
            if pack_owes[pack] > 0:
                break
            jokers = np.int64(((rest + pack_adds[pack]) >> joker_shift) & joker_mask)
            if (
                credits[place] + pack_credits[pack] >= goals[tag]
                and jokers <= settings[JOKERS]
                and rest & goal_mask == pack_subtracts[pack]
            ):
                return True
    return False


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
        The debts of all states, those to columns far ahead or to the last ones, and what they
        count, state after state.
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
        Whether melds go round and the last columns are next: then the debts to them are debts
        like others.
    bias, late_bias : uint64
        What, added to debts, makes those reach their guards that can't be paid.
    masks : numpy.ndarray of uint64
        The fields' guard bits; the tiles owed next; what is missing of the goal.
    settings : numpy.ndarray of int64
        Colors; bits of a field; columns ahead; bits of a color; the first bit of the jokers;
        the most jokers; the first bit of the objective; columns of the second word.
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
    guards = masks[0]
    one, zero = np.uint64(1), np.uint64(0)
    joker_mask = (one << (tag_shift - joker_shift)) - one
    value_mask = (one << (width - one)) - one
    owed_mask = zero
    for color in range(colors):
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
            # First of all: nothing need be remembered of who has reached the goal.
            if absorbs and _reaches_goal(
                codes[firsts[state] : firsts[state + 1]],
                lates[firsts[state] : firsts[state + 1]],
                credits[firsts[state] : firsts[state + 1]],
                column,
                copies,
                pack_firsts,
                pack_adds,
                pack_subtracts,
                pack_credits,
                pack_owes,
                late,
                masks,
                settings,
                goals,
            ):
                following[row, number] = ABSORBED
                continue
            held = 0
            for place in range(firsts[state], firsts[state + 1]):
                if stop[0] != 0:
                    return pool
                paid, index, rest, rest_late, owed = _pay(
                    codes[place], lates[place], column, copies, late, masks, settings
                )
                if not paid:
                    continue
                if keeps_ones:
                    # Ones that were kept can pay debts, too; all were, before the first column.
                    for color in range(colors):
                        owed += np.int64(
                            (rest >> (chunk * np.uint64(color) + owed_fields * width)) & value_mask
                        )
                    owed -= colors * copies
                if owed > spare:
                    continue
                tag = np.int64(rest >> tag_shift)
                credit = credits[place]
                for pack in range(pack_firsts[tag, index], pack_firsts[tag, index + 1]):
                    if owed + pack_owes[pack] > spare:
                        break
                    new, new_late = rest + pack_adds[pack], rest_late + pack_lates[pack]
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
                        masks,
                        joker_shift,
                        tag_shift,
                        joker_worth,
                    )
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

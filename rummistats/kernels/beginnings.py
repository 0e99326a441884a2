"""What can be begun at a column: the choices of melds of which none is as good as another one.

Debts are packed as `rummistats.kernels.profiles` says.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.profiles import COLORS, JOKER_SHIFT, JOKERS
from rummistats.kernels.states import longer


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
            found = longer(found, size)
            found_late = longer(found_late, size)
            found_sub = longer(found_sub, size)
            found_credit = longer(found_credit, size)
            found_owes = longer(found_owes, size)
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

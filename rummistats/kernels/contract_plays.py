"""Laying a contract, perhaps with jokers that are picked up, and what else fits its melds.

Kinds and melds are those of `rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.collecting import fulfil
from rummistats.kernels.laying_off import Room, lay_off
from rummistats.kernels.rows import (
    COLORS,
    GROUP,
    JOKER,
    KINDS,
    NO_KIND,
    ROW,
    RUN,
    ZERO,
    Limits,
    color_count,
    contains,
    copy_hand,
    copy_row,
    exchange,
    exchange_at,
    jokers_on,
    kind_at,
)

Contract = tuple[np.ndarray, np.ndarray, np.ndarray]
"""A contract, the runs and the groups, as in `rummistats.kernels.collecting.fulfil`."""


@njit(cache=True, nogil=True)
def lay_contract(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    contract: Contract,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
    rows: np.ndarray,
    picks_up: int,
) -> tuple[int, bool]:
    """Lay the contract if the hand can; return how many melds there are then, and more.

    Parameters
    ----------
    hand : numpy.ndarray of int8, shape (53,)
        The hand, from which the cards are taken.
    table : numpy.ndarray of int64, shape (most, 5)
        The melds, to which those of the contract are added.
    melds : int
        How many there are.
    contract : tuple of numpy.ndarray
        See `Contract`.
    worth, limits, room
        As in `rummistats.kernels.laying_off.lay_off`.
    rows : numpy.ndarray of int64, shape (melds of the contract, 5)
        To work in.
    picks_up : int
        Whether jokers may be picked up for it.

    Returns
    -------
    melds : int
        How many melds there are; as many as before if the hand can't lay the contract.
    joker : bool
        Whether a joker of the hand, or one that was picked up, was laid.
    """
    asked, ways, group_real = contract
    done = fulfil(hand, asked, ways, group_real, rows)
    old = np.empty((2, ROW), dtype=np.int64)
    lenders = np.full(2, NO_KIND)
    # First one joker is picked up, then two.
    for several in range(1, 3):
        if not done and picks_up and jokers_on(table, melds) >= several:
            done = _pick_up(hand, table, melds, contract, rows, several, lenders, old)
    if not done:
        return melds, False
    held = hand[JOKER]
    freed = (lenders >= 0).sum()
    _take_rows(hand, rows)
    _lay_more(hand, rows, asked, worth, limits, room)
    joker = held - freed > hand[JOKER]
    for lender in range(freed):
        if lender and lenders[0] == lenders[1]:
            continue
        stayed = False
        for row in range(rows.shape[0]):
            # It looks as if the old meld had stayed as it was.
            stayed = stayed or contains(rows[row], old[lender])
        joker = joker or not stayed
    for row in range(rows.shape[0]):
        copy_row(rows, row, table, melds + row)
    return melds + rows.shape[0], bool(joker)


@njit(cache=True, nogil=True)
def _pick_up(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    contract: Contract,
    rows: np.ndarray,
    several: int,
    lenders: np.ndarray,
    old: np.ndarray,
) -> bool:
    """Return whether a hand fulfils the contract with so many jokers of the table.

    It has them then; else all is as before. Which melds they came from is written, and these melds
    as they were.
    """
    asked, ways, group_real = contract
    # A meld and a tile for its joker.
    option = np.zeros(2, dtype=np.int64)
    kinds = np.full(2, NO_KIND)
    depth = ZERO
    while depth >= 0:
        if depth == several:
            done = fulfil(hand, asked, ways, group_real, rows)
            if done and jokers_on(rows, rows.shape[0]) >= several:
                return True
        elif option[depth] < melds * COLORS:
            meld = option[depth] // COLORS
            kind = exchange_at(table[meld], option[depth] % COLORS)
            if kind >= 0 and hand[kind]:
                lenders[depth], kinds[depth] = meld, kind
                copy_row(table, meld, old, depth)
                exchange(table[meld], kind)
                hand[kind] -= 1
                hand[JOKER] += 1
                depth += 1
                if depth < several:
                    option[depth] = 0
            else:
                option[depth] += 1
            continue
        depth -= 1
        if depth >= 0:
            hand[kinds[depth]] += 1
            hand[JOKER] -= 1
            copy_row(old, depth, table, lenders[depth])
            lenders[depth] = NO_KIND
            option[depth] += 1
    return False


@njit(cache=True, nogil=True)
def _take_rows(hand: np.ndarray, rows: np.ndarray) -> None:
    """Take the cards of melds from a hand."""
    for row in range(rows.shape[0]):
        if rows[row, 0] == GROUP:
            for color in range(COLORS):
                hand[rows[row, 1] * COLORS + color] -= color_count(rows[row, 2], color)
            hand[JOKER] -= rows[row, 3]
        else:
            for place in range(rows[row, 2], rows[row, 3] + 1):
                if rows[row, 4] >> place & 1:
                    hand[JOKER] -= 1
                else:
                    hand[kind_at(rows[row, 1], place)] -= 1


@njit(cache=True, nogil=True)
def _lay_more(
    hand: np.ndarray,
    rows: np.ndarray,
    contract: np.ndarray,
    worth: np.ndarray,
    limits: Limits,
    room: Room,
) -> None:
    """Add what else of the hand fits the melds of a contract, if they stay one."""
    groups, melds = contract[0], rows.shape[0]
    left = np.empty(KINDS + 1, dtype=np.int8)
    longer = np.empty((melds, ROW), dtype=np.int64)
    # Longer runs may come to continue each other: then only the groups get more.
    for reach in (melds, groups):
        copy_hand(hand, left)
        for row in range(melds):
            copy_row(rows, row, longer, row)
        lay_off(left, longer, reach, worth, limits, room)
        if contract[4] or not _are_neighbors(longer):
            break
    copy_hand(left, hand)
    for row in range(melds):
        copy_row(longer, row, rows, row)


@njit(cache=True, nogil=True)
def _are_neighbors(rows: np.ndarray) -> bool:
    """Return whether one of the runs directly continues another."""
    for row in range(rows.shape[0]):
        for other in range(rows.shape[0]):
            both = rows[row, 0] == RUN and rows[other, 0] == RUN
            if both and rows[row, 1] == rows[other, 1] and rows[row, 3] + 1 == rows[other, 2]:
                return True
    return False

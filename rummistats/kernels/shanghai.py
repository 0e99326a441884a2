"""Whole rounds of Shanghai Rummy with at most one joker, of players who collect and never buy.

Kinds and melds are those of `rummistats.kernels.extending`; a joker is the last kind.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.collecting import JOKER, best_plan, fulfil
from rummistats.kernels.extending import (
    COLORS,
    GROUP,
    KINDS,
    ROW,
    RUN,
    ZERO,
    copy_hand,
    copy_row,
    count_cards,
)
from rummistats.kernels.laying_off import (
    can_be_added,
    contains,
    exchange,
    exchange_at,
    lay_off,
)

OUT, BLOCKED, SHUFFLE = 0, 1, 2
"""How a round ends, or that the discards have to be shuffled before it goes on."""

SEAT, NEXT_CARD, STOCK, PILE, PASSES, IDLE, MELDS, BONUS = range(8)
"""Places of what is known of a position beside the cards.

Whose turn it is, the next card of the stock and where it ends, how many discards and melds there
are, how many turns only discards were taken, whether nothing was laid since the stock ran out,
and whether the contract was laid in the last turn: 1 without a joker, 2 with one.
"""


@njit(cache=True, nogil=True)
def play_on(
    at: np.ndarray,
    stock: np.ndarray,
    discards: np.ndarray,
    hands: np.ndarray,
    table: np.ndarray,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    points: np.ndarray,
    worth: np.ndarray,
    rules: tuple[int, int, int, int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    turns: np.ndarray,
    opened: np.ndarray,
    jokers: np.ndarray,
) -> int:
    """Play a round on from the beginning of a turn; return how it ended, or what is to be done.

    Parameters
    ----------
    at : numpy.ndarray of int64, shape (8,)
        The position, see `SEAT`.
    stock, discards : numpy.ndarray of int64
        The kinds of the cards there.
    hands : numpy.ndarray of int8, shape (players, 53)
        The hands.
    table : numpy.ndarray of int64, shape (most, 5)
        The melds.
    contract, ways, group_real
        As in `rummistats.kernels.collecting.fulfil`.
    points : numpy.ndarray of int64, shape (53,)
        What each kind counts in the hand.
    worth : numpy.ndarray of int64, shape (53,)
        As in `rummistats.kernels.laying_off.lay_off`.
    rules : tuple of int
        How many cards of one suit a group may have, how many cards, after how many turns in which
        only discards were taken a round ends, and whether a joker may be picked up for a contract
        and all cards held count for the bonus.
    room
        As in `rummistats.kernels.laying_off.lay_off`.
    turns, opened, jokers : numpy.ndarray of int64, shape (players,)
        How many turns each player had, in which of them it laid the contract, or 0, and how many
        jokers came to its hand.
    """
    count = hands.shape[0]
    limits = rules[0], rules[1]
    most_passes, picks_up, whole_hand = rules[2], rules[3], rules[4]
    kept = np.empty(KINDS + 1, dtype=np.int8)
    rows = np.empty((contract[0] + contract[2], ROW), dtype=np.int64)
    while True:
        seat = at[SEAT]
        hand = hands[seat]
        turns[seat] += 1
        at[BONUS] = 0
        tile = discards[at[PILE] - 1]
        if opened[seat]:
            takes = False
            for meld in range(at[MELDS]):
                takes = takes or can_be_added(tile, table[meld], limits[1])
        elif tile == JOKER:
            takes = True
        else:
            before = _lacks(hand, contract, ways, group_real, kept, rows)
            hand[tile] += 1
            takes = _lacks(hand, contract, ways, group_real, kept, rows) < before
            hand[tile] -= 1
        if takes:
            at[PILE] -= 1
        else:
            tile = stock[at[NEXT_CARD]]
            at[NEXT_CARD] += 1
        hand[tile] += 1
        jokers[seat] += tile == JOKER

        lays = False
        if opened[seat]:
            while lay_off(hand, table, at[MELDS], worth, limits, room) > 0:
                lays = True
        elif _lacks(hand, contract, ways, group_real, kept, rows) <= _jokers_on(table, at[MELDS]):
            held = hand[JOKER] > 0
            before = at[MELDS]
            bonus = _lay_contract(
                hand, table, at, contract, ways, group_real, worth, limits, room, rows, picks_up
            )
            if at[MELDS] > before:
                lays = True
                opened[seat] = turns[seat]
                at[BONUS] = 2 if bonus or (whole_hand and held) else 1
        if lays:
            at[IDLE] = 0
        if not count_cards(hand):
            return OUT

        drop = _worst(hand, opened[seat], contract, ways, group_real, points, kept, rows)
        hand[drop] -= 1
        discards[at[PILE]] = drop
        at[PILE] += 1
        if not count_cards(hand):
            return OUT
        at[BONUS] = 0
        at[PASSES] = at[PASSES] + 1 if takes and not lays else 0
        at[SEAT] = (seat + 1) % count
        if at[PASSES] >= most_passes:
            return BLOCKED
        if at[NEXT_CARD] == at[STOCK]:
            if at[PILE] == 1 or at[IDLE]:
                return BLOCKED
            at[IDLE] = 1
            return SHUFFLE


@njit(cache=True, nogil=True)
def _lacks(
    hand: np.ndarray,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return how many cards a hand lacks for its contract."""
    lacks = best_plan(hand, contract, kept)
    if lacks == 0 and not fulfil(hand, contract, ways, group_real, rows):
        return 1
    return int(lacks)


@njit(cache=True, nogil=True)
def _jokers_on(table: np.ndarray, melds: int) -> int:
    """Return how many jokers lie on the table, one at most."""
    for meld in range(melds):
        if table[meld, 3] if table[meld, 0] == GROUP else table[meld, 4]:
            return 1
    return 0


@njit(cache=True, nogil=True)
def _worst(
    hand: np.ndarray,
    opened: int,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return the discard with most points, of those without which a hand lacks least."""
    plan = 0 if opened else best_plan(hand, contract, kept)
    other = np.empty(KINDS + 1, dtype=np.int8)
    drop, best = -1, np.int64(0)
    # Suit by suit, as the cards of a hand are looked at, the joker last.
    for place in range(KINDS + 1):
        kind = JOKER
        if place < KINDS:
            kind = place % (KINDS // COLORS) * COLORS + place // (KINDS // COLORS)
        if not hand[kind]:
            continue
        value = points[kind]
        if not opened:
            lacks = plan
            if hand[kind] <= kept[kind]:
                hand[kind] -= 1
                lacks = _lacks(hand, contract, ways, group_real, other, rows)
                hand[kind] += 1
            value -= (lacks + 100 * (kind == JOKER)) << 20
        if drop < 0 or value > best:
            drop, best = kind, value
    return drop


@njit(cache=True, nogil=True)
def _lay_contract(
    hand: np.ndarray,
    table: np.ndarray,
    at: np.ndarray,
    contract: np.ndarray,
    ways: np.ndarray,
    group_real: np.ndarray,
    worth: np.ndarray,
    limits: tuple[int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    rows: np.ndarray,
    picks_up: int,
) -> bool:
    """Lay the contract if the hand can; return whether a joker was laid with it."""
    melds = at[MELDS]
    done = fulfil(hand, contract, ways, group_real, rows)
    joker = False
    old = np.empty((1, ROW), dtype=np.int64)
    lender = -1
    if not done and picks_up:
        for meld in range(melds):
            option = ZERO
            while not done:
                kind = exchange_at(table[meld], option)
                option += 1
                if kind < 0:
                    break
                if not hand[kind]:
                    continue
                copy_row(table, meld, old, ZERO)
                exchange(table[meld], kind)
                hand[kind] -= 1
                hand[JOKER] += 1
                done = fulfil(hand, contract, ways, group_real, rows)
                done = done and _jokers_on(rows, rows.shape[0]) > 0
                if done:
                    lender = meld
                else:
                    hand[kind] += 1
                    hand[JOKER] -= 1
                    copy_row(old, ZERO, table, meld)
            if done:
                break
    if not done:
        return False
    held = hand[JOKER]
    _take_rows(hand, rows)
    _lay_more(hand, rows, contract, worth, limits, room)
    joker = held > hand[JOKER]
    for row in range(rows.shape[0]):
        copy_row(rows, row, table, melds + row)
        if lender >= 0 and contains(rows[row], old[0]):
            # It looks as if the old meld had stayed as it was.
            joker = False
    at[MELDS] = melds + rows.shape[0]
    return joker


@njit(cache=True, nogil=True)
def _take_rows(hand: np.ndarray, rows: np.ndarray) -> None:
    """Take the cards of melds from a hand."""
    for row in range(rows.shape[0]):
        if rows[row, 0] == GROUP:
            for color in range(COLORS):
                hand[rows[row, 1] * COLORS + color] -= rows[row, 2] >> (4 * color) & 15
            hand[JOKER] -= rows[row, 3]
        else:
            for place in range(rows[row, 2], rows[row, 3] + 1):
                if rows[row, 4] >> place & 1:
                    hand[JOKER] -= 1
                else:
                    hand[place % (KINDS // COLORS) * COLORS + rows[row, 1]] -= 1


@njit(cache=True, nogil=True)
def _lay_more(
    hand: np.ndarray,
    rows: np.ndarray,
    contract: np.ndarray,
    worth: np.ndarray,
    limits: tuple[int, int],
    room: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
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

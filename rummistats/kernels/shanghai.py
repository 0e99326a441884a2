"""Whole rounds of Shanghai Rummy with at most two jokers, of players who collect cards.

Kinds and melds are those of `rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.collecting import best_plan, fulfil
from rummistats.kernels.contract_plays import Contract, lay_contract
from rummistats.kernels.laying_off import Room, lay_off
from rummistats.kernels.rows import (
    COLORS,
    JOKER,
    KINDS,
    ROW,
    ZERO,
    Limits,
    can_be_added,
    copy_hand,
    copy_row,
    count_cards,
    jokers_on,
)

OUT, BLOCKED, SHUFFLE = 0, 1, 2
"""How a round ends, or that the discards have to be shuffled before it goes on."""

NEVER, NEEDED, CLOSE, USEFUL, ALWAYS = range(5)
"""When a player buys."""

POINTS, NEAR, SAFE = range(3)
"""What a player judges discards by."""

(
    SEAT,
    STARTER,
    PHASE,
    NEXT_CARD,
    STOCK,
    PILE,
    TAKES,
    BUYER,
    DRAWS,
    PASSES,
    IDLE,
    MELDS,
    BONUS,
) = range(13)
"""Places of what is known of a position beside the cards.

Who is on turn and who began; what comes next in the turn; the next card of the stock, where it
ends, and how many discards there are; whether the player on turn has taken one, who has bought it
and for how many cards of the stock; how many turns only discards were taken; whether nothing was
laid since the stock ran out; how many melds there are; and whether the contract was laid in the
last turn: 1 without a joker, 2 with one.
"""

_TAKING, _DRAWING, _ACTING = 0, 1, 2

_FIRST = 1 << 24
"""What one card that is lacking counts: more than all half points."""


@njit(cache=True, nogil=True)
def play_on(
    at: np.ndarray,
    stock: np.ndarray,
    discards: np.ndarray,
    hands: np.ndarray,
    shown: np.ndarray,
    table: np.ndarray,
    contract: Contract,
    allowed: np.ndarray,
    points: np.ndarray,
    worth: np.ndarray,
    partners: tuple[np.ndarray, np.ndarray],
    rules: np.ndarray,
    players: np.ndarray,
    room: Room,
    counts: np.ndarray,
) -> int:
    """Play a round on; return how it ended, or what is to be done.

    Parameters
    ----------
    at : numpy.ndarray of int64, shape (13,)
        The position, see `SEAT`.
    stock, discards : numpy.ndarray of int64
        The kinds of the cards there.
    hands, shown : numpy.ndarray of int8, shape (players, 53)
        The hands, and what everybody has seen of them.
    table : numpy.ndarray of int64, shape (most, 5)
        The melds.
    contract : tuple of numpy.ndarray
        The contract, the runs and the groups, as in `rummistats.kernels.collecting.fulfil`.
    allowed : numpy.ndarray of bool, shape (sizes, jokers + 1)
        Whether a meld of each size may have so many jokers.
    points : numpy.ndarray of int64, shape (53,)
        What each kind counts in the hand.
    worth : numpy.ndarray of int64, shape (53,)
        As in `rummistats.kernels.laying_off.lay_off`.
    partners : tuple of numpy.ndarray
        Where the kinds begin that may be in a meld of three with each kind, and these kinds.
    rules : numpy.ndarray of int64, shape (9,)
        How many cards of one suit a group may have, and how many cards; after how many turns in
        which only discards were taken a round ends; whether a joker may be picked up for a
        contract, and whether all cards held count for the bonus; how often a player may buy, for
        how many cards of the stock, whether also the first upcard, and whether who sits left of
        the dealer goes first.
    players : numpy.ndarray of int64, shape (players, 5)
        By seat when it buys, for how few cards of another player it is too late for that, by what
        it judges discards, whether it gives up, and how many turns it waits.
    room
        As in `rummistats.kernels.laying_off.lay_off`.
    counts : numpy.ndarray of int64, shape (4, players)
        How many turns each player had, in which of them it laid the contract, or 0, how many
        jokers came to its hand, and how often it has bought.
    """
    turns, opened, jokers, bought = counts[0], counts[1], counts[2], counts[3]
    seats = hands.shape[0]
    limits = rules[0], rules[1], allowed
    kept = np.empty(KINDS + 1, dtype=np.int8)
    copy = np.empty(KINDS + 1, dtype=np.int8)
    lying = np.empty_like(table)
    rows = np.empty((contract[0][0] + contract[0][2], ROW), dtype=np.int64)
    while True:
        seat = at[SEAT]
        hand = hands[seat]
        if at[PHASE] == _TAKING:
            turns[seat] += 1
            tile = discards[at[PILE] - 1]
            takes = tile == JOKER
            if opened[seat]:
                takes = _fits(tile, table, at[MELDS], limits)
            elif not takes:
                takes = _lacks_with(hand, tile, contract, kept, rows) < _lacks(
                    hand, contract, kept, rows
                )
            at[TAKES] = takes
            at[PHASE] = _ACTING if takes else _DRAWING
            buyer = seat
            if not takes:
                buyer = _buyer(
                    at, tile, hands, contract, partners, rules, players, counts, kept, rows
                )
                at[BUYER] = buyer
                at[DRAWS] = 0
            if buyer >= 0:
                at[PILE] -= 1
                hands[buyer, tile] += 1
                shown[buyer, tile] += 1
                if takes:
                    jokers[seat] += tile == JOKER
                else:
                    bought[buyer] += 1
                    at[DRAWS] = rules[6]
        while at[PHASE] == _DRAWING:
            if at[NEXT_CARD] == at[STOCK]:
                if at[PILE] <= 1 or at[IDLE]:
                    return BLOCKED
                at[IDLE] = 1
                return SHUFFLE
            tile = stock[at[NEXT_CARD]]
            at[NEXT_CARD] += 1
            if at[DRAWS]:
                hands[at[BUYER], tile] += 1
                at[DRAWS] -= 1
            else:
                hand[tile] += 1
                jokers[seat] += tile == JOKER
                at[PHASE] = _ACTING

        lays = False
        copy_hand(hand, copy)
        if opened[seat]:
            while lay_off(hand, table, at[MELDS], worth, limits, room) > 0:
                lays = True
        elif _lacks(hand, contract, kept, rows) <= jokers_on(table, at[MELDS]):
            for meld in range(at[MELDS]):
                copy_row(table, meld, lying, meld)
            melds, joker = lay_contract(
                hand, table, at[MELDS], contract, worth, limits, room, rows, rules[3]
            )
            lays = melds > at[MELDS]
            early = turns.sum() <= players[seat, 4] * seats and not opened.any()
            if lays and early and count_cards(hand) > 1:
                lays = False
                copy_hand(copy, hand)
                for meld in range(at[MELDS]):
                    copy_row(lying, meld, table, meld)
            if lays:
                at[MELDS] = melds
                opened[seat] = turns[seat]
                at[BONUS] = 2 if joker or (rules[4] and copy[JOKER]) else 1
        if lays:
            at[IDLE] = 0
            for kind in range(KINDS):
                shown[seat, kind] = max(0, shown[seat, kind] - max(0, copy[kind] - hand[kind]))
        if not count_cards(hand):
            return OUT

        drop = _worst(
            seat, hands, shown, table, at[MELDS], opened, players[seat], contract, points, partners,
            limits, kept, rows,
        )  # fmt: skip
        hand[drop] -= 1
        shown[seat, drop] = max(0, shown[seat, drop] - 1)
        discards[at[PILE]] = drop
        at[PILE] += 1
        if not count_cards(hand):
            return OUT
        at[BONUS] = 0
        at[PASSES] = at[PASSES] + 1 if at[TAKES] and not lays else 0
        at[SEAT] = (seat + 1) % seats
        at[PHASE] = _TAKING
        if at[PASSES] >= rules[2]:
            return BLOCKED
        if at[NEXT_CARD] == at[STOCK]:
            if at[PILE] == 1 or at[IDLE]:
                return BLOCKED
            at[IDLE] = 1
            return SHUFFLE


@njit(cache=True, nogil=True)
def _buyer(
    at: np.ndarray,
    tile: int,
    hands: np.ndarray,
    contract: Contract,
    partners: tuple[np.ndarray, np.ndarray],
    rules: np.ndarray,
    players: np.ndarray,
    counts: np.ndarray,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return who buys the discard, or -1."""
    seats = hands.shape[0]
    if counts[0].sum() == 1 and not rules[7]:
        return -1
    first = at[STARTER] if rules[8] else at[SEAT]
    for step in range(seats):
        seat = (first + step) % seats
        may = seat != at[SEAT] and counts[3, seat] < rules[5]
        if may and players[seat, 0] != NEVER and not counts[1, seat]:
            late = _is_late(hands, counts[1], players[seat, 1])
            if _pays(hands[seat], tile, late, players[seat, 0], contract, partners, kept, rows):
                return int(seat)
    return -1


@njit(cache=True, nogil=True)
def _pays(
    hand: np.ndarray,
    tile: int,
    late: bool,
    buys: int,
    contract: Contract,
    partners: tuple[np.ndarray, np.ndarray],
    kept: np.ndarray,
    rows: np.ndarray,
) -> bool:
    """Return whether a player buys a discard."""
    now = _lacks(hand, contract, kept, rows)
    then = _lacks_with(hand, tile, contract, kept, rows)
    if now > then and then == 0:
        return True
    if late:
        return False
    groups, group_size, runs, run_size = contract[0][:4]
    short = groups * group_size + runs * run_size > count_cards(hand) + 1
    if buys == NEEDED:
        return bool(short and then < now)
    if buys == CLOSE:
        return bool(then < now and (short or then <= 1))
    near = buys == ALWAYS and _near(tile, hand, partners) > 1
    return bool(then < now or tile == JOKER or (near and (short or now > 2)))


@njit(cache=True, nogil=True)
def _is_late(hands: np.ndarray, opened: np.ndarray, closed: int) -> bool:
    """Return whether somebody who has laid the contract has few cards."""
    for seat in range(hands.shape[0]):
        if opened[seat] and count_cards(hands[seat]) <= closed:
            return True
    return False


@njit(cache=True, nogil=True)
def _near(tile: int, hand: np.ndarray, partners: tuple[np.ndarray, np.ndarray]) -> int:
    """Return how many cards of a hand may stand in a meld with a card."""
    begins, kinds = partners
    count = ZERO
    for place in range(begins[tile], begins[tile + 1]):
        count += hand[kinds[place]]
    return int(count)


@njit(cache=True, nogil=True)
def _fits(tile: int, table: np.ndarray, melds: int, limits: Limits) -> bool:
    """Return whether a card can be added to a meld."""
    fits = False
    for meld in range(melds):
        fits = fits or can_be_added(tile, table[meld], limits)
    return fits


@njit(cache=True, nogil=True)
def _lacks_with(
    hand: np.ndarray,
    tile: int,
    contract: Contract,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return how many cards a hand lacks for its contract when it has one more."""
    hand[tile] += 1
    lacks = _lacks(hand, contract, kept, rows)
    hand[tile] -= 1
    return int(lacks)


@njit(cache=True, nogil=True)
def _lacks(
    hand: np.ndarray,
    contract: Contract,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return how many cards a hand lacks for its contract."""
    asked, ways, group_real = contract
    lacks = best_plan(hand, asked, kept)
    if lacks == 0 and not fulfil(hand, asked, ways, group_real, rows):
        return 1
    return int(lacks)


@njit(cache=True, nogil=True)
def _worst(
    seat: int,
    hands: np.ndarray,
    shown: np.ndarray,
    table: np.ndarray,
    melds: int,
    opened: np.ndarray,
    player: np.ndarray,
    contract: Contract,
    points: np.ndarray,
    partners: tuple[np.ndarray, np.ndarray],
    limits: Limits,
    kept: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Return the discard by which a player gains most: first in what it lacks, then in points."""
    hand = hands[seat]
    other = np.empty(KINDS + 1, dtype=np.int8)
    judge = player[2]
    plan = 0 if opened[seat] else best_plan(hand, contract[0], kept)
    collects = not opened[seat]
    if collects and plan > 2 and player[3] and _is_late(hands, opened, player[1]):
        collects, judge = False, POINTS
    drop, best = -1, np.int64(0)
    # Suit by suit, as the cards of a hand are looked at, the joker last.
    for place in range(KINDS + 1):
        kind = JOKER
        if place < KINDS:
            kind = place % (KINDS // COLORS) * COLORS + place // (KINDS // COLORS)
        if not hand[kind]:
            continue
        # In half points.
        value = 2 * points[kind]
        if collects:
            lacks = plan
            hand[kind] -= 1
            if hand[kind] < kept[kind]:
                lacks = _lacks(hand, contract, other, rows)
            if judge != POINTS:
                value -= 3 * _near(kind, hand, partners)
            hand[kind] += 1
            if judge == SAFE:
                value -= 6 * _danger(kind, seat, shown, table, melds, opened, partners, limits)
            value -= (lacks + 100 * (kind == JOKER)) * _FIRST
        elif judge == SAFE and _fits(kind, table, melds, limits):
            value -= _FIRST
        if drop < 0 or value > best:
            drop, best = kind, value
    return drop


@njit(cache=True, nogil=True)
def _danger(
    kind: int,
    seat: int,
    shown: np.ndarray,
    table: np.ndarray,
    melds: int,
    opened: np.ndarray,
    partners: tuple[np.ndarray, np.ndarray],
    limits: Limits,
) -> int:
    """Return how much others want a card, by what is known of their hands."""
    wanted = ZERO
    lays_off = False
    for other in range(shown.shape[0]):
        if other != seat:
            if opened[other]:
                lays_off = True
            else:
                wanted += min(2, _near(kind, shown[other], partners))
    if lays_off and _fits(kind, table, melds, limits):
        wanted += 2
    return int(wanted)

"""Whole deals of Okey: players who collect groups and runs, or pairs, and declare."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rummistats.kernels.racks import (
    EMPTY,
    NOBODY,
    NOTHING,
    Lists,
    Room,
    Search,
    arranged,
    can_be_melded,
    chances,
    count_tiles,
    danger,
    discarded,
    has_partners,
    least_loss,
    most_pairs,
    still_unknown,
)

NUMBERS, CHANCES, SAFE = 0, 1, 2
"""What discards are judged by, see `Players`."""


class Players(NamedTuple):
    """How the players of a deal play.

    Parameters
    ----------
    pairs : numpy.ndarray of int64, shape (players,)
        With how many pairs each goes for them.
    waits : numpy.ndarray of int64, shape (players,)
        As long as more tiles are face down it only declares what costs double.
    discards : numpy.ndarray of int64, shape (players,)
        What it judges discards by: `NUMBERS`, `CHANCES` or `SAFE`.
    ahead : numpy.ndarray of int64, shape (players,)
        With how many discards it looks one draw ahead.
    near, danger : float
        What the usual cost of a discard counts against what is seen ahead, and what two tiles
        count that make a meld with it.
    """

    pairs: np.ndarray
    waits: np.ndarray
    discards: np.ndarray
    ahead: np.ndarray
    near: float
    danger: float


@njit(cache=True, nogil=True)
def play_deal(
    pool: np.ndarray,
    seat: int,
    step: int,
    with_pairs: bool,
    twin: int,
    may_show: np.ndarray,
    players: Players,
    search: Search,
    partners: Lists,
    points: np.ndarray,
    free: np.ndarray,
    hands: np.ndarray,
    counts: np.ndarray,
) -> tuple[int, int, bool, int]:
    """Play a deal out; return who wins, with which tile and whether with pairs; and who has shown.

    The winner still has all tiles, that on the indicator, too.

    Parameters
    ----------
    pool : numpy.ndarray of int64
        The kinds of the face-down tiles, the next one first.
    seat, step : int
        Who starts, and how far it is to the next seat.
    with_pairs : bool
        Whether nothing but pairs wins.
    twin : int
        The indicator's kind.
    may_show : numpy.ndarray of bool, shape (players,)
        Who holds the indicator's twin.
    players : Players
        How everybody plays.
    search, partners
        The melds, and for each kind the two other tiles of each meld of three.
    points : numpy.ndarray of int64, shape (kinds,)
        The number of each kind.
    free : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind anybody may have.
    hands : numpy.ndarray of uint8, shape (players, kinds)
        The hands; that of who starts has one tile more.
    counts : numpy.ndarray of int64, shape (2, players)
        How many turns each player has had, and how many jokers; both grow.
    """
    kinds, joker = free.shape[0], free.shape[0] - 1
    shown = np.zeros(hands.shape, dtype=np.int64)
    unknown = np.zeros(kinds, dtype=np.int64)
    room = Room(np.empty(hands.sum() + 2, dtype=np.int32), np.zeros(kinds, dtype=np.int64))
    turns, jokers = counts
    drawn, undrawn, newest, showed = 0, 0, NOTHING, NOBODY
    while True:
        turns[seat] += 1
        hand = hands[seat]
        if may_show[seat] and turns[seat] == 1:
            showed = seat
            shown[seat, twin] += 1
        if newest != NOTHING:
            if _wants(hand, newest, with_pairs, players.pairs[seat], search, partners, room):
                taken = newest
                shown[seat, taken] += 1
                free[taken] += 1
            elif drawn == pool.shape[0]:
                return NOBODY, NOTHING, False, showed
            else:
                taken = pool[drawn]
                drawn += 1
            hand[taken] += 1
            jokers[seat] += taken == joker
        size, pairs = count_tiles(hand), most_pairs(hand, room.used)
        collects = with_pairs and pairs >= players.pairs[seat]
        may_declare = bool(with_pairs and 2 * pairs >= size - 1)
        if not collects or not may_declare:
            may_declare |= bool(arranged(hand, search, room) >= size - 1)
        if may_declare:
            found, worth, paired = _declaration(hand, size, with_pairs, search, room)
            if found != NOTHING and (worth or pool.shape[0] - drawn <= players.waits[seat]):
                return seat, found, paired, showed
        if collects:
            most_pairs(hand, room.used)
        elif may_declare:
            arranged(hand, search, room)
        still_unknown(seat, free, hands, shown, unknown)
        newest = _discard(hand, unknown, collects, seat, players, search, partners, points, room)
        discarded(seat, newest, hands, shown, free)
        if drawn == pool.shape[0]:
            undrawn += 1
            if undrawn > hands.shape[0]:
                return NOBODY, NOTHING, False, showed
        seat = (seat + step) % hands.shape[0]


@njit(cache=True, nogil=True)
def _wants(
    hand: np.ndarray,
    kind: int,
    with_pairs: bool,
    for_pairs: int,
    search: Search,
    partners: Lists,
    room: Room,
) -> bool:
    """Return whether a discard would be melded, or paired by who collects pairs."""
    joker = hand.shape[0] - 1
    if kind == joker:
        return True
    pairs = most_pairs(hand, room.used)
    if with_pairs and pairs >= for_pairs:
        hand[kind] += 1
        more = bool(most_pairs(hand, room.used) > pairs)
        hand[kind] -= 1
        return more
    if not hand[joker] and not has_partners(hand, kind, partners):
        return False
    before = arranged(hand, search, room)
    hand[kind] += 1
    more = bool(can_be_melded(hand, kind, search) and arranged(hand, search, room) > before)
    hand[kind] -= 1
    return more


@njit(cache=True, nogil=True)
def _declaration(
    hand: np.ndarray, size: int, with_pairs: bool, search: Search, room: Room
) -> tuple[int, int, bool]:
    """Return the tile with which a declaration costs most; how often it doubles; if with pairs.

    Of equal ones it is the first tile, and pairs before melds.
    """
    joker = hand.shape[0] - 1
    found, most, paired = NOTHING, -1, False
    for kind in range(hand.shape[0]):
        if not hand[kind]:
            continue
        hand[kind] -= 1
        doubled = int(kind == joker)
        if with_pairs and 1 + doubled > most and 2 * most_pairs(hand, room.used) == size - 1:
            found, most, paired = kind, 1 + doubled, True
        if doubled > most and arranged(hand, search, room) == size - 1:
            found, most, paired = kind, doubled, False
        hand[kind] += 1
    return found, most, paired


@njit(cache=True, nogil=True)
def _discard(
    hand: np.ndarray,
    unknown: np.ndarray,
    collects: bool,
    seat: int,
    players: Players,
    search: Search,
    partners: Lists,
    points: np.ndarray,
    room: Room,
) -> int:
    """Return what to discard, where the room says which tiles are kept."""
    joker = hand.shape[0] - 1
    ranks = np.full(hand.shape[0], EMPTY, dtype=np.int64)
    costs = np.zeros(hand.shape[0])
    by = players.discards[seat]
    for kind in range(hand.shape[0]):
        if not hand[kind]:
            continue
        if kind == joker:
            ranks[kind] = 2
            continue
        ranks[kind] = hand[kind] <= room.used[kind]
        if by == NUMBERS:
            costs[kind] = -points[kind]
        elif collects:
            costs[kind] = unknown[kind]
        else:
            costs[kind] = chances(hand, unknown, kind, partners)
        if by == SAFE:
            costs[kind] -= players.danger * danger(unknown, kind, partners)
    ahead = 0 if collects else players.ahead[seat]
    return least_loss(hand, unknown, ranks, costs, points, ahead, players.near, search, room)

"""Whole deals of American and International, every player laying all it can at once.

A turn is a tile taken, plays laid, a tile discarded. The best play of every turn is that of
`rummistats.kernels.extended_tables`.
"""

from __future__ import annotations

import numpy as np

from rummistats.kernels.compiling import njit
from rummistats.kernels.extended_tables import (
    ANY,
    BANNED,
    FIRST,
    FLOOR,
    KEEP,
    MELDS,
    NEED,
    ROOM,
    STEP,
    all_but_one,
    best_play,
    most_melded,
)
from rummistats.kernels.table_moves import JOKER, NUMBERS, copy, count_tiles

BLOCKED, OUT, UNKNOWN = range(3)
"""How a deal ends; the last if somebody may have a special hand, which is not looked for here."""

FROM_POOL, FROM_DISCARDS, FROM_TRUMP = range(3)
"""Where a tile was taken."""

TAKES, RETURNS, TRUMP, CLOSED_WIN, SPECIAL, PATIENCE, OPENING, NO_NEED = range(8)
"""The rules of turns: whether the previous discard may be taken before an opening, and discarded
again in the same turn; who may take the trump; whether a win from the rack alone needs no opening;
whether there are special hands; after how many turns without effect a deal is blocked; what an
opening must be worth, and `rummistats.kernels.extended_tables.OPENED`."""

ANYBODY, ONLY_OPENED, UNOPENED, CLOSED = range(4)
"""Who may take the trump: the last is who wins from the rack alone."""

ENDED, SEAT, SOURCE, LAST, WAS_OPEN, HAS_ADDED = range(6)
"""What is said of the end: how it came, whose turn it was or would be, where a tile was taken last
and what was discarded, whether the winner had opened before and changed a meld of the table."""


@njit(cache=True, nogil=True)
def play_deal(
    order: np.ndarray,
    trump: int,
    starter: int,
    hand_size: int,
    turn_rules: np.ndarray,
    tiles: np.ndarray,
    aims: np.ndarray,
    points: np.ndarray,
    tools: tuple[np.ndarray, ...],
    hands: np.ndarray,
    turns: np.ndarray,
    opened: np.ndarray,
    jokers: np.ndarray,
    end: np.ndarray,
) -> None:
    """Play a deal out.

    Parameters
    ----------
    order : numpy.ndarray of int64, shape (tiles,)
        The kinds of all tiles but the trump: those of the first player, of the next ones, then
        the pool.
    trump, starter, hand_size : int
        The kind of the trump, who starts, and how many tiles are dealt.
    turn_rules : numpy.ndarray of int64
        See `TAKES`.
    tiles : numpy.ndarray of int64, shape (53,)
        What tiles gain if most of them are best.
    aims : numpy.ndarray of int64, shape (players, 53)
        What they gain for each player.
    points : numpy.ndarray of int64, shape (53,)
        Their points on a rack.
    tools : tuple of numpy.ndarray of int64
        As in `rummistats.kernels.extended_tables.best_play`.
    hands : numpy.ndarray of int64, shape (players, 53)
        Receives the racks at the end.
    turns, opened, jokers : numpy.ndarray of int64, shape (players,)
        Receive how many turns each player had, in which of them it opened (0 for never), and how
        many jokers it was dealt or took.
    end : numpy.ndarray of int64, shape (6,)
        Receives what is said of the end, see `ENDED`.
    """
    players = len(hands)
    _, _, _, left, after = tools
    for seat in range(players):
        turns[seat], opened[seat], jokers[seat] = 0, 0, 0
        for kind in range(JOKER + 1):
            hands[seat, kind] = 0
    for place in range(players * hand_size):
        hands[place // hand_size, order[place]] += 1
        jokers[place // hand_size] += order[place] == JOKER
    next_tile = players * hand_size
    asked = np.empty(6, np.int64)
    table, before = np.empty((ROOM, 6), np.int64), np.empty((ROOM, 6), np.int64)
    discards = np.empty(len(order) + 1, np.int64)
    lying, melds, passes = 0, 0, 0
    seat = starter
    while True:
        turns[seat] += 1
        hand = hands[seat]
        was_open = opened[seat] > 0
        end[SEAT], end[WAS_OPEN] = seat, was_open
        if turn_rules[SPECIAL] and not was_open and _may_be_special(hand, hand_size):
            end[ENDED] = UNKNOWN
            return
        melds_before = melds
        for row in range(melds):
            copy(table[row], before[row], 6)
        # The trump is taken by whoever wins with it, the previous discard if it makes a meld.
        source, taken = FROM_TRUMP, trump
        hand[trump] += 1
        who = turn_rules[TRUMP]
        may_take = who == ANYBODY or (who == ONLY_OPENED) == was_open
        wins = 0
        if may_take:
            wins = _win(hand, table, melds, was_open, who == CLOSED, turn_rules, tiles, tools)
        if not wins:
            hand[trump] -= 1
            source = FROM_POOL
            if lying and (turn_rules[TAKES] or was_open):
                wanted = discards[lying - 1]
                if wanted == JOKER or _melds_more(hand, wanted, table, tiles, tools):
                    source, taken = FROM_DISCARDS, wanted
                    lying -= 1
            if source == FROM_POOL:
                taken = order[next_tile]
                next_tile += 1
            hand[taken] += 1
        jokers[seat] += taken == JOKER
        end[SOURCE] = source
        has_laid, stays = False, source == FROM_DISCARDS and not turn_rules[RETURNS]
        while count_tiles(hand) > 1:
            banned = taken if stays and hand[taken] == 1 else ANY
            is_open = opened[seat] > 0
            there = 0
            if source == FROM_TRUMP or (not is_open and turn_rules[CLOSED_WIN]):
                closed = source == FROM_TRUMP and who == CLOSED
                there = _win(hand, table, melds, is_open, closed, turn_rules, tiles, tools)
            if not there:
                need = turn_rules[NO_NEED if is_open else OPENING]
                asked[FIRST], asked[FLOOR], asked[NEED] = 0, 0, need
                asked[KEEP], asked[BANNED], asked[MELDS] = 1, banned, melds
                gain, there = best_play(hand, table, asked, aims[seat], tools)
                if not gain:
                    break
            copy(left, hand, JOKER + 1)
            for row in range(there):
                copy(after[row], table[row], 6)
            melds = there
            has_laid = True
            if not is_open:
                opened[seat] = turns[seat]
        banned = taken if stays and hand[taken] == 1 else ANY
        dropped = _discard(hand, banned, table, tiles, points, tools)
        hand[dropped] -= 1
        discards[lying] = dropped
        lying += 1
        end[LAST] = dropped
        if count_tiles(hand) == 0:
            end[ENDED] = OUT
            end[HAS_ADDED] = _has_added(before, melds_before, table, melds)
            return
        # A turn without effect is one in which nothing is laid or drawn from the pool.
        passes = 0 if has_laid or source == FROM_POOL else passes + 1
        seat = (seat - 1) % players
        if passes >= turn_rules[PATIENCE] or next_tile == len(order):
            end[SEAT], end[ENDED] = seat, BLOCKED
            return


@njit(cache=True, nogil=True)
def _may_be_special(hand: np.ndarray, hand_size: int) -> bool:
    """Return whether a tile may make a hand of runs from 10 to a high 1."""
    high = hand[JOKER]
    for kind in range(JOKER):
        if kind % NUMBERS == 0 or kind % NUMBERS >= 9:
            high += hand[kind]
    return bool(high >= hand_size - 1)


@njit(cache=True, nogil=True)
def _win(
    hand: np.ndarray,
    table: np.ndarray,
    melds: int,
    is_open: bool,
    closed: bool,
    turn_rules: np.ndarray,
    tiles: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Return how many melds there are after all tiles but one were laid; 0 if they can't be.

    Parameters
    ----------
    hand, table, melds
        The rack, and what lies on the table.
    is_open, closed : bool
        Whether the player has opened, and whether all melds must come from the rack alone.
    turn_rules, tiles, tools
        As in `play_deal`; of the tools the last ones receive the rack and the table.
    """
    first = melds - melds
    if not is_open and turn_rules[CLOSED_WIN]:
        there = all_but_one(hand, table, melds, melds, turn_rules[NO_NEED], tiles, tools)
        if there or closed:
            return there
    need = turn_rules[NO_NEED if is_open else OPENING]
    return all_but_one(hand, table, melds, first, need, tiles, tools)


@njit(cache=True, nogil=True)
def _melds_more(
    hand: np.ndarray,
    kind: int,
    table: np.ndarray,
    tiles: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> bool:
    """Return whether the rack can meld more with one tile more."""
    alone = most_melded(hand, table, tiles, tools)
    hand[kind] += 1
    more = most_melded(hand, table, tiles, tools)
    hand[kind] -= 1
    return bool(more > alone)


@njit(cache=True, nogil=True)
def _discard(
    hand: np.ndarray,
    banned: int,
    table: np.ndarray,
    tiles: np.ndarray,
    points: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Return the tile in no meld that has most points, or else the one that costs least."""
    most_melded(hand, table, tiles, tools)
    left = tools[3]
    most, found = -1, -1
    for kind in range(JOKER):
        if left[kind] and kind != banned and points[kind] > most:
            most, found = points[kind], kind
    if found >= 0:
        return found
    for kind in range(JOKER + 1):
        if hand[kind] and kind != banned:
            hand[kind] -= 1
            worth = most_melded(hand, table, tiles, tools) * STEP + points[kind]
            hand[kind] += 1
            if worth > most:
                most, found = worth, kind
    return found


@njit(cache=True, nogil=True)
def _has_added(before: np.ndarray, old: int, table: np.ndarray, melds: int) -> bool:
    """Return whether a meld that lay there is not there any more as it was."""
    used = np.zeros(ROOM, np.bool_)
    for row in range(old):
        found = False
        for other in range(melds):
            same = not used[other] and not found
            for column in range(6):
                same = same and table[other, column] == before[row, column]
            if same:
                used[other] = found = True
        if not found:
            return True
    return False

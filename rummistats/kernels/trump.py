"""Whole deals of American and International, laid at once or waiting for a closed win.

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
    all_but_one,
    best_play,
    most_melded,
)
from rummistats.kernels.table_moves import JOKER, NUMBERS, copy, count_tiles
from rummistats.kernels.trump_discards import (
    BY_POINTS,
    COUNTS_POINTS,
    FOLLOWER_OPEN,
    FOLLOWER_TAKES,
    IS_OPEN,
    best_discard,
    find_fitting,
)

BLOCKED, OUT, UNKNOWN = range(3)
"""How a deal ends; the last if somebody may have a special hand, which is not looked for here."""

FROM_POOL, FROM_DISCARDS, FROM_TRUMP = range(3)
"""Where a tile was taken."""

TAKES, RETURNS, TRUMP, CLOSED_WIN, SPECIAL, PATIENCE, OPENING, NO_NEED, POINTS_COUNT = range(9)
"""The rules of turns: whether the previous discard may be taken before an opening, and discarded
again in the same turn; who may take the trump; whether a win from the rack alone needs no opening;
whether there are special hands; after how many turns without effect a deal is blocked; what an
opening must be worth, and `rummistats.kernels.extended_tables.OPENED`; and whether points on
the rack always count."""

ANYBODY, ONLY_OPENED, UNOPENED, CLOSED = range(4)
"""Who may take the trump: the last is who wins from the rack alone."""

JUDGED, LAYS_IT, CLOSED_AT, DANGER_AT = range(4)
"""How somebody plays: by what discards are judged; whether the previous one is taken only to lay it
on the table, too; of how many loose tiles on a closed win is waited for, -1 for never; and with how
many tiles of another player, or in the pool for each, no more."""

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
    ways: np.ndarray,
    aims: np.ndarray,
    points: np.ndarray,
    begins: np.ndarray,
    partners: np.ndarray,
    worths: np.ndarray,
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
    ways : numpy.ndarray of int64, shape (players, 4)
        How each player plays, see `JUDGED`.
    aims : numpy.ndarray of int64, shape (players, 53)
        What tiles gain for each player.
    points : numpy.ndarray of int64, shape (53,)
        Their points on a rack.
    begins, partners, worths
        As in `rummistats.kernels.trump_discards.best_discard`.
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
    shown = np.zeros((players, JOKER + 1), np.int64)
    unknown, known = np.empty(JOKER + 1, np.int64), np.zeros(4, np.int64)
    lying, passes = 0, 0
    # A plain 0 would be compiled once more as an argument.
    melds = starter - starter
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
                melded = most_melded(hand, table, tiles, tools)
                hand[wanted] += 1
                takes = wanted == JOKER or most_melded(hand, table, tiles, tools) > melded
                hand[wanted] -= 1
                if not takes and ways[seat, LAYS_IT] and was_open:
                    takes = _fits_table(wanted, hand, table, melds, tools[0])
                if takes:
                    source, taken = FROM_DISCARDS, wanted
                    lying -= 1
            if source == FROM_POOL:
                taken = order[next_tile]
                next_tile += 1
            hand[taken] += 1
        jokers[seat] += taken == JOKER
        shown[seat, taken] += source != FROM_POOL
        end[SOURCE] = source
        has_laid, stays = False, source == FROM_DISCARDS and not turn_rules[RETURNS]
        while count_tiles(hand) > 1:
            banned = taken if stays and hand[taken] == 1 else ANY
            is_open = opened[seat] > 0
            there, waits = 0, False
            most_loose = ways[seat, CLOSED_AT]
            pool = len(order) - next_tile
            if not is_open and most_loose >= 0 and _is_early(hands, seat, pool, ways[seat]):
                loose = count_tiles(hand) - 1 - most_melded(hand, table, tiles, tools)
                waits = loose <= most_loose
            if source == FROM_TRUMP or (not is_open and (waits or turn_rules[CLOSED_WIN])):
                closed = source == FROM_TRUMP and who == CLOSED
                there = _win(hand, table, melds, is_open, closed, turn_rules, tiles, tools)
                if there and banned != ANY and left[banned]:
                    there = 0
            if not there:
                if waits:
                    break
                asked[FIRST], asked[FLOOR] = 0, 0
                asked[NEED] = turn_rules[NO_NEED if is_open else OPENING]
                asked[KEEP], asked[BANNED], asked[MELDS] = 1, banned, melds
                gain, there = best_play(hand, table, asked, aims[seat], tools)
                if not gain:
                    break
            for kind in range(JOKER + 1):
                # Of two equal tiles the one that was seen is laid.
                shown[seat, kind] -= min(shown[seat, kind], hand[kind] - left[kind])
            copy(left, hand, JOKER + 1)
            for row in range(there):
                copy(after[row], table[row], 6)
            melds = there
            has_laid = True
            if not is_open:
                opened[seat] = turns[seat]
        banned = taken if stays and hand[taken] == 1 else ANY
        follower = (seat - 1) % players
        if ways[seat, JUDGED] != BY_POINTS:
            _find_unknown(order, next_tile, hands, shown, seat, unknown)
            known[IS_OPEN] = opened[seat] > 0
            known[COUNTS_POINTS] = known[IS_OPEN] or turn_rules[POINTS_COUNT]
            known[FOLLOWER_OPEN] = opened[follower] > 0
            known[FOLLOWER_TAKES] = known[FOLLOWER_OPEN] or turn_rules[TAKES]
        dropped = best_discard(
            hand, banned, ways[seat, JUDGED], known, shown[follower], unknown, players, table,
            melds, tiles, points, begins, partners, worths, tools,
        )  # fmt: skip
        hand[dropped] -= 1
        shown[seat, dropped] -= min(shown[seat, dropped], 1)
        discards[lying] = dropped
        lying += 1
        end[LAST] = dropped
        if count_tiles(hand) == 0:
            end[ENDED] = OUT
            end[HAS_ADDED] = _has_added(before, melds_before, table, melds)
            return
        # A turn without effect is one in which nothing is laid or drawn from the pool.
        passes = 0 if has_laid or source == FROM_POOL else passes + 1
        seat = follower
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
def _is_early(
    hands: np.ndarray,
    seat: int,
    pool: int,
    way: np.ndarray,
) -> bool:
    """Return whether it is early enough to hope for a closed win."""
    players, danger = len(hands), way[DANGER_AT]
    if pool <= danger * players:
        return False
    for other in range(players):
        if other != seat and count_tiles(hands[other]) <= danger:
            return False
    return True


@njit(cache=True, nogil=True)
def _fits_table(
    kind: int, hand: np.ndarray, table: np.ndarray, melds: int, rules: np.ndarray
) -> bool:
    """Return whether a tile can be added to the table."""
    fits = np.empty(JOKER, np.bool_)
    find_fitting(hand, table, melds, rules, fits)
    return bool(fits[kind])


@njit(cache=True, nogil=True)
def _find_unknown(
    order: np.ndarray,
    next_tile: int,
    hands: np.ndarray,
    shown: np.ndarray,
    seat: int,
    unknown: np.ndarray,
) -> None:
    """Write how many tiles of each kind a player does not know where they are."""
    for kind in range(JOKER + 1):
        unknown[kind] = 0
        for other in range(len(hands)):
            if other != seat:
                unknown[kind] += hands[other, kind] - shown[other, kind]
    for place in range(next_tile, len(order)):
        unknown[order[place]] += 1


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

"""Whole deals of Romanian tile rummy, every player taking what it can lay and no deeper discard.

A turn is a tile taken, plays laid, a tile discarded; an opening is all that is laid in its turn.
The best play of every turn is that of `rummistats.kernels.extended_tables`. What lies face down
and up is in arrays, so that a deal can be broken off and gone on with when tiles were shuffled.
"""

from __future__ import annotations

import numpy as np

from rummistats.kernels.bits import count_bits
from rummistats.kernels.compiling import njit
from rummistats.kernels.extended_tables import (
    ANY,
    BANNED,
    FIRST,
    FLOOR,
    KEEP,
    MELDS,
    NEED,
    all_but_one,
    best_play,
)
from rummistats.kernels.table_moves import (
    COLORS,
    HIGH,
    IS_RUN,
    JOKER,
    LOW,
    NUMBERS,
    PLACES,
    REAL,
    WHAT,
    WILD,
    copy,
    count_tiles,
)

BLOCKED, OUT, SHUFFLE = range(3)
"""Why `play_on` comes to an end: the deal has ended, or the row has to be shuffled to be the new
wall."""

SEAT, TURN, NEXT, WALL, ROW, LYING, IDLE, RECYCLES, EXPOSED, CLOSED, WAITS, PASSES = range(12)
"""Where a deal stands: whose turn it is and which; the next tile of the wall and how many it had;
how many discards lie in the row and how many melds on the table; how often the row was recycled
since anything was laid, and in all; the kind of the tile that lies face up, or `ANY`; whether the
player has opened in this turn; whether the wall is waited for; and for how many turns nothing was
done but to take a discard."""

(
    OPENING,
    NO_NEED,
    DEAD,
    STARTER_MELDS,
    MOST_IDLE,
    MOST_RECYCLES,
    JOKER_POINTS,
    WIN_BONUS,
    MOST_PASSES,
) = range(9)
"""The rules of turns: what an opening must be worth, and
`rummistats.kernels.extended_tables.OPENED`; how many of the first discards can't be taken; whether
the starter may meld in the first turn; how often the row is recycled with nothing laid between, and
in all; the points of a joker for who lays it first, and of a win; and after how many turns in which
nothing but discards was taken a deal is broken off."""


@njit(cache=True, nogil=True)
def play_on(
    at: np.ndarray,
    wall: np.ndarray,
    row: np.ndarray,
    table: np.ndarray,
    turn_rules: np.ndarray,
    tiles: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    tools: tuple[np.ndarray, ...],
    hands: np.ndarray,
    turns: np.ndarray,
    opened: np.ndarray,
    jokers: np.ndarray,
    scored: np.ndarray,
) -> int:
    """Play a deal out, or until the row is shuffled; return why it ends.

    Parameters
    ----------
    at : numpy.ndarray of int64, shape (12,)
        Where the deal stands, see `SEAT`.
    wall, row : numpy.ndarray of int64
        The kinds of the tiles that lie face down, the next one first, and of the discards.
    table : numpy.ndarray of int64, shape (ROOM, 6)
        The melds, as in `rummistats.kernels.table_moves`.
    turn_rules : numpy.ndarray of int64
        See `OPENING`.
    tiles : numpy.ndarray of int64, shape (53,)
        What tiles gain if most of them are best.
    points : numpy.ndarray of int64, shape (53,)
        Their points on a rack.
    kept : numpy.ndarray of float64, shape (players,)
        What part of the points on the rack each player counts as lost.
    tools
        As for `rummistats.kernels.extended_tables.best_play`.
    hands : numpy.ndarray of int64, shape (players, 53)
        The racks.
    turns, opened, jokers, scored : numpy.ndarray of int64, shape (players,)
        How many turns each player had, in which of them it opened (0 for never), how many jokers
        it was dealt or took, and what it has scored with what it laid.
    """
    _, _, _, left, after = tools
    asked = np.empty(6, np.int64)
    asked[FLOOR], asked[KEEP], asked[BANNED] = 0, 1, ANY
    while True:
        seat = at[SEAT]
        hand = hands[seat]
        is_open = opened[seat] > 0
        need = turn_rules[NO_NEED if is_open else OPENING]
        asked[NEED], asked[MELDS] = need, at[LYING]
        asked[FIRST] = 0 if is_open else at[LYING]
        there = at[LYING] - at[LYING]
        takes = False
        if not at[WAITS]:
            turns[seat] += 1
        if at[TURN] > 0:
            if not at[WAITS] and at[EXPOSED] != ANY:
                hand[at[EXPOSED]] += 1
                there = all_but_one(hand, table, at[LYING], asked[FIRST], need, tiles, tools)
                if there:
                    jokers[seat] += at[EXPOSED] == JOKER
                    at[EXPOSED] = ANY
                else:
                    hand[at[EXPOSED]] -= 1
            if not there:
                may_take = is_open and at[ROW] > turn_rules[DEAD] and count_tiles(hand) >= 3
                if may_take and not at[WAITS]:
                    newest = row[at[ROW] - 1]
                    worth = _worth(hand, table, asked, turn_rules, tiles, points, kept[seat], tools)
                    hand[newest] += 1
                    takes = worth < _worth(
                        hand, table, asked, turn_rules, tiles, points, kept[seat], tools
                    )
                    hand[newest] -= 1
                if takes:
                    at[ROW] -= 1
                    hand[row[at[ROW]]] += 1
                    jokers[seat] += row[at[ROW]] == JOKER
                elif at[NEXT] < at[WALL]:
                    taken = wall[at[NEXT]]
                    hand[taken] += 1
                    jokers[seat] += taken == JOKER
                    at[NEXT] += 1
                    at[WAITS] = 0
                elif (
                    at[ROW] > 1
                    and at[IDLE] < turn_rules[MOST_IDLE]
                    and at[RECYCLES] < turn_rules[MOST_RECYCLES]
                ):
                    at[WAITS] = 1
                    return SHUFFLE
                else:
                    return BLOCKED
        may_lay = at[TURN] > 0 or turn_rules[STARTER_MELDS]
        at[CLOSED] = 0
        at[PASSES] = at[PASSES] + 1 if takes else 0
        while may_lay:
            if not there:
                asked[MELDS] = at[LYING]
                gain, there = best_play(hand, table, asked, tiles, tools)
                if not gain:
                    break
            scored[seat] += _laid_points(hand, left, after, there, turn_rules, tools)
            scored[seat] -= _table_points(table, at[LYING], tools)
            copy(left, hand, JOKER + 1)
            for meld in range(there):
                copy(after[meld], table[meld], 6)
            at[LYING], at[IDLE], at[PASSES], there = there, 0, 0, 0
            if not is_open:
                opened[seat], at[CLOSED] = turns[seat], 1
                break
        dropped = _discard(hand, points, tools)
        hand[dropped] -= 1
        row[at[ROW]] = dropped
        at[ROW] += 1
        at[TURN] += 1
        if not count_tiles(hand):
            return OUT
        at[SEAT] = (seat + 1) % len(hands)
        if at[PASSES] >= turn_rules[MOST_PASSES]:
            return BLOCKED


@njit(cache=True, nogil=True)
def _table_points(table: np.ndarray, melds: int, tools: tuple[np.ndarray, ...]) -> int:
    """Return what the real tiles on the table count."""
    values = tools[1]
    points = 0
    for row in range(melds):
        meld = table[row]
        if meld[IS_RUN]:
            for place in range(meld[LOW], meld[HIGH] + 1):
                if not meld[WILD] >> place & 1:
                    points += values[place]
        else:
            points += count_bits(meld[REAL]) * values[NUMBERS + 1 + meld[WHAT]]
    return points


@njit(cache=True, nogil=True)
def _laid_points(
    hand: np.ndarray,
    left: np.ndarray,
    after: np.ndarray,
    melds: int,
    turn_rules: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Return what the real tiles on the table count, and the jokers that were laid."""
    laid = (hand[JOKER] - left[JOKER]) * turn_rules[JOKER_POINTS]
    return int(_table_points(after, melds, tools) + laid)


@njit(cache=True, nogil=True)
def _worth(
    hand: np.ndarray,
    table: np.ndarray,
    asked: np.ndarray,
    turn_rules: np.ndarray,
    tiles: np.ndarray,
    points: np.ndarray,
    kept: float,
    tools: tuple[np.ndarray, ...],
) -> float:
    """Return what lies on the table after the best play, less what is left, and a win's bonus."""
    _, there = best_play(hand, table, asked, tiles, tools)
    left, after = tools[3], tools[4]
    lost, count = 0, 0
    for kind in range(JOKER + 1):
        lost += left[kind] * points[kind]
        count += left[kind]
    bonus = turn_rules[WIN_BONUS] if count == 1 else 0
    return float(_laid_points(hand, left, after, there, turn_rules, tools) - kept * lost + bonus)


@njit(cache=True, nogil=True)
def _discard(hand: np.ndarray, points: np.ndarray, tools: tuple[np.ndarray, ...]) -> int:
    """Return the tile with most points of those that make no meld of three, a joker last."""
    most, found = -1, JOKER
    for kind in range(JOKER):
        if hand[kind]:
            worth = points[kind] + (0 if _makes_meld(kind, hand, tools[0]) else 1 << 20)
            if worth > most:
                most, found = worth, kind
    return found


@njit(cache=True, nogil=True)
def _makes_meld(kind: int, hand: np.ndarray, rules: np.ndarray) -> bool:
    """Return whether a tile makes a meld with two real ones of the rack."""
    color, number = kind // NUMBERS, kind % NUMBERS
    others = 0
    for other in range(COLORS):
        others += other != color and hand[other * NUMBERS + number] > 0
    if others >= 2:
        return True
    for low in range(rules[PLACES] - 2):
        inside, there = False, True
        for place in range(low, low + 3):
            inside = inside or place % NUMBERS == number
            there = there and hand[color * NUMBERS + place % NUMBERS] > 0
        if inside and there:
            return True
    return False

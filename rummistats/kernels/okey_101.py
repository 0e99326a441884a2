"""Whole deals of 101 Okey: players who open as soon as they want to, and lay whatever fits."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from rummistats.kernels.melds_laid import (
    COLUMNS,
    Shapes,
    add_pairs,
    add_tiles,
    copy_melds,
    fits_table,
    lay_melds,
    measures,
)
from rummistats.kernels.racks import (
    EMPTY,
    NOBODY,
    NOTHING,
    ZERO,
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

CLOSED: Any = np.int64(0)
MELDS: Any = np.int64(1)
PAIRS: Any = np.int64(2)
"""With what a player has opened."""

POINTS, CHANCES, SAFE = 0, 1, 2
"""What discards are judged by, see `Players`."""


class Rules(NamedTuple):
    """The rules that a deal is played by.

    Parameters
    ----------
    shapes : Shapes
        Which melds may lie on the table.
    open_points, open_pairs : int
        What is needed to open; more than there are if nobody opens so.
    exchanges, low_finish, starter_may_open, stack_penalties, joker_finish_penalty : bool
    concealed_if_others_opened, at_last_discard, all_pairs_void, may_add_pairs : bool
        Rules of the game: jokers of the table may be kept; a whole rack may be laid below the
        points with a discard; and so on.
    """

    shapes: Shapes
    open_points: int
    open_pairs: int
    exchanges: bool
    low_finish: bool
    starter_may_open: bool
    stack_penalties: bool
    joker_finish_penalty: bool
    concealed_if_others_opened: bool
    at_last_discard: bool
    all_pairs_void: bool
    may_add_pairs: bool


class Players(NamedTuple):
    """How the players of a deal play.

    Parameters
    ----------
    pairs, closed, late : numpy.ndarray of int64, shape (players,)
        With how many pairs each opens; with how many face-down tiles it no longer waits for a
        concealed win; with how few it opens whatever it has.
    discards : numpy.ndarray of int64, shape (players,)
        What it judges discards by: `POINTS`, `CHANCES` or `SAFE`.
    keeps_joker, careful : numpy.ndarray of int64, shape (players,)
        Whether it lays the last joker only to win, and avoids discards that fit the table.
    ahead : numpy.ndarray of int64, shape (players,)
        With how many discards it looks one draw ahead.
    near, chance, danger, when_opened, when_closed : float
        What counts how much in judging discards: the usual cost against what is seen ahead; a
        tile that would complete a meld; two tiles that make a meld with the discard; points.
    """

    pairs: np.ndarray
    closed: np.ndarray
    late: np.ndarray
    discards: np.ndarray
    keeps_joker: np.ndarray
    careful: np.ndarray
    ahead: np.ndarray
    near: float
    chance: float
    danger: float
    when_opened: float
    when_closed: float


class Trial(NamedTuple):
    """What would be on the table and on the rack after a play.

    Parameters
    ----------
    table : numpy.ndarray of int64, shape (melds, 4)
        The melds.
    left : numpy.ndarray of uint8, shape (kinds,)
        The rack.
    """

    table: np.ndarray
    left: np.ndarray


@njit(cache=True, nogil=True)
def play_deal(
    pool: np.ndarray,
    seat: int,
    step: int,
    rules: Rules,
    players: Players,
    for_tiles: Search,
    for_value: Search,
    partners: Lists,
    points: np.ndarray,
    free: np.ndarray,
    hands: np.ndarray,
    counts: np.ndarray,
    seats: np.ndarray,
) -> tuple[int, int, bool]:
    """Play a deal out; return who wins, the last discard, and whether the win is concealed.

    Parameters
    ----------
    pool : numpy.ndarray of int64
        The kinds of the face-down tiles, the next one first.
    seat, step : int
        Who starts, and how far it is to the next seat.
    rules, players
        The rules, and how everybody plays.
    for_tiles, for_value : Search
        The melds, with most tiles as the best and with the highest value.
    partners : Lists
        For each kind the two other tiles of each meld of three.
    points : numpy.ndarray of int64, shape (kinds,)
        What each kind counts on the rack; a joker 0.
    free : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind anybody may have.
    hands : numpy.ndarray of uint8, shape (players, kinds)
        The racks; that of who starts has one tile more.
    counts : numpy.ndarray of int64, shape (2, players)
        How many turns each player has had, and how many jokers; both grow.
    seats : numpy.ndarray of int64, shape (3, players)
        Receive in which turn each player opened, 0 for never, and with what; and how many
        penalties it has.
    """
    kinds, joker = free.shape[0], free.shape[0] - 1
    size = free.sum() + pool.shape[0]
    shown = np.zeros(hands.shape, dtype=np.int64)
    table = np.zeros((size // 3, COLUMNS), dtype=np.int64)
    trial = Trial(np.zeros((size // 3, COLUMNS), dtype=np.int64), np.zeros(kinds, dtype=np.uint8))
    room = Room(np.empty(size, dtype=np.int32), np.zeros(kinds, dtype=np.int64))
    turns, jokers = counts
    opened, ways, fines = seats
    melds, drawn, newest = ZERO, ZERO, NOTHING
    while True:
        turns[seat] += 1
        hand, held, laid, first = hands[seat], np.int64(hands[seat, joker]), 0, newest == NOTHING
        must = NOTHING
        if not first:
            hand[newest] += 1
            wanted = _is_near(hand, newest, ways[seat], table, melds, rules, partners)
            if wanted:
                way, after, freed = _lay(
                    hand, newest, seat, ways, table, melds, pool.shape[0] - drawn, rules, players,
                    for_tiles, for_value, trial, room,
                )  # fmt: skip
                wanted = way != CLOSED
            hand[newest] -= 1
            if wanted:
                must = newest
                shown[seat, newest] += 1
                free[newest] += 1
                hand[newest] += 1
            elif drawn == pool.shape[0]:
                return NOBODY, NOTHING, False
            else:
                hand[pool[drawn]] += 1
                drawn += 1
        while not first or rules.starter_may_open:
            way, after, freed = _lay(
                hand, must, seat, ways, table, melds, pool.shape[0] - drawn, rules, players,
                for_tiles, for_value, trial, room,
            )  # fmt: skip
            if way == CLOSED:
                break
            copy_melds(trial.table, after, table)
            melds = after
            must = NOTHING
            for kind in range(kinds):
                gone = np.int64(hand[kind]) - trial.left[kind]
                free[kind] -= gone
                played = gone
                if kind == joker:
                    played = hand[kind] - max(0, trial.left[kind] - freed)
                    laid += played
                shown[seat, kind] -= min(shown[seat, kind], played)
                shown[seat, kind] += max(0, -gone)
                hand[kind] = trial.left[kind]
            if ways[seat] == CLOSED:
                ways[seat], opened[seat] = way, turns[seat]
                if rules.all_pairs_void and _all_have(ways, PAIRS):
                    jokers[seat] += max(0, np.int64(hand[joker]) + laid - held)
                    return NOBODY, NOTHING, False
        newest = _discard(
            hands, seat, ways, table, melds, pool.shape[0] - drawn, rules, players, for_tiles,
            for_value, partners, points, free, shown, room,
        )  # fmt: skip
        finished = count_tiles(hand) == 1
        jokers[seat] += max(0, np.int64(hand[joker]) + laid - held)
        if finished:
            hand[newest] -= 1
            fines[seat] += newest == joker and rules.joker_finish_penalty
            now = opened[seat] == turns[seat] and ways[seat] == MELDS
            alone = rules.concealed_if_others_opened or _none_but(seat, ways)
            return seat, newest, bool(now and alone)
        events = int(newest == joker) + int(fits_table(newest, table, melds, rules.shapes))
        fines[seat] += events if rules.stack_penalties else min(events, 1)
        discarded(seat, newest, hands, shown, free)
        if rules.at_last_discard and drawn == pool.shape[0]:
            return NOBODY, newest, False
        seat = (seat + step) % hands.shape[0]


@njit(cache=True, nogil=True)
def _all_have(ways: np.ndarray, way: int) -> bool:
    """Return whether all have opened in one way."""
    missing = 0
    for seat in range(ways.shape[0]):
        missing += ways[seat] != way
    return missing == 0


@njit(cache=True, nogil=True)
def _none_but(seat: int, ways: np.ndarray) -> bool:
    """Return whether nobody but one seat has opened."""
    others = 0
    for other in range(ways.shape[0]):
        others += other != seat and ways[other] != CLOSED
    return others == 0


@njit(cache=True, nogil=True)
def _is_near(
    hand: np.ndarray,
    kind: int,
    way: int,
    table: np.ndarray,
    melds: int,
    rules: Rules,
    partners: Lists,
) -> bool:
    """Return whether a discard, which is on the rack by now, might be laid by who has opened."""
    if way == CLOSED or kind == hand.shape[0] - 1:
        return True
    if hand[kind] > 1 or hand[hand.shape[0] - 1] or fits_table(kind, table, melds, rules.shapes):
        return True
    return bool(way == MELDS and has_partners(hand, kind, partners))


@njit(cache=True, nogil=True)
def _lay(
    hand: np.ndarray,
    must: int,
    seat: int,
    ways: np.ndarray,
    table: np.ndarray,
    melds: int,
    face_down: int,
    rules: Rules,
    players: Players,
    for_tiles: Search,
    for_value: Search,
    trial: Trial,
    room: Room,
) -> tuple[int, int, int]:
    """Try what a player lays: return in which way, how many melds there are, and jokers freed.

    Nothing is laid if the way is `CLOSED`, or if a tile is not among it that ``must`` be.
    """
    joker = hand.shape[0] - 1
    table_after, left = trial.table, trial.left
    copy_melds(table, melds, table_after)
    for kind in range(hand.shape[0]):
        left[kind] = hand[kind]
    total, way = count_tiles(hand), ways[seat]
    if way == CLOSED:
        if rules.open_points < EMPTY and (must == NOTHING or can_be_melded(hand, must, for_tiles)):
            worth = arranged(hand, for_value, room)
            if worth >= rules.open_points or _most_melded(hand, for_tiles) >= total - 1:
                for search in (for_tiles, for_value):
                    arranged(hand, search, room)
                    after = lay_melds(table_after, melds, total, rules.shapes, room)
                    size, value = measures(table_after, melds, after, rules.shapes)
                    whole = size == total - 1
                    low = whole and (must == NOTHING or rules.low_finish)
                    if after == melds or (value < rules.open_points and not low):
                        continue
                    if must != NOTHING and not room.used[must]:
                        continue
                    now = face_down <= max(players.late[seat], players.closed[seat])
                    if not now and not whole and _all_have(ways, CLOSED):
                        return CLOSED, melds, 0
                    _take(left, room.used)
                    return MELDS, after, 0
        pairs = _own_pairs(hand, total, room)
        late = face_down <= players.late[seat]
        enough = pairs >= max(1, rules.open_pairs) and (late or pairs >= players.pairs[seat])
        if enough and (must == NOTHING or room.used[must]):
            _take(left, room.used)
            return PAIRS, melds, 0
        return CLOSED, melds, 0
    after = melds
    if way == MELDS:
        arranged(hand, for_tiles, room)
        after = lay_melds(table_after, melds, total, rules.shapes, room)
    else:
        _own_pairs(hand, total, room)
    _take(left, room.used)
    keep_joker = players.keeps_joker[seat] and face_down > players.late[seat]
    freed = add_tiles(table_after, after, left, total, keep_joker, rules.exchanges, rules.shapes)
    if way == MELDS and rules.may_add_pairs:
        for other in range(ways.shape[0]):
            if ways[other] == PAIRS:
                add_pairs(left)
                break
    something = False
    for kind in range(hand.shape[0]):
        rest = int(left[kind])
        if kind == joker:
            rest = max(0, rest - freed)
        something |= bool(rest < hand[kind] and must in (NOTHING, kind))
    return (way if something else CLOSED), after, freed


@njit(cache=True, nogil=True)
def _most_melded(hand: np.ndarray, search: Search) -> int:
    """Return how many tiles of a hand are in any meld: no arrangement has more."""
    count = 0
    for kind in range(hand.shape[0]):
        if hand[kind] and can_be_melded(hand, kind, search):
            count += hand[kind]
    return count


@njit(cache=True, nogil=True)
def _take(left: np.ndarray, used: np.ndarray) -> None:
    """Take tiles away."""
    for kind in range(left.shape[0]):
        left[kind] -= used[kind]


@njit(cache=True, nogil=True)
def _own_pairs(hand: np.ndarray, total: int, room: Room) -> int:
    """Return how many pairs a rack has of which one tile is left, and put them into the room."""
    joker = hand.shape[0] - 1
    used = room.used
    pairs = most_pairs(hand, used)
    if 2 * pairs < total or not pairs:
        return pairs
    # The last one is not laid: of jokers, of a joker and a tile, or of two tiles.
    single = NOTHING
    double = NOTHING
    wild = used[joker]
    for kind in range(joker):
        if used[kind] % 2:
            single, wild = kind, wild - 1
        if used[kind] >= 2:
            double = kind
    if wild:
        used[joker] -= 2
    elif single != NOTHING:
        used[single] -= 1
        used[joker] -= 1
    else:
        used[double] -= 2
    return pairs - 1


@njit(cache=True, nogil=True)
def _discard(
    hands: np.ndarray,
    seat: int,
    ways: np.ndarray,
    table: np.ndarray,
    melds: int,
    face_down: int,
    rules: Rules,
    players: Players,
    for_tiles: Search,
    for_value: Search,
    partners: Lists,
    points: np.ndarray,
    free: np.ndarray,
    shown: np.ndarray,
    room: Room,
) -> int:
    """Return what a player discards."""
    hand, way, by = hands[seat], ways[seat], players.discards[seat]
    joker = hand.shape[0] - 1
    search = for_tiles
    if way == CLOSED and rules.open_points < EMPTY:
        search = for_value
    if way == PAIRS:
        for kind in range(joker):
            room.used[kind] = hand[kind] // 2 * 2
    else:
        arranged(hand, search, room)
    unknown = np.zeros(hand.shape[0], dtype=np.int64)
    still_unknown(seat, free, hands, shown, unknown)
    ahead, chance, wanted = players.ahead[seat], players.chance, unknown
    if by == POINTS:
        # It counts the neighbors on the rack, whatever it lacks.
        chance, wanted = 1.0, np.ones(hand.shape[0], dtype=np.int64)
    weight = players.when_closed if way == CLOSED else -players.when_opened
    next_way = ways[(seat + 1) % hands.shape[0]]
    ranks = np.full(hand.shape[0], EMPTY, dtype=np.int64)
    costs = np.zeros(hand.shape[0])
    for kind in range(joker):
        if not hand[kind]:
            continue
        ranks[kind] = hand[kind] <= room.used[kind]
        if players.careful[seat] and fits_table(kind, table, melds, rules.shapes):
            ranks[kind] += 2
        costs[kind] = chance * chances(hand, wanted, kind, partners)
        if by == SAFE and face_down:
            twice = 2.0 if next_way == MELDS else 1.0
            costs[kind] -= players.danger * (danger(unknown, kind, partners) * twice)
        costs[kind] += weight * points[kind]
    if hand[joker]:
        ranks[joker], costs[joker] = 3, 100.0
    return least_loss(hand, unknown, ranks, costs, points, ahead, players.near, search, room)

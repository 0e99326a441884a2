"""Whole deals of 101 Okey: players who open as soon as they want to, and lay whatever fits.

A meld on the table is a row of four numbers: a run is 1, its color, and as bits the places of
its tiles and those of its jokers, 0 for a 1 and the highest one for a 1 after the highest number;
a group is 0, its number from 0 on, and as bits the colors that its tiles are or stand for and those
of its jokers. Pairs are not followed: nothing is ever done with them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

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

GROUP, RUN = 0, 1
"""What a row is that describes a meld."""

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
    numbers, largest_group : int
        How many numbers there are, and most tiles of a group.
    legal : numpy.ndarray of bool, shape (places, sizes)
        The runs that there are, by their first places and their sizes.
    jokers_allowed : numpy.ndarray of bool, shape (sizes, jokers)
        How many jokers a meld of each size may have.
    melds : numpy.ndarray of int64, shape (melds, 4)
        The melds of a search as they are laid.
    values : numpy.ndarray of int64, shape (numbers,)
        What each number counts in an opening.
    by_text : numpy.ndarray of int64, shape (kinds,)
        The place of each kind in the order of texts.
    open_points, open_pairs : int
        What is needed to open; more than there are if nobody opens so.
    exchanges, low_finish, starter_may_open, stack_penalties, joker_finish_penalty : bool
    concealed_if_others_opened, at_last_discard, all_pairs_void, may_add_pairs : bool
        Rules of the game: jokers of the table may be kept; a whole rack may be laid below the
        points with a discard; and so on.
    """

    numbers: int
    largest_group: int
    legal: np.ndarray
    jokers_allowed: np.ndarray
    melds: np.ndarray
    values: np.ndarray
    by_text: np.ndarray
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
    table = np.zeros((size // 3, 4), dtype=np.int64)
    trial = Trial(np.zeros((size // 3, 4), dtype=np.int64), np.zeros(kinds, dtype=np.uint8))
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
            for place in range(after):
                for column in range(4):
                    table[place, column] = trial.table[place, column]
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
        events = int(newest == joker) + int(_fits_table(newest, table, melds, rules))
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
def _count(bits: int) -> int:
    """Return how many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def _lowest(bits: int) -> int:
    """Return the place of the lowest bit."""
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@njit(cache=True, nogil=True)
def place_for(kind: int, row: np.ndarray, rules: Rules) -> int:
    """Return the bit of a meld that a tile would take, or 0 if it does not fit.

    A joker goes to the end of a run, if it can; in a group it is the last color.
    """
    joker = rules.by_text.shape[0] - 1
    wild = kind == joker
    size = _count(row[2])
    if not rules.jokers_allowed[size + 1, _count(row[3]) + wild]:
        return 0
    if row[0] == GROUP:
        if size >= rules.largest_group:
            return 0
        if wild:
            color = int(joker // rules.numbers) - 1
            while row[2] >> color & 1:
                color -= 1
            return 1 << color
        bit = 1 << (kind // rules.numbers)
        fits = kind % rules.numbers == row[1] and not row[2] & bit
        return bit if fits else 0
    if not wild and kind // rules.numbers != row[1]:
        return 0
    low = _lowest(row[2])
    above, below, number = low + size, low - 1, kind % rules.numbers
    if rules.legal[low, size + 1] and (wild or above % rules.numbers == number):
        return 1 << above
    if below >= 0 and rules.legal[below, size + 1] and (wild or below == number):
        return 1 << below
    return 0


@njit(cache=True, nogil=True)
def _fits_table(kind: int, table: np.ndarray, melds: int, rules: Rules) -> bool:
    """Return whether a tile can be added to any meld on the table."""
    place = 0
    while place < melds and not place_for(kind, table[place], rules):
        place += 1
    return place < melds


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
    if hand[kind] > 1 or hand[hand.shape[0] - 1] or _fits_table(kind, table, melds, rules):
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
    for place in range(melds):
        for column in range(4):
            table_after[place, column] = table[place, column]
    for kind in range(hand.shape[0]):
        left[kind] = hand[kind]
    total, way = count_tiles(hand), ways[seat]
    if way == CLOSED:
        if rules.open_points < EMPTY and (must == NOTHING or can_be_melded(hand, must, for_tiles)):
            worth = arranged(hand, for_value, room)
            if worth >= rules.open_points or _most_melded(hand, for_tiles) >= total - 1:
                for search in (for_tiles, for_value):
                    arranged(hand, search, room)
                    after = _own_melds(table_after, melds, total, rules, room)
                    size, value = _measures(table_after, melds, after, rules)
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
        after = _own_melds(table_after, melds, total, rules, room)
    else:
        _own_pairs(hand, total, room)
    _take(left, room.used)
    keep_joker = players.keeps_joker[seat] and face_down > players.late[seat]
    freed = _add_tiles(table_after, after, left, total, keep_joker, rules)
    if way == MELDS and rules.may_add_pairs:
        for other in range(ways.shape[0]):
            if ways[other] == PAIRS:
                _add_pairs(left)
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
def _measures(table: np.ndarray, begin: int, end: int, rules: Rules) -> tuple[int, int]:
    """Return how many tiles some melds have, and what they are worth."""
    size, value = 0, 0
    for place in range(begin, end):
        kind, key, bits = table[place, 0], table[place, 1], table[place, 2]
        bit = 0
        while bits >> bit:
            if bits >> bit & 1:
                size += 1
                value += rules.values[key if kind == GROUP else bit % rules.numbers]
            bit += 1
    return size, value


@njit(cache=True, nogil=True)
def _own_melds(table: np.ndarray, begin: int, total: int, rules: Rules, room: Room) -> int:
    """Write the melds of the last arrangement to a table; return how many there are then.

    Groups come first, and runs that continue each other are joined. If no tile of the rack were
    left for the discard, one of the melds is laid without one.
    """
    end = begin
    size = 0
    for kind in (GROUP, RUN):
        place = 0
        while room.chosen[place] != NOTHING:
            row = rules.melds[room.chosen[place]]
            place += 1
            if row[0] != kind:
                continue
            size += _count(row[2])
            to = end
            # Runs by color and number, equal ones as they were found.
            while to > begin and kind == RUN and _is_before(row, table[to - 1], rules):
                for column in range(4):
                    table[to, column] = table[to - 1, column]
                to -= 1
            for column in range(4):
                table[to, column] = row[column]
            end += 1
    place = begin
    while place < end:
        joined = False
        for other in range(place + 1, end):
            if _join(table[place], table[other], rules):
                _remove(table, other, end)
                end -= 1
                joined = True
                break
        if not joined:
            place += 1
    if size < total:
        return end
    joker = room.used.shape[0] - 1
    for place in range(begin, end):
        row = table[place]
        if _count(row[2]) > 3:
            bit = row[2]
            while bit & (bit - 1):
                bit &= bit - 1
            if row[0] == GROUP and row[3]:
                bit = row[3]
                while bit & (bit - 1):
                    bit &= bit - 1
            elif row[0] == RUN and row[3] & row[2] & -row[2]:
                bit = row[2] & -row[2]
            room.used[joker if row[3] & bit else _kind_at(row, _lowest(bit), rules)] -= 1
            row[2] &= ~bit
            row[3] &= ~bit
            return end
    for bit in range(_lowest(table[begin, 2]), 63):
        if table[begin, 2] >> bit & 1:
            wild = table[begin, 3] >> bit & 1
            room.used[joker if wild else _kind_at(table[begin], bit, rules)] -= 1
    _remove(table, begin, end)
    return end - 1


@njit(cache=True, nogil=True)
def _kind_at(row: np.ndarray, place: int, rules: Rules) -> int:
    """Return the kind of tile that stands at a place of a meld, or that a joker stands for."""
    if row[0] == GROUP:
        return int(place * rules.numbers + row[1])
    return int(row[1] * rules.numbers + place % rules.numbers)


@njit(cache=True, nogil=True)
def _is_before(row: np.ndarray, other: np.ndarray, rules: Rules) -> bool:
    """Return whether a run comes before another meld: by color, first number and size."""
    if other[0] == GROUP:
        return False
    if row[1] != other[1]:
        first, second = row[1] * rules.numbers, other[1] * rules.numbers
        return bool(rules.by_text[first] < rules.by_text[second])
    low, other_low = _lowest(row[2]), _lowest(other[2])
    return low < other_low or (low == other_low and row[2] < other[2])


@njit(cache=True, nogil=True)
def _join(row: np.ndarray, other: np.ndarray, rules: Rules) -> bool:
    """Join a run with one that continues it; whether there is one that may."""
    if row[0] == GROUP or other[0] == GROUP or row[1] != other[1]:
        return False
    low, size = _lowest(row[2]), _count(row[2]) + _count(other[2])
    if _lowest(other[2]) != low + _count(row[2]) or not rules.legal[low, size]:
        return False
    if not rules.jokers_allowed[size, _count(row[3]) + _count(other[3])]:
        return False
    row[2] |= other[2]
    row[3] |= other[3]
    return True


@njit(cache=True, nogil=True)
def _remove(table: np.ndarray, place: int, end: int) -> None:
    """Take a meld away; the later ones move up."""
    for row in range(place, end - 1):
        for column in range(4):
            table[row, column] = table[row + 1, column]


@njit(cache=True, nogil=True)
def _add_tiles(
    table: np.ndarray, melds: int, left: np.ndarray, most: int, keep_joker: bool, rules: Rules
) -> int:
    """Add whatever fits but for one tile, jokers last; return how many jokers the rack got."""
    joker = left.shape[0] - 1
    total = count_tiles(left)
    freed = 0
    while most > 0 and total > 1:
        if _add_one(table, melds, left, rules):
            total -= 1
        elif rules.exchanges and _exchange(table, melds, left, rules):
            freed += 1
        else:
            break
        most -= 1
    if keep_joker and total != 2:
        return freed
    while most > 0 and total > 1 and left[joker] and _put(joker, table, melds, left, rules):
        total -= 1
        most -= 1
        freed = min(freed, int(left[joker]))
    return freed


@njit(cache=True, nogil=True)
def _add_one(table: np.ndarray, melds: int, left: np.ndarray, rules: Rules) -> bool:
    """Add the first tile that fits any meld."""
    for kind in range(left.shape[0] - 1):
        if left[kind] and _put(kind, table, melds, left, rules):
            return True
    return False


@njit(cache=True, nogil=True)
def _put(kind: int, table: np.ndarray, melds: int, left: np.ndarray, rules: Rules) -> bool:
    """Add a tile to the first meld that it fits."""
    for place in range(melds):
        bit = place_for(kind, table[place], rules)
        if bit:
            table[place, 2] |= bit
            if kind == left.shape[0] - 1:
                table[place, 3] |= bit
            left[kind] -= 1
            return True
    return False


@njit(cache=True, nogil=True)
def _exchange(table: np.ndarray, melds: int, left: np.ndarray, rules: Rules) -> bool:
    """Take a joker from the first meld of which the rack has the tile that it stands for."""
    for place in range(melds):
        row = table[place]
        found = NOTHING
        taken = 0
        wild = row[3]
        while wild:
            bit = _lowest(wild)
            wild &= wild - 1
            kind = _kind_at(row, bit, rules)
            if left[kind] and (found == NOTHING or rules.by_text[kind] < rules.by_text[found]):
                found, taken = kind, bit
        if found != NOTHING:
            row[3] &= ~(1 << taken)
            left[found] -= 1
            left[left.shape[0] - 1] += 1
            return True
    return False


@njit(cache=True, nogil=True)
def _add_pairs(left: np.ndarray) -> None:
    """Lay pairs of what is left, one of each kind, but for one tile."""
    total = count_tiles(left)
    for kind in range(left.shape[0] - 1):
        if left[kind] >= 2 and total > 2:
            left[kind] -= 2
            total -= 2


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
        if players.careful[seat] and _fits_table(kind, table, melds, rules):
            ranks[kind] += 2
        costs[kind] = chance * chances(hand, wanted, kind, partners)
        if by == SAFE and face_down:
            twice = 2.0 if next_way == MELDS else 1.0
            costs[kind] -= players.danger * (danger(unknown, kind, partners) * twice)
        costs[kind] += weight * points[kind]
    if hand[joker]:
        ranks[joker], costs[joker] = 3, 100.0
    return least_loss(hand, unknown, ranks, costs, points, ahead, players.near, search, room)

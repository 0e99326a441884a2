"""The search behind `rummistats.kernels.extended_tables`: every tile in turn, all its moves.

Of equally good plays it finds the first one: for each tile, lowest kinds first, the moves are
looked at in the order of `rummistats.kernels.table_moves.find_moves`.
"""

from __future__ import annotations

import numpy as np

from rummistats.kernels.compiling import njit
from rummistats.kernels.table_moves import (
    COLORS,
    GROUP,
    HIGH,
    IS_RUN,
    JOKER,
    LEAVE,
    LONGEST,
    LOW,
    NEEDS_RUN,
    NUMBERS,
    PLACES,
    REAL,
    REAL_PER_JOKER,
    RUN,
    TO_GROUP,
    WHAT,
    WILD,
    copy,
    find_moves,
    find_useful,
    jokers_in,
    size_of,
)

ROOM = 44
"""How many melds there can be."""

FIRST, FLOOR, NEED, KEEP, BANNED, MELDS = range(6)
"""What is asked for: from which meld on the table may be extended; what a play must gain more
than, 0 for any; what new melds from the rack must be worth, or `OPENED`; whether a tile must be
left; the kind of which the last tile left may not be, or `ANY`; and how many melds lie there."""

OPENED = -1
"""What the opening must be worth of who need not open any more."""

ANY = -1
"""Instead of a kind that may not be kept alone: all may."""

HIGHEST = 27
"""Where the values have the highest of them."""

_AT, _GAIN, _VALUE, _MELDS, _RUNS, _OWN, _FREED, _LEFT, _BEGIN, _NEXT, _END = range(11)
"""What is written down for each depth of the search."""

_NEW = -1
"""Instead of the next move: none has been looked for."""


@njit(cache=True, nogil=True)
def search(
    rack: np.ndarray,
    table: np.ndarray,
    freed: int,
    start: int,
    floor: int,
    asked: np.ndarray,
    weights: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> tuple[int, int]:
    """Find a play that gains more than the floor, freed jokers being laid in new melds."""
    rules, values, moves, _, _ = tools
    own, first, melds = rack[JOKER], asked[FIRST], asked[MELDS]
    useful = np.empty(JOKER, dtype=np.bool_)
    find_useful(rack, own + freed, own, table, first, melds, rules, useful)
    counts, rest = np.empty_like(rack), np.empty_like(rack)
    copy(rack, counts, JOKER + 1)
    order = np.empty(JOKER + 1, dtype=np.int64)
    several, tiles, useless = 0, 0, 0
    for kind in range(JOKER):
        rest[kind] = 0
        if useful[kind]:
            order[several] = kind
            several += 1
            tiles += counts[kind]
        else:
            rest[kind] = counts[kind]
            useless += counts[kind]
            counts[kind] = 0
    order[several] = JOKER
    rows = np.empty_like(table)
    copy_melds(table, rows, melds)
    stack = np.empty((tiles + 2, 11), dtype=np.int64)
    saved = np.empty((tiles + 2, 6), dtype=np.int64)
    root = stack[0]
    root[_AT], root[_VALUE], root[_MELDS], root[_RUNS], root[_BEGIN] = 0, 0, 0, 0, 0
    root[_GAIN], root[_OWN], root[_FREED], root[_LEFT] = start, own, freed, useless
    root[_NEXT] = _NEW
    best, found, there = floor, melds, melds
    depth = 0
    while depth >= 0:
        now = stack[depth]
        if now[_NEXT] == _NEW:
            while order[now[_AT]] < JOKER and not counts[order[now[_AT]]]:
                now[_AT] += 1
            now[_NEXT] = now[_END] = now[_BEGIN]
            if order[now[_AT]] == JOKER:
                gain = _ended(now, rows, there, best, rest, asked, weights, tools)
                if gain > best:
                    best, found = gain, there
            elif _may_gain(now, counts, order, best, asked, values, weights):
                now[_END] = find_moves(
                    order[now[_AT]], counts, now[_OWN], now[_FREED], rows, first, melds, rules,
                    moves, now[_BEGIN],
                )  # fmt: skip
        else:
            there = _undo(moves[now[_NEXT] - 1], saved[depth], counts, rest, rows, there)
        if now[_NEXT] == now[_END]:
            depth -= 1
            continue
        move = moves[now[_NEXT]]
        now[_NEXT] += 1
        later = stack[depth + 1]
        copy(now, later, 11)
        later[_BEGIN], later[_NEXT] = now[_END], _NEW
        there = _apply(move, saved[depth], later, counts, rest, rows, there, values, weights)
        depth += 1
    return best, found


@njit(cache=True, nogil=True)
def copy_melds(source: np.ndarray, target: np.ndarray, melds: int) -> None:
    """Write the first melds of a table into another one."""
    for row in range(melds):
        copy(source[row], target[row], 6)


@njit(cache=True, nogil=True)
def _may_gain(
    now: np.ndarray,
    counts: np.ndarray,
    order: np.ndarray,
    best: int,
    asked: np.ndarray,
    values: np.ndarray,
    weights: np.ndarray,
) -> bool:
    """Return whether more than the best so far can be gained, and an opening is possible."""
    hope, worth = now[_GAIN], now[_VALUE]
    least = weights[order[now[_AT]]]
    if now[_OWN]:
        least = min(least, weights[JOKER])
        hope += now[_OWN] * weights[JOKER]
        worth += now[_OWN] * values[HIGHEST]
    for place in range(now[_AT], JOKER):
        kind = order[place]
        if kind == JOKER:
            break
        if counts[kind]:
            number = kind % NUMBERS
            hope += counts[kind] * weights[kind]
            least = min(least, weights[kind])
            high = values[NUMBERS] if number == 0 else 0
            worth += counts[kind] * max(values[number], values[NUMBERS + 1 + number], high)
    if asked[KEEP] and not now[_LEFT]:
        hope -= least
    return bool(hope > best and worth >= asked[NEED])


@njit(cache=True, nogil=True)
def _ended(
    now: np.ndarray,
    rows: np.ndarray,
    there: int,
    best: int,
    rest: np.ndarray,
    asked: np.ndarray,
    weights: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Lay the jokers that are left on the table; write the play if it is the best so far."""
    rules, _, _, left, after = tools
    own, gain = now[_OWN], now[_GAIN]
    keep, banned = asked[KEEP], asked[BANNED]
    if now[_FREED] or gain + own * weights[JOKER] <= best:
        return best
    if asked[NEED] != OPENED:
        lacks_run = rules[NEEDS_RUN] and not now[_RUNS]
        if not now[_MELDS] or now[_VALUE] < asked[NEED] or lacks_run:
            return best
    if rules[REAL_PER_JOKER]:
        for row in range(asked[FIRST], there):
            jokers = jokers_in(rows[row])
            if size_of(rows[row]) < jokers * (1 + rules[REAL_PER_JOKER]):
                return best
    final = rows
    if own:
        final = np.empty_like(rows)
        copy_melds(rows, final, there)
    row = asked[FIRST]
    while own and row < asked[MELDS]:
        may_leave = not keep or _may_stay(rest, now[_LEFT], own - 1, banned)
        if not may_leave:
            break
        if _add_joker(final[row], rules):
            own -= 1
            gain += weights[JOKER]
        else:
            row += 1
    if gain <= best or (keep and not _may_stay(rest, now[_LEFT], own, banned)):
        return best
    copy(rest, left, JOKER)
    left[JOKER] = own
    copy_melds(final, after, there)
    return int(gain)


@njit(cache=True, nogil=True)
def _may_stay(rest: np.ndarray, tiles: int, jokers: int, banned: int) -> bool:
    """Return whether one of the tiles that are left may be discarded."""
    if tiles + jokers != 1 or banned == ANY:
        return bool(tiles + jokers > 0)
    return not jokers if banned == JOKER else not rest[banned]


@njit(cache=True, nogil=True)
def _add_joker(meld: np.ndarray, rules: np.ndarray) -> bool:
    """Add a joker to a meld if there is a place for it: at the high end of a run, or the low."""
    size = size_of(meld) + 1
    if size < (jokers_in(meld) + 1) * (1 + rules[REAL_PER_JOKER]):
        return False
    if not meld[IS_RUN]:
        if size > COLORS:
            return False
        meld[WILD] += 1
        return True
    if size > rules[LONGEST]:
        return False
    if meld[HIGH] < rules[PLACES] - 1:
        meld[HIGH] += 1
        meld[WILD] |= 1 << meld[HIGH]
    else:
        meld[LOW] -= 1
        meld[WILD] |= 1 << meld[LOW]
    return True


@njit(cache=True, nogil=True)
def _apply(
    move: np.ndarray,
    saved: np.ndarray,
    later: np.ndarray,
    counts: np.ndarray,
    rest: np.ndarray,
    rows: np.ndarray,
    there: int,
    values: np.ndarray,
    weights: np.ndarray,
) -> int:
    """Make a move, and write down what comes of it; return how many melds there are then."""
    what, row, low, high, bits = move[0], move[1], move[2], move[3], move[4]
    jokers, freed = move[5], move[6]
    if what == LEAVE:
        rest[row] += counts[row]
        later[_LEFT] += counts[row]
        counts[row] = 0
        return there
    later[_OWN] -= jokers - freed
    later[_FREED] -= freed
    later[_GAIN] += (jokers - freed) * weights[JOKER]
    worth = 0
    if what in (GROUP, TO_GROUP):
        number = row if what == GROUP else rows[row, WHAT]
        for color in range(COLORS):
            if bits >> color & 1:
                kind = color * NUMBERS + number
                counts[kind] -= 1
                later[_GAIN] += weights[kind]
                worth += values[NUMBERS + 1 + number]
        worth += jokers * values[NUMBERS + 1 + number]
    else:
        color = row if what == RUN else rows[row, WHAT]
        for place in range(low, high + 1):
            worth += values[place]
            if not bits >> place & 1:
                kind = color * NUMBERS + place % NUMBERS
                counts[kind] -= 1
                later[_GAIN] += weights[kind]
    if what in (GROUP, RUN):
        if not freed:
            later[_VALUE] += worth
            later[_MELDS] += 1
            later[_RUNS] += what == RUN
        meld = rows[there]
        meld[IS_RUN], meld[WHAT], meld[LOW], meld[HIGH] = what == RUN, row, low, high
        meld[REAL], meld[WILD] = (0, bits) if what == RUN else (bits, jokers)
        return there + 1
    copy(rows[row], saved, 6)
    if what == TO_GROUP:
        rows[row, REAL] |= bits
    else:
        rows[row, LOW] = min(low, saved[LOW])
        rows[row, HIGH] = max(high, saved[HIGH])
        rows[row, WILD] |= bits
    return there


@njit(cache=True, nogil=True)
def _undo(
    move: np.ndarray,
    saved: np.ndarray,
    counts: np.ndarray,
    rest: np.ndarray,
    rows: np.ndarray,
    there: int,
) -> int:
    """Take a move back; return how many melds there are then."""
    what, row, low, high, bits = move[0], move[1], move[2], move[3], move[4]
    if what == LEAVE:
        counts[row] += rest[row]
        rest[row] = 0
        return there
    if what in (GROUP, TO_GROUP):
        number = row if what == GROUP else rows[row, WHAT]
        for color in range(COLORS):
            if bits >> color & 1:
                counts[color * NUMBERS + number] += 1
    else:
        color = row if what == RUN else rows[row, WHAT]
        for place in range(low, high + 1):
            if not bits >> place & 1:
                counts[color * NUMBERS + place % NUMBERS] += 1
    if what in (GROUP, RUN):
        return there - 1
    copy(saved, rows[row], 6)
    return there

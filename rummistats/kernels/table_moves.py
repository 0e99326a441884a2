"""What can be done with a tile where melds on the table are only extended.

A tile of color ``c`` and number ``n``, both counted from 0, has kind ``13 c + n``; the last kind
is the joker. A place in a run is a number, or 13 for a high 1. A meld is a row of six numbers:
whether it is a run; the number of a group or the color of a run; the first and the last place of
a run; the colors of a group's real tiles, as bits; and how many jokers a group has, or in which
places a run has them, as bits.

A tile is the one of the lowest kind that is left, so of a new meld it is the first real one: in a
meld with a tile of a lower kind it would have been laid with that.
"""

from __future__ import annotations

import numpy as np

from rummistats.kernels.bits import count_bits
from rummistats.kernels.compiling import njit

IS_RUN, WHAT, LOW, HIGH, REAL, WILD = range(6)
"""The columns of a meld."""

LEAVE, GROUP, RUN, TO_GROUP, TO_RUN = range(5)
"""What can be done: nothing, a new meld, a tile more in a group, or tiles at an end of a run."""

PLACES, LONGEST, REUSE, REAL_PER_JOKER, NEEDS_RUN, NEEDS_BOTH = range(6)
"""The rules: 13 places in runs or 14, the longest run, rack tiles in the new meld of an exchanged
joker, real tiles for each joker, whether an opening needs a run, and whether a joker leaves a group
of three for both missing colors only."""

NUMBERS, COLORS, JOKER = 13, 4, 52


@njit(cache=True, nogil=True)
def copy(source: np.ndarray, target: np.ndarray, size: int) -> None:
    """Write the first numbers of a row into another one; a slice takes long to compile."""
    for place in range(size):
        target[place] = source[place]


@njit(cache=True, nogil=True)
def count_tiles(hand: np.ndarray) -> int:
    """Return how many tiles there are."""
    count = 0
    for kind in range(JOKER + 1):
        count += hand[kind]
    return count


@njit(cache=True, nogil=True)
def jokers_in(meld: np.ndarray) -> int:
    """Return how many jokers a meld has."""
    return count_bits(meld[WILD]) if meld[IS_RUN] else int(meld[WILD])


@njit(cache=True, nogil=True)
def size_of(meld: np.ndarray) -> int:
    """Return how many tiles a meld has."""
    if meld[IS_RUN]:
        return int(meld[HIGH] - meld[LOW] + 1)
    return count_bits(meld[REAL]) + int(meld[WILD])


@njit(cache=True, nogil=True)
def missing(rack: np.ndarray, color: int, low: int, high: int, place: int) -> int:
    """Return how many tiles of these places the rack lacks, one of them being there anyway."""
    count = 0
    for other in range(low, high + 1):
        same = other % NUMBERS == place % NUMBERS
        if other != place and rack[color * NUMBERS + other % NUMBERS] <= same:
            count += 1
    return count


@njit(cache=True, nogil=True)
def find_useful(
    rack: np.ndarray,
    jokers: int,
    own: int,
    table: np.ndarray,
    first: int,
    last: int,
    rules: np.ndarray,
    useful: np.ndarray,
) -> None:
    """Write for each colored kind of the rack whether it can be laid at all.

    Parameters
    ----------
    rack : numpy.ndarray of int64, shape (53,)
        How many tiles of each kind there are.
    jokers, own : int
        How many jokers new melds may have, and how many may be laid anywhere.
    table : numpy.ndarray of int64, shape (melds, 6)
        The melds.
    first, last : int
        Those from the first to before the last may be extended.
    rules : numpy.ndarray of int64
        See `PLACES`.
    useful : numpy.ndarray of bool, shape (52,)
        Receives the answers.
    """
    for kind in range(JOKER):
        useful[kind] = False
        if not rack[kind]:
            continue
        color, number = kind // NUMBERS, kind % NUMBERS
        partners = jokers
        for other in range(COLORS):
            partners += other != color and rack[other * NUMBERS + number] > 0
        found = partners >= 2
        for way in range(2):
            place = number if way == 0 else NUMBERS
            if found or (way and (number or rules[PLACES] == NUMBERS)):
                break
            for low in range(max(0, place - 2), min(place, rules[PLACES] - 3) + 1):
                found = found or missing(rack, color, low, low + 2, place) <= jokers
            for row in range(first, last):
                meld = table[row]
                if not meld[IS_RUN] or meld[WHAT] != color:
                    continue
                if place < meld[LOW]:
                    found = found or missing(rack, color, place, meld[LOW] - 1, place) <= own
                elif place > meld[HIGH]:
                    found = found or missing(rack, color, meld[HIGH] + 1, place, place) <= own
        for row in range(first, last):
            meld = table[row]
            if not meld[IS_RUN] and meld[WHAT] == number and not meld[REAL] >> color & 1:
                found = found or size_of(meld) < COLORS
        useful[kind] = found


@njit(cache=True, nogil=True)
def find_moves(
    kind: int,
    rack: np.ndarray,
    own: int,
    freed: int,
    table: np.ndarray,
    first: int,
    last: int,
    rules: np.ndarray,
    moves: np.ndarray,
    top: int,
) -> int:
    """Write what can be done with a tile; return behind the last move.

    Parameters
    ----------
    kind : int
        Of the tile, the lowest that the rack has.
    rack, table, first, last, rules
        As in `find_useful`.
    own, freed : int
        How many jokers the rack has, and how many came from the table and need a new meld.
    moves : numpy.ndarray of int64, shape (room, 7)
        Receives the moves: what it is; the number, color or meld; first and last place; colors of
        a group, or the jokers' places; how many jokers; how many of them were freed.
    top : int
        Where the first move comes.
    """
    color, number = kind // NUMBERS, kind % NUMBERS
    jokers, longest = own + freed, rules[LONGEST]
    # Not arguments: plain numbers would be compiled once for each of them.
    move = np.zeros(7, dtype=np.int64)
    for before in range(min(jokers, number) + 1):
        low = number - before
        reach = low + min(longest, rules[PLACES] - low) - 1
        while reach > number and missing(rack, color, low, reach, number) > jokers:
            reach -= 1
        for high in range(reach, max(low + 2, number) - 1, -1):
            move[0], move[1], move[2], move[3] = RUN, color, low, high
            top = _stretch(move, color, number, rack, own, freed, rules, moves, top)
    high_one = number == 0 and rules[PLACES] > NUMBERS
    if high_one:
        for low in range(max(1, NUMBERS + 1 - longest), NUMBERS - 1):
            move[0], move[1], move[2], move[3] = RUN, color, low, NUMBERS
            top = _stretch(move, color, number + NUMBERS, rack, own, freed, rules, moves, top)
    top = _groups(move, color, number, rack, own, freed, rules, moves, top)
    for row in range(first, last):
        meld = table[row]
        if not meld[IS_RUN]:
            fits = meld[WHAT] == number and not meld[REAL] >> color & 1
            if fits and size_of(meld) < COLORS:
                move[0], move[1], move[2], move[3] = TO_GROUP, row, 0, 0
                top = _push(move, 1 << color, own - own, own, own, freed, rules, moves, top)
            continue
        if meld[WHAT] != color:
            continue
        for way in range(1 + high_one):
            place = number + way * NUMBERS
            low, high = min(place, meld[LOW]), max(place, meld[HIGH])
            if high - low < longest and high - low > meld[HIGH] - meld[LOW]:
                move[0], move[1], move[2], move[3] = TO_RUN, row, low, high
                if place < meld[LOW]:
                    move[3] = meld[LOW] - 1
                else:
                    move[2] = meld[HIGH] + 1
                top = _stretch(move, color, place, rack, own, freed, rules, moves, top)
    move[0], move[1] = LEAVE, kind
    return _push(move, own - own, own - own, own, own, freed, rules, moves, top)


@njit(cache=True, nogil=True)
def _push(
    move: np.ndarray,
    bits: int,
    jokers: int,
    size: int,
    own: int,
    freed: int,
    rules: np.ndarray,
    moves: np.ndarray,
    top: int,
) -> int:
    """Write a move with so many jokers, as many as possible of the freed ones first.

    Nothing is written where there is no room, or a new meld would have too many jokers.
    """
    if move[0] in (GROUP, RUN) and size < jokers * (1 + rules[REAL_PER_JOKER]):
        return top
    for used in range(min(jokers, freed), max(0, jokers - own) - 1, -1):
        if top < len(moves) and (not used or size - used >= rules[REUSE]):
            copy(move, moves[top], 4)
            moves[top, 4], moves[top, 5], moves[top, 6] = bits, jokers, used
            top += 1
    return top


@njit(cache=True, nogil=True)
def _stretch(
    move: np.ndarray,
    color: int,
    place: int,
    rack: np.ndarray,
    own: int,
    freed: int,
    rules: np.ndarray,
    moves: np.ndarray,
    top: int,
) -> int:
    """Write the moves that fill the move's places, the tile in its place, jokers in any others."""
    low, high = move[2], move[3]
    free = freed if move[0] == RUN else own - own
    jokers = own + free
    # A plain 0 would be compiled once more as an argument.
    needed, lacking = own - own, own - own
    for other in range(low, high + 1):
        same = other % NUMBERS == place % NUMBERS
        if other != place and rack[color * NUMBERS + other % NUMBERS] <= same:
            needed |= 1 << other
            lacking += 1
    size = high - low + 1
    if lacking > jokers:
        return top
    top = _push(move, needed, lacking, size, own, free, rules, moves, top)
    # A joker may lie where a real tile could: that may be of more use elsewhere.
    for one in range(low, high + 1 if lacking < jokers else low):
        if one == place or needed >> one & 1:
            continue
        bits = needed | 1 << one
        top = _push(move, bits, lacking + 1, size, own, free, rules, moves, top)
        for two in range(one + 1, high + 1 if lacking + 2 <= jokers else one):
            if two != place and not needed >> two & 1:
                both = bits | 1 << two
                top = _push(move, both, lacking + 2, size, own, free, rules, moves, top)
    return top


@njit(cache=True, nogil=True)
def _groups(
    move: np.ndarray,
    color: int,
    number: int,
    rack: np.ndarray,
    own: int,
    freed: int,
    rules: np.ndarray,
    moves: np.ndarray,
    top: int,
) -> int:
    """Write the new groups in which a tile is the one of the first color."""
    move[0], move[1], move[2], move[3] = GROUP, number, 0, 0
    for size in range(COLORS, 2, -1):
        for others in range(1 << (COLORS - 1 - color)):
            bits = (others << 1 | 1) << color
            jokers = size - count_bits(bits)
            there = 0 <= jokers <= own + freed
            for other in range(color + 1, COLORS):
                there = there and (not bits >> other & 1 or rack[other * NUMBERS + number] > 0)
            if there:
                top = _push(move, bits, jokers, size, own, freed, rules, moves, top)
    return top

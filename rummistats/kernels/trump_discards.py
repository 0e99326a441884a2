"""What players of American and International discard, and what fits the table."""

from __future__ import annotations

import numpy as np

from rummistats.kernels.compiling import njit
from rummistats.kernels.extended_tables import STEP, most_melded
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
    size_of,
)

BY_POINTS, BY_CHANCES, SAFE = range(3)
"""What a discard is judged by: most points; fewest chances to be melded; by these, and by what the
next player can do with it."""

IS_OPEN, COUNTS_POINTS, FOLLOWER_OPEN, FOLLOWER_TAKES = range(4)
"""What must be known of a discard: whether the player has opened, and counts points; whether the
next one has opened, and may take it."""

BOTH, FITS, POINTS, DANGER = range(4)
"""What counts for keeping a tile, see `rummistats.play.players.trump`."""


@njit(cache=True, nogil=True)
def find_fitting(
    hand: np.ndarray, table: np.ndarray, melds: int, rules: np.ndarray, fits: np.ndarray
) -> None:
    """Write which kinds can be added to melds, perhaps with others of the hand, or to jokers.

    It is a quick look: a run is followed round, also where a 1 is only high or low.
    """
    for kind in range(JOKER):
        fits[kind] = False
    for row in range(melds):
        meld = table[row]
        if not meld[IS_RUN]:
            if size_of(meld) < COLORS or meld[WILD]:
                for color in range(COLORS):
                    if not meld[REAL] >> color & 1:
                        fits[color * NUMBERS + meld[WHAT]] = True
            continue
        first = meld[WHAT] * NUMBERS
        for place in range(meld[LOW], meld[HIGH] + 1):
            if meld[WILD] >> place & 1:
                fits[first + place % NUMBERS] = True
        for way in range(2):
            end = meld[HIGH] % NUMBERS if way else meld[LOW] % NUMBERS
            bridges = hand[JOKER]
            for _ in range(NUMBERS):
                end += 1 if way else -1
                if end < 0 or end >= NUMBERS:
                    if rules[PLACES] == NUMBERS:
                        break
                    end = NUMBERS - 1 if end < 0 else 0
                fits[first + end] = True
                if not hand[first + end]:
                    bridges -= 1
                    if bridges < 0:
                        break


@njit(cache=True, nogil=True)
def best_discard(
    hand: np.ndarray,
    banned: int,
    judged: int,
    known: np.ndarray,
    shown: np.ndarray,
    unknown: np.ndarray,
    players: int,
    table: np.ndarray,
    melds: int,
    tiles: np.ndarray,
    points: np.ndarray,
    begins: np.ndarray,
    partners: np.ndarray,
    worths: np.ndarray,
    tools: tuple[np.ndarray, ...],
) -> int:
    """Return the tile in no meld that is best discarded, or else the one that costs least.

    Parameters
    ----------
    hand : numpy.ndarray of int64, shape (53,)
        The rack.
    banned : int
        The kind that may not be discarded, or -1.
    judged : int
        By what a discard is judged, see `BY_POINTS`.
    known : numpy.ndarray of int64, shape (4,)
        What must be known of it, see `IS_OPEN`.
    shown, unknown : numpy.ndarray of int64, shape (53,)
        What everybody has seen on the next player's rack, and what the player has not seen.
    players : int
        How many play.
    table, melds
        The melds, and how many.
    tiles, points, tools
        As in `rummistats.kernels.trump.play_deal`.
    begins, partners : numpy.ndarray of int64
        For each kind where the pairs of kinds begin with which it is a meld of three.
    worths : numpy.ndarray of float64, shape (4,)
        See `BOTH`.
    """
    most_melded(hand, table, tiles, tools)
    left = tools[3]
    fits = np.empty(JOKER, np.bool_)
    if judged != BY_POINTS:
        find_fitting(hand, table, melds, tools[0], fits)
    found, best = -1, 0.0
    for kind in range(JOKER):
        if left[kind] and kind != banned:
            if judged == BY_POINTS:
                gain = 1.0 * points[kind]
            else:
                gain = -_use(
                    kind, hand, fits[kind], judged == SAFE, known, shown, unknown, players, points,
                    begins, partners, worths,
                )  # fmt: skip
            if found < 0 or gain > best:
                best, found = gain, kind
    if found >= 0:
        return found
    most = -1
    for kind in range(JOKER + 1):
        if hand[kind] and kind != banned:
            hand[kind] -= 1
            worth = most_melded(hand, table, tiles, tools) * STEP + points[kind]
            hand[kind] += 1
            if worth > most:
                most, found = worth, kind
    return found


@njit(cache=True, nogil=True)
def _use(
    kind: int,
    hand: np.ndarray,
    fits: bool,
    is_safe: bool,
    known: np.ndarray,
    shown: np.ndarray,
    unknown: np.ndarray,
    players: int,
    points: np.ndarray,
    begins: np.ndarray,
    partners: np.ndarray,
    worths: np.ndarray,
) -> float:
    """Return of how much use a tile is, less what it costs, and what it is to the next one."""
    use, danger = 0.0, 0.0
    if fits and known[FOLLOWER_OPEN]:
        danger = 4.0
    for pair in range(begins[kind], begins[kind + 1]):
        one, other = partners[pair, 0], partners[pair, 1]
        if hand[one] and hand[other]:
            use += worths[BOTH]
        elif hand[one]:
            use += unknown[other]
        elif hand[other]:
            use += unknown[one]
        danger += (shown[one] + unknown[one] / players) * (shown[other] + unknown[other] / players)
    if fits and not known[IS_OPEN]:
        use += worths[FITS]
    if known[COUNTS_POINTS]:
        use -= worths[POINTS] * points[kind]
    if is_safe:
        use += worths[DANGER] * (danger if known[FOLLOWER_TAKES] else 0.0)
    return use

"""What players ask who collect melds on their racks, as in the Okey games.

A rack is how many tiles it has of each kind, the joker being the last kind. The best arrangement
of a rack is that of `rummistats.kernels.search`, so it is the engine's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from rummistats.kernels.rests import NONE
from rummistats.kernels.search import best_arrangement

NOBODY: Any = np.int64(-1)
"""Instead of a seat."""

NOTHING: Any = np.int64(-1)
"""Instead of a kind of tile."""

EMPTY = 1 << 20
"""Instead of the rank of a discard: there is no such tile."""


ZERO: Any = np.int64(0)
ONE: Any = np.int64(1)
"""A plain 0 or 1 is a type of its own, for which functions would be compiled again."""


class Lists(NamedTuple):
    """A list for every kind, one after the other.

    Parameters
    ----------
    begin : numpy.ndarray of int64, shape (kinds + 1,)
        Where each begins.
    items : numpy.ndarray of int64
        What is in them.
    """

    begin: np.ndarray
    items: np.ndarray


class Search(NamedTuple):
    """The melds of a game, and what is best.

    Parameters
    ----------
    order, first, needs, starts, credits, upper : numpy.ndarray
        See `rummistats.kernels.search.best_arrangement`.
    low_bits : int
        How many bits of a credit are tie-breaks.
    melds_of : Lists
        The melds that have a tile of each kind.
    """

    order: np.ndarray
    first: np.ndarray
    needs: np.ndarray
    starts: np.ndarray
    credits: np.ndarray
    upper: np.ndarray
    low_bits: int
    melds_of: Lists


class Room(NamedTuple):
    """Room to work in.

    Parameters
    ----------
    chosen : numpy.ndarray of int32
        The melds of the last arrangement; longer than any hand.
    used : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind are in them.
    """

    chosen: np.ndarray
    used: np.ndarray


@njit(cache=True, nogil=True)
def count_tiles(hand: np.ndarray) -> int:
    """Return how many tiles a hand has."""
    total: int = ZERO
    for kind in range(hand.shape[0]):
        total += hand[kind]
    return total


@njit(cache=True, nogil=True)
def arranged(hand: np.ndarray, search: Search, room: Room) -> np.int64:
    """Return the optimum of a hand; which melds reach it is in the room then."""
    credit = best_arrangement(
        hand,
        search.order,
        search.first,
        search.needs,
        search.starts,
        search.credits,
        search.upper,
        ONE,
        search.low_bits,
        room.chosen,
    )
    room.used[:] = 0
    place = 0
    while room.chosen[place] != NONE:
        meld = room.chosen[place]
        for at in range(search.starts[meld], search.starts[meld + 1]):
            room.used[search.needs[at]] += 1
        place += 1
    return credit >> search.low_bits


@njit(cache=True, nogil=True)
def most_pairs(hand: np.ndarray, used: np.ndarray) -> int:
    """Return how many pairs a hand has, and which tiles of each kind are in them."""
    joker = hand.shape[0] - 1
    pairs, wild = ZERO, np.int64(hand[joker])
    for kind in range(joker):
        pairs += hand[kind] // 2
        used[kind] = hand[kind] // 2 * 2
    for kind in range(joker):
        if wild and hand[kind] % 2:
            used[kind] += 1
            wild -= 1
            pairs += 1
    used[joker] = hand[joker] - wild % 2
    return int(pairs + wild // 2)


@njit(cache=True, nogil=True)
def can_be_melded(hand: np.ndarray, kind: int, search: Search) -> bool:
    """Return whether any meld of a hand has a tile of this kind."""
    needs, starts, melds_of = search.needs, search.starts, search.melds_of
    for place in range(melds_of.begin[kind], melds_of.begin[kind + 1]):
        meld = melds_of.items[place]
        fits = True
        for at in range(starts[meld], starts[meld + 1]):
            count = 0
            for other in range(starts[meld], starts[meld + 1]):
                count += needs[other] == needs[at]
            if hand[needs[at]] < count:
                fits = False
                break
        if fits:
            return True
    return False


@njit(cache=True, nogil=True)
def has_partners(hand: np.ndarray, kind: int, partners: Lists) -> bool:
    """Return whether a hand has two tiles with which a tile is a meld, jokers apart.

    ``partners`` are for each kind the two other tiles of each meld of three.
    """
    for place in range(partners.begin[kind], partners.begin[kind + 1]):
        if hand[partners.items[place, 0]] and hand[partners.items[place, 1]]:
            return True
    return False


@njit(cache=True, nogil=True)
def chances(hand: np.ndarray, unknown: np.ndarray, kind: int, partners: Lists) -> np.int64:
    """Return how many tiles, not seen yet, would make a meld of a tile and one of the hand."""
    found = np.int64(0)
    for place in range(partners.begin[kind], partners.begin[kind + 1]):
        one, other = partners.items[place]
        if (hand[one] > 0) != (hand[other] > 0):
            found += unknown[other if hand[one] else one]
    return found


@njit(cache=True, nogil=True)
def danger(unknown: np.ndarray, kind: int, partners: Lists) -> np.int64:
    """Return in how many ways two tiles that were not seen make a meld with a tile."""
    found = np.int64(0)
    for place in range(partners.begin[kind], partners.begin[kind + 1]):
        found += unknown[partners.items[place, 0]] * unknown[partners.items[place, 1]]
    return found


@njit(cache=True, nogil=True)
def still_unknown(
    seat: int, free: np.ndarray, hands: np.ndarray, shown: np.ndarray, unknown: np.ndarray
) -> None:
    """Write how many tiles of each kind a player has not seen.

    Parameters
    ----------
    seat : int
        The player.
    free : numpy.ndarray of int64, shape (kinds,)
        How many there are that do not lie face up.
    hands, shown : numpy.ndarray, shape (players, kinds)
        The hands, and what everybody has seen of them.
    unknown : numpy.ndarray of int64, shape (kinds,)
        Receives the numbers.
    """
    for kind in range(free.shape[0]):
        unknown[kind] = free[kind] - hands[seat, kind]
        for other in range(hands.shape[0]):
            if other != seat:
                unknown[kind] -= shown[other, kind]


@njit(cache=True, nogil=True)
def discarded(seat: int, kind: int, hands: np.ndarray, shown: np.ndarray, free: np.ndarray) -> None:
    """Put a tile face up; of two equal ones it is the one that everybody has seen."""
    hands[seat, kind] -= 1
    shown[seat, kind] = max(0, shown[seat, kind] - 1)
    free[kind] -= 1


@njit(cache=True, nogil=True)
def least_loss(
    hand: np.ndarray,
    unknown: np.ndarray,
    ranks: np.ndarray,
    costs: np.ndarray,
    points: np.ndarray,
    ahead: int,
    near: float,
    search: Search,
    room: Room,
) -> int:
    """Return the discard that costs least: of equal ones the first.

    Parameters
    ----------
    hand, unknown : numpy.ndarray, shape (kinds,)
        The hand, and the tiles that may be drawn next.
    ranks, costs, points : numpy.ndarray, shape (kinds,)
        What each tile costs: the rank decides first, `EMPTY` where there is no such tile, then
        the costs, then the points. The ranks are written to.
    ahead : int
        With how many of the best it looks one draw ahead, if they have one rank.
    near : float
        What the costs count against what is seen ahead.
    search, room
        The melds and room to work in.
    """
    best, value, rank = 0, 0.0, np.int64(0)
    for place in range(max(1, ahead)):
        found = 0
        for kind in range(1, hand.shape[0]):
            if ranks[kind] != ranks[found]:
                if ranks[kind] < ranks[found]:
                    found = kind
            elif costs[kind] != costs[found]:
                if costs[kind] < costs[found]:
                    found = kind
            elif points[kind] < points[found]:
                found = kind
        if place == 0:
            best, rank = found, ranks[found]
        if ahead < 2 or ranks[found] != rank:
            break
        # The mean optimum after a draw of any of the tiles that were not seen.
        hand[found] -= 1
        without, total, drawn = arranged(hand, search, room), np.int64(0), np.int64(0)
        for kind in range(hand.shape[0]):
            if unknown[kind]:
                hand[kind] += 1
                after = without
                if can_be_melded(hand, kind, search):
                    after = arranged(hand, search, room)
                hand[kind] -= 1
                total += unknown[kind] * after
                drawn += unknown[kind]
        hand[found] += 1
        mean = (total / drawn if drawn else 0.0) - near * costs[found]
        if place == 0 or mean > value:
            best, value = found, mean
        ranks[found] = EMPTY
    return best

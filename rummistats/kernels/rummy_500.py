"""Whole deals of Rummy 500 without jokers, each player digging as deep as it wants.

Kinds and melds are those of `rummistats.kernels.rows`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.extending import STEP, best_play
from rummistats.kernels.rows import (
    COLORS,
    GROUP,
    HIGHEST,
    KINDS,
    NO_KIND,
    ROW,
    ZERO,
    add_tile,
    copy_hand,
    copy_row,
    count_cards,
    fits_meld,
)

OUT, BLOCKED = 0, 1
"""How a deal ends: somebody has no cards left, or nobody goes on."""

POINTS, CHANCES, SAFE = 0, 1, 2
"""What a player judges discards by."""

_MOST_MELDS = 40


@njit(cache=True, nogil=True)
def play_deal(
    order: np.ndarray,
    upcard: int,
    starter: int,
    hand_size: int,
    limits: tuple[int, int, int],
    players: np.ndarray,
    threes: tuple[np.ndarray, np.ndarray, np.ndarray],
    catalog: tuple[np.ndarray, np.ndarray, np.ndarray],
    credits: np.ndarray,
    points: np.ndarray,
    copies: int,
    hands: np.ndarray,
    turns: np.ndarray,
    opened: np.ndarray,
    laid: np.ndarray,
) -> tuple[int, int]:
    """Play a deal out; return how it ended, and whose turn it is then.

    Parameters
    ----------
    order : numpy.ndarray of int64
        The kinds of all cards but the upcard: those of all players, then the stock.
    upcard : int
        The kind of the upcard.
    starter, hand_size : int
        Who starts, and how many cards each player gets.
    limits : tuple of int
        How many cards of one suit a group may have, how many cards, and after how many turns in
        which only discards were taken a deal ends.
    players : numpy.ndarray of float64, shape (players, 7)
        By seat how many discards it takes at most, what part of the points of a card in the hand
        counts as lost, what discards must gain, by what discards are judged, for how few cards of
        another player it waits, and the points for a chance and for a danger.
    threes : tuple of numpy.ndarray
        Where the melds of three of each kind begin, the two other kinds in each, and its row.
    catalog, credits
        As in `rummistats.kernels.extending.best_play`.
    points : numpy.ndarray of int64, shape (52,)
        What each kind counts in the hand.
    copies : int
        How many cards there are of each kind.
    hands : numpy.ndarray of int8, shape (players, 52)
        Receives what is left of the hands at the end.
    turns, opened, laid : numpy.ndarray of int64, shape (players,)
        Receive how many turns each player had, in which of them it laid cards first, or 0, and
        what its cards on the table count.
    """
    count = hands.shape[0]
    of_color, largest_group, most_passes = limits
    hands[:], turns[:], opened[:], laid[:] = 0, 0, 0, 0
    for place in range(count * hand_size):
        hands[place // hand_size, order[place]] += 1
    next_card = count * hand_size
    discards = np.empty(len(order) + 1, dtype=np.int64)
    discards[0] = upcard
    pile = 1
    # Cards of each kind on the table and among the discards; cards seen in the hands.
    open_cards = np.zeros(KINDS, dtype=np.int64)
    open_cards[upcard] = 1
    shown = np.zeros((count, KINDS), dtype=np.int64)
    table = np.empty((_MOST_MELDS, ROW), dtype=np.int64)
    after = np.empty((_MOST_MELDS, ROW), dtype=np.int64)
    melds = ZERO
    left = np.empty(KINDS, dtype=np.int8)
    held = np.empty(KINDS, dtype=np.int8)
    seat, passes = starter, 0
    while True:
        player, hand = players[seat], hands[seat]
        deepest, keep, least, waits = int(player[0]), player[1], player[2], player[4]
        turns[seat] += 1
        fewest = ZERO + KINDS * copies
        for other in range(count):
            if other != seat:
                fewest = min(fewest, count_cards(hands[other]))
        waiting = fewest > waits and waits < len(order) - next_card

        # What is taken: the place of the deepest discard, or none of them.
        taken, most, alone = pile, least, np.nan
        copy_hand(hand, held)
        for place in range(pile - 1, max(-1, pile - 1 - deepest), -1):
            kind = discards[place]
            is_free = place == pile - 1
            useful = not (is_free and waiting) and (
                _meld_with(kind, table, melds, of_color, largest_group) >= 0
                or _three_with(kind, held, threes) >= 0
            )
            held[kind] += 1
            if not useful:
                continue
            if np.isnan(alone):
                gain, _ = best_play(
                    hand,
                    NO_KIND,
                    table,
                    melds,
                    catalog,
                    credits,
                    of_color,
                    largest_group,
                    left,
                    after,
                )
                alone = gain // STEP - keep * _points_of(left, points)
            must = NO_KIND if is_free else kind
            gain, _ = best_play(
                held, must, table, melds, catalog, credits, of_color, largest_group, left, after
            )
            gained = gain // STEP - keep * _points_of(left, points) - alone
            if gained >= most:
                taken, most = place, gained

        digs, lays = taken < pile, False
        if not digs:
            if next_card == len(order):
                return BLOCKED, seat
            hand[order[next_card]] += 1
            next_card += 1
        else:
            deep = taken < pile - 1
            copy_hand(hand, held)
            for place in range(taken, pile):
                kind = discards[place]
                held[kind] += place > taken
                hand[kind] += 1
                shown[seat, kind] += 1
                open_cards[kind] -= 1
            pile = taken
            if deep:
                lays = True
                melds, gain = _lay_one(
                    discards[taken], held, table, melds, threes, credits, of_color, largest_group,
                    left,
                )  # fmt: skip
                laid[seat] += gain // STEP
                _take_away(hand, left, open_cards, shown[seat])

        waiting = fewest > waits and waits < len(order) - next_card
        while count_cards(hand):
            gain, then = best_play(
                hand,
                NO_KIND,
                table,
                melds,
                catalog,
                credits,
                of_color,
                largest_group,
                left,
                after,
            )
            if gain == 0 or (waiting and count_cards(left) > 1):
                break
            lays = True
            melds = then
            for place in range(melds):
                copy_row(after, place, table, place)
            laid[seat] += gain // STEP
            _take_away(hand, left, open_cards, shown[seat])
        if lays and opened[seat] == 0:
            opened[seat] = turns[seat]
        if not count_cards(hand):
            return OUT, seat

        drop = -1
        best = best_points = 0.0
        # Suit by suit, as the cards of a hand are looked at.
        for color in range(COLORS):
            for kind in range(color, KINDS, COLORS):
                if not hand[kind]:
                    continue
                free = _freed(
                    kind, hands, seat, player, open_cards, shown, threes, points[kind], copies
                )
                if player[3] == SAFE:
                    fits = _meld_with(kind, table, melds, of_color, largest_group) >= 0
                    free -= 2 * points[kind] * fits
                if drop < 0 or free > best or (free == best and points[kind] > best_points):
                    drop, best, best_points = kind, free, points[kind]
        hand[drop] -= 1
        open_cards[drop] += 1
        shown[seat, drop] = max(0, shown[seat, drop] - 1)
        discards[pile] = drop
        pile += 1
        if not count_cards(hand):
            return OUT, seat
        passes = passes + 1 if digs and not lays else 0
        seat = (seat + 1) % count
        if passes >= most_passes:
            return BLOCKED, seat


@njit(cache=True, nogil=True)
def _meld_with(kind: int, table: np.ndarray, melds: int, of_color: int, largest_group: int) -> int:
    """Return the first meld to which a card may be added, or -1."""
    for place in range(melds):
        if fits_meld(kind, table[place], of_color, largest_group):
            return place
    return -1


@njit(cache=True, nogil=True)
def _three_with(
    kind: int, hand: np.ndarray, threes: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> int:
    """Return the first meld of three of a card with others of a hand, or -1."""
    begins, others, _ = threes
    for three in range(begins[kind], begins[kind + 1]):
        one, other = others[three, 0], others[three, 1]
        if hand[one] > (one == other) and hand[other]:
            return three
    return -1


@njit(cache=True, nogil=True)
def _lay_one(
    key: int,
    held: np.ndarray,
    table: np.ndarray,
    melds: int,
    threes: tuple[np.ndarray, np.ndarray, np.ndarray],
    credits: np.ndarray,
    of_color: int,
    largest_group: int,
    left: np.ndarray,
) -> tuple[int, np.int64]:
    """Lay a card off, or the first three with it; return how many melds there are, and the gain.

    What is left of the other cards is written to the last array.
    """
    copy_hand(held, left)
    place = _meld_with(key, table, melds, of_color, largest_group)
    if place >= 0:
        way = fits_meld(key, table[place], of_color, largest_group)
        add_tile(key, table[place], way)
        return melds, _credit(key, table[place], credits, way == 1)
    three = _three_with(key, held, threes)
    row = threes[2][three]
    copy_row(threes[2], three, table, melds)
    one, other = threes[1][three, 0], threes[1][three, 1]
    left[one] -= 1
    left[other] -= 1
    gain = np.int64(0)
    for kind in (key, one, other):
        gain += _credit(kind, row, credits, row[3] == HIGHEST)
    return melds + 1, gain


@njit(cache=True, nogil=True)
def _points_of(left: np.ndarray, points: np.ndarray) -> np.int64:
    """Return the points of what is left of a hand."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += left[kind] * points[kind]
    return total


@njit(cache=True, nogil=True)
def _credit(kind: int, row: np.ndarray, credits: np.ndarray, high: bool) -> np.int64:
    """Return what a card counts in a meld; an ace in a run is high or low."""
    if kind >= COLORS:
        return np.int64(credits[kind // COLORS])
    if row[0] == GROUP:
        return np.int64(credits[HIGHEST + 1])
    return np.int64(credits[HIGHEST if high else 0])


@njit(cache=True, nogil=True)
def _take_away(
    hand: np.ndarray, left: np.ndarray, open_cards: np.ndarray, shown: np.ndarray
) -> None:
    """Move cards from a hand to the table; those that were seen count as the ones that leave."""
    for kind in range(KINDS):
        away = hand[kind] - left[kind]
        hand[kind] = left[kind]
        open_cards[kind] += away
        shown[kind] = max(0, shown[kind] - away)


@njit(cache=True, nogil=True)
def _freed(
    kind: int,
    hands: np.ndarray,
    seat: int,
    player: np.ndarray,
    open_cards: np.ndarray,
    shown: np.ndarray,
    threes: tuple[np.ndarray, np.ndarray, np.ndarray],
    points: int,
    copies: int,
) -> float:
    """Return what a player gains by a discard, as far as the table does not matter."""
    begins, others, _ = threes
    hand = hands[seat]
    gain = 0.0
    if player[3] == POINTS:
        for three in range(begins[kind], begins[kind + 1]):
            one, other = others[three, 0], others[three, 1]
            gain -= hand[one] + hand[other] > 0
        return gain
    gain += points
    for three in range(begins[kind], begins[kind + 1]):
        one, other = others[three, 0], others[three, 1]
        has_one, has_other = hand[one] > (one == kind), hand[other] > (other == kind)
        if has_one and has_other:
            gain -= 2 * points
        elif has_one:
            gain -= player[5] * _unknown(other, hand, seat, open_cards, shown, copies)
        elif has_other:
            gain -= player[5] * _unknown(one, hand, seat, open_cards, shown, copies)
        elif player[3] == SAFE:
            both = _unknown(one, hand, seat, open_cards, shown, copies) * _unknown(
                other, hand, seat, open_cards, shown, copies
            )
            gain -= player[6] * both
    return gain


@njit(cache=True, nogil=True)
def _unknown(
    kind: int,
    hand: np.ndarray,
    seat: int,
    open_cards: np.ndarray,
    shown: np.ndarray,
    copies: int,
) -> int:
    """Return how many cards of a kind may be anywhere."""
    known = open_cards[kind] + hand[kind]
    for other in range(shown.shape[0]):
        if other != seat:
            known += shown[other, kind]
    return int(copies - known)

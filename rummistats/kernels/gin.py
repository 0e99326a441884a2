"""Whole deals of Gin without jokers, aces low, every player knocking as soon as it wants to.

A hand is a row of bits: a card of suit ``c`` and rank ``r``, counted from 0, is bit ``16 c + r``.
What cards in melds are worth is their credit: 64 for each point, and 1 for each card, so that of
arrangements with equally few points left one with most cards in melds is the best.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.bits import count_bits

NOBODY, KNOCK, BIG_GIN = 0, 1, 2
"""How a deal ends: void, with a knock (gin among them), with big gin."""

_RANKS = 13
_SUIT = 16
_POINT = 64
_ROW = np.int64((1 << 48) + (1 << 32) + (1 << 16) + 1)
_ALL = np.int64((1 << 13) - 1) * _ROW


@njit(cache=True, nogil=True)
def fill_runs(credits: np.ndarray, runs: np.ndarray) -> None:
    """Write the credit of the best runs in every content of a suit.

    Parameters
    ----------
    credits : numpy.ndarray of int64, shape (13,)
        The credit of a card of each rank.
    runs : numpy.ndarray of int64, shape (8192,)
        Receives the credit of each content, a row of 13 bits.
    """
    runs[0] = 0
    for content in range(1, 1 << _RANKS):
        low = 0
        while not content >> low & 1:
            low += 1
        # The lowest card stays, or a run begins with it.
        best = runs[content & (content - 1)]
        credit, rank, row = 0, low, content
        while rank < _RANKS and content >> rank & 1:
            credit += credits[rank]
            row &= ~(1 << rank)
            rank += 1
            if rank - low >= 3 and credit + runs[row] > best:
                best = credit + runs[row]
        runs[content] = best


@njit(cache=True, nogil=True)
def best_credit(hand: np.int64, credits: np.ndarray, runs: np.ndarray) -> np.int64:
    """Return the credit of the best arrangement of a hand."""
    # The ranks of which there can be a group: none, all cards, or all but one of four.
    ranks = np.empty(_RANKS, dtype=np.int64)
    ways = np.empty(_RANKS, dtype=np.int64)
    chosen = np.zeros(_RANKS, dtype=np.int64)
    several = 0
    for rank in range(_RANKS):
        count = count_bits(hand & (_ROW << rank))
        if count >= 3:
            ranks[several] = rank
            ways[several] = 2 if count == 3 else 6
            several += 1
    best = np.int64(0)
    while True:
        rest = hand
        credit = np.int64(0)
        for place in range(several):
            way, rank = chosen[place], ranks[place]
            if way:
                cards = hand & (_ROW << rank)
                if way > 1:
                    cards &= ~(np.int64(1) << (_SUIT * (way - 2) + rank))
                credit += credits[rank] * (3 if ways[place] == 2 or way > 1 else 4)
                rest &= ~cards
        for suit in range(4):
            credit += runs[rest >> (_SUIT * suit) & ((1 << _RANKS) - 1)]
        best = max(best, credit)
        place = 0
        while place < several and chosen[place] == ways[place] - 1:
            chosen[place] = 0
            place += 1
        if place == several:
            return best
        chosen[place] += 1


@njit(cache=True, nogil=True)
def credit_of(hand: np.int64, credits: np.ndarray) -> np.int64:
    """Return the credit of all cards of a hand."""
    total = np.int64(0)
    for suit in range(4):
        for rank in range(_RANKS):
            if hand >> (_SUIT * suit + rank) & 1:
                total += credits[rank]
    return total


@njit(cache=True, nogil=True)
def first_melds(
    hand: np.int64, credits: np.ndarray, runs: np.ndarray, melds: np.ndarray
) -> np.int64:
    """Write the melds of a best arrangement; return how many.

    Of equal arrangements it is the first: card by card, rank by rank and suit by suit, the
    longest meld comes first, the group before the run, dead wood last.
    """
    count = np.int64(0)
    for rank in range(_RANKS):
        for suit in range(4):
            card = np.int64(1) << (_SUIT * suit + rank)
            if not hand & card:
                continue
            best = best_credit(hand, credits, runs)
            found = np.int64(0)
            for length in range(_RANKS, 2, -1):
                if length <= 4:
                    found = _first_group(hand, card, rank, length, best, credits, runs)
                if not found and rank + length <= _RANKS:
                    meld = ((np.int64(1) << length) - 1) * card
                    if meld & hand == meld and _is_best(hand, meld, best, credits, runs):
                        found = meld
                if found:
                    melds[count] = found
                    count += 1
                    break
            hand &= ~(found | card)
    return count


@njit(cache=True, nogil=True)
def _is_best(
    hand: np.int64, meld: np.int64, best: np.int64, credits: np.ndarray, runs: np.ndarray
) -> bool:
    """Return whether a best arrangement has a meld."""
    return bool(credit_of(meld, credits) + best_credit(hand & ~meld, credits, runs) == best)


@njit(cache=True, nogil=True)
def _first_group(
    hand: np.int64,
    card: np.int64,
    rank: int,
    size: int,
    best: np.int64,
    credits: np.ndarray,
    runs: np.ndarray,
) -> np.int64:
    """Return the first group with a card in a best arrangement, or nothing."""
    cards = hand & (_ROW << rank)
    count = count_bits(cards)
    if count == size:
        return cards if _is_best(hand, cards, best, credits, runs) else np.int64(0)
    if count == 4 and size == 3:
        # Without the second, the third, the fourth suit: in the order of their texts.
        for suit in range(1, 4):
            meld = cards & ~(np.int64(1) << (_SUIT * suit + rank))
            if meld & card and _is_best(hand, meld, best, credits, runs):
                return meld
    return np.int64(0)


@njit(cache=True, nogil=True)
def least_after_layoff(
    hand: np.int64,
    table: np.ndarray,
    melds: np.int64,
    credits: np.ndarray,
    runs: np.ndarray,
) -> np.int64:
    """Return which cards a defender has left who melds and lays off as well as possible.

    Parameters
    ----------
    hand : int
        The defender's hand.
    table : numpy.ndarray of int64
        The knocker's melds.
    melds : int
        How many of them may be laid off on.
    credits, runs
        As in `fill_runs`.
    """
    # What was laid off so far, and on which meld to go on.
    most = -np.int64(1)
    left = hand
    stack = np.zeros((1024, 2), dtype=np.int64)
    stack[0] = hand, 0
    waiting = 1
    whole = credit_of(hand, credits)
    while waiting:
        waiting -= 1
        rest, meld = stack[waiting]
        if meld == melds:
            gained = whole - credit_of(rest, credits) + best_credit(rest, credits, runs)
            if gained > most:
                most, left = gained, rest
            continue
        first, last, suit = _ends(table[meld])
        if suit < 0:
            more = rest & ~table[meld] & (_ROW << first)
            stack[waiting] = rest, meld + 1
            waiting += 1
            if more:
                stack[waiting] = rest & ~more, meld + 1
                waiting += 1
            continue
        below = np.int64(0)
        low = first
        while True:
            above = np.int64(0)
            high = last
            while True:
                stack[waiting] = rest & ~(below | above), meld + 1
                waiting += 1
                high += 1
                card = np.int64(1) << (_SUIT * suit + high)
                if high >= _RANKS or not rest & card:
                    break
                above |= card
            low -= 1
            if low < 0:
                break
            card = np.int64(1) << (_SUIT * suit + low)
            if not rest & card:
                break
            below |= card
    found = np.empty(16, dtype=np.int64)
    for place in range(first_melds(left, credits, runs, found)):
        left &= ~found[place]
    return left


@njit(cache=True, nogil=True)
def _ends(meld: np.int64) -> tuple[int, int, int]:
    """Return the lowest and the highest rank of a run and its suit, or a group's rank and -1."""
    first, last, suit = _RANKS, -1, -1
    suits = 0
    for place in range(4):
        row = meld >> (_SUIT * place) & ((1 << _RANKS) - 1)
        if row:
            suits += 1
            suit = place
            for rank in range(_RANKS):
                if row >> rank & 1:
                    first, last = min(first, rank), max(last, rank)
    return first, last, suit if suits == 1 else -1


@njit(cache=True, nogil=True)
def play_deal(
    order: np.ndarray,
    upcard: int,
    starter: int,
    hand_size: int,
    rules: np.ndarray,
    players: np.ndarray,
    points: np.ndarray,
    credits: np.ndarray,
    runs: np.ndarray,
    hands: np.ndarray,
    turns: np.ndarray,
    opened: np.ndarray,
) -> tuple[int, int]:
    """Play a deal out; return how it ended, and who knocked.

    Parameters
    ----------
    order : numpy.ndarray of int64
        The bits of all cards but the upcard: those of both players, then the stock.
    upcard : int
        The bit of the upcard.
    starter, hand_size : int
        Who starts, and how many cards each player gets.
    rules : numpy.ndarray of int64, shape (5,)
        The limit for knocking, the cards left in the stock when a hand is void, and whether big
        gin is played, a card may be put back, cards may be laid off on gin.
    players : numpy.ndarray of int64, shape (2, 5)
        By seat the knocking point; from how few cards in the stock on it does not matter; and
        what discards are judged by: whether by more than points alone, and then half points for
        the chance to meld a card, and for the danger that the other player does.
    points : numpy.ndarray of int64, shape (13,)
        The points of each rank.
    credits, runs
        As in `fill_runs`.
    hands : numpy.ndarray of int64, shape (2,)
        Receives what is left of the hands at the end.
    turns, opened : numpy.ndarray of int64, shape (2,)
        Receive how many turns each player had, and in which of them it laid cards; 0 for never.
    """
    limit, stock_end, big_gin, put_back, layoff_on_gin = rules
    turns[:] = 0
    opened[:] = 0
    hands[:] = 0
    for place in range(2 * hand_size):
        hands[place // hand_size] |= np.int64(1) << order[place]
    next_card = 2 * hand_size
    seat, discard, offered = starter, upcard, 0
    # Cards that have lain face up, and those of them that each player is known to hold.
    seen = np.int64(1) << upcard
    shown = np.zeros(2, dtype=np.int64)
    melds = np.empty(16, dtype=np.int64)
    while True:
        turns[seat] += 1
        hand = hands[seat]
        face_up = np.int64(1) << discard
        wanted = offered != 2 and best_credit(hand | face_up, credits, runs) // _POINT > (
            best_credit(hand, credits, runs) // _POINT
        )
        if offered < 2 and not wanted:
            offered += 1
            seat = 1 - seat
            continue
        offered = 3
        kept = np.int64(0)
        if wanted:
            hand |= face_up
            shown[seat] |= face_up
            if not put_back:
                kept = face_up
        else:
            hand |= np.int64(1) << order[next_card]
            next_card += 1
        left, drop = _least(hand, kept, points, credits, runs)
        melded = best_credit(hand, credits, runs) // _POINT
        whole = credit_of(hand, credits) // _POINT - melded
        is_big = big_gin and whole == 0
        allowed = is_big or left <= limit or left == 0
        close = left <= players[seat, 0] or len(order) - next_card <= players[seat, 1]
        if allowed and (is_big or close):
            if not is_big:
                hand &= ~(np.int64(1) << drop)
            count = first_melds(hand, credits, runs, melds)
            for place in range(count):
                hand &= ~melds[place]
            hands[seat] = hand
            opened[seat] = turns[seat] if count else 0
            other = 1 - seat
            turns[other] += 1
            open_melds = count if hand or layoff_on_gin else np.int64(0)
            rest = least_after_layoff(hands[other], melds, open_melds, credits, runs)
            opened[other] = turns[other] if rest != hands[other] else 0
            hands[other] = rest
            return (BIG_GIN if is_big else KNOCK), seat
        if players[seat, 2]:
            unknown = _ALL & ~(hand | seen)
            chance, danger = players[seat, 3], players[seat, 4]
            other = shown[1 - seat]
            drop = _freest(
                hand, kept, whole, unknown, other, chance, danger, points, credits, runs, drop
            )
        hand &= ~(np.int64(1) << drop)
        seen |= np.int64(1) << drop
        shown[seat] &= hand
        hands[seat] = hand
        discard = drop
        if len(order) - next_card <= stock_end:
            return NOBODY, -1
        seat = 1 - seat


@njit(cache=True, nogil=True)
def _least(
    hand: np.int64, kept: np.int64, points: np.ndarray, credits: np.ndarray, runs: np.ndarray
) -> tuple[np.int64, int]:
    """Return the least dead wood after a discard, and the discard: the highest of equal ones."""
    least, found = np.int64(1 << 40), -1
    total = credit_of(hand, credits) // _POINT
    for rank in range(_RANKS):
        for suit in range(4):
            place = _SUIT * suit + rank
            card = np.int64(1) << place
            if not hand & card or card & kept:
                continue
            rest = hand & ~card
            left = total - points[rank] - best_credit(rest, credits, runs) // _POINT
            if left <= least:
                least, found = left, place
    return least, found


@njit(cache=True, nogil=True)
def _freest(
    hand: np.int64,
    kept: np.int64,
    whole: np.int64,
    unknown: np.int64,
    other: np.int64,
    chance: np.int64,
    danger: np.int64,
    points: np.ndarray,
    credits: np.ndarray,
    runs: np.ndarray,
    drop: int,
) -> int:
    """Return the discard with most points, less the chances to meld it, or else another one."""
    most, found = -np.int64(1 << 40), drop
    total = credit_of(hand, credits) // _POINT
    for rank in range(_RANKS):
        for suit in range(4):
            place = _SUIT * suit + rank
            card = np.int64(1) << place
            if not hand & card or card & kept:
                continue
            left = total - points[rank] - best_credit(hand & ~card, credits, runs) // _POINT
            if left != whole - points[rank]:
                continue
            gain = 2 * points[rank]
            for one in range(1, 4):
                for two in range(one + 1, 4):
                    a = np.int64(1) << (_SUIT * ((suit + one) % 4) + rank)
                    b = np.int64(1) << (_SUIT * ((suit + two) % 4) + rank)
                    gain -= _worth_of_pair(a, b, hand, unknown, other, chance, danger)
            for first in range(max(0, rank - 2), min(rank, _RANKS - 3) + 1):
                pair = np.int64(7) << (_SUIT * suit + first) & ~card
                a = pair & -pair
                gain -= _worth_of_pair(a, pair & ~a, hand, unknown, other, chance, danger)
            # Of equal ones the one with less dead wood left, and then the highest.
            value = (gain << 20) - (left << 8)
            if value >= most:
                most, found = value, place
    return found


@njit(cache=True, nogil=True)
def _worth_of_pair(
    a: np.int64,
    b: np.int64,
    hand: np.int64,
    unknown: np.int64,
    other: np.int64,
    chance: np.int64,
    danger: np.int64,
) -> np.int64:
    """Return how many half points two cards are worth that make a meld with a third one."""
    held = np.int64((hand & a) != 0) + np.int64((hand & b) != 0)
    if held == 1:
        return chance * (np.int64((unknown & a) != 0) + np.int64((unknown & b) != 0))
    if held:
        return np.int64(0)
    one = 2 if other & a else np.int64((unknown & a) != 0)
    two = 2 if other & b else np.int64((unknown & b) != 0)
    return danger * one * two

"""Whole deals of the game of the free table, every player laying the best it can.

A turn is a play or a draw; a player who has not opened lays from the rack alone, worth enough.
The optimum of every turn is that of `rummistats.kernels.table`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.table import solve_counts
from rummistats.kernels.table_states import FULL

BLOCKED = -1
"""Instead of a winner: the pool was empty and nobody played for a whole round."""


@njit(cache=True, nogil=True)
def play_deal(
    order: np.ndarray,
    starter: int,
    step: int,
    hand_size: int,
    open_points: int,
    gains: np.ndarray,
    shape: np.ndarray,
    states: np.ndarray,
    slots: np.ndarray,
    chosen: np.ndarray,
    melds: np.ndarray,
    laid: np.ndarray,
    nothing: np.ndarray,
    table: np.ndarray,
    hands: np.ndarray,
    turns: np.ndarray,
    opened: np.ndarray,
    jokers: np.ndarray,
) -> int:
    """Play a deal out; return who goes out, `BLOCKED`, or `FULL` if the room was too small.

    Parameters
    ----------
    order : numpy.ndarray of int8, shape (tiles,)
        The kinds of all tiles: those of the first player, of the next ones, then the pool.
    starter, step : int
        Who starts, and how far it is to the next seat: 1 or -1.
    hand_size, open_points : int
        Tiles dealt, and what an opening must be worth.
    gains : numpy.ndarray of int64, shape (players, …)
        What each player counts, as `rummistats.kernels.table.solve_counts` wants it.
    shape, states, slots, chosen, melds, laid
        As that wants them, too.
    nothing : numpy.ndarray of int8, shape (kinds,)
        An empty table.
    table : numpy.ndarray of int8, shape (kinds,)
        Receives the table at the end.
    hands : numpy.ndarray of int8, shape (players, kinds)
        Receives the racks at the end.
    turns, opened, jokers : numpy.ndarray of int64, shape (players,)
        Receive how many turns each player had, in which of them it opened (0 for never), and how
        many jokers it was dealt or drew.
    """
    players = len(hands)
    table[:] = 0
    hands[:] = 0
    turns[:] = 0
    opened[:] = 0
    for place in range(players * hand_size):
        hands[place // hand_size, order[place]] += 1
    # The joker is the last kind.
    jokers[:] = hands[:, -1]
    next_tile = players * hand_size
    seat = starter
    passes = 0
    while passes < players:
        turns[seat] += 1
        hand = hands[seat]
        before, threshold = (table, 0) if opened[seat] else (nothing, open_points)
        gain, _ = solve_counts(
            before, hand, gains[seat], shape, 0, threshold, 1, states, slots, chosen, melds, laid
        )
        if gain == FULL:
            return FULL
        if gain > 0:
            left = 0
            for kind in range(len(table)):
                played = laid[kind] - before[kind]
                hand[kind] -= played
                table[kind] += played
                left += hand[kind]
            if not opened[seat]:
                opened[seat] = turns[seat]
            passes = 0
            if not left:
                return seat
        elif next_tile < len(order):
            drawn = order[next_tile]
            hand[drawn] += 1
            jokers[seat] += drawn == len(hand) - 1
            next_tile += 1
            passes = 0
        else:
            passes += 1
        seat = (seat + step) % players
    return BLOCKED

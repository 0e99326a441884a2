"""What the scores of several games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rummistats.play.state import State

__all__ = ["best_of", "next_in_turn", "shared"]


def best_of(amounts: Sequence[Any]) -> tuple[int, ...]:
    """Return the seats with the least amount.

    Examples
    --------
    >>> best_of([13, 9, 40, 9])
    (1, 3)
    """
    least = min(amounts)
    return tuple(seat for seat, amount in enumerate(amounts) if amount == least)


def next_in_turn(seats: Sequence[int], state: State) -> int:
    """Return the one of some seats whose turn comes first, beginning with the one to move."""
    return min(seats, key=lambda seat: (seat - state.seat) * state.step % state.players)


def shared(scores: Sequence[Fraction], winners: Sequence[int]) -> list[Fraction]:
    """Return scores that sum to 0: what the others lose is shared equally by the winners.

    Examples
    --------
    >>> [str(each) for each in shared([Fraction(0), Fraction(0), Fraction(-11)], (0, 1))]
    ['11/2', '11/2', '-11']
    """
    won = -sum(score for seat, score in enumerate(scores) if seat not in winners)
    share = Fraction(won) / len(winners)
    return [share if seat in winners else Fraction(score) for seat, score in enumerate(scores)]

"""What the scores of several games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rummistats.play.state import State

__all__ = ["best_of", "next_in_turn", "rack_points", "shared"]


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
    """Return the one of some seats whose turn comes first, beginning with the one to move.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.play.state import begin_deal
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> next_in_turn([0, 1, 3], replace(start, seat=2))
    3
    """
    return min(seats, key=lambda seat: (seat - state.seat) * state.step % state.players)


def rack_points(state: State) -> list[int]:
    """Return the points on each rack.

    Examples
    --------
    >>> from rummistats.play.state import begin_deal
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(players=2)
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> rack_points(start.with_hand(sabra.table_set.parse("R5 J")))[start.seat]
    35
    """
    return [sum(map(state.variant.rack_points_of, hand)) for hand in state.hands]


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

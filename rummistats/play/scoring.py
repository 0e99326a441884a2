"""What the scores of several games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rummistats.play.state import State

if TYPE_CHECKING:
    from rummistats.play.records import Record
    from rummistats.variants import Variant

__all__ = [
    "best_of",
    "blocked_winners",
    "losses",
    "next_in_turn",
    "next_starter",
    "rack_points",
    "shared",
]


def best_of(amounts: Sequence[Any]) -> tuple[int, ...]:
    """Return the seats with the least amount.

    Examples
    --------
    >>> best_of([13, 9, 40, 9])
    (1, 3)
    """
    least = min(amounts)
    return tuple(seat for seat, amount in enumerate(amounts) if amount == least)


def blocked_winners(state: State) -> tuple[int, ...]:
    """Return who wins when nobody has gone out: who has least on the rack.

    The rules ``blocked_winner`` and ``tie`` say what is least, and who wins of several.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.play.state import begin_deal
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(players=2)
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(sabra.table_set.parse(text) for text in ("R5 R4", "R10"))
    >>> blocked_winners(replace(start, hands=racks))
    (0,)
    """
    points = rack_points(state)
    if state.variant.rule("blocked_winner") == "lowest_total":
        best = best_of(points)
    else:
        best = best_of([(len(hand), points[seat]) for seat, hand in enumerate(state.hands)])
    if state.variant.rule("tie") == "first":
        return (next_in_turn(best, state),)
    return best


def losses(state: State, won: Sequence[int]) -> list[Fraction]:
    """Return what each seat loses: the rack, less the winner's if ``blocked_scoring`` says so.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.play.state import begin_deal
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(players=2)
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(sabra.table_set.parse(text) for text in ("R5 R4", "R10"))
    >>> [int(loss) for loss in losses(replace(start, hands=racks, ended="blocked"), (0,))]
    [0, 1]
    """
    points = rack_points(state)
    common = 0
    if state.ended != "out" and state.variant.rule("blocked_scoring") == "difference":
        common = points[won[0]]
    return [Fraction(0 if seat in won else h - common) for seat, h in enumerate(points)]


def next_starter(last: Record, variant: Variant | None = None) -> int | None:
    """Return who starts the next deal by the rule ``next_starter``; None if the lot decides.

    Of several winners the next one in turn order after the last starter starts.

    Parameters
    ----------
    last : Record
        The deal before.
    variant : Variant, optional
        Whose rule it is; that of the deal unless given.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(next_starter="rotate")
    >>> next_starter(play(sabra, "greedy", seed=1, starter=2))
    3
    """
    rule = dict((variant or last.variant).table_rules).get("next_starter", "draw")
    first, step, players = last.deal.starter, last.turns[0].before.step, len(last.scores)
    if rule == "rotate":
        return (first + step) % players
    if rule == "winner" and last.winners:
        return min(last.winners, key=lambda seat: (seat - first - step) * step % players)
    return None


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

"""The measures that ask for the best that can be made of a hand, as scores to be counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rummistats.arrange import ways_to_open
from rummistats.dealing import Context
from rummistats.exact.automata import AUTOMATA, pairs_with_jokers
from rummistats.exact.columns import ColumnAutomaton
from rummistats.exact.contract_plans import contract_plan
from rummistats.exact.counting import Score
from rummistats.exact.plans import Direction, Melds, make_plan
from rummistats.search import Objective, check_objective
from rummistats.values import knock_limit
from rummistats.variants import Variant
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points

__all__ = ["METHODS", "Method", "tally_score"]


@dataclass(frozen=True)
class Method:
    """How a measure is found from scores.

    Parameters
    ----------
    scores : tuple of Score
        What is counted.
    value : callable
        ``value(scores, jokers_held, tiles_held)`` is the measure's value; assigned jokers are
        held, too.
    others : object
        The value of the hands that are not counted: those that reach a goal after which nothing
        matters any more, or can't use all tiles; None if every hand is counted.
    also : ColumnAutomaton, optional
        An event: for its hands, too, the value is True. ``value`` must be False for them.
    """

    scores: tuple[Score, ...]
    value: Callable[[tuple[int, ...], int, int], Any]
    others: object = None
    also: ColumnAutomaton[Any] | None = None

    @property
    def absorbs(self) -> bool:
        """Whether hands that reach the goal are not counted."""
        return self.others is True


def _first(scores: tuple[int, ...], jokers: int, tiles: int) -> int:
    return scores[0]


def _optimum(objective: Objective) -> Callable[[Variant], Method]:
    def method(variant: Variant) -> Method:
        check_objective(variant, objective)
        return Method((Score(make_plan(variant, objective)),), _first)

    return method


def _dead_wood_tiles(variant: Variant) -> Method:
    # From the same counts as the tiles in melds: whoever has these has both.
    melded = _optimum("tiles")(variant)
    return Method(melded.scores, lambda found, jokers, tiles: tiles - found[0])


def _dead_wood_points(variant: Variant) -> Method:
    check_objective(variant, "dead_wood_points")
    all_points = tally_score("hand_points", variant)
    return Method(
        (replace(all_points, plan=make_plan(variant, "dead_wood_points"), sign=-1),), _first
    )


def _opening_value(variant: Variant, context: Context | None = None) -> Method:
    ways = ways_to_open(variant, context)
    # Asking for the points raises the error that says why there are none.
    _ = variant.opening_points
    by_points = next((way for way in ways if isinstance(way, Points)), Points(0))
    melds = Melds(needs_run=by_points.needs_run, single=by_points.single_meld)
    return Method((Score(make_plan(variant, "value", melds=melds)),), _first)


def _can_open(
    variant: Variant,
    context: Context | None = None,
    by: str | None = None,
    direction: Direction = "descending",
) -> Method:
    ways = ways_to_open(variant, context, by)
    points = next((way for way in ways if isinstance(way, Points)), None)
    pairs = next((way.pairs for way in ways if isinstance(way, Pairs)), None)
    contract = next((way for way in ways if isinstance(way, Contract)), None)
    if contract is not None:
        plan = contract_plan(variant, contract)
        return Method((Score(plan),), lambda found, jokers, tiles: found[0] > 0, others=True)
    if points is None and any(isinstance(way, AnyMeld) for way in ways):
        points = Points(0)
    scores: list[Score] = []
    if points is not None:
        if points.points:
            melds = Melds(needs_run=points.needs_run, single=points.single_meld)
            # Mostly from the highest number down: hands that can open do so with high tiles.
            plan = make_plan(variant, "value", goal=points.points, melds=melds, direction=direction)
        else:
            # Any meld is enough, but none is not.
            any_meld = Melds(kind="run" if points.needs_run else "any")
            plan = make_plan(variant, "melds", goal=1, melds=any_meld)
        scores.append(Score(plan))
    wild = variant.playing_set.jokers
    if pairs is not None:
        # Single tiles matter only where wild tiles can be their twins.
        scores += [tally_score("pairs", variant), *([_singles_score()] if wild else [])]
    goal = scores[0].plan.goal if points is not None and scores[0].plan else 0
    assert goal is not None

    def value(found: tuple[int, ...], jokers: int, tiles: int) -> bool:
        if points is not None and found[0] >= goal:
            return True
        if pairs is None:
            return False
        if not wild:
            return found[-1] >= pairs
        return pairs_with_jokers(found[-2], found[-1], jokers) >= pairs

    return Method(tuple(scores), value, others=None if points is None else True)


def _singles_score() -> Score:
    return Score(column=lambda number, tiles: sum(count % 2 for count in tiles))


def _complete(variant: Variant) -> Method:
    plan = make_plan(variant, "tiles", melds=Melds(all_used=True))
    if not variant.pairs_complete:
        return Method((Score(plan, sign=0),), lambda found, jokers, tiles: True, others=False)
    # Hands of pairs only are counted apart, so here those that are both are left out.
    return Method(
        (Score(plan, sign=0), _singles_score()),
        lambda found, jokers, tiles: not _all_paired(found[-1], jokers),
        others=False,
        also=ColumnAutomaton(
            start=lambda held: (held, 0),
            step=lambda state, number, column: (
                state[0],
                # One more than there are jokers is too many, however many they are.
                min(state[1] + sum(count % 2 for count in column), state[0] + 1),
            ),
            final=lambda state: _all_paired(state[1], state[0]),
            by_color=True,
        ),
    )


def _all_paired(singles: int, jokers: int) -> bool:
    """Return whether a hand with so many tiles without a twin is all pairs."""
    return singles <= jokers and (jokers - singles) % 2 == 0


def _can_knock(variant: Variant, context: Context | None = None) -> Method:
    limit = knock_limit(variant, context)
    method = _dead_wood_points(variant)
    return Method(method.scores, lambda found, jokers, tiles: found[0] <= limit)


def _has(kind: str, size_name: str | None) -> Callable[..., Method]:
    def method(variant: Variant, natural: bool = False, **sizes: int) -> Method:
        size = sizes[size_name] if size_name else 1
        melds = Melds(kind=kind, size=size, natural=natural)  # type: ignore[arg-type]
        plan = make_plan(variant, "melds", goal=1, melds=melds)
        return Method((Score(plan),), lambda found, jokers, tiles: found[0] > 0, others=True)

    return method


def _tally(name: str) -> Callable[..., Method]:
    def method(variant: Variant, **settings: Any) -> Method:
        return Method((tally_score(name, variant, **settings),), _first)

    return method


def tally_score(name: str, variant: Variant, **settings: Any) -> Score:
    """Return as a score what an automaton of a single state gains.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> points = tally_score("hand_points", find_variant("sabra"))
    >>> points.column(7, (1, 2, 0, 0)), points.joker
    (21, 30)
    """
    automaton = AUTOMATA[name](variant, **settings)
    assert isinstance(automaton, ColumnAutomaton)
    assert automaton.gain is not None
    state = automaton.start(0)
    joker = automaton.start(1) - state if variant.playing_set.jokers else 0
    return Score(column=partial(automaton.gain, state), joker=joker)


METHODS: dict[str, Callable[..., Method]] = {
    "can_open": _can_open,
    "opening_value": _opening_value,
    "melds": _optimum("melds"),
    "melded_tiles": _optimum("tiles"),
    "dead_wood_tiles": _dead_wood_tiles,
    "dead_wood_points": _dead_wood_points,
    "has_meld": _has("any", None),
    "has_group": _has("group", "size"),
    "has_run": _has("run", "length"),
    "can_knock": _can_knock,
    "complete": _complete,
    "pairs": _tally("pairs"),
    "hand_points": _tally("hand_points"),
    "count": _tally("count"),
    "groups": _tally("groups"),
}
"""For each measure that is found from scores: its arguments, after the variant, to its method."""

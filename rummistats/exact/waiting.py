"""Waiting times: how many tiles must be drawn until something holds."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from rummistats.arrange import ways_to_open
from rummistats.dealing import Context
from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError, TileError, shown
from rummistats.exact.answer import Dealt, what_is_dealt
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.columns import Cases, count_all_sizes, jokers_dealt
from rummistats.exact.counting import Score
from rummistats.exact.effort import Effort, counted
from rummistats.exact.optima import METHODS, Method
from rummistats.exact.plans import Melds, make_plan
from rummistats.measures import Measure, make_measure
from rummistats.search import Objective
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import Points
from rummistats.whole import as_whole

__all__ = ["waiting_time"]

MONOTONE_EVENTS = ("can_open", "has_meld", "has_group", "has_run")
"""Events that stay true whatever is drawn."""

MONOTONE_NUMBERS = (
    "melds",
    "melded_tiles",
    "opening_value",
    "pairs",
    "groups",
    "three_tile_melds",
    "count",
    "hand_points",
)
"""Measures that never become smaller, whatever is drawn."""


def waiting_time(
    measure: str | Measure,
    variant: Variant | str,
    hand_size: int | None = None,
    holding: Hand | str | None = None,
    seen: Hand | str | None = None,
    context: Context | None = None,
    *,
    at_least: int | None = None,
    progress: bool | None = None,
    limit: float | None = None,
) -> Distribution:
    """Return how many tiles are drawn to a hand until a measure holds; nothing is discarded.

    Parameters
    ----------
    measure : str or Measure
        An event that stays true once it is, such as ``can_open`` or ``has_group(size=4)``; or
        with ``at_least`` a number that never becomes smaller, such as ``melds`` or ``pairs``.
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt before the first draw; the variant's unless given, 0 to count from the very
        first tile.
    holding : Hand or str, optional
        The hand to which tiles are drawn, instead of one dealt at random.
    seen : Hand or str, optional
        Tiles that are known to be elsewhere, and can't come.
    context : Context, optional
        As for `exact`.
    at_least : int, optional
        Which value a number must reach.
    progress, limit
        As for `exact`: what is known already, of hands of every size, is looked up.

    Returns
    -------
    Distribution
        Of the number of draws, 0 if the measure holds at once. Its total is a common
        denominator of all probabilities, not a number of hands; where it is long, the printed
        table has decimal numbers. ``mean()`` is a Fraction; ``print(wait.estimate())`` shows it
        as a decimal number.

    Raises
    ------
    MeasureError
        If the measure isn't such an event or number, has no exact method, takes too much to
        count, or may never hold.
    VariantError
        If it has no meaning in the variant.
    TileError
        If so many tiles can't be dealt, or more are known than there are.

    Notes
    -----
    The waiting time is longer than ``n`` if the event fails with the first ``n`` tiles drawn.
    So its distribution follows from the probabilities of failing for all numbers of tiles, and
    its mean is their sum.

    Examples
    --------
    How many cards are turned up until three have the same rank?

    >>> from rummistats.variants import find_variant
    >>> cards = waiting_time("has_group(size=3)", find_variant("gin"), hand_size=0)
    >>> max(cards.values, key=cards.prob), round(float(cards.mean()), 3)
    (14, 13.556)

    Of the 92 tiles that are unknown twelve open at once: those that go with the tens, the twelves,
    or B10 and B12, and the jokers.

    >>> hand = "R1 R5 R12 B2 B10 B12 K3 K8 K10 Y1 Y4 Y6 Y8 Y13"
    >>> wait = waiting_time("can_open", find_variant("sabra"), holding=hand)
    >>> wait.prob(1), round(float(wait.mean()), 2)
    (Fraction(3, 23), 4.97)
    """
    asked, variant = make_measure(measure), require_variant(variant)
    if holding is None:
        dealt = what_is_dealt(variant, hand_size, None, None, seen, context)
        first = dealt.tiles
    else:
        if hand_size is not None:
            raise TileError(
                f"hand_size={shown(hand_size)} beside holding; tiles are drawn to those held"
            )
        dealt = what_is_dealt(variant, None, holding, 0, seen, context)
        first = 0
    failing = _failing(asked, dealt, at_least, Effort(f'"{asked.text}"', progress, limit))
    longer = [
        Fraction(hands, dealt.deck.sample_space(drawn)) for drawn, hands in enumerate(failing)
    ]
    if longer[-1]:
        raise MeasureError(
            f"{asked.text} may never hold: it fails with all {dealt.deck.size} tiles with "
            f"probability {longer[-1]}"
        )
    # With the tiles dealt first it may hold at once.
    after = [Fraction(1), *longer[first:]]
    chances = {draws: after[draws] - after[draws + 1] for draws in range(len(after) - 1)}
    total = lcm(*(chance.denominator for chance in chances.values()))
    name = asked.text if at_least is None else f"{asked.text} >= {at_least}"
    return make_distribution(
        {draws: int(chance * total) for draws, chance in chances.items() if chance},
        measure=f"draws until {name}",
        is_exact=True,
        variant=variant,
        hand_size=dealt.hand_size,
    )


def _failing(asked: Measure, dealt: Dealt, at_least: int | None, effort: Effort) -> list[int]:
    """Return how many hands fail with 0, 1, 2, … tiles dealt."""
    if at_least is None:
        if asked.name not in MONOTONE_EVENTS:
            raise MeasureError(
                f"{asked.text} needs at_least, or is no event that stays true; such events are "
                f"{', '.join(MONOTONE_EVENTS)}"
            )
    else:
        if asked.name not in MONOTONE_NUMBERS:
            raise MeasureError(
                f"{asked.text} is no number that never becomes smaller; such numbers are "
                f"{', '.join(MONOTONE_NUMBERS)}"
            )
        given, at_least = at_least, as_whole(at_least)
        if at_least is None:
            raise MeasureError(f"at_least={shown(given)}: the value to reach, a whole number")
    method = _reaching(asked, dealt, at_least)
    if not isinstance(method, Method):
        by_value = count_all_sizes(method, dealt.deck)
        fails = [
            hands
            for value, hands in by_value.items()
            if (not value if at_least is None else value < at_least)
        ]
        return [sum(each) for each in zip(*fails, strict=True)] or [0]
    deck = dealt.deck
    scores = counted(method.scores, deck, deck.size, absorbs=method.absorbs, effort=effort)
    found = [0] * (deck.size + 1)
    for drawn in range(deck.size + 1):
        for jokers, ways in jokers_dealt(deck, drawn):
            for values, hands in scores.get((jokers, drawn - jokers), {}).items():
                held = deck.assigned_jokers + jokers, deck.in_hand(drawn)
                if not method.value(values, *held):
                    found[drawn] += ways * hands
    return found


def _reaching(asked: Measure, dealt: Dealt, at_least: int | None) -> Cases | Method:
    """Return how hands that reach the value, or for which the event holds, are counted."""
    variant, settings = dealt.variant, dealt.settings(asked)
    objectives: dict[str, Objective] = {
        "melds": "melds",
        "melded_tiles": "tiles",
        "opening_value": "value",
    }
    if at_least is not None and asked.name in objectives:
        melds = Melds()
        if asked.name == "opening_value":
            ways = ways_to_open(variant, dealt.context)
            _ = variant.opening_points
            points = next((way for way in ways if isinstance(way, Points)), Points(0))
            melds = Melds(needs_run=points.needs_run, single=points.single_meld)
        plan = make_plan(
            variant,
            objectives[asked.name],
            goal=max(at_least, 0),
            melds=melds,
            direction="descending",
        )
        return Method(
            (Score(plan),), lambda found, jokers, tiles: found[0] >= at_least, others=True
        )
    if asked.name in AUTOMATA:
        try:
            return AUTOMATA[asked.name](variant, **settings)
        except MeasureError:
            if asked.name not in METHODS:
                raise
    if asked.name in METHODS:
        return METHODS[asked.name](variant, **settings)
    raise MeasureError(f"{asked.text} has no exact method")

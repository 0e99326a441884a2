"""Exact answers: how many of all hands have each value of a measure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from rummistats.dealing import Context
from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.columns import ColumnAutomaton, count, jokers_dealt
from rummistats.exact.counting import Scores
from rummistats.exact.effort import Effort, counted
from rummistats.exact.optima import METHODS, Method
from rummistats.measures import Measure, make_measure
from rummistats.playing import Deck, deck_of
from rummistats.variants import Variant

__all__ = ["exact"]

Asked = str | Measure | ColumnAutomaton[Any]


def exact(
    measure: Asked | tuple[str | Measure, ...],
    variant: Variant,
    hand_size: int | None = None,
    context: Context | None = None,
    *,
    progress: bool | None = None,
    limit: float | None = None,
) -> Distribution:
    """Count how many of all hands have each value of a measure.

    Parameters
    ----------
    measure : str, Measure, ColumnAutomaton, or tuple of measures
        What is asked, such as ``can_open``, ``melds``, ``has_group(size=4)`` or
        ``count(number=7)``; or a question of your own as an automaton that reads columns. A
        tuple of measures asks for their joint distribution.
    variant : Variant
        The game.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given. Assigned jokers come in addition.
    context : Context, optional
        The tile that lies face up; the round where openings go by rounds. In the Okey games
        the odds are averaged over the indicators unless it gives one.
    progress : bool, optional
        Whether to show progress where counting takes long; in a terminal or a notebook, unless
        given.
    limit : float, optional
        Gigabytes of memory that counting may take; 6, or half of the machine's if that is less,
        unless given.

    Returns
    -------
    Distribution
        An exact one: its total is the number of all hands, copies of a tile told apart, in the
        Okey games each once for every tile that may be the indicator.

    Raises
    ------
    MeasureError
        If the measure is unknown, or has no exact method. `TooLarge`, one of them, if counting
        would take too much memory or time: it says how much, and what to do instead.
    VariantError
        If the measure has no meaning in the variant.
    TileError
        If so many tiles can't be dealt.

    Notes
    -----
    What took long to count is kept in a folder of the user's, see `rummistats.exact.cache`, so
    that it is counted once only.

    Examples
    --------
    Can any combination be laid from 14 tiles of Sabra?

    >>> from rummistats.variants import find_variant
    >>> melds = exact("has_meld", find_variant("sabra"))
    >>> dict(zip(melds.values, melds.weights))
    {False: 22743176069970708, True: 82967187586211892}

    Five pairs among 21 tiles of 101 Okey, whatever the indicator:

    >>> pairs = exact("can_open(by='pairs')", find_variant("okey-101"))
    >>> print(f"{float(pairs.prob(True)):.3%}")
    4.445%
    """
    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    if isinstance(measure, ColumnAutomaton):
        counts, name = count(measure, deck, size), "own measure"
    elif isinstance(measure, tuple):
        asked = [make_measure(part) for part in measure]
        name = f"({', '.join(part.text for part in asked)})"
        quoted = f"({', '.join(_quoted(part) for part in asked)})"
        counts = _joint(asked, variant, deck, size, context, Effort(quoted, progress, limit))
    else:
        alone = make_measure(measure)
        effort = Effort(_quoted(alone), progress, limit)
        counts, name = _counts(alone, variant, deck, size, context, effort), alone.text
    return make_distribution(
        counts, measure=name, is_exact=True, variant=variant, hand_size=size
    )


def _quoted(measure: Measure) -> str:
    return f'"{measure.text}"'


def _counts(
    asked: Measure,
    variant: Variant,
    deck: Deck,
    size: int,
    context: Context | None,
    effort: Effort,
) -> dict[Any, int]:
    """Return how many hands have each value of a measure."""
    settings = asked.settings | ({"context": context} if asked.kind.by_context else {})
    if asked.name in AUTOMATA:
        try:
            return count(AUTOMATA[asked.name](variant, **settings), deck, size)
        except MeasureError:
            if asked.name not in METHODS:
                raise
    if asked.name not in METHODS:
        raise MeasureError(
            f"{asked.text} has no exact method. Estimate it with simulate()"
        )
    return _by_method(METHODS[asked.name](variant, **settings), deck, size, effort)


def _by_method(method: Method, deck: Deck, size: int, effort: Effort) -> dict[Any, int]:
    scores = counted(method.scores, deck, size, absorbs=method.absorbs, effort=effort)
    counts = _of_size(scores, deck, size, method.value)
    if method.also is not None:
        counts[True] += count(method.also, deck, size).get(True, 0)
        counts[False] = 0
    if method.others is not None:
        counts[method.others] += deck.sample_space(size) - sum(counts.values())
    return dict(counts)


def _of_size(
    scores: Scores, deck: Deck, size: int, value: Callable[[tuple[int, ...], int], Any]
) -> dict[Any, int]:
    """Return the hands of one size by their values."""
    counts: dict[Any, int] = defaultdict(int)
    for jokers, ways in jokers_dealt(deck, size):
        for found, hands in scores.get((jokers, size - jokers), {}).items():
            counts[value(found, deck.assigned_jokers + jokers)] += ways * hands
    return counts


def _joint(
    asked: list[Measure],
    variant: Variant,
    deck: Deck,
    size: int,
    context: Context | None,
    effort: Effort,
) -> dict[Any, int]:
    """Return how many hands have each combination of values."""
    methods = []
    for part in asked:
        settings = part.settings | ({"context": context} if part.kind.by_context else {})
        if part.name not in METHODS:
            raise MeasureError(f"{part.text} has no joint exact method. Estimate it with simulate()")
        method = METHODS[part.name](variant, **settings)
        if method.also is not None or method.others is False:
            raise MeasureError(f"{part.text} has no joint exact method. Estimate it with simulate()")
        methods.append(method)
    scores = tuple(score for method in methods for score in method.scores)
    ends = [0]
    for method in methods:
        ends.append(ends[-1] + len(method.scores))

    def values(found: tuple[int, ...], jokers: int) -> tuple[Any, ...]:
        return tuple(
            method.value(found[first:last], jokers)
            for method, first, last in zip(methods, ends[:-1], ends[1:], strict=True)
        )

    return _of_size(counted(scores, deck, size, effort=effort), deck, size, values)

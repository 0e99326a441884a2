"""Exact answers: how many of all hands have each value of a measure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rummistats.dealing import Context
from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError, TileError, shown
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.cache import fingerprint, shipped_counts
from rummistats.exact.columns import ColumnAutomaton, count, jokers_dealt
from rummistats.exact.counting import Scores
from rummistats.exact.effort import Effort, counted
from rummistats.exact.hands import HandList
from rummistats.exact.optima import METHODS, Method
from rummistats.measures import Measure, make_measure
from rummistats.playing import Deck, as_played, deck_of
from rummistats.tiles import Hand
from rummistats.values import helpful_tiles
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

__all__ = ["Dealt", "exact", "exact_at_once", "what_is_dealt"]

Asked = str | Measure | ColumnAutomaton[Any]

LISTED = 50_000
"""So many hands are listed, if a measure has no faster method."""


def exact(
    measure: Asked | tuple[str | Measure, ...],
    variant: Variant | str,
    hand_size: int | None = None,
    holding: Hand | str | None = None,
    draws: int | None = None,
    seen: Hand | str | None = None,
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
        tuple of measures asks for their joint distribution; ``complete`` can be one of them only
        where the hands are few enough to be listed.
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given. Assigned jokers come in addition.
    holding : Hand or str, optional
        The tiles that are held already, all of them: a joker that each player is given beside
        the deal, as in Stone-Rummy, too. What becomes of this hand is asked.
    draws : int, optional
        How many tiles are drawn to those that are held; none unless given. All tiles are kept
        and nothing is discarded: with one draw to ten cards of Gin, ``can_knock`` and
        ``complete`` are asked of eleven cards, though a player would discard one of them.
    seen : Hand or str, optional
        Tiles that are known to be elsewhere, and can't come.
    context : Context, optional
        The tile that lies face up; the round where openings go by rounds. In the Okey games
        the odds are averaged over the indicators unless it gives one.
    progress : bool, optional
        Whether to show progress where counting takes long; in a terminal or a notebook, unless
        given. Elsewhere one line on the standard error says that it does.
    limit : float, optional
        Gigabytes of memory that counting may take; 6, or half of the machine's if that is less,
        unless given. Where it would take more and there are few different hands (up to 50,000),
        as in a mini game, these are listed one by one, which takes no memory.

    Returns
    -------
    Distribution
        An exact one: its total is the number of all hands, copies of a tile told apart, in the
        Okey games each once for every tile that may be the indicator.

    Raises
    ------
    MeasureError
        If the measure is unknown, or has no exact method for so many hands. `TooLarge`, one of
        them, if counting would take too much memory or time: it says how much, and what to do
        instead.
    VariantError
        If the measure has no meaning in the variant.
    TileError
        If so many tiles can't be dealt, or more are known than there are.

    Notes
    -----
    What took long to count is kept in a folder of the user's, see `rummistats.exact.cache`, so
    that it is counted once only.

    Examples
    --------
    Can any combination be laid from 14 tiles of Sabra?

    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> melds = exact("has_meld", sabra)
    >>> dict(zip(melds.values, melds.weights))
    {False: 22743176069970708, True: 82967187586211892}

    What becomes of two tiles in a row by three draws, if somebody else has one that helps?

    >>> exact("has_run(natural=True)", sabra, holding="R4 R5", draws=3, seen="R3").prob(True)
    Fraction(15455, 176851)

    Five pairs among 21 tiles of 101 Okey, whatever the indicator:

    >>> pairs = exact("can_open(by='pairs')", find_variant("okey-101"))
    >>> print(f"{float(pairs.prob(True)):.3%}")
    4.445%
    """
    variant = require_variant(variant)
    dealt = what_is_dealt(variant, hand_size, holding, draws, seen, context)
    if isinstance(measure, ColumnAutomaton):
        counts, name = count(measure, dealt.deck, dealt.tiles), measure.name
    elif isinstance(measure, tuple):
        asked = tuple(map(make_measure, measure))
        if not asked:
            raise MeasureError("a joint distribution needs at least one measure, not ()")
        name = f"({', '.join(part.text for part in asked)})"
        quoted = f"({', '.join(_quoted(part) for part in asked)})"
        counts = _joint(asked, dealt, Effort(quoted, progress, limit))
    else:
        alone = make_measure(measure)
        effort = Effort(_quoted(alone), progress, limit)
        counts, name = _counts(alone, dealt, effort), alone.text
    return make_distribution(
        counts, measure=name, is_exact=True, variant=variant, hand_size=dealt.hand_size
    )


def exact_at_once(
    measure: str | Measure,
    variant: Variant | str,
    hand_size: int | None = None,
    context: Context | None = None,
) -> Distribution | None:
    """Return what `exact` returns if that takes a moment only, otherwise None.

    That is so with measures for which little is to be remembered of a hand, and where the counts
    come with the package. What a user's cache holds makes no difference.

    Raises
    ------
    MeasureError, VariantError, TileError
        As `exact` does.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> exact_at_once("has_meld", find_variant("sabra"), 3)
    Distribution(has_meld: exact, True 2232 / 192920 = 1.157 %)
    >>> print(exact_at_once("can_open", find_variant("sabra")).estimate(True))
    52601200562652394 / 105710363656182600 = 49.76 %
    >>> exact_at_once("can_open", find_variant("american")) is None
    True
    """
    asked = make_measure(measure)
    variant = require_variant(variant)
    dealt = what_is_dealt(variant, hand_size, context=context)
    counts = _counts_at_once(asked, dealt)
    if counts is None:
        return None
    return make_distribution(
        counts,
        measure=asked.text,
        is_exact=True,
        variant=variant,
        hand_size=dealt.hand_size,
    )


def _counts_at_once(asked: Measure, dealt: Dealt) -> dict[Any, int] | None:
    settings = dealt.settings(asked)
    if asked.name in AUTOMATA:
        try:
            automaton = AUTOMATA[asked.name](dealt.variant, **settings)
            return count(automaton, dealt.deck, dealt.tiles)
        except MeasureError:
            pass
    if asked.name not in METHODS:
        return None
    try:
        method = METHODS[asked.name](dealt.variant, **settings)
        mark = fingerprint(method.scores, dealt.deck, method.absorbs)
    except MeasureError:
        return None
    scores = shipped_counts(mark, dealt.tiles)
    return None if scores is None else _by_method(method, dealt, scores)


@dataclass(frozen=True)
class Dealt:
    """What is known of a hand, and what it is dealt.

    Parameters
    ----------
    variant : Variant
        The game.
    deck : Deck
        What is held and what can come.
    tiles : int
        How many tiles are dealt.
    context : Context or None
        What the deal fixes beyond the tiles.
    seen : Hand or None
        Tiles that are known to be elsewhere.
    """

    variant: Variant
    deck: Deck
    tiles: int
    context: Context | None = None
    seen: Hand | None = None

    @property
    def hand_size(self) -> int:
        """How many tiles the hand has then; assigned jokers count only if all tiles are given."""
        held = sum(self.deck.held_before)
        return self.tiles + held + (self.deck.assigned_jokers if self.deck.held_before else 0)

    def settings(self, measure: Measure) -> dict[str, Any]:
        """Return a measure's arguments, the context among them where it takes that.

        Raises
        ------
        MeasureError
            If they make no sense in the variant.
        """
        measure.check(self.variant)
        return measure.settings | ({"context": self.context} if measure.kind.by_context else {})


def what_is_dealt(
    variant: Variant | str,
    hand_size: int | None = None,
    holding: Hand | str | None = None,
    draws: int | None = None,
    seen: Hand | str | None = None,
    context: Context | None = None,
) -> Dealt:
    """Return what a hand is dealt, from the arguments of `exact`.

    Raises
    ------
    TileError
        If they contradict each other, or so many tiles can't be dealt.
    """
    variant = require_variant(variant)
    deck = deck_of(variant, context)
    known = {
        name: None if hand is None else as_played(hand, variant, context)
        for name, hand in {"holding": holding, "seen": seen}.items()
    }
    deck = deck.given(known["holding"], known["seen"])
    if holding is None:
        if draws is not None:
            raise TileError(
                f"draws={shown(draws)} without holding; draws are added to the tiles that holding "
                "gives. For a hand of so many tiles say hand_size"
            )
        return Dealt(
            variant,
            deck,
            deck.check_hand_size(variant.hand_size if hand_size is None else hand_size),
            context,
            known["seen"],
        )
    if hand_size is not None:
        raise TileError(
            f"hand_size={shown(hand_size)} beside holding; the hand has the tiles held and as many "
            "more as draws says"
        )
    drawn = 0 if draws is None else as_whole(draws)
    if drawn is None or not 0 <= drawn <= deck.size:
        raise TileError(f"draws={shown(draws)}: from 0 to {deck.size} tiles can be drawn")
    return Dealt(variant, deck, drawn, context, known["seen"])


def _quoted(measure: Measure) -> str:
    return f'"{measure.text}"'


def _counts(asked: Measure, dealt: Dealt, effort: Effort) -> dict[Any, int]:
    """Return how many hands have each value of a measure."""
    refused: MeasureError | None = None
    settings = dealt.settings(asked)
    try:
        if asked.name in AUTOMATA:
            return count(AUTOMATA[asked.name](dealt.variant, **settings), dealt.deck, dealt.tiles)
    except MeasureError as error:
        refused = error
    try:
        if asked.name in METHODS:
            method = METHODS[asked.name](dealt.variant, **settings)
            scores = counted(
                method.scores, dealt.deck, dealt.tiles, absorbs=method.absorbs, effort=effort
            )
            return _by_method(method, dealt, scores)
    except MeasureError as error:
        refused = error
    # Also tells of a measure without a meaning in the game.
    hands = _listed(dealt)
    if hands.different > LISTED:
        raise refused or MeasureError(
            f"{asked.text} has no exact method for {hands.different:,} different hands. Estimate "
            "it with simulate()"
        )
    question: Measure | Callable[[Hand], int] = asked
    if asked.name == "helpful_tiles":
        # The only measure that asks what can still come.
        question = partial(
            helpful_tiles, variant=dealt.variant, seen=dealt.seen, **dealt.settings(asked)
        )
    found = hands.distribution(question)
    return dict(zip(found.values, found.weights, strict=True))


def _listed(dealt: Dealt) -> HandList:
    return HandList(dealt.variant, dealt.tiles, dealt.context, dealt.deck)


def _by_method(method: Method, dealt: Dealt, scores: Scores) -> dict[Any, int]:
    """Return how many hands have each value, from the counts of their scores."""
    deck, tiles = dealt.deck, dealt.tiles
    counts = _of_size(scores, deck, tiles, method.value)
    if method.also is not None:
        counts[True] += count(method.also, deck, tiles).get(True, 0)
        counts[False] = 0
    if method.others is not None:
        counts[method.others] += deck.sample_space(tiles) - sum(counts.values())
    return dict(counts)


def _of_size(
    scores: Scores, deck: Deck, size: int, value: Callable[[tuple[int, ...], int, int], Any]
) -> dict[Any, int]:
    """Return the hands of one size by their values."""
    counts: dict[Any, int] = defaultdict(int)
    tiles = deck.in_hand(size)
    for jokers, ways in jokers_dealt(deck, size):
        for found, hands in scores.get((jokers, size - jokers), {}).items():
            counts[value(found, deck.assigned_jokers + jokers, tiles)] += ways * hands
    return counts


def _joint(asked: tuple[Measure, ...], dealt: Dealt, effort: Effort) -> dict[Any, int]:
    """Return how many hands have each combination of values."""
    hands = _listed(dealt)
    methods = []
    for part in asked:
        method = None
        if part.name in METHODS:
            settings = dealt.settings(part)
            if part.name == "can_open":
                # All measures must read the columns in one order.
                settings["direction"] = "ascending"
            method = METHODS[part.name](dealt.variant, **settings)
        if method is None or method.others is False:
            if hands.different <= LISTED:
                found = hands.distribution(asked)
                return dict(zip(found.values, found.weights, strict=True))
            raise MeasureError(
                f"{part.text} has no exact method beside another measure. Estimate both with "
                "simulate()"
            )
        methods.append(method)
    scores = tuple(score for method in methods for score in method.scores)
    ends = [0]
    for method in methods:
        ends.append(ends[-1] + len(method.scores))

    def values(found: tuple[int, ...], jokers: int, tiles: int) -> tuple[Any, ...]:
        return tuple(
            method.value(found[first:last], jokers, tiles)
            for method, first, last in zip(methods, ends[:-1], ends[1:], strict=True)
        )

    try:
        found_scores = counted(scores, dealt.deck, dealt.tiles, effort=effort)
    except MeasureError:
        # Too much to remember of a hand, but there may be few hands.
        if hands.different > LISTED:
            raise
        found = hands.distribution(asked)
        return dict(zip(found.values, found.weights, strict=True))
    return _of_size(found_scores, dealt.deck, dealt.tiles, values)

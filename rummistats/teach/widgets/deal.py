"""The deal panel: deal one hand, one more, a thousand more; observed beside exact bars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from rummistats.arrange import arrange
from rummistats.dealing import CHUNK
from rummistats.distribution import Distribution
from rummistats.distribution.estimate import READABLE, percent
from rummistats.errors import MeasureError, RummistatsError, SimulationError, VariantError
from rummistats.exact import exact_at_once
from rummistats.measures import Measure, make_measure
from rummistats.playing import deck_of
from rummistats.seeds import Seed, make_seed
from rummistats.show.frame import readable
from rummistats.show.game_words import game_words
from rummistats.show.tile_words import counted
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import (
    Shown,
    figure_in_words,
    picture_html,
    share_in_words,
    table_html,
)
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant

__all__ = ["Deals", "deal_panel", "exact_or_none", "seed_control", "show_deals"]

MOST = 1_000_000
"""Hands in a panel."""

LISTED = 20_000
"""So many different hands are listed, if there is no faster way to the exact figures."""

MOST_TOLD = 12
"""Values that are told one by one."""

STEPS = {
    "Deal one hand": 1,
    "Deal ten more": 10,
    "Deal a hundred more": 100,
    "Deal a thousand more": 1000,
}


def exact_or_none(
    measure: Measure, variant: Variant, hand_size: int | None = None
) -> Distribution | None:
    """Return the exact distribution if it takes a moment only, otherwise None.

    Examples
    --------
    >>> mini = Variant.mini()
    >>> exact_or_none(make_measure("melds"), mini).prob(1)
    Fraction(503, 1820)
    """
    from rummistats.exact.hands import HandList

    at_once = exact_at_once(measure, variant, hand_size)
    if at_once is not None:
        return at_once
    deck = deck_of(variant)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    hands = HandList(variant, size, None, deck)
    return hands.distribution(measure) if hands.different <= LISTED else None


@dataclass(frozen=True)
class Deals:
    """Hands dealt one after the other: which ones they are follows from the seed alone.

    Parameters
    ----------
    measure : Measure
        What is measured.
    variant : Variant
        The game.
    hand_size : int
        Tiles dealt to a hand.
    seed : Seed
        What the hands follow from.

    Examples
    --------
    >>> deals = Deals(make_measure("melds"), Variant.mini(), 4, make_seed(1))
    >>> deals.hand(1), deals.observed(10).total
    (Hand('R3 R4 K2 K3'), 10)
    """

    measure: Measure
    variant: Variant
    hand_size: int
    seed: Seed

    def hand(self, number: int) -> Hand:
        """Return a hand, counted from 1: the last of so many."""
        from rummistats.montecarlo.batch import deal_hands

        chunk, place = divmod(number - 1, CHUNK)
        deck = deck_of(self.variant)
        row = deal_hands(deck, self.hand_size, place + 1, self.seed.child(chunk))[place]
        tiles = deck.tile_set.tiles
        return deck.tile_set.hand(tiles[kind] for kind in row.tolist())

    def observed(self, hands: int) -> Distribution:
        """Return how often each value came in the first hands."""
        from rummistats.montecarlo import simulate

        return simulate(
            self.measure,
            self.variant,
            hands=hands,
            seed=self.seed,
            hand_size=self.hand_size,
            progress=False,
        )

    @cached_property
    def exact(self) -> Distribution | None:
        """The exact distribution, if it takes a moment only."""
        return exact_or_none(self.measure, self.variant, self.hand_size)


def show_deals(deals: Deals, hands: int, with_exact: bool = True) -> Shown:
    """Return what is seen after so many hands have been dealt, with the exact figures or without.

    Examples
    --------
    >>> deals = Deals(make_measure("has_meld"), Variant.mini(), 4, make_seed(1))
    >>> print(show_deals(deals, 0).text)
    No hand has been dealt yet. Exact: yes: 503 of 1,820, that is 27.637 %.
    >>> print(show_deals(deals, 1).words[0])
    Hand 1: R3 R4 K2 K3; has meld: no. No meld.
    """
    exact = deals.exact if with_exact else None
    if not with_exact:
        known = "The exact figures are hidden."
    elif exact is None:
        known = "There is no exact figure that can be had in a moment."
    elif isinstance(exact.values[0], bool):
        known = f"Exact: yes: {figure_in_words(exact.estimate(True))}."
    else:
        known = f"Exact mean: {figure_in_words(exact.estimate())}."
    if not hands:
        return Shown(("No hand has been dealt yet.", known), _exact_chart(deals, exact))
    hand, observed = deals.hand(hands), deals.observed(hands)
    value = deals.measure(hand, deals.variant)
    asked = readable(deals.measure.text)
    picture, melds = _hand_picture(hand, deals.variant)
    words = [f"Hand {hands:,}: {hand}; {asked}: {_named(value)}.{melds}"]
    seed = deals.seed.entropy
    if isinstance(observed.values[0], bool):
        words.append(f"Observed: yes: {_count(observed, True)}.")
        if hands > 1:
            words.append(f"Estimated: {figure_in_words(observed.estimate(True), seed)}.")
    else:
        values = observed.values
        if len(values) <= MOST_TOLD:
            told = "; ".join(f"{v}: {_count(observed, v)}" for v in values)
            words.append(f"Observed in {counted(hands, 'hand')}: {told}.")
        if hands > 1:
            words.append(f"Observed mean: {figure_in_words(observed.estimate(), seed)}.")
    words.append(known)
    pieces = [picture, _chart(deals, observed, exact), _table(observed, exact)]
    return Shown(tuple(words), tuple(piece for piece in pieces if piece))


def deal_panel(
    measure: str | Measure,
    variant: Variant | str,
    *,
    hand_size: int | None = None,
    seed: object = 1,
) -> Panel:
    """Return a panel that deals hands: one, one more, a thousand more.

    What was observed stands beside what is exactly so, if that can be had in a moment.

    Parameters
    ----------
    measure : str or Measure
        What is measured, such as ``melds`` or ``has_run(length=4)``.
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt to a hand; the variant's unless given.
    seed : int or other seed
        What the hands follow from.

    Raises
    ------
    RummistatsError
        If there is no such measure, game or hand size, or ipywidgets is missing.

    Examples
    --------
    >>> panel = deal_panel("has_meld", Variant.mini(), seed=1)
    >>> panel.controls["Deal ten more"].click()
    >>> print(panel.shown.words[1])
    Observed: yes: 2 of 10, that is 20 %.
    """
    variant = require_variant(variant)
    asked = make_measure(measure)
    asked.check(variant)
    size = deck_of(variant).check_hand_size(variant.hand_size if hand_size is None else hand_size)
    start = make_seed(seed)
    live = live_controls()
    dealt = 0
    sown = seed_control(live, start)
    deals = {start: Deals(asked, variant, size, start)}

    def more(hands: int) -> None:
        nonlocal dealt
        if dealt + hands > MOST:
            raise SimulationError(
                f"a panel deals up to {MOST:,} hands; rummistats.simulate deals as many as you like"
            )
        dealt += hands

    def again() -> None:
        nonlocal dealt
        dealt = 0

    shows_exact = live.checkbox("show the exact figures", value=True)

    def compute() -> Shown:
        chosen = start if sown is None else make_seed(sown.value)
        found = deals.setdefault(chosen, Deals(asked, variant, size, chosen))
        return show_deals(found, dealt, shows_exact.value)

    # A measure without meaning in the game is an error of the cell, not of a click.
    compute()
    controls: dict[str, Any] = {name: live.button(name) for name in STEPS}
    controls["Start again"] = live.button("Start again")
    rows = [list(controls)]
    actions: dict[str, Callable[[], None]] = {
        name: partial(more, hands) for name, hands in STEPS.items()
    }
    actions["Start again"] = again
    controls["exact"] = shows_exact
    rows.append(["exact"])
    if sown is not None:
        controls["seed"] = sown
        rows[-1].append("seed")
        actions["seed"] = again
    tiles = counted(size, "tile")
    title = f"Deal panel: {readable(asked.text)}, {tiles}, {game_words(variant)}"
    return Panel(title, compute, controls, rows, actions)


def seed_control(live: Any, start: Seed) -> Any:
    """Return a control for a seed, or None if the seed is no small number."""
    first = start.entropy
    if start.spawn_key or not isinstance(first, int) or first >= 2**31:
        return None
    return live.NumberSlider(label="seed", low=0, high=max(999, first), value=first)


def _named(value: object) -> str:
    """Return a value as it is told: False and True are no and yes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _count(observed: Distribution, value: Any) -> str:
    return share_in_words(observed.weight(value), observed.total)


def _hand_picture(hand: Hand, variant: Variant) -> tuple[str, str]:
    """Return a picture of the hand with its melds marked, and the melds in words."""
    from rummistats.show.svg import hand_picture

    try:
        best = arrange(hand, variant)
    except (VariantError, MeasureError):
        return picture_html(hand_picture(hand, scale=0.7)), ""
    melded = hand - best.dead_wood
    melds = f" Melds: {' | '.join(map(str, best.melds))}." if best.melds else " No meld."
    return picture_html(hand_picture(hand, melded=melded, scale=0.7)), melds


def _chart(deals: Deals, observed: Distribution, exact: Distribution | None) -> str:
    """Return bars of what was observed beside those of what is exact."""
    from rummistats.show.charts import distribution_chart, grouped_chart

    title = f"{readable(deals.measure.text)}: {observed.total:,} hands"
    seed = deals.seed.entropy
    values = sorted({*observed.values, *(exact.values if exact is not None else ())})
    if exact is None or len(values) > 12:
        return picture_html(distribution_chart(observed, title=title, size="half"))
    series = {
        "observed": [observed.estimate(value) for value in values],
        "exact": [exact.estimate(value) for value in values],
    }
    names = [_named(value) for value in values]
    try:
        chart = grouped_chart(
            names, series, title=title, value_label="value", seed=seed, size="half"
        )
    except RummistatsError:
        return picture_html(distribution_chart(observed, title=title, size="half"))
    return picture_html(chart)


def _exact_chart(deals: Deals, exact: Distribution | None) -> tuple[str, ...]:
    """Return the exact bars alone, if there are any."""
    from rummistats.show.charts import distribution_chart

    if exact is None:
        return ()
    title = f"{readable(deals.measure.text)}: exact"
    return (picture_html(distribution_chart(exact, title=title, size="half")),)


def _table(observed: Distribution, exact: Distribution | None) -> str:
    """Return counts beside what is exactly so, and what was to be expected."""
    if exact is None or len(exact.values) > MOST_TOLD:
        return ""
    rows = []
    for value in exact.values:
        count, expected = observed.weight(value), float(observed.total * exact.prob(value))
        rows.append(
            (
                _named(value),
                f"{count:,}",
                f"{expected:,.1f}",
                f"{count - expected:+,.1f}".replace("-", "−"),
                percent(count, observed.total, 4),
                percent(exact.weight(value), exact.total, 4),
                _ratio(exact, value),
            )
        )
    heading = (
        "value",
        "observed",
        "expected",
        "difference",
        "share observed",
        "share exact",
        "exact, as a ratio of whole numbers",
    )
    return table_html(f"Counts in {counted(observed.total, 'hand')}", heading, rows)


def _ratio(exact: Distribution, value: Any) -> str:
    if exact.total > READABLE:
        return f"a ratio with {len(str(exact.total))} digits"
    return f"{exact.weight(value):,} / {exact.total:,}"

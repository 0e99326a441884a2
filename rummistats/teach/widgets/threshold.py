"""The threshold explorer: how many hands can open, by threshold, hand size, jokers and game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummistats.distribution import Distribution, Estimate
from rummistats.errors import MeasureError, RummistatsError, VariantError, shown
from rummistats.exact import exact_at_once
from rummistats.measures import make_measure
from rummistats.playing import deck_of
from rummistats.seeds import make_seed
from rummistats.show.tile_words import counted
from rummistats.teach.widgets.deal import exact_or_none
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, figure_in_words, picture_html, table_html
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import Points

__all__ = ["Opening", "Settings", "openings", "show_openings", "threshold_explorer"]

SAMPLE = 100_000
"""Hands of a simulation."""

MOST_POINTS = 200
LARGEST = 30
MOST_GAMES = 4


@dataclass(frozen=True)
class Settings:
    """What is chosen.

    Parameters
    ----------
    threshold : int
        The points that an opening needs.
    hand_size : int or None
        Tiles in a hand; None for each game's own.
    jokers : int or None
        Jokers in the game; None for each game's own.
    seed : int
        What simulations start from.
    """

    threshold: int = 30
    hand_size: int | None = None
    jokers: int | None = None
    seed: int = 1


@dataclass(frozen=True)
class Opening:
    """How many hands of one game reach a threshold.

    Parameters
    ----------
    variant : Variant
        The game, as it was chosen.
    hand_size : int
        Tiles in a hand.
    values : Distribution
        The most points that hands can lay.
    reached : Estimate
        The probability of the threshold: exact where that takes a moment only.
    """

    variant: Variant
    hand_size: int
    values: Distribution
    reached: Estimate

    @property
    def half(self) -> int:
        """The highest threshold that at least half of the hands reach."""
        return max(
            (int(v) for v in self.values.values if self.values.at_least(int(v)) * 2 >= 1),
            default=0,
        )


def openings(variants: Sequence[Variant], settings: Settings) -> tuple[Opening, ...]:
    """Return how many hands of each game reach the threshold.

    Raises
    ------
    VariantError
        If a game has no such number of jokers.
    TileError
        If so many tiles can't be dealt.

    Examples
    --------
    >>> mini = Variant.mini(open_points=9)
    >>> openings([mini], Settings(threshold=9))[0].reached.value
    Fraction(69, 364)
    """
    found = []
    for chosen in variants:
        game = chosen if settings.jokers is None else chosen.with_rules(jokers=settings.jokers)
        size = game.hand_size if settings.hand_size is None else settings.hand_size
        size = deck_of(game).check_hand_size(size)
        values = _values(game, size, settings.seed)
        reached = values.estimate(at_least=settings.threshold)
        if not values.is_exact:
            known = _exact(game, size, settings.threshold)
            reached = known if known is not None else reached
        found.append(Opening(game, size, values, reached))
    return tuple(found)


@lru_cache(maxsize=200)
def _values(game: Variant, hand_size: int, seed: int) -> Distribution:
    """Return the distribution of the opening value: one simulation is enough for all thresholds."""
    asked = make_measure("opening_value")
    known = exact_or_none(asked, game, hand_size)
    if known is not None:
        return known
    from rummistats.montecarlo import simulate

    return simulate(asked, game, hands=SAMPLE, seed=seed, hand_size=hand_size, progress=False)


@lru_cache(maxsize=500)
def _exact(game: Variant, hand_size: int, threshold: int) -> Estimate | None:
    """Return the exact probability of a threshold, if it takes a moment only."""
    if threshold < 1:
        return None
    try:
        asked = game.with_rules(open_points=threshold)
        if not all(isinstance(way, Points) for way in asked.opening()):
            return None
        found = exact_at_once("can_open", asked, hand_size)
    except (VariantError, MeasureError):
        return None
    return None if found is None else found.estimate(True)


def show_openings(found: Sequence[Opening], settings: Settings) -> Shown:
    """Return the curves of all games, and their figures at the threshold.

    Examples
    --------
    >>> settings = Settings(threshold=9)
    >>> print(show_openings(openings([Variant.mini(open_points=9)], settings), settings).words[0])
    mini, 4 tiles, 1 joker: 345 of 1,820, that is 18.956 % can lay 9 points or more.
    """
    from rummistats.show.curves import cumulative_chart

    threshold = settings.threshold
    words, rows, curves = [], [], {}
    for each in found:
        seed = settings.seed
        name = each.variant.name
        jokers = each.variant.playing_set.jokers
        what = f"{name}, {counted(each.hand_size, 'tile')}, {counted(jokers, 'joker')}"
        figure = figure_in_words(each.reached, seed)
        words.append(f"{what}: {figure} can lay {threshold} points or more.")
        curves[name] = each.values
        rows.append(
            (
                what,
                "exact" if each.reached.is_exact else "simulated",
                figure,
                _own_threshold(each.variant),
                f"{each.half} points",
            )
        )
    if any(not each.reached.is_exact for each in found):
        words.append(
            f"Where it says “about”, {SAMPLE:,} hands were dealt: exact counting would take "
            "longer than one waits."
        )
    chart = cumulative_chart(
        curves if len(curves) > 1 else found[0].values,
        thresholds=(threshold,),
        title="Which hands reach the threshold?",
        value_label="points that can be laid",
        size="half",
    )
    heading = ("game", "how", f"{threshold} points or more", "its own rule", "half reach")
    table = table_html(f"Openings with {threshold} points", heading, rows)
    return Shown(tuple(words), (picture_html(chart), table))


def threshold_explorer(
    variants: Sequence[Variant | str] | Variant | str = ("sabra",), *, seed: int = 1
) -> Panel:
    """Return an explorer of the initial meld: threshold, hand size, jokers, games.

    Parameters
    ----------
    variants : sequence of Variant or str
        From one to four games whose openings go by points.
    seed : int
        What simulations start from.

    Raises
    ------
    RummistatsError
        If there are more games, one has no opening by points, or ipywidgets is missing.

    Examples
    --------
    >>> panel = threshold_explorer(("sabra",))
    >>> print(panel.shown.words[0])
    sabra, 14 tiles, 2 jokers: 52,601,200,562,652,394 of 105,710,363,656,182,600, that is 49.76 %
    can lay 30 points or more.
    >>> panel.controls["threshold"].value = 50
    >>> panel.shown.words[0][:40]
    'sabra, 14 tiles, 2 jokers: about 18.3 % '
    """
    # A wrong seed is an error of the cell, not of a simulation that comes later.
    make_seed(seed)
    given = [variants] if isinstance(variants, Variant | str) else variants
    if not isinstance(given, Sequence):
        raise RummistatsError(
            f'variants={shown(variants)}: give names, such as ("sabra", "american")'
        )
    games = [require_variant(each) for each in given]
    if not 1 <= len(games) <= MOST_GAMES:
        raise RummistatsError(f"{len(games)} games: the explorer shows from 1 to {MOST_GAMES}")
    if len({game.name for game in games}) < len(games):
        raise RummistatsError(
            f"variants={shown(variants)}: each game can be shown once; "
            "its house rules are what the controls change"
        )
    for game in games:
        # A game without points for an opening is an error of the cell.
        make_measure("opening_value")(game.playing_set.hand(), game)
    live = live_controls()
    names = " and ".join(game.name for game in games)
    first = games[0]
    threshold = live.NumberSlider(
        label="points needed", low=1, high=MOST_POINTS, value=_points(first) or 30
    )
    own = live.checkbox("each game's own hand size", value=True)
    largest = min([LARGEST, *(deck_of(game).size for game in games)])
    tiles = live.NumberSlider(
        label="tiles in a hand",
        low=1,
        high=max(largest, first.hand_size),
        value=first.hand_size,
        disabled=True,
    )
    jokers = live.choice(
        "jokers in the game", [("as in the game", None), *((str(n), n) for n in range(5))]
    )

    def compute() -> Shown:
        tiles.disabled = own.value
        settings = Settings(threshold.value, None if own.value else tiles.value, jokers.value, seed)
        return show_openings(openings(games, settings), settings)

    return Panel(
        f"Threshold explorer: {names}",
        compute,
        {"threshold": threshold, "own": own, "tiles": tiles, "jokers": jokers},
        [["threshold"], ["own", "tiles"], ["jokers"]],
    )


def _points(variant: Variant) -> int | None:
    """Return the points that a game's own opening needs."""
    try:
        ways = variant.opening()
    except VariantError:
        return None
    return next((way.points for way in ways if isinstance(way, Points)), None)


def _own_threshold(variant: Variant) -> str:
    try:
        return "; or ".join(map(str, variant.opening()))
    except VariantError:
        return "none"

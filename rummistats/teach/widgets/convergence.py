"""The convergence panel: an estimate and its interval as more and more hands are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import Any

from rummistats.distribution import Distribution, Estimate
from rummistats.errors import MeasureError
from rummistats.measures import Measure, make_measure
from rummistats.playing import deck_of
from rummistats.seeds import Seed, make_seed
from rummistats.show.frame import readable
from rummistats.show.game_words import game_words
from rummistats.show.tile_words import counted
from rummistats.teach.widgets.deal import exact_or_none, seed_control
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, figure_in_words, picture_html, table_html
from rummistats.variants import Variant, require_variant

__all__ = ["Growing", "convergence_panel", "show_growing"]

LEAST, MOST = 20, 1_000_000
"""Hands of the largest sample."""


@dataclass(frozen=True)
class Growing:
    """A sample that grows.

    Parameters
    ----------
    measure : Measure
        What is measured.
    variant : Variant
        The game.
    value : bool, int or None
        The value whose probability is estimated; None for the mean.
    hand_size : int
        Tiles dealt to a hand.
    seed : Seed
        What the hands follow from.

    Examples
    --------
    >>> mini = Variant.mini()
    >>> growing = Growing(make_measure("has_meld"), mini, True, 4, make_seed(1))
    >>> [sample.total for sample in growing.samples(100)]
    [10, 20, 50, 100]
    >>> growing.exact.value
    Fraction(503, 1820)
    """

    measure: Measure
    variant: Variant
    value: Any
    hand_size: int
    seed: Seed

    def samples(self, hands: int) -> tuple[Distribution, ...]:
        """Return samples of 10, 20, 50 … hands, and of all."""
        return _samples(self, hands)

    @cached_property
    def exact(self) -> Estimate | None:
        """The exact figure, if it takes a moment only."""
        found = exact_or_none(self.measure, self.variant, self.hand_size)
        return None if found is None else found.estimate(self.value)


@lru_cache(maxsize=200)
def _samples(growing: Growing, hands: int) -> tuple[Distribution, ...]:
    from rummistats.montecarlo.growing import growing_samples

    return growing_samples(
        growing.measure,
        growing.variant,
        hands=hands,
        seed=growing.seed,
        hand_size=growing.hand_size,
    )


def show_growing(growing: Growing, hands: int) -> Shown:
    """Return what is seen of a sample of so many hands, and of the first ones of it.

    Examples
    --------
    >>> growing = Growing(make_measure("has_meld"), Variant.mini(), True, 4, make_seed(1))
    >>> print(show_growing(growing, 100).words[0])
    Estimate of has meld: about 24 % (95 % interval 16.7 % to 33.2 %; n = 100, seed 1).
    """
    from rummistats.show.convergence import convergence_chart

    samples = growing.samples(hands)
    estimates = [sample.estimate(growing.value) for sample in samples]
    last, exact = estimates[-1], growing.exact
    asked = _asked(growing)
    words = [f"Estimate of {asked}: {figure_in_words(last, growing.seed.entropy)}."]
    if exact is None:
        words.append("There is no exact figure that can be had in a moment.")
    else:
        words.append(f"Exact: {figure_in_words(exact)}.")
        words += _compared(last, exact)
    chart = convergence_chart(
        samples,
        value=growing.value,
        target=exact,
        title=f"{asked}: {counted(hands, 'hand')}",
        size="half",
    )
    return Shown(tuple(words), (picture_html(chart), _table(estimates, exact)))


def convergence_panel(
    measure: str | Measure,
    variant: Variant | str,
    value: Any = True,
    *,
    hand_size: int | None = None,
    seed: object = 1,
) -> Panel:
    """Return a panel in which an estimate settles as more hands are dealt.

    Parameters
    ----------
    measure : str or Measure
        What is measured.
    variant : Variant or str
        The game, or its name.
    value : bool, int or None
        The value whose probability is estimated; None for the mean. Of a measure that counts,
        True asks for the mean, too.
    hand_size : int, optional
        Tiles dealt to a hand; the variant's unless given.
    seed : int or other seed
        What the hands follow from.

    Raises
    ------
    RummistatsError
        If there is no such measure, game, value or hand size, or ipywidgets is missing.

    Examples
    --------
    >>> panel = convergence_panel("has_meld", Variant.mini(), seed=1)
    >>> panel.controls["hands"].value = 1000
    >>> print(panel.shown.words[1])
    Exact: 503 of 1,820, that is 27.637 %.
    """
    variant = require_variant(variant)
    asked = make_measure(measure)
    asked.check(variant)
    if not asked.kind.is_event and value is True:
        value = None
    if value is not None and isinstance(value, bool) != asked.kind.is_event:
        kind = "True or False" if asked.kind.is_event else "a whole number, or None for the mean"
        raise MeasureError(f"value={value!r}: the value of {asked.text} is {kind}")
    size = deck_of(variant).check_hand_size(variant.hand_size if hand_size is None else hand_size)
    start = make_seed(seed)
    live = live_controls()
    hands = live.NumberSlider(
        label="hands dealt", low=LEAST, high=MOST, value=100, stops=_stops(LEAST, MOST)
    )
    controls: dict[str, Any] = {
        "hands": hands,
        "Ten times as many": live.button("Ten times as many"),
    }
    rows = [list(controls)]
    seeds = seed_control(live, start)
    if seeds is not None:
        controls["seed"] = seeds
        rows.append(["seed"])

    def compute() -> Shown:
        chosen = start if seeds is None else make_seed(seeds.value)
        return show_growing(Growing(asked, variant, value, size, chosen), hands.value)

    compute()

    def more() -> None:
        hands.value = min(MOST, 10 * hands.value)

    title = f"Convergence: {readable(asked.text)}, {counted(size, 'tile')}, {game_words(variant)}"
    return Panel(title, compute, controls, rows, {"Ten times as many": more})


def _stops(low: int, high: int) -> list[int]:
    """Return 20, 50, 100, 200 … up to a number."""
    steps = [step * 10**size for size in range(1, 7) for step in (1, 2, 5)]
    return [step for step in steps if low <= step <= high]


def _asked(growing: Growing) -> str:
    name = readable(growing.measure.text)
    if growing.value is None:
        return f"the mean of {name}"
    if growing.value is True:
        return name
    return f"not {name}" if growing.value is False else f"{name} = {growing.value}"


def _compared(last: Estimate, exact: Estimate) -> list[str]:
    """Return how far the estimate is from the exact figure: as a share, and as a number."""
    hands, known = last.denominator, float(exact.value)
    inside = last.low <= exact.value <= last.high
    words = [f"The interval {'holds' if inside else 'does not hold'} the exact value."]
    if not last.is_probability:
        return words
    error = sqrt(known * (1 - known) / hands)
    if error:
        away = abs(float(last.value) - known) / error
        words.append(
            f"The estimate is {away:.1f} standard errors from it "
            f"(the standard error with {hands:,} hands is {100 * error:.2g} percentage points)."
        )
    expected = hands * known
    words.append(
        f"In numbers: {last.numerator:,} hands, where {expected:,.1f} were to be expected; "
        f"the difference is {last.numerator - expected:+,.1f} hands."
    )
    return words


def _table(estimates: Sequence[Estimate], exact: Estimate | None) -> str:
    """Return the estimates one below the other: the share settles, the difference grows."""
    from rummistats.show.odds import amount, percent

    share = estimates[0].is_probability
    write = percent if share else amount
    heading = ["hands", "estimate", "95 % interval"]
    if exact is not None:
        heading += ["estimate minus exact"]
        if share:
            heading += ["hands minus expected"]
    rows = []
    for each in estimates:
        row = [
            f"{each.denominator:,}",
            write(each.value),
            f"{write(each.low)} to {write(each.high)}",
        ]
        if exact is not None:
            known = float(exact.value)
            if share:
                row.append(f"{100 * (float(each.value) - known):+.2f} percentage points")
                row.append(f"{each.numerator - each.denominator * known:+,.1f}")
            else:
                row.append(f"{float(each.value) - known:+.4g}")
            row[3:] = [cell.replace("-", "−") for cell in row[3:]]
        rows.append(row)
    return table_html("Estimates from more and more hands", heading, rows)

"""Cumulative charts: how probable so much or more is, and how long one waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError, shown
from rummistats.show.chart import Chart
from rummistats.show.extent import cut_words, drawn_values, zero_of
from rummistats.show.frame import heading_of, is_of_cards, write_frame
from rummistats.show.odds import (
    MARKED,
    Bar,
    amount,
    figures,
    make_bar,
    marked,
    mean_words,
    percent,
    sentences,
    small_print,
    source,
)
from rummistats.show.page import Page, new_page
from rummistats.show.plane import LINES, LineLook, Plane, Ruler, line_sample, steps
from rummistats.show.rulers import round_steps
from rummistats.show.style import INK, SMALL
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["cumulative_chart", "waiting_chart"]

WAYS = {"at_least": "or more", "at_most": "or less"}

DOTTED = 25
"""Of up to so many values each has its dot."""

LABELED = 16
"""Of up to so many values each has its percents, where there is room."""

TOLD = 12
"""Of more values than `LABELED` a text tells about so many."""


def cumulative_chart(
    distributions: Distribution | Mapping[str, Distribution],
    *,
    way: str = "at_least",
    thresholds: Sequence[int] = (),
    title: str | None = None,
    value_label: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of the probability of each value or more, or of each value or less.

    Parameters
    ----------
    distributions : Distribution, or mapping of str to Distribution
        What to draw: one, or up to four with their names, such as variants of a game.
    way : {"at_least", "at_most"}
        Whether each point is the probability of so much or more, or of so much or less.
    thresholds : sequence of int
        Values whose probabilities are written down in any case, such as the 30 points of an
        opening.
    title : str, optional
        The title; what was measured unless given.
    value_label : str, optional
        What the values are, such as "points".
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; what the distributions have in
        common unless given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If a distribution is joint or only of yes and no, if there are too many, or there is no
        such way or size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> print(cumulative_chart(die, title="One die").text)
    One die. Chart of the probability of each value or more, in steps (exact). 1 or more: 100 %,
    2 or more: 83.3 %, 3 or more: 66.7 %, 4 or more: 50.0 %, 5 or more: 33.3 %,
    6 or more: 16.7 %. Mean 3.5.
    """
    if way not in WAYS:
        raise RummistatsError(f"way={shown(way)}: a cumulative chart is at_least or at_most")
    series = _series(distributions)
    whole = [as_whole(value) for value in thresholds]
    if None in whole:
        wrong = list(thresholds)[whole.index(None)]
        raise RummistatsError(f"thresholds: {shown(wrong)} is not a whole number")
    thresholds = [value for value in whole if value is not None]
    heading = heading_of(list(series.values()), title, of)
    origin = _origin(series)
    first, last, values = _extent(series, thresholds)
    curves = {name: _bars(found, values, way) for name, found in series.items()}
    cut = cut_words(next(iter(series.values())), first, last) if len(series) == 1 else []
    asked = {name: _bars(found, thresholds, way) for name, found in series.items()}
    notes = [*_notes(curves, origin), *cut]

    def draw(told: set[int]) -> tuple[Page, set[int]]:
        """Draw everything, some thresholds told in the small print; return which had no room."""
        more = [
            f"{value} {WAYS[way]}: "
            + ", ".join(percent(bars[place].value) for bars in asked.values())
            for place, value in enumerate(thresholds)
            if value in told
        ]
        with new_page(size) as page:
            what = f"probability of so much {WAYS[way]}"
            write_frame(page, heading, value_label, [*notes, *more], what)
            plane = _draw(page, curves, way)
            missing = _mark(plane, curves, [v for v in thresholds if v in values], way)
        return page, missing - told

    beyond = set(thresholds) - set(values)
    page, missing = draw(beyond)
    if missing:
        page, _ = draw(beyond | missing)
    words = [
        *heading.words,
        f"Chart of the probability of each value {WAYS[way]}, in steps ({origin})",
    ]
    for name, bars in curves.items():
        told = _told(bars, thresholds)
        told += [bar for bar in asked[name] if bar.place not in values]
        start, *others = figures(told)
        words += [
            f"{name}: {start}" if name else start,
            *others,
            f"Mean {mean_words(series[name])}",
        ]
    return Chart(
        page.figure, sentences([*words, *(part.capitalize() for part in cut)]), heading.text
    )


def waiting_chart(
    distributions: Distribution | Mapping[str, Distribution],
    *,
    marks: Sequence[float] = (0.5, 0.9),
    title: str | None = None,
    value_label: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of how probable it is that waiting is over by each draw.

    Parameters
    ----------
    distributions : Distribution, or mapping of str to Distribution
        Of numbers of draws, as `rummistats.waiting_time` gives them: one, or up to four with
        their names.
    marks : sequence of float
        Probabilities that are followed to the curve and down to the number of draws by which
        they are reached: half, and nine in ten, unless given. With several distributions the
        first one is marked on each.
    title : str, optional
        The title; what is waited for unless given.
    value_label : str, optional
        What is counted; "tiles drawn", or of a game of cards "cards drawn", unless given.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; what the distributions have in
        common unless given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        As for `cumulative_chart`, or if a mark is no probability between 0 and 1.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> wait = make_distribution({1: 3, 2: 2, 3: 1}, measure="draws until a pair", is_exact=True)
    >>> print(waiting_chart(wait).text)
    draws until a pair. Chart of the probability that waiting is over by each draw (exact).
    0: 0 %, 1: 50.0 %, 2: 83.3 %, 3: 100 %. Half by 1, 90 % by 3. Mean 1.667.
    """
    series = _series(distributions)
    for mark in marks:
        if isinstance(mark, bool) or not isinstance(mark, int | float) or not 0 < mark < 1:
            raise RummistatsError(
                f"marks: {shown(mark)} can't be marked; give probabilities between 0 and 1"
            )
    heading = heading_of(list(series.values()), title, of)
    origin = _origin(series)
    if value_label is None:
        cards = all(map(is_of_cards, series.values()))
        value_label = f"{'cards' if cards else 'tiles'} drawn"
    first, last, values = _extent(series, (), start=0)
    curves = {name: _bars(found, values, "at_most", "{}") for name, found in series.items()}
    cut = cut_words(next(iter(series.values())), first, last) if len(series) == 1 else []
    reached = {
        name: [(mark, int(found.quantile(mark))) for mark in marks]
        for name, found in series.items()
    }
    with new_page(size) as page:
        write_frame(
            page,
            heading,
            value_label,
            [*_notes(curves, origin), *cut],
            "probability that it has happened",
        )
        plane = _draw(page, curves, "at_most")
        single = len(curves) == 1
        labels: list[tuple[float, float, str]] = []
        for number, (name, bars) in enumerate(curves.items()):
            for mark, draws in reached[name] if single else reached[name][:1]:
                if draws > last:
                    continue
                plane.guide([(plane.across.low, mark), (draws, mark), (draws, 0)])
                here = _at(bars, draws)
                plane.dots([(draws, here)], _look(curves, number))
                labels.append((draws, here, f"{_share(mark)} by {draws}"))
        for label in labels:
            plane.label(*label, bold=True)
        if single and len(values) <= LABELED:
            (bars,) = curves.values()
            for bar in bars:
                plane.label(bar.place, bar.value, percent(bar.value), size=SMALL, near=True)
    words = [
        *heading.words,
        f"Chart of the probability that waiting is over by each draw ({origin})",
    ]
    for name, bars in curves.items():
        start, *others = figures(_told(bars, ()))
        when = ", ".join(f"{_share(mark)} by {draws}" for mark, draws in reached[name])
        words += [f"{name}: {start}" if name else start, *others]
        words += [when[:1].upper() + when[1:], f"Mean {mean_words(series[name])}"]
    return Chart(
        page.figure, sentences([*words, *(part.capitalize() for part in cut)]), heading.text
    )


def _series(given: Distribution | Mapping[str, Distribution]) -> dict[str, Distribution]:
    """Return distributions by name, all of them of numbers."""
    series = dict(given) if isinstance(given, Mapping) else {"": given}
    if not 1 <= len(series) <= len(LINES):
        raise RummistatsError(
            f"{len(series)} distributions: a chart of curves has from 1 to {len(LINES)}"
        )
    for found in series.values():
        if found.is_joint:
            raise RummistatsError(
                f"{found.measure} is a joint distribution, whose values have no order; take "
                f".marginal(0) to .marginal({len(found.measures) - 1})"
            )
        if isinstance(found.values[0], bool):
            raise RummistatsError(
                f"{found.measure} is yes or no, so nothing adds up; draw its odds instead"
            )
    return marked(series)


def _origin(series: Mapping[str, Distribution]) -> str:
    seeds = {found.seed for found in series.values() if not found.is_exact}
    seed = seeds.pop() if len(seeds) == 1 else None
    return source(list(series.values()), seed, MARKED)


def _extent(
    series: Mapping[str, Distribution], needed: Sequence[int], start: int | None = None
) -> tuple[int, int, list[int]]:
    """Return the first and last value drawn, and at which values there are points."""
    ends = [drawn_values(found, None) for found in series.values()]
    first = min([low for low, _ in ends] + ([] if start is None else [start]))
    last = max(high for _, high in ends)
    for found in series.values():
        if zero_of(first, last):
            raise RummistatsError(
                f"{found.measure}: values from {first} to {last} are too far from 0 to be told "
                "apart on an axis"
            )
    last = max([last, *(value for value in needed if value <= last + (last - first) // 2)])
    if last == first:
        last += 1
    if last - first <= 1000:
        return first, last, list(range(first, last + 1))
    held = {v for found in series.values() for v in found.values if first <= v <= last}
    return first, last, sorted({first, last, *held, *(v for v in needed if first <= v <= last)})


def _bars(found: Distribution, values: Sequence[int], way: str, name: str = "") -> list[Bar]:
    """Return the probability of each value or more, or less, as what a bar would show."""
    pattern = name or f"{{}} {WAYS[way]}"
    return [
        make_bar(value, 1, pattern.format(value), found.estimate(**{way: value}))
        for value in values
    ]


def _notes(curves: Mapping[str, Sequence[Bar]], origin: str) -> list[str]:
    bars = [bar for curve in curves.values() for bar in curve]
    notes = small_print(bars, origin)
    if len(curves) > 1:
        return [note.replace("dark lines: ", "") for note in notes]
    return [note.replace("dark lines: ", "band: ") for note in notes]


def _draw(page: Page, curves: Mapping[str, Sequence[Bar]], way: str) -> Plane:
    """Draw every curve as a staircase; a single one with the band of its intervals."""
    if len(curves) > 1:
        page.write_key(list(curves), line_sample(page))
    every = next(iter(curves.values()))
    first, last = every[0].place, every[-1].place
    # A little air, so that the first and the last dot stand free.
    air = 0.02 * (last - first)
    plane = Plane(page, Ruler(first - air, last + air, "whole"), Ruler(0, 1, "percent"))
    before = way == "at_least"
    for number, bars in enumerate(curves.values()):
        points = [(bar.place, bar.value) for bar in bars]
        look = _look(curves, number)
        if len(curves) == 1 and not _is_exact(bars):
            plane.band(
                steps([(bar.place, bar.low) for bar in bars], before),
                steps([(bar.place, bar.high) for bar in bars], before),
            )
        plane.line(steps(points, before), look)
        if len(points) <= DOTTED:
            plane.dots(points, look)
    return plane


def _mark(
    plane: Plane, curves: Mapping[str, Sequence[Bar]], thresholds: Sequence[int], way: str
) -> set[int]:
    """Mark thresholds, or all values if they are few; return which thresholds had no room."""
    single = len(curves) == 1
    # All dots and lines before all texts, which must run into none of them.
    for value in thresholds:
        plane.guide([(value, 0), (value, max(_at(bars, value) for bars in curves.values()))])
        for number, bars in enumerate(curves.values()):
            plane.dots([(value, _at(bars, value))], _look(curves, number))
    missing = set()
    for value in thresholds:
        for bars in curves.values():
            here = _at(bars, value)
            full = f"{value} {WAYS[way]}: {percent(here)}"
            if single and plane.label(value, here, full, bold=True):
                continue
            if not plane.label(value, here, percent(here), bold=single):
                missing.add(value)
    first = next(iter(curves.values()))
    if single and len(first) <= LABELED:
        for bar in first:
            if bar.place not in thresholds:
                plane.label(bar.place, bar.value, percent(bar.value), near=True)
    return missing


def _look(curves: Mapping[str, Sequence[Bar]], number: int) -> LineLook:
    """Return a curve's look: dark where it stands on a band."""
    look = LINES[number]
    (first, *others) = curves.values()
    return look if others or _is_exact(first) else replace(look, color=INK)


def _is_exact(bars: Sequence[Bar]) -> bool:
    return all(bar.is_exact for bar in bars)


def _at(bars: Sequence[Bar], place: float) -> float:
    return next((bar.value for bar in bars if bar.place == place), 0.0)


def _told(bars: Sequence[Bar], needed: Sequence[int]) -> list[Bar]:
    """Return the points that the text tells: all, or round values and those that are needed."""
    if len(bars) <= LABELED:
        return list(bars)
    wanted = {round(v) for v in round_steps(bars[0].place, bars[-1].place, TOLD, least=1)}
    return [bar for bar in bars if bar.place in wanted or bar.place in needed]


def _share(mark: float) -> str:
    return "half" if mark == 0.5 else f"{amount(100 * mark)} %"

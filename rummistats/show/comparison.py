"""Several games or house rules side by side: odds, each value's probability, means or ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummistats.distribution.estimate import mean_estimate
from rummistats.errors import RummistatsError, shown
from rummistats.show.chart import Chart
from rummistats.show.charts import grouped_chart
from rummistats.show.frame import heading_of, write_frame
from rummistats.show.game_words import facts_of
from rummistats.show.odds import MARKED, marked, mean_words, sentences, source
from rummistats.show.page import Page, new_page
from rummistats.show.plane import LINES
from rummistats.show.rows import means_chart, odds_chart
from rummistats.show.rulers import amount_ticks
from rummistats.show.style import (
    GRID_INK,
    INK,
    LEADING,
    LINE,
    MARGIN,
    PAPER,
    SERIES,
    SMALL,
    TEXT,
)

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["comparison_chart", "ranges_chart"]

MOST_SERIES = len(SERIES)
MOST_VALUES = 15
"""With more cases or values than these, means are drawn instead of each value's probability."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The ends of a range, of its box, and the middle."""


def comparison_chart(
    cases: Mapping[str, Distribution],
    *,
    title: str,
    value_label: str | None = None,
    seed: object = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart that compares one measure in several games, or under several rules.

    It has the odds of events, each value's probability if there are few cases and values, and
    else the means.

    Parameters
    ----------
    cases : mapping of str to Distribution
        What is compared, by name.
    title : str
        The title.
    value_label : str, optional
        What the values are, such as "melds".
    seed : object
        What the estimates started from, for the small print.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; what the distributions have in
        common unless given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there are no cases or more than fit, a distribution is joint, or there is no such
        size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> cases = {f"{n} sides": make_distribution({v: 1 for v in range(1, n + 1)}, measure="die",
    ...                                          is_exact=True) for n in (2, 3)}
    >>> print(comparison_chart(cases, title="Dice").text)
    Dice. Bar chart of probabilities (exact). 2 sides: 1: 50.0 %, 2: 50.0 %, 3: 0 %. 3 sides:
    1: 33.3 %, 2: 33.3 %, 3: 33.3 %.
    """
    _check(cases)
    if of is None:
        of = ", ".join(facts_of(list(cases.values())))
    cases = marked(cases)
    names, found = list(cases), list(cases.values())
    if all(isinstance(each.values[0], bool) for each in found):
        odds = [(n, d.estimate(True)) for n, d in zip(names, found, strict=True)]
        return odds_chart(odds, title=title, seed=seed, of=of, size=size)
    values = sorted({int(value) for each in found for value in each.values})
    if len(found) <= MOST_SERIES and len(values) <= MOST_VALUES:
        series = {n: [d.estimate(v) for v in values] for n, d in zip(names, found, strict=True)}
        return grouped_chart(
            values, series, title=title, value_label=value_label, seed=seed, of=of, size=size
        )
    return means_chart(
        [(n, mean_estimate(d)) for n, d in zip(names, found, strict=True)],
        title=title,
        value_label=f"{value_label or 'values'} on average",
        seed=seed,
        of=of,
        size=size,
    )


def ranges_chart(
    cases: Mapping[str, Distribution],
    *,
    title: str,
    value_label: str | None = None,
    seed: object = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of how far the values of several distributions spread.

    Each has a box with the middle half of its hands, a line with all but the lowest and the
    highest twentieth, a bar at the middle and a dot at the mean.

    Parameters
    ----------
    cases : mapping of str to Distribution
        What is compared, by name.
    title : str
        The title.
    value_label : str, optional
        What the values are, such as "points".
    seed : object
        What the estimates started from, for the small print.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; what the distributions have in
        common unless given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there are no cases or more than fit, a distribution is joint or of yes and no, or
        there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> print(ranges_chart({"a die": die}, title="Throws").text)
    Throws. Chart of ranges (exact): each box has the middle half of the hands, each line 90 % of
    them. a die: 1 to 6, box 2 to 5, middle 3, mean 3.5.
    """
    _check(cases)
    for name, found in cases.items():
        if isinstance(found.values[0], bool):
            raise RummistatsError(f"{name}: {found.measure} is yes or no, which has no range")
    heading = heading_of(list(cases.values()), title, of)
    cases = marked(cases)
    names = list(cases)
    ends = [[int(d.quantile(q)) for q in QUANTILES] for d in cases.values()]
    means = [float(d.mean()) for d in cases.values()]
    origin = source(list(cases.values()), seed, MARKED)
    notes = [origin, "box: middle half of the hands", "line: 90 % of them", "dot: mean"]
    with new_page(size) as page:
        write_frame(page, heading, value_label, notes, "")
        _draw(page, names, ends, means)
    told = [
        f"{name}: {low} to {high}, box {left} to {right}, middle {middle}, mean {mean_words(d)}"
        for name, (low, left, middle, right, high), d in zip(
            names, ends, cases.values(), strict=True
        )
    ]
    words = f"Chart of ranges ({origin}): each box has the middle half of the hands, each line 90 %"
    return Chart(page.figure, sentences([*heading.words, f"{words} of them", *told]), heading.text)


def _draw(page: Page, names: list[str], ends: list[list[int]], means: list[float]) -> None:
    wrapped = [page.wrap(name, 0.35 * page.width) or [""] for name in names]
    lines = sum(map(len, wrapped))
    top, base = page.top - 1, page.bottom + TEXT * LEADING + 2.4
    row = (top - base) / lines
    if row < SMALL * LEADING:
        raise RummistatsError(
            f"{len(names)} cases with {lines} lines of names can't be read in one chart"
        )
    size = TEXT if row >= TEXT * LEADING else SMALL
    left = MARGIN + max(page.measure(text) for text_lines in wrapped for text in text_lines) + 2
    lowest_of_all, highest_of_all = min(each[0] for each in ends), max(each[-1] for each in ends)
    air = 0.04 * (highest_of_all - lowest_of_all) or 1
    low, high = lowest_of_all - air, highest_of_all + air
    ticks = amount_ticks(low, high, 8, least=1)
    right = page.width - max(MARGIN + 1, 1 + page.measure(max(ticks.values(), key=len)) / 2)
    axes = page.add_axes(left, base, right, top)
    axes.set_xlim(low, high)
    axes.set_ylim(lines, 0)
    axes.set_yticks([])
    axes.set_xticks(list(ticks), list(ticks.values()))
    axes.tick_params("x", pad=page.points(1))
    axes.xaxis.grid(True, color=GRID_INK)
    done = 0
    for text_lines, (lowest, start, middle, end, highest), mean in zip(
        wrapped, ends, means, strict=True
    ):
        at = done + len(text_lines) / 2
        done += len(text_lines)
        tall = min(0.62, 9 / row) if len(text_lines) == 1 else 0.8
        axes.plot(
            [lowest, highest],
            [at, at],
            color=INK,
            linewidth=page.points(2 * LINE),
            solid_capstyle="butt",
            gid="range",
        )
        axes.barh(
            [at],
            [max(end - start, (high - low) / 400)],
            left=[start],
            height=tall,
            facecolor=SERIES[0].fill,
            edgecolor=INK,
            linewidth=page.points(LINE),
            zorder=2,
        )
        axes.plot(
            [middle, middle],
            [at - tall / 2, at + tall / 2],
            color=INK,
            linewidth=page.points(3 * LINE),
            solid_capstyle="butt",
            zorder=3,
        )
        axes.plot(
            [mean],
            [at],
            linestyle="none",
            marker=LINES[0].dot,
            markersize=page.points(2.2),
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            markeredgewidth=page.points(LINE),
            zorder=4,
        )
        y = top - at * row
        for number, text in enumerate(text_lines):
            page.write(
                left - 1.6,
                y + ((len(text_lines) - 1) / 2 - number) * size * LEADING,
                text,
                size=size,
                across="right",
                up="center_baseline",
            )


def _check(cases: Mapping[str, Distribution]) -> None:
    if not cases:
        raise RummistatsError("cases={}: a comparison has at least one case")
    for name, found in cases.items():
        if found.is_joint:
            raise RummistatsError(
                f"{shown(name)}: {found.measure} is a joint distribution; compare one measure"
            )

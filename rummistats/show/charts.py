"""Charts of probabilities, each with a text that says the same in words and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError
from rummistats.show.bars import Columns, Mark
from rummistats.show.chart import Chart
from rummistats.show.extent import cut_words, drawn_values, zero_of
from rummistats.show.frame import heading_of, make_heading, value_name, write_frame
from rummistats.show.odds import (
    Bar,
    Odds,
    check_looks,
    distribution_words,
    figures,
    make_bar,
    percent,
    sentences,
    small_print,
    source,
)
from rummistats.show.page import Page, new_page
from rummistats.show.style import MARGIN, SERIES, clean
from rummistats.whole import as_truth, as_whole

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["Chart", "distribution_chart", "grouped_chart"]

THINNEST = 0.7
"""Least pitch of bars in percent of the picture's height; if need be values are put together."""


def distribution_chart(
    distribution: Distribution,
    *,
    title: str | None = None,
    value_label: str | None = None,
    highlight_from: int | None = None,
    highlight_label: str | None = None,
    looks: Mapping[int, int] | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of the probability of each value.

    Where there are very many values, tails that together have less than 0.2 % are left out,
    and if that is not enough several values share a bar; the chart says so.

    Parameters
    ----------
    distribution : Distribution
        What to draw; an estimated one with its 95 % intervals.
    title : str, optional
        The title; what was measured unless given.
    value_label : str, optional
        What the values are, such as "points".
    highlight_from : int, optional
        Values from here on are marked, and their total probability is written over them; True
        marks an event.
    highlight_label : str, optional
        What the marked values are called; such as "30 or more" unless given.
    looks : mapping of int to int, optional
        Looks of the bars from each key on, by their places in `SERIES`, where another chart shows
        the same parts; without it marked bars have the second look and all others the first.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; those of the distribution unless
        given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the distribution is joint, or there is no such size or look.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> chart = distribution_chart(die, title="One die", highlight_from=5)
    >>> print(chart.text)
    One die. Bar chart of the probability of each value (exact). 1: 16.7 %, 2: 16.7 %,
    3: 16.7 %, 4: 16.7 %, 5: 16.7 %, 6: 16.7 %. Mean 3.5. 5 or more: 33.3 %.
    """
    if distribution.is_joint:
        raise RummistatsError(
            f"{distribution.measure} is a joint distribution, whose values can't be drawn as "
            f"bars; take .marginal(0) to .marginal({len(distribution.measures) - 1})"
        )
    if highlight_from is not None:
        first_marked = as_whole(highlight_from)
        if isinstance(distribution.values[0], bool) and as_truth(highlight_from) is not None:
            first_marked = int(highlight_from)
        if first_marked is None:
            raise RummistatsError(
                f"highlight_from={highlight_from!r}: values are marked from a whole number on"
            )
        highlight_from = first_marked
    if looks is None:
        looks = {} if highlight_from is None else {highlight_from: 1}
    check_looks(looks.values())
    origin = source([distribution], distribution.seed)
    heading = heading_of([distribution], title, of)
    with new_page(size) as page:
        first, last = drawn_values(distribution, highlight_from)
        zero = zero_of(first, last)
        step, bars = _value_bars(page, distribution, first, last, highlight_from, zero, looks)
        cut = cut_words(distribution, first, last)
        shared = [f"each bar: {step} values"] if step > 1 else []
        write_frame(page, heading, value_label, [*small_print(bars, origin), *shared, *cut])
        mark = None
        if highlight_from is not None:
            total = make_bar(
                0,
                1,
                clean(highlight_label or _from_words(distribution, highlight_from)),
                distribution.estimate(at_least=highlight_from),
            )
            start = min(max(highlight_from, first), last + 1)
            mark = Mark(start - zero - 0.5, f"{total.name}: {percent(total.value)}")
        columns = Columns(page, bars, first - zero - 0.5, last - zero + 0.5)
        ticks, marks = _value_ticks(page, columns.pitch, distribution, first, last, zero)
        columns.draw(columns.within(ticks), marks, mark, "{name}: {percent}")
    words = [
        *heading.words,
        f"Bar chart of the probability of each value ({origin})",
        *distribution_words(distribution, bars, step),
        *([f"{total}"] if highlight_from is not None else []),
        *(part.capitalize() for part in cut),
    ]
    return Chart(page.figure, sentences(words), heading.text)


def grouped_chart(
    labels: Sequence[object],
    series: Mapping[str, Sequence[Odds]],
    *,
    title: str,
    value_label: str | None = None,
    seed: object = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of probabilities by number, color or the like, in up to four series.

    Parameters
    ----------
    labels : sequence
        What stands below each group of bars, such as the numbers 1 to 13.
    series : mapping of str to sequence of Estimate
        The name of each series, and its probabilities in the order of the labels.
    title : str
        The title.
    value_label : str, optional
        What the labels are, such as "number".
    seed : object
        What the estimates started from, for the small print.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If a series does not fit the labels, there are more than four series or more labels
        than fit, one is no probability, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> even = make_distribution({2: 1, 4: 1, 6: 1}, measure="die", is_exact=True)
    >>> table = {name: [d.estimate(n) for n in (1, 2)] for name, d in
    ...          {"any": die, "known to be even": even}.items()}
    >>> print(grouped_chart([1, 2], table, title="A throw").text)
    A throw. Bar chart of probabilities (exact). any: 1: 16.7 %, 2: 16.7 %. known to be even:
    1: 0 %, 2: 33.3 %.
    """
    if not labels or not 1 <= len(series) <= len(SERIES):
        raise RummistatsError(
            f"{len(series)} series of {len(labels)} labels; a chart has from 1 to {len(SERIES)} "
            "series and at least one label"
        )
    for name, odds in series.items():
        if len(odds) != len(labels):
            raise RummistatsError(
                f"series {name!r} has {len(odds)} probabilities, but there are {len(labels)} labels"
            )
    heading = make_heading(title, of)
    width = 0.84 / len(series)
    table = []
    for number, odds in enumerate(series.values()):
        shift = (number - (len(series) - 1) / 2) * width
        table.append(
            [
                make_bar(group + shift, width, clean(label), probability, number)
                for group, (label, probability) in enumerate(zip(labels, odds, strict=True))
            ]
        )
    bars = list(chain.from_iterable(table))
    origin = source(list(chain.from_iterable(series.values())), seed)
    with new_page(size) as page:
        write_frame(page, heading, value_label, small_print(bars, origin))
        names = [clean(name) for name in series]
        if len(names) > 1:
            page.write_key(names)
        columns = Columns(page, bars, -0.5, len(labels) - 0.5)
        wrapped = [page.wrap(bar.name, columns.pitch - 0.5) for bar in table[0]]
        whole = all(" ".join(lines) == bar.name for lines, bar in zip(wrapped, bars, strict=False))
        if not whole or max(map(len, wrapped)) > 3 or columns.pitch < 2 * THINNEST * len(series):
            raise RummistatsError(
                f"{len(labels)} labels with {len(series)} bars each can't be read in one chart; "
                "take fewer or shorter ones"
            )
        ticks = {float(group): "\n".join(lines) for group, lines in enumerate(wrapped)}
        columns.draw(ticks, False, None, "{percent}")
    words = [*heading.words, f"Bar chart of probabilities ({origin})"]
    for name, row in zip(names, table, strict=True):
        first, *more = figures(row)
        words += [f"{name}: {first}" if name else first, *more]
    return Chart(page.figure, sentences(words), heading.text)


def _from_words(distribution: Distribution, start: int) -> str:
    if isinstance(distribution.values[0], bool):
        return "yes" if start >= 1 else "yes or no"
    return f"{start} or more"


def _value_bars(
    page: Page,
    distribution: Distribution,
    first: int,
    last: int,
    highlight_from: int | None,
    zero: int,
    looks: Mapping[int, int],
) -> tuple[int, list[Bar]]:
    """Return how many values share a bar, and the bars."""
    pitch = (page.width - 4 * MARGIN) / (last - first + 1)
    step = next(
        step
        for size in count()
        for step in (10**size, 2 * 10**size, 5 * 10**size)
        if (step == 1 and pitch >= THINNEST) or step * pitch >= 2 * THINNEST
    )
    # Values of different looks never share a bar.
    offset = (highlight_from or 0) % step
    starts = {(int(v) - offset) // step * step + offset for v in distribution.values}
    ends = {start + step for start in starts}
    borders = sorted({first, last + 1, *starts, *ends, *looks})
    borders = [border for border in borders if first <= border <= last + 1]
    bars = []
    for low, after in pairwise(borders):
        high = after - 1
        if (low - offset) // step * step + offset not in starts:
            continue
        look = looks.get(max((key for key in looks if key <= low), default=low), 0)
        if low == high:
            name, odds = (
                value_name(distribution, low),
                distribution.estimate(_own(distribution, low)),
            )
        else:
            name = f"{low} to {high}"
            odds = distribution.estimate(at_least=low, at_most=high)
        width = (high - low + 1) * (0.8 if pitch * step > 2 * THINNEST else 1)
        place = (low + high - 2 * zero) / 2
        bars.append(make_bar(place, width, name, odds, look))
    return step, bars


def _own(distribution: Distribution, value: int) -> int:
    """Return a value as the distribution has it: 0 and 1 of an event are False and True."""
    return bool(value) if isinstance(distribution.values[0], bool) else value


def _value_ticks(
    page: Page, pitch: float, distribution: Distribution, first: int, last: int, zero: int
) -> tuple[dict[float, str], bool]:
    """Return round values as labels of the axis, as many as fit; whether they are not all."""
    widest = max(page.measure(value_name(distribution, v)) for v in (first, last))
    step = next(
        step
        for size in count()
        for step in (10**size, 2 * 10**size, 5 * 10**size)
        if step * pitch >= (widest + 1 if step == 1 else 2 * widest)
    )
    start = -(-first // step) * step
    ticks = {float(v - zero): value_name(distribution, v) for v in range(start, last + 1, step)}
    return ticks or {float(first - zero): str(first)}, step > 1

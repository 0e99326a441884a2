"""Charts of probabilities, each with a text that says the same in words and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count, pairwise
from math import isfinite
from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError
from rummistats.show.bars import Columns, Mark, draw_rows, row_room
from rummistats.show.chart import Chart
from rummistats.show.odds import (
    Bar,
    Odds,
    amount,
    check_looks,
    distribution_words,
    figures,
    make_bar,
    percent,
    real_number,
    sentences,
    small_print,
    source,
)
from rummistats.show.style import (
    INK,
    LEADING,
    MARGIN,
    SERIES,
    SMALL,
    SMALL_PRINT_INK,
    TEXT,
    TITLE,
    Page,
    clean,
    new_page,
)

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["Chart", "distribution_chart", "grouped_chart", "means_chart", "odds_chart"]

LONG = 40
"""A distribution over more values than this has its tails cut."""

NEGLIGIBLE = 0.001
"""A cut tail has less than this probability."""

WORTH_CUTTING = 0.1
"""A tail is cut if it is at least this part of the range of values."""

THINNEST = 0.7
"""Least pitch of bars in percent of the picture's height; if need be values are put together."""

FAR = 1_000_000
"""Values that are so many times farther from 0 than from each other have an axis of their own."""

LARGEST = 10**30
"""From here on values are not drawn: nobody could read them."""

LARGEST_MEAN = 1e21
"""From here on means are not drawn: their figures would need the whole width of the picture."""


def distribution_chart(
    distribution: Distribution,
    *,
    title: str | None = None,
    value_label: str | None = None,
    highlight_from: int | None = None,
    highlight_label: str | None = None,
    looks: Mapping[int, int] | None = None,
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
        Values from here on are marked, and their total probability is written over them.
    highlight_label : str, optional
        What the marked values are called; such as "30 or more" unless given.
    looks : mapping of int to int, optional
        Looks of the bars from each key on, by their places in `SERIES`, where another chart shows
        the same parts; without it marked bars have the second look and all others the first.
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
    if highlight_from is not None and not isinstance(highlight_from, int):
        raise RummistatsError(
            f"highlight_from={highlight_from!r}: values are marked from a whole number on"
        )
    if looks is None:
        looks = {} if highlight_from is None else {highlight_from: 1}
    check_looks(looks.values())
    origin = source([distribution], distribution.seed)
    heading = clean(title) if title is not None else _heading(distribution)
    with new_page(size) as page:
        first, last = _drawn_values(distribution, highlight_from)
        zero = _zero(first, last)
        step, bars = _value_bars(page, distribution, first, last, highlight_from, zero, looks)
        cut = _cut_words(distribution, first, last)
        shared = [f"each bar: {step} values"] if step > 1 else []
        _frame(page, heading, value_label, [*small_print(bars, origin), *shared, *cut])
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
        heading,
        f"Bar chart of the probability of each value ({origin})",
        *distribution_words(distribution, bars, step),
        *([f"{total}"] if highlight_from is not None else []),
        *(part.capitalize() for part in cut),
    ]
    return Chart(page.figure, sentences(words), heading)


def odds_chart(
    rows: Sequence[tuple[str, Odds]],
    *,
    title: str,
    seed: object = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of some events' probabilities, as lying bars in the order given.

    Parameters
    ----------
    rows : sequence of (str, Estimate)
        What each bar is called, and its probability.
    title : str
        The title.
    seed : object
        What the estimates started from, for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there are no rows or more than fit, if one is no probability, or there is no such
        size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> rows = [("a six", die.estimate(6)), ("4 or more", die.estimate(at_least=4))]
    >>> print(odds_chart(rows, title="One throw").text)
    One throw. Bar chart of probabilities (exact). a six: 16.7 %, 4 or more: 50.0 %.
    """
    if not rows:
        raise RummistatsError("rows=[]: a chart of odds has at least one row")
    heading = clean(title)
    bars = [make_bar(place, 0.64, clean(name), odds) for place, (name, odds) in enumerate(rows)]
    origin = source([odds for _, odds in rows], seed)
    page = _rows_page(bars, small_print(bars, origin), heading, size)
    words = f"Bar chart of probabilities ({origin})"
    return Chart(page.figure, sentences([heading, words, *figures(bars)]), heading)


def means_chart(
    rows: Sequence[tuple[str, Odds]],
    *,
    title: str,
    value_label: str = "mean",
    seed: object = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of some means, as lying bars in the order given.

    Parameters
    ----------
    rows : sequence of (str, Estimate)
        What each bar is called, and its mean: not negative, as bars begin at 0.
    title : str
        The title.
    value_label : str
        What the means are means of, such as "points on average".
    seed : object
        What the estimates started from, for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there are no rows or more than fit, if a mean is negative, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> print(means_chart([("a die", die.estimate())], title="Throws").text)
    Throws. Bar chart of means (exact). a die: 3.5.
    """
    if not rows:
        raise RummistatsError("rows=[]: a chart of means has at least one row")
    heading = clean(title)
    bars = []
    for place, (name, mean) in enumerate(rows):
        value, low, high = (real_number(name, end) for end in (mean.value, mean.low, mean.high))
        if not 0 <= value < LARGEST_MEAN:
            raise RummistatsError(
                f"{name}: {value} can't be drawn; bars of means begin at 0 and end before "
                f"{LARGEST_MEAN:g}"
            )
        if mean.is_exact or not isfinite(high - low):
            low = high = value
        known = mean.is_exact or low == high
        bars.append(Bar(place, 0.64, clean(name), value, max(low, 0.0), high, known))
    origin = source([mean for _, mean in rows], seed)
    notes = (
        [origin] if all(bar.is_exact for bar in bars) else [origin, "dark lines: 95 % intervals"]
    )
    page = _rows_page(bars, notes, heading, size, value_label)
    listed = ", ".join(
        f"{bar.name}: {amount(bar.value)}"
        + (
            ""
            if bar.is_exact
            else f" (95 % interval {amount(bar.low, 6)} to {amount(bar.high, 6)})"
        )
        for bar in bars
    )
    words = f"Bar chart of means ({origin})"
    return Chart(page.figure, sentences([heading, words, listed]), heading)


def _rows_page(
    bars: Sequence[Bar], notes: list[str], heading: str, size: str, of: str | None = None
) -> Page:
    """Return a page with lying bars: of probabilities, or of what ``of`` says."""
    write = percent if of is None else amount
    with new_page(size) as page:
        _frame(page, heading, None, notes, of or "probability")
        names = [page.wrap(bar.name, 0.4 * page.width) or [""] for bar in bars]
        lines = sum(map(len, names))
        fitting = int(row_room(page) / (SMALL * LEADING))
        if lines > fitting:
            raise RummistatsError(
                f"{len(bars)} rows with {lines} lines of names can't be read in one chart; "
                f"{fitting} lines fit"
            )
        widest = max(page.measure(line) for lines in names for line in lines)
        left = MARGIN + max(widest + 1.2, page.measure("0.25 %") / 2)
        draw_rows(page, names, bars, left, write)
    return page


def grouped_chart(
    labels: Sequence[object],
    series: Mapping[str, Sequence[Odds]],
    *,
    title: str,
    value_label: str | None = None,
    seed: object = None,
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
    heading = clean(title)
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
        _frame(page, heading, value_label, small_print(bars, origin))
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
    words = [heading, f"Bar chart of probabilities ({origin})"]
    for name, row in zip(names, table, strict=True):
        first, *more = figures(row)
        words += [f"{name}: {first}" if name else first, *more]
    return Chart(page.figure, sentences(words), heading)


def _frame(
    page: Page, heading: str, value_label: str | None, notes: list[str], what: str = "probability"
) -> None:
    """Write what stands above and below the bars; ``what`` they show."""
    page.write_top(heading, TITLE, bold=True)
    page.top -= 0.6
    page.write_top(clean(what), SMALL)
    page.write_bottom(notes, SMALL, SMALL_PRINT_INK)
    page.bottom += 0.6
    if value_label:
        page.write_bottom([clean(value_label)], TEXT, INK, centered=True)


def _heading(distribution: Distribution) -> str:
    """Return what was measured, on what hands and in what game."""
    tiles = "" if distribution.hand_size is None else f", {distribution.hand_size} tiles"
    game = "" if distribution.variant is None else f", {distribution.variant.name}"
    return clean(f"{distribution.measure.replace('_', ' ')}{tiles}{game}")


def _value_name(distribution: Distribution, value: int) -> str:
    if isinstance(distribution.values[0], bool):
        return "yes" if value else "no"
    return str(value)


def _from_words(distribution: Distribution, start: int) -> str:
    if isinstance(distribution.values[0], bool):
        return "yes" if start >= 1 else "yes or no"
    return f"{start} or more"


def _drawn_values(distribution: Distribution, highlight_from: int | None) -> tuple[int, int]:
    """Return the first and the last value to draw."""
    values = [int(v) for v, w in zip(distribution.values, distribution.weights, strict=True) if w]
    if isinstance(distribution.values[0], bool):
        return 0, 1
    first, last = values[0], values[-1]
    if max(-first, last) >= LARGEST:
        raise RummistatsError(
            f"{distribution.measure} has values of more than {len(str(LARGEST)) - 1} digits, "
            "which can't be drawn"
        )
    if last - first < LONG:
        return first, last
    least = (last - first) * WORTH_CUTTING
    start, cut = (_end_of_tail(distribution, way) for way in (1, -1))
    first, cut = start if start - first >= least else first, cut if last - cut >= least else last
    if highlight_from is not None:
        cut = max(cut, min(highlight_from, last))
        first = min(first, max(highlight_from, values[0]))
    return first, cut


def _zero(first: int, last: int) -> int:
    """Return the value from which places on the axis are measured.

    It is 0 as a rule, but values far away from it would be alike as floating-point numbers.
    """
    return first if max(abs(first), abs(last)) > FAR * (last - first + 1) else 0


def _end_of_tail(distribution: Distribution, way: int) -> int:
    """Return the first value, upward or downward, before which all is negligible."""
    weight = 0
    pairs = zip(distribution.values[::way], distribution.weights[::way], strict=True)
    return next(
        int(value)
        for value, here in pairs
        if (weight := weight + here) >= NEGLIGIBLE * distribution.total
    )


def _cut_words(distribution: Distribution, first: int, last: int) -> list[str]:
    """Return in words which tails are not drawn, and how probable they are."""
    words = []
    below = distribution.prob(lambda v: v < first)
    above = distribution.prob(lambda v: v > last)
    if below:
        words.append(f"not drawn: less than {first} ({percent(below)} together)")
    if above:
        words.append(f"not drawn: more than {last} ({percent(above)} together)")
    return words


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
                _value_name(distribution, low),
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
    widest = max(page.measure(_value_name(distribution, v)) for v in (first, last))
    step = next(
        step
        for size in count()
        for step in (10**size, 2 * 10**size, 5 * 10**size)
        if step * pitch >= (widest + 1 if step == 1 else 2 * widest)
    )
    start = -(-first // step) * step
    ticks = {float(v - zero): _value_name(distribution, v) for v in range(start, last + 1, step)}
    return ticks or {float(first - zero): str(first)}, step > 1

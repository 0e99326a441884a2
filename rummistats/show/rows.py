"""Charts with lying bars: probabilities of events, and means, in the order given."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rummistats.errors import RummistatsError
from rummistats.show.bars import draw_rows, row_room
from rummistats.show.chart import Chart
from rummistats.show.frame import Heading, make_heading, write_frame
from rummistats.show.odds import (
    Bar,
    Odds,
    amount,
    figures,
    make_bar,
    percent,
    real_number,
    sentences,
    small_print,
    source,
)
from rummistats.show.page import Page, new_page
from rummistats.show.style import LEADING, MARGIN, SMALL, clean

__all__ = ["means_chart", "odds_chart"]

LARGEST_MEAN = 1e21
"""From here on means are not drawn: their figures would need the whole width of the picture."""


def odds_chart(
    rows: Sequence[tuple[str, Odds]],
    *,
    title: str,
    seed: object = None,
    of: str | None = None,
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
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
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
    heading = make_heading(title, of)
    bars = [make_bar(place, 0.64, clean(name), odds) for place, (name, odds) in enumerate(rows)]
    origin = source([odds for _, odds in rows], seed)
    page = _rows_page(bars, small_print(bars, origin), heading, size)
    words = f"Bar chart of probabilities ({origin})"
    return Chart(page.figure, sentences([*heading.words, words, *figures(bars)]), heading.text)


def means_chart(
    rows: Sequence[tuple[str, Odds]],
    *,
    title: str,
    value_label: str = "mean",
    seed: object = None,
    of: str | None = None,
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
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
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
    heading = make_heading(title, of)
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
    return Chart(page.figure, sentences([*heading.words, words, listed]), heading.text)


def _rows_page(
    bars: Sequence[Bar], notes: list[str], heading: Heading, size: str, what: str | None = None
) -> Page:
    """Return a page with lying bars: of probabilities, or of ``what``."""
    write = percent if what is None else amount
    with new_page(size) as page:
        write_frame(page, heading, None, notes, what or "probability")
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

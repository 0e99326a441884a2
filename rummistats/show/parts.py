"""A bar of the parts of a whole, with a line of words and figures for each part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import make_heading
from rummistats.show.odds import (
    Bar,
    Odds,
    check_looks,
    figures,
    make_bar,
    percent,
    sentences,
    small_print,
    source,
)
from rummistats.show.page import Page, new_page
from rummistats.show.style import (
    LEADING,
    MARGIN,
    SERIES,
    SMALL,
    SMALL_PRINT_INK,
    TEXT,
    TITLE,
    clean,
)

__all__ = ["parts_chart"]

LARGE = 6.0
"""Size of the words beside the parts."""

HUGE = 7.5
"""Size of the figures over the bar."""

NEARLY_ONE = 1e-6


def parts_chart(
    parts: Sequence[tuple[str, Odds]],
    *,
    title: str,
    seed: object = None,
    looks: Sequence[int] | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of the parts of a whole: one bar, and below it what each part is.

    Parameters
    ----------
    parts : sequence of (str, Estimate)
        What each part is called, and its probability; together they are 1.
    title : str
        The title.
    seed : object
        What the estimates started from, for the small print.
    looks : sequence of int, optional
        The look of each part, by its place in `SERIES`; those in the order given unless told.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the parts are no whole, if there are more than four, or there is no such size
        or look.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> parts = [("a six", die.estimate(6)), ("less", die.estimate(at_most=5))]
    >>> print(parts_chart(parts, title="One throw").text)
    One throw. Bar of the parts of all hands (exact). a six: 16.7 %, less: 83.3 %.
    """
    if not 0 < len(parts) <= len(SERIES):
        raise RummistatsError(
            f"{len(parts)} parts: a chart of parts has from 1 to {len(SERIES)} of them"
        )
    if looks is None:
        looks = range(len(parts))
    check_looks(looks)
    if len(looks) != len(parts):
        raise RummistatsError(f"{len(looks)} looks of {len(parts)} parts: each part has one")
    heading = make_heading(title, of)
    bars = [
        make_bar(place, 1, clean(name), odds, look)
        for place, ((name, odds), look) in enumerate(zip(parts, looks, strict=True))
    ]
    total = sum(bar.value for bar in bars)
    if abs(total - 1) > NEARLY_ONE:
        raise RummistatsError(
            f"the parts are {total:.6g} together; parts of a whole add up to 1, so they must come "
            "from one source"
        )
    origin = source([odds for _, odds in parts], seed)
    # No line shows an interval here, as the bar's borders are sums of several parts.
    notes = [note.replace("dark lines: ", "") for note in small_print(bars, origin)]
    with new_page(size) as page:
        page.write_top(heading.text, TITLE, bold=True)
        page.write_bottom([*filter(None, [heading.rest]), *notes], TEXT, SMALL_PRINT_INK)
        _draw(page, bars)
    words = f"Bar of the parts of all hands ({origin})"
    return Chart(page.figure, sentences([*heading.words, words, *figures(bars)]), heading.text)


def _draw(page: Page, bars: Sequence[Bar]) -> None:
    """Draw the bar and the lines below it into what is free of the page."""
    from matplotlib.patches import Rectangle

    left, right = MARGIN, page.width - MARGIN
    upper, lower = page.top - 2, page.bottom + 2
    # The figures stand over the bar, where no hatch runs through them.
    top = upper - HUGE * LEADING
    base = top - 0.32 * (top - lower)
    axes = page.add_axes(left, base, right, top)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_yticks([])
    axes.set_xticks([])
    figure = max(page.measure(percent(bar.value), LARGE, bold=True) for bar in bars)
    step = (base - lower) / len(bars)
    start = 0.0
    for place, bar in enumerate(bars):
        name, value, shade = bar.name, bar.value, SERIES[bar.series]
        look: dict[str, Any] = {
            "facecolor": shade.fill,
            "hatch": shade.hatch * page.hatches,
            "edgecolor": shade.lines,
            "linewidth": 0,
        }
        axes.add_patch(Rectangle((start, 0), value, 1, **look))
        wide = page.measure(percent(value), HUGE, bold=True)
        if wide + 1 < value * (right - left):
            middle = left + (start + value / 2) * (right - left)
            page.write(
                middle,
                top + 0.3 * HUGE,
                percent(value),
                size=HUGE,
                bold=True,
                across="center",
            )
        start += value
        upper_row = base - step * (place + 0.5)
        side = min(LARGE, step * 0.7)
        page.draw_box(left, upper_row - side / 2, 1.4 * side, side, **look)
        at = left + 1.4 * LARGE + 2 + figure
        page.write(
            at,
            upper_row,
            percent(value),
            size=LARGE,
            bold=True,
            across="right",
            up="center_baseline",
        )
        room = right - at - 2.5
        size = LARGE if page.measure(name, LARGE) <= room else SMALL * LEADING
        page.write(
            at + 2.5, upper_row, page.shorten(name, room, size), size=size, up="center_baseline"
        )

"""Venn diagrams of two or three events, from their joint counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import cos, pi, sin
from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import heading_of, measure_names, write_frame
from rummistats.show.odds import figures, make_bar, percent, sentences, small_print, source
from rummistats.show.page import Page, new_page
from rummistats.show.plane import LINES
from rummistats.show.rulers import halo
from rummistats.show.style import GRID_INK, LEADING, LINE, MARGIN, SMALL, TEXT, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["venn_chart"]

OUTLINE = 0.7
"""Width of a circle's line, in percent of the picture's height."""

TINTS = ("#5b93c2", "#b0581f", "#7a7a7a")

Region = tuple[bool, ...]


def venn_chart(
    joint: Distribution,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a Venn diagram of two or three events, with the probability of every region.

    The circles are of one size whatever the probabilities, so that every region has room for
    its figure, also where nothing is in it.

    Parameters
    ----------
    joint : Distribution
        Of two or three events, exact or simulated.
    names : sequence of str, optional
        What the events are called; the names of the measures unless given.
    title : str, optional
        The title; what was measured unless given.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; those of the distribution unless
        given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the distribution is not of two or three events, there is not one name for each, or
        there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({(n % 2 == 0, n > 4): 0 for n in range(1, 7)}
    ...                         | {(True, True): 1, (False, True): 1, (True, False): 2,
    ...                            (False, False): 2}, measure="(even, high)", is_exact=True)
    >>> print(venn_chart(die, title="One die").text)
    One die. Venn diagram of 2 events (exact). even and high: 16.7 %, even only: 33.3 %,
    high only: 16.7 %, none of them: 33.3 %. In all even: 50.0 %, high: 33.3 %. even or high:
    66.7 %.
    """
    events = len(joint.measures) if joint.is_joint else 1
    if events not in (2, 3) or not all(
        isinstance(part, bool) for value in joint.values for part in value
    ):
        raise RummistatsError(
            f"{joint.measure}: a Venn diagram is of two or three events, each yes or no"
        )
    called = [clean(name) for name in measure_names(joint)]
    if names is not None:
        called = [clean(name) for name in names]
        if len(called) != events:
            raise RummistatsError(f"{len(called)} names of {events} events; each has one")
    # "and" would name what the events have in common.
    heading = heading_of([joint], title, of, link=", ")
    origin = source([joint], joint.seed)
    regions: list[Region] = sorted(product((True, False), repeat=events), key=lambda r: -sum(r))
    odds = {region: joint.estimate(region) for region in regions}
    bars = {r: make_bar(0, 1, _words(r, called), chance) for r, chance in odds.items()}
    notes = [n.replace("dark lines: ", "") for n in small_print(list(bars.values()), origin)]
    with new_page(size) as page:
        write_frame(page, heading, None, [*notes, "areas are not to scale"], "")
        totals = [joint.marginal(i).estimate(True) for i in range(events)]
        circles = _circles(page, events)
        _draw_circles(page, circles)
        _name(page, circles, called, [percent(each.value) for each in totals])
        outside = "neither" if events == 2 else "none"
        for region, bar in bars.items():
            x, y = _middle(page, circles, region)
            written = page.write(
                x,
                y,
                percent(bar.value) if any(region) else f"{outside}: {percent(bar.value)}",
                bold=True,
                across="left" if not any(region) else "center",
                up="center_baseline",
            )
            halo(written, page.points(TEXT))
    any_of_them = joint.estimate(lambda value: any(value))
    in_all = [make_bar(0, 1, name, each) for name, each in zip(called, totals, strict=True)]
    words = [
        *heading.words,
        f"Venn diagram of {events} events ({origin})",
        *figures(list(bars.values())),
        "In all " + ", ".join(f"{bar.name}: {percent(bar.value)}" for bar in in_all),
        f"{' or '.join(called)}: {percent(any_of_them.value)}",
    ]
    return Chart(page.figure, sentences(words), heading.text)


def _words(region: Region, names: Sequence[str]) -> str:
    inside = [name for name, belongs in zip(names, region, strict=True) if belongs]
    if not inside:
        return "none of them"
    return " and ".join(inside) + ("" if len(inside) == len(names) else " only")


Circle = tuple[float, float, float]


def _circles(page: Page, events: int) -> list[Circle]:
    """Return middle and radius of each circle, with room for the names around them."""
    top, base = page.top - 1, page.bottom + 1
    room = top - base - 2
    names = 2 * TEXT * LEADING + 1
    center = page.width / 2
    if events == 2:
        radius = min((room - names) / 2, page.width / 5)
        y = base + 1 + radius
        shift = 0.6 * radius
        return [(center - shift, y, radius), (center + shift, y, radius)]
    # Three circles at the corners of a triangle, the third one below.
    radius = room / (2 + 1.5 * 0.62)
    away = 0.62 * radius
    y = top - 1 - radius - away * sin(pi / 6)
    return [
        (center + away * cos(angle), y + away * sin(angle), radius)
        for angle in (5 * pi / 6, pi / 6, -pi / 2)
    ]


def _draw_circles(page: Page, circles: Sequence[Circle]) -> None:
    from matplotlib.patches import Ellipse

    frame = MARGIN, page.bottom + 0.5, page.width - 2 * MARGIN, page.top - page.bottom - 1
    page.draw_box(*frame, fill=False, edgecolor=GRID_INK, linewidth=page.points(LINE), gid="all")
    for filled in (True, False):
        for number, (x, y, radius) in enumerate(circles):
            look = LINES[number]
            page.figure.add_artist(
                Ellipse(
                    (x / page.width, y / 100),
                    2 * radius / page.width,
                    2 * radius / 100,
                    transform=page.figure.transFigure,
                    facecolor=(TINTS[number] if filled else "none"),
                    alpha=0.22 if filled else None,
                    edgecolor="none" if filled else look.color,
                    linestyle=look.dashes,
                    linewidth=0 if filled else page.points(OUTLINE),
                    gid="tint" if filled else "circle",
                )
            )


def _name(
    page: Page, circles: Sequence[Circle], names: Sequence[str], totals: Sequence[str]
) -> None:
    """Write each event's name and its whole probability beside its circle."""
    center = page.width / 2
    for number, ((x, y, radius), name, total) in enumerate(
        zip(circles, names, totals, strict=True)
    ):
        side = -1 if number == 0 else 1
        if len(circles) == 2:
            at, across = x + side * 0.3 * radius, "center"
            low = y + radius + 1.2
            room = 2 * min(abs(at - center) - 1, page.width / 2 - MARGIN - 1.5 - abs(at - center))
            lines = [page.shorten(name, room, TEXT, bold=True), total]
        else:
            # Beside the upper part of the upper circles, and the lower part of the lower one.
            across = "right" if side < 0 else "left"
            at = x + side * ((0.95 if number < 2 else 0.9) * radius + 1.5)
            low = y + (0.4 if number < 2 else -0.85) * radius
            room = page.width / 2 - MARGIN - 1.5 - abs(at - center)
            free = page.top - 1 - low if number < 2 else 3 * TEXT * LEADING
            most = max(1, int(free / (TEXT * LEADING)) - 1)
            lines = [*page.wrap_most(name, room, most, TEXT, bold=True), total]
        for line, text in enumerate(reversed(lines)):
            y_line = low + line * TEXT * LEADING
            page.write(at, y_line, text, across=across, bold=line > 0)


def _middle(page: Page, circles: Sequence[Circle], region: Region) -> tuple[float, float]:
    """Return where the figure of a region stands."""
    if not any(region):
        return MARGIN + 1.5, page.bottom + 1.2 + SMALL / 2
    x = sum(circle[0] for circle in circles) / len(circles)
    y = sum(circle[1] for circle in circles) / len(circles)
    if all(region):
        return x, y
    inside = [circle for circle, belongs in zip(circles, region, strict=True) if belongs]
    at_x = sum(circle[0] for circle in inside) / len(inside)
    at_y = sum(circle[1] for circle in inside) / len(inside)
    # Away from the middle of all, where only these circles are.
    far = 1.75 if len(inside) == 1 else 2.35
    if len(circles) == 2:
        far = 1.75
    return x + far * (at_x - x), y + far * (at_y - y)

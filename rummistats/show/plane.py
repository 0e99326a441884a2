"""Axes with numbers both ways, on which lines and dots are drawn and named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rummistats.show.page import Page, Sample
from rummistats.show.rulers import amount_ticks, halo, percent_ticks
from rummistats.show.style import GRID_INK, INK, LEADING, LINE, MARGIN, TEXT

__all__ = ["BAND", "LINES", "THICK", "LineLook", "Plane", "Ruler", "line_sample", "steps"]

THICK = 0.6
"""Width of a line that shows data, in percent of the picture's height."""

DOT = 2.0
"""Width of a dot on such a line."""

GAP = 0.8
"""Space between a point and what is written beside it."""

BAND = "#cfdfec"
"""Between the ends of intervals: its border is a line of its own, as paler than 3:1."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class LineLook:
    """How a line is drawn: told from others by its dashes and its dots, not by color alone.

    Parameters
    ----------
    color : str
        Its color.
    dashes : str or tuple
        Matplotlib's line style.
    dot : str
        Matplotlib's marker.
    """

    color: str
    dashes: Any
    dot: str


LINES = (
    LineLook("#1f5f94", "solid", "o"),
    LineLook("#782703", (0, (4.5, 2)), "s"),
    LineLook("#5c5c5c", (0, (1.2, 1.4)), "^"),
    LineLook("#1a1a1a", (0, (6, 1.6, 1.2, 1.6)), "D"),
)


@dataclass(frozen=True)
class Ruler:
    """What is measured along an axis.

    Parameters
    ----------
    low, high : float
        Its ends.
    kind : str
        ``"percent"`` for probabilities, ``"whole"`` or ``"amount"`` for other numbers, ``"log"``
        for numbers each ten times as large as the one before.
    """

    low: float
    high: float
    kind: str = "amount"

    def ticks(self, most: float) -> dict[float, str]:
        """Return at most about so many round numbers with their labels."""
        if self.kind == "log":
            first, last = math.log10(self.low) - 1e-9, math.log10(self.high) + 1e-9
            powers = range(math.ceil(first), math.floor(last) + 1)
            if len(powers) > 2:
                step = max(1, math.ceil(len(powers) / most))
                return {10.0**power: f"{10**power:,}" for power in powers[::step]}
            # Within so short a stretch only the ends have a meaning.
            ends = {self.low: f"{self.low:,.0f}", self.high: f"{self.high:,.0f}"}
            return ends if most >= 2 else dict([ends.popitem()])
        if self.kind == "percent":
            return percent_ticks(self.low, self.high, most)
        return amount_ticks(self.low, self.high, most, least=self.kind == "whole")


def steps(points: Sequence[Point], before: bool) -> list[Point]:
    """Return the corners of a staircase through points; each step ends, or begins, at its point.

    Examples
    --------
    >>> steps([(0, 1), (1, 0.5)], before=True)
    [(0, 1), (0, 0.5), (1, 0.5)]
    >>> steps([(0, 1), (1, 0.5)], before=False)
    [(0, 1), (1, 1), (1, 0.5)]
    """
    corners = [points[0]]
    for (x, y), (next_x, next_y) in pairwise(points):
        corners += [(x, next_y) if before else (next_x, y), (next_x, next_y)]
    return corners


class Plane:
    """Axes in what is free of a page.

    Parameters
    ----------
    page : Page
        The page, with its title and small print.
    across, up : Ruler
        What is measured from left to right, and upward.
    """

    def __init__(self, page: Page, across: Ruler, up: Ruler) -> None:
        self.page = page
        self.across, self.up = across, up
        self.base = page.bottom + TEXT * LEADING + 2.4
        self.top = page.top - 2.8
        most_up = max(1.0, min(8, (self.top - self.base) / (1.9 * TEXT)))
        up_ticks = up.ticks(most_up)
        widest = max(map(page.measure, up_ticks.values()))
        self.left = MARGIN + widest + 1.6
        room = page.width - MARGIN - 1 - self.left
        ticks = self._fitting(room)
        # The last label may reach into the margin, but not beyond.
        ends = max(page.measure(text) for text in ticks.values()) / 2
        self.right = page.width - max(MARGIN + 1, 1 + ends)
        axes = page.add_axes(self.left, self.base, self.right, self.top)
        if across.kind == "log":
            axes.set_xscale("log")
        axes.set_xlim(across.low, across.high)
        axes.set_ylim(up.low, up.high)
        axes.minorticks_off()
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.set_yticks(list(up_ticks), list(up_ticks.values()))
        axes.tick_params("x", length=page.points(0.9), pad=page.points(1))
        axes.tick_params("y", pad=page.points(1.2))
        axes.spines["bottom"].set(visible=True, linewidth=page.points(LINE))
        axes.yaxis.grid(True, color=GRID_INK)
        self.axes = axes
        self._taken: list[Box] = []

    def _fitting(self, room: float) -> dict[float, str]:
        """Return labels of the lower axis that stand apart."""
        most = 12.0
        while True:
            ticks = self.across.ticks(most)
            widest = max(map(self.page.measure, ticks.values()))
            if most <= 1 or (widest + 2.5) * max(1, len(ticks) - 1) <= room:
                return ticks
            most -= 1

    def place(self, x: float, y: float) -> Point:
        """Return where on the page a point is."""
        low, high = self.across.low, self.across.high
        if self.across.kind == "log":
            x, low, high = math.log(x), math.log(low), math.log(high)
        return (
            self.left + (x - low) / (high - low) * (self.right - self.left),
            self.base + (y - self.up.low) / (self.up.high - self.up.low) * (self.top - self.base),
        )

    def line(
        self, points: Sequence[Point], look: LineLook, *, thick: float = THICK, gid: str = "line"
    ) -> None:
        """Draw a line through points."""
        xs, ys = zip(*points, strict=True)
        self.axes.plot(
            xs,
            ys,
            color=look.color,
            linestyle=look.dashes,
            linewidth=self.page.points(thick),
            solid_capstyle="butt",
            solid_joinstyle="miter",
            clip_on=False,
            zorder=3,
            gid=gid,
        )
        self._take_line(points)

    def dots(self, points: Sequence[Point], look: LineLook, size: float = DOT) -> None:
        """Draw dots."""
        xs, ys = zip(*points, strict=True)
        self.axes.plot(
            xs,
            ys,
            linestyle="none",
            marker=look.dot,
            markersize=self.page.points(size),
            markerfacecolor=look.color,
            markeredgewidth=0,
            clip_on=False,
            zorder=4,
            gid="dots",
        )
        for x, y in (self.place(*point) for point in points):
            self._taken.append((x - size / 2, y - size / 2, x + size / 2, y + size / 2))

    def band(self, lower: Sequence[Point], upper: Sequence[Point]) -> None:
        """Fill what lies between two lines, and draw both."""
        xs = [x for x, _ in lower]
        self.axes.fill_between(
            xs, [y for _, y in lower], [y for _, y in upper], color=BAND, linewidth=0, zorder=1
        )
        for edge in (lower, upper):
            self.line(edge, LineLook(GRID_INK, "solid", ""), thick=LINE, gid="intervals")

    def guide(self, points: Sequence[Point]) -> None:
        """Draw a thin dashed line that leads the eye."""
        self.line(points, LineLook(INK, (0, (4, 3)), ""), thick=LINE, gid="guide")

    def label(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        bold: bool = False,
        near: bool = False,
    ) -> bool:
        """Write a text beside a point, where it runs into nothing; return whether it could be.

        Where there are many points, texts stand ``near`` theirs or not at all.
        """
        at_x, at_y = self.place(x, y)
        wide, tall = self.page.measure(text, size, bold), size
        away = DOT / 2 + GAP
        middle, center = at_x - wide / 2, at_y - tall / 2
        places: list[Point] = [
            (middle, at_y + away),
            (at_x + away, at_y + 0.4),
            (at_x + away, center),
            (at_x - away - wide, at_y + 0.4),
            (middle, at_y - away - tall),
            (at_x + away, at_y - tall - 0.4),
            (at_x - away - wide, at_y - tall - 0.4),
            (at_x - away - wide, center),
            (at_x + DOT / 2 - wide, at_y + away),
            (at_x - DOT / 2, at_y + away),
        ]
        # If need be a little farther away.
        places += [
            (left + side * far, low + up * far)
            for far in (() if near else (2.5, 5.0))
            for (left, low), side, up in (
                ((middle, at_y + away), 0, 1),
                ((middle, at_y - away - tall), 0, -1),
                ((at_x + away, center), 1, 0),
                ((at_x - away - wide, center), -1, 0),
                ((at_x + DOT / 2 - wide, at_y + away), 0, 1),
                ((at_x + DOT / 2 - wide, at_y - away - tall), 0, -1),
            )
        ]
        for left, low in places:
            box = (left, low, left + wide, low + tall)
            if self._is_free(box):
                written = self.page.write(
                    left, low + 0.16 * size, text, size=size, bold=bold, up="baseline"
                )
                halo(written, self.page.points(size))
                self._taken.append(box)
                return True
        return False

    def _is_free(self, box: Box) -> bool:
        left, low, right, high = box
        inside = left >= self.left and right <= self.page.width - MARGIN and low >= self.base + 0.6
        return (
            inside
            and high <= self.page.top
            and not any(
                left - 0.5 < other[2]
                and right + 0.5 > other[0]
                and low - 0.3 < other[3]
                and high + 0.3 > other[1]
                for other in self._taken
            )
        )

    def _take_line(self, points: Sequence[Point]) -> None:
        """Keep texts off a line: small boxes all along it are taken."""
        for (x, y), (next_x, next_y) in pairwise(self.place(*point) for point in points):
            pieces = max(1, math.ceil(math.hypot(next_x - x, next_y - y) / 1.5))
            for piece in range(pieces):
                a, b = piece / pieces, (piece + 1) / pieces
                xs = x + a * (next_x - x), x + b * (next_x - x)
                ys = y + a * (next_y - y), y + b * (next_y - y)
                self._taken.append((min(xs), min(ys), max(xs), max(ys)))


def line_sample(page: Page) -> Sample:
    """Return a function that draws how the line of a series looks into a box of the key."""

    def draw(number: int, x: float, y: float, width: float, height: float) -> None:
        look = LINES[number]
        page.draw_line(
            [x, x + width / 2, x + width],
            [y + height / 2] * 3,
            color=look.color,
            linestyle=look.dashes,
            linewidth=page.points(THICK),
            marker=look.dot,
            markevery=[1],
            markersize=page.points(DOT),
            markeredgewidth=0,
        )

    return draw

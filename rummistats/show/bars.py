"""Bars of probabilities: upright or lying, with intervals, and labels that don't overlap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from rummistats.show.odds import Bar, percent
from rummistats.show.page import Page
from rummistats.show.rulers import halo, percent_ticks, round_steps
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
    contrast,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

__all__ = ["Columns", "Mark", "draw_rows", "row_room"]

GAP = 0.9
"""Space between a bar and what is written beside it, in percent of the picture's height."""

HEADROOM = 2.6
"""Space above the highest percent of an upright axis."""

BESIDE = 12
"""Nothing that stands over a bar reaches farther to its sides."""

PEAKS = 3
"""How many bars are labeled where there is no room for labels of all."""


@dataclass(frozen=True)
class Mark:
    """What is written over all bars from a place on.

    Parameters
    ----------
    place : float
        Where they begin.
    text : str
        What is written.
    """

    place: float
    text: str


@dataclass(frozen=True)
class _Labels:
    """How the probabilities are written over the bars."""

    digits: int
    unit: bool
    size: float
    upright: bool = False
    height: float = 0

    def write(self, bar: Bar) -> str:
        """Return a bar's label; without the unit rare events are only told from none."""
        if self.unit:
            return percent(bar.value, self.digits)
        if 0 < bar.value < 0.001:
            return "<0.1"
        return percent(bar.value, self.digits).removesuffix(" %")


class Columns:
    """Upright bars on a page, on a scale that leaves room for their labels.

    Parameters
    ----------
    page : Page
        Where they are drawn.
    bars : sequence of Bar
        The bars.
    first, last : float
        The ends of the axis of values.
    """

    def __init__(self, page: Page, bars: Sequence[Bar], first: float, last: float) -> None:
        self.page = page
        self.bars = bars
        self.last = last
        self.left = MARGIN + page.measure("0.25 %") + 1
        self.right = page.width - MARGIN - 1
        # A little air before the first bar, so that its label doesn't touch the percents.
        air = 1.2 * (last - first) / (self.right - self.left)
        self.first = first - air
        self.pitch = (self.right - self.left) / (last - self.first)

    def draw(self, ticks: dict[float, str], marks: bool, mark: Mark | None, label: str) -> None:
        """Draw everything into what is free of the page.

        Parameters
        ----------
        ticks : dict of float to str
            Labels of the axis of values; may be of several lines.
        marks : bool
            Whether each label has a tick mark.
        mark : Mark, optional
            What is written over the bars from a place on.
        label : str
            What a bar's label is: a format with ``name`` and ``percent``, used where only the
            highest bars are labeled.
        """
        page = self.page
        lines = max(text.count("\n") + 1 for text in ticks.values())
        base = page.bottom + lines * TEXT * LEADING + 2.7
        room = page.top - HEADROOM - base
        fitting = self._labels_of_all()
        extra = GAP + (fitting.height if fitting else TEXT * LEADING)
        # Bars beside the mark count too: their labels may reach below it.
        start, end = self._reach(mark) if mark else (math.inf, -math.inf)
        reach = start - BESIDE, end + BESIDE
        band = 3.2 + TEXT * LEADING
        top = max(
            bar.high * room / (room - extra - band * self._in(bar, *reach)) for bar in self.bars
        )
        top = top or 0.01
        axes = page.add_axes(self.left, base, self.right, base + room)
        axes.set_xlim(self.first, self.last)
        axes.set_ylim(0, top)
        _draw_bars(axes, self.bars, page.hatches, upright=True)
        wide = min(bar.width for bar in self.bars) * self.pitch > 3
        _draw_intervals(axes, self.bars, True, 0.9 / self.pitch if wide else 0)
        axes.spines["bottom"].set(visible=True, linewidth=page.points(LINE))
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.tick_params("x", length=page.points(0.9 * marks), pad=page.points(2.4 - 0.9 * marks))
        _set_percents(axes.yaxis, top, min(6, room / (2.2 * TEXT)))
        scale = room / top
        if fitting:
            boxes = [
                self._write(base, bar, bar.high * scale, fitting.write(bar), fitting)
                for bar in self.bars
            ]
        else:
            axes.yaxis.grid(True, color=GRID_INK)
            boxes = self._label_peaks(base, scale, label)
        if mark:
            grid = [] if fitting else [base + tick * scale for tick in axes.get_yticks()]
            self._draw_mark(base, scale, mark, boxes, grid)

    def within(self, ticks: dict[float, str]) -> dict[float, str]:
        """Return the labels of the axis that stay in the picture, or the one in its middle."""
        fitting = {
            place: text
            for place, text in ticks.items()
            if self._x(place) - self.page.measure(text) / 2 >= 1
            and self._x(place) + self.page.measure(text) / 2 <= self.page.width - 1
        }
        if fitting:
            return fitting
        middle = min(ticks, key=lambda place: abs(self._x(place) - self.page.width / 2))
        return {middle: ticks[middle]}

    def _labels_of_all(self) -> _Labels | None:
        """Return how every bar can have its label, if there is a way."""
        places = sorted(bar.place for bar in self.bars)
        gaps = [b - a for a, b in pairwise(places)]
        room = min(gaps, default=self.last - self.first) * self.pitch
        for digits, unit, size in (
            (3, True, TEXT),
            (3, True, SMALL),
            (3, False, TEXT),
            (3, False, SMALL),
            (2, False, SMALL),
        ):
            labels = _Labels(digits, unit, size)
            widest = max(self.page.measure(labels.write(bar), size) for bar in self.bars)
            if widest + 0.8 <= room:
                return replace(labels, height=size * LEADING)
            if size == SMALL and size * 1.15 <= room and digits == 2:
                return replace(labels, upright=True, height=widest + 0.5)
        return None

    def _x(self, place: float) -> float:
        return self.left + (place - self.first) * self.pitch

    def _in(self, bar: Bar, start: float, end: float) -> bool:
        """Whether a bar is, at least in part, between two places on the page."""
        middle, half = self._x(bar.place), bar.width * self.pitch / 2
        return middle - half < end and middle + half > start

    def _clamp(self, middle: float, width: float) -> float:
        """Return where the middle of a text must be to stay within the axes."""
        return max(min(middle, self.right - width / 2), self.left + 1.2 + width / 2)

    def _reach(self, mark: Mark) -> tuple[float, float]:
        """Return from where to where the bracket and the text of a mark go."""
        width = self.page.measure(mark.text, TEXT, bold=True)
        start = min(max(self._x(mark.place), self.left), self.right)
        middle = self._clamp((start + self.right) / 2, width)
        return min(start, middle - width / 2), max(self.right, middle + width / 2)

    def _write(
        self, base: float, bar: Bar, height: float, text: str, labels: _Labels
    ) -> tuple[float, float, float]:
        """Write a text over a bar; return its left end, right end and top (above the base)."""
        width = labels.size if labels.upright else self.page.measure(text, labels.size)
        tall = labels.height if labels.upright else labels.size
        middle = self._clamp(self._x(bar.place), width)
        page = self.page
        written = page.write(middle, base + height + GAP, text, size=labels.size, across="center")
        if labels.upright:
            written.set(rotation=90, rotation_mode="default", verticalalignment="bottom")
        halo(written, page.points(labels.size))
        return middle - width / 2, middle + width / 2, height + GAP + tall

    def _label_peaks(
        self, base: float, scale: float, label: str
    ) -> list[tuple[float, float, float]]:
        """Label the highest bars whose label runs into no other bar and no other label."""
        boxes: list[tuple[float, float, float]] = []
        for bar in sorted(self.bars, key=lambda bar: -bar.high):
            text = label.format(name=bar.name, percent=percent(bar.value))
            half = self.page.measure(text, TEXT) / 2 + 0.5
            middle = self._clamp(self._x(bar.place), 2 * half)
            ends = middle - half, middle + half
            free = all(other.high <= bar.high for other in self.bars if self._in(other, *ends))
            apart = all(ends[1] < left or ends[0] > right for left, right, _ in boxes)
            if free and apart and bar.value > 0:
                boxes.append(self._write(base, bar, bar.high * scale, text, _Labels(3, True, TEXT)))
            if len(boxes) == PEAKS:
                break
        return boxes

    def _draw_mark(
        self,
        base: float,
        scale: float,
        mark: Mark,
        boxes: list[tuple[float, float, float]],
        grid: Sequence[float],
    ) -> None:
        page = self.page
        start, end = self._reach(mark)
        heights = [bar.high * scale for bar in self.bars if self._in(bar, start, end)]
        heights += [top for left, right, top in boxes if left < end + GAP and right > start - GAP]
        y = base + max(heights, default=0) + 2.2
        # Above a line of the grid that would run through the words, or beside the bracket.
        crossing = [line for line in grid if y - 1.6 < line < y + GAP + TEXT + 0.6]
        if crossing and crossing[-1] + 1.6 + GAP + TEXT <= page.top:
            y = crossing[-1] + 1.6
        begin = max(self._x(mark.place), self.left)
        if begin < self.right:
            xs, ys = [begin, begin, self.right, self.right], [y - 1, y, y, y - 1]
            page.draw_line(xs, ys)
        width = page.measure(mark.text, TEXT, bold=True)
        middle = self._clamp((min(begin, self.right) + self.right) / 2, width)
        # A plain ground, so that no line of the grid runs through the words.
        left = middle - width / 2 - 0.5
        page.draw_box(left, y + 0.5, width + 1, GAP + TEXT, facecolor=PAPER, linewidth=0)
        page.write(middle, y + GAP, mark.text, bold=True, across="center")


def row_room(page: Page) -> float:
    """Return how high all rows together may be."""
    return page.top - page.bottom - TEXT * LEADING - 2.5


def draw_rows(
    page: Page,
    names: Sequence[Sequence[str]],
    bars: Sequence[Bar],
    left: float,
    write: Callable[[float], str] = percent,
) -> None:
    """Draw lying bars, the first at the top, into what is free of the page.

    Parameters
    ----------
    page : Page
        Where they are drawn.
    names : sequence of sequence of str
        The lines of each bar's label.
    bars : sequence of Bar
        The bars; their places are chosen here.
    left : float
        Where on the page the bars begin; the labels stand before it.
    write : callable
        How a bar's value is written: `percent`, or another function for other numbers.
    """
    right = page.width - MARGIN - 1
    width = right - left
    upper = page.top - 1
    base = upper - row_room(page)
    # A row is as high as its name has lines.
    total = sum(map(len, names))
    row = row_room(page) / total
    ends = list(accumulate(map(len, names)))
    bars = [
        replace(bar, place=end - len(lines) / 2)
        for bar, end, lines in zip(bars, ends, names, strict=True)
    ]
    labels = [write(bar.value) for bar in bars]
    top = max(
        bar.high * width / (width - GAP - 0.5 - page.measure(label))
        for bar, label in zip(bars, labels, strict=True)
    )
    top = top or 0.01
    axes = page.add_axes(left, base, right, upper)
    axes.set_xlim(0, top)
    axes.set_ylim(total, 0)
    _draw_bars(axes, bars, page.hatches, upright=False)
    _draw_intervals(axes, bars, False, 0.9 / row)
    axes.spines["left"].set(visible=True, linewidth=page.points(LINE))
    axes.set_yticks([])
    axes.tick_params("x", pad=page.points(1))
    # The last label may reach into the margin, but not beyond.
    wide = page.measure("0.25 %")
    room = width - wide / 2 + MARGIN
    most, wanted = top * min(1, room / width), min(6, width / (2 * wide))
    if write is percent:
        _set_percents(axes.xaxis, most, wanted)
    else:
        ticks = round_steps(0, most, wanted)
        axes.xaxis.set_ticks(ticks, [write(tick) for tick in ticks])
    size = TEXT if row >= TEXT * LEADING else SMALL
    for bar, lines, label in zip(bars, names, labels, strict=True):
        middle = upper - bar.place * row
        end = left + bar.high / top * width
        page.write(end + GAP, middle, label, size=size, up="center_baseline")
        for number, line in enumerate(lines):
            y = middle + ((len(lines) - 1) / 2 - number) * size * LEADING
            page.write(left - 1.2, y, line, size=size, across="right", up="center_baseline")


def _draw_bars(axes: Axes, bars: Sequence[Bar], hatches: int, *, upright: bool) -> None:
    """Draw the bars of each series in its shade and hatch."""
    draw: Callable[..., Any] = axes.bar if upright else axes.barh
    thick = "width" if upright else "height"
    for number, shade in enumerate(SERIES):
        chosen = [bar for bar in bars if bar.series == number]
        if chosen:
            draw(
                [bar.place for bar in chosen],
                [bar.value for bar in chosen],
                **{thick: [bar.width for bar in chosen]},
                facecolor=shade.fill,
                edgecolor=shade.lines,
                hatch=shade.hatch * hatches,
                linewidth=0,
            )


def _set_percents(axis: Axis, top: float, most: float) -> None:
    """Put round percents on an axis of probabilities."""
    ticks = percent_ticks(0, top, most)
    axis.set_ticks(list(ticks), list(ticks.values()))


def _draw_intervals(axes: Axes, bars: Sequence[Bar], upright: bool, caps: float) -> None:
    """Draw the intervals of estimated bars, with a light rim on dark and on hatched bars."""
    from matplotlib.collections import LineCollection
    from matplotlib.patheffects import Normal, Stroke

    thick = axes.spines["bottom"].get_linewidth()
    for rimmed in (False, True):
        lines = []
        for bar in bars:
            shade = SERIES[bar.series]
            if bar.is_exact or rimmed != (bool(shade.hatch) or contrast(shade.fill, INK) < 3):
                continue
            lines.append([(bar.place, bar.low), (bar.place, bar.high)])
            if caps:
                ends = bar.place - caps, bar.place + caps
                lines += [[(end, at) for end in ends] for at in (bar.low, bar.high)]
        if not upright:
            lines = [[(y, x) for x, y in line] for line in lines]
        if lines:
            drawn = LineCollection(lines, colors=INK, linewidths=thick, gid="intervals", zorder=3)
            if rimmed:
                # So wide that no line of the hatch reaches the interval, if the bar is wider.
                rim = Stroke(linewidth=(4.5 if caps else 2.4) * thick, foreground=PAPER)
                drawn.set_path_effects([rim, Normal()])
            axes.add_collection(drawn, autolim=False)

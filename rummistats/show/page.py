"""A page on which texts are measured before they are placed, so that nothing overlaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError
from rummistats.show.style import (
    FONT,
    INK,
    LEADING,
    LINE,
    MARGIN,
    SERIES,
    SIZES,
    SMALL,
    TEXT,
    chart_style,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Text

__all__ = ["Page", "Sample", "new_page", "page_size"]

Sample = Callable[[int, float, float, float, float], None]
"""Draws how a series looks: its number, and left end, lower end, width and height of a box."""


class Page:
    """A figure on which texts are measured before they are placed.

    Parameters
    ----------
    size : str
        One of `SIZES`.
    """

    figure: Figure
    width: float
    """Width of the picture in percent of its height."""

    def __init__(self, size: str) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        width, height, dots = SIZES[size]
        self.figure = Figure(figsize=(width, height), dpi=dots)
        self._canvas: FigureCanvasAgg = FigureCanvasAgg(self.figure)
        self.width = 100 * width / height
        self._points = height * 72 / 100
        self._dots = height * dots / 100
        # Matplotlib's hatches have a fixed size, so a small picture needs denser ones.
        self.hatches = max(1, round(SIZES["slide"][1] / height))
        self.bottom = MARGIN
        self.top = 100 - MARGIN

    def points(self, length: float) -> float:
        """Return a length in points, as Matplotlib wants it."""
        return length * self._points

    def measure(self, text: str, size: float = TEXT, bold: bool = False) -> float:
        """Return the width of a line of text."""
        from matplotlib.font_manager import FontProperties

        font = FontProperties(
            family=FONT, size=self.points(size), weight="bold" if bold else "normal"
        )
        renderer: Any = self._canvas.get_renderer()  # type: ignore[no-untyped-call]
        width, _, _ = renderer.get_text_width_height_descent(text, font, False)
        return float(width) / self._dots

    def wrap(self, text: str, width: float, size: float = TEXT, bold: bool = False) -> list[str]:
        """Return a text as lines of like length, not wider than ``width``; long words are cut."""
        lines = self._fill(text, width, size, bold)
        for part in (0.5, 0.6, 0.7, 0.8, 0.9):
            shorter = self._fill(text, part * width, size, bold) if len(lines) > 1 else lines
            if len(shorter) == len(lines):
                return shorter
        return lines

    def _fill(self, text: str, width: float, size: float, bold: bool) -> list[str]:
        lines: list[str] = []
        line = ""
        # A percent sign stays on the line of its number.
        for word in re.split(" (?!%)", text):
            longer = f"{line} {word}" if line else word
            if self.measure(longer, size, bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while len(line) > 1 and self.measure(line, size, bold) > width:
                fits = next(
                    (
                        n
                        for n in range(len(line) - 1, 1, -1)
                        if self.measure(line[:n], size, bold) <= width
                    ),
                    1,
                )
                lines.append(line[:fits])
                line = line[fits:]
        return [*lines, line] if line else lines

    def wrap_most(
        self, text: str, width: float, most: int, size: float = TEXT, bold: bool = False
    ) -> list[str]:
        """Return a text as at most so many lines, the last one cut if need be."""
        lines = self.wrap(text, width, size, bold)
        if len(lines) <= most:
            return lines
        rest = " ".join(lines[most - 1 :])
        return [*lines[: most - 1], self.shorten(rest, width, size, bold)]

    def shorten(self, text: str, width: float, size: float = TEXT, bold: bool = False) -> str:
        """Return a text, cut if it is wider than ``width``."""
        if self.measure(text, size, bold) <= width:
            return text
        while text and self.measure(text + "…", size, bold) > width:
            text = text[:-1]
        return text + "…"

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        bold: bool = False,
        color: str = INK,
        across: str = "left",
        up: str = "baseline",
    ) -> Text:
        """Put a line of text on the page."""
        return self.figure.text(
            x / self.width,
            y / 100,
            text,
            fontsize=self.points(size),
            fontweight="bold" if bold else "normal",
            color=color,
            horizontalalignment=across,
            verticalalignment=up,
        )

    def write_top(self, text: str, size: float, *, bold: bool = False, most: int = 2) -> bool:
        """Put a text at the top of what is free; cut after ``most`` lines, small if need be.

        Returns
        -------
        bool
            Whether it is there as a whole.
        """
        room = self.width - 2 * MARGIN
        if len(self.wrap(text, room, size, bold)) > 1:
            size = max(SMALL, size * 0.84)
        for line in self.wrap_most(text, room, most, size, bold):
            self.top -= size * LEADING
            self.write(MARGIN, self.top + 0.25 * size, line, size=size, bold=bold)
        return len(self.wrap(text, room, size, bold)) <= most

    def write_bottom(
        self, parts: list[str], size: float, color: str, *, centered: bool = False
    ) -> None:
        """Put texts at the bottom of what is free, on as few lines as they need."""
        room = self.width - 2 * MARGIN
        together: list[str] = []
        for part in parts:
            longer = f"{together[-1]}; {part}" if together else part
            if together and self.measure(longer, size) <= room:
                together[-1] = longer
            else:
                together.append(part)
        lines = [line for part in together for line in self.wrap(part, room, size)]
        for line in reversed(lines):
            x = self.width / 2 if centered else MARGIN
            self.write(
                x,
                self.bottom + 0.25 * size,
                line,
                size=size,
                color=color,
                across="center" if centered else "left",
            )
            self.bottom += size * LEADING

    def write_key(self, names: list[str], draw: Sample | None = None) -> None:
        """Put the names of the series at the top, each beside a sample of how it is drawn.

        Parameters
        ----------
        names : list of str
            The names.
        draw : callable, optional
            Draws the sample of a series into a box, given by its number, left end, lower end,
            width and height; a piece of the series' bars unless given.
        """
        side = TEXT
        x = MARGIN
        self.top -= TEXT * LEADING + 0.5
        for number, full_name in enumerate(names):
            name = self.shorten(full_name, self.width - 2 * MARGIN - 1.8 * side - 1)
            wide = 1.8 * side + 1 + self.measure(name)
            if x > MARGIN and x + wide > self.width - MARGIN:
                x = MARGIN
                self.top -= TEXT * LEADING
            (draw or self._draw_shade)(number, x, self.top, 1.8 * side, 0.85 * side)
            self.write(x + 1.8 * side + 1, self.top + 0.05 * side, name)
            x += wide + 3

    def _draw_shade(self, number: int, x: float, y: float, width: float, height: float) -> None:
        shade = SERIES[number]
        self.draw_box(
            x,
            y,
            width,
            height,
            facecolor=shade.fill,
            hatch=shade.hatch * self.hatches,
            edgecolor=shade.lines,
            linewidth=0,
        )

    def draw_box(self, x: float, y: float, width: float, height: float, **looks: Any) -> None:
        """Put a rectangle on the page; ``looks`` are those of Matplotlib's patches."""
        from matplotlib.patches import Rectangle

        box = Rectangle(
            (x / self.width, y / 100),
            width / self.width,
            height / 100,
            transform=self.figure.transFigure,
            **looks,
        )
        self.figure.add_artist(box)

    def draw_line(self, xs: Sequence[float], ys: Sequence[float], **looks: Any) -> None:
        """Put a line on the page; ``looks`` are those of Matplotlib's lines."""
        from matplotlib.lines import Line2D

        look: dict[str, Any] = {"color": INK, "linewidth": self.points(LINE), **looks}
        self.figure.add_artist(
            Line2D(
                [x / self.width for x in xs],
                [y / 100 for y in ys],
                transform=self.figure.transFigure,
                **look,
            )
        )

    def add_axes(self, left: float, bottom: float, right: float, top: float) -> Axes:
        """Add axes that fill this box, with a line at the base only."""
        axes = self.figure.add_axes(
            (
                left / self.width,
                bottom / 100,
                (right - left) / self.width,
                (top - bottom) / 100,
            )
        )
        for side in ("left", "right", "top", "bottom"):
            axes.spines[side].set_visible(False)
        axes.tick_params(
            labelsize=self.points(TEXT), length=0, pad=self.points(1), width=self.points(LINE)
        )
        return axes


@contextmanager
def new_page(size: str) -> Iterator[Page]:
    """Set the style of charts and give a page to draw on.

    Raises
    ------
    RummistatsError
        If there is no such size.
    """
    with chart_style(page_size(size)[1]):
        yield Page(size)


def page_size(size: str) -> tuple[float, float, int]:
    """Return width, height and resolution of a named size.

    Raises
    ------
    RummistatsError
        If there is no such size.

    Examples
    --------
    >>> page_size("poster")
    Traceback (most recent call last):
        ...
    rummistats.errors.RummistatsError: size='poster': a chart's size is slide, half or full
    """
    if size not in SIZES:
        raise RummistatsError(f"size={size!r}: a chart's size is slide, half or full")
    return SIZES[size]

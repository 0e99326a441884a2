"""How charts look: sizes, colors and hatches, and a page on which nothing overlaps.

All lengths on a `Page` are in percent of the picture's height. So a chart looks the same on a
slide and on paper, and "no text smaller than 3 % of the height" can be read off the constants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Text

__all__ = [
    "PAPER",
    "SERIES",
    "SIZES",
    "Page",
    "Shade",
    "chart_style",
    "clean",
    "contrast",
    "new_page",
]

PAPER = "#ffffff"
INK = "#1a1a1a"
SMALL_PRINT_INK = "#4a4a4a"
GRID_INK = "#8c8c8c"

FONT = "DejaVu Sans"
"""Comes with Matplotlib, so it is there on every machine."""

TITLE = 5.0
TEXT = 3.6
SMALL = 3.2
LINE = 0.36
MARGIN = 3.0
LEADING = 1.25
"""Height of a line of text in font sizes."""

SIZES = {
    "slide": (1280 / 100, 720 / 100, 100),
    "half": (6.7, 4.5, 200),
    "full": (10.5, 7.1, 150),
}
"""Name -> width and height in inches, dots per inch of a PNG. A slide has 1280 by 720 dots;
half and full are a portrait A4 page's upper half and a landscape page, with margins."""


@dataclass(frozen=True)
class Shade:
    """How the bars of a series are filled: told apart by hatch and lightness, not by hue alone.

    Parameters
    ----------
    fill : str
        The color of the bar.
    hatch : str
        Matplotlib's hatch pattern; empty for a plain bar.
    lines : str
        The color of the hatch.
    """

    fill: str
    hatch: str
    lines: str


SERIES = (
    Shade("#5b93c2", "", PAPER),
    Shade("#782703", "//", PAPER),
    Shade("#949494", "\\\\", INK),
    Shade("#262626", "..", PAPER),
)
"""Each is told from the paper, and from the one before it, by a contrast of 3:1 or more."""


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21, as web pages are judged (WCAG 2).

    Examples
    --------
    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def clean(text: object) -> str:
    r"""Return a text on one line, without the control characters that break an SVG file.

    Examples
    --------
    >>> clean("  run of 3,\n natural\x07 ")
    'run of 3, natural'
    """
    words = str(text).split()
    return " ".join("".join(char for char in word if char.isprintable()) for word in words)


_STYLE_LOCK = RLock()


@contextmanager
def chart_style(height: float) -> Iterator[None]:
    """Set Matplotlib's parameters for drawing a chart, and put the user's back afterwards.

    The parameters are one global table, so charts of several threads take turns.

    Parameters
    ----------
    height : float
        The height of the picture in inches.
    """
    import matplotlib.style

    percent = height * 72 / 100
    ours: dict[str, Any] = {
        "font.family": [FONT],
        "font.size": TEXT * percent,
        "text.color": INK,
        "text.parse_math": False,  # a label may have dollar signs
        "axes.edgecolor": INK,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "xtick.color": INK,
        "axes.linewidth": LINE * percent,
        "axes.axisbelow": True,
        "grid.color": GRID_INK,
        "grid.linewidth": LINE * percent,
        "grid.linestyle": (0, (1, 4)),
        "hatch.linewidth": LINE * percent,
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        # Letters as outlines look the same where the font is missing; the words are in
        # the file's title and description.
        "svg.fonttype": "path",
        "svg.hashsalt": "rummistats",
        "pdf.fonttype": 42,
    }
    with _STYLE_LOCK, matplotlib.style.context(["default", ours]):
        yield


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

    def write_top(self, text: str, size: float, *, bold: bool = False, most: int = 2) -> None:
        """Put a text at the top of what is free; cut after ``most`` lines, small if need be."""
        room = self.width - 2 * MARGIN
        lines = self.wrap(text, room, size, bold)
        if len(lines) > 1:
            size = max(SMALL, size * 0.84)
            lines = self.wrap(text, room, size, bold)
        if len(lines) > most:
            rest = " ".join(lines[most - 1 :])
            lines = [*lines[: most - 1], self.shorten(rest, room, size, bold)]
        for line in lines:
            self.top -= size * LEADING
            self.write(MARGIN, self.top + 0.25 * size, line, size=size, bold=bold)

    def write_bottom(
        self, parts: list[str], size: float, color: str, *, centered: bool = False
    ) -> None:
        """Put texts at the bottom of what is free: on one line if they fit, else on several."""
        room = self.width - 2 * MARGIN
        together = "; ".join(parts)
        if self.measure(together, size) <= room:
            parts = [together]
        lines = [line for part in parts for line in self.wrap(part, room, size)]
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

    def write_key(self, names: list[str]) -> None:
        """Put the names of the series beside a piece of their bars at the top."""
        from matplotlib.patches import Rectangle

        side = TEXT
        x = MARGIN
        self.top -= TEXT * LEADING + 0.5
        for full_name, shade in zip(names, SERIES, strict=False):
            name = self.shorten(full_name, self.width - 2 * MARGIN - 1.8 * side - 1)
            wide = 1.8 * side + 1 + self.measure(name)
            if x > MARGIN and x + wide > self.width - MARGIN:
                x = MARGIN
                self.top -= TEXT * LEADING
            box = Rectangle(
                (x / self.width, self.top / 100),
                1.8 * side / self.width,
                0.85 * side / 100,
                transform=self.figure.transFigure,
                facecolor=shade.fill,
                hatch=shade.hatch * self.hatches,
                edgecolor=shade.lines,
                linewidth=0,
            )
            self.figure.add_artist(box)
            self.write(x + 1.8 * side + 1, self.top + 0.05 * side, name)
            x += wide + 3

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

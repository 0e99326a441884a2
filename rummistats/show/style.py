"""How charts look: sizes, colors and hatches.

All lengths on a `rummistats.show.page.Page` are in percent of the picture's height. So a chart
looks the same on a slide and on paper, and "no text smaller than 3 % of the height" can be read
off the constants.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any

__all__ = [
    "PAPER",
    "SERIES",
    "SIZES",
    "Shade",
    "chart_style",
    "clean",
    "contrast",
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

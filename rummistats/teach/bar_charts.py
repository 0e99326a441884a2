"""Bar charts of worksheets, drawn or to be drawn: a few lines of SVG, so that files stay small."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

__all__ = ["BAR_CHART_LETTERS", "draw_bars"]

BAR_CHART_LETTERS = 16
"""How high the letters are; a picture is 700 units wide."""

_WIDTH, _HEIGHT = 700, 280
_FONT = "DejaVu Sans, sans-serif"
_FILL, _INK, _STRONG, _FAINT = "#5b93c2", "#000000", "#555555", "#999999"


def draw_bars(
    names: tuple[str, ...],
    below: str,
    highest: int,
    bars: tuple[float, ...] = (),
    letters: float = BAR_CHART_LETTERS,
) -> str:
    """Return a bar chart of percentages as SVG.

    Parameters
    ----------
    names : tuple of str
        What stands below each bar.
    below : str
        What these are.
    highest : int
        Where the upright axis ends, in percent: a multiple of 10.
    bars : tuple of float
        How high each bar is, in percent; without them there is room to draw.
    letters : float
        How high the letters are.

    Examples
    --------
    >>> draw_bars(("0", "1"), "heads", 60, (50, 50)).count("<rect")
    2
    >>> draw_bars(("0", "1"), "heads", 60).count("<rect")
    0
    """
    left, top = 4.4 * letters, 1.4 * letters
    bottom, right = top + _HEIGHT, _WIDTH - 0.6 * letters
    height = bottom + 3.2 * letters
    parts = [
        *_scale(left, right, bottom, highest, letters),
        *_columns(names, (left, right), bottom, highest, bars, letters),
        f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}" fill="none" '
        f'stroke="{_INK}" stroke-width="2"/>',
        _label((left + right) / 2, bottom + 2.7 * letters, below, letters),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
        f'width="{_WIDTH}" height="{height:.0f}">{"".join(parts)}</svg>'
    )


def _scale(left: float, right: float, bottom: float, highest: int, letters: float) -> Iterator[str]:
    """Yield the lines across, every second one with its percentage."""
    for percent in range(0, highest + 1, 5):
        y = bottom - _HEIGHT * percent / highest
        strong = percent % 10 == 0
        ink, thick = (_STRONG, 1) if strong else (_FAINT, 0.5)
        yield (f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="{ink}" stroke-width="{thick}"/>')
        if strong:
            yield _label(left - 0.5 * letters, y + 0.35 * letters, f"{percent} %", letters, "end")


def _columns(
    names: tuple[str, ...],
    ends: tuple[float, float],
    bottom: float,
    highest: int,
    bars: tuple[float, ...],
    letters: float,
) -> Iterator[str]:
    """Yield what stands below the axis, and the bars with their figures."""
    left, right = ends
    step = (right - left) / len(names)
    for place, name in enumerate(names):
        middle = left + (place + 0.5) * step
        yield _label(middle, bottom + 1.35 * letters, name, letters)
        yield f'<path d="M{left + (place + 1) * step:.1f} {bottom:.1f}v6" stroke="{_INK}"/>'
        if not bars:
            continue
        high = _HEIGHT * bars[place] / highest
        yield (
            f'<rect x="{middle - 0.4 * step:.1f}" y="{bottom - high:.1f}" width="{0.8 * step:.1f}" '
            f'height="{high:.1f}" fill="{_FILL}" stroke="{_INK}"/>'
        )
        # Four signs are to fit above a bar, on white, so that no line runs through them.
        size = min(letters, step / 2.35)
        text, y = f"{bars[place]:.1f}", bottom - high - 0.3 * size
        yield (
            f'<path d="M{middle - 0.33 * len(text) * size:.1f} {y - 0.35 * size:.1f}'
            f'h{0.66 * len(text) * size:.1f}" stroke="#ffffff" stroke-width="{size:.1f}"/>'
        )
        yield _label(middle, y, text, size)


def _label(x: float, y: float, text: str, size: float, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.3g}" text-anchor="{anchor}" '
        f'font-family="{_FONT}">{escape(text)}</text>'
    )

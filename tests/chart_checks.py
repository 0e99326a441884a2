"""What every chart must satisfy: readable sizes, and texts that run into nothing."""

from __future__ import annotations

from itertools import combinations

import matplotlib
from matplotlib.collections import LineCollection
from matplotlib.patches import Patch
from matplotlib.text import Text

from rummistats.show.style import chart_style


def texts_of(figure):
    return [t for t in figure.findobj(Text) if t.get_visible() and t.get_text().strip()]


def words_of(chart):
    return [text.get_text() for text in texts_of(chart.figure)]


def check_sizes(chart, name=""):
    """No text smaller than 3 % of the height, no line thinner than 0.3 %."""
    figure = chart.figure
    height = figure.get_figheight() * 72
    assert min(t.get_fontsize() for t in texts_of(figure)) >= 0.03 * height, name
    thick = [
        line.get_linewidth()
        for line in figure.findobj(matplotlib.lines.Line2D)
        if line.get_visible() and line.get_linestyle() != "None" and len(line.get_xdata())
    ]
    thick += [s.get_linewidth() for a in figure.axes for s in a.spines.values() if s.get_visible()]
    thick += [w for c in figure.findobj(LineCollection) for w in c.get_linewidths()]
    thick += [p.get_linewidth() for p in figure.findobj(Patch) if p.get_edgecolor()[3]]
    thick = [width for width in thick if width > 0]
    assert not thick or min(thick) >= 0.003 * height, name
    with chart_style(height / 72):
        assert matplotlib.rcParams["hatch.linewidth"] >= 0.003 * height


def check_places(chart, shapes=(), name=""):
    """Every text is within the picture and runs into no other text and none of the shapes."""
    figure = chart.figure
    with chart_style(figure.get_figheight()):
        figure.draw_without_rendering()
        renderer = figure.canvas.get_renderer()
        frame = figure.bbox.padded(-0.01 * figure.bbox.height)
        boxes = [(t.get_text(), t.get_window_extent(renderer)) for t in texts_of(figure)]
        places = [shape.get_window_extent(renderer) for shape in shapes]
        for line in figure.lines:
            inner = line.get_window_extent(renderer)
            assert frame.x0 <= inner.x0 < inner.x1 <= frame.x1, name
    for text, box in boxes:
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1, (name, text)
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1, (name, text)
        for place in places:
            # A point's depth is allowed: letters don't fill their box.
            meet = box.padded(-0.004 * figure.bbox.height)
            assert not meet.overlaps(place), (name, text)
    for (text, box), (other, other_box) in combinations(boxes, 2):
        meet = box.padded(-0.002 * figure.bbox.height)
        assert not meet.overlaps(other_box), (name, text, other)

"""What a problem shows beside its words: tiles, a diagram, a chart, a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

__all__ = ["BlankChart", "ChartFigure", "Figure", "Grid", "TableFigure", "Tiles", "Venn"]

_FONT = "DejaVu Sans, sans-serif"


@dataclass(frozen=True)
class Tiles:
    """Tiles on a rack.

    Parameters
    ----------
    tiles : str
        The tiles.
    label : str
        What they are.
    per_row : int
        How many stand in a row.

    Examples
    --------
    >>> Tiles("R7 B7 K7").words
    '3 tiles: red 7; blue 7; black 7.'
    """

    tiles: str
    label: str = ""
    per_row: int = 14

    @property
    def svg(self) -> str:
        """The picture."""
        return _hand(self.tiles, self.per_row)[0]

    @property
    def words(self) -> str:
        """The picture in words."""
        return _hand(self.tiles, self.per_row)[1]


@lru_cache(maxsize=2000)
def _hand(tiles: str, per_row: int) -> tuple[str, str]:
    from rummistats.show.svg import hand_picture

    picture = hand_picture(tiles, style="print", per_row=per_row)
    return picture.svg, picture.text


@dataclass(frozen=True)
class Grid:
    """Several small racks side by side, each with its letter or name.

    Parameters
    ----------
    racks : tuple of str
        The tiles of each.
    labels : tuple of str
        Their names.
    columns : int
        How many stand side by side.
    asks_why : bool
        Whether there is a line under each to give a reason.

    Examples
    --------
    >>> Grid(("R1 R2", "B5 K5"), ("(a)", "(b)")).parts[1].words
    '2 tiles: blue 5; black 5.'
    """

    racks: tuple[str, ...]
    labels: tuple[str, ...]
    columns: int = 2
    asks_why: bool = False

    @property
    def parts(self) -> tuple[Tiles, ...]:
        """The racks one by one."""
        return tuple(
            Tiles(rack, label) for rack, label in zip(self.racks, self.labels, strict=True)
        )


@dataclass(frozen=True)
class TableFigure:
    """A table.

    Parameters
    ----------
    heading : tuple of str
        The names of the columns.
    rows : tuple of tuple of str
        The cells; empty ones are to be filled.
    fills_page : bool
        Whether the table is as wide as the page, so that there is room to write.

    Examples
    --------
    >>> TableFigure(("Deal", "Melds"), (("1", ""), ("2", ""))).fills_page
    False
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    fills_page: bool = False


@dataclass(frozen=True)
class Venn:
    """An empty Venn diagram of two or three sets, to be filled.

    Parameters
    ----------
    names : tuple of str
        The names of the sets.

    Examples
    --------
    >>> Venn(("A", "B")).words
    'An empty Venn diagram of the sets A and B in a box.'
    """

    names: tuple[str, ...]

    @property
    def svg(self) -> str:
        """The picture."""
        circles = [(150, 110), (250, 110)] if len(self.names) == 2 else _THREE
        names = [(60, 40), (340, 40)] if len(self.names) == 2 else [(60, 40), (340, 40), (60, 290)]
        height = 220 if len(self.names) == 2 else 305
        drawn = "".join(
            f'<circle cx="{x}" cy="{y}" r="85" fill="none" stroke="#000000" stroke-width="2"/>'
            for x, y in circles
        )
        written = "".join(
            f'<text x="{x}" y="{y}" font-size="22" font-weight="700" text-anchor="middle" '
            f'font-family="{_FONT}">{escape(name)}</text>'
            for (x, y), name in zip(names, self.names, strict=True)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {height}" width="400" '
            f'height="{height}"><rect x="1" y="1" width="398" height="{height - 2}" fill="#ffffff" '
            f'stroke="#000000" stroke-width="2"/>{drawn}{written}</svg>'
        )

    @property
    def words(self) -> str:
        """The picture in words."""
        *first, last = self.names
        return f"An empty Venn diagram of the sets {', '.join(first)} and {last} in a box."


_THREE = [(150, 110), (250, 110), (200, 195)]


@dataclass(frozen=True)
class ChartFigure:
    """A bar chart of the probability of each value.

    Parameters
    ----------
    title : str
        What it shows.
    value_label : str
        What the values are.
    values, weights : tuple of int
        The values, and in how many equally likely cases each one occurs.

    Examples
    --------
    >>> print(ChartFigure("Two coins", "heads", (0, 1, 2), (1, 2, 1)).words)
    Two coins. Bar chart of the probability of each value (exact). 0: 25.0 %, 1: 50.0 %,
    2: 25.0 %. Mean 1.
    """

    title: str
    value_label: str
    values: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def svg(self) -> str:
        """The picture."""
        return _chart(self)[0]

    @property
    def words(self) -> str:
        """The picture in words, without the figures that are to be read off."""
        return _chart(self)[1]


@lru_cache(maxsize=64)
def _chart(figure: ChartFigure) -> tuple[str, str]:
    from rummistats.distribution import make_distribution
    from rummistats.show.charts import distribution_chart

    counts = dict(zip(figure.values, figure.weights, strict=True))
    distribution = make_distribution(counts, measure=figure.value_label, is_exact=True)
    chart = distribution_chart(
        distribution, title=figure.title, value_label=figure.value_label, size="half"
    )
    return chart.render("svg").decode(), chart.text


@dataclass(frozen=True)
class BlankChart:
    """Room for a bar chart of shares, with its axes.

    Parameters
    ----------
    names : tuple of str
        What stands below the bars.
    below : str
        What these are.
    highest : int
        The largest share, in percent.

    Examples
    --------
    >>> BlankChart(("0", "1"), "melds").words
    'Room for a bar chart: shares from 0 to 60 %, and below 0, 1 melds.'
    """

    names: tuple[str, ...]
    below: str
    highest: int = 60

    @property
    def svg(self) -> str:
        """The picture."""
        left, bottom, width, height = 70, 300, 620, 280
        step = width / len(self.names)
        parts = []
        for percent in range(0, self.highest + 1, 5):
            y = bottom - height * percent / self.highest
            strong = percent % 10 == 0
            ink, thick = ("#555555", 1) if strong else ("#999999", 0.5)
            parts.append(
                f'<path d="M{left} {y:.1f}H{left + width}" stroke="{ink}" stroke-width="{thick}"/>'
            )
            if strong:
                parts.append(_label(left - 8, y + 5, f"{percent} %", "end"))
        for place, name in enumerate(self.names):
            parts.append(_label(left + (place + 0.5) * step, bottom + 22, name, "middle"))
            x = left + (place + 1) * step
            parts.append(f'<path d="M{x:.1f} {bottom}v6" stroke="#000000"/>')
        parts.append(
            f'<path d="M{left} {bottom - height}V{bottom}H{left + width}" fill="none" '
            'stroke="#000000" stroke-width="2"/>'
        )
        parts.append(_label(left + width / 2, bottom + 46, self.below, "middle"))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 355" width="700" '
            f'height="355">{"".join(parts)}</svg>'
        )

    @property
    def words(self) -> str:
        """The picture in words."""
        return (
            f"Room for a bar chart: shares from 0 to {self.highest} %, and below "
            f"{', '.join(self.names)} {self.below}."
        )


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="15" text-anchor="{anchor}" '
        f'font-family="{_FONT}">{escape(text)}</text>'
    )


Figure = Tiles | Grid | TableFigure | Venn | ChartFigure | BlankChart
"""Whatever a problem can show."""

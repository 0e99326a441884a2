"""What a problem shows beside its words: tiles, a diagram, a chart, a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from rummistats.teach.bar_charts import BAR_CHART_LETTERS, draw_bars

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
    """A bar chart of the probability of each value, for reading off.

    Neither the picture nor its words tell more than the bars: no mean, no sums. Values at the ends
    that are too rare to be seen are left out.

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
    Two coins. Bar chart of the probability of each number of heads. 0: 25.0 %; 1: 50.0 %;
    2: 25.0 %.
    """

    title: str
    value_label: str
    values: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def bars(self) -> dict[int, float]:
        """The height of each bar in percent, as it is written on it."""
        total = sum(self.weights)
        shares = [round(100 * weight / total, 1) for weight in self.weights]
        seen = [place for place, share in enumerate(shares) if share]
        shown = range(seen[0], seen[-1] + 1)
        return {self.values[place]: shares[place] for place in shown}

    @property
    def svg(self) -> str:
        """The picture."""
        return self.drawn()

    def drawn(self, letters: float = BAR_CHART_LETTERS) -> str:
        """Return the picture with letters of another size."""
        bars = self.bars
        highest = 10 * (int(max(bars.values()) / 10) + 1)
        names = tuple(map(str, bars))
        return draw_bars(names, self.value_label, highest, tuple(bars.values()), letters)

    @property
    def words(self) -> str:
        """The picture in words."""
        bars = "; ".join(f"{value}: {share:.1f} %" for value, share in self.bars.items())
        return (
            f"{self.title}. Bar chart of the probability of each number of {self.value_label}. "
            f"{bars}."
        )


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
        return self.drawn()

    def drawn(self, letters: float = BAR_CHART_LETTERS) -> str:
        """Return the picture with letters of another size."""
        return draw_bars(self.names, self.below, self.highest, (), letters)

    @property
    def words(self) -> str:
        """The picture in words."""
        return (
            f"Room for a bar chart: shares from 0 to {self.highest} %, and below "
            f"{', '.join(self.names)} {self.below}."
        )


Figure = Tiles | Grid | TableFigure | Venn | ChartFigure | BlankChart
"""Whatever a problem can show."""

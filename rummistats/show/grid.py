"""A grid of cells, each shaded by a number that is written in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rummistats.errors import RummistatsError
from rummistats.show.odds import percent
from rummistats.show.page import Page
from rummistats.show.style import (
    GRID_INK,
    INK,
    LEADING,
    LINE,
    MARGIN,
    PAPER,
    SMALL,
    TEXT,
    contrast,
)

__all__ = ["Aside", "Cell", "cell_ink", "draw_grid", "percent_cells", "room_for_rows", "shade_of"]

BLACK = "#000000"
"""Of what is written in light cells: darker than `INK`, so that no shade is too like both inks."""

LIGHT, DARK = (244, 248, 251), (9, 51, 86)
"""Red, green and blue of the palest and of the darkest cell."""

TALLEST = 13.0
"""No row is higher, in percent of the picture's height."""

ROOMY = 1.2
"""A row is at least so many times as high as what is written in it."""

FRAME = 0.9
"""Width of the frame of a cell that is set off."""


@dataclass(frozen=True)
class Cell:
    """One cell.

    Parameters
    ----------
    text : str
        What is written in it.
    shade : float, optional
        From 0, the palest, to 1, the darkest; None if it is not one of the shaded cells.
    is_framed : bool
        Whether it is set off by a thick frame.
    """

    text: str
    shade: float | None
    is_framed: bool = False


@dataclass(frozen=True)
class Aside:
    """Cells that stand apart from the others: totals, or what has no place in rows and columns.

    Parameters
    ----------
    name : str
        What they are; over a column, or before a row.
    cells : sequence of Cell
        One for each row or column; a single one is as long as all.
    """

    name: str
    cells: Sequence[Cell | None]


def shade_of(share: float) -> str:
    """Return the color of a cell, from pale at 0 to dark at 1.

    Examples
    --------
    >>> shade_of(0), shade_of(1)
    ('#f4f8fb', '#093356')
    """
    parts = (
        round(light + (dark - light) * min(max(share, 0.0), 1.0))
        for light, dark in zip(LIGHT, DARK, strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def cell_ink(share: float) -> str:
    """Return black or white, whichever can be read better on a cell.

    Examples
    --------
    >>> cell_ink(0.1), cell_ink(0.9)
    ('#000000', '#ffffff')
    """
    return max((BLACK, PAPER), key=lambda ink: contrast(ink, shade_of(share)))


def percent_cells(
    table: Sequence[Sequence[float | None]], fits: Callable[[str], bool]
) -> list[list[Cell | None]]:
    """Return probabilities as cells: percents with as many digits as fit, and no unit.

    Parameters
    ----------
    table : sequence of sequence of float
        The probabilities; None where a cell has no meaning.
    fits : callable
        Whether a text is narrow enough.

    Examples
    --------
    >>> [[one, rare, none]] = percent_cells([[0.25, 0.004, None]], lambda text: len(text) <= 4)
    >>> one, rare.text, none
    (Cell(text='25.0', shade=1.0, is_framed=False), '0.40', None)
    """
    most = max((value for row in table for value in row if value), default=1.0)
    given = [value for row in table for value in row if value is not None]
    digits = next(
        (n for n in (3, 2) if all(fits(_bare(value, n)) for value in given)),
        1,
    )
    return [
        [None if v is None else Cell(_bare(v, digits), round(v / most, 6)) for v in row]
        for row in table
    ]


def _bare(value: float, digits: int) -> str:
    """Return percents without the unit, never rounded to 0 or 100."""
    if digits == 3:
        text = percent(value).removesuffix(" %")
        return "<0.01" if 0 < value < 0.0001 else text
    if digits == 2:
        return "<0.1" if 0 < value < 0.001 else f"{100 * value:.1f}" if value else "0"
    if 0 < value < 0.005:
        return "<1"
    return ">99" if 0.995 <= value < 1 else f"{100 * value:.0f}"


def room_for_rows(page: Page) -> int:
    """Return how many rows can be read in what is free of a page, with names of the columns."""
    return int((page.top - page.bottom - 2 * TEXT * LEADING - 4) / (SMALL * ROOMY))


def draw_grid(
    page: Page,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Callable[[Callable[[str], bool]], Sequence[Sequence[Cell | None]]],
    *,
    right: Callable[[Callable[[str], bool]], Aside] | None = None,
    below: Callable[[Callable[[str], bool]], Aside] | None = None,
    row_label: str = "",
) -> None:
    """Draw a grid into what is free of the page.

    Parameters
    ----------
    page : Page
        Where it is drawn.
    rows, columns : sequence of str
        Their names, from the top and from the left.
    cells : callable
        Returns the cells, row by row, given a function that says whether a text fits in one.
    right, below : callable, optional
        Return what stands apart at the right and below, given the same.
    row_label : str
        What the rows are.

    Raises
    ------
    RummistatsError
        If the cells would be too small to read.
    """
    left = MARGIN + max(map(page.measure, [*rows, "all" if below else ""])) + 1.2
    if row_label:
        page.write_top(row_label, TEXT)
    apart = 1.6
    header = TEXT * LEADING + 0.8
    top = page.top - 0.6 - (TEXT * LEADING if right else 0)
    base = page.bottom + header + 0.4
    across = len(columns) + (1.25 if right else 0)
    wide = (page.width - MARGIN - left - (apart if right else 0)) / across
    down = len(rows) + bool(below)
    tall = min((top - base - (apart if below else 0)) / down, TALLEST)

    def fits(text: str) -> bool:
        return page.measure(text, SMALL) + 0.8 <= wide

    table = cells(fits)
    texts = [cell.text for row in table for cell in row if cell]
    roomy = tall >= TEXT * ROOMY and all(page.measure(t, TEXT) + 1 <= wide for t in texts)
    size = TEXT if roomy else SMALL
    if tall < size * 1.14 or not all(map(fits, [*texts, *columns])):
        raise RummistatsError(
            f"{len(rows)} rows and {len(columns)} columns can't be read in one chart"
        )
    # The rest of a grid with few rows stays free above and below it.
    spare = (top - base - (apart if below else 0) - down * tall) / 2
    top -= spare

    def draw(cell: Cell | None, x: float, y: float, width: float, height: float) -> None:
        page.draw_box(
            x,
            y,
            width,
            height,
            facecolor=shade_of(cell.shade) if cell and cell.shade is not None else PAPER,
            edgecolor=GRID_INK,
            linewidth=page.points(LINE),
            gid="cell",
        )
        if cell is None:
            return
        if cell.is_framed:
            page.draw_box(
                x + FRAME,
                y + FRAME,
                width - 2 * FRAME,
                height - 2 * FRAME,
                fill=False,
                edgecolor=cell_ink(cell.shade or 0),
                linewidth=page.points(FRAME / 1.5),
            )
        page.write(
            x + width / 2,
            y + height / 2,
            cell.text,
            size=size,
            color=cell_ink(cell.shade or 0),
            across="center",
            up="center_baseline",
        )

    def name_row(text: str, y: float) -> None:
        page.write(left - 1.2, y + tall / 2, text, size=size, across="right", up="center_baseline")

    for row, (name, line) in enumerate(zip(rows, table, strict=True)):
        y = top - (row + 1) * tall
        name_row(name, y)
        for column, cell in enumerate(line):
            draw(cell, left + column * wide, y, wide, tall)
    end = left + len(columns) * wide + apart
    foot = top - len(rows) * tall
    if below:
        aside = below(fits)
        foot -= apart + tall
        name_row(aside.name, foot)
        for column, cell in enumerate(aside.cells):
            draw(cell, left + column * wide, foot, wide, tall)
    if right:
        aside = right(fits)
        extra = 1.25 * wide
        height = tall * len(rows) / len(aside.cells)
        for row, cell in enumerate(aside.cells):
            draw(cell, end, top - (row + 1) * height, extra, height)
        page.write(end + extra / 2, top + 1.2, aside.name, across="center", color=INK)
    head = TEXT if all(page.measure(name) + 1 <= wide for name in columns) else SMALL
    for column, name in enumerate(columns):
        middle = left + (column + 0.5) * wide
        page.write(middle, foot - header + 0.5, name, size=head, across="center")

"""The report on the screen: plain characters, as wide as the window, no meaning in colors."""

from __future__ import annotations

from io import StringIO
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

from rummistats.compare import context_words
from rummistats.report.contents import Report
from rummistats.report.figures import align
from rummistats.report.sections import headline, report_sections, title
from rummistats.report.tables import Table
from rummistats.report.words import game_title, game_words

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["interruption_words", "make_console", "origin_words", "print_report", "print_table"]

_GAP = 3
_BLANK = "\N{NO-BREAK SPACE}"
"""Stays where it is, also at the end of a cell."""

_SHORTEST_TEXT = 8
_SHORTEST_BAR = 10
_LONGEST_BAR = 40
_READABLE = 100
"""Sentences are not set wider than this."""


def make_console(file: TextIO | None = None, like: TextIO | None = None) -> Console:
    """Return a console that prints to a file, by default the standard output of now.

    Parameters
    ----------
    file : text file, optional
        Where to.
    like : text file, optional
        Print to ``file`` what would look right there.
    """
    if like is None:
        return _console(file)
    shown = make_console(like)
    return _paper(file, shown, shown.width)


def _paper(file: TextIO | None, shown: Console, width: int) -> Console:
    """Return a console for what another console is going to show."""
    return _console(file, width, shown.is_terminal)


def _console(
    file: TextIO | None, width: int | None = None, is_terminal: bool | None = None
) -> Console:
    """Return a console that prints words whole: a figure that is cut in two is another one."""
    from rich.console import Console

    class WholeWords(Console):
        """Lets a word that is wider than the screen stand out instead of folding it."""

        def print(self, *objects: Any, **settings: Any) -> None:
            if [*map(type, objects)] == [str] and not settings.get("soft_wrap"):
                objects = (_wrapped(objects[0], settings.pop("width", None) or self.width),)
                settings["soft_wrap"] = True
            super().print(*objects, **settings)

    return WholeWords(
        file=file,
        width=width,
        force_terminal=is_terminal,
        highlight=False,
        emoji=False,
        markup=False,
    )


def _wrapped(text: str, width: int) -> str:
    lines = (
        wrap(line, max(width, 1), break_long_words=False, break_on_hyphens=False) or [""]
        for line in text.split("\n")
    )
    return "\n".join(chain.from_iterable(lines))


def print_report(report: Report, console: Console | None = None) -> None:
    """Print the report.

    Parameters
    ----------
    report : Report
        What to print.
    console : rich.console.Console, optional
        Where to; the standard output unless given.
    """
    console = console or make_console()
    first, behind = headline(report)
    console.print(f"\n{title(report)} in {game_title(report.variant)}", style="bold")
    console.print(origin_words(report), width=_width(console))
    if report.command:
        console.print(f"To have it again: {report.command}", soft_wrap=True)
    console.print(f"\n{first}", style="bold")
    console.print(behind, width=_width(console))
    console.print()
    for word in game_words(report):
        console.print(str(word), width=_width(console))
    for section in report_sections(report):
        console.print(f"\n{section.title}", style="bold underline")
        for sentence in section.sentences:
            console.print(sentence, width=_width(console))
        for table in section.tables:
            console.print()
            print_table(table, console)


def origin_words(report: Report) -> str:
    """Return in words what the report is of: its rules, hands and seed."""
    rules = [f"{name}={value}" for name, value in report.variant.differences]
    rules += context_words(report.context)
    words = f"Rules: {report.variant.name}{' with ' * bool(rules)}{', '.join(rules)}. "
    if report.hands is None:
        words += "There is only one such hand, so every figure is exact."
    elif report.interrupted:
        words += interruption_words(report)
    else:
        words += f"{report.hands:,} hands dealt, seed {report.seed}; ± is one standard error."
    return words


def interruption_words(report: Report) -> str:
    """Return in words where a report was interrupted, and why if nobody did it."""
    how, since = ("Broken off", f", since {report.why}") if report.why else ("Interrupted", "")
    if report.hands == report.asked and not report.rounds_missing:
        return f"{how} before all deals were played out{since}: the rest is left out."
    if report.hands == report.asked:
        return f"{how} before the last rounds were reached{since}: they are left out."
    return (
        f"{how} after {report.hands:,} of {report.asked:,} hands{since}: the figures that "
        "are not exact are from these."
    )


def print_table(table: Table, console: Console) -> None:
    """Print a table within the console's width, with bars where there is room for them."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    columns = [
        align([row[place] for row in table.rows], _BLANK)
        if column.is_number
        else tuple(row[place] for row in table.rows)
        for place, column in enumerate(table.columns)
    ]
    widths = _widths(table, columns, console.width)
    room = min(console.width - sum(widths) - _GAP * len(widths), _LONGEST_BAR)
    bars = table.bars if room >= _SHORTEST_BAR else ()
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    for column, width in zip(table.columns, widths, strict=True):
        heading = Text(column.heading, justify="right" if column.is_number else "left")
        grid.add_column(heading, width=width, overflow="fold")
    if bars:
        grid.add_column("", width=room)
    most = max(bars, default=0) or 1
    for place, row in enumerate(zip(*columns, strict=True)):
        cells = [
            # Rich would take blanks off the end of what it sets to the right.
            Text(cell.rjust(width).replace(" ", _BLANK) if column.is_number else cell)
            for column, cell, width in zip(table.columns, row, widths, strict=True)
        ]
        if bars:
            cells.append(Text("█" * round(room * bars[place] / most)))
        grid.add_row(*cells)
    console.print(table.caption, style="italic", width=_width(console))
    # A table that is too wide even so is better broken by the screen than cut.
    needed = sum(widths) + _GAP * len(widths)
    paper = StringIO()
    _paper(paper, console, max(console.width, needed)).print(grid)
    for line in paper.getvalue().replace(_BLANK, " ").splitlines():
        console.file.write(line.rstrip() + "\n")


def _widths(table: Table, columns: list[tuple[str, ...]], most: int) -> list[int]:
    """Return the columns' widths: headings, and then texts, take several lines if need be."""
    figures = [max(map(len, cells), default=0) for cells in columns]
    headings = [column.heading for column in table.columns]
    widths = [max(len(h), f) for h, f in zip(headings, figures, strict=True)]
    # A word that is cut in two can't be copied, and half a name is another one.
    words = [
        max((len(word) for cell in (h, *cells) for word in cell.split()), default=0)
        for h, cells in zip(headings, columns, strict=True)
    ]
    least = [
        max(word, f) if column.is_number else max(word, _SHORTEST_TEXT)
        for word, f, column in zip(words, figures, table.columns, strict=True)
    ]
    texts = [place for place, column in enumerate(table.columns) if not column.is_number]
    numbers = [place for place, column in enumerate(table.columns) if column.is_number]
    for places in (numbers, texts):
        while sum(widths) + _GAP * (len(widths) - 1) > most:
            place = max(places, key=lambda place: widths[place] - least[place], default=None)
            if place is None or widths[place] <= least[place]:
                break
            widths[place] -= 1
    return widths


def _width(console: Console) -> int:
    return min(console.width, _READABLE)

"""Worksheets and their keys as PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rummistats.teach.answers import Answer, Choice, Melds, Number, Several, letter
from rummistats.teach.figures import BlankChart, Figure, Grid, TableFigure, Tiles, Venn
from rummistats.teach.layout import PAPERS, check_paper, preamble
from rummistats.teach.problems import Problem, WorksheetError
from rummistats.teach.text import to_typst, typst_string
from rummistats.teach.worksheets import Worksheets

__all__ = ["TypstSource", "key_source", "make_pages", "make_pdf", "sheets_source"]

# Centimeters on paper of one unit of a picture; a tile is 60 units wide.
_UNIT, _LARGE_UNIT = 0.0145, 0.03
# Of a chart's letters in large print, in units of which the picture is 700 wide.
_LARGE_LETTERS = 27
_UNITS_AROUND = 60
_TILE_STEP = 66


@dataclass
class TypstSource:
    """A document in Typst, and the pictures that it shows.

    Parameters
    ----------
    paper : str
        The paper size.
    large : bool
        Whether it is in large print.
    parts : list of str
        The code.
    pictures : dict
        The SVG files by name.

    Examples
    --------
    >>> list(TypstSource("a4", False, ["Hello"]).files)
    ['main.typ']
    """

    paper: str
    large: bool
    parts: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)

    @property
    def width(self) -> float:
        """How wide a problem's text is, in centimeters."""
        return PAPERS[self.paper] - (1.3 if self.large else 0.8)

    @property
    def files(self) -> dict[str, bytes]:
        """All files of the document."""
        return {"main.typ": "\n".join(self.parts).encode(), **self.pictures}

    def picture(self, svg: str, words: str, unit: float, widest: float | None = None) -> str:
        """Return the code for a picture."""
        name = next((n for n, known in self.pictures.items() if known == svg.encode()), None)
        if name is None:
            name = f"picture-{len(self.pictures)}.svg"
            self.pictures[name] = svg.encode()
        found = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
        assert found is not None
        width = min(float(found[1]) * unit, widest or self.width)
        return f'#image("{name}", width: {width:.3f}cm, alt: {typst_string(words)})'


def sheets_source(sheets: Worksheets, *, paper: str = "a4", large: bool = False) -> TypstSource:
    """Return all copies of a worksheet as one document.

    Parameters
    ----------
    sheets : Worksheets
        The copies.
    paper : {"a4", "letter"}
        The paper size.
    large : bool
        Whether to print large, for those who see badly.

    Raises
    ------
    WorksheetError
        If there is no such paper size.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> source = sheets_source(make_worksheets("value", copies=2, level="easy"))
    >>> b"What is the meld worth?" in source.files["main.typ"]
    True
    """
    source = TypstSource(check_paper(paper), large)
    topic = sheets.topic
    source.parts.append(preamble(topic.title, source.paper, large=large, is_key=False))
    for number, problems in enumerate(sheets.copies, 1):
        source.parts += [
            "#[",
            _footer(sheets, f"copy {number}"),
            "#counter(page).update(1)",
            f"#head({typst_string(topic.title)}, {typst_string(_told(sheets, number))})",
            f"#reminder[{to_typst(sheets.reminder(number))}]",
        ]
        for place, problem in enumerate(problems, 1):
            body = "\n".join(_asked(source, sheets, problem))
            name = f"{place}." if len(problems) > 1 else ""
            source.parts.append(f"#problem([{name}])[{body}]" if name else body)
        source.parts.append("]")
    return source


def key_source(sheets: Worksheets, *, paper: str = "a4") -> TypstSource:
    """Return the key: of every copy all answers, and the way to them.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> source = key_source(make_worksheets("value", copies=2, level="easy"))
    >>> source.files["main.typ"].count(b"Copy ")
    2
    """
    source = TypstSource(check_paper(paper), False)
    title = f"Key: {sheets.topic.title}"
    source.parts += [
        preamble(title, source.paper, large=False, is_key=True),
        _footer(sheets, "key"),
        f"#head-of-key({typst_string(title)}, {typst_string(_of_key(sheets))})",
    ]
    if not sheets.topic.is_activity:
        source.parts.append(_overview(sheets))
    # An activity has the same key for all.
    for number, problems in enumerate(sheets.copies[: 1 if sheets.topic.is_activity else None], 1):
        what = "All copies" if sheets.topic.is_activity else f"Copy {number}"
        source.parts.append(
            f"#block(above: 1.6em, below: 0.8em, sticky: true, heading(level: 2, "
            f'text(size: 1.25em, "{what}")))#rule'
        )
        for place, problem in enumerate(problems, 1):
            body = "\n".join(_solved(source, problem))
            name = f"{place}." if len(problems) > 1 else ""
            source.parts.append(f"#problem([{name}])[{body}]" if name else body)
    return source


def make_pdf(source: TypstSource) -> bytes:
    """Return a document as PDF that a screen reader can read (PDF/UA-1).

    Raises
    ------
    WorksheetError
        If Typst is not installed.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> make_pdf(sheets_source(make_worksheets("draws", copies=1)))[:5]
    b'%PDF-'
    """
    made = _compiled(source, format="pdf", pdf_standards="ua-1")
    assert isinstance(made, bytes)
    return made


def make_pages(source: TypstSource, dots_per_inch: int = 150) -> list[bytes]:
    """Return the pages of a document as PNG pictures, to be looked at.

    Raises
    ------
    WorksheetError
        If Typst is not installed.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> len(make_pages(sheets_source(make_worksheets("draws", copies=2)), 20))
    2
    """
    made = _compiled(source, format="png", ppi=dots_per_inch)
    return made if isinstance(made, list) else [made]


def _compiled(source: TypstSource, **options: Any) -> bytes | list[bytes]:
    try:
        import typst
    except ImportError as error:
        raise WorksheetError(
            "PDF sheets are made by typst, which is not installed; "
            "pip install 'rummistats[lessons]' gets it, and --format moodle or qti needs none"
        ) from error
    import matplotlib

    # Matplotlib's fonts are there on every machine, so that a sheet looks the same everywhere.
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    with TemporaryDirectory() as folder:
        for name, content in source.files.items():
            (Path(folder) / name).write_bytes(content)
        made: bytes | list[bytes] = typst.compile(
            str(Path(folder) / "main.typ"),
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            **options,
        )
    return made


def _told(sheets: Worksheets, number: int) -> str:
    return f"Copy {number}" if sheets.topic.is_activity else f"Copy {number} · {sheets.level}"


def _overview(sheets: Worksheets) -> str:
    """Return the code for a table of all answers, for whoever marks many sheets."""
    first = sheets.copies[0]
    names = [
        f"{place}{letter(part) if len(problem.questions) > 1 else ''}"
        for place, problem in enumerate(first, 1)
        for part in range(len(problem.questions))
    ]
    rows = [
        [str(number), *(answer.short for problem in problems for answer in problem.answers)]
        for number, problems in enumerate(sheets.copies, 1)
    ]
    heading = f"({', '.join(typst_string(name) for name in ['Copy', *names])},)"
    cells = ", ".join(f"({', '.join(f'[{to_typst(cell)}]' for cell in row)},)" for row in rows)
    return f"#overview({heading}, {cells})"


def _of_key(sheets: Worksheets) -> str:
    copies = len(sheets.copies)
    many = f"{copies} {'copy' if copies == 1 else 'copies'}"
    if sheets.topic.is_activity:
        return many
    told = f"{many} · {sheets.level} · seed {sheets.seed}"
    asked = sum(map(len, sheets.copies))
    if sheets.different < asked:
        # A class needs more than a small game has; neighbors still have different ones.
        told += f"\n{sheets.different} different problems, none of them on neighboring copies"
    return told


def _footer(sheets: Worksheets, what: str) -> str:
    # What belongs together stays on one line.
    left = f"{sheets.command} · {what}".replace(
        f" · {what}", f"\u00a0· {what}".replace(" ", "\u00a0")
    )
    return (
        f"#set page(footer: context footer({typst_string(left)}, "
        '"page " + str(counter(page).get().first())))'
    )


def _asked(source: TypstSource, sheets: Worksheets, problem: Problem) -> Iterator[str]:
    """Yield the code for a problem on a sheet."""
    # What is given stays on one page with the first question, unless it is a table.
    yield f"#block(sticky: true)[{to_typst(problem.text)}]"
    for figure in problem.figures:
        # Large pictures would take the text with them to the next page, and leave this one empty.
        sticky = str(not source.large and not isinstance(figure, TableFigure | BlankChart)).lower()
        yield f"#block(width: 100%, sticky: {sticky})[{_figure(source, figure)}]"
    if sheets.topic.is_activity:
        # Their questions are answered in the tables.
        return
    several = len(problem.questions) > 1
    for place, question in enumerate(problem.questions):
        name = f"({letter(place)})" if several else ""
        apart = "" if isinstance(question.answer, Number) and not sheets.topic.room else "\n\n"
        place_for = _place_for(question.answer, sheets.topic.room)
        body = f"{to_typst(question.prompt)}{apart}{place_for}"
        # Many lines to write on may go on overleaf.
        breakable = str(source.large and isinstance(question.answer, Melds)).lower()
        yield f'#part("{name}", breakable: {breakable})[{body}]'


def _place_for(answer: Answer, room: float) -> str:
    if isinstance(answer, Several):
        names = ", ".join(f'"{letter(place)}"' for place in range(len(answer.options)))
        return f"#letters({names})"
    if isinstance(answer, Choice):
        options = ", ".join(f"[{to_typst(option)}]" for option in answer.options)
        return f"#ticks({options},)"
    if isinstance(answer, Melds):
        return f"#lines({int(room)})"
    return f"#working({room})#answer-line" if room else "#h(1fr)#answer-beside"


def _figure(source: TypstSource, figure: Figure) -> str:
    unit = _LARGE_UNIT if source.large else _UNIT
    if isinstance(figure, Tiles):
        # In large print the label stands above the tiles, so that more of them fit.
        width = source.width - (2.5 if figure.label and not source.large else 0)
        fitting = int((width / unit - _UNITS_AROUND) / _TILE_STEP)
        shown = Tiles(figure.tiles, per_row=min(figure.per_row, fitting))
        picture = source.picture(shown.svg, shown.words, unit)
        if not figure.label:
            return picture
        if source.large:
            return f"#block(sticky: true, below: 0.5em)[{to_typst(figure.label)}]#block[{picture}]"
        return f"#labeled[{to_typst(figure.label)}][{picture}]"
    if isinstance(figure, Grid):
        columns = 1 if source.large else figure.columns
        widest = source.width / columns - 1.2
        cells = ", ".join(
            f"rack({typst_string(part.label)}, {str(figure.asks_why).lower()}, "
            f"[{source.picture(part.svg, part.words, unit, widest)}])"
            for part in figure.parts
        )
        return f"#grid(columns: ({'1fr, ' * columns}), row-gutter: 0.8em, {cells})"
    if isinstance(figure, TableFigure):
        head = ", ".join(f"[{to_typst(cell)}]" for cell in figure.heading)
        rows = ", ".join(
            "(" + "".join(f"[{to_typst(cell)}]," for cell in row) + ")" for row in figure.rows
        )
        fills = str(figure.fills_page).lower()
        return f"#given({fills}, ({head},), {rows})"
    if isinstance(figure, Venn):
        widest, svg = source.width * (0.65 if source.large else 0.55), figure.svg
    else:
        widest = source.width * (1 if source.large else 0.9)
        svg = figure.drawn(_LARGE_LETTERS) if source.large else figure.svg
    return f"#align(center)[{source.picture(svg, figure.words, 1, widest)}]"


def _solved(source: TypstSource, problem: Problem) -> Iterator[str]:
    """Yield the code for a problem with its solution in a key."""
    yield f"#par[#text(fill: ink)[{to_typst(problem.text)}]]"
    for figure in problem.figures:
        if isinstance(figure, Tiles):
            label = f"{figure.label} " if figure.label else ""
            yield f"#par[{to_typst(label + figure.tiles)}]"
        elif isinstance(figure, TableFigure) and not figure.fills_page:
            yield f"#block[{_figure(source, figure)}]"
    several = len(problem.questions) > 1
    for place, question in enumerate(problem.questions):
        name = f"({letter(place)}) " if several else ""
        leeway = question.answer.leeway if isinstance(question.answer, Number) else ""
        told = f" #text(fill: ink)[({to_typst(leeway)})]" if leeway else ""
        yield (
            f"#par[#text(fill: ink)[{to_typst(name + question.prompt)}] "
            f"#answered[{to_typst(question.answer.text)}]{told}]"
        )
    steps = "".join(f"+ {to_typst(step)}\n" for step in problem.steps)
    yield (
        f"#block(inset: (left: 0.4em))[{steps}]"
        if len(problem.steps) > 1
        else (f"#par[{to_typst(problem.steps[0])}]")
    )

"""How sheets and keys look: Typst code for the page, the heads, and the places for answers."""

from __future__ import annotations

from rummistats.teach.problems import WorksheetError
from rummistats.teach.text import typst_string

__all__ = ["PAPERS", "check_paper", "preamble"]

PAPERS = {"a4": 17.4, "letter": 18.0}
"""Paper sizes, and how wide the text on them is, in centimeters."""

_SIZE, _LARGE, _KEY = 10.5, 18.0, 9.0
_PREAMBLE = """\
#set document(title: %(title)s, date: none)
#set page(paper: "%(paper)s", margin: (x: 1.8cm, top: 1.5cm, bottom: 1.8cm))
#set text(font: ("DejaVu Sans",), size: %(size)spt, lang: "en", region: "us", hyphenate: false)
#show math.equation: set text(font: "New Computer Modern Math", size: 1.2em)
#set par(leading: 0.65em, spacing: 0.9em)
#show heading: set text(size: 1em)
#show heading: set block(above: 0em, below: 0em)
#let ink = luma(60)
#let tile(name) = box(
  stroke: 0.6pt, radius: 1.5pt, inset: (x: 2.2pt, y: 0pt), outset: (y: 2.2pt),
  text(weight: "bold", size: 0.9em, name))
#let ratio(top, bottom) = math.equation(alt: top + "/" + bottom, math.frac(top, bottom))
#let letters(..names) = names.pos().map(n => box(height: 1.1em)[
  #box(width: 1em, height: 1em, stroke: 0.8pt, radius: 1pt, baseline: 0.15em) #n]).join(h(1.4em))
#let ticks(..options) = options.pos().map(o => box[
  #box(width: 1em, height: 1em, stroke: 0.8pt, radius: 1pt, baseline: 0.15em) #h(0.2em) #o
  ]).join(h(2em))
#let rule = line(length: 100%%, stroke: 0.5pt + luma(120))
#let answer-line = align(right, [Answer: #box(width: 5cm, stroke: (bottom: 0.6pt), height: 1.2em)])
#let answer-beside = box[Answer: #box(width: 3.5cm, stroke: (bottom: 0.6pt), height: 0.7em)]
#let lines(n) = for i in range(n) { v(1.5em); rule }
#let working(n) = v(n * 1.5em)
#let blank(width) = box(width: width, stroke: (bottom: 0.6pt), height: 1.1em)
#let name-line = [Name: #blank(1fr) #h(1em) Date: #blank(8em)]
#let head(title, level) = {
  grid(columns: (1fr, auto), column-gutter: 1em, align: (left, right + bottom),
    heading(level: 1, text(size: %(title_size)s, title)), text(fill: ink, level))
  v(0.5em)
  name-line
  v(0.3em)
}
#let head-of-key(title, told) = block(below: 2.2em, grid(columns: (1fr, auto), column-gutter: 1em,
  align: (left, right + bottom),
  heading(level: 1, text(size: 1.7em, title)), text(fill: ink, told)))
#let reminder(body) = block(width: 100%%, fill: luma(240), radius: 3pt, inset: 0.7em,
  text(size: 0.92em, body))
#let problem(number, body) = block(width: 100%%, above: 1.4em, breakable: true,
  grid(columns: (1.9em, 1fr), text(weight: "bold", size: 1.1em, number), body))
#let part(letter, body, breakable: false) = block(width: 100%%, breakable: breakable, above: 1.1em,
  if letter == "" { body } else { grid(columns: (1.8em, 1fr), letter, body) })
#let footer(command, page) = {
  set text(size: 0.75em, fill: ink)
  grid(columns: (1fr, auto), column-gutter: 1em, command, page)
}
#let given(fills, head, ..rows) = {
  show table.cell.where(y: 0): strong
  set text(size: if fills { 0.9em } else { 1em })
  let columns = if fills { (auto,) + (1fr,) * (head.len() - 1) } else { head.len() }
  let side(x, y) = if fills { center } else if x == 0 { left } else { right }
  table(columns: columns, stroke: 0.6pt, inset: (x: 0.6em, y: 0.5em), align: side,
    table.header(..head), ..rows.pos().flatten())
}
#let rack(name, why, body) = block(breakable: false, grid(columns: (2.6em, 1fr), align: horizon,
  name, [#body #if why [#v(-0.4em) Why? #blank(1fr)]]))
#let labeled(label, body) = grid(columns: (7.5em, 1fr), align: horizon, label, body)
#let overview(head, ..rows) = {
  show table.cell.where(y: 0): strong
  set text(size: 0.9em)
  table(columns: head.len(), stroke: (x, y) => (bottom: 0.5pt + luma(150)),
    inset: (x: 0.7em, y: 0.3em), align: center, table.header(..head), ..rows.pos().flatten())
}
#let answered(body) = strong(body)
"""


def check_paper(paper: object) -> str:
    """Return the paper size if there is such a one.

    Raises
    ------
    WorksheetError
        If there isn't.

    Examples
    --------
    >>> check_paper("a4")
    'a4'
    """
    if not isinstance(paper, str) or paper.lower() not in PAPERS:
        raise WorksheetError(f"paper={paper!r}; the sizes are {', '.join(PAPERS)}")
    return paper.lower()


def preamble(title: str, paper: str, *, large: bool, is_key: bool) -> str:
    """Return the Typst code with which a document begins.

    Examples
    --------
    >>> preamble("Sets", "letter", large=True, is_key=False).splitlines()[1][:24]
    '#set page(paper: "us-let'
    """
    size = _LARGE if large else _KEY if is_key else _SIZE
    return _PREAMBLE % {
        "title": typst_string(title),
        "paper": {"a4": "a4", "letter": "us-letter"}[paper],
        "size": size,
        "title_size": "1.3em" if large else "1.7em",
    }

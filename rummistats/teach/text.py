"""The few signs that texts of problems have, for paper and for a learning platform.

Between ``**`` stands a new word, which becomes bold; names of tiles become small tiles, and ratios
of whole numbers become fractions. All else is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

__all__ = ["names_a_tile", "to_html", "to_typst", "typst_string"]

_PARTS = re.compile(
    r"\*\*(?P<bold>.+?)\*\*"
    r"|(?<![\w(])(?P<tile>[RBKY](?:1[0-5]|[1-9])(?!\w)|J(?![\w(]))"
    r"|(?<![\w/.,])(?P<top>\d[\d,]*)/(?P<bottom>\d[\d,]*\d|\d)(?![\w/])"
    r"|(?P<choose>C\(\d+, \d+\))"
)

_PERCENT = re.compile(r"(?<=\d) %")


def typst_string(text: str) -> str:
    r"""Return a text as a string of Typst, in which nothing has a meaning of its own.

    Examples
    --------
    >>> typst_string('say "no" to #this')
    '"say \\"no\\" to #this"'
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def to_typst(text: str) -> str:
    """Return a text as Typst.

    Examples
    --------
    >>> to_typst("Is R7 a **tile**?")
    '#"Is ";#tile("R7");#" a ";#strong("tile");#"?";'
    >>> to_typst("3/14")
    '#ratio("3", "14");'
    """
    return _joined(
        _PERCENT.sub("\u00a0%", text), lambda plain: f"#{typst_string(plain)};", _typst_part
    )


def _typst_part(found: re.Match[str]) -> str:
    if found["bold"]:
        return f"#strong({typst_string(found['bold'])});"
    if found["tile"]:
        return f"#tile({typst_string(found['tile'])});"
    if found["choose"]:
        return f"#box({typst_string(found['choose'])});"
    return f"#ratio({typst_string(found['top'])}, {typst_string(found['bottom'])});"


def to_html(text: str) -> str:
    """Return a text as HTML, for a learning platform.

    Examples
    --------
    >>> to_html("Is R7 < a **tile**?")
    'Is <b>R7</b> &lt; a <strong>tile</strong>?'
    """
    return _joined(text, escape, _html_part)


def _html_part(found: re.Match[str]) -> str:
    if found["bold"]:
        return f"<strong>{escape(found['bold'])}</strong>"
    if found["tile"]:
        return f"<b>{found['tile']}</b>"
    return escape(found[0])


def names_a_tile(text: str) -> bool:
    """Return whether a tile with a color stands in a text.

    Examples
    --------
    >>> names_a_tile("Take R7."), names_a_tile("Take 7."), names_a_tile("A **joker** (J)")
    (True, False, False)
    """
    return any(found["tile"] not in (None, "J") for found in _PARTS.finditer(text))


def _joined(text: str, plain: Callable[[str], str], part: Callable[[re.Match[str]], str]) -> str:
    parts, end = [], 0
    for found in _PARTS.finditer(text):
        if found.start() > end:
            parts.append(plain(text[end : found.start()]))
        parts.append(part(found))
        end = found.end()
    if end < len(text):
        parts.append(plain(text[end:]))
    return "".join(parts)

"""Pieces of a picture that know how large they are, put beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummistats.show.shapes import MARK_NAMES, badge, number_of, write
from rummistats.show.tile_shapes import HEIGHT, WIDTH, Face, draw_face
from rummistats.show.tile_style import TileStyle

__all__ = [
    "Block",
    "below",
    "beside",
    "fitted",
    "flowed",
    "key_of_marks",
    "line_of_text",
    "meld_block",
    "rack_block",
    "row_of_tiles",
    "rows_of_tiles",
]

GAP = 6
"""Between tiles."""

BADGE_ROOM = 9
"""Above tiles with a mark."""

_LETTER_WIDTH = 0.62
_BOLD_WIDTH = 0.7
"""Of a line of text in sizes of its font for each letter: no common font needs more."""


@dataclass(frozen=True)
class Block:
    """A piece of a picture, drawn from its upper left corner.

    Parameters
    ----------
    width, height : float
        How large it is.
    svg : str
        What it shows.

    Examples
    --------
    >>> Block(60, 84, "").scaled(0.5)
    Block(width=30.0, height=42.0, svg='')
    """

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """Return what it shows, moved to a place."""
        if not self.svg or not (x or y):
            return self.svg
        return f'<g transform="translate({number_of(x)} {number_of(y)})">{self.svg}</g>'

    def scaled(self, scale: float) -> Block:
        """Return it larger or smaller."""
        svg = f'<g transform="scale({number_of(scale)})">{self.svg}</g>' if self.svg else ""
        return Block(self.width * scale, self.height * scale, svg)

    def padded(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> Block:
        """Return it with room around."""
        return Block(self.width + left + right, self.height + top + bottom, self.at(left, top))


NOTHING = Block(0, 0, "")


def beside(blocks: Sequence[Block], gap: float, *, level: float = 1) -> Block:
    """Return blocks in a row: their lower edges on a line, or their upper ones at level 0.

    Examples
    --------
    >>> beside([Block(60, 84, ""), Block(30, 42, "")], 6)
    Block(width=96, height=84, svg='')
    """
    if not blocks:
        return NOTHING
    height = max(block.height for block in blocks)
    x: float = 0
    parts = []
    for block in blocks:
        parts.append(block.at(x, level * (height - block.height)))
        x += block.width + gap
    return Block(x - gap, height, "".join(parts))


def below(blocks: Sequence[Block], gap: float) -> Block:
    """Return blocks one below the other, their left edges on a line; those without height left out.

    Examples
    --------
    >>> below([Block(60, 84, ""), Block(0, 0, ""), Block(30, 42, "")], 6)
    Block(width=60, height=132, svg='')
    """
    seen = [block for block in blocks if block.height]
    if not seen:
        return NOTHING
    y: float = 0
    parts = []
    for block in seen:
        parts.append(block.at(0, y))
        y += block.height + gap
    return Block(max(block.width for block in seen), y - gap, "".join(parts))


def flowed(blocks: Sequence[Block], width: float, gap: float, leading: float) -> Block:
    """Return blocks in as many rows as they need, none wider than this if its blocks aren't.

    Examples
    --------
    >>> flowed([Block(60, 84, "")] * 3, 130, gap=6, leading=10)
    Block(width=126, height=178, svg='')
    """
    rows: list[list[Block]] = []
    used: float = 0
    for block in blocks:
        if not rows or used + gap + block.width > width:
            rows.append([])
            used = -gap
        rows[-1].append(block)
        used += gap + block.width
    return below([beside(row, gap) for row in rows], leading)


def row_of_tiles(
    faces: Sequence[Face], style: TileStyle, *, gap: float = GAP, room: bool = False
) -> Block:
    """Return tiles in a row; with room above them if one has a mark, or if there is to be some.

    Examples
    --------
    >>> from rummistats.show.tile_style import find_style
    >>> row = row_of_tiles([Face(None)] * 3, find_style("light"))
    >>> row.width, row.height
    (192, 84)
    """
    row = beside([Block(WIDTH, HEIGHT, draw_face(face, style.name)) for face in faces], gap)
    return row.padded(top=BADGE_ROOM) if room or any(face.marks for face in faces) else row


def rows_of_tiles(faces: Sequence[Face], style: TileStyle, per_row: int) -> list[Block]:
    """Return tiles in rows of about the same length, none of more tiles than this."""
    rows = -(-len(faces) // per_row)
    # A last row of one tile looks like a mistake.
    length = -(-len(faces) // rows) if rows else 1
    return [
        row_of_tiles(faces[first : first + length], style) for first in range(0, len(faces), length)
    ]


def rack_block(rows: Sequence[Block], style: TileStyle) -> Block:
    """Return rows of tiles, each standing on the bar of a rack.

    Examples
    --------
    >>> from rummistats.show.tile_style import find_style
    >>> rack_block([Block(192, 84, "")], find_style("light")).width
    216
    """
    shelves = []
    length = max((row.width for row in rows), default=WIDTH) + 24
    for row in rows:
        bar = (
            f'<rect x="0.8" y="{number_of(row.height - 1)}" width="{number_of(length - 1.6)}" '
            f'height="13" rx="5" fill="{style.rack}" stroke="{style.rack_line}" '
            'stroke-width="1.6"/>'
        )
        shelves.append(Block(length, row.height + 13, bar + row.at(12, 0)))
    return below(shelves, 12)


def meld_block(faces: Sequence[Face], style: TileStyle) -> Block:
    """Return the tiles of a meld close together on a tray.

    Examples
    --------
    >>> from rummistats.show.tile_style import find_style
    >>> meld_block([Face(None)] * 3, find_style("light")).width
    198
    """
    row = row_of_tiles(faces, style, gap=1)
    above = row.height - HEIGHT
    tray = (
        f'<rect x="0.6" y="{number_of(above + 0.6)}" width="{number_of(row.width + 14.8)}" '
        f'height="{HEIGHT + 14.8}" rx="12" fill="{style.tray}" stroke="{style.tray_line}" '
        'stroke-width="1.2"/>'
    )
    return Block(row.width + 16, row.height + 16, tray + row.at(8, 8))


def line_of_text(
    text: str, style: TileStyle, *, size: float = 22, bold: bool = False, soft: bool = False
) -> Block:
    """Return a line of text, and how wide it is at the most in any common font."""
    color = style.soft_ink if soft else style.ink
    width = len(text) * size * (_BOLD_WIDTH if bold else _LETTER_WIDTH)
    words = write(0, 0.95 * size, text, size, color, bold=bold, anchor="start")
    return Block(width, 1.3 * size, words)


def fitted(
    text: str, width: float, style: TileStyle, *, size: float = 22, bold: bool = False
) -> Block:
    """Return a text in as many lines as it needs, none wider than this unless a word is.

    Examples
    --------
    >>> from rummistats.show.tile_style import find_style
    >>> fitted("seat 1, 12 tiles", 120, find_style("light")).svg.count("<text")
    2
    """
    most = max(1, int(width / (size * (_BOLD_WIDTH if bold else _LETTER_WIDTH))))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return below([line_of_text(line, style, size=size, bold=bold) for line in lines], 0)


def key_of_marks(faces: Sequence[Face], style: TileStyle, width: float) -> Block:
    """Return what the marks on these tiles mean, each beside its badge."""
    marks = {mark for face in faces for mark in face.marks}
    entries = []
    for mark, name in MARK_NAMES.items():
        if mark in marks:
            words = line_of_text(name, style, size=18)
            entries.append(
                Block(words.width + 26, 24, badge(mark, 10, 12, style) + words.at(26, 1))
            )
    return flowed(entries, width, gap=22, leading=4)

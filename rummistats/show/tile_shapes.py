"""One tile or card as SVG, 60 units wide and 84 high, with all that it has to say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rummistats.show.shapes import (
    badge,
    color_shape,
    false_joker_face,
    joker_face,
    write,
)
from rummistats.show.tile_style import TileStyle, find_style
from rummistats.tiles import Tile

__all__ = ["HEIGHT", "WIDTH", "Face", "draw_face"]

WIDTH = 60
HEIGHT = 84

_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_PAIR_WIDTH = 46
"""Of a number of two digits, in any font."""


@dataclass(frozen=True)
class Face:
    """A tile as it is to be drawn.

    Parameters
    ----------
    tile : Tile, optional
        The tile; None for one that lies face down.
    readings : tuple of Tile
        What it may stand for, if it is a joker.
    mark : str
        Which mark it bears, one of `rummistats.show.shapes.MARK_NAMES`; none if empty.
    is_wild : bool
        Whether it is played as a joker, though it looks like another tile.

    Examples
    --------
    >>> Face(Tile("R", 7), mark="melded", is_wild=True).marks
    ('melded', 'wild')
    """

    tile: Tile | None
    readings: tuple[Tile, ...] = ()
    mark: str = ""
    is_wild: bool = False

    @property
    def marks(self) -> tuple[str, ...]:
        """All that it is marked with."""
        marks = (self.mark, "wild" if self.is_wild else "")
        return tuple(mark for mark in marks if mark)


# A page has the same tiles many times.
@lru_cache(maxsize=1 << 10)
def draw_face(face: Face, style_name: str) -> str:
    """Return the SVG of a tile whose upper left corner is the origin.

    Examples
    --------
    >>> "<text" in draw_face(Face(Tile("R", 7)), "light"), "<text" in draw_face(Face(None), "light")
    (True, False)
    """
    style = find_style(style_name)
    tile = face.tile
    if tile is None:
        return _back(style)
    if tile.is_joker or tile.is_false_joker:
        front = _joker(tile, face.readings, style)
    else:
        front = _card(tile, style) if tile.is_card else _numbered(tile, style)
    badges = badge(face.mark, WIDTH / 2, 1, style) if face.mark else ""
    if face.is_wild:
        badges += badge("wild", WIDTH - 6, 3, style)
    return _body(face, style) + front + badges


def rank_of(tile: Tile) -> str:
    """Return what stands on a tile for its number: a card may have A, J, Q or K.

    Examples
    --------
    >>> rank_of(Tile("R", 11)), rank_of(Tile("S", 11)), rank_of(Tile("S", 10))
    ('11', 'J', '10')
    """
    return _RANKS.get(tile.number, str(tile.number)) if tile.is_card else str(tile.number)


def _body(face: Face, style: TileStyle) -> str:
    """Return the block of the tile, and the frame of its mark."""
    front = style.face_aside if face.mark == "dead_wood" else style.face
    # A card is flat, where a tile shows some of its lower side.
    is_card = face.tile is not None and face.tile.is_card
    block = (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{front if is_card else style.side}" '
        f'stroke="{style.edge}" stroke-width="1.6"/>'
    )
    if not is_card:
        block += f'<rect x="0.8" y="0.8" width="58.4" height="78" rx="7.2" fill="{front}"/>'
    if not face.mark:
        return block
    height = 79.4 if is_card else 75
    dashes = {"dead_wood": "6 4", "helpful": "1.5 3.5"}.get(face.mark)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'{block}<rect x="2.3" y="2.3" width="55.4" height="{height}" rx="6" fill="none" '
        f'stroke="{style.marks[face.mark]}" stroke-width="3"{dashed}/>'
    )


def _back(style: TileStyle) -> str:
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{style.back.fill}" '
        f'stroke="{style.edge}" stroke-width="1.6"/>'
        f'<rect x="7" y="7" width="46" height="68" rx="5" fill="none" '
        f'stroke="{style.back.line}" stroke-width="2"/>'
        f'<circle cx="30" cy="41" r="11" fill="none" stroke="{style.back.line}" stroke-width="3"/>'
    )


def _numbered(tile: Tile, style: TileStyle) -> str:
    rank = rank_of(tile)
    return (
        write(30, 43, rank, 40, style.number, bold=True, width=_fixed(rank, _PAIR_WIDTH))
        + color_shape(tile.color, 20.5, 60, 21, style.colors[tile.color])
        + write(43.5, 67.2, tile.color, 20, style.number, bold=True)
    )


def _card(tile: Tile, style: TileStyle) -> str:
    rank = rank_of(tile)
    return (
        write(21, 35, rank, 32, style.number, bold=True, width=_fixed(rank, 34))
        + color_shape(tile.color, 39, 59, 30, style.colors[tile.color])
        + write(14, 73, tile.color, 18, style.number, bold=True)
    )


def _joker(tile: Tile, readings: tuple[Tile, ...], style: TileStyle) -> str:
    """Return a joker: its sign over its letter, or beside the number that it stands for."""
    if not readings:
        letter = write(30, 71, tile.color, 18, style.number, bold=True)
        return _joker_sign(tile, 30, 31, 38, style) + letter
    rank = rank_of(readings[0])
    return (
        _joker_sign(tile, 16.5, 20, 22, style)
        + write(42, 29, rank, 25, style.number, bold=True, width=_fixed(rank, 26))
        + f'<path d="M7 38.5L53 38.5" fill="none" stroke="{style.edge}" stroke-width="1.2"/>'
        + _signs(readings, style)
    )


def _joker_sign(tile: Tile, x: float, y: float, size: float, style: TileStyle) -> str:
    """Return the face of a joker of tiles or cards, or the flower of a false joker."""
    if tile.is_false_joker:
        return false_joker_face(x, y, size, style.joker)
    if tile.is_card:
        return joker_face(x, y + 0.16 * size, 0.8 * size, style.joker, hat=True)
    return joker_face(x, y, size, style.joker)


def _signs(readings: tuple[Tile, ...], style: TileStyle) -> str:
    """Return the colors that a joker may have, in as many columns and rows as they need."""
    columns = 1 if len(readings) < 4 else 2
    rows = -(-len(readings) // columns)
    row = 37 / max(rows, 2)
    size = 11.0 if columns == 2 else {1: 21.0, 2: 17.0}.get(rows, 12.0)
    middle = 58.5 - row * (rows - 1) / 2
    signs = []
    for place, tile in enumerate(readings):
        y = middle + row * (place % rows)
        # A single column is set as on a plain tile.
        x, apart = (20.5, 23) if columns == 1 else (13 + 26 * (place // rows), 11)
        signs.append(
            color_shape(tile.color, x, y, size, style.colors[tile.color])
            + write(x + apart, y + 0.36 * size, tile.color, size, style.number, bold=True)
        )
    return "".join(signs)


def _fixed(rank: str, width: float) -> float | None:
    return width if len(rank) > 1 else None

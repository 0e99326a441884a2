"""Tiles as they are to be drawn: which there are, what they stand for, and what is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rummistats.dealing import Context
from rummistats.errors import TileError, shown
from rummistats.melds import Meld
from rummistats.show.shapes import MARK_NAMES
from rummistats.show.tile_shapes import Face
from rummistats.show.tile_words import tile_in_words, tiles_in_words
from rummistats.tiles import COLOR_NAMES, Hand, Tile, require_tile
from rummistats.variants import Variant

__all__ = [
    "Tiles",
    "face_as_played",
    "faces_of_meld",
    "kind_of",
    "marked",
    "marks_in_words",
    "tiles_of",
]

Tiles = Hand | Iterable[Tile] | str
"""Tiles to be drawn: a hand, a list of tiles in any order, or their text."""


def tiles_of(tiles: Tiles) -> tuple[Tile, ...]:
    """Return tiles that are given in any form, in their order.

    Raises
    ------
    TileError
        Names the first that is none.

    Examples
    --------
    >>> tiles_of("k7, R7")
    (Tile('K7'), Tile('R7'))
    """
    if isinstance(tiles, str):
        return tuple(map(Tile.parse, tiles.replace(",", " ").split()))
    if not isinstance(tiles, Iterable):
        raise TileError(f"{shown(tiles)} are no tiles; give a hand, or a text such as 'R7 B7 J'")
    return tuple(map(require_tile, tiles))


def kind_of(tiles: Sequence[Tile]) -> str:
    """Return whether these are tiles or cards.

    Examples
    --------
    >>> kind_of([Tile("S", 1)]), kind_of([])
    ('card', 'tile')
    """
    return "card" if tiles and all(tile.is_card for tile in tiles) else "tile"


def marked(faces: Sequence[Face], marks: Mapping[str, Tiles]) -> list[Face]:
    """Return tiles with their marks, each mark on as many copies as are named.

    Raises
    ------
    TileError
        If a tile is to be marked that isn't there, or not so often.

    Examples
    --------
    >>> seven = Face(Tile("R", 7))
    >>> [face.mark for face in marked([seven, seven], {"helpful": "R7"})]
    ['helpful', '']
    """
    wanted = {mark: Counter(tiles_of(tiles)) for mark, tiles in marks.items()}
    result = []
    for face in faces:
        mark = face.mark
        for each, left in wanted.items():
            if not mark and face.tile is not None and left[face.tile]:
                left[face.tile] -= 1
                mark = each
        result.append(Face(face.tile, face.readings, mark))
    for mark, left in wanted.items():
        if missing := +left:
            tile = next(iter(missing))
            raise TileError(
                f"{mark}: {tile} can't be marked, as it isn't there, or not so often, or has "
                "another mark"
            )
    return result


def faces_of_meld(meld: Meld) -> list[Face]:
    """Return the tiles of a meld, jokers with what they stand for.

    Examples
    --------
    >>> from rummistats.melds import Group
    >>> faces_of_meld(Group(10, ("R", "B"), 1, ("K", "Y")))[-1].readings
    (Tile('K10'), Tile('Y10'))
    """
    readings = iter(meld.joker_readings)
    return [Face(tile, _in_order(next(readings)) if tile.is_joker else ()) for tile in meld.tiles]


def face_as_played(face: Face, variant: Variant, context: Context | None) -> Face:
    """Return a tile of an Okey game with what the indicator makes of it."""
    tile = face.tile
    if tile is None or (tile.is_false_joker and (context is None or context.indicator is None)):
        return face
    played = variant.played_as(tile, context)
    if played == tile:
        return face
    if tile.is_false_joker:
        return Face(tile, (played,), face.mark)
    return Face(tile, mark=face.mark, is_wild=True)


def marks_in_words(faces: Sequence[Face]) -> str:
    """Return what the marks of tiles say, as further sentences."""
    words = ""
    for mark, meaning in MARK_NAMES.items():
        tiles = [face.tile for face in faces if face.tile and mark in face.marks]
        if tiles:
            words += f" {meaning[:1].upper()}{meaning[1:]}: {tiles_in_words(tiles)}."
    for face in faces:
        if face.tile and face.tile.is_false_joker and face.readings:
            return f"{words} The false joker counts as {tile_in_words(face.readings[0])}."
    return words


def _in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return what a joker may stand for, color by color; a joker tells nothing of another one."""
    colors = list(COLOR_NAMES)
    return tuple(
        sorted(
            (tile for tile in tiles if tile.number),
            key=lambda tile: (colors.index(tile.color), tile.number),
        )
    )

"""Pictures of tiles, hands, melds and arrangements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummistats.arrange import Arrangement
from rummistats.dealing import Context
from rummistats.errors import RummistatsError, TileError, VariantError, shown
from rummistats.melds import Group, Meld, Pair, Run
from rummistats.show.blocks import (
    Block,
    below,
    fitted,
    flowed,
    key_of_marks,
    meld_block,
    rack_block,
    row_of_tiles,
    rows_of_tiles,
)
from rummistats.show.faces import (
    Tiles,
    face_as_played,
    faces_of_meld,
    kind_of,
    marked,
    marks_in_words,
    tiles_of,
)
from rummistats.show.picture import Picture, make_picture
from rummistats.show.tile_shapes import WIDTH, Face
from rummistats.show.tile_style import TileStyle, find_style
from rummistats.show.tile_words import counted, meld_in_words, tile_in_words, tiles_in_words
from rummistats.tiles import Tile, TileSet, require_tile
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

__all__ = [
    "PER_ROW",
    "arrangement_picture",
    "hand_picture",
    "meld_picture",
    "melds_block",
    "tile_picture",
    "tile_set_picture",
]

PER_ROW = 15
"""How many tiles a row has at the most, unless something else is said."""

MELD_GAP = 14
SECTION_GAP = 16


def tile_picture(
    tile: Tile | str, *, style: str = "light", scale: float = 1, title: str = "", name: str = ""
) -> Picture:
    """Return a picture of one tile or card.

    Parameters
    ----------
    tile : Tile or str
        The tile, or its text.
    style : {"light", "dark", "print"}
        For a light page, a dark one, or black-and-white paper.
    scale : float
        How many dots wide a unit is at the picture's natural size; a tile has 60 by 84 units.
    title : str
        What the picture is called, instead of the tile's name.
    name : str
        Tells pictures apart that are alike and stand in one page, where ids must differ.

    Raises
    ------
    TileError
        If it is no tile.
    RummistatsError
        If there is no such style or scale.

    Examples
    --------
    >>> tile_picture("R7")
    Picture(title='Red 7', text='A tile: red 7.')
    """
    shown_tile = Tile.parse(tile) if isinstance(tile, str) else require_tile(tile)
    words = tile_in_words(shown_tile)
    kind = kind_of([shown_tile])
    block = row_of_tiles([Face(shown_tile)], find_style(style))
    heading = title or words[:1].upper() + words[1:]
    return make_picture(block, heading, f"A {kind}: {words}.", style=style, scale=scale, name=name)


def hand_picture(
    hand: Tiles,
    *,
    melded: Tiles = (),
    dead_wood: Tiles = (),
    helpful: Tiles = (),
    variant: Variant | str | None = None,
    context: Context | None = None,
    per_row: int = PER_ROW,
    style: str = "light",
    scale: float = 1,
    title: str = "",
    name: str = "",
) -> Picture:
    """Return a picture of a hand on its rack.

    Parameters
    ----------
    hand : Hand, iterable of Tile, or str
        The tiles. Those of a hand stand color by color, others as they are given.
    melded, dead_wood, helpful : Hand, iterable of Tile, or str
        Which of them to mark as tiles of a meld, as dead wood, and as tiles that help.
    variant : Variant or str, optional
        The Okey game whose wild tiles are marked.
    context : Context, optional
        Gives the indicator from which these follow.
    per_row : int
        How many tiles a row has at the most.
    style, scale, title, name
        As for `tile_picture`.

    Raises
    ------
    TileError
        If something is no tile, or is to be marked and isn't in the hand.
    VariantError
        If the context doesn't fit the game, or comes without one.
    RummistatsError
        If there is no such style or scale, or no row of so many tiles.

    Examples
    --------
    >>> print(hand_picture("R3 R4 R5 K9", melded="R3 R4 R5", dead_wood="K9"))
    4 tiles: red 3, 4 and 5; black 9. In a meld: red 3, 4 and 5. Dead wood: black 9.
    >>> print(hand_picture("R5 R6 F", variant="okey", context=Context(indicator="R5")))
    3 tiles: red 5 and 6; false joker. Wild: red 6. The false joker counts as red 6.
    """
    look = find_style(style)
    tiles = tiles_of(hand)
    marks = {"melded": melded, "dead_wood": dead_wood, "helpful": helpful}
    faces = marked([Face(tile) for tile in tiles], marks)
    if variant is None and context is not None:
        raise VariantError("a context belongs to a game; give the variant, too")
    if variant is not None:
        faces = [face_as_played(face, require_variant(variant), context) for face in faces]
    rows = rows_of_tiles(faces, look, check_per_row(per_row))
    rack = rack_block(rows, look)
    block = below([rack, key_of_marks(faces, look, rack.width)], SECTION_GAP)
    size = counted(len(tiles), kind_of(tiles))
    words = f"{size}: {tiles_in_words(tiles)}." if tiles else "No tile."
    heading = title or f"A hand of {size}"
    return make_picture(
        block, heading, words + marks_in_words(faces), style=style, scale=scale, name=name
    )


def meld_picture(
    meld: Meld, *, style: str = "light", scale: float = 1, title: str = "", name: str = ""
) -> Picture:
    """Return a picture of a meld, each joker with what it stands for.

    Parameters
    ----------
    meld : Group, Run or Pair
        The meld; `rummistats.judge` makes one from tiles.
    style, scale, title, name
        As for `tile_picture`.

    Raises
    ------
    TileError
        If it is no meld.
    RummistatsError
        If there is no such style or scale.

    Examples
    --------
    >>> print(meld_picture(Run("R", (11, 12, 13), (0,))))
    A run in red: joker as 11, 12, 13.
    """
    if not isinstance(meld, Group | Run | Pair):
        raise TileError(
            f"{shown(meld)} is no meld object, a Group, a Run or a Pair; "
            "judge(tiles, variant).readings has those that tiles can be"
        )
    block = meld_block(faces_of_meld(meld), find_style(style))
    heading = title or f"A {meld.kind} of {counted(len(meld), kind_of(meld.tiles))}"
    words = f"A {meld_in_words(meld)}."
    return make_picture(block, heading, words, style=style, scale=scale, name=name)


def arrangement_picture(
    arrangement: Arrangement,
    *,
    per_row: int = PER_ROW,
    style: str = "light",
    scale: float = 1,
    title: str = "",
    name: str = "",
) -> Picture:
    """Return a picture of an arrangement: its melds, and the dead wood below them.

    Parameters
    ----------
    arrangement : Arrangement
        What `rummistats.arrange` returns.
    per_row, style, scale, title, name
        As for `hand_picture`.

    Raises
    ------
    RummistatsError
        If it is no arrangement, or there is no such style, scale or row.

    Examples
    --------
    >>> from rummistats.arrange import arrange
    >>> print(arrangement_picture(arrange("R3 R4 R5 R6 R7 B6 K6", "sabra", best="tiles")))
    2 melds of 6 of the 7 tiles, 30 points: group of 6s: red, blue, black; run in red: 3, 4, 5.
    Dead wood, 1 tile, 7 points: red 7.
    """
    if not isinstance(arrangement, Arrangement):
        raise RummistatsError(f"{shown(arrangement)} is no arrangement; rs.arrange makes one")
    look = find_style(style)
    melds, rest = arrangement.melds, tuple(arrangement.dead_wood)
    kind = kind_of(tuple(arrangement.hand))
    width = row_width(check_per_row(per_row))
    above = (
        f"{counted(len(melds), 'meld')} of {arrangement.tiles} of the "
        f"{counted(len(arrangement.hand), kind)}{_points(arrangement, 'value')}"
        if melds
        else "No meld"
    )
    under = f"Dead wood, {counted(len(rest), kind)}{_points(arrangement, 'dead_wood_points')}"
    if not rest:
        under = "No dead wood"
    faces = [Face(tile, mark="dead_wood") for tile in rest]
    racks = rack_block(rows_of_tiles(faces, look, per_row), look) if faces else Block(0, 0, "")
    block = below(
        [
            below(
                [
                    fitted(above, width, look, bold=True),
                    melds_block(map(faces_of_meld, melds), look, width),
                ],
                8,
            ),
            below([fitted(under, width, look, bold=True), racks], 8),
        ],
        SECTION_GAP,
    )
    words = f"{above}: {'; '.join(map(meld_in_words, melds))}. " if melds else f"{above}. "
    words += f"{under}: {tiles_in_words(rest)}." if rest else f"{under}."
    heading = title or f"An arrangement of {counted(len(arrangement.hand), kind)}"
    return make_picture(block, heading, words, style=style, scale=scale, name=name)


def tile_set_picture(
    tile_set: TileSet | Variant | str,
    *,
    helpful: Tiles = (),
    style: str = "light",
    scale: float = 1,
    title: str = "",
    name: str = "",
) -> Picture:
    """Return a picture of every different tile of a tile set, a row for each color.

    Parameters
    ----------
    tile_set : TileSet, Variant or str
        The tiles: a tile set, or the game whose tiles they are.
    helpful : Hand, iterable of Tile, or str
        Which of them to mark as tiles that help, such as those that complete a meld.
    style, scale, title, name
        As for `tile_picture`.

    Raises
    ------
    TileError
        If something is no tile, or is to be marked and isn't in the set.
    RummistatsError
        If there is no such style or scale.

    Examples
    --------
    >>> print(tile_set_picture(TileSet(colors=2, numbers=3), helpful="R3"))
    Every tile of the 14 tiles of 2 colors (R B), numbers 1 to 3, 2 copies of each, 2 jokers.
    Helps: red 3.
    """
    if isinstance(tile_set, (str, Variant)):
        tile_set = require_variant(tile_set).tile_set
    if not isinstance(tile_set, TileSet):
        raise TileError(
            f"{shown(tile_set)} is no tile set; give one such as TileSet(), or a game such as "
            "'sabra'"
        )
    look = find_style(style)
    faces = marked([Face(tile) for tile in tile_set.tiles], {"helpful": helpful})
    lengths = [tile_set.numbers] * tile_set.colors + [tile_set.kinds - tile_set.colored_kinds]
    has_marks = any(face.mark for face in faces)
    rows, first = [], 0
    for length in lengths:
        rows.append(row_of_tiles(faces[first : first + length], look, room=has_marks))
        first += length
    tiles = below(rows, 10)
    block = below([tiles, key_of_marks(faces, look, tiles.width)], SECTION_GAP)
    words = f"Every tile of {tile_set}.{marks_in_words(faces)}"
    kind = "card" if tile_set.cards else "tile"
    heading = title or f"A set of {counted(tile_set.size, kind)}"
    return make_picture(block, heading, words, style=style, scale=scale, name=name)


def melds_block(melds: Iterable[Sequence[Face]], style: TileStyle, width: float) -> Block:
    """Return melds on their trays, in rows of at most this width."""
    return flowed([meld_block(faces, style) for faces in melds], width, MELD_GAP, MELD_GAP)


def row_width(per_row: int) -> float:
    """Return the width of a rack with so many tiles.

    Examples
    --------
    >>> row_width(14)
    942
    """
    return per_row * (WIDTH + 6) - 6 + 24


def check_per_row(per_row: object) -> int:
    """Return how many tiles a row has if it is a number of tiles.

    Raises
    ------
    RummistatsError
        If it is none.

    Examples
    --------
    >>> check_per_row(0)
    Traceback (most recent call last):
        ...
    rummistats.errors.RummistatsError: per_row=0: a row has a whole number of tiles, 1 or more
    """
    whole = as_whole(per_row)
    if whole is None or whole < 1:
        raise RummistatsError(
            f"per_row={shown(per_row)}: a row has a whole number of tiles, 1 or more"
        )
    return whole


def _points(arrangement: Arrangement, which: str) -> str:
    """Return so many points in words, or nothing where the game has no such points."""
    try:
        return f", {counted(getattr(arrangement, which), 'point')}"
    except VariantError:
        return ""

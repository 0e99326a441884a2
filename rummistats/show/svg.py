"""Tiles, cards, hands, melds, tables and positions as SVG: pictures that look like real tiles.

Every function takes keyword options in the same order and returns a `Picture`, which knows its
SVG and its words. Nothing is kept between calls, and nothing but the standard library is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rummistats.arrange import Arrangement
from rummistats.errors import RummistatsError, shown
from rummistats.melds import Group, Pair, Run
from rummistats.play import Play, Record, State, Table, Turn, View, draw_position
from rummistats.show.hand_pictures import (
    arrangement_picture,
    hand_picture,
    meld_picture,
    tile_picture,
    tile_set_picture,
)
from rummistats.show.picture import Picture, image_tag
from rummistats.show.positions import position_picture, table_picture
from rummistats.tiles import Hand, Tile, TileSet

__all__ = [
    "Picture",
    "arrangement_picture",
    "hand_picture",
    "meld_picture",
    "notebook_forms",
    "picture_of",
    "position_picture",
    "table_picture",
    "tile_picture",
    "tile_set_picture",
]

_PICTURES: tuple[tuple[type | tuple[type, ...], Callable[..., Picture]], ...] = (
    (Tile, tile_picture),
    (Hand, hand_picture),
    ((Group, Run, Pair), meld_picture),
    (Arrangement, arrangement_picture),
    ((Table, Play), table_picture),
    ((State, View, Turn, Record), position_picture),
    (TileSet, tile_set_picture),
)


def picture_of(thing: object, **options: Any) -> Picture:
    """Return the picture of a thing, whatever it is.

    Parameters
    ----------
    thing : object
        A Tile, TileSet, Hand, Group, Run, Pair, Arrangement, Table, Play, State, View, Turn or
        Record.
    **options
        Those of the function for such things, such as ``style="dark"``.

    Raises
    ------
    RummistatsError
        If there is no picture of such a thing.

    Examples
    --------
    >>> print(picture_of(Tile("R", 7), style="print"))
    A tile: red 7.
    """
    if isinstance(thing, Picture):
        return thing
    for kind, draw in _PICTURES:
        if isinstance(thing, kind):
            return draw(thing, **options)
    raise RummistatsError(
        f"{shown(thing)}: there are pictures of a Tile, Hand, Group, Run, Pair, Arrangement, "
        "Table, Play, State, View, Turn, Record and TileSet"
    )


def notebook_forms(thing: object) -> dict[str, Callable[[], str]]:
    """Return what makes each form in which a notebook can show a thing.

    Examples
    --------
    >>> forms = notebook_forms(Tile("R", 7))
    >>> sorted(forms), forms["text/plain"]()
    (['image/svg+xml', 'text/html', 'text/plain'], "Tile('R7')")
    """

    def image() -> str:
        # JupyterLab shows SVG as an image without its words, so that they come beside it.
        picture = picture_of(thing)
        return image_tag(picture.svg.encode(), "svg+xml", picture.text)

    return {
        "text/plain": lambda: _plain(thing),
        "image/svg+xml": lambda: picture_of(thing).svg,
        "text/html": image,
    }


def _plain(thing: object) -> str:
    """Return what a terminal shows."""
    if isinstance(thing, State | View):
        return draw_position(thing)
    # These are written as one makes them; all others are clearer in their own text.
    return repr(thing) if isinstance(thing, Tile | Hand | Table) else str(thing)

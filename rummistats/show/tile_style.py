"""The colors of tile pictures: light, dark, and for black-and-white paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rummistats.errors import RummistatsError, shown
from rummistats.show.style import GRID_INK, INK, PAPER

__all__ = ["STYLES", "Paint", "TileStyle", "find_style"]


@dataclass(frozen=True)
class Paint:
    """How a shape is painted: its fill, and the line around it that sets it off from the ground.

    Parameters
    ----------
    fill, line : str
        Colors.
    """

    fill: str
    line: str


@dataclass(frozen=True)
class TileStyle:
    """The colors of a picture of tiles.

    Parameters
    ----------
    name : str
        Under which it is found.
    ground : str
        What everything lies on: pictures bring it along, so that they can be read on a page of
        any color.
    ink, soft_ink : str
        Of words on the ground, and of those that matter less.
    tray : str
        Under the tiles of a meld.
    tray_line : str
        Around it.
    rack, rack_line : str
        The bar on which a hand stands.
    face : str
        The front of a tile.
    face_aside : str
        The front of a tile that is dead wood.
    side, edge : str
        The lower side of a tile, and the line around it.
    number : str
        The number and letter on a tile.
    back, back_line : Paint
        A tile that lies face down, and the ring on it.
    colors : mapping of str to Paint
        Of the shape of each color and suit, by its letter.
    joker : Paint
        Of a joker's face.
    marks : mapping of str to str
        Of the frame and badge of a marked tile, by the name of the mark.
    on_mark : str
        Of the sign in a badge.
    """

    name: str
    ground: str
    ink: str
    soft_ink: str
    tray: str
    tray_line: str
    rack: str
    rack_line: str
    face: str
    face_aside: str
    side: str
    edge: str
    number: str
    back: Paint
    colors: Mapping[str, Paint]
    joker: Paint
    marks: Mapping[str, str]
    on_mark: str


_RED = Paint("#c8102e", "#a00d25")
_BLACK = Paint(INK, INK)

_LIGHT = TileStyle(
    name="light",
    ground="#f1f4ee",
    ink=INK,
    soft_ink="#4a4a4a",
    tray="#dde5da",
    tray_line="#73836f",
    rack="#b98a5a",
    rack_line="#7d5730",
    face="#fffaf0",
    face_aside="#e9e4da",
    side="#d8ccb2",
    edge="#6f6653",
    number=INK,
    back=Paint("#6b7f8c", "#e3ebf0"),
    colors={
        "R": _RED,
        "B": Paint("#1463b8", "#0f4c8e"),
        "K": _BLACK,
        "Y": Paint("#f5b301", "#8a5a00"),
        "G": Paint("#23863f", "#1a6630"),
        "P": Paint("#8636ab", "#662685"),
        "S": _BLACK,
        "H": _RED,
        "D": _RED,
        "C": _BLACK,
    },
    joker=Paint("#ffe08a", "#9c2d1a"),
    marks={
        "melded": "#1a7340",
        "dead_wood": "#666259",
        "helpful": "#1457a3",
        "laid": "#a33c00",
        "wild": "#8a2a87",
    },
    on_mark=PAPER,
)

_DARK = replace(
    _LIGHT,
    name="dark",
    ground="#18211d",
    ink="#f2f4ee",
    soft_ink="#c3ccc4",
    tray="#2a3932",
    tray_line="#6f8a7c",
    rack="#8a6238",
    rack_line="#c49a6c",
    face="#f6efdf",
    face_aside="#d6d0c2",
    side="#b5a88c",
    edge="#8d8470",
    back=Paint("#7890a0", "#22303a"),
)

_PRINT = replace(
    _LIGHT,
    name="print",
    ground=PAPER,
    ink="#000000",
    soft_ink="#000000",
    tray=PAPER,
    tray_line=GRID_INK,
    rack=PAPER,
    rack_line="#000000",
    face=PAPER,
    face_aside="#e6e6e6",
    side="#d0d0d0",
    edge="#000000",
    number="#000000",
    back=Paint("#8c8c8c", PAPER),
    # Full and empty shapes by turns, so that neighbors differ even in a poor copy.
    colors={
        letter: Paint("#000000" if letter in "RKGSC" else PAPER, "#000000")
        for letter in _LIGHT.colors
    },
    joker=Paint(PAPER, "#000000"),
    marks=dict.fromkeys(_LIGHT.marks, "#000000"),
)

STYLES: Mapping[str, TileStyle] = {style.name: style for style in (_LIGHT, _DARK, _PRINT)}
"""By name: for a light page, for a dark one, and for black-and-white paper."""


def find_style(style: str) -> TileStyle:
    """Return the style of this name.

    Raises
    ------
    RummistatsError
        If there is none.

    Examples
    --------
    >>> find_style("sepia")
    Traceback (most recent call last):
        ...
    rummistats.errors.RummistatsError: style='sepia': a picture's style is light, dark or print
    """
    if not isinstance(style, str) or style not in STYLES:
        raise RummistatsError(f"style={shown(style)}: a picture's style is light, dark or print")
    return STYLES[style]

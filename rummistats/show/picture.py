"""A finished picture: its SVG, its words, and how a picture of any kind is saved and shown."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path

from rummistats.errors import RummistatsError, shown
from rummistats.files import write_whole
from rummistats.pictured import Pictured
from rummistats.show.blocks import Block
from rummistats.show.shapes import FONT, number_of
from rummistats.show.style import clean
from rummistats.show.tile_style import find_style

__all__ = ["Picture", "described", "image_tag", "make_picture", "save"]

MARGIN = 14
"""Around what is drawn."""


@dataclass(frozen=True)
class Picture(Pictured):
    """A picture of tiles as SVG, with its text alternative.

    In Jupyter it shows itself, and a screen reader reads the text.

    Parameters
    ----------
    svg : str
        The picture: a whole SVG file, which can also stand in a page of HTML.
    title : str
        What it is.
    text : str
        What is seen on it, in words.

    Examples
    --------
    >>> from rummistats.show.svg import hand_picture
    >>> print(hand_picture("R7 B7 K7 J"))
    4 tiles: red 7; blue 7; black 7; joker.
    """

    svg: str = field(repr=False)
    title: str
    text: str

    def __str__(self) -> str:
        return self.text

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the picture to a file: whole, or not at all.

        Parameters
        ----------
        path : path
            A name that ends in ``.svg``, in a folder that exists.

        Returns
        -------
        pathlib.Path
            The path.

        Raises
        ------
        RummistatsError
            If the ending is another one, or the file can't be written.
        """
        if not isinstance(path, (str, os.PathLike)) or Path(path).suffix.lower() != ".svg":
            raise RummistatsError(f"{shown(path)}: a picture's file name ends in .svg")
        target = Path(path)
        return save(self.svg.encode(), target, "picture")


def make_picture(
    block: Block, title: str, text: str, *, style: str, scale: float, name: str
) -> Picture:
    """Return a picture of a block on its ground, with its words.

    Parameters
    ----------
    block : Block
        What is seen.
    title, text : str
        The words.
    style : str
        Which colors, see `rummistats.show.tile_style.STYLES`.
    scale : float
        How many dots wide a unit is at the picture's natural size: a tile has 60 by 84 units.
    name : str
        Tells pictures apart that are alike and stand in one page, where ids must differ.

    Raises
    ------
    RummistatsError
        If there is no such style, or the scale is no positive number.

    Examples
    --------
    >>> picture = make_picture(
    ...     Block(60, 84, ""), "Empty", "Nothing", style="dark", scale=2, name=""
    ... )
    >>> picture.svg.count('viewBox="0 0 88 112" width="176" height="224"')
    1
    """
    ground = find_style(style).ground
    wrong = isinstance(scale, bool) or not isinstance(scale, int | float)
    if wrong or not 0 < scale < 100:
        raise RummistatsError(f"scale={shown(scale)}: a scale is a number above 0, such as 1.5")
    width, height = block.width + 2 * MARGIN, block.height + 2 * MARGIN
    title, text = clean(title), clean(text)
    attributes, words = described(title, text, f"{name}{style}{block.svg}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {attributes} '
        f'viewBox="0 0 {number_of(width)} {number_of(height)}" '
        f'width="{number_of(width * scale)}" height="{number_of(height * scale)}" '
        f'style="max-width: 100%; height: auto" font-family="{FONT}">{words}'
        f'<rect width="{number_of(width)}" height="{number_of(height)}" rx="12" '
        f'fill="{ground}"/>{block.at(MARGIN, MARGIN)}</svg>'
    )
    return Picture(svg, title, text)


def described(title: str, text: str, content: str) -> tuple[str, str]:
    """Return the attributes and the elements that give an SVG file its words.

    Examples
    --------
    >>> attributes, elements = described("Title", "a < b", "")
    >>> attributes.split()[0], elements.count("a &lt; b")
    ('role="img"', 1)
    """
    # Several pictures may stand in one page, so their ids must differ.
    name = "picture-" + sha256(f"{title}\n{text}\n{content}".encode()).hexdigest()[:12]
    return (
        f'role="img" aria-labelledby="{name}-title {name}-text"',
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-text">{escape(text)}</desc>',
    )


def image_tag(content: bytes, kind: str, text: str) -> str:
    """Return an HTML image with its text alternative, of a kind such as ``png``.

    Examples
    --------
    >>> image_tag(b"<svg/>", "svg+xml", "nothing")[:50]
    '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt='
    """
    return (
        f'<img src="data:image/{kind};base64,{b64encode(content).decode()}" alt="{escape(text)}" '
        'style="max-width: 100%; height: auto">'
    )


def save(content: bytes, target: Path, what: str) -> Path:
    """Write a picture to a file, whole or not at all, and return the path.

    Raises
    ------
    RummistatsError
        If the file can't be written.
    """
    try:
        write_whole(content, target)
    except OSError as error:
        raise RummistatsError(
            f"{str(target)!r} can't be written ({error.strerror or error}); "
            f"a {what} needs a folder that exists and may be written to"
        ) from error
    return target

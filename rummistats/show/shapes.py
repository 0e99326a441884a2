"""The shapes on tiles and cards, as SVG paths: a sign of the color for who can't see colors."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from rummistats.show.tile_style import Paint, TileStyle

__all__ = ["MARK_NAMES", "SHAPE_NAMES", "badge", "color_shape", "joker_face", "number_of", "write"]

FONT = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', "
    "'DejaVu Sans', sans-serif"
)
"""Whatever the reader's machine has: no font comes along."""

# Each is drawn about the origin in a box from -10 to 10.
_SHAPES: Mapping[str, tuple[str, str]] = {
    "R": ("circle", "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z"),
    "B": ("diamond", "M0-10L9.5 0L0 10L-9.5 0Z"),
    "K": ("triangle", "M0-9L10 8.5L-10 8.5Z"),
    "Y": ("square", "M-8-8L8-8L8 8L-8 8Z"),
    "G": (
        "star",
        "M0-10L2.7-3L10-2.7L4.3 1.8L6.2 9L0 4.9L-6.2 9L-4.3 1.8L-10-2.7L-2.7-3Z",
    ),
    "P": ("moon", "M7-9A10 10 0 1 0 7 9A10.5 10.5 0 0 1 7-9Z"),
    "S": (
        "spade",
        "M0-10C2.5-6 9-2.5 9 2.5C9 7 4 8 1.4 4.6C1.6 7 2.4 9 4.2 10L-4.2 10"
        "C-2.4 9-1.6 7-1.4 4.6C-4 8-9 7-9 2.5C-9-2.5-2.5-6 0-10Z",
    ),
    "H": (
        "heart",
        "M0 9.5C-3 5.5-9.5 2-9.5-3.5C-9.5-9-2.5-10 0-4.5C2.5-10 9.5-9 9.5-3.5C9.5 2 3 5.5 0 9.5Z",
    ),
    "D": ("diamond", "M0-10L8 0L0 10L-8 0Z"),
    "C": (
        "club",
        "M0-10A4.7 4.7 0 0 1 3.9-2.7A4.7 4.7 0 1 1 1.6 5C1.7 7.2 2.5 9 4.2 10L-4.2 10"
        "C-2.5 9-1.7 7.2-1.6 5A4.7 4.7 0 1 1-3.9-2.7A4.7 4.7 0 0 1 0-10Z",
    ),
}
SHAPE_NAMES: Mapping[str, str] = {letter: name for letter, (name, _) in _SHAPES.items()}
"""What the shape of each color and suit is called."""

# About the origin in a box from -5 to 5.
_SIGNS: Mapping[str, tuple[str, str]] = {
    "melded": ("in a meld", "M-4 0.3L-1.2 3.2L4.2-3"),
    "dead_wood": ("dead wood", "M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2"),
    "helpful": ("helps", "M-4.3 0L4.3 0M0-4.3L0 4.3"),
    "laid": ("laid just now", "M0-4.2L0 3.6M-3.4 0.4L0 4L3.4 0.4"),
    "wild": ("wild", "M0-4.6L0 4.6M-4-2.3L4 2.3M4-2.3L-4 2.3"),
}
MARK_NAMES: Mapping[str, str] = {mark: name for mark, (name, _) in _SIGNS.items()}
"""What each mark says, in words."""


def number_of(value: float) -> str:
    """Return a number as short as an SVG file can have it.

    Examples
    --------
    >>> number_of(12.0), number_of(0.333333)
    ('12', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def write(
    x: float,
    y: float,
    text: str,
    size: float,
    color: str,
    *,
    bold: bool = False,
    anchor: str = "middle",
    width: float | None = None,
) -> str:
    """Return a line of text whose base is at this place.

    Parameters
    ----------
    x, y : float
        The place.
    text : str
        The words.
    size : float
        Of the font.
    color : str
        Of the letters.
    bold : bool
        Whether they are bold.
    anchor : {"start", "middle", "end"}
        Which part of the text is at ``x``.
    width : float, optional
        What it is stretched or pressed to, whatever the font, so that it stays in its tile.

    Examples
    --------
    >>> write(30, 42, "7", 40, "#000000")
    '<text x="30" y="42" font-size="40" fill="#000000" text-anchor="middle">7</text>'
    """
    weight = ' font-weight="700"' if bold else ""
    fixed = ""
    if width is not None:
        fixed = f' textLength="{number_of(width)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{number_of(x)}" y="{number_of(y)}" font-size="{number_of(size)}" '
        f'fill="{color}" text-anchor="{anchor}"{weight}{fixed}>{escape(text)}</text>'
    )


def color_shape(letter: str, x: float, y: float, size: float, paint: Paint) -> str:
    """Return the shape of a color or suit, so high, about a place.

    Examples
    --------
    >>> color_shape("B", 30, 60, 20, Paint("#1463b8", "#0f4c8e"))
    '<path transform="translate(30 60)" d="M0-10L9.5 0L0 10L-9.5 0Z" fill="#1463b8"
    stroke="#0f4c8e" stroke-width="1.8" stroke-linejoin="round"/>'
    """
    scale = size / 20
    # The line is as thick in a small shape as in a large one.
    return (
        f'<path transform="{_placed(x, y, scale)}" d="{_SHAPES[letter][1]}" fill="{paint.fill}" '
        f'stroke="{paint.line}" stroke-width="{number_of(1.8 / scale)}" stroke-linejoin="round"/>'
    )


def joker_face(x: float, y: float, size: float, paint: Paint, *, hat: bool = False) -> str:
    """Return a joker's face, so high, about a place; a card's joker wears a hat.

    Examples
    --------
    >>> joker_face(30, 30, 40, Paint("#ffe08a", "#9c2d1a")).count("<circle")
    3
    """
    fill, line = paint.fill, paint.line
    cap = ""
    if hat:
        bells = "".join(
            f'<circle cx="{cx}" cy="{cy}" r="2" fill="{line}"/>'
            for cx, cy in ((-11, -8), (0, -17), (11, -8))
        )
        cap = (
            f'<path d="M-8.5-6L-11-8C-9-13-6-13-4-10L0-16L4-10C6-13 9-13 11-8L8.5-6Z" '
            f'fill="{line}" stroke="{line}" stroke-width="1" stroke-linejoin="round"/>{bells}'
        )
    return (
        f'<g transform="{_placed(x, y, size / 20)}">'
        f'<circle r="9.4" fill="{fill}" stroke="{line}" stroke-width="1.6"/>'
        f'<circle cx="-3.4" cy="-2.4" r="1.5" fill="{line}"/>'
        f'<circle cx="3.4" cy="-2.4" r="1.5" fill="{line}"/>'
        f'<path d="M-5.4 2.2Q0 8.2 5.4 2.2" fill="none" stroke="{line}" stroke-width="1.7" '
        f'stroke-linecap="round"/>{cap}</g>'
    )


def false_joker_face(x: float, y: float, size: float, paint: Paint) -> str:
    """Return the flower on a false joker, so high, about a place.

    Examples
    --------
    >>> false_joker_face(30, 30, 40, Paint("#ffe08a", "#9c2d1a")).count("<ellipse")
    6
    """
    petals = "".join(
        f'<ellipse cy="-6" rx="3.1" ry="4" transform="rotate({60 * turn})" fill="{paint.fill}" '
        f'stroke="{paint.line}" stroke-width="1.4"/>'
        for turn in range(6)
    )
    return (
        f'<g transform="{_placed(x, y, size / 20)}">{petals}<circle r="3" fill="{paint.line}"/></g>'
    )


def badge(mark: str, x: float, y: float, style: TileStyle) -> str:
    """Return the round badge of a mark about a place.

    Examples
    --------
    >>> from rummistats.show.tile_style import find_style
    >>> badge("helpful", 30, 0, find_style("light")).count("#1457a3")
    1
    """
    return (
        f'<g transform="{_placed(x, y, 1)}"><circle r="8.5" fill="{style.marks[mark]}" '
        f'stroke="{style.on_mark}" stroke-width="1.5"/><path d="{_SIGNS[mark][1]}" fill="none" '
        f'stroke="{style.on_mark}" stroke-width="2.2" stroke-linecap="round" '
        f'stroke-linejoin="round"/></g>'
    )


def _placed(x: float, y: float, scale: float) -> str:
    moved = f"translate({number_of(x)} {number_of(y)})"
    return moved if scale == 1 else f"{moved} scale({number_of(scale)})"

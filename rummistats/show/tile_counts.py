"""How many tiles of each number and color there are, in one hand or in many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count
from typing import Any

from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import make_heading, write_frame
from rummistats.show.game_words import piece_words
from rummistats.show.odds import amount, sentences
from rummistats.show.page import Page, Sample, new_page
from rummistats.show.rulers import amount_ticks, halo
from rummistats.show.style import (
    GRID_INK,
    INK,
    LEADING,
    LINE,
    MARGIN,
    PAPER,
    SMALL,
    TEXT,
    Shade,
)
from rummistats.show.tile_style import find_style
from rummistats.show.tile_words import number_name, number_names, tiles_in_words
from rummistats.tiles import COLOR_NAMES, Hand, Tile, TileSet, require_hand

__all__ = ["tile_counts_chart"]

JOKER = "joker"

HATCHES = {
    "R": "//",
    "B": "",
    "K": "..",
    "Y": "\\\\",
    "G": "--",
    "P": "||",
    "S": "..",
    "H": "//",
    "D": "\\\\",
    "C": "xx",
    "J": "x",
}
"""Of the columns of each color, so that they are told apart on black-and-white paper too."""


GAP = 0.9
"""Space between a column, or the dashed line, and the figure over it."""


def tile_counts_chart(
    hands: Hand | Iterable[Hand],
    *,
    title: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of the tiles of each number, color upon color.

    Parameters
    ----------
    hands : Hand or iterable of Hand
        One hand, whose tiles are counted; of several the average, beside what is expected: as
        many of each number as the whole tile set has in proportion.
    title : str, optional
        The title.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there is no hand, the hands are of several games, or there is no such size.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> hand = find_variant("sabra").parse("R7 R7 B7 Y10 J")
    >>> print(tile_counts_chart(hand).text)
    red 7 and 7; blue 7; yellow 10; joker. Chart of the tiles of each number, color upon color.
    7: 3 (2 red, 1 blue), 10: 1 (1 yellow), joker: 1. 5 tiles in all: 2 red, 1 blue, 0 black,
    1 yellow, 1 joker.
    """
    given = [hands] if isinstance(hands, Hand) else list(hands)
    tile_set = _tile_set(given)
    piece, number_is, color_is = piece_words(tile_set)
    heading = make_heading(_heading(given, piece) if title is None else title, of)
    counts: Counter[Tile] = Counter()
    for hand in given:
        counts.update(hand)
    if not counts:
        raise RummistatsError("there is no tile in the hand, so there is nothing to count")
    trials = len(given)
    colors = tile_set.color_letters
    columns = number_names(tile_set)
    columns += [JOKER] * bool(tile_set.jokers)
    parts = {
        (name, color): 0.0 for name in columns for color in (colors if name != JOKER else ("J",))
    }
    for tile, number in counts.items():
        parts[_column(tile), tile.color if tile.number else "J"] += number / trials
    held = sum(counts.values()) / trials
    expected = None
    if trials > 1:
        expected = held * len(colors) * tile_set.copies / tile_set.size
    names = [COLOR_NAMES[color] for color in colors]
    tiles = f"{amount(held)} {piece}{'s' * (held != 1)}"
    notes = [f"{trials:,} hand{'s' * (trials > 1)} of {tiles}"]
    if expected is not None:
        notes.append(f"dashed: {amount(expected)} of each {number_is} are expected")
    with new_page(size) as page:
        what = f"{piece}s" if trials == 1 else f"{piece}s in a hand, on average"
        write_frame(page, heading, number_is, notes, what)
        page.write_key(names, _sample(page, colors))
        _draw(page, columns, colors, parts, expected, trials)
    words = [
        *heading.words,
        f"Chart of the {piece}s of each {number_is}, {color_is} upon {color_is}{_average(trials)}",
        ", ".join(filter(None, (_told(name, colors, parts) for name in columns))),
        _in_all(tile_set, parts, tiles),
        "" if expected is None else f"Expected of each {number_is}: {amount(expected)}",
    ]
    return Chart(page.figure, sentences(words), heading.text)


def _tile_set(hands: list[Hand]) -> TileSet:
    if not hands:
        raise RummistatsError("hands=[]: a chart of tiles has at least one hand")
    sets = {require_hand(hand).tile_set for hand in hands}
    if len(sets) > 1:
        raise RummistatsError("the hands are of different tile sets; take those of one game")
    (tile_set,) = sets
    return tile_set


def _heading(hands: list[Hand], piece: str) -> str:
    if len(hands) == 1:
        return tiles_in_words(hands[0])
    return f"{piece.capitalize()}s of {len(hands):,} hands"


def _average(trials: int) -> str:
    return "" if trials == 1 else f", on average of {trials:,} hands"


def _column(tile: Tile) -> str:
    return number_name(tile) if tile.number else JOKER


def _told(name: str, colors: str, parts: dict[tuple[str, str], float]) -> str:
    if name == JOKER:
        jokers = parts[name, "J"]
        return f"{name}: {amount(jokers)}" if jokers else ""
    held = [(color, parts[name, color]) for color in colors if parts[name, color]]
    if not held:
        return ""
    inside = ", ".join(f"{amount(part)} {COLOR_NAMES[color]}" for color, part in held)
    return f"{name}: {amount(sum(part for _, part in held))} ({inside})"


def _in_all(tile_set: TileSet, parts: dict[tuple[str, str], float], tiles: str) -> str:
    sums = [
        f"{amount(sum(part for (_, c), part in parts.items() if c == color))} {COLOR_NAMES[color]}"
        for color in tile_set.color_letters
    ]
    if tile_set.jokers:
        jokers = parts[JOKER, "J"]
        sums.append(f"{amount(jokers)} joker{'s' * (jokers > 1)}")
    return f"{tiles} in all: {', '.join(sums)}"


def _draw(
    page: Page,
    columns: list[str],
    colors: str,
    parts: dict[tuple[str, str], float],
    expected: float | None,
    trials: int,
) -> None:
    """Draw the columns into what is free of the page."""
    sums = [sum(part for (name, _), part in parts.items() if name == column) for column in columns]
    top, base = page.top - 2.4, page.bottom + TEXT * LEADING + 1.4
    highest = max([*sums, expected or 0])
    # Room for what is written over the highest column.
    limit = highest * (top - base) / (top - base - TEXT * LEADING - 1.4)
    ticks = amount_ticks(0, limit, 6, least=1 if trials == 1 else 0)
    left = MARGIN + max(map(page.measure, ticks.values())) + 1.6
    right = page.width - MARGIN - 1
    axes = page.add_axes(left, base, right, top)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(0, limit)
    axes.set_yticks(list(ticks), list(ticks.values()))
    axes.set_xticks(range(len(columns)), columns)
    axes.tick_params("x", pad=page.points(1))
    axes.spines["bottom"].set(visible=True, linewidth=page.points(LINE))
    axes.yaxis.grid(True, color=GRID_INK)
    pitch = (right - left) / len(columns)
    if any(page.measure(name) + 0.4 > pitch for name in columns[:-1]):
        raise RummistatsError(f"{len(columns)} numbers can't be read in one chart")
    if expected is not None:
        end = len(columns) - 0.5 - (columns[-1] == JOKER)
        axes.plot(
            [-0.5, end],
            [expected] * 2,
            color=INK,
            linewidth=page.points(2 * LINE),
            linestyle=(0, (4, 3)),
            zorder=3,
        )
    for place, name in zip(count(), columns):
        start = 0.0
        for color in colors if name != JOKER else "J":
            part = parts[name, color]
            if part:
                for look in _looks(color, page):
                    axes.bar([place], [part], bottom=[start], width=0.76, **look)
            start += part
        text = (f"{start:.0f}" if trials == 1 else f"{start:.2f}") if start else ""
        size = TEXT if page.measure(text) + 0.4 <= pitch else SMALL
        if text and page.measure(text, size) + 0.2 <= pitch:
            x = left + (place + 0.5) * pitch
            y = base + start / limit * (top - base) + GAP
            line = base + (expected or 0) / limit * (top - base)
            # Where the dashed line would run through the figure, it stands above the line.
            if expected is not None and name != JOKER and line - size - GAP < y < line + GAP:
                y = line + GAP
            written = page.write(x, y, text, size=size, across="center")
            halo(written, page.points(size))


def tile_shade(color: str) -> Shade:
    """Return how a color's columns are filled: in the color of the tiles, and with a hatch."""
    if color == "J":
        return Shade(PAPER, HATCHES[color], INK)
    fill = find_style("light").colors[color].fill
    return Shade(fill, HATCHES[color], INK if color == "Y" else PAPER)


def _looks(color: str, page: Page) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how a box is filled, and then outlined: a hatch and a border differ in color."""
    shade = tile_shade(color)
    filled = {
        "facecolor": shade.fill,
        "hatch": shade.hatch * page.hatches,
        "edgecolor": shade.lines,
        "linewidth": 0,
    }
    return filled, {"fill": False, "edgecolor": INK, "linewidth": page.points(LINE)}


def _sample(page: Page, colors: str) -> Sample:
    def draw(number: int, x: float, y: float, width: float, height: float) -> None:
        for look in _looks(colors[number], page):
            page.draw_box(x, y, width, height, **look)

    return draw

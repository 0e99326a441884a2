"""Heat maps: probabilities in rows and columns, and of every kind of tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import make_heading, write_frame
from rummistats.show.game_words import hand_words, piece_words
from rummistats.show.grid import Aside, Cell, draw_grid, percent_cells
from rummistats.show.odds import Odds, figures, make_bar, percent, sentences, small_print, source
from rummistats.show.page import new_page
from rummistats.show.style import clean
from rummistats.show.tile_words import (
    number_name,
    number_names,
    tile_in_words,
    tiles_in_words,
)
from rummistats.tiles import COLOR_NAMES, Hand, Tile, require_hand

if TYPE_CHECKING:
    from rummistats.show.odds import Bar

__all__ = ["heat_chart", "helpful_chart", "tile_heat_chart"]


def heat_chart(
    rows: Sequence[object],
    columns: Sequence[object],
    table: Sequence[Sequence[Odds | None]],
    *,
    title: str,
    column_label: str | None = None,
    seed: object = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a heat map of probabilities: the darker a cell, the more probable.

    Parameters
    ----------
    rows, columns : sequence
        What the rows and the columns are.
    table : sequence of sequence of Estimate
        The probabilities, row by row; None where there is none.
    title : str
        The title.
    column_label : str, optional
        What the columns are, such as "number".
    seed : object
        What the estimates started from, for the small print.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the table does not fit its rows and columns or can't be read, if something in it is
        no probability, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> table = [[die.estimate(1), die.estimate(at_most=2)]]
    >>> print(heat_chart(["one die"], ["1", "1 or 2"], table, title="Throws").text)
    Throws. Heat map of probabilities (exact). one die: 1: 16.7 %, 1 or 2: 33.3 %.
    """
    names, heads = [clean(row) for row in rows], [clean(column) for column in columns]
    if not names or not heads or [len(line) for line in table] != [len(heads)] * len(names):
        raise RummistatsError(
            f"{len(names)} rows and {len(heads)} columns; the table must have as many, and at "
            "least one of each"
        )
    heading = make_heading(title, of)
    bars = _bars(heads, table)
    flat = [bar for line in bars for bar in line if bar]
    origin = source([odds for line in table for odds in line if odds], seed)
    values = [[bar.value if bar else None for bar in line] for line in bars]
    with new_page(size) as page:
        notes = [*_notes(flat, origin), *_scale([bar.value for bar in flat])]
        write_frame(page, heading, column_label, notes, "probability in %")
        draw_grid(page, names, heads, lambda fits: percent_cells(values, fits))
    words = [*heading.words, f"Heat map of probabilities ({origin})"]
    for name, line in zip(names, bars, strict=True):
        first, *more = figures([bar for bar in line if bar]) or ["nothing"]
        words += [f"{name}: {first}", *more]
    return Chart(page.figure, sentences(words), heading.text)


def tile_heat_chart(
    odds: Mapping[Tile, Odds],
    *,
    title: str,
    seed: object = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a heat map of all kinds of tiles, colors by numbers, jokers beside them.

    Parameters
    ----------
    odds : mapping of Tile to Estimate
        The probability of each kind of tile; kinds that are missing stay empty.
    title : str
        The title.
    seed : object
        What the estimates started from, for the small print.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there is no tile with a number, something is no probability, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> draw = make_distribution({True: 1, False: 3}, measure="drawn", is_exact=True).estimate(True)
    >>> chart = tile_heat_chart({Tile("R", 1): draw, Tile("R", 2): draw}, title="One of four")
    >>> print(chart.text)
    One of four. Heat map of all kinds of tiles (exact). red 1: 25.0 %, red 2: 25.0 %.
    """
    colors, numbers, joker = _kinds(odds)
    heading = make_heading(title, of)
    bars = {tile: make_bar(0, 1, tile_in_words(tile), chance) for tile, chance in odds.items()}
    origin = source(list(odds.values()), seed)
    table = [
        [bars[tile].value if (tile := Tile(c, n)) in bars else None for n in numbers]
        for c in colors
    ]
    word = "rank" if Tile(colors[0], numbers[0]).is_card else "number"
    notes = _notes(list(bars.values()), origin)
    notes += _scale([bar.value for tile, bar in bars.items() if tile.number])
    # The joker helps so much oftener than any other tile that on its scale all would be pale.
    notes += ["the joker is not shaded"] * (joker is not None)
    with new_page(size) as page:
        write_frame(page, heading, word, notes, "probability in %")

        def aside(fits: object) -> Aside:
            assert joker is not None
            return Aside("joker", [Cell(percent(bars[joker].value).removesuffix(" %"), None)])

        draw_grid(
            page,
            [COLOR_NAMES[color] for color in colors],
            [number_name(Tile(colors[0], number)) for number in numbers],
            lambda fits: percent_cells(table, fits),
            right=aside if joker else None,
        )
    pieces = "cards" if word == "rank" else "tiles"
    words = [
        *heading.words,
        f"Heat map of all kinds of {pieces} ({origin})",
        *figures(list(bars.values())),
    ]
    return Chart(page.figure, sentences(words), heading.text)


def helpful_chart(
    hand: Hand,
    helpful: Mapping[Tile, int],
    *,
    title: str | None = None,
    still_to_come: int | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a map of the tiles that help a hand, with how many of each can still come.

    Parameters
    ----------
    hand : Hand
        The hand, whose tiles are framed.
    helpful : mapping of Tile to int
        The kinds that help, and how many of each are still to come, as
        `rummistats.values.helpful_counts` gives them.
    title : str, optional
        The title.
    still_to_come : int, optional
        How many tiles can be drawn in all, so that the probability of a good draw can be told.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra", for the small print.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If that is no hand, or there is no such size.

    Examples
    --------
    >>> from rummistats.values import helpful_counts
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(jokers=0)
    >>> hand = sabra.parse("R4 R5")
    >>> print(helpful_chart(hand, helpful_counts(hand, sabra), still_to_come=102).text)
    Which tiles help red 4 and 5? Map of all kinds of tiles: how many that help can still come.
    red 3: 2, red 6: 2. 2 kinds help, 4 of 102 tiles: 3.92 %.
    """
    require_hand(hand)
    tile_set = hand.tile_set
    piece, number, _ = piece_words(tile_set)
    held = f"hand: {hand_words(hand)}"
    if title is None:
        heading = make_heading(f"Which {piece}s help {tiles_in_words(hand)}?", of)
    else:
        heading = make_heading(title, "; ".join(filter(None, [held, of])))
    total = sum(helpful.values())
    kinds = f"{len(helpful)} kind{'s help' if len(helpful) != 1 else ' helps'}"
    odds = ""
    if still_to_come:
        odds = f", {total} of {still_to_come} {piece}s: {percent(total / still_to_come)}"
    most = max(helpful.values(), default=1)

    def cell(tile: Tile) -> Cell | None:
        count = helpful.get(tile, 0)
        framed = hand.count(tile) > 0
        if not count and not framed:
            return None
        return Cell(str(count) if count else "", (0.35 + 0.65 * count / most) * bool(count), framed)

    colors = tile_set.color_letters
    table = [[cell(Tile(c, n)) for n in range(1, tile_set.numbers + 1)] for c in colors]
    with new_page(size) as page:
        notes = [f"{kinds}{odds}", "framed: in the hand"]
        write_frame(page, heading, number, notes, f"{piece}s that help and can still come")
        joker = tile_set.joker if tile_set.jokers else None
        draw_grid(
            page,
            [COLOR_NAMES[color] for color in colors],
            number_names(tile_set),
            lambda fits: table,
            right=(lambda fits: Aside("joker", [cell(joker)])) if joker else None,
        )
    listed = ", ".join(f"{tile_in_words(tile)}: {count}" for tile, count in helpful.items())
    words = [
        *heading.words,
        f"Map of all kinds of {piece}s: how many that help can still come",
        listed or "None",
        f"{kinds}{odds}",
    ]
    return Chart(page.figure, sentences(words), heading.text)


def _bars(heads: Sequence[str], table: Sequence[Sequence[Odds | None]]) -> list[list[Bar | None]]:
    return [
        [
            None if odds is None else make_bar(0, 1, head, odds)
            for head, odds in zip(heads, line, strict=True)
        ]
        for line in table
    ]


def _notes(bars: Sequence[Bar], origin: str) -> list[str]:
    return [note.replace("dark lines: ", "") for note in small_print(bars, origin)]


def _scale(shaded: Sequence[float]) -> list[str]:
    """Return what the darkest cell stands for, as nothing else tells where the shades end."""
    return [f"darkest: {percent(max(shaded))}"] if any(shaded) else []


def _kinds(odds: Mapping[Tile, Odds]) -> tuple[list[str], list[int], Tile | None]:
    """Return the colors and numbers that there are, and the joker, if there is one."""
    colored = [tile for tile in odds if tile.number]
    if not colored:
        raise RummistatsError("a map of tiles has at least one tile with a number")
    colors = list(dict.fromkeys(tile.color for tile in colored))
    numbers = range(min(tile.number for tile in colored), max(tile.number for tile in colored) + 1)
    return colors, list(numbers), next((tile for tile in odds if tile.is_joker), None)

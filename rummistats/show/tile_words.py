"""Tiles, melds and hands in words, for who listens to a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rummistats.melds import Group, Meld, Pair
from rummistats.tiles import COLOR_NAMES, Tile, TileSet

__all__ = [
    "counted",
    "listed",
    "meld_in_words",
    "number_name",
    "number_names",
    "number_word",
    "tile_in_words",
    "tiles_in_words",
]

_SIGNS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def tile_in_words(tile: Tile) -> str:
    """Return a tile in words.

    Examples
    --------
    >>> [tile_in_words(Tile.parse(text)) for text in ("R7", "J", "F", "TD", "AS")]
    ['red 7', 'joker', 'false joker', '10 of diamonds', 'ace of spades']
    """
    if tile.is_joker or tile.is_false_joker:
        return "false joker" if tile.is_false_joker else "joker"
    if tile.is_card:
        return f"{_rank(tile)} of {COLOR_NAMES[tile.color]}"
    return f"{COLOR_NAMES[tile.color]} {tile.number}"


def number_name(tile: Tile) -> str:
    """Return a tile's number, or a card's rank, as it stands on it.

    Examples
    --------
    >>> [number_name(Tile.parse(text)) for text in ("R7", "K13", "TD", "KS")]
    ['7', '13', '10', 'K']
    """
    return _SIGNS.get(tile.number, str(tile.number)) if tile.is_card else str(tile.number)


def number_names(tile_set: TileSet) -> list[str]:
    """Return the numbers of a tile set, or the ranks of its cards, in their order.

    Examples
    --------
    >>> number_names(TileSet(numbers=3))
    ['1', '2', '3']
    """
    color = tile_set.color_letters[0]
    return [number_name(Tile(color, number)) for number in range(1, tile_set.numbers + 1)]


def number_word(tile_set: TileSet) -> str:
    """Return what the numbers are called.

    Examples
    --------
    >>> number_word(TileSet())
    'number'
    """
    return "rank" if Tile(tile_set.color_letters[0], 1).is_card else "number"


def tiles_in_words(tiles: Iterable[Tile]) -> str:
    """Return tiles in words, in their order; neighbors of one color together.

    Examples
    --------
    >>> hand = "R3 R4 R4 B7 J J"
    >>> tiles_in_words(map(Tile.parse, hand.split()))
    'red 3, 4 and 4; blue 7; 2 jokers'
    >>> tiles_in_words(map(Tile.parse, "AS KS TD".split()))
    'ace and king of spades; 10 of diamonds'
    """
    parts = []
    for color, same in groupby(tiles, key=lambda tile: tile.color):
        each = list(same)
        if not each[0].number:
            name = tile_in_words(each[0])
            parts.append(name if len(each) == 1 else counted(len(each), name))
        elif each[0].is_card:
            parts.append(f"{listed([_rank(tile) for tile in each])} of {COLOR_NAMES[color]}")
        else:
            numbers = listed([str(tile.number) for tile in each])
            parts.append(f"{COLOR_NAMES[color]} {numbers}")
    return "; ".join(parts) or "no tile"


def meld_in_words(meld: Meld) -> str:
    """Return a meld in words, each joker with what it stands for.

    Examples
    --------
    >>> from rummistats.melds import Run
    >>> meld_in_words(Run("R", (11, 12, 13), (0,)))
    'run in red: joker as 11, 12, 13'
    >>> meld_in_words(Group(10, ("R", "B"), 1, ("K", "Y")))
    'group of 10s: red, blue, joker as black or yellow'
    >>> meld_in_words(Group(1, ("S", "H", "D")))
    'group of aces: spades, hearts, diamonds'
    >>> meld_in_words(Pair(Tile("R", 5)))
    'pair: red 5 twice'
    """
    if isinstance(meld, Group):
        readings = listed([COLOR_NAMES[color] for color in meld.joker_colors], "or")
        jokers = [f"joker as {readings}"] * meld.jokers
        colors = [COLOR_NAMES[color] for color in meld.colors]
        example = Tile((*meld.colors, *meld.joker_colors, "R")[0], meld.number)
        return f"group of {_rank(example)}s: {', '.join([*colors, *jokers])}"
    if isinstance(meld, Pair):
        if meld.jokers == 2:
            return "pair of jokers"
        name = tile_in_words(meld.tile)
        return f"pair: {name} and joker as {name}" if meld.jokers else f"pair: {name} twice"
    numbers = [
        f"joker as {_rank(Tile(meld.color, number))}"
        if place in meld.joker_places
        else _rank(Tile(meld.color, number))
        for place, number in enumerate(meld.numbers)
    ]
    return f"run in {COLOR_NAMES[meld.color]}: {', '.join(numbers)}"


def counted(count: int, thing: str) -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> counted(1, "tile"), counted(1200, "tile")
    ('1 tile', '1,200 tiles')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["red"]), listed(["red", "blue", "black"], "or")
    ('red', 'red, blue or black')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {link} {words[-1]}"


def _rank(tile: Tile) -> str:
    return _RANKS.get(tile.number, str(tile.number)) if tile.is_card else str(tile.number)

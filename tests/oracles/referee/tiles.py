"""Tiles as plain values: a letter and a number, read from the texts of a record."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

SUITS = "SHDC"
RANKS = "?A23456789TJQK"


class Fault(Exception):
    """Something in a record that breaks the rules."""


class Tile(NamedTuple):
    """A tile; a joker has no color and the number 0."""

    color: str
    number: int

    def __str__(self) -> str:
        if not self.color:
            return "J"
        if self.color in SUITS:
            return f"{RANKS[self.number]}{self.color}"
        return f"{self.color}{self.number}"


JOKER = Tile("", 0)
Tiles = Counter[Tile]


def read_tile(text: str) -> Tile:
    """Return the tile of a text such as R7, TD, J or X."""
    if text in ("J", "X"):
        return JOKER
    if len(text) == 2 and text[1] in SUITS and text[0] in RANKS[1:]:
        return Tile(text[1], RANKS.index(text[0]))
    if text[:1].isalpha() and text[1:].isdigit():
        return Tile(text[0], int(text[1:]))
    raise Fault(f"{text!r} is no tile")


def read_tiles(text: str) -> list[Tile]:
    """Return the tiles of a text, in its order."""
    return [read_tile(each) for each in text.split()]


def told(tiles: Tiles | list[Tile]) -> str:
    """Return tiles as a text."""
    return " ".join(str(tile) for tile in sorted(Counter(tiles).elements())) or "nothing"


def colors_of(rules: dict[str, Any]) -> str:
    """Return the letters of the colors."""
    return SUITS if rules["cards"] else "RBKYGP"[: rules["colors"]]


def deck(rules: dict[str, Any], players: int) -> Tiles:
    """Return all tiles of a deal, the assigned jokers among them."""
    tiles = Counter(
        {
            Tile(color, number): rules["copies"]
            for color in colors_of(rules)
            for number in range(1, rules["numbers"] + 1)
        }
    )
    tiles[JOKER] = rules["jokers"] + rules["assigned_jokers"] * players
    return +tiles

"""Tiles, tile sets and hands: immutable values with a text form that round-trips.

A tile is written as its color letter and its number, ``R7``; a joker is ``J``. A playing card
is a tile whose color is its suit: ``TD`` is the ten of diamonds, and its joker is ``X``. A hand
is a multiset of tiles. Everything that counts or deals works with *kinds*: the different tiles
of a tile set, numbered color by color, then false jokers, the joker last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from math import comb
from operator import add, gt, index, le, sub
from typing import TypeVar

from rummistats.errors import TileError, shown
from rummistats.pictured import Pictured
from rummistats.whole import as_whole

__all__ = [
    "CARD_JOKER",
    "COLOR_NAMES",
    "FALSE_JOKER",
    "JOKER",
    "SUITS",
    "Hand",
    "Tile",
    "TileSet",
    "require_hand",
    "require_tile",
    "require_tile_set",
]

COLOR_NAMES: dict[str, str] = {
    "R": "red",
    "B": "blue",
    "K": "black",
    "Y": "yellow",
    "G": "green",
    "P": "purple",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
"""Color letters, in the order in which tile sets use them, and suits, with their names."""

_Kind = TypeVar("_Kind")

_COLORS = "RBKYGP"
SUITS = "SHDC"
"""The suits of playing cards, in the order in which tile sets use them."""

_RANKS = "A23456789TJQK"
_TILE = re.compile(rf"([{_COLORS}])([1-9][0-9]?)", re.IGNORECASE)
_CARD = re.compile(rf"(10|[{_RANKS}])([{SUITS}])", re.IGNORECASE)
_WITHOUT_NUMBER = {"J": "joker", "X": "joker", "F": "false joker"}


@dataclass(frozen=True, slots=True)
class Tile(Pictured):
    """One kind of tile: a color and a number, or a joker.

    Parameters
    ----------
    color : str
        A color letter: ``R``, ``B``, ``K``, ``Y``, ``G`` or ``P``; a suit ``S``, ``H``, ``D``
        or ``C`` for a card; ``J`` for a joker, ``X`` for a joker among cards, ``F`` for a
        false joker.
    number : int
        The number on the tile, from 1 to 15, for a card from 1 (ace) to 13 (king); 0 for a
        joker or false joker.

    Raises
    ------
    TileError
        If no tile set can have such a tile.

    Examples
    --------
    >>> Tile("R", 7)
    Tile('R7')
    >>> str(JOKER), JOKER.is_joker
    ('J', True)
    >>> Tile("D", 10), Tile.parse("10d"), Tile("S", 1)
    (Tile('TD'), Tile('TD'), Tile('AS'))
    """

    color: str
    number: int

    def __post_init__(self) -> None:
        # Tiles are made in great numbers, so the usual case is decided by one look at the type.
        if type(self.number) is not int and (whole := as_whole(self.number)) is not None:
            object.__setattr__(self, "number", whole)
        known = isinstance(self.color, str)
        if known and self.color in _WITHOUT_NUMBER and self.number == 0:
            return
        if not known or self.color not in COLOR_NAMES:
            raise TileError(
                f"no color {shown(self.color)}; the colors are {', '.join(_COLORS)}, "
                f"the suits {', '.join(SUITS)}"
            )
        if type(self.number) is not int:
            raise TileError(f"a tile's number is a whole number, not {shown(self.number)}")
        highest = 13 if self.color in SUITS else 15
        if not 1 <= self.number <= highest:
            raise TileError(
                f"no number {self.number} on a {'card' if self.is_card else 'tile'}; "
                f"the numbers go from 1 to {highest}"
            )

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Return the tile that ``text`` names, in any case.

        Raises
        ------
        TileError
            If the text is no tile.

        Examples
        --------
        >>> Tile.parse("k13")
        Tile('K13')
        """
        if isinstance(text, str):
            if text.upper() in _WITHOUT_NUMBER:
                return cls(text.upper(), 0)
            if match := _TILE.fullmatch(text):
                return cls(match[1].upper(), int(match[2]))
            if match := _CARD.fullmatch(text):
                rank = 10 if match[1] == "10" else _RANKS.index(match[1].upper()) + 1
                return cls(match[2].upper(), rank)
        raise TileError(
            f"{shown(text)} is not a tile{_turned_round(text)}; a tile is a color letter "
            f"({', '.join(_COLORS)}) and a number, such as R7, or J for a joker; a card is a rank "
            "and a suit, such as TD, or X for a joker"
        )

    @property
    def is_joker(self) -> bool:
        """Whether the tile is a joker, not a false one."""
        return self.color in ("J", "X")

    @property
    def is_false_joker(self) -> bool:
        """Whether the tile is a false joker of the Okey games."""
        return self.color == "F"

    @property
    def is_card(self) -> bool:
        """Whether the tile is a playing card."""
        return self.color in SUITS or self.color == "X"

    def __str__(self) -> str:
        if not self.number:
            return self.color
        if self.is_card:
            return f"{_RANKS[self.number - 1]}{self.color}"
        return f"{self.color}{self.number}"

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"


JOKER = Tile("J", 0)
"""The joker."""

CARD_JOKER = Tile("X", 0)
"""The joker among playing cards."""

FALSE_JOKER = Tile("F", 0)
"""The false joker of the Okey games: a plain tile that stands for the okey tile."""


def _turned_round(text: object) -> str:
    """Return ``; did you mean …?`` for a tile whose color and number have changed places."""
    if not isinstance(text, str):
        return ""
    turned = {text[1:] + text[:1], text[-1:] + text[:-1]}
    meant = [
        word.upper()
        for word in turned
        if _CARD.fullmatch(word) or ((tile := _TILE.fullmatch(word)) and int(tile[2]) <= 15)
    ]
    return f"; did you mean {' or '.join(sorted(meant))}?" if meant else ""


def _of_another_game(tile: Tile, tile_set: TileSet) -> str:
    """Return what to do with a tile in a game of cards, or a card in a game of tiles."""
    if tile.is_joker:
        return f"; its joker is {tile_set.joker}" if tile_set.jokers else ""
    if tile.is_card == tile_set.cards:
        return ""
    if tile.is_card:
        return "; it looks like a playing card: for these take find_variant('gin')"
    return "; it looks like a tile: for these take find_variant('sabra')"


def _whole(name: str, value: object, low: int, high: int) -> int:
    whole = as_whole(value)
    if whole is None or not low <= whole <= high:
        raise TileError(
            f"{name}={shown(value)}: a tile set has a whole number of {low} to {high} {name}"
        )
    return whole


@dataclass(frozen=True)
class TileSet:
    """All tiles of a game.

    Parameters
    ----------
    colors : int
        Number of colors, 1 to 6 (``R B K Y G P``).
    numbers : int
        The numbers go from 1 to this, 1 to 15.
    copies : int
        How many identical tiles there are of each color and number, 1 to 4.
    jokers : int
        Number of jokers, 0 to 4.
    false_jokers : int
        Number of false jokers, 0 to 4.
    cards : bool
        Whether the tiles are playing cards: at most four colors, the suits, and 13 numbers.

    Raises
    ------
    TileError
        If a parameter is out of its range.

    Examples
    --------
    >>> full = TileSet()
    >>> full.size, full.kinds, full.sample_space(14)
    (106, 53, 105710363656182600)
    >>> full.parse("r7 B7 j")
    Hand('R7 B7 J')
    """

    colors: int = 4
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    false_jokers: int = 0
    cards: bool = False

    def __post_init__(self) -> None:
        for name, low, high in (
            ("colors", 1, 6),
            ("numbers", 1, 15),
            ("copies", 1, 4),
            ("jokers", 0, 4),
            ("false_jokers", 0, 4),
        ):
            object.__setattr__(self, name, _whole(name, getattr(self, name), low, high))
        if self.cards and (self.colors > 4 or self.numbers > 13):
            raise TileError(
                f"{self.colors} suits of {self.numbers} ranks: cards have up to 4 suits, 13 ranks"
            )

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return self.colors * self.numbers * self.copies + self.false_jokers + self.jokers

    @property
    def colored_kinds(self) -> int:
        """How many kinds have a color and a number; they come first."""
        return self.colors * self.numbers

    @property
    def joker_kind(self) -> int:
        """The kind of the joker: the last one."""
        return self.colored_kinds + (self.false_jokers > 0)

    @property
    def kinds(self) -> int:
        """How many different tiles there are, the joker among them if there is one."""
        return self.joker_kind + (self.jokers > 0)

    @property
    def joker(self) -> Tile:
        """The tile set's joker."""
        return CARD_JOKER if self.cards else JOKER

    @property
    def color_letters(self) -> str:
        """The letters of the colors or suits, in order."""
        return (SUITS if self.cards else _COLORS)[: self.colors]

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The different tiles, one a kind, in the order of the kinds."""
        colored = (Tile(c, n) for c in self.color_letters for n in range(1, self.numbers + 1))
        false_joker = [FALSE_JOKER] if self.false_jokers else []
        return (*colored, *false_joker, *([self.joker] if self.jokers else []))

    @cached_property
    def copies_of_kind(self) -> tuple[int, ...]:
        """How many tiles of each kind there are."""
        counts = (self.false_jokers, self.jokers)
        return (self.copies,) * self.colored_kinds + tuple(count for count in counts if count)

    @cached_property
    def _kind_of_tile(self) -> dict[Tile, int]:
        return {tile: kind for kind, tile in enumerate(self.tiles)}

    def kind(self, tile: Tile) -> int:
        """Return the kind of a tile: its place in `tiles`.

        Raises
        ------
        TileError
            If the set has no such tile.

        Examples
        --------
        >>> TileSet().kind(Tile("B", 1))
        13
        """
        try:
            return self._kind_of_tile[tile]
        except (KeyError, TypeError):
            raise TileError(f"no {require_tile(tile)} among {self}") from None

    def sample_space(self, hand_size: int) -> int:
        """Return the number of hands of this size, copies told apart: C(size, hand_size).

        Raises
        ------
        TileError
            If there are no hands of this size.
        """
        return comb(self.size, self.check_hand_size(hand_size))

    def check_hand_size(self, hand_size: object) -> int:
        """Return the hand size if there are hands of this size.

        Raises
        ------
        TileError
            If there are none.

        Examples
        --------
        >>> TileSet().check_hand_size(120)
        Traceback (most recent call last):
            ...
        rummistats.errors.TileError: hand_size=120: a hand has from 0 to 106 of the 106 tiles of
        4 colors (R B K Y), numbers 1 to 13, 2 copies of each, 2 jokers
        """
        whole = as_whole(hand_size)
        if whole is None:
            raise TileError(f"hand_size={shown(hand_size)}: a hand size is a whole number")
        if not 0 <= whole <= self.size:
            raise TileError(f"hand_size={whole}: a hand has from 0 to {self.size} of {self}")
        return whole

    def parse(self, text: str) -> Hand:
        """Return the hand that a text of tiles describes, see `Hand.parse`."""
        return Hand.parse(text, self)

    def hand(self, tiles: Iterable[Tile] = ()) -> Hand:
        """Return the hand of these tiles.

        Raises
        ------
        TileError
            If the set has no such tile or fewer copies of it.
        """
        if isinstance(tiles, str) or not isinstance(tiles, Iterable):
            raise TileError(
                f"{shown(tiles)} are no tiles; give Tiles such as Tile('R', 7), or parse a text "
                "such as 'R7 B7 J'"
            )
        counts = [0] * self.kinds
        for tile in tiles:
            counts[self.kind(tile)] += 1
        return Hand(self, tuple(counts))

    def all_tiles(self) -> Hand:
        """Return the whole tile set as one hand."""
        return Hand(self, self.copies_of_kind)

    def __str__(self) -> str:
        jokers = {0: "no joker", 1: "1 joker"}.get(self.jokers, f"{self.jokers} jokers")
        if self.false_jokers:
            jokers = f"{self.false_jokers} false jokers, {jokers}"
        copies = "1 copy" if self.copies == 1 else f"{self.copies} copies"
        pieces, color, numbers = (
            ("cards", "suit", f"ranks ace to {_RANKS[self.numbers - 1]}")
            if self.cards
            else ("tiles", "color", f"numbers 1 to {self.numbers}")
        )
        return (
            f"the {self.size} {pieces} of {self.colors} {color}{'s' * (self.colors > 1)} "
            f"({' '.join(self.color_letters)}), {numbers}, {copies} of each, {jokers}"
        )


@dataclass(frozen=True, repr=False, eq=True)
class Hand(Pictured):
    """A multiset of tiles of one tile set: a rack, a meld's tiles, what is left of a pool.

    Hands are made by `TileSet.parse`, `TileSet.hand` or by dealing. They are immutable,
    hashable, and compare equal if they hold the same tiles of the same tile set.
    ``+`` and ``-`` add and take away tiles, ``&`` and ``|`` take the smaller and the larger
    count of each tile, ``<=`` asks whether a hand is contained in another one.

    Parameters
    ----------
    tile_set : TileSet
        The tile set that the tiles come from.
    counts : tuple of int
        How many tiles of each kind there are; its length is ``tile_set.kinds``.

    Raises
    ------
    TileError
        If there are more tiles of a kind than the tile set has, or fewer than none.

    Examples
    --------
    >>> tiles = TileSet()
    >>> hand = tiles.parse("R7 R7 B7 J")
    >>> hand - tiles.parse("R7") + tiles.parse("K7")
    Hand('R7 B7 K7 J')
    >>> tiles.parse("R7 J") <= hand, len(hand), hand.count(Tile("R", 7))
    (True, 4, 2)
    >>> hand + tiles.parse("R7")
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: 3 times R7, but there are only 2 among the 106 tiles of 4 colors
    (R B K Y), numbers 1 to 13, 2 copies of each, 2 jokers
    """

    tile_set: TileSet
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        available = require_tile_set(self.tile_set).copies_of_kind
        if type(self.counts) is not tuple or set(map(type, self.counts)) != {int}:
            object.__setattr__(self, "counts", _counts(self.counts))
        if len(self.counts) != len(available):
            raise TileError(
                f"{len(self.counts)} counts for the {len(available)} kinds of {self.tile_set}"
            )
        if min(self.counts) < 0 or any(map(gt, self.counts, available)):
            kind, count = next(
                (kind, count)
                for kind, (count, most) in enumerate(zip(self.counts, available, strict=True))
                if not 0 <= count <= most
            )
            limit = available[kind]
            raise TileError(
                f"{count} times {self.tile_set.tiles[kind]}, but there "
                f"{'is' if limit == 1 else 'are'} only {limit} among {self.tile_set}"
            )

    @classmethod
    def parse(cls, text: str, tile_set: TileSet) -> Hand:
        """Return the hand that ``text`` describes.

        Parameters
        ----------
        text : str
            Tiles such as ``R7 B7 J``, in any order and case, between blanks or commas.
        tile_set : TileSet
            Where the tiles come from.

        Raises
        ------
        TileError
            Names the first token that is no tile of the set, or of which there are too many.

        Examples
        --------
        >>> Hand.parse("y10, j b7 R7", TileSet())
        Hand('R7 B7 Y10 J')
        >>> Hand.parse("R7 R14", TileSet())
        Traceback (most recent call last):
            ...
        rummistats.errors.TileError: 'R14': no R14 among the 106 tiles of 4 colors (R B K Y),
        numbers 1 to 13, 2 copies of each, 2 jokers
        """
        if not isinstance(text, str):
            raise TileError(f"a hand is given as a text such as 'R7 B7 J', not {shown(text)}")
        counts = [0] * require_tile_set(tile_set).kinds
        for token in text.replace(",", " ").split():
            tile = Tile.parse(token)
            if tile not in tile_set._kind_of_tile:
                raise TileError(
                    f"{shown(token)}: no {tile} among {tile_set}{_of_another_game(tile, tile_set)}"
                )
            kind = tile_set.kind(tile)
            counts[kind] += 1
            if counts[kind] > (limit := tile_set.copies_of_kind[kind]):
                raise TileError(
                    f"{shown(token)} is there {counts[kind]} times, but there "
                    f"{'is' if limit == 1 else 'are'} only {limit} among {tile_set}"
                )
        return cls(tile_set, tuple(counts))

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return self.counts[-1] if self.tile_set.jokers else 0

    @property
    def weight(self) -> int:
        """In how many ways the tile set's copies can make up this hand.

        Copies of a tile are told apart when hands are counted: a hand's probability is its
        weight divided by ``tile_set.sample_space(len(hand))``.

        Examples
        --------
        >>> TileSet().parse("R7 R7 B7").weight
        2
        """
        weight = 1
        for count, limit in zip(self.counts, self.tile_set.copies_of_kind, strict=True):
            weight *= comb(limit, count)
        return weight

    def count(self, tile: Tile) -> int:
        """Return how many tiles of this kind there are."""
        return self.counts[self.tile_set.kind(tile)]

    def without_jokers(self) -> Hand:
        """Return the hand's colored tiles."""
        if not self.jokers:
            return self
        return Hand(self.tile_set, (*self.counts[:-1], 0))

    def _of_mine(self, counts: tuple[int, ...]) -> Hand:
        """Return a hand of some of these tiles, which need no check."""
        hand = object.__new__(Hand)
        object.__setattr__(hand, "tile_set", self.tile_set)
        object.__setattr__(hand, "counts", counts)
        return hand

    def _other_counts(self, other: Hand) -> tuple[int, ...]:
        if self.tile_set != other.tile_set:
            raise TileError(f"hands of two tile sets: {self.tile_set}, and {other.tile_set}")
        return other.counts

    def __add__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.tile_set, tuple(map(add, self.counts, self._other_counts(other))))

    def __sub__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        difference = tuple(map(sub, self.counts, self._other_counts(other)))
        if min(difference, default=0) < 0:
            tile = self.tile_set.tiles[[d < 0 for d in difference].index(True)]
            raise TileError(
                f"can't take {other.count(tile)} times {tile} from '{self}', "
                f"which holds {self.count(tile)}"
            )
        return self._of_mine(difference)

    def __and__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._of_mine(tuple(map(min, self.counts, self._other_counts(other))))

    def __or__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        pairs = zip(self.counts, self._other_counts(other), strict=True)
        return Hand(self.tile_set, tuple(max(a, b) for a, b in pairs))

    def __le__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return all(map(le, self.counts, self._other_counts(other)))

    def __lt__(self, other: Hand) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self <= other and self.counts != other.counts

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Tile]:
        return chain.from_iterable(map(repeat, self.tile_set.tiles, self.counts))

    def __contains__(self, tile: object) -> bool:
        return (
            isinstance(tile, Tile) and tile in self.tile_set._kind_of_tile and self.count(tile) > 0
        )

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


def require_tile(tile: object) -> Tile:
    """Return ``tile`` if it is one.

    Raises
    ------
    TileError
        If it is something else, such as a text.

    Examples
    --------
    >>> require_tile("R7")
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: 'R7' is no Tile; make one, for example Tile.parse('R7')
    """
    return _required(tile, Tile, "make one, for example Tile.parse('R7')")


def require_tile_set(tile_set: object) -> TileSet:
    """Return ``tile_set`` if it is one.

    Raises
    ------
    TileError
        If it is something else, such as a variant.
    """
    return _required(tile_set, TileSet, "give one such as TileSet(), or a variant's tile_set")


def require_hand(hand: object) -> Hand:
    """Return ``hand`` if it is one.

    Raises
    ------
    TileError
        If it is something else, such as a text.
    """
    return _required(hand, Hand, "make one, for example find_variant('sabra').parse('R7 B7 J')")


def _required(thing: object, kind: type[_Kind], instead: str) -> _Kind:
    if not isinstance(thing, kind):
        raise TileError(f"{shown(thing)} is no {kind.__name__}; {instead}")
    return thing


def _counts(counts: object) -> tuple[int, ...]:
    """Return counts of tiles as Python's whole numbers: those of NumPy look alike."""
    try:
        return tuple(index(count) for count in counts)  # type: ignore[attr-defined]
    except TypeError:
        raise TileError(
            f"counts={shown(counts)}: a hand has a whole number of tiles of each kind"
        ) from None

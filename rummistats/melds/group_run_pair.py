"""Groups, runs and pairs: what a meld is made of, and what its jokers stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummistats.errors import TileError, shown
from rummistats.pictured import Pictured
from rummistats.tiles import CARD_JOKER, COLOR_NAMES, JOKER, SUITS, Tile, require_tile
from rummistats.whole import as_whole

__all__ = ["Group", "Meld", "Pair", "Run"]


@dataclass(frozen=True, slots=True)
class Group(Pictured):
    """Tiles of one number.

    Parameters
    ----------
    number : int
        The number.
    colors : tuple of str
        The colors of the real tiles.
    jokers : int
        How many jokers there are.
    joker_colors : tuple of str
        The colors that a joker may stand for.

    Examples
    --------
    >>> print(Group(10, ("R", "B"), 1, ("K", "Y")))
    R10 B10 J(K10/Y10)
    """

    number: int
    colors: tuple[str, ...]
    jokers: int = 0
    joker_colors: tuple[str, ...] = ()

    kind = "group"

    def __post_init__(self) -> None:
        # Melds are made in great numbers, nearly always of Python's own numbers.
        try:
            self._check()
            return
        except TileError:
            _settle(self, "number", "jokers")
        self._check()

    def _check(self) -> None:
        _check_whole("number", self.number, 1, 15)
        _check_colors(self.colors)
        _check_colors(self.joker_colors)
        _check_whole("jokers", self.jokers, 0, 24)

    def __len__(self) -> int:
        return len(self.colors) + self.jokers

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number that each tile counts as."""
        return (self.number,) * len(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, jokers last."""
        joker = _joker_of((*self.colors, *self.joker_colors))
        return (*(_tile(c, self.number) for c in self.colors), *[joker] * self.jokers)

    @property
    def joker_readings(self) -> tuple[frozenset[Tile], ...]:
        """For each joker the tiles that it may stand for."""
        may_be = frozenset(Tile(color, self.number) for color in self.joker_colors)
        return (may_be,) * self.jokers

    def __str__(self) -> str:
        readings = "/".join(str(Tile(color, self.number)) for color in self.joker_colors)
        return " ".join(
            f"{tile}({readings})" if tile.is_joker else str(tile) for tile in self.tiles
        )


@dataclass(frozen=True, slots=True)
class Run(Pictured):
    """Consecutive tiles of one color.

    Parameters
    ----------
    color : str
        The color.
    numbers : tuple of int
        The number that each tile counts as, in playing order.
    joker_places : tuple of int
        The places, counted from 0, at which jokers stand.

    Examples
    --------
    >>> print(Run("R", (11, 12, 13), (0,)))
    J(R11) R12 R13
    """

    color: str
    numbers: tuple[int, ...]
    joker_places: tuple[int, ...] = ()

    kind = "run"

    def __post_init__(self) -> None:
        # Melds are made in great numbers, nearly always of Python's own numbers.
        try:
            self._check()
            return
        except TileError:
            _settle(self, "numbers", "joker_places")
        self._check()

    def _check(self) -> None:
        _check_colors((self.color,))
        for name in ("numbers", "joker_places"):
            if not isinstance(getattr(self, name), tuple):
                raise TileError(f"{name}={shown(getattr(self, name))}: give a tuple of numbers")
        for number in self.numbers:
            _check_whole("number", number, 1, 15)
        for place in self.joker_places:
            _check_whole("joker place", place, 0, len(self.numbers) - 1)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return len(self.joker_places)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in playing order, a joker as a joker."""
        return tuple(
            _joker_of(self.color) if place in self.joker_places else _tile(self.color, number)
            for place, number in enumerate(self.numbers)
        )

    @property
    def joker_readings(self) -> tuple[frozenset[Tile], ...]:
        """For each joker the one tile that it stands for."""
        return tuple(
            frozenset((Tile(self.color, self.numbers[place]),)) for place in self.joker_places
        )

    def __str__(self) -> str:
        return " ".join(
            f"{tile}({Tile(self.color, number)})" if tile.is_joker else str(tile)
            for tile, number in zip(self.tiles, self.numbers, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Pair(Pictured):
    """Two identical tiles, where the game has pairs; a joker stands for any tile.

    Parameters
    ----------
    tile : Tile
        The tile, or the joker for a pair of jokers.
    jokers : int
        How many of the two are jokers.

    Examples
    --------
    >>> print(Pair(Tile("R", 5)), "|", Pair(Tile("R", 5), jokers=1), "|", Pair(JOKER, jokers=2))
    R5 R5 | R5 J(R5) | J J
    """

    tile: Tile
    jokers: int = 0

    kind = "pair"

    def __post_init__(self) -> None:
        # Melds are made in great numbers, nearly always of Python's own numbers.
        try:
            self._check()
            return
        except TileError:
            _settle(self, "jokers")
        self._check()

    def _check(self) -> None:
        require_tile(self.tile)
        _check_whole("jokers", self.jokers, 0, 2)

    def __len__(self) -> int:
        return 2

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number that each tile counts as; 0 for a pair of jokers."""
        return (self.tile.number,) * 2

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, jokers last."""
        joker = CARD_JOKER if self.tile.is_card else JOKER
        return (*[self.tile] * (2 - self.jokers), *[joker] * self.jokers)

    @property
    def joker_readings(self) -> tuple[frozenset[Tile], ...]:
        """For each joker the tile that it stands for."""
        return (frozenset((self.tile,)),) * self.jokers

    def __str__(self) -> str:
        if self.jokers == 2:
            return " ".join(map(str, self.tiles))
        return f"{self.tile} " + (
            f"{self.tiles[1]}({self.tile})" if self.jokers else f"{self.tile}"
        )


Meld = Group | Run | Pair
"""A legal combination: a group, a run, or a pair where the game has pairs."""


@lru_cache(maxsize=256)
def _tile(color: str, number: int) -> Tile:
    """Return a tile; there are few, and they are asked for all the time."""
    return Tile(color, number)


def _settle(meld: object, *names: str) -> None:
    """Turn the whole numbers of a meld into Python's own; what is none is left for the checks."""
    for name in names:
        value = getattr(meld, name)
        if isinstance(value, tuple):
            plain = tuple(each if (n := as_whole(each)) is None else n for each in value)
            object.__setattr__(meld, name, plain)
        elif (whole := as_whole(value)) is not None:
            object.__setattr__(meld, name, whole)


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise TileError(
            f"{name}={shown(value)}: in a meld it is a whole number from {low} to {high}"
        )


def _check_colors(colors: object) -> None:
    if not isinstance(colors, tuple) or not all(
        isinstance(color, str) and color in COLOR_NAMES for color in colors
    ):
        raise TileError(
            f"{shown(colors)}: the colors of a meld are letters among {' '.join(COLOR_NAMES)}"
        )


def _joker_of(colors: Sequence[str]) -> Tile:
    """Return the joker that goes with tiles of these colors: a card's or a tile's."""
    return CARD_JOKER if colors and colors[0] in SUITS else JOKER

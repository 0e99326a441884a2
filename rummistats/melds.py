"""Melds: groups and runs, which tiles are one, and all that there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product

from rummistats.dealing import Context
from rummistats.errors import TileError, shown
from rummistats.playing import as_played
from rummistats.tiles import (
    CARD_JOKER,
    COLOR_NAMES,
    JOKER,
    SUITS,
    Hand,
    Tile,
    TileSet,
    require_tile,
)
from rummistats.variants import Variant, require_variant

__all__ = [
    "Group",
    "Meld",
    "MeldList",
    "Pair",
    "Run",
    "Verdict",
    "all_melds",
    "group_patterns",
    "judge",
    "run_patterns",
]


@dataclass(frozen=True, slots=True)
class Group:
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
        return (*(Tile(c, self.number) for c in self.colors), *[joker] * self.jokers)

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
class Run:
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
            _joker_of(self.color) if place in self.joker_places else Tile(self.color, number)
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
class Pair:
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


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    # Melds are made in great numbers, so the usual case is decided by one look at the type.
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


Meld = Group | Run | Pair
"""A legal combination: a group, a run, or a pair where the game has pairs."""


@dataclass(frozen=True)
class Verdict:
    """What `judge` says of some tiles.

    Parameters
    ----------
    tiles : Hand
        The tiles.
    readings : tuple of Meld
        Every meld that they can be, the most valuable one first; empty if they are none.
    values : tuple of int
        The opening value of each reading; empty if melds have none in the game.
    reason : str
        The rule that they break, if they are no meld.
    """

    tiles: Hand
    readings: tuple[Meld, ...]
    values: tuple[int, ...]
    reason: str = ""

    @property
    def legal(self) -> bool:
        """Whether the tiles are a meld."""
        return bool(self.readings)

    @property
    def meld(self) -> Meld | None:
        """The most valuable reading."""
        return self.readings[0] if self.readings else None

    @property
    def value(self) -> int | None:
        """The value of the most valuable reading."""
        return self.values[0] if self.values else None

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        if not self.readings:
            return f"{self.tiles}: no meld. {self.reason}"
        values = [f" = {value}" for value in self.values] or [""] * len(self.readings)
        readings = ", ".join(
            f"{meld.kind} {meld}{value}" for meld, value in zip(self.readings, values, strict=True)
        )
        return f"{self.tiles}: {readings}"


def judge(tiles: Hand | str, variant: Variant, context: Context | None = None) -> Verdict:
    """Say whether some tiles are a meld: which one, or which rule they break.

    Parameters
    ----------
    tiles : Hand or str
        The tiles. In a text a joker may be followed by its reading: ``R11 R12 J(R13)``.
    variant : Variant
        Whose rules apply.
    context : Context, optional
        Gives the indicator in the Okey games.

    Returns
    -------
    Verdict
        True if the tiles are a meld.

    Raises
    ------
    TileError
        If a text is not of tiles of the variant's tile set.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> print(judge("R12 R13 J", sabra))
    R12 R13 J: run J(R11) R12 R13 = 36
    >>> print(judge("R3 R3 B3", sabra))
    R3 R3 B3: no meld. red occurs twice; the colors of a group differ
    """
    require_variant(variant).check_context(context)
    given, said = (tiles, []) if isinstance(tiles, Hand) else _parse_readings(tiles, variant)
    # A meld on the table may hold the assigned jokers of several players.
    on_table = given.tile_set == variant.table_set
    hand = given if on_table and not variant.game.indicator else as_played(given, variant, context)
    melds: list[Meld] = [
        *_group_readings(hand, variant),
        *_run_readings(hand, variant),
        *_pair_readings(hand, variant),
    ]
    melds.sort(key=lambda meld: (-variant.reading_value(meld), meld.kind, str(meld)))
    fitting = [meld for meld in melds if _agrees(meld, said, variant)]
    reason = ""
    if not melds:
        reason = _broken_rule(hand, variant)
    elif not fitting:
        reason = f"a joker can't be read so; {hand} can be {' or '.join(map(str, melds))}"
    values = tuple(map(variant.opening_value, fitting)) if variant.has_opening_value else ()
    return Verdict(given, tuple(fitting), values, reason)


def _parse_readings(text: str, variant: Variant) -> tuple[Hand, list[frozenset[Tile]]]:
    """Return the tiles of a text, and for each joker with a reading what it may stand for."""
    if not isinstance(text, str):
        raise TileError(f"tiles are given as a Hand or a text such as 'R7 B7 J', not {shown(text)}")
    said = [
        frozenset(_one_tile(part, variant) for part in match[1].split("/"))
        for match in re.finditer(r"[JX]\(([^()]*)\)", text, re.IGNORECASE)
    ]
    return variant.table_set.parse(
        re.sub(r"([JX])\([^()]*\)", r"\1", text, flags=re.IGNORECASE)
    ), said


def _one_tile(text: str, variant: Variant) -> Tile:
    tiles = list(variant.parse(text))
    if len(tiles) != 1:
        raise TileError(f"{shown(text)}: a joker stands for one tile, written as J(R7) or J(R7/B7)")
    return tiles[0]


def _agrees(meld: Meld, said: list[frozenset[Tile]], variant: Variant) -> bool:
    """Whether the meld's jokers can be matched with the readings that were declared."""
    if not said:
        return True
    # In a group of different colors each joker stands for a color of its own.
    colors_differ = isinstance(meld, Group) and not variant.repeat_colors
    if colors_differ and all(len(set(tiles)) < len(said) for tiles in product(*said)):
        return False
    return any(
        all(declared <= reading for declared, reading in zip(said, order, strict=False))
        for order in permutations(meld.joker_readings)
    )


def _real_tiles(hand: Hand) -> list[Tile]:
    return [tile for tile in hand if not tile.is_joker]


def _group_readings(hand: Hand, variant: Variant) -> Iterator[Group]:
    real = _real_tiles(hand)
    numbers = {tile.number for tile in real}
    colors = tuple(tile.color for tile in real)
    if (
        len(numbers) > 1
        or not variant.min_group <= len(hand) <= variant.largest_group
        or not variant.jokers_allowed(len(hand), hand.jokers)
        or (len(set(colors)) < len(colors) and not variant.repeat_colors)
    ):
        return
    missing = tuple(
        color
        for color in variant.playing_set.color_letters
        if hand.jokers and (variant.repeat_colors or color not in colors)
    )
    # A group of nothing but jokers may have any number.
    for number in numbers or range(1, variant.numbers + 1):
        yield Group(number, colors, hand.jokers, missing)


def _run_readings(hand: Hand, variant: Variant) -> Iterator[Run]:
    real = _real_tiles(hand)
    colors = {tile.color for tile in real}
    if len(colors) > 1 or not variant.jokers_allowed(len(hand), hand.jokers):
        return
    for numbers in variant.runs:
        if len(numbers) != len(hand):
            continue
        left = Counter(tile.number for tile in real)
        jokers = []
        for place, number in enumerate(numbers):
            if left[number]:
                left[number] -= 1
            else:
                jokers.append(place)
        if len(jokers) == hand.jokers:
            # A run of nothing but jokers may have any color.
            for color in colors or variant.playing_set.color_letters:
                yield Run(color, numbers, tuple(jokers))


def _pair_readings(hand: Hand, variant: Variant) -> Iterator[Pair]:
    real = _real_tiles(hand)
    if variant.has_pairs and len(hand) == 2 and len(set(real)) <= 1:
        yield Pair(real[0] if real else hand.tile_set.joker, hand.jokers)


def _broken_rule(hand: Hand, variant: Variant) -> str:
    """Return in words the first rule that keeps the tiles from being a meld."""
    real = _real_tiles(hand)
    size, jokers = len(hand), hand.jokers
    if variant.has_pairs and size == 2:
        return "two different tiles; a pair has identical ones"
    fewest = min(variant.min_group, variant.min_run)
    if size < fewest:
        return f"{_many(size, 'tile')}; a meld has at least {fewest}"
    if jokers > variant.max_jokers_per_combination:
        return f"{_many(jokers, 'joker')}; a meld has at most {variant.max_jokers_per_combination}"
    needed = max(variant.min_real, variant.min_real_per_joker * jokers)
    if len(real) < needed:
        real_tiles, with_jokers = _many(len(real), "real tile"), _many(jokers, "joker")
        return f"{real_tiles}; with {with_jokers} a meld needs at least {needed}"
    colors = [tile.color for tile in real]
    if len({tile.number for tile in real}) == 1 and (len(set(colors)) > 1 or len(real) == 1):
        return _broken_group_rule(colors, size, variant)
    if len(set(colors)) == 1:
        return _broken_run_rule([tile.number for tile in real], size, variant)
    return "neither one number (a group) nor one color (a run)"


def _broken_group_rule(colors: list[str], size: int, variant: Variant) -> str:
    repeated = [color for color, count in Counter(colors).items() if count > 1]
    if repeated and not variant.repeat_colors:
        return f"{COLOR_NAMES[repeated[0]]} occurs twice; the colors of a group differ"
    if size > variant.largest_group:
        return f"{size} tiles; a group has at most {variant.largest_group}"
    return f"{size} tiles; a group has at least {variant.min_group}"


def _broken_run_rule(numbers: list[int], size: int, variant: Variant) -> str:
    longest = max((len(run) for run in variant.runs), default=0)
    repeated = [number for number, count in Counter(numbers).items() if count > 1]
    if repeated and longest <= variant.numbers:
        return f"{repeated[0]} occurs twice; a run has each number once"
    if size > longest:
        return f"{size} tiles; a run has at most {longest}"
    if size < variant.min_run:
        return f"{size} tiles; a run has at least {variant.min_run}"
    ones = {
        "low": "a 1 stands only before 2",
        "high": f"a 1 stands only after {variant.numbers}",
        "low_or_high": f"a 1 stands before 2 or after {variant.numbers}, not between them",
        "circular": f"after {variant.circle} comes 1",
    }[variant.ones]
    listed = ", ".join(map(str, numbers))
    jokers = size - len(numbers)
    filled = f" even with {_many(jokers, 'joker')}" if jokers else ""
    return f"{listed} are not consecutive{filled} ({ones})"


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


@lru_cache(maxsize=64)
def group_patterns(variant: Variant, jokers: int) -> dict[tuple[tuple[str, ...], int], int]:
    """Return the legal groups of one number: (colors of the real tiles, jokers) -> size.

    Every number has the same ones. At most ``jokers`` jokers are used.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> len(group_patterns(find_variant("sabra"), 0))
    5
    """
    letters = variant.playing_set.color_letters
    choose = combinations_with_replacement if variant.repeat_colors else combinations
    return {
        (colors, wild): size
        for size in range(variant.min_group, variant.largest_group + 1)
        for wild in range(min(jokers, size) + 1)
        if variant.jokers_allowed(size, wild)
        for colors in choose(letters, size - wild)
        if max(Counter(colors).values(), default=0) <= variant.playing_set.copies
    }


@lru_cache(maxsize=64)
def run_patterns(
    variant: Variant, jokers: int, max_run: int | None = None
) -> dict[tuple[tuple[int, ...], int], int]:
    """Return the legal runs of one color: (numbers of the real tiles, jokers) -> best value.

    Every color has the same ones. At most ``jokers`` jokers are used.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> runs = run_patterns(find_variant("sabra"), 2)
    >>> runs[(12, 13), 1]
    36
    """
    best: dict[tuple[tuple[int, ...], int], int] = {}
    for numbers in variant.runs:
        if max_run is not None and len(numbers) > max_run:
            continue
        for run in runs_with_jokers(numbers, variant, jokers):
            real = sorted(tile.number for tile in run.tiles if not tile.is_joker)
            key = tuple(real), run.jokers
            best[key] = max(best.get(key, 0), variant.reading_value(run))
    return best


def runs_with_jokers(numbers: tuple[int, ...], variant: Variant, jokers: int) -> Iterator[Run]:
    """Yield the legal red runs through ``numbers`` with up to so many jokers in all places."""
    size = len(numbers)
    for wild in range(min(jokers, size) + 1):
        if not variant.jokers_allowed(size, wild):
            continue
        for places in combinations(range(size), wild):
            real = [number for place, number in enumerate(numbers) if place not in places]
            if max(Counter(real).values(), default=0) <= variant.playing_set.copies:
                yield Run("R", numbers, places)


@dataclass(frozen=True)
class MeldList:
    """All legal melds of a variant as multisets of tiles, made one by one when asked for.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    jokers : int
        Most jokers in a meld.
    max_run : int, optional
        Most tiles of a run.
    """

    variant: Variant
    jokers: int
    max_run: int | None = None

    def _patterns(self) -> Iterator[tuple[dict[int, int], int]]:
        """Yield (real tiles by kind, jokers) of every meld: groups by number, runs by color."""
        tiles: TileSet = self.variant.playing_set
        groups = group_patterns(self.variant, self.jokers)
        runs = run_patterns(self.variant, self.jokers, self.max_run)
        # One real tile with jokers can be a group and a run, but is one multiset.
        seen: set[tuple[frozenset[tuple[int, int]], int]] = set()
        for number in range(1, tiles.numbers + 1):
            for colors, wild in groups:
                real = Counter(tiles.kind(Tile(color, number)) for color in colors)
                if (key := (frozenset(real.items()), wild)) not in seen:
                    seen.add(key)
                    yield real, wild
        for color in tiles.color_letters:
            for numbers, wild in runs:
                real = Counter(tiles.kind(Tile(color, number)) for number in numbers)
                if (key := (frozenset(real.items()), wild)) not in seen:
                    seen.add(key)
                    yield real, wild

    def __iter__(self) -> Iterator[Hand]:
        tiles = self.variant.playing_set
        for real, wild in self._patterns():
            counts = [0] * tiles.kinds
            for kind, count in real.items():
                counts[kind] = count
            if wild:
                counts[tiles.joker_kind] = wild
            yield Hand(tiles, tuple(counts))

    def __len__(self) -> int:
        return sum(1 for _ in self._patterns())


def all_melds(variant: Variant, jokers: int | None = None, max_run: int | None = None) -> MeldList:
    """Return every legal meld as a multiset of tiles.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    jokers : int, optional
        Most jokers in a meld; all that a hand can hold unless given.
    max_run : int, optional
        Most tiles of a run; longer ones can be cut.

    Returns
    -------
    MeldList
        Yields a `Hand` for each meld; its ``len`` counts them.

    Raises
    ------
    TileError
        If the tile set hasn't so many jokers.

    Examples
    --------
    The reference counts of ``rules/sabra.md``:

    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> len(all_melds(sabra)), len(all_melds(sabra, jokers=0)), len(all_melds(sabra, max_run=5))
    (6301, 329, 1173)
    """
    most = require_variant(variant).playing_set.jokers
    if jokers is None:
        jokers = most
    if isinstance(jokers, bool) or not isinstance(jokers, int) or not 0 <= jokers <= most:
        raise TileError(
            f"jokers={shown(jokers)}: a hand of {variant!r} has from 0 to {most} jokers"
        )
    if max_run is not None and (
        isinstance(max_run, bool) or not isinstance(max_run, int) or max_run < 2
    ):
        raise TileError(
            f"max_run={shown(max_run)}: the longest run is a whole number from 2 on, or None"
        )
    return MeldList(variant, jokers, max_run)

"""Which tiles are a meld: all that they can be, or the rule that they break."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from rummistats.dealing import Context
from rummistats.errors import TileError, shown
from rummistats.melds.broken_rules import broken_rule
from rummistats.melds.group_run_pair import Group, Meld, Pair, Run
from rummistats.playing import as_played
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, require_variant

__all__ = ["Verdict", "judge"]


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
            return f"{self.tiles or 'no tiles'}: no meld. {self.reason}"
        values = [f" = {value}" for value in self.values] or [""] * len(self.readings)
        readings = ", ".join(
            f"{meld.kind} {meld}{value}" for meld, value in zip(self.readings, values, strict=True)
        )
        return f"{self.tiles}: {readings}"


def judge(tiles: Hand | str, variant: Variant | str, context: Context | None = None) -> Verdict:
    """Say whether some tiles are a meld: which one, or which rule they break.

    Parameters
    ----------
    tiles : Hand or str
        The tiles. In a text a joker may be followed by its reading: ``R11 R12 J(R13)``.
    variant : Variant or str
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
    variant = require_variant(variant)
    variant.check_context(context)
    given, said = (
        (tiles, []) if isinstance(tiles, Hand) else _parse_readings(tiles, variant, context)
    )
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
        reason = broken_rule(hand, variant)
    elif not fitting:
        reason = f"a joker can't be read so; {hand} can be {' or '.join(map(str, melds))}"
    values = tuple(map(variant.opening_value, fitting)) if variant.has_opening_value else ()
    return Verdict(given, tuple(fitting), values, reason)


def _parse_readings(
    text: str, variant: Variant, context: Context | None
) -> tuple[Hand, list[frozenset[Tile]]]:
    """Return the tiles of a text, and for each joker with a reading what it may stand for."""
    if not isinstance(text, str):
        raise TileError(f"tiles are given as a Hand or a text such as 'R7 B7 J', not {shown(text)}")
    said = [
        frozenset(_one_tile(part, variant) for part in match[1].split("/"))
        for match in re.finditer(r"[JX]\(([^()]*)\)", text, re.IGNORECASE)
    ]
    plain = re.sub(r"([JX])\([^()]*\)", r"\1", text, flags=re.IGNORECASE)
    # Which tiles are wild is said by the indicator; without one the wild tiles are jokers.
    given = variant.game.indicator and (context is not None or "F" in text.upper())
    return (variant.tile_set if given else variant.table_set).parse(plain), said


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

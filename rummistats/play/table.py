"""The table: the melds that lie there, each joker with its reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rummistats.errors import TableError, TileError, shown
from rummistats.melds import Group, Meld, Pair, Run, judge
from rummistats.pictured import Pictured
from rummistats.tiles import COLOR_NAMES, Hand, Tile
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    from rummistats.tiles import TileSet

__all__ = ["Table", "as_table", "count_tiles", "declared"]

_MOST_KNOWN = 1 << 14
_MELD = re.compile(r"\{([^{}]*)\}")
_COLOR_PLACES = {color: place for place, color in enumerate(COLOR_NAMES)}


@dataclass(frozen=True, eq=False, repr=False)
class Table(Pictured):
    """The melds on the table, an immutable value; two are equal if they have equal melds.

    The order of the melds is kept for the eye, and makes no difference. What a joker stands for
    is part of its meld.

    Parameters
    ----------
    melds : tuple of Group, Run or Pair
        The melds.

    Raises
    ------
    TableError
        If one of them is no meld object.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> table = Table.parse("{R3 J(R4) R5} {B7 K7 Y7}", sabra)
    >>> print(table)
    {R3 J(R4) R5} {B7 K7 Y7}
    >>> len(table), table.hand(sabra)
    (2, Hand('R3 R5 B7 K7 Y7 J'))
    >>> table == Table.parse("{y7 k7 b7} {r3 j r5}", sabra)
    True
    """

    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.melds, str) or not isinstance(self.melds, Iterable):
            raise TableError(
                f"{shown(self.melds)} are no meld objects, Groups and Runs; for a text there is "
                "Table.parse(text, variant)"
            )
        melds = tuple(self.melds)
        for meld in melds:
            if not isinstance(meld, Group | Run | Pair):
                raise TableError(f"{shown(meld)} is no meld; give a Group, a Run or a Pair")
        object.__setattr__(self, "melds", tuple(map(_ordered, melds)))

    @classmethod
    def parse(cls, text: str, variant: Variant | str) -> Table:
        """Return the table that a text describes.

        Parameters
        ----------
        text : str
            Melds in braces, ``{R3 J(R4) R5} {B7 K7 Y7}``. A joker without a reading gets that of
            the most valuable meld its tiles can be.
        variant : Variant or str
            The game whose rules apply, or its name.

        Raises
        ------
        TableError
            Names the first combination that is no meld, and the rule that it breaks.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> Table.parse("{R3 R4 R5} {B7 K7 B7}", find_variant("sabra"))
        Traceback (most recent call last):
            ...
        rummistats.errors.TableError: {B7 K7 B7}: no meld. blue occurs twice; the colors of a group
        differ
        """
        variant = require_variant(variant)
        if not isinstance(text, str):
            raise TableError(
                f"a table is given as a Table or a text such as '{{R3 R4 R5}} {{B7 K7 Y7}}', "
                f"not {shown(text)}"
            )
        if rest := _MELD.sub(" ", text).replace(",", " ").strip():
            raise TableError(
                f"{shown(rest)} stands outside the braces; each meld is written in its own, "
                "as in '{R3 R4 R5} {B7 K7 Y7}'"
            )
        table = cls(tuple(_parse_meld(part, variant) for part in _MELD.findall(text)))
        table.hand(variant)
        return table

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, meld by meld, a joker as a joker."""
        return tuple(tile for meld in self.melds for tile in meld.tiles)

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return sum(meld.jokers for meld in self.melds)

    def hand(self, variant: Variant | str) -> Hand:
        """Return the tiles as a multiset of the variant's `table_set`.

        Raises
        ------
        TableError
            If there are more of them than the tile set has.
        """
        tiles: TileSet = require_variant(variant).table_set
        known: Hand | None = self.__dict__.get("_known_hand")
        if known is not None and known.tile_set == tiles:
            return known
        try:
            hand = Hand(tiles, count_tiles(self.melds, tiles))
        except TileError as error:
            raise TableError(f"too many tiles on the table: {error}") from None
        # Several are asked for in every turn.
        object.__setattr__(self, "_known_hand", hand)
        return hand

    @property
    def in_order(self) -> tuple[Meld, ...]:
        """The melds as they are drawn: groups by number, then runs by color."""
        return tuple(sorted(self.melds, key=_place))

    def draw(self, width: int = 78) -> str:
        """Return a plain-text drawing: groups by number, then runs by color, a few a line.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> table = Table.parse("{R3 J(R4) R5} {B7 K7 Y7}", find_variant("sabra"))
        >>> print(table.draw())
        [ B7 K7 Y7 ]  [ R3 J=R4 R5 ]
        """
        lines: list[str] = []
        for meld in self.in_order:
            text = re.sub(r"([JX])\(([^()]*)\)", r"\1=\2", str(meld))
            box = f"[ {text} ]"
            if lines and len(lines[-1]) + 2 + len(box) <= width:
                lines[-1] += f"  {box}"
            else:
                lines.append(box)
        return "\n".join(lines) or "(the table is empty)"

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[Meld]:
        return iter(self.melds)

    def __add__(self, other: Table) -> Table:
        if not isinstance(other, Table):
            return NotImplemented
        return Table(self.melds + other.melds)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return Counter(self.melds) == Counter(other.melds)

    def __hash__(self) -> int:
        return hash(frozenset(Counter(self.melds).items()))

    def __str__(self) -> str:
        return " ".join(f"{{{meld}}}" for meld in self.melds)

    def __repr__(self) -> str:
        return f"Table({str(self)!r})"


def as_table(table: Table | str, variant: Variant) -> Table:
    """Return a table whose melds are legal in the variant, jokers with all their readings.

    Raises
    ------
    TableError
        Names the first combination that is no meld, and the rule that it breaks.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> as_table(Table((Group(3, ("R", "B")),)), find_variant("sabra"))
    Traceback (most recent call last):
        ...
    rummistats.errors.TableError: {R3 B3}: no meld. 2 tiles; a meld has at least 3
    """
    if not isinstance(table, Table):
        return Table.parse(table, variant)
    melds = tuple(_checked(meld, require_variant(variant)) for meld in table.melds)
    checked = table if melds == table.melds else Table(melds)
    checked.hand(variant)
    return checked


def count_tiles(melds: Iterable[Meld], tiles: TileSet) -> tuple[int, ...]:
    """Return how many tiles of each kind the melds have.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> table = Table.parse("{R1 R2 R3} {R2 B2 J}", sabra)
    >>> count_tiles(table, sabra.table_set)[:4], count_tiles(table, sabra.table_set)[-1]
    ((1, 2, 1, 0), 1)
    """
    known = _known_kinds(tiles)
    counts = [0] * tiles.kinds
    for meld in melds:
        kinds = known.get(meld)
        if kinds is None:
            if len(known) == _MOST_KNOWN:
                known.clear()
            kinds = known[meld] = tuple(map(tiles.kind, meld.tiles))
        for kind in kinds:
            counts[kind] += 1
    return tuple(counts)


@lru_cache(maxsize=32)
def _known_kinds(tiles: TileSet) -> dict[Meld, tuple[int, ...]]:
    """Return the kinds of the tiles of melds: the same ones lie on many tables."""
    return {}


def declared(table: Table, variant: Variant) -> Table:
    """Return a table on which each joker stands for one tile, where who lays it has to say so.

    In the Okey games that is said of the joker in a group of three, too; of the missing colors the
    first one is meant unless one is given. In other games the table stays as it is.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> group = Group(3, ("R", "B"), 1, ("K", "Y"))
    >>> print(declared(Table((group,)), find_variant("okey-101")))
    {R3 B3 J(K3)}
    """
    if not variant.game.indicator:
        return table
    return Table(tuple(map(_declared, table.melds)))


def _declared(meld: Meld) -> Meld:
    if isinstance(meld, Group) and len(meld.joker_colors) > meld.jokers:
        return replace(meld, joker_colors=meld.joker_colors[: meld.jokers])
    return meld


@lru_cache(maxsize=1 << 14)
def _checked(meld: Meld, variant: Variant) -> Meld:
    """Return a meld as the variant reads it."""
    letters = variant.table_set.color_letters
    plain = isinstance(meld, Run) and not meld.jokers and meld.color in letters
    if plain and meld.numbers in variant.runs:
        return meld
    try:
        verdict = judge(variant.table_set.hand(meld.tiles), variant)
    except TileError as error:
        raise TableError(f"{{{meld}}}: {error}") from None
    for reading in verdict.readings:
        if _is_reading(meld, reading):
            return _said(reading, meld) if variant.game.indicator else reading
    reason = verdict.reason or f"its tiles can be {' or '.join(map(str, verdict.readings))}"
    raise TableError(f"{{{meld}}}: no meld. {reason}")


def _said(reading: Meld, meld: Meld) -> Meld:
    """Return a reading of a meld in which the jokers stand for what the meld says."""
    if isinstance(reading, Group) and isinstance(meld, Group):
        first = [color for color in meld.joker_colors if color in reading.joker_colors]
        others = [color for color in reading.joker_colors if color not in first]
        return _declared(replace(reading, joker_colors=(*first, *others)))
    return reading


def _is_reading(meld: Meld, reading: Meld) -> bool:
    if isinstance(meld, Group) and isinstance(reading, Group):
        return meld.number == reading.number
    return meld == reading


def _parse_meld(text: str, variant: Variant) -> Meld:
    try:
        verdict = judge(text, variant)
    except TileError as error:
        raise TableError(f"{{{text}}}: {error}") from None
    if verdict.meld is None:
        raise TableError(f"{{{text}}}: no meld. {verdict.reason}")
    if variant.game.indicator and isinstance(verdict.meld, Group):
        told = " ".join(re.findall(r"[JX]\(([^()]*)\)", text.upper()))
        said = tuple(dict.fromkeys(re.findall(r"[A-Z](?=\d)", told)))
        return _said(verdict.meld, replace(verdict.meld, joker_colors=said))
    # Of equally valuable readings the one whose tiles stand as they are written is meant, and of
    # all if there is no joker: a 1 that is written first is low.
    order = [token.split("(")[0] for token in text.upper().replace(",", " ").split()]
    for reading in verdict.readings:
        as_valuable = variant.reading_value(reading) == variant.reading_value(verdict.meld)
        as_written = isinstance(reading, Run) and list(map(str, reading.tiles)) == order
        if as_written and (as_valuable or "(" in text or not reading.jokers):
            return reading
    return verdict.meld


def _ordered(meld: Meld) -> Meld:
    """Return a meld in the one form of all that are alike.

    The colors of a group are in the order of tile sets; of a number that a run has twice, the
    joker is the later one.
    """
    if isinstance(meld, Group):
        colors = tuple(sorted(meld.colors, key=_COLOR_PLACES.__getitem__))
        others = tuple(sorted(meld.joker_colors, key=_COLOR_PLACES.__getitem__))
        if (colors, others) != (meld.colors, meld.joker_colors):
            return replace(meld, colors=colors, joker_colors=others)
    elif isinstance(meld, Run) and meld.joker_places and len(set(meld.numbers)) < len(meld):
        places: list[int] = []
        for number, count in Counter(meld.numbers[place] for place in meld.joker_places).items():
            places += [at for at, other in enumerate(meld.numbers) if other == number][-count:]
        return replace(meld, joker_places=tuple(sorted(places)))
    return meld


def _place(meld: Meld) -> tuple[int, int, int, str]:
    if isinstance(meld, Run):
        return 1, _COLOR_PLACES[meld.color], meld.numbers[0], str(meld)
    return 0, meld.numbers[0], 0, str(meld)

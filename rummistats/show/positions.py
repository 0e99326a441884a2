"""Pictures of tables and of positions of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rummistats.errors import PlayError, TableError, shown
from rummistats.melds import Meld
from rummistats.play import Play, Record, State, Table, Turn, View
from rummistats.show.blocks import (
    Block,
    below,
    beside,
    fitted,
    key_of_marks,
    line_of_text,
    rack_block,
    row_of_tiles,
    rows_of_tiles,
)
from rummistats.show.faces import faces_of_meld, kind_of, tiles_of
from rummistats.show.hand_pictures import (
    PER_ROW,
    SECTION_GAP,
    check_per_row,
    melds_block,
    row_width,
)
from rummistats.show.picture import Picture, make_picture
from rummistats.show.tile_shapes import Face
from rummistats.show.tile_style import TileStyle, find_style
from rummistats.show.tile_words import counted, meld_in_words, tile_in_words, tiles_in_words
from rummistats.tiles import Hand, Tile

__all__ = ["position_picture", "table_picture"]

SMALL = 0.52
"""How large the tiles of racks and rows are beside those of the table."""

TEXT = 18
COLUMN_GAP = 24
DISCARDS = "Face up, the newest last"


def table_picture(
    table: Table | Play | Iterable[Meld],
    *,
    laid: Hand | Iterable[Tile] | str = (),
    per_row: int = PER_ROW,
    style: str = "light",
    scale: float = 1,
    title: str = "",
    name: str = "",
) -> Picture:
    """Return a picture of the melds on a table: groups by number, then runs by color.

    Parameters
    ----------
    table : Table, Play, or iterable of Group, Run and Pair
        The melds; of a play those of the table after it, with marks on the tiles played.
    laid : Hand, iterable of Tile, or str
        Tiles to mark as laid just now.
    per_row : int
        For how many tiles there is room beside each other.
    style, scale, title, name
        As for `rummistats.show.tile_picture`.

    Raises
    ------
    TableError
        If something is no meld, or a tile is to be marked that isn't on the table.
    RummistatsError
        If there is no such style, scale or row.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> table = Table.parse("{R3 J(R4) R5} {B7 K7 Y7}", find_variant("sabra"))
    >>> print(table_picture(table, laid="B7"))
    A table of 2 melds, 6 tiles: group of 7s: blue, black, yellow; run in red: 3, joker as 4, 5.
    Laid just now: blue 7.
    """
    look = find_style(style)
    if isinstance(table, Play):
        melds, laid = table.table, laid or table.played
    else:
        melds = table if isinstance(table, Table) else Table(table)  # type: ignore[arg-type]
    tiles = tiles_of(laid)
    if missing := Counter(tiles) - Counter(melds.tiles):
        raise TableError(f"laid: {next(iter(missing))} isn't on the table, or not so often")
    faces = _laid(melds.in_order, Counter(tiles), ())
    width = row_width(check_per_row(per_row))
    block = _table_block(faces, look, width)
    words = f"{_table_in_words(melds, kind_of(melds.tiles))}.{_laid_in_words(tiles)}"
    heading = title or (f"A table of {counted(len(melds), 'meld')}" if melds else "An empty table")
    return make_picture(block, heading, words, style=style, scale=scale, name=name)


def position_picture(
    position: State | View | Turn | Record,
    *,
    racks: bool = True,
    names: Sequence[str] = (),
    per_row: int = PER_ROW,
    style: str = "light",
    scale: float = 1,
    title: str = "",
    name: str = "",
) -> Picture:
    """Return a picture of a position: the table, what lies beside it, and the racks.

    Parameters
    ----------
    position : State, View, Turn or Record
        All of a position; or what one player knows of it, where the other racks lie face down;
        or a turn: the position after it, with marks on the tiles that it laid; or a record: the
        position at the end.
    racks : bool
        Whether the racks are shown, those that are known; otherwise all lie face down.
    names : sequence of str, optional
        Of the players, by seat; those of a record are its strategies unless others are given.
    per_row, style, scale, title, name
        As for `table_picture`.

    Raises
    ------
    PlayError
        If it is no position.
    RummistatsError
        If there is no such style, scale or row.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("sabra").with_rules(players=2), "optimal", seed=4)
    >>> print(position_picture(record.turns[6], racks=False))
    Sabra Rummikub after 7 turns. A table of 4 melds, 13 tiles: group of 7s: red, blue, yellow;
    group of 11s: red, blue, black; run in red: 8, 9, 10; run in yellow: 1, 2, 3, 4.
    Laid just now: blue 11; black 11. Pool: 74 tiles face down. Seat 1, to play: 12 tiles, opened.
    Seat 2: 7 tiles, opened.
    """
    look = find_style(style)
    width = row_width(check_per_row(per_row))
    laid: Counter[Tile] = Counter()
    standing: Sequence[Meld] = ()
    if isinstance(position, Record):
        names = names or position.strategies
        position = position.last
    elif isinstance(position, Turn):
        laid, standing = Counter(position.played), position.before.table.melds
        position = position.after
    if not isinstance(position, State | View):
        raise PlayError(
            f"{shown(position)} is no position; give a State, a View, a Turn or a Record"
        )
    table = position.table
    faces = _laid(table.in_order, laid, standing)
    marked = [face.tile for meld in faces for face in meld if face.mark and face.tile]
    seats = _seats(position, racks, names)
    kind = _kind(position)
    count = counted(position.turn, "turn")
    when = f"{position.variant.game.title} {f'after {count}' if position.turn else 'at the start'}"
    if isinstance(position, State) and position.ended:
        when += ", at the end"
    block = below(
        [
            fitted(when, width, look, size=26, bold=True),
            _owned_block(position, faces, look, width),
            _beside_block(position, look, width),
            _racks_block(seats, look, width),
        ],
        SECTION_GAP,
    )
    beside_words = " ".join(f"{words}." for words in _beside_in_words(position))
    seats_words = " ".join(seat.in_words() for seat in seats)
    words = (
        f"{when}. {_table_in_words(table, kind)}.{_owners_in_words(position)}"
        f"{_laid_in_words(marked)} {beside_words} {seats_words}"
    )
    return make_picture(block, title or when, words, style=style, scale=scale, name=name)


@dataclass(frozen=True)
class _Seat:
    """What is told of a player: a line of words, and the tiles that can be seen."""

    label: str
    tiles: tuple[Tile, ...]
    hidden: int
    is_next: bool

    def in_words(self) -> str:
        """Return all of it in a sentence."""
        if not self.tiles:
            return f"{self.label}."
        known = "" if not self.hidden else f"{len(self.tiles)} are known, "
        return f"{self.label}: {known}{tiles_in_words(self.tiles)}."


def _seats(position: State | View, racks: bool, names: Sequence[str]) -> list[_Seat]:
    if isinstance(position, State):
        counts = tuple(map(len, position.hands))
        known, ended = position.hands, bool(position.ended)
    else:
        counts, ended = position.tiles_left, False
        seen = position.shown or (position.hand - position.hand,) * len(counts)
        known = (*seen[: position.seat], position.hand, *seen[position.seat + 1 :])
    seats = []
    for seat, count in enumerate(counts):
        is_next = seat == position.seat and not ended
        who = f"Seat {seat + 1}{f' ({names[seat]})' if seat < len(names) else ''}"
        opened = "opened" if position.opened[seat] else "not opened"
        label = (
            f"{who}{', to play' if is_next else ''}: {counted(count, _kind(position))}, {opened}"
        )
        tiles = tuple(known[seat]) if racks else ()
        seats.append(_Seat(label, tiles, count - len(tiles), is_next))
    return seats


def _racks_block(seats: Sequence[_Seat], style: TileStyle, width: float) -> Block:
    """Return the racks, two beside each other."""
    column = (width - COLUMN_GAP) / 2
    per_row = _small_tiles(column - 24 * SMALL)
    cells = []
    for seat in seats:
        faces = [Face(tile) for tile in seat.tiles] + [Face(None)] * seat.hidden
        rack = rack_block(rows_of_tiles(faces, style, per_row), style).scaled(SMALL)
        label = fitted(seat.label, column, style, size=TEXT, bold=seat.is_next)
        cell = below([label, rack], 4)
        cells.append(replace(cell, width=column))
    pairs = [cells[first : first + 2] for first in range(0, len(cells), 2)]
    return below([beside(pair, COLUMN_GAP, level=0) for pair in pairs], SECTION_GAP)


def _owned_block(
    position: State | View, faces: Sequence[Sequence[Face]], style: TileStyle, width: float
) -> Block:
    """Return the table; where melds belong to players, those of each by themselves."""
    if not any(position.claims):
        return _table_block(faces, style, width)
    left = [Counter(claims.melds) for claims in position.claims]
    parts: dict[str, list[Sequence[Face]]] = {}
    for meld, tiles in zip(position.table.in_order, faces, strict=True):
        seat = next((seat for seat, own in enumerate(left) if own[meld]), None)
        if seat is not None:
            left[seat][meld] -= 1
        owner = "Melds of nobody" if seat is None else f"Melds of seat {seat + 1}"
        parts.setdefault(owner, []).append(tiles)
    blocks = [
        below([line_of_text(owner, style, size=TEXT), melds_block(own, style, width)], 4)
        for owner, own in sorted(parts.items())
    ]
    return below([*blocks, _key(faces, style, width)], SECTION_GAP)


def _beside_block(position: State | View, style: TileStyle, width: float) -> Block:
    """Return the pool and what lies face up."""
    pool, *rest = _beside_in_words(position)
    tiles = [Face(None)] if _pool(position) else []
    if position.face_up is not None:
        tiles.append(Face(position.face_up))
    parts = [row_of_tiles(tiles, style).scaled(SMALL), fitted(pool, width - 80, style, size=TEXT)]
    blocks = [beside([part for part in parts if part.width], 10, level=0.5)]
    if rest:
        rows = rows_of_tiles([Face(tile) for tile in position.discards], style, _small_tiles(width))
        discards = below([row.scaled(SMALL) for row in rows], 6)
        blocks.append(below([fitted(DISCARDS, width, style, size=TEXT), discards], 4))
    return below(blocks, SECTION_GAP)


def _beside_in_words(position: State | View) -> list[str]:
    words = f"Pool: {counted(_pool(position), _kind(position))} face down"
    if position.face_up is not None:
        words += f"; {tile_in_words(position.face_up)} face up beside it"
    discards = f"{DISCARDS}: {tiles_in_words(position.discards)}" if position.discards else ""
    return [part for part in (words, discards) if part]


def _pool(position: State | View) -> int:
    return len(position.pool) if isinstance(position, State) else position.pool


def _table_block(faces: Sequence[Sequence[Face]], style: TileStyle, width: float) -> Block:
    if not faces:
        return line_of_text("The table is empty", style, soft=True)
    return below([melds_block(faces, style, width), _key(faces, style, width)], SECTION_GAP)


def _key(faces: Sequence[Sequence[Face]], style: TileStyle, width: float) -> Block:
    return key_of_marks([face for meld in faces for face in meld], style, width)


def _laid(melds: Sequence[Meld], laid: Counter[Tile], standing: Sequence[Meld]) -> list[list[Face]]:
    """Return the tiles of melds with marks on those laid, first of all in melds that are new."""
    before, left = Counter(standing), Counter(laid)
    stood = []
    for meld in melds:
        stood.append(before[meld] > 0)
        before[meld] -= 1
    faces = [faces_of_meld(meld) for meld in melds]
    # Sorting is stable, so new melds come in their order, and then the others.
    for place in sorted(range(len(melds)), key=stood.__getitem__):
        for at, face in enumerate(faces[place]):
            if face.tile is not None and left[face.tile] > 0:
                left[face.tile] -= 1
                faces[place][at] = replace(face, mark="laid")
    return faces


def _kind(position: State | View) -> str:
    """Return what the game is played with."""
    return "card" if position.variant.table_set.cards else "tile"


def _table_in_words(table: Table, kind: str) -> str:
    if not table:
        return "The table is empty"
    melds = "; ".join(map(meld_in_words, table.in_order))
    size = f"{counted(len(table), 'meld')}, {counted(len(table.tiles), kind)}"
    return f"A table of {size}: {melds}"


def _owners_in_words(position: State | View) -> str:
    return "".join(
        f" Seat {seat + 1} owns {'; '.join(map(meld_in_words, claims.in_order))}."
        for seat, claims in enumerate(position.claims)
        if claims
    )


def _laid_in_words(tiles: Sequence[Tile]) -> str:
    return f" Laid just now: {tiles_in_words(tiles)}." if tiles else ""


def _small_tiles(width: float) -> int:
    """Return how many small tiles have room beside each other."""
    return max(1, int((width / SMALL + 6) / 66))

"""Positions in plain text: the table, the racks, what lies face up, and who has opened."""

from __future__ import annotations

from collections.abc import Sequence

from rummistats.errors import PlayError, shown
from rummistats.melds import Meld
from rummistats.play.claims import has_claims, owners_of
from rummistats.play.state import State, View
from rummistats.play.table import Table
from rummistats.tiles import Hand

__all__ = ["draw_position", "draw_table", "numbered_melds"]


def draw_position(
    position: State | View, *, racks: bool = True, width: int = 78, names: Sequence[str] = ()
) -> str:
    """Return a drawing of a position in plain text.

    Parameters
    ----------
    position : State or View
        All of a position, or what one player knows of it.
    racks : bool
        Whether the racks are shown, those that are known: all of a state, the player's own of a
        view. Otherwise they are only counted.
    width : int
        Letters in a line; a single meld is never broken.
    names : sequence of str, optional
        Of the players, by seat.

    Returns
    -------
    str
        The table, groups by number and then runs by color, and below it who has what. Where melds
        can be claimed, those of each player stand by themselves.

    Raises
    ------
    PlayError
        If it is no position.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("sabra").with_rules(players=2), "optimal", seed=4)
    >>> print(draw_position(record.turns[6].after))
    Table, 13 tiles:
      [ R7 B7 Y7 ]  [ R11 B11 K11 ]  [ R8 R9 R10 ]  [ Y1 Y2 Y3 Y4 ]
    Pool: 74 tiles face down
    > Seat 1: 12 tiles, opened: R3 R5 R8 B1 B3 B6 B8 B10 K2 K9 K13 Y4
      Seat 2: 7 tiles, opened: B1 K4 K9 K12 Y7 Y9 Y13
    """
    if not isinstance(position, State | View):
        raise PlayError(f"{shown(position)} is no position; give a State or a View")
    hands: Sequence[Hand | None]
    if isinstance(position, State):
        hands, pool, ended = position.hands, len(position.pool), bool(position.ended)
        counts = tuple(map(len, position.hands))
    else:
        pool, ended, counts = position.pool, False, position.tiles_left
        hands = [position.hand if seat == position.seat else None for seat in range(len(counts))]
    cards = position.variant.game.cards
    lines = [f"Table, {_many(len(position.table.tiles), cards)}:"]
    lines += [f"  {line}" for line in draw_table(position, width - 2, names).splitlines()]
    if position.discards:
        lines.append(f"Face up, the newest last: {' '.join(map(str, position.discards))}")
    beside = "" if position.face_up is None else f"; {position.face_up} beside it"
    lines.append(f"Pool: {_many(pool, cards)} face down{beside}")
    for seat, hand in enumerate(hands):
        turn = ">" if seat == position.seat and not ended else " "
        opened = "opened" if position.opened[seat] else "not opened"
        rack = f": {hand}" if racks and hand else ""
        if hand is None and position.shown and len(position.shown[seat]):
            rack = f"; seen: {position.shown[seat]}"
        lines.append(
            f"{turn} Seat {_seat(seat, names)}: {_many(counts[seat], cards)}, {opened}{rack}"
        )
    return "\n".join(lines)


def draw_table(position: State | View, width: int = 78, names: Sequence[str] = ()) -> str:
    """Return a drawing of the table, the melds of each player by themselves if some are claimed.

    Parameters
    ----------
    position : State or View
        The position.
    width : int
        Letters in a line; a single meld is never broken.
    names : sequence of str, optional
        Of the players, by seat.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("stone-rummy-plus"), "optimal", seed=2)
    >>> print(draw_table(record.turns[2].after))
    Melds of nobody:
      [ R1 Y1 J=B1/K1 ]  [ R2 B2 Y2 ]  [ R4 K4 J=B4/Y4 ]  [ B7 K7 Y7 ]
      [ R8 K8 Y8 ]  [ R11 B11 Y11 ]  [ R12 B12 Y12 ]  [ R13 B13 K13 ]
      [ R6 J=R7 R8 ]  [ R10 R11 R12 ]
    Melds of seat 3:
      [ R6 B6 K6 Y6 ]
    """
    table = position.table
    if not has_claims(position.variant) or not any(position.claims):
        return table.draw(width)
    parts: dict[int, list[Meld]] = {}
    for meld, owner in zip(table.melds, owners_of(position.claims, table.melds), strict=True):
        parts.setdefault(-1 if owner is None else owner, []).append(meld)
    lines = []
    for owner, melds in sorted(parts.items()):
        who = "nobody" if owner < 0 else f"seat {_seat(owner, names)}"
        lines.append(f"Melds of {who}:")
        lines += [f"  {line}" for line in Table(tuple(melds)).draw(width - 2).splitlines()]
    return "\n".join(lines)


def numbered_melds(
    position: State | View, table: Table | None = None, names: Sequence[str] = ()
) -> list[str]:
    """Return a line for each meld in the order of the drawing, with its number and its owner.

    Parameters
    ----------
    position : State or View
        The position, which says whose the melds are.
    table : Table, optional
        Another table, on which some of them may have changed.
    names : sequence of str, optional
        Of the players, by seat.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("stone-rummy-plus"), "optimal", seed=2)
    >>> numbered_melds(record.turns[2].after)[2:4]
    ['3: R4 K4 J(B4/Y4)', '4: R6 B6 K6 Y6, of seat 3']
    """
    melds = (position.table if table is None else table).in_order
    claims = position.claims if has_claims(position.variant) else ()
    return [
        f"{place}: {meld}" + ("" if owner is None else f", of seat {_seat(owner, names)}")
        for place, (meld, owner) in enumerate(zip(melds, owners_of(claims, melds), strict=True), 1)
    ]


def _seat(seat: int, names: Sequence[str]) -> str:
    return f"{seat + 1} ({names[seat]})" if seat < len(names) else f"{seat + 1}"


def _many(tiles: int, cards: bool) -> str:
    return f"{tiles} {'card' if cards else 'tile'}{'s' * (tiles != 1)}"

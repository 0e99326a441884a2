"""Positions in plain text: the table, the racks, what lies face up, and who has opened."""

from __future__ import annotations

from collections.abc import Sequence

from rummistats.errors import PlayError, shown
from rummistats.play.state import State, View
from rummistats.tiles import Hand

__all__ = ["draw_position"]


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
        The table, groups by number and then runs by color, and below it who has what.

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
    lines = [f"Table, {_many(len(position.table.tiles))}:"]
    lines += [f"  {line}" for line in position.table.draw(width - 2).splitlines()]
    if position.discards:
        lines.append(f"Face up, the newest last: {' '.join(map(str, position.discards))}")
    beside = "" if position.face_up is None else f"; {position.face_up} beside it"
    lines.append(f"Pool: {_many(pool)} face down{beside}")
    for seat, hand in enumerate(hands):
        turn = ">" if seat == position.seat and not ended else " "
        name = f" ({names[seat]})" if seat < len(names) else ""
        opened = "opened" if position.opened[seat] else "not opened"
        rack = f": {hand}" if racks and hand else ""
        if hand is None and position.shown and len(position.shown[seat]):
            rack = f"; seen: {position.shown[seat]}"
        lines.append(f"{turn} Seat {seat + 1}{name}: {_many(counts[seat])}, {opened}{rack}")
    return "\n".join(lines)


def _many(tiles: int) -> str:
    return f"{tiles} tile{'s' * (tiles != 1)}"

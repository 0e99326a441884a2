"""Plays that anybody sees: melds from the rack, and single tiles added to melds on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rummistats.errors import TableError
from rummistats.melds import Group, Meld, Run, judge
from rummistats.play.actions import Lay
from rummistats.play.laying import broken_by_lay, lay_of, must_keep_one
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.search import melds_in
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["ADDS", "Adds", "is_legal", "plain_play", "single_plays", "with_tile"]

Adds = Literal["after", "before", "never"]
ADDS: tuple[Adds, ...] = ("after", "before", "never")
"""When single tiles are added to the table: after the melds from the rack, before them, never."""


def single_plays(view: View) -> list[Lay]:
    """Return what may be a play of one meld from the rack, or of one tile added to a meld.

    They are made of legal melds, but what the joker and opening rules say of them is not asked:
    `is_legal` does that. A player who must still open has its most valuable opening as well.
    """
    found = {
        str(meld): lay_of(view, view.table + Table((meld,)), view.hand.tile_set.hand(meld.tiles))
        for meld in melds_in(view.hand, view.variant)
    }
    plays = list(found.values())
    if not view.has_opened and (opening := view.best_play("value")):
        plays.append(Lay(opening.table, opening.played))
    return plays + [lay_of(view, each.table, each.played) for each in _additions(view)]


def plain_play(view: View, adds: Adds = "after") -> Lay | None:
    """Return a play that takes nothing on the table apart; None if nothing fits.

    Melds from the rack come first, as many of its tiles as possible, then single tiles as long as
    they fit; or in another order, see `ADDS`.
    """
    lay = _plain(view, adds)
    if lay is not None and len(lay.played) == len(view.hand) and must_keep_one(view, lay):
        kept = (
            _plain(replace(view, hand=view.hand - view.hand.tile_set.hand([tile])), adds)
            for tile in dict.fromkeys(view.hand)
        )
        lay = max((each for each in kept if each), key=lambda each: len(each.played), default=None)
    return None if lay is None else lay_of(view, lay.table, lay.played)


def _plain(view: View, adds: Adds) -> Lay | None:
    if not view.has_opened:
        opening = view.best_play("tiles")
        return Lay(opening.table, opening.played) if opening else None
    current = view
    if adds == "before":
        current = _with_additions(current)
    own = replace(current, table=Table(), claims=()).best_play()
    current = replace(current, table=current.table + own.table, hand=own.left)
    if adds == "after":
        current = _with_additions(current)
    played = view.hand - current.hand
    return Lay(current.table, played) if len(played) else None


def _with_additions(view: View) -> View:
    """Return the view after adding single tiles to the table as long as they fit."""
    while one := next(
        (each for each in _additions(view) if is_legal(view, each, may_finish=True)), None
    ):
        view = replace(view, table=one.table, hand=view.hand - one.played)
    return view


def _additions(view: View) -> Iterator[Lay]:
    """Yield the plays of a single tile that is added to a meld on the table."""
    if not view.has_opened:
        return
    for tile in dict.fromkeys(view.hand):
        for place, meld in enumerate(view.table):
            for longer in with_tile(meld, tile, view.variant):
                melds = (*view.table.melds[:place], longer, *view.table.melds[place + 1 :])
                yield Lay(Table(melds), view.hand.tile_set.hand([tile]))


def with_tile(meld: Meld, tile: Tile, variant: Variant) -> Iterator[Meld]:
    """Yield what a meld may become with one more tile.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [str(meld) for meld in with_tile(Run("R", (3, 4, 5)), Tile("R", 6), find_variant("sabra"))]
    ['R3 R4 R5 R6']
    """
    if isinstance(meld, Group) and len(meld) >= variant.largest_group:
        return
    if not tile.is_joker:
        if isinstance(meld, Group) and tile.number != meld.number:
            return
        if isinstance(meld, Run) and tile.color != meld.color:
            return
        if isinstance(meld, Run) and not meld.jokers and not _is_next_to(tile, meld, variant):
            return
    hand = variant.table_set.hand((*meld.tiles, tile))
    yield from judge(hand, variant).readings


def _is_next_to(tile: Tile, run: Run, variant: Variant) -> bool:
    """Return whether a tile can be at an end of a run."""
    numbers, highest = run.numbers, variant.numbers
    around = {numbers[0] - 1, numbers[-1] + 1}
    return tile.number in around | {number % highest or highest for number in around}


def is_legal(view: View, lay: Lay, *, may_finish: bool = False) -> bool:
    """Return whether a play is legal, see `broken_by_lay`."""
    try:
        return not broken_by_lay(view, lay, may_finish=may_finish)
    except TableError:
        return False

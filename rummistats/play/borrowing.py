"""Plays that borrow: melds from the rack with one tile that a meld on the table can spare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rummistats.melds import Meld, judge
from rummistats.play.actions import Lay
from rummistats.play.laying import lay_of
from rummistats.play.simple import is_legal, plain_play
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.search import melds_in
from rummistats.tiles import Tile

__all__ = ["borrowing_play"]


def borrowing_play(view: View) -> Lay | None:
    """Return a play as most people make it: what fits, and melds that borrow one tile each.

    A meld can spare a tile if what remains of it is a meld, or two: an end of a long run, a tile
    in the middle of a very long one, one of a group of four. None if nothing can be laid.

    Examples
    --------
    Where the 5H of the table is borrowed:

    >>> from dataclasses import replace
    >>> from rummistats.play.games import find_game
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> cards = find_variant("machiavelli")
    >>> state = find_game(cards).begin(cards, cards.deal_table(seed=1), make_seed(1))
    >>> state = replace(state, table=Table.parse("{5H 6H 7H 8H}", cards))
    >>> print(borrowing_play(view_of(state.with_hand(cards.table_set.parse("5C 5S TD")))))
    lay 5S 5C: {6H 7H 8H} {5S 5H 5C}
    """
    lay = plain_play(view)
    if not view.has_opened:
        return lay
    while (more := next(_borrowing(view, lay), None)) is not None:
        # A tile that was borrowed may have left room for another one.
        after = _after(view, more)
        plain = plain_play(after) if len(after.hand) else None
        both = None if plain is None else lay_of(view, plain.table, more.played + plain.played)
        lay = both if both is not None and is_legal(view, both) else more
    return lay


def _after(view: View, lay: Lay | None) -> View:
    """Return the view after a part of the turn."""
    return view if lay is None else replace(view, table=lay.table, hand=view.hand - lay.played)


def _borrowing(view: View, lay: Lay | None) -> Iterator[Lay]:
    """Yield the turns that begin with ``lay`` and go on with a meld that borrows a tile."""
    now = _after(view, lay)
    for place, meld in enumerate(now.table):
        others = Table((*now.table.melds[:place], *now.table.melds[place + 1 :]))
        for tile, rests in _spared(meld, view):
            one = now.hand.tile_set.hand([tile])
            for found in melds_in(now.hand + one, view.variant):
                tiles = now.hand.tile_set.hand(found.tiles)
                if not one <= tiles or not (tiles - one) <= now.hand:
                    continue
                played = tiles - one if lay is None else lay.played + (tiles - one)
                turn = lay_of(view, others + Table((*rests, found)), played)
                if is_legal(view, turn):
                    yield turn


def _spared(meld: Meld, view: View) -> Iterator[tuple[Tile, tuple[Meld, ...]]]:
    """Yield the tiles that a meld can spare, each with what remains of the meld."""
    smallest = min(view.variant.min_group, view.variant.min_run)
    tiles = meld.tiles
    if len(tiles) <= smallest:
        return
    for place, tile in enumerate(tiles):
        if tile.is_joker:
            continue
        before, after = tiles[:place], tiles[place + 1 :]
        for parts in ((before + after,), (before, after)):
            melds = [_meld_of(part, view) for part in parts]
            if all(melds):
                yield tile, tuple(one for one in melds if one)


def _meld_of(tiles: tuple[Tile, ...], view: View) -> Meld | None:
    """Return the meld that some tiles are, if they are one."""
    if len(tiles) < min(view.variant.min_group, view.variant.min_run):
        return None
    return next(iter(judge(view.variant.table_set.hand(tiles), view.variant).readings), None)

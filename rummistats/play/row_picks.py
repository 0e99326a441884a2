"""Picking a tile of a row of discards: it is laid at once, and all newer ones come to the rack.

Whoever has opened lays a picked tile with tiles of the rack as a new meld. By a house rule the
newest discard may be picked for an opening. The oldest one may be dead: then nobody ever takes it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rummistats.play.actions import Lay, Pull
from rummistats.play.discarding import TAKE
from rummistats.play.fitting import may_meld, melds_with
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay
from rummistats.play.state import State, View
from rummistats.play.table import Table
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["broken_by_opening", "broken_by_pull", "find_pulls", "first_to_take"]


def find_pulls(view: View, best: Best = "value") -> tuple[Pull, ...]:
    """Return the best pull of each discard that can be pulled, the newest first.

    Examples
    --------
    >>> from rummistats.play.games.romanian import begin
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> row = tuple(Tile.parse(tile) for tile in ("R2", "B7", "K1"))
    >>> view = view_of(replace(start, discards=row, phase="take", opened=(True,) * 4))
    >>> print(*find_pulls(replace(view, hand=romanian.parse("R7 K7 Y9 Y12"))))
    pull 2, lay R7 B7 K7: {R7 B7 K7}
    """
    if view.phase != TAKE or len(view.discards) <= first_to_take(view.variant):
        return ()
    tiles, last = view.hand.tile_set, len(view.discards) - 1
    if not view.has_opened:
        if not view.variant.rule("discard_for_opening"):
            return ()
        key = view.discards[last]
        if not may_meld(key, view.hand, view.variant):
            return ()
        play = view.best_play("value", must=tiles.hand([key]))
        lay = Lay(play.table, play.played)
        return (Pull(last, lay),) if play and not broken_by_opening(view, lay, key) else ()
    found = []
    if len(view.hand) >= 3:
        for place in range(last, first_to_take(view.variant) - 1, -1):
            if place == last and not view.variant.rule("row_pick_last"):
                continue
            if not may_meld(view.discards[place], view.hand, view.variant):
                continue
            melds = list(melds_with(view.discards[place], view.hand, view.variant))
            melds.sort(key=view.variant.score_value, reverse=True)
            for meld in melds:
                lay = Lay(view.table + Table((meld,)), tiles.hand(meld.tiles))
                pull = Pull(place, lay, last + 1 - place)
                if not _broken_by_row_pick(view, pull):
                    found.append(pull)
                    break
    return tuple(found)


def broken_by_pull(state: State, pull: Pull) -> str:
    """Return what is wrong with a pull; nothing if it is legal."""
    row = state.discards
    if not 0 <= pull.place < len(row):
        return f"there are {len(row)} discards"
    if pull.taken != len(row) - pull.place:
        return "a tile of the row is taken with all newer ones, and no others"
    if pull.place < first_to_take(state.variant):
        return "the first discard can't be taken"
    if state.has_opened:
        return _broken_by_row_pick(state, pull)
    if not state.variant.rule("discard_for_opening"):
        return "a discard is taken only from the turn after the opening on"
    if pull.taken != 1:
        return "for an opening the newest discard alone is taken"
    return broken_by_opening(state, pull.lay, row[pull.place])


def _broken_by_row_pick(position: State | View, pull: Pull) -> str:
    """Return what is wrong with a tile of the row that is laid with tiles of the rack."""
    variant, lay = position.variant, pull.lay
    if len(position.hand) < 3:
        return "with one or two tiles on the rack a tile is drawn from the wall"
    if pull.taken == 1 and not variant.rule("row_pick_last"):
        return "the newest discard is taken without laying it at once"
    key = position.hand.tile_set.hand([position.discards[pull.place]])
    if fault := broken_by_lay(position, lay, key=key, may_finish=pull.taken > 1):
        return fault
    before, after = Counter(position.table.melds), Counter(lay.table.melds)
    if before - after or (after - before).total() != 1:
        return "a tile of the row is laid in one new meld with tiles of the rack"
    if not variant.rule("row_pick_with_joker") and lay.played.jokers > key.jokers:
        return "no joker of the rack is laid with a tile of the row"
    return ""


def broken_by_opening(position: State | View, lay: Lay, tile: Tile | None = None) -> str:
    """Return what is wrong with an opening, perhaps with the newest discard."""
    variant, tiles = position.variant, position.hand.tile_set
    key = None if tile is None else tiles.hand([tile])
    fault = broken_by_lay(position, lay, key=key)
    size = len(position.hand) + (tile is not None)
    if not fault or variant.rule("closed_needs_opening") or len(lay.played) != size - 1:
        return fault
    if Counter(position.table.melds) - Counter(lay.table.melds):
        return fault
    return broken_by_lay(replace(position, opened=(True,) * len(position.opened)), lay, key=key)


def first_to_take(variant: Variant) -> int:
    """Return the place of the first discard that may be taken."""
    return 1 if variant.rule("first_tile_dead") else 0

"""Sabra Rummikub, with the River or without it. Source: ``rules/sabra.md``.

A turn is a play or a draw. With the River two tiles are drawn, and in a second phase one of them
is put at the River's end; or a River tile is pulled and laid at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rummistats.dealing import Deal
from rummistats.play.actions import Action, Discard, Draw, Fail, Lay, Pass, Pull, out_of_phase
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, can_lay, laid
from rummistats.play.opening_rules import opening_of
from rummistats.play.scoring import blocked_winners, losses, rack_points, shared
from rummistats.play.solve import Play
from rummistats.play.state import State, View, begin_deal, view_of
from rummistats.search import melds_in
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "fail",
    "find_pulls",
    "may_lay",
    "scores",
    "winners",
]

RIVER = "river"
"""The phase in which one of two drawn tiles is put into the River."""


def begin(variant: Variant, deal: Deal, seed: Seed) -> State:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If the variant does not say how to open.
    """
    opening_of(variant)
    return begin_deal(variant, deal, seed)


def may_lay(state: State) -> bool:
    """Return whether tiles may be laid now."""
    return state.phase == "turn"


def choices(state: State) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing: in the River phase, what may be put there."""
    variant = state.variant
    if state.phase == RIVER:
        drawn = variant.rule("river_discard_from") == "drawn"
        tiles = state.taken if drawn else tuple(state.hand)
        return tuple(Discard(tile) for tile in dict.fromkeys(tiles))
    if state.pool:
        forced = variant.rule("must_play") and not variant.rule("missed_play_penalty")
        return () if forced and _can_play(state) else (Draw(),)
    forced = variant.rule("must_play") or variant.rule("pass_when_pool_empty") == "if_unable"
    return () if forced and _can_play(state) else (Pass(),)


def broken_rule(state: State, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay):
        return _broken_by_lay(state, action)
    if isinstance(action, Pull):
        return _broken_by_pull(state, action)
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == RIVER:
        return f"only {' or '.join(str(each) for each in legal)} is possible"
    if isinstance(action, Draw | Pass) and not legal:
        return "whoever can play must do so"
    if isinstance(action, Draw) and not state.pool:
        return "the pool is empty"
    if isinstance(action, Pass) and state.pool:
        return "nobody may pass as long as the pool has tiles"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: State, action: Action) -> State:
    """Return the position after a legal action."""
    if isinstance(action, Lay):
        return _after_laying(laid(state, action))
    if isinstance(action, Pull):
        rest, taken = _split(state, action.place)
        hand = state.hand + state.hand.tile_set.hand(taken)
        return _after_laying(laid(replace(state, discards=rest, taken=taken), action.lay, hand))
    if isinstance(action, Draw):
        return _drawn(state)
    if isinstance(action, Discard):
        hand = state.hand - state.hand.tile_set.hand([action.tile])
        after = replace(state.with_hand(hand), discards=(*state.discards, action.tile))
        return _recycled(after).next_turn()
    return state.passed()


def fail(state: State, action: Fail) -> State:
    """Return the position after a failed play: the table is restored, and penalty tiles drawn.

    Who has drawn two tiles and takes too long to put one into the River keeps both.
    """
    variant = state.variant
    late = action.late and variant.rule("timeout_penalty") == "draw_1"
    tiles = 1 if late else int(str(variant.rule("penalty_tiles")))
    after, drawn = state.draw(tiles)
    # With an empty pool that is no more than a pass, and passes must end the deal.
    return _recycled(after).next_turn() if drawn or state.phase == RIVER else state.passed()


def winners(state: State) -> tuple[int, ...]:
    """Return the seats that have won: the one without tiles, or the best of a blocked deal."""
    empty = tuple(seat for seat, hand in enumerate(state.hands) if not len(hand))
    if empty:
        return empty
    return blocked_winners(state)


def scores(state: State) -> tuple[Fraction, ...]:
    """Return what each seat scores: the losers their racks, the winners the sum of them.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.play.table import Table
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(sabra.table_set.parse(text) for text in ("", "R5", "R10", "R3"))
    >>> [int(score) for score in scores(replace(start, hands=racks, ended="out"))]
    [18, -5, -10, -3]
    """
    variant, points = state.variant, rack_points(state)
    won = winners(state)
    lost = losses(state, won)
    if variant.rule("scoring") == "penalty":
        return tuple(lost)
    result = shared([-each for each in lost], won)
    if variant.rule("unopened_rule") == "add_to_each":
        for seat, opened in enumerate(state.opened):
            if not opened and seat not in won:
                for other in range(len(points)):
                    # Winners have their share of it already.
                    if other != seat and other not in won:
                        result[other] += points[seat]
    return tuple(result)


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return the best legal pull of each River tile that may be wanted."""
    found = []
    for place in _places(view):
        key = view.hand.tile_set.hand([_key(view, place)])
        for play in _with_key(view, key, best):
            pull = Pull(place, Lay(play.table, play.played), len(_split(view, place)[1]))
            if not _broken_by_pull(view, pull):
                found.append(pull)
                break
    return tuple(found)


def _with_key(view: View, key: Hand, best: Best) -> Iterator[Play]:
    """Yield the best play with the Key, and if that may be refused, one with less of the rack."""
    yield view.best_play(best, must=key)
    if view.variant.rule("river_other_plays") == "key_combination":
        # Only the meld with the Key may have tiles from the rack: try each that could be it.
        for meld in melds_in(view.hand + key, view.variant):
            if next(iter(key)) in meld.tiles:
                tiles = view.hand.tile_set.hand(meld.tiles)
                # What must be laid is added to the rack, and is all of it here.
                yield replace(view, hand=tiles - tiles).best_play(best, must=tiles)
        yield replace(view, hand=key - key).best_play(best, must=key)


def _can_play(state: State) -> bool:
    return can_lay(view_of(state, find_pulls=find_pulls))


def _places(view: State | View) -> range:
    """Return the places of the River tiles that may be wanted."""
    allowed = view.phase == "turn" and (
        view.has_opened or view.variant.rule("river_before_opening")
    )
    return range(len(view.discards) if allowed else 0)


def _split(view: State | View, place: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return what is left of the River if a tile is wanted, and what is taken."""
    river = view.discards
    if view.variant.rule("river_pull") == "key_and_newer":
        return river[:place], river[place:]
    return river[place + 1 :], river[: place + 1]


def _key(view: State | View, place: int) -> Tile:
    """Return the River tile that must be laid if one is wanted: the oldest of those taken."""
    return _split(view, place)[1][0]


def _broken_by_lay(state: State, lay: Lay) -> str:
    if state.phase != "turn":
        return "tiles were drawn already in this turn"
    return broken_by_lay(state, lay)


def _broken_by_pull(state: State | View, pull: Pull) -> str:
    possible = _places(state)
    if pull.place not in possible:
        if not state.discards:
            return "the River is empty"
        if not len(possible):
            return "only a player who has opened may pull"
        return f"the River has {len(possible)} tiles"
    _, taken = _split(state, pull.place)
    if pull.taken != len(taken):
        return f"this pull takes {len(taken)} of the tiles, not {pull.taken}"
    key = taken[0]
    needed = state.hand.tile_set.hand([key])
    fault = broken_by_lay(state, pull.lay, needed)
    if fault or state.variant.rule("river_other_plays") == "free":
        return fault
    others = Counter(pull.lay.played)
    if any(key in meld.tiles and others <= Counter(meld.tiles) for meld in pull.lay.table):
        return ""
    return f"all tiles from the rack must be in the meld with the Key, {key}"


def _after_laying(state: State) -> State:
    return state.next_turn() if len(state.hand) else state.out()


def _drawn(state: State) -> State:
    """Return the position after drawing: one tile, or two for the River, or until a play exists."""
    variant = state.variant
    missed = int(str(variant.rule("missed_play_penalty")))
    if variant.rule("must_play") and missed and _can_play(state):
        return _recycled(state.draw(missed)[0]).next_turn()
    if variant.rule("draw_rule") == "draw_two_river":
        after, drawn = state.draw(2)
        # A single tile is simply kept.
        return replace(after, phase=RIVER) if len(drawn) == 2 else _recycled(after).next_turn()
    after, _ = state.draw(1)
    if variant.rule("draw_until_playable"):
        while after.pool and not _can_play(after):
            after, _ = after.draw(1)
    return after.next_turn()


def _recycled(state: State) -> State:
    """Return the position with the River shuffled into an empty pool, where that is played."""
    if state.pool or not state.discards or not state.variant.rule("river_recycle"):
        return state
    after, pool = state.shuffled(state.discards)
    return replace(after, pool=pool, discards=())

"""Laying tiles and rearranging the table, as all games do in which that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from rummistats.blocks import melds_in
from rummistats.errors import TileError
from rummistats.melds import Meld, judge
from rummistats.play.actions import Lay
from rummistats.play.claims import (
    broken_claim_rule,
    claims_after,
    has_claims,
    most_claims,
    touched_claim,
)
from rummistats.play.fulfilling import broken_by_contract
from rummistats.play.gains import Best, gains_of
from rummistats.play.legality import as_rack, judge_play
from rummistats.play.opening import can_open_now
from rummistats.play.opening_rules import opening_of
from rummistats.play.rearranging import rearranging
from rummistats.play.solve import Play, Turn
from rummistats.play.state import State, View
from rummistats.play.table import Table, declared
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "best_lay",
    "broken_by_lay",
    "can_lay",
    "laid",
    "lay_of",
    "must_keep_one",
    "one_kept",
    "removable",
    "with_table_tiles",
    "without_tile",
]

AnyState = TypeVar("AnyState", bound=State)

# The games in which the last turn always ends with a discard, too.
_LAST_IS_DISCARDED = ("american", "international", "okey-101", "romanian")


def broken_by_lay(
    position: State | View, lay: Lay, key: Hand | None = None, *, may_finish: bool = False
) -> str:
    """Return the rule that a play breaks; nothing if it is legal.

    Parameters
    ----------
    position : State or View
        The position.
    lay : Lay
        What is laid.
    key : Hand, optional
        A tile that comes from elsewhere, and has to be among what is laid.
    may_finish : bool
        Whether the whole rack may be laid, even if the last stone should be put down.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> cards = find_variant("machiavelli")
    >>> start = find_game(cards).begin(cards, cards.deal_table(seed=1), make_seed(1))
    >>> start = start.with_hand(cards.table_set.parse("5H 6H 7H 9C"))
    >>> broken_by_lay(start, Lay(Table(), cards.table_set.parse("5D")))
    'the rack does not have 5D'
    """
    variant, hand = position.variant, position.hand
    rack = hand if key is None else hand + key
    try:
        lay = with_table_tiles(lay, variant)
    except TileError as error:
        return str(error)
    if not lay.played <= rack:
        missing = ", ".join(map(str, (Counter(lay.played) - Counter(rack)).elements()))
        if key is None:
            return f"the rack does not have {missing}"
        return f"{missing} is neither on the rack nor the Key; other tiles taken wait a turn"
    returned: tuple[Tile, ...] = ()
    if position.contract is not None and not position.has_opened:
        fault = broken_by_contract(
            position.table, lay.table, lay.played, variant, position.contract
        )
        if fault or (key is not None and not key <= lay.played):
            return fault or f"{key} must be played"
    elif len(lay.played) or not has_claims(variant):
        verdict = judge_play(
            position.table,
            lay.table,
            lay.played,
            variant,
            position.has_opened,
            claims=position.foreign_claims,
            must=key,
        )
        if not verdict:
            # Whose claim was touched tells more than what else is wrong with the table.
            touched = has_claims(variant) and touched_claim(
                position.claims, position.seat, lay, variant
            )
            return touched or verdict.reason
        returned = verdict.returned
    fault = broken_claim_rule(position.table, position.claims, position.seat, lay, variant)
    finished = len(lay.played) == len(rack) and not returned and not may_finish
    if not fault and finished and must_keep_one(position, lay):
        return "the last stone must be put down"
    return fault


def laid(state: AnyState, lay: Lay, hand: Hand | None = None) -> AnyState:
    """Return the position after tiles were laid, before anything else happens.

    Parameters
    ----------
    state : State
        The position before.
    lay : Lay
        A legal play.
    hand : Hand, optional
        The rack before, if tiles have come to it for the play.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> cards = find_variant("machiavelli")
    >>> start = find_game(cards).begin(cards, cards.deal_table(seed=1), make_seed(1))
    >>> start = start.with_hand(cards.table_set.parse("5H 6H 7H 9C"))
    >>> lay = Lay(Table.parse("{5H 6H 7H}", cards), cards.table_set.parse("5H 6H 7H"))
    >>> after = laid(start, lay)
    >>> print(after.hand, after.table)
    9C {5H 6H 7H}
    """
    tiles = state.variant.table_set
    hand = state.hand if hand is None else hand
    lay = with_table_tiles(lay, state.variant)
    back = Counter(state.table.tiles) + Counter(lay.played) - Counter(lay.table.tiles)
    opened = state.opened
    if len(lay.played):
        opened = (*opened[: state.seat], True, *opened[state.seat + 1 :])
    claims = claims_after(state.claims, state.seat, lay, state.variant)
    assert claims is not None
    return replace(
        state.with_hand(hand - lay.played + tiles.hand(back.elements())),
        table=lay.table,
        opened=opened,
        claims=claims,
    )


def with_table_tiles(lay: Lay, variant: Variant) -> Lay:
    """Return a play whose rack tiles are tiles of the table, with the jokers of every player.

    Where a joker stands for one tile alone, it is said which.

    `rummistats.solve_table` returns tiles of a single player's set.

    Raises
    ------
    TileError
        If they are not of the variant.
    """
    return replace(lay, table=declared(lay.table, variant), played=as_rack(lay.played, variant))


def lay_of(view: View, table: Table, played: Hand) -> Lay:
    """Return a play with all claims that can be made with it.

    Raises
    ------
    TileError
        If the rack tiles are no hand of the variant.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> plus = find_variant("stone-rummy-plus")
    >>> start = find_game(plus).begin(plus, plus.deal_table(seed=1), make_seed(1))
    >>> hand = plus.table_set.parse("R5 B5 K5 Y5")
    >>> table = Table.parse("{R5 B5 K5 Y5}", plus)
    >>> print(lay_of(view_of(start.with_hand(hand)), table, hand))
    lay R5 B5 K5 Y5: {R5 B5 K5 Y5}; own {R5 B5 K5 Y5}
    """
    lay = with_table_tiles(Lay(table, played), view.variant)
    claims = most_claims(view.table, view.claims, view.seat, lay, view.variant)
    return replace(lay, claims=claims)


def best_lay(view: View, best: Best = "tiles") -> Lay | None:
    """Return the best play, own claims kept unless their tiles are needed for going out.

    None if nothing can be laid.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> cards = find_variant("machiavelli")
    >>> start = find_game(cards).begin(cards, cards.deal_table(seed=1), make_seed(1))
    >>> start = start.with_hand(cards.table_set.parse("5H 6H 7H 9C"))
    >>> print(best_lay(view_of(start)))
    lay 5H 6H 7H: {5H 6H 7H}
    """
    play = view.best_play(best, keep_claims=True)
    if view.own_claims and (other := view.best_play(best)) and len(other.left) <= 1:
        play = other
    lay = lay_of(view, play.table, play.played)
    if play and not len(play.left) and must_keep_one(view, lay):
        plays = [each for each in one_kept(view, best) if each]
        if not plays:
            return None
        play = max(plays, key=lambda each: len(each.played))
        lay = lay_of(view, play.table, play.played)
    return lay if play else None


def one_kept(view: View, best: Best, must: Hand | None = None) -> Iterator[Play]:
    """Yield for each tile of the rack the best play without it, see `View.best_play`."""
    for tile in dict.fromkeys(view.hand):
        rest = view.hand - view.hand.tile_set.hand([tile])
        yield replace(view, hand=rest).best_play(best, must=must)


def can_lay(view: View) -> bool:
    """Return whether anything can be laid, with a face-up tile or without one.

    Examples
    --------
    >>> from rummistats.play.state import begin_deal, view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> racks = (sabra.table_set.parse(text) for text in ("R11 B11 K11", "R1 R2 B3"))
    >>> [can_lay(view_of(start.with_hand(rack))) for rack in racks]
    [True, False]
    """
    return _can_lay_from_rack(view) or bool(view.pulls())


def _can_lay_from_rack(view: View) -> bool:
    """Return whether anything can be laid: a question that is answered sooner than what is best."""
    variant = view.variant
    if view.contract is not None or not rearranging(variant).rearranges:
        return bool(view.best_play())
    gains = gains_of(variant, "tiles")
    turn = Turn(view.table, view.hand, None, variant, gains, view.foreign_claims.melds)
    way = None if view.has_opened else opening_of(variant)
    if way is not None:
        return can_open_now(turn, way)
    # A meld from the rack can always be laid.
    return any(melds_in(view.hand, variant)) or turn.best(enough=1).melds is not None


def must_keep_one(position: State | View, lay: Lay) -> bool:
    """Return whether a player may not lay the whole rack, since a stone must be put down."""
    rules = dict(position.variant.table_rules)
    if rules.get("going_out_discard") or rules.get("final_discard"):
        return True
    usual = "hand" if position.variant.game.name in _LAST_IS_DISCARDED else "any"
    finish = rules.get("finish", usual)
    if finish == "any":
        return False
    claims = claims_after(position.claims, position.seat, lay, position.variant)
    after = replace(position, table=lay.table, claims=claims or position.claims)
    return finish == "hand" or not removable(after)


def removable(position: State | View) -> tuple[Tile, ...]:
    """Return the tiles of the table that may be put down to finish.

    What is left of their meld stays a meld, and is no claim of another player.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> stones = find_variant("stone-rummy")
    >>> start = find_game(stones).begin(stones, stones.deal_table(seed=1), make_seed(1))
    >>> table = Table.parse("{R3 R4 R5 R6} {B7 K7 Y7}", stones)
    >>> [str(tile) for tile in removable(replace(start, table=table))]
    ['R3', 'R6']
    """
    return tuple(dict.fromkeys(tile for tile, *_ in _removals(position)))


def without_tile(state: AnyState, tile: Tile) -> AnyState:
    """Return the position in which a removable tile has left the table.

    If it was in one of the player's own claims, that is no claim any more; other melds are
    taken first.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> stones = find_variant("stone-rummy")
    >>> start = find_game(stones).begin(stones, stones.deal_table(seed=1), make_seed(1))
    >>> table = Table.parse("{R3 R4 R5 R6} {B7 K7 Y7}", stones)
    >>> print(without_tile(replace(start, table=table), Tile("R", 3)).table)
    {R4 R5 R6} {B7 K7 Y7}
    """
    meld, rest = next((meld, rest) for found, meld, rest in _removals(state) if found == tile)
    melds = list(state.table.melds)
    melds[melds.index(meld)] = rest
    claims = list(state.claims)
    if meld in state.own_claims.melds and Counter(melds)[meld] < _owners(state)[meld]:
        own = list(claims[state.seat].melds)
        own.remove(meld)
        claims[state.seat] = Table(tuple(own))
    return replace(state, table=Table(tuple(melds)), claims=tuple(claims))


def _owners(position: State | View) -> Counter[Meld]:
    return Counter((*position.own_claims.melds, *position.foreign_claims.melds))


def _removals(position: State | View) -> Iterator[tuple[Tile, Meld, Meld]]:
    """Yield tiles that may leave the table, their meld, and what stays of it."""
    variant = position.variant
    foreign = Counter(position.foreign_claims.melds)
    owned = Counter(position.own_claims.melds)
    free = list((Counter(position.table.melds) - foreign - owned).elements())
    for meld in (*free, *owned):
        for tile in dict.fromkeys(meld.tiles):
            if tile.is_joker and not variant.rule("deposit_joker"):
                continue
            left = variant.table_set.hand(meld.tiles) - variant.table_set.hand([tile])
            if (rest := judge(left, variant).meld) is not None:
                yield tile, meld, rest

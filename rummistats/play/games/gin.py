"""Gin Rummy. Source: ``rules/gin.md``.

The starter is the player who did not deal. First the upcard is offered to both; then every turn
takes a card and discards one, or knocks. After a knock it is the other player's turn, who lays
his melds and what fits the knocker's, all at once, or passes.

What the rule file leaves open: a tie that is no undercut is a knock for no points, and counts as
a hand won. If the upcard is a joker, the limit of Oklahoma is the usual one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Context, Deal
from rummistats.errors import TableError, TileError
from rummistats.play.actions import (
    Action,
    Discard,
    Fail,
    Knock,
    Lay,
    Pass,
    Pull,
    Take,
    out_of_phase,
)
from rummistats.play.dead_wood import dead_wood, melds_to_show
from rummistats.play.discarding import (
    ACT,
    TAKE,
    TurnState,
    begin_turns,
    discarded,
    discards_of,
    taken_from,
    without_shown,
)
from rummistats.play.extending import added_melds
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, laid, with_table_tiles
from rummistats.play.scoring import rack_points
from rummistats.play.state import View
from rummistats.play.table import Table, as_table
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.values import knock_limit
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "FIRST",
    "LAST",
    "LAYOFF",
    "TAKE",
    "UPCARD",
    "GinState",
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "fail",
    "find_pulls",
    "match_is_over",
    "match_totals",
    "match_winners",
    "may_lay",
    "next_starter",
    "scores",
    "winners",
]

UPCARD, FIRST, LAST, LAYOFF = "upcard", "first", "last", "layoff"
"""The phases beside those of every turn: the upcard is offered; it was refused by both; the last
discard may be taken to knock; the defender's melds and lay-offs."""


@dataclass(frozen=True)
class GinState(TurnState):
    """A position of Gin.

    Parameters
    ----------
    limit : int
        The most points of dead wood with which a player may knock.
    knocker : int, optional
        Who has knocked.
    must_knock : bool
        Whether the player took the last discard, and so has to knock.
    """

    limit: int = 10
    knocker: int | None = None
    must_knock: bool = False


def begin(variant: Variant, deal: Deal, seed: Seed) -> GinState:
    """Return the first position of a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> start = begin(gin, gin.deal_table(seed=1), make_seed(1))
    >>> start.phase, start.limit, [str(choice) for choice in choices(start)]
    ('upcard', 10, ['pass', 'take from the discards'])
    """
    start = begin_turns(variant, deal, seed, GinState)
    upcard = deal.face_up
    if upcard is not None and upcard.is_joker:
        limit = knock_limit(variant.with_rules(oklahoma=False))
    else:
        limit = knock_limit(variant, Context(trump=upcard))
    return replace(start, phase=UPCARD, limit=limit)


def may_lay(state: GinState) -> bool:
    """Return whether cards may be laid now."""
    return state.phase == LAYOFF


def choices(state: GinState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing; of the knocks with a card one, the best.

    A knock may also show other melds.
    """
    if state.phase == UPCARD:
        return (Pass(), Take("discards"))
    if state.phase == FIRST:
        return (Take("pool"),)
    if state.phase == TAKE:
        return (Take("pool"), Take("discards"))
    if state.phase == LAST:
        # Whoever takes the last discard has to knock.
        with_it = taken_from(state, Take("discards"))
        return (Pass(), Take("discards")) if _knocks(with_it) else (Pass(),)
    if state.phase == LAYOFF:
        return (Pass(),)
    return _knocks(state) if state.must_knock else (*_discards(state), *_knocks(state))


def broken_rule(state: GinState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and state.phase == LAYOFF:
        return broken_by_lay(state, action) or _broken_by_melds(state, action)
    if isinstance(action, Knock) and state.phase == ACT:
        return _broken_by_knock(state, action)
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        return _broken_by_discard(state, action.tile)
    if isinstance(action, Take) and state.phase == LAST:
        return "the last discard is taken only to knock"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: GinState, action: Action) -> GinState:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return replace(taken_from(state, action), must_knock=state.phase == LAST)
    if isinstance(action, Discard):
        return _turn_ended(discarded(state, action.tile))
    if isinstance(action, Knock):
        return _knocked(state, action)
    if isinstance(action, Lay):
        return laid(state, action).out()
    if state.phase == UPCARD:
        after = state.next_turn(passed=True)
        return replace(after, phase=FIRST if after.passes == 2 else UPCARD)
    return state.out() if state.phase == LAYOFF else _void(state)


def fail(state: GinState, action: Fail) -> GinState:
    """Return the position after an illegal action, which is refused: another one must follow."""
    return state


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: a discard is taken before anything is shown."""
    return ()


def winners(state: GinState) -> tuple[int, ...]:
    """Return who has won: the knocker, or who has undercut; nobody if the hand is void."""
    return () if state.knocker is None else (_result(state)[0],)


def scores(state: GinState) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> start = begin(gin, gin.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(map(gin.parse, ("2H 3D 4S", "KS KH 6D")))
    >>> over = replace(start, hands=racks, knocker=0, face_down=(Tile("S", 1),), ended="out")
    >>> [int(score) for score in scores(over)]
    [17, 0]
    """
    if state.knocker is None:
        return (Fraction(0), Fraction(0))
    winner, points = _result(state)
    return tuple(Fraction(points if seat == winner else 0) for seat in range(2))


def next_starter(last: Record) -> int:
    """Return who starts the next deal: whoever does not deal it."""
    variant, starter = last.variant, last.deal.starter
    if not last.winners:
        return starter if variant.rule("void_redeal") == "same_dealer" else 1 - starter
    rule = variant.rule("next_dealer")
    if rule == "alternate":
        return 1 - starter
    return 1 - last.winners[0] if rule == "winner" else last.winners[0]


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether somebody has reached the target."""
    return max(_points(deals)) >= int(str(variant.rule("game_target")))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return what each seat has at the end of a game, bonuses included."""
    totals = list(_points(deals))
    if not variant.rule("game_scoring") or not match_is_over(variant, deals):
        return tuple(totals)
    won = [sum(seat in deal.winners for deal in deals) for seat in range(2)]
    winner = match_winners(variant, deals)[0]
    for seat in range(2):
        totals[seat] += int(str(variant.rule("line_bonus"))) * won[seat]
    totals[winner] += int(str(variant.rule("game_bonus")))
    shutout = variant.rule("shutout")
    if not won[1 - winner] and shutout != "none":
        totals[winner] += totals[winner] if shutout == "double" else int(str(shutout))
    return tuple(totals)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has reached the target."""
    points = _points(deals)
    return (points.index(max(points)),) if match_is_over(variant, deals) else ()


def _points(deals: Sequence[Record]) -> tuple[Fraction, ...]:
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in range(2))


def _result(state: GinState) -> tuple[int, int]:
    """Return who has won a hand, and what that scores."""
    variant, knocker = state.variant, state.knocker
    assert knocker is not None
    points = rack_points(state)
    lead = points[1 - knocker] - points[knocker]
    if not points[knocker]:
        # Nobody can undercut gin.
        bonus = variant.rule("gin_bonus" if state.face_down else "big_gin_bonus")
        return knocker, lead + int(str(bonus))
    if lead < 0 or (lead == 0 and variant.rule("undercut_on_tie")):
        return 1 - knocker, int(str(variant.rule("undercut_bonus"))) - lead
    return knocker, lead


def _discards(state: GinState) -> tuple[Discard, ...]:
    return discards_of(state, return_taken=bool(state.variant.rule("return_taken")))


def _may_knock(state: GinState, points: int) -> bool:
    return points <= state.limit or points == 0


def _knocks(state: GinState) -> tuple[Knock, ...]:
    """Return the best knock with each card that can be put down."""
    hand, variant = state.hand, state.variant
    whole = dead_wood(hand, variant)
    found = []
    if whole == 0 and variant.rule("big_gin_bonus") is not None:
        found.append(Knock(melds_to_show(hand, variant)))
    for each in _discards(state):
        # Without a card there can't be fewer points in the melds that are left.
        if _may_knock(state, max(0, whole - variant.rack_points_of(each.tile))):
            rest = hand - hand.tile_set.hand([each.tile])
            if _may_knock(state, dead_wood(rest, variant)):
                found.append(Knock(melds_to_show(rest, variant), each.tile))
    return tuple(found)


def _broken_by_discard(state: GinState, tile: Tile) -> str:
    if state.must_knock:
        return "the last discard was taken to knock"
    if tile not in state.hand:
        return f"the hand does not have {tile}"
    return f"{tile} was taken from the discards in this turn"


def _broken_by_knock(state: GinState, knock: Knock) -> str:
    variant, hand = state.variant, state.hand
    try:
        lay = with_table_tiles(knock.lay, variant)
        melds = as_table(lay.table, variant)
        tiles = melds.hand(variant)
    except (TableError, TileError) as error:
        return str(error)
    if lay.claims or tiles != lay.played:
        return "a knock shows melds of the hand, and nothing else"
    if knock.tile is None:
        if variant.rule("big_gin_bonus") is None:
            return "big gin is not played: a card is put face down"
        return "" if tiles == hand else "without a card face down all cards are in melds"
    if Discard(knock.tile) not in _discards(state):
        return _broken_by_discard(replace(state, must_knock=False), knock.tile)
    rest = hand - hand.tile_set.hand([knock.tile])
    if not tiles <= rest:
        return "the hand does not have all cards of these melds"
    points = sum(map(variant.rack_points_of, rest - tiles))
    if not _may_knock(state, points):
        return f"{points} points of dead wood are too many; the limit is {max(0, state.limit)}"
    return ""


def _broken_by_melds(state: GinState, lay: Lay) -> str:
    """Return what is wrong with the defender's melds where they come before the lay-offs."""
    variant = state.variant
    if variant.rule("defender_rearranges"):
        return ""
    own = Table(tuple(added_melds(state.table, lay.table, Counter(lay.played), variant)))
    points = sum(map(variant.rack_points_of, state.hand - own.hand(variant)))
    if points > dead_wood(state.hand, variant):
        return "before lay-offs the defender's melds leave as few points as possible"
    return ""


def _knocked(state: GinState, knock: Knock) -> GinState:
    played = with_table_tiles(knock.lay, state.variant).played
    tiles = () if knock.tile is None else (knock.tile,)
    gone = played + played.tile_set.hand(tiles)
    after = without_shown(state.with_hand(state.hand - gone), gone)
    # What is left of the hand lies open as well.
    shown = tuple(
        after.hand if seat == state.seat else hand for seat, hand in enumerate(after.shown)
    )
    opened = tuple(
        has or (seat == state.seat and len(played) > 0) for seat, has in enumerate(after.opened)
    )
    after = replace(after, table=knock.lay.table, face_down=tiles, knocker=state.seat, shown=shown)
    after = replace(after, opened=opened)
    gin = not sum(map(state.variant.rack_points_of, after.hand))
    if gin and not state.variant.rule("layoff_on_gin"):
        # Melds that only their owner may touch.
        nothing = Table()
        claims = tuple(knock.lay.table if seat == state.seat else nothing for seat in range(2))
        after = replace(after, claims=claims)
    return after.next_turn(phase=LAYOFF)


def _turn_ended(state: GinState) -> GinState:
    """Return the position after a discard: the next turn, or the end of a void hand."""
    left = int(str(state.variant.rule("stock_end")))
    after = state.next_turn()
    if len(state.pool) > left:
        return after
    if state.variant.rule("last_discard_action"):
        return replace(after, phase=LAST)
    return replace(after, ended="blocked")


def _void(state: GinState) -> GinState:
    """Return the position after the last discard was not taken: the hand is void."""
    return replace(state, ended="blocked", turn=state.turn + 1)

"""Okey. Source: ``rules/okey.md``.

Racks are as they are played: the okey tiles are jokers, the false jokers the tile whose place they
take. A declaration is a `rummistats.play.Knock`: 14 tiles in melds, and one on the indicator. A
wrong one, with fewer tiles in melds, is possible as well, and costs what the rules say.

What the rule file leaves open: the indicator's bonus and the price of a wrong declaration are
scored in a hand without winner, too. If no face-down tile is left, the hand ends at the latest
when everybody has had a turn without drawing; the discards are shuffled ten times at most. With
teams both partners have the points of their team.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.arrange import most_pairs
from rummistats.dealing import Deal
from rummistats.errors import TableError, TileError
from rummistats.melds import Meld, Pair
from rummistats.play.actions import (
    Action,
    Discard,
    Fail,
    Knock,
    Lay,
    Pass,
    Pull,
    Show,
    Take,
    out_of_phase,
)
from rummistats.play.discarding import (
    ACT,
    TAKE,
    discarded,
    discards_of,
    recycled,
    taken_from,
    without_shown,
)
from rummistats.play.gains import Best
from rummistats.play.indicator import IndicatorState, begin_with_indicator, same_team
from rummistats.play.laying import with_table_tiles
from rummistats.play.scoring import best_of
from rummistats.play.state import View
from rummistats.play.table import Table, as_table, declared
from rummistats.search import one_optimum
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.values import arranged
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "MOST_SHUFFLES",
    "TAKE",
    "OkeyState",
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
    "winning_melds",
]

MOST_SHUFFLES = 10
"""How often the discards are shuffled in a hand; nobody seems to win it."""


@dataclass(frozen=True)
class OkeyState(IndicatorState):
    """A position of Okey.

    Parameters
    ----------
    may_show : tuple of bool
        Who holds the indicator's twin from the deal and may still show it, by seat.
    showed : int, optional
        Who has shown it.
    mistaken : tuple of int
        How often each seat has declared wrongly, where that costs something.
    undrawn : int
        How many turns nobody could draw, since no face-down tile was left.
    winner : int, optional
        Who has won.
    """

    may_show: tuple[bool, ...] = ()
    showed: int | None = None
    mistaken: tuple[int, ...] = ()
    undrawn: int = 0
    winner: int | None = None


def begin(variant: Variant, deal: Deal, seed: Seed) -> OkeyState:
    """Return the first position of a hand.

    Raises
    ------
    VariantError
        If the variant can't be dealt, see `rummistats.play.indicator.begin_with_indicator`.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> start = begin(okey, okey.deal_table(seed=1), make_seed(1))
    >>> start.phase, len(start.hand), len(start.pool), start.may_show
    ('act', 15, 48, (False, True, False, False))
    """
    start = begin_with_indicator(variant, deal, seed, OkeyState)
    twin, scored = start.face_up, bool(variant.rule("indicator_bonus"))
    return replace(
        start,
        may_show=tuple(scored and twin is not None and twin in hand for hand in start.hands),
        mistaken=(0,) * start.players,
    )


def may_lay(state: OkeyState) -> bool:
    """Return whether tiles may be laid: they are only shown at the end."""
    return False


def choices(state: OkeyState) -> tuple[Action, ...]:
    """Return the legal actions: of the declarations those that win, with one way to meld each."""
    shows = (Show(state.face_up),) if state.may_show[state.seat] and state.face_up else ()
    if state.phase == TAKE:
        first: Action = Take("pool") if state.pool else Pass()
        return (first, Take("discards"), *shows)
    return (*discards_of(state, return_taken=True), *_declarations(state), *shows)


def broken_rule(state: OkeyState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Knock) and state.phase == ACT:
        return _broken_by_declaration(state, action)
    if isinstance(action, Discard) and state.phase == ACT:
        return f"the rack does not have {action.tile}"
    return out_of_phase(action, legal)


def apply(state: OkeyState, action: Action) -> OkeyState:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        after = taken_from(state, action)
        return _without_show(after) if _shows_before_drawing(state) else after
    if isinstance(action, Show):
        one = state.hand.tile_set.hand([action.tile])
        shown = tuple(
            hand + one if seat == state.seat else hand for seat, hand in enumerate(state.shown)
        )
        return replace(_without_show(state), shown=shown, showed=state.seat)
    if isinstance(action, Discard):
        return _turn_ended(discarded(state, action.tile))
    if isinstance(action, Knock):
        return _declared(state, action)
    return replace(state, ended="blocked", turn=state.turn + 1)


def fail(state: OkeyState, action: Fail) -> OkeyState:
    """Return the position after an illegal action, which is refused: another one must follow."""
    return state


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: nothing is laid before the end."""
    return ()


def winners(state: OkeyState) -> tuple[int, ...]:
    """Return who has won, with the partner where teams play; nobody without a declaration."""
    return () if state.winner is None else same_team(state, state.winner)


def scores(state: OkeyState) -> tuple[Fraction, ...]:
    """Return what each seat loses in a hand, as negative points.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.tiles import Tile
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> start = begin(okey, okey.deal_table(seed=1), make_seed(1))
    >>> won = replace(start, winner=2, showed=1, face_down=(Tile("Y", 7),), ended="out")
    >>> [int(score) for score in scores(won)]
    [-3, -2, -1, -3]
    """
    variant, lost = state.variant, [0] * state.players
    for seat in range(state.players):
        if state.winner is not None and seat not in winners(state):
            lost[seat] += _loss(state)
        if state.showed is not None and seat not in same_team(state, state.showed):
            lost[seat] += int(str(variant.rule("indicator_bonus")))
        lost[seat] += 2 * sum(state.mistaken[each] for each in same_team(state, seat))
    return tuple(Fraction(-points) for points in lost)


def next_starter(last: Record) -> int:
    """Return who starts the next hand: the next player."""
    return (last.deal.starter + 1) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether somebody has no points left, or all hands were played."""
    most = variant.rule("max_hands")
    over = most is not None and len(deals) >= int(str(most))
    return over or min(match_totals(variant, deals)) <= 0


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return the points that each seat has left."""
    start = Fraction(int(str(variant.rule("start_points"))))
    return tuple(sum((deal.scores[n] for deal in deals), start) for n in range(variant.players))


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has most points left."""
    return best_of([-total for total in match_totals(variant, deals)])


def winning_melds(hand: Hand, variant: Variant) -> list[list[Meld]]:
    """Return the melds that a whole rack is divided into: groups and runs, or nothing but pairs.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> rack = okey.table_set.parse("B3 B4 B5 Y9 K9 R9 B9 R12 R13 R1 K2 K3 J K5")
    >>> for melds in winning_melds(rack, okey):
    ...     print(*melds, sep=" | ")
    R9 B9 K9 Y9 | B3 B4 B5 | K2 K3 J(K4) K5 | R12 R13 R1
    """
    found = []
    pairs = most_pairs(hand) if variant.pairs_complete else []
    if len(hand) and 2 * len(pairs) == len(hand):
        found.append(pairs)
    melds = one_optimum(hand, variant, "tiles")
    if len(hand) and sum(map(len, melds)) == len(hand):
        found.append(melds)
    return found


def _declarations(state: OkeyState) -> tuple[Knock, ...]:
    """Return the declarations that win."""
    hand, variant = state.hand, state.variant
    least = len(hand) - 1
    paired = variant.pairs_complete and 2 * len(most_pairs(hand)) >= least
    if not paired and arranged(hand, variant, "tiles") < least:
        return ()
    rests = {tile: hand - hand.tile_set.hand([tile]) for tile in dict.fromkeys(hand)}
    return tuple(
        Knock(Lay(declared(Table(tuple(melds)), variant), rest), tile)
        for tile, rest in rests.items()
        for melds in winning_melds(rest, variant)
    )


def _broken_by_declaration(state: OkeyState, knock: Knock) -> str:
    """Return why a declaration, right or wrong, can't be made."""
    if knock.tile is None:
        return "whoever declares puts a tile on the indicator"
    if knock.tile not in state.hand:
        return f"the rack does not have {knock.tile}"
    try:
        lay = with_table_tiles(knock.lay, state.variant)
        melds = as_table(lay.table, state.variant)
        tiles = melds.hand(state.variant)
    except (TableError, TileError) as error:
        return str(error)
    if lay.claims or tiles != lay.played:
        return "a declaration shows melds of the rack, and nothing else"
    if not tiles <= state.hand - state.hand.tile_set.hand([knock.tile]):
        return "the rack does not have all tiles of these melds"
    return ""


def _wins(state: OkeyState, knock: Knock) -> bool:
    """Return whether all tiles but one are in groups and runs, or in pairs."""
    pairs = [isinstance(meld, Pair) for meld in knock.lay.table]
    whole = len(knock.lay.table.tiles) == len(state.hand) - 1
    return whole and (not any(pairs) or (all(pairs) and state.variant.pairs_complete))


def _declared(state: OkeyState, knock: Knock) -> OkeyState:
    assert knock.tile is not None
    if not _wins(state, knock):
        cost = state.variant.rule("wrong_declaration") == "lose_2"
        mistaken = tuple(n + (cost and seat == state.seat) for seat, n in enumerate(state.mistaken))
        return _turn_ended(discarded(replace(state, mistaken=mistaken), knock.tile))
    lay = with_table_tiles(knock.lay, state.variant)
    gone = lay.played + lay.played.tile_set.hand([knock.tile])
    after = without_shown(state.with_hand(state.hand - gone), gone)
    opened = tuple(has or seat == state.seat for seat, has in enumerate(after.opened))
    after = replace(after, table=lay.table, face_down=(knock.tile,), opened=opened)
    return replace(after.out(), winner=state.seat)


def _loss(state: OkeyState) -> int:
    """Return what the winner's hand costs each of the others."""
    joker = bool(state.face_down) and state.face_down[-1].is_joker
    pairs = any(isinstance(meld, Pair) for meld in state.table)
    rule = {
        (False, False): "loss_normal",
        (False, True): "loss_joker_finish",
        (True, False): "loss_pairs",
        (True, True): "pairs_and_joker_loss",
    }[pairs, joker]
    return int(str(state.variant.rule(rule)))


def _shows_before_drawing(state: OkeyState) -> bool:
    return state.variant.rule("indicator_show_until") == "first_draw"


def _without_show(state: OkeyState) -> OkeyState:
    """Return the position in which the player may no longer show the indicator's twin."""
    left = tuple(may and seat != state.seat for seat, may in enumerate(state.may_show))
    return replace(state, may_show=left)


def _turn_ended(state: OkeyState) -> OkeyState:
    """Return the position after a discard: the next turn, or the end of a hand without winner."""
    if not state.pool and state.variant.rule("exhaustion") == "play_with_discards":
        state = recycled(state) if state.shuffles < MOST_SHUFFLES else state
    undrawn = 0 if state.pool else state.undrawn + 1
    after = replace(_without_show(state), source="", undrawn=undrawn)
    if undrawn > state.players:
        return replace(after, ended="blocked", turn=after.turn + 1)
    return after.next_turn(phase=TAKE)

"""American Rummikub of the 1978 book. Source: ``rules/american.md``.

A turn is a tile taken, plays laid, a tile discarded; see `rummistats.play.trump`.

What the rule file leaves open: a failed play costs the penalty tiles, and then the turn ends with
a discard like any other. With ``scoring="romanian"`` melded tiles count their numbers, the games'
own values, and a joker 50 for who lays it first; a closed win is 200 instead of 100, who has
melded nothing has -200, and a blocked deal has no winner. After ten rounds in which nothing was
laid and the pool did not shrink for good the deal is blocked. The trump that is drawn as the last
tile of the pool counts as a win with the trump if the deal is won with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rummistats.dealing import Deal
from rummistats.play.actions import Action, Discard, Fail, Lay, Pull, Take
from rummistats.play.discarding import TAKE
from rummistats.play.gains import Best
from rummistats.play.laid_points import credited
from rummistats.play.scoring import blocked_winners, losses, rack_points, shared
from rummistats.play.state import View
from rummistats.play.trump import (
    TrumpState,
    begin_trump,
    broken_action,
    broken_lay,
    discards_now,
    failed,
    is_plain_draw,
    may_lay_now,
    played,
    put_down,
    takes,
    took,
    turn_ended,
)
from rummistats.seeds import Seed
from rummistats.variants import Variant

__all__ = [
    "AmericanState",
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

WON, CLOSED, JOKER, UNMELDED = 100, 100, 50, -200
"""The points of Romanian tile rummy: a win, one from a closed rack besides, a joker that is
melded, and nothing melded."""


@dataclass(frozen=True)
class AmericanState(TrumpState):
    """A position of American Rummikub.

    Parameters
    ----------
    melded : tuple of int
        What the tiles count that each seat has laid, a joker 50.
    """

    melded: tuple[int, ...] = ()


def begin(variant: Variant, deal: Deal, seed: Seed) -> AmericanState:
    """Return the first position of a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("american")
    >>> start = begin(game, game.deal_table(seed=1), make_seed(1))
    >>> len(start.pool), [str(choice) for choice in choices(start)]
    (49, ['take from the pool'])
    """
    start = begin_trump(variant, deal, seed, AmericanState)
    return replace(start, melded=(0,) * start.players)


def may_lay(state: AmericanState) -> bool:
    """Return whether tiles may be laid now."""
    return may_lay_now(state)


def choices(state: AmericanState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    return takes(state) if state.phase == TAKE else discards_now(state)


def broken_rule(state: AmericanState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay):
        return broken_lay(state, action)
    if is_plain_draw(state, action):
        return ""
    legal = choices(state)
    return "" if action in legal else broken_action(state, action, legal)


def apply(state: AmericanState, action: Action) -> AmericanState:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return took(state, action)
    if isinstance(action, Lay):
        points = state.variant.opening_points
        more = sum(JOKER if tile.is_joker else points[tile.number] for tile in action.played)
        return replace(played(state, action), melded=credited(state.melded, state.seat, more))
    if isinstance(action, Discard):
        return put_down(state, action.tile)
    return turn_ended(state)


def fail(state: AmericanState, action: Fail) -> AmericanState:
    """Return the position after a failed play: penalty tiles are drawn, and one is discarded."""
    return failed(state, action, int(str(state.variant.rule("penalty_tiles"))))


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: a discard is taken before anything is laid."""
    return ()


def winners(state: AmericanState) -> tuple[int, ...]:
    """Return who has won: whoever has no tiles, or the best of a blocked deal."""
    if state.ended == "out":
        return (state.seat,)
    return () if state.variant.rule("scoring") == "romanian" else blocked_winners(state)


def scores(state: AmericanState) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("american")
    >>> start = begin(game, game.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(game.table_set.parse(text) for text in ("", "R13 J", "K2 K3", "R10"))
    >>> [int(score) for score in scores(replace(start, hands=racks, seat=0, ended="out"))]
    [58, -43, -5, -10]
    """
    variant = state.variant
    won, factor = winners(state), 1
    if state.ended == "out":
        if state.source == "face_up":
            factor *= int(str(variant.rule("trump_win_factor")))
        if state.discards and state.discards[-1].is_joker:
            factor *= int(str(variant.rule("joker_discard_factor")))
    if variant.rule("scoring") == "romanian":
        return tuple(Fraction(factor * points) for points in _romanian(state, won))
    lost = losses(state, won)
    return tuple(factor * score for score in shared([-each for each in lost], won))


def _romanian(state: AmericanState, won: tuple[int, ...]) -> list[int]:
    rack = rack_points(state)
    found = []
    for seat in range(state.players):
        if seat in won:
            found.append(WON + (0 if state.was_open else CLOSED) + state.melded[seat])
        else:
            melded = state.opened[seat]
            found.append(state.melded[seat] - rack[seat] if melded else UNMELDED)
    return found

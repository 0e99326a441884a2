"""Machiavelli, with its variants. Source: ``rules/machiavelli.md``.

A turn is a play or a draw. Where every turn begins with a draw, that is a phase of its own, and
afterwards whoever lays nothing passes. Helper cards lie face up beside the table: one of them may
be laid in a turn, together with cards from the hand. With an empty stock only those pass who can't
play.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.play.actions import Action, Draw, Fail, Lay, Pass, Pull, out_of_phase
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, can_lay, laid
from rummistats.play.scoring import best_of, rack_points, shared
from rummistats.play.state import State, View, begin_deal, view_of
from rummistats.seeds import Seed
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

DRAW = "draw"
"""The phase in which a card is drawn where every turn begins with that."""


def begin(variant: Variant, deal: Deal, seed: Seed) -> State:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If there are not enough cards for the helper cards.
    """
    helpers = int(str(variant.rule("starting_table")))
    if helpers > len(deal.pool):
        raise VariantError(
            f"starting_table={helpers}: there are {len(deal.pool)} cards after the deal"
        )
    state = begin_deal(variant, deal, seed)
    state = replace(state, pool=state.pool[helpers:], discards=state.pool[:helpers])
    return _begun(state)


def may_lay(state: State) -> bool:
    """Return whether cards may be laid now."""
    return state.phase == "turn"


def choices(state: State) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    if state.phase == DRAW:
        return (Draw(),)
    if state.taken:
        return (Pass(),)
    if state.pool:
        return (Draw(),)
    return () if _can_play(state) else (Pass(),)


def broken_rule(state: State, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay | Pull) and state.phase != "turn":
        return "every turn begins with a draw"
    if isinstance(action, Lay):
        return broken_by_lay(state, action)
    if isinstance(action, Pull):
        return _broken_by_pull(state, action)
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Draw) and not state.pool:
        return "the stock is empty"
    if isinstance(action, Pass) and not legal:
        return "whoever can play must do so when the stock is empty"
    if isinstance(action, Pass):
        return "nobody may pass as long as the stock has cards"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: State, action: Action) -> State:
    """Return the position after a legal action."""
    if isinstance(action, Lay):
        return _after_laying(laid(state, action))
    if isinstance(action, Pull):
        key = state.hand.tile_set.hand([state.discards[action.place]])
        left = state.discards[: action.place] + state.discards[action.place + 1 :]
        return _after_laying(laid(replace(state, discards=left), action.lay, state.hand + key))
    if isinstance(action, Draw):
        after, _ = state.draw(1)
        return replace(after, phase="turn") if state.phase == DRAW else _begun(after.next_turn())
    return _begun(state.next_turn() if state.taken else state.passed())


def fail(state: State, action: Fail) -> State:
    """Return the position after a failed play: the table is restored, and penalty cards drawn."""
    after, _ = state.draw(int(str(state.variant.rule("fail_penalty"))))
    # Without a card drawn that is no more than a pass, and passes must end the deal.
    return _begun(after.next_turn() if after.taken else after.passed())


def winners(state: State) -> tuple[int, ...]:
    """Return the seats that have won: the one without cards, or those with fewest, or none."""
    if state.ended != "out" and state.variant.rule("exhaustion") == "draw":
        return ()
    return best_of([len(hand) for hand in state.hands])


def scores(state: State) -> tuple[Fraction, ...]:
    """Return what each seat scores.

    By wins a game is worth 1 for the winner, which several winners share. By cards or points
    everybody else loses what is left, and the winners get the sum of it.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> for scoring in ("win", "cards", "points"):
    ...     game = find_variant("machiavelli").with_rules(scoring=scoring, players=2)
    ...     start = begin(game, game.deal_table(seed=1), make_seed(1))
    ...     racks = tuple(game.table_set.parse(text) for text in ("", "5H KD"))
    ...     print([int(score) for score in scores(replace(start, hands=racks, ended="out"))])
    [1, 0]
    [2, -2]
    [15, -15]
    """
    won, variant = winners(state), state.variant
    if not won:
        return (Fraction(0),) * state.players
    if variant.rule("scoring") == "win":
        share = Fraction(1, len(won))
        return tuple(share if seat in won else Fraction(0) for seat in range(state.players))
    return tuple(shared([Fraction(-points) for points in rack_points(state)], won))


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return the best legal play with each helper card."""
    found = []
    for place, card in enumerate(view.discards):
        key = view.hand.tile_set.hand([card])
        play = view.best_play(best, must=key)
        pull = Pull(place, Lay(play.table, play.played))
        if play and not _broken_by_pull(view, pull):
            found.append(pull)
    return tuple(found)


def _begun(state: State) -> State:
    """Return the position at the beginning of a turn, where that is a draw."""
    draws = state.variant.rule("must_draw_first") and state.pool and not state.ended
    return replace(state, phase=DRAW) if draws else state


def _after_laying(state: State) -> State:
    return _begun(state.next_turn()) if len(state.hand) else state.out()


def _can_play(state: State) -> bool:
    return can_lay(view_of(state, find_pulls=find_pulls))


def _broken_by_pull(state: State | View, pull: Pull) -> str:
    if not 0 <= pull.place < len(state.discards):
        return f"there are {len(state.discards)} helper cards"
    if pull.taken != 1:
        return f"one helper card is taken, not {pull.taken}"
    key = state.hand.tile_set.hand([state.discards[pull.place]])
    if pull.lay.played == key:
        return "no card comes from the hand"
    return broken_by_lay(state, pull.lay, key)

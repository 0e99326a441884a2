"""Turns of the games with a trump, American and International: what both have in common.

One tile is taken, tiles are laid, one is discarded on the own stack; the last turn ends with a
discard, too. The trump lies face up beside the pool for whoever wins with it in this very turn.
Tiles on the table are extended, never rearranged.

Several plays may be laid in a turn. What an opening turn may do after the opening follows the
rule ``opening_turn_layoff``: with "own_only" the melds that lay there before belong to others
until the turn ends, with "none" nothing more is laid.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rummistats.dealing import Deal
from rummistats.play.actions import Action, Discard, Fail, Lay, Pass, Take, out_of_phase
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
from rummistats.play.finishing import (
    as_opened,
    lay_with,
    may_finish,
    of_another,
    only_closed,
    special_claims,
    winning_lay,
)
from rummistats.play.laying import broken_by_lay, laid, with_table_tiles
from rummistats.play.opening_rules import opening_of
from rummistats.play.state import view_of
from rummistats.play.table import Table
from rummistats.play.trump_rules import DISCARD, NO_FOOT, USE, WIN, TrumpRules, trump_rules
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = [
    "PATIENCE",
    "TrumpState",
    "begin_trump",
    "broken_action",
    "broken_lay",
    "discards_now",
    "failed",
    "is_plain_draw",
    "may_lay_now",
    "on_the_stack",
    "played",
    "put_down",
    "takes",
    "took",
    "turn_ended",
]

PATIENCE = 10
"""After so many rounds in which nobody lays anything or thins the pool a deal is broken off."""


@dataclass(frozen=True)
class TrumpState(TurnState):
    """A position of a game with a trump, which is ``face_up``.

    Parameters
    ----------
    stacks : tuple of int
        On which seat's stack each of the discards lies.
    before : Table
        The table at the beginning of the turn.
    was_open : bool
        Whether the player had opened before this turn.
    """

    stacks: tuple[int, ...] = ()
    before: Table = field(default_factory=Table)
    was_open: bool = False

    @property
    def step(self) -> int:
        """The turns go to the right."""
        return -1

    @property
    def has_laid_off(self) -> bool:
        """Whether something that lay on the table has been changed in this turn."""
        left = list(self.table.melds)
        for meld in self.before:
            if meld not in left:
                return True
            left.remove(meld)
        return False


AnyState = TypeVar("AnyState", bound=TrumpState)


def begin_trump(variant: Variant, deal: Deal, seed: Seed, kind: type[AnyState]) -> AnyState:
    """Return the position after a deal, the trump face up.

    Raises
    ------
    VariantError
        If the variant does not say how to open.
    """
    opening_of(variant)
    start = begin_turns(variant, deal, seed, kind)
    return replace(start, discards=(), face_up=deal.face_up)


def takes(state: TrumpState) -> tuple[Action, ...]:
    """Return what may be taken; to pass if there is nothing."""
    rules = trump_rules(state.variant)
    found: list[Action] = []
    if state.pool:
        found.append(Take("pool"))
    if state.discards:
        if rules.discards == "always" or state.has_opened:
            fits = (
                not rules.must_use or lay_with(view_of(took(state, Take("discards")))) is not None
            )
        else:
            fits = rules.discards == "to_win" and _wins_with(state, "discards")
        if fits:
            found.append(Take("discards"))
    if state.face_up is not None and (
        _is_last(state) or (_may_want_trump(state, rules) and _wins_with(state, "face_up"))
    ):
        found.append(Take("face_up"))
    return tuple(found) or (Pass(),)


def is_plain_draw(state: TrumpState, action: Action) -> bool:
    """Whether an action takes the next tile of the pool, for which nobody need ask any rule."""
    return state.phase == TAKE and bool(state.pool) and action == Take("pool")


def took(state: AnyState, take: Take) -> AnyState:
    """Return the position after a tile was taken."""
    phase = ACT
    rules = trump_rules(state.variant)
    if take.place == "face_up" and not _is_last(state):
        phase = WIN
    elif take.place == "discards":
        if rules.discards == "to_win" and not state.has_opened:
            phase = WIN
        elif rules.must_use:
            phase = USE
        state = replace(state, stacks=state.stacks[:-1])
    return taken_from(state, take, phase)


def may_lay_now(state: TrumpState) -> bool:
    """Return whether tiles may be laid now."""
    if state.phase not in (ACT, USE, WIN) or len(state.hand) < 2:
        return False
    over = trump_rules(state.variant).layoff == "none" and not state.was_open
    return not (over and state.opened[state.seat])


def discards_now(state: TrumpState) -> tuple[Discard, ...]:
    """Return what may be discarded now."""
    if state.phase == ACT:
        return discards_of(state, return_taken=trump_rules(state.variant).return_taken)
    if state.phase == DISCARD:
        return discards_of(state, return_taken=True)
    return ()


def broken_lay(state: TrumpState, lay: Lay) -> str:
    """Return the rule that a play breaks; nothing if it is legal."""
    if not may_lay_now(state):
        return "nothing may be laid now"
    rules, variant = trump_rules(state.variant), state.variant
    kept = len(state.hand) - len(lay.played)
    position, key = state, None
    if state.phase == USE:
        key = variant.table_set.hand([state.taken[-1]])
        position = state.with_hand(state.hand - key)
    fault = broken_by_lay(position, lay, key)
    if fault and kept == 1 and not state.has_opened:
        free = as_opened(position, rules)
        if free is not None and not broken_by_lay(free, lay, key):
            fault = ""
        elif rules.closed_win == "rack":
            fault = NO_FOOT + fault
    if fault:
        return fault
    if state.phase == WIN:
        if kept != 1:
            return "a tile was taken to win with it: all tiles but one are laid"
        if only_closed(state, rules) and laid(state, lay).has_laid_off:
            return NO_FOOT + "with the trump all melds come from the rack"
        return ""
    if kept == 1 and not discards_now(replace(laid(state, lay), phase=ACT)):
        return f"{state.taken[-1]} was taken in this turn, so another tile must be kept"
    return ""


def broken_action(state: TrumpState, action: Action, possible: tuple[Action, ...]) -> str:
    """Return why an action that isn't possible is none: a discard, or something else."""
    if isinstance(action, Discard) and state.phase in (ACT, DISCARD):
        if action.tile not in state.hand:
            return f"the rack does not have {action.tile}"
        return f"{action.tile} was taken from the discards in this turn"
    if isinstance(action, Discard) and state.phase == USE:
        return f"{state.taken[-1]} was taken from the discards, and must be laid"
    if isinstance(action, Discard) and state.phase == WIN:
        return "a tile was taken to win with it: all tiles but one are laid"
    if isinstance(action, Take) and state.phase == TAKE:
        return f"nothing may be taken from the {action.place} now"
    return out_of_phase(action, possible, may_lay_now(state))


def played(state: AnyState, lay: Lay) -> AnyState:
    """Return the position after tiles were laid."""
    lay = with_table_tiles(lay, state.variant)
    after = without_shown(replace(laid(state, lay), phase=ACT), lay.played)
    opens = not state.was_open and not state.claims
    if opens and trump_rules(state.variant).layoff == "own_only":
        # What lay there before is not the player's own.
        own = added_melds(state.table, after.table, Counter(lay.played), state.variant)
        others = Table(tuple((Counter(after.table.melds) - Counter(own)).elements()))
        after = replace(after, claims=of_another(others, state.seat, state.players))
    return after


def put_down(state: AnyState, tile: Tile) -> AnyState:
    """Return the position after a discard: the next turn, or the end of the deal."""
    after = on_the_stack(state, tile)
    return turn_ended(after) if len(after.hand) else after.out()


def on_the_stack(state: AnyState, tile: Tile) -> AnyState:
    """Return the position after a tile was put on the own stack; the turn has not ended yet."""
    return replace(discarded(state, tile), stacks=(*state.stacks, state.seat))


def turn_ended(state: AnyState) -> AnyState:
    """Return the position at the beginning of the next turn, or at the end of a blocked deal."""
    idle = state.table is state.before and (state.source != "pool" or state.shuffles > 0)
    after = replace(
        state.next_turn(passed=idle, phase=TAKE), source="", claims=(), before=state.table
    )
    after = replace(after, was_open=after.opened[after.seat])
    if not after.pool and not _is_last(after) and trump_rules(after.variant).recycles:
        after = _recycled(after)
    if after.passes >= PATIENCE * after.players or not (after.pool or _is_last(after)):
        return replace(after, ended="blocked")
    return after


def failed(state: AnyState, action: Fail, penalty: int) -> AnyState:
    """Return the position after a failed play: penalty tiles are drawn, and one is discarded.

    A tile that was taken to win goes back, and one of the pool is taken instead. A failure to
    discard is refused.
    """
    if state.phase == DISCARD:
        return state
    if state.phase == WIN:
        tile = state.taken[-1]
        one = state.hand.tile_set.hand([tile])
        shown = tuple(
            seen - one if seat == state.seat else seen for seat, seen in enumerate(state.shown)
        )
        back = replace(state.with_hand(state.hand - one), taken=state.taken[:-1], shown=shown)
        if state.source == "face_up":
            back = replace(back, face_up=tile)
        else:
            previous = (state.seat - state.step) % state.players
            back = replace(back, discards=(*state.discards, tile), stacks=(*state.stacks, previous))
        state = replace(back, phase=TAKE, source="")
    if state.phase == TAKE:
        if not state.pool:
            return turn_ended(state)
        state = took(state, Take("pool"))
    return replace(state.draw(penalty)[0], phase=DISCARD)


def _is_last(state: TrumpState) -> bool:
    """Whether the trump is drawn next, as the last tile of the pool."""
    last = trump_rules(state.variant).trump_last
    return last and not state.pool and state.face_up is not None


def _may_want_trump(state: TrumpState, rules: TrumpRules) -> bool:
    if rules.trump == "any":
        return True
    return state.has_opened == (rules.trump == "opened")


def _wins_with(state: TrumpState, place: str) -> bool:
    """Whether the player wins in this turn with the trump or the previous discard."""
    tile = state.discards[-1] if place == "discards" else state.face_up
    assert tile is not None
    if not may_finish(state, tile):
        return False
    after = took(state, Take(place))
    return bool(special_claims(after)) or winning_lay(view_of(after)) is not None


def _recycled(state: AnyState) -> AnyState:
    """Return the position with all discards in a new pool but for the top one of each stack."""
    tops = {seat: place for place, seat in enumerate(state.stacks)}.values()
    old = [tile for place, tile in enumerate(state.discards) if place not in tops]
    if not old:
        return state
    after, pool = state.shuffled(tuple(old))
    kept = sorted(tops)
    return replace(
        after,
        pool=pool,
        discards=tuple(state.discards[place] for place in kept),
        stacks=tuple(state.stacks[place] for place in kept),
    )

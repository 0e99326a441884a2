"""Romanian tile rummy. Source: ``rules/romanian.md``.

The starter has one tile more and only discards. Later turns take a tile from the wall, or, from
the turn after the opening on, the newest discard, or a deeper one with all newer ones, which is a
pull: it is laid at once as a new meld with tiles of the rack. The exposed tile may be taken by
whoever then lays all tiles but one, at once, and discards that one.

What the rule file leaves open: an opening turn lays everything in one action, so that tiles added
to one's own melds are longer melds at once, and it makes no difference whether they may be added;
where tiles may be added to any meld, jokers are exchanged from the next turn on all the same.
Whoever was dealt the exposed tile's twin always announces it. How many tiles are left on each
rack is seen by everybody at any time, so there is nothing to announce. Tiles may be added to what
was laid with an exchanged joker, so that exactly two rack tiles beside it only means that two
such jokers are in different melds. The first tile of the row stays there when it is recycled,
also if it could be taken. A deal in which the row was recycled ten times with nothing laid
between, or the players only take each other's discards, ends without a winner, since it could go
on for ever. A doubla is offered by one player after the other; both say of
which kind theirs is before they agree, and nobody makes more than `MOST_OFFERS`. A target
replaces the number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.play.actions import Action, Discard, Fail, Lay, Pass, Pull, Take, out_of_phase
from rummistats.play.discarding import (
    ACT,
    TAKE,
    begin_turns,
    discarded,
    discards_of,
    row_taken,
    taken_from,
    turn_over,
    without_shown,
)
from rummistats.play.doublas import (
    MOST_OFFERS,
    DoublaState,
    before_play,
    doubla_action,
    doubla_choices,
    is_before_play,
)
from rummistats.play.laid_points import Ones, credited, ones_after, points_laid, points_of_ones
from rummistats.play.laying import broken_by_lay, laid, with_table_tiles
from rummistats.play.leaving_one import closed_lay
from rummistats.play.row_picks import (
    broken_by_opening,
    broken_by_pull,
    find_pulls,
    first_to_take,
)
from rummistats.play.scoring import best_of, rack_points
from rummistats.play.state import view_of
from rummistats.seeds import Seed
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "MOST_OFFERS",
    "MOST_RECYCLES",
    "TAKE",
    "RomanianState",
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

MOST_RECYCLES = 10
"""How often the row is recycled with nothing laid between; nobody seems to go on."""


@dataclass(frozen=True)
class RomanianState(DoublaState):
    """A position of Romanian tile rummy.

    Parameters
    ----------
    laid_points : tuple of int
        What the tiles count that each player has laid, and the jokers that each has first laid,
        by seat; the ones in groups apart.
    ones : tuple
        The groups of ones on the table, each with its real tiles and who has laid them: what they
        count depends on the size that the group has in the end.
    opened_now : bool
        Whether the player has opened in this turn.
    closed : bool
        Whether that was done with own melds alone.
    recycles : int
        How often the row was recycled.
    idle : int
        How often since anything was laid.
    """

    laid_points: tuple[int, ...] = ()
    ones: Ones = ()
    opened_now: bool = False
    closed: bool = False
    recycles: int = 0
    idle: int = 0


def begin(variant: Variant, deal: Deal, seed: Seed) -> RomanianState:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If a hand is opened with pairs, or no tile is left for the starter.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> start.phase, len(start.hand), len(start.pool), str(start.face_up)
    ('act', 15, 48, 'B12')
    """
    if variant.open_pairs is not None:
        raise VariantError(
            f"open_pairs={variant.open_pairs}: Romanian tile rummy is opened with points, not pairs"
        )
    start = begin_turns(variant, deal, seed, RomanianState)
    if not start.pool:
        raise VariantError(
            f"hand_size={variant.hand_size}: with {start.players} players no tile is left for the "
            "starter"
        )
    start = replace(start, laid_points=(0,) * start.players, discards=(), face_up=deal.face_up)
    return before_play(replace(start.draw(1)[0], taken=()))


def may_lay(state: RomanianState) -> bool:
    """Return whether tiles may be laid now."""
    first = state.turn == state.first_turn and not state.variant.rule("starter_may_meld")
    return state.phase == ACT and not (state.opened_now or first or _must_win(state))


def choices(state: RomanianState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing, and a pull for each tile that can be pulled.

    Whoever took the exposed tile has a single play, though another one may win as well.
    """
    if is_before_play(state):
        return doubla_choices(state)
    if state.phase == ACT:
        if _must_win(state):
            lay = closed_lay(view_of(state))
            assert lay is not None
            return (lay,)
        return discards_of(state, return_taken=True)
    return (*_takes(state), *find_pulls(view_of(state)))


def broken_rule(state: RomanianState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and (may_lay(state) or _must_win(state)):
        if _must_win(state) and len(action.played) != len(state.hand) - 1:
            return "with the exposed tile all tiles but one are laid at once"
        return _broken_by_lay(state, action)
    if isinstance(action, Lay) and state.phase == ACT:
        turn = "the first turn" if not state.opened_now else "a later turn than the opening"
        return f"nothing is laid in {turn}" if not state.opened_now else f"more is laid in {turn}"
    if isinstance(action, Pull) and state.phase == TAKE:
        return broken_by_pull(state, action)
    legal = choices(state) if state.phase != TAKE else _takes(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        if action.tile not in state.hand:
            return f"the rack does not have {action.tile}"
        return "the exposed tile is taken only to win"
    if isinstance(action, Take) and state.phase == TAKE:
        return _broken_by_take(state, action)
    return out_of_phase(action, choices(state), may_lay(state))


def apply(state: RomanianState, action: Action) -> RomanianState:
    """Return the position after a legal action."""
    if is_before_play(state):
        return doubla_action(state, action)
    if isinstance(action, Take):
        state = _recycled(state) if action.place == "pool" and not state.pool else state
        return taken_from(state, action)
    if isinstance(action, Pull):
        return _laid(row_taken(state, action.place), action.lay)
    if isinstance(action, Lay):
        return _laid(state, action)
    if isinstance(action, Discard):
        after = discarded(state, action.tile)
        if not after.hand:
            return after.out()
        return replace(turn_over(after), opened_now=False, closed=False)
    return replace(state, ended="blocked", turn=state.turn + 1)


def fail(state: RomanianState, action: Fail) -> RomanianState:
    """Return the position after an illegal action, which is refused: another one must follow."""
    return state


def winners(state: RomanianState) -> tuple[int, ...]:
    """Return who has won, if somebody has."""
    return (state.seat,) if state.ended == "out" else ()


def scores(state: RomanianState) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(players=2)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> racks, points = (romanian.parse(""), romanian.parse("K1 R13 Y4")), (110, 90)
    >>> over = replace(start, hands=racks, laid_points=points, opened=(True, True), seat=0)
    >>> [int(score) for score in scores(replace(over, ended="out", twins=()))]
    [210, 50]
    """
    variant = state.variant
    ones = points_of_ones(state.ones, variant, state.players)
    points = [sum(each) for each in zip(state.laid_points, ones, strict=True)]
    left, won = rack_points(state), winners(state)
    found = []
    for seat in range(state.players):
        if seat in won:
            score = points[seat] + _amount(variant, "win_bonus")
            score += _amount(variant, "closed_bonus") if state.closed else 0
            last = state.discards[-1:]
            if variant.rule("joker_discard_doubles") and last and last[0].is_joker:
                score *= 2
        elif state.opened[seat] or not (won or variant.rule("no_meld_penalty_without_winner")):
            score = points[seat] - left[seat]
        elif variant.rule("no_meld_penalty") == "flat200":
            score = -200
        else:
            score = -(100 + left[seat])
        found.append(Fraction(score + _amount(variant, "twin_bonus") * (seat in state.twins)))
    return tuple(found)


def next_starter(last: Record) -> int:
    """Return who starts the next deal: the deal passes to the right, which is the turn order."""
    return (last.deal.starter + 1) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether all games were played, or somebody has reached the target if there is one."""
    target = variant.rule("target")
    if target is None:
        return len(deals) >= _amount(variant, "games")
    return max(match_totals(variant, deals)) >= int(str(target))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return what each seat has scored in all deals."""
    seats = range(len(deals[-1].scores))
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in seats)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has most points at the end."""
    if not match_is_over(variant, deals):
        return ()
    return best_of([-total for total in match_totals(variant, deals)])


def _must_win(state: RomanianState) -> bool:
    """Return whether the exposed tile was taken, and is still to be laid or discarded."""
    return state.phase == ACT and state.source == "face_up" and len(state.hand) > 1


def _amount(variant: Variant, rule: str) -> int:
    return int(str(variant.rule(rule)))


def _takes(state: RomanianState) -> tuple[Action, ...]:
    """Return from where a tile may be taken, but for pulls; without a wall the deal may end."""
    found: list[Action] = [Take("pool") if state.pool or _may_recycle(state) else Pass()]
    if not _broken_by_take(state, Take("discards")):
        found.append(Take("discards"))
    if not _broken_by_take(state, Take("face_up")):
        found.append(Take("face_up"))
    return tuple(found)


def _broken_by_take(state: RomanianState, take: Take) -> str:
    """Return why a tile may not be taken from there."""
    variant = state.variant
    if take.place == "pool":
        return "" if state.pool or _may_recycle(state) else "there is no wall any more"
    if take.place == "discards":
        if not state.has_opened:
            return "a discard is taken only from the turn after the opening on"
        if len(state.hand) < 3:
            return "with one or two tiles on the rack a tile is drawn from the wall"
        dead = len(state.discards) <= first_to_take(variant)
        return "the first discard can't be taken" if dead else ""
    if take.place != "face_up" or state.face_up is None or not variant.rule("exposed_for_win"):
        return f"nothing can be taken from the {take.place}"
    hand = state.hand + state.hand.tile_set.hand([state.face_up])
    with_it = replace(view_of(state, may_lay=True), hand=hand)
    return "" if closed_lay(with_it) is not None else "the exposed tile is taken only to win"


def _may_recycle(state: RomanianState) -> bool:
    most = state.variant.rule("max_recycles")
    return (
        state.variant.rule("exhaustion") == "recycle"
        and len(state.discards) > 1
        and (most is None or state.recycles < int(str(most)))
        and state.idle < MOST_RECYCLES
    )


def _recycled(state: RomanianState) -> RomanianState:
    """Return the position with the row as a new wall, but for its first tile."""
    after, pool = state.shuffled(state.discards[1:])
    after = replace(after, pool=pool, discards=state.discards[:1])
    return replace(after, recycles=state.recycles + 1, idle=state.idle + 1)


def _broken_by_lay(state: RomanianState, lay: Lay) -> str:
    return broken_by_lay(state, lay) if state.has_opened else broken_by_opening(state, lay)


def _laid(state: RomanianState, lay: Lay) -> RomanianState:
    """Return the position after tiles were laid, which count for who lays them."""
    variant, seat = state.variant, state.seat
    lay = with_table_tiles(lay, variant)
    opens = not state.has_opened
    own = not Counter(state.table.melds) - Counter(lay.table.melds)
    after = without_shown(laid(state, lay), lay.played)
    more = points_laid(state.table, after.table, lay.played, variant)
    return replace(
        after,
        phase=ACT,
        laid_points=credited(state.laid_points, seat, more),
        ones=ones_after(state.ones, after.table, seat),
        opened_now=opens,
        closed=opens and own,
        laid=True,
        idle=0,
    )

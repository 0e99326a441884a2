"""International Rummikub of the 1978 book: Open, Foot and Hand. Source: ``rules/international.md``.

A turn is a tile taken, plays laid, a tile discarded; see `rummistats.play.trump`. Who has laid
nothing before and lays all tiles but one at once, none of them on other melds, wins with a Foot.
A Hand is shown with a `Knock`, all tiles but one staying on the rack.

Scores are those of the rule file: negative is good. What they come to in a match is turned round.

What the rule file leaves open: without ``best_claim`` a win is what it was shown as, and of
several Hands the first of the table; a discard that was taken may be discarded again; a false
claim that is to cost ``unmelded_score`` is a lay of all tiles but one, or a Hand, that is refused,
and costs a later winner as much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Deal
from rummistats.play.actions import Action, Discard, Fail, Knock, Lay, Pull, Take
from rummistats.play.discarding import ACT, TAKE
from rummistats.play.finishing import formed, special_claims
from rummistats.play.gains import Best
from rummistats.play.scoring import best_of, next_starter, rack_points
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
    on_the_stack,
    played,
    put_down,
    takes,
    took,
    turn_ended,
)
from rummistats.play.trump_rules import NO_FOOT, WIN
from rummistats.search import one_optimum
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "NO_HAND",
    "InternationalState",
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "fail",
    "find_pulls",
    "kind_of_win",
    "match_is_over",
    "match_totals",
    "match_winners",
    "may_lay",
    "next_starter",
    "scores",
    "winners",
]

NO_HAND = "no Hand: "
"""How the fault of somebody begins who shows a rack that is no special hand."""


@dataclass(frozen=True)
class InternationalState(TrumpState):
    """A position of International Rummikub.

    Parameters
    ----------
    is_hand : bool
        Whether the deal was won with a rack that was shown.
    false_claims : frozenset of int
        The seats that have claimed a Foot or Hand falsely.
    """

    is_hand: bool = False
    false_claims: frozenset[int] = frozenset()


def begin(variant: Variant, deal: Deal, seed: Seed) -> InternationalState:
    """Return the first position of a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("international")
    >>> start = begin(game, game.deal_table(seed=1), make_seed(1))
    >>> len(start.pool), [str(choice) for choice in choices(start)]
    (49, ['take from the pool'])
    """
    return begin_trump(variant, deal, seed, InternationalState)


def may_lay(state: InternationalState) -> bool:
    """Return whether tiles may be laid now."""
    return may_lay_now(state)


def choices(state: InternationalState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    if state.phase == TAKE:
        return takes(state)
    return (*discards_now(state), *special_claims(state))


def broken_rule(state: InternationalState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay):
        return broken_lay(state, action)
    if isinstance(action, Knock) and state.phase in (ACT, WIN):
        return _broken_by_knock(state, action)
    if is_plain_draw(state, action):
        return ""
    legal = choices(state)
    return "" if action in legal else broken_action(state, action, legal)


def apply(state: InternationalState, action: Action) -> InternationalState:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return took(state, action)
    if isinstance(action, Lay):
        return played(state, action)
    if isinstance(action, Knock):
        assert action.tile is not None
        return on_the_stack(replace(state, is_hand=True), action.tile).out()
    if isinstance(action, Discard):
        return put_down(state, action.tile)
    return turn_ended(state)


def fail(state: InternationalState, action: Fail) -> InternationalState:
    """Return the position after a failed play: nothing is laid, and a tile is discarded."""
    if action.reason.startswith((NO_FOOT, NO_HAND)):
        state = replace(state, false_claims=state.false_claims | {state.seat})
    return failed(state, action, penalty=0)


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: a discard is taken before anything is laid."""
    return ()


def winners(state: InternationalState) -> tuple[int, ...]:
    """Return who has won; nobody if the pool was exhausted."""
    return (state.seat,) if state.ended == "out" else ()


def scores(state: InternationalState) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal, negative points being good.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("international")
    >>> start = begin(game, game.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(game.table_set.parse(text) for text in ("", "R11 B1 K5", "R10", "J Y2"))
    >>> over = replace(start, hands=racks, seat=0, was_open=True, ended="out")
    >>> [int(score) for score in scores(replace(over, opened=(True, True, False, True)))]
    [-100, 25, 100, 27]
    """
    rules = dict(state.variant.table_rules)
    won = winners(state)
    joker = bool(won and state.discards) and state.discards[-1].is_joker
    factor = 2 if joker and rules["joker_discard_doubles"] else 1
    step, first = rules["round_up_to"], rules["round_before_double"]
    flat = int(str(rules["unmelded_score" if won else "unmelded_no_winner"]))
    found = []
    for seat, points in enumerate(rack_points(state)):
        if seat in won:
            score = -factor * _won(state)
        elif not state.opened[seat]:
            score = factor * flat
        elif first:
            score = factor * _rounded(points, step)
        else:
            score = _rounded(factor * points, step)
        if seat in state.false_claims and rules["false_claim"] == "unmelded":
            score = max(score, int(str(rules["unmelded_score"])))
        found.append(Fraction(score))
    return tuple(found)


def kind_of_win(state: InternationalState) -> str:
    """Return as what a deal was won that somebody has won: "Open", "Foot" or "Hand".

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("international")
    >>> start = begin(game, game.deal_table(seed=1), make_seed(1))
    >>> kind_of_win(start), kind_of_win(replace(start, was_open=True))
    ('Foot', 'Open')
    """
    if state.is_hand:
        return "Hand"
    as_open = state.variant.rule("concealed_layoff_counts_as") == "open"
    return "Open" if state.was_open or (as_open and state.has_laid_off) else "Foot"


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether all deals of a session were played."""
    return len(deals) >= int(str(variant.rule("deals")))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return the result of a session: the sums turned round, or what they come to in pairs."""
    sums = _sums(deals)
    if variant.rule("settlement") == "pairwise":
        return tuple(sum(sums) - len(sums) * each for each in sums)
    return tuple(-each for each in sums)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has the lowest sum."""
    return best_of(_sums(deals))


def _sums(deals: Sequence[Record]) -> tuple[Fraction, ...]:
    scores = zip(*(deal.scores for deal in deals), strict=True)
    return tuple(sum(each, Fraction(0)) for each in scores)


def _won(state: InternationalState) -> int:
    """Return what a win is worth."""
    variant, seat = state.variant, state.seat
    rules = dict(variant.table_rules)
    if kind_of_win(state) == "Open":
        lone = not any(has for other, has in enumerate(state.opened) if other != seat)
        return int(str(rules["lone_open_score" if lone else "open_score"]))
    foot = int(str(rules["foot_score"]))
    tiles = state.hand
    if not state.is_hand:
        if state.has_laid_off or not rules["best_claim"]:
            return foot
        tiles = tiles.tile_set.hand(
            (Counter(state.table.tiles) - Counter(state.before.tiles)).elements()
        )
    claims = [pattern.scores[min(2, tiles.jokers)] for pattern in formed(tiles, variant)]
    if not rules["best_claim"]:
        return claims[0]
    if not state.is_hand or _is_complete(tiles, variant):
        claims.append(foot)
    return max(claims)


def _is_complete(tiles: Hand, variant: Variant) -> bool:
    return sum(map(len, one_optimum(tiles, variant, "tiles"))) == len(tiles)


def _rounded(points: int, step: object) -> int:
    return points if step is None else -(-points // int(str(step))) * int(str(step))


def _broken_by_knock(state: InternationalState, knock: Knock) -> str:
    if state.opened[state.seat]:
        return "a Hand is won by who has laid nothing"
    if knock.tile is None or len(knock.lay.played) or knock.lay.table or knock.lay.claims:
        return "for a Hand all tiles but a discard are shown, and nothing is laid"
    if knock.tile not in state.hand:
        return f"the rack does not have {knock.tile}"
    if any(knock.tile == each.tile for each in special_claims(state)):
        return ""
    return f"{NO_HAND}without {knock.tile} the rack is no special hand"

"""Shanghai Rummy. Source: ``rules/shanghai.md``.

A turn begins with the discard: the player on turn takes it, or the others are asked one after
the other whether they buy it, before the player on turn draws from the stock. In a turn either
the contract is laid or cards are laid off, and a discard ends it. A deal is one of the rounds,
a match has all of them; its scores are the points against a player.

What the rule file leaves open: where the first to call buys, the lot says who that is. Between
the rounds of ``max_buys`` the number of the last one before holds. A card that was taken may be
discarded in the same turn. A round in which the stock runs out twice with nothing laid between,
or the players only take each other's discards, ends without a winner, since it could go on for
ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.play.actions import Action, Discard, Fail, Lay, Pass, Pull, Take, out_of_phase
from rummistats.play.discarding import (
    ACT,
    TAKE,
    TurnState,
    begin_turns,
    discarded,
    discards_of,
    recycled,
    taken_from,
    turn_over,
    without_shown,
)
from rummistats.play.extending import stayed
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, laid, with_table_tiles
from rummistats.play.rearranging import rearranging
from rummistats.play.scoring import best_of, rack_points
from rummistats.play.state import View
from rummistats.seeds import Seed
from rummistats.variants import Variant
from rummistats.variants.ways_to_open import contract_of_round

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "BUY",
    "TAKE",
    "ShanghaiState",
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
    "most_buys",
    "next_starter",
    "scores",
    "winners",
]

BUY = "buy"
"""The phase in which another player may buy the discard."""


@dataclass(frozen=True)
class ShanghaiState(TurnState):
    """A position of Shanghai Rummy.

    Parameters
    ----------
    round : int
        The round.
    starter : int
        Who has started, the player to the dealer's left.
    buys : tuple of int
        How often each seat has bought in this round.
    on_turn : int
        Whose turn it is while others are asked.
    asked : tuple of int
        Who is still to be asked after the player to move.
    lays_contract : bool
        Whether the contract was laid in this turn.
    with_joker : bool
        Whether a joker was among the cards that count for the bonus.
    idle : bool
        Whether nothing was laid since the stock ran out.
    """

    round: int = 1
    starter: int = 0
    buys: tuple[int, ...] = ()
    on_turn: int = 0
    asked: tuple[int, ...] = ()
    lays_contract: bool = False
    with_joker: bool = False
    idle: bool = False


def begin(variant: Variant, deal: Deal, seed: Seed) -> ShanghaiState:
    """Return the first position of a round.

    Raises
    ------
    VariantError
        If there is no such round, or its contract has melds too small to lie on the table.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> start = begin(shanghai, shanghai.deal_table(seed=1), make_seed(1))
    >>> print(start.contract, [str(choice) for choice in choices(start)])
    2 groups of 3 ['take from the pool', 'take from the discards']
    """
    contract = contract_of_round(variant, deal.round)
    smallest = {"min_group": contract.groups, "min_run": contract.runs}
    for rule, sizes in smallest.items():
        if sizes and min(sizes) < int(str(variant.rule(rule))):
            raise VariantError(
                f"{rule}={variant.rule(rule)}: the contract of round {deal.round}, {contract}, has "
                "smaller melds, which could not lie on the table"
            )
    start = begin_turns(variant, deal, seed, ShanghaiState)
    return replace(
        start,
        round=deal.round,
        starter=deal.starter,
        contract=contract,
        buys=(0,) * start.players,
    )


def may_lay(state: ShanghaiState) -> bool:
    """Return whether cards may be laid now."""
    again = bool(state.variant.rule("meld_and_layoff_same_turn"))
    return state.phase == ACT and (again or not state.lays_contract)


def choices(state: ShanghaiState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    if state.phase == ACT:
        return discards_of(state, return_taken=True)
    first: Action = Pass() if state.phase == BUY else Take("pool")
    return (first, Take("discards")) if state.discards else (first,)


def broken_rule(state: ShanghaiState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and may_lay(state):
        return broken_by_lay(state, action)
    if isinstance(action, Lay) and state.phase == ACT:
        return "cards are laid off in a later turn than the contract"
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        return f"the hand does not have {action.tile}"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: ShanghaiState, action: Action) -> ShanghaiState:
    """Return the position after a legal action."""
    if isinstance(action, Discard):
        after = discarded(state, action.tile)
        return _next_turn(after) if after.hand else after.out()
    if isinstance(action, Lay):
        return _laid(state, action)
    if state.phase == BUY:
        return _asked_next(state) if isinstance(action, Pass) else _bought(state)
    if action == Take("discards"):
        return taken_from(state, Take("discards"))
    after, asked = _buyers(state)
    return _asked_next(replace(after, asked=asked, on_turn=state.seat))


def fail(state: ShanghaiState, action: Fail) -> ShanghaiState:
    """Return the position after an illegal action, which is refused: another one must follow."""
    return state


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: no discard is taken to be laid at once."""
    return ()


def winners(state: ShanghaiState) -> tuple[int, ...]:
    """Return who has gone out, if somebody has."""
    return (state.seat,) if state.ended == "out" else ()


def scores(state: ShanghaiState) -> tuple[Fraction, ...]:
    """Return the points against each seat; a bonus is below 0.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai").with_rules(players=3)
    >>> start = begin(shanghai, shanghai.deal_table(seed=1), make_seed(1))
    >>> hands = tuple(map(shanghai.parse, ("", "2C 9D TS QH AS X", "3C")))
    >>> over = replace(start, hands=hands, seat=0, ended="out", lays_contract=True)
    >>> [int(score) for score in scores(over)]
    [-50, 71, 3]
    """
    points = list(map(Fraction, rack_points(state)))
    if state.ended == "out" and state.lays_contract:
        rule = "one_turn_bonus" if state.with_joker else "one_turn_no_joker_bonus"
        points[state.seat] -= int(str(state.variant.rule(rule)))
    return tuple(points)


def next_starter(last: Record) -> int:
    """Return who starts the next round: the deal passes to the left."""
    return (last.deal.starter + 1) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether all rounds were played."""
    contracts = variant.rule("contracts")
    assert isinstance(contracts, tuple)
    return len(deals) >= len(contracts)


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return the points against each seat in all rounds."""
    seats = range(len(deals[-1].scores))
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in seats)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has fewest points after all rounds."""
    over = match_is_over(variant, deals)
    return best_of(match_totals(variant, deals)) if over else ()


def most_buys(variant: Variant, round_: int) -> int:
    """Return how often a player may buy in a round.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai").with_rules(max_buys={1: 3, 9: 4})
    >>> [most_buys(shanghai, round_) for round_ in (1, 8, 9, 10)]
    [3, 3, 4, 4]
    """
    buys = variant.rule("max_buys")
    if isinstance(buys, Mapping):
        usual = variant.game.rules["max_buys"].default
        buys = next(
            (buys[number] for number in sorted(buys, reverse=True) if number <= round_), usual
        )
    return int(str(buys))


def _buyers(state: ShanghaiState) -> tuple[ShanghaiState, tuple[int, ...]]:
    """Return who is asked whether to buy the discard, in that order."""
    variant, players = state.variant, state.players
    most = most_buys(variant, state.round)
    first = state.turn == 0 and not variant.rule("first_upcard_buyable")
    seats = [(state.seat + n) % players for n in range(1, players)]
    seats = [seat for seat in seats if state.buys[seat] < most and state.discards and not first]
    priority = variant.rule("buy_priority")
    if priority == "left_of_dealer":
        seats.sort(key=lambda seat: (seat - state.starter) % players)
    elif priority == "first_to_call" and len(seats) > 1:
        order = state.seed.child(state.shuffles).generator().permutation(len(seats))
        state = replace(state, shuffles=state.shuffles + 1)
        seats = [seats[int(place)] for place in order]
    return state, tuple(seats)


def _asked_next(state: ShanghaiState) -> ShanghaiState:
    """Return the position in which the next one is asked, or the player on turn has drawn."""
    if state.asked:
        return replace(state, phase=BUY, seat=state.asked[0], asked=state.asked[1:])
    after = _refilled(replace(state, seat=state.on_turn))
    return replace(after, turn=after.turn + 1) if after.ended else taken_from(after, Take("pool"))


def _bought(state: ShanghaiState) -> ShanghaiState:
    """Return the position after the discard was bought: with cards from the stock."""
    seat = state.seat
    after = taken_from(state, Take("discards"))
    for _ in range(int(str(state.variant.rule("buy_cost_cards")))):
        after = _refilled(after)
        if not after.ended:
            after = after.draw(1)[0]
    buys = tuple(count + (who == seat) for who, count in enumerate(state.buys))
    # What the buyer drew is no business of the player on turn.
    return _asked_next(replace(after, buys=buys, taken=(), source="", asked=()))


def _refilled(state: ShanghaiState) -> ShanghaiState:
    """Return the position with a stock to draw from; without one the round is over."""
    if state.pool or state.ended:
        return state
    after = recycled(state)
    if not after.pool or state.idle:
        return replace(state, ended="blocked")
    return replace(after, idle=True)


def _laid(state: ShanghaiState, lay: Lay) -> ShanghaiState:
    variant, opens = state.variant, not state.has_opened
    played = with_table_tiles(lay, variant).played
    after = replace(without_shown(laid(state, lay), played), idle=False, laid=True)
    if opens or state.lays_contract:
        held = state.hand if variant.rule("no_joker_bonus_scope") == "hand" else played
        real, rules = Counter(played.without_jokers()), rearranging(variant)
        ways = stayed(state.table.melds, list(lay.table.melds), real, variant, rules)
        _, picked_up = next(ways)
        joker = state.with_joker or held.jokers > 0 or picked_up > 0
        after = replace(after, lays_contract=True, with_joker=joker)
    return after if after.hand else after.out()


def _next_turn(state: ShanghaiState) -> ShanghaiState:
    after = replace(turn_over(state), lays_contract=False, with_joker=False)
    return _refilled(after)

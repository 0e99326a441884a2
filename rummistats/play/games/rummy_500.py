"""Rummy 500. Source: ``rules/rummy-500.md``.

A turn takes the next card of the stock, the newest discard, or a deeper one with all that lie
above it, which is a pull: the deepest card taken is laid at once, perhaps with the others.

What the rule file leaves open: whoever has to take the whole pile lays its oldest card at once,
unless it has but one card. A card that was taken may be discarded in the same turn. The winner
of a hand is who scores most in it. A hand in which the players only take each other's discards
for ever ends like one without a stock. If somebody must open by points, as a house rule has it, the
opening may be laid with a pull.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
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
    row_taken,
    taken_from,
    turn_over,
    without_shown,
)
from rummistats.play.fitting import laid_off, melds_with
from rummistats.play.gains import Best
from rummistats.play.laid_points import credited
from rummistats.play.laying import (
    broken_by_lay,
    laid,
    must_keep_one,
    one_kept,
    with_table_tiles,
)
from rummistats.play.scoring import best_of, rack_points
from rummistats.play.state import View, view_of
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "TAKE",
    "Rummy500State",
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


@dataclass(frozen=True)
class Rummy500State(TurnState):
    """A position of Rummy 500.

    Parameters
    ----------
    laid_points : tuple of int
        What the cards count that each player has laid, by seat.
    """

    laid_points: tuple[int, ...] = ()


def begin(variant: Variant, deal: Deal, seed: Seed) -> Rummy500State:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If a hand is opened with pairs, which can't be played.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> start = begin(rummy, rummy.deal_table(seed=1), make_seed(1))
    >>> [str(choice) for choice in choices(start)], may_lay(start)
    (['take from the pool', 'take from the discards'], False)
    """
    if variant.open_pairs is not None:
        raise VariantError(
            f"open_pairs={variant.open_pairs}: Rummy 500 can't be played out with pairs"
        )
    start = begin_turns(variant, deal, seed, Rummy500State)
    return replace(start, laid_points=(0,) * start.players)


def may_lay(state: Rummy500State) -> bool:
    """Return whether cards may be laid now."""
    return state.phase == ACT


def choices(state: Rummy500State) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing, and a pull for each card that can be pulled.

    A pull may lay other cards as well.
    """
    return _plain_choices(state) if state.phase == ACT else (*_plain_choices(state), *_pulls(state))


def broken_rule(state: Rummy500State, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and state.phase == ACT:
        return broken_by_lay(state, action)
    if isinstance(action, Pull) and state.phase == TAKE:
        return _broken_by_pull(state, action)
    if action in _plain_choices(state):
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        return f"the hand does not have {action.tile}"
    if action == Take("discards") and state.phase == TAKE:
        return "the card that is taken from the discards has to be laid at once: it is pulled"
    return out_of_phase(action, choices(state), may_lay(state))


def apply(state: Rummy500State, action: Action) -> Rummy500State:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return taken_from(state, action)
    if isinstance(action, Pull):
        return _laid(row_taken(state, action.place), action.lay)
    if isinstance(action, Lay):
        return _laid(state, action)
    if isinstance(action, Discard):
        after = discarded(state, action.tile)
        return turn_over(after) if after.hand else after.out()
    return replace(state, ended="blocked", turn=state.turn + 1)


def fail(state: Rummy500State, action: Fail) -> Rummy500State:
    """Return the position after an illegal action, which is refused: another one must follow."""
    return state


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return the best play with each card that can be pulled.

    Examples
    --------
    >>> from rummistats.play.discarding import begin_turns
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.tiles import Tile
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> start = begin(rummy, rummy.deal_table(seed=1), make_seed(1))
    >>> pile = tuple(Tile.parse(card) for card in ("3C", "8D", "JH", "5S"))
    >>> start = replace(start, discards=pile).with_hand(rummy.parse("8S 8H 2D"))
    >>> print(*find_pulls(view_of(start)))
    pull 2, lay 8S 8H 8D: {8S 8H 8D}
    """
    tiles = view.hand.tile_set
    found = []
    for place in _depths(view) if view.phase == TAKE else ():
        row, key = view.discards[place:], tiles.hand(view.discards[place : place + 1])
        with_row = replace(view, hand=view.hand + tiles.hand(row[1:]))
        play = with_row.best_play(best, must=key)
        lay = Lay(play.table, play.played)
        if play and not len(play.left) and must_keep_one(with_row, lay):
            play = max(one_kept(with_row, best, key), key=lambda each: len(each.played))
            lay = Lay(play.table, play.played)
        if play:
            found.append(Pull(place, lay, len(row)))
    return tuple(found)


def winners(state: Rummy500State) -> tuple[int, ...]:
    """Return who has scored most."""
    return best_of([-score for score in scores(state)])


def scores(state: Rummy500State) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal: what it has laid, less what it has left.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500").with_rules(players=2)
    >>> start = begin(rummy, rummy.deal_table(seed=1), make_seed(1))
    >>> over = replace(start, hands=(rummy.parse("9D AS"), rummy.parse("")), laid_points=(60, 0))
    >>> [int(score) for score in scores(over)]
    [36, 0]
    """
    left = rack_points(state)
    return tuple(Fraction(state.laid_points[seat] - left[seat]) for seat in range(state.players))


def next_starter(last: Record) -> int:
    """Return who starts the next deal: the deal passes to the left."""
    return (last.deal.starter + 1) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether somebody has reached the target."""
    return max(match_totals(variant, deals)) >= int(str(variant.rule("target")))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return what each seat has scored in all deals."""
    seats = range(len(deals[-1].scores))
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in seats)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has most points, if that is the target or more."""
    if not match_is_over(variant, deals):
        return ()
    return best_of([-total for total in match_totals(variant, deals)])


def _plain_choices(state: Rummy500State) -> tuple[Action, ...]:
    """Return the legal actions but for pulls."""
    if state.phase == ACT:
        return discards_of(state, return_taken=True)
    first: Action = Take("pool") if state.pool else Pass()
    return (first, Take("discards")) if _is_free(state, len(state.discards) - 1) else (first,)


def _is_free(position: Rummy500State | View, place: int) -> bool:
    """Return whether a discard may be taken and kept: the newest one, alone."""
    newest = place >= 0 and place == len(position.discards) - 1
    whole = position.variant.rule("take_whole_pile") and place > 0
    return newest and not whole and bool(position.variant.rule("top_card_free"))


def _depths(position: Rummy500State | View) -> list[int]:
    """Return the places of the discards that may be pulled, the newest first."""
    whole = position.variant.rule("take_whole_pile")
    places = range(min(1, len(position.discards)) if whole else len(position.discards))
    return [place for place in reversed(places) if not _is_free(position, place)]


def _pulls(state: Rummy500State) -> Iterator[Pull]:
    """Yield a pull for each card that can be pulled, with which little is laid."""
    variant, tiles = state.variant, state.hand.tile_set
    if not state.has_opened:
        yield from find_pulls(view_of(state))
        return
    keeps = bool(variant.rule("going_out_discard"))
    hand, depths = state.hand, _depths(state)
    # The hand grows by the cards above the one that is pulled.
    for place in reversed(range(len(state.discards))):
        key = state.discards[place]
        one = tiles.hand([key])
        if place in depths:
            lays = (Lay(table, one) for table in laid_off(key, state.table, variant))
            news = (
                Lay(state.table + Table((meld,)), tiles.hand(meld.tiles))
                for meld in melds_with(key, hand, variant)
            )
            most = len(hand) if keeps else len(hand) + 1
            lay = next((lay for lay in chain(lays, news) if len(lay.played) <= most), None)
            if lay is not None:
                yield Pull(place, lay, len(state.discards) - place)
        hand = hand + one


def _broken_by_pull(state: Rummy500State, pull: Pull) -> str:
    variant, pile = state.variant, state.discards
    if not 0 <= pull.place < len(pile):
        return f"there are {len(pile)} discards"
    if pull.place and variant.rule("take_whole_pile"):
        return "who takes from the pile takes all of it"
    if pull.taken != len(pile) - pull.place:
        return "a card is taken with all that lie above it, and no others"
    tiles, row = state.hand.tile_set, pile[pull.place :]
    with_row = state.with_hand(state.hand + tiles.hand(row[1:]))
    return broken_by_lay(with_row, pull.lay, key=tiles.hand(row[:1]))


def _laid(state: Rummy500State, lay: Lay) -> Rummy500State:
    """Return the position after cards were laid, which count for who lays them."""
    variant = state.variant
    after = without_shown(laid(state, lay), with_table_tiles(lay, variant).played)
    more = sum(map(variant.score_value, after.table)) - sum(map(variant.score_value, state.table))
    points = credited(state.laid_points, state.seat, more)
    after = replace(after, laid_points=points, laid=True)
    return after if after.hand else after.out()

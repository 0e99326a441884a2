"""Before the first turn of Romanian tile rummy: doublas are exchanged, the twin is announced.

Two equal numbered tiles on a rack are a doubla. Every player in turn offers one or passes; the
others are asked one after the other whether they have one, too, and want to swap; then both go to
the other rack face down. Of both all that is said is whether they are ones, low or high, which is
in the name of the phase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from rummistats.play.actions import Action, Offer, Pass, Redeal
from rummistats.play.discarding import ACT, TurnState
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "AGREE",
    "ANSWER",
    "MOST_OFFERS",
    "OFFER",
    "REDEAL",
    "DoublaState",
    "before_play",
    "doubla_action",
    "doubla_choices",
    "doublas",
    "is_before_play",
    "kind_of_doubla",
]

REDEAL, OFFER, ANSWER, AGREE = "redeal", "doubla", "answer", "agree"
"""The phases: a player with three doublas may ask for a new deal; a player offers a doubla;
another one answers; the first one agrees. The names of the last two go on with the kind of the
other player's doubla."""

MOST_OFFERS = 7
"""How many doublas each player may offer."""

AnyState = TypeVar("AnyState", bound="DoublaState")


@dataclass(frozen=True)
class DoublaState(TurnState):
    """A position of a game in which doublas may be exchanged.

    Parameters
    ----------
    starter : int
        Who has the first turn.
    first_turn : int
        How many turns were finished before that; one for each new deal that was asked for.
    twins : tuple of int
        Who was dealt another copy of the tile that lies face up.
    offers : int
        How many doublas the player has offered.
    refused : tuple of Tile
        Of the doublas that nobody wanted to have, which the player does not offer again.
    offered : Tile, optional
        Of the doubla that is offered.
    offered_by : int
        By whom.
    answered : Tile, optional
        Of the doubla that was offered in return.
    answered_by : int
        By whom.
    """

    starter: int = 0
    first_turn: int = 0
    twins: tuple[int, ...] = ()
    offers: int = 0
    refused: tuple[Tile, ...] = ()
    offered: Tile | None = None
    offered_by: int = 0
    answered: Tile | None = None
    answered_by: int = 0


def doublas(hand: Hand, variant: Variant) -> tuple[Tile, ...]:
    """Return the tiles of which a hand has two.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian")
    >>> print(*doublas(romanian.parse("R5 R5 B1 B1 K9 J J"), romanian))
    R5 B1
    """
    jokers = bool(variant.rule("joker_doubla"))
    tiles = dict.fromkeys(hand)
    return tuple(t for t in tiles if hand.count(t) >= 2 and (jokers or not t.is_joker))


def kind_of_doubla(tile: Tile, variant: Variant) -> str:
    """Return all that is said of a doubla.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian")
    >>> [kind_of_doubla(Tile("R", number), romanian) for number in (1, 2, 9, 10)]
    ['ones', 'low', 'low', 'high']
    """
    if tile.is_joker:
        return "jokers"
    if tile.number == 1:
        return "ones"
    return "high" if tile.number >= int(str(variant.rule("doubla_high_from"))) else "low"


def is_before_play(state: DoublaState) -> bool:
    """Return whether the first turn has not begun yet."""
    return state.phase.split()[0] in (REDEAL, OFFER, ANSWER, AGREE)


def before_play(start: AnyState) -> AnyState:
    """Return the position after a deal, in which somebody may have something to say first."""
    twin = start.face_up
    twins = tuple(
        seat for seat, hand in enumerate(start.hands) if twin is not None and twin in hand
    )
    start = replace(start, starter=start.seat, twins=twins, first_turn=start.turn)
    if start.variant.rule("twin_before_exchange"):
        start = _announced(start)
    if start.variant.rule("redeal_on_three_doublas") and any(map(_has_three, _all(start))):
        return replace(start, phase=REDEAL)
    return _to_offer(start)


def doubla_choices(state: DoublaState) -> tuple[Action, ...]:
    """Return what may be done before the first turn."""
    if state.phase == REDEAL:
        own = doublas(state.hand, state.variant)
        return (Pass(), Redeal()) if _has_three(own) else (Pass(),)
    if state.phase.startswith(AGREE):
        assert state.offered is not None
        return (Pass(), Offer(state.offered))
    refused = state.refused if state.phase == OFFER else ()
    own = doublas(state.hand, state.variant)
    return (Pass(), *(Offer(tile) for tile in own if tile not in refused))


def doubla_action(state: AnyState, action: Action) -> AnyState:
    """Return the position after what was done before the first turn."""
    step, players = state.step, state.players
    following = (state.seat + step) % players
    if isinstance(action, Redeal):
        return _dealt_again(state)
    if state.phase == REDEAL:
        return _to_offer(state) if following == state.starter else replace(state, seat=following)
    if state.phase == OFFER:
        if isinstance(action, Offer):
            now = replace(state, offered=action.tile, offered_by=state.seat)
            return _to_answer(replace(now, offers=state.offers + 1), following)
        return _next_offer(state, following)
    if state.phase.startswith(ANSWER):
        if isinstance(action, Offer):
            kind = kind_of_doubla(action.tile, state.variant)
            now = replace(state, answered=action.tile, answered_by=state.seat)
            return replace(now, seat=state.offered_by, phase=f"{AGREE} {kind}")
        return _to_answer(state, following)
    if isinstance(action, Offer):
        return _offer_again(_swapped(state))
    return _to_answer(state, (state.answered_by + step) % players)


def _announced(state: AnyState) -> AnyState:
    """Return the position after the twins of the tile that lies face up were announced."""
    if state.face_up is None:
        return state
    one = state.hand.tile_set.hand([state.face_up])
    shown = tuple(
        hand + one if seat in state.twins else hand for seat, hand in enumerate(state.shown)
    )
    return replace(state, shown=shown)


def _all(state: DoublaState) -> list[tuple[Tile, ...]]:
    """Return the doublas of each seat."""
    return [doublas(hand, state.variant) for hand in state.hands]


def _has_three(own: tuple[Tile, ...]) -> bool:
    return len(own) >= 3


def _to_offer(state: AnyState) -> AnyState:
    """Return the position in which the exchange begins, or the first turn without one.

    The starter is asked first, doubla or not, since it is the starter's turn that begins.
    """
    two = sum(bool(own) for own in _all(state)) >= 2
    if not (state.variant.rule("doubla_exchange") and two):
        return _first_turn(state)
    return replace(state, seat=state.starter, phase=OFFER, offers=0, refused=())


def _offering(state: AnyState, first: int) -> AnyState:
    """Return the position in which the first one from a seat on who has a doubla may offer it."""
    seat = first
    while not doublas(state.hands[seat], state.variant):
        seat = (seat + state.step) % state.players
        if seat == state.starter:
            return _first_turn(state)
    return replace(state, seat=seat, phase=OFFER, offered=None, answered=None)


def _next_offer(state: AnyState, following: int) -> AnyState:
    state = replace(state, offers=0, refused=())
    return _first_turn(state) if following == state.starter else _offering(state, following)


def _offer_again(state: AnyState) -> AnyState:
    """Return the position in which the same player may offer once more."""
    seat = state.offered_by
    if state.offers < MOST_OFFERS and doublas(state.hands[seat], state.variant):
        return replace(state, seat=seat, phase=OFFER, offered=None, answered=None)
    return _next_offer(state, (seat + state.step) % state.players)


def _to_answer(state: AnyState, first: int) -> AnyState:
    """Return the position in which the next one who has a doubla is asked; nobody may be left."""
    assert state.offered is not None
    seat = first
    while seat != state.offered_by:
        if doublas(state.hands[seat], state.variant):
            kind = kind_of_doubla(state.offered, state.variant)
            return replace(state, seat=seat, phase=f"{ANSWER} {kind}", answered=None)
        seat = (seat + state.step) % state.players
    return _offer_again(replace(state, refused=(*state.refused, state.offered)))


def _swapped(state: AnyState) -> AnyState:
    """Return the position after two doublas were exchanged."""
    assert state.offered is not None
    assert state.answered is not None
    tiles = state.hand.tile_set
    given, got = tiles.hand([state.offered] * 2), tiles.hand([state.answered] * 2)
    change = {state.offered_by: (given, got), state.answered_by: (got, given)}
    hands = tuple(
        hand - change[seat][0] + change[seat][1] if seat in change else hand
        for seat, hand in enumerate(state.hands)
    )
    # What was announced may have left the rack, and nobody has seen where to.
    shown = tuple(
        shown - (shown & change[seat][0]) if seat in change else shown
        for seat, shown in enumerate(state.shown)
    )
    return replace(state, hands=hands, shown=shown)


def _first_turn(state: AnyState) -> AnyState:
    if not state.variant.rule("twin_before_exchange"):
        twins = tuple(seat for seat in state.twins if state.face_up in state.hands[seat])
        state = _announced(replace(state, twins=twins))
    return replace(state, seat=state.starter, phase=ACT, offered=None, answered=None)


def _dealt_again(state: AnyState) -> AnyState:
    """Return the position after a new deal by the same dealer."""
    every = tuple(state.all_tiles())
    after, order = state.shuffled(every)
    variant, tiles = state.variant, state.hand.tile_set
    redraws = variant.rule("exposed_joker") == "redraw"
    aside = next(place for place, tile in enumerate(order) if tile.number or not redraws)
    face_up, rest = order[aside], (*order[:aside], *order[aside + 1 :])
    size = variant.hand_size
    hands = tuple(
        tiles.hand(rest[seat * size : (seat + 1) * size]) for seat in range(state.players)
    )
    pool = rest[size * state.players :]
    nothing = (tiles.hand(),) * state.players
    after = replace(after, hands=hands, pool=pool, face_up=face_up, shown=nothing)
    after = replace(after, seat=state.starter, turn=state.turn + 1)
    return before_play(replace(after.draw(1)[0], taken=()))

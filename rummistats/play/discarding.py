"""Turns of draw and discard: what is the same in all games that have them.

How a game of this kind is written
----------------------------------
A game is one module of `rummistats.play.games` with the functions of
`rummistats.play.games.Game`, and a line in `rummistats.play.games.finding.PLAYED`. Most of it is
there already:

Actions (`rummistats.play.actions`)
    ``Take("pool")``, ``Take("discards")`` (the newest), ``Take("face_up")`` (the trump or exposed
    tile, for a win); ``Pull`` for a deeper discard that must be laid at once, the newer ones
    coming to the rack; ``Lay`` for everything that is laid: new melds, tiles laid off, jokers
    exchanged, since it says the whole new table; ``Discard``; ``Knock`` for whoever shows the
    rack and puts a tile face down; ``Pass``. Buying is a ``Take("discards")`` or ``Pass`` in a
    phase of its own in which another seat is asked, with no new turn.
Position (`rummistats.play.state.State`)
    ``discards`` are all discards that can be told apart, the oldest first, so that the newest is
    the previous player's also where each player has a pile; a game that covers them moves them to
    ``remembered``. ``face_up`` lies beside the pool, ``shown`` is what everybody has seen of the
    racks, ``claims`` are melds that only their owner may touch. What only one game has is a field
    of its own subclass of `TurnState`.
Phases
    `TAKE`, then `ACT`: tiles are laid, as often as one likes, and a discard ends the turn. Other
    phases have names of their own.
Laying
    `rummistats.play.rearranging.rearranging` says what may be done with the table: a game in which
    it is only extended is listed in ``EXTENDED`` there, with what becomes of its jokers, and then
    `rummistats.play.laying.broken_by_lay`, `rummistats.solve_table`, ``view.best_play`` and the
    strategies know it. Adding to melds laid in the same turn is the same as laying longer ones, so
    an opening turn with "own_only" is one without ``layoff``. A tile that must be used is the
    ``key`` of ``broken_by_lay`` and the ``must`` of ``best_play``;
    `rummistats.play.extending.added_melds` tells new melds from those that were there.
Contracts
    A game whose openings go by rounds puts the round's into ``contract`` of its first position:
    `rummistats.play.fulfilling` then judges what is laid first, and ``view.best_play`` finds it.
    A deal says its round, which `rummistats.play.play` is given.
Going on for ever
    `turn_over` ends a deal in which the players only take each other's discards.
Players
    What the named strategies do in one game only is a module of `rummistats.play.players`.
Matches
    `rummistats.play.match` asks a game's module for ``next_starter``, ``match_is_over``,
    ``match_totals`` and ``match_winners`` if it has them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Self, TypeVar

from rummistats.dealing import Deal
from rummistats.play.actions import Discard, Take
from rummistats.play.state import State, begin_deal
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "ACT",
    "CIRCLES",
    "TAKE",
    "TurnState",
    "begin_turns",
    "discarded",
    "discards_of",
    "recycled",
    "row_taken",
    "taken_from",
    "turn_over",
    "without_shown",
]

TAKE, ACT = "take", "act"
"""The phases of a turn: a tile is taken; then tiles are laid and one is discarded."""

CIRCLES = 20
"""So often a deal goes round the table with nothing but discards taken, before it is blocked."""

AnyState = TypeVar("AnyState", bound="TurnState")


@dataclass(frozen=True)
class TurnState(State):
    """A position of a game of draw and discard.

    Parameters
    ----------
    source : str
        From where the player took a tile in this turn: "pool", "discards", "face_up", or nothing.
    face_down : tuple of Tile
        What was put face down to end the deal.
    laid : bool
        Whether tiles were laid in this turn, where a game can go on for ever without that.
    """

    source: str = ""
    face_down: tuple[Tile, ...] = ()
    laid: bool = False

    def next_turn(self, passed: bool = False, phase: str = TAKE) -> Self:
        """Return the position in which it is the next player's turn."""
        return replace(super().next_turn(passed, phase), source="", laid=False)

    def all_tiles(self) -> Hand:
        """Return all tiles that there are; they are the same in every position of a deal."""
        tiles = super().all_tiles()
        return tiles + tiles.tile_set.hand(self.face_down)


def begin_turns(variant: Variant, deal: Deal, seed: Seed, kind: type[AnyState]) -> AnyState:
    """Return the position after a deal: the starter takes a tile.

    The tile that lies face up is the first discard; a game in which it is something else puts it
    where it belongs.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> start = begin_turns(gin, gin.deal_table(seed=1), make_seed(1), TurnState)
    >>> start.phase, len(start.discards), len(start.pool)
    ('take', 1, 31)
    """
    base = begin_deal(variant, deal, seed)
    nothing = variant.table_set.hand()
    start = kind(**{each.name: getattr(base, each.name) for each in fields(base)})
    return replace(
        start,
        phase=TAKE,
        discards=() if deal.face_up is None else (deal.face_up,),
        shown=(nothing,) * start.players,
    )


def taken_from(state: AnyState, take: Take, phase: str = ACT) -> AnyState:
    """Return the position after one tile was taken, which everybody has seen unless face down.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> start = begin_turns(gin, gin.deal_table(seed=1), make_seed(1), TurnState)
    >>> after = taken_from(start, Take("discards"))
    >>> len(after.hand), after.discards, after.shown[after.seat] == gin.table_set.hand(after.taken)
    (11, (), True)
    """
    if take.place == "pool":
        return replace(state.draw(1)[0], phase=phase, source="pool")
    if take.place == "discards":
        return row_taken(state, len(state.discards) - 1, phase)
    tile, state = state.face_up, replace(state, face_up=None)
    assert tile is not None
    one = state.hand.tile_set.hand([tile])
    shown = _changed(state.shown, state.seat, state.shown[state.seat] + one)
    after = replace(state.with_hand(state.hand + one), shown=shown, phase=phase)
    return replace(after, taken=(*state.taken, tile), source=take.place)


def row_taken(state: AnyState, place: int, phase: str = ACT) -> AnyState:
    """Return the position after a discard was taken with all newer ones, seen by everybody.

    Parameters
    ----------
    state : TurnState
        The position.
    place : int
        Of the deepest discard that is taken, 0 for the oldest.
    phase : str
        What comes then.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> start = begin_turns(rummy, rummy.deal_table(seed=1), make_seed(1), TurnState)
    >>> pile = tuple(Tile.parse(card) for card in ("3C", "8D", "JH", "5S"))
    >>> after = row_taken(replace(start, discards=pile), 1)
    >>> " ".join(map(str, after.taken)), " ".join(map(str, after.discards))
    ('8D JH 5S', '3C')
    """
    row, left = state.discards[place:], state.discards[:place]
    tiles = state.hand.tile_set.hand(row)
    shown = _changed(state.shown, state.seat, state.shown[state.seat] + tiles)
    after = replace(state.with_hand(state.hand + tiles), shown=shown, phase=phase)
    return replace(after, discards=left, taken=(*state.taken, *row), source="discards")


def discards_of(state: TurnState, *, return_taken: bool = False) -> tuple[Discard, ...]:
    """Return the discards that are possible: any tile, but not what came from the discards.

    Of two equal tiles the one that was there before may be discarded.

    Parameters
    ----------
    state : TurnState
        The position.
    return_taken : bool
        Whether a tile that was taken from the discards may be put back.
    """
    tiles = dict.fromkeys(state.hand)
    if state.source == "discards" and not return_taken and state.hand.count(state.taken[-1]) == 1:
        del tiles[state.taken[-1]]
    return tuple(map(Discard, tiles))


def discarded(state: AnyState, tile: Tile) -> AnyState:
    """Return the position after a tile was put face up; the turn has not ended yet.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> start = begin_turns(gin, gin.deal_table(seed=1), make_seed(1), TurnState)
    >>> after = discarded(start, next(iter(start.hand)))
    >>> len(after.hand), len(after.discards)
    (9, 2)
    """
    one = state.hand.tile_set.hand([tile])
    after = replace(state.with_hand(state.hand - one), discards=(*state.discards, tile))
    return without_shown(after, one)


def without_shown(state: AnyState, tiles: Hand) -> AnyState:
    """Return the position in which tiles that left a rack are not known to be there any more.

    Of two equal tiles the one that was seen counts as the one that left.
    """
    shown = state.shown[state.seat]
    return replace(state, shown=_changed(state.shown, state.seat, shown - (shown & tiles)))


def turn_over(state: AnyState) -> AnyState:
    """Return the next turn, unless the players only take each other's discards for ever.

    The deal is blocked when nothing was laid or drawn from the pool in `CIRCLES` times round the
    table.
    """
    after = state.next_turn(passed=state.source == "discards" and not state.laid)
    return replace(after, ended="blocked") if after.passes >= CIRCLES * after.players else after


def recycled(state: AnyState, keep: int = 1) -> AnyState:
    """Return the position with the discards shuffled into an empty pool, but for the newest ones.

    Parameters
    ----------
    state : TurnState
        The position.
    keep : int
        How many of the newest discards stay.
    """
    old = state.discards[: len(state.discards) - keep]
    if state.pool or not old:
        return state
    after, pool = state.shuffled(old)
    return replace(after, pool=pool, discards=state.discards[len(old) :])


def _changed(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])

"""A deal told so that it can be followed: what lies there at first, where each tile comes from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.dealing import Context
from rummistats.play.actions import Action, Discard, Fail, Knock, Lay, Pull, Redeal, Show
from rummistats.play.discarding import TurnState
from rummistats.play.games import find_game
from rummistats.play.state import State, View
from rummistats.tiles import Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Turn

__all__ = ["Move", "dealt_anew", "in_game_words", "known_to_all", "moves_of", "what_counts"]

# What is quoted was typed, and stays as it is.
_QUOTED = re.compile(r"('[^']*')")
# So does what looks like a tile, and is none of the game.
_SAID = re.compile(r"\bon (?:the|your) rack\b|\brack|(?<!like a )\btile", re.IGNORECASE)
_FOR_CARDS = {
    "on the rack": "in the hand",
    "on your rack": "in your hand",
    "rack": "hand",
    "tile": "card",
}


@dataclass(frozen=True)
class Move:
    """Tiles that go from one place to another.

    Parameters
    ----------
    seat : int
        The player's.
    kind : str
        What happens to them: "draws", "takes" from what lies face up, "pulls", which means a tile
        to be laid at once, "gets" from what was pulled with it, from the table or from another
        player, "lays", "discards", "knocks" (with a tile face down, or without one), "shows",
        "gives" what is no longer on the rack; and with no tiles "fails" and "redeals".
    tiles : tuple of Tile
        The tiles.
    place : str
        From where the tiles come that a player gets: "pile", "table", "player".
    reason : str
        Of a failed play.
    """

    seat: int
    kind: str
    tiles: tuple[Tile, ...] = ()
    place: str = ""
    reason: str = ""


def in_game_words(text: str, variant: Variant) -> str:
    """Return a text about tiles and racks in the words of a game: cards are held in the hand.

    Parameters
    ----------
    text : str
        The text; what is quoted in it stays as it is.
    variant : Variant
        The game.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> in_game_words("the rack does not have these 2 tiles", find_variant("gin"))
    'the hand does not have these 2 cards'
    >>> in_game_words("5 tiles on the rack", find_variant("sabra"))
    '5 tiles on the rack'
    """
    if not variant.game.cards:
        return text
    parts = _QUOTED.split(text)
    parts[::2] = [_SAID.sub(_for_cards, part) for part in parts[::2]]
    return "".join(parts)


def _for_cards(said: re.Match[str]) -> str:
    words = _FOR_CARDS[said[0].lower()]
    return words.capitalize() if said[0][0].isupper() else words


def what_counts(position: State | View, round: int | None = None) -> list[str]:
    """Return in words which contract a deal has and which tiles are wild, where that differs.

    Parameters
    ----------
    position : State or View
        The position.
    round : int, optional
        The round, if it is to be told with its contract.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> for name in ("okey", "shanghai"):
    ...     print(*what_counts(play(find_variant(name), "greedy", seed=3).turns[0].before))
    Indicator K7: K8 is wild, written J; a false joker F counts as K8 and is written K8
    Contract: 2 groups of 3
    """
    variant, face_up, lines = position.variant, position.face_up, []
    if position.contract is not None:
        what = "Contract" if round is None else f"Contract of round {round}"
        lines.append(f"{what}: {position.contract}")
    if face_up is not None and variant.game.indicator:
        context = Context(indicator=face_up)
        played = {tile: variant.played_as(tile, context) for tile in variant.tile_set.tiles}
        wild = [str(tile) for tile, as_played in played.items() if as_played.is_joker]
        line = f"Indicator {face_up}: {' and '.join(wild)} is wild, written J"
        for tile, as_played in played.items():
            if tile.is_false_joker:
                line += f"; a false joker F counts as {as_played} and is written {as_played}"
        lines.append(line)
    return lines


def known_to_all(position: State, round: int) -> list[str]:
    """Return in words all that is known at the beginning and is on no rack.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> print(*known_to_all(play(find_variant("gin"), "greedy", seed=3).turns[0].before, 1))
    Face up: 7D
    """
    lines = what_counts(position, round)
    if position.face_up is not None and not position.variant.game.indicator:
        lines.append(f"Face up beside the pool: {position.face_up}")
    if position.discards:
        lines.append(f"Face up: {' '.join(map(str, position.discards))}")
    return lines


def dealt_anew(turn: Turn, seen_by: int | None = None) -> list[str]:
    """Return what lies there after a new deal that was asked for; nothing after another turn.

    Parameters
    ----------
    turn : Turn
        The turn.
    seen_by : int, optional
        The only seat whose rack is told.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("romanian").with_rules(redeal_on_three_doublas=True)
    >>> for line in dealt_anew(play(game, "greedy", seed=2).turns[0], seen_by=3):
    ...     print(line)
    Face up beside the pool: R7
    Seat 4: R2 R3 R3 R11 B3 B8 B9 B12 K4 K5 K8 K9 K12 Y3 Y13
    """
    if Redeal() not in turn.actions:
        return []
    hands = enumerate(turn.after.hands)
    racks = [f"Seat {seat + 1}: {hand}" for seat, hand in hands if seen_by in (None, seat)]
    return [*known_to_all(turn.after, 1), *racks]


def moves_of(turn: Turn) -> list[Move]:
    """Return where all tiles went in a turn, in that order.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("okey-101"), "optimal", seed=3)
    >>> for move in moves_of(record.turns[4]):
    ...     print(move.kind, *move.tiles)
    draws K3
    lays K2 K3 K4
    discards R4
    """
    game, state = find_game(turn.before.variant), turn.before
    moves: list[Move] = []
    for action in turn.actions:
        after = game.fail(state, action) if isinstance(action, Fail) else game.apply(state, action)
        if isinstance(action, Redeal):
            moves.append(Move(state.seat, "redeals"))
        else:
            if isinstance(action, Fail):
                moves.append(Move(state.seat, "fails", reason=action.reason))
            moves += _moves(state, action, after)
        state = after
    return moves


def _moves(before: State, action: Action, after: State) -> Iterator[Move]:
    """Yield what an action has moved."""
    mover = before.seat
    lay = action.lay if isinstance(action, Pull | Knock) else action
    laid = tuple(lay.played) if isinstance(lay, Lay) else ()
    put = [action.tile] if isinstance(action, Discard | Knock) and action.tile is not None else []
    pile = Counter(before.discards) - Counter(after.discards)
    if before.face_up is not None and after.face_up is None:
        pile[before.face_up] += 1
    returned = Counter(before.table.tiles) + Counter(laid) - Counter(after.table.tiles)
    changed = [
        (Counter(new) - Counter(old), Counter(old) - Counter(new))
        for old, new in zip(before.hands, after.hands, strict=True)
    ]
    out = Counter(laid) + Counter(put)
    changed[mover] = (
        Counter(after.hands[mover]) + out - Counter(before.hands[mover]),
        Counter(before.hands[mover]) - out - Counter(after.hands[mover]),
    )
    # What one player gives another one does not come from the pool.
    given = sum((gone for _, gone in changed), Counter[Tile]())
    for seat in sorted(range(before.players), key=lambda seat: seat != mover):
        came, gone = changed[seat]
        # A failed play puts back what was taken for it, and a tile of the rack is discarded.
        lost = Counter[Tile]()
        if seat == mover and not given & came:
            lost = gone - (Counter(before.taken) if _may_return(before) else Counter())
        if back := gone - lost:
            yield Move(seat, "gives", tuple(back.elements()))
        if isinstance(action, Pull) and seat == mover:
            key = before.discards[action.place]
            yield Move(seat, "pulls", (key,))
            came = came - Counter([key])
        from_pile = came & pile
        from_table = (came - from_pile) & returned
        from_player = (came - from_pile - from_table) & given
        if from_pile:
            kind = "gets" if isinstance(action, Pull) else "takes"
            yield Move(seat, kind, tuple(from_pile.elements()), "pile")
        if from_player:
            yield Move(seat, "gets", tuple(from_player.elements()), "player")
        if drawn := came - from_pile - from_table - from_player:
            yield Move(seat, "draws", tuple(drawn.elements()))
        if seat == mover:
            if isinstance(action, Knock):
                yield Move(seat, "knocks", tuple(put))
            if laid:
                yield Move(seat, "lays", laid)
            if discards := put if isinstance(action, Discard) else list(lost.elements()):
                yield Move(seat, "discards", tuple(discards))
            if isinstance(action, Show):
                yield Move(seat, "shows", (action.tile,))
        if from_table:
            yield Move(seat, "gets", tuple(from_table.elements()), "table")


def _may_return(state: State) -> bool:
    """Return whether what was taken has a place to which it could go back."""
    return isinstance(state, TurnState) and state.source in ("discards", "face_up")

"""American Rummikub: every turn of a recorded deal judged by rules/american.md."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles.referee import trump
from tests.oracles.referee.position import (
    Line,
    Position,
    end_turn,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.sabra_scores import values
from tests.oracles.referee.sabra_scores import winners as lowest
from tests.oracles.referee.tiles import JOKER, Tiles, read_tile
from tests.oracles.referee.trump import (
    Turn,
    begin_turn,
    begin_with,
    discard,
    end_of_turn,
)

set_up = trump.set_up


def follow(position: Position, line: Line) -> None:
    """Follow a turn: take one tile, meld, discard one.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    rules = position.rules
    require_turn(position, line)
    turn = begin_turn(position)
    free = "no" if rules["closed_needs_opening"] else "any"
    last = begin_with(position, line, turn, may_take, free)
    position.melded[position.seat] += points_of(turn.played)
    if turn.source == "discards" and not turn.failed:
        assert last is not None
        tile = turn.tile
        assert tile is not None
        if rules["discard_must_be_used"]:
            require(turn.played[tile], f"{tile} was not used at once")
        if rules["no_redraw_discard"] and read_tile(last["discard"]) == tile:
            require(position.hand[tile] > 1, f"{tile} was taken in this turn")
    if last is not None:
        discard(position, last)
    if not position.hand:
        position.winner = position.seat
        position.used_trump = turn.source == "face_up"
        position.claim = "closed" if turn.closed else "open"
    require(position.winner is not None or not turn.must_win, "the trump is taken only to win")
    require_told(position, line, values(position)[position.seat])
    require(line["opened"] == position.opened[position.seat], "it is told wrongly who has opened")
    end_of_turn(position, turn, rules["exhaustion"] == "recycle", rules["trump_drawable"])
    end_turn(position)


def may_take(position: Position, turn: Turn, place: str) -> None:
    """Require that a tile may be taken from a place."""
    rules = position.rules
    if place == "discards":
        require(turn.was_open or rules["discard_for_opening"], "the discard is not for the opening")
    elif place == "face_up" and not (rules["trump_drawable"] and not len(position.pool)):
        turn.must_win = True
        may = turn.was_open or rules["trump_without_opening"]
        require(may, "the trump is only for who has opened")
    elif place == "pool":
        require(len(position.pool), "the pool is empty")


def points_of(tiles: Tiles) -> int:
    """Return the numbers of melded tiles, 50 for a joker."""
    return sum(50 if tile == JOKER else tile.number for tile in tiles.elements())


def winners(position: Position) -> list[int]:
    """Return who has won."""
    if position.winner is not None:
        return [position.winner]
    return [] if position.rules["scoring"] == "romanian" else lowest(position)


def scores(position: Position) -> list[Fraction]:
    """Return the scores by seat."""
    rules, h, won = position.rules, values(position), winners(position)
    seats = range(len(h))
    factor = 1
    if position.winner is not None:
        if position.used_trump:
            factor *= rules["trump_win_factor"]
        if position.row[-1] == JOKER:
            factor *= rules["joker_discard_factor"]
    if rules["scoring"] == "romanian":
        found = []
        for seat in seats:
            if seat in won:
                bonus = 200 if position.claim == "closed" else 100
                found.append(bonus + position.melded[seat])
            else:
                has = position.opened[seat]
                found.append(position.melded[seat] - h[seat] if has else -200)
        return [Fraction(factor * score) for score in found]
    common = 0
    if position.winner is None and rules["blocked_scoring"] == "difference":
        common = h[won[0]]
    lost = {seat: h[seat] - common for seat in seats if seat not in won}
    share = Fraction(sum(lost.values()), len(won))
    return [factor * (share if seat in won else Fraction(-lost[seat])) for seat in seats]


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    return wrong_results(position, head, scores(position), winners(position))

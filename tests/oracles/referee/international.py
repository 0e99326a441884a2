"""International Rummikub: every turn of a recorded deal judged by rules/international.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.oracles.referee import trump
from tests.oracles.referee.melds import Meld, is_group, melds_from, tiles_of
from tests.oracles.referee.position import (
    Line,
    Position,
    end_turn,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, Tiles, told
from tests.oracles.referee.trump import (
    Turn,
    begin_turn,
    begin_with,
    discard,
    end_of_turn,
    has_laid_off,
)

SCORES = (300, 250, 220)
EVEN, ODD = {2, 4, 6, 8, 10, 12}, {1, 3, 5, 7, 9, 11, 13}
HIGH = {10, 11, 12, 13, 1}

set_up = trump.set_up


def follow(position: Position, line: Line) -> None:
    """Follow a turn: take one tile, lay, discard one or show a Hand.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    rules = position.rules
    require_turn(position, line)
    turn = begin_turn(position)
    last = begin_with(position, line, turn, may_take, "rack")
    if last is not None and "knock" in last:
        require(not position.opened[position.seat], "who has laid tiles has no Hand")
        discard(position, last, "knock")
        found = hands_of(position.hand, rules)
        require(found, f"{told(position.hand)} is no Hand")
        position.winner = position.seat
        values = found if rules["best_claim"] else found[:1]
        if rules["best_claim"] and is_complete(position.hand, rules):
            values = [*values, rules["foot_score"]]
        position.claim = str(max(values))
    elif last is not None:
        discard(position, last)
        if not position.hand:
            position.winner = position.seat
            position.claim = str(worth(position, turn))
    require(position.winner is not None or not turn.must_win, "the tile was taken to win with it")
    if turn.source == "face_up":
        foot = not has_laid_off(position, turn) or rules["concealed_layoff_counts_as"] == "foot"
        closed = not turn.was_open and foot
        require(closed or rules["trump_for"] == "any", "the trump is for closed wins")
    require_told(position, line, values_of(position)[position.seat])
    require(line["opened"] == position.opened[position.seat], "it is told wrongly who has opened")
    end_of_turn(position, turn, recycles=False, last=False)
    end_turn(position)


def may_take(position: Position, turn: Turn, place: str) -> None:
    """Require that a tile may be taken from a place."""
    if place == "discards" and position.rules["discard_from"] == "after_opening":
        turn.must_win = not turn.was_open
    elif place == "face_up":
        turn.must_win = True


def worth(position: Position, turn: Turn) -> int:
    """Return what a win with melds on the table is worth."""
    rules = position.rules
    laid_off = has_laid_off(position, turn)
    if turn.was_open or (laid_off and rules["concealed_layoff_counts_as"] == "open"):
        others = [has for seat, has in enumerate(position.opened) if seat != position.seat]
        return int(rules["open_score"] if any(others) else rules["lone_open_score"])
    claims = [int(rules["foot_score"])]
    if rules["best_claim"] and not laid_off:
        claims += hands_of(tiles_of(position.table) - tiles_of(turn.before), rules)
    return max(claims)


def hands_of(tiles: Tiles, rules: dict[str, Any]) -> list[int]:
    """Return the scores of the special hands that tiles form, in the order of the table."""
    score = SCORES[min(2, tiles[JOKER])]
    if rules["hands"] == "attested":
        found = [high_runs(tiles, rules)]
    elif rules["hands"] == "teaching":
        real = [tile for tile in tiles if tile != JOKER]
        numbers = {tile.number for tile in real}
        found = [
            seven_pairs(tiles),
            len({tile.color for tile in real}) == 1 and divides(tiles, rules, "runs"),
            divides(tiles, rules, "runs"),
            divides(tiles, rules, "groups"),
            numbers <= EVEN and divides(tiles, rules, "groups"),
            numbers <= ODD and divides(tiles, rules, "groups"),
            high_runs(tiles, rules),
        ]
    else:
        found = []
    return [score for each in found if each]


def seven_pairs(tiles: Tiles) -> bool:
    """ "7 pairs of identical tiles; a joker completes a pair, J J is a pair." """
    singles = sum(count % 2 for tile, count in tiles.items() if tile != JOKER)
    return tiles.total() == 14 and singles <= tiles[JOKER]


def high_runs(tiles: Tiles, rules: dict[str, Any]) -> bool:
    """ "Exactly three runs in three different colors, only numbers 10, 11, 12, 13, 1." """
    for melds in divisions(tiles, rules, "runs"):
        colors = {next(iter(meld.real)).color for meld in melds}
        numbers = {min(piece.readings).number for meld in melds for piece in meld.pieces}
        if len(melds) == len(colors) == 3 and numbers <= HIGH:
            return True
    return False


def is_complete(tiles: Tiles, rules: dict[str, Any]) -> bool:
    return divides(tiles, rules, "")


def divides(tiles: Tiles, rules: dict[str, Any], kind: str) -> bool:
    """Return whether tiles can be divided into melds of a kind."""
    return next(divisions(tiles, rules, kind), None) is not None


def divisions(tiles: Tiles, rules: dict[str, Any], kind: str) -> Iterator[list[Meld]]:
    """Yield the ways to divide tiles into melds of a kind."""
    melds = [
        meld
        for meld in melds_from(tiles, rules)
        if not kind or is_group(meld, rules) == (kind == "groups")
    ]
    # A quick no: every tile has to be in some meld.
    if tiles - sum((meld.tiles for meld in melds), Counter()):
        return

    def divide(left: Tiles) -> Iterator[list[Meld]]:
        if not left:
            yield []
            return
        first = max(left)
        for meld in melds:
            if meld.tiles[first] and meld.tiles <= left:
                for rest in divide(left - meld.tiles):
                    yield [meld, *rest]

    yield from divide(tiles)


def values_of(position: Position) -> list[int]:
    """Return the value on each rack."""
    joker = position.rules["joker_rack_value"]
    return [
        sum(
            joker if tile == JOKER else 10 if tile.number in (1, 11, 12, 13) else tile.number
            for tile in hand.elements()
        )
        for hand in position.hands
    ]


def scores(position: Position) -> list[Fraction]:
    """Return the scores by seat: negative for the winner."""
    rules, won = position.rules, position.winner
    double = won is not None and position.row[-1] == JOKER and rules["joker_discard_doubles"]
    factor = 2 if double else 1
    found = []
    for seat, value in enumerate(values_of(position)):
        if seat == won:
            score = -factor * int(position.claim)
        elif not position.opened[seat]:
            flat = rules["unmelded_no_winner"] if won is None else rules["unmelded_score"]
            score = factor * flat
        elif rules["round_before_double"]:
            score = factor * rounded(value, rules)
        else:
            score = rounded(factor * value, rules)
        found.append(Fraction(score))
    return found


def rounded(value: int, rules: dict[str, Any]) -> int:
    """ "Rounded up to the next multiple: 14 -> 20, 51 -> 60." """
    step = rules["round_up_to"]
    if step is None or value % step == 0:
        return value
    return value + step - value % step


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    won = [] if position.winner is None else [position.winner]
    return wrong_results(position, head, scores(position), won)

"""Machiavelli: every turn of a recorded deal judged by rules/machiavelli.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import tiles_of
from tests.oracles.referee.opening import broken_opening_rule
from tests.oracles.referee.position import (
    Line,
    Position,
    line_drawn,
    read_legal_table,
    require,
    require_all_tiles,
)
from tests.oracles.referee.tiles import read_tiles, told

# With an empty stock the draw that begins every turn falls away.
FIRST = {"lay", "draw", "pass", "fail"}


def follow(position: Position, line: Line) -> None:
    """Follow a turn.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require(not position.ended, "the deal had ended")
    require(line["seat"] == position.seat, f"it is the turn of seat {position.seat}")
    kinds = [next((kind for kind in FIRST if kind in action), "") for action in line["actions"]]
    stock, first = len(position.pool), position.rules["must_draw_first"]
    if first and stock:
        require(kinds[0] in ("draw", "fail") and len(kinds) <= 2, f"{kinds} is no turn")
        require(kinds[1:] != ["draw"], "two draws")
    else:
        require(len(kinds) == 1, f"{kinds} is no turn")
    for kind, action in zip(kinds, line["actions"], strict=True):
        if kind == "lay":
            lay(position, action)
        elif kind == "draw":
            require(len(position.pool), "the stock is empty")
            position.draw(1, line)
        elif kind == "fail":
            position.draw(position.rules["fail_penalty"], line)
        else:
            require(not stock or first, "only with an empty stock a player may pass")
    require_told(position, line)
    if not position.hand:
        position.ended = "out"
    idle = not stock and kinds[0] in ("pass", "fail")
    position.passes = position.passes + 1 if idle else 0
    if position.passes == len(position.hands):
        position.ended = "blocked"
    require_all_tiles(position)
    position.next_seat()


def lay(position: Position, action: Line) -> None:
    """ "Play at least one card; at the end all cards on the table lie in combinations." """
    rules, before = position.rules, position.table
    played = Counter(read_tiles(action["lay"]))
    after = read_legal_table(action["table"], rules)
    require(played, "nothing was played")
    position.take(played)
    there = tiles_of(before) + played
    require(tiles_of(after) == there, f"the table holds {told(tiles_of(after))}, not {told(there)}")
    if not position.opened[position.seat] and (rules["open_points"] or rules["first_play_own"]):
        fault = broken_opening_rule(before, after, played, rules)
    else:
        fault = broken_joker_rule(before, after, played, rules)
    require(not fault, fault)
    position.table = after
    position.opened[position.seat] = True


def require_told(position: Position, line: Line) -> None:
    """Require that what the line tells of the end of the turn is true."""
    require(line_drawn(line) == position.drawn, f"{told(position.drawn)} came to the hand")
    require(line["tiles_left"] == position.hand.total(), f"{position.hand.total()} cards are left")
    points = values(position)[position.seat]
    require(line["points_left"] == points, f"{points} points are left")
    table = Counter(read_legal_table(line["table"], position.rules))
    require(table == Counter(position.table), "the table is another one")
    asked = position.rules["open_points"] or position.rules["first_play_own"]
    if asked:
        require(line["opened"] == position.opened[position.seat], "who has opened is told wrongly")


def values(position: Position) -> list[int]:
    """Return what is left in each hand: cards, or "face values, J Q K 10, A 1"."""
    if position.rules["scoring"] != "points":
        return [hand.total() for hand in position.hands]
    joker = position.rules["joker_rack_value"]
    return [
        sum(min(card.number, 10) or joker for card in hand.elements()) for hand in position.hands
    ]


def winners(position: Position) -> list[int]:
    """Return who has won: whoever went out, or has fewest cards at the end."""
    cards = [hand.total() for hand in position.hands]
    if position.ended == "blocked" and position.rules["exhaustion"] == "draw":
        return []
    return [seat for seat, count in enumerate(cards) if count == min(cards)]


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    faults = []
    if head["ended"] != position.ended:
        faults.append(f"the deal ended {position.ended}, not {head['ended']}")
    won, left = winners(position), values(position)
    if list(head["winners"]) != won:
        faults.append(f"the winners are {won}, not {head['winners']}")
    right = [Fraction(int(seat in won)) for seat in range(len(left))]
    if position.rules["scoring"] != "win":
        lost = [0 if seat in won or not won else count for seat, count in enumerate(left)]
        share = Fraction(sum(lost), max(len(won), 1))
        right = [share if seat in won else Fraction(-lost[seat]) for seat in range(len(left))]
    if len(won) <= 1 and [Fraction(score) for score in head["scores"]] != right:
        faults.append(f"the scores are {[str(score) for score in right]}, not {head['scores']}")
    return faults

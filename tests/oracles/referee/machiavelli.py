"""Machiavelli: every turn of a recorded deal judged by rules/machiavelli.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.opening import broken_opening_rule
from tests.oracles.referee.position import (
    Line,
    Position,
    count_passes,
    end_if_out,
    end_turn,
    laid_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import read_tiles

# With an empty stock the draw that begins every turn falls away.
FIRST = {"lay", "draw", "pass", "fail"}


def follow(position: Position, line: Line) -> None:
    """Follow a turn.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
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
    require_told(position, line, values(position)[position.seat])
    if position.rules["open_points"] or position.rules["first_play_own"]:
        require(line["opened"] == position.opened[position.seat], "who has opened is told wrongly")
    end_if_out(position)
    idle = not stock and kinds[0] in ("pass", "fail")
    count_passes(position, idle)
    end_turn(position)


def lay(position: Position, action: Line) -> None:
    """ "Play at least one card; at the end all cards on the table lie in combinations." """
    rules, before = position.rules, position.table
    played = Counter(read_tiles(action["lay"]))
    after = laid_table(position, action, played)
    if not position.opened[position.seat] and (rules["open_points"] or rules["first_play_own"]):
        fault = broken_opening_rule(before, after, played, rules)
    else:
        fault = broken_joker_rule(before, after, played, rules)
    require(not fault, fault)
    position.table = after
    position.opened[position.seat] = True


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
    won, left = winners(position), values(position)
    right = [Fraction(int(seat in won)) for seat in range(len(left))]
    if position.rules["scoring"] != "win":
        lost = [0 if seat in won or not won else count for seat, count in enumerate(left)]
        share = Fraction(sum(lost), max(len(won), 1))
        right = [share if seat in won else Fraction(-lost[seat]) for seat in range(len(left))]
    return wrong_results(position, head, right if len(won) <= 1 else None, won)

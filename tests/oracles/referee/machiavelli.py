"""Machiavelli: every turn of a recorded deal judged by rules/machiavelli.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from tests.oracles.referee import finding
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

KINDS = ("pull", "lay", "draw", "pass", "fail")


def set_up(position: Position) -> None:
    """Lay the helper cards face up."""
    require(not position.row, "a card lies face up")
    count = position.rules["starting_table"]
    require(len(position.pool) >= count, "there are not enough helper cards")
    position.row = position.pool.order[:count]
    del position.pool.order[:count]


def follow(position: Position, line: Line) -> None:
    """Follow a turn.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    kinds = [next((kind for kind in KINDS if kind in action), "") for action in line["actions"]]
    actions = list(line["actions"])
    # With an empty stock the draw that begins every turn falls away.
    drew = bool(position.rules["must_draw_first"] and len(position.pool))
    if drew:
        require(kinds[0] == "draw", "a turn begins with a draw")
        position.draw(1, line)
        kinds, actions = kinds[1:], actions[1:]
    require(len(kinds) == 1, f"{kinds} is no turn")
    kind, action = kinds[0], actions[0]
    if kind in ("lay", "pull"):
        lay(position, action)
    elif kind == "draw":
        require(not drew, "two draws")
        require(len(position.pool), "the stock is empty")
        position.draw(1, line)
    elif kind == "fail":
        position.draw(position.rules["fail_penalty"], line)
    else:
        require(kind == "pass", f"{kind or action} is no turn")
        require(drew or not len(position.pool), "only with an empty stock a player may pass")
        require(drew or not can_play(position), "whoever can play may not pass")
    require_told(position, line, values(position)[position.seat])
    require(line["opened"] == position.opened[position.seat], "who has laid is told wrongly")
    end_if_out(position)
    # What costs nothing is no more than a pass.
    count_passes(position, kind in ("pass", "fail") and not position.drawn)
    end_turn(position)


def lay(position: Position, action: Line) -> None:
    """ "Play at least one card; at the end all cards on the table lie in combinations."

    One of them may be a helper card.
    """
    rules, before = position.rules, position.table
    played = Counter(read_tiles(action["lay"]))
    key = None
    if "pull" in action:
        require(action["pull"] in range(len(position.row)), "there is no such helper card")
        require(action["taken"] == 1, "one helper card is taken")
        key = position.row.pop(action["pull"])
        position.give(Counter([key]))
        position.drawn += Counter([key])
        require(played[key], f"the helper card {key} was not laid")
        require(played != Counter([key]), "no card of the hand was laid")
    after = laid_table(position, action, played)
    if has_opened(position):
        fault = broken_joker_rule(before, after, played, rules)
    else:
        fault = broken_opening_rule(before, after, played, rules, key)
    require(not fault, fault)
    position.table = after
    position.opened[position.seat] = True


def has_opened(position: Position) -> bool:
    """Return whether the player on turn has opened, or need not."""
    needed = position.rules["open_points"] or position.rules["first_play_own"]
    return position.opened[position.seat] or not needed


def can_play(position: Position) -> bool | None:
    """Return whether the player on turn can lay a card; None if that isn't known."""
    opened = list(position.opened)
    opened[position.seat] = has_opened(position)
    return finding.can_play(replace(position, opened=opened))


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
    share = Fraction(1, max(len(won), 1))
    right = [share if seat in won else Fraction(0) for seat in range(len(left))]
    if position.rules["scoring"] != "win":
        lost = [0 if seat in won or not won else count for seat, count in enumerate(left)]
        share = Fraction(sum(lost), max(len(won), 1))
        right = [share if seat in won else Fraction(-lost[seat]) for seat in range(len(left))]
    return wrong_results(position, head, right, won)

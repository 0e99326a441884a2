"""Stone-Rummy: every turn of a recorded deal judged by rules/stone-rummy.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.oracles.referee.jokers import lying
from tests.oracles.referee.melds import tiles_of
from tests.oracles.referee.position import (
    Line,
    Position,
    end_if_out,
    end_turn,
    read_legal_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, read_tile, read_tiles, told

KINDS = ("take", "lay", "discard", "pass")


def follow(position: Position, line: Line) -> None:
    """Follow a turn: take two, act or not, put one down.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    kinds = [next((kind for kind in KINDS if kind in action), "") for action in line["actions"]]
    require(all(kinds), f"{kinds} is no turn")
    require(kinds == sorted(kinds, key=KINDS.index) or "pass" in kinds, f"{kinds} is no turn")
    places = [action["take"] for action in line["actions"] if "take" in action]
    require(len(places) <= 2 and places.count("discards") <= 1, f"taken from {places}")
    for kind, action in zip(kinds, line["actions"], strict=True):
        if kind == "take":
            take(position, line, action["take"])
        elif kind == "lay":
            lay(position, action)
        elif kind == "discard":
            tile = read_tile(action["discard"])
            require(tile != JOKER or position.rules["deposit_joker"], "a joker was put down")
            position.take(Counter([tile]))
            position.row.append(tile)
    require(len(places) == 2 or not len(position.pool) or alone(position, places), "one was taken")
    require(kinds.count("discard") == 1 or not position.hand, "nothing was put down")
    require_told(position, line, position.hand.total())
    end_if_out(position)
    end_turn(position)


def alone(position: Position, places: list[str]) -> bool:
    """Return whether the one stone taken may be the only one."""
    return bool(position.rules["deposit_only_one"]) and places == ["discards"]


def take(position: Position, line: Line, place: str) -> None:
    """Take a stone; without a pool the covered deposit stones are shuffled into a new one."""
    if place == "discards":
        require(position.row, "there is no deposit stone")
        taken = Counter([position.row.pop()])
        position.give(taken)
        position.drawn += taken
        return
    if not len(position.pool) and position.rules["exhaustion"] == "recycle":
        position.pool.shuffled = Counter(position.row[:-1])
        position.row = position.row[-1:]
    require(len(position.pool), "the pool is empty")
    position.draw(1, line)


def lay(position: Position, action: Line) -> None:
    """ "Every stone that was on the table is still there", but jokers that were exchanged."""
    before, after = position.table, read_legal_table(action["table"], position.rules)
    played = Counter(read_tiles(action["lay"]))
    require(played, "nothing was played")
    position.take(played)
    back = tiles_of(before) + played - tiles_of(after)
    more = tiles_of(after) - tiles_of(before) - played
    require(not more, f"{told(more)} came from nowhere")
    require(not back - Counter({JOKER: back[JOKER]}), f"{told(back)} left the table")
    # For each joker that came back a stone it stood for was put down.
    old = [joker.readings for joker in lying(before)]
    stones = Counter(tile for tile in tiles_of(after) if tile != JOKER)
    exchanged = sum(1 for readings in old if any(stones[tile] for tile in readings))
    require(back[JOKER] <= exchanged, "a joker came back without an exchange")
    position.give(back)
    position.drawn += back
    position.table = after


def matchpoints(position: Position) -> list[Fraction]:
    """Return "rank r gets n + 1 - r", and ties what the rule says."""
    rules, left = position.rules, [hand.total() for hand in position.hands]
    n = len(left)
    if rules["first_round_rule"] and position.ended == "out" and position.turn <= n:
        rest = Fraction(n * (n + 1) // 2 - n, n - 1)
        return [Fraction(n) if not count else rest for count in left]
    points = []
    for count in left:
        best = n - sum(1 for other in left if other < count)
        tied = left.count(count)
        if rules["tie_rule"] == "average":
            points.append(Fraction(sum(range(best - tied + 1, best + 1)), tied))
        else:
            points.append(Fraction(best, tied))
    return points


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended and len(position.pool) + len(position.row[:-1]) > 1:
        return ["the record ends before the deal"]
    position.ended = position.ended or "blocked"
    left = [hand.total() for hand in position.hands]
    won = [seat for seat, count in enumerate(left) if count == min(left)]
    return wrong_results(position, head, matchpoints(position), won)

"""Sabra and the River: every turn of a recorded deal judged by rules/sabra.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.referee.finding import can_play
from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.opening import broken_opening_rule
from tests.oracles.referee.position import (
    Line,
    Position,
    count_passes,
    end_if_out,
    end_turn,
    laid_table,
    line_drawn,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.sabra_scores import scores, values, winners
from tests.oracles.referee.tiles import Tile, Tiles, read_tile, read_tiles

KINDS = ("lay", "pull", "draw", "discard", "pass", "fail")


def set_up(position: Position) -> None:
    """Nothing lies on the table at first."""
    require(not position.row, "a tile lies face up")


def follow(position: Position, line: Line) -> None:
    """Follow a turn.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    kinds = [kind_of(action) for action in line["actions"]]
    require(tuple(kinds) in TURNS, f"{kinds} is no turn")
    drew = position.pool.tiles
    TURNS[tuple(kinds)](position, line, *line["actions"])
    require_told(position, line, values(position)[position.seat])
    require(line["opened"] == position.opened[position.seat], "it is told wrongly who has opened")
    end_if_out(position)
    idle = kinds == ["pass"] or (kinds == ["fail"] and not drew)
    count_passes(position, idle)
    recycle(position)
    end_turn(position)


def kind_of(action: Line) -> str:
    """Return what an action is."""
    kind = next((kind for kind in ("pull", *KINDS) if kind in action), "")
    require(kind, f"{action} is no action")
    return kind


def recycle(position: Position) -> None:
    """Shuffle the River into an empty pool, where that is played."""
    if position.rules["river_recycle"] and not len(position.pool) and not position.ended:
        position.pool.shuffled = Counter(position.row)
        position.row = []


# The turns.


def lay(position: Position, line: Line, action: Line) -> None:
    """ "Put at least one tile from the rack on the table, rearranging the table as he likes." """
    play(position, action, Counter(read_tiles(action["lay"])))


def play(position: Position, action: Line, played: Tiles, key: Tile | None = None) -> None:
    """Judge the final table of a play, and move the tiles."""
    rules = position.rules
    before, after = position.table, laid_table(position, action, played)
    if position.opened[position.seat]:
        fault = broken_joker_rule(before, after, played, rules)
    else:
        fault = broken_opening_rule(before, after, played, rules, key)
    require(not fault, fault)
    position.table = after
    position.opened[position.seat] = True


def pull(position: Position, line: Line, action: Line) -> None:
    """ "Take the Key and every tile to the right of it." """
    rules, place = position.rules, action["pull"]
    require(has_river(rules), "there is no River")
    require(place in range(len(position.row)), f"the River has no place {place}")
    if rules["river_pull"] == "key_and_newer":
        taken, left = position.row[place:], position.row[:place]
    else:
        taken, left = position.row[: place + 1], position.row[place + 1 :]
    # In both readings the oldest tile that was taken is the Key.
    key, plunder = taken[0], taken[1:]
    require(action["taken"] == len(taken), f"{len(taken)} tiles are taken")
    may = position.opened[position.seat] or rules["river_before_opening"]
    require(may, "only a player who has opened may pull")
    position.row = left
    position.drawn += Counter(taken)
    position.give(Counter([key]))
    played = Counter(read_tiles(action["lay"]))
    require(played[key], f"the Key {key} was not laid")
    play(position, action, played, key)
    if rules["river_other_plays"] == "key_combination":
        together = any(meld.tiles >= played for meld in position.table)
        require(together, "not all that was played lies in one meld with the Key")
    position.give(Counter(plunder))


def draw(position: Position, line: Line, action: Line) -> None:
    """ "Take one random tile from the pool; the turn ends." """
    rules = position.rules
    if has_river(rules):
        alone = len(position.pool) == 1 or (rules["must_play"] and rules["missed_play_penalty"])
        require(alone, "of two tiles drawn, one is put into the River")
    require(len(position.pool), "the pool is empty")
    draw_for(position, line, 1)


def draw_two(position: Position, line: Line, action: Line, discard: Line) -> None:
    """ "Take two tiles from the pool, put one of these two into the River." """
    require(has_river(position.rules), "there is no River")
    require(len(position.pool) >= 2, "two tiles must be drawn before one is put into the River")
    drawn = draw_for(position, line, 2)
    tile = read_tile(discard["discard"])
    if position.rules["river_discard_from"] == "drawn":
        require(drawn[tile], f"{tile} was not drawn")
    position.take(Counter([tile]))
    position.row.append(tile)


def draw_two_and_fail(position: Position, line: Line, action: Line, failure: Line) -> None:
    """Keep both tiles, and take those of a failed play, since time was over."""
    require(has_river(position.rules), "there is no River")
    require(len(position.pool) >= 2, "two tiles must be drawn before one is put into the River")
    draw_for(position, line, 2)
    fail(position, line, failure)


def draw_for(position: Position, line: Line, ordinary: int) -> Tiles:
    """Draw as many tiles as the rules want."""
    rules = position.rules
    if rules["must_play"]:
        playable, dear = can_play(position), rules["missed_play_penalty"]
        require(not playable or dear, "whoever can play must")
        if playable:
            return position.draw(dear, line)
        if playable is None and dear and line_drawn(line).total() == min(dear, len(position.pool)):
            return position.draw(dear, line)
    if not rules["draw_until_playable"] or has_river(rules):
        return position.draw(ordinary, line)
    drawn = position.draw(ordinary, line)
    while position.drawn.total() < line_drawn(line).total():
        require(not can_play(position), "a play existed already, and drawing went on")
        drawn += position.draw(1, line)
    stopped = can_play(position)
    require(stopped is not False or not len(position.pool), "drawing stopped without a play")
    return drawn


def pass_by(position: Position, line: Line, action: Line) -> None:
    """ "Nobody can draw any more; a player who does not play passes." """
    rules = position.rules
    require(not len(position.pool), "only with an empty pool a player may pass")
    if rules["pass_when_pool_empty"] == "if_unable" or rules["must_play"]:
        require(not can_play(position), "whoever can play may not pass")


def fail(position: Position, line: Line, action: Line) -> None:
    """ "The player takes his tiles back and draws 3 (fewer if the pool has fewer)." """
    rules = position.rules
    late = action["late"] and rules["timeout_penalty"] == "draw_1"
    position.draw(1 if late else rules["penalty_tiles"], line)


def has_river(rules: dict[str, Any]) -> bool:
    """Return whether the River is played."""
    return rules["draw_rule"] == "draw_two_river"


TURNS = {
    ("lay",): lay,
    ("pull",): pull,
    ("draw",): draw,
    ("draw", "discard"): draw_two,
    ("draw", "fail"): draw_two_and_fail,
    ("pass",): pass_by,
    ("fail",): fail,
}


# The end.


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    return wrong_results(position, head, scores(position), winners(position))

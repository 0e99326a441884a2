"""Okey: every turn of a recorded hand judged by rules/okey.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.oracles.referee import indicator
from tests.oracles.referee.indicator import (
    came,
    end_turn,
    is_pair,
    read_melds,
    require_all_told,
)
from tests.oracles.referee.melds import tiles_of
from tests.oracles.referee.position import (
    Line,
    Pool,
    Position,
    done,
    line_drawn,
    require,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, read_tile, read_tiles

MOST_SHUFFLES = 10
"""The rule file has no end for hands in which the discards are shuffled."""


def set_up(position: Position) -> None:
    """Find who may show the twin of the indicator."""
    indicator.set_up(position)
    position.ways = ["none"] * len(position.hands)
    holders = [seat for seat, hand in enumerate(position.hands) if hand[position.upcard]]
    if position.rules["indicator_bonus"] and holders:
        # "A player who was dealt the twin"; with false jokers as twins there may be several.
        position.shows = 0
        position.ways = ["twin" if s in holders else "none" for s in range(len(position.hands))]


def follow(position: Position, line: Line) -> None:
    """Follow a turn: a tile is drawn or taken, and one discarded or put on the indicator.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    before, gone = Counter(position.hand), Counter[Tile]()
    drawn, over, seat = position.turn == 0, False, position.seat
    for action in done(line):
        require(not over and not position.ended, "the turn was over")
        if "show" in action:
            show(position, read_tile(action["show"]))
        elif not drawn:
            drawn = True
            draw(position, action, line)
        elif "knock" in action:
            over = True
            gone += declare(position, action)
        else:
            require("discard" in action, f"{action} is no action")
            over = True
            tile = read_tile(action["discard"])
            position.take(Counter([tile]))
            position.row.append(tile)
            gone += Counter([tile])
    require(over or position.ended, "the turn did not end")
    require_all_told(position, line, came(before, position.hand, gone), 0)
    require(line["opened"] == (position.winner == seat), "who has declared is told wrongly")
    position.ways[seat] = "none"
    if not position.ended:
        exhaust(position)
    end_turn(position)


def show(position: Position, tile: Tile) -> None:
    """ "May show it before his first draw"; the tile stays in his hand."""
    require(position.ways[position.seat] == "twin", "the twin can't be shown now")
    require(tile == position.upcard and position.hand[tile], f"{tile} is not the twin")
    position.ways[position.seat], position.shower = "none", position.seat


def draw(position: Position, action: Line, line: Line) -> None:
    """ "Take the previous player's last discard or draw the next face-down tile." """
    if not len(position.pool) and "pass" in action:
        position.ended = "blocked"
        return
    if action.get("take") == "discards":
        position.give(Counter([position.row.pop()]))
    else:
        require(action.get("take") == "pool", f"{action} is no draw")
        require(len(position.pool), "no face-down tile is left")
        position.give(position.pool.draw(1, line_drawn(line)))
    if position.rules["indicator_show_until"] == "first_draw":
        position.ways[position.seat] = "none"


def declare(position: Position, action: Line) -> Tiles:
    """ "Puts that tile face down on the indicator and shows his hand"; it may be wrong."""
    rules, tile = position.rules, read_tile(action["knock"])
    table = read_melds(action["table"], rules)
    laid = Counter(read_tiles(action["lay"]))
    require(tiles_of(table) == laid, "the melds are not what was laid")
    position.take(Counter([tile]))
    require(laid <= position.hand, "the rack does not have these melds")
    pairs = sum(map(is_pair, table))
    whole = laid == position.hand
    if not whole or (pairs and (pairs < len(table) or not rules["pairs_win"])):
        position.row.append(tile)
        position.events[position.seat] += rules["wrong_declaration"] == "lose_2"
        # The record counts the melds as laid all the same.
        return laid + Counter([tile])
    position.take(laid)
    position.aside.append(tile)
    position.table, position.winner, position.ended = table, position.seat, "out"
    return laid + Counter([tile])


def exhaust(position: Position) -> None:
    """ "If no face-down tile is left": the discards are shuffled, or the hand is about to end."""
    shuffle = position.rules["exhaustion"] == "play_with_discards"
    if shuffle and not len(position.pool) and position.passes < MOST_SHUFFLES:
        old = position.row[:-1]
        if old:
            position.pool, position.row = Pool([], Counter(old)), position.row[-1:]
            position.passes += 1
    position.undrawn = 0 if len(position.pool) else position.undrawn + 1
    if position.undrawn > len(position.hands):
        position.ended = "blocked"


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a hand."""
    if not position.ended:
        return ["the record ends before the deal"]
    rules, players = position.rules, len(position.hands)

    def team(seat: int) -> set[int]:
        return {seat, (seat + 2) % players} if rules["partners"] else {seat}

    winners = [] if position.winner is None else sorted(team(position.winner))
    lost = [2 * sum(position.events[each] for each in team(seat)) for seat in range(players)]
    for seat in range(players):
        if winners and seat not in winners:
            pairs, joker = any(map(is_pair, position.table)), position.aside[-1] == JOKER
            names = {(0, 0): "loss_normal", (0, 1): "loss_joker_finish", (1, 0): "loss_pairs"}
            lost[seat] += rules[names.get((pairs, joker), "pairs_and_joker_loss")]
        if position.shower is not None and seat not in team(position.shower):
            lost[seat] += rules["indicator_bonus"]
    return wrong_results(position, head, [Fraction(-points) for points in lost], winners)

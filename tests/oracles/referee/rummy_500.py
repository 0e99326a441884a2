"""Rummy 500: every turn of a recorded hand judged by rules/rummy-500.md."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

from tests.oracles.referee.gin import own_melds
from tests.oracles.referee.melds import read_piece
from tests.oracles.referee.position import (
    CIRCLES,
    Line,
    Position,
    count_passes,
    done,
    end_if_out,
    end_turn,
    laid_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, read_tile, read_tiles


def set_up(position: Position) -> None:
    """The card that is turned up begins the discards."""
    require(position.row, "no card is turned up")


def follow(position: Position, line: Line) -> None:
    """Follow a turn: cards are taken, laid as often as one likes, and one is discarded.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    first, *others = done(line)
    if "pass" in first:
        require(not len(position.pool), "whoever can draw does not pass")
        require(not others, "nothing is done after a pass")
        position.ended = "blocked"
    else:
        take(position, line, first)
        discards = "discard" in [first, *others][-1]
        for action in others[:-1] if discards else others:
            require(position.hand, "the hand had ended")
            lay(position, action, Counter(read_tiles(action["lay"])))
        require(discards or not position.hand, "a turn ends with a discard")
        if discards:
            card = read_tile(others[-1]["discard"])
            position.take(Counter([card]))
            position.row.append(card)
        end_if_out(position)
        if not position.ended:
            laid = any("lay" in action for action in [first, *others])
            count_passes(position, first.get("take") == "discards" and not laid, CIRCLES)
    require_told(position, line, left_points(position.hand, position.rules))
    require(line["opened"] == position.opened[position.seat], "what was laid is told wrongly")
    end_turn(position)


def take(position: Position, line: Line, action: Line) -> None:
    """ "Draw the top of the stock, or take from the discard pile." """
    rules, row = position.rules, position.row
    if action.get("take") == "pool":
        require(len(position.pool), "the stock is empty")
        position.draw(1, line)
        return
    place = action["pull"] if "pull" in action else len(row) - 1
    require(0 <= place < len(row), "there is no such discard")
    cards = row[place:]
    require(place == 0 or not rules["take_whole_pile"], "not the whole pile was taken")
    del row[place:]
    position.give(Counter(cards))
    position.drawn += Counter(cards)
    if "pull" not in action:
        require(rules["top_card_free"], "the top card is not free")
        return
    require(action["taken"] == len(cards), "all cards above a card are taken with it")
    played = Counter(read_tiles(action["lay"]))
    require(played[cards[0]], f"{cards[0]} was not laid at once")
    lay(position, action, played)


def lay(position: Position, action: Line, played: Tiles) -> None:
    """ "Meld, and lay off on any melds." What is laid scores for who lays it."""
    before = position.table
    after = laid_table(position, action, played)
    require(own_melds(before, after, position.rules), "a meld did not stay together")
    # What lay there before was laid by somebody.
    more = worth(action["table"], position.rules) - position.scored.total()
    position.scored[position.seat] += more
    position.opened[position.seat] = True
    position.table = after
    kept = position.hand or not position.rules["going_out_discard"]
    require(kept, "the last card must be discarded")


def worth(text: str, rules: dict[str, Any]) -> int:
    """Return what the melds of a text count, runs being told in their order.

    "2–10 face, J Q K 10, ace 15; ace in A-2-3 counts 1." A joker counts 15.
    """
    total = 0
    for told in re.findall(r"\{(.*?)\}", text):
        pieces = list(map(read_piece, told.split()))
        numbers = [min(piece.readings).number for piece in pieces]
        low = numbers[:2] == [1, 2]
        ace = rules["low_ace_on_table"] if low else rules["ace_value"]
        for piece, number in zip(pieces, numbers, strict=True):
            total += 15 if piece.tile == JOKER else ace if number == 1 else min(number, 10)
    return total


def left_points(cards: Tiles, rules: dict[str, Any]) -> int:
    def points(card: Tile) -> int:
        if card == JOKER:
            return 15
        return rules["ace_in_hand"] if card.number == 1 else min(card.number, 10)

    return sum(map(points, cards.elements()))


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a hand."""
    if not position.ended:
        return ["the record ends before the deal"]
    rules = position.rules
    scores = [
        Fraction(position.scored[seat] - left_points(hand, rules))
        for seat, hand in enumerate(position.hands)
    ]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return wrong_results(position, head, scores, winners)

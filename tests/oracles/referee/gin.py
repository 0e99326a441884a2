"""Gin: every turn of a recorded hand judged by rules/gin.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracles.referee.melds import Meld, Table, is_group, melds_from, tiles_of
from tests.oracles.referee.position import (
    Line,
    Position,
    done,
    end_turn,
    laid_table,
    read_legal_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, read_tile, read_tiles

KINDS = ("take", "discard", "knock", "lay", "pass")


def set_up(position: Position) -> None:
    """The upcard begins the discards."""
    require(position.row, "no card is turned up")
    position.upcard = position.row[0]


def follow(position: Position, line: Line) -> None:
    """Follow a turn: a refusal, or a card taken and one discarded or a knock, or the defense.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    actions = done(line)
    kinds = [next((kind for kind in KINDS if kind in action), "") for action in actions]
    if position.knocker is not None:
        require(kinds in (["lay"], ["pass"]), f"{kinds} is no answer to a knock")
        if kinds == ["lay"]:
            defend(position, actions[0])
        position.ended = "out"
    elif kinds == ["pass"]:
        refuse(position)
    else:
        require(kinds in (["take", "discard"], ["take", "knock"]), f"{kinds} is no turn")
        take(position, line, actions[0]["take"], kinds[1])
        if kinds[1] == "knock":
            knock(position, actions[1])
        else:
            discard(position, read_tile(actions[1]["discard"]))
    require_told(position, line, points(position.hand, position.rules))
    has_laid = position.knocker is not None and any("lay" in each for each in line["actions"])
    laid = has_laid and any(read_tiles(each.get("lay", "")) for each in line["actions"])
    require(line["opened"] == laid, "whether cards were laid is told wrongly")
    end_turn(position)


def is_offered(position: Position) -> bool:
    """ "Non-dealer may take it; if he passes, dealer may." """
    return position.turn < 2 and position.passes == position.turn


def is_last(position: Position) -> bool:
    """Return whether so few cards are left that a hand is void unless somebody knocks."""
    return position.turn > 0 and len(position.pool) <= position.rules["stock_end"]


def refuse(position: Position) -> None:
    """Refuse the upcard, or the last discard."""
    if is_offered(position):
        position.passes += 1
        return
    require(is_last(position), "there is nothing to be refused")
    position.ended = "blocked"


def take(position: Position, line: Line, place: str, then: str) -> None:
    """ "Draw from the stock or take the newest discard." """
    if is_offered(position):
        require(place == "discards", "the upcard is taken or refused")
    elif position.turn == 2 and position.passes == 2:
        require(place == "pool", "the upcard was refused already")
    elif is_last(position):
        require(place == "discards" and then == "knock", "the last discard is taken to knock")
    position.taken = None
    if place == "pool":
        position.draw(1, line)
        return
    position.taken = position.row.pop()
    position.give(Counter([position.taken]))
    position.drawn += Counter([position.taken])


def put_down(position: Position, card: Tile) -> None:
    """Take a card from the hand, but "a card taken may not be discarded in the same turn"."""
    kept = position.taken == card and position.hand[card] == 1
    require(not kept or position.rules["return_taken"], f"{card} was taken in this turn")
    position.take(Counter([card]))


def discard(position: Position, card: Tile) -> None:
    put_down(position, card)
    position.row.append(card)
    few = len(position.pool) <= position.rules["stock_end"]
    if few and not position.rules["last_discard_action"]:
        position.ended = "blocked"


def knock(position: Position, action: Line) -> None:
    """ "The 10 cards kept have deadwood ≤ 10 and one card is discarded face down." """
    rules = position.rules
    if action["knock"] is None:
        require(rules["big_gin_bonus"] is not None, "big gin is not played")
    else:
        card = read_tile(action["knock"])
        put_down(position, card)
        position.aside.append(card)
    table = read_legal_table(action["table"], rules)
    played = Counter(read_tiles(action["lay"]))
    require(tiles_of(table) == played, "the melds of a knock are not what was laid")
    position.take(played)
    position.table = table
    left = points(position.hand, rules)
    require(action["knock"] is not None or not position.hand, "this is not big gin")
    require(left == 0 or left <= limit(position), f"{left} points are too many for a knock")
    position.knocker = position.seat


def limit(position: Position) -> int:
    """Return the most points with which a player may knock."""
    rules, most = position.rules, position.rules["knock_limit"]
    if rules["oklahoma"] and position.upcard != JOKER:
        ace = position.upcard.number == 1
        most = rules["oklahoma_ace"] if ace else min(position.upcard.number, 10)
    return most - bool(rules["knock_strict"])


def defend(position: Position, action: Line) -> None:
    """ "The defender spreads his melds and may lay off cards on the knocker's melds." """
    rules, before, hand = position.rules, position.table, position.hand
    after = laid_table(position, action, Counter(read_tiles(action["lay"])))
    ways = own_melds(before, after, rules)
    require(ways, "the knocker's melds did not stay together")
    knocker = position.hands[1 - position.seat]
    if not points(knocker, rules) and not rules["layoff_on_gin"]:
        require(not Counter(before) - Counter(after), "cards were laid off on gin")
    if not rules["defender_rearranges"]:
        best = points(hand, rules) - most_melded(hand, rules)
        left = [points(hand - tiles_of(own), rules) for own in ways]
        require(min(left) == best, "the defender's own melds were not the best")
    position.table = after


def own_melds(before: Table, after: Table, rules: dict[str, Any]) -> list[Table]:
    """Return the melds that are left when each of the knocker's is found again, in all ways."""
    if not before:
        return [after]
    found = []
    for place, meld in enumerate(after):
        if contains(meld, before[0], rules):
            found += own_melds(before[1:], after[:place] + after[place + 1 :], rules)
    return found


def contains(meld: Meld, old: Meld, rules: dict[str, Any]) -> bool:
    """Return whether a meld is an old one with more cards or none."""
    if not old.tiles <= meld.tiles or is_group(meld, rules) != is_group(old, rules):
        return False
    if is_group(old, rules):
        return True
    return not Counter(old.pieces) - Counter(meld.pieces)


def points(cards: Tiles, rules: dict[str, Any]) -> int:
    """ "A 1, 2–10 face value, J Q K 10." """
    joker = rules["joker_rack_value"]
    return sum(joker if card == JOKER else min(card.number, 10) for card in cards.elements())


def most_melded(hand: Tiles, rules: dict[str, Any]) -> int:
    """Return the most points that can be in melds."""
    melds = [meld.tiles for meld in melds_from(hand, rules)]

    @cache
    def best(left: tuple[Tile, ...]) -> int:
        if not left:
            return 0
        rest = Counter(left)
        options = [best(left[1:])]
        for tiles in melds:
            if tiles[left[0]] and tiles <= rest:
                after = tuple(sorted((rest - tiles).elements()))
                options.append(points(tiles, rules) + best(after))
        return max(options)

    return best(tuple(sorted(hand.elements())))


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a hand."""
    if not position.ended:
        return ["the record ends before the deal"]
    scores, winners = [Fraction(0), Fraction(0)], []
    if position.knocker is not None:
        rules, seat = position.rules, position.knocker
        kept, left = points(position.hands[seat], rules), points(position.hands[1 - seat], rules)
        if not kept:
            bonus = rules["gin_bonus"] if position.aside else rules["big_gin_bonus"]
            winners, won = [seat], left + bonus
        elif left > kept or (left == kept and not rules["undercut_on_tie"]):
            winners, won = [seat], left - kept
        else:
            winners, won = [1 - seat], kept - left + rules["undercut_bonus"]
        scores[winners[0]] = Fraction(won)
    return wrong_results(position, head, scores, winners)

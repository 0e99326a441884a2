"""What is said before the first turn of Romanian tile rummy, by rules/romanian.md.

The rule file says what may be exchanged, not who speaks when. A record tells only what was said,
in this order: everybody from the starter on may ask for a new deal, if anybody has three doublas;
then everybody from the starter on offers doublas, one after the other, and the next players who
have one answer until both agree.
"""

from __future__ import annotations

from collections import Counter

from tests.oracles.referee.position import Line, Position, require
from tests.oracles.referee.tiles import JOKER, Tile, read_tile

MOST_OFFERS = 7


def doublas(position: Position, seat: int) -> list[Tile]:
    """ "Two identical numbered tiles"; by a house rule two jokers, too."""
    hand = position.hands[seat]
    wild = position.rules["joker_doubla"]
    return [tile for tile, count in hand.items() if count >= 2 and (tile != JOKER or wild)]


def before_play(position: Position, actions: list[Line]) -> bool:
    """Take off a list what was said before the first turn; return whether a new deal was asked for.

    Raises
    ------
    Fault
        If it was not allowed.
    """
    rules = position.rules
    seats = from_starter(position)
    if rules["redeal_on_three_doublas"] and any(len(doublas(position, seat)) > 2 for seat in seats):
        for seat in seats:
            action = actions.pop(0)
            if "redeal" in action:
                require(len(doublas(position, seat)) > 2, "a new deal was asked for in vain")
                return True
            require("pass" in action, f"{action} is not whether a new deal is wanted")
    two = sum(bool(doublas(position, seat)) for seat in seats) > 1
    if rules["doubla_exchange"] and two:
        for seat in seats:
            if seat == position.seat or doublas(position, seat):
                offer(position, seat, actions)
    if not rules["twin_before_exchange"]:
        [exposed] = position.trump
        position.twins = [seat for seat in position.twins if position.hands[seat][exposed]]
    return False


def from_starter(position: Position) -> list[int]:
    """Return the seats in the order of their turns."""
    players = len(position.hands)
    return [(position.seat + step) % players for step in range(players)]


def offer(position: Position, seat: int, actions: list[Line]) -> None:
    """ "A player may make several exchanges, each with a pair he holds at that time." """
    players, refused = len(position.hands), set()
    others = [(seat + step) % players for step in range(1, players)]
    for _ in range(MOST_OFFERS):
        action = actions.pop(0)
        if "pass" in action:
            return
        offered = read_tile(action["offer"])
        require(offered in doublas(position, seat), f"there is no doubla of {offered}")
        require(offered not in refused, f"nobody wants {offered}")
        if not any(answered(position, seat, offered, other, actions) for other in others):
            refused.add(offered)
        if not doublas(position, seat):
            return


def answered(position: Position, seat: int, offered: Tile, other: int, actions: list[Line]) -> bool:
    """ "Two players with a doubla each may agree to swap." """
    if not doublas(position, other):
        return False
    action = actions.pop(0)
    if "pass" in action:
        return False
    returned = read_tile(action["offer"])
    require(returned in doublas(position, other), f"there is no doubla of {returned}")
    action = actions.pop(0)
    if "pass" in action:
        return False
    require(read_tile(action["offer"]) == offered, "another doubla was offered")
    given, got = Counter([offered] * 2), Counter([returned] * 2)
    position.hands[seat] = position.hands[seat] - given + got
    position.hands[other] = position.hands[other] - got + given
    return True

"""What tiles count in Romanian tile rummy, by rules/romanian.md."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

from tests.oracles.referee.melds import Meld, Piece, Table, is_group, make_meld, read_piece
from tests.oracles.referee.position import Position
from tests.oracles.referee.tiles import JOKER, Tile, Tiles


def plain(number: int) -> int:
    """ "2–9: 5, 10–13: 10"."""
    return 5 if number < 10 else 10


def values(told: str, rules: dict[str, Any]) -> list[tuple[Piece, int]]:
    """Return what each piece of a meld counts; a run is told in its order."""
    pieces = list(map(read_piece, told.split()))
    numbers = [min(piece.readings).number for piece in pieces]
    group = is_group(make_meld(pieces), rules)

    def value(place: int) -> int:
        if numbers[place] != 1:
            return plain(numbers[place])
        if not rules["all_ones_by_position"]:
            return int(rules["rack_one_value"])
        if group:
            return 25 if len(pieces) == 3 else int(rules["ones_set4_value"])
        return 5 if place == 0 else 10

    return [(piece, value(place)) for place, piece in enumerate(pieces)]


def told_melds(text: str) -> dict[Meld, str]:
    """Return the melds of a table, and how each is told."""
    parts = re.findall(r"\{(.*?)\}", text)
    return {make_meld(list(map(read_piece, part.split()))): part for part in parts}


def opening_value(melds: Table, text: str, rules: dict[str, Any]) -> int:
    """ "Joker: value of the tile it stands for." """
    told = told_melds(text)
    return sum(value for meld in melds for _, value in values(told[meld], rules))


def is_ones(meld: Meld, rules: dict[str, Any]) -> bool:
    return is_group(meld, rules) and next(iter(meld.real)).number == 1


def worth(text: str, rules: dict[str, Any]) -> int:
    """Return what the real tiles on a table count, but for the ones in groups.

    What those count depends on how many they are in the end.
    """
    total = 0
    for part in re.findall(r"\{(.*?)\}", text):
        if not is_ones(make_meld(list(map(read_piece, part.split()))), rules):
            total += sum(value for piece, value in values(part, rules) if piece.tile != JOKER)
    return total


def ones_after(position: Position, after: Table) -> list[tuple[Meld, list[int]]]:
    """Return the groups of ones, and who has laid how many tiles of each.

    Of equal groups the one that was laid last is added to.
    """
    left = [meld for meld in after if is_ones(meld, position.rules)]
    found, grown = [], []
    for meld, seats in position.ones:
        if meld in left:
            left.remove(meld)
            found.append((meld, seats))
        else:
            grown.append((meld, seats))
    for meld, seats in grown:
        now = next(each for each in left if meld.real <= each.real)
        left.remove(now)
        more = now.real.total() - meld.real.total()
        found.append((now, seats + [position.seat] * more))
    return found + [(meld, [position.seat] * meld.real.total()) for meld in left]


def rack_points(tiles: Tiles, rules: dict[str, Any]) -> int:
    """ "Joker 25, single 1 = rack_one_value." """

    def value(tile: Tile) -> int:
        if tile == JOKER:
            return int(rules["joker_rack_value"])
        return int(rules["rack_one_value"]) if tile.number == 1 else plain(tile.number)

    return sum(map(value, tiles.elements()))


def scores(position: Position) -> list[Fraction]:
    """Return what each seat scores by the table of the rule file."""
    rules = position.rules
    melded = position.scored + Counter(dict(enumerate(position.melded)))
    for meld, seats in position.ones:
        each = int(rules["ones_set4_value"]) if len(meld.pieces) == 4 else 25
        for seat in seats:
            melded[seat] += each if rules["all_ones_by_position"] else rules["rack_one_value"]
    found = []
    for seat, hand in enumerate(position.hands):
        points = rack_points(hand, rules)
        if seat == position.winner:
            score = rules["win_bonus"] + melded[seat]
            score += rules["closed_bonus"] if position.claim == "closed" else 0
            if rules["joker_discard_doubles"] and position.row[-1] == JOKER:
                score *= 2
        elif position.opened[seat]:
            score = melded[seat] - points
        elif position.winner is None and not rules["no_meld_penalty_without_winner"]:
            score = -points
        else:
            score = -200 if rules["no_meld_penalty"] == "flat200" else -(100 + points)
        found.append(Fraction(score + rules["twin_bonus"] * (seat in position.twins)))
    return found

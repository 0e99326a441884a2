"""What both Okey games have: an indicator, racks as they are played, jokers with one meaning."""

from __future__ import annotations

import re
from collections import Counter

from tests.oracles.referee.melds import (
    Meld,
    Piece,
    Table,
    is_run,
    make_meld,
    read_piece,
    tiles_of,
)
from tests.oracles.referee.position import Line, Position, require
from tests.oracles.referee.tiles import FALSE, JOKER, Fault, Tile, Tiles, colors_of, deck, told


def set_up(position: Position) -> None:
    """Play all tiles as the indicator says, and give the starter one tile more."""
    require(position.row, "there is no indicator")
    rules, indicator = position.rules, position.row.pop()
    okey = Tile(indicator.color, indicator.number % rules["numbers"] + 1)
    false = okey if rules["false_joker_is"] == "okey" else indicator
    position.played_as = {okey: JOKER, FALSE: false}
    position.aside, position.upcard = [indicator], indicator
    for seat, hand in enumerate(position.hands):
        position.hands[seat] = played(hand, position)
    position.pool.order = [position.played_as.get(tile, tile) for tile in position.pool.order]
    position.give(Counter([position.pool.order.pop(0)]))
    position.ways = [""] * len(position.hands)
    position.events = [0] * len(position.hands)


def played(tiles: Tiles, position: Position) -> Tiles:
    """Return tiles as they are played."""
    return Counter(position.played_as.get(tile, tile) for tile in tiles.elements())


def end_turn(position: Position) -> None:
    """Go on to the next player, if no tile was lost."""
    there = position.all_tiles()
    whole = played(deck(position.rules, len(position.hands)), position)
    require(there == whole, f"missing are {told(whole - there)}, new are {told(there - whole)}")
    position.next_seat()
    position.taken = None


def read_melds(text: str, rules: Line) -> Table:
    """Return a table on which every meld is legal, pairs among them, {J J} too."""
    require(re.fullmatch(r"\s*(\{[^{}]*\}\s*)*", text), f"{text!r} is no table")
    table = []
    for part in re.findall(r"\{(.*?)\}", text):
        if part == "J J":
            table.append(make_meld([Piece(JOKER, frozenset())] * 2))
            continue
        meld = make_meld(list(map(read_piece, part.split())))
        if not is_legal(meld, rules):
            raise Fault(f"{meld} is no meld")
        table.append(meld)
    return table


def is_pair(meld: Meld) -> bool:
    """ "Exactly 2 tiles of the same colour and number", jokers standing for either."""
    readings = {piece.readings for piece in meld.pieces}
    return len(meld.pieces) == 2 and len(readings) == 1


def is_set(meld: Meld, rules: Line) -> bool:
    """ "3 or 4 tiles, same number, all colours different"; each joker has one of the colors."""
    if not rules["min_group"] <= len(meld.pieces) <= rules["max_group"] or not meld.real:
        return False
    stands = [*meld.real.elements(), *said(meld)]
    return (
        len({tile.number for tile in stands}) == 1
        and len({tile.color for tile in stands}) == len(stands) == len(meld.pieces)
        and all(tile.color in colors_of(rules) for tile in stands)
    )


def said(meld: Meld) -> frozenset[Tile]:
    """Return all that the jokers of a meld stand for."""
    return frozenset().union(*meld.jokers)


def is_legal(meld: Meld, rules: Line) -> bool:
    """Return whether it is a set, a run or a pair."""
    if is_pair(meld):
        return True
    if len(meld.pieces) - len(meld.jokers) < rules["min_real"]:
        return False
    return is_set(meld, rules) or is_run(meld, rules)


def order(tile: Tile, rules: Line) -> tuple[int, int]:
    """Return the place of a tile on a rack: color by color, jokers last."""
    colors = colors_of(rules)
    return (colors.index(tile.color) if tile.color else len(colors), tile.number)


def came(before: Tiles, hand: Tiles, gone: Tiles) -> Tiles:
    """Return the tiles that came to a rack in a turn."""
    return hand + gone - before


def require_all_told(position: Position, line: Line, drawn: Tiles, points: int) -> None:
    """Require that what a line tells of the end of a turn is true."""
    from tests.oracles.referee.position import line_drawn

    require(line_drawn(line) == drawn, f"{told(drawn)} came to the rack")
    require(line["tiles_left"] == position.hand.total(), "the number of tiles left is wrong")
    require(line["points_left"] == points, f"{points} points are left")
    table = Counter(read_melds(line["table"], position.rules))
    require(table == Counter(position.table), "the table is another one")


def require_same_tiles(after: Table, there: Tiles) -> None:
    """Require that a table has exactly these tiles."""
    require(tiles_of(after) == there, f"the table holds {told(tiles_of(after))}, not {told(there)}")

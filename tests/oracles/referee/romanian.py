"""Romanian tile rummy: every turn of a recorded deal judged by rules/romanian.md.

The rule file has no end for a deal in which nothing is laid any more. It is one without a winner
when the wall is exhausted after ten recyclings with nothing laid between, or after twenty times
round the table with discards taken, nothing drawn and nothing laid.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.referee.doublas import before_play
from tests.oracles.referee.indicator import came
from tests.oracles.referee.jokers import broken_extension_rule, extended
from tests.oracles.referee.melds import Meld, Table, is_group, row_of
from tests.oracles.referee.position import (
    CIRCLES,
    Line,
    Pool,
    Position,
    count_passes,
    done,
    end_turn,
    laid_table,
    line_drawn,
    require,
    require_all_tiles,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.romanian_scores import (
    ones_after,
    opening_value,
    rack_points,
    scores,
    worth,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, read_tile, read_tiles
from tests.oracles.referee.trump import Turn, begin_turn

MOST_RECYCLES = 10


def set_up(position: Position) -> None:
    """Lay the exposed tile aside, and give the starter a fifteenth tile."""
    require(position.row, "there is no exposed tile")
    exposed = position.row.pop()
    position.give(position.pool.draw(1, Counter()))
    position.melded = [0] * len(position.hands)
    expose(position, exposed)


def expose(position: Position, tile: Tile) -> None:
    """Lay the exposed tile where it stays, and say who has its twin."""
    counted = position.rules["exposed_joker"] != "redraw"
    require(tile != JOKER or counted, "a joker is exposed")
    position.trump = [tile]
    # "A player who was dealt the second copy of the exposed tile."
    position.twins = [seat for seat, hand in enumerate(position.hands) if hand[tile]]


def deal_again(position: Position, dealt: Line) -> None:
    """ "A player with 3 doublas may ask for a new deal": everything is as before the first turn."""
    hands = [Counter(read_tiles(hand)) for hand in dealt["hands"]]
    sizes = [hand.total() for hand in hands]
    require(sizes == [hand.total() for hand in position.hands], f"{sizes} tiles were dealt")
    position.hands, position.pool = hands, Pool(read_tiles(dealt["pool"]))
    expose(position, read_tile(dealt["face_up"]))
    require_all_tiles(position)


def follow(position: Position, line: Line) -> None:
    """Follow a turn: a tile is taken, tiles are laid, one is discarded.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    actions, hand = done(line), Counter(position.hand)
    turn = begin_turn(position)
    gone: Tiles = Counter()
    if position.turn > 0:
        gone += take(position, line, turn, actions.pop(0))
    elif before_play(position, actions):
        require(not actions, "nothing is done before the new deal")
        deal_again(position, line["dealt"])
        position.drawn = came(hand, position.hand, gone)
        require_told(position, line, rack_points(position.hand, position.rules))
        return
    if not position.ended:
        *plays, last = actions
        for action in plays:
            first = position.turn == 0 and not position.rules["starter_may_meld"]
            require(not first, "nothing is laid in the first turn")
            gone += lay(position, action, turn)
        tile = read_tile(last["discard"])
        position.take(Counter([tile]))
        position.row.append(tile)
        gone += Counter([tile])
        if not position.hand:
            position.ended, position.winner = "out", position.seat
            own = not Counter(turn.before) - Counter(position.table)
            position.claim = "closed" if own and not turn.was_open else ""
        won = position.winner is not None
        require(won or turn.source != "face_up", "the exposed tile is taken only to win")
    else:
        require(not actions, "nothing is done after the end")
    position.drawn = came(hand, position.hand, gone)
    require_told(position, line, rack_points(position.hand, position.rules))
    require(line["opened"] == position.opened[position.seat], "it is told wrongly who has opened")
    idle = turn.source == "discards" and not turn.played
    if not position.ended:
        count_passes(position, idle, CIRCLES)
    end_turn(position)


# "From the turn after opening there are three ways to begin."


def take(position: Position, line: Line, turn: Turn, action: Line) -> Tiles:
    """Take a tile or several; return what was laid at once."""
    rules, hand = position.rules, position.hand
    if "pull" in action:
        return pick(position, turn, action)
    if "pass" in action:
        require(not len(position.pool) and not may_recycle(position), "there is a wall")
        position.ended = "blocked"
        return Counter()
    turn.source = action["take"]
    if turn.source == "pool":
        if not len(position.pool):
            require(may_recycle(position), "there is no wall any more")
            recycle(position)
        position.give(position.pool.draw(1, line_drawn(line)))
    elif turn.source == "discards":
        require(turn.was_open, "a discard was taken before the turn after the opening")
        require(hand.total() > 2, "a player with two tiles draws from the wall")
        require(len(position.row) > rules["first_tile_dead"], "the first discard was taken")
        position.give(Counter([position.row.pop()]))
    else:
        require(turn.source == "face_up" and position.trump, f"{action} is no way to begin")
        require(rules["exposed_for_win"], "the exposed tile is never taken")
        position.give(Counter([position.trump.pop()]))
    return Counter()


def may_recycle(position: Position) -> bool:
    """Return whether the row becomes a new wall; its first tile does not."""
    rules = position.rules
    most = rules["max_recycles"]
    left = most is None or position.recycles < most
    again = rules["exhaustion"] == "recycle" and left and position.idle < MOST_RECYCLES
    return again and len(position.row) > 1


def recycle(position: Position) -> None:
    """ "The discard row except its first tile is turned down, shuffled and becomes the wall." """
    position.pool.shuffled = Counter(position.row[1:])
    position.row = position.row[:1]
    position.recycles += 1
    position.idle += 1


def pick(position: Position, turn: Turn, action: Line) -> Tiles:
    """ "Take any tile of the row that forms a new set or run with two tiles from the rack." """
    rules, row, place = position.rules, position.row, action["pull"]
    require(rules["first_tile_dead"] <= place < len(row), "there is no such discard")
    key, newer = row[place], row[place + 1 :]
    require(action["taken"] == 1 + len(newer), "not all newer tiles were taken")
    size = position.hand.total()
    position.give(Counter([key]))
    del row[place:]
    played = Counter(read_tiles(action["lay"]))
    require(played[key], f"{key} was not laid at once")
    if turn.was_open:
        require(size > 2, "a player with two tiles draws from the wall")
        require(newer or rules["row_pick_last"], "the last discard was picked")
        lay(position, action, turn, keeps=not newer)
        new = list((Counter(position.table) - Counter(turn.before)).elements())
        require(not Counter(turn.before) - Counter(position.table), "a meld was added to")
        require(len(new) == 1, "not one meld was laid")
        require(has_three(new[0], key, rules), f"{new[0]} is not of {key} and two rack tiles")
    else:
        require(rules["discard_for_opening"], "a discard is not for the opening")
        require(not newer, "for the opening the previous discard is taken")
        lay(position, action, turn)
        new = list((Counter(position.table) - Counter(turn.before)).elements())
        require(any(meld.tiles[key] for meld in new), f"{key} is not part of the opening")
    position.give(Counter(newer))
    turn.source = "discards"
    return played


def has_three(meld: Meld, key: Tile, rules: dict[str, Any]) -> bool:
    """Return whether three tiles of a meld are one, the picked tile among them.

    More tiles of the rack may be added to them at once.
    """
    wild = meld.tiles[JOKER] - (key == JOKER)
    if wild and not rules["row_pick_with_joker"]:
        return False
    fewest = rules["min_real_per_joker"]

    def good(jokers: int) -> bool:
        return 3 - jokers >= fewest * jokers

    if is_group(meld, rules):
        # The fewest jokers that are possible beside the key.
        real = meld.real.total()
        return good(max(3 - real, int(key == JOKER)))
    stands = [min(piece.readings) for piece in meld.pieces]
    order = row_of(tuple(tile.number for tile in stands), rules)
    assert order is not None
    left = list(meld.pieces)
    pieces = []
    for number in order:
        piece = next(each for each in left if min(each.readings).number == number)
        left.remove(piece)
        pieces.append(piece.tile)
    windows = [pieces[place : place + 3] for place in range(len(pieces) - 2)]
    return any(key in window and good(window.count(JOKER)) for window in windows)


# Laying.


def lay(position: Position, action: Line, turn: Turn, keeps: bool = True) -> Tiles:
    """Judge what is laid; return the tiles.

    Parameters
    ----------
    position, action, turn
        What is laid in which position.
    keeps : bool
        Whether a tile must be left to discard.
    """
    rules, seat, before = position.rules, position.seat, position.table
    played = Counter(read_tiles(action["lay"]))
    after = laid_table(position, action, played)
    require(position.hand or not keeps, "no tile is left to discard")
    if turn.was_open:
        fault = broken_extension_rule(before, after, played, rules)
        require(not fault, fault)
    else:
        layoff = rules["opening_turn_layoff"]
        # In the opening turn no joker is exchanged.
        ways = [new for new, freed in extended(before, after, played, rules) if not freed]
        touched = Counter(turn.before if layoff == "own_only" else before) - Counter(after)
        require(layoff == "any" or not touched, "a meld of others was added to")
        if not position.opened[seat]:
            closed = position.hand.total() == 1 and not rules["closed_needs_opening"]
            closed = closed and not Counter(before) - Counter(after)
            ways = [new for new in ways if closed or suffices(new, action["table"], rules)]
        require(ways, "this is no opening")
    # What lay there before was laid by somebody.
    position.scored[seat] += worth(action["table"], rules) - position.scored.total()
    # A joker on the table never goes to a rack: it comes from there only once.
    position.melded[seat] += rules["joker_meld"] * played[JOKER]
    position.ones = ones_after(position, after)
    position.table, position.opened[seat] = after, True
    position.idle = 0
    turn.played += played
    return played


def suffices(melds: Table, text: str, rules: dict[str, Any]) -> bool:
    """ "Total value ≥ 50, and at least one run." """
    runs = [meld for meld in melds if not is_group(meld, rules)]
    enough = opening_value(melds, text, rules) >= (rules["open_points"] or 0)
    return bool(melds) and enough and bool(runs or not rules["open_needs_run"])


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    winners = [] if position.winner is None else [position.winner]
    return wrong_results(position, head, scores(position), winners)

"""Stone-Rummy and Stone-Rummy-Plus: every turn of a recorded deal judged by their rule files.

A record tells of a turn what was done in its three phases: stones taken, a play or none, a stone
put down. What fails is nothing played; a failure in another phase is followed by what was done.
"""

from __future__ import annotations

from collections import Counter

from tests.oracles.referee.claims import play_stones, returned
from tests.oracles.referee.position import (
    Line,
    Position,
    end_if_out,
    end_turn,
    line_drawn,
    read_legal_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.stone_scores import scores, winners
from tests.oracles.referee.tiles import JOKER, Tile, read_tile, told


def set_up(position: Position) -> None:
    """Put the first deposit stone where the house wants it."""
    if position.rules["initial_deposit"] != "pool":
        # Any stone may be the last one of the pool.
        position.pool.order += position.row
        position.row = []
    position.claims = [[] for _ in position.hands]


def follow(position: Position, line: Line) -> None:
    """Follow a turn: take two, act or not, put one down.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    position.slow |= {position.seat} if any(each.get("late") for each in line["actions"]) else set()
    actions = list(line["actions"])
    if not position.turn and position.rules["initial_deposit"] == "starter_hand":
        put_down(position, after_failure(actions), line)
    acted = take_stones(position, actions, line)
    action = next_action(actions)
    position.unplayed += 1
    if "lay" in action:
        if play_stones(position, action):
            acted, position.unplayed = True, 0
    else:
        require("pass" in action or "fail" in action, f"{action} is no play")
    waived = not position.hand and position.rules["finish"] != "hand_or_table"
    if not waived or actions:
        put_down(position, after_failure(actions), line)
    require(not actions, f"{actions} is too much")
    require_told(position, line, position.hand.total())
    require(line["opened"] == position.opened[position.seat], "who has laid is told wrongly")
    end_if_out(position)
    end_turn(position)
    position.passes = 0 if acted else position.passes + 1
    if not position.ended and cannot_go_on(position):
        position.ended = "blocked"


def next_action(actions: list[Line]) -> Line:
    """Take the next action of a turn off the list."""
    require(actions, "the turn is not finished")
    return actions.pop(0)


def after_failure(actions: list[Line]) -> Line:
    """Take the next action off the list, and before that a failure to say in time what it is."""
    action = next_action(actions)
    return next_action(actions) if "fail" in action else action


# "Take two".


def take_stones(position: Position, actions: list[Line], line: Line) -> bool:
    """Take what there is; return whether a stone of the pool was."""
    # Of what came to the hand, a new pool whose order nobody knows can explain only the rest.
    from_pool = line_drawn(line)
    for action in actions:
        if "lay" in action:
            from_pool -= returned(position, action)
        elif action.get("take") == "discards":
            from_pool -= Counter(position.row)
    places: list[str] = []
    while there := may_take(position, places):
        action = after_failure(actions)
        place = action.get("take", "")
        require(place in there, f"{action or 'nothing'}, and {there} may be taken")
        places.append(place)
        if place == "discards":
            taken = Counter([position.row.pop()])
        else:
            taken = position.pool.draw(1, from_pool)
            from_pool -= taken
        position.give(taken)
        position.drawn += taken
    return "pool" in places


def may_take(position: Position, places: list[str]) -> list[str]:
    """Return from where the next stone may come, after those from some places."""
    rules = position.rules
    only_one = rules["deposit_only_one"]
    if len(places) == 2 or (only_one and "discards" in places):
        return []
    recycles = rules["exhaustion"] == "recycle"
    if not len(position.pool) and recycles:
        position.pool.shuffled, position.covered = position.covered, Counter()
    # The deposit stone may be taken after a look at the stone of the pool, or not.
    deposit = bool(position.row) and (not places or (rules["see_first"] and not only_one))
    there = ["pool"] if len(position.pool) else []
    more = len(position.pool) > 1 or (recycles and position.covered)
    if there and deposit and not places and not more and not only_one and not rules["see_first"]:
        # Two are to be taken, and after the last stone of the pool it would be too late.
        there = []
    return there + (["discards"] if deposit else [])


# "Put one down".


def put_down(position: Position, action: Line, line: Line) -> None:
    """Put a stone of the hand down, or the one of the table with which somebody finishes."""
    if not position.hand:
        put_down_from_table(position, action, line)
        return
    jokers = position.rules["deposit_joker"]
    stones = [tile for tile in position.hand if jokers or tile != JOKER]
    if "pass" in action:
        require(not stones, "nothing was put down")
        return
    tile = read_tile(action["discard"])
    require(tile != JOKER or jokers, "a joker was put down")
    position.take(Counter([tile]))
    deposit(position, tile)


def deposit(position: Position, tile: Tile) -> None:
    """ "One stone goes face up to the deposit pool; all earlier ones are turned face down." """
    position.covered += Counter(position.row)
    position.row = [tile]


def put_down_from_table(position: Position, action: Line, line: Line) -> None:
    """ "A stone taken from a table combination which stays legal" is put down to finish."""
    require(position.rules["finish"] != "hand", "the last stone must come from the hand")
    after = read_legal_table(line["table"], position.rules)
    before, now = Counter(position.table), Counter(after)
    lost, new = list((before - now).elements()), list((now - before).elements())
    require(len(lost) == 1 and len(new) == 1, "a stone of one meld is put down to finish")
    taken = list((lost[0].tiles - new[0].tiles).elements())
    require(len(taken) == 1 and new[0].tiles <= lost[0].tiles, f"{told(taken)} left the table")
    (tile,) = taken
    require(action.get("discard") == str(tile), f"{tile} was put down")
    require(tile != JOKER or position.rules["deposit_joker"], "a joker was put down")
    claims = [each for seat, some in enumerate(position.claims) for each in some]
    if claims.count(lost[0]) >= before[lost[0]]:
        require(lost[0] in position.claims[position.seat], "it belongs to another player")
        position.claims[position.seat].remove(lost[0])
    position.table = after
    position.drawn += Counter(taken)
    deposit(position, tile)


# The end.


def cannot_go_on(position: Position) -> bool:
    """Return whether the game ends before the next turn."""
    rules = position.rules
    if rules["exhaustion"] == "end":
        deposit_stones = 0 if rules["deposit_only_one"] else len(position.row)
        if len(position.pool) + deposit_stones < 2:
            return True
        new_pool = Counter()
    else:
        new_pool = position.covered
    nothing = not len(position.pool) and not new_pool
    return nothing and position.passes >= len(position.hands)


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        # A director stops only what does not go on; stones of a new pool may be taken for ever.
        players = len(position.hands)
        if position.passes < players and position.unplayed < 10 * players:
            return ["the record ends before the deal"]
        position.ended = "blocked"
    return wrong_results(position, head, scores(position), winners(position))

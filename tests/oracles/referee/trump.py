"""What the turns of American and International have in common, by their rule files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import Table, tiles_of
from tests.oracles.referee.opening import broken_opening_rule
from tests.oracles.referee.position import Line, Position, laid_table, require
from tests.oracles.referee.tiles import JOKER, Fault, Tile, Tiles, read_tile, read_tiles

ROUNDS_OF_PATIENCE = 10


@dataclass
class Turn:
    """What has happened in a turn.

    Parameters
    ----------
    before : list of Meld
        The table at its beginning.
    was_open : bool
        Whether the player had opened before.
    source : str
        From where a tile was taken.
    tile : Tile, optional
        The tile that was taken face up.
    played : Counter of Tile
        What was laid.
    must_win : bool
        Whether the deal has to be won in this turn.
    failed : bool
        Whether a play had to be taken back.
    paid : bool
        Whether the penalty tiles for that were drawn.
    of_others : list of Meld
        After an opening what lay there before, jokers perhaps exchanged.
    """

    before: Table
    was_open: bool
    source: str = ""
    tile: Tile | None = None
    played: Tiles = field(default_factory=Counter)
    must_win: bool = False
    failed: bool = False
    paid: bool = False
    of_others: Table = field(default_factory=list)

    @property
    def closed(self) -> bool:
        """Whether all was laid in this turn."""
        return not self.was_open


def set_up(position: Position) -> None:
    """Lay the trump aside; nobody has melded anything."""
    require(position.row, "there is no trump")
    redraws = position.rules.get("joker_trump") == "redraw"
    require(position.row != [JOKER] or not redraws, "a joker is the trump")
    position.trump, position.row = position.row, []
    position.melded = [0] * len(position.hands)


def begin_turn(position: Position) -> Turn:
    """Return the turn that begins."""
    return Turn(list(position.table), position.opened[position.seat])


def begin_with(
    position: Position,
    line: Line,
    turn: Turn,
    may_take: Callable[[Position, Turn, str], None],
    free: str,
) -> Line | None:
    """Follow a turn up to its last action, which is returned; None if nothing is discarded.

    Parameters
    ----------
    position, line, turn
        What a line tells of a turn.
    may_take : callable
        Requires that a tile may be taken from a place.
    free : {"no", "rack", "any"}
        See `lay`.
    """
    actions = list(line["actions"])
    while actions:
        action = actions.pop(0)
        if "fail" in action:
            if not turn.failed:
                fail(position, line, turn)
            if not turn.source:
                require(not actions, f"{actions} after nothing could be taken")
                return None
        elif not turn.source:
            require("take" in action, "the turn does not begin with a draw")
            may_take(position, turn, action["take"])
            take(position, line, turn, action["take"])
            if position.pool.shuffled and any("fail" in each for each in actions):
                # Which of the tiles that came was the first is not told; it may be laid.
                draw_penalty(position, line, turn)
        elif "lay" in action and "knock" not in action:
            require(not turn.failed, "after a failure nothing is laid")
            lay(position, action, turn, free)
        else:
            require("discard" in action or "knock" in action, f"{action} is no action of a turn")
            require(not actions, "after a discard nothing is done")
            require(not turn.failed or "discard" in action, "after a failure nothing is shown")
            return action
    raise Fault("the turn does not end with a discard")


def fail(position: Position, line: Line, turn: Turn) -> None:
    """ "Tiles back", and penalty tiles where there are some.

    A tile that was taken to win with it goes back, too; who has taken none draws one.
    """
    turn.failed = True
    if turn.must_win:
        tile, turn.must_win = turn.tile, False
        assert tile is not None
        position.take(Counter([tile]))
        position.drawn -= Counter([tile])
        if turn.source == "face_up":
            position.trump = [tile]
        else:
            position.row.append(tile)
            position.stacks.append((position.seat - position.step) % len(position.hands))
        turn.source = ""
    if not turn.source:
        if not len(position.pool):
            return
        take(position, line, turn, "pool")
    if not turn.paid:
        draw_penalty(position, line, turn)


def draw_penalty(position: Position, line: Line, turn: Turn) -> None:
    """Draw penalty tiles: as many as there are."""
    turn.paid = True
    penalty = position.rules.get("penalty_tiles", 0)
    position.draw(min(penalty, len(position.pool)), line)


def take(position: Position, line: Line, turn: Turn, place: str) -> None:
    """Move the tile that is taken; whether it may be is for the game to say."""
    turn.source = place
    if place == "pool":
        require(len(position.pool), "the pool is empty")
        position.draw(1, line)
        return
    if place == "discards":
        require(position.row, "there is no discard")
        previous = (position.seat - position.step) % len(position.hands)
        require(position.stacks[-1] == previous, "the previous player has not discarded it")
        turn.tile = position.row.pop()
        position.stacks.pop()
    else:
        require(position.trump, "there is no trump any more")
        turn.tile = position.trump.pop()
    position.give(Counter([turn.tile]))
    position.drawn += Counter([turn.tile])


def lay(position: Position, action: Line, turn: Turn, free: str) -> None:
    """Judge a play.

    Parameters
    ----------
    position, action, turn
        What is played in which position.
    free : {"no", "rack", "any"}
        Whether all tiles but one may be laid at once without an opening: from the rack alone, or
        in any way.
    """
    rules, seat = position.rules, position.seat
    before = list(position.table)
    played = Counter(read_tiles(action["lay"]))
    after = laid_table(position, action, played)
    require(position.hand, "no tile is left to discard")
    layoff = rules["opening_turn_layoff"]
    if position.opened[seat]:
        if not turn.was_open:
            require(layoff != "none", "after the opening nothing more is laid in this turn")
            if layoff == "own_only":
                touched = Counter(turn.of_others) - Counter(after)
                require(not touched, "melds of others were changed in the opening turn")
        fault = broken_joker_rule(before, after, played, rules)
    else:
        fault = broken_opening_rule(before, after, played, rules)
        if fault and free != "no" and position.hand.total() == 1:
            fault = broken_joker_rule(before, after, played, rules)
            if free == "rack" or layoff != "any":
                fault = fault or ("a meld was added to" if Counter(before) - Counter(after) else "")
    require(not fault, fault)
    if not position.opened[seat]:
        turn.of_others = melds_again(before, after)
    position.table = after
    position.opened[seat] = True
    turn.played += played


def melds_again(before: Table, after: Table) -> Table:
    """Return the melds of a table that were there before, with tiles for jokers or without."""
    found = list((Counter(before) & Counter(after)).elements())
    rest = list((Counter(after) - Counter(found)).elements())
    for old in (Counter(before) - Counter(found)).elements():
        now = next((meld for meld in rest if old.real <= meld.real), None)
        if now is not None:
            rest.remove(now)
            found.append(now)
    return found


def has_laid_off(position: Position, turn: Turn) -> bool:
    """Return whether what lay on the table before the turn was changed."""
    return bool(Counter(turn.before) - Counter(position.table))


def discard(position: Position, action: Line, name: str = "discard") -> None:
    """Put a tile on the own stack."""
    tile = read_tile(action[name])
    position.take(Counter([tile]))
    position.row.append(tile)
    position.stacks.append(position.seat)


def end_of_turn(position: Position, turn: Turn, recycles: bool, last: bool) -> None:
    """End the deal if it is won, or if the pool is exhausted."""
    if position.winner is not None:
        position.ended = "out"
        return
    idle = tiles_of(position.table) == tiles_of(turn.before)
    idle = idle and (turn.source != "pool" or position.recycled)
    position.passes = position.passes + 1 if idle else 0
    if not len(position.pool) and not (last and position.trump):
        if recycles:
            recycle(position)
        if not len(position.pool):
            position.ended = "blocked"
    if position.passes >= ROUNDS_OF_PATIENCE * len(position.hands):
        position.ended = "blocked"


def recycle(position: Position) -> None:
    """ "The discard stacks except their top tiles are shuffled into a new pool." """
    tops = {seat: place for place, seat in enumerate(position.stacks)}
    kept = sorted(tops.values())
    old = [tile for place, tile in enumerate(position.row) if place not in kept]
    if old:
        position.pool.shuffled = Counter(old)
        position.recycled = True
    position.row = [position.row[place] for place in kept]
    position.stacks = [position.stacks[place] for place in kept]

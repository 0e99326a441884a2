"""What the turns of American and International have in common, by their rule files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import Table, tiles_of
from tests.oracles.referee.opening import broken_opening_rule
from tests.oracles.referee.position import Line, Position, laid_table, require
from tests.oracles.referee.tiles import Tile, Tiles, read_tile, read_tiles

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
    of_others : list of Meld
        After an opening what lay there before, jokers perhaps exchanged.
    """

    before: Table
    was_open: bool
    source: str = ""
    tile: Tile | None = None
    played: Tiles = field(default_factory=Counter)
    must_win: bool = False
    of_others: Table = field(default_factory=list)

    @property
    def closed(self) -> bool:
        """Whether all was laid in this turn."""
        return not self.was_open


def set_up(position: Position) -> None:
    """Lay the trump aside; nobody has melded anything."""
    require(position.row, "there is no trump")
    position.trump, position.row = position.row, []
    position.melded = [0] * len(position.hands)


def begin_turn(position: Position) -> Turn:
    """Return the turn that begins."""
    return Turn(list(position.table), position.opened[position.seat])


def kinds_of(line: Line) -> list[str]:
    """Return what the actions of a turn are, if they are in the order of a turn."""
    names = ("take", "knock", "lay", "discard", "fail", "pass")
    kinds = [next((name for name in names if name in each), "") for each in line["actions"]]
    require(kinds.count("take") == 1 and kinds[0] == "take", f"{kinds} is no turn")
    require(kinds[-1] in ("discard", "knock"), "the turn does not end with a discard")
    require(all(kind == "lay" for kind in kinds[1:-1]), f"{kinds} is no turn")
    return kinds


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

"""What there is at a table while a recorded deal is followed, and what every game asks of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracles.referee.melds import Meld, Table, broken_meld_rule, read_table, tiles_of
from tests.oracles.referee.tiles import (
    JOKER,
    Fault,
    Tile,
    Tiles,
    deck,
    read_tile,
    read_tiles,
    told,
)

Line = dict[str, Any]


def require(holds: object, fault: str) -> None:
    """Raise a fault unless something holds."""
    if not holds:
        raise Fault(fault)


@dataclass
class Pool:
    """The face-down tiles: in a known order, or shuffled anew and known only as a whole."""

    order: list[Tile]
    shuffled: Tiles = field(default_factory=Counter)

    def __len__(self) -> int:
        return len(self.order) + self.shuffled.total()

    @property
    def tiles(self) -> Tiles:
        return Counter(self.order) + self.shuffled

    def draw(self, count: int, told_tiles: Tiles) -> Tiles:
        """Return the next tiles; those of a shuffled pool are the ones that are told of."""
        drawn = Counter(self.order[:count])
        missing = min(count - drawn.total(), self.shuffled.total())
        del self.order[:count]
        if missing:
            left = list((told_tiles - drawn).elements())
            require(len(left) >= missing, "fewer tiles were drawn than the rules say")
            # Of more tiles than are missing, all must be in the pool; the rest is compared later.
            rest = Counter(left) & self.shuffled
            require(rest.total() >= missing, f"{told(left)} are not in the pool")
            taken = Counter(list(rest.elements())[:missing])
            self.shuffled -= taken
            drawn += taken
        return drawn


@dataclass
class Position:
    """A position of a deal, and what the turn that is followed has done so far."""

    rules: dict[str, Any]
    hands: list[Tiles]
    pool: Pool
    seat: int
    opened: list[bool]
    table: Table = field(default_factory=list)
    row: list[Tile] = field(default_factory=list)
    covered: Tiles = field(default_factory=Counter)
    claims: list[list[Meld]] = field(default_factory=list)
    slow: set[int] = field(default_factory=set)
    passes: int = 0
    # How many turns ago something was laid, where that is asked.
    unplayed: int = 0
    turn: int = 0
    ended: str = ""
    drawn: Tiles = field(default_factory=Counter)
    # Where a player knocks: who has, what lies face down, the upcard, what was taken face up.
    knocker: int | None = None
    aside: list[Tile] = field(default_factory=list)
    upcard: Tile = JOKER
    taken: Tile | None = None
    # With an indicator: what each tile is played as, and how each seat has opened.
    played_as: dict[Tile, Tile] = field(default_factory=dict)
    ways: list[str] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    winner: int | None = None
    concealed: bool = False
    shows: int | None = None
    shower: int | None = None
    undrawn: int = 0
    # Where what was laid counts: for each seat.
    scored: Counter[int] = field(default_factory=Counter)
    # Where contracts go by rounds: the round, how often each seat has bought, and what bonus the
    # player on turn has earned so far.
    round: int = 1
    buys: Counter[int] = field(default_factory=Counter)
    bonus: str = ""
    # With a trump: the trump, whose stacks the row's tiles lie on, who has won, and how.
    trump: list[Tile] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)
    claim: str = ""
    used_trump: bool = False
    melded: list[int] = field(default_factory=list)
    recycled: bool = False
    # Where a row is picked from: who was dealt the exposed tile's twin, whose the ones in groups
    # are, how often the row was recycled, and how often since anything was laid.
    twins: list[int] = field(default_factory=list)
    ones: list[tuple[Meld, list[int]]] = field(default_factory=list)
    recycles: int = 0
    idle: int = 0

    @property
    def hand(self) -> Tiles:
        return self.hands[self.seat]

    @property
    def step(self) -> int:
        return -1 if self.rules["direction"] == "counterclockwise" else 1

    def give(self, tiles: Tiles) -> None:
        """Add tiles to the rack of the player on turn."""
        self.hands[self.seat] = self.hand + tiles

    def draw(self, count: int, line: Line) -> Tiles:
        """Let the player on turn draw."""
        tiles = self.pool.draw(count, line_drawn(line) - self.drawn)
        self.give(tiles)
        self.drawn += tiles
        return tiles

    def take(self, tiles: Tiles, whose: str = "the rack") -> None:
        """Take tiles from the rack of the player on turn."""
        require(tiles <= self.hand, f"{told(tiles - self.hand)} is not on {whose}")
        self.hands[self.seat] = self.hand - tiles

    def next_seat(self) -> None:
        self.seat = (self.seat + self.step) % len(self.hands)
        self.turn += 1
        self.drawn = Counter()

    def all_tiles(self) -> Tiles:
        tiles = tiles_of(self.table) + Counter([*self.row, *self.trump, *self.aside])
        tiles += self.covered + self.pool.tiles
        return sum(self.hands, tiles)


def line_drawn(line: Line) -> Tiles:
    """Return the tiles that a turn is said to have brought to the rack."""
    return Counter(read_tiles(line["drawn"]))


def done(line: Line) -> list[Line]:
    """Return what was done in a turn where an illegal action is refused: that changes nothing."""
    return [action for action in line["actions"] if "fail" not in action]


def begin(head: Line, rules: dict[str, Any]) -> Position:
    """Return the position after the deal."""
    hands = [Counter(read_tiles(hand)) for hand in head["hands"]]
    row = [read_tile(head["face_up"])] if head["face_up"] else []
    require(len(hands) == rules["players"], f"{len(hands)} hands for {rules['players']} players")
    size = rules["hand_size"] + rules["assigned_jokers"]
    for seat, hand in enumerate(hands):
        require(hand.total() == size, f"seat {seat} was dealt {hand.total()} tiles, not {size}")
    require(head["starter"] in range(len(hands)), f"there is no seat {head['starter']}")
    position = Position(
        rules, hands, Pool(read_tiles(head["pool"])), head["starter"], [False] * len(hands), row=row
    )
    position.round = head.get("round", 1)
    require_all_tiles(position)
    return position


def require_all_tiles(position: Position) -> None:
    """Require that no tile was lost, none is new."""
    there, whole = position.all_tiles(), deck(position.rules, len(position.hands))
    fault = f"missing are {told(whole - there)}, too many are {told(there - whole)}"
    require(there == whole, fault)


def read_legal_table(text: str, rules: dict[str, Any]) -> Table:
    """Return a table of legal melds."""
    table = read_table(text)
    for meld in table:
        fault = broken_meld_rule(meld, rules)
        require(not fault, fault)
    return table


def require_turn(position: Position, line: Line) -> None:
    """Require that it is the turn of the player whose turn a line tells of."""
    require(not position.ended, "the deal had ended")
    require(line["seat"] == position.seat, f"it is the turn of seat {position.seat}")


def laid_table(position: Position, action: Line, played: Tiles) -> Table:
    """Take what is played from the rack, and return a legal table of it and all that lay there."""
    after = read_legal_table(action["table"], position.rules)
    require(played, "nothing was played")
    position.take(played)
    there = tiles_of(position.table) + played
    require(tiles_of(after) == there, f"the table holds {told(tiles_of(after))}, not {told(there)}")
    return after


def require_told(position: Position, line: Line, points: int) -> None:
    """Require that what a line tells of the end of the turn is true."""
    left = position.hand.total()
    table = Counter(read_legal_table(line["table"], position.rules))
    require(line_drawn(line) == position.drawn, f"{told(position.drawn)} came to the rack")
    require(line["tiles_left"] == left, f"{left} tiles are left")
    require(line["points_left"] == points, f"{points} points are left")
    require(table == Counter(position.table), "the table is another one")


def end_if_out(position: Position) -> None:
    """End the deal if the player on turn has no tiles."""
    if not position.hand:
        position.ended = "out"


CIRCLES = 20
"""So often it goes round with nothing but discards taken, where the rule file has no end for it."""


def count_passes(position: Position, idle: bool, rounds: int = 1) -> None:
    """Count turns in which nothing was done: a full round of them ends the deal, or several."""
    position.passes = position.passes + 1 if idle else 0
    if position.passes == rounds * len(position.hands):
        position.ended = "blocked"


def end_turn(position: Position) -> None:
    """Go on to the next player, if no tile was lost."""
    require_all_tiles(position)
    position.next_seat()


def wrong_results(
    position: Position, head: Line, scores: list[Fraction], winners: list[int]
) -> list[str]:
    """Return what a record tells wrongly of the end."""
    faults = []
    if head["ended"] != position.ended:
        faults.append(f"the deal ended {position.ended}, not {head['ended']}")
    if [Fraction(score) for score in head["scores"]] != scores:
        faults.append(f"the scores are {[str(score) for score in scores]}, not {head['scores']}")
    if list(head["winners"]) != winners:
        faults.append(f"the winners are {winners}, not {head['winners']}")
    return faults

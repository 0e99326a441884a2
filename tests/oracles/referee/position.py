"""What there is at a table while a recorded deal is followed, and what every game asks of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.referee.melds import Table, broken_meld_rule, read_table, tiles_of
from tests.oracles.referee.tiles import Fault, Tile, Tiles, deck, read_tile, read_tiles, told

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
    passes: int = 0
    turn: int = 0
    ended: str = ""
    drawn: Tiles = field(default_factory=Counter)

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
        tiles = tiles_of(self.table) + Counter(self.row) + self.pool.tiles
        return sum(self.hands, tiles)


def line_drawn(line: Line) -> Tiles:
    """Return the tiles that a turn is said to have brought to the rack."""
    return Counter(read_tiles(line["drawn"]))


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

"""What happened in a deal: every turn, as objects, as JSON lines and as text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rummistats.dealing import Deal
from rummistats.errors import PlayError
from rummistats.pictured import Pictured
from rummistats.play.action_json import action_to_json
from rummistats.play.actions import (
    LATE,
    Action,
    Discard,
    Draw,
    Fail,
    Knock,
    Lay,
    Pull,
    Redeal,
    Take,
    malformed,
)
from rummistats.play.games import Game, find_game
from rummistats.play.scoring import rack_points
from rummistats.play.state import State
from rummistats.play.telling import dealt_anew, known_to_all
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Record", "Turn", "make_record", "replay"]


@dataclass(frozen=True)
class Turn(Pictured):
    """A turn: what was done, and the positions before and after it.

    Parameters
    ----------
    seat : int
        Whose turn it was.
    actions : tuple
        What was done, in that order.
    before, after : State
        The positions.

    Examples
    --------
    >>> from rummistats.play import play
    >>> turn = play("sabra", "optimal", seed=3).turns[1]
    >>> print(turn)
      2. seat 3: lay R13 B11 B12 B13 B13 K13: {R13 B13 K13} {B11 B12 B13}
    >>> turn.action, len(turn.hand), turn.opened
    ('lay', 8, True)
    """

    seat: int
    actions: tuple[Action, ...]
    before: State = field(repr=False)
    after: State = field(repr=False)

    @property
    def hand(self) -> Hand:
        """The rack after the turn."""
        return self.after.hands[self.seat]

    @property
    def drawn(self) -> tuple[Tile, ...]:
        """The tiles that came to the rack, from the pool, from what lay face up or the table."""
        out = Counter(self.played) + Counter(self.discarded) + Counter(self.face_down)
        return tuple((Counter(self.hand) + out - Counter(self.before.hands[self.seat])).elements())

    @property
    def played(self) -> tuple[Tile, ...]:
        """The tiles that were laid."""
        return tuple(tile for lay in self.lays for tile in lay.played)

    @property
    def discarded(self) -> tuple[Tile, ...]:
        """The tiles that were put face up."""
        return tuple(each.tile for each in self.actions if isinstance(each, Discard))

    @property
    def face_down(self) -> tuple[Tile, ...]:
        """The tiles that were put face down."""
        knocks = [each.tile for each in self.actions if isinstance(each, Knock)]
        return tuple(tile for tile in knocks if tile is not None)

    @property
    def buyers(self) -> tuple[int, ...]:
        """The other seats to which tiles came: who has bought a discard."""
        before, after = self.before.hands, self.after.hands
        seats = range(len(before))
        more = [seat for seat in seats if len(after[seat]) > len(before[seat])]
        return tuple(seat for seat in more if seat != self.seat)

    def bought(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles that came to the rack of a buyer: the discard and what it costs."""
        return tuple(self.after.hands[seat] - self.before.hands[seat])

    @property
    def lays(self) -> tuple[Lay, ...]:
        """The actions that laid tiles."""
        laid = [each.lay if isinstance(each, Pull | Knock) else each for each in self.actions]
        return tuple(each for each in laid if isinstance(each, Lay))

    @property
    def action(self) -> str:
        """What it was, in a word: draw, lay, pull, knock, pass or fail."""
        kinds = (Fail, "fail"), (Knock, "knock"), (Pull, "pull"), (Lay, "lay"), (Draw, "draw")
        for kind, name in kinds:
            if any(isinstance(each, kind) for each in self.actions):
                return name
        return "draw" if any(isinstance(each, Take) for each in self.actions) else "pass"

    @property
    def opened(self) -> bool:
        """Whether the player has opened, in this turn or before."""
        return self.after.opened[self.seat]

    @property
    def points_left(self) -> int:
        """The points on the rack after the turn."""
        return rack_points(self.after)[self.seat]

    def __str__(self) -> str:
        done = "; ".join(map(str, self.actions))
        drawn = f" [{' '.join(map(str, self.drawn))}]" if self.drawn else ""
        bought = "".join(
            f", bought by seat {seat + 1} [{' '.join(map(str, self.bought(seat)))}]"
            for seat in self.buyers
        )
        return f"{self.after.turn:>3}. seat {self.seat + 1}: {done}{drawn}{bought}"


@dataclass(frozen=True)
class Record(Pictured):
    """A deal that was played out.

    Parameters
    ----------
    variant : Variant
        The game.
    seed : Seed
        From which everything came.
    strategies : tuple of str
        The names of the strategies, by seat.
    deal : Deal
        What was dealt.
    turns : tuple of Turn
        All turns.
    scores : tuple of Fraction
        By seat.
    winners : tuple of int
        The seats that have won.
    ended : str
        How it ended: "out" or "blocked".

    Examples
    --------
    >>> from rummistats.play import play, read_records
    >>> record = play("sabra", "optimal", seed=3)
    >>> read_records(record.to_json_lines())[0] == record
    True
    """

    variant: Variant
    seed: Seed
    strategies: tuple[str, ...]
    deal: Deal
    turns: tuple[Turn, ...] = field(repr=False)
    scores: tuple[Fraction, ...]
    winners: tuple[int, ...]
    ended: str

    @property
    def blocked(self) -> bool:
        """Whether nobody went out."""
        return self.ended != "out"

    @property
    def last(self) -> State:
        """The position at the end."""
        return self.turns[-1].after

    def turn_opened(self, seat: int) -> int | None:
        """Return in which of the player's own turns it opened, counted from 1; None if never."""
        own = [turn for turn in self.turns if turn.seat == seat]
        return next((count for count, turn in enumerate(own, 1) if turn.opened), None)

    def jokers_dealt(self, seat: int) -> int:
        """Return how many jokers the player began with."""
        return self.turns[0].before.hands[seat].jokers

    def jokers(self, seat: int) -> int:
        """Return how many jokers came to the player's rack, those that were dealt included."""
        own = (turn.drawn for turn in self.turns if turn.seat == seat)
        return self.jokers_dealt(seat) + sum(tile.is_joker for drawn in own for tile in drawn)

    def to_text(self) -> str:
        """Return the deal turn by turn."""
        lines = [f"{self.variant.game.title}, seed {self.seed}"]
        lines += known_to_all(self.turns[0].before, self.deal.round)
        # As they are played, and with the tile that the starter has more in some games.
        for seat, hand in enumerate(self.turns[0].before.hands):
            starts = ", starts" if seat == self.deal.starter else ""
            lines.append(f"seat {seat + 1} ({self.strategies[seat]}{starts}): {hand}")
        for turn in self.turns:
            lines += [str(turn), *(f"     {told}" for told in dealt_anew(turn))]
        scores = ", ".join(f"seat {seat + 1} {score}" for seat, score in enumerate(self.scores))
        lines.append(f"{self.ended}; {scores}")
        return "\n".join(lines)

    def to_json_lines(self) -> str:
        """Return one line of JSON for the deal and one for each turn.

        What is drawn from a shuffled pool, bought or dealt anew is told, too, so that nobody needs
        the seed to follow a deal.
        """
        head = {
            "game": self.variant.name,
            "rules": {name: _plain(value) for name, value in self.variant.differences},
            "seed": {"entropy": self.seed.entropy, "spawn_key": self.seed.spawn_key},
            "strategies": self.strategies,
            "hands": [str(hand) for hand in self.deal.hands],
            "pool": " ".join(map(str, self.deal.pool)),
            "starter": self.deal.starter,
            "face_up": None if self.deal.face_up is None else str(self.deal.face_up),
            "is_indicator": self.deal.is_indicator,
            **({"round": self.deal.round} if self.deal.round != 1 else {}),
            "ended": self.ended,
            "scores": [str(score) for score in self.scores],
            "winners": self.winners,
            "turns": len(self.turns),
        }
        lines = [head, *(_turn_to_json(turn) for turn in self.turns)]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def to_frame(self, deal: int = 0) -> pd.DataFrame:
        """Return a row for each turn.

        Returns
        -------
        pandas.DataFrame
            With the columns deal, turn, seat, strategy, action, drawn, played, discarded,
            tiles_left, points_left, opened and table_tiles.
        """
        import pandas as pd

        return pd.DataFrame([row(self, turn, deal) for turn in self.turns], columns=list(COLUMNS))

    def __str__(self) -> str:
        return self.to_text()


COLUMNS = (
    "deal",
    "turn",
    "seat",
    "strategy",
    "action",
    "drawn",
    "played",
    "discarded",
    "tiles_left",
    "points_left",
    "opened",
    "table_tiles",
)
"""The columns of a play-out's turns."""


def row(record: Record, turn: Turn, deal: int) -> dict[str, Any]:
    """Return a turn as a row of a table."""
    return {
        "deal": deal,
        "turn": turn.after.turn,
        "seat": turn.seat,
        "strategy": record.strategies[turn.seat],
        "action": turn.action,
        "drawn": " ".join(map(str, turn.drawn)),
        "played": " ".join(map(str, turn.played)),
        "discarded": " ".join(map(str, turn.discarded)),
        "tiles_left": len(turn.hand),
        "points_left": turn.points_left,
        "opened": turn.opened,
        "table_tiles": len(turn.after.table.tiles),
    }


def make_record(
    variant: Variant,
    seed: Seed,
    strategies: tuple[str, ...],
    deal: Deal,
    turns: tuple[Turn, ...],
    game: Game,
) -> Record:
    """Return the record of a deal that has ended."""
    last = turns[-1].after
    return Record(
        variant, seed, strategies, deal, turns, game.scores(last), game.winners(last), last.ended
    )


def replay(
    variant: Variant, deal: Deal, seed: Seed, turns: Iterable[tuple[Action, ...]]
) -> Iterator[Turn]:
    """Play recorded actions again, each judged anew.

    Raises
    ------
    PlayError
        If an action is illegal; names the turn.
    """
    game = find_game(variant)
    state = game.begin(variant, deal, seed.child(2))
    for number, actions in enumerate(turns, 1):
        before = state
        instead: Action | None = None
        for place, action in enumerate(actions, 1):
            if state.ended:
                raise PlayError(f"turn {number}: the deal had ended already")
            if fault := malformed(action):
                raise PlayError(f"turn {number}: {fault}")
            if instead is not None and action != instead:
                raise PlayError(f"turn {number}, '{action}': after a failure comes '{instead}'")
            state, instead = _replayed(state, game, action, number)
            later = len(actions) - place
            if later and state.turn != before.turn:
                raise PlayError(f"turn {number} has ended, and {later} more actions are told of it")
        if state.turn == before.turn and not state.ended:
            raise PlayError(f"turn {number} has not ended with what is told of it")
        yield Turn(before.seat, tuple(actions), before, state)


def _replayed(state: State, game: Game, action: Action, number: int) -> tuple[State, Action | None]:
    """Return the position after an action, and what has to follow if the action has failed.

    What the failed action was isn't told, so of its reason no more can be asked.
    """
    if not isinstance(action, Fail):
        if fault := game.broken_rule(state, action):
            raise PlayError(f"turn {number}, '{action}': {fault}")
        return game.apply(state, action), None
    if len(game.choices(state)) == 1 and not game.may_lay(state):
        raise PlayError(f"turn {number}, '{action}': there was nothing to decide")
    if action.late != action.reason.startswith(LATE):
        raise PlayError(
            f"turn {number}, '{action}': late is {action.late}; it is True exactly if the reason "
            f"begins with '{LATE}'"
        )
    after = game.fail(state, action)
    if (after.turn, after.phase) != (state.turn, state.phase) or after.ended:
        return after, None
    return after, game.choices(after)[0]


def _plain(value: object) -> object:
    """Return the value of a rule as JSON has it."""
    return dict(value) if isinstance(value, Mapping) else value


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if turn.buyers:
        more["bought"] = {seat: " ".join(map(str, turn.bought(seat))) for seat in turn.buyers}
    if Redeal() in turn.actions:
        after = turn.after
        more["dealt"] = {
            "hands": list(map(str, after.hands)),
            "pool": " ".join(map(str, after.pool)),
            "face_up": str(after.face_up),
        }
    return {
        "seat": turn.seat,
        "actions": [action_to_json(action) for action in turn.actions],
        "drawn": " ".join(map(str, turn.drawn)),
        "opened": turn.opened,
        "tiles_left": len(turn.hand),
        "points_left": turn.points_left,
        "table": str(turn.after.table),
        **more,
    }

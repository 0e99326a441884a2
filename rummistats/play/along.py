"""Statistics along the game: openings, dead wood, melds and helpful tiles, turn by turn.

A player's turn 0 is the deal, and turn *t* the end of that player's own turn number *t*. A deal
that has ended before counts with its last position at all later turns, so that the same deals are
averaged at every turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from rummistats.errors import PlayError, SimulationError, shown
from rummistats.interrupts import uninterrupted
from rummistats.montecarlo import Interrupted
from rummistats.montecarlo.tasks import WorkersGone
from rummistats.play.engine import SECONDS, OnFault
from rummistats.play.figures import student, wilson
from rummistats.play.many import LineUp, Player, line_ups, played, rules_words, work_on
from rummistats.play.racks import Rack, figure_names, rack_figures
from rummistats.play.records import Record
from rummistats.play.tournament import Row, record_rows, results_frame
from rummistats.seeds import Seed, make_seed
from rummistats.variants import Variant
from rummistats.whole import as_truth, as_whole

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

__all__ = ["LAST_TURN", "Along", "AlongBrokenOff", "AlongInterrupted", "along"]

LAST_TURN = 20
"""So many turns of each player are looked at, unless told otherwise."""

_PLACE = ("variant", "rules", "strategy", "turn")
_FOUND = ("deals", "n", "mean", "standard_error", "low", "high")


@dataclass(frozen=True)
class Along:
    """What is known of the positions along the game, as tidy tables.

    All tables have the columns variant, rules, seat (unless seats were taken together), strategy
    and turn, then what they are about, and then deals, n, the figure, standard_error, low and
    high. Deals are independent of each other and what is from one deal is not, so errors are
    those of deals. Chances have Wilson's interval and means Student's.

    Parameters
    ----------
    deals : int
        How many deals of each game were played, each with all seatings.
    seed : Seed
        From which they came.
    opened : pandas.DataFrame
        ``probability`` to have opened by the end of a turn.
    dead_wood : pandas.DataFrame
        Mean of each ``figure`` of the rack: its ``tiles_left`` and ``points_left``, and what no
        arrangement of the rack alone can meld, ``dead_wood_tiles`` and ``dead_wood_points``.
    melds : pandas.DataFrame
        For each ``kind`` of meld and ``length``: by ``place`` the mean number of melds on the
        ``table``, and the share of racks from which one is ``possible``.
    helpful : pandas.DataFrame
        Mean number of helpful tiles that the player can't see: each would raise the ``figure``
        ``melds`` or ``melded_tiles`` of the rack alone; ``counting`` kinds or tiles.
    results : pandas.DataFrame
        What `rummistats.tournament` tells of the same deals: who won, and after how many turns.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("sabra").with_rules(players=2)
    >>> found = along(game, "greedy", deals=2, seed=1, turns=1, workers=1)
    >>> list(found.helpful.columns[:7])
    ['variant', 'rules', 'seat', 'strategy', 'turn', 'figure', 'counting']
    """

    deals: int
    seed: Seed
    opened: pd.DataFrame = field(repr=False)
    dead_wood: pd.DataFrame = field(repr=False)
    melds: pd.DataFrame = field(repr=False)
    helpful: pd.DataFrame = field(repr=False)
    results: pd.DataFrame = field(repr=False)


class AlongInterrupted(Interrupted):
    """A run was stopped; what had been played by then is not lost.

    Parameters
    ----------
    so_far : Along or None
        What `along` would have returned, of the deals played so far; None if none were.
    deals : int
        How many deals should have been played.
    """

    so_far: Any

    def __init__(self, so_far: Along | None, deals: int, why: str = "") -> None:
        self.so_far = so_far
        self.deals = deals
        done = so_far.deals if so_far else 0
        self.tell(f"{done:,} of {deals:,} deals", why)


class AlongBrokenOff(AlongInterrupted, SimulationError):
    """A run could not go on, as those who played are gone; what they played is not lost.

    Parameters
    ----------
    so_far : Along
        What `along` would have returned, of the deals played so far.
    deals : int
        How many deals should have been played.
    why : str
        What happened.
    """

    how = "broken off"


def along(
    variant: Variant | str | Sequence[Variant | str],
    strategies: Player | Sequence[Player] = "optimal",
    deals: int = 1000,
    seed: object = None,
    *,
    turns: int = LAST_TURN,
    seats: bool = True,
    rotate: bool = True,
    starter: int | None = None,
    round: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    on_fault: OnFault = "raise",
    seconds: float | None = SECONDS,
) -> Along:
    """Play many deals out, and return what the racks and the table are like turn by turn.

    Parameters
    ----------
    variant, strategies, deals, seed, rotate, starter, round, executor, workers, progress
        As for `rummistats.tournament`: the same arguments play the same deals.
    turns : int
        The last of a player's own turns that is looked at.
    seats : bool
        Whether seats are told apart.
    on_fault, seconds
        As for `rummistats.play`.

    Returns
    -------
    Along
        Tables of openings, dead wood, melds, helpful tiles and results.

    Raises
    ------
    VariantError, PlayError, StrategyError, SimulationError
        As for `rummistats.tournament`; PlayError also if ``turns`` is no whole number from 1 on.
    AlongInterrupted
        If it is stopped (Ctrl-C); its ``so_far`` holds what was played. It is an `Interrupted`.
    AlongBrokenOff
        If a process that plays has ended; it is an AlongInterrupted and a SimulationError.

    Notes
    -----
    A deal that ended before a turn counts with its last position: a player who went out has an
    empty rack from then on.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("sabra").with_rules(players=2)
    >>> found = along(game, "optimal", deals=3, seed=1, turns=4, workers=1)
    >>> found.opened.query("seat == 0").probability.round(2).tolist()
    [0.0, 0.33, 0.33, 0.67, 0.67]
    >>> found.dead_wood.query("seat == 0 and figure == 'tiles_left'")["mean"].round(2).tolist()
    [14.0, 12.33, 13.33, 11.0, 12.0]
    """
    last = as_whole(turns)
    if last is None or last < 1:
        raise PlayError(f"turns={shown(turns)}: the last turn is a whole number from 1 on")
    told_apart = as_truth(seats)
    if told_apart is None:
        raise PlayError(f"seats={shown(seats)}: it is True or False")
    turns, seats = last, told_apart
    games = line_ups(
        variant,
        strategies,
        rotate=rotate,
        starter=starter,
        round=round,
        on_fault=on_fault,
        seconds=seconds,
    )
    start = make_seed(seed)
    sums = [Sums(game, turns, seats) for game in games]
    try:
        for found in work_on(
            AddUp(turns, seats),
            games,
            deals,
            start,
            executor=executor,
            workers=workers,
            progress=progress,
        ):
            with uninterrupted():
                for place, part in found:
                    sums[place].add(part)
    except KeyboardInterrupt:
        raise AlongInterrupted(_so_far(sums, start), deals) from None
    except WorkersGone as gone:
        if (so_far := _so_far(sums, start)) is None:
            raise
        raise AlongBrokenOff(so_far, deals, str(gone)) from gone
    return _along(sums, start)


@dataclass(frozen=True)
class AddUp:
    """The work on some deals: adds up all figures of all turns.

    Parameters
    ----------
    turns : int
        The last turn.
    seats : bool
        Whether seats are told apart.
    """

    turns: int
    seats: bool

    def __call__(
        self, games: tuple[LineUp, ...], seed: Seed, game: int, deals: range
    ) -> list[tuple[int, Sums]]:
        """Return the game's place and its sums."""
        sums = Sums(games[game], self.turns, self.seats)
        sums.count(seed, game, deals)
        return [(game, sums)]


class Sums:
    """Sums of figures and of their squares, for each seat and strategy and turn, deal by deal.

    All are whole numbers, so that the order in which deals are added makes no difference.

    Parameters
    ----------
    line_up : LineUp
        Who plays what.
    turns : int
        The last turn.
    seats : bool
        Whether seats are told apart.
    """

    def __init__(self, line_up: LineUp, turns: int, seats: bool) -> None:
        import numpy as np

        self.line_up, self.turns, self.seats, self.deals = line_up, turns, seats, 0
        self.names = sorted({name for names in line_up.names for name in names})
        self.figures = figure_names(line_up.variant)
        self.places = line_up.variant.players if seats else 1
        shape = (self.places, len(self.names), turns + 1, len(self.figures))
        self.total: npt.NDArray[np.int64] = np.zeros(shape, dtype=np.int64)
        self.squares: npt.NDArray[np.int64] = np.zeros(shape, dtype=np.int64)
        self.results: list[tuple[tuple[int, int], list[Row]]] = []

    def count(self, seed: Seed, game: int, deals: range) -> None:
        """Play some deals with all seatings, and add them."""
        import numpy as np

        rules = rules_words(self.line_up.variant)

        racks: list[Rack] = []
        cells: list[tuple[int, int, int, slice]] = []
        for deal in deals:
            rows: list[Row] = []
            self.results.append(((game, deal), rows))
            for rotation, record in enumerate(played(self.line_up, seed, deal)):
                rows += record_rows(record, deal, rotation, rules)
                for seat, turns, rack in _racks(record, self.turns):
                    racks.append(rack)
                    cells.append((deal, seat, self.names.index(record.strategies[seat]), turns))
        # All at once, since each call of a kernel takes its time.
        figures = rack_figures(racks, self.line_up.variant)
        now = np.zeros_like(self.total)
        current = deals.start
        for (deal, seat, name, turns), values in zip(cells, figures, strict=True):
            if deal != current:
                self._end_deal(now)
                current = deal
            now[seat if self.seats else 0, name, turns] += values
        self._end_deal(now)

    def _end_deal(self, now: npt.NDArray[np.int64]) -> None:
        """Add what is from one deal, and begin the next one."""
        self.total += now
        self.squares += now * now
        self.deals += 1
        now.fill(0)

    def add(self, other: Sums) -> None:
        """Add what was counted of other deals."""
        self.total += other.total
        self.squares += other.squares
        self.deals += other.deals
        self.results += other.results

    def rows(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield a figure's estimate for each seat, strategy and turn."""
        line_up = self.line_up
        game = {"variant": line_up.variant.name, "rules": rules_words(line_up.variant)}
        for seat in range(self.places):
            where = {"seat": seat} if self.seats else {}
            for place, name in enumerate(self.names):
                times = sum(
                    sitting[seat] == name if self.seats else sitting.count(name)
                    for sitting in line_up.names
                )
                if not times:
                    continue
                for turn in range(self.turns + 1):
                    cell = seat, place, turn, number
                    found = self._estimate(int(self.total[cell]), int(self.squares[cell]), times)
                    yield game | where | {"strategy": name, "turn": turn} | found

    def _estimate(self, total: int, squares: int, times: int) -> dict[str, Any]:
        """Return the mean, and its error from the spread of the deals."""
        deals, error = self.deals, nan
        if deals > 1:
            # In whole numbers: no digits are lost in the difference.
            error = sqrt((deals * squares - total**2) / (deals - 1)) / (deals * times)
        return {
            "deals": deals,
            "n": deals * times,
            "mean": total / (deals * times),
            "standard_error": error,
        }


def _racks(record: Record, last: int) -> Iterator[tuple[int, slice, Rack]]:
    """Yield what each seat has at the end of its turns, and the turns for which it stands."""
    tiles = record.variant.table_set
    start = record.turns[0].before
    for seat in range(start.players):
        positions = [start, *(turn.after for turn in record.turns if turn.seat == seat)]
        # From the turn on that the seat did not have any more, the end of the deal stands.
        positions = [*positions[: last + 1], *[record.last][: len(positions) <= last]]
        for turn, state in enumerate(positions):
            turns = slice(turn, turn + 1 if turn < len(positions) - 1 else last + 1)
            face_up = tiles.hand(state.discards)
            yield seat, turns, Rack(state.hands[seat], state.table, face_up, state.opened[seat])


def _so_far(sums: Sequence[Sums], seed: Seed) -> Along | None:
    """Return the tables of the games of which any deal was played; None if there are none."""
    played_some = [each for each in sums if each.deals]
    return _along(played_some, seed) if played_some else None


def _along(sums: Sequence[Sums], seed: Seed) -> Along:
    """Return the tables."""
    chances, dead_wood, melds, helpful = [], [], [], []
    for part in sums:
        for number, name in enumerate(part.figures):
            rows = part.rows(number)
            match name:
                case ("opened",):
                    chances += [_as_chance(row) for row in rows]
                case ("dead_wood", figure):
                    dead_wood += [_as_mean(row) | {"figure": figure} for row in rows]
                case ("helpful", raising, counting):
                    more = {"figure": raising, "counting": counting}
                    helpful += [_as_mean(row) | more for row in rows]
                case (place, kind, length):
                    more = {"place": place, "kind": kind, "length": length}
                    finish = _as_chance if place == "possible" else _as_mean
                    melds += [finish(row) | more for row in rows]
    return Along(
        max(part.deals for part in sums),
        seed,
        _frame(chances, (), "probability"),
        _frame(dead_wood, ("figure",)),
        _frame(melds, ("place", "kind", "length")),
        _frame(helpful, ("figure", "counting")),
        results_frame([found for part in sums for found in part.results]),
    )


def _as_chance(row: dict[str, Any]) -> dict[str, Any]:
    low, high = wilson(row["mean"], row["n"], row["standard_error"], row["deals"], 0.95)
    return row | {"low": low, "high": high}


def _as_mean(row: dict[str, Any]) -> dict[str, Any]:
    low, high = student(row["mean"], row["standard_error"], row["deals"] - 1, 0.95)
    return row | {"low": low, "high": high}


def _frame(
    rows: list[dict[str, Any]], about: tuple[str, ...], figure: str = "mean"
) -> pd.DataFrame:
    import pandas as pd

    place = [*_PLACE[:2], *["seat"][: "seat" in rows[0]], *_PLACE[2:]]
    frame = pd.DataFrame(rows, columns=[*place, *about, *_FOUND])
    return frame.rename(columns={"mean": figure})

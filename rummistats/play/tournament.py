"""Tournaments: the same deals for all strategies, each in every seat, as one tidy table."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from rummistats.errors import SimulationError
from rummistats.montecarlo import Interrupted
from rummistats.montecarlo.tasks import WorkersGone
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.play.engine import SECONDS, OnFault
from rummistats.play.games import find_game
from rummistats.play.many import LineUp, Player, line_ups, play_seated, rules_words, work_on
from rummistats.play.outcome import Outcome, outcome_of
from rummistats.play.records import Record
from rummistats.play.scoring import rack_points
from rummistats.play.strategies import STRATEGIES, find_strategy
from rummistats.seeds import Seed, make_seed
from rummistats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "COLUMNS",
    "Row",
    "TournamentBrokenOff",
    "TournamentInterrupted",
    "record_rows",
    "results_frame",
    "tournament",
]

COLUMNS = (
    "deal",
    "seat",
    "strategy",
    "variant",
    "score",
    "won",
    "turns",
    "turn_opened",
    "tiles_left",
    "points_left",
    "blocked",
    "starter",
    "rotation",
    "rules",
    "jokers_dealt",
    "jokers",
    "opening_place",
    "turn_place",
)
"""The columns of a tournament, one row for each seat of each time a deal is played."""

Row = tuple[Any, ...]


class TournamentInterrupted(Interrupted):
    """A tournament was stopped; what had been played by then is not lost.

    Parameters
    ----------
    so_far : pandas.DataFrame
        What `tournament` would have returned, of the deals played so far.
    deals : int
        How many deals should have been played.
    """

    so_far: Any

    def __init__(self, so_far: pd.DataFrame, deals: int, why: str = "") -> None:
        self.so_far = so_far
        self.deals = deals
        done = len(so_far[["deal", "variant", "rules"]].drop_duplicates())
        self.tell(f"{done:,} of {deals:,} deals", why)


class TournamentBrokenOff(TournamentInterrupted, SimulationError):
    """A tournament could not go on, as those who played are gone; what they played is not lost.

    Parameters
    ----------
    so_far : pandas.DataFrame
        What `tournament` would have returned, of the deals played so far.
    deals : int
        How many deals should have been played.
    why : str
        What happened.
    """

    how = "broken off"


def tournament(
    variant: Variant | str | Sequence[Variant | str],
    strategies: Player | Sequence[Player] = "optimal",
    deals: int = 1000,
    seed: object = None,
    *,
    rotate: bool = True,
    starter: int | None = None,
    round: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    on_fault: OnFault = "raise",
    seconds: float | None = SECONDS,
) -> pd.DataFrame:
    """Play many deals out, the same ones for all strategies, and return the results.

    Every deal is played as often as there are seats, the strategies moving one seat on each
    time, so that all of them have had the same tiles in the same seats: differences between them
    are not due to the deals. Games and house rules are played with the same seeds, so deals of
    the same tiles are the same there, too.

    Parameters
    ----------
    variant : Variant or str, or sequence of them
        The game, or several games or house rules.
    strategies : str, strategy, or sequence of them
        One for each seat, as for `rummistats.play`; fewer are repeated round the table, if their
        number divides that of the players.
    deals : int
        How many deals of each game.
    seed : int, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`. Deal *k* is what ``play`` plays with child *k*; the same
        seed gives the same table whatever ``executor`` and ``workers`` are.
    rotate : bool
        Whether the strategies move round the table. Seatings that are the same, since a strategy
        sits there several times, are played once.
    starter : int, optional
        The seat that starts all deals; drawn by lot unless given.
    round : int
        The round of all deals, where they differ (Shanghai Rummy).
    executor : concurrent.futures.Executor, optional
        Where the work is done. A pool of processes of its own, unless given.
    workers : int, optional
        How many processes that pool has; as many as there are cores unless given. With 1 all
        deals are played here.
    progress : bool, optional
        Whether to show a progress bar; in a terminal or a notebook, unless given.
    on_fault, seconds
        As for `rummistats.play`.

    Returns
    -------
    pandas.DataFrame
        A row for each seat of each time a deal is played, with the columns deal, seat, strategy,
        variant, score, won, turns, turn_opened, tiles_left, points_left, blocked, starter,
        rotation, rules, jokers_dealt, jokers, opening_place and turn_place. ``seat`` and
        ``starter`` are counted from 0, places in an order from 1. ``turns`` are those that the seat
        had, and ``turn_opened`` the one of them in which it opened, missing if it never did, as is
        ``opening_place``: 1 for who opens first, 2 for the next one.
        ``turn_place`` is 1 for who starts, 2 for whose turn comes next. ``jokers_dealt`` is how
        many jokers the seat began with, ``jokers`` how many came to its rack in all, and
        ``rotation`` tells the seatings apart.

    Raises
    ------
    VariantError
        If a game can't be played out, or is given twice.
    PlayError
        If the strategies don't fit the table, or two of them have one name.
    StrategyError
        If a strategy does something illegal, raises an error or takes too long.
    SimulationError
        If the number of deals, the seed or the workers are not possible, or a strategy can't be
        sent to other processes.
    TournamentInterrupted
        If it is stopped (Ctrl-C); its ``so_far`` holds what was played. It is an `Interrupted`.
    TournamentBrokenOff
        If a process that plays has ended; it is a TournamentInterrupted and a SimulationError.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("sabra").with_rules(players=2)
    >>> frame = tournament(game, ["optimal", "greedy"], deals=3, seed=1, workers=1)
    >>> len(frame), int(frame.won.sum()), float(frame.score.sum())
    (12, 6, 0.0)
    >>> frame.groupby("strategy").won.sum().to_dict()
    {'greedy': 0, 'optimal': 6}
    """
    games = line_ups(
        variant,
        strategies,
        rotate=rotate,
        starter=starter,
        round=round,
        on_fault=on_fault,
        seconds=seconds,
    )
    rows: list[tuple[tuple[int, int], list[Row]]] = []
    work = work_on(
        play_deals,
        games,
        deals,
        make_seed(seed),
        executor=executor,
        workers=workers,
        progress=progress,
    )
    try:
        for found in work:
            rows += found
    except KeyboardInterrupt:
        raise TournamentInterrupted(results_frame(rows), deals * len(games)) from None
    except WorkersGone as gone:
        if not rows:
            raise
        so_far = results_frame(rows)
        raise TournamentBrokenOff(so_far, deals * len(games), str(gone)) from gone
    return results_frame(rows)


def play_deals(
    games: tuple[LineUp, ...], seed: Seed, game: int, deals: range
) -> list[tuple[tuple[int, int], list[Row]]]:
    """Play some deals of one of the games: for each its place in the table, and its rows."""
    line_up = games[game]
    rules = rules_words(line_up.variant)
    return [
        (
            (game, deal),
            [
                row
                for rotation, seating in enumerate(line_up.seatings)
                for row in _rows(*_ended(line_up, seating, seed.child(deal)), deal, rotation, rules)
            ],
        )
        for deal in deals
    ]


def _ended(
    line_up: LineUp, seating: tuple[Player, ...], seed: Seed
) -> tuple[tuple[str, ...], Outcome]:
    """Play a deal out: without a record, and many times as fast, where that is possible."""
    variant = line_up.variant
    names = tuple(find_strategy(each)[0] for each in seating)
    # A function may have the name of one of ours.
    known = tuple(
        name if name in STRATEGIES and each in (name, STRATEGIES[name]) else each
        for name, each in zip(names, seating, strict=True)
    )
    if can_be_compiled(variant, known, line_up.round):
        return names, play_compiled(variant, known, seed, line_up.starter, line_up.round)
    record = play_seated(line_up, seating, seed)
    return record.strategies, outcome_of(record)


def record_rows(record: Record, deal: int, rotation: int, rules: str) -> list[Row]:
    """Return what a deal that was played came to, seat by seat, in the order of `COLUMNS`."""
    return _rows(record.strategies, outcome_of(record), deal, rotation, rules)


def _rows(
    strategies: tuple[str, ...], ended: Outcome, deal: int, rotation: int, rules: str
) -> list[Row]:
    """Return what a deal came to, seat by seat, in the order of `COLUMNS`."""
    last = ended.last
    variant, game = last.variant, find_game(last.variant)
    scores, winners, points = game.scores(last), game.winners(last), rack_points(last)
    later, places = _turns_later(ended), _opening_places(ended)
    return [
        (
            deal,
            seat,
            strategies[seat],
            variant.name,
            float(scores[seat]),
            seat in winners,
            ended.turns[seat],
            ended.opened[seat] or None,
            len(hand),
            points[seat],
            last.ended != "out",
            ended.starter,
            rotation,
            rules,
            ended.jokers_dealt[seat],
            ended.jokers[seat],
            places.get(seat),
            later[seat] + 1,
        )
        for seat, hand in enumerate(last.hands)
    ]


def _turns_later(ended: Outcome) -> list[int]:
    """Return how many turns after the starter's each seat has its first one."""
    last = ended.last
    return [(seat - ended.starter) * last.step % last.players for seat in range(last.players)]


def _opening_places(ended: Outcome) -> dict[int, int]:
    """Return for each seat that opened its place among them."""
    later = _turns_later(ended)
    opened = [seat for seat in range(len(later)) if ended.opened[seat]]
    opened.sort(key=lambda seat: (ended.opened[seat], later[seat]))
    return {seat: place for place, seat in enumerate(opened, 1)}


def results_frame(rows: list[tuple[tuple[int, int], list[Row]]]) -> pd.DataFrame:
    """Return the table of results; before the rows of a deal stands which it is."""
    import pandas as pd

    rows.sort(key=lambda found: found[0])
    table = pd.DataFrame([row for _, found in rows for row in found], columns=list(COLUMNS))
    # Some never open, and a missing number must not turn the others into fractions.
    types = {"score": "float64", "won": "bool", "blocked": "bool"}
    left = ("tiles_left", "points_left")
    jokers = ("jokers_dealt", "jokers")
    whole = ("deal", "seat", "turns", *left, "starter", "rotation", *jokers, "turn_place")
    missing = ("turn_opened", "opening_place")
    return table.astype(types | dict.fromkeys(whole, "int64") | dict.fromkeys(missing, "Int64"))

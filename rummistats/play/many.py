"""Many deals played out: who sits where in which deal, and who works on it.

Deal *k* comes from child *k* of the seed, whoever plays it and however many are played.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from rummistats.dealing import MOST, check_number
from rummistats.errors import PlayError, VariantError, shown
from rummistats.montecarlo.tasks import check_sent, check_workers, run_tasks
from rummistats.play.engine import (
    SECONDS,
    OnFault,
    check_round,
    check_seconds,
    check_starter,
    play,
    seated,
)
from rummistats.play.games import find_game
from rummistats.play.records import Record
from rummistats.play.strategies import Choice, Strategy
from rummistats.progress import WORTH_SAYING, is_watched
from rummistats.seeds import Seed
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_truth

__all__ = [
    "LineUp",
    "Player",
    "around_table",
    "line_ups",
    "play_seated",
    "played",
    "rules_words",
    "work_on",
]

Player = str | Strategy | Choice
Result = TypeVar("Result")

_LARGEST_TASK = 4
"""So many deals a worker is given at most: when a run is stopped, those begun are waited for."""

_STOPPING = "Stopping: the deals that were begun are finished first …"


@dataclass(frozen=True)
class LineUp:
    """One game, who plays it, and how the strategies move round the table.

    Parameters
    ----------
    variant : Variant
        The game.
    seatings : tuple of tuple
        Who sits where, for every time that a deal is played.
    names : tuple of tuple of str
        The same by name.
    starter : int or None
        The seat that starts every deal; drawn by lot if None.
    round : int
        As for `rummistats.play`.
    on_fault : {"raise", "penalty"}
        As for `rummistats.play`.
    seconds : float or None
        As for `rummistats.play`.
    """

    variant: Variant
    seatings: tuple[tuple[Player, ...], ...]
    names: tuple[tuple[str, ...], ...]
    starter: int | None = None
    on_fault: OnFault = "raise"
    seconds: float | None = SECONDS
    round: int = 1


def line_ups(
    variant: Variant | str | Sequence[Variant | str],
    strategies: Player | Sequence[Player],
    *,
    rotate: bool = True,
    starter: int | None = None,
    round: int = 1,
    on_fault: OnFault = "raise",
    seconds: float | None = SECONDS,
) -> tuple[LineUp, ...]:
    """Return who sits where, for one game or several.

    Raises
    ------
    VariantError
        If a game can't be played out, has no such round, or is given twice.
    PlayError
        If the strategies don't fit the table, or two of them have one name.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [line_up] = line_ups(find_variant("sabra"), ["optimal", "greedy"])
    >>> line_up.names
    (('optimal', 'greedy', 'optimal', 'greedy'), ('greedy', 'optimal', 'greedy', 'optimal'))
    """
    if isinstance(variant, str) or not isinstance(variant, Sequence):
        variant = [variant]
    if not variant:
        raise VariantError("there is no game to play; give at least one")
    check_seconds(seconds)
    if on_fault not in ("raise", "penalty"):
        raise PlayError(f"on_fault={shown(on_fault)}: it is 'raise' or 'penalty'")
    if (rotates := as_truth(rotate)) is None:
        raise PlayError(f"rotate={shown(rotate)}: it is True or False")
    games = [require_variant(game) for game in variant]
    found = []
    for place, game in enumerate(games):
        find_game(game)
        round = check_round(game, round)
        if game in games[:place]:
            raise VariantError(f"{game!r} is given twice; give every game once")
        if starter is not None:
            starter = check_starter(starter, game.players)
        around = around_table(strategies, game.players)
        names, _ = seated(game, around)
        _check_names(around, names)
        # Strategies that are repeated round the table come to the same seats again.
        moves = range(game.players if rotates else 1)
        seatings = {tuple(_moved(names, by)): tuple(_moved(around, by)) for by in moves}
        found.append(
            LineUp(
                game, tuple(seatings.values()), tuple(seatings), starter, on_fault, seconds, round
            )
        )
    return tuple(found)


def played(line_up: LineUp, seed: Seed, deal: int) -> Iterator[Record]:
    """Yield a deal as it goes with each seating.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> [line_up] = line_ups(find_variant("sabra"), ["optimal", "greedy"])
    >>> [record.strategies[0] for record in played(line_up, make_seed(1), 0)]
    ['optimal', 'greedy']
    """
    for seating in line_up.seatings:
        yield play_seated(line_up, seating, seed.child(deal))


def play_seated(line_up: LineUp, seating: Sequence[Player], seed: Seed) -> Record:
    """Play a deal out with the strategies in these seats."""
    return play(
        line_up.variant,
        seating,
        seed,
        starter=line_up.starter,
        round=line_up.round,
        on_fault=line_up.on_fault,
        seconds=line_up.seconds,
    )


def work_on(
    work: Callable[[tuple[LineUp, ...], Seed, int, range], Result],
    games: tuple[LineUp, ...],
    deals: int,
    seed: Seed,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Iterator[Result]:
    """Yield what a function makes of some deals of one of the games, in any order.

    Parameters
    ----------
    work : callable
        A function of the games, the seed, the place of one game among them and a range of deals.
    games : tuple of LineUp
        The games.
    deals : int
        How many deals of each.
    seed : Seed
        Of the run.
    executor, workers, progress
        As for `rummistats.tournament`.

    Raises
    ------
    SimulationError
        If the number of deals or the workers are not possible, or strategies can't be sent.
    WorkersGone
        If processes that work have ended, after what they had done.
    KeyboardInterrupt
        If the run is stopped, after what was begun; that this takes a while is said on the screen
        if somebody looks on.
    """
    from tqdm.auto import tqdm

    total = check_number("deals", deals, "the number of deals", MOST)
    check_workers(executor, workers, games, "a strategy")
    count = workers or os.cpu_count() or 1
    own = executor is None
    alone = own and (count == 1 or total * len(games) == 1)
    if own and not alone:
        check_sent(games, "with workers=1 anything can play; a strategy")
    size = 1 if alone else max(1, min(_LARGEST_TASK, total // (8 * count)))
    watched = is_watched() if progress is None else progress
    delay = 0 if progress else WORTH_SAYING
    do = partial(_at, work, games, seed)
    with tqdm(total=total * len(games), unit=" deals", disable=not watched, delay=delay) as bar:
        # The first deal is played here: it compiles what processes are then given compiled, and
        # a strategy that fails says so at once.
        done = do((0, range(1)))
        bar.update(1)
        yield done[1]
        rest = _tasks(len(games), total, size)
        results: Iterator[tuple[int, Result]]
        if alone:
            results = map(do, rest)
        else:
            pool = executor or ProcessPoolExecutor(count, initializer=_ignore_interrupts)
            say = partial(bar.write, _STOPPING, file=sys.stderr) if watched else _say_nothing
            results = run_tasks(do, rest, pool, own=own, stopping=say)
        for played_now, result in results:
            bar.update(played_now)
            yield result


def around_table(strategies: Player | Sequence[Player], players: int) -> list[Player]:
    """Return a strategy for every seat: fewer are repeated round the table.

    Raises
    ------
    PlayError
        If that doesn't come out.

    Examples
    --------
    >>> around_table(["optimal", "greedy"], 4)
    ['optimal', 'greedy', 'optimal', 'greedy']
    """
    if isinstance(strategies, str) or not isinstance(strategies, Sequence):
        return [strategies] * players
    given = list(strategies)
    if not given or players % len(given):
        raise PlayError(
            f"{len(given)} strategies can't sit round a table of {players} players; give one for "
            "each seat, a number that divides them, or set the rule players"
        )
    return given * (players // len(given))


def rules_words(variant: Variant) -> str:
    """Return the house rules that differ from the game's own, in one line.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rules_words(find_variant("sabra").with_rules(jokers=0, open_points=50))
    'jokers=0; open_points=50'
    """
    return "; ".join(f"{name}={value}" for name, value in variant.differences)


def _tasks(games: int, deals: int, size: int) -> Iterator[tuple[int, range]]:
    """Yield all deals of all games but the very first one, so many at once."""
    for first in range(0, deals, size):
        for game in range(games):
            begin = first + (first == 0 and game == 0)
            if begin < min(first + size, deals):
                yield game, range(begin, min(first + size, deals))


def _at(
    work: Callable[[tuple[LineUp, ...], Seed, int, range], Result],
    games: tuple[LineUp, ...],
    seed: Seed,
    task: tuple[int, range],
) -> tuple[int, Result]:
    game, deals = task
    return len(deals), work(games, seed, game, deals)


def _say_nothing() -> None:
    """Say nothing, as nobody looks on."""


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the one that waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_names(strategies: Sequence[Player], names: Sequence[str]) -> None:
    known: dict[str, Player] = {}
    for strategy, name in zip(strategies, names, strict=True):
        if known.setdefault(name, strategy) is not strategy and known[name] != strategy:
            raise PlayError(
                f"two different strategies are both called {shown(name)}; in the figures they "
                "could not be told apart"
            )


def _moved(seats: Sequence[Any], by: int) -> list[Any]:
    return [*seats[-by:], *seats[:-by]] if by else list(seats)

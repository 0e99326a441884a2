"""Simulation: deal very many hands, measure each, count the values."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rummistats.dealing import CHUNK, Context, check_hands
from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError, SimulationError, shown
from rummistats.interrupts import uninterrupted
from rummistats.measures import Measure, make_measure
from rummistats.montecarlo.tasks import WorkersGone, check_workers, run_tasks
from rummistats.playing import deck_of
from rummistats.progress import WORTH_SAYING, is_watched
from rummistats.seeds import Seed, make_seed
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    from rummistats.montecarlo.batch import Batch

__all__ = ["BrokenOff", "Interrupted", "simulate", "simulate_each", "why_stopped"]

Function = Callable[[Hand], int]
Asked = str | Measure | Function | tuple[str | Measure | Function, ...]

_TASKS = 4096
"""About how many tasks a long run is cut into, so that handing them out costs nothing."""

_SLICE = 256
"""How many hands are counted at once if they are measured one by one."""

_LARGE, _QUICK = 31, 0.1
"""Hands of so many tiles may take long, each in another way: then as many are counted at once as
take about so many seconds."""


class Interrupted(KeyboardInterrupt):
    """A run was stopped; what had been counted by then is not lost.

    Parameters
    ----------
    so_far : tuple of Distribution
        What `simulate_each` would have returned, of the hands dealt so far; empty if none were.
    hands : int
        How many hands should have been dealt.
    """

    how = "interrupted"
    why = ""

    def __init__(self, so_far: tuple[Distribution, ...], hands: int, why: str = "") -> None:
        self.so_far = so_far
        self.hands = hands
        done = so_far[0].hands if so_far else 0
        self.tell(f"{done:,} of {hands:,} hands", why)

    def tell(self, done: str, why: str) -> None:
        """Settle the message; without a ``why`` somebody stopped the run."""
        self.why = why
        since = f", since {why}" if why else ""
        KeyboardInterrupt.__init__(self, f"{self.how} after {done}{since}")


class BrokenOff(Interrupted, SimulationError):
    """A run could not go on, as those who worked on it are gone; what they counted is not lost.

    It is an `Interrupted`, and an error like those that say so of a run of which nothing is left.

    Parameters
    ----------
    so_far : tuple of Distribution
        What `simulate_each` would have returned, of the hands dealt so far.
    hands : int
        How many hands should have been dealt.
    why : str
        What happened.
    """

    how = "broken off"


def why_stopped(stop: KeyboardInterrupt | WorkersGone) -> str:
    """Return why a run was stopped; an empty text if somebody did it.

    Examples
    --------
    >>> why_stopped(Interrupted((), 1000)), why_stopped(WorkersGone("there is no memory left"))
    ('', 'there is no memory left')
    """
    if isinstance(stop, Interrupted):
        return stop.why
    return "" if isinstance(stop, KeyboardInterrupt) else str(stop)


@dataclass(frozen=True)
class Plan:
    """All that a worker must know: which hands to deal, and what to count.

    Parameters
    ----------
    variant : Variant
        The variant.
    hand_size : int
        Tiles in a hand.
    hands : int
        How many hands the whole run has.
    seed : Seed
        Of the run; chunk *k* draws from child *k*.
    questions : tuple of tuple
        For each distribution its measures: one, or several for a joint one.
    context : Context, optional
        What the deal fixes beyond the tiles.
    """

    variant: Variant
    hand_size: int
    hands: int
    seed: Seed
    questions: tuple[tuple[Measure | Function, ...], ...]
    context: Context | None = None

    @property
    def chunks(self) -> int:
        """How many chunks the run has."""
        return -(-self.hands // CHUNK)

    @property
    def is_slow(self) -> bool:
        """Whether a measure is worked out one hand at a time."""
        from rummistats.montecarlo.batch_measures import BATCH_MEASURES

        return any(
            not isinstance(measure, Measure) or measure.name not in BATCH_MEASURES
            for question in self.questions
            for measure in question
        )

    def chunk_hands(self, chunk: int) -> int:
        """Return how many hands a chunk has."""
        return min(CHUNK, self.hands - chunk * CHUNK)


Counts = list[Counter[Any]]


def count_chunks(
    plan: Plan, chunks: Sequence[int], stop: Callable[[], bool] = lambda: False
) -> tuple[int, Counts]:
    """Return how many hands of some chunks were counted, and how often each value occurs.

    All of them are, unless ``stop`` says meanwhile that no more are wanted.
    """
    counts: Counts = [Counter() for _ in plan.questions]
    hands = 0
    for chunk in chunks:
        counted, found = _count_chunk(plan, chunk, stop)
        for question, values in enumerate(found):
            counts[question] += values
        hands += counted
        if stop():
            break
    return hands, counts


def _count_chunk(plan: Plan, chunk: int, stop: Callable[[], bool]) -> tuple[int, Counts]:
    from rummistats.montecarlo.batch import Batch, deal_hands
    from rummistats.montecarlo.batch_measures import Stopped

    dealt = deal_hands(
        deck_of(plan.variant, plan.context),
        plan.hand_size,
        plan.chunk_hands(chunk),
        plan.seed.child(chunk),
    )
    counts: Counts = [Counter() for _ in plan.questions]
    counted = 0
    # In slices, so that little is lost if the run is stopped while hands take long.
    size = _SLICE if plan.is_slow else len(dealt) if plan.hand_size < _LARGE else 1
    while counted < len(dealt) and not stop():
        started = perf_counter()
        batch = Batch(plan.variant, dealt[counted : counted + size], plan.context)
        try:
            found = _count_batch(plan, batch, stop)
        except Stopped:
            break
        for question, values in enumerate(found):
            counts[question] += values
        counted += len(batch.hands)
        if plan.hand_size >= _LARGE and perf_counter() - started < _QUICK:
            size *= 2
    return counted, counts


def _count_batch(plan: Plan, batch: Batch, stop: Callable[[], bool]) -> Counts:
    import numpy as np

    from rummistats.montecarlo.batch import Values
    from rummistats.montecarlo.batch_measures import evaluate

    # A measure that several questions ask is worked out once.
    known: dict[Measure | Function, Values] = {}
    counts: Counts = []
    for question in plan.questions:
        for measure in question:
            if measure not in known:
                known[measure] = evaluate(measure, batch, stop)
        columns = [known[measure] for measure in question]
        if len(columns) == 1 and int(columns[0].min()) >= 0 and int(columns[0].max()) < 1 << 16:
            weights = np.bincount(columns[0])
            values: Any = np.flatnonzero(weights)
            weights = weights[values]
            values = values.astype(columns[0].dtype).tolist()
        elif len(columns) == 1:
            values, weights = np.unique(columns[0], return_counts=True)
            values = values.tolist()
        else:
            table = np.stack([column.astype(np.int64) for column in columns], axis=1)
            rows, weights = np.unique(table, axis=0, return_counts=True)
            types = [bool if column.dtype == np.bool_ else int for column in columns]
            values = [
                tuple(to(value) for to, value in zip(types, row, strict=True))
                for row in rows.tolist()
            ]
        counts.append(Counter(dict(zip(values, weights.tolist(), strict=True))))
    return counts


def simulate(
    measure: Asked,
    variant: Variant | str,
    *,
    hands: float = 1_000_000,
    seed: object = None,
    hand_size: int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    context: Context | None = None,
) -> Distribution:
    """Estimate the distribution of a measure from hands dealt at random.

    Parameters
    ----------
    measure : str, Measure, callable, or tuple of these
        What is asked, such as ``melds`` or ``has_run(length=4)``; or a function that takes a
        `Hand` and returns a whole number, True or False. It gets the hand as it is played: in
        the Okey games wild tiles are jokers and false jokers plain tiles. A tuple asks for the
        joint distribution.
    variant : Variant or str
        The game, or its name.
    hands : int or float
        How many hands to deal; 1e6 is a whole number, too.
    seed : int, Seed, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`. The same seed gives the same counts whatever
        ``executor`` and ``workers`` are.
    hand_size : int, optional
        Tiles in a hand; the variant's unless given.
    executor : concurrent.futures.Executor, optional
        Where the work is done: a pool of processes, Dask's ``client.get_executor()``, an MPI
        pool. A pool of threads of its own, unless given.
    workers : int, optional
        How many threads the pool of its own has; as many as there are cores unless given.
    progress : bool, optional
        Whether to show a progress bar; in a terminal or a notebook, unless given.
    context : Context, optional
        Gives the round in Shanghai, the indicator in the Okey games (which is averaged over
        unless given), or another tile that lies face up.

    Returns
    -------
    Distribution
        An estimated one.

    Raises
    ------
    MeasureError
        If the measure is unknown or has no meaning in the variant.
    SimulationError
        If the number of hands, the seed or the number of workers is not possible.
    TileError
        If a hand can't have so many tiles.
    Interrupted
        If the run is stopped (Ctrl-C); its ``so_far`` holds what was counted.
    BrokenOff
        If the executor's processes end before their work; ``so_far`` likewise.

    Notes
    -----
    Measures written in Python are worked out one hand at a time, and threads don't make them
    faster; a pool of processes does.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> melds = simulate("melds", find_variant("sabra"), hands=20_000, seed=1)
    >>> melds.values, melds.hands, melds.seed
    ((0, 1, 2, 3, 4), 20000, 1)
    """
    return simulate_each(
        [measure],
        variant,
        hands=hands,
        seed=seed,
        hand_size=hand_size,
        executor=executor,
        workers=workers,
        progress=progress,
        context=context,
    )[0]


def simulate_each(
    measures: Sequence[Asked],
    variant: Variant | str,
    *,
    hands: float = 1_000_000,
    seed: object = None,
    hand_size: int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    context: Context | None = None,
) -> tuple[Distribution, ...]:
    """Estimate several distributions from the same hands, in one pass.

    Parameters
    ----------
    measures : sequence
        What is asked; each as for `simulate`.
    variant, hands, seed, hand_size, executor, workers, progress, context
        As for `simulate`.

    Returns
    -------
    tuple of Distribution
        One for each measure.

    Raises
    ------
    MeasureError, SimulationError, TileError, Interrupted, BrokenOff
        As for `simulate`.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> melds, points = simulate_each(["melds", "dead_wood_points"], sabra, hands=9_000, seed=1)
    >>> melds.total, points.total
    (9000, 9000)
    """
    variant = require_variant(variant)
    if not isinstance(measures, Iterable) or isinstance(measures, str):
        raise MeasureError(f"measures={shown(measures)}: give a list of measures")
    plan = Plan(
        variant=variant,
        hand_size=deck_of(variant, context).check_hand_size(
            variant.hand_size if hand_size is None else hand_size
        ),
        hands=check_hands(hands),
        seed=make_seed(seed),
        questions=tuple(_question(asked) for asked in measures),
        context=context,
    )
    check_workers(executor, workers, plan, "a measure")
    counts: Counts = [Counter() for _ in plan.questions]
    done = 0
    try:
        _try_one_hand(plan)
        for hands_done, found in _results(plan, executor, workers, progress):
            with uninterrupted():
                done += hands_done
                for question, values in enumerate(found):
                    counts[question] += values
    except KeyboardInterrupt:
        raise Interrupted(_distributions(plan, counts) if done else (), plan.hands) from None
    except WorkersGone as gone:
        if not done:
            raise
        raise BrokenOff(_distributions(plan, counts), plan.hands, str(gone)) from gone
    return _distributions(plan, counts)


def _results(
    plan: Plan, executor: Executor | None, workers: int | None, progress: bool | None
) -> Iterator[tuple[int, Counts]]:
    """Yield what each task counted, in the order in which they end."""
    from tqdm.auto import tqdm

    size = -(-plan.chunks // _TASKS)
    tasks = (range(first, min(first + size, plan.chunks)) for first in range(0, plan.chunks, size))
    own = executor is None
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1) if executor is None else executor
    stopped = Event()
    # Only threads can be told to stop; other workers end the tasks that they have begun.
    work = partial(count_chunks, plan)
    if own:
        work = partial(count_chunks, plan, stop=stopped.is_set)
    shown = is_watched() if progress is None else progress
    delay = 0 if progress else WORTH_SAYING
    with tqdm(
        total=plan.hands, unit=" hands", unit_scale=True, disable=not shown, delay=delay
    ) as bar:
        for hands, counts in run_tasks(work, tasks, pool, own=own, stop=stopped.set):
            bar.update(hands)
            yield hands, counts


def _question(asked: Asked) -> tuple[Measure | Function, ...]:
    parts = asked if isinstance(asked, tuple) else (asked,)
    if not parts:
        raise MeasureError("a joint distribution needs at least one measure, not ()")
    return tuple(
        part if callable(part) and not isinstance(part, Measure) else make_measure(part)
        for part in parts
    )


def _try_one_hand(plan: Plan) -> None:
    """Let a measure that has no meaning here say so before any work is handed out.

    It also compiles the kernels and makes their tables, once instead of in every thread.
    """
    count_chunks(replace(plan, hands=1), [0])


def _name(measure: Measure | Function) -> str:
    if isinstance(measure, Measure):
        return measure.text
    return str(getattr(measure, "__name__", repr(measure)))


def _distributions(plan: Plan, counts: Counts) -> tuple[Distribution, ...]:
    seed = plan.seed if plan.seed.spawn_key else plan.seed.entropy
    return tuple(
        make_distribution(
            found,
            measure=_name(question[0])
            if len(question) == 1
            else f"({', '.join(map(_name, question))})",
            is_exact=False,
            variant=plan.variant,
            hand_size=plan.hand_size,
            seed=seed,
        )
        for question, found in zip(plan.questions, counts, strict=True)
    )

"""What counting takes: it is estimated before much is spent, shown, and never too much.

Hands of a few tiles need few states. How their number grows from 4 to 6 to 8 tiles tells about
how many a whole hand will need, a second after the question was asked.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from threading import Lock
from time import perf_counter, thread_time
from typing import Any

from rummistats.errors import MeasureError, shown
from rummistats.exact.cache import fingerprint, keep, known_counts
from rummistats.exact.counting import Score, Scores, count_scores
from rummistats.exact.layers import Reading
from rummistats.playing import Deck
from rummistats.progress import is_watched, said_if_compiling

__all__ = [
    "Effort",
    "Estimate",
    "Pilot",
    "TooLarge",
    "count_anew",
    "counted",
    "estimate",
    "memory_limit",
]

GIGABYTE = 1 << 30

QUIET = 1.0
"""Seconds after which an answer takes long: then it is estimated, and progress is shown."""

PILOT_TIME, PILOT_PATIENCE = 3.0, 8.0
"""Seconds of work that the pilots may take, and seconds on a busy machine."""

MORE_PILOT_TIME, MORE_PILOT_PATIENCE = 12.0, 40.0
"""The same where counting seems to take longer than this: few tiles tell too little then."""

COMPILED = 60.0
"""Seconds after which all is compiled, if nothing else tells so."""

WORTH_KEEPING = 0.2
"""What is counted in fewer seconds is not kept."""

WORTH_SAYING = 5.0
"""Seconds from which on an estimate is said."""

WORTH_ANOTHER_WAY = 120.0
"""Seconds of counting from which on simulation is spoken of."""

LONGEST = 24 * 3600
"""Seconds beyond which nobody waits for an answer."""

FEW = 10
"""States that are too few to tell how they grow in number."""

LOW, LIKELY = 0.7, 0.85
"""By what the growth for two more tiles is multiplied each time: at least, and mostly."""


class TooLarge(MeasureError):
    """A question whose counting would take more memory or time than is allowed."""


@dataclass(frozen=True)
class Effort:
    """What an answer may take, and who waits for it.

    Parameters
    ----------
    asked : str
        What is asked, as it would be given to `simulate`.
    progress : bool, optional
        Whether to show progress, where an answer takes long; in a terminal or a notebook, unless
        given. Elsewhere one line on the standard error then says that it does.
    limit : float, optional
        Gigabytes of memory that counting may take; 6, or half of the machine's if that is less,
        unless given.
    """

    asked: str = "measure"
    progress: bool | None = None
    limit: float | None = None

    def __post_init__(self) -> None:
        if self.progress not in (None, False, True):
            raise MeasureError(
                f"progress={shown(self.progress)}: it is True or False, or None to show progress "
                "only to somebody who looks on"
            )
        memory_limit(self.limit)

    @property
    def instead(self) -> str:
        """What else can be done."""
        return (
            f"Estimate it with simulate({self.asked}, variant, hands=1_000_000, seed=1), or allow "
            "more gigabytes of memory by limit"
        )


@dataclass(frozen=True)
class Estimate:
    """About what counting takes.

    Parameters
    ----------
    states : int
        After the column after which there are most.
    memory : int
        Bytes.
    seconds : float
        On this machine, as busy as it is.

    Examples
    --------
    >>> str(Estimate(states=84_213, memory=3 * 10**9, seconds=700))
    'about 84,000 states, 2.8 GB of memory and 12 minutes'
    """

    states: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"about {_rounded(self.states)} states, {self.memory / GIGABYTE:.2g} GB of memory and "
            f"{_duration(self.seconds)}"
        )


@dataclass(frozen=True)
class Pilot:
    """What counting the hands of few tiles took.

    Parameters
    ----------
    dealt : int
        How many tiles were dealt at most.
    states, memory, seconds
        As for `Estimate`, but exactly.
    """

    dealt: int
    states: int
    memory: int
    seconds: float


def counted(
    scores: tuple[Score, ...],
    deck: Deck,
    dealt: int,
    *,
    absorbs: bool = False,
    effort: Effort | None = None,
) -> Scores:
    """Return what `count_scores` does, if it is not too much; what is known is not counted anew.

    Parameters
    ----------
    scores, deck, dealt, absorbs
        As for `count_scores`.
    effort : Effort, optional
        What it may take.

    Raises
    ------
    TooLarge
        If it would take too much memory or time.
    """
    mark = fingerprint(scores, deck, absorbs)
    found = known_counts(mark, dealt)
    if found is None:
        effort = effort or Effort()
        started = perf_counter()
        found = count_anew(scores, deck, dealt, absorbs=absorbs, effort=effort)
        if perf_counter() - started > WORTH_KEEPING:
            keep(found, mark, dealt, effort.asked)
    return found


def count_anew(
    scores: tuple[Score, ...],
    deck: Deck,
    dealt: int,
    *,
    absorbs: bool = False,
    effort: Effort | None = None,
) -> Scores:
    """Return what `counted` does, but look up nothing and keep nothing."""
    effort = effort or Effort()
    watched = is_watched() if effort.progress is None else effort.progress
    limit = memory_limit(effort.limit)
    watcher = _Watcher(scores, deck, dealt, absorbs, effort, limit, watched)
    try:
        with said_if_compiling():
            return count_scores(
                scores, deck, dealt, absorbs=absorbs, told=watcher.told, alive=watcher.alive
            )
    finally:
        watcher.close()


def memory_limit(gigabytes: float | None = None) -> int:
    """Return how many bytes counting may take.

    Raises
    ------
    MeasureError
        If the limit is no positive number.

    Examples
    --------
    >>> memory_limit(2.5) == 2.5 * 2**30
    True
    >>> memory_limit() <= 6 * 2**30
    True
    """
    if gigabytes is None:
        return min(6 * GIGABYTE, _machine_memory() // 2)
    if isinstance(gigabytes, bool) or not isinstance(gigabytes, int | float) or not gigabytes > 0:
        raise MeasureError(
            f"limit={shown(gigabytes)}: the limit is a positive number of gigabytes of memory"
        )
    return int(min(gigabytes, 1e9) * GIGABYTE)


def estimate(
    pilots: dict[int, list[Pilot]], dealt: int, damping: float = LIKELY
) -> Estimate | None:
    """Return about what counting takes, from what it took for fewer tiles.

    The growth from each two tiles to the next two gets smaller by and by: hands of many tiles are
    all much alike.

    Parameters
    ----------
    pilots : dict
        For each number of jokers dealt the pilots, with ascending numbers of tiles.
    dealt : int
        How many tiles are dealt.
    damping : float
        By what the growth, as a logarithm, is multiplied from each two tiles to the next two.

    Returns
    -------
    Estimate or None
        None if the pilots are too few, or too small, to tell.

    Examples
    --------
    >>> pilots = [Pilot(6, 100, 10**5, 0.1), Pilot(8, 300, 3 * 10**5, 0.3)]
    >>> estimate({0: pilots}, 10, damping=1.0).states
    900
    """
    if not pilots:
        return None
    states, memory, longest, work = 0, 0.0, 0.0, 0.0
    for of_jokers in pilots.values():
        # From very few states no growth can be told.
        if len(of_jokers) < 2 or of_jokers[-2].states < FEW:
            return None
        before, last = of_jokers[-2:]
        steps = (dealt - last.dealt) / (last.dealt - before.dealt)
        times = sum(damping ** (step + 1) for step in range(ceil(steps)))
        most = _grown(times, before.states, last.states)
        # A state's scores and hand sizes are both as many, at most, as there are tiles.
        square = (dealt / last.dealt) ** 2
        each = _grown(times, before.memory / before.states, last.memory / last.states)
        each = min(each, square * last.memory / last.states)
        states = max(states, round(most))
        memory += most * each
        seconds = most * square * last.seconds / last.states
        work += seconds
        longest = max(longest, seconds)
    return Estimate(states, round(memory), max(longest, work / (os.cpu_count() or 1)))


def _grown(times: float, old: float, new: float) -> float:
    """Return what becomes of a number if it goes on to grow as before, so many times."""
    return new * (new / old) ** times if new > old > 0 else new


class _Late(Exception):
    """A pilot takes too long."""


@dataclass
class _Watcher:
    """Looks on while hands are counted: estimates, refuses, shows."""

    scores: tuple[Score, ...]
    deck: Deck
    dealt: int
    absorbs: bool
    effort: Effort
    limit: int
    watched: bool
    lock: Any = field(default_factory=Lock)
    begun: float = field(default_factory=perf_counter)
    started: float | None = None
    decided: bool = False
    memory: dict[int, int] = field(default_factory=dict)
    bar: Any = None
    shares: dict[int, list[float]] = field(default_factory=dict)
    done: dict[int, float] = field(default_factory=dict)

    def told(self, jokers: int, reading: Reading) -> None:
        """Look at how far the counting has come, for so many jokers."""
        with self.lock:
            self.memory[jokers] = reading.memory
            taken = sum(self.memory.values())
            if taken > self.limit:
                raise TooLarge(
                    f"counting {self.effort.asked} takes more than {self.limit / GIGABYTE:.2g} GB "
                    f"of memory: there are {reading.found:,} states after column "
                    f"{reading.place + 1} with {jokers} jokers. {self.effort.instead}"
                )
            # From the third column on all is compiled that has to be.
            if self.started is None and reading.place >= 2:
                self.started = perf_counter()
            if self.bar is not None:
                self._show(jokers, reading)

    def alive(self) -> None:
        """Estimate what the counting takes, if it takes long."""
        now = perf_counter()
        if self.started is None:
            takes_long = now - self.begun > COMPILED
        else:
            takes_long = now - self.started > QUIET
        if takes_long and not self.decided:
            self.decided = True
            # Meanwhile the counting itself waits.
            with self.lock:
                self._decide()

    def close(self) -> None:
        """Take the progress bar away."""
        with self.lock:
            if self.bar is not None:
                self.bar.close()
                self.bar = None

    def _decide(self) -> None:
        """Estimate what the counting takes; refuse it, or show how far it comes."""
        pilots, layers = self._run_pilots()
        likely, least = (estimate(pilots, self.dealt, damping) for damping in (LIKELY, LOW))
        if likely and least and (least.memory > self.limit or least.seconds > LONGEST):
            raise TooLarge(
                f"counting {self.effort.asked} takes {likely}, by what it takes for fewer tiles: "
                f"more than the limits, {self.limit / GIGABYTE:.2g} GB and {LONGEST // 3600} "
                f"hours. {self.effort.instead}"
            )
        announced = f"Counting {self.effort.asked} takes {likely or 'a while'}."
        if not likely or likely.seconds > WORTH_ANOTHER_WAY:
            announced += f" simulate({self.effort.asked}) estimates it in seconds."
        takes_long = likely is None or likely.seconds >= WORTH_SAYING
        if not self.watched:
            # Whoever waits at the end of a pipe is told once.
            if takes_long and self.effort.progress is None and sys.stderr is not None:
                print(announced, file=sys.stderr, flush=True)
            return
        from tqdm.auto import tqdm

        # Work is shared among columns as it was for fewer tiles.
        weights = {j: of_jokers[-1].seconds for j, of_jokers in pilots.items()}
        total = sum(weights.values()) or 1
        self.shares = {
            j: [weights[j] / total * states / sum(layers[j]) for states in layers[j]]
            for j in layers
        }
        self.bar = tqdm(
            total=1,
            desc="counting",
            bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}{postfix}",
            file=sys.stderr,
        )
        if likely and takes_long:
            self.bar.write(announced, file=sys.stderr)

    def _run_pilots(self) -> tuple[dict[int, list[Pilot]], dict[int, list[int]]]:
        """Count the hands of few tiles, and of more as long as there is time.

        Returns
        -------
        tuple
            The pilots by jokers dealt; and for the last of them the states before each column.
        """
        pilots: dict[int, list[Pilot]] = {}
        layers: dict[int, list[int]] = {}
        begun, work, patience = perf_counter(), PILOT_TIME, PILOT_PATIENCE
        fewer = 4
        while fewer < self.dealt:
            notes = _Notes(begun + patience, work)
            try:
                count_scores(
                    tuple(_for_fewer(score, fewer, self.dealt) for score in self.scores),
                    self.deck,
                    fewer,
                    absorbs=self.absorbs,
                    told=notes.told,
                )
            except _Late:
                likely = estimate(pilots, self.dealt)
                if patience > PILOT_PATIENCE or not likely or likely.seconds < MORE_PILOT_TIME:
                    break
                work, patience = MORE_PILOT_TIME, MORE_PILOT_PATIENCE
                continue
            work -= notes.worked
            for jokers, (states, memory) in notes.most.items():
                first, last = notes.times[jokers]
                pilots.setdefault(jokers, []).append(Pilot(fewer, states, memory, last - first))
            layers = notes.layers
            fewer += 2
        return pilots, layers

    def _show(self, jokers: int, reading: Reading) -> None:
        shares = self.shares.get(jokers)
        if shares:
            read = reading.read / max(1, reading.states)
            share = shares[reading.place] if reading.place < len(shares) else 0
            self.done[jokers] = sum(shares[: reading.place]) + share * read
            self.bar.n = max(self.bar.n, min(1.0, sum(self.done.values())))
        taken = sum(self.memory.values()) / GIGABYTE
        self.bar.set_postfix_str(f"{reading.found:,} states, {taken:.2f} GB")


@dataclass
class _Notes:
    """What is noted of a pilot, by jokers dealt."""

    until: float
    work: float
    lock: Any = field(default_factory=Lock)
    most: dict[int, tuple[int, int]] = field(default_factory=dict)
    layers: dict[int, list[int]] = field(default_factory=dict)
    times: dict[int, tuple[float, float]] = field(default_factory=dict)

    @property
    def worked(self) -> float:
        """Seconds of work so far."""
        return sum(last - first for first, last in self.times.values())

    def alive(self) -> None:
        """End it if it takes too long."""
        if perf_counter() > self.until:
            raise _Late

    def told(self, jokers: int, reading: Reading) -> None:
        """Note how far the counting has come; end it if it takes too long."""
        now = thread_time()
        # Several threads tell at once.
        with self.lock:
            self.times[jokers] = self.times.get(jokers, (now,))[0], now
            if self.worked > self.work:
                raise _Late
            states, memory = self.most.get(jokers, (0, 0))
            self.most[jokers] = max(states, reading.found), max(memory, reading.memory)
            layers = self.layers.setdefault(jokers, [])
            if reading.place == len(layers) and reading.states:
                layers.append(reading.states)


def _for_fewer(score: Score, fewer: int, dealt: int) -> Score:
    """Return a score for fewer tiles; where points are to be reached, they are as many fewer.

    Few tiles never reach 101 points: what it takes to count that would tell nothing of more.
    """
    if score.plan is None or score.plan.goal is None:
        return score
    goal = max(1, score.plan.goal * fewer // dealt)
    return replace(score, plan=replace(score.plan, goal=goal))


def _machine_memory() -> int:
    """Return how many bytes of memory the machine, or the container, has."""
    found = []
    with suppress(AttributeError, ValueError, OSError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for place in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            found.append(int(Path(place).read_text()))
    # Where a machine does not say, it has what most have at least.
    return min((size for size in found if size > 0), default=8 * GIGABYTE)


def _rounded(number: int) -> str:
    """Return a number with two digits that count."""
    size = max(0, len(str(number)) - 2)
    return f"{round(number, -size):,}"


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    whole = max(1, round(seconds))
    return "1 second" if whole == 1 else f"{whole} seconds"

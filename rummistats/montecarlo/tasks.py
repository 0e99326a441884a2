"""Handing out work: to threads, processes or anybody's executor, in any order, stopped at any time.

What a run finds must not depend on who works on it: the tasks are cut before, and each says what
it is to draw from.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from pickle import PicklingError, dumps
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeVar

from rummistats.dealing import check_number
from rummistats.errors import SimulationError, shown
from rummistats.interrupts import uninterrupted

__all__ = ["WorkersGone", "check_sent", "check_workers", "run_tasks"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_PATIENCE = 60.0
"""Seconds to wait, when a run is stopped, for what is being worked on."""

_WAITING = 64
"""How many tasks wait in an executor: a billion hands must not wait in memory."""


class WorkersGone(SimulationError):
    """The processes that should work have ended before the work was done."""


def run_tasks(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    pool: Executor,
    *,
    own: bool,
    stop: Callable[[], None] = lambda: None,
    stopping: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Yield what each task gave, in the order in which they end.

    Parameters
    ----------
    work : callable
        What is done with a task.
    tasks : iterable
        The tasks; they are asked for as the work goes on.
    pool : concurrent.futures.Executor
        Who works.
    own : bool
        Whether nobody else uses the pool: then it is shut down at the end, and if the run is
        stopped, what was begun is waited for and yielded as well.
    stop : callable
        Called as soon as no more is wanted.
    stopping : callable
        Called if the run is stopped, and what was begun has to be waited for.

    Raises
    ------
    SimulationError
        If the executor takes no work.
    WorkersGone
        If its processes have ended, after what had been done by then.
    KeyboardInterrupt
        If the run is stopped, after what was begun.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> sorted(run_tasks(abs, [-1, 2, -3], ThreadPoolExecutor(2), own=True))
    [1, 2, 3]
    """
    waiting = iter(tasks)
    pending: set[Future[Result]] = set()
    ended: SimpleQueue[Future[Result]] = SimpleQueue()
    # Who is interrupted inside a future, or while a thread starts, leaves a lock taken for ever.
    whole = uninterrupted if own else nullcontext

    def submit(task: Task) -> None:
        try:
            with whole():
                future = pool.submit(work, task)
                pending.add(future)
                future.add_done_callback(ended.put)
        except BrokenExecutor:
            raise
        except RuntimeError as error:
            raise SimulationError(f"the executor takes no more work: {error}") from error

    any_done = False
    try:
        for task in islice(waiting, _WAITING):
            submit(task)
        while pending:
            future = _next(ended, 0.5)
            if future is None:
                continue
            for task in islice(waiting, 1):
                submit(task)
            with whole():
                result = future.result()
            # Until it is handed on it must not be forgotten, whatever happens meanwhile.
            pending.remove(future)
            any_done = True
            yield result
    except KeyboardInterrupt:
        # What was begun is counted as far as it came.
        stop()
        with whole():
            begun = [future for future in pending if not future.cancel()]
            left = {future for future in begun if not future.done()} if own else set()
        if left:
            stopping()
        deadline = monotonic() + _PATIENCE
        while left and monotonic() < deadline:
            left.discard(_next(ended, 0.5))
        yield from _results_of([future for future in begun if future not in left] if own else [])
        raise
    except BrokenExecutor as error:
        for result in _results_of([future for future in pending if future.done()]):
            any_done = True
            yield result
        advice = "" if any_done else _advice(pool)
        raise WorkersGone(
            f"the processes that should work have ended ({str(error).rstrip('.')}){advice}"
        ) from error
    finally:
        stop()
        with whole():
            for future in pending:
                future.cancel()
        if own:
            pool.shutdown(wait=True, cancel_futures=True)


def _next(ended: SimpleQueue[Future[Result]], seconds: float) -> Future[Result] | None:
    """Return who ended next, or None: not for ever, since Ctrl-C may reach a blind thread."""
    try:
        return ended.get(timeout=seconds)
    except Empty:
        return None


def _results_of(futures: Iterable[Future[Result]]) -> Iterator[Result]:
    """Yield what those gave that have come to their end."""
    for future in futures:
        if not future.cancelled() and future.exception() is None:
            yield future.result()


def _advice(pool: Executor) -> str:
    """Return what to do if the processes may have ended because they ran the script again."""
    context = getattr(pool, "_mp_context", None) or multiprocessing.get_context()
    if context.get_start_method() == "fork":
        return ""
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    try:
        guarded = script is None or "__name__" in Path(script).read_text(encoding="utf-8")
    except (OSError, ValueError):
        guarded = True
    if guarded:
        return ""
    return "; a script that starts processes does its work under 'if __name__ == \"__main__\":'"


def check_workers(executor: object, workers: object, sent: object, what: str) -> None:
    """Refuse who can't work.

    Parameters
    ----------
    executor : object
        What was given as the executor, or None.
    workers : object
        What was given as the number of workers, or None.
    sent : object
        What other processes must be sent.
    what : str
        What of it they may not be able to read: ``a measure``.

    Raises
    ------
    SimulationError
        If it is no executor, there are both, or ``sent`` can't be sent.

    Examples
    --------
    >>> check_workers(7, None, None, "a measure")
    Traceback (most recent call last):
        ...
    rummistats.errors.SimulationError: executor=7 is no executor of concurrent.futures, such as
    ProcessPoolExecutor(4)
    """
    if executor is None:
        if workers is not None and check_number("workers", workers, "the number of workers") > 1024:
            raise SimulationError(f"workers={shown(workers)}: there can be up to 1024 workers")
        return
    if not callable(getattr(executor, "submit", None)):
        raise SimulationError(
            f"executor={shown(executor)} is no executor of concurrent.futures, such as "
            "ProcessPoolExecutor(4)"
        )
    if workers is not None:
        raise SimulationError("give executor or workers, not both: an executor has its own")
    if isinstance(executor, ProcessPoolExecutor):
        check_sent(sent, what)


def check_sent(sent: object, what: str) -> None:
    """Refuse what other processes can't be sent.

    Raises
    ------
    SimulationError
        Says what would do instead.
    """
    try:
        dumps(sent)
    except (PicklingError, AttributeError, TypeError) as error:
        raise SimulationError(
            f"{what} for other processes must be a function of a module that they can "
            f"import, not a lambda or an inner function ({error})"
        ) from error

"""Handing out work: to threads, processes or anybody's executor, in any order, stopped at any time.

What a run finds must not depend on who works on it: the tasks are cut before, and each says what
it is to draw from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from itertools import islice
from pickle import PicklingError, dumps
from typing import TypeVar

from rummistats.dealing import check_number
from rummistats.errors import SimulationError, shown

__all__ = ["check_sent", "check_workers", "run_tasks"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_PATIENCE = 60.0
"""Seconds to wait, when a run is stopped, for what is being worked on."""

_WAITING = 64
"""How many tasks wait in an executor: a billion hands must not wait in memory."""


def run_tasks(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    pool: Executor,
    *,
    own: bool,
    stop: Callable[[], None] = lambda: None,
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

    Raises
    ------
    SimulationError
        If the executor takes no work, or its processes are gone.
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

    def submit(task: Task) -> Future[Result]:
        try:
            return pool.submit(work, task)
        except BrokenExecutor:
            raise
        except RuntimeError as error:
            raise SimulationError(f"the executor takes no more work: {error}") from error

    try:
        pending |= {submit(task) for task in islice(waiting, _WAITING)}
        while pending:
            # With a time limit, since Ctrl-C may reach a thread that doesn't see it.
            ended, pending = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
            pending |= {submit(task) for task in islice(waiting, len(ended))}
            for future in ended:
                yield future.result()
    except KeyboardInterrupt:
        # What was begun is counted as far as it came.
        stop()
        begun = [future for future in pending if not future.cancel()]
        for future in wait(begun, timeout=_PATIENCE).done if own else ():
            if not future.cancelled() and future.exception() is None:
                yield future.result()
        raise
    except BrokenExecutor as error:
        raise SimulationError(
            f"the processes that should work have ended ({error}); a script that starts "
            "processes does its work under 'if __name__ == \"__main__\":'"
        ) from error
    finally:
        stop()
        for future in pending:
            future.cancel()
        if own:
            pool.shutdown(wait=True, cancel_futures=True)


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

"""Steps that Ctrl-C must not cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["uninterrupted"]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put Ctrl-C off until the end of a block, which should be short.

    A sum that is half done, or a compiled program that is handed an object while an exception is on
    its way, would be of no use to whoever wants what was found so far. Only the main thread is
    ever interrupted; in others nothing is changed.

    Raises
    ------
    KeyboardInterrupt
        After the block, if somebody pressed Ctrl-C in it. Whatever else handles the signal is
        called then, too.

    Examples
    --------
    >>> import signal
    >>> done = []
    >>> try:
    ...     with uninterrupted():
    ...         signal.raise_signal(signal.SIGINT)
    ...         done.append("all of it")
    ... except KeyboardInterrupt:
    ...     print(done)
    ['all of it']
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if waiting:
            usual(*waiting[0])

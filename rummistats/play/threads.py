"""What each thread has of its own, since it is written to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import local
from typing import ParamSpec, TypeVar

__all__ = ["kept_by_thread"]

_MOST = 8

Arguments = ParamSpec("Arguments")
Kept = TypeVar("Kept")


def kept_by_thread(make: Callable[Arguments, Kept]) -> Callable[Arguments, Kept]:
    """Return a function that makes a thing once for each thread, and the few last ones are kept.

    Examples
    --------
    >>> from threading import Thread
    >>> room = kept_by_thread(lambda size: bytearray(size))
    >>> found = [room(3), room(3)]
    >>> thread = Thread(target=lambda: found.append(room(3)))
    >>> thread.start(); thread.join()
    >>> found[0] is found[1], found[0] is found[2]
    (True, False)
    """
    own = local()

    @wraps(make)
    def kept(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Kept:
        if not hasattr(own, "make"):
            own.make = lru_cache(maxsize=_MOST)(make)
        found: Kept = own.make(*args, **kwargs)
        return found

    return kept

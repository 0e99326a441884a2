"""With which code a command ends, and what it says if it was stopped."""

from __future__ import annotations

import sys

__all__ = [
    "BAD_INPUT",
    "BROKEN_OFF",
    "BROKEN_PIPE",
    "INTERRUPTED",
    "code_of_stop",
    "exit_code",
    "tell_of_stop",
]

BROKEN_OFF = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def code_of_stop(why: str) -> int:
    """Return the code after a run that was stopped, for some reason or by somebody.

    Examples
    --------
    >>> code_of_stop(""), code_of_stop("a process was killed")
    (130, 1)
    """
    return BROKEN_OFF if why else INTERRUPTED


def exit_code(error: BaseException) -> int:
    """Return the code after an error of which somebody is told.

    Examples
    --------
    >>> from rummistats.errors import TileError
    >>> exit_code(TileError("there is no tile R14")), exit_code(KeyboardInterrupt())
    (2, 130)
    """
    from rummistats.montecarlo import Interrupted, WorkersGone, why_stopped

    if isinstance(error, Interrupted | WorkersGone):
        return code_of_stop(why_stopped(error))
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else BAD_INPUT


def tell_of_stop(stop: BaseException) -> int:
    """Say that what follows is of a run that was stopped; return the code of the command."""
    words = str(stop)
    print(f"{words[:1].upper()}{words[1:]}: the figures below are from these.", file=sys.stderr)
    return exit_code(stop)

"""What is said to somebody who waits."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["WORTH_SAYING", "is_watched", "said_if_compiling"]

WORTH_SAYING = 0.7
"""So many seconds something takes at least before a bar tells how far it has come."""


def is_watched() -> bool:
    """Whether somebody looks on: in a terminal or a notebook."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    # A program that only starts notebooks has the kernel's module, too, but runs in none.
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


@contextmanager
def said_if_compiling() -> Iterator[None]:
    """Say on a terminal what takes so long when something is compiled, which happens once."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from numba.core import event

    class Notice(event.Listener):
        """Says it when the first function begins to be compiled."""

        said = False

        def on_start(self, event: object) -> None:
            if not self.said:
                print("Compiling, once only: up to half a minute …", file=sys.stderr, flush=True)
            self.said = True

        def on_end(self, event: object) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield

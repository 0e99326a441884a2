"""``rummistats cache``: the counts that are kept."""

from __future__ import annotations

import argparse

from rummistats.commands.output import emit
from rummistats.exact.cache import VARIABLE, cache_state, clear_cache

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Say where counts are kept and how many, or delete them."""
    state = cache_state()
    if state.folder is None:
        emit(f"Counts are not kept: {VARIABLE} is empty, or there is no home.\n", None)
        return 0
    if options.clear:
        deleted = clear_cache()
        emit(f"{deleted} {_files(deleted)} deleted from {state.folder}\n", None)
        return 0
    emit(f"{state.files} {_files(state.files)}, {state.size:,} bytes, in {state.folder}\n", None)
    return 0


def _files(number: int) -> str:
    return "file" if number == 1 else "files"

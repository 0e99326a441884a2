"""Starting: imports, and the first and second report on a new machine."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Row, Spent, spent_by

RUNS = 5


def measure_imports() -> Iterator[Row]:
    """Yield what importing costs beyond starting Python."""
    bare = _import_seconds("pass")
    ours = _import_seconds("import rummistats") - bare
    for peer in ("numpy", "icepool", "rummikub_solver"):
        yield Row(
            f"import, beyond bare Python ({1e3 * bare:.0f} ms)",
            "ms",
            1e3 * max(ours, 1e-4),
            f"import {peer}",
            1e3 * (_import_seconds(f"import {peer}") - bare),
            100,
        )


def measure_reports() -> Iterator[Row]:
    """Yield how long a first and a second report take, with a million hands each."""
    with tempfile.TemporaryDirectory() as scratch:
        # As on a new machine: no compiled kernels, and no list of fonts.
        settings = {
            "NUMBA_CACHE_DIR": f"{scratch}/numba",
            "MPLCONFIGDIR": f"{scratch}/matplotlib",
        }
        command = str(Path(sys.executable).with_name("rummistats"))

        def report(name: str) -> Spent:
            return spent_by(
                [command, "report", "--seed", "1", "--output", f"{scratch}/{name}"], **settings
            )

        first, second = report("first"), report("second")
    note = (
        "Reports: seconds on the clock, which suffer from whatever else runs. CPU seconds: "
        f"first {first.cpu:.1f}, second {second.cpu:.1f}."
    )
    yield Row(
        "rummistats report, second one",
        "s",
        second.wall,
        "the first one, compiling included",
        first.wall,
        15,
        note,
    )


def _import_seconds(statement: str) -> float:
    command = [sys.executable, "-c", statement]
    spent_by(command)
    return min(spent_by(command).cpu for _ in range(RUNS))

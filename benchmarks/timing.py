"""Clocks, the facts about the machine, and the rows of the table."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version


@dataclass(frozen=True)
class Row:
    """One thing measured, here and by the peer.

    Parameters
    ----------
    what : str
        What was measured.
    unit : str
        Its unit; with ``/s`` more is better, otherwise less is.
    ours : float
        What rummistats needs.
    peer : str
        Who else was measured in the same run, if anybody.
    theirs : float, optional
        What the peer needs.
    aim : float, optional
        What the project wants to reach on two shared cores; nothing is asserted.
    note : str
        Anything a reader must know.
    """

    what: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    aim: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the peer rummistats is."""
        if self.theirs is None:
            return None
        if self.unit.endswith("/s"):
            return self.ours / self.theirs
        return self.theirs / self.ours


def best_cpu_seconds(work: Callable[[], object], runs: int) -> float:
    """Return the least CPU time that this process needed for the work.

    CPU time, and the least of it, since others may use the machine at the same time; even so
    they share its caches and memory, and can make everything look slower than it is.
    """
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


@dataclass(frozen=True)
class Spent:
    """What a program needed: seconds on the clock, CPU seconds of all threads; what it printed."""

    wall: float
    cpu: float
    output: str


def spent_by(command: Sequence[str], **settings: str) -> Spent:
    """Run a program to its end, with some environment variables changed."""
    environment = {**os.environ, **settings}
    # Modules compiled to bytecode are kept, as they are for everybody.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(wall, cpu, done.stdout)


def machine() -> dict[str, str]:
    """Return what a reader must know to compare figures."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
        model = names[0] if names else model
    facts = {
        "processor": model,
        "cores": str(os.cpu_count()),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "system": platform.platform(terse=True),
        "Python": platform.python_version(),
    }
    for package in (
        "rummistats",
        "numpy",
        "numba",
        "scipy",
        "rummikub-solver",
        "icepool",
        "open_spiel",
    ):
        try:
            facts[package] = version(package)
        except PackageNotFoundError:
            facts[package] = "not installed"
    return facts


def number(value: float | None) -> str:
    """Return a number with three or more significant digits, for reading; nothing for None."""
    if value is None:
        return ""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def print_table(rows: Sequence[Row]) -> None:
    """Print the rows and, below them, their notes."""
    heads = ("", "rummistats", "unit", "aim", "peer", "its", "times as fast")
    cells = [
        (
            row.what,
            number(row.ours),
            row.unit,
            number(row.aim),
            row.peer,
            number(row.theirs),
            number(row.ratio),
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in (heads, *cells)) for column in range(len(heads))]
    right = {1, 3, 5, 6}
    for line in (heads, tuple("-" * width for width in widths), *cells):
        print(
            "  ".join(
                cell.rjust(width) if column in right else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
        )
    for text in dict.fromkeys(row.note for row in rows if row.note):
        print(f"* {text}")
    sys.stdout.flush()

"""Exact odds, each counted in a new process: nothing is in a cache yet."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from benchmarks.timing import Row, spent_by

RUNS = 3
HAND_SIZE = 14

# Each program prints the CPU seconds of its question, imports not counted, and the answer.
_OURS = """
import time, rummistats as rs
import rummistats.exact
variant = rs.find_variant("sabra").with_rules(jokers=0)
start = time.process_time()
found = rs.exact({measure!r}, variant, hand_size={size})
seconds = time.process_time() - start
print(seconds, *[int(weight) for weight in found.weights])
"""
_ICEPOOL = """
import time, icepool
from benchmarks.peers import {function}
start = time.process_time()
found = {function}({size})
seconds = time.process_time() - start
print(seconds, *{answer})
"""

QUESTIONS = (
    ("has_meld", "icepool_has_meld", "(found[1] - found[0], found[0])"),
    ("pairs", "icepool_pairs", "found.values()"),
)


def measure_exact() -> Iterator[Row]:
    """Yield how long an exact answer takes, for 14 of 104."""
    for measure, function, answer in QUESTIONS:
        ours, expected = _ask(_OURS.format(measure=measure, size=HAND_SIZE))
        theirs, found = _ask(_ICEPOOL.format(function=function, size=HAND_SIZE, answer=answer))
        if expected != found:
            raise RuntimeError(f"{measure}: {expected} is not what icepool finds, {found}")
        yield Row(
            f"14 of 104: exact {measure}, first time",
            "ms",
            1e3 * ours,
            "icepool",
            1e3 * theirs,
            500,
            note="Exact answers: both counted the same hands, to the last one.",
        )


def _ask(program: str) -> tuple[float, tuple[int, ...]]:
    """Run a program several times; return the least time and the answer."""
    seconds, answers = [], set()
    for _ in range(RUNS):
        time, *answer = spent_by([sys.executable, "-c", program]).output.split()
        seconds.append(float(time))
        answers.add(tuple(map(int, answer)))
    (only,) = answers
    return min(seconds), only

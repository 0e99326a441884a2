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

# Nothing that was kept or comes with the package is looked up, and kernels are compiled already.
_OPTIMUM = """
import os, time
os.environ["RUMMISTATS_CACHE"] = ""
import rummistats as rs
variant = rs.find_variant({variant!r})
rs.exact({measure!r}, variant, hand_size=3)
start = time.process_time()
found = rs.exact({measure!r}, variant)
seconds = time.process_time() - start
print(seconds, *[int(weight) for weight in found.weights])
"""

# The automaton as a reader would write it, and the compiled one: the same game, the same counts.
_TWINS = """
import os, time
os.environ["RUMMISTATS_CACHE"] = ""
import rummistats as rs
from rummistats.exact.columns import count
from rummistats.exact.plans import make_plan
from rummistats.exact.profiles import profile_automaton
game = rs.Variant.mini(colors=3, numbers=6, copies=1, jokers=1, hand_size=7)

def plain():
    return count(profile_automaton(make_plan(game, "melds")), game.tile_set, game.hand_size)

def compiled():
    found = rs.exact("melds", game)
    return dict(zip(found.values, found.weights))

work = {which}
work()
start = time.process_time()
found = work()
seconds = time.process_time() - start
print(seconds, *[int(found[value]) for value in sorted(found)])
"""

OPTIMA = (("can_open", "sabra", 60), ("melds", "sabra", 60), ("dead_wood_points", "gin", 2))
"""Measures, games, and the seconds that each may take."""

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


def measure_optima() -> Iterator[Row]:
    """Yield how long the best that can be made of a hand takes to count, jokers included."""
    for measure, variant, aim in OPTIMA:
        seconds, _ = _ask(_OPTIMUM.format(measure=measure, variant=variant))
        yield Row(f"exact {measure} of {variant}, nothing kept", "ms", 1e3 * seconds, aim=1e3 * aim)
    ours, expected = _ask(_TWINS.format(which="compiled"))
    theirs, found = _ask(_TWINS.format(which="plain"))
    if expected != found:
        raise RuntimeError(f"melds of a mini game: {expected} compiled, {found} plain")
    yield Row(
        "exact melds, 7 of 3 x 6 tiles and a joker",
        "ms",
        1e3 * ours,
        "the plain automaton",
        1e3 * theirs,
        note="No other program counts optima: the peer is the readable automaton of the package.",
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

"""More workers: threads and processes, each beside one worker, with the same answer."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack

import rummistats as rs
from benchmarks.timing import Row

RUNS = 5
MEASURES = ["opening_value", "melded_tiles", "dead_wood_points", "melds"]


def measure_scaling(hands: int) -> Iterator[Row]:
    """Yield how many hands a second 1 and 2 threads and processes count."""
    sabra = rs.find_variant("sabra")
    # New processes, not copies of this one: this is how every system can do it.
    spawn = multiprocessing.get_context("spawn")
    pools: dict[str, Executor] = {
        "1 thread": ThreadPoolExecutor(1),
        "2 threads": ThreadPoolExecutor(2),
        "1 process": ProcessPoolExecutor(1, mp_context=spawn),
        "2 processes": ProcessPoolExecutor(2, mp_context=spawn),
    }
    wall: dict[str, list[float]] = {name: [] for name in pools}
    cpu: dict[str, list[float]] = {name: [] for name in pools}
    answers = set()
    with ExitStack() as stack:
        for pool in pools.values():
            stack.enter_context(pool)
        # In turns, so that whatever else runs troubles all alike. The first turn starts the
        # processes and loads the compiled kernels there.
        for turn in range(RUNS + 1):
            for name, pool in pools.items():
                began, used = time.perf_counter(), time.process_time()
                found = rs.simulate_each(
                    MEASURES, sabra, hands=hands, seed=1, executor=pool, progress=False
                )
                if turn:
                    wall[name].append(time.perf_counter() - began)
                    cpu[name].append(time.process_time() - used)
                answers.add(tuple((each.values, each.weights) for each in found))
    if len(answers) != 1:
        raise RuntimeError("the number of workers changed the counts")
    note = (
        "Workers: seconds on the clock, which suffer from whatever else runs; CPU seconds tell "
        "what threads cost each other. All ways counted the same."
    )
    speeds = {name: hands / min(seconds) for name, seconds in wall.items()}
    for name in ("2 threads", "1 process", "2 processes"):
        yield Row(
            f"14 of 106: {name}", "hands/s", speeds[name], "1 thread", speeds["1 thread"], note=note
        )
    yield Row(
        "14 of 106: 2 threads, hands in a CPU second",
        "hands/s",
        hands / min(cpu["2 threads"]),
        "1 thread",
        hands / min(cpu["1 thread"]),
        note=note,
    )

"""More workers: threads and processes, each beside one worker, with the same answer."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import rummistats as rs
from benchmarks.timing import Row, best_wall_seconds

RUNS = 3
MEASURES = ["opening_value", "melded_tiles", "dead_wood_points", "melds"]


def measure_scaling(hands: int) -> Iterator[Row]:
    """Yield how many hands a second 1 and 2 threads and processes count."""
    sabra = rs.find_variant("sabra")
    # A new process, not a copy of this one: this is how every system can do it.
    spawn = multiprocessing.get_context("spawn")
    kinds: tuple[tuple[str, Callable[[int], Executor]], ...] = (
        ("thread", ThreadPoolExecutor),
        ("process", lambda workers: ProcessPoolExecutor(workers, mp_context=spawn)),
    )
    speeds: dict[str, float] = {}
    answers = set()
    for kind, make_executor in kinds:
        for workers in (1, 2):
            with make_executor(workers) as executor:

                def simulate(executor: Executor = executor) -> tuple[rs.Distribution, ...]:
                    return rs.simulate_each(
                        MEASURES, sabra, hands=hands, seed=1, executor=executor, progress=False
                    )

                # The first run starts the processes and loads the compiled kernels there.
                answers.add(tuple((found.values, found.weights) for found in simulate()))
                speeds[f"{workers} {kind}"] = hands / best_wall_seconds(simulate, RUNS)
    if len(answers) != 1:
        raise RuntimeError("the number of workers changed the counts")
    note = (
        "Workers: seconds on the clock, which suffer from whatever else runs. "
        "All four ways counted the same."
    )
    one = speeds["1 thread"]
    for name, speed in speeds.items():
        if name != "1 thread":
            plural = name.replace("2 process", "2 processes").replace("2 thread", "2 threads")
            yield Row(
                f"14 of 106: {plural}", "hands/s", speed, "rummistats, 1 thread", one, note=note
            )

"""Best plays on a table, one by one: as objects, and without making any."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import rummistats as rs
from benchmarks.peers import SolverPeer
from benchmarks.timing import Row
from rummistats.play.dynamic import TableSolver
from rummistats.play.positions import random_position
from rummistats.tiles import Hand

RUNS = 3
POSITIONS = 200
CROWDED = 60
PEER_RUNS = 3

Position = tuple[rs.Table, Hand]


def measure_tables() -> Iterator[Row]:
    """Yield how long a best play takes: in the middle of a game, and on crowded tables."""
    sabra = rs.find_variant("sabra")
    middle = [random_position(sabra, 40, 10, seed) for seed in range(POSITIONS)]
    crowded = [
        random_position(sabra, 70 + seed % 16, 10, seed, table_jokers=2) for seed in range(CROWDED)
    ]
    peer = SolverPeer(sabra.tile_set.jokers)
    rummistats_counts = _counts(sabra, middle)
    solver = TableSolver(sabra)

    def ours(position: int) -> int:
        return solver.solve(*rummistats_counts[position]) >> 20

    def theirs(position: int) -> int:
        table, hand = middle[position]
        return peer.most_tiles_on_table(_kinds(table.hand(sabra)), _kinds(hand))

    for position in range(POSITIONS):
        assert ours(position) == theirs(position), middle[position]
    # Side by side, so that what else the machine does concerns both.
    fast, slow = np.full(POSITIONS, np.inf), np.full(POSITIONS, np.inf)
    for position in range(POSITIONS):
        slow[position] = _least(theirs, position, PEER_RUNS)
        fast[position] = _least(ours, position, RUNS)
    what = f"{POSITIONS} tables of 40 tiles, 10 in the hand"
    note = "Arrays of counts in and out, as for whole games; the peer's optima are the same."
    yield Row(f"{what}: median", "µs", _micro(np.median(fast)), peer.name,
              _micro(np.median(slow)), note=note)  # fmt: skip
    yield Row(f"{what}: mean", "µs", _micro(fast.mean()), peer.name, _micro(slow.mean()))
    yield Row(f"{what}: slowest", "µs", _micro(fast.max()), peer.name, _micro(slow.max()), 50_000)
    objects = _times(lambda at: rs.solve_table(*middle[at], sabra), POSITIONS, RUNS)
    yield Row("the same as objects, solve_table: median", "µs", _micro(np.median(objects)),
              peer.name, _micro(np.median(slow)))  # fmt: skip
    changes = _times(lambda at: rs.solve_table(*middle[at], sabra, then="fewest_changes"), 50, 1)
    yield Row("the first 50 with fewest changes: median", "µs", _micro(np.median(changes)))
    what = f"{CROWDED} tables of 67 to 85 tiles, two jokers among them, 10 in the hand"
    yield from _rows_of_crowded(what, sabra, crowded)
    stone_rummy = rs.find_variant("stone-rummy")
    around = [
        random_position(stone_rummy, 40 + seed % 31, 10, seed, table_jokers=2)
        for seed in range(CROWDED)
    ]
    what = f"{CROWDED} tables of Stone-Rummy, 37 to 70 tiles, two jokers among them"
    yield from _rows_of_crowded(what, stone_rummy, around)


def _rows_of_crowded(
    what: str, variant: rs.Variant, positions: Sequence[Position]
) -> Iterator[Row]:
    solver, counts = TableSolver(variant), _counts(variant, positions)
    times = _times(lambda at: solver.solve(*counts[at]), len(positions), RUNS)
    yield Row(f"{what}: median", "ms", float(np.median(times)) * 1000)
    yield Row(f"{what}: slowest", "ms", float(times.max()) * 1000, aim=200)


def _least(work: Callable[[int], Any], position: int, runs: int) -> float:
    """Return the least CPU time of several runs for a position, in seconds."""
    taken = []
    for _ in range(runs):
        start = time.process_time_ns()
        work(position)
        taken.append(time.process_time_ns() - start)
    return min(taken) * 1e-9


def _times(work: Callable[[int], Any], count: int, runs: int) -> np.ndarray:
    """Return the least CPU time of several runs for each position, in seconds."""
    work(0)
    return np.array([_least(work, position, runs) for position in range(count)])


def _micro(seconds: Any) -> float:
    return float(seconds) * 1e6


def _kinds(hand: Hand) -> list[int]:
    return [kind for kind, count in enumerate(hand.counts) for _ in range(count)]


def _counts(variant: rs.Variant, positions: Sequence[Position]) -> list[tuple[Any, Any]]:
    return [
        (
            np.array(table.hand(variant).counts, dtype=np.int8),
            np.array(variant.table_set.hand(hand).counts, dtype=np.int8),
        )
        for table, hand in positions
    ]

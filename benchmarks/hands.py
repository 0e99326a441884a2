"""Hands: dealt, arranged and counted in bulk, and one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np

import rummistats as rs
from benchmarks.peers import (
    SolverPeer,
    numpy_count_melds,
    numpy_deal_by_argpartition,
    numpy_deal_by_permuted,
)
from benchmarks.timing import Row, best_cpu_seconds
from rummistats.dealing import CHUNK, deal_chunk
from rummistats.seeds import make_seed

RUNS = 5
SOLVER_HANDS = 200
NUMPY_HANDS = 10_000

# One pass counts them all. Whether a hand can open follows from its opening value; asking for it
# too makes it part of what is measured.
MEASURES = ["opening_value", "can_open", "melded_tiles", "dead_wood_points", "melds"]

Objective = Literal["value", "tiles", "melds", "dead_wood_points"]


def measure_simulation(hands: int) -> Iterator[Row]:
    """Yield how many hands a second are dealt, arranged in four ways, and counted."""
    sabra = rs.find_variant("sabra")
    rng = np.random.default_rng(1)
    for variant, aim in ((sabra, 2_500_000), (sabra.with_rules(jokers=0), 4_000_000)):
        name = f"14 of {variant.tile_set.size}"

        def simulate(variant: rs.Variant = variant) -> None:
            rs.simulate_each(MEASURES, variant, hands=hands, seed=1, workers=1, progress=False)

        simulate()
        ours = hands / best_cpu_seconds(simulate, RUNS)
        solver, openings = solver_openings(variant)
        yield Row(
            f"{name}: deal; value, opening, tiles, points, melds",
            "hands/s",
            ours,
            solver,
            openings,
            aim,
            note=f"{solver} answers one question, whether {SOLVER_HANDS} hands dealt before can "
            "open; rummistats deals and answers five.",
        )
        if variant.tile_set.jokers == 0:
            plain = best_cpu_seconds(lambda: numpy_count_melds(rng, NUMPY_HANDS), RUNS)
            yield Row(
                f"{name}: the same",
                "hands/s",
                ours,
                "plain NumPy",
                NUMPY_HANDS / plain,
                aim,
                note="Plain NumPy deals and answers the easiest question, whether there is any "
                "meld, in tables of 10,000 hands.",
            )


def solver_openings(variant: rs.Variant) -> tuple[str, float]:
    """Return the peer's name and how many openings it finds in a second."""
    peer = SolverPeer(variant.tile_set.jokers)
    batch = rs.deal_batch(variant.tile_set, 14, hands=SOLVER_HANDS, seed=1)
    peer.can_open(batch[0].tolist())
    found: list[bool] = []

    def solve() -> None:
        found[:] = [peer.can_open(hand) for hand in batch.tolist()]

    seconds = best_cpu_seconds(solve, 1)
    expected = [bool(rs.can_open(h, variant)) for h in rs.hands_of_batch(variant.tile_set, batch)]
    if found != expected:
        differences = sum(a != b for a, b in zip(found, expected, strict=True))
        print(f"* {peer.name} differs in {differences} of {SOLVER_HANDS} openings")
    return peer.name, SOLVER_HANDS / seconds


def measure_dealing(hands: int) -> Iterator[Row]:
    """Yield how many hands of 14 of 106 are dealt in a second."""
    tile_set = rs.find_variant("sabra").tile_set
    run = make_seed(1)

    def chunks() -> None:
        for chunk in range(-(-hands // CHUNK)):
            deal_chunk(tile_set.copies_of_kind, 14, CHUNK, run.child(chunk))

    def batch() -> None:
        rs.deal_batch(tile_set, 14, hands=hands, seed=1)

    chunks()
    dealt = -(-hands // CHUNK) * CHUNK
    in_chunks = dealt / best_cpu_seconds(chunks, RUNS)
    as_array = hands / best_cpu_seconds(batch, RUNS)
    rng = np.random.default_rng(1)
    for peer, deal in (
        ("NumPy permuted", numpy_deal_by_permuted),
        ("NumPy argpartition", numpy_deal_by_argpartition),
    ):
        seconds = best_cpu_seconds(lambda deal=deal: deal(rng, NUMPY_HANDS, 2), RUNS)
        yield Row(
            "14 of 106: deal alone, as a run does",
            "hands/s",
            in_chunks,
            peer,
            NUMPY_HANDS / seconds,
            15_000_000,
        )
    yield Row(
        "14 of 106: deal_batch, one large array",
        "hands/s",
        as_array,
        "NumPy permuted",
        NUMPY_HANDS / best_cpu_seconds(lambda: numpy_deal_by_permuted(rng, NUMPY_HANDS, 2), RUNS),
    )


def measure_arrange(hands: int) -> Iterator[Row]:
    """Yield how long one hand takes when it is arranged alone."""
    sabra = rs.find_variant("sabra")
    batch = rs.deal_batch(sabra.tile_set, 14, hands=hands, seed=2)
    dealt = list(rs.hands_of_batch(sabra.tile_set, batch))
    peer = SolverPeer(sabra.tile_set.jokers)
    few = batch[: SOLVER_HANDS // 2].tolist()
    peer.most_tiles(few[0])
    theirs = 1e6 * best_cpu_seconds(lambda: [peer.most_tiles(hand) for hand in few], 1) / len(few)
    for best in get_args(Objective):
        rs.arrange(dealt[0], sabra, best=best)
        ours = best_cpu_seconds(
            lambda best=best: [rs.arrange(hand, sabra, best=best) for hand in dealt], RUNS
        )
        yield Row(
            f'arrange(best="{best}"), mean of {hands:,} hands',
            "µs",
            1e6 * ours / hands,
            peer.name,
            theirs,
            200,
            note=f"{peer.name} is asked for most tiles, the objective that it has.",
        )

"""The best play where runs go on from the highest number to 1: three ways to find it."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from rummistats.melds import Run
from rummistats.play.dynamic import solve_by_numbers
from rummistats.play.gains import gains_of
from rummistats.play.positions import random_position
from rummistats.play.problem import Problem, has_melds_by_numbers
from rummistats.play.searching import solve_by_search
from rummistats.tiles import Hand
from rummistats.variants import Variant
from tests.test_solve_table import (
    MACHIAVELLI,
    SABRA,
    STONE,
    checked,
    compare_with_all_plays_of_stone_rummy,
    compare_with_program,
)

AROUND = [
    STONE,
    STONE.with_rules(players=4),
    STONE.with_rules(jokers="none"),
    # Small circles, which whole runs go round, and in which all tiles may be of one color.
    STONE.with_rules(colors=3, numbers=5, players=2, hand_size=3),
    STONE.with_rules(colors=3, numbers=6, players=2, hand_size=3, max_run=6),
    STONE.with_rules(colors=1, numbers=5, copies=4, players=2, hand_size=2),
    STONE.with_rules(numbers=8, players=4, hand_size=3),
    MACHIAVELLI,
    MACHIAVELLI.with_rules(ace="high_only"),
    SABRA.with_rules(wrap=True),
    SABRA.with_rules(one_high=True),
]


def compare_with_search(variant: Variant, table_tiles: int, hand_tiles: int, seed: int) -> None:
    """Compare the gains of both programs; table jokers must be laid, or may go to the rack."""
    tiles = variant.table_set
    most = tiles.size // 2
    table, hand = random_position(variant, min(table_tiles, most), min(hand_tiles, most // 2), seed)
    rack, lying = tiles.hand(hand), table.hand(variant)
    kinds = tiles.colored_kinds
    stay = lying.jokers * (seed % 2)
    may = rack.jokers + lying.jokers - stay
    problem = Problem(lying.counts[:kinds], rack.counts[:kinds], (0,) * kinds, stay, may)
    for best in ("tiles", "rack_points"):
        gains = gains_of(variant, best)
        assert has_melds_by_numbers(variant, problem.jokers, gains)
        found = solve_by_numbers(problem, variant, gains, 0, 0)
        searched = solve_by_search(problem, variant, gains, compiled=True)
        assert found is not None
        assert searched is not None
        assert found.gain == searched.gain
        # The melds are legal, and take what must be taken and no more than there is.
        laid = tiles.hand(tile for meld in found.melds for tile in meld.tiles)
        assert all(isinstance(meld, Run) is (meld.numbers in variant.runs) for meld in found.melds)
        assert all(variant.jokers_allowed(len(meld), meld.jokers) for meld in found.melds)
        assert laid <= lying + rack
        assert Hand(tiles, (*lying.counts[:kinds], *[stay] * (tiles.kinds > kinds))) <= laid
        assert all(meld.numbers in variant.runs or 3 <= len(meld) <= 4 for meld in found.melds)


@pytest.mark.parametrize("variant", AROUND, ids=str)
def test_the_search_finds_no_better_play(variant: Variant) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        compare_with_search(variant, rng.randint(3, 22), rng.choice([3, 6, 9]), seed)


@pytest.mark.slow
@pytest.mark.parametrize("variant", AROUND, ids=str)
def test_nor_on_larger_tables(variant: Variant) -> None:
    for seed in range(1000, 1100):
        compare_with_search(variant, 10 + seed % 30, 5 + seed % 11, seed)


@pytest.mark.parametrize(("rules", "tables"), [({"wrap": True}, 3), ({"one_high": True}, 8)])
def test_nor_does_the_integer_program(rules: dict[str, Any], tables: int) -> None:
    for seed in range(tables):
        assert not compare_with_program("free", 8 + 4 * seed, 5 + seed % 9, seed, 120, **rules)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "tables"), [({"wrap": True}, 40), ({"one_high": True}, 100)])
def test_nor_does_it_on_larger_tables(rules: dict[str, Any], tables: int) -> None:
    unresolved = sum(
        compare_with_program("free", 10 + seed % 61, 1 + seed * 7 % 20, 30_000 + seed, **rules)
        for seed in range(tables)
    )
    print(f"{unresolved} of {2 * tables} optima not proved within 20 seconds")
    assert unresolved <= tables


@pytest.mark.slow
def test_all_plays_of_many_small_games_are_no_better() -> None:
    assert sum(compare_with_all_plays_of_stone_rummy(seed) for seed in range(1000, 2500)) > 1000


def test_a_run_goes_round_as_often_as_there_are_tiles() -> None:
    whole = " ".join(f"R{number}" for number in range(1, 14))
    assert len(checked("", whole, STONE).played) == 13
    play = checked("{R12 R13 R1 R2}", f"{whole} Y1", STONE)
    assert len(play.played) == 13
    assert len(checked("{R1 R2 R3}", "R12 R13", STONE).played) == 2
    assert not checked("{R1 R2 R3}", "R12 R13", SABRA)
    # An ace is low or high, and nothing comes after it.
    assert len(checked("{AS 2S 3S}", "KS QS", MACHIAVELLI).played) == 0
    assert len(checked("{AS 2S 3S 4S}", "KS QS", MACHIAVELLI).played) == 2
    assert (
        len(checked("{AS 2S 3S}", "4S KS QS", MACHIAVELLI.with_rules(ace="low_only")).played) == 1
    )


def test_a_table_that_took_the_search_a_minute() -> None:
    table = (
        "{R1 K1 Y1} {R2 B2 Y2} {R4 K4 J} {R6 K6 J} {R7 B7 K7} {R8 K8 Y8} {R11 B11 Y11} "
        "{R12 B12 Y12} {B5 B6 B7} {K13 J(K1) K2} {R8 R9 R10 R11 R12 R13 R1}"
    )
    rack = "R5 R6 B9 B9 B11 K3 K5 K6 K7 K13 Y3 Y4 Y5 Y7 Y12 Y13"
    checked(table, rack, STONE)
    start = time.process_time()
    play = checked(table, rack, STONE)
    # The search says the same.
    assert len(play.played) - len(play.returned) == 14
    assert time.process_time() - start < 5

"""Compiled deals of the Okey games are those of the engine."""

from __future__ import annotations

from typing import Any

import pytest

from rummistats.play import Declaring, play
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.seeds import make_seed
from rummistats.variants import find_variant

from .test_compiled_deals import assert_same_end

OKEY = find_variant("okey")


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({}, ["greedy"] * 4),
        ({"wrap": "none", "players": 3}, ["borrowing", "cautious", "hold_back"]),
        ({"pairs_win": False, "min_real": 2}, ["greedy", "hold_back", "cautious", "greedy"]),
        ({"hand_size": 8, "copies": 3, "colors": 3}, [Declaring(2), Declaring(3, waits=6)] * 2),
        ({"hand_size": 17, "players": 2}, ["greedy", Declaring(4, discards="safe")]),
        ({"players": 2, "max_run": 4}, ["optimal", "counting"]),
        ({"players": 2, "repeat_colors": True}, [Declaring(discards="numbers", ahead=3), "greedy"]),
    ],
    ids=str,
)
def test_the_same_hand_of_okey_ends_the_same_way(changed: dict[str, Any], names: list[Any]) -> None:
    game = OKEY.with_rules(**changed)
    assert can_be_compiled(game, names)
    for seed in range(1 if "optimal" in names else 5):
        assert_same_end(play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed))


def test_other_hands_of_okey_are_left_to_the_engine() -> None:
    assert not can_be_compiled(OKEY, ["greedy", "random"] * 2)
    assert not can_be_compiled(OKEY.with_rules(exhaustion="play_with_discards"), ["greedy"] * 4)

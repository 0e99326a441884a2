"""Compiled deals of the Okey games are those of the engine."""

from __future__ import annotations

from typing import Any

import pytest

from rummistats.play import Declaring, Opening101, play
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.seeds import make_seed
from rummistats.variants import find_variant

from .test_compiled_deals import assert_same_end

OKEY, OKEY_101 = find_variant("okey"), find_variant("okey-101")


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


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({}, ["greedy"] * 4),
        ({"players": 3, "joker_swap": "off"}, ["borrowing", "cautious", "hold_back"]),
        (
            {"players": 2, "wrap_13_1": True, "min_real": 2, "open_pairs": 3},
            ["greedy", Opening101(pairs=4, closed=20, keeps_joker=True)],
        ),
        (
            {"hand_size": 11, "open_points": 40, "stack_discard_penalties": True, "colors": 3},
            ["cautious", Opening101(discards="points", careful=False, keeps_joker=True)] * 2,
        ),
        (
            {"open_points": None, "series_may_add_pairs": True, "exhaustion": "at_last_discard"},
            ["greedy", Opening101(late=12)] * 2,
        ),
        (
            {
                "hand_size": 14,
                "open_points": 60,
                "open_pairs": 3,
                "series_may_add_pairs": True,
                "joker_finish_penalty": True,
                "discard_must_be_used": False,
                "copies": 3,
            },
            ["hold_back", "greedy", "cautious", "greedy"],
        ),
        (
            {"starter_may_open": False, "low_finish_with_discard": False, "max_run": 5},
            ["greedy"] * 4,
        ),
        ({"players": 2, "hand_size": 14, "open_points": 60}, ["optimal", "counting"]),
    ],
    ids=str,
)
def test_the_same_deal_of_101_okey_ends_the_same_way(
    changed: dict[str, Any], names: list[Any]
) -> None:
    game = OKEY_101.with_rules(**changed)
    assert can_be_compiled(game, names)
    for seed in range(1 if "optimal" in names else 6):
        outcome, record = play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed)
        assert_same_end(outcome, record)
        assert outcome.last.ways == record.last.ways


@pytest.mark.parametrize(
    "changed",
    [
        {"pairs_addon_limit": 2},
        {"open_needs_run": True},
        {"open_single_set": True},
        {"min_run": 4},
        {"repeat_colors": True},
        {"one_to_one": True, "ones": "low_or_high"},
    ],
    ids=str,
)
def test_other_deals_of_101_okey_are_left_to_the_engine(changed: dict[str, Any]) -> None:
    assert not can_be_compiled(OKEY_101, ["greedy", "random"] * 2)
    assert not can_be_compiled(OKEY_101.with_rules(**changed), ["greedy"] * 4)

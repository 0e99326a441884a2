"""Deals played by the compiled program are those of the engine."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest

from rummistats.play import Record, Table, play, tournament
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.play.games import find_game
from rummistats.play.outcome import Outcome
from rummistats.play.players.rummy_500 import Digging
from rummistats.play.players.shanghai import Collecting
from rummistats.seeds import make_seed
from rummistats.variants import Variant, find_variant

RUMMY = find_variant("rummy-500")
SABRA = find_variant("sabra")
SHANGHAI = find_variant("shanghai")

GAMES = [
    (SABRA, "optimal"),
    (SABRA, "cautious"),
    (SABRA.with_rules(jokers=0), "optimal"),
    (SABRA.with_rules(players=2, direction="counterclockwise", hand_size=16), "optimal"),
    (SABRA.with_rules(players=3, open_points=50, joker_rack_value=25), "cautious"),
    (SABRA.with_rules(players=2, max_jokers_per_combination=2, hand_size=7), "optimal"),
]


def assert_same_end(outcome: Outcome, record: Record) -> None:
    last, seats = outcome.last, range(record.variant.players)
    assert last.hands == record.last.hands
    assert last.ended == record.ended
    rules = find_game(record.variant)
    assert rules.scores(last) == record.scores
    assert rules.winners(last) == record.winners
    assert outcome.starter == record.deal.starter
    assert outcome.opened == tuple(record.turn_opened(seat) or 0 for seat in seats)
    own = [sum(turn.seat == seat for turn in record.turns) for seat in seats]
    assert list(outcome.turns) == own
    assert outcome.jokers == tuple(map(record.jokers, seats))
    assert outcome.jokers_dealt == tuple(map(record.jokers_dealt, seats))


@pytest.mark.parametrize(("game", "name"), GAMES, ids=str)
def test_the_same_deal_ends_the_same_way(game: Variant, name: str) -> None:
    for seed in range(6):
        names = [name] * game.players
        if seed % 2:
            names[0] = "cautious" if name == "optimal" else "optimal"
        assert can_be_compiled(game, names)
        assert_same_end(play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed))


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({}, ["greedy"] * 3),
        ({"players": 2}, ["greedy", "hold_back"]),
        ({"low_ace_on_table": 15, "ace_in_hand": 25}, ["optimal", "cautious", "counting"]),
        ({"players": 5, "ace_value": 11}, ["greedy", "optimal", "cautious", "counting", "greedy"]),
        (
            {"hand_size": 10, "low_ace_on_table": 0},
            [Digging(deepest=2, keep=0.7, least=-3), "greedy", Digging(discards="safe", waits=5)],
        ),
    ],
    ids=str,
)
def test_compiled_deals_of_rummy_500_are_those_of_the_engine(
    changed: dict[str, Any], names: list[Any]
) -> None:
    game = RUMMY.with_rules(**changed)
    assert can_be_compiled(game, names)
    for seed in range(4):
        assert_same_end(play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed))


@pytest.mark.parametrize(
    "changed",
    [
        {"jokers": 2},
        {"top_card_free": False},
        {"take_whole_pile": True},
        {"going_out_discard": True},
        {"open_points": 30},
        {"decks": 3},
    ],
    ids=str,
)
def test_other_rules_of_rummy_500_are_left_to_the_engine(changed: dict[str, Any]) -> None:
    assert not can_be_compiled(RUMMY.with_rules(**changed), ["greedy"] * 3)
    assert not can_be_compiled(RUMMY, ["greedy", "random", "greedy"])


def test_tournaments_are_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where deals are blocked, and who wins depends on whose turn it is."""
    hard = SABRA.with_rules(players=2, hand_size=20, jokers=0, open_points=100, tie="first")
    two, three = ["optimal", "cautious"], ["greedy", "optimal", "cautious"]
    few = SHANGHAI.with_rules(players=3)

    def frames() -> list[pd.DataFrame]:
        return [
            tournament([SABRA, hard], two, deals=4, seed=5, workers=1),
            tournament(RUMMY, three, deals=2, seed=5, workers=1),
            tournament(few, three, deals=1, seed=5, workers=1, round=4),
        ]

    fast = frames()
    # The package has the function of this name, which hides the module.
    module = import_module("rummistats.play.tournament")
    monkeypatch.setattr(module, "can_be_compiled", lambda *_: False)
    for one, other in zip(fast, frames(), strict=True):
        pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize(
    "rules",
    [
        {"joker_mode": "locked"},
        {"joker_group3_needs_both": True},
        {"opening_turn_layoff": "any"},
        {"open_single_set": True},
        {"must_play": True},
        {"draw_until_playable": True},
        {"wrap": True},
        {"repeat_colors": True},
        {"draw_rule": "draw_two_river"},
    ],
    ids=str,
)
def test_other_rules_are_left_to_the_engine(rules: dict[str, object]) -> None:
    game = SABRA.with_rules(**rules)
    assert not can_be_compiled(game, ["optimal"] * game.players)


@pytest.mark.parametrize(
    ("round_", "names", "changed"),
    [
        (1, ["greedy"] * 4, {}),
        (2, ["optimal", "greedy", "counting", "cautious"], {"no_joker_bonus_scope": "hand"}),
        (3, ["greedy", "hold_back", "cautious"], {"players": 3, "adjacent_sequences": True}),
        (4, ["greedy"] * 4, {"same_rank_sets": False, "number_card_value": 5, "jokers": 2}),
        (
            5,
            ["counting", "optimal", "greedy", "hold_back", "cautious"],
            {"players": 5, "swap_before_contract": "never", "max_buys": {1: 2}},
        ),
        (
            6,
            [Collecting("always", closed=0), "greedy", Collecting("useful", waits=5), "cautious"],
            {
                "joker_limit": "none",
                "buy_priority": "left_of_dealer",
                "jokers": 2,
                "joker_value": 5,
            },
        ),
        (8, ["optimal", "cautious"] * 2, {"first_upcard_buyable": False, "buy_cost_cards": 2}),
        (9, ["greedy"] * 3, {"players": 3, "hand_size": 13}),
        (10, ["greedy", "optimal", "greedy"], {"players": 3, "jokers": 0}),
    ],
    ids=str,
)
def test_compiled_rounds_of_shanghai_are_those_of_the_engine(
    round_: int, names: list[Any], changed: dict[str, Any]
) -> None:
    game = SHANGHAI.with_rules(**changed)
    assert can_be_compiled(game, names, round_)
    # The engine needs seconds for so long a round.
    for seed in range(1 if round_ == 10 else 3):
        assert_same_end(
            play_compiled(game, names, make_seed(seed), round=round_),
            play(game, names, seed=seed, round=round_),
        )


def test_a_joker_is_picked_up_for_a_contract_in_a_compiled_round() -> None:
    """In this round the hand lacks a card that the joker on the table stands for."""
    names = ["greedy"] * 4
    record = play(SHANGHAI, names, seed=0)
    lays = [lay for turn in record.turns for lay in turn.lays]
    tables = [Table(), *(lay.table for lay in lays)]
    assert any(
        before.jokers and len(after) > len(before) and not set(before.melds) <= set(after.melds)
        for before, after in pairwise(tables)
    )
    assert_same_end(play_compiled(SHANGHAI, names, make_seed(0)), record)


@pytest.mark.parametrize(
    "changed",
    [
        {"jokers": 3},
        {"buy_priority": "first_to_call"},
        {"meld_and_layoff_same_turn": True},
        {"extra_melds": True},
        {"final_discard": True},
        {"contract_size": "exact"},
        {"decks": 4},
        {"contracts": [((3, 4), ())]},
        {"ones": "low"},
    ],
    ids=str,
)
def test_other_rules_of_shanghai_are_left_to_the_engine(changed: dict[str, Any]) -> None:
    assert not can_be_compiled(SHANGHAI.with_rules(**changed), ["greedy"] * 4)
    assert not can_be_compiled(SHANGHAI, ["greedy", "random"] * 2)


def test_other_strategies_and_games_are_left_to_the_engine() -> None:
    assert not can_be_compiled(SABRA, ["optimal", "greedy", "optimal", "optimal"])
    assert not can_be_compiled(find_variant("stone-rummy"), ["optimal"] * 3)


@pytest.mark.parametrize("name", ["gin", "rummy-500", "shanghai"])
def test_who_borrows_tiles_elsewhere_is_greedy_in_a_game_without(name: str) -> None:
    game = find_variant(name)
    names = ["borrowing"] * game.players
    assert can_be_compiled(game, names)
    assert_same_end(play_compiled(game, names, make_seed(5)), play(game, names, seed=5))

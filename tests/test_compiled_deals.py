"""Deals played by the compiled program are those of the engine."""

from __future__ import annotations

import pytest

from rummistats.play import play
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.seeds import make_seed
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra")

GAMES = [
    (SABRA, "optimal"),
    (SABRA, "cautious"),
    (SABRA.with_rules(jokers=0), "optimal"),
    (SABRA.with_rules(players=2, direction="counterclockwise", hand_size=16), "optimal"),
    (SABRA.with_rules(players=3, open_points=50, joker_rack_value=25), "cautious"),
    (SABRA.with_rules(players=2, max_jokers_per_combination=2, hand_size=7), "optimal"),
]


@pytest.mark.parametrize(("game", "name"), GAMES, ids=str)
def test_the_same_deal_ends_the_same_way(game: Variant, name: str) -> None:
    for seed in range(6):
        names = [name] * game.players
        if seed % 2:
            names[0] = "cautious" if name == "optimal" else "optimal"
        assert can_be_compiled(game, names)
        outcome, record = play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed)
        assert outcome.hands == tuple(hand.counts for hand in record.last.hands)
        assert outcome.ended == record.ended
        assert outcome.starter == record.deal.starter
        seats = range(game.players)
        assert outcome.opened == tuple(record.turn_opened(seat) or 0 for seat in seats)
        own = [sum(turn.seat == seat for turn in record.turns) for seat in seats]
        assert list(outcome.turns) == own


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


def test_other_strategies_and_games_are_left_to_the_engine() -> None:
    assert not can_be_compiled(SABRA, ["optimal", "greedy", "optimal", "optimal"])
    assert not can_be_compiled(find_variant("stone-rummy"), ["optimal"] * 3)

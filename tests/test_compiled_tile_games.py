"""American, International and Romanian compiled: deals of the engine, plays of the best worth."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from rummistats.play import Table, judge_play, play, solve_table
from rummistats.play.actions import Take
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.play.discarding import TAKE
from rummistats.play.extended_program import extended_program
from rummistats.play.gains import Best, gains_of
from rummistats.play.games import find_game
from rummistats.play.outcome import Outcome, outcome_of
from rummistats.play.players.romanian import Etalat
from rummistats.play.players.trump import Melding
from rummistats.seeds import make_seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, find_variant

AMERICAN, INTERNATIONAL = find_variant("american"), find_variant("international")
ROMANIAN = find_variant("romanian")

GAMES = [
    AMERICAN,
    INTERNATIONAL,
    AMERICAN.with_rules(players=2, one_high=True, open_points=30, no_redraw_discard=False),
    AMERICAN.with_rules(
        players=3, discard_for_opening=True, joker_reuse_rack_tiles=0, open_needs_run=True
    ),
    AMERICAN.with_rules(trump_without_opening=False, joker_reuse_rack_tiles=1, tie="first"),
    AMERICAN.with_rules(jokers=0, open_points=100, hand_size=20, joker_discard_factor=2),
    INTERNATIONAL.with_rules(trump_for="any", concealed_layoff_counts_as="foot", open_points=30),
    INTERNATIONAL.with_rules(players=2, one_high=False, hands=[], joker_rack_value=10),
    # Here somebody often has nothing but high tiles, as for a special hand.
    INTERNATIONAL.with_rules(players=3, hand_size=4, concealed_layoff_counts_as="foot"),
    ROMANIAN,
    ROMANIAN.with_rules(players=2, open_points=45, open_needs_run=False, starter_may_meld=True),
    ROMANIAN.with_rules(exhaustion="end", exposed_for_win=False, all_ones_by_position=False),
    ROMANIAN.with_rules(
        players=3,
        min_real_per_joker=3,
        first_tile_dead=False,
        joker_discard_doubles=True,
        no_meld_penalty="100_plus_rack",
        twin_before_exchange=False,
    ),
    # Nobody can open, and the row is recycled until the deal is broken off.
    ROMANIAN.with_rules(players=2, hand_size=3, open_points=100, max_recycles=2),
]


def told(outcome: Outcome, game: Variant) -> tuple[object, ...]:
    """Everything that a tournament tells of a deal."""
    last, rules = outcome.last, find_game(game)
    ends = last.hands, last.ended, last.seat, last.turn, last.opened
    players = outcome.turns, outcome.opened, outcome.jokers_dealt, outcome.jokers
    return outcome.starter, ends, players, rules.winners(last), rules.scores(last)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_same_deal_ends_the_same_way(game: Variant) -> None:
    names = ["greedy"] * game.players
    assert can_be_compiled(game, names)
    for seed in range(8):
        outcome, record = play_compiled(game, names, make_seed(seed)), play(game, names, seed=seed)
        assert told(outcome, game) == told(outcome_of(record), game)


ALL = ["optimal", "cautious", "counting", "hold_back"]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (AMERICAN, ALL),
        (AMERICAN.with_rules(no_redraw_discard=False, discard_for_opening=True), ALL),
        (INTERNATIONAL, ALL),
        (
            INTERNATIONAL.with_rules(one_high=False, trump_for="any"),
            [Melding("safe", closed=9)] * 4,
        ),
        (AMERICAN, ["greedy", Melding("points", "rack_points", closed=4, danger=1)] * 2),
        (ROMANIAN, ["greedy", Etalat(1, keep=0.9, discards="points", swaps=False)] * 2),
    ],
    ids=str,
)
def test_all_players_do_the_same(game: Variant, players: list[str | Melding | Etalat]) -> None:
    assert can_be_compiled(game, players)
    for seed in range(6):
        outcome = play_compiled(game, players, make_seed(seed), starter=1)
        record = play(game, players, seed=seed, starter=1)
        assert told(outcome, game) == told(outcome_of(record), game)


@pytest.mark.parametrize("best", ["tiles", "rack_points"])
@pytest.mark.parametrize(
    "game",
    [
        GAMES[0],
        GAMES[3],
        GAMES[6],
        ROMANIAN,
        AMERICAN.with_rules(min_real_per_joker=2, joker_group3_needs_both=True, open_points=30),
    ],
    ids=str,
)
def test_the_program_finds_the_best_play(game: Variant, best: Best) -> None:
    """It shares no code with the solver, which finds as good a play with any tiles."""
    random, program, gains = Random(2), extended_program(game, best), gains_of(game, best)
    weights = (*gains.tiles, max(gains.jokers))

    def worth(hand: Hand) -> int:
        return sum(n * weight for n, weight in zip(hand.counts, weights, strict=True))

    for turn in play(game, "greedy", seed=1).turns[::4]:
        table = turn.before.table
        others = [tile for hand in turn.before.hands for tile in hand] + list(turn.before.pool)
        for opened in (True, False):
            size = min(len(others), random.choice([5, 9, 15]))
            hand = game.table_set.hand(random.sample(others, size))
            found = program.play(table, hand, opened)
            usual = solve_table(table, hand, game, best, opened=opened)
            left = hand if found is None else found.left
            assert worth(left) == worth(game.table_set.hand(usual.left))
            if found is not None:
                assert judge_play(table, found.table, hand - found.left, game, opened)


WITHOUT_NUMBA = """
import sys, importlib.util
known = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else known(name, *more)
sys.modules["numba"] = None
from rummistats.play import play
print(*play("american", "greedy", seed=3).last.hands, sep="|")
"""


def test_without_the_compiler_the_same_deals_are_played() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True
    )
    assert done.stdout.rstrip("\n").split("|") == [
        str(hand) for hand in play_compiled(AMERICAN, ["greedy"] * 4, make_seed(3)).last.hands
    ]


@pytest.mark.parametrize(
    "game",
    [
        AMERICAN.with_rules(rearrange=True),
        AMERICAN.with_rules(exhaustion="recycle"),
        AMERICAN.with_rules(opening_turn_layoff="none"),
        AMERICAN.with_rules(discard_must_be_used=True),
        AMERICAN.with_rules(scoring="romanian"),
        AMERICAN.with_rules(joker_group3_needs_both=True),
        AMERICAN.with_rules(joker_before_opening=True),
        INTERNATIONAL.with_rules(hands="teaching"),
        INTERNATIONAL.with_rules(discard_from="after_opening"),
        AMERICAN.with_rules(colors=3),
        ROMANIAN.with_rules(opening_turn_layoff="any"),
        ROMANIAN.with_rules(joker_reuse_rack_tiles="exactly_2"),
        ROMANIAN.with_rules(ones_set4_value=50),
        ROMANIAN.with_rules(closed_needs_opening=False),
        ROMANIAN.with_rules(discard_for_opening=True),
        ROMANIAN.with_rules(redeal_on_three_doublas=True),
        ROMANIAN.with_rules(exposed_joker=14),
    ],
    ids=str,
)
def test_other_rules_are_left_to_the_engine(game: Variant) -> None:
    assert not can_be_compiled(game, ["greedy"] * game.players)


def test_other_players_are_left_to_the_engine() -> None:
    assert can_be_compiled(AMERICAN, ["greedy", "borrowing"] * 2)
    assert not can_be_compiled(AMERICAN, ["greedy", "random"] * 2)
    assert not can_be_compiled(AMERICAN, [Melding("points", "value")] * 4)
    assert can_be_compiled(ROMANIAN, ["greedy", "borrowing"] * 2)
    assert not can_be_compiled(ROMANIAN, [Etalat(deepest=1, discards="points")] * 4)
    assert not can_be_compiled(ROMANIAN, ["greedy", "counting"] * 2)


@pytest.mark.parametrize("reused", ["at_least_2", "exactly_2"])
def test_an_exchanged_joker_may_make_the_win_with_the_exposed_tile(reused: str) -> None:
    """Y4 frees the joker, which stands between Y11 and the exposed Y13; K8 is discarded."""
    game = ROMANIAN.with_rules(joker_reuse_rack_tiles=reused)
    start = find_game(game).begin(game, game.deal_table(seed=1), make_seed(1))
    state = replace(
        start.with_hand(game.table_set.parse("K8 Y4 Y11")),
        phase=TAKE,
        turn=5,
        opened=(True,) * 4,
        face_up=Tile("Y", 13),
        table=Table.parse("{Y3 J(Y4) Y5 Y6}", game),
    )
    assert Take("face_up") in find_game(game).choices(state)

"""Deals played out: scores and turns of the rule files, and what holds in every deal."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.arrange import arrange
from rummistats.errors import PlayError, StrategyError, VariantError
from rummistats.play import (
    STRATEGIES,
    Action,
    Discard,
    Draw,
    Fail,
    Greedy,
    Lay,
    Pass,
    Record,
    State,
    Table,
    View,
    changes,
    play,
    read_records,
    solve_table,
)
from rummistats.play.games import find_game
from rummistats.play.games.finding import PLAYED
from rummistats.play.state import view_of
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests import positions
from tests.positions import pull

SABRA = find_variant("sabra")
RIVER = find_variant("river")


def position(variant: Variant, *racks: str, **settings: Any) -> State:
    """A position with given racks; everybody has opened unless said otherwise."""
    return positions.position(variant, *racks, **{"opened": (True,) * len(racks)} | settings)


def scores(state: State) -> list[Fraction]:
    return list(find_game(state.variant).scores(state))


# Sabra, "Scores".


def test_the_winner_gets_what_the_losers_have():
    assert scores(position(SABRA, "", "R5", "R10", "R3", ended="out")) == [18, -5, -10, -3]


@pytest.mark.parametrize(("joker", "score"), [(30, -43), (25, -38)])
def test_a_joker_on_the_rack(joker: int, score: int):
    game = SABRA.with_rules(joker_rack_value=joker)
    assert scores(position(game, "", "J K4 K9", ended="out"))[1] == score


BLOCKED = ("R13", "R2 B3 K4", "J Y10", "R1 B1 K5 Y7")


@pytest.mark.parametrize(
    ("winner", "scoring", "joker", "expected"),
    [
        ("lowest_total", "difference", 30, [-4, 40, -31, -5]),
        ("lowest_total", "normal", 30, [-13, 67, -40, -14]),
        ("fewest_tiles", "normal", 30, [63, -9, -40, -14]),
        ("fewest_tiles", "difference", 30, [24, 4, -27, -1]),
        ("lowest_total", "difference", 25, [-4, 35, -26, -5]),
    ],
)
def test_blocked_deals(winner: str, scoring: str, joker: int, expected: list[int]):
    game = SABRA.with_rules(blocked_winner=winner, blocked_scoring=scoring, joker_rack_value=joker)
    assert scores(position(game, *BLOCKED, ended="blocked")) == expected


def test_a_tie_is_shared():
    tied = ("R9", "B9", "R9 K11", "Y13 K1")
    assert scores(position(SABRA, *tied, ended="blocked")) == [8, 8, -11, -5]


def test_the_first_of_the_tied_in_turn_order_may_win_alone():
    game = SABRA.with_rules(tie="first")
    state = position(game, "R9", "B9", "R9 K11", "Y13 K1", ended="blocked", seat=1)
    assert scores(state) == [0, 16, -11, -5]
    other_way = replace(state, seat=2, variant=game.with_rules(direction="counterclockwise"))
    assert scores(other_way) == [0, 16, -11, -5]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("none", [75, -5, -10, -60]), ("add_to_each", [75, 55, 50, -60])],
)
def test_a_player_who_never_opened(rule: str, expected: list[int]):
    game = SABRA.with_rules(unopened_rule=rule)
    racks = ("", "R5", "R10", "R13 B13 K13 Y13 R8")
    state = position(game, *racks, ended="out", opened=(True, True, True, False))
    assert scores(state) == expected


def test_scoring_by_penalty_counts_only_what_is_left():
    game = SABRA.with_rules(scoring="penalty")
    assert scores(position(game, "", "R5", "R10", "R3", ended="out")) == [0, 5, 10, 3]


def test_a_failed_play_with_two_tiles_in_the_pool():
    """Sabra, "Scores", 7: the player draws 2."""
    state = position(SABRA, "R5 R6", "B1", table="{K5 K6 K7}", pool=("Y1", "Y2"))
    after = find_game(SABRA).fail(state, Fail("the table is illegal"))
    assert str(after.hands[0]) == "R5 R6 Y1 Y2"
    assert (after.pool, after.table, after.seat) == ((), state.table, 1)


def test_running_out_of_time_may_cost_one_tile():
    game = SABRA.with_rules(timeout_penalty="draw_1")
    state = position(game, "R5", "B1", pool=("Y1", "Y2", "Y3"))
    assert len(find_game(game).fail(state, Fail("late", late=True)).hands[0]) == 2
    assert len(find_game(game).fail(state, Fail("illegal")).hands[0]) == 4


# Sabra, "A turn" and "End of play".


def test_with_an_empty_pool_a_full_round_of_passes_ends_the_deal():
    state, game = position(SABRA, "R1", "B1", "K1"), find_game(SABRA)
    for _ in range(3):
        assert not state.ended
        assert game.choices(state) == (Pass(),)
        state = game.apply(state, Pass())
    assert state.ended == "blocked"


def test_passing_only_if_unable():
    game = SABRA.with_rules(pass_when_pool_empty="if_unable")
    able = position(game, "R1 R4", "B1", table="{R5 R6 R7}")
    assert find_game(game).choices(able) == ()
    assert find_game(game).broken_rule(able, Pass()) == "whoever can play must do so"
    assert find_game(SABRA).broken_rule(replace(able, variant=SABRA), Pass()) == ""


def test_must_play_forbids_a_draw_or_makes_it_dear():
    for rules, left in (({}, None), ({"missed_play_penalty": 7}, 9)):
        game = SABRA.with_rules(must_play=True, **rules)
        state = position(
            game, "R1 R4", "B1", table="{R5 R6 R7}", pool=[f"B{n}" for n in range(1, 10)]
        )
        fault = find_game(game).broken_rule(state, Draw())
        if left is None:
            assert fault == "whoever can play must do so"
        else:
            assert len(find_game(game).apply(state, Draw()).hands[0]) == left


def test_drawing_until_a_play_exists():
    game = SABRA.with_rules(draw_until_playable=True)
    state = position(game, "R1", "B1", table="{R5 R6 R7}", pool=("K1", "K2", "R8", "K9"))
    after = find_game(game).apply(state, Draw())
    assert str(after.hands[0]) == "R1 R8 K1 K2"
    assert after.seat == 1


# Sabra, "River": old to new R4, B9, K2, Y7; the player holds B8, B10, R1.

ROW = ("R4", "B9", "K2", "Y7")
RACK = "B8 B10 R1"


def test_pulling_takes_the_key_and_what_is_newer():
    state, game = position(RIVER, RACK, "B1", discards=ROW), find_game(RIVER)
    action = pull(state, 1, "B8 B9 B10", "{B8 B9 B10}")
    assert game.broken_rule(state, action) == ""
    after = game.apply(state, action)
    assert (str(after.hands[0]), after.discards) == ("R1 K2 Y7", (Tile("R", 4),))
    assert (after.seat, after.ended) == (1, "")


def test_the_key_may_be_the_oldest():
    game = RIVER.with_rules(river_pull="older_and_wanted")
    state = position(game, RACK, "B1", discards=ROW, table="{R5 R6 R7}")
    action = pull(state, 1, "R4", "{R4 R5 R6 R7}")
    assert find_game(game).broken_rule(state, action) == ""
    after = find_game(game).apply(state, action)
    assert str(after.hands[0]) == "R1 B8 B9 B10"
    assert after.discards == (Tile("K", 2), Tile("Y", 7))
    # B9 is Plunder now, and waits a turn.
    other = pull(state, 1, "B8 B9 B10", "{R5 R6 R7} {B8 B9 B10}")
    assert "B9 is neither on the rack nor the Key" in find_game(game).broken_rule(state, other)


def test_plunder_waits():
    state = position(RIVER, RACK, "B1", discards=ROW, table="{K3 K4 K5}")
    action = pull(state, 1, "B8 B9 B10 K2", "{B8 B9 B10} {K2 K3 K4 K5}")
    assert "K2 is neither on the rack nor the Key" in find_game(RIVER).broken_rule(state, action)


def test_the_newest_brings_no_plunder_but_must_be_laid():
    state = position(RIVER, RACK, "B1", discards=ROW, table="{Y8 Y9 Y10}")
    action = pull(state, 3, "Y7", "{Y7 Y8 Y9 Y10}")
    assert find_game(RIVER).broken_rule(state, action) == ""
    assert find_game(RIVER).apply(state, action).hands[0] == state.hand
    bare = replace(state, table=Table())
    with_rack = pull(bare, 3, "B8 B10 R1", "")
    assert find_game(RIVER).broken_rule(bare, with_rack)


def test_only_who_has_opened_may_pull():
    state = position(RIVER, "B8 B10 R10 K10 Y10", "B1", discards=ROW, opened=(False, False))
    action = pull(state, 1, "B8 B9 B10", "{B8 B9 B10}")
    assert "has opened" in find_game(RIVER).broken_rule(state, action)
    before = RIVER.with_rules(river_before_opening=True)
    early = replace(state, variant=before)
    assert "27" in find_game(before).broken_rule(early, action)
    more = pull(early, 1, "B8 B9 B10 R10 K10 Y10", "{B8 B9 B10} {R10 K10 Y10}")
    assert find_game(before).broken_rule(early, more) == ""


def test_the_rack_may_have_to_stay_in_the_meld_of_the_key():
    game = RIVER.with_rules(river_other_plays="key_combination")
    state = position(game, "B8 B10 R1 R2 R3", "B1", discards=ROW)
    both = pull(state, 1, "B8 B9 B10 R1 R2 R3", "{B8 B9 B10} {R1 R2 R3}")
    assert "meld with the Key" in find_game(game).broken_rule(state, both)
    assert find_game(RIVER).broken_rule(replace(state, variant=RIVER), both) == ""


def test_a_pull_with_one_meld_is_found_where_the_best_play_would_lay_more() -> None:
    game = RIVER.with_rules(river_other_plays="key_combination")
    state = position(game, "B8 B10 R1 R2 R3", "B1", discards=["B9"], table="{B8 K8 Y8}")
    (found,) = find_game(game).find_pulls(view_of(state), "tiles")
    assert str(found.lay.played) == "B8 B9 B10"
    assert find_game(game).broken_rule(state, found) == ""


def test_a_draw_for_the_river_keeps_one_of_two():
    """ "Tile balance of a draw: pool -2, rack +1, River +1." """
    state, game = position(RIVER, "R1", "B1", pool=("K5", "Y6", "B2")), find_game(RIVER)
    drawn = game.apply(state, Draw())
    assert set(game.choices(drawn)) == {Discard(Tile("K", 5)), Discard(Tile("Y", 6))}
    assert not game.may_lay(drawn)
    assert "only discard K5 or discard Y6" in game.broken_rule(drawn, Discard(Tile("R", 1)))
    after = game.apply(drawn, Discard(Tile("Y", 6)))
    assert (len(after.pool), str(after.hands[0]), after.discards) == (1, "R1 K5", (Tile("Y", 6),))
    # With one tile in the pool it is simply kept.
    last = game.apply(after, Draw())
    assert (last.pool, len(last.hands[1]), last.seat) == ((), 2, 0)


def test_any_tile_may_go_to_the_river_where_that_is_played():
    game = RIVER.with_rules(river_discard_from="rack")
    drawn = find_game(game).apply(position(game, "R1", "B1", pool=("K5", "Y6")), Draw())
    assert Discard(Tile("R", 1)) in find_game(game).choices(drawn)


def test_the_river_may_become_the_pool():
    game = RIVER.with_rules(river_recycle=True)
    state = position(game, "R1", "B1", pool=("K5", "Y6"), discards=("R4", "B9"))
    after = find_game(game).apply(find_game(game).apply(state, Draw()), Discard(Tile("K", 5)))
    assert (sorted(map(str, after.pool)), after.discards) == (["B9", "K5", "R4"], ())
    assert after.shuffles == 1


@pytest.mark.parametrize("name", PLAYED)
def test_nobody_plays_without_a_tile(name: str) -> None:
    with pytest.raises(VariantError, match="at least 1 tile"):
        play(find_variant(name).with_rules(hand_size=0), "greedy", seed=3)


def test_who_is_late_with_the_river_keeps_both_tiles_and_draws_the_penalty():
    late, game = Fail("it took too long", late=True), find_game(RIVER)
    drawn = game.apply(position(RIVER, "R1", "B1", pool=("K5", "Y6", "B2")), Draw())
    after = game.fail(drawn, late)
    assert (str(after.hands[0]), after.pool, after.seat, after.discards) == (
        "R1 B2 K5 Y6",
        (),
        1,
        (),
    )
    # That was no pass, even if no tile is left for the penalty.
    empty = game.fail(game.apply(position(RIVER, "R1", "B1", pool=("K5", "Y6")), Draw()), late)
    assert (empty.passes, empty.seat) == (0, 1)


def test_a_penalty_that_empties_the_pool_makes_the_river_the_pool():
    game = RIVER.with_rules(river_recycle=True)
    state = position(game, "R1", "B1", pool=("K5", "Y6"), discards=("R4", "B9"))
    after = find_game(game).fail(state, Fail("nothing was laid"))
    assert (sorted(map(str, after.pool)), after.discards) == (["B9", "R4"], ())


# What holds in every deal.

GAMES = [
    SABRA,
    RIVER,
    SABRA.with_rules(players=2, hand_size=5),
    SABRA.preset("classic_1978").with_rules(players=3),
    RIVER.with_rules(
        players=3, river_pull="older_and_wanted", river_recycle=True, river_discard_from="rack"
    ),
    RIVER.with_rules(players=2, river_other_plays="key_combination", river_before_opening=True),
    SABRA.with_rules(players=2, must_play=True, open_points=50),
    SABRA.with_rules(players=2, must_play=True, missed_play_penalty=7, joker_mode="replace"),
    SABRA.with_rules(players=3, draw_until_playable=True, scoring="penalty"),
]


def test_a_meld_with_the_key_takes_each_rack_tile_once():
    """The rack has one B8 and the table the other: the Key R8 can't get two more."""
    game = RIVER.with_rules(
        players=2, river_other_plays="key_combination", river_before_opening=True
    )
    assert play(game, "cautious", seed=0).scores


@settings(max_examples=12, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    names=st.lists(st.sampled_from(sorted(STRATEGIES)), min_size=4, max_size=4),
    seed=st.integers(0, 10**6),
)
def test_every_deal_keeps_its_tiles_ends_and_can_be_read_back(game, names, seed):
    record = play(game, names[: game.players], seed=seed)
    tiles = record.turns[0].before.all_tiles()
    assert tiles == game.table_set.hand(game.tile_set.all_tiles())
    for turn in record.turns:
        assert turn.after.all_tiles() == tiles
        before, after = turn.before.hands[turn.seat], turn.hand
        assert len(after) == len(before) + len(turn.drawn) - len(turn.played) - len(turn.discarded)
    assert record.last.ended == record.ended
    if game.rule("scoring") == "zero_sum":
        assert sum(record.scores) == 0
    assert record.blocked == all(len(hand) for hand in record.last.hands)
    assert read_records(record.to_json_lines()) == [record]


def test_the_same_seed_is_the_same_deal_whoever_plays() -> None:
    one, other = (play(RIVER, name, seed=5) for name in ("optimal", "random"))
    assert one.deal == other.deal
    assert play(RIVER, "random", seed=5) == other
    assert play(RIVER, "random", seed=6) != other


def test_the_starter_can_be_given() -> None:
    record = play(SABRA, "greedy", seed=2, starter=3)
    assert record.turns[0].seat == 3
    with pytest.raises(PlayError, match="seats 0 to 3"):
        play(SABRA, "greedy", seed=2, starter=4)


def test_a_strategy_sees_only_its_own_side() -> None:
    seen: list[View] = []

    def spy(view: View, random: Any) -> Action:
        seen.append(view)
        return STRATEGIES["greedy"].choose(view, random)

    record = play(SABRA, [spy, "greedy", "greedy", "greedy"], seed=4)
    assert record.strategies == ("spy", "greedy", "greedy", "greedy")
    assert {view.seat for view in seen} == {0}
    for view in seen:
        hidden = {name for name in vars(view) if name in ("hands", "pool")}
        assert hidden == {"pool"}
        assert isinstance(view.pool, int)
        there = len(view.known) + len(view.unknown)
        assert there == 106
        assert view.hand <= view.known
        assert len(view.unknown) == view.pool + sum(view.tiles_left) - len(view.hand)


@pytest.mark.parametrize("game", PLAYED)
def test_a_strategy_can_arrange_its_rack_in_every_game(game: str) -> None:
    record = play(game, "greedy", seed=2)
    for turn in record.turns[:8]:
        hand = turn.before.hand
        best = arrange(hand, record.variant)
        assert len(best.hand) == len(hand)
        assert arrange(str(hand), record.variant) == best


# Faults of strategies.


def broken_play(view: View, random: Any) -> Action:
    return Lay(Table.parse("{R1 R2 R3}", view.variant), view.hand)


def test_an_illegal_play_is_reported_with_the_position() -> None:
    with pytest.raises(StrategyError, match=r"(?s)broken_play did .*seat 1.*rack: .*pool: 50"):
        play(SABRA, [broken_play, "greedy", "greedy", "greedy"], seed=1, starter=0)


def test_or_is_a_failed_play_of_three_tiles() -> None:
    record = play(
        SABRA, [broken_play, "greedy", "greedy", "greedy"], 1, starter=0, on_fault="penalty"
    )
    first = record.turns[0]
    assert first.action == "fail"
    assert len(first.drawn) == 3
    assert read_records(record.to_json_lines()) == [record]


def test_an_error_and_nonsense_are_reported() -> None:
    def crash(view: View, random: Any) -> Action:
        raise KeyError("no idea")

    with pytest.raises(StrategyError, match="crash raised KeyError"):
        play(SABRA, crash, seed=1)
    with pytest.raises(StrategyError, match="'lay it all' is no action"):
        play(SABRA, lambda view, random: "lay it all", seed=1)


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_tells_who_failed_and_in_which_position(game: str) -> None:
    def crash(view: View, random: Any) -> Action:
        raise KeyError("no idea")

    with pytest.raises(StrategyError, match=r"(?s)crash raised KeyError.*rack: .*pool"):
        play(game, crash, seed=3)
    with pytest.raises(StrategyError, match=r"(?s)'None': None is no action.*rack: .*pool: "):
        play(game, lambda view, random: None, seed=3)  # type: ignore[arg-type, return-value]


def test_who_returns_a_play_is_told_how_to_lay_it() -> None:
    with pytest.raises(StrategyError, match=r"is no action; .*lay_of\(view"):
        play(SABRA, lambda view, random: view.best_play(), seed=1)  # type: ignore[arg-type]


def test_a_strategy_that_never_answers_is_no_hang() -> None:
    def sleeper(view: View, random: Any) -> Action:
        time.sleep(30)
        return Draw()

    start = time.monotonic()
    with pytest.raises(StrategyError, match=r"longer than 0\.2 seconds"):
        play(SABRA, sleeper, seed=1, seconds=0.2)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategies": ["greedy"] * 3}, "3 strategies for 4 players"),
        ({"strategies": "gredy"}, "did you mean greedy"),
        ({"strategies": 7}, "7 is no strategy"),
        ({"on_fault": "ignore"}, "'raise' or 'penalty'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(PlayError, match=message):
        play(SABRA, **arguments)


def test_a_game_that_is_not_played_out_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PLAYED, "okey")
    with pytest.raises(VariantError, match="Okey can't be played out"):
        play(find_variant("okey"), seed=1)


def test_mini_games_are_played_too() -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=4)
    with pytest.raises(VariantError, match="open_points"):
        play(mini, seed=1)
    record = play(mini.with_rules(open_points=9, players=3), "optimal", seed=1)
    assert record.turns


# Records.


def damaged(record: Record, line: int, **changes: Any) -> str:
    lines = [json.loads(each) for each in record.to_json_lines().splitlines()]
    lines[line] |= changes
    return "\n".join(map(json.dumps, lines))


def test_records_are_judged_when_they_are_read() -> None:
    record = play(SABRA, "optimal", seed=8)
    first = next(place for place, turn in enumerate(record.turns, 1) if turn.lays)
    everything = record.turns[0].before.hands[record.turns[first - 1].seat]
    told = {"lay": str(everything), "table": "{R1 R2 R3}"}
    with pytest.raises(PlayError, match=f"turn {first}, 'lay"):
        read_records(damaged(record, first, actions=[told]))
    with pytest.raises(PlayError, match="scores"):
        read_records(damaged(record, 0, scores=["0", "0", "0", "0"]))
    with pytest.raises(PlayError, match="line 2: damaged"):
        read_records(damaged(record, 1, actions=7))


def test_a_frame_has_a_row_for_each_turn() -> None:
    record = play(RIVER, "optimal", seed=8)
    frame = record.to_frame(deal=3)
    assert list(frame.columns) == [
        *("deal", "turn", "seat", "strategy", "action", "drawn", "played", "discarded"),
        *("tiles_left", "points_left", "opened", "table_tiles"),
    ]
    assert len(frame) == len(record.turns)
    assert frame["turn"].tolist() == list(range(1, len(frame) + 1))
    assert frame["table_tiles"].is_monotonic_increasing


# Strength.


def test_stronger_strategies_win_more() -> None:
    """Two against two on the same deals, seats changed: a sign test at 1 in 1000."""
    game = SABRA.with_rules(players=2)
    for strong, weak in (("optimal", "greedy"), ("greedy", "random")):
        won = 0
        for deal in range(20):
            for seats in ((strong, weak), (weak, strong)):
                record = play(game, list(seats), seed=deal)
                won += record.scores[seats.index(strong)] > 0
        assert won >= 30, (strong, weak, won)


def test_solving_and_playing_agree() -> None:
    """An optimal player lays as many tiles as solve_table says is possible."""
    for turn in play(SABRA, "optimal", seed=9).turns:
        before = turn.before
        best = solve_table(
            before.table, before.hand, SABRA, "tiles", opened=before.opened[turn.seat]
        )
        assert len(turn.played) == len(best.played)


@pytest.mark.parametrize("adds", ["after", "before", "never"])
def test_a_greedy_player_takes_no_meld_apart(adds: Any) -> None:
    """No tile changes its meld, and without single tiles every meld stands as it is."""
    added = 0
    for seed in range(3):
        record = play("sabra", Greedy(adds=adds), seed=seed)
        for turn in record.turns:
            fallen, moved = changes(turn.before.table, turn.after.table)
            assert moved == 0
            added += fallen
    assert (added == 0) == (adds == "never")


def test_there_is_no_other_way_to_add_tiles() -> None:
    with pytest.raises(PlayError, match="'sometimes': give 'after', 'before', 'never'"):
        Greedy(adds="sometimes")  # type: ignore[arg-type]

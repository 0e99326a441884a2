"""Tournaments: the same deals for everybody, whoever works on them, and what follows from them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, ttest_1samp, ttest_rel

import rummistats
from rummistats.errors import PlayError, RummistatsError, SimulationError, VariantError
from rummistats.montecarlo import Interrupted
from rummistats.play import (
    Action,
    Random,
    View,
    blocked_share,
    joker_share,
    mean_figures,
    paired_difference,
    play,
    tournament,
    win_share,
)
from rummistats.play.games.finding import PLAYED
from rummistats.seeds import make_seed
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra")
TWO = SABRA.with_rules(players=2)
COLUMNS = [
    "deal",
    "seat",
    "strategy",
    "variant",
    "score",
    "won",
    "turns",
    "turn_opened",
    "tiles_left",
    "points_left",
    "blocked",
]


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Two strategies in four seats: two seatings of each deal."""
    return tournament(SABRA, ["optimal", "greedy"], deals=6, seed=11, workers=1)


def first_choice(view: View, random: np.random.Generator) -> Action:
    """A strategy that other processes can import: it draws, and never lays."""
    return view.choices[0]


@dataclass
class Slow:
    """Plays like the random strategy, and is told to stop in its deal number ``stop``."""

    stop: int
    begun: int = 0
    inner: Random = Random()  # noqa: RUF009

    def choose(self, view: View, random: np.random.Generator) -> Action:
        if view.turn == 0:
            self.begun += 1
            if self.begun == self.stop:
                raise KeyboardInterrupt
        return self.inner.choose(view, random)


# -- the table ----------------------------------------------------------------------------------


def test_the_columns_are_those_of_the_contract(frame: pd.DataFrame) -> None:
    assert list(frame.columns[: len(COLUMNS)]) == COLUMNS
    assert len(frame) == 6 * 2 * 4


def test_a_row_is_what_the_record_of_the_deal_says(frame: pd.DataFrame) -> None:
    """Deal k is the one that comes from child k of the seed."""
    for deal, rotation in ((0, 0), (3, 1), (5, 0)):
        names = ["optimal", "greedy"] * 2
        seats = names if rotation == 0 else names[::-1]
        record = play(SABRA, seats, make_seed(11).child(deal))
        rows = frame[(frame.deal == deal) & (frame.rotation == rotation)]
        assert rows.strategy.tolist() == seats
        assert rows.score.tolist() == [float(score) for score in record.scores]
        assert tuple(np.flatnonzero(rows.won)) == record.winners
        assert rows.turns.sum() == len(record.turns)
        assert rows.tiles_left.tolist() == [len(hand) for hand in record.last.hands]
        assert set(rows.starter) == {record.deal.starter}
        assert set(rows.blocked) == {record.blocked}
        opened = [record.turn_opened(seat) for seat in range(4)]
        assert [None if pd.isna(turn) else turn for turn in rows.turn_opened] == opened
        openings = [
            turn.seat for turn in record.turns if turn.opened and not turn.before.opened[turn.seat]
        ]
        places = rows.set_index("seat").opening_place.dropna().to_dict()
        assert places == {seat: place for place, seat in enumerate(openings, 1)}
        assert rows.jokers_dealt.tolist() == [hand.jokers for hand in record.deal.hands]
        assert rows.jokers.tolist() == [record.jokers(seat) for seat in range(4)]


@pytest.mark.parametrize(
    "game",
    [SABRA, SABRA.with_rules(direction="counterclockwise"), find_variant("american")],
    ids=["to the left", "to the right", "always to the right"],
)
def test_places_are_in_the_order_in_which_the_game_goes_round(game: Variant) -> None:
    table = tournament(game, "greedy", deals=2, seed=3, workers=1)
    for deal in range(2):
        turns = play(game, "greedy", make_seed(3).child(deal)).turns
        rows = table[table.deal == deal].set_index("turn_place")
        assert rows.seat.loc[[1, 2, 3, 4]].tolist() == [turn.seat for turn in turns[:4]]
    assert win_share(table, by="turn_place").wins.sum() == 2


def test_jokers_that_nobody_got_are_in_the_pool() -> None:
    """Also where the deal is played without a record."""
    table = tournament(TWO, "optimal", deals=8, seed=7, workers=1)
    came = table.groupby("deal").jokers.sum()
    for deal in range(8):
        pool = play(TWO, "optimal", make_seed(7).child(deal)).last.pool
        assert came[deal] == SABRA.jokers - sum(tile.is_joker for tile in pool)
    assert came.nunique() > 1


def test_a_tile_that_is_taken_up_and_discarded_is_a_joker_that_came() -> None:
    """In the River a player may put a joker that it has drawn back on the table."""
    river = find_variant("river").with_rules(players=2)
    for seed in range(6):
        record = play(river, "greedy", seed=seed)
        racks = sum(hand.jokers for hand in record.last.hands)
        laid = sum(tile.is_joker for turn in record.turns for tile in turn.played)
        put = sum(tile.is_joker for turn in record.turns for tile in turn.discarded)
        assert record.jokers(0) + record.jokers(1) == racks + laid + put


def test_what_one_loses_another_wins(frame: pd.DataFrame) -> None:
    assert frame.groupby(["deal", "rotation"]).score.sum().abs().max() == 0


def test_every_strategy_sits_in_every_seat_of_every_deal(frame: pd.DataFrame) -> None:
    counts = frame.groupby(["deal", "seat", "strategy"]).size()
    assert len(counts) == 6 * 4 * 2
    assert set(counts) == {1}
    # Who starts belongs to the deal, not to the seating.
    assert frame.groupby("deal").starter.nunique().max() == 1


def test_four_strategies_need_four_seatings() -> None:
    names = ["optimal", "greedy", "cautious", "hold_back"]
    table = tournament(SABRA, names, deals=1, seed=1, workers=1)
    seats = table.groupby("strategy").seat.apply(sorted)
    assert seats.tolist() == [[0, 1, 2, 3]] * 4
    unmoved = tournament(SABRA, names, deals=1, seed=1, workers=1, rotate=False)
    assert unmoved.strategy.tolist() == names


def test_one_strategy_alone_is_played_once() -> None:
    table = tournament(SABRA, "optimal", deals=2, seed=1, workers=1)
    assert len(table) == 8


def test_a_strategy_alone_at_the_table_plays_alike_in_any_tournament() -> None:
    """Who else is compared in another tournament makes no difference to a deal."""
    alone = tournament(TWO, "greedy", deals=2, seed=5, workers=1)
    both = tournament(TWO, ["greedy", "greedy"], deals=3, seed=5, workers=1)
    pd.testing.assert_frame_equal(alone, both[both.deal < 2])


def test_house_rules_are_played_with_the_same_deals() -> None:
    strict = TWO.with_rules(open_points=50)
    table = tournament([TWO, strict], "optimal", deals=3, seed=2, workers=1)
    assert table.rules.nunique() == 2
    for game in (TWO, strict):
        alone = tournament(game, "optimal", deals=3, seed=2, workers=1)
        part = table[table.rules == alone.rules[0]].reset_index(drop=True)
        pd.testing.assert_frame_equal(alone, part)


def test_the_starter_can_be_given() -> None:
    table = tournament(TWO, "optimal", deals=3, seed=2, workers=1, starter=1)
    assert set(table.starter) == {1}


# -- who works on it ----------------------------------------------------------------------------


def test_workers_make_no_difference(frame: pd.DataFrame) -> None:
    names = ["optimal", "greedy"]
    settings: dict[str, Any] = {"deals": 6, "seed": 11}
    pd.testing.assert_frame_equal(tournament(SABRA, names, **settings, workers=2), frame)
    with ThreadPoolExecutor(3) as threads:
        found = tournament(SABRA, names, **settings, executor=threads)
        pd.testing.assert_frame_equal(found, frame)


def test_processes_play_what_they_can_import() -> None:
    alone = tournament(TWO, ["optimal", first_choice], deals=3, seed=3, workers=1)
    assert set(alone.strategy) == {"optimal", "first_choice"}
    with ProcessPoolExecutor(1) as pool:
        found = tournament(TWO, ["optimal", first_choice], deals=3, seed=3, executor=pool)
        pd.testing.assert_frame_equal(found, alone)


def test_a_strategy_that_cannot_be_sent_is_refused_in_words() -> None:
    own = [lambda view, random: view.choices[0], "greedy"]
    with ProcessPoolExecutor(1) as pool, pytest.raises(SimulationError, match="not a lambda"):
        tournament(TWO, own, deals=2, seed=1, executor=pool)
    with pytest.raises(SimulationError, match="with workers=1 anything can play"):
        tournament(TWO, own, deals=2, seed=1, workers=2)
    assert len(tournament(TWO, own, deals=1, seed=1, workers=1)) == 4


def test_a_stopped_tournament_gives_what_was_played() -> None:
    slow = Slow(stop=4)
    with pytest.raises(Interrupted, match="after 3 of 100 deals") as stop:
        tournament(TWO, slow, deals=100, seed=4, workers=1, rotate=False, seconds=None, starter=0)
    assert isinstance(stop.value, KeyboardInterrupt)
    # The first seat's first decision, then the second seat's: each deal is begun once by seat 0.
    whole = tournament(TWO, "random", deals=3, seed=4, workers=1, rotate=False, starter=0)
    so_far = stop.value.so_far
    pd.testing.assert_frame_equal(so_far.drop(columns="strategy"), whole.drop(columns="strategy"))


def test_stopped_processes_give_what_they_have_begun() -> None:
    expected = tournament(TWO, "optimal", deals=2, seed=4, workers=1)
    timer = threading.Timer(4.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(Interrupted) as stop:
            tournament(TWO, "optimal", deals=100_000, seed=4, workers=2)
    finally:
        timer.cancel()
    so_far = stop.value.so_far
    assert 0 < so_far.deal.nunique() < 100_000
    few = so_far[so_far.deal < 2].reset_index(drop=True)
    pd.testing.assert_frame_equal(few, expected)


WRONG: dict[str, tuple[dict[str, Any], type[RummistatsError], str]] = {
    "deals": ({"deals": 0}, SimulationError, "deals=0"),
    "seed": ({"seed": -1}, SimulationError, "seed=-1"),
    "workers": ({"workers": 0}, SimulationError, "workers=0"),
    "three": ({"strategies": ["greedy"] * 3}, PlayError, "3 strategies can't sit round"),
    "none": ({"strategies": []}, PlayError, "0 strategies"),
    "name": ({"strategies": "gredy"}, PlayError, "did you mean greedy"),
    "starter": ({"starter": 2}, PlayError, "seats 0 to 1"),
    "twice": ({"variant": [TWO, TWO]}, VariantError, "given twice"),
    "no game": ({"variant": []}, VariantError, "no game"),
    "other game": ({"variant": find_variant("okey")}, VariantError, "can't be played out"),
    "same name": (
        {"strategies": [lambda view, random: 1, lambda view, random: 2]},
        PlayError,
        "both called '<lambda>'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_tournament(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PLAYED, "okey")
    settings, error, words = WRONG[case]
    right = {"variant": TWO, "strategies": "greedy", "deals": 1, "seed": 1, "workers": 1}
    with pytest.raises(error, match=words):
        tournament(**right | settings)  # type: ignore[arg-type]


# -- figures ------------------------------------------------------------------------------------


def made(rows: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> pd.DataFrame:
    """A tournament that was never played."""
    usual = {"variant": "sabra", "rules": "", "rotation": 0, "blocked": False, "turn_opened": 1}
    return pd.DataFrame([usual | row for row in rows])


def two_seats(wins: list[int]) -> pd.DataFrame:
    """Seat 0 with strategy a against seat 1 with strategy b; who wins each deal."""
    return made(
        {"deal": deal, "seat": seat, "strategy": "ab"[seat], "won": winner == seat}
        for deal, winner in enumerate(wins)
        for seat in (0, 1)
    )


def test_with_one_row_a_deal_the_interval_is_wilson_s() -> None:
    found = win_share(two_seats([0] * 7 + [1] * 3)).set_index("strategy")
    for name, wins in (("a", 7), ("b", 3)):
        expected = binomtest(wins, 10).proportion_ci(0.95, method="wilson")
        assert found.share[name] == pytest.approx(wins / 10)
        assert (found.low[name], found.high[name]) == pytest.approx((expected.low, expected.high))


def test_who_never_wins_has_an_interval_all_the_same() -> None:
    found = win_share(two_seats([0] * 10)).set_index("strategy")
    expected = binomtest(0, 10).proportion_ci(0.95, method="wilson")
    assert (found.low["b"], found.high["b"]) == pytest.approx((0.0, expected.high))
    assert (found.low["a"], found.high["a"]) == pytest.approx((1 - expected.high, 1.0))


def test_deals_that_are_copied_say_nothing_new() -> None:
    """The same deal with the same outcome in two rotations is one deal."""
    once = two_seats([0, 0, 0, 1, 1])
    twice = pd.concat([once, once.assign(rotation=1)])
    columns = ["share", "standard_error", "low", "high"]
    pd.testing.assert_frame_equal(win_share(once)[columns], win_share(twice)[columns])


def test_winners_share_a_deal() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": "x", "won": seat < 2}
        for deal in range(4)
        for seat in range(4)
    )
    found = win_share(table, by=["seat"])
    assert found.wins.tolist() == [2.0, 2.0, 0.0, 0.0]
    assert found.share.sum() == 1


def test_a_deal_that_nobody_wins_is_nobody_s() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": "x", "won": deal == seat == 0}
        for deal in range(4)
        for seat in range(2)
    )
    found = win_share(table, by=["seat"])
    assert found.wins.tolist() == [1.0, 0.0]
    assert found.share.tolist() == [0.25, 0.0]


def test_shares_of_all_seats_sum_to_one(frame: pd.DataFrame) -> None:
    found = win_share(frame, by=["strategy"])
    # Each strategy has half the seats, so that its share of games won is twice that a row.
    assert found.share.sum() * 2 == pytest.approx(1)


def test_means_of_independent_deals_have_the_usual_error() -> None:
    scores = [3.0, -1.0, 4.0, 1.5, -9.0]
    table = made(
        {"deal": deal, "seat": 0, "strategy": "x", "score": score}
        for deal, score in enumerate(scores)
    )
    found = mean_figures(table, ["score"]).iloc[0]
    assert found["mean"] == pytest.approx(np.mean(scores))
    assert found.standard_error == pytest.approx(np.std(scores, ddof=1) / np.sqrt(5))
    expected = ttest_1samp(scores, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_seats_of_one_table_have_a_certain_mean_score(frame: pd.DataFrame) -> None:
    """Scores of a deal sum to 0, so all seats together have no error at all."""
    found = mean_figures(frame, ["score"], by=[]).iloc[0]
    assert found["mean"] == pytest.approx(0)
    assert found.standard_error == pytest.approx(0)


def test_only_those_who_opened_have_a_turn_of_opening() -> None:
    table = made(
        {"deal": deal, "seat": 0, "strategy": "x", "turn_opened": turn}
        for deal, turn in enumerate([2, 4, None])
    ).astype({"turn_opened": "Int64"})
    found = mean_figures(table, ["turn_opened"]).iloc[0]
    assert (found["mean"], found.n) == (3.0, 2)


def test_a_paired_difference_is_student_s_paired_test() -> None:
    one, other = [5.0, 2.0, 8.0, -1.0, 4.0], [4.0, 3.0, 2.0, -5.0, 1.0]
    table = made(
        {"deal": deal, "seat": seat, "strategy": name, "score": score, "won": False}
        for seat, (name, scores) in enumerate((("one", one), ("other", other)))
        for deal, score in enumerate(scores)
    )
    found = paired_difference(table, "one", "other").iloc[0]
    expected = ttest_rel(one, other)
    assert found.difference == pytest.approx(2.6)
    assert found.p_value == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    turned = paired_difference(table, "other", "one").iloc[0]
    assert turned.difference == -found.difference


def test_deals_that_all_say_the_same_tell_nothing_about_their_spread() -> None:
    table = made(
        {
            "deal": deal,
            "seat": seat,
            "strategy": name,
            "score": 2.0 * (name == "a"),
            "won": not seat,
        }
        for seat, name in enumerate("ab")
        for deal in range(10)
    )
    found = paired_difference(table, "a", "b").iloc[0]
    assert found.p_value == binomtest(10, 10).pvalue
    assert (found.difference, found.ties) == (2.0, 0)
    assert np.isnan([found.low, found.high]).all()
    found = paired_difference(table, "a", "a").iloc[0]
    assert (found.p_value, found.ties, found.difference) == (1, 10, 0)
    assert np.isnan([found.low, found.high]).all()
    # Whoever has won each of ten deals may lose a later one.
    found = paired_difference(table, "a", "b", "won").iloc[0]
    expected = binomtest(10, 10).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((2 * expected.low - 1, 1))
    found = paired_difference(table, "a", "a", "won").iloc[0]
    assert found.low < 0 < found.high
    assert np.isnan(mean_figures(table, ["score"])[["low", "high"]]).all(axis=None)


def test_deals_in_which_two_are_equal_are_counted() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": name, "score": float(deal == 3 and seat)}
        for seat, name in enumerate("ab")
        for deal in range(40)
    )
    found = paired_difference(table, "b", "a").iloc[0]
    assert (found.ties, found.difference) == (39, 1 / 40)


def test_house_rules_are_compared_deal_by_deal() -> None:
    strict = TWO.with_rules(open_points=50)
    table = tournament([TWO, strict], "optimal", deals=4, seed=2, workers=1)
    one, other = table.rules.unique()
    found = paired_difference(table, other, one, "turns", of="rules").iloc[0]
    means = table.groupby(["rules", "deal"]).turns.mean()
    assert found.difference == pytest.approx((means[other] - means[one]).mean())
    assert (found.deals, found.strategy) == (4, "optimal")


def test_blocked_deals_count_once_whoever_sits_there() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": "x", "blocked": deal < 2}
        for deal in range(8)
        for seat in range(4)
    )
    found = blocked_share(table).iloc[0]
    assert (found.n, found.blocked, found.share) == (8, 2.0, 0.25)
    expected = binomtest(2, 8).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def one_joker_each(seats: list[int]) -> pd.DataFrame:
    """A single joker in each deal, and to whom it came."""
    return made(
        {"deal": deal, "seat": seat, "strategy": "ab"[seat], "jokers": int(seat == owner)}
        for deal, owner in enumerate(seats)
        for seat in (0, 1)
    )


def test_with_one_joker_a_deal_its_share_is_that_of_deals() -> None:
    found = joker_share(one_joker_each([0] * 7 + [1] * 3), by="strategy").set_index("strategy")
    for name, jokers in (("a", 7), ("b", 3)):
        expected = binomtest(jokers, 10).proportion_ci(0.95, method="wilson")
        assert (found.jokers[name], found.share[name]) == (jokers, jokers / 10)
        assert (found.low[name], found.high[name]) == pytest.approx((expected.low, expected.high))


def test_jokers_are_shared_among_the_seats_of_each_game(frame: pd.DataFrame) -> None:
    bare = tournament(SABRA.with_rules(jokers=0), "optimal", deals=2, seed=11, workers=1)
    both = pd.concat([frame, bare])
    found = joker_share(both)
    none = found.rules == "jokers=0"
    assert found[~none].share.sum() == pytest.approx(1)
    assert found[~none].jokers.sum() == frame.jokers.sum() > 0
    assert found[none].jokers.sum() == 0
    assert found[none].share.isna().all()
    # The same deals in the same seats: what is dealt is shared equally.
    everybody = joker_share(frame, by=[]).iloc[0]
    assert (everybody.share, everybody.standard_error) == (1, 0)


def test_who_never_opens_is_counted_too() -> None:
    table = two_seats([0, 0, 1]).assign(opening_place=[1, None, 1, None, None, 1])
    found = win_share(table.astype({"opening_place": "Int64"}), by="opening_place")
    assert found.opening_place.isna().tolist() == [False, True]
    assert found.wins.tolist() == [3.0, 0.0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda table: win_share(5), "is no table"),
        (lambda table: win_share(table, by=["place"]), "no column place"),
        (lambda table: win_share(table, confidence=1.5), "confidence=1.5"),
        (lambda table: win_share(table[:0]), "no rows"),
        (lambda table: paired_difference(table, "a", "c"), "no strategy 'c'"),
        (lambda table: mean_figures(table, ["score"]), "no column score"),
        (lambda table: joker_share(table), "no column jokers"),
    ],
)
def test_what_has_no_figures(call: Any, words: str) -> None:
    with pytest.raises(PlayError, match=words):
        call(two_seats([0, 1]).assign(**({"score": 0.0} if "'c'" in words else {})))


def test_the_public_names_are_functions_not_modules() -> None:
    for name in ("play", "tournament", "along", "draw_position", "win_share"):
        assert callable(getattr(rummistats, name)), name


def test_deals_that_nobody_wins_count_in_comparisons_too() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": "ab"[seat], "won": deal == 0 and seat == 0}
        for deal in range(4)
        for seat in range(2)
    )
    found = paired_difference(table, "a", "b", "won").iloc[0]
    assert (found.deals, found.difference) == (4, 0.25)


def test_tournaments_of_two_seeds_are_not_one() -> None:
    table = two_seats([0, 1, 0])
    with pytest.raises(PlayError, match="twice"):
        win_share(pd.concat([table, table]), by="strategy")


def test_seats_that_never_opened_are_no_hindrance() -> None:
    table = made(
        {"deal": deal, "seat": seat, "strategy": "x", "score": float(seat), "won": False}
        | {"opening_place": place}
        for deal in range(3)
        for seat, place in enumerate((2, 1, pd.NA))
    )
    found = paired_difference(table, 1, 2, of="opening_place").iloc[0]
    assert (found.deals, found.difference) == (3, 1.0)


def test_an_interval_goes_with_its_standard_error() -> None:
    """Strategies that take turns in the same seats differ less than the rows alone would say."""
    table = made(
        {"deal": deal, "seat": seat, "strategy": "ab"[(seat + rotation) % 2]}
        | {"rotation": rotation, "won": seat == (deal % 7 == 0)}
        for deal in range(100)
        for rotation in range(2)
        for seat in range(2)
    )
    [first, _] = win_share(table, by="strategy").to_dict("records")
    assert (first["share"], first["standard_error"]) == (0.5, 0.0)
    table.loc[(table.deal == 3) & (table.rotation == 0), "won"] ^= True
    for row in win_share(table, by="strategy").to_dict("records"):
        assert row["high"] - row["low"] == pytest.approx(3.92 * row["standard_error"], rel=0.05)

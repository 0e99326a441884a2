"""Statistics along the game: what is known exactly of its beginning, and what must hold later."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from rummistats import arrange, can_open
from rummistats.errors import PlayError
from rummistats.exact import exact
from rummistats.montecarlo import Interrupted
from rummistats.play import Along, Table, along, draw_position, play
from rummistats.play.racks import Rack, figure_names, kinds_of_melds, rack_figures
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.variants import find_variant

SABRA = find_variant("sabra")
TWO = SABRA.with_rules(players=2)
NAMES = ["optimal", "greedy"]
DEALS, TURNS = 6, 12
TABLES = ("opened", "dead_wood", "melds", "helpful")


@pytest.fixture(scope="module")
def found() -> Along:
    return along(TWO, NAMES, deals=DEALS, seed=21, turns=TURNS, workers=1)


def records() -> list[Any]:
    return [
        play(TWO, names, make_seed(21).child(deal))
        for deal in range(DEALS)
        for names in (NAMES, NAMES[::-1])
    ]


def at_turn(record: Any, seat: int, turn: int) -> Any:
    """The position after a player's own turn, or the last one."""
    positions = [record.turns[0].before]
    positions += [each.after for each in record.turns if each.seat == seat]
    return positions[turn] if turn < len(positions) else record.last


def test_every_seat_strategy_and_turn_has_its_row(found: Along) -> None:
    places = found.opened[["seat", "strategy", "turn"]].drop_duplicates()
    assert len(places) == len(found.opened) == 2 * 2 * (TURNS + 1)
    assert set(found.opened.n) == {DEALS}
    assert set(found.opened.deals) == {DEALS}
    for name in TABLES:
        table = getattr(found, name)
        assert (table.low <= table.iloc[:, -4] + 1e-12).all(), name
        assert (table.high >= table.iloc[:, -4] - 1e-12).all(), name


@pytest.mark.parametrize("turn", [0, 1, 4, 8, TURNS])
def test_figures_are_means_over_the_records(found: Along, turn: int) -> None:
    for seat in (0, 1):
        for name in NAMES:
            states = [
                at_turn(record, seat, turn)
                for record in records()
                if record.strategies[seat] == name
            ]
            here = f"seat == {seat} and strategy == '{name}' and turn == {turn}"
            chance = found.opened.query(here).probability.item()
            assert chance == pytest.approx(np.mean([state.opened[seat] for state in states]))
            wood = found.dead_wood.query(here).set_index("figure")["mean"]
            hands = [state.hands[seat] for state in states]
            best = [arrange(hand, TWO, "tiles") for hand in hands]
            assert wood["tiles_left"] == pytest.approx(np.mean(list(map(len, hands))))
            left = [len(each.dead_wood) for each in best]
            assert wood["dead_wood_tiles"] == pytest.approx(np.mean(left))
            points = [arrange(hand, TWO, "dead_wood_points").dead_wood_points for hand in hands]
            assert wood["dead_wood_points"] == pytest.approx(np.mean(points))
            racks = [sum(map(TWO.rack_points_of, hand)) for hand in hands]
            assert wood["points_left"] == pytest.approx(np.mean(racks))
            melds = found.melds.query(f"{here} and place == 'table'")
            on_table = [len(state.table) for state in states]
            assert melds["mean"].sum() == pytest.approx(np.mean(on_table))


def test_errors_are_those_of_the_deals(found: Along) -> None:
    """A strategy is in a seat once in every deal, so the usual error is right."""
    racks = [
        len(at_turn(record, 0, 3).hands[0])
        for record in records()
        if record.strategies[0] == "optimal"
    ]
    here = "seat == 0 and strategy == 'optimal' and turn == 3 and figure == 'tiles_left'"
    row = found.dead_wood.query(here).iloc[0]
    assert row.standard_error == pytest.approx(np.std(racks, ddof=1) / np.sqrt(DEALS))


def test_seats_taken_together_have_the_mean_of_the_seats(found: Along) -> None:
    together = along(TWO, NAMES, deals=DEALS, seed=21, turns=TURNS, seats=False, workers=1)
    assert "seat" not in together.opened.columns
    assert set(together.opened.n) == {2 * DEALS}
    apart = found.opened.groupby(["strategy", "turn"]).probability.mean().reset_index()
    pd.testing.assert_series_equal(together.opened.probability, apart.probability)
    # The two seats of a deal are one observation.
    records_of = [
        [
            len(at_turn(record, record.strategies.index("greedy"), 5).hands[seat])
            for record in records()[2 * deal : 2 * deal + 2]
            for seat in [record.strategies.index("greedy")]
        ]
        for deal in range(DEALS)
    ]
    means = [np.mean(lengths) for lengths in records_of]
    row = together.dead_wood.query("strategy == 'greedy' and turn == 5 and figure == 'tiles_left'")
    assert row["mean"].item() == pytest.approx(np.mean(means))
    assert row.standard_error.item() == pytest.approx(np.std(means, ddof=1) / np.sqrt(DEALS))


def test_nobody_has_opened_before_the_first_turn_and_nobody_closes_again(found: Along) -> None:
    chances = found.opened.pivot_table(
        index=["seat", "strategy"], columns="turn", values="probability"
    )
    assert (chances[0] == 0).all()
    assert (np.diff(chances.to_numpy(), axis=1) >= 0).all()


def test_the_starter_opens_in_the_first_turn_as_often_as_hands_can_open() -> None:
    """A theorem: the optimal player opens at once if it can, and with the dealt rack alone."""
    deals = 60
    early = along(SABRA, "optimal", deals=deals, seed=3, turns=1, starter=0, workers=1)
    opened = early.opened.query("seat == 0 and turn == 1").iloc[0]
    hands = [SABRA.deal_table(seed=make_seed(3).child(k).child(0)).hands[0] for k in range(deals)]
    expected = sum(bool(can_open(hand, SABRA)) for hand in hands)
    assert opened.probability * deals == pytest.approx(expected)
    p = float(exact("can_open", SABRA).prob(True))
    # Of all runs, one in 10,000 would be outside.
    assert binom.ppf(0.5e-4, deals, p) <= expected <= binom.ppf(1 - 0.5e-4, deals, p)


def test_turn_0_is_the_starting_hand() -> None:
    """Its mean dead wood is that of all hands."""
    start = along(SABRA, "optimal", deals=60, seed=3, turns=1, workers=1).dead_wood
    mean = float(exact("hand_points", SABRA).mean())
    for row in start.query("turn == 0 and figure == 'points_left'").itertuples():
        assert abs(row.mean - mean) < 4.5 * row.standard_error


def test_who_went_out_has_nothing_left_at_all_later_turns() -> None:
    """The last position stands: at a turn that no deal reaches, the means are those of the end."""
    late = along(TWO, "optimal", deals=4, seed=5, turns=60, workers=1)
    ends = [play(TWO, "optimal", make_seed(5).child(deal)) for deal in range(4)]
    assert max(len(record.turns) for record in ends) < 120
    rows = late.dead_wood.query("turn == 60 and figure == 'tiles_left'").set_index("seat")
    for seat in (0, 1):
        left = [len(record.last.hands[seat]) for record in ends]
        assert rows["mean"][seat] == pytest.approx(np.mean(left))


def test_a_deal_comes_out_the_same_whatever_the_last_turn_is(found: Along) -> None:
    short = along(TWO, NAMES, deals=DEALS, seed=21, turns=3, workers=1)
    for name in TABLES:
        longer = getattr(found, name)
        few = longer[longer.turn <= 3].reset_index(drop=True)
        pd.testing.assert_frame_equal(getattr(short, name), few)


def test_workers_make_no_difference(found: Along) -> None:
    settings: dict[str, Any] = {"deals": DEALS, "seed": 21, "turns": TURNS}
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(2) as threads:
        for executor in (processes, threads):
            other = along(TWO, NAMES, **settings, executor=executor)
            for name in TABLES:
                pd.testing.assert_frame_equal(getattr(other, name), getattr(found, name))


def test_several_games_stand_in_one_table() -> None:
    both = along([TWO, find_variant("river").with_rules(players=2)], deals=2, seed=1, workers=1)
    assert both.opened.variant.unique().tolist() == ["sabra", "river"]


def test_a_stopped_run_gives_what_was_played() -> None:
    begun = 0

    def stops(view: Any, random: Any) -> Any:
        nonlocal begun
        begun += view.turn == 0
        if begun == 4:
            raise KeyboardInterrupt
        return view.choices[0]

    with pytest.raises(Interrupted, match="after 3 of 50 deals") as stop:
        along(TWO, stops, deals=50, seed=1, turns=2, workers=1, rotate=False, seconds=None)
    assert stop.value.so_far.deals == 3


def test_helpful_tiles_are_those_that_can_still_come() -> None:
    """R4 would help, but both are on the table: only the tiles that nobody sees count."""
    names = figure_names(SABRA)

    def helpful(table: str) -> dict[Any, int]:
        rack = Rack(SABRA.parse("R2 R3"), Table.parse(table, SABRA), SABRA.parse(""), opened=True)
        return dict(zip(names, rack_figures([rack], SABRA)[0].tolist(), strict=True))

    free = helpful("")
    # R1, R4 and a joker, two of each.
    assert free["helpful", "melds", "kinds"] == 3
    assert free["helpful", "melds", "tiles"] == 6
    gone = helpful("{R4 B4 K4} {R4 B4 Y4}")
    assert gone["helpful", "melds", "kinds"] == 2
    assert gone["helpful", "melds", "tiles"] == 4


def test_kinds_of_melds_on_racks_and_tables() -> None:
    rack = Rack(
        SABRA.parse("R1 R2 R3 R4 B9 K9 J"),
        Table.parse("{B7 K7 Y7} {R5 R6 R7 R8} {R10 B10 K10}", SABRA),
        SABRA.parse(""),
        opened=False,
    )
    found = dict(zip(figure_names(SABRA), rack_figures([rack], SABRA)[0].tolist(), strict=True))
    on_table = {kind: found["table", *kind] for kind in kinds_of_melds(SABRA)}
    assert {kind: count for kind, count in on_table.items() if count} == {
        ("group", 3): 2,
        ("run", 4): 1,
    }
    possible = {kind for kind in kinds_of_melds(SABRA) if found["possible", *kind]}
    # With the joker: five in a row, and a third 9.
    assert possible == {("run", 3), ("run", 4), ("run", 5), ("group", 3)}
    assert found["opened",] == 0


@pytest.mark.parametrize("turns", [0, -1, 1.5, True, "many"])
def test_a_last_turn_that_is_none(turns: Any) -> None:
    with pytest.raises(PlayError, match="turns="):
        along(TWO, deals=1, seed=1, turns=turns, workers=1)


# -- drawings -----------------------------------------------------------------------------------


def test_a_view_is_drawn_without_what_its_player_cannot_see() -> None:
    state = play(TWO, "optimal", seed=4).turns[6].after
    drawn = draw_position(view_of(state), names=["you", "greedy"])
    other = str(state.hands[1 - state.seat])
    assert str(state.hands[state.seat]) in drawn
    assert other not in drawn
    assert other in draw_position(state)
    assert str(state.hands[0]) not in draw_position(state, racks=False)
    assert "Seat 2 (greedy)" in drawn


def test_the_river_is_drawn_oldest_first() -> None:
    record = play(find_variant("river"), "optimal", seed=2)
    state = next(turn.after for turn in record.turns if len(turn.after.discards) > 2)
    assert f"newest last: {' '.join(map(str, state.discards))}" in draw_position(state)


def test_only_positions_are_drawn() -> None:
    with pytest.raises(PlayError, match="is no position"):
        draw_position("R5")  # type: ignore[arg-type]

"""What is asked of a strategy that somebody writes, and that each breach of it is noticed."""

from __future__ import annotations

import random as any_random
import time
from typing import Any

import pytest

from rummistats.conformance import check_strategy
from rummistats.errors import PlayError, SimulationError, VariantError
from rummistats.play import Action, Draw, View, lay_of
from rummistats.play.games.finding import PLAYED


def lays_most(view: View, random: Any) -> Action:
    """What somebody writes first: lay what can be laid, else anything."""
    if view.may_lay and (best := view.best_play()):
        return lay_of(view, best.table, best.played)
    return view.choices[0]


class Tires:
    """Remembers other deals: after some decisions it takes no more care."""

    decisions = 0

    def choose(self, view: View, random: Any) -> Action:
        type(self).decisions += 1
        if self.decisions < 50:
            return view.choices[0]
        return view.choices[int(random.integers(len(view.choices)))]


def by_chance_of_its_own(view: View, random: Any) -> Action:
    return any_random.choice(view.choices)


def only_draws(view: View, random: Any) -> Action:
    return Draw()


def crashes(view: View, random: Any) -> Action:
    raise KeyError("no idea")


def never_lays(view: View, random: Any) -> Action:
    return view.choices[0]


def sleeps(view: View, random: Any) -> Action:
    time.sleep(30)
    return Draw()


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("name", ["greedy", "random"])
def test_our_own_strategies_conform_in_every_game(name: str, game: str) -> None:
    report = check_strategy(name, game, deals=3)
    assert report, str(report)
    assert all(check.cases for check in report.checks)


def test_a_strategy_of_a_few_lines_conforms() -> None:
    report = check_strategy(lays_most, "machiavelli", deals=6)
    assert report, str(report)
    assert str(report).startswith("lays_most: all checks passed\n6 deals of Variant('machiavelli')")


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (only_draws, "the strategy only_draws did 'draw': the pool is empty"),
        (crashes, "the strategy crashes raised KeyError"),
        (sleeps, "longer than 0.5 seconds"),
    ],
)
def test_what_is_illegal_broken_or_late_is_told_with_the_position(
    strategy: Any, message: str
) -> None:
    [failure] = check_strategy(strategy, deals=3, seconds=0.5).failures
    assert failure.name == "its actions are legal, without errors and in time"
    assert message in failure.failure
    assert "rack: " in failure.failure


def test_who_must_lay_is_found_out_who_never_does() -> None:
    """In Machiavelli, when the pool is empty: the position is rare, and yet among the deals."""
    [failure] = check_strategy(never_lays, "machiavelli", deals=2).failures
    assert "IndexError" in failure.failure
    assert "pool: 0" in failure.failure


def test_what_is_not_the_same_for_the_same_seed_is_noticed() -> None:
    for strategy in (by_chance_of_its_own, Tires()):
        report = check_strategy(strategy, "gin", deals=4)
        assert not report
        assert {check.name for check in report.failures} <= {
            "the same seed gives the same play",
            "so it does after other deals",
        }
        assert "the first time" in report.failures[0].failure


def test_what_other_processes_cannot_have_is_noticed() -> None:
    report = check_strategy(lambda view, random: lays_most(view, random), "gin", deals=2)
    assert [check.name for check in report.failures] == ["it can be sent to other processes"]


def test_every_seat_is_tried() -> None:
    seats = set()

    def looks(view: View, random: Any) -> Action:
        seats.add(view.seat)
        return lays_most(view, random)

    check_strategy(looks, "sabra", deals=5)
    assert seats == {0, 1, 2, 3}


def test_what_is_no_strategy_game_number_or_time_is_refused() -> None:
    with pytest.raises(PlayError, match="did you mean greedy"):
        check_strategy("gredy")
    with pytest.raises(VariantError, match="chess"):
        check_strategy("greedy", "chess")
    with pytest.raises(SimulationError, match="deals=0"):
        check_strategy("greedy", deals=0)
    with pytest.raises(SimulationError, match="seed"):
        check_strategy("greedy", seed="x")
    with pytest.raises(PlayError, match="seconds=0"):
        check_strategy("greedy", seconds=0)

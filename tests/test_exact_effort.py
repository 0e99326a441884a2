"""Counting says what it takes, shows how far it is, takes no more than allowed, and stops."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from rummistats.cli import main
from rummistats.commands.words import command_words
from rummistats.errors import MeasureError
from rummistats.exact import TooLarge, effort, exact
from rummistats.exact.cache import VARIABLE
from rummistats.exact.counting import count_scores
from rummistats.exact.effort import (
    Effort,
    Estimate,
    Pilot,
    count_anew,
    estimate,
    memory_limit,
)
from rummistats.exact.layers import Reading
from rummistats.exact.optima import METHODS
from rummistats.playing import deck_of
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra")
MINI = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=6)
GIGABYTE = 1 << 30


def readings(game: Variant, measure: str, dealt: int) -> dict[int, list[Reading]]:
    """What is told while hands are counted, by jokers dealt."""
    told: dict[int, list[Reading]] = defaultdict(list)
    method = METHODS[measure](game)
    count_scores(
        method.scores,
        deck_of(game),
        dealt,
        absorbs=method.absorbs,
        told=lambda jokers, reading: told[jokers].append(reading),
    )
    return told


# What is told.


def test_every_state_is_told_of_once_and_in_order() -> None:
    told = readings(SABRA, "melds", 8)
    assert set(told) == {0, 1, 2}
    for of_jokers in told.values():
        ends = of_jokers.pop()
        assert ends == Reading(13, 0, 0, 0, 0)
        assert [reading.place for reading in of_jokers] == sorted(r.place for r in of_jokers)
        last = {reading.place: reading for reading in of_jokers}
        assert set(last) == set(range(13))
        for place in range(1, 13):
            assert last[place].states == last[place - 1].found
            assert last[place].read == last[place].states
        assert min(reading.memory for reading in of_jokers) > 0


def test_the_memory_told_is_what_is_taken() -> None:
    """Against the arrays of NumPy as Python's own accounting sees them."""
    import tracemalloc

    without = SABRA.with_rules(jokers=0)
    method = METHODS["melded_tiles"](without)
    readings(without, "melded_tiles", 4)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        most = 0

        def told(jokers: int, reading: Reading) -> None:
            nonlocal most
            most = max(most, reading.memory)

        count_scores(method.scores, deck_of(without), 11, told=told)
        taken = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    # What kernels allocate by themselves is not seen by Python, the rest is.
    assert 0.5 * taken < most < 4 * taken


def test_hands_with_jokers_have_fewer_other_tiles() -> None:
    method = METHODS["melds"](MINI)
    found = count_scores(method.scores, deck_of(MINI), 5)
    assert set(found) == {(0, tiles) for tiles in range(6)} | {(1, tiles) for tiles in range(5)}


# Estimates.


@pytest.mark.parametrize(
    ("measure", "game", "size"),
    [
        ("melds", SABRA, 12),
        ("can_open", SABRA, 12),
        ("melded_tiles", SABRA.with_rules(jokers=0), 12),
        ("dead_wood_points", find_variant("gin"), 11),
        ("melds", find_variant("international"), 9),
        ("melded_tiles", find_variant("machiavelli"), 9),
    ],
)
def test_estimates_are_near(measure: str, game: Variant, size: int) -> None:
    """From pilots 4 and more tiles below; in states, which no busy machine changes."""
    pilots: dict[int, list[Pilot]] = defaultdict(list)
    for dealt in (*range(4, size - 2, 2), size):
        for jokers, told in readings(game, measure, dealt).items():
            states = max(reading.found for reading in told)
            memory = max(reading.memory for reading in told)
            pilots[jokers].append(Pilot(dealt, states, memory, 0.1))
    really = [of_jokers.pop() for of_jokers in pilots.values()]
    likely, least = (estimate(pilots, size, damping) for damping in (effort.LIKELY, effort.LOW))
    assert likely
    assert least
    states, memory = max(pilot.states for pilot in really), sum(pilot.memory for pilot in really)
    assert states / 3 < likely.states < 3 * states
    assert memory / 6 < likely.memory < 6 * memory
    # What is refused before it is tried surely takes more than is allowed.
    assert least.memory < 1.5 * memory


@pytest.mark.parametrize(
    "pilots",
    [
        {},
        {0: []},
        {0: [Pilot(6, 500, 10**6, 1.0)]},
        {0: [Pilot(4, 3, 10**5, 0.1), Pilot(6, 900, 10**6, 1.0)]},
        {0: [Pilot(4, 100, 9, 0.1), Pilot(6, 900, 9, 1.0)], 1: [Pilot(4, 1, 9, 0.1)]},
    ],
)
def test_from_too_little_nothing_is_told(pilots: dict[int, list[Pilot]]) -> None:
    assert estimate(pilots, 14) is None


def test_what_no_longer_grows_is_not_said_to_grow() -> None:
    pilots = {0: [Pilot(20, 2000, 10**6, 1.0), Pilot(22, 1800, 10**6, 1.0)]}
    found = estimate(pilots, 106)
    assert found
    assert found.states == 1800


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (90, "90 seconds"),
        (150, "2 minutes"),
        (9000, "2 hours"),
        (1e6, "12 days"),
    ],
)
def test_estimates_are_said_in_words(seconds: float, words: str) -> None:
    text = str(Estimate(1_234_567, 3 * GIGABYTE // 2, seconds))
    assert text == f"about 1,200,000 states, 1.5 GB of memory and {words}"


# Limits.


def test_the_limit_is_what_the_machine_can_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, limit in ((64, 6), (8, 4), (2, 1)):
        monkeypatch.setattr(effort, "_machine_memory", lambda machine=machine: machine * GIGABYTE)
        assert memory_limit() == limit * GIGABYTE
        assert memory_limit(10) == 10 * GIGABYTE


def test_the_machine_says_how_much_memory_it_has() -> None:
    assert 2**28 < effort._machine_memory() < 2**50


@pytest.mark.parametrize("limit", [0, -1, True, "6", float("nan")])
def test_limits_without_sense(limit: Any) -> None:
    with pytest.raises(MeasureError, match="limit="):
        exact("melds", MINI, limit=limit)


def test_progress_without_sense() -> None:
    with pytest.raises(MeasureError, match="progress='yes'"):
        exact("melds", MINI, progress="yes")  # type: ignore[arg-type]


def test_more_memory_than_allowed_is_not_taken() -> None:
    with pytest.raises(TooLarge, match=r"0\.001 GB") as refused:
        exact("melds", SABRA, limit=0.001)
    message = str(refused.value)
    assert re.search(r"[\d,]+ states after column \d+ with \d jokers", message)
    assert 'simulate("melds", variant, hands=1_000_000, seed=1)' in message
    # Nothing is left that would disturb the next question.
    assert sum(exact("melds", MINI, limit=0.01).weights) == MINI.tile_set.sample_space(6)


def test_what_is_too_large_is_refused_by_its_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "QUIET", -1.0)
    monkeypatch.setattr(effort, "estimate", lambda *_: Estimate(10**7, 90 * GIGABYTE, 7200.0))
    with pytest.raises(TooLarge) as refused:
        exact(("melds", "melded_tiles"), SABRA, 12)
    assert str(refused.value) == (
        'counting ("melds", "melded_tiles") takes about 10,000,000 states, 90 GB of memory and 2 '
        "hours, by what it takes for fewer tiles: more than the limits, "
        f"{memory_limit() / GIGABYTE:.2g} "
        'GB and 24 hours. Estimate it with simulate(("melds", "melded_tiles"), variant, '
        "hands=1_000_000, seed=1), or allow more gigabytes of memory by limit"
    )


def test_the_command_line_says_it_in_its_own_words() -> None:
    message = f"Too large. {Effort(asked=chr(34) + 'has_run(length=4)' + chr(34)).instead}"
    words = ["exact", "has_run(length=4)", "--variant", "sabra"]
    assert command_words(message, words) == (
        "Too large. Estimate it: rummistats simulate 'has_run(length=4)' --variant sabra, or allow "
        "more gigabytes of memory with --limit"
    )


# Progress.


class Screen:
    """Takes what is written to it."""

    def __init__(self, is_terminal: bool) -> None:
        self.text = ""
        self.is_terminal = is_terminal

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        """Nothing waits."""

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "progress", "shown"),
    [(True, None, True), (False, None, False), (False, True, True), (True, False, False)],
)
def test_progress_is_shown_to_whoever_looks_on(
    is_terminal: bool, progress: bool | None, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(is_terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(effort, "QUIET", -1.0)
    monkeypatch.setattr(effort, "WORTH_SAYING", 0.0)
    exact("melds", SABRA, 11, progress=progress)
    bar = [int(part) for part in re.findall(r"counting +(\d+)%", screen.text)]
    assert bool(bar) == shown
    assert bar == sorted(bar)
    # Where nobody looks on, one line says that it takes long, unless nothing is to be shown.
    told = shown or progress is None
    assert screen.text.count('Counting "melds" takes about') == told
    if not shown:
        assert screen.text.count("\n") == told


def test_nothing_is_shown_where_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    exact("melds", MINI)
    monkeypatch.setattr(effort, "QUIET", 60.0)
    for is_terminal in (True, False):
        screen = Screen(is_terminal)
        monkeypatch.setattr(sys, "stderr", screen)
        exact("melds", MINI)
        assert screen.text == ""


def test_hands_that_are_few_are_listed_where_counting_may_take_no_memory() -> None:
    small = Variant.mini()
    assert exact("melds", small, limit=1e-9) == exact("melds", small)
    with pytest.raises(TooLarge, match=r"9\.3e-10 GB"):
        exact("melds", SABRA, limit=1e-9)


def test_looking_on_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    method = METHODS["melds"](SABRA)
    plain = count_scores(method.scores, deck_of(SABRA), 9)
    monkeypatch.setattr(effort, "QUIET", -1.0)
    watched = count_anew(method.scores, deck_of(SABRA), 9, effort=Effort(progress=True))
    assert watched == plain


# Stopping.


@pytest.mark.parametrize("quiet", [0.0, 60.0], ids=["at the estimate", "while counting"])
def test_it_stops_at_once_and_leaves_nothing(
    quiet: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """International Rummikub: single states there take many seconds."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(effort, "QUIET", quiet)
    exact("melds", find_variant("gin"), 4, progress=False)
    threads = threading.active_count()
    stopped = []

    def stop() -> None:
        stopped.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(4.0, stop)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        exact("opening_value", find_variant("international"), progress=False)
    took = time.monotonic() - stopped[0]
    timer.join()
    assert took < 3
    assert threading.active_count() <= threads
    assert not list(tmp_path.glob("cache/*.unfinished"))
    assert not [file for file in tmp_path.glob("cache/*") if file.stat().st_size > 10**5]


def test_an_error_in_what_is_told_ends_all() -> None:
    class Enough(Exception):
        pass

    def told(jokers: int, reading: Reading) -> None:
        if jokers == 1 and reading.place == 3:
            raise Enough

    method = METHODS["melds"](SABRA)
    with pytest.raises(Enough):
        count_scores(method.scores, deck_of(SABRA), 12, told=told)


# The command.


def test_the_command_says_and_clears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(folder))
    monkeypatch.setattr(effort, "WORTH_KEEPING", 0)
    exact("melds", MINI)
    (file,) = folder.iterdir()
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"1 file, {file.stat().st_size:,} bytes, in {folder}\n"
    assert main(["cache", "--clear"]) == 0
    assert capsys.readouterr().out == f"1 file deleted from {folder}\n"
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"0 files, 0 bytes, in {folder}\n"
    monkeypatch.setenv(VARIABLE, "")
    assert main(["cache", "--clear"]) == 0
    assert "not kept" in capsys.readouterr().out


def test_the_command_takes_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact", "melds", "--hand-size", "3", "--limit", "1"]) == 0
    assert main(["exact", "melds", "--hand-size", "3", "--limit", "0"]) == 2
    assert "limit=0" in capsys.readouterr().err


@pytest.mark.slow
def test_points_of_hands_with_jokers_are_refused_before_they_are_counted() -> None:
    """More than 15 GB: hands of 10 tiles tell, and that takes some seconds only."""
    with pytest.raises(TooLarge, match="by what it takes for fewer tiles"):
        exact("opening_value", find_variant("sabra"), limit=6)

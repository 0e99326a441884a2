"""A process that works may be killed: what was done by then is kept, as after Ctrl-C."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from rummistats.cli import main
from rummistats.compare import ComparisonBrokenOff, ComparisonInterrupted, compare, compare_each
from rummistats.errors import SimulationError
from rummistats.montecarlo import BrokenOff, Interrupted, simulate
from rummistats.montecarlo.tasks import WorkersGone, run_tasks
from rummistats.play import (
    STRATEGIES,
    AlongBrokenOff,
    AlongInterrupted,
    TournamentBrokenOff,
    TournamentInterrupted,
    along,
    tournament,
)
from rummistats.tiles import Hand
from rummistats.variants import find_variant

TWO = find_variant("sabra").with_rules(players=2)
ADVICE = "if __name__"

forked = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="processes must know what is patched"
)


def killed(value: object = None) -> None:
    """End this process without a word, unless it is the one that everybody else came from."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)


class Mortal:
    """A player that is killed in one of 500 decisions, but not in the first process."""

    def choose(self, view: Any, random: Any) -> Any:
        if random.random() < 0.002:
            killed()
        return STRATEGIES["greedy"].choose(view, random)


def mortal_pairs(hand: Hand) -> int:
    """A measure that ends its process at a rare hand."""
    if hand.jokers == 2 and hand.counts[:2] == (2, 2):
        killed()
    return hand.jokers


@forked
def test_a_tournament_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tournament(TWO, Mortal(), deals=30, seed=4, workers=1)
    with pytest.raises(TournamentBrokenOff, match=r"^broken off after \d+ of 30 deals") as gone:
        tournament(TWO, Mortal(), deals=30, seed=4, workers=2)
    so_far = gone.value.so_far
    assert 0 < so_far.deal.nunique() < 30
    same = whole[whole.deal.isin(so_far.deal)].reset_index(drop=True)
    pd.testing.assert_frame_equal(so_far, same)
    # Whoever waits for either of them is told.
    assert isinstance(gone.value, TournamentInterrupted)
    assert isinstance(gone.value, SimulationError)
    assert ADVICE not in str(gone.value)


@forked
def test_so_does_a_run_along_the_game() -> None:
    with pytest.raises(AlongBrokenOff, match=r"^broken off after \d+ of 30 deals") as gone:
        along(TWO, Mortal(), deals=30, seed=4, turns=2, workers=2)
    assert isinstance(gone.value, AlongInterrupted)
    assert isinstance(gone.value, SimulationError)
    assert 0 < gone.value.so_far.deals < 30
    assert gone.value.so_far.results.deal.nunique() == gone.value.so_far.deals


@forked
def test_and_a_simulation() -> None:
    with ProcessPoolExecutor(2) as pool, pytest.raises(BrokenOff, match="since the proc") as gone:
        simulate(mortal_pairs, "sabra", hands=10_000_000, seed=1, executor=pool)
    assert isinstance(gone.value, Interrupted)
    assert isinstance(gone.value, SimulationError)
    [counted] = gone.value.so_far
    assert 0 < counted.hands < 10_000_000


@forked
def test_the_command_writes_what_was_played_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    module = import_module("rummistats.play.tournament")
    ended = module._ended

    def mortal(line_up: Any, seating: Any, seed: Any) -> Any:
        if seed.spawn_key[-1] >= 30:
            killed()
        return ended(line_up, seating, seed)

    monkeypatch.setattr(module, "_ended", mortal)
    file = tmp_path / "results.csv"
    words = f"tournament --strategy greedy --rule players=2 --deals 40 --seed 1 --output {file}"
    assert main([*words.split(), "--format", "csv", "--workers", "2"]) == 1
    said = capsys.readouterr().err
    assert "Broken off after " in said
    assert " of 40 deals, since the processes that should work have ended" in said
    assert "the figures below are from these" in said
    assert ADVICE not in said
    assert 0 < pd.read_csv(file).deal.nunique() <= 30


def test_so_do_those_of_hands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(*given: Any, hands: int, **more: Any) -> Any:
        raise BrokenOff((simulate("melds", "sabra", hands=400, seed=1),), hands, "all are gone")

    monkeypatch.setattr(import_module("rummistats.commands.distribution"), "simulate", gone)
    assert main(["simulate", "melds", "--hands", "900"]) == 1
    shown, said = capsys.readouterr()
    assert said.startswith("Broken off after 400 of 900 hands, since all are gone: the figures")
    assert "400 hands" in shown


@pytest.mark.parametrize("stop", [Interrupted, BrokenOff, WorkersGone])
def test_a_comparison_keeps_the_cases_that_were_found(
    stop: type[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(measure: Any, variant: Any, *, hands: int, **more: Any) -> Any:
        if more["hand_size"] < 15:
            return simulate(measure, variant, hands=hands, **more)
        if stop is WorkersGone:
            raise WorkersGone("all are gone")
        part = (simulate(measure, variant, hands=400, **more),)
        raise stop(part, hands, "all are gone") if stop is BrokenOff else stop(part, hands)

    monkeypatch.setattr(import_module("rummistats.compare"), "simulate", stopped)
    asked: Any = {"hands": 900, "seed": 1, "workers": 1, "method": "simulate"}
    sizes = [13, 14, 15, 16]
    ended = ComparisonInterrupted if stop is Interrupted else ComparisonBrokenOff
    dealt = [900, 900] if stop is WorkersGone else [900, 900, 400]
    with pytest.raises(ended, match="after 2 of 4 cases") as told:
        compare_each("melds", "sabra", hand_sizes=sizes, **asked)
    assert [found.hands for _, found in told.value.so_far.found] == dealt
    assert ("and 400 of 900 hands of the next one" in str(told.value)) == (len(dealt) == 3)
    assert isinstance(told.value, SimulationError) == (ended is ComparisonBrokenOff)
    with pytest.raises(ended) as told:
        compare("melds", "sabra", hand_sizes=sizes, **asked)
    frame = told.value.so_far
    whole = compare("melds", "sabra", hand_sizes=sizes[:2], **asked)
    pd.testing.assert_frame_equal(frame[frame.hand_size < 15], whole)
    words = "compare melds --hand-size 13,14,15,16 --hands 900 --seed 1 --method simulate"
    assert main([*words.split(), "--workers", "1"]) == (130 if stop is Interrupted else 1)
    shown, said = capsys.readouterr()
    assert "after 2 of 4 cases" in said
    assert "the figures below are from these" in said
    assert ("but only 400 for the last" in " ".join(shown.split())) == (len(dealt) == 3)


def test_what_is_exact_is_told_even_if_it_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: Any, hands: int, **more: Any) -> Any:
        raise Interrupted((), hands)

    monkeypatch.setattr(import_module("rummistats.compare"), "simulate", stopped)
    with pytest.raises(ComparisonInterrupted, match="after 1 of 2 cases") as told:
        compare_each("melds", ["gin", "sabra"], hands=900, seed=1)
    [(case, found)] = told.value.so_far.found
    assert (case.name, found.is_exact) == ("sabra", True)


def test_a_comparison_of_which_nothing_was_found_is_an_error_like_others() -> None:
    with pytest.raises(SimulationError, match="should work have ended") as gone:
        compare("melds", "sabra", method="simulate", hands=50_000, seed=1, executor=BrokenPool(0))
    assert not isinstance(gone.value, Interrupted)


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("hands", "Broken off after 500 of 900 hands, since all are gone: the figures"),
        ("rounds", "Broken off before the last rounds were reached, since all are gone: they"),
        ("deals", "Broken off before all deals were played out, since all are gone: the rest"),
    ],
)
def test_a_report_tells_what_was_found_and_why_not_all(
    stage: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    contents = import_module("rummistats.report.contents")
    deal_each, deal = contents.simulate_each, contents.simulate

    def each(measures: Any, variant: Any, *, hands: int, **more: Any) -> Any:
        if stage != "hands":
            return deal_each(measures, variant, hands=hands, **more)
        raise BrokenOff(deal_each(measures, variant, hands=500, **more), hands, "all are gone")

    def one(measure: Any, variant: Any, **more: Any) -> Any:
        if more["context"].round == 3:
            raise WorkersGone("all are gone")
        return deal(measure, variant, **more)

    def play(*given: Any, **more: Any) -> Any:
        raise WorkersGone("all are gone")

    monkeypatch.setattr(contents, "simulate_each", each)
    monkeypatch.setattr(contents, "simulate", one)
    monkeypatch.setattr(import_module("rummistats.report.played"), "along", play)
    game = "shanghai" if stage == "rounds" else "sabra"
    asked = ["report", "--variant", game, "--hands", "900", "--output", str(tmp_path / "report")]
    assert main([*asked, *(["--played", "2"] if stage == "deals" else [])]) == 1
    assert capsys.readouterr().err.startswith(words)
    assert words in (tmp_path / "report" / "index.html").read_text()
    data = json.loads((tmp_path / "report" / "report.json").read_text())
    assert (data["interrupted"], data["broken_off_since"]) == (True, "all are gone")


class BrokenPool(Executor):
    """A pool whose processes are gone after some tasks."""

    def __init__(self, tasks: int, method: str = "spawn") -> None:
        self.left = tasks
        self._mp_context = multiprocessing.get_context(method)

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left -= 1
        if self.left < 0:
            future.set_exception(BrokenProcessPool("a process was terminated abruptly."))
        else:
            future.set_result(function(*args, **kwargs))
        return future


def unguarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(text)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(script), raising=False)


@pytest.mark.parametrize(
    ("tasks", "method", "script", "advised"),
    [
        (0, "spawn", "import rummistats", True),
        (0, "fork", "import rummistats", False),
        (0, "spawn", "if __name__ == '__main__': pass", False),
        (5, "spawn", "import rummistats", False),
    ],
)
def test_advice_is_given_where_it_fits(
    tasks: int,
    method: str,
    script: str,
    advised: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unguarded(tmp_path, monkeypatch, script)
    found: list[int] = []
    with pytest.raises(WorkersGone, match="a process was terminated abruptly") as gone:
        found.extend(run_tasks(abs, range(-9, 0), BrokenPool(tasks, method), own=True))
    assert sorted(found) == list(range(10 - tasks, 10))
    assert (ADVICE in str(gone.value)) == advised


def test_a_run_of_which_nothing_is_left_is_an_error_like_others() -> None:
    with pytest.raises(SimulationError, match="should work have ended") as gone:
        simulate("melds", "sabra", hands=50_000, seed=1, executor=BrokenPool(0))
    assert not isinstance(gone.value, Interrupted)


@pytest.mark.parametrize("watched", [True, False])
def test_who_looks_on_is_told_that_what_was_begun_is_finished(
    watched: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    timer = threading.Timer(4.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(Interrupted):
            tournament(TWO, "optimal", deals=100_000, seed=4, workers=2, progress=watched)
    finally:
        timer.cancel()
    assert (
        "Stopping: the deals that were begun are finished first" in capsys.readouterr().err
    ) == watched


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed")
def test_a_script_without_a_guard_is_told_of_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing, rummistats as rs\n"
        "multiprocessing.set_start_method('spawn', force=True)\n"
        "rs.tournament('sabra', 'greedy', deals=3, seed=1, workers=2)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode
    assert "does its work under 'if __name__" in done.stderr

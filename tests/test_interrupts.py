"""Ctrl-C may come at any moment: what was found is whole, and nothing crashes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from importlib import import_module
from typing import Any

import pytest

from rummistats.compare import ComparisonInterrupted, compare, compare_each
from rummistats.interrupts import uninterrupted
from rummistats.montecarlo import simulate

STORM = """
import signal, subprocess, sys
from rummistats.montecarlo import Interrupted, simulate_each
asked = ("melds", "has_run", "dead_wood_tiles")
simulate_each(asked, "sabra", hands=3000, workers=1, progress=False)
armed, stops, plain = False, [], 0

def interrupt(number, frame):
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt

signal.signal(signal.SIGINT, interrupt)
sender = subprocess.Popen([sys.executable, "-c", sys.argv[1]], start_new_session=True)
while sender.poll() is None:
    for hands in (100, 400_000):
        try:
            armed = True
            simulate_each(asked, "sabra", hands=hands, workers=1, progress=False)
            armed = False
        except Interrupted as stop:
            stops.append(stop)
        except KeyboardInterrupt:
            plain += 1
for stop in stops:
    if stop.so_far:
        assert len({found.hands for found in stop.so_far}) == 1, stop.so_far
        assert 0 < stop.so_far[0].hands <= stop.hands
assert len(stops) > plain, (len(stops), plain)
print("went through", len(stops) > 10)
"""

SENDER = """
import os, random, time
parent, start = os.getppid(), time.time()
while time.time() < start + 6 and os.getppid() == parent:
    time.sleep(random.uniform(0.001, 0.02))
    os.kill(parent, 2)
"""


@pytest.mark.skipif(os.name == "nt", reason="there signals are not sent like that")
def test_a_storm_of_interruptions_neither_crashes_a_run_nor_cuts_a_sum_in_two() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STORM, SENDER],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "went through True\n"


def test_who_presses_ctrl_c_is_heard_after_the_step() -> None:
    steps = []

    def step() -> None:
        with uninterrupted(), uninterrupted():
            signal.raise_signal(signal.SIGINT)
            steps.append("done")

    with pytest.raises(KeyboardInterrupt):
        step()
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_in_the_step_is_told_where_nobody_interrupts_it() -> None:
    with pytest.raises(ZeroDivisionError), uninterrupted():
        _ = 1 // 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_the_handler_as_it_is() -> None:
    seen: list[Any] = []

    def look() -> None:
        with uninterrupted():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.parametrize("method", ["exact", "auto"])
def test_cases_that_were_counted_are_kept(method: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("rummistats.compare")
    name = "_count" if method == "exact" else "count_or_none"
    count = getattr(module, name)

    def stopped(measure: Any, *case: Any) -> Any:
        size = case[0].hand_size if method == "exact" else case[1]
        if size == 5:
            raise KeyboardInterrupt
        return count(measure, *case)

    monkeypatch.setattr(module, name, stopped)
    with pytest.raises(ComparisonInterrupted, match=r"^interrupted after 2 of 4 cases$") as told:
        compare_each("has_meld", "sabra", hand_sizes=[3, 4, 5, 6], method=method)
    assert [case.hand_size for case, _ in told.value.so_far.found] == [3, 4]
    assert all(one.is_exact for _, one in told.value.so_far.found)
    with pytest.raises(ComparisonInterrupted) as told:
        compare("has_meld", "sabra", hand_sizes=[3, 4, 5, 6], method=method)
    assert set(told.value.so_far.hand_size) == {3, 4}


def test_an_interruption_between_two_cases_loses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def between(measure: Any, variant: Any, **more: Any) -> Any:
        if more["hand_size"] == 12:
            raise KeyboardInterrupt
        return simulate(measure, variant, **more)

    monkeypatch.setattr(import_module("rummistats.compare"), "simulate", between)
    sizes: Any = {"hand_sizes": [10, 11, 12], "method": "simulate", "hands": 200, "seed": 1}
    with pytest.raises(ComparisonInterrupted, match=r"^interrupted after 2 of 3 cases$") as told:
        compare_each("melds", "sabra", **sizes)
    assert len(told.value.so_far.found) == 2


def test_an_interruption_before_the_first_case_is_just_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*given: Any, **more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("rummistats.compare"), "_count", stopped)
    with pytest.raises(KeyboardInterrupt) as told:
        compare_each("has_meld", "sabra", method="exact")
    assert not isinstance(told.value, ComparisonInterrupted)

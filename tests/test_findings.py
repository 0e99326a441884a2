"""Findings: a figure with its interval, which two runs can be compared by."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from rummistats.errors import RummistatsError
from rummistats.show import Finding, findings_frame, odds_chart


def test_a_count_has_wilson_s_interval() -> None:
    for count in (0, 3, 10):
        found = Finding.from_count("x", count, 10, "deals")
        expected = binomtest(count, 10).proportion_ci(method="wilson")
        assert (found.value, found.low, found.high) == (count / 10, expected.low, expected.high)


def test_runs_of_one_experiment_agree_and_others_do_not() -> None:
    random = np.random.default_rng(1)
    runs = [
        [Finding.from_count("x", int(random.binomial(n, p)), n, "deals") for n in (40, 4000) * 50]
        for p in (0.0, 0.02, 0.5, 0.98)
    ]
    for same in runs:
        assert all(one.agrees_with(other) for one in same for other in same)
    for low, high in pairwise(runs):
        assert not any(one.agrees_with(other) for one in low[1::2] for other in high[1::2])


def test_what_is_exact_agrees_with_itself_only() -> None:
    half = Finding.exactly("x", Fraction(1, 2))
    assert half.agrees_with(Finding.exactly("x", 0.5))
    assert not half.agrees_with(Finding.exactly("x", 0.5000001))
    near, far = (Finding.from_count("x", count, 10_000, "deals") for count in (5050, 6000))
    assert near.agrees_with(half)
    assert half.agrees_with(near)
    assert not far.agrees_with(half)


def test_a_row_tells_a_finding() -> None:
    row = pd.DataFrame({"share": [0.25], "low": [0.2], "high": [0.3], "deals": [300], "n": [1200]})
    assert Finding.from_row("wins", row, 7) == Finding("wins", 0.25, 0.2, 0.3, 300, "deals", 7)
    mean = row.rename(columns={"share": "mean"})
    assert not Finding.from_row("turns", mean, 7).is_share
    assert Finding.from_row("wins", row, 7, of="n").trials == 1200


@pytest.mark.parametrize(
    ("guess", "words"), [(20, "within"), (19, "below"), (31, "above"), (None, "No guess")]
)
def test_a_guess_is_told_where_it_lies(guess: float | None, words: str) -> None:
    assert words in Finding("wins", 0.25, 0.2, 0.3, 300).beside(guess)


def test_a_figure_without_an_interval_says_so() -> None:
    """As `mean_figures` and `paired_difference` return them where all deals say the same."""
    found = Finding("points", -100.0, math.nan, math.nan, 3, seed=1, is_share=False)
    assert str(found) == "-100 (without an interval, n = 3 deals, seed 1)"
    assert "nobody can tell" in found.beside(-90)
    assert found.agrees_with(Finding("points", 7, 6, 8, 900, is_share=False))


def test_an_exact_figure_is_guessed_or_not() -> None:
    assert "is right" in Finding.exactly("x", 0.5).beside(50)
    assert "above the figure" in Finding.exactly("x", 0.5).beside(51)


def test_findings_in_a_chart_tell_from_what_they_are() -> None:
    rows = [
        ("one", Finding("one", 0.25, 0.2, 0.3, 300, "deals")),
        ("two", Finding("two", 0.35, 0.3, 0.4, 5000, "plays")),
    ]
    text = odds_chart(rows, title="Two", seed=3).text
    assert "n = 300 deals and 5,000 plays, seed 3" in text


def test_findings_as_a_table_keep_what_is_missing() -> None:
    frame = findings_frame([Finding.exactly("x", 0.5), Finding("y", 0.25, 0.2, 0.3, 300)])
    assert frame.trials.isna().tolist() == [True, False]
    assert frame.trials[1] == 300


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Finding.from_row("x", pd.DataFrame({"share": [1, 2]}), 1), "2 rows"),
        (lambda: Finding.from_row("x", pd.DataFrame({"low": [1]}), 1), "has no figure"),
        (lambda: Finding.from_count("x", 3, 2, "deals"), "3 of 2"),
        (lambda: Finding.from_count("x", 0, 0, "deals"), "0 of 0"),
    ],
)
def test_what_is_no_finding(call: object, words: str) -> None:
    with pytest.raises(RummistatsError, match=words):
        call()  # type: ignore[operator]

"""What reports and pages say of winning, opening and starting is so in deals of every game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import hypot

import pandas as pd
import pytest

import rummistats as rs
from rummistats.distribution.estimate import mean_estimate
from rummistats.play import Along, along
from rummistats.play.games import find_game
from rummistats.report import make_report, report_sections
from rummistats.report.played import TURNS
from rummistats.report.whole_deals import winners
from rummistats.report.winning import (
    has_winner_if_blocked,
    opened_word,
    opening_words,
    winning_words,
    winning_words_of,
)
from rummistats.seeds import make_seed
from rummistats.variants import Variant

DEALS = 12
EVERY = pytest.mark.parametrize("variant", rs.variants(), ids=lambda variant: variant.name)


@cache
def played(variant: Variant) -> Along:
    return along(variant, "greedy", DEALS, 5, turns=TURNS, seats=False, workers=1)


def sentences(variant: Variant) -> str:
    report = replace(make_report(variant, hands=400, workers=1), played=played(variant))
    [section] = [part for part in report_sections(report) if part.key == "played"]
    return " ".join(section.sentences)


@EVERY
def test_the_starter_has_a_tile_more_exactly_where_the_words_say_so(variant: Variant) -> None:
    deal = variant.deal_table(seed=5)
    start = find_game(variant).begin(variant, deal, make_seed(5))
    sizes = [len(hand) for hand in start.hands]
    others = {size for seat, size in enumerate(sizes) if seat != deal.starter}
    assert others == {variant.hand_size + variant.assigned_jokers}
    more = sizes[deal.starter] - min(others)
    text = sentences(variant)
    assert ("the starter has one" in text) == (more == 1)
    assert ("what the first row must agree with" in text) == (more == 0)


@EVERY
def test_the_first_row_agrees_with_the_hands_dealt(variant: Variant) -> None:
    text = sentences(variant)
    if "what the first row must agree with" not in text:
        return
    dealt = make_report(variant, hands=4_000, workers=1).dealt["dead_wood_tiles"]
    first = played(variant).dead_wood.query("turn == 0 and figure == 'dead_wood_tiles'").iloc[0]
    mean = mean_estimate(dealt)
    error = hypot(mean.standard_error, first["standard_error"])
    assert abs(float(mean.value) - first["mean"]) < 5 * error


@EVERY
def test_whoever_wins_is_who_the_words_say(variant: Variant) -> None:
    frame, words = played(variant).results, winning_words(variant)
    for _, table in frame.groupby("deal"):
        rows = pd.DataFrame(table)
        if rows.blocked.all():
            assert rows.won.any() == has_winner_if_blocked(variant)
            assert ("nobody wins." in words) == (not has_winner_if_blocked(variant))
        elif "need not be who goes out" in words:
            assert (rows.won == (rows.score == rows.score.max())).all()
        elif "with an empty" in words:
            assert (rows.won == (rows.tiles_left == 0)).all()
        else:
            assert rows.won.sum() == 1
    told = winning_words_of(played(variant), variant)
    assert ("several win" in told) == (frame.groupby("deal").won.sum() > 1).any()


@EVERY
def test_the_rows_of_who_wins_are_parts_of_all_deals(variant: Variant) -> None:
    """All add up to 1, without the row of deals that somebody wins though nobody goes out."""
    found = {each.name: each.value for each in winners(played(variant), variant)}
    overlap = found.pop("nobody goes out", 0)
    assert sum(found.values()) == pytest.approx(1)
    told = winning_words_of(played(variant), variant)
    assert ("the last row overlaps" in told) == has_winner_if_blocked(variant)
    assert ("nobody wins" in found) != has_winner_if_blocked(variant)
    assert has_winner_if_blocked(variant) or not overlap


@EVERY
def test_who_has_opened_has_done_what_the_words_say(variant: Variant) -> None:
    frame = played(variant).results
    has_opened = frame.turn_opened.notna()
    if opened_word(variant) == "declared":
        assert (has_opened == frame.won).all()
    else:
        assert not (frame.won & ~has_opened).any() or "A player opens" not in opening_words(variant)


@pytest.mark.parametrize(
    ("name", "rules", "words"),
    [
        ("sabra", {"blocked_winner": "fewest_tiles"}, "fewest tiles left wins, and of these"),
        ("sabra", {"tie": "first"}, "the first of equal ones in turn"),
        ("machiavelli", {"exhaustion": "draw"}, "nobody wins"),
        ("american", {"scoring": "romanian"}, "nobody wins"),
        ("okey", {"partners": True}, "with the partner"),
        ("stone-rummy-plus", {"winner_by": "GMP"}, "so that it is who goes out"),
        ("gin", {"undercut_on_tie": False}, "fewer points"),
    ],
)
def test_house_rules_change_the_words(name: str, rules: dict[str, object], words: str) -> None:
    variant = rs.find_variant(name)
    assert words not in winning_words(variant)
    assert words in winning_words(variant.with_rules(**rules))

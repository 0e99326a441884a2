"""The figure pages of the games: every game has one, and deals played anew agree with it."""

from __future__ import annotations

import re
from math import hypot

import pytest

import rummistats as rs
from docs.games import FOLDER, SEED, page
from rummistats.cli import make_parser
from rummistats.play import along
from rummistats.report import make_report
from rummistats.report.played import STRATEGY, TURNS
from rummistats.report.winning import opened_word, opening_words, winning_words
from rummistats.variants import Variant

ROW = re.compile(r"^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) to ([\d.]+) \|$", re.MULTILINE)


def figures(text: str) -> dict[str, tuple[float, float]]:
    """Read the figures of a page's later parts and their standard errors."""
    rows = ROW.findall(text[text.index("## Who wins?") :])
    found: dict[str, tuple[float, float]] = {}
    for name, value, low, high in rows:
        # A name comes in two parts: the chance to have opened, and dead wood.
        key = name if name not in found else f"{name}, dead wood"
        found[key] = float(value), (float(high) - float(low)) / 3.92
    return found


@pytest.mark.parametrize("variant", rs.variants(), ids=lambda variant: variant.name)
def test_every_game_has_a_page_with_its_charts(variant: Variant) -> None:
    text = (FOLDER / f"{variant.name}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {variant.game.title}, played out\n")
    opening = f"When has a player {opened_word(variant)}?"
    parts = ["How long is a deal?", "Who wins?", opening, "Dead wood, turn by turn"]
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == parts
    charts = re.findall(r"^!\[([^\]]+)\]\(([^)]+\.png)\)$", text, re.MULTILINE)
    assert len(charts) == len(parts)
    for words, picture in charts:
        assert f"seed {SEED}" in words
        assert (FOLDER / picture).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("variant", rs.variants(), ids=lambda variant: variant.name)
def test_a_page_says_what_winning_and_opening_are(variant: Variant) -> None:
    text = (FOLDER / f"{variant.name}.md").read_text(encoding="utf-8")
    parts = {part.partition("\n")[0]: part for part in text.split("\n## ")}
    assert winning_words(variant) in parts["Who wins?"]
    assert opening_words(variant) in parts[f"When has a player {opened_word(variant)}?"]
    rows = {name: float(share) for name, share, *_ in ROW.findall(parts["Who wins?"])}
    overlap = rows.pop("nobody goes out", None)
    assert (overlap is not None) == ("the last row overlaps" in parts["Who wins?"])
    assert sum(rows.values()) == pytest.approx(100, abs=0.21)


@pytest.mark.parametrize("variant", rs.variants(), ids=lambda variant: variant.name)
def test_the_command_on_a_page_plays_the_deals_of_the_page(variant: Variant) -> None:
    text = (FOLDER / f"{variant.name}.md").read_text(encoding="utf-8")
    [words] = re.findall(r"`rummistats (report [^`]+)`", text)
    options = make_parser().parse_args(words.split())
    assert (options.variant, options.seed) == (variant.name, SEED)
    assert f"\n{options.played:,} deals with the game's own rules" in text
    assert f"(n = {options.played} deals)" in text
    # No house rules, and hands of the game's own size.
    assert not options.rule
    assert options.hand_size is None


def test_a_report_has_the_figures_of_a_page() -> None:
    gin = rs.find_variant("gin")
    told = make_report(gin, hands=50, seed=SEED, workers=1, played=5).played
    assert told is not None
    shown = along(gin, STRATEGY, 5, SEED, turns=TURNS, seats=False, workers=1)
    assert page(gin, told) == page(gin, shown)


@pytest.mark.parametrize("name", ["gin", "sabra"])
def test_other_deals_agree_with_the_page(name: str) -> None:
    variant = rs.find_variant(name)
    kept = figures((FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    again = figures(page(variant, along(variant, STRATEGY, 40, SEED + 1, turns=TURNS, seats=False)))
    assert len(again) > 20
    for key in kept.keys() & again.keys():
        (one, error), (other, error_now) = kept[key], again[key]
        assert abs(one - other) <= 5 * hypot(error, error_now) + 1e-9, key

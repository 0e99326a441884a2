"""The figure pages of the games: every game has one, and deals played anew agree with it."""

from __future__ import annotations

import re
from math import hypot

import pytest

import rummistats as rs
from docs.games import FOLDER, SEED, STRATEGY, TURNS, page
from rummistats.play import along
from rummistats.variants import Variant

ROW = re.compile(r"^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) to ([\d.]+) \|$", re.MULTILINE)
PARTS = ("How long is a deal?", "Who wins?", "When has a player opened?", "Dead wood, turn by turn")


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
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == list(PARTS)
    charts = re.findall(r"^!\[([^\]]+)\]\(([^)]+\.png)\)$", text, re.MULTILINE)
    assert len(charts) == len(PARTS)
    for words, picture in charts:
        assert f"seed {SEED}" in words
        assert (FOLDER / picture).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["gin", "sabra"])
def test_other_deals_agree_with_the_page(name: str) -> None:
    variant = rs.find_variant(name)
    kept = figures((FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    again = figures(page(variant, along(variant, STRATEGY, 40, SEED + 1, turns=TURNS, seats=False)))
    assert len(again) > 20
    for key in kept.keys() & again.keys():
        (one, error), (other, error_now) = kept[key], again[key]
        assert abs(one - other) <= 5 * hypot(error, error_now) + 1e-9, key

"""The rule files' worked examples of combinations, openings and hands; each row names its source.

Those of Sabra are in test_melds.py and test_arrange.py, values and parameters in test_games.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from rummistats.arrange import arrange, can_open
from rummistats.dealing import Context
from rummistats.errors import RummistatsError, VariantError
from rummistats.exact import exact
from rummistats.measures import make_measure
from rummistats.melds import all_melds, judge
from rummistats.montecarlo import simulate
from rummistats.special import forms
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, find_variant
from tests.all_gin_hands import count_dead_wood
from tests.small_games import numbered

from .reference_figures import probability


def context(indicator: str) -> Context | None:
    return Context(indicator=Tile.parse(indicator)) if indicator else None


# Source, game, house rules, indicator, tiles; what they are as their best reading, and its value.
COMBINATIONS: list[tuple[str, str, dict[str, Any], str, str, str, int | None]] = [
    ("okey-101, combinations", "okey-101", {}, "B4", "R7 R8 R9", "run", 24),
    ("okey-101, combinations", "okey-101", {}, "B4", "R11 B11 K11", "group", 33),
    ("okey-101, combinations", "okey-101", {}, "B4", "R7 R7 B7", "", None),
    ("okey-101, combinations", "okey-101", {}, "B4", "R12 R13 R1", "", None),
    ("okey-101, wrap_13_1", "okey-101", {"wrap_13_1": True}, "B4", "R12 R13 R1", "run", 26),
    ("okey-101, combinations", "okey-101", {}, "B4", "B4 F B6", "run", 15),
    ("okey-101, combinations", "okey-101", {}, "B4", "B3 B5 B5", "run", 12),
    ("okey-101, min_real", "okey-101", {"min_real": 2}, "B4", "B3 B5 B5", "", None),
    ("okey-101, combinations", "okey-101", {}, "B4", "R5 Y5 F", "group", 15),
    ("okey-101, combinations", "okey-101", {}, "B4", "R9 B5", "pair", 0),
    ("okey-101, combinations", "okey-101", {}, "B4", "F F", "pair", 0),
    ("okey-101, jokers", "okey-101", {}, "B4", "B5 B5", "pair", 0),
    ("okey-101, jokers", "okey-101", {}, "B4", "R9 R8", "", None),
    ("okey, 3", "okey", {}, "R5", "R5 F R7", "run", None),
    ("okey, 3: a joker for R5", "okey", {}, "R5", "R6 F R7", "run", None),
    ("okey, 3: a joker for F", "okey", {}, "R5", "R5 R6 R7", "run", None),
    ("okey, 3: a joker for R7", "okey", {}, "R5", "R5 F R6", "run", None),
    ("okey, 4", "okey", {}, "R5", "R12 R13 R1 R2", "", None),
    ("okey, 4", "okey", {}, "R5", "R11 R12 R13 R1", "run", None),
    ("okey, A5", "okey", {}, "R5", "F R6", "pair", None),
    ("romanian, combinations", "romanian", {}, "", "B9 B10 J(B11)", "run", 25),
    ("romanian, combinations", "romanian", {}, "", "B8 B9 B10 J(B11) B12", "run", 40),
    ("romanian, combinations", "romanian", {}, "", "Y3 J Y5 J Y7", "", None),
    ("romanian, combinations", "romanian", {}, "", "Y3 J Y5 J Y7 Y8", "run", 30),
    ("romanian, combinations", "romanian", {}, "", "R5 J J", "", None),
    ("romanian, combinations", "romanian", {}, "", "K12 K13 K1", "run", 30),
    ("romanian, combinations", "romanian", {}, "", "K13 K1 K2", "", None),
    ("romanian, jokers", "romanian", {}, "", "R5 B5 J J", "", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R11 R12 R13 R1 R2 R3 R4", "run", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "K13 K1 K2", "run", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", numbered("B", 1, 13) + " B1", "run", None),
    (
        "stone-rummy, combinations",
        "stone-rummy",
        {},
        "",
        numbered("B", 1, 13) + " " + numbered("B", 1, 13),
        "run",
        None,
    ),
    # A5: 26 is the absolute maximum.
    (
        "stone-rummy, A5",
        "stone-rummy",
        {},
        "",
        numbered("B", 1, 13) + " " + numbered("B", 1, 13) + " J",
        "",
        None,
    ),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R12 R13 Y1", "", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R11 R12 R1 R2 R3", "", None),
    ("stone-rummy, A14", "stone-rummy", {"gap_12_1": True}, "", "R11 R12 R1 R2 R3", "run", None),
    ("stone-rummy, A14", "stone-rummy", {"cycle": 12}, "", "R11 R12 R1 R2 R3", "run", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R6 Y6 B6 K6", "group", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R6 R6 B6", "", None),
    (
        "stone-rummy, A13",
        "stone-rummy",
        {"group_distinct_colours": False},
        "",
        "R6 R6 B6",
        "group",
        None,
    ),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "R6 Y6 B6 K6 J", "", None),
    ("stone-rummy, combinations", "stone-rummy", {"jokers": "stock2"}, "", "R6 J J", "group", None),
    ("stone-rummy, combinations", "stone-rummy", {}, "", "Y2 Y1 Y13", "run", None),
    ("stone-rummy, joker", "stone-rummy", {}, "", "B7 J(B8) B9", "run", None),
    ("stone-rummy-plus, as there", "stone-rummy-plus", {}, "", "K13 K1 K2", "run", None),
    ("international, 2", "international", {}, "", "K13 K1 K2", "", None),
    ("international, 1", "international", {}, "", "K12 K13 K1", "run", 26),
    ("international, one_high", "international", {"one_high": False}, "", "K12 K13 K1", "", None),
    ("american, 3", "american", {}, "", "B8 J(B9) B10", "run", 27),
    ("american, 3", "american", {}, "", "K2 Y2 J", "group", 6),
    ("american, A2", "american", {}, "", "R12 R13 R1", "", None),
    ("shanghai, round 1", "shanghai", {}, "", "7S 7S 7D", "group", None),
    ("shanghai, round 1", "shanghai", {}, "", "KH KD X", "group", None),
    ("shanghai, round 1", "shanghai", {"players": 5}, "", "KH X X", "", None),
    ("shanghai, round 2", "shanghai", {}, "", "QD KD AD 2D", "", None),
    ("shanghai, round 2", "shanghai", {}, "", "JD QD KD AD", "run", None),
    ("shanghai, round 2", "shanghai", {}, "", "AD 2D 3D 4D", "run", None),
    ("gin, 6", "gin", {}, "", "QS KS AS", "", None),
    ("gin, A5", "gin", {"ace": "high_low"}, "", "QS KS AS", "run", None),
    ("machiavelli", "machiavelli", {}, "", "7S 7S 7D", "", None),
    ("machiavelli", "machiavelli", {}, "", "QD KD AD", "run", 31),
    ("machiavelli", "machiavelli", {}, "", "KD AD 2D", "", None),
    ("machiavelli", "machiavelli", {}, "", "5H 5C 5S", "group", 15),
    ("machiavelli", "machiavelli", {}, "", "6H 7H 8H", "run", 21),
    ("machiavelli, ace", "machiavelli", {"ace": "high_only"}, "", "AH 2H 3H", "", None),
    ("machiavelli, ace", "machiavelli", {"ace": "low_only"}, "", "QD KD AD", "", None),
    ("rummy-500", "rummy-500", {}, "", "7S 7H 7D", "group", 21),
    ("rummy-500", "rummy-500", {}, "", "QC KC AC", "run", 35),
    ("rummy-500", "rummy-500", {}, "", "8D 8S 8H", "group", 24),
    ("rummy-500", "rummy-500", {}, "", "KC AC 2C", "", None),
    ("rummy-500, set", "rummy-500", {"players": 5}, "", "7S 7S 7D", "group", 21),
]


@pytest.mark.parametrize(
    ("source", "game", "rules", "indicator", "tiles", "kind", "value"), COMBINATIONS
)
def test_combinations(
    source: str,
    game: str,
    rules: dict[str, Any],
    indicator: str,
    tiles: str,
    kind: str,
    value: int | None,
) -> None:
    verdict = judge(tiles, find_variant(game).with_rules(**rules), context(indicator))
    assert (verdict.meld.kind if verdict.meld else "") == kind, source
    assert verdict.value == value, source
    assert bool(verdict.reason) == (not kind)


def test_a_joker_is_not_what_a_false_joker_is() -> None:
    # okey-101.md, Worked examples: R5 F *(B5) is illegal, since F is a B5.
    verdict = judge("R5 F B5", find_variant("okey-101"), context("B4"))
    assert verdict.meld is not None
    assert verdict.meld.joker_readings == (frozenset({Tile("K", 5), Tile("Y", 5)}),)


def test_a_joker_of_a_run_stays_what_it_is() -> None:
    # romanian.md, Worked examples: the joker of B9 B10 J(B11) never becomes B8.
    verdict = judge("B8 B9 B10 J(B11)", find_variant("romanian"))
    assert [str(meld) for meld in verdict.readings] == ["B8 B9 B10 J(B11)"]


# Source, game, house rules, indicator, round, the hand, the way, whether it opens, most points.
OPENINGS: list[tuple[str, str, dict[str, Any], str, int, str, str, bool, int | None]] = []


def opening(
    source: str,
    game: str,
    tiles: str,
    opens: bool,
    value: int | None = None,
    *,
    by: str = "points",
    indicator: str = "",
    round: int = 1,
    **rules: Any,
) -> None:
    OPENINGS.append((source, game, rules, indicator, round, tiles, by, opens, value))


for _tiles, _value, _fifty, _thirty in (
    ("R11 R12 R13 B5 K5 Y5", 51, True, True),
    ("R9 R10 R11 R12", 42, False, True),
    ("K12 Y12 R12 B3 B4 B5", 48, False, True),
    ("B10 K10 Y10 R6 J R8", 51, True, True),
    ("K13 K12 J B5 K5 Y5", 51, True, True),
):
    opening("american, 1", "american", _tiles, _fifty, _value)
    opening("american, 1", "american", _tiles, _thirty, _value, open_points=30)

for _tiles, _value, _fifty, _thirty in (
    ("R1 R2 R3 B10 K10 Y10", 45, False, True),
    ("R10 R11 R12 R13 R1", 50, True, True),
    ("R9 R10 R11 R12 R13", 45, False, True),
    ("R12 R13 R1 B5 K5 Y5", 45, False, True),
    ("R1 B1 K1", 0, False, False),
    ("R12 B12 K12 R13 B13 K13", 0, False, False),
    ("B1 K1 Y1 R2 R3 R4", 90, True, True),
    ("R9 R10 R11 R12 B5 K5 Y5", 50, True, True),
    ("R10 B10 K10 Y10 R4 R5 R6", 55, True, True),
    ("R1 R2 R3 B4 B5 B6 K7 K8 K9", 45, False, True),
    ("R9 R10 J R12 B5 K5 Y5", 50, True, True),
    ("R10 R11 R12 R13 R1 B5 K5 Y5 B2 B3 B4 R9 K9 Y9", 95, True, True),
):
    opening("romanian, openings", "romanian", _tiles, _fifty, _value)
    opening("romanian, openings", "romanian", _tiles, _thirty, _value, open_points=45)
opening("romanian, openings", "romanian", "R1 B1 K1", True, 75, open_needs_run=False)

# Indicator B4, so B5 is wild and F is a B5.
for _number, _tiles, _opens, _value in (
    (1, "R7 R8 R9 R11 Y11 K11 K4 K5 K6 Y11 Y12 Y13", True, 108),
    (2, "R5 R6 R7 R8 R13 Y13 K13 K9 K10 K11 R2 Y2 K2", True, 101),
    (3, "R10 R11 R12 R13 Y13 K13 B13 R3 Y3 K3 B1 B2 B3", False, 100),
    (4, "R10 R11 R12 Y13 K13 B13 R8 Y8 K8", False, 96),
    (5, "R10 R11 R12 R13 Y9 K9 B9 K9 K10 K11", True, 103),
):
    opening(f"okey-101, {_number}", "okey-101", _tiles, _opens, _value, indicator="B4")
_SEVENTH = "R1 R2 R3 B1 B2 B3 R1 Y1 K1 B1 Y1 K1 R2 Y2 K2 B2 Y2 K2 R3 Y3 K3"
opening("okey-101, 7", "okey-101", _SEVENTH, False, 39, indicator="B4")
_PAIRS = "R9 R9 K2 K2 F F Y13 B5"
opening("okey-101, 6", "okey-101", _PAIRS, False, by="pairs", indicator="B4")
opening("okey-101, 6", "okey-101", _PAIRS + " B1 B1", True, by="pairs", indicator="B4")
opening("okey-101, 6", "okey-101", _PAIRS, True, by="pairs", indicator="B4", open_pairs=4)
opening("machiavelli, thirty-six", "machiavelli", "QD KD AD 2S 3S 4S", True, 40, open_points=36)
opening("machiavelli, thirty-six", "machiavelli", "QD KD AD", False, 31, open_points=36)
opening("rummy-500, no initial meld", "rummy-500", "2S 2H 2D", True, by="any_meld")
opening("rummy-500, no initial meld", "rummy-500", "2S 2H 3D", False, by="any_meld")

_ROWS_OF_EIGHT = "3H 4H 5H 6H 7H 8H 9H TH"
opening("shanghai, round 1", "shanghai", "7S 7S 7D KH KD X", True, by="contract")
opening("shanghai, round 1", "shanghai", "7S 7S 7D KH X X", False, by="contract", players=5)
for _number, _tiles, _opens in (
    (2, "9C 9C 9H 4S 5S 6S 7S", True),
    (2, "9C 9C 9H QD KD AD 2D", False),
    (2, "9C 9C 9H JD QD KD AD", True),
    (2, "9C 9C 9H AD 2D 3D 4D", True),
    (3, _ROWS_OF_EIGHT, False),
    (3, "3H 4H 5H 6H 8H 9H TH JH", True),
):
    opening(f"shanghai, round {_number}", "shanghai", _tiles, _opens, by="contract", round=_number)
opening(
    "shanghai, adjacent_sequences",
    "shanghai",
    _ROWS_OF_EIGHT,
    True,
    by="contract",
    round=3,
    adjacent_sequences=True,
)


@pytest.mark.parametrize(
    ("source", "game", "rules", "indicator", "round_", "tiles", "by", "opens", "value"), OPENINGS
)
def test_openings(
    source: str,
    game: str,
    rules: dict[str, Any],
    indicator: str,
    round_: int,
    tiles: str,
    by: str,
    opens: bool,
    value: int | None,
) -> None:
    variant = find_variant(game).with_rules(**rules)
    fixed = Context(indicator=Tile.parse(indicator) if indicator else None, round=round_)
    found = can_open(variant.parse(tiles), variant, fixed, by)
    assert bool(found) == opens, source
    if value is not None:
        assert found.value == value, source
        assert make_measure("opening_value")(variant.parse(tiles), variant, fixed) == value


def test_twenty_one_tiles_that_cannot_open_may_be_complete() -> None:
    # okey-101.md, Openings, 7.
    variant = find_variant("okey-101")
    hand = variant.parse(_SEVENTH)
    assert len(hand) == 21
    assert make_measure("complete")(hand, variant, context("B4")) is True


# Source, game, house rules, indicator, hand, measure, its value.
_WON = "B3 B4 B5 Y9 K9 R9 B9 R12 R13 R1 K2 K3 R6 K5"
_SEVEN_PAIRS = "R1 R1 K13 K13 B5 B5 Y9 Y9 R3 R3 K10 R6 F F"
_FOOT = "R4 R5 R6 B9 K9 Y9 R9 K12 K13 K1 Y2 B2 K2 R2"
_OTHER_FOOT = "R4 R5 R6 B9 K9 Y9 R9 K13 K1 K2 Y2 B2 R2"
_TEN_TO_ONE = "{0}10 {0}11 {0}12 {0}13 {0}1"
_TWO_RUNS = _TEN_TO_ONE.format("R") + " " + _TEN_TO_ONE.format("B")
_TEACHING = {"hands": "teaching"}
_T2 = "R1 R2 R3 R4 R5 R5 R6 R7 R9 R10 J R12 R13 R1"
_SEVENS = "R1 R1 B5 B5 K7 K7 Y9 Y9 R13 R13 K2 J B8 J"
_GROUPS = "R8 B8 K8 Y8 R2 B2 K2 Y2 R4 B4 K4 R6 B6 J"
_POINTS = "dead_wood_points"
HANDS: list[tuple[str, str, dict[str, Any], str, str, str, int]] = [
    ("okey, 1", "okey", {}, "R5", _WON, "complete", True),
    ("okey, wrap", "okey", {"wrap": "none"}, "R5", _WON, "complete", False),
    ("okey, 2", "okey", {}, "R5", _WON.replace("R6", "K4"), "complete", True),
    ("okey, 5", "okey", {}, "R5", _SEVEN_PAIRS, "complete", True),
    ("okey, pairs_win", "okey", {"pairs_win": False}, "R5", _SEVEN_PAIRS, "complete", False),
    (
        "okey, 6",
        "okey",
        {},
        "R5",
        "R1 R1 K13 K13 B5 B5 Y9 Y9 R3 R3 K10 K10 R2 Y8",
        "complete",
        False,
    ),
    (
        "okey, 6",
        "okey",
        {},
        "R5",
        "R1 R1 K13 K13 B5 B5 Y9 Y9 R3 B3 K3 Y7 R7 K7",
        "complete",
        False,
    ),
    ("international, 1", "international", {}, "", _FOOT, "complete", True),
    ("international, 1", "international", {"one_high": False}, "", _FOOT, "complete", False),
    ("international, 2", "international", {}, "", _OTHER_FOOT + " J", "complete", True),
    ("international, 2", "international", {}, "", _OTHER_FOOT + " R12", "complete", False),
    ("international, 3", "international", {}, "", _TWO_RUNS + " Y11 Y12 Y13 Y1", "H-A", True),
    ("international, 3", "international", {}, "", _TWO_RUNS + " Y9 Y10 Y11 Y12", "H-A", False),
    ("international, 3", "international", {}, "", _TWO_RUNS + " R11 R12 R13 R1", "H-A", False),
    (
        "international, T7",
        "international",
        _TEACHING,
        "",
        _TWO_RUNS + " Y10 Y11 Y12 Y13",
        "T7",
        True,
    ),
    ("international, 4", "international", _TEACHING, "", _SEVENS, "T1", True),
    (
        "international, 4",
        "international",
        _TEACHING,
        "",
        _SEVENS.replace("Y9 Y9", "Y9 Y10"),
        "T1",
        False,
    ),
    ("international, 5", "international", _TEACHING, "", _T2, "T2", True),
    ("international, T3", "international", _TEACHING, "", _T2, "T3", True),
    ("international, T4", "international", _TEACHING, "", _T2, "T4", False),
    ("international, T4", "international", _TEACHING, "", _GROUPS, "T4", True),
    ("international, T5", "international", _TEACHING, "", _GROUPS, "T5", True),
    ("international, T6", "international", _TEACHING, "", _GROUPS, "T6", False),
    ("gin, 1", "gin", {}, "", "5S 5H 5D 7C 8C 9C TC 2H 3D 4S", _POINTS, 9),
    ("gin, 1", "gin", {}, "", "5S 5H 5D 7C 8C 9C TC 2H 3D 4S", "can_knock", True),
    ("gin, 1", "gin", {}, "", "JC QC 5C KS KH KD AS AH 6S 8D", _POINTS, 41),
    ("gin, 1", "gin", {}, "", "JC QC 5C KS KH KD AS AH 6S 8D", "can_knock", False),
    ("gin, 2", "gin", {}, "", "JC QC 5C KS KH KD AS AH 2S 4H", _POINTS, 33),
    ("gin, 3", "gin", {}, "", "AS 2S 3S 7H 7D 7C 9D TD JD QD", _POINTS, 0),
    ("gin, 3", "gin", {}, "", "AS 2S 3S 7H 7D 7C 9D TD JD QD", "complete", True),
    ("gin, 4", "gin", {}, "", "AS 2S 3S 7H 7D 7C 9D TD JD QD 7S", "complete", True),
    ("gin, 5", "gin", {}, "", "4S 4H 4D 5D 6D 9C JS QH 2C 2D", _POINTS, 41),
    ("gin, 5", "gin", {}, "", "4S 4H 4D 5D 6D 9C JS QH 2C 4C", _POINTS, 31),
    ("gin, 6", "gin", {}, "", "QS KS AS 2H 2D 2C 8H 8D 8C 3D", _POINTS, 24),
    ("gin, A5", "gin", {"ace": "high_low"}, "", "QS KS AS 2H 2D 2C 8H 8D 8C 3D", _POINTS, 3),
    ("gin, 7", "gin", {}, "", "7C 8C 9C 3S 3H 3D QD QS QH 5C", _POINTS, 5),
    ("gin, 7", "gin", {}, "", "TC TH TD TS JC AS 2D 4H 6S KH", _POINTS, 33),
    ("questions, A7", "gin", {}, "", "JC 9D 8S 6D JS 8H TD 8D 7D JD", _POINTS, 16),
    ("machiavelli", "machiavelli", {}, "", "4S 5S 6S 6S 7S 8S", "melds", 2),
    ("rummy-500", "rummy-500", {}, "", "9D AS", "hand_points", 24),
    ("stone-rummy, scoring", "stone-rummy", {}, "", "R6 B6 K6 R1 J", "dead_wood_tiles", 1),
    ("romanian, full game", "romanian", {}, "", "K1 R13 Y4", "hand_points", 40),
]


@pytest.mark.parametrize(
    ("source", "game", "rules", "indicator", "tiles", "measure", "value"), HANDS
)
def test_hands(
    source: str,
    game: str,
    rules: dict[str, Any],
    indicator: str,
    tiles: str,
    measure: str,
    value: int,
) -> None:
    variant = find_variant(game).with_rules(**rules)
    special = measure[0] in "HT"
    asked = make_measure(f"special_hand(id={measure!r})" if special else measure)
    found = asked(variant.parse(tiles), variant, context(indicator))
    assert found == value, source
    assert type(found) is type(value), source


def test_the_dead_wood_of_a_gin_hand_in_two_ways() -> None:
    # gin.md, Worked examples, 5: the run leaves 41, the set 44.
    gin = find_variant("gin")
    best = arrange(gin.parse("4S 4H 4D 5D 6D 9C JS QH 2C 2D"), gin, best="dead_wood_points")
    assert [str(meld) for meld in best.melds] == ["4D 5D 6D"]


# How many special hands there are


def test_how_many_hands_are_seven_pairs() -> None:
    # international.md, Data table hands, counts for checks: T1 with 0, 1 and 2 jokers.
    variant = find_variant("international").with_rules(hands="teaching")
    [seven_pairs] = [hand for hand in variant.special_hands if hand.id == "T1"]
    tiles = variant.playing_set
    kinds = tiles.tiles[:-1]
    found: dict[tuple[int, int], int] = {}
    for pairs, singles, jokers in product(range(8), range(15), range(3)):
        if 2 * pairs + singles + jokers == 14:
            # Which tiles are paired makes no difference, so one hand stands for all.
            chosen = [*kinds[:pairs] * 2, *kinds[pairs : pairs + singles], *[tiles.joker] * jokers]
            if forms(tiles.hand(chosen), variant, seven_pairs):
                number = comb(2, jokers) * comb(52, pairs) * comb(52 - pairs, singles) * 2**singles
                found[pairs, jokers] = number
    assert found == {
        (7, 0): 133_784_560,
        (6, 1): 3_745_967_680,
        (6, 2): 20_358_520,
        (5, 2): 11_237_903_040,
    }
    assert sum(found.values()) == 15_138_013_800


def test_how_many_hands_are_three_high_runs() -> None:
    # international.md: without jokers 24 patterns of tiles, 393,216 hands.
    variant = find_variant("international")
    [three_high_runs] = variant.special_hands
    numbers = (10, 11, 12, 13, 1)
    # A run has three tiles or more; of four tiles also those that are no run are tried.
    parts = [(), numbers, *combinations(numbers, 4), *(numbers[at : at + 3] for at in range(3))]
    patterns = 0
    for held in product(parts, repeat=4):
        if sum(map(len, held)) == 14:
            chosen = [Tile(c, n) for c, part in zip("RBKY", held, strict=True) for n in part]
            patterns += forms(variant.playing_set.hand(chosen), variant, three_high_runs)
    assert patterns == 24
    assert patterns * 2**14 == 393_216


# shared/questions.md


def small_hands(variant: Variant, size: int) -> Iterator[Hand]:
    tiles = variant.playing_set
    for counts in product(*(range(count + 1) for count in tiles.copies_of_kind)):
        if sum(counts) == size:
            yield Hand(tiles, counts)


@pytest.mark.parametrize("ones", ["low", "high", "low_or_high", "circular"])
def test_validator_solver_and_exact_counts_agree_on_the_place_of_a_1(ones: str) -> None:
    # A8
    variant = Variant.mini(colors=2, numbers=5, copies=2, jokers=1, hand_size=3, ones=ones)
    hands_with_run = 0
    for hand in small_hands(variant, 3):
        verdict = judge(hand, variant)
        # With two colors there are no groups.
        assert {meld.kind for meld in verdict.readings} <= {"run"}
        assert (arrange(hand, variant, best="tiles").tiles == 3) == verdict.legal
        assert make_measure("has_run")(hand, variant) == verdict.legal
        ways = math.prod(map(comb, variant.playing_set.copies_of_kind, hand.counts))
        hands_with_run += ways * verdict.legal
    counted = exact("has_run", variant)
    assert counted.prob(True) * comb(21, 3) == pytest.approx(hands_with_run)
    runs = {"low": 3, "high": 3, "low_or_high": 4, "circular": 5}[ones]
    assert sum(1 for _ in all_melds(variant, jokers=0, max_run=3)) == 2 * runs


def test_complete_hands_of_seven_cards() -> None:
    # B10: 4728 ways to choose a meld of three and one of four are 4604 hands.
    variant = find_variant("gin").with_rules(ace="high_low", hand_size=7)
    melds = list(all_melds(variant, max_run=4))
    threes = [frozenset(meld) for meld in melds if len(meld) == 3]
    fours = [frozenset(meld) for meld in melds if len(meld) == 4]
    ways = [three | four for three in threes for four in fours if not three & four]
    hands = set(ways)
    assert (len(ways), len(hands)) == (4728, 4604)
    complete = make_measure("complete")
    assert all(complete(variant.tile_set.hand(cards), variant) for cards in hands)


def test_the_number_of_gin_hands() -> None:
    # B13: 15,820,024 is a misprint.
    assert find_variant("gin").sample_space == 15_820_024_220


MODEL = "gin rummy 52 cards"
NOTHING_LEFT = "P(min deadwood points = 0), H=10"
AT_MOST_TEN = "P(min deadwood points <= 10), H=10"
MEAN = "E[min deadwood points], H=10"
# Counted by the slow test below: B12 asks for it.
VARIANCE = Fraction(2975073893996147420949, 15642072895086663025)


def test_the_dead_wood_of_a_million_gin_hands() -> None:
    # B12 and the gin rows of figures.csv. Published: 56.6 and 13.76, of 250,000 deals.
    hands = 1_000_000
    points = simulate("dead_wood_points", find_variant("gin"), hands=hands, seed=12)
    few = sum(points.prob(value) for value in points.values if value <= 10)
    for found, figure in ((points.prob(0), NOTHING_LEFT), (few, AT_MOST_TEN)):
        p = float(probability(figure, MODEL))
        assert abs(found - p) < 4.5 * math.sqrt(p * (1 - p) / hands), figure
    mean, deviation = float(probability(MEAN, MODEL)), math.sqrt(VARIANCE)
    assert (round(mean, 4), round(deviation, 4)) == (56.5694, 13.7912)
    assert abs(points.mean() - mean) < 4.5 * deviation / math.sqrt(hands)
    assert abs(points.std() - deviation) < 4.5 * deviation / math.sqrt(2 * hands)
    assert abs(13.76 - deviation) < 4.5 * deviation / math.sqrt(2 * 250_000)


@pytest.mark.slow
def test_the_dead_wood_of_all_gin_hands() -> None:
    # B12: mean and standard deviation exactly; B13; the gin rows of figures.csv.
    counts = count_dead_wood(find_variant("gin")).tolist()
    hands = sum(counts)
    assert hands == comb(52, 10) == 15_820_024_220
    assert Fraction(counts[0], hands) == probability(NOTHING_LEFT, MODEL)
    assert Fraction(sum(counts[:11]), hands) == probability(AT_MOST_TEN, MODEL)
    mean = Fraction(sum(points * count for points, count in enumerate(counts)), hands)
    assert mean == probability(MEAN, MODEL)
    squares = sum(points**2 * count for points, count in enumerate(counts))
    assert Fraction(squares, hands) - mean**2 == VARIANCE


# What a context may say


def test_a_context_must_fit_the_game() -> None:
    okey, gin, american = (find_variant(name) for name in ("okey", "gin", "american"))
    shanghai = find_variant("shanghai")
    wrong = [
        (okey, "B4", "context='B4'"),
        (american, Context(round=4), "has no rounds"),
        (shanghai, Context(round=11), "rounds 1 to 10"),
        (american, Context(indicator="B4"), "has no indicator"),
        (okey, Context(trump="B4"), "no such tile face up"),
        (okey, Context(indicator="7H"), "7H"),
        (gin, Context(trump="R5"), "R5"),
    ]
    for variant, context, says in wrong:
        for ask in (
            lambda v, c: judge("", v, c),
            lambda v, c: exact("has_meld", v, context=c),
            lambda v, c: simulate("has_meld", v, hands=10, context=c),
        ):
            with pytest.raises(RummistatsError, match=re.escape(says)):
                ask(variant, context)


def test_the_jokers_of_several_players_may_lie_in_one_meld() -> None:
    """``rules/stone-rummy.md``, worked examples: R6 J J is legal."""
    assert judge("R6 J J", find_variant("stone-rummy"))
    assert not judge("J J J", find_variant("stone-rummy"))


def test_runs_that_go_round_are_described_as_they_are() -> None:
    stone = find_variant("stone-rummy").with_rules(cycle=12)
    assert not judge("R11 R12 R13", stone)
    assert "after a 12 comes a 1" in stone.describe()
    assert "after 12 comes 1" in judge("R11 R12 R13", stone).reason
    assert "may also follow" in find_variant("stone-rummy").with_rules(gap_12_1=True).describe()
    with pytest.raises(VariantError, match="needs runs that go round"):
        find_variant("stone-rummy").with_rules(circular_runs=False, gap_12_1=True)


def test_in_oklahoma_gin_the_upcard_is_the_limit() -> None:
    """``rules/gin.md``, options: oklahoma, oklahoma_ace."""
    oklahoma = find_variant("gin").with_rules(oklahoma=True)
    hand = oklahoma.parse("5S 5H 5D 7C 8C 9C TC 2H 3D 4S")  # dead wood 9
    knock = make_measure("can_knock")
    assert knock(hand, oklahoma, Context(trump="9D"))
    assert knock(hand, oklahoma, Context(trump="KD"))
    assert not knock(hand, oklahoma, Context(trump="8D"))
    assert not knock(hand, oklahoma, Context(trump="AD"))
    with pytest.raises(VariantError, match="follows the upcard"):
        knock(hand, oklahoma)

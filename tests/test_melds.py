"""Melds: the rule file's examples, people's questions, and the catalogue by definition."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import pytest

from rummistats.errors import TileError
from rummistats.melds import Group, Meld, Run, Verdict, all_melds, judge
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.variants import Variant, find_variant
from tests.oracles.catalogue import Rules, Tiles, best_value, catalogue, sorted_tiles
from tests.small_games import numbered

SABRA = find_variant("sabra")


# rules/sabra.md, Worked examples, Combinations: house rules, tiles, kind of the best reading
# (None: illegal), its value.
COMBINATIONS: list[tuple[dict[str, object], str, str | None, int | None]] = [
    ({}, "R3 B3 K3", "group", 9),
    ({}, "R3 B3 K3 Y3", "group", 12),
    ({}, "R3 R3 B3", None, None),
    ({"repeat_colors": True}, "R3 R3 B3", "group", 9),
    ({}, "R3 B3", None, None),
    ({}, "R3 B3 K3 Y3 J", None, None),
    ({"repeat_colors": True}, "R3 B3 K3 Y3 J", None, None),
    ({}, "R4 R5 R6", "run", 15),
    ({}, "R4 R5 B6", None, None),
    ({}, "R4 R5 R7", None, None),
    ({}, "R2 R3 R4 R4", None, None),
    ({}, "R12 R13 R1", None, None),
    ({}, "R13 R1 R2", None, None),
    ({"one_high": True}, "R12 R13 R1", "run", 26),
    ({"one_high": True}, "R13 R1 R2", None, None),
    ({"wrap": True}, "R12 R13 R1", "run", 26),
    ({"wrap": True}, "R13 R1 R2", "run", 16),
    ({}, numbered("R", 1, 13), "run", 91),
    ({}, numbered("R", 1, 13) + " J", None, None),
    ({}, "R4 J R6", "run", 15),
    ({}, "R4 J J R7", "run", 22),
    ({}, "R3 R4 J", "run", 12),
    ({}, "R12 R13 J", "run", 36),
    ({}, "R11 R12 R13 J", "run", 46),
    ({}, "R3 B3 J", "group", 9),
    ({}, "R9 B9 J J", "group", 36),
    ({}, "R5 J J", "run", 18),
    ({}, "R5 R5 J", None, None),
]


@pytest.mark.parametrize(("rules", "tiles", "kind", "value"), COMBINATIONS, ids=str)
def test_the_combinations_of_the_rule_file(
    rules: dict[str, Any], tiles: str, kind: str | None, value: int | None
) -> None:
    verdict = judge(tiles, SABRA.with_rules(**rules))
    assert verdict.legal == bool(verdict) == (kind is not None)
    assert (verdict.meld.kind if verdict.meld else None) == kind
    assert verdict.value == value
    # Either a meld or a reason, never both.
    assert bool(verdict.reason) == (not verdict.legal)


# The same table: every reading that it gives.
READINGS: list[tuple[str, dict[str, int]]] = [
    ("R4 J R6", {"R4 J(R5) R6": 15}),
    ("R4 J J R7", {"R4 J(R5) J(R6) R7": 22}),
    ("R3 R4 J", {"R3 R4 J(R5)": 12, "J(R2) R3 R4": 9}),
    ("R12 R13 J", {"J(R11) R12 R13": 36}),
    ("R11 R12 R13 J", {"J(R10) R11 R12 R13": 46}),
    ("R3 B3 J", {"R3 B3 J(K3/Y3)": 9}),
    ("R9 B9 J J", {"R9 B9 J(K9/Y9) J(K9/Y9)": 36}),
    (
        "R5 J J",
        {
            "R5 J(R6) J(R7)": 18,
            "R5 J(B5/K5/Y5) J(B5/K5/Y5)": 15,
            "J(R4) R5 J(R6)": 15,
            "J(R3) J(R4) R5": 12,
        },
    ),
]


@pytest.mark.parametrize(("tiles", "readings"), READINGS)
def test_the_readings_of_the_rule_file(tiles: str, readings: dict[str, int]) -> None:
    verdict = judge(tiles, SABRA)
    assert dict(zip(map(str, verdict.readings), verdict.values, strict=True)) == readings
    assert list(verdict.values) == sorted(verdict.values, reverse=True)
    assert str(verdict.meld) == next(iter(readings))


# shared/questions.md, A1, A2 and A3
@pytest.mark.parametrize(
    ("source", "rules", "tiles", "kind", "value"),
    [
        ("A1", {}, "K10 B10 J", "group", 30),
        ("A1", {}, "J J R13", "group", 39),
        ("A1", {}, "R12 R13 J", "run", 36),
        ("A1", {}, "R11 R13 J", "run", 36),
        ("A1", {}, "B9 B10 J", "run", 30),
        ("A1", {}, "J J R9", "run", 30),
        ("A2", {}, "J J", None, None),
        ("A2", {"jokers": 3}, "J J J", None, None),
        ("A2", {"jokers": 3, "min_real": 0}, "J J J", "group", 39),
        ("A2", {"jokers": 4, "min_real": 0}, "J J J J", "group", 52),
        ("A2", {"jokers": 4}, "J J J J", None, None),
        ("A2", {"jokers": 4}, "R13 J J J", "group", 52),
        ("A2", {"jokers": 4, "max_jokers_per_combination": 2}, "R13 J J J", None, None),
        ("A3", {}, "R13 Y13 K13", "group", 39),
        ("A3", {}, "R13 Y13 K13 K13", None, None),
        ("A3", {}, "R13 K13 K13", None, None),
    ],
)
def test_what_people_ask_of_combinations(
    source: str, rules: dict[str, Any], tiles: str, kind: str | None, value: int | None
) -> None:
    verdict = judge(tiles, SABRA.with_rules(**rules))
    assert (verdict.meld.kind if verdict.meld else None, verdict.value) == (kind, value)


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("min_real", range(3))
def test_jokers_alone_are_a_meld_only_if_the_rules_say_so(jokers: int, min_real: int) -> None:
    # shared/questions.md, A2: 0 to 4 jokers never crash.
    variant = SABRA.with_rules(jokers=jokers, min_real=min_real)
    for held in range(jokers + 1):
        verdict = judge(" ".join("J" * held), variant)
        assert verdict.legal == (held >= 3 and min_real == 0)
        assert verdict.value == (13 * held if verdict else None)
    assert all(len(meld) - meld.jokers >= min_real for meld in all_melds(variant))


# Counts: rules/sabra.md, Legal combinations; shared/questions.md, A10


def test_reference_counts_without_jokers() -> None:
    natural = list(all_melds(SABRA, jokers=0))
    groups = [meld for meld in natural if len({tile.number for tile in meld}) == 1]
    runs = [meld for meld in natural if len({tile.color for tile in meld}) == 1]
    assert (len(groups), len(runs), len(natural)) == (65, 264, 329)
    assert sum(meld.weight for meld in groups if len(meld) == 3) == 416
    assert sum(meld.weight for meld in groups if len(meld) == 4) == 208
    assert sum(meld.weight for meld in runs if len(meld) == 3) == 352
    assert len(all_melds(SABRA.with_rules(jokers=0))) == 329


def test_reference_counts_with_jokers() -> None:
    assert len(all_melds(SABRA)) == len(set(all_melds(SABRA))) == 6301
    short = list(all_melds(SABRA, max_run=5))
    assert len(all_melds(SABRA, max_run=5)) == len(set(short)) == len(short) == 1173
    assert len(all_melds(SABRA, jokers=0, max_run=5)) == 185
    assert sum(meld.jokers == 0 for meld in short) == 185
    # All of the short melds are those of at most five tiles, groups being shorter.
    assert set(short) == {meld for meld in all_melds(SABRA) if len(meld) <= 5}


def test_combinations_with_declared_jokers() -> None:
    # shared/questions.md, A10: 1831 if it counts which tile each joker stands for, in runs of
    # 3 to 5 and groups; 1646 of them have a joker.
    declared = {0: 0, 1: 0, 2: 0}
    for meld in all_melds(SABRA, max_run=5):
        for reading in judge(meld, SABRA).readings:
            if isinstance(reading, Group):
                declared[reading.jokers] += comb(len(reading.joker_colors), reading.jokers)
            else:
                declared[reading.jokers] += 1
    assert declared[0] == 185
    assert declared[1] + declared[2] == 1646
    assert sum(declared.values()) == 1831


def test_fewer_jokers_are_a_part_of_the_list() -> None:
    whole = set(all_melds(SABRA))
    for jokers in range(3):
        assert set(all_melds(SABRA, jokers=jokers)) == {m for m in whole if m.jokers <= jokers}


# All melds, and no others, by definition

MINI: dict[str, Any] = {"colors": 3, "numbers": 5, "copies": 1, "jokers": 1, "hand_size": 4}

SETTINGS: list[dict[str, Any]] = [
    MINI,
    MINI | {"jokers": 0},
    MINI | {"jokers": 2},
    MINI | {"jokers": 4},
    MINI | {"jokers": 4, "min_real": 0},
    MINI | {"jokers": 3, "min_real": 2},
    MINI | {"jokers": 3, "min_real_per_joker": 1},
    MINI | {"jokers": 2, "min_real_per_joker": 2},
    MINI | {"jokers": 3, "max_jokers_per_combination": 1},
    MINI | {"jokers": 2, "max_jokers_per_combination": 0},
    MINI | {"copies": 2, "jokers": 2},
    MINI | {"colors": 1, "numbers": 7, "copies": 2, "jokers": 2},
    MINI | {"colors": 2, "numbers": 6, "jokers": 2},
    MINI | {"colors": 4, "numbers": 4, "copies": 2, "jokers": 2},
    MINI | {"colors": 6, "numbers": 3, "jokers": 2},
    MINI | {"colors": 6, "numbers": 2, "copies": 2, "jokers": 2, "max_group": 6},
    MINI | {"colors": 5, "numbers": 3, "min_group": 4, "max_group": 5},
    MINI | {"colors": 4, "numbers": 1, "copies": 2, "jokers": 3},
    MINI | {"colors": 3, "numbers": 2, "copies": 2, "jokers": 2},
    MINI | {"ones": "high", "jokers": 2},
    MINI | {"ones": "low_or_high", "jokers": 2},
    MINI | {"ones": "low_or_high", "one_to_one": True, "jokers": 2},
    MINI | {"ones": "low_or_high", "one_to_one": True, "copies": 2, "jokers": 2},
    MINI | {"ones": "circular", "jokers": 2},
    MINI | {"ones": "circular", "copies": 2, "jokers": 2},
    MINI | {"ones": "circular", "numbers": 4, "copies": 2, "jokers": 2, "max_run": 8},
    MINI | {"ones": "circular", "numbers": 3, "jokers": 3, "max_run": 5},
    MINI | {"ones": "circular", "numbers": 6, "max_run": 4},
    MINI | {"ones": "low_or_high", "numbers": 3, "jokers": 2},
    MINI | {"ones": "high", "numbers": 3, "jokers": 2, "min_real": 0, "min_run": 2},
    MINI | {"min_run": 2, "jokers": 2},
    MINI | {"min_group": 2, "max_group": 2, "jokers": 2},
    MINI | {"min_group": 2, "min_run": 2, "jokers": 4, "min_real": 0},
    MINI | {"min_run": 4, "jokers": 2},
    MINI | {"min_run": 6, "jokers": 2},
    MINI | {"max_run": 3, "jokers": 2},
    MINI | {"max_group": 3, "colors": 4, "jokers": 2},
    MINI | {"repeat_colors": True, "copies": 2, "jokers": 2},
    MINI | {"repeat_colors": True, "jokers": 3},
    MINI | {"repeat_colors": True, "copies": 3, "colors": 2, "numbers": 3, "jokers": 1},
    MINI | {"repeat_colors": True, "colors": 1, "copies": 4, "numbers": 3, "jokers": 2},
    # Where a run passes a number twice and a group repeats a color, some tiles are both.
    MINI
    | {"repeat_colors": True, "numbers": 3, "copies": 2, "jokers": 2}
    | {"ones": "low_or_high", "one_to_one": True},
    MINI
    | {"repeat_colors": True, "numbers": 2, "copies": 2, "jokers": 1}
    | {"ones": "low_or_high", "one_to_one": True},
    MINI
    | {"repeat_colors": True, "numbers": 3, "copies": 2, "jokers": 3}
    | {"ones": "circular", "max_run": 6},
]


def name_of(rules: dict[str, Any]) -> str:
    changed = {name: value for name, value in rules.items() if MINI.get(name) != value}
    return " ".join(f"{name}={value}" for name, value in changed.items()) or "mini"


@cache
def oracle(rules: Rules) -> dict[Tiles, int]:
    return catalogue(rules)


def agrees_with_the_definition(variant: Variant) -> None:
    melds = all_melds(variant)
    listed = list(melds)
    assert len(listed) == len(set(listed)), "a meld is listed twice"
    assert len(melds) == len(listed)
    by_definition = oracle(Rules.of(variant))
    assert {sorted_tiles(meld) for meld in listed} == set(by_definition)
    for meld in listed:
        assert judge(meld, variant).value == by_definition[sorted_tiles(meld)]


@pytest.mark.parametrize("rules", SETTINGS, ids=name_of)
def test_all_melds_are_those_of_the_definition(rules: dict[str, Any]) -> None:
    agrees_with_the_definition(Variant.mini(**rules))


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"ones": "low_or_high", "one_to_one": True, "jokers": 1},
        {"wrap": True, "max_jokers_per_combination": 1},
        {"repeat_colors": True, "max_run": 5, "min_real": 0},
    ],
    ids=str,
)
def test_all_melds_of_sabra_are_those_of_the_definition(rules: dict[str, Any]) -> None:
    agrees_with_the_definition(SABRA.with_rules(**rules))


@pytest.mark.parametrize("rules", SETTINGS, ids=name_of)
def test_judge_agrees_with_the_definition_on_everything(rules: dict[str, Any]) -> None:
    """Every multiset of up to four tiles, legal or not."""
    variant = Variant.mini(**rules)
    plain = Rules.of(variant)
    tile_set = variant.tile_set
    legal: set[Tiles] = set()
    for size in range(5):
        for tiles in combinations_with_replacement(tile_set.tiles, size):
            if any(
                tiles.count(tile) > limit
                for tile, limit in zip(tile_set.tiles, tile_set.copies_of_kind, strict=True)
            ):
                continue
            verdict = judge(tile_set.hand(tiles), variant)
            assert verdict.value == best_value(sorted_tiles(tiles), plain)
            assert verdict.legal != bool(verdict.reason)
            if verdict:
                legal.add(sorted_tiles(tiles))
    # The oracle's own short cut, looking only at one color or one number, misses none of them.
    assert legal == {meld for meld in oracle(plain) if len(meld) <= 4}


# Readings


def reads_back(variant: Variant, verdict: Verdict) -> None:
    """Every reading's text, judged again, gives that reading."""
    for reading, value in zip(verdict.readings, verdict.values, strict=True):
        again = judge(str(reading), variant)
        assert again.tiles == verdict.tiles
        assert reading in again.readings
        assert again.values[again.readings.index(reading)] == value
        assert variant.opening_value(reading) == value
        is_what_it_says(variant, reading, verdict.tiles)
        # Nothing else is read into it, except where a full circle has no beginning.
        assert {frozenset(other.joker_readings) for other in again.readings} == {
            frozenset(reading.joker_readings)
        }


def is_what_it_says(variant: Variant, reading: Meld, hand: Hand) -> None:
    assert variant.tile_set.hand(reading.tiles) == hand
    assert len(reading) == len(reading.tiles) == len(reading.numbers) == len(hand)
    assert reading.jokers == len(reading.joker_readings) == hand.jokers
    for may_be in reading.joker_readings:
        assert may_be
        assert may_be <= {tile for tile in variant.tile_set.tiles if not tile.is_joker}
    if isinstance(reading, Group):
        assert set(reading.numbers) == {reading.number}
        if not variant.repeat_colors:
            missing = {Tile(c, reading.number) for c in variant.tile_set.color_letters}
            missing -= set(reading.tiles)
            assert all(may_be == missing for may_be in reading.joker_readings)
    else:
        stands_for = [(Tile(reading.color, number),) for number in reading.numbers]
        jokers = [frozenset(stands_for[place]) for place in reading.joker_places]
        assert list(reading.joker_readings) == jokers


@pytest.mark.parametrize("rules", SETTINGS, ids=name_of)
def test_every_reading_is_read_back_from_its_text(rules: dict[str, Any]) -> None:
    variant = Variant.mini(**rules)
    for meld in all_melds(variant):
        reads_back(variant, judge(meld, variant))


def test_every_reading_of_sabra_is_read_back_from_its_text() -> None:
    for meld in all_melds(SABRA):
        verdict = judge(meld, SABRA)
        assert len(set(verdict.readings)) == len(verdict.readings)
        for reading, value in zip(verdict.readings, verdict.values, strict=True):
            again = judge(str(reading), SABRA)
            assert again.readings == (reading,)
            assert again.values == (value,)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("R11 R12 J(R13)", "R11 R12 J(R13)"),
        ("j(r10) r11 r12", "J(R10) R11 R12"),
        ("R11 R12 J(R10)", "J(R10) R11 R12"),
        ("R3 B3 J(K3)", "R3 B3 J(K3/Y3)"),
        ("R3 B3 J(Y3)", "R3 B3 J(K3/Y3)"),
        ("R3 B3 J( K3 / Y3 )", "R3 B3 J(K3/Y3)"),
        ("R5 J(R4) J(R6)", "J(R4) R5 J(R6)"),
        ("R5 J(R6) J(R4)", "J(R4) R5 J(R6)"),
        ("R5 J(R7) J", "R5 J(R6) J(R7)"),
        ("R5 J(K5) J(Y5)", "R5 J(B5/K5/Y5) J(B5/K5/Y5)"),
        # A joker may stand for a tile of which both real copies are visible elsewhere.
        ("R4 R5 J(R6)", "R4 R5 J(R6)"),
    ],
)
def test_a_declared_reading_is_taken(text: str, reading: str) -> None:
    assert str(judge(text, SABRA).meld) == reading


@pytest.mark.parametrize(
    "text",
    [
        "R11 R12 J(R9)",
        "R11 R12 J(B13)",
        "R12 R13 J(R1)",
        "R3 B3 J(R3)",
        "R3 B3 J(K4)",
        "R3 B3 J(R2/K3)",
        "R5 J(R6) J(R8)",
        "R5 J(R6) J(R6)",
        "R3 R4 J(J)",
        # The colors of a group differ, also those that its jokers stand for.
        "R5 J(B5) J(B5)",
        "R5 B5 J(K5) J(K5)",
    ],
)
def test_a_declared_reading_that_is_illegal(text: str) -> None:
    verdict = judge(text, SABRA)
    assert not verdict.legal
    assert verdict.meld is None
    assert verdict.value is None
    assert verdict.readings == ()
    assert verdict.values == ()
    assert "can't be read so" in verdict.reason


def test_two_jokers_that_stand_for_the_same_tile_are_legal_where_colors_repeat() -> None:
    variant = SABRA.with_rules(repeat_colors=True)
    assert judge("R5 J(B5) J(B5)", variant).legal
    assert judge("R5 J(R5) J(R5)", variant).legal


# Reasons


@pytest.mark.parametrize(
    ("rules", "tiles", "said"),
    [
        ({}, "", "0 tiles; a meld has at least 3"),
        ({}, "R3", "1 tile; a meld has at least 3"),
        ({}, "R3 B3", "2 tiles; a meld has at least 3"),
        ({}, "R3 R3 B3", "red occurs twice; the colors of a group differ"),
        ({}, "R3 B3 K3 Y3 J", "5 tiles; a group has at most 4"),
        ({}, "R2 R3 R4 R4", "4 occurs twice; a run has each number once"),
        ({}, "R5 R5 J", "5 occurs twice; a run has each number once"),
        ({}, "R4 R5 B6", "neither one number (a group) nor one color (a run)"),
        ({}, "R4 R5 R7", "4, 5, 7 are not consecutive"),
        ({}, "R4 R5 R1", "1, 4, 5 are not consecutive (a 1 stands only before 2)"),
        ({}, "R4 R5 R8 J", "4, 5, 8 are not consecutive even with 1 joker"),
        ({}, "R1 R2 R6 J J", "even with 2 jokers (a 1 stands only before 2)"),
        ({}, "R10 R13 J", "10, 13 are not consecutive even with 1 joker"),
        ({}, "R13 J R2", "even with 1 joker (a 1 stands only before 2)"),
        ({}, "R12 R13 R1", "a 1 stands only before 2"),
        ({"ones": "high"}, "R1 R2 R3", "a 1 stands only after 13"),
        ({"one_high": True}, "R13 R1 R2", "a 1 stands before 2 or after 13, not between them"),
        ({"wrap": True}, "R12 R13 R2", "after 13 comes 1"),
        ({}, numbered("R", 1, 13) + " J", "14 tiles; a run has at most 13"),
        ({"max_run": 5}, numbered("R", 1, 6), "6 tiles; a run has at most 5"),
        ({"min_run": 4}, "R1 R2 R3", "3 tiles; a run has at least 4"),
        ({"min_group": 4}, "R3 B3 K3", "3 tiles; a group has at least 4"),
        ({"jokers": 3, "max_jokers_per_combination": 2}, "R3 J J J", "at most 2"),
        ({"jokers": 3}, "J J J", "0 real tiles; with 3 jokers a meld needs at least 1"),
        ({"min_real_per_joker": 2}, "R3 R4 J J", "2 real tiles; with 2 jokers"),
    ],
    ids=str,
)
def test_the_reason_names_the_rule_that_is_broken(
    rules: dict[str, Any], tiles: str, said: str
) -> None:
    verdict = judge(tiles, SABRA.with_rules(**rules))
    assert not verdict.legal
    assert said in verdict.reason
    # Where a 1 belongs is told only where there is one, or could be.
    assert ("(a 1" in verdict.reason) == ("a 1 stands" in said)
    assert verdict.reason in str(verdict)


# Two real tiles per joker


def test_a_run_that_cannot_be_cut() -> None:
    # shared/design.md, 6: with two real tiles per joker, 1 J J 4 5 6 is legal, but not cut
    # into runs of three.
    variant = SABRA.with_rules(min_real_per_joker=2)
    assert judge("R1 J J R4 R5 R6", variant).value == 21
    assert not judge("R1 J J", variant).legal


# Bad input


def test_tiles_of_another_tile_set() -> None:
    with pytest.raises(TileError, match="can't be played"):
        judge(TileSet(jokers=0).parse("R3 B3 K3"), SABRA)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("R3 Q3 K3", "'Q3'"),
        ("R3 R3 R3", "3 times"),
        ("R3 R14 R15", "'R14'"),
        ("R3 R4 J(Q5)", "'Q5'"),
        ("R3 R4 J()", "''"),
        ("R3 R4 J(R5", "'J(R5'"),
        ("R3 R4 J(R14)", "R14"),
    ],
)
def test_a_text_that_names_no_tiles(text: str, named: str) -> None:
    with pytest.raises(TileError) as error:
        judge(text, SABRA)
    assert named in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [7, None, ["R3", "B3", "K3"]], ids=repr)
def test_tiles_must_be_a_hand_or_a_text(value: Any) -> None:
    with pytest.raises(TileError) as error:
        judge(value, SABRA)
    assert repr(value) in str(error.value)


@pytest.mark.parametrize("jokers", [-1, 3, "x", True, 1.0], ids=repr)
def test_a_list_of_melds_with_jokers_that_are_not_there(jokers: Any) -> None:
    with pytest.raises(TileError) as error:
        all_melds(SABRA, jokers=jokers)
    assert f"jokers={jokers!r}" in str(error.value)
    assert "from 0 to 2" in str(error.value)


@pytest.mark.parametrize("max_run", ["x", True, 5.0], ids=repr)
def test_a_longest_run_that_is_no_number(max_run: Any) -> None:
    with pytest.raises(TileError) as error:
        all_melds(SABRA, max_run=max_run)
    assert f"max_run={max_run!r}" in str(error.value)


def test_melds_are_values() -> None:
    group, run = Group(9, ("R", "B"), 1, ("K", "Y")), Run("R", (11, 12, 13), (0,))
    assert {group, run, Group(9, ("R", "B"), 1, ("K", "Y"))} == {group, run}
    with pytest.raises(AttributeError):
        run.color = "B"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        group.number = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rules", "text", "words"),
    [
        ({"min_real": 2}, "R5 J J", "1 real tile; with 2 jokers a meld needs at least 2"),
        ({"min_real": 3}, "R5 B5 J", "2 real tiles; with 1 joker a meld needs at least 3"),
        ({"max_jokers_per_combination": 0}, "R5 B5 J", "1 joker; a meld has at most 0"),
        ({}, "R5", "1 tile; a meld has at least 3"),
    ],
)
def test_one_is_told_as_one(rules: dict[str, object], text: str, words: str) -> None:
    assert judge(text, find_variant("sabra").with_rules(**rules)).reason == words


def test_no_tiles_are_no_meld_and_said_to_be_none() -> None:
    assert str(judge("", SABRA)) == "no tiles: no meld. 0 tiles; a meld has at least 3"

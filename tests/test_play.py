"""Plays and their legality: the worked examples of the rule files, each row with its source."""

from __future__ import annotations

from typing import Any

import pytest

from rummistats.errors import PlayError, TableError, VariantError
from rummistats.play import Table, judge_play
from rummistats.tiles import Tile
from rummistats.variants import find_variant

SABRA = find_variant("sabra")
STONE = find_variant("stone-rummy")
PLUS = find_variant("stone-rummy-plus")
MACHIAVELLI = find_variant("machiavelli")

# sabra.md, "Plays": table before, rack tiles, table after, legal.
PLAYS = [
    ("{R4 R5 R6 R7}", "B7 K7", "{R4 R5 R6} {R7 B7 K7}", True),
    ("{B6 B7 B8 B9 B10}", "B8", "{B6 B7 B8} {B8 B9 B10}", True),
    ("{R3 R4 R5}", "R6 B3 K3", "{R4 R5 R6} {R3 B3 K3}", True),
    ("{B6 R6 Y6}", "K6 R5 R7", "{B6 K6 Y6} {R5 R6 R7}", True),
    ("{B5 R5 K5 Y5}", "B4 B6 B7", "{B4 B5 B6 B7} {R5 K5 Y5}", True),
    ("{R3 R4 R5}", "R6 R7", "{R4 R5 R6 R7}", False),
    ("{R3 R4 R5}", "R6 R7", "{R3 R4 R5 R6 R7}", True),
    ("{R4 R5 R6 R7}", "", "{R4 R5 R6 R7}", False),
    ("{R6 B6 K6}", "Y6 Y7 Y8", "{R6 B6 K6} {Y6 Y7 Y8}", True),
    ("{R3 R4 R5} {R5 B5 K5 Y5}", "R6", "{R3 R4 R5 R6} {R5 B5 K5 Y5}", True),
]


@pytest.mark.parametrize(("before", "rack", "after", "legal"), PLAYS)
def test_plays_of_sabra(before: str, rack: str, after: str, legal: bool) -> None:
    verdict = judge_play(before, after, rack, SABRA)
    assert verdict.legal == legal, verdict


FREE: dict[str, Any] = {"joker_mode": "free"}
REPLACE: dict[str, Any] = {"joker_mode": "replace"}
REPLACE_RACK = REPLACE | {"joker_replace_from": "rack"}
LOCKED = {"joker_mode": "locked", "joker_replace_from": "rack"}
BOTH = {"joker_group3_needs_both": True}

# sabra.md, "Jokers on the table": row, before, rack tiles, after, rules, legal.
JOKERS: list[tuple[str, str, str, str, dict[str, Any], bool]] = [
    (row, before, rack, after, rules, legal)
    for row, before, rack, after, *verdicts in [
        ("1", "{R3 J(R4) R5}", "R4 B9 K9", "{R3 R4 R5} {B9 K9 J}", True, True, True),
        ("2", "{R3 R4 R5 J(R6)}", "B10 K10", "{R3 R4 R5} {B10 K10 J}", True, False, False),
        (
            "3",
            "{R3 J(R4) R5} {R4 B4 K4 Y4}",
            "Y9 K9",
            "{R3 R4 R5} {B4 K4 Y4} {Y9 K9 J}",
            True,
            True,
            False,
        ),
        ("4", "{R5 R6 R7 J(R8)}", "B5 K5", "{R6 R7 J(R8)} {R5 B5 K5}", True, True, False),
        ("5", "{R3 R4 J(R5) R6 R7}", "R5", "{R3 R4 R5} {J(R5) R6 R7}", True, True, True),
        ("6", "{B3 K3 J}", "R3 B8 K8", "{B3 K3 R3} {B8 K8 J}", True, True, True),
        ("9", "{R5 R6 J(R7)}", "R8", "{R5 R6 J(R7) R8}", True, True, True),
        ("10", "{R5 R6 J(R7)}", "R4", "{R4 R5 R6 J(R7)}", True, True, True),
        ("11", "{R5 R6 J(R7)}", "R7", "{R5 R6 R7}", False, False, False),
        ("12", "{R5 R6 J(R7)}", "R4 B2 K2", "{R4 R5 R6} {J B2 K2}", True, False, False),
    ]
    for rules, legal in zip((FREE, REPLACE, LOCKED), verdicts, strict=True)
] + [
    (
        "3, from the rack only",
        "{R3 J(R4) R5} {R4 B4 K4 Y4}",
        "Y9 K9",
        "{R3 R4 R5} {B4 K4 Y4} {Y9 K9 J}",
        REPLACE_RACK,
        False,
    ),
    *(
        (
            f"5, reuse of {tiles}",
            "{R3 R4 J(R5) R6 R7}",
            "R5",
            "{R3 R4 R5} {J(R5) R6 R7}",
            LOCKED | {"joker_reuse_rack_tiles": tiles},
            False,
        )
        for tiles in (1, 2)
    ),
    *(
        (row, "{B3 K3 J}", rack, after, mode | BOTH, legal)
        for mode in (FREE, REPLACE, LOCKED)
        for row, rack, after, legal in [
            ("7", "R3 B8 K8", "{B3 K3 R3} {B8 K8 J}", False),
            ("8", "R3 Y3 B8 K8", "{B3 K3 R3 Y3} {B8 K8 J}", True),
        ]
    ),
]


@pytest.mark.parametrize(("row", "before", "rack", "after", "rules", "legal"), JOKERS)
def test_jokers_on_the_table(
    row: str, before: str, rack: str, after: str, rules: dict[str, Any], legal: bool
) -> None:
    verdict = judge_play(before, after, rack, SABRA.with_rules(**rules))
    assert verdict.legal == legal, (row, verdict)


# Source, game, before, rack tiles, after, foreign claims, legal.
OTHER_GAMES = [
    ("stone-rummy, turn", STONE, "{R3 R4 R5}", "R6 Y3 B3", "{R4 R5 R6} {R3 Y3 B3}", "", True),
    ("stone-rummy, turn: R3 to the hand", STONE, "{R3 R4 R5}", "R6", "{R4 R5 R6}", "", False),
    ("stone-rummy, joker", STONE, "{B7 J(B8) B9}", "B8", "{B7 B8 B9}", "", True),
    ("stone-rummy-plus, 1", PLUS, "{R8 Y8 B8}", "K8", "{R8 Y8 B8 K8}", "", True),
    (
        "stone-rummy-plus, 1: a claim's stones",
        PLUS,
        "{R8 Y8 B8 K8}",
        "R7 R9",
        "{Y8 B8 K8} {R7 R8 R9}",
        "{R8 Y8 B8 K8}",
        False,
    ),
    (
        "stone-rummy-plus, 2",
        PLUS,
        "{R5 Y5 K5 J(B5)}",
        "B5",
        "{R5 Y5 K5 B5}",
        "{R5 Y5 K5 J}",
        True,
    ),
    (
        "stone-rummy-plus, 3",
        PLUS,
        "{R8 Y8 B8 K8}",
        "J",
        "{J Y8 B8 K8}",
        "{R8 Y8 B8 K8}",
        False,
    ),
    ("stone-rummy-plus, 3: the owner", PLUS, "{R8 Y8 B8 K8}", "J", "{J Y8 B8 K8}", "", True),
    ("stone-rummy-plus, 4", PLUS, "{B4 B5 B6}", "J", "{B4 J(B5) B6}", "", True),
    ("stone-rummy-plus, 4 in Stone-Rummy", STONE, "{B4 B5 B6}", "J", "{B4 J(B5) B6}", "", False),
    ("machiavelli, 1", MACHIAVELLI, "{5H 6H 7H}", "8H 5C 5S", "{6H 7H 8H} {5H 5C 5S}", "", True),
    ("machiavelli, 2", MACHIAVELLI, "", "7S 7S 7D", "{7S 7S 7D}", "", False),
    ("machiavelli, 2", MACHIAVELLI, "", "QD KD AD", "{QD KD AD}", "", True),
    ("machiavelli, 2", MACHIAVELLI, "", "KD AD 2D", "{KD AD 2D}", "", False),
    ("machiavelli, 3", MACHIAVELLI, "{4S 5S 6S 7S 8S}", "6S", "{4S 5S 6S} {6S 7S 8S}", "", True),
]


@pytest.mark.parametrize(
    ("source", "game", "before", "rack", "after", "claims", "legal"), OTHER_GAMES
)
def test_plays_of_other_games(
    source: str, game: Any, before: str, rack: str, after: str, claims: str, legal: bool
) -> None:
    verdict = judge_play(before, after, rack, game, claims=claims)
    assert verdict.legal == legal, (source, verdict)
    if source in ("stone-rummy, joker", "stone-rummy-plus, 2"):
        assert verdict.returned == (Tile.parse("J"),)
    if source in ("stone-rummy-plus, 4",):
        assert verdict.returned == (Tile.parse("B5"),)


# sabra.md, "Openings": rack tiles, whether they open, with open_single_set, with 50.
OPENINGS = [
    ("{R10 B10 K10}", True, True, False),
    ("{R9 R10 R11}", True, True, False),
    ("{R9 B9 K9}", False, False, False),
    ("{R9 B9 K9 Y9}", True, True, False),
    ("{R2 R3 R4} {B7 K7 Y7}", True, False, False),
    ("{R1 R2 R3 R4 R5 R6 R7}", False, False, False),
    ("{R11 R12 J(R13)}", True, True, False),
    ("{R9 B9 J}", False, False, False),
    ("{R10 B10 J}", True, True, False),
    ("{R13 J(B13) J(K13)}", True, True, False),
    ("{R7 J(R8) J(R9)}", False, False, False),
    ("{R10 R11 R12} {B6 K6 Y6}", True, True, True),
]


@pytest.mark.parametrize(("laid", "opens", "single", "fifty"), OPENINGS)
def test_openings(laid: str, opens: bool, single: bool, fifty: bool) -> None:
    old = "{K1 K2 K3} {R12 R13 J}" if laid.count("J") < 2 else "{K1 K2 K3}"
    rack = " ".join(str(tile) for tile in Table.parse(laid, SABRA).tiles)
    for rules, legal in (
        ({}, opens),
        ({"open_single_set": True}, single),
        ({"open_points": 50}, fifty),
    ):
        variant = SABRA.with_rules(**rules)
        assert judge_play(old, f"{old} {laid}", rack, variant, opened=False).legal == legal
        assert judge_play(old, f"{old} {laid}", rack, variant).legal


def test_table_tiles_do_not_count_for_the_opening() -> None:
    before, after = "{R11 R12 R13}", "{R8 R9 R10 R11 R12 R13}"
    assert not judge_play(before, after, "R8 R9 R10", SABRA, opened=False)
    assert judge_play(before, after, "R8 R9 R10", SABRA)


def test_in_the_opening_turn_more_may_be_laid_where_layoff_is_allowed() -> None:
    before = "{R11 R12 R13}"
    after = "{R10 R11 R12 R13} {B10 K10 Y10}"
    assert not judge_play(before, after, "R10 B10 K10 Y10", SABRA, opened=False)
    layoff = SABRA.with_rules(opening_turn_layoff="any")
    assert judge_play(before, after, "R10 B10 K10 Y10", layoff, opened=False)
    # The table was changed, but no tile came after the opening.
    changed = "{R10 B10 K10 Y10} {R11 R12 R13}"
    assert judge_play(before, changed, "R10 B10 K10 Y10", layoff, opened=False)
    regrouped = judge_play(
        "{R1 R2 R3 R4 R5 R6}",
        "{R1 R2 R3} {R4 R5 R6} {B10 K10 Y10}",
        "B10 K10 Y10",
        layoff,
        opened=False,
    )
    assert not regrouped


def test_a_table_joker_may_be_exchanged_before_the_opening_only_by_the_house_rule() -> None:
    before, rack = "{R3 J(R4) R5}", "R4 R12 R13"
    after = "{R3 R4 R5} {J(R11) R12 R13}"
    assert not judge_play(before, after, rack, SABRA, opened=False)
    allowed = SABRA.with_rules(joker_before_opening=True)
    assert judge_play(before, after, rack, allowed, opened=False)
    # A14: the new reading counts.
    low = "{R3 R4 R5} {J(R1) R2 R3}"
    assert not judge_play(before, low, "R4 R2 R3", allowed, opened=False)


def test_a_key_must_be_among_the_tiles_played() -> None:
    river = find_variant("river")
    assert judge_play("", "{B8 B9 B10}", "B8 B9 B10", river, must="B9")
    assert not judge_play("", "{B8 B9 B10}", "B8 B9 B10", river, must="B7")


def test_an_opening_that_is_not_defined_is_an_error() -> None:
    mini = SABRA.with_rules(open_points=None)
    with pytest.raises(VariantError, match="open"):
        judge_play("", "{R1 R2 R3}", "R1 R2 R3", mini, opened=False)


def test_claims_are_on_the_table() -> None:
    with pytest.raises(PlayError, match="isn't on the table"):
        judge_play("{R1 R2 R3}", "{R1 R2 R3 R4}", "R4", PLUS, claims="{R5 B5 K5 Y5}")


def test_where_a_game_is_not_known_plays_are_not_judged() -> None:
    with pytest.raises(VariantError, match="no plays on the table are judged"):
        judge_play("", "{R1 R2 R3}", "R1 R2 R3", find_variant("okey"))


@pytest.mark.parametrize(
    "text",
    ["{R3 J(R4) R5} {B7 K7 Y7}", "", "{R5 J(R6) J(R7)}", "{J(B5/K5/Y5) R5 J(B5/K5/Y5)}"],
)
def test_tables_round_trip(text: str) -> None:
    table = Table.parse(text, SABRA)
    assert Table.parse(str(table), SABRA) == table
    assert len(table.hand(SABRA)) == sum(map(len, table.melds))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{R3 R4}", r"\{R3 R4\}: no meld. 2 tiles; a meld has at least 3"),
        ("R3 R4 R5", "outside the braces"),
        ("{R3 R4 R5} {R3 R4 R5} {R3 R4 R5}", "too many tiles on the table: 3 times R3"),
        ("{R3 R4 R99}", "R99"),
    ],
)
def test_texts_that_are_no_table(text: str, message: str) -> None:
    with pytest.raises(TableError, match=message):
        Table.parse(text, SABRA)

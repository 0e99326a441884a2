"""The referee of the Okey games finds no fault in deals, and all slips that are put into them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from rummistats.play import STRATEGIES, play
from rummistats.variants import find_variant
from tests.odd_players import clumsy
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array

Line = dict[str, Any]


@pytest.mark.parametrize(("game", "deals"), [("okey-101", 36), ("okey", 24)])
def test_the_referee_finds_no_fault_in_sixty_deals(game: str, deals: int) -> None:
    rows: list[Line] = [{}, {"partners": True}]
    array = covering_array(VALUES[game], seed=1)
    rows += [changed_rules(game, row) for row in array]
    random = Random(game)
    for seed in range(deals):
        variant = find_variant(game).with_rules(**rows[seed % len(rows)])
        names: list[Any] = random.choices([*sorted(STRATEGIES), clumsy], k=variant.players)
        record = play(variant, names, seed=seed, on_fault="penalty", seconds=None)
        assert check_record(record.to_json_lines()) == []


# Slips.


@lru_cache
def deal_with(game: str, *words: str) -> str:
    """The first deal whose record has all of these words."""
    for seed in range(60):
        strategies = ["greedy", "optimal", "hold_back", "counting"]
        text = play(find_variant(game), strategies, seed=seed).to_json_lines()
        if all(word in text for word in words):
            return text
    raise AssertionError(words)


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][2] = str(int(lines[0]["scores"][2]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [(lines[0]["winners"][0] + 1) % 4]


def another_indicator(lines: list[Line]) -> None:
    color = "R" if lines[0]["face_up"][0] != "R" else "B"
    lines[0]["face_up"] = color + lines[0]["face_up"][1:]


def a_missing_turn(lines: list[Line]) -> None:
    lines.pop()
    lines[0]["turns"] -= 1


def another_discard(lines: list[Line]) -> None:
    for line in lines[1:]:
        for action in line["actions"]:
            if "discard" in action:
                action["discard"] = "R1" if action["discard"] != "R1" else "B1"
                return


def a_draw_instead_of_the_discard(lines: list[Line]) -> None:
    first = next(a for line in lines[1:] for a in line["actions"] if a.get("take") == "discards")
    first["take"] = "pool"


def no_discard(lines: list[Line]) -> None:
    lines[2]["actions"].pop()


def a_foreign_color(lines: list[Line]) -> None:
    """Say that a joker on the table stands for a tile that is there."""
    for line in lines[1:]:
        for action in line["actions"]:
            if "J(" in action.get("table", ""):
                before, _, after = action["table"].partition("J(")
                action["table"] = f"{before}J(R1{after[after.index(')') :]}"
                return


def a_tile_less(lines: list[Line]) -> None:
    lay = next(a for line in lines[1:] for a in line["actions"] if "lay" in a)
    lay["lay"] = lay["lay"].partition(" ")[2]


SLIPS: list[tuple[str, Callable[[list[Line]], None]]] = [
    *(
        (game, slip)
        for game in ("okey-101", "okey")
        for slip in (
            another_score,
            another_winner,
            another_indicator,
            a_missing_turn,
            another_discard,
            a_draw_instead_of_the_discard,
            no_discard,
        )
    ),
    ("okey-101", a_foreign_color),
    ("okey-101", a_tile_less),
    ("okey", a_tile_less),
]


@pytest.mark.parametrize(("game", "slip"), SLIPS, ids=lambda each: getattr(each, "__name__", each))
def test_the_referee_finds_every_slip(game: str, slip: Callable[[list[Line]], None]) -> None:
    words = ['"ended": "out"', '"take": "discards"']
    text = deal_with(game, *words, *(["J("] if game == "okey-101" else []))
    assert check_record(text) == []
    lines = [json.loads(line) for line in text.splitlines()]
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize(
    ("told", "true"),
    [
        ({"open_points": 150}, {}),
        ({"joker_swap": "off"}, {}),
        ({"not_opened": 200}, {}),
        ({"penalty": 50}, {}),
        ({"discard_must_be_used": True, "players": 4}, {"discard_must_be_used": False}),
        ({}, {"starter_may_open": True, "open_points": 30}),
        ({"split_runs": False}, {"wrap_13_1": True, "open_points": 30}),
    ],
    ids=str,
)
def test_deals_of_other_rules_are_faulty(told: Line, true: Line) -> None:
    """Of some deals at least: what is played by one rule is judged by another."""
    for seed in range(12):
        names = ["greedy", "random", "cautious", "greedy"]
        variant = find_variant("okey-101").with_rules(**true)
        head, *rest = play(variant, names, seed=seed).to_json_lines().splitlines()
        line = json.loads(head)
        line["rules"] = told
        if check_record("\n".join([json.dumps(line), *rest])):
            return
    raise AssertionError("no fault was found")

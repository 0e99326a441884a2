"""The referee of American and International: no fault in deals, and every slip is found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from rummistats.play import STRATEGIES, judge_play, play
from rummistats.variants import find_variant
from tests.odd_players import clumsy
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array
from tests.oracles.referee.jokers import broken_extension_rule
from tests.oracles.referee.melds import read_table
from tests.oracles.referee.rules import rules_of
from tests.oracles.referee.tiles import read_tiles

Line = dict[str, Any]


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("game", ["american", "international"])
def test_the_referee_finds_no_fault_in_sixty_deals(game: str, part: int) -> None:
    """Two thirds of them with house rules; in some an illegal play is taken back."""
    random = Random(f"{game} {part}")
    rows = covering_array(VALUES[game], seed=1)
    for seed in range(20 * part, 20 * part + 20):
        rules = {} if seed % 3 == 0 else changed_rules(game, rows[seed % len(rows)])
        variant = find_variant(game).with_rules(**rules)
        names: list[Any] = random.choices([*sorted(STRATEGIES), clumsy], k=variant.players)
        record = play(variant, names, seed=seed, on_fault="penalty", seconds=None)
        assert check_record(record.to_json_lines()) == []


# Slips: deals of another rule.


@pytest.mark.parametrize(
    ("game", "played", "judged"),
    [
        ("american", {"discard_for_opening": True}, {}),
        ("american", {"no_redraw_discard": False}, {}),
        ("american", {"discard_must_be_used": False}, {"discard_must_be_used": True}),
        ("american", {"opening_turn_layoff": "any"}, {"opening_turn_layoff": "own_only"}),
        ("american", {"opening_turn_layoff": "own_only"}, {"opening_turn_layoff": "none"}),
        ("american", {"open_points": 0}, {}),
        ("american", {"open_points": 30}, {"open_needs_run": True}),
        ("american", {"closed_needs_opening": False, "hand_size": 7}, {"hand_size": 7}),
        ("american", {"trump_drawable": True}, {}),
        ("american", {"exhaustion": "recycle"}, {}),
        ("american", {"ones": "low_or_high"}, {}),
        ("american", {"scoring": "romanian"}, {}),
        ("american", {}, {"trump_without_opening": False, "open_points": 50, "hand_size": 5}),
        ("american", {"rearrange": True}, {}),
        ("international", {}, {"discard_from": "after_opening"}),
        ("international", {"trump_for": "any", "hand_size": 5}, {"hand_size": 5}),
        ("international", {"open_points": 0}, {"open_points": 50}),
        ("international", {}, {"foot_score": 300}),
        ("international", {}, {"unmelded_score": 110}),
        ("international", {}, {"round_up_to": 10}),
        ("international", {"opening_turn_layoff": "any"}, {"opening_turn_layoff": "none"}),
    ],
    ids=str,
)
def test_deals_of_another_rule_are_found(game: str, played: Line, judged: Line) -> None:
    size = {"hand_size": judged["hand_size"]} if "hand_size" in judged else {}
    variant = find_variant(game).with_rules(**played | size)
    # Some rules are met by who plays at random only, others by who waits.
    names = ["hold_back"] * 4 if "foot_score" in judged else ["random", "greedy"] * 2
    if "no_redraw_discard" in played or "opening_turn_layoff" in played:
        names = ["random"] * 4
    for seed in range(60):
        head, *turns = play(variant, names, seed=seed).to_json_lines().splitlines()
        line = json.loads(head)
        line["rules"] = {
            name: value for name, value in line["rules"].items() if name not in played
        } | judged
        if check_record("\n".join([json.dumps(line), *turns])):
            return
    raise AssertionError("no fault was found")


@pytest.mark.parametrize(
    ("before", "rack", "after", "rules", "allowed"),
    [
        ("{B8 J(B9) B10}", "B9 K2 Y2", "{B8 B9 B10} {K2 Y2 J(R2/B2)}", {}, True),
        ("{B8 J(B9) B10} {K3 K4 K5}", "B9", "{B8 B9 B10} {K3 K4 K5 J(K6)}", {}, False),
        ("{B8 J(B9) B10}", "B9 K2 J", "{B8 B9 B10} {K2 J(R2/B2/Y2) J(R2/B2/Y2)}", {}, True),
        ("{B8 J(B9) B10}", "B7 B11", "{B7 B8 J(B9) B10 B11}", {}, True),
        ("{R4 R5 R6 R7}", "B7 K7", "{R4 R5 R6} {R7 B7 K7}", {}, False),
        ("{B3 K3 J(R3/Y3)}", "R3", "{R3 B3 K3 J(Y3)}", {}, True),
        ("{B3 K3 J(R3/Y3)}", "R3 B9 K9", "{R3 B3 K3} {B9 K9 J(R9/Y9)}", {}, True),
        (
            "{B3 K3 J(R3/Y3)}",
            "R3 B9 K9",
            "{R3 B3 K3} {B9 K9 J(R9/Y9)}",
            {"joker_group3_needs_both": True},
            False,
        ),
    ],
)
def test_melds_that_are_only_extended(
    before: str, rack: str, after: str, rules: Line, allowed: bool
) -> None:
    played = Counter(read_tiles(rack))
    settled = rules_of("american", rules)
    fault = broken_extension_rule(read_table(before), read_table(after), played, settled)
    assert (not fault) == allowed
    engine = judge_play(before, after, rack, find_variant("american").with_rules(**rules))
    assert bool(engine) == allowed


# Slips of the record.


@lru_cache
def good_record(game: str) -> str:
    names = ["optimal", "greedy"] * 2
    return play(find_variant(game), names, seed=4).to_json_lines()


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][0] = str(int(lines[0]["scores"][0]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [(lines[0]["winners"][0] + 1) % 4]


def another_end(lines: list[Line]) -> None:
    lines[0]["ended"] = "blocked"


def another_trump(lines: list[Line]) -> None:
    lines[0]["face_up"] = "R1" if lines[0]["face_up"] != "R1" else "R2"


def the_other_direction(lines: list[Line]) -> None:
    lines[1]["seat"], lines[2]["seat"] = lines[2]["seat"], lines[1]["seat"]


def no_discard(lines: list[Line]) -> None:
    lines[1]["actions"].pop()


def nothing_taken(lines: list[Line]) -> None:
    lines[1]["actions"].pop(0)


def two_taken(lines: list[Line]) -> None:
    lines[1]["actions"].insert(0, {"take": "pool"})


def the_trump_without_a_win(lines: list[Line]) -> None:
    lines[1]["actions"][0] = {"take": "face_up"}
    lines[1]["drawn"] = lines[0]["face_up"]


def a_strange_discard(lines: list[Line]) -> None:
    tile = lines[1]["actions"][-1]["discard"]
    lines[1]["actions"][-1]["discard"] = "R1" if tile != "R1" else "R2"


def laid(lines: list[Line]) -> tuple[Line, Line]:
    return next((line, each) for line in lines[1:] for each in line["actions"] if "lay" in each)


def a_tile_less_laid(lines: list[Line]) -> None:
    action = laid(lines)[1]
    action["lay"] = " ".join(action["lay"].split()[1:])


def melds_put_together(lines: list[Line]) -> None:
    line, action = next(
        (line, each)
        for line in lines[1:]
        for each in line["actions"]
        if "} {" in each.get("table", "")
    )
    action["table"] = line["table"] = action["table"].replace("} {", " ", 1)


def wrong_points_left(lines: list[Line]) -> None:
    lines[1]["points_left"] += 1


def opened_told_wrongly(lines: list[Line]) -> None:
    lines[1]["opened"] = not lines[1]["opened"]


def a_missing_turn(lines: list[Line]) -> None:
    lines.pop()
    lines[0]["turns"] -= 1


SLIPS = [
    another_score,
    another_winner,
    another_end,
    another_trump,
    the_other_direction,
    no_discard,
    nothing_taken,
    two_taken,
    the_trump_without_a_win,
    a_strange_discard,
    a_tile_less_laid,
    melds_put_together,
    wrong_points_left,
    opened_told_wrongly,
    a_missing_turn,
]


@pytest.mark.parametrize("game", ["american", "international"])
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.__name__)
def test_the_referee_finds_every_slip(slip: Callable[[list[Line]], None], game: str) -> None:
    lines = [json.loads(line) for line in good_record(game).splitlines()]
    assert check_record("\n".join(map(json.dumps, lines))) == []
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))

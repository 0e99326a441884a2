"""The referee of Romanian tile rummy: it finds no fault in deals, and every slip."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from rummistats.play import STRATEGIES, Action, Discard, Take, View, judge_play, play
from rummistats.play.discarding import CIRCLES
from rummistats.variants import find_variant
from tests.odd_players import clumsy
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array
from tests.oracles.referee.jokers import broken_extension_rule
from tests.oracles.referee.melds import broken_meld_rule, read_table
from tests.oracles.referee.position import Pool, Position
from tests.oracles.referee.romanian import has_three
from tests.oracles.referee.romanian_scores import scores
from tests.oracles.referee.rules import rules_of
from tests.oracles.referee.tiles import read_tile, read_tiles

Line = dict[str, Any]


@pytest.mark.parametrize("part", range(3))
def test_the_referee_finds_no_fault_in_sixty_deals(part: int) -> None:
    """Two thirds of them with house rules, in some of which illegal actions are refused."""
    random = Random(part)
    rows = covering_array(VALUES["romanian"], seed=4)
    for seed in range(20 * part, 20 * part + 20):
        rules = {} if seed % 3 == 0 else changed_rules("romanian", rows[seed % len(rows)])
        variant = find_variant("romanian").with_rules(**rules)
        names: list[Any] = random.choices([*sorted(STRATEGIES), clumsy], k=variant.players)
        record = play(variant, names, seed=seed, on_fault="penalty", seconds=None)
        assert check_record(record.to_json_lines()) == []


def swapping(view: View, random: Any) -> Action:
    """Lay nothing but an opening; take the discard whenever that is allowed, and put it back."""
    if Take("discards") in view.choices:
        return Take("discards")
    if view.phase == "act" and view.has_opened and view.taken and view.taken[0] in view.hand:
        return Discard(view.taken[0])
    return STRATEGIES["greedy"].choose(view, random)


# Slips of the record.


@lru_cache
def dealt(rules: str, strategies: tuple[str, ...], seed: int) -> str:
    variant = find_variant("romanian").with_rules(**json.loads(rules))
    return play(variant, strategies[: variant.players], seed=seed).to_json_lines()


@lru_cache
def deal_with(*words: str) -> str:
    """The first deal whose record has all of these words."""
    for seed in range(60):
        text = dealt("{}", ("greedy", "optimal", "hold_back", "counting"), seed)
        if all(word in text for word in words):
            return text
    raise AssertionError(words)


def action_of(lines: list[Line], kind: str, value: Any = None) -> Line:
    """The first action of a kind."""
    actions = (action for line in lines[1:] for action in line["actions"])
    return next(each for each in actions if kind in each and value in (None, each[kind]))


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][2] = str(int(lines[0]["scores"][2]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [(lines[0]["winners"][0] + 1) % 4]


def another_end(lines: list[Line]) -> None:
    lines[0]["ended"] = "blocked"


def another_exposed_tile(lines: list[Line]) -> None:
    lines[0]["face_up"] = "R1" if lines[0]["face_up"] != "R1" else "R2"


def an_exposed_joker(lines: list[Line]) -> None:
    place, hand = next((k, hand) for k, hand in enumerate(lines[0]["hands"]) if "J" in hand)
    lines[0]["hands"][place] = hand.replace("J", lines[0]["face_up"], 1)
    lines[0]["face_up"] = "J"


def another_starter(lines: list[Line]) -> None:
    lines[0]["starter"] = (lines[0]["starter"] + 1) % 4


def a_missing_turn(lines: list[Line]) -> None:
    lines.pop()
    lines[0]["turns"] -= 1


def no_discard(lines: list[Line]) -> None:
    lines[2]["actions"].pop()


def nothing_taken(lines: list[Line]) -> None:
    lines[2]["actions"].pop(0)


def two_taken(lines: list[Line]) -> None:
    lines[2]["actions"].insert(0, {"take": "pool"})


def a_tile_for_the_starter(lines: list[Line]) -> None:
    place = next(n for n, action in enumerate(lines[1]["actions"]) if "discard" in action)
    lines[1]["actions"].insert(place, {"take": "pool"})


def a_discard_too_early(lines: list[Line]) -> None:
    lines[3]["actions"][0] = {"take": "discards"}
    lines[3]["drawn"] = lines[2]["actions"][-1]["discard"]


def the_exposed_tile_without_a_win(lines: list[Line]) -> None:
    lines[2]["actions"][0] = {"take": "face_up"}
    lines[2]["drawn"] = lines[0]["face_up"]


def a_strange_discard(lines: list[Line]) -> None:
    last = lines[2]["actions"][-1]
    last["discard"] = "R1" if last["discard"] != "R1" else "R2"


def another_pool(lines: list[Line]) -> None:
    first, *rest = lines[0]["pool"].split()
    place = next(place for place, tile in enumerate(rest) if tile != first)
    rest[place], first = first, rest[place]
    lines[0]["pool"] = " ".join([first, *rest])


def a_tile_less_laid(lines: list[Line]) -> None:
    action = action_of(lines, "lay")
    action["lay"] = action["lay"].partition(" ")[2]


def melds_put_together(lines: list[Line]) -> None:
    for line in lines[1:]:
        for action in line["actions"]:
            if "} {" in action.get("table", ""):
                action["table"] = line["table"] = action["table"].replace("} {", " ", 1)
                return


def wrong_points_left(lines: list[Line]) -> None:
    lines[1]["points_left"] += 1


def opened_told_wrongly(lines: list[Line]) -> None:
    lines[1]["opened"] = not lines[1]["opened"]


def another_doubla(lines: list[Line]) -> None:
    hand = lines[0]["hands"][0].split()
    action_of(lines, "offer")["offer"] = next(tile for tile in hand if hand.count(tile) == 1)


def somebody_who_is_not_asked(lines: list[Line]) -> None:
    """One who has a doubla is not asked."""
    actions = lines[1]["actions"]
    place = next(place for place, action in enumerate(actions) if "offer" in action)
    del actions[place + 1]


def one_tile_less_of_the_row(lines: list[Line]) -> None:
    action_of(lines, "pull")["taken"] -= 1


def another_tile_of_the_row(lines: list[Line]) -> None:
    pull = action_of(lines, "pull")
    pull["pull"], pull["taken"] = pull["pull"] + 1, pull["taken"] - 1


def more_of_the_row(lines: list[Line]) -> None:
    pull = action_of(lines, "pull")
    pull["pull"], pull["taken"] = pull["pull"] - 1, pull["taken"] + 1


def a_draw_in_place_of_the_row(lines: list[Line]) -> None:
    pull = action_of(lines, "pull")
    place = next(n for n, line in enumerate(lines) if pull in line.get("actions", []))
    lay = {"lay": pull["lay"], "table": pull["table"]}
    lines[place]["actions"][:1] = [{"take": "pool"}, lay]


def a_draw_in_place_of_the_discard(lines: list[Line]) -> None:
    action_of(lines, "take", "discards")["take"] = "pool"


def a_pass_with_a_wall(lines: list[Line]) -> None:
    lines[2]["actions"][:] = [{"pass": True}]


SLIPS: list[tuple[Callable[[list[Line]], None], str]] = [
    *(
        (slip, '"pull"')
        for slip in (
            another_score,
            another_winner,
            another_end,
            another_exposed_tile,
            an_exposed_joker,
            another_starter,
            a_missing_turn,
            no_discard,
            nothing_taken,
            two_taken,
            a_tile_for_the_starter,
            a_discard_too_early,
            the_exposed_tile_without_a_win,
            a_strange_discard,
            another_pool,
            a_tile_less_laid,
            melds_put_together,
            wrong_points_left,
            opened_told_wrongly,
            one_tile_less_of_the_row,
            another_tile_of_the_row,
            more_of_the_row,
            a_draw_in_place_of_the_row,
            a_pass_with_a_wall,
        )
    ),
    (another_doubla, '"offer"'),
    (somebody_who_is_not_asked, '"offer"'),
    (a_draw_in_place_of_the_discard, '"take": "discards"'),
]


@pytest.mark.parametrize(("slip", "word"), SLIPS, ids=lambda each: getattr(each, "__name__", ""))
def test_the_referee_finds_every_slip(slip: Callable[[list[Line]], None], word: str) -> None:
    lines = [json.loads(line) for line in deal_with('"ended": "out"', word).splitlines()]
    assert check_record("\n".join(map(json.dumps, lines))) == []
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))


# Slips: deals of another rule.

ALL_AT_ONCE = {"hand_size": 5, "open_points": 0, "open_needs_run": False}


@pytest.mark.parametrize(
    ("played", "judged"),
    [
        ({"first_tile_dead": False}, {}),
        ({"discard_for_opening": True}, {}),
        ({"opening_turn_layoff": "any"}, {}),
        ({"open_points": 20}, {}),
        ({"open_needs_run": False}, {}),
        ({"closed_needs_opening": False, "hand_size": 5}, {"hand_size": 5}),
        ({}, {"exposed_for_win": False}),
        (ALL_AT_ONCE | {"starter_may_meld": True}, ALL_AT_ONCE),
        ({}, {"exhaustion": "end"}),
        ({}, {"max_recycles": 0}),
        ({}, {"no_meld_penalty": "100_plus_rack"}),
        ({"exhaustion": "end"}, {"exhaustion": "end", "no_meld_penalty_without_winner": False}),
        ({}, {"joker_meld": 40}),
        ({}, {"joker_rack": 40}),
        ({}, {"rack_one_value": 10}),
        ({}, {"win_bonus": 50}),
        ({}, {"twin_bonus": 15}),
        ({"open_needs_run": False}, {"open_needs_run": False, "ones_set4_value": 40}),
        ({}, {"row_pick_last": False}),
        ({}, {"all_ones_by_position": False}),
        ({}, {"doubla_exchange": False}),
        ({}, {"redeal_on_three_doublas": True}),
        ({}, {"ones": "low"}),
    ],
    ids=str,
)
def test_deals_of_another_rule_are_found(played: Line, judged: Line) -> None:
    renamed = {"joker_rack": "joker_rack_value"}
    judged = {renamed.get(name, name): value for name, value in judged.items()}
    for seed in range(60):
        names = ("random", "greedy", "counting", "random")
        head, *turns = dealt(json.dumps(played, sort_keys=True), names, seed).splitlines()
        line = json.loads(head)
        assert check_record("\n".join([head, *turns])) == []
        line["rules"] = judged
        if check_record("\n".join([json.dumps(line), *turns])):
            return
    raise AssertionError("no fault was found")


# The rule file's examples, so that the referee itself is right.


@pytest.mark.parametrize(
    ("meld", "legal"),
    [
        ("{B9 B10 J(B11)}", True),
        ("{Y3 J(Y4) Y5 J(Y6) Y7}", False),
        ("{Y3 J(Y4) Y5 J(Y6) Y7 Y8}", True),
        ("{R5 J(B5/K5/Y5) J(B5/K5/Y5)}", False),
        ("{K12 K13 K1}", True),
        ("{K13 K1 K2}", False),
        ("{R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1}", True),
    ],
)
def test_melds(meld: str, legal: bool) -> None:
    [read] = read_table(meld)
    assert (not broken_meld_rule(read, rules_of("romanian", {}))) == legal


def test_the_full_game_and_a_closed_win() -> None:
    """A has melded 110, B 40 beside a joker, C 80; D has announced the twin."""
    racks = "", "K1 R13 Y4", "J K13 K3", "R2 R4 R6 B9 B9 Y2 Y13 K13 K12 K10 B3 B5 K7 R1"
    hands = [Counter(read_tiles(rack)) for rack in racks]

    def scored(changed: Line, **settings: Any) -> list[int]:
        rules = rules_of("romanian", changed)
        fields: Line = {"opened": [True, True, True, False], "winner": 0, "twins": [3]}
        fields |= {"melded": [0, 50, 0, 0], "scored": Counter({0: 110, 1: 40, 2: 80})}
        fields |= {"row": read_tiles("K2")} | settings
        return list(map(int, scores(Position(rules, hands, Pool([]), 0, **fields))))

    assert scored({}) == [210, 50, 40, -175]
    assert scored({"rack_one_value": 10})[1] == 65
    assert scored({"rack_one_value": 5})[1] == 70
    assert scored({"no_meld_penalty": "100_plus_rack"})[3] == -185
    closed: Line = {"claim": "closed", "scored": Counter({0: 95}), "row": read_tiles("J")}
    assert scored({}, **closed)[0] == 295
    assert scored({"joker_discard_doubles": True}, **closed)[0] == 590
    hands[0] = Counter(read_tiles("K2"))
    assert scored({}, winner=None) == [105, 50, 40, -175]


@pytest.mark.parametrize(
    ("before", "rack", "after", "allowed"),
    [
        ("{B9 B10 J(B11)}", "B11 K7 Y7", "{B9 B10 B11} {K7 Y7 J(R7/B7)}", True),
        ("{B9 B10 J(B11)}", "B11", "{B9 B10 B11 J(B12)}", False),
        ("{B9 B10 J(B11)}", "B8", "{J(B8) B9 B10}", False),
        ("{B9 B10 J(B11)}", "B8 B12", "{B8 B9 B10 J(B11) B12}", True),
        ("{R6 B6 J(K6/Y6)}", "K6 Y6 K9 Y9", "{R6 B6 K6 Y6} {K9 Y9 J(R9/B9)}", True),
        ("{R6 B6 J(K6/Y6)}", "K6 K9 Y9", "{R6 B6 K6} {K9 Y9 J(R9/B9)}", False),
        ("{R6 B6 J(K6/Y6)}", "K6", "{R6 B6 K6 J(Y6)}", True),
        ("{R6 B6 K6 J(Y6)}", "Y6 K9 Y9", "{R6 B6 K6 Y6} {K9 Y9 J(R9/B9)}", True),
    ],
)
def test_jokers_on_the_table(before: str, rack: str, after: str, allowed: bool) -> None:
    played, rules = Counter(read_tiles(rack)), rules_of("romanian", {})
    fault = broken_extension_rule(read_table(before), read_table(after), played, rules)
    assert (not fault) == allowed
    assert bool(judge_play(before, after, rack, find_variant("romanian"))) == allowed


def test_exactly_two_tiles_for_each_joker() -> None:
    before = read_table("{B9 B10 J(B11)} {K9 K10 J(K11)}")
    after = read_table("{B9 B10 B11} {K9 K10 K11} {Y3 J(Y4) J(Y5) Y6 Y7 Y8}")
    played = Counter(read_tiles("B11 K11 Y3 Y6 Y7 Y8"))
    for rule, legal in (("at_least_2", True), ("exactly_2", False)):
        rules = rules_of("romanian", {"joker_reuse_rack_tiles": rule})
        assert (not broken_extension_rule(before, after, played, rules)) == legal


@pytest.mark.parametrize(
    ("meld", "key", "legal"),
    [
        ("{R5 R6 R7}", "R6", True),
        ("{R5 R6 J(R7)}", "R5", True),
        ("{R4 R5 R6 R7 R8 J(R9)}", "R4", True),
        ("{R5 B5 J(K5/Y5)}", "R5", True),
        ("{R5 B5 K5 J(Y5)}", "R5", True),
    ],
)
def test_two_rack_tiles_for_a_tile_of_the_row(meld: str, key: str, legal: bool) -> None:
    """The others are added to them."""
    [read], rules = read_table(meld), rules_of("romanian", {})
    assert has_three(read, read_tile(key), rules) == legal
    strict = rules | {"row_pick_with_joker": False}
    assert has_three(read, read_tile(key), strict) == (legal and "J" not in meld)


def test_what_is_dealt_anew_is_judged() -> None:
    game = find_variant("romanian").with_rules(redeal_on_three_doublas=True)
    names = ["greedy", "random", "greedy", "random"]
    texts = (play(game, names, seed=seed).to_json_lines() for seed in range(20))
    text = next(each for each in texts if '"redeal"' in each)
    assert check_record(text) == []
    lines = [json.loads(line) for line in text.splitlines()]
    dealt = lines[1]["dealt"]
    first, *rest = dealt["pool"].split()
    for pool in (rest, [rest[0], *rest]):
        dealt["pool"] = " ".join(pool)
        assert check_record("\n".join(map(json.dumps, lines))), first


def test_taking_each_others_discards_for_ever() -> None:
    """Whoever has opened takes the discard and puts it back: nothing else ends the deal."""
    game = find_variant("romanian").with_rules(players=2)
    record = play(game, [swapping, swapping], seed=1)
    assert record.blocked
    assert check_record(record.to_json_lines()) == []
    lines = [json.loads(line) for line in record.to_json_lines().splitlines()]
    assert all(line["actions"][0] == {"take": "discards"} for line in lines[-2 * CIRCLES :])
    # A turn less is not enough, and one more is too late.
    lines[0]["turns"] -= 1
    assert check_record("\n".join(map(json.dumps, lines[:-1]))) != []
    lines[0]["turns"] += 2
    assert check_record("\n".join(map(json.dumps, [*lines, lines[-2]]))) != []

"""The referee, which shares no code with the engine: it finds no fault in deals, and all slips."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rummistats.play import STRATEGIES, play
from rummistats.play.rearranging import REARRANGED
from rummistats.variants import find_variant
from tests.odd_players import clumsy, fickle
from tests.oracles.referee import check_record
from tests.oracles.referee.claims import play_stones
from tests.oracles.referee.finding import has_rearrangement
from tests.oracles.referee.house_rules import VALUES, can_be_played, covering_array
from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import broken_meld_rule, read_table, tiles_of, value_of
from tests.oracles.referee.opening import broken_opening_rule, can_open
from tests.oracles.referee.position import Pool, Position
from tests.oracles.referee.rules import rules_of
from tests.oracles.referee.stone_scores import matchpoints, scores, winners
from tests.oracles.referee.tiles import JOKER, Fault, deck, read_tiles

Line = dict[str, Any]

SHORT: list[Line] = [{}, {"players": 2, "hand_size": 7}, {"players": 3, "hand_size": 5}]
# With small hands the tables of these games become large, and the deals long.
LONG: list[Line] = [{}, {"players": 3}, {"players": 3, "hand_size": 18}]


def sabra(**changed: Any) -> dict[str, Any]:
    return rules_of("sabra", changed)


# Deals.


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (game, rules)
        for game in REARRANGED
        for rules in (LONG if game in ("machiavelli", "river") else SHORT)
    ],
    ids=str,
)
def test_the_referee_finds_no_fault_in_twenty_deals(game: str, rules: Line) -> None:
    """The games of draw and discard have their sixty deals in files of their own."""
    variant = find_variant(game)
    if rules:
        variant = variant.with_rules(**rules)
    random = Random(f"{game} {rules}")
    for seed in range(20):
        names = random.choices(sorted(STRATEGIES), k=variant.players)
        assert check_record(play(variant, names, seed=seed).to_json_lines()) == []


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("sabra", {"joker_mode": "replace", "direction": "counterclockwise"}),
        ("sabra", {"joker_mode": "locked", "opening_turn_layoff": "any", "open_points": 50}),
        ("sabra", {"open_points": 130, "blocked_winner": "fewest_tiles", "tie": "first"}),
        ("river", {"open_points": 110, "blocked_scoring": "normal", "joker_rack_value": 25}),
        ("river", {"river_pull": "older_and_wanted", "river_recycle": True, "players": 3}),
        ("river", {"river_other_plays": "key_combination", "river_before_opening": True}),
        ("machiavelli", {"ace": "high_only", "jokers": 4, "open_points": 36}),
        ("machiavelli", {"starting_table": 4, "hand_size": 6, "first_play_own": True}),
        ("machiavelli", {"must_draw_first": True, "scoring": "points", "exhaustion": "draw"}),
        ("stone-rummy", {"finish": "hand_or_table", "deposit_only_one": True, "jokers": "stock2"}),
        ("stone-rummy", {"finish": "hand", "see_first": False, "exhaustion": "end", "players": 4}),
        ("stone-rummy", {"initial_deposit": "starter_hand", "joker_keep": False, "hand_size": 7}),
        ("stone-rummy-plus", {"late_claim": True, "winner_by": "GMP", "slow_penalty": 0.5}),
        ("stone-rummy-plus", {"dissolve_any_time": False, "capture_with_joker": False}),
        ("stone-rummy-plus", {"joker_chase": False, "claim_min_real": 3, "claim_mp": 2}),
    ],
)
def test_nor_with_house_rules(game: str, rules: Line) -> None:
    variant = find_variant(game).with_rules(**rules)
    for seed in range(2):
        names = ["optimal", "random", fickle, clumsy][: variant.players]
        record = play(variant, names, seed=seed, on_fault="penalty", seconds=None)
        assert check_record(record.to_json_lines()) == []


# Slips.

SEEDS = {"stone-rummy-plus": 0}


@lru_cache
def good_record(game: str) -> str:
    """A deal that somebody wins after drawing, opening and playing; with claims there are some."""
    return play(find_variant(game), "optimal", seed=SEEDS.get(game, 4)).to_json_lines()


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][0] = str(int(lines[0]["scores"][0]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [(lines[0]["winners"][0] + 1) % 4]


def another_end(lines: list[Line]) -> None:
    lines[0]["ended"] = "blocked"


def a_missing_turn(lines: list[Line]) -> None:
    lines.pop()
    lines[0]["turns"] -= 1


def a_stolen_tile(lines: list[Line]) -> None:
    lines[0]["pool"] = lines[0]["pool"].rpartition(" ")[0]


def a_tile_of_another_kind(lines: list[Line]) -> None:
    hand = lines[0]["hands"][0].split()
    lines[0]["hands"][0] = " ".join([hand[1], *hand[1:]])


def another_starter(lines: list[Line]) -> None:
    lines[0]["starter"] = (lines[0]["starter"] + 1) % 4


def a_wrong_seat(lines: list[Line]) -> None:
    lines[2]["seat"] = lines[1]["seat"]


def a_wrong_draw(lines: list[Line]) -> None:
    turn = next(line for line in lines[1:] if line["drawn"])
    first = turn["drawn"].split()[0]
    turn["drawn"] = turn["drawn"].replace(first, "R1" if first != "R1" else "R2", 1)


def a_swapped_pool(lines: list[Line]) -> None:
    first, second, *rest = lines[0]["pool"].split()
    while second == first:
        second, *rest = [*rest, second]
    lines[0]["pool"] = " ".join([*rest, first, second])


def action_of(lines: list[Line], kind: str) -> Line:
    """The first action of a kind."""
    return next(action for line in lines[1:] for action in line["actions"] if kind in action)


def an_illegal_meld(lines: list[Line]) -> None:
    turn = next(line for line in lines[1:] if "} {" in line["table"] and "lay" in str(line))
    table = turn["table"].replace("} {", " ").replace("{", "").replace("}", "")
    action_of([lines[0], turn], "lay")["table"] = turn["table"] = "{" + table + "}"


def a_tile_that_is_not_on_the_rack(lines: list[Line]) -> None:
    action = action_of(lines, "lay")
    action["lay"] = action["lay"] + " " + action["lay"].split()[0]


def a_tile_that_is_not_on_the_table(lines: list[Line]) -> None:
    action = action_of(lines, "lay")
    action["lay"] = " ".join(action["lay"].split()[1:])


def a_table_that_lost_a_meld(lines: list[Line]) -> None:
    last = next(line for line in reversed(lines) if "lay" in str(line.get("actions")))
    left = last["table"][last["table"].index("}") + 2 :]
    action_of([lines[0], last], "lay")["table"] = last["table"] = left


def a_pass_with_a_pool(lines: list[Line]) -> None:
    turn = next(line for line in lines[1:] if "draw" in line["actions"][0])
    turn["actions"], turn["drawn"] = [{"pass": True}], ""


def too_few_points(lines: list[Line]) -> None:
    lines[0]["rules"]["open_points"] = 130


def wrong_points_left(lines: list[Line]) -> None:
    lines[1]["points_left"] += 1


def opened_or_not(lines: list[Line]) -> None:
    lines[1]["opened"] = not lines[1]["opened"]


def the_other_direction(lines: list[Line]) -> None:
    lines[0]["rules"]["direction"] = "counterclockwise"


def damage(lines: list[Line]) -> None:
    del lines[1]["actions"]


def three_stones(lines: list[Line]) -> None:
    lines[1]["actions"].insert(0, {"take": "pool"})


def one_stone(lines: list[Line]) -> None:
    del lines[1]["actions"][0]


def a_deposit_stone_twice(lines: list[Line]) -> None:
    lines[1]["actions"][:2] = [{"take": "discards"}] * 2


def the_covered_deposit_stone(lines: list[Line]) -> None:
    turn = next(line for line in lines[2:] if {"take": "discards"} in line["actions"])
    before = lines[lines.index(turn) - 1]
    before["actions"][-1] = {"pass": True}


def nothing_put_down(lines: list[Line]) -> None:
    del lines[1]["actions"][-1]


def another_stone_put_down(lines: list[Line]) -> None:
    down = lines[1]["actions"][-1]
    down["discard"] = "R1" if down["discard"] != "R1" else "R2"


def a_turn_after_putting_down(lines: list[Line]) -> None:
    lines[1]["actions"].append({"pass": True})


def a_play_before_taking(lines: list[Line]) -> None:
    lines[1]["actions"].sort(key=lambda action: "take" in action)


def stones_for_the_starter(lines: list[Line]) -> None:
    lines[0]["rules"]["initial_deposit"] = "starter_hand"


def a_claim_that_is_not_there(lines: list[Line]) -> None:
    action_of(lines, "lay")["claims"] = "{R1 B1 K1 Y1}"


def a_claim_that_was_not_made(lines: list[Line]) -> None:
    del action_of(lines, "claims")["claims"]


def a_claim_of_three(lines: list[Line]) -> None:
    lay = action_of(lines, "lay")
    lay["claims"] = lay["table"][: lay["table"].index("}") + 1]


def a_claim_that_counts_twice(lines: list[Line]) -> None:
    lines[0]["rules"]["claim_mp"] = 2


def no_claims_at_all(lines: list[Line]) -> None:
    lines[0]["rules"]["claims"] = False


SLIPS = [
    another_score,
    another_winner,
    another_end,
    a_missing_turn,
    a_stolen_tile,
    a_tile_of_another_kind,
    another_starter,
    a_wrong_seat,
    a_wrong_draw,
    a_swapped_pool,
    an_illegal_meld,
    a_tile_that_is_not_on_the_rack,
    a_tile_that_is_not_on_the_table,
    a_table_that_lost_a_meld,
    wrong_points_left,
    opened_or_not,
    the_other_direction,
    damage,
]

STONE_SLIPS = [
    three_stones,
    one_stone,
    a_deposit_stone_twice,
    the_covered_deposit_stone,
    nothing_put_down,
    another_stone_put_down,
    a_turn_after_putting_down,
    a_play_before_taking,
    stones_for_the_starter,
    a_claim_that_is_not_there,
]

OWN_SLIPS = {
    "sabra": [a_pass_with_a_pool, too_few_points],
    "river": [a_pass_with_a_pool, too_few_points],
    "machiavelli": [a_pass_with_a_pool, too_few_points],
    "stone-rummy": STONE_SLIPS,
    "stone-rummy-plus": [
        *STONE_SLIPS,
        a_claim_that_was_not_made,
        a_claim_of_three,
        a_claim_that_counts_twice,
        no_claims_at_all,
    ],
}


@pytest.mark.parametrize(
    ("game", "slip"),
    [(game, slip) for game, own in OWN_SLIPS.items() for slip in (*SLIPS, *own)],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_the_referee_finds_every_slip(game: str, slip: Callable[[list[Line]], None]) -> None:
    lines = [json.loads(line) for line in good_record(game).splitlines()]
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))


def test_the_referee_finds_plunder_that_was_played_and_a_key_that_was_not() -> None:
    variant = find_variant("river")
    records = [play(variant, "optimal", seed=seed).to_json_lines() for seed in range(6)]
    pulls = 0
    for text in records:
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines[1:]:
            action = line["actions"][0]
            if "pull" in action and len(line["drawn"].split()) == action["taken"]:
                pulls += 1
                action["taken"] += 1
                assert "tiles are taken" in check_record("\n".join(map(json.dumps, lines)))[0]
                action["taken"] -= 1
                action["pull"] += 1
                assert check_record("\n".join(map(json.dumps, lines)))
                action["pull"] -= 1
    assert pulls


# The rule file's examples, so that the referee itself is right. Jokers on the table.

MODES: dict[str, Line] = {
    "free": {"joker_mode": "free"},
    "replace": {"joker_mode": "replace"},
    "locked": {"joker_mode": "locked", "joker_replace_from": "rack"},
}
BOTH = {"joker_group3_needs_both": True}


@pytest.mark.parametrize(
    ("before", "rack", "after", "allowed", "rules"),
    [
        ("{R3 J(R4) R5}", "R4 B9 K9", "{R3 R4 R5} {B9 K9 J(R9/Y9)}", "free replace locked", {}),
        ("{R3 R4 R5 J(R6)}", "B10 K10", "{R3 R4 R5} {B10 K10 J(R10/Y10)}", "free", {}),
        (
            "{R3 J(R4) R5} {R4 B4 K4 Y4}",
            "Y9 K9",
            "{R3 R4 R5} {B4 K4 Y4} {Y9 K9 J(R9/B9)}",
            "free replace",
            {},
        ),
        (
            "{R3 J(R4) R5} {R4 B4 K4 Y4}",
            "Y9 K9",
            "{R3 R4 R5} {B4 K4 Y4} {Y9 K9 J(R9/B9)}",
            "free",
            {"joker_replace_from": "rack"},
        ),
        (
            "{R5 R6 R7 J(R8)}",
            "B5 K5",
            "{R6 R7 J(R8)} {R5 B5 K5}",
            "free replace",
            {},
        ),
        ("{R3 R4 J(R5) R6 R7}", "R5", "{R3 R4 R5} {J(R5) R6 R7}", "free replace locked", {}),
        (
            "{R3 R4 J(R5) R6 R7}",
            "R5",
            "{R3 R4 R5} {J(R5) R6 R7}",
            "free replace",
            {"joker_reuse_rack_tiles": 1},
        ),
        (
            "{B3 K3 J(R3/Y3)}",
            "R3 B8 K8",
            "{B3 K3 R3} {B8 K8 J(R8/Y8)}",
            "free replace locked",
            {},
        ),
        ("{B3 K3 J(R3/Y3)}", "R3 B8 K8", "{B3 K3 R3} {B8 K8 J(R8/Y8)}", "", BOTH),
        (
            "{B3 K3 J(R3/Y3)}",
            "R3 Y3 B8 K8",
            "{B3 K3 R3 Y3} {B8 K8 J(R8/Y8)}",
            "free replace locked",
            BOTH,
        ),
        ("{R5 R6 J(R7)}", "R8", "{R5 R6 J(R7) R8}", "free replace locked", {}),
        ("{R5 R6 J(R7)}", "R4", "{R4 R5 R6} {B2 K2 J(R2/Y2)}", "free", {}),
        ("{B3 K3 J(R3/Y3)}", "R3", "{B3 K3 R3 J(Y3)}", "free replace locked", {}),
    ],
)
def test_jokers_on_the_table(before: str, rack: str, after: str, allowed: str, rules: Line) -> None:
    for mode, settings in MODES.items():
        played = Counter(read_tiles(rack))
        fault = broken_joker_rule(
            read_table(before), read_table(after), played, sabra(**settings | rules)
        )
        assert (not fault) == (mode in allowed.split()), (mode, fault)


@pytest.mark.parametrize(
    ("meld", "value"),
    [
        ("R3 B3 K3", 9),
        ("R3 B3 K3 Y3", 12),
        ("R3 R3 B3", None),
        ("R3 B3", None),
        ("R3 B3 K3 Y3 J(R3)", None),
        ("R4 R5 R6", 15),
        ("R4 R5 B6", None),
        ("R4 R5 R7", None),
        ("R2 R3 R4 R4", None),
        ("R12 R13 R1", None),
        ("R13 R1 R2", None),
        (" ".join(f"R{n}" for n in range(1, 14)), 91),
        ("R4 J(R5) R6", 15),
        ("R4 J(R5) J(R6) R7", 22),
        ("R3 R4 J(R2)", 9),
        ("R3 R4 J(R5)", 12),
        ("R3 R4 J(R6)", None),
        ("R11 R12 R13 J(R10)", 46),
        ("R3 B3 J(K3/Y3)", 9),
        ("R3 B3 J(K3)", None),
        ("R9 B9 J(K9/Y9) J(K9/Y9)", 36),
        ("R5 J(R6) J(R7)", 18),
        ("R5 R5 J(B5)", None),
    ],
)
def test_melds_and_values(meld: str, value: int | None) -> None:
    (read,) = read_table("{" + meld + "}")
    fault = broken_meld_rule(read, sabra())
    assert bool(fault) == (value is None)
    if value is not None:
        assert value_of(read, sabra()) == value


def test_ones_and_colors_by_house_rules() -> None:
    for meld, rules in (
        ("{R12 R13 R1}", {"ones": "low_or_high"}),
        ("{R13 R1 R2}", {"ones": "circular"}),
        ("{R3 R3 B3}", {"repeat_colors": True}),
    ):
        (read,) = read_table(meld)
        assert not broken_meld_rule(read, sabra(**rules))
    (few_numbers,) = read_table("{R5 R6 R1}")
    assert not broken_meld_rule(few_numbers, rules_of("stone-rummy", {"numbers": 6}))
    (round_the_corner,) = read_table("{R13 R1 R2}")
    assert broken_meld_rule(round_the_corner, sabra(ones="low_or_high"))


@pytest.mark.parametrize(
    ("rack", "opens"),
    [
        ("R10 B10 K10", True),
        ("R9 B9 K9", False),
        ("R9 B9 K9 Y9", True),
        ("R2 R3 R4 B7 K7 Y7", True),
        ("R1 R2 R3 R4 R5 R6 R7", False),
        ("R1 B1 K1 Y1 R2 B2 K2 Y2 R3 B3 K3 Y3", False),
        ("R11 R12 J", True),
        ("R9 B9 J", False),
        ("R10 B10 J", True),
        ("R13 J J", True),
        ("R7 J J", False),
    ],
)
def test_openings(rack: str, opens: bool) -> None:
    assert can_open(Counter(read_tiles(rack)), sabra()) is opens


def test_an_opening_leaves_the_table_alone_unless_it_may_go_on() -> None:
    before, after = read_table("{R5 R6 R7}"), read_table("{R5 R6 R7 R8} {B10 K10 Y10}")
    played = tiles_of(after) - tiles_of(before)
    assert broken_opening_rule(before, after, played, sabra())
    assert not broken_opening_rule(before, after, played, sabra(opening_turn_layoff="any"))
    dear = sabra(opening_turn_layoff="any", open_points=31)
    assert broken_opening_rule(before, after, played, dear)


@pytest.mark.parametrize(
    ("table", "rack", "exists"),
    [
        ("{R4 R5 R6 R7}", "B7 K7", True),
        ("{B6 B7 B8 B9 B10}", "B8", True),
        ("{R3 R4 R5}", "B3 K3", False),
        ("{B5 R5 K5 Y5}", "B4 B6", True),
        ("{R3 R4 R5} {R5 B5 K5 Y5}", "R7", False),
        ("{R3 R4 R5}", "", False),
        ("{R3 R4 J(R5)}", "B9 K9", False),
        ("{R3 R4 R5 J(R6)}", "B9 K9", True),
    ],
)
def test_whether_a_play_exists(table: str, rack: str, exists: bool) -> None:
    assert has_rearrangement(read_table(table), Counter(read_tiles(rack)), sabra()) is exists


@pytest.mark.parametrize("game", VALUES)
def test_house_rules_meet_in_every_pair(game: str) -> None:
    values = VALUES[game]
    met = {
        pair
        for row in covering_array(values, seed=1)
        for pair in combinations(sorted(row.items(), key=lambda item: item[0]), 2)
    }
    for one, other in combinations(sorted(values), 2):
        for a in values[one]:
            for b in values[other]:
                assert (((one, a), (other, b)) in met) == can_be_played({one: a, other: b})


# Other games, by hand.


def written(
    game: str, players: int, size: int, deposit: bool = False, **changed: Any
) -> list[Line]:
    """A deal in the order of the tiles, to which turns can be added."""
    rules = rules_of(game, {"players": players} | changed)
    tiles = [str(tile) for tile in sorted(deck(rules, players).elements()) if tile != JOKER]
    Random(1).shuffle(tiles)
    jokers = ["J"] * rules["assigned_jokers"]
    hands = [[*tiles[seat * size : (seat + 1) * size], *jokers] for seat in range(players)]
    rest = tiles[players * size :]
    face_up = rest.pop() if deposit else None
    house = {"players": players} | changed
    head = {"game": game, "rules": house, "seed": 1, "starter": 0, "turns": 0}
    texts = {"hands": list(map(" ".join, hands)), "pool": " ".join(rest), "face_up": face_up}
    return [head | texts]


def judge(lines: list[Line]) -> list[str]:
    lines[0]["turns"] = len(lines) - 1
    return check_record("\n".join(map(json.dumps, lines)))


def test_machiavelli_ends_when_nobody_plays_and_fewest_cards_win() -> None:
    # No hand is worth enough to begin with.
    lines = written("machiavelli", 3, 15, open_points=900)
    pool = lines[0]["pool"].split()
    left = [15, 15, 15]
    seat = 0
    for card in [*pool, "", "", ""]:
        left[seat] += bool(card)
        action = {"draw": True} if card else {"pass": True}
        told = {"tiles_left": left[seat], "points_left": left[seat], "opened": False}
        lines.append({"seat": seat, "actions": [action], "drawn": card, "table": ""} | told)
        seat = (seat + 1) % 3
    # 59 cards: 20, 20 and 19 of them.
    end = {"ended": "blocked", "winners": [2], "scores": ["0", "0", "1"]}
    lines[0] |= end
    assert judge(lines) == []
    lines[0]["winners"] = [1]
    assert "the winners are [2]" in judge(lines)[0]
    del lines[0]["rules"]["open_points"]
    assert "whoever can play may not pass" in judge(lines)[0]
    early = lines[:10]
    assert judge([*early, lines[-1] | {"seat": 0}])


def test_a_turn_of_stone_rummy_takes_two_and_puts_one_down() -> None:
    lines = written("stone-rummy", 3, 14, deposit=True)
    lines[0] |= {"ended": "stopped", "winners": [0], "scores": ["1", "1", "1"]}
    first, second = lines[0]["pool"].split()[:2]
    turn = {"seat": 0, "table": "", "opened": False, "tiles_left": 16, "points_left": 16}
    two = [{"take": "pool"}, {"take": "pool"}]
    down = {"discard": first}
    no_play = {"pass": True}
    good = turn | {"actions": [*two, no_play, down], "drawn": f"{first} {second}"}
    wrong = "the record ends before the deal"
    assert [fault.rpartition(": ")[2] for fault in judge([*lines, good])] == [wrong]
    for actions, drawn in (
        ([two[0], no_play, down], first),
        ([*two, no_play], f"{first} {second}"),
        ([*two, down], f"{first} {second}"),
        ([*two, two[0], no_play, down], f"{first} {second}"),
        ([{"take": "discards"}, {"take": "discards"}, no_play, down], f"{first} {second}"),
        ([{"take": "discards"}, two[0], no_play, down], f"{first} {second}"),
    ):
        (fault,) = judge([*lines, turn | {"actions": actions, "drawn": drawn}])
        assert not fault.endswith(wrong)


@pytest.mark.parametrize(
    ("left", "expected", "rules"),
    [
        ((0, 3, 5), "3 2 1", {}),
        ((0, 2, 2), "3 3/2 3/2", {}),
        ((0, 4, 1, 4), "4 3/2 3 3/2", {}),
        ((0, 3, 3, 3), "4 2 2 2", {}),
        ((2, 2, 5), "5/2 5/2 1", {}),
        ((0, 4, 1, 7), "4 2 2 2", {"first_round_rule": True}),
        ((0, 2, 2), "3 1 1", {"tie_rule": "divide"}),
    ],
)
def test_matchpoints(left: tuple[int, ...], expected: str, rules: Line) -> None:
    hands = [Counter({JOKER: count}) for count in left]
    settled = rules_of("stone-rummy", rules)
    position = Position(settled, hands, Pool([]), 0, [False] * len(left))
    position.ended = "out" if 0 in left else "blocked"
    assert " ".join(map(str, matchpoints(position))) == expected


@pytest.mark.parametrize(
    ("game", "rules", "table", "hand", "played", "after", "allowed"),
    [
        # Stone-Rummy, "Worked examples".
        ("both", {}, "{R3 R4 R5}", "R6 Y3 B3", "R6 Y3 B3", "{R4 R5 R6} {R3 Y3 B3}", True),
        ("both", {}, "{R3 R4 R5}", "R6 K1", "R6", "{R4 R5 R6}", False),
        ("both", {}, "{B7 J(B8) B9}", "B8 K1", "B8", "{B7 B8 B9}", True),
        ("both", {"joker_keep": False}, "{B7 J(B8) B9}", "B8", "B8", "{B7 B8 B9}", False),
        ("both", {"return_to_hand": "nothing"}, "{B7 J(B8) B9}", "B8", "B8", "{B7 B8 B9}", False),
        ("both", {}, "{B7 J(B8) B9}", "B10", "B10", "{B8 B9 B10}", False),
        ("both", {}, "{B7 J(B8) B9}", "B10 B6 K1", "B10 B6", "{B6 B7 J(B8) B9 B10}", True),
        # Its stone comes from elsewhere on the table, and one stone frees one joker.
        (
            "both",
            {},
            "{B7 J(B8) B9} {B8 R8 K8 Y8}",
            "B6",
            "B6",
            "{B6 B7 B8 B9} {R8 K8 Y8}",
            True,
        ),
        (
            "both",
            {},
            "{B7 J(B8) B9} {R7 R8 R9} {K8 Y8 J(R8/B8)}",
            "B8",
            "B8",
            "{B7 B8 B9} {R7 R8 R9} {K8 Y8 J(R8/B8)}",
            True,
        ),
        (
            "both",
            {},
            "{B7 J(B8) B9} {J(B8) B9 B10}",
            "B8 B11",
            "B8 B11",
            "{B7 B8 B9} {B9 B10 B11}",
            False,
        ),
        # A joker for a stone: in Stone-Rummy the stone is used on the table.
        ("basic", {}, "{B4 B5 B6}", "J", "J", "{B4 J(B5) B6}", False),
        ("plus", {}, "{B4 B5 B6}", "J", "J", "{B4 J(B5) B6}", True),
        (
            "plus",
            {"stone_returns_for_joker": False},
            "{B4 B5 B6}",
            "J",
            "J",
            "{B4 J(B5) B6}",
            False,
        ),
        ("plus", {}, "{B4 B5 B6 B7}", "J", "J", "{B4 B5 J(B6)}", False),
        ("plus", {}, "{B4 B5 B6}", "R1 R2 R3 J", "R1 R2 R3", "{R1 R2 R3} {B4 J(B5) B6}", False),
        ("both", {}, "{B4 B5 B6}", "J R5 K5", "J R5 K5", "{B4 J(B5) B6} {B5 R5 K5}", True),
        ("both", {}, "{R3 R4 R5} {R6 R7 R8}", "K9", "", "{R3 R4 R5 R6 R7 R8}", False),
    ],
)
def test_what_may_come_back_to_the_hand(
    game: str, rules: Line, table: str, hand: str, played: str, after: str, allowed: bool
) -> None:
    for name in {"both": ("", "-plus"), "basic": ("",), "plus": ("-plus",)}[game]:
        position = stones(f"stone-rummy{name}", table, hand, **rules)
        assert (not fault_of(position, played, after)) == allowed, name


def stones(
    game: str, table: str, hand: str, owned: tuple[str, ...] = ("", "", ""), **rules: Any
) -> Position:
    """A position in which seat 0 plays."""
    hands = [Counter(read_tiles(hand)), Counter(), Counter()]
    position = Position(rules_of(game, rules), hands, Pool([]), 0, [False] * 3)
    position.table = read_table(table)
    position.claims = [read_table(each) for each in owned]
    return position


def fault_of(position: Position, played: str, after: str, claims: str = "") -> str:
    try:
        play_stones(position, {"lay": played, "table": after, "claims": claims})
    except Fault as fault:
        return str(fault)
    return ""


FOUR, WITH_JOKER = "{R5 B5 K5 Y5}", "{R5 Y5 K5 J(B5)}"


@pytest.mark.parametrize(
    ("rules", "table", "owned", "hand", "played", "after", "own", "allowed"),
    [
        # Stone-Rummy-Plus, "Worked examples" 1 to 3, and "A turn" 2 to 4.
        ({}, "{R8 Y8 B8}", 0, "K8", "K8", "{R8 Y8 B8 K8}", "{R8 Y8 B8 K8}", True),
        ({}, "{R8 Y8 B8}", 0, "K8", "K8", "{R8 Y8 B8 K8}", "", True),
        ({}, "{R8 Y8 B8 K8}", 1, "R7 R9", "R7 R9", "{Y8 B8 K8} {R7 R8 R9}", "", False),
        ({}, "{R8 Y8 B8 K8}", 0, "R7 R9", "R7 R9", "{Y8 B8 K8} {R7 R8 R9}", "", True),
        ({}, WITH_JOKER, 1, "B5", "B5", FOUR, "", True),
        ({}, WITH_JOKER, 1, "B5", "B5", FOUR, FOUR, False),
        ({"joker_chase": False}, WITH_JOKER, 1, "B5", "B5", FOUR, "", False),
        ({"joker_chase": False}, WITH_JOKER, 0, "B5", "B5", FOUR, FOUR, True),
        ({}, WITH_JOKER, 1, "R5", "R5", "{R5 R5 K5 Y5}", "", False),
        ({}, WITH_JOKER, 1, "B5 J", "B5 J", "{B5 K5 Y5 J(R5)}", "", False),
        ({}, FOUR, 1, "J", "J", WITH_JOKER, "", False),
        ({}, FOUR, 0, "J", "J", WITH_JOKER, WITH_JOKER, True),
        ({"claim_min_real": 4}, FOUR, 0, "J", "J", WITH_JOKER, WITH_JOKER, False),
        ({}, "", 0, "R5 B5 K5 Y5", "R5 B5 K5 Y5", FOUR, FOUR, True),
        ({"claims": False}, "", 0, "R5 B5 K5 Y5", "R5 B5 K5 Y5", FOUR, FOUR, False),
        ({}, "", 0, "R5 B5 K5", "R5 B5 K5", "{R5 B5 K5}", "{R5 B5 K5}", False),
        # Built on the table by own action with a stone from the hand.
        (
            {},
            "{R5 R6 R7 R8} {B5 K5 Y5}",
            0,
            "R9",
            "R9",
            f"{{R6 R7 R8 R9}} {FOUR}",
            FOUR,
            False,
        ),
        (
            {},
            "{R5 R6 R7 R8} {B3 B4 B5 B6} {K5 K6 K7 K8}",
            0,
            "Y5 B7",
            "Y5 B7",
            "{R6 R7 R8} {B3 B4 B5} {K6 K7 K8} {R5 Y5 K5 J(B5)}",
            "",
            False,
        ),
        (
            {},
            "{R5 R6 R7 R8} {B5 B6 B7 B8} {K5 K6 K7 K8}",
            0,
            "Y5",
            "Y5",
            f"{{R6 R7 R8}} {{B6 B7 B8}} {{K6 K7 K8}} {FOUR}",
            FOUR,
            True,
        ),
        # A common group of four is claimed with a stone of the hand only.
        ({}, f"{FOUR} {{R1 R2 R3}}", 2, "R4", "R4", f"{FOUR} {{R1 R2 R3 R4}}", FOUR, False),
        ({}, FOUR, 2, "K1", "", FOUR, FOUR, False),
        ({"late_claim": True}, FOUR, 2, "K1", "", FOUR, FOUR, True),
        ({"late_claim": True}, FOUR, 1, "K1", "", FOUR, FOUR, False),
        ({"late_claim": True}, "{R1 R2 R3 R4}", 2, "K1", "", "{R1 R2 R3 R4}", "", False),
        # Capture with a joker.
        ({}, "{R5 B5 K5}", 0, "J", "J", "{R5 B5 K5 J(Y5)}", "{R5 B5 K5 J(Y5)}", True),
        (
            {"capture_with_joker": False},
            "{R5 B5 K5}",
            0,
            "J",
            "J",
            "{R5 B5 K5 J(Y5)}",
            "{R5 B5 K5 J(Y5)}",
            False,
        ),
        # Giving up.
        ({}, FOUR, 0, "K1", "", FOUR, "", True),
        ({"dissolve_any_time": False}, FOUR, 0, "K1", "", FOUR, "", False),
        ({}, f"{FOUR} {{Y5 Y6 Y7}}", 0, "K1", "", "{R5 B5 K5} {Y5 Y5 Y6 Y7}", "", False),
    ],
)
def test_claims(
    rules: Line,
    table: str,
    owned: int,
    hand: str,
    played: str,
    after: str,
    own: str,
    allowed: bool,
) -> None:
    """The first meld belongs to seat 0 or 1, if it is a group of four, or is common: 2."""
    first = table[: table.find("}") + 1]
    four = first if len(first.split()) == 4 and "R6" not in first else ""
    claims = tuple(four if seat == owned and owned < 2 else "" for seat in range(3))
    position = stones("stone-rummy-plus", table, hand, claims, **rules)
    assert (not fault_of(position, played, after, own)) == allowed


def test_a_claim_stays_its_owners_when_its_joker_is_chased() -> None:
    """Stone-Rummy-Plus, "Worked examples" 2, and 6."""
    position = stones("stone-rummy-plus", WITH_JOKER, "B5 K1", ("", WITH_JOKER, ""))
    assert fault_of(position, "B5", FOUR) == ""
    assert position.claims == [[], read_table(FOUR), []]
    assert position.hand == Counter(read_tiles("K1 J"))
    position.hands = [Counter({JOKER: count}) for count in (0, 3, 3, 9)]
    position.claims = [[], read_table(FOUR) * 2, read_table(FOUR), read_table(FOUR) * 4]
    position.ended, position.turn = "out", 30
    assert " ".join(map(str, scores(position))) == "4 9/2 7/2 5"
    assert winners(position) == [3]
    position.rules["winner_by"] = "GMP"
    assert winners(position) == [0]


@pytest.mark.parametrize(
    ("ace", "table", "hand", "exists"),
    [
        ("low_or_high", "{AS 2S 3S 4S}", "QS KS", True),
        ("low", "{AS 2S 3S 4S}", "QS KS", False),
        ("low_or_high", "{JS QS KS AS}", "2S 3S", True),
        ("high", "{JS QS KS AS}", "2S 3S", False),
        ("high", "{AS AH AD AC} {QS KS AS}", "JD KD", False),
        ("high", "{AS AH AD AC} {QS KS AS}", "QD KD", True),
    ],
)
def test_aces_are_rearranged(ace: str, table: str, hand: str, exists: bool) -> None:
    rules = rules_of("machiavelli", {"ones": ace})
    assert has_rearrangement(read_table(table), Counter(read_tiles(hand)), rules) is exists

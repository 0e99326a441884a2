"""Every game under every setting against all ways to lay melds, and the kit that users call."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rummistats as rs
from rummistats import search
from rummistats.arrange import arrange, can_open, most_pairs
from rummistats.conformance import ConformanceReport, check_variant, shrunken
from rummistats.conformance import kit as conformance_kit
from rummistats.dealing import batch_of_hands
from rummistats.errors import VariantError
from rummistats.measures import make_measure
from rummistats.melds import MeldList, all_melds, group_patterns, run_patterns
from rummistats.montecarlo import batch as hands_of_a_batch
from rummistats.montecarlo import batch_measures, tables
from rummistats.montecarlo.batch import Batch
from rummistats.montecarlo.batch_measures import evaluate
from rummistats.search import OBJECTIVES, Objective, batch_optimum, check_objective
from rummistats.tiles import Hand, TileSet
from rummistats.variants import Variant, find_variant, variants
from rummistats.variants.game import Game
from rummistats.variants.make import make_variant
from rummistats.variants.opening import Points
from tests.oracles import golden_counts, integer_program
from tests.oracles.games import GameRules, melds, outcomes
from tests.oracles.games import most_pairs as pairs_by_trial

GAMES = [variant.name for variant in variants()]

# The parameters of the rule files that matter for small hands, with values that they may have.
OWN: dict[str, list[dict[str, Any]]] = {
    "sabra": [{"one_high": True}, {"wrap": True}, {"open_points": 9, "open_needs_run": True}],
    "river": [{"one_high": True}],
    "american": [{"one_high": True}, {"open_needs_run": True}, {"joker_rack_value": 25}],
    "international": [
        {"one_high": False},
        {"allow_1_to_1": False},
        {"open_points": 30},
        {"open_needs_run": True},
        {"joker_rack_value": 10},
    ],
    "okey-101": [
        {"wrap_13_1": True},
        {"min_real": 2},
        {"joker_hand_value": 0},
        {"open_pairs": 3},
        {"false_joker_is": "indicator"},
    ],
    "okey": [{"wrap": "none"}, {"min_real": 2}, {"pairs_win": False}],
    "romanian": [
        {"open_needs_run": False},
        {"allow_1_to_1": False},
        {"ones_set4_value": 5, "repeat_colors": True},
        {"rack_one_value": 5},
        {"rack_one_value": 10, "all_ones_by_position": False},
        {"joker_rack": 50},
    ],
    "stone-rummy": [
        {"circular_runs": False},
        {"max_run": 5},
        {"max_run": None},
        {"max_run": None, "gap_12_1": True},
        {"gap_12_1": True},
        {"gap_12_1": True, "no_repeat_three": False},
        {"no_repeat_three": False},
        {"cycle": 12},
        {"min_real": 0},
        {"min_real": 2},
        {"group_distinct_colours": False},
        {"joker_extra": False},
        {"jokers": "none"},
        {"jokers": "stock2"},
    ],
    "stone-rummy-plus": [{"circular_runs": False}, {"gap_12_1": True}],
    "shanghai": [
        {"players": 5},
        {"joker_limit": "none"},
        {"joker_limit": "by_size"},
        {"number_card_value": 5, "ace_value": 20, "joker_value": 50},
        {"max_group": 4},
        {"min_sequence": 4},
    ],
    "gin": [{"ace": "high_low"}, {"jokers": 2}, {"knock_limit": 5, "knock_strict": True}],
    "machiavelli": [
        {"ace": "high_only"},
        {"ace": "low_only"},
        {"open_points": 36},
        {"scoring": "points"},
    ],
    "rummy-500": [
        {"players": 5},
        {"ace_value": 1},
        {"low_ace_on_table": 15},
        {"ace_in_hand": 1},
        {"open_points": 15, "open_needs_run": True},
    ],
}

# The common house rules, see design.md, section 7.
COMMON: list[dict[str, Any]] = [
    {"ones": "low", "one_to_one": False},
    {"ones": "high", "one_to_one": False},
    {"ones": "low_or_high", "one_to_one": False},
    {"ones": "low_or_high", "one_to_one": True},
    {"ones": "circular", "one_to_one": False},
    {"min_group": 2},
    {"min_group": 4, "repeat_colors": True},
    {"max_group": 5, "repeat_colors": True},
    {"min_run": 2},
    {"min_run": 4},
    {"max_run": 3},
    {"max_run": 4},
    {"repeat_colors": True},
    {"repeat_colors": False},
    {"min_real": 0, "min_group": 2},
    {"min_real": 0, "min_run": 2, "min_group": 2},
    {"min_real": 3},
    {"min_real_per_joker": 1},
    {"min_real_per_joker": 2},
    {"min_real_per_joker": 3},
    {"max_jokers_per_combination": 0},
    {"max_jokers_by_size": ((3, 0), (5, 1))},
    {"max_jokers_by_size": ((4, 1), (5, 2)), "min_run": 4},
    {"joker_rack_value": 0},
]
SETTINGS = [(game, rules) for game in GAMES for rules in ({}, *OWN[game], *COMMON)]


def name_of(setting: object) -> str:
    if isinstance(setting, dict):
        return ", ".join(f"{name}={value}" for name, value in setting.items()) or "defaults"
    return str(setting)


def hands_of_size(tiles: TileSet, size: int) -> Iterator[Hand]:
    def fill(kind: int, left: int) -> Iterator[tuple[int, ...]]:
        if kind == tiles.kinds:
            if left == 0:
                yield ()
            return
        for count in range(min(left, tiles.copies_of_kind[kind]) + 1):
            yield from ((count, *rest) for rest in fill(kind + 1, left - count))

    for counts in fill(0, size):
        yield Hand(tiles, counts)


@cache
def hands_of_six(tiles: TileSet) -> tuple[Hand, ...]:
    return tuple(hands_of_size(tiles, 6))


def some_hands(variant: Variant, how_many: int | None) -> list[Hand]:
    every = hands_of_six(variant.playing_set)
    return list(every) if how_many is None else random.Random(7).sample(every, how_many)


def has_meaning(variant: Variant, objective: Objective) -> bool:
    try:
        check_objective(variant, objective)
    except VariantError:
        return False
    return True


def check_against_all_ways(variant: Variant, hands: list[Hand], arranged: int, plain: int) -> None:
    """Compare kernels, `arrange` and openings with all ways to lay melds.

    The first ``arranged`` hands are also arranged one by one, the first ``plain`` ones without
    compiled code too.
    """
    rules = GameRules.of(variant)
    reach = [outcomes(hand, rules) for hand in hands]
    batch = batch_of_hands(hands)
    lanes = tables.split_tables(variant).four_optima(batch)
    for objective in OBJECTIVES:
        if not has_meaning(variant, objective):
            continue
        field = "points" if objective == "dead_wood_points" else objective
        best = [max(getattr(outcome, field) for outcome in every) for every in reach]
        check(hands, tables.optimum_of(lanes, objective).tolist(), best, f"split, {objective}")
        check(hands, batch_optimum(batch, variant, objective).tolist(), best, objective)
        if objective == "dead_wood_points":
            held = [sum(map(variant.rack_value, hand)) for hand in hands]
            best = [points - melded for points, melded in zip(held, best, strict=True)]
        for find, how_many in ((search.compiled_optimum, arranged), (search.plain_optimum, plain)):
            few = hands[:how_many]
            found = [
                reached(find(hand, variant, objective), hand, variant, objective) for hand in few
            ]
            check(few, found, best[:how_many], f"{find.__name__}, {objective}")
    if variant.has_opening_value:
        with_run = [max(out.with_run or 0 for out in every) for every in reach]
        found = Batch(variant, batch).value_with_run().tolist()
        check(hands, found, with_run, "value with a run")
        check_openings(variant, hands[:arranged], reach)
    for hand in hands[:arranged]:
        assert len(most_pairs(hand)) == pairs_by_trial(hand, rules), str(hand)


def check_openings(variant: Variant, hands: list[Hand], reach: list[Any]) -> None:
    for way in variant.opening() if variant.game.opening else ():
        if not isinstance(way, Points) or way.single_meld:
            continue
        for hand, every in zip(hands, reach, strict=False):
            values = [out.with_run if way.needs_run else out.value for out in every if out.melds]
            opens = any(value is not None and value >= way.points for value in values)
            assert bool(can_open(hand, variant, by="points")) == opens, str(hand)


def check(hands: list[Hand], found: list[int], best: list[int], what: str) -> None:
    wrong = [
        (str(hand), one, other)
        for hand, one, other in zip(hands, found, best, strict=True)
        if one != other
    ]
    assert not wrong, f"{what}: {len(wrong)} hands, first {wrong[0]}"


def reached(laid: list[Any], hand: Hand, variant: Variant, objective: Objective) -> int:
    """Return what melds reach, after checking that they are melds and all from the hand."""
    every = melds(GameRules.of(variant))
    for meld in laid:
        assert tuple(sorted(map(str, meld.tiles))) in every
    rest = Counter(hand)
    rest.subtract(tile for meld in laid for tile in meld.tiles)
    assert min(rest.values()) >= 0
    if objective == "value":
        return sum(map(variant.opening_value, laid))
    if objective == "tiles":
        return sum(map(len, laid))
    if objective == "melds":
        return len(laid)
    return sum(map(variant.rack_value, rest.elements()))


# Hands of shrunken games


def test_the_shrunken_game_has_so_many_hands() -> None:
    assert len(hands_of_six(shrunken(find_variant("sabra")).playing_set)) == 38_493


@pytest.mark.parametrize("game", GAMES)
def test_a_shrunken_game_keeps_the_rules(game: str) -> None:
    variant = find_variant(game)
    small = shrunken(variant)
    tiles = small.playing_set
    assert (tiles.colors, tiles.numbers, tiles.copies) == (3, 5, 2)
    assert tiles.jokers == (2 if variant.game.indicator else 1)
    assert small.hand_size == 6
    for rule in ("ones", "one_to_one", "min_run", "max_run", "repeat_colors", "min_real_per_joker"):
        assert getattr(small, rule) == getattr(variant, rule)


@pytest.mark.parametrize(("game", "rules"), SETTINGS, ids=name_of)
def test_hands_of_shrunken_games(game: str, rules: dict[str, Any]) -> None:
    variant = shrunken(find_variant(game).with_rules(**rules))
    many = 1_500 if not rules or rules in OWN[game] else 500
    check_against_all_ways(variant, some_hands(variant, many), arranged=50, plain=20)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), SETTINGS, ids=name_of)
def test_all_hands_of_shrunken_games(game: str, rules: dict[str, Any]) -> None:
    variant = shrunken(find_variant(game).with_rules(**rules))
    many = 50_000 if not rules or rules in OWN[game] else 3_000
    check_against_all_ways(variant, some_hands(variant, None), arranged=many, plain=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hands_of_larger_games_with_two_jokers(game: str) -> None:
    small = shrunken(find_variant(game))
    given = {"assigned_jokers": 2} if small.assigned_jokers else {"jokers": 2}
    more = {} if small.game.indicator else given
    variant = small.with_rules(colors=4, numbers=6, **more)
    assert variant.playing_set.jokers == 2
    rng, deck = random.Random(8), list(variant.playing_set.all_tiles())
    hands = [variant.playing_set.hand(rng.sample(deck, 8)) for _ in range(30_000)]
    check_against_all_ways(variant, hands, arranged=2_000, plain=500)


# Full hands, by integer programming


def full_hands(variant: Variant, how_many: int, seed: int) -> list[Hand]:
    """Return hands as they are dealt, as many with each number of jokers."""
    rng, tiles = random.Random(seed), variant.playing_set
    real = [tile for tile in tiles.all_tiles() if not tile.is_joker]
    hands = []
    for number in range(how_many):
        jokers = number % (tiles.jokers + 1)
        size = min(variant.hand_size + variant.assigned_jokers, 21)
        hands.append(tiles.hand([*rng.sample(real, size - jokers), *[tiles.joker] * jokers]))
    return hands


def check_against_integer_program(variant: Variant, hands: list[Hand]) -> None:
    rules = GameRules.of(variant)
    batch = batch_of_hands(hands)
    for objective in OBJECTIVES:
        if not has_meaning(variant, objective):
            continue
        best = [integer_program.most_in_game(hand, rules, objective) for hand in hands]
        check(hands, Batch(variant, batch).optimum(objective).tolist(), best, objective)
        check(
            hands, batch_optimum(batch, variant, objective).tolist(), best, f"search, {objective}"
        )
        for hand, most in zip(hands, best, strict=True):
            held = sum(map(variant.rack_points_of, hand))
            wanted = held - most if objective == "dead_wood_points" else most
            laid = list(arrange(hand, variant, objective).melds)
            assert reached(laid, hand, variant, objective) == wanted, (str(hand), objective)
    if variant.has_opening_value:
        best = [
            integer_program.most_in_game(hand, rules, "value", needs_run=True) for hand in hands
        ]
        check(hands, Batch(variant, batch).value_with_run().tolist(), best, "value with a run")
        needing = variant.with_rules(open_points=0, open_needs_run=True)
        values = [can_open(hand, needing, by="points").value for hand in hands]
        check(hands, values, best, "can_open with a run")


@pytest.mark.parametrize("game", GAMES)
def test_full_hands_against_integer_programming(game: str) -> None:
    variant = find_variant(game)
    check_against_integer_program(variant, full_hands(variant, 200, seed=9))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_many_full_hands_against_integer_programming(game: str) -> None:
    variant = find_variant(game)
    check_against_integer_program(variant, full_hands(variant, 500, seed=10))


@pytest.mark.parametrize("points", [30, 101])
def test_openings_of_101_okey_against_integer_programming(points: int) -> None:
    variant = find_variant("okey-101").with_rules(open_points=points)
    rules = GameRules.of(variant)
    hands = full_hands(variant, 60, seed=11)
    by_points = evaluate(
        make_measure("can_open(by='points')"), Batch(variant, batch_of_hands(hands))
    )
    by_pairs = evaluate(make_measure("can_open(by='pairs')"), Batch(variant, batch_of_hands(hands)))
    either = evaluate(make_measure("can_open"), Batch(variant, batch_of_hands(hands)))
    for place, hand in enumerate(hands):
        value = integer_program.most_in_game(hand, rules, "value")
        assert by_points[place] == (value >= points)
        assert bool(can_open(hand, variant, by="points")) == (value >= points)
        counts = Counter(tile for tile in hand if not tile.is_joker)
        twins = sum(count // 2 for count in counts.values())
        # Every joker makes a pair with a single tile; 21 tiles are never short of these.
        assert by_pairs[place] == (twins + hand.jokers >= 5)
        assert bool(can_open(hand, variant, by="pairs")) == (twins + hand.jokers >= 5)
        assert either[place] == (by_points[place] or by_pairs[place])
    if points == 30:
        assert 0 < by_points.sum() < len(hands)


# Golden counts

GOLDEN = Path(__file__).parent / "data" / "golden_counts.csv"


def golden_rows() -> list[dict[str, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_golden_counts_are_what_their_program_says() -> None:
    again = [tuple(map(str, row)) for row in golden_counts.counts()]
    assert [tuple(row.values()) for row in golden_rows()] == again


def test_golden_counts_of_the_rule_files() -> None:
    rows = {(row["variant"], row["house_rules"], row["jokers"]): row for row in golden_rows()}
    sabra = [rows["sabra", "", str(jokers)] for jokers in range(3)]
    # sabra.md, reference counts; questions.md, A10.
    assert [sabra[0][kind] for kind in ("groups", "runs", "melds")] == ["65", "264", "329"]
    assert sum(int(row["melds"]) for row in sabra) == 6301
    # international.md, Legal combinations: 312 runs in their order.
    assert rows["international", "", "0"]["rows"] == "312"
    assert rows["international", "", "0"]["groups"] == "65"


@pytest.mark.parametrize("row", golden_rows(), ids=lambda row: "-".join(list(row.values())[:3]))
def test_golden_counts(row: dict[str, str]) -> None:
    variant = find_variant(row["variant"])
    if row["house_rules"]:
        name, text = row["house_rules"].split("=")
        variant = variant.with_rules(**{name: variant.game.parameters[name].parse(text)})
    jokers = int(row["jokers"])
    # As many jokers as a hand can have are in the table.
    assert jokers <= variant.playing_set.jokers
    groups = [wild for _, wild in group_patterns(variant, variant.playing_set.jokers)]
    runs = [wild for _, wild in run_patterns(variant, variant.playing_set.jokers)]
    assert groups.count(jokers) * variant.numbers == int(row["groups"])
    assert runs.count(jokers) * variant.colors == int(row["runs"])
    assert len(variant.runs) * variant.colors == int(row["rows"])
    fewer = len(all_melds(variant, jokers=jokers - 1)) if jokers else 0
    assert len(all_melds(variant, jokers=jokers)) - fewer == int(row["melds"])


def test_every_game_has_golden_counts() -> None:
    rows = {(row["variant"], row["jokers"]) for row in golden_rows() if not row["house_rules"]}
    assert rows == {
        (variant.name, str(jokers))
        for variant in variants()
        for jokers in range(variant.playing_set.jokers + 1)
    }


# The kit


@pytest.mark.parametrize("game", GAMES)
def test_every_game_conforms(game: str) -> None:
    report = check_variant(find_variant(game), hands=25)
    assert report, str(report)
    assert all(check.cases for check in report.checks if "openings are" not in check.name)
    assert len(report.checks) > 25


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_conforms_for_many_hands(game: str) -> None:
    report = check_variant(find_variant(game), hands=3_000)
    assert report, str(report)


def test_a_game_of_ones_own_conforms() -> None:
    primes = Game(
        name="primes",
        title="Primes",
        hand_rules={"jokers": 1, "open_points": 20, "open_needs_run": True, "ones": "circular"},
        opening_points={2: 20, 3: 30, 5: 50, "high_one": 11},
        rack_points={1: 7},
    )
    report = rs.check_variant(make_variant(primes, {}), hands=60)
    assert isinstance(report, ConformanceReport)
    assert report, str(report)
    assert str(report).startswith("Variant('primes'): all checks passed")
    assert "ok    hands are read back from their text (60)" in str(report)


def test_the_same_seed_looks_at_the_same_hands() -> None:
    sabra = find_variant("sabra")
    assert check_variant(sabra, hands=5, seed=3) == check_variant(sabra, hands=5, seed=3)


@pytest.mark.parametrize("hands", [0, -1, 2.5, "all", True])
def test_no_number_of_hands(hands: Any) -> None:
    with pytest.raises(VariantError, match="hands="):
        check_variant(find_variant("sabra"), hands=hands)


def test_only_a_variant_can_be_checked() -> None:
    with pytest.raises(VariantError, match="no variant"):
        check_variant(14)  # type: ignore[arg-type]


def failed(variant: Variant, hands: int = 60) -> str:
    """Return the report of a variant that must not pass: the names of what failed."""
    report = check_variant(variant, hands=hands)
    assert not report
    assert "FAIL" in str(report)
    assert f"{len(report.failures)} of {len(report.checks)} checks failed" in str(report)
    assert all(check.failure in str(report) for check in report.failures)
    return "; ".join(check.name for check in report.failures)


# A name of its own for each, since tables are kept by the variant's rules.
def unseen(number: int) -> Variant:
    return find_variant("sabra").with_rules(joker_rack_value=900 + number)


def test_a_wrong_run_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = {(1, 2, 4), *shrunken(unseen(1)).runs} - {(2, 3, 4)}
    monkeypatch.setattr(Variant, "runs", tuple(sorted(runs)))
    report = failed(unseen(1))
    assert "what is a meld by definition is listed" in report
    assert "judge calls these melds" in report


def test_a_meld_that_is_listed_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = MeldList.__iter__

    def twice(self: MeldList) -> Iterator[Hand]:
        first, *others = listed(self)
        yield from (first, first, *others)

    monkeypatch.setattr(MeldList, "__iter__", twice)
    assert failed(unseen(2)) == "what is a meld by definition is listed, and nothing else"


def test_a_wrong_table_of_a_kernel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tables.split_tables

    def without_groups(variant: Variant) -> tables.SplitTables:
        found = right(variant)
        return replace(found, option_credits=np.zeros_like(found.option_credits))

    monkeypatch.setattr(tables, "split_tables", without_groups)
    monkeypatch.setattr(hands_of_a_batch, "split_tables", without_groups)
    report = failed(unseen(3))
    assert "the split of many hands finds the best tiles" in report
    assert "melded_tiles of many hands" in report
    assert "arrange finds" not in report


def test_a_search_that_misses_the_best_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(hand: Hand, variant: Variant, best: Objective) -> list[Any]:
        return []

    monkeypatch.setattr(conformance_kit, "plain_optimum", nothing)
    report = failed(unseen(4))
    assert "arrange without compiled code finds the best melds" in report
    assert "arrange finds" not in report


def test_a_measure_of_many_hands_that_is_another_one_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(
        batch_measures.BATCH_MEASURES, "pairs", batch_measures.BATCH_MEASURES["groups"]
    )
    assert failed(unseen(5)) == "pairs of many hands is what it is of each"


def test_a_program_that_breaks_down_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(conformance_kit, "can_open", broken)
    report = check_variant(unseen(6), hands=5)
    assert [check.failure for check in report.failures] == [
        "ZeroDivisionError: nothing to divide by"
    ]


def test_a_hand_that_is_read_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hand, "__str__", lambda hand: "R1 R2")
    assert "hands are read back from their text" in failed(unseen(7), hands=5)


def test_a_game_of_four_tiles_conforms() -> None:
    tiny = Variant.mini(colors=1, numbers=2, copies=2, jokers=0, hand_size=3, min_run=2)
    assert shrunken(tiny).hand_size == 4
    report = check_variant(tiny, hands=None)
    assert report, str(report)


def test_all_hands_are_looked_at_if_asked() -> None:
    tiny = Variant.mini(colors=1, numbers=3, copies=1, jokers=0, hand_size=3)
    report = check_variant(tiny, hands=None)
    assert report, str(report)
    # One color and three numbers, two of each and a joker: how many hands of six tiles.
    hands = sum(
        comb(3, twos) * comb(3 - twos, ones)
        for twos in range(4)
        for ones in range(4)
        for joker in (0, 1)
        if 2 * twos + ones + joker == 6
    )
    arranged = next(check for check in report.checks if check.name.startswith("arrange finds"))
    assert arranged.cases == hands

from __future__ import annotations

from math import comb
from typing import Any

import pandas as pd
import pytest

import rummistats as rs
from rummistats.compare import Case, compare, compare_each, context_words, no_meaning
from rummistats.errors import MeasureError, RummistatsError, TileError, VariantError
from rummistats.seeds import make_seed
from rummistats.variants import Variant, find_variant, variants

SABRA = find_variant("sabra")
GIN = find_variant("gin")
SHANGHAI = find_variant("shanghai")
MINI = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4, open_points=9)

COLUMNS = [
    "variant",
    "rules",
    "measure",
    "hand_size",
    "method",
    "hands",
    "seed",
    "value",
    "weight",
    "probability",
    "standard_error",
    "low",
    "high",
]


def test_it_is_a_public_name_that_its_module_does_not_hide() -> None:
    assert rs.compare is compare


def test_the_frame_is_tidy() -> None:
    frame = compare("melds", [MINI, MINI.with_rules(jokers=0)], hands=1_000, seed=3)
    assert list(frame.columns) == COLUMNS
    assert not frame.duplicated(["variant", "rules", "hand_size", "value"]).any()
    for _, case in frame.groupby("rules"):
        assert case["weight"].sum() == 1_000
        assert case["probability"].sum() == pytest.approx(1)
    assert (frame["low"] <= frame["probability"]).all()
    assert (frame["probability"] <= frame["high"]).all()
    assert set(frame["hands"]) == {1_000}
    assert set(frame["seed"]) == {3}
    assert set(frame["method"]) == {"simulated"}


def test_each_case_is_what_simulate_and_exact_find() -> None:
    frame = compare("can_open", [SABRA, SABRA.with_rules(open_points=50)], hands=2_000, seed=1)
    for variant, rules in ((SABRA, ""), (SABRA.with_rules(open_points=50), "open_points=50")):
        found = rs.simulate("can_open", variant, hands=2_000, seed=1)
        case = frame[frame["rules"] == rules]
        assert tuple(case["weight"]) == found.weights
    exact = compare("has_meld", SABRA, method="exact")
    assert list(exact["weight"]) == [22743176069970708, 82967187586211892]
    assert exact["hands"].isna().all()
    assert (exact["standard_error"] == 0).all()


def test_an_exact_weight_may_be_larger_than_any_integer_of_an_array() -> None:
    frame = compare("pairs", ["sabra", MINI], hand_sizes=None)
    large = compare("pairs", SABRA, hand_sizes=[53])
    assert sum(large["weight"]) == comb(106, 53) > 2**64
    assert sum(frame.loc[frame["variant"] == "sabra", "weight"]) == comb(106, 14)


def test_all_factors_are_crossed() -> None:
    comparison = compare_each(
        "has_meld",
        [MINI],
        hand_sizes=[3, 4],
        vary={"jokers": [0, 1], "min_run": [3, 4]},
    )
    cases = [case for case, _ in comparison.found]
    assert [(case.variant.jokers, case.variant.min_run, case.hand_size) for case in cases] == [
        (jokers, run, size) for jokers in (0, 1) for run in (3, 4) for size in (3, 4)
    ]
    assert len({(case.rules, case.hand_size) for case in cases}) == 8
    # More tiles never make a meld less likely.
    odds = {(case.rules, case.hand_size): found.prob(True) for case, found in comparison.found}
    for rules in {case.rules for case in cases}:
        assert odds[rules, 3] <= odds[rules, 4]


def test_what_is_varied_is_told_even_where_it_is_the_default() -> None:
    frame = compare("can_open", SABRA, vary={"open_points": [30, 50]}, hands=500, seed=1)
    assert list(frame["rules"].unique()) == ["open_points=30", "open_points=50"]


def test_a_rule_is_told_in_the_words_in_which_it_is_varied() -> None:
    stones = find_variant("stone-rummy")
    comparison = compare_each("pairs", stones, vary={"jokers": ["none", "stock2", "assigned"]})
    assert [case.rules for case, _ in comparison.found] == [
        "jokers=none",
        "jokers=stock2",
        "jokers=assigned",
    ]


def test_rules_of_the_table_make_no_difference_to_a_hand() -> None:
    case = Case(SABRA.preset("pre_1988"), 14)
    assert "joker_mode=locked" in case.rules
    assert case.hand_rules == "open_points=50"


def test_what_is_known_exactly_is_not_dealt() -> None:
    frame = compare("can_open", [SABRA, "american"], hands=2_000, seed=1)
    methods = dict(zip(frame["variant"], frame["method"], strict=True))
    assert methods == {"sabra": "exact", "american": "simulated"}
    opens = frame[(frame["variant"] == "sabra") & frame["value"]]
    assert list(opens["weight"]) == [52601200562652394]


def test_the_same_seed_deals_the_same_hands_to_all() -> None:
    # If an opening needs more points, no hand opens that did not open before.
    opened = {"open_points": [10, 20, 30, 40, 50, 60]}
    frame = compare("can_open", SABRA, vary=opened, hands=5_000, seed=None)
    assert frame["seed"].nunique() == 1
    opens = frame.loc[frame["value"], "weight"].tolist()
    assert opens == sorted(opens, reverse=True)
    hands = compare(
        "hand_points", [SABRA, SABRA.with_rules(open_points=50)], method="simulate", hands=3_000
    )
    first, second = (list(part["weight"]) for _, part in hands.groupby("rules"))
    assert first == second


def test_rounds_are_a_factor() -> None:
    contexts = [rs.Context(round=round_) for round_ in (1, 2, 4)]
    frame = compare("can_open", SHANGHAI, contexts=contexts, hands=4_000, seed=2)
    assert list(frame["rules"].unique()) == ["round=1", "round=2", "round=4"]
    opens = frame[frame["value"]].set_index("rules")["weight"]
    # Three groups of 3 hold two groups of 3.
    assert opens["round=1"] >= opens["round=4"]


def test_a_method_is_chosen_by_itself_or_by_you() -> None:
    asked: dict[str, set[str]] = {"auto": {"exact"}, "exact": {"exact"}, "simulate": {"simulated"}}
    for method, expected in asked.items():
        frame = compare("has_run", MINI, method=method, hands=200)  # type: ignore[arg-type]
        assert set(frame["method"]) == expected
    assert set(compare("melds", MINI, hands=200)["method"]) == {"simulated"}
    assert set(compare("melds", MINI, method="exact")["method"]) == {"exact"}
    with pytest.raises(MeasureError, match="no exact method"):
        compare("covering_melds", SABRA, method="exact")


def test_a_function_is_a_measure_too() -> None:
    def reds(hand: Any) -> int:
        return sum(tile.color == "R" for tile in hand)

    frame = compare(reds, [SABRA, "river"], hands=300, seed=1)
    assert set(frame["measure"]) == {"reds"}
    assert frame.groupby("variant")["weight"].sum().tolist() == [300, 300]
    with pytest.raises(MeasureError, match="no exact method"):
        compare(reds, SABRA, method="exact")


def test_a_game_without_the_measure_is_named() -> None:
    with pytest.raises(MeasureError, match=r"can_open has no meaning in gin: .*ask can_knock"):
        compare("can_open", [SABRA, GIN], hands=10**12)
    with pytest.raises(MeasureError, match=r"okey: .*not counted in points"):
        compare("hand_points", ["okey"])


def test_games_without_the_measure_may_be_left_out() -> None:
    frame = compare("can_open", [SABRA, GIN], hands=200, skip_meaningless=True)
    assert set(frame["variant"]) == {"sabra"}
    (why,) = frame.attrs["left_out"]
    assert why.startswith("gin: ")
    assert "ask can_knock" in why
    with pytest.raises(MeasureError, match="no meaning in any of these games"):
        compare("can_open", GIN, skip_meaningless=True)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_what_has_a_meaning_in_a_game(variant: Variant) -> None:
    # The table of the contract: opening, opening value, points on the rack, knocking.
    without = {
        "can_open": {"okey", "stone-rummy", "stone-rummy-plus", "gin"},
        "opening_value": {"okey", "stone-rummy", "stone-rummy-plus", "gin", "shanghai"},
        "dead_wood_points": {"okey"},
        "can_knock": {v.name for v in variants()} - {"gin"},
    }
    for measure, games in without.items():
        why = no_meaning(measure, variant, variant.hand_size)
        assert bool(why) == (variant.name in games), (measure, why)


BAD: dict[str, tuple[type[RummistatsError], dict[str, Any], str]] = {
    "no game": (VariantError, {"variants": []}, "at least one variant"),
    "an unknown game": (VariantError, {"variants": "sabar"}, "did you mean sabra"),
    "no variant": (VariantError, {"variants": [3]}, "3 is no variant"),
    "an unknown measure": (MeasureError, {"measure": "meld"}, "did you mean melds"),
    "an unknown rule": (VariantError, {"vary": {"joker": [1]}}, "did you mean jokers"),
    "a wrong value": (VariantError, {"vary": {"jokers": [9]}}, "jokers=9 is not allowed"),
    "one value": (VariantError, {"vary": {"jokers": 1}}, "as a list"),
    "a text": (VariantError, {"vary": {"ones": "low"}}, "as a list"),
    "no values": (VariantError, {"vary": {"jokers": []}}, "as a list"),
    "no method": (MeasureError, {"method": "guess"}, "auto, exact, simulate"),
    "too many tiles": (TileError, {"hand_sizes": [14, 107]}, "hand_size=107"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_a_clear_error(name: str) -> None:
    error, changes, words = BAD[name]
    asked: dict[str, Any] = {"measure": "has_meld", "variants": [SABRA], "hands": 100}
    with pytest.raises(error, match=words):
        compare(**(asked | changes))


def test_a_seed_may_be_a_child_of_another() -> None:
    frame = compare("melds", MINI, hands=100, seed=make_seed(5).child(2))
    assert len(frame)
    assert isinstance(frame, pd.DataFrame)


def test_contexts_in_words() -> None:
    assert context_words(None) == []
    assert context_words(rs.Context(round=1)) == ["round=1"]
    assert context_words(rs.Context(indicator="R5", round=2)) == [  # type: ignore[arg-type]
        "indicator=R5",
        "round=2",
    ]

"""Variants: Sabra's rules as its rule file gives them, and a clear answer to any other rule."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from math import comb

import pytest

from rummistats.arrange import arrange
from rummistats.errors import RummistatsError, VariantError
from rummistats.melds import Group, Run, all_melds, judge
from rummistats.tiles import JOKER, Tile, TileSet
from rummistats.variants import Variant, find_variant, variants
from rummistats.variants.make import make_variant
from rummistats.variants.opening import Pairs, Points

SABRA = find_variant("sabra")

NONE_OR_NUMBER = "a whole number or None"
NUMBER = "a whole number"

# rules/sabra.md, Options and house rules: parameter, default, the other values (or the kind of
# value where the table leaves it open).
PARAMETERS: list[tuple[str, object, tuple[object, ...] | str]] = [
    ("players", 4, (2, 3)),
    ("hand_size", 14, (16, 20)),
    ("direction", "clockwise", ("counterclockwise",)),
    ("starter_joker", "redraw", ("high",)),
    ("next_starter", "draw", ("rotate", "winner")),
    ("one_high", False, (True,)),
    ("wrap", False, (True,)),
    ("repeat_colors", False, (True,)),
    ("max_jokers_per_combination", 2, (1,)),
    ("joker_mode", "free", ("replace", "locked")),
    ("joker_replace_from", "rack_or_table", ("rack",)),
    ("joker_reuse_rack_tiles", 0, (1, 2)),
    ("joker_group3_needs_both", False, (True,)),
    ("locked_release_unfreezes", True, (False,)),
    ("joker_before_opening", False, (True,)),
    ("open_points", 30, (50, 40)),
    ("open_single_set", False, (True,)),
    ("opening_turn_layoff", "none", ("any",)),
    ("must_play", False, (True,)),
    ("missed_play_penalty", 0, (7,)),
    ("draw_until_playable", False, (True,)),
    ("turn_seconds", None, (120, 60)),
    ("timeout_penalty", "failed_play", ("draw_1",)),
    ("penalty_tiles", 3, NUMBER),
    ("pass_when_pool_empty", "free", ("if_unable",)),
    ("joker_rack_value", 30, (25,)),
    ("scoring", "zero_sum", ("penalty",)),
    ("blocked_winner", "lowest_total", ("fewest_tiles",)),
    ("blocked_scoring", "difference", ("normal",)),
    ("tie", "split", ("first",)),
    ("unopened_rule", "none", ("add_to_each",)),
    ("deals", 4, NUMBER),
    ("target", None, NONE_OR_NUMBER),
    ("match_winner", "score", ("games_won",)),
    ("draw_rule", "one", ("draw_two_river",)),
    ("river_discard_from", "drawn", ("rack",)),
    ("river_pull", "key_and_newer", ("older_and_wanted",)),
    ("river_other_plays", "free", ("key_combination",)),
    ("river_before_opening", False, (True,)),
    ("river_recycle", False, (True,)),
]
DEFAULTS = {name: default for name, default, _ in PARAMETERS}

# The parameters with one name in every game, and what rules/sabra.md says of them elsewhere.
COMMON: list[tuple[str, object]] = [
    ("colors", 4),
    ("numbers", 13),
    ("copies", 2),
    ("jokers", 2),
    ("ones", "low"),
    ("one_to_one", False),
    ("min_group", 3),
    ("max_group", 4),
    ("min_run", 3),
    ("max_run", None),
    ("min_real", 1),
    ("min_real_per_joker", 0),
    ("max_jokers_by_size", None),
    ("assigned_jokers", 0),
    ("open_needs_run", False),
    ("open_pairs", None),
]

LIMITED: list[tuple[str, int, int | None, bool]] = [
    # name, smallest, largest, whether None is allowed
    ("colors", 1, 6, False),
    ("numbers", 1, 15, False),
    ("copies", 1, 4, False),
    ("jokers", 0, 4, False),
    ("assigned_jokers", 0, 4, False),
    ("players", 2, 4, False),
    ("hand_size", 0, None, False),
    ("max_jokers_per_combination", 0, 4, False),
    ("open_points", 0, None, True),
    ("open_pairs", 1, None, True),
    ("joker_rack_value", 0, None, False),
    ("joker_reuse_rack_tiles", 0, 2, False),
    ("missed_play_penalty", 0, None, False),
    ("turn_seconds", 1, None, True),
    ("penalty_tiles", 0, None, False),
    ("deals", 1, None, False),
    ("target", 1, None, True),
    ("min_group", 2, None, False),
    ("max_group", 2, None, False),
    ("min_run", 2, None, False),
    ("max_run", 2, None, True),
    ("min_real", 0, None, False),
    ("min_real_per_joker", 0, 4, False),
]


# Names and defaults


@pytest.mark.parametrize("name", ["sabra", "Sabra", " SABRA ", "rummikub", "Rummikub", "modern"])
def test_sabra_is_found_by_its_names(name: str) -> None:
    assert find_variant(name) == SABRA
    assert find_variant(name).name == "sabra"


@pytest.mark.parametrize("name", ["sabar", "", "no such game", None, 7, ["sabra"]], ids=repr)
def test_an_unknown_variant(name: str) -> None:
    with pytest.raises(VariantError) as error:
        find_variant(name)
    assert repr(name) in str(error.value)
    assert "sabra" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_misspelled_name_gets_a_hint() -> None:
    with pytest.raises(VariantError, match="did you mean sabra"):
        find_variant("sabar")


def test_all_variants_have_their_defaults() -> None:
    assert SABRA in variants()
    assert all(variant == find_variant(variant.name) for variant in variants())


@pytest.mark.parametrize(("name", "default"), [*DEFAULTS.items(), *COMMON])
def test_every_default_is_that_of_the_rule_file(name: str, default: object) -> None:
    value = SABRA.rule(name)
    assert value == default
    assert type(value) is type(default)


def test_no_rule_is_left_out() -> None:
    known = set(SABRA.game.rules) | {translation.name for translation in SABRA.game.translations}
    assert known == set(DEFAULTS) | {name for name, _ in COMMON}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (name, value)
        for name, default, others in PARAMETERS
        if isinstance(others, tuple)
        for value in (default, *others)
    ],
)
def test_every_value_of_the_rule_file_can_be_set(name: str, value: object) -> None:
    variant = SABRA.with_rules(**{name: value})
    assert variant.rule(name) == value
    unchanged = DEFAULTS | dict(COMMON)
    del unchanged[name]
    if name in ("one_high", "wrap"):
        del unchanged["ones"]
    assert {rule: variant.rule(rule) for rule in unchanged} == unchanged
    # And it can be set back.
    assert variant.with_rules(**{name: DEFAULTS[name]}) == SABRA


# Presets


LOCKED = {"joker_mode": "locked", "joker_replace_from": "rack"}
CLASSIC = LOCKED | {"opening_turn_layoff": "any", "turn_seconds": 120, "joker_rack_value": 30}
PRESETS: dict[str, dict[str, object]] = {
    "modern": {},
    "classic_1978": CLASSIC,
    "seed_004": CLASSIC,
    "pre_1988": LOCKED
    | {"open_points": 50, "direction": "counterclockwise", "joker_reuse_rack_tiles": 2},
    "wikipedia_1998": {"blocked_winner": "fewest_tiles", "blocked_scoring": "normal"},
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_those_of_the_rule_file(name: str) -> None:
    preset = SABRA.preset(name)
    expected = DEFAULTS | PRESETS[name]
    assert {rule: preset.rule(rule) for rule in expected} == expected
    assert preset == SABRA.with_rules(**PRESETS[name])
    assert (preset == SABRA) == (name == "modern")


def test_there_are_no_other_presets() -> None:
    assert set(SABRA.game.presets) == set(PRESETS)
    assert SABRA.preset("classic_1978") == SABRA.preset("seed_004")
    with pytest.raises(VariantError) as error:
        SABRA.preset("pre_1998")
    assert "'pre_1998'" in str(error.value)
    assert all(name in str(error.value) for name in PRESETS)


# Translations: the rule file's words for the common rule `ones`


def test_one_high_and_wrap_are_values_of_ones() -> None:
    assert SABRA.with_rules(one_high=True) == SABRA.with_rules(ones="low_or_high")
    assert SABRA.with_rules(wrap=True) == SABRA.with_rules(ones="circular")
    assert SABRA.with_rules(one_high=True, ones="low_or_high").ones == "low_or_high"
    assert SABRA.with_rules(one_high=False, wrap=False) == SABRA
    assert SABRA.with_rules(one_high=False, wrap=True).ones == "circular"
    assert SABRA.with_rules(wrap=False, one_high=True).ones == "low_or_high"


@pytest.mark.parametrize("ones", ["low", "high", "low_or_high", "circular"])
def test_the_rule_file_s_words_answer_too(ones: str) -> None:
    variant = SABRA.with_rules(ones=ones)
    assert variant.rule("ones") == ones
    assert variant.rule("wrap") is (ones == "circular")
    if ones != "high":
        assert variant.rule("one_high") is (ones == "low_or_high")


def test_switching_off_takes_back_only_what_was_on() -> None:
    one_high, wrap = SABRA.with_rules(one_high=True), SABRA.with_rules(wrap=True)
    assert one_high.with_rules(one_high=False) == SABRA
    assert wrap.with_rules(wrap=False) == SABRA
    assert one_high.with_rules(wrap=False) == one_high
    assert wrap.with_rules(one_high=False) == wrap
    # A new value replaces the old one.
    assert one_high.with_rules(wrap=True) == wrap
    assert wrap.with_rules(one_high=True) == one_high
    assert wrap.with_rules(ones="low") == SABRA


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ({"one_high": True, "wrap": True}, ["one_high=True", "wrap=True"]),
        ({"one_high": True, "ones": "low"}, ["one_high=True", "ones='low'"]),
        ({"ones": "circular", "one_high": True}, ["one_high=True", "ones='circular'"]),
        ({"wrap": True, "ones": "low_or_high"}, ["wrap=True", "ones='low_or_high'"]),
        ({"wrap": False, "ones": "circular"}, ["wrap=False", "ones='circular'"]),
        ({"one_high": False, "ones": "low_or_high"}, ["one_high=False", "ones='low_or_high'"]),
        ({"min_group": 5}, ["min_group=5", "max_group=4"]),
        ({"max_group": 2}, ["min_group=3", "max_group=2"]),
        ({"min_run": 6, "max_run": 5}, ["min_run=6", "max_run=5"]),
        ({"one_to_one": True}, ["one_to_one=True", "ones='low_or_high'", "ones='low'"]),
        ({"one_to_one": True, "wrap": True}, ["one_to_one=True", "ones='circular'"]),
        ({"one_to_one": True, "ones": "high"}, ["one_to_one=True", "ones='high'"]),
        ({"hand_size": 107}, ["hand_size=107", "106 tiles", "from 0 to 106"]),
        ({"jokers": 0, "hand_size": 105}, ["hand_size=105", "104 tiles"]),
        ({"colors": 1, "numbers": 3}, ["hand_size=14", "8 tiles"]),
    ],
    ids=str,
)
def test_contradictory_rules(rules: dict[str, object], named: list[str]) -> None:
    for order in (rules, dict(reversed(rules.items()))):
        with pytest.raises(VariantError) as error:
            SABRA.with_rules(**order)
        assert [part for part in named if part not in str(error.value)] == []
        assert "\n" not in str(error.value)


# Wrong values


def assert_refused(name: str, value: object, allowed: list[str]) -> None:
    for make in (SABRA.with_rules, SABRA.preset("pre_1988").with_rules):
        with pytest.raises(VariantError) as error:
            make(**{name: value})
        message = str(error.value)
        assert f"{name}={value!r}" in message
        assert [part for part in allowed if part not in message] == []
        assert "\n" not in message
        assert isinstance(error.value, RummistatsError)


NAMED_CHOICES = (
    {
        name: (default, *others)
        for name, default, others in PARAMETERS
        if isinstance(others, tuple) and isinstance(default, str | bool)
    }
    | {"ones": ("low", "high", "low_or_high", "circular")}
    | dict.fromkeys(("one_to_one", "open_needs_run"), (False, True))
)


@pytest.mark.parametrize("name", NAMED_CHOICES)
def test_a_choice_refuses_anything_else(name: str) -> None:
    allowed = list(map(repr, NAMED_CHOICES[name]))
    wrongs: list[object] = ["nonsense", "", 0, 1, 2.5, None, [], ("x",)]
    for wrong in wrongs:
        assert_refused(name, wrong, allowed)
    if isinstance(NAMED_CHOICES[name][0], str):
        for wrong in (True, False, str(NAMED_CHOICES[name][0]).upper()):
            assert_refused(name, wrong, allowed)


@pytest.mark.parametrize(("name", "low", "high", "or_none"), LIMITED)
def test_a_number_has_its_limits(name: str, low: int, high: int | None, or_none: bool) -> None:
    allowed = ["whole number", f"from {low} "] + (["None"] if or_none else [])
    allowed += [f"to {high}"] if high is not None else []
    wrongs: list[object] = [
        low - 1,
        -5,
        "many",
        "3",
        2.5,
        3.0,
        True,
        False,
        [],
        *([] if or_none else [None]),
    ]
    wrongs += [high + 1, 10**9] if high is not None else []
    for wrong in wrongs:
        assert_refused(name, wrong, allowed)


@pytest.mark.parametrize(
    "wrong", [3, "many", [], [3], [(3,)], [(3, 5)], [(5, 1), (3, 1)], [(3, 1), (3, 2)], True]
)
def test_a_limit_of_jokers_by_size_is_a_list_of_steps(wrong: object) -> None:
    assert_refused("max_jokers_by_size", wrong, ["fewest tiles, most jokers", "None"])


def test_every_rule_is_tried_with_wrong_values() -> None:
    tried = set(NAMED_CHOICES) | {name for name, *_ in LIMITED} | {"max_jokers_by_size"}
    assert tried == set(DEFAULTS) | {name for name, _ in COMMON}


def test_an_unknown_rule() -> None:
    with pytest.raises(VariantError) as error:
        SABRA.with_rules(open_point=50)
    message = str(error.value)
    assert "'open_point'" in message
    assert "did you mean open_points" in message
    assert "describe()" in message
    # Where no name is near it lists what there is.
    with pytest.raises(VariantError) as error:
        SABRA.with_rules(zzz=50)
    message = str(error.value)
    assert all(name in message for name in [*DEFAULTS, *(name for name, _ in COMMON)])
    with pytest.raises(VariantError, match="'open_point'"):
        SABRA.rule("open_point")


# Variants are values


def some_variants() -> list[Variant]:
    return [
        SABRA,
        *(SABRA.preset(name) for name in ("classic_1978", "pre_1988", "wikipedia_1998")),
        SABRA.with_rules(wrap=True),
        SABRA.with_rules(jokers=4, min_real=0),
        SABRA.with_rules(joker_rack_value=25),
        SABRA.with_rules(tie="first"),
        SABRA.with_rules(max_run=5),
        SABRA.with_rules(open_points=None),
        Variant.mini(colors=2, numbers=3, copies=1, jokers=1, hand_size=3),
        Variant.mini(colors=2, numbers=3, copies=1, jokers=1, hand_size=3, open_points=30),
    ]


def test_variants_are_equal_if_all_their_rules_are() -> None:
    for i, a in enumerate(some_variants()):
        for j, b in enumerate(some_variants()):
            assert (a == b) == (i == j)
            assert i != j or hash(a) == hash(b)
    assert len(set(some_variants() + some_variants())) == len(some_variants())


def test_the_order_in_which_rules_are_set_does_not_matter() -> None:
    a = SABRA.with_rules(open_points=50, tie="first")
    b = SABRA.with_rules(tie="first").with_rules(open_points=50)
    c = SABRA.with_rules(open_points=40).with_rules(tie="first", open_points=50)
    assert a == b == c
    assert hash(a) == hash(b) == hash(c)


@pytest.mark.parametrize("variant", some_variants(), ids=repr)
def test_a_variant_survives_pickle_and_copy(variant: Variant) -> None:
    # Also once what is worked out only when asked for is there.
    assert variant.tile_set.numbers == variant.numbers
    assert all(len(run) >= variant.min_run for run in variant.runs)
    for twin in (pickle.loads(pickle.dumps(variant)), copy.deepcopy(variant)):
        assert twin == variant
        assert hash(twin) == hash(variant)
        assert repr(twin) == repr(variant)
        assert twin.game is variant.game
        assert twin.with_rules(open_points=77) == variant.with_rules(open_points=77)


def test_a_variant_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SABRA.open_points = 50  # type: ignore[misc]
    SABRA.with_rules(open_points=50)
    assert SABRA.open_points == 30


def test_the_text_of_a_variant_says_what_differs() -> None:
    assert repr(SABRA) == repr(SABRA.with_rules(open_points=30)) == "Variant('sabra')"
    assert repr(SABRA.with_rules(wrap=True)) == "Variant('sabra', ones='circular')"
    assert "open_points=50" in repr(SABRA.preset("pre_1988"))
    assert repr(SABRA.with_rules(players=3)) == "Variant('sabra', players=3)"


@pytest.mark.parametrize("jokers", range(5))
def test_a_meld_may_have_all_jokers_unless_a_rule_limits_them(jokers: int) -> None:
    assert SABRA.with_rules(jokers=jokers).max_jokers_per_combination == max(jokers, 2)
    for most in range(5):
        limited = SABRA.with_rules(jokers=jokers, max_jokers_per_combination=most)
        assert limited.max_jokers_per_combination == most
        # What was set stays set, whatever else is changed afterwards.
        assert limited.with_rules(open_points=50).max_jokers_per_combination == most
        early = SABRA.with_rules(max_jokers_per_combination=most).with_rules(jokers=jokers)
        assert early == limited


# Mini games


def test_a_mini_game_has_sabra_s_rules_otherwise() -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    assert mini.tile_set == TileSet(3, 5, 1, 1)
    assert mini.hand_size == 4
    assert mini.sample_space == 1820
    own = {"hand_size", "open_points"}
    expected = {rule: value for rule, value in DEFAULTS.items() if rule not in own}
    assert {rule: mini.rule(rule) for rule in expected} == expected
    assert mini.with_rules(tie="first").tile_set == mini.tile_set
    assert mini.with_rules(tie="first").open_points is None


def test_a_mini_game_needs_no_rules() -> None:
    mini = Variant.mini()
    assert mini == Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    # Groups, runs and the joker: hands of each kind occur.
    melds = [judge(hand, mini).meld for hand in all_melds(mini)]
    assert {(meld.kind, meld.jokers) for meld in melds if meld} == {
        ("group", 0),
        ("group", 1),
        ("run", 0),
        ("run", 1),
    }
    assert Variant.mini(numbers=4).sample_space == comb(13, 4)


def test_a_mini_game_defines_no_opening_unless_asked_to() -> None:
    size = {"colors": 3, "numbers": 5, "copies": 1, "jokers": 1, "hand_size": 4}
    with pytest.raises(VariantError) as error:
        Variant.mini(**size).opening()
    assert "open_points" in str(error.value)
    assert Variant.mini(**size, open_points=9).opening() == (Points(9),)
    assert Variant.mini(**size, open_points=30).opening() == (Points(30),)
    assert Variant.mini(**size, open_points=0).opening() == (Points(0),)
    assert Variant.mini(**size).with_rules(open_points=9).opening() == (Points(9),)
    assert Variant.mini(**size, open_points=9, open_needs_run=True, open_pairs=2).opening() == (
        Points(9, needs_run=True),
        Pairs(2),
    )
    assert Variant.mini(**size, open_pairs=2).opening() == (Pairs(2),)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"colors": 7}, ["colors=7", "from 1 to 6"]),
        ({"numbers": 0}, ["numbers=0", "from 1 to 15"]),
        ({"numbers": 16}, ["numbers=16", "from 1 to 15"]),
        ({"copies": 5}, ["copies=5", "from 1 to 4"]),
        ({"jokers": 5}, ["jokers=5", "from 0 to 4"]),
        ({"hand_size": -1}, ["hand_size=-1"]),
        ({"hand_size": 17}, ["hand_size=17", "16 tiles"]),
        ({"hand_size": "x"}, ["hand_size='x'"]),
        ({"open_points": "x"}, ["open_points='x'"]),
        ({"min_rum": 3}, ["'min_rum'", "did you mean min_run"]),
        ({"color": 3}, ["'color'", "did you mean colors"]),
        ({"handsize": 3}, ["'handsize'", "did you mean hand_size"]),
    ],
    ids=str,
)
def test_a_mini_game_that_cannot_be(wrong: dict[str, int], named: list[str]) -> None:
    size = {"colors": 3, "numbers": 5, "copies": 1, "jokers": 1, "hand_size": 4}
    with pytest.raises(VariantError) as error:
        Variant.mini(**(size | wrong))
    assert [part for part in named if part not in str(error.value)] == []


# Values of tiles and melds


@pytest.mark.parametrize("value", [30, 25])
def test_a_joker_on_the_rack_counts_joker_rack_value(value: int) -> None:
    # rules/sabra.md, Scores, 2: J K4 K9 costs 43 or 38.
    variant = SABRA.with_rules(joker_rack_value=value)
    assert variant.rack_value(JOKER) == value
    assert sum(variant.rack_value(tile) for tile in variant.parse("J K4 K9")) == 13 + value
    assert [variant.rack_value(Tile("R", n)) for n in range(1, 14)] == list(range(1, 14))


def test_a_joker_in_the_opening_counts_what_it_stands_for() -> None:
    assert SABRA.opening_value(Run("R", (11, 12, 13), (0,))) == 36
    assert SABRA.opening_value(Group(9, ("R", "B"), 2, ("K", "Y"))) == 36


def test_the_reading_of_a_text_uses_the_variant_s_tiles() -> None:
    mini = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=3)
    assert mini.parse("r1 b2").tile_set == mini.tile_set
    with pytest.raises(RummistatsError, match="R4"):
        judge("R2 R3 R4", mini)


def test_two_games_of_one_name_are_not_the_same() -> None:
    """What is worked out for one must not be taken for the other."""
    other = replace(SABRA.game, rack_points={1: 50})
    variant = make_variant(other, {})
    assert variant != SABRA
    assert variant.rack_value(Tile("R", 1)) == 50
    one_of_each = SABRA.parse("R1 B5")
    assert arrange(one_of_each, variant, "dead_wood_points").dead_wood_points == 55
    assert arrange(one_of_each, SABRA, "dead_wood_points").dead_wood_points == 6
    assert pickle.loads(pickle.dumps(variant)).rack_value(Tile("R", 1)) == 50
    assert pickle.loads(pickle.dumps(SABRA)) == SABRA


@pytest.mark.parametrize(
    ("game", "rules", "words"),
    [
        ("sabra", {"players": 4, "hand_size": 27}, "need 108 tiles, but there are only 106"),
        ("sabra", {"players": 4, "hand_size": 27}, "up to 3 players, or for a hand_size up to 26"),
        ("sabra", {"players": 4, "copies": 1, "jokers": 0}, "suffice for up to 3 players"),
        # One tile lies face up and can't be dealt.
        ("shanghai", {"players": 8, "hand_size": 20}, "beside the one that lies face up"),
        ("shanghai", {"players": 8, "hand_size": 20}, "a hand_size up to 19"),
        ("rummy-500", {"players": 8, "decks": 1}, "up to 7 players"),
    ],
)
def test_a_game_deals_all_of_its_players_a_hand(
    game: str, rules: dict[str, object], words: str
) -> None:
    with pytest.raises(VariantError, match=words):
        find_variant(game).with_rules(**rules)


def test_as_many_play_as_the_tiles_suffice_for() -> None:
    for game in variants():
        rule = game.game.rules["players"]
        for players in range(rule.low, (rule.high or rule.low) + 1):
            deal = game.with_rules(players=players).deal_table(seed=1)
            assert len(deal.hands) == players
    assert SABRA.with_rules(hand_size=26).players == 4
    assert SABRA.with_rules(hand_size=27).players == 3
    one_pack = SABRA.with_rules(copies=1, jokers=0)
    assert one_pack.players == 3 == len(one_pack.deal_table(seed=1).hands)
    assert one_pack == one_pack.with_rules(players=3)
    assert "3 players get 14 tiles each" in one_pack.describe()


def test_a_game_for_the_blackboard_may_be_a_single_hand() -> None:
    mini = Variant.mini(colors=1, numbers=4, copies=1, jokers=0, hand_size=3)
    assert len(mini.deal(seed=1)) == 3
    assert "Deal: 3 tiles are one hand; for more players there are too few." in mini.describe()


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("rummy-500", {"copies": 2, "repeat_colors": False}),
        ("stone-rummy", {"joker_extra": False, "hand_size": 14}),
        ("stone-rummy", {"joker_extra": False}),
        ("machiavelli", {"ace": "high_only", "players": 5}),
    ],
)
def test_with_its_differences_alone_a_variant_is_the_same(name: str, rules: dict[str, object]):
    """Rules may change each other's defaults, so that setting a default can say something."""
    variant = find_variant(name).with_rules(**rules)
    again = find_variant(name).with_rules(**dict(variant.differences))
    assert again == variant
    assert again.differences == variant.differences

"""Every game as its rule file gives it: parameters, presets, tiles, values and openings."""

from __future__ import annotations

import pickle

import pytest

from rummistats.dealing import Context
from rummistats.errors import TileError, VariantError
from rummistats.melds import Group, Run
from rummistats.tiles import FALSE_JOKER, JOKER, Tile
from rummistats.variants import Variant, find_variant, variants
from rummistats.variants.hands import HAND_TABLES, SpecialHand
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points, Requirement

NAMES = (
    "sabra",
    "river",
    "american",
    "international",
    "okey-101",
    "okey",
    "romanian",
    "stone-rummy",
    "stone-rummy-plus",
    "shanghai",
    "gin",
    "machiavelli",
    "rummy-500",
)

TF = (False, True)
NONE_ON = ("none", "own_only", "any")

# The section "Options and house rules" of each rule file, with what only its text names:
# parameter, default, other values. Ranges of numbers are given by some values in them.
Rows = list[tuple[str, object, tuple[object, ...]]]

STONE: Rows = [
    ("players", 3, (2, 4)),
    ("jokers", "assigned", ("none", "stock2", 3)),
    ("hand_size", 14, (13,)),
    ("initial_deposit", "pool", ("starter_hand", "none")),
    ("circular_runs", True, TF),
    ("max_run", 26, (13, 14)),
    ("cycle", 13, (12,)),
    ("gap_12_1", False, TF),
    ("min_real", 1, (0, 2)),
    ("group_distinct_colours", True, TF),
    ("joker_keep", True, TF),
    ("see_first", True, TF),
    ("deposit_only_one", False, TF),
    ("finish", "any", ("hand", "hand_or_table")),
    ("exhaustion", "recycle", ("end",)),
    ("first_round_rule", False, TF),
    ("tie_rule", "average", ("divide",)),
    ("deadlock_split", True, TF),
    ("games", 3, (1,)),
    ("slow_penalty", 0, (0.5,)),
    ("return_to_hand", "jokers", ("nothing",)),
    ("deposit_joker", True, TF),
    ("joker_extra", True, TF),
    ("direction", "clockwise", ("counterclockwise",)),
    ("no_repeat_three", True, TF),
]

PARAMETERS: dict[str, Rows] = {
    "american": [
        ("players", 4, (2, 3)),
        ("hand_size", 14, (16,)),
        ("next_starter", "rotate", ("draw", "winner")),
        ("joker_trump", "keep", ("redraw",)),
        ("trump_drawable", False, TF),
        ("one_high", False, TF),
        ("rearrange", False, TF),
        ("max_jokers_per_combination", 2, (1,)),
        ("min_real_per_joker", 0, (2,)),
        ("joker_reuse_rack_tiles", 2, (0, 1)),
        ("joker_before_opening", False, TF),
        ("joker_group3_needs_both", False, TF),
        ("open_points", 50, (30, 0)),
        ("open_needs_run", False, TF),
        ("opening_turn_layoff", "any", NONE_ON),
        ("discard_for_opening", False, TF),
        ("discard_must_be_used", False, TF),
        ("no_redraw_discard", True, TF),
        ("trump_without_opening", True, TF),
        ("closed_needs_opening", True, TF),
        ("exhaustion", "end_of_last_turn", ("recycle",)),
        ("scoring", "sabra", ("romanian",)),
        ("joker_rack_value", 30, (25,)),
        ("trump_win_factor", 1, (2,)),
        ("joker_discard_factor", 1, (2,)),
        ("penalty_tiles", 3, (0,)),
        ("deals", 4, (1,)),
        ("blocked_winner", "lowest_total", ("fewest_tiles",)),
        ("blocked_scoring", "difference", ("normal",)),
        ("tie", "split", ("first",)),
    ],
    "international": [
        ("players", 4, (2, 3)),
        ("hand_size", 14, (15,)),
        ("next_starter", "rotate", ("draw", "winner")),
        ("one_high", True, TF),
        ("allow_1_to_1", True, TF),
        ("rearrange", False, TF),
        ("max_jokers_per_combination", 2, (1,)),
        ("joker_reuse_rack_tiles", 2, (0, 1)),
        ("open_points", 0, (30, 50)),
        ("open_needs_run", False, TF),
        ("opening_turn_layoff", "any", NONE_ON),
        ("discard_from", "always", ("after_opening",)),
        ("trump_for", "closed", ("any",)),
        ("concealed_layoff_counts_as", "open", ("foot",)),
        ("best_claim", True, TF),
        ("hands", "attested", ("teaching", ())),
        ("open_score", 100, (50,)),
        ("lone_open_score", 200, (100,)),
        ("foot_score", 200, (300,)),
        ("unmelded_score", 100, (0,)),
        ("unmelded_no_winner", 100, (-100,)),
        ("joker_rack_value", 25, (30, 10)),
        ("round_up_to", None, (10,)),
        ("round_before_double", True, TF),
        ("joker_discard_doubles", True, TF),
        ("false_claim", "play_on", ("unmelded",)),
        ("settlement", "none", ("pairwise",)),
        ("deals", 4, (1,)),
    ],
    "okey-101": [
        ("players", 4, (2, 3)),
        ("deals", 7, (3, 5, 9, 11)),
        ("open_points", 101, (51,)),
        ("open_pairs", 5, (4,)),
        ("wrap_13_1", False, TF),
        ("split_runs", False, TF),
        ("joker_swap", "keep", ("off", "use_now")),
        ("min_real", 1, (2,)),
        ("joker_hand_value", 101, (0, 50)),
        ("not_opened", 202, (101,)),
        ("win_score", 101, (0,)),
        ("unopened_when_pairs_joker", 404, (808,)),
        ("penalty", 101, (0,)),
        ("stack_discard_penalties", False, TF),
        ("joker_finish_penalty", False, TF),
        ("discard_must_be_used", True, TF),
        ("series_may_add_pairs", False, TF),
        ("pairs_addon_limit", None, (2,)),
        ("exhaustion", "after_refusal", ("at_last_discard",)),
        ("no_winner_scoring", "normal", ("opened_only", "zero")),
        ("all_pairs_void", True, TF),
        ("finish_from_hand_bonus", True, TF),
        ("concealed_if_others_opened", False, TF),
        ("joker_multiplied", True, TF),
        ("low_finish_with_discard", True, TF),
        ("false_joker_is", "okey", ("indicator",)),
        ("discard_take_back_penalty", True, TF),
        ("starter_may_open", True, TF),
        ("partners", False, TF),
    ],
    "okey": [
        ("players", 4, (2, 3)),
        ("start_points", 20, (5, 21)),
        ("wrap", "12-13-1", ("none",)),
        ("min_real", 1, (2,)),
        ("loss_normal", 2, (1,)),
        ("loss_joker_finish", 4, (2,)),
        ("loss_pairs", 4, (2,)),
        ("pairs_and_joker_loss", 8, (4,)),
        ("indicator_bonus", 1, (0,)),
        ("pairs_win", True, TF),
        ("wrong_declaration", "no_penalty", ("lose_2",)),
        ("exhaustion", "no_score", ("play_with_discards",)),
        ("max_hands", None, (10,)),
        ("partners", False, TF),
        ("indicator_show_until", "first_draw", ("first_discard",)),
    ],
    "romanian": [
        ("players", 4, (2, 3)),
        ("open_points", 50, (45,)),
        ("open_needs_run", True, TF),
        ("discard_for_opening", False, TF),
        ("opening_turn_layoff", "own_only", NONE_ON),
        ("allow_1_to_1", True, TF),
        ("doubla_exchange", True, TF),
        ("doubla_high_from", 10, (8,)),
        ("redeal_on_three_doublas", False, TF),
        ("exposed_joker", "redraw", (14,)),
        ("exposed_for_win", True, TF),
        ("first_tile_dead", True, TF),
        ("starter_may_meld", False, TF),
        ("exhaustion", "recycle", ("end",)),
        ("max_recycles", None, (0, 1)),
        ("no_meld_penalty", "flat200", ("100_plus_rack",)),
        ("no_meld_penalty_without_winner", True, TF),
        ("joker_meld", 50, (0,)),
        ("joker_rack", 25, (50,)),
        ("rack_one_value", 25, (5, 10)),
        ("win_bonus", 100, (0,)),
        ("closed_bonus", 100, (0,)),
        ("closed_needs_opening", True, TF),
        ("joker_discard_doubles", False, TF),
        ("twin_bonus", 25, (0,)),
        ("announce_low", 3, (0,)),
        ("games", 8, (1,)),
        ("target", None, (500,)),
        ("ones_set4_value", 25, (5, 10)),
        ("joker_reuse_rack_tiles", "at_least_2", ("exactly_2",)),
        ("joker_doubla", False, TF),
        ("row_pick_with_joker", True, TF),
        ("row_pick_last", True, TF),
        ("twin_before_exchange", True, TF),
        ("all_ones_by_position", True, TF),
    ],
    "stone-rummy": STONE,
    "stone-rummy-plus": [
        *STONE,
        ("claims", True, TF),
        ("claim_mp", 1, (0, 2)),
        ("capture_with_joker", True, TF),
        ("claim_min_real", 1, (0, 4)),
        ("late_claim", False, TF),
        ("joker_chase", True, TF),
        ("dissolve_any_time", True, TF),
        ("stone_returns_for_joker", True, TF),
        ("percent_of", "GMP", ("TMP_max_of_field",)),
        ("winner_by", "TMP", ("GMP",)),
    ],
    "shanghai": [
        ("players", 4, (3, 5, 8)),
        ("decks", 2, (3, 1)),
        ("jokers", 1, (2, 4)),
        ("hand_size", 11, (10,)),
        ("contracts", find_variant("shanghai").rule("contracts"), ((((3, 3), ()),),)),
        ("max_buys", 4, (3, 0, {1: 3, 9: 4})),
        ("buy_priority", "next_in_turn", ("first_to_call", "left_of_dealer")),
        ("buy_cost_cards", 1, (2,)),
        ("joker_limit", "not_more_than_naturals", ("none", "by_size")),
        ("swap_before_contract", "if_used_for_contract", ("never",)),
        ("meld_and_layoff_same_turn", False, TF),
        ("extra_melds", False, TF),
        ("contract_size", "at_least", ("exact",)),
        ("adjacent_sequences", False, TF),
        ("final_discard", False, TF),
        ("same_rank_sets", True, TF),
        ("min_sequence", 3, (4,)),
        ("first_upcard_buyable", True, TF),
        ("no_joker_bonus_scope", "cards_laid", ("hand",)),
        ("number_card_value", "face", (5,)),
        ("ace_value", 15, (20,)),
        ("joker_value", 25, (50,)),
        ("one_turn_bonus", 25, (0,)),
        ("one_turn_no_joker_bonus", 50, (0,)),
    ],
    "gin": [
        ("hand_size", 10, (7,)),
        ("knock_limit", 10, (0, 5)),
        ("oklahoma", False, TF),
        ("gin_bonus", 25, (20,)),
        ("big_gin_bonus", 31, (None, 50)),
        ("undercut_bonus", 25, (10,)),
        ("undercut_on_tie", True, TF),
        ("line_bonus", 25, (20,)),
        ("game_bonus", 100, (0,)),
        ("game_target", 100, (150, 200, 250)),
        ("shutout", "double", ("none", 100)),
        ("stock_end", 2, (0,)),
        ("next_dealer", "alternate", ("winner", "loser")),
        ("return_taken", False, TF),
        ("last_discard_action", False, TF),
        ("first_dealer", "random", ("cut",)),
        ("oklahoma_ace", 0, (1,)),
        ("void_redeal", "same_dealer", ("next_dealer",)),
        ("game_scoring", True, TF),
        ("knock_strict", False, TF),
        ("jokers", 0, (2,)),
        ("ace", "low", ("high_low",)),
        ("layoff_on_gin", False, TF),
        ("defender_rearranges", True, TF),
    ],
    "machiavelli": [
        ("players", 4, (2, 5)),
        ("hand_size", 15, (12, 13, 14)),
        ("ace", "low_or_high", ("high_only", "low_only")),
        ("jokers", 0, (4,)),
        ("open_points", 0, (36,)),
        ("first_play_own", False, TF),
        ("must_draw_first", False, TF),
        ("fail_penalty", 3, (0, 1)),
        ("scoring", "win", ("cards", "points")),
        ("exhaustion", "fewest_cards", ("draw",)),
        ("starting_table", 0, (4,)),
    ],
    "rummy-500": [
        ("players", 3, (2, 4, 8)),
        ("decks", 1, (2,)),
        ("hand_size_2", 13, (10, 7)),
        ("hand_size", 7, (10,)),
        ("top_card_free", True, TF),
        ("take_whole_pile", False, TF),
        ("ace_value", 15, (1,)),
        ("low_ace_on_table", 1, (15,)),
        ("ace_in_hand", 15, (1,)),
        ("jokers", 0, (2,)),
        ("going_out_discard", False, TF),
        ("target", 500, (1000,)),
    ],
}

ALL_ROWS = [(game, *row) for game, rows in PARAMETERS.items() for row in rows]

# A parameter that another one follows, so that setting it changes both.
FOLLOWING = {
    "one_high": {"allow_1_to_1"},
    "players": {"decks", "jokers", "hand_size"},
    "joker_extra": {"hand_size"},
    "jokers": {"max_jokers_per_combination"},
}


def test_the_games_and_their_order() -> None:
    # design.md, section 7, find_variant and variants.
    assert tuple(variant.name for variant in variants()) == NAMES
    assert all(find_variant(name).name == name for name in NAMES)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("rummikub", "sabra"),
        ("101 Okey", "okey-101"),
        ("101", "okey-101"),
        ("Gin Rummy", "gin"),
        ("Shanghai rum", "shanghai"),
        ("500 Rum", "rummy-500"),
        ("STONE_RUMMY_PLUS", "stone-rummy-plus"),
        ("remi", "romanian"),
    ],
)
def test_aliases(alias: str, name: str) -> None:
    assert find_variant(alias).name == name


def test_no_name_is_used_twice() -> None:
    names = [name for v in variants() for name in (v.game.name, *v.game.aliases)]
    assert len(names) == len(set(names))


# Options and house rules


@pytest.mark.parametrize(("game", "name", "default", "others"), ALL_ROWS)
def test_parameters_of_the_rule_files(
    game: str, name: str, default: object, others: tuple[object, ...]
) -> None:
    variant = find_variant(game)
    assert variant.rule(name) == default
    assert type(variant.rule(name)) is type(default)
    assert variant.game.parameters[name].default == default
    for value in (default, *others):
        changed = variant.with_rules(**{name: value})
        assert changed.rule(name) == value
        unchanged = [
            row
            for row in PARAMETERS[game]
            if row[0] != name and row[0] not in FOLLOWING.get(name, set())
        ]
        assert all(changed.rule(row[0]) == row[1] for row in unchanged)
        assert changed.with_rules(**{name: default}) == variant
        assert (changed == variant) == (value == default)
        assert len({changed, variant, pickle.loads(pickle.dumps(changed))}) == 1 + (
            value != default
        )


@pytest.mark.parametrize(("game", "name", "default", "others"), ALL_ROWS)
def test_wrong_values_are_refused(
    game: str, name: str, default: object, others: tuple[object, ...]
) -> None:
    variant = find_variant(game)
    wrongs: list[object] = ["nonsense", 2.5, -3000, ["x"], {"a": 1}, 10.0]
    # No limit and no opening are None in every game.
    if None not in (default, *others) and name not in ("open_points", "open_pairs", "max_run"):
        wrongs.append(None)
    if type(default) is not bool:
        wrongs.append(True)
    else:
        wrongs += [0, 1]
    for wrong in wrongs:
        with pytest.raises(VariantError) as error:
            variant.with_rules(**{name: wrong})
        message = str(error.value)
        assert f"{name}={wrong!r} is not allowed; it takes " in message
        assert variant.game.parameters[name].allowed in message
        assert "\n" not in message


@pytest.mark.parametrize("game", PARAMETERS)
def test_every_rule_of_a_game_is_in_its_rule_file_or_common(game: str) -> None:
    own = {*find_variant(game).game.own_hand_rules, *find_variant(game).game.table_rules}
    assert {rule.name for rule in own} <= {name for name, *_ in PARAMETERS[game]}


@pytest.mark.parametrize(("game", "name", "default", "others"), ALL_ROWS)
def test_values_are_read_from_text(
    game: str, name: str, default: object, others: tuple[object, ...]
) -> None:
    rule = find_variant(game).game.parameters[name]
    for value in (default, *others):
        assert rule.parse(str(value)) == value


# Wrong numbers that are near: the ranges of the rule files' tables.
@pytest.mark.parametrize(
    ("game", "name", "value", "said"),
    [
        ("shanghai", "players", 2, "from 3 to 8"),
        ("shanghai", "players", 9, "from 3 to 8"),
        ("rummy-500", "players", 9, "from 2 to 8"),
        ("machiavelli", "players", 6, "from 2 to 5"),
        ("gin", "players", 3, "it takes only 2"),
        ("okey", "players", 5, "from 2 to 4"),
        ("okey", "jokers", 2, "it takes only 0"),
        ("stone-rummy", "cycle", 11, "13, 12"),
        ("shanghai", "contracts", [], "sizes of the sets"),
        ("shanghai", "contracts", [((), ())], "sizes of the sets"),
        ("shanghai", "contracts", [((1,), ())], "sizes of the sets"),
        ("shanghai", "max_buys", {1: -1}, "by round"),
        ("international", "hands", [{"id": "E"}], "'teaching'"),
        ("international", "hands", [{"id": "E", "name": "e", "parts": "x"}], "'teaching'"),
        ("gin", "open_points", 30, "nobody opens with points"),
        ("shanghai", "open_pairs", 3, "nobody opens with pairs"),
        ("stone-rummy", "open_needs_run", True, "nobody opens with points"),
    ],
)
def test_values_out_of_range(game: str, name: str, value: object, said: str) -> None:
    with pytest.raises(VariantError) as error:
        find_variant(game).with_rules(**{name: value})
    assert f"{name}={value!r}" in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("stone-rummy", {"jokers": "none", "assigned_jokers": 1}),
        ("stone-rummy", {"circular_runs": False, "ones": "circular"}),
        ("shanghai", {"decks": 2, "copies": 3}),
        ("shanghai", {"joker_limit": "none", "min_real_per_joker": 1}),
        ("international", {"one_high": False, "allow_1_to_1": True}),
        ("romanian", {"joker_rack": 25, "joker_rack_value": 30}),
        ("gin", {"ace": "high_low", "ones": "low"}),
    ],
)
def test_contradictions_between_a_file_s_word_and_the_common_rule(
    game: str, rules: dict[str, object]
) -> None:
    with pytest.raises(VariantError):
        find_variant(game).with_rules(**rules)


# The rule files' words for common rules, see design.md, section 7


@pytest.mark.parametrize(
    ("game", "said", "means"),
    [
        ("american", {"one_high": True}, {"ones": "low_or_high"}),
        ("international", {"one_high": False}, {"ones": "low", "one_to_one": False}),
        ("international", {"allow_1_to_1": False}, {"one_to_one": False}),
        ("okey-101", {"wrap_13_1": True}, {"ones": "low_or_high"}),
        ("okey-101", {"joker_hand_value": 50}, {"joker_rack_value": 50}),
        ("okey", {"wrap": "none"}, {"ones": "low"}),
        ("romanian", {"joker_rack": 50}, {"joker_rack_value": 50}),
        ("romanian", {"allow_1_to_1": False}, {"one_to_one": False}),
        ("stone-rummy", {"jokers": "none"}, {"jokers": 0, "assigned_jokers": 0}),
        ("stone-rummy", {"jokers": "stock2"}, {"jokers": 2, "assigned_jokers": 0}),
        ("stone-rummy", {"circular_runs": False}, {"ones": "low"}),
        ("stone-rummy", {"group_distinct_colours": False}, {"repeat_colors": True}),
        ("stone-rummy", {"joker_extra": False}, {"hand_size": 13, "assigned_jokers": 1}),
        ("stone-rummy", {"joker_extra": False, "jokers": "none"}, {"hand_size": 14}),
        ("shanghai", {"decks": 3}, {"copies": 3, "jokers": 1}),
        ("shanghai", {"joker_value": 50}, {"joker_rack_value": 50}),
        ("shanghai", {"min_sequence": 4}, {"min_run": 4}),
        ("shanghai", {"joker_limit": "none"}, {"min_real_per_joker": 0}),
        ("gin", {"ace": "high_low"}, {"ones": "low_or_high"}),
        ("machiavelli", {"ace": "high_only"}, {"ones": "high"}),
        ("machiavelli", {"ace": "low_only"}, {"ones": "low"}),
        ("rummy-500", {"decks": 2}, {"copies": 2, "repeat_colors": True}),
        ("rummy-500", {"decks": 2, "repeat_colors": False}, {"repeat_colors": False}),
    ],
)
def test_translations(game: str, said: dict[str, object], means: dict[str, object]) -> None:
    changed = find_variant(game).with_rules(**said)
    assert {name: getattr(changed, name) for name in means} == means


# What depends on the number of players


@pytest.mark.parametrize(
    ("game", "players", "expected"),
    [
        # shanghai.md, Components; rummy-500.md, Components, Deal and Legal combinations.
        *(("shanghai", n, (2, 1, 11, 105, True)) for n in (3, 4)),
        *(("shanghai", n, (3, 2, 11, 158, True)) for n in (5, 6, 7, 8)),
        ("rummy-500", 2, (1, 0, 13, 52, False)),
        *(("rummy-500", n, (1, 0, 7, 52, False)) for n in (3, 4)),
        *(("rummy-500", n, (2, 0, 7, 104, True)) for n in (5, 6, 7, 8)),
    ],
)
def test_what_follows_from_the_number_of_players(
    game: str, players: int, expected: tuple[int, int, int, int, bool]
) -> None:
    v = find_variant(game).with_rules(players=players)
    assert (v.copies, v.jokers, v.hand_size, v.tile_set.size, v.repeat_colors) == expected
    dealt = find_variant(game).deal_table(players=players, seed=1)
    assert [len(hand) for hand in dealt.hands] == [v.hand_size] * players
    assert dealt.hands[0].tile_set == v.tile_set


def test_two_players_of_rummy_500_have_a_hand_size_of_their_own() -> None:
    # rummy-500.md, Options: hand_size_2 / hand_size.
    game = find_variant("rummy-500")
    assert game.with_rules(hand_size_2=10).hand_size == 7
    assert game.with_rules(hand_size_2=10, players=2).hand_size == 10
    assert game.with_rules(players=2).with_rules(hand_size_2=7).hand_size == 7
    assert game.with_rules(players=2, hand_size=9).hand_size == 9


# Presets


def test_classic_gin() -> None:
    # gin.md, Options and house rules, column "classic".
    classic = find_variant("gin").preset("classic")
    expected = {name: default for name, default, _ in PARAMETERS["gin"]} | {
        "gin_bonus": 20,
        "big_gin_bonus": None,
        "undercut_bonus": 10,
        "line_bonus": 20,
        "shutout": 100,
        "next_dealer": "winner",
    }
    assert {name: classic.rule(name) for name in expected} == expected


def test_other_presets() -> None:
    # machiavelli.md, Initial meld; sabra.md, Draw Two / River.
    assert find_variant("machiavelli").preset("thirty-six").opening() == (Points(36),)
    sabra, river = find_variant("sabra"), find_variant("river")
    assert river.rule("draw_rule") == "draw_two_river"
    assert sabra.rule("draw_rule") == "one"
    assert set(river.game.presets) == set(sabra.game.presets)
    assert {n: r.default for n, r in river.game.rules.items() if n != "draw_rule"} == {
        n: r.default for n, r in sabra.game.rules.items() if n != "draw_rule"
    }


# Components


@pytest.mark.parametrize(
    ("game", "copies", "size", "hand_size", "wild", "cards"),
    [
        # README.md, Comparison of all variants: pieces, copies, dealt, wild pieces.
        ("sabra", 2, 106, 14, 2, False),
        ("river", 2, 106, 14, 2, False),
        ("american", 2, 106, 14, 2, False),
        ("international", 2, 106, 14, 2, False),
        ("okey-101", 2, 106, 21, 2, False),
        ("okey", 2, 106, 14, 2, False),
        ("romanian", 2, 106, 14, 2, False),
        ("stone-rummy", 2, 105, 14, 1, False),
        ("stone-rummy-plus", 2, 105, 14, 1, False),
        ("shanghai", 2, 105, 11, 1, True),
        ("gin", 1, 52, 10, 0, True),
        ("machiavelli", 2, 104, 15, 0, True),
        ("rummy-500", 1, 52, 7, 0, True),
    ],
)
def test_pieces(game: str, copies: int, size: int, hand_size: int, wild: int, cards: bool) -> None:
    v = find_variant(game)
    assert (v.copies, v.tile_set.size, v.hand_size) == (copies, size, hand_size)
    assert (v.playing_set.jokers, v.tile_set.cards) == (wild, cards)
    assert (v.colors, v.numbers) == (4, 13)
    every = v.tile_set.all_tiles()
    assert v.parse(str(every)) == every
    hand = v.deal(seed=3)
    assert v.parse(str(hand)) == hand


def test_card_notation() -> None:
    # design.md, section 2: cards 7H TD AS, joker X.
    shanghai = find_variant("shanghai")
    assert str(shanghai.parse("7h td as x 10C")) == "AS 7H TD TC X"
    with pytest.raises(TileError, match="R7"):
        shanghai.parse("R7")
    with pytest.raises(TileError, match="X"):
        find_variant("gin").parse("X")
    assert str(find_variant("okey").parse("f R1 F")) == "R1 F F"
    with pytest.raises(TileError, match="J"):
        find_variant("okey").parse("J")


# Legal combinations

RUNS: list[tuple[str, dict[str, object], int, int, int]] = [
    # game, rules, number of runs of one color, shortest, longest
    ("sabra", {}, 66, 3, 13),
    ("american", {}, 66, 3, 13),
    ("american", {"one_high": True}, 77, 3, 13),
    # international.md, Legal combinations: 4 x 78 natural runs of 3 to 14 tiles.
    ("international", {}, 78, 3, 14),
    ("international", {"allow_1_to_1": False}, 77, 3, 13),
    ("international", {"one_high": False}, 66, 3, 13),
    ("okey-101", {}, 66, 3, 13),
    ("okey-101", {"wrap_13_1": True}, 77, 3, 13),
    ("okey", {}, 77, 3, 13),
    ("okey", {"wrap": "none"}, 66, 3, 13),
    ("romanian", {}, 78, 3, 14),
    ("romanian", {"allow_1_to_1": False}, 77, 3, 13),
    # stone-rummy.md, Legal combinations: 3 to 26 stones, 13 places to start.
    ("stone-rummy", {}, 13 * 24, 3, 26),
    ("stone-rummy-plus", {}, 13 * 24, 3, 26),
    ("stone-rummy", {"max_run": 14}, 13 * 12, 3, 14),
    ("stone-rummy", {"circular_runs": False}, 66, 3, 13),
    # A14: the circle of twelve numbers, each at most twice.
    ("stone-rummy", {"cycle": 12}, 12 * 22, 3, 24),
    ("shanghai", {}, 77, 3, 13),
    ("gin", {}, 66, 3, 13),
    ("gin", {"ace": "high_low"}, 77, 3, 13),
    ("machiavelli", {}, 77, 3, 13),
    ("machiavelli", {"ace": "high_only"}, 66, 3, 13),
    ("machiavelli", {"ace": "low_only"}, 66, 3, 13),
    ("rummy-500", {}, 77, 3, 13),
]


@pytest.mark.parametrize(("game", "rules", "count", "shortest", "longest"), RUNS)
def test_runs(game: str, rules: dict[str, object], count: int, shortest: int, longest: int) -> None:
    runs = find_variant(game).with_rules(**rules).runs
    assert len(runs) == len(set(runs)) == count
    assert (len(runs[0]), len(runs[-1])) == (shortest, longest)


@pytest.mark.parametrize(
    ("game", "rules", "run", "legal"),
    [
        ("international", {}, (12, 13, 1), True),
        ("international", {}, (13, 1, 2), False),
        ("international", {}, (*range(1, 14), 1), True),
        ("okey", {}, (12, 13, 1, 2), False),
        ("okey", {}, (11, 12, 13, 1), True),
        ("okey-101", {}, (12, 13, 1), False),
        ("romanian", {}, (13, 1, 2), False),
        # stone-rummy.md, Worked examples and A14.
        ("stone-rummy", {}, (11, 12, 13, 1, 2, 3, 4), True),
        ("stone-rummy", {}, (13, 1, 2), True),
        ("stone-rummy", {}, (*range(1, 14), 1), True),
        ("stone-rummy", {}, (*range(5, 14), *range(1, 14), *range(1, 5)), True),
        ("stone-rummy", {}, (11, 12, 1, 2, 3), False),
        ("stone-rummy", {"gap_12_1": True}, (11, 12, 1, 2, 3), True),
        ("stone-rummy", {"gap_12_1": True}, (11, 12, 13, 1, 2, 3), True),
        ("stone-rummy", {"gap_12_1": True}, (11, 13, 1), False),
        ("stone-rummy", {"gap_12_1": True}, (*range(1, 13), *range(1, 13), 1), False),
        (
            "stone-rummy",
            {"gap_12_1": True, "no_repeat_three": False},
            (*range(1, 13), *range(1, 13), 1),
            True,
        ),
        ("stone-rummy", {"cycle": 12}, (11, 12, 1, 2, 3), True),
        ("stone-rummy", {"cycle": 12}, (12, 13, 1), False),
        ("shanghai", {}, (13, 1, 2), False),
        ("gin", {}, (12, 13, 1), False),
    ],
)
def test_a_run(game: str, rules: dict[str, object], run: tuple[int, ...], legal: bool) -> None:
    assert (run in find_variant(game).with_rules(**rules).runs) == legal


@pytest.mark.parametrize(
    ("game", "rules", "largest", "repeat"),
    [
        ("international", {}, 4, False),
        ("stone-rummy", {}, 4, False),
        ("stone-rummy", {"group_distinct_colours": False}, 4, True),
        ("gin", {}, 4, False),
        ("machiavelli", {}, 4, False),
        # shanghai.md, Set: any suits, any size; all there are of a rank, and the jokers.
        ("shanghai", {}, 4 * 2 + 1, True),
        ("shanghai", {"players": 5}, 4 * 3 + 2, True),
        ("shanghai", {"max_group": 5}, 5, True),
        # rummy-500.md: 3 or 4 cards; with two packs different suits are not required.
        ("rummy-500", {}, 4, False),
        ("rummy-500", {"players": 5}, 4, True),
    ],
)
def test_groups(game: str, rules: dict[str, object], largest: int, repeat: bool) -> None:
    v = find_variant(game).with_rules(**rules)
    assert (v.min_group, v.largest_group, v.repeat_colors) == (3, largest, repeat)


@pytest.mark.parametrize(
    ("game", "rules", "size", "jokers", "allowed"),
    [
        # romanian.md, Jokers: two real tiles for each joker.
        ("romanian", {}, 3, 1, True),
        ("romanian", {}, 5, 2, False),
        ("romanian", {}, 6, 2, True),
        # okey-101.md, Jokers: at least one real tile.
        ("okey-101", {}, 3, 2, True),
        ("okey-101", {}, 2, 2, False),
        ("okey-101", {"min_real": 2}, 3, 2, False),
        # stone-rummy.md, Worked examples: R6 J J; three players have three jokers.
        ("stone-rummy", {}, 3, 2, True),
        ("stone-rummy", {}, 4, 3, True),
        ("stone-rummy", {"players": 2}, 4, 3, False),
        # shanghai.md, Jokers: not more than naturals; by size 1 in 3 and 4, 2 in 5, 3 from 7 on.
        ("shanghai", {"players": 5}, 3, 2, False),
        ("shanghai", {"players": 5}, 4, 2, True),
        ("shanghai", {"players": 5, "joker_limit": "none"}, 3, 2, True),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 3, 1, True),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 4, 2, False),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 5, 2, True),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 6, 3, False),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 7, 3, True),
        ("shanghai", {"joker_limit": "by_size", "jokers": 4}, 10, 4, False),
        ("machiavelli", {"jokers": 2}, 3, 2, True),
        ("machiavelli", {"jokers": 4}, 3, 3, False),
    ],
)
def test_jokers_in_a_meld(
    game: str, rules: dict[str, object], size: int, jokers: int, allowed: bool
) -> None:
    assert find_variant(game).with_rules(**rules).jokers_allowed(size, jokers) is allowed


# Values on the rack


PLAIN = tuple(range(1, 14))
TENS = (*range(1, 11), 10, 10, 10)
ACE_15 = (15, *range(2, 11), 10, 10, 10)
ROMANIAN = (25, *[5] * 8, *[10] * 4)


@pytest.mark.parametrize(
    ("game", "rules", "points", "joker"),
    [
        # design.md, section 7, points of a tile left over.
        ("sabra", {}, PLAIN, 30),
        ("river", {"joker_rack_value": 25}, PLAIN, 25),
        ("american", {}, PLAIN, 30),
        ("international", {}, (10, *range(2, 11), 10, 10, 10), 25),
        ("okey-101", {}, PLAIN, 101),
        # romanian.md, A6.
        ("romanian", {}, ROMANIAN, 25),
        ("romanian", {"rack_one_value": 5}, (5, *ROMANIAN[1:]), 25),
        ("stone-rummy", {}, (1,) * 13, 1),
        ("stone-rummy-plus", {}, (1,) * 13, 1),
        # shanghai.md, Scoring.
        ("shanghai", {}, ACE_15, 25),
        ("shanghai", {"number_card_value": 5}, (15, *[5] * 8, *[10] * 4), 25),
        ("shanghai", {"ace_value": 20, "joker_value": 50}, (20, *ACE_15[1:]), 50),
        ("gin", {}, TENS, None),
        # machiavelli.md, Scoring.
        ("machiavelli", {}, (1,) * 13, None),
        ("machiavelli", {"scoring": "cards"}, (1,) * 13, None),
        ("machiavelli", {"scoring": "points"}, TENS, None),
        ("rummy-500", {}, ACE_15, None),
        ("rummy-500", {"ace_in_hand": 1, "jokers": 2}, TENS, 15),
    ],
)
def test_rack_values(
    game: str, rules: dict[str, object], points: tuple[int, ...], joker: int | None
) -> None:
    v = find_variant(game).with_rules(**rules)
    for letter in v.tile_set.color_letters:
        assert tuple(v.rack_value(Tile(letter, n)) for n in range(1, 14)) == points
    if joker is not None:
        wild = JOKER if v.game.indicator else v.tile_set.joker
        assert v.rack_value(wild) == joker


def test_okey_has_no_rack_values() -> None:
    with pytest.raises(VariantError, match="Okey"):
        find_variant("okey").rack_value(Tile("R", 1))


@pytest.mark.parametrize(
    ("game", "rules", "hand", "points"),
    [
        # shanghai.md, Worked examples, scoring hand.
        ("shanghai", {}, "2c 9d Ts Qh As X", 71),
        ("shanghai", {"number_card_value": 5}, "2c 9d Ts Qh As X", 70),
        # international.md, Worked examples 6: B and D.
        ("international", {}, "R11 B1 K5", 25),
        ("international", {}, "J Y2", 27),
        # american.md, Worked examples 8.
        ("american", {}, "R13 J", 43),
        # romanian.md, Full game: B, C and D.
        ("romanian", {}, "K1 R13 Y4", 40),
        ("romanian", {"rack_one_value": 10}, "K1 R13 Y4", 25),
        ("romanian", {"rack_one_value": 5}, "K1 R13 Y4", 20),
        ("romanian", {}, "J K13 K3", 40),
        ("romanian", {}, "R2 R4 R6 B9 B9 Y2 Y13 K13 K12 K10 B3 B5 K7 R1", 110),
        # rummy-500.md, Worked examples.
        ("rummy-500", {}, "9d As", 24),
        # gin.md, Worked examples 2: cards left.
        ("gin", {}, "Jc Qc 5c 2s 4h As Ah", 33),
    ],
)
def test_worked_examples_of_hands(
    game: str, rules: dict[str, object], hand: str, points: int
) -> None:
    v = find_variant(game).with_rules(**rules)
    assert sum(v.rack_value(tile) for tile in v.parse(hand)) == points


def test_the_okey_tile_follows_the_indicator() -> None:
    # okey-101.md, Worked examples: indicator B4, so B5 is wild and each F is a B5;
    # Scoring: left R3, K11, F = 19; R3 and a real joker 104; a real joker and Y4 105.
    okey = find_variant("okey-101")
    context = Context(indicator=Tile("B", 4))
    assert okey.played_as(Tile("B", 5), context) == JOKER
    assert okey.played_as(FALSE_JOKER, context) == Tile("B", 5)
    assert okey.played_as(Tile("R", 5), context) == Tile("R", 5)
    for hand, points in (("R3 K11 F", 19), ("R3 B5", 104), ("B5 Y4", 105)):
        assert sum(okey.rack_value(tile, context) for tile in okey.parse(hand)) == points
    # Set-up, 3: after 13 comes 1. A8: false_joker_is.
    last = Context(indicator=Tile("K", 13))
    assert okey.played_as(Tile("K", 1), last) == JOKER
    other = okey.with_rules(false_joker_is="indicator")
    assert other.played_as(FALSE_JOKER, context) == Tile("B", 4)
    with pytest.raises(VariantError, match="indicator"):
        okey.rack_value(FALSE_JOKER)


# Values of melds


def group(number: int, size: int = 3) -> Group:
    return Group(number, ("R", "B", "K", "Y")[:size])


def run(*numbers: int, jokers: tuple[int, ...] = ()) -> Run:
    return Run("R", numbers, jokers)


ROMANIAN_OPENINGS: list[tuple[list[Group | Run], int]] = [
    # romanian.md, Worked examples, Openings.
    ([run(1, 2, 3), group(10)], 45),
    ([run(10, 11, 12, 13, 1)], 50),
    ([run(9, 10, 11, 12, 13)], 45),
    ([run(12, 13, 1), group(5)], 45),
    ([group(1)], 75),
    ([group(12), group(13)], 60),
    ([group(1), run(2, 3, 4)], 90),
    ([run(9, 10, 11, 12), group(5)], 50),
    ([group(10, 4), run(4, 5, 6)], 55),
    ([run(1, 2, 3), run(4, 5, 6), run(7, 8, 9)], 45),
    ([run(9, 10, 11, 12, jokers=(2,)), group(5)], 50),
    # Closed win; A7; A8: a 1 in the run 1-2-...-13-1: low 5, high 10.
    ([run(10, 11, 12, 13, 1), group(5), run(2, 3, 4), group(9)], 95),
    ([group(1, 4)], 100),
    ([run(*range(1, 14), 1)], 5 + 8 * 5 + 4 * 10 + 10),
    # A9: a joker for a 1.
    ([Group(1, ("R", "B"), 1, ("K", "Y"))], 75),
    ([run(12, 13, 1, jokers=(2,))], 30),
    ([run(1, 2, 3, jokers=(0,))], 15),
]


@pytest.mark.parametrize(("melds", "value"), ROMANIAN_OPENINGS)
def test_romanian_openings(melds: list[Group | Run], value: int) -> None:
    romanian = find_variant("romanian")
    assert sum(map(romanian.opening_value, melds)) == value
    jokers = sum(meld.jokers for meld in melds)
    scored = sum(map(romanian.score_value, melds))
    assert (scored == value) == (jokers == 0)


@pytest.mark.parametrize(
    ("game", "rules", "meld", "value"),
    [
        # sabra.md, Combinations; with one_high and wrap a 1 counts 1.
        ("sabra", {"one_high": True}, run(12, 13, 1), 26),
        ("sabra", {"wrap": True}, run(13, 1, 2), 16),
        # american.md, Worked examples 1.
        ("american", {}, run(11, 12, 13), 36),
        ("american", {}, run(9, 10, 11, 12), 42),
        ("american", {}, run(6, 7, 8, jokers=(1,)), 21),
        ("american", {}, run(11, 12, 13, jokers=(0,)), 36),
        # design.md, section 7: international, sum of readings.
        ("international", {}, run(12, 13, 1), 26),
        ("international", {}, group(11), 33),
        # okey-101.md, Worked examples.
        ("okey-101", {}, run(7, 8, 9), 24),
        ("okey-101", {}, group(11), 33),
        ("okey-101", {}, run(3, 4, 5, jokers=(1, 2)), 12),
        ("okey-101", {}, group(13, 4), 52),
        # romanian.md, A7 and all_ones_by_position.
        ("romanian", {"ones_set4_value": 5}, group(1, 4), 20),
        ("romanian", {"ones_set4_value": 5}, group(1), 75),
        ("romanian", {"all_ones_by_position": False}, run(1, 2, 3), 35),
        ("romanian", {"all_ones_by_position": False, "rack_one_value": 5}, group(1), 15),
        # machiavelli.md, Initial meld: face, J Q K 10, A 1 or 11.
        ("machiavelli", {}, run(1, 2, 3), 6),
        ("machiavelli", {}, run(12, 13, 1), 31),
        ("machiavelli", {}, group(1), 33),
        ("machiavelli", {}, run(9, 10, 11), 29),
        # rummy-500.md, Worked examples and Options.
        ("rummy-500", {}, group(7), 21),
        ("rummy-500", {}, run(12, 13, 1), 35),
        ("rummy-500", {}, run(1, 2, 3), 6),
        ("rummy-500", {"low_ace_on_table": 15}, run(1, 2, 3), 20),
        ("rummy-500", {}, group(1), 45),
        ("rummy-500", {"ace_value": 1}, group(1), 3),
    ],
)
def test_opening_values(game: str, rules: dict[str, object], meld: Group | Run, value: int) -> None:
    v = find_variant(game).with_rules(**rules)
    assert v.opening_value(meld) == value
    for tile in meld.tiles:
        assert v.most_opening_value(tile) >= 0
    assert sum(map(v.most_opening_value, meld.tiles)) >= value


@pytest.mark.parametrize(
    ("game", "rules", "meld", "value"),
    [
        # romanian.md, Scoring: 50 for each joker; Full game: R9-R10-J-R12 is 5+10+10 + 50.
        ("romanian", {}, run(9, 10, 11, 12, jokers=(2,)), 75),
        ("romanian", {"joker_meld": 0}, run(9, 10, 11, 12, jokers=(2,)), 25),
        ("romanian", {}, Group(6, ("K", "Y"), 1, ("R", "B")), 60),
        ("romanian", {}, run(10, 11, 12, 13, 1), 50),
        # rummy-500.md, Jokers: if used wild, 15 points.
        ("rummy-500", {"jokers": 2}, run(4, 5, 6, jokers=(0,)), 26),
        ("sabra", {}, run(4, 5, 6, jokers=(0,)), 15),
    ],
)
def test_score_values(game: str, rules: dict[str, object], meld: Group | Run, value: int) -> None:
    assert find_variant(game).with_rules(**rules).score_value(meld) == value


@pytest.mark.parametrize("game", ["okey", "stone-rummy", "stone-rummy-plus", "shanghai", "gin"])
def test_games_without_opening_values(game: str) -> None:
    # design.md, section 7, opening_value.
    variant = find_variant(game)
    assert not variant.has_opening_value
    for ask in (variant.opening_value, variant.score_value):
        with pytest.raises(VariantError, match="no opening value"):
            ask(run(3, 4, 5))


# Openings


def contract(groups: tuple[int, ...], runs: tuple[int, ...]) -> Contract:
    return Contract(groups, runs)


@pytest.mark.parametrize(
    ("game", "rules", "round_", "expected"),
    [
        ("river", {}, 1, (Points(30),)),
        ("american", {}, 1, (Points(50),)),
        ("american", {"open_needs_run": True}, 1, (Points(50, needs_run=True),)),
        ("international", {}, 1, (Points(0),)),
        ("okey-101", {}, 1, (Points(101), Pairs(5))),
        ("okey-101", {"open_pairs": None}, 1, (Points(101),)),
        ("romanian", {}, 1, (Points(50, needs_run=True),)),
        ("romanian", {"open_points": 45}, 1, (Points(45, needs_run=True),)),
        ("machiavelli", {}, 1, (Points(0),)),
        ("machiavelli", {"open_points": 36}, 1, (Points(36),)),
        ("rummy-500", {}, 1, (AnyMeld(),)),
        ("rummy-500", {"open_points": 30}, 1, (Points(30),)),
        # shanghai.md, Contracts.
        ("shanghai", {}, 1, (contract((3, 3), ()),)),
        ("shanghai", {}, 2, (contract((3,), (4,)),)),
        ("shanghai", {}, 3, (contract((), (4, 4)),)),
        ("shanghai", {}, 4, (contract((3, 3, 3), ()),)),
        ("shanghai", {}, 5, (contract((3,), (7,)),)),
        ("shanghai", {}, 6, (contract((3, 3), (5,)),)),
        ("shanghai", {}, 7, (contract((), (4, 4, 4)),)),
        ("shanghai", {}, 8, (contract((3,), (10,)),)),
        ("shanghai", {}, 9, (contract((3, 3, 3), (5,)),)),
        ("shanghai", {}, 10, (contract((), (5, 5, 5)),)),
        (
            "shanghai",
            {"contract_size": "exact", "adjacent_sequences": True, "same_rank_sets": False},
            2,
            (Contract((3,), (4,), adjacent_runs=True, same_number_groups=False, exact=True),),
        ),
        ("shanghai", {"contracts": [([4], [])]}, 1, (contract((4,), ()),)),
    ],
)
def test_openings(
    game: str, rules: dict[str, object], round_: int, expected: tuple[Requirement, ...]
) -> None:
    v = find_variant(game).with_rules(**rules)
    assert v.opening(Context(round=round_)) == expected
    if round_ == 1:
        assert v.opening() == expected


def test_a_contract_of_round_r_needs_r_plus_5_cards() -> None:
    # shanghai.md, Contracts.
    shanghai = find_variant("shanghai")
    for round_ in range(1, 11):
        (needed,) = shanghai.opening(Context(round=round_))
        assert isinstance(needed, Contract)
        assert sum(needed.groups) + sum(needed.runs) == round_ + 5
    with pytest.raises(VariantError, match=r"round=11.*1 to 10"):
        shanghai.opening(Context(round=11))


@pytest.mark.parametrize(
    ("game", "ask"),
    [
        ("okey", "complete"),
        ("stone-rummy", "has_meld"),
        ("stone-rummy-plus", "has_meld"),
        ("gin", "can_knock"),
    ],
)
def test_games_without_opening(game: str, ask: str) -> None:
    # design.md, section 7, can_open.
    with pytest.raises(VariantError, match=f"no opening; ask {ask}"):
        find_variant(game).opening()


def test_pairs_complete_a_hand_only_in_okey() -> None:
    # okey.md, Legal combinations and Options.
    assert [v.name for v in variants() if v.pairs_complete] == ["okey"]
    assert not find_variant("okey").with_rules(pairs_win=False).pairs_complete


# International's special hands


def test_special_hands() -> None:
    # international.md, Data table `hands`.
    assert [hand.id for hand in HAND_TABLES["attested"]] == ["H-A"]
    teaching = HAND_TABLES["teaching"]
    assert [hand.id for hand in teaching] == [f"T{n}" for n in range(1, 8)]
    assert all(hand.scores == (300, 250, 220) for hand in teaching)
    assert not any(hand.historical_score for hand in (*teaching, *HAND_TABLES["attested"]))
    international = find_variant("international")
    assert international.special_hands == HAND_TABLES["attested"]
    assert international.with_rules(hands="teaching").special_hands == teaching
    assert international.with_rules(hands=[]).special_hands == ()
    own = {"id": "E", "name": "eights", "parts": "groups", "numbers": [8], "scores": [9, 8, 7]}
    assert international.with_rules(hands=[own]).special_hands == (
        SpecialHand(id="E", name="eights", parts="groups", numbers=(8,), scores=(9, 8, 7)),
    )
    with pytest.raises(VariantError, match="special hands"):
        _ = find_variant("sabra").special_hands


def test_a_variant_of_every_game_can_be_shrunk() -> None:
    # A small version of every game, for the blackboard and for brute force.
    for variant in variants():
        small = variant.with_rules(colors=3, numbers=5, copies=2, hand_size=6)
        assert small.playing_set.colored_kinds == 15
        assert small.runs
        assert isinstance(small, Variant)
        assert small.describe()

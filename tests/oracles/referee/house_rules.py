"""House rules for the referee to see: every pair of values of two rules, in few games.

The first value of each rule is its default; the seed of a pairwise covering array is a shuffle of
the rest, so that each run of the array meets other triples.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

SABRA: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3),
    "hand_size": (14, 16, 7),
    "direction": ("clockwise", "counterclockwise"),
    "ones": ("low", "low_or_high", "circular"),
    "repeat_colors": (False, True),
    "max_jokers_per_combination": (2, 1),
    "joker_mode": ("free", "replace", "locked"),
    "joker_replace_from": ("rack_or_table", "rack"),
    "joker_reuse_rack_tiles": (0, 1, 2),
    "joker_group3_needs_both": (False, True),
    "locked_release_unfreezes": (True, False),
    "joker_before_opening": (False, True),
    "open_points": (30, 50, 0),
    "open_single_set": (False, True),
    "opening_turn_layoff": ("none", "any"),
    "must_play": (False, True),
    "missed_play_penalty": (0, 7),
    "draw_until_playable": (False, True),
    "timeout_penalty": ("failed_play", "draw_1"),
    "penalty_tiles": (3, 1),
    "pass_when_pool_empty": ("free", "if_unable"),
    "joker_rack_value": (30, 25),
    "scoring": ("zero_sum", "penalty"),
    "blocked_winner": ("lowest_total", "fewest_tiles"),
    "blocked_scoring": ("difference", "normal"),
    "tie": ("split", "first"),
    "unopened_rule": ("none", "add_to_each"),
}

RIVER: dict[str, tuple[Any, ...]] = SABRA | {
    "river_discard_from": ("drawn", "rack"),
    "river_pull": ("key_and_newer", "older_and_wanted"),
    "river_other_plays": ("free", "key_combination"),
    "river_before_opening": (False, True),
    "river_recycle": (False, True),
}

GIN: dict[str, tuple[Any, ...]] = {
    "hand_size": (10, 7, 13),
    "jokers": (0, 2),
    "ones": ("low", "low_or_high"),
    "knock_limit": (10, 0, 4),
    "knock_strict": (False, True),
    "oklahoma": (False, True),
    "oklahoma_ace": (0, 1),
    "gin_bonus": (25, 20),
    "big_gin_bonus": (31, None),
    "undercut_bonus": (25, 10),
    "undercut_on_tie": (True, False),
    "stock_end": (2, 0, 15),
    "return_taken": (False, True),
    "last_discard_action": (False, True),
    "layoff_on_gin": (False, True),
    "defender_rearranges": (True, False),
}

MACHIAVELLI: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3, 5),
    "hand_size": (15, 12, 13, 14, 6),
    "ace": ("low_or_high", "high_only", "low_only"),
    "jokers": (0, 2, 4),
    "open_points": (0, 36),
    "first_play_own": (False, True),
    "must_draw_first": (False, True),
    "fail_penalty": (3, 0, 1),
    "scoring": ("win", "cards", "points"),
    "exhaustion": ("fewest_cards", "draw"),
    "starting_table": (0, 4),
}

STONE_RUMMY: dict[str, tuple[Any, ...]] = {
    "players": (3, 2, 4),
    "jokers": ("assigned", "none", "stock2"),
    "hand_size": (14, 7),
    "initial_deposit": ("pool", "starter_hand", "none"),
    "circular_runs": (True, False),
    "max_run": (26, 13),
    "cycle": (13, 12),
    "gap_12_1": (False, True),
    "min_real": (1, 2),
    "group_distinct_colours": (True, False),
    "joker_keep": (True, False),
    "see_first": (True, False),
    "deposit_only_one": (False, True),
    "finish": ("any", "hand", "hand_or_table"),
    "exhaustion": ("recycle", "end"),
    "first_round_rule": (False, True),
    "tie_rule": ("average", "divide"),
    "deadlock_split": (True, False),
    "games": (3, 1),
    "slow_penalty": (0, 0.5),
    "return_to_hand": ("jokers", "nothing"),
    "deposit_joker": (True, False),
    "joker_extra": (True, False),
    "direction": ("clockwise", "counterclockwise"),
    "no_repeat_three": (True, False),
}

STONE_RUMMY_PLUS: dict[str, tuple[Any, ...]] = STONE_RUMMY | {
    "claims": (True, False),
    "claim_mp": (1, 0, 2),
    "capture_with_joker": (True, False),
    "claim_min_real": (1, 2, 3, 4),
    "late_claim": (False, True),
    "joker_chase": (True, False),
    "dissolve_any_time": (True, False),
    "stone_returns_for_joker": (True, False),
    "percent_of": ("GMP", "TMP_max_of_field"),
    "winner_by": ("TMP", "GMP"),
}

OKEY_101: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3),
    "hand_size": (21, 14),
    "ones": ("low", "low_or_high"),
    "open_points": (101, 50),
    "open_pairs": (5, 3),
    "min_real": (1, 2),
    "joker_rack_value": (101, 25),
    "false_joker_is": ("okey", "indicator"),
    "split_runs": (False, True),
    "joker_swap": ("keep", "off", "use_now"),
    "not_opened": (202, 100),
    "win_score": (101, 50),
    "unopened_when_pairs_joker": (404, 808),
    "penalty": (101, 10),
    "stack_discard_penalties": (False, True),
    "joker_finish_penalty": (False, True),
    "discard_must_be_used": (True, False),
    "series_may_add_pairs": (False, True),
    "pairs_addon_limit": (None, 1, 2),
    "exhaustion": ("after_refusal", "at_last_discard"),
    "no_winner_scoring": ("normal", "opened_only", "zero"),
    "all_pairs_void": (True, False),
    "finish_from_hand_bonus": (True, False),
    "concealed_if_others_opened": (False, True),
    "joker_multiplied": (True, False),
    "low_finish_with_discard": (True, False),
    "discard_take_back_penalty": (True, False),
    "starter_may_open": (True, False),
}

OKEY: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3),
    "hand_size": (14, 8),
    "ones": ("low_or_high", "low"),
    "min_real": (1, 2),
    "pairs_win": (True, False),
    "loss_normal": (2, 3),
    "loss_joker_finish": (4, 5),
    "loss_pairs": (4, 6),
    "pairs_and_joker_loss": (8, 4),
    "indicator_bonus": (1, 0, 2),
    "wrong_declaration": ("no_penalty", "lose_2"),
    "exhaustion": ("no_score", "play_with_discards"),
    "indicator_show_until": ("first_draw", "first_discard"),
}


RUMMY_500: dict[str, tuple[Any, ...]] = {
    "players": (3, 2, 4, 5),
    "hand_size_2": (13, 10, 7),
    "jokers": (0, 2),
    "top_card_free": (True, False),
    "take_whole_pile": (False, True),
    "ace_value": (15, 11),
    "low_ace_on_table": (1, 15),
    "ace_in_hand": (15, 1),
    "going_out_discard": (False, True),
}

SHANGHAI: dict[str, tuple[Any, ...]] = {
    "players": (4, 3, 5),
    "joker_limit": ("not_more_than_naturals", "none", "by_size"),
    "max_buys": (4, 0, 2),
    "buy_priority": ("next_in_turn", "left_of_dealer", "first_to_call"),
    "buy_cost_cards": (1, 2),
    "swap_before_contract": ("if_used_for_contract", "never"),
    "meld_and_layoff_same_turn": (False, True),
    "extra_melds": (False, True),
    "contract_size": ("at_least", "exact"),
    "adjacent_sequences": (False, True),
    "final_discard": (False, True),
    "same_rank_sets": (True, False),
    "first_upcard_buyable": (True, False),
    "no_joker_bonus_scope": ("cards_laid", "hand"),
    "number_card_value": ("face", 5),
    "ace_value": (15, 20),
    "joker_rack_value": (25, 50),
    "one_turn_bonus": (25, 10),
    "one_turn_no_joker_bonus": (50, 60),
}

WITH_A_TRUMP: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3),
    "hand_size": (14, 7, 5),
    "max_jokers_per_combination": (2, 1),
    "joker_reuse_rack_tiles": (2, 0, 1),
    "open_needs_run": (False, True),
    "opening_turn_layoff": ("any", "own_only", "none"),
}

AMERICAN: dict[str, tuple[Any, ...]] = WITH_A_TRUMP | {
    "ones": ("low", "low_or_high"),
    "joker_trump": ("keep", "redraw"),
    "penalty_tiles": (3, 0, 1),
    "open_points": (50, 0, 30),
    "joker_before_opening": (False, True),
    "joker_group3_needs_both": (False, True),
    "trump_drawable": (False, True),
    "discard_for_opening": (False, True),
    "discard_must_be_used": (False, True),
    "no_redraw_discard": (True, False),
    "trump_without_opening": (True, False),
    "closed_needs_opening": (True, False),
    "exhaustion": ("end_of_last_turn", "recycle"),
    "scoring": ("sabra", "romanian"),
    "blocked_winner": ("lowest_total", "fewest_tiles"),
    "blocked_scoring": ("difference", "normal"),
    "tie": ("split", "first"),
    "joker_rack_value": (30, 25),
    "trump_win_factor": (1, 2),
    "joker_discard_factor": (1, 2),
}

INTERNATIONAL: dict[str, tuple[Any, ...]] = WITH_A_TRUMP | {
    "ones": ("low_or_high", "low"),
    "open_points": (0, 30),
    "joker_rack_value": (25, 10),
    "hands": ("attested", "teaching", ()),
    "discard_from": ("always", "after_opening"),
    "trump_for": ("closed", "any"),
    "concealed_layoff_counts_as": ("open", "foot"),
    "best_claim": (True, False),
    "unmelded_no_winner": (100, -100),
    "round_up_to": (None, 10),
    "round_before_double": (True, False),
    "joker_discard_doubles": (True, False),
}

ROMANIAN: dict[str, tuple[Any, ...]] = {
    "players": (4, 2, 3),
    "hand_size": (14, 7, 9),
    "ones": ("low_or_high", "low"),
    "one_to_one": (True, False),
    "max_jokers_per_combination": (2, 1),
    "min_real_per_joker": (2, 0),
    "open_points": (50, 45, 20),
    "open_needs_run": (True, False),
    "discard_for_opening": (False, True),
    "opening_turn_layoff": ("own_only", "none", "any"),
    "doubla_exchange": (True, False),
    "redeal_on_three_doublas": (False, True),
    "exposed_joker": ("redraw", 14),
    "exposed_for_win": (True, False),
    "first_tile_dead": (True, False),
    "starter_may_meld": (False, True),
    "exhaustion": ("recycle", "end"),
    "max_recycles": (None, 0, 1),
    "no_meld_penalty": ("flat200", "100_plus_rack"),
    "no_meld_penalty_without_winner": (True, False),
    "joker_meld": (50, 20),
    "joker_rack_value": (25, 50),
    "rack_one_value": (25, 5, 10),
    "win_bonus": (100, 10),
    "closed_bonus": (100, 0),
    "closed_needs_opening": (True, False),
    "joker_discard_doubles": (False, True),
    "twin_bonus": (25, 15),
    "ones_set4_value": (25, 40),
    "joker_reuse_rack_tiles": ("at_least_2", "exactly_2"),
    "joker_doubla": (False, True),
    "row_pick_with_joker": (True, False),
    "row_pick_last": (True, False),
    "twin_before_exchange": (True, False),
    "all_ones_by_position": (True, False),
}

VALUES = {
    "sabra": SABRA,
    "river": RIVER,
    "machiavelli": MACHIAVELLI,
    "stone-rummy": STONE_RUMMY,
    "stone-rummy-plus": STONE_RUMMY_PLUS,
    "gin": GIN,
    "okey": OKEY,
    "okey-101": OKEY_101,
    "rummy-500": RUMMY_500,
    "shanghai": SHANGHAI,
    "american": AMERICAN,
    "international": INTERNATIONAL,
    "romanian": ROMANIAN,
}
"""The games that can be played, and every rule of each with the values that are played."""


def can_be_played(row: dict[str, Any]) -> bool:
    """Return whether rules, or some of them, can be played together.

    What comes after 12 is asked of runs that go round only.
    """
    straight = not row.get("circular_runs", True)
    return not (straight and (row.get("gap_12_1", False) or row.get("cycle", 13) != 13))


TOGETHER = ("circular_runs", "cycle", "gap_12_1")
"""Rules of which not all values can be played together."""


def covering_array(values: dict[str, tuple[Any, ...]], seed: int) -> list[dict[str, Any]]:
    """Return house rules among which every pair of values occurs that can be played together."""
    from allpairspy import AllPairs

    random = Random(seed)
    # What depends on each other is one column: a filter of rows would lose pairs.
    columns = [[{name: value} for value in each] for name, each in values.items()]
    if set(TOGETHER) <= set(values):
        columns = [column for column in columns if not set(column[0]) & set(TOGETHER)]
        rows = product(*(values[name] for name in TOGETHER))
        joint = [dict(zip(TOGETHER, row, strict=True)) for row in rows]
        columns.append([row for row in joint if can_be_played(row)])
    random.shuffle(columns)
    numbers = [random.sample(range(len(column)), len(column)) for column in columns]
    return [
        {k: v for column, place in zip(columns, row, strict=True) for k, v in column[place].items()}
        for row in AllPairs(numbers)
    ]


def many_house_rules(game: str, times: int) -> list[dict[str, Any]]:
    """Return rows of covering arrays until every value has occurred so often."""
    values, rows = VALUES[game], []
    counts: Counter[tuple[str, Any]] = Counter()
    wanted = [(name, value) for name, each in values.items() for value in each]
    while any(counts[pair] < times for pair in wanted):
        array = covering_array(values, seed=len(rows))
        rows += array
        counts.update(pair for row in array for pair in row.items())
    return rows


def changed_rules(game: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a row that are not the defaults."""
    return {name: value for name, value in row.items() if value != VALUES[game][name][0]}

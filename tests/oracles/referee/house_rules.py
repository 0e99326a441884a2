"""House rules for the referee to see: every pair of values of two rules, in few games.

The first value of each rule is its default; the seed of a pairwise covering array is a shuffle of
the rest, so that each run of the array meets other triples.
"""

from __future__ import annotations

from collections import Counter
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
    "max_buys": (4, 0, 2),
    "buy_priority": ("next_in_turn", "left_of_dealer"),
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

VALUES = {"sabra": SABRA, "river": RIVER, "gin": GIN, "rummy-500": RUMMY_500, "shanghai": SHANGHAI}


def covering_array(values: dict[str, tuple[Any, ...]], seed: int) -> list[dict[str, Any]]:
    """Return house rules among which every pair of values of two rules occurs."""
    from allpairspy import AllPairs

    random = Random(seed)
    names = list(values)
    random.shuffle(names)
    columns = [random.sample(values[name], len(values[name])) for name in names]
    return [dict(zip(names, row, strict=True)) for row in AllPairs(columns)]


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

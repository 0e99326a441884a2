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

VALUES = {"sabra": SABRA, "river": RIVER, "american": AMERICAN, "international": INTERNATIONAL}


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

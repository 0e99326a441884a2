"""The parameters of the rule files and their defaults."""

from __future__ import annotations

from typing import Any

from tests.oracles.referee.tiles import Fault

EVERY_GAME: dict[str, Any] = {
    "cards": False,
    "colors": 4,
    "numbers": 13,
    "copies": 2,
    "jokers": 2,
    "assigned_jokers": 0,
    "players": 4,
    "hand_size": 14,
    "direction": "clockwise",
    "ones": "low",
    "one_to_one": False,
    "cycle": None,
    "gap_12_1": False,
    "no_repeat_three": True,
    "repeat_colors": False,
    "min_group": 3,
    "max_group": 4,
    "min_run": 3,
    "max_run": None,
    "min_real": 1,
    "max_jokers_per_combination": 2,
    "joker_rack_value": 30,
    "open_points": 30,
    "open_single_set": False,
    "open_needs_run": False,
}

SABRA: dict[str, Any] = EVERY_GAME | {
    "starter_joker": "redraw",
    "next_starter": "draw",
    "joker_mode": "free",
    "joker_replace_from": "rack_or_table",
    "joker_reuse_rack_tiles": 0,
    "joker_group3_needs_both": False,
    "locked_release_unfreezes": True,
    "joker_before_opening": False,
    "opening_turn_layoff": "none",
    "must_play": False,
    "missed_play_penalty": 0,
    "draw_until_playable": False,
    "turn_seconds": None,
    "timeout_penalty": "failed_play",
    "penalty_tiles": 3,
    "pass_when_pool_empty": "free",
    "scoring": "zero_sum",
    "blocked_winner": "lowest_total",
    "blocked_scoring": "difference",
    "tie": "split",
    "unopened_rule": "none",
    "deals": 4,
    "target": None,
    "match_winner": "score",
    "draw_rule": "one",
    "river_discard_from": "drawn",
    "river_pull": "key_and_newer",
    "river_other_plays": "free",
    "river_before_opening": False,
    "river_recycle": False,
}

STONE_RUMMY: dict[str, Any] = EVERY_GAME | {
    "jokers": 0,
    "assigned_jokers": 1,
    "players": 3,
    "ones": "circular",
    "max_run": 26,
    "max_jokers_per_combination": 106,
    "joker_rack_value": 1,
    "deposit_only_one": False,
    "finish": "any",
    "exhaustion": "recycle",
    "first_round_rule": False,
    "tie_rule": "average",
    "games": 3,
    "deposit_joker": True,
}

# Jokers on the table move as in Sabra with joker_mode = "free"; the opening may be followed by
# more, since it comes "before using table cards".
MACHIAVELLI: dict[str, Any] = EVERY_GAME | {
    "cards": True,
    "jokers": 0,
    "hand_size": 15,
    "ones": "low_or_high",
    "open_points": 0,
    "joker_rack_value": 1,
    "max_jokers_per_combination": 106,
    "joker_mode": "free",
    "joker_reuse_rack_tiles": 0,
    "joker_group3_needs_both": False,
    "joker_before_opening": False,
    "opening_turn_layoff": "any",
    "first_play_own": False,
    "must_draw_first": False,
    "fail_penalty": 3,
    "scoring": "win",
    "exhaustion": "fewest_cards",
}

# Where melds are taken apart by a house rule, jokers are locked and exchanged from the rack.
WITH_A_TRUMP: dict[str, Any] = EVERY_GAME | {
    "direction": "counterclockwise",
    "next_starter": "rotate",
    "rearrange": False,
    "joker_mode": "locked",
    "joker_replace_from": "rack",
    "locked_release_unfreezes": True,
    "joker_reuse_rack_tiles": 2,
    "joker_group3_needs_both": False,
    "joker_before_opening": False,
    "opening_turn_layoff": "any",
    "deals": 4,
}

AMERICAN: dict[str, Any] = WITH_A_TRUMP | {
    "open_points": 50,
    "joker_trump": "keep",
    "trump_drawable": False,
    "discard_for_opening": False,
    "discard_must_be_used": False,
    "no_redraw_discard": True,
    "trump_without_opening": True,
    "closed_needs_opening": True,
    "exhaustion": "end_of_last_turn",
    "scoring": "sabra",
    "blocked_winner": "lowest_total",
    "blocked_scoring": "difference",
    "tie": "split",
    "trump_win_factor": 1,
    "joker_discard_factor": 1,
    "penalty_tiles": 3,
}

INTERNATIONAL: dict[str, Any] = WITH_A_TRUMP | {
    "ones": "low_or_high",
    "one_to_one": True,
    "open_points": 0,
    "joker_rack_value": 25,
    "hands": "attested",
    "discard_from": "always",
    "trump_for": "closed",
    "concealed_layoff_counts_as": "open",
    "best_claim": True,
    "open_score": 100,
    "lone_open_score": 200,
    "foot_score": 200,
    "unmelded_score": 100,
    "unmelded_no_winner": 100,
    "round_up_to": None,
    "round_before_double": True,
    "joker_discard_doubles": True,
    "false_claim": "play_on",
    "settlement": "none",
}

DEFAULTS: dict[str, dict[str, Any]] = {
    "sabra": SABRA,
    "river": SABRA | {"draw_rule": "draw_two_river"},
    "machiavelli": MACHIAVELLI,
    "american": AMERICAN,
    "international": INTERNATIONAL,
    "stone-rummy": STONE_RUMMY,
}


def rules_of(game: str, differences: dict[str, Any]) -> dict[str, Any]:
    """Return all rules of a game, some of them changed by a house."""
    if game not in DEFAULTS:
        raise Fault(f"the referee does not know the game {game!r}")
    unknown = set(differences) - set(DEFAULTS[game])
    if unknown:
        raise Fault(f"the referee does not know the rules {sorted(unknown)}")
    return DEFAULTS[game] | differences

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
    "min_real_per_joker": 0,
    "max_jokers_per_combination": 2,
    "max_jokers_by_size": None,
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
    "cycle": 13,
    "joker_rack_value": 1,
    "joker_extra": True,
    "initial_deposit": "pool",
    "joker_keep": True,
    "see_first": True,
    "deposit_only_one": False,
    "finish": "any",
    "exhaustion": "recycle",
    "first_round_rule": False,
    "tie_rule": "average",
    "deadlock_split": True,
    "games": 3,
    "slow_penalty": 0,
    "return_to_hand": "jokers",
    "deposit_joker": True,
    "claims": False,
}

STONE_RUMMY_PLUS: dict[str, Any] = STONE_RUMMY | {
    "claims": True,
    "claim_mp": 1,
    "capture_with_joker": True,
    "claim_min_real": 1,
    "late_claim": False,
    "joker_chase": True,
    "dissolve_any_time": True,
    "stone_returns_for_joker": True,
    "percent_of": "GMP",
    "winner_by": "TMP",
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
    "starting_table": 0,
}

GIN: dict[str, Any] = EVERY_GAME | {
    "cards": True,
    "copies": 1,
    "jokers": 0,
    "players": 2,
    "hand_size": 10,
    "open_points": None,
    "joker_rack_value": 25,
    "max_jokers_per_combination": 52,
    "knock_limit": 10,
    "knock_strict": False,
    "oklahoma": False,
    "oklahoma_ace": 0,
    "gin_bonus": 25,
    "big_gin_bonus": 31,
    "undercut_bonus": 25,
    "undercut_on_tie": True,
    "line_bonus": 25,
    "game_bonus": 100,
    "game_target": 100,
    "shutout": "double",
    "stock_end": 2,
    "next_dealer": "alternate",
    "first_dealer": "random",
    "void_redeal": "same_dealer",
    "game_scoring": True,
    "return_taken": False,
    "last_discard_action": False,
    "layoff_on_gin": False,
    "defender_rearranges": True,
}

EVERY_OKEY: dict[str, Any] = EVERY_GAME | {
    "jokers": 0,
    "false_jokers": 2,
    "false_joker_is": "okey",
    "partners": False,
}

OKEY_101: dict[str, Any] = EVERY_OKEY | {
    "hand_size": 21,
    "open_points": 101,
    "open_pairs": 5,
    "joker_rack_value": 101,
    "deals": 7,
    "split_runs": False,
    "joker_swap": "keep",
    "not_opened": 202,
    "win_score": 101,
    "unopened_when_pairs_joker": 404,
    "penalty": 101,
    "stack_discard_penalties": False,
    "joker_finish_penalty": False,
    "discard_must_be_used": True,
    "series_may_add_pairs": False,
    "pairs_addon_limit": None,
    "exhaustion": "after_refusal",
    "no_winner_scoring": "normal",
    "all_pairs_void": True,
    "finish_from_hand_bonus": True,
    "concealed_if_others_opened": False,
    "joker_multiplied": True,
    "low_finish_with_discard": True,
    "discard_take_back_penalty": True,
    "starter_may_open": True,
}

OKEY: dict[str, Any] = EVERY_OKEY | {
    "ones": "low_or_high",
    "open_points": None,
    "joker_rack_value": 0,
    "pairs_win": True,
    "start_points": 20,
    "loss_normal": 2,
    "loss_joker_finish": 4,
    "loss_pairs": 4,
    "pairs_and_joker_loss": 8,
    "indicator_bonus": 1,
    "wrong_declaration": "no_penalty",
    "exhaustion": "no_score",
    "max_hands": None,
    "indicator_show_until": "first_draw",
}

RUMMY_500: dict[str, Any] = EVERY_GAME | {
    "cards": True,
    "copies": 1,
    "jokers": 0,
    "players": 3,
    "hand_size": 7,
    "hand_size_2": 13,
    "ones": "low_or_high",
    "open_points": None,
    "joker_rack_value": 15,
    "max_jokers_per_combination": 52,
    "top_card_free": True,
    "take_whole_pile": False,
    "ace_value": 15,
    "low_ace_on_table": 1,
    "ace_in_hand": 15,
    "going_out_discard": False,
    "target": 500,
}

SHANGHAI: dict[str, Any] = EVERY_GAME | {
    "cards": True,
    "jokers": 1,
    "hand_size": 11,
    "ones": "low_or_high",
    "repeat_colors": True,
    "max_group": 24,
    "open_points": None,
    "joker_rack_value": 25,
    "max_jokers_per_combination": 158,
    "min_real_per_joker": 1,
    "contracts": [
        [[3, 3], []],
        [[3], [4]],
        [[], [4, 4]],
        [[3, 3, 3], []],
        [[3], [7]],
        [[3, 3], [5]],
        [[], [4, 4, 4]],
        [[3], [10]],
        [[3, 3, 3], [5]],
        [[], [5, 5, 5]],
    ],
    "max_buys": 4,
    "buy_priority": "next_in_turn",
    "buy_cost_cards": 1,
    "swap_before_contract": "if_used_for_contract",
    "meld_and_layoff_same_turn": False,
    "extra_melds": False,
    "contract_size": "at_least",
    "adjacent_sequences": False,
    "final_discard": False,
    "same_rank_sets": True,
    "first_upcard_buyable": True,
    "no_joker_bonus_scope": "cards_laid",
    "number_card_value": "face",
    "ace_value": 15,
    "one_turn_bonus": 25,
    "one_turn_no_joker_bonus": 50,
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

ROMANIAN: dict[str, Any] = EVERY_GAME | {
    "ones": "low_or_high",
    "one_to_one": True,
    "min_real_per_joker": 2,
    "joker_rack_value": 25,
    "open_points": 50,
    "open_needs_run": True,
    "discard_for_opening": False,
    "opening_turn_layoff": "own_only",
    "doubla_exchange": True,
    "doubla_high_from": 10,
    "redeal_on_three_doublas": False,
    "exposed_joker": "redraw",
    "exposed_for_win": True,
    "first_tile_dead": True,
    "starter_may_meld": False,
    "exhaustion": "recycle",
    "max_recycles": None,
    "no_meld_penalty": "flat200",
    "no_meld_penalty_without_winner": True,
    "joker_meld": 50,
    "rack_one_value": 25,
    "win_bonus": 100,
    "closed_bonus": 100,
    "closed_needs_opening": True,
    "joker_discard_doubles": False,
    "twin_bonus": 25,
    "announce_low": 3,
    "games": 8,
    "target": None,
    "ones_set4_value": 25,
    "joker_reuse_rack_tiles": "at_least_2",
    "joker_group3_needs_both": True,
    "joker_doubla": False,
    "row_pick_with_joker": True,
    "row_pick_last": True,
    "twin_before_exchange": True,
    "all_ones_by_position": True,
}

DEFAULTS: dict[str, dict[str, Any]] = {
    "sabra": SABRA,
    "river": SABRA | {"draw_rule": "draw_two_river"},
    "machiavelli": MACHIAVELLI,
    "american": AMERICAN,
    "international": INTERNATIONAL,
    "stone-rummy": STONE_RUMMY,
    "gin": GIN,
    "stone-rummy-plus": STONE_RUMMY_PLUS,
    "okey": OKEY,
    "okey-101": OKEY_101,
    "rummy-500": RUMMY_500,
    "shanghai": SHANGHAI,
    "romanian": ROMANIAN,
}


def rules_of(game: str, differences: dict[str, Any]) -> dict[str, Any]:
    """Return all rules of a game, some of them changed by a house."""
    if game not in DEFAULTS:
        raise Fault(f"the referee does not know the game {game!r}")
    unknown = set(differences) - set(DEFAULTS[game])
    if unknown:
        raise Fault(f"the referee does not know the rules {sorted(unknown)}")
    rules = DEFAULTS[game] | differences
    # "13 stones + joker", unless a house says how many stones there are.
    if not rules.get("joker_extra", True) and rules["assigned_jokers"]:
        rules["hand_size"] = differences.get("hand_size", 13)
    if game == "shanghai" and rules["players"] > 4:
        # "5–8 players: three packs + 2 jokers".
        rules |= {"copies": 3, "jokers": 2} | differences
    if game == "rummy-500":
        # "5–8: two packs", "2 players 13 cards", with two packs "different suits not required".
        if rules["players"] == 2:
            rules["hand_size"] = differences.get("hand_size", rules["hand_size_2"])
        rules["copies"] = differences.get("copies", 2 if rules["players"] > 4 else 1)
        rules["repeat_colors"] = differences.get("repeat_colors", rules["copies"] > 1)
    return rules

"""Sabra Rummikub, today's Rummikub. Source: ``rules/sabra.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Translation, choice, number, yes_no

__all__ = ["SABRA"]


SABRA = Game(
    name="sabra",
    title="Sabra Rummikub",
    aliases=("rummikub", "modern"),
    translations=(
        Translation(name="one_high", rule="ones", yes="low_or_high", no="low"),
        Translation(name="wrap", rule="ones", yes="circular", no="low"),
    ),
    table_rules=(
        choice("direction", "clockwise", "counterclockwise", meaning="order of the turns"),
        choice("starter_joker", "redraw", "high", meaning="a joker drawn for the start"),
        choice("next_starter", "draw", "rotate", "winner", meaning="who starts the next deal"),
        choice(
            "joker_mode",
            "free",
            "replace",
            "locked",
            meaning="what may be done with a joker on the table",
        ),
        choice(
            "joker_replace_from",
            "rack_or_table",
            "rack",
            meaning="where the tile that replaces a joker comes from",
        ),
        number("joker_reuse_rack_tiles", 0, "rack tiles needed beside a released joker", high=2),
        yes_no(
            "joker_group3_needs_both",
            "whether a joker in a group of three is released by both missing colors only",
        ),
        yes_no(
            "locked_release_unfreezes",
            "whether a meld whose joker was released may be rearranged at once",
            default=True,
        ),
        yes_no(
            "joker_before_opening", "whether table jokers may be touched before the own opening"
        ),
        choice(
            "opening_turn_layoff",
            "none",
            "any",
            meaning="what else may be played in the opening turn",
        ),
        yes_no("must_play", "whether a player who can play must"),
        number("missed_play_penalty", 0, "tiles to draw when must_play is violated", high=106),
        yes_no("draw_until_playable", "whether to draw until a play exists"),
        number("turn_seconds", None, "time limit of a turn in seconds", low=1),
        choice(
            "timeout_penalty", "failed_play", "draw_1", meaning="what running out of time costs"
        ),
        number("penalty_tiles", 3, "tiles to draw after a failed play", high=106),
        choice(
            "pass_when_pool_empty",
            "free",
            "if_unable",
            meaning="who may pass when the pool is empty",
        ),
        choice("scoring", "zero_sum", "penalty", meaning="how a deal is scored"),
        choice("blocked_winner", "lowest_total", "fewest_tiles", meaning="who wins a blocked deal"),
        choice("blocked_scoring", "difference", "normal", meaning="how a blocked deal is scored"),
        choice("tie", "split", "first", meaning="who wins a tied blocked deal"),
        choice("unopened_rule", "none", "add_to_each", meaning="the score of who never opened"),
        number("deals", 4, "deals of a match", low=1),
        number("target", None, "score at which a match ends early", low=1),
        choice("match_winner", "score", "games_won", meaning="what wins a match"),
        choice("draw_rule", "one", "draw_two_river", meaning="how to draw"),
        choice(
            "river_discard_from",
            "drawn",
            "rack",
            meaning="which tiles may be put into the River",
        ),
        choice(
            "river_pull",
            "key_and_newer",
            "older_and_wanted",
            meaning="which River tiles come with the wanted one",
        ),
        choice(
            "river_other_plays",
            "free",
            "key_combination",
            meaning="what else may be played with the Key",
        ),
        yes_no("river_before_opening", "whether the opening may use the River"),
        yes_no("river_recycle", "whether the River is shuffled into an empty pool"),
    ),
    presets={
        "modern": {},
        "classic_1978": {
            "joker_mode": "locked",
            "joker_replace_from": "rack",
            "opening_turn_layoff": "any",
            "turn_seconds": 120,
            "joker_rack_value": 30,
        },
        "seed_004": {
            "joker_mode": "locked",
            "joker_replace_from": "rack",
            "opening_turn_layoff": "any",
            "turn_seconds": 120,
            "joker_rack_value": 30,
        },
        "pre_1988": {
            "open_points": 50,
            "direction": "counterclockwise",
            "joker_reuse_rack_tiles": 2,
            "joker_mode": "locked",
            "joker_replace_from": "rack",
        },
        "wikipedia_1998": {"blocked_winner": "fewest_tiles", "blocked_scoring": "normal"},
    },
)
"""The game's plain values."""

"""Sabra Rummikub, today's Rummikub. Source: ``rules/sabra.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Rule, Translation

__all__ = ["SABRA"]


def _choice(name: str, default: object, *others: object, meaning: str) -> Rule:
    return Rule(name=name, default=default, choices=(default, *others), meaning=meaning)


SABRA = Game(
    name="sabra",
    title="Sabra Rummikub",
    aliases=("rummikub", "modern"),
    translations=(
        Translation(name="one_high", rule="ones", yes="low_or_high", no="low"),
        Translation(name="wrap", rule="ones", yes="circular", no="low"),
    ),
    table_rules=(
        _choice("direction", "clockwise", "counterclockwise", meaning="order of the turns"),
        _choice("starter_joker", "redraw", "high", meaning="a joker drawn for the start"),
        _choice("next_starter", "draw", "rotate", "winner", meaning="who starts the next deal"),
        _choice(
            "joker_mode",
            "free",
            "replace",
            "locked",
            meaning="what may be done with a joker on the table",
        ),
        _choice(
            "joker_replace_from",
            "rack_or_table",
            "rack",
            meaning="where the tile that replaces a joker comes from",
        ),
        Rule(
            name="joker_reuse_rack_tiles",
            default=0,
            low=0,
            high=2,
            meaning="rack tiles needed beside a released joker",
        ),
        _choice(
            "joker_group3_needs_both",
            False,
            True,
            meaning="whether a joker in a group of three is released by both missing colors only",
        ),
        _choice(
            "locked_release_unfreezes",
            True,
            False,
            meaning="whether a meld whose joker was released may be rearranged at once",
        ),
        _choice(
            "joker_before_opening",
            False,
            True,
            meaning="whether table jokers may be touched before the own opening",
        ),
        _choice(
            "opening_turn_layoff",
            "none",
            "any",
            meaning="what else may be played in the opening turn",
        ),
        _choice("must_play", False, True, meaning="whether a player who can play must"),
        Rule(
            name="missed_play_penalty",
            default=0,
            low=0,
            high=106,
            meaning="tiles to draw when must_play is violated",
        ),
        _choice("draw_until_playable", False, True, meaning="whether to draw until a play exists"),
        Rule(
            name="turn_seconds",
            default=None,
            low=1,
            or_none=True,
            meaning="time limit of a turn in seconds",
        ),
        _choice(
            "timeout_penalty", "failed_play", "draw_1", meaning="what running out of time costs"
        ),
        Rule(
            name="penalty_tiles",
            default=3,
            low=0,
            high=106,
            meaning="tiles to draw after a failed play",
        ),
        _choice(
            "pass_when_pool_empty",
            "free",
            "if_unable",
            meaning="who may pass when the pool is empty",
        ),
        _choice("scoring", "zero_sum", "penalty", meaning="how a deal is scored"),
        _choice(
            "blocked_winner", "lowest_total", "fewest_tiles", meaning="who wins a blocked deal"
        ),
        _choice("blocked_scoring", "difference", "normal", meaning="how a blocked deal is scored"),
        _choice("tie", "split", "first", meaning="who wins a tied blocked deal"),
        _choice("unopened_rule", "none", "add_to_each", meaning="the score of who never opened"),
        Rule(name="deals", default=4, low=1, meaning="deals of a match"),
        Rule(
            name="target",
            default=None,
            low=1,
            or_none=True,
            meaning="score at which a match ends early",
        ),
        _choice("match_winner", "score", "games_won", meaning="what wins a match"),
        _choice("draw_rule", "one", "draw_two_river", meaning="how to draw"),
        _choice(
            "river_discard_from",
            "drawn",
            "rack",
            meaning="which tiles may be put into the River",
        ),
        _choice(
            "river_pull",
            "key_and_newer",
            "older_and_wanted",
            meaning="which River tiles come with the wanted one",
        ),
        _choice(
            "river_other_plays",
            "free",
            "key_combination",
            meaning="what else may be played with the Key",
        ),
        _choice(
            "river_before_opening",
            False,
            True,
            meaning="whether the opening may use the River",
        ),
        _choice(
            "river_recycle",
            False,
            True,
            meaning="whether the River is shuffled into an empty pool",
        ),
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

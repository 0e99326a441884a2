"""Romanian tile rummy. Source: ``rules/romanian.md``."""

from __future__ import annotations

from rummistats.variants.game import Game, PointsOf
from rummistats.variants.rules import Renaming, Rule, Translation, choice, number, yes_no

__all__ = ["ROMANIAN"]

# From 2 to 9 a tile counts 5, from 10 to 13 it counts 10.
_FIVES_AND_TENS: PointsOf = {n: 5 if n < 10 else 10 for n in range(2, 16)}

ROMANIAN = Game(
    name="romanian",
    title="Romanian Tile Rummy",
    aliases=("romanian-rummy", "remi", "remi-etalat", "etalat"),
    face_up="numbered",
    discards=True,
    hand_rules={
        "ones": "low_or_high",
        "one_to_one": True,
        "min_real_per_joker": 2,
        "open_points": 50,
        "open_needs_run": True,
        "joker_rack_value": 25,
    },
    opening_points={
        **_FIVES_AND_TENS,
        1: 5,
        "low_one": 5,
        "high_one": 10,
        "group_one": 25,
        "group_of_four_one": "ones_set4_value",
    },
    other_opening_points={
        ("all_ones_by_position", False): {
            1: "rack_one_value",
            "low_one": "rack_one_value",
            "high_one": "rack_one_value",
            "group_one": "rack_one_value",
            "group_of_four_one": "rack_one_value",
        },
    },
    joker_in_meld="joker_meld",
    rack_points={**_FIVES_AND_TENS, 1: "rack_one_value"},
    translations=(
        Translation(name="allow_1_to_1", rule="one_to_one", yes=True, no=False),
        Renaming(name="joker_rack", rule="joker_rack_value"),
    ),
    own_hand_rules=(
        number("ones_set4_value", 25, "points of each 1 in a group of four", high=1000),
        number("rack_one_value", 25, "points of a 1 left on the rack", high=1000),
        yes_no(
            "all_ones_by_position",
            "whether a 1 counts by its place in a meld; otherwise it counts as on the rack",
            default=True,
        ),
        number("joker_meld", 50, "points at the end for the first to meld a joker", high=1000),
        yes_no("joker_doubla", "whether two jokers are a doubla"),
    ),
    table_rules=(
        yes_no("discard_for_opening", "whether the previous discard may be part of the opening"),
        choice(
            "opening_turn_layoff",
            "own_only",
            "none",
            "any",
            meaning="where tiles may be added in the opening turn",
        ),
        yes_no("doubla_exchange", "whether doublas may be exchanged", default=True),
        number("doubla_high_from", 10, "number from which a doubla is high", low=1, high=15),
        yes_no("redeal_on_three_doublas", "whether three doublas allow a new deal"),
        Rule(
            name="exposed_joker",
            default="redraw",
            low=1,
            high=15,
            or_choices=("redraw",),
            meaning="what is done with an exposed joker: redraw, or the number it counts as",
        ),
        yes_no("exposed_for_win", "whether the exposed tile may be taken to win", default=True),
        yes_no("first_tile_dead", "whether the first discard can't be taken", default=True),
        yes_no("starter_may_meld", "whether the starter may meld in the first turn"),
        choice("exhaustion", "recycle", "end", meaning="what happens when the wall is exhausted"),
        number("max_recycles", None, "how often the discards may be recycled"),
        choice(
            "no_meld_penalty",
            "flat200",
            "100_plus_rack",
            meaning="what a player who has melded nothing loses",
        ),
        yes_no(
            "no_meld_penalty_without_winner",
            "whether that holds also if nobody wins",
            default=True,
        ),
        number("win_bonus", 100, "points for the winner"),
        number("closed_bonus", 100, "more points for a closed win"),
        yes_no(
            "closed_needs_opening",
            "whether a closed win must meet the opening condition",
            default=True,
        ),
        yes_no("joker_discard_doubles", "whether a joker as last discard doubles the score"),
        number("twin_bonus", 25, "points for being dealt the exposed tile's twin"),
        number("announce_low", 3, "tiles left at which a player must say so"),
        number("games", 8, "games of a series", low=1),
        number("target", None, "score at which a series ends", low=1),
        choice(
            "joker_reuse_rack_tiles",
            "at_least_2",
            "exactly_2",
            meaning="rack tiles needed beside a released joker",
        ),
        yes_no(
            "row_pick_with_joker",
            "whether a joker may be one of the two rack tiles of a row pick",
            default=True,
        ),
        yes_no("row_pick_last", "whether a row pick may take the newest discard", default=True),
        yes_no(
            "twin_before_exchange",
            "whether the twin is announced before doublas are exchanged",
            default=True,
        ),
    ),
)
"""The game's plain values."""

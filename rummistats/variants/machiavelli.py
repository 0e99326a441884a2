"""Machiavelli, the card relative of Sabra Rummikub. Source: ``rules/machiavelli.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Rule, choice, number, yes_no

__all__ = ["MACHIAVELLI"]

MACHIAVELLI = Game(
    name="machiavelli",
    title="Machiavelli",
    aliases=("manipulation-rummy",),
    cards=True,
    hand_rules={
        "players": Rule(name="players", default=4, low=2, high=5, meaning="number of players"),
        "jokers": 0,
        "hand_size": 15,
        "ones": "low_or_high",
        "open_points": 0,
        "joker_rack_value": 1,
    },
    opening_points={11: 10, 12: 10, 13: 10, "low_one": 1, "high_one": 11, "group_one": 11},
    # Every card counts as one piece, unless points are scored.
    rack_points=dict.fromkeys(range(1, 14), 1),
    other_rack_points={
        ("scoring", "points"): {n: min(n, 10) for n in range(1, 14)},
    },
    translations=(
        Renaming(
            name="ace",
            values={
                "low_or_high": {"ones": "low_or_high"},
                "high_only": {"ones": "high"},
                "low_only": {"ones": "low"},
            },
        ),
    ),
    own_hand_rules=(choice("scoring", "win", "cards", "points", meaning="how a game is scored"),),
    table_rules=(
        yes_no("first_play_own", "whether the first play must be a meld from the hand"),
        yes_no("must_draw_first", "whether every turn begins with a draw"),
        number("fail_penalty", 3, "cards to draw after a failed rearrangement", high=104),
        choice("exhaustion", "fewest_cards", "draw", meaning="who wins when the stock is empty"),
        number("starting_table", 0, "face-up helper cards on the table at the start", high=104),
    ),
    presets={"thirty-six": {"open_points": 36}},
)
"""The game's plain values."""

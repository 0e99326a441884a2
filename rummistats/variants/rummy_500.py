"""Rummy 500. Source: ``rules/rummy-500.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Rule, SameAs, number, yes_no

__all__ = ["RUMMY_500"]

RUMMY_500 = Game(
    name="rummy-500",
    title="Rummy 500",
    aliases=("500-rum", "500-rummy", "rummy500"),
    cards=True,
    face_up="any",
    discards=True,
    hand_rules={
        "players": Rule(name="players", default=3, low=2, high=8, meaning="number of players"),
        "copies": 1,
        "jokers": 0,
        "hand_size": 7,
        "ones": "low_or_high",
        "open_points": None,
        "joker_rack_value": 15,
    },
    by_players=(
        (2, {"hand_size": SameAs("hand_size_2")}),
        (3, {"hand_size": 7}),
        (5, {"copies": 2}),
    ),
    # With more than one pack a set may have any suits.
    by_rules=tuple(({"copies": packs}, {"repeat_colors": True}) for packs in (2, 3, 4)),
    opening=("points", "pairs", "any_meld"),
    opening_points={11: 10, 12: 10, 13: 10, 1: "ace_value", "low_one": "low_ace_on_table"},
    joker_in_meld=15,
    rack_points={11: 10, 12: 10, 13: 10, 1: "ace_in_hand"},
    translations=(Renaming(name="decks", rule="copies"),),
    own_hand_rules=(
        number("hand_size_2", 13, "cards dealt to each of two players", high=26),
        number("ace_value", 15, "points of an ace on the table", high=1000),
        number("low_ace_on_table", 1, "points of an ace before a 2 on the table", high=1000),
        number("ace_in_hand", 15, "points of an ace in the hand", high=1000),
    ),
    table_rules=(
        yes_no("top_card_free", "whether the top discard may be taken and kept", default=True),
        yes_no("take_whole_pile", "whether who takes from the pile takes all of it"),
        yes_no("going_out_discard", "whether the last card must be discarded"),
        number("target", 500, "points at which a game ends", low=1),
    ),
)
"""The game's plain values."""

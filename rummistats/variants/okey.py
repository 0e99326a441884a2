"""Okey. Source: ``rules/okey.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Rule, choice, number, yes_no

__all__ = ["OKEY"]

OKEY = Game(
    name="okey",
    title="Okey",
    aliases=("plain-okey", "duz-okey"),
    indicator=True,
    false_jokers=2,
    face_up="numbered",
    discards=True,
    hand_rules={
        # The okey tiles are wild; there are no other jokers.
        "jokers": Rule(name="jokers", default=0, low=0, high=0, meaning="jokers of their own"),
        "assigned_jokers": Rule(
            name="assigned_jokers", default=0, low=0, high=0, meaning="jokers given to each player"
        ),
        "ones": "low_or_high",
        "open_points": None,
    },
    opening=(),
    ask_instead="complete",
    opening_points=None,
    rack_points=None,
    complete="all_or_pairs",
    translations=(
        Renaming(name="wrap", values={"12-13-1": {"ones": "low_or_high"}, "none": {"ones": "low"}}),
    ),
    own_hand_rules=(yes_no("pairs_win", "whether a hand of nothing but pairs wins", default=True),),
    table_rules=(
        number("start_points", 20, "points with which each player starts", low=1),
        number("loss_normal", 2, "points that a win with sets and runs costs the others"),
        number("loss_joker_finish", 4, "points that a win ended with a joker costs the others"),
        number("loss_pairs", 4, "points that a win with pairs costs the others"),
        number(
            "pairs_and_joker_loss",
            8,
            "points that a win with pairs ended with a joker costs the others",
        ),
        number("indicator_bonus", 1, "points for showing the indicator's twin"),
        choice(
            "wrong_declaration", "no_penalty", "lose_2", meaning="what a wrong declaration costs"
        ),
        choice(
            "exhaustion",
            "no_score",
            "play_with_discards",
            meaning="what happens when no face-down tile is left",
        ),
        number("max_hands", None, "hands after which a game ends", low=1),
        yes_no("partners", "whether two teams play"),
        choice(
            "indicator_show_until",
            "first_draw",
            "first_discard",
            meaning="until when the indicator's twin may be shown",
        ),
    ),
)
"""The game's plain values."""

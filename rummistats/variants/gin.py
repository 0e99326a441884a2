"""Gin Rummy. Source: ``rules/gin.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Rule, choice, number, yes_no

__all__ = ["GIN"]

GIN = Game(
    name="gin",
    title="Gin Rummy",
    aliases=("gin-rummy",),
    cards=True,
    face_up="any",
    discards=True,
    hand_rules={
        "players": Rule(name="players", default=2, low=2, high=2, meaning="number of players"),
        "copies": 1,
        "jokers": 0,
        "hand_size": 10,
        "open_points": None,
        "joker_rack_value": 25,
    },
    opening=(),
    ask_instead="can_knock",
    opening_points=None,
    rack_points={11: 10, 12: 10, 13: 10},
    translations=(
        Renaming(name="ace", values={"low": {"ones": "low"}, "high_low": {"ones": "low_or_high"}}),
    ),
    own_hand_rules=(
        number("knock_limit", 10, "most points of dead wood with which a player may knock"),
        yes_no("knock_strict", "whether the dead wood must be below that limit"),
        yes_no("oklahoma", "whether the upcard's value is the limit"),
        choice("oklahoma_ace", 0, 1, meaning="the limit if the upcard is an ace"),
    ),
    table_rules=(
        number("gin_bonus", 25, "bonus for gin"),
        Rule(
            name="big_gin_bonus",
            default=31,
            or_none=True,
            meaning="bonus for big gin; None: not played",
        ),
        number("undercut_bonus", 25, "bonus for an undercut"),
        yes_no("undercut_on_tie", "whether a tie is an undercut", default=True),
        number("line_bonus", 25, "points for each hand won"),
        number("game_bonus", 100, "points for the winner of a game"),
        number("game_target", 100, "points at which a game ends", low=1),
        Rule(
            name="shutout",
            default="double",
            or_choices=("double", "none"),
            meaning="what the winner gets if the loser won no hand: double, none or points",
        ),
        number("stock_end", 2, "cards left in the stock at which a hand is void", high=31),
        choice("next_dealer", "alternate", "winner", "loser", meaning="who deals next"),
        yes_no("return_taken", "whether a card that was taken may be discarded at once"),
        yes_no("last_discard_action", "whether the last discard may be taken to knock"),
        choice("first_dealer", "random", "cut", meaning="who deals first"),
        choice("void_redeal", "same_dealer", "next_dealer", meaning="who deals after a void hand"),
        yes_no("game_scoring", "whether games are scored, not only hands", default=True),
        yes_no("layoff_on_gin", "whether cards may be laid off on gin"),
        yes_no(
            "defender_rearranges",
            "whether the defender melds so that most can be laid off",
            default=True,
        ),
    ),
    presets={
        "classic": {
            "gin_bonus": 20,
            "big_gin_bonus": None,
            "undercut_bonus": 10,
            "line_bonus": 20,
            "shutout": 100,
            "next_dealer": "winner",
        },
    },
)
"""The game's plain values."""

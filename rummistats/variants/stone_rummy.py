"""Stone-Rummy, the basic form. Source: ``rules/stone-rummy.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Translation, choice, number, yes_no

__all__ = ["STONE_RUMMY"]

STONE_RUMMY = Game(
    name="stone-rummy",
    title="Stone-Rummy",
    aliases=("stone",),
    face_up="any",
    discards=True,
    hand_rules={
        "jokers": 0,
        "assigned_jokers": 1,
        "players": 3,
        "ones": "circular",
        "max_run": 26,
        "open_points": None,
        "joker_rack_value": 1,
    },
    by_rules=(({"joker_extra": False, "assigned_jokers": 1}, {"hand_size": 13}),),
    opening=(),
    ask_instead="has_meld, since melds may be laid from the start",
    opening_points=None,
    # Every stone counts as one piece.
    rack_points=dict.fromkeys(range(1, 16), 1),
    translations=(
        Renaming(
            name="jokers",
            rule="jokers",
            values={
                "assigned": {"jokers": 0, "assigned_jokers": 1},
                "none": {"jokers": 0, "assigned_jokers": 0},
                "stock2": {"jokers": 2, "assigned_jokers": 0},
            },
        ),
        Translation(name="circular_runs", rule="ones", yes="circular", no="low"),
        Translation(name="group_distinct_colours", rule="repeat_colors", yes=False, no=True),
    ),
    own_hand_rules=(
        choice("cycle", 13, 12, meaning="the number after which circular runs go on with 1"),
        yes_no("gap_12_1", "whether 1 may also follow 12 directly"),
        yes_no(
            "no_repeat_three",
            "whether a run contains each number at most twice, jokers included",
            default=True,
        ),
        yes_no(
            "joker_extra",
            "whether the assigned joker comes in addition to all stones",
            default=True,
        ),
    ),
    table_rules=(
        choice(
            "initial_deposit",
            "pool",
            "starter_hand",
            "none",
            meaning="where the first deposit stone comes from",
        ),
        yes_no("joker_keep", "whether a joker that was freed may be kept", default=True),
        yes_no(
            "see_first",
            "whether the pool stone may be seen before the deposit stone is taken",
            default=True,
        ),
        yes_no("deposit_only_one", "whether who takes the deposit stone takes only that one"),
        choice("finish", "any", "hand", "hand_or_table", meaning="how the last stone may go"),
        choice("exhaustion", "recycle", "end", meaning="what happens when the pool is empty"),
        yes_no("first_round_rule", "whether finishing in the first round splits the rest"),
        choice("tie_rule", "average", "divide", meaning="how tied players share matchpoints"),
        yes_no("deadlock_split", "whether a deadlock may be shared", default=True),
        number("games", 3, "games of a match", low=1),
        choice("slow_penalty", 0, 0.5, meaning="matchpoints that a slow player loses"),
        choice("return_to_hand", "jokers", "nothing", meaning="what may return to the hand"),
        yes_no("deposit_joker", "whether a joker may be put down", default=True),
        choice("direction", "clockwise", "counterclockwise", meaning="order of the turns"),
    ),
)
"""The game's plain values."""

"""101 Okey. Source: ``rules/okey-101.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Renaming, Rule, Translation, choice, number, yes_no

__all__ = ["OKEY_101"]

OKEY_101 = Game(
    name="okey-101",
    title="101 Okey",
    aliases=("101-okey", "101", "okey101", "yuzbir-okey"),
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
        "hand_size": 21,
        "open_points": 101,
        "open_pairs": 5,
        "joker_rack_value": 101,
    },
    translations=(
        Translation(name="wrap_13_1", rule="ones", yes="low_or_high", no="low"),
        Renaming(name="joker_hand_value", rule="joker_rack_value"),
    ),
    own_hand_rules=(
        choice("false_joker_is", "okey", "indicator", meaning="the tile that a false joker is"),
    ),
    table_rules=(
        number("deals", 7, "deals of a game", low=1),
        yes_no("split_runs", "whether a tile may be inserted by splitting a run"),
        choice(
            "joker_swap",
            "keep",
            "off",
            "use_now",
            meaning="whether a joker on the table may be taken for the tile it stands for",
        ),
        number("not_opened", 202, "score of a player who has not opened"),
        number("win_score", 101, "score of the winner, counted as negative"),
        choice(
            "unopened_when_pairs_joker",
            404,
            808,
            meaning="score of who has not opened when a pairs player ends with a joker",
        ),
        number("penalty", 101, "points of a penalty"),
        yes_no("stack_discard_penalties", "whether one discard may cost two penalties"),
        yes_no("joker_finish_penalty", "whether the winning discard of a joker costs a penalty"),
        yes_no(
            "discard_must_be_used",
            "whether opened players must use a discard that they take at once",
            default=True,
        ),
        yes_no(
            "series_may_add_pairs",
            "whether players who opened with sets and runs may lay pairs",
        ),
        number(
            "pairs_addon_limit",
            None,
            "most tiles that a pairs player may add to sets and runs in a turn",
        ),
        choice(
            "exhaustion",
            "after_refusal",
            "at_last_discard",
            meaning="when a deal without face-down tiles ends",
        ),
        choice(
            "no_winner_scoring",
            "normal",
            "opened_only",
            "zero",
            meaning="how a deal without winner is scored",
        ),
        yes_no("all_pairs_void", "whether a deal is void if all opened with pairs", default=True),
        yes_no("finish_from_hand_bonus", "whether a concealed win doubles", default=True),
        yes_no(
            "concealed_if_others_opened",
            "whether a win with all tiles at once doubles even if others have opened",
        ),
        yes_no("joker_multiplied", "whether jokers left are multiplied too", default=True),
        yes_no(
            "low_finish_with_discard",
            "whether a finish below the opening points may use the previous discard",
            default=True,
        ),
        yes_no(
            "discard_take_back_penalty",
            "whether a discard that was taken and can't be used costs a penalty",
            default=True,
        ),
        yes_no("starter_may_open", "whether the starter may open in the first turn", default=True),
        yes_no("partners", "whether two teams play"),
    ),
)
"""The game's plain values."""

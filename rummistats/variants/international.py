"""International Rummikub of the 1978 book. Source: ``rules/international.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.hands import settle_hands
from rummistats.variants.rules import Rule, Translation, choice, number, yes_no

__all__ = ["INTERNATIONAL"]

INTERNATIONAL = Game(
    name="international",
    title="International Rummikub",
    aliases=("international-rummikub",),
    face_up="any",
    discards=True,
    hand_rules={
        "ones": "low_or_high",
        "one_to_one": True,
        "open_points": 0,
        "joker_rack_value": 25,
    },
    rack_points={1: 10, 11: 10, 12: 10, 13: 10},
    translations=(
        Translation(name="one_high", rule="ones", yes="low_or_high", no="low"),
        Translation(name="allow_1_to_1", rule="one_to_one", yes=True, no=False),
    ),
    own_hand_rules=(
        Rule(
            name="hands",
            default="attested",
            test=settle_hands,
            takes="'attested', 'teaching' or a table: a list of special hands, each with id, name, "
            "parts and, if needed, count, numbers, colors, scores",
            meaning="the special hands that win",
        ),
    ),
    table_rules=(
        choice("next_starter", "rotate", "draw", "winner", meaning="who starts the next deal"),
        yes_no("rearrange", "whether melds on the table may be taken apart"),
        number(
            "joker_reuse_rack_tiles", 2, "rack tiles needed beside a released joker", low=0, high=2
        ),
        choice(
            "opening_turn_layoff",
            "any",
            "own_only",
            "none",
            meaning="where tiles may be added in the opening turn",
        ),
        choice(
            "discard_from",
            "always",
            "after_opening",
            meaning="from when on the previous discard may be taken",
        ),
        choice("trump_for", "closed", "any", meaning="which wins the trump may be taken for"),
        choice(
            "concealed_layoff_counts_as",
            "open",
            "foot",
            meaning="what a win from a concealed rack with tiles added to the table counts as",
        ),
        yes_no("best_claim", "whether a win is scored by its best claim", default=True),
        number("open_score", 100, "score of an Open win"),
        number("lone_open_score", 200, "score of an Open win when nobody else has melded"),
        number("foot_score", 200, "score of a Foot win"),
        number("unmelded_score", 100, "points of a loser who has not melded"),
        number(
            "unmelded_no_winner",
            100,
            "points of who has not melded when nobody wins",
            low=-1000,
            high=1000,
        ),
        number("round_up_to", None, "rack values are rounded up to multiples of this", low=1),
        yes_no("round_before_double", "whether rounding comes before doubling", default=True),
        yes_no(
            "joker_discard_doubles", "whether a joker as last discard doubles all", default=True
        ),
        choice("false_claim", "play_on", "unmelded", meaning="what a false claim costs"),
        choice("settlement", "none", "pairwise", meaning="how the sums are settled"),
        number("deals", 4, "deals of a session", low=1),
    ),
)
"""The game's plain values."""

"""Stone-Rummy-Plus, with claims. Source: ``rules/stone-rummy-plus.md``."""

from __future__ import annotations

from dataclasses import replace

from rummistats.variants.rules import choice, number, yes_no
from rummistats.variants.stone_rummy import STONE_RUMMY

__all__ = ["STONE_RUMMY_PLUS"]

STONE_RUMMY_PLUS = replace(
    STONE_RUMMY,
    name="stone-rummy-plus",
    title="Stone-Rummy-Plus",
    aliases=("stone-plus",),
    table_rules=(
        *STONE_RUMMY.table_rules,
        yes_no("claims", "whether groups of four may be claimed", default=True),
        number("claim_mp", 1, "matchpoints of a claim"),
        yes_no("capture_with_joker", "whether a joker may capture a group", default=True),
        number("claim_min_real", 1, "fewest real stones of a claim", high=4),
        yes_no("late_claim", "whether a common group of four may be claimed unchanged"),
        yes_no("joker_chase", "whether anybody may exchange a joker in a claim", default=True),
        yes_no("dissolve_any_time", "whether a claim may always be dissolved", default=True),
        yes_no(
            "stone_returns_for_joker",
            "whether a joker from the hand brings a stone back to it",
            default=True,
        ),
        choice("percent_of", "GMP", "TMP_max_of_field", meaning="what percentages refer to"),
        choice("winner_by", "TMP", "GMP", meaning="which points decide"),
    ),
)
"""The game's plain values."""

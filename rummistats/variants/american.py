"""American Rummikub, the American game of the 1978 book. Source: ``rules/american.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.rules import Translation, choice, number, yes_no

__all__ = ["AMERICAN"]

AMERICAN = Game(
    name="american",
    title="American Rummikub",
    aliases=("american-rummikub",),
    face_up="any",
    discards=True,
    hand_rules={"open_points": 50},
    translations=(Translation(name="one_high", rule="ones", yes="low_or_high", no="low"),),
    table_rules=(
        choice("next_starter", "rotate", "draw", "winner", meaning="who starts the next deal"),
        choice("joker_trump", "keep", "redraw", meaning="what is done with a joker as trump"),
        yes_no("trump_drawable", "whether the trump is the last tile of the pool"),
        yes_no("rearrange", "whether melds on the table may be taken apart"),
        number(
            "joker_reuse_rack_tiles", 2, "rack tiles needed beside a released joker", low=0, high=2
        ),
        yes_no("joker_before_opening", "whether jokers may be exchanged before the own opening"),
        yes_no(
            "joker_group3_needs_both",
            "whether a joker in a group of three is released by both missing colors only",
        ),
        choice(
            "opening_turn_layoff",
            "any",
            "own_only",
            "none",
            meaning="where tiles may be added in the opening turn",
        ),
        yes_no("discard_for_opening", "whether the previous discard may be part of the opening"),
        yes_no("discard_must_be_used", "whether a discard that is taken must be used at once"),
        yes_no(
            "no_redraw_discard",
            "whether a discard that was taken may not be discarded in the same turn",
            default=True,
        ),
        yes_no(
            "trump_without_opening",
            "whether a player who has not opened may win with the trump",
            default=True,
        ),
        yes_no(
            "closed_needs_opening",
            "whether melding all tiles in one turn must meet the opening condition",
            default=True,
        ),
        choice(
            "exhaustion",
            "end_of_last_turn",
            "recycle",
            meaning="what happens when the pool is empty",
        ),
        choice("scoring", "sabra", "romanian", meaning="how a deal is scored"),
        choice("blocked_winner", "lowest_total", "fewest_tiles", meaning="who wins a blocked deal"),
        choice("blocked_scoring", "difference", "normal", meaning="how a blocked deal is scored"),
        choice("tie", "split", "first", meaning="who wins a tied blocked deal"),
        number("trump_win_factor", 1, "factor of all scores if the trump was used to win", low=1),
        number("joker_discard_factor", 1, "factor of all scores if a joker ended the deal", low=1),
        number("penalty_tiles", 3, "tiles to draw after a failed play", high=106),
        number("deals", 4, "deals of a match", low=1),
    ),
)
"""The game's plain values."""

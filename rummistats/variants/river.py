"""Sabra Rummikub with the Draw Two / River variation. Source: ``rules/sabra.md``."""

from __future__ import annotations

from dataclasses import replace

from rummistats.variants.sabra import SABRA

__all__ = ["RIVER"]

RIVER = replace(
    SABRA,
    name="river",
    title="Sabra Rummikub with the River",
    aliases=("draw-two", "draw-two-river", "rummikub-river"),
    table_rules=tuple(
        replace(rule, default="draw_two_river") if rule.name == "draw_rule" else rule
        for rule in SABRA.table_rules
    ),
)
"""The game's plain values."""

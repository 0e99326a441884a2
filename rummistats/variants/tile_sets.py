"""The tiles of a variant: as they are played with, on the table, to be dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummistats.tiles import TileSet

if TYPE_CHECKING:
    from rummistats.variants.variant import Variant

__all__ = ["deck", "playing_set", "table_set"]


def playing_set(variant: Variant) -> TileSet:
    """Return the tiles as they are played with: wild ones are jokers, false jokers plain."""
    if not variant.game.indicator:
        return variant.tile_set
    copies = variant.copies
    if variant.rule_or("false_joker_is") == "indicator":
        # The false jokers join the one copy of the indicator that is left.
        copies = max(copies, copies - 1 + variant.game.false_jokers)
    return TileSet(variant.colors, variant.numbers, copies, variant.copies)


def table_set(variant: Variant) -> TileSet:
    """Return all tiles that may lie on the table, the assigned jokers of all players too.

    In the Okey games they lie there as they are played.
    """
    if variant.game.indicator:
        return playing_set(variant)
    jokers = min(4, variant.jokers + variant.assigned_jokers * variant.players)
    return replace(variant.tile_set, jokers=jokers)


def deck(variant: Variant) -> tuple[int, ...]:
    """Return how many tiles of each kind of the playing set are dealt from."""
    tiles = variant.playing_set
    colored = (variant.copies,) * tiles.colored_kinds
    if not tiles.jokers:
        return colored
    return (*colored, tiles.jokers - variant.assigned_jokers)

"""What a deal fixes beside the hands, and what that says of a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.dealing import Context, require_context
from rummistats.errors import VariantError
from rummistats.tiles import JOKER, Tile, require_tile
from rummistats.variants.ways_to_open import contract_of_round

if TYPE_CHECKING:
    from rummistats.variants.variant import Variant

__all__ = ["check_context", "played_as"]


def check_context(variant: Variant, context: object) -> Context | None:
    """Return a context if it fits the game.

    Raises
    ------
    VariantError
        If it is none, or fixes what the game does not have.
    """
    context = require_context(context)
    if context is None:
        return None
    game = variant.game
    if context.round != 1:
        if "contract" not in game.opening:
            raise VariantError(f"round={context.round}: {game.title} has no rounds")
        contract_of_round(variant, context.round)
    if context.indicator is not None:
        if not game.indicator:
            raise VariantError(f"indicator={context.indicator}: {game.title} has no indicator")
        variant.tile_set.kind(context.indicator)
    if context.trump is not None:
        if game.face_up == "none" or game.indicator:
            raise VariantError(f"trump={context.trump}: {game.title} has no such tile face up")
        variant.tile_set.kind(context.trump)
    return context


def played_as(variant: Variant, tile: Tile, context: Context | None) -> Tile:
    """Return what a tile is played as.

    Raises
    ------
    TileError
        If ``tile`` is no tile.
    VariantError
        If a false joker is asked for without an indicator.
    """
    require_tile(tile)
    context = check_context(variant, context)
    if not variant.game.indicator:
        return tile
    indicator = context.indicator if context else None
    if indicator is None:
        if tile.is_false_joker:
            raise VariantError(
                f"in {variant.game.title} what a false joker is follows from the indicator; "
                "give it, for example context=Context(indicator='R5')"
            )
        return tile
    okey = Tile(indicator.color, indicator.number % variant.numbers + 1)
    if tile.is_false_joker:
        return indicator if variant.rule_or("false_joker_is", "okey") == "indicator" else okey
    return JOKER if tile == okey else tile

"""Hands as they are played: in the Okey games an indicator makes tiles wild."""

from __future__ import annotations

from rummistats.dealing import Context
from rummistats.errors import TileError
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["as_played"]


def as_played(hand: Hand, variant: Variant, context: Context | None = None) -> Hand:
    """Return a hand with its wild tiles as jokers and its false jokers as plain tiles.

    Parameters
    ----------
    hand : Hand
        A hand of the variant's tile set, or of its playing set.
    variant : Variant
        Whose rules apply.
    context : Context, optional
        Gives the indicator in the Okey games.

    Raises
    ------
    TileError
        If the hand is of neither set.
    VariantError
        If it has a false joker and no indicator is given.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> as_played(okey.parse("R5 F R7 R6"), okey, Context(indicator="R5"))
    Hand('R5 R6 R7 J')
    """
    if not isinstance(hand, Hand):
        raise TileError(f"{hand!r} is no Hand; make one with variant.parse('R7 B7 J')")
    if hand.tile_set == variant.playing_set:
        return hand
    if hand.tile_set != variant.tile_set:
        raise TileError(f"a hand of {hand.tile_set} can't be played in {variant!r}")
    return variant.playing_set.hand(variant.played_as(tile, context) for tile in hand)

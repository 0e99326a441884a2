"""What no meld has of a rack: its least points, and the melds that leave so few.

Many of the same racks are looked at again and again in a deal, so the last ones are kept.
"""

from __future__ import annotations

from functools import lru_cache

from rummistats.arrange import arrange_all
from rummistats.play.actions import Lay
from rummistats.play.table import Table
from rummistats.search import one_optimum
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["dead_wood", "melds_to_show"]


@lru_cache(maxsize=4096)
def dead_wood(hand: Hand, variant: Variant) -> int:
    """Return the fewest points of cards in no meld.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> dead_wood(gin.parse("4S 4H 4D 5D 6D 9C JS QH 2C 2D"), gin)
    41
    """
    melds = one_optimum(hand, variant, "dead_wood_points")
    points = variant.rack_points_of
    melded = sum(points(tile) for meld in melds for tile in meld.tiles)
    return sum(map(points, hand)) - melded


@lru_cache(maxsize=256)
def melds_to_show(hand: Hand, variant: Variant) -> Lay:
    """Return the melds of a hand that leave fewest points, of equal ones the first.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> print(melds_to_show(gin.parse("4S 4H 4C 5D 6D 7D 9C"), gin).table)
    {4S 4H 4C} {5D 6D 7D}
    """
    melds = next(arrange_all(hand, variant, "dead_wood_points")).melds
    return Lay(Table(melds), hand.tile_set.hand(tile for meld in melds for tile in meld.tiles))

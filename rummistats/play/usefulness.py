"""Of how much use a tile on the rack is for melds that are still to come."""

from __future__ import annotations

from collections.abc import Iterator

from rummistats.play.state import View
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["use_of"]


def use_of(tile: Tile, view: View, by_chances: bool) -> tuple[float, int]:
    """Return of how much use a tile of the rack is: tiles near it, or what can still make melds.

    Among tiles of equal use the one with most points is the least useful.

    Examples
    --------
    >>> from rummistats.play.state import begin_deal, view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> view = view_of(start.with_hand(sabra.table_set.parse("R4 R5 B5 K13")))
    >>> [use_of(tile, view, by_chances=False) for tile in view.hand]
    [(1, -4), (2, -5), (1, -5), (0, -13)]
    """
    points = -view.variant.rack_points_of(tile)
    if tile.is_joker:
        return float("inf"), points
    one = view.hand.tile_set.hand([tile])
    # What may be put down need not be on the rack: the last stone may come from the table.
    rest = view.hand - (view.hand & one)
    partners = list(_partners(tile, view.variant))
    near = sum(min(1, rest.count(other)) for other in partners)
    if not by_chances:
        return near, points
    unknown = view.unknown
    return near + sum(unknown.count(other) for other in partners) / 8, points


def _partners(tile: Tile, variant: Variant) -> Iterator[Tile]:
    """Yield the tiles that can stand in a meld of three with a tile."""
    tiles = variant.table_set
    for color in tiles.color_letters:
        if color != tile.color:
            yield Tile(color, tile.number)
    near = {
        number for run in variant.runs if len(run) == 3 and tile.number in run for number in run
    }
    for number in sorted(near - {tile.number}):
        yield Tile(tile.color, number)

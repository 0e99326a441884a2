"""What a play is to be best at: what each tile that is laid counts, with its tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from rummistats.errors import PlayError, VariantError, shown
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["BEST", "Best", "Gains", "gains_of"]

Best = Literal["tiles", "value", "rack_points"]

BEST: tuple[Best, ...] = get_args(Best)
"""What a play may be best at."""

STEP = 1 << 20
"""What one more of the objective counts: more than all tie-breaks together."""


@dataclass(frozen=True)
class Gains:
    """What tiles from the rack count when they are laid.

    Parameters
    ----------
    best : {"tiles", "value", "rack_points"}
        The objective.
    tiles : tuple of int
        What each colored kind counts.
    jokers : tuple of int
        What a joker counts as each number.
    by_place : bool
        Whether a 1 counts differently in different places; then ``tiles`` isn't used for it.
    """

    best: Best
    tiles: tuple[int, ...]
    jokers: tuple[int, ...]
    by_place: bool = False

    @property
    def joker(self) -> int | None:
        """What a joker counts, if that is the same wherever it is laid."""
        return self.jokers[0] if len(set(self.jokers)) == 1 else None


def gains_of(variant: Variant, best: str) -> Gains:
    """Return what tiles count for an objective.

    Most tiles: among equals fewest points left. Most value or fewest points left: among equals
    most tiles.

    Raises
    ------
    PlayError
        If there is no such objective.
    VariantError
        If melds have no value in the game.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gains = gains_of(find_variant("sabra"), "value")
    >>> gains.tiles[12] >> 20, gains.jokers[8] >> 20
    (13, 9)
    """
    if not isinstance(best, str) or best not in BEST:
        raise PlayError(f"best={shown(best)}: a play is best by {', '.join(BEST)}")
    return _gains(variant, best)


@lru_cache(maxsize=64)
def _gains(variant: Variant, best: str) -> Gains:
    numbers = range(1, variant.numbers + 1)
    letters = variant.table_set.color_letters
    if best == "value":
        if not variant.has_opening_value:
            raise VariantError(
                f"in {variant.game.title} melds have no value; ask for best='tiles' or "
                "best='rack_points'"
            )
        points = variant.opening_points
        values = tuple(points[n] * STEP + 1 for n in numbers)
        by_place = set(variant.points_of_ones) != {points[1]}
        return Gains("value", values * len(letters), values, by_place)
    rack = [variant.rack_points_of(Tile(letters[0], n)) for n in numbers]
    joker = variant.rack_points_of(variant.table_set.joker) if variant.table_set.jokers else 0
    if best == "tiles":
        tiles = tuple(STEP + points for points in rack)
        return Gains("tiles", tiles * len(letters), (STEP + joker,) * len(rack))
    tiles = tuple(points * STEP + 1 for points in rack)
    return Gains("rack_points", tiles * len(letters), (joker * STEP + 1,) * len(rack))

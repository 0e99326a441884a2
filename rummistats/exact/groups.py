"""What groups need: how many real tiles of one number."""

from __future__ import annotations

from rummistats.exact.columns import Column
from rummistats.variants import Variant

__all__ = ["fewest_real_tiles", "tiles_for_group"]


def fewest_real_tiles(variant: Variant, sizes: range, jokers: range) -> int | None:
    """Return the fewest real tiles of a legal group of such a size with so many jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> fewest_real_tiles(sabra, sizes=range(3, 5), jokers=range(2))
    2
    >>> print(fewest_real_tiles(sabra, sizes=range(5, 9), jokers=range(2)))
    None
    """
    return min(
        (
            size - wild
            for size in range(
                max(sizes.start, variant.min_group), min(sizes.stop, variant.largest_group + 1)
            )
            for wild in jokers
            if variant.jokers_allowed(size, wild)
        ),
        default=None,
    )


def tiles_for_group(variant: Variant, column: Column) -> int:
    """Return how many tiles of a column fit into one group, were it large enough."""
    return sum(column) if variant.repeat_colors else sum(map(bool, column))

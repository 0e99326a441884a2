"""Tables by sets of numbers, each set as the bits of a whole number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rummistats.tiles import Tile
from rummistats.values import are_partners
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["PartnerTables", "longest_runs", "partner_tables"]


@lru_cache(maxsize=16)
def longest_runs(variant: Variant) -> npt.NDArray[np.uint8]:
    """Return how many natural runs, in no longer one of them, each set of numbers has.

    Number ``n`` is in the set ``s`` if bit ``n - 1`` of ``s`` is set.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> int(longest_runs(find_variant("sabra"))[0b0_1111_0000_0111])
    2
    """
    import numpy as np

    runs = {
        sum(1 << (number - 1) for number in numbers)
        for numbers in variant.runs
        # A set has each number once, so no run that passes one twice is in it.
        if len(set(numbers)) == len(numbers) and variant.jokers_allowed(len(numbers), 0)
    }
    sets = np.arange(1 << variant.numbers)
    found = np.zeros(len(sets), dtype=np.uint8)
    for run in runs:
        # A set that has a longer run also has the shortest ones between the two.
        longer = [other for other in runs if other != run and other & run == run]
        least = [a for a in longer if not any(a != b and a & b == b for b in longer)]
        counts = sets & run == run
        for other in least:
            counts &= sets & other != other
        found += counts
    return found


@dataclass(frozen=True)
class PartnerTables:
    """Who is whose partner, as `rummistats.kernels.counting.isolated` wants it.

    See there for shapes and types.
    """

    near: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.uint8]
    colors_pair: bool
    twins: int


@lru_cache(maxsize=16)
def partner_tables(variant: Variant) -> PartnerTables:
    """Return the tables of partners of a variant.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> near = partner_tables(find_variant("sabra")).near
    >>> bin(near[0b10000])
    '0b1101100'
    """
    import numpy as np

    numbers = range(1, variant.numbers + 1)
    # All colors have the same runs, and all numbers the same groups.
    first, *others = list(variant.playing_set.color_letters)
    near = np.zeros(1 << variant.numbers, dtype=np.int64)
    sizes = np.zeros(1 << variant.numbers, dtype=np.uint8)
    sets = np.arange(1 << variant.numbers)
    for number in numbers:
        partners = [
            other
            for other in numbers
            if other != number and are_partners(Tile(first, number), Tile(first, other), variant)
        ]
        has = sets >> (number - 1) & 1
        near |= has * sum(1 << (partner - 1) for partner in partners)
        sizes += has.astype(np.uint8)
    return PartnerTables(
        near=near,
        sizes=sizes,
        colors_pair=any(are_partners(Tile(first, 1), Tile(c, 1), variant) for c in others),
        twins=sum(
            1 << (number - 1)
            for number in numbers
            if are_partners(Tile(first, number), Tile(first, number), variant)
        ),
    )

"""The arrays that the kernel of isolated tiles after packing needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rummistats.melds import group_patterns, run_patterns
from rummistats.montecarlo.masks import PartnerTables, partner_tables
from rummistats.montecarlo.tables import (
    Groups,
    group_choices,
    optimum_of,
    runs_as_arrays,
    shares_of_jokers,
)
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["PackingTables", "packing_tables"]

LISTED_TILES = 8
"""The leftovers of contents with more tiles than these, rare in a starting hand, are found anew."""

LONGEST_LISTS = 1 << 20
"""How many leftovers are listed at most."""


@dataclass(frozen=True)
class PackingTables:
    """Arguments of `rummistats.kernels.packing.isolated_after_packing`, after the hands.

    See there for shapes and types.
    """

    content_of: npt.NDArray[np.int64]
    pattern_of: tuple[int, ...]
    pattern_zero: npt.NDArray[np.int64]
    option_first: npt.NDArray[np.int64]
    option_last: npt.NDArray[np.int64]
    option_tiles: npt.NDArray[np.int64]
    option_jokers: npt.NDArray[np.int64]
    option_melds: npt.NDArray[np.int64]
    places: npt.NDArray[np.uint32]
    leftovers: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int64]
    deltas: npt.NDArray[np.int64]
    needs: npt.NDArray[np.int64]
    wild: npt.NDArray[np.int64]
    partners: PartnerTables
    share_first: npt.NDArray[np.int64]
    share_jokers: npt.NDArray[np.int64]

    def fewest_isolated(self, batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """Return the fewest isolated tiles of every hand after a largest packing.

        -1 for the very few that the kernel gives up.
        """
        import numpy as np

        from rummistats.kernels.packing import isolated_after_packing

        results = np.empty(len(batch), dtype=np.int64)
        isolated_after_packing(
            batch,
            self.content_of,
            self.pattern_of,
            self.pattern_zero,
            self.option_first,
            self.option_last,
            self.option_tiles,
            self.option_jokers,
            self.option_melds,
            self.places,
            self.leftovers,
            self.starts,
            self.deltas,
            self.needs,
            self.wild,
            self.partners.near,
            self.partners.twins,
            self.partners.colors_pair,
            self.share_first,
            self.share_jokers,
            results,
        )
        return results


@lru_cache(maxsize=2)
def packing_tables(variant: Variant) -> PackingTables:
    """Return the tables of a variant whose tile set is small enough for them, see `split_fits`."""
    import numpy as np

    from rummistats.kernels.leftovers import fill_leftovers
    from rummistats.kernels.split import fill_table

    tiles = variant.playing_set
    base = tiles.copies + 1
    # Each run counts one in the lowest lane, so that the table holds how many there are.
    arrays = runs_as_arrays(variant, [(numbers, wild, 1) for numbers, wild in _runs(variant)])
    table = np.empty((tiles.jokers + 1, base**tiles.numbers), dtype=np.uint64)
    not_asked = np.empty((0, 0), dtype=np.int32)
    fill_table(table, not_asked, tiles.copies, tiles.numbers, tiles.jokers, *arrays)
    best = table.astype(np.uint8)
    content_of = np.array([0, *(base**n for n in range(tiles.numbers))], dtype=np.int64)
    starts, deltas, needs, wild, _ = arrays
    partners = partner_tables(variant)
    places = np.empty(best.T.shape, dtype=np.uint32)
    leftovers = np.empty(LONGEST_LISTS, dtype=np.uint64)
    length = fill_leftovers(
        best,
        content_of,
        starts,
        deltas,
        needs,
        wild,
        partners.near,
        partners.twins,
        LISTED_TILES,
        places,
        leftovers,
    )
    share_first, share_jokers = shares_of_jokers(variant)
    choices = group_choices(variant, lambda number: _groups(variant, number))
    credits = np.array(choices.credits, dtype=np.uint64)
    return PackingTables(
        content_of=content_of,
        pattern_of=tuple(base**color for color in range(tiles.colors)),
        pattern_zero=np.array(choices.pattern_zero, dtype=np.int64),
        option_first=np.array(choices.first, dtype=np.int64),
        option_last=np.array(choices.last, dtype=np.int64),
        option_tiles=np.array([used for used, _ in choices.options], dtype=np.int64),
        option_jokers=np.array([jokers for _, jokers in choices.options], dtype=np.int64),
        # How many groups they are is the same for all numbers.
        option_melds=optimum_of(credits[:, 1], "melds"),
        places=places,
        leftovers=leftovers[:length].copy(),
        starts=starts,
        deltas=deltas,
        needs=needs,
        wild=wild,
        partners=partners,
        share_first=share_first,
        share_jokers=share_jokers,
    )


def _runs(variant: Variant) -> list[tuple[tuple[int, ...], int]]:
    """Return the runs of three tiles: the numbers of the real ones, and the jokers."""
    runs = run_patterns(variant, variant.playing_set.jokers, max_run=3)
    return [(numbers, wild) for numbers, wild in runs if len(numbers) + wild == 3]


def _groups(variant: Variant, number: int) -> Iterator[Groups]:
    """Yield the groups of three tiles, but those that are also runs."""
    runs = _runs(variant)
    for (colors, wild), size in group_patterns(variant, variant.playing_set.jokers).items():
        one_color = len(set(colors)) <= 1
        if size == 3 and not (one_color and ((number,) * len(colors), wild) in runs):
            count = Counter(colors)
            used = tuple(count[color] for color in variant.playing_set.color_letters)
            # Values are of no interest here.
            yield Groups((used, wild), 1, (0,) * (variant.numbers + 1))

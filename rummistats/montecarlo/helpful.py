"""The arrays that the kernel of helpful tiles needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rummistats.montecarlo.tables import SplitTables, optimum_of, split_tables
from rummistats.search import Objective
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["HelpfulTables", "helpful_tables"]


@dataclass(frozen=True)
class HelpfulTables:
    """Arguments of `rummistats.kernels.helpful.helpful_tiles`.

    See there for shapes and types.
    """

    split: SplitTables
    best: npt.NDArray[np.uint8]
    gains: npt.NDArray[np.uint64]
    largest_gain: int
    option_amounts: npt.NDArray[np.int64]
    extra_first: npt.NDArray[np.int64]
    extra_last: npt.NDArray[np.int64]
    extra_tiles: npt.NDArray[np.int64]
    extra_jokers: npt.NDArray[np.int64]
    extra_amounts: npt.NDArray[np.int64]
    extra_colors: npt.NDArray[np.int64]

    def count(
        self,
        batch: npt.NDArray[np.uint8],
        in_deck: npt.NDArray[np.int64],
        given: int,
        by_tiles: bool,
    ) -> npt.NDArray[np.int64]:
        """Return how many kinds or tiles would raise each hand's optimum."""
        import numpy as np

        from rummistats.kernels.helpful import helpful_tiles

        results = np.empty(len(batch), dtype=np.int64)
        helpful_tiles(
            batch,
            self.split.content_of,
            self.split.pattern_of,
            self.best,
            self.gains,
            self.largest_gain,
            self.split.pattern_zero,
            self.split.option_first,
            self.split.option_last,
            self.split.option_tiles,
            self.split.option_jokers,
            self.option_amounts,
            self.extra_first,
            self.extra_last,
            self.extra_tiles,
            self.extra_jokers,
            self.extra_amounts,
            self.extra_colors,
            in_deck,
            given,
            by_tiles,
            results,
        )
        return results


@lru_cache(maxsize=4)
def helpful_tables(variant: Variant, objective: Objective) -> HelpfulTables | None:
    """Return the tables of a variant, or None if one tile may raise a color by too much."""
    import numpy as np

    from rummistats.kernels.helpful import MOST_GAIN, fill_gains

    split = split_tables(variant, variant.open_needs_run)
    best = optimum_of(split.table, objective).astype(np.uint8)
    gains = np.empty(best.shape, dtype=np.uint64)
    tiles = variant.playing_set
    largest = int(fill_gains(best, tiles.copies, tiles.numbers, gains))
    if largest > MOST_GAIN:
        return None
    # How many tiles or groups they are is the same for all numbers.
    amounts = optimum_of(split.option_credits[:, 1], objective)
    first: list[int] = []
    last: list[list[int]] = []
    extras: list[tuple[Extra, int]] = []
    for pattern in range(len(split.option_first)):
        found = sorted(_extras(split, pattern, amounts, tiles.copies).items(), key=_by_jokers)
        start = len(extras)
        first.append(start)
        last.append(
            [
                start + sum(jokers <= held for (_, jokers, _), _ in found)
                for held in range(tiles.jokers + 1)
            ]
        )
        extras += found
    return HelpfulTables(
        split=split,
        best=best,
        gains=gains,
        largest_gain=largest,
        option_amounts=amounts,
        extra_first=np.array(first, dtype=np.int64),
        extra_last=np.array(last, dtype=np.int64),
        extra_tiles=np.array([used for (used, _, _), _ in extras], dtype=np.int64).reshape(
            len(extras), tiles.colors
        ),
        extra_jokers=np.array([jokers for (_, jokers, _), _ in extras], dtype=np.int64),
        extra_amounts=np.array([amount for (_, _, amount), _ in extras], dtype=np.int64),
        extra_colors=np.array([colors for _, colors in extras], dtype=np.int64),
    )


Extra = tuple[tuple[int, ...], int, int]  # tiles used of each color, jokers, amount


def _by_jokers(extra: tuple[Extra, int]) -> int:
    (_, jokers, _), _ = extra
    return jokers


def _extras(
    split: SplitTables, pattern: int, amounts: npt.NDArray[np.int64], copies: int
) -> dict[Extra, int]:
    """Return the choices of groups that need one more tile, with the colors that it may have."""
    extras: dict[Extra, int] = {}
    for color, held in enumerate(_counts(split, pattern, copies)):
        if held == copies:
            continue
        more = pattern + int(split.pattern_of[color])
        for option in range(split.option_first[more], split.option_last[more, -1]):
            used = split.option_tiles[option].tolist()
            if used[color] == held + 1:
                used[color] = held
                extra = tuple(used), int(split.option_jokers[option]), int(amounts[option])
                extras[extra] = extras.get(extra, 0) | 1 << color
    return extras


def _counts(split: SplitTables, pattern: int, copies: int) -> Iterator[int]:
    """Yield how many tiles of each color a pattern has."""
    for power in split.pattern_of.tolist():
        yield pattern // power % (copies + 1)

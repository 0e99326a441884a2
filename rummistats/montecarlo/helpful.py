"""The arrays that the kernel of helpful tiles needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rummistats.montecarlo.tables import (
    Option,
    SplitTables,
    optimum_of,
    shares_of_jokers,
    split_tables,
    useful_groups,
)
from rummistats.search import Objective
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rummistats.montecarlo.tables import Shares

    # First places, amounts, what they lack, members; first places, jokers.
    _Parts = tuple[
        npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint64], npt.NDArray[np.int64]
    ]


__all__ = ["HelpfulTables", "helpful_tables"]


@dataclass(frozen=True)
class HelpfulTables:
    """Arguments of `rummistats.kernels.helpful.helpful_tiles`.

    See there for shapes and types.
    """

    split: SplitTables
    option_amounts: npt.NDArray[np.int64]
    option_grows: npt.NDArray[np.int64]
    best: npt.NDArray[np.uint8]
    changes: npt.NDArray[np.uint64]
    most_change: int
    parts: _Parts
    shares: Shares

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
            tuple(self.split.pattern_of.tolist()),
            self.split.pattern_zero,
            self.split.option_first,
            self.split.option_last,
            self.split.option_tiles,
            self.split.option_jokers,
            self.option_amounts,
            self.option_grows,
            self.best,
            self.changes,
            self.most_change,
            *self.parts,
            *self.shares,
            in_deck,
            given,
            by_tiles,
            results,
        )
        return results


@lru_cache(maxsize=2)
def helpful_tables(variant: Variant, objective: Objective) -> HelpfulTables | None:
    """Return the tables of a variant, or None if one tile may change a color by too much."""
    import numpy as np

    from rummistats.kernels.helpful import MOST_CHANGE, fill_changes

    split = split_tables(variant, variant.open_needs_run)
    best = optimum_of(split.table, objective).astype(np.uint8)
    tiles = variant.playing_set
    # How many tiles or groups they are is the same for all numbers.
    amounts = optimum_of(split.option_credits[:, 1], objective)
    choices = _choices(split, amounts, tiles.copies)
    grows = _grows(split, choices, tiles.copies)
    choices_of = [choices[zero] for zero in split.pattern_zero[1:].tolist()]
    parts = list(_useful(_parts(variant, objective, choices_of)))
    losses = max((count for part in parts for count in part.used), default=0)
    changes = np.empty((*best.shape, 1 + losses), dtype=np.uint64)
    largest_gain = int(fill_changes(best, tiles.copies, tiles.numbers, changes))
    largest_amount = max((part.amount for part in parts), default=0)
    if max(largest_gain, largest_amount) > MOST_CHANGE:
        return None
    joker_gain = int(np.diff(best.astype(np.int64), axis=0).max()) if tiles.jokers else 0
    return HelpfulTables(
        split=split,
        option_amounts=amounts,
        option_grows=grows,
        best=best,
        changes=changes,
        most_change=max(largest_gain, largest_amount, joker_gain, int(grows.max())),
        parts=_parts_as_arrays(parts, variant, losses),
        shares=shares_of_jokers(variant),
    )


Choices = dict[Option, int]
"""Choices of groups of one number, with what they add to the optimum."""


def _choices(split: SplitTables, amounts: npt.NDArray[np.int64], copies: int) -> dict[int, Choices]:
    """Return for each pattern zero all choices of groups of the numbers that have it."""
    full = copies * int(split.pattern_of.sum())
    choices = {}
    for zero in set(split.pattern_zero[1:].tolist()):
        options = range(split.option_first[zero + full], split.option_last[zero + full, -1])
        choices[zero] = {_option(split, option): int(amounts[option]) for option in options}
    return choices


def _option(split: SplitTables, option: int) -> Option:
    return tuple(split.option_tiles[option].tolist()), int(split.option_jokers[option])


def _grows(split: SplitTables, choices: dict[int, Choices], copies: int) -> npt.NDArray[np.int64]:
    """Return how much more each choice of groups adds with one more tile of each color, or joker.

    0 where no choice has just one more.
    """
    import numpy as np

    colors = len(split.pattern_of)
    full = copies * int(split.pattern_of.sum())
    grows = np.zeros((len(split.option_jokers), colors + 1), dtype=np.int64)
    for zero, amount_of in choices.items():
        more_of = {
            option: [amount_of.get(more, 0) - amount for more in _one_more(option)]
            for option, amount in amount_of.items()
        }
        for place in range(split.option_first[zero], split.option_last[zero + full, -1]):
            grows[place] = more_of[_option(split, place)]
    return np.maximum(grows, 0)


def _one_more(option: Option) -> Iterator[Option]:
    """Yield a choice of groups with one more tile of each color, and with one more joker."""
    used, wild = option
    for color, count in enumerate(used):
        yield (*used[:color], count + 1, *used[color + 1 :]), wild
    yield used, wild + 1


@dataclass(frozen=True)
class Part:
    """A group that lacks one tile."""

    used: tuple[int, ...]  # tiles of each color
    jokers: int
    amount: int  # what the whole group adds to the optimum
    lacks: tuple[int, ...]  # a word of numbers for each color and for the joker

    def is_as_good_as(self, other: Part) -> bool:
        """Return whether who has the other part needs no more for this one, and gets as much."""
        return (
            all(mine <= its for mine, its in zip(self.used, other.used, strict=True))
            and self.jokers <= other.jokers
            and self.amount >= other.amount
            and all(not its & ~mine for mine, its in zip(self.lacks, other.lacks, strict=True))
        )


def _parts(variant: Variant, objective: Objective, choices_of: list[Choices]) -> Iterator[Part]:
    """Yield what remains of a group without one of its tiles, for every group and tile.

    But not if it is itself a choice of groups, which has only to grow.
    """
    colors = variant.playing_set.colors
    lacks: dict[tuple[tuple[int, ...], int, int], list[int]] = defaultdict(
        lambda: [0] * (colors + 1)
    )
    for number, choices in enumerate(choices_of, start=1):
        for group in useful_groups(variant, number):
            used, wild = group.option
            amount = 1 if objective == "melds" else sum(used) + wild
            for color, part in enumerate(_one_less(group.option)):
                if part and part not in choices:
                    lacks[(*part, amount)][color] |= 8 << 4 * (number - 1)
    for (used, wild, amount), numbers in lacks.items():
        yield Part(used, wild, amount, tuple(numbers))


def _one_less(option: Option) -> Iterator[Option | None]:
    """Yield a group without a tile of each color, and without a joker; None if it has none."""
    used, wild = option
    for color, count in enumerate(used):
        yield ((*used[:color], count - 1, *used[color + 1 :]), wild) if count else None
    yield (used, wild - 1) if wild else None


def _useful(parts: Iterator[Part]) -> Iterator[Part]:
    """Yield the parts in the kernel's order, but those that another one replaces."""
    kept: list[Part] = []
    # One that is as good as another one comes before it.
    for part in sorted(parts, key=lambda part: (part.jokers, sum(part.used), -part.amount)):
        if not any(other.is_as_good_as(part) for other in kept):
            kept.append(part)
    yield from sorted(kept, key=lambda part: (part.jokers, -part.amount))


def _parts_as_arrays(parts: list[Part], variant: Variant, losses: int) -> _Parts:
    """Return the parts in the order of the kernel's arguments."""
    import numpy as np

    tiles = variant.playing_set
    width = 1 + losses
    most_members = max((sum(map(bool, part.used)) for part in parts), default=0)
    members = np.full((len(parts), max(1, most_members)), tiles.colors * width, dtype=np.int64)
    for place, part in enumerate(parts):
        has = [color * width + count for color, count in enumerate(part.used) if count]
        members[place, : len(has)] = has
    return (
        np.searchsorted([part.jokers for part in parts], np.arange(tiles.jokers + 2)),
        np.array([part.amount for part in parts], dtype=np.int64),
        np.array([part.lacks for part in parts], dtype=np.uint64).reshape(
            len(parts), tiles.colors + 1
        ),
        members,
    )

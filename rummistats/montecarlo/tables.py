"""The arrays that the split kernel needs, made from a variant's melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from rummistats.blocks import Block, run_blocks
from rummistats.melds import group_patterns, run_patterns
from rummistats.tiles import Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["LANES", "SplitTables", "split_fits", "split_tables"]

LANES = ("value", "tiles", "dead_wood_points", "melds")
"""What the four 16-bit lanes hold, from the lowest up."""

LARGEST_TABLE = 96 << 20
"""Bytes that the table of a color's runs may take."""

LARGEST_PATTERNS = 1024
"""How many contents of one number are looked at for groups."""

Option = tuple[tuple[int, ...], int]  # tiles used of each color, jokers used


@dataclass(frozen=True)
class SplitTables:
    """Arguments of `rummistats.kernels.split.four_optima`, in its order after the hands.

    See there for shapes and types.
    """

    color_of: npt.NDArray[np.int64]
    number_of: npt.NDArray[np.int64]
    content_of: npt.NDArray[np.int64]
    pattern_of: npt.NDArray[np.int64]
    table: npt.NDArray[np.uint64]
    jokers: int
    pattern_zero: npt.NDArray[np.int64]
    option_first: npt.NDArray[np.int64]
    option_last: npt.NDArray[np.int64]
    option_tiles: npt.NDArray[np.int64]
    option_jokers: npt.NDArray[np.int64]
    option_credits: npt.NDArray[np.uint64]

    def four_optima(self, batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
        """Return the four optima of every hand, in lanes of 16 bits as in `LANES`."""
        import numpy as np

        from rummistats.kernels.split import four_optima

        results = np.empty(len(batch), dtype=np.uint64)
        four_optima(
            batch,
            self.color_of,
            self.number_of,
            self.content_of,
            self.pattern_of,
            self.table,
            self.jokers,
            self.pattern_zero,
            self.option_first,
            self.option_last,
            self.option_tiles,
            self.option_jokers,
            self.option_credits,
            results,
        )
        return results


def split_fits(variant: Variant) -> bool:
    """Return whether the variant's tile set is small enough for the tables.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> split_fits(sabra), split_fits(sabra.with_rules(copies=3))
    (True, False)
    """
    base = variant.copies + 1
    table: int = 8 * base**variant.numbers * (variant.jokers + 1)
    patterns: int = base**variant.colors
    return table <= LARGEST_TABLE and patterns <= LARGEST_PATTERNS


def _lanes(value: int, tiles: int, points: int, melds: int) -> int:
    return value | tiles << 16 | points << 32 | melds << 48


@lru_cache(maxsize=4)
def split_tables(variant: Variant) -> SplitTables:
    """Return the tables of a variant."""
    import numpy as np

    tiles = variant.tile_set
    kinds = [tile for tile in tiles.tiles if not tile.is_joker]
    letters = tiles.color_letters
    base = variant.copies + 1
    content_of = [0, *(base**n for n in range(variant.numbers))]
    choices = _group_choices(variant)
    joker = [0] * (tiles.jokers > 0)
    return SplitTables(
        color_of=np.array([letters.index(tile.color) for tile in kinds] + joker, dtype=np.int64),
        number_of=np.array([tile.number for tile in kinds] + joker, dtype=np.int64),
        content_of=np.array(content_of, dtype=np.int64),
        pattern_of=np.array([base**color for color in range(variant.colors)], dtype=np.int64),
        table=_run_table(variant),
        jokers=variant.jokers,
        pattern_zero=np.array(choices.pattern_zero, dtype=np.int64),
        option_first=np.array(choices.first, dtype=np.int64),
        option_last=np.array(choices.last, dtype=np.int64),
        option_tiles=np.array([used for used, _ in choices.options], dtype=np.int64),
        option_jokers=np.array([wild for _, wild in choices.options], dtype=np.int64),
        option_credits=np.array(choices.credits, dtype=np.uint64),
    )


def _run_table(variant: Variant) -> npt.NDArray[np.uint64]:
    """Return the best that runs make of every content of one color."""
    import numpy as np

    from rummistats.kernels.split import fill_table

    base = variant.copies + 1
    # All colors have the same runs, so the first one stands for all.
    color = variant.tile_set.color_letters[0]
    runs = sorted(run_blocks(variant, variant.jokers, color), key=_highest_number)
    needs = np.zeros((len(runs), variant.copies), dtype=np.int64)
    for place, run in enumerate(runs):
        # The first color's kinds are its numbers, counted from 0.
        for number, count in Counter(run.kinds).items():
            needs[place, :count] |= 1 << number
    highest = [_highest_number(run) for run in runs]
    table = np.empty((variant.jokers + 1, base**variant.numbers), dtype=np.uint64)
    fill_table(
        table,
        variant.copies,
        variant.numbers,
        variant.jokers,
        np.searchsorted(highest, np.arange(variant.numbers + 2)).astype(np.int64),
        np.array([sum(base**kind for kind in run.kinds) for run in runs], dtype=np.int64),
        needs,
        np.array([run.jokers for run in runs], dtype=np.int64),
        np.array(
            [_lanes(run.value, run.size, run.rack_points, 1) for run in runs], dtype=np.uint64
        ),
    )
    return table


def _highest_number(run: Block) -> int:
    return max(run.kinds, default=-1) + 1


@dataclass
class _GroupChoices:
    """The choices of groups, as `four_optima` wants them."""

    pattern_zero: list[int]
    first: list[int]
    last: list[list[int]]
    options: list[Option]
    credits: list[list[int]]


def _group_choices(variant: Variant) -> _GroupChoices:
    """Return the choices of groups of all patterns; numbers with the same groups share theirs."""
    choices = _GroupChoices([0], [], [], [], [])
    zero_of: dict[tuple[Option, ...], int] = {}
    for number in range(1, variant.numbers + 1):
        groups = tuple(_useful_groups(variant, number))
        if groups not in zero_of:
            zero_of[groups] = len(choices.first)
            _add_patterns(choices, _most_groups(groups, variant), variant)
        choices.pattern_zero.append(zero_of[groups])
    return choices


def _useful_groups(variant: Variant, number: int) -> Iterator[Option]:
    """Yield the groups of a number, but those that a run of the same tiles replaces.

    One tile with two jokers is worth as much or more as a run, but for the highest number.
    """
    runs = run_patterns(variant, variant.jokers)
    for (colors, wild), size in group_patterns(variant, variant.jokers).items():
        if len(colors) == 1 and runs.get(((number,), wild), -1) >= number * size:
            continue
        count = Counter(colors)
        yield tuple(count[color] for color in variant.tile_set.color_letters), wild


def _add_patterns(choices: _GroupChoices, most: dict[Option, int], variant: Variant) -> None:
    for reversed_pattern in product(range(variant.copies + 1), repeat=variant.colors):
        pattern = reversed_pattern[::-1]
        fitting = sorted(
            (
                option
                for option in most
                if all(used <= there for used, there in zip(option[0], pattern, strict=True))
            ),
            key=lambda option: option[1],
        )
        start = len(choices.options)
        choices.first.append(start)
        choices.last.append(
            [
                start + sum(wild <= jokers for _, wild in fitting)
                for jokers in range(variant.jokers + 1)
            ]
        )
        choices.options += fitting
        choices.credits += [_option_credits(option, most[option], variant) for option in fitting]


def _most_groups(groups: tuple[Option, ...], variant: Variant) -> dict[Option, int]:
    """Return all unions of groups of one number, with the largest number of groups in them."""
    none: Option = ((0,) * variant.colors, 0)
    most = {none: 0}
    newest = [none]
    while newest:
        found: dict[Option, int] = {}
        for used, wild in newest:
            for more, more_wild in groups:
                together = tuple(a + b for a, b in zip(used, more, strict=True))
                if max(together) <= variant.copies and wild + more_wild <= variant.jokers:
                    found[together, wild + more_wild] = most[used, wild] + 1
        newest = [option for option, count in found.items() if count > most.get(option, -1)]
        most |= {option: found[option] for option in newest}
    return most


def _option_credits(option: Option, groups: int, variant: Variant) -> list[int]:
    """Return what a choice of groups adds to the four optima, for number 0 (unused) and on."""
    used, wild = option
    size = sum(used) + wild
    credits = [0]
    for number in range(1, variant.numbers + 1):
        points = wild * variant.joker_rack_value
        for color, count in zip(variant.tile_set.color_letters, used, strict=True):
            points += count * variant.rack_value(Tile(color, number))
        credits.append(_lanes(number * size, size, points, groups))
    return credits

"""The arrays that the split kernel needs, made from a variant's melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from rummistats.blocks import run_blocks
from rummistats.melds import Group, group_patterns, run_patterns
from rummistats.search import Objective
from rummistats.tiles import Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Shares = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

__all__ = [
    "LANES",
    "Groups",
    "Option",
    "SplitTables",
    "covering_melds_of",
    "group_choices",
    "optimum_of",
    "runs_as_arrays",
    "shares_of_jokers",
    "split_fits",
    "split_tables",
    "useful_groups",
]

LANES = ("value", "tiles", "dead_wood_points", "melds")
"""What the four 16-bit lanes hold, from the lowest up."""

COVERING_BITS = 6
"""The lowest bits of the lane of tiles hold the most melds among the arrangements that meld most
tiles: both add up over the melds, and tiles come first."""

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
    with_run: npt.NDArray[np.int32]

    def four_optima(self, batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
        """Return the four optima of every hand, in lanes of 16 bits as in `LANES`."""
        return self._solve(batch)[0]

    def value_with_run(self, batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """Return the most value of melds with a run among them, 0 where there is no run."""
        return self._solve(batch)[1]

    def _solve(
        self, batch: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        import numpy as np

        from rummistats.kernels.split import four_optima

        results = np.empty(len(batch), dtype=np.uint64)
        run_results = np.empty(len(batch) if len(self.with_run) else 0, dtype=np.int64)
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
            self.with_run,
            results,
            run_results,
        )
        return results, run_results


def split_fits(variant: Variant) -> bool:
    """Return whether the variant's tile set is small enough for the tables.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> split_fits(sabra), split_fits(sabra.with_rules(copies=3))
    (True, False)
    """
    base = variant.playing_set.copies + 1
    table: int = 8 * base**variant.numbers * (variant.playing_set.jokers + 1)
    patterns: int = base**variant.colors
    return table <= LARGEST_TABLE and patterns <= LARGEST_PATTERNS


def optimum_of(optima: npt.NDArray[np.uint64], objective: Objective) -> npt.NDArray[np.int64]:
    """Return one optimum of every hand from what `SplitTables.four_optima` returned."""
    lane = _lane(optima, objective)
    return lane >> COVERING_BITS if objective == "tiles" else lane


def covering_melds_of(optima: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return the most melds among the arrangements of every hand that meld most tiles."""
    return _lane(optima, "tiles") & ((1 << COVERING_BITS) - 1)


def _lane(optima: npt.NDArray[np.uint64], objective: Objective) -> npt.NDArray[np.int64]:
    import numpy as np

    lane = optima >> np.uint64(16 * LANES.index(objective))
    return (lane & np.uint64(0xFFFF)).astype(np.int64)


def _lanes(value: int, tiles: int, points: int, melds: int) -> int:
    return value | (tiles << COVERING_BITS | melds) << 16 | points << 32 | melds << 48


@lru_cache(maxsize=4)
def split_tables(variant: Variant, with_runs: bool = False) -> SplitTables:
    """Return the tables of a variant, if ``with_runs`` also those for values with a run."""
    import numpy as np

    tiles = variant.playing_set
    kinds = [tile for tile in tiles.tiles if not tile.is_joker]
    letters = tiles.color_letters
    base = variant.playing_set.copies + 1
    content_of = [0, *(base**n for n in range(variant.numbers))]
    choices = group_choices(variant, lambda number: useful_groups(variant, number))
    table, with_run = _run_tables(variant, with_runs)
    joker = [0] * (tiles.jokers > 0)
    return SplitTables(
        color_of=np.array([letters.index(tile.color) for tile in kinds] + joker, dtype=np.int64),
        number_of=np.array([tile.number for tile in kinds] + joker, dtype=np.int64),
        content_of=np.array(content_of, dtype=np.int64),
        pattern_of=np.array([base**color for color in range(variant.colors)], dtype=np.int64),
        table=table,
        jokers=variant.playing_set.jokers,
        pattern_zero=np.array(choices.pattern_zero, dtype=np.int64),
        option_first=np.array(choices.first, dtype=np.int64),
        option_last=np.array(choices.last, dtype=np.int64),
        option_tiles=np.array([used for used, _ in choices.options], dtype=np.int64),
        option_jokers=np.array([wild for _, wild in choices.options], dtype=np.int64),
        option_credits=np.array(choices.credits, dtype=np.uint64),
        with_run=with_run,
    )


def _run_tables(
    variant: Variant, with_runs: bool
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32]]:
    """Return the best that runs make of every content of one color, and its most with a run.

    The second one is empty unless it is asked for.
    """
    import numpy as np

    from rummistats.kernels.split import fill_table

    tiles = variant.playing_set
    shape = tiles.jokers + 1, (tiles.copies + 1) ** tiles.numbers
    table = np.empty(shape, dtype=np.uint64)
    with_run = np.empty(shape if with_runs else (0, 0), dtype=np.int32)
    runs = [
        # The first color's kinds are its numbers, counted from 0.
        (
            tuple(kind + 1 for kind in run.kinds),
            run.jokers,
            _lanes(run.value, run.size, run.rack_points, 1),
        )
        # All colors have the same runs, so the first one stands for all.
        for run in run_blocks(variant, tiles.jokers, tiles.color_letters[0])
    ]
    arrays = runs_as_arrays(variant, runs)
    fill_table(table, with_run, tiles.copies, tiles.numbers, tiles.jokers, *arrays)
    return table, with_run


def runs_as_arrays(
    variant: Variant, runs: Iterable[tuple[tuple[int, ...], int, int]]
) -> tuple[npt.NDArray[Any], ...]:
    """Return starts, deltas, needs, wild and credits as `fill_table` wants them.

    A run is given as the numbers of its real tiles, its jokers and its credit.
    """
    import numpy as np

    tiles = variant.playing_set
    base = tiles.copies + 1
    ordered = sorted(runs, key=lambda run: max(run[0], default=0))
    needs = np.zeros((len(ordered), tiles.copies), dtype=np.int64)
    for place, (numbers, _, _) in enumerate(ordered):
        for number, count in Counter(numbers).items():
            needs[place, :count] |= 1 << (number - 1)
    highest = [max(numbers, default=0) for numbers, _, _ in ordered]
    deltas = [sum(base ** (number - 1) for number in numbers) for numbers, _, _ in ordered]
    return (
        np.searchsorted(highest, np.arange(variant.numbers + 2)).astype(np.int64),
        np.array(deltas, dtype=np.int64),
        needs,
        np.array([wild for _, wild, _ in ordered], dtype=np.int64),
        np.array([credit for _, _, credit in ordered], dtype=np.uint64),
    )


def shares_of_jokers(variant: Variant) -> Shares:
    """Return the ways to share jokers out among the colors: first places, and what each gets.

    As `rummistats.kernels.helpful.helpful_tiles` wants them.
    """
    import numpy as np

    tiles = variant.playing_set
    shares = [
        [getters.count(color) for color in range(tiles.colors)]
        for jokers in range(tiles.jokers + 1)
        for getters in combinations_with_replacement(range(tiles.colors), jokers)
    ]
    jokers = np.array(shares, dtype=np.int64)
    return np.searchsorted(jokers.sum(axis=1), np.arange(tiles.jokers + 2)), jokers


@dataclass(frozen=True)
class Groups:
    """Groups of one number that are laid together, with the best that their tiles can be."""

    option: Option
    groups: int
    values: tuple[int, ...]  # by number; place 0 is unused

    def plus(self, other: Groups) -> Groups:
        """Return both together."""
        (used, wild), (more, more_wild) = self.option, other.option
        tiles = tuple(a + b for a, b in zip(used, more, strict=True))
        values = tuple(a + b for a, b in zip(self.values, other.values, strict=True))
        return Groups((tiles, wild + more_wild), self.groups + other.groups, values)

    def best_of(self, other: Groups | None) -> Groups:
        """Return these with the most groups and values of the two."""
        if other is None:
            return self
        values = tuple(map(max, self.values, other.values))
        return Groups(self.option, max(self.groups, other.groups), values)


@dataclass
class GroupChoices:
    """The choices of groups, as `four_optima` wants them."""

    pattern_zero: list[int]
    first: list[int]
    last: list[list[int]]
    options: list[Option]
    credits: list[list[int]]


def group_choices(variant: Variant, groups_of: Callable[[int], Iterable[Groups]]) -> GroupChoices:
    """Return the choices of groups of all patterns, made from the groups of each number.

    Numbers with the same groups share theirs.
    """
    choices = GroupChoices([0], [], [], [], [])
    zero_of: dict[tuple[Groups, ...], int] = {}
    for number in range(1, variant.numbers + 1):
        groups = tuple(groups_of(number))
        if groups not in zero_of:
            zero_of[groups] = len(choices.first)
            _add_patterns(choices, _unions(groups, variant), variant)
        choices.pattern_zero.append(zero_of[groups])
    return choices


def useful_groups(variant: Variant, number: int) -> Iterator[Groups]:
    """Yield the groups of a number, but those that a run of the same tiles replaces.

    One tile with two jokers is worth as much or more as a run, but for the highest number.
    """
    letters = variant.playing_set.color_letters
    jokers = variant.playing_set.jokers
    runs = run_patterns(variant, jokers)
    for colors, wild in group_patterns(variant, jokers):
        values = [0] + [
            variant.reading_value(Group(n, colors, wild)) for n in range(1, variant.numbers + 1)
        ]
        if len(colors) == 1 and runs.get(((number,), wild), -1) >= values[number]:
            continue
        count = Counter(colors)
        yield Groups((tuple(count[color] for color in letters), wild), 1, tuple(values))


def _add_patterns(choices: GroupChoices, unions: dict[Option, Groups], variant: Variant) -> None:
    copies, jokers = variant.playing_set.copies, variant.playing_set.jokers
    for reversed_pattern in product(range(copies + 1), repeat=variant.colors):
        pattern = reversed_pattern[::-1]
        fitting = sorted(
            (
                union
                for union in unions.values()
                if all(used <= there for used, there in zip(union.option[0], pattern, strict=True))
            ),
            key=lambda union: union.option[1],
        )
        start = len(choices.options)
        choices.first.append(start)
        choices.last.append(
            [
                start + sum(union.option[1] <= held for union in fitting)
                for held in range(jokers + 1)
            ]
        )
        choices.options += [union.option for union in fitting]
        choices.credits += [_credits(union, variant) for union in fitting]


def _unions(groups: tuple[Groups, ...], variant: Variant) -> dict[Option, Groups]:
    """Return all unions of groups of one number, each with the most groups and most values."""
    copies, jokers = variant.playing_set.copies, variant.playing_set.jokers
    none = Groups(((0,) * variant.colors, 0), 0, (0,) * (variant.numbers + 1))
    unions = {none.option: none}
    newest = [none]
    while newest:
        found: dict[Option, Groups] = {}
        for union in newest:
            for group in groups:
                together = union.plus(group)
                used, wild = together.option
                if max(used) <= copies and wild <= jokers:
                    known = found.get(together.option, unions.get(together.option))
                    better = together.best_of(known)
                    if better != known:
                        found[together.option] = better
        unions |= found
        newest = list(found.values())
    return unions


def _credits(union: Groups, variant: Variant) -> list[int]:
    """Return what a choice of groups adds to the four optima, for number 0 (unused) and on."""
    used, wild = union.option
    size = sum(used) + wild
    credits = [0]
    for number in range(1, variant.numbers + 1):
        points = wild * variant.rack_points_of(variant.playing_set.joker)
        for color, count in zip(variant.playing_set.color_letters, used, strict=True):
            points += count * variant.rack_points_of(Tile(color, number))
        credits.append(_lanes(union.values[number], size, points, union.groups))
    return credits

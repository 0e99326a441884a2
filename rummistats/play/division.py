"""Best divisions by a search among melds of any kind: compiled, or in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from rummistats.blocks import can_be_cut, longest_uncut
from rummistats.melds import Group, Meld, Run, group_patterns, runs_with_jokers
from rummistats.play.gains import STEP, Gains
from rummistats.play.problem import Problem, Solution
from rummistats.tiles import Tile
from rummistats.variants import Variant
from rummistats.variants.points import tile_values

__all__ = [
    "Division",
    "Item",
    "Kinds",
    "TooManyRests",
    "as_division",
    "divide",
    "items_of",
    "solve_by_search",
    "uncut_melds",
]

IMPOSSIBLE = -(1 << 62)
"""Instead of a credit: tiles stay that may not."""


class TooManyRests(Exception):
    """A search was to look at so many rests only, and there are more."""


@dataclass(frozen=True)
class Item:
    """A meld that tiles can be divided into.

    Parameters
    ----------
    needs : tuple of int
        The kinds of tiles that it takes, with repetition.
    credit : int
        What it counts.
    meld : Group or Run
        The meld.
    """

    needs: tuple[int, ...]
    credit: int
    meld: Meld


@dataclass(frozen=True)
class Division:
    """Tiles to be divided into items: what `divide` gets.

    Parameters
    ----------
    counts : tuple of int
        Tiles of each kind.
    limits : tuple of int
        How many of them may stay.
    penalties : tuple of int
        What each tile that stays takes from the credit.
    upper : tuple of int
        What a tile of each kind can contribute to an item's credit at most.
    order : tuple of int
        The kinds in the order in which they are looked at.
    items : sequence of Item
        The melds; of those that begin with the same kind the earlier ones are tried first.
    """

    counts: tuple[int, ...]
    limits: tuple[int, ...]
    penalties: tuple[int, ...]
    upper: tuple[int, ...]
    order: tuple[int, ...]
    items: Sequence[Item]

    @property
    def most(self) -> int:
        """A bound on the credit."""
        return sum(a * b for a, b in zip(self.counts, self.upper, strict=True))

    @property
    def least(self) -> int:
        """The credit if all stays that may."""
        return -sum(a * b for a, b in zip(self.limits, self.penalties, strict=True))


def divide(
    division: Division,
    compiled: bool = True,
    most: int | None = None,
    step: int | None = None,
    floor: int | None = None,
    most_rests: int = 0,
) -> tuple[int, list[Item]] | None:
    """Return the largest credit and the items that reach it, or None if there is no division.

    Parameters
    ----------
    division : Division
        What is to be divided.
    compiled : bool
        Whether to use the compiled search.
    most : int, optional
        A bound on the credit, if one is known.
    step : int, optional
        How much to lower the expectations first when a division of so much credit isn't found:
        most divisions come near the bound, and are found fast if not much less is of interest.
    floor : int, optional
        Only a credit of at least so much is of interest.
    most_rests : int
        How many rests the compiled search may look at; 0 if any number.

    Raises
    ------
    TooManyRests
        If there are more.
    """
    fitting = [
        item
        for item in division.items
        if all(division.counts[kind] for kind in item.needs)
        and all(item.needs.count(kind) <= division.counts[kind] for kind in item.needs)
    ]
    if not compiled:
        return _divide_plainly(division, fitting)
    top = division.most if most is None else most
    low = division.least if floor is None else max(division.least, floor)
    drop = max(1, (top - low) // 16) if step is None else step
    aim = top
    while True:
        aim = max(aim - drop, low)
        drop *= 2
        found = _divide_compiled(division, fitting, aim, most_rests)
        if found is not None or aim <= low:
            return found


def _divide_plainly(division: Division, items: list[Item]) -> tuple[int, list[Item]] | None:
    """Divide by trying, for the first tile that is left, all that can become of it.

    Either all tiles of its kind stay, or one is in one of the items that begin with it. What can
    be made of the rest depends on nothing else, so each rest is solved once.
    """
    place = {kind: at for at, kind in enumerate(division.order)}
    beginning: dict[int, list[Item]] = {kind: [] for kind in division.order}
    for item in items:
        beginning[min(item.needs, key=place.__getitem__)].append(item)

    def choices(counts: tuple[int, ...]) -> Iterator[tuple[int, Item | None, tuple[int, ...]]]:
        kind = next(kind for kind in division.order if counts[kind])
        for item in beginning[kind]:
            rest = list(counts)
            for needed in item.needs:
                rest[needed] -= 1
            if min(rest) >= 0:
                yield item.credit, item, tuple(rest)
        if counts[kind] <= division.limits[kind]:
            rest = list(counts)
            rest[kind] = 0
            yield -counts[kind] * division.penalties[kind], None, tuple(rest)

    @cache
    def best(counts: tuple[int, ...]) -> int:
        if not any(counts):
            return 0
        return max((credit + best(rest) for credit, _, rest in choices(counts)), default=IMPOSSIBLE)

    counts = division.counts
    total = best(counts)
    if total <= IMPOSSIBLE // 2:
        return None
    chosen = []
    while any(counts):
        for credit, choice, rest in choices(counts):
            if credit + best(rest) == best(counts):
                chosen += [choice] if choice else []
                counts = rest
                break
    return total, chosen


def _divide_compiled(
    division: Division, items: list[Item], floor: int, most_rests: int
) -> tuple[int, list[Item]] | None:
    import numpy as np

    from rummistats.kernels.table_search import UNDECIDED, best_division

    place = {kind: at for at, kind in enumerate(division.order)}
    placed = sorted(
        ((sorted(place[kind] for kind in item.needs), item) for item in items),
        key=lambda pair: pair[0][0],
    )
    sizes = [len(needs) for needs, _ in placed]
    kinds = len(division.order)

    def ordered(values: tuple[int, ...], kind: str) -> np.ndarray:
        return np.array([values[at] for at in division.order], dtype=kind)

    chosen = np.empty(sum(division.counts) + 1, dtype=np.int32)
    total = best_division(
        ordered(division.counts, "int8"),
        ordered(division.limits, "int8"),
        ordered(division.penalties, "int64"),
        np.searchsorted([needs[0] for needs, _ in placed], np.arange(kinds + 1)).astype(np.int32),
        np.array([kind for needs, _ in placed for kind in needs], dtype=np.int16),
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int32),
        np.array([item.credit for _, item in placed], dtype=np.int64),
        ordered(division.upper, "int64"),
        floor,
        most_rests,
        chosen,
    )
    if total == UNDECIDED:
        raise TooManyRests
    if total <= IMPOSSIBLE // 2:
        return None
    numbers = []
    for number in chosen.tolist():
        if number < 0:
            break
        numbers.append(number)
    return int(total), [placed[number][1] for number in numbers]


@lru_cache(maxsize=32)
def uncut_melds(variant: Variant, jokers: int) -> tuple[Meld, ...]:
    """Return all melds with up to so many jokers that can't be cut in two, in all readings.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> len(uncut_melds(find_variant("sabra"), 0))
    185
    """
    letters = variant.table_set.color_letters
    melds: list[Meld] = []
    for number in range(1, variant.numbers + 1):
        for colors, wild in group_patterns(variant, jokers):
            missing = tuple(
                color
                for color in letters
                if wild and (variant.repeat_colors or color not in colors)
            )
            melds.append(Group(number, colors, wild, missing))
    longest = longest_uncut(variant, jokers)
    for numbers in variant.runs:
        if len(numbers) <= longest:
            for run in runs_with_jokers(numbers, variant, jokers):
                if not can_be_cut(run, variant):
                    melds += [Run(color, numbers, run.joker_places) for color in letters]
    return tuple(melds)


@dataclass(frozen=True)
class Kinds:
    """The kinds of a search: colored tiles, then jokers, then those told apart by a rule.

    If tiles count by the place where they lie, those that count are kinds of their own.
    """

    variant: Variant
    gains: Gains
    pinned: tuple[int, ...]

    @property
    def colored(self) -> int:
        """How many kinds have a color and a number."""
        return self.variant.colors * self.variant.numbers

    @property
    def apart(self) -> bool:
        """Whether jokers that count are told apart from those that don't."""
        return self.gains.joker is None or self.gains.by_place

    @property
    def joker(self) -> int:
        """The kind of the jokers that count nothing."""
        return self.colored

    @property
    def counting_joker(self) -> int:
        """The kind of the jokers that count."""
        return self.colored + self.apart

    def counting_one(self, kind: int) -> int:
        """Return the kind of a 1 that counts by its place."""
        return self.colored + 2 + kind // self.variant.numbers

    @property
    def pinned_kinds(self) -> tuple[int, ...]:
        """The kinds of the jokers that keep a reading, one for each reading."""
        first = self.colored + 2 + self.variant.colors
        return tuple(range(first, first + len(set(self.pinned))))

    @property
    def total(self) -> int:
        """How many kinds there are."""
        return self.colored + 2 + self.variant.colors + len(set(self.pinned))

    @property
    def order(self) -> tuple[int, ...]:
        """Column by column; a meld begins with a real tile, if it has one."""
        numbers, colors = self.variant.numbers, self.variant.colors
        columns = [color * numbers + n for n in range(numbers) for color in range(colors)]
        ones = range(self.colored + 2, self.colored + 2 + colors)
        return (
            *columns[:colors],
            *ones,
            *columns[colors:],
            *self.pinned_kinds,
            self.colored,
            self.colored + 1,
        )


@lru_cache(maxsize=64)
def _items(variant: Variant, gains: Gains, jokers: int, pinned: tuple[int, ...]) -> list[Item]:
    """Return the melds as items, jokers and 1s in all the kinds that they may be of."""
    kinds = Kinds(variant, gains, pinned)
    best: dict[tuple[int, ...], Item] = {}
    for meld in uncut_melds(variant, jokers + len(pinned)):
        for item in items_of(meld, kinds):
            key = item.needs
            if key not in best or best[key].credit < item.credit:
                best[key] = item
    return list(best.values())


def items_of(meld: Meld, kinds: Kinds) -> Iterator[Item]:
    """Yield a meld with its jokers and 1s as each of the kinds that they may be of."""
    variant, gains = kinds.variant, kinds.gains
    values = tile_values(variant, meld) if gains.best == "value" else [0] * len(meld)
    readings = iter(meld.joker_readings)
    options: list[list[tuple[int, int]]] = []
    for tile, value in zip(meld.tiles, values, strict=True):
        if not tile.is_joker:
            kind = variant.table_set.kind(tile)
            options.append([(kind, 0)])
            if gains.by_place and tile.number == 1:
                options[-1].append((kinds.counting_one(kind), value * STEP + 1))
            continue
        reading = next(readings)
        options.append([(kinds.joker, 0)])
        if kinds.apart:
            options[-1].append((kinds.counting_joker, value * STEP + 1))
        for kind, pin in zip(sorted(set(kinds.pinned)), kinds.pinned_kinds, strict=True):
            letters = variant.table_set.color_letters
            stands_for = Tile(letters[kind // variant.numbers], kind % variant.numbers + 1)
            if stands_for in reading:
                options[-1].append((pin, 0))
    for chosen in product(*options):
        needs = tuple(sorted(kind for kind, _ in chosen))
        yield Item(needs, sum(credit for _, credit in chosen), meld)


def solve_by_search(
    problem: Problem, variant: Variant, gains: Gains, compiled: bool, floor: int = 0
) -> Solution | None:
    """Return a best division of the tiles, or None if there is none."""
    division, offset = as_division(problem, variant, gains)
    found = divide(division, compiled, floor=floor - offset)
    if found is None:
        return None
    credit, items = found
    return Solution(credit + offset, tuple(item.meld for item in items))


def as_division(problem: Problem, variant: Variant, gains: Gains) -> tuple[Division, int]:
    """Return a problem as tiles to be divided, and what is to be added to the credit."""
    kinds = Kinds(variant, gains, problem.pinned)
    counts, limits = [0] * kinds.total, [0] * kinds.total
    penalties, upper = [0] * kinds.total, [0] * kinds.total
    offset = 0
    for kind, (must, may, forced) in enumerate(
        zip(problem.must, problem.may, problem.forced, strict=True)
    ):
        counts[kind] = must
        if gains.by_place and kind % variant.numbers == 0:
            one = kinds.counting_one(kind)
            counts[one], limits[one] = may, may - forced
            upper[one] = max(variant.points_of_ones) * STEP + 1
        else:
            counts[kind] += may
            limits[kind] = may - forced
            penalties[kind] = gains.tiles[kind]
            offset += may * gains.tiles[kind]
    counts[kinds.joker] = problem.jokers_must
    counting = kinds.counting_joker
    counts[counting] += problem.jokers_may
    limits[counting] = problem.jokers_may - problem.jokers_forced
    if kinds.apart:
        most = max(*gains.jokers, *[points * STEP + 1 for points in variant.points_of_ones])
        upper[counting] = most
    elif gains.joker is not None:
        penalties[counting] = gains.joker
        offset += problem.jokers_may * gains.joker
    for kind, pin in zip(sorted(set(problem.pinned)), kinds.pinned_kinds, strict=True):
        counts[pin] = problem.pinned.count(kind)
    return (
        Division(
            tuple(counts),
            tuple(limits),
            tuple(penalties),
            tuple(upper),
            kinds.order,
            _items(variant, gains, problem.jokers, problem.pinned),
        ),
        offset,
    )

"""Best plays by a search among melds of any kind: problems as divisions of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rummistats.melds import Meld
from rummistats.play.catalog import uncut_melds
from rummistats.play.division import Division, Item, ItemList, divide
from rummistats.play.division_program import divide_at_length
from rummistats.play.gains import STEP, Gains
from rummistats.play.problem import Problem, Solution
from rummistats.tiles import Tile
from rummistats.variants import Variant
from rummistats.variants.points import tile_values

__all__ = ["Kinds", "all_items", "as_division", "items_of", "solve_by_search"]


def solve_by_search(
    problem: Problem, variant: Variant, gains: Gains, compiled: bool, floor: int = 0
) -> Solution | None:
    """Return a best division of the tiles, or None if there is none."""
    division, offset = as_division(problem, variant, gains)

    def search(most_rests: int) -> tuple[int, list[Item]] | None:
        return divide(division, compiled, floor=floor - offset, most_rests=most_rests)

    found = divide_at_length(division, search)
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
            all_items(variant, gains, problem.jokers, problem.pinned),
        ),
        offset,
    )


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


@lru_cache(maxsize=64)
def all_items(variant: Variant, gains: Gains, jokers: int, pinned: tuple[int, ...]) -> ItemList:
    """Return the melds as items, jokers and 1s in all the kinds that they may be of."""
    kinds = Kinds(variant, gains, pinned)
    best: dict[tuple[int, ...], Item] = {}
    for meld in uncut_melds(variant, jokers + len(pinned)):
        for item in items_of(meld, kinds):
            key = item.needs
            if key not in best or best[key].credit < item.credit:
                best[key] = item
    return ItemList(best.values())

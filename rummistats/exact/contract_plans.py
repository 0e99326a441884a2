"""Plans for contracts: separate groups and runs of given sizes, each a part of the goal.

The ones are read last. A run with a low one owes it from its first column on, so nothing need
be remembered of the ones of a hand that has no such run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from operator import le

from rummistats.errors import MeasureError
from rummistats.exact.plans import Plan, Start
from rummistats.melds import Run, runs_with_jokers
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

__all__ = ["contract_plan"]


@lru_cache(maxsize=64)
def contract_plan(variant: Variant, contract: Contract) -> Plan:
    """Return the plan for fulfilling a contract.

    Each size of groups and each size of runs is a part of the goal. Only such melds begin as
    may help: a longer one where a shorter one has too many jokers or a forbidden neighbor.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    contract : Contract
        The groups and runs.

    Raises
    ------
    MeasureError
        If runs go round: there is no first column. If runs of jokers alone may be laid where
        there is hardly room for them.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plan = contract_plan(find_variant("shanghai"), Contract((3, 3), (5,)))
    >>> plan.numbers[-2:], plan.parts, plan.sizes
    ((13, 1), (2, 1), (3, 5))
    """
    if variant.ones == "circular":
        raise MeasureError(
            "contracts have no exact method where runs go round: there is no first column. "
            "Estimate it with simulate()"
        )
    making = _Making(variant, contract)
    return Plan(
        numbers=making.numbers,
        ends_with_ones=False,
        colors=variant.colors,
        copies=max(variant.deck[: variant.colors * variant.numbers]),
        starts=making.starts(),
        jokers=variant.playing_set.jokers,
        of_jokers=(0,) * (variant.playing_set.jokers + 1),
        parts=tuple(making.parts.values()),
        goal=1,
        sizes=tuple(size for _, size in making.parts),
        run_parts=tuple(
            place
            for place, (kind, _) in enumerate(making.parts)
            if making.separate and kind == "run"
        ),
    )


@dataclass(frozen=True)
class _Making:
    """How a plan is made."""

    variant: Variant
    contract: Contract

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in the order in which they are read."""
        ascending = range(1, self.variant.numbers + 1)
        if self.variant.ones == "low":
            return tuple(ascending)
        return (*ascending[1:], 1)

    @cached_property
    def parts(self) -> dict[tuple[str, int], int]:
        """How many melds of each kind and size are wanted."""
        wanted: dict[tuple[str, int], int] = defaultdict(int)
        for size in sorted(self.contract.groups):
            wanted["group", size] += 1
        for size in sorted(self.contract.runs):
            wanted["run", size] += 1
        return dict(wanted)

    @property
    def jokers(self) -> int:
        """The most jokers of a hand."""
        return self.variant.playing_set.jokers

    @property
    def separate(self) -> bool:
        """Whether it matters where the runs lie."""
        return not self.contract.adjacent_runs and len(self.contract.runs) > 1

    def part(self, kind: str, size: int) -> tuple[int, ...]:
        """Return what one meld is of the goal."""
        return tuple(int(part == (kind, size)) for part in self.parts)

    def starts(self) -> tuple[tuple[Start, ...], ...]:
        """Return the melds that begin at each column."""
        found: list[list[Start]] = [[] for _ in self.numbers]
        for kind, size in self.parts:
            if kind == "group":
                for place, begun in enumerate(found):
                    begun += self._groups(size, place)
            else:
                for place, start in self._runs(size):
                    found[place].append(start)
        return tuple(tuple(_worth_while(starts)) for starts in _without_idle_neighbors(found))

    def _groups(self, size: int, place: int) -> Iterator[Start]:
        """Yield the groups of a size that begin at a column."""
        variant, part = self.variant, self.part("group", size)
        copies, fewest = variant.playing_set.copies, self.variant.colors * 99
        for jokers in range(self.jokers + 1):
            real = self._real_tiles(size, jokers)
            # More jokers are of use only if they save other tiles.
            if real is None or real >= fewest:
                continue
            fewest = real
            if real == 0:
                # Of jokers alone it can have any number, if there is one that no other group has.
                free = self.contract.same_number_groups or (
                    len(self.contract.groups) <= variant.numbers
                )
                if place == 0 and free:
                    yield Start(((0,) * variant.colors,), jokers, 1, part)
                continue
            choose = combinations_with_replacement if variant.repeat_colors else combinations
            for colors in choose(range(variant.colors), real):
                needs = tuple(map(colors.count, range(variant.colors)))
                if max(needs) <= copies:
                    apart = not self.contract.same_number_groups
                    yield Start((needs,), jokers, 1, part, apart)

    def _real_tiles(self, size: int, jokers: int) -> int | None:
        """Return how many other tiles a group with so many jokers has at least."""
        largest = self.variant.largest_group
        sizes = [size] if self.contract.exact else range(max(size, jokers), largest + 1)
        return min(
            (
                laid - jokers
                for laid in sizes
                if jokers <= laid <= largest and self.variant.jokers_allowed(laid, jokers)
            ),
            default=None,
        )

    def _runs(self, size: int) -> Iterator[tuple[int, Start]]:
        """Yield places of columns and runs of a size that begin there."""
        # The contract says how long runs are; the game's shortest ones don't matter.
        lines = replace(self.variant, min_run=size).runs
        alone = []
        for numbers in lines:
            if len(numbers) > self._longest(size):
                continue
            for run in runs_with_jokers(numbers, self.variant, self.jokers):
                if self._can_be_cut(run, size):
                    continue
                if run.jokers == len(run):
                    alone.append(run)
                    continue
                for color in range(self.variant.colors):
                    yield self._run(run, color, size)
        if alone:
            yield 0, self._run_of_jokers(alone, size)

    def _longest(self, size: int) -> int:
        """Return the most tiles of a run of use: from there on a part of it would do."""
        if self.contract.exact:
            return size
        others = 2 * (len(self.contract.runs) - 1) if self.separate else 0
        limits = [fewest for fewest, _ in self.variant.max_jokers_by_size or ()]
        real = max(self.variant.min_real, self.variant.min_real_per_joker * self.jokers)
        return max(size, self.jokers + real, *limits) + max(0, others - 1)

    def _can_be_cut(self, run: Run, size: int) -> bool:
        """Whether some part of a run would always do instead."""
        if self.contract.exact:
            return False
        others = len(self.contract.runs) - 1 if self.separate else 0
        for shorter in range(size, len(run)):
            legal = sum(
                self.variant.jokers_allowed(
                    shorter, sum(first <= place < first + shorter for place in run.joker_places)
                )
                for first in range(len(run) - shorter + 1)
            )
            # A run that ends where one part begins, and begins where another one ends, has at
            # least two tiles between these parts.
            if legal > others * (1 if len(run) <= 2 * shorter + 1 else 2):
                return True
        return False

    def _run(self, run: Run, color: int, size: int) -> tuple[int, Start]:
        """Return the place of the column where a run is met, and the run."""
        low = run.numbers[0]
        # Ones are in the last column, wherever on the line they stand.
        last = len(self.numbers) - 1
        origin = 1 if self.variant.ones == "low" else 2
        places = [
            low + index - origin if low + index >= origin else last
            for index in range(len(run))
            if index not in run.joker_places
        ]
        first = min(places)
        if first == last and low < origin:
            # So it is met before all runs that it may not neighbor.
            first = 0
        needs = tuple(
            tuple(places.count(place) * (color == c) for c in range(self.variant.colors))
            for place in range(first, max(places) + 1)
        )
        begins, ends = low - origin, low + len(run) - origin
        neighbors = ((color, begins), (color, ends)) if self.separate else (None, None)
        return first, Start(needs, run.jokers, 1, self.part("run", size), False, *neighbors)

    def _run_of_jokers(self, runs: list[Run], size: int) -> Start:
        """Return a run of jokers alone: it can lie wherever no other one is its neighbor."""
        fewest = min(map(len, runs))
        places = self.variant.colors * sum(len(run) == fewest for run in runs)
        if self.separate and places <= 2 * (len(self.contract.runs) - 1):
            raise MeasureError(
                f"a contract of {self.contract} has no exact method in {self.variant!r}: it may "
                "have a run of jokers alone, and there may be no room for it. Estimate it with "
                "simulate()"
            )
        return Start(((0,) * self.variant.colors,), fewest, 1, self.part("run", size))


def _worth_while(starts: Iterable[Start]) -> list[Start]:
    """Return the melds in whose place no other one would do as well."""
    found: list[Start] = []
    for start in sorted(starts, key=lambda start: (start.jokers, start.tiles)):
        if not any(_replaces(other, start) for other in found):
            found.append(start)
    return found


def _replaces(one: Start, other: Start) -> bool:
    if one.parts != other.parts or one.jokers > other.jokers or len(one.needs) > len(other.needs):
        return False
    if not all(
        all(map(le, less, more)) for less, more in zip(one.needs, other.needs, strict=False)
    ):
        return False
    return one.begins_at in (None, other.begins_at) and one.blocks in (None, other.blocks)


def _without_idle_neighbors(found: list[list[Start]]) -> Iterator[Iterator[Start]]:
    """Yield the melds, forgetting neighbors where no run begins, or none has ended."""
    begins = {start.begins_at for starts in found for start in starts}
    blocked = {start.blocks for starts in found for start in starts}
    for starts in found:
        yield (
            replace(
                start,
                begins_at=start.begins_at if start.begins_at in blocked else None,
                blocks=start.blocks if start.blocks in begins else None,
            )
            for start in starts
        )

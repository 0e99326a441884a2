"""Plans: how the columns of a hand are read, and which melds begin at each of them.

A meld is met at the first of its columns that is read. There it is *paid in advance*: it
counts at once, and the tiles that it still needs are owed by the columns to come. Jokers in
it are taken at once, too.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import sub
from typing import Literal

from rummistats.blocks import Block, block_of, group_blocks, run_blocks
from rummistats.exact.columns import Column
from rummistats.melds import Group, Run, runs_with_jokers
from rummistats.search import Objective
from rummistats.variants import Variant

__all__ = ["Direction", "Melds", "Plan", "Start", "empty_plan", "make_plan"]

Direction = Literal["ascending", "descending"]


@dataclass(frozen=True)
class Start:
    """A meld where its first column is read.

    Parameters
    ----------
    needs : tuple of Column
        How many tiles of each color it takes of this column, of the next one, and so on.
    jokers : int
        How many jokers it takes.
    credit : int
        What it counts.
    parts : tuple of int
        What it is of the goal: see `Plan`.
    apart : bool
        Whether only one such meld may begin at a column.
    begins_at, blocks : tuple of (int, int) or None
        For a run that none may directly continue: its color and the place of the column where
        it begins, by a joker perhaps; and the place where no other run may begin any more.
        None if that makes no difference.
    """

    needs: tuple[Column, ...]
    jokers: int
    credit: int
    parts: tuple[int, ...] = ()
    apart: bool = False
    begins_at: tuple[int, int] | None = None
    blocks: tuple[int, int] | None = None

    @property
    def tiles(self) -> int:
        """How many tiles it has, jokers not counted."""
        return sum(map(sum, self.needs))

    @property
    def owes(self) -> int:
        """How many tiles of later columns it needs."""
        return sum(map(sum, self.needs[1:]))


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How hands are read, column by column, and what can be made of them.

    Parameters
    ----------
    numbers : tuple of int
        The numbers, in the order in which their columns are read.
    ends_with_ones : bool
        Whether ones that were kept from the first column are used after the last one: runs
        may have them at both ends.
    colors, copies : int
        Colors, and the most tiles of a kind that can be of use.
    starts : tuple of tuple of Start
        For each column the melds that begin there; the last entry is for the ones kept.
    jokers : int
        The most jokers that a hand can hold.
    of_jokers : tuple of int
        What 0, 1, 2, … jokers count that no meld with other tiles takes; less than 0 if all
        tiles must be used and they can't be.
    parts : tuple of int
        How much is missing of each part of the goal at the start.
        Nothing counts while something is missing.
    goal : int or None
        The credit that is wanted, if more makes no difference.
    most_melds : int or None
        How many melds with a tile count at most, if not all do.
    all_used : bool
        Whether every tile must be in a meld.
    goes_round : bool
        Whether runs go on from the last column to the first one: such a run begins at its first
        column that is read, and owes tiles of the last ones.
    sizes : tuple of int
        For a contract, whose melds are its parts: how many tiles a meld of each part has at
        least.
    run_parts : tuple of int
        Which parts are runs, if no run may directly continue another.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plan = make_plan(find_variant("sabra"), "melds")
    >>> [start.needs for start in plan.starts[0] if not start.jokers][:2]
    [((1, 1, 1, 0),), ((1, 1, 0, 1),)]
    """

    numbers: tuple[int, ...]
    ends_with_ones: bool
    colors: int
    copies: int
    starts: tuple[tuple[Start, ...], ...]
    jokers: int
    of_jokers: tuple[int, ...]
    parts: tuple[int, ...] = ()
    goal: int | None = None
    most_melds: int | None = None
    all_used: bool = False
    goes_round: bool = False
    sizes: tuple[int, ...] = ()
    run_parts: tuple[int, ...] = ()

    @property
    def columns_owed(self) -> int:
        """How many columns ahead a meld can owe tiles."""
        lengths = [len(start.needs) for starts in self.starts for start in starts]
        return max(lengths, default=1) - 1

    @property
    def reach(self) -> int:
        """How far apart two columns of a meld can be, on the way round if that is shorter."""
        if not self.goes_round:
            return self.columns_owed
        size, farthest = len(self.numbers), 0
        for start in (start for starts in self.starts for start in starts):
            used = [ahead for ahead, column in enumerate(start.needs) if any(column)]
            # A way round leaves out one gap: the widest one.
            farthest = max(farthest, size - max(map(sub, [*used[1:], size], used)))
        return farthest

    def with_jokers(self, held: int) -> Plan:
        """Return the plan for hands with so many jokers: melds with more are left out."""
        return replace(
            self,
            starts=tuple(
                tuple(start for start in starts if start.jokers <= held) for starts in self.starts
            ),
            jokers=held,
            of_jokers=self.of_jokers[: held + 1],
        )

    @property
    def joker_worth(self) -> int:
        """What one more joker can add at most: what a meld with jokers counts.

        Without that joker all other melds can still be laid, unless the goal has parts that are
        missing: the meld may be one of them.
        """
        with_jokers = [start.credit for starts in self.starts for start in starts if start.jokers]
        return max([*with_jokers, *self.of_jokers], default=0)


@dataclass(frozen=True)
class Melds:
    """Which melds count.

    Parameters
    ----------
    kind : {"any", "group", "run"}
        What they are.
    size : int
        How many tiles they have at least.
    natural : bool
        Whether they have no jokers.
    needs_run : bool
        Whether one of the melds must be a run.
    single : bool
        Whether only one meld counts.
    all_used : bool
        Whether every tile of the hand must be in a meld.
    """

    kind: Literal["any", "group", "run"] = "any"
    size: int = 1
    natural: bool = False
    needs_run: bool = False
    single: bool = False
    all_used: bool = False


@lru_cache(maxsize=64)
def make_plan(
    variant: Variant,
    objective: Objective,
    *,
    goal: int | None = None,
    melds: Melds = Melds(),
    direction: Direction = "ascending",
) -> Plan:
    """Return the plan for making an objective as large as possible.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    objective : {"value", "tiles", "melds", "dead_wood_points"}
        What a meld counts: its opening value, its tiles, 1, or what its tiles count on the rack.
    goal : int, optional
        What is wanted, if more makes no difference.
    melds : Melds
        Which melds count.
    direction : {"ascending", "descending"}
        The order in which the numbers are read.
    """
    held = variant.playing_set.jokers
    line = _Line.make(variant, direction)
    parts = (1,) if melds.needs_run and not melds.single else ()
    found: list[list[Start]] = [[] for _ in range(len(line.numbers) + line.ends_with_ones)]
    alone: list[int | None] = [0] + [None] * held
    for block in _worth_while(_chosen(variant, held, melds), objective, goal):
        credit = _credit(block, objective)
        if goal is not None:
            # Where only one meld counts, it must reach the goal alone.
            if melds.single and credit < goal:
                continue
            credit = min(credit, goal)
        if not block.kinds:
            alone[block.jokers] = max(alone[block.jokers] or 0, credit)
            continue
        first, needs = line.read(block, variant)
        takes: list[tuple[int, ...]] = [(0,) * len(parts)]
        if parts and isinstance(block.meld, Run):
            takes.append((1,))
        found[first] += [Start(needs, block.jokers, credit, part) for part in takes]
    return Plan(
        numbers=line.numbers,
        ends_with_ones=line.ends_with_ones,
        colors=variant.colors,
        copies=_copies_used(variant, melds),
        starts=tuple(map(tuple, found)),
        jokers=held,
        of_jokers=_best_of_jokers(alone, melds),
        parts=parts,
        goal=goal,
        most_melds=1 if melds.single and goal is None else None,
        all_used=melds.all_used,
        goes_round=variant.ones == "circular",
    )


def empty_plan(colors: int, numbers: int) -> Plan:
    """Return a plan in which nothing is made of a hand: its tiles are only counted.

    Examples
    --------
    >>> empty_plan(colors=2, numbers=3).starts
    ((), (), ())
    """
    return Plan(
        numbers=tuple(range(1, numbers + 1)),
        ends_with_ones=False,
        colors=colors,
        copies=1,
        starts=((),) * numbers,
        jokers=4,
        of_jokers=(0,) * 5,
    )


def _copies_used(variant: Variant, melds: Melds) -> int:
    """Return how many tiles of a kind can be of use: a single meld mostly uses one."""
    copies = max(variant.deck[: variant.colors * variant.numbers])
    if not melds.single or variant.repeat_colors:
        return copies
    longest = max(variant.runs, key=len, default=())
    return min(copies, max(map(longest.count, set(longest)), default=1))


def _chosen(variant: Variant, jokers: int, melds: Melds) -> list[Block]:
    """Return the melds from which every arrangement that counts can be built."""
    if melds.natural:
        jokers = 0
    found = group_blocks(variant, jokers)
    if melds.single or melds.kind == "run" or melds.size > 1:
        # Long runs count as such, so none may be cut.
        found += [
            block_of(Run(color, run.numbers, run.joker_places), variant)
            for numbers in variant.runs
            for run in runs_with_jokers(numbers, variant, jokers)
            for color in variant.playing_set.color_letters
        ]
    else:
        for color in variant.playing_set.color_letters:
            found += run_blocks(variant, jokers, color)
    kinds: tuple[type, ...] = {"any": (Group, Run), "group": (Group,), "run": (Run,)}[melds.kind]
    if melds.single and melds.needs_run:
        kinds = (Run,)
    best: dict[tuple[object, ...], Block] = {}
    for block in found:
        if isinstance(block.meld, kinds) and block.size >= melds.size:
            # Tiles that are a group and a run are both only where that makes a difference.
            key = block.kinds, block.jokers, melds.needs_run and isinstance(block.meld, Run)
            if key not in best or block.value > best[key].value:
                best[key] = block
    return list(best.values())


def _credit(block: Block, objective: Objective) -> int:
    match objective:
        case "melds":
            return 1
        case "tiles":
            return block.size
        case "value":
            return block.value
        case "dead_wood_points":
            return block.rack_points


def _best_of_jokers(alone: list[int | None], melds: Melds) -> tuple[int, ...]:
    """Return what so many jokers count in melds of jokers alone, -1 if they can't all be used."""
    best: list[int] = [0]
    for held in range(1, len(alone)):
        ways = [
            credit + (0 if melds.single else best[held - taken])
            for taken, credit in enumerate(alone)
            if taken and credit is not None and taken <= held and best[held - taken] >= 0
        ]
        best.append(max([*ways, -1 if melds.all_used else best[held - 1]]))
    return tuple(best)


def _worth_while(found: list[Block], objective: Objective, goal: int | None) -> list[Block]:
    """Return the melds without those in place of which a part of them would do as well."""
    # A multiset of kinds as one integer, with a field for each: a part of another borrows nothing.
    width = 1 + max((len(block.kinds) for block in found), default=0).bit_length()
    fields = [sum(1 << (width * kind) for kind in block.kinds) for block in found]
    kinds = max((max(block.kinds, default=0) for block in found), default=0) + 1
    guards = sum(1 << (width * kind + width - 1) for kind in range(kinds))
    credits = [_credit(block, objective) for block in found]
    if goal is not None:
        credits = [min(credit, goal) for credit in credits]
    by_kind: dict[int, list[int]] = defaultdict(list)
    no_kinds = []
    for place, block in enumerate(found):
        # Under its first kind: what is a part of another meld begins with a tile of that.
        if block.kinds:
            by_kind[block.kinds[0]].append(place)
        else:
            no_kinds.append(place)

    def replaces(other: int, block: int) -> bool:
        one, two = found[other], found[block]
        if other == block or one.jokers > two.jokers or credits[other] < credits[block]:
            return False
        if isinstance(two.meld, Run) and not isinstance(one.meld, Run):
            return False
        return ((fields[block] | guards) - fields[other]) & guards == guards

    return [
        block
        for place, block in enumerate(found)
        if not any(
            replaces(other, place)
            for others in [no_kinds, *(by_kind[kind] for kind in set(block.kinds))]
            for other in others
        )
    ]


@dataclass(frozen=True)
class _Line:
    """The number line as it is read."""

    numbers: tuple[int, ...]
    ends_with_ones: bool
    places: dict[int, int]
    near_one: int

    @classmethod
    def make(cls, variant: Variant, direction: Direction) -> _Line:
        last = variant.numbers
        # On the line an ace behind the highest number has the place after it.
        line = {
            "low": [*range(1, last + 1)],
            "high": [*range(2, last + 2)],
            "low_or_high": [*range(1, last + 2)],
            "circular": [*range(1, last + 1)],
        }[variant.ones]
        if direction == "descending":
            line.reverse()
        numbers = [1 if place == last + 1 else place for place in line]
        both = variant.ones == "low_or_high"
        if both and last == 1:
            both, line, numbers = False, line[:1], numbers[:1]
        return cls(
            tuple(numbers[: len(numbers) - both]),
            both,
            {place: index for index, place in enumerate(line)},
            line[0] if both else next((p for p in line if p in (1, last + 1)), line[0]),
        )

    def read(self, block: Block, variant: Variant) -> tuple[int, tuple[Column, ...]]:
        """Return the first column that a meld needs, and what it needs from there on."""
        letters = variant.playing_set.color_letters
        tiles = variant.playing_set.tiles
        real = [tiles[kind] for kind in block.kinds]
        others = [tile.number for tile in real if tile.number != 1]
        needs: dict[int, list[int]] = {}
        places = []
        if isinstance(block.meld, Run):
            numbers = block.meld.numbers
            jokers = set(block.meld.joker_places)
            for index, number in enumerate(numbers):
                if index not in jokers:
                    high = number == 1 and index > 0 and variant.ones != "circular"
                    places.append((variant.numbers + 1 if high else number, block.meld.color))
            if not others and len(places) == 1:
                # A one alone with jokers is the same at either end.
                places = [(self.near_one, block.meld.color)]
        else:
            places = [(self.near_one if t.number == 1 else t.number, t.color) for t in real]
        for place, color in places:
            column = needs.setdefault(self.places[place], [0] * len(letters))
            column[letters.index(color)] += 1
        first, after = min(needs), max(needs) + 1
        empty = (0,) * len(letters)
        return first, tuple(tuple(needs.get(place, empty)) for place in range(first, after))

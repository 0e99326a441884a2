"""Profiles at full speed: the automaton of `rummistats.exact.profiles`, compiled.

Debts are packed into machine words and a kernel finds the states of each column. Colors that
are alike are put in an order which depends on their debts only, so that hands that differ just
in their colors share a state: that saves a factor of ten and more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import gt
from typing import TYPE_CHECKING, Any

from rummistats.errors import MeasureError
from rummistats.exact.columns import Column
from rummistats.exact.plans import Plan, Start

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["ColumnTiles", "Layer", "Layout", "Reader", "Step"]

BLOCK = 2048
"""States that are read at a time: so often is progress told, and so much memory is taken."""


@dataclass(frozen=True)
class ColumnTiles:
    """How a column can turn out.

    Parameters
    ----------
    columns : tuple of Column
        Tiles of each color.
    dealt : tuple of int
        How many of these tiles are dealt; the others were held before.
    weights : tuple of int
        In how many ways they can be dealt.
    held : int
        How many tiles of the column are held from before.
    counts : tuple of tuple of int
        What these tiles count by themselves, for each score.
    """

    columns: tuple[Column, ...]
    dealt: tuple[int, ...]
    weights: tuple[int, ...]
    held: int
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Step:
    """What a column does to a block of states.

    Parameters
    ----------
    first_state : int
        The first state of the block.
    following : numpy.ndarray of int32, shape (states, columns)
        The next state; negative if the goal is reached or the hand can't be one that counts.
    gains : numpy.ndarray of int16, shape (states, columns, objectives)
        What every choice gains.
    """

    first_state: int
    following: npt.NDArray[np.int32]
    gains: npt.NDArray[np.int16]


@dataclass(frozen=True)
class Layer:
    """The states after a column.

    Parameters
    ----------
    codes, lates, credits : numpy.ndarray of uint64, uint64 and int16
        The debts of all states, those to the last columns, and what they count, state after
        state.
    firsts : numpy.ndarray of int64, shape (states + 1,)
        Where each state's debts begin.
    fewest : numpy.ndarray of int64, shape (states,)
        With how few tiles dealt each state is reached.
    """

    codes: npt.NDArray[np.uint64]
    lates: npt.NDArray[np.uint64]
    credits: npt.NDArray[np.int16]
    firsts: npt.NDArray[np.int64]
    fewest: npt.NDArray[np.int64]

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.fewest)


@dataclass(frozen=True)
class Layout:
    """Where each debt has its bits in a machine word.

    From the lowest bit on: for each color the tiles owed by the next column, by the one after
    it, …, and the ones that were not kept; what is missing of each part of the goal; melds
    laid, where their number is limited; the jokers used; the objective. Every field has a guard
    bit above it, but for the last two.

    A second word has what melds that go round owe the last columns, in the fields in which it
    will be owed when these columns are next.

    Parameters
    ----------
    plans : tuple of Plan
        The objectives that are followed side by side.
    """

    plans: tuple[Plan, ...]

    @property
    def plan(self) -> Plan:
        """Any of the plans, for what they have in common."""
        return self.plans[0]

    @cached_property
    def copies(self) -> int:
        """The most tiles of a kind that can be of use."""
        return max(plan.copies for plan in self.plans)

    @cached_property
    def field(self) -> int:
        """Bits of a color's debt: no sum of two is larger than twice the copies."""
        return self.copies.bit_length() + 1

    @cached_property
    def owed(self) -> int:
        """How many columns ahead tiles are owed, those of the last columns apart."""
        return max(1, *(plan.reach for plan in self.plans))

    @cached_property
    def fields(self) -> int:
        """How many fields a color has."""
        return self.owed + self.plan.ends_with_ones

    @cached_property
    def chunk(self) -> int:
        """Bits of a color."""
        return self.fields * self.field

    @cached_property
    def parts_shift(self) -> int:
        """Where the parts of the goal begin."""
        return self.chunk * self.plan.colors

    @cached_property
    def part_bits(self) -> int:
        """Bits of a part of the goal."""
        return max((max(plan.parts, default=0) for plan in self.plans), default=0).bit_length() + 1

    @cached_property
    def melds_shift(self) -> int:
        """Where the number of melds laid begins."""
        return self.parts_shift + self.part_bits * max(len(plan.parts) for plan in self.plans)

    @cached_property
    def meld_bits(self) -> int:
        """Bits of the number of melds laid, if they are limited."""
        most = max(plan.most_melds or 0 for plan in self.plans)
        return most.bit_length() + 1 if most else 0

    @cached_property
    def joker_shift(self) -> int:
        """Where the jokers used begin."""
        return self.melds_shift + self.meld_bits

    @cached_property
    def tag_shift(self) -> int:
        """Where the objective is said."""
        return self.joker_shift + (2 * self.plan.jokers + 1).bit_length()

    @property
    def bits(self) -> int:
        """How many bits are used."""
        return self.tag_shift + (len(self.plans) - 1).bit_length()

    def place(self, color: int, column: int) -> int:
        """Return where a color's debt to a column ahead begins; the last one: ones not kept."""
        return self.chunk * color + self.field * column

    def everywhere(self, value: int, columns: range) -> int:
        """Return a word with a value in the fields of some columns, for every color."""
        return sum(
            value << self.place(color, column)
            for color in range(self.plan.colors)
            for column in columns
        )

    @property
    def guards(self) -> int:
        """The guard bits."""
        parts = sum(
            1 << (self.parts_shift + self.part_bits * (part + 1) - 1)
            for part in range(max(len(plan.parts) for plan in self.plans))
        )
        melds = 1 << (self.melds_shift + self.meld_bits - 1) if self.meld_bits else 0
        return self.everywhere(1 << (self.field - 1), range(self.fields)) | parts | melds

    @property
    def now(self) -> int:
        """The fields of what the next column owes."""
        return self.everywhere((1 << self.field) - 1, range(1))

    @property
    def tiles_owed(self) -> int:
        """The fields of all tiles owed."""
        return self.everywhere((1 << self.field) - 1, range(self.owed))

    @property
    def goal_parts(self) -> int:
        """The fields of what is missing of the goal."""
        return (1 << self.melds_shift) - (1 << self.parts_shift)

    def bias(self, payable: list[Column]) -> int:
        """Return what, added to debts, makes those reach the guard that can't be paid.

        ``payable`` says how many tiles of each color the following columns can have.
        """
        limit = (1 << (self.field - 1)) - 1
        # As many melds as fit below the guard: so there is no bias for them.
        total = 0
        for color in range(self.plan.colors):
            for column in range(self.owed):
                most = payable[column][color] if column < len(payable) else 0
                total += (limit - most) << self.place(color, column)
            if self.plan.ends_with_ones:
                total += (limit - self.copies) << self.place(color, self.owed)
        return total

    def word(self, column: Column) -> int:
        """Return a column as debts to it would be written."""
        return sum(tiles << self.place(color, 0) for color, tiles in enumerate(column))

    def missing(self, plan: Plan) -> int:
        """Return what is missing of the goal before anything is laid."""
        return sum(
            missing << (self.parts_shift + self.part_bits * part)
            for part, missing in enumerate(plan.parts)
        )

    def start(self, jokers_held: int) -> list[int]:
        """Return the debts before the first column: of the goal, and of jokers not held."""
        codes = []
        for tag, plan in enumerate(self.plans):
            code = tag << self.tag_shift
            code |= (plan.jokers - jokers_held) << self.joker_shift
            codes.append(code | self.missing(plan))
        return codes

    @property
    def last_columns(self) -> int:
        """The place of the first column that is owed tiles by melds which go round."""
        return len(self.plan.numbers) - self.owed

    def begun(
        self, start: Start, place: int, spends: bool, limits_melds: bool
    ) -> tuple[int, int, int]:
        """Return what a meld adds to the debts and to the late ones, and takes from the goal."""
        added, late = start.jokers << self.joker_shift, 0
        if limits_melds:
            added += 1 << self.melds_shift
        for ahead, needs in enumerate(start.needs[1:], start=1):
            for color, tiles in enumerate(needs):
                if ahead <= self.owed:
                    added += tiles << self.place(color, ahead - 1)
                elif tiles:
                    late += tiles << self.place(color, place + ahead - self.last_columns)
        if spends:
            for color, tiles in enumerate(start.needs[0]):
                added += tiles << self.place(color, self.owed)
        taken = sum(
            part << (self.parts_shift + self.part_bits * place)
            for place, part in enumerate(start.parts)
        )
        return added, late, taken

    def settings(self) -> npt.NDArray[np.int64]:
        """Return what the kernels need to know."""
        import numpy as np

        plan = self.plan
        return np.array(
            [
                plan.colors,
                self.field,
                self.owed,
                self.chunk,
                self.joker_shift,
                plan.jokers,
                self.tag_shift,
            ],
            np.int64,
        )


@dataclass(frozen=True)
class Reader:
    """An automaton that is made while it is read: states are found column by column.

    Parameters
    ----------
    plans : tuple of Plan
        The objectives, of one variant and one direction.
    columns : tuple of ColumnTiles
        How each column can turn out, in the plan's order.
    alike : tuple of int
        A number for each color; colors with the same one may be exchanged. They stand side by
        side, and the numbers ascend.
    dealt : int
        How many tiles, jokers not counted, are dealt at most.
    absorbs : bool
        Whether nothing matters any more once the goal is reached.
    laps : int
        2 if it stands for every cut of a circle: see `rummistats.exact.circles`.

    Raises
    ------
    MeasureError
        If the debts don't fit into a machine word.
    """

    plans: tuple[Plan, ...]
    columns: tuple[ColumnTiles, ...]
    alike: tuple[int, ...]
    dealt: int
    absorbs: bool = False
    laps: int = 1

    def __post_init__(self) -> None:
        if self.layout.bits > 64:
            raise MeasureError(
                f"the debts of a hand would need {self.layout.bits} bits, more than the 64 of a "
                "machine word. Estimate it with simulate()"
            )

    @cached_property
    def layout(self) -> Layout:
        """Where each debt has its bits."""
        return Layout(self.plans)

    @cached_property
    def places(self) -> int:
        """How many columns are read, that of the ones kept included."""
        return len(self.columns) + self.layout.plan.ends_with_ones

    def tiles(self, place: int) -> ColumnTiles:
        """Return how a column can turn out; ones that were kept are not dealt again."""
        if place < len(self.columns):
            return self.columns[place]
        nothing = (0,) * len(self.columns[0].counts[0])
        return ColumnTiles(((0,) * self.layout.plan.colors,), (0,), (1,), 0, (nothing,))

    def _held_later(self, place: int) -> int:
        """Return how many tiles of the columns after this one are held from before."""
        return sum(tiles.held for tiles in self.columns[place + 1 :])

    def _dealt_later(self, place: int) -> int:
        """Return how many tiles are dealt at least in the columns after this one."""
        return sum(min(tiles.dealt) for tiles in self.columns[place + 1 :])

    def layers(
        self,
        jokers_held: int,
        told: Callable[[int, int, int, int], None] = lambda *_: None,
    ) -> Iterator[tuple[int, list[Step], Layer]]:
        """Yield what each column does to the states before it, and the states after it.

        Parameters
        ----------
        jokers_held : int
            How many jokers the hand has.
        told : callable
            ``told(place, states read, states to be read, states found)`` is called again and
            again.

        Yields
        ------
        (int, list of Step, Layer)
            The place of the column; what it does, block by block; the states after it.
        """
        import numpy as np

        from rummistats.kernels.profiles import read_columns

        layout = self.layout
        goals = np.array([-1 if each.goal is None else each.goal for each in self.plans], np.int64)
        worth = np.array([each.joker_worth for each in self.plans], np.int64)
        masks = np.array([layout.guards, layout.now, layout.goal_parts], np.uint64)
        start = layout.start(jokers_held)
        layer = Layer(
            np.array(start, np.uint64),
            np.zeros(len(start), np.uint64),
            np.zeros(len(start), np.int16),
            np.array([0, len(start)], np.int64),
            np.zeros(1, np.int64),
        )
        for place in range(self.places):
            tiles = self.tiles(place)
            words = np.array([layout.word(column) for column in tiles.columns], np.uint64)
            pool: Any = (
                np.empty(1024, np.uint64),
                np.empty(1024, np.uint64),
                np.empty(1024, np.int16),
                np.zeros(1024, np.int64),
                np.empty(1024, np.uint64),
                np.empty(1024, np.int64),
                np.full(4096, -1, np.int32),
                np.zeros(2, np.int64),
            )
            pack_firsts, pack_adds, pack_lates, pack_takes, pack_credits, pack_owes = (
                self._packings[place]
            )
            steps = []
            for low in range(0, layer.states, BLOCK):
                high = min(low + BLOCK, layer.states)
                following = np.empty((high - low, len(words)), np.int32)
                gains = np.zeros((high - low, len(words), len(self.plans)), np.int16)
                pool = read_columns(
                    layer.codes,
                    layer.lates,
                    layer.credits,
                    layer.firsts,
                    layer.fewest,
                    low,
                    high,
                    words,
                    np.array(tiles.dealt, np.int64),
                    self.dealt - self._dealt_later(place),
                    self._held_later(place) + self._dealt_later(place),
                    layout.copies,
                    pack_firsts,
                    pack_adds,
                    pack_lates,
                    pack_takes,
                    pack_credits,
                    pack_owes,
                    place == len(self.columns),
                    place + 1 == layout.last_columns,
                    np.uint64(layout.bias(self._payable(place))),
                    np.uint64(self._late_bias),
                    masks,
                    layout.settings(),
                    np.array(self.alike, np.int64),
                    goals,
                    np.array([_bounds(plan, place) for plan in self.plans], np.int64),
                    self.absorbs,
                    worth,
                    pool,
                    following,
                    gains,
                )
                steps.append(Step(low, following, gains))
                told(place, high, layer.states, int(pool[7][0]))
            states, held = (int(size) for size in pool[7])
            layer = Layer(
                pool[0][:held].copy(),
                pool[1][:held].copy(),
                pool[2][:held].copy(),
                pool[3][: states + 1].copy(),
                pool[5][:states].copy(),
            )
            yield place, steps, layer

    def best(self, layer: Layer) -> npt.NDArray[np.int64]:
        """Return for each last state and objective what the best choice gained.

        It is -1 where no choice leaves all debts paid and the goal's parts laid.
        """
        import numpy as np

        layout = self.layout
        used = (layer.codes >> np.uint64(layout.joker_shift)) & np.uint64(
            (1 << (layout.tag_shift - layout.joker_shift)) - 1
        )
        tags = layer.codes >> np.uint64(layout.tag_shift)
        found = np.full((layer.states, len(self.plans)), -1, np.int64)
        states = np.repeat(np.arange(layer.states), np.diff(layer.firsts))
        for tag, plan in enumerate(self.plans):
            of_jokers = np.array(plan.of_jokers, np.int64)[plan.jokers - used.astype(np.int64)]
            open_debts = np.uint64(layout.tiles_owed | layout.goal_parts)
            paid = ((layer.codes & open_debts) == 0) & (tags == tag) & (of_jokers >= 0)
            # Where melds are limited to one, those of jokers alone stand instead of it.
            limited = plan.most_melds is not None
            best = (np.maximum if limited else np.add)(layer.credits, of_jokers)
            if plan.goal is not None:
                best = np.minimum(best, plan.goal)
            np.maximum.at(found[:, tag], states[paid], best[paid])
        return found

    def _payable(self, place: int) -> list[Column]:
        """Return how many tiles the columns after this one can have."""
        payable = [_most(tiles) for tiles in self.columns[place + 1 :]]
        plan = self.layout.plan
        if plan.ends_with_ones and place < len(self.columns):
            payable.append((self.layout.copies,) * plan.colors)
        return payable

    @cached_property
    def _late_bias(self) -> int:
        """What makes debts to the last columns reach the guard if they are too large."""
        return self.layout.bias(self._payable(self.layout.last_columns - 1))

    @cached_property
    def _packings(self) -> list[tuple[Any, ...]]:
        """For each column what can be begun with each number of tiles that nobody is owed."""
        return [self._packings_at(place) for place in range(self.places)]

    def _packings_at(self, place: int) -> tuple[Any, ...]:
        import numpy as np

        from rummistats.kernels.profiles import packings

        layout = self.layout
        copies, colors = layout.copies, layout.plan.colors
        late = place == len(self.columns)
        tiles = self.tiles(place)
        most = (copies,) * colors if late else _most(tiles)
        kept = colors * copies if layout.plan.ends_with_ones else 0
        counts = list(product(range(copies + 1), repeat=colors))
        firsts = np.zeros((len(self.plans), len(counts) + 1), np.int64)
        parts: list[list[Any]] = [[], [], [], [], []]
        bias, guards = np.uint64(layout.bias(self._payable(place))), np.uint64(layout.guards)
        settings = layout.settings()
        total = 0
        for tag, plan in enumerate(self.plans):
            starts = plan.starts[place]
            spends = place == 0 and plan.ends_with_ones
            limits = plan.most_melds is not None
            begun = [layout.begun(start, place, spends, limits) for start in starts]
            arrays = (
                np.array([start.needs[0] for start in starts], np.int64).reshape(-1, colors),
                np.array([add for add, _, _ in begun], np.uint64),
                np.array([late for _, late, _ in begun], np.uint64),
                np.array([take for _, _, take in begun], np.uint64),
                np.array([start.credit for start in starts], np.int64),
                np.array([start.owes for start in starts], np.int64),
            )
            for index, left in enumerate(counts):
                firsts[tag, index] = total
                if any(map(gt, left, most)):
                    continue
                spent = sum(
                    (copies - tiles_left) << layout.place(color, layout.owed)
                    for color, tiles_left in enumerate(left)
                )
                found = packings(
                    np.array(left, np.int64),
                    self.dealt + self._held_later(place) + kept - max(0, sum(left) - tiles.held),
                    *arrays,
                    bias,
                    np.uint64(self._late_bias),
                    guards,
                    np.uint64(spent if spends else 0),
                    np.uint64(layout.missing(plan)),
                    -1 if plan.goal is None else plan.goal,
                    plan.all_used and not spends,
                    settings,
                )
                for part, array in zip(parts, found, strict=True):
                    part.append(array)
                total += len(found[0])
            firsts[tag, len(counts)] = total
        return firsts, *(np.concatenate(part) for part in parts)


def _most(tiles: ColumnTiles) -> Column:
    """Return the most tiles of each color that a column can have."""
    return tuple(map(max, *tiles.columns)) if len(tiles.columns) > 1 else tiles.columns[0]


def _bounds(plan: Plan, place: int) -> tuple[int, int]:
    """Return what a tile and a joker can count at most in melds that begin after a column."""
    later = [start for starts in plan.starts[place + 1 :] for start in starts]
    # No meld counts more than its tiles and its jokers by these two numbers.
    tile = max((-(-start.credit // start.tiles) for start in later if not start.jokers), default=0)
    jokers = [
        -(-(start.credit - tile * start.tiles) // start.jokers) for start in later if start.jokers
    ]
    alone = [-(-credit // held) for held, credit in enumerate(plan.of_jokers) if held]
    return tile, max(0, *jokers, *alone) if jokers or alone else 0

"""Profiles at full speed: the automaton of `rummistats.exact.profiles`, compiled.

Debts are packed into machine words and a kernel finds the states of each column. Colors that
are alike are put in an order which depends on their debts only, so that hands that differ just
in their colors share a state: that saves a factor of ten and more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from operator import gt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rummistats.errors import MeasureError
from rummistats.exact.columns import Column
from rummistats.exact.layers import BLOCK, ColumnTiles, Layer, Reading, Step, bytes_of
from rummistats.exact.layout import Layout
from rummistats.exact.plans import Plan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Reader"]

PATIENCE = 0.2
"""Seconds that a block of states should take: so often is progress told, and can it be stopped."""


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
        If the debts don't fit into two machine words.
    """

    plans: tuple[Plan, ...]
    columns: tuple[ColumnTiles, ...]
    alike: tuple[int, ...]
    dealt: int
    absorbs: bool = False
    laps: int = 1

    def __post_init__(self) -> None:
        if not self.layout.fits:
            raise MeasureError(
                "under these rules there is more to remember of a hand than can be counted with: "
                f"{self.layout.bits} bits, more than two machine words have. Estimate it with "
                "simulate()"
            )

    def with_jokers(self, held: int) -> Reader:
        """Return the reader of hands with so many jokers: there is less to remember of them."""
        return replace(self, plans=tuple(plan.with_jokers(held) for plan in self.plans))

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
        told: Callable[[Reading], None] = lambda reading: None,
        stop: npt.NDArray[np.int64] | None = None,
    ) -> Iterator[tuple[int, list[Step], Layer]]:
        """Yield what each column does to the states before it, and the states after it.

        Parameters
        ----------
        jokers_held : int
            How many jokers the hand has.
        told : callable
            ``told(reading)`` is called again and again, and may raise an exception to stop.
        stop : numpy.ndarray of int64, shape (1,), optional
            If somebody else writes anything but 0 into it, reading goes on with nonsense, but soon
            tells of it.

        Yields
        ------
        (int, list of Step, Layer)
            The place of the column; what it does, block by block; the states after it.
        """
        import numpy as np

        from rummistats.kernels.profiles import read_columns
        from rummistats.kernels.states import empty_pool

        layout = self.layout
        goals = np.array([-1 if each.goal is None else each.goal for each in self.plans], np.int64)
        worth = np.array([each.joker_worth for each in self.plans], np.int64)
        masks = np.array([layout.guards, layout.now, layout.goal_parts], np.uint64)
        settings = layout.settings()
        stop = np.zeros(1, np.int64) if stop is None else stop
        start = layout.start(jokers_held)
        layer = Layer.of_one_state(start, [0] * len(start))
        for place in range(self.places):
            tiles = self.tiles(place)
            pack_firsts, pack_adds, pack_lates, pack_takes, pack_credits, pack_owes = (
                self._packings_at(place, stop)
            )
            bias, more_bias = map(np.uint64, self._biases(place))
            words = np.array([layout.word(column) for column in tiles.columns], np.uint64)
            pool = empty_pool()
            steps: list[Step] = []
            memory = layer.memory
            low, block = 0, 32
            while low < layer.states:
                started = perf_counter()
                high = min(low + block, layer.states)
                following = np.empty((high - low, len(words)), np.int32)
                gains = np.zeros((high - low, len(words), len(self.plans)), np.int16)
                pool = read_columns(
                    layer.words,
                    layer.more_words,
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
                    layout.plan.goes_round and place + 1 == layout.last_columns,
                    bias,
                    more_bias,
                    masks,
                    settings,
                    np.array(self.alike, np.int64),
                    goals,
                    np.array([_bounds(plan, place) for plan in self.plans], np.int64),
                    self.absorbs,
                    worth,
                    pool,
                    following,
                    gains,
                    stop,
                )
                steps.append(Step(low, following, gains))
                memory += bytes_of(following, gains)
                told(
                    Reading(
                        place, high, layer.states, int(pool[7][0]), memory + bytes_of(*pool[:7])
                    )
                )
                low = high
                # A state may have one debt vector or thousands, so blocks go by the time they take.
                if perf_counter() - started > PATIENCE:
                    block = max(1, block // 2)
                else:
                    block = min(2 * block, BLOCK)
            layer = Layer.of_pool(pool)
            del pool
            yield place, steps, layer

    def best(self, layer: Layer) -> npt.NDArray[np.int64]:
        """Return for each last state and objective what the best choice gained.

        It is -1 where no choice leaves all debts paid and the goal's parts laid.
        """
        import numpy as np

        layout = self.layout
        used = (layer.words >> np.uint64(layout.joker_shift)) & np.uint64(
            (1 << (layout.tag_shift - layout.joker_shift)) - 1
        )
        tags = layer.words >> np.uint64(layout.tag_shift)
        found = np.full((layer.states, len(self.plans)), -1, np.int64)
        states = layer.state_of_each
        for tag, plan in enumerate(self.plans):
            of_jokers = np.array(plan.of_jokers, np.int64)[plan.jokers - used.astype(np.int64)]
            open_debts = np.uint64(layout.tiles_owed | layout.goal_parts)
            paid = ((layer.words & open_debts) == 0) & (tags == tag) & (of_jokers >= 0)
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

    def _biases(self, place: int) -> tuple[int, int]:
        """Return what makes debts of both words reach the guard if they are too large."""
        layout = self.layout
        payable = self._payable(place)
        if layout.plan.goes_round:
            # The second word has what is owed to the last columns, wherever the reading is.
            return layout.bias(payable), layout.bias(self._payable(layout.last_columns - 1))
        return layout.bias(payable), layout.far_bias(payable)

    def _packings_at(self, place: int, stop: npt.NDArray[np.int64]) -> tuple[Any, ...]:
        """Return what can be begun in a column with each number of tiles that nobody is owed."""
        import numpy as np

        from rummistats.kernels.beginnings import packings

        layout = self.layout
        copies, colors = layout.copies, layout.plan.colors
        late = place == len(self.columns)
        tiles = self.tiles(place)
        most = (copies,) * colors if late else _most(tiles)
        kept = colors * copies if layout.plan.ends_with_ones else 0
        counts = list(product(range(copies + 1), repeat=colors))
        firsts = np.zeros((len(self.plans), len(counts) + 1), np.int64)
        parts: list[list[Any]] = [[], [], [], [], []]
        bias, more_bias = map(np.uint64, self._biases(place))
        guards = np.uint64(layout.guards)
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
                    (copies - tiles_left) << layout.place(color, layout.near)
                    for color, tiles_left in enumerate(left)
                )
                found = packings(
                    np.array(left, np.int64),
                    self.dealt + self._held_later(place) + kept - max(0, sum(left) - tiles.held),
                    *arrays,
                    bias,
                    more_bias,
                    guards,
                    np.uint64(spent if spends else 0),
                    np.uint64(layout.missing(plan)),
                    -1 if plan.goal is None else plan.goal,
                    plan.all_used and not spends,
                    settings,
                    stop,
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

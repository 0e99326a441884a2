"""Contracts at full speed: the automaton of `rummistats.exact.profiles`, compiled for them.

What a contract asks for is laid or it is not, so no credit is counted; but where its runs lie
may matter, and that takes a second machine word. A choice of melds is forgotten as soon as the
tiles that it owes and the melds that it still needs are more than a hand can have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from operator import mul
from typing import TYPE_CHECKING, Any

from rummistats.errors import MeasureError
from rummistats.exact.columns import Column
from rummistats.exact.layers import BLOCK, ColumnTiles, Layer, Reading, Step, bytes_of
from rummistats.exact.plans import Plan, Start

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["ContractLayout", "ContractReader"]


@dataclass(frozen=True)
class ContractLayout:
    """Where the debts of a contract have their bits in two machine words.

    The first word has for each color the tiles owed by the next column, by the one after it, …,
    and by the last one. The second has for each color a bit for each place where a run may be
    forbidden to begin; then how many melds of each part are missing; then the jokers used.

    Parameters
    ----------
    plan : Plan
        The plan of a contract.
    """

    plan: Plan

    @cached_property
    def last(self) -> int:
        """The place of the last column."""
        return len(self.plan.numbers) - 1

    @cached_property
    def ahead(self) -> int:
        """How many columns ahead tiles are owed, by others than the last column."""
        return max(
            (
                ahead
                for place, starts in enumerate(self.plan.starts)
                for start in starts
                for ahead, needs in enumerate(start.needs)
                if place + ahead < self.last and any(needs)
            ),
            default=0,
        )

    @cached_property
    def field(self) -> int:
        """Bits of the tiles that a color can owe a column."""
        owed = [0] * len(self.plan.parts)
        for starts in self.plan.starts:
            for start in starts:
                most = max(map(max, start.needs[1:]), default=0)
                owed = [max(o, most * part) for o, part in zip(owed, start.parts, strict=True)]
        together: int = sum(map(mul, owed, self.plan.parts))
        return min(self.plan.copies, together).bit_length()

    @cached_property
    def chunk(self) -> int:
        """Bits of the tiles that a color owes."""
        return self.field * (self.ahead + 1)

    @cached_property
    def before(self) -> int:
        """How many places before the column where it is met a run can begin."""
        return max(
            (
                place - start.begins_at[1]
                for place, starts in enumerate(self.plan.starts)
                for start in starts
                if start.begins_at
            ),
            default=0,
        )

    @cached_property
    def places(self) -> int:
        """How many places a color has where a run may be forbidden to begin."""
        farthest = [
            start.blocks[1] - place
            for place, starts in enumerate(self.plan.starts)
            for start in starts
            if start.blocks
        ]
        return max(farthest) + self.before if farthest else 0

    @cached_property
    def parts_shift(self) -> int:
        """Where the melds missing begin."""
        return self.places * self.plan.colors

    @cached_property
    def part_shifts(self) -> tuple[int, ...]:
        """Where each part begins, and the jokers used after the last one."""
        shifts = [self.parts_shift]
        for missing in self.plan.parts:
            shifts.append(shifts[-1] + missing.bit_length())
        return tuple(shifts)

    @property
    def joker_shift(self) -> int:
        """Where the jokers used begin."""
        return self.part_shifts[-1]

    @cached_property
    def joker_bits(self) -> int:
        """Bits of the jokers used."""
        return max(1, self.plan.jokers.bit_length())

    @property
    def bits(self) -> int:
        """How many bits are used of the word that has more."""
        return max(self.chunk * self.plan.colors, self.joker_shift + self.joker_bits)

    def tiles(self, columns: dict[int, Column]) -> int:
        """Return tiles owed as a word; 0 stands for the next column, -1 for the last one."""
        return sum(
            tiles << (self.chunk * color + self.field * (self.ahead if ahead < 0 else ahead))
            for ahead, column in columns.items()
            for color, tiles in enumerate(column)
        )

    def parts(self, missing: tuple[int, ...]) -> int:
        """Return the melds missing as they are written in the second word."""
        return sum(melds << shift for melds, shift in zip(missing, self.part_shifts, strict=False))

    def at(self, color_place: tuple[int, int] | None, place: int) -> int:
        """Return the bit of a place where a run may begin, as seen from a column."""
        if color_place is None:
            return 0
        color, begins = color_place
        return 1 << (self.places * color + begins - place + self.before)

    def owed(self, start: Start, place: int) -> int:
        """Return the tiles that a meld which begins at a column owes the columns after it."""
        return self.tiles(
            {
                ahead if place + 1 + ahead < self.last else -1: needs
                for ahead, needs in enumerate(start.needs[1:])
                if any(needs)
            }
        )

    def masks(self) -> npt.NDArray[np.uint64]:
        """Return which bits are what, as the kernels want to know it."""
        import numpy as np

        colors, field = range(self.plan.colors), self.field
        value, ones = (1 << field) - 1, (1 << self.places) - 1

        def fields(ahead: range, value: int) -> int:
            return sum(value << (self.chunk * c + field * place) for c in colors for place in ahead)

        high = fields(range(self.ahead + 1), 1 << (field - 1)) if field else 0
        blocks = sum(ones << (self.places * c) for c in colors)
        nearest = sum(1 << (self.places * c) for c in colors) if self.places else 0
        tops = [
            1 << (shift + missing.bit_length() - 1)
            for missing, shift in zip(self.plan.parts, self.part_shifts, strict=False)
        ]
        every_part = [
            ((1 << missing.bit_length()) - 1) << shift
            for missing, shift in zip(self.plan.parts, self.part_shifts, strict=False)
        ]
        runs = sum(every_part[part] for part in self.plan.run_parts)
        top_of_jokers = 1 << (self.joker_shift + self.joker_bits - 1)
        return np.array(
            [
                fields(range(self.ahead > 0), value),
                fields(range(self.ahead), value),
                fields(range(self.ahead, self.ahead + 1), value),
                high,
                blocks,
                nearest,
                runs,
                sum(every_part),
                blocks | sum(tops) | top_of_jokers,
            ],
            np.uint64,
        )

    def planes(self) -> npt.NDArray[np.uint64]:
        """Return masks of the lowest bits of the fields of tiles, of their second bits, etc."""
        import numpy as np

        return np.array(
            [
                sum(
                    1 << (self.chunk * color + self.field * place + bit)
                    for color in range(self.plan.colors)
                    for place in range(self.ahead + 1)
                )
                for bit in range(self.field)
            ],
            np.uint64,
        )

    def settings(self) -> npt.NDArray[np.int64]:
        """Return what else the kernels need to know."""
        import numpy as np

        return np.array(
            [
                self.plan.colors,
                self.plan.copies,
                self.field,
                self.chunk,
                self.places,
                self.parts_shift,
                self.joker_shift,
                self.plan.jokers,
                sum(self.plan.parts),
            ],
            np.int64,
        )


@dataclass(frozen=True)
class ContractReader:
    """An automaton for a contract that is made while it is read, column by column.

    Parameters
    ----------
    plan : Plan
        The plan of a contract.
    columns : tuple of ColumnTiles
        How each column can turn out, in the plan's order.
    alike : tuple of int
        A number for each color; colors with the same one may be exchanged. They stand side by
        side, and the numbers ascend.
    dealt : int
        How many tiles, jokers not counted, are dealt at most.
    absorbs : bool
        Whether nothing matters any more once the contract is fulfilled.

    Raises
    ------
    MeasureError
        If the debts don't fit into two machine words.
    """

    plan: Plan
    columns: tuple[ColumnTiles, ...]
    alike: tuple[int, ...]
    dealt: int
    absorbs: bool = False

    def __post_init__(self) -> None:
        if self.layout.bits > 64:
            raise MeasureError(
                f"the debts of a hand would need {self.layout.bits} bits, more than the 64 of a "
                "machine word. Estimate it with simulate()"
            )

    @cached_property
    def layout(self) -> ContractLayout:
        """Where each debt has its bits."""
        return ContractLayout(self.plan)

    @property
    def places(self) -> int:
        """How many columns are read."""
        return len(self.columns)

    def tiles(self, place: int) -> ColumnTiles:
        """Return how a column can turn out."""
        return self.columns[place]

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
        stop : numpy.ndarray of int64, optional
            As for `Reader.layers`; here nothing takes so long that it would have to be looked at.

        Yields
        ------
        (int, list of Step, Layer)
            The place of the column; what it does, block by block; the states after it.
        """
        import numpy as np

        from rummistats.kernels.contract_profiles import read_contract_columns
        from rummistats.kernels.states import empty_pool

        layout, plan = self.layout, self.plan
        terms = layout.parts(plan.parts) | (plan.jokers - jokers_held) << layout.joker_shift
        layer = Layer.of_one_state([0], [terms])
        parts = [
            (shift, (1 << missing.bit_length()) - 1, size)
            for shift, missing, size in zip(
                layout.part_shifts, plan.parts, plan.sizes, strict=False
            )
        ]
        for place, tiles in enumerate(self.columns):
            if place == layout.last:
                layer = self._last_comes_next(layer)
            firsts, packs = self._packings_at(place)
            pool = empty_pool()
            steps = []
            memory = layer.memory
            for low in range(0, layer.states, BLOCK):
                high = min(low + BLOCK, layer.states)
                following = np.empty((high - low, len(tiles.columns)), np.int32)
                pool = read_contract_columns(
                    layer.words,
                    layer.more_words,
                    layer.firsts,
                    layer.fewest,
                    low,
                    high,
                    np.array(tiles.columns, np.int64),
                    np.array(tiles.dealt, np.int64),
                    self.dealt,
                    sum(later.held for later in self.columns[place + 1 :]),
                    firsts,
                    packs,
                    np.array(parts, np.int64),
                    layout.masks(),
                    layout.planes(),
                    layout.settings(),
                    np.array(self.alike, np.int64),
                    self.absorbs,
                    pool,
                    following,
                )
                # Nothing is gained but the contract itself, in the end.
                gains = np.broadcast_to(np.zeros((1, 1, 1), np.int16), (*following.shape, 1))
                steps.append(Step(low, following, gains))
                memory += following.nbytes
                found = memory + bytes_of(*pool)
                told(Reading(place, high, layer.states, int(pool[7][0]), found))
            layer = Layer.of_pool(pool)
            yield place, steps, layer

    def best(self, layer: Layer) -> npt.NDArray[np.int64]:
        """Return for each last state whether the contract is fulfilled: 1, or else 0."""
        import numpy as np

        done = (layer.words == 0) & ((layer.more_words & self.layout.masks()[7]) == 0)
        found = np.zeros((layer.states, 1), np.int64)
        found[layer.state_of_each[done]] = 1
        return found

    def _last_comes_next(self, layer: Layer) -> Layer:
        """Return the states with what they owe the last column as owed next."""
        import numpy as np

        shift = np.uint64(self.layout.field * self.layout.ahead)
        return replace(layer, words=layer.words >> shift)

    @cached_property
    def _places_of(self) -> tuple[Column, ...]:
        """All numbers of tiles that nobody is owed."""
        return tuple(product(range(self.plan.copies + 1), repeat=self.plan.colors))

    def _packings_at(self, place: int) -> tuple[Any, Any]:
        """Return for each number of tiles that nobody is owed what can be begun with them."""
        import numpy as np

        from rummistats.kernels.contract_profiles import contract_packings

        layout, plan = self.layout, self.plan
        starts = plan.starts[place]
        sizes = [sum(map(mul, start.parts, plan.sizes)) for start in starts]
        payable = {
            later - place - 1 if later < layout.last else -1: _most(self.columns[later])
            for later in range(place + 1, min(place + 1 + layout.ahead, layout.last))
        }
        if place < layout.last:
            payable[-1] = _most(self.columns[layout.last])
        limit = (1 << layout.field) - 1
        payable = {
            ahead: tuple(min(limit, tiles) for tiles in column) for ahead, column in payable.items()
        }
        arrays = (
            np.array([start.needs[0] for start in starts], np.int64).reshape(-1, plan.colors),
            np.array([layout.owed(start, place) for start in starts], np.uint64),
            np.array([layout.parts(start.parts) for start in starts], np.uint64),
            np.array([start.jokers for start in starts], np.int64),
            # What is blocked is seen from the next column.
            np.array([layout.at(start.blocks, place + 1) for start in starts], np.uint64),
            np.array([layout.at(start.begins_at, place) for start in starts], np.uint64),
            np.array(
                [s.tiles + s.jokers - size for s, size in zip(starts, sizes, strict=True)],
                np.int64,
            ),
            np.array(
                [s.owes + s.jokers - size for s, size in zip(starts, sizes, strict=True)],
                np.int64,
            ),
            np.array([start.apart for start in starts], np.bool_),
        )
        held = sum(sum(tiles.columns[0]) - tiles.dealt[0] for tiles in self.columns)
        needed = sum(map(mul, plan.parts, plan.sizes))
        most = _most(self.columns[place])
        firsts = np.zeros(len(self._places_of) + 1, np.int64)
        found: list[list[Any]] = [[] for _ in range(7)]
        for index, left in enumerate(self._places_of):
            firsts[index + 1] = firsts[index]
            if any(a > b for a, b in zip(left, most, strict=True)):
                continue
            choices = contract_packings(
                np.array(left, np.int64),
                *arrays,
                np.uint64(layout.tiles(payable)),
                np.uint64(layout.parts(plan.parts)),
                self.dealt + held + plan.jokers - needed,
                layout.masks(),
                layout.settings(),
            )
            for arrays_found, array in zip(found, choices, strict=True):
                arrays_found.append(array)
            firsts[index + 1] += len(choices[0])
        return firsts, tuple(map(np.concatenate, found))


def _most(tiles: ColumnTiles) -> Column:
    """Return the most tiles of each color that a column can have."""
    return tuple(map(max, zip(*tiles.columns, strict=True)))

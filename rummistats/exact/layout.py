"""How debts are packed into machine words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummistats.exact.columns import Column
from rummistats.exact.plans import Plan, Start

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Layout"]

WORD = 64
"""Bits of a machine word."""


@dataclass(frozen=True)
class Layout:
    """Where each debt has its bits in a machine word.

    From the lowest bit on: for each color the tiles owed by the next column, by the one after
    it, …, and the ones that were not kept; what is missing of each part of the goal; melds
    laid, where their number is limited; the jokers used; the objective. Every field has a guard
    bit above it, but for the last two.

    A second word has what is owed so far ahead that there is no room for it in the first one:
    nearest columns first, in the same fields. Where melds go round, it has what they owe the last
    columns instead, in the fields in which it will be owed when these columns are next.

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
    def near(self) -> int:
        """How many of these columns have their fields in the first word."""
        if self.plan.goes_round:
            return self.owed
        beside = self.all_part_bits + self.meld_bits + self.joker_bits + self.tag_bits
        room = (WORD - beside) // (self.field * self.plan.colors) - self.plan.ends_with_ones
        return max(1, min(self.owed, room))

    @property
    def far(self) -> int:
        """How many have them in the second word."""
        return self.owed - self.near

    @cached_property
    def fields(self) -> int:
        """How many fields a color has in each word."""
        return self.near + self.plan.ends_with_ones

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

    @property
    def all_part_bits(self) -> int:
        """Bits of all parts of the goal."""
        return self.part_bits * max(len(plan.parts) for plan in self.plans)

    @cached_property
    def melds_shift(self) -> int:
        """Where the number of melds laid begins."""
        return self.parts_shift + self.all_part_bits

    @cached_property
    def meld_bits(self) -> int:
        """Bits of the number of melds laid, if they are limited."""
        most = max(plan.most_melds or 0 for plan in self.plans)
        return most.bit_length() + 1 if most else 0

    @cached_property
    def joker_shift(self) -> int:
        """Where the jokers used begin."""
        return self.melds_shift + self.meld_bits

    @property
    def joker_bits(self) -> int:
        """Bits of the jokers used: those of two choices of melds are added before they are told."""
        return (2 * self.plan.jokers + 1).bit_length()

    @cached_property
    def tag_shift(self) -> int:
        """Where the objective is said."""
        return self.joker_shift + self.joker_bits

    @property
    def tag_bits(self) -> int:
        """Bits of the objective; at least one, since no machine shifts a word by all its bits."""
        return max(1, (len(self.plans) - 1).bit_length())

    @property
    def bits(self) -> int:
        """How many bits all of it has."""
        return self.tag_shift + self.tag_bits + self.far * self.field * self.plan.colors

    @property
    def fits(self) -> bool:
        """Whether there is room for all."""
        return self.tag_shift + self.tag_bits <= WORD and self.far <= self.fields

    def place(self, color: int, column: int) -> int:
        """Return where in a word a color's field begins; behind all columns: ones not kept."""
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
        return self.everywhere((1 << self.field) - 1, range(self.near))

    @property
    def goal_parts(self) -> int:
        """The fields of what is missing of the goal."""
        return (1 << self.melds_shift) - (1 << self.parts_shift)

    def bias(self, payable: list[Column]) -> int:
        """Return what, added to debts, makes those reach the guard that can't be paid.

        ``payable`` says how many tiles of each color the following columns can have.
        """
        total = self._bias(payable[: self.near], self.near)
        if self.plan.ends_with_ones:
            ones = (self.copies,) * self.plan.colors
            total += self._bias([ones], 1) << self.place(0, self.near)
        return total

    def far_bias(self, payable: list[Column]) -> int:
        """Return the same for the debts of the second word, where nothing goes round."""
        return self._bias(payable[self.near :], self.far)

    def _bias(self, payable: list[Column], columns: int) -> int:
        limit = (1 << (self.field - 1)) - 1
        # As many melds as fit below the guard: so there is no bias for them.
        nothing = (0,) * self.plan.colors
        return sum(
            (limit - most) << self.place(color, column)
            for column in range(columns)
            for color, most in enumerate(payable[column] if column < len(payable) else nothing)
        )

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
        """Return what a meld adds to the debts of both words, and takes from the goal."""
        added, more = start.jokers << self.joker_shift, 0
        if limits_melds:
            added += 1 << self.melds_shift
        for ahead, needs in enumerate(start.needs[1:], start=1):
            for color, tiles in enumerate(needs):
                if ahead <= self.near:
                    added += tiles << self.place(color, ahead - 1)
                elif self.far:
                    more += tiles << self.place(color, ahead - 1 - self.near)
                elif tiles:
                    more += tiles << self.place(color, place + ahead - self.last_columns)
        if spends:
            for color, tiles in enumerate(start.needs[0]):
                added += tiles << self.place(color, self.near)
        taken = sum(
            part << (self.parts_shift + self.part_bits * place)
            for place, part in enumerate(start.parts)
        )
        return added, more, taken

    def settings(self) -> npt.NDArray[np.int64]:
        """Return what the kernels need to know."""
        import numpy as np

        plan = self.plan
        return np.array(
            [
                plan.colors,
                self.field,
                self.near,
                self.chunk,
                self.joker_shift,
                plan.jokers,
                self.tag_shift,
                self.far,
            ],
            np.int64,
        )

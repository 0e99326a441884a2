"""What may become of the jokers on the table: each way leads to one problem to be solved.

A case is a decision about every joker of the old table: it keeps its reading, or a real tile
releases it; its meld is only extended; it is taken to the rack. The best play is the best of all
cases. They are few, since a table has few jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rummistats.melds import Group, Meld, Run
from rummistats.play.best_so_far import BestSoFar
from rummistats.play.case import Case, Steps
from rummistats.play.catalog import all_melds_with_readings, extensions
from rummistats.play.problem import has_usual_melds
from rummistats.play.rearranging import Rearranging
from rummistats.play.table import Table
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["Ways"]


@dataclass(frozen=True)
class Ways:
    """The ways in which a turn can deal with the jokers on the table.

    Parameters
    ----------
    steps : Steps
        The variant, and what is made best.
    rules : Rearranging
        What the variant says about the table.
    """

    steps: Steps
    rules: Rearranging

    def of(self, case: Case, table: Table, best: BestSoFar) -> Iterator[Case]:
        """Yield every way to deal with the jokers of the table that may be better, each once."""
        wild = [meld for meld in table if meld.jokers]
        if not wild:
            yield case
            return
        guarded = [meld for meld in wild if isinstance(meld, Group) and len(meld) == 3]
        if not self.rules.group3_needs_both:
            guarded = []
        seen = set()
        for decided in self._by_mode(case, table, wild, best):
            if guarded and not best.hopes(decided):
                continue
            for guarded_case in self.guard(decided, guarded):
                for now in self.steps.place_released(guarded_case, best.hopes):
                    if now not in seen:
                        seen.add(now)
                        yield now

    def _by_mode(
        self, case: Case, table: Table, wild: list[Meld], best: BestSoFar
    ) -> Iterator[Case]:
        readings = [reading for meld in wild for reading in meld.joker_readings]
        lying = self.steps.real_tiles(table)
        if self.rules.joker_mode == "locked":
            unlocked = self.steps.real_tiles(meld for meld in table if not meld.jokers)
            pool = list(unlocked) if self.rules.from_table else [0] * len(unlocked)
            for kept, now in self._kept_or_released(case, wild, pool):
                loose = sum(old.jokers for _, old in kept)
                if len(kept) < 2 or best.hopes(now, loose):
                    yield from self._extended(now, kept)
        elif self.rules.joker_mode == "replace":
            pool = list(lying) if self.rules.from_table else [0] * len(lying)
            yield from self._replace(case, readings, pool)
        elif self.rules.reuse_rack_tiles:
            yield from self._free_with_reuse(case, readings)
        elif self.rules.jokers_return:
            yield from self._returning(case, readings, list(lying))
        else:
            yield self.steps.free_joker(case, len(readings))

    def _free_with_reuse(self, case: Case, readings: list[frozenset[Tile]]) -> Iterator[Case]:
        """Let each joker keep its reading, or be a released one."""
        if not readings:
            yield case
            return
        for tile in self._sorted(readings[0]):
            yield from self._free_with_reuse(self.steps.pin(case, tile), readings[1:])
        yield from self._free_with_reuse(self.steps.release(case), readings[1:])

    def _replace(
        self, case: Case, readings: list[frozenset[Tile]], pool: list[int]
    ) -> Iterator[Case]:
        """Let each joker keep its reading, or be released by a real tile from table or rack."""
        if not readings:
            yield case
            return
        if not self.rules.reuse_rack_tiles and self._all_released(readings, pool):
            # To be free is never worse than to keep a reading.
            yield self.steps.free_joker(case, len(readings))
            return
        for tile in self._sorted(readings[0]):
            if left := self._less(pool, tile):
                yield from self._replace(self.steps.release(case), readings[1:], left)
            if (forced := self.steps.force(case, tile)) is not None:
                yield from self._replace(self.steps.release(forced), readings[1:], pool)
            yield from self._replace(self.steps.pin(case, tile), readings[1:], pool)

    def _all_released(self, readings: list[frozenset[Tile]], pool: list[int]) -> bool:
        if not readings:
            return True
        return any(
            self._all_released(readings[1:], left)
            for tile in readings[0]
            if (left := self._less(pool, tile))
        )

    def _returning(
        self, case: Case, readings: list[frozenset[Tile]], pool: list[int]
    ) -> Iterator[Case]:
        """Leave each joker on the table, or let a real tile take its place: then it may go."""
        if not readings:
            yield case
            return
        if self._all_released(readings, pool):
            # To be free to go is never worse than to stay.
            for _ in readings:
                case = self.steps.take_up(case)
            yield case
            return
        yield from self._returning(self.steps.free_joker(case), readings[1:], pool)
        for tile in self._sorted(readings[0]):
            if left := self._less(pool, tile):
                yield from self._returning(self.steps.take_up(case), readings[1:], left)
            if (forced := self.steps.force(case, tile)) is not None:
                yield from self._returning(self.steps.take_up(forced), readings[1:], pool)

    def _kept_or_released(
        self, case: Case, wild: list[Meld], pool: list[int]
    ) -> Iterator[tuple[list[tuple[Meld, Meld]], Case]]:
        """Decide which melds are only extended, and which are freed of their jokers.

        Melds that are to be extended are yielded in pairs: as they are, and as they were if
        their jokers are in no pile.
        """
        if not wild:
            yield [], case
            return
        meld, others = wild[0], wild[1:]
        for kept, now in self._kept_or_released(case, others, pool):
            yield [(meld, meld), *kept], now
        for tiles in product(*map(self._sorted, meld.joker_readings)):
            for now, left in self._released_by(case, tiles, pool):
                for _ in range(meld.jokers):
                    now = self.steps.release(now)
                for kept, later in self._kept_or_released(now, others, left):
                    if self.rules.release_unfreezes:
                        yield kept, later
                    elif (filled := _filled(meld, tiles, self.steps.variant)) is not None:
                        yield [(filled, filled), *kept], later

    def _released_by(
        self, case: Case, tiles: tuple[Tile, ...], pool: list[int]
    ) -> Iterator[tuple[Case, list[int]]]:
        """Yield the ways to take these tiles from the rack and from melds without jokers."""
        if not tiles:
            yield case, pool
            return
        if left := self._less(pool, tiles[0]):
            yield from self._released_by(case, tiles[1:], left)
        if (forced := self.steps.force(case, tiles[0])) is not None:
            yield from self._released_by(forced, tiles[1:], pool)

    def _extended(self, case: Case, kept: list[tuple[Meld, Meld]]) -> Iterator[Case]:
        """Fix each of these melds, perhaps with more tiles."""
        if not kept:
            yield case
            return
        meld, old = kept[0]
        wild = self.steps.variant.table_set.jokers
        usual = has_usual_melds(self.steps.variant, min(2, wild), self.steps.gains)
        # Three tiles or more at an end can be cut off as a run of their own.
        for longer in extensions(self.steps.variant, meld, 2 if usual else None):
            for now in self.steps.lay(case, longer, old):
                yield from self._extended(now, kept[1:])

    def guard(self, case: Case, guarded: list[Group]) -> Iterator[Case]:
        """See to it that a joker leaves a group of three for a group of four only."""
        if not guarded:
            yield case
            return
        group, others = guarded[0], guarded[1:]
        if any(_guards(meld, group) for meld in case.fixed):
            yield from self.guard(case, others)
            return
        for meld in _guarding(self.steps.variant, group):
            for now in self.steps.lay(case, meld):
                yield from self.guard(now, others)

    def _sorted(self, tiles: frozenset[Tile]) -> list[Tile]:
        return sorted(tiles, key=self.steps.kind)

    def _less(self, pool: list[int], tile: Tile) -> list[int]:
        """Return what is left without a tile; an empty list if it isn't there."""
        kind = self.steps.kind(tile)
        if not pool[kind]:
            return []
        return [*pool[:kind], pool[kind] - 1, *pool[kind + 1 :]]


@lru_cache(maxsize=1024)
def _guarding(variant: Variant, group: Group) -> tuple[Meld, ...]:
    """Return all melds that may become of a group of three with a joker."""
    return tuple(meld for meld in all_melds_with_readings(variant) if _guards(meld, group))


def _guards(meld: Meld, group: Group) -> bool:
    """Whether a meld of the new table is what may become of a group of three with a joker."""
    full = isinstance(meld, Group) and len(meld) == 4 and not meld.jokers
    if full and meld.numbers[0] == group.number:
        return True
    return Counter(group.tiles) <= Counter(meld.tiles)


def _filled(meld: Meld, tiles: tuple[Tile, ...], variant: Variant) -> Meld | None:
    """Return a meld with real tiles in the places of its jokers, if that is one."""
    if isinstance(meld, Run):
        return Run(meld.color, meld.numbers)
    assert isinstance(meld, Group)
    colors = tuple(sorted((*meld.colors, *(tile.color for tile in tiles))))
    alike = len(set(colors)) < len(colors) and not variant.repeat_colors
    return None if alike else Group(meld.number, colors)

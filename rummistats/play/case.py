"""A case: a problem of which some things are decided, such as melds of the new table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from operator import add

from rummistats.melds import Meld, Run
from rummistats.play.catalog import melds_within, place_within
from rummistats.play.gains import Gains
from rummistats.play.problem import Problem
from rummistats.play.table import Table, count_tiles
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = ["Case", "Steps"]

GIVEN, RELEASED, UNCOUNTED, COUNTED = "given", "released", "uncounted", "counted"

# What jokers of a meld are, and what each counts as that.
Roles = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Case:
    """A problem, and what is decided already.

    Parameters
    ----------
    problem : Problem
        What is still to be divided into melds.
    fixed : tuple of Group or Run
        Melds of the new table that are decided.
    gain : int
        What their rack tiles count, less what was taken to the rack.
    released : int
        How many released jokers still need a meld with enough rack tiles; they are not among
        the problem's jokers.
    matched : tuple of int
        The kinds of the rack tiles that released jokers.
    """

    problem: Problem
    fixed: tuple[Meld, ...] = ()
    gain: int = 0
    released: int = 0
    matched: tuple[int, ...] = ()

    def most(self, gains: Gains) -> int:
        """Return a bound on what can be gained in all."""
        return self.gain + self.problem.most(gains)


@dataclass(frozen=True)
class Steps:
    """The steps that lead from one case to another.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    gains : Gains
        What is made best.
    reuse : int
        Fewest rack tiles in the meld in which a released joker ends.
    """

    variant: Variant
    gains: Gains
    reuse: int = 0

    def start(self, table: Iterable[Meld], hand: Hand, must: Hand | None = None) -> Case:
        """Return the case in which nothing is decided; the table's jokers are left out."""
        colored = self.variant.table_set.colored_kinds
        return Case(
            Problem(
                self.real_tiles(table),
                hand.counts[:colored],
                must.counts[:colored] if must else (0,) * colored,
                0,
                hand.jokers,
                must.jokers if must else 0,
            )
        )

    def real_tiles(self, melds: Iterable[Meld]) -> tuple[int, ...]:
        """Return how many real tiles of each kind the melds have."""
        tiles = self.variant.table_set
        # A table knows what lies on it.
        if isinstance(melds, Table):
            return melds.hand(self.variant).counts[: tiles.colored_kinds]
        return count_tiles(melds, tiles)[: tiles.colored_kinds]

    def kind(self, tile: Tile) -> int:
        """Return the kind of a tile."""
        return self.variant.table_set.kind(tile)

    def pin(self, case: Case, tile: Tile) -> Case:
        """Return the case with one more table joker, which stands for this tile."""
        pinned = tuple(sorted((*case.problem.pinned, self.kind(tile))))
        return replace(case, problem=replace(case.problem, pinned=pinned))

    def force(self, case: Case, tile: Tile) -> Case | None:
        """Return the case in which such a tile from the rack is laid to release a joker."""
        problem, kind = case.problem, self.kind(tile)
        matched = tuple(sorted((*case.matched, kind)))
        count = matched.count(kind)
        if count > problem.may[kind]:
            return None
        forced = list(problem.forced)
        forced[kind] = max(forced[kind], count)
        return replace(case, problem=replace(problem, forced=tuple(forced)), matched=matched)

    def free_joker(self, case: Case, count: int = 1) -> Case:
        """Return the case with more table jokers, which must be laid anywhere."""
        wild = case.problem.jokers_must + count
        return replace(case, problem=replace(case.problem, jokers_must=wild))

    def release(self, case: Case) -> Case:
        """Return the case with one more released joker."""
        if self.reuse:
            return replace(case, released=case.released + 1)
        return self.free_joker(case)

    def take_up(self, case: Case) -> Case:
        """Return the case with one more table joker that may be laid, or go to the rack."""
        problem = replace(case.problem, jokers_may=case.problem.jokers_may + 1)
        return replace(case, problem=problem, gain=case.gain - max(self.gains.jokers))

    def place_released(self, case: Case, hopes: Callable[[Case], bool]) -> Iterator[Case]:
        """Yield every way to put the released jokers into melds with enough rack tiles.

        Parameters
        ----------
        case : Case
            What is decided already.
        hopes : callable
            Whether a case with released jokers is still of interest.
        """
        if not case.released:
            yield case
        elif hopes(case):
            wild = [meld for meld in self.fitting(case) if self._may_have_released(case, meld)]
            yield from self._placed(case, wild, hopes)

    def _may_have_released(self, case: Case, meld: Meld) -> bool:
        """Whether a meld has a joker and enough tiles that may be from the rack."""
        if not meld.jokers:
            return False
        problem = case.problem
        kinds, _ = _kinds_of(self.variant, meld)
        rack = sum(min(kinds.count(kind), problem.may[kind]) for kind in set(kinds))
        return rack + min(meld.jokers - 1, problem.jokers_may) >= self.reuse

    def _placed(
        self, case: Case, melds: Sequence[Meld], hopes: Callable[[Case], bool]
    ) -> Iterator[Case]:
        """Put the released jokers into some of these melds, in their order."""
        for at, meld in enumerate(melds):
            for now in self.lay(case, meld):
                if not now.released:
                    yield now
                elif now.released < case.released and hopes(now):
                    yield from self._placed(now, melds[at:], hopes)

    def fitting(self, case: Case) -> tuple[Meld, ...]:
        """Return the melds that a case has tiles for, jokers in all places."""
        problem = case.problem
        there = tuple(map(add, problem.must, problem.may))
        jokers = case.released + problem.jokers + len(problem.pinned)
        return _all_within(self.variant, there, jokers)

    def _fits(self, meld: Meld, case: Case) -> bool:
        """Whether there are tiles for a meld; a quick look, since most melds don't fit."""
        problem = case.problem
        if meld.jokers > case.released + problem.jokers + len(problem.pinned):
            return False
        kinds, repeated = _kinds_of(self.variant, meld)
        for kind in kinds:
            if not (problem.must[kind] or problem.may[kind]):
                return False
        return not repeated or all(
            problem.must[kind] + problem.may[kind] >= kinds.count(kind) for kind in kinds
        )

    def lay(self, case: Case, meld: Meld, old: Meld | None = None) -> Iterator[Case]:
        """Yield every way to fix a meld: which jokers and which rack tiles are in it.

        Parameters
        ----------
        case : Case
            What is decided already.
        meld : Group or Run
            The meld.
        old : Group or Run, optional
            A meld of the old table that it extends: its jokers are none of the problem's, its
            real tiles are among those that must be laid.
        """
        if old is None and not self._fits(meld, case):
            return
        seen = set()
        given = 0 if old is None else old.jokers
        for roles in _assigned(list(self._roles(case, meld, old)), _jokers_of(case, given)):
            if sum(role[0] == GIVEN for role in roles) != given:
                continue
            now = self._with_roles(case, meld, roles)
            rack = sum(role[0] == COUNTED for role in roles)
            released = any(role[0] == RELEASED for role in roles)
            for later in self._take(now, meld, max(0, self.reuse - rack) if released else 0):
                if later not in seen:
                    seen.add(later)
                    yield later

    def _roles(self, case: Case, meld: Meld, old: Meld | None) -> Iterator[Roles]:
        """Yield for each joker of a meld which jokers it may be, and what each of these counts."""
        given = _old_jokers(meld, old)
        readings = iter(meld.joker_readings)
        at = 0
        for tile, number in zip(meld.tiles, meld.numbers, strict=True):
            if not tile.is_joker:
                continue
            reading = next(readings)
            if at in given and isinstance(meld, Run):
                yield ((GIVEN, 0),)
            else:
                roles = [(RELEASED, 0), (UNCOUNTED, 0), (COUNTED, self.gains.jokers[number - 1])]
                roles += [
                    (_pinned(kind), 0)
                    for kind in sorted({self.kind(tile) for tile in reading})
                    if kind in case.problem.pinned
                ]
                if given:
                    roles.append((GIVEN, 0))
                yield tuple(roles)
            at += 1

    def _with_roles(self, case: Case, meld: Meld, roles: Roles) -> Case:
        problem = case.problem
        of = Counter(role for role, _ in roles)
        pinned = list(problem.pinned)
        for kind in problem.pinned:
            if of[_pinned(kind)]:
                of[_pinned(kind)] -= 1
                pinned.remove(kind)
        return Case(
            replace(
                problem,
                jokers_must=problem.jokers_must - of[UNCOUNTED],
                jokers_may=problem.jokers_may - of[COUNTED],
                jokers_forced=max(0, problem.jokers_forced - of[COUNTED]),
                pinned=tuple(pinned),
            ),
            (*case.fixed, meld),
            case.gain + sum(value for _, value in roles),
            case.released - of[RELEASED],
            case.matched,
        )

    def _take(self, case: Case, meld: Meld, from_rack: int) -> Iterator[Case]:
        """Take the real tiles of a meld, at least so many of them from the rack."""
        problem = case.problem
        needs = Counter(self.kind(tile) for tile in meld.tiles if not tile.is_joker)
        choices = []
        for kind, count in needs.items():
            fewest = max(0, count - problem.must[kind])
            most = min(count, problem.may[kind])
            if fewest > most:
                return
            choices.append([(kind, count, rack) for rack in range(fewest, most + 1)])
        enough = max(from_rack, sum(options[0][2] for options in choices))
        for chosen in product(*choices):
            # No more from the rack than is needed: tiles of a kind are alike.
            if sum(rack for _, _, rack in chosen) != enough:
                continue
            must, may, forced = list(problem.must), list(problem.may), list(problem.forced)
            gain = case.gain
            for kind, count, rack in chosen:
                must[kind] -= count - rack
                may[kind] -= rack
                forced[kind] = max(0, forced[kind] - rack)
                gain += rack * self.gains.tiles[kind]
            left = replace(problem, must=tuple(must), may=tuple(may), forced=tuple(forced))
            yield replace(case, problem=left, gain=gain)


def _pinned(kind: int) -> str:
    """Return the role of a joker that keeps standing for a tile of this kind."""
    return f"pinned {kind}"


def _jokers_of(case: Case, given: int) -> Counter[str]:
    """Return how many jokers there are for each role."""
    problem = case.problem
    jokers = Counter(map(_pinned, problem.pinned))
    jokers[GIVEN], jokers[RELEASED] = given, case.released
    jokers[UNCOUNTED], jokers[COUNTED] = problem.jokers_must, problem.jokers_may
    return jokers


def _assigned(choices: Sequence[Roles], jokers: Counter[str]) -> Iterator[Roles]:
    """Yield the ways to give each joker of a meld a role for which there is one."""
    if not choices:
        yield ()
        return
    for role in choices[0]:
        if jokers[role[0]]:
            for others in _assigned(choices[1:], jokers - Counter([role[0]])):
                yield (role, *others)


def _old_jokers(meld: Meld, old: Meld | None) -> frozenset[int]:
    """Return which jokers of a meld, counted from 0, are those of the old meld it extends.

    In a group any may be.
    """
    if old is None or not old.jokers:
        return frozenset()
    if not (isinstance(meld, Run) and isinstance(old, Run)):
        return frozenset(range(meld.jokers))
    first = place_within(meld, old)
    return frozenset(
        at for at, place in enumerate(meld.joker_places) if first <= place < first + len(old)
    )


@lru_cache(maxsize=256)
def _all_within(variant: Variant, there: tuple[int, ...], jokers: int) -> tuple[Meld, ...]:
    """Return `melds_within`: cases of one turn ask for the same ones again and again."""
    return tuple(melds_within(variant, there, jokers))


@lru_cache(maxsize=1 << 16)
def _kinds_of(variant: Variant, meld: Meld) -> tuple[tuple[int, ...], bool]:
    """Return the kinds of a meld's real tiles, and whether one is there twice."""
    kinds = tuple(variant.table_set.kind(tile) for tile in meld.tiles if not tile.is_joker)
    return kinds, len(set(kinds)) < len(kinds)

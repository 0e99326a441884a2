"""Among equally good plays the one that changes the table least.

Every meld of the old table gets a token. A meld of the new table may take the token of one old
meld, and counts by the tiles that it shares with it, most if it is the same meld. So the most
tokens' worth is one more division of tiles, see `rummistats.play.division`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from importlib.util import find_spec

from rummistats.melds import Meld, Run
from rummistats.play.best_so_far import BestSoFar
from rummistats.play.case import Case
from rummistats.play.catalog import extends, melds_within
from rummistats.play.division import Division, Item, divide
from rummistats.play.division_program import divide_at_length
from rummistats.play.gains import STEP
from rummistats.play.problem import Problem, has_usual_melds, solve_problem
from rummistats.play.searching import Kinds, all_items, as_division, items_of
from rummistats.play.solve import Optimum, Turn
from rummistats.play.table import Table
from rummistats.search import join_runs

__all__ = ["changes", "fewest_changes"]

_STANDS = 1 << 8
_OBJECTIVE = 1 << 16


def changes(before: Table, after: Table) -> tuple[int, int]:
    """Return how many melds of a table do not stand any more, and how many tiles changed theirs.

    Old and new melds are paired so that most tiles stay: those that a pair has in common.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> before = Table.parse("{R4 R5 R6 R7} {B1 B2 B3}", sabra)
    >>> changes(before, Table.parse("{R4 R5 R6} {R7 B7 K7} {B1 B2 B3}", sabra))
    (1, 1)
    """
    from scipy.optimize import linear_sum_assignment

    standing = sum((Counter(before.melds) & Counter(after.melds)).values())
    shared = [[_shared(old, new) for new in after] for old in before]
    stays = 0
    if shared and shared[0]:
        rows, columns = linear_sum_assignment(shared, maximize=True)
        stays = sum(shared[row][column] for row, column in zip(rows, columns, strict=True))
    return len(before) - standing, len(before.tiles) - stays


def _objective(gain: int) -> int:
    """Return a gain without its tie-breaks."""
    return (gain + STEP // 2) // STEP


@lru_cache(maxsize=1 << 16)
def _shared(one: Meld, other: Meld) -> int:
    return (Counter(one.tiles) & Counter(other.tiles)).total()


def fewest_changes(turn: Turn, best: Optimum) -> Table:
    """Return a table of a best play that changes the old one least.

    Parameters
    ----------
    turn : Turn
        The old table, the rack and the rules.
    best : Optimum
        What the best plays gain, and the cases that may lead to them.
    """
    assert best.melds is not None
    found = Table(best.melds)
    least = changes(turn.table, found)
    assert best.cases is not None
    aim = _objective(best.gain)
    equal = BestSoFar(turn.variant, turn.gains, aim * STEP - STEP // 2 - 1)
    for case in best.cases(equal):
        if _objective(case.most(turn.gains)) < aim:
            continue
        settled = _settled(turn, case, aim)
        if settled is None:
            continue
        for melds in _divided(turn, settled, aim - _objective(case.gain)):
            table = Table((*case.fixed, *melds))
            if (now := changes(turn.table, table)) < least:
                found, least = table, now
    return found


def _settled(turn: Turn, case: Case, aim: int) -> Case | None:
    """Return a case without the choices that no best play makes, or None if none is left.

    The fewer rack tiles are open, the faster the division is.
    """

    def reaches(problem: Problem) -> bool:
        # Tie-breaks may lower a gain if a joker is taken to the rack.
        floor = max(0, aim * STEP - STEP // 2 - case.gain)
        found = solve_problem(problem, turn.variant, turn.gains, floor)
        return found is not None and _objective(case.gain + found.gain) >= aim

    problem = case.problem
    if not reaches(problem):
        return None
    for kind in range(len(problem.may)):
        while problem.may[kind] > problem.forced[kind]:
            more = replace(problem, forced=_plus(problem.forced, kind, 1))
            less = replace(problem, may=_plus(problem.may, kind, -1))
            can, need_not = reaches(more), reaches(less)
            if can and need_not:
                break
            problem = more if can else less
    return replace(case, problem=problem)


def _plus(counts: tuple[int, ...], kind: int, more: int) -> tuple[int, ...]:
    return tuple(count + more * (at == kind) for at, count in enumerate(counts))


def _divided(turn: Turn, case: Case, aim: int) -> Iterator[tuple[Meld, ...]]:
    """Yield divisions, one of which changes the table least."""
    for left in _unpaired(list(case.fixed), list(turn.own_melds)):
        start = _Tokens(turn, case.problem, left, aim)
        best = start.divide()
        if best is None:
            continue
        # Most melds stand in this one, and pieces of runs may belong together.
        yield tuple(best[1])
        yield tuple(join_runs(best[1], turn.variant))
        standing, tokens, most = _always_standing(start, *best)
        found = _never_standing(tokens, most).divide(with_shared=True, floor=most)
        if found is not None:
            yield (*standing, *found[1])


def _unpaired(fixed: list[Meld], old: list[Meld]) -> Iterator[list[Meld]]:
    """Yield the old melds that are left when each fixed meld is paired with one or none."""
    if not fixed:
        yield old
        return
    meld, others = fixed[0], fixed[1:]
    same = [other for other in old if extends(meld, other) and other.jokers]
    for other in same or dict.fromkeys(old):
        if _shared(meld, other):
            rest = list(old)
            rest.remove(other)
            yield from _unpaired(others, rest)
            if same:
                return
    yield from _unpaired(others, old)


def _always_standing(
    tokens: _Tokens, most: int, melds: list[Meld]
) -> tuple[list[Meld], _Tokens, int]:
    """Return melds that stand in every best division, what is left, and its best credit.

    How many stand is a quick question; which tiles change their melds is asked of few only.
    """
    standing: list[Meld] = []
    for meld in list(tokens.old.elements()):
        if meld not in melds or (fixed := tokens.fix(meld)) is None:
            continue
        if tokens.dissolve(meld).divide(floor=most) is None:
            tokens = fixed
            standing.append(meld)
            most -= _STANDS
    return standing, tokens, most


def _never_standing(tokens: _Tokens, most: int) -> _Tokens:
    """Return the division in which melds that stand in no best division are known."""
    never = []
    for meld in tokens.old:
        fixed = tokens.fix(meld)
        if fixed is not None and fixed.divide(floor=most - _STANDS) is None:
            never.append(meld)
    return replace(tokens, never=frozenset(never), plain_items=tokens.items)


@dataclass(frozen=True)
class _Tokens:
    """Divisions in which melds may take the tokens of old melds.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    problem : Problem
        The tiles.
    melds : sequence of Meld
        The old melds that have tokens.
    aim : int
        What the best plays of the problem gain of the objective.
    never : frozenset of Meld
        Old melds that are known not to stand.
    plain_items : sequence of Item, optional
        Melds as items without tokens, if they are known; some may be among them for which there
        are no tiles.
    """

    turn: Turn
    problem: Problem
    melds: Sequence[Meld]
    aim: int
    never: frozenset[Meld] = frozenset()
    plain_items: Sequence[Item] | None = None

    @cached_property
    def old(self) -> Counter[Meld]:
        """How often there is each old meld."""
        return Counter(self.melds)

    @cached_property
    def division(self) -> Division:
        """The tiles, without the tokens."""
        return as_division(self.problem, self.turn.variant, self.turn.gains)[0]

    @cached_property
    def items(self) -> Sequence[Item]:
        """The melds as items without tokens, as far as there were tiles at first."""
        if self.plain_items is not None:
            return self.plain_items
        turn, problem = self.turn, self.problem
        return [
            Item(item.needs, item.credit // STEP * _OBJECTIVE, item.meld)
            for item in all_items(turn.variant, turn.gains, problem.jokers, problem.pinned)
            if item.fits(self.division.counts)
        ]

    @cached_property
    def sure(self) -> int:
        """The credit of a best play in which no token counts."""
        _, offset = as_division(self.problem, self.turn.variant, self.turn.gains)
        return (self.aim - _objective(offset)) * _OBJECTIVE

    def dissolve(self, meld: Meld) -> _Tokens:
        """Return the division in which one such meld has no token."""
        melds = list(self.melds)
        melds.remove(meld)
        return replace(self, melds=tuple(melds), plain_items=self.items)

    def fix(self, meld: Meld) -> _Tokens | None:
        """Return the division without a meld that stands; None if jokers are in it."""
        must = list(self.problem.must)
        for tile in meld.tiles:
            if tile.is_joker:
                return None
            must[self.turn.steps.kind(tile)] -= 1
        if min(must) < 0:
            return None
        return replace(self.dissolve(meld), problem=replace(self.problem, must=tuple(must)))

    def divide(
        self, with_shared: bool = False, floor: int | None = None
    ) -> tuple[int, list[Meld]] | None:
        """Return the credit and the melds of a division in which most old melds stand.

        With ``with_shared`` a meld that shares tiles with an old one counts these too. Only a
        credit of at least ``floor`` is of interest.
        """
        division = self.division
        kinds = Kinds(self.turn.variant, self.turn.gains, self.problem.pinned)
        place = {kind: at for at, kind in enumerate(division.order)}
        items = [item for item in self.items if item.fits(division.counts)]
        later = self._fitting_melds() if with_shared else []
        last: list[int] = []
        most: list[int] = []
        for number, old in enumerate(self.old):
            token = len(division.counts) + number
            with_token = [
                Item((*item.needs, token), item.credit // STEP * _OBJECTIVE + credit, item.meld)
                for meld, credit in self._later(old, later, with_shared)
                for item in items_of(meld, kinds)
                if item.fits(division.counts)
            ]
            begins = [min(place[kind] for kind in item.needs[:-1]) for item in with_token]
            last.append(max(begins, default=0))
            most.append(max((item.credit % _OBJECTIVE for item in with_token), default=0))
            # An old meld that stands is tried first, then those that share most.
            items = sorted(with_token, key=lambda item: -item.credit) + items
        order: list[int] = []
        for at, kind in enumerate(division.order):
            order.append(kind)
            order += [len(division.counts) + number for number, end in enumerate(last) if end == at]
        tokens = tuple(self.old.values())
        low = self.sure if floor is None else floor
        # No play is better, and no token counts more than most.
        high = self.sure + sum(a * b for a, b in zip(most, tokens, strict=True))
        step = _STANDS
        if with_shared:
            high, step = min(high, low + sum(map(len, self.melds))), 4
        elif floor is not None:
            step = max(1, high - low)
        if high < low:
            return None
        penalties = [penalty // STEP * _OBJECTIVE for penalty in division.penalties]
        upper = [-(-bound // STEP) * _OBJECTIVE for bound in division.upper]
        tiles_and_tokens = Division(
            (*division.counts, *tokens),
            (*division.limits, *tokens),
            (*penalties, *[0] * len(tokens)),
            (*upper, *most),
            tuple(order),
            items,
        )
        search = partial(divide, tiles_and_tokens, find_spec("numba") is not None, high, step, low)
        found = divide_at_length(tiles_and_tokens, search) if with_shared else search()
        if found is None or found[0] < low:
            return None
        return found[0], [item.meld for item in found[1]]

    def _later(self, old: Meld, melds: list[Meld], with_shared: bool) -> Iterator[tuple[Meld, int]]:
        """Yield what may become of an old meld, and what that counts."""
        if old not in self.never:
            yield old, _STANDS + (len(old) if with_shared else 0)
        variant = self.turn.variant
        usual = has_usual_melds(variant, min(2, variant.table_set.jokers), self.turn.gains)
        for meld in melds:
            shared = 0 if meld == old else _shared(meld, old)
            if shared and not (usual and _has_spare_end(meld, old)):
                yield meld, shared

    def _fitting_melds(self) -> list[Meld]:
        """Return all melds that the tiles are enough for, however long."""
        problem, variant = self.problem, self.turn.variant
        there = tuple(a + b for a, b in zip(problem.must, problem.may, strict=True))
        return list(melds_within(variant, there, problem.jokers + len(problem.pinned)))


def _has_spare_end(meld: Meld, old: Meld) -> bool:
    """Whether three tiles or more at an end of a run are none of the old meld's.

    They can be cut off as a run of their own.
    """
    if not isinstance(meld, Run) or len(meld) < 6:
        return False
    there = set(old.tiles)
    return not (there & set(meld.tiles[:3])) or not (there & set(meld.tiles[-3:]))

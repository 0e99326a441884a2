"""Among equally good plays the one that changes the table least.

Every meld of the old table gets a token. A meld of the new table may take the token of one old
meld, and counts by the tiles that it shares with it, most if it is the same meld. So the most
tokens' worth is one more division of tiles, see `rummistats.play.division`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

from rummistats.melds import Meld, Run
from rummistats.play.case import Case, all_melds_with_readings, extends
from rummistats.play.division import Division, Item, Kinds, as_division, divide, items_of
from rummistats.play.gains import STEP
from rummistats.play.problem import Problem, has_usual_melds, solve_problem
from rummistats.play.solve import Optimum, Turn
from rummistats.play.table import Table

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
    aim = best.gain // STEP
    for case in best.cases:
        if case.most(turn.gains) // STEP < aim:
            continue
        settled = _settled(turn, case, aim)
        if settled is None:
            continue
        for melds in _divided(turn, settled, aim):
            table = Table((*case.fixed, *melds))
            if (now := changes(turn.table, table)) < least:
                found, least = table, now
    return found


def _settled(turn: Turn, case: Case, aim: int) -> Case | None:
    """Return a case without the choices that no best play makes, or None if none is left.

    The fewer rack tiles are open, the faster the division is.
    """

    def reaches(problem: Problem) -> bool:
        floor = max(0, aim * STEP - case.gain)
        found = solve_problem(problem, turn.variant, turn.gains, floor)
        return found is not None and (case.gain + found.gain) // STEP >= aim

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
    old = list((Counter(turn.table.melds) - Counter(turn.claims)).elements())
    for left in _unpaired(list(case.fixed), old):
        found = _divide_with_tokens(turn, case.problem, left)
        if found is not None:
            yield found


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


def _divide_with_tokens(turn: Turn, problem: Problem, old: list[Meld]) -> tuple[Meld, ...] | None:
    division, _ = as_division(problem, turn.variant, turn.gains)
    kinds = Kinds(turn.variant, turn.gains, problem.pinned)
    place = {kind: at for at, kind in enumerate(division.order)}
    items = [replace(item, credit=item.credit // STEP * _OBJECTIVE) for item in division.items]
    tokens: list[int] = []
    last: list[int] = []
    for number, (meld, count) in enumerate(Counter(old).items()):
        token = len(division.counts) + number
        tokens.append(count)
        with_token = [
            Item((*item.needs, token), item.credit // STEP * _OBJECTIVE + credit, item.meld)
            for other, credit in _later_melds(turn, problem, meld)
            for item in items_of(other, kinds)
        ]
        fitting = [
            item
            for item in with_token
            if all(item.needs.count(kind) <= division.counts[kind] for kind in set(item.needs[:-1]))
        ]
        last.append(max((min(place[k] for k in item.needs[:-1]) for item in fitting), default=0))
        # An old meld that stands is tried first, then those that share most.
        items = sorted(fitting, key=lambda item: -item.credit) + items
    order: list[int] = []
    for at, kind in enumerate(division.order):
        order.append(kind)
        order += [len(division.counts) + number for number, end in enumerate(last) if end == at]
    most = [
        max(
            (item.credit % _OBJECTIVE for item in items if len(division.counts) + n in item.needs),
            default=0,
        )
        for n in range(len(tokens))
    ]
    found = divide(
        Division(
            (*division.counts, *tokens),
            (*division.limits, *tokens),
            (*[p // STEP * _OBJECTIVE for p in division.penalties], *[0] * len(tokens)),
            (*[-(-u // STEP) * _OBJECTIVE for u in division.upper], *most),
            tuple(order),
            items,
        ),
        find_spec("numba") is not None,
    )
    return None if found is None else tuple(item.meld for item in found[1])


def _later_melds(turn: Turn, problem: Problem, old: Meld) -> Iterator[tuple[Meld, int]]:
    """Yield what may become of an old meld, and what that counts."""
    yield old, _STANDS + len(old)
    usual = has_usual_melds(turn.variant, min(2, turn.variant.table_set.jokers), turn.gains)
    for meld in all_melds_with_readings(turn.variant):
        if meld == old or meld.jokers > problem.jokers + len(problem.pinned):
            continue
        shared = _shared(meld, old)
        if shared and not (usual and _has_spare_end(meld, old)):
            yield meld, shared


def _has_spare_end(meld: Meld, old: Meld) -> bool:
    """Whether three tiles or more at an end of a run are none of the old meld's.

    They can be cut off as a run of their own, unless they are nothing but jokers.
    """
    if not isinstance(meld, Run) or len(meld) < 6:
        return False
    there = set(old.tiles)
    return not (there & set(meld.tiles[:3])) or not (there & set(meld.tiles[-3:]))

"""The best play on a table as an integer program, solved by SciPy's HiGHS.

A tile is its text, ``"R7"`` or ``"J"``; a meld is its real tiles and, for each joker, the tiles
that it may stand for. One variable for each meld says how often it lies on the new table, one
for each tile how many are laid from the rack; and a few say what became of each old joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from tests.oracles.catalogue import Rules, is_group, is_run, row_from
from tests.oracles.integer_program import Unresolved


@dataclass(frozen=True)
class OracleMeld:
    """A meld of the table: its real tiles, what its jokers may be, and where a run's are."""

    real: tuple[str, ...]
    jokers: tuple[frozenset[str], ...]
    row: tuple[str, ...] = ()

    @property
    def is_run(self) -> bool:
        return bool(self.row)

    def extends(self, old: OracleMeld) -> bool:
        """Whether it is the old meld with more tiles, its jokers as they were."""
        if self.is_run != old.is_run:
            return False
        if not self.is_run:
            fits = Counter(old.real) <= Counter(self.real) and len(old.jokers) <= len(self.jokers)
            return fits and self.real[0][1:] == old.real[0][1:]
        size = len(old.row)
        return any(
            self.row[first : first + size] == old.row
            and Counter(self.row_jokers(first, size)) == Counter(old.row_jokers(0, size))
            for first in range(len(self.row) - size + 1)
        )

    def row_jokers(self, first: int, size: int) -> list[str]:
        """Return the jokers' readings in a part of a run."""
        wild = Counter(tile for reading in self.jokers for tile in reading)
        return [tile for tile in self.row[first : first + size] if wild[tile]]


@lru_cache(maxsize=8)
def melds(rules: Rules) -> list[OracleMeld]:
    """Return every meld with jokers in all their places; runs of any length up to the numbers."""
    found: list[OracleMeld] = []
    for n in range(1, rules.numbers + 1):
        for size in range(1, rules.max_group + 1):
            for colors in combinations(rules.letters, size):
                for wild in range(rules.jokers + 1):
                    others = [color for color in rules.letters if color not in colors]
                    if wild <= len(others) and is_group((*colors, *others[:wild]), rules):
                        missing = frozenset(f"{color}{n}" for color in others)
                        real = tuple(f"{color}{n}" for color in colors)
                        found.append(OracleMeld(real, (missing,) * wild))
    for first in range(rules.numbers):
        for size in range(1, rules.numbers + 1):
            numbers = tuple((first + place) % rules.numbers + 1 for place in range(size))
            if not (is_run(numbers, rules) and row_from(numbers[0], Counter(numbers), rules)):
                continue
            for color in rules.letters:
                row = tuple(f"{color}{n}" for n in numbers)
                for wild in range(min(rules.jokers, len(row) - 1) + 1):
                    for places in combinations(range(len(row)), wild):
                        real = tuple(t for p, t in enumerate(row) if p not in places)
                        readings = tuple(frozenset([row[p]]) for p in places)
                        found.append(OracleMeld(real, readings, row))
    return found


@dataclass
class _Program:
    """Variables with gains and upper bounds, and rows of constraints."""

    gains: list[float]
    upper: list[float]
    rows: list[tuple[dict[int, float], float, float]]

    def variable(self, gain: float = 0.0, upper: float = np.inf) -> int:
        self.gains.append(gain)
        self.upper.append(upper)
        return len(self.gains) - 1

    def row(self, terms: dict[int, float], low: float, high: float) -> None:
        self.rows.append((terms, low, high))

    def solve(self, time_limit: float) -> int:
        entries = [(r, v, c) for r, (terms, _, _) in enumerate(self.rows) for v, c in terms.items()]
        rows, columns, values = (list(part) for part in zip(*entries, strict=True))
        shape = (len(self.rows), len(self.gains))
        matrix = coo_array((values, (rows, columns)), shape=shape).tocsc()
        low = [row[1] for row in self.rows]
        high = [row[2] for row in self.rows]
        solution = milp(
            c=-np.array(self.gains),
            constraints=[LinearConstraint(matrix, low, high)],
            integrality=np.ones(len(self.gains)),
            bounds=Bounds(0, np.array(self.upper)),
            options={"time_limit": time_limit, "mip_rel_gap": 0.0},
        )
        if solution.status != 0 or solution.x is None:
            raise Unresolved(solution.message)
        total = round(-solution.fun)
        bound = solution.mip_dual_bound
        if abs(-solution.fun - total) > 1e-4 or bound is None or -bound >= total + 1 - 1e-6:
            raise Unresolved(f"{-solution.fun} found, but the bound is {bound}")
        return total


def most_from_rack(
    table: Iterable[OracleMeld],
    hand: Iterable[str],
    rules: Rules,
    objective: str,
    mode: str = "free",
    from_table: bool = True,
    time_limit: float = 20.0,
) -> int:
    """Return the most tiles, value or rack points that a play of a player who opened lays.

    Jokers from the rack count most value if they are those of all jokers with the highest
    numbers; in the modes ``replace`` and ``locked`` value is defined here without such jokers.

    Raises
    ------
    Unresolved
        If the optimum is not proved within the time limit, in seconds.
    """
    old = list(table)
    lying = Counter(tile for meld in old for tile in meld.real)
    wild = sum(len(meld.jokers) for meld in old)
    rack = Counter(hand)
    all_tiles = lying + rack
    counted_apart = objective == "value" and rack["J"] > 0
    assert not counted_apart or mode == "free"
    program = _Program([], [], [])
    laid = {
        tile: program.variable(_gain(tile, objective, rules), count) for tile, count in rack.items()
    }
    uses: dict[str, dict[int, float]] = {tile: {} for tile in [*all_tiles, "J", "counted"]}
    columns: list[tuple[OracleMeld, int]] = []
    best_of: dict[object, int] = {}
    for meld in melds(rules):
        if not (Counter(meld.real) <= all_tiles and len(meld.jokers) <= wild + rack["J"]):
            continue
        for counted in range(min(len(meld.jokers), rack["J"]) + 1 if counted_apart else 1):
            numbers = sorted((max(int(t[1:]) for t in r) for r in meld.jokers), reverse=True)
            gain = sum(numbers[:counted])
            # While jokers are free, readings of the same tiles differ in nothing but the gain.
            key = meld.real, len(meld.jokers), counted
            if mode == "free" and key in best_of:
                program.gains[best_of[key]] = max(program.gains[best_of[key]], gain)
                continue
            best_of[key] = len(program.gains)
            variable = program.variable(gain)
            columns.append((meld, variable))
            for tile, count in Counter(meld.real).items():
                uses[tile][variable] = count
            uses["J"][variable] = len(meld.jokers)
            uses["counted"][variable] = counted
    for tile in all_tiles:
        if tile != "J":
            terms = dict(uses[tile])
            if tile in laid:
                terms[laid[tile]] = -1
            program.row(terms, lying[tile], lying[tile])
    terms = dict(uses["J"])
    if "J" in laid:
        terms[laid["J"]] = -1
        if counted_apart:
            program.gains[laid["J"]] = 0
            program.row({**uses["counted"], laid["J"]: -1}, 0, 0)
    program.row(terms, wild, wild)
    if mode == "replace":
        _replace(program, old, columns, laid, lying if from_table else Counter())
    elif mode == "locked":
        unlocked = Counter(tile for meld in old if not meld.jokers for tile in meld.real)
        _locked(program, old, columns, laid, unlocked if from_table else Counter())
    return program.solve(time_limit)


def _gain(tile: str, objective: str, rules: Rules) -> int:
    if objective == "tiles":
        return 1
    return rules.joker_rack_value if tile == "J" else int(tile[1:])


def _matched(
    program: _Program, released: dict[str, list[int]], laid: dict[str, int], there: Counter[str]
) -> None:
    """No tile releases two jokers, and none that isn't there or laid."""
    for tile, variables in released.items():
        terms = dict.fromkeys(variables, 1.0)
        if tile in laid:
            terms[laid[tile]] = -1
        program.row(terms, -np.inf, there[tile])


def _replace(
    program: _Program,
    old: list[OracleMeld],
    columns: list[tuple[OracleMeld, int]],
    laid: dict[str, int],
    there: Counter[str],
) -> None:
    """Each old joker keeps one of its readings, or is released by a real tile."""
    readings = [reading for meld in old for reading in meld.jokers]
    kept: dict[str, list[int]] = {}
    released: dict[str, list[int]] = {}
    for reading in readings:
        terms = {}
        for tile in reading:
            for fate in (kept, released):
                variable = program.variable(upper=1)
                fate.setdefault(tile, []).append(variable)
                terms[variable] = 1.0
        program.row(terms, 1, np.inf)
    _matched(program, released, laid, there)
    shown: dict[str, list[int]] = {tile: [] for tile in kept}
    for meld, column in columns:
        wanted = [tile for tile in kept if any(tile in reading for reading in meld.jokers)]
        if meld.is_run:
            for tile in wanted:
                variable = program.variable()
                shown[tile].append(variable)
                program.row({variable: 1, column: -1}, -np.inf, 0)
        elif wanted:
            variables = [program.variable() for _ in wanted]
            for tile, variable in zip(wanted, variables, strict=True):
                shown[tile].append(variable)
            together = dict.fromkeys(variables, 1.0)
            program.row({**together, column: -len(meld.jokers)}, -np.inf, 0)
    for tile, variables in kept.items():
        terms = dict.fromkeys(variables, 1.0)
        terms.update(dict.fromkeys(shown[tile], -1.0))
        program.row(terms, -np.inf, 0)


def _locked(
    program: _Program,
    old: list[OracleMeld],
    columns: list[tuple[OracleMeld, int]],
    laid: dict[str, int],
    there: Counter[str],
) -> None:
    """Each old meld with jokers is extended, or all its jokers are released by real tiles."""
    released: dict[str, list[int]] = {}
    of_column: dict[int, list[int]] = {}
    for meld in old:
        if not meld.jokers:
            continue
        extended = []
        for other, column in columns:
            if other.extends(meld):
                variable = program.variable(upper=1)
                extended.append(variable)
                of_column.setdefault(column, []).append(variable)
        for reading in meld.jokers:
            terms = dict.fromkeys(extended, 1.0)
            for tile in reading:
                variable = program.variable(upper=1)
                released.setdefault(tile, []).append(variable)
                terms[variable] = 1.0
            program.row(terms, 1, 1)
    _matched(program, released, laid, there)
    for column, variables in of_column.items():
        program.row({**dict.fromkeys(variables, 1.0), column: -1}, -np.inf, 0)

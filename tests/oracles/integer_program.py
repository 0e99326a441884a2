"""The best way to lay melds from a hand as an integer program, solved by SciPy's HiGHS.

One variable for each meld that the hand contains says how often it is laid. Runs are not cut
into short ones, since not every rule lets them be cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array

from tests.oracles.catalogue import Rules, Tiles, catalogue, rack_points, sorted_tiles

Counts = npt.NDArray[np.int64]


class Unresolved(RuntimeError):
    """The solver stopped without a proof of optimality."""


@lru_cache(maxsize=16)
def _catalogue_matrix(rules: Rules) -> tuple[dict[str, int], Counts, dict[str, Counts]]:
    """Return the tiles' columns, each meld's tile counts, and what a meld adds."""
    values = catalogue(rules)
    tiles = [f"{color}{n}" for color in rules.letters for n in range(1, rules.numbers + 1)]
    column = {tile: place for place, tile in enumerate([*tiles, "J"])}
    counts = np.zeros((len(values), len(column)), dtype=np.int64)
    for row, meld in enumerate(values):
        for tile in meld:
            counts[row, column[tile]] += 1
    gains = {
        "value": np.array(list(values.values()), dtype=np.int64),
        "tiles": counts.sum(axis=1),
        "melds": np.ones(len(values), dtype=np.int64),
        "dead_wood_points": np.array([rack_points(m, rules) for m in values], dtype=np.int64),
    }
    return column, counts, gains


def best(hand: Iterable[object], rules: Rules, objective: str, time_limit: float = 60.0) -> int:
    """Return the largest value, most tiles, most melds or fewest dead-wood points.

    Raises
    ------
    Unresolved
        If the optimum is not proved within the time limit, in seconds.
    """
    tiles: Tiles = sorted_tiles(hand)
    column, counts, gains = _catalogue_matrix(rules)
    if objective not in gains:
        raise ValueError(f"no objective {objective!r}")
    held = np.zeros(len(column), dtype=np.int64)
    for tile, count in Counter(tiles).items():
        held[column[tile]] = count
    fits = (counts <= held).all(axis=1)
    most = _most(counts[fits], held, gains[objective][fits], time_limit)
    return rack_points(tiles, rules) - most if objective == "dead_wood_points" else most


def _most(counts: Counts, held: Counts, gain: Counts, time_limit: float) -> int:
    """Return the largest total gain of melds that the held tiles are enough for."""
    if not len(counts):
        return 0
    used = counts.any(axis=0)
    solution = milp(
        c=-gain,
        constraints=LinearConstraint(csc_array(counts[:, used].T), -np.inf, held[used]),
        integrality=np.ones(len(gain), dtype=np.int64),
        bounds=Bounds(0, np.inf),
        options={"time_limit": time_limit, "mip_rel_gap": 0.0},
    )
    if solution.status != 0 or solution.x is None:
        raise Unresolved(f"{solution.message} ({len(gain)} melds)")
    # The solver works with floats: count again with integers, and let its bound prove the rest.
    laid = np.rint(solution.x).astype(np.int64)
    total = int(gain @ laid)
    if (laid < 0).any() or (counts.T @ laid > held).any():
        raise Unresolved("the solver's melds need more tiles than there are")
    bound = solution.mip_dual_bound
    if bound is None or -bound >= total + 1 - 1e-6:
        raise Unresolved(f"{total} found, but the bound is {bound}")
    return total

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
from tests.oracles.games import GameRules, melds, points_of_tiles

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


@lru_cache(maxsize=16)
def _game_matrix(rules: GameRules) -> tuple[dict[str, int], Counts, dict[str, Counts], Counts]:
    """Return the tiles' columns, each reading's tile counts, what it adds, and which are runs."""
    column = {tile: place for place, tile in enumerate(points_of_tiles(rules))}
    readings = [
        (meld, value, is_run)
        for meld, values in melds(rules).items()
        for is_run, value in enumerate(values)
        if value is not None
    ]
    counts = np.zeros((len(readings), len(column)), dtype=np.int64)
    for row, (meld, _, _) in enumerate(readings):
        for tile in meld:
            counts[row, column[tile]] += 1
    points = np.array(list(points_of_tiles(rules).values()), dtype=np.int64)
    gains = {
        "value": np.array([value for _, value, _ in readings], dtype=np.int64),
        "tiles": counts.sum(axis=1),
        "melds": np.ones(len(readings), dtype=np.int64),
        "dead_wood_points": counts @ points,
    }
    return column, counts, gains, np.array([is_run for _, _, is_run in readings], dtype=np.int64)


def most_in_game(
    hand: Iterable[object],
    rules: GameRules,
    objective: str,
    needs_run: bool = False,
    time_limit: float = 60.0,
) -> int:
    """Return the most value, tiles, melds or rack points that melds of a hand reach.

    With ``needs_run`` one of them is a run; without any run it is 0.
    """
    column, counts, gains, runs = _game_matrix(rules)
    held = np.zeros(len(column), dtype=np.int64)
    for tile in map(str, hand):
        held[column[tile]] += 1
    fits = (counts <= held).all(axis=1)
    if needs_run and not runs[fits].any():
        return 0
    needed = runs[fits] if needs_run else None
    return _most(counts[fits], held, gains[objective][fits], time_limit, needed)


def _most(
    counts: Counts, held: Counts, gain: Counts, time_limit: float, needed: Counts | None = None
) -> int:
    """Return the largest total gain of melds that the held tiles are enough for.

    At least one of the melds marked in ``needed`` is among them.
    """
    if not len(counts):
        return 0
    used = counts.any(axis=0)
    constraints = [LinearConstraint(csc_array(counts[:, used].T), -np.inf, held[used])]
    if needed is not None:
        constraints.append(LinearConstraint(csc_array(needed[None, :]), 1, np.inf))
    solution = milp(
        c=-gain,
        constraints=constraints,
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
    if needed is not None and needed @ laid < 1:
        raise Unresolved("the solver's melds have no run among them")
    bound = solution.mip_dual_bound
    if bound is None or -bound >= total + 1 - 1e-6:
        raise Unresolved(f"{total} found, but the bound is {bound}")
    return total

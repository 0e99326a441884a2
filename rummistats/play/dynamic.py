"""Best divisions by the compiled dynamic program over the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any

from rummistats.melds import Group, Meld, Run
from rummistats.play.gains import Gains, gains_of
from rummistats.play.problem import Problem, Solution
from rummistats.play.threads import kept_by_thread
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]

__all__ = ["TableSolver", "read_melds", "solve_by_numbers"]

_MOST_MELDS = 64

# What `rummistats.kernels.table_states` calls them; the kernels are imported only where used.
_ENDS = {"low": 0, "high": 0, "low_or_high": 1, "circular": 2}


class TableSolver:
    """The dynamic program with room to work in: for whole games, without making any objects.

    A solver belongs to one thread. Its arrays are overwritten by every call.

    Parameters
    ----------
    variant : Variant
        A variant whose melds `rummistats.play.problem.has_melds_by_numbers`: groups of different
        colors and runs, both from three on.
    best : {"tiles", "value", "rack_points"}
        What is made best.

    Attributes
    ----------
    laid : numpy.ndarray of int8, shape (colors * numbers + 1,)
        After a call: how many tiles of each kind are on the new table, jokers last.
    melds : numpy.ndarray of int32, shape (64, 5)
        After a call: the melds of the new table, one a row; the first `count` of them. A group:
        0, its number, the colors of its real tiles as bits, its size, its jokers. A run: 1, its
        color, its first number, its length, the places of its jokers as bits.
    count : int
        How many melds there are.

    Examples
    --------
    >>> import numpy as np
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> solver = TableSolver(sabra)
    >>> table = np.array(sabra.parse("R4 R5 R6 R7").counts, dtype=np.int8)
    >>> hand = np.array(sabra.parse("B7 K7 Y1").counts, dtype=np.int8)
    >>> solver.solve(table, hand) >> 20
    2
    >>> played = solver.laid - table
    >>> int(played.sum()), solver.count, solver.melds[:2].tolist()
    (2, 2, [[0, 7, 7, 3, 0], [1, 0, 4, 3, 0]])
    """

    def __init__(self, variant: Variant, best: str = "tiles") -> None:
        import numpy as np

        from rummistats.kernels.table import solve_counts
        from rummistats.kernels.table_around import solve_around

        self.variant = require_variant(variant)
        self._kernel = solve_counts if variant.ones == "low" else solve_around
        gains = gains_of(variant, best)
        points = variant.opening_points[1:] if variant.has_opening_value else (0,) * variant.numbers
        self._shape = np.array(
            [variant.colors, variant.numbers, variant.largest_group, _ENDS[variant.ones]],
            dtype=np.int64,
        )
        self.gains = np.array([*gains.tiles, *gains.jokers, *points], dtype=np.int64)
        self.laid = np.zeros(variant.colors * variant.numbers + 1, dtype=np.int8)
        self.melds = np.zeros((_MOST_MELDS, 5), dtype=np.int32)
        self.count = 0
        self._chosen = np.zeros((variant.numbers, variant.colors + 1, 3), dtype=np.int8)
        self._make_room(1 << 13)

    def _make_room(self, states: int) -> None:
        import numpy as np

        # Keys and scores, and parents with choices; then the hash table with its last stamp.
        self._states = np.empty((states, 3), dtype=np.int64)
        self._slots = np.zeros(2 * states + 1, dtype=np.int64)

    def solve(
        self,
        table: npt.NDArray[np.int8],
        hand: npt.NDArray[np.int8],
        jokers_least: int = 0,
        threshold: int = 0,
        floor: int = 0,
    ) -> int:
        """Return what the best play gains, and write it into `laid`, `melds` and `count`.

        Parameters
        ----------
        table, hand : numpy.ndarray of int8, shape (colors * numbers + 1,)
            How many tiles of each kind lie on the table and are on the rack, jokers last.
        jokers_least : int
            How many jokers must be on the new table; those that are there must be anyway.
        threshold : int
            What all melds must be worth together; only where 1 is low. With an empty table this
            asks for an opening.
        floor : int
            Only a gain of at least so much is of interest.

        Returns
        -------
        int
            The gain, in units of ``1 << 20`` and with tie-breaks below; -1 if there is no way
            to meld all tiles of the table, or to reach ``threshold`` or ``floor``.
        """
        while True:
            gain, count = self._kernel(
                table,
                hand,
                self.gains,
                self._shape,
                jokers_least,
                threshold,
                floor,
                self._states,
                self._slots,
                self._chosen,
                self.melds,
                self.laid,
            )
            if gain != -2:
                self.count = count
                return int(gain)
            self.more_room()

    @property
    def room(self) -> tuple[Array, Array, Array, Array, Array, Array]:
        """What other kernels need that call the program: the shape, and room to work in."""
        return self._shape, self._states, self._slots, self._chosen, self.melds, self.laid

    def more_room(self) -> None:
        """Make more room for states."""
        self._make_room(4 * len(self._states))


@kept_by_thread
def _solver(variant: Variant, best: str) -> TableSolver:
    """Return this thread's solver, with the room that it has already."""
    return TableSolver(variant, best)


def solve_by_numbers(
    problem: Problem, variant: Variant, gains: Gains, floor: int, threshold: int
) -> Solution | None:
    """Return a best division of the tiles, or None if there is none."""
    import numpy as np

    must = list(map(add, problem.must, problem.forced))
    # A joker that keeps its reading is one more tile of that kind.
    for kind in problem.pinned:
        must[kind] += 1
    may = list(map(sub, problem.may, problem.forced))
    sure = sum(map(mul, problem.forced, gains.tiles))
    solver = _solver(variant, gains.best)
    gain = solver.solve(
        np.array([*must, problem.jokers_must], dtype=np.int8),
        np.array([*may, problem.jokers_may], dtype=np.int8),
        problem.jokers_must + problem.jokers_forced,
        threshold,
        max(0, floor - sure),
    )
    if gain < 0:
        return None
    melds = read_melds(solver.melds[: solver.count].tolist(), problem.pinned, variant)
    return Solution(gain + sure, tuple(melds))


def read_melds(
    rows: Sequence[Sequence[int]], pinned: Sequence[int], variant: Variant
) -> list[Meld]:
    """Return the melds that the kernel wrote, some of their tiles as jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rows = [[0, 7, 7, 3, 0], [1, 0, 4, 3, 4]]
    >>> [str(meld) for meld in read_melds(rows, [6], find_variant("sabra"))]
    ['B7 K7 J(R7/Y7)', 'R4 R5 J(R6)']
    """
    letters = variant.table_set.color_letters
    numbers = variant.numbers
    longest = min(variant.max_run or numbers, numbers)
    left = list(pinned)
    melds: list[Meld] = []
    for kind, first, second, size, jokers in rows:
        if kind == 0:
            for color in range(len(letters)):
                pin = color * numbers + first - 1
                if second >> color & 1 and pin in left:
                    left.remove(pin)
                    second &= ~(1 << color)
                    jokers += 1
            melds.append(_group(letters, first, second, jokers))
            continue
        for place in range(size) if left else ():
            pin = first * numbers + (second - 1 + place) % numbers
            if not jokers >> place & 1 and pin in left:
                left.remove(pin)
                jokers |= 1 << place
        melds += _runs(letters[first], numbers, longest, second, size, jokers)
    return melds


@lru_cache(maxsize=1 << 12)
def _group(letters: str, number: int, colors: int, jokers: int) -> Group:
    """Return a group of the colors that are bits, and jokers."""
    real = tuple(letter for color, letter in enumerate(letters) if colors >> color & 1)
    missing = tuple(letter for letter in letters if jokers and letter not in real)
    return Group(number, real, jokers, missing)


@lru_cache(maxsize=1 << 12)
def _runs(
    letter: str, numbers: int, longest: int, first: int, size: int, jokers: int
) -> tuple[Run, ...]:
    """Return a run as it is, or cut if it is too long; the places of its jokers are bits."""
    runs = []
    for begin, end in _pieces(size, longest):
        places = tuple(place - begin for place in range(begin, end) if jokers >> place & 1)
        line = tuple((first - 1 + place) % numbers + 1 for place in range(begin, end))
        runs.append(Run(letter, line, places))
    return tuple(runs)


def _pieces(size: int, longest: int) -> tuple[tuple[int, int], ...]:
    """Return where a run is cut if it is longer than the rules allow."""
    pieces = -(-size // longest)
    cuts = [size * piece // pieces for piece in range(pieces + 1)]
    return tuple(pairwise(cuts))

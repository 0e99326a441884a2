"""Readers of one color: they gain a number that depends on which of its tiles are there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from rummistats.melds import all_melds
from rummistats.variants import Variant

__all__ = ["ColorReader", "longest_runs", "three_tile_runs"]


@dataclass(frozen=True)
class ColorReader:
    """A number that depends on the tiles of one color, gained while reading them.

    Parameters
    ----------
    start : int
        The state before the first number.
    steps : tuple of tuple of (int, int)
        ``steps[state][tiles]`` is the state after a number of which so many tiles are there,
        and what is gained by it.

    Examples
    --------
    How many stretches of consecutive numbers are there among 1 and 2?

    >>> stretches = ColorReader.make([0, 1, 1, 1])  # none, only 1, only 2, both
    >>> state, gained = stretches.steps[stretches.start][1]
    >>> gained, [gained for _, gained in stretches.steps[state]]
    (1, [0, 0])
    """

    start: int
    steps: tuple[tuple[tuple[int, int], ...], ...]

    @classmethod
    def make(cls, values: Sequence[int]) -> ColorReader:
        """Return the smallest reader of which numbers are there, one tile of each at most.

        What is certain whatever comes is gained at once. Two beginnings are one state if the
        same can be gained after both.

        Parameters
        ----------
        values : sequence of int
            The function: bit ``n`` of a place is set if number ``n + 1`` is there. With no
            number there it is 0, and nowhere below.
        """
        steps: list[tuple[tuple[int, int], ...]] = [((0, 0), (0, 0))]
        known: dict[tuple[tuple[int, int], tuple[int, int]], int] = {}
        # By the numbers that were there so far: the state and what is certain.
        states, certain = [0] * len(values), list(values)
        while len(states) > 1:
            half = len(states) // 2
            least = list(map(min, certain[:half], certain[half:]))
            for there in range(half):
                following = (
                    (states[there], certain[there] - least[there]),
                    (states[there + half], certain[there + half] - least[there]),
                )
                if following not in known:
                    known[following] = len(steps)
                    steps.append(following)
                states[there] = known[following]
            states, certain = states[:half], least
        return cls(states[0], tuple(steps))


@lru_cache(maxsize=64)
def longest_runs(variant: Variant) -> ColorReader:
    """Return the reader that gains the natural runs of one color which no number extends.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> reader = longest_runs(find_variant("sabra"))
    >>> state = reader.start
    >>> for there in (1, 1, 1, 1, 0, 1, 1, 1):  # R1 R2 R3 R4 and R6 R7 R8
    ...     state, gained = reader.steps[state][there]
    ...     print(gained, end=" ")
    0 0 1 0 0 0 0 1
    """
    import numpy as np

    runs = {
        sum(1 << (number - 1) for number in run)
        for run in variant.runs
        if len(set(run)) == len(run) and variant.jokers_allowed(len(run), 0)
    }
    held = np.arange(1 << variant.numbers)
    inside = {run: held & run == run for run in runs}
    values = np.zeros(len(held), dtype=np.int64)
    for run in runs:
        longer = [other for other in runs if run & other == run != other]
        extended = np.zeros(len(held), dtype=bool)
        for other in longer:
            # Whatever contains a longer run contains the runs between, too.
            if not any(other & least == least != other for least in longer):
                extended |= inside[other]
        values += inside[run] & ~extended
    return ColorReader.make(values.tolist())


@lru_cache(maxsize=64)
def three_tile_runs(variant: Variant) -> ColorReader:
    """Return the reader that gains the natural runs of three of one color, copies told apart.

    What is known is how many beginnings of runs are there, by what they still need.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> reader = three_tile_runs(find_variant("sabra"))
    >>> state = reader.start
    >>> for tiles in (1, 2, 1, 2):  # R1 R2 R2 R3 R4 R4
    ...     state, gained = reader.steps[state][tiles]
    ...     print(gained, end=" ")
    0 0 2 4
    """
    copies = max(variant.deck)
    red = variant.playing_set.color_letters[0]
    runs = [
        tuple(sorted(Counter(tile.number for tile in meld).items()))
        for meld in all_melds(variant, jokers=0, max_run=3)
        if len(meld) == 3 and {tile.color for tile in meld} == {red}
    ]
    # A run all of one number is counted as a group.
    level = {tuple((run, 1) for run in sorted(runs) if len(run) > 1): 0}
    steps: list[tuple[tuple[int, int], ...]] = []
    known = 1
    for number in range(1, variant.numbers + 1):
        following: dict[_Begun, int] = {}
        for begun in level:
            row = []
            for tiles in range(copies + 1):
                still_begun, gained = _go_on(begun, number, tiles)
                if still_begun not in following:
                    following[still_begun] = known
                    known += 1
                row.append((following[still_begun], gained))
            steps.append(tuple(row))
        level = following
    return ColorReader(0, tuple(steps))


_Begun = tuple[tuple[tuple[tuple[int, int], ...], int], ...]
"""What beginnings of runs still need, as how many tiles of each number, and how many there are."""


def _go_on(begun: _Begun, number: int, tiles: int) -> tuple[_Begun, int]:
    """Return the beginnings after a number, and how many runs it completes."""
    still: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
    gained = 0
    for needs, ways in begun:
        (needed, copies), *rest = needs
        if needed > number:
            still[needs] += ways
        elif rest:
            still[tuple(rest)] += ways * comb(tiles, copies)
        else:
            gained += ways * comb(tiles, copies)
    return tuple(sorted((needs, ways) for needs, ways in still.items() if ways)), gained

"""Readers of one color: they gain a number that depends on which of its tiles are there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb

from rummistats.melds import all_melds
from rummistats.variants import Variant

__all__ = ["ColorReader", "longest_runs", "most_multisets", "three_tile_runs"]


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


def most_multisets(
    reader: ColorReader, numbers: int, colors: int, tiles: int, fewest: int = 0
) -> list[int]:
    """Return how many multisets of states colors can be in, at most, after each number.

    Parameters
    ----------
    reader : ColorReader
        That of each color.
    numbers, colors : int
        How many numbers are read, and of how many colors side by side.
    tiles : int
        How many tiles the hand has.
    fewest : int
        How many tiles each number has at least, in all colors together.

    Examples
    --------
    Two colors, no tile or the first number in one of them; and then nothing matters any more:

    >>> most_multisets(ColorReader.make([0, 0, 0, 1]), numbers=2, colors=2, tiles=1)
    [2, 1]
    """
    levels = [{reader.start: 0}]
    for _ in range(numbers):
        following: dict[int, int] = {}
        for state, least in levels[-1].items():
            for more, (next_state, _) in enumerate(reader.steps[state]):
                following[next_state] = min(least + more, following.get(next_state, tiles + 1))
        levels.append(following)
    return [
        _multisets(list(level.values()), colors, tiles - fewest * (numbers - place))
        for place, level in enumerate(levels[1:], start=1)
    ]


def _multisets(sizes: list[int], members: int, largest: int) -> int:
    """Return how many multisets with so many members have at most a total size."""
    ways = [[0] * (largest + 1) for _ in range(members + 1)]
    if largest >= 0:
        ways[0][0] = 1
    for size in sizes:
        for chosen, total in product(range(1, members + 1), range(size, largest + 1)):
            ways[chosen][total] += ways[chosen - 1][total - size]
    return sum(ways[members])


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
def three_tile_runs(variant: Variant, order: tuple[int, ...] | None = None) -> ColorReader:
    """Return the reader that gains the natural runs of three of one color, copies told apart.

    What is known is how many beginnings of runs are there, by what they still need.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    order : tuple of int, optional
        The numbers in the order in which they are read; 1, 2, 3, … unless given. Of numbers
        that are left out no tile is there.

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
    # Where false jokers are the indicator's twins, it has more copies than other tiles.
    twins = variant.rule_or("false_joker_is") == "indicator"
    copies = max(variant.deck) * (2 if twins else 1)
    if order is None:
        order = tuple(range(1, variant.numbers + 1))
    place = {number: place for place, number in enumerate(order)}
    red = variant.playing_set.color_letters[0]
    runs = [
        Counter(tile.number for tile in meld)
        for meld in all_melds(variant, jokers=0, max_run=3)
        if len(meld) == 3 and {tile.color for tile in meld} == {red}
    ]
    # A run all of one number is counted as a group.
    begun = [
        tuple(sorted((place[number], copies) for number, copies in run.items()))
        for run in runs
        if len(run) > 1 and place.keys() >= run.keys()
    ]
    level = {tuple((run, 1) for run in sorted(begun)): 0}
    steps: list[tuple[tuple[int, int], ...]] = []
    known = 1
    for here in place.values():
        following: dict[_Begun, int] = {}
        for begun_so_far in level:
            row = []
            for tiles in range(copies + 1):
                still_begun, gained = _go_on(begun_so_far, here, tiles)
                if still_begun not in following:
                    following[still_begun] = known
                    known += 1
                row.append((following[still_begun], gained))
            steps.append(tuple(row))
        level = following
    return ColorReader(0, tuple(steps))


_Begun = tuple[tuple[tuple[tuple[int, int], ...], int], ...]
"""What beginnings of runs still need, as how many tiles at which places, and how many there are."""


def _go_on(begun: _Begun, here: int, tiles: int) -> tuple[_Begun, int]:
    """Return the beginnings after a place, and how many runs it completes."""
    still: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
    gained = 0
    for needs, ways in begun:
        (place, copies), *rest = needs
        if place > here:
            still[needs] += ways
        elif rest:
            still[tuple(rest)] += ways * comb(tiles, copies)
        else:
            gained += ways * comb(tiles, copies)
    return tuple(sorted((needs, ways) for needs, ways in still.items() if ways)), gained

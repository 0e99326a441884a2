"""Functions of which numbers of one color a hand has, as small automata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rummistats.variants import Variant

__all__ = ["PresenceReader", "longest_runs"]


@dataclass(frozen=True)
class PresenceReader:
    """A number that depends on which numbers of one color are there, gained while reading them.

    Parameters
    ----------
    start : int
        The state before the first number.
    steps : tuple of pairs of (int, int)
        ``steps[state][there]`` is the state after the next number, which is there (1) or not
        (0), and what is gained by it.

    Examples
    --------
    How many stretches of consecutive numbers are there among 1 and 2?

    >>> stretches = PresenceReader.make([0, 1, 1, 1])  # none, only 1, only 2, both
    >>> state, gained = stretches.steps[stretches.start][1]
    >>> gained, [gained for _, gained in stretches.steps[state]]
    (1, [0, 0])
    """

    start: int
    steps: tuple[tuple[tuple[int, int], tuple[int, int]], ...]

    @classmethod
    def make(cls, values: Sequence[int]) -> PresenceReader:
        """Return the smallest reader.

        What is certain whatever comes is gained at once. Two beginnings are one state if the
        same can be gained after both.

        Parameters
        ----------
        values : sequence of int
            The function: bit ``n`` of a place is set if number ``n + 1`` is there. With no
            number there it is 0, and nowhere below.
        """
        steps: list[tuple[tuple[int, int], tuple[int, int]]] = [((0, 0), (0, 0))]
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
def longest_runs(variant: Variant) -> PresenceReader:
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
    return PresenceReader.make(values.tolist())

"""The search for runs in one color, as a small automaton that reads number by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from rummistats.variants import Variant

__all__ = ["FOUND", "RunSearch", "find_runs"]

FOUND = 0
"""The state of a search that has found a run: nothing changes it any more."""

_LOST = 1
"""The state of a search that can't find a run any more."""

Needs = tuple[int, ...]
"""How many tiles of each number, from some number on, a run needs."""


@dataclass(frozen=True)
class RunSearch:
    """The search for any of some runs in one color, as a table.

    Parameters
    ----------
    start : int
        The state before the first number.
    steps : tuple of tuple of int
        ``steps[state][tiles]`` is the state after a number of which the hand has so many tiles.
    largest_count : int
        More tiles of a number are of no use; at least 1.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> search = find_runs(find_variant("sabra"), sizes=range(3, 14), jokers=range(2))
    >>> state = search.start
    >>> for tiles in (1, 0, 1):  # R1, no R2 and R3, with up to one joker
    ...     state = search.steps[state][tiles]
    >>> state == FOUND
    True
    """

    start: int
    steps: tuple[tuple[int, ...], ...]
    largest_count: int

    @classmethod
    def make(cls, numbers: int, runs: dict[Needs, int]) -> RunSearch:
        """Return the search for runs, given as what they need and how much of it may lack.

        While it reads, it knows of every run that is still possible what it needs further and
        how much may lack of that. States from which the same lies ahead are one state, so that
        the table is as small as can be.

        Parameters
        ----------
        numbers : int
            The numbers go from 1 to this.
        runs : dict
            For each run, as how many tiles of each number it needs, how many may lack.
        """
        most = max((max(needs) for needs in runs), default=1)
        steps: list[tuple[int, ...]] = [(FOUND,) * (most + 1), (_LOST,) * (most + 1)]
        known = {following: state for state, following in enumerate(steps)}

        @cache
        def state_of(possible: frozenset[tuple[Needs, int]]) -> int:
            if not possible:
                return _LOST
            if any(not any(needs) for needs, _ in possible):
                return FOUND
            following = tuple(state_of(after(possible, tiles)) for tiles in range(most + 1))
            if following not in known:
                known[following] = len(steps)
                steps.append(following)
            return known[following]

        def after(
            possible: frozenset[tuple[Needs, int]], tiles: int
        ) -> frozenset[tuple[Needs, int]]:
            may_lack: dict[Needs, int] = {}
            for needs, spare in possible:
                left = spare - max(0, needs[0] - tiles)
                if left >= 0:
                    may_lack[needs[1:]] = max(left, may_lack.get(needs[1:], 0))
            return frozenset(may_lack.items())

        return cls(state_of(frozenset(runs.items())), tuple(steps), most)


@lru_cache(maxsize=256)
def find_runs(variant: Variant, sizes: range, jokers: range) -> RunSearch:
    """Return the search that succeeds if a legal run can be laid.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes : range
        How many tiles the run may have.
    jokers : range
        How many jokers it may have. A joker may stand for a tile that is there, too.

    Examples
    --------
    A search without any run that it may find is lost from the start:

    >>> from rummistats.variants import find_variant
    >>> find_runs(find_variant("sabra"), range(14, 15), range(3)).steps
    ((0, 0), (1, 1))
    """
    runs: dict[Needs, int] = {}
    for wild in jokers:
        # A part of a run lacks no more than the run, so the shortest legal length is enough.
        shortest = min(
            (len(run) for run in variant.runs if _allowed(variant, len(run), wild, sizes)),
            default=None,
        )
        for run in variant.runs:
            if len(run) == shortest:
                needs = tuple(map(run.count, range(1, variant.numbers + 1)))
                runs[needs] = max(wild, runs.get(needs, 0))
    return RunSearch.make(variant.numbers, runs)


def _allowed(variant: Variant, size: int, jokers: int, sizes: range) -> bool:
    return size in sizes and variant.jokers_allowed(size, jokers)

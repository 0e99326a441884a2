"""The question under every play: which tiles must be melded, which may be, and how best.

Every rule about jokers and openings is brought to it, see `rummistats.play.cases`. Three
programs answer it: a dynamic program over the numbers for the usual melds, a search for melds of
any kind, both compiled, and the same search in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec

from rummistats.melds import Meld
from rummistats.play.gains import Gains
from rummistats.search import join_runs
from rummistats.variants import Variant

__all__ = ["Problem", "Solution", "has_usual_melds", "solve_problem"]


@dataclass(frozen=True)
class Problem:
    """Tiles to be divided into melds.

    Parameters
    ----------
    must : tuple of int
        How many tiles of each colored kind must be melded, and count nothing.
    may : tuple of int
        How many more there are, which count if they are melded.
    forced : tuple of int
        How many of ``may`` must be melded all the same.
    jokers_must, jokers_may, jokers_forced : int
        The same for jokers. Jokers can't be told apart: those that count most are the ones that
        count.
    pinned : tuple of int
        For each joker that keeps its reading the kind that it stands for.
    """

    must: tuple[int, ...]
    may: tuple[int, ...]
    forced: tuple[int, ...]
    jokers_must: int = 0
    jokers_may: int = 0
    jokers_forced: int = 0
    pinned: tuple[int, ...] = ()

    @property
    def jokers(self) -> int:
        """How many jokers there are, those that keep their reading apart."""
        return self.jokers_must + self.jokers_may

    def most(self, gains: Gains) -> int:
        """Return a bound on what can be gained."""
        ones = max(gains.jokers) if gains.by_place else 0
        width = len(gains.jokers)
        tiles = sum(
            count * (max(ones, gain) if kind % width == 0 else gain)
            for kind, (count, gain) in enumerate(zip(self.may, gains.tiles, strict=True))
        )
        return tiles + self.jokers_may * max(gains.jokers)


@dataclass(frozen=True)
class Solution:
    """A best division.

    Parameters
    ----------
    gain : int
        What the tiles count that had not to be melded without counting.
    melds : tuple of Group or Run
        The melds.
    """

    gain: int
    melds: tuple[Meld, ...]


def solve_problem(
    problem: Problem, variant: Variant, gains: Gains, floor: int = 0, threshold: int = 0
) -> Solution | None:
    """Return a best division of the tiles, or None if there is none.

    Parameters
    ----------
    problem : Problem
        The tiles.
    variant : Variant
        Whose melds are legal.
    gains : Gains
        What is made best.
    floor : int
        Only a gain of at least so much is of interest.
    threshold : int
        What all melds must be worth together; only where `has_usual_melds`.
    """
    from rummistats.play.dynamic import solve_by_numbers
    from rummistats.play.searching import solve_by_search

    if problem.most(gains) < floor:
        return None
    compiled = find_spec("numba") is not None
    if compiled and has_usual_melds(variant, problem.jokers + len(problem.pinned), gains):
        found = solve_by_numbers(problem, variant, gains, floor, threshold)
    else:
        assert not threshold
        found = solve_by_search(problem, variant, gains, compiled, floor)
    if found is None or found.gain < floor:
        return None
    return Solution(found.gain, tuple(join_runs(list(found.melds), variant)))


@lru_cache(maxsize=256)
def has_usual_melds(variant: Variant, jokers: int, gains: Gains) -> bool:
    """Whether the dynamic program over the numbers knows the variant's melds.

    Examples
    --------
    >>> from rummistats.play.gains import gains_of
    >>> from rummistats.variants import find_variant
    >>> for name in ("sabra", "stone-rummy"):
    ...     variant = find_variant(name)
    ...     print(name, has_usual_melds(variant, 2, gains_of(variant, "tiles")))
    sabra True
    stone-rummy False
    """
    return (
        variant.ones == "low"
        and variant.min_group == 3
        and variant.min_run == 3
        and variant.largest_group <= 4
        and variant.colors <= 4
        and (variant.max_run is None or variant.max_run >= 5)
        and not variant.repeat_colors
        and not variant.has_pairs
        and jokers <= min(2, variant.max_jokers_per_combination)
        and variant.min_real <= 1
        and not variant.min_real_per_joker
        and variant.max_jokers_by_size is None
        and not gains.by_place
        and list(gains.jokers) == sorted(gains.jokers)
    )

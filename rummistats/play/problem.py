"""The question under every play: which tiles must be melded, which may be, and how best.

Every rule about jokers and openings is brought to it, see `rummistats.play.cases`. Three
programs answer it: a dynamic program over the numbers, a search for melds of any kind, both
compiled, and the same search in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from operator import mul

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
        tiles: int = sum(map(mul, self.may, gains.tiles))
        if gains.by_place:
            width = len(gains.jokers)
            # A 1 may count more than its number.
            tiles += sum(
                count * max(0, max(gains.jokers) - gain)
                for count, gain in zip(self.may[::width], gains.tiles[::width], strict=True)
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
    if compiled and has_melds_by_numbers(variant, problem.jokers + len(problem.pinned), gains):
        found = solve_by_numbers(problem, variant, gains, floor, threshold)
    else:
        assert not threshold
        found = solve_by_search(problem, variant, gains, compiled, floor)
    if found is None or found.gain < floor:
        return None
    return Solution(found.gain, tuple(join_runs(list(found.melds), variant)))


@lru_cache(maxsize=256)
def has_usual_melds(variant: Variant, jokers: int, gains: Gains) -> bool:
    """Whether melds are the usual ones, 1 being low, and there are no more than two jokers.

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
    return variant.ones == "low" and has_melds_by_numbers(variant, jokers, gains)


@lru_cache(maxsize=256)
def has_melds_by_numbers(variant: Variant, jokers: int, gains: Gains) -> bool:
    """Whether the dynamic program over the numbers knows the variant's melds.

    Examples
    --------
    >>> from rummistats.play.gains import gains_of
    >>> from rummistats.variants import find_variant
    >>> for name in ("stone-rummy", "machiavelli"):
    ...     gains = gains_of(find_variant(name), "tiles")
    ...     print(name, has_melds_by_numbers(find_variant(name), 3, gains))
    stone-rummy True
    machiavelli False
    """
    shortest_limit = 5
    most_jokers = 2
    if variant.ones == "circular":
        # Cut in two, no long run has a part of jokers alone.
        shortest_limit = 5 if jokers <= most_jokers else 8
        most_jokers = 4
        if variant.circle < variant.numbers or variant.rule_or("gap_12_1", False):
            return False
    return (
        variant.min_group == 3
        and variant.min_run == 3
        and variant.largest_group <= 4
        and variant.colors <= 4
        and (variant.ones == "low" or variant.numbers >= shortest_limit)
        and (variant.max_run is None or variant.max_run >= shortest_limit)
        and not variant.repeat_colors
        and not variant.has_pairs
        and jokers <= min(most_jokers, variant.max_jokers_per_combination)
        and jokers + variant.copies <= 7
        and variant.min_real <= 1
        and not variant.min_real_per_joker
        and variant.max_jokers_by_size is None
        and not gains.by_place
        and _jokers_are_ordered(variant, jokers, gains)
    )


def _jokers_are_ordered(variant: Variant, jokers: int, gains: Gains) -> bool:
    """Whether no joker counts more than one of a later number, as the program assumes."""
    if not jokers or gains.joker is not None:
        return True
    return variant.ones in ("low", "low_or_high") and list(gains.jokers) == sorted(gains.jokers)

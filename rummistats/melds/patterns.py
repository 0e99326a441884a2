"""Patterns of melds: every number has the same groups, every color the same runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Literal

from rummistats.melds.group_run_pair import Run
from rummistats.variants import Variant

__all__ = ["group_patterns", "largest_meld", "run_patterns", "runs_with_jokers"]


@lru_cache(maxsize=64)
def group_patterns(variant: Variant, jokers: int) -> dict[tuple[tuple[str, ...], int], int]:
    """Return the legal groups of one number: (colors of the real tiles, jokers) -> size.

    Every number has the same ones. At most ``jokers`` jokers are used.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> len(group_patterns(find_variant("sabra"), 0))
    5
    """
    letters = variant.playing_set.color_letters
    choose = combinations_with_replacement if variant.repeat_colors else combinations
    return {
        (colors, wild): size
        for size in range(variant.min_group, variant.largest_group + 1)
        for wild in range(min(jokers, size) + 1)
        if variant.jokers_allowed(size, wild)
        for colors in choose(letters, size - wild)
        if max(Counter(colors).values(), default=0) <= variant.playing_set.copies
    }


@lru_cache(maxsize=64)
def run_patterns(
    variant: Variant, jokers: int, max_run: int | None = None
) -> dict[tuple[tuple[int, ...], int], int]:
    """Return the legal runs of one color: (numbers of the real tiles, jokers) -> best value.

    Every color has the same ones. At most ``jokers`` jokers are used.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> runs = run_patterns(find_variant("sabra"), 2)
    >>> runs[(12, 13), 1]
    36
    """
    best: dict[tuple[tuple[int, ...], int], int] = {}
    for numbers in variant.runs:
        if max_run is not None and len(numbers) > max_run:
            continue
        for run in runs_with_jokers(numbers, variant, jokers):
            real = sorted(tile.number for tile in run.tiles if not tile.is_joker)
            key = tuple(real), run.jokers
            best[key] = max(best.get(key, 0), variant.reading_value(run))
    return best


@lru_cache(maxsize=64)
def largest_meld(variant: Variant, kind: Literal["group", "run"]) -> int:
    """Return of how many tiles the largest group or the longest run is; 0 if there is none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> largest_meld(sabra, "group"), largest_meld(sabra, "run")
    (4, 13)
    """
    patterns = group_patterns if kind == "group" else run_patterns
    jokers = variant.playing_set.jokers
    return max((len(real) + wild for real, wild in patterns(variant, jokers)), default=0)


def runs_with_jokers(numbers: tuple[int, ...], variant: Variant, jokers: int) -> Iterator[Run]:
    """Yield the legal red runs through ``numbers`` with up to so many jokers in all places."""
    size = len(numbers)
    for wild in range(min(jokers, size) + 1):
        if not variant.jokers_allowed(size, wild):
            continue
        for places in combinations(range(size), wild):
            real = [number for place, number in enumerate(numbers) if place not in places]
            if max(Counter(real).values(), default=0) <= variant.playing_set.copies:
                yield Run("R", numbers, places)

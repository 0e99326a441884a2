"""The melds that there are: with all readings of their jokers, and those that extend others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from rummistats.blocks import can_be_cut, longest_uncut
from rummistats.melds import Group, Meld, Run, group_patterns, runs_with_jokers
from rummistats.variants import Variant

__all__ = [
    "all_melds_with_readings",
    "extends",
    "extensions",
    "keeps",
    "melds_within",
    "missing_colors",
    "place_within",
    "uncut_melds",
]


@lru_cache(maxsize=8)
def all_melds_with_readings(variant: Variant) -> tuple[Meld, ...]:
    """Return every meld that the table can have, jokers in all places, however long.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> len(all_melds_with_readings(find_variant("machiavelli")))
    373
    """
    return tuple(_melds(variant, variant.table_set.jokers, max(map(len, variant.runs), default=0)))


@lru_cache(maxsize=32)
def uncut_melds(variant: Variant, jokers: int) -> tuple[Meld, ...]:
    """Return all melds with up to so many jokers that can't be cut in two, in all readings.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> len(uncut_melds(find_variant("sabra"), 0))
    185
    """
    return tuple(
        meld
        for meld in _melds(variant, jokers, longest_uncut(variant, jokers))
        if not isinstance(meld, Run) or not can_be_cut(meld, variant)
    )


def extends(meld: Meld, old: Meld) -> bool:
    """Whether a meld is an old one, its jokers as they were, perhaps with more tiles.

    Examples
    --------
    >>> extends(Run("R", (3, 4, 5, 6), (1,)), Run("R", (3, 4, 5), (1,)))
    True
    >>> extends(Run("R", (3, 4, 5, 6), (1,)), Run("R", (4, 5, 6)))
    False
    """
    if isinstance(meld, Run) and isinstance(old, Run):
        return meld.color == old.color and place_within(meld, old) >= 0
    if isinstance(meld, Group) and isinstance(old, Group):
        return (
            meld.number == old.number
            and Counter(old.colors) <= Counter(meld.colors)
            and old.jokers <= meld.jokers
            # Colors that jokers have been given are theirs.
            and (
                old.jokers < len(old.joker_colors) or set(old.joker_colors) <= {*meld.joker_colors}
            )
        )
    # Pairs stay as they are.
    return meld == old


def keeps(meld: Meld, old: Meld) -> bool:
    """Whether a meld is an old one, perhaps with more tiles, in one of its orders.

    A run from 1 to 1 with a joker in the place of one of its 1s may as well have it in that of
    the other: these are the same tiles, and the same meld.

    Examples
    --------
    >>> old, numbers = Run("B", (*range(2, 14), 1)), (*range(1, 14), 1)
    >>> keeps(Run("B", numbers, (0,)), old), keeps(Run("B", numbers, (13,)), old)
    (True, True)
    """
    if extends(meld, old):
        return True
    if not isinstance(meld, Run) or meld.numbers[0] != meld.numbers[-1]:
        return False
    ends, places = {0, len(meld) - 1}, set(meld.joker_places)
    turned = replace(meld, joker_places=tuple(sorted(places ^ ends)))
    return len(places & ends) == 1 and extends(turned, old)


@lru_cache(maxsize=1024)
def extensions(variant: Variant, old: Meld, longest_end: int | None) -> tuple[Meld, ...]:
    """Return the melds that extend an old one, runs by so many tiles at each end at most.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> old = Group(3, ("B", "K"), 1, ("R", "Y"))
    >>> [str(meld) for meld in extensions(find_variant("sabra"), old, None)][:2]
    ['B3 K3 J(R3/Y3)', 'R3 B3 K3 J(Y3)']
    """
    found = []
    for meld in all_melds_with_readings(variant):
        if extends(meld, old):
            if longest_end is not None and isinstance(meld, Run) and isinstance(old, Run):
                first = place_within(meld, old)
                if max(first, len(meld) - len(old) - first) > longest_end:
                    continue
            found.append(meld)
    return tuple(found)


def place_within(meld: Run, old: Run) -> int:
    """Return at which place of a run an old one begins, its jokers as they were, or -1.

    Examples
    --------
    >>> place_within(Run("R", (3, 4, 5, 6)), Run("R", (4, 5, 6)))
    1
    """
    for first in range(len(meld) - len(old) + 1):
        inside = [p - first for p in meld.joker_places if 0 <= p - first < len(old)]
        if (
            meld.numbers[first : first + len(old)] == old.numbers
            and tuple(inside) == old.joker_places
        ):
            return first
    return -1


def melds_within(variant: Variant, there: Sequence[int], jokers: int) -> Iterator[Meld]:
    """Yield all melds that these tiles are enough for, jokers in all places, however long.

    Parameters
    ----------
    variant : Variant
        Whose melds are legal.
    there : sequence of int
        How many tiles of each colored kind there are.
    jokers : int
        How many jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> there = sabra.parse("R3 R4 R5 R6 B1").counts[:52]
    >>> [str(meld) for meld in melds_within(sabra, there, 0)]
    ['R3 R4 R5', 'R4 R5 R6', 'R3 R4 R5 R6']
    """
    letters = variant.table_set.color_letters
    for number in range(1, variant.numbers + 1):
        for colors, wild in group_patterns(variant, jokers):
            needs = Counter(letters.index(c) * variant.numbers + number - 1 for c in colors)
            if all(there[kind] >= count for kind, count in needs.items()):
                yield Group(number, colors, wild, missing_colors(variant, colors, wild))
    for numbers in variant.runs:
        needs = Counter(numbers)
        for color, letter in enumerate(letters):
            first = color * variant.numbers - 1
            lacking = sum(max(0, count - there[first + n]) for n, count in needs.items())
            for wild in range(lacking, min(jokers, len(numbers)) + 1):
                if not variant.jokers_allowed(len(numbers), wild):
                    continue
                for places in combinations(range(len(numbers)), wild):
                    real = Counter(n for place, n in enumerate(numbers) if place not in places)
                    if all(there[first + n] >= count for n, count in real.items()):
                        yield Run(letter, numbers, places)


def missing_colors(variant: Variant, colors: tuple[str, ...], wild: int) -> tuple[str, ...]:
    """Return the colors that a joker in a group may stand for.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> missing_colors(find_variant("sabra"), ("R", "B"), 1)
    ('K', 'Y')
    """
    return tuple(
        color
        for color in variant.table_set.color_letters
        if wild and (variant.repeat_colors or color not in colors)
    )


def _melds(variant: Variant, jokers: int, longest: int) -> Iterator[Meld]:
    """Yield all groups, and the runs of at most so many tiles."""
    for number in range(1, variant.numbers + 1):
        for colors, wild in group_patterns(variant, jokers):
            yield Group(number, colors, wild, missing_colors(variant, colors, wild))
    for numbers in variant.runs:
        if len(numbers) <= longest:
            for run in runs_with_jokers(numbers, variant, jokers):
                for color in variant.table_set.color_letters:
                    yield Run(color, numbers, run.joker_places)

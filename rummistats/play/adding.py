"""Single tiles that fit a meld on the table, without any joker being moved."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rummistats.melds import Group, Meld, Pair, Run
from rummistats.play.catalog import missing_colors
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["additions"]


@lru_cache(maxsize=4096)
def additions(meld: Meld, variant: Variant) -> Mapping[Tile, Meld]:
    """Return the tiles that can be added to a meld, and what it becomes with each.

    Of the two ends of a run a joker goes where it is worth more.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> for tile, meld in additions(Run("R", (3, 4, 5)), find_variant("okey-101")).items():
    ...     print(tile, "|", meld)
    R2 | R2 R3 R4 R5
    J | R3 R4 R5 J(R6)
    R6 | R3 R4 R5 R6
    """
    if isinstance(meld, Pair):
        return {}
    found: dict[Tile, Meld] = {}
    joker = variant.table_set.joker if variant.table_set.jokers else None
    wild = joker is not None and variant.jokers_allowed(len(meld) + 1, meld.jokers + 1)
    plain = variant.jokers_allowed(len(meld) + 1, meld.jokers)
    if isinstance(meld, Run):
        for numbers in variant.runs:
            if len(numbers) != len(meld) + 1 or meld.numbers not in (numbers[1:], numbers[:-1]):
                continue
            for place, rest in ((0, numbers[1:]), (len(meld), numbers[:-1])):
                if rest != meld.numbers:
                    continue
                jokers = tuple(old + (place == 0) for old in meld.joker_places)
                if plain:
                    found[Tile(meld.color, numbers[place])] = Run(meld.color, numbers, jokers)
                if wild and joker is not None:
                    found[joker] = Run(meld.color, numbers, tuple(sorted((*jokers, place))))
        return found
    if isinstance(meld, Group) and len(meld) < variant.largest_group:
        said = meld.jokers == len(meld.joker_colors)
        for color in missing_colors(variant, meld.colors, 1):
            if said and color in meld.joker_colors:
                continue
            colors = (*meld.colors, color)
            if plain:
                wilds = tuple(other for other in meld.joker_colors if other != color)
                found[Tile(color, meld.number)] = Group(meld.number, colors, meld.jokers, wilds)
            if wild and joker is not None:
                more = (*meld.joker_colors, color) if said else meld.joker_colors
                found[joker] = Group(meld.number, meld.colors, meld.jokers + 1, more)
    return found

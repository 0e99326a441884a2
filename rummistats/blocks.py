"""The melds that every arrangement can be built from.

A run of six is as good as two runs of three: same tiles, same values, and more melds. So an
optimum needs only melds that can't be cut in two, and these are few: 988 instead of 6301 for
Sabra. Where rules forbid the cut, as with two jokers side by side that need real tiles around
them, the longer run remains.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rummistats.melds import Group, Meld, Run, group_patterns, runs_with_jokers
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["Block", "blocks", "group_blocks", "run_blocks"]


@dataclass(frozen=True)
class Block:
    """A meld that can't be cut into two melds of the same total value.

    Parameters
    ----------
    meld : Group or Run
        The meld in its most valuable reading.
    kinds : tuple of int
        The kinds of its real tiles, with repetition.
    jokers : int
        How many jokers it uses.
    value : int
        Its opening value.
    rack_points : int
        What its tiles count on the rack.
    """

    meld: Meld
    kinds: tuple[int, ...]
    jokers: int
    value: int
    rack_points: int

    @property
    def size(self) -> int:
        """How many tiles it has, jokers included."""
        return len(self.kinds) + self.jokers


def _block(meld: Meld, variant: Variant) -> Block:
    kind = variant.tile_set.kind
    return Block(
        meld=meld,
        kinds=tuple(sorted(kind(tile) for tile in meld.tiles if not tile.is_joker)),
        jokers=meld.jokers,
        value=variant.opening_value(meld),
        rack_points=sum(map(variant.rack_value, meld.tiles)),
    )


def group_blocks(variant: Variant, jokers: int) -> list[Block]:
    """Return all groups with up to so many jokers."""
    letters = variant.tile_set.color_letters
    found = []
    for number in range(1, variant.numbers + 1):
        for colors, wild in group_patterns(variant, jokers):
            missing = tuple(
                color
                for color in letters
                if wild and (variant.repeat_colors or color not in colors)
            )
            found.append(_block(Group(number, colors, wild, missing), variant))
    return found


def _can_be_cut(run: Run, variant: Variant) -> bool:
    for cut in range(variant.min_run, len(run) - variant.min_run + 1):
        left = sum(place < cut for place in run.joker_places)
        if variant.jokers_allowed(cut, left) and variant.jokers_allowed(
            len(run) - cut, run.jokers - left
        ):
            return True
    return False


def run_blocks(variant: Variant, jokers: int, color: str) -> list[Block]:
    """Return the runs of a color, with up to so many jokers, that can't be cut in two.

    Among the readings of the same tiles the most valuable one is taken.
    """
    best: dict[tuple[tuple[int, ...], int], Run] = {}
    for numbers in variant.runs:
        for red in runs_with_jokers(numbers, variant, jokers):
            run = Run(color, red.numbers, red.joker_places)
            if _can_be_cut(run, variant):
                continue
            real = sorted(tile.number for tile in run.tiles if not tile.is_joker)
            key = tuple(real), run.jokers
            known = best.get(key)
            if known is None or variant.opening_value(run) > variant.opening_value(known):
                best[key] = run
    return [_block(run, variant) for run in best.values()]


@lru_cache(maxsize=16)
def blocks(variant: Variant, jokers: int) -> tuple[Block, ...]:
    """Return the melds, with up to so many jokers, from which every arrangement can be built.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> found = blocks(find_variant("sabra"), 2)
    >>> max(block.size for block in found)
    5
    """
    found = group_blocks(variant, jokers)
    for color in variant.tile_set.color_letters:
        found += run_blocks(variant, jokers, color)
    best: dict[tuple[tuple[int, ...], int], Block] = {}
    for block in found:
        key = block.kinds, block.jokers
        if key not in best or block.value > best[key].value:
            best[key] = block
    return tuple(best.values())


def column_order(tile: Tile) -> tuple[int, int, str]:
    """Return a sort key that puts tiles in columns: by number, jokers last."""
    return (tile.is_joker, tile.number, tile.color)

"""Tables that are only extended, never rearranged: whether a play is legal.

A meld that lies on the table stays together: it gets more tiles, or a real tile for a joker,
where the game lets jokers be exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rummistats.melds import Group, Meld, Pair
from rummistats.play.catalog import keeps
from rummistats.play.opening_rules import replaced_joker
from rummistats.play.rearranging import Rearranging, rearranging
from rummistats.play.table import Table
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["added_melds", "broken_extension", "stayed", "versions"]

Tiles = Counter[Tile]


def added_melds(before: Table, after: Table, rack: Tiles, variant: Variant) -> list[Meld]:
    """Return the melds of a new table that extend none of the old one.

    Parameters
    ----------
    before, after : Table
        The table at the beginning and at the end of a legal turn.
    rack : Counter of Tile
        The rack tiles that were laid.
    variant : Variant
        Whose rules apply.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> after = Table.parse("{5S 6S 7S 8S} {9H 9D 9C}", gin)
    >>> before, rack = Table.parse("{5S 6S 7S}", gin), Counter(gin.parse("8S 9H 9D 9C"))
    >>> [str(meld) for meld in added_melds(before, after, rack, gin)]
    ['9H 9D 9C']
    """
    real = Counter({tile: count for tile, count in rack.items() if not tile.is_joker})
    # What stands as it was is no other meld with a tile more.
    old = list((Counter(before.melds) - Counter(after.melds)).elements())
    new = list((Counter(after.melds) - Counter(before.melds)).elements())
    return next(stayed(old, new, real, variant, rearranging(variant)))[0]


def broken_extension(
    before: Table, after: Table, rack: Tiles, variant: Variant, rules: Rearranging
) -> str:
    """Return which rule a play breaks on a table that is only extended, or nothing.

    Parameters
    ----------
    before, after : Table
        The table at the beginning and at the end of the turn, no tile lost.
    rack : Counter of Tile
        The rack tiles that were laid.
    variant : Variant
        Whose rules apply.
    rules : Rearranging
        What it says about the table.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> rules = rearranging(gin)
    >>> before, rack = Table.parse("{5S 6S 7S 8S}", gin), Counter(gin.parse("8H 8D"))
    >>> broken_extension(before, Table.parse("{5S 6S 7S} {8S 8H 8D}", gin), rack, gin, rules)
    'a meld on the table did not stay together'
    """
    real = Counter({tile: count for tile, count in rack.items() if not tile.is_joker})
    returned = before.jokers + rack.total() - real.total() - after.jokers
    reason = "a meld on the table did not stay together"
    for new, freed in stayed(before.melds, list(after.melds), real, variant, rules):
        if new and not rules.new_melds:
            reason = "no more melds are laid after the opening"
            continue
        fewest = rules.reuse_rack_tiles
        most = 1 if rules.reused_apart else len(after.tiles)
        room = sum(min(meld.jokers, max(0, len(meld) - fewest), most) for meld in new)
        # A joker that needs no new meld may be laid anywhere, like others from the rack.
        if not (fewest or rules.freed_in_new_meld) or freed - returned <= room:
            return ""
        reason = f"an exchanged joker is in no new meld with {fewest} tiles from the rack"
    return reason


def stayed(
    old: Sequence[Meld], new: list[Meld], real: Tiles, variant: Variant, rules: Rearranging
) -> Iterator[tuple[list[Meld], int]]:
    """Yield the new melds if each old one is found again in one, and how many jokers left.

    Parameters
    ----------
    old, new : sequence of Meld
        The melds before and after.
    real : Counter of Tile
        The real tiles from the rack.
    variant : Variant
        Whose rules apply.
    rules : Rearranging
        What it says about the table.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> old, new = Table.parse("{5S 6S 7S}", gin), Table.parse("{5S 6S 7S 8S} {9H 9D 9C}", gin)
    >>> real = Counter(gin.parse("8S 9H 9D 9C"))
    >>> [[str(meld) for meld in melds] for melds, _ in stayed(
    ...     old.melds, list(new.melds), real, gin, rearranging(gin))]
    [['9H 9D 9C']]
    """
    if not old:
        yield new, 0
        return
    for version, used, freed in versions(old[0], real, variant, rules):
        for place, meld in enumerate(new):
            if keeps(meld, version):
                rest = new[:place] + new[place + 1 :]
                for left, more in stayed(old[1:], rest, real - used, variant, rules):
                    yield left, freed + more


def versions(
    meld: Meld, real: Tiles, variant: Variant, rules: Rearranging
) -> Iterator[tuple[Meld, Tiles, int]]:
    """Yield a meld with real tiles for none, some or all of its jokers.

    Yields
    ------
    tuple
        The meld, the tiles that were put into it, and how many jokers left it.

    Examples
    --------
    >>> from rummistats.melds import Run
    >>> from rummistats.play.rearranging import Rearranging
    >>> from rummistats.variants import find_variant
    >>> run, rules = Run("R", (3, 4, 5), (1,)), Rearranging(rearranges=False, joker_mode="locked")
    >>> tiles = Counter([Tile("R", 4)])
    >>> for meld, _, freed in versions(run, tiles, find_variant("sabra"), rules):
    ...     print(meld, freed)
    R3 J(R4) R5 0
    R3 R4 R5 1
    """
    yield meld, Counter(), 0
    if not meld.jokers or rules.joker_mode == "fixed" or isinstance(meld, Pair):
        return
    if isinstance(meld, Group) and len(meld) == 3 and rules.group3_needs_both:
        missing = Counter(Tile(color, meld.number) for color in meld.joker_colors)
        colors = (*meld.colors, *(tile.color for tile in missing))
        if missing <= real and len(colors) == 4 <= variant.largest_group:
            yield Group(meld.number, colors), missing, meld.jokers
        return
    for tile in sorted({tile for reading in meld.joker_readings for tile in reading}, key=str):
        now = replaced_joker(meld, tile, variant) if real[tile] else None
        if now is not None:
            one = Counter([tile])
            for version, used, freed in versions(now, real - one, variant, rules):
                yield version, used + one, freed + 1

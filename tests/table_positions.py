"""All plays of small games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from rummistats.melds import Meld
from rummistats.play import Table
from rummistats.play.catalog import all_melds_with_readings
from rummistats.tiles import Hand
from rummistats.variants import Variant


def all_plays(
    table: Table, hand: Hand, variant: Variant, taken: Hand | None = None
) -> Iterator[tuple[Table, Hand]]:
    """Yield every table that can be made of the table's tiles and some of the rack's.

    Some tiles may have been taken from the table.
    """
    tiles = variant.table_set
    old = table.hand(variant)
    if taken is not None:
        old -= taken
    rack = tiles.hand(hand)
    melds = [(meld, tiles.hand(meld.tiles).counts) for meld in all_melds_with_readings(variant)]
    first = [next(kind for kind, count in enumerate(counts) if count) for _, counts in melds]

    @cache
    def divisions(counts: tuple[int, ...]) -> tuple[tuple[Meld, ...], ...]:
        if not any(counts):
            return ((),)
        kind = next(kind for kind, count in enumerate(counts) if count)
        found = {}
        for (meld, needs), begins in zip(melds, first, strict=True):
            if begins == kind and all(a <= b for a, b in zip(needs, counts, strict=True)):
                rest = tuple(b - a for a, b in zip(needs, counts, strict=True))
                for others in divisions(rest):
                    new = tuple(sorted((meld, *others), key=str))
                    found[new] = None
        return tuple(found)

    for counts in product(*(range(count + 1) for count in rack.counts)):
        played = Hand(tiles, counts)
        if len(played):
            for melds_now in divisions((old + played).counts):
                yield Table(melds_now), played

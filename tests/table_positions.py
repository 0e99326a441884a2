"""Random positions in the middle of a game, and all plays of small ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

from rummistats.melds import Meld, Run
from rummistats.play import Table
from rummistats.play.catalog import all_melds_with_readings, uncut_melds
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant


@cache
def _melds(variant: Variant, jokers: bool) -> list[Meld]:
    longer = [
        Run(color, numbers)
        for numbers in variant.runs
        if len(numbers) == 6
        for color in variant.table_set.color_letters
    ]
    return [*uncut_melds(variant, variant.table_set.jokers if jokers else 0), *longer]


def random_position(
    variant: Variant, table_tiles: int, hand_tiles: int, seed: int, table_jokers: int | None = None
) -> tuple[Table, Hand]:
    """Return a table of random melds of a shuffled deck, and a hand of tiles that are left.

    The table has at most so many tiles, and at least three fewer if melds are to be found.
    """
    rng = random.Random(seed)
    tiles = variant.table_set
    if table_jokers is None:
        # Each joker is as likely on the table as any other tile.
        table_jokers = sum(rng.random() < table_tiles / tiles.size for _ in range(tiles.jokers))
    wild = table_jokers
    left = list(tiles.copies_of_kind)
    plain, with_jokers = _melds(variant, False), _melds(variant, True)
    melds: list[Meld] = []
    size = jokers = 0
    for _ in range(3000):
        if size > table_tiles - 3:
            break
        meld = rng.choice(with_jokers if jokers < wild else plain)
        if jokers < wild and not meld.jokers:
            continue
        needs = Counter(map(tiles.kind, meld.tiles))
        if size + len(meld) > table_tiles or jokers + meld.jokers > wild:
            continue
        if all(left[kind] >= count for kind, count in needs.items()):
            for kind, count in needs.items():
                left[kind] -= count
            melds.append(meld)
            size += len(meld)
            jokers += meld.jokers
    pool = [tile for tile, count in zip(tiles.tiles, left, strict=True) for _ in range(count)]
    hand: list[Tile] = []
    rng.shuffle(pool)
    for tile in pool:
        if len(hand) < hand_tiles and not (
            tile.is_joker and hand.count(tile) >= variant.tile_set.jokers
        ):
            hand.append(tile)
    rng.shuffle(melds)
    return Table(tuple(melds)), variant.tile_set.hand(hand)


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

"""Random positions in the middle of a game, to measure and to test with."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from rummistats.melds import Meld, Run
from rummistats.play.catalog import uncut_melds
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = ["random_position"]


def random_position(
    variant: Variant, table_tiles: int, hand_tiles: int, seed: int, table_jokers: int | None = None
) -> tuple[Table, Hand]:
    """Return a table of random melds of a shuffled deck, and a hand of tiles that are left.

    Parameters
    ----------
    variant : Variant
        Whose melds and tiles there are.
    table_tiles : int
        Most tiles on the table; there are fewer where no meld fits any more.
    hand_tiles : int
        How many tiles the hand has, if so many are left.
    seed : int
        The same position for the same seed.
    table_jokers : int, optional
        Most jokers on the table; unless given, each is as likely there as any other tile.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> table, hand = random_position(find_variant("sabra"), 8, 5, seed=1)
    >>> len(table.tiles), len(hand)
    (6, 5)
    """
    rng = random.Random(seed)
    tiles = variant.table_set
    if table_jokers is None:
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


@lru_cache(maxsize=32)
def _melds(variant: Variant, jokers: bool) -> list[Meld]:
    """Return what may lie on a table: short melds, and some long runs."""
    longer = [
        Run(color, numbers)
        for numbers in variant.runs
        if len(numbers) == 6
        for color in variant.table_set.color_letters
    ]
    return [*uncut_melds(variant, variant.table_set.jokers if jokers else 0), *longer]

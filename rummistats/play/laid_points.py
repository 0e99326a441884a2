"""What laid tiles count for who lays them, where they score and stay where they are.

A tile that lies in a run or a group counts the same from then on, but for ones in groups, if those
count more in a group of four: that is known in the end.
"""

from __future__ import annotations

from collections import Counter

from rummistats.melds import Group, Meld
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.points import joker_score, tile_values

__all__ = ["Ones", "credited", "ones_after", "points_laid", "points_of_ones"]

Ones = tuple[tuple[Meld, tuple[tuple[Tile, int], ...]], ...]
"""The groups of ones on a table, each with its real tiles and who has laid them."""


def credited(points: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    """Return the points of all seats when one has more.

    Examples
    --------
    >>> credited((10, 20), 1, 5)
    (10, 25)
    """
    return tuple(old + more * (who == seat) for who, old in enumerate(points))


def points_laid(before: Table, after: Table, played: Hand, variant: Variant) -> int:
    """Return what tiles count for who lays them, ones in groups apart.

    A joker counts for who lays it first, since it never comes back from the table.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("romanian")
    >>> before = Table.parse("{R9 R10 J(R11) R12}", game)
    >>> after = Table.parse("{R9 R10 R11 R12} {K6 Y6 J(R6/B6)} {R1 B1 K1}", game)
    >>> points_laid(before, after, game.parse("R11 K6 Y6 R1 B1 K1"), game)
    20
    >>> points_laid(Table(), before, game.parse("R9 R10 J R12"), game)
    75
    """
    more = sum(_tile_points(meld, variant) for meld in after)
    more -= sum(_tile_points(meld, variant) for meld in before)
    return more + (joker_score(variant) or 0) * played.jokers


def ones_after(ones: Ones, table: Table, seat: int) -> Ones:
    """Return the groups of ones, and who has laid what in them.

    Of equal groups it makes no difference which is which, unless they are of several players and
    only one of them grows: then it is the one that was laid last.

    Parameters
    ----------
    ones : tuple
        The groups before.
    table : Table
        The table after a play.
    seat : int
        Whose play it was.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("romanian")
    >>> ones = ones_after((), Table.parse("{R1 B1 K1}", game), seat=0)
    >>> ones = ones_after(ones, Table.parse("{R1 B1 K1 Y1}", game), seat=2)
    >>> [(str(meld), [seat for _, seat in laid_by]) for meld, laid_by in ones]
    [('R1 B1 K1 Y1', [0, 0, 0, 2])]
    """
    groups = [meld for meld in table if _is_ones(meld)]
    found: list[tuple[Meld, tuple[tuple[Tile, int], ...]]] = []
    old = list(ones)
    for each in ones:
        if each[0] in groups:
            groups.remove(each[0])
            old.remove(each)
            found.append(each)
    for _, laid_by in sorted(old, key=lambda each: -len(each[1])):
        there = Counter(tile for tile, _ in laid_by)
        now = next(meld for meld in groups if there <= Counter(meld.tiles))
        groups.remove(now)
        found.append((now, laid_by + _new_ones(now, there, seat)))
    return (*found, *((meld, _new_ones(meld, Counter(), seat)) for meld in groups))


def points_of_ones(ones: Ones, variant: Variant, players: int) -> tuple[int, ...]:
    """Return what the ones in groups count for each seat.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("romanian")
    >>> ones = ones_after((), Table.parse("{R1 B1 J(K1/Y1)}", game), seat=1)
    >>> points_of_ones(ones, game, players=2)
    (0, 50)
    """
    points = (0,) * players
    for meld, laid_by in ones:
        value = variant.points_of_ones[2 if len(meld) < 4 else 3]
        for _, seat in laid_by:
            points = credited(points, seat, value)
    return points


def _is_ones(meld: Meld) -> bool:
    return isinstance(meld, Group) and meld.number == 1


def _tile_points(meld: Meld, variant: Variant) -> int:
    """Return what the real tiles of a meld count, which never changes but for groups of ones."""
    if _is_ones(meld):
        return 0
    values = zip(meld.tiles, tile_values(variant, meld), strict=True)
    return sum(value for tile, value in values if not tile.is_joker)


def _new_ones(meld: Meld, there: Counter[Tile], seat: int) -> tuple[tuple[Tile, int], ...]:
    real = Counter(tile for tile in meld.tiles if not tile.is_joker)
    return tuple((tile, seat) for tile in (real - there).elements())

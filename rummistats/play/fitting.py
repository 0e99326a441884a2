"""Whether a tile can be of use at once: a quick look, before anything is searched for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from rummistats.melds import Group, Meld, Run
from rummistats.play.catalog import extends
from rummistats.play.simple import with_tile
from rummistats.play.table import Table
from rummistats.search import melds_in
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "fits_somewhere",
    "laid_off",
    "may_lay_something",
    "may_meld",
    "melds_with",
    "pairs_with",
    "threes_with",
]


def pairs_with(tile: Tile, variant: Variant) -> tuple[tuple[Tile, Tile], ...]:
    """Return the pairs of real tiles with which a tile is a meld of three.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> [" ".join(map(str, pair)) for pair in pairs_with(Tile.parse("2C"), rummy)]
    ['2S 2H', '2S 2D', '2H 2D', 'AC 3C', '3C 4C']
    """
    return tuple((one, other) for one, other, _ in threes_with(tile, variant))


def threes_with(tile: Tile, variant: Variant) -> tuple[tuple[Tile, Tile, Meld], ...]:
    """Return the melds of three real tiles that a tile may be in, and the other two in each.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> for one, other, meld in threes_with(Tile.parse("AC"), find_variant("rummy-500"))[-2:]:
    ...     print(one, other, "in", meld)
    2C 3C in AC 2C 3C
    QC KC in QC KC AC
    """
    return tuple(_threes(variant).get(tile, ()))


def may_meld(tile: Tile, hand: Hand, variant: Variant) -> bool:
    """Return whether a tile may make a meld with tiles of a hand that it is not among.

    If not, it makes none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> [may_meld(Tile.parse("8D"), rummy.parse(hand), rummy) for hand in ("8S 8H KC", "9D 8H KC")]
    [True, False]
    """
    if not _is_plain(tile, hand, variant):
        return True
    counts, kind = hand.counts, hand.tile_set.kind
    return any(
        counts[kind(one)] > (one == other) and counts[kind(other)]
        for one, other, _ in _threes(variant).get(tile, ())
    )


def melds_with(tile: Tile, hand: Hand, variant: Variant) -> Iterator[Meld]:
    """Yield melds of a tile with tiles of a hand that it is not among, if there are any.

    Without jokers and with usual melds they are those of three.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> print(*melds_with(Tile.parse("8D"), rummy.parse("8S 8H 9D TD JD"), rummy), sep=", ")
    8S 8H 8D, 8D 9D TD
    """
    if _is_plain(tile, hand, variant):
        counts, kind = hand.counts, hand.tile_set.kind
        for one, other, meld in _threes(variant).get(tile, ()):
            if counts[kind(one)] > (one == other) and counts[kind(other)]:
                yield meld
        return
    for meld in melds_in(hand + hand.tile_set.hand([tile]), variant):
        if tile in meld.tiles:
            yield meld


def laid_off(tile: Tile, table: Table, variant: Variant) -> Iterator[Table]:
    """Yield the tables in which a tile was added to one of the melds.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> table = Table.parse("{9C TC JC} {QS QH QD}", rummy)
    >>> [str(after) for after in laid_off(Tile.parse("QC"), table, rummy)]
    ['{9C TC JC QC} {QS QH QD}', '{9C TC JC} {QS QH QD QC}']
    """
    for place, meld in enumerate(table.melds):
        for longer in with_tile(meld, tile, variant):
            if extends(longer, meld):
                yield Table((*table.melds[:place], longer, *table.melds[place + 1 :]))


def fits_somewhere(tile: Tile, table: Table, variant: Variant) -> bool:
    """Return whether a tile may be added to one of the melds.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> fits_somewhere(Tile.parse("8C"), Table.parse("{9C TC JC}", rummy), rummy)
    True
    """
    return any(True for _ in laid_off(tile, table, variant))


def may_lay_something(hand: Hand, table: Table, variant: Variant) -> bool:
    """Return whether anything may be laid from a hand; if not, nothing can be.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> may_lay_something(rummy.parse("2C 4C 6D 6H"), Table(), rummy)
    False
    """
    tiles = hand.tile_set
    for tile in dict.fromkeys(hand):
        rest = hand - tiles.hand([tile])
        if may_meld(tile, rest, variant) or fits_somewhere(tile, table, variant):
            return True
    return False


def _is_plain(tile: Tile, hand: Hand, variant: Variant) -> bool:
    """Return whether every meld of a tile has one of three, without a joker, in it."""
    return not (tile.is_joker or hand.jokers) and variant.min_group >= 3 and variant.min_run >= 3


@lru_cache(maxsize=16)
def _threes(variant: Variant) -> dict[Tile, list[tuple[Tile, Tile, Meld]]]:
    """Return for each tile the melds of three without a joker, and the other tiles in them."""
    letters = variant.table_set.color_letters
    pick = combinations_with_replacement if variant.repeat_colors else combinations
    melds: list[Meld] = [
        Group(number, colors)
        for number in range(1, variant.numbers + 1)
        for colors in pick(letters, 3)
        if max(map(colors.count, colors)) <= variant.copies
    ]
    melds += [Run(color, run) for run in variant.runs if len(run) == 3 for color in letters]
    found: dict[Tile, list[tuple[Tile, Tile, Meld]]] = {}
    for meld in melds:
        for tile in dict.fromkeys(meld.tiles):
            others = list(meld.tiles)
            others.remove(tile)
            found.setdefault(tile, []).append((others[0], others[1], meld))
    return found

"""Cards and melds as the compiled programs of card games with laying off want them.

See `rummistats.kernels.rows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rummistats.melds import Group, Meld, Run
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["card_kinds", "hand_of", "kind_of", "row_of", "threes_of"]


def kind_of(tile: Tile, variant: Variant) -> int:
    """Return the kind of a tile, counted number by number; a joker comes last.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> [kind_of(tile, shanghai) for tile in shanghai.parse("AS AC 2S KC X")]
    [0, 4, 3, 51, 52]
    """
    if tile.is_joker:
        return variant.colors * variant.numbers
    return (tile.number - 1) * variant.colors + variant.table_set.color_letters.index(tile.color)


def card_kinds(variant: Variant) -> npt.NDArray[np.int64]:
    """Return the kinds of all cards in the order in which they lie before they are shuffled.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> card_kinds(find_variant("shanghai"))[[0, 1, 2, -2, -1]].tolist()
    [0, 0, 4, 51, 52]
    """
    import numpy as np

    return np.array([kind_of(tile, variant) for tile in variant.tile_set.all_tiles()])


def hand_of(counts: Sequence[int], variant: Variant) -> Hand:
    """Return the hand that has so many cards of each kind.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> hand_of([0, 1, 0, 0, 2] + [0] * 47, find_variant("rummy-500").with_rules(decks=2))
    Hand('2S 2S AH')
    """
    tiles = variant.table_set
    return Hand(tiles, tuple(counts[kind_of(tile, variant)] for tile in tiles.tiles))


def row_of(meld: Meld, variant: Variant) -> tuple[int, int, int, int, int]:
    """Return the row that describes a meld.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> row_of(Run("H", (12, 13, 1)), rummy), row_of(Group(9, ("S", "D", "C")), rummy)
    ((1, 1, 11, 13, 0), (0, 8, 4353, 0, 0))
    """
    letters = variant.table_set.color_letters
    if isinstance(meld, Run):
        first = meld.numbers[0] - 1
        jokers = sum(1 << (first + place) for place in meld.joker_places)
        return 1, letters.index(meld.color), first, first + len(meld) - 1, jokers
    assert isinstance(meld, Group)
    colors = sum(1 << (4 * letters.index(color)) for color in meld.colors)
    return 0, meld.number - 1, colors, meld.jokers, 0


def threes_of(variant: Variant) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Return for each kind where its melds of three begin, the two others in each, and its row.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> begins, others, rows = threes_of(find_variant("rummy-500"))
    >>> begins[:3].tolist(), others[4].tolist(), rows[4].tolist()
    ([0, 5, 10], [44, 48], [1, 0, 11, 13, 0])
    """
    import numpy as np

    from rummistats.play.fitting import threes_with

    begins, others, rows = [0], [], []
    for tile in sorted(set(variant.table_set.tiles), key=lambda tile: kind_of(tile, variant)):
        for one, other, meld in threes_with(tile, variant):
            others.append((kind_of(one, variant), kind_of(other, variant)))
            rows.append(row_of(meld, variant))
        begins.append(len(others))
    return np.array(begins), np.array(others), np.array(rows)

"""One draw ahead: what a rack is worth, on average, after a discard and the next draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec

from rummistats.dealing import batch_of_hands
from rummistats.play.state import View
from rummistats.search import Objective, batch_optimum
from rummistats.tiles import Hand, Tile
from rummistats.values import arranged
from rummistats.variants import Variant

__all__ = ["after_next_draw"]


def after_next_draw(view: View, tiles: Sequence[Tile], best: Objective) -> dict[Tile, float]:
    """Return for some tiles the mean optimum of the rack after discarding each and drawing one.

    Parameters
    ----------
    view : View
        What the player sees; any tile that it does not see may be drawn.
    tiles : sequence of Tile
        Tiles of the rack.
    best : {"value", "tiles"}
        The optimum, see `rummistats.arrange`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.play.state import view_of
    >>> view = view_of(play("okey", "greedy", seed=1).turns[0].before)
    >>> found = after_next_draw(view, [Tile("B", 1), Tile("B", 5)], "tiles")
    >>> found[Tile("B", 1)] > found[Tile("B", 5)]
    True
    """
    unknown = [(tile, n) for tile, n in _counted(view.unknown) if n]
    total = sum(n for _, n in unknown)
    if not total:
        return dict.fromkeys(tiles, 0.0)
    one = view.hand.tile_set.hand
    rests = [view.hand - one([tile]) for tile in tiles]
    hands = [rest + one([drawn]) for rest in rests for drawn, _ in unknown]
    values = iter(_optima(hands, view.variant, best))
    return {tile: sum(n * next(values) for _, n in unknown) / total for tile in tiles}


def _counted(hand: Hand) -> list[tuple[Tile, int]]:
    return list(zip(hand.tile_set.tiles, hand.counts, strict=True))


def _optima(hands: list[Hand], variant: Variant, best: Objective) -> list[int]:
    if not _has_numba():
        return [arranged(hand, variant, best) for hand in hands]
    return [int(value) for value in batch_optimum(batch_of_hands(hands), variant, best)]


@lru_cache
def _has_numba() -> bool:
    return find_spec("numba") is not None

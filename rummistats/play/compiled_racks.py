"""What compiled deals of the Okey games are given as arrays: the deal, and the melds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rummistats.dealing import Deal
from rummistats.play.indicator import IndicatorState
from rummistats.play.outcome import Outcome
from rummistats.play.players.okey_101 import partners_of
from rummistats.search import TIE_BREAK_BITS, Objective, search_tables
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rummistats.kernels.racks import Lists, Search

__all__ = ["Racks", "ended", "partner_lists", "played_out", "racks_of", "search_of"]

AnyState = TypeVar("AnyState", bound=IndicatorState)


class Racks(NamedTuple):
    """The first position of a deal.

    Parameters
    ----------
    pool : numpy.ndarray of int64
        The kinds of the face-down tiles, the next one first.
    free : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind there are that do not lie face up.
    hands : numpy.ndarray of uint8, shape (players, kinds)
        The racks.
    counts : numpy.ndarray of int64, shape (2, players)
        How many turns each player has had, and how many jokers.
    """

    pool: npt.NDArray[np.int64]
    free: npt.NDArray[np.int64]
    hands: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int64]


def racks_of(start: IndicatorState) -> Racks:
    """Return the first position of a deal as arrays.

    Examples
    --------
    >>> from rummistats.play.indicator import begin_with_indicator
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> start = begin_with_indicator(okey, okey.deal_table(seed=1), make_seed(1), IndicatorState)
    >>> racks_of(start).hands.sum(axis=1).tolist(), len(racks_of(start).pool)
    ([15, 14, 14, 14], 48)
    """
    import numpy as np

    tiles = start.variant.table_set
    free = tiles.all_tiles() - tiles.hand(start.apart)
    jokers = [hand.jokers for hand in start.hands]
    return Racks(
        np.array([tiles.kind(tile) for tile in start.pool], dtype=np.int64),
        np.array(free.counts, dtype=np.int64),
        np.array([hand.counts for hand in start.hands], dtype=np.uint8),
        np.array([[0] * start.players, jokers], dtype=np.int64),
    )


def played_out(
    variant: Variant,
    begin: Callable[[Variant, Deal, Seed], AnyState],
    play: Callable[[AnyState, Racks], tuple[AnyState, Sequence[int]]],
    seed: Seed,
    starter: int | None,
) -> Outcome:
    """Deal, play the deal out, and return how it ended.

    Parameters
    ----------
    variant : Variant
        The game.
    begin : callable
        Returns the first position of a deal, as in `rummistats.play.games.Game`.
    play : callable
        Plays a deal out in the arrays that it is given, and returns the last position and in which
        of its turns each player opened, 0 for never.
    seed, starter
        As in `rummistats.play.compiled.play_compiled`.
    """
    deal = variant.deal_table(seed=seed.child(0))
    if starter is not None:
        deal = replace(deal, starter=starter)
    start = begin(variant, deal, seed.child(2))
    racks = racks_of(start)
    jokers_dealt = tuple(racks.counts[1].tolist())
    last, opened = play(start, racks)
    turns, jokers = map(tuple, racks.counts.tolist())
    return Outcome(start.seat, last, turns, tuple(opened), jokers_dealt, jokers)


def ended(start: AnyState, racks: Racks) -> AnyState:
    """Return the last position of a deal that nobody has won, of which all but the racks is left.

    Parameters
    ----------
    start : IndicatorState
        The first position.
    racks : Racks
        What the compiled program has left.
    """
    tiles, turns = start.variant.table_set, int(racks.counts[0].sum())
    return replace(
        start,
        hands=tuple(Hand(tiles, tuple(hand)) for hand in racks.hands.tolist()),
        pool=(),
        seat=(start.seat + start.step * (turns - 1)) % start.players,
        turn=turns,
        ended="blocked",
    )


def search_of(variant: Variant, best: Objective) -> Search:
    """Return the melds of a game, and what they count.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> begin, melds = search_of(find_variant("okey"), "tiles").melds_of
    >>> len(begin), int(begin[-1]) == len(melds)
    (54, True)
    """
    from rummistats.kernels.racks import Search

    tables = search_tables(variant)
    needs, starts = tables.needs.tolist(), tables.starts.tolist()
    having: list[list[int]] = [[] for _ in tables.order]
    for meld in range(len(tables.melds)):
        for kind in dict.fromkeys(needs[starts[meld] : starts[meld + 1]]):
            having[kind].append(meld)
    return Search(
        tables.order,
        tables.first,
        tables.needs,
        tables.starts,
        tables.credits[best],
        tables.upper[best],
        TIE_BREAK_BITS,
        _lists_of(having),
    )


def partner_lists(variant: Variant) -> Lists:
    """Return for each kind of tile the pairs of kinds with which it is a meld.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> begin, pairs = partner_lists(find_variant("okey"))
    >>> pairs[begin[0] : begin[1]].tolist()
    [[13, 26], [13, 39], [26, 39], [1, 2], [11, 12]]
    """
    kind = variant.table_set.kind
    pairs = [
        [(kind(one), kind(other)) for one, other in partners_of(tile, variant)]
        for tile in variant.table_set.tiles
    ]
    return _lists_of(pairs, (-1, 2))


def _lists_of(lists: Sequence[Sequence[Any]], shape: tuple[int, ...] = (-1,)) -> Lists:
    """Return a list for each kind as two arrays."""
    import numpy as np

    from rummistats.kernels.racks import Lists

    items = np.array([each for items in lists for each in items], dtype=np.int64)
    return Lists(np.cumsum([0, *map(len, lists)]), items.reshape(shape))

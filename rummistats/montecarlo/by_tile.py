"""What hands dealt at random say of each kind of tile: which helps, which number is melded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rummistats.blocks import melds_in
from rummistats.dealing import CHUNK, Context, check_hands, hands_of_batch
from rummistats.distribution import Estimate, make_distribution
from rummistats.errors import MeasureError, shown
from rummistats.melds import Group
from rummistats.playing import deck_of
from rummistats.search import Objective
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    from rummistats.montecarlo.batch import Batch

__all__ = ["helpful_shares", "melded_shares"]

RAISING: dict[str, Objective] = {"melds": "melds", "melded_tiles": "tiles"}


def helpful_shares(
    variant: Variant | str,
    *,
    raising: str = "melds",
    hands: float = 20_000,
    seed: object = None,
    hand_size: int | None = None,
    context: Context | None = None,
) -> dict[Tile, Estimate]:
    """Return how often one more tile of each kind would help a hand dealt at random.

    Parameters
    ----------
    variant, hands, seed, hand_size, context
        As for `simulate`.
    raising : {"melds", "melded_tiles"}
        Which measure a helpful tile raises.

    Returns
    -------
    dict of Tile to Estimate
        The share of hands that a tile of the kind would help, if it were drawn next; where all
        of its copies are in the hand already, it can't be, and does not help.

    Raises
    ------
    MeasureError
        If ``raising`` is another measure.
    SimulationError, TileError
        As for `simulate`.

    Examples
    --------
    >>> shares = helpful_shares("sabra", hands=2_000, seed=1)
    >>> shares[Tile.parse("R7")].value > shares[Tile.parse("R1")].value
    True
    """
    if raising not in RAISING:
        raise MeasureError(f"raising={shown(raising)}: tiles help to raise melds or melded_tiles")
    from rummistats.montecarlo.batch_measures import drawn_each, tiles_in_deck

    variant = require_variant(variant)
    objective = RAISING[raising]
    kinds = zip(variant.playing_set.tiles, variant.deck, strict=True)
    helped = {tile: 0 for tile, copies in kinds if copies}
    total = 0
    for batch in _batches(variant, hands, seed, hand_size, context):
        total += len(batch.hands)
        for kind, _, _, helps in drawn_each(batch, objective, tiles_in_deck(batch)):
            tile = variant.playing_set.tiles[kind]
            if tile in helped:
                helped[tile] += int(helps.sum())
    return {tile: _share(helped[tile], total) for tile in helped}


def melded_shares(
    variant: Variant | str,
    *,
    hands: float = 2_000,
    seed: object = None,
    hand_size: int | None = None,
    context: Context | None = None,
) -> dict[str, dict[int, Estimate]]:
    """Return how often a tile of each number sits in a meld of a hand dealt at random.

    Parameters
    ----------
    variant, hands, seed, hand_size, context
        As for `simulate`; hands are looked at one by one, so fewer are dealt.

    Returns
    -------
    dict
        Under "in a group", "in a run" and "in any meld", for each number the share of hands
        that can lay such a meld with a tile of this number in it. A number for which only a
        joker stands is not counted.

    Raises
    ------
    SimulationError, TileError
        As for `simulate`.

    Examples
    --------
    >>> shares = melded_shares("sabra", hands=200, seed=1)
    >>> list(shares), shares["in a run"][7].value > shares["in a run"][1].value
    (['in a group', 'in a run', 'in any meld'], True)
    """
    variant = require_variant(variant)
    counts: dict[str, Counter[int]] = {
        name: Counter() for name in ("in a group", "in a run", "in any meld")
    }
    total = 0
    for batch in _batches(variant, hands, seed, hand_size, context):
        for hand in hands_of_batch(variant.playing_set, batch.hands):
            total += 1
            found: dict[str, set[int]] = {name: set() for name in counts}
            for meld in melds_in(hand, variant, context):
                numbers = {tile.number for tile in meld.tiles if tile.number}
                found["in a group" if isinstance(meld, Group) else "in a run"] |= numbers
            found["in any meld"] = found["in a group"] | found["in a run"]
            for name, numbers in found.items():
                counts[name].update(numbers)
    numbers_of_set = range(1, variant.playing_set.numbers + 1)
    return {
        name: {number: _share(counted[number], total) for number in numbers_of_set}
        for name, counted in counts.items()
    }


def _batches(
    variant: Variant, hands: float, seed: object, hand_size: int | None, context: Context | None
) -> list[Batch]:
    """Return the hands that `simulate` deals with this seed, a chunk at a time."""
    from rummistats.montecarlo.batch import Batch, deal_hands

    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    start, wanted = make_seed(seed), check_hands(hands)
    return [
        Batch(
            variant,
            deal_hands(deck, size, min(CHUNK, wanted - first), start.child(chunk)),
            context,
        )
        for chunk, first in enumerate(range(0, wanted, CHUNK))
    ]


def _share(part: int, total: int) -> Estimate:
    counts = {True: part, False: total - part}
    return make_distribution(counts, measure="share", is_exact=False).estimate(True)

"""Many hands as arrays: dealt, and what several measures need of them, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rummistats.arrange import most_valuable_with_run
from rummistats.dealing import Context, deal_chunk, hands_of_batch
from rummistats.montecarlo.tables import covering_melds_of, optimum_of, split_fits, split_tables
from rummistats.playing import Deck
from rummistats.search import Objective, batch_covering_melds, batch_optimum, check_objective
from rummistats.seeds import Seed
from rummistats.variants import Variant

if TYPE_CHECKING:
    pass

__all__ = ["Batch", "Values", "deal_hands"]

Values = npt.NDArray[np.int64] | npt.NDArray[np.bool_]

LARGEST_SPLIT_HAND = 36
"""With more tiles the choices of groups are so many that the search is faster."""


@dataclass(frozen=True)
class Batch:
    """Hands of one variant as an array, with what is worked out once for all measures.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        As `rummistats.dealing.deal_batch` returns them, in kinds of the playing set.
    context : Context, optional
        What the deal fixes beyond the tiles.
    """

    variant: Variant
    hands: npt.NDArray[np.uint8]
    context: Context | None = None

    @cached_property
    def _four_optima(self) -> npt.NDArray[np.uint64]:
        # One set of tables serves an opening that needs a run and everything else.
        tables = split_tables(self.variant, self.variant.open_needs_run)
        return tables.four_optima(self.hands)

    def optimum(self, objective: Objective) -> npt.NDArray[np.int64]:
        """Return each hand's optimum; for "dead_wood_points" the most points melded."""
        check_objective(self.variant, objective)
        if self.can_be_split:
            return optimum_of(self._four_optima, objective)
        return batch_optimum(self.hands, self.variant, objective)

    def covering_melds(self) -> npt.NDArray[np.int64]:
        """Return each hand's most melds among the arrangements that meld most tiles."""
        if self.can_be_split:
            return covering_melds_of(self._four_optima)
        return batch_covering_melds(self.hands, self.variant)

    @property
    def can_be_split(self) -> bool:
        """Whether the tables of colors are small enough, and the hands."""
        return split_fits(self.variant) and self.hands.shape[1] <= LARGEST_SPLIT_HAND

    def value_with_run(self) -> npt.NDArray[np.int64]:
        """Return each hand's most opening value of melds with a run among them."""
        if self.can_be_split:
            return split_tables(self.variant, True).value_with_run(self.hands)
        values = [
            sum(map(self.variant.opening_value, most_valuable_with_run(hand, self.variant)))
            for hand in hands_of_batch(self.variant.playing_set, self.hands)
        ]
        return np.array(values, dtype=np.int64)

    def with_tile(self, kind: int) -> Batch:
        """Return the hands with one more tile of a kind each."""
        more = np.full((len(self.hands), 1), kind, dtype=np.uint8)
        return Batch(self.variant, np.concatenate([self.hands, more], axis=1), self.context)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many tiles of each kind each hand has, shape (hands, kinds)."""
        rows, kinds = len(self.hands), self.variant.playing_set.kinds
        cells = self.hands + (np.arange(rows, dtype=np.int64) * kinds)[:, None]
        return np.bincount(cells.ravel(), minlength=rows * kinds).reshape(rows, kinds)

    @cached_property
    def pairs_and_singles(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """How many pairs of identical tiles each hand has, and how many tiles without a twin."""
        from rummistats.kernels.counting import pairs_and_singles

        pairs = np.empty(len(self.hands), dtype=np.int64)
        singles = np.empty(len(self.hands), dtype=np.int64)
        pairs_and_singles(self.hands, self.variant.playing_set.colored_kinds, pairs, singles)
        return pairs, singles

    @property
    def colored(self) -> npt.NDArray[np.int64]:
        """The counts of the colored tiles, shape (hands, colors, numbers)."""
        tiles = self.variant.playing_set
        counts = self.counts[:, : tiles.colored_kinds]
        return counts.reshape(-1, tiles.colors, tiles.numbers)

    @property
    def jokers(self) -> npt.NDArray[np.int64]:
        """How many jokers each hand has."""
        if not self.variant.playing_set.jokers:
            return np.zeros(len(self.hands), dtype=np.int64)
        return self.counts[:, -1]

    def total(self, amounts: list[int]) -> npt.NDArray[np.int64]:
        """Return each hand's sum of an amount for each kind."""
        each = np.take(np.array(amounts, dtype=np.int32), self.hands)
        # einsum adds up short rows twice as fast as sum does.
        total: npt.NDArray[np.int64] = np.einsum("ij->i", each).astype(np.int64)
        return total


def deal_hands(deck: Deck, hand_size: int, hands: int, seed: Seed) -> npt.NDArray[np.uint8]:
    """Deal hands from a deck, with the jokers that every player is given beside them.

    Where one numbered tile lies aside unknown, a tile is dealt before each hand, and the deal
    is made again as long as it is a joker.
    """
    if not deck.hides_numbered_tile:
        dealt = deal_chunk(deck.counts, hand_size, hands, seed)
    else:
        joker = deck.tile_set.joker_kind
        dealt = deal_chunk(deck.counts, hand_size + 1, hands, seed)
        again = np.flatnonzero(dealt[:, 0] == joker)
        tries = 0
        while len(again):
            new = deal_chunk(deck.counts, hand_size + 1, len(again), seed.child(tries))
            dealt[again] = new
            again = again[new[:, 0] == joker]
            tries += 1
        dealt = np.ascontiguousarray(dealt[:, 1:])
    if not deck.assigned_jokers:
        return dealt
    given = np.full((hands, deck.assigned_jokers), deck.tile_set.joker_kind, dtype=np.uint8)
    return np.concatenate([dealt, given], axis=1)

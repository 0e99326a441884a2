"""The programs to compare with: a plain NumPy one, rummikub-solver, icepool and OpenSpiel."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

COLORS, NUMBERS, COPIES = 4, 13, 2

Kinds = npt.NDArray[np.integer[Any]]


def numpy_deal_by_permuted(rng: np.random.Generator, hands: int, jokers: int) -> Kinds:
    """Deal 14 tiles to each hand: shuffle all the rows of a table of decks."""
    decks = np.tile(_deck(jokers), (hands, 1))
    return rng.permuted(decks, axis=1, out=decks)[:, :14]


def numpy_deal_by_argpartition(rng: np.random.Generator, hands: int, jokers: int) -> Kinds:
    """Deal 14 tiles to each hand: those with the 14 smallest of random numbers."""
    deck = _deck(jokers)
    return deck[rng.random((hands, len(deck))).argpartition(14, axis=1)[:, :14]]


def numpy_has_meld(hands: Kinds) -> npt.NDArray[np.bool_]:
    """Whether each hand without jokers has a group or a run.

    It asks less than rummistats does: not what the best melds are, only whether there is one.
    """
    rows = np.arange(len(hands))[:, np.newaxis]
    kinds = np.zeros((len(hands), COLORS * NUMBERS), dtype=np.bool_)
    kinds[rows, hands] = True
    held = kinds.reshape(len(hands), COLORS, NUMBERS)
    groups = (held.sum(axis=1) >= 3).any(axis=1)
    runs = (held[:, :, :-2] & held[:, :, 1:-1] & held[:, :, 2:]).any(axis=(1, 2))
    found: npt.NDArray[np.bool_] = groups | runs
    return found


def numpy_count_melds(rng: np.random.Generator, hands: int) -> int:
    """Deal hands without jokers and count those with a group or a run."""
    return int(numpy_has_meld(numpy_deal_by_argpartition(rng, hands, jokers=0)).sum())


def _deck(jokers: int) -> Kinds:
    kinds = np.repeat(np.arange(COLORS * NUMBERS, dtype=np.uint8), COPIES)
    return np.concatenate([kinds, np.full(jokers, COLORS * NUMBERS, dtype=np.uint8)])


class SolverPeer:
    """Rummikub-solver: integer programs, each built once and solved for every hand anew."""

    def __init__(self, jokers: int) -> None:
        from rummikub_solver import RuleSet, SolverMode

        self.rules = RuleSet(jokers=jokers)
        self.modes = {
            "opening": SolverMode.INITIAL,
            "tiles": SolverMode.TILE_COUNT,
            "value": SolverMode.TOTAL_VALUE,
        }

    @property
    def name(self) -> str:
        """Its name and the solver behind it."""
        return f"rummikub-solver ({self.rules.backend.value})"

    def can_open(self, hand: Sequence[int]) -> bool:
        """Whether it finds an opening of at least 30 points."""
        return bool(self._solve(hand, "opening"))

    def most_tiles(self, hand: Sequence[int]) -> int:
        """Return how many tiles it can meld at most."""
        found = self._solve(hand, "tiles")
        return len(found.tiles) if found else 0

    def most_tiles_on_table(self, table: Sequence[int], hand: Sequence[int]) -> int:
        """Return how many tiles of the hand it can lay when it may rearrange the table."""
        return len(self.lay(table, hand))

    def lay(self, table: Sequence[int], hand: Sequence[int], opened: bool = True) -> list[int]:
        """Return the tiles of the hand that it lays: the most, or for an opening its choice."""
        if not opened:
            found = self._solve(hand, "opening")
        else:
            state = self.rules.new_game()
            state.add_table(*(self.rules.tiles[kind] for kind in table))
            state.add_rack(*(self.rules.tiles[kind] for kind in hand))
            found = self.rules.solve(state, self.modes["tiles"])
        kinds = {tile: kind for kind, tile in enumerate(self.rules.tiles)}
        return [kinds[tile] for tile in found.tiles] if found else []

    def _solve(self, hand: Sequence[int], mode: str) -> Any:
        # Its tiles are numbered from 1, color by color, the joker last: our kinds plus one.
        state = self.rules.new_game()
        state.add_rack(*(self.rules.tiles[kind] for kind in hand))
        return self.rules.solve(state, self.modes[mode])


def icepool_has_meld(hand_size: int) -> tuple[int, int]:
    """Return how many hands without jokers have a group or a run, and how many there are."""
    import icepool

    class HasMeld(icepool.MultisetEvaluator[tuple[int, int], bool]):
        """Read the tiles number by number; stop looking once there is a meld."""

        def next_state(
            self, state: Any, order: object, outcome: tuple[int, int], count: int, /
        ) -> Hashable:
            if state is True:
                return True
            # For each color how long a run ends here (0 to 2), and the colors of this number.
            runs, held = state if state is not None else ((0,) * COLORS, 0)
            color = outcome[1]
            length = runs[color] + 1 if count else 0
            held += count > 0
            if length == 3 or held == 3:
                return True
            last = color == (COLORS - 1 if order is icepool.Order.Ascending else 0)
            return (*runs[:color], length, *runs[color + 1 :]), 0 if last else held

        def extra_outcomes(self, outcomes: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
            return outcomes

        def final_outcome(self, final_state: Hashable, *_: Any) -> bool:
            return final_state is True

    found = HasMeld().evaluate(_icepool_deck().deal(hand_size))
    return found.quantity(True), found.denominator()


def icepool_pairs(hand_size: int) -> dict[int, int]:
    """Return how many hands without jokers have 0, 1, 2 … pairs of identical tiles."""
    import icepool

    class Pairs(icepool.MultisetEvaluator[tuple[int, int], int]):
        """Count the tiles held twice."""

        def next_state(
            self, state: Any, order: object, outcome: tuple[int, int], count: int, /
        ) -> Hashable:
            return (state or 0) + count // 2

    found = Pairs().evaluate(_icepool_deck().deal(hand_size))
    return dict(found.items())


def _icepool_deck() -> Any:
    import icepool

    return icepool.Deck(
        {(number, color): COPIES for number in range(NUMBERS) for color in range(COLORS)}
    )


class SpielPeer:
    """OpenSpiel: its own search for the least dead wood, written in C++, hand by hand."""

    def __init__(self, hand_size: int) -> None:
        import pyspiel

        self.hand_size = hand_size
        self.utils = pyspiel.gin_rummy.GinRummyUtils(NUMBERS, COLORS, hand_size)

    def dead_wood(self, hands: Sequence[Sequence[int]]) -> list[int]:
        """Return the dead wood of each hand.

        Its cards are numbered from 0, suit by suit from the ace on, as our kinds are; its suits
        have another order, which makes no difference.
        """
        least = self.utils.min_deadwood
        return [least(hand) for hand in hands]

    def deal_and_measure(self, rng: np.random.Generator, hands: int) -> list[int]:
        """Return the dead wood of hands that NumPy deals, in tables of 10,000."""
        found: list[int] = []
        while len(found) < hands:
            rows = min(10_000, hands - len(found))
            order = rng.random((rows, COLORS * NUMBERS)).argpartition(self.hand_size, axis=1)
            found += self.dead_wood(order[:, : self.hand_size].tolist())
        return found

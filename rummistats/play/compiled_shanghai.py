"""Rounds of Shanghai Rummy played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummistats.contracts import parts_of_contract
from rummistats.play.discarding import CIRCLES
from rummistats.play.fitting import pairs_with
from rummistats.play.gains import STEP
from rummistats.play.games.shanghai import ShanghaiState, most_buys
from rummistats.play.meld_rows import card_kinds, hand_of, kind_of
from rummistats.play.outcome import Outcome, shuffled_cards
from rummistats.play.players.shanghai import PLAYERS, Collecting
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.variants import Variant
from rummistats.variants.ways_to_open import contract_of_round

__all__ = ["Program", "can_be_compiled"]

Player = str | Collecting

_BUYS = ("never", "needed", "close", "useful", "always")
_JUDGES = ("points", "near", "safe")


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a round of Shanghai Rummy, and these strategies.

    It knows rounds whose groups have one size, and whose runs have one, the game with two jokers at
    most, and all players who collect cards.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> can_be_compiled(shanghai, ["greedy"] * 4, round=10)
    True
    >>> can_be_compiled(shanghai, ["greedy", "random", "optimal", "optimal"])
    False
    """
    rules = dict(variant.table_rules)
    contract = contract_of_round(variant, round)
    sizes = (*contract.groups, *contract.runs)
    full = (variant.colors, variant.numbers) == (4, 13)
    plain = (variant.min_group, variant.min_run) == (3, 3) and variant.max_run in (None, 13)
    dealt = variant.players * variant.hand_size + 1
    return (
        full
        and plain
        and variant.copies <= 3
        and variant.jokers <= 2
        and not variant.assigned_jokers
        and dealt < variant.tile_set.size
        and variant.ones == "low_or_high"
        and variant.repeat_colors
        and not contract.exact
        and len(set(contract.groups)) <= 1
        and len(set(contract.runs)) <= 1
        and min(sizes) >= 3
        and max(contract.runs, default=3) <= 13
        and len(sizes) <= 8
        and rules["buy_priority"] != "first_to_call"
        and not rules["meld_and_layoff_same_turn"]
        and not rules["extra_melds"]
        and not rules["final_discard"]
        and all(isinstance(each, Collecting) or each in PLAYERS for each in strategies)
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("shanghai"), ("greedy",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels import shanghai as kernel
        from rummistats.kernels.extending import NEEDS
        from rummistats.kernels.laying_off import ITEMS
        from rummistats.kernels.rows import ROW

        self.kernel = kernel
        self.variant, self.round = variant, round
        self.deck = card_kinds(variant)
        self.contract = _contract(variant, round)
        sizes = range(max(variant.largest_group, variant.numbers) + 2)
        self.allowed = np.array(
            [
                [variant.jokers_allowed(size, jokers) for jokers in range(variant.jokers + 2)]
                for size in sizes
            ]
        )
        points = np.repeat(np.array(variant.rack_points[1:], dtype=np.int64), variant.colors)
        self.points = np.append(points, variant.joker_rack_value if variant.jokers else 0)
        self.worth = self.points + STEP
        rule = variant.rule
        self.rules = np.array(
            [
                variant.copies,
                variant.largest_group,
                CIRCLES * variant.players,
                rule("swap_before_contract") != "never",
                rule("no_joker_bonus_scope") == "hand",
                most_buys(variant, round),
                int(str(rule("buy_cost_cards"))),
                bool(rule("first_upcard_buyable")),
                rule("buy_priority") == "left_of_dealer",
            ],
            dtype=np.int64,
        )
        self.partners = _partners(variant)
        self.players = np.array([_numbers(each) for each in strategies], dtype=np.int64)
        self.room = (
            np.empty((ITEMS, NEEDS), dtype=np.int16),
            *np.empty((2, ITEMS), dtype=np.int64),
            np.empty((ITEMS, ROW), dtype=np.int64),
            np.empty(ITEMS, dtype=np.int64),
        )
        players = variant.players
        self.at = np.zeros(13, dtype=np.int64)
        self.stock, self.discards = np.zeros((2, len(self.deck)), dtype=np.int64)
        self.hands, self.shown = np.zeros((2, players, len(self.points)), dtype=np.int8)
        melds = int(self.contract[0][0] + self.contract[0][2])
        self.table = np.zeros((players * melds, ROW), dtype=np.int64)
        self.counts = np.zeros((4, players), dtype=np.int64)

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a round out."""
        kernel, variant, at = self.kernel, self.variant, self.at
        order, place, starter = shuffled_cards(self.deck, variant.players, seed, starter)
        jokers_dealt = self._deal(order, int(self.deck[place]), starter)
        shuffles = 0
        while (
            ended := kernel.play_on(
                at,
                self.stock,
                self.discards,
                self.hands,
                self.shown,
                self.table,
                self.contract,
                self.allowed,
                self.points,
                self.worth,
                self.partners,
                self.rules,
                self.players,
                self.room,
                self.counts,
            )
        ) == kernel.SHUFFLE:
            self._shuffle(seed.child(2).child(shuffles))
            shuffles += 1
        turns, opened, jokers, _ = map(tuple, self.counts.tolist())
        last = ShanghaiState(
            variant=variant,
            seed=seed.child(2),
            hands=tuple(hand_of(hand, variant) for hand in self.hands.tolist()),
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in opened),
            seat=int(at[kernel.SEAT]),
            turn=sum(turns),
            ended="blocked" if ended == kernel.BLOCKED else "out",
            round=self.round,
            starter=starter,
            lays_contract=bool(at[kernel.BONUS]),
            with_joker=bool(at[kernel.BONUS] == 2),
        )
        return Outcome(starter, last, turns, opened, jokers_dealt, jokers)

    def _deal(self, order: Any, upcard: int, starter: int) -> tuple[int, ...]:
        """Deal the cards; return how many jokers each player gets."""
        kernel, size = self.kernel, self.variant.hand_size
        for array in (self.hands, self.shown, self.counts, self.at):
            array[:] = 0
        for seat in range(self.variant.players):
            for kind in order[seat * size : (seat + 1) * size]:
                self.hands[seat, kind] += 1
        stock = order[self.variant.players * size :]
        self.stock[: len(stock)] = stock
        self.discards[0] = upcard
        self.at[kernel.SEAT] = self.at[kernel.STARTER] = starter
        self.at[kernel.STOCK] = len(stock)
        self.at[kernel.PILE] = 1
        self.counts[2] = self.hands[:, -1]
        return tuple(self.counts[2].tolist())

    def _shuffle(self, seed: Seed) -> None:
        """Make a new stock of the discards but for the newest."""
        kernel, at = self.kernel, self.at
        old = int(at[kernel.PILE]) - 1
        self.stock[:old] = self.discards[:old][seed.generator().permutation(old)]
        self.discards[0] = self.discards[old]
        at[kernel.NEXT_CARD], at[kernel.STOCK], at[kernel.PILE] = 0, old, 1


def _numbers(strategy: Player) -> tuple[int, ...]:
    """Return a player as the compiled program wants it."""
    player = strategy if isinstance(strategy, Collecting) else PLAYERS[strategy]
    buys, judge = _BUYS.index(player.buys), _JUDGES.index(player.discards)
    return buys, player.closed, judge, player.gives_up, player.waits


def _partners(variant: Variant) -> tuple[Any, Any]:
    """Return where the partners of each kind begin, and these: those near it in a meld of three."""
    import numpy as np

    begins, kinds = [0], []
    tiles = sorted(set(variant.table_set.tiles), key=lambda tile: kind_of(tile, variant))
    for tile in tiles:
        near = {kind_of(other, variant) for pair in pairs_with(tile, variant) for other in pair}
        kinds += sorted(near)
        begins.append(len(kinds))
    # A joker, also where there is none.
    return np.array([*begins, len(kinds)]), np.array(kinds)


def _contract(variant: Variant, round: int) -> tuple[Any, Any, Any]:
    """Return a contract, its runs and groups, see `rummistats.kernels.collecting.fulfil`."""
    import numpy as np

    contract = contract_of_round(variant, round)
    numbers = []
    for sizes in (contract.groups, contract.runs):
        numbers += [len(sizes), sizes[0] if sizes else 3]
    runs, real_tiles = parts_of_contract(variant, contract)
    ways = []
    for size in runs:
        for run in runs[size]:
            # All are as if of one color, which need not be one of the game.
            first = run.numbers[0] - 1
            last = first + len(run) - 1
            jokers = sum(1 << first + place for place in run.joker_places)
            real = ((1 << last + 1) - (1 << first)) & ~jokers
            ways.append((first, last, real, jokers, run.jokers))
    of_groups = next(iter(real_tiles.values()), (3,))
    return (
        np.array([*numbers, contract.adjacent_runs, contract.same_number_groups], dtype=np.int64),
        np.array(ways, dtype=np.int64).reshape(-1, 5),
        np.array(of_groups, dtype=np.int64),
    )

"""Deals of Sabra, and of games played like it, played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence

from rummistats.play.dynamic import TableSolver
from rummistats.play.gains import gains_of
from rummistats.play.outcome import Outcome
from rummistats.play.problem import has_usual_melds
from rummistats.play.rearranging import rearranging
from rummistats.play.state import State
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["Program", "can_be_compiled"]

_BEST = {"optimal": "tiles", "cautious": "rack_points"}
_NAMES = list(_BEST)


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant, and these strategies.

    It knows free jokers, and players who all lay the best they can.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> can_be_compiled(find_variant("sabra"), ["optimal"] * 4)
    True
    >>> can_be_compiled(find_variant("river"), ["optimal"] * 4)
    False
    """
    if not all(each in _NAMES for each in strategies):
        return False
    rules = dict(variant.table_rules)
    if rules.get("draw_rule") != "one" or rules["must_play"] or rules["draw_until_playable"]:
        return False
    if variant.open_points is None:
        return False
    table = rearranging(variant)
    opening = table.opening
    return (
        table.joker_mode == "free"
        and not table.reuse_rack_tiles
        and not table.group3_needs_both
        and not table.layoff
        and opening is not None
        and opening.points > 0
        and not opening.single_meld
        and not opening.needs_run
        and has_usual_melds(variant, variant.jokers, gains_of(variant, "tiles"))
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("sabra"), ("optimal",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[str, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels.deals import BLOCKED, play_deal
        from rummistats.kernels.table_states import FULL

        self.kernel, self.blocked, self.full = play_deal, BLOCKED, FULL
        self.variant = variant
        kinds = np.arange(len(variant.tile_set.copies_of_kind), dtype=np.int8)
        self.deck = np.repeat(kinds, variant.tile_set.copies_of_kind)
        self.step = -1 if variant.rule("direction") == "counterclockwise" else 1
        players = variant.players
        self.solvers = [TableSolver(variant, _BEST[name]) for name in strategies]
        self.gains = np.array([solver.gains for solver in self.solvers])
        width = variant.colors * variant.numbers + 1
        self.nothing, self.on_table = np.zeros((2, width), dtype=np.int8)
        self.hands = np.zeros((players, width), dtype=np.int8)
        self.turns, self.opened, self.jokers = np.zeros((3, players), dtype=np.int64)

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        variant, solver = self.variant, self.solvers[0]
        assert variant.open_points is not None
        random = seed.child(0).generator()
        order = self.deck[random.permutation(len(self.deck))]
        if starter is None:
            starter = int(random.integers(variant.players))
        while True:
            winner = self.kernel(
                order,
                starter,
                self.step,
                variant.hand_size,
                variant.open_points,
                self.gains,
                *solver.room,
                self.nothing,
                self.on_table,
                self.hands,
                self.turns,
                self.opened,
                self.jokers,
            )
            if winner != self.full:
                break
            solver.more_room()
        tiles = variant.table_set
        hands = self.hands[:, : tiles.kinds].tolist()
        turns, opened = tuple(self.turns.tolist()), tuple(self.opened.tolist())
        last = State(
            variant=variant,
            seed=seed.child(2),
            hands=tuple(Hand(tiles, tuple(hand)) for hand in hands),
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in opened),
            seat=(starter + self.step * sum(turns)) % variant.players,
            turn=sum(turns),
            ended="blocked" if winner == self.blocked else "out",
        )
        dealt = order[: variant.players * variant.hand_size].reshape(variant.players, -1)
        jokers_dealt = (dealt == len(self.nothing) - 1).sum(axis=1)
        return Outcome(
            starter,
            last,
            turns,
            opened,
            tuple(jokers_dealt.tolist()),
            tuple(self.jokers.tolist()),
        )

"""Deals of Romanian tile rummy played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence

from rummistats.play.discarding import CIRCLES
from rummistats.play.extended_program import extended_program, is_known
from rummistats.play.games.romanian import MOST_RECYCLES, RomanianState
from rummistats.play.outcome import Outcome, shuffled_cards
from rummistats.play.players.romanian import PLAYERS, Etalat
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["Program", "can_be_compiled"]

Player = str | Etalat

_NEVER = 1 << 40


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant, and these strategies.

    It knows players who take no deeper discards, discard by points and exchange no doublas.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian")
    >>> can_be_compiled(romanian, ["greedy"] * 4)
    True
    >>> can_be_compiled(romanian, ["greedy", "optimal"] * 2)
    False
    """
    rules = dict(variant.table_rules)
    return (
        is_known(variant)
        and variant.open_pairs is None
        and bool(rules["closed_needs_opening"])
        and not (rules["discard_for_opening"] or rules["redeal_on_three_doublas"])
        and rules["exposed_joker"] == "redraw"
        and all(_is_simple(_player(each)) for each in strategies)
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("romanian"), ("greedy",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels import romanian
        from rummistats.kernels.extended_tables import ROOM

        self.kernel, self.names = romanian.play_on, romanian
        self.variant = variant
        self.program = extended_program(variant, "tiles")
        tiles = variant.table_set
        self.points = np.zeros(53, dtype=np.int64)
        self.points[: tiles.kinds] = [variant.rack_points_of(tile) for tile in tiles.tiles]
        self.kept = np.array([each.keep for each in map(_player, strategies) if each])
        deck = [tiles.kind(tile) for tile in variant.tile_set.all_tiles()]
        self.deck = np.array(deck, dtype=np.int64)
        rules = dict((*variant.own_hand_rules, *variant.table_rules))
        recycles = _NEVER if rules["max_recycles"] is None else int(str(rules["max_recycles"]))
        turn_rules = [
            self.program.need,
            self.program.opened,
            bool(rules["first_tile_dead"]),
            bool(rules["starter_may_meld"]),
            MOST_RECYCLES,
            recycles if rules["exhaustion"] == "recycle" else 0,
            int(str(rules["joker_meld"])),
            int(str(rules["win_bonus"])),
            CIRCLES * variant.players,
        ]
        self.turn_rules = np.array(turn_rules, dtype=np.int64)
        self.exposed = bool(rules["exposed_for_win"])
        self.at = np.zeros(12, dtype=np.int64)
        self.row = np.zeros(len(deck), dtype=np.int64)
        self.on_table = np.zeros((ROOM, 6), dtype=np.int64)
        self.hands = np.zeros((variant.players, 53), dtype=np.int64)
        self.turns, self.opened, self.jokers, self.scored = np.zeros(
            (4, variant.players), dtype=np.int64
        )

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        import numpy as np

        variant, names, at, program = self.variant, self.names, self.at, self.program
        numbered = len(self.deck) - variant.jokers
        order, place, starter = shuffled_cards(
            self.deck, variant.players, seed, starter, among=numbered
        )
        dealt = variant.players * variant.hand_size
        for seat, hand in enumerate(order[:dealt].reshape(variant.players, -1)):
            self.hands[seat] = np.bincount(hand, minlength=53)
        # The starter has one tile more.
        self.hands[starter, order[dealt]] += 1
        wall = order[dealt + 1 :]
        exposed = int(self.deck[place])
        twins = tuple(seat for seat, hand in enumerate(self.hands) if hand[exposed])
        self.jokers[:] = self.hands[:, 52]
        jokers_dealt = tuple(self.jokers.tolist())
        self.turns[:] = self.opened[:] = self.scored[:] = at[:] = 0
        at[names.SEAT], at[names.WALL] = starter, len(wall)
        at[names.EXPOSED] = exposed if self.exposed else program.any
        shuffles = seed.child(2)
        while True:
            ended = self.kernel(
                at,
                wall,
                self.row,
                self.on_table,
                self.turn_rules,
                program.weights,
                self.points,
                self.kept,
                program.tools,
                self.hands,
                self.turns,
                self.opened,
                self.jokers,
                self.scored,
            )
            if ended != names.SHUFFLE:
                break
            # The first discard stays where it is.
            recycled = self.row[1 : at[names.ROW]]
            random = shuffles.child(int(at[names.RECYCLES])).generator()
            wall = recycled[random.permutation(len(recycled))]
            at[names.NEXT], at[names.WALL], at[names.ROW] = 0, len(wall), 1
            at[names.RECYCLES] += 1
            at[names.IDLE] += 1
        tiles, turns = variant.table_set, tuple(self.turns.tolist())
        opened = tuple(self.opened.tolist())
        last = RomanianState(
            variant=variant,
            seed=shuffles,
            hands=tuple(Hand(tiles, tuple(hand[: tiles.kinds])) for hand in self.hands.tolist()),
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in opened),
            seat=int(at[names.SEAT]),
            turn=sum(turns),
            discards=(tiles.tiles[self.row[at[names.ROW] - 1]],),
            twins=twins,
            laid_points=tuple(self.scored.tolist()),
            closed=bool(at[names.CLOSED]),
            ended="out" if ended == names.OUT else "blocked",
        )
        jokers = tuple(self.jokers.tolist())
        return Outcome(starter, last, turns, opened, jokers_dealt, jokers)


def _player(strategy: object) -> Etalat | None:
    """Return who plays; None if that is somebody else."""
    if isinstance(strategy, str):
        return PLAYERS.get(strategy)
    return strategy if isinstance(strategy, Etalat) else None


def _is_simple(player: Etalat | None) -> bool:
    """Return whether somebody takes the newest discard at most, and never waits or swaps."""
    if player is None or player.swaps or player.closed:
        return False
    return player.discards == "points" and player.deepest == 1

"""Deals of American and International played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rummistats.melds import Run
from rummistats.play.extended_program import extended_program, is_known
from rummistats.play.finishing import partners, special_hands_of
from rummistats.play.games.american import AmericanState
from rummistats.play.games.international import InternationalState
from rummistats.play.outcome import Outcome, shuffled_cards
from rummistats.play.players.trump import BOTH, DANGER, FITS, PLAYERS, POINTS, Melding
from rummistats.play.table import Table
from rummistats.play.trump import PATIENCE, TrumpState
from rummistats.play.trump_rules import trump_rules
from rummistats.seeds import Seed
from rummistats.tiles import Hand
from rummistats.variants import Variant
from rummistats.variants.hands import SpecialHand

__all__ = ["Program", "can_be_compiled"]

Player = str | Melding

_SOURCES = ("pool", "discards", "face_up")
_STATES: dict[str, type[TrumpState]] = {
    "american": AmericanState,
    "international": InternationalState,
}
_HIGH = frozenset((1, 10, 11, 12, 13))
_JUDGED = ("points", "chances", "safe")
_WHO = ("any", "opened", "unopened", "closed")


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant, and these strategies.

    It knows the usual turns, and all players but those who draw lots or lay by value.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> american = find_variant("american")
    >>> can_be_compiled(american, ["greedy", Melding("safe", closed=3)] * 2)
    True
    >>> can_be_compiled(american, ["greedy", "random"] * 2)
    False
    """
    rules = dict(variant.table_rules)
    turns = trump_rules(variant)
    return (
        is_known(variant)
        and turns.discards in ("always", "after_opening")
        and not (turns.must_use or turns.trump_last or turns.recycles)
        and turns.closed_win in ("no", "rack")
        and rules.get("joker_trump", "keep") == "keep"
        and rules.get("scoring", "sabra") == "sabra"
        and all(_is_high(pattern) for pattern in special_hands_of(variant))
        and all(_is_known(_player(variant, each)) for each in strategies)
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("american"), ("greedy",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels import trump

        self.kernel, self.numbers = trump.play_deal, trump
        self.variant = variant
        players = [_player(variant, each) for each in strategies]
        assert all(player is not None for player in players)
        self.program = extended_program(variant, "tiles")
        ways = [
            (_JUDGED.index(each.discards), each.takes == "lay", each.closed, each.danger)
            for each in players
            if each
        ]
        self.ways = np.array(ways, dtype=np.int64)
        aims = [extended_program(variant, each.best).weights for each in players if each]
        self.aims = np.array(aims)
        tiles = variant.table_set
        points = [variant.rack_points_of(tile) for tile in tiles.tiles]
        self.points = np.zeros(53, dtype=np.int64)
        self.points[: tiles.kinds] = points
        pairs = partners(variant)
        self.begins = np.array([0, *accumulate(map(len, pairs))], dtype=np.int64)
        self.partners = np.array([pair for each in pairs for pair in each], dtype=np.int64)
        self.worths = np.array([BOTH, FITS, POINTS, DANGER])
        deck = [tiles.kind(tile) for tile in variant.tile_set.all_tiles()]
        self.deck = np.array(deck, dtype=np.int64)
        turns = trump_rules(variant)
        self.turn_rules = np.array(
            [
                turns.discards == "always",
                turns.return_taken,
                _WHO.index(turns.trump),
                turns.closed_win == "rack",
                bool(special_hands_of(variant)),
                PATIENCE * variant.players,
                self.program.need,
                self.program.opened,
                variant.game.name == "american",
            ],
            dtype=np.int64,
        )
        self.hands = np.zeros((variant.players, 53), dtype=np.int64)
        self.turns, self.opened, self.jokers = np.zeros((3, variant.players), dtype=np.int64)
        self.end = np.zeros(6, dtype=np.int64)

    def play(self, seed: Seed, starter: int | None) -> Outcome | None:
        """Play a deal out; None if that is left to the engine.

        Somebody may have a special hand, which the program does not look for.
        """
        variant, program = self.variant, self.program
        order, place, starter = shuffled_cards(self.deck, variant.players, seed, starter)
        self.kernel(
            order,
            self.deck[place],
            starter,
            variant.hand_size,
            self.turn_rules,
            program.weights,
            self.ways,
            self.aims,
            self.points,
            self.begins,
            self.partners,
            self.worths,
            program.tools,
            self.hands,
            self.turns,
            self.opened,
            self.jokers,
            self.end,
        )
        if self.end[self.numbers.ENDED] == self.numbers.UNKNOWN:
            return None
        turns, opened = tuple(self.turns.tolist()), tuple(self.opened.tolist())
        dealt = order[: self.hands.shape[0] * variant.hand_size].reshape(variant.players, -1)
        jokers_dealt = (dealt == 52).sum(axis=1).tolist()
        return Outcome(
            starter,
            self._last(seed),
            turns,
            opened,
            tuple(jokers_dealt),
            tuple(self.jokers.tolist()),
        )

    def _last(self, seed: Seed) -> TrumpState:
        """Return the position at the end."""
        ended, seat, source, last_kind, was_open, has_added = self.end.tolist()
        variant, tiles = self.variant, self.variant.table_set
        hands = [Hand(tiles, tuple(hand[: tiles.kinds])) for hand in self.hands.tolist()]
        is_out = ended == self.numbers.OUT
        # Which meld it was to which something was added is of no use any more.
        changed = (Run(tiles.color_letters[0], (1, 2, 3)),) if has_added and is_out else ()
        state = _STATES[variant.game.name]
        return state(
            variant=variant,
            seed=seed.child(2),
            hands=tuple(hands),
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in self.opened.tolist()),
            seat=seat,
            turn=int(self.turns.sum()),
            discards=(tiles.tiles[last_kind],),
            source=_SOURCES[source] if is_out else "",
            before=Table(changed),
            was_open=bool(was_open),
            ended="out" if is_out else "blocked",
        )


def _player(variant: Variant, strategy: object) -> Melding | None:
    """Return who plays; None if that is somebody else."""
    if isinstance(strategy, str):
        return PLAYERS[variant.game.name].get(strategy)
    return strategy if isinstance(strategy, Melding) else None


def _is_known(player: Melding | None) -> bool:
    return player is not None and player.best != "value"


def _is_high(pattern: SpecialHand) -> bool:
    """Return whether the program would notice that somebody may have such a hand."""
    return bool(pattern.numbers) and _HIGH.issuperset(pattern.numbers)

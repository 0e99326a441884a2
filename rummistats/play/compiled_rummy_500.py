"""Deals of Rummy 500 played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummistats.play.catalog import uncut_melds
from rummistats.play.discarding import CIRCLES
from rummistats.play.gains import STEP
from rummistats.play.games.rummy_500 import Rummy500State
from rummistats.play.meld_rows import card_kinds, hand_of, kind_of, row_of, threes_of
from rummistats.play.outcome import Outcome, shuffled_cards
from rummistats.play.players.rummy_500 import CHANCE, DANGER, PLAYERS, Digging
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.variants import Variant
from rummistats.variants.opening import AnyMeld
from rummistats.variants.points import tile_values

__all__ = ["Program", "can_be_compiled"]

Player = str | Digging

_JUDGES = ("points", "chances", "safe")


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant of Rummy 500, and these strategies.

    It knows the game without jokers in which the newest discard may be kept and none is due at
    the end, and all players who dig in the discards.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rummy = find_variant("rummy-500")
    >>> can_be_compiled(rummy, ["greedy", Digging(deepest=4), "optimal"])
    True
    >>> can_be_compiled(rummy, ["greedy", "random", "greedy"])
    False
    """
    rules = dict(variant.table_rules)
    full = (variant.colors, variant.numbers, variant.jokers) == (4, 13, 0)
    plain = (variant.min_group, variant.largest_group, variant.min_run, variant.max_run)
    return (
        full
        and variant.copies <= 2
        and plain in ((3, 4, 3, None), (3, 4, 3, 13))
        and variant.ones == "low_or_high"
        and variant.opening() == (AnyMeld(),)
        and bool(rules["top_card_free"])
        and not rules["take_whole_pile"]
        and not rules["going_out_discard"]
        and all(isinstance(each, Digging) or each in PLAYERS for each in strategies)
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("rummy-500"), ("greedy",) * 3
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels.rummy_500 import BLOCKED, play_deal

        self.kernel, self.blocked = play_deal, BLOCKED
        self.variant = variant
        self.deck = card_kinds(variant)
        of_color = variant.copies if variant.repeat_colors else 1
        self.limits = of_color, variant.largest_group, CIRCLES * variant.players
        self.threes = threes_of(variant)
        self.catalog = _catalog(variant)
        low, high, group, _ = variant.points_of_ones
        values = [low, *variant.opening_points[2:], high, group]
        self.credits = np.array(values, dtype=np.int64) * STEP + 1
        self.points = np.repeat(np.array(variant.rack_points[1:], dtype=np.int64), variant.colors)
        self.players = np.array([_numbers(each) for each in strategies], dtype=np.float64)
        self.hands = np.zeros((variant.players, len(self.points)), dtype=np.int8)
        self.turns, self.opened, self.laid = np.zeros((3, variant.players), dtype=np.int64)

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        variant, deck = self.variant, self.deck
        order, place, starter = shuffled_cards(deck, variant.players, seed, starter)
        ended, seat = self.kernel(
            order,
            deck[place],
            starter,
            variant.hand_size,
            self.limits,
            self.players,
            self.threes,
            self.catalog,
            self.credits,
            self.points,
            variant.copies,
            self.hands,
            self.turns,
            self.opened,
            self.laid,
        )
        turns, opened = tuple(self.turns.tolist()), tuple(self.opened.tolist())
        nobody = (0,) * variant.players
        last = Rummy500State(
            variant=variant,
            seed=seed.child(2),
            hands=tuple(hand_of(hand, variant) for hand in self.hands.tolist()),
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in opened),
            seat=seat,
            turn=sum(turns),
            laid_points=tuple(self.laid.tolist()),
            ended="blocked" if ended == self.blocked else "out",
        )
        return Outcome(starter, last, turns, opened, jokers_dealt=nobody, jokers=nobody)


def _catalog(variant: Variant) -> tuple[Any, Any, Any]:
    """Return the new melds that there are: their kinds, their gains, their rows."""
    import numpy as np

    pairs = [
        (sorted(kind_of(tile, variant) for tile in meld.tiles), meld)
        for meld in uncut_melds(variant, 0)
    ]
    pairs.sort(key=lambda pair: pair[0][0])
    longest = max(len(kinds) for kinds, _ in pairs)
    gains = [sum(tile_values(variant, meld)) * STEP + len(meld) for _, meld in pairs]
    return (
        np.array([kinds + [-1] * (longest - len(kinds)) for kinds, _ in pairs], dtype=np.int16),
        np.array(gains, dtype=np.int64),
        np.array([row_of(meld, variant) for _, meld in pairs], dtype=np.int64),
    )


def _numbers(strategy: Player) -> tuple[float, ...]:
    """Return a player as the compiled program wants it."""
    player = strategy if isinstance(strategy, Digging) else PLAYERS[strategy]
    judge = _JUDGES.index(player.discards)
    return player.deepest, player.keep, player.least, judge, player.waits, CHANCE, DANGER

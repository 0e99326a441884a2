"""Deals of Gin played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rummistats.dealing import Context
from rummistats.play.games.gin import GinState
from rummistats.play.outcome import Outcome, shuffled_cards
from rummistats.play.players.gin import CHANCE, DANGER, PLAYERS, Knocking
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.values import knock_limit
from rummistats.variants import Variant

__all__ = ["Program", "can_be_compiled"]

Player = str | Knocking


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant of Gin, and these strategies.

    It knows the game without jokers, aces low, and all players who knock as soon as they have
    few enough points.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> can_be_compiled(gin, ["greedy", Knocking(points=3)])
    True
    >>> can_be_compiled(gin, ["greedy", "random"])
    False
    """
    rules = dict(variant.table_rules)
    full = (variant.colors, variant.numbers, variant.copies, variant.jokers) == (4, 13, 1, 0)
    plain = (variant.min_group, variant.largest_group, variant.min_run, variant.max_run)
    return (
        full
        and plain in ((3, 4, 3, None), (3, 4, 3, 13))
        and variant.ones == "low"
        and bool(rules["defender_rearranges"])
        and not rules["last_discard_action"]
        and all(isinstance(each, Knocking) or each in PLAYERS for each in strategies)
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("gin"), ("greedy", "greedy")
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels.gin import BIG_GIN, NOBODY, fill_runs, play_deal

        self.kernel, self.big_gin, self.nobody = play_deal, BIG_GIN, NOBODY
        self.variant = variant
        self.points = np.array(variant.rack_points[1:], dtype=np.int64)
        self.credits = self.points * 64 + 1
        self.runs = np.zeros(1 << 13, dtype=np.int64)
        fill_runs(self.credits, self.runs)
        self.bits = np.array([16 * suit + rank for suit in range(4) for rank in range(13)])
        rule = variant.rule
        self.rules = np.array(
            [
                0,
                int(str(rule("stock_end"))),
                rule("big_gin_bonus") is not None,
                bool(rule("return_taken")),
                bool(rule("layoff_on_gin")),
            ],
            dtype=np.int64,
        )
        self.players = np.array([_numbers(each) for each in strategies], dtype=np.int64)
        self.hands, self.turns, self.opened = np.zeros((3, 2), dtype=np.int64)
        self.limits = {rank: _limit(variant, rank) for rank in range(1, 14)}

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        variant = self.variant
        order, place, starter = shuffled_cards(self.bits, variant.players, seed, starter)
        self.rules[0] = self.limits[place % 13 + 1]
        ended, knocker = self.kernel(
            order,
            self.bits[place],
            starter,
            variant.hand_size,
            self.rules,
            self.players,
            self.points,
            self.credits,
            self.runs,
            self.hands,
            self.turns,
            self.opened,
        )
        tiles = variant.table_set
        bits = self.bits.tolist()
        hands = tuple(
            Hand(tiles, tuple(hand >> bit & 1 for bit in bits)) for hand in self.hands.tolist()
        )
        turns, opened = tuple(self.turns.tolist()), tuple(self.opened.tolist())
        last = GinState(
            variant=variant,
            seed=seed.child(2),
            hands=hands,
            pool=(),
            table=Table(),
            opened=tuple(turn > 0 for turn in opened),
            seat=(starter + sum(turns)) % 2,
            turn=sum(turns),
            # Which card it was is of no use any more.
            face_down=() if ended in (self.big_gin, self.nobody) else tiles.tiles[:1],
            knocker=None if ended == self.nobody else int(knocker),
            ended="blocked" if ended == self.nobody else "out",
        )
        return Outcome(starter, last, turns, opened, jokers_dealt=(0, 0), jokers=(0, 0))


def _limit(variant: Variant, rank: int) -> int:
    """Return the limit for knocking with an upcard of this rank."""
    return knock_limit(variant, Context(trump=Tile("S", rank)))


def _numbers(strategy: Player) -> tuple[Any, ...]:
    """Return a player as the compiled program wants it: chances in half points."""
    player = strategy if isinstance(strategy, Knocking) else PLAYERS[strategy]
    danger = int(2 * DANGER) if player.discards == "safe" else 0
    return player.points, player.late, player.discards != "points", int(2 * CHANCE), danger

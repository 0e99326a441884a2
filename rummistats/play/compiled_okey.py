"""Deals of Okey played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rummistats.melds import Pair
from rummistats.play.compiled_racks import Racks, ended, partner_lists, played_out, search_of
from rummistats.play.games.okey import OkeyState, begin, winning_melds
from rummistats.play.outcome import Outcome
from rummistats.play.players.okey import DANGER, NEAR, PLAYERS, Declaring
from rummistats.play.table import Table, declared
from rummistats.seeds import Seed
from rummistats.variants import Variant

__all__ = ["Program", "can_be_compiled"]

Player = str | Declaring

_DISCARDS = ("numbers", "chances", "safe")


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant of Okey, and these strategies.

    It knows all rules but that the discards are shuffled, and all players but the random one.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> can_be_compiled(okey, ["greedy", Declaring(pairs=5), "counting", "optimal"])
    True
    >>> can_be_compiled(okey, ["greedy", "random"] * 2)
    False
    """
    known = all(isinstance(each, Declaring) or each in PLAYERS for each in strategies)
    return known and variant.rule("exhaustion") == "no_score"


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("okey"), ("greedy",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels.okey import Players, play_deal
        from rummistats.kernels.racks import NOBODY

        self.kernel, self.nobody = play_deal, NOBODY
        self.variant = variant
        tiles = variant.table_set
        each = np.array([_numbers(strategy, tiles.size) for strategy in strategies])
        pairs, waits, discards, ahead = each.T.copy()
        self.players = Players(pairs, waits, discards, ahead, NEAR, DANGER)
        self.points = np.array([tile.number for tile in tiles.tiles])
        self.search = search_of(variant, "tiles")
        self.partners = partner_lists(variant)

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        return played_out(self.variant, begin, self._play, seed, starter)

    def _play(self, start: OkeyState, racks: Racks) -> tuple[OkeyState, list[int]]:
        import numpy as np

        twin = start.face_up
        assert twin is not None
        winner, tile, with_pairs, showed = self.kernel(
            racks.pool,
            start.seat,
            start.step,
            self.variant.pairs_complete,
            self.variant.table_set.kind(twin),
            np.array(start.may_show),
            self.players,
            self.search,
            self.partners,
            self.points,
            racks.free,
            racks.hands,
            racks.counts,
        )
        last = replace(ended(start, racks), showed=None if showed == self.nobody else showed)
        if winner != self.nobody:
            last = _declared(last, tile, with_pairs)
        turns = racks.counts[0].tolist()
        return last, [turn * has for turn, has in zip(turns, last.opened, strict=True)]


def _declared(state: OkeyState, kind: int, with_pairs: bool) -> OkeyState:
    """Return the position after a declaration with the tile of this kind on the indicator."""
    variant, tile = state.variant, state.variant.table_set.tiles[kind]
    rest = state.hand - variant.table_set.hand([tile])
    melds = next(
        melds for melds in winning_melds(rest, variant) if isinstance(melds[0], Pair) == with_pairs
    )
    return replace(
        state.with_hand(rest - rest),
        table=declared(Table(tuple(melds)), variant),
        face_down=(tile,),
        opened=tuple(seat == state.seat for seat in range(state.players)),
        winner=state.seat,
        ended="out",
    )


def _numbers(strategy: Player, tiles: int) -> tuple[int, int, int, int]:
    """Return a player's parameters for the compiled program."""
    player = PLAYERS[strategy] if isinstance(strategy, str) else strategy
    waits = tiles if player.waits is None else player.waits
    return player.pairs, waits, _DISCARDS.index(player.discards), player.ahead

"""Deals played out by the compiled program: many a second, where it knows the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rummistats.play import (
    compiled_gin,
    compiled_okey,
    compiled_okey_101,
    compiled_romanian,
    compiled_rummy_500,
    compiled_sabra,
    compiled_shanghai,
    compiled_trump,
)
from rummistats.play.engine import play
from rummistats.play.outcome import Outcome, outcome_of
from rummistats.play.rearranging import REARRANGED
from rummistats.play.threads import kept_by_thread
from rummistats.seeds import Seed
from rummistats.variants import Variant

__all__ = ["Program", "can_be_compiled", "play_compiled"]

# Each has a function `can_be_compiled` and a class `Program`.
_GAMES: dict[str, Any] = dict.fromkeys(REARRANGED, compiled_sabra) | {
    "gin": compiled_gin,
    "okey": compiled_okey,
    "okey-101": compiled_okey_101,
    "rummy-500": compiled_rummy_500,
    "shanghai": compiled_shanghai,
    "american": compiled_trump,
    "international": compiled_trump,
    "romanian": compiled_romanian,
}


class Program(Protocol):
    """The compiled program of a game and its players, with room to work in.

    It is made with the variant, the strategies or their names by seat, and the round.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> program = compiled_gin.Program(find_variant("gin"), ("greedy", "greedy"))
    >>> program.play(make_seed(3), None).turns
    (14, 14)
    """

    def play(self, seed: Seed, starter: int | None) -> Outcome | None:
        """Play a deal out; None if that is left to the engine.

        Parameters
        ----------
        seed : Seed
            Of the deal.
        starter : int, optional
            The seat that starts; drawn by lot unless given.
        """


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a game, and these strategies or names of some.

    The round matters where they differ (Shanghai Rummy).

    `rummistats.play.compiled_sabra` says what it knows of the games in which the table is
    rearranged, `rummistats.play.compiled_gin` what it knows of Gin, and so on.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> can_be_compiled(find_variant("sabra"), ["optimal"] * 4)
    True
    >>> can_be_compiled(find_variant("river"), ["optimal"] * 4)
    False
    """
    game = _GAMES.get(variant.game.name)
    players = _players(variant, strategies)
    return game is not None and bool(game.can_be_compiled(variant, players, round))


def play_compiled(
    variant: Variant,
    strategies: Sequence[Any],
    seed: Seed,
    starter: int | None = None,
    round: int = 1,
) -> Outcome:
    """Play the deal that `rummistats.play.play` plays from the same seed, without a record.

    Parameters
    ----------
    variant : Variant
        The game; `can_be_compiled` says which.
    strategies : sequence of str or Strategy
        Their names, or themselves, by seat.
    seed : Seed
        Of the deal.
    starter : int, optional
        The seat that starts; drawn by lot unless given.
    round : int
        The round, where they differ.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> play_compiled(gin, ["greedy"] * 2, make_seed(3)).turns
    (14, 14)
    >>> play(gin, "greedy", seed=3).last.turn
    28
    """
    program = _program(variant, _players(variant, strategies), round)
    found = program.play(seed, starter)
    if found is None:
        found = outcome_of(play(variant, strategies, seed, starter=starter, round=round))
    return found


def _players(variant: Variant, strategies: Sequence[Any]) -> tuple[Any, ...]:
    """Return who plays: whoever borrows tiles where the table is rearranged is greedy elsewhere."""
    if variant.game.name in REARRANGED:
        return tuple(strategies)
    return tuple("greedy" if each == "borrowing" else each for each in strategies)


@kept_by_thread
def _program(variant: Variant, strategies: tuple[Any, ...], round: int) -> Program:
    """Return this thread's program, which is written to, for a game and its players."""
    program: Program = _GAMES[variant.game.name].Program(variant, strategies, round)
    return program

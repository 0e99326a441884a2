"""Deals played out by the compiled program: many a second, where it knows the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from rummistats.play.outcome import Outcome
from rummistats.play.rearranging import REARRANGED
from rummistats.seeds import Seed
from rummistats.variants import Variant

__all__ = ["can_be_compiled", "play_compiled"]

# Each has a function `can_be_compiled` and a function `play_compiled`.
_PROGRAMS: dict[str, Any] = dict.fromkeys(REARRANGED, compiled_sabra) | {
    "gin": compiled_gin,
    "okey": compiled_okey,
    "okey-101": compiled_okey_101,
    "rummy-500": compiled_rummy_500,
    "shanghai": compiled_shanghai,
    "american": compiled_trump,
    "international": compiled_trump,
    "romanian": compiled_romanian,
}


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
    program = _PROGRAMS.get(variant.game.name)
    return program is not None and bool(program.can_be_compiled(variant, strategies, round))


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
    outcome: Outcome = _PROGRAMS[variant.game.name].play_compiled(
        variant, strategies, seed, starter, round
    )
    return outcome

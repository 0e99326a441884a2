"""A conformance kit: check a variant or a strategy of your own.

A variant is checked on a shrunken version of it, small enough to look at every way to lay melds:
what is a meld by definition, what the programs list, judge, arrange and measure. A strategy plays
whole deals in every seat.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rummistats.conformance.definition import hands_of_size
from rummistats.conformance.kit import Kit
from rummistats.conformance.report import Check, ConformanceReport, StrategyReport, carry_out
from rummistats.conformance.small import shrunken
from rummistats.dealing import MOST, check_number
from rummistats.errors import SimulationError, VariantError, shown
from rummistats.seeds import make_seed
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from rummistats.play import Strategy
    from rummistats.play.strategies import Choice

__all__ = [
    "Check",
    "ConformanceReport",
    "StrategyReport",
    "check_strategy",
    "check_variant",
    "shrunken",
]


def check_variant(
    variant: Variant | str, *, hands: int | None = 300, seed: int = 1
) -> ConformanceReport:
    """Check that all that rummistats says of a variant agrees.

    Parameters
    ----------
    variant : Variant or str
        The variant, perhaps of a game of your own, or its name.
    hands : int, optional
        How many hands of the shrunken version are looked at; None for all of them, which takes
        minutes.
    seed : int
        Which hands these are.

    Returns
    -------
    ConformanceReport
        True if all checks passed. Printed it is a list of the checks, each with how many cases
        were looked at and the first one that failed.

    Raises
    ------
    VariantError
        If ``variant`` is no variant, or ``hands`` no number of hands.
    SimulationError
        If ``seed`` is no whole number.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> report = check_variant(find_variant("sabra").with_rules(one_high=True), hands=20)
    >>> bool(report)
    True
    >>> print(report.checks[0])
    ok    hands are read back from their text (20)
    """
    variant = require_variant(variant)
    number, start = as_whole(hands), as_whole(seed)
    if hands is not None and (number is None or number < 1):
        raise VariantError(f"hands={shown(hands)}: a whole number from 1 on, or None for all hands")
    if start is None:
        raise SimulationError(f"seed={shown(seed)}: a whole number")
    small = shrunken(variant)
    every = list(hands_of_size(small, min(small.hand_size, small.playing_set.size)))
    if number is not None and number < len(every):
        every = random.Random(start).sample(every, number)
    kit = Kit(variant, small, every, random.Random(start))
    return ConformanceReport(
        variant, small, tuple(carry_out(name, cases) for name, cases in kit.checks())
    )


def check_strategy(
    strategy: str | Strategy | Choice,
    variant: Variant | str = "sabra",
    *,
    deals: int = 15,
    seed: object = 1,
    seconds: float | None = 10.0,
) -> StrategyReport:
    """Check that a strategy can play a game: in every seat, against others and against itself.

    Parameters
    ----------
    strategy : str, strategy or function
        The strategy: a function ``choose(view, random)``, or an object with such a method.
    variant : Variant or str
        The game.
    deals : int
        How many deals it plays. It sits in one seat after the other and then in all of them,
        first among players who are greedy, then optimal, then random.
    seed : int, SeedSequence, Generator or None
        Deal *k* comes from child *k* of it, see `rummistats.seeds.make_seed`.
    seconds : float or None
        How long the strategy may think about one decision; None for ever.

    Returns
    -------
    StrategyReport
        True if all checks passed: every action is legal, comes in time and without errors; the
        same seed gives the same play, also after other deals; records are read back; and other
        processes can be sent the strategy. Printed it is a list of the checks; what fails is told
        with the position.

    Raises
    ------
    VariantError
        If the game can't be played out.
    PlayError
        If ``strategy`` is none, or ``seconds`` no time that can be waited.
    SimulationError
        If ``deals`` is no number of deals, or ``seed`` no seed.

    Examples
    --------
    >>> def first(view, random):
    ...     return view.choices[0]
    >>> print(check_strategy(first, "sabra", deals=2).checks[1])
    ok    the same seed gives the same play (2)

    It never lays a tile. In Machiavelli that is no choice when the pool is empty:

    >>> report = check_strategy(first, "machiavelli", deals=2)
    >>> bool(report)
    False
    >>> print(report.failures[0])
    FAIL  its actions are legal, without errors and in time (1)
          StrategyError: the strategy first raised IndexError: tuple index out of range
          Machiavelli, turn 63 of the deal: seat 1, turn
          ...
    """
    from rummistats.conformance.strategies import checks_of_strategy
    from rummistats.play.engine import check_seconds
    from rummistats.play.games import find_game
    from rummistats.play.strategies import find_strategy

    variant = require_variant(variant)
    find_game(variant)
    name, _ = find_strategy(strategy)
    check_seconds(seconds)
    number = check_number("deals", deals, "the number of deals", MOST)
    checks = checks_of_strategy(strategy, variant, number, make_seed(seed), seconds)
    return StrategyReport(name, variant, number, checks)

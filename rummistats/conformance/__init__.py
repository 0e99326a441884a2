"""A conformance kit: check that all that rummistats says of a variant agrees.

A variant of your own is checked on a shrunken version of it, small enough to look at every way
to lay melds: what is a meld by definition, what the programs list, judge, arrange and measure.
"""

from __future__ import annotations

import random

from rummistats.conformance.definition import hands_of_size
from rummistats.conformance.kit import Kit, carry_out
from rummistats.conformance.report import Check, ConformanceReport
from rummistats.conformance.small import shrunken
from rummistats.errors import SimulationError, VariantError, shown
from rummistats.variants import Variant, require_variant

__all__ = ["Check", "ConformanceReport", "check_variant", "shrunken"]


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
    if hands is not None and (isinstance(hands, bool) or not isinstance(hands, int) or hands < 1):
        raise VariantError(f"hands={shown(hands)}: a whole number from 1 on, or None for all hands")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SimulationError(f"seed={shown(seed)}: a whole number")
    small = shrunken(variant)
    every = list(hands_of_size(small, min(small.hand_size, small.playing_set.size)))
    if hands is not None and hands < len(every):
        every = random.Random(seed).sample(every, hands)
    kit = Kit(variant, small, every, random.Random(seed))
    return ConformanceReport(
        variant, small, tuple(carry_out(name, cases) for name, cases in kit.checks())
    )

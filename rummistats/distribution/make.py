"""Distributions made from counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummistats.distribution.counts import tidy_counts
from rummistats.distribution.distribution import Distribution
from rummistats.distribution.samples import recorded_seed
from rummistats.variants import Variant, require_variant

__all__ = ["make_distribution"]


def make_distribution(
    counts: Mapping[Any, int],
    *,
    measure: str,
    is_exact: bool,
    variant: Variant | str | None = None,
    hand_size: int | None = None,
    seed: object = None,
) -> Distribution:
    """Return the distribution of these counts.

    Values that were never counted are left out, except that an event keeps both False and
    True: there, "never" is an answer.

    Parameters
    ----------
    counts : mapping
        How many hands have each value. NumPy's numbers become Python's.
    measure : str
        What was measured.
    is_exact : bool
        Whether the counts cover the whole sample space; otherwise they are a sample.
    variant : Variant or str, optional
        The game.
    hand_size : int, optional
        Tiles in a hand.
    seed : int, Seed or tuple, optional
        What a sample started from. A `Seed` that is just a number is recorded as the number.

    Raises
    ------
    DistributionError
        If there is no count, or one that is negative or not a whole number; if the values are
        not of one kind; if an exact distribution is given a seed.
    VariantError
        If ``variant`` is no variant, nor the name of one.

    Examples
    --------
    >>> make_distribution({1: 3, 0: 5, 2: 0}, measure="melds", is_exact=True)
    Distribution(melds: exact, 2 values from 0 to 1, mean 0.375)
    >>> make_distribution({True: 8}, measure="can_open", is_exact=True).weights
    (0, 8)
    >>> make_distribution({1: 0.5}, measure="melds", is_exact=True)
    Traceback (most recent call last):
        ...
    rummistats.errors.DistributionError: melds: the weight 0.5 of 1; a weight is a whole number
    from 0 on
    """
    if variant is not None:
        variant = require_variant(variant)
    tidy = tidy_counts(counts, measure)
    return Distribution(
        values=tuple(tidy),
        weights=tuple(tidy.values()),
        is_exact=is_exact,
        measure=measure,
        variant=variant,
        hand_size=hand_size,
        seed=recorded_seed(seed),
    )

"""Samples: what they started from, and several of them added together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rummistats.distribution.counts import tidy_counts, value_kind
from rummistats.errors import DistributionError
from rummistats.seeds import Seed

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = ["OneSeed", "add_samples", "recorded_seed", "seed_text"]

OneSeed = int | Seed | None
"""What one sample started from; None if it is unknown, or people dealt the hands."""


def recorded_seed(seed: object) -> Any:
    """Return what is recorded of a seed: of a `Seed` that is just a number the number.

    Raises
    ------
    DistributionError
        If it is no number from 0 on, no `Seed`, and no tuple of these.

    Examples
    --------
    >>> recorded_seed(Seed(7)), recorded_seed((1, Seed(7, (3,))))
    (7, (1, Seed(entropy=7, spawn_key=(3,))))
    """
    if isinstance(seed, tuple):
        return tuple(map(recorded_seed, seed))
    if isinstance(seed, Seed):
        return seed.entropy if type(seed.entropy) is int and not seed.spawn_key else seed
    if seed is not None and (type(seed) is not int or seed < 0):
        raise DistributionError(f"seed={seed!r}: what is recorded is a number from 0 on or a Seed")
    return seed


def add_samples(one: Distribution, two: Distribution) -> Distribution:
    """Return the distribution of two samples together; its seed is the tuple of all seeds.

    Hands without a seed, such as those that people dealt, are taken to be different ones.

    Raises
    ------
    DistributionError
        If one is exact, if they are not of the same measure, variant and hand size, or if
        they share a seed, so that the same hands would count twice.
    """
    if one.is_exact or two.is_exact:
        raise DistributionError("only samples can be added; an exact distribution is complete")
    for name in ("measure", "variant", "hand_size"):
        mine, others = getattr(one, name), getattr(two, name)
        if mine != others:
            raise DistributionError(
                f"samples of {name} {mine!r} and {others!r} can't be added; it must be the same"
            )
    # Checked here, since 1 == True and their counts would simply be added.
    if value_kind(one.values[0], one.measure) != value_kind(two.values[0], two.measure):
        raise DistributionError(
            f"samples of {one.measure} with values such as {one.values[-1]!r} and "
            f"{two.values[-1]!r} can't be added; these are of different kinds"
        )
    shared = set(_seeds(one)) & set(_seeds(two)) - {None}
    if shared:
        raise DistributionError(
            f"both samples have seed {seed_text(tuple(shared))}, so the same hands would count "
            "twice; use different seeds"
        )
    sums = Counter(dict(zip(one.values, one.weights, strict=True)))
    sums.update(dict(zip(two.values, two.weights, strict=True)))
    counts = tidy_counts(sums, one.measure)
    seeds = (*_seeds(one), *_seeds(two))
    known = any(seed is not None for seed in seeds)
    return replace(
        one,
        values=tuple(counts),
        weights=tuple(counts.values()),
        seed=seeds if known else None,
    )


def seed_text(seed: OneSeed | tuple[OneSeed, ...]) -> str:
    """Return the seed, or seeds, as a table's heading gives them.

    Examples
    --------
    >>> seed_text(7), seed_text((1, Seed(7, (3,)), None))
    ('7', '1 + 7/3 + unknown')
    """
    seeds = seed if isinstance(seed, tuple) else (seed,)
    return " + ".join("unknown" if one is None else str(one) for one in seeds)


def _seeds(sample: Distribution) -> tuple[OneSeed, ...]:
    return sample.seed if isinstance(sample.seed, tuple) else (sample.seed,)

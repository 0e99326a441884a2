"""Joint distributions: which questions they answer, and what becomes of one measure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rummistats.distribution.counts import Value
from rummistats.errors import DistributionError

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = ["marginal_counts", "require_joint", "require_numbers", "require_pair", "split_measure"]


def require_numbers(distribution: Distribution, what: str) -> None:
    """Raise a `DistributionError` if the values are tuples, so that there is no ``what``."""
    if distribution.is_joint:
        raise DistributionError(
            f"{distribution.measure} is a joint distribution, which has no {what}; "
            f"take .marginal(0) to .marginal({len(distribution.measures) - 1})"
        )


def require_joint(distribution: Distribution, what: str) -> None:
    """Raise a `DistributionError` if the values are not tuples."""
    if not distribution.is_joint:
        raise DistributionError(
            f"{distribution.measure} is not a joint distribution, so it has no {what}; ask for a "
            "tuple of measures"
        )


def require_pair(distribution: Distribution, what: str) -> None:
    """Raise a `DistributionError` if the values are not pairs."""
    require_joint(distribution, what)
    if len(distribution.measures) != 2:
        raise DistributionError(
            f"{distribution.measure} has {len(distribution.measures)} measures; "
            f"a {what} is that of two"
        )


def marginal_counts(distribution: Distribution, i: int) -> Counter[Value]:
    """Return how many hands have each value of measure ``i``.

    Raises
    ------
    DistributionError
        If the distribution is not joint, or has no measure ``i``.
    """
    require_joint(distribution, "marginal")
    if type(i) is not int or not 0 <= i < len(distribution.measures):
        raise DistributionError(
            f"marginal {i!r} of {distribution.measure}; they are counted from 0 to "
            f"{len(distribution.measures) - 1}"
        )
    counts: Counter[Value] = Counter()
    for value, weight in zip(distribution.values, distribution.weights, strict=True):
        counts[value[i]] += weight
    return counts


def split_measure(measure: str, parts: int) -> tuple[str, ...]:
    """Return the names in a joint distribution's measure, or numbered ones if it has others.

    Examples
    --------
    >>> split_measure("(melds, count(number=1, color='R'))", 2)
    ('melds', "count(number=1, color='R')")
    >>> split_measure("both", 2)
    ('both[0]', 'both[1]')
    """
    names, depth = [""], 0
    for sign in measure[1:-1]:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            names.append("")
        else:
            names[-1] += sign
    names = [name.strip() for name in names if name.strip()]
    if measure[:1] == "(" and measure[-1:] == ")" and len(names) == parts:
        return tuple(names)
    return tuple(f"{measure}[{i}]" for i in range(parts))

"""Covariance and correlation of two functions of a value, in whole numbers as far as it goes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from rummistats.errors import DistributionError

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = ["correlation", "covariance", "weighted_sum"]

Function = Callable[[Any], int]
"""A whole number that belongs to each value."""


def weighted_sum(distribution: Distribution, x: Function) -> int:
    """Return the sum of ``x(value)`` over all hands."""
    pairs = zip(distribution.values, distribution.weights, strict=True)
    return sum(x(value) * weight for value, weight in pairs)


def covariance(distribution: Distribution, x: Function, y: Function) -> Fraction | float:
    """Return the covariance: of the sample space, or of the sample (with *n* − 1).

    Raises
    ------
    DistributionError
        If the sample is a single hand.
    """
    n = distribution.total
    product = _product(distribution, x, y)
    if distribution.is_exact:
        return Fraction(product, n * n)
    if n == 1:
        raise DistributionError(
            f"{distribution.measure}: a sample of a single hand has no variance"
        )
    return product / (n * (n - 1))


def correlation(distribution: Distribution, x: Function, y: Function) -> float:
    """Return the correlation.

    Raises
    ------
    DistributionError
        If one of the two has only one value, so that there is none.
    """
    spread = _product(distribution, x, x) * _product(distribution, y, y)
    if spread == 0:
        raise DistributionError(
            f"{distribution.measure}: one of the measures has only one value, "
            "so there is no correlation"
        )
    together = _product(distribution, x, y)
    size = sqrt(Fraction(together * together, spread))
    return size if together >= 0 else -size


def _product(distribution: Distribution, x: Function, y: Function) -> int:
    """Return *n*² times the covariance of the *n* hands."""
    sums = [weighted_sum(distribution, f) for f in (x, y, lambda value: x(value) * y(value))]
    return distribution.total * sums[2] - sums[0] * sums[1]

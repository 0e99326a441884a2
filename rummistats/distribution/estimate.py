"""Probabilities and means with their standard errors and intervals, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, log10, sqrt
from typing import TYPE_CHECKING

from rummistats.distribution.counts import is_number
from rummistats.errors import DistributionError

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = [
    "READABLE",
    "Estimate",
    "decimal_places",
    "make_estimate",
    "mean_estimate",
    "percent",
    "plus_minus",
    "standard_error",
]

READABLE = 10**24
"""A larger total is no number of hands but a common denominator, and nobody reads its digits."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A probability or a mean, and how sure it is.

    Parameters
    ----------
    value : Fraction or float
        The probability or the mean: a Fraction if it is exact.
    standard_error : float
        Its standard error; 0 if it is exact.
    low, high : Fraction or float
        Its confidence interval; both are the value if it is exact.
    numerator, denominator : int
        The value as it was counted, not reduced.
    hands : int or None
        How many hands it is estimated from; None if it is exact.
    confidence : float
        The confidence level of the interval.
    is_probability : bool
        Whether it is a probability; otherwise a mean.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> opening = make_distribution({True: 497_600, False: 502_400}, measure="can_open",
    ...                             is_exact=False, seed=1)
    >>> print(opening.estimate(True))
    0.4976 ± 0.0005 (n = 1,000,000)
    """

    value: Fraction | float
    standard_error: float
    low: Fraction | float
    high: Fraction | float
    numerator: int
    denominator: int
    hands: int | None
    confidence: float = 0.95
    is_probability: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether the value was counted over the whole sample space."""
        return self.hands is None

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        if self.hands is None:
            counted = f"{self.numerator} / {self.denominator}"
            if self.is_probability:
                return f"{counted} = {percent(self.numerator, self.denominator)}"
            if self.denominator > READABLE:
                return decimal_places(Fraction(self.value))
            return f"{counted} = {float(self.value):.5g}"
        if self.is_probability and self.numerator in (0, self.denominator):
            # "± 0" would claim a certainty that no sample can give.
            low, high = (
                percent(*float(end).as_integer_ratio(), digits=2) for end in (self.low, self.high)
            )
            return (
                f"{self.numerator:,} of {self.hands:,} hands "
                f"({100 * self.confidence:g} % interval {low} to {high})"
            )
        return f"{plus_minus(float(self.value), self.standard_error)} (n = {self.hands:,})"


def make_estimate(
    part: int,
    total: int,
    *,
    standard_error: float,
    is_exact: bool,
    is_probability: bool,
    confidence: float,
) -> Estimate:
    """Return the estimate of a probability or mean that was counted as ``part / total``.

    Raises
    ------
    DistributionError
        If the confidence level is not between 0 and 1.
    """
    if not is_number(confidence) or not 0 < confidence < 1:
        raise DistributionError(
            f"confidence={confidence!r}: a confidence level lies between 0 and 1"
        )
    value: Fraction | float = Fraction(part, total) if is_exact else part / total
    low, high = value, value
    if not is_exact and is_probability:
        low, high = _wilson(part, total, confidence)
    elif not is_exact:
        reach = _student(total, confidence) * standard_error
        low, high = value - reach, value + reach
    return Estimate(
        value=value,
        standard_error=standard_error,
        low=low,
        high=high,
        numerator=part,
        denominator=total,
        hands=None if is_exact else total,
        confidence=confidence,
        is_probability=is_probability,
    )


def mean_estimate(distribution: Distribution) -> Estimate:
    """Return the mean; of a single hand, which tells nothing of the error, without an interval."""
    if distribution.is_exact or distribution.total > 1:
        return distribution.estimate()
    value = float(distribution.mean())
    return Estimate(
        value=value,
        standard_error=inf,
        low=-inf,
        high=inf,
        numerator=int(value),
        denominator=1,
        hands=1,
        is_probability=False,
    )


def decimal_places(number: Fraction, places: int = 15) -> str:
    """Return a fraction as a decimal number, rounded to so many places.

    Examples
    --------
    >>> decimal_places(Fraction(2, 3))
    '0.666666666666667'
    """
    # In whole numbers, since a float hasn't so many digits.
    rounded = round(abs(number) * 10**places)
    units, rest = divmod(rounded, 10**places)
    return f"{'-' * (number < 0 < rounded)}{units}.{rest:0{places}d}"


def standard_error(part: int, hands: int) -> float:
    """Return the standard error of the probability of what ``part`` of the hands have."""
    return sqrt(part * (hands - part) / hands) / hands


def _wilson(part: int, hands: int, confidence: float) -> tuple[float, float]:
    from scipy.stats import binomtest

    ends = binomtest(part, hands).proportion_ci(confidence, method="wilson")
    return float(ends.low), float(ends.high)


def _student(hands: int, confidence: float) -> float:
    """Return how many standard errors Student's interval reaches to each side."""
    from scipy.stats import t

    return float(t.ppf((1 + confidence) / 2, hands - 1))


def percent(part: int, whole: int, digits: int = 5) -> str:
    """Return a percentage whose digits also tell it from 0 and from 100 %.

    Examples
    --------
    >>> percent(1, 3), percent(3, 4), percent(1, 10**6), percent(10**6 - 1, 10**6)
    ('33.333 %', '75 %', '0.0001 %', '99.9999 %')
    """
    rare = min(part, whole - part)
    decimals = max(0, digits - 3 - floor(log10(rare / whole))) if rare else 0
    # In whole numbers, since a float has too few digits for 99.999999999999999999 %.
    units, rest = divmod(round(Fraction(100 * part * 10**decimals, whole)), 10**decimals)
    return f"{units}.{rest:0{decimals}d}".rstrip("0").rstrip(".") + " %"


def plus_minus(number: float, error: float) -> str:
    """Return ``number ± error`` with one digit of the error, or two if it begins with 1.

    Examples
    --------
    >>> plus_minus(0.49761, 0.00049999), plus_minus(1.5, 0.0158), plus_minus(3, 0)
    ('0.4976 ± 0.0005', '1.500 ± 0.016', '3 ± 0')
    """
    if error == 0:
        return f"{number:.5g} ± 0"
    exponent = floor(log10(error))
    decimals = max(0, (error < 1.95 * 10.0**exponent) - exponent)
    return f"{number:.{decimals}f} ± {error:.{decimals}f}"

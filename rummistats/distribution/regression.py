"""The straight line that fits two measures of a hand best, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import copysign, sqrt
from typing import TYPE_CHECKING

from rummistats.distribution.joint import require_pair
from rummistats.errors import DistributionError, shown

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = ["Regression", "linear_regression"]


@dataclass(frozen=True, kw_only=True)
class Regression:
    """The line ``intercept + slope * x`` through a joint distribution, by least squares.

    Parameters
    ----------
    slope, intercept : float
        The line.
    slope_error, intercept_error : float
        Their standard errors; 0 if the distribution is exact.
    correlation : float
        Pearson's correlation of the two measures; its square is the part of the second one's
        variance that the line explains.
    hands : int or None
        How many hands it is estimated from; None if it is exact.

    Examples
    --------
    >>> Regression(slope=-2, intercept=12, slope_error=0, intercept_error=0,
    ...            correlation=-0.9, hands=None).at(3)
    6
    """

    slope: float
    intercept: float
    slope_error: float
    intercept_error: float
    correlation: float
    hands: int | None

    def at(self, x: float) -> float:
        """Return the height of the line."""
        return self.intercept + self.slope * x


def linear_regression(joint: Distribution) -> Regression:
    """Return the line that tells a joint distribution's second measure from its first one best.

    Parameters
    ----------
    joint : Distribution
        Of two measures.

    Raises
    ------
    DistributionError
        If it is not of two measures, the first one has only one value, or it is a sample of
        fewer than three hands.

    Notes
    -----
    The errors of a sample are those of `scipy.stats.linregress`, which take the hands as
    independent and their distances from the line as equally spread everywhere.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> pairs = make_distribution({(0, 5): 2, (1, 3): 1, (1, 4): 1, (2, 2): 2},
    ...                           measure="(melds, dead_wood)", is_exact=False)
    >>> line = linear_regression(pairs)
    >>> print(f"{line.intercept:.2f} {line.slope:.2f} ± {line.slope_error:.2f}")
    5.00 -1.50 ± 0.18
    """
    from rummistats.distribution.distribution import Distribution

    if not isinstance(joint, Distribution):
        raise DistributionError(f"joint={shown(joint)} is no Distribution")
    require_pair(joint, "regression")
    counted = [(x, y, w) for (x, y), w in zip(joint.values, joint.weights, strict=True) if w]
    if len({x for x, _, _ in counted}) < 2:
        raise DistributionError(
            f"{joint.measure}: no line fits where the first measure has only one value"
        )
    if not joint.is_exact:
        return _of_sample(joint, counted)
    mean_x, mean_y = (Fraction(joint.marginal(i).mean()) for i in (0, 1))
    slope = Fraction(joint.cov()) / Fraction(joint.marginal(0).var())
    flat = joint.marginal(1).var() == 0
    return Regression(
        slope=float(slope),
        intercept=float(mean_y - slope * mean_x),
        slope_error=0.0,
        intercept_error=0.0,
        correlation=0.0 if flat else joint.corr(),
        hands=None,
    )


def _of_sample(joint: Distribution, counted: list[tuple[int, int, int]]) -> Regression:
    # Sums of integers, so that a line through the origin goes through it to the last digit, and a
    # billion hands need no billion points. The errors are those of SciPy's `linregress`.
    if joint.total < 3:
        raise DistributionError(
            f"{joint.measure}: {joint.total} hands are too few for a line with errors; it needs 3"
        )
    n = sum(w for _, _, w in counted)
    mean_x = Fraction(sum(w * x for x, _, w in counted), n)
    mean_y = Fraction(sum(w * y for _, y, w in counted), n)
    of_x = Fraction(sum(w * x * x for x, _, w in counted), n) - mean_x**2
    of_y = Fraction(sum(w * y * y for _, y, w in counted), n) - mean_y**2
    together = Fraction(sum(w * x * y for x, y, w in counted), n) - mean_x * mean_y
    slope = together / of_x
    explained = together**2 / (of_x * of_y) if of_y else Fraction(1)
    slope_error = sqrt((1 - explained) * of_y / of_x / (n - 2))
    return Regression(
        slope=float(slope),
        intercept=float(mean_y - slope * mean_x),
        slope_error=slope_error,
        intercept_error=slope_error * sqrt(of_x + mean_x**2),
        correlation=copysign(sqrt(explained), together) if of_y else 0.0,
        hands=joint.hands,
    )

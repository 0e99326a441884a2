"""Does a sample fit an exact distribution? Pearson's chi-square test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.errors import DistributionError, shown

if TYPE_CHECKING:
    from rummistats.distribution.distribution import Distribution

__all__ = ["GoodnessOfFit", "goodness_of_fit"]


@dataclass(frozen=True)
class GoodnessOfFit:
    """How well a sample fits an exact distribution, by Pearson's chi-square.

    Parameters
    ----------
    statistic : float
        The sum of (observed − expected)² / expected over the cells; infinite if the sample
        has a value that can't be.
    degrees_of_freedom : int
        The number of cells less one.
    p_value : float
        The probability of a fit as bad as this, or worse, if the distribution is right.
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float

    def __str__(self) -> str:
        return (
            f"chi-square {self.statistic:.2f} with {self.degrees_of_freedom} degrees of freedom, "
            f"p = {self.p_value:.3g}"
        )


def goodness_of_fit(
    observed: Distribution, expected: Distribution, min_expected: float = 25
) -> GoodnessOfFit:
    """Test whether a sample can come from an exact distribution.

    Parameters
    ----------
    observed : Distribution
        An estimated distribution.
    expected : Distribution
        An exact one of the same kind of values.
    min_expected : float
        Values with fewer expected hands are pooled into one cell; if that is too small
        still, it takes in the smallest of the others. Which values are pooled depends on
        what is expected, never on what was observed.

    Returns
    -------
    GoodnessOfFit
        With p-value 0 if the sample has a value that the exact distribution rules out.

    Raises
    ------
    DistributionError
        If the distributions can't be compared, or the sample is too small for two cells.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> rolls = make_distribution({1: 40, 2: 60, 3: 50, 4: 50, 5: 50, 6: 50}, measure="die",
    ...                           is_exact=False)
    >>> print(goodness_of_fit(rolls, die))
    chi-square 4.00 with 5 degrees of freedom, p = 0.549
    """
    from rummistats.distribution.distribution import Distribution

    for name, given in (("observed", observed), ("expected", expected)):
        if not isinstance(given, Distribution):
            raise DistributionError(f"{name}={shown(given)} is no Distribution")
    if observed.is_exact or not expected.is_exact:
        raise DistributionError("a test of fit takes a sample first and then an exact distribution")
    for name in ("variant", "hand_size"):
        ours, theirs = getattr(observed, name), getattr(expected, name)
        if None not in (ours, theirs) and ours != theirs:
            raise DistributionError(f"the sample has {name} {ours!r}, what is expected {theirs!r}")
    hands = observed.total
    cells = [
        (Fraction(hands * weight, expected.total), observed.weight(value))
        for value, weight in zip(expected.values, expected.weights, strict=True)
        if weight
    ]
    if sum(seen for _, seen in cells) < hands:
        return GoodnessOfFit(float("inf"), len(cells), 0.0)
    cells = _pool(cells, min_expected)
    if len(cells) < 2:
        raise DistributionError(
            f"{observed.measure}: {hands:,} hands are too few for a test of fit: it needs two "
            f"cells with {min_expected:g} expected hands each"
        )
    from scipy.stats import chisquare

    fit = chisquare([seen for _, seen in cells], [float(wanted) for wanted, _ in cells])
    return GoodnessOfFit(float(fit.statistic), len(cells) - 1, float(fit.pvalue))


def _pool(cells: list[tuple[Fraction, int]], least: float) -> list[tuple[Fraction, int]]:
    """Return cells of expected and observed hands, those that expect too few put together."""
    # Sorted by what is expected alone, so that the sample has no say in what is pooled.
    large = sorted((cell for cell in cells if cell[0] >= least), key=lambda cell: cell[0])
    small = [cell for cell in cells if cell[0] < least]
    while small and large and sum(wanted for wanted, _ in small) < least:
        small.append(large.pop(0))
    if not small:
        return large
    wanted, seen = zip(*small, strict=True)
    return [*large, (sum(wanted, Fraction()), sum(seen))]

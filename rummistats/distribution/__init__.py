"""Distributions: how many hands out of how many have each value, counted or sampled.

An exact distribution counts the whole sample space, an estimated one counts hands that were
dealt. Both are the same class and answer the same questions; an estimated one adds standard
errors and intervals by itself.
"""

from rummistats.distribution.distribution import Distribution
from rummistats.distribution.estimate import Estimate
from rummistats.distribution.fit import GoodnessOfFit, goodness_of_fit
from rummistats.distribution.make import make_distribution
from rummistats.distribution.regression import Regression, linear_regression

__all__ = [
    "Distribution",
    "Estimate",
    "GoodnessOfFit",
    "Regression",
    "goodness_of_fit",
    "linear_regression",
    "make_distribution",
]

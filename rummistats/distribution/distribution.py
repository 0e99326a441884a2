"""The distribution of a measure, and the questions it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt
from numbers import Rational
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from rummistats.distribution.counts import (
    Event,
    Number,
    Value,
    check_counts,
    event_between,
    is_number,
    matching_value,
    tidy_counts,
)
from rummistats.distribution.estimate import Estimate, make_estimate, standard_error
from rummistats.distribution.joint import (
    marginal_counts,
    require_numbers,
    require_pair,
    split_measure,
)
from rummistats.distribution.moments import correlation, covariance, weighted_sum
from rummistats.distribution.samples import OneSeed, add_samples
from rummistats.distribution.tables import frame, html_table, short_text, text_table
from rummistats.errors import DistributionError

if TYPE_CHECKING:
    import pandas as pd

    from rummistats.show.chart import Chart
    from rummistats.variants import Variant

__all__ = ["Distribution"]


@dataclass(frozen=True, repr=False)
class Distribution:
    """How many hands out of how many have each value of a measure.

    Made by `make_distribution`, which takes the counts in any order. Wherever a ``value`` is
    asked for, a function of the value will do: ``prob(lambda v: v % 2 == 0)``. It gets the
    whole tuple if the distribution is joint.

    Two samples are added with ``+``, if they are of the same measure and of different seeds.

    Parameters
    ----------
    values : tuple
        The values in rising order: whole numbers, False and True, or tuples of these.
    weights : tuple of int
        How many hands have each value.
    is_exact : bool
        Whether the hands are the whole sample space; otherwise they are a sample of it.
    measure : str
        What was measured, such as ``has_run(length=4)``; ``(melds, dead_wood_tiles)`` if the
        distribution is joint.
    variant : Variant or None
        The game.
    hand_size : int or None
        Tiles in a hand.
    seed : int, Seed, tuple or None
        What the sample started from; for several samples added together a tuple.

    Raises
    ------
    DistributionError
        If these are no distribution.

    Notes
    -----
    Hands are dealt from the full tile set each time, so that a sample's hands are independent
    and the standard error of a probability *p* is the square root of *p* (1 − *p*) / *n*.
    It is 0 for a value that no hand of the sample had, though the value may well be possible:
    judge rare events by `interval`, which is Wilson's and has a width even then.

    References
    ----------
    E. B. Wilson, *Probable inference, the law of succession, and statistical inference*,
    Journal of the American Statistical Association 22 (1927).

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> die.prob(6), die.at_least(5), die.mean(), die.var(), die.quantile(0.5)
    (Fraction(1, 6), Fraction(1, 3), Fraction(7, 2), Fraction(35, 12), 3)
    >>> die.prob(7), die.prob(lambda n: n % 2 == 0)
    (Fraction(0, 1), Fraction(1, 2))
    >>> die.given(lambda n: n % 2 == 0, name="even").prob(6)
    Fraction(1, 3)
    >>> rolls = make_distribution({0: 75, 1: 25}, measure="sixes", is_exact=False, seed=1)
    >>> rolls.prob(1), round(rolls.standard_error(1), 4)
    (0.25, 0.0433)
    >>> print(rolls)
    sixes: 100 hands, seed 1
    value  hands   probability
        0     75  75.0 ± 4.3 %  ██████████████████████████████
        1     25  25.0 ± 4.3 %  ██████████
    """

    values: tuple[Any, ...]
    weights: tuple[int, ...]
    is_exact: bool
    measure: str
    variant: Variant | None = None
    hand_size: int | None = None
    seed: OneSeed | tuple[OneSeed, ...] = None

    def __post_init__(self) -> None:
        check_counts(self.values, self.weights, self.measure)
        if any(a >= b for a, b in zip(self.values, self.values[1:], strict=False)):
            raise DistributionError(f"{self.measure}: the values {self.values} are not rising")
        if self.is_exact and self.seed is not None:
            raise DistributionError(
                f"{self.measure}: seed={self.seed!r} with an exact distribution; only a sample "
                "has one"
            )

    @cached_property
    def total(self) -> int:
        """The sum of the weights: the size of the sample space, or of the sample."""
        return sum(self.weights)

    @property
    def hands(self) -> int | None:
        """How many hands the sample has; None if the distribution is exact."""
        return None if self.is_exact else self.total

    @property
    def is_joint(self) -> bool:
        """Whether the values are tuples, of several measures at once."""
        return isinstance(self.values[0], tuple)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures of a joint distribution, or the one measure of any other."""
        first = self.values[0]
        return split_measure(self.measure, len(first)) if self.is_joint else (self.measure,)

    def weight(self, event: Event) -> int:
        """Return how many hands have a value, or belong to an event.

        Raises
        ------
        DistributionError
            If it can't be a value. True is none of a number's and 1 none of an event's: they
            are equal in Python, but whoever mixes them up has another measure in mind.
        """
        if callable(event):
            belongs = event
            return weighted_sum(self, lambda value: bool(belongs(value)))
        return self._weights.get(matching_value(event, self.values, self.measure), 0)

    def prob(self, value: Event) -> Fraction | float:
        """Return the probability of a value or event: a Fraction if exact, else a float."""
        return self._ratio(self.weight(value))

    def at_least(self, v: Number) -> Fraction | float:
        """Return the probability of ``v`` or more."""
        return self.prob(self._between(v, None))

    def at_most(self, v: Number) -> Fraction | float:
        """Return the probability of ``v`` or less."""
        return self.prob(self._between(None, v))

    def mean(self) -> Fraction | float:
        """Return the mean; False counts as 0 and True as 1."""
        return self._ratio(self._sum())

    def var(self) -> Fraction | float:
        """Return the variance: of the sample space, or of the sample (with *n* − 1).

        Raises
        ------
        DistributionError
            If the sample is a single hand.
        """
        require_numbers(self, "variance or standard error")
        return covariance(self, int, int)

    def std(self) -> float:
        """Return the standard deviation, the root of `var`."""
        return sqrt(self.var())

    def quantile(self, q: Number) -> Any:
        """Return the smallest value that occurs and has ``at_most(value) >= q``.

        Parameters
        ----------
        q : float or Fraction
            From 0 to 1. A float is taken for the decimal that it is written as: 0.1 is 1/10.
        """
        require_numbers(self, "quantile")
        if not is_number(q) or not 0 <= q <= 1:
            raise DistributionError(f"q={q!r}: a quantile is asked for with a number from 0 to 1")
        wanted = self.total * (Fraction(q) if isinstance(q, Rational) else Fraction(str(q)))
        up_to = zip(self.values, accumulate(self.weights), strict=True)
        return next(value for value, weight in up_to if weight >= wanted and weight > 0)

    def standard_error(self, value: Event | None = None) -> float:
        """Return the standard error of a probability, or without a value of the mean.

        It is 0 if the distribution is exact, and also if no hand of the sample belongs to the
        event, or every one does: then ask for the `interval`.
        """
        if value is not None:
            weight = self.weight(value)
            return 0.0 if self.is_exact else standard_error(weight, self.total)
        variance = self.var()
        return 0.0 if self.is_exact else sqrt(variance / self.total)

    def interval(
        self, value: Event | None = None, confidence: float = 0.95
    ) -> tuple[Fraction | float, Fraction | float]:
        """Return the confidence interval of a probability, or without a value of the mean.

        The arguments are those of `estimate`.

        Returns
        -------
        tuple
            Lower and upper end: Wilson's interval for a probability, Student's for a mean. Of
            an exact distribution both are the value itself.

        Examples
        --------
        >>> from rummistats.distribution import make_distribution
        >>> never = make_distribution({0: 100}, measure="wins", is_exact=False)
        >>> low, high = never.interval(1)
        >>> low, round(high, 3)
        (0.0, 0.037)
        """
        estimate = self.estimate(value, confidence=confidence)
        return estimate.low, estimate.high

    def estimate(
        self,
        value: Event | None = None,
        *,
        at_least: Number | None = None,
        at_most: Number | None = None,
        confidence: float = 0.95,
    ) -> Estimate:
        """Return a probability or the mean together with its standard error and interval.

        Parameters
        ----------
        value : value or function, optional
            The value or event whose probability is wanted.
        at_least, at_most : number, optional
            Bounds, instead of a value, for the probability of a tail or of what lies between.
            With neither a value nor bounds the estimate is the mean's.
        confidence : float
            The confidence level of the interval, between 0 and 1.

        Examples
        --------
        >>> from math import comb
        >>> from rummistats.distribution import make_distribution
        >>> jokers = {k: comb(2, k) * comb(104, 14 - k) for k in range(3)}
        >>> held = make_distribution(jokers, measure="count(joker=True)", is_exact=True)
        >>> print(held.estimate(at_least=1))
        26194895144991160 / 105710363656182600 = 24.78 %
        """
        has_bounds = at_least is not None or at_most is not None
        if has_bounds and value is not None:
            raise DistributionError(
                "an estimate is asked for with a value or with bounds, not with both"
            )
        if has_bounds:
            value = self._between(at_least, at_most)
        return make_estimate(
            self._sum() if value is None else self.weight(value),
            self.total,
            standard_error=self.standard_error(value),
            is_exact=self.is_exact,
            is_probability=value is not None,
            confidence=confidence,
        )

    def marginal(self, i: int) -> Distribution:
        """Return the distribution of measure ``i`` of a joint one, counted from 0.

        Examples
        --------
        >>> from rummistats.distribution import make_distribution
        >>> coins = {(a, a + b): 1 for a in (0, 1) for b in (0, 1)}
        >>> joint = make_distribution(coins, measure="(first, heads)", is_exact=True)
        >>> joint.marginal(1)
        Distribution(heads: exact, 3 values from 0 to 2, mean 1)
        """
        return self._remake(marginal_counts(self, i), self.measures[i])

    def given(self, event: Event, *, name: str | None = None) -> Distribution:
        """Return the conditional distribution, given an event.

        The weights stay, only those outside the event go: of a sample, ``hands`` is then the
        number of hands that belong to the event.

        Parameters
        ----------
        event : value or function
            A value, or a function of the value (of the tuple, if the distribution is joint).
        name : str, optional
            What the event is called in the measure's text.

        Raises
        ------
        DistributionError
            If the event has probability 0, or no hand of the sample belongs to it.
        """
        if name is None:
            name = getattr(event, "__name__", "event") if callable(event) else str(event)
            name = name.replace("<lambda>", "event")
        measure = f"{self.measure} given {name}"
        if self.weight(event) == 0:
            where = "" if self.is_exact else f" among the {self.total:,} hands of the sample"
            raise DistributionError(f"{measure}: the event has probability 0{where}")
        belongs = event if callable(event) else {event}.__contains__
        inside = {value: weight for value, weight in self._weights.items() if belongs(value)}
        return self._remake(inside, measure)

    def cov(self) -> Fraction | float:
        """Return the covariance of the two measures of a joint distribution.

        As with `var`, it is that of the sample space, or of the sample (with *n* − 1).
        """
        require_pair(self, "covariance")
        return covariance(self, itemgetter(0), itemgetter(1))

    def corr(self) -> float:
        """Return the correlation of the two measures of a joint distribution.

        Raises
        ------
        DistributionError
            If one of them has only one value, so that there is none.
        """
        require_pair(self, "correlation")
        return correlation(self, itemgetter(0), itemgetter(1))

    def __add__(self, other: object) -> Distribution:
        return add_samples(self, other) if isinstance(other, Distribution) else NotImplemented

    def to_frame(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return a pandas frame, one row a value, ready for a spreadsheet.

        Its columns are ``value, weight, probability, standard_error, low, high``. Weights stay
        whole numbers, as Python integers where 64 bits don't hold them; the others are floats,
        of an exact distribution too.
        """
        return frame(self, confidence)

    def plot(self, kind: str | None = None, **options: Any) -> Chart:
        """Return a chart.

        Parameters
        ----------
        kind : str, optional
            ``"bars"``, ``"at_least"``, ``"at_most"`` or ``"waiting"``; for a joint distribution
            ``"joint"``, ``"scatter"`` or, of two or three events, ``"venn"``. What suits it
            unless given.
        **options
            Those of `rummistats.show.distribution_chart`, or of the other chart's function.
        """
        from rummistats.show.plots import plot

        return plot(self, kind, **options)

    def __repr__(self) -> str:
        return short_text(self)

    def __str__(self) -> str:
        return text_table(self)

    def _repr_html_(self) -> str:
        return html_table(self)

    @cached_property
    def _weights(self) -> dict[Any, int]:
        return dict(zip(self.values, self.weights, strict=True))

    def _remake(self, counts: Mapping[Value, int], measure: str) -> Distribution:
        tidy = tidy_counts(counts, measure)
        return replace(self, values=tuple(tidy), weights=tuple(tidy.values()), measure=measure)

    def _ratio(self, part: int) -> Fraction | float:
        return Fraction(part, self.total) if self.is_exact else part / self.total

    def _between(self, low: Number | None, high: Number | None) -> Callable[[Any], bool]:
        require_numbers(self, "tail")
        return event_between(low, high, self.measure)

    def _sum(self) -> int:
        require_numbers(self, "mean")
        return weighted_sum(self, int)

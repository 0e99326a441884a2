"""Distributions: how many hands out of how many have each value, counted or sampled.

An exact distribution counts the whole sample space, an estimated one counts hands that were
dealt. Both are the same class and answer the same questions; an estimated one adds standard
errors and intervals by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from math import floor, log10, sqrt
from numbers import Real
from typing import TYPE_CHECKING, Any

from rummistats.errors import DistributionError
from rummistats.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd

    from rummistats.show.charts import Chart
    from rummistats.variants import Variant

__all__ = ["Distribution", "Estimate", "GoodnessOfFit", "goodness_of_fit", "make_distribution"]

Value = int | tuple[int, ...]
"""A number, False or True, or a tuple of these in a joint distribution."""

Event = Value | Callable[[Any], object]
"""A value, or a function that says of each value whether it belongs to the event."""

Number = Fraction | float
"""A real number."""

OneSeed = int | Seed | None

_ROWS = 25
_BAR = 30


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
                return f"{counted} = {_percent(self.numerator, self.denominator)}"
            return f"{counted} = {float(self.value):.5g}"
        if self.is_probability and self.numerator in (0, self.denominator):
            # "± 0" would claim a certainty that no sample can give.
            low, high = (
                _percent(*float(end).as_integer_ratio(), digits=2) for end in (self.low, self.high)
            )
            return (
                f"{self.numerator:,} of {self.hands:,} hands "
                f"({100 * self.confidence:g} % interval {low} to {high})"
            )
        return f"{_plus_minus(float(self.value), self.standard_error)} (n = {self.hands:,})"


@dataclass(frozen=True, repr=False)
class Distribution:
    """How many hands out of how many have each value of a measure.

    Made by `make_distribution`, which takes the counts in any order. Wherever a ``value`` is
    asked for, a function of the value will do: ``prob(lambda v: v % 2 == 0)``. It gets the
    whole tuple if the distribution is joint.

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
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> die.prob(6), die.at_least(5), die.mean(), die.var(), die.quantile(0.5)
    (Fraction(1, 6), Fraction(1, 3), Fraction(7, 2), Fraction(35, 12), 3)
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
        if not self.values or len(self.values) != len(self.weights):
            raise DistributionError(
                f"{self.measure}: {len(self.values)} values and {len(self.weights)} weights; "
                "a distribution has at least one value, and one weight for each"
            )
        for value, weight in zip(self.values, self.weights, strict=True):
            if type(weight) is not int or weight < 0:
                raise DistributionError(
                    f"{self.measure}: the weight {weight!r} of {value!r}; "
                    "a weight is a whole number from 0 on"
                )
        kinds = {_kind(value, self.measure) for value in self.values}
        if len(kinds) > 1:
            raise DistributionError(
                f"{self.measure}: the values {self.values} are of different kinds; they are all "
                "whole numbers, or all True or False, or all tuples alike"
            )
        if any(a >= b for a, b in zip(self.values, self.values[1:], strict=False)):
            raise DistributionError(f"{self.measure}: the values {self.values} are not rising")
        if self.total == 0:
            raise DistributionError(f"{self.measure}: all weights are 0; no hand was counted")
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
        return _split(self.measure, len(self.values[0])) if self.is_joint else (self.measure,)

    def prob(self, value: Event) -> Fraction | float:
        """Return the probability of a value or event: a Fraction if exact, else a float.

        Examples
        --------
        >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
        >>> die.prob(7), die.prob(lambda n: n % 2 == 0)
        (Fraction(0, 1), Fraction(1, 2))
        """
        return self._ratio(self._weight(value))

    def at_least(self, v: Number) -> Fraction | float:
        """Return the probability of ``v`` or more."""
        return self._ratio(self._tail(v, None))

    def at_most(self, v: Number) -> Fraction | float:
        """Return the probability of ``v`` or less."""
        return self._ratio(self._tail(None, v))

    def mean(self) -> Fraction | float:
        """Return the mean; False counts as 0 and True as 1."""
        return self._ratio(self._moment(1))

    def var(self) -> Fraction | float:
        """Return the variance: of the sample space, or of the sample (with *n* − 1).

        Raises
        ------
        DistributionError
            If the sample is a single hand.
        """
        return self._covariance(self._moment(1), self._moment(1), self._moment(2))

    def std(self) -> float:
        """Return the standard deviation, the root of `var`."""
        return sqrt(self.var())

    def quantile(self, q: Number) -> Any:
        """Return the smallest value that has ``at_most(value) >= q``.

        Parameters
        ----------
        q : float or Fraction
            From 0 to 1. A float is taken for the decimal that it is written as: 0.1 is 1/10.
        """
        self._require_numbers("quantile")
        if not _is_number(q) or not 0 <= q <= 1:
            raise DistributionError(f"q={q!r}: a quantile is asked for with a number from 0 to 1")
        wanted = Fraction(str(q)) * self.total
        weight = 0
        for value, here in zip(self.values, self.weights, strict=True):
            weight += here
            if weight >= wanted and weight > 0:
                return value
        raise AssertionError("the last value has at_most 1")

    def standard_error(self, value: Event | None = None) -> float:
        """Return the standard error of a probability, or without a value of the mean.

        It is 0 if the distribution is exact, and also if no hand of the sample belongs to the
        event, or every one does: then ask for the `interval`.
        """
        if value is None:
            variance = float(self.var())
            return 0.0 if self.is_exact else sqrt(variance / self.total)
        return self._standard_error(self._weight(value))

    def interval(
        self, value: Event | None = None, confidence: float = 0.95
    ) -> tuple[Fraction | float, Fraction | float]:
        """Return the confidence interval of a probability, or without a value of the mean.

        Parameters
        ----------
        value : value or function, optional
            The value or event. Without it the interval is the mean's.
        confidence : float
            The confidence level, between 0 and 1.

        Returns
        -------
        tuple
            Lower and upper end: Wilson's interval for a probability, Student's for a mean. Of
            an exact distribution both are the value itself.

        Examples
        --------
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
        >>> jokers = {k: comb(2, k) * comb(104, 14 - k) for k in range(3)}
        >>> held = make_distribution(jokers, measure="count(joker=True)", is_exact=True)
        >>> print(held.estimate(at_least=1))
        26194895144991160 / 105710363656182600 = 24.78 %
        """
        if not _is_number(confidence) or not 0 < confidence < 1:
            raise DistributionError(
                f"confidence={confidence!r}: a confidence level lies between 0 and 1"
            )
        bounds = at_least is not None or at_most is not None
        if bounds and value is not None:
            raise DistributionError(
                "an estimate is asked for with a value or with bounds, not with both"
            )
        is_mean = value is None and not bounds
        if is_mean:
            part, error = self._moment(1), self.standard_error()
        else:
            part = self._tail(at_least, at_most) if value is None else self._weight(value)
            error = self._standard_error(part)
        point = self._ratio(part)
        low, high = point, point
        if not self.is_exact:
            find = _student if is_mean else _wilson
            low, high = find(part, self.total, error, confidence)
        return Estimate(
            value=point,
            standard_error=error,
            low=low,
            high=high,
            numerator=part,
            denominator=self.total,
            hands=self.hands,
            confidence=confidence,
            is_probability=not is_mean,
        )

    def marginal(self, i: int) -> Distribution:
        """Return the distribution of measure ``i`` of a joint one, counted from 0.

        Examples
        --------
        >>> coins = {(a, a + b): 1 for a in (0, 1) for b in (0, 1)}
        >>> joint = make_distribution(coins, measure="(first, heads)", is_exact=True)
        >>> joint.marginal(1)
        Distribution(heads: exact, 3 values from 0 to 2, mean 1)
        """
        self._require_joint("marginal")
        if type(i) is not int or not 0 <= i < len(self.measures):
            raise DistributionError(
                f"marginal {i!r} of {self.measure}; they are counted from 0 to "
                f"{len(self.measures) - 1}"
            )
        counts: dict[Value, int] = {}
        for value, weight in zip(self.values, self.weights, strict=True):
            counts[value[i]] = counts.get(value[i], 0) + weight
        return self._remake(counts, self.measures[i])

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
            If the event has probability 0.

        Examples
        --------
        >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
        >>> die.given(lambda n: n % 2 == 0, name="even").prob(6)
        Fraction(1, 3)
        """
        if name is None:
            name = str(getattr(event, "__name__", "event")) if callable(event) else str(event)
            name = name.replace("<lambda>", "event")
        if self._weight(event) == 0:
            raise DistributionError(
                f"{self.measure} given {name}: the event has probability 0"
                + ("" if self.is_exact else f" among the {self.total:,} hands of the sample")
            )
        belongs = event if callable(event) else {event}.__contains__
        counts = zip(self.values, self.weights, strict=True)
        inside = {value: weight for value, weight in counts if belongs(value)}
        return self._remake(inside, f"{self.measure} given {name}")

    def cov(self) -> Fraction | float:
        """Return the covariance of the two measures of a joint distribution.

        As with `var`, it is that of the sample space, or of the sample (with *n* − 1).
        """
        x, y, xy, _, _ = self._moments()
        return self._covariance(x, y, xy)

    def corr(self) -> float:
        """Return the correlation of the two measures of a joint distribution.

        Raises
        ------
        DistributionError
            If one of them has only one value, so that there is none.

        Examples
        --------
        >>> coins = {(a, a + b): 1 for a in (0, 1) for b in (0, 1)}
        >>> joint = make_distribution(coins, measure="(first, heads)", is_exact=True)
        >>> joint.cov(), round(joint.corr() ** 2, 12)
        (Fraction(1, 4), 0.5)
        """
        x, y, xy, xx, yy = self._moments()
        n = self.total
        spread = (n * xx - x * x) * (n * yy - y * y)
        if spread == 0:
            raise DistributionError(
                f"{self.measure}: one of the measures has only one value, "
                "so there is no correlation"
            )
        together = n * xy - x * y
        size = sqrt(Fraction(together * together, spread))
        return size if together >= 0 else -size

    def __add__(self, other: object) -> Distribution:
        """Return the distribution of two samples together.

        Its ``seed`` is the tuple of both seeds. Hands that were dealt by people have none and
        are taken to be different ones.

        Raises
        ------
        DistributionError
            If one is exact, if they are not of the same measure, variant and hand size, or if
            they share a seed, so that the same hands would count twice.
        """
        if not isinstance(other, Distribution):
            return NotImplemented
        if self.is_exact or other.is_exact:
            raise DistributionError("only samples can be added; an exact distribution is complete")
        for name in ("measure", "variant", "hand_size"):
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others:
                raise DistributionError(
                    f"samples of {name} {mine!r} and {others!r} can't be added; it must be the same"
                )
        seeds = (*self._seeds, *other._seeds)
        shared = set(self._seeds) & set(other._seeds) - {None}
        if shared:
            raise DistributionError(
                f"both samples have seed {_seed_text(*shared)}, so the same hands would count "
                "twice; use different seeds"
            )
        counts = dict(zip(self.values, self.weights, strict=True))
        for value, weight in zip(other.values, other.weights, strict=True):
            counts[value] = counts.get(value, 0) + weight
        known = any(seed is not None for seed in seeds)
        return replace(self._remake(counts, self.measure), seed=seeds if known else None)

    def to_frame(self, confidence: float = 0.95) -> pd.DataFrame:
        """Return a pandas frame, one row a value, ready for a spreadsheet.

        Its columns are ``value, weight, probability, standard_error, low, high``. Weights stay
        whole numbers, as Python integers where 64 bits don't hold them; the others are floats,
        of an exact distribution too.
        """
        import pandas as pd

        rows = [self.estimate(value, confidence=confidence) for value in self.values]
        fits = max(self.weights) < 2**63
        return pd.DataFrame(
            {
                "value": pd.Series(self.values, dtype=object if self.is_joint else None),
                "weight": pd.Series(self.weights, dtype="int64" if fits else object),
                "probability": [float(row.value) for row in rows],
                "standard_error": [row.standard_error for row in rows],
                "low": [float(row.low) for row in rows],
                "high": [float(row.high) for row in rows],
            }
        )

    def plot(self, **options: Any) -> Chart:
        """Return a chart; see `rummistats.show.charts.distribution_chart` for the options."""
        from rummistats.show.charts import distribution_chart

        return distribution_chart(self, **options)

    @cached_property
    def _weight_of(self) -> dict[Any, int]:
        return dict(zip(self.values, self.weights, strict=True))

    @property
    def _seeds(self) -> tuple[OneSeed, ...]:
        return self.seed if isinstance(self.seed, tuple) else (self.seed,)

    def _remake(self, counts: Mapping[Value, int], measure: str) -> Distribution:
        made = make_distribution(counts, measure=measure, is_exact=self.is_exact)
        return replace(made, variant=self.variant, hand_size=self.hand_size, seed=self.seed)

    def _ratio(self, part: int) -> Fraction | float:
        return Fraction(part, self.total) if self.is_exact else part / self.total

    def _weight(self, event: Event) -> int:
        if callable(event):
            return sum(w for v, w in zip(self.values, self.weights, strict=True) if event(v))
        value = _plain(event)
        # 1 == True in Python, but as a value it is a slip.
        if _kind(value, self.measure) != _kind(self.values[0], self.measure):
            raise DistributionError(
                f"{value!r} can't be a value of {self.measure}; a possible one is "
                f"{self.values[-1]!r}"
            )
        return self._weight_of.get(value, 0)

    def _tail(self, low: Number | None, high: Number | None) -> int:
        self._require_numbers("tail")
        for bound in (low, high):
            if bound is not None and not _is_number(bound):
                raise DistributionError(f"{bound!r} is no bound for {self.measure}: not a number")
        return self._weight(lambda v: (low is None or v >= low) and (high is None or v <= high))

    def _moment(self, power: int) -> int:
        self._require_numbers("mean, variance or interval without a value")
        return sum(v**power * w for v, w in zip(self.values, self.weights, strict=True))

    def _moments(self) -> tuple[int, int, int, int, int]:
        self._require_joint("covariance")
        if len(self.measures) != 2:
            raise DistributionError(
                f"{self.measure} has {len(self.measures)} measures; a covariance is that of two"
            )
        pairs = [(*value, w) for value, w in zip(self.values, self.weights, strict=True)]
        return (
            sum(x * w for x, _, w in pairs),
            sum(y * w for _, y, w in pairs),
            sum(x * y * w for x, y, w in pairs),
            sum(x * x * w for x, _, w in pairs),
            sum(y * y * w for _, y, w in pairs),
        )

    def _covariance(self, x: int, y: int, xy: int) -> Fraction | float:
        n = self.total
        if self.is_exact:
            return Fraction(n * xy - x * y, n * n)
        if n == 1:
            raise DistributionError(f"{self.measure}: a sample of a single hand has no variance")
        return (n * xy - x * y) / (n * (n - 1))

    def _standard_error(self, part: int) -> float:
        n = self.total
        return 0.0 if self.is_exact else sqrt(part * (n - part) / n) / n

    def _require_numbers(self, what: str) -> None:
        if self.is_joint:
            raise DistributionError(
                f"{self.measure} is a joint distribution, which has no {what}; "
                f"take .marginal(0) to .marginal({len(self.measures) - 1})"
            )

    def _require_joint(self, what: str) -> None:
        if not self.is_joint:
            raise DistributionError(
                f"{self.measure} is not a joint distribution, so it has no {what}; ask for a "
                "tuple of measures"
            )

    @property
    def _origin(self) -> str:
        if self.is_exact:
            return "exact"
        seed = "" if self.seed is None else f", seed {_seed_text(*self._seeds)}"
        return f"{self.total:,} hand{'s' * (self.total > 1)}{seed}"

    def __repr__(self) -> str:
        if self.is_joint:
            what = f"{len(self.values)} tuples"
        elif isinstance(self.values[0], bool):
            n = self._weight_of.get(True, 0)
            what = f"True {n} / {self.total} = {_percent(n, self.total)}"
        else:
            mean = f"{float(self.mean()):.5g}"
            if not self.is_exact and self.total > 1:
                mean = _plus_minus(float(self.mean()), self.standard_error())
            what = (
                f"{len(self.values)} value{'s' * (len(self.values) > 1)} "
                f"from {self.values[0]} to {self.values[-1]}, mean {mean}"
            )
        return f"Distribution({self.measure}: {self._origin}, {what})"

    @property
    def _heading(self) -> str:
        tiles = "" if self.hand_size is None else f", {self.hand_size} tiles"
        game = "" if self.variant is None else f", {self.variant.name}"
        if self.variant is not None and self.variant.house_rules:
            rules = ", ".join(f"{name}={value!r}" for name, value in self.variant.house_rules)
            game += f" ({rules})"
        space = f", {self.total:,} equally likely ways" if self.is_exact else ""
        return f"{self.measure}{tiles}{game}: {self._origin}{space}"

    def _classes(self) -> Iterator[tuple[str, int]]:
        """Yield what a printed table shows: the values, or classes of them if there are many."""
        rows = list(zip(self.values, self.weights, strict=True))
        if len(rows) <= _ROWS:
            yield from ((_label(value), weight) for value, weight in rows)
        elif self.is_joint:
            rows.sort(key=lambda row: -row[1])
            yield from ((_label(value), weight) for value, weight in rows[:_ROWS])
            yield f"{len(rows) - _ROWS} others", sum(weight for _, weight in rows[_ROWS:])
        else:
            span = (self.values[-1] - self.values[0]) // (_ROWS - 2)
            width = next(
                width
                for k in range(len(str(span)) + 1)
                for width in (10**k, 2 * 10**k, 5 * 10**k)
                if width > span
            )
            counts: dict[tuple[int, int], int] = {}
            for value, weight in rows:
                first = value // width * width
                key = (first or 1, first + width - 1)
                if value == 0:
                    key = (0, 0)  # it mostly means "none" and must not drown in a class
                counts[key] = counts.get(key, 0) + weight
            for (low, high), weight in counts.items():
                yield (f"{low}" if low == high else f"{low} to {high}"), weight

    def _table(self) -> list[tuple[str, str, str, str]]:
        """Return label, weight, probability and bar of each row, as texts."""
        rows = list(self._classes())
        # What is left of a long joint table is no value, so it gets no bar to compare.
        bars = len(rows) if len(rows) <= _ROWS or not self.is_joint else _ROWS
        tallest = max(weight for _, weight in rows[:bars])
        errors = [100 * self._standard_error(weight) for _, weight in rows]
        largest = max(errors)
        decimals = 4 if self.is_exact else max(0, 1 - floor(log10(largest))) if largest else 0
        table = []
        for row, ((label, weight), error) in enumerate(zip(rows, errors, strict=True)):
            share = _fixed(100 * weight / self.total, decimals)
            if not self.is_exact and error:
                share += f" ± {_fixed(error, decimals)}"
            if not self.is_exact and not weight:
                share = "none seen"
            bar = "█" * ((2 * _BAR * weight + tallest) // (2 * tallest)) if row < bars else ""
            table.append((label, f"{weight:,}", f"{share} %" if weight else share, bar))
        return table

    def __str__(self) -> str:
        head = ("value", "ways" if self.is_exact else "hands", "probability", "")
        table = [head, *self._table()]
        wide = [max(len(row[column]) for row in table) for column in range(3)]
        lines = [
            "  ".join([*(cell.rjust(w) for cell, w in zip(row, wide, strict=False)), row[3]])
            for row in table
        ]
        return "\n".join([self._heading, *(line.rstrip() for line in lines)])

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th scope='row'>{label}</th><td>{weight}</td><td>{escape(share)}</td></tr>"
            for label, weight, share, _ in self._table()
        )
        names = ("value", "ways" if self.is_exact else "hands", "probability")
        head = "".join(f"<th scope='col'>{name}</th>" for name in names)
        return f"<table><caption>{escape(self._heading)}</caption><tr>{head}</tr>{body}</table>"


def make_distribution(
    counts: Mapping[Any, int],
    *,
    measure: str,
    is_exact: bool,
    variant: Variant | None = None,
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
    variant : Variant, optional
        The game.
    hand_size : int, optional
        Tiles in a hand.
    seed : int, Seed or tuple, optional
        What a sample started from. A `Seed` that is just a number is recorded as the number.

    Raises
    ------
    DistributionError
        If there is no count, or one that is negative or not a whole number.

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
    plain: dict[Any, int] = {}
    for value, weight in counts.items():
        plain[_plain(value)] = _plain(weight)
    # What is wrong with the counts is said by Distribution's own checks.
    if len({_kind(value, measure) for value in plain}) == 1:
        if isinstance(next(iter(plain)), bool):
            plain = {False: 0, True: 0} | plain
        else:
            rising = {value: plain[value] for value in sorted(plain)}
            plain = {value: weight for value, weight in rising.items() if weight} or rising
    return Distribution(
        values=tuple(plain),
        weights=tuple(plain.values()),
        is_exact=is_exact,
        measure=measure,
        variant=variant,
        hand_size=hand_size,
        seed=_plain_seed(seed),
    )


@dataclass(frozen=True)
class GoodnessOfFit:
    """How well a sample fits an exact distribution, by Pearson's chi-square.

    Parameters
    ----------
    statistic : float
        The sum of (observed − expected)² / expected over the cells.
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
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> rolls = make_distribution({1: 40, 2: 60, 3: 50, 4: 50, 5: 50, 6: 50}, measure="die",
    ...                           is_exact=False)
    >>> print(goodness_of_fit(rolls, die))
    chi-square 4.00 with 5 degrees of freedom, p = 0.549
    """
    if observed.is_exact or not expected.is_exact:
        raise DistributionError("a test of fit takes a sample first and then an exact distribution")
    for name in ("variant", "hand_size"):
        ours, theirs = getattr(observed, name), getattr(expected, name)
        if None not in (ours, theirs) and ours != theirs:
            raise DistributionError(f"the sample has {name} {ours!r}, what is expected {theirs!r}")
    n = observed.total
    seen = {value: observed._weight(value) for value in expected.values}
    if sum(seen.values()) < n or any(seen[v] for v, w in expected._weight_of.items() if not w):
        return GoodnessOfFit(float("inf"), max(len(seen) - 1, 1), 0.0)
    cells = sorted(
        (Fraction(n * weight, expected.total), seen[value])
        for value, weight in expected._weight_of.items()
    )
    large = [cell for cell in cells if cell[0] >= min_expected]
    small = [cell for cell in cells if cell[0] < min_expected]
    while small and large and sum(cell[0] for cell in small) < min_expected:
        small.append(large.pop(0))
    if small:
        large.append((sum((c[0] for c in small), Fraction()), sum(c[1] for c in small)))
    if len(large) < 2:
        raise DistributionError(
            f"{observed.measure}: {n:,} hands are too few for a test of fit: it needs two cells "
            f"with {min_expected:g} expected hands each"
        )
    from scipy.stats import chisquare

    fit = chisquare([cell[1] for cell in large], [float(cell[0]) for cell in large])
    return GoodnessOfFit(float(fit.statistic), len(large) - 1, float(fit.pvalue))


def _wilson(part: int, hands: int, error: float, confidence: float) -> tuple[float, float]:
    from scipy.stats import binomtest

    ends = binomtest(part, hands).proportion_ci(confidence, method="wilson")
    return float(ends.low), float(ends.high)


def _student(part: int, hands: int, error: float, confidence: float) -> tuple[float, float]:
    from scipy.stats import t

    reach = float(t.ppf((1 + confidence) / 2, hands - 1)) * error
    return part / hands - reach, part / hands + reach


def _plain(value: object) -> Any:
    """Return a value with NumPy's numbers turned into Python's."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    item = getattr(value, "item", None)
    return value if item is None else item()


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and value == value  # NaN is not even equal to itself


def _kind(value: object, measure: str) -> object:
    """Return what must agree between the values of one distribution."""
    if isinstance(value, tuple) and value and not any(isinstance(v, tuple) for v in value):
        return tuple(_kind(part, measure) for part in value)
    if type(value) in (bool, int):
        return type(value)
    raise DistributionError(
        f"{measure}: a value is a whole number, True or False, or a tuple of these, not {value!r}"
    )


def _plain_seed(seed: object) -> Any:
    if isinstance(seed, tuple):
        return tuple(map(_plain_seed, seed))
    if isinstance(seed, Seed):
        return seed.entropy if seed == Seed(seed.entropy) and type(seed.entropy) is int else seed
    if seed is not None and (type(seed) is not int or seed < 0):
        raise DistributionError(f"seed={seed!r}: what is recorded is a number from 0 on or a Seed")
    return seed


def _seed_text(*seeds: OneSeed) -> str:
    return " + ".join("unknown" if seed is None else str(seed) for seed in seeds)


def _split(measure: str, parts: int) -> tuple[str, ...]:
    """Split ``(melds, has_run(length=4))`` at its own commas."""
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


def _label(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _percent(part: int, whole: int, digits: int = 5) -> str:
    """Return a percentage whose digits also tell it from 0 and from 100 %."""
    rare = min(part, whole - part)
    decimals = max(0, digits - 3 - floor(log10(rare / whole))) if rare else 0
    text = f"{Decimal(100 * part) / Decimal(whole):.{decimals}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def _fixed(number: float, decimals: int) -> str:
    least = 10**-decimals
    return f"<{least:.{decimals}f}" if 0 < number < least / 2 else f"{number:.{decimals}f}"


def _plus_minus(number: float, error: float) -> str:
    """Return ``number ± error`` with one digit of the error, or two if it begins with 1."""
    if error == 0:
        return f"{number:.5g} ± 0"
    exponent = floor(log10(error))
    decimals = max(0, (error < 1.95 * 10.0**exponent) - exponent)
    return f"{number:.{decimals}f} ± {error:.{decimals}f}"

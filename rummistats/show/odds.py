"""What a bar shows, as figures and as words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rummistats.errors import RummistatsError, shown
from rummistats.show.style import SERIES, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = [
    "MARKED",
    "Bar",
    "Odds",
    "amount",
    "check_looks",
    "distribution_words",
    "figures",
    "make_bar",
    "marked",
    "mean_words",
    "percent",
    "real_number",
    "sentences",
    "small_print",
    "source",
]

FEW = 12
"""Of up to so many estimates a text gives each one's own interval."""

MARKED = "marked so"
"""How exact ones are known among estimates where no line shows an interval."""

FIGURES = 30
"""How many figures the text alternative of a distribution gives one by one."""


TINY = 1e-9
"""Smaller numbers than this are written with a power of ten: nobody counts so many zeros."""


class Odds(Protocol):
    """What a bar is drawn from: a probability and, if it is estimated, its 95 % interval."""

    @property
    def value(self) -> Any:
        """The probability."""

    @property
    def low(self) -> Any:
        """The lower end of the interval."""

    @property
    def high(self) -> Any:
        """The upper end of the interval."""

    @property
    def is_exact(self) -> bool:
        """Whether the probability is exact, so that there is no interval."""


@dataclass(frozen=True)
class Bar:
    """One bar.

    Parameters
    ----------
    place : float
        Its middle on the axis of values or rows.
    width : float
        Its width on that axis.
    name : str
        What it is the probability of.
    value, low, high : float
        The probability and its interval.
    is_exact : bool
        Whether there is no interval.
    series : int
        Which of the `SERIES` it looks like.
    """

    place: float
    width: float
    name: str
    value: float
    low: float
    high: float
    is_exact: bool
    series: int = 0

    def __str__(self) -> str:
        """Return the probability in words."""
        if self.is_exact:
            return f"{self.name}: {percent(self.value)}"
        return (
            f"{self.name}: {percent(self.value)} "
            f"(95 % interval {percent(self.low)} to {percent(self.high)})"
        )


def percent(probability: Any, digits: int = 3) -> str:
    """Return a probability in percent with so many digits (two below 1 %).

    What is possible is never written as 0 %, and what is not certain never as 100 %.

    Examples
    --------
    >>> percent(0.454814), percent(0.00198640), percent(0.99997), percent(1)
    ('45.5 %', '0.20 %', '99.997 %', '100 %')
    """
    share = 100 * float(probability)
    if share in (0, 100):
        return f"{share:.0f} %"
    if share < TINY:
        return f"{share:.1e} %"
    size = math.floor(math.log10(share))
    decimals = max(0, min(digits, 3 if size >= 0 else 2) - 1 - size)
    while share > 99 and float(f"{share:.{decimals}f}") >= 100 and decimals < 12:
        decimals += 1
    return f"{share:.{decimals}f} %"


def amount(number: Any, digits: int = 4) -> str:
    """Return a number with so many digits.

    Examples
    --------
    >>> amount(49.73612), amount(0.0456789), amount(12345)
    ('49.74', '0.04568', '12,345')
    """
    value = float(number)
    if 0 < abs(value) < TINY:
        return f"{value:.{digits - 1}e}"
    size = math.floor(math.log10(abs(value))) if value else 0
    text = f"{value:,.{max(0, digits - 1 - size)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def make_bar(place: float, width: float, name: str, odds: Odds, series: int = 0) -> Bar:
    """Return a bar.

    Raises
    ------
    RummistatsError
        If what it is to show is no probability within its interval.
    """
    value = real_number(name, odds.value)
    low, high = value, value
    if not odds.is_exact:
        low, high = real_number(name, odds.low), real_number(name, odds.high)
    if not (0 <= value <= 1 and low - 1e-9 <= value <= high + 1e-9):
        raise RummistatsError(
            f"{name}: {value} (from {low} to {high}) can't be drawn; "
            "a probability is from 0 to 1 and lies in its interval"
        )
    return Bar(place, width, name, value, max(low, 0.0), min(high, 1.0), odds.is_exact, series)


def real_number(name: str, given: Any) -> float:
    """Return a number to draw as a floating-point one.

    Raises
    ------
    RummistatsError
        If it is none, or too large for one.
    """
    try:
        return float(given)
    except (OverflowError, TypeError, ValueError):
        raise RummistatsError(f"{name}: {shown(given)} can't be drawn") from None


def sentences(parts: Sequence[str]) -> str:
    """Return the parts as sentences."""
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def figures(bars: Sequence[Bar]) -> list[str]:
    """Return the bars' probabilities in words."""
    if len(bars) <= FEW or all(bar.is_exact for bar in bars):
        return [", ".join(map(str, bars))]
    return [", ".join(f"{bar.name}: {percent(bar.value)}" for bar in bars), _accuracy(bars)]


def _accuracy(bars: Sequence[Bar]) -> str:
    widest = max(bar.high - bar.low for bar in bars if not bar.is_exact)
    return f"95 % intervals reach at most {50 * widest:.2g} percentage points to each side"


def marked(cases: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """Return distributions by names that say which ones are exact, where not all are alike.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> one, other = (make_distribution({0: 1, 1: 2}, measure="melds", is_exact=known)
    ...               for known in (True, False))
    >>> list(marked({"sabra": one, "okey": other})), list(marked({"sabra": one}))
    (['sabra (exact)', 'okey'], ['sabra'])
    """
    mixed = len({found.is_exact for found in cases.values()}) > 1
    return {
        f"{clean(name)}{' (exact)' * (mixed and found.is_exact)}": found
        for name, found in cases.items()
    }


def source(odds: Sequence[Any], seed: object, known_by: str = "without an interval") -> str:
    """Return in words where probabilities are from: an `Odds` also may tell its ``hands``.

    Or its ``trials``, and what they are trials ``of``. What is exact among estimates is
    ``known_by`` what these words say.
    """
    exact = [chance.is_exact for chance in odds]
    if all(exact):
        return "exact"
    by_noun: dict[str, set[int]] = {}
    for chance in odds:
        trials, noun = _trials(chance)
        if trials:
            by_noun.setdefault(noun, set()).add(trials)
    known = [
        f"{' or '.join(f'{trials:,}' for trials in sorted(many))} {noun}"
        for noun, many in sorted(by_noun.items())
    ]
    details = [f"n = {' and '.join(known)}"] if known else []
    if seed is not None:
        seeds = seed if isinstance(seed, tuple) else (seed,)
        listed = f"seed {' + '.join(map(clean, seeds))}"
        details.append(listed if len(seeds) <= 3 else f"{len(seeds)} seeds")
    words = f"estimated from {', '.join(details)}" if details else "estimated"
    return f"exact where {known_by}, else {words}" if any(exact) else words


def _trials(chance: Any) -> tuple[int, str]:
    """Return from how many of what a probability is estimated; 0 if it doesn't tell."""
    hands = getattr(chance, "hands", None)
    if hands is None and (trials := getattr(chance, "trials", None)):
        return trials, str(chance.of)
    return hands or 0, "hands"


def small_print(bars: Sequence[Bar], origin: str) -> list[str]:
    """Return the small print."""
    widest = max((bar.high - bar.low for bar in bars if not bar.is_exact), default=None)
    if widest is None:
        return [origin]
    return [origin, f"dark lines: 95 % intervals (at most ± {50 * widest:.2g} percentage points)"]


def check_looks(looks: Iterable[object]) -> None:
    """Refuse looks of bars that are no places in `SERIES`.

    Raises
    ------
    RummistatsError
        If there is one.
    """
    for look in looks:
        if look not in range(len(SERIES)):
            raise RummistatsError(
                f"look {shown(look)}: bars have one of the looks 0 to {len(SERIES) - 1}"
            )


def distribution_words(distribution: Distribution, bars: Sequence[Bar], step: int) -> list[str]:
    """Return the main figures in words."""
    words = [f"Each bar stands for {step} values"] if step > 1 else []
    if len(bars) <= FIGURES:
        words += figures(bars)
    else:
        top = sorted(bars, key=lambda bar: -bar.value)[:3]
        middle = [distribution.quantile(q) for q in (0.25, 0.5, 0.75)]
        words += [
            f"Values from {distribution.values[0]} to {distribution.values[-1]}",
            f"Most probable are {', '.join(map(str, top))}",
            f"A quarter of the hands have at most {middle[0]}, half at most {middle[1]}, "
            f"three quarters at most {middle[2]}",
        ]
    if not isinstance(distribution.values[0], bool):
        words.append(f"Mean {mean_words(distribution)}")
    return words


def mean_words(distribution: Distribution) -> str:
    """Return the mean, with its standard error if it is estimated."""
    mean: Any = distribution.mean()
    if distribution.is_exact or distribution.total == 1:
        return f"{float(mean):.4g}"
    return f"{float(mean):.4g} (standard error {distribution.standard_error():.2g})"

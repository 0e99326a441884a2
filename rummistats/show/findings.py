"""What an experiment found: a figure with its interval, in words, and beside another run's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, isfinite, isnan
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError, shown
from rummistats.show.odds import amount, percent
from rummistats.whole import as_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Finding", "findings_frame", "in_words"]

_FIGURES = ("share", "probability", "mean", "difference")
_SHARES = ("share", "probability")


@dataclass(frozen=True)
class Finding:
    """A figure that an experiment found.

    Parameters
    ----------
    name : str
        What it is.
    value : float
        The figure.
    low, high : float
        Its 95 % interval; both the figure itself if it is exact.
    trials : int, optional
        From how many of what `of` says; None if it is exact.
    of : str
        What was counted, such as "deals".
    seed : int, optional
        From which the run started.
    is_share : bool
        Whether it is a probability, which is written in percent.

    Examples
    --------
    >>> print(Finding("wins", 0.277, 0.2634, 0.2911, 4000, "deals", 1))
    27.7 % (95 % interval 26.3 to 29.1 %, n = 4,000 deals, seed 1)
    >>> print(Finding("turns", 6.98, 6.91, 7.05, 4000, "deals", 1, is_share=False))
    6.98 (95 % interval 6.91 to 7.05, n = 4,000 deals, seed 1)
    """

    name: str
    value: float
    low: float
    high: float
    trials: int | None = None
    of: str = "deals"
    seed: int | None = None
    is_share: bool = True

    @classmethod
    def from_row(
        cls, name: str, rows: pd.DataFrame, seed: int | None, of: str = "deals"
    ) -> Finding:
        """Return the finding that a row of a table tells, as `rummistats.win_share` returns it.

        Parameters
        ----------
        name : str
            What it is.
        rows : pandas.DataFrame
            A table with this one row.
        seed : int, optional
            From which the run started.
        of : str
            The column that says from how many: independent "deals", unless told otherwise.

        Raises
        ------
        RummistatsError
            If there is not one row, or it has no figure.

        Examples
        --------
        >>> from rummistats.play import blocked_share, tournament
        >>> frame = tournament("sabra", "optimal", deals=10, seed=1, workers=1)
        >>> print(Finding.from_row("blocked", blocked_share(frame), seed=1))
        0 % (95 % interval 0 to 27.8 %, n = 10 deals, seed 1)
        """
        if len(rows) != 1:
            raise RummistatsError(f"{name}: {len(rows)} rows; a finding is told by one")
        [row] = rows.to_dict("records")
        figure = next((each for each in _FIGURES if each in row), None)
        if figure is None:
            raise RummistatsError(
                f"{name}: a row with {', '.join(map(str, row))} has no figure; one of "
                f"{', '.join(_FIGURES)} is needed"
            )
        # A difference of chances may be negative, and is written as a number.
        value, low, high = (float(row[each]) for each in (figure, "low", "high"))
        return cls(name, value, low, high, int(row[of]), of, seed, figure in _SHARES)

    @classmethod
    def from_count(
        cls, name: str, count: int, trials: int, of: str, seed: int | None = None
    ) -> Finding:
        """Return the share of some of so many independent trials, with Wilson's interval.

        Raises
        ------
        RummistatsError
            If it is no count of so many.

        Examples
        --------
        >>> print(Finding.from_count("lost tiles", 0, 500, "positions", 3))
        0 % (95 % interval 0 to 0.76 %, n = 500 positions, seed 3)
        """
        from scipy.stats import binomtest

        found, all_trials = as_whole(count), as_whole(trials)
        if found is None or all_trials is None or not 0 <= found <= all_trials > 0:
            raise RummistatsError(f"{name}: {shown(count)} of {shown(trials)} is no count")
        count, trials = found, all_trials
        interval = binomtest(count, trials).proportion_ci(method="wilson")
        low, high = (float(end) for end in interval)
        return cls(name, count / trials, low, high, trials, of, seed)

    @classmethod
    def exactly(cls, name: str, value: float | Fraction, is_share: bool = True) -> Finding:
        """Return a figure that is known without error.

        Examples
        --------
        >>> print(Finding.exactly("can open", Fraction(1, 2)))
        50.0 % (exact)
        """
        return cls(name, float(value), float(value), float(value), is_share=is_share)

    @property
    def is_exact(self) -> bool:
        """Whether it is known without error."""
        return self.trials is None

    def beside(self, guess: float | None) -> str:
        """Return what a guess, for a share in percent, looks like beside the figure.

        Examples
        --------
        >>> found = Finding("wins", 0.277, 0.2634, 0.2911, 4000, "deals", 1)
        >>> print(found.beside(40))
        You guessed 40 %. It is 27.7 % (95 % interval 26.3 to 29.1 %, n = 4,000 deals, seed 1): your
        guess is above the interval.
        >>> found.beside(None)
        'No guess was written down.'
        """
        if guess is None:
            return "No guess was written down."
        unit = " %" if self.is_share else ""
        if isnan(self.low):
            return (
                f"You guessed {guess:g}{unit}. It is {self}, so nobody can tell how near you are."
            )
        guessed = guess / 100 if self.is_share else guess
        where = "within"
        if not self.low <= guessed <= self.high:
            where = "above" if guessed > self.high else "below"
        ends = "the figure" if self.is_exact else "the interval"
        close = "right" if self.is_exact and where == "within" else f"{where} {ends}"
        return f"You guessed {guess:g}{unit}. It is {self}: your guess is {close}."

    def agrees_with(self, other: Finding, errors: float = 4.5) -> bool:
        """Return whether two runs can be told apart by no more than so many standard errors.

        Intervals need not be symmetric: what counts is the end that faces the other figure.
        Figures that are exact are equal or they are not.

        Examples
        --------
        >>> few = Finding("wins", 0.5, 0.4, 0.6, 96)
        >>> few.agrees_with(Finding("wins", 0.55, 0.54, 0.56, 9500))
        True
        >>> few.agrees_with(Finding("wins", 0.9, 0.89, 0.91, 9500))
        False
        """
        if self.is_exact and other.is_exact:
            return self.value == other.value
        lower, upper = sorted((self, other), key=lambda each: each.value)
        reach = hypot(lower.high - lower.value, upper.value - upper.low)
        return not isfinite(reach) or upper.value - lower.value <= errors / 1.96 * reach

    def __str__(self) -> str:
        """Return the figure and how sure it is."""
        write = percent if self.is_share else amount
        value = write(self.value)
        if self.is_exact:
            return f"{value} (exact)"
        started = "" if self.seed is None else f", seed {self.seed}"
        if isnan(self.low):
            # So few, or so alike, that they tell nothing about their spread.
            return f"{value} (without an interval, n = {self.trials:,} {self.of}{started})"
        low, high = write(self.low), write(self.high)
        if self.is_share:
            low = low.removesuffix(" %")
        return f"{value} (95 % interval {low} to {high}, n = {self.trials:,} {self.of}{started})"


def in_words(findings: Iterable[Finding]) -> str:
    """Return findings as a list in Markdown, a line for each.

    Examples
    --------
    >>> print(in_words([Finding.exactly("can open", Fraction(1, 2))]))
    - can open: **50.0 %** (exact)
    """
    lines = []
    for finding in findings:
        figure, more = str(finding).split(" (", 1)
        lines.append(f"- {finding.name}: **{figure}** ({more}")
    return "\n".join(lines)


def findings_frame(findings: Iterable[Finding]) -> pd.DataFrame:
    """Return findings as a table.

    Examples
    --------
    >>> findings_frame([Finding.exactly("can open", Fraction(1, 2))]).columns.tolist()
    ['name', 'value', 'low', 'high', 'trials', 'of', 'seed', 'is_share']
    """
    import pandas as pd

    rows: list[dict[str, Any]] = [vars(finding) for finding in findings]
    return pd.DataFrame(rows).astype({"trials": "Int64", "seed": "Int64"})

"""What a conformance check found, as a list to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rummistats.variants import Variant

__all__ = ["Cases", "Check", "ConformanceReport", "StrategyReport", "carry_out"]

Cases = Callable[[], Iterator[str]]
"""What is looked at, case by case; each says what is wrong, or nothing."""


@dataclass(frozen=True)
class Check:
    """One thing that was checked.

    Parameters
    ----------
    name : str
        What has to hold.
    cases : int
        In how many cases it was looked at, up to the first one in which it does not hold.
    failure : str
        The first counterexample; empty if there is none.
    """

    name: str
    cases: int
    failure: str = ""

    @property
    def passed(self) -> bool:
        """Whether it holds in all cases that were looked at."""
        return not self.failure

    def __str__(self) -> str:
        text = f"{'ok  ' if self.passed else 'FAIL'}  {self.name} ({self.cases:,})"
        return text if self.passed else "\n      ".join([text, *self.failure.splitlines()])


class _Report:
    """A list of checks; true if every one passed."""

    checks: tuple[Check, ...]

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.passed)

    def __bool__(self) -> bool:
        return not self.failures

    def _listed(self, of_what: str, how: str) -> str:
        failed = len(self.failures)
        verdict = f"{failed} of {len(self.checks)} checks failed" if failed else "all checks passed"
        return "\n".join([f"{of_what}: {verdict}", how, *map(str, self.checks)])


@dataclass(frozen=True)
class ConformanceReport(_Report):
    """What `check_variant` found; true if every check passed.

    Parameters
    ----------
    variant : Variant
        The variant that was checked.
    small : Variant
        Its shrunken version.
    checks : tuple of Check
        The checks in their order.
    """

    variant: Variant
    small: Variant
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        return self._listed(repr(self.variant), f"shrunken to {self.small.playing_set}")


@dataclass(frozen=True)
class StrategyReport(_Report):
    """What `check_strategy` found; true if every check passed.

    Parameters
    ----------
    name : str
        The strategy's name.
    variant : Variant
        The game that it played.
    deals : int
        How many deals.
    checks : tuple of Check
        The checks in their order.
    """

    name: str
    variant: Variant
    deals: int
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        number = f"{self.deals:,} deal{'s' * (self.deals > 1)}"
        return self._listed(self.name, f"{number} of {self.variant!r}")


def carry_out(name: str, cases: Cases) -> Check:
    """Look at case after case; each says what is wrong, or nothing."""
    looked_at = 0
    try:
        for failure in cases():
            looked_at += 1
            if failure:
                return Check(name, looked_at, failure)
    except Exception as error:
        # A program that breaks down is the worst of answers; it belongs into the report.
        return Check(name, looked_at + 1, f"{type(error).__name__}: {error}")
    return Check(name, looked_at)

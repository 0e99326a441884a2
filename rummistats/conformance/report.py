"""What a conformance check found, as a list to read."""

from __future__ import annotations

from dataclasses import dataclass

from rummistats.variants import Variant

__all__ = ["Check", "ConformanceReport"]


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
        return text if self.passed else f"{text}\n      {self.failure}"


@dataclass(frozen=True)
class ConformanceReport:
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

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.passed)

    def __bool__(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        failed = len(self.failures)
        verdict = f"{failed} of {len(self.checks)} checks failed" if failed else "all checks passed"
        heading = f"{self.variant!r}: {verdict}"
        small = f"shrunken to {self.small.playing_set}"
        return "\n".join([heading, small, *map(str, self.checks)])

"""Which sequences of numbers are runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummistats.variants.variant import Variant

__all__ = ["run_numbers"]


def run_numbers(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of every legal run, in playing order, shorter runs first."""
    line, longest = _number_line(variant)
    windows: dict[tuple[int, ...], None] = {}
    for length in range(variant.min_run, longest + 1):
        if variant.ones == "circular":
            windows |= dict.fromkeys(_circular_runs(variant, length))
        else:
            for first in range(len(line) - length + 1):
                windows[line[first : first + length]] = None
    return tuple(windows)


def _circular_runs(variant: Variant, length: int) -> Iterator[tuple[int, ...]]:
    """Yield the runs of this length where they go round."""
    last = variant.circle
    skips = last == variant.numbers and variant.rule_or("gap_12_1", False)
    most = 2 if variant.rule_or("no_repeat_three", False) else length
    if variant.max_run is None:
        # Only an explicit limit lets a run pass a number twice, also by a gap.
        most = 1
    follows = {n: [n + 1] for n in range(1, last)} | {last: [1]}
    if skips and last > 1:
        follows[last - 1].append(1)
    runs: list[tuple[int, ...]] = [(first,) for first in range(1, last + 1)]
    for _ in range(length - 1):
        runs = [
            (*run, number)
            for run in runs
            for number in follows[run[-1]]
            if run.count(number) < most
        ]
    yield from runs


def _number_line(variant: Variant) -> tuple[tuple[int, ...], int]:
    """Return the numbers as runs pass them, and the length of the longest run."""
    low = tuple(range(1, variant.numbers + 1))
    line, longest = {
        "low": (low, variant.numbers),
        "high": ((*low[1:], 1), variant.numbers),
        "low_or_high": ((*low, 1), variant.numbers + variant.one_to_one),
        "circular": (low, variant.numbers),
    }[variant.ones]
    if variant.max_run is None:
        return line, longest
    # Only an explicit limit lets a circular run pass a number twice.
    return line, variant.max_run if variant.ones == "circular" else min(variant.max_run, longest)

"""Tables of estimates: what stands in which column, for the screen and the page alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, isinf
from typing import TYPE_CHECKING

from rummistats.distribution import Distribution, Estimate
from rummistats.report.figures import NONE, interval_cell, number_cell, one_in, share_cell

if TYPE_CHECKING:
    from rummistats.show import Finding

__all__ = [
    "Column",
    "Table",
    "classes",
    "classes_table",
    "error_cell",
    "findings_table",
    "number_columns",
    "odds_table",
    "values_table",
]

_CLASSES = 16
"""A table has at most about so many classes of values; the files have every value."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    heading : str
        What stands above it.
    is_number : bool
        Whether its cells are numbers, to be set with their decimal points in one line.
    """

    heading: str
    is_number: bool = True


@dataclass(frozen=True)
class Table:
    """A table; the first column says what each row is.

    Parameters
    ----------
    caption : str
        What the table shows, and where it is from.
    columns : tuple of Column
        The columns.
    rows : tuple of tuple of str
        The cells, row by row.
    bars : tuple of float
        For each row a probability that may be drawn as a bar; empty for a table without.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[float, ...] = ()


def number_columns(*headings: str) -> tuple[Column, ...]:
    """Return columns of numbers."""
    return tuple(map(Column, headings))


def _origin(distribution: Distribution) -> str:
    return "exact" if distribution.is_exact else f"{distribution.total:,} hands"


def error_cell(estimate: Estimate, scale: float) -> str:
    """Return the standard error, or that there is none."""
    error = scale * estimate.standard_error
    if estimate.is_exact:
        return "exact"
    return NONE if not error or isinf(error) else number_cell(error, error)


def _estimate_cells(estimate: Estimate) -> tuple[str, str, str, str]:
    return (
        share_cell(estimate),
        error_cell(estimate, 100),
        interval_cell(estimate),
        one_in(estimate),
    )


_ESTIMATE = number_columns("probability (%)", "std. error", "95 % interval", "one hand in")
_EXACT = number_columns("probability (%)", "one hand in")


def odds_table(caption: str, heading: str, rows: Sequence[tuple[str, Estimate]]) -> Table:
    """Return a table of named probabilities."""
    cells = [_estimate_cells(estimate) for _, estimate in rows]
    columns, pick = _estimatenumber_columns([estimate.is_exact for _, estimate in rows])
    return Table(
        caption,
        (Column(heading, False), *columns),
        tuple((name, *pick(row)) for (name, _), row in zip(rows, cells, strict=True)),
        tuple(float(estimate.value) for _, estimate in rows),
    )


Cells = tuple[str, ...]


def _estimatenumber_columns(
    exact: Sequence[bool],
) -> tuple[tuple[Column, ...], Callable[[Cells], Cells]]:
    """Return the columns of estimates, and which cells they take: exact ones need no error."""
    if all(exact):
        return _EXACT, lambda cells: (cells[0], cells[3])
    return _ESTIMATE, lambda cells: cells


def findings_table(caption: str, heading: str, found: Sequence[Finding]) -> Table:
    """Return a table of what was found by playing: shares, or means."""
    scale = 100 if found[0].is_share else 1
    columns = number_columns("share (%)" if found[0].is_share else "mean", "95 % interval")
    return Table(
        f"{caption} (n = {found[0].trials:,} {found[0].of})",
        (Column(heading, False), *columns),
        tuple((each.name, *_finding_cells(each, scale)) for each in found),
        tuple(each.value for each in found) if found[0].is_share else (),
    )


def _finding_cells(found: Finding, scale: int) -> tuple[str, str]:
    value, low, high = (scale * end for end in (found.value, found.low, found.high))
    if not isfinite(high - low):
        return number_cell(value), NONE
    # Two digits of the standard error, a quarter of the interval.
    error = (high - low) / 4
    return number_cell(value, error), f"{number_cell(low, error)} to {number_cell(high, error)}"


def values_table(caption: str, heading: str, distribution: Distribution) -> Table:
    """Return a table of the probability of each value."""
    rows = [(str(value), distribution.estimate(value)) for value in distribution.values]
    return odds_table(f"{caption} ({_origin(distribution)})", heading, rows)


def classes_table(caption: str, heading: str, shown: dict[str, Distribution]) -> Table:
    """Return a table by classes of values, with some columns for each distribution."""
    bounds = classes(*shown.values())
    columns = [Column(heading)]
    rows = [[f"{low}" if low == high else f"{low}–{high}"] for low, high in bounds]
    for name, distribution in shown.items():
        estimates = [distribution.estimate(at_least=low, at_most=high) for low, high in bounds]
        headings = [column.heading for column in _ESTIMATE]
        if len(shown) > 1:
            # Side by side there is no room for everything.
            headings = [f"{name} (%)", *headings[1:3]]
        if distribution.is_exact:
            headings = headings[:1]
        columns += number_columns(*headings)
        for row, estimate in zip(rows, estimates, strict=True):
            row += _estimate_cells(estimate)[: len(headings)]
    bars: tuple[float, ...] = ()
    if len(shown) == 1:
        bars = tuple(float(estimate.value) for estimate in estimates)
    origins = dict.fromkeys(map(_origin, shown.values()))
    return Table(f"{caption} ({', '.join(origins)})", tuple(columns), tuple(map(tuple, rows)), bars)


def classes(*distributions: Distribution) -> list[tuple[int, int]]:
    """Return classes of equal width that hold all values of some distributions; 0 is its own.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> points = make_distribution({0: 3, 28: 1, 147: 1}, measure="points", is_exact=True)
    >>> classes(points)[:3], classes(points)[-1]
    ([(0, 0), (1, 9), (10, 19)], (140, 149))
    """
    values = [int(value) for distribution in distributions for value in distribution.values]
    first, last = min(values), max(values)
    width = next(
        width
        for power in range(len(str(last)) + 1)
        for width in (10**power, 2 * 10**power, 5 * 10**power)
        if last // width - first // width < _CLASSES
    )
    bounds = []
    for start in range(first // width * width, last + 1, width):
        if start == first == 0:
            # It mostly means "none" and must not drown in a class.
            bounds.append((0, 0))
        low, high = max(start, 1), start + width - 1
        if low <= min(high, last):
            bounds.append((low, high))
    return bounds

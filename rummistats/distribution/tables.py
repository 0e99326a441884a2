"""Distributions as text, as HTML and as pandas frames."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from html import escape
from itertools import count
from math import floor, log10
from typing import TYPE_CHECKING

from rummistats.distribution.estimate import (
    READABLE,
    decimal_places,
    percent,
    plus_minus,
    standard_error,
)
from rummistats.distribution.samples import seed_text

if TYPE_CHECKING:
    import pandas as pd

    from rummistats.distribution.distribution import Distribution

__all__ = ["frame", "html_table", "short_text", "table_rows", "text_table"]

ROWS = 25
"""More values than this are put together in classes; of a joint distribution the rarest are."""

BAR = 30
"""The length of the longest bar."""

EXACT_DECIMALS = 4
"""Decimals of an exact percentage in a table; the text of an `Estimate` has more."""


def short_text(distribution: Distribution) -> str:
    """Return the main figures in one line."""
    d = distribution
    if d.is_joint:
        what = f"{len(d.values)} tuples"
    elif isinstance(d.values[0], bool):
        part = d.weight(True)
        what = f"True {part} / {d.total} = {percent(part, d.total)}"
    else:
        mean = f"{float(d.mean()):.5g}"
        if not d.is_exact and d.total > 1:
            mean = plus_minus(float(d.mean()), d.standard_error())
        what = (
            f"{len(d.values)} value{'s' * (len(d.values) > 1)} "
            f"from {d.values[0]} to {d.values[-1]}, mean {mean}"
        )
    return f"Distribution({d.measure}: {_origin(d)}, {what})"


def text_table(distribution: Distribution) -> str:
    """Return a table of the values, or of classes of them, with bars."""
    table = [(*_columns(distribution), ""), *table_rows(distribution)]
    columns = _shown_columns(distribution)
    wide = {column: max(len(row[column]) for row in table) for column in columns}
    lines = [
        "  ".join([*(row[column].rjust(w) for column, w in wide.items()), row[3]]).rstrip()
        for row in table
    ]
    return "\n".join([_heading(distribution), *lines])


def html_table(distribution: Distribution) -> str:
    """Return the same table, without the bars, for a notebook."""
    names, columns = _columns(distribution), _shown_columns(distribution)
    head = "".join(f"<th scope='col'>{names[column]}</th>" for column in columns)
    cells = [(row[0], [row[column] for column in columns[1:]]) for row in table_rows(distribution)]
    body = "".join(
        f"<tr><th scope='row'>{label}</th>{''.join(f'<td>{escape(c)}</td>' for c in others)}</tr>"
        for label, others in cells
    )
    return (
        f"<table><caption>{escape(_heading(distribution))}</caption><tr>{head}</tr>{body}</table>"
    )


def frame(distribution: Distribution, confidence: float) -> pd.DataFrame:
    """Return a pandas frame, one row a value; see `Distribution.to_frame`."""
    import pandas as pd

    d = distribution
    rows = [d.estimate(value, confidence=confidence) for value in d.values]
    fits = max(d.weights) < 2**63
    return pd.DataFrame(
        {
            "value": pd.Series(d.values, dtype=object if d.is_joint else None),
            "weight": pd.Series(d.weights, dtype="int64" if fits else object),
            "probability": [float(row.value) for row in rows],
            "standard_error": [row.standard_error for row in rows],
            "low": [float(row.low) for row in rows],
            "high": [float(row.high) for row in rows],
        }
    )


def table_rows(distribution: Distribution) -> list[tuple[str, str, str, str]]:
    """Return label, weight, probability and bar of each row, as texts.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coin = make_distribution({0: 1, 1: 1}, measure="heads", is_exact=True)
    >>> table_rows(coin)[1]
    ('1', '1', '50.0000 %', '██████████████████████████████')
    """
    rows = _classes(distribution)
    total = distribution.total
    # What is left of a long joint table is no value, so it gets no bar to compare.
    bars = ROWS if distribution.is_joint else len(rows)
    tallest = max(weight for _, weight in rows[:bars])
    errors = [
        0.0 if distribution.is_exact else 100 * standard_error(weight, total) for _, weight in rows
    ]
    largest = max(errors)
    decimals = max(0, 1 - floor(log10(largest))) if largest else 0
    if distribution.is_exact:
        decimals = EXACT_DECIMALS
    table = []
    for place, ((label, weight), error) in enumerate(zip(rows, errors, strict=True)):
        if weight and _is_beyond_reading(distribution):
            share = _never_zero(decimal_places(Fraction(weight, total)))
        elif weight:
            share = _fixed(100 * weight / total, decimals)
            if error and not share.startswith("<"):
                share += f" ± {_fixed(error, decimals)}"
            share += " %"
        else:
            share = "impossible" if distribution.is_exact else "none seen"
        length = (2 * BAR * weight + tallest) // (2 * tallest) if place < bars else 0
        table.append((label, f"{weight:,}", share, "█" * length))
    return table


def _classes(distribution: Distribution) -> list[tuple[str, int]]:
    """Return the labels and weights of a table's rows: values, or classes if there are many."""
    pairs = list(zip(distribution.values, distribution.weights, strict=True))
    if len(pairs) <= ROWS:
        return [(_label(value), weight) for value, weight in pairs]
    if distribution.is_joint:
        pairs.sort(key=lambda pair: -pair[1])
        rows = [(_label(value), weight) for value, weight in pairs[:ROWS]]
        others = pairs[ROWS:]
        return [*rows, (f"{len(others)} others", sum(weight for _, weight in others))]
    span = (distribution.values[-1] - distribution.values[0]) // (ROWS - 2)
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    width = next(step for step in steps if step > span)
    classes: Counter[str] = Counter()
    for value, weight in pairs:
        first = value // width * width
        low, high = first or 1, first + width - 1
        if value == 0:
            low = high = 0  # it mostly means "none" and must not drown in a class
        classes[f"{low}" if low == high else f"{low} to {high}"] += weight
    return list(classes.items())


def _heading(distribution: Distribution) -> str:
    tiles = "" if distribution.hand_size is None else f", {distribution.hand_size} tiles"
    game = "" if distribution.variant is None else f", {distribution.variant.name}"
    if distribution.variant is not None and distribution.variant.house_rules:
        rules = ", ".join(f"{name}={value!r}" for name, value in distribution.variant.house_rules)
        game += f" ({rules})"
    space = f", {distribution.total:,} equally likely ways" if distribution.is_exact else ""
    if _is_beyond_reading(distribution):
        mean = decimal_places(Fraction(distribution.mean()))
        space = "" if distribution.is_joint else f", mean {mean}"
    return f"{distribution.measure}{tiles}{game}: {_origin(distribution)}{space}"


def _origin(distribution: Distribution) -> str:
    if distribution.is_exact:
        return "exact"
    hands = f"{distribution.total:,} hand{'s' * (distribution.total > 1)}"
    return hands if distribution.seed is None else f"{hands}, seed {seed_text(distribution.seed)}"


def _columns(distribution: Distribution) -> tuple[str, str, str]:
    return "value", "ways" if distribution.is_exact else "hands", "probability"


def _shown_columns(distribution: Distribution) -> tuple[int, ...]:
    return (0, 2) if _is_beyond_reading(distribution) else (0, 1, 2)


def _is_beyond_reading(distribution: Distribution) -> bool:
    """Whether the weights are too long to be read; then probabilities have more places."""
    return distribution.is_exact and distribution.total > READABLE


def _label(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _fixed(number: float, decimals: int) -> str:
    """Return a positive number with so many decimals, but never as 0."""
    least = 10.0**-decimals
    return f"<{least:.{decimals}f}" if number < least / 2 else f"{number:.{decimals}f}"


def _never_zero(text: str) -> str:
    """Return a decimal number, or that it is less than the last place tells."""
    return text if text.strip("0.") else f"<{text[:-1]}1"

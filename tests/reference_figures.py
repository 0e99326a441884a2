"""Exact reference figures from independent programs, as distributions.

The file ``data/reference_figures.csv`` has one row a figure: what, in which model, as a
fraction. The programs that made it share no code with this project.
"""

import csv
import re
from fractions import Fraction
from pathlib import Path

from rummistats.distribution import Distribution, make_distribution

_FILE = Path(__file__).parent / "data" / "reference_figures.csv"


def reference_figures() -> dict[tuple[str, str], tuple[int, int]]:
    """Return {(quantity, model): (numerator, denominator)}."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["quantity"], row["model"]): (int(row["numerator"]), int(row["denominator"]))
            for row in csv.DictReader(file)
        }


def probability(quantity: str, model: str) -> Fraction:
    """Return one figure."""
    return Fraction(*reference_figures()[quantity, model])


def distribution(name: str, hand_size: int, model: str, measure: str) -> Distribution:
    """Return the distribution whose rows are ``P(name = value), H=hand_size``."""
    pattern = re.compile(rf"P\({re.escape(name)} = (\d+)\), H={hand_size}")
    counts, totals = {}, set()
    for (quantity, of_model), (numerator, denominator) in reference_figures().items():
        match = pattern.fullmatch(quantity)
        if match and of_model == model:
            counts[int(match[1])] = numerator
            totals.add(denominator)
    assert len(totals) == 1, f"no distribution of {name} for {model}"
    assert sum(counts.values()) == totals.pop()
    return make_distribution(counts, measure=measure, is_exact=True, hand_size=hand_size)

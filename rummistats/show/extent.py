"""How much of a long distribution is drawn, and what is said of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.errors import RummistatsError
from rummistats.show.odds import percent

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["cut_words", "drawn_values", "zero_of"]

LONG = 40
"""A distribution over more values than this has its tails cut."""

NEGLIGIBLE = 0.001
"""A cut tail has less than this probability."""

WORTH_CUTTING = 0.1
"""A tail is cut if it is at least this part of the range of values."""

FAR = 1_000_000
"""Values that are so many times farther from 0 than from each other have an axis of their own."""

LARGEST = 10**30
"""From here on values are not drawn: nobody could read them."""


def drawn_values(distribution: Distribution, highlight_from: int | None) -> tuple[int, int]:
    """Return the first and the last value to draw."""
    values = [int(v) for v, w in zip(distribution.values, distribution.weights, strict=True) if w]
    if isinstance(distribution.values[0], bool):
        return 0, 1
    first, last = values[0], values[-1]
    if max(-first, last) >= LARGEST:
        raise RummistatsError(
            f"{distribution.measure} has values of more than {len(str(LARGEST)) - 1} digits, "
            "which can't be drawn"
        )
    if last - first < LONG:
        return first, last
    least = (last - first) * WORTH_CUTTING
    start, cut = (_end_of_tail(distribution, way) for way in (1, -1))
    first, cut = start if start - first >= least else first, cut if last - cut >= least else last
    if highlight_from is not None:
        cut = max(cut, min(highlight_from, last))
        first = min(first, max(highlight_from, values[0]))
    return first, cut


def zero_of(first: int, last: int) -> int:
    """Return the value from which places on the axis are measured.

    It is 0 as a rule, but values far away from it would be alike as floating-point numbers.
    """
    return first if max(abs(first), abs(last)) > FAR * (last - first + 1) else 0


def cut_words(distribution: Distribution, first: int, last: int) -> list[str]:
    """Return in words which tails are not drawn, and how probable they are."""
    words = []
    below = distribution.prob(lambda v: v < first)
    above = distribution.prob(lambda v: v > last)
    if below:
        words.append(f"not drawn: less than {first} ({percent(below)} together)")
    if above:
        words.append(f"not drawn: more than {last} ({percent(above)} together)")
    return words


def _end_of_tail(distribution: Distribution, way: int) -> int:
    """Return the first value, upward or downward, before which all is negligible."""
    weight = 0
    pairs = zip(distribution.values[::way], distribution.weights[::way], strict=True)
    return next(
        int(value)
        for value, here in pairs
        if (weight := weight + here) >= NEGLIGIBLE * distribution.total
    )

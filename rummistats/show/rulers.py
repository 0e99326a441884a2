"""Round numbers along the axes of charts, and texts that stand out from what is behind them."""

from __future__ import annotations

import math
from itertools import count
from typing import TYPE_CHECKING

from rummistats.show.odds import amount
from rummistats.show.style import PAPER

if TYPE_CHECKING:
    from matplotlib.text import Text

__all__ = ["amount_ticks", "halo", "percent_ticks", "round_steps"]


def round_steps(low: float, high: float, most: float, least: float = 0) -> list[float]:
    """Return round numbers at equal distances from ``low`` to ``high``, about ``most`` of them.

    Parameters
    ----------
    low, high : float
        Between these, and at the ends if they are round.
    most : float
        So many distances at most.
    least : float
        No distance is smaller: 1, where only whole numbers have a meaning.

    Examples
    --------
    >>> round_steps(0, 1, 4), round_steps(3, 11, 5), round_steps(0, 3, 9, least=1)
    ([0.0, 0.5, 1.0], [4.0, 6.0, 8.0, 10.0], [0.0, 1.0, 2.0, 3.0])
    """
    span = high - low
    start = max(-12, math.floor(math.log10(span / most)) - 1)
    step = next(
        step
        for size in count(start)
        for step in (10.0**size, 2 * 10.0**size, 5 * 10.0**size)
        if span / step <= most and step >= least
    )
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def percent_ticks(low: float, high: float, most: float) -> dict[float, str]:
    """Return round probabilities, and how they are written.

    Examples
    --------
    >>> percent_ticks(0, 0.05, 5)
    {0.0: '0 %', 0.01: '1 %', 0.02: '2 %', 0.03: '3 %', 0.04: '4 %', 0.05: '5 %'}
    """
    ticks = [tick for tick in round_steps(low, high, most) if -1e-9 < tick < 1 + 1e-9]
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(100 * step) + 1e-9))
    return {tick: f"{100 * tick:.{decimals if tick else 0}f} %" for tick in ticks}


def amount_ticks(low: float, high: float, most: float, least: float = 0) -> dict[float, str]:
    """Return round numbers, and how they are written.

    Examples
    --------
    >>> amount_ticks(0, 12_000, 3)
    {0.0: '0', 5000.0: '5,000', 10000.0: '10,000'}
    """
    return {tick: amount(tick) for tick in round_steps(low, high, most, least)}


def halo(text: Text, size: float) -> None:
    """Give a text a light rim, so that no line of the grid runs into its letters."""
    from matplotlib.patheffects import Normal, Stroke

    text.set_path_effects(
        [Stroke(linewidth=size / 5, foreground=PAPER, joinstyle="round"), Normal()]
    )

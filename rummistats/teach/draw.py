"""Small random choices for problems, from one NumPy generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["pick", "sample", "whole"]

_Thing = TypeVar("_Thing")


def whole(random: Generator, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``, both included.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> 1 <= whole(make_seed(1).generator(), 1, 6) <= 6
    True
    """
    return int(random.integers(low, high + 1))


def pick(random: Generator, things: Sequence[_Thing]) -> _Thing:
    """Return one of some things.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> pick(make_seed(1).generator(), "RBKY") in "RBKY"
    True
    """
    return things[whole(random, 0, len(things) - 1)]


def sample(random: Generator, things: Sequence[_Thing], count: int) -> list[_Thing]:
    """Return some of the things, none of them twice, in any order.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> sorted(sample(make_seed(1).generator(), "RBKY", 4))
    ['B', 'K', 'R', 'Y']
    """
    return [things[int(place)] for place in random.permutation(len(things))[:count]]

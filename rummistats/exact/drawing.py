"""Drawing without putting back: the hypergeometric distribution, with words for its numbers."""

from __future__ import annotations

from math import comb

from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import TileError, shown
from rummistats.whole import as_whole

__all__ = ["hypergeometric"]


def hypergeometric(*, wanted: int, tiles: int, draws: int) -> Distribution:
    """Return how many wanted tiles are among those drawn.

    Parameters
    ----------
    wanted : int
        How many of the tiles are wanted.
    tiles : int
        How many tiles there are.
    draws : int
        How many are drawn, none of them put back.

    Returns
    -------
    Distribution
        An exact one, of the number of wanted tiles drawn; its total is ``C(tiles, draws)``.

    Raises
    ------
    TileError
        If a number is not whole or less than 0, or more than there are is wanted or drawn.

    Examples
    --------
    At least one of the two jokers among 14 of 106 tiles:

    >>> hypergeometric(wanted=2, tiles=106, draws=14).at_least(1)
    Fraction(197, 795)
    """
    tiles, wanted = _number("tiles", tiles), _number("wanted", wanted)
    draws = _number("draws", draws)
    for name, value in (("wanted", wanted), ("draws", draws)):
        if value > tiles:
            raise TileError(f"{name}={value}: there are only {tiles} tiles")
    counts = {
        found: comb(wanted, found) * comb(tiles - wanted, draws - found)
        for found in range(min(wanted, draws) + 1)
        if draws - found <= tiles - wanted
    }
    return make_distribution(counts, measure="wanted tiles drawn", is_exact=True, hand_size=draws)


def _number(name: str, value: object) -> int:
    whole = as_whole(value)
    if whole is None or whole < 0:
        raise TileError(f"{name}={shown(value)}: a number of tiles is a whole number from 0 on")
    return whole

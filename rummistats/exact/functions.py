"""Generating functions: in how many ways a hand can have so many tiles, for all sizes at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

__all__ = ["GeneratingFunctions"]


@dataclass(frozen=True)
class GeneratingFunctions:
    """Generating functions of some tiles: "in how many ways with k of them", for every k.

    Such a function is held as *one* integer, cut into slots of equal width: slot ``k`` holds
    the coefficient of ``x ** k``. A slot is wide enough for the number of all hands of a size,
    so no coefficient ever runs over into the next slot, and multiplying or adding the integers
    multiplies or adds the functions (Kronecker's substitution). Python's long integers do
    the work.

    A second variable ``y`` counts what was gained: the slots are laid out in rows, and row ``v``
    holds the coefficients of ``y ** v``.

    Parameters
    ----------
    tiles : int
        How many tiles there are.
    marks : bool
        Whether tiles may also be marked.
    row : int, optional
        Slots of a row: more than any product has tiles; the number of all tiles, and one for
        none, unless given.

    Examples
    --------
    Two copies of a tile give ``(1 + x) ** 2``; at least one of them is ``2 * x + x ** 2``:

    >>> functions = GeneratingFunctions(104)
    >>> one_or_two = functions.at_least(1, of=2)
    >>> [functions.coefficient(one_or_two, k) for k in range(4)]
    [0, 2, 1, 0]

    Multiplied by ``y ** 3``:

    >>> gained = functions.times(one_or_two, 1, 0, gained=3)
    >>> list(functions.rows(gained)) == [(0, 0), (1, 0), (2, 0), (3, one_or_two)]
    True
    """

    tiles: int
    marks: bool = False
    row: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", self.row or self.tiles + 1)

    @cached_property
    def width(self) -> int:
        """Bits of a slot: enough for all hands, each with any of its tiles marked."""
        most = min(self.row - 1, self.tiles)
        hands = comb(self.tiles, min(most, self.tiles // 2))
        return (hands << (self.marks * most)).bit_length()

    def term(self, coefficient: int, k: int) -> int:
        """Return ``coefficient * x ** k``."""
        return coefficient << (k * self.width)

    def coefficient(self, function: int, k: int) -> int:
        """Return the coefficient of ``x ** k``."""
        return (function >> (k * self.width)) & ((1 << self.width) - 1)

    def at_least(self, tiles: int, of: int) -> int:
        """Return in how many ways ``tiles`` or more can be chosen ``of`` so many."""
        return sum(self.term(comb(of, k), k) for k in range(tiles, of + 1))

    def times(self, function: int, coefficient: int, k: int, gained: int = 0) -> int:
        """Return the function times ``coefficient * x ** k * y ** gained``."""
        return (function * coefficient) << ((gained * self.row + k) * self.width)

    def rows(self, function: int) -> Iterator[tuple[int, int]]:
        """Yield every power of ``y`` with the function of ``x`` that is its coefficient."""
        bits = self.row * self.width
        for gained in range(-(-function.bit_length() // bits)):
            yield gained, (function >> (gained * bits)) & ((1 << bits) - 1)

    def cut(self, function: int, largest: int) -> int:
        """Return the function without the powers above ``x ** largest``."""
        bits = self.row * self.width
        doublings = (function.bit_length() // bits).bit_length()
        return function & _rows_of_ones((largest + 1) * self.width, bits, doublings)


@lru_cache(maxsize=64)
def _rows_of_ones(ones: int, bits: int, doublings: int) -> int:
    """Return an integer with so many ones at the start of each of ``2 ** doublings`` rows."""
    if not doublings:
        return (1 << ones) - 1
    half = _rows_of_ones(ones, bits, doublings - 1)
    return half | half << (bits << (doublings - 1))

"""Permutations in cycle notation, and the cycle index of a permutation group."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import groupby
from math import lcm
from typing import Any, Protocol, TypeVar

from rummistats.errors import TileError, shown

__all__ = [
    "CycleIndex",
    "CycleType",
    "Permutation",
    "fixed_by_size",
    "generate",
    "multiply",
    "type_text",
]

CycleType = tuple[int, ...]
"""The lengths of a permutation's cycles, fixed points included, the longest first."""


@dataclass(frozen=True, repr=False)
class Permutation:
    """A permutation of some points, such as colors or numbers.

    ``p(x)`` is the image of a point; ``p * q`` is first *q*, then *p*.

    Parameters
    ----------
    points : tuple
        The points, in order.
    images : tuple
        The image of each.

    Raises
    ------
    TileError
        If the images are not the points in some order.

    Examples
    --------
    >>> swap = Permutation.parse("(R B)", "RBKY")
    >>> turn = Permutation.parse("(R B K Y)", "RBKY")
    >>> print(turn * swap, "|", swap * turn, "|", turn.inverse())
    (R K Y) | (B K Y) | (R Y K B)
    >>> turn("R"), swap.cycles, swap.cycle_type
    ('B', (('R', 'B'), ('K',), ('Y',)), (2, 1, 1))
    """

    points: tuple[Any, ...]
    images: tuple[Any, ...]

    def __post_init__(self) -> None:
        if len(set(self.points)) < len(self.points) or Counter(self.points) != Counter(self.images):
            raise TileError(
                f"{shown(self.images)} are not {shown(self.points)} in some order, "
                "so this is no permutation"
            )

    @classmethod
    def identity(cls, points: Iterable[Any]) -> Permutation:
        """Return the permutation that moves nothing."""
        points = tuple(points)
        return cls(points, points)

    @classmethod
    def parse(cls, text: str, points: Iterable[Any]) -> Permutation:
        """Return the permutation that a text in cycle notation describes.

        Parameters
        ----------
        text : str
            Cycles in parentheses, such as ``(R B)(K Y)``; points that are not there stay.
        points : iterable
            The points.

        Raises
        ------
        TileError
            If the text is no such thing.

        Examples
        --------
        >>> Permutation.parse("(1 3)(2 4)", range(1, 6))
        Permutation('(1 3)(2 4)')
        >>> Permutation.parse("(R G)", "RBKY")
        Traceback (most recent call last):
            ...
        rummistats.errors.TileError: no G among R B K Y
        """
        points = tuple(points)
        if not isinstance(text, str) or not re.fullmatch(r"\s*(\([^()]*\)\s*)*", text):
            raise TileError(
                f"{shown(text)} is no permutation; one is written in cycles, for example "
                f"'({' '.join(map(str, points[:2]))})'"
            )
        named = {str(point).upper(): point for point in points}
        image = dict(zip(points, points, strict=True))
        seen = set[str]()
        for cycle in re.findall(r"\(([^()]*)\)", text):
            names = cycle.replace(",", " ").upper().split()
            for name, following in zip(names, [*names[1:], *names[:1]], strict=True):
                if name not in named:
                    raise TileError(f"no {name} among {' '.join(map(str, points))}")
                if name in seen:
                    raise TileError(f"{name} occurs twice in {shown(text)}")
                seen.add(name)
                image[named[name]] = named.get(following)
        return cls(points, tuple(image[point] for point in points))

    def __call__(self, point: Any) -> Any:
        """Return the image of a point."""
        try:
            return self._image[point]
        except KeyError:
            raise TileError(f"no {point} among {' '.join(map(str, self.points))}") from None

    def __mul__(self, other: Permutation) -> Permutation:
        if not isinstance(other, Permutation):
            return NotImplemented
        return Permutation(self.points, tuple(self(other(point)) for point in self.points))

    def inverse(self) -> Permutation:
        """Return the permutation that undoes this one."""
        back = dict(zip(self.images, self.points, strict=True))
        return Permutation(self.points, tuple(back[point] for point in self.points))

    @cached_property
    def cycles(self) -> tuple[tuple[Any, ...], ...]:
        """The cycles, fixed points included, each from its first point on."""
        cycles, seen = [], set()
        for point in self.points:
            if point not in seen:
                cycle = [point]
                while (following := self(cycle[-1])) != point:
                    cycle.append(following)
                seen.update(cycle)
                cycles.append(tuple(cycle))
        return tuple(cycles)

    @cached_property
    def cycle_type(self) -> CycleType:
        """The lengths of the cycles, the longest first."""
        return tuple(sorted(map(len, self.cycles), reverse=True))

    @property
    def order_of_points(self) -> tuple[int, ...]:
        """The place of each image among the points: 0, 1, 2, … for the identity."""
        place = {point: place for place, point in enumerate(self.points)}
        return tuple(place[image] for image in self.images)

    @cached_property
    def _image(self) -> dict[Any, Any]:
        return dict(zip(self.points, self.images, strict=True))

    def __str__(self) -> str:
        moved = [f"({' '.join(map(str, cycle))})" for cycle in self.cycles if len(cycle) > 1]
        return "".join(moved) or "identity"

    def __repr__(self) -> str:
        return f"Permutation({str(self)!r})"


class _HasProduct(Protocol):
    def __mul__(self, other: Any) -> Any: ...
    def __hash__(self) -> int: ...


Element = TypeVar("Element", bound=_HasProduct)


def generate(identity: Element, generators: Sequence[Element]) -> list[Element]:
    """Return all products of some permutations: the permutation group that they generate.

    Examples
    --------
    >>> turn = Permutation.parse("(R B K Y)", "RBKY")
    >>> [str(element) for element in generate(Permutation.identity("RBKY"), [turn])]
    ['identity', '(R B K Y)', '(R K)(B Y)', '(R Y K B)']
    """
    found = {identity: None}
    new = [identity]
    while new:
        products = dict.fromkeys(generator * element for element in new for generator in generators)
        new = [element for element in products if element not in found]
        found |= dict.fromkeys(new)
    return list(found)


@dataclass(frozen=True, repr=False)
class CycleIndex:
    """The cycle index of a permutation group: which share of it has which cycles.

    ``a1^2 a2`` stands for two fixed points and one cycle of two points. The index is the mean of
    these monomials over all permutations.

    Parameters
    ----------
    terms : tuple of (tuple of int, Fraction)
        The cycle types that occur, each with the share of the permutations that have it.

    References
    ----------
    G. Pólya, *Kombinatorische Anzahlbestimmungen für Gruppen, Graphen und chemische
    Verbindungen*, Acta Mathematica 68 (1937).

    Examples
    --------
    The rotations of a necklace of four beads:

    >>> index = CycleIndex.of([(1, 1, 1, 1), (4,), (2, 2), (4,)])
    >>> print(index)
    (1/4)(a1^4 + a2^2 + 2 a4)

    With beads of two colors there are six necklaces; of these with 0, 1, 2, 3, 4 black beads:

    >>> index(2), index.count_by_size([1, 1])
    (6, (1, 1, 2, 1, 1))
    """

    terms: tuple[tuple[CycleType, Fraction], ...]

    @classmethod
    def of(cls, cycle_types: Iterable[CycleType]) -> CycleIndex:
        """Return the cycle index of the group whose permutations have these cycle types."""
        counts = Counter(cycle_types)
        order = counts.total()
        return cls(
            tuple((lengths, Fraction(count, order)) for lengths, count in sorted(counts.items()))
        )

    def __call__(self, choices: int) -> int:
        """Return in how many essentially different ways each point is given one of so many things.

        Such a way is fixed by a permutation if all points of a cycle are given the same: every
        variable of the index stands for the number of choices.
        """
        return int(sum(share * choices ** len(lengths) for lengths, share in self.terms))

    def count_by_size(self, choices: Sequence[int]) -> tuple[int, ...]:
        """Return how many essentially different ways there are for each total size.

        This is Pólya's theorem: the variable of a cycle of *k* points stands for the generating
        function of the choices with ``x ** k`` for ``x``.

        Parameters
        ----------
        choices : sequence of int
            Of how many things of size 0, 1, 2, … each point is given one: ``[1, 1, 1]`` for
            none, one or both copies of a tile.
        """
        fixed = [
            [share * ways for ways in fixed_by_size(lengths, choices)]
            for lengths, share in self.terms
        ]
        return tuple(int(sum(ways)) for ways in zip(*fixed, strict=True))

    def __str__(self) -> str:
        order = lcm(*(share.denominator for _, share in self.terms))
        parts = [
            f"{count} {type_text(lengths)}" if count > 1 else type_text(lengths)
            for lengths, count in ((lengths, int(share * order)) for lengths, share in self.terms)
        ]
        text = " + ".join(parts)
        return f"(1/{order})({text})" if order > 1 else text

    def __repr__(self) -> str:
        return f"CycleIndex({str(self)!r})"


def type_text(lengths: CycleType) -> str:
    """Return a cycle type as a monomial.

    Examples
    --------
    >>> type_text((2, 1, 1))
    'a1^2 a2'
    """
    powers = [(length, len([*same])) for length, same in groupby(sorted(lengths))]
    return " ".join(f"a{length}^{power}" if power > 1 else f"a{length}" for length, power in powers)


def fixed_by_size(lengths: CycleType, choices: Sequence[int]) -> list[int]:
    """Return how many ways of each total size are the same all along every cycle."""
    return reduce(multiply, (_spread(choices, length) for length in lengths), [1])


def _spread(choices: Sequence[int], length: int) -> list[int]:
    """Return the generating function with ``x ** length`` for ``x``."""
    spread = [0] * ((len(choices) - 1) * length + 1)
    spread[::length] = choices
    return spread


def multiply(some: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the product of two polynomials, given by their coefficients.

    Examples
    --------
    >>> multiply([1, 1], [1, 2, 1])
    [1, 3, 3, 1]
    """
    product = [0] * (len(some) + len(others) - 1)
    for i, a in enumerate(some):
        for j, b in enumerate(others):
            product[i + j] += a * b
    return product

"""All choices of some tiles, as a sequence that is never held in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

__all__ = ["Multisets"]


@dataclass(frozen=True)
class Multisets(Sequence[tuple[int, ...]]):
    """All choices of some tiles, as how many of each kind are chosen.

    They are in the order in which one would write them down: those with most tiles of the first
    kind come first.

    Parameters
    ----------
    limits : tuple of int
        How many tiles of each kind there are.
    size : int
        How many tiles are chosen.

    Examples
    --------
    >>> list(Multisets((2, 1, 1), 2))
    [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    >>> Multisets((2,) * 52 + (2,), 14).how_many
    48204860086530
    """

    limits: tuple[int, ...]
    size: int

    @property
    def how_many(self) -> int:
        """How many choices there are; they may be too many for ``len``."""
        return self._ways[0][self.size]

    @cached_property
    def _ways(self) -> tuple[tuple[int, ...], ...]:
        """For each kind in how many ways 0, 1, 2, … tiles are chosen from that kind on."""
        ways = [(1, *(0,) * self.size)]
        for limit in reversed(self.limits):
            later = ways[-1]
            ways.append(
                tuple(sum(later[max(0, left - limit) : left + 1]) for left in range(self.size + 1))
            )
        return tuple(reversed(ways))

    def __len__(self) -> int:
        return self.how_many

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        def fill(kind: int, chosen: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
            if kind == len(self.limits):
                yield chosen
                return
            for count in range(min(left, self.limits[kind]), -1, -1):
                if self._ways[kind + 1][left - count]:
                    yield from fill(kind + 1, (*chosen, count), left - count)

        if self.how_many:
            yield from fill(0, (), self.size)

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        before = range(self.how_many)[place]
        if isinstance(before, range):
            return tuple(map(self.__getitem__, before))
        chosen: list[int] = []
        left = self.size
        for limit, later in zip(self.limits, self._ways[1:], strict=True):
            count = min(left, limit)
            while before >= later[left - count]:
                before -= later[left - count]
                count -= 1
            chosen.append(count)
            left -= count
        return tuple(chosen)

"""Divisions of tiles into items by a search: compiled, or in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rummistats.melds import Meld

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["IMPOSSIBLE", "Division", "Item", "ItemList", "TooManyRests", "divide"]

IMPOSSIBLE = -(1 << 62)
"""Instead of a credit: tiles stay that may not."""


class TooManyRests(Exception):
    """A search was to look at so many rests only, and there are more."""


@dataclass(frozen=True)
class Item:
    """A meld that tiles can be divided into.

    Parameters
    ----------
    needs : tuple of int
        The kinds of tiles that it takes, with repetition.
    credit : int
        What it counts.
    meld : Group or Run
        The meld.
    """

    needs: tuple[int, ...]
    credit: int
    meld: Meld

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether there are tiles for it.

        Examples
        --------
        >>> from rummistats.melds import Group
        >>> Item((0, 1, 2), 3, Group(1, ("R", "B", "K"))).fits((1, 0, 1))
        False
        """
        needs = self.needs
        for kind in needs:
            # Most are told by a kind that isn't there.
            if not counts[kind]:
                return False
        return len(set(needs)) == len(needs) or all(
            needs.count(kind) <= counts[kind] for kind in needs
        )


@dataclass(frozen=True)
class _Arrays:
    """Items as the compiled search gets them, see `rummistats.kernels.table_search`."""

    items: list[Item]
    first: npt.NDArray[np.int32]
    needs: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int32]
    credits: npt.NDArray[np.int64]


class ItemList(tuple[Item, ...]):
    """Items that are made into arrays once, and used for many divisions."""

    known: dict[tuple[int, ...], _Arrays]

    def arrays(self, order: tuple[int, ...]) -> _Arrays:
        """Return the items as arrays, the kinds numbered in this order."""
        import numpy as np

        known: dict[tuple[int, ...], _Arrays] = self.__dict__.setdefault("known", {})
        if order not in known:
            place = {kind: at for at, kind in enumerate(order)}
            placed = sorted(
                ((sorted(place[kind] for kind in item.needs), item) for item in self),
                key=lambda pair: pair[0][0],
            )
            begins = [needs[0] for needs, _ in placed]
            sizes = [len(needs) for needs, _ in placed]
            known[order] = _Arrays(
                [item for _, item in placed],
                np.searchsorted(begins, np.arange(len(order) + 1)).astype(np.int32),
                np.array([kind for needs, _ in placed for kind in needs], dtype=np.int16),
                np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int32),
                np.array([item.credit for _, item in placed], dtype=np.int64),
            )
        return known[order]


@dataclass(frozen=True)
class Division:
    """Tiles to be divided into items: what `divide` gets.

    Parameters
    ----------
    counts : tuple of int
        Tiles of each kind.
    limits : tuple of int
        How many of them may stay.
    penalties : tuple of int
        What each tile that stays takes from the credit.
    upper : tuple of int
        What a tile of each kind can contribute to an item's credit at most.
    order : tuple of int
        The kinds in the order in which they are looked at.
    items : sequence of Item
        The melds; of those that begin with the same kind the earlier ones are tried first.
    """

    counts: tuple[int, ...]
    limits: tuple[int, ...]
    penalties: tuple[int, ...]
    upper: tuple[int, ...]
    order: tuple[int, ...]
    items: Sequence[Item]

    @property
    def most(self) -> int:
        """A bound on the credit."""
        return sum(a * b for a, b in zip(self.counts, self.upper, strict=True))

    @property
    def least(self) -> int:
        """The credit if all stays that may."""
        return -sum(a * b for a, b in zip(self.limits, self.penalties, strict=True))


def divide(
    division: Division,
    compiled: bool = True,
    most: int | None = None,
    step: int | None = None,
    floor: int | None = None,
    most_rests: int = 0,
) -> tuple[int, list[Item]] | None:
    """Return the largest credit and the items that reach it, or None if there is no division.

    Parameters
    ----------
    division : Division
        What is to be divided.
    compiled : bool
        Whether to use the compiled search.
    most : int, optional
        A bound on the credit, if one is known.
    step : int, optional
        How much to lower the expectations first when a division of so much credit isn't found:
        most divisions come near the bound, and are found fast if not much less is of interest.
    floor : int, optional
        Only a credit of at least so much is of interest.
    most_rests : int
        How many rests the compiled search may look at; 0 if any number.

    Raises
    ------
    TooManyRests
        If there are more.
    """
    if not compiled:
        return _divide_plainly(division)
    items = division.items
    if not isinstance(items, ItemList):
        items = ItemList(item for item in items if item.fits(division.counts))
    top = division.most if most is None else most
    low = division.least if floor is None else max(division.least, floor)
    drop = max(1, (top - low) // 16) if step is None else step
    aim = top
    while True:
        aim = max(aim - drop, low)
        drop *= 2
        found = _divide_compiled(division, items, aim, most_rests)
        if found is not None or aim <= low:
            return found


def _divide_plainly(division: Division) -> tuple[int, list[Item]] | None:
    """Divide by trying, for the first tile that is left, all that can become of it.

    Either all tiles of its kind stay, or one is in one of the items that begin with it. What can
    be made of the rest depends on nothing else, so each rest is solved once.
    """
    place = {kind: at for at, kind in enumerate(division.order)}
    beginning: dict[int, list[Item]] = {kind: [] for kind in division.order}
    for item in division.items:
        if item.fits(division.counts):
            beginning[min(item.needs, key=place.__getitem__)].append(item)

    def choices(counts: tuple[int, ...]) -> Iterator[tuple[int, Item | None, tuple[int, ...]]]:
        kind = next(kind for kind in division.order if counts[kind])
        for item in beginning[kind]:
            rest = list(counts)
            for needed in item.needs:
                rest[needed] -= 1
            if min(rest) >= 0:
                yield item.credit, item, tuple(rest)
        if counts[kind] <= division.limits[kind]:
            rest = list(counts)
            rest[kind] = 0
            yield -counts[kind] * division.penalties[kind], None, tuple(rest)

    @cache
    def best(counts: tuple[int, ...]) -> int:
        if not any(counts):
            return 0
        return max((credit + best(rest) for credit, _, rest in choices(counts)), default=IMPOSSIBLE)

    counts = division.counts
    total = best(counts)
    if total <= IMPOSSIBLE // 2:
        return None
    chosen = []
    while any(counts):
        for credit, choice, rest in choices(counts):
            if credit + best(rest) == best(counts):
                chosen += [choice] if choice else []
                counts = rest
                break
    return total, chosen


def _divide_compiled(
    division: Division, items: ItemList, floor: int, most_rests: int
) -> tuple[int, list[Item]] | None:
    import numpy as np

    from rummistats.kernels.table_search import UNDECIDED, best_division

    def ordered(values: tuple[int, ...], kind: str) -> np.ndarray:
        return np.array([values[at] for at in division.order], dtype=kind)

    arrays = items.arrays(division.order)
    chosen = np.empty(sum(division.counts) + 1, dtype=np.int32)
    total = best_division(
        ordered(division.counts, "int8"),
        ordered(division.limits, "int8"),
        ordered(division.penalties, "int64"),
        arrays.first,
        arrays.needs,
        arrays.starts,
        arrays.credits,
        ordered(division.upper, "int64"),
        floor,
        most_rests,
        chosen,
    )
    if total == UNDECIDED:
        raise TooManyRests
    if total <= IMPOSSIBLE // 2:
        return None
    numbers = []
    for number in chosen.tolist():
        if number < 0:
            break
        numbers.append(number)
    return int(total), [arrays.items[number] for number in numbers]

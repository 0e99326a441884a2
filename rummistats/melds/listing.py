"""All melds that there are, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rummistats.errors import TileError, shown
from rummistats.melds.patterns import group_patterns, run_patterns
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

__all__ = ["MeldList", "all_melds"]


def all_melds(
    variant: Variant | str, jokers: int | None = None, max_run: int | None = None
) -> MeldList:
    """Return every legal meld as a multiset of tiles.

    Parameters
    ----------
    variant : Variant or str
        Whose rules apply.
    jokers : int, optional
        Most jokers in a meld; all that a hand can hold unless given.
    max_run : int, optional
        Most tiles of a run; longer ones can be cut.

    Returns
    -------
    MeldList
        Yields a `Hand` for each meld; its ``len`` counts them.

    Raises
    ------
    TileError
        If the tile set hasn't so many jokers.

    Examples
    --------
    The reference counts of ``rules/sabra.md``:

    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> len(all_melds(sabra)), len(all_melds(sabra, jokers=0)), len(all_melds(sabra, max_run=5))
    (6301, 329, 1173)
    """
    variant = require_variant(variant)
    most = variant.playing_set.jokers
    if jokers is None:
        jokers = most
    count, longest = as_whole(jokers), as_whole(max_run)
    if count is None or not 0 <= count <= most:
        raise TileError(
            f"jokers={shown(jokers)}: a hand of {variant!r} has from 0 to {most} jokers"
        )
    if max_run is not None and (longest is None or longest < 2):
        raise TileError(
            f"max_run={shown(max_run)}: the longest run is a whole number from 2 on, or None"
        )
    return MeldList(variant, count, longest)


@dataclass(frozen=True)
class MeldList:
    """All legal melds of a variant as multisets of tiles, made one by one when asked for.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    jokers : int
        Most jokers in a meld.
    max_run : int, optional
        Most tiles of a run.
    """

    variant: Variant
    jokers: int
    max_run: int | None = None

    def _patterns(self) -> Iterator[tuple[dict[int, int], int]]:
        """Yield (real tiles by kind, jokers) of every meld: groups by number, runs by color."""
        tiles: TileSet = self.variant.playing_set
        groups = group_patterns(self.variant, self.jokers)
        runs = run_patterns(self.variant, self.jokers, self.max_run)
        # One real tile with jokers can be a group and a run, but is one multiset.
        seen: set[tuple[frozenset[tuple[int, int]], int]] = set()
        for number in range(1, tiles.numbers + 1):
            for colors, wild in groups:
                real = Counter(tiles.kind(Tile(color, number)) for color in colors)
                if (key := (frozenset(real.items()), wild)) not in seen:
                    seen.add(key)
                    yield real, wild
        for color in tiles.color_letters:
            for numbers, wild in runs:
                real = Counter(tiles.kind(Tile(color, number)) for number in numbers)
                if (key := (frozenset(real.items()), wild)) not in seen:
                    seen.add(key)
                    yield real, wild

    def __iter__(self) -> Iterator[Hand]:
        tiles = self.variant.playing_set
        for real, wild in self._patterns():
            counts = [0] * tiles.kinds
            for kind, count in real.items():
                counts[kind] = count
            if wild:
                counts[tiles.joker_kind] = wild
            yield Hand(tiles, tuple(counts))

    def __len__(self) -> int:
        return sum(1 for _ in self._patterns())

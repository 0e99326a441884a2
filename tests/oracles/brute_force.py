"""The best of all ways to lay melds from a small hand, by looking at every one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tests.oracles.catalogue import (
    Rules,
    Tiles,
    best_value,
    parts,
    rack_points,
    sorted_tiles,
)

Packing = tuple[Tiles, ...]


def packings(hand: Iterable[object], rules: Rules) -> Iterator[Packing]:
    """Yield every multiset of melds that the hand holds at once, each a sorted tuple of melds."""
    tiles = sorted_tiles(hand)
    melds = sorted(part for part in parts(tiles) if best_value(part, rules) is not None)
    yield from _with_melds_from(melds, Counter(tiles))


def _with_melds_from(melds: list[Tiles], left: Counter[str]) -> Iterator[Packing]:
    yield ()
    for place, meld in enumerate(melds):
        needed = Counter(meld)
        if needed <= left:
            for others in _with_melds_from(melds[place:], left - needed):
                yield (meld, *others)


def score(packing: Packing, hand: Iterable[object], rules: Rules, objective: str) -> int:
    """Return what a packing is worth for an objective."""
    if objective == "value":
        return sum(best_value(meld, rules) or 0 for meld in packing)
    if objective == "tiles":
        return sum(map(len, packing))
    if objective == "melds":
        return len(packing)
    if objective == "dead_wood_points":
        melded = sum(rack_points(meld, rules) for meld in packing)
        return rack_points(sorted_tiles(hand), rules) - melded
    raise ValueError(f"no objective {objective!r}")


def best(hand: Iterable[object], rules: Rules, objective: str) -> int:
    """Return the largest value, most tiles, most melds or fewest dead-wood points."""
    tiles = sorted_tiles(hand)
    scores = (score(packing, tiles, rules, objective) for packing in packings(tiles, rules))
    return min(scores) if objective == "dead_wood_points" else max(scores)


def all_optima(hand: Iterable[object], rules: Rules) -> set[Packing]:
    """Return every most valuable packing: the sorted tuple of its melds' sorted tiles."""
    scores = {packing: score(packing, hand, rules, "value") for packing in packings(hand, rules)}
    most = max(scores.values())
    return {packing for packing, value in scores.items() if value == most}

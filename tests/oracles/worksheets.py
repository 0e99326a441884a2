"""Solves the problems of worksheets from their data alone, by listing cases.

It shares no code with the package: tiles are texts, the rules are written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

COLORS = "RBKY"
ALL = [f"{color}{number}" for color in COLORS for number in range(1, 14)]


def color_of(tile: str) -> str:
    return tile[0]


def number_of(tile: str) -> int:
    return int(tile[1:])


@cache
def plain_value(tiles: tuple[str, ...]) -> int | None:
    """What real tiles are worth as one meld, or None if they are none."""
    if len(tiles) < 3:
        return None
    colors, numbers = [color_of(tile) for tile in tiles], sorted(map(number_of, tiles))
    group = len(set(numbers)) == 1 and len(set(colors)) == len(tiles) <= 4
    run = len(set(colors)) == 1 and numbers == list(range(numbers[0], numbers[0] + len(tiles)))
    return sum(numbers) if group or run else None


@cache
def value_of(tiles: tuple[str, ...]) -> int | None:
    """The most that tiles with up to two jokers are worth as one meld, or None."""
    real = tuple(sorted(tile for tile in tiles if tile != "J"))
    jokers = len(tiles) - len(real)
    if jokers > 2 or not real or len(tiles) < 3:
        return None
    near = [t for t in ALL if any(t[0] == r[0] or t[1:] == r[1:] for r in real)]
    values = [plain_value(tuple(sorted((*real, *stand)))) for stand in product(near, repeat=jokers)]
    return max((value for value in values if value is not None), default=None)


def melds_of(hand: list[str]) -> set[tuple[str, ...]]:
    """Every choice of tiles of a hand that is a meld."""
    found = set()
    for size in range(3, len(hand) + 1):
        for tiles in set(combinations(sorted(hand), size)):
            if value_of(tiles) is not None:
                found.add(tiles)
    return found


def best_value(hand: list[str], value: Any = value_of) -> int:
    """The most that disjoint melds of a hand are worth together."""
    melds = [(Counter(meld), value(meld)) for meld in melds_of(hand)]

    @cache
    def most(left: tuple[str, ...], start: int) -> int:
        best, counts = 0, Counter(left)
        for place in range(start, len(melds)):
            needed, worth = melds[place]
            if needed <= counts:
                rest = tuple(sorted((counts - needed).elements()))
                best = max(best, worth + most(rest, place))
        return best

    return most(tuple(sorted(hand)), 0)


def solve_meld(data: Mapping[str, Any]) -> Iterator[Any]:
    yield {
        place
        for place, rack in enumerate(data["racks"])
        if value_of(tuple(rack.split())) is not None
    }


def solve_list(data: Mapping[str, Any]) -> Iterator[Any]:
    yield melds_of(data["hand"].split())


def solve_value(data: Mapping[str, Any]) -> Iterator[Any]:
    yield value_of(tuple(data["meld"].split()))


def solve_draws(data: Mapping[str, Any]) -> Iterator[Any]:
    """Tile after tile, each time with the chances of what is left in the bag."""
    chances = {0: Fraction(1)}
    for drawn in range(data["draws"]):
        left = data["tiles"] - drawn
        after: dict[int, Fraction] = {}
        for found, chance in chances.items():
            hit = Fraction(data["wanted"] - found, left)
            for more, share in ((1, hit), (0, 1 - hit)):
                after[found + more] = after.get(found + more, Fraction(0)) + chance * share
        chances = after
    yield sum(c for found, c in chances.items() if data["least"] <= found <= data["most"])


SOLVERS = {
    "meld": solve_meld,
    "list": solve_list,
    "value": solve_value,
    "draws": solve_draws,
}

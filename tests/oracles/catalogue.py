"""Which tiles are a meld, straight from the definition: try every tile for every joker.

A tile is its text, ``"R7"`` or ``"J"``, and a meld the sorted tuple of its tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

Tiles = tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """The rules of ``rules/sabra.md`` that concern a hand, as plain values."""

    colors: int = 4
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    ones: str = "low"
    one_to_one: bool = False
    min_group: int = 3
    max_group: int = 4
    min_run: int = 3
    max_run: int | None = None
    repeat_colors: bool = False
    min_real: int = 1
    min_real_per_joker: int = 0
    max_jokers_per_combination: int = 2
    joker_rack_value: int = 30

    @classmethod
    def of(cls, variant: Any) -> Rules:
        """Return the rules that any object with attributes of these names has."""
        return cls(**{field.name: getattr(variant, field.name) for field in fields(cls)})

    @property
    def letters(self) -> str:
        return "RBKYGP"[: self.colors]


def sorted_tiles(hand: Iterable[object]) -> Tiles:
    """Return the tiles' texts, sorted; a text is split at its blanks."""
    return tuple(sorted(hand.split() if isinstance(hand, str) else map(str, hand)))


@cache
def is_run(numbers: tuple[int, ...], rules: Rules) -> bool:
    """Whether tiles of one color with these numbers can be put into a row."""
    size = len(numbers)
    if size < rules.min_run or (rules.max_run is not None and size > rules.max_run):
        return False
    # A number whose predecessor is missing can only come first.
    there = set(numbers)
    first = [number for number in there if (number - 2) % rules.numbers + 1 not in there]
    if len(first) > 1:
        return False
    return any(row_from(start, Counter(numbers), rules) for start in first or there)


def row_from(start: int, left: Counter[int], rules: Rules) -> bool:
    """Whether the row that begins with this number uses all numbers and breaks no rule."""
    row = [start]
    left[start] -= 1
    while left.total():
        following = row[-1] % rules.numbers + 1
        if not left[following]:
            return False
        left[following] -= 1
        row.append(following)
    # A 1 with a neighbor before it is high, one with a neighbor after it is low.
    high = 1 in row[1:]
    low = 1 in row[:-1]
    between = 1 in row[1:-1]
    if rules.ones == "low":
        return not high
    if rules.ones == "high":
        return not low
    if rules.ones == "low_or_high":
        return not between and (rules.one_to_one or not (low and high))
    # Round the corner each number stands once, unless a limit is set that lets a run be longer.
    return rules.max_run is not None or len(set(row)) == len(row)


def is_group(colors: tuple[str, ...], rules: Rules) -> bool:
    """Whether tiles of one number with these colors are a group."""
    if not rules.min_group <= len(colors) <= rules.max_group:
        return False
    return rules.repeat_colors or len(set(colors)) == len(colors)


@cache
def best_value(tiles: Tiles, rules: Rules) -> int | None:
    """Return the value of the best reading of sorted tiles, or None if they are no meld."""
    real = [(tile[0], int(tile[1:])) for tile in tiles if tile != "J"]
    jokers = len(tiles) - len(real)
    if (
        jokers > rules.max_jokers_per_combination
        or len(real) < rules.min_real
        or len(real) < rules.min_real_per_joker * jokers
    ):
        return None
    colors = tuple(color for color, _ in real)
    numbers = tuple(number for _, number in real)
    values = []
    if len(set(numbers)) <= 1:
        readings = combinations_with_replacement(rules.letters, jokers)
        if any(is_group((*colors, *reading), rules) for reading in readings):
            number = numbers[0] if numbers else rules.numbers
            values.append(number * len(tiles))
    if len(set(colors)) <= 1:
        run_value = best_run_value(tuple(sorted(numbers)), jokers, rules)
        values += [] if run_value is None else [run_value]
    return max(values, default=None)


@cache
def best_run_value(numbers: tuple[int, ...], jokers: int, rules: Rules) -> int | None:
    """Return the most that real tiles of one color with these numbers and jokers can count."""
    readings = combinations_with_replacement(range(1, rules.numbers + 1), jokers)
    rows = (tuple(sorted((*numbers, *reading))) for reading in readings)
    return max((sum(row) for row in rows if is_run(row, rules)), default=None)


def catalogue(rules: Rules) -> dict[Tiles, int]:
    """Return every meld with the value of its best reading."""
    found = {}
    longest = rules.numbers + rules.one_to_one if rules.max_run is None else rules.max_run
    for tiles in _candidates(rules):
        if len(tiles) > max(longest, rules.max_group):
            continue
        value = best_value(tiles, rules)
        if value is not None:
            found[tiles] = value
    return found


def _candidates(rules: Rules) -> Iterator[Tiles]:
    """Yield all multisets of real tiles of one number or of one color, with all jokers."""
    most = [_most_in_a_run(number, rules) for number in range(1, rules.numbers + 1)]
    for jokers in range(rules.jokers + 1):
        for color in rules.letters:
            for counts in product(*(range(count + 1) for count in most)):
                real = [
                    f"{color}{number}"
                    for number, count in enumerate(counts, 1)
                    for _ in range(count)
                ]
                yield tuple(sorted(real + ["J"] * jokers))
        for number in range(1, rules.numbers + 1):
            for counts in product(range(rules.copies + 1), repeat=rules.colors):
                real = [
                    f"{color}{number}"
                    for color, count in zip(rules.letters, counts, strict=True)
                    for _ in range(count)
                ]
                yield tuple(sorted(real + ["J"] * jokers))


def _most_in_a_run(number: int, rules: Rules) -> int:
    """Return how often a run can have a number, which keeps the candidates few."""
    if rules.ones == "circular" and rules.max_run is not None:
        return rules.copies
    return min(rules.copies, 1 + (number == 1 and rules.one_to_one))


def parts(hand: Tiles) -> set[Tiles]:
    """Return the different multisets of tiles that a hand of few tiles contains."""
    return {part for size in range(len(hand) + 1) for part in combinations(hand, size)}


def rack_points(tiles: Tiles, rules: Rules) -> int:
    """Return what tiles count if they are left on the rack."""
    return sum(rules.joker_rack_value if tile == "J" else int(tile[1:]) for tile in tiles)

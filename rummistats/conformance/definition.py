"""Melds by definition: try every tile for every joker, every row for a run, every way to lay.

Nothing here knows how the rest of the package finds melds or arrangements. What a group or a
run is worth is asked of the variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from operator import le, sub

from rummistats.exact.multisets import Multisets
from rummistats.melds import Group, Run
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "Counts",
    "Values",
    "candidates",
    "hands_of_size",
    "melds_by_definition",
    "most_pairs_of",
    "packings_of",
    "without",
]

Counts = tuple[int, ...]
"""How many tiles of each kind there are."""

Values = tuple[int | None, int | None]
"""What tiles are worth as a group and as a run, None if they are none."""


def hands_of_size(variant: Variant, size: int) -> Iterator[Hand]:
    """Yield all hands of so many tiles, as they are played."""
    tiles = variant.playing_set
    for counts in Multisets(tiles.copies_of_kind, size):
        yield Hand(tiles, counts)


def candidates(variant: Variant) -> Iterator[Counts]:
    """Yield all multisets of tiles of one number or of one color, with all numbers of jokers."""
    tiles = variant.playing_set
    limits = tiles.copies_of_kind
    of_one = [
        *(
            {kind for kind, tile in enumerate(tiles.tiles) if tile.number == number}
            for number in range(1, tiles.numbers + 1)
        ),
        *(
            {kind for kind, tile in enumerate(tiles.tiles) if tile.color == color}
            for color in tiles.color_letters
        ),
    ]
    seen = set()
    for kinds in of_one:
        allowed = kinds | {tiles.joker_kind}
        for counts in product(
            *(range(limit + 1 if kind in allowed else 1) for kind, limit in enumerate(limits))
        ):
            if counts not in seen:
                seen.add(counts)
                yield counts


def melds_by_definition(variant: Variant) -> dict[Counts, Values]:
    """Return every meld with what it is worth as a group and as a run."""
    tiles = variant.playing_set
    found = {}
    for counts in candidates(variant):
        hand = Hand(tiles, counts)
        if not _jokers_allowed(len(hand), hand.jokers, variant):
            continue
        real = [tile for tile in hand if not tile.is_joker]
        values = _as_group(real, hand.jokers, variant), _as_run(real, hand.jokers, variant)
        if values != (None, None):
            found[counts] = values
    return found


def _jokers_allowed(size: int, jokers: int, variant: Variant) -> bool:
    by_size = [most for fewest, most in variant.max_jokers_by_size or () if fewest <= size]
    return (
        jokers <= min([variant.max_jokers_per_combination, *by_size[-1:]])
        and size - jokers >= variant.min_real
        and size - jokers >= variant.min_real_per_joker * jokers
    )


def _as_group(real: list[Tile], jokers: int, variant: Variant) -> int | None:
    """Return the most that tiles and jokers count as a group, or None if they are none."""
    numbers = {tile.number for tile in real}
    size = len(real) + jokers
    if len(numbers) > 1 or not variant.min_group <= size <= variant.max_group:
        return None
    colors = [tile.color for tile in real]
    letters = variant.playing_set.color_letters
    differ = any(
        len({*colors, *others}) == size for others in combinations_with_replacement(letters, jokers)
    )
    if not differ and not variant.repeat_colors:
        return None
    return max(
        variant.reading_value(Group(number, tuple(colors), jokers))
        for number in numbers or range(1, variant.numbers + 1)
    )


def _as_run(real: list[Tile], jokers: int, variant: Variant) -> int | None:
    """Return the most that tiles and jokers count as a run, or None if they are none."""
    size = len(real) + jokers
    if (
        len({tile.color for tile in real}) > 1
        or size < variant.min_run
        or (variant.max_run is not None and size > variant.max_run)
    ):
        return None
    color = real[0].color if real else variant.playing_set.color_letters[0]
    rows = {
        row
        for others in combinations_with_replacement(range(1, variant.numbers + 1), jokers)
        for row in _rows(Counter([tile.number for tile in real]) + Counter(others), (), variant)
    }
    return max((variant.reading_value(Run(color, row)) for row in rows), default=None)


def _rows(left: Counter[int], row: tuple[int, ...], variant: Variant) -> Iterator[tuple[int, ...]]:
    """Yield the rows in which all of some numbers are a run."""
    if not left.total():
        if _ones_stand_well(row, variant):
            yield row
        return
    for number in list(left):
        if left[number] and (not row or _follows(row[-1], number, variant)):
            left[number] -= 1
            yield from _rows(left, (*row, number), variant)
            left[number] += 1


def _follows(number: int, other: int, variant: Variant) -> bool:
    """Whether a number may stand directly after another one."""
    last = variant.numbers
    if variant.ones == "circular":
        cycle = variant.rule_or("cycle", last)
        assert isinstance(cycle, int)
        if cycle < last and max(number, other) > cycle:
            return False
        if variant.rule_or("gap_12_1", False) and cycle >= last and number == last - 1:
            return other in (last, 1)
        last = min(cycle, last)
    return other == (1 if number == last else number + 1)


def _ones_stand_well(row: tuple[int, ...], variant: Variant) -> bool:
    if variant.ones == "circular":
        # Only where a limit is set, a run passes a number twice.
        often = 1 if variant.max_run is None else len(row)
        if variant.rule_or("no_repeat_three", False):
            often = min(often, 2)
        return max(Counter(row).values()) <= often
    low, high, between = 1 in row[:-1], 1 in row[1:], 1 in row[1:-1]
    if between or (low and high and not variant.one_to_one):
        return False
    return not (high if variant.ones == "low" else low and variant.ones == "high")


def without(counts: Counts, packing: Iterable[Counts]) -> Counts:
    """Return what is left of a hand when melds are laid."""
    for meld in packing:
        counts = tuple(map(sub, counts, meld))
    return counts


def packings_of(left: Counts, melds: Iterable[Counts]) -> Iterator[list[Counts]]:
    """Yield every multiset of melds that a hand holds at once."""
    there = [meld for meld in melds if all(map(le, meld, left))]
    yield []
    for place, meld in enumerate(there):
        for others in packings_of(tuple(map(sub, left, meld)), there[place:]):
            yield [meld, *others]


def most_pairs_of(tiles: tuple[Tile, ...]) -> int:
    """Return how many pairs can be taken from tiles, a joker with any tile: try all."""
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = most_pairs_of(rest)
    for place, other in enumerate(rest):
        if first == other or first.is_joker or other.is_joker:
            best = max(best, 1 + most_pairs_of(rest[:place] + rest[place + 1 :]))
    return best

"""Every game's melds and values, straight from the rule files, and the best of all ways to lay.

A tile is its text, ``"R7"``, ``"TD"``, ``"J"`` or ``"X"``, and a meld the sorted tuple of its
tiles. A run is a row: each number follows the one before it. A meld with jokers is one without
from which tiles were taken away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

Tiles = tuple[str, ...]
# What a meld is worth as a group and as a run; None if it is none.
Values = tuple[int | None, int | None]

RANKS = "?A23456789TJQK"


@dataclass(frozen=True)
class GameRules:
    """The rules of a game that concern a hand as it is played, as plain values."""

    game: str = "sabra"
    colors: int = 4
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    cards: bool = False
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
    max_jokers_by_size: tuple[tuple[int, int], ...] | None = None
    joker_rack_value: int = 30
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, variant: Any) -> GameRules:
        """Return the rules of an object with attributes of these names."""
        own = ("game", "copies", "jokers", "cards", "options")
        common = {f.name: getattr(variant, f.name) for f in fields(cls) if f.name not in own}
        return cls(
            game=variant.game.name,
            copies=variant.playing_set.copies,
            jokers=variant.playing_set.jokers,
            cards=variant.game.cards,
            options=variant.own_hand_rules,
            **common,
        )

    @property
    def letters(self) -> str:
        return ("SHDC" if self.cards else "RBKYGP")[: self.colors]

    @property
    def joker(self) -> str:
        return "X" if self.cards else "J"

    def tile(self, color: str, number: int) -> str:
        return f"{RANKS[number]}{color}" if self.cards else f"{color}{number}"

    def option(self, name: str, otherwise: Any = None) -> Any:
        return dict(self.options).get(name, otherwise)

    def jokers_allowed(self, size: int, jokers: int) -> bool:
        real = size - jokers
        limits = [most for fewest, most in self.max_jokers_by_size or () if size >= fewest]
        return (
            jokers <= min(self.max_jokers_per_combination, *limits[-1:], self.jokers)
            and real >= self.min_real
            and real >= self.min_real_per_joker * jokers
        )


# Rows: what is a run


def follows(number: int, rules: GameRules) -> list[int]:
    """Return the numbers that may stand after a number in some run."""
    if rules.ones != "circular":
        return [number + 1] if number < rules.numbers else [1]
    last = min(rules.option("cycle", rules.numbers), rules.numbers)
    after = [1] if number == last else [number + 1] if number < last else []
    # stone-rummy.md, A14: 1 may also follow the last number but one.
    if rules.option("gap_12_1") and last == rules.numbers and number == last - 1:
        after.append(1)
    return after


def is_row(row: tuple[int, ...], rules: GameRules) -> bool:
    """Return whether a row of numbers, each of which follows the one before, is a run."""
    if len(row) < rules.min_run or (rules.max_run is not None and len(row) > rules.max_run):
        return False
    low, high, between = 1 in row[:-1], 1 in row[1:], 1 in row[1:-1]
    if rules.ones == "circular":
        return max(Counter(row).values()) <= _most_of_a_number(rules)
    if between or (low and high and not rules.one_to_one):
        return False
    return not (high if rules.ones == "low" else low and rules.ones == "high")


def _most_of_a_number(rules: GameRules) -> int:
    """Return how often a run that goes round may have a number."""
    if rules.max_run is None:
        return 1
    return 2 if rules.option("no_repeat_three") else rules.max_run


def rows(rules: GameRules) -> Iterator[tuple[int, ...]]:
    """Yield the rows of all runs of one color."""
    longest = rules.numbers + 1 if rules.max_run is None else rules.max_run
    last = rules.numbers
    if rules.ones == "circular":
        last = min(rules.option("cycle", last), last)
    unfinished: list[tuple[int, ...]] = [(first,) for first in range(1, last + 1)]
    while unfinished:
        row = unfinished.pop()
        if is_row(row, rules):
            yield row
        if len(row) < longest:
            for number in follows(row[-1], rules):
                if rules.ones != "circular" and 1 in row[1:]:
                    continue
                if row.count(number) < max(_most_of_a_number(rules), 2):
                    unfinished.append((*row, number))


# Values, by the rule files


def run_value(row: tuple[int, ...], rules: GameRules) -> int:
    """Return what a run counts for the opening."""
    return sum(
        _value(number, "high" if place else "low", rules) for place, number in enumerate(row)
    )


def group_value(number: int, size: int, rules: GameRules) -> int:
    """Return what a group counts for the opening."""
    return size * _value(number, "four" if size >= 4 else "group", rules)


def _value(number: int, place: str, rules: GameRules) -> int:
    match rules.game:
        case "sabra" | "river" | "american" | "international" | "okey-101":
            return number
        case "romanian":
            if number > 1:
                return 5 if number < 10 else 10
            if not rules.option("all_ones_by_position"):
                return int(rules.option("rack_one_value"))
            four = rules.option("ones_set4_value")
            return int({"low": 5, "high": 10, "group": 25, "four": four}[place])
        case "machiavelli":
            if number > 1:
                return min(number, 10)
            return 1 if place == "low" else 11
        case "rummy-500":
            if number > 1:
                return min(number, 10)
            return int(rules.option("low_ace_on_table" if place == "low" else "ace_value"))
        case _:
            return 0


def rack_value(number: int, rules: GameRules) -> int:
    """Return what a real tile counts on the rack, 0 where the rack isn't counted."""
    match rules.game:
        case "international":
            return 10 if number in (1, 11, 12, 13) else number
        case "romanian":
            return rules.option("rack_one_value") if number == 1 else 5 if number < 10 else 10
        case "stone-rummy" | "stone-rummy-plus":
            return 1
        case "gin":
            return min(number, 10)
        case "machiavelli":
            return min(number, 10) if rules.option("scoring") == "points" else 1
        case "shanghai":
            if number == 1:
                return int(rules.option("ace_value"))
            if number < 10:
                return 5 if rules.option("number_card_value") == 5 else number
            return 10
        case "rummy-500":
            return rules.option("ace_in_hand") if number == 1 else min(number, 10)
        case "okey":
            return 0
        case _:
            return number


@lru_cache(maxsize=64)
def points_of_tiles(rules: GameRules) -> dict[str, int]:
    """Return what every tile counts on the rack."""
    points = {
        rules.tile(color, number): rack_value(number, rules)
        for color in rules.letters
        for number in range(1, rules.numbers + 1)
    }
    return points | {rules.joker: 0 if rules.game == "okey" else rules.joker_rack_value}


# All melds


@lru_cache(maxsize=64)
def melds(rules: GameRules) -> dict[Tiles, Values]:
    """Return every meld with its values as a group and as a run, the best of its readings."""
    groups: dict[Tiles, int] = {}
    runs: dict[Tiles, int] = {}
    most = rules.colors * rules.copies + rules.jokers if rules.repeat_colors else rules.colors
    choose = combinations_with_replacement if rules.repeat_colors else combinations
    for size in range(rules.min_group, min(rules.max_group, most) + 1):
        for colors in choose(rules.letters, size):
            for number in range(1, rules.numbers + 1):
                whole = tuple(rules.tile(color, number) for color in colors)
                _add(groups, whole, group_value(number, size, rules), rules)
    for row in rows(rules):
        value = run_value(row, rules)
        for color in rules.letters:
            _add(runs, tuple(rules.tile(color, number) for number in row), value, rules)
    return {tiles: (groups.get(tiles), runs.get(tiles)) for tiles in groups.keys() | runs.keys()}


def _add(found: dict[Tiles, int], whole: Tiles, value: int, rules: GameRules) -> None:
    """Add a meld and those with jokers for some of its tiles."""
    size = len(whole)
    for jokers in range(min(rules.jokers, size) + 1):
        if not rules.jokers_allowed(size, jokers):
            continue
        for kept in set(combinations(whole, size - jokers)):
            if max(Counter(kept).values(), default=0) <= rules.copies:
                tiles = tuple(sorted([*kept, *[rules.joker] * jokers]))
                found[tiles] = max(found.get(tiles, 0), value)


# The best that a small hand can do, by looking at every way


@dataclass(frozen=True)
class Outcome:
    """What some melds of a hand reach together; ``with_run`` is the value, None without a run."""

    value: int
    tiles: int
    melds: int
    points: int
    with_run: int | None


def outcomes(hand: Iterable[object], rules: GameRules) -> set[Outcome]:
    """Return what every multiset of melds that the hand holds at once reaches."""
    held = tuple(sorted(map(str, hand)))
    every, points = melds(rules), points_of_tiles(rules)
    there = sorted(
        {
            part
            for size in range(min(rules.min_group, rules.min_run), len(held) + 1)
            for part in combinations(held, size)
            if part in every
        }
    )
    found = set()
    for packing in _packings(there, Counter(held)):
        values = [every[meld] for meld in packing]
        best = sum(max(value for value in both if value is not None) for both in values)
        # One of the melds is read as a run, even if it counts more as a group.
        less = [
            max(value for value in both if value is not None) - both[1]
            for both in values
            if both[1] is not None
        ]
        found.add(
            Outcome(
                value=best,
                tiles=sum(map(len, packing)),
                melds=len(packing),
                points=sum(points[tile] for meld in packing for tile in meld),
                with_run=best - min(less) if less else None,
            )
        )
    return found


def _packings(there: list[Tiles], left: Counter[str]) -> Iterator[tuple[Tiles, ...]]:
    yield ()
    for place, meld in enumerate(there):
        needed = Counter(meld)
        if needed <= left:
            for others in _packings(there[place:], left - needed):
                yield (meld, *others)


def most_pairs(hand: Iterable[object], rules: GameRules) -> int:
    """Return how many pairs can be taken out of a hand, a joker with any tile: try all."""
    return _pairs(tuple(sorted(map(str, hand))), rules.joker)


@lru_cache(maxsize=100_000)
def _pairs(held: Tiles, joker: str) -> int:
    if not held:
        return 0
    first, rest = held[0], held[1:]
    best = _pairs(rest, joker)
    for place, other in enumerate(rest):
        if other == first or joker in (first, other):
            best = max(best, 1 + _pairs(rest[:place] + rest[place + 1 :], joker))
    return best

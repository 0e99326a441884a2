"""The first tiles a player lays in a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, combinations
from typing import Any

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import (
    Meld,
    Table,
    is_group,
    make_meld,
    melds_from,
    real_piece,
    tiles_of,
    value_of,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles


def suffices(melds: list[Meld], rules: dict[str, Any]) -> bool:
    """Return whether melds are worth enough to open with."""
    values = [value_of(meld, rules) for meld in melds]
    if not values or (rules["open_needs_run"] and all(is_group(meld, rules) for meld in melds)):
        return False
    return (max(values) if rules["open_single_set"] else sum(values)) >= rules["open_points"]


def broken_opening_rule(
    before: Table, after: Table, played: Tiles, rules: dict[str, Any], key: Tile | None = None
) -> str:
    """Return which rule an opening breaks; empty if it breaks none."""
    for changed, used, freed in exchanged(before, played, rules):
        left = Counter(after)
        left.subtract(Counter(changed))
        if min(left.values(), default=0) < 0:
            continue
        new = list(left.elements())
        ok = tiles_of(new) == (played - used) + freed
        if ok and suffices(new, rules) and not broken_joker_rule(before, after, played, rules):
            return ""
    if rules["opening_turn_layoff"] == "any":
        return _broken_rule_of_two_steps(before, after, played, rules, key)
    left = Counter(after)
    left.subtract(Counter(before))
    if min(left.values(), default=0) < 0:
        return "the opening changed the table"
    values = [value_of(meld, rules) for meld in left.elements()]
    return f"an opening of {values} where {rules['open_points']} points are needed"


def _broken_rule_of_two_steps(
    before: Table, after: Table, played: Tiles, rules: dict[str, Any], key: Tile | None
) -> str:
    """An opening after which the turn went on as a later one."""
    for changed, used, freed in exchanged(before, played, rules):
        there = (played - used) + freed
        # What lies there at the end is most likely what was laid first.
        for melds in openings(there, rules, after):
            laid = tiles_of(melds)
            if not freed <= laid or (key is not None and not laid[key]):
                continue
            between = changed + melds
            if broken_joker_rule(before, between, laid - freed + used, rules):
                continue
            rest = there - laid
            if not rest and Counter(between) == Counter(after):
                return ""
            if rest and not broken_joker_rule(between, after, rest, rules):
                return ""
    return "no part of what was played is an opening after which the rest is a legal play"


def openings(
    tiles: Tiles, rules: dict[str, Any], likely: Collection[Meld] = ()
) -> Iterator[list[Meld]]:
    """Yield the ways to make melds of tiles that suffice, none with a meld too many.

    Of those with the same tiles and the same jokers there is one: more make no difference to
    what may be done next.
    """
    melds = sorted(melds_from(tiles, rules), key=lambda meld: meld not in likely)
    seen = set()

    def more(start: int, left: Tiles, chosen: list[Meld]) -> Iterator[list[Meld]]:
        wild = tuple(meld for meld in chosen if meld.jokers)
        runs = not all(is_group(meld, rules) for meld in chosen)
        value = max((value_of(meld, rules) for meld in chosen), default=0)
        state = start, tuple(sorted(left.items())), wild, runs, value
        if state in seen:
            return
        seen.add(state)
        if suffices(chosen, rules):
            yield chosen
            return
        if rules["open_single_set"] and chosen:
            return
        for place in range(start, len(melds)):
            if melds[place].tiles <= left:
                yield from more(place, left - melds[place].tiles, [*chosen, melds[place]])

    yield from more(0, tiles, [])


def can_open(tiles: Tiles, rules: dict[str, Any]) -> bool | None:
    """Return whether tiles suffice to open; None if there are too many ways to look through."""
    melds = melds_from(tiles, rules)
    melds.sort(key=lambda meld: -value_of(meld, rules))
    if rules["open_single_set"]:
        return bool(melds) and suffices(melds[:1], rules)
    steps = iter(range(MOST_STEPS))

    def reaches(start: int, left: Tiles, value: int) -> bool | None:
        """Return whether more melds make up for what is missing."""
        if value >= rules["open_points"]:
            return True
        for place in range(start, len(melds)):
            if next(steps, None) is None:
                return None
            if melds[place].tiles <= left:
                rest = left - melds[place].tiles
                found = reaches(place, rest, value + value_of(melds[place], rules))
                if found is not False:
                    return found
        return False

    return reaches(0, tiles, 0) if melds else False


MOST_STEPS = 20_000


def exchanged(
    table: Table, rack: Tiles, rules: dict[str, Any]
) -> Iterator[tuple[Table, Tiles, Tiles]]:
    """Yield a table in which rack tiles took the places of jokers, those tiles, and the jokers.

    The table as it is comes first; it is the only one unless jokers may be touched.
    """
    yield list(table), Counter(), Counter()
    if not rules["joker_before_opening"]:
        return
    wild = [place for place, meld in enumerate(table) if meld.jokers]
    for places in chain.from_iterable(combinations(wild, n) for n in range(1, len(wild) + 1)):
        for melds, used in _replaced([table[place] for place in places], rack, rules):
            freed = sum(len(table[p].jokers) for p in places) - sum(len(m.jokers) for m in melds)
            rest = [meld for place, meld in enumerate(table) if place not in places]
            yield rest + melds, used, Counter({JOKER: freed})


def _replaced(
    melds: list[Meld], rack: Tiles, rules: dict[str, Any]
) -> Iterator[tuple[list[Meld], Tiles]]:
    if not melds:
        yield [], Counter()
        return
    for meld, used in _meld_replaced(melds[0], rack, rules):
        for others, more in _replaced(melds[1:], rack - used, rules):
            yield [meld, *others], used + more


def _meld_replaced(meld: Meld, rack: Tiles, rules: dict[str, Any]) -> Iterator[tuple[Meld, Tiles]]:
    """Yield a meld with some of its jokers replaced by the tiles they stand for."""
    wild = [piece for piece in meld.pieces if piece.tile == JOKER]
    real = [piece for piece in meld.pieces if piece.tile != JOKER]
    tiles = [tile for tile in chain.from_iterable(sorted(p.readings) for p in wild) if rack[tile]]
    most = len(wild)
    if is_group(meld, rules) and rules["joker_group3_needs_both"]:
        most = rules["max_group"] - len(real)
    for count in range(1, most + 1):
        for chosen in set(combinations(sorted(set(tiles)), count)):
            if not Counter(chosen) <= rack:
                continue
            kept = wild[: max(len(wild) - count, 0)]
            if is_group(meld, rules):
                gone = set() if rules["repeat_colors"] else set(chosen)
                kept = [piece._replace(readings=piece.readings - gone) for piece in kept]
            else:
                kept = [piece for piece in wild if not piece.readings & set(chosen)]
            yield make_meld([*real, *map(real_piece, chosen), *kept]), Counter(chosen)

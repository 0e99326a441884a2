"""What may become of jokers that lie on the table: the final-state tests of rules/sabra.md.

Jokers are alike. A play is legal if there is one way to say which joker of the new table is
which of the old one, under which every test holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.oracles.referee.melds import Meld, Table, is_group, tiles_of
from tests.oracles.referee.tiles import JOKER, Tile, Tiles


class Lying(NamedTuple):
    """A joker on a table: in which meld it lies, and what it may stand for."""

    meld: int
    readings: frozenset[Tile]


def lying(table: Table) -> list[Lying]:
    """Return the jokers of a table."""
    return [Lying(place, each) for place, meld in enumerate(table) for each in meld.jokers]


def broken_joker_rule(before: Table, after: Table, played: Tiles, rules: dict[str, Any]) -> str:
    """Return which test of the jokers fails; empty if all hold."""
    if not rules.get("rearrange", True):
        return broken_extension_rule(before, after, played, rules)
    old, new = lying(before), lying(after)
    plain = rules["joker_mode"] == "free" and not rules["joker_reuse_rack_tiles"]
    if not old or (plain and not rules["joker_group3_needs_both"]):
        return ""
    faults = []
    for now in permutations(range(len(new)), len(old)):
        fault = _fault(Case(before, after, played, rules, old, new, now))
        if not fault:
            return ""
        faults.append(fault)
    return faults[0] if faults else "a joker is missing"


def broken_extension_rule(before: Table, after: Table, played: Tiles, rules: dict[str, Any]) -> str:
    """Return what is wrong where melds are only extended: "group from three to four tiles, run at
    either end", and a joker exchanged for the exact tile goes to a new meld.
    """
    asked = rules["joker_reuse_rack_tiles"]
    fewest = 2 if isinstance(asked, str) else asked
    # Other tiles may be added to exactly two and a joker, but no other joker that was exchanged.
    most = 1 if asked == "exactly_2" else len(tiles_of(after))
    for new, freed in extended(before, after, played, rules):
        # Of a new meld all tiles but the freed jokers come from the rack.
        room = sum(min(len(meld.jokers), max(0, len(meld.pieces) - fewest), most) for meld in new)
        if freed <= room:
            return ""
    return "a meld did not stay together"


def extended(
    before: Table, after: Table, played: Tiles, rules: dict[str, Any]
) -> Iterator[tuple[Table, int]]:
    """Yield the new melds and the number of jokers exchanged, if the old melds stay together."""

    def stayed(old: Table, new: Table, hand: Tiles, freed: int) -> Iterator[tuple[Table, int]]:
        if not old:
            yield new, freed
            return
        for place, meld in enumerate(new):
            rest = new[:place] + new[place + 1 :]
            for used in _put_in(old[0], meld, rules):
                if used <= hand:
                    yield from stayed(old[1:], rest, hand - used, freed + used.total())

    real = Counter({tile: count for tile, count in played.items() if tile != JOKER})
    yield from stayed(list(before), list(after), real, 0)


def _put_in(old: Meld, new: Meld, rules: dict[str, Any]) -> Iterator[Tiles]:
    """Yield the tiles that took jokers' places if an old meld became a new one."""
    if not old.real <= new.real:
        return
    more = new.real - old.real
    if is_group(old, rules) != is_group(new, rules):
        return
    if is_group(old, rules):
        if len({tile.number for tile in new.real}) > 1:
            return
        for gone in range(len(old.jokers) + 1):
            if len(old.jokers) - gone > len(new.jokers):
                continue
            both = rules["joker_group3_needs_both"] and len(old.pieces) == 3
            if gone and both and sum(new.real.values()) < 4:
                continue
            for tiles in combinations(sorted(more.elements()), gone):
                yield Counter(tiles)
        return
    stands = {next(iter(reading)) for reading in old.jokers}
    wild = {next(iter(reading)) for reading in new.jokers}
    # What stands no more for a tile of the old run was replaced by that tile.
    used = Counter(stands - wild)
    if used <= more:
        yield used


class Case(NamedTuple):
    """A play, and one way to say which joker went where: joker k of before is now[k] of after."""

    before: Table
    after: Table
    played: Tiles
    rules: dict[str, Any]
    old: list[Lying]
    new: list[Lying]
    now: tuple[int, ...]

    def keeps_reading(self, joker: int) -> bool:
        """Return whether it can still stand for the same tile."""
        return bool(self.old[joker].readings & self.new[self.now[joker]].readings)

    def jokers_of(self, meld: int) -> list[int]:
        """Return which jokers lay in a meld of the old table."""
        return [k for k, joker in enumerate(self.old) if joker.meld == meld]

    def home(self, joker: int) -> int:
        """Return in which meld of the new table a joker lies."""
        return self.new[self.now[joker]].meld

    def stays_together(self, meld: int) -> bool:
        """Return whether all tiles of an old meld lie in one new meld."""
        homes = {self.home(joker) for joker in self.jokers_of(meld)}
        return len(homes) == 1 and self.before[meld].real <= self.after[homes.pop()].real


def _fault(case: Case) -> str:
    released, fault = MODES[case.rules["joker_mode"]](case)
    if fault:
        return fault
    if case.rules["joker_group3_needs_both"] and (fault := _group_fault(case)):
        return fault
    return _reuse_fault(case, released)


def _free(case: Case) -> tuple[list[int], str]:
    return [k for k in range(len(case.old)) if not case.keeps_reading(k)], ""


def _replace(case: Case) -> tuple[list[int], str]:
    released = [k for k in range(len(case.old)) if not case.keeps_reading(k)]
    supply = case.played
    if case.rules["joker_replace_from"] == "rack_or_table":
        supply = tiles_of(case.after)
    if next(matches([case.old[k].readings for k in released], supply), None) is None:
        return released, "a joker lost its reading, and no tile took its place"
    return released, ""


def _locked(case: Case) -> tuple[list[int], str]:
    melds = sorted({joker.meld for joker in case.old})
    kept = [meld for meld in melds if _is_extended(case, meld)]
    # Two melds that grow into one need room for the tiles of both.
    for home in {case.home(case.jokers_of(meld)[0]) for meld in kept}:
        there = [case.before[m] for m in kept if case.home(case.jokers_of(m)[0]) == home]
        if not sum((meld.real for meld in there), Counter()) <= case.after[home].real:
            return [], "two melds with jokers were not only extended"
    released = [k for k, joker in enumerate(case.old) if joker.meld not in kept]
    supply = Counter(case.played)
    if case.rules["joker_replace_from"] == "rack_or_table":
        supply += tiles_of([meld for meld in case.before if not meld.jokers])
    frozen = not case.rules["locked_release_unfreezes"]
    for tiles in matches([case.old[k].readings for k in released], supply):
        if not frozen or _stays_frozen(case, released, tiles):
            return released, ""
    return released, "a meld with a joker was changed, and the joker not replaced by its tile"


def _is_extended(case: Case, meld: int) -> bool:
    return all(map(case.keeps_reading, case.jokers_of(meld))) and case.stays_together(meld)


def _stays_frozen(case: Case, released: list[int], tiles: tuple[Tile, ...]) -> bool:
    """Return whether melds whose jokers were replaced are still whole."""
    for meld in {case.old[k].meld for k in released}:
        taken = [t for k, t in zip(released, tiles, strict=True) if case.old[k].meld == meld]
        whole = case.before[meld].real + Counter(taken)
        if not any(whole <= other.real for other in case.after):
            return False
    return True


MODES = {"free": _free, "replace": _replace, "locked": _locked}


def matches(readings: list[frozenset[Tile]], supply: Tiles) -> Iterator[tuple[Tile, ...]]:
    """Yield every way to find a tile of its own for each reading."""
    if not readings:
        yield ()
        return
    for tile in sorted(readings[0]):
        if supply[tile] > 0:
            for rest in matches(readings[1:], supply - Counter([tile])):
                yield (tile, *rest)


def _group_fault(case: Case) -> str:
    """ "A joker in a group of three is released only by putting in both missing colors." """
    for place, meld in enumerate(case.before):
        if not meld.jokers or len(meld.pieces) != 3 or not is_group(meld, case.rules):
            continue
        number = next(iter(meld.real)).number
        four = any(_is_four(other, number, case.rules) for other in case.after)
        if not case.stays_together(place) and not four:
            return f"the joker of {meld} was released without both missing colors"
    return ""


def _is_four(meld: Meld, number: int, rules: dict[str, Any]) -> bool:
    numbers = {tile.number for tile in meld.real}
    return sum(meld.real.values()) == 4 and numbers == {number} and is_group(meld, rules)


def _reuse_fault(case: Case, released: list[int]) -> str:
    """ "Tiles from the player's rack in the combination in which the released joker ends." """
    needed = case.rules["joker_reuse_rack_tiles"]
    if not needed or not released:
        return ""
    homes = sorted({case.home(k) for k in released})
    wants = []
    for home in homes:
        own = sum(1 for k, joker in enumerate(case.new) if joker.meld == home and k not in case.now)
        wants.append((case.after[home].real, needed - own))
    if _can_serve(wants, case.played):
        return ""
    return f"a released joker needs {needed} tiles of the rack beside it"


def _can_serve(wants: list[tuple[Tiles, int]], played: Tiles) -> bool:
    """Return whether each meld can have so many of the played tiles, each tile used once."""
    if not wants:
        return True
    (real, count), rest = wants[0], wants[1:]
    if count <= 0:
        return _can_serve(rest, played)
    return any(
        _can_serve([(real - Counter([tile]), count - 1), *rest], played - Counter([tile]))
        for tile in real
        if tile != JOKER and played[tile] > 0
    )

"""Whether a play exists: needed where a player who can play must, or draws until he can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from tests.oracles.referee.jokers import broken_joker_rule
from tests.oracles.referee.melds import (
    Piece,
    Table,
    broken_meld_rule,
    is_group,
    make_meld,
    melds_from,
    real_piece,
    tiles_of,
)
from tests.oracles.referee.opening import can_open, exchanged
from tests.oracles.referee.position import Position
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, colors_of


def can_play(position: Position) -> bool | None:
    """Return whether the player on turn can lay a tile of the rack; None if that isn't known."""
    rules, rack, table = position.rules, position.hand, position.table
    river = bool(position.row)
    if not position.opened[position.seat]:
        for _, used, freed in exchanged(table, rack, rules):
            found = can_open(rack - used + freed, rules)
            if found is not False:
                # What else the jokers' rules ask for isn't looked into.
                return None if used else found
        return None if river and rules.get("river_before_opening", True) else False
    if has_simple_play(table, rack, rules):
        return True
    if rules["ones"] == "circular" or rules["repeat_colors"]:
        return None
    found = has_rearrangement(table, rack, rules)
    if not found:
        return None if river else found
    if tiles_of(table)[JOKER] + rack[JOKER] >= rules["min_run"]:
        # It may be one with a run of nothing but jokers.
        return None
    plain = rules["joker_mode"] == "free"
    plain = plain and not rules["joker_reuse_rack_tiles"] and not rules["joker_group3_needs_both"]
    plain = plain and rules["max_jokers_per_combination"] >= 2
    return True if plain or not any(meld.jokers for meld in table) else None


MOST_STATES = 20_000


def has_simple_play(table: Table, rack: Tiles, rules: dict[str, Any]) -> bool:
    """Return whether a meld of the rack, or one tile of it beside a meld, is a play."""
    for tile in rack:
        for place, meld in enumerate(table):
            for piece in _pieces(tile, rules):
                pieces = [*meld.pieces, piece]
                longer = make_meld(_read_anew(pieces, rules))
                if broken_meld_rule(longer, rules):
                    continue
                after = [*table[:place], longer, *table[place + 1 :]]
                if not broken_joker_rule(table, after, Counter([tile]), rules):
                    return True
    return bool(melds_from(rack, rules))


def _pieces(tile: Tile, rules: dict[str, Any]) -> Iterator[Piece]:
    if tile != JOKER:
        yield real_piece(tile)
        return
    for color, number in product(colors_of(rules), range(1, rules["numbers"] + 1)):
        yield Piece(JOKER, frozenset({Tile(color, number)}))


def _read_anew(pieces: list[Piece], rules: dict[str, Any]) -> list[Piece]:
    """Return pieces whose jokers stand for what is missing, if they are a group."""
    real = {piece.tile for piece in pieces if piece.tile != JOKER}
    if len({tile.number for tile in real}) != 1:
        return pieces
    number = next(iter(real)).number
    colors = set(colors_of(rules)) - (
        set() if rules["repeat_colors"] else {tile.color for tile in real}
    )
    free = frozenset(Tile(color, number) for color in colors)
    anew = [piece if piece.tile != JOKER else Piece(JOKER, free) for piece in pieces]
    return anew if is_group(make_meld(anew), rules) else pieces


# Number by number. What is open behind a number: by color, the lengths of the runs that end
# there, 3 standing for 3 or more; then the jokers used, whether a tile of the rack was, and by
# color how many ones are kept for the end of runs, after the highest number.
Open = tuple[tuple[tuple[int, ...], ...], int, bool, tuple[int, ...]]


def has_rearrangement(table: Table, rack: Tiles, rules: dict[str, Any]) -> bool | None:
    """Return whether all tiles of a table and one of the rack can lie in melds.

    Runs are not circular, a group's colors differ, and the old jokers may be moved freely; runs
    of nothing but jokers are thought to be legal.
    None if there are too many positions to look at.
    """
    there = tiles_of(table)
    colors, last = colors_of(rules), rules["numbers"]
    high = rules["ones"] in ("high", "low_or_high")
    must, most = there[JOKER], there[JOKER] + rack[JOKER]
    states: set[Open] = {(((),) * len(colors), 0, False, (0,) * len(colors))}
    for number in range(1, last + 1 + high):
        begun: set[tuple[Any, ...]] = {(state, (), (), ()) for state in states}
        for place, color in enumerate(colors):
            tile = Tile(color, number)
            begun = {
                (
                    (runs, jokers + wild, used or count > there[tile], ones),
                    (*ends, end),
                    (*groups, group),
                    (*kept, keep),
                )
                for (runs, jokers, used, ones), ends, groups, kept in begun
                for count in range(there[tile], there[tile] + rack[tile] + 1)
                for keep in range(count + 1 if high and number == 1 else 1)
                for group in range(min(count - keep, 2 + most) + 1)
                for end, wild in _continued(
                    runs[place],
                    ones[place] if number > last else count - keep - group,
                    most - jokers,
                )
                if not (end and number == 1 and rules["ones"] == "high")
            }
        if len(begun) > MOST_STATES:
            return None
        states = {
            (ends, jokers + wild, used, kept if number == 1 else ones)
            for (_, jokers, used, ones), ends, groups, kept in begun
            for wild in range(most - jokers + 1)
            if _are_groups(tuple(sorted(groups)), wild)
        }
    return any(
        jokers >= must
        and (used or jokers > must)
        and all(length == 3 for lengths in runs for length in lengths)
        for runs, jokers, used, _ in states
    )


@cache
def _continued(
    lengths: tuple[int, ...], real: int, jokers: int
) -> frozenset[tuple[tuple[int, ...], int]]:
    """Return what can become of runs with so many tiles and up to so many jokers."""
    found = set()
    for wild in range(jokers + 1):
        # Short runs must go on; of the others some may; the rest are new.
        short = [length for length in lengths if length < 3]
        for longer in range(lengths.count(3) + 1):
            new = real + wild - len(short) - longer
            if new >= 0:
                found.add((tuple(sorted([1] * new + [n + 1 for n in short] + [3] * longer)), wild))
    return frozenset(found)


@cache
def _are_groups(counts: tuple[int, ...], jokers: int) -> bool:
    """Return whether tiles of one number, so many of each color, and jokers are groups."""
    if not any(counts):
        return jokers == 0
    first = max(range(len(counts)), key=lambda place: counts[place])
    for others in product((0, 1), repeat=len(counts)):
        if not others[first] or any(o > c for o, c in zip(others, counts, strict=True)):
            continue
        left = tuple(c - o for o, c in zip(others, counts, strict=True))
        for wild in range(jokers + 1):
            if sum(others) + wild in (3, 4) and _are_groups(tuple(sorted(left)), jokers - wild):
                return True
    return False

"""Groups and runs, with what each joker stands for, and the tables they lie on."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from tests.oracles.referee.tiles import JOKER, Fault, Tile, Tiles, colors_of, read_tile


class Piece(NamedTuple):
    """A tile on the table, and the tiles it may stand for: itself, unless it is a joker."""

    tile: Tile
    readings: frozenset[Tile]


class Meld(NamedTuple):
    """Pieces that lie together, sorted, so that equal melds are equal values."""

    pieces: tuple[Piece, ...]

    @property
    def tiles(self) -> Tiles:
        return _tiles_of(self.pieces)

    @property
    def real(self) -> Tiles:
        """The tiles that are no jokers."""
        return Counter(piece.tile for piece in self.pieces if piece.tile != JOKER)

    @property
    def jokers(self) -> list[frozenset[Tile]]:
        """What each joker may stand for."""
        return [piece.readings for piece in self.pieces if piece.tile == JOKER]

    def __str__(self) -> str:
        texts = []
        for tile, readings in self.pieces:
            stands = "/".join(map(str, sorted(readings)))
            texts.append(f"{tile}({stands})" if tile == JOKER else str(tile))
        return "{" + " ".join(texts) + "}"


@cache
def _tiles_of(pieces: tuple[Piece, ...]) -> Tiles:
    """Return the tiles of a meld; nobody may change what is returned."""
    return Counter(piece.tile for piece in pieces)


Table = list[Meld]


def make_meld(pieces: list[Piece]) -> Meld:
    """Return a meld of pieces in any order."""
    return Meld(tuple(sorted(pieces, key=lambda piece: (piece.tile, sorted(piece.readings)))))


def real_piece(tile: Tile) -> Piece:
    return Piece(tile, frozenset({tile}))


def read_piece(text: str) -> Piece:
    """Return the piece of a text such as R7, J(R7), J(B7/K7) or X(7H)."""
    found = re.fullmatch(r"[JX]\((.+)\)", text)
    if found is None:
        tile = read_tile(text)
        if tile == JOKER:
            raise Fault("a joker on the table stands for nothing")
        return real_piece(tile)
    return Piece(JOKER, frozenset(map(read_tile, found[1].split("/"))))


def read_table(text: str) -> Table:
    """Return the melds of a text such as {R7 B7 J(K7/Y7)} {R1 R2 R3}."""
    if re.fullmatch(r"\s*(\{[^{}]*\}\s*)*", text) is None:
        raise Fault(f"{text!r} is no table")
    return [
        make_meld(list(map(read_piece, meld.split()))) for meld in re.findall(r"\{(.*?)\}", text)
    ]


def tiles_of(table: Table) -> Tiles:
    """Return all tiles on a table."""
    return sum((meld.tiles for meld in table), Counter())


def follows(one: int, other: int, rules: dict[str, Any]) -> bool:
    """Return whether a number may follow another one in a run."""
    last = min(rules["cycle"] or rules["numbers"], rules["numbers"])
    if other == one + 1:
        return not (rules["ones"] == "circular" and one == last)
    if other != 1 or rules["ones"] == "low":
        return False
    return one == last or (rules["gap_12_1"] and one == rules["numbers"] - 1)


def is_row(numbers: tuple[int, ...], rules: dict[str, Any]) -> bool:
    """Return whether numbers, in this order, are those of a run."""
    ones = rules["ones"]
    longest = longest_run(rules)
    twice = (rules["max_run"] and ones == "circular") or len(numbers) == rules["numbers"] + 1
    if not rules["min_run"] <= len(numbers) <= longest:
        return False
    most = max(Counter(numbers).values())
    if most > (2 if twice and rules["no_repeat_three"] else len(numbers) if twice else 1):
        return False
    if ones != "circular" and 1 in numbers[:-1] and (numbers[0] != 1 or ones == "high"):
        return False
    return all(follows(a, b, rules) for a, b in pairwise(numbers))


def longest_run(rules: dict[str, Any]) -> int:
    """Return how many tiles a run has at most: with a 1 at both ends one more than numbers."""
    both = rules["one_to_one"] and rules["ones"] == "low_or_high"
    return int(rules["max_run"] or rules["numbers"] + both)


def row_of(numbers: tuple[int, ...], rules: dict[str, Any]) -> tuple[int, ...] | None:
    """Return numbers in the order of a run; None if there is no such order."""
    return _row_of(tuple(sorted(numbers)), tuple(sorted((k, rules[k]) for k in RUN_RULES)))


RUN_RULES = (
    "ones",
    "numbers",
    "min_run",
    "max_run",
    "one_to_one",
    "cycle",
    "gap_12_1",
    "no_repeat_three",
)


@cache
def _row_of(numbers: tuple[int, ...], items: tuple[tuple[str, Any], ...]) -> tuple[int, ...] | None:
    rules = dict(items)

    def lengthened(row: tuple[int, ...], left: Tiles) -> tuple[int, ...] | None:
        if not left:
            return row if is_row(row, rules) else None
        for number in sorted(left):
            if not row or follows(row[-1], number, rules):
                found = lengthened((*row, number), left - Counter([number]))
                if found:
                    return found
        return None

    return lengthened((), Counter(numbers))


def broken_meld_rule(meld: Meld, rules: dict[str, Any]) -> str:
    """Return why something is no legal meld; empty if it is one."""
    if len(meld.pieces) - len(meld.jokers) < rules["min_real"]:
        return f"{meld} has too few real tiles"
    if len(meld.pieces) - len(meld.jokers) < rules["min_real_per_joker"] * len(meld.jokers):
        return f"{meld} has too few real tiles for its jokers"
    limits = [rules["max_jokers_per_combination"]]
    limits += [most for size, most in rules["max_jokers_by_size"] or () if size <= len(meld.pieces)]
    if len(meld.jokers) > limits[-1]:
        return f"{meld} has too many jokers"
    return "" if is_group(meld, rules) or is_run(meld, rules) else f"{meld} is no meld"


def is_group(meld: Meld, rules: dict[str, Any]) -> bool:
    """Return whether it is a group whose jokers stand for any of the colors that are missing."""
    if not rules["min_group"] <= len(meld.pieces) <= rules["max_group"] or not meld.real:
        return False
    number = next(iter(meld.real)).number
    if any(tile.number != number for tile in meld.real):
        return False
    colors = set(colors_of(rules))
    if not rules["repeat_colors"]:
        if max(meld.real.values()) > 1:
            return False
        colors -= {tile.color for tile in meld.real}
        if len(meld.jokers) > len(colors):
            return False
    free = frozenset(Tile(color, number) for color in colors)
    return all(readings == free for readings in meld.jokers)


def is_run(meld: Meld, rules: dict[str, Any]) -> bool:
    """Return whether it is a run, each joker in it standing for one tile."""
    if any(len(readings) != 1 for readings in meld.jokers):
        return False
    stands = [next(iter(piece.readings)) for piece in meld.pieces]
    if len({tile.color for tile in stands}) != 1:
        return False
    return row_of(tuple(tile.number for tile in stands), rules) is not None


def value_of(meld: Meld, rules: dict[str, Any]) -> int:
    """Return what a meld counts in an opening: a joker what it stands for."""
    numbers = [min(piece.readings).number for piece in meld.pieces]
    if not rules["cards"]:
        return sum(numbers)
    # Cards: face value, J Q K 10; an ace 1 where it begins a run, else 11.
    low = not is_group(meld, rules) and row_of(tuple(numbers), rules)[0] == 1
    return sum(min(n, 10) if n > 1 else 1 if low else 11 for n in numbers)


def melds_from(tiles: Tiles, rules: dict[str, Any]) -> list[Meld]:
    """Return every meld that can be made of tiles."""
    found = {}
    most = min(tiles[JOKER], rules["max_jokers_per_combination"])
    colors = colors_of(rules)
    for number in range(1, rules["numbers"] + 1):
        there = [Tile(color, number) for color in colors for _ in range(tiles[Tile(color, number)])]
        for jokers in range(most + 1):
            for size in range(rules["min_group"], rules["max_group"] + 1):
                for real in combinations(there, max(size - jokers, 0)):
                    missing = set(colors)
                    if not rules["repeat_colors"]:
                        missing -= {tile.color for tile in real}
                    free = frozenset(Tile(color, number) for color in missing)
                    pieces = [*map(real_piece, real), *[Piece(JOKER, free)] * jokers]
                    found[make_meld(pieces)] = None
    for color in colors:
        for row in rows(tuple(sorted((k, rules[k]) for k in RUN_RULES))):
            missing = [number for number in set(row) if not tiles[Tile(color, number)]]
            if len(missing) > most:
                continue
            for jokers in range(len(missing), most + 1):
                for places in combinations(range(len(row)), jokers):
                    pieces = []
                    for place, number in enumerate(row):
                        tile = Tile(color, number)
                        wild = Piece(JOKER, frozenset({tile}))
                        pieces.append(wild if place in places else real_piece(tile))
                    found[make_meld(pieces)] = None
    return [meld for meld in found if meld.tiles <= tiles and not broken_meld_rule(meld, rules)]


@cache
def rows(items: tuple[tuple[str, Any], ...]) -> list[tuple[int, ...]]:
    """Return the numbers of every run, in order."""
    rules, found = dict(items), []
    begun = [(number,) for number in range(1, rules["numbers"] + 1)]
    for _ in range(longest_run(rules) - 1):
        begun = [
            (*row, number)
            for row in begun
            for number in range(1, rules["numbers"] + 1)
            if follows(row[-1], number, rules) and row.count(number) < 2
        ]
        found += [row for row in begun if is_row(row, rules)]
    return found

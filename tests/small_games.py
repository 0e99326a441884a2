"""Small games of many rules, and all of their hands of few tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from rummistats.tiles import Hand, TileSet
from rummistats.variants import Variant


def _mini(colors: int, numbers: int, copies: int, jokers: int, **rules: object) -> Variant:
    return Variant.mini(
        colors=colors, numbers=numbers, copies=copies, jokers=jokers, hand_size=3, **rules
    )


# A game and the most tiles of the hands that are looked at.
GAMES: dict[str, tuple[Variant, int]] = {
    "sabra's rules": (_mini(3, 4, 1, 1), 6),
    "two copies": (_mini(3, 3, 2, 1), 5),
    "two jokers": (_mini(4, 3, 1, 2), 5),
    "runs only": (_mini(1, 7, 2, 1), 6),
    "ones low": (_mini(1, 6, 1, 2, ones="low"), 8),
    "ones high": (_mini(1, 6, 2, 1, ones="high"), 6),
    "ones low or high": (_mini(1, 6, 2, 1, ones="low_or_high"), 6),
    "one to one": (_mini(1, 5, 2, 2, ones="low_or_high", one_to_one=True), 7),
    "circular": (_mini(1, 5, 2, 2, ones="circular"), 7),
    "circular, long": (_mini(2, 3, 2, 1, ones="circular", max_run=5), 6),
    "jokers alone": (_mini(2, 4, 1, 3, min_real=0), 7),
    "two real tiles a meld": (_mini(3, 3, 1, 2, min_real=2), 6),
    "two real tiles a joker": (_mini(1, 8, 1, 2, min_real_per_joker=2), 8),
    "two real tiles a joker, four jokers": (_mini(2, 4, 1, 4, min_real_per_joker=2), 6),
    "one joker a meld": (_mini(3, 3, 1, 2, max_jokers_per_combination=1), 6),
    "repeated colors": (_mini(2, 3, 2, 1, repeat_colors=True), 7),
    "groups of five": (_mini(2, 1, 4, 2, repeat_colors=True, max_group=5), 9),
    "runs of three": (_mini(2, 5, 1, 2, max_run=3), 6),
    "runs from four on": (_mini(2, 5, 1, 2, min_run=4), 6),
    "groups of two": (_mini(3, 3, 1, 1, min_group=2), 6),
    "runs of two": (_mini(2, 4, 1, 1, min_run=2, max_run=3), 7),
    "long runs, short groups": (_mini(2, 5, 1, 1, min_run=5, min_group=2), 7),
    "groups of four": (_mini(4, 2, 2, 1, min_group=4), 6),
    "cheap jokers": (_mini(3, 3, 1, 2, joker_rack_value=0), 6),
}


def hands_up_to(tiles: TileSet, most: int) -> Iterator[Hand]:
    """Yield every hand of up to so many tiles."""
    for counts in product(*(range(count + 1) for count in tiles.copies_of_kind)):
        if sum(counts) <= most:
            yield Hand(tiles, counts)


@cache
def hands_of(game: str) -> tuple[Hand, ...]:
    """Return the hands of a small game that are looked at, smaller ones first."""
    variant, most = GAMES[game]
    return tuple(sorted(hands_up_to(variant.tile_set, most), key=len))


def numbered(color: str, first: int, last: int) -> str:
    """Return the text of the tiles of a color from one number to another."""
    return " ".join(f"{color}{number}" for number in range(first, last + 1))

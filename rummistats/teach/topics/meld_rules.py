"""What several topics say about melds, and tiles from which they make them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rummistats.melds import Group, Meld, Run, all_melds
from rummistats.teach.draw import pick
from rummistats.tiles import COLOR_NAMES, Hand
from rummistats.variants import Variant, find_variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = [
    "COLORS",
    "JOKER_RULES",
    "MELD_RULES",
    "game",
    "in_words",
    "random_meld",
    "reading",
    "text_of",
]

COLORS = "RBKY"

MELD_RULES = (
    "A **group** is three or four tiles of one number in different colors. A **run** is three or "
    "more consecutive numbers of one color; 1 comes before 2 and never after 13."
)

JOKER_RULES = "A **joker** (J) stands for any tile; a meld has at most two."


@cache
def game(jokers: int = 2) -> Variant:
    """Return the game that the sheets speak of: Sabra, with so many jokers.

    Examples
    --------
    >>> game().tile_set.size, game(0).tile_set.size
    (106, 104)
    """
    return find_variant("sabra").with_rules(jokers=jokers)


@cache
def _melds_by_jokers() -> dict[tuple[int, str], list[Hand]]:
    found: dict[tuple[int, str], list[Hand]] = {}
    for hand in all_melds(game(), max_run=6):
        numbers = {tile.number for tile in hand if not tile.is_joker}
        kind = "group" if len(numbers) == 1 else "run"
        found.setdefault((hand.jokers, kind), []).append(hand)
    return found


def random_meld(random: Generator, jokers: int, kind: str | None = None) -> Hand:
    """Return some legal meld with so many jokers; a run has at most six tiles.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> random_meld(make_seed(1).generator(), jokers=1).jokers
    1
    """
    return pick(random, _melds_by_jokers()[jokers, kind or pick(random, ("group", "run"))])


def text_of(meld: Meld) -> str:
    """Return a meld's tiles in playing order, a joker as a joker.

    Examples
    --------
    >>> text_of(Run("R", (11, 12, 13), (0,)))
    'J R12 R13'
    """
    return " ".join(map(str, meld.tiles))


def reading(meld: Meld) -> str:
    """Return what a meld is, in words that a key can use.

    Examples
    --------
    >>> from rummistats.melds import Run
    >>> reading(Run("R", (11, 12, 13), (0,)))
    'a run in red from 11 to 13, the joker as R11'
    """
    if isinstance(meld, Group):
        words = f"a group of {meld.number}s"
        jokers = "the joker" if meld.jokers == 1 else "each joker"
        return f"{words}, {jokers} as one more {meld.number}" if meld.jokers else words
    assert isinstance(meld, Run)
    words = f"a run in {COLOR_NAMES[meld.color]} from {meld.numbers[0]} to {meld.numbers[-1]}"
    told = [str(tile) for (tile,) in meld.joker_readings]
    if not told:
        return words
    return f"{words}, {'the joker' if len(told) == 1 else 'the jokers'} as {' and '.join(told)}"


def in_words(count: int, thing: str) -> str:
    """Return a count with its noun.

    Examples
    --------
    >>> in_words(1, "tile"), in_words(3, "tile")
    ('1 tile', '3 tiles')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"

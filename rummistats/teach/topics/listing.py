"""List all melds of a hand."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from rummistats.blocks import melds_in
from rummistats.melds import Meld, judge
from rummistats.teach.answers import Melds
from rummistats.teach.draw import pick, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import COLORS, JOKER_RULES, MELD_RULES, game, text_of
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import Hand, Tile

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["LISTING"]

# Tiles of the hand, jokers among them, fewest and most melds.
_SIZES = {"easy": (7, 0, 2, 4), "medium": (9, 0, 4, 8), "hard": (8, 1, 7, 14)}
# Tiles of a wrong choice, and how many there are of them.
_OTHERS = {3: 6, 4: 3}


def _make(random: Generator, level: str) -> Problem | None:
    size, jokers, fewest, most = _SIZES[level]
    # Tiles near each other in color and number, so that melds overlap.
    middle = whole(random, 3, 11)
    numbers = range(middle - 2, middle + 3)
    tiles = [f"{pick(random, COLORS)}{pick(random, numbers)}" for _ in range(size - jokers)]
    if any(tiles.count(tile) > 2 for tile in tiles):
        return None
    hand = game().parse(" ".join([*tiles, *"J" * jokers]))
    # Two readings of the same tiles are one meld.
    melds = {str(sorted(map(str, meld.tiles))): meld for meld in melds_in(hand, game())}
    if not fewest <= len(melds) <= most:
        return None
    found = sorted(melds.values(), key=lambda meld: (meld.kind, len(meld), text_of(meld)))
    steps = []
    for kind, words in (("group", "Number by number"), ("run", "Color by color")):
        listed = [text_of(meld) for meld in found if meld.kind == kind]
        steps += [f"{words}, the {kind}s: {'; '.join(listed) or 'none'}."]
    if jokers:
        steps.append(
            "The joker completes every two tiles of one number in different colors, and every two "
            "of one color at most two apart; and it can lengthen a meld."
        )
    steps += [_longer(found, length) for length in (4, 5, 6) if _longer(found, length)]
    steps.append(f"Together {len(found)}.")
    return Problem(
        text="Here is a hand."
        + (" The joker may or may not be used." if jokers else "")
        + " A meld inside a longer one counts, too; the same tiles in another order don't.",
        questions=(
            Question(
                "List all melds that can be made of these tiles.",
                Melds(tuple(map(text_of, found)), _others(hand, found)),
            ),
        ),
        steps=tuple(steps),
        sample_space=_sub_hands(hand),
        data={"hand": str(hand)},
        figures=(Tiles(str(hand)),),
    )


def _longer(found: list[Meld], length: int) -> str:
    listed = [text_of(meld) for meld in found if len(meld) == length]
    return f"With {length} tiles: {'; '.join(listed)}." if listed else ""


def _sub_hands(hand: Hand) -> int:
    """Return how many different choices of three or more tiles the hand has."""
    by_size = [1]
    for count in hand.counts:
        if count:
            by_size = [
                sum(
                    by_size[size - taken]
                    for taken in range(count + 1)
                    if 0 <= size - taken < len(by_size)
                )
                for size in range(len(by_size) + count)
            ]
    return sum(by_size[3:])


def _others(hand: Hand, melds: list[Meld]) -> tuple[str, ...]:
    """Return choices of tiles that are no melds, first those that look like some."""
    found: list[str] = []
    for size, wanted in _OTHERS.items():
        if max(map(len, melds)) < size:
            # A choice of four tiles would stand out if all others had three.
            continue
        texts = {" ".join(map(str, tiles)): tiles for tiles in combinations(hand, size)}
        wrong = [tiles for text, tiles in texts.items() if not judge(text, game()).legal]
        wrong.sort(key=_looks_like_a_meld, reverse=True)
        found += [" ".join(map(str, tiles)) for tiles in wrong[:wanted]]
    return tuple(found)


def _looks_like_a_meld(tiles: tuple[Tile, ...]) -> bool:
    real = [tile for tile in tiles if not tile.is_joker]
    return 1 in (len({tile.number for tile in real}), len({tile.color for tile in real}))


LISTING = Topic(
    name="list",
    title="List all melds",
    reminder=f"{MELD_RULES} {JOKER_RULES}",
    make=_make,
    per_sheet=2,
    room=7,
)

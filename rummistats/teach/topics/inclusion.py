"""Inclusion and exclusion."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from rummistats.exact import enumerate_hands
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import in_words
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import COLOR_NAMES
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["INCLUSION"]


def _make(random: Generator, level: str) -> Problem | None:
    return {"easy": _tiles, "medium": _two_tiles, "hard": _all_colors}[level](random)


def _small(colors: int, numbers: int, size: int) -> tuple[Variant, str]:
    game = Variant.mini(colors=colors, numbers=numbers, copies=1, jokers=0, hand_size=size)
    listed = [COLOR_NAMES[color] for color in game.playing_set.color_letters]
    words = (
        f"A small game has {colors} colors ({', '.join(listed)}) and the numbers 1 to {numbers}, "
        f"each tile once: {colors * numbers} tiles."
    )
    return game, words


def _tiles(random: Generator) -> Problem:
    """Ask for tiles that have a color, or a number of some kind."""
    numbers, copies = whole(random, 8, 13), whole(random, 1, 2)
    color, step = pick(random, "RBKY"), whole(random, 2, 5)
    game = Variant.mini(colors=4, numbers=numbers, copies=copies, jokers=0, hand_size=1)
    of_color = numbers * copies
    of_number = 4 * copies * (numbers // step)
    both = copies * (numbers // step)
    either = sum(
        hand.weight
        for hand in enumerate_hands(game)
        if any(tile.color == color or tile.number % step == 0 for tile in hand.hand)
    )
    name = COLOR_NAMES[color]
    return Problem(
        text=f"A game has 4 colors and the numbers 1 to {numbers}, each tile "
        f"{'once' if copies == 1 else 'twice'}: {4 * of_color} tiles.",
        questions=(
            Question(
                f"How many tiles are {name} or have a number that is a multiple of {step} "
                "(or both)?",
                Number(Fraction(either)),
            ),
        ),
        steps=(
            f"{name.capitalize()} are {of_color} tiles, and {of_number} have a multiple of {step}.",
            f"Both: {in_words(both, 'tile')}, counted twice.",
            f"{of_color} + {of_number} − {both} = {either}.",
        ),
        sample_space=4 * of_color,
        data={"kind": "tiles", "numbers": numbers, "copies": copies, "color": color, "step": step},
    )


def _two_tiles(random: Generator) -> Problem:
    """Ask for hands that have one tile, or another."""
    colors, numbers, size = whole(random, 2, 4), whole(random, 4, 6), whole(random, 3, 4)
    if colors * numbers > 20:
        numbers = 5
    game, words = _small(colors, numbers, size)
    one, other = sample(random, game.playing_set.tiles[: colors * numbers], 2)
    tiles = colors * numbers
    either = _with_either(colors, numbers, size)
    with_one, with_both = comb(tiles - 1, size - 1), comb(tiles - 2, size - 2)
    return Problem(
        text=f"{words} A hand has {size} of them.",
        questions=(
            Question(f"How many hands have {one} or {other} (or both)?", Number(Fraction(either))),
        ),
        steps=(
            f"With {one}: the other {size - 1} tiles come from {tiles - 1}, "
            f"C({tiles - 1}, {size - 1}) = {with_one:,} hands.",
            f"With {other}: just as many, {with_one:,}.",
            f"With both: C({tiles - 2}, {size - 2}) = {with_both:,}, which were counted twice.",
            f"{with_one:,} + {with_one:,} − {with_both:,} = {either:,}.",
        ),
        sample_space=game.sample_space,
        data={
            "kind": "two tiles",
            "colors": colors,
            "numbers": numbers,
            "size": size,
            "tiles": (str(one), str(other)),
        },
    )


@cache
def _with_either(colors: int, numbers: int, size: int) -> int:
    """Return how many hands have one tile or another one, whichever two these are."""
    game, _ = _small(colors, numbers, size)
    two = set(game.playing_set.tiles[:2])
    return sum(found.weight for found in enumerate_hands(game) if two & set(found.hand))


@cache
def _with_every_color(numbers: int, size: int) -> int:
    game, _ = _small(3, numbers, size)
    colors = ({tile.color for tile in found.hand} for found in enumerate_hands(game))
    return sum(len(found) == 3 for found in colors)


def _all_colors(random: Generator) -> Problem | None:
    """Ask for hands in which every color occurs."""
    numbers, size = whole(random, 4, 6), whole(random, 4, 5)
    _, words = _small(3, numbers, size)
    tiles = 3 * numbers
    if size > numbers:
        return None
    every = _with_every_color(numbers, size)
    hands, without_one, only_one = (comb(part, size) for part in (tiles, 2 * numbers, numbers))
    return Problem(
        text=f"{words} A hand has {size} of them.",
        questions=(Question("In how many hands does every color occur?", Number(Fraction(every))),),
        steps=(
            f"All hands: C({tiles}, {size}) = {hands:,}.",
            f"Without one color, such as red, {2 * numbers} tiles are left: C({2 * numbers}, "
            f"{size}) = {without_one:,} hands. There are three colors to leave out.",
            "A hand of one color only lacks two colors, so it was taken away twice: "
            f"C({numbers}, {size}) = {only_one} hands for each color have to be put back.",
            "No hand lacks all three colors.",
            f"{hands:,} − 3 · {without_one:,} + 3 · {only_one} = {every:,}.",
        ),
        sample_space=hands,
        data={"kind": "all colors", "colors": 3, "numbers": numbers, "size": size},
    )


INCLUSION = Topic(
    name="inclusion",
    title="Inclusion and exclusion",
    reminder="What is in A or in B is counted as |A ∪ B| = |A| + |B| − |A ∩ B|, since what is in "
    "both would count twice. With three sets: add the three, take away what is in two of them, add "
    "again what is in all three.",
    make=_make,
    per_sheet=3,
    room=6.5,
)

"""Inclusion and exclusion."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

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
    return {"easy": _tiles, "medium": _two_tiles, "hard": _hard}[level](random)


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
        copies
        for tile in game.playing_set.tiles
        if tile.number and (tile.color == color or tile.number % step == 0)
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
    colors, numbers, size = whole(random, 2, 4), whole(random, 4, 9), whole(random, 3, 5)
    game, words = _small(colors, numbers, size)
    one, other = sample(random, game.playing_set.tiles[: colors * numbers], 2)
    tiles = colors * numbers
    # Counted the other way round: all hands without those that have neither.
    either = comb(tiles, size) - comb(tiles - 2, size)
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
            "kind": "some tiles",
            "colors": colors,
            "numbers": numbers,
            "size": size,
            "tiles": (str(one), str(other)),
        },
    )


def _hard(random: Generator) -> Problem | None:
    return _all_colors(random) if random.random() < 0.5 else _three_tiles(random)


def _three_tiles(random: Generator) -> Problem | None:
    """Ask for hands that have at least one of three tiles."""
    colors, numbers, size = whole(random, 2, 4), whole(random, 4, 9), whole(random, 3, 5)
    game, words = _small(colors, numbers, size)
    wanted = sample(random, game.playing_set.tiles[: colors * numbers], 3)
    tiles = colors * numbers
    one, two, three = (comb(tiles - many, size - many) for many in (1, 2, 3))
    # Counted the other way round: all hands without those that have none of them.
    some = comb(tiles, size) - comb(tiles - 3, size)
    names = ", ".join(map(str, wanted[:2])) + f" and {wanted[2]}"
    return Problem(
        text=f"{words} A hand has {size} of them.",
        questions=(
            Question(
                f"How many hands have at least one of the tiles {names}?", Number(Fraction(some))
            ),
        ),
        steps=(
            f"With {wanted[0]}: C({tiles - 1}, {size - 1}) = {one:,} hands, and just as many with "
            "each of the other two.",
            f"With two of them, whichever two: C({tiles - 2}, {size - 2}) = {two:,} hands. There "
            "are three such pairs, and their hands were counted twice.",
            f"With all three: C({tiles - 3}, {size - 3}) = {in_words(three, 'hand')}, counted "
            "three times and taken away three times.",
            f"3 · {one:,} − 3 · {two:,} + {three:,} = {some:,}.",
            "The other way round: all hands without those that have none of the three, "
            f"{comb(tiles, size):,} − {comb(tiles - 3, size):,} = {some:,}.",
        ),
        sample_space=game.sample_space,
        data={
            "kind": "some tiles",
            "colors": colors,
            "numbers": numbers,
            "size": size,
            "tiles": tuple(map(str, wanted)),
        },
    )


def _with_every_color(numbers: int, size: int) -> int:
    """Return how many hands have all three colors, by how many tiles there are of each."""
    return sum(
        comb(numbers, red) * comb(numbers, blue) * comb(numbers, size - red - blue)
        for red in range(1, size - 1)
        for blue in range(1, size - red)
    )


def _all_colors(random: Generator) -> Problem:
    """Ask for hands in which every color occurs."""
    numbers, size = whole(random, 4, 12), whole(random, 4, 7)
    _, words = _small(3, numbers, size)
    tiles = 3 * numbers
    every = _with_every_color(numbers, size)
    hands, without_one, only_one = (comb(part, size) for part in (tiles, 2 * numbers, numbers))
    return Problem(
        text=f"{words} A hand has {size} of them.",
        questions=(Question("In how many hands does every color occur?", Number(Fraction(every))),),
        steps=(
            f"All hands: C({tiles}, {size}) = {hands:,}.",
            f"Without one color, such as red, {2 * numbers} tiles are left: C({2 * numbers}, "
            f"{size}) = {without_one:,} hands. There are three colors to leave out.",
            (
                "A hand of one color only lacks two colors, so it was taken away twice: "
                f"C({numbers}, {size}) = {in_words(only_one, 'hand')} for each color have to be "
                "put back."
                if only_one
                else f"No hand has one color only, since each color has {numbers} tiles."
            ),
            "No hand lacks all three colors.",
            f"{hands:,} − 3 · {without_one:,} + 3 · {only_one:,} = {every:,}.",
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

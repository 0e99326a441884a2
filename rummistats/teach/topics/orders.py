"""Orders and choices of tiles, some of them alike."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, perm
from typing import TYPE_CHECKING

from rummistats.exact import enumerate_hands
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import COLORS, game, in_words
from rummistats.teach.topics.topic import Topic
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["ORDERS"]


def _make(random: Generator, level: str) -> Problem | None:
    kinds, doubles = {
        "easy": (whole(random, 4, 7), 0),
        "medium": (whole(random, 4, 7), whole(random, 1, 2)),
        "hard": (whole(random, 4, 7), whole(random, 2, 4)),
    }[level]
    different = sample(random, [f"{c}{n}" for c in COLORS for n in range(1, 14)], kinds)
    twice = different[:doubles]
    tiles = len(different) + doubles
    size = whole(random, 2, 3)
    if level == "easy" and size > tiles - 2:
        return None
    hand = game().parse(" ".join([*different, *twice]))
    rows = factorial(tiles) // 2**doubles
    orders = f"{tiles} tiles can be put in {tiles}! = {factorial(tiles):,} orders"
    asked: list[tuple[str, int]] = [("How many different rows can be made of all tiles?", rows)]
    if level == "easy":
        some = perm(tiles, size)
        factors = " · ".join(str(tiles - place) for place in range(size))
        asked.append((f"How many rows of {size} of these tiles are there?", some))
        steps = [
            f"All tiles differ: {orders}.",
            f"For {size} places there are {factors} = {some:,} ways.",
        ]
    else:
        asked.append(
            (
                f"How many different choices of {size} of these tiles are there, in no order?",
                _choices(doubles, kinds - doubles, size),
            )
        )
        halves = " · ".join(["2"] * doubles)
        steps = [
            f"If all tiles differed: {orders}.",
            f"Swapping {'two' if doubles == 1 else 'any two'} identical tiles changes nothing: "
            f"{factorial(tiles):,} / {halves if doubles == 1 else f'({halves})'} = {rows:,} rows.",
            f"Choices of {size} different tiles: C({kinds}, {size}) = {comb(kinds, size)}.",
            _with_twins(doubles, kinds, size),
            f"Together {_choices(doubles, kinds - doubles, size)}.",
        ]
    if level == "hard":
        tile = pick(random, twice)
        together = factorial(tiles - 1) // 2 ** (doubles - 1)
        asked.append((f"In how many rows do the two {tile} stand side by side?", together))
        steps += [
            f"Glue the two {tile} together: then {tiles - 1} things are put in a row, and "
            f"{in_words(doubles - 1, 'pair')} of identical tiles "
            f"{'is' if doubles == 2 else 'are'} left.",
            f"{tiles - 1}! / {2 ** (doubles - 1)} = {together:,} rows.",
        ]
    return Problem(
        text="These tiles are put in a row. Identical tiles can't be told apart."
        if doubles
        else "These tiles are put in a row.",
        questions=tuple(Question(prompt, Number(Fraction(value))) for prompt, value in asked),
        steps=tuple(steps),
        sample_space=rows,
        data={
            "hand": str(hand),
            "size": size,
            "side_by_side": tile if level == "hard" else "",
            "ordered": level == "easy",
        },
        figures=(Tiles(str(hand)),),
    )


def _choices(doubles: int, singles: int, size: int) -> int:
    """Return how many multisets of a size the tiles have: hands of a small game, two ways."""
    # Tiles that are there once are a game of one copy, and those that are there twice another.
    total = 0
    for of_doubles in range(size + 1):
        once, twice = size - of_doubles, of_doubles
        if once > singles or twice > 2 * doubles:
            continue
        total += _hands(doubles, 2, twice) * _hands(singles, 1, once)
    return total


def _hands(kinds: int, copies: int, size: int) -> int:
    if not size:
        return 1
    if kinds < 1:
        return 0
    small = Variant.mini(colors=1, numbers=kinds, copies=copies, jokers=0, hand_size=size)
    return len(enumerate_hands(small))


def _with_twins(doubles: int, kinds: int, size: int) -> str:
    if size == 2:
        return f"Choices of two identical tiles: {doubles}."
    return (
        f"Choices with two identical tiles and another one: {doubles} · {kinds - 1} = "
        f"{doubles * (kinds - 1)}."
    )


ORDERS = Topic(
    name="orders",
    title="Orders and choices",
    reminder="n different things can be put in n! = 1 · 2 · … · n orders. If some of them are "
    "identical, divide by the number of ways in which these can be swapped. Where the order "
    "doesn't matter, C(n, k) = n! / (k! (n − k)!).",
    make=_make,
    per_sheet=2,
    room=1.7,
)

"""Drawing without putting back: hypergeometric probabilities."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from rummistats.exact import hypergeometric
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import COLOR_NAMES

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["DRAWS"]

_TILES = 106


def _wanted(random: Generator) -> tuple[str, int]:
    """Return what is wanted, and how many tiles of the 106 that are: each is there twice."""
    one, other = (COLOR_NAMES[color] for color in sample(random, "RBKY", 2))
    low, high = whole(random, 3, 8), whole(random, 7, 11)
    first, second = sorted(sample(random, range(1, 14), 2))
    above = 13 - high
    return pick(
        random,
        (
            ("jokers", 2),
            (f"{one} tiles", 26),
            (f"{one} or {other} tiles", 52),
            (f"tiles with the number {first}", 8),
            (f"tiles with the number {first} or {second}", 16),
            ("tiles with an even number", 48),
            ("tiles with a number that is a multiple of 3", 32),
            (f"tiles with a number below {low}", 8 * (low - 1)),
            (f"tiles with a number above {high}", 8 * above),
            (f"{one} tiles with a number below {low}", 2 * (low - 1)),
            (f"{one} tiles with a number above {high}", 2 * above),
            (f"{one} or {other} tiles with a number above {high}", 4 * above),
        ),
    )


def _make(random: Generator, level: str) -> Problem | None:
    name, wanted = _wanted(random)
    draws = whole(random, *{"easy": (2, 4), "medium": (3, 7), "hard": (8, 16)}[level])
    least = 1 if level != "hard" else whole(random, 2, 3)
    all_hands, rest = comb(_TILES, draws), _TILES - wanted
    found = hypergeometric(wanted=wanted, tiles=_TILES, draws=draws)
    if level == "easy":
        exactly = whole(random, 0, min(draws, wanted))
        probability = Fraction(found.prob(exactly))
        asked = f"What is the probability that exactly {exactly} of them are {name}?"
        ways = comb(wanted, exactly) * comb(rest, draws - exactly)
        steps = [
            f"Equally likely draws: C({_TILES}, {draws}) = {all_hands:,}.",
            f"{wanted} tiles are wanted and {rest} are not. Draws with exactly {exactly} wanted: "
            f"C({wanted}, {exactly}) · C({rest}, {draws - exactly}) = {ways:,}.",
        ]
        data = {"least": exactly, "most": exactly}
    else:
        if least > min(wanted, draws):
            return None
        probability = Fraction(found.at_least(least))
        words = "one" if least == 1 else str(least)
        asked = f"What is the probability that at least {words} of them are {name}?"
        steps = [
            f"Equally likely draws: C({_TILES}, {draws}) = {all_hands:,}.",
            f"It is easier to count the other draws, with fewer than {words} of the {wanted} "
            "wanted tiles.",
        ]
        for few in range(least):
            ways = comb(wanted, few) * comb(rest, draws - few)
            steps.append(f"With {few}: C({wanted}, {few}) · C({rest}, {draws - few}) = {ways:,}.")
        other = all_hands - int(all_hands * probability)
        ways = all_hands - other
        steps.append(f"Draws with at least {words}: {all_hands:,} − {other:,} = {ways:,}.")
        data = {"least": least, "most": draws}
    answer = Number(probability, is_probability=True)
    steps.append(f"Probability: {answer.following(f'{ways:,}/{all_hands:,}')}.")
    return Problem(
        text=f"The bag holds all {_TILES} tiles: numbers 1 to 13 in four colors, each tile twice, "
        f"and two jokers. {draws} tiles are drawn, and none is put back.",
        questions=(Question(asked, answer),),
        steps=tuple(steps),
        sample_space=all_hands,
        data={"wanted": wanted, "tiles": _TILES, "draws": draws, **data},
    )


DRAWS = Topic(
    name="draws",
    title="Drawing without putting back",
    reminder="k tiles out of n can be drawn in C(n, k) = n! / (k! (n − k)!) ways, all equally "
    "likely. Probability = number of wanted draws divided by number of all draws.",
    make=_make,
    per_sheet=3,
    room=6,
)

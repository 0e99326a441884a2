"""The value of a meld with jokers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.melds import Group, judge
from rummistats.teach.answers import Number
from rummistats.teach.draw import whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import JOKER_RULES, MELD_RULES, game, random_meld, reading
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["VALUE"]


def _make(random: Generator, level: str) -> Problem | None:
    jokers = {"easy": whole(random, 0, 1), "medium": 1, "hard": 2}[level]
    tiles = random_meld(random, jokers)
    verdict = judge(tiles, game())
    readings = verdict.readings
    if level == "easy" and (len(readings) > 1 or (jokers and len(tiles) > 4)):
        return None
    if level == "medium" and len(readings) < 2:
        return None
    if level == "hard" and len(readings) < 2 + (len(tiles) < 4):
        return None
    steps = []
    for meld, value in zip(readings, verdict.values, strict=True):
        sum_of = " + ".join(map(str, meld.numbers))
        if isinstance(meld, Group):
            sum_of = f"{len(meld)} · {meld.number}"
        steps.append(f"It can be {reading(meld)}: {sum_of} = {value}.")
    if len(readings) > 1:
        steps.append(f"The largest of these is {verdict.values[0]}.")
    else:
        steps.insert(0, "There is only one way to read these tiles as a meld.")
        steps = steps if jokers else steps[1:]
    return Problem(
        text="These tiles are one meld.",
        questions=(
            Question(
                "How many points is it worth in the best reading?"
                if jokers
                else "How many points is it worth?",
                Number(Fraction(verdict.values[0])),
            ),
        ),
        steps=tuple(steps),
        sample_space=max(53**jokers, 2),
        data={"meld": str(tiles)},
        figures=(Tiles(str(tiles)),),
    )


VALUE = Topic(
    name="value",
    title="What is the meld worth?",
    reminder=f"{MELD_RULES} {JOKER_RULES} A tile is worth its number, and a joker the number that "
    "it stands for. Where a joker can be read in several ways, the most valuable one counts.",
    make=_make,
    per_sheet=5,
    room=0,
)

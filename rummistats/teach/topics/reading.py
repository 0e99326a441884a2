"""Reading a chart."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.distribution import Distribution
from rummistats.exact import hypergeometric
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, whole
from rummistats.teach.figures import ChartFigure
from rummistats.teach.problems import Problem, Question
from rummistats.teach.rounding import in_places
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["READING"]

# What is counted, how many of the 106 tiles that are, and how many are drawn. There are few, as a
# chart takes a while to draw; sheets with the same chart ask for other things.
_CHARTS = (
    ("red tiles", 26, 8),
    ("red tiles", 26, 14),
    ("red or blue tiles", 52, 5),
    ("red or blue tiles", 52, 7),
    ("tiles with an even number", 48, 6),
    ("tiles with a number above 10", 24, 10),
    ("tiles with a number above 10", 24, 16),
    ("tiles with a number below 4", 24, 12),
    ("tiles with a number below 8", 56, 6),
    ("tiles with a number below 10", 72, 5),
    ("tiles that are a multiple of 3", 32, 9),
    ("tiles with the numbers 5 to 9", 40, 10),
)
_TILES = 106
_TOLERANCE = Fraction(1, 100)


def _make(random: Generator, level: str) -> Problem | None:
    name, wanted, draws = pick(random, _CHARTS)
    found = hypergeometric(wanted=wanted, tiles=_TILES, draws=draws)
    # Bars too low to be seen would be a trap.
    seen = [v for v in found.values if found.prob(v) > Fraction(1, 200)]
    mode = max(found.values, key=found.prob)
    least = whole(random, int(seen[1]), int(seen[-2]))
    at_least = Fraction(found.at_least(least))
    questions = [
        Question("Which number is the most probable one?", Number(Fraction(int(mode)))),
        _question(f"What is the probability of {least} or more?", at_least),
    ]
    bars = [int(v) for v in seen if v >= least]
    steps = [
        f"The highest bar stands over {mode}.",
        f"Add the bars from {least} on: {_sum(found, bars, at_least)}.",
    ]
    low = high = int(mode)
    if level != "easy":
        width = whole(random, 1, 3)
        low = whole(random, int(seen[0]), int(seen[-1]) - width)
        high = low + width
        between = Fraction(found.at_least(low)) - Fraction(found.at_least(high + 1))
        questions.append(
            _question(f"What is the probability of {low} to {high}, both included?", between)
        )
        steps.append(
            f"Add the bars from {low} to {high}: "
            f"{_sum(found, list(range(low, high + 1)), between)}."
        )
    if level == "hard":
        mean = Number(Fraction(found.mean()), tolerance=Fraction(1, 10))
        conditions = Fraction(found.at_least(int(seen[1])))
        given = Fraction(found.prob(lambda v: v >= least)) / conditions
        if _percent(_rounded(at_least) / _rounded(conditions)) != _percent(given):
            return None
        questions.append(
            Question(
                f"What is the average number of {name}? One decimal place will do.",
                mean,
            )
        )
        questions.append(
            _question(
                f"Given that there are {seen[1]} or more: what is the probability of {least} or "
                "more?",
                given,
            )
        )
        steps.append(
            "The average is each number times the height of its bar, added up; the chart balances "
            f"there. It is {mean.following(f'{draws} · {wanted}/{_TILES}')}."
        )
        steps.append(
            f"Among the cases with {seen[1]} or more: {_percent(at_least)} / "
            f"{_percent(conditions)} ≈ {_percent(given)}."
        )
        if least == seen[1]:
            return None
    return Problem(
        text=f"{draws} tiles are drawn from the {_TILES} of the game. The chart shows how probable "
        f"each number of {name} among them is.",
        questions=tuple(questions),
        steps=tuple(steps),
        sample_space=len(seen) ** (1 if level == "easy" else 2 if level == "medium" else 3),
        data={
            "weights": {int(v): w for v, w in zip(found.values, found.weights, strict=True)},
            "least": least,
            "between": (low, high),
            "given": int(seen[1]),
            "level": level,
        },
        figures=(
            ChartFigure(
                f"{name.capitalize()} among {draws} tiles",
                name,
                tuple(int(v) for v in found.values),
                found.weights,
            ),
        ),
    )


def _question(prompt: str, probability: Fraction) -> Question:
    return Question(prompt, Number(probability, tolerance=_TOLERANCE, is_probability=True))


def _percent(probability: Fraction) -> str:
    return f"{in_places(100 * probability, 1)} %"


def _rounded(probability: Fraction) -> Fraction:
    """Return a probability as a bar of the chart shows it."""
    return Fraction(in_places(100 * probability, 1)) / 100


def _sum(found: Distribution, values: list[int], exactly: Fraction) -> str:
    """Return the sum of bars as they are read off, and what it would be without rounding."""
    bars = [Fraction(found.prob(v)) for v in values]
    total = sum(map(_rounded, bars), Fraction(0))
    shown = " + ".join(map(_percent, bars))
    if len(bars) > 1:
        shown += f" = {_percent(total)}"
    if _percent(total) != _percent(exactly):
        shown += f"; without rounding the bars, {_percent(exactly)}"
    return shown


READING = Topic(
    name="chart",
    title="Reading a chart",
    reminder="Each bar is the probability of the number below it. Bars of different numbers may be "
    "added. An answer may be off by one percentage point.",
    make=_make,
    per_sheet=1,
    room=0.7,
)

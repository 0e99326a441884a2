"""A problem: what is given, what is asked, the answers, and the way to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log10
from typing import Any

from rummistats.errors import RummistatsError, near_names, shown
from rummistats.teach.answers import Answer, Choice, Number
from rummistats.teach.figures import Figure, Grid, TableFigure

__all__ = [
    "LEVELS",
    "Problem",
    "Question",
    "WorksheetError",
    "check_level",
    "is_same",
    "is_sound",
    "numbers_in",
    "too_alike",
]

LEVELS = ("easy", "medium", "hard")
"""How hard problems can be."""

# A number that stands alone, not that of a tile.
_NUMBERS = re.compile(r"(?<![\w.,/])\d[\d,]*(?:[./]\d+)?(?![\w/])")


class WorksheetError(RummistatsError):
    """A worksheet that can't be made: no such topic, level or number of copies."""


@dataclass(frozen=True)
class Question:
    """One question and its answer.

    Parameters
    ----------
    prompt : str
        What is asked.
    answer : Answer
        The right answer.

    Examples
    --------
    >>> from fractions import Fraction
    >>> Question("How many tiles are red?", Number(Fraction(13))).answer.text
    '13'
    """

    prompt: str
    answer: Answer


@dataclass(frozen=True)
class Problem:
    """A problem with its solution.

    Parameters
    ----------
    text : str
        What is given, in words.
    questions : tuple of Question
        What is asked.
    steps : tuple of str
        The way to the answers, sentence by sentence.
    sample_space : int
        How many cases somebody has who lists all of them.
    data : mapping
        What is given, as texts of tiles and plain numbers: all that is needed to solve the problem.
    figures : tuple of Figure
        What is given, as pictures and tables.

    Examples
    --------
    >>> from fractions import Fraction
    >>> asked = Question("How many tiles are not red?", Number(Fraction(39)))
    >>> problem = Problem("There are 52 tiles.", (asked,), ("52 − 13 = 39",), sample_space=100)
    >>> problem.difficulty, len(problem.answers)
    (3.0, 1)
    """

    text: str
    questions: tuple[Question, ...]
    steps: tuple[str, ...]
    sample_space: int
    data: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()

    @property
    def difficulty(self) -> float:
        """How hard the problem is: steps to the answer, and digits of the number of cases."""
        return len(self.steps) + log10(self.sample_space)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers to its questions."""
        return tuple(question.answer for question in self.questions)


def check_level(level: object) -> str:
    """Return the level if there is such a one.

    Raises
    ------
    WorksheetError
        If there isn't.

    Examples
    --------
    >>> check_level("easy")
    'easy'
    """
    if not isinstance(level, str) or level not in LEVELS:
        near = near_names(level, list(LEVELS)) if isinstance(level, str) else ""
        raise WorksheetError(f"level={shown(level)}{near}; the levels are {', '.join(LEVELS)}")
    return level


def is_sound(problem: Problem) -> bool:
    """Return whether no answer is given away, and no probability is 0 or 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> asked = Question("How many tiles are not red?", Number(Fraction(39)))
    >>> is_sound(Problem("There are 52 tiles.", (asked,), ("52 − 13 = 39",), 52))
    True
    >>> is_sound(Problem("There are 52 tiles, 39 not red.", (asked,), ("It says so.",), 52))
    False
    """
    given = set(_given_numbers(problem))
    for answer in problem.answers:
        if not isinstance(answer, Number):
            continue
        if answer.is_probability and not 0 < answer.value < 1:
            return False
        if answer.telling & given:
            return False
    return True


def _given_numbers(problem: Problem) -> Iterator[str]:
    texts = [problem.text, *(question.prompt for question in problem.questions)]
    for figure in problem.figures:
        if isinstance(figure, TableFigure):
            texts += [" | ".join(row) for row in figure.rows]
        elif isinstance(figure, Grid):
            texts += figure.labels
    for text in texts:
        yield from numbers_in(text)


def numbers_in(text: str) -> list[str]:
    """Return the numbers that stand alone in a text, not those of tiles.

    Examples
    --------
    >>> numbers_in("Of 12 tiles, R7 and 3/4 of 1,000.")
    ['12', '3/4', '1,000']
    """
    return _NUMBERS.findall(text)


def is_same(problem: Problem, other: Problem) -> bool:
    """Return whether who has solved the one has all answers to the other.

    Examples
    --------
    >>> from fractions import Fraction
    >>> asked = [Question("How many?", Number(Fraction(count))) for count in (39, 13)]
    >>> one = Problem("red", tuple(asked), ("",), 2)
    >>> other = Problem("blue", (asked[0],), ("",), 2)
    >>> is_same(one, other), is_same(one, one)
    (False, True)
    """
    return problem.answers == other.answers or bool(problem.data and problem.data == other.data)


def too_alike(problem: Problem, other: Problem) -> bool:
    """Return whether neighbors could copy: an answer that isn't a mere choice is the same.

    Where all answers are choices, all of them must be the same.

    Examples
    --------
    >>> from fractions import Fraction
    >>> asked = Question("How many?", Number(Fraction(39)))
    >>> one, other = (Problem(text, (asked,), ("",), 2) for text in ("red", "blue"))
    >>> too_alike(one, other)
    True
    """
    if is_same(problem, other):
        return True
    pairs = zip(problem.answers, other.answers, strict=False)
    return any(mine == theirs for mine, theirs in pairs if not isinstance(mine, Choice))

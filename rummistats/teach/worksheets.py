"""Worksheets: for each copy its own problems, and all of them again from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.errors import shown
from rummistats.seeds import make_seed
from rummistats.teach.figures import Grid, Tiles
from rummistats.teach.problems import (
    Problem,
    WorksheetError,
    check_level,
    is_same,
    is_sound,
    too_alike,
)
from rummistats.teach.text import names_a_tile
from rummistats.teach.topics import Topic, find_topic
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["MOST_COPIES", "Worksheets", "make_problem", "make_worksheets"]

MOST_COPIES = 1000
"""More sheets than any school needs at a time; a larger number is a slip."""

# Drawn problems, those of them that would do by themselves, and those that are asked to be new to
# the whole class. A sheet that can't be finished is begun again.
_MOST_TRIES, _MOST_REFUSED, _MOST_KNOWN = 2000, 100, 12
_MOST_BEGINNINGS = 30


@dataclass(frozen=True)
class Worksheets:
    """All copies of a worksheet.

    Parameters
    ----------
    topic : Topic
        What it is about.
    level : str
        How hard it is.
    seed : int
        What it was made from.
    copies : tuple of tuple of Problem
        The problems of each copy.

    Examples
    --------
    >>> sheets = make_worksheets("draws", copies=2, seed=3)
    >>> sheets.topic.title, sheets.level, len(sheets.copies[0])
    ('Drawing without putting back', 'medium', 3)
    """

    topic: Topic
    level: str
    seed: int
    copies: tuple[tuple[Problem, ...], ...]

    @property
    def command(self) -> str:
        """The command that makes the same sheets again."""
        if self.topic.is_activity:
            return f"rummistats worksheet {self.topic.name} --copies {len(self.copies)}"
        return (
            f"rummistats worksheet {self.topic.name} --copies {len(self.copies)} "
            f"--seed {self.seed} --level {self.level}"
        )

    def reminder(self, number: int) -> str:
        """Return what the box of a copy says, counted from 1; with tiles also what they bear.

        Examples
        --------
        >>> make_worksheets("orders", copies=1, level="easy").reminder(1)[-55:]
        'R (●) is red, B (◆) blue, K (▲) black and Y (■) yellow.'
        """
        told = self.topic.reminder_at(self.level)
        letters = _letters(self.copies[number - 1])
        return f"{told} {letters}".strip()

    @property
    def different(self) -> int:
        """How many different problems there are on all copies together."""
        return len({_known_by(problem) for problems in self.copies for problem in problems})


def make_worksheets(
    topic: str | Topic, *, copies: int = 30, seed: int = 1, level: str = "medium"
) -> Worksheets:
    """Return worksheets, each copy with its own hands and numbers.

    No problem stands on two copies one after the other, at no place: neighbors can't copy. Where
    a topic has fewer problems than a class needs, copies farther apart may share some. The first
    copies are the same however many there are.

    Parameters
    ----------
    topic : str or Topic
        What they are about; `TOPICS` lists all.
    copies : int
        How many copies.
    seed : int
        A whole number from 0 on: the same one gives the same sheets.
    level : {"easy", "medium", "hard"}
        How hard they are.

    Raises
    ------
    WorksheetError
        If there is no such topic or level, the number of copies or the seed is out of range, or the
        topic has too few different problems.

    Examples
    --------
    >>> sheets = make_worksheets("value", copies=2, seed=5, level="easy")
    >>> len(sheets.copies), sheets.command
    (2, 'rummistats worksheet value --copies 2 --seed 5 --level easy')
    >>> sheets.copies[0] == make_worksheets("value", copies=1, seed=5, level="easy").copies[0]
    True
    """
    chosen = topic if isinstance(topic, Topic) else find_topic(topic)
    check_level(level)
    count, number = as_whole(copies), as_whole(seed)
    if count is None or not 1 <= count <= MOST_COPIES:
        raise WorksheetError(
            f"copies={shown(copies)}: there can be from 1 to {MOST_COPIES:,} copies of a worksheet"
        )
    if number is None or number < 0:
        raise WorksheetError(f"seed={shown(seed)}: a worksheet's seed is a whole number from 0 on")
    copies, seed = count, number
    made: list[tuple[Problem, ...]] = []
    known: set[str] = set()
    for copy in range(copies):
        random = make_seed(seed).child(copy).generator()
        made.append(_copy(chosen, random, level, made[-1] if made else (), known))
        known |= {_known_by(problem) for problem in made[-1]}
    return Worksheets(chosen, level, seed, tuple(made))


def _copy(
    topic: Topic, random: Generator, level: str, neighbor: tuple[Problem, ...], known: set[str]
) -> tuple[Problem, ...]:
    """Return the problems of a copy; if the first ones leave no room for the last, draw again."""
    for _ in range(_MOST_BEGINNINGS):
        problems: list[Problem] = []
        for place in range(topic.per_sheet):
            problem = _draw(
                topic,
                random,
                level,
                neighbors=list(neighbor[place : place + 1]),
                others=[*problems, *neighbor],
                known=known,
            )
            if problem is None:
                break
            problems.append(problem)
        else:
            return tuple(problems)
    raise _too_few(topic, level)


def _letters(problems: tuple[Problem, ...]) -> str:
    """Return what the letters on tiles mean, if there are any tiles in the problems."""
    figures = [figure for problem in problems for figure in problem.figures]
    if any(isinstance(figure, Tiles | Grid) for figure in figures):
        return "R (●) is red, B (◆) blue, K (▲) black and Y (■) yellow."
    texts = [
        text
        for problem in problems
        for text in (problem.text, *(question.prompt for question in problem.questions))
    ]
    if any(map(names_a_tile, texts)):
        return "R is red, B blue, K black and Y yellow: R7 is the red 7."
    return ""


def _too_few(topic: Topic, level: str) -> WorksheetError:
    return WorksheetError(
        f"topic {topic.name}, level {level}: no new problem was found, it has too few different "
        "ones for neighboring copies; make fewer copies, or take another seed or level"
    )


def _known_by(problem: Problem) -> str:
    """Return a text that only the same problem has."""
    return repr(sorted(problem.data.items()))


def make_problem(
    topic: Topic,
    random: Generator,
    level: str,
    neighbors: list[Problem] | None = None,
    others: list[Problem] | None = None,
) -> Problem:
    """Return a problem that gives nothing away, and whose answers its neighbors don't have.

    Parameters
    ----------
    topic : Topic
        What it is about.
    random : numpy.random.Generator
        Where it is drawn from.
    level : str
        How hard it is.
    neighbors : list of Problem, optional
        The problems at the same place of neighboring sheets.
    others : list of Problem, optional
        The problems on the same sheet and at other places of neighboring ones, which are not to
        come again.

    Raises
    ------
    WorksheetError
        If none is found, which means that the topic has too few different problems.

    Examples
    --------
    >>> problem = make_problem(find_topic("draws"), make_seed(5).generator(), "easy")
    >>> 0 < problem.answers[0].value < 1
    True
    """
    problem = _draw(topic, random, level, neighbors or [], others or [])
    if problem is None:
        raise _too_few(topic, level)
    return problem


def _draw(
    topic: Topic,
    random: Generator,
    level: str,
    neighbors: list[Problem],
    others: list[Problem],
    known: set[str] | None = None,
) -> Problem | None:
    """Return a problem that can stand beside all these, or none if none is found.

    For a while it also has to be one that is not known yet, on any copy.
    """
    refused = 0
    for _ in range(_MOST_TRIES):
        problem = topic.make(random, level)
        if problem is None:
            continue
        if topic.is_activity:
            return problem
        if not is_sound(problem):
            continue
        if (
            (refused >= _MOST_KNOWN or not known or _known_by(problem) not in known)
            and not any(too_alike(problem, neighbor) for neighbor in neighbors)
            and not any(is_same(problem, other) for other in others)
        ):
            return problem
        refused += 1
        if refused == _MOST_REFUSED:
            break
    return None

"""Worksheets: for each copy its own problems, and all of them again from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.errors import shown
from rummistats.seeds import make_seed
from rummistats.teach.problems import Problem, WorksheetError, check_level, is_sound, too_alike
from rummistats.teach.topics import Topic, find_topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["MOST_COPIES", "Worksheets", "make_problem", "make_worksheets"]

MOST_COPIES = 1000
"""More sheets than any school needs at a time; a larger number is a slip."""

_MOST_TRIES = 2000


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


def make_worksheets(
    topic: str | Topic, *, copies: int = 30, seed: int = 1, level: str = "medium"
) -> Worksheets:
    """Return worksheets, each copy with its own hands and numbers.

    The first copies are the same however many there are.

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
        If there is no such topic or level, or the number of copies or the seed is out of range.

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
    if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_COPIES:
        raise WorksheetError(
            f"copies={shown(copies)}: there can be from 1 to {MOST_COPIES:,} copies of a worksheet"
        )
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise WorksheetError(f"seed={shown(seed)}: a worksheet's seed is a whole number from 0 on")
    made: list[tuple[Problem, ...]] = []
    for copy in range(copies):
        random = make_seed(seed).child(copy).generator()
        problems: list[Problem] = []
        for place in range(chosen.per_sheet):
            neighbor = [made[-1][place]] if made else []
            problems.append(make_problem(chosen, random, level, neighbor, problems))
        made.append(tuple(problems))
    return Worksheets(chosen, level, seed, tuple(made))


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
        The problems on the same sheet, which are not to come again.

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
    for _ in range(_MOST_TRIES):
        problem = topic.make(random, level)
        if problem is None:
            continue
        if topic.is_activity or (
            is_sound(problem)
            and not any(too_alike(problem, neighbor) for neighbor in neighbors or [])
            and all(problem.answers != other.answers for other in others or [])
        ):
            return problem
    raise WorksheetError(f"topic {topic.name}, level {level}: no new problem was found")

"""An exercise: makes a task with a student's own numbers, its answer, hints and likely mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError, shown
from rummistats.seeds import make_seed
from rummistats.teach.answers import (
    AnyAnswer,
    AnyHand,
    Choice,
    Estimate,
    Function,
    Melds,
    Number,
    SetOf,
    Several,
    Tiles,
)
from rummistats.teach.problems import numbers_in
from rummistats.teach.reading import read_answer
from rummistats.teach.verdicts import Mistake, Verdict, judge_answer, same_answer

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = [
    "KINDS_OF_EXERCISE",
    "Exercise",
    "ExerciseError",
    "Mistake",
    "Task",
    "every_other",
    "right_answer",
]

KINDS_OF_EXERCISE = {"do": "do it", "explain": "explain it", "mistake": "find the mistake"}
"""The three levels of exercises, and what they ask for."""

_MOST_DRAWS = 200
_NUMBER = re.compile(r"(?P<lesson>\d+)\.(?P<place>\d+)")


class ExerciseError(RummistatsError):
    """An exercise that isn't there, or can't be made."""


@dataclass(frozen=True)
class Task:
    """What one student is asked in an exercise.

    Parameters
    ----------
    text : str
        What is asked, in Markdown, with the student's own numbers.
    right : AnyAnswer
        The right answer.
    why : str
        Why that works: what a right answer is told.
    hints : tuple of str
        Three steps: a question, a smaller case, the first line of the solution.
    solution : str
        The whole way, in Markdown.
    mistakes : tuple of Mistake
        Likely wrong answers.
    given : mapping
        What is handed out to a student's code, by name.
    pictures : tuple
        What shows itself under the text: hands, tables, charts.

    Examples
    --------
    >>> from fractions import Fraction
    >>> task = Task("How many colors are there?", Number(Fraction(4)), "R, B, K and Y",
    ...             hints=("Which letters do tiles have?", "Look at one number.", "R, B, …"),
    ...             solution="R, B, K, Y: 4.")
    >>> task.judge(4).words
    'R, B, K and Y.'
    """

    text: str
    right: AnyAnswer
    why: str
    hints: tuple[str, str, str]
    solution: str
    mistakes: tuple[Mistake, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[object, ...] = ()

    def judge(self, answer: object) -> Verdict:
        """Return the verdict on an answer, whatever is given.

        Examples
        --------
        >>> from fractions import Fraction
        >>> task = Task("1 + 1?", Number(Fraction(2)), "one and one", ("", "", ""), "2")
        >>> task.judge("two").status
        'unreadable'
        """
        return judge_answer(answer, self.right, self.why, self.mistakes)


@dataclass(frozen=True)
class Exercise:
    """An exercise of a lesson.

    Parameters
    ----------
    number : str
        The lesson's number and its own, such as ``"2.3"``.
    title : str
        What it is about, in a few words.
    level : str
        One of `KINDS_OF_EXERCISE`: ``"do"``, ``"explain"`` or ``"mistake"``.
    make : callable
        Takes a NumPy generator and returns a task.

    Raises
    ------
    ExerciseError
        If number or level are none.

    Examples
    --------
    >>> from fractions import Fraction
    >>> def doubled(random):
    ...     n = int(random.integers(3, 9))
    ...     return Task(f"Twice {n}?", Number(Fraction(2 * n)), "n and n", ("", "", ""), "n + n")
    >>> exercise = Exercise("2.1", "Twice", "do", doubled)
    >>> exercise.task(7) == exercise.task(7)
    True
    """

    number: str
    title: str
    level: str
    make: Callable[[Generator], Task]

    def __post_init__(self) -> None:
        if not _NUMBER.fullmatch(self.number):
            raise ExerciseError(f"number={shown(self.number)}: an exercise is called '2.3'")
        if self.level not in KINDS_OF_EXERCISE:
            raise ExerciseError(
                f"level={shown(self.level)}; the levels are {', '.join(KINDS_OF_EXERCISE)}"
            )

    def task(self, seed: int, again: int = 0) -> Task:
        """Return the task of the student with this seed.

        A draw is left out in which a likely mistake would be right, two likely mistakes can't be
        told apart, or the answer stands in the text.

        Parameters
        ----------
        seed : int
            The student's seed.
        again : int, default 0
            How often the student has asked for other numbers.

        Raises
        ------
        ExerciseError
            If no draw is fit to be asked.
        """
        found = _NUMBER.fullmatch(self.number)
        assert found
        of_exercise = make_seed(seed).child(int(found["lesson"])).child(int(found["place"]))
        reason = ""
        for draw in range(_MOST_DRAWS):
            task = self.make(of_exercise.child(again).child(draw).generator())
            reason = _unfit(task)
            if not reason:
                return task
        raise ExerciseError(f"exercise {self.number} can't be made from seed {seed}: {reason}")


def every_other(options: Sequence[str], right: int, words: str) -> tuple[Mistake, ...]:
    """Return the mistake of choosing another option than the right one, of which all say the same.

    Examples
    --------
    >>> [mistake.answer for mistake in every_other(("line 1", "line 2", "line 3"), 1, "It holds.")]
    ['line 1', 'line 3']
    """
    return tuple(Mistake(option, words) for place, option in enumerate(options) if place != right)


def right_answer(right: AnyAnswer) -> object:
    """Return a right answer as a student would give it.

    Examples
    --------
    >>> from fractions import Fraction
    >>> right_answer(Choice(("yes", "no"), 1)), right_answer(Number(Fraction(1, 3)))
    ('no', Fraction(1, 3))
    """
    match right:
        case Number():
            return right.value
        case Choice():
            return right.text
        case Several():
            return right.text
        case Melds():
            return list(right.melds)
        case SetOf():
            return right.elements
        case Tiles():
            return right.hand
        case AnyHand():
            return right.example
        case Function():
            return right.example
        case Estimate():
            # So many trials that a whole number of them comes as near as can be.
            trials = 1000 * right.probability.denominator
            trials = min(trials, 10**9)
            return round(right.probability * trials), trials


def _unfit(task: Task) -> str:
    """Return why a task can't be asked, or an empty text."""
    for place, mistake in enumerate(task.mistakes):
        if callable(mistake.answer) and not isinstance(task.right, Function):
            continue
        if task.judge(mistake.answer).right:
            return f"the mistake {shown(mistake.answer)} is right"
        read = read_answer(mistake.answer, task.right)
        for other in task.mistakes[:place]:
            if not callable(other.answer) and same_answer(
                read, read_answer(other.answer, task.right), task.right
            ):
                return f"two mistakes have the answer {shown(mistake.answer)}"
    if isinstance(task.right, Number) and task.right.telling & set(numbers_in(task.text)):
        return f"the answer {task.right.text} stands in the text"
    return ""

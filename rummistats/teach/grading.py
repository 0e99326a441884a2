"""Lessons as assignments for nbgrader and Otter-Grader: notebooks in their formats.

Everybody gets the numbers of one seed, and answers are judged as in the lesson itself. Neither
grader is needed to write these files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError, near_names, shown
from rummistats.teach.cells import answered, has_call, restarted
from rummistats.teach.exercises import KINDS_OF_EXERCISE, Exercise
from rummistats.teach.feedback import SIGNS, Words
from rummistats.teach.lessons import Lesson, find_exercise
from rummistats.teach.notebooks import (
    ANSWER,
    EXERCISE,
    SETUP,
    has_tag,
    notebook_text,
    numbered,
    source_cells,
)
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["FORMATS", "GradingError", "NotRight", "assignment_files", "grade"]

POINTS = 1

HOW_IT_IS_GRADED = (
    "**To be handed in.** The field under an exercise tells at once whether an answer is right, "
    "and gives hints. What is graded is what stands in the cell after it: write your answer there, "
    "in the place of the dots."
)


class GradingError(RummistatsError):
    """A format or a seed of which no assignment can be made."""


class NotRight(AssertionError):
    """An answer that earns no points; the message says what probably went wrong."""


def grade(number: str, answer: object, *, seed: int) -> str:
    """Return why an answer is right, for the tests of a grader.

    Parameters
    ----------
    number : str
        The exercise, such as ``"2.3"``.
    answer : object
        What the student gives, in any form that the lesson takes too.
    seed : int
        From which the numbers of the assignment are made.

    Raises
    ------
    NotRight
        If it isn't right; the message is what the lesson says of it too.

    Examples
    --------
    >>> grade("1.1", ..., seed=5)
    Traceback (most recent call last):
    rummistats.teach.grading.NotRight: Exercise 1.1 has no answer yet.
    """
    task = find_exercise(number).task(seed)
    if answer is ...:
        raise NotRight(f"Exercise {number} has no answer yet.")
    verdict = task.judge(answer)
    words = str(Words(f"{SIGNS[verdict.status]} {verdict.words}"))
    if not verdict.right:
        raise NotRight(words)
    return words


def assignment_files(lesson: Lesson, format: str, seed: int) -> dict[str, bytes]:
    """Return a lesson as an assignment, with its answers, from which a grader makes the rest.

    Parameters
    ----------
    lesson : Lesson
        The lesson.
    format : str
        ``"nbgrader"`` (for ``nbgrader generate_assignment``) or ``"otter"`` (for ``otter assign``).
    seed : int
        From which the numbers are made, the same for everybody.

    Returns
    -------
    dict of str to bytes
        The content of each file by its name, in folders as the grader wants them.

    Raises
    ------
    GradingError
        If there is no such format, or the seed is none.

    Examples
    --------
    >>> from rummistats.teach.lessons import find_lesson
    >>> list(assignment_files(find_lesson(1), "nbgrader", seed=7))
    ['source/01-tiles-as-sets/01-tiles-as-sets.ipynb']
    """
    if format not in FORMATS:
        near = near_names(str(format), list(FORMATS))
        raise GradingError(f"no format {shown(format)}{near}; there is {' and '.join(FORMATS)}")
    number = as_whole(seed)
    if number is None or number < 0:
        raise GradingError(f"seed={shown(seed)}: a whole number from 0 is expected")
    seed = number
    folder, make_cells = FORMATS[format]
    cells = list(make_cells(lesson, seed))
    notebook = numbered(cells, {"title": lesson.title})
    name = f"{folder}{lesson.name}/{lesson.name}.ipynb"
    return {name: notebook_text(notebook).encode()}


def _nbgrader_cells(lesson: Lesson, seed: int) -> Iterator[NotebookNode]:
    """Yield the cells of a source notebook of nbgrader."""
    for cell, question in _parts(lesson, seed):
        if question is None:
            if has_tag(cell, SETUP):
                cell.metadata.nbgrader = _nbgrader(f"setup-{cell.id}", locked=True)
            yield cell
            continue
        name = question.id
        yield _code(question.shown, nbgrader=_nbgrader(f"task-{name}", locked=True))
        yield _code(
            "\n".join(
                (*question.prompt, "### BEGIN SOLUTION", *question.solution, "### END SOLUTION")
            ),
            nbgrader=_nbgrader(f"answer-{name}", solution=True),
        )
        test = f"from rummistats.teach.grading import grade\n\n{question.test(seed)}"
        graded = _nbgrader(f"test-{name}", locked=True, grade=True) | {"points": POINTS}
        yield _code(test, nbgrader=graded)


def _nbgrader(
    name: str, *, locked: bool = False, grade: bool = False, solution: bool = False
) -> dict[str, Any]:
    """Return what nbgrader wants to know of a cell."""
    return {
        "grade": grade,
        "grade_id": name,
        "locked": locked,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }


def _otter_cells(lesson: Lesson, seed: int) -> Iterator[NotebookNode]:
    """Yield the cells of a master notebook of Otter Assign, in its format v1."""
    from rummistats import __version__

    # Another version may make other numbers of the same seed.
    yield _raw(
        f"# ASSIGNMENT CONFIG\nname: {lesson.name}\nexport_cell:\n  pdf: false\ngenerate: true\n"
        "tests:\n  ok_format: false\n"
        f'requirements:\n  - "rummistats[lessons]=={__version__}"'
    )
    for cell, question in _parts(lesson, seed):
        if question is None:
            yield cell
            continue
        yield _raw(f"# BEGIN QUESTION\nname: q{question.id}\npoints: {POINTS}")
        yield _code(question.shown)
        yield _raw("# BEGIN SOLUTION")
        solution = ("# BEGIN SOLUTION NO PROMPT", *question.solution, "# END SOLUTION")
        prompt = ('""" # BEGIN PROMPT', *question.prompt, '"""; # END PROMPT')
        yield _code("\n".join((*solution, *prompt)))
        yield _raw("# END SOLUTION")
        yield _raw("# BEGIN TESTS")
        # Otter runs a test apart from the notebook: it must import what it needs.
        test = f"test_{question.id}"
        yield _code(
            f"def {test}({question.variable}):\n"
            "    from rummistats.teach.grading import grade\n\n"
            f"    {question.test(seed)}\n\n\n"
            f"{test}({question.variable})  # IGNORE"
        )
        yield _raw("# END TESTS")
        yield _raw("# END QUESTION")


FORMATS: dict[str, tuple[str, Callable[[Lesson, int], Iterator[NotebookNode]]]] = {
    "nbgrader": ("source/", _nbgrader_cells),
    "otter": ("", _otter_cells),
}
"""The formats: the folder of assignments in a course, and what makes the cells."""


@dataclass(frozen=True)
class _Question:
    """An exercise as it is graded: the answer is a variable, which students fill."""

    exercise: Exercise
    asked: str
    answer: str

    @property
    def id(self) -> str:
        """A name for it where no dots are allowed."""
        return self.exercise.number.replace(".", "_")

    @property
    def variable(self) -> str:
        """What holds the answer."""
        return f"answer_{self.id}"

    @property
    def shown(self) -> str:
        """The code that shows what is asked."""
        return f'check("{self.exercise.number}")'

    @property
    def prompt(self) -> tuple[str, ...]:
        """What students find in the cell for their answer."""
        exercise = self.exercise
        level = KINDS_OF_EXERCISE[exercise.level]
        before = answered(self.asked)[0]
        return (
            f"# {exercise.number} {exercise.title} ({level})",
            *filter(None, [before]),
            f"{self.variable} = ...",
        )

    @property
    def solution(self) -> tuple[str, ...]:
        """The code that gives the right answer."""
        before, _, value = answered(self.answer)
        return (*filter(None, [before]), f"{self.variable} = {value}")

    def test(self, seed: int) -> str:
        """Return the code that judges the answer."""
        return f'grade("{self.exercise.number}", {self.variable}, seed={seed})'


def _parts(lesson: Lesson, seed: int) -> Iterator[tuple[NotebookNode, _Question | None]]:
    """Yield a lesson's cells without answers, and the questions of those that are exercises."""
    exercises = {exercise.number: exercise for exercise in lesson.exercises}
    cells = source_cells(lesson.source)
    answers = {
        answered(cell.source)[1]: cell.source
        for cell in cells
        if cell.cell_type == "code" and has_tag(cell, ANSWER) and has_call(cell.source, "check")
    }
    for place, cell in enumerate(cells):
        if has_tag(cell, ANSWER):
            continue
        question = None
        if has_tag(cell, EXERCISE):
            number = answered(cell.source)[1]
            if number not in exercises:
                raise GradingError(f"lesson {lesson.name} has no exercise {number}")
            question = _Question(exercises[number], cell.source, answers[number])
        elif has_tag(cell, SETUP) and has_call(cell.source, "start"):
            cell.source = restarted(cell.source, f"seed={seed}")
            cell.metadata.jupyter = {"source_hidden": True}
        yield cell, question
        if place == 0:
            yield _markdown(HOW_IT_IS_GRADED), None


def _code(source: str, **metadata: Any) -> NotebookNode:
    from nbformat.v4 import new_code_cell

    made: NotebookNode = new_code_cell(source, metadata=metadata)
    return made


def _raw(source: str) -> NotebookNode:
    from nbformat.v4 import new_raw_cell

    made: NotebookNode = new_raw_cell(source)
    return made


def _markdown(source: str) -> NotebookNode:
    from nbformat.v4 import new_markdown_cell

    made: NotebookNode = new_markdown_cell(source)
    return made

"""What a lesson's notebook uses: exercises, hints, predictions and progress.

The first cell of a notebook calls `start`; `check` shows an exercise and judges its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import EllipsisType
from typing import Any

from rummistats.teach.feedback import Feedback, Prediction, Words
from rummistats.teach.lessons import find_lesson
from rummistats.teach.session import Session

__all__ = [
    "again",
    "check",
    "given",
    "hint",
    "look_back",
    "predict",
    "progress",
    "solution",
    "start",
]

_current: list[Session] = []


def start(lesson: int | str, seed: int | None = None, teacher: bool = False) -> Words:
    """Begin a lesson, or go on with it.

    Parameters
    ----------
    lesson : int or str
        Its number or name.
    seed : int, optional
        From which all numbers are made. Each student has an own one, drawn at the first start and
        kept in ``my-progress.json`` beside the notebook; a class that works on the same numbers
        takes the same one.
    teacher : bool, default False
        Whether this is the teacher's edition: nothing is kept, and an answer that isn't right is
        an error.

    Returns
    -------
    Words
        How far the student has come.

    Raises
    ------
    LessonError
        If there is no such lesson.
    ProgressError
        If the file of progress is damaged.

    Examples
    --------
    >>> print(start(1, seed=5, teacher=True))
    Lesson 1: Tiles as sets. Teacher's edition, with the numbers of seed 5.
    """
    found = find_lesson(lesson)
    session = Session.begin(Path.cwd(), seed, teacher)
    _current[:] = [session]
    title = f"**Lesson {found.number}: {found.title}{'' if found.title[-1] in '?!…' else '.'}**"
    if teacher:
        return Words(f"{title} Teacher's edition, with the numbers of seed {session.seed}.")
    solved = len(session.solved(found))
    said = (
        f"{title} Your numbers are made from seed {session.seed}. "
        f"You have solved {solved} of {len(found.exercises)} exercises; "
        f"`progress({found.number})` shows which."
    )
    return Words(f"{said} {session.trouble}".strip())


def check(number: str, answer: object = ...) -> Feedback:
    """Show an exercise, and judge an answer to it.

    Parameters
    ----------
    number : str
        The exercise, such as ``"2.3"``.
    answer : object, optional
        The answer, in any form: ``3/4``, ``"75 %"``, ``"1 in 4"``, a set, ``"R1 R2 R3"``, a
        function, or hits and trials of a simulation. With ``...`` the exercise is only shown,
        with a field for the answer.

    Returns
    -------
    Feedback
        Shows itself in a notebook; ``.right`` tells whether the answer is right.

    Raises
    ------
    LessonError
        If there is no such exercise.

    Examples
    --------
    >>> _ = start(1, seed=5, teacher=True)
    >>> check("1.1").verdict is None
    True
    """
    session = _session()
    task = session.task(number)
    verdict = None if isinstance(answer, EllipsisType) else session.answer(number, answer)
    return Feedback(number, task, verdict, session)


def hint(number: str) -> Words:
    """Return the next hint: a question, then a smaller case, then how the solution begins."""
    return Words(_session().next_hint(number))


def solution(number: str) -> Words:
    """Return the whole way to the answer, once it is solved or all hints are taken."""
    return Words(_session().solution(number))


def again(number: str) -> Feedback:
    """Return an exercise with other numbers, to practice."""
    session = _session()
    return Feedback(number, session.again(number), None, session)


def given(number: str) -> Any:
    """Return what is given in an exercise, for use in code.

    Parameters
    ----------
    number : str
        The exercise, such as ``"2.3"``.

    Returns
    -------
    object
        The one thing that is given, or a tuple of all of them in their order.

    Raises
    ------
    LessonError
        If there is no such exercise.
    """
    things = tuple(_session().task(number).given.values())
    return things[0] if len(things) == 1 else things


def predict(
    name: str,
    question: str,
    unit: str | None = None,
    options: Sequence[str] = (),
    guess: object = None,
) -> Prediction:
    """Ask for a prediction, and keep it until `look_back` comes back to it.

    Parameters
    ----------
    name : str
        Its name, such as ``"2.a"``.
    question : str
        What is to be guessed.
    unit : str, optional
        ``"percent"``, ``"probability"``, ``"count"``, or a word such as ``"tiles"``.
    options : sequence of str, optional
        What to choose from, if it isn't a number.
    guess : object, optional
        The guess; without it there is a field to write it in.

    Returns
    -------
    Prediction
        Shows itself in a notebook.

    Raises
    ------
    LessonError
        If the guess is no number of this unit, or none of the options.

    Examples
    --------
    >>> _ = start(1, seed=5, teacher=True)
    >>> print(predict("1.a", "How many tiles are red?", unit="tiles", guess=20).said)
    Your guess is kept: 20 tiles.
    >>> print(look_back("1.a", 26))
    You guessed 20 tiles; it is 26 tiles. That is 6 too low.
    """
    session = _session()
    session.expect(name, unit, options)
    said = "" if guess is None else session.guess(name, guess, unit, options)
    return Prediction(name, question, unit, tuple(options), said, session)


def look_back(name: str, value: object) -> Words:
    """Return a prediction beside the figure that has been found.

    Parameters
    ----------
    name : str
        The prediction's name.
    value : Fraction, float, Estimate or str
        The figure; a probability also where percent were guessed.

    Raises
    ------
    LessonError
        If the value is no figure.
    """
    return Words(_session().compare_guess(name, value))


def progress(lesson: int | str | None = None) -> Words:
    """Return what is solved and what is open, in one lesson or in all."""
    return Words(_session().overview(lesson))


def _session() -> Session:
    if not _current:
        _current.append(Session.begin(Path.cwd()))
    return _current[0]

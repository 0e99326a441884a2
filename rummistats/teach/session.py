"""One student at work: whose numbers they are, what was answered, and what is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from errno import EACCES, ENOENT
from fractions import Fraction
from pathlib import Path
from typing import Any

from rummistats.errors import shown
from rummistats.teach.answers import Function
from rummistats.teach.exercises import KINDS_OF_EXERCISE, Task, right_answer
from rummistats.teach.lessons import Lesson, LessonError, find_exercise, find_lesson, lessons
from rummistats.teach.progress import (
    FILE_NAME,
    Guess,
    Progress,
    Tried,
    new_seed,
    read_progress,
)
from rummistats.teach.reading import Unreadable, read_number
from rummistats.teach.verdicts import Verdict
from rummistats.whole import as_whole

__all__ = ["Session"]

_HINT_NAMES = ("A question", "A smaller case", "How it begins")
_LARGEST = 10**15
_PATIENCE = 10
_OF_UNIT = {"percent": 100, "probability": 1}


@dataclass
class Session:
    """What the cells of a notebook share.

    Parameters
    ----------
    progress : Progress
        What has been done so far.
    path : Path or None
        The file in which it is kept; None if nothing is kept.
    seed : int
        From which the numbers in this notebook are made. Another notebook in the same folder may
        have been started with another one.
    teacher : bool
        Whether this is the teacher's edition, in which each answer must be right.
    trouble : str
        Why nothing can be kept, if so.
    units : dict of str to str
        The unit of each prediction that was asked for, also if nothing was guessed.

    Examples
    --------
    >>> session = Session(Progress(seed=5), None, 5)
    >>> session.answer("1.1", "nonsense of the worst kind ...").status
    'unreadable'
    >>> session.progress.exercise("1.1").tries
    0
    """

    progress: Progress
    path: Path | None
    seed: int
    teacher: bool = False
    trouble: str = ""
    units: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def begin(cls, folder: Path, seed: int | None = None, teacher: bool = False) -> Session:
        """Return the session of whoever works in a folder.

        Parameters
        ----------
        folder : Path
            Where the notebooks are.
        seed : int, optional
            From which the numbers are made: the student's own unless given.
        teacher : bool, default False
            Whether nothing is kept and each answer must be right.

        Raises
        ------
        LessonError
            If the seed is none.
        ProgressError
            If there is a damaged file of progress.
        """
        if seed is not None:
            number = as_whole(seed)
            if number is None or not 0 <= number <= _LARGEST:
                told = shown(seed) if number is None or abs(number) <= _LARGEST else "…"
                raise LessonError(
                    f"seed={told}: a whole number from 0 is expected, and no huge one"
                )
            seed = number
        if teacher:
            return cls(Progress(seed=seed or 0), None, seed or 0, teacher=True)
        path = folder / FILE_NAME
        known = read_progress(path)
        if known is None:
            # A seed that a class shares is not the student's own.
            known = Progress(seed=new_seed())
        session = cls(known, path, known.seed if seed is None else seed)
        session.change(lambda progress: progress)
        if seed is None:
            # Another notebook may have begun at the same time, and come first.
            session.seed = session.progress.seed
        return session

    def tried(self, number: str) -> Tried:
        """Return what became of an exercise with the numbers of this seed."""
        return self.progress.exercise(self._key(number))

    def solved(self, lesson: Lesson) -> list[str]:
        """Return the numbers of those exercises of a lesson that are solved with this seed."""
        return [each.number for each in lesson.exercises if self.tried(each.number).right]

    def _key(self, number: str) -> str:
        """Return under which name an exercise is kept: with other numbers it is another one."""
        return number if self.seed == self.progress.seed else f"{number} with seed {self.seed}"

    def change(self, changed: Callable[[Progress], Progress]) -> None:
        """Change what has been done, and write it if it can be written.

        Other notebooks may do the same at the same time: the file is locked, and what is in it is
        what is changed.
        """
        if self.path is not None:
            from filelock import FileLock

            lock = self.path.with_name(f".{self.path.name}.lock")
            try:
                # A lock would make the folder, which isn't ours to make.
                if not self.path.parent.is_dir():
                    raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
                with FileLock(lock, timeout=_PATIENCE):
                    progress = changed(read_progress(self.path) or self.progress)
                    if self.path.exists() and not os.access(self.path, os.W_OK):
                        raise PermissionError(EACCES, os.strerror(EACCES))
                    progress.write(self.path)
            except OSError as error:
                self.trouble = (
                    f"What you do can't be kept: {self.path.name} can't be written "
                    f"({error.strerror or error})."
                )
                self.path = None
            else:
                self.progress = progress
                return
        self.progress = changed(self.progress)

    def change_exercise(self, number: str, **changes: Callable[[Tried], Any]) -> None:
        """Change what is known of one exercise: each field by a function of what there was."""
        key = self._key(number)

        def changed(progress: Progress) -> Progress:
            tried = progress.exercise(key)
            new = {name: change(tried) for name, change in changes.items()}
            return progress.with_exercise(key, replace(tried, **new))

        self.change(changed)

    def task(self, number: str) -> Task:
        """Return an exercise with the student's own numbers."""
        exercise = find_exercise(number)
        self._latest()
        return exercise.task(self.seed, self.tried(number).again)

    def answer(self, number: str, answer: object) -> Verdict:
        """Judge an answer, and keep what became of it.

        Raises
        ------
        LessonError
            If there is no such exercise; in the teacher's edition also if the answer isn't right.
        """
        verdict = self.task(number).judge(answer)
        if self.teacher and not verdict.right:
            raise LessonError(f"exercise {number}: {shown(answer)} is not right: {verdict.words}")
        if verdict.status in ("right", "wrong"):
            self.change_exercise(
                number,
                tries=lambda tried: tried.tries + (0 if tried.right else 1),
                right=lambda tried: tried.right or verdict.right,
            )
        return verdict

    def next_hint(self, number: str) -> str:
        """Return the hints so far and one more."""
        hints = self.task(number).hints
        tried = self.tried(number)
        taken = min(tried.hints + 1, len(hints))
        self.change_exercise(number, hints=lambda _: taken)
        shown_hints = [
            f"**{name}.** {words}"
            for name, words in zip(_HINT_NAMES[:taken], hints[:taken], strict=True)
        ]
        if taken == len(hints) and tried.hints == taken:
            shown_hints.append(
                f'Those were all the hints; `solution("{number}")` shows the whole way.'
            )
        return "\n\n".join(shown_hints)

    def solution(self, number: str) -> str:
        """Return the whole way, once the student has it or has used up all hints."""
        task = self.task(number)
        tried = self.tried(number)
        if not (self.teacher or tried.right or tried.hints >= len(task.hints)):
            return (
                f"The solution is shown when you have solved the exercise, or have taken all "
                f'{len(task.hints)} hints: `hint("{number}")` gives you the next one.'
            )
        given = right_answer(task.right)
        if isinstance(task.right, Function):
            return f"**Solution of {number}.** {task.solution}"
        answer = given if isinstance(given, str) and "\n" not in given else task.right.text
        stop = "" if answer[-1:] in (".", "!", "?", "…") else "."
        return f"**Solution of {number}.** {task.solution}\n\nThe answer: {answer}{stop}"

    def again(self, number: str) -> Task:
        """Return the exercise with other numbers, which it has from now on."""
        find_exercise(number)
        self.change_exercise(number, again=lambda tried: tried.again + 1)
        return self.task(number)

    def expect(self, name: str, unit: str | None, options: Sequence[str]) -> None:
        """Say in which unit a prediction is asked for.

        Raises
        ------
        LessonError
            If its name, its unit or an option is no text.
        """
        if not isinstance(name, str):
            raise LessonError(f"name={shown(name)}: a prediction is called by a text such as '2.a'")
        if unit is not None and not isinstance(unit, str):
            raise LessonError(f"unit={shown(unit)}: a unit is a text such as 'percent'")
        if isinstance(options, str) or not all(isinstance(each, str) for each in options):
            raise LessonError(f"options={shown(options)}: options are a list of texts")
        self.units[name] = unit

    def guess(self, name: str, guess: object, unit: str | None, options: Sequence[str]) -> str:
        """Keep a prediction, and return it in words.

        Raises
        ------
        LessonError
            If the guess is none of the options, or no number of this unit.
        """
        self.expect(name, unit, options)
        kept = _read_guess(guess, unit, options)
        self.change(lambda progress: progress.with_prediction(name, Guess(kept, unit)))
        return f"Your guess is kept: {_in_unit(kept, unit)}."

    def compare_guess(self, name: str, value: object) -> str:
        """Return a prediction beside the figure."""
        kept = self._latest().predictions.get(name)
        if isinstance(value, str):
            if kept is None:
                return f"It is: {value}. You made no guess this time."
            same = str(kept.guess).lower() == value.lower()
            return f"You guessed: {kept.guess}. It is: {value}." + (" Well seen." if same else "")
        number, error = _as_number(value), float(getattr(value, "standard_error", 0))
        if kept is None:
            return (
                f"It is {_told(number, self.units.get(name), error)}. You made no guess this time."
            )
        if isinstance(kept.guess, str):
            return f"You guessed: {kept.guess}. It is {_told(number, kept.unit, error)}."
        figure = number * _OF_UNIT.get(kept.unit or "", 1)
        away = kept.guess - figure
        told = _told(number, kept.unit, error)
        said = f"You guessed {_in_unit(kept.guess, kept.unit)}; it is {told}."
        if abs(away) <= max(abs(figure) * 0.05, 1e-9):
            return f"{said} That is close."
        unit = " percentage points" if kept.unit == "percent" else ""
        much = f"{abs(away):.3g}{unit}"
        return f"{said} That is {much} too {'high' if away > 0 else 'low'}."

    def overview(self, lesson: int | str | None = None) -> str:
        """Return what is done and what is open, as a list in Markdown."""
        self._latest()
        wanted = lessons() if lesson is None else (find_lesson(lesson),)
        parts = [f"Your numbers are made from seed {self.seed}."]
        for each in wanted:
            solved = self.solved(each)
            title = f"**Lesson {each.number}: {each.title}**"
            listed = "\n".join(
                f"- {_mark(self.tried(exercise.number))} "
                f"{exercise.number} {exercise.title} ({KINDS_OF_EXERCISE[exercise.level]})"
                for exercise in each.exercises
            )
            parts += [f"{title} ({len(solved)} of {len(each.exercises)} solved)", listed]
        return "\n\n".join([*parts, *([self.trouble] if self.trouble else [])])

    def _latest(self) -> Progress:
        """Return the progress as the file has it: another notebook may have changed it."""
        if self.path is not None and (known := read_progress(self.path)):
            self.progress = known
        return self.progress


def _mark(tried: Tried) -> str:
    hints = f", {tried.hints} hint{'s' * (tried.hints > 1)}" if tried.hints else ""
    if tried.right:
        tries = f"{tried.tries} {'try' if tried.tries == 1 else 'tries'}"
        return f"✔ solved ({tries}{hints}):"
    if tried.tries:
        return f"◐ begun ({tried.tries} {'try' if tried.tries == 1 else 'tries'}{hints}):"
    return "○ open:"


def _read_guess(guess: object, unit: str | None, options: Sequence[str]) -> float | str:
    if options:
        for option in options:
            if isinstance(guess, str) and guess.strip().lower() == option.lower():
                return option
        raise LessonError(f"guess={shown(guess)}; choose one of {', '.join(options)}")
    try:
        read = read_number(guess)
    except Unreadable as error:
        raise LessonError(str(error)) from None
    value = float(min(read.value, Fraction(2 * _LARGEST)))
    if value > _LARGEST:
        raise LessonError(f"your guess is {shown(guess)}, which is out of all proportion")
    if value < 0:
        raise LessonError(f"your guess is {guess}, and what is asked is not below 0")
    if unit == "percent":
        # A bare number is a number of percent; 1/4 and 25 % say themselves what they are.
        if read.form in ("percent", "fraction", "one in"):
            value *= 100
        if not 0 <= value <= 100:
            raise LessonError(f"your guess is {guess}, and a percentage lies between 0 and 100")
    elif unit == "probability" and not 0 <= value <= 1:
        raise LessonError(f"your guess is {guess}, and a probability lies between 0 and 1")
    return value


def _as_number(value: Any) -> float:
    # An estimate carries its value; everything else is a number itself.
    number: Any = getattr(value, "value", value)
    if isinstance(number, (int, float, Fraction)) and not -_LARGEST <= number <= _LARGEST:
        raise LessonError(f"{shown(value)} is no figure to compare a guess with")
    if isinstance(number, bool) or not isinstance(number, (int, float, Fraction)):
        try:
            return float(number)
        except (TypeError, ValueError):
            raise LessonError(
                f"{shown(value)} is no figure to compare a guess with; give a number or a text"
            ) from None
    return float(number)


def _in_unit(value: float | str, unit: str | None) -> str:
    if isinstance(value, str):
        return value
    if unit == "percent":
        return f"{value:.4g} %"
    many = unit if unit and unit not in ("probability", "count") else ""
    text = f"{value:,.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:.4g}"
    return f"{text} {many}".strip()


def _told(number: float, unit: str | None, error: float = 0) -> str:
    """Return a figure in its unit, with its standard error if it is simulated."""
    by = _OF_UNIT.get(unit or "", 1)
    told = _in_unit(number * by, unit)
    return f"{told} (± {error * by:.2g}, simulated)" if error else told

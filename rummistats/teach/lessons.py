"""Where the lessons are, and what is in them."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from rummistats.errors import RummistatsError, near_names, shown
from rummistats.teach.exercises import Exercise

__all__ = ["Lesson", "LessonError", "find_exercise", "find_lesson", "lessons", "lessons_folder"]

_FOLDER = re.compile(r"(?P<number>\d\d)-(?P<slug>[a-z0-9-]+)")
_TITLE = re.compile(r"^title: *[\"']?(?P<title>.*?)[\"']? *$", re.MULTILINE)


class LessonError(RummistatsError):
    """A lesson that isn't there or isn't whole."""


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Parameters
    ----------
    number : int
        Its place in the course.
    slug : str
        Its name in file names, without the number.
    title : str
        Its title.
    folder : Path
        Where its source, its exercises and its notes are.

    Examples
    --------
    >>> Lesson(2, "counting", "Counting", Path("02-counting")).name
    '02-counting'
    """

    number: int
    slug: str
    title: str
    folder: Path

    @property
    def name(self) -> str:
        """Number and slug, as the names of its folder and its notebook."""
        return f"{self.number:02d}-{self.slug}"

    @property
    def source(self) -> Path:
        """The text of the lesson, with answers."""
        return self.folder / "lesson.md"

    @property
    def notes(self) -> Path:
        """The notes for the teacher."""
        return self.folder / "notes.md"

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Its exercises, in order.

        Raises
        ------
        LessonError
            If its file of exercises is missing or lists none.
        """
        return _exercises(self.folder / "exercises.py")


def lessons_folder() -> Path:
    """Return the folder of all lessons: in the installed package, or beside it in a checkout.

    Raises
    ------
    LessonError
        If there is none.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "lessons", package.parent / "lessons"):
        if folder.is_dir():
            return folder
    raise LessonError("the lessons are not installed; pip install 'rummistats[lessons]' gets them")


def lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """Return all lessons, in the order of the course.

    Parameters
    ----------
    folder : Path, optional
        Where they are; those of rummistats unless given.

    Raises
    ------
    LessonError
        If there are none, or one has no title.

    Examples
    --------
    >>> [lesson.number for lesson in lessons()][:1]
    [1]
    """
    where = lessons_folder() if folder is None else folder
    found = []
    for path in sorted(where.iterdir()):
        name = _FOLDER.fullmatch(path.name)
        if not name or not (path / "lesson.md").is_file():
            continue
        title = _TITLE.search((path / "lesson.md").read_text(encoding="utf-8"))
        if not title:
            raise LessonError(f"lesson {path.name} has no 'title:' in the header of lesson.md")
        found.append(Lesson(int(name["number"]), name["slug"], title["title"], path))
    if not found:
        raise LessonError(f"no lessons in {where}")
    return tuple(found)


def find_lesson(name: int | str, folder: Path | None = None) -> Lesson:
    """Return one lesson.

    Parameters
    ----------
    name : int or str
        Its number, its slug, both, or its title.
    folder : Path, optional
        Where the lessons are; those of rummistats unless given.

    Raises
    ------
    LessonError
        If there is none of this name.

    Examples
    --------
    >>> find_lesson(1) == find_lesson("01-tiles-as-sets") == find_lesson("tiles-as-sets")
    True
    """
    known = lessons(folder)
    wanted = str(name).strip().lower()
    for lesson in known:
        if wanted in (
            str(lesson.number),
            f"{lesson.number:02d}",
            lesson.slug,
            lesson.name,
            lesson.title.lower(),
        ):
            return lesson
    near = near_names(wanted, [lesson.slug for lesson in known])
    listed = ", ".join(f"{lesson.number} {lesson.slug}" for lesson in known)
    raise LessonError(
        f"no lesson {shown(name)}{f'{near} There' if near else '; there'} is {listed}"
    )


def find_exercise(number: str, folder: Path | None = None) -> Exercise:
    """Return the exercise of this number.

    Raises
    ------
    LessonError
        If there is none.

    Examples
    --------
    >>> find_exercise("1.1").number
    '1.1'
    """
    if not isinstance(number, str) or not re.fullmatch(r"\d+\.\d+", number):
        raise LessonError(f"{shown(number)}: an exercise is called by a text such as '2.3'")
    lesson = find_lesson(int(number.partition(".")[0]), folder)
    for exercise in lesson.exercises:
        if exercise.number == number:
            return exercise
    listed = ", ".join(exercise.number for exercise in lesson.exercises)
    raise LessonError(f"lesson {lesson.number} has no exercise {shown(number)}; it has {listed}")


@cache
def _exercises(path: Path) -> tuple[Exercise, ...]:
    if not path.is_file():
        raise LessonError(f"lesson {path.parent.name} has no exercises.py")
    # The folder's name is no name of a package, so the file is loaded by its path.
    name = "rummistats_lesson_" + path.parent.name.replace("-", "_")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    found = getattr(module, "EXERCISES", ())
    if not found:
        raise LessonError(f"lesson {path.parent.name}: exercises.py lists no EXERCISES")
    return tuple(found)

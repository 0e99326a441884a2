"""The notebooks of a lesson, made from its source: the student's, and the teacher's edition.

The source is a text in MyST Markdown. Its cells say by their tags what they are: ``setup``,
``exercise``, or ``answer``, which stands in the teacher's edition only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummistats.errors import shown
from rummistats.teach.cells import (
    NotebookError,
    checked_exercise,
    has_call,
    restarted,
)

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from rummistats.teach.lessons import Lesson

__all__ = [
    "built_notebooks",
    "has_tag",
    "notebook_paths",
    "notebook_text",
    "numbered",
    "read_notebook",
    "source_cells",
    "student_notebook",
    "student_path",
    "teacher_notebook",
    "teacher_path",
]

ANSWER, EXERCISE, SETUP = "answer", "exercise", "setup"
TEACHER_SEED = 0


def read_notebook(path: Path, kept: Sequence[str] = ()) -> NotebookNode:
    r"""Return a notebook made from its source, without outputs.

    Parameters
    ----------
    path : Path
        The source, a text in MyST Markdown.
    kept : sequence of str
        What of its header stays in the notebook's metadata.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source = Path(folder, "lesson.md")
    ...     _ = source.write_text("# Sets\n\n```{code-cell} python\n6 * 7\n```\n")
    ...     [(cell.cell_type, cell.source) for cell in read_notebook(source).cells]
    [('markdown', '# Sets'), ('code', '6 * 7')]
    """
    try:
        import jupytext
    except ImportError as error:
        raise NotebookError(
            "notebooks are made by Jupytext, which is not installed: "
            "pip install 'rummistats[lessons]'"
        ) from error
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotebookError(
            f"the source {str(path)!r} can't be read ({error.strerror or error})"
        ) from error
    notebook: NotebookNode = jupytext.reads(text, fmt="md:myst")
    missing = [name for name in kept if name not in notebook.metadata]
    if missing:
        raise NotebookError(f"the header of {str(path)!r} has no {' and no '.join(missing)}")
    return numbered(notebook.cells, {name: notebook.metadata[name] for name in kept})


def numbered(cells: Sequence[NotebookNode], metadata: dict[str, Any]) -> NotebookNode:
    """Return a notebook of some cells, each of which gets an id that its text tells.

    Parameters
    ----------
    cells : sequence of NotebookNode
        The cells.
    metadata : dict
        What the notebook says about itself, beside its language.
    """
    from nbformat import NotebookNode

    used: dict[str, int] = {}
    for cell in cells:
        # The same text has the same id, so that a changed cell changes no other.
        digest = sha256(cell.source.encode()).hexdigest()[:8]
        used[digest] = used.get(digest, 0) + 1
        cell.id = f"{digest}-{used[digest]}"
    return NotebookNode(
        cells=list(cells),
        metadata=NotebookNode(
            kernelspec={"display_name": "Python 3", "language": "python", "name": "python3"},
            language_info={"name": "python"},
            **metadata,
        ),
        nbformat=4,
        nbformat_minor=5,
    )


def notebook_text(notebook: NotebookNode) -> str:
    """Return a notebook as it stands in its file.

    Examples
    --------
    >>> from nbformat.v4 import new_notebook
    >>> notebook_text(new_notebook()).splitlines()[1]
    ' "cells": [],'
    """
    import nbformat

    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook, indent=1)
    return text + "\n"


def source_cells(path: Path) -> list[NotebookNode]:
    """Return all cells of a lesson's source, those for the teacher too, after checking them.

    Raises
    ------
    NotebookError
        If an exercise has no answer, or an answer no exercise; the message says which.
    """
    return _checked(read_notebook(path, ["title"]).cells, str(path))


def student_notebook(path: Path) -> NotebookNode:
    """Return the student's notebook of a lesson: without answers, and nothing has run yet.

    Parameters
    ----------
    path : Path
        The source of the lesson.
    """
    notebook = read_notebook(path, ["title"])
    cells = [cell for cell in _checked(notebook.cells, str(path)) if not has_tag(cell, ANSWER)]
    for cell in cells:
        _fold(cell)
    return _edition(numbered(cells, {"title": notebook.metadata.title}))


def teacher_notebook(path: Path) -> NotebookNode:
    """Return the teacher's edition: answers in the place of exercises, each with its solution.

    Parameters
    ----------
    path : Path
        The source of the lesson.
    """
    notebook = read_notebook(path, ["title"])
    title = f"{notebook.metadata.title} (teacher's edition)"
    cells = list(_teacher_cells(_checked(notebook.cells, str(path))))
    return _edition(numbered(cells, {"title": title}))


def _teacher_cells(cells: Sequence[NotebookNode]) -> Iterator[NotebookNode]:
    from nbformat.v4 import new_code_cell, new_markdown_cell

    for place, cell in enumerate(cells):
        if has_tag(cell, EXERCISE):
            continue
        _fold(cell)
        if has_tag(cell, SETUP) and has_call(cell.source, "start"):
            # Every check then insists on a right answer.
            cell.source = restarted(cell.source, f"seed={TEACHER_SEED}", "teacher=True")
        yield cell
        if place == 0:
            yield new_markdown_cell(
                "**Teacher's edition**, with all answers. How to teach this lesson: "
                "[notes.md](notes.md)."
            )
        name = checked_exercise(cell.source) if has_tag(cell, ANSWER) else None
        if name and cell.cell_type == "code":
            yield new_code_cell(f'solution("{name}")', metadata={"tags": ["solution"]})


def _fold(cell: NotebookNode) -> None:
    """Hide what a cell for setting up says, which is of no interest in a lesson."""
    if has_tag(cell, SETUP) and cell.cell_type == "code":
        cell.metadata.jupyter = {"source_hidden": True}


def _edition(notebook: NotebookNode) -> NotebookNode:
    """Write into a notebook which edition it is, so that a copy with work in it can be told."""
    text = json.dumps(notebook, sort_keys=True)
    notebook.metadata.rummistats = {"edition": sha256(text.encode()).hexdigest()[:8]}
    return notebook


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Return whether a cell has a tag."""
    return tag in cell.metadata.get("tags", ())


def _checked(cells: list[NotebookNode], where: str) -> list[NotebookNode]:
    """Refuse a source whose exercises and answers don't go together."""
    asked: list[str] = []
    open_exercise = None
    for cell in cells:
        if cell.cell_type != "code":
            if has_tag(cell, EXERCISE):
                raise NotebookError(f"{where}: an exercise is a code cell: {shown(cell.source)}")
            continue
        name = checked_exercise(cell.source)
        if has_tag(cell, EXERCISE):
            if open_exercise:
                raise NotebookError(f"{where}: exercise {open_exercise} has no answer after it")
            if name is None:
                raise NotebookError(f"{where}: an exercise without check: {shown(cell.source)}")
            if name in asked:
                raise NotebookError(f"{where}: exercise {name} stands there twice")
            asked.append(name)
            open_exercise = name
        elif has_tag(cell, ANSWER) and name:
            if name != open_exercise:
                raise NotebookError(f"{where}: the answer to {name} is not after its exercise")
            open_exercise = None
    if open_exercise:
        raise NotebookError(f"{where}: exercise {open_exercise} has no answer after it")
    return cells


def student_path(lesson: Lesson) -> Path:
    """Return where the student's notebook of a lesson is.

    Examples
    --------
    >>> from rummistats.teach.lessons import find_lesson
    >>> student_path(find_lesson(1)).name
    '01-tiles-as-sets.ipynb'
    """
    return _students_folder(lesson.folder.parent) / f"{lesson.name}.ipynb"


def teacher_path(lesson: Lesson) -> Path:
    """Return where the teacher's edition of a lesson is.

    Examples
    --------
    >>> from rummistats.teach.lessons import find_lesson
    >>> teacher_path(find_lesson(1)).parts[-2:]
    ('01-tiles-as-sets', 'teacher.ipynb')
    """
    return lesson.folder / "teacher.ipynb"


def _students_folder(lessons: Path) -> Path:
    """Return the folder of the students' notebooks: apart from the sources in a checkout."""
    installed = lessons / "notebooks"
    return installed if installed.is_dir() else lessons.parent / "notebooks" / "lessons"


def built_notebooks(lessons: Sequence[Lesson]) -> dict[Path, str]:
    """Return what is to stand in the notebooks of some lessons, by their files.

    Parameters
    ----------
    lessons : sequence of Lesson
        The lessons.

    Raises
    ------
    NotebookError
        If a source can't be read, or no notebook can be made of it.
    """
    built = {}
    for lesson in lessons:
        built[student_path(lesson)] = notebook_text(student_notebook(lesson.source))
        built[teacher_path(lesson)] = notebook_text(teacher_notebook(lesson.source))
    return built


def notebook_paths(lessons: Path) -> set[Path]:
    """Return all notebooks of lessons that there are, whether they still have a source or not."""
    return {*_students_folder(lessons).glob("*.ipynb"), *lessons.glob("*/teacher.ipynb")}

"""``rummistats lessons``: list them, open them, make their notebooks, assignments and sheets."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from rummistats.commands.copies import Copied, Copy, copy_beside
from rummistats.commands.folders import write_all
from rummistats.commands.output import emit
from rummistats.errors import RummistatsError
from rummistats.files import output_folder
from rummistats.teach.lessons import Lesson, find_lesson, lessons
from rummistats.teach.notebooks import built_notebooks, notebook_paths, student_path, teacher_path

__all__ = ["run_build", "run_export", "run_list", "run_open", "run_worksheets"]

OUT_OF_DATE = 1

STUDENTS, TEACHERS = "rummistats-lessons", "rummistats-lessons-teacher"
"""The folders into which lessons are copied unless another one is named."""


def run_list(options: argparse.Namespace) -> int:
    """List the lessons."""
    rows = []
    for lesson in lessons():
        topics = ", ".join(lesson_topics(lesson))
        rows.append(f"{lesson.number:>2}  {lesson.title}: {len(lesson.exercises)} exercises")
        rows[-1] += f"; worksheets: {topics}" if topics else ""
    emit("".join(f"{row}\n" for row in rows), None)
    return 0


def run_build(options: argparse.Namespace) -> int:
    """Make all notebooks anew, or say which are not what their sources say."""
    chosen = _chosen(options)
    built = built_notebooks(chosen)
    old = [path for path, text in built.items() if _read(path) != text]
    # What has no source any more is told when all are asked for.
    left = [] if options.lesson else sorted(notebook_paths(chosen[0].folder.parent) - set(built))
    if options.check:
        told = [f"{path}: out of date\n" for path in old] + [
            f"{path}: of no lesson\n" for path in left
        ]
        if told:
            told.append("make them anew with 'rummistats lessons build'\n")
        else:
            told = [f"{len(built)} notebooks are what their sources say\n"]
        emit("".join(told), None)
        return OUT_OF_DATE if old or left else 0
    try:
        for path in old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(built[path], encoding="utf-8", newline="\n")
        for path in left:
            path.unlink()
    except OSError as error:
        raise RummistatsError(
            f"{error.filename!r} can't be written ({error.strerror or error}); notebooks are made "
            "in a checkout of the sources"
        ) from error
    told = [f"{path}\n" for path in old] + [
        f"{path}: deleted, it is of no lesson\n" for path in left
    ]
    emit("".join(told) or "all notebooks are what their sources say\n", None)
    return 0


def run_open(options: argparse.Namespace) -> int:
    """Copy lessons into a folder of the student's choice, and start JupyterLab there."""
    if options.folder == "":
        raise RummistatsError(
            "the name of the folder is empty; name one with --folder, or . for the current folder"
        )
    if not options.copy_only and find_spec("jupyterlab") is None:
        raise RummistatsError(
            "lessons are opened in JupyterLab, which is not installed: "
            "pip install 'rummistats[lessons]'; with --copy-only they are only copied"
        )
    # Answers do not lie beside the students' notebooks by default.
    folder = Path(options.folder or (TEACHERS if options.teacher else STUDENTS))
    copies = [
        copy_beside(_content(source), folder / name)
        for lesson in _chosen(options)
        for name, source in _files(lesson, teacher=options.teacher)
    ]
    emit("".join(f"{line}\n" for line in _told(copies, folder)), None)
    if options.copy_only:
        return 0
    one = copies[0].path if options.lesson and len(options.lesson) == 1 else folder
    return _jupyterlab(one, browser=not options.no_browser)


def run_export(options: argparse.Namespace) -> int:
    """Write lessons as assignments for a grader."""
    if find_spec("nbformat") is None or find_spec("jupytext") is None:
        raise RummistatsError(
            "assignments are made by Jupytext and nbformat, which are not installed: "
            "pip install 'rummistats[lessons]'"
        )
    from rummistats.teach.grading import assignment_files

    folder = output_folder(options.output)
    files = {
        name: content
        for lesson in _chosen(options)
        for name, content in assignment_files(lesson, options.format, options.seed).items()
    }
    for name, content in files.items():
        # A teacher works in these files, and what was handed out is graded with them.
        if (folder / name).exists() and _bytes(folder / name) != content:
            raise RummistatsError(
                f"{str(folder / name)!r} is there already and is another one; name another folder "
                "with --output, or take it away"
            )
    emit("".join(f"{path}\n" for path in write_all(files, folder)), None)
    return 0


def run_worksheets(options: argparse.Namespace) -> int:
    """Write the worksheets that the notes of lessons want printed."""
    from rummistats.commands.worksheet import worksheet_files
    from rummistats.teach.worksheets import make_worksheets

    folder = output_folder(options.output)
    chosen = _chosen(options)
    topics = dict.fromkeys(topic for lesson in chosen for topic in lesson_topics(lesson))
    if not topics:
        names = ", ".join(lesson.title for lesson in chosen)
        raise RummistatsError(f"the notes of {names} name no worksheet")
    files: dict[str, bytes] = {}
    for topic in topics:
        sheets = make_worksheets(
            topic, copies=options.copies, seed=options.seed, level=options.level
        )
        files |= worksheet_files(sheets, options)
    emit("".join(f"{path}\n" for path in write_all(files, folder)), None)
    return 0


def lesson_topics(lesson: Lesson) -> list[str]:
    """Return the topics of the worksheets that the notes of a lesson name, in their order."""
    from rummistats.teach.topics import TOPICS

    notes = lesson.notes.read_text(encoding="utf-8") if lesson.notes.is_file() else ""
    named = re.findall(r"rummistats\s+worksheet\s+([a-z-]+)", notes)
    return list(dict.fromkeys(name for name in named if name in TOPICS))


def _chosen(options: argparse.Namespace) -> tuple[Lesson, ...]:
    """Return the lessons that are asked for, each once and in order, or all."""
    if options.lesson is None:
        return lessons()
    names = [name for words in options.lesson for name in words.split(",")]
    found = {find_lesson(name) for name in names}
    return tuple(sorted(found, key=lambda lesson: lesson.number))


def _files(lesson: Lesson, *, teacher: bool) -> Iterator[tuple[str, Path]]:
    """Yield what a copy of a lesson consists of: the name of each file in it, and where it is."""
    if teacher:
        yield f"{lesson.name}/teacher.ipynb", teacher_path(lesson)
        yield f"{lesson.name}/notes.md", lesson.notes
    else:
        yield f"{lesson.name}.ipynb", student_path(lesson)


def _content(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise RummistatsError(
            f"the lesson's file {str(source)!r} can't be read ({error.strerror or error}); "
            "in a checkout of the sources 'rummistats lessons build' makes it"
        ) from error


def _told(copies: Sequence[Copy], folder: Path) -> Iterator[str]:
    """Yield what has been copied and what was left alone, in words."""
    many = Counter(copy.copied for copy in copies)
    if new := many[Copied.NEW]:
        yield f"{new} {'file' if new == 1 else 'files'} copied into {folder}"
    if kept := many[Copied.KEPT]:
        stays = (
            "1 file of yours stays as it is"
            if kept == 1
            else f"{kept} files of yours stay as they are"
        )
        yield f"{stays} in {folder}"
    for copy in copies:
        if copy.copied in (Copied.BESIDE, Copied.STILL_BESIDE):
            yield (
                f"yours is another edition, or was changed, and stays as it is; ours is beside "
                f"it: {copy.path}"
            )


def _jupyterlab(path: Path, *, browser: bool) -> int:
    """Run JupyterLab until it is stopped."""
    command = [sys.executable, "-m", "jupyterlab", str(path.resolve())]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # As in a container, where there is nobody else.
        command.append("--allow-root")
    emit("Starting JupyterLab; Ctrl-C in this window stops it.\n", None)
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # JupyterLab has heard it too, and asks whether it is meant.
            continue


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None

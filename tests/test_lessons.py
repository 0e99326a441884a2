"""Every lesson: its notebooks, its exercises, its shape, and that all of it runs."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rummistats.commands.lessons import lesson_topics
from rummistats.teach.cells import answered, checked_exercise
from rummistats.teach.classroom import __all__ as CALLED
from rummistats.teach.exercises import KINDS_OF_EXERCISE
from rummistats.teach.lessons import Lesson, lessons
from rummistats.teach.notebooks import (
    ANSWER,
    EXERCISE,
    SETUP,
    built_notebooks,
    has_tag,
    notebook_paths,
    source_cells,
    student_path,
    teacher_path,
)

LESSONS = lessons()
SECONDS = 60
LINES = 10

of_every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
in_both_editions = pytest.mark.parametrize("path_of", [student_path, teacher_path])


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in cells]


def code_of(lesson: Lesson) -> list[str]:
    """The code that a student sees, and that is not for setting up."""
    return [
        cell.source
        for cell in source_cells(lesson.source)
        if cell.cell_type == "code" and not has_tag(cell, ANSWER) and not has_tag(cell, SETUP)
    ]


def text_of(lesson: Lesson) -> str:
    """What a student reads."""
    return "\n\n".join(
        cell.source
        for cell in source_cells(lesson.source)
        if cell.cell_type == "markdown" and not has_tag(cell, ANSWER)
    )


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ +(.+)$", text, re.MULTILINE)


def test_lessons_are_numbered_from_one_and_each_has_another_title() -> None:
    assert [lesson.number for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))
    assert len({lesson.title for lesson in LESSONS}) == len(LESSONS)


@of_every_lesson
def test_notebooks_are_what_the_sources_say(lesson: Lesson) -> None:
    """Whoever changes a source runs ``make lessons``."""
    for path, text in built_notebooks([lesson]).items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_there_are_no_notebooks_without_a_source() -> None:
    expected = {path(lesson) for lesson in LESSONS for path in (student_path, teacher_path)}
    assert notebook_paths(LESSONS[0].folder.parent) == expected


@of_every_lesson
def test_a_students_notebook_has_no_answers(lesson: Lesson) -> None:
    cells = cells_of(student_path(lesson))
    text = student_path(lesson).read_text(encoding="utf-8")
    assert "solution(" not in text
    for cell in cells:
        assert ANSWER not in cell["metadata"].get("tags", ())
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
        if EXERCISE in cell["metadata"].get("tags", ()):
            assert answered(cell["source"])[2] == "..."
    shown = [cell["source"] for cell in cells]
    for cell in source_cells(lesson.source):
        if has_tag(cell, ANSWER):
            assert not any(cell.source in source for source in shown)
            if cell.cell_type == "code" and checked_exercise(cell.source):
                answer = answered(cell.source)[2]
                assert not any(f"{answer})" in source for source in shown if "check(" in source)


@of_every_lesson
def test_every_exercise_is_asked_once_and_answered_in_the_teachers_edition(lesson: Lesson) -> None:
    numbers = [exercise.number for exercise in lesson.exercises]
    asked = [
        answered(cell["source"])[1]
        for cell in cells_of(student_path(lesson))
        if EXERCISE in cell["metadata"].get("tags", ())
    ]
    assert asked == numbers
    sources = [cell["source"] for cell in cells_of(teacher_path(lesson))]
    for number in numbers:
        [place] = [each for each, source in enumerate(sources) if f'check("{number}"' in source]
        assert answered(sources[place])[2] != "..."
        assert sources[place + 1] == f'solution("{number}")'


@of_every_lesson
def test_there_are_exercises_of_three_levels(lesson: Lesson) -> None:
    assert len(lesson.exercises) >= 6
    assert {exercise.level for exercise in lesson.exercises} == set(KINDS_OF_EXERCISE)
    titles = [exercise.title for exercise in lesson.exercises]
    assert len(set(titles)) == len(titles)


@of_every_lesson
def test_a_lesson_has_its_parts_in_their_order(lesson: Lesson) -> None:
    text = text_of(lesson)
    assert headings(text)[0] == f"Lesson {lesson.number}: {lesson.title}"
    parts = (
        r"After this lesson you can",
        r"^## .*question",
        r"^## .*(Hands first|With your hands)",
        r"^## .*take away",
        r"^## Further questions",
    )
    places = []
    for part in parts:
        found = re.search(part, text, re.MULTILINE | re.IGNORECASE)
        assert found, part
        places.append(found.start())
    assert places == sorted(places)
    # As a list or as the rows of a table.
    assert (
        len(re.findall(r"^(?:- |[0-9]+\. |\| (?!question))", text[places[-1] :], re.MULTILINE)) >= 3
    )


@of_every_lesson
def test_a_lesson_goes_three_ways(lesson: Lesson) -> None:
    text, code = text_of(lesson).lower(), "\n".join(code_of(lesson))
    for word in ("by hand", "exact", "simulat", "change something"):
        assert word in text
    assert re.search(r"Variant\.mini\(", lesson.source.read_text(encoding="utf-8"))
    # A simulation starts with few trials, and then there are a thousand.
    assert re.search(r"\b1_?000\b", code)


@of_every_lesson
def test_what_is_predicted_is_shown_later_only(lesson: Lesson) -> None:
    asked: dict[str, int] = {}
    shown: dict[str, int] = {}
    for place, source in enumerate(code_of(lesson)):
        for name in re.findall(r"predict\(\s*\"([^\"]+)\"", source):
            assert name not in asked
            asked[name] = place
        for name in re.findall(r"look_back\(\s*\"([^\"]+)\"", source):
            shown.setdefault(name, place)
    assert asked
    assert set(asked) == set(shown)
    for name, place in asked.items():
        assert place < shown[name]
        assert re.fullmatch(rf"{lesson.number}\.[a-z]", name)


@of_every_lesson
def test_whatever_feedback_tells_to_call_is_there(lesson: Lesson) -> None:
    """A student who is told of ``hint("2.1")`` can call it."""
    source = lesson.source.read_text(encoding="utf-8")
    imported = re.search(r"from rummistats\.teach\.classroom import \(([^)]*)\)", source)
    assert imported
    assert {name.strip() for name in imported[1].split(",") if name.strip()} == set(CALLED)


@of_every_lesson
def test_a_cell_is_short_enough_to_be_read(lesson: Lesson) -> None:
    for source in code_of(lesson):
        lines = [line for line in source.splitlines() if line.strip() and line.strip()[0] != "#"]
        assert len(lines) <= LINES, source


NOTES = {
    "aims": "aims",
    "what students must know": r"must know",
    "time plan": "time plan",
    "45 minutes": "45 minutes",
    "90 minutes": "90 minutes",
    "material": "material",
    "before the computer": "before the computer",
    "questions that start discussions": r"questions that start",
    "misconceptions": "misconceptions",
    "answers": "answers",
    "exit ticket": "exit ticket",
    "extension": "extension",
    "what to cut": r"\bcut\b",
}


@of_every_lesson
def test_the_notes_have_all_that_a_teacher_needs(lesson: Lesson) -> None:
    text = lesson.notes.read_text(encoding="utf-8")
    # Headings, words in bold and heads of tables.
    marked = "\n".join(
        [*headings(text), *re.findall(r"\*\*([^*]+)\*\*", text), *re.findall(r"^\|.*", text, re.M)]
    )
    missing = [name for name, words in NOTES.items() if not re.search(words, marked, re.I)]
    assert missing == []
    assert lesson_topics(lesson)
    # Two pages.
    assert len(text.split()) <= 1400


def test_a_worksheet_that_notes_name_exists() -> None:
    from rummistats.teach.topics import TOPICS

    for lesson in LESSONS:
        text = lesson.notes.read_text(encoding="utf-8")
        named = re.findall(r"`rummistats\s+worksheet\s+([a-z-]+)", text)
        assert set(named) <= set(TOPICS)


@of_every_lesson
@in_both_editions
def test_a_notebook_runs_from_top_to_bottom(lesson: Lesson, path_of: Any, tmp_path: Path) -> None:
    """By nbval, on a copy; in the teacher's edition every answer is checked to be right."""
    notebook = Path(shutil.copy(path_of(lesson), tmp_path / f"{lesson.name}.ipynb"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-current-env"),
            *("--quiet", "-p", "no:cacheprovider", "-p", "no:xdist", notebook.name),
        ],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(LESSONS[0].folder.parent.parent),
            # As a student's first time: with the tables that come along, and nothing else counted.
            "RUMMISTATS_CACHE": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        timeout=20 * SECONDS,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    code = [cell for cell in cells_of(notebook) if cell["cell_type"] == "code"]
    assert f"{len(code)} passed" in done.stdout
    # What it costs, however busy the machine is.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS
    # Nothing is kept of what a teacher does.
    assert (tmp_path / "my-progress.json").exists() == (path_of is student_path)

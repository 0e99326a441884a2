"""Lessons as assignments: what nbgrader and Otter-Grader want of a notebook, and what they run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rummistats.cli import main
from rummistats.teach import classroom
from rummistats.teach.grading import GradingError, NotRight, assignment_files, grade
from rummistats.teach.lessons import Lesson, find_lesson
from tests.sample_lesson import write_sample


@pytest.fixture(name="lesson")
def _lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    folder = write_sample(tmp_path)
    monkeypatch.setattr("rummistats.teach.lessons.lessons_folder", lambda: folder)
    monkeypatch.chdir(tmp_path)
    return find_lesson(1)


def cells_of(lesson: Lesson, format: str) -> list[dict[str, Any]]:
    [content] = assignment_files(lesson, format, seed=7).values()
    notebook: dict[str, Any] = json.loads(content)
    return [{**cell, "source": "".join(cell["source"])} for cell in notebook["cells"]]


def run(sources: list[str]) -> None:
    """Run code as a grader does, one cell after the other."""
    # The session of one test must not be that of the next.
    classroom._current.clear()
    names: dict[str, object] = {}
    for source in sources:
        exec(compile(source, "cell", "exec"), names)


def test_nbgrader_finds_a_task_an_answer_and_a_test_for_every_exercise(lesson: Lesson) -> None:
    cells = cells_of(lesson, "nbgrader")
    told = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
    for each in told:
        assert set(each) - {"points"} == {
            "grade", "grade_id", "locked", "schema_version", "solution", "task",
        }  # fmt: skip
        assert each["schema_version"] == 3
        assert re.fullmatch(r"[a-zA-Z0-9_-]+", each["grade_id"])
        assert ("points" in each) == each["grade"]
    names = [each["grade_id"] for each in told]
    assert len(set(names)) == len(names)
    for number in ("1_1", "1_2"):
        place = names.index(f"task-{number}")
        assert names[place : place + 3] == [
            f"{what}-{number}" for what in ("task", "answer", "test")
        ]
        task, answer, test = told[place : place + 3]
        assert task["locked"]
        assert test["locked"]
        assert test["grade"]
        assert answer["solution"]
        assert not answer["locked"]


def test_what_nbgrader_runs_is_right_and_what_it_hands_out_earns_nothing(lesson: Lesson) -> None:
    cells = cells_of(lesson, "nbgrader")
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    run(code)
    region = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
    assert sum(bool(region.search(source)) for source in code) == 2
    handed_out = [region.sub("", source) for source in code]
    assert not any("n - 1" in source or "yes" in source for source in handed_out)
    with pytest.raises(NotRight, match="has no answer yet"):
        run(handed_out)


def test_otter_finds_questions_with_solutions_and_tests(lesson: Lesson) -> None:
    cells = cells_of(lesson, "otter")
    raw = [cell["source"] for cell in cells if cell["cell_type"] == "raw"]
    assert raw[0].startswith("# ASSIGNMENT CONFIG\n")
    assert yaml.safe_load(raw[0])["tests"] == {"ok_format": False}
    assert yaml.safe_load(raw[0])["name"] == "01-pairs"
    block = [
        "# BEGIN QUESTION", "# BEGIN SOLUTION", "# END SOLUTION",
        "# BEGIN TESTS", "# END TESTS", "# END QUESTION",
    ]  # fmt: skip
    assert [source.splitlines()[0] for source in raw[1:]] == 2 * block
    assert [yaml.safe_load(source) for source in raw if "QUESTION\n" in source] == [
        {"name": "q1_1", "points": 1},
        {"name": "q1_2", "points": 1},
    ]
    run([cell["source"] for cell in cells if cell["cell_type"] == "code"])


def test_what_otter_hands_out_has_no_answers(lesson: Lesson) -> None:
    """Its rules: what is between the marks goes, and the text of a prompt comes instead."""
    code = [cell["source"] for cell in cells_of(lesson, "otter") if cell["cell_type"] == "code"]
    solution = re.compile(r"# BEGIN SOLUTION NO PROMPT\n.*?# END SOLUTION\n", re.DOTALL)
    handed_out = [
        re.sub(r'"""(;?) # (BEGIN|END) PROMPT\n?', "", solution.sub("", source)) for source in code
    ]
    assert not any("n - 1" in source or "yes" in source for source in handed_out)
    assert "# 1.1 Pairs (do it)\nanswer_1_1 = ...\n" in handed_out
    assert '# 1.2 Enough (explain it)\nn = given("1.2")\nanswer_1_2 = ...\n' in handed_out
    with pytest.raises(NotRight):
        run(handed_out)


@pytest.mark.parametrize("format", ["nbgrader", "otter"])
def test_an_assignment_has_nothing_for_the_teacher(lesson: Lesson, format: str) -> None:
    text = json.dumps(cells_of(lesson, format))
    assert "Most students" not in text
    assert "start(1, seed=7)" in text
    assert json.loads(text) == cells_of(lesson, format)


def test_a_grade_is_what_the_lesson_says(lesson: Lesson) -> None:
    task = lesson.exercises[0].task(7)
    n = task.given["n"]
    assert grade("1.1", n * (n - 1) // 2, seed=7).startswith("✔ Right. ")
    with pytest.raises(NotRight, match="You counted each pair twice"):
        grade("1.1", n * (n - 1), seed=7)
    with pytest.raises(NotRight, match="can't read"):
        grade("1.1", "many", seed=7)


def test_bad_input_is_refused(lesson: Lesson, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(GradingError, match="no format 'oter'; did you mean otter"):
        assignment_files(lesson, "oter", 1)
    for seed in (-1, True, 1.5):
        with pytest.raises(GradingError, match="a whole number from 0 is expected"):
            assignment_files(lesson, "otter", seed)  # type: ignore[arg-type]
    source = lesson.source.read_text(encoding="utf-8").replace('"1.2"', '"1.3"')
    lesson.source.write_text(source, encoding="utf-8")
    with pytest.raises(GradingError, match="lesson 01-pairs has no exercise"):
        assignment_files(lesson, "otter", 1)
    assert main(["lessons", "export", "--format", "otter", "--seed", "-1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_writes_a_course(lesson: Lesson, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lessons", "export", "--format", "nbgrader", "--seed", "7", "--output", "course"]
    assert main(words) == 0
    path = Path("course", "source", "01-pairs", "01-pairs.ipynb")
    assert capsys.readouterr().out == f"{path}\n"
    [content] = assignment_files(lesson, "nbgrader", 7).values()
    assert path.read_bytes() == content

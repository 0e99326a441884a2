"""``rummistats lessons``: what is made of lessons, copied and never overwritten."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rummistats.commands.lessons as command
from rummistats.cli import main
from rummistats.commands.copies import Copied, copy_beside
from rummistats.teach.cells import NotebookError
from rummistats.teach.lessons import find_lesson
from rummistats.teach.notebooks import notebook_text, student_notebook, teacher_notebook
from tests.sample_lesson import LESSON, write_sample

NOTEBOOK = "01-pairs.ipynb"


@pytest.fixture(name="lessons")
def _lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one lesson; the current folder is beside it."""
    folder = write_sample(tmp_path / "checkout")
    monkeypatch.setattr("rummistats.teach.lessons.lessons_folder", lambda: folder)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return folder


@pytest.fixture(name="built")
def _built(lessons: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["lessons", "build"]) == 0
    capsys.readouterr()
    return lessons


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints that succeeds."""
    assert main(["lessons", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a command with bad input says."""
    try:
        code = main(["lessons", *words])
    except SystemExit as end:  # argparse ends the program by itself
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("rummistats: ")
    assert err.count("\n") == 1
    return err


def cells(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells]


def test_the_list_says_what_there_is(lessons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "list") == (" 1  Pairs of tiles: 2 exercises; worksheets: list, orders\n")
    assert said(capsys) == said(capsys, "list")


def test_a_students_notebook_has_no_answers(lessons: Path) -> None:
    text = notebook_text(student_notebook(lessons / "01-pairs" / "lesson.md"))
    for secret in ("n * (n - 1)", '\\"yes\\"', "Most students", "solution(", '"answer"'):
        assert secret not in text
    notebook = json.loads(text)
    assert all(cell.get("outputs", []) == [] for cell in notebook["cells"])
    assert [cell["metadata"].get("tags") for cell in notebook["cells"]] == [
        None, ["setup"], None, None, None, ["exercise"], ["exercise"], None,
    ]  # fmt: skip
    assert notebook["cells"][1]["metadata"]["jupyter"] == {"source_hidden": True}


def test_a_teachers_edition_has_answers_in_the_place_of_exercises(lessons: Path) -> None:
    notebook = teacher_notebook(lessons / "01-pairs" / "lesson.md")
    found = cells(notebook)
    assert "start(1, seed=0, teacher=True)" in found[2]
    assert "import check, given, look_back, predict, solution, start\n" in found[2]
    assert "notes.md" in found[1]
    assert [cell for cell in found if "check(" in cell or "solution(" in cell] == [
        'n = given("1.1")\ncheck("1.1", n * (n - 1) // 2)',
        'solution("1.1")',
        'n = given("1.2")\ncheck("1.2", "yes" if n > 4 else "no")',
        'solution("1.2")',
    ]  # fmt: skip
    assert any("Most students" in cell for cell in found)


def test_a_changed_cell_changes_no_other(lessons: Path) -> None:
    source = lessons / "01-pairs" / "lesson.md"
    before = student_notebook(source)
    source.write_text(LESSON.replace("That was all.", "That was it."), encoding="utf-8")
    after = student_notebook(source)
    assert [cell.id for cell in before.cells[:-1]] == [cell.id for cell in after.cells[:-1]]
    assert before.cells[-1].id != after.cells[-1].id
    assert before.metadata.rummistats.edition != after.metadata.rummistats.edition


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('check("1.1", n * (n - 1) // 2)', "n", "exercise 1.1 has no answer after it"),
        ('check("1.2", ...)', 'check("1.1", ...)', "exercise 1.1 stands there twice"),
        ('check("1.1", ...)', 'print("1.1")', "an exercise without check"),
        ('check("1.1", n * (n', 'check("1.2", n * (n', "the answer to 1.2 is not after its exe"),
        ('check("1.1", ...)', "check(1.1, ...)", "check takes the name of an exercise"),
        ("start(1)", "start(1); start(2)", "a lesson starts once"),
        ("title: Pairs of tiles\n", "", "has no title"),
    ],
)
def test_a_source_that_is_not_whole_is_refused(
    lessons: Path, old: str, new: str, words: str
) -> None:
    source = lessons / "01-pairs" / "lesson.md"
    assert old in LESSON
    source.write_text(LESSON.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(NotebookError, match=words):
        teacher_notebook(source)


def test_build_makes_both_and_check_says_what_is_out_of_date(
    lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    student = lessons.parent / "notebooks" / "lessons" / NOTEBOOK
    teacher = lessons / "01-pairs" / "teacher.ipynb"
    assert main(["lessons", "build", "--check"]) == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"{student}: out of date",
        f"{teacher}: out of date",
    ]
    assert not student.exists()
    assert said(capsys, "build") == f"{student}\n{teacher}\n"
    assert said(capsys, "build", "--check") == "2 notebooks are what their sources say\n"
    assert said(capsys, "build") == "all notebooks are what their sources say\n"

    other = student.with_name("02-gone.ipynb")
    other.write_text("{}", encoding="utf-8")
    assert main(["lessons", "build", "--check"]) == 1
    assert f"{other}: of no lesson\n" in capsys.readouterr().out
    assert said(capsys, "build") == f"{other}: deleted, it is of no lesson\n"
    assert not other.exists()


def test_open_copies_once_and_leaves_work_alone(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "open", "--copy-only") == "1 file copied into rummistats-lessons\n"
    mine = Path("rummistats-lessons", NOTEBOOK)
    notebook = json.loads(mine.read_text(encoding="utf-8"))
    notebook["cells"][-1]["source"] = ["my own words"]
    work = json.dumps(notebook)
    mine.write_text(work, encoding="utf-8")
    # Of the same edition, so there is nothing new to be had.
    assert "1 file of yours stays as it is" in said(capsys, "open", "--copy-only")

    source = built / "01-pairs" / "lesson.md"
    source.write_text(LESSON.replace("That was all.", "That was it."), encoding="utf-8")
    said(capsys, "build")
    out = said(capsys, "open", "--copy-only")
    assert out.startswith("yours is another edition, or was changed, and stays as it is; ours is")
    beside = Path(out.split(": ")[-1].strip())
    assert beside.name.startswith("01-pairs-edition-")
    assert "That was it." in beside.read_text(encoding="utf-8")
    assert said(capsys, "open", "--copy-only") == out
    assert mine.read_text(encoding="utf-8") == work
    assert len(list(mine.parent.iterdir())) == 2


def test_open_for_a_teacher_brings_the_notes(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "open", "--copy-only", "--teacher", "--folder", "a/b", "--lesson", "pairs")
    assert sorted(path.name for path in Path("a/b/01-pairs").iterdir()) == [
        "notes.md",
        "teacher.ipynb",
    ]


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    work=st.lists(st.binary(max_size=40), max_size=3),
    new=st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=4),
)
def test_nothing_that_is_there_ever_changes(
    tmp_path_factory: pytest.TempPathFactory, work: list[bytes], new: list[bytes]
) -> None:
    """Whatever a student has, and whatever editions come: it stays, byte by byte."""
    folder = tmp_path_factory.mktemp("student")
    target = folder / "lesson.ipynb"
    if work:
        target.write_bytes(work[0])
    for place, content in enumerate(work[1:]):
        (folder / f"lesson-edition-{place}.ipynb").write_bytes(content)
    for edition in new:
        before = {path: path.read_bytes() for path in folder.iterdir()}
        copy = copy_beside(edition, target)
        after = {path: path.read_bytes() for path in folder.iterdir()}
        assert before.items() <= after.items()
        assert after[copy.path] == edition
        assert (copy.path not in before) == (copy.copied in (Copied.NEW, Copied.BESIDE))


def test_a_copy_that_can_not_be_finished_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def write(self, _: bytes) -> None:
            raise OSError(28, "No space left on device")

    def opened(path: Path, _: str) -> Full:
        path.touch()
        return Full()

    monkeypatch.setattr("rummistats.commands.copies.open", opened, raising=False)
    with pytest.raises(ValueError, match="No space left on device"):
        copy_beside(b"new", tmp_path / "lesson.ipynb")
    assert list(tmp_path.iterdir()) == []


def test_jupyterlab_is_started_on_the_copies(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[list[str]] = []

    class Process:
        """Is interrupted once, and goes on until it ends by itself."""

        interrupted = False

        def __init__(self, words: list[str]) -> None:
            started.append(words)

        def wait(self) -> int:
            if not self.interrupted:
                self.interrupted = True
                raise KeyboardInterrupt
            return 0

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(command, "find_spec", lambda name: name)
    assert "Ctrl-C" in said(capsys, "open", "--no-browser")
    assert started[0][1:] == [
        "-m", "jupyterlab", str(Path("rummistats-lessons").resolve()), "--no-browser",
    ]  # fmt: skip
    said(capsys, "open", "--lesson", "1", "--folder", "mine")
    assert started[1][1:] == ["-m", "jupyterlab", str(Path("mine", NOTEBOOK).resolve())]
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    said(capsys, "open")
    assert started[2][-1] == "--allow-root"


def test_without_jupyterlab_nothing_is_begun(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    err = refused(capsys, "open")
    assert "pip install 'rummistats[lessons]'" in err
    assert "--copy-only" in err
    assert list(Path().iterdir()) == []
    said(capsys, "open", "--copy-only")


def test_an_assignment_that_is_there_already_is_never_replaced(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was handed out is graded with it, and a teacher may have worked in it."""
    words = ["export", "--format", "nbgrader", "--output", "course", "--seed"]
    assert main(["lessons", *words, "7"]) == 0
    assert main(["lessons", *words, "7"]) == 0
    capsys.readouterr()
    before = {path: path.read_bytes() for path in Path("course").rglob("*.ipynb")}
    assert before
    assert "is there already and is another one" in refused(capsys, *words, "8")
    assert {path: path.read_bytes() for path in Path("course").rglob("*.ipynb")} == before


def test_answers_do_not_lie_beside_the_students_notebooks(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lessons", "open", "--copy-only"]) == 0
    assert main(["lessons", "open", "--copy-only", "--teacher"]) == 0
    assert not list(Path("rummistats-lessons").rglob("teacher.ipynb"))
    assert list(Path("rummistats-lessons-teacher").rglob("teacher.ipynb"))


def test_bad_input_is_one_clear_line(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").touch()
    assert "no lesson '9'" in refused(capsys, "open", "--copy-only", "--lesson", "9")
    assert "no lesson 'pears'; did you mean pairs?" in refused(capsys, "build", "--lesson", "pears")
    assert "name another folder with --folder" in refused(
        capsys, "open", "--copy-only", "--folder", "file"
    )
    assert "name of the folder is empty" in refused(capsys, "open", "--folder", "")
    assert "name another one with --output" in refused(
        capsys, "worksheets", "--copies", "1", "--output", "file"
    )
    assert "name of the output folder is empty" in refused(capsys, "worksheets", "--output", "")
    assert "invalid choice: 'read'" in refused(capsys, "read")
    assert "does not take --all" in refused(capsys, "list", "--all")
    (built / "01-pairs" / "notes.md").unlink()
    assert "Pairs of tiles name no worksheet" in refused(capsys, "worksheets")
    assert "can't be read" in refused(capsys, "open", "--teacher", "--copy-only")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_not_be_written_is_told(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("closed").mkdir(mode=0o500)
    assert "Permission denied" in refused(capsys, "open", "--copy-only", "--folder", "closed")


def test_worksheets_are_those_of_the_notes(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "worksheets", "--copies", "1", "--level", "easy", "--output", "print")
    assert [Path(line).name for line in out.splitlines()] == [
        "list-easy-1.pdf", "list-easy-1-key.pdf", "orders-easy-1.pdf", "orders-easy-1-key.pdf",
    ]  # fmt: skip


def test_a_lesson_is_found_by_number_and_name(built: Path) -> None:
    assert find_lesson(1) == find_lesson("pairs") == find_lesson("Pairs of tiles")

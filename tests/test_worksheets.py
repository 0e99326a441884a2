"""Worksheets: their answers, found again by an independent solver; their files; their manners."""

from __future__ import annotations

import builtins
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any
from zipfile import ZipFile

import pytest

from rummistats.cli import main
from rummistats.seeds import make_seed
from rummistats.teach import LEVELS, TOPICS, Problem, make_worksheets
from rummistats.teach.answers import Answer, Choice, Number, Several
from rummistats.teach.platforms import moodle_xml, qti_package
from rummistats.teach.problems import WorksheetError, is_sound, too_alike
from rummistats.teach.sheets import key_source, make_pages, make_pdf, sheets_source
from rummistats.teach.worksheets import make_problem
from tests.oracles.worksheets import SOLVERS

TO_SOLVE = [topic for topic in TOPICS.values() if not topic.is_activity]
ACTIVITIES = [topic for topic in TOPICS.values() if topic.is_activity]
FEW, MANY = 8, 1000


def agrees(answer: Answer, found: Any) -> bool:
    """Whether the answer is what the solver found."""
    if isinstance(answer, Number):
        if answer.places is not None:
            return abs(float(answer.value) - float(found)) < 1e-9 * max(1, abs(float(found)))
        return bool(answer.value == found)
    if isinstance(answer, Choice):
        return bool(answer.right == found)
    if isinstance(answer, Several):
        return bool(answer.right == found)
    listed = [tuple(sorted(meld.split())) for meld in answer.melds]
    assert len(set(listed)) == len(listed)
    assert not set(listed) & {tuple(sorted(other.split())) for other in answer.others}
    return set(listed) == found


def problems(name: str, level: str, count: int) -> Iterator[Problem]:
    """Problems one after another, as on neighboring sheets."""
    random, neighbors = make_seed(20).child(LEVELS.index(level)).generator(), []
    for _ in range(count):
        problem = make_problem(TOPICS[name], random, level, neighbors)
        yield problem
        neighbors = [problem]


def check_problems(name: str, level: str, count: int) -> None:
    before = None
    for problem in problems(name, level, count):
        solved = list(SOLVERS[name](problem.data))
        assert len(solved) == len(problem.answers)
        for answer, found in zip(problem.answers, solved, strict=True):
            assert agrees(answer, found), (problem.data, answer, found)
            if isinstance(answer, Choice | Several):
                assert len(set(answer.options)) == len(answer.options)
        assert is_sound(problem)
        assert before is None or not too_alike(problem, before)
        assert problem.steps
        assert problem.sample_space > 1
        before = problem


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_solver_that_knows_only_the_data_finds_the_same_answers(topic: Any, level: str) -> None:
    check_problems(topic.name, level, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_thousand_problems_have_the_answers_that_the_solver_finds(topic: Any, level: str) -> None:
    check_problems(topic.name, level, MANY)


@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_problems_get_harder_from_level_to_level(topic: Any) -> None:
    easy, middle, hard = (
        median(problem.difficulty for problem in problems(topic.name, level, 15))
        for level in LEVELS
    )
    assert easy < middle < hard


@pytest.mark.slow
def test_the_odds_that_sheets_quote_are_the_exact_ones() -> None:
    from rummistats import exact
    from rummistats.teach.topics import known_odds

    melds = exact("melds", "sabra")
    assert {value: melds.prob(value) for value in melds.values} == known_odds.MELDS
    assert exact("can_open", "sabra").prob(True) == known_odds.CAN_OPEN
    assert exact("count(joker=True)", "sabra").at_least(1) == known_odds.HAS_JOKER


def number_question(text: str, value: Fraction, **options: Any) -> Problem:
    from rummistats.teach import Question

    return Problem(text, (Question("How many?", Number(value, **options)),), ("So.",), 2)


def test_a_problem_that_gives_its_answer_away_is_not_sound() -> None:
    assert is_sound(number_question("Take R7 of 52 tiles.", Fraction(7)))
    assert not is_sound(number_question("Take 7 of 52 tiles.", Fraction(7)))
    assert not is_sound(number_question("It is 3/14.", Fraction(3, 14), is_probability=True))
    assert not is_sound(number_question("Some.", Fraction(1), is_probability=True))
    assert not is_sound(number_question("Some.", Fraction(0), is_probability=True))


def test_neighbors_with_the_same_answer_are_too_alike() -> None:
    one, other = (
        number_question("a", Fraction(286)),
        number_question("b", Fraction(286)),
    )
    assert too_alike(one, other)


@pytest.mark.parametrize("topic", TOPICS)
def test_sheets_and_key_of_every_topic_become_pdf(topic: str) -> None:
    sheets = make_worksheets(topic, copies=2, seed=3, level="easy")
    for source in (
        sheets_source(sheets),
        sheets_source(sheets, paper="letter", large=True),
        key_source(sheets),
    ):
        made = make_pdf(source)
        assert made.startswith(b"%PDF")
        # The seed at the foot makes the sheet again.
        assert sheets.command in source.files["main.typ"].decode()
        # Typst refuses this mark where a picture or a fraction has no words for a screen reader.
        assert b"pdfuaid" in made


@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_copy_of_an_easier_sheet_has_one_page(topic: Any) -> None:
    for level, paper in (("easy", "a4"), ("medium", "letter")):
        sheets = make_worksheets(topic.name, copies=3, seed=4, level=level)
        assert len(make_pages(sheets_source(sheets, paper=paper), 20)) == 3


@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_questions_for_platforms_hold_the_same_answers(topic: Any) -> None:
    sheets = make_worksheets(topic.name, copies=2, seed=3)
    asked = [
        question for copy in sheets.copies for problem in copy for question in problem.questions
    ]
    quiz = ElementTree.fromstring(moodle_xml(sheets))
    found = [question for question in quiz.iter("question") if question.get("type") != "category"]
    assert len(found) == len(asked)
    for question, node in zip(asked, found, strict=True):
        marks = [(a.findtext("text"), float(a.get("fraction", "0"))) for a in node.iter("answer")]
        if isinstance(question.answer, Number):
            ((text, _),) = marks
            assert abs(Fraction(text or "") - question.answer.value) <= max(
                question.answer.allowed, Fraction(0)
            )
        else:
            assert sum(mark for _, mark in marks if mark > 0) == pytest.approx(100, abs=1e-4)
    with ZipFile(BytesIO(qti_package(sheets))) as package:
        names = package.namelist()
        assert sum(name.startswith("items/item") for name in names) == len(asked)
        for name in names:
            ElementTree.fromstring(package.read(name))
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        listed = {node.get("href") for node in manifest.iter() if node.tag.endswith("}file")}
        assert listed == set(names) - {"imsmanifest.xml"}


def test_the_same_seed_makes_the_same_sheets_and_files(tmp_path: Path) -> None:
    names = set()
    for folder in ("one", "two"):
        command = ["worksheet", "list", "--copies", "2", "--seed", "5", "--output"]
        assert main([*command, str(tmp_path / folder)]) == 0
        names = {path.name for path in (tmp_path / folder).iterdir()}
    assert names == {"list-medium-5.pdf", "list-medium-5-key.pdf"}
    for name in names:
        one, two = (tmp_path / folder / name for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["meld", "--copies", "0"], "from 1 to 1,000 copies"),
        (["mled"], "did you mean meld"),
        (["meld", "--level", "esay"], "did you mean easy"),
        (["meld", "--paper", "a3"], "a4, letter"),
        (["meld", "--seed", "-1"], "from 0 on"),
        (["meld", "--level", ""], "the levels are easy, medium, hard"),
        (["meld", "--paper", ""], "a4, letter"),
        (["tally", "--level", "easy"], "without levels"),
        (["meld", "--format", "moodle", "--large"], "--large is for PDF sheets"),
        (["meld", "--format", "qti", "--paper", "a4"], "--paper is for PDF sheets"),
        (["meld", "--output", ""], "name of the output folder is empty"),
    ],
)
def test_bad_input_gets_one_clear_line(
    words: list[str], told: str, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["worksheet", *words]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_where_a_file_is_in_the_way_nothing_is_written(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "value-medium-1-key.pdf").mkdir()
    assert main(["worksheet", "value", "--copies", "1", "--output", str(tmp_path)]) == 2
    assert "can't be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["value-medium-1-key.pdf"]


def test_without_typst_one_line_says_what_to_install(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    really = builtins.__import__

    def no_typst(name: str, *rest: Any, **more: Any) -> Any:
        if name == "typst":
            raise ImportError(name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", no_typst)
    folder = tmp_path / "sheets"
    assert main(["worksheet", "value", "--copies", "1", "--output", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "rummistats[lessons]" in said
    assert said.count("\n") == 1
    assert not folder.exists()


def test_a_level_or_a_seed_of_another_kind_is_refused() -> None:
    for wrong in ({"level": 3}, {"seed": "x"}, {"copies": True}, {"topic": 7}):
        with pytest.raises(WorksheetError):
            make_worksheets(**{"topic": "meld", **wrong})  # type: ignore[arg-type]

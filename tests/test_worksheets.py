"""Worksheets: their answers, found again by an independent solver; their files; their manners."""

from __future__ import annotations

import builtins
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from PIL import Image

from rummistats import judge
from rummistats.cli import main
from rummistats.seeds import make_seed
from rummistats.show.shapes import SHAPE_NAMES
from rummistats.teach import LEVELS, TOPICS, Problem, Topic, make_worksheets
from rummistats.teach.answers import Answer, Choice, Number, Several
from rummistats.teach.figures import ChartFigure, Grid, TableFigure, Tiles
from rummistats.teach.platforms import moodle_xml, qti_package
from rummistats.teach.problems import WorksheetError, is_same, is_sound, too_alike
from rummistats.teach.sheets import key_source, make_pages, make_pdf, sheets_source
from rummistats.teach.worksheets import make_problem
from tests.oracles.worksheets import SOLVERS
from tests.sums import sums_in, wrong_sums

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


def check_a_class(topic: Any, level: str, copies: int, seed: int) -> None:
    """There are so many copies, and none shares a problem with the next, at whatever place."""
    sheets = make_worksheets(topic.name, copies=copies, seed=seed, level=level)
    assert len(sheets.copies) == copies
    for problems in sheets.copies:
        assert len(problems) == topic.per_sheet
    for one, other in pairwise(sheets.copies):
        for mine in one:
            assert not any(is_same(mine, theirs) for theirs in other), (seed, mine)
        for mine, theirs in zip(one, other, strict=True):
            assert not too_alike(mine, theirs), (seed, mine)
    for problems in sheets.copies:
        for mine, theirs in combinations(problems, 2):
            assert not is_same(mine, theirs), (seed, mine)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_no_problem_stands_on_two_neighboring_copies(topic: Any, level: str) -> None:
    check_a_class(topic, level, 30, 1)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_there_are_sheets_for_every_class_and_seed(topic: Any, level: str) -> None:
    check_a_class(topic, level, 100, 2)
    for seed in range(3, 23):
        check_a_class(topic, level, 10, seed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_class_has_many_different_problems(topic: Any, level: str) -> None:
    # What a class needs, but no more than can be asked of a small game.
    sheets = make_worksheets(topic.name, copies=12, seed=4, level=level)
    needed = 12 * topic.per_sheet
    assert sheets.different >= min(needed, 22), (sheets.different, needed)


def test_a_topic_with_too_few_problems_says_what_to_do() -> None:
    only = Topic("few", "Few", "", lambda random, level: number_question("a", Fraction(7)))
    with pytest.raises(WorksheetError, match="make fewer copies, or take another seed or level"):
        make_worksheets(only, copies=2)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_the_sums_of_a_key_are_right_as_they_are_printed(topic: Any, level: str) -> None:
    sheets = make_worksheets(topic.name, copies=12, seed=9, level=level)
    found = 0
    for problem in (problem for problems in sheets.copies for problem in problems):
        for text in (*problem.steps, *(answer.text for answer in problem.answers)):
            # Where a rounded number stands after "=" or an exact one after "≈" is told, too.
            assert wrong_sums(text) == []
            found += sums_in(text)
            # A minus is as wide as a plus; the short stroke joins words.
            assert not re.search(r"(?<!\w)-|-\d", text), text
    # These have sums in words only, or none.
    without = {"meld", "list", "opening"} | ({"waits"} if level != "hard" else set())
    assert found >= (0 if topic.name in without else 12)


def test_the_reader_of_sums_finds_what_is_wrong() -> None:
    assert sums_in("So 7! / (2 · 2) = 1,260, and C(4, 2) = 6.") == 2
    for right in (
        "2/3 ≈ 0.667 = 66.7 %",
        "√(4 + 5) = 3",
        "z = (235 − 219) / 7.69 ≈ 2.08",
        "5 − 8 = −3",
        "1 − 3/4 = 1/4",
    ):
        assert wrong_sums(right) == []
    for wrong in ("2/3 = 0.667", "2/5 ≈ 0.4", "0.76 + 0.03 = 0.80", "16 / 7.69 ≈ 2.09"):
        assert len(wrong_sums(wrong)) == 1


def test_numbers_in_keys_say_whether_they_are_rounded() -> None:
    def of(value: Fraction, **more: Any) -> str:
        return Number(value, **more).text

    assert of(Fraction(2, 5), is_probability=True) == "2/5 = 0.4 = 40 %"
    assert of(Fraction(2, 3), is_probability=True) == "2/3 ≈ 0.6667 = 66.67 %"
    assert of(Fraction(10**9, 3 * 10**9 + 1), is_probability=True) == "≈ 0.3333 = 33.33 %"
    assert of(Fraction(1, 10**6), is_probability=True) == "1/1,000,000 = 0.000001 = 0.0001 %"
    assert of(Fraction(27, 4)) == "27/4 = 6.75"
    assert of(Fraction(98765, 8)) == "98,765/8 ≈ 12,346"
    assert of(Fraction(-25, 12), places=2) == "−2.08"
    loose = {"tolerance": Fraction(1, 100), "is_probability": True}
    assert of(Fraction(1, 3), **loose) == "≈ 0.333 = 33.3 %"
    assert of(Fraction(1, 4), **loose) == "= 0.250 = 25.0 %".removeprefix("= ")


def test_the_terms_of_chi_square_add_up_and_the_leeway_is_told() -> None:
    for copy in make_worksheets("claim", copies=20, seed=1, level="hard").copies:
        for problem in copy:
            (summed,) = (step for step in problem.steps if step.startswith("χ² is their sum"))
            assert sums_in(summed) == 1
            assert wrong_sums(summed) == []
            assert summed.endswith(f"so {problem.answers[0].text} to 2 decimal places.")
    key = key_source(make_worksheets("claim", copies=1, level="hard")).files["main.typ"].decode()
    assert "0.05 more or less is fine" in key


def test_a_key_names_one_of_several_readings_as_an_example() -> None:
    seen = set()
    for copy in make_worksheets("meld", copies=60, seed=1, level="hard").copies:
        for step in copy[0].steps:
            rack, _, told = step.partition(") ")[2].partition(": ")
            readings = len(judge(rack, "sabra").readings)
            assert told.startswith("for example ") == (readings > 1), step
            seen.add(min(readings, 2))
            numbers = {tile[1:] for tile in rack.split()}
            # A joker between 13 and 2 would have to be a 1.
            has_one = "1" in numbers or {"", "13"} < numbers
            assert ("a 1 stands" in told) <= has_one, step
    assert seen == {0, 1, 2}


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


Field = tuple[Fraction, Fraction] | list[tuple[str, float]]
"""A number and how far an answer may be off; or options with their marks in percent."""


def moodle_fields(node: ElementTree.Element) -> list[Field]:
    """The places for answers that Moodle makes of a question."""
    if node.get("type") == "cloze":
        text = node.findtext("questiontext/text") or ""
        fields: list[Field] = []
        for kind, told in re.findall(r"\{1:(\w+):((?:[^\\}]|\\.)*)\}", text):
            if kind == "NUMERICAL":
                value, off = told.removeprefix("=").split(":")
                fields.append((Fraction(value), Fraction(off)))
            else:
                assert kind == "MULTICHOICE_V"
                options = re.split(r"(?<!\\)~", told)
                fields.append([(o.removeprefix("="), 100.0 * o.startswith("=")) for o in options])
        return fields
    answers = list(node.iter("answer"))
    if node.get("type") == "numerical":
        (answer,) = answers
        text, off = answer.findtext("text") or "", answer.findtext("tolerance") or ""
        return [(Fraction(text), Fraction(off))]
    return [[(a.findtext("text") or "", float(a.get("fraction", "0"))) for a in answers]]


def qti_fields(item: ElementTree.Element) -> list[Field]:
    """The places for answers that a player of QTI makes of an item."""
    space = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p2"}
    fields: list[Field] = []
    for declared in item.iterfind("q:responseDeclaration", space):
        name = declared.get("identifier")
        (asked,) = (node for node in item.iter() if node.get("responseIdentifier") == name)
        (judged,) = (
            condition
            for condition in item.iterfind(".//q:responseIf", space)
            if condition.find(f".//q:variable[@identifier='{name}']", space) is not None
        )
        right = [value.text or "" for value in declared.iterfind(".//q:value", space)]
        if declared.get("baseType") == "float":
            equal = judged.find("q:equal", space)
            assert equal is not None
            off = (equal.get("tolerance") or "").split()
            assert off[0] == off[1]
            fields.append((Fraction(right[0]), Fraction(off[0])))
        else:
            choices = asked.iterfind("q:simpleChoice", space)
            fields.append(
                [
                    ("".join(node.itertext()), 100.0 * (node.get("identifier") in right))
                    for node in choices
                ]
            )
    return fields


def check_field(answer: Answer, field: Field) -> None:
    """The field takes the answer, and no other."""
    if not isinstance(answer, Number):
        assert isinstance(field, list)
        right = {plain(text) for text, mark in field if mark > 0}
        if isinstance(answer, Choice):
            assert right == {answer.text}
        elif isinstance(answer, Several):
            assert right == {answer.options[place] for place in answer.right}
        else:
            assert right == set(answer.melds)
        return
    assert isinstance(field, tuple)
    value, off = field
    if answer.value.denominator == 1 and not answer.tolerance:
        assert (value, off) == (answer.value, 0)
        return
    assert abs(value - answer.value) < Fraction(1, 10**8)
    if answer.tolerance:
        assert off == answer.tolerance
        return
    assert answer.places is None
    for digits in (3, 4, 5, 8):
        given = Fraction(f"{float(answer.value):.{digits}g}")
        if answer.value < 100 or digits > 3:
            assert abs(given - answer.value) <= off, (answer, digits)
    # One percent off is another number.
    assert off < abs(answer.value) / 100


def plain(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_questions_for_platforms_hold_the_same_answers(topic: Any, level: str) -> None:
    sheets = make_worksheets(topic.name, copies=2, seed=3, level=level)
    asked = [problem for copy in sheets.copies for problem in copy]
    quiz = ElementTree.fromstring(moodle_xml(sheets))
    found = [question for question in quiz.iter("question") if question.get("type") != "category"]
    assert len(found) == len(asked)
    for problem, node in zip(asked, found, strict=True):
        for answer, field in zip(problem.answers, moodle_fields(node), strict=True):
            check_field(answer, field)
            if isinstance(field, list):
                assert sum(mark for _, mark in field if mark > 0) == pytest.approx(100, abs=1e-4)
        assert node.findtext("defaultgrade") == str(len(problem.questions))
    with ZipFile(BytesIO(qti_package(sheets))) as package:
        names = package.namelist()
        items = sorted(name for name in names if name.startswith("items/item"))
        assert len(items) == len(asked)
        for problem, name in zip(asked, items, strict=True):
            fields = qti_fields(ElementTree.fromstring(package.read(name)))
            for answer, field in zip(problem.answers, fields, strict=True):
                check_field(answer, field)
        for name in names:
            ElementTree.fromstring(package.read(name))
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        listed = {node.get("href") for node in manifest.iter() if node.tag.endswith("}file")}
        assert listed == set(names) - {"imsmanifest.xml"}


def texts_on_platforms(sheets: Any) -> Iterator[tuple[Problem, str]]:
    """Each problem with its text in Moodle, then in QTI, as one reads it."""
    problems = [problem for copy in sheets.copies for problem in copy]
    quiz = ElementTree.fromstring(moodle_xml(sheets))
    for problem, node in zip(problems, quiz.iterfind("question[questiontext]"), strict=True):
        yield problem, unescape(plain(node.findtext("questiontext/text") or ""))
    with ZipFile(BytesIO(qti_package(sheets))) as package:
        items = sorted(name for name in package.namelist() if name.startswith("items/item"))
        for problem, name in zip(problems, items, strict=True):
            root = ElementTree.fromstring(package.read(name))
            body = root.find("{http://www.imsglobal.org/xsd/imsqti_v2p2}itemBody")
            assert body is not None
            yield problem, "".join(body.itertext())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_problem_on_a_platform_brings_all_that_its_sheet_says(topic: Any, level: str) -> None:
    sheets = make_worksheets(topic.name, copies=1, seed=6, level=level)
    for problem, text in texts_on_platforms(sheets):
        assert sheets.reminder(1).replace("**", "") in text
        assert problem.text in text
        places = [text.index(question.prompt) for question in problem.questions]
        assert places == sorted(places)
        # What can only be done on paper.
        assert not re.search("(?i)write into|lines? below|on this sheet", text)
        ends = [*places[1:], len(text)]
        for question, start, end in zip(problem.questions, places, ends, strict=True):
            part = text[start:end]
            # A form is asked for once, or not at all; a number that must be rounded has one.
            forms = ("significant digits", "decimal place", "off by")
            told = [form for form in forms if form in part]
            rounded = isinstance(question.answer, Number) and question.answer.allowed
            assert len(told) == bool(rounded), part
        if len(problem.questions) > 1:
            for place, question in zip("abcdef", problem.questions, strict=False):
                assert f"({place}) {question.prompt}" in text


def test_a_chart_is_stored_once_for_all_its_questions() -> None:
    sheets = make_worksheets("chart", copies=30, level="hard")
    made = moodle_xml(sheets)
    assert made.count("<file ") == 30
    assert len(made) < 400_000


def test_the_words_of_a_chart_tell_no_more_than_its_bars() -> None:
    for copy in make_worksheets("chart", copies=30, seed=2, level="hard").copies:
        (figure,) = copy[0].figures
        assert isinstance(figure, ChartFigure)
        assert "mean" not in figure.words.lower()
        told = figure.words.split(". ", 2)[-1]
        shown = [f"{value}: {share:.1f} %" for value, share in figure.bars.items()]
        assert told == "; ".join(shown) + "."
        drawn = re.findall(r">([\d.]+)</text>", figure.svg)
        assert sorted(drawn) == sorted(
            [str(value) for value in figure.bars] + [f"{s:.1f}" for s in figure.bars.values()]
        )


@pytest.mark.parametrize("topic", TO_SOLVE, ids=lambda topic: topic.name)
def test_a_sheet_with_tiles_says_what_their_letters_mean(topic: Any) -> None:
    for level in LEVELS:
        sheets = make_worksheets(topic.name, copies=2, seed=8, level=level)
        code = sheets_source(sheets).files["main.typ"].decode()
        shows = "tile(" in code.partition("#head(")[2].partition("#head(")[0] or any(
            isinstance(figure, Tiles | Grid) for figure in sheets.copies[0][0].figures
        )
        assert ("black and Y" in sheets.reminder(1)) == shows
        assert code.count("black and Y") == (2 if shows else 0)
        if any(isinstance(figure, Tiles | Grid) for figure in sheets.copies[0][0].figures):
            signs = {"R": "●", "B": "◆", "K": "▲", "Y": "■"}
            names = {"●": "circle", "◆": "diamond", "▲": "triangle", "■": "square"}
            for color, sign in signs.items():
                assert f"{color} ({sign})" in sheets.reminder(1)
                assert names[sign] == SHAPE_NAMES[color]


def check_large_print(topic: str, level: str, paper: str) -> None:
    sheets = make_worksheets(topic, copies=1, seed=7, level=level)
    source = sheets_source(sheets, paper=paper, large=True)
    code = source.files["main.typ"].decode()
    for name, width in re.findall(r'#image\("([^"]+)", width: ([\d.]+)cm', code):
        svg = source.files[name].decode()
        wide = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
        assert wide is not None
        smallest = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg))
        points = smallest * float(width) / float(wide[1]) * 72 / 2.54
        assert points >= 14, (name, points)
    first, *_ = make_pages(source, 20)
    page = np.asarray(Image.open(BytesIO(first)).convert("L"))
    # Above the foot.
    inked = np.flatnonzero((page[: int(0.92 * len(page))] < 128).any(axis=1))
    assert inked[-1] > 0.55 * len(page), "the first page is nearly empty"


@pytest.mark.parametrize("topic", ["meld", "outs", "sets", "tally", "chart", "pool"])
def test_large_print_is_large_and_fills_its_pages(topic: str) -> None:
    check_large_print(topic, "hard", "letter")


@pytest.mark.slow
@pytest.mark.parametrize("topic", TOPICS)
def test_large_print_of_every_topic_is_large_and_fills_its_pages(topic: str) -> None:
    for level in LEVELS:
        for paper in ("a4", "letter"):
            check_large_print(topic, level, paper)


def test_what_belongs_together_at_the_foot_is_not_broken() -> None:
    code = sheets_source(make_worksheets("outs", copies=12, level="hard"), large=True)
    assert "hard\u00a0·\u00a0copy\u00a012" in code.files["main.typ"].decode()


def test_teams_are_not_called_groups() -> None:
    (problem,) = make_worksheets("pool", copies=1).copies[0]
    table = problem.figures[0]
    assert isinstance(table, TableFigure)
    assert table.heading[0] == "Team"
    # A group is tiles.
    assert "group" not in problem.text


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


def test_large_print_for_one_does_not_replace_the_sheets_of_all(tmp_path: Path) -> None:
    words = ["worksheet", "value", "--copies", "1", "--output", str(tmp_path)]
    for more in ([], ["--large"], ["--paper", "letter"]):
        assert main([*words, *more]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "value-medium-1.pdf",
        "value-medium-1-key.pdf",
        "value-medium-1-large.pdf",
        "value-medium-1-letter.pdf",
        "value-medium-1-letter-key.pdf",
    }


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

"""Answers to exercises: what is accepted in which form, what is refused, and what is said."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from itertools import count
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from rummistats import Variant, find_variant
from rummistats.distribution import make_distribution
from rummistats.teach.answers import (
    AnyAnswer,
    AnyHand,
    Choice,
    Estimate,
    Function,
    Melds,
    Number,
    SetOf,
    Several,
    Tiles,
)
from rummistats.teach.exercises import Exercise, ExerciseError, Task, right_answer
from rummistats.teach.lessons import Lesson, LessonError, find_exercise, find_lesson, lessons
from rummistats.teach.progress import (
    FILE_NAME,
    Guess,
    Progress,
    ProgressError,
    Tried,
    read_progress,
)
from rummistats.teach.reading import Unreadable, read_number
from rummistats.teach.session import Session
from rummistats.teach.verdicts import SURELY_WRONG, Mistake, judge_answer

SABRA = find_variant("sabra")
HINTS = ("Which?", "Take two.", "It begins.")


def says(answer: object, right: AnyAnswer, *mistakes: Mistake) -> str:
    return judge_answer(answer, right, "that is why", mistakes).status


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (3, Fraction(3)),
        (0.1, Fraction(1, 10)),
        (Fraction(1, 3), Fraction(1, 3)),
        ("3/4", Fraction(3, 4)),
        (" 3 / 4 ", Fraction(3, 4)),
        ("0.75", Fraction(3, 4)),
        (".75", Fraction(3, 4)),
        ("0,75", Fraction(3, 4)),
        ("75 %", Fraction(3, 4)),
        ("75%", Fraction(3, 4)),
        ("12,5 %", Fraction(1, 8)),
        ("1 in 4", Fraction(1, 4)),
        ("3 of 12", Fraction(1, 4)),
        ("1 in 1,000", Fraction(1, 1000)),
        ("5,148", Fraction(5148)),
        ("2,598,960", Fraction(2598960)),
        ("1/2,598,960", Fraction(1, 2598960)),
        ("1e-3", Fraction(1, 1000)),
        ("2^4", Fraction(16)),
        ("2**4", Fraction(16)),
        ("2*2*2*2", Fraction(16)),
        ("13 · 48", Fraction(624)),
        ("C(52, 5)", Fraction(2598960)),
        ("comb(5,2) / 20", Fraction(1, 2)),
        ("1 - 3/4", Fraction(1, 4)),
        ("1/2 + 1/4", Fraction(3, 4)),
        ("5!/(3!*2!)", Fraction(10)),
        ("(1/2)^3 %", Fraction(1, 800)),
        ("4*3/2", Fraction(6)),
        ("perm(5, 3)", Fraction(60)),
        ("99 subsets", Fraction(99)),
        ("6 different hands", Fraction(6)),
        ("5 x 4", Fraction(20)),
        ("5x4", Fraction(20)),
        ("\u22125", Fraction(-5)),
    ],
)
def test_numbers_are_read_in_every_form(written: object, value: Fraction) -> None:
    assert read_number(written).value == value


@pytest.mark.parametrize(
    "written",
    ["1*", "C(5)", "C(-1, 2)", "2^2^2^2^2", "9^999", "99!", "1/(1-1)", "(1", "!", "a+1", "1+True",
     "print(1)", "C(10^9, 10^8)", "1 + x.y", "((((((1", "2^0.5", "'1'*9", "", "  ", "x", "1/0",
     "1//2", "1/2/3", "five", "%", "1 in", True, None, [1], 1j,
     float("nan"), float("inf"), "1e999999", "9" * 1000, "__import__('os')", "1,23,4"],
)  # fmt: skip
def test_what_is_no_number_is_told_so(written: object) -> None:
    with pytest.raises(Unreadable):
        read_number(written)


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**6))
def test_each_form_of_a_probability_is_accepted(value: Fraction) -> None:
    asked = Number(value, is_probability=True)
    assert says(value, asked) == "right"
    assert says(f"{value.numerator}/{value.denominator}", asked) == "right"
    assert says(float(value), asked) == "right"
    assert says(f"{100 * float(value):.14g} %", asked) == "right"


def test_three_digits_are_enough_and_two_are_not() -> None:
    asked = Number(Fraction(34075, 10**6), is_probability=True)
    assert says("3.41 %", asked) == says(0.0341, asked) == "right"
    assert says("3.4 %", asked) == "wrong"
    assert "three digits" in judge_answer("3.4 %", asked, "").words
    # Not even three digits are enough where they would say that it is certain.
    assert says("1.00", Number(Fraction(99991, 10**5), is_probability=True)) == "wrong"
    # A fraction is exact or it is another one.
    assert says("1/3", Number(Fraction(3334, 10**4), is_probability=True)) == "wrong"


def test_counts_are_exact() -> None:
    asked = Number(Fraction(comb(52, 5)))
    assert says("2,598,960", asked) == says(2598960.0, asked) == "right"
    assert says(2598961, asked) == says(2.6e6, asked) == says("2599000", asked) == "wrong"


def test_percent_for_probability_is_recognized() -> None:
    asked = Number(Fraction(3, 4), is_probability=True)
    assert "sign %" in judge_answer(75, asked, "").words
    assert "opposite" in judge_answer(0.25, asked, "").words
    assert "between 0 and 1" in judge_answer(3, asked, "").words


def test_a_rounded_answer_is_told_to_round_less() -> None:
    """It is no mistake of thinking, and nobody should go and look for one."""
    for value, answers in [
        (Fraction(855, 10**5), ["0.9 %", "1 %", 0.009]),
        (Fraction(29, 4), [7.2, "7.3", 7]),
    ]:
        asked = Number(value, is_probability=value < 1)
        for answer in answers:
            verdict = judge_answer(answer, asked, "")
            assert verdict.status == "wrong", answer
            assert "Round less" in verdict.words, answer
    assert "Round less" not in judge_answer("2 %", Number(Fraction(855, 10**5)), "").words
    # Three digits are three digits, also without a point.
    mean = Number(Fraction(6912, 53))
    for answer in ("130", 130, "130.4", 130.415, Fraction(6912, 53)):
        assert says(answer, mean) == "right", answer
    assert says("130.9", mean) == says("131", mean) == "wrong"
    # A mean that happens to be whole is not told to be a count.
    assert "whole" not in judge_answer(9.9, Number(Fraction(10)), "").words


def test_a_comma_may_be_a_decimal_point() -> None:
    asked = Number(Fraction(29, 4))
    assert says("7,25", asked) == says("7,250", asked) == "right"
    assert says("7,250", Number(Fraction(7250))) == "right"
    assert says("0,855 %", Number(Fraction(855, 10**5), is_probability=True)) == "right"
    assert says("80,7", Number(Fraction(807, 10))) == says("124,98", Number(Fraction(12498, 100)))


def test_a_number_is_shown_back_in_the_form_that_was_asked_for() -> None:
    def told(form: str) -> str:
        right = Number(Fraction(1, 8), is_probability=True, form=form)
        return judge_answer(0.125, right, "so it is").words

    assert [told(form) for form in ("percent", "fraction", "one in", "decimal")] == [
        "So it is. (12.5 %)",
        "So it is. (1/8)",
        "So it is. (1 in 8)",
        "So it is. (0.125)",
    ]


@pytest.mark.parametrize(
    ("right", "accepted", "refused", "unreadable"),
    [
        (Choice(("yes", "no"), 1), ["no", "b", "B)", " No ", False], ["yes", "a", True], ["c", 1]),
        (
            Several(("x", "y", "z"), frozenset({0, 2})),
            ["a, c", "c a", {"a", "c"}, ["x", "z"], "a and c"],
            ["a", "none", "a, b, c", set()],
            ["d", 5],
        ),
        (Several(("x", "y"), frozenset()), ["none", "", set()], ["a"], ["q"]),
        (
            Melds(("R1 R2 R3", "R7 B7 K7"), ()),
            ["R1 R2 R3; R7 B7 K7", ["K7 R7 B7", "r3 r2 r1"], [SABRA.parse("R1 R2 R3"), "R7 B7 K7"],
             "{R1 R2 R3} {B7 R7 K7}", "R1 R2 R3, R7 B7 K7", "R1,R2,R3; R7,B7,K7"],
            [["R1 R2 R3"], ["R1 R2 R3", "R1 R2 R3"], "R1 R2 R4", []],
            ["melds", 3, [3]],
        ),
        (
            SetOf(frozenset({"R1", "B2"})),
            ["{R1, B2}", "b2 r1", {"R1", "B2"}, ["R1", "B2", "B2"], SABRA.parse("R1 B2")],
            ["R1", "{}", {"R1", "B2", "K3"}],
            [None, 3.5],
        ),
        (SetOf(frozenset()), ["{}", set(), "∅"], ["R1", {1}], [None]),
        (
            SetOf(frozenset({(1, 2), (2, 1)})),
            [{(1, 2), (2, 1)}, [[1, 2], [2, 1]]],
            [{(1, 2)}, set()],
            ["1 2", 3],
        ),
        (
            SetOf(frozenset({frozenset(), frozenset({"R1"})})),
            [[set(), {"R1"}], {frozenset(), frozenset({"R1"})}],
            [[set()]],
            ["x"],
        ),
        (
            Tiles("R1 R1 J", SABRA),
            ["J R1 R1", SABRA.parse("R1 R1 J"), ["R1", "J", "R1"], "{R1, R1, J}"],
            ["R1 J", "R1 R1 J J", "B1 B1 J"],
            ["R99", 3, "R1 R1 R1", "", " "],
        ),
        (
            AnyHand(SABRA, lambda hand: "" if len(hand) == 2 else "Two tiles.", "R1 R2"),
            ["R1 R2", "J J", SABRA.parse("K13 R13")],
            ["R1"],
            ["R14", None, ""],
        ),
        (
            Function((((4, 2), 6), ((5, 1), 5)), comb),
            [comb, lambda n, k: float(comb(n, k))],
            [lambda n, k: n, lambda n: n, lambda n, k: None, print],
            [6, "comb"],
        ),
        (
            Function((((4,), Fraction(1, 4)),), lambda n: Fraction(1, n)),
            [lambda n: 1 / n, lambda n: Fraction(1, n), lambda n: "1 in 4"],
            [lambda n: n, lambda n: True, lambda n: [1]],
            [None],
        ),
    ],
)  # fmt: skip
def test_what_is_accepted_and_refused(
    right: AnyAnswer, accepted: list[object], refused: list[object], unreadable: list[object]
) -> None:
    assert says(right_answer(right), right) == "right"
    for answer in accepted:
        assert says(answer, right) == "right", answer
    for answer in refused:
        assert says(answer, right) == "wrong", answer
    for answer in unreadable:
        assert says(answer, right) == "unreadable", answer


def test_a_likely_mistake_is_named_before_anything_general() -> None:
    asked = Number(Fraction(10))
    twice = Mistake(20, "each pair was counted twice")
    odd = Mistake(lambda read: read.value % 2 == 1, "it is even")
    assert judge_answer("20", asked, "", [twice, odd]).words == "Each pair was counted twice."
    assert judge_answer(13, asked, "", [twice, odd]).words == "It is even."
    assert "list" in judge_answer(12, asked, "", [twice, odd]).words


@settings(deadline=None)
@given(
    st.integers(1, 99),
    st.integers(1, 3000),
    st.floats(0, 1),
)
def test_an_estimate_is_judged_by_its_binomial_tail(
    percent: int, trials: int, place: float
) -> None:
    """The two-sided tail is summed here from all outcomes that are no likelier."""
    exact, hits = Fraction(percent, 100), round(place * trials)
    verdict = judge_answer((hits, trials), Estimate(exact), "")
    if trials * min(exact, 1 - exact) < 10:
        assert verdict.status == "too few"
        return
    chances = binom.pmf(range(trials + 1), trials, float(exact))
    tail = chances[chances <= chances[hits] * (1 + 1e-7)].sum()
    if abs(tail - SURELY_WRONG) > 1e-9:
        assert verdict.status == ("right" if tail > SURELY_WRONG else "wrong")
    assert f"n = {trials:,}" in verdict.words


def test_a_mistaken_function_is_recognized_whatever_it_returns() -> None:
    asked = Function((((3,), Fraction(1, 3)), ((7,), Fraction(1, 7))), lambda n: Fraction(1, n))
    opposite = Mistake(lambda n: 1 - Fraction(1, n), "the opposite event")
    assert judge_answer(lambda n: 1 - 1 / n, asked, "", [opposite]).words == "The opposite event."


@pytest.mark.parametrize(
    "answer",
    ["1E9999999", "1E-9999999", "9" * 5000 + " of 3", ", of ,", 10**5000, [10**5000], count(),
     Decimal("sNaN"), object, type("Odd", (), {"__repr__": lambda self: 1 / 0})(), b"R1", {}, ...],
    ids=lambda answer: type(answer).__name__,
)  # fmt: skip
@pytest.mark.parametrize(
    "right",
    [Number(Fraction(1, 3), is_probability=True), Choice(("yes", "no"), 0),
     Estimate(Fraction(1, 3)), Several(("x", "y"), frozenset({0})), Melds(("R1 R2 R3",), ()),
     SetOf(frozenset({"R1"})),
     SetOf(frozenset({1, 2})), Tiles("R1", SABRA), AnyHand(SABRA, lambda hand: "no", "R1"),
     Function((((3,), 3),), abs)],
    ids=lambda right: type(right).__name__,
)  # fmt: skip
def test_whatever_is_given_is_judged(answer: object, right: AnyAnswer) -> None:
    assert says(answer, right) in ("unreadable", "wrong")


@pytest.mark.parametrize(
    "function",
    [lambda n: sys.exit(), lambda n: 10**5000, lambda n: Decimal("sNaN"), lambda n: n(n),
     lambda n: type("Odd", (), {"__repr__": lambda self: 1 / 0, "__eq__": lambda s, o: 1 / 0})()],
)  # fmt: skip
def test_whatever_a_function_does_is_judged(function: Callable[[int], object]) -> None:
    assert says(function, Function((((3,), 3),), abs)) in ("unreadable", "wrong")


def test_numbers_of_numpy_and_decimals_are_numbers() -> None:
    assert says({np.int64(1), np.int64(2)}, SetOf(frozenset({1, 2}))) == "right"
    assert says(Decimal("0.333"), Number(Fraction(1, 3), is_probability=True)) == "right"
    assert says("33.3 percent", Number(Fraction(1, 3), is_probability=True)) == "right"
    zeros_and_ones = make_distribution({0: 749, 1: 251}, measure="x", is_exact=False, seed=1)
    assert says(zeros_and_ones, Estimate(Fraction(1, 4))) == "right"


def test_what_is_accepted_by_luck_is_not_said_to_be_near() -> None:
    """3.3 standard errors: not refused, but nobody is told that one can't tell them apart."""
    verdict = judge_answer((295, 1000), Estimate(Fraction(1, 4)), "it is near")
    assert verdict.right
    assert "rather far" in verdict.words
    assert "near" not in verdict.words
    assert "can't tell them apart" not in verdict.words


def test_what_was_ticked_is_told_truly() -> None:
    asked = Several(("v", "w", "x", "y"), frozenset({0, 1}))
    assert judge_answer("c", asked, "").words == "None of those that you chose is right."
    assert judge_answer("a", asked, "").words == "What you chose is right, and one more is."
    assert judge_answer("a, c", asked, "").words.startswith("Some of those")
    assert judge_answer("a, b, c, d", asked, "").words.startswith("All that are right")
    assert "at least one is right" in judge_answer("none", asked, "").words


def test_a_missing_semicolon_is_seen() -> None:
    asked = Melds(("R1 R2 R3", "R7 B7 K7"), ())
    assert "semicolon" in judge_answer("R1 R2 R3 R7 B7 K7", asked, "").words


def test_what_a_function_prints_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def printing(n: int) -> None:
        print(n)

    assert (
        "does it have a `return`" in judge_answer(printing, Function((((3,), 3),), abs), "").words
    )
    assert capsys.readouterr().out == ""


def test_a_choice_is_made_by_its_number_too() -> None:
    asked = Choice(("line 1", "line 2", "line 3"), 1)
    assert says(2, asked) == says("2", asked) == says("line 2", asked) == "right"
    assert says(3, asked) == "wrong"
    assert says(4, asked) == "unreadable"
    assert says(2, Choice(("2 of 12", "12 of 2"), 0)) == "unreadable"


def test_an_estimate_needs_hits_and_trials() -> None:
    asked = Estimate(Fraction(1, 4))
    for answer in ("251 of 1,000", [251, 1000], "(251, 1000)", "251, 1000", "251/1000"):
        assert says(answer, asked) == "right", answer
    dealt = make_distribution({True: 251, False: 749}, measure="x", is_exact=False, seed=1)
    counted = make_distribution({True: 1, False: 3}, measure="x", is_exact=True)
    assert says(dealt, asked) == says(dealt.estimate(True), asked) == "right"
    assert says(counted, asked) == says(counted.estimate(True), asked) == "unreadable"
    # Counted numbers, given as if they were dealt.
    assert says((10**17, 4 * 10**17), asked) == "unreadable"
    for answer in (0.25, "25 %", (5, 3), (-1, 10), (0, 0), (1.0, 4.0), (True, 5)):
        assert says(answer, asked) == "unreadable"


def doubled(random: object) -> Task:
    n = int(random.integers(2, 50))  # type: ignore[attr-defined]
    return Task(
        f"Twice {n}?", Number(Fraction(2 * n)), "n and n", HINTS, "n + n",
        (Mistake(n * n, "not the square"), Mistake(n + 2, "not two more")), {"n": n},
    )  # fmt: skip


def test_a_task_is_the_same_for_the_same_student_and_differs_between_students() -> None:
    exercise = Exercise("2.1", "Twice", "do", doubled)
    assert exercise.task(5) == exercise.task(5)
    assert len({exercise.task(seed).text for seed in range(40)}) > 15
    assert exercise.task(5).text != exercise.task(5, again=1).text
    other = Exercise("2.2", "Twice", "do", doubled)
    assert any(exercise.task(seed) != other.task(seed) for seed in range(5))


def test_a_mistake_that_would_be_right_is_never_asked() -> None:
    """2 + 2, 2 · 2 and twice 2 are all 4: a student with n = 2 would be told nonsense."""
    exercise = Exercise("2.1", "Twice", "do", doubled)
    assert all("Twice 2?" not in exercise.task(seed).text for seed in range(300))


def test_an_exercise_that_cannot_be_asked_says_why() -> None:
    told = Task("It is 7. What is it?", Number(Fraction(7)), "", HINTS, "")
    with pytest.raises(ExerciseError, match=r"2\.1 .* seed 3.*stands in the text"):
        Exercise("2.1", "Given away", "do", lambda random: told).task(3)
    with pytest.raises(ExerciseError, match="levels are do, explain, mistake"):
        Exercise("2.1", "", "hard", doubled)
    with pytest.raises(ExerciseError, match=r"'2\.3'"):
        Exercise("two", "", "do", doubled)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one lesson with two exercises, in the place of the course."""
    place = tmp_path / "lessons" / "01-doubling"
    place.mkdir(parents=True)
    (place / "lesson.md").write_text("---\ntitle: Doubling\n---\n# Doubling\n")
    (place / "exercises.py").write_text(
        "from tests.test_exercises import doubled\n"
        "from rummistats.teach.exercises import Exercise\n"
        "EXERCISES = (Exercise('1.1', 'Twice', 'do', doubled),\n"
        "             Exercise('1.2', 'Again', 'explain', doubled))\n"
    )
    monkeypatch.setattr("rummistats.teach.lessons.lessons_folder", lambda: tmp_path / "lessons")
    return tmp_path


def test_progress_is_kept_and_belongs_to_the_student(folder: Path) -> None:
    session = Session.begin(folder)
    n = session.task("1.1").given["n"]
    assert session.answer("1.1", "nonsense").status == "unreadable"
    assert session.answer("1.1", 2 * n + 1).status == "wrong"
    assert session.answer("1.1", 2 * n).status == "right"
    # A wrong answer later takes nothing away.
    session.answer("1.1", 0)
    later = Session.begin(folder)
    assert later.tried("1.1") == Tried(tries=2, right=True)
    assert later.task("1.1") == session.task("1.1")
    assert "✔ solved (2 tries): 1.1 Twice" in later.overview(1)
    assert "○ open: 1.2 Again" in later.overview()


def test_two_notebooks_share_one_file(folder: Path) -> None:
    one, other = Session.begin(folder), Session.begin(folder)
    one.answer("1.1", 2 * one.task("1.1").given["n"])
    other.answer("1.2", 2 * other.task("1.2").given["n"])
    assert Session.begin(folder).solved(find_lesson(1)) == ["1.1", "1.2"]


def test_another_notebook_with_another_seed_changes_nothing_here(folder: Path) -> None:
    one = Session.begin(folder, seed=3)
    before = one.task("1.1")
    other = Session.begin(folder, seed=4)
    other.answer("1.2", 2 * other.task("1.2").given["n"])
    assert one.task("1.1") == before
    assert other.task("1.1") != before
    # What is solved with these numbers is not solved with others, and comes back with them.
    other.answer("1.1", 2 * other.task("1.1").given["n"])
    assert "when you have solved" in one.solution("1.1")
    assert "(0 of 2 solved)" in one.overview(1)
    assert "(2 of 2 solved)" in Session.begin(folder, seed=4).overview(1)
    # A seed that is named is not taken for the student's own.
    assert len({Session.begin(folder).seed, 3, 4}) == 3
    assert Session.begin(folder).seed == Session.begin(folder).seed


def test_hints_come_in_three_steps_and_the_solution_after_them(folder: Path) -> None:
    session = Session.begin(folder, seed=3)
    assert "when you have solved" in session.solution("1.1")
    assert [session.next_hint("1.1").count("**") // 2 for _ in range(4)] == [1, 2, 3, 3]
    assert "n + n" in session.solution("1.1")
    assert "when you have solved" in session.solution("1.2")


def test_other_numbers_are_drawn_and_kept(folder: Path) -> None:
    session = Session.begin(folder)
    before = session.task("1.1")
    assert session.again("1.1") != before
    assert Session.begin(folder).task("1.1") == session.task("1.1")


def test_in_the_teachers_edition_a_wrong_answer_is_an_error(folder: Path) -> None:
    session = Session.begin(folder, seed=0, teacher=True)
    with pytest.raises(LessonError, match=r"exercise 1\.1: 1 is not right"):
        session.answer("1.1", 1)
    assert not (folder / FILE_NAME).exists()
    assert "n + n" in session.solution("1.1")


def test_predictions_are_kept_and_looked_back_at(folder: Path) -> None:
    session = Session.begin(folder, seed=3)
    assert session.guess("1.a", "30", "percent", ()) == "Your guess is kept: 30 %."
    assert session.guess("1.b", "1 in 4", "percent", ()) == "Your guess is kept: 25 %."
    assert session.guess("1.c", "More", None, ("fewer", "more")) == "Your guess is kept: more."
    later = Session.begin(folder)
    assert later.compare_guess("1.a", Fraction(1, 2)) == (
        "You guessed 30 %; it is 50 %. That is 20 percentage points too low."
    )
    assert "close" in later.compare_guess("1.b", 0.251)
    told = make_distribution({True: 251, False: 749}, measure="x", is_exact=False, seed=1)
    assert "25.1 % (± 1.4, simulated)" in later.compare_guess("1.b", told.estimate(True))
    assert later.compare_guess("1.c", "more").endswith("Well seen.")
    assert "no guess" in later.compare_guess("1.d", 0.5)
    later.units["1.d"] = "percent"
    assert later.compare_guess("1.d", 0.5).startswith("It is 50 %. You made no guess")
    for guess, unit in [("300", "percent"), (-1, "percent"), (30, "probability"), ("?", None)]:
        with pytest.raises(LessonError):
            session.guess("1.e", guess, unit, ())
    with pytest.raises(LessonError, match="choose one of fewer, more"):
        session.guess("1.e", "some", None, ("fewer", "more"))
    with pytest.raises(LessonError, match="no figure"):
        session.compare_guess("1.a", object())


@given(
    st.integers(0, 10**9),
    st.dictionaries(
        st.text(max_size=5),
        st.builds(Tried, st.integers(0, 9), st.integers(0, 3), st.booleans(), st.integers(0, 9)),
    ),
    st.dictionaries(st.text(max_size=5), st.builds(Guess, st.floats(0, 100) | st.text(max_size=9))),
)
def test_progress_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    exercises: dict[str, Tried],
    predictions: dict[str, Guess],
) -> None:
    path = tmp_path_factory.mktemp("progress") / FILE_NAME
    progress = Progress(seed, exercises, predictions)
    progress.write(path)
    assert read_progress(path) == progress
    # Some editors begin a file with a mark.
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert read_progress(path) == progress


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"format": 2}', '{"format": 1}',
     '{"format": 1, "seed": -1, "exercises": {}, "predictions": {}}',
     '{"format": 1, "seed": 1, "exercises": {"1.1": {}}, "predictions": {}}',
     '{"format": 1, "seed": 1, "exercises": {"1.1": 5}, "predictions": {}}',
     '{"format": 1, "seed": 1, "exercises": {}, "predictions": {"a": {"guess": [], "unit": 1}}}'],
)  # fmt: skip
def test_a_damaged_file_is_told_and_left_alone(folder: Path, content: str) -> None:
    (folder / FILE_NAME).write_text(content)
    with pytest.raises(ProgressError, match=r"my-progress\.json can't be read"):
        Session.begin(folder)
    assert (folder / FILE_NAME).read_text() == content


def test_a_wrong_call_changes_nothing(folder: Path) -> None:
    session = Session.begin(folder)
    before = (folder / FILE_NAME).read_bytes()
    for number in ("1.99", "abc", 1.1, None, [], 5):
        for call in (session.again, session.task, session.next_hint, session.solution):
            with pytest.raises(LessonError):
                call(number)  # type: ignore[arg-type]
    for name, unit, options, guess in [
        (None, None, (), 3), ([], None, (), 3), ("1.a", 5, (), 3), ("1.a", ["a"], (), 3),
        ("1.a", None, (1, 2), 1), ("1.a", None, "yes", "y"), ("1.a", None, (), 10**400),
        ("1.a", None, (), "1E400"), ("1.a", None, (), float("nan")),
    ]:  # fmt: skip
        with pytest.raises(LessonError):
            session.guess(name, guess, unit, options)  # type: ignore[arg-type]
    for value in (float("nan"), float("inf"), 10**400):
        with pytest.raises(LessonError):
            session.compare_guess("1.a", value)
    assert (folder / FILE_NAME).read_bytes() == before


def test_many_notebooks_at_once_lose_nothing(folder: Path) -> None:
    sessions = [Session.begin(folder) for _ in range(4)]

    def work(session: Session) -> None:
        for _ in range(10):
            session.again("1.1")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, sessions))
    assert Session.begin(folder).tried("1.1").again == 40
    assert len({session.seed for session in sessions}) == 1


def test_where_nothing_can_be_written_work_goes_on(folder: Path) -> None:
    missing = folder / "gone" / "further"
    session = Session.begin(missing, seed=3)
    assert "can't be kept" in session.trouble
    session.answer("1.1", 2 * session.task("1.1").given["n"])
    assert session.solved(find_lesson(1)) == ["1.1"]
    assert "can't be kept" in session.overview()


def test_a_seed_is_a_whole_number(folder: Path) -> None:
    for seed in (-1, True, 1.5, "x"):
        with pytest.raises(LessonError, match="whole number"):
            Session.begin(folder, seed=seed)  # type: ignore[arg-type]
    assert not (folder / FILE_NAME).exists()


def test_lessons_are_found_by_number_and_name(folder: Path) -> None:
    [lesson] = lessons()
    assert isinstance(lesson, Lesson)
    for name in (1, "1", "01", "doubling", "01-doubling", "Doubling"):
        assert find_lesson(name) == lesson
    with pytest.raises(LessonError, match=r"'dubling'.*doubling"):
        find_lesson("dubling")
    with pytest.raises(LessonError, match=r"no exercise '1\.9'; it has 1\.1, 1\.2"):
        find_exercise("1.9")
    with pytest.raises(LessonError, match=r"'2\.3'"):
        find_exercise(1.1)  # type: ignore[arg-type]


def test_tiles_of_a_mini_game_are_those_of_the_game() -> None:
    mini = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=2)
    assert says("R1 B3", Tiles("R1 B3", mini)) == "right"
    assert says("R1 B4", Tiles("R1 B3", mini)) == "unreadable"

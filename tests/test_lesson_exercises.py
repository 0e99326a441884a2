"""Every exercise of the course, made 200 times: solvable, one right answer, mistakes named."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rummistats.teach.answers import Choice, Function, Number, Several
from rummistats.teach.exercises import KINDS_OF_EXERCISE, Exercise, Task, right_answer
from rummistats.teach.lessons import find_lesson, lessons
from rummistats.teach.problems import numbers_in

TIMES = 200
LESSONS = lessons()
EXERCISES = [exercise for lesson in LESSONS for exercise in lesson.exercises]


def tasks(exercise: Exercise) -> list[Task]:
    return [exercise.task(seed) for seed in range(TIMES)]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.number)
def test_an_exercise_has_one_right_answer_and_its_mistakes_are_refused(exercise: Exercise) -> None:
    for task in tasks(exercise):
        assert task.judge(right_answer(task.right)).right, task.text
        assert task.judge("no answer at all ?!").status in ("unreadable", "wrong"), task.text
        for mistake in task.mistakes:
            if callable(mistake.answer) and not isinstance(task.right, Function):
                continue
            verdict = task.judge(mistake.answer)
            assert verdict.status == "wrong", (task.text, mistake.answer)
            # What is said is the words of this mistake: no other one stands before it.
            assert verdict.words.lower().startswith(mistake.words.lower().rstrip(".!?"))
        if isinstance(task.right, Choice):
            assert len(set(task.right.options)) == len(task.right.options)
            right = [task.judge(option).right for option in task.right.options]
            assert right.count(True) == 1
        if isinstance(task.right, Several):
            assert len(set(task.right.options)) == len(task.right.options)
            assert all(0 <= place < len(task.right.options) for place in task.right.right)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.number)
def test_help_does_not_give_the_answer_away(exercise: Exercise) -> None:
    for task in tasks(exercise):
        assert len(task.hints) == 3
        for words in (task.text, task.why, task.solution, *task.hints):
            assert len(words.strip()) > 10, exercise.number
        assert len(set(task.hints)) == 3
        if isinstance(task.right, Number):
            forms = {task.right.text, task.right.text.split(" ")[0], task.right.decimal}
            for words in (*task.hints[:2], *(mistake.words for mistake in task.mistakes)):
                assert not forms & set(numbers_in(words)), (task.text, words)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.number)
def test_students_have_their_own_numbers(exercise: Exercise) -> None:
    """An exercise that asks everybody the same says why that must be so in its options."""
    different = {(task.text, str(task.pictures), str(task.given)) for task in tasks(exercise)}
    if isinstance(exercise.task(0).right, (Choice, Several)):
        options = {str(task.right) for task in tasks(exercise)}
        assert len(different) > 3 or len(options) > 3
    elif not isinstance(exercise.task(0).right, Function):
        assert len(different) > 3


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_exercises_of_all_levels(lesson: object) -> None:
    exercises = find_lesson(lesson.name).exercises  # type: ignore[attr-defined]
    assert len(exercises) >= 6
    assert {exercise.level for exercise in exercises} == set(KINDS_OF_EXERCISE)
    places = [int(re.sub(r"^\d+\.", "", exercise.number)) for exercise in exercises]
    assert places[0] == 1
    assert all(later == earlier + 1 for earlier, later in pairwise(places))
    assert len({exercise.title for exercise in exercises}) == len(exercises)

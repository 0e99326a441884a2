"""A lesson of one page, for tests of what is made of lessons."""

from __future__ import annotations

from pathlib import Path

LESSON = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
title: Pairs of tiles
---

# Pairs of tiles

How many pairs are there?

```{code-cell} python
:tags: [setup]

import rummistats as rs
from rummistats.teach.classroom import check, given, look_back, predict, solution, start

start(1)
```

**Guess first.**

```{code-cell} python
predict("1.a", "In how many percent of all hands is there a joker?", unit="percent")
```

```{code-cell} python
look_back("1.a", rs.hypergeometric(wanted=2, tiles=106, draws=14).at_least(1))
```

```{code-cell} python
:tags: [exercise]

check("1.1", ...)
```

```{code-cell} python
:tags: [answer]

n = given("1.1")
check("1.1", n * (n - 1) // 2)
```

+++ {"tags": ["answer"]}

Most students count each pair twice.

+++

```{code-cell} python
:tags: [exercise]

n = given("1.2")
check("1.2", ...)
```

```{code-cell} python
:tags: [answer]

n = given("1.2")
check("1.2", "yes" if n > 4 else "no")
```

That was all.
"""

EXERCISES = '''\
"""The exercises of a sample lesson."""

from fractions import Fraction

from rummistats.teach.answers import Choice, Number
from rummistats.teach.draw import whole
from rummistats.teach.exercises import Exercise, Mistake, Task


def _pairs(random):
    n = whole(random, 6, 9)
    return Task(
        text=f"From **{n}** red tiles you take two. How many different pairs are there?",
        right=Number(Fraction(n * (n - 1), 2)),
        why="each of the n tiles goes with n - 1 others, and each pair is met twice",
        mistakes=(Mistake(n * (n - 1), "You counted each pair twice."),),
        hints=("Is R1 R2 another pair than R2 R1?", "Take three tiles.", "n tiles, n - 1 others"),
        solution="n (n - 1) / 2",
        given={"n": n},
    )


def _enough(random):
    n = whole(random, 2, 6)
    return Task(
        text=f"Are there more than four tiles among **{n}** tiles?",
        right=Choice(("yes", "no"), 0 if n > 4 else 1),
        why="more than four are five or more",
        hints=("What is more than four?", "Is five more?", "Compare the number with four."),
        solution="5 and 6 are more than 4",
        given={"n": n},
    )


EXERCISES = (
    Exercise("1.1", "Pairs", "do", _pairs),
    Exercise("1.2", "Enough", "explain", _enough),
)
'''

NOTES = """\
# Notes for the teacher

Print `rummistats worksheet list --copies 30` and `rummistats worksheet orders`.
"""


def write_sample(folder: Path) -> Path:
    """Write a lesson into a checkout in this folder and return the folder of its lessons."""
    lesson = folder / "lessons" / "01-pairs"
    lesson.mkdir(parents=True)
    (lesson / "lesson.md").write_text(LESSON, encoding="utf-8")
    (lesson / "exercises.py").write_text(EXERCISES, encoding="utf-8")
    (lesson / "notes.md").write_text(NOTES, encoding="utf-8")
    return folder / "lessons"

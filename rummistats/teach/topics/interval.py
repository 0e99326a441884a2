"""Confidence intervals from a tally of real deals."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from rummistats.distribution import make_distribution
from rummistats.teach.answers import Choice, Number
from rummistats.teach.draw import pick
from rummistats.teach.problems import Problem, Question
from rummistats.teach.rounding import equal, in_places
from rummistats.teach.topics.known_odds import EVENTS
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["INTERVAL"]

_Z = 1.96
_OFF = Fraction(2, 1000)


def _make(random: Generator, level: str) -> Problem | None:
    event, probability = pick(random, EVENTS)
    deals = pick(random, (60, 75, 80, 90, 100, 120, 125, 150, 160, 200, 240))
    hits = int(random.binomial(deals, float(probability)))
    if not 10 <= hits <= deals - 10:
        return None
    tally = make_distribution({True: hits, False: deals - hits}, measure="tally", is_exact=False)
    share = Fraction(hits, deals)
    error = tally.standard_error(True)
    questions = [
        Question(
            "Estimate the probability, to 3 decimal places.",
            Number(share, tolerance=_OFF, places=3),
        ),
        Question(
            "How large is the standard error, to 4 decimal places?",
            Number(Fraction(error), places=4, tolerance=_OFF / 10),
        ),
    ]
    p, q = in_places(share, 4), in_places(1 - share, 4)
    # One place more than is asked for, so that what follows from it comes out the same.
    shown = in_places(error, 5)
    found = sqrt(Fraction(p) * Fraction(q) / deals)
    if in_places(found, 5) != shown or in_places(Fraction(shown), 4) != in_places(error, 4):
        return None
    steps = [
        f"Estimate: p = {hits}/{deals} {equal(share, p)}.",
        f"Standard error: √(p (1 − p) / n) = √({p} · {q} / {deals}) {equal(error, shown)}.",
    ]
    if level != "easy":
        kind = "the simple" if level == "medium" else "Wilson's"
        if level == "medium":
            low, high = float(share) - _Z * error, float(share) + _Z * error
            to_sides = Fraction(str(_Z)) * Fraction(shown)
            middle, reach = p, in_places(to_sides, 4)
            steps.append(
                f"The interval reaches {_Z} · {shown} {equal(to_sides, reach)} to both sides."
            )
        else:
            # SciPy's 97.5 % point has more digits than the 1.96 on the sheet.
            low, high = (float(end) for end in tally.interval(True))
            squared = Fraction(str(_Z)) ** 2
            widened = 1 + squared / deals
            center = (Fraction(p) + squared / (2 * deals)) / widened
            middle = in_places(center, 4)
            reach = in_places(_Z * sqrt(error**2 + _Z**2 / (4 * deals**2)) / widened, 4)
            steps += [
                f"Middle of Wilson's interval: ({p} + {_Z}² / {2 * deals}) / "
                f"(1 + {_Z}² / {deals}) {equal(center, middle)}.",
                f"It reaches {_Z} · √({p} · {q} / {deals} + {_Z}² / {4 * deals**2:,}) / "
                f"(1 + {_Z}² / {deals}) ≈ {reach} to both sides.",
            ]
        ends = Fraction(middle) - Fraction(reach), Fraction(middle) + Fraction(reach)
        if [in_places(end, 3) for end in ends] != [in_places(end, 3) for end in (low, high)]:
            # The printed steps are to lead to the printed answers.
            return None
        steps.append(
            f"So it goes from {middle} − {reach} = {in_places(ends[0], 4)} to {middle} + {reach} = "
            f"{in_places(ends[1], 4)}, that is from {low:.3f} to {high:.3f}."
        )
        questions += [
            Question(
                f"Where does {kind} 95 % interval {end}, to 3 decimal places?",
                Number(Fraction(value), tolerance=_OFF, places=3),
            )
            for end, value in (("begin", low), ("end", high))
        ]
    if level == "hard":
        inside = low <= probability <= high
        if min(abs(low - probability), abs(high - probability)) < 0.003:
            return None
        exactly = f"{100 * float(probability):.2f} %"
        questions.append(
            Question(
                f"The exact probability is {exactly}. Does the interval contain it?",
                Choice(("yes", "no"), 0 if inside else 1),
            )
        )
        steps.append(
            f"{exactly} lies {'inside' if inside else 'outside'}. One interval in twenty misses "
            "the exact value, and nobody has done anything wrong."
        )
    return Problem(
        text=f"A class has dealt {deals} hands of 14 tiles. {hits} of them {event}.",
        questions=tuple(questions),
        steps=tuple(steps),
        sample_space=deals,
        data={
            "deals": deals,
            "hits": hits,
            "level": level,
            "exact": probability,
        },
    )


INTERVAL = Topic(
    name="interval",
    title="A confidence interval",
    reminder="The share p of n deals estimates a probability; its **standard error** is "
    "√(p (1 − p) / n).",
    more={
        "medium": "The **simple 95 % interval** goes from p − 1.96 standard errors to p + 1.96 "
        "standard errors.",
        "hard": "The middle of **Wilson's 95 % interval** is (p + z² / 2n) / (1 + z² / n), and it "
        "reaches z √(p (1 − p) / n + z² / 4n²) / (1 + z² / n) to both sides, with z = 1.96.",
    },
    make=_make,
    per_sheet=2,
    room=1,
)

"""Testing a claim."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from rummistats.distribution import goodness_of_fit, make_distribution
from rummistats.teach.answers import Choice, Number
from rummistats.teach.draw import pick, whole
from rummistats.teach.figures import TableFigure
from rummistats.teach.problems import Problem, Question
from rummistats.teach.rounding import equal, in_places
from rummistats.teach.topics.known_odds import EVENTS
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["CLAIM"]

_Z, _CHI_SQUARE = 1.96, 7.81
_VERDICTS = ("it can be kept", "it is refuted")
# Too near to the threshold the verdict would hang on rounding.
_CLEAR = 0.05


def _make(random: Generator, level: str) -> Problem | None:
    return _melds(random) if level == "hard" else _share(random, level)


def _share(random: Generator, level: str) -> Problem | None:
    event, probability = pick(random, EVENTS)
    exactly = round(100 * float(probability))
    claimed = Fraction(exactly + 5 * whole(random, -3, 3), 100)
    deals = pick(random, (50, 60, 80, 100, 120, 150, 200, 250, 300))
    hits = int(random.binomial(deals, float(probability)))
    expected = deals * claimed
    if min(expected, deals - expected) < 10:
        return None
    claim = make_distribution(
        {True: claimed.numerator, False: claimed.denominator - claimed.numerator},
        measure="claim",
        is_exact=True,
    )
    deviation = sqrt(deals * claim.var())
    z = (hits - float(expected)) / deviation
    if abs(abs(z) - _Z) < _CLEAR or abs(z) < _CLEAR:
        return None
    shown = in_places(deviation, 2)
    if in_places((hits - expected) / Fraction(shown), 2) != in_places(z, 2):
        # Whoever goes on with the rounded deviation is to find the same.
        return None
    percent = 100 * claimed
    questions = [
        Question(
            "How many of the hands should it be on average, if the claim is true?",
            Number(expected),
        ),
        Question(
            "How large is the standard deviation of this number, to 2 decimal places?",
            Number(Fraction(deviation), places=2, tolerance=Fraction(1, 50)),
        ),
    ]
    steps = [
        f"Expected: {Number(expected).following(f'n p = {deals} · {percent} %')}.",
        f"Standard deviation: √(n p (1 − p)) = √({deals} · {float(claimed):g} · "
        f"{float(1 - claimed):g}) {equal(deviation, shown)}.",
    ]
    if level == "medium":
        refuted = abs(z) > _Z
        questions += [
            Question(
                "How many standard deviations is the tally away from what was expected, to 2 "
                "decimal places? Give it a minus sign if it is below.",
                Number(Fraction(z), places=2, tolerance=Fraction(1, 20)),
            ),
            Question("What do you say about the claim?", Choice(_VERDICTS, int(refuted))),
        ]
        steps += [
            f"z = ({hits} − {float(expected):g}) / {shown} {equal(z, in_places(z, 2))}.",
            f"{abs(z):.2f} is {'more' if refuted else 'not more'} than {_Z}: the claim "
            + (
                "is refuted at the 5 % level."
                if refuted
                else "can be kept, which doesn't prove that it is true."
            ),
        ]
    return Problem(
        text=f"Somebody claims: “{percent} % of all hands of 14 tiles {_present(event)}.” A class "
        f"has dealt {deals} hands, and {hits} of them {event}.",
        questions=tuple(questions),
        steps=tuple(steps),
        sample_space=deals,
        data={"claimed": str(claimed), "deals": deals, "hits": hits, "level": level},
    )


def _present(event: str) -> str:
    return event.replace("had ", "have ").replace("could ", "can ")


def _melds(random: Generator) -> Problem | None:
    """Ask about four cells: how many melds a hand has."""
    claimed = pick(random, ((22, 45, 27, 6), (25, 25, 25, 25), (20, 40, 30, 10), (25, 45, 20, 10)))
    deals = pick(random, (100, 120, 150, 160, 200, 240))
    # As hands really are, 3 melds or more in the last cell.
    seen = [int(count) for count in random.multinomial(deals, (0.2151, 0.4548, 0.2737, 0.0564))]
    if min(seen) < 1:
        return None
    numbers = (0, 1, 2, 3)
    fit = goodness_of_fit(
        make_distribution(dict(zip(numbers, seen, strict=True)), measure="melds", is_exact=False),
        make_distribution(dict(zip(numbers, claimed, strict=True)), measure="melds", is_exact=True),
        min_expected=1,
    )
    value = fit.statistic
    if abs(value - _CHI_SQUARE) < 5 * _CLEAR or value > 99:
        return None
    refuted = value > _CHI_SQUARE
    expected = [Fraction(deals * share, 100) for share in claimed]
    terms = [(count - wanted) ** 2 / wanted for count, wanted in zip(seen, expected, strict=True)]
    shown = [in_places(term, 3) for term in terms]
    total = sum(map(Fraction, shown))
    if in_places(total, 2) != in_places(value, 2):
        # The printed terms are to add up to the printed sum.
        return None
    parts = [
        f"({count} − {float(wanted):g})² / {float(wanted):g} {equal(term, text)}"
        for count, wanted, term, text in zip(seen, expected, terms, shown, strict=True)
    ]
    names = ("no meld", "one meld", "two melds", "more melds")
    return Problem(
        text=f"Somebody claims to know how many melds a hand has. A class has dealt {deals} hands "
        "of 14 tiles.",
        questions=(
            Question(
                "How large is χ², to 2 decimal places?",
                Number(Fraction(value), places=2, tolerance=Fraction(1, 20)),
            ),
            Question("What do you say about the claim?", Choice(_VERDICTS, int(refuted))),
        ),
        steps=(
            "Expected, if the claim is true: "
            + "; ".join(f"{n} {float(e):g}" for n, e in zip(names, expected, strict=True))
            + ".",
            *(f"{name}: {part}." for name, part in zip(names, parts, strict=True)),
            f"χ² is their sum, {' + '.join(shown)} = {in_places(total, 3)}, so {value:.2f} to 2 "
            "decimal places.",
            f"With four cells there are 3 degrees of freedom, and χ² is more than {_CHI_SQUARE} in "
            "only 5 % of all tallies if the claim is true.",
            f"{value:.2f} is {'more' if refuted else 'not more'} than {_CHI_SQUARE}: the claim "
            + ("is refuted." if refuted else "can be kept, which doesn't prove that it is true."),
        ),
        sample_space=deals,
        data={"claimed": claimed, "seen": tuple(seen), "level": "hard"},
        figures=(
            TableFigure(
                ("A hand has", "Claim", "Tally"),
                tuple(
                    (name, f"{share} %", str(count))
                    for name, share, count in zip(names, claimed, seen, strict=True)
                ),
            ),
        ),
    )


_OF_A_SHARE = (
    "If a claim gives each deal the probability p, the number in n deals is n p on average, with "
    "the standard deviation √(n p (1 − p))."
)

CLAIM = Topic(
    name="claim",
    title="Testing a claim",
    reminder="",
    more={
        "easy": _OF_A_SHARE,
        "medium": f"{_OF_A_SHARE} A tally more than {_Z} standard deviations away refutes the "
        "claim at the 5 % level.",
        "hard": "χ² = sum of (tally − expected)² / expected over all rows. With four rows, more "
        f"than {_CHI_SQUARE} refutes the claim at the 5 % level.",
    },
    make=_make,
    per_sheet=2,
    room=1.5,
)

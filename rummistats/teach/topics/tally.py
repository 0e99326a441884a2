"""A sheet for a class with real tiles: deal, look, tally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.teach.figures import BlankChart, TableFigure
from rummistats.teach.problems import Problem
from rummistats.teach.topics.known_odds import CAN_OPEN, MELDS
from rummistats.teach.topics.meld_rules import JOKER_RULES, MELD_RULES
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["DEALS", "TALLY", "expected_counts"]

DEALS = 30
NUMBERS = ("0", "1", "2", "3", "4")

_COLUMNS = 3


def expected_counts(deals: int) -> str:
    """Return how many of some deals have each number of melds on average, in words.

    Examples
    --------
    >>> expected_counts(30)
    '0 melds 6.5; 1 meld 13.6; 2 melds 8.2; 3 melds 1.6; 4 melds 0.1'
    """
    return "; ".join(
        f"{melds} meld{'' if melds == 1 else 's'} {deals * float(share):.1f}"
        for melds, share in MELDS.items()
    )


def percentages() -> str:
    """Return how probable each number of melds is, in words.

    Examples
    --------
    >>> percentages()
    '0: 21.5 %; 1: 45.5 %; 2: 27.4 %; 3: 5.4 %; 4: 0.2 %'
    """
    return "; ".join(f"{melds}: {100 * float(share):.1f} %" for melds, share in MELDS.items())


def _make(random: Generator, level: str) -> Problem:
    del random, level
    rows = DEALS // _COLUMNS
    return Problem(
        text=f"1. Before you begin, guess: out of {DEALS} hands, how many have no meld? _____  How "
        "many can open with 30 points? _____\n"
        "2. Shuffle all 106 tiles face down. Deal 14. Lay as many melds as you can at the same "
        "time, and write down how many. Then write ✓ if the most valuable melds are worth 30 "
        f"points or more. Shuffle again, {DEALS} times.\n"
        "3. Count, divide, and draw your shares as bars. How far was your guess off?",
        questions=(),
        steps=(
            f"The exact probabilities of the most melds in 14 tiles are {percentages()}. A hand "
            f"can open with 30 points in {100 * float(CAN_OPEN):.1f} % of all deals.",
            f"On average {DEALS} deals have: {expected_counts(DEALS)}. About "
            f"{DEALS * float(CAN_OPEN):.0f} can open.",
            f"A tally of {DEALS} is seldom just that: between 2 and 11 hands without a meld, or "
            "between 10 and 20 that can open, are nothing to wonder at (95 % of all tallies).",
            "Whoever finds fewer melds than others may have overlooked some: let neighbors check "
            "each other's hands. Most often missed: a joker between two tiles of a run.",
        ),
        sample_space=DEALS,
        figures=(
            TableFigure(
                ("Deal", "Melds", "30?") * _COLUMNS,
                tuple(
                    tuple(
                        cell
                        for column in range(_COLUMNS)
                        for cell in (str(column * rows + row + 1), "", "")
                    )
                    for row in range(rows)
                ),
                fills_page=True,
            ),
            TableFigure(
                ("Melds", *NUMBERS, "Can open"),
                (
                    ("Number of deals", *[""] * len(NUMBERS), ""),
                    (f"Share of {DEALS}", *[""] * len(NUMBERS), ""),
                ),
                fills_page=True,
            ),
            BlankChart(NUMBERS, "melds in a hand"),
        ),
    )


TALLY = Topic(
    name="tally",
    title="Deal and tally",
    reminder=f"{MELD_RULES} {JOKER_RULES}",
    make=_make,
    per_sheet=1,
    is_activity=True,
)

"""The sheet that pools the tallies of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.teach.figures import BlankChart, TableFigure
from rummistats.teach.problems import Problem
from rummistats.teach.topics.known_odds import CAN_OPEN, MELDS
from rummistats.teach.topics.tally import DEALS, NUMBERS, expected_counts, percentages
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["POOLING"]

_TEAMS = 10


def _make(random: Generator, level: str) -> Problem:
    del random, level
    deals = DEALS * _TEAMS
    empty = ("",) * (len(NUMBERS) + 2)
    return Problem(
        text="Write down the numbers that each team has found, and add them up. Divide by the "
        "number of all deals, and draw the shares of the class as bars. Compare: do the bars "
        "of the class look like those of your team? Which of the two would you trust, and why?",
        questions=(),
        steps=(
            f"The exact probabilities are {percentages()}; a hand can open with 30 points in "
            f"{100 * float(CAN_OPEN):.1f} % of all deals.",
            f"On average {deals} deals have: {expected_counts(deals)}.",
            "The standard error of a share falls with the square root of the number of deals: from "
            f"{DEALS} to {deals} deals it becomes {(deals / DEALS) ** 0.5:.1f} times smaller.",
            f"For hands without a meld it is {_error(DEALS)} with {DEALS} deals and "
            f"{_error(deals)} with {deals}.",
            "The number of hands doesn't come closer to what is expected, only the share does.",
        ),
        sample_space=deals,
        figures=(
            TableFigure(
                ("Team", *NUMBERS, "Can open", "Deals"),
                (
                    *((str(team), *empty) for team in range(1, _TEAMS + 1)),
                    ("Sum", *empty),
                    ("Share", *empty),
                ),
                fills_page=True,
            ),
            BlankChart(NUMBERS, "melds in a hand"),
        ),
    )


def _error(deals: int) -> str:
    share = float(MELDS[0])
    return f"{100 * (share * (1 - share) / deals) ** 0.5:.1f} percentage points"


POOLING = Topic(
    name="pool",
    title="The tallies of the class",
    reminder="The numbers 0 to 4 are those of melds in a hand of 14 tiles.",
    make=_make,
    per_sheet=1,
    is_activity=True,
)

"""Telling melds from what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.melds import Verdict, judge
from rummistats.teach.answers import Several, letter
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.figures import Grid
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import (
    COLORS,
    JOKER_RULES,
    MELD_RULES,
    game,
    random_meld,
    reading,
    text_of,
)
from rummistats.teach.topics.topic import Topic

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["JUDGING"]

# Racks on a sheet, and the most jokers that one of them has.
_SIZES = {"easy": (8, 0), "medium": (10, 1), "hard": (12, 2)}


def _near_meld(random: Generator, jokers: int) -> str:
    """Return tiles that look like a meld; whether they are one is for the judge to say."""
    fault = whole(random, 0, 5)
    number = whole(random, 1, 13)
    color, other, third = sample(random, COLORS, 3)
    start = whole(random, 1, 10)
    if fault == 0:
        tiles = [f"{color}{number}", f"{color}{number}", f"{other}{number}"]
    elif fault == 1:
        tiles = [f"{color}{start}", f"{color}{start + 1}", f"{color}{start + 3}"]
    elif fault == 2:
        tiles = [f"{color}{start}", f"{color}{start + 1}", f"{other}{start + 2}"]
    elif fault == 3:
        tiles = [f"{color}{end}" for end in pick(random, [(12, 13, 1), (13, 1, 2)])]
    elif fault == 4:
        near = number + 1 if number < 13 else 12
        tiles = [f"{color}{number}", f"{other}{number}", f"{third}{near}"]
    else:
        tiles = [f"{color}{start}", f"{color}{start + 2}", f"{color}{start + 3}"]
    for _ in range(jokers):
        tiles[whole(random, 0, len(tiles) - 1)] = "J"
    return " ".join(tiles) if tiles.count("J") <= 2 else " ".join([color + str(number), *"JJ"])


def _make(random: Generator, level: str) -> Problem | None:
    size, most_jokers = _SIZES[level]
    racks: list[str] = []
    while len(racks) < size:
        jokers = whole(random, 0, most_jokers)
        if random.random() < 0.5:
            found = judge(random_meld(random, jokers), game()).meld
            assert found is not None
            rack = text_of(found)
        else:
            rack = _near_meld(random, jokers)
        if rack not in racks:
            racks.append(rack)
    verdicts = [judge(rack, game()) for rack in racks]
    right = frozenset(place for place, verdict in enumerate(verdicts) if verdict.legal)
    if not 3 <= len(right) <= size - 3:
        return None
    steps = [
        f"({letter(place)}) {rack}: "
        + (_read(verdict) if verdict.legal else f"no meld: {verdict.reason}")
        + "."
        for place, (rack, verdict) in enumerate(zip(racks, verdicts, strict=True))
    ]
    names = tuple(f"({letter(place)})" for place in range(size))
    return Problem(
        text="Look at each rack. All its tiles have to be used.",
        questions=(Question("Which racks are melds?", Several(tuple(racks), right)),),
        steps=tuple(steps),
        sample_space=2**size,
        data={"racks": tuple(racks)},
        figures=(Grid(tuple(racks), names, asks_why=True),),
    )


def _read(verdict: Verdict) -> str:
    """Return what the tiles are, in words; where they can be several things, one of them."""
    assert verdict.meld is not None
    several = len(verdict.readings) > 1
    return ("for example " if several else "") + reading(verdict.meld)


JUDGING = Topic(
    name="meld",
    title="Is it a meld?",
    reminder=f"{MELD_RULES} {JOKER_RULES}",
    make=_make,
    per_sheet=1,
    room=5,
)

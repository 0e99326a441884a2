"""Counting hands and melds of small games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from rummistats.exact import exact
from rummistats.melds import all_melds
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, whole
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import MELD_RULES
from rummistats.teach.topics.topic import Topic
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["HANDS"]


def _make(random: Generator, level: str) -> Problem | None:
    # With few colors there are few different games, and neighbors would have the same one.
    colors = whole(random, 2, 4) if level == "easy" else whole(random, 3, 6)
    numbers = whole(random, 4, 9 if level == "easy" else 13)
    size = {"easy": whole(random, 3, 5), "medium": 3, "hard": 4}[level]
    small = Variant.mini(colors=colors, numbers=numbers, copies=1, jokers=0, hand_size=size)
    tiles = colors * numbers
    hands = small.sample_space
    make = {"easy": _easy, "medium": _medium, "hard": _hard}[level]
    questions, steps, data = make(random, small, tiles)
    return Problem(
        text=f"A small game has {colors} colors and the numbers 1 to {numbers}, each tile once and "
        f"no joker: {tiles} tiles. A hand has {size} of them; their order doesn't matter.",
        questions=tuple(Question(prompt, Number(Fraction(value))) for prompt, value in questions),
        steps=steps,
        sample_space=hands,
        data={"colors": colors, "numbers": numbers, "size": size, "level": level, **data},
    )


_Made = tuple[list[tuple[str, int]], tuple[str, ...], dict[str, str]]


def _easy(random: Generator, small: Variant, tiles: int) -> _Made:
    size, hands = small.hand_size, small.sample_space
    tile = f"{pick(random, small.playing_set.color_letters)}{whole(random, 1, small.numbers)}"
    with_tile = comb(tiles - 1, size - 1)
    return (
        [
            ("How many different hands are there?", hands),
            (f"How many of them have the tile {tile}?", with_tile),
        ],
        (
            f"{size} tiles are chosen out of {tiles}: C({tiles}, {size}) = {hands:,}.",
            f"With {tile} in the hand, the other {size - 1} come from {tiles - 1} tiles: "
            f"C({tiles - 1}, {size - 1}) = {with_tile:,}.",
        ),
        {"tile": tile},
    )


def _medium(random: Generator, small: Variant, tiles: int) -> _Made:
    del random
    colors, numbers, hands = small.colors, small.numbers, small.sample_space
    groups, runs = _groups_and_runs(small)
    return (
        [
            ("How many of the hands are a group?", groups),
            ("How many of them are a run?", runs),
            ("How many of them are no meld?", hands - groups - runs),
        ],
        (
            f"A group has one of {numbers} numbers and three of {colors} colors: "
            f"{numbers} · C({colors}, 3) = {groups}.",
            f"A run has one of {colors} colors and begins with a number from 1 to {numbers - 2}: "
            f"{colors} · {numbers - 2} = {runs}.",
            f"All hands: C({tiles}, 3) = {hands:,}.",
            f"No hand is both, so no meld are {hands:,} − {groups} − {runs} = "
            f"{hands - groups - runs:,}.",
        ),
        {},
    )


def _hard(random: Generator, small: Variant, tiles: int) -> _Made:
    del random
    colors, numbers, hands = small.colors, small.numbers, small.sample_space
    some = _hands_with_a_meld(small)
    four = comb(colors, 4)
    in_groups = numbers * (comb(colors, 3) * (tiles - colors) + four)
    in_runs = colors * ((numbers - 2) * (tiles - 3) - (numbers - 3))
    return (
        [
            ("In how many hands is there a group?", in_groups),
            ("In how many hands is there a meld?", some),
        ],
        (
            f"All hands: C({tiles}, 4) = {hands:,}.",
            f"Three tiles of one number and one tile of another: {numbers} · C({colors}, 3) · "
            f"{tiles - colors} = {numbers * comb(colors, 3) * (tiles - colors):,}.",
            (
                f"Four tiles of one number: {numbers} · C({colors}, 4) = {numbers * four}. So a "
                f"group is in {in_groups:,} hands."
                if four
                else "With three colors no group has four tiles: a group is in "
                f"{in_groups:,} hands."
            ),
            f"Three tiles of a run can be chosen in {colors} · {numbers - 2} ways, and any of the "
            f"other {tiles - 3} tiles may be with them: {colors * (numbers - 2) * (tiles - 3):,}.",
            "But a run of four has two runs of three in it, and was counted twice: "
            f"{colors} · {numbers - 3} = {colors * (numbers - 3)} hands too many, which leaves "
            f"{in_runs:,}.",
            "A group and a run together share one tile at the most, so they need five tiles: no "
            "hand has both.",
            f"With a meld: {in_groups:,} + {in_runs:,} = {some:,}.",
        ),
        {},
    )


@cache
def _groups_and_runs(small: Variant) -> tuple[int, int]:
    melds = [{tile.color for tile in meld} for meld in all_melds(small) if len(meld) == 3]
    runs = sum(len(used) == 1 for used in melds)
    return len(melds) - runs, runs


@cache
def _hands_with_a_meld(small: Variant) -> int:
    return exact("has_meld", small).weight(True)


HANDS = Topic(
    name="hands",
    title="Counting hands and melds",
    reminder=f"{MELD_RULES} k things can be chosen out of n in C(n, k) = n! / (k! (n − k)!) ways.",
    make=_make,
    per_sheet=2,
    room=2.2,
)

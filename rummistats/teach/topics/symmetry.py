"""Symmetry: hands that are essentially the same, orbits and stabilizers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.exact import (
    burnside_table,
    essentially_different_hands,
    orbit,
    stabilizer,
    symmetries,
)
from rummistats.teach.answers import Number
from rummistats.teach.draw import sample, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.topic import Topic
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["SYMMETRY"]


def _make(random: Generator, level: str) -> Problem | None:
    return _different(random) if level == "hard" else _orbit(random, level)


def _orbit(random: Generator, level: str) -> Problem | None:
    """Ask how many hands one can become."""
    backwards = level == "medium"
    numbers, size = whole(random, 4, 7), whole(random, 2, 5)
    small = Variant.mini(colors=4, numbers=numbers, copies=1, jokers=0, hand_size=size)
    # Few numbers, so that some symmetries keep the hand.
    used = sample(random, range(1, numbers + 1), whole(random, 1, 2))
    if backwards:
        used = [used[0], numbers + 1 - used[0]]
    near = [tile for tile in small.playing_set.tiles if tile.number in used]
    if len(near) < size:
        return None
    hand = small.playing_set.hand(sample(random, near, size))
    of_colors = symmetries(small)
    group = symmetries(small, reflection=True) if backwards else of_colors
    different, kept = len(orbit(hand, group)), len(stabilizer(hand, group))
    by_colors = len(stabilizer(hand, of_colors))
    if different == 1:
        return None
    steps = [
        f"The four colors can be permuted in 4! = {len(of_colors)} ways.",
        f"{by_colors} of them leave the hand as it is: those that swap colors with the same "
        "numbers in the hand, or colors that don't occur.",
    ]
    questions = [
        Question(
            "How many symmetries leave the hand as it is (the one that changes nothing counts, "
            "too)?",
            Number(Fraction(kept)),
        ),
        Question(
            "How many different hands can it become (itself counts, too)?",
            Number(Fraction(different)),
        ),
    ]
    if backwards:
        turned = kept - by_colors
        many = f"{turned} leave" if turned > 1 else "one leaves" if turned else "none leaves"
        steps += [
            f"With reading backwards there are {len(group)} symmetries.",
            f"Of those that read backwards {many} the hand as it is, together {kept}.",
        ]
    else:
        questions = questions[1:]
    steps.append(f"Orbit and stabilizer: {len(group)} / {kept} = {different} different hands.")
    return Problem(
        text=f"A small game has four colors and the numbers 1 to {numbers}. Symmetries permute the "
        "colors"
        + (
            f", and may also read the numbers backwards, so that 1 becomes {numbers} and so on."
            if backwards
            else "."
        ),
        questions=tuple(questions),
        steps=tuple(steps),
        sample_space=len(group),
        data={"hand": str(hand), "numbers": numbers, "backwards": backwards},
        figures=(Tiles(str(hand)),),
    )


def _different(random: Generator) -> Problem | None:
    """Ask how many hands are essentially different."""
    numbers, size = whole(random, 3, 13), whole(random, 2, 6)
    small = Variant.mini(colors=3, numbers=numbers, copies=1, jokers=0, hand_size=size)
    tiles = 3 * numbers
    different = essentially_different_hands(small)
    fixed = {row.symmetries: row.fixed for row in burnside_table(small).rows}
    swapped, turned = fixed[3], fixed[2]
    halves = [
        f"C({numbers}, {pairs}) · C({numbers}, {size - 2 * pairs})"
        for pairs in range(size // 2 + 1)
        if size - 2 * pairs <= numbers
    ]
    hands = small.sample_space
    if turned:
        turning = f"{size // 3} · 3 tiles: C({numbers}, {size // 3}) = {turned}"
    else:
        turning = f"{size} tiles can't be parted into threes: {turned}"
    return Problem(
        text=f"A small game has three colors and the numbers 1 to {numbers}, each tile once. A "
        f"hand has {size} tiles. Hands that differ only by a permutation of the colors are "
        "essentially the same.",
        questions=(
            Question("How many hands are there?", Number(Fraction(hands))),
            Question("How many are essentially different?", Number(Fraction(different))),
        ),
        steps=(
            f"All hands: C({tiles}, {size}) = {hands:,}. The permutation that changes nothing "
            "keeps them all.",
            "Each of the three swaps of two colors keeps a hand if each number is there in both "
            "swapped colors or in neither; the third color may have anything: "
            f"{' + '.join(halves)} = {swapped:,}.",
            "Each of the two that turn all three colors round keeps a hand if each number is there "
            f"in all colors or in none. {turning}.",
            "Burnside's lemma: the number of orbits is the average of what the six permutations "
            "keep.",
            f"({hands:,} + 3 · {swapped:,} + 2 · {turned}) / 6 = {different:,}.",
        ),
        sample_space=6 * hands,
        data={"colors": 3, "numbers": numbers, "size": size, "backwards": False},
    )


SYMMETRY = Topic(
    name="symmetry",
    title="Symmetry and orbits",
    reminder="The **orbit** of a hand is all that symmetries can make of it, its **stabilizer** "
    "the symmetries that leave it as it is. Size of the orbit times size of the stabilizer = "
    "number of all symmetries.",
    more={
        "hard": "**Burnside's lemma**: the number of orbits is the average number of hands that a "
        "symmetry leaves as they are."
    },
    make=_make,
    per_sheet=2,
    room=3,
)

"""Sets of tiles: union, intersection, complement, and diagrams to fill."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.figures import Venn
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import COLOR_NAMES, Tile, TileSet

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["SETS"]

# How a set is described in a problem's data, in words, and which tiles belong to it.
Description = tuple[str, str]


def _describe(random: Generator, kind: str, numbers: int) -> Description:
    if kind == "color":
        return "color", "".join(sample(random, "RBKY", whole(random, 1, 2)))
    if kind == "multiple":
        return "multiple", str(pick(random, (2, 3)))
    return kind, str(whole(random, 3, numbers - 3))


def _words(description: Description) -> str:
    kind, value = description
    if kind == "color":
        return f"the {' or '.join(COLOR_NAMES[color] for color in value)} tiles"
    if kind == "multiple":
        return "the tiles with a number that is " + (
            "even" if value == "2" else f"a multiple of {value}"
        )
    return f"the tiles with a number {'below' if kind == 'below' else 'above'} {value}"


def _holds(description: Description, tile: Tile) -> bool:
    kind, value = description
    if kind == "color":
        return tile.color in value
    if kind == "multiple":
        return tile.number % int(value) == 0
    return tile.number < int(value) if kind == "below" else tile.number > int(value)


def _make(random: Generator, level: str) -> Problem | None:
    numbers = whole(random, 6, 8) if level == "easy" else whole(random, 9, 13)
    kinds = ["color", "multiple", pick(random, ("below", "above"))]
    chosen = kinds if level == "hard" else ["color", pick(random, kinds[1:])]
    if level == "medium":
        chosen = pick(random, (chosen, kinds[1:]))
    described = [_describe(random, kind, numbers) for kind in chosen]
    tiles = [tile for tile in TileSet(numbers=numbers, copies=1, jokers=0).tiles if tile.number]
    inside = [tuple(_holds(one, tile) for one in described) for tile in tiles]
    regions = {region: inside.count(region) for region in set(inside)}
    if len(regions) < 2 ** len(described):
        return None
    names = "ABC"[: len(described)]
    given = "; ".join(f"{name} = {_words(one)}" for name, one in zip(names, described, strict=True))
    if level == "hard":
        questions, steps = _three(regions, len(tiles))
    else:
        questions, steps = _two(regions, len(tiles), level)
    return Problem(
        text=f"There are {len(tiles)} tiles: the numbers 1 to {numbers} in four colors, each tile "
        f"once. {given}. Find out how many tiles belong in each part of the diagram.",
        questions=questions,
        steps=steps,
        sample_space=len(tiles) * 2 ** len(described),
        data={"numbers": numbers, "sets": tuple(described), "level": level},
        figures=(Venn(tuple(names)),),
    )


_Asked = tuple[tuple[Question, ...], tuple[str, ...]]


def _asked(*questions: tuple[str, int]) -> tuple[Question, ...]:
    return tuple(Question(prompt, Number(Fraction(value))) for prompt, value in questions)


def _two(regions: dict[tuple[bool, ...], int], tiles: int, level: str) -> _Asked:
    both, only_a = regions[True, True], regions[True, False]
    only_b, neither = regions[False, True], regions[False, False]
    filled = (
        f"The parts of the diagram: only A {only_a}, A and B {both}, only B {only_b}, "
        f"outside {neither}; together {tiles}."
    )
    union = only_a + both + only_b
    if level == "easy":
        return _asked(
            ("How many tiles are in A and in B, |A ∩ B|?", both),
            ("How many are in A or in B or in both, |A ∪ B|?", union),
            ("How many are outside A?", only_b + neither),
        ), (
            filled,
            f"A ∪ B: {only_a} + {both} + {only_b} = {union}.",
            f"Outside A: {only_b} + {neither} = {only_b + neither}, also {tiles} − |A|.",
        )
    return _asked(
        ("How many tiles are in A or in B or in both, |A ∪ B|?", union),
        ("How many are in A but not in B, |A \\ B|?", only_a),
        ("How many are in exactly one of the two sets?", only_a + only_b),
        ("How many are in the complement of A ∩ B?", tiles - both),
    ), (
        filled,
        f"A ∪ B: |A| + |B| − |A ∩ B| = {only_a + both} + {only_b + both} − {both} = {union}.",
        f"A \\ B is the part of A outside B: {only_a}.",
        f"Exactly one: {only_a} + {only_b} = {only_a + only_b}.",
        f"Complement of A ∩ B: {tiles} − {both} = {tiles - both}.",
    )


def _three(regions: dict[tuple[bool, ...], int], tiles: int) -> _Asked:
    def named(region: tuple[bool, ...]) -> str:
        return " and ".join(n for n, inside in zip("ABC", region, strict=True) if inside)

    one, two = (
        {region: count for region, count in sorted(regions.items()) if sum(region) == sets}
        for sets in (1, 2)
    )
    all_three, outside = regions[True, True, True], regions[False, False, False]
    union = tiles - outside
    exactly_two = sum(two.values())
    not_c = regions[True, True, False]
    return _asked(
        ("How many tiles are in all three sets, |A ∩ B ∩ C|?", all_three),
        ("How many are in exactly two of them?", exactly_two),
        ("How many are in at least one, |A ∪ B ∪ C|?", union),
        ("How many are in (A ∩ B) \\ C?", not_c),
    ), (
        f"Start in the middle: in all three sets are {all_three} tiles.",
        "Exactly two: "
        + "; ".join(f"{named(region)} {count}" for region, count in two.items())
        + f"; together {exactly_two}.",
        f"(A ∩ B) \\ C is one of these parts: {not_c}.",
        "Exactly one: "
        + "; ".join(f"only {named(region)} {count}" for region, count in one.items())
        + f"; together {sum(one.values())}.",
        f"Outside all three: {outside}.",
        f"At least one: {all_three} + {exactly_two} + {sum(one.values())} = {union}, "
        f"also {tiles} − {outside}.",
    )


SETS = Topic(
    name="sets",
    title="Sets of tiles",
    reminder="The **intersection** A ∩ B has what is in both sets, the **union** A ∪ B what is in "
    "at least one of them, the **complement** of A everything that is not in A, and A \\ B what is "
    "in A but not in B. |A| is the number of elements of A.",
    make=_make,
    per_sheet=1,
    room=2,
)

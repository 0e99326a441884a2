"""The exercises of lesson 1, Tiles as sets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import rummistats as rs
from rummistats.teach.answers import (
    AnyHand,
    Choice,
    Melds,
    Number,
    SetOf,
    Several,
    Tiles,
    letter,
)
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task, every_other
from rummistats.tiles import COLOR_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator

COLORS = "RBKY"
NUMBERS = range(1, 14)
SABRA = rs.find_variant("sabra")
SMALL = rs.Variant.mini(colors=3, numbers=3, copies=1, jokers=0, hand_size=5)


def _braces(tiles: set[str] | frozenset[str]) -> str:
    """Return a set of tiles as one writes it, color by color."""
    in_order = sorted(tiles, key=lambda tile: (COLORS.index(tile[0]), int(tile[1:])))
    return f"{{{', '.join(in_order)}}}"


def _elements(random: Generator) -> Task:
    color, step = pick(random, COLORS), pick(random, (2, 3, 4))
    low = step * whole(random, 2, 12 // step - 1)
    name = COLOR_NAMES[color]
    numbers = range(low, 14, step)
    right = frozenset(f"{color}{number}" for number in numbers)
    return Task(
        text="There are tiles of four colors, red, blue, black and yellow, with the numbers 1 to "
        f"13. List the elements of $A = \\{{\\,t \\mid t$ is **{name}**, and its number is a "
        f"multiple of **{step}** and at least **{low}**$\\,\\}}$. Write the tiles one after the "
        "other, such as R1 B2.",
        right=SetOf(right),
        why="every one of these tiles has all three properties, and no other tile has them",
        mistakes=(
            Mistake(
                frozenset(f"{c}{number}" for c in COLORS for number in numbers),
                f"All these tiles have the right numbers, but *and* means that they must be {name} "
                "too.",
            ),
            Mistake(
                frozenset(f"{color}{number}" for number in numbers if number > low),
                f"“At least {low}”: is {low} itself allowed?",
            ),
            Mistake(
                frozenset(f"{color}{number}" for number in range(step, 14, step)),
                f"You used the color and the multiples. What does “at least {low}” leave out?",
            ),
            Mistake(
                frozenset(f"{color}{number}" for number in range(low, 14)),
                f"You used the color and “at least {low}”. Which of these numbers are multiples "
                f"of {step}?",
            ),
        ),
        hints=(
            "Take one tile, such as "
            f"{color}{low + 1}. Which of the three properties does it have, and which not?",
            f"Forget the color for a moment: which numbers from 1 to 13 are multiples of {step}?",
            f"The smallest number that is allowed is {low}, so the first element is {color}{low}.",
        ),
        solution=f"The multiples of {step} from {low} to 13 are "
        f"{', '.join(map(str, numbers))}. The tiles must be {name}, so "
        f"$A$ = {_braces(right)}.",
        given={"color": color, "step": step, "low": low},
    )


_SIGNS = {
    "∪": "is in A or in B or in both",
    "∩": "is in A and in B",
    "\\": "is in A but not in B",
}


def _combined(a: frozenset[str], b: frozenset[str], sign: str) -> frozenset[str]:
    return {"∪": a | b, "∩": a & b, "\\": a - b}[sign]


def _two_sets(random: Generator) -> Task:
    names = [f"{color}{number}" for color in COLORS for number in range(1, 6)]
    drawn = sample(random, names, 7)
    both = whole(random, 1, 2)
    only_a = whole(random, 2, 3)
    a, b = frozenset(drawn[: only_a + both]), frozenset(drawn[only_a:])
    sign = pick(random, tuple(_SIGNS))
    right = _combined(a, b, sign)
    others = {
        "∪": "These are all tiles that are in A or in B (or in both). Look at the sign again.",
        "∩": "These are the tiles that are in both sets. Look at the sign again.",
        "\\": "These are the tiles that are only in A. Look at the sign again.",
    }
    mistakes = [
        Mistake(_combined(a, b, other), words) for other, words in others.items() if other != sign
    ]
    mistakes += [
        Mistake(b - a, "These are the tiles that are only in B. Look at the sign again."),
        Mistake(a ^ b, "You left out the tiles that are in both sets, and kept all others."),
    ]
    shown = {"∪": "\\cup", "∩": "\\cap", "\\": "\\setminus"}[sign]
    return Task(
        text=f"A = {_braces(a)} and B = {_braces(b)}. Which set is $A {shown} B$?",
        right=SetOf(right),
        why=f"a tile belongs to this set exactly if it {_SIGNS[sign]}",
        mistakes=tuple(mistakes),
        hints=(
            "How do you read the sign between A and B in words?",
            f"Take one tile, {sorted(a & b)[0]}: it is in both sets. Does it belong to the answer?",
            f"A tile belongs to the answer if it {_SIGNS[sign]}. Go through all tiles of A and B "
            "and ask this of each.",
        ),
        solution=f"A tile belongs to the set if it {_SIGNS[sign]}. So it is {_braces(right)}.",
        given={"a": a, "b": b, "sign": sign},
    )


def _subsets(random: Generator) -> Task:
    tiles = whole(random, 6, 9)
    every, pairs, threes = 2**tiles, comb(tiles, 2), comb(tiles, 3)
    right = every - 1 - tiles - pairs
    too_small = every - right
    return Task(
        text=f"On a rack are **{tiles}** tiles, all different. A meld has at least three tiles. "
        "How many subsets of the rack have at least three elements?",
        right=Number(Fraction(right)),
        why="you took all subsets and left out those that are too small to be a meld",
        mistakes=(
            Mistake(every, "That is how many subsets there are in all. Some are too small."),
            Mistake(every - 1, "You left out the empty set. Which others are too small?"),
            Mistake(
                every - 1 - tiles,
                "You left out the empty set and those with one tile. Are subsets with two tiles "
                "large enough?",
            ),
            Mistake(
                every - tiles - pairs, "You left out too few: how many tiles has the empty set?"
            ),
            Mistake(
                every - 1 - tiles - 2 * pairs,
                "You left out each pair twice: {R1, R2} and {R2, R1} are the same set.",
            ),
            Mistake(threes, "These have exactly three elements. Are larger ones asked for too?"),
            # Of six tiles there are as many small subsets as large ones: one number, two mistakes.
            *(
                (
                    Mistake(too_small, "That is how many are too small. Which are left?"),
                    Mistake(
                        right - threes,
                        "You left out those with three tiles, but these may stay.",
                    ),
                )
                if too_small != right - threes
                else (
                    Mistake(
                        too_small,
                        "Did you count the subsets that are too small, or leave out those with "
                        "three tiles? Three are enough.",
                    ),
                )
            ),
            Mistake(2 * tiles, "Each tile is in or out. Do you add these choices, or multiply?"),
        ),
        hints=(
            "Is it easier to count the subsets that are large enough, or those that are too small?",
            "With 4 tiles there are 16 subsets: 1 with no tile, 4 with one, 6 with two, 4 with "
            "three, 1 with four. So 5 have at least three.",
            f"There are 2 · 2 · … · 2 (as many factors as tiles, {tiles}) subsets in all. Pairs: "
            f"the first tile goes with {tiles - 1} others, the second with {tiles - 2} more, and "
            "so on.",
        ),
        solution=f"Each of the {tiles} tiles is in or out, so there are $2^{{{tiles}}} = {every}$ "
        f"subsets. Too small are the empty set (1), those with one tile ({tiles}) and those with "
        f"two ({tiles} · {tiles - 1} / 2 = {pairs}). There remain {every} − 1 − {tiles} − {pairs} "
        f"= {right}.",
        given={"tiles": tiles},
    )


def _melds_of_a_rack(random: Generator) -> Task:
    color, *others = sample(random, COLORS, 3)
    low = whole(random, 2, 9)
    number = low + pick(random, (0, 1, 2, 3))
    run = [f"{color}{low + place}" for place in range(4)]
    group = [f"{c}{number}" for c in (color, *others)]
    rack = SABRA.parse(" ".join([*run, *group[1:]]))
    group = [str(tile) for tile in SABRA.parse(" ".join(group))]
    threes = (" ".join(run[:3]), " ".join(run[1:]))
    right = (" ".join(run), *threes, " ".join(group))
    wrong = tuple(" ".join(tiles) for tiles in combinations(map(str, rack), 3))[:2]
    return Task(
        text=f"The rack is {_braces(set(map(str, rack)))}. Which of its subsets are melds? List "
        "**all** of them, also those that are parts of others. Write a semicolon between two "
        "melds, as in R1 R2 R3; R1 B1 K1.",
        right=Melds(right, tuple(tiles for tiles in wrong if tiles not in right)),
        why="of all the subsets of the rack, exactly these are a group or a run",
        mistakes=(
            Mistake(
                [right[0], right[3]],
                "Both are melds. But a part of a long run can be a run as well.",
            ),
            Mistake(
                [*threes, right[3]],
                "All of these are melds. Is there one with more than three tiles?",
            ),
            Mistake(list(right[:3]), "These are all the runs. Is there a group?"),
            Mistake([right[3]], "That is the group. Are there runs?"),
            Mistake([right[0]], "That is the longest run. Its parts, and a group, are missing."),
        ),
        hints=(
            "How many tiles does a meld have at least? Which of them can be in one group, and "
            "which in one run?",
            "{R1, R2, R3, R4} has three subsets that are runs: itself, {R1, R2, R3} and "
            "{R2, R3, R4}.",
            f"Look at the {COLOR_NAMES[color]} tiles first: they are the only ones that can make "
            "a run.",
        ),
        solution=f"The {COLOR_NAMES[color]} tiles are {', '.join(run)}. Runs have at least three "
        f"of them, side by side: {'; '.join(right[:3])}. The only number that is there three "
        f"times is {number}: the group {right[3]}. Together 4 melds.",
        given={"rack": str(rack)},
        pictures=(rack,),
    )


_REGIONS = {
    (True, True): "a group **and** a run",
    (True, False): "a group but **no** run",
    (False, True): "a run but **no** group",
    (False, False): "**neither** a group **nor** a run",
}


def _has(tiles: set[str], kind: str) -> bool:
    """Return whether tiles of the small game have a whole row (a run) or column (a group)."""
    if kind == "group":
        return any({f"{color}{n}" for color in "RBK"} <= tiles for n in (1, 2, 3))
    return any({f"{color}{n}" for n in (1, 2, 3)} <= tiles for color in "RBK")


def _hand_for_a_region(random: Generator) -> Task:
    tile = f"{pick(random, 'RBK')}{whole(random, 1, 3)}"
    group, run = pick(random, tuple(_REGIONS))
    wanted = {"group": group, "run": run}

    def missing(hand: rs.Hand) -> str:
        tiles = set(map(str, hand))
        if len(tiles) != 5:
            return f"Your hand has {len(tiles)} tiles; a hand of the small game has five."
        if tile not in tiles:
            return f"{tile} is not in your hand."
        for kind, there in wanted.items():
            if _has(tiles, kind) and not there:
                return f"There is a {kind} in your hand, and there should be none."
            if there and not _has(tiles, kind):
                return f"There is no {kind} in your hand yet."
        return ""

    nine = [f"{color}{number}" for color in "RBK" for number in (1, 2, 3)]
    fitting = [
        " ".join(five) for five in combinations(nine, 5) if not missing(SMALL.parse(" ".join(five)))
    ]
    where = {
        (True, True): "A row and a column of the square share one tile, so together they have "
        "five.",
        (True, False): "Take a whole column. Then two more tiles that don't fill a row.",
        (False, True): "Take a whole row. Then two more tiles that don't fill a column.",
        (False, False): "Every row and every column of the square must have a gap.",
    }[group, run]
    return Task(
        text="In the small game with nine tiles (red, blue and black, numbers 1 to 3), write down "
        f"a hand of **five** tiles with the tile **{tile}** that has {_REGIONS[group, run]}.",
        right=AnyHand(SMALL, missing, fitting[0]),
        why="your hand is an element of exactly the set of hands that was described",
        mistakes=(),
        hints=(
            "Draw the square of nine tiles, a row for each color. What is a run in it, and what "
            "is a group?",
            f"Begin with {tile}. Which two tiles would make it a run, and which a group?",
            where,
        ),
        solution=f"{where} There are {len(fitting)} such hands with {tile}; one is {fitting[0]}.",
        given={"tile": tile, "group": group, "run": run},
    )


def _venn(random: Generator) -> Task:
    both, only_group, only_run, neither = (whole(random, *limits) for limits in _LIMITS)
    group, run = both + only_group, both + only_run
    deals = both + only_group + only_run + neither
    return Task(
        text=f"A class deals **{deals}** hands. **{group}** of them have a group, **{run}** have a "
        f"run, and **{neither}** have neither. How many have a group **and** a run?",
        right=Number(Fraction(both)),
        why="hands with both were counted twice in the sum of the two sets, and only once "
        "in their union",
        mistakes=(
            Mistake(
                deals - neither,
                "That is how many have a group or a run or both: the union. How many of them did "
                "the sum of the two sets count twice?",
            ),
            Mistake(group + run, "You added the two sets; that counts some hands twice."),
            *(
                Mistake(
                    difference,
                    "You compared the sum with all hands. But some of these are in neither set.",
                )
                for difference in sorted({group + run - deals, deals - group - run})
            ),
            Mistake(
                group + run - neither,
                "You took those with neither away from the sum of the two sets. But they are in "
                "neither set: from which number can they be taken away?",
            ),
            Mistake(only_group, "That is how many have a group but no run."),
            Mistake(only_run, "That is how many have a run but no group."),
            Mistake(only_group + only_run, "That is how many have exactly one of the two."),
        ),
        hints=(
            "Draw the diagram: two circles in a box. Where do the hands with neither belong?",
            "With 3 hands, 2 in one set, 2 in the other and none in neither: 3 are in the union, "
            "but 2 + 2 = 4. So 1 was counted twice.",
            f"The union has {deals} − {neither} hands.",
        ),
        solution=f"The union has {deals} − {neither} = {deals - neither} hands. Group and run "
        f"together: {group} + {run} = {group + run}. So {group + run} − {deals - neither} = {both} "
        "were counted twice: those with both.",
        given={"deals": deals, "group": group, "run": run, "neither": neither},
    )


_LIMITS = ((5, 12), (6, 15), (6, 15), (4, 15))


_SAME = {
    "same color": "x and y have the same color",
    "same number": "x and y have the same number",
    "both even or both odd": "the numbers of x and y are both even or both odd",
    "same remainder": "the numbers of x and y leave the same remainder when divided by 3",
}
_NOT_SAME = {
    "at most one apart": (
        "the numbers of x and y differ by at most 1",
        "Take the numbers 1, 2 and 3: is 1 in this relation to 2, 2 to 3, and 1 to 3?",
        "1 is in this relation to 2 and 2 to 3, but 1 is not to 3: not transitive.",
    ),
    "color or number": (
        "x and y have the same color or the same number",
        "Take R1, R2 and B2: which pairs of them are in this relation, and which are not?",
        "R1 is in this relation to R2 and R2 to B2, but R1 is not to B2: not transitive.",
    ),
    "different colors": (
        "x and y have different colors",
        "Is a tile in this relation to itself?",
        "No tile is in this relation to itself: not reflexive.",
    ),
    "not larger": (
        "the number of x is at most the number of y",
        "It holds from a 1 to a 2. Does it hold from the 2 to the 1?",
        "It holds from a 1 to a 2, but not from the 2 to the 1: not symmetric.",
    ),
    "neighbors": (
        "x and y have the same color, and their numbers differ by at most 2",
        "Take R1, R3 and R5: is R1 in this relation to R3, R3 to R5, and R1 to R5?",
        "R1 is in this relation to R3 and R3 to R5, but R1 is not to R5: not transitive.",
    ),
}


def _equivalences(random: Generator) -> Task:
    true = [(key, _SAME[key], "", "") for key in sample(random, tuple(_SAME), 2)]
    false = [(key, *_NOT_SAME[key]) for key in sample(random, tuple(_NOT_SAME), 3)]
    listed = sample(random, true + false, 5)
    right = frozenset(place for place, (_, _, test, _) in enumerate(listed) if not test)
    mistakes = [
        Mistake({letter(place) for place in right | {extra}}, f"({letter(extra)}): {test}")
        for extra, (_, _, test, _) in enumerate(listed)
        if test
    ]
    mistakes += [
        Mistake(
            {letter(place) for place in right - {left_out}},
            "That one is right. Look for another relation that sorts all tiles into boxes.",
        )
        for left_out in sorted(right)
    ]
    return Task(
        text="Take all tiles with four colors and the numbers 1 to 13. Which of these relations "
        "between two of them, x and y, are **equivalence relations**? Give their letters.",
        right=Several(tuple(text for _, text, _, _ in listed), right),
        why="each of these sorts all tiles into boxes, and all others fail one of the three tests",
        mistakes=tuple(mistakes),
        hints=(
            "There are three tests. For each relation: which one, two or three tiles could fail "
            "one?",
            "“x and y lie side by side” is symmetric. But if R1, R2 and R3 lie in a row, R1 is "
            "beside R2 and R2 beside R3, and R1 is not beside R3: not transitive.",
            "Two of the five are equivalence relations. They sort the tiles into boxes, so that "
            "tiles in one box are in the relation and tiles in two boxes never are. Which boxes "
            "would that be?",
        ),
        solution="An equivalence relation sorts all tiles into classes, as if into boxes. "
        + " ".join(
            f"({letter(place)}) {f'No: {fails}' if fails else 'Yes.'}"
            for place, (_, _, _, fails) in enumerate(listed)
        ),
        given={"relations": tuple(key for key, _, _, _ in listed)},
    )


def _laid(melds: tuple[str, ...]) -> Counter[str]:
    """Return how often each tile is used."""
    return Counter(tile for meld in melds for tile in meld.split())


def _misread_melds(rack: rs.Hand) -> Iterator[Mistake]:
    """Yield what an answer can be besides melds that leave tiles, and name what is no meld."""
    there = Counter(map(str, rack))
    yield Mistake(
        lambda melds: not _laid(melds) <= there,
        f"You laid a tile that isn't on the rack, or one too often. The rack is {rack}.",
    )
    pieces = {
        str(SABRA.parse(" ".join(chosen)))
        for size in range(1, len(rack) + 1)
        for chosen in combinations(map(str, rack), size)
    }
    for piece in sorted(pieces):
        if len(piece.split()) < 3:
            words = f"{piece} is no meld: a meld has at least three tiles."
        elif rs.judge(piece, SABRA):
            continue
        else:
            words = f"{piece} is no meld: it is neither a group nor a run."
        yield Mistake(partial(_has_piece, piece), words)


def _has_piece(piece: str, melds: tuple[str, ...]) -> bool:
    return Counter(piece.split()) in [Counter(meld.split()) for meld in melds]


def _leaves(kind: str, melds: tuple[str, ...]) -> bool:
    """Return whether the answer is a single meld of this kind."""
    if len(melds) != 1:
        return False
    numbers = {tile[1:] for tile in melds[0].split()}
    return (len(numbers) == 1) == (kind == "group")


def _partition(random: Generator) -> Task:
    color, second, third, fourth = sample(random, COLORS, 4)
    low = whole(random, 2, 8)
    kind = pick(random, ("two groups", "run and group", "two runs"))
    run = [f"{color}{low + place}" for place in range(5)]
    if kind == "two groups":
        first = [f"{c}{low}" for c in (color, second, third)]
        other = [f"{c}{low}" for c in (color, second, fourth)]
        greedy = [*first, other[2]]
        start = (
            f"{color}{low} and {second}{low} are there twice. How many of them can be in one group?"
        )
        reason = "A group has no color twice, so each of the two has one of them."
    elif kind == "run and group":
        first, greedy = run[:3], run[:4]
        other = [f"{c}{low + 3}" for c in (color, second, third)]
        start = f"With which tiles can {second}{low + 3} be in a meld?"
        reason = (
            f"{second}{low + 3} and {third}{low + 3} need {run[3]}, so the run does without it."
        )
    else:
        first, other, greedy = run[:3], run[2:], run
        start = f"{run[2]} is there twice. How many of them can be in one run?"
        reason = f"A run has no number twice, so each of the two has one {run[2]}."
    rack = SABRA.parse(" ".join(first + other))
    texts = [str(SABRA.parse(" ".join(tiles))) for tiles in (first, other)]
    largest = str(SABRA.parse(" ".join(greedy)))
    rest = str(rack - SABRA.parse(largest))
    return Task(
        text=f"The rack is the multiset **{rack}**. Split it into melds so that no tile is left. "
        "Write a semicolon between two melds.",
        right=Melds(tuple(texts), ()),
        why="together the melds have every tile of the rack exactly as often as the rack "
        "has it, so they are a partition",
        mistakes=(
            Mistake(
                [largest], "That is the largest meld. What can be done with the tiles left over?"
            ),
            *(Mistake([text], "That is one of the melds. What is left over?") for text in texts),
            Mistake(
                lambda melds: _has_piece(largest, melds) and len(melds) > 1,
                f"{largest} is the largest meld, but {rest} can't be laid then. Can a tile of "
                "the large meld help?",
            ),
            *_misread_melds(rack),
            *(
                Mistake(
                    partial(_leaves, kind), f"That is a {kind}, but what it leaves can't be laid."
                )
                for kind in ("group", "run")
            ),
        ),
        hints=(
            start,
            "From R1 R2 R3 R4 B4 K4 the longest run takes R4 away from B4 and K4. A shorter run "
            "leaves it to them.",
            f"One of the melds is {texts[0]}.",
        ),
        solution=f"The largest meld, {largest}, leaves tiles that are no meld. But {texts[0]} and "
        f"{texts[1]} are the whole rack. {reason} No other way is possible.",
        given={"rack": str(rack)},
        pictures=(rack,),
    )


_SENTENCES = {
    "My hand has a group or a run, or both.": "G ∪ S",
    "My hand has neither a group nor a run.": "Gᶜ ∩ Sᶜ",
    "My hand has a group, but no run.": "G ∩ Sᶜ",
    "It is not true that my hand has a group and a run.": "Gᶜ ∪ Sᶜ",
}
_READ = {
    "G ∪ S": "a group, or a run, or both",
    "Gᶜ ∩ Sᶜ": "no group, and no run",
    "G ∩ Sᶜ": "a group, and no run",
    "Gᶜ ∪ Sᶜ": "no group, or no run, or neither",
}


def _sentence(random: Generator) -> Task:
    sentence = pick(random, tuple(_SENTENCES))
    options = tuple(sample(random, tuple(_READ), 4))
    right = _SENTENCES[sentence]
    fits = sentence != "My hand has neither a group nor a run."
    return Task(
        text="G is the set of all hands with a group, S the set of all hands with a run. A player "
        f"says: **“{sentence}”** To which set does the hand belong?",
        right=Choice(options, options.index(right)),
        why=f"read aloud, {right} says: {_READ[right]}. That is what the player said",
        mistakes=tuple(
            Mistake(option, f"Read it aloud: {words}. Is that what the player said?")
            for option, words in _READ.items()
            if option != right
        ),
        hints=(
            "∪ is read “or” (one of them or both), ∩ is read “and”. How do you read ᶜ?",
            "Think of a hand with a group and no run. This player "
            f"{'may hold it' if fits else 'does not hold it'}. In which of the four sets is it?",
            "Say the sentence with “and”, “or” and “no” only, and begin with the group: "
            f"“{_READ[right].split(',')[0]} …”",
        ),
        solution=f"{right} is read: {_READ[right]}. That is what the player said. De Morgan's "
        "rules: (G ∪ S)ᶜ = Gᶜ ∩ Sᶜ, and (G ∩ S)ᶜ = Gᶜ ∪ Sᶜ.",
        given={"sentence": sentence},
    )


def _vanished(random: Generator) -> Task:
    color, other = sample(random, COLORS, 2)
    low, start = whole(random, 2, 7), whole(random, 3, 8)
    number = pick(
        random, [n for n in NUMBERS if not low <= n <= low + 5 and not start <= n <= start + 3]
    )
    run = [f"{color}{low + place}" for place in range(5)]
    short = [f"{other}{start + place}" for place in range(3)]
    group = [f"{c}{number}" for c in COLORS]
    played = [f"{color}{low + 5}", f"{other}{start + 3}"]
    lost = pick(random, (*group, short[0]))
    before = [run, short, group]
    after = [
        [*run[:3]],
        [*run[3:], played[0]],
        [tile for tile in (*short, played[1]) if tile != lost],
        [tile for tile in group if tile != lost],
    ]
    shown = ["  ".join(f"{{{' '.join(meld)}}}" for meld in table) for table in (before, after)]
    tiles = [" ".join(tile for meld in table for tile in meld) for table in (before, after)]
    return Task(
        text="A program for tile rummy printed this move. Every meld on the new table is legal, "
        "but **one tile has vanished**. Which one?\n\n"
        f"- On the table before: `{shown[0]}`\n"
        f"- Played from the rack: `{' '.join(played)}`\n"
        f"- On the table after: `{shown[1]}`",
        right=Tiles(lost, SABRA),
        why="the table after a move must be the table before and the played tiles, as "
        "multisets: nothing more, nothing less",
        mistakes=(
            *(
                Mistake(tile, f"{tile} came from the rack, and it is on the new table.")
                for tile in played
            ),
            *(
                Mistake(tile, f"{tile} is on the new table: look at the two new melds.")
                for tile in (run[0], run[2], run[3], run[4])
            ),
        ),
        hints=(
            "How many tiles must lie on the table after the move, and how many do?",
            "Cross out: for each tile of the new table cross out one tile of the old table or of "
            "those played.",
            f"Before there were {len(tiles[0].split())} tiles on the table, and "
            f"{len(played)} were played. The run of five was split in two, and nothing is lost "
            "there.",
        ),
        solution=f"The table before and the played tiles are {len(tiles[0].split())} + "
        f"{len(played)} tiles; after the move there are only {len(tiles[1].split())}. Crossed out "
        f"one by one, {lost} is left.",
        given={"before": tiles[0], "played": " ".join(played), "after": tiles[1]},
    )


_Argument = tuple[tuple[str, ...], int, str]


def _two_alike(random: Generator) -> _Argument:
    one, two, three = sample(random, COLORS, 3)
    n = whole(random, 1, 13)
    return (
        (
            f"My rack is the multiset {one}{n} {two}{n} {three}{n} {three}{n}.",
            f"All four tiles have the number {n}.",
            f"The set of its different tiles is {{{one}{n}, {two}{n}, {three}{n}}}.",
            "So the four tiles are a group of four.",
        ),
        3,
        "In a group all colors are different, and two of the four tiles have the same color. Only "
        "three of them are a group.",
    )


def _sum_of_sets(random: Generator) -> _Argument:
    both, only_group, only_run, neither = (whole(random, *limits) for limits in _LIMITS)
    group, run = both + only_group, both + only_run
    deals = both + only_group + only_run + neither
    return (
        (
            f"Of {deals} hands, {group} have a group, {run} a run, and {both} have both.",
            f"So {only_group} hands have a group but no run.",
            f"So {group + run} hands have a group or a run or both.",
            f"And {deals - both} hands don't have both.",
        ),
        2,
        f"The {both} hands with both were counted twice. Right is {group} + {run} − {both} = "
        f"{group + run - both}.",
    )


def _too_few_left_out(random: Generator) -> _Argument:
    n = whole(random, 5, 9)
    return (
        (
            f"A rack of {n} different tiles is a set with {n} elements.",
            f"Each tile is in a subset or not, so there are {2**n} subsets.",
            f"One of them is empty, and {n} have one tile.",
            f"So {2**n - 1 - n} subsets have at least three tiles.",
        ),
        3,
        "Subsets with two tiles were forgotten: they have less than three tiles too.",
    )


def _not_transitive(random: Generator) -> _Argument:
    one, two = sample(random, COLORS, 2)
    n = whole(random, 1, 9)
    return (
        (
            f"{one}{n} and {one}{n + 1} are partners: one more tile makes them a run.",
            f"{one}{n + 1} and {two}{n + 1} are partners: one more tile makes them a group.",
            f"So {one}{n} and {two}{n + 1} are partners too.",
            f"And {two}{n + 1} and {one}{n + 1} are partners, since the order doesn't matter.",
        ),
        2,
        "“Partner” is not transitive: these two have different colors and different numbers, so "
        "no meld has both.",
    )


def _overlap(random: Generator) -> _Argument:
    one, two, three, four = sample(random, [f"{c}{n}" for c in COLORS for n in range(1, 10)], 4)
    return (
        (
            f"A = {{{one}, {two}, {three}}} and B = {{{two}, {three}, {four}}} have three elements "
            "each.",
            "So A ∪ B has six elements.",
            f"A ∩ B = {{{two}, {three}}}.",
            f"A \\ B = {{{one}}}.",
        ),
        1,
        f"{two} and {three} are in both sets, but in the union only once: it has four elements.",
    )


_ARGUMENTS = {
    "two alike": _two_alike,
    "sum of sets": _sum_of_sets,
    "too few left out": _too_few_left_out,
    "not transitive": _not_transitive,
    "overlap": _overlap,
}


def _wrong_line(random: Generator) -> Task:
    name = pick(random, tuple(_ARGUMENTS))
    lines, wrong, why = _ARGUMENTS[name](random)
    return Task(
        text="Somebody handed in these four lines. Exactly **one** of them is wrong. Which one?",
        right=Choice(lines, wrong),
        why=f"that line is wrong. {why}",
        mistakes=every_other(
            lines, wrong, "That line is true: check it with tiles or with a small diagram."
        ),
        hints=(
            "For each line: how would you show somebody that it is true?",
            {
                "two alike": "Say the rule for a group aloud, all of it, and look at each tile.",
                "sum of sets": "Draw two circles and write into each part how many hands it has.",
                "too few left out": "Try it with 3 tiles: there are 8 subsets. How many have at "
                "least three tiles?",
                "not transitive": "Lay the tiles in front of you, and look for the third tile.",
                "overlap": "Write the elements of each set down, each once.",
            }[name],
            f"Line {letter((wrong + 2) % 4)} is true, and so is line {letter((wrong + 1) % 4)}.",
        ),
        solution=f"Line {letter(wrong)} is wrong. {why}",
        given={"argument": name},
    )


EXERCISES = (
    Exercise("1.1", "The elements of a set", "do", _elements),
    Exercise("1.2", "Two sets", "do", _two_sets),
    Exercise("1.3", "Subsets", "do", _subsets),
    Exercise("1.4", "The melds among the subsets", "do", _melds_of_a_rack),
    Exercise("1.5", "A hand of one kind", "do", _hand_for_a_region),
    Exercise("1.6", "How many have both?", "do", _venn),
    Exercise("1.7", "Equivalence relations", "explain", _equivalences),
    Exercise("1.8", "Split the rack", "do", _partition),
    Exercise("1.9", "What the player said", "explain", _sentence),
    Exercise("1.10", "A tile has vanished", "mistake", _vanished),
    Exercise("1.11", "The wrong line", "mistake", _wrong_line),
)

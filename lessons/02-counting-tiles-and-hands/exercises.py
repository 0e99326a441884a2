"""The exercises of lesson 2, Counting tiles and hands."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, perm
from typing import TYPE_CHECKING

import rummistats as rs
from rummistats.teach.answers import Choice, Number, Several, letter
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task
from rummistats.tiles import COLOR_NAMES

if TYPE_CHECKING:
    from numpy.random import Generator

COLORS = "RBKY"
SABRA = rs.find_variant("sabra")
_COUNTS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def _number(value: int) -> Number:
    return Number(Fraction(value))


def _named_colors(colors: int) -> str:
    names = [COLOR_NAMES[color] for color in "RBKYGP"[:colors]]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _product(factors: range) -> str:
    return " · ".join(map(str, factors))


def _runs(random: Generator) -> Task:
    colors, numbers, length = whole(random, 3, 6), whole(random, 7, 15), whole(random, 3, 6)
    starts = numbers - length + 1
    return Task(
        text=f"A game has **{colors}** colors ({_named_colors(colors)}) and the numbers 1 to "
        f"**{numbers}**. A 1 comes before a 2 only. How many different runs of exactly "
        f"**{length}** tiles are there?",
        right=_number(colors * starts),
        why="in every color a run can begin with the same numbers, so you multiplied the number of "
        "colors by the number of beginnings",
        mistakes=(
            Mistake(
                colors * numbers,
                f"Can a run of {length} begin with any number? Try to write down the one that "
                f"begins with {numbers}.",
            ),
            Mistake(
                colors * (numbers - length),
                "Nearly: write down the first run of a color and the last one, and count the "
                "numbers with which they begin again.",
            ),
            Mistake(
                colors * (starts + 1),
                f"Did you let a 1 follow the {numbers}? Here it comes before a 2 only.",
            ),
            Mistake(starts, "That is how many there are of one color."),
            Mistake(colors + starts, "For each color there are as many. Are the choices added?"),
            Mistake(
                colors * starts * length,
                "A run is known by its color and its first number. The other tiles are no choice.",
            ),
        ),
        hints=(
            "What must you know of a run of this length to write it down?",
            "With the numbers 1 to 5, runs of three begin with 1, 2 or 3: three for each color.",
            f"The first run of a color begins with 1, the last one ends with {numbers}, so it "
            f"begins with {starts}.",
        ),
        solution=f"A run of {length} begins with a number from 1 to {starts}. There are {colors} "
        f"colors: {colors} · {starts} = {colors * starts}.",
        given={"colors": colors, "numbers": numbers, "length": length},
    )


def _rows(random: Generator) -> Task:
    tiles, places = whole(random, 5, 10), whole(random, 3, 4)
    factors = range(tiles, tiles - places, -1)
    rows = perm(tiles, places)
    return Task(
        text=f"You hold **{tiles}** different tiles. **{places}** of them are laid in a row from "
        "left to right. How many different rows are there?",
        right=_number(rows),
        why="each place has one tile less to choose from, and the choices are multiplied",
        mistakes=(
            Mistake(tiles**places, "A tile that lies in the row can't be laid a second time."),
            Mistake(
                comb(tiles, places), "You counted hands. In a row it matters which tile lies where."
            ),
            Mistake(
                sum(factors), "You added the choices. Each of the first goes with each of the next."
            ),
            Mistake(factorial(tiles), "That is for all tiles. Here only some are laid."),
            Mistake(tiles * places, "For each tile of the first place, how many are left?"),
            Mistake(
                perm(tiles, places - 1), "There is one place more: how many tiles are left for it?"
            ),
        ),
        hints=(
            "How many tiles are there to choose from for the first place? And then for the second?",
            "Two of the tiles R1, R2, R3 in a row: 3 for the first place and 2 for the second, 6 "
            "rows.",
            f"First place {tiles}, second place {tiles - 1}, and so on.",
        ),
        solution=f"{_product(factors)} = {rows:,}.",
        given={"tiles": tiles, "places": places},
    )


def _exactly_so_many_red(random: Generator) -> Task:
    colors, numbers = whole(random, 3, 4), whole(random, 4, 6)
    size = whole(random, 3, 5)
    reds = whole(random, 1, size - 1)
    tiles, others, rest = colors * numbers, (colors - 1) * numbers, size - reds
    right = comb(numbers, reds) * comb(others, rest)
    return Task(
        text=f"A game has **{colors}** colors ({_named_colors(colors)}) and the numbers 1 to "
        f"**{numbers}**, each tile once. How many hands of **{size}** tiles have exactly "
        f"**{reds}** red {'tile' if reds == 1 else 'tiles'}?",
        right=_number(right),
        why="you chose the red tiles and then the others, without order, and multiplied",
        mistakes=(
            Mistake(comb(tiles, size), "That is the number of all hands."),
            Mistake(
                comb(numbers, reds),
                "That is for the red tiles. Which tiles does the hand have besides?",
            ),
            Mistake(comb(others, rest), "That is for the other tiles. And the red ones?"),
            Mistake(
                comb(numbers, reds) + comb(others, rest),
                "Each choice of red tiles goes with each choice of the others.",
            ),
            Mistake(
                comb(numbers, reds) * comb(tiles - reds, rest),
                "The rest of the hand must not be red: from how many tiles does it come?",
            ),
            Mistake(
                perm(numbers, reds) * perm(others, rest),
                "You counted the order of the tiles. In a hand there is none.",
            ),
        ),
        hints=(
            "How many tiles are red, and how many are not? How many of each does the hand have?",
            "Two colors, numbers 1 to 3, hands of two with exactly one red tile: 3 red tiles, 3 "
            "others, 3 · 3 = 9 hands.",
            f"The red tiles: {reds} of {numbers}, so C({numbers}, {reds}) ways.",
        ),
        solution=f"Red: C({numbers}, {reds}) = {comb(numbers, reds)}. The other {rest} of the "
        f"{others} tiles that are not red: C({others}, {rest}) = {comb(others, rest):,}. Together "
        f"{comb(numbers, reds)} · {comb(others, rest):,} = {right:,}.",
        given={"colors": colors, "numbers": numbers, "size": size, "reds": reds},
    )


def _ways(random: Generator) -> Task:
    twice, once, jokers = whole(random, 1, 2), whole(random, 2, 4), whole(random, 0, 2)
    names = sample(random, [f"{c}{n}" for c in COLORS for n in range(1, 14)], twice + once)
    hand = SABRA.parse(" ".join([*names, *names[:twice], *["J"] * jokers]))
    right = 2**once * comb(2, jokers)
    return Task(
        text="In the full set every tile is there twice, and there are two jokers. You hold "
        f"**{hand}**. In how many ways can this hand be dealt, if the two copies of each tile "
        "are told apart?",
        right=_number(right),
        why="of a tile held once either copy may be in the hand, of a tile held twice both are",
        mistakes=(
            Mistake(
                2 ** len(hand), "A tile that you hold twice: how many choices of copies are there?"
            ),
            Mistake(
                2 ** (once + twice + (jokers > 0)),
                "For each different tile you took two possibilities. What if you hold both copies?",
            ),
            Mistake(2 * once, "Do you add the choices for the single tiles, or multiply them?"),
            Mistake(2**twice, "You counted the tiles held twice. Which tiles leave a choice?"),
            Mistake(1, "The hand looks the same each time. But which copy of each tile is in it?"),
            *(
                [Mistake(2**once, "The tiles are right. And the joker: which of the two is it?")]
                if jokers == 1
                else []
            ),
        ),
        hints=(
            "Paint a dot on one copy of each tile. Which hands now look different?",
            "R1 R1 B2: both R1 are needed, and B2 is one of two: 2 ways.",
            f"There are {once} numbered tiles that you hold only once.",
        ),
        solution=f"Both copies of {' and '.join(names[:twice])} are in the hand: one way. For each "
        f"of the {once} numbered tiles held once there are two: $2^{{{once}}} = {2**once}$."
        + ("", f" And one of two jokers: {2**once} · 2 = {right}.", " Both jokers: one way.")[
            jokers
        ],
        given={"hand": str(hand)},
        pictures=(hand,),
    )


def _rows_of_copies(random: Generator) -> Task:
    twice, once = whole(random, 1, 2), whole(random, 2, 3)
    names = sample(random, [f"{c}{n}" for c in COLORS for n in range(1, 14)], twice + once)
    hand = SABRA.parse(" ".join([*names, *names[:twice]]))
    tiles = len(hand)
    right = factorial(tiles) // 2**twice
    return Task(
        text=f"All tiles of the hand **{hand}** are laid in a row. Identical tiles can't be told "
        "apart. How many different rows are there?",
        right=_number(right),
        why="swapping two identical tiles changes nothing, so each pair of them halves the number",
        mistakes=(
            Mistake(
                factorial(tiles),
                f"That is for {tiles} different tiles. What if two identical ones change places?",
            ),
            Mistake(
                factorial(tiles) // 4 if twice == 1 else factorial(tiles) // 2,
                "How many pairs of identical tiles are there? Divide once for each.",
            ),
            Mistake(
                factorial(tiles - twice),
                "You took each tile once. But all tiles lie in the row, the copies too.",
            ),
            Mistake(
                factorial(tiles) - 2**twice,
                "Each row was counted several times. Is something taken away then, or divided?",
            ),
            Mistake(
                2**tiles, "That is how many subsets there are. Here all are laid, in an order."
            ),
        ),
        hints=(
            "Put a dot on one of two identical tiles. How many rows would there be then?",
            "R1 R1 B2: the 3! = 6 rows with a dot are 3 rows without it: R1 R1 B2, R1 B2 R1, B2 R1 "
            "R1.",
            f"With dots all {tiles} tiles are different, and there are {tiles}! rows.",
        ),
        solution=f"{tiles}! = {factorial(tiles):,} rows if all were different. "
        f"{' and '.join(names[:twice])} {'is' if twice == 1 else 'are'} there twice: "
        f"{factorial(tiles):,} / {' / '.join(['2'] * twice)} = {right:,}.",
        given={"hand": str(hand)},
        pictures=(hand,),
    )


def _melds(random: Generator) -> Task:
    colors, numbers = whole(random, 3, 4), whole(random, 5, 12)
    groups = numbers * (comb(colors, 3) + comb(colors, 4))
    runs = colors * (numbers - 2) * (numbers - 1) // 2
    threes = numbers * comb(colors, 3)
    right = groups + runs
    per_color = " + ".join(map(str, range(numbers - 2, 0, -1)))
    mistakes = [
        Mistake(groups, "These are the groups. And the runs?"),
        Mistake(runs, "These are the runs. And the groups?"),
        Mistake(groups + colors * (numbers - 2), "There are runs with more than three tiles too."),
        Mistake(groups * runs, "A meld is a group *or* a run. Is that a product?"),
        Mistake(groups + runs // colors, "You took the runs of one color only."),
        # One run more of each length. That of all numbers has the tiles of 1, 2, …: who sees that
        # leaves it out.
        *(
            Mistake(
                right + colors * more,
                f"Did you let a 1 follow the {numbers}? Here it comes before a 2 only.",
            )
            for more in (numbers - 2, numbers - 3)
        ),
    ]
    if colors == 4:
        mistakes += [
            Mistake(threes + runs, "A group can have four tiles too."),
            Mistake(
                threes + colors * (numbers - 2), "You took melds of three. There are longer ones."
            ),
        ]
    return Task(
        text=f"A game has **{colors}** colors ({_named_colors(colors)}) and the numbers 1 to "
        f"**{numbers}**, and no joker. How many different melds are there? (A group has three or "
        "four tiles, a run three or more, and a 1 comes before a 2 only.)",
        right=_number(right),
        why="no meld is both a group and a run, so their numbers are added",
        mistakes=tuple(mistakes),
        hints=(
            "Can a meld be a group and a run? So how do you put the two numbers together?",
            "Three colors and the numbers 1 to 4: four groups (one for each number), and for each "
            "color two runs of three and one of four: 4 + 3 · 3 = 13 melds.",
            f"For each of the {numbers} numbers there "
            f"{'is one group' if colors == 3 else 'are 4 groups of three and 1 of four'}.",
        ),
        solution=f"Groups: {numbers} · {comb(colors, 3) + comb(colors, 4)} = {groups}. Runs of one "
        f"color with 3, 4, … tiles: {per_color} = {runs // colors}; in all {colors} colors {runs}. "
        f"Together {groups} + {runs} = {right}.",
        given={"colors": colors, "numbers": numbers},
    )


def _one_or_the_other(random: Generator) -> Task:
    colors, numbers, size = whole(random, 2, 4), whole(random, 4, 5), whole(random, 3, 4)
    tiles = colors * numbers
    one, other = sample(
        random, [f"{c}{n}" for c in COLORS[:colors] for n in range(1, numbers + 1)], 2
    )
    with_one, with_both = comb(tiles - 1, size - 1), comb(tiles - 2, size - 2)
    right = 2 * with_one - with_both
    return Task(
        text=f"A game has **{colors}** colors ({_named_colors(colors)}) and the numbers 1 to "
        f"**{numbers}**, each tile once. How many hands of **{size}** tiles have **{one}** or "
        f"**{other}** (or both)?",
        right=_number(right),
        why="hands with both are in both sets, and they were taken away once",
        mistakes=(
            Mistake(2 * with_one, "Hands with both tiles are counted twice here."),
            Mistake(
                with_one,
                f"These are the hands with {one}, whether {other} is there or not. Hands with "
                f"{other} alone are asked for too.",
            ),
            Mistake(with_both, "These are the hands with both. “Or” asks for more."),
            Mistake(
                2 * comb(tiles - 2, size - 1),
                "These have exactly one of the two tiles. Hands with both belong to it as well.",
            ),
            Mistake(comb(tiles - 2, size), "These are the hands that have neither tile."),
        ),
        hints=(
            f"How many hands have {one}? The other tiles of such a hand come from how many?",
            "Four tiles, hands of two: R1 is in 3 hands, R2 is in 3, both are in 1: 3 + 3 − 1 = 5.",
            f"With {one}: C({tiles - 1}, {size - 1}) hands. With {other}: just as many.",
        ),
        solution=f"With {one}: C({tiles - 1}, {size - 1}) = {with_one}; with {other} just as many; "
        f"with both C({tiles - 2}, {size - 2}) = {with_both}. So {with_one} + {with_one} − "
        f"{with_both} = {right}. Another way: all hands without those that have neither, "
        f"C({tiles}, {size}) − C({tiles - 2}, {size}) = {right}.",
        given={"colors": colors, "numbers": numbers, "size": size},
    )


_Case = tuple[list[str], str]


def _run_of(color: str, low: int, length: int) -> list[str]:
    return [f"{color}{number}" for number in range(low, low + length)]


def _cases(random: Generator) -> dict[str, _Case]:
    """Return complete hands of seven of every kind, and in how many ways each is split."""
    color, other, *_ = sample(random, COLORS, 4)
    four = [f"{c}{{}}" for c in COLORS]
    beside, apart = whole(random, 1, 10), whole(random, 2, 6)
    low, middle = whole(random, 1, 7), whole(random, 2, 9)
    return {
        "run of seven": (
            _run_of(color, low, 7),
            f"{color}{low + 3} can end the run of four or begin it.",
        ),
        "group beside run": (
            [*(c.format(beside) for c in four), *_run_of(color, beside + 1, 3)],
            f"{color}{beside} can be in the group or in the run.",
        ),
        "round the ace": (
            [f"{color}{number}" for number in (1, 2, 3, 4, 11, 12, 13)],
            f"{color}1 can begin the one run or end the other.",
        ),
        "group apart": (
            [*(c.format(apart) for c in four), *_run_of(other, apart + 3, 3)],
            "",
        ),
        "two groups": (
            [*(c.format(middle) for c in four), *(c.format(middle + 1) for c in four[:3])],
            "",
        ),
        "two colors": ([*_run_of(color, low, 3), *_run_of(other, low, 4)], ""),
        "group and run of four": (
            [
                *(c.format(middle + 4) for c in four if c[0] != color),
                *_run_of(color, middle - 1, 4),
            ],
            "",
        ),
    }


def _split_twice(random: Generator) -> Task:
    cases = _cases(random)
    twice = sample(random, [name for name, (_, way) in cases.items() if way], 2)
    once = sample(random, [name for name, (_, way) in cases.items() if not way], 2)
    names = sample(random, twice + once, 4)
    hands = tuple(str(SABRA.parse(" ".join(cases[name][0]))) for name in names)
    right = frozenset(place for place, name in enumerate(names) if name in twice)
    mistakes = [
        Mistake(
            {letter(place) for place in right | {extra}},
            f"Try to split ({letter(extra)}) in a second way: which tile could change its meld so "
            "that three and four are left?",
        )
        for extra in set(range(4)) - right
    ]
    mistakes += [
        Mistake(
            {letter(place) for place in right - {left_out}},
            "That one is right. There is another hand in which one tile can be in either meld.",
        )
        for left_out in right
    ]
    mistakes.append(
        Mistake(
            {letter(place) for place in set(range(4)) - right},
            "These can be split in one way only. The others are asked for.",
        )
    )
    return Task(
        text="There are four colors, numbers 1 to 13, each tile once; a 1 may stand before a 2 or "
        "after a 13. Each of these hands can be split into a meld of **three** and a meld of "
        "**four** tiles. Which of them can be split in **two** ways, and so were counted twice? "
        "Give the letters.",
        right=Several(hands, right),
        why="in each of them one tile can be in either meld, and no tile of the other hands can",
        mistakes=tuple(mistakes),
        hints=(
            "Split each hand. Is there a tile that could leave the meld of four and join the one "
            "of three?",
            "R4 B4 K4 Y4 R5 R6 R7: R4 can leave the group of four, and R4 R5 R6 R7 is a run.",
            f"Two of the four hands can be split twice. One is ({letter(min(right))}).",
        ),
        solution=" ".join(
            f"({letter(place)}) {'Twice: ' + cases[name][1] if name in twice else 'Once.'}"
            for place, name in enumerate(names)
        ),
        given={"hands": hands},
    )


def _which_rule(random: Generator) -> Task:
    tiles = whole(random, 6, 12)
    row = f"{tiles} · {tiles - 1} · {tiles - 2}"
    options = {
        "again": f"{tiles} · {tiles} · {tiles}, since the order matters and a tile can come again",
        "row": f"{row}, since the order matters and no tile comes twice",
        "hand": f"{row} / 6, since the order doesn't matter and no tile comes twice",
        "sum": f"{tiles} + {tiles - 1} + {tiles - 2}, since one choice comes after the other",
    }
    stories = {
        "again": f"From a bag with {tiles} different tiles one is drawn, its name is written down, "
        "and it is put back. This is done three times. How many different lists of three names "
        "are there?",
        "row": f"From {tiles} different tiles three are laid on a rack: one on the left, one in "
        "the middle, one on the right. How many different racks are there?",
        "hand": f"From a bag with {tiles} different tiles three are drawn all at once. How many "
        "different hands are there?",
    }
    words = {
        "again": "Could the same tile come a second time here?",
        "row": "Would it be something else if the same three tiles came in another order?",
        "hand": "Is R1, R2, R3 here the same as R3, R2, R1?",
        "sum": "Each first choice goes with each second one. That is no sum.",
    }
    asked = pick(random, tuple(stories))
    listed = sample(random, tuple(options), 4)
    smaller = {
        "again": "Two tiles, drawn twice with putting back: R1 R1, R1 R2, R2 R1, R2 R2 are four.",
        "row": "Two of three tiles, one left and one right: 3 · 2 = 6 racks.",
        "hand": "Two of three tiles, drawn all at once: {R1, R2}, {R1, R3}, {R2, R3} are three.",
    }[asked]
    return Task(
        text=f"{stories[asked]} Choose the count **and** the reason.",
        right=Choice(tuple(options[name] for name in listed), listed.index(asked)),
        why="you asked the two questions that decide it: does the order matter, and can a tile "
        "come again",
        mistakes=tuple(Mistake(options[name], words[name]) for name in options if name != asked),
        hints=(
            "Two questions: does the order matter? Can the same tile come a second time?",
            smaller,
            f"Here the order {'does not matter' if asked == 'hand' else 'matters'}.",
        ),
        solution=f"{options[asked]}.",
        given={"story": asked},
    )


_SLIPS = {
    "order": "the order of the tiles was counted as well",
    "again": "each tile was put back before the next one was drawn, and the order was counted",
    "digits": "the last three digits were left out in print",
    "one less": "hands with one tile less were counted",
}


def _slips(tiles: int, size: int) -> dict[str, int]:
    return {
        "order": perm(tiles, size),
        "again": tiles**size,
        "digits": comb(tiles, size) // 1000,
        "one less": comb(tiles, size - 1),
    }


def _printed(random: Generator) -> Task:
    tiles, size = whole(random, 40, 60), whole(random, 5, 10)
    slip = pick(random, tuple(_SLIPS))
    printed = _slips(tiles, size)[slip]
    listed = sample(random, tuple(_SLIPS), 4)
    words = {
        "order": f"Then {tiles} · {tiles - 1} · … with {size} factors would have been printed.",
        "again": f"Then {tiles} · {tiles} · … with {size} factors would have been printed.",
        "digits": f"Then it would begin with the same digits as C({tiles}, {size}).",
        "one less": f"Then C({tiles}, {size - 1}) would have been printed.",
    }
    return Task(
        text=f"“From **{tiles}** different tiles **{printed:,}** different hands of **{size}** "
        "tiles can be dealt”, a book says. That is wrong. What went wrong? (In a cell of its own "
        f"Python tells you `comb({tiles}, {size})` and whatever else you need.)",
        right=Choice(tuple(_SLIPS[name] for name in listed), listed.index(slip)),
        why="you found the count that gives just this number",
        mistakes=tuple(
            Mistake(_SLIPS[name], f"{words[name]} Compute it and compare.")
            for name in _SLIPS
            if name != slip
        ),
        hints=(
            "What is the right number? Is the printed one larger or smaller?",
            "Hands of two from four tiles: right is 6. With the order it is 4 · 3 = 12, with "
            "putting back 4 · 4 = 16; hands with one tile less are 4.",
            f"Right is C({tiles}, {size}) = {comb(tiles, size):,}.",
        ),
        solution=f"Right is C({tiles}, {size}) = {comb(tiles, size):,}. The book has {printed:,}: "
        f"{_SLIPS[slip]}.",
        given={"tiles": tiles, "size": size, "printed": printed},
    )


def _too_many_jokers(random: Generator) -> Task:
    tiles, size = whole(random, 8, 20), whole(random, 3, 6)
    with_first, with_both = comb(tiles - 1, size - 1), comb(tiles - 2, size - 2)
    printed = 2 * with_first
    right = printed - with_both
    return Task(
        text=f"In a bag are **{tiles}** tiles, two of them jokers, and a hand has **{size}**. "
        "Somebody counts the hands with at least one joker: “Put the first joker into the hand: "
        f"the rest can be chosen in C({tiles - 1}, {size - 1}) = {with_first:,} ways. With the "
        f"second joker it is the same. So there are {printed:,} hands.” **By how many** is this "
        "too large?",
        right=_number(with_both),
        why="hands with both jokers were counted twice, once for each joker",
        mistakes=(
            Mistake(right, "That is how many hands there are. By how many was it too large?"),
            Mistake(with_first, "Half of it? Which hands were counted twice, all of them?"),
            Mistake(
                2 * with_both,
                "These hands were counted twice, but once is right.",
            ),
            Mistake(comb(tiles - 2, size - 1), "These hands have exactly one joker: the first."),
            Mistake(0, "Think of a hand with both jokers: how often was it counted?"),
            Mistake(comb(tiles, size) - right, "These hands have no joker at all."),
        ),
        hints=(
            "Which hands were counted twice?",
            "Three tiles, J J R1, hands of two: 2 + 2 = 4, but there are only 3 hands. J J was "
            "counted twice.",
            f"A hand with both jokers has {size - 2} more of the other {tiles - 2} tiles.",
        ),
        solution=f"Hands with both jokers were counted for each of them. There are "
        f"C({tiles - 2}, {size - 2}) = {with_both:,}. So {printed:,} − {with_both:,} = {right:,} "
        "hands have at least one joker.",
        given={"tiles": tiles, "size": size},
    )


EXERCISES = (
    Exercise("2.1", "Runs of one length", "do", _runs),
    Exercise("2.2", "Rows of tiles", "do", _rows),
    Exercise("2.3", "Hands with so many red tiles", "do", _exactly_so_many_red),
    Exercise("2.4", "The ways to be dealt a hand", "do", _ways),
    Exercise("2.5", "Rows with identical tiles", "do", _rows_of_copies),
    Exercise("2.6", "All melds of a game", "do", _melds),
    Exercise("2.7", "One tile or the other", "do", _one_or_the_other),
    Exercise("2.8", "Counted twice", "explain", _split_twice),
    Exercise("2.9", "Which count, and why", "explain", _which_rule),
    Exercise("2.10", "A number in a book", "mistake", _printed),
    Exercise("2.11", "At least one joker", "mistake", _too_many_jokers),
)

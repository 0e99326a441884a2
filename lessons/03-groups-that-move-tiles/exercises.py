"""The exercises of lesson 3."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, gcd
from typing import TYPE_CHECKING

from rummistats.exact import essentially_different_hands, orbit, stabilizer
from rummistats.exact.permutations import Permutation
from rummistats.teach.answers import (
    Choice,
    Estimate,
    Function,
    Number,
    SetOf,
    Several,
    Tiles,
    letter,
)
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task, every_other
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["EXERCISES"]

COLORS = "RBKY"
WORDS = {"R": "red", "B": "blue", "K": "black", "Y": "yellow"}


def _cycle(letters: list[str]) -> str:
    return f"({' '.join(letters)})"


def _of_colors(text: str) -> Permutation:
    return Permutation.parse("" if text == "identity" else text, COLORS)


def _renamed(hand: str, permutation: Permutation) -> str:
    return " ".join(f"{permutation(tile[0])}{tile[1:]}" for tile in hand.split())


def _rename(random: Generator) -> Task:
    letters = sample(random, COLORS, whole(random, 3, 4))
    cycle = _cycle(letters)
    tiles = [f"{color}{whole(random, 1, 13)}" for color in sample(random, COLORS, 4)]
    tiles.append(f"{letters[0]}{whole(random, 1, 13)}")
    game = find_variant("sabra")
    hand = str(game.parse(" ".join(tiles)))
    permutation = _of_colors(cycle)
    swapped = _of_colors(_cycle(letters[:2]))
    steps = ", ".join(f"{one} becomes {permutation(one)}" for one in letters)
    return Task(
        text=f"The permutation of the colors is **{cycle}**. What becomes of the hand **{hand}**?",
        right=Tiles(_renamed(hand, permutation), game),
        why="each tile kept its number and took the color that stands after its own in the cycle",
        mistakes=(
            Mistake(
                _renamed(hand, permutation.inverse()),
                "You went round the cycle against its direction: a color becomes the one that "
                "stands *after* it.",
            ),
            Mistake(
                _renamed(hand, swapped),
                "You swapped only the first two colors of the cycle. All that stand in it move.",
            ),
            Mistake(hand, "This is the hand as it was; no tile has moved yet."),
        ),
        hints=(
            f"What stands after {letters[0]} in the cycle, and what after its last color?",
            f"Take one tile only: {letters[0]}5 becomes {permutation(letters[0])}5.",
            f"In the cycle {cycle} {steps}.",
        ),
        solution=f"{steps[0].upper()}{steps[1:]}; a color that isn't in the cycle stays. The "
        "numbers stay.",
        given={"hand": hand, "cycle": cycle},
    )


def _after_each_other(random: Generator) -> Task:
    a, b, c = sample(random, COLORS, 3)
    while b == "B" and {a, c} == {"R", "K"}:  # the lesson prints these two products
        a, b, c = sample(random, COLORS, 3)
    first, second = _cycle([a, b]), _cycle([b, c])
    p, q = _of_colors(first), _of_colors(second)
    right, other = str(q * p), str(p * q)
    swap = str(_of_colors(_cycle([a, c])))
    options = sample(random, [right, other, swap, "identity"], 4)
    path = f"{a} becomes {b} and then {c}"
    return Task(
        text=f"First the permutation **{first}** is done, then **{second}**. Which one permutation "
        "does the same as the two? (A cycle may begin with any of its colors; here each begins "
        "with the one that comes first in R, B, K, Y.)",
        right=Choice(tuple(options), options.index(right)),
        why="followed through both swaps, every tile ends where this cycle sends it",
        mistakes=(
            Mistake(
                other,
                f"This is what comes out if {second} is done first. The order matters: follow one "
                "tile through both.",
            ),
            Mistake(
                swap,
                "A single swap moves two colors only. Follow each of the colors through both "
                "swaps: how many of them end elsewhere?",
            ),
            Mistake(
                "identity",
                "The second swap doesn't undo the first: they are not the same swap.",
            ),
        ),
        hints=(
            f"Where is a tile of the color {a} after the first step, and where after the second?",
            f"Do it with three tiles, {a}1, {b}1 and {c}1, and rename them twice.",
            f"{path}, so the cycle begins ({a} {c} …",
        ),
        solution=f"{path}; {b} becomes {a} and stays it; {c} stays first and then becomes {b}. "
        f"Written from another color on, it is the same cycle: {right}.",
        given={"first": first, "second": second},
    )


_GROUPS = (
    ("identity", "(a b)"),
    ("identity", "(a b)(c d)"),
    ("identity", "(a b)", "(c d)", "(a b)(c d)"),
    ("identity", "(a b c)", "(a c b)"),
    ("identity", "(a b c d)", "(a c)(b d)", "(a d c b)"),
)

# What each lacks is what the words about it ask for.
_NO_GROUPS = (
    (("(a b)", "(c d)", "(a b)(c d)"), "Do one of them twice. Is what comes out in the list?"),
    (("identity", "(a b)", "(b c)"), "Do the two swaps one after the other. Is that in the list?"),
    (("identity", "(a b c)"), "What undoes the cycle of three? Is it in the list?"),
    (("identity", "(a b)", "(c d)"), "Do the two swaps one after the other. Is that in the list?"),
    (("identity", "(a b c d)", "(a d c b)"), "Do the cycle of four twice. Is that in the list?"),
    (
        ("identity", "(a b)", "(a c)", "(b c)"),
        "Do two different swaps one after the other. Is what comes out in the list?",
    ),
)


def _closed(random: Generator) -> Task:
    names = dict(zip("abcd", sample(random, COLORS, 4), strict=True))
    table = str.maketrans(names)

    def named(texts: tuple[str, ...]) -> tuple[str, ...]:
        # "identity" has letters of its own, which are no places for colors.
        return tuple(
            text if text == "identity" else str(_of_colors(text.translate(table))) for text in texts
        )

    right = named(pick(random, _GROUPS))
    wrong = [(named(texts), words) for texts, words in sample(random, _NO_GROUPS, 3)]
    lists = sample(random, [right, *(texts for texts, _ in wrong)], 4)
    options = tuple(", ".join(texts) for texts in lists)
    return Task(
        text="Which of these lists is a **permutation group**? (Commas separate the permutations. "
        "Two cycles side by side, without a comma, are *one* permutation.)",
        right=Choice(options, lists.index(right)),
        why="whatever two of them one does one after the other, the result is in the list again, "
        "and so the identity and what undoes each of them are there",
        mistakes=tuple(Mistake(", ".join(texts), words) for texts, words in wrong),
        hints=(
            "For every two in the list (also the same one twice): is the one after the other in "
            "the list?",
            "Begin with the lists that lack the identity: a permutation done often enough gives "
            "it.",
            "A swap done twice is the identity; a cycle of three done twice is the other cycle of "
            "these three colors; a cycle of four done twice is two swaps.",
        ),
        solution=f"The list {', '.join(right)}: all products of two of them are among them. In "
        "each of the others some product is missing.",
        given={"lists": tuple(lists)},
    )


def _until_back(random: Generator) -> Task:
    last = pick(random, (8, 9, 10, 12, 14, 15, 16, 18, 20))
    step = pick(random, [step for step in range(2, last - 1) if 1 < gcd(last, step) < step])
    cycles = gcd(last, step)
    steps = last // cycles
    return Task(
        text=f"In a game the numbers 1 to {last} go round: after {last} comes 1. A translation "
        f"moves every number on by **{step}**. How many times must it be done until all tiles are "
        "for the first time what they were?",
        right=Number(Fraction(steps)),
        why=f"{steps} · {step} = {steps * step} is a multiple of {last}, and no smaller multiple "
        f"of {step} is one",
        mistakes=(
            Mistake(
                last,
                f"After {last} times everything is back, that is true; but isn't it so before?",
            ),
            Mistake(cycles, "So many cycles there are. How many numbers are in each of them?"),
            Mistake(
                last // step,
                "Then they have gone round once, or nearly. Have they come to 1 exactly?",
            ),
            Mistake(last * step, "It is back then, but the two numbers have something in common."),
            Mistake(
                steps * step,
                "That is how far everything has moved until it is back. How many steps was it?",
            ),
        ),
        hints=(
            "Start at 1 and write down where it is after each step. When do you meet 1 again?",
            "Take a circle of six numbers and steps of four: you are at 1 again after fewer than "
            "six steps. Then do it with yours.",
            f"It is back after k times if k · {step} is a multiple of {last}.",
        ),
        solution=f"The smallest multiple of {step} that is one of {last}, too, is {steps * step}. "
        f"That is {last} divided by {cycles}, their greatest common divisor: {steps} times.",
        given={"last": last, "step": step},
    )


def _moved(number: int, step: int, last: int) -> int:
    return (number - 1 + step) % last + 1


def _moved_to_zero(number: int, step: int, last: int) -> int:
    return (number + step) % last


def _moved_out(number: int, step: int, last: int) -> int:
    return number + step


def _moved_once_round(number: int, step: int, last: int) -> int:
    return number + step - last if number + step > last else number + step


def _moved_one_less(number: int, step: int, last: int) -> int:
    return (number - 1 + step) % last


def _translate(random: Generator) -> Task:
    last = whole(random, 6, 13)
    cases = [
        ((whole(random, 1, 3), 2, last)),
        ((last - 2, 2, last)),
        ((last, 1, last)),
        ((whole(random, 2, last), last + whole(random, 0, last - 1), last)),
        ((whole(random, 1, 4), -whole(random, 5, 2 * last), last)),
        # Another circle: whoever writes the number into the function has not used `last`.
        ((3, 4, last - 1)),
    ]
    listed = ", ".join(map(str, range(1, last))) + f", {last}"
    return Task(
        text="Write a function `moved(number, step, last)` that moves a number on by `step` where "
        f"the numbers from 1 to `last` go round. With `last` = {last} they are {listed}, then 1 "
        f"again: `moved({last - 1}, 3, {last})` is 2. Steps may be long, and negative ones go "
        "back.",
        right=Function(tuple((case, _moved(*case)) for case in cases), _moved),
        why="remainders go from 0 on and tiles from 1 on, and you took care of that",
        mistakes=(
            Mistake(
                _moved_to_zero,
                "Which number is the last one for your function? A remainder can be 0, and there "
                "is no tile 0.",
            ),
            Mistake(_moved_out, "What if it goes beyond the last number?"),
            Mistake(
                _moved_once_round,
                "It works if the circle is gone round once at most, forward. Try a long step, and "
                "a negative one.",
            ),
            Mistake(
                _moved_one_less,
                "Everything is one too small: you went from 1 to 0 before the remainder, but not "
                "back after it.",
            ),
        ),
        hints=(
            "Python's `a % n` is the remainder, from 0 to n − 1. Which numbers have your tiles?",
            "If tiles went from 0 to last − 1, `(number + step) % last` would do.",
            "Take 1 away first, then move, then take the remainder, then …",
        ),
        solution="`(number - 1 + step) % last + 1`: count from 0, move, take the remainder (in "
        "Python it is never negative), count from 1 again.",
        given={"last": last},
    )


@dataclass(frozen=True)
class Moving:
    """Something that could be done to all tiles: ``moving(tile)`` is what becomes of a tile."""

    words: str
    kind: str
    last: int
    colors: str = ""

    def __call__(self, tile: Tile) -> Tile:
        """Return what becomes of a tile."""
        color, number, last = tile.color, tile.number, self.last
        match self.kind:
            case "colors":
                return Tile(_of_colors(self.colors)(color), number)
            case "backwards":
                return Tile(color, last + 1 - number)
            case "on":
                return Tile(color, number % last + 1)
            case "one color backwards":
                return Tile(color, last + 1 - number if color == self.colors else number)
            case _:
                one, other = (1, 2) if self.kind == "first two" else (1, last)
                return Tile(color, {one: other, other: one}.get(number, number))


def _keeping(random: Generator) -> Task:
    last, goes_round = whole(random, 6, 9), pick(random, (True, False))
    a, b, c, d = sample(random, COLORS, 4)
    moves = [
        Moving(f"{WORDS[a]} and {WORDS[b]} tiles change colors", "colors", last, _cycle([a, b])),
        Moving(
            f"{WORDS[a]} tiles become {WORDS[c]}, {WORDS[c]} ones {WORDS[d]}, and {WORDS[d]} ones "
            f"{WORDS[a]}",
            "colors",
            last,
            _cycle([a, c, d]),
        ),
        Moving(f"every number v becomes {last + 1} − v", "backwards", last),
        Moving(f"every number v becomes v + 1, and {last} becomes 1", "on", last),
        Moving("1 and 2 change places", "first two", last),
        Moving(f"1 and {last} change places", "ends", last),
        Moving(
            f"only on {WORDS[d]} tiles every number v becomes {last + 1} − v",
            "one color backwards",
            last,
            d,
        ),
    ]
    chosen = [*sample(random, moves[:3], 2), moves[3], *sample(random, moves[4:], 2)]
    chosen = sample(random, chosen, 5)
    right = frozenset(
        place
        for place, move in enumerate(chosen)
        if move.kind in ("colors", "backwards") or (goes_round and move.kind == "on")
    )
    kinds = [move.kind for move in chosen]
    on = kinds.index("on")
    rule = (
        f"Runs go round: {last - 1} {last} 1 and {last} 1 2 are runs, too."
        if goes_round
        else f"A run never goes on from {last} to 1."
    )
    broken = {
        "on": f"What becomes of the run {last - 2} {last - 1} {last}?",
        "first two": "What becomes of the run 2 3 4?",
        "ends": "What becomes of the run 1 2 3?",
        "one color backwards": "Runs survive that. What about a group of 1s?",
    }
    # First what is wrong among those that were chosen, and only then what is missing.
    mistakes = [
        Mistake(
            lambda read, place=place: place in read,
            f"You chose {letter(place)} ({chosen[place].words}). {broken[kind]}",
        )
        for place, kind in enumerate(kinds)
        if place not in right
    ]
    if goes_round:
        mistakes.append(
            Mistake(
                lambda read: read == right - {on},
                "One is missing: does a translation really break a run here? Look at what the rule "
                "says about the end of the numbers.",
            )
        )
    names = ", ".join(letter(place) for place in sorted(right))
    return Task(
        text=f"A game has four colors and the numbers 1 to {last}. {rule} Which of these "
        "permutations of the tiles turn **every** meld into a meld?",
        right=Several(tuple(move.words for move in chosen), right),
        why="these keep groups of tiles as groups of tiles and runs as runs; each of the others "
        "breaks some meld",
        mistakes=tuple(mistakes),
        hints=(
            "For each of them, look for one meld that is none any more. Try melds at the ends of "
            "the numbers.",
            f"Try three melds: the run R1 R2 R3, the run R{last - 2} R{last - 1} R{last}, and the "
            "group of all four 1s.",
            "Whatever is done to colors only keeps all melds. For those that move numbers: which "
            "numbers are neighbors before, and which after?",
        ),
        solution="Renaming colors keeps all melds, and so does reading all numbers backwards. "
        + (
            "Since runs go round, moving on by 1 does, too. "
            if goes_round
            else f"Moving on by 1 turns the run {last - 2} {last - 1} {last} into "
            f"{last - 1} {last} 1, which is none. "
        )
        + f"The others part numbers that were neighbors, or tiles of one number. Right: {names}.",
        given={
            "game": Variant.mini(
                colors=4,
                numbers=last,
                copies=1,
                jokers=0,
                hand_size=3,
                ones="circular" if goes_round else "low",
            ),
            "moves": tuple(chosen),
        },
    )


def _orbit_of_tile(random: Generator) -> Task:
    last = whole(random, 6, 13)
    letters = sample(random, COLORS, whole(random, 2, 3))
    number = pick(random, [n for n in range(1, last + 1) if 2 * n != last + 1])
    tile, cycle = f"{letters[0]}{number}", _cycle(letters)
    back = last + 1 - number
    of_colors = {f"{color}{number}" for color in letters}
    both = of_colors | {f"{color}{back}" for color in letters}
    steps = {tile, f"{letters[1]}{number}", f"{letters[0]}{back}"}
    return Task(
        text=f"The numbers go from 1 to {last}. A permutation group is made of the permutation "
        f"**{cycle}** of the colors, of the reflection that makes every number v to {last + 1} − "
        f"v, and of everything that comes out when these are done one after the other, as often "
        f"as one likes. What is the **orbit** of the tile **{tile}**?",
        right=SetOf(frozenset(both)),
        why=f"each of the {len(letters)} colors of the cycle comes with the numbers {number} and "
        f"{back}",
        mistakes=(
            Mistake(of_colors, "These come from the colors alone. Use the reflection, too."),
            Mistake(
                {tile, f"{letters[0]}{back}"},
                "These come from the reflection alone. Use the colors, too.",
            ),
            Mistake(
                steps,
                "You did each permutation once. Go on from what you have found, until nothing new "
                "comes.",
            ),
            Mistake(
                both - {tile},
                "One is missing: the identity is in every permutation group, so a tile is in its "
                "own orbit.",
            ),
        ),
        hints=(
            f"What can {tile} become in one step? And what can these become?",
            f"Leave the reflection out first: which tiles does the cycle alone make of {tile}?",
            f"The reflection makes {letters[0]}{back} of {tile}. Now the colors of both of them.",
        ),
        solution=f"The cycle makes {', '.join(sorted(of_colors))} of it; the reflection makes the "
        f"number {back} of the number {number}, in each of these colors.",
        given={"tile": tile, "cycle": cycle, "last": last},
    )


def _orbit_size(random: Generator) -> Task:
    size = whole(random, 3, 5)
    game = Variant.mini(colors=4, numbers=6, copies=1, jokers=0, hand_size=size)
    numbers = sample(random, range(1, 7), 2)
    near = [f"{color}{number}" for color in COLORS for number in numbers]
    while True:
        hand = game.parse(" ".join(sample(random, near, size)))
        kept, different = len(stabilizer(hand, game)), len(orbit(hand, game))
        if kept > 1 and different > 1:
            break
    numbers_of = {
        color: " ".join(str(tile.number) for tile in hand if tile.color == color)
        for color in COLORS
    }
    rows = "; ".join(f"{WORDS[color]}: {numbers_of[color] or 'none'}" for color in COLORS)
    return Task(
        text=f"How many different hands can **{hand}** become if the four colors are permuted in "
        "all 24 ways? (It counts itself, too.)",
        right=Number(Fraction(different)),
        why=f"{kept} of the 24 permutations leave the hand as it is, and 24 / {kept} = {different}",
        mistakes=(
            Mistake(
                24,
                "So many permutations there are. But different ones may make the same hand of it: "
                "which colors have the same numbers, or none?",
            ),
            Mistake(
                kept,
                "So many permutations leave the hand as it is: this is the size of the stabilizer.",
            ),
            Mistake(
                different - 1,
                "The hand itself belongs to its orbit, too: the identity makes it.",
            ),
            Mistake(
                24 - kept,
                "You took away the permutations that keep the hand. Those that are left still make "
                "some hands more than once: don't subtract, divide.",
            ),
        ),
        hints=(
            "Which colors have the same numbers in this hand? Swapping these changes nothing.",
            "With the hand R1 B1 red and blue can be swapped, and black and yellow, which have no "
            "tiles. So it becomes a quarter as many hands as there are permutations.",
            f"The numbers of each color are {rows}.",
        ),
        solution=f"The numbers by color: {rows}. Colors with the same numbers, and colors without "
        f"tiles, may be permuted among each other: {kept} permutations keep the hand. Orbit and "
        f"stabilizer: 24 / {kept} = {different}.",
        given={"hand": str(hand)},
        pictures=(hand,),
    )


def _kept_by_swap(numbers: int, size: int) -> int:
    return sum(
        comb(numbers, pairs) * comb(numbers, size - 2 * pairs) for pairs in range(size // 2 + 1)
    )


def _kept_by_turn(numbers: int, size: int) -> int:
    return comb(numbers, size // 3) if size % 3 == 0 else 0


def _burnside(random: Generator) -> Task:
    numbers, size = pick(random, [(n, s) for n, s in product(range(3, 9), (2, 3)) if n + s > 6])
    hands = comb(3 * numbers, size)
    swap, turn = _kept_by_swap(numbers, size), _kept_by_turn(numbers, size)
    different = Fraction(hands + 3 * swap + 2 * turn, 6)
    pairs = numbers if size == 2 else numbers * numbers
    free = comb(numbers, size)
    made = (
        f"a pair of tiles of one number ({numbers}), or two tiles of the third color ({free})"
        if size == 2
        else f"a pair of tiles of one number and one tile of the third color ({pairs}), or three "
        f"tiles of the third color ({free})"
    )
    return Task(
        text=f"A small game has three colors and the numbers 1 to {numbers}, each tile once; a "
        f"hand has {size} tiles. How many hands are **essentially different**, if the colors may "
        "be permuted?",
        right=Number(different),
        why="the number of orbits is the average number of hands that a permutation keeps",
        mistakes=(
            Mistake(hands, "So many hands there are, if colors are not permuted."),
            Mistake(
                lambda read: abs(read.value - Fraction(hands, 6)) < 1 and read.value != different,
                "You divided the number of hands by 6. That would be right if every orbit had six "
                "hands; some have fewer.",
            ),
            Mistake(
                Fraction(hands + swap + turn, 3),
                "You took one permutation of each kind. There are three swaps, two turns and one "
                "identity.",
            ),
            Mistake(
                Fraction(hands + 3 * pairs + 2 * turn, 6),
                "A swap also keeps hands all of whose tiles have the third color.",
            ),
            Mistake(
                Fraction(hands + 3 * free + 2 * turn, 6),
                "A swap also keeps hands in which a pair of tiles of one number changes places.",
            ),
        ),
        hints=(
            "How many hands does the identity keep? How many does one swap of two colors keep, and "
            "how many does one turn of all three?",
            "With two numbers and hands of two tiles: the identity keeps 15 hands, each of the "
            "three swaps 3, and the two turns none: (15 + 3 · 3) / 6 = 4.",
            f"The identity keeps all {hands} hands. A swap keeps a hand that consists of …",
        ),
        solution=f"The identity keeps all C({3 * numbers}, {size}) = {hands} hands. Each of the "
        f"three swaps keeps {swap}: {made}. Each of the two turns keeps {turn}"
        + (
            ": three tiles of one number. "
            if turn
            else ": two tiles can't be the same in three colors. "
        )
        + f"({hands} + 3 · {swap} + 2 · {turn}) / 6 = {different}.",
        given={"numbers": numbers, "size": size},
    )


def _kept_by_chance(random: Generator) -> Task:
    numbers, size = whole(random, 3, 6), whole(random, 2, 3)
    game = Variant.mini(colors=3, numbers=numbers, copies=1, jokers=0, hand_size=size)
    different = essentially_different_hands(game)
    chance = Fraction(different, game.sample_space)
    return Task(
        text=f"Simulate it: a hand of {size} tiles is dealt from three colors with the numbers 1 "
        f"to {numbers}, each tile once. Then one of the six permutations of the colors is chosen "
        "at random. In how many trials is the hand **the same as before**? Give hits and trials, "
        "such as `(123, 1000)`.",
        right=Estimate(chance),
        why=f"exactly it is {different}/{game.sample_space}: orbits divided by hands, which is "
        "what Burnside's lemma says",
        hints=(
            "What is one trial, what is recorded, and how many times?",
            'Watch a single trial: `game = given("3.10")`, then `game.deal(seed=1)` and one of '
            "`list(rs.symmetries(game))`.",
            "`hits = sum(one_trial() for _ in range(1000))` with a function `one_trial` that "
            "deals a hand, chooses a symmetry and returns whether `symmetry(hand) == hand`.",
        ),
        solution="Deal, choose, compare, count: the share comes near to the number of orbits "
        f"({different}) divided by the number of hands ({game.sample_space}).",
        given={"game": game},
    )


_STATEMENTS = (
    ("A symmetry turns every group of tiles into a group of tiles.", True),
    ("The identity leaves every group of tiles as it is.", True),
    ("A permutation group contains, with each permutation, the one that undoes it.", True),
    ("The symmetries that leave a hand as it is are a permutation group.", True),
    ("A subgroup of a permutation group always contains the identity.", True),
    ("Two permutations of a permutation group can be done one after the other.", True),
    ("Every group of tiles contains an identity.", False),
    ("A permutation group has three or four elements.", False),
    ("The hands of an orbit are a permutation group.", False),
    ("A run is a subgroup of a group of tiles.", False),
    ("Every set of permutations is a permutation group.", False),
)


def _two_meanings(random: Generator) -> Task:
    true = sample(random, [words for words, holds in _STATEMENTS if holds], whole(random, 2, 3))
    false = sample(random, [words for words, holds in _STATEMENTS if not holds], 5 - len(true))
    options = sample(random, [*true, *false], 5)
    right = frozenset(options.index(words) for words in true)
    blurred = {
        options.index(words)
        for words in false
        if words != "Every set of permutations is a permutation group."
    }
    return Task(
        text="The word *group* has two meanings in this lesson. Which of these statements are "
        "**true**?",
        right=Several(tuple(options), right),
        why="a group of tiles is a meld; a permutation group is a set of permutations in which one "
        "can go on and go back",
        mistakes=(
            Mistake(
                lambda read: bool(blurred & read),
                "One of those that you chose mixes the two meanings up. Ask of each thing: is it "
                "made of tiles, of hands, or of permutations?",
            ),
        ),
        hints=(
            "Of what is a group of tiles made? Of what is a permutation group made?",
            "Take R7 B7 K7, a group of tiles, and {identity, (R B)}, a permutation group. For "
            "which of them does the statement make sense?",
            "Only permutations can be done one after the other and undone. Tiles and hands can't.",
        ),
        solution="True: " + " ".join(true) + " The others are false, or mix up tiles and "
        "permutations.",
        given={"statements": tuple(options)},
    )


def _printed(random: Generator) -> Task:
    numbers, place = whole(random, 4, 9), whole(random, 0, 4)
    order, hands = 6, comb(3 * numbers, 2)
    swap, turn = _kept_by_swap(numbers, 2), 0
    if place == 0:
        order = 5
    elif place == 1:
        hands = 3 * numbers * (3 * numbers - 1)
    elif place == 2:
        swap = numbers
    elif place == 3:
        turn = numbers
    # From the wrong line on everything is computed rightly.
    turns = order - 4
    total = hands + 3 * swap + turns * turn
    result = Fraction(total, order)
    last = f"({hands} + 3 · {swap} + {turns} · {turn}) / {order} = {_plain(result)}"
    if place == 4:
        result = Fraction(hands + swap + turn, 3)
        last = f"({hands} + {swap} + {turn}) / 3 = {_plain(result)}"
    lines = (
        f"Three colors have {order} permutations: the identity, three swaps, and "
        f"{'two turns' if turns == 2 else 'one turn'} of all three colors.",
        f"The identity keeps all {hands} hands.",
        f"A swap of two colors keeps {swap} hands.",
        f"A turn of all three colors keeps {turn} hands.",
        f"So {last} hands are essentially different.",
    )
    asks = (
        "there are two turns, such as (R B K) and (R K B), and 3! = 6 permutations.",
        f"there are C({3 * numbers}, 2) = {comb(3 * numbers, 2)} hands, since the order of the two "
        "tiles doesn't matter.",
        f"a swap keeps the {numbers} pairs of one number in the two colors, and the "
        f"C({numbers}, 2) pairs in the third color.",
        "a turn moves each tile through three colors; two tiles can't fill all three.",
        "the average is over all six permutations: the identity, three swaps and two turns.",
    )
    return Task(
        text="Somebody has printed this. *A small game has three colors and the numbers 1 to "
        f"{numbers}, each tile once; a hand has two tiles. How many hands are essentially "
        "different?* **Exactly one line is wrong**; later ones may use what it says. Which one?",
        right=Choice(lines, place),
        why=asks[place],
        mistakes=every_other(
            lines,
            place,
            "This line is right, or follows from the lines above it. Go through them from the "
            "top: which is the first that you would write in another way?",
        ),
        hints=(
            "Check each line by itself: what would you have written?",
            "With the numbers 1 and 2 only: 6 permutations, 15 hands, a swap keeps R1 B1, R2 B2 "
            "and K1 K2, a turn keeps none, (15 + 3 · 3 + 2 · 0) / 6 = 4. Which line breaks the "
            "pattern?",
            f"Count what a swap keeps: {numbers} pairs that change places, and pairs of the third "
            "color.",
        ),
        solution=f"The line «{lines[place]}» is wrong: {asks[place]}",
        given={"numbers": numbers, "printed": (order, hands, swap, turn)},
    )


def _plain(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.1f}"


EXERCISES = (
    Exercise("3.1", "New colors for a hand", "do", _rename),
    Exercise("3.2", "One after the other", "do", _after_each_other),
    Exercise("3.3", "Which list is a permutation group?", "explain", _closed),
    Exercise("3.4", "Until everything is back", "do", _until_back),
    Exercise("3.5", "A function that goes round", "do", _translate),
    Exercise("3.6", "Which keep the melds?", "explain", _keeping),
    Exercise("3.7", "The orbit of a tile", "do", _orbit_of_tile),
    Exercise("3.8", "The size of an orbit", "do", _orbit_size),
    Exercise("3.9", "Essentially different", "do", _burnside),
    Exercise("3.10", "Kept by chance", "do", _kept_by_chance),
    Exercise("3.11", "Two meanings of one word", "explain", _two_meanings),
    Exercise("3.12", "A printed count", "mistake", _printed),
)

"""The exercises of lesson 6."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from operator import gt
from typing import TYPE_CHECKING

from rummistats.arrange import arrange, arrange_all
from rummistats.blocks import melds_in
from rummistats.exact import exact
from rummistats.melds import Meld
from rummistats.teach.answers import (
    AnyHand,
    Choice,
    Estimate,
    Function,
    Melds,
    Number,
    Several,
    letter,
)
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task, every_other
from rummistats.tiles import Hand
from rummistats.variants import Variant, find_variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["EXERCISES"]

COLORS = "RBKY"
THRESHOLD = 30
SABRA = find_variant("sabra")

_DIGITS = "Give a fraction, or at least three digits of the decimal, zeros in front not counted."
_FOLLOWS = (
    "This line is right, or follows from the lines above it. Go through them from the top: which "
    "is the first that you would write in another way?"
)


def _near_hand(random: Generator, size: int, jokers: int, window: int) -> Hand:
    """Return a hand whose numbers lie close together, so that it has melds."""
    low = whole(random, 3, 14 - window)
    while True:
        tiles = [
            f"{pick(random, COLORS)}{whole(random, low, low + window - 1)}"
            for _ in range(size - jokers)
        ]
        if all(tiles.count(tile) <= 2 for tile in tiles):
            return SABRA.parse(" ".join([*tiles, *"J" * jokers]))


def _text(meld: Meld) -> str:
    return " ".join(map(str, SABRA.playing_set.hand(meld.tiles)))


def _greedy(hand: Hand) -> list[Meld]:
    """Return melds found by always taking the most valuable one that is left."""
    found = []
    while melds := melds_in(hand, SABRA):
        meld = max(melds, key=lambda meld: (SABRA.opening_value(meld), -len(meld.tiles)))
        found.append(meld)
        hand = hand - SABRA.playing_set.hand(meld.tiles)
    return found


def _value(melds: Sequence[Meld]) -> int:
    return sum(SABRA.opening_value(meld) for meld in melds)


def _with_a_tile_twice(hand: Hand) -> set[int]:
    """Return what two or three melds are worth together that can't all be laid from a hand."""
    worth: dict[Hand, int] = {}
    for meld in melds_in(hand, SABRA):
        tiles, value = SABRA.playing_set.hand(meld.tiles), SABRA.opening_value(meld)
        worth[tiles] = max(value, worth.get(tiles, 0))
    longest = [tiles for tiles in worth if not any(tiles < other for other in worth)]
    return {
        sum(worth[tiles] for tiles in some)
        for size in (2, 3)
        for some in combinations(longest, size)
        if any(map(gt, map(sum, zip(*(tiles.counts for tiles in some), strict=True)), hand.counts))
    }


def _best_value(random: Generator) -> Task:
    jokers = whole(random, 0, 1)
    while True:
        hand = _near_hand(random, 9, jokers, 5)
        best = arrange(hand, SABRA, best="value")
        greedy = _value(_greedy(hand))
        if len(best.melds) >= 2 and best.dead_wood and greedy < best.value:
            break
    listed = " and ".join(f"{_text(meld)} ({SABRA.opening_value(meld)})" for meld in best.melds)
    points = sum(tile.number for tile in hand)
    mistakes = [
        Mistake(
            greedy,
            "You took the most valuable meld first. Another choice leaves more for the other "
            "melds.",
        ),
        Mistake(
            points,
            "These are all numbers of the hand. Only tiles in melds count.",
        ),
        Mistake(
            len(hand) - len(best.dead_wood),
            "So many tiles are in melds. What counts is the sum of their numbers.",
        ),
    ]
    if jokers:
        in_melds = sum(tile.number for meld in best.melds for tile in meld.tiles)
        mistakes.append(
            Mistake(in_melds, "The joker counts, too: as much as the tile that it stands for.")
        )
        mistakes.append(
            Mistake(
                in_melds + 30,
                "So much a joker costs on the rack. In a meld it counts as the tile that it stands "
                "for.",
            )
        )
    twice = {value for value in _with_a_tile_twice(hand) if value > best.value}
    mistakes.append(
        Mistake(
            lambda read: read.value in twice,
            "That is too much: probably you used a tile twice, in two melds. Lay the tiles out, "
            "and take those of the first meld away.",
        )
    )
    return Task(
        text=f"How many points are the best melds of **{hand}** worth together? Use each tile at "
        "most once.",
        right=Number(Fraction(best.value)),
        why=f"{listed} are worth the most",
        mistakes=tuple(mistakes),
        hints=(
            "Which tiles could be in two different melds? What is left in each case?",
            "In R2 R3 R4 B4 K4 the R4 can be in the run (9) or in the group of tiles (12), not in "
            "both.",
            f"One of the best melds is {_text(best.melds[0])}.",
        ),
        solution=f"{listed}: together {best.value}. In no meld: {best.dead_wood}. Every other "
        "choice is worth less, or no more.",
        given={"hand": str(hand)},
        pictures=(hand,),
    )


def _best_melds(random: Generator) -> Task:
    while True:
        hand = _near_hand(random, 9, 0, 5)
        every = list(arrange_all(hand, SABRA, best="value"))
        greedy = _greedy(hand)
        best = every[0]
        fit = len(every) == 1 and len(best.melds) >= 2 and best.value >= THRESHOLD
        # Often the most valuable meld must be left alone, which is rare by chance.
        if fit and (_value(greedy) < best.value or random.random() < 0.3):
            break
    melds = tuple(_text(meld) for meld in best.melds)
    mistakes = []
    if _value(greedy) < best.value:
        mistakes.append(
            Mistake(
                [_text(meld) for meld in greedy],
                "You took the most valuable meld first, and it uses tiles that others need.",
            )
        )
    return Task(
        text=f"Which melds of **{hand}** make the most valuable opening? There is only one best "
        "choice. Give all its melds, with semicolons between them.",
        right=Melds(melds, ()),
        why=f"they are worth {best.value} points, and no other choice is worth as much",
        mistakes=tuple(mistakes),
        hints=(
            "List all melds first, also those that share tiles.",
            "With R8 R9 R10 B10 K10 there are two melds, and R10 is in both: compare 27 with 30.",
            f"{melds[0]} is one of them.",
        ),
        solution=f"{'; '.join(melds)}: {best.value} points. In no meld: "
        f"{best.dead_wood or 'none'}.",
        given={"hand": str(hand)},
        pictures=(hand,),
    )


class _Lacking:
    """Says what a hand lacks that is to have a size, one joker, and a best value."""

    def __init__(self, size: int, value: int) -> None:
        self.size, self.value = size, value

    def __call__(self, hand: Hand) -> str:
        jokers = sum(tile.is_joker for tile in hand)
        if len(hand) != self.size:
            return f"The hand has {len(hand)} tiles and is to have {self.size}."
        if jokers != 1:
            return f"It has {jokers or 'no'} joker{'s' * (jokers > 1)} and is to have one."
        best = arrange(hand, SABRA, best="value")
        if best.value != self.value:
            melds = " and ".join(_text(meld) for meld in best.melds) or "there is no meld"
            return f"Its best melds are worth {best.value}, not {self.value}: {melds}."
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Lacking) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.size, self.value))


def _make_a_hand(random: Generator) -> Task:
    size, middle = whole(random, 4, 6), whole(random, 10, 13)
    asked = _Lacking(size, 3 * middle)
    colors = sample(random, COLORS, 4)
    loose = [f"{colors[2]}1", f"{colors[3]}3", f"{colors[2]}5"][: size - 3]
    example = " ".join([f"{colors[0]}{middle}", f"{colors[1]}{middle}", *loose, "J"])
    return Task(
        text=f"Make a hand of **{size} tiles**, exactly one of them a joker (J), whose best melds "
        f"are worth exactly **{3 * middle} points**.",
        right=AnyHand(SABRA, asked, example),
        why="the joker counts as the tile that it stands for, and nothing else in your hand is "
        "worth more",
        hints=(
            "What can a joker stand for? It takes the place that is worth most.",
            f"R4 B4 J is worth 12: a group of tiles. Which one is worth {3 * middle}?",
            f"Three tiles of the number {middle}, one of them the joker, and loose tiles that make "
            "no better meld.",
        ),
        solution=f"For example {example}: the joker is a third {middle}, and the other tiles go "
        "with nothing.",
        given={"size": size, "points": 3 * middle},
    )


def _small(numbers: int, open_points: int | None = None) -> Variant:
    return Variant.mini(
        colors=3, numbers=numbers, copies=1, jokers=0, hand_size=3, open_points=open_points or 1
    )


def _listed(values: Sequence[int]) -> str:
    """Return values that go up in equal steps, the middle ones left out if they are many."""
    shown = [*values] if len(values) <= 4 else [*values[:2], "…", values[-1]]
    return ", ".join(map(str, shown))


def _from_to(low: int, high: int) -> str:
    return f"from {low} to {high}" if low < high else f"{low} only"


def _runs_and_groups(numbers: int) -> tuple[list[int], list[int]]:
    """Return the values of all runs and of all groups of three tiles."""
    runs = [3 * middle for middle in range(2, numbers) for _ in range(3)]
    return runs, [3 * number for number in range(1, numbers + 1)]


def _expected_value(random: Generator) -> Task:
    numbers = whole(random, 5, 9)
    runs, groups = _runs_and_groups(numbers)
    hands, total = comb(3 * numbers, 3), sum(runs) + sum(groups)
    different = sorted({0, *runs, *groups})
    return Task(
        text=f"A small game has three colors and the numbers 1 to {numbers}, each tile once, no "
        "joker; three tiles are dealt. X is the value of the hand's meld, 0 if it has none. What "
        f"is the **expectation** of X? {_DIGITS}",
        right=Number(Fraction(total, hands)),
        why=f"the values of all melds add up to {total}, and {hands} hands share them",
        mistakes=(
            Mistake(
                Fraction(total, len(runs) + len(groups)),
                "This is the average over the hands that *have* a meld. What about all the hands "
                "that are worth 0?",
            ),
            Mistake(
                Fraction(sum(different), len(different)),
                "You averaged the possible values as if they were equally likely. How many hands "
                "have each?",
            ),
            Mistake(
                Fraction(len(runs) + len(groups), hands),
                "This is the probability of a meld. Each meld counts with its value.",
            ),
            Mistake(
                Fraction(sum(groups) + sum(runs) // 3, hands),
                "Every run is there in three colors.",
            ),
            Mistake(
                Fraction(total, 6 * hands),
                "The order in which three tiles are dealt doesn't matter: C(n, 3) has it divided "
                "out.",
            ),
        ),
        hints=(
            "Which hands have a meld, and what is each of them worth? How many hands are there in "
            "all?",
            "With the numbers 1 to 3: three runs 1 2 3, worth 6 each, and groups of tiles worth 3, "
            "6 and 9; together 36, and C(9, 3) = 84 hands. The expectation is 36/84.",
            f"There are C({3 * numbers}, 3) = {hands} hands. The groups of tiles are worth 3, 6, "
            f"…, {3 * numbers}.",
        ),
        solution=f"Runs: {len(runs)}, with the values {_listed(runs[::3])}, each in three colors, "
        f"together {sum(runs)}. Groups of tiles: {numbers}, together {sum(groups)}. All "
        f"other hands are worth 0. ({sum(runs)} + {sum(groups)}) / {hands}.",
        given={"numbers": numbers},
    )


def _at_least(random: Generator) -> Task:
    numbers = whole(random, 5, 9)
    runs, groups = _runs_and_groups(numbers)
    threshold = 3 * whole(random, 3, numbers - 1)
    hands, values = comb(3 * numbers, 3), [*runs, *groups]
    reach = sum(value >= threshold for value in values)
    more = sum(value > threshold for value in values)
    return Task(
        text=f"Three colors, the numbers 1 to {numbers}, each tile once, no joker; three tiles are "
        f"dealt. To open one needs a meld worth **at least {threshold}**. What is the probability "
        f"that the hand can open? {_DIGITS}",
        right=Number(Fraction(reach, hands), is_probability=True, form="fraction"),
        why=f"{reach} of the {hands} hands are melds worth {threshold} or more",
        mistakes=(
            Mistake(Fraction(more, hands), "*At least* includes the threshold itself."),
            Mistake(
                Fraction(reach - more, hands),
                "This is the probability of exactly that value. More is enough, too.",
            ),
            Mistake(
                Fraction(reach, len(values)),
                "You divided by the number of melds. Most hands are no meld at all.",
            ),
            Mistake(
                Fraction(sum(value >= threshold for value in runs), hands),
                "These are the runs. Groups of tiles open, too.",
            ),
            Mistake(
                Fraction(sum(value >= threshold for value in groups), hands),
                "These are the groups of tiles. Runs open, too.",
            ),
            Mistake(
                Fraction(
                    sum(value >= threshold for value in groups)
                    + sum(value >= threshold for value in runs) // 3,
                    hands,
                ),
                "Every run is there in three colors.",
            ),
        ),
        hints=(
            "What is the smallest run that reaches the threshold, and the smallest group of tiles?",
            "With the numbers 1 to 4 and at least 9: the run 2 3 4 in three colors, and the groups "
            "of 3s and of 4s. That is 5 of C(12, 3) = 220 hands.",
            f"A run of three is worth three times its middle number, so that must be at least "
            f"{threshold // 3}.",
        ),
        solution=f"Runs with the middle numbers {_from_to(threshold // 3, numbers - 1)}, in three "
        f"colors; groups of tiles with the numbers {_from_to(threshold // 3, numbers)}. Together "
        f"{reach} of {hands} hands.",
        given={"numbers": numbers, "threshold": threshold},
    )


def _rack_points(random: Generator) -> Task:
    size, joker = whole(random, 10, 20), pick(random, (15, 20, 25, 40, 50))
    total = 8 * 91 + 2 * joker
    return Task(
        text=f"In a house rule {size} tiles are dealt, and a joker on the rack counts **{joker}** "
        "points; every other tile counts its number. How many points are on a rack of "
        f"{size} tiles, **on average**? {_DIGITS}",
        right=Number(Fraction(size * total, 106)),
        why=f"one tile has {total}/106 points on average, and expectations add up, also without "
        "putting back",
        mistakes=(
            Mistake(size * 7, "The 104 numbered tiles have 7 on average. What do the jokers add?"),
            Mistake(
                Fraction(size * 8 * 91, 106),
                "The jokers count, too. You gave them 0 points.",
            ),
            Mistake(
                Fraction(size * (8 * 91 + joker), 106),
                "There are two jokers.",
            ),
            Mistake(
                Fraction(size * (8 * 91 + 2 * joker), 104),
                "The jokers are tiles as well: how many tiles are there?",
            ),
            Mistake(Fraction(total, 106), "That is the average of one tile."),
        ),
        hints=(
            "How many points has one tile on average, if every tile is equally likely?",
            "A bag with 1, 2, 3 and a joker for 30: one tile has 36/4 = 9 on average, and two have "
            "18.",
            "All tiles together: 8 · (1 + 2 + … + 13) and two jokers; this is divided by 106.",
        ),
        solution=f"8 · 91 + 2 · {joker} = {total} points on 106 tiles; times {size}: "
        f"{size} · {total} / 106.",
        given={"size": size, "joker": joker},
    )


_STATEMENTS = (
    ("In very many deals the share of first hands that can open comes near to {p}.", True),
    ("After ten hands that could not open, the eleventh can with probability {p}.", True),
    ("Of 1,000 first hands it would be no surprise if {near} could open.", True),
    ("With probability {q} a first hand can't open.", True),
    ("Of any two first hands one can open and one can't.", False),
    ("After ten hands that could not open, one that can is due.", False),
    ("It is less than 50 %, so the next hand will not be able to open.", False),
    ("The expectation of the opening value is {p} of 30 points.", False),
    ("With a threshold of 60 points it would be half as much.", False),
    (
        "The more deals, the closer the number of hands that can open is to {p} of the number of "
        "deals, counted in hands.",
        False,
    ),
)


@cache
def _can_open() -> float:
    return float(exact("can_open", SABRA).prob(True))


def _what_it_means(random: Generator) -> Task:
    chance = _can_open()
    near = round(1000 * chance) + pick(random, (-17, -14, -11, 12, 15, 18))
    words = {"p": f"{chance:.2%}", "q": f"{1 - chance:.2%}", "near": near}
    words = {name: str(word).replace("%", " %") for name, word in words.items()}
    true = sample(random, [text for text, holds in _STATEMENTS if holds], whole(random, 2, 3))
    false = sample(random, [text for text, holds in _STATEMENTS if not holds], 5 - len(true))
    texts = sample(random, [*true, *false], 5)
    right = frozenset(texts.index(text) for text in true)
    place = {text: texts.index(text) for text in false}
    about = {
        "due": "Tiles have no memory: one of the statements that you chose says that luck evens "
        "out soon.",
        "will not be able": "A probability is no forecast of one hand. Which of your statements "
        "treats it as one?",
        "counted in hands": "The *share* comes closer. Does the *number*, too? Its distance grows "
        "with the square root of the number of deals.",
        "half as much": "Twice the threshold is not half the probability: that depends on how many "
        "hands have each value.",
        "one can open and one can't": "Two hands are too few for shares. Both may be able to open, "
        "or none.",
        "expectation": "A probability and an expectation are different figures of a distribution.",
    }
    mistakes = [
        Mistake(lambda read, at=at: at in read, sentence)
        for key, sentence in about.items()
        for text, at in place.items()
        if key in text
    ]
    names = ", ".join(letter(at) for at in sorted(right))
    return Task(
        text=f"In Rummikub {words['p']} of all first hands can open with 30 points. Which of these "
        "statements are **right**?",
        right=Several(tuple(text.format(**words) for text in texts), right),
        why="a probability speaks about the share in very many deals, and every deal starts afresh",
        mistakes=tuple(mistakes),
        hints=(
            "Which statements speak about many deals, and which promise something for one?",
            "Think of a coin: what does 50 % say about the next throw, about 2 throws, about "
            "1,000?",
            f"Of 1,000 hands about {1000 * chance:.0f} can open, give or take "
            f"{(1000 * chance * (1 - chance)) ** 0.5:.0f}. Now go through the statements.",
        ),
        solution=f"Right: {names}. The others take the probability for a promise, for a memory of "
        "the tiles, or for another figure.",
        given={"statements": tuple(text.format(**words) for text in texts)},
    )


def _mean_draws(random: Generator) -> Task:
    unseen, wanted = whole(random, 60, 92), whole(random, 2, 12)
    return Task(
        text=f"Of {unseen} tiles that you can't see, **{wanted}** would let you open. You draw one "
        "after the other and keep them all. How many draws do you need **on average** until the "
        f"first of them comes? (The draw that brings it counts.) {_DIGITS}",
        right=Number(Fraction(unseen + 1, wanted + 1)),
        why=f"the {wanted} tiles cut the others into {wanted + 1} pieces of equal length on "
        "average, and the wait is one piece and the tile itself",
        mistakes=(
            Mistake(
                Fraction(unseen, wanted),
                "This would be right if each tile were put back after the draw. Tiles that are "
                "drawn don't come again, so it goes a little faster.",
            ),
            Mistake(
                Fraction(unseen - wanted, wanted + 1),
                "So many tiles come before it. The draw that brings it counts, too.",
            ),
            Mistake(
                Fraction(unseen, 2),
                "That is the average place of one certain tile, nearly. You wait for the first of "
                "several.",
            ),
            Mistake(
                Fraction(unseen, wanted + 1),
                "Nearly: the pieces are made of the tiles that don't help. Count the tile itself "
                "afterwards.",
            ),
        ),
        hints=(
            "Lay all tiles in a row, in the order in which they will come. Into how many pieces do "
            "the wanted ones cut the others?",
            "Three tiles, one wanted: it comes as number 1, 2 or 3, on average as number 2 = 4/2.",
            f"The {unseen - wanted} other tiles lie in {wanted + 1} pieces; all pieces are equally "
            "long on average.",
        ),
        solution=f"The first piece has ({unseen} − {wanted}) / {wanted + 1} tiles on average; with "
        f"the wanted tile itself it is ({unseen} + 1) / ({wanted} + 1) = "
        f"{Fraction(unseen + 1, wanted + 1)}.",
        given={"unseen": unseen, "wanted": wanted},
    )


def _mean_wait(longer: Sequence[Fraction]) -> Fraction:
    return sum(longer, Fraction(0))


def _without_first(longer: Sequence[Fraction]) -> Fraction:
    return sum(longer[1:], Fraction(0))


def _weighted(longer: Sequence[Fraction]) -> Fraction:
    return sum((n * chance for n, chance in enumerate(longer)), Fraction(0))


def _averaged(longer: Sequence[Fraction]) -> Fraction:
    return sum(longer, Fraction(0)) / len(longer)


def _from_survival(random: Generator) -> Task:
    cases = []
    for size in (1, 2, 4, 5):
        falling = sorted((whole(random, 1, 11) for _ in range(size)), reverse=True)
        cases.append([Fraction(each, 12) for each in falling] + [Fraction(0)])
    shown = ", ".join(map(str, cases[2]))
    return Task(
        text="Write a function `mean_wait(longer)`. It is given a list: `longer[n]` is the "
        "probability that the waiting time T is *longer* than n draws, for n = 0, 1, 2, …, up to "
        f"the last one, which is 0; for example [{shown}]. It returns the **expectation** of T.",
        right=Function(tuple(((case,), _mean_wait(case)) for case in cases), _mean_wait),
        why="a wait of n draws is longer than 0, than 1, …, than n − 1 draws: it is counted n "
        "times",
        mistakes=(
            Mistake(
                _without_first,
                "Begin with n = 0: `longer[0]` is the probability that one has to draw at all.",
            ),
            Mistake(
                _weighted,
                "You weighted with n as if `longer[n]` were the probability of *exactly* n draws.",
            ),
            Mistake(
                _averaged,
                "You divided by the length of the list, as if it held waiting times. It holds "
                "probabilities. With [1, 1, 0] the wait is always 2, and your function says 2/3.",
            ),
        ),
        hints=(
            "How is P(T = n) found from P(T > n − 1) and P(T > n)?",
            "If T is always 2, then `longer` is [1, 1, 0], and the function must return 2.",
            "Write 1 · P(T = 1) + 2 · P(T = 2) + … as a sum of rows: P(T > 0) + P(T > 1) + …",
        ),
        solution="`return sum(longer)`. P(T = n) = P(T > n − 1) − P(T > n); in the sum of all "
        "n · P(T = n) each P(T > n) is left exactly once.",
        given={"example": cases[2]},
    )


def _small_openings(random: Generator) -> Task:
    numbers, points = whole(random, 4, 6), pick(random, (9, 10, 12))
    game = Variant.mini(
        colors=3, numbers=numbers, copies=2, jokers=1, hand_size=5, open_points=points
    )
    chance = Fraction(exact("can_open", game).prob(True))
    return Task(
        text=f"Simulate it: three colors, the numbers 1 to {numbers}, two copies of each tile, one "
        f"joker; five tiles are dealt. How often can one open with **{points} points**? Give hits "
        'and trials, such as `(123, 1000)`; the game is `given("6.10")`. To count hits, write '
        "`bool(rs.can_open(hand, game))`, which is True (counted as 1) or False (0).",
        right=Estimate(chance),
        why=f"counted exactly it is {100 * float(chance):.2f} %",
        hints=(
            "What is one trial, what is recorded, and how many times?",
            'One trial: `game = given("6.10")`, `hand = game.deal()`, `bool(rs.can_open(hand, '
            "game))`.",
            '`rs.simulate("can_open", game, hands=1000)` does all of it, and its '
            "`.estimate(True)` is an answer, too.",
        ),
        solution='`rs.simulate("can_open", game, hands=1000).estimate(True)`; with `rs.exact` '
        f"instead it is {chance} = {100 * float(chance):.2f} %.",
        given={"game": game},
    )


def _printed_mean(random: Generator) -> Task:
    numbers, place = whole(random, 4, 9), pick(random, (0, 1, 2, 4))
    runs, groups = _runs_and_groups(numbers)
    hands = comb(3 * numbers, 3) * (6 if place == 0 else 1)
    runs = runs[::3] if place == 1 else runs
    of_groups = sum(groups) // 3 if place == 2 else sum(groups)
    total = sum(runs) + of_groups
    below = len(runs) + len(groups) if place == 4 else hands
    lines = (
        f"There are {hands} hands.",
        f"{len(runs)} hands are runs; their values add up to {sum(runs)}.",
        f"{len(groups)} hands are groups of tiles; their values add up to {of_groups}.",
        "All other hands are worth 0.",
        f"So the expectation is {total} / {below} = {total / below:.3f}.",
    )
    asks = {
        0: f"there are C({3 * numbers}, 3) = {comb(3 * numbers, 3)} hands, as the order of the "
        "three tiles doesn't matter",
        1: "every run is there in three colors",
        2: "a group of three tiles is worth three times its number",
        4: "the hands that are worth 0 belong to the average, so one divides by all hands",
    }
    return Task(
        text="Somebody has printed this. *Three colors, the numbers 1 to "
        f"{numbers}, each tile once, no joker; three tiles are dealt. What is the expectation of "
        "the value of the meld (0 without a meld)?* **Exactly one line is wrong**; later ones "
        "may use what it says. Which one?",
        right=Choice(lines, place),
        why=asks[place],
        mistakes=every_other(lines, place, _FOLLOWS),
        hints=(
            "Check each line by itself: what would you have written?",
            "With the numbers 1 to 3: 84 hands; 3 runs, together 18; 3 groups of tiles, together "
            "18; 36/84. Which line breaks the pattern?",
            f"The runs have the middle numbers 2 to {numbers - 1}, in three colors.",
        ),
        solution=f"The line «{lines[place]}» is wrong: {asks[place]}.",
        given={
            "numbers": numbers,
            "printed": (hands, len(runs), sum(runs), len(groups), of_groups),
        },
    )


def _printed_wait(random: Generator) -> Task:
    unseen, wanted = pick(random, (60, 70, 80, 90)), pick(random, (4, 7, 9, 11))
    place = pick(random, (0, 2, 3, 4))
    other = unseen - wanted
    first = Fraction(wanted, other if place == 0 else unseen)
    fails = 1 - first
    both = fails**2 if place == 2 else fails * Fraction(other - 1, unseen - 1)
    within = 2 * first if place == 3 else 1 - both
    mean = Fraction(unseen, wanted) if place == 4 else Fraction(unseen + 1, wanted + 1)
    lines = (
        f"The first tile helps with probability {_percent(first)}.",
        f"It doesn't help with probability {_percent(fails)}.",
        f"The first two both don't help with probability {_percent(both)}.",
        f"So one of the first two helps, or both, with probability {_percent(within)}.",
        f"On average one needs {float(mean):.2f} draws.",
    )
    asks = {
        0: f"{wanted} of {unseen} tiles help: {wanted}/{unseen}, not {wanted}/{other}",
        2: f"the tile drawn first isn't put back: {other}/{unseen} · {other - 1}/{unseen - 1}",
        3: "it is 1 minus the line above; adding the two chances counts it twice if both help",
        4: f"tiles are not put back: it is ({unseen} + 1) / ({wanted} + 1)",
    }
    return Task(
        text=f"Somebody has printed this. *Of {unseen} unseen tiles {wanted} help. They are drawn "
        "one after the other and kept.* **Exactly one line is wrong**; later ones may use what it "
        "says. Which one?",
        right=Choice(lines, place),
        why=asks[place],
        mistakes=every_other(lines, place, _FOLLOWS),
        hints=(
            "Recompute the lines from the top. From which one on do you get another figure?",
            "With 3 tiles of which 1 helps: 1/3; 2/3; 2/3 · 1/2 = 1/3; 1 − 1/3 = 2/3; on average "
            "4/2 = 2 draws.",
            f"First line: {wanted} of {unseen}. Second line: 1 minus that.",
        ),
        solution=f"The line «{lines[place]}» is wrong: {asks[place]}.",
        given={"unseen": unseen, "wanted": wanted, "lines": lines},
    )


def _percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.2f} %"


EXERCISES = (
    Exercise("6.1", "What the best melds are worth", "do", _best_value),
    Exercise("6.2", "The most valuable opening", "do", _best_melds),
    Exercise("6.3", "A hand to order", "do", _make_a_hand),
    Exercise("6.4", "The expectation of a small game", "do", _expected_value),
    Exercise("6.5", "Points on a rack", "do", _rack_points),
    Exercise("6.6", "At least so much", "do", _at_least),
    Exercise("6.7", "What a probability says", "explain", _what_it_means),
    Exercise("6.8", "How many draws?", "do", _mean_draws),
    Exercise("6.9", "A function for a mean", "do", _from_survival),
    Exercise("6.10", "Simulate an opening", "do", _small_openings),
    Exercise("6.11", "A printed expectation", "mistake", _printed_mean),
    Exercise("6.12", "A printed wait", "mistake", _printed_wait),
)

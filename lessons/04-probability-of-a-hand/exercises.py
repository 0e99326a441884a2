"""The exercises of lesson 4: probability of a hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from typing import TYPE_CHECKING

import rummistats as rs
from rummistats.teach.answers import Choice, Estimate, Function, Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task
from rummistats.teach.topics.known_odds import CAN_OPEN
from rummistats.tiles import COLOR_NAMES

if TYPE_CHECKING:
    from numpy.random import Generator

TILES, HAND = 106, 14

# What can be wanted, and how many of the 106 tiles that are.
_FEW = (
    ("joker", 2, (6, 22)),
    ("red 13", 2, (8, 24)),
    ("tile with the number 7", 8, (3, 11)),
    ("tile with the number 1", 8, (4, 11)),
    ("tile with the number 1 or the number 13", 16, (3, 6)),
    ("yellow tile below 6", 10, (3, 9)),
)


def _probability(value: Fraction) -> Number:
    return Number(value, is_probability=True)


def _exactly(wanted: int, tiles: int, draws: int, hits: int) -> Fraction:
    return Fraction(comb(wanted, hits) * comb(tiles - wanted, draws - hits), comb(tiles, draws))


def _at_least(wanted: int, tiles: int, draws: int, hits: int) -> Fraction:
    return sum(
        (_exactly(wanted, tiles, draws, k) for k in range(hits, min(wanted, draws) + 1)),
        Fraction(0),
    )


def _two_tiles(random: Generator) -> Task:
    red, blue = sample(random, range(2, 8), 2)
    tiles = red + blue
    pairs = comb(tiles, 2)
    return Task(
        text=f"A bag holds **{red}** red tiles and **{blue}** blue tiles, and nothing else. You "
        "take two without looking. What is the probability of one red and one blue tile?",
        right=_probability(Fraction(red * blue, pairs)),
        why="Every pair of tiles is equally likely, and a mixed pair is one of "
        f"{red} red tiles with one of {blue} blue ones.",
        mistakes=(
            Mistake(
                Fraction(1, 3),
                "Two red, two blue, one of each: those are three possibilities, but not three "
                "*equally likely* ones. Which pairs of tiles are equally likely?",
            ),
            Mistake(
                Fraction(2 * red * blue, tiles**2),
                "That would be right if the first tile went back into the bag. Here the second "
                "tile comes from fewer tiles.",
            ),
            Mistake(
                Fraction(red * blue, tiles * (tiles - 1)),
                "You counted the wanted pairs without an order, but all pairs with an order: "
                "first tile, second tile. Count both in the same way.",
            ),
            Mistake(
                1 - Fraction(red * blue, pairs),
                "That is the probability of two tiles of the *same* color.",
            ),
            Mistake(
                red * blue,
                "So many pairs are mixed. A probability is a share: out of how many pairs?",
            ),
        ),
        hints=(
            "Give every tile a name of its own. How many pairs are there, and how many of them "
            "are mixed?",
            "With two red and two blue tiles there are 6 pairs, and 4 of them are mixed.",
            f"All pairs: C({tiles}, 2) = {tiles} · {tiles - 1} / 2.",
        ),
        solution=f"There are C({tiles}, 2) = {pairs} equally likely pairs. Each of the {red} red "
        f"tiles can be taken with each of the {blue} blue ones: {red} · {blue} = {red * blue} "
        f"mixed pairs. The probability is {red * blue}/{pairs}.",
        given={"red": red, "blue": blue},
    )


def _one_hand(random: Generator) -> Task:
    numbers = whole(random, 2, 4)
    size = whole(random, 3, 5)
    pairs = whole(random, 1, size // 2)
    variant = rs.Variant.mini(colors=3, numbers=numbers, copies=2, jokers=0, hand_size=size)
    kinds = sample(random, variant.playing_set.tiles, size - pairs)
    hand = variant.playing_set.hand([*kinds, *kinds[:pairs]])
    tiles = 6 * numbers
    all_hands = comb(tiles, size)
    single = size - 2 * pairs
    ways = 2**single
    pair_words = "the pair comes in one way only" if pairs == 1 else "each pair in one way only"
    return Task(
        text=f"A mini game has the numbers 1 to {numbers} in three colors, each tile **twice**, "
        f"{tiles} tiles without jokers. **{size}** of them are dealt. What is the probability "
        f"of getting exactly the hand **{hand}**?",
        right=_probability(Fraction(ways, all_hands)),
        why="A tile that the hand has once may be either of its two copies, and "
        f"{pair_words}: it needs both copies.",
        mistakes=(
            Mistake(
                Fraction(1, all_hands),
                "You took it for one outcome. But which of its two copies is each single tile?",
            ),
            Mistake(
                Fraction(2**size, all_hands),
                "Two copies to choose from for *every* tile? Think of the tile that the hand has "
                "twice: how many ways are there to hold both of its copies?",
            ),
            Mistake(
                Fraction(2 ** (size - pairs), all_hands),
                "A single tile can be one copy or the other. A tile that you hold twice is both "
                "copies, and that leaves no choice.",
            ),
            Mistake(ways, "So many ways give this hand. Out of how many ways in all?"),
        ),
        hints=(
            "Mark the copies: R1 has a copy a and a copy b. In how many ways can you be dealt "
            "this hand?",
            "The hand R1 R1 is one way: both copies. The hand R1 B1 is four: a or b, and a or b.",
            f"All ways of being dealt {size} of {tiles} tiles: C({tiles}, {size}) = {all_hands:,}.",
        ),
        solution=f"Copies told apart, C({tiles}, {size}) = {all_hands:,} hands are equally "
        "likely. "
        + (
            f"{single} tile{'s are' if single > 1 else ' is'} held once, each in two ways; "
            if single
            else "No tile is held once; "
        )
        + f"a pair is one way. That makes {' · '.join(['2'] * single) or '1'}"
        + (f" = {ways}" if single > 1 else "")
        + f" of the {all_hands:,}.",
        given={"hand": str(hand), "numbers": numbers},
        pictures=(hand,),
    )


def _choice(random: Generator, right: str, *wrong: str) -> Choice:
    """Return the options in an order of the student's own."""
    options = tuple(sample(random, (right, *wrong), 1 + len(wrong)))
    return Choice(options, options.index(right))


def _has_group(hand: rs.Hand, numbers: int) -> bool:
    return any(
        len({tile.color for tile in hand if tile.number == number}) >= 3
        for number in range(1, numbers + 1)
    )


DIFFERENT = "The different hands are not equally likely."
_LISTED = "Nothing: the sample space is the list of different hands, and each is in it once."
_ORDER = "The order in which the tiles come must be counted for the group, too."
_SMALL = "It is only wrong because the game is so small; with 106 tiles it would be right."


def _kinds_and_ways(random: Generator) -> Task:
    colors, numbers, size = pick(random, ((3, 2, 4), (3, 3, 3), (4, 2, 3), (4, 2, 4), (3, 3, 4)))
    name = pick(random, ("Kofi", "Mei", "Tomás", "Ingrid", "Salma"))
    variant = rs.Variant.mini(colors=colors, numbers=numbers, copies=2, jokers=0, hand_size=size)
    hands = list(rs.enumerate_hands(variant))
    good = sum(_has_group(hand, numbers) for hand, _ in hands)
    return Task(
        text=f"A mini game has the numbers 1 to {numbers} in {'three' if colors == 3 else 'four'} "
        f"colors, each tile twice. {name} writes: *I listed all different hands of {size} tiles. "
        f"There are **{len(hands)}**, and **{good}** of them have three tiles of one number in "
        f"different colors. So the probability is {good}/{len(hands)}.* It is not. What is "
        "wrong?",
        right=_choice(random, DIFFERENT, _LISTED, _ORDER, _SMALL),
        why="A hand of different tiles is dealt in more ways than a hand with a "
        "pair of identical tiles; tell the copies apart, and all ways are equally likely.",
        mistakes=(
            Mistake(
                _LISTED,
                "A sample space may be listed like this, but dividing numbers needs outcomes "
                "that are *equally likely*. Deal from a bag with two red 7s and two blue 7s.",
            ),
            Mistake(
                _ORDER,
                "Order may be counted or left out, as long as it is the same above and below. "
                f"{name} left it out in both.",
            ),
            Mistake(
                _SMALL,
                "In the full game each tile is there twice as well. What is it about the copies?",
            ),
        ),
        hints=(
            "Would you rather bet on the hand R1 R1 or on the hand R1 B1?",
            "In a bag with R1 R1 B1 B1 there are three different hands of two tiles. Name the "
            "copies a and b: how many ways lead to each of the three?",
            "The hand R1 R1 is dealt in one way, R1 B1 in four ways …",
        ),
        solution=f"The {len(hands)} different hands are dealt in "
        f"{comb(2 * colors * numbers, size):,} equally likely ways. "
        "A hand of different tiles has two ways for each tile, a pair of "
        "identical tiles has only one. Weigh each hand with its number of ways: for a group these "
        f"are {sum(weight for hand, weight in hands if _has_group(hand, numbers)):,} in all.",
        given={"different": len(hands), "good": good},
    )


def _one_of_these(random: Generator) -> Task:
    name, wanted, (low, high) = pick(random, _FEW)
    draws = whole(random, low, high)
    everything = comb(TILES, draws)
    none = comb(TILES - wanted, draws)
    right = 1 - Fraction(none, everything)
    return Task(
        text=f"From all {TILES} tiles you draw **{draws}**. What is the probability of at least "
        f"one **{name}**? There are {wanted} of them among the {TILES}.",
        right=_probability(right),
        why="*At least one* is everything but *none*, and *none* is one product of counts.",
        mistakes=(
            Mistake(
                Fraction(draws * wanted, TILES),
                "You added up the chances of the single tiles. Hands with two of the wanted "
                "tiles are then counted twice. (Your sum is an average number, not a probability.)",
            ),
            Mistake(
                1 - right,
                "That is the probability of *none*. You are one step from the end.",
            ),
            Mistake(
                1 - (1 - Fraction(wanted, TILES)) ** draws,
                "You put each tile back before the next one came. Tiles stay in your hand, so "
                "there are fewer left for the next draw.",
            ),
            Mistake(
                _exactly(wanted, TILES, draws, 1),
                "That is *exactly* one. At least one is also two"
                + (", three …" if wanted > 2 else ": both of them."),
            ),
        ),
        hints=(
            "What is the opposite of *at least one*? Is it easier to count?",
            f"With a single tile drawn, *none* has probability {TILES - wanted}/{TILES}. With "
            "two, how many tiles are left for the second?",
            f"All draws: C({TILES}, {draws}). Draws without any of the {wanted}: "
            f"C({TILES - wanted}, {draws}).",
        ),
        solution=f"*None* comes in C({TILES - wanted}, {draws}) of C({TILES}, {draws}) equally "
        f"likely draws, so its probability is {float(1 - right):.5f}. *At least one* is the "
        f"rest: {float(right):.5f}.",
        given={"wanted": wanted, "draws": draws},
    )


def _at_least_one(wanted: int, tiles: int, draws: int) -> Fraction:
    return 1 - Fraction(comb(tiles - wanted, draws), comb(tiles, draws))


def _write_it(random: Generator) -> Task:
    wanted, draws = whole(random, 3, 9), whole(random, 5, 20)
    cases = ((2, 4, 2), (2, 6, 1), (4, 4, 2), (3, 10, 8), (0, 9, 3), (wanted, TILES, draws))
    return Task(
        text="Write a function `at_least_one(wanted, tiles, draws)`: the probability of at least "
        "one wanted tile among `draws` tiles, drawn from `tiles` of which `wanted` are wanted. "
        f"It is tried on small cases, and on **{wanted}** wanted of {TILES} with **{draws}** "
        "draws. (`from math import comb` gives you C(n, k) as `comb(n, k)`.)",
        right=Function(
            tuple((case, _at_least_one(*case)) for case in cases),
            _at_least_one,
        ),
        why="Your function takes *none* from everything, and so it also knows what "
        "happens when too few tiles are left for *none*.",
        mistakes=(
            Mistake(
                lambda wanted, tiles, draws: comb(tiles - wanted, draws) / comb(tiles, draws),
                "Your function returns the probability of *none*.",
            ),
            Mistake(
                lambda wanted, tiles, draws: draws * wanted / tiles,
                "You add up the chances of the single draws. With 4 wanted of 4 tiles and 2 draws "
                "your function returns 2.",
            ),
            Mistake(
                lambda wanted, tiles, draws: 1 - (1 - wanted / tiles) ** draws,
                "Your function puts each tile back before the next is drawn.",
            ),
        ),
        hints=(
            "Which of the two is easier to count: *at least one*, or *none*?",
            "2 wanted of 4 tiles, 2 draws: one of the 6 pairs has none, so the answer is 5/6.",
            "`none = comb(tiles - wanted, draws) / comb(tiles, draws)`",
        ),
        solution="`return 1 - comb(tiles - wanted, draws) / comb(tiles, draws)`. If fewer tiles "
        "are unwanted than are drawn, `comb` is 0, and the answer is 1, as it must be.",
        given={"wanted": wanted, "draws": draws},
    )


def _so_many_red(random: Generator) -> Task:
    color = pick(random, "RBKY")
    name = COLOR_NAMES[color]
    draws = whole(random, 4, 9)
    hits = whole(random, 1, 3)
    ways = comb(26, hits) * comb(80, draws - hits)
    right = Fraction(ways, comb(TILES, draws))
    return Task(
        text=f"From all {TILES} tiles you draw **{draws}**. What is the probability that exactly "
        f"**{hits}** of them {'is' if hits == 1 else 'are'} **{name}**? There are 26 {name} "
        "tiles; the jokers have no color.",
        right=_probability(right),
        why="A hand is chosen in two steps, the wanted tiles and the others, and "
        "the product rule multiplies the two numbers of ways.",
        mistakes=(
            Mistake(
                comb(draws, hits)
                * Fraction(26, TILES) ** hits
                * Fraction(80, TILES) ** (draws - hits),
                "That is for tiles that are put back after each draw. Here nothing is put back.",
            ),
            Mistake(
                Fraction(comb(26, hits), comb(TILES, draws)),
                f"You chose the {name} tiles. And the others?",
            ),
            Mistake(
                right / comb(draws, hits),
                f"That is for one order: first the {name} tiles, then the others. They may come "
                "in other orders as well.",
            ),
            Mistake(
                _at_least(26, TILES, draws, hits),
                f"That is *at least* {hits}. Asked is *exactly* {hits}.",
            ),
            Mistake(
                Fraction(comb(26, hits) * comb(78, draws - hits), comb(TILES, draws)),
                f"Which tiles are not {name}? You forgot the jokers among them.",
            ),
        ),
        hints=(
            f"How many tiles are {name}, how many are not, and how many of each do you want?",
            f"Two tiles, one of them {name}: 26 · 80 pairs out of C({TILES}, 2).",
            f"The {name} ones can be chosen in C(26, {hits}) = {comb(26, hits):,} ways.",
        ),
        solution=f"C(26, {hits}) · C(80, {draws - hits}) = {ways:,} of C({TILES}, {draws}) = "
        f"{comb(TILES, draws):,} equally likely draws: {float(right):.5f}.",
        given={"draws": draws, "hits": hits},
    )


def _later_player(random: Generator) -> Task:
    before = whole(random, 1, 3)
    number = whole(random, 1, 13)
    hits = whole(random, 1, 4)
    seat = {1: "second", 2: "third", 3: "fourth"}[before]
    taken = HAND * before
    right = _exactly(8, TILES, HAND, hits)
    return Task(
        text=f"Four players are dealt {HAND} of the {TILES} tiles, one player after the other. "
        f"There are eight tiles with the number {number}. What is the probability that the "
        f"**{seat}** player gets exactly **{hits}** of them?",
        right=_probability(right),
        why=f"The {seat} {HAND} tiles of a well mixed bag are as good as the first "
        f"{HAND}: the same as for the first player. As long as nobody has looked, it does "
        "not matter who was dealt before.",
        mistakes=(
            Mistake(
                _exactly(8, TILES - taken, HAND, hits),
                f"You took {taken} tiles out of the bag as if none of them had the number "
                f"{number}. Nobody has seen that.",
            ),
            *(
                Mistake(
                    _exactly(8, TILES - gone, HAND, hits),
                    f"You took {gone} tiles out of the bag as if none of them had the number "
                    f"{number}. Has anybody seen them?",
                )
                for gone in (HAND, 2 * HAND, 3 * HAND)
                if gone != taken
            ),
            Mistake(
                _exactly(7, TILES, HAND, hits),
                f"You reckoned with seven tiles of the number {number}, as if one of the eight "
                "were gone. Has anybody seen it go?",
            ),
            Mistake(
                _at_least(8, TILES, HAND, hits),
                f"That is *at least* {hits}. Asked is *exactly* {hits}.",
            ),
            Mistake(
                Fraction(comb(8, hits), comb(TILES, HAND)),
                f"You chose the tiles with the number {number}. And the others of the {HAND}?",
            ),
            Mistake(
                comb(HAND, hits)
                * Fraction(8, TILES) ** hits
                * Fraction(98, TILES) ** (HAND - hits),
                "That is for tiles that are put back after each draw. Here nothing is put back.",
            ),
        ),
        hints=(
            f"Lay all {TILES} tiles in a row, face down. Is one place in it better than another?",
            "Two tiles are in a bag, a 1 and a 2; you draw first, I draw second. Who has the "
            "better chance of the 1?",
            f"Any {HAND} places of the row are as good as the first {HAND}: C({TILES}, {HAND}) "
            "equally likely hands.",
        ),
        solution=f"Exchangeability: every {HAND} places of the mixed row are alike. So "
        f"C(8, {hits}) · C(98, {HAND - hits}) / C({TILES}, {HAND}) = {float(right):.5f}, for "
        "every player.",
        given={"number": number, "hits": hits},
    )


def _simulate_it(random: Generator) -> Task:
    color = pick(random, "RBKY")
    size = whole(random, 12, 18)
    least = whole(random, 5, 7)
    right = _at_least(26, TILES, size, least)
    return Task(
        text=f"**By simulation.** Deal hands of **{size}** tiles from Rummikub, the game "
        f"`sabra`, count the **{COLOR_NAMES[color]}** tiles of each, and answer "
        f"with two numbers: how many hands had **at least {least}** of them, and how many hands "
        f"you dealt, as in `(17, 100)`. Start with 10 hands, then take more. The "
        f"measure is `\"count(color='{color}')\"`, and "
        "`rs.simulate(measure, game, hands=…, seed=…, hand_size=…)` deals.",
        right=Estimate(right),
        why="Your share of hands lies as near to the exact probability as one may "
        "expect with so many trials.",
        mistakes=(),
        hints=(
            "The four steps: what is one trial, what is recorded, how many times, what is the "
            "distribution?",
            "`dealt.weight(7)` says how many hands had exactly 7. `dealt.weight(lambda count: "
            "count >= 7)` says how many had 7 or more.",
            f'`dealt = rs.simulate("count(color=\'{color}\')", "sabra", hands=1_000, seed=1, '
            f"hand_size={size})`",
        ),
        solution=f"`(dealt.weight(lambda count: count >= {least}), dealt.total)`. Exactly it is "
        f"{float(right):.5f}, from the hypergeometric distribution.",
        given={"color": color, "least": least, "size": size},
    )


NO_MEMORY = "The chance of the next hand is the same as ever."
_DUE = "The next hand can probably be opened: it is due."
_COLD = "The next hand probably can't be opened either: the game is running badly."
_NEVER = "The probability was wrong: with nearly one half, it can't fail so often in a row."
_NOT_HALF = "Less than one half means that it will not happen."


def _bad_luck(random: Generator) -> Task:
    deals = whole(random, 5, 11)
    name = pick(random, ("Amina", "Jun", "Luca", "Rosa", "Tariq"))
    return Task(
        text="A first hand of Rummikub can open with 30 points in "
        f"{100 * float(CAN_OPEN):.2f} % of all deals. {name} was dealt **{deals}** "
        "hands in a row, well mixed every time, and could open with "
        "none of them. What follows for the next hand?",
        right=_choice(random, NO_MEMORY, _DUE, _COLD, _NEVER, _NOT_HALF),
        why="Tiles have no memory: every deal starts from a full and mixed bag.",
        mistakes=(
            Mistake(
                _DUE,
                "Who tells the tiles what happened before? In the long run the *share* comes near "
                "one half, but not because earlier hands are made up for.",
            ),
            Mistake(_COLD, "Mixed tiles do not know how well somebody has played so far."),
            Mistake(
                _NEVER,
                f"Rare things happen. How rare is it? Multiply one half with itself, {deals} times "
                "in all; and many people play many hands.",
            ),
            Mistake(
                _NOT_HALF,
                "A probability does not say what will happen next. It says in what share of "
                "many deals it happens.",
            ),
        ),
        hints=(
            "What is in the bag when the next hand is dealt?",
            "Throw a coin three times. After three heads, what is the chance of another one? Try "
            "to say why.",
            "After mixing, the bag holds the same 106 tiles as ever …",
        ),
        solution="The deals are independent of each other: each is drawn from the whole, mixed "
        f"set. {deals} failures in a row have a probability of "
        f"{float((1 - CAN_OPEN) ** deals):.5f}: "
        "rare, but nothing that tells of the next hand.",
        given={"deals": deals},
    )


BOTH_JOKERS = "Hands with both jokers are counted twice."
_SMALLER_BAG = "2/106 is wrong for all tiles but the first, as there are fewer tiles left."
_ONE_JOKER = "The jokers are alike, so it must be 1/106."
_ORDERS = "The order of the tiles is missing: multiply by the number of orders, too."


def _printed_sum(random: Generator) -> Task:
    tiles = whole(random, 16, 52)
    printed = Fraction(2 * tiles, TILES)
    return Task(
        text=f"Somebody printed: *What is the probability of at least one joker among {tiles} "
        f"tiles? Each tile is a joker with probability 2/{TILES}. There are {tiles} tiles, so the "
        f"answer is {tiles} · 2/{TILES} = **{100 * float(printed):.1f} %**.* That is too much. "
        "Where is the mistake?",
        right=_choice(random, BOTH_JOKERS, _SMALLER_BAG, _ONE_JOKER, _ORDERS),
        why="Probabilities may be added only if the events can't happen together, "
        "and two tiles of one hand can both be jokers.",
        mistakes=(
            Mistake(
                _SMALLER_BAG,
                "Think of the tiles in a row, face down: is the tenth place worse for a joker than "
                "the first one? As long as nobody looks, it is 2/106 for every place.",
            ),
            Mistake(_ONE_JOKER, "There are two jokers, and each of them will do."),
            Mistake(
                _ORDERS,
                "That would make it larger still. Try it with all 106 tiles: what comes out?",
            ),
        ),
        hints=(
            f"What does the same way give for {TILES} tiles? What should come out?",
            "Two tiles, both of them jokers: how often is this hand counted?",
            f"The sum is P(tile 1 is a joker) + P(tile 2 is a joker) + … + P(tile {tiles} is a "
            "joker).",
        ),
        solution=f"Adding is allowed for events that exclude each other. The right way: "
        f"1 − C(104, {tiles})/C({TILES}, {tiles}) = {float(_at_least(2, TILES, tiles, 1)):.4f}. "
        f"The printed figure is the *average number* of jokers. It is too large by the "
        f"probability of both jokers, {float(_exactly(2, TILES, tiles, 2)):.4f}.",
        given={"tiles": tiles},
    )


def _printed_product(random: Generator) -> Task:
    numbers = whole(random, 3, 9)
    name = pick(random, ("Olu", "Priya", "Hugo", "Yara", "Linh"))
    tiles = 6 * numbers
    wrong = whole(random, 1, 4)
    second = 5 if wrong == 2 and pick(random, (True, False)) else 4
    below = tiles if wrong == 2 and second == 4 else tiles - 1
    third = 3 if wrong == 3 else 2
    first = 6 if wrong == 1 else tiles
    product = Fraction(first, tiles) * Fraction(second, below) * Fraction(third, tiles - 2)
    orders = factorial(3) if wrong == 4 else 1
    lines = (
        f"The first tile must have the right number: 6/{tiles}."
        if wrong == 1
        else f"The first tile may be any of the {tiles}: {tiles}/{tiles}.",
        f"The second tile needs the same number and another color: {second}/{below}.",
        f"The third tile needs the same number and the third color: {third}/{tiles - 2}.",
        "The three tiles can come in 3! = 6 orders, so I multiply the product of these three "
        "fractions by 6."
        if wrong == 4
        else "Every order of the three tiles is in this product already, so I only multiply these "
        "three fractions.",
    )
    printed = "\n".join(f"{place}. {line}" for place, line in enumerate(lines, 1))
    right = Fraction(4 * 2, (tiles - 1) * (tiles - 2))
    options = tuple(f"line {place}" for place in range(1, 5))
    words = (
        "Any number can become the group, so any tile can be the first one. The line says just "
        "that.",
        "Besides the first tile there are two other colors, with two copies each; "
        "and one tile has left the bag. The line says just that.",
        "One color is missing now, and there are two copies of it; two tiles have left "
        "the bag. The line says just that.",
        "Each of the three tiles may be the first one, so every order is counted already. "
        "The line says just that.",
    )
    reasons = (
        "any tile can be the first one, as every number can become a group",
        "the other two colors have two copies each, 4 tiles, of those that are left"
        f" after one draw, {tiles - 1}",
        "only one color is missing then, and there are two copies of it",
        "the product lets each of the three tiles be the first one: all orders are in it",
    )
    return Task(
        text=f"A mini game has the numbers 1 to {numbers} in three colors, each tile twice: "
        f"{tiles} tiles without jokers. Three are dealt. {name} computes the probability of three "
        f"tiles of **one number in all three colors**:\n\n{printed}\n\nSo the answer would be "
        f"{product * orders}. **One line is wrong.** Which?",
        right=Choice(options, wrong - 1),
        why=f"{reasons[wrong - 1]}.",
        mistakes=tuple(
            Mistake(option, words[place])
            for place, option in enumerate(options)
            if place != wrong - 1
        ),
        hints=(
            "Take three real tiles of one number. After the first, which tiles of the bag help? "
            "After the second?",
            "Say the first tile was R1. Write down all tiles that may be the second, and then all "
            "that may be the third.",
            "After R1 and B1 only black 1s help …",
        ),
        solution=f"Line {wrong} is wrong: {reasons[wrong - 1]}. The probability is "
        f"{tiles}/{tiles} · 4/{tiles - 1} · 2/{tiles - 2} = {right}.",
        given={
            "tiles": tiles,
            "first": (first, tiles),
            "second": (second, below),
            "third": (third, tiles - 2),
        },
    )


EXERCISES = (
    Exercise("4.1", "Two tiles from a bag", "do", _two_tiles),
    Exercise("4.2", "Exactly this hand", "do", _one_hand),
    Exercise("4.3", "A list of hands", "explain", _kinds_and_ways),
    Exercise("4.4", "At least one", "do", _one_of_these),
    Exercise("4.5", "A function for it", "do", _write_it),
    Exercise("4.6", "Exactly so many", "do", _so_many_red),
    Exercise("4.7", "A later player", "do", _later_player),
    Exercise("4.8", "Deal it yourself", "do", _simulate_it),
    Exercise("4.9", "A bad evening", "explain", _bad_luck),
    Exercise("4.10", "A printed sum", "mistake", _printed_sum),
    Exercise("4.11", "A printed product", "mistake", _printed_product),
)

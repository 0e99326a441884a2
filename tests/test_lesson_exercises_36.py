"""The answers of the exercises of lessons 3 and 6, found again by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb

import pytest

from rummistats.teach.answers import (
    AnyHand,
    Choice,
    Estimate,
    Function,
    Melds,
    Number,
    SetOf,
    Several,
    Tiles,
    letter,
)
from rummistats.teach.exercises import Task
from rummistats.teach.lessons import find_exercise

SEEDS = range(25)

Kind = tuple[str, int]
"""A tile as its color and number; a joker is ``("J", 0)``."""

RENAMINGS = [dict(zip("RBK", order, strict=True)) for order in permutations("RBK")]


def tasks(number: str) -> Iterator[Task]:
    exercise = find_exercise(number)
    return (exercise.task(seed) for seed in SEEDS)


def kinds_of(text: str) -> list[Kind]:
    return [(word[0], int(word[1:] or 0)) for word in text.split()]


def worth(tiles: tuple[Kind, ...]) -> int:
    """Return the value of a meld of Sabra, and 0 for what is none."""
    jokers, real = tiles.count(("J", 0)), [tile for tile in tiles if tile[1]]
    colors, numbers = [color for color, _ in real], [number for _, number in real]
    size, best = len(tiles), 0
    if size < 3 or jokers > 2 or not real:
        return 0
    if len(set(numbers)) == 1 and len(set(colors)) == len(colors) and size <= 4:
        best = size * numbers[0]
    if len(set(colors)) == 1 and len(set(numbers)) == len(numbers):
        for low in range(1, 15 - size):
            if set(numbers) <= set(range(low, low + size)):
                best = max(best, sum(range(low, low + size)))
    return best


def best_value(tiles: tuple[Kind, ...]) -> int:
    """Return the value of the best melds that share no tile."""
    values = {}
    for size in range(3, len(tiles) + 1):
        for places in combinations(range(len(tiles)), size):
            value = worth(tuple(tiles[place] for place in places))
            if value:
                values[sum(1 << place for place in places)] = value

    @cache
    def best(left: int) -> int:
        return max(
            (value + best(left & ~meld) for meld, value in values.items() if meld & left == meld),
            default=0,
        )

    return best((1 << len(tiles)) - 1)


def small_hands(numbers: int, size: int) -> list[frozenset[Kind]]:
    tiles = list(product("RBK", range(1, numbers + 1)))
    return [frozenset(hand) for hand in combinations(tiles, size)]


def renamed(hand: frozenset[Kind], renaming: dict[str, str]) -> frozenset[Kind]:
    return frozenset((renaming[color], number) for color, number in hand)


def cycles(text: str) -> dict[str, str]:
    """Return what becomes of each of the four colors."""
    image = {color: color for color in "RBKY"}
    for cycle in text.replace("identity", "").replace(")", "").split("("):
        letters = cycle.split()
        image |= dict(zip(letters, letters[1:] + letters[:1], strict=True))
    return image


def after(first: dict[str, str], second: dict[str, str]) -> dict[str, str]:
    return {color: second[first[color]] for color in first}


def test_renamed_hands_follow_the_cycle() -> None:
    for task in tasks("3.1"):
        image = cycles(task.given["cycle"])
        assert isinstance(task.right, Tiles)
        wanted = sorted((image[color], number) for color, number in kinds_of(task.given["hand"]))
        assert sorted(kinds_of(task.right.hand)) == wanted


def test_products_of_swaps() -> None:
    for task in tasks("3.2"):
        assert isinstance(task.right, Choice)
        both = after(cycles(task.given["first"]), cycles(task.given["second"]))
        fit = [place for place, each in enumerate(task.right.options) if cycles(each) == both]
        assert fit == [task.right.right]


def test_products_are_not_those_that_the_lesson_prints() -> None:
    for task in tasks("3.2"):
        assert {task.given["first"], task.given["second"]} != {"(R B)", "(B K)"}


def test_only_one_list_is_a_permutation_group() -> None:
    for task in tasks("3.3"):
        assert isinstance(task.right, Choice)
        closed = []
        for each in task.given["lists"]:
            elements = [cycles(text) for text in each]
            closed.append(all(after(p, q) in elements for p in elements for q in elements))
        assert closed == [place == task.right.right for place in range(len(closed))]


def test_translations_come_back() -> None:
    for task in tasks("3.4"):
        last, step = task.given["last"], task.given["step"]
        place, times = step % last, 1
        while place:
            place, times = (place + step) % last, times + 1
        assert isinstance(task.right, Number)
        assert task.right.value == times


def test_moving_round_a_circle() -> None:
    for task in tasks("3.5"):
        assert isinstance(task.right, Function)
        for (number, step, last), result in task.right.cases:
            assert 1 <= result <= last
            assert (result - number - step) % last == 0


def test_what_keeps_all_melds() -> None:
    for task in tasks("3.6"):
        game, moves = task.given["game"], task.given["moves"]
        last, goes_round = game.numbers, game.ones == "circular"
        lines = [
            tuple((low + place - 1) % last + 1 for place in range(size))
            for size in range(3, last + 1)
            for low in range(1, last + 1)
            if goes_round or low + size - 1 <= last
        ]
        melds = {frozenset((color, n) for n in line) for line in lines for color in "RBKY"}
        melds |= {
            frozenset((color, n) for color in some)
            for size in (3, 4)
            for some in combinations("RBKY", size)
            for n in range(1, last + 1)
        }
        tile_of = {(tile.color, tile.number): tile for tile in game.tile_set.tiles}
        keeps = set()
        for place, move in enumerate(moves):
            image = {kind: (move(tile).color, move(tile).number) for kind, tile in tile_of.items()}
            if all(frozenset(map(image.__getitem__, meld)) in melds for meld in melds):
                keeps.add(place)
        assert isinstance(task.right, Several)
        assert task.right.right == keeps


def test_what_breaks_a_meld_is_named_if_it_is_chosen() -> None:
    for task in tasks("3.6"):
        assert isinstance(task.right, Several)
        for place, option in enumerate(task.right.options):
            words = task.judge(letter(place)).words
            assert (option in words) == (place not in task.right.right)
        assert not any(option in task.judge("none").words for option in task.right.options)


def test_orbits_of_tiles() -> None:
    for task in tasks("3.7"):
        last, image = task.given["last"], cycles(task.given["cycle"])
        (found,) = kinds_of(task.given["tile"])
        orbit, new = {found}, [found]
        while new:
            steps = [(image[color], number) for color, number in new]
            steps += [(color, last + 1 - number) for color, number in new]
            new = [tile for tile in set(steps) if tile not in orbit]
            orbit |= set(new)
        assert isinstance(task.right, SetOf)
        assert task.right.elements == {f"{color}{number}" for color, number in orbit}


def test_sizes_of_orbits() -> None:
    for task in tasks("3.8"):
        hand = kinds_of(task.given["hand"])
        names = [dict(zip("RBKY", order, strict=True)) for order in permutations("RBKY")]
        made = {frozenset((name[color], number) for color, number in hand) for name in names}
        assert isinstance(task.right, Number)
        assert task.right.value == len(made)


@pytest.mark.parametrize("number", ["3.9", "3.10"])
def test_essentially_different_hands(number: str) -> None:
    checked = set()
    for task in tasks(number):
        if number == "3.9":
            numbers, size = task.given["numbers"], task.given["size"]
        else:
            numbers, size = task.given["game"].numbers, task.given["game"].hand_size
        if (numbers, size) in checked:
            continue
        checked.add((numbers, size))
        hands = small_hands(numbers, size)
        orbits = {frozenset(renamed(hand, each) for each in RENAMINGS) for hand in hands}
        kept = sum(renamed(hand, each) == hand for hand in hands for each in RENAMINGS)
        assert kept == 6 * len(orbits)
        if isinstance(task.right, Estimate):
            assert task.right.probability == Fraction(kept, 6 * len(hands))
        else:
            assert isinstance(task.right, Number)
            assert task.right.value == len(orbits)


def test_one_printed_line_about_orbits_is_wrong() -> None:
    for task in tasks("3.12"):
        numbers, (order, identity, swap, turn) = task.given["numbers"], task.given["printed"]
        hands = small_hands(numbers, 2)
        kept = [sum(renamed(hand, each) == hand for hand in hands) for each in RENAMINGS]
        # In the order of permutations: identity, swap, swap, turn, turn, swap.
        wrong = [order != 6, identity != kept[0], swap != kept[1], turn != kept[3]]
        assert isinstance(task.right, Choice)
        assert [place for place, each in enumerate(wrong) if each] == (
            [task.right.right] if task.right.right < 4 else []
        )
        last = task.right.options[4]
        result = Fraction(identity + 3 * swap + (order - 4) * turn, order)
        said = str(result) if result.denominator == 1 else f"{float(result):.1f}"
        assert (f"= {said} hands" in last) == (task.right.right < 4)


def test_best_openings() -> None:
    for task in tasks("6.1"):
        assert isinstance(task.right, Number)
        assert task.right.value == best_value(tuple(kinds_of(task.given["hand"])))


def test_the_best_opening_is_made_of_these_melds() -> None:
    for task in tasks("6.2"):
        assert isinstance(task.right, Melds)
        hand = kinds_of(task.given["hand"])
        melds = [tuple(kinds_of(meld)) for meld in task.right.melds]
        for tile in (tile for meld in melds for tile in meld):
            hand.remove(tile)  # an error if it is not there
        assert all(map(worth, melds))
        assert sum(map(worth, melds)) == best_value(tuple(kinds_of(task.given["hand"]))) >= 30


def test_melds_that_share_a_tile_are_noticed() -> None:
    task = find_exercise("6.1").task(1)
    hand = kinds_of(task.given["hand"])
    # As a set: the two copies of a tile make the same meld.
    melds = {some for size in (3, 4) for some in combinations(hand, size) if worth(some)}
    shared = max(
        worth(one) + worth(other) for one, other in combinations(melds, 2) if set(one) & set(other)
    )
    assert isinstance(task.right, Number)
    assert shared > task.right.value
    assert "used a tile twice" in task.judge(shared).words


def test_melds_without_semicolons_are_noticed() -> None:
    for task in tasks("6.2"):
        assert isinstance(task.right, Melds)
        verdict = task.judge(" ".join(task.right.melds))
        assert verdict.status == "wrong"
        assert "semicolon" in verdict.words


def test_hands_to_order() -> None:
    for task in tasks("6.3"):
        assert isinstance(task.right, AnyHand)
        tiles = tuple(kinds_of(task.right.example))
        assert len(tiles) == task.given["size"]
        assert tiles.count(("J", 0)) == 1
        assert best_value(tiles) == task.given["points"]


@pytest.mark.parametrize("number", ["6.4", "6.6"])
def test_small_games_of_three_tiles(number: str) -> None:
    checked = set()
    for task in tasks(number):
        key = tuple(task.given.values())
        if key in checked:
            continue
        checked.add(key)
        values = [worth(tuple(hand)) for hand in small_hands(task.given["numbers"], 3)]
        assert isinstance(task.right, Number)
        if number == "6.4":
            assert task.right.value == Fraction(sum(values), len(values))
        else:
            reach = sum(value >= task.given["threshold"] for value in values)
            assert task.right.value == Fraction(reach, len(values))


def test_points_on_a_rack() -> None:
    for task in tasks("6.5"):
        points = 8 * [*range(1, 14)] + 2 * [task.given["joker"]]
        assert len(points) == 106
        assert isinstance(task.right, Number)
        assert task.right.value == Fraction(task.given["size"] * sum(points), len(points))


def _longer(unseen: int, wanted: int) -> list[Fraction]:
    """Return the probabilities that none of the wanted tiles comes in 0, 1, 2, … draws."""
    return [
        Fraction(comb(unseen - wanted, draws), comb(unseen, draws))
        for draws in range(unseen - wanted + 2)
    ]


def test_mean_waits() -> None:
    for task in tasks("6.8"):
        assert isinstance(task.right, Number)
        assert task.right.value == sum(_longer(task.given["unseen"], task.given["wanted"]))


def test_a_mean_from_the_probabilities_that_it_is_longer() -> None:
    for task in tasks("6.9"):
        assert isinstance(task.right, Function)
        for (longer,), result in task.right.cases:
            exactly = [one - other for one, other in pairwise(longer)]
            assert longer[-1] == 0
            assert all(each >= 0 for each in exactly)
            assert result == sum(n * each for n, each in enumerate(exactly, start=1))


def test_small_openings() -> None:
    """Only the smallest of the games: the others have too many hands to be listed here."""
    checked = set()
    for task in tasks("6.10"):
        game = task.given["game"]
        if game.numbers > 4 or game.open_points in checked:
            continue
        checked.add(game.open_points)
        tiles = [*product("RBK", range(1, game.numbers + 1)), ("J", 0)]
        copies = [2] * (len(tiles) - 1) + [1]
        opens, hands = _count(tiles, copies, game.hand_size, _reaches(game.open_points))
        assert isinstance(task.right, Estimate)
        assert task.right.probability == Fraction(opens, hands)
    assert checked


def _reaches(points: int) -> Callable[[tuple[Kind, ...]], bool]:
    # Numbers end at 4 here, so a joker stands for 4 at most.
    def reaches(hand: tuple[Kind, ...]) -> bool:
        return any(
            _worth_up_to_four(some) >= points
            for size in range(3, len(hand) + 1)
            for some in combinations(hand, size)
        )

    return reaches


def _worth_up_to_four(tiles: tuple[Kind, ...]) -> int:
    if ("J", 0) not in tiles:
        return worth(tiles)
    rest = tuple(tile for tile in tiles if tile[1])
    return max(worth((*rest, tile)) for tile in product("RBK", range(1, 5)))


def _count(
    tiles: list[Kind],
    copies: list[int],
    size: int,
    event: Callable[[tuple[Kind, ...]], bool],
    held: tuple[Kind, ...] = (),
    weight: int = 1,
) -> tuple[int, int]:
    """Return how many ways of dealing so many tiles have the event, and how many there are."""
    if size == 0:
        return weight * event(held), weight
    if not tiles:
        return 0, 0
    found = [
        _count(
            tiles[1:],
            copies[1:],
            size - number,
            event,
            held + (tiles[0],) * number,
            weight * comb(copies[0], number),
        )
        for number in range(min(copies[0], size) + 1)
    ]
    return sum(opens for opens, _ in found), sum(hands for _, hands in found)


def test_one_printed_line_about_an_expectation_is_wrong() -> None:
    for task in tasks("6.11"):
        hands, runs, of_runs, groups, of_groups = task.given["printed"]
        values = {hand: worth(tuple(hand)) for hand in small_hands(task.given["numbers"], 3)}
        in_runs = [v for hand, v in values.items() if v and len({c for c, _ in hand}) == 1]
        in_groups = [v for hand, v in values.items() if v and len({c for c, _ in hand}) > 1]
        wrong = [
            hands != len(values),
            (runs, of_runs) != (len(in_runs), sum(in_runs)),
            (groups, of_groups) != (len(in_groups), sum(in_groups)),
        ]
        assert isinstance(task.right, Choice)
        assert [place for place, each in enumerate(wrong) if each] == (
            [task.right.right] if task.right.right < 4 else []
        )


def test_one_printed_line_about_a_wait_is_wrong() -> None:
    for task in tasks("6.12"):
        longer = _longer(task.given["unseen"], task.given["wanted"])
        rightly = [100 * (1 - longer[1]), 100 * longer[1], 100 * longer[2], 100 * (1 - longer[2])]
        lines = task.given["lines"]
        fits = [
            f" {float(number):.2f} " in line
            for number, line in zip([*rightly, sum(longer)], lines, strict=True)
        ]
        assert isinstance(task.right, Choice)
        assert fits.index(False) == task.right.right

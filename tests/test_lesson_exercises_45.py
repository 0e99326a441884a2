"""The answers of the exercises of lessons 4 and 5 are found again in another way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from scipy.stats import hypergeom

import rummistats as rs
from rummistats.teach.answers import AnyHand, Choice, Estimate, Function, Number
from rummistats.teach.exercises import Task
from rummistats.teach.lessons import find_exercise

PLAIN = rs.find_variant("sabra").with_rules(jokers=0)
SEEDS = range(1, 9)


def value_of(task: Task) -> Fraction:
    assert isinstance(task.right, Number)
    return task.right.value


def option_of(task: Task) -> str:
    assert isinstance(task.right, Choice)
    return task.right.options[task.right.right]


def near(one: float | Fraction, other: float) -> bool:
    return abs(float(one) - other) <= 1e-9


def mini_copies(colors: int, numbers: int) -> list[tuple[str, int, int]]:
    """Every tile of a mini game, its two copies told apart."""
    return [(color, n, copy) for color in "RBK"[:colors] for n in range(1, numbers + 1)
            for copy in (1, 2)]  # fmt: skip


def each(number: str) -> Callable[[Callable[[Task, Any], None]], Any]:
    """Run a test with the tasks of several students, and what is given in them."""

    def with_tasks(test: Callable[[Task, Any], None]) -> Any:
        @pytest.mark.parametrize("seed", SEEDS)
        def run(seed: int) -> None:
            task = find_exercise(number).task(seed)
            test(task, tuple(task.given.values()))

        run.__doc__ = test.__doc__
        return run

    return with_tasks


@each("4.1")
def test_two_tiles_are_listed(task: Task, given: Any) -> None:
    red, blue = given
    pairs = list(combinations("R" * red + "B" * blue, 2))
    assert value_of(task) == Fraction(sum(a != b for a, b in pairs), len(pairs))


@each("4.2")
def test_ways_of_one_hand_are_listed(task: Task, given: Any) -> None:
    text, numbers = given
    wanted = Counter(text.split())
    ways = [
        Counter(f"{color}{n}" for color, n, _ in hand) == wanted
        for hand in combinations(mini_copies(3, numbers), sum(wanted.values()))
    ]
    assert value_of(task) == Fraction(sum(ways), len(ways))


@each("4.3")
def test_different_hands_and_their_ways_are_listed(task: Task, given: Any) -> None:
    found = re.search(
        r"numbers 1 to (\d) in (three|four) colors.*different hands of (\d) tiles", task.text
    )
    assert found
    numbers, colors, size = int(found[1]), {"three": 3, "four": 4}[found[2]], int(found[3])
    tiles = [(c, n, copy) for c in range(colors) for n in range(numbers) for copy in (1, 2)]
    ways = Counter(tuple(sorted((c, n) for c, n, _ in hand)) for hand in combinations(tiles, size))
    good = [
        hand
        for hand in ways
        if any(len({c for c, n in hand if n == number}) >= 3 for number in range(numbers))
    ]
    assert given == (len(ways), len(good))
    assert f"{sum(ways[hand] for hand in good):,} in all" in task.solution
    assert Fraction(len(good), len(ways)) != Fraction(sum(ways[h] for h in good), ways.total())


@each("4.4")
def test_at_least_one_is_scipys(task: Task, given: Any) -> None:
    wanted, draws = given
    assert near(value_of(task), hypergeom.sf(0, 106, wanted, draws))


@each("4.5")
def test_cases_of_the_function_are_scipys(task: Task, given: Any) -> None:
    assert isinstance(task.right, Function)
    assert (*given, 106) in [(w, d, t) for (w, t, d), _ in task.right.cases]
    for (wanted, tiles, draws), result in task.right.cases:
        assert near(result, hypergeom.sf(0, tiles, wanted, draws))


@each("4.6")
def test_exactly_so_many_is_scipys(task: Task, given: Any) -> None:
    draws, hits = given
    assert near(value_of(task), hypergeom.pmf(hits, 106, 26, draws))


@each("4.7")
def test_a_later_player_is_averaged_over_the_earlier_ones(task: Task, given: Any) -> None:
    """Without exchangeability: over all that the players before may have taken."""
    _, hits = given
    before = (
        14
        * {"second": 1, "third": 2, "fourth": 3}[
            re.search(r"\*\*(second|third|fourth)\*\*", task.text)[1]  # type: ignore[index]
        ]
    )
    by_cases = sum(
        hypergeom.pmf(gone, 106, 8, before) * hypergeom.pmf(hits, 106 - before, 8 - gone, 14)
        for gone in range(9)
    )
    assert near(value_of(task), by_cases)


@each("4.8")
def test_what_is_simulated_is_scipys(task: Task, given: Any) -> None:
    _, least, size = given
    assert isinstance(task.right, Estimate)
    assert near(task.right.probability, hypergeom.sf(least - 1, 106, 26, size))


@each("4.11")
def test_one_line_of_the_printed_product_is_wrong(task: Task, given: Any) -> None:
    tiles, *lines = given
    bag = mini_copies(3, tiles // 6)
    hands = list(combinations(bag, 3))
    good = sum(len({c for c, _, _ in h}) == 3 and len({n for _, n, _ in h}) == 1 for h in hands)
    true = [Fraction(1), Fraction(4, tiles - 1), Fraction(2, tiles - 2)]
    assert true[0] * true[1] * true[2] == Fraction(good, len(hands))
    wrong = [place for place in range(3) if Fraction(*lines[place]) != true[place]]
    assert ("multiply the product of these three fractions by 6" in task.text) == (wrong == [])
    assert option_of(task) == f"line {wrong[0] + 1 if wrong else 4}"
    assert len(wrong) <= 1


@each("5.1")
def test_hands_that_could_open_are_listed(task: Task, given: Any) -> None:
    hands, joker, both, without = given
    table = [(True, True)] * both + [(True, False)] * (joker - both)
    table += [(False, True)] * without + [(False, False)] * (hands - joker - without)
    opened = [had_joker for had_joker, could_open in table if could_open]
    assert len(table) == hands
    assert value_of(task) == Fraction(sum(opened), len(opened))


@each("5.3")
def test_outs_are_counted_by_the_exact_engine(task: Task, given: Any) -> None:
    hand, seen = given
    next_tile = rs.exact("has_meld", PLAIN, holding=hand, seen=seen, draws=1)
    assert value_of(task) == next_tile.weight(True)
    assert not rs.melds_in(PLAIN.parse(hand), PLAIN)


@pytest.mark.parametrize("wanted", [2, 4, 6, 8])
def test_built_hands_are_judged_as_the_exact_engine_counts(wanted: int) -> None:
    tasks = [find_exercise("5.4").task(seed) for seed in range(1, 60)]
    right = next(task.right for task in tasks if task.given["wanted"] == wanted)
    assert isinstance(right, AnyHand)
    near_tiles = ["R1", "R2", "R4", "R5", "R5", "R6", "R13", "B4", "B5", "K5", "Y6"]
    for tiles in set(combinations(near_tiles, 3)):
        hand = PLAIN.parse(" ".join(tiles))
        is_meld = rs.judge(hand, PLAIN).legal
        outs = rs.exact("has_meld", PLAIN, holding=hand, draws=1).weight(True)
        assert (right.missing(hand) == "") == (not is_meld and outs == wanted)


@each("5.5")
def test_within_some_draws_is_scipys(task: Task, given: Any) -> None:
    outs, unseen, draws = given
    assert near(value_of(task), hypergeom.sf(0, unseen, outs, draws))


@each("5.6")
def test_face_down_tiles_are_listed(task: Task, given: Any) -> None:
    red, blue = given
    firsts = [a for a, b in permutations("R" * red + "B" * blue, 2) if b == "R"]
    assert value_of(task) == Fraction(firsts.count("R"), len(firsts))


@each("5.7")
def test_ten_thousand_games_of_a_collector_are_listed(task: Task, given: Any) -> None:
    prior, keeps, throws = given
    games = [
        (game < prior, discard < (keeps if game < prior else throws))
        for game in range(100)
        for discard in range(100)
    ]
    seen = [collects for collects, thrown in games if thrown]
    assert value_of(task) == Fraction(sum(seen), len(seen))


@each("5.8")
def test_independent_events_keep_their_shares(task: Task, given: Any) -> None:
    jokers, *names = given
    bag = [(c, n) for c in "RBKY" for n in range(1, 14) for _ in (1, 2)] + [("", 0)] * jokers
    of = {
        "it is red": {t for t in bag if t[0] == "R"},
        "it is blue": {t for t in bag if t[0] == "B"},
        "it is a joker": {("", 0)},
        "its number is even": {t for t in bag if t[1] in (2, 4, 6, 8, 10, 12)},
        "its number is odd": {t for t in bag if t[1] in (1, 3, 5, 7, 9, 11, 13)},
        "its number is above 9": {t for t in bag if t[1] in (10, 11, 12, 13)},
        "its number is below 4": {t for t in bag if t[1] in (1, 2, 3)},
        "its number is 7": {t for t in bag if t[1] == 7},
    }
    first, second = (of[name] for name in names)
    among = [tile in second for tile in bag if tile in first]
    share = Fraction(sum(among), len(among))
    alone = Fraction(sum(tile in second for tile in bag), len(bag))
    words = "disjoint:" if not share else "are independent" if share == alone else "neither"
    assert words in option_of(task)


@each("5.9")
def test_what_is_simulated_given_a_count_is_exact(task: Task, given: Any) -> None:
    number, other, least = given
    counts = rs.exact((f"count(number={number})", f"count(number={other})"), "sabra")
    some = counts.given(lambda pair: pair[0] >= least)
    assert isinstance(task.right, Estimate)
    assert task.right.probability == some.prob(lambda pair: pair[1] >= 2)


@each("5.10")
def test_unseen_tiles_are_taken_away_round_by_round(task: Task, given: Any) -> None:
    players, draw = given
    unseen = 92
    for _ in range(1, draw):
        unseen -= players
    assert value_of(task) == Fraction(2, unseen)


@each("5.11")
def test_two_of_one_number_make_two_of_another_less_likely(task: Task, given: Any) -> None:
    number, other = given
    counts = rs.exact((f"count(number={number})", f"count(number={other})"), "sabra")
    some = counts.given(lambda pair: pair[0] >= 2).prob(lambda pair: pair[1] >= 2)
    alone = counts.marginal(1).at_least(2)
    assert some < alone
    assert f"{float(some):.4f}; without knowing anything it is {float(alone):.4f}" in task.solution


def test_the_printed_figures_of_lesson_4_are_what_the_lesson_says() -> None:
    """The forum's product gives 2.5 %, and inclusion and exclusion what the engine counts."""
    product = Fraction(comb(14, 4)) * Fraction(106 * 6 * 4 * 3, 106 * 105 * 104 * 103)
    for drawn in range(10):
        product *= Fraction(98 - 2 * drawn, 102 - drawn)
    assert f"{float(product):.1%}" == "2.5%"

    def with_all(kinds: int) -> int:
        return sum((-1) ** k * comb(kinds, k) * comb(106 - 2 * k, 14) for k in range(kinds + 1))

    ways = 13 * with_all(4) - comb(13, 2) * with_all(8) + comb(13, 3) * with_all(12)
    assert ways == 3602050813778040
    assert rs.exact("has_group(size=4, natural=True)", "sabra").weight(True) == ways

"""Exact answers: published reference figures, theorems, and small games counted in full."""

from collections import Counter, defaultdict
from fractions import Fraction
from inspect import signature
from itertools import combinations_with_replacement, pairwise
from math import comb, prod

import numpy as np
import pytest

from rummistats.errors import MeasureError, TileError
from rummistats.exact import AUTOMATA, ColumnAutomaton, count, count_all_sizes, exact, exact_kinds
from rummistats.measures import MEASURES, make_measure
from rummistats.tiles import TileSet
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra")
WITHOUT_JOKERS = SABRA.with_rules(jokers=0)


# Reference figures, counted by independent programs ("figures.csv" and "questions.md" of the
# project; B1 … B9 are numbers of its questions).


@pytest.mark.parametrize(
    ("variant", "hand_size", "none"),
    [
        (WITHOUT_JOKERS, 7, 18559681248),
        (WITHOUT_JOKERS, 10, 16830322715460),
        (WITHOUT_JOKERS, 14, 22742879281765188),
        (WITHOUT_JOKERS, 21, 81586285514452983456),
        (SABRA, 14, 22743176069970708),
        # Stone-rummy: runs go round.
        (WITHOUT_JOKERS.with_rules(ones="circular"), 14, 20609501431476204),
    ],
)
def test_hands_without_a_combination(variant, hand_size, none):
    """The rows "P(no combination)"; B5 is the complement of the third."""
    melds = exact("has_meld", variant, hand_size)
    assert melds.weights == (none, variant.tile_set.sample_space(hand_size) - none)


def test_identical_pairs_among_21_of_104():
    pairs = exact("pairs", WITHOUT_JOKERS, 21)
    assert pairs.values == tuple(range(11))
    assert pairs.weights == (
        402636016575148195840,
        1321149429387205017600,
        1711489033524333772800,
        1140992689016222515200,
        427872258381083443200,
        92705655982568079360,
        11483808736579379200,
        777099839317401600,
        26152398438566400,
        363227756091200,
        1328882034480,
    )
    assert pairs.at_least(5) == Fraction(104993081513541552240, 5109132508397534496880)
    assert pairs.at_least(7) == Fraction(803616794394093680, 5109132508397534496880)


def test_b1_one_number_in_all_four_colors():
    found = exact("has_group(size=4, natural=True)", SABRA)
    assert found.weights == (105710363656182600 - 3602050813778040, 3602050813778040)


def test_b3_natural_run_of_three():
    found = exact("has_run(length=3, natural=True)", SABRA)
    assert round(100 * float(found.prob(True)), 3) == 40.534


@pytest.mark.parametrize(("value", "mean"), [(25, 102.75), (30, 104.08)])
def test_b7_mean_points_on_the_rack(value, mean):
    points = exact("hand_points", SABRA.with_rules(joker_rack_value=value))
    assert points.mean() == Fraction(14 * (728 + 2 * value), 106)
    assert round(float(points.mean()), 2) == mean


def test_b8_jokers_in_the_rack():
    jokers = exact("count(joker=True)", SABRA)
    assert jokers.prob(2) == Fraction(13, 795)
    assert round(100 * float(jokers.at_least(1)), 2) == 24.78


def test_b9_an_identical_pair():
    assert round(100 * float(exact("pairs", SABRA).at_least(1)), 2) == 61.94


# Theorems.


@pytest.mark.parametrize(
    ("measure", "tiles"),
    [
        ("count(number=7)", 8),
        ("count(color='B')", 26),
        ("count(number=7, color='B')", 2),
        ("count(joker=True)", 2),
    ],
)
def test_counts_are_hypergeometric(measure, tiles):
    counted = exact(measure, SABRA)
    for value in range(15):
        assert counted.prob(value) * comb(106, 14) == comb(tiles, value) * comb(
            106 - tiles, 14 - value
        )


@pytest.mark.parametrize("hand_size", [0, 3, 14, 60, 106])
def test_mean_points_are_a_share_of_all_points(hand_size):
    points = exact("hand_points", SABRA, hand_size)
    assert points.mean() == Fraction(hand_size * (728 + 2 * 30), 106)


@pytest.mark.parametrize(("name", "tiles"), [("has_group", "size"), ("has_run", "length")])
def test_two_jokers_and_a_tile_are_a_meld_of_any_kind(name, tiles):
    """So three tiles with both jokers, R5 J J, make a group of 3 and a run of 3."""
    both = comb(104, 1)
    three = exact(f"{name}({tiles}=3)", SABRA, 3)
    natural = exact(f"{name}({tiles}=3, natural=True)", SABRA, 3)
    with_one = {"has_group": 13 * comb(4, 2), "has_run": 4 * (12 + 11)}[name] * 4 * 2
    assert natural.weights[1] == {"has_group": 13 * 4, "has_run": 4 * 11}[name] * 8
    assert three.weights[1] == natural.weights[1] + with_one + both


def test_longer_melds_are_rarer():
    for name, tiles, most in (("has_group", "size", 4), ("has_run", "length", 13)):
        found = [exact(f"{name}({tiles}={size})", SABRA).prob(True) for size in range(1, most + 1)]
        assert found[0] == found[1] == found[2]
        assert all(some > fewer > 0 for some, fewer in pairwise(found[2:]))


def test_hands_of_all_sizes_come_out_of_one_pass():
    automaton = AUTOMATA["has_meld"](SABRA)
    every = count_all_sizes(automaton, SABRA.tile_set)
    for size in (0, 1, 2, 3, 14, 15, 105, 106):
        assert every[False][size] + every[True][size] == comb(106, size)
        assert every[True][size] == count(automaton, SABRA.tile_set, size).get(True, 0)
    # 52 tiles without any combination exist, 53 do not (question B25).
    without = count_all_sizes(AUTOMATA["has_meld"](WITHOUT_JOKERS), WITHOUT_JOKERS.tile_set)
    assert without[False][52] > 0 == without[False][53]


def test_no_tiles_and_all_tiles():
    assert exact("has_meld", SABRA, 0).weights == (1, 0)
    assert exact("has_meld", SABRA, 106).weights == (0, 1)
    assert exact("pairs", SABRA, 106).values == (52,)
    assert exact("hand_points", SABRA, 106).values == (788,)
    assert exact("hand_points", SABRA, 0).values == (0,)
    assert {(row.probability, row.expected) for row in exact_kinds(SABRA, 0)} == {(0, 0)}


def test_expected_number_of_natural_melds_of_sabra():
    """Inclusion and exclusion: the probability that so many given tiles are all held."""

    def held(tiles, hand_size=14):
        ways = sum(
            (-1) ** missing * comb(tiles, missing) * comb(106 - 2 * missing, hand_size)
            for missing in range(tiles + 1)
        )
        return Fraction(ways, comb(106, hand_size))

    expected = {
        row.kind: row.expected
        for row in exact_kinds(SABRA)
        if row.number is row.color is None and not row.joker
    }
    assert expected == {
        "group of 3": 52 * held(3),
        "group of 4": 13 * held(4),
        "run of 3": 44 * held(3),
        "run of 4": 40 * held(4),
        "run of 5 or more": sum(4 * (14 - length) * held(length) for length in range(5, 14)),
    }


def test_kinds_agree_with_the_measures():
    rows = {
        (row.kind, row.joker): row.probability
        for row in exact_kinds(SABRA)
        if row.number is row.color is None
    }
    for kind, measure in {
        "group of 4": "has_group(size=4, natural=True)",
        "run of 5 or more": "has_run(length=5, natural=True)",
        # A longer natural run contains one of 3, a group of 4 one of 3.
        "group of 3": "has_group(size=3, natural=True)",
        "run of 3": "has_run(length=3, natural=True)",
    }.items():
        assert rows[kind, False] == exact(measure, SABRA).prob(True)
    assert len(exact_kinds(SABRA)) == 2 * 2 * (1 + 13) + 3 * 2 * (1 + 4)


# Bad input.


def test_a_measure_without_exact_method_says_what_to_do():
    with pytest.raises(MeasureError, match=r"covering_melds has no exact.*simulate\(\)"):
        exact("covering_melds", SABRA)


@pytest.mark.parametrize("hand_size", [-1, 107, 14.0, True])
def test_hands_that_cannot_be_dealt(hand_size):
    with pytest.raises(TileError, match="hand"):
        exact("pairs", SABRA, hand_size)
    with pytest.raises(TileError, match="hand"):
        exact_kinds(SABRA, hand_size)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("has_group", {"size": 0}),
        ("has_group", {"size": True}),
        ("has_run", {"length": "long"}),
        ("has_meld", {"natural": 1}),
        ("count", {}),
        ("count", {"number": 14}),
        ("count", {"color": "G"}),
        ("count", {"number": 7, "joker": True}),
        ("count", {"joker": "both"}),
    ],
)
def test_arguments_without_sense(name, arguments):
    with pytest.raises(MeasureError):
        AUTOMATA[name](SABRA, **arguments)


@pytest.mark.parametrize("name", AUTOMATA)
def test_exact_methods_take_the_arguments_of_their_measures(name):
    accepted = signature(AUTOMATA[name]).parameters
    for parameter in MEASURES[name].parameters:
        assert accepted[parameter.name].default == parameter.default


# Small games, all hands listed. What a meld is, is said here once more, from the rules.


def legal_run_lines(game):
    """Every legal run as its numbers, each found by walking on from its first number."""
    top = game.numbers
    longest = top if game.max_run is None else game.max_run
    for first in range(1, top + 1):
        line, number = [first], first
        while True:
            if number < top and (number > 1 or game.ones != "high"):
                number += 1
            elif (number == top and game.ones != "low" and top > 1) or (
                top == 1 and (game.ones == "circular" or game.one_to_one)
            ):
                number = 1
            else:
                break
            line.append(number)
            ended_by_one = game.ones in ("high", "low_or_high") and number == 1
            twice = len(line) > top
            if twice and game.ones != "circular" and not (game.one_to_one and ended_by_one):
                break
            if len(line) > (longest + game.one_to_one if game.max_run is None else longest):
                break
            if len(line) >= game.min_run:
                yield tuple(line)
            if ended_by_one:
                break


def is_group(tiles, jokers, game):
    size = len(tiles) + jokers
    colors = [color for color, number in tiles]
    return (
        game.min_group <= size <= game.max_group
        and len({number for color, number in tiles}) <= 1
        and (game.repeat_colors or (len(set(colors)) == len(colors) and size <= game.colors))
    )


def is_run(tiles, jokers, lines):
    numbers = Counter(number for color, number in tiles)
    return len({color for color, number in tiles}) <= 1 and any(
        len(line) == len(tiles) + jokers and numbers <= Counter(line) for line in lines
    )


class SmallGame:
    """All hands of up to `largest` tiles, each with its weight and the melds it contains."""

    def __init__(self, largest, **rules):
        self.game = game = Variant.mini(hand_size=0, **rules)
        self.largest = largest = min(largest, game.tile_set.size)
        lines = set(legal_run_lines(game))
        kinds = [(c, n) for c in game.tile_set.color_letters for n in range(1, game.numbers + 1)]
        kinds += ["J"] if game.jokers else []
        self.melds = []  # (is a group, is a run, tiles, jokers)
        contained = {}
        self.hands = []  # (hand, its weight)
        self.by_melds = Counter()  # (size, a bit for each meld in the hand) -> weight
        for size in range(largest + 1):
            for hand in combinations_with_replacement(kinds, size):
                counts = Counter(hand)
                jokers = counts.pop("J", 0)
                if jokers > game.jokers or max(counts.values(), default=0) > game.copies:
                    continue
                inside = 0
                for place in range(size):
                    inside |= contained[hand[:place] + hand[place + 1 :]]
                tiles = [tile for tile in hand if tile != "J"]
                if (
                    jokers <= game.max_jokers_per_combination
                    and len(tiles) >= game.min_real
                    and len(tiles) >= game.min_real_per_joker * jokers
                ):
                    kind = is_group(tiles, jokers, game), is_run(tiles, jokers, lines)
                    if any(kind):
                        inside |= 1 << len(self.melds)
                        self.melds.append((*kind, tiles, jokers))
                contained[hand] = inside
                weight = prod(comb(game.copies, count) for count in counts.values())
                weight *= comb(game.jokers, jokers)
                self.hands.append((hand, weight))
                self.by_melds[size, inside] += weight

    def bits(self, wanted):
        """The melds for which ``wanted(is_group, is_run, tiles, jokers)`` is true."""
        return sum(1 << place for place, meld in enumerate(self.melds) if wanted(*meld))

    def check_event(self, melds, name, **arguments):
        """The hands that contain one of the melds are as many as the measure says."""
        listed = defaultdict(lambda: [0] * (self.largest + 1))
        for (size, inside), weight in self.by_melds.items():
            listed[bool(inside & melds)][size] += weight
        self._check(listed, name, arguments)

    def check_value(self, value, name, **arguments):
        """The hands that have each ``value(hand)`` are as many as the measure says."""
        listed = defaultdict(lambda: [0] * (self.largest + 1))
        for hand, weight in self.hands:
            listed[value(hand)][len(hand)] += weight
        self._check(listed, name, arguments)

    def _check(self, listed, name, arguments):
        automaton = AUTOMATA[name](self.game, **arguments)
        every = {
            value: list(hands[: self.largest + 1])
            for value, hands in count_all_sizes(automaton, self.game.tile_set).items()
        }
        assert {value: hands for value, hands in every.items() if any(hands)} == listed
        assert count(automaton, self.game.tile_set, self.largest) == {
            value: hands[-1] for value, hands in listed.items() if hands[-1]
        }


RULES = {
    "low": {},
    "high": {"ones": "high"},
    "low_or_high": {"ones": "low_or_high"},
    "one_to_one": {"ones": "low_or_high", "one_to_one": True},
    "circular": {"ones": "circular"},
    "around_again": {"ones": "circular", "max_run": 6},
    "repeat_colors": {"repeat_colors": True},
    "short": {"min_group": 2, "max_group": 3, "min_run": 2, "max_run": 3},
    "long": {"min_group": 4, "min_run": 4, "ones": "low_or_high"},
    "long_around": {"min_run": 5, "max_run": 7, "ones": "circular", "min_real_per_joker": 1},
    "any_joker": {"min_real": 0},
    "few_jokers": {"max_jokers_per_combination": 1, "ones": "circular"},
    "two_real": {"min_real": 2, "ones": "high"},
    "two_real_a_joker": {"min_real_per_joker": 2, "min_run": 2, "ones": "low_or_high"},
}

TILES = [
    # colors, numbers, copies, jokers, largest hand
    (2, 3, 2, 2, 14),
    (2, 4, 1, 3, 6),
    (3, 3, 2, 1, 6),
    (4, 4, 1, 2, 5),
    (2, 6, 1, 2, 6),
]

MORE = [
    ((1, 1, 4, 2, 6), {"ones": "low_or_high", "one_to_one": True, "min_run": 2}),
    ((2, 1, 3, 1, 7), {"ones": "circular", "max_run": 4, "repeat_colors": True}),
    ((2, 2, 2, 2, 10), {"ones": "low_or_high", "min_run": 2}),
    ((2, 2, 3, 3, 6), {"ones": "circular", "max_run": 6, "min_real": 0}),
    ((2, 2, 2, 3, 7), {"ones": "low_or_high", "one_to_one": True, "min_real": 0}),
    ((1, 5, 2, 3, 7), {"ones": "circular", "max_run": 8, "min_run": 6}),
    ((1, 4, 2, 2, 10), {"ones": "circular", "max_run": 9, "min_run": 2, "min_real": 6}),
    ((3, 4, 1, 3, 6), {"min_real": 0, "repeat_colors": True, "max_group": 6}),
    ((2, 5, 1, 4, 7), {"min_real": 0, "ones": "high", "max_jokers_per_combination": 3}),
    ((5, 3, 1, 1, 6), {"max_group": 5}),
    ((4, 2, 1, 0, 6), {}),
    ((1, 7, 1, 2, 9), {"ones": "circular", "min_real_per_joker": 2}),
]

GAMES = [(tiles, name, rules) for tiles in TILES for name, rules in RULES.items()]
GAMES += [(tiles, "-".join(rules), rules) for tiles, rules in MORE]


def house_rules(tiles, rules):
    return dict(zip(("colors", "numbers", "copies", "jokers"), tiles[:4], strict=True)) | rules


@pytest.fixture(
    scope="module",
    params=GAMES,
    ids=[f"{'-'.join(map(str, tiles))} {name}" for tiles, name, rules in GAMES],
)
def listed(request):
    tiles, _, rules = request.param
    return SmallGame(tiles[-1], **house_rules(tiles, rules))


def test_the_small_games_are_various():
    games = {Variant.mini(hand_size=0, **house_rules(tiles, rules)) for tiles, _, rules in GAMES}
    assert len(games) == len(GAMES) >= 80
    for ones in ("low", "high", "low_or_high", "circular"):
        assert {game.jokers for game in games if game.ones == ones} >= {1, 2, 3}


@pytest.mark.parametrize("natural", [False, True])
def test_melds_of_small_games(listed, natural):
    most = 0 if natural else 4
    melds = listed.bits(lambda group, run, tiles, wild: wild <= most)
    listed.check_event(melds, "has_meld", natural=natural)
    for size in range(1, 8):
        groups, runs = (
            listed.bits(
                lambda group, run, tiles, wild, shape=shape, size=size: (
                    (group, run)[shape] and wild <= most and len(tiles) + wild >= size
                )
            )
            for shape in (0, 1)
        )
        listed.check_event(groups, "has_group", size=size, natural=natural)
        listed.check_event(runs, "has_run", length=size, natural=natural)


def test_values_of_small_games(listed):
    def pairs(hand):
        return sum(n // 2 for tile, n in Counter(hand).items() if tile != "J")

    def points(hand):
        return sum(30 if tile == "J" else tile[1] for tile in hand)

    listed.check_value(pairs, "pairs")
    listed.check_value(points, "hand_points")
    listed.check_value(lambda hand: hand.count("J"), "count", joker=True)
    listed.check_value(lambda hand: len(hand) - hand.count("J"), "count", joker=False)
    for number, color in [(1, None), (listed.game.numbers, "R"), (None, "R"), (1, "R")]:

        def tiles(hand, number=number, color=color):
            real = [tile for tile in hand if tile != "J"]
            return sum(color in (None, c) and number in (None, n) for c, n in real)

        listed.check_value(tiles, "count", number=number, color=color)


def test_kinds_of_small_games(listed):
    total = comb(listed.game.tile_set.size, listed.largest)
    hands = [
        (inside, weight)
        for (size, inside), weight in listed.by_melds.items()
        if size == listed.largest
    ]
    shown = 0
    for row in exact_kinds(listed.game, listed.largest):
        shape, size = row.kind.removesuffix(" or more").split(" of ")
        sizes = range(int(size), 99 if row.kind.endswith("or more") else int(size) + 1)
        melds = listed.bits(
            lambda group, run, tiles, wild, row=row, shape=shape, sizes=sizes: (
                (group if shape == "group" else run)
                and len(tiles) + wild in sizes
                and (wild > 0) == row.joker
                and all(row.number in (None, number) for color, number in tiles)
                and all(row.color in (None, color) for color, number in tiles)
            )
        )
        found = sum(weight for inside, weight in hands if inside & melds)
        expected = sum(weight * (inside & melds).bit_count() for inside, weight in hands)
        assert row.probability == Fraction(found, total), row
        assert row.expected == Fraction(expected, total), row
        shown |= melds
    assert shown == (1 << len(listed.melds)) - 1, "every meld is of some kind"


@pytest.mark.parametrize("tile_set", [TileSet(6, 15, 4, 4), TileSet(1, 1, 1, 0), TileSet(5, 9, 1)])
def test_all_hands_are_counted(tile_set):
    rules = {name: getattr(tile_set, name) for name in ("colors", "numbers", "copies", "jokers")}
    game = Variant.mini(hand_size=0, **rules)
    for size in (0, 1, min(14, tile_set.size)):
        assert sum(exact("has_meld", game, size).weights) == comb(tile_set.size, size)


# Automata of one's own.


def own(**parts):
    right = {"start": lambda held: 0, "step": lambda state, number, column: state, "final": int}
    return ColumnAutomaton(name="sevens", **(right | parts))


def fails(*given):
    raise KeyError("seven")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"start": fails}, r"sevens: start\(0\) failed: KeyError\('seven'\); it returns a state"),
        ({"start": lambda held: []}, r"sevens: start\(0\) returned \[\]; it returns a state"),
        ({"step": fails}, r"sevens: step\(0, 1, \(0, 0\)\) failed: KeyError"),
        ({"step": lambda: 0}, r"sevens: step\(0, 1, \(0, 0\)\) failed: TypeError"),
        (
            {"step": lambda state, number, column: [number]},
            r"sevens: step\(0, 1, \(0, 0\)\) returned \[1\]; it returns a state: something that "
            "never changes, such as a number, a text or a tuple",
        ),
        ({"merge": fails}, r"sevens: merge\(0, .*failed: KeyError"),
        ({"merge": lambda state, alike: {}}, r"sevens: merge.*returned \{\}; it returns a state"),
        ({"gain": fails}, r"sevens: gain\(0, 1, \(0, 0\)\) failed: KeyError"),
        (
            {"gain": lambda *given: -1},
            r"sevens: gain.*returned -1; .* from 0 to 1,000",
        ),
        (
            {"gain": lambda *given: "1"},
            r"sevens: gain.*returned '1'; .* from 0 to 1,000",
        ),
        ({"gain": lambda *given: 10**30}, r"sevens: gain.*whole number from 0 to 1,000"),
        (
            {"gain": lambda *given: 0.5},
            r"sevens: gain.*returned 0\.5; .* from 0 to 1,000",
        ),
        ({"final": fails}, r"sevens: final\(0\) failed: KeyError"),
        ({"final": lambda state: "many"}, r"sevens: final\(0\) returned 'many'; .* whole number"),
        ({"final": lambda state: 0.5}, r"sevens: final\(0\) returned 0\.5; it returns a whole"),
        ({"final": lambda state: None}, r"sevens: final\(0\) returned None; it returns a whole"),
        (
            {"final": lambda state: (1, 2), "gain": lambda *given: 0},
            r"sevens: final\(0\) returned \(1, 2\)",
        ),
        ({"possible": fails}, r"sevens: possible\(.*failed: KeyError"),
        ({"most_states": fails}, r"sevens: most_states\(2\) failed: KeyError"),
        ({"start": 0}, r"start=0: give a function that returns a state"),
        ({"final": None}, r"final=None: give a function that returns a whole number"),
        ({"most_states": lambda tiles: [1]}, r"most_states\(2\) returned \[1\]; .* each column"),
    ],
)
def test_what_fails_in_an_automaton_of_ones_own_is_said(parts, says):
    game = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=2)
    with pytest.raises(MeasureError, match=says) as error:
        exact(own(**parts), game)
    if fails in parts.values():
        assert isinstance(error.value.__cause__, KeyError)


def test_only_exact_asks_an_automaton():
    with pytest.raises(MeasureError, match=r"only exact\(\) and count\(\) read hands"):
        make_measure(own())


def test_values_of_an_automaton_are_of_one_kind():
    game = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=2)
    with pytest.raises(MeasureError, match="of different kinds"):
        exact(
            own(
                step=lambda state, number, column: state + sum(column) * number,
                final=lambda state: state if state > 4 else (state,),
            ),
            game,
        )


def test_an_automaton_may_count_with_numpy_s_numbers():
    game = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=2)
    plain = exact(own(gain=lambda state, number, column: sum(column) * number), game)
    counted = exact(
        own(gain=lambda state, number, column: np.int64(sum(column) * number), final=np.int64), game
    )
    assert counted == plain
    assert plain.measure == "sevens"

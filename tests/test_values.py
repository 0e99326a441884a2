"""The measures' values against their definitions, written down another way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from rummistats import values
from rummistats.errors import MeasureError, VariantError
from rummistats.measures import make_measure
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, find_variant
from tests.oracles import brute_force
from tests.oracles.catalogue import (
    Rules,
    Tiles,
    best_run_value,
    best_value,
    is_group,
    is_run,
    parts,
    sorted_tiles,
)
from tests.small_games import GAMES, hands_of

SABRA = find_variant("sabra")

# Games that ask what a partner is: three tiles are needed, or there is none of the third kind.
PARTNERS: dict[str, Variant] = {
    "a third color is missing": Variant.mini(colors=2, numbers=4, copies=2, jokers=1, hand_size=4),
    "a third copy is missing": Variant.mini(
        colors=1, numbers=4, copies=2, jokers=0, hand_size=4, repeat_colors=True
    ),
    "a joker is the third copy": Variant.mini(
        colors=1, numbers=4, copies=2, jokers=1, hand_size=4, repeat_colors=True
    ),
    "one, two, one": Variant.mini(
        colors=2, numbers=2, copies=2, jokers=0, hand_size=4, ones="low_or_high", one_to_one=True
    ),
}


def samples(most: int) -> Iterator[tuple[Hand, Variant]]:
    """Yield hands of all small games."""
    for game, (variant, _) in GAMES.items():
        hands = hands_of(game)
        for hand in random.Random(game).sample(hands, min(most, len(hands))):
            yield hand, variant


def sabra_hands(most: int, size: int = 14) -> Iterator[Hand]:
    """Yield hands with no, one and two jokers in turn."""
    rng = random.Random(size)
    tiles = SABRA.tile_set
    real = [tile for tile in tiles.all_tiles() if not tile.is_joker]
    for number in range(most):
        jokers = number % 3
        yield tiles.hand([*rng.sample(real, size - jokers), *[Tile("J", 0)] * jokers])


def natural(tiles: Tiles) -> Tiles:
    return tuple(tile for tile in tiles if tile != "J")


def number_of(tile: str) -> int:
    return int(tile[1:])


# Groups and runs


def can_be(kind: str, tiles: Tiles, rules: Rules) -> bool:
    """Whether tiles are a meld of this kind, with any tile for each joker."""
    if best_value(tiles, rules) is None:
        return False
    real = natural(tiles)
    jokers = len(tiles) - len(real)
    if kind == "run":
        numbers = tuple(sorted(map(number_of, real)))
        one_color = len({tile[0] for tile in real}) <= 1
        return one_color and best_run_value(numbers, jokers, rules) is not None
    colors = tuple(tile[0] for tile in real)
    readings = combinations_with_replacement(rules.letters, jokers)
    one_number = len({number_of(tile) for tile in real}) <= 1
    return one_number and any(is_group((*colors, *reading), rules) for reading in readings)


def longest(kind: str, tiles: Tiles, rules: Rules) -> int:
    return max((len(part) for part in parts(tiles) if can_be(kind, part, rules)), default=0)


def has_both_kinds_as_defined(hand: Hand, variant: Variant) -> None:
    rules = Rules.of(variant)
    tiles = sorted_tiles(hand)
    for kind, measure in (("group", values.has_group), ("run", values.has_run)):
        with_jokers = longest(kind, tiles, rules)
        without = longest(kind, natural(tiles), rules)
        for size in (1, 2, 3, 4, 5):
            assert measure(hand, variant, size) == (with_jokers >= size)
            assert measure(hand, variant, size, natural=True) == (without >= size)


def test_whether_there_is_a_group_or_a_run() -> None:
    for hand, variant in samples(60):
        has_both_kinds_as_defined(hand, variant)
    for hand in sabra_hands(15, size=11):
        has_both_kinds_as_defined(hand, SABRA)


def test_the_number_of_groups() -> None:
    def numbers_with_a_group(hand: Hand, variant: Variant) -> int:
        rules = Rules.of(variant)
        tiles = natural(sorted_tiles(hand))
        return sum(
            longest("group", tuple(t for t in tiles if number_of(t) == number), rules) > 0
            for number in range(1, variant.numbers + 1)
        )

    for hand, variant in samples(60):
        assert values.groups(hand, variant) == numbers_with_a_group(hand, variant)
    for hand in sabra_hands(60):
        # rules/claims.md, N_max: for each number one group if at least three colors are present.
        colors = Counter(tile.number for tile in set(hand) if not tile.is_joker)
        assert values.groups(hand, SABRA) == sum(count >= 3 for count in colors.values())


def stretches(hand: Hand, variant: Variant) -> int:
    """Return for how many stretches of three or more consecutive numbers there are tiles."""
    total = 0
    for color in variant.tile_set.color_letters:
        there = "".join(
            "x" if hand.count(Tile(color, number)) else " "
            for number in range(1, variant.numbers + 1)
        )
        total += sum(len(stretch) >= 3 for stretch in there.split())
    return total


def test_the_number_of_runs_is_that_of_stretches() -> None:
    # rules/claims.md, N_max: for each color one run for each maximal stretch.
    for hand in sabra_hands(60):
        assert values.runs(hand, SABRA) == stretches(hand, SABRA)
    variant = Variant.mini(colors=1, numbers=8, copies=1, jokers=0, hand_size=3)
    for size in range(9):
        for chosen in combinations(variant.tile_set.tiles, size):
            hand = variant.tile_set.hand(chosen)
            assert values.runs(hand, variant) == stretches(hand, variant)


def test_the_number_of_runs_is_that_of_runs_that_nothing_extends() -> None:
    for hand, variant in samples(60):
        rules = Rules.of(variant)
        single = tuple(sorted(set(natural(sorted_tiles(hand)))))
        found = [
            set(part)
            for part in parts(single)
            if len({tile[0] for tile in part}) == 1
            and is_run(tuple(sorted(map(number_of, part))), rules)
        ]
        nothing_extends = [run for run in found if not any(run < other for other in found)]
        assert values.runs(hand, variant) == len(nothing_extends), (str(hand), variant)


def test_maximal_melds_are_groups_and_runs() -> None:
    measure = make_measure("maximal_melds")
    for hand, variant in samples(20):
        assert measure(hand, variant) == values.groups(hand, variant) + values.runs(hand, variant)


@pytest.mark.parametrize(
    ("tiles", "groups", "runs"),
    [
        ("R3 R4 R5 R6 R9 R10 R11 B1", 0, 2),
        ("R3 R3 R4 R4 R5 R5", 0, 1),
        ("R3 B3 K3 Y3 R3 B3 K3 Y3", 1, 0),
        ("R3 B3 J R4 R5 J", 0, 1),
        ("R12 R13 R1", 0, 0),
        ("R1 R2 R3 B1 K1 B2 K2 B3 K3", 3, 3),
    ],
)
def test_groups_and_runs_of_some_hands(tiles: str, groups: int, runs: int) -> None:
    hand = SABRA.parse(tiles)
    assert values.groups(hand, SABRA) == groups
    assert values.runs(hand, SABRA) == runs


# Counting melds


def test_melds_of_three_tiles_told_apart() -> None:
    # rules/claims.md, N_3: choices of three physical tiles that are a combination.
    def choices(hand: Hand, variant: Variant) -> int:
        rules = Rules.of(variant)
        tiles = natural(sorted_tiles(hand))
        return sum(best_value(three, rules) is not None for three in combinations(tiles, 3))

    for hand, variant in samples(60):
        assert values.three_tile_melds(hand, variant) == choices(hand, variant)
    for hand in sabra_hands(60):
        assert values.three_tile_melds(hand, SABRA) == choices(hand, SABRA)


def test_the_three_tile_melds_of_the_whole_tile_set() -> None:
    # rules/sabra.md, Legal combinations: 416 groups and 352 runs, copies told apart.
    assert values.three_tile_melds(SABRA.tile_set.all_tiles(), SABRA) == 416 + 352


def test_most_melds_that_cover_most_tiles() -> None:
    # rules/claims.md, N_cover
    def cover(hand: Hand, variant: Variant) -> int:
        packings = brute_force.packings(hand, Rules.of(variant))
        return max((sum(map(len, packing)), len(packing)) for packing in packings)[1]

    for hand, variant in samples(60):
        assert values.covering_melds(hand, variant) == cover(hand, variant)
    for hand in sabra_hands(20, size=11):
        assert values.covering_melds(hand, SABRA) == cover(hand, SABRA)


def test_fewer_melds_may_cover_more_tiles() -> None:
    # A run of five tiles, or two groups of two that spoil it.
    variant, _ = GAMES["long runs, short groups"]
    hand = variant.parse("R1 R2 R3 R4 R5 B2 B4")
    assert values.covering_melds(hand, variant) == 1
    assert values.arranged(hand, variant, "melds") == 2


# Partners and isolated tiles


@cache
def are_partners(one: str, other: str, rules: Rules) -> bool:
    """Whether some third tile of the tile set makes the two a meld of three."""
    kinds = [f"{color}{n}" for color in rules.letters for n in range(1, rules.numbers + 1)]
    available = Counter(dict.fromkeys(kinds, rules.copies) | {"J": rules.jokers})
    for third in [*kinds, "J"]:
        three = sorted_tiles([one, other, third])
        if Counter(three) <= available and best_value(three, rules) is not None:
            return True
    return False


def isolated(tiles: Tiles, rules: Rules) -> int:
    real = natural(tiles)
    return sum(
        not any(are_partners(tile, other, rules) for at, other in enumerate(real) if at != place)
        for place, tile in enumerate(real)
    )


@pytest.mark.parametrize(
    "variant",
    [SABRA, SABRA.with_rules(wrap=True), SABRA.with_rules(repeat_colors=True)]
    + [variant for variant, _ in GAMES.values()]
    + list(PARTNERS.values()),
    ids=str,
)
def test_partners_need_one_tile_more(variant: Variant) -> None:
    rules = Rules.of(variant)
    kinds = [tile for tile in variant.tile_set.tiles if not tile.is_joker]
    for one, other in combinations_with_replacement(kinds, 2):
        wanted = are_partners(str(one), str(other), rules)
        assert values.are_partners(one, other, variant) == wanted
        assert values.are_partners(other, one, variant) == wanted


def test_isolated_tiles_have_no_partner() -> None:
    # rules/claims.md, D_iso
    for hand, variant in samples(60):
        wanted = isolated(sorted_tiles(hand), Rules.of(variant))
        assert values.isolated_tiles(hand, variant) == wanted
    for hand in sabra_hands(60):
        wanted = isolated(sorted_tiles(hand), Rules.of(SABRA))
        assert values.isolated_tiles(hand, SABRA) == wanted


@pytest.mark.parametrize(
    ("tiles", "count"),
    [
        ("R3 R5 B3 K9 Y11 J", 2),
        ("R3 R6", 2),
        ("R3 R5", 0),
        ("R3 R4", 0),
        ("R3 R3", 2),
        ("R13 R1", 2),
        ("R3 B4", 2),
        ("J J R1", 1),
        ("J J", 0),
    ],
)
def test_isolated_tiles_of_some_hands(tiles: str, count: int) -> None:
    assert values.isolated_tiles(SABRA.parse(tiles), SABRA) == count


def test_isolated_tiles_after_packing() -> None:
    # rules/claims.md, D_rest: after a largest packing of combinations of three tiles.
    def left_over(hand: Hand, variant: Variant) -> int:
        rules = Rules.of(variant)
        tiles = sorted_tiles(hand)
        packings = [
            packing
            for packing in brute_force.packings(tiles, rules)
            if all(len(meld) == 3 for meld in packing)
        ]
        most = max(map(len, packings))
        rests = [
            Counter(tiles) - Counter(tile for meld in packing for tile in meld)
            for packing in packings
            if len(packing) == most
        ]
        return min(isolated(sorted_tiles(rest.elements()), rules) for rest in rests)

    for hand, variant in samples(50):
        assert values.isolated_after_packing(hand, variant) == left_over(hand, variant)
    for hand in sabra_hands(20, size=11):
        assert values.isolated_after_packing(hand, SABRA) == left_over(hand, SABRA)


# Helpful tiles


def test_helpful_tiles_are_those_that_help() -> None:
    for hand, variant in samples(6):
        rules = Rules.of(variant)
        for raising, objective in (("melds", "melds"), ("melded_tiles", "tiles")):
            now = brute_force.best(hand, rules, objective)
            kinds = tiles = 0
            for tile, copies in zip(
                variant.tile_set.tiles, variant.tile_set.copies_of_kind, strict=True
            ):
                still = copies - hand.count(tile)
                helps = still and brute_force.best([*hand, tile], rules, objective) > now
                kinds += bool(helps)
                tiles += still if helps else 0
            assert values.helpful_tiles(hand, variant, raising=raising) == kinds
            counted = values.helpful_tiles(hand, variant, raising=raising, counting="tiles")
            assert counted == tiles


@pytest.mark.parametrize(
    ("tiles", "kinds", "copies"),
    [
        # R3 and R6 four times, and both jokers.
        ("R4 R5", 3, 6),
        # Two of R3, R6 and R9 still to come, and both jokers.
        ("R4 R5 R7 R8", 4, 8),
        # K3, Y3 and the joker.
        ("R3 B3", 3, 6),
        # R5 and the joker.
        ("R4 R6 B5 B5", 2, 4),
        ("R1", 0, 0),
        # R2, R3, B1, K1, Y1 and the other joker.
        ("R1 J", 6, 11),
    ],
)
def test_only_what_can_still_come_helps(tiles: str, kinds: int, copies: int) -> None:
    hand = SABRA.parse(tiles)
    assert values.helpful_tiles(hand, SABRA) == kinds
    assert values.helpful_tiles(hand, SABRA, counting="tiles") == copies


@pytest.mark.parametrize("copies", [1, 2])
def test_a_tile_of_which_all_copies_are_in_the_hand_cannot_come(copies: int) -> None:
    # shared/questions.md, B26: another R5 would help the run and the group, if there is one.
    variant = Variant.mini(colors=3, numbers=13, copies=copies, jokers=0, hand_size=5)
    hand = variant.parse("R4 R5 R6 B5 K5")
    assert values.helpful_tiles(hand, variant) == copies - 1
    assert values.helpful_tiles(hand, variant, counting="tiles") == copies - 1


# Plain counts


def test_pairs_of_identical_tiles() -> None:
    for hand, variant in samples(60):
        counts = Counter(natural(sorted_tiles(hand)))
        assert values.pairs(hand, variant) == sum(count // 2 for count in counts.values())


def test_points_of_a_hand() -> None:
    assert values.hand_points(SABRA.parse("R13 B1 J"), SABRA) == 44
    assert values.hand_points(SABRA.parse("R13 J"), SABRA.with_rules(joker_rack_value=25)) == 38
    # rules/sabra.md, Scores, 2: J, K4, K9.
    assert values.hand_points(SABRA.parse("J K4 K9"), SABRA) == 43


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        ({"number": 7}, 3),
        ({"color": "R"}, 4),
        ({"number": 7, "color": "R"}, 2),
        ({"number": 7, "color": "K"}, 0),
        ({"joker": True}, 1),
        ({"joker": False}, 5),
        ({"number": 7, "joker": False}, 3),
    ],
    ids=str,
)
def test_tiles_are_counted(arguments: dict[str, Any], count: int) -> None:
    hand = SABRA.parse("R7 R7 B7 R1 R2 J")
    assert values.count_tiles(hand, SABRA, **arguments) == count


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "count what?"),
        ({"number": 14}, "number=14: the numbers go from 1 to 13"),
        ({"color": "G"}, "color='G': the colors are R, B, K, Y"),
        ({"joker": True, "number": 3}, "a joker has neither number nor color"),
        ({"joker": True, "color": "R"}, "a joker has neither number nor color"),
    ],
    ids=str,
)
def test_what_cannot_be_counted(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(MeasureError) as error:
        values.count_tiles(SABRA.parse("R7"), SABRA, **arguments)
    assert said in str(error.value)


# Measures that arrange


def test_measures_of_the_best_arrangements() -> None:
    for hand, variant in samples(50):
        rules = Rules.of(variant)
        best = {o: brute_force.best(hand, rules, o) for o in ("value", "tiles", "melds")}
        points = brute_force.best(hand, rules, "dead_wood_points")
        opening = variant.with_rules(open_points=9)
        wanted = {
            "opening_value": best["value"],
            "can_open": best["melds"] > 0 and best["value"] >= 9,
            "melds": best["melds"],
            "has_meld": best["melds"] > 0,
            "melded_tiles": best["tiles"],
            "dead_wood_tiles": len(hand) - best["tiles"],
            "dead_wood_points": points,
            "complete": best["tiles"] == len(hand),
        }
        assert {name: make_measure(name)(hand, opening) for name in wanted} == wanted


def test_the_opening_value_with_a_single_meld() -> None:
    for hand, variant in samples(50):
        rules = Rules.of(variant)
        single = variant.with_rules(open_single_set=True, open_points=6)
        most = max(
            (v for p in parts(sorted_tiles(hand)) if (v := best_value(p, rules)) is not None),
            default=None,
        )
        assert values.opening_value(hand, single) == (most or 0)
        assert values.can_open_value(hand, single) == (most is not None and most >= 6)


@pytest.mark.parametrize("name", ["can_open", "opening_value"])
def test_questions_about_an_opening_that_there_is_not(name: str) -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    with pytest.raises(VariantError) as error:
        make_measure(name)(mini.parse("R1 R2 R3"), mini)
    assert "open_points" in str(error.value)

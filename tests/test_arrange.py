"""Best arrangements: the rule file's openings, people's questions, and two other methods."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats import search
from rummistats.arrange import Arrangement, arrange, arrange_all, can_open
from rummistats.dealing import Context, batch_of_hands
from rummistats.errors import MeasureError, TileError, VariantError
from rummistats.melds import Meld, judge
from rummistats.search import Objective
from rummistats.tiles import COLOR_NAMES, Hand, Tile, TileSet
from rummistats.variants import Variant, find_variant, variants
from tests.oracles import brute_force, integer_program
from tests.oracles.catalogue import Rules, best_value, rack_points, sorted_tiles
from tests.small_games import GAMES, hands_of, numbered

SABRA = find_variant("sabra")
FIFTY = SABRA.with_rules(open_points=50)
SINGLE = SABRA.with_rules(open_single_set=True)
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
LARGEST = Variant.mini(colors=6, numbers=15, copies=4, jokers=4, hand_size=20)


def reached(arrangement: Arrangement, objective: Objective) -> int:
    if objective == "melds":
        return len(arrangement.melds)
    return int(getattr(arrangement, objective))


def best_of(text: str, objective: Objective, variant: Variant = SABRA) -> int:
    return reached(arrange(variant.parse(text), variant, best=objective), objective)


# rules/sabra.md, Worked examples, Openings: tiles from the rack, best value, opens with 30, with
# 50, with 30 in a single meld.
OPENINGS = [
    ("R10 B10 K10", 30, True, False, True),
    ("R9 R10 R11", 30, True, False, True),
    ("R9 B9 K9", 27, False, False, False),
    ("R9 B9 K9 Y9", 36, True, False, True),
    ("R2 R3 R4 B7 K7 Y7", 30, True, False, False),
    (numbered("R", 1, 7), 28, False, False, False),
    ("R1 B1 K1 Y1 R2 B2 K2 Y2 R3 B3 K3 Y3", 24, False, False, False),
    ("R11 R12 J", 36, True, False, True),
    ("R9 B9 J", 27, False, False, False),
    ("R10 B10 J", 30, True, False, True),
    ("R13 J J", 39, True, False, True),
    ("R7 J J", 24, False, False, False),
    ("R10 R11 R12 B6 K6 Y6", 51, True, True, True),
    # With R11 already on the table, which does not count.
    ("R8 R9 R10", 27, False, False, False),
]


@pytest.mark.parametrize(("tiles", "value", "thirty", "fifty", "single"), OPENINGS)
def test_the_openings_of_the_rule_file(
    tiles: str, value: int, thirty: bool, fifty: bool, single: bool
) -> None:
    hand = SABRA.parse(tiles)
    assert arrange(hand, SABRA).value == can_open(hand, SABRA).value == value
    assert bool(can_open(hand, SABRA)) == thirty
    assert bool(can_open(hand, FIFTY)) == fifty
    assert bool(can_open(hand, SINGLE)) == single


def test_the_reading_of_the_rule_file_that_opens() -> None:
    # rules/sabra.md, Openings: R13 J J is a group of 39, the run would be worth 36.
    [meld] = can_open(SABRA.parse("R13 J J"), SABRA).arrangement.melds
    assert meld.kind == "group"


def test_a_single_meld_that_opens_may_be_one_that_others_would_cut() -> None:
    # Runs 1-2-3, 4-5-6, 7-8-9 are 45 in three melds, and one run of nine.
    opening = can_open(SABRA.parse(numbered("R", 1, 9)), SINGLE)
    assert opening
    assert opening.value == 45
    assert len(opening.arrangement.melds) == 1


def test_a_single_run_that_opens_may_count_more_as_a_group() -> None:
    # R13 J J is a group of 39, but as a run of 36 it is what the opening asks for.
    needs_run = SINGLE.with_rules(open_needs_run=True)
    opening = can_open(needs_run.parse("R13 J J"), needs_run)
    assert opening
    assert opening.value == 36


@pytest.mark.parametrize("variant", [SABRA, SINGLE], ids=str)
def test_without_points_to_reach_any_meld_opens_but_not_nothing(variant: Variant) -> None:
    free = variant.with_rules(open_points=0)
    assert can_open(free.parse("R1 B1 K1"), free)
    assert not can_open(free.parse("R1 B1 K2"), free)
    assert not can_open(free.parse(""), free)


def test_a_game_without_an_opening() -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    with pytest.raises(VariantError, match="defines no opening"):
        can_open(mini.parse("R1 R2 R3"), mini)
    assert can_open(mini.parse("R1 R2 R3"), mini.with_rules(open_points=6))


# shared/questions.md, A1, A3, A4, A5, A6
@pytest.mark.parametrize(
    ("source", "tiles", "objective", "optimum"),
    [
        ("A1", "K10 B10 J", "value", 30),
        ("A1", "J J R13", "value", 39),
        ("A1", "R12 R13 J", "value", 36),
        ("A1", "R11 R13 J", "value", 36),
        ("A1", "B9 B10 J", "value", 30),
        ("A1", "J J R9", "value", 30),
        ("A3", "R13 Y13 K13 K13", "dead_wood_points", 13),
        ("A3", "R13 Y13 K13 K13", "tiles", 3),
        ("A3", "R13 Y13 K13 K13", "melds", 1),
        ("A4", "R3 R4 R5 R6 R7 B6 K6", "tiles", 6),
        ("A4", "R3 R4 R5 R6 R7 B6 K6", "dead_wood_points", 7),
        ("A5", "R1 R1 B1 K1 Y1 Y1", "dead_wood_points", 0),
        ("A5", "R1 R1 B1 K1 Y1 Y1", "tiles", 6),
        ("A5", "R1 R1 B1 K1 Y1 Y1", "melds", 2),
        ("A6", "B1 B2 R3 B3 R4 K4 Y4 R5 R6", "dead_wood_points", 8),
    ],
)
def test_what_people_ask_of_hands(
    source: str, tiles: str, objective: Objective, optimum: int
) -> None:
    variant = SABRA.with_rules(copies=1, jokers=0) if source == "A6" else SABRA
    assert best_of(tiles, objective, variant) == optimum


def test_the_arrangements_that_people_ask_for() -> None:
    # shared/questions.md, A3, A4, A5, A6
    assert str(arrange(SABRA.parse("R13 Y13 K13 K13"), SABRA).dead_wood) == "K13"
    assert str(arrange(SABRA.parse("R3 R4 R5 R6 R7 B6 K6"), SABRA).dead_wood) == "R7"
    two_groups = arrange(SABRA.parse("R1 R1 B1 K1 Y1 Y1"), SABRA)
    assert sorted(map(str, two_groups.melds)) == ["R1 B1 Y1", "R1 K1 Y1"]
    single = SABRA.with_rules(copies=1, jokers=0)
    hand = single.parse("B1 B2 R3 B3 R4 K4 Y4 R5 R6")
    fewest = arrange(hand, single, best="dead_wood_points")
    assert str(fewest) == "R3 R4 R5 R6 | B1 B2 B3; dead wood: K4 Y4"


def test_a_tile_that_fits_a_run_and_a_group() -> None:
    # shared/questions.md, A9
    hand = SABRA.parse("R5 B5 K5 R4 R6")
    assert list(map(str, arrange_all(hand, SABRA))) == [
        "R4 R5 R6; dead wood: B5 K5",
        "R5 B5 K5; dead wood: R4 R6",
    ]


# shared/design.md, 6, Traps
def test_a_joker_may_stand_for_a_tile_of_which_both_copies_are_in_use() -> None:
    assert best_of("R9 R10 R11 R11 R12 R12 R13 R13 J", "value") == 102
    sevens = "R7 B7 K7 Y7 R7 B7 K7 Y7 J"
    assert best_of(sevens, "melds") == 3
    assert best_of(sevens, "tiles") == 9


def test_most_tiles_and_most_value_are_different_optima() -> None:
    hand = SABRA.parse("R12 R13 J R1 R2 R4")
    assert str(arrange(hand, SABRA, best="value")) == "J(R11) R12 R13; dead wood: R1 R2 R4"
    assert str(arrange(hand, SABRA, best="tiles")) == "R1 R2 J(R3) R4; dead wood: R12 R13"


@pytest.mark.parametrize(
    ("tiles", "value", "melded"),
    [
        # A joker inside, at either end, in a group of four, two in one meld.
        ("R4 R6 J", 15, 3),
        ("R12 R13 J", 36, 3),
        ("R1 R2 J", 6, 3),
        ("R9 B9 K9 J", 36, 4),
        ("R9 B9 J J", 36, 4),
        ("R10 R13 J J", 46, 4),
    ],
)
def test_a_joker_belongs_in_every_legal_place(tiles: str, value: int, melded: int) -> None:
    assert best_of(tiles, "value") == value
    assert best_of(tiles, "tiles") == melded


def test_a_run_that_cannot_be_cut() -> None:
    # shared/design.md, 6: with two real tiles for each joker, 1 J J 4 5 6 is legal as a whole.
    variant = SABRA.with_rules(min_real_per_joker=2)
    assert best_of("R1 J J R4 R5 R6", "tiles", variant) == 6


# Every hand of small games, by brute force


@cache
def outcomes(game: str) -> tuple[tuple[Hand, frozenset[tuple[int, int, int, int]]], ...]:
    """Return for each hand what its packings reach: value, tiles, melds, -dead-wood points."""
    variant, _ = GAMES[game]
    rules = Rules.of(variant)
    found = []
    for hand in hands_of(game):
        tiles = sorted_tiles(hand)
        points = rack_points(tiles, rules)
        reach = frozenset(
            (
                sum(best_value(meld, rules) or 0 for meld in packing),
                sum(map(len, packing)),
                len(packing),
                sum(rack_points(meld, rules) for meld in packing) - points,
            )
            for packing in brute_force.packings(tiles, rules)
        )
        found.append((hand, reach))
    return tuple(found)


PLACE: dict[Objective, int] = {"value": 0, "tiles": 1, "melds": 2, "dead_wood_points": 3}

# What `arrange` promises of its choice among equally good ones.
PROMISED: dict[Objective, tuple[Objective, ...]] = {
    "value": ("value", "tiles", "dead_wood_points"),
    "tiles": ("tiles", "dead_wood_points", "value"),
    "melds": ("melds", "tiles"),
    "dead_wood_points": ("dead_wood_points", "tiles"),
}


def reach_of(arrangement: Arrangement) -> tuple[int, int, int, int]:
    """Count anew what an arrangement reaches, after checking that it is one."""
    hand, variant = arrangement.hand, arrangement.variant
    rules = Rules.of(variant)
    melds = [sorted_tiles(meld.tiles) for meld in arrangement.melds]
    values = [best_value(meld, rules) for meld in melds]
    assert None not in values
    assert list(map(variant.opening_value, arrangement.melds)) == values
    melded = Counter(tile for meld in melds for tile in meld)
    left = Counter(sorted_tiles(hand))
    left.subtract(melded)
    assert left == Counter(sorted_tiles(arrangement.dead_wood)) | Counter(dict.fromkeys(left, 0))
    value = sum(value or 0 for value in values)
    points = rack_points(sorted_tiles(arrangement.dead_wood), rules)
    assert arrangement.value == value
    assert arrangement.tiles == melded.total()
    assert arrangement.dead_wood_points == points
    return value, melded.total(), len(melds), -points


@pytest.mark.parametrize("find", [search.compiled_optimum, search.plain_optimum])
@pytest.mark.parametrize("game", GAMES)
def test_every_hand_of_small_games_is_arranged_as_well_as_can_be(game: str, find: Any) -> None:
    variant, _ = GAMES[game]
    for hand, reach in outcomes(game):
        for objective in OBJECTIVES:
            found = Arrangement(hand, variant, tuple(find(hand, variant, objective)))
            reached = reach_of(found)
            assert reached in reach
            wanted = [PLACE[part] for part in PROMISED[objective]]
            best = max(tuple(outcome[place] for place in wanted) for outcome in reach)
            assert tuple(reached[place] for place in wanted) == best, (str(hand), objective)


@pytest.mark.parametrize("game", GAMES)
def test_batches_of_every_hand_of_small_games(game: str) -> None:
    variant, most = GAMES[game]
    every = outcomes(game)
    for size in range(min(most, variant.tile_set.size) + 1):
        of_size = [(hand, reach) for hand, reach in every if len(hand) == size]
        batch = batch_of_hands(hand for hand, _ in of_size)
        for objective in OBJECTIVES:
            best = [max(out[PLACE[objective]] for out in reach) for _, reach in of_size]
            if objective == "dead_wood_points":
                # A batch gets the points that are melded instead.
                points = [sum(map(variant.rack_value, hand)) for hand, _ in of_size]
                best = [melded + point for melded, point in zip(best, points, strict=True)]
            assert search.batch_optimum(batch, variant, objective).tolist() == best


@pytest.mark.parametrize("game", GAMES)
def test_every_optimum_of_small_games_comes_once_and_in_order(game: str) -> None:
    variant, _ = GAMES[game]
    rules = Rules.of(variant)
    for hand in random.Random(3).sample(hands_of(game), min(250, len(hands_of(game)))):
        packings = list(brute_force.packings(hand, rules))
        for objective in OBJECTIVES:
            scores = [brute_force.score(p, hand, rules, objective) for p in packings]
            best = min(scores) if objective == "dead_wood_points" else max(scores)
            wanted = {p for p, score in zip(packings, scores, strict=True) if score == best}
            optima = list(arrange_all(hand, variant, best=objective))
            found = [tuple(sorted(sorted_tiles(m.tiles) for m in o.melds)) for o in optima]
            assert set(found) == wanted
            assert len(found) == len(wanted)
            assert {reached(optimum, objective) for optimum in optima} == {best}
            assert reached(arrange(hand, variant, best=objective), objective) == best
            keys = [order_key(optimum) for optimum in optima]
            assert keys == sorted(keys)
        most_valuable = {
            tuple(sorted(sorted_tiles(meld.tiles) for meld in optimum.melds))
            for optimum in arrange_all(hand, variant)
        }
        assert most_valuable == brute_force.all_optima(hand, rules)


def order_key(arrangement: Arrangement) -> list[tuple[bool, int, str, str]]:
    """Return what `arrange_all` goes by: tile after tile its meld, longest first, or none."""
    key: list[tuple[bool, int, str, str]] = []
    left = Counter(arrangement.hand)
    melds = sorted(arrangement.melds, key=lambda meld: (-len(meld), meld.kind, str(meld)))
    for tile in sorted(left, key=by_columns):
        for meld in melds:
            if min(meld.tiles, key=by_columns) == tile:
                key.append((False, -len(meld), meld.kind, str(meld)))
                left.subtract(meld.tiles)
        key += [(True, 0, "", "")] * left[tile]
        left[tile] = 0
    return key


def by_columns(tile: Tile) -> tuple[bool, int, int]:
    """Order tiles by number, in it by color as the tile set names them, jokers last."""
    return tile.is_joker, tile.number, [*COLOR_NAMES, "J"].index(tile.color)


# Random hands of the full game, by integer programming


def random_hands(how_many: int, variant: Variant, sizes: range, seed: int) -> Iterator[Hand]:
    """Yield hands of random sizes with as many hands for each number of jokers."""
    rng = random.Random(seed)
    tiles = list(variant.tile_set.all_tiles())
    real = [tile for tile in tiles if not tile.is_joker]
    for number in range(how_many):
        jokers = number % (variant.jokers + 1)
        chosen = rng.sample(real, rng.choice(sizes) - jokers)
        yield variant.tile_set.hand([*chosen, *[t for t in tiles if t.is_joker][:jokers]])


def as_good_as_the_integer_program(hand: Hand, variant: Variant) -> None:
    rules = Rules.of(variant)
    for objective in OBJECTIVES:
        best = integer_program.best(hand, rules, objective)
        found = arrange(hand, variant, best=objective)
        reach_of(found)
        assert reached(found, objective) == best, (str(hand), objective)
        melded = best
        if objective == "dead_wood_points":
            melded = sum(map(variant.rack_value, hand)) - best
        assert search.batch_optimum(batch_of_hands([hand]), variant, objective).tolist() == [melded]


def test_random_hands_against_integer_programming() -> None:
    for hand in random_hands(300, SABRA, range(7, 23), seed=1):
        as_good_as_the_integer_program(hand, SABRA)


@pytest.mark.slow
def test_many_random_hands_against_integer_programming() -> None:
    for hand in random_hands(2_000, SABRA, range(7, 23), seed=2):
        as_good_as_the_integer_program(hand, SABRA)


@pytest.mark.parametrize(
    "rules",
    [
        {"ones": "low_or_high", "one_to_one": True},
        {"ones": "circular"},
        {"min_real_per_joker": 2},
        {"repeat_colors": True},
        {"max_run": 4, "max_jokers_per_combination": 1},
        {"jokers": 4, "min_real": 0},
        {"copies": 1, "min_run": 4},
    ],
    ids=str,
)
def test_random_hands_under_house_rules_against_integer_programming(rules: dict[str, Any]) -> None:
    # Nine numbers, since the program of the oracle gets every legal run.
    variant = SABRA.with_rules(numbers=9, **rules)
    for hand in random_hands(20, variant, range(7, 19), seed=3):
        as_good_as_the_integer_program(hand, variant)


# What holds for every arrangement


@st.composite
def sabra_hands(draw: st.DrawFn, largest: int = 24) -> Hand:
    tiles = SABRA.tile_set
    deck = list(tiles.all_tiles())
    places = st.lists(st.integers(0, len(deck) - 1), unique=True, max_size=largest)
    return tiles.hand(deck[place] for place in draw(places))


# The first hand of all also compiles and makes the tables, so that time says nothing.
@settings(deadline=None)
@given(hand=sabra_hands(), objective=st.sampled_from(OBJECTIVES))
def test_no_tile_is_lost_and_every_meld_is_legal(hand: Hand, objective: Objective) -> None:
    found = arrange(hand, SABRA, best=objective)
    melded = hand.tile_set.hand(tile for meld in found.melds for tile in meld.tiles)
    assert melded + found.dead_wood == hand
    for meld in found.melds:
        verdict = judge(hand.tile_set.hand(meld.tiles), SABRA)
        assert verdict.legal
        assert meld in verdict.readings
        assert SABRA.opening_value(meld) == verdict.value
    assert found.value == sum(map(SABRA.opening_value, found.melds))
    assert found.tiles == len(melded)
    assert found.dead_wood_points == sum(map(SABRA.rack_value, found.dead_wood))


@given(hand=sabra_hands())
def test_a_hand_always_gets_the_same_arrangement(hand: Hand) -> None:
    again = SABRA.tile_set.hand(reversed(list(hand)))
    for objective in OBJECTIVES:
        assert arrange(hand, SABRA, objective) == arrange(again, SABRA, objective)


@given(hand=sabra_hands(16))
def test_the_plain_search_finds_what_the_compiled_one_finds(hand: Hand) -> None:
    for objective in OBJECTIVES:
        compiled, plain = (
            Arrangement(hand, SABRA, tuple(find(hand, SABRA, objective)))
            for find in (search.compiled_optimum, search.plain_optimum)
        )
        wanted = [PLACE[part] for part in PROMISED[objective]]
        first, second = reach_of(compiled), reach_of(plain)
        assert [first[place] for place in wanted] == [second[place] for place in wanted]


@given(hand=sabra_hands(), tile=st.sampled_from(list(SABRA.tile_set.tiles)))
def test_one_more_tile_never_spoils_an_arrangement(hand: Hand, tile: Tile) -> None:
    more = Counter(hand) + Counter([tile])
    if more[tile] > SABRA.tile_set.copies_of_kind[SABRA.tile_set.kind(tile)]:
        return
    larger = SABRA.tile_set.hand(more.elements())
    before, after = ([reach_at_best(h, o) for o in OBJECTIVES] for h in (hand, larger))
    assert all(a >= b for a, b in zip(after, before, strict=True))


def reach_at_best(hand: Hand, objective: Objective) -> int:
    found = arrange(hand, SABRA, best=objective)
    if objective == "dead_wood_points":
        return sum(map(SABRA.rack_value, hand)) - found.dead_wood_points
    return reached(found, objective)


def test_melds_are_listed_groups_first() -> None:
    hand = SABRA.parse("R1 R2 R3 B9 B10 B11 R12 B12 K12 R5 K5 Y5")
    assert list(map(str, arrange(hand, SABRA).melds)) == [
        "R5 K5 Y5",
        "R12 B12 K12",
        "R1 R2 R3",
        "B9 B10 B11",
    ]


def test_runs_that_continue_each_other_are_joined_unless_melds_are_counted() -> None:
    hand = SABRA.parse(numbered("R", 1, 13))
    for objective in OBJECTIVES:
        melds = arrange(hand, SABRA, best=objective).melds
        assert len(melds) == (4 if objective == "melds" else 1)


def test_an_arrangement_reads_well() -> None:
    assert str(arrange(SABRA.parse("R1 B5"), SABRA)) == "no meld; dead wood: R1 B5"
    assert str(arrange(SABRA.parse("R10 B10 J"), SABRA)) == "R10 B10 J(K10/Y10); dead wood: none"


# Odd sizes


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_empty_hand(objective: Objective) -> None:
    hand = SABRA.parse("")
    assert arrange(hand, SABRA, objective) == Arrangement(hand, SABRA, ())
    assert list(arrange_all(hand, SABRA, objective)) == [Arrangement(hand, SABRA, ())]
    assert search.plain_optimum(hand, SABRA, objective) == []


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_whole_tile_set(objective: Objective) -> None:
    # Every tile can be melded, and there are no more melds than a third of the tiles. The real
    # tiles count 728, and nothing is worth more than to let both jokers stand for a 13.
    found = arrange(SABRA.tile_set.all_tiles(), SABRA, objective)
    assert found.tiles == 106
    assert found.dead_wood_points == 0
    if objective == "melds":
        assert len(found.melds) == 35
    if objective == "value":
        assert found.value == 728 + 2 * 13
    reach_of(found)


@pytest.mark.parametrize("size", [90, 100])
def test_most_melds_of_nearly_the_whole_tile_set(size: int) -> None:
    # No more melds than a third of the tiles can be, and no more tiles than all.
    rng = random.Random(size)
    tiles = [tile for tile in SABRA.tile_set.all_tiles() if not tile.is_joker]
    hand = SABRA.tile_set.hand([*rng.sample(tiles, size - 2), *SABRA.parse("J J")])
    found = arrange(hand, SABRA, best="melds")
    assert (len(found.melds), found.tiles) == (size // 3, size)
    reach_of(found)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_one_color(jokers: int) -> None:
    variant = Variant.mini(colors=1, numbers=13, copies=2, jokers=jokers, hand_size=14)
    for hand in random_hands(12, variant, range(8, 20), seed=5):
        as_good_as_the_integer_program(hand, variant)
    whole = variant.tile_set.all_tiles()
    assert arrange(whole, variant, best="tiles").tiles == len(whole)


@pytest.mark.parametrize("jokers", [0, 1, 3, 4])
@pytest.mark.parametrize("min_real", [0, 1])
def test_a_tile_set_of_one_tile(jokers: int, min_real: int) -> None:
    variant = Variant.mini(
        colors=1, numbers=1, copies=1, jokers=jokers, hand_size=1, min_real=min_real
    )
    whole = variant.tile_set.all_tiles()
    rules = Rules.of(variant)
    for objective in OBJECTIVES:
        best = brute_force.best(whole, rules, objective)
        assert reached(arrange(whole, variant, objective), objective) == best
        plain = search.plain_optimum(whole, variant, objective)
        assert reached(Arrangement(whole, variant, tuple(plain)), objective) == best


def test_melds_of_jokers_alone_with_the_largest_number_and_without_one() -> None:
    variant = Variant.mini(colors=3, numbers=9, copies=1, jokers=4, hand_size=4, min_real=0)
    assert best_of("J J J", "value", variant) == 27
    assert best_of("J J", "value", variant) == 0


@pytest.mark.slow
def test_hands_of_the_largest_tile_set() -> None:
    # The program of these is built from all melds with four jokers, which takes long.
    variant = LARGEST
    for hand in random_hands(10, variant, range(20, 21), seed=7):
        as_good_as_the_integer_program(hand, variant)


def test_hands_of_the_largest_tile_set_with_two_jokers() -> None:
    variant = LARGEST.with_rules(jokers=2, numbers=9)
    for hand in random_hands(9, variant, range(20, 21), seed=7):
        as_good_as_the_integer_program(hand, variant)


# Bad input


@pytest.mark.parametrize("best", ["points", "Value", "", 0, 3], ids=repr)
def test_an_objective_that_there_is_not(best: Any) -> None:
    for call in (arrange, lambda *a, **k: list(arrange_all(*a, **k))):
        with pytest.raises(MeasureError) as error:
            call(SABRA.parse("R1"), SABRA, best=best)
        assert f"best={best!r}" in str(error.value)
        assert all(objective in str(error.value) for objective in OBJECTIVES)


@pytest.mark.parametrize(
    "call",
    [arrange, can_open, lambda hand, variant: list(arrange_all(hand, variant))],
    ids=["arrange", "can_open", "arrange_all"],
)
@pytest.mark.parametrize("variant", [SABRA, SINGLE], ids=str)
def test_hands_that_are_not_of_the_variant(call: Any, variant: Variant) -> None:
    with pytest.raises(TileError, match="can't be played"):
        call(TileSet(jokers=0).parse("R3 B3 K3"), variant)
    with pytest.raises(TileError, match="is no hand"):
        call(["R3", "B3", "K3"], variant)


def test_a_text_of_tiles_is_a_hand() -> None:
    hand = SABRA.parse("R10 B10 J R4 R5 R6 Y1")
    assert arrange(str(hand), SABRA) == arrange(hand, SABRA)
    assert can_open(str(hand), SABRA) == can_open(hand, SABRA)


def test_arrangements_are_values() -> None:
    hand = SABRA.parse("R3 B3 K3")
    found: Arrangement = arrange(hand, SABRA)
    assert {found, arrange(hand, SABRA)} == {found}
    melds: tuple[Meld, ...] = found.melds
    with pytest.raises(AttributeError):
        found.melds = melds  # type: ignore[misc]


# What an arrangement is best at if nothing is said.


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_what_an_arrangement_is_best_at_unless_said(variant: Variant) -> None:
    usual: Objective = "value" if variant.has_opening_value else "tiles"
    if variant.name == "gin":
        usual = "dead_wood_points"
    for seed in range(5):
        hand = variant.playing_set.hand(
            variant.played_as(tile, Context(indicator="R5") if variant.game.indicator else None)
            for tile in variant.deal(seed=seed)
        )
        assert arrange(hand, variant) == arrange(hand, variant, best=usual)
        assert next(arrange_all(hand, variant)) == next(arrange_all(hand, variant, best=usual))


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_an_objective_without_sense_is_refused_with_those_that_have_some(variant: Variant) -> None:
    accepted = []
    for objective in OBJECTIVES:
        try:
            arrange("", variant, best=objective)
            accepted.append(objective)
        except VariantError as error:
            refusal = str(error)
    assert {"tiles", "melds"} <= set(accepted)
    if len(accepted) < len(OBJECTIVES):
        assert refusal.endswith(f"may be best by {' or '.join(accepted)}")

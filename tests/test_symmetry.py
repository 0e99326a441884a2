"""Symmetries, orbits and Burnside's lemma: theorems, known sequences, small games in full."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import comb, factorial, gcd, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.errors import TileError, VariantError
from rummistats.exact import enumerate_hands
from rummistats.exact.burnside import (
    burnside_table,
    cycle_index,
    essentially_different_hands,
    essentially_different_hands_by_size,
    fixed_hands,
)
from rummistats.exact.permutations import CycleIndex, Permutation, generate
from rummistats.exact.symmetry import (
    PermutationGroup,
    Symmetry,
    canonical_hand,
    keeps_melds,
    orbit,
    stabilizer,
    symmetries,
)
from rummistats.measures import make_measure
from rummistats.melds import all_melds
from rummistats.tiles import Hand, TileSet
from rummistats.variants import Variant, find_variant, variants
from tests.small_games import hands_up_to

SABRA = find_variant("sabra")
CIRCULAR = SABRA.with_rules(ones="circular")
ONES = ("low", "high", "low_or_high", "circular")


def mini(colors, numbers, copies=1, jokers=0, hand_size=1, **rules):
    return Variant.mini(
        colors=colors, numbers=numbers, copies=copies, jokers=jokers, hand_size=hand_size, **rules
    )


def of_numbers(variant, image):
    """The symmetry that only renames numbers."""
    line = tuple(range(1, variant.numbers + 1))
    return Symmetry(
        Permutation.identity(variant.playing_set.color_letters),
        Permutation(line, tuple(map(image, line))),
    )


def of_colors(variant, cycles):
    letters = variant.playing_set.color_letters
    return Symmetry(
        Permutation.parse(cycles, letters), Permutation.identity(range(1, variant.numbers + 1))
    )


def is_kept(variant, symmetry):
    """Whether the list of all melds, jokers and all, is the same after renaming."""
    melds = set(all_melds(variant))
    return {symmetry(meld) for meld in melds} == melds


def with_ones():
    """Every game with every place of the ones that its rules allow, on few numbers."""
    for variant in variants():
        for ones in ONES:
            try:
                yield variant.with_rules(numbers=6, hand_size=5, ones=ones)
            except VariantError:
                continue


GAMES = [*with_ones()]


def test_every_game_and_every_place_of_the_ones_is_looked_at():
    assert {game.name for game in GAMES} == {variant.name for variant in variants()}
    assert {game.ones for game in GAMES} == set(ONES)


# Which permutations keep the melds.


@pytest.mark.parametrize("variant", [*variants(), *GAMES], ids=repr)
def test_symmetries_turn_melds_into_melds(variant):
    """It is enough to look at permutations of which all others are products."""
    letters = variant.playing_set.color_letters
    generators = [
        of_colors(variant, f"({' '.join(letters)})"),
        of_colors(variant, f"({letters[0]} {letters[1]})"),
    ]
    assert set(symmetries(variant)) == set(PermutationGroup.generated_by(*generators))
    if variant.ones in ("low", "circular"):
        backwards = of_numbers(variant, lambda v: variant.numbers + 1 - v)
        assert set(symmetries(variant, colors=False, reflection=True)) == {
            backwards,
            backwards * backwards,
        }
        generators.append(backwards)
    if variant.ones == "circular":
        further = of_numbers(variant, lambda v: v % variant.numbers + 1)
        assert further in symmetries(variant, colors=False, translations=True)
        generators.append(further)
    for symmetry in generators:
        assert is_kept(variant, symmetry)
        assert keeps_melds(symmetry, variant)


@pytest.mark.parametrize("variant", [*variants(), *GAMES], ids=repr)
def test_what_does_not_keep_melds_is_refused(variant):
    if variant.ones != "circular":
        further = of_numbers(variant, lambda v: v % variant.numbers + 1)
        assert not is_kept(variant, further)
        assert not keeps_melds(further, variant)
        with pytest.raises(VariantError, match=r"translations=True: v -> v \+ 1 doesn't keep"):
            symmetries(variant, translations=True)
    if variant.ones in ("high", "low_or_high"):
        backwards = of_numbers(variant, lambda v: variant.numbers + 1 - v)
        assert not is_kept(variant, backwards)
        assert not keeps_melds(backwards, variant)
        with pytest.raises(
            VariantError, match=r"reflection=True: v -> .* it does where ones='low'"
        ):
            symmetries(variant, reflection=True)


def test_where_ones_are_low_or_high_only_the_one_may_stay():
    """12 13 1 read backwards is 1 2 3 if a 1 stays a 1: then 13 must become 2."""
    gin = find_variant("gin").with_rules(ones="low_or_high")
    kept = of_numbers(gin, lambda v: 1 if v == 1 else 15 - v)
    assert is_kept(gin, kept)
    assert keeps_melds(kept, gin)
    assert kept not in symmetries(gin)


def test_the_message_shows_a_run_that_is_broken():
    with pytest.raises(VariantError, match="the run 12 13 1 becomes 2 1 13"):
        symmetries(find_variant("okey"), reflection=True)


def test_a_gap_in_the_circle_has_no_symmetry():
    gap = find_variant("stone-rummy").with_rules(gap_12_1=True)
    for options in ({"reflection": True}, {"translations": True}):
        with pytest.raises(VariantError, match="without a gap"):
            symmetries(gap, **options)


def test_numbers_outside_of_the_circle_stay():
    game = find_variant("stone-rummy").with_rules(cycle=12)
    group = symmetries(game, colors=False, reflection=True, translations=True)
    assert group.order == 24
    assert all(symmetry.numbers(13) == 13 for symmetry in group)
    assert all(keeps_melds(symmetry, game) for symmetry in group)


def test_what_a_hand_melds_is_the_same_in_its_whole_orbit():
    """Its points are not: reading the numbers backwards makes low tiles high ones."""
    game = mini(3, 4, copies=2, jokers=1, hand_size=5)
    group = symmetries(game, reflection=True)
    for name in ("melds", "melded_tiles", "dead_wood_tiles", "groups", "runs", "isolated_tiles"):
        measure = make_measure(name)
        for hand, _ in enumerate_hands(game)[::150]:
            assert len({measure(other, game) for other in orbit(hand, group)}) == 1
    points = make_measure("hand_points")
    assert {points(hand, game) for hand in orbit(game.parse("R1 R2 R3"), group)} == {6, 9}


# Permutation groups.


@pytest.mark.parametrize(
    ("variant", "options", "order"),
    [
        (SABRA, {}, 24),
        (SABRA, {"colors": False}, 1),
        (SABRA, {"reflection": True}, 48),
        (SABRA, {"colors": "(R B K Y)"}, 4),
        (SABRA, {"colors": ["(R B K Y)", "(R K)"]}, 8),
        (SABRA, {"colors": ["(R B)(K Y)", "(R K)(B Y)"]}, 4),
        (SABRA, {"colors": ["(r b k)", "(b,k,y)"]}, 12),
        (SABRA, {"colors": []}, 1),
        (CIRCULAR, {"colors": False, "translations": True}, 13),
        (CIRCULAR, {"colors": False, "translations": True, "reflection": True}, 26),
        (CIRCULAR, {"translations": True, "reflection": True}, 24 * 26),
        (find_variant("gin"), {"colors": "(S C)(H D)"}, 2),
        (mini(6, 4, ones="circular"), {"translations": True, "reflection": True}, 720 * 8),
    ],
)
def test_orders_of_permutation_groups(variant, options, order):
    group = symmetries(variant, **options)
    assert len(set(group)) == group.order == len(group) == order
    assert str(next(iter(group))) == "identity"


@pytest.mark.parametrize(
    "options", [{}, {"colors": "(R B)"}, {"reflection": True}, {"translations": True}]
)
def test_products_and_inverses_stay_in_the_permutation_group(options):
    game = mini(3, 5, ones="circular")
    elements = set(symmetries(game, **options))
    for s, t in product(elements, repeat=2):
        assert s * t in elements
        assert str(s.inverse() * s) == "identity"


def test_generators_generate_the_same_permutation_group():
    game = mini(3, 5, ones="circular")
    generators = [
        of_colors(game, "(R B)"),
        of_colors(game, "(R B K)"),
        of_numbers(game, lambda v: v % 5 + 1),
        of_numbers(game, lambda v: 6 - v),
    ]
    assert PermutationGroup.generated_by(*generators) == symmetries(
        game, reflection=True, translations=True
    )
    # The other reflections are the products with translations.
    assert symmetries(game, reflection=True).order == 12


hands_of_minis = st.tuples(*[st.integers(0, 2)] * 12, st.integers(0, 2))
MINI = mini(3, 4, copies=2, jokers=2, ones="circular")
GROUPS = [
    symmetries(MINI),
    symmetries(MINI, colors="(R B K)", reflection=True),
    symmetries(MINI, reflection=True, translations=True),
]


@given(counts=hands_of_minis, group=st.sampled_from(GROUPS))
@settings(max_examples=150, deadline=None)
def test_orbit_stabilizer_theorem(counts, group):
    hand = Hand(MINI.tile_set, counts)
    fixing = stabilizer(hand, group)
    assert len(orbit(hand, group)) * fixing.order == group.order
    assert set(fixing) == set(PermutationGroup.generated_by(*fixing))
    assert {symmetry(hand) for symmetry in fixing} == {hand}


@given(counts=hands_of_minis, group=st.sampled_from(GROUPS), data=st.data())
@settings(max_examples=150, deadline=None)
def test_orbits_are_equal_or_disjoint(counts, group, data):
    hand = Hand(MINI.tile_set, counts)
    symmetry = data.draw(st.sampled_from(group.symmetries))
    image = symmetry(hand)
    assert orbit(image, group) == orbit(hand, group)
    assert canonical_hand(image, group) == canonical_hand(hand, group) == orbit(hand, group)[0]
    # Weights are the same in the whole orbit, and tiles are renamed one by one.
    assert image.weight == hand.weight
    assert image == MINI.tile_set.hand(map(symmetry, hand))
    assert symmetry.inverse()(image) == hand


@given(counts=hands_of_minis, data=st.data())
def test_a_product_is_first_the_second_factor(counts, data):
    s, t = (data.draw(st.sampled_from(GROUPS[2].symmetries)) for _ in range(2))
    hand = Hand(MINI.tile_set, counts)
    assert (s * t)(hand) == s(t(hand))
    assert (s * t).tiles == s.tiles * t.tiles


@pytest.mark.parametrize("copies", [1, 2])
def test_each_symmetry_permutes_the_tiles_in_the_cycles_of_its_type(copies):
    """gcd(a, b) cycles of lcm(a, b) tiles, against the cycles themselves."""
    game = mini(4, 6, copies=copies, ones="circular")
    group = symmetries(game, reflection=True, translations=True)
    direct = Counter(symmetry.tiles.cycle_type for symmetry in group)
    assert dict(cycle_index(group).terms) == {
        lengths: Fraction(count, group.order) for lengths, count in direct.items()
    }
    for symmetry in group:
        on_hands = Counter(symmetry.tiles(tile) for tile in game.tile_set.tiles)
        assert set(on_hands) == set(game.tile_set.tiles)


# Permutations and the cycle index.


def test_cycle_notation_is_read_back():
    for images in permutations("RBKY"):
        permutation = Permutation(tuple("RBKY"), images)
        text = str(permutation)
        assert Permutation.parse("" if text == "identity" else text, "RBKY") == permutation


@pytest.mark.parametrize("colors", range(1, 7))
def test_cycle_index_of_the_symmetric_group(colors):
    """Cauchy: of n! permutations n! / (1^j1 j1! 2^j2 j2! ...) have j1, j2, ... cycles."""
    index = cycle_index(symmetries(mini(colors, 3)), on="colors")
    for lengths, share in index.terms:
        numbers = Counter(lengths)
        assert share == Fraction(1, prod(k**j * factorial(j) for k, j in numbers.items()))
        assert sum(lengths) == colors
    assert len(index.terms) == [1, 2, 3, 5, 7, 11][colors - 1]  # partitions
    assert sum(share for _, share in index.terms) == 1


@pytest.mark.parametrize("numbers", range(1, 16))
def test_cycle_index_of_the_cyclic_group(numbers):
    group = symmetries(mini(1, numbers, ones="circular"), translations=True)
    shifts = Counter(numbers // gcd(shift, numbers) for shift in range(numbers))
    assert dict(cycle_index(group, on="numbers").terms) == {
        (length,) * (numbers // length): Fraction(count, numbers)
        for length, count in shifts.items()
    }


@pytest.mark.parametrize(
    ("group", "on", "text"),
    [
        (symmetries(SABRA), "colors", "(1/24)(a1^4 + 6 a1^2 a2 + 3 a2^2 + 8 a1 a3 + 6 a4)"),
        (symmetries(SABRA), "numbers", "a1^13"),
        (symmetries(SABRA, reflection=True), "numbers", "(1/2)(a1^13 + a1 a2^6)"),
        (
            symmetries(CIRCULAR, reflection=True, translations=True),
            "numbers",
            "(1/26)(a1^13 + 13 a1 a2^6 + 12 a13)",
        ),
        (
            symmetries(SABRA),
            "tiles",
            "(1/24)(a1^52 + 6 a1^26 a2^13 + 3 a2^26 + 8 a1^13 a3^13 + 6 a4^13)",
        ),
        (symmetries(SABRA, colors=False), "tiles", "a1^52"),
    ],
)
def test_cycle_indices_are_printed_as_one_writes_them(group, on, text):
    assert str(cycle_index(group, on=on)) == text


def test_polyas_theorem_counts_necklaces_by_beads():
    """Necklaces of 12 beads with k black ones: row 12 of A047996."""
    index = CycleIndex.of(
        (12 // gcd(shift, 12),) * gcd(shift, 12) if shift else (1,) * 12 for shift in range(12)
    )
    assert index.count_by_size([1, 1]) == (1, 1, 6, 19, 43, 66, 80, 66, 43, 19, 6, 1, 1)
    assert index(2) == 352


# Counting by Burnside's lemma.


def every_size(variant, **options):
    return essentially_different_hands_by_size(variant, under=symmetries(variant, **options))


def test_necklaces_and_bracelets():
    """Hands of one color on a circle are necklaces, turned over as well they are bracelets."""
    circles = [mini(1, n, ones="circular") for n in range(1, 13)]
    two_copies = [mini(1, n, copies=2, ones="circular") for n in range(1, 11)]
    turn, turn_over = {"translations": True}, {"translations": True, "reflection": True}
    assert [sum(every_size(circle, **turn)) for circle in circles] == [
        *(2, 3, 4, 6, 8, 14, 20, 36, 60, 108, 188, 352)  # A000031
    ]
    assert [sum(every_size(circle, **turn_over)) for circle in circles] == [
        *(2, 3, 4, 6, 8, 13, 18, 30, 46, 78, 126, 224)  # A000029
    ]
    assert [sum(every_size(circle, **turn)) for circle in two_copies] == [
        *(3, 6, 11, 24, 51, 130, 315, 834, 2195, 5934)  # A001867
    ]
    assert [sum(every_size(circle, **turn_over)) for circle in two_copies] == [
        *(3, 6, 10, 21, 39, 92, 198, 498, 1219, 3210)  # A027671
    ]


def test_hands_of_poker_up_to_the_suits():
    """Known figures of card players: 169 starting hands, 1755 flops, 134459 hands of five."""
    deck = find_variant("gin")
    assert [essentially_different_hands(deck, size) for size in range(8)] == [
        *(1, 13, 169, 1755, 16432, 134459, 962988, 6009159)
    ]


@pytest.mark.parametrize(("colors", "numbers"), [*product(range(1, 6), repeat=2)])
def test_binary_matrices_up_to_the_order_of_their_rows(colors, numbers):
    """With one copy a color is one of 2^n rows, and a hand a multiset of rows."""
    assert sum(every_size(mini(colors, numbers))) == comb(2**numbers + colors - 1, colors)


def multisets_of_rows(rows_of_size, colors):
    """By tiles: in how many ways ``colors`` rows are chosen, with repetition, in no order.

    ``rows_of_size[m]`` rows have m tiles. Rows of each size are chosen for themselves: no
    permutation occurs here.
    """
    ways = {(0, 0): 1}  # by rows chosen, tiles
    for size, rows in enumerate(rows_of_size):
        chosen = Counter()
        for (before, tiles), count in ways.items():
            for more in range(colors - before + 1):
                ways_to_choose = comb(rows + more - 1, more) if rows else not more
                chosen[before + more, tiles + more * size] += count * ways_to_choose
        ways = chosen
    return [ways[colors, tiles] for tiles in range(colors * (len(rows_of_size) - 1) + 1)]


def rows_of(numbers, tiles):
    """How many rows of so many numbers, two copies of each, have so many tiles."""
    return sum(comb(numbers, k) * comb(numbers - k, tiles - 2 * k) for k in range(tiles // 2 + 1))


ROWS = [rows_of(13, tiles) for tiles in range(27)]


def test_the_hands_of_sabra_by_another_method():
    without_jokers = multisets_of_rows(ROWS, 4)
    with_jokers = [sum(without_jokers[max(0, size - 2) : size + 1]) for size in range(107)]
    assert tuple(with_jokers) == essentially_different_hands_by_size(SABRA)
    assert with_jokers[14] == essentially_different_hands(SABRA) == 2018903502279
    # Nearly all hands have 24 different ones in their orbit.
    assert 0 < with_jokers[14] - Fraction(48204860086530, 24) < Fraction(with_jokers[14], 100)


def test_the_hands_of_sabra_read_backwards_too():
    """The mean of all orbits, and of those that reading backwards leaves as they are.

    These are four palindromes, or two and a row with its mirror image, or two such pairs.
    """
    palindromes = [
        sum(rows_of(6, (tiles - middle) // 2) for middle in range(3) if (tiles - middle) % 2 == 0)
        for tiles in range(27)
    ]
    with_mirror_image = [(a - b) // 2 for a, b in zip(ROWS, palindromes, strict=True)]
    fixed = Counter()
    for pairs in range(3):
        for half, ways in enumerate(multisets_of_rows(with_mirror_image, pairs)):
            for tiles, others in enumerate(multisets_of_rows(palindromes, 4 - 2 * pairs)):
                fixed[2 * half + tiles] += ways * others
    assert every_size(SABRA, reflection=True) == tuple(
        Fraction(orbits + sum(fixed[size - jokers] for jokers in range(3)), 2)
        for size, orbits in enumerate(essentially_different_hands_by_size(SABRA))
    )


SMALL = [
    (mini(2, 3, copies=2, jokers=1), {}),
    (mini(3, 3, copies=1, jokers=2), {"reflection": True}),
    (mini(3, 3, copies=1, jokers=1), {"colors": ["(R B K)"]}),
    (mini(4, 2, copies=2, jokers=0), {"colors": ["(R B)(K Y)", "(R K)(B Y)"]}),
    (mini(2, 4, copies=1, jokers=1, ones="circular"), {"translations": True}),
    (mini(2, 4, copies=2, jokers=0, ones="circular"), {"translations": True, "reflection": True}),
    (mini(1, 6, copies=2, jokers=1, ones="circular"), {"translations": True, "reflection": True}),
    (mini(1, 7, copies=2, jokers=0), {"reflection": True}),
    (mini(2, 5, copies=1, jokers=3), {"colors": False}),
]


@cache
def classes_of(case):
    """The orbits by merging hands: each with what a permutation of the tiles makes of it."""
    variant, options = SMALL[case]
    tiles = variant.tile_set
    hands = [*hands_up_to(tiles, tiles.size)]
    parent = {hand: hand for hand in hands}

    def root(hand):
        while parent[hand] != hand:
            hand = parent[hand]
        return hand

    letters, last = tiles.color_letters, tiles.numbers
    maps = []
    neighbors = [f"({a} {b})" for a, b in pairwise(letters)]
    colors = options.get("colors", neighbors)
    for cycles in colors or []:
        image = {}
        for cycle in cycles.strip("()").split(")("):
            names = cycle.split()
            image |= dict(zip(names, names[1:] + names[:1], strict=True))
        maps.append(image)
    renamings = [lambda c, v, image=image: (image.get(c, c), v) for image in maps]
    if options.get("reflection"):
        renamings.append(lambda c, v: (c, last + 1 - v))
    if options.get("translations"):
        renamings.append(lambda c, v: (c, v % last + 1))
    for hand in hands:
        for rename in renamings:
            names = [
                "J" if tile.is_joker else "{}{}".format(*rename(tile.color, tile.number))
                for tile in hand
            ]
            parent[root(tiles.parse(" ".join(names)))] = root(hand)
    classes = {}
    for hand in hands:
        classes.setdefault(root(hand), set()).add(hand)
    return [*classes.values()]


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_orbits_of_all_hands_of_small_games(case):
    variant, options = SMALL[case]
    classes = classes_of(case)
    group = symmetries(variant, **options)
    by_size = Counter(len(next(iter(hands))) for hands in classes)
    sizes = range(variant.tile_set.size + 1)
    assert essentially_different_hands_by_size(variant, under=group) == tuple(
        by_size[size] for size in sizes
    )
    for size in sizes:
        assert essentially_different_hands(variant, size, under=group) == by_size[size]
    for hands in classes[:: len(classes) // 40 + 1]:
        assert set(orbit(next(iter(hands)), group)) == hands


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_hands_that_a_symmetry_fixes(case):
    variant, options = SMALL[case]
    for size in (1, 3, 4):
        hands = [hand for hand, _ in enumerate_hands(variant, size)]
        for symmetry in [*symmetries(variant, **options)][:12]:
            fixed = sum(symmetry(hand) == hand for hand in hands)
            assert fixed_hands(symmetry, variant, size) == fixed


@pytest.mark.parametrize(
    "variant",
    [
        find_variant("okey").with_rules(colors=2, numbers=3, hand_size=4),
        find_variant("okey").with_rules(colors=2, numbers=3, hand_size=13),
        find_variant("stone-rummy").with_rules(colors=3, numbers=3, hand_size=3),
        find_variant("shanghai").with_rules(colors=3, numbers=3, hand_size=3),
    ],
    ids=repr,
)
def test_every_kind_of_deck(variant):
    """Wild tiles as jokers, a tile aside, assigned jokers, cards."""
    group = symmetries(variant)
    canonical = {canonical_hand(hand, group) for hand, _ in enumerate_hands(variant)}
    assert essentially_different_hands(variant, under=group) == len(canonical)
    by_size = essentially_different_hands_by_size(variant, under=group)
    assert by_size[variant.hand_size] == len(canonical)
    assert len(by_size) == sum(variant.deck) + 1 - variant.game.indicator


@pytest.mark.parametrize("variant", variants(), ids=repr)
def test_in_no_game_a_color_or_number_has_more_tiles(variant):
    """Without a tile that lies face up every symmetry keeps the deck."""
    colored = variant.deck[: variant.playing_set.colored_kinds]
    assert set(colored) == {variant.copies}


def test_the_table_is_the_working_of_the_lemma():
    game = mini(3, 5, jokers=1, hand_size=4)
    table = burnside_table(game, under=symmetries(game, reflection=True))
    assert table.order == 12
    assert table.fixed == sum(
        fixed_hands(symmetry, game) for symmetry in symmetries(game, reflection=True)
    )
    assert table.orbits * table.order == table.fixed
    assert str(table).endswith(f"{table.fixed:,} / 12 = {table.orbits} essentially different hands")


# Errors.


@pytest.mark.parametrize(
    ("colors", "message"),
    [
        ("(R G)", "no G among R B K Y"),
        ("(R B R)", r"R occurs twice in '\(R B R\)'"),
        ("R B", "'R B' is no permutation; one is written in cycles"),
        (["(R B)", 7], "7 is no permutation"),
        ("((R B))", "is no permutation"),
    ],
)
def test_texts_that_are_no_permutation(colors, message):
    with pytest.raises(TileError, match=message):
        symmetries(SABRA, colors=colors)


def test_what_has_no_meaning_is_refused():
    with pytest.raises(TileError, match=r"not .* in some order"):
        Permutation((1, 2, 3), (1, 2, 2))
    with pytest.raises(TileError, match="no 4 among 1 2 3"):
        Permutation.identity([1, 2, 3])(4)
    with pytest.raises(TileError, match="at least one symmetry"):
        PermutationGroup.generated_by()
    group = symmetries(SABRA)
    with pytest.raises(TileError, match="not of the same colors and numbers"):
        PermutationGroup.generated_by(group.symmetries[1], symmetries(MINI).symmetries[1])
    with pytest.raises(TileError, match="'R7 B7' is no hand"):
        orbit("R7 B7", group)
    with pytest.raises(TileError, match="no hand"):
        stabilizer("R7 B7", group)
    with pytest.raises(TileError, match="has no meaning for a hand of"):
        orbit(TileSet(colors=3).parse("R7"), group)
    with pytest.raises(VariantError, match="are not symmetries of"):
        essentially_different_hands(MINI, 3, under=group)
    with pytest.raises(VariantError, match="no permutation group"):
        essentially_different_hands(MINI, 3, under=24)
    with pytest.raises(VariantError, match="on='jokers'"):
        cycle_index(group, on="jokers")
    with pytest.raises(TileError, match="hand_size=107"):
        essentially_different_hands(SABRA, 107)


def test_generated_permutations_are_found_once():
    swap, turn = (
        Permutation.parse("(1 2)", range(1, 6)),
        Permutation.parse("(1 2 3 4 5)", range(1, 6)),
    )
    found = generate(Permutation.identity(range(1, 6)), [swap, turn])
    assert len(found) == len(set(found)) == factorial(5)


def test_a_game_stands_for_all_permutations_of_its_colors():
    hand = MINI.parse("R1 B1 J")
    every = symmetries(MINI)
    assert orbit(hand, MINI) == orbit(hand, every)
    assert stabilizer(hand, MINI) == stabilizer(hand, every)
    assert canonical_hand(hand, MINI) == canonical_hand(hand, every)
    assert cycle_index("gin") == cycle_index(symmetries("gin"))
    for asked in (orbit, stabilizer, canonical_hand):
        with pytest.raises(VariantError, match=r"7 is no permutation group.*symmetries\(variant\)"):
            asked(hand, 7)

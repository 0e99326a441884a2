"""Circles: runs that go round, counted exactly from the emptiest column on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from scipy.stats import chi2

from rummistats.arrange import arrange
from rummistats.distribution import Distribution
from rummistats.exact import answer, count, enumerate_hands, exact
from rummistats.exact.circles import cut_at, cuts
from rummistats.exact.counting import Score, count_scores, make_reader
from rummistats.exact.multisets import Multisets
from rummistats.exact.plans import make_plan
from rummistats.exact.profiles import profile_automaton
from rummistats.montecarlo import simulate
from rummistats.playing import Deck, deck_of
from rummistats.tiles import Hand
from rummistats.variants import Variant, find_variant
from tests.reference_figures import probability

MOST_HANDS = 3000
"""Larger games are left to the full-size tests."""


STONES = find_variant("stone-rummy")
SABRA = find_variant("sabra").with_rules(wrap=True)


def circle(
    colors: int, numbers: int, copies: int, jokers: int, size: int, **rules: object
) -> Variant:
    return Variant.mini(
        colors=colors,
        numbers=numbers,
        copies=copies,
        jokers=jokers,
        hand_size=size,
        ones="circular",
        **rules,
    )


def games() -> Iterator[Variant]:
    """Yield games of all sizes with few hands, also of hands that leave no column empty."""
    sizes = product((1, 2, 3, 4), (3, 4, 5, 6, 7), (1, 2), (0, 1, 2), (0, 3, 4, 5, 6, 7))
    for colors, numbers, copies, jokers, size in sizes:
        # A part of them in which each size is met with all others.
        if (colors + 2 * numbers + 3 * copies + 5 * jokers + size) % 4:
            continue
        counts = (*[copies] * colors * numbers, jokers)
        if size <= sum(counts) and len(Multisets(counts, size)) <= MOST_HANDS:
            yield circle(colors, numbers, copies, jokers, size)


GAMES = list(games())
MORE_GAMES = {
    "points": circle(2, 5, 1, 1, 5, open_points=9),
    "points, full columns": circle(2, 3, 2, 0, 6, open_points=8),
    "points, every column full": circle(3, 3, 1, 1, 6, open_points=12),
    "points, two copies": circle(1, 6, 2, 1, 6, open_points=12),
    "points and a run": circle(3, 4, 1, 1, 5, open_points=7, open_needs_run=True),
    "a number twice": circle(2, 3, 2, 1, 6, max_run=5),
    "a number twice in a circle of four": circle(1, 4, 2, 2, 7, max_run=8),
    "long runs": circle(2, 6, 1, 1, 6, min_run=4),
    "runs of two": circle(2, 4, 1, 1, 5, min_run=2, max_run=3),
    "assigned joker": circle(2, 6, 1, 0, 5, assigned_jokers=1),
    "two assigned jokers": circle(1, 7, 2, 0, 6, assigned_jokers=2),
    "jokers alone": circle(2, 4, 1, 3, 6, min_real=0),
    "two real tiles a joker": circle(1, 7, 1, 2, 7, min_real_per_joker=2),
    "groups of one color": circle(2, 3, 2, 1, 6, repeat_colors=True),
    "a gap": STONES.with_rules(
        colors=2, numbers=5, copies=1, hand_size=5, gap_12_1=True, joker_rack_value=2
    ),
    "a gap, far apart": STONES.with_rules(
        colors=1, numbers=9, copies=1, hand_size=6, gap_12_1=True, jokers="none"
    ),
    "thirteen after the circle": STONES.with_rules(
        colors=1, copies=1, hand_size=5, cycle=12, max_run=5
    ),
}


def name_of(variant: Variant) -> str:
    tiles = variant.tile_set
    return (
        f"{tiles.colors} colors, {tiles.numbers} numbers, {tiles.copies} copies, "
        f"{tiles.jokers} jokers, {variant.hand_size} tiles"
    )


def test_there_are_many_games():
    full = [game for game in GAMES if game.hand_size >= game.numbers]
    twice = [game for game in GAMES if game.hand_size >= 2 * game.numbers]
    assert len(GAMES) >= 40
    assert len(full) >= 10
    assert twice


@pytest.fixture(autouse=True)
def nothing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no game be so small that its hands are listed in place of counted."""
    monkeypatch.setattr(answer, "LISTED", 0)


def counts(found: Distribution) -> dict[object, int]:
    return dict(zip(found.values, found.weights, strict=True))


@pytest.mark.parametrize("variant", GAMES, ids=name_of)
def test_every_hand_is_counted_with_its_best_melds(variant):
    hands = enumerate_hands(variant)
    for measure in ("melds", "melded_tiles", "complete", ("melds", "dead_wood_points")):
        assert counts(exact(measure, variant)) == counts(hands.distribution(measure)), measure


@pytest.mark.parametrize("name", MORE_GAMES)
def test_other_rules_of_circles(name):
    variant = MORE_GAMES[name]
    hands = enumerate_hands(variant)
    measures = ["melds", "melded_tiles", "dead_wood_tiles", "dead_wood_points", "complete"]
    if name.startswith("points"):
        measures += ["can_open", "opening_value"]
    for measure in measures:
        assert counts(exact(measure, variant)) == counts(hands.distribution(measure)), measure


@pytest.mark.parametrize("jokers", [0, 1])
def test_held_tiles_may_fill_the_column_that_is_cut(jokers):
    variant = circle(2, 5, 2, jokers, 3)
    tiles = variant.tile_set
    for text in ("R1", "R1 R1 B1", "R4 B4 R5 B5", "R1 R2 R3 R4 B5"):
        held = variant.parse(text)
        left = tuple(a - b for a, b in zip(tiles.copies_of_kind, held.counts, strict=True))
        deck = Deck(tiles, left, held_before=held.counts)
        found = count_scores((Score(make_plan(variant, "melds")),), deck, 3)
        expected: dict[tuple[int, int], dict[tuple[int, ...], int]] = {}
        for drawn in Multisets(left, 3):
            hand = Hand(tiles, tuple(a + b for a, b in zip(held.counts, drawn, strict=True)))
            ways = prod(map(comb, left, drawn))
            # Jokers are told apart by `jokers_dealt`, not by the scores.
            ways //= comb(jokers, hand.jokers)
            of_size = expected.setdefault((hand.jokers, 3 - hand.jokers), {})
            best = (len(arrange(hand, variant, "melds").melds),)
            of_size[best] = of_size.get(best, 0) + ways
        assert {key: found[key] for key in expected} == expected


def test_the_readable_automaton_reads_circles_as_well():
    # It is slow: what is owed to far columns is remembered column by column.
    small = [game for game in GAMES if game.numbers <= 5 and game.tile_set.size <= 15]
    for variant in small[::3]:
        plan = make_plan(variant, "melds")
        for start in range(0, variant.numbers, 2):
            automaton = profile_automaton(cut_at(plan, start))
            found = count(automaton, variant.tile_set, variant.hand_size)
            assert found == counts(exact("melds", variant))


@pytest.mark.parametrize(("size", "most"), [(12, 0), (14, 1), (30, 2)])
def test_the_emptiest_column_has_no_more_than_its_share(size, most):
    reader = make_reader((Score(make_plan(STONES, "melds")),), deck_of(STONES), size)
    assert [sum(cut.columns[0].columns[0]) for cut in cuts(reader)] == [*range(most + 1)]


def test_a_plan_turned_all_the_way_round_is_the_same():
    plan = cut_at(make_plan(STONES, "tiles"), 0)
    assert cut_at(cut_at(plan, 5), 8) == plan
    # Nothing depends on the number, so every cut is like every other one.
    assert all(cut_at(plan, place).starts == plan.starts for place in range(13))
    with_values = cut_at(make_plan(MORE_GAMES["points"], "value"), 0)
    assert cut_at(with_values, 1).starts != with_values.starts


def test_hands_without_joker_that_have_no_meld():
    odds = exact("melds", STONES.with_rules(jokers="none"))
    model = "stone-rummy (circular runs) 104"
    expected = probability("P(no combination), 14 tiles, no joker", model)
    assert odds.prob(0) == expected == Fraction(20609501431476204, 79515468511191440)


@pytest.mark.parametrize(
    ("jokers", "size"), [("none", 14), ("none", 21), ("assigned", 14), ("stock2", 7)]
)
def test_melds_agree_with_the_automaton_that_looks_for_one(jokers, size):
    variant = STONES.with_rules(jokers=jokers)
    melds, some = exact("melds", variant, size), exact("has_meld", variant, size)
    assert melds.at_least(1) == some.prob(True)


def test_it_makes_no_difference_which_number_a_missing_tile_has():
    # Its column differs from the others, so each cut is read apart.
    variant = circle(3, 7, 2, 1, 8)
    found = []
    for number in (1, 4, 7):
        missing = variant.parse(f"B{number}")
        deck = Deck(variant.tile_set, (variant.tile_set.all_tiles() - missing).counts)
        found.append(count_scores((Score(make_plan(variant, "melds")),), deck, 8))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("measure", "variant", "hands"),
    [
        ("melds", STONES, 400_000),
        ("melds", STONES.with_rules(jokers="none", hand_size=21), 200_000),
        ("melds", STONES.with_rules(jokers="none", gap_12_1=True), 200_000),
        ("melds", STONES.with_rules(jokers="none", cycle=12), 200_000),
        ("melded_tiles", STONES.with_rules(jokers="none"), 400_000),
        ("can_open", SABRA.with_rules(jokers=0), 400_000),
        pytest.param("can_open", SABRA, 1_000_000, marks=pytest.mark.slow),
        pytest.param("melded_tiles", STONES, 1_000_000, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_full_size_hands_agree_with_simulated_ones(measure, variant, hands):
    odds = exact(measure, variant)
    sample = simulate(measure, variant, hands=hands, seed=4)
    assert chi_square(odds, sample) < chi2.isf(1e-4, len(common(odds, sample)))


def common(odds: Distribution, sample: Distribution) -> list[object]:
    """Return the values that are not rare."""
    return [value for value in odds.values if float(odds.prob(value)) * sample.hands >= 5]


def chi_square(odds: Distribution, sample: Distribution) -> float:
    """Return the statistic of the values that are not rare, and of all the others together."""
    expected = [float(odds.prob(value)) * sample.hands for value in common(odds, sample)]
    observed = [float(sample.prob(value)) * sample.hands for value in common(odds, sample)]
    expected.append(sample.hands - sum(expected))
    observed.append(sample.hands - sum(observed))
    return sum(
        (seen - mean) ** 2 / mean
        for seen, mean in zip(observed, expected, strict=True)
        if mean >= 5
    )

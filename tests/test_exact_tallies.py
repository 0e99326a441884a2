"""Exact tallies of groups, runs, three-tile melds and isolated tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummistats.distribution import goodness_of_fit
from rummistats.errors import MeasureError
from rummistats.exact import AUTOMATA, count, count_all_sizes, exact, exact_kinds, tallies
from rummistats.exact.readers import ColorReader
from rummistats.measures import make_measure
from rummistats.melds import all_melds
from rummistats.montecarlo import simulate
from rummistats.playing import deck_of
from rummistats.values import are_partners
from rummistats.variants import Variant, find_variant, variants
from tests.small_games import GAMES, hands_up_to

TALLIES = ("groups", "runs", "maximal_melds", "isolated_tiles")
LISTED = ("groups", "runs", "isolated_tiles", "three_tile_melds")
SABRA = find_variant("sabra")
WITHOUT_JOKERS = SABRA.with_rules(jokers=0)
AROUND = WITHOUT_JOKERS.with_rules(ones="circular")


# Small games, all hands listed: what each is worth is said by the measures' definitions.

RULES: dict[str, dict[str, object]] = {
    "low": {},
    "high": {"ones": "high"},
    "low or high": {"ones": "low_or_high"},
    "one to one": {"ones": "low_or_high", "one_to_one": True},
    "circular": {"ones": "circular"},
    "around again": {"ones": "circular", "max_run": 6},
    "repeated colors": {"repeat_colors": True, "ones": "circular"},
    "runs of three": {"max_run": 3, "min_group": 2},
    "no three": {"min_run": 4, "min_group": 4, "ones": "circular"},
    "runs of three alone": {"min_group": 4, "ones": "circular"},
    "groups of three alone": {"min_run": 4},
    "four real tiles": {"min_real": 4, "ones": "low_or_high"},
}
TILES = [
    # colors, numbers, copies, jokers, largest hand
    (1, 6, 2, 1, 6),
    (2, 4, 2, 0, 5),
    (3, 3, 2, 1, 5),
    (4, 4, 1, 1, 4),
]
ODD = {
    "one number": (1, 1, 4, 1, 5, {"ones": "circular", "max_run": 4, "repeat_colors": True}),
    "two numbers, going round": (2, 2, 3, 0, 6, {"ones": "circular", "max_run": 5}),
    "two numbers, one to one": (2, 2, 2, 1, 6, {"ones": "low_or_high", "one_to_one": True}),
    "twins by a joker": (1, 2, 2, 2, 6, {"repeat_colors": True}),
    "three copies": (2, 3, 3, 0, 7, {"repeat_colors": True, "max_group": 6}),
    "five colors": (5, 3, 1, 0, 6, {"max_group": 5, "ones": "circular"}),
    "ten numbers, going round": (1, 10, 1, 0, 10, {"ones": "circular"}),
    "eleven numbers, runs of four": (1, 11, 1, 0, 5, {"ones": "circular", "max_run": 4}),
    "long runs": (1, 10, 1, 0, 10, {"min_run": 5, "ones": "low_or_high"}),
}


for _tiles in TILES:
    for _name, _rules in RULES.items():
        ODD[f"{'-'.join(map(str, _tiles))} {_name}"] = (*_tiles, _rules)


@pytest.fixture(scope="module", params=[*GAMES, *ODD])
def listed(request):
    """A small game, the most tiles of its hands that are looked at, and these with their values.

    The values are listed by what a measure's definition says of each hand.
    """
    if request.param in GAMES:
        game, most = GAMES[request.param]
    else:
        *tiles, most, rules = ODD[request.param]
        names = ("colors", "numbers", "copies", "jokers")
        game = Variant.mini(hand_size=0, **dict(zip(names, tiles, strict=True)), **rules)
    hands = Counter()
    for hand in hands_up_to(game.tile_set, most):
        weight = prod(map(comb, game.tile_set.copies_of_kind, hand.counts))
        values = tuple(make_measure(measure)(hand, game) for measure in LISTED)
        hands[len(hand), values] += weight
    return game, most, hands


def check(listed, measure, value):
    game, most, hands = listed
    expected = defaultdict(lambda: [0] * (most + 1))
    for (size, values), weight in hands.items():
        expected[value(dict(zip(LISTED, values, strict=True)))][size] += weight
    every = count_all_sizes(AUTOMATA[measure](game), game.tile_set)
    found = {value: list(hands[: most + 1]) for value, hands in every.items()}
    assert {value: hands for value, hands in found.items() if any(hands)} == expected


def test_tallies_of_small_games(listed, monkeypatch):
    for measure in LISTED:
        check(listed, measure, lambda values, measure=measure: values[measure])
    check(listed, "maximal_melds", lambda values: values["groups"] + values["runs"])
    # The same where the circle is cut, whether that is needed or not.
    monkeypatch.setattr(tallies, "_NOT_MANY", 0)
    check(listed, "three_tile_melds", lambda values: values["three_tile_melds"])


@pytest.mark.parametrize("name", ["okey", "okey-101", "stone-rummy", "shanghai", "gin"])
def test_no_tiles_and_all_tiles(name):
    game = find_variant(name)
    deck = deck_of(game)
    for measure in TALLIES:
        assert exact(measure, game, 0).values == (0,)
        assert exact(measure, game, 1).prob(0) == (
            Fraction(deck.jokers, deck.size) if measure == "isolated_tiles" else 1
        )
    # Whatever lies aside, of the whole deck there is a group of each number.
    assert exact("groups", game, deck.size).values == (game.numbers,)
    assert exact("isolated_tiles", game, deck.size).values == (0,)


# Theorems.


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_all_hands_of_every_game_are_tallied(game):
    space = deck_of(game).sample_space(game.hand_size)
    found = {measure: exact(measure, game) for measure in TALLIES}
    assert {measure: tally.total for measure, tally in found.items()} == dict.fromkeys(
        TALLIES, space
    )
    # A mean of a sum is the sum of the means.
    assert found["maximal_melds"].mean() == found["groups"].mean() + found["runs"].mean()
    # No maximal meld is no meld at all.
    assert found["maximal_melds"].prob(0) == exact("has_meld(natural=True)", game).prob(False)
    assert found["groups"].prob(0) == exact("has_group(natural=True)", game).prob(False)
    assert found["runs"].prob(0) == exact("has_run(natural=True)", game).prob(False)


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_three_tile_melds_of_every_game(game):
    check_three_tile_melds(game, hand_size=6)


@pytest.mark.slow
@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_three_tile_melds_of_whole_hands(game):
    check_three_tile_melds(game, game.hand_size)


def check_three_tile_melds(game, hand_size):
    deck = deck_of(game)
    found = exact("three_tile_melds", game, hand_size)
    assert found.total == deck.sample_space(hand_size)
    # A larger meld contains one of three.
    assert found.prob(0) == exact("has_meld(natural=True)", game, hand_size).prob(False)
    if not game.game.indicator:
        melds = sum(
            prod(map(comb, deck.counts, meld.counts))
            for meld in all_melds(game, jokers=0, max_run=3)
            if len(meld) == 3
        )
        assert found.mean() == Fraction(melds * comb(hand_size, 3), comb(deck.size, 3))


def test_claim_a6_three_tile_melds():
    """416 groups and 352 runs of three among 104 tiles: on the average 1.5351 in a hand."""
    found = exact("three_tile_melds", WITHOUT_JOKERS)
    assert found.mean() == Fraction((416 + 352) * 14 * 13 * 12, 104 * 103 * 102)


def test_too_large_is_said_before_it_starts():
    game = find_variant("stone-rummy").with_rules(colors=6)
    with pytest.raises(MeasureError, match=r"14 tiles .* 104,635,635 steps.*simulate\(\)"):
        exact("three_tile_melds", game)


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_mean_number_of_groups_is_a_sum_of_probabilities(game):
    groups = [row for row in exact_kinds(game) if row.kind == "group of 3" and row.number]
    assert exact("groups", game).mean() == sum(row.probability for row in groups if not row.joker)


@pytest.mark.parametrize(
    "game", [game for game in variants() if game.ones != "circular"], ids=lambda game: game.name
)
def test_mean_number_of_runs_is_a_difference(game):
    """A stretch of numbers contains one run of three more than runs of four."""
    expected = {
        row.kind: row.expected for row in exact_kinds(game) if row.color is None and not row.joker
    }
    assert exact("runs", game).mean() == expected["run of 3"] - expected["run of 4"]


@pytest.mark.parametrize(
    "game", [game for game in variants() if not game.game.indicator], ids=lambda game: game.name
)
def test_mean_number_of_isolated_tiles(game):
    """For each tile, the hands that have it and none of its partners."""
    deck, size = deck_of(game), game.hand_size
    tiles = dict(zip(deck.tile_set.tiles, deck.counts, strict=True))
    hands = 0
    for tile, copies in tiles.items():
        partners = sum(
            n - (other == tile) for other, n in tiles.items() if are_partners(tile, other, game)
        )
        hands += copies * comb(deck.size - 1 - partners, size - 1) * (not tile.is_joker)
    assert exact("isolated_tiles", game).mean() == Fraction(hands, comb(deck.size, size))


def test_marks_do_not_depend_on_other_sizes():
    """Hands of one size, alone and with all other sizes."""
    for measure in TALLIES:
        automaton = AUTOMATA[measure](WITHOUT_JOKERS)
        every = count_all_sizes(automaton, WITHOUT_JOKERS.tile_set)
        for size in (0, 1, 14, 104):
            hands = {value: counts[size] for value, counts in every.items() if counts[size]}
            assert hands == count(automaton, WITHOUT_JOKERS.tile_set, size)


# Preliminary figures of the project's list of claims: 100,000 simulated hands each, so that
# half a percentage point is three standard errors.


@pytest.mark.parametrize(
    ("game", "measure", "percentages"),
    [
        (WITHOUT_JOKERS, "maximal_melds", [28.5, 42.5, 22.9, 5.5]),
        (AROUND, "maximal_melds", [25.8, 42.0, 24.8, 6.5]),
    ],
)
def test_claim_a1_number_of_maximal_melds(game, measure, percentages):
    found = exact(measure, game)
    for value, percentage in enumerate(percentages):
        assert 100 * found.prob(value) == pytest.approx(percentage, abs=0.5)


@pytest.mark.parametrize(
    ("game", "one_to_three", "none", "at_most_three", "mean"),
    [(AROUND, 70.0, 17.5, 87.5, 1.84), (WITHOUT_JOKERS, 69.4, 12.3, 81.7, 2.18)],
)
def test_claim_a2_isolated_tiles(game, one_to_three, none, at_most_three, mean):
    isolated = exact("isolated_tiles", game)
    at_most = 100 * isolated.at_most(3)
    assert at_most - 100 * isolated.prob(0) == pytest.approx(one_to_three, abs=0.5)
    assert 100 * isolated.prob(0) == pytest.approx(none, abs=0.5)
    assert at_most == pytest.approx(at_most_three, abs=0.5)
    assert isolated.mean() == pytest.approx(mean, abs=0.02)


@pytest.mark.parametrize(("game", "share"), [(AROUND, 51.8), (WITHOUT_JOKERS, 55.2)])
def test_claim_a6_share_of_groups(game, share):
    groups, melds = exact("groups", game), exact("maximal_melds", game)
    assert 100 * groups.mean() / melds.mean() == pytest.approx(share, abs=0.5)


# The other engine, which shares no code for melds in a hand.


SIMULATED = [
    # Few hands where the other engine looks at one after another.
    *((name, measure, 50_000) for name in ("sabra", "okey-101") for measure in TALLIES),
    *((name, "three_tile_melds", 50_000) for name in ("sabra", "okey-101", "gin")),
    pytest.param("stone-rummy", "three_tile_melds", 50_000, marks=pytest.mark.slow),
    *(
        (name, measure, 50_000)
        for name in ("stone-rummy", "machiavelli", "shanghai", "rummy-500")
        for measure in ("groups", "isolated_tiles")
    ),
    *((name, "maximal_melds", 1_000) for name in ("stone-rummy", "machiavelli", "shanghai")),
]


@pytest.mark.parametrize(("name", "measure", "hands"), SIMULATED)
def test_simulated_hands_fit(name, measure, hands):
    game = find_variant(name)
    sample = simulate(measure, game, hands=hands, seed=4)
    assert goodness_of_fit(sample, exact(measure, game)).p_value > 1e-4


# The automaton of a function of which numbers are there.


@given(st.lists(st.integers(0, 4), max_size=80))
def test_a_reader_gains_any_function(values):
    values = [0, *values]
    values += [0] * ((1 << (len(values) - 1).bit_length()) - len(values))
    reader = ColorReader.make(values)
    numbers = len(values).bit_length() - 1
    for there, value in enumerate(values):
        state, total = reader.start, 0
        for number in range(numbers):
            state, gained = reader.steps[state][there >> number & 1]
            assert gained >= 0
            total += gained
        assert total == value

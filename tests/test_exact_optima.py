"""Exact odds of optima and openings: reference figures, and many small games counted in full."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummistats as rs
from rummistats.errors import MeasureError, RummistatsError, TileError
from rummistats.exact import layout
from rummistats.exact.columns import ColumnAutomaton, count
from rummistats.exact.counting import Score, count_scores
from rummistats.exact.plans import Melds, make_plan
from rummistats.exact.profiles import profile_automaton
from rummistats.playing import deck_of
from rummistats.tiles import Hand
from rummistats.variants import Variant

from .reference_figures import distribution, probability

# The package's name stands for the function.
answer = import_module("rummistats.exact.answer")

SABRA = rs.find_variant("sabra")
NO_JOKERS = SABRA.with_rules(jokers=0)
GIN = rs.find_variant("gin")

MEASURES = (
    "can_open",
    "opening_value",
    "melds",
    "melded_tiles",
    "dead_wood_tiles",
    "dead_wood_points",
    "complete",
)


TALLIES = ("isolated_tiles", "groups", "runs", "maximal_melds", "three_tile_melds")


def counts(found: rs.Distribution) -> dict[Any, int]:
    return {
        value: weight for value, weight in zip(found.values, found.weights, strict=True) if weight
    }


# Reference figures.


@pytest.mark.parametrize("hand_size", [14, 16, 20])
def test_openings_without_jokers(hand_size: int) -> None:
    found = rs.exact("can_open", NO_JOKERS, hand_size).prob(True)
    quantity = f"P(max total face value >= 30), H={hand_size}"
    assert found == probability(quantity, "rummikub 104+0 jokers")


def test_openings_with_two_jokers() -> None:
    found = rs.exact("can_open", SABRA)
    assert found.weights == (105710363656182600 - 52601200562652394, 52601200562652394)


@pytest.mark.parametrize(("variant", "jokers"), [(NO_JOKERS, 0), (SABRA, 2)])
def test_most_disjoint_melds(variant: Variant, jokers: int) -> None:
    name = "max number of disjoint combinations"
    published = distribution(name, 14, f"rummikub 104+{jokers} jokers", "melds")
    assert counts(rs.exact("melds", variant)) == counts(published)


def test_most_tiles_without_jokers() -> None:
    name = "max tiles covered by disjoint combinations"
    published = distribution(name, 14, "rummikub 104+0 jokers", "melded_tiles")
    found = rs.exact("melded_tiles", NO_JOKERS)
    assert counts(found) == counts(published)
    assert found.mean() == Fraction(237574340425835688, 79515468511191440)


def test_most_value_without_jokers() -> None:
    published = distribution("max total face value", 14, "rummikub 104+0 jokers", "opening_value")
    assert counts(rs.exact("opening_value", NO_JOKERS)) == counts(published)


def test_dead_wood_of_gin() -> None:
    found = rs.exact("dead_wood_points", GIN)
    assert found.total == 15820024220
    assert found.prob(0) == Fraction(136694, 15820024220)
    assert found.at_most(10) == Fraction(10212276, 15820024220)
    assert found.mean() == Fraction(894929816444, 15820024220)
    # B12: the standard deviation that simulations did not agree about.
    assert found.var() == Fraction(2975073893996147420949, 15642072895086663025)
    assert rs.exact("can_knock", GIN).prob(True) == found.at_most(10)


# Small games, all of their hands listed.


def small_games(wanted: int) -> list[Variant]:
    """Return games of many rules, always the same ones."""
    random = Random(2024)
    games: list[Variant] = []
    while len(games) < wanted:
        rules: dict[str, Any] = {
            "colors": random.randint(2, 4),
            "numbers": random.randint(3, 7),
            "copies": random.randint(1, 2),
            "jokers": random.randint(0, 2),
            "ones": random.choice(["low", "high", "low_or_high", "circular"]),
            "open_points": random.choice([0, 5, 9, 14, 20]),
        }
        extras = {
            "open_needs_run": True,
            "open_single_set": True,
            "min_run": random.choice([2, 4]),
            "min_group": random.choice([2, 4]),
            "min_real": random.choice([0, 2]),
            "min_real_per_joker": random.choice([1, 2]),
            "repeat_colors": True,
            "max_run": random.choice([3, 4, 5]),
            "assigned_jokers": 1,
        }
        for name in random.sample(sorted(extras), random.choice([0, 0, 1, 2])):
            rules[name] = extras[name]
        try:
            game = Variant.mini(hand_size=random.randint(0, 7), **rules)
        except RummistatsError:
            continue
        hands = rs.enumerate_hands(game)
        if 20 <= hands.different <= 2500:
            games.append(game)
    return games


GAMES = small_games(80)


def test_the_small_games_are_various() -> None:
    for name in ("colors", "numbers", "copies", "ones", "hand_size"):
        assert len({getattr(game, name) for game in GAMES}) >= 2, name
    assert {game.playing_set.jokers for game in GAMES} >= {0, 1, 2}
    assert len(GAMES) >= 60


def fits(name: str, game: Variant) -> bool:
    """Whether a meld so large can be in a game."""
    try:
        rs.make_measure(name).check(game)
    except rs.MeasureError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_all_measures_of_a_small_game(game: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The automaton knows nothing of `arrange`, which measures each hand of the list."""
    monkeypatch.setattr(answer, "LISTED", 0)
    hands = list(rs.enumerate_hands(game))
    for name in MEASURES:
        if not fits(name, game):
            continue
        measure = rs.make_measure(name)
        listed: Counter[Any] = Counter()
        for hand, weight in hands:
            listed[measure(hand, game)] += weight
        assert counts(rs.exact(name, game)) == dict(listed), name


@pytest.mark.parametrize("game", GAMES[::4], ids=repr)
@pytest.mark.parametrize(
    "measures",
    [
        ("melds", "dead_wood_tiles"),
        ("dead_wood_points", "melded_tiles"),
        ("can_open", "melds"),
        ("has_group", "has_run"),
        ("has_run(length=4)", "pairs", "has_group(natural=True)"),
    ],
    ids=str,
)
def test_joint_distributions_of_a_small_game(
    game: Variant, measures: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "LISTED", 0)
    if not all(fits(name, game) for name in measures):
        with pytest.raises(rs.MeasureError, match="a run has from"):
            rs.exact(measures, game)
        return
    listed = rs.enumerate_hands(game).distribution(measures)
    assert counts(rs.exact(measures, game)) == counts(listed)


@pytest.mark.parametrize(
    ("objective", "options"),
    [
        ("melds", {}),
        ("tiles", {}),
        ("dead_wood_points", {}),
        ("value", {"goal": 9, "direction": "descending"}),
        ("value", {"goal": 9, "melds": Melds(needs_run=True)}),
        ("melds", {"goal": 1, "melds": Melds(kind="run", size=4)}),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "rules",
    [
        {"colors": 3, "numbers": 4, "copies": 1, "jokers": 1},
        {"colors": 2, "numbers": 5, "copies": 2, "jokers": 1, "ones": "low_or_high"},
        {"colors": 2, "numbers": 4, "copies": 1, "jokers": 2, "ones": "high"},
        {"colors": 2, "numbers": 3, "copies": 2, "jokers": 3, "min_real": 0},
    ],
    ids=str,
)
def test_the_compiled_automaton_is_the_plain_one(
    rules: dict[str, Any], objective: Any, options: dict[str, Any]
) -> None:
    game = Variant.mini(hand_size=5, **rules)
    plan, deck = make_plan(game, objective, **options), deck_of(game)
    plain = count(profile_automaton(plan), game.tile_set, 5)
    compiled: Counter[Any] = Counter()
    for (jokers, tiles), scores in count_scores((Score(plan),), deck, 5).items():
        if jokers + tiles == 5:
            for (best,), hands in scores.items():
                value = best if plan.goal is None else best >= plan.goal
                compiled[value] += hands * comb(deck.jokers, jokers)
    assert dict(compiled) == plain


@pytest.mark.parametrize("ones", ["low_or_high", "low"])
@pytest.mark.parametrize("needs_run", [False, True])
def test_debts_that_need_two_words(
    ones: str, needs_run: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs with two jokers reach far ahead; on a small machine not all of it fits in a word."""
    monkeypatch.setattr(answer, "LISTED", 0)
    monkeypatch.setattr(layout, "WORD", 24 if needs_run else 22)
    game = Variant.mini(
        colors=2,
        numbers=7,
        copies=1,
        jokers=2,
        hand_size=7,
        ones=ones,
        min_real_per_joker=2,
        open_points=20,
        open_needs_run=needs_run,
    )
    plan = make_plan(game, "value", melds=Melds(needs_run=needs_run))
    assert layout.Layout((plan,)).far
    for name in ("can_open", "opening_value", "melded_tiles"):
        listed = rs.enumerate_hands(game).distribution(name)
        assert counts(rs.exact(name, game)) == counts(listed), name


def test_a_plan_for_fewer_jokers_is_that_of_a_game_with_fewer() -> None:
    rules = {"min_real_per_joker": 2, "open_needs_run": True}
    for held in range(3):
        plan = make_plan(SABRA.with_rules(**rules), "value").with_jokers(held)
        fewer = make_plan(SABRA.with_rules(jokers=held, **rules), "value")
        assert [set(starts) for starts in plan.starts] == [set(each) for each in fewer.starts]
        # Where there is no second joker, runs of up to five do.
        assert plan.columns_owed == (7 if held == 2 else 4)


# Theorems.


def test_what_is_not_melded_is_dead_wood() -> None:
    melded, dead = rs.exact("melded_tiles", GIN), rs.exact("dead_wood_tiles", GIN)
    assert {10 - value: weight for value, weight in counts(melded).items()} == counts(dead)
    assert rs.exact("complete", GIN).prob(True) == dead.prob(0)


JOINT_GAME = Variant.mini(
    colors=3, numbers=5, copies=1, jokers=1, hand_size=4, open_points=8, ones="low"
)


@pytest.mark.parametrize("one", [*MEASURES[:6], "has_run", "pairs", "hand_points"])
@pytest.mark.parametrize("other", [*MEASURES[:6], "has_group", "hand_points"])
def test_any_two_measures_together(one: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers are not symmetrical here: the points of 1 and 5 differ."""
    monkeypatch.setattr(answer, "LISTED", 0)
    listed = rs.enumerate_hands(JOINT_GAME).distribution((one, other))
    assert counts(rs.exact((one, other), JOINT_GAME)) == counts(listed)


def test_who_can_open_has_the_points() -> None:
    hand = "R11 R12 R13 B1"
    found = rs.exact(("can_open", "opening_value"), SABRA, holding=hand)
    assert counts(found) == {(True, 36): 1}


def test_marginals_of_a_joint_distribution_are_the_single_ones() -> None:
    joint = rs.exact(("melds", "dead_wood_points"), GIN)
    assert counts(joint.marginal(0)) == counts(rs.exact("melds", GIN))
    assert counts(joint.marginal(1)) == counts(rs.exact("dead_wood_points", GIN))
    # More melds leave less.
    assert joint.corr() < -0.5


def test_a_lower_threshold_is_easier() -> None:
    chances = [
        rs.exact("can_open", NO_JOKERS.with_rules(open_points=points)).prob(True)
        for points in (10, 20, 30, 50)
    ]
    assert chances == sorted(chances, reverse=True)
    values = rs.exact("opening_value", NO_JOKERS)
    assert chances == [values.at_least(points) for points in (10, 20, 30, 50)]


def test_more_than_two_to_the_sixty_four_hands() -> None:
    found = rs.exact("dead_wood_points", GIN, 26)
    assert found.total == comb(52, 26)
    many = rs.exact("can_open", NO_JOKERS, 30)
    assert many.total == comb(104, 30) > 1 << 64
    waiting = rs.waiting_time("can_open", NO_JOKERS, hand_size=0)
    assert waiting.at_most(30) == many.prob(True)


# Known tiles.


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_what_becomes_of_a_hand(data: st.DataObject) -> None:
    """Against all draws, one by one."""
    game = Variant.mini(
        colors=data.draw(st.integers(2, 3)),
        numbers=data.draw(st.integers(3, 5)),
        copies=data.draw(st.integers(1, 2)),
        jokers=data.draw(st.integers(0, 2)),
        ones=data.draw(st.sampled_from(["low", "high", "low_or_high", "circular"])),
        assigned_jokers=data.draw(st.integers(0, 1)),
        open_points=9,
        hand_size=3,
    )
    tiles = [
        tile
        for tile, copies in zip(game.playing_set.tiles, game.deck, strict=True)
        for _ in range(copies)
    ]
    shuffled = data.draw(st.permutations(tiles))
    held, seen = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 3))
    assigned = [game.playing_set.joker] * game.assigned_jokers if game.assigned_jokers else []
    hand = game.playing_set.hand([*shuffled[:held], *assigned])
    elsewhere = game.playing_set.hand(shuffled[held : held + seen])
    unknown = shuffled[held + seen :]
    draws = min(data.draw(st.integers(0, 3)), len(unknown))
    name = data.draw(
        st.sampled_from(
            (*MEASURES, "has_meld", "has_group", "has_run", "pairs", "hand_points")
            if data.draw(st.booleans())
            else (*TALLIES, "count(number=2)", "count(joker=True)")
        )
    )
    measure = rs.make_measure(name)
    known: dict[Hand, Any] = {}
    listed: Counter[Any] = Counter()
    for drawn in combinations(unknown, draws):
        total = hand + game.playing_set.hand(drawn)
        if total not in known:
            known[total] = measure(total, game)
        listed[known[total]] += 1
    found = rs.exact(name, game, holding=hand, draws=draws, seen=elsewhere)
    assert counts(found) == dict(listed)
    assert found.hand_size == len(hand) + draws


def test_what_another_player_can_do_given_my_hand() -> None:
    mini = Variant.mini(colors=3, numbers=4, copies=1, jokers=1, hand_size=3, open_points=6)
    mine = rs.enumerate_hands(mini)
    average = sum(
        weight * rs.exact("can_open", mini, seen=hand).prob(True) for hand, weight in mine
    )
    assert average / mine.total == rs.exact("can_open", mini).prob(True)


def test_tiles_that_still_help() -> None:
    # B26: R3 and R6 would help R4 R5; of R3 no tile is left.
    game = SABRA.with_rules(jokers=0)
    hand = game.parse("R4 R5")
    for seen, kinds, tiles in (("", 2, 4), ("R3", 2, 3), ("R3 R3", 1, 2)):
        assert rs.exact("helpful_tiles", game, holding=hand, seen=seen).values == (kinds,)
        asked = "helpful_tiles(counting='tiles')"
        assert rs.exact(asked, game, holding=hand, seen=seen).values == (tiles,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"draws": 2}, "draws=2 without holding"),
        ({"holding": "R1", "hand_size": 14}, "hand_size=14 beside holding"),
        ({"holding": "R1", "draws": 106}, "from 0 to 105 tiles can be drawn"),
        ({"holding": "R1", "draws": True}, "draws=True"),
        ({"holding": "R1 R1", "seen": "R1"}, "3 tiles R1 are known"),
        ({"holding": "J J", "seen": "J"}, "3 tiles J are known"),
        ({"seen": "R1 R2", "hand_size": 105}, "from 0 to 104"),
    ],
)
def test_known_tiles_that_contradict_each_other(arguments: Any, message: str) -> None:
    with pytest.raises(TileError, match=message):
        rs.exact("has_meld", SABRA, **arguments)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"order": (1, 2)}, "all numbers from 1 to 5"),
        ({"order": (1, 1, 2, 3, 4)}, "each once"),
        ({"order": (1, 2, 3, 4, 9)}, "each once"),
        ({"largest_count": 0}, "largest_count=0"),
        ({"largest_count": "x"}, "largest_count='x'"),
        ({"order": [1, 2, 3, 4, 5]}, "give a tuple of all numbers"),
        ({"marks": "yes"}, "marks='yes': give True or False"),
        ({"fewest_tiles": -1}, "fewest_tiles=-1: give .* from 0 on"),
        ({"name": 7}, "name=7: give a text"),
    ],
)
def test_an_automaton_of_ones_own_must_read_every_tile(settings: Any, message: str) -> None:
    def asked() -> Any:
        own = ColumnAutomaton(
            start=lambda jokers: 0,
            step=lambda even, number, column: even + sum(column) * (number % 2 == 0),
            final=lambda even: even,
            **settings,
        )
        return rs.exact(own, JOINT_GAME)

    with pytest.raises(MeasureError, match=message):
        asked()


# Waiting times.


@pytest.mark.parametrize("name", ["can_open", "has_meld", "has_group", "has_run"])
def test_waiting_times_of_a_small_game(name: str) -> None:
    game = Variant.mini(colors=2, numbers=4, copies=1, jokers=1, hand_size=3, open_points=6)
    if name == "has_group":
        game, name = game.with_rules(min_group=2), "has_group(size=2)"
    waiting = rs.waiting_time(name, game)
    for draws in waiting.values:
        assert waiting.at_most(draws) == rs.exact(name, game, 3 + draws).prob(True)
    from_the_start = rs.waiting_time(name, game, hand_size=0)
    fails = [rs.exact(name, game, size).prob(False) for size in range(game.tile_set.size + 1)]
    assert from_the_start.mean() == sum(fails)


def test_waiting_for_one_of_some_tiles_takes_as_long_as_theory_says() -> None:
    # Of n tiles w are wanted: the first one comes with draw (n + 1) / (w + 1) on average.
    waiting = rs.waiting_time("count(number=7)", SABRA, hand_size=0, at_least=1)
    assert waiting.mean() == Fraction(107, 9)


@pytest.mark.parametrize("name", ["melds", "melded_tiles", "opening_value", "pairs", "groups"])
def test_waiting_for_a_number(name: str) -> None:
    game = Variant.mini(colors=3, numbers=3, copies=2, jokers=1, hand_size=4, open_points=6)
    waiting = rs.waiting_time(name, game, at_least=2)
    for size in (4, 6, 8):
        listed = rs.enumerate_hands(game, size).distribution(name).at_least(2)
        assert waiting.at_most(size - 4) == listed


def test_waiting_with_a_hand() -> None:
    game = Variant.mini(colors=3, numbers=4, copies=1, jokers=0, hand_size=3)
    waiting = rs.waiting_time("has_run", game, holding="R1 R2", seen="B1")
    for draws in waiting.values:
        by_then = rs.exact("has_run", game, holding="R1 R2", seen="B1", draws=draws)
        assert waiting.at_most(draws) == by_then.prob(True)


@pytest.mark.parametrize(
    ("measure", "arguments", "message"),
    [
        ("melds", {}, "needs at_least"),
        ("complete", {}, "no event that stays true"),
        ("dead_wood_points", {"at_least": 3}, "never becomes smaller"),
        ("melds", {"at_least": "2"}, "at_least='2'"),
        ("has_group(size=4)", {"seen": "R1 B2 K3"}, "may never hold"),
    ],
)
def test_waits_without_sense(measure: str, arguments: Any, message: str) -> None:
    game = Variant.mini(colors=4, numbers=3, copies=1, jokers=0, hand_size=3)
    with pytest.raises(MeasureError, match=message):
        rs.waiting_time(measure, game, **arguments)


def test_few_hands_are_listed_where_too_much_is_to_be_remembered() -> None:
    """Side by side these need more debts than two machine words hold."""
    rules = {"max_group": 4, "min_run": 4, "joker_rack_value": 13, "open_points": 1}
    game = Variant.mini(
        colors=4,
        numbers=6,
        copies=2,
        jokers=2,
        hand_size=3,
        ones="circular",
        repeat_colors=True,
        open_needs_run=True,
        open_single_set=True,
        **rules,
    )
    asked = ("opening_value", "melds", "dead_wood_tiles", "dead_wood_points")
    joint = rs.exact(asked, game)
    assert joint.total == comb(50, 3)
    for place, name in enumerate(asked):
        assert counts(joint.marginal(place)) == counts(rs.enumerate_hands(game).distribution(name))


@pytest.mark.slow
def test_101_points_or_five_pairs_without_wild_tiles() -> None:
    """Never refused: a minute and about 2 GB; a million hands agree."""
    game = SABRA.with_rules(open_points=101, open_pairs=5, hand_size=21, jokers=0)
    p = float(rs.exact("can_open", game).prob(True))
    dealt = rs.simulate("can_open", game, hands=1_000_000, seed=3)
    assert abs(dealt.prob(True) - p) < 4.5 * math.sqrt(p * (1 - p) / 1_000_000)

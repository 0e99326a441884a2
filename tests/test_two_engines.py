"""Hands dealt fit what is counted, in every game: the two engines share no code for melds."""

import math

import pytest

from rummistats.distribution import goodness_of_fit
from rummistats.exact import exact
from rummistats.montecarlo import simulate_each
from rummistats.variants import find_variant, variants

LEVEL = 1e-4
STANDARD_ERRORS = 4.5

# What people ask first of a game, of what can be counted there in less than half a minute.
HEADLINES = {
    "sabra": ["has_meld", "melds", "can_open", "hand_points"],
    "river": ["has_meld", "melds", "can_open", "hand_points"],
    "american": ["has_meld", "melds", "can_open", "hand_points"],
    "international": ["has_meld", "can_open", "pairs", "hand_points"],
    "okey-101": ["has_meld", "has_group", "has_run", "pairs", "can_open(by='pairs')"],
    "okey": ["has_meld", "has_group", "has_run", "pairs"],
    "romanian": ["has_meld", "has_run", "pairs", "hand_points"],
    "stone-rummy": ["has_meld", "melds", "pairs"],
    "stone-rummy-plus": ["has_meld", "has_group", "has_run"],
    "shanghai": ["has_meld", "can_open", "hand_points"],
    "gin": ["has_meld", "melds", "dead_wood_points", "can_knock", "complete"],
    "machiavelli": ["has_meld", "melds", "pairs", "can_open"],
    "rummy-500": ["has_meld", "melds", "dead_wood_points", "hand_points"],
}


# Counting these takes as long as many other tests together.
LONG = {
    ("river", "melds"),
    ("river", "can_open"),
    ("american", "melds"),
    ("american", "can_open"),
    ("stone-rummy", "melds"),
    ("machiavelli", "melds"),
}


def test_every_game_has_its_headlines() -> None:
    assert list(HEADLINES) == [variant.name for variant in variants()]


def check_headlines(name: str, measures: list[str], hands: int, seed: int) -> None:
    """Compare what is dealt in a game with what is counted."""
    variant = find_variant(name)
    for observed in simulate_each(measures, variant, hands=hands, seed=seed):
        expected = exact(observed.measure, variant)
        if len(expected.values) == 2:
            p = float(expected.prob(True))
            error = observed.prob(True) - p
            assert abs(error) < STANDARD_ERRORS * math.sqrt(p * (1 - p) / hands), observed.measure
        else:
            fit = goodness_of_fit(observed, expected)
            assert fit.p_value > LEVEL, observed.measure


@pytest.mark.parametrize("name", HEADLINES)
def test_dealt_hands_fit_what_is_counted(name: str) -> None:
    quick = [measure for measure in HEADLINES[name] if (name, measure) not in LONG]
    check_headlines(name, quick, 200_000, seed=401)


@pytest.mark.slow
@pytest.mark.parametrize("name", HEADLINES)
def test_ten_million_hands_fit_what_is_counted(name: str) -> None:
    check_headlines(name, HEADLINES[name], 10_000_000, seed=402)

"""Distributions: theorems of probability, and examples that can be checked by hand."""

from __future__ import annotations

import io
import pickle
import re
import sys
from dataclasses import replace
from fractions import Fraction
from math import comb, exp, isclose, sqrt
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.distribution import (
    Distribution,
    Estimate,
    goodness_of_fit,
    make_distribution,
)
from rummistats.distribution.tables import table_rows
from rummistats.errors import DistributionError, RummistatsError
from rummistats.seeds import Seed
from rummistats.variants import find_variant

Z95 = 1.959963984540054

counts_of_numbers = st.dictionaries(
    st.integers(-50, 50), st.integers(1, 10**20), min_size=1, max_size=12
)
counts_of_pairs = st.dictionaries(
    st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
    st.integers(1, 10**12),
    min_size=1,
    max_size=15,
)


def exact(counts, measure="melds"):
    return make_distribution(counts, measure=measure, is_exact=True)


def sample(counts, measure="melds", **options):
    return make_distribution(counts, measure=measure, is_exact=False, **options)


def hypergeometric(wanted, others, drawn):
    counts = {k: comb(wanted, k) * comb(others, drawn - k) for k in range(min(wanted, drawn) + 1)}
    return exact(counts)


DIE = exact(dict.fromkeys(range(1, 7), 1), "die")
TWO_DICE = exact(
    {
        s: sum(a + b == s for a in range(1, 7) for b in range(1, 7)) for s in range(2, 13)
    },
    "sum",
)  # fmt: skip
DIE_AND_SUM = exact({(a, a + b): 1 for a in range(1, 7) for b in range(1, 7)}, "(first, sum)")


# --- the exact distribution ---------------------------------------------------------------


def test_fair_die():
    assert (DIE.total, DIE.hands, DIE.is_exact) == (6, None, True)
    assert DIE.prob(3) == Fraction(1, 6)
    assert DIE.prob(7) == 0
    assert DIE.prob(lambda n: n % 2 == 0) == Fraction(1, 2)
    assert (DIE.at_least(5), DIE.at_most(5)) == (Fraction(1, 3), Fraction(5, 6))
    assert (DIE.at_least(4.5), DIE.at_least(DIE.mean())) == (Fraction(1, 3), Fraction(1, 2))
    assert (DIE.mean(), DIE.var()) == (Fraction(7, 2), Fraction(35, 12))
    assert isclose(DIE.std(), sqrt(35 / 12))
    assert TWO_DICE.prob(7) == Fraction(1, 6)
    assert TWO_DICE.var() == 2 * DIE.var()


def test_what_never_occurred_has_probability_0():
    assert exact({0: 1, 2: 1}).prob(1) == exact({0: 1, 2: 1}).prob(99) == 0
    assert sample({0: 1, 2: 1}).prob(-5) == 0.0
    assert DIE_AND_SUM.prob((1, 9)) == 0
    assert exact({True: 8}, "can_open").prob(False) == 0
    assert (DIE.weight(3), DIE.weight(7), DIE.weight(lambda n: n > 4)) == (1, 0, 2)


def test_an_exact_answer_is_certain():
    assert DIE.standard_error() == DIE.standard_error(6) == 0
    assert DIE.interval(6) == (Fraction(1, 6), Fraction(1, 6))
    assert DIE.interval() == (Fraction(7, 2), Fraction(7, 2))
    assert all(isinstance(end, Fraction) for end in DIE.interval(6, confidence=0.5))


def test_jokers_in_a_rack_of_14_of_106():
    jokers = hypergeometric(2, 104, 14)
    assert jokers.total == find_variant("sabra").sample_space == 105710363656182600
    assert jokers.prob(2) == Fraction(13, 795)
    assert round(100 * float(jokers.at_least(1)), 2) == 24.78
    assert jokers.mean() == Fraction(2 * 14, 106)


@given(st.integers(1, 20), st.integers(1, 20), st.data())
def test_mean_and_variance_of_the_hypergeometric_distribution(wanted, others, data):
    size = wanted + others
    drawn = data.draw(st.integers(0, size))
    p = Fraction(wanted, size)
    distribution = hypergeometric(wanted, others, drawn)
    assert distribution.mean() == drawn * p
    assert distribution.var() == drawn * p * (1 - p) * Fraction(size - drawn, size - 1)


@given(counts_of_numbers)
def test_mean_and_variance_are_sums_over_the_values(counts):
    total = sum(counts.values())
    chance = {value: Fraction(weight, total) for value, weight in counts.items()}
    mean = sum(p * value for value, p in chance.items())
    distribution = exact(counts)
    assert distribution.mean() == mean
    assert distribution.var() == sum(p * (value - mean) ** 2 for value, p in chance.items())
    assert sum(distribution.prob(value) for value in distribution.values) == 1


@given(counts_of_numbers, st.integers(-55, 55))
def test_the_tails_share_only_the_value_itself(counts, v):
    distribution = exact(counts)
    assert distribution.at_least(v) + distribution.at_most(v) == 1 + distribution.prob(v)


@given(counts_of_numbers, st.fractions(0, 1))
def test_a_quantile_is_the_smallest_value_that_has_enough_below(counts, q):
    distribution = exact(counts)
    quantile = distribution.quantile(q)
    assert distribution.at_most(quantile) >= q
    assert quantile in distribution.values
    assert all(distribution.at_most(v) < q for v in distribution.values if v < quantile)


def test_the_quantile_of_a_decimal_is_not_that_of_its_binary_neighbor():
    # The float 0.1 is a little more than 1/10, 0.7 a little less than 7/10.
    ten = exact(dict.fromkeys(range(1, 11), 1))
    assert [ten.quantile(k / 10) for k in range(1, 11)] == list(range(1, 11))
    assert ten.quantile(0) == 1


def test_weights_beyond_64_bits_stay_whole():
    huge = exact({0: 10**40 + 1, 1: 3})
    assert huge.total == 10**40 + 4
    assert huge.prob(1) == Fraction(3, 10**40 + 4)


# --- values and counts --------------------------------------------------------------------


def test_values_rise_and_what_was_never_counted_is_left_out():
    assert exact({5: 2, -1: 3, 0: 0}).values == (-1, 5)
    assert exact({5: 2, -1: 3, 0: 0}) == exact({-1: 3, 5: 2})


def test_an_event_keeps_both_answers():
    never = sample({False: 100}, "can_open")
    assert (never.values, never.weights) == ((False, True), (100, 0))
    assert (never.prob(True), never.prob(False)) == (0.0, 1.0)
    assert never.quantile(0) is False
    assert sample({True: 100}, "can_open").quantile(0) is True


def test_numpy_numbers_become_python_numbers():
    import numpy as np

    counts = np.bincount([0, 2, 2])
    distribution = sample(dict(enumerate(counts)))
    assert distribution == sample({0: 1, 2: 2})
    assert all(type(weight) is int for weight in distribution.weights)
    assert distribution.prob(np.int64(2)) == 2 / 3
    event = sample({np.bool_(True): np.int64(3), np.bool_(False): np.int64(1)})
    assert event.values == (False, True)
    assert event.prob(np.bool_(True)) == 0.75


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({}, "at least one value"),
        ({1: 0, 2: 0}, "no hand was counted"),
        ({2: 0, 1: 0}, "no hand was counted"),
        ({1: -3}, "weight -3 of 1"),
        ({1: 0.5}, "weight 0.5 of 1"),
        ({1: 2.0}, "weight 2.0 of 1"),
        ({1: True}, "weight True of 1"),
        ({1: "3"}, "weight '3' of 1"),
        ({1: None, 2: 3}, "weight None of 1"),
        ({1.5: 3}, "not 1.5"),
        ({"a": 3}, "not 'a'"),
        ({True: 1, 2: 1}, "different kinds"),
        ({(1, 2): 1, (1, 2, 3): 1}, "different kinds"),
        ({(1, 2): 1, 3: 1}, "different kinds"),
        ({(1, (2, 3)): 1}, "not"),
        ({(): 1}, "not"),
    ],
)
def test_what_is_no_distribution(counts, says):
    with pytest.raises(DistributionError, match=says):
        exact(counts)
    assert issubclass(DistributionError, RummistatsError)


def test_the_class_itself_checks_too():
    with pytest.raises(DistributionError, match="not rising"):
        Distribution((2, 1), (1, 1), True, "melds")
    with pytest.raises(DistributionError, match="not rising"):
        Distribution((1, 1), (1, 1), True, "melds")
    with pytest.raises(DistributionError, match="2 values and 1 weights"):
        Distribution((1, 2), (1,), True, "melds")
    with pytest.raises(DistributionError, match="only a sample"):
        Distribution((1, 2), (1, 1), True, "melds", seed=1)


def test_the_seed_is_recorded_as_it_was_given():
    assert sample({1: 1}, seed=1).seed == 1
    assert sample({1: 1}, seed=Seed(1)).seed == 1
    assert sample({1: 1}, seed=Seed(1, (3,))).seed == Seed(1, (3,))
    assert sample({1: 1}).seed is None
    for seed in (-1, "x", 1.5, True):
        with pytest.raises(DistributionError, match="seed"):
            sample({1: 1}, seed=seed)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: DIE.prob(True), "True can't be a value of die"),
        (lambda: DIE.prob("6"), "not '6'"),
        (lambda: DIE.prob((1, 2)), "can't be a value"),
        (lambda: exact({True: 1}).prob(1), "1 can't be a value"),
        (lambda: DIE_AND_SUM.prob(3), "3 can't be a value"),
        (lambda: DIE.at_least("many"), "no bound"),
        (lambda: DIE.at_most(float("nan")), "no bound"),
        (lambda: DIE.quantile(1.5), "from 0 to 1"),
        (lambda: DIE.quantile(float("nan")), "from 0 to 1"),
        (lambda: DIE.quantile("half"), "from 0 to 1"),
        (lambda: DIE.interval(6, confidence=95), "between 0 and 1"),
        (lambda: DIE.interval(6, confidence=1), "between 0 and 1"),
        (lambda: DIE.estimate(6, at_least=3), "not with both"),
        (lambda: DIE.given(7), "probability 0"),
        (lambda: sample({1: 1}).var(), "single hand"),
        (lambda: sample({1: 1}).interval(), "single hand"),
        (lambda: DIE.marginal(0), "tuple of measures"),
        (lambda: DIE.cov(), "tuple of measures"),
        (lambda: DIE.corr(), "tuple of measures"),
        (lambda: DIE_AND_SUM.mean(), "take .marginal"),
        (lambda: DIE_AND_SUM.var(), "take .marginal"),
        (lambda: DIE_AND_SUM.std(), "take .marginal"),
        (lambda: DIE_AND_SUM.quantile(0.5), "take .marginal"),
        (lambda: DIE_AND_SUM.at_least(3), "take .marginal"),
        (lambda: DIE_AND_SUM.interval(), "take .marginal"),
        (lambda: DIE_AND_SUM.standard_error(), "take .marginal"),
        (lambda: DIE_AND_SUM.marginal(2), "from 0 to 1"),
        (lambda: DIE_AND_SUM.marginal(-1), "from 0 to 1"),
        (lambda: exact({(1, 2, 3): 1}).cov(), "covariance is that of two"),
        (lambda: exact({(1, 2): 1, (1, 3): 1}).corr(), "only one value"),
    ],
)
def test_questions_without_an_answer(ask, says):
    with pytest.raises(DistributionError, match=says):
        ask()


# --- samples ------------------------------------------------------------------------------


def test_a_sample_has_floats_and_standard_errors():
    opening = sample({True: 25, False: 75}, "can_open", seed=1)
    assert (opening.hands, opening.total, opening.is_exact) == (100, 100, False)
    assert opening.prob(True) == opening.mean() == 0.25
    assert isclose(opening.standard_error(True), sqrt(0.25 * 0.75 / 100))
    assert isclose(opening.standard_error(lambda opens: not opens), sqrt(0.25 * 0.75 / 100))
    assert isclose(opening.var(), 100 / 99 * 0.25 * 0.75)
    assert isclose(opening.standard_error(), sqrt(0.25 * 0.75 / 99))


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=30))
def test_the_variance_of_a_sample_is_that_of_the_textbook(hands):
    import statistics

    distribution = sample({value: hands.count(value) for value in hands})
    assert isclose(distribution.mean(), statistics.fmean(hands), abs_tol=1e-12)
    assert isclose(distribution.var(), float(statistics.variance(hands)), abs_tol=1e-9)
    assert isclose(distribution.std(), statistics.stdev(hands), abs_tol=1e-9)


@given(st.integers(1, 10**9), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
@settings(deadline=None)
def test_wilsons_ends_are_where_the_score_test_just_rejects(n, share, confidence):
    # An end p satisfies |k/n - p| = z * sqrt(p (1 - p) / n): the definition of the interval.
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + confidence) / 2)
    hits = round(share * n)
    low, high = sample({False: n - hits, True: hits}).interval(True, confidence)
    assert 0 <= low <= hits / n <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            size = z * z * end * (1 - end) / n
            assert isclose((hits / n - end) ** 2, size, rel_tol=1e-6, abs_tol=1e-18)
    if hits == 0:
        assert isclose(high, z * z / (n + z * z), rel_tol=1e-6)


def test_wilsons_interval_covers_as_often_as_it_says():
    # The coverage at p is a finite sum of binomial probabilities: no simulation, no luck.
    n = 60
    intervals = [sample({False: n - k, True: k}).interval(True) for k in range(n + 1)]
    grid = [(i + 0.5) / 200 for i in range(200)]

    def coverage(p):
        return sum(
            comb(n, k) * p**k * (1 - p) ** (n - k)
            for k, (low, high) in enumerate(intervals)
            if low <= p <= high
        )

    covered = [coverage(p) for p in grid]
    assert 0.945 < sum(covered) / len(covered) < 0.96
    assert min(covered) > 0.83  # where Wald's interval covers less than 0.3
    assert min(covered[20:-20]) > 0.92


def test_students_interval_of_a_mean():
    # Three hands 1, 2, 3: s = 1, and t(0.975, 2) has the closed form 2p - 1 = t / sqrt(t² + 2).
    t = 0.95 * sqrt(2 / (1 - 0.95**2))
    low, high = sample({1: 1, 2: 1, 3: 1}).interval()
    assert isclose(low, 2 - t / sqrt(3))
    assert isclose(high, 2 + t / sqrt(3))
    assert sample({3: 10}).interval() == (3, 3)


def test_a_value_that_was_not_seen_still_has_an_interval():
    rare = sample({0: 1000})
    assert rare.standard_error(5) == 0
    low, high = rare.interval(5)
    assert low == 0
    assert isclose(high, Z95**2 / (1000 + Z95**2))


def test_estimates_of_tails_and_ranges():
    points = sample({0: 40, 20: 10, 30: 20, 45: 30}, "opening_value")
    assert points.estimate(at_least=30).value == points.at_least(30) == 0.5
    assert points.estimate(at_most=20).value == points.at_most(20) == 0.5
    assert points.estimate(at_least=20, at_most=30).value == 0.3
    tail = points.estimate(lambda v: v >= 30, confidence=0.9)
    assert tail == points.estimate(at_least=30, confidence=0.9)
    assert isclose(tail.standard_error, 0.05)
    assert (tail.low, tail.high) == points.interval(lambda v: v >= 30, 0.9)
    assert (tail.numerator, tail.denominator, tail.hands) == (50, 100, 100)
    assert points.estimate().value == points.mean()
    assert points.estimate().standard_error == points.standard_error()
    assert float(tail) == 0.5


def test_estimates_read_well():
    opening = sample({True: 497_600, False: 502_400}, "can_open", seed=1)
    assert str(opening.estimate(True)) == "0.4976 ± 0.0005 (n = 1,000,000)"
    total = comb(106, 14)
    four = exact({True: 3602050813778040, False: total - 3602050813778040})
    assert str(four.estimate(True)) == "3602050813778040 / 105710363656182600 = 3.4075 %"
    assert str(DIE.estimate()) == "21 / 6 = 3.5"
    assert str(sample({1: 500, 2: 500}).estimate()) == "1.500 ± 0.016 (n = 1,000)"
    assert str(sample({0: 1_000_000}).estimate(1)) == (
        "0 of 1,000,000 hands (95 % interval 0 % to 0.00038 %)"
    )


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (1, 2, "50 %"),
        (0, 7, "0 %"),
        (7, 7, "100 %"),
        (68006854852, 79515468511191440, "0.000085527 %"),
        (10**20 - 1, 10**20, "99.999999999999999999 %"),
        (1, 3, "33.333 %"),
        (10**31 - 1, 10**31, "99.99999999999999999999999999999 %"),
    ],
)
def test_a_percentage_never_hides_that_something_can_happen(part, whole, text):
    estimate = exact({False: whole - part, True: part}).estimate(True)
    assert str(estimate) == f"{part} / {whole} = {text}"


# --- joint distributions ------------------------------------------------------------------


def test_a_die_and_the_sum_of_two():
    assert DIE_AND_SUM.is_joint
    assert DIE_AND_SUM.measures == ("first", "sum")
    assert DIE_AND_SUM.marginal(0).prob(1) == Fraction(1, 6)
    assert DIE_AND_SUM.marginal(1) == TWO_DICE
    assert DIE_AND_SUM.prob((1, 7)) == Fraction(1, 36)
    assert DIE_AND_SUM.prob(lambda v: v[1] > 10) == Fraction(1, 12)
    assert DIE_AND_SUM.cov() == DIE.var()
    assert isclose(DIE_AND_SUM.corr(), sqrt(0.5))
    second = DIE_AND_SUM.given(lambda v: v[0] == 6).marginal(1)
    assert (second.mean(), second.values[0]) == (6 + DIE.mean(), 7)


def test_measures_with_arguments_keep_their_commas():
    joint = exact({(True, 2): 1}, "(has_run(length=4), count(number=1, color='R'))")
    assert joint.marginal(0).measure == "has_run(length=4)"
    assert joint.marginal(1).measure == "count(number=1, color='R')"
    assert exact({(1, 2): 1}, "both").marginal(1).measure == "both[1]"


def test_two_kings_make_two_aces_less_likely():
    # A rummy player's claim: ten of 52 cards, four kings, four aces.
    ways = {
        (k, a): comb(4, k) * comb(4, a) * comb(44, 10 - k - a) for k in range(5) for a in range(5)
    }
    joint = exact(ways, "(kings, aces)")
    assert joint.total == comb(52, 10)
    assert isclose(joint.corr(), -1 / 12)
    kings = joint.given(lambda v: v[0] >= 2, name="two kings").marginal(1)
    assert round(100 * float(joint.marginal(1).at_least(2)), 2) == 16.25
    assert round(100 * float(kings.at_least(2)), 2) == 12.06


@given(st.integers(1, 51))
def test_two_cards_are_held_together_with_correlation_minus_1_51(drawn):
    # One certain king and one certain ace of 52 cards, whatever the size of the hand.
    ways = {
        (king, ace): comb(50, drawn - king - ace) if drawn >= king + ace else 0
        for king in (False, True)
        for ace in (False, True)
    }
    assert isclose(exact(ways, "(king, ace)").corr(), -1 / 51)


@given(counts_of_pairs)
def test_marginals_sum_the_joint_distribution(counts):
    joint = exact(counts, "(a, b)")
    total = sum(counts.values())
    for i in (0, 1):
        marginal = joint.marginal(i)
        assert marginal.total == total
        for value in marginal.values:
            weight = sum(w for v, w in counts.items() if v[i] == value)
            assert marginal.prob(value) == Fraction(weight, total)


@given(counts_of_pairs)
def test_law_of_total_probability_and_of_total_expectation(counts):
    joint = exact(counts, "(a, b)")
    first, second = joint.marginal(0), joint.marginal(1)
    given_first = {
        a: joint.given(lambda v, a=a: v[0] == a).marginal(1) for a in first.values
    }  # fmt: skip
    for b in second.values:
        assert second.prob(b) == sum(first.prob(a) * given_first[a].prob(b) for a in given_first)
    assert second.mean() == sum(first.prob(a) * given_first[a].mean() for a in given_first)


@given(counts_of_pairs)
def test_variance_of_a_sum(counts):
    joint = exact(counts, "(a, b)")
    sums: dict[int, int] = {}
    for (a, b), weight in counts.items():
        sums[a + b] = sums.get(a + b, 0) + weight
    a, b = joint.marginal(0), joint.marginal(1)
    assert exact(sums).var() == a.var() + b.var() + 2 * joint.cov()
    if a.var() and b.var():
        assert abs(joint.corr()) <= 1
        assert isclose(joint.corr() ** 2, joint.cov() ** 2 / (a.var() * b.var()), abs_tol=1e-12)
        mirrored = exact({(x, -y): w for (x, y), w in counts.items()}, "(a, b)")
        assert isclose(mirrored.corr(), -joint.corr())


def test_a_linear_relation_has_correlation_1():
    assert exact({(n, 3 * n + 1): n + 1 for n in range(9)}, "(a, b)").corr() == 1
    assert exact({(n, -n): n + 1 for n in range(9)}, "(a, b)").corr() == -1


def test_the_covariance_of_a_sample_has_n_minus_1():
    pairs = sample({(1, 1): 1, (2, 3): 1, (3, 2): 1}, "(a, b)")
    assert isclose(pairs.cov(), 0.5)
    assert isclose(pairs.corr(), 0.5)
    assert isclose(pairs.marginal(0).var(), 1)


def test_a_condition_keeps_the_weights_and_says_its_name():
    even = DIE.given(lambda n: n % 2 == 0, name="even")
    assert (even.values, even.total, even.measure) == ((2, 4, 6), 3, "die given even")
    assert DIE.given(3).prob(3) == 1
    assert DIE.given(3).measure == "die given 3"
    assert DIE.given(lambda n: n > 3).measure == "die given event"
    opened = sample({(True, 2): 30, (False, 1): 70}, "(can_open, melds)", seed=4)
    inside = opened.given(lambda v: v[0])
    assert (inside.hands, inside.seed) == (30, 4)


# --- adding samples -----------------------------------------------------------------------


def test_samples_of_different_seeds_add_up():
    sabra = find_variant("sabra")
    one = sample({0: 10, 2: 5}, seed=1, variant=sabra, hand_size=14)
    two = sample({0: 20, 1: 7}, seed=2, variant=sabra, hand_size=14)
    both = one + two
    assert (both.values, both.weights, both.seed) == ((0, 1, 2), (30, 7, 5), (1, 2))
    assert (both.variant, both.hand_size, both.measure) == (sabra, 14, "melds")
    three = both + replace(one, seed=Seed(1, (3,)))
    assert three.seed == (1, 2, Seed(1, (3,)))
    for again in (one, two, both):
        with pytest.raises(DistributionError, match="count twice"):
            both + again


def test_hands_dealt_by_people_have_no_seed():
    tally = sample({0: 3, 1: 2})
    assert (tally + tally).seed is None
    assert (tally + tally).weights == (6, 4)
    assert (tally + sample({0: 1}, seed=7)).seed == (None, 7)
    with pytest.raises(DistributionError, match="count twice"):
        tally + sample({0: 1}, seed=7) + sample({0: 1}, seed=7)


def test_what_can_not_be_added():
    one = sample({0: 1}, seed=1, hand_size=14)
    with pytest.raises(DistributionError, match="only samples"):
        one + exact({0: 1})
    with pytest.raises(DistributionError, match="measure"):
        one + replace(one, seed=2, measure="pairs")
    with pytest.raises(DistributionError, match="hand_size"):
        one + replace(one, seed=2, hand_size=13)
    with pytest.raises(DistributionError, match="variant"):
        one + replace(one, seed=2, variant=find_variant("sabra"))
    with pytest.raises(DistributionError, match="different kinds"):
        sample({0: 1}) + sample({True: 1})
    with pytest.raises(DistributionError, match="different kinds"):
        sample({0: 1, 1: 1}) + sample({True: 1})
    with pytest.raises(TypeError):
        one + 1


# --- the chi-square test ------------------------------------------------------------------


def test_chi_square_by_hand():
    # Three equally likely values, 300 hands: (10² + 10² + 0²) / 100 = 2; for two degrees of
    # freedom the p-value is exp(-statistic / 2).
    fit = goodness_of_fit(sample({0: 110, 1: 90, 2: 100}), exact({0: 1, 1: 1, 2: 1}))
    assert isclose(fit.statistic, 2)
    assert fit.degrees_of_freedom == 2
    assert isclose(fit.p_value, exp(-1))
    assert str(fit) == "chi-square 2.00 with 2 degrees of freedom, p = 0.368"


def test_small_cells_are_pooled():
    # 1000 hands, expected 500, 480, 12, 8: the last two don't reach 25 and neither does their
    # sum, so the smallest of the others comes in: cells 500 and 500.
    expected = exact({0: 500, 1: 480, 2: 12, 3: 8})
    observed = sample({0: 520, 1: 470, 2: 10})
    fit = goodness_of_fit(observed, expected)
    assert fit.degrees_of_freedom == 1
    assert isclose(fit.statistic, 2 * 20**2 / 500)
    # From 20 on their sum is a cell: 500, 480 and 20.
    fit = goodness_of_fit(observed, expected, min_expected=20)
    assert fit.degrees_of_freedom == 2
    assert isclose(fit.statistic, 20**2 / 500 + 10**2 / 480 + 10**2 / 20)
    assert goodness_of_fit(observed, expected, min_expected=5).degrees_of_freedom == 3
    # A cell that has just as many as are wanted stands for itself.
    assert goodness_of_fit(observed, expected, min_expected=8).degrees_of_freedom == 3


def test_the_sample_has_no_say_in_what_is_pooled():
    # 0 and 1 are equally likely; 2 needs one of them to make a cell, whatever was seen.
    expected = exact({0: 490, 1: 490, 2: 20})
    fit = goodness_of_fit(sample({0: 500, 1: 470, 2: 30}), expected)
    assert isclose(fit.statistic, 20**2 / 490 + 20**2 / 510)
    fit = goodness_of_fit(sample({0: 470, 1: 500, 2: 30}), expected)
    assert isclose(fit.statistic, 10**2 / 490 + 10**2 / 510)


def test_a_biased_sample_fails():
    loaded = sample({1: 1500, 2: 1650, 3: 1650, 4: 1650, 5: 1650, 6: 1900}, "die")
    assert goodness_of_fit(loaded, DIE).p_value < 1e-4
    # All the fault lies in cells that are pooled: 40 hands where 4 * 5 are expected.
    tail = exact({0: 5000, 1: 4980, **dict.fromkeys(range(2, 6), 5)})
    faulty = sample({0: 4990, 1: 4950, **dict.fromkeys(range(2, 6), 15)})
    assert goodness_of_fit(faulty, tail, min_expected=20).p_value < 1e-4


def test_a_value_that_is_ruled_out_can_not_be():
    fit = goodness_of_fit(sample({**dict.fromkeys(range(1, 7), 10000), 7: 1}, "die"), DIE)
    assert (fit.p_value, fit.statistic) == (0, float("inf"))
    assert goodness_of_fit(sample({True: 1, False: 99}), exact({False: 1})).p_value == 0


def test_the_level_is_kept():
    # How often a true hypothesis is rejected at 5 % is a sum over all outcomes of 300 hands.
    fair = exact({False: 1, True: 1})
    n = 300
    rejected = sum(
        Fraction(comb(n, k), 2**n)
        for k in range(n + 1)
        if goodness_of_fit(sample({False: n - k, True: k}), fair).p_value < 0.05
    )
    assert 0.04 < rejected < 0.06


def test_what_a_test_of_fit_needs():
    with pytest.raises(DistributionError, match="a sample first"):
        goodness_of_fit(DIE, DIE)
    with pytest.raises(DistributionError, match="a sample first"):
        goodness_of_fit(sample({1: 1}), sample({1: 1}))
    with pytest.raises(DistributionError, match="too few"):
        goodness_of_fit(sample({1: 10}, "die"), DIE)
    with pytest.raises(DistributionError, match="can't be a value"):
        goodness_of_fit(sample({True: 500}), DIE)
    with pytest.raises(DistributionError, match="hand_size"):
        goodness_of_fit(sample({1: 500}, hand_size=14), replace(DIE, hand_size=13))


# --- frames, texts, charts ----------------------------------------------------------------


@given(counts_of_numbers, st.booleans())
@settings(deadline=None, max_examples=30)
def test_round_trip_through_a_frame_and_a_spreadsheet_file(counts, is_exact):
    import pandas as pd

    if not is_exact:
        counts = {value: weight % 10**6 + 1 for value, weight in counts.items()}
    distribution = make_distribution(counts, measure="melds", is_exact=is_exact)
    frame = distribution.to_frame()
    text = frame.to_csv(index=False)
    read = pd.read_csv(io.StringIO(text), dtype={"value": int, "weight": str})
    for values, weights in (
        (frame["value"], frame["weight"]),
        (read["value"], map(int, read["weight"])),
    ):
        back = dict(zip(values, weights, strict=True))
        assert make_distribution(back, measure="melds", is_exact=is_exact) == distribution


def test_the_frame_has_the_columns_of_the_contract():
    names = ["value", "weight", "probability", "standard_error", "low", "high"]
    opening = sample({True: 25, False: 75}, "can_open")
    frame = opening.to_frame()
    assert list(frame.columns) == names
    assert frame["value"].tolist() == [False, True]
    assert frame["probability"].tolist() == [0.75, 0.25]
    assert (frame["low"][1], frame["high"][1]) == opening.interval(True)
    exact_frame = DIE_AND_SUM.to_frame()
    assert list(exact_frame.columns) == names
    assert exact_frame["value"][0] == (1, 2)
    assert (exact_frame["low"] == exact_frame["probability"]).all()
    assert (exact_frame["standard_error"] == 0).all()
    assert exact({0: 2**63, 1: 1}).to_frame()["weight"].tolist() == [2**63, 1]


def test_the_printed_table():
    assert str(exact({0: 1, 1: 2, 2: 1}, "heads")).splitlines() == [
        "heads: exact, 4 equally likely ways",
        "value  ways  probability",
        "    0     1    25.0000 %  " + "█" * 15,
        "    1     2    50.0000 %  " + "█" * 30,
        "    2     1    25.0000 %  " + "█" * 15,
    ]
    never = sample({False: 1000}, "can_open", seed=3, hand_size=14)
    assert str(never).splitlines()[0] == "can_open, 14 tiles: 1,000 hands, seed 3"
    assert str(never).splitlines()[-1].split() == ["True", "0", "none", "seen"]


def test_a_printed_table_tells_rare_from_never():
    assert table_rows(exact({True: 8}, "can_open"))[0] == ("False", "0", "impossible", "")
    rare = sample({0: 500_000, 1: 499_999, 2: 1})
    assert [share for _, _, share, _ in table_rows(rare)][1:] == ["50.000 ± 0.050 %", "<0.001 %"]
    rare = exact({False: 10**9, True: 1}, "can_open")
    assert table_rows(rare)[1] == ("True", "1", "<0.0001 %", "")


@given(
    st.dictionaries(st.integers(-400, 400), st.integers(1, 50), min_size=1, max_size=300),
    st.booleans(),
)
def test_a_printed_table_fits_a_terminal_and_leaves_no_hand_out(counts, is_exact):
    distribution = make_distribution(counts, measure="m", is_exact=is_exact)
    lines = str(distribution).splitlines()
    assert len(lines) <= 2 + 26
    assert max(map(len, lines)) <= 80
    weights = [weight for _, weight, _, _ in table_rows(distribution)]
    assert sum(int(weight.replace(",", "")) for weight in weights) == distribution.total


def test_many_values_are_printed_in_classes_and_0_stands_alone():
    labels = [label for label, *_ in table_rows(exact(dict.fromkeys(range(101), 1)))]
    assert labels[:3] == ["0", "1 to 4", "5 to 9"]
    pairs = exact({(a, b): 1 for a in range(6) for b in range(6)}, "(a, b)")
    assert table_rows(pairs)[-1] == ("11 others", "11", "30.5556 %", "")


def test_short_descriptions():
    opening = exact({True: 52601200562652394, False: 53109163093530206}, "can_open")
    assert repr(opening) == (
        "Distribution(can_open: exact, True 52601200562652394 / 105710363656182600 = 49.76 %)"
    )
    assert repr(sample({0: 500, 1: 500}, seed=1)) == (
        "Distribution(melds: 1,000 hands, seed 1, 2 values from 0 to 1, mean 0.500 ± 0.016)"
    )
    assert repr(sample({3: 1})) == "Distribution(melds: 1 hand, 1 value from 3 to 3, mean 3)"
    assert repr(DIE_AND_SUM) == "Distribution((first, sum): exact, 36 tuples)"


def test_the_html_table_is_escaped():
    page = sample({0: 99999, 1: 1}, "a < b")._repr_html_()
    assert "<caption>a &lt; b: 100,000 hands</caption>" in page
    assert page.count("<th scope='row'>") == 2


def test_the_chart_is_drawn_from_the_distribution(monkeypatch):
    charts = ModuleType("charts")
    charts.distribution_chart = lambda distribution, **options: (distribution, options)
    monkeypatch.setitem(sys.modules, "rummistats.show.charts", charts)
    assert DIE.plot(title="A die") == (DIE, {"title": "A die"})


def test_distributions_travel_and_compare_by_value():
    one = sample({0: 5}, seed=1, variant=find_variant("sabra"), hand_size=14)
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(DIE) == hash(exact(dict.fromkeys(range(1, 7), 1), "die"))
    assert one != replace(one, seed=2)
    assert isinstance(one.estimate(0), Estimate)


# --- totals that are no numbers of hands ---------------------------------------------------


def test_what_is_no_number_of_hands_is_written_as_a_decimal_number():
    third = exact({0: 2 * 10**30, 3: 10**30})
    assert third.mean() == 1
    assert str(third.estimate()) == "1.000000000000000"
    text = str(third)
    assert "mean 1.000000000000000" in text
    assert "0.666666666666667" in text
    assert "ways" not in text
    assert max(map(len, re.findall(r"[0-9]+", text))) == 15
    html = third._repr_html_()
    assert "0.333333333333333" in html
    assert "10000000000" not in html.replace(",", "")
    assert third.prob(3) == Fraction(1, 3)


def test_hands_are_still_counted_in_the_largest_hands_of_a_game():
    # 21 of 106 tiles: a number of hands that can be read.
    many = exact({0: comb(106, 21) - 1, 1: 1})
    assert f"{comb(106, 21):,} equally likely ways" in str(many)


def test_what_is_possible_is_never_written_as_0():
    tiny = exact({0: 10**40 - 1, 1: 1})
    assert "<0.000000000000001" in str(tiny)

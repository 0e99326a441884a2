"""Simulation: right, the same for the same seed anywhere, and nothing lost."""

from __future__ import annotations

import math
import random
import re
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rummistats.arrange import arrange
from rummistats.compare import compare
from rummistats.dealing import CHUNK, deal_batch, hands_of_batch
from rummistats.distribution import Distribution, goodness_of_fit
from rummistats.errors import MeasureError, SimulationError, TileError, VariantError
from rummistats.exact import exact
from rummistats.measures import MEASURES, make_measure
from rummistats.melds import all_melds
from rummistats.montecarlo import Interrupted, simulate, simulate_each
from rummistats.montecarlo.batch import Batch
from rummistats.montecarlo.batch_measures import BATCH_MEASURES, evaluate
from rummistats.montecarlo.tables import (
    LANES,
    covering_melds_of,
    optimum_of,
    split_fits,
    split_tables,
)
from rummistats.report.contents import make_report
from rummistats.search import OBJECTIVES, batch_covering_melds, batch_optimum
from rummistats.tiles import Hand
from rummistats.variants import Variant, find_variant

from .reference_figures import distribution, probability

SABRA = find_variant("sabra")
NO_JOKERS = SABRA.with_rules(jokers=0)
LEVEL = 1e-4
STANDARD_ERRORS = 4.5

HEADLINES = ["opening_value", "melds", "melded_tiles", "can_open", "has_meld"]


# -- right -------------------------------------------------------------------------------------


def check_headlines(hands: int, seed: int) -> None:
    """Compare both models' reference distributions with one simulation of each."""
    value, melds, tiles, can_open, has_meld = simulate_each(
        HEADLINES, NO_JOKERS, hands=hands, seed=seed
    )
    model = "rummikub 104+0 jokers"
    for observed, name in (
        (value, "max total face value"),
        (melds, "max number of disjoint combinations"),
        (tiles, "max tiles covered by disjoint combinations"),
    ):
        expected = distribution(name, 14, model, observed.measure)
        assert goodness_of_fit(observed, expected).p_value > LEVEL, name
    check_probability(can_open, probability("P(max total face value >= 30), H=14", model))
    check_probability(has_meld, 1 - probability("P(no combination), H=14", model))
    for mean, name in (
        (value, "E[max total face value], H=14"),
        (melds, "E[max number of disjoint combinations], H=14"),
        (tiles, "E[max tiles covered by disjoint combinations], H=14"),
    ):
        error = mean.mean() - float(probability(name, model))
        assert abs(error) < STANDARD_ERRORS * mean.standard_error(), name

    model = "rummikub 104+2 jokers"
    melds, can_open, has_meld = simulate_each(
        ["melds", "can_open", "has_meld"], SABRA, hands=hands, seed=seed
    )
    expected = distribution("max number of disjoint combinations", 14, model, "melds")
    assert goodness_of_fit(melds, expected).p_value > LEVEL
    check_probability(can_open, probability("P(max total face value >= 30), H=14", model))
    check_probability(has_meld, 1 - probability("P(no combination), H=14", model))


def check_probability(observed: Distribution, expected: Fraction) -> None:
    assert observed.hands is not None
    p = float(expected)
    standard_error = math.sqrt(p * (1 - p) / observed.hands)
    assert abs(observed.prob(True) - p) < STANDARD_ERRORS * standard_error, observed.measure


def test_a_million_hands_fit_the_reference_figures() -> None:
    check_headlines(1_000_000, seed=20)


@pytest.mark.slow
def test_ten_million_hands_fit_the_reference_figures() -> None:
    check_headlines(10_000_000, seed=21)


@pytest.mark.parametrize("hand_size", [16, 20])
def test_openings_of_larger_hands_fit_the_reference_figures(hand_size: int) -> None:
    observed = simulate("can_open", NO_JOKERS, hands=300_000, seed=22, hand_size=hand_size)
    figure = f"P(max total face value >= 30), H={hand_size}"
    check_probability(observed, probability(figure, "rummikub 104+0 jokers"))


@pytest.mark.parametrize("hand_size", [7, 10, 21])
def test_hands_without_meld_fit_the_reference_figures(hand_size: int) -> None:
    observed = simulate("has_meld", NO_JOKERS, hands=300_000, seed=23, hand_size=hand_size)
    figure = f"P(no combination), H={hand_size}"
    check_probability(observed, 1 - probability(figure, "rummikub 104+0 jokers"))


@pytest.mark.parametrize(
    "measure", ["pairs", "hand_points", "count(number=7)", "count(joker=True)"]
)
def test_simulation_fits_the_exact_distribution(measure: str) -> None:
    observed = simulate(measure, SABRA, hands=500_000, seed=24)
    assert goodness_of_fit(observed, exact(measure, SABRA)).p_value > LEVEL


@pytest.mark.parametrize(
    "measure", ["has_group", "has_run", "has_group(size=4)", "has_run(length=5, natural=True)"]
)
def test_simulated_events_fit_the_exact_probability(measure: str) -> None:
    observed = simulate(measure, SABRA, hands=200_000, seed=25)
    check_probability(observed, exact(measure, SABRA).prob(True))


def test_a_test_of_fit_notices_a_wrong_model() -> None:
    """The check can fail: hands with two jokers don't have the melds of those without."""
    observed = simulate("melds", SABRA, hands=20_000, seed=26)
    model = "rummikub 104+0 jokers"
    expected = distribution("max number of disjoint combinations", 14, model, "melds")
    assert goodness_of_fit(observed, expected).p_value < LEVEL


# -- hand by hand ------------------------------------------------------------------------------

MINI = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=7, open_points=9)
RULES = {
    "sabra": SABRA,
    "no jokers": NO_JOKERS,
    "four jokers": SABRA.with_rules(jokers=4),
    "nothing but jokers": SABRA.with_rules(jokers=3, min_real=0),
    "one joker a meld": SABRA.with_rules(max_jokers_per_combination=1),
    "two real tiles a joker": SABRA.with_rules(min_real_per_joker=2),
    "ones low or high": SABRA.with_rules(one_high=True),
    "from 1 to 1": SABRA.with_rules(one_high=True, one_to_one=True),
    "ones high": SABRA.with_rules(ones="high"),
    "round the corner": SABRA.with_rules(wrap=True),
    "short runs": SABRA.with_rules(max_run=4),
    "long runs": SABRA.with_rules(min_run=4),
    "repeated colors": SABRA.with_rules(repeat_colors=True),
    "one meld opens": SABRA.with_rules(open_single_set=True),
    "three packs": SABRA.with_rules(copies=3),
    "mini": MINI,
    "mini round the corner": MINI.with_rules(ones="circular", repeat_colors=True),
    "two numbers": Variant.mini(
        colors=4, numbers=2, copies=2, jokers=2, hand_size=6, open_points=3
    ),
    "one color": Variant.mini(
        colors=1, numbers=15, copies=3, jokers=2, hand_size=20, open_points=30
    ),
    "five suits": Variant.mini(
        colors=5, numbers=9, copies=1, jokers=0, hand_size=7, open_points=10
    ),
}
QUESTIONS = [
    *(name for name in BATCH_MEASURES if name not in ("count", "can_knock", "special_hand")),
    "has_run(length=4)",
    "has_run(length=4, natural=True)",
    "has_group(size=4)",
    "has_meld(natural=True)",
    "count(number=1)",
    "count(color='R')",
    "count(joker=True)",
    "helpful_tiles(raising='melded_tiles', counting='tiles')",
]


@pytest.mark.parametrize("rules", RULES)
def test_every_batch_measure_is_its_definition_hand_by_hand(rules: str) -> None:
    variant = RULES[rules]
    dealt = deal_batch(variant.tile_set, variant.hand_size, hands=12, seed=27)
    hands = list(hands_of_batch(variant.tile_set, dealt))
    for question in QUESTIONS:
        measure = make_measure(question)
        try:
            expected = [measure(hand, variant) for hand in hands]
        except MeasureError as error:
            # So large a group, or so long a run, can't be: many hands are refused alike.
            assert question.startswith(("has_run(length=4", "has_group(size=4"))
            with pytest.raises(MeasureError, match=re.escape(str(error))):
                evaluate(measure, Batch(variant, dealt))
            continue
        values = evaluate(measure, Batch(variant, dealt)).tolist()
        assert values == expected, question


@pytest.mark.parametrize("hand_size", [0, 1, 2, 3, 14, 22, 30])
@pytest.mark.parametrize("rules", ["sabra", "no jokers", "nothing but jokers", "round the corner"])
def test_the_split_agrees_with_the_search(rules: str, hand_size: int) -> None:
    variant = RULES[rules]
    dealt = deal_batch(variant.tile_set, hand_size, hands=300, seed=28)
    optima = split_tables(variant).four_optima(dealt)
    assert set(LANES) == set(OBJECTIVES)
    for objective in OBJECTIVES:
        found = optimum_of(optima, objective).tolist()
        assert found == batch_optimum(dealt, variant, objective).tolist()
    assert covering_melds_of(optima).tolist() == batch_covering_melds(dealt, variant).tolist()


def test_large_hands_and_tile_sets_need_no_table() -> None:
    packs = SABRA.with_rules(copies=4, jokers=4)
    assert not split_fits(packs)
    melds = simulate("melds", packs, hands=50, seed=29)
    assert melds.hands == 50
    whole = simulate("melded_tiles", SABRA, hands=3, seed=29, hand_size=106)
    assert whole.values == (106,)


# What has no meaning in Rummikub is tested with the games that have it.
ELSEWHERE = {"can_knock", "special_hand"}


@pytest.mark.parametrize("measure", sorted(MEASURES.keys() - ELSEWHERE))
def test_every_measure_can_be_simulated(measure: str) -> None:
    question = "count(number=2)" if measure == "count" else measure
    assert simulate(question, MINI, hands=20, seed=30).total == 20


# -- the same for the same seed ----------------------------------------------------------------

HANDS = 5 * CHUNK + 123


class ShuffledExecutor(Executor):
    """Works on what it gets in an order of its own, one task at a time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.waiting: list[tuple[Future[object], Callable[[], object]]] = []
        self.pool = ThreadPoolExecutor(1)

    def submit(self, function, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        self.waiting.append((future, lambda: function(*args, **kwargs)))
        self.pool.submit(self._work)
        return future

    def _work(self) -> None:
        time.sleep(0.001)
        future, call = self.waiting.pop(self.random.randrange(len(self.waiting)))
        future.set_result(call())


def simulate_headlines(**options: object) -> list[Distribution]:
    return list(simulate_each(HEADLINES, SABRA, hands=HANDS, seed=31, **options))  # type: ignore[arg-type]


def test_workers_and_order_make_no_difference() -> None:
    alone = simulate_headlines(workers=1)
    assert simulate_headlines(workers=2) == alone
    assert simulate_headlines(workers=7) == alone
    assert simulate_headlines(executor=ShuffledExecutor(1)) == alone
    assert simulate_headlines(executor=ShuffledExecutor(2)) == alone
    with ProcessPoolExecutor(2) as processes:
        assert simulate_headlines(executor=processes) == alone


def test_another_seed_deals_other_hands() -> None:
    one, other = (simulate("melds", SABRA, hands=5_000, seed=seed) for seed in (1, 2))
    assert one.weights != other.weights


def test_simulation_sees_the_hands_that_a_batch_holds() -> None:
    hands = CHUNK + 500
    dealt = deal_batch(SABRA.tile_set, 14, hands=hands, seed=32)
    points = simulate("hand_points", SABRA, hands=hands, seed=32)
    values = evaluate(make_measure("hand_points"), Batch(SABRA, dealt))
    unique, counts = np.unique(values, return_counts=True)
    assert points.values == tuple(unique.tolist())
    assert points.weights == tuple(counts.tolist())


def test_without_a_seed_the_one_drawn_is_recorded() -> None:
    first = simulate("melds", SABRA, hands=1_000)
    again = simulate("melds", SABRA, hands=1_000, seed=first.seed)
    assert again == first
    assert simulate("melds", SABRA, hands=1_000).seed != first.seed


def test_a_generator_is_advanced_and_its_seed_recorded() -> None:
    generator = np.random.default_rng(5)
    first = simulate("melds", SABRA, hands=1_000, seed=generator)
    second = simulate("melds", SABRA, hands=1_000, seed=generator)
    assert first.seed != second.seed
    assert simulate("melds", SABRA, hands=1_000, seed=first.seed) == first


def test_more_hands_begin_with_the_same_ones() -> None:
    """A chunk is what its seed says, however long the run."""
    short = deal_batch(SABRA.tile_set, 14, hands=CHUNK, seed=33)
    long = deal_batch(SABRA.tile_set, 14, hands=2 * CHUNK, seed=33)
    assert np.array_equal(long[:CHUNK], short)


# -- questions ---------------------------------------------------------------------------------


def test_a_joint_distribution_has_its_marginals() -> None:
    joint = simulate(("melds", "has_group"), SABRA, hands=20_000, seed=34)
    melds, has_group = simulate_each(["melds", "has_group"], SABRA, hands=20_000, seed=34)
    assert joint.marginal(0).weights == melds.weights
    assert joint.marginal(1).weights == has_group.weights
    assert joint.marginal(1).values == (False, True)


def red_tiles(hand: Hand) -> int:
    return sum(tile.color == "R" for tile in hand)


def test_a_function_of_a_hand_is_a_measure() -> None:
    own = simulate(red_tiles, SABRA, hands=3_000, seed=35)
    assert own.weights == simulate("count(color='R')", SABRA, hands=3_000, seed=35).weights
    assert own.measure == "red_tiles"


def test_an_event_of_ones_own_has_the_values_false_and_true() -> None:
    event = simulate(lambda hand: hand.jokers == 2, SABRA, hands=3_000, seed=36)
    assert event.values == (False, True)


def test_negative_values_are_counted() -> None:
    shifted = simulate(lambda hand: hand.jokers - 1, SABRA, hands=2_000, seed=37)
    jokers = simulate("count(joker=True)", SABRA, hands=2_000, seed=37)
    assert shifted.values == tuple(value - 1 for value in jokers.values)
    assert shifted.weights == jokers.weights


# -- stopped, refused --------------------------------------------------------------------------


class StoppedExecutor(ThreadPoolExecutor):
    """Somebody presses Ctrl-C when the third task is handed out late in the run."""

    def __init__(self, tasks: int) -> None:
        super().__init__(1)
        self.left = tasks

    def submit(self, function, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().submit(function, *args, **kwargs)


def test_a_stopped_run_gives_what_was_counted() -> None:
    with pytest.raises(Interrupted, match=r"interrupted after [\d,]+ of 9,000,000 hands") as stop:
        simulate_each(
            ["melds", "pairs"], SABRA, hands=9_000_000, seed=38, executor=StoppedExecutor(70)
        )
    melds, pairs = stop.value.so_far
    assert 0 < melds.total == pairs.total < 9_000_000
    assert melds.total % CHUNK == 0
    assert isinstance(stop.value, KeyboardInterrupt)


def test_a_run_that_is_stopped_at_once_has_counted_nothing() -> None:
    with pytest.raises(Interrupted) as stop:
        simulate("melds", SABRA, hands=9_000_000, seed=38, executor=StoppedExecutor(0))
    assert stop.value.so_far == ()


def test_a_whole_number_of_hands_may_be_written_with_a_power_of_ten() -> None:
    assert simulate("pairs", SABRA, hands=2e3, seed=1) == simulate(
        "pairs", SABRA, hands=2000, seed=1
    )
    assert (deal_batch(SABRA.tile_set, 14, hands=3e0, seed=1).shape) == (3, 14)
    frame = compare("pairs", SABRA, hands=2e3, seed=1, method="simulate")
    assert frame["hands"].unique().tolist() == [2000]
    report = make_report("sabra", hands=2e3)
    assert report.hands == report.asked == 2000


@pytest.mark.parametrize("hands", [0, -5, 1.5, 0.0, "many", True, None, math.nan, math.inf])
def test_a_number_of_hands_that_is_none(hands: object) -> None:
    with pytest.raises(SimulationError, match="hands="):
        simulate("melds", SABRA, hands=hands, seed=1)  # type: ignore[arg-type]
    with pytest.raises(SimulationError, match="hands="):
        compare("melds", SABRA, hands=hands, seed=1, method="exact")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"seed": "x"}, SimulationError, "seed='x'"),
        ({"seed": -1}, SimulationError, "seed=-1"),
        ({"workers": 0}, SimulationError, "workers=0"),
        ({"hand_size": -1}, TileError, "hand_size=-1"),
        ({"hand_size": 107}, TileError, "from 0 to 106"),
        ({"measure": "nonsense"}, MeasureError, "no measure 'nonsense'"),
        ({"measure": ()}, MeasureError, "at least one measure"),
        ({"measure": 7}, MeasureError, "7 is no measure"),
        ({"measure": "count"}, MeasureError, "count what"),
        ({"measure": "count(number=14)"}, MeasureError, "from 1 to 13"),
        ({"measure": lambda hand: "much"}, MeasureError, "returned 'much'"),
        ({"measure": lambda hand: 1 // 0}, MeasureError, "failed for the hand"),
    ],
)
def test_what_cannot_be_simulated(
    options: dict[str, object], error: type[Exception], says: str
) -> None:
    settings = {"measure": "melds", "variant": SABRA, "hands": 100, "seed": 1} | options
    with pytest.raises(error, match=says):
        simulate(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("measure", ["can_open", "opening_value"])
def test_a_game_without_opening_has_no_opening_odds(measure: str) -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    with pytest.raises(VariantError, match="defines no opening"):
        simulate(measure, mini, hands=100, seed=1)


def slow_measure(hand: Hand) -> int:
    time.sleep(0.002)
    return hand.jokers


def test_large_hands_can_be_stopped_too() -> None:
    """A hand of 36 tiles takes milliseconds, and nobody waits for 16,384 of them."""
    timer = threading.Timer(3.0, signal.raise_signal, [signal.SIGINT])
    simulate("melds", SABRA, hands=1, seed=39, hand_size=36, workers=1)
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(Interrupted) as stopped:
            simulate("melds", SABRA, hands=10**8, seed=39, hand_size=36, workers=1)
    finally:
        timer.cancel()
    assert time.monotonic() - begun < 15
    (so_far,) = stopped.value.so_far
    assert so_far.hands


def test_a_slow_measure_can_be_stopped_and_gives_what_was_counted() -> None:
    """Hands that are measured one by one don't wait for the end of their chunk."""
    timer = threading.Timer(2.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begun = time.monotonic()
    try:
        with pytest.raises(Interrupted) as stop:
            simulate(slow_measure, SABRA, hands=10**6, seed=39, workers=2)
    finally:
        timer.cancel()
    assert time.monotonic() - begun < 20
    [jokers] = stop.value.so_far
    assert 0 < jokers.total < CHUNK
    assert jokers.total % 256 == 0


@pytest.mark.parametrize("value", [10**30, -(2**63) - 1])
def test_a_value_too_large_to_count_names_the_measure(value: int) -> None:
    for asked in (lambda hand: value, (lambda hand: value, "melds")):
        with pytest.raises(MeasureError, match=r"returned -?[19]"):
            simulate(asked, SABRA, hands=10, seed=1)


def test_executors_that_cannot_work_are_refused() -> None:
    with pytest.raises(SimulationError, match="executor=5"):
        simulate("melds", SABRA, hands=10, executor=5)  # type: ignore[arg-type]
    with ThreadPoolExecutor(1) as pool, pytest.raises(SimulationError, match="not both"):
        simulate("melds", SABRA, hands=10, executor=pool, workers=2)
    with pytest.raises(SimulationError, match="takes no more work"):
        simulate("melds", SABRA, hands=10, executor=pool)
    with ProcessPoolExecutor(1) as pool, pytest.raises(SimulationError, match="not a lambda"):
        simulate(lambda hand: 1, SABRA, hands=10, executor=pool)
    with pytest.raises(SimulationError, match="up to 1024"):
        simulate("melds", SABRA, hands=10, workers=10**25)


def test_a_number_is_no_variant() -> None:
    number: Any = 7
    for call in (simulate, exact, lambda *a: arrange("R1", a[1]), lambda *a: all_melds(a[1])):
        with pytest.raises(VariantError, match=r"7 is no variant"):
            call("melds", number)

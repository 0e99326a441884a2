"""Every game: its costliest measures, and gin's dead wood beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec

import numpy as np

import rummistats as rs
from benchmarks.peers import SpielPeer
from benchmarks.timing import Row, best_cpu_seconds
from rummistats.dealing import CHUNK
from rummistats.montecarlo.batch import Batch, deal_hands
from rummistats.montecarlo.batch_measures import evaluate
from rummistats.playing import deck_of
from rummistats.seeds import make_seed

RUNS = 5
PLAIN_HANDS = 40

# Measures that need the best of all arrangements; of each game the slowest one is shown.
ARRANGED = (
    "can_open",
    "opening_value",
    "melds",
    "melded_tiles",
    "dead_wood_tiles",
    "dead_wood_points",
    "covering_melds",
    "complete",
    "can_knock",
)
# Measures that look at the tiles without arranging them.
LOOKED_AT = (
    "has_meld",
    "has_group",
    "has_run",
    "pairs",
    "groups",
    "runs",
    "maximal_melds",
    "three_tile_melds",
    "isolated_tiles",
    "hand_points",
    "special_hand",
)
# Measures that need more than the best of all arrangements: all largest packings, or the best
# arrangement with each tile that may come.
SEVERAL = (
    "isolated_after_packing",
    "helpful_tiles",
    'helpful_tiles(raising="melded_tiles", counting="tiles")',
)

AIM = 1_000_000
AIM_101 = 400_000
AIM_SHANGHAI = 200_000
AIM_GIN = 5

OPENINGS = (
    ("romanian", AIM, ("can_open",)),
    (
        "okey-101",
        AIM_101,
        ("can_open", 'can_open(by="points")', 'can_open(by="pairs")', "opening_value"),
    ),
)

# The contract of round r needs r + 5 cards; 11 are dealt, and one drawn after 0, 1, 2 buys.
SHANGHAI_SIZES = (11, 12, 14, 16)

_NOTE = (
    "Every game: dealing is included. Of the measures that arrange hands, of those that only look "
    "at them, and of those that ask for several arrangements of each hand, the slowest of each "
    "game is shown. The aims are for a game's costliest measure."
)


def measure_variants(hands: int) -> Iterator[Row]:
    """Yield how many hands a second each game's costliest measures take."""
    for name, variant in _games():
        aim = AIM_101 if variant.name == "okey-101" else AIM
        for measures in (ARRANGED, LOOKED_AT, SEVERAL):
            measure, speed = _slowest(measures, variant, hands)
            yield Row(f"{name}: {measure}", "hands/s", speed, aim=aim, note=_NOTE)
    yield from _several_arrangements(hands)
    yield from _openings(hands)
    yield from _shanghai_contracts(hands // 2)


def _games() -> Iterator[tuple[str, rs.Variant]]:
    """Yield every game but Shanghai, whose rounds differ; Stone-Rummy with all its jokers."""
    for variant in rs.variants():
        if variant.name == "stone-rummy":
            for jokers in ("assigned", "none", "stock2"):
                name = f'stone-rummy, jokers="{jokers}", {variant.hand_size} tiles'
                yield name, variant.with_rules(jokers=jokers)
        elif variant.name != "shanghai":
            yield f"{variant.name}, {variant.hand_size} tiles", variant


def _slowest(measures: Sequence[str], variant: rs.Variant, hands: int) -> tuple[str, float]:
    """Return the slowest of the measures that have a meaning in the game, and its speed."""
    speeds = {}
    for measure in measures:
        try:
            speeds[measure] = _speed(measure, variant, hands)
        except (rs.MeasureError, rs.VariantError):
            continue
    slowest = min(speeds, key=lambda measure: speeds[measure])
    return slowest, speeds[slowest]


def _speed(
    measure: str,
    variant: rs.Variant,
    hands: int,
    hand_size: int | None = None,
    context: rs.Context | None = None,
) -> float:
    """Return how many hands are dealt and measured in a second."""

    def simulate(hands: int = hands) -> None:
        rs.simulate_each(
            [measure],
            variant,
            hands=hands,
            seed=1,
            hand_size=hand_size,
            workers=1,
            progress=False,
            context=context,
        )

    simulate(1)
    return hands / best_cpu_seconds(simulate, RUNS)


def _several_arrangements(hands: int) -> Iterator[Row]:
    """Yield the measures that need several arrangements, beside their plain definition."""
    for variant in (rs.find_variant("sabra"), rs.find_variant("stone-rummy")):
        # With the joker that every player of Stone-Rummy is given.
        dealt = deal_hands(deck_of(variant), variant.hand_size, PLAIN_HANDS, make_seed(1))
        few = list(rs.hands_of_batch(variant.tile_set, dealt))
        for text in SEVERAL:
            plain = rs.make_measure(text)
            seconds = best_cpu_seconds(
                lambda plain=plain, variant=variant, few=few: [
                    plain(hand, variant) for hand in few
                ],
                1,
            )
            yield Row(
                f"{variant.name}, {variant.hand_size} tiles: {text}",
                "hands/s",
                _speed(text, variant, hands),
                "hand by hand",
                PLAIN_HANDS / seconds,
                AIM,
                note=f"Hand by hand: the definition, for {PLAIN_HANDS} hands dealt before.",
            )


def _openings(hands: int) -> Iterator[Row]:
    """Yield the openings that need more than points, and their parts."""
    for name, aim, measures in OPENINGS:
        variant = rs.find_variant(name)
        for measure in measures:
            speed = _speed(measure, variant, hands)
            what = f"{name}, {variant.hand_size} tiles: {measure}"
            yield Row(what, "hands/s", speed, aim=aim, note=_NOTE)


def _shanghai_contracts(hands: int) -> Iterator[Row]:
    variant = rs.find_variant("shanghai")
    for hand_size in SHANGHAI_SIZES:
        for number in range(1, min(10, hand_size - 5) + 1):
            speed = _speed("can_open", variant, hands, hand_size, rs.Context(round=number))
            yield Row(
                f"shanghai, {hand_size} cards, round {number}: can_open",
                "hands/s",
                speed,
                aim=AIM_SHANGHAI,
                note="Shanghai: rounds whose contract needs more cards than the hand has are "
                "left out.",
            )


def measure_gin(hands: int) -> Iterator[Row]:
    """Yield how many hands of gin a second are counted, here and by OpenSpiel."""
    gin = rs.find_variant("gin")
    dead_wood = rs.make_measure("dead_wood_points")
    dealt = rs.deal_batch(gin.tile_set, gin.hand_size, hands=hands, seed=1)

    def evaluated() -> list[int]:
        # In chunks, as a run does.
        found: list[int] = []
        for first in range(0, hands, CHUNK):
            found += evaluate(dead_wood, Batch(gin, dealt[first : first + CHUNK])).tolist()
        return found

    ours = evaluated()
    alone = hands / best_cpu_seconds(evaluated, RUNS)
    dealing = _speed("dead_wood_points", gin, 10 * hands)
    name, peer = "gin, 10 cards: dead wood", "open_spiel"
    if find_spec("pyspiel") is None:
        note = "open_spiel is not installed, so gin's dead wood was compared with nothing."
        for what, speed in ((f"{name} of the same hands", alone), (f"deal; {name}", dealing)):
            yield Row(what, "hands/s", speed, f"{peer}: missing", note=note)
        return
    spiel = SpielPeer(gin.hand_size)
    lists = dealt.tolist()
    if spiel.dead_wood(lists) != ours:
        raise RuntimeError("OpenSpiel finds other dead wood than rummistats")
    rng = np.random.default_rng(1)

    def beside(what: str, speed: float, work: Callable[[], object]) -> Row:
        theirs = hands / best_cpu_seconds(work, RUNS)
        return Row(what, "hands/s", speed, peer, theirs, AIM_GIN * theirs, note)

    note = (
        f"OpenSpiel: min_deadwood, called for each hand, found the same as rummistats for all "
        f"{hands:,} hands. It takes lists of cards and rummistats arrays; making its lists of "
        "hands dealt before is not counted, making ours of the results is. With dealing, NumPy "
        f"deals for it. The aim is {AIM_GIN} times its speed."
    )
    yield beside(f"{name} of the same hands", alone, lambda: spiel.dead_wood(lists))
    yield beside(f"deal; {name}", dealing, lambda: spiel.deal_and_measure(rng, hands))

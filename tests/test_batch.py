"""Measures of many hands at once are what they are hand by hand: in every game, by any rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt
import pytest

from rummistats.dealing import Context, hands_of_batch
from rummistats.measures import make_measure
from rummistats.montecarlo.batch import Batch, deal_hands
from rummistats.montecarlo.batch_measures import BATCH_MEASURES, evaluate
from rummistats.montecarlo.helpful import helpful_tables
from rummistats.montecarlo.packing import packing_tables
from rummistats.playing import deck_of
from rummistats.seeds import make_seed
from rummistats.tiles import Hand
from rummistats.variants import Variant, find_variant, variants

from .small_games import GAMES, hands_of
from .test_montecarlo import RULES
from .test_values import PARTNERS

STONES = find_variant("stone-rummy")
PLUS = find_variant("stone-rummy-plus")

VARIANTS: dict[str, Variant] = {
    **{game.name: game for game in variants()},
    **RULES,
    **PARTNERS,
    "no stone given": STONES.with_rules(jokers="none"),
    "two stones in the stock": STONES.with_rules(jokers="stock2"),
    "from 12 to 1": STONES.with_rules(gap_12_1=True),
    "a circle of 12": PLUS.with_rules(cycle=12),
    "no number three times": PLUS.with_rules(no_repeat_three=True),
    "groups of four": RULES["sabra"].with_rules(min_group=4),
    "one pack": RULES["sabra"].with_rules(copies=1),
    "three copies": RULES["sabra"].with_rules(numbers=6, copies=3, jokers=3),
    "largest set": Variant.mini(colors=6, numbers=15, copies=1, jokers=2, hand_size=16),
    "false jokers are indicators": find_variant("okey-101").with_rules(false_joker_is="indicator"),
}

# Measures with kernels of their own.
MEASURES = (
    "runs",
    "maximal_melds",
    "three_tile_melds",
    "isolated_tiles",
    "covering_melds",
    "isolated_after_packing",
    "helpful_tiles",
    "helpful_tiles(raising='melded_tiles', counting='tiles')",
)

HANDS = 8


def context_of(variant: Variant) -> Context | None:
    """What these rules must know of the deal."""
    if variant.rule_or("false_joker_is") == "indicator":
        return Context(indicator="R5")
    return None


def as_batch(hands: Sequence[Hand]) -> npt.NDArray[np.uint8]:
    """Return hands of one size as an array of kinds."""
    kinds = [[k for k, count in enumerate(hand.counts) for _ in range(count)] for hand in hands]
    return np.array(kinds, dtype=np.uint8).reshape(len(hands), -1)


def disagreements(measure: str, batch: Batch) -> Iterator[tuple[str, int, int]]:
    """Yield the hands whose value is not the defined one, with both values."""
    asked = make_measure(measure)
    values = evaluate(asked, batch).tolist()
    hands = hands_of_batch(batch.variant.playing_set, batch.hands)
    for hand, value in zip(hands, values, strict=True):
        wanted = asked(hand, batch.variant, batch.context)
        if value != wanted:
            yield str(hand), value, wanted


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("rules", VARIANTS)
def test_hands_of_any_game(rules: str, measure: str) -> None:
    variant = VARIANTS[rules]
    context = context_of(variant)
    deck = deck_of(variant, context)
    for hand_size in {variant.hand_size // 2, variant.hand_size, variant.hand_size + 3}:
        dealt = deal_hands(deck, min(hand_size, deck.size), HANDS, make_seed(hand_size))
        assert list(disagreements(measure, Batch(variant, dealt, context))) == []


@pytest.mark.parametrize("game", GAMES)
def test_all_hands_of_a_small_game(game: str) -> None:
    variant, _ = GAMES[game]
    for _, hands in groupby(hands_of(game), key=len):
        batch = as_batch(list(hands))
        for measure in MEASURES:
            # To draw every tile for a hand by the definition takes long: every fifth hand.
            some = batch[::5] if "helpful" in measure else batch
            assert list(disagreements(measure, Batch(variant, some))) == []


# A game so small that special hands are dealt, and one of every sort.
SPECIAL = find_variant("international").with_rules(
    colors=3,
    numbers=4,
    hand_size=6,
    hands=[
        {"id": "any melds", "name": "", "parts": "melds"},
        {"id": "one color", "name": "", "parts": "melds", "colors": "one"},
        {"id": "groups", "name": "", "parts": "groups", "count": 2},
        {"id": "a group and a half", "name": "", "parts": "groups", "numbers": [1, 2]},
        {"id": "runs", "name": "", "parts": "runs"},
        {"id": "runs of two colors", "name": "", "parts": "runs", "colors": "different"},
        {"id": "one run", "name": "", "parts": "runs", "count": 1},
        {"id": "pairs", "name": "", "parts": "pairs"},
        {"id": "three low pairs", "name": "", "parts": "pairs", "count": 3, "numbers": [1, 2]},
        {"id": "no pairs", "name": "", "parts": "pairs", "count": 0},
    ],
)


@pytest.mark.parametrize("pattern", [hand.id for hand in SPECIAL.special_hands])
@pytest.mark.parametrize("hand_size", [0, 3, 6])
def test_special_hands(pattern: str, hand_size: int) -> None:
    dealt = deal_hands(deck_of(SPECIAL), hand_size, 400, make_seed(2))
    batch = Batch(SPECIAL, dealt)
    assert list(disagreements(f"special_hand(id={pattern!r})", batch)) == []


def test_special_hands_that_are_rare_are_found() -> None:
    """Two among 400,000 hands are nothing but runs: the others are not looked at closely."""
    international = find_variant("international").with_rules(hands="teaching")
    complete = [
        "R1 R2 R3 R4 B5 B6 B7 K10 K11 K12 K13 K1 Y2 Y3",
        "R1 R2 R3 R4 B5 B6 B7 K10 K11 K12 K13 K1 Y2 J",
        "R1 R2 R3 R4 B5 B6 B7 K10 K11 K12 K13 K1 J J",
        "R10 R11 R12 R13 R1 B10 B11 B12 B13 B1 K10 K11 K12 K13",
        "R10 R11 R12 R13 R1 B10 B11 B12 B13 B1 K10 J K12 K13",
        "R2 B2 K2 R4 B4 K4 Y4 R6 B6 J Y6 R8 B8 K8",
        "R2 R2 R4 R4 K5 K5 Y6 Y6 Y9 Y9 B1 B1 B13 J",
    ]
    dealt = deal_hands(deck_of(international), 14, 20 * len(complete), make_seed(3))
    dealt[::20] = as_batch([international.parse(tiles) for tiles in complete])
    batch = Batch(international, dealt)
    for pattern in international.special_hands:
        measure = f"special_hand(id={pattern.id!r})"
        assert BATCH_MEASURES["special_hand"](batch, pattern.id) is not None
        assert list(disagreements(measure, batch)) == []
        assert evaluate(make_measure(measure), batch).any() == (pattern.id not in ("T2", "T6"))


def test_helpful_tiles_beside_a_tile_that_lies_face_up() -> None:
    """It can't come any more, nor can more than are left of any kind."""
    for name, context in (
        ("international", Context(trump="R5")),
        ("okey", Context(indicator="R5")),
        ("sabra", None),
    ):
        variant = find_variant(name)
        dealt = deal_hands(deck_of(variant, context), 14, 8, make_seed(4))
        batch = Batch(variant, dealt, context)
        for counting in ("kinds", "tiles"):
            assert list(disagreements(f"helpful_tiles(counting={counting!r})", batch)) == []


def test_a_tile_that_brings_very_much_is_helpful() -> None:
    """One tile may meld nine others, which is more than the kernel's table holds."""
    long_runs = Variant.mini(
        colors=1, numbers=12, copies=1, jokers=1, hand_size=9, min_run=9, min_group=2
    )
    hands = [
        "R1 R2 R3 R4 R6 R7 R8 R9 R12",
        "R1 R2 R3 R4 R5 R6 R7 R8 J",
        "R1 R2 R3 R4 R5 R6 R7 R8 R12",
    ]
    batch = Batch(long_runs, as_batch([long_runs.parse(tiles) for tiles in hands]))
    measure = "helpful_tiles(raising='melded_tiles')"
    assert list(disagreements(measure, batch)) == []
    assert evaluate(make_measure(measure), batch).tolist() == [2, 2, 2]


def test_helpful_tiles_of_hands_with_very_many_groups() -> None:
    """There are 6 ** 6 ways to choose groups, more than the kernel goes through."""
    sabra = RULES["sabra"]
    every_group = " ".join(f"{color}{n}" for n in (1, 3, 5, 7, 9, 11) for color in "RBKY")
    hands = [
        sabra.parse(f"{every_group} R12 R13"),
        sabra.parse(" ".join(f"{c}{n}" for c in "RB" for n in range(1, 14))),
    ]
    batch = Batch(sabra, as_batch(hands))
    tables = helpful_tables(sabra, "melds")
    assert tables is not None
    deck = np.array(sabra.deck, dtype=np.int64)
    assert (tables.count(batch.hands, deck, 0, by_tiles=False) < 0).tolist() == [True, False]
    for measure in MEASURES:
        if "helpful" in measure:
            assert list(disagreements(measure, batch)) == []


def test_packing_hands_of_nearly_one_color() -> None:
    """What may be left of so many tiles of one color is in no list."""
    random = np.random.default_rng(6)
    for name in ("stone-rummy", "sabra"):
        variant = find_variant(name)
        tiles = variant.playing_set
        two_of_each = np.repeat(np.arange(tiles.colored_kinds), 2)
        reds, others = np.split(two_of_each, [2 * tiles.numbers])
        jokers = np.full(tiles.jokers, tiles.colored_kinds)
        hands = [
            [*random.choice(reds, 10, replace=False), *random.choice(others, 3), *jokers]
            for _ in range(40)
        ]
        batch = Batch(variant, np.array(hands, dtype=np.uint8))
        assert list(disagreements("isolated_after_packing", batch)) == []


def test_packing_hands_with_very_many_groups() -> None:
    """There are 22 ** 3 * 2 ** 3 ways to choose groups, more than the kernel goes through."""
    six_colors = VARIANTS["largest set"]
    letters = six_colors.playing_set.color_letters
    tiles = [f"{color}{number}" for number in (1, 3, 5) for color in letters]
    tiles += [f"{color}{number}" for number in (7, 9, 11) for color in letters[:3]]
    batch = Batch(six_colors, as_batch([six_colors.parse(" ".join(tiles))]))
    assert packing_tables(six_colors).fewest_isolated(batch.hands).tolist() == [-1]
    assert list(disagreements("isolated_after_packing", batch)) == []


def test_only_large_tile_sets_and_hands_are_packed_one_by_one() -> None:
    sabra, measure = RULES["sabra"], BATCH_MEASURES["isolated_after_packing"]
    for variant, hand_size, has_kernel in (
        (sabra, 36, True),
        (sabra, 37, False),
        (sabra.with_rules(copies=3), 14, False),
    ):
        dealt = deal_hands(deck_of(variant), hand_size, 1, make_seed(5))
        assert (measure(Batch(variant, dealt)) is not None) == has_kernel

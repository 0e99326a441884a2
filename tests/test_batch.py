"""Measures of many hands at once are what they are hand by hand: in every game, by any rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt
import pytest

from rummistats.dealing import Context, hands_of_batch
from rummistats.measures import make_measure
from rummistats.montecarlo.batch import Batch, deal_hands, evaluate
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

# Measures that have kernels for any rules and any hand.
COUNTS = ("runs", "maximal_melds", "isolated_tiles", "covering_melds")

HANDS = 12


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


@pytest.mark.parametrize("measure", COUNTS)
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
        batch = Batch(variant, as_batch(list(hands)))
        for measure in COUNTS:
            assert list(disagreements(measure, batch)) == []

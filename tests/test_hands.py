"""The list of all hands: each once, with as many ways to be dealt as there are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from rummistats.dealing import Context
from rummistats.errors import MeasureError, RummistatsError, TileError, VariantError
from rummistats.exact import AUTOMATA, enumerate_hands, exact
from rummistats.exact.multisets import Multisets
from rummistats.playing import as_played, deck_of
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests.small_games import GAMES, hands_up_to

MINI = Variant.mini(colors=2, numbers=3, copies=2, jokers=1, hand_size=3, open_points=6)
OKEY = find_variant("okey").with_rules(colors=2, numbers=3)


def counted(hands):
    listed = Counter(dict(hands))
    assert len(listed) == len(hands), "a hand is listed twice"
    return listed


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_is_listed_once_with_its_weight(game):
    variant, most = GAMES[game]
    by_size = {size: {} for size in range(most + 1)}
    for hand in hands_up_to(variant.tile_set, most):
        by_size[len(hand)][hand] = hand.weight
    for size, hands in by_size.items():
        assert counted(enumerate_hands(variant, size)) == hands


@pytest.mark.parametrize("size", range(14))
def test_weights_are_numbers_of_deals(size):
    """Every choice of physical tiles is dealt once."""
    tiles = MINI.tile_set
    dealt = Counter(tiles.hand(chosen) for chosen in combinations(tiles.all_tiles(), size))
    hands = enumerate_hands(MINI, size)
    assert counted(hands) == dealt
    assert hands.total == comb(13, size) == sum(weight for _, weight in hands)


@pytest.mark.parametrize("size", [0, 1, 3, 11, 12, 13])
def test_in_okey_every_tile_may_be_the_indicator(size):
    """Lay every numbered tile aside and deal from the rest, false jokers and all."""
    deck = list(OKEY.tile_set.all_tiles())
    dealt, given = Counter(), Counter()
    for place, indicator in enumerate(deck):
        if not indicator.number:
            continue
        context = Context(indicator=indicator)
        for chosen in combinations(deck[:place] + deck[place + 1 :], size):
            hand = as_played(OKEY.tile_set.hand(chosen), OKEY, context)
            dealt[hand] += 1
            if place == 0:
                given[hand] += 1
    assert counted(enumerate_hands(OKEY, size)) == dealt
    assert counted(enumerate_hands(OKEY, size, Context(indicator="R1"))) == given


def test_where_a_numbered_tile_lies_aside_no_hand_has_all_of_them():
    hands = enumerate_hands(OKEY, 13)
    assert [hand.jokers for hand, _ in hands] == [2] * 6
    assert hands[0].weight == hands[-1].weight == 2
    assert [*hands] == [hands[place] for place in range(6)]


def test_an_assigned_joker_is_in_every_hand():
    game = find_variant("stone-rummy").with_rules(colors=2, numbers=3, copies=1, hand_size=2)
    hands = enumerate_hands(game)
    assert {hand.jokers for hand, _ in hands} == {1}
    assert {len(hand) for hand, _ in hands} == {3}
    assert hands.total == comb(6, 2) == len(hands)


def test_the_tile_that_lies_face_up_is_in_no_hand():
    game = find_variant("american").with_rules(colors=2, numbers=2, copies=1, jokers=0, hand_size=2)
    shown = Tile("R", 1)
    hands = enumerate_hands(game, context=Context(trump=shown))
    assert len(hands) == comb(3, 2)
    assert all(shown not in hand for hand, _ in hands)


@pytest.mark.parametrize(
    "variant",
    [
        MINI,
        Variant.mini(colors=3, numbers=4, copies=1, jokers=2, hand_size=5, open_points=9),
        Variant.mini(colors=2, numbers=4, copies=2, jokers=1, hand_size=4, ones="circular"),
        Variant.mini(colors=1, numbers=6, copies=2, jokers=2, hand_size=6, ones="low_or_high"),
        OKEY.with_rules(hand_size=4),
        find_variant("stone-rummy").with_rules(colors=2, numbers=4, hand_size=4),
    ],
    ids=repr,
)
def test_both_exact_methods_count_the_same(variant):
    hands = enumerate_hands(variant)
    agreed = 0
    for measure in AUTOMATA:
        try:
            counted = exact(measure, variant)
        except RummistatsError:
            # It has no meaning in the game, or is not counted for its rules.
            continue
        assert hands.distribution(measure) == counted
        agreed += 1
    assert agreed >= 4


def test_hands_are_in_the_order_in_which_one_writes_them_down():
    tiles = MINI.tile_set
    written = [[tiles.kind(tile) for tile in hand] for hand, _ in enumerate_hands(MINI)]
    assert written == sorted(written)


@pytest.mark.parametrize("size", range(8))
def test_a_list_of_multisets_is_a_sequence(size):
    multisets = Multisets((2, 0, 3, 1, 1), size)
    every = [*multisets]
    assert len(multisets) == len(set(every)) == len(every)
    assert [multisets[place] for place in range(len(every))] == every
    assert all(sum(chosen) == size for chosen in every)


def test_there_is_no_multiset_of_more_tiles_than_there_are():
    assert [*Multisets((2, 1), 4)] == []


def test_a_list_of_hands_is_a_sequence():
    hands = enumerate_hands(MINI)
    every = list(hands)
    assert hands[3:9:2] == tuple(every[3:9:2])
    assert hands[-1] == every[-1]
    assert every[5] in hands
    with pytest.raises(IndexError):
        hands[len(hands)]


def test_probabilities_of_a_joint_distribution_add_up():
    joint = enumerate_hands(MINI).distribution(("melds", "count(joker=True)"))
    assert joint.measures == ("melds", "count(joker=True)")
    assert joint.marginal(0) == enumerate_hands(MINI).distribution("melds")
    assert joint.marginal(1).prob(1) == Fraction(3, 13)


def test_a_measure_may_be_a_function_of_the_hand():
    hands = enumerate_hands(MINI)
    reds = hands.distribution(lambda hand: sum(tile.color == "R" for tile in hand))
    assert reds.weights == hands.distribution("count(color='R')").weights
    both = hands.distribution((lambda hand: hand.jokers, lambda hand: np.bool_(hand.jokers > 0)))
    assert both.values == ((0, False), (1, True))


def test_the_round_says_what_opens():
    game = find_variant("shanghai").with_rules(
        colors=3, numbers=4, copies=1, jokers=0, hand_size=3, contracts=(((3,), ()), ((), (3,)))
    )
    with_a_group, with_a_run = (
        enumerate_hands(game, context=Context(round=number)).distribution("can_open").weight(True)
        for number in (1, 2)
    )
    # A 2 3, 2 3 4 and 3 4 A in three suits.
    assert (with_a_group, with_a_run) == (4, 9)


def test_a_frame_has_a_row_for_every_hand():
    hands = enumerate_hands(MINI)
    frame = hands.to_frame("melds", "has_meld")
    assert [*frame.columns] == ["hand", "weight", "probability", "melds", "has_meld"]
    assert len(frame) == len(hands)
    assert frame["weight"].sum() == hands.total
    assert frame["probability"].sum() == pytest.approx(1)
    with_meld = hands.distribution("has_meld").weight(True)
    assert frame.loc[frame["has_meld"], "weight"].sum() == with_meld


def test_a_long_list_is_printed_in_part():
    hands = enumerate_hands(MINI)
    assert len(str(hands).splitlines()) == 2 + 25 + 1
    assert str(hands).endswith(f"... and {len(hands) - 25} more")
    assert "<td>2</td>" in hands._repr_html_()
    whole = hands.table("melds", rows=None).splitlines()
    assert len(whole) == 2 + len(hands)
    assert whole[1].split() == ["hand", "ways", "melds"]


def test_too_many_hands_are_refused_before_any_is_made():
    many = sum(comb(53, pairs) * comb(53 - pairs, 14 - 2 * pairs) for pairs in range(8))
    with pytest.raises(TileError, match=rf"there are {many:,} different hands .* simulate\(\)"):
        enumerate_hands(find_variant("sabra"))
    assert len(enumerate_hands(MINI, limit=71)) == 71
    with pytest.raises(TileError, match="71 different hands of 3 tiles, more than limit=70"):
        enumerate_hands(MINI, limit=70)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand_size": 14}, "hand_size=14: from 0 to 13 tiles"),
        ({"limit": 0}, "limit=0: .* a whole number from 1 on"),
        ({"limit": True}, "limit=True"),
    ],
)
def test_what_can_not_be_listed_is_refused(arguments, message):
    with pytest.raises(TileError, match=message):
        enumerate_hands(MINI, **arguments)


def test_measures_without_meaning_are_refused():
    hands = enumerate_hands(MINI)
    with pytest.raises(MeasureError, match="no measure 'meld'"):
        hands.distribution("meld")
    with pytest.raises(MeasureError, match="at least one measure"):
        hands.distribution(())
    with pytest.raises(MeasureError, match=r"returned 0\.5 for the hand 'R1 R1 R2'"):
        hands.distribution(lambda hand: 0.5)
    with pytest.raises(MeasureError, match="failed for the hand 'R1 R1 R2': ZeroDivisionError"):
        hands.distribution(lambda hand: 1 // hand.jokers)
    with pytest.raises(VariantError, match="14 is no variant"):
        enumerate_hands(14)


def test_all_decks_are_listed_up_to_their_last_tile():
    deck = deck_of(OKEY)
    assert deck.size == 13
    for size in range(deck.size + 1):
        assert sum(weight for _, weight in enumerate_hands(OKEY, size)) == deck.sample_space(size)

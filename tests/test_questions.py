"""Questions that people really ask, each answered by one readable call: rules/../questions.md."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import rummistats as rs

SABRA = rs.find_variant("sabra")
NO_JOKERS = SABRA.with_rules(jokers=0)
GIN = rs.find_variant("gin")


def percent(probability: Fraction, places: int) -> float:
    return round(100 * float(probability), places)


def test_b1_one_number_in_all_four_colors() -> None:
    found = rs.exact("has_group(size=4, natural=True)", SABRA).prob(True)
    assert found == Fraction(3602050813778040, 105710363656182600)


def test_b2_exactly_four_ones_in_the_second_players_hand() -> None:
    # The first player's hand, unseen, changes nothing.
    assert rs.exact("count(number=1)", SABRA).prob(4) == Fraction(1303939, 140596545)


def test_b2_seen_from_the_first_players_chair_it_averages_out() -> None:
    # Exchangeability: the odds given my hand, averaged over my hands, are the odds.
    mini = rs.Variant.mini(colors=2, numbers=3, copies=1, jokers=1, hand_size=2)
    mine = rs.enumerate_hands(mini)
    average = sum(
        weight * rs.exact("count(number=1)", mini, seen=hand).prob(1) for hand, weight in mine
    )
    assert average / mine.total == rs.exact("count(number=1)", mini).prob(1)


def test_b3_any_natural_run_of_three() -> None:
    assert percent(rs.exact("has_run(natural=True)", SABRA).prob(True), 3) == 40.534


def test_b4_can_i_open_with_my_first_fourteen_tiles() -> None:
    found = rs.exact("can_open", SABRA)
    assert (found.weights[1], found.total) == (52601200562652394, 105710363656182600)


def test_b5_a_natural_group_or_run() -> None:
    found = rs.exact("has_meld", NO_JOKERS)
    assert (found.weights[1], found.total) == (56772589229426252, 79515468511191440)


def test_b8_both_jokers_and_at_least_one() -> None:
    jokers = rs.exact("count(joker=True)", SABRA)
    assert jokers.prob(2) == Fraction(13, 795)
    assert percent(jokers.at_least(1), 2) == 24.78


def test_b9_an_identical_pair() -> None:
    assert percent(rs.exact("pairs", SABRA).at_least(1), 2) == 61.94


def test_b11_no_meld_among_fourteen_cards_if_king_ace_two_is_a_run() -> None:
    round_the_corner = GIN.with_rules(ones="circular")
    found = rs.exact("has_meld", round_the_corner, 14)
    assert found.prob(False) == Fraction(321553178310, comb(52, 14))


@pytest.mark.parametrize(("packs", "mode", "mean"), [(1, 14, 13.556), (2, 12, 12.214)])
def test_b15_cards_until_the_first_three_of_a_kind(packs: int, mode: int, mean: float) -> None:
    deck = GIN.with_rules(copies=packs, repeat_colors=packs > 1)
    cards = rs.waiting_time("has_group", deck, hand_size=0)
    assert max(cards.values, key=cards.prob) == mode
    assert round(float(cards.mean()), 3) == mean


def test_b19_draws_until_the_opening_is_possible() -> None:
    draws = rs.waiting_time("can_open", SABRA)
    assert draws.prob(0) == rs.exact("can_open", SABRA).prob(True)
    # After two draws it is the question for hands of 16 tiles.
    assert draws.at_most(2) == rs.exact("can_open", SABRA, 16).prob(True)


def test_b21_two_draws_from_two_ones_and_two_twos() -> None:
    mini = rs.Variant.mini(colors=1, numbers=2, copies=2, jokers=0, hand_size=2)
    hands = rs.enumerate_hands(mini)
    chances = {str(hand): Fraction(weight, hands.total) for hand, weight in hands}
    assert chances == {
        "R1 R1": Fraction(1, 6),
        "R1 R2": Fraction(2, 3),
        "R2 R2": Fraction(1, 6),
    }


@pytest.mark.parametrize(
    ("rules", "measure", "published"),
    [
        ({"numbers": 9, "copies": 1}, "has_group", 0.188347),
        ({"numbers": 9, "copies": 1}, "has_run", 0.078854),
        ({"numbers": 5, "copies": 2}, "has_group", 0.452737),
        ({"numbers": 5, "copies": 2, "repeat_colors": True}, "has_group", 0.614805),
        ({"numbers": 5, "copies": 2}, "has_run", 0.164356),
    ],
)
def test_b22_a_deck_of_ones_own(rules: dict[str, int], measure: str, published: float) -> None:
    deck = rs.Variant.mini(colors=5, jokers=0, hand_size=7, **rules)
    assert round(float(rs.exact(measure, deck).prob(True)), 6) == published


def test_b23_at_least_so_many_of_those_among_these_in_so_many_draws() -> None:
    # At least 2 of 4 among 60 in 7 draws, by counting the complement.
    none_or_one = comb(56, 7) + 4 * comb(56, 6)
    found = rs.hypergeometric(wanted=4, tiles=60, draws=7).at_least(2)
    assert found == 1 - Fraction(none_or_one, comb(60, 7))


def test_b25_how_many_tiles_can_one_hold_without_any_meld() -> None:
    tiles = rs.waiting_time("has_meld", NO_JOKERS, hand_size=0)
    # 52 tiles without any combination exist, 53 do not.
    assert tiles.values[-1] == 53


@pytest.mark.parametrize(("jokers", "most"), [(0, 59), (2, 59)])
def test_b25_how_many_tiles_can_one_hold_without_being_able_to_open(jokers: int, most: int) -> None:
    tiles = rs.waiting_time("can_open", SABRA.with_rules(jokers=jokers), hand_size=0)
    assert tiles.values[-1] == most + 1


def test_b24_all_tiles_together_can_be_laid_with_jokers_or_without() -> None:
    # What blocks a game is who holds the tiles, never which tiles there are.
    for jokers in (0, 1, 2):
        game = SABRA.with_rules(jokers=jokers)
        assert len(rs.solve_table("", game.tile_set.all_tiles(), game).left) == 0


def test_b24_a_game_can_be_dealt_in_which_nobody_ever_opens() -> None:
    # Both copies of one color for each number, and another color for the next one.
    racks = [
        SABRA.tile_set.hand(
            [rs.Tile("RBKY"[(number + player) % 4], number) for number in range(1, 14)] * 2
            + [rs.JOKER] * (player < 2)
        )
        for player in range(4)
    ]
    assert sum(racks[1:], racks[0]) == SABRA.tile_set.all_tiles()
    for rack in racks:
        assert not rs.can_open(rack, SABRA)
        assert rs.arrange(rack, SABRA, best="tiles").tiles == 0


@pytest.mark.slow
def test_b24_that_happens_in_less_than_one_of_a_million_deals() -> None:
    # In the end all tiles are on racks of 27, 27, 26 and 26: one with a joker that can't open.
    bound = Fraction(0)
    for size in (26, 27):
        both = rs.exact(("can_open", "count(joker=True)"), SABRA, size)
        bound += 2 * (both.prob((False, 1)) + both.prob((False, 2)))
    assert 0 < bound < Fraction(1, 1_000_000)


def test_c3_the_multiset_of_tiles_is_conserved_and_c4_calm_plays_lay_as_much() -> None:
    for turn in rs.play(SABRA, "optimal", seed=1).turns:
        now = turn.before
        some = rs.solve_table(now.table, now.hand, SABRA, opened=now.has_opened)
        calm = rs.solve_table(
            now.table, now.hand, SABRA, then="fewest_changes", opened=now.has_opened
        )
        for play in (some, calm):
            there = now.table.hand(SABRA) + SABRA.table_set.hand(now.hand)
            assert play.table.hand(SABRA) + SABRA.table_set.hand(play.left) == there
        assert len(calm.played) == len(some.played)
        assert rs.changes(now.table, calm.table) <= rs.changes(now.table, some.table)

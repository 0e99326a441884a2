"""Exact odds of contracts: small games counted in full, Shanghai's rounds, theorems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

import rummistats as rs
from rummistats.contracts import batch_contract
from rummistats.dealing import Context, deal_batch
from rummistats.errors import MeasureError, RummistatsError
from rummistats.exact.columns import count
from rummistats.exact.contract_plans import contract_plan
from rummistats.exact.counting import Score, count_scores
from rummistats.exact.profiles import profile_automaton
from rummistats.playing import deck_of
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

# The package's name stands for the function.
answer = import_module("rummistats.exact.answer")

SHANGHAI = rs.find_variant("shanghai")
NO_JOKER = SHANGHAI.with_rules(jokers=0)


def counts(found: rs.Distribution) -> dict[Any, int]:
    return {
        value: weight for value, weight in zip(found.values, found.weights, strict=True) if weight
    }


def openings(variant: Variant, round_: int, cards: int) -> int:
    """In how many ways so many cards fulfil the contract of a round."""
    found = rs.exact("can_open", variant, cards, context=Context(round=round_))
    return counts(found).get(True, 0)


def contract_of(variant: Variant, round_: int) -> Contract:
    (contract,) = variant.opening(Context(round=round_))
    assert isinstance(contract, Contract)
    return contract


@pytest.fixture
def never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few hands are counted by the automaton, too."""
    monkeypatch.setattr(answer, "LISTED", 0)


# Small games, all of their hands listed.

CONTRACTS = (
    ((3, 3), ()),
    ((3,), (3,)),
    ((), (3, 3)),
    ((2, 2, 2), ()),
    ((), (2, 2)),
    ((), (2, 2, 2)),
    ((2, 3), (2,)),
    ((2,), (2, 3)),
    ((4,), (3,)),
    ((), (4,)),
    ((5,), ()),
)


def small_games(wanted: int) -> list[Variant]:
    """Return games of many rules with a contract for each of three rounds, always the same."""
    random = Random(7)
    games: list[Variant] = []
    while len(games) < wanted:
        rules: dict[str, Any] = {
            "colors": random.randint(1, 4),
            "numbers": random.randint(4, 7),
            "copies": random.randint(1, 2),
            "jokers": random.randint(0, 2),
            "ones": random.choice(["low", "high", "low_or_high"]),
            "joker_limit": random.choice(["none", "not_more_than_naturals", "by_size"]),
            "contract_size": random.choice(["at_least", "exact"]),
            "adjacent_sequences": random.choice([False, False, True]),
            "same_rank_sets": random.choice([False, True]),
            "repeat_colors": random.choice([False, True]),
            "hand_size": random.randint(5, 8),
            "min_group": 2,
            "min_run": 2,
        }
        fitting = [each for each in CONTRACTS if sum(map(sum, each)) <= rules["hand_size"]]
        rules["contracts"] = random.sample(fitting, 3)
        if random.random() < 0.2:
            rules["min_real"] = 0
        try:
            game = SHANGHAI.with_rules(**rules)
        except RummistatsError:
            continue
        if 20 <= rs.enumerate_hands(game, limit=10**9).different <= 1500:
            games.append(game)
    return games


GAMES = small_games(48)


def test_the_small_games_are_various() -> None:
    for name in (
        "colors",
        "ones",
        "contract_size",
        "adjacent_sequences",
        "same_rank_sets",
        "repeat_colors",
        "hand_size",
    ):
        assert len({dict(game.house_rules).get(name) for game in GAMES}) >= 2, name
    assert {game.playing_set.jokers for game in GAMES} == {0, 1, 2}
    opened = [openings(game, round_, game.hand_size) > 0 for game in GAMES for round_ in (1, 2, 3)]
    assert sum(opened) >= len(opened) / 2


@pytest.mark.usefixtures("never_listed")
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_all_contracts_of_a_small_game(game: Variant) -> None:
    """The automaton knows nothing of `fulfil_contract`, which opens with each hand of the list."""
    for round_ in (1, 2, 3):
        context = Context(round=round_)
        listed = rs.enumerate_hands(game, context=context).distribution("can_open")
        assert rs.exact("can_open", game, context=context).prob(True) == listed.prob(True)


@pytest.mark.parametrize("game", GAMES[::2], ids=repr)
def test_the_compiled_automaton_is_the_plain_one(game: Variant) -> None:
    deck, size = deck_of(game), game.hand_size
    for round_ in (1, 2, 3):
        plan = contract_plan(game, contract_of(game, round_))
        plain = count(profile_automaton(plan), deck, size)
        for absorbs in (False, True):
            compiled: Counter[bool] = Counter()
            for (jokers, tiles), scores in count_scores(
                (Score(plan),), deck, size, absorbs=absorbs
            ).items():
                if jokers + tiles == size:
                    for (fulfilled,), hands in scores.items():
                        compiled[fulfilled > 0] += hands * comb(deck.jokers, jokers)
            if absorbs:
                # Hands that fulfil it are left out.
                assert True not in compiled
                compiled[True] = deck.sample_space(size) - compiled[False]
            assert {value: hands for value, hands in compiled.items() if hands} == plain


@pytest.mark.usefixtures("never_listed")
def test_an_ace_with_jokers_alone_lies_at_either_end() -> None:
    """Another run may be its neighbor at one end, but not at the other one."""
    game = SHANGHAI.with_rules(
        colors=1,
        numbers=6,
        jokers=3,
        joker_limit="none",
        min_run=2,
        contracts=[((), (3, 3)), ((), (2, 2))],
        hand_size=6,
    )
    for round_, size in ((1, 6), (2, 4), (2, 5)):
        context = Context(round=round_)
        listed = rs.enumerate_hands(game, size, context=context).distribution("can_open")
        found = rs.exact("can_open", game, size, context=context)
        assert 0 < listed.prob(True) == found.prob(True)


@pytest.mark.usefixtures("never_listed")
def test_longer_runs_where_shorter_ones_would_be_neighbors() -> None:
    game = SHANGHAI.with_rules(
        colors=1, numbers=7, jokers=0, min_run=2, contracts=[((), (2, 2, 2))]
    )
    exact_sizes = game.with_rules(contract_size="exact")
    for size in (7, 8):
        context = Context(round=1)
        for variant in (game, exact_sizes):
            listed = rs.enumerate_hands(variant, size, context=context).distribution("can_open")
            found = rs.exact("can_open", variant, size, context=context)
            assert found.prob(True) == listed.prob(True)
    assert openings(game, 1, 7) > openings(exact_sizes, 1, 7)


@pytest.mark.usefixtures("never_listed")
def test_contracts_beside_other_measures() -> None:
    game = SHANGHAI.with_rules(colors=2, numbers=5, contracts=[((3,), (3,))], hand_size=6)
    context = Context(round=1)
    asked = ("can_open", "pairs", "hand_points")
    listed = rs.enumerate_hands(game, context=context).distribution(asked)
    found = rs.exact(asked, game, context=context)
    assert counts(found) == counts(listed)
    with pytest.raises(MeasureError, match="can't be counted together"):
        rs.exact(("can_open", "melds"), game, context=context)


@pytest.mark.usefixtures("never_listed")
def test_what_becomes_of_a_hand() -> None:
    """A hand that draws is a hand of all tiles that has these ones."""
    game = SHANGHAI.with_rules(colors=2, numbers=5, contracts=[((3,), (3,)), ((), (3, 3))])
    for round_, held, seen in ((1, "3S 4S X", "3H"), (2, "2S 3S 3S", "4S 5H")):
        context = Context(round=round_)
        dealt = answer.what_is_dealt(game, holding=held, draws=4, seen=seen, context=context)
        listed = answer._listed(dealt).distribution("can_open")
        found = rs.exact("can_open", game, holding=held, draws=4, seen=seen, context=context)
        assert 0 < listed.prob(True) == found.prob(True)


# Shanghai itself.


def runs_of(size: int) -> Iterator[tuple[tuple[tuple[int, str], ...], tuple[str, int, int]]]:
    """The cards of every run, places from 1 to 14, and where it lies."""
    for suit, low in product("SHDC", range(1, 16 - size)):
        places = range(low, low + size)
        yield tuple(((place - 1) % 13 + 1, suit) for place in places), (suit, low, low + size)


def hands_of_no_more_cards(groups: tuple[int, ...], runs: tuple[int, ...]) -> set[Any]:
    """All cards of every contract of these sizes, as if there were three of each card."""
    sets = {
        size: [
            tuple((rank, suit) for suit in suits)
            for rank in range(1, 14)
            for suits in combinations_with_replacement("SHDC", size)
        ]
        for size in groups
    }
    hands = set()
    for chosen in product(*(runs_of(size) for size in runs)):
        lies = sorted(place for _, place in chosen)
        if any(one[0] == two[0] and one[2] == two[1] for one in lies for two in lies):
            continue
        for laid in product(*(sets[size] for size in groups)):
            cards = Counter(
                card for meld in (*laid, *(cards for cards, _ in chosen)) for card in meld
            )
            if max(cards.values()) <= 3:
                hands.add(frozenset(cards.items()))
    return hands


def in_two_packs(hands: set[Any]) -> int:
    """In how many ways the hands are dealt from two packs."""
    return sum(prod(comb(2, copies) for _, copies in hand) for hand in hands)


@pytest.mark.parametrize("round_", [1, 2, 3, 5, 7, 8])
def test_hands_with_no_more_cards_than_the_contract_needs(round_: int) -> None:
    contract = contract_of(SHANGHAI, round_)
    hands = hands_of_no_more_cards(contract.groups, contract.runs)
    cards = round_ + 5
    assert openings(NO_JOKER, round_, cards) == (natural := in_two_packs(hands))
    # The joker may take the place of any card: melds of three and more can have one.
    with_joker = set()
    for hand in hands:
        for card, copies in hand:
            with_joker.add(
                (hand - {(card, copies)}) | ({(card, copies - 1)} if copies > 1 else set())
            )
    wild = in_two_packs(with_joker)
    assert openings(SHANGHAI, round_, cards) == natural + wild
    assert openings(SHANGHAI, round_, cards - 1) == 0


def test_the_longest_run_and_a_group_by_hand() -> None:
    """Round 8 with 13 cards, no joker: a run of 10 of 2 cards each, and 3 of the 8 of a rank.

    There are 20 runs. If the rank is none of the run's, the group is any of ``C(8, 3)``; if it
    is one of them, the hand has 4 of the 8, one of the run's suit among them.
    """
    apart = 3 * comb(8, 3) * 2**10
    common = 10 * (comb(8, 4) - comb(6, 4)) * 2**9
    assert openings(NO_JOKER, 8, 13) == 20 * (apart + common) == 9072640


@pytest.mark.parametrize(("round_", "groups"), [(1, 2), (4, 3)])
@pytest.mark.parametrize("cards", [11, 16])
def test_groups_of_any_suits_need_only_the_numbers_of_each_rank(
    round_: int, groups: int, cards: int
) -> None:
    # Ways by cards and groups of three, rank by rank.
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        before, ways = ways, Counter()
        for (held, laid), number in before.items():
            for more in range(9):
                ways[held + more, min(groups, laid + more // 3)] += number * comb(8, more)
    assert openings(NO_JOKER, round_, cards) == ways[cards, groups]
    # A joker beside one card less: a pair becomes a group.
    assert openings(SHANGHAI, round_, cards) > openings(NO_JOKER, round_, cards)


@pytest.mark.parametrize("round_", range(1, 11))
def test_house_rules_make_a_contract_easier_or_harder(round_: int) -> None:
    cards = max(11, round_ + 5)
    chances = [
        openings(SHANGHAI.with_rules(**rules), round_, cards)
        for rules in (
            {"contract_size": "exact", "same_rank_sets": False},
            {"same_rank_sets": False},
            {},
            {"adjacent_sequences": True},
        )
    ]
    assert chances[0] > 0
    assert chances == sorted(chances)
    (groups, runs) = SHANGHAI.rule("contracts")[round_ - 1]
    assert (chances[1] < chances[2]) == (len(groups) > 1)
    assert (chances[2] < chances[3]) == (len(runs) > 1)


@pytest.mark.parametrize("round_", range(1, 7))
def test_contracts_are_as_frequent_as_in_hands_dealt_at_random(round_: int) -> None:
    contract = contract_of(SHANGHAI, round_)
    # Rounds 5 and 6 are too rare with 11 cards: three of a million hands.
    for cards in {1: (11, 16), 2: (11, 14), 3: (11, 12), 4: (11, 16)}.get(round_, (12, 14)):
        chance = float(
            rs.exact("can_open", SHANGHAI, cards, context=Context(round=round_)).prob(True)
        )
        hands = opened = 0
        for seed in range(4):
            batch = deal_batch(SHANGHAI.playing_set, cards, hands=250_000, seed=100 + seed)
            opened += int(np.count_nonzero(batch_contract(batch, SHANGHAI, contract)))
            hands += len(batch)
        error = (chance * (1 - chance) / hands) ** 0.5
        assert abs(opened / hands - chance) < 4.5 * error


def test_more_packs_and_jokers() -> None:
    table = SHANGHAI.with_rules(players=5)
    contract = contract_of(table, 2)
    chance = float(rs.exact("can_open", table, context=Context(round=2)).prob(True))
    batch = deal_batch(table.playing_set, 11, hands=1_000_000, seed=5)
    opened = int(np.count_nonzero(batch_contract(batch, table, contract)))
    assert abs(opened / 1e6 - chance) < 4.5 * (chance * (1 - chance) / 1e6) ** 0.5


def test_waiting_for_a_contract() -> None:
    context = Context(round=1)
    waiting = rs.waiting_time("can_open", SHANGHAI, context=context)
    for draws in (0, 1, 5):
        by_then = rs.exact("can_open", SHANGHAI, 11 + draws, context=context)
        assert waiting.at_most(draws) == by_then.prob(True)


# What is refused.


@pytest.mark.usefixtures("never_listed")
@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"ones": "circular"}, "there is no first column"),
        (
            {"colors": 1, "numbers": 3, "jokers": 4, "min_real": 0, "joker_limit": "none"},
            "no room for it",
        ),
    ],
)
def test_contracts_without_exact_method(rules: dict[str, Any], message: str) -> None:
    game = SHANGHAI.with_rules(contracts=[((), (3, 3))], hand_size=6, **rules)
    with pytest.raises(MeasureError, match=message):
        rs.exact("can_open", game, context=Context(round=1))

"""Shanghai Rummy: the rule file's examples of contracts, scores and bonuses, buying, matches."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.commands.play import _turn_words
from rummistats.errors import VariantError
from rummistats.play import (
    STRATEGIES,
    Discard,
    Lay,
    Pass,
    Table,
    Take,
    play,
    play_match,
    read_records,
    tournament,
)
from rummistats.play.games import shanghai as rules
from rummistats.play.games.shanghai import ACT, BUY, TAKE, ShanghaiState
from rummistats.play.match import make_match, starter_of
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array

SHANGHAI = find_variant("shanghai")
THREE_PACKS = SHANGHAI.with_rules(players=5)
SEED = make_seed(1)


def position(
    own: str = "",
    round_: int = 1,
    game: Variant = SHANGHAI,
    *,
    table: str = "",
    opened: bool = False,
    phase: str = ACT,
    discards: str = "KC",
    pool: str = "2C 3C 4C 5C 6C 7C 8C",
) -> ShanghaiState:
    """Seat 0 is to move, the others hold a card each, not all cards of the packs are there."""
    deal = replace(game.deal_table(seed=1), round=round_, starter=0)
    start = rules.begin(game, deal, SEED)
    tiles = game.table_set
    others = [tiles.parse("KS")] * (game.players - 1)
    return replace(
        start,
        hands=(tiles.parse(own), *others),
        seat=0,
        phase=phase,
        table=Table.parse(table, game),
        opened=(opened, *start.opened[1:]),
        discards=tuple(map(Tile.parse, discards.split())),
        pool=tuple(map(Tile.parse, pool.split())),
    )


def lay(state: ShanghaiState, melds: str, cards: str = "") -> Lay:
    """A play that adds these melds, of cards of the hand unless they are said."""
    new = Table.parse(melds, state.variant)
    played = state.variant.table_set.parse(cards) if cards else new.hand(state.variant)
    return Lay(state.table + new, played)


def fault(melds: str, round_: int, game: Variant = SHANGHAI) -> str:
    """Return what is wrong with a contract that is laid from the hand."""
    cards = Table.parse(melds, game).hand(game)
    state = position(f"{cards} 2C", round_, game)
    return rules.broken_rule(state, lay(state, melds))


# Worked examples.


@pytest.mark.parametrize(
    ("round_", "melds", "reason"),
    [
        (1, "{7S 7S 7D} {KH KD X}", ""),
        (1, "{7S 7S 7D}", "the contract is 2 groups of 3"),
        (1, "{7S 7S 7D} {KH KD KS} {2H 2D 2S}", "the contract is 2 groups of 3"),
        (2, "{9C 9C 9H} {4S 5S 6S 7S}", ""),
        (2, "{9C 9C 9H} {JD QD KD AD}", ""),
        (2, "{9C 9C 9H} {AD 2D 3D 4D}", ""),
        (2, "{9C 9C 9H} {4S 5S 6S}", "a group of 3 and a run of 4"),
        (3, "{3H 4H 5H 6H} {7H 8H 9H TH}", "directly continue"),
        (3, "{3H 4H 5H 6H} {8H 9H TH JH}", ""),
        (3, "{3H 4H 5H 6H} {7D 8D 9D TD}", ""),
        (4, "{9C 9C 9H} {9D 9D 9S} {2H 2C 2D 2S}", ""),
    ],
)
def test_contracts(round_: int, melds: str, reason: str) -> None:
    assert reason in fault(melds, round_)
    assert bool(reason) == bool(fault(melds, round_))


def test_jokers_and_runs_round_the_corner_are_no_melds() -> None:
    state = position("7S 7S 7D KH X X 2C", 1, THREE_PACKS)
    for game, bad in ((THREE_PACKS, "KH X X"), (SHANGHAI, "QD KD AD 2D")):
        with pytest.raises(Exception, match="no meld"):
            Table.parse(f"{{{bad}}}", game)
    free = THREE_PACKS.with_rules(joker_limit="none")
    state = replace(state, variant=free)
    assert not rules.broken_rule(state, lay(state, "{7S 7S 7D} {KH X X}"))


@pytest.mark.parametrize(
    ("changed", "round_", "melds", "legal"),
    [
        ({"adjacent_sequences": True}, 3, "{3H 4H 5H 6H} {7H 8H 9H TH}", True),
        ({"same_rank_sets": False}, 1, "{7S 7S 7D} {7H 7H 7C}", False),
        ({}, 1, "{7S 7S 7D} {7H 7H 7C}", True),
        ({"contract_size": "exact"}, 1, "{7S 7S 7D} {KH KD KS KC}", False),
        ({}, 1, "{7S 7S 7D} {KH KD KS KC}", True),
        ({"contracts": [((4,), ()), ((3,), (5,))]}, 1, "{7S 7S 7D 7C}", True),
        ({"contracts": [((4,), ()), ((3,), (5,))]}, 2, "{7S 7S 7D} {2H 3H 4H 5H 6H}", True),
    ],
    ids=str,
)
def test_house_rules_for_contracts(
    changed: dict[str, Any], round_: int, melds: str, legal: bool
) -> None:
    assert (not fault(melds, round_, SHANGHAI.with_rules(**changed))) == legal


@pytest.mark.parametrize(("changed", "points"), [({}, 71), ({"number_card_value": 5}, 70)])
def test_points_of_a_hand(changed: dict[str, Any], points: int) -> None:
    state = position("2C 9D TS QH AS X", game=SHANGHAI.with_rules(**changed))
    assert rules.scores(replace(state, ended="blocked"))[0] == points


CONTRACT_6 = "7S 7H 7D KH KD {} 4S 5S 6S 7S 8S"


@pytest.mark.parametrize(
    ("changed", "joker", "last", "score"),
    [
        ({}, False, "2C", -50),
        ({}, True, "2C", -25),
        ({}, False, "X", -50),
        ({"no_joker_bonus_scope": "hand"}, False, "X", -25),
        ({"one_turn_bonus": 30}, True, "2C", -30),
        ({"one_turn_no_joker_bonus": 0}, False, "2C", 0),
    ],
    ids=str,
)
def test_going_out_in_one_turn(changed: dict[str, Any], joker: bool, last: str, score: int) -> None:
    third = "X" if joker else "KC"
    state = position(CONTRACT_6.format(third) + f" {last}", 6, SHANGHAI.with_rules(**changed))
    melds = f"{{7S 7H 7D}} {{KH KD {third}}} {{4S 5S 6S 7S 8S}}"
    after = rules.apply(state, lay(state, melds))
    assert not rules.may_lay(after)
    over = rules.apply(after, Discard(Tile.parse(last)))
    assert (over.ended, rules.winners(over)) == ("out", (0,))
    assert rules.scores(over)[0] == score


def test_who_has_laid_before_gets_no_bonus() -> None:
    state = position("7H 2C", table="{7S 7S 7D} {KH KD KS}", opened=True)
    after = rules.apply(
        state, Lay(Table.parse("{7S 7S 7D 7H} {KH KD KS}", SHANGHAI), SHANGHAI.parse("7H"))
    )
    over = rules.apply(after, Discard(Tile.parse("2C")))
    assert rules.scores(over)[:2] == (0, 10)


# Turns.

TABLE = "{7S 7S X} {4D 5D X(6D) 7D}"


@pytest.mark.parametrize(
    ("changed", "table", "cards", "reason"),
    [
        ({}, "{7S 7S X 7C} {4D 5D 6D 7D}", "6D 7C", "not there any more"),
        ({}, "{7S 7S 7C} {4D 5D X(6D) 7D 8D X(9D)}", "7C 8D", ""),
        ({}, "{7S 7S X} {3D 4D 5D X(6D) 7D} {9C 9H 9S}", "3D 9C 9H 9S", "no more melds"),
        ({"extra_melds": True}, "{7S 7S X} {4D 5D X(6D) 7D} {9C 9H 9S}", "9C 9H 9S", ""),
        ({}, "{7S 7S X 7C} {5D X(6D) 7D}", "7C", "not there any more"),
    ],
    ids=str,
)
def test_laying_off(changed: dict[str, Any], table: str, cards: str, reason: str) -> None:
    game = SHANGHAI.with_rules(jokers=2, **changed)
    state = position("6D 7C 8D 3D 9C 9H 9S 2C", game=game, table=TABLE, opened=True)
    found = rules.broken_rule(state, Lay(Table.parse(table, game), game.table_set.parse(cards)))
    assert reason in found
    assert bool(reason) == bool(found)


def test_a_joker_is_picked_up_for_the_contract_only() -> None:
    state = position("6D KH KD 9S 9H 9C 2C", table="{4D 5D X(6D) 7D}")
    table = Table.parse("{4D 5D 6D 7D} {KH KD X} {9S 9H 9C}", SHANGHAI)
    with_joker = Lay(table, SHANGHAI.parse("6D KH KD 9S 9H 9C"))
    assert not rules.broken_rule(state, with_joker)
    view = view_of(state, may_lay=True)
    assert view.best_play().played == with_joker.played
    over = rules.apply(rules.apply(state, with_joker), Discard(Tile.parse("2C")))
    assert rules.scores(over)[0] == -25
    never = replace(state, variant=SHANGHAI.with_rules(swap_before_contract="never"))
    assert "no joker is picked up" in rules.broken_rule(never, with_joker)
    assert not view_of(never, may_lay=True).best_play()
    only = Lay(Table.parse("{4D 5D 6D 7D X}", SHANGHAI), SHANGHAI.parse("6D"))
    assert rules.broken_rule(state, only)


def test_nothing_is_laid_off_in_the_turn_of_the_contract_unless_the_rules_say_so() -> None:
    own = "7S 7S 7D KH KD KS 3D 2C"
    state = position(own, table="{4D 5D 6D 7D}")
    both = Lay(
        Table.parse("{3D 4D 5D 6D 7D} {7S 7S 7D} {KH KD KS}", SHANGHAI),
        SHANGHAI.parse("7S 7S 7D KH KD KS 3D"),
    )
    assert "nothing is laid off" in rules.broken_rule(state, both)
    after = rules.apply(state, lay(state, "{7S 7S 7D} {KH KD KS}"))
    more = Lay(
        Table.parse("{3D 4D 5D 6D 7D} {7S 7S 7D} {KH KD KS}", SHANGHAI), SHANGHAI.parse("3D")
    )
    assert "in a later turn" in rules.broken_rule(after, more)
    free = replace(after, variant=SHANGHAI.with_rules(meld_and_layoff_same_turn=True))
    assert rules.may_lay(free)
    assert not rules.broken_rule(free, more)


def test_the_last_card_may_have_to_be_discarded() -> None:
    state = position("7S 7S 7D KH KD KS", 1)
    melds = lay(state, "{7S 7S 7D} {KH KD KS}")
    assert rules.apply(state, melds).ended == "out"
    strict = replace(state, variant=SHANGHAI.with_rules(final_discard=True))
    assert "must be put down" in rules.broken_rule(strict, melds)


# Buying.


def asked(state: ShanghaiState) -> list[int]:
    """Who is asked when the player on turn draws from the stock and nobody buys."""
    seats, after = [], rules.apply(state, Take("pool"))
    while after.phase == BUY:
        seats.append(after.seat)
        after = rules.apply(after, Pass())
    assert (after.seat, after.phase, len(after.taken)) == (state.seat, ACT, 1)
    return seats


def test_the_player_on_turn_has_the_first_right() -> None:
    state = position("2C", phase=TAKE)
    assert rules.choices(state) == (Take("pool"), Take("discards"))
    after = rules.apply(state, Take("discards"))
    assert (after.phase, after.seat, after.hand) == (ACT, 0, SHANGHAI.parse("2C KC"))


def test_a_buyer_gets_the_discard_and_a_card_of_the_stock() -> None:
    state = rules.apply(position("2C", phase=TAKE), Take("pool"))
    assert (state.seat, state.phase) == (1, BUY)
    state = rules.apply(state, Pass())
    assert state.seat == 2
    bought = rules.apply(state, Take("discards"))
    assert bought.hands[2] == SHANGHAI.parse("KS KC 2C")
    assert bought.shown[2] == SHANGHAI.parse("KC")
    assert bought.buys == (0, 0, 1, 0)
    # Then the player on turn draws, who does not see what the buyer drew; one buy a discard.
    assert (bought.seat, bought.phase, bought.hand) == (0, ACT, SHANGHAI.parse("2C 3C"))
    assert bought.taken == (Tile.parse("3C"),)
    assert bought.turn == state.turn
    assert view_of(bought).known == SHANGHAI.table_set.parse("2C 3C KC")


def test_a_record_tells_who_has_bought_and_not_what_was_drawn() -> None:
    record = play(SHANGHAI, "counting", seed=1, round=10)
    bought = [turn for turn in record.turns if turn.buyers]
    last = record.last
    assert isinstance(last, ShanghaiState)
    assert sum(last.buys) == len(bought) > 0
    turn = bought[0]
    assert f"bought by seat {turn.buyers[0] + 1}" in str(turn)
    drawn = [tile for tile in turn.bought(turn.buyers[0]) if tile not in turn.before.discards]
    words = _turn_words(turn, "counting", seen_by=turn.seat)
    assert f"seat {turn.buyers[0] + 1} buys {turn.before.discards[-1]}" in words
    assert "face up" not in words
    assert not any(f" {tile}" in words.split("before that")[1] for tile in drawn)
    words = _turn_words(turn, "counting", seen_by=turn.buyers[0])
    assert f" {turn.drawn[0]}" not in words.split(", discards")[0]
    assert all(f" {tile}" in words.split("before that")[1] for tile in drawn)


@pytest.mark.parametrize(
    ("changed", "seat", "seats"),
    [
        ({}, 2, [3, 0, 1]),
        ({"buy_priority": "left_of_dealer"}, 2, [0, 1, 3]),
        ({"max_buys": 0}, 2, []),
        ({"max_buys": 1}, 2, [3, 1]),
        ({"max_buys": {1: 1, 2: 4}}, 2, [3, 1]),
    ],
    ids=str,
)
def test_who_is_asked(changed: dict[str, Any], seat: int, seats: list[int]) -> None:
    """Seat 0 has started, and bought once."""
    game = SHANGHAI.with_rules(**changed)
    state = replace(position("2C", game=game, phase=TAKE), seat=seat, turn=6, buys=(1, 0, 0, 0))
    assert asked(state) == seats


def test_the_first_to_call_is_drawn_by_lot() -> None:
    game = SHANGHAI.with_rules(buy_priority="first_to_call")
    state = position("2C", game=game, phase=TAKE)
    orders = {tuple(asked(replace(state, seed=make_seed(k)))) for k in range(40)}
    assert len(orders) == 6


def test_house_rules_for_buying() -> None:
    game = SHANGHAI.with_rules(first_upcard_buyable=False)
    assert asked(position("2C", game=game, phase=TAKE)) == []
    assert asked(replace(position("2C", game=game, phase=TAKE), turn=1)) == [1, 2, 3]
    dear = rules.apply(
        position("2C", game=SHANGHAI.with_rules(buy_cost_cards=2), phase=TAKE), Take("pool")
    )
    assert rules.apply(dear, Take("discards")).hands[1] == SHANGHAI.parse("KS KC 2C 3C")
    assert [rules.most_buys(SHANGHAI.with_rules(max_buys=3), each) for each in (1, 10)] == [3, 3]


# The end.


def test_an_empty_stock_is_made_of_the_discards_but_the_newest() -> None:
    state = position("2C 3H", discards="4H 5H 6H", pool="")
    after = rules.apply(state, Discard(Tile.parse("3H")))
    assert sorted(map(str, after.pool)) == ["4H", "5H", "6H"]
    assert after.discards == (Tile.parse("3H"),)
    # Nothing was laid until it is empty again.
    again = rules.apply(replace(after, phase=ACT, pool=()), Discard(Tile.parse("KS")))
    assert again.ended == "out"
    idle = replace(state, idle=True)
    assert rules.apply(idle, Discard(Tile.parse("3H"))).ended == "blocked"
    without = replace(state, discards=())
    over = rules.apply(without, Discard(Tile.parse("3H")))
    assert (over.ended, rules.winners(over)) == ("blocked", ())
    assert [int(score) for score in rules.scores(over)] == [2, 10, 10, 10]


def test_what_can_not_be_played_is_an_error_before_the_deal() -> None:
    small = SHANGHAI.with_rules(min_sequence=5)
    with pytest.raises(VariantError, match="smaller melds"):
        play(small, seed=1, round=2)
    assert play(small, seed=1, round=1).ended
    with pytest.raises(VariantError, match="rounds 1 to 10"):
        play(SHANGHAI, seed=1, round=11)
    with pytest.raises(VariantError, match="no rounds"):
        play("sabra", seed=1, round=2)


def test_a_match_has_all_rounds_and_the_lowest_total_wins() -> None:
    game = SHANGHAI.with_rules(contracts=[((3, 3), ()), ((3,), (4,)), ((), (4,))])
    match = play_match(game, ["optimal", "greedy"] * 2, seed=3)
    assert [deal.deal.round for deal in match.deals] == [1, 2, 3]
    first = match.deals[0].deal.starter
    assert [deal.deal.starter for deal in match.deals] == [(first + n) % 4 for n in range(3)]
    assert match.totals == tuple(
        sum(deal.scores[seat] for deal in match.deals) for seat in range(4)
    )
    assert [match.totals[seat] for seat in match.winners] == [min(match.totals)] * len(
        match.winners
    )
    scores = tuple(map(Fraction, (5, 20, 5, 30)))
    tied = [replace(deal, scores=scores) for deal in match.deals]
    assert make_match(game, SEED, match.strategies, tied).winners == (0, 2)
    assert make_match(game, SEED, match.strategies, tied[:2]).winners == ()
    assert starter_of(game, match.deals[0]) == (first + 1) % 4


# What holds in every round.

GAMES = [
    SHANGHAI,
    SHANGHAI.with_rules(players=3, meld_and_layoff_same_turn=True, final_discard=True),
    SHANGHAI.with_rules(extra_melds=True, buy_priority="first_to_call", buy_cost_cards=2),
    SHANGHAI.with_rules(jokers=4, joker_limit="by_size", contract_size="exact", hand_size=12),
    SHANGHAI.with_rules(players=5, max_buys={1: 1, 8: 3}, swap_before_contract="never"),
]


@settings(max_examples=10, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    round_=st.integers(1, 10),
    name=st.sampled_from(sorted(STRATEGIES)),
    other=st.sampled_from(sorted(set(STRATEGIES) - {"random"})),
    seed=st.integers(0, 10**6),
)
def test_every_round_keeps_its_cards_ends_and_can_be_read_back(
    place: int, round_: int, name: str, other: str, seed: int
) -> None:
    game = GAMES[place]
    record = play(game, [name, *[other] * (game.players - 1)], seed=seed, round=round_)
    assert read_records(record.to_json_lines()) == [record]
    last = record.last
    assert isinstance(last, ShanghaiState)
    for turn in record.turns:
        assert turn.after.all_tiles() == game.table_set.all_tiles()
        for seat, shown in enumerate(turn.after.shown):
            assert shown <= turn.after.hands[seat]
    assert max(last.buys) <= rules.most_buys(game, round_)
    assert record.blocked == all(len(hand) > 0 for hand in last.hands)
    assert len(record.winners) == (not record.blocked)
    assert sum(score <= 0 for score in record.scores) == (not record.blocked)


@pytest.mark.parametrize(
    ("strong", "weak", "round_", "deals"),
    [("greedy", "random", 1, 6), ("optimal", "greedy", 9, 8)],
)
def test_who_buys_what_brings_a_contract_near_has_fewer_points(
    strong: str, weak: str, round_: int, deals: int
) -> None:
    """A chance of 1 in 30,000 to fail if they were equal."""
    found = tournament(SHANGHAI, [strong, weak], deals=deals, seed=7, round=round_, workers=1)
    mean = found.groupby(["deal", "strategy"]).score.mean().unstack()
    ahead = mean[weak] - mean[strong]
    assert ahead.mean() > 4 * ahead.std() / deals**0.5


# The referee, which shares no code with the engine.


def test_the_referee_finds_no_fault_in_sixty_rounds() -> None:
    random, shuffled = Random(1), 0
    for seed in range(60):
        names = random.choices(sorted(set(STRATEGIES) - {"random"}), k=4)
        # Rounds of players who don't know what they do last until the stock runs out.
        names = ["random"] * 4 if seed % 20 == 0 else names
        record = play(SHANGHAI, names, seed=seed, round=random.choice([1, 2, 4, 6]))
        assert check_record(record.to_json_lines()) == [], names
        shuffled += record.last.shuffles > 0
    assert shuffled > 1


def test_nor_with_house_rules() -> None:
    random = Random(2)
    for seed, row in enumerate(covering_array(VALUES["shanghai"], seed=1)):
        game = SHANGHAI.with_rules(**changed_rules("shanghai", row))
        names = random.choices(sorted(set(STRATEGIES) - {"random"}), k=game.players)
        record = play(game, names, seed=seed, round=random.choice([1, 2, 4, 6]))
        assert check_record(record.to_json_lines()) == [], game


Line = dict[str, Any]


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][0] = str(int(lines[0]["scores"][0]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [(lines[0]["winners"][0] + 1) % 4]


def another_round(lines: list[Line]) -> None:
    lines[0]["round"] = 5


def bought(lines: list[Line]) -> Line:
    """A turn in which somebody but the first one asked has bought."""
    wanted = [{"take": "pool"}, {"pass": True}, {"take": "discards"}]
    return next(line for line in lines[1:] if line["actions"][:3] == wanted)


def somebody_else_has_bought(lines: list[Line]) -> None:
    del bought(lines)["actions"][1]


def nobody_has_bought(lines: list[Line]) -> None:
    bought(lines)["actions"][2] = {"pass": True}


def a_buyer_with_other_cards(lines: list[Line]) -> None:
    told = bought(lines)["bought"]
    [seat] = told
    first, *others = told[seat].split()
    told[seat] = " ".join(["2C" if first != "2C" else "3C", *others])


def a_buyer_who_has_not_paid(lines: list[Line]) -> None:
    told = bought(lines)["bought"]
    [seat] = told
    told[seat] = told[seat].split()[0]


def another_buyer(lines: list[Line]) -> None:
    line = bought(lines)
    [seat] = line["bought"]
    line["bought"] = {str((int(seat) + 1) % 4): line["bought"][seat]}


def contract(lines: list[Line]) -> Line:
    return next(line for line in lines[1:] if any("lay" in each for each in line["actions"]))


def a_meld_too_few(lines: list[Line]) -> None:
    line = contract(lines)
    action = next(each for each in line["actions"] if "lay" in each)
    gone, action["table"] = action["table"][1:].split("} ", 1)
    for card in gone.split():
        action["lay"] = action["lay"].replace(card, "", 1)


def no_discard(lines: list[Line]) -> None:
    del lines[1]["actions"][-1]


def a_higher_bonus(lines: list[Line]) -> None:
    lines[0]["scores"] = [str(int(score) - 25 * (score == "0")) for score in lines[0]["scores"]]


@lru_cache
def good_record() -> str:
    """A round that ends before the stock does, with a card bought by the second one asked."""
    for seed in range(100):
        record = play(SHANGHAI, "counting", seed=seed, round=4)
        told = record.to_json_lines()
        whole = not record.blocked and not record.last.shuffles
        if whole and '{"take": "pool"}, {"pass": true}, {"take": "discards"}' in told:
            return told
    raise AssertionError


@pytest.mark.parametrize(
    "slip",
    [
        another_score,
        another_winner,
        another_round,
        somebody_else_has_bought,
        nobody_has_bought,
        a_buyer_with_other_cards,
        a_buyer_who_has_not_paid,
        another_buyer,
        a_meld_too_few,
        no_discard,
        a_higher_bonus,
    ],
    ids=lambda slip: slip.__name__,
)
def test_the_referee_finds_every_slip(slip: Callable[[list[Line]], None]) -> None:
    text = good_record()
    lines = [json.loads(line) for line in text.splitlines()]
    assert check_record(text) == []
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))


def test_the_referee_judges_also_what_is_drawn_of_the_shuffled_discards() -> None:
    records = (play(SHANGHAI, "random", seed=seed, round=2) for seed in range(20))
    record = next(each for each in records if each.last.shuffles)
    lines = [json.loads(line) for line in record.to_json_lines().splitlines()]
    assert check_record(record.to_json_lines()) == []
    turns = list(zip(record.turns, lines[1:], strict=True))
    drawn = [line for turn, line in turns if turn.before.shuffles and line["drawn"]]
    # A card that lies on the table was not drawn.
    drawn[0]["drawn"] = next(line["table"] for line in lines[:0:-1] if line["table"])[1:3]
    assert check_record("\n".join(map(json.dumps, lines)))

"""Rummy 500: the rule file's examples of scores and turns, and what holds in every hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.errors import VariantError
from rummistats.play import (
    STRATEGIES,
    Discard,
    Lay,
    Pass,
    Pull,
    Table,
    Take,
    play,
    play_match,
    read_records,
    tournament,
)
from rummistats.play.games import rummy_500 as rules
from rummistats.play.games.rummy_500 import ACT, TAKE, Rummy500State
from rummistats.play.match import make_match, starter_of
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array

RUMMY = find_variant("rummy-500")
SEED = make_seed(1)


def position(
    own: str,
    discards: str = "",
    game: Variant = RUMMY,
    *,
    table: str = "",
    phase: str = TAKE,
    pool: int = 10,
) -> Rummy500State:
    """Seat 0 is to move; the other players hold nothing of interest."""
    tiles = game.table_set
    lying = Table.parse(table, game)
    rest = list(tiles.all_tiles() - tiles.parse(own) - tiles.parse(discards) - lying.hand(game))
    size = len(rest) - pool
    others = [tiles.hand(rest[pool : pool + size // 2]), tiles.hand(rest[pool + size // 2 :])]
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    return replace(
        start,
        hands=(tiles.parse(own), *others),
        seat=0,
        phase=phase,
        table=lying,
        discards=tuple(map(Tile.parse, discards.split())),
        pool=tuple(rest[:pool]),
    )


def after_lay(state: Rummy500State, cards: str, table: str) -> Rummy500State:
    lay = Lay(Table.parse(table, state.variant), state.variant.table_set.parse(cards))
    assert not rules.broken_rule(state, lay)
    return rules.apply(state, lay)


def pull(state: Rummy500State, place: int, cards: str, table: str) -> Pull:
    lay = Lay(Table.parse(table, state.variant), state.variant.table_set.parse(cards))
    return Pull(place, lay, len(state.discards) - place)


# Worked examples.


def test_1_what_lies_on_the_table_counts_less_what_is_in_the_hand() -> None:
    state = position("7S 7H 7D QC KC AC 4H 9D AS", table="{4S 4D 4C}", phase=ACT)
    state = after_lay(state, "7S 7H 7D", "{4S 4D 4C} {7S 7H 7D}")
    assert state.laid_points[0] == 21
    state = after_lay(state, "QC KC AC", "{4S 4D 4C} {7S 7H 7D} {QC KC AC}")
    assert state.laid_points[0] == 56
    state = after_lay(state, "4H", "{4S 4H 4D 4C} {7S 7H 7D} {QC KC AC}")
    assert state.laid_points == (60, 0, 0)
    assert rules.scores(state)[0] == 36


def test_2_a_hand_may_score_less_than_nothing() -> None:
    hand = RUMMY.parse("AS AH AD KS KH KD KC 5C")
    state = replace(position(""), hands=(hand, *position("").hands[1:]), laid_points=(87, 0, 0))
    assert rules.scores(state)[0] == -3


def test_3_a_deeper_card_is_laid_at_once_and_those_above_it_come_to_the_hand() -> None:
    state = position("8S 8H 2C", "3C 8D JH 5S")
    action = pull(state, 1, "8D 8S 8H", "{8S 8H 8D}")
    assert not rules.broken_rule(state, action)
    assert action in rules.choices(state)
    after = rules.apply(state, action)
    assert after.hand == RUMMY.parse("JH 5S 2C")
    assert after.discards == (Tile.parse("3C"),)
    assert after.shown[0] == RUMMY.parse("JH 5S")
    assert after.laid_points[0] == 24


# Turns and house rules.


def test_the_deepest_card_must_be_laid_others_with_it_may_be() -> None:
    state = position("8S 8H 2C", "3C 8D 2H 2D")
    assert "must be played" in rules.broken_rule(state, pull(state, 1, "2C 2H 2D", "{2H 2D 2C}"))
    both = pull(state, 1, "8D 8S 8H 2C 2H 2D", "{8S 8H 8D} {2H 2D 2C}")
    assert not rules.broken_rule(state, both)
    assert rules.apply(state, both).ended == "out"
    assert [each.place for each in rules.find_pulls(view_of(state))] == [2, 1]
    strict = replace(state, variant=RUMMY.with_rules(going_out_discard=True))
    assert "must be put down" in rules.broken_rule(strict, both)
    assert [len(each.lay.played) for each in rules.find_pulls(view_of(strict))] == [3, 3]


def test_the_newest_discard_is_free_or_not() -> None:
    state = position("8S 8H 2C", "3C 5S")
    assert rules.choices(state) == (Take("pool"), Take("discards"))
    kept = rules.apply(state, Take("discards"))
    assert Discard(Tile.parse("5S")) in rules.choices(kept)
    strict = replace(state, variant=RUMMY.with_rules(top_card_free=False))
    assert rules.choices(strict) == (Take("pool"),)
    assert "laid at once" in rules.broken_rule(strict, Take("discards"))
    useful = replace(strict, discards=(Tile.parse("3C"), Tile.parse("8D")))
    assert pull(useful, 1, "8D 8S 8H", "{8S 8H 8D}") in rules.choices(useful)


def test_the_whole_pile_may_have_to_be_taken() -> None:
    game = RUMMY.with_rules(take_whole_pile=True)
    state = position("8S 8H 2C", "3C 8D JH 5S", game)
    assert rules.choices(state) == (Take("pool"),)
    fault = rules.broken_rule(state, pull(state, 1, "8D 8S 8H", "{8S 8H 8D}"))
    assert "takes all of it" in fault
    oldest = replace(state, discards=state.discards[1:])
    assert pull(oldest, 0, "8D 8S 8H", "{8S 8H 8D}") in rules.choices(oldest)
    # A pile of one card is the newest one, too.
    assert Take("discards") in rules.choices(replace(state, discards=state.discards[:1]))


def test_a_card_is_taken_with_all_above_it() -> None:
    state = position("8S 8H 2C", "3C 8D JH 5S")
    action = pull(state, 1, "8D 8S 8H", "{8S 8H 8D}")
    assert "no others" in rules.broken_rule(state, replace(action, taken=1))
    assert "there are 4 discards" in rules.broken_rule(state, replace(action, place=4, taken=0))


@pytest.mark.parametrize(
    ("changed", "cards", "table", "points"),
    [
        ({}, "AH 2H 3H", "{AH 2H 3H}", 6),
        ({"low_ace_on_table": 15}, "AH 2H 3H", "{AH 2H 3H}", 20),
        ({}, "AH QH KH", "{QH KH AH}", 35),
        ({"ace_value": 20}, "AH AS AD", "{AH AS AD}", 60),
        ({"jokers": 2}, "2H 3H X", "{2H 3H X(4H)}", 20),
        ({"decks": 2}, "9H 9H 9S", "{9H 9H 9S}", 27),
    ],
    ids=str,
)
def test_what_melds_score(changed: dict[str, Any], cards: str, table: str, points: int) -> None:
    state = position(f"{cards} 2C", game=RUMMY.with_rules(**changed), phase=ACT)
    assert after_lay(state, cards, table).laid_points[0] == points


def test_an_ace_in_the_hand() -> None:
    for value in (15, 1):
        game = RUMMY.with_rules(ace_in_hand=value)
        assert rules.scores(position("AS", game=game))[0] == -value


def test_a_hand_ends_without_cards_or_with_an_empty_stock() -> None:
    state = position("8S 8H 8D", phase=ACT)
    assert after_lay(state, "8S 8H 8D", "{8S 8H 8D}").ended == "out"
    strict = replace(state, variant=RUMMY.with_rules(going_out_discard=True))
    lay = Lay(Table.parse("{8S 8H 8D}", RUMMY), RUMMY.parse("8S 8H 8D"))
    assert "must be put down" in rules.broken_rule(strict, lay)
    assert rules.apply(position("2C", phase=ACT), Discard(Tile.parse("2C"))).ended == "out"
    empty = position("8S 8H 2C", "3C 5S", pool=0)
    assert rules.choices(empty) == (Pass(), Take("discards"))
    assert rules.apply(empty, Pass()).ended == "blocked"
    assert not rules.apply(empty, Take("discards")).ended


def test_house_rules_for_openings() -> None:
    game = RUMMY.with_rules(open_points=30)
    state = position("7S 7H 7D QC KC AC 9D 2C", game=game, phase=ACT)
    lay = Lay(Table.parse("{7S 7H 7D}", game), game.parse("7S 7H 7D"))
    assert "worth 21" in rules.broken_rule(state, lay)
    assert after_lay(state, "QC KC AC", "{QC KC AC}").opened[0]
    with pytest.raises(VariantError, match="open_pairs"):
        play(RUMMY.with_rules(open_pairs=3), seed=1)


def hand_scored(*scores: int) -> Any:
    """A record of a hand that ended like this, made of one that was played."""
    record = play(RUMMY, "greedy", seed=1, starter=2)
    return replace(record, scores=tuple(map(Fraction, scores)))


def test_a_game_goes_to_500_and_the_highest_wins() -> None:
    deals = [hand_scored(300, 260, -20), hand_scored(210, 245, 30)]
    names = ("greedy",) * 3
    match = make_match(RUMMY, SEED, names, deals)
    assert match.totals == (510, 505, 10)
    assert match.winners == (0,)
    assert make_match(RUMMY, SEED, names, deals[:1]).winners == ()
    assert starter_of(RUMMY, deals[0]) == 0
    short = play_match(RUMMY.with_rules(target=60), "optimal", seed=1)
    assert (
        max(short.totals) >= 60 > max(sum(d.scores[s] for d in short.deals[:-1]) for s in (0, 1, 2))
    )


# What holds in every hand.

GAMES = [
    RUMMY,
    RUMMY.with_rules(players=2, top_card_free=False),
    RUMMY.with_rules(take_whole_pile=True, going_out_discard=True),
    RUMMY.with_rules(players=5, jokers=2, low_ace_on_table=15),
    RUMMY.with_rules(jokers=2, top_card_free=False, going_out_discard=True, open_points=20),
    RUMMY.with_rules(players=2, hand_size_2=7, take_whole_pile=True, top_card_free=False),
]


@settings(max_examples=12, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    name=st.sampled_from(sorted(STRATEGIES)),
    other=st.sampled_from(sorted(STRATEGIES)),
    seed=st.integers(0, 10**6),
)
def test_every_hand_keeps_its_cards_ends_and_can_be_read_back(
    place: int, name: str, other: str, seed: int
) -> None:
    game = GAMES[place]
    record = play(game, [name, *[other] * (game.players - 1)], seed=seed)
    assert read_records(record.to_json_lines()) == [record]
    lying = 0
    for turn in record.turns:
        assert turn.after.all_tiles() == game.table_set.all_tiles()
        for seat, shown in enumerate(turn.after.shown):
            assert shown <= turn.after.hands[seat]
        # What is on the table was laid by somebody.
        lying = sum(map(game.score_value, turn.after.table))
        assert isinstance(turn.after, Rummy500State)
        assert sum(turn.after.laid_points) == lying
    left = sum(game.rack_points_of(card) for hand in record.last.hands for card in hand)
    assert sum(record.scores) == lying - left
    assert record.blocked == all(len(hand) > 0 for hand in record.last.hands)


@pytest.mark.parametrize(("strong", "weak", "deals"), [("optimal", "greedy", 16)])
def test_who_digs_in_the_discards_scores_more(strong: str, weak: str, deals: int) -> None:
    """A chance of 1 in 30,000 to fail if they were equal."""
    game = RUMMY.with_rules(players=2)
    found = tournament(game, [strong, weak], deals=deals, seed=7, workers=1)
    wide = found.pivot_table(index=["deal", "rotation"], columns="strategy", values="score")
    ahead = (wide[strong] - wide[weak]).groupby("deal").mean()
    assert ahead.mean() > 4 * ahead.std() / len(ahead) ** 0.5


# The referee, which shares no code with the engine.


def test_the_referee_finds_no_fault_in_sixty_hands() -> None:
    random = Random(1)
    rows = covering_array(VALUES["rummy-500"], seed=1)
    for seed in range(60):
        changed = changed_rules("rummy-500", rows[seed % len(rows)]) if seed % 2 else {}
        game = RUMMY.with_rules(**changed)
        names = random.choices(["greedy", "cautious", "optimal", "random"], k=game.players)
        record = play(game, names, seed=seed)
        assert check_record(record.to_json_lines()) == [], (changed, names)


Line = dict[str, Any]


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][0] = str(int(lines[0]["scores"][0]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [seat for seat in range(3) if seat not in lines[0]["winners"]]


def pulled(lines: list[Line]) -> Line:
    return next(line for line in lines[1:] if line["actions"][0].get("taken", 0) > 1)


def fewer_cards_taken(lines: list[Line]) -> None:
    pulled(lines)["actions"][0]["taken"] -= 1


def another_card_pulled(lines: list[Line]) -> None:
    action = pulled(lines)["actions"][0]
    action["pull"], action["taken"] = action["pull"] + 1, action["taken"] - 1


def no_discard(lines: list[Line]) -> None:
    del lines[1]["actions"][-1]


def a_card_too_few_laid(lines: list[Line]) -> None:
    action = pulled(lines)["actions"][0]
    action["lay"] = action["lay"].split(" ", 1)[1]


def a_pass_with_a_stock(lines: list[Line]) -> None:
    lines[1]["actions"] = [{"pass": True}]


@pytest.mark.parametrize(
    "slip",
    [
        another_score,
        another_winner,
        fewer_cards_taken,
        another_card_pulled,
        no_discard,
        a_card_too_few_laid,
        a_pass_with_a_stock,
    ],
    ids=lambda slip: slip.__name__,
)
def test_the_referee_finds_every_slip(slip: Callable[[list[Line]], None]) -> None:
    lines = [
        json.loads(line) for line in play(RUMMY, "optimal", seed=1).to_json_lines().splitlines()
    ]
    assert check_record("\n".join(map(json.dumps, lines))) == []
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))

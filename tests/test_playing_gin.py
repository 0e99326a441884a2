"""Gin: the rule file's examples of knocks and games, and what holds in every hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.dealing import Deal
from rummistats.play import (
    STRATEGIES,
    Discard,
    Knock,
    Knocking,
    Lay,
    Pass,
    Table,
    Take,
    play,
    play_match,
    read_records,
    tournament,
)
from rummistats.play.compiled import can_be_compiled, play_compiled
from rummistats.play.dead_wood import dead_wood
from rummistats.play.games import gin as rules
from rummistats.play.games.gin import ACT, LAST, LAYOFF, TAKE, UPCARD, GinState
from rummistats.play.match import make_match, starter_of
from rummistats.play.players.gin import best_layoff
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, covering_array

GIN = find_variant("gin")
SEED = make_seed(1)


def position(
    own: str, other: str = "", game: Variant = GIN, *, discards: str = "", pool: int = 20
) -> GinState:
    """Seat 0 has taken a card from the stock; other cards are where nobody sees them."""
    tiles = game.table_set
    hands = (tiles.parse(own), tiles.parse(other))
    rest = tuple(tiles.all_tiles() - hands[0] - hands[1] - tiles.parse(discards))
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    return replace(
        start,
        hands=hands,
        seat=0,
        phase=ACT,
        source="pool",
        discards=tuple(Tile.parse(card) for card in discards.split()),
        pool=rest[:pool],
        shown=(tiles.hand(),) * 2,
    )


def show(state: GinState, tile: str | None, melds: str) -> GinState:
    """Knock with these melds."""
    table = Table.parse(melds, state.variant)
    knock = Knock(Lay(table, table.hand(state.variant)), None if tile is None else Tile.parse(tile))
    assert not rules.broken_rule(state, knock)
    return rules.apply(state, knock)


def end(state: GinState) -> list[int]:
    """Let the defender lay off what is best, and return the scores."""
    choices = rules.choices(state)
    action = best_layoff(view_of(state, choices, rules.may_lay(state)))
    assert not rules.broken_rule(state, action)
    over = rules.apply(state, action)
    assert over.ended == "out"
    return [int(score) for score in rules.scores(over)]


# Worked examples.

KNOCKER = "5S 5H 5D 7C 8C 9C TC 2H 3D 4S"
KNOCKER_MELDS = "{5S 5H 5D} {7C 8C 9C TC}"
GIN_HAND = "AS 2S 3S 7H 7D 7C 9D TD JD QD"
GIN_MELDS = "{AS 2S 3S} {7H 7D 7C} {9D TD JD QD}"
CLASSIC = GIN.preset("classic")


def test_1_cards_are_laid_off_on_a_knock() -> None:
    state = position(f"{KNOCKER} QS", "JC QC 5C KS KH KD AS AH 6S 8D")
    assert dead_wood(state.hands[1], GIN) == 41
    after = show(state, "QS", KNOCKER_MELDS)
    assert dead_wood(after.hands[0], GIN) == 9
    assert end(after) == [7, 0]


@pytest.mark.parametrize(("game", "points"), [(GIN, 26), (CLASSIC, 11)], ids=str)
def test_2_undercut(game: Variant, points: int) -> None:
    state = position(f"{KNOCKER} QS", "JC QC 5C KS KH KD AS AH 2S 4H", game)
    assert end(show(state, "QS", KNOCKER_MELDS)) == [0, points]


OPPONENT = "4C 5C 6C TH JH QC KS AH"
"""A meld, and 41 points of dead wood."""


@pytest.mark.parametrize(("game", "points"), [(GIN, 66), (CLASSIC, 61)], ids=str)
def test_3_gin(game: Variant, points: int) -> None:
    assert end(show(position(f"{GIN_HAND} KH", OPPONENT, game), "KH", GIN_MELDS)) == [points, 0]


def test_4_big_gin() -> None:
    melds = "{AS 2S 3S} {7S 7H 7D 7C} {9D TD JD QD}"
    state = position(f"{GIN_HAND} 7S", OPPONENT)
    [knock] = [each for each in rules.choices(state) if getattr(each, "tile", 1) is None]
    assert isinstance(knock, Knock)
    assert knock.lay.table == Table.parse(melds, GIN)
    assert end(show(state, None, melds)) == [72, 0]
    classic = replace(state, variant=CLASSIC)
    assert knock not in rules.choices(classic)
    assert "big gin is not played" in rules.broken_rule(classic, knock)


def test_5_and_6_dead_wood_is_the_least_there_can_be() -> None:
    for cards, points in (
        ("4S 4H 4D 5D 6D 9C JS QH 2C 2D", 41),
        ("4S 4H 4D 5D 6D 9C JS QH 2C 4C", 31),
        ("QS KS AS 2H 2D 2C 8H 8D 8C 3D", 24),
    ):
        assert dead_wood(GIN.parse(cards), GIN) == points


def test_7_a_meld_is_broken_to_lay_off_more() -> None:
    state = position("7C 8C 9C 3S 3H 3D QD QS QH 5C KC", "TC TH TD TS JC AS 2D 4H 6S KH")
    assert dead_wood(state.hands[1], GIN) == 33
    assert end(show(state, "KC", "{7C 8C 9C} {3S 3H 3D} {QD QS QH}")) == [18, 0]
    # Who has to meld before laying off keeps the four tens, and nothing fits without one.
    first = GIN.with_rules(defender_rearranges=False)
    state = position("7C 8C 9C 3S 3H 3D QD QS QH 5C KC", "TC TH TD TS JC AS 2D 4H 6S KH", first)
    after = show(state, "KC", "{7C 8C 9C} {3S 3H 3D} {QD QS QH}")
    broken = Table.parse("{7C 8C 9C TC JC} {3S 3H 3D} {QD QS QH} {TS TH TD}", first)
    lay = Lay(broken, first.parse("TC JC TS TH TD"))
    assert "as few points as possible" in rules.broken_rule(after, lay)
    assert end(after) == [28, 0]


def hand_won(points: tuple[int, int]) -> Any:
    """A record of a hand that ended like this, made of one that was played."""
    record = play(GIN, "greedy", seed=1)
    winners = tuple(seat for seat in range(2) if points[seat])
    return replace(record, scores=tuple(map(Fraction, points)), winners=winners)


def test_8_a_game() -> None:
    deals = [hand_won(each) for each in ((30, 0), (0, 40), (45, 0), (28, 0))]
    match = make_match(GIN, SEED, ("greedy", "greedy"), deals)
    assert match.totals == (278, 65)
    assert match.winners == (0,)
    without = [deal for deal in deals if not deal.scores[1]]
    assert make_match(GIN, SEED, ("greedy", "greedy"), without).totals == (556, 0)


@pytest.mark.parametrize(
    ("changed", "totals"),
    [
        ({"shutout": 100}, (378, 0)),
        ({"shutout": "none"}, (278, 0)),
        ({"line_bonus": 20}, (526, 0)),
        ({"game_bonus": 0}, (356, 0)),
        ({"game_scoring": False}, (103, 0)),
    ],
    ids=str,
)
def test_bonuses_of_a_game(changed: dict[str, Any], totals: tuple[int, int]) -> None:
    game = GIN.with_rules(**changed)
    deals = [hand_won(each) for each in ((30, 0), (45, 0), (28, 0))]
    assert make_match(game, SEED, ("greedy", "greedy"), deals).totals == totals


def test_a_game_goes_on_until_somebody_has_reached_the_target() -> None:
    match = play_match(GIN.with_rules(game_target=50), "greedy", seed=2)
    points = [sum(deal.scores[seat] for deal in match.deals) for seat in range(2)]
    before = [sum(deal.scores[seat] for deal in match.deals[:-1]) for seat in range(2)]
    assert max(points) >= 50 > max(before)
    assert match.winners == (points.index(max(points)),)


@pytest.mark.parametrize(
    ("changed", "points", "starter"),
    [
        ({}, (9, 0), 1),
        ({}, (0, 9), 1),
        ({"next_dealer": "winner"}, (9, 0), 1),
        ({"next_dealer": "winner"}, (0, 9), 0),
        ({"next_dealer": "loser"}, (9, 0), 0),
        ({}, (0, 0), 0),
        ({"void_redeal": "next_dealer"}, (0, 0), 1),
    ],
)
def test_who_does_not_deal_starts(
    changed: dict[str, Any], points: tuple[int, int], starter: int
) -> None:
    """Seat 0 has started this hand."""
    game, last = GIN.with_rules(**changed), hand_won(points)
    last = replace(last, variant=game, deal=replace(last.deal, starter=0))
    assert starter_of(game, last) == starter


# Turns.


def test_the_upcard_is_offered_to_both() -> None:
    start = rules.begin(GIN, GIN.deal_table(seed=1), SEED)
    first = start.seat
    assert start.phase == UPCARD
    assert len(start.pool) == 31
    second = rules.apply(start, Pass())
    assert (second.seat, second.phase) == (1 - first, UPCARD)
    taken = rules.apply(second, Take("discards"))
    assert (taken.phase, taken.seat, len(taken.hand)) == (ACT, 1 - first, 11)
    nobody = rules.apply(second, Pass())
    assert nobody.seat == first
    assert rules.choices(nobody) == (Take("pool"),)
    assert "is no action" in rules.broken_rule(nobody, Take("discards"))


def test_a_card_that_was_taken_is_not_discarded_at_once() -> None:
    start = rules.begin(GIN, GIN.deal_table(seed=1), SEED)
    upcard = start.discards[-1]
    state = rules.apply(start, Take("discards"))
    assert "was taken from the discards" in rules.broken_rule(state, Discard(upcard))
    free = GIN.with_rules(return_taken=True)
    state = rules.apply(rules.begin(free, free.deal_table(seed=1), SEED), Take("discards"))
    assert Discard(upcard) in rules.choices(state)
    # From the stock it may be.
    drawn = rules.apply(replace(start, phase=TAKE), Take("pool"))
    assert Discard(drawn.taken[-1]) in rules.choices(drawn)


def test_what_the_other_player_took_face_up_is_known_and_the_rest_is_hidden() -> None:
    start = rules.begin(GIN, GIN.deal_table(seed=1), SEED)
    upcard, other = start.discards[-1], 1 - start.seat
    state = rules.apply(start, Take("discards"))
    discard = next(card for card in state.hand if card != upcard)
    view = view_of(rules.apply(state, Discard(discard)))
    assert view.seat == other
    assert view.shown[1 - other] == GIN.parse(str(upcard))
    assert view.known == view.hand + GIN.table_set.hand([upcard, discard])
    assert len(view.unknown) == 52 - 12


@pytest.mark.parametrize(
    ("changed", "limit"),
    [
        ({}, 10),
        ({"knock_limit": 0}, 0),
        ({"knock_strict": True}, 9),
        ({"oklahoma": True}, 7),
    ],
    ids=str,
)
def test_the_limit_for_knocking(changed: dict[str, Any], limit: int) -> None:
    game = GIN.with_rules(**changed)
    deal = game.deal_table(seed=1)
    seven = Tile("S", 7)
    everything = [*(card for hand in deal.hands for card in hand), *deal.pool, deal.face_up]
    everything.remove(seven)
    hands = tuple(game.table_set.hand(everything[10 * k : 10 * k + 10]) for k in range(2))
    start = rules.begin(game, Deal(hands, tuple(everything[20:]), 0, seven), SEED)
    for points in (limit, limit + 1):
        loose = {0: "", 1: "AH", 7: "7H", 8: "8H", 9: "9H", 10: "TH", 11: "AH TH"}[points]
        cards = ["2S 3S 4S 5D 6D 7D JC QC KC 2C", "2S 3S 4S 5D 6D 7D JC QC KC"][points > 0]
        melds = "{2S 3S 4S} {5D 6D 7D} {JC QC KC}"
        if not points:
            cards, melds = "2S 3S 4S 5S 5D 6D 7D JC QC KC", "{2S 3S 4S 5S} {5D 6D 7D} {JC QC KC}"
        hand = game.parse(f"{cards} {loose} KH")
        state = replace(start, hands=(hand, start.hands[1]), seat=0, phase=ACT, source="pool")
        table = Table.parse(melds, game)
        knock = Knock(Lay(table, table.hand(game)), Tile("H", 13))
        assert bool(rules.broken_rule(state, knock)) == (points > limit), points


@pytest.mark.parametrize(("rule", "limit"), [(0, 0), (1, 1)])
def test_an_ace_as_upcard_of_oklahoma(rule: int, limit: int) -> None:
    game = GIN.with_rules(oklahoma=True, oklahoma_ace=rule)
    deal = next(
        deal
        for seed in range(100)
        if (deal := game.deal_table(seed=seed)).face_up in game.parse("AS AH AD AC")
    )
    assert rules.begin(game, deal, SEED).limit == limit


@pytest.mark.parametrize(
    ("tile", "melds", "fault"),
    [
        ("QS", "{5S 5H 5D}", "too many"),
        ("5C", "{5S 5H 5D} {7C 8C 9C TC}", "does not have 5C"),
        ("TC", "{5S 5H 5D} {7C 8C 9C TC}", "does not have all"),
        ("QS", "{5S 5H 5D} {7C 8C 9C TC} {2S 2D 2C}", "does not have all"),
        (None, "{5S 5H 5D} {7C 8C 9C TC}", "all cards are in melds"),
    ],
)
def test_an_illegal_knock_is_refused(tile: str | None, melds: str, fault: str) -> None:
    state = position(f"{KNOCKER} QS")
    table = Table.parse(melds, GIN)
    card = None if tile is None else Tile.parse(tile)
    assert fault in rules.broken_rule(state, Knock(Lay(table, table.hand(GIN)), card))


def test_other_melds_may_be_shown_than_the_best_ones() -> None:
    state = position("4S 4H 4D 5D 6D AS 2S 3S 7H 8H 9H KC")
    state = replace(state, hands=(GIN.parse("4S 4H 4D 5D 6D AS 2S 3S AH AC KC"), state.hands[1]))
    for melds in ("{AS 2S 3S} {4S 4H 4D}", "{AS 2S 3S 4S} {4D 5D 6D}", "{AS 2S 3S} {4D 5D 6D}"):
        table = Table.parse(melds, GIN)
        fault = rules.broken_rule(state, Knock(Lay(table, table.hand(GIN)), Tile("C", 13)))
        points = sum(map(GIN.rack_points_of, state.hand - table.hand(GIN))) - 10
        assert bool(fault) == (points > 10), melds


def test_nothing_is_laid_off_on_gin_unless_the_rules_say_so() -> None:
    fits = f"KD {OPPONENT}"
    assert end(show(position(f"{GIN_HAND} KH", fits), "KH", GIN_MELDS)) == [76, 0]
    kind = GIN.with_rules(layoff_on_gin=True)
    assert end(show(position(f"{GIN_HAND} KH", fits, kind), "KH", GIN_MELDS)) == [66, 0]


def test_a_tie_is_an_undercut_or_not() -> None:
    hand = "5S 5H 5D 7C 8C 9C TC 2H 3D 4S QS"
    for rule, scores in ((True, [0, 25]), (False, [0, 0])):
        game = GIN.with_rules(undercut_on_tie=rule)
        state = position(hand, "TH JH QH AS AD AC 2S 3H 4D", game)
        after = show(state, "QS", KNOCKER_MELDS)
        assert end(after) == scores
        over = rules.apply(after, best_layoff(view_of(after, may_lay=True)))
        assert rules.winners(over) == ((1,) if rule else (0,))


def test_without_a_knock_a_hand_is_void_when_two_cards_are_left() -> None:
    state = position(f"{KNOCKER} QS", "JC QC 5C KS KH KD AS AH 6S 8D", pool=2)
    over = rules.apply(state, Discard(Tile("S", 12)))
    assert over.ended == "blocked"
    assert rules.scores(over) == (0, 0)
    assert rules.winners(over) == ()
    assert not rules.apply(replace(state, pool=state.pool[:2] * 2), Discard(Tile("S", 12))).ended


def test_the_last_discard_may_be_taken_to_knock() -> None:
    game = GIN.with_rules(last_discard_action=True)
    state = position("KS QS JH 9D 8C 7H 6S 4D 3C 2H TC", "5S 5H 5D 7C 8D 9C AS 2S 3S AD", game)
    state = replace(state, pool=state.pool[:2])
    other = rules.apply(state, Discard(Tile("C", 10)))
    assert (other.phase, other.ended) == (LAST, "")
    # Ten, eight and nine of clubs are no run for who holds the eight of diamonds.
    assert rules.choices(other) == (Pass(),)
    void = rules.apply(other, Pass())
    assert void.ended == "blocked"
    better = replace(other, hands=(other.hands[0], game.parse("5S 5H 5D 8C 9C AS 2S 3S AD 2D")))
    better = replace(better, hands=(game.parse("KS QS JH 9D 7H 6S 4D 3C 2H"), better.hands[1]))
    assert rules.choices(better) == (Pass(), Take("discards"))
    taken = rules.apply(better, Take("discards"))
    assert all(isinstance(choice, Knock) for choice in rules.choices(taken))
    assert "was taken to knock" in rules.broken_rule(taken, Discard(Tile("D", 2)))


# What holds in every hand.

GAMES = [
    GIN,
    CLASSIC,
    GIN.with_rules(oklahoma=True, layoff_on_gin=True, undercut_on_tie=False),
    GIN.with_rules(knock_limit=0, last_discard_action=True, stock_end=10),
    GIN.with_rules(jokers=2, defender_rearranges=False, return_taken=True),
    GIN.with_rules(ace="high_low", hand_size=7, stock_end=0, big_gin_bonus=None),
]


@settings(max_examples=15, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    names=st.lists(st.sampled_from(sorted(STRATEGIES)), min_size=2, max_size=2),
    seed=st.integers(0, 10**6),
)
def test_every_hand_keeps_its_cards_ends_and_can_be_read_back(
    place: int, names: list[str], seed: int
) -> None:
    game = GAMES[place]
    record = play(game, names, seed=seed)
    assert read_records(record.to_json_lines()) == [record]
    for turn in record.turns:
        assert turn.after.all_tiles() == game.table_set.all_tiles()
        assert len(turn.drawn) <= 1
    last = record.last
    assert isinstance(last, GinState)
    assert record.blocked == (last.knocker is None)
    assert sum(score > 0 for score in record.scores) <= 1
    if not record.blocked:
        knocks = [each for turn in record.turns for each in turn.actions if isinstance(each, Knock)]
        assert len(knocks) == 1
        assert record.turns[-1].before.phase == LAYOFF
        kept = sum(map(game.rack_points_of, last.hands[last.knocker or 0]))
        assert kept <= max(0, last.limit)


@pytest.mark.parametrize(
    "names",
    [
        ["greedy", "hold_back"],
        ["optimal", "counting"],
        ["cautious", Knocking(3, "points")],
        [Knocking(0, "safe", late=4), Knocking(7, "chances")],
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"oklahoma": True, "big_gin_bonus": None, "knock_strict": True},
        {"stock_end": 20, "layoff_on_gin": True, "return_taken": True, "hand_size": 13},
    ],
    ids=str,
)
def test_compiled_hands_are_those_of_the_engine(names: list[Any], changed: dict[str, Any]) -> None:
    game = GIN.with_rules(**changed)
    assert can_be_compiled(game, names)
    for seed in range(4):
        record, fast = play(game, names, seed=seed), play_compiled(game, names, make_seed(seed))
        assert isinstance(fast.last, GinState)
        assert rules.scores(fast.last) == record.scores
        assert rules.winners(fast.last) == record.winners
        assert fast.last.ended == record.ended
        assert fast.starter == record.deal.starter
        assert [len(hand) for hand in fast.last.hands] == [len(hand) for hand in record.last.hands]
        own = Counter(turn.seat for turn in record.turns)
        assert fast.turns == (own[0], own[1])
        assert fast.opened == tuple(record.turn_opened(seat) or 0 for seat in range(2))


@pytest.mark.parametrize(
    "changed",
    [
        {"jokers": 1},
        {"ace": "high_low"},
        {"last_discard_action": True},
        {"defender_rearranges": False},
    ],
    ids=str,
)
def test_other_hands_are_left_to_the_engine(changed: dict[str, Any]) -> None:
    assert not can_be_compiled(GIN.with_rules(**changed), ["greedy", "greedy"])
    assert not can_be_compiled(GIN, ["greedy", "random"])


def margin(one: str, other: str, deals: int) -> tuple[float, float]:
    """Return how many points a hand one strategy is ahead, and the error of that."""
    found = tournament(GIN, [one, other], deals=deals, seed=7, workers=1)
    wide = found.pivot_table(index=["deal", "rotation"], columns="strategy", values="score")
    ahead = (wide[one] - wide[other]).groupby("deal").mean()
    assert isinstance(ahead, pd.Series)
    return float(ahead.mean()), float(ahead.std() / len(ahead) ** 0.5)


@pytest.mark.parametrize(
    ("strong", "weak", "deals"),
    [("greedy", "random", 12), ("hold_back", "greedy", 1500), ("cautious", "greedy", 4000)],
)
def test_stronger_strategies_score_more(strong: str, weak: str, deals: int) -> None:
    """By points of a hand; a chance of 1 in 30,000 to fail if they were equal."""
    ahead, error = margin(strong, weak, deals)
    assert ahead > 4 * error


# The referee, which shares no code with the engine.


def clumsy(view: Any, random: Any) -> Any:
    """Play well, but defend with nonsense now and then."""
    if view.may_lay and random.random() < 0.3:
        return Lay(view.table, view.hand)
    return STRATEGIES["cautious"].choose(view, random)


def test_the_referee_finds_no_fault_in_sixty_hands() -> None:
    random = Random(1)
    ended = Counter()
    for seed in range(60):
        names = random.choices([*sorted(STRATEGIES), clumsy], k=2)
        record = play(GIN, names, seed=seed, on_fault="penalty", seconds=None)
        assert check_record(record.to_json_lines()) == []
        ended[record.ended] += 1
    assert set(ended) == {"out", "blocked"}


def test_nor_with_house_rules() -> None:
    random = Random(2)
    for seed, row in enumerate(covering_array(VALUES["gin"], seed=1)):
        game = GIN.with_rules(**changed_rules("gin", row))
        names = random.choices([*sorted(STRATEGIES)], k=2)
        assert check_record(play(game, names, seed=seed).to_json_lines()) == [], game


Line = dict[str, Any]


def another_score(lines: list[Line]) -> None:
    lines[0]["scores"][0] = str(int(lines[0]["scores"][0]) + 1)


def another_winner(lines: list[Line]) -> None:
    lines[0]["winners"] = [1 - lines[0]["winners"][0]]


def a_card_left_out_of_a_meld(lines: list[Line]) -> None:
    knock = lines[-2]["actions"][-1]
    knock["lay"] = knock["lay"].split(" ", 1)[1]


def without_a_meld(lines: list[Line]) -> None:
    """The knocker has too many points."""
    knock = lines[-2]["actions"][-1]
    knock["table"], knock["lay"] = "", ""


def a_discard_put_back(lines: list[Line]) -> None:
    at = next(k for k, line in enumerate(lines) if line.get("actions", [0])[0] == TAKEN)
    lines[at]["actions"][1] = {"discard": lines[at - 1]["actions"][-1]["discard"]}


TAKEN = {"take": "discards"}


def the_upcard_refused_and_taken(lines: list[Line]) -> None:
    assert [line["actions"][0] for line in lines[1:4]] == [{"pass": True}] * 2 + [{"take": "pool"}]
    lines[3]["actions"][0] = TAKEN


def another_draw(lines: list[Line]) -> None:
    lines[3]["drawn"] = lines[4]["drawn"]


def nobody_defends(lines: list[Line]) -> None:
    del lines[-1]
    lines[0]["turns"] -= 1


@lru_cache
def good_record() -> str:
    """A hand in which the upcard is refused, a discard taken, and cards are laid on a knock."""
    for seed in range(200):
        record = play(GIN, "cautious", seed=seed)
        first = [turn.actions[0] for turn in record.turns[:3]]
        later = [turn.actions[0] for turn in record.turns[3:-1]]
        knocked = not record.blocked and record.turns[-1].played and record.last.hand
        if first[:2] == [Pass(), Pass()] and Take("discards") in later and knocked:
            return record.to_json_lines()
    raise AssertionError


@pytest.mark.parametrize(
    "slip",
    [
        another_score,
        another_winner,
        a_card_left_out_of_a_meld,
        without_a_meld,
        a_discard_put_back,
        the_upcard_refused_and_taken,
        another_draw,
        nobody_defends,
    ],
    ids=lambda slip: slip.__name__,
)
def test_the_referee_finds_every_slip(slip: Callable[[list[Line]], None]) -> None:
    lines = [json.loads(line) for line in good_record().splitlines()]
    assert check_record("\n".join(map(json.dumps, lines))) == []
    slip(lines)
    assert check_record("\n".join(map(json.dumps, lines)))

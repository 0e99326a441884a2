"""Okey: the rule file's examples of winning hands and scores, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.dealing import Context
from rummistats.errors import VariantError
from rummistats.play import (
    STRATEGIES,
    Action,
    Declaring,
    Discard,
    Fail,
    Knock,
    Lay,
    Pass,
    Show,
    Table,
    Take,
    play,
    play_match,
    read_records,
    tournament,
)
from rummistats.play.games import okey as rules
from rummistats.play.games.okey import ACT, TAKE, OkeyState, winning_melds
from rummistats.play.match import make_match
from rummistats.play.state import view_of
from rummistats.playing import as_played
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant

OKEY = find_variant("okey")
SEED = make_seed(1)
R5 = Context(indicator="R5")  # type: ignore[arg-type]


def position(
    own: str, game: Variant = OKEY, *, discards: str = "", pool: str = "B1 B1"
) -> OkeyState:
    """Seat 0 has taken a tile from the pool; racks are as they are played."""
    tiles = game.table_set
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    return replace(
        start,
        hands=(tiles.parse(own), *(tiles.hand(),) * (game.players - 1)),
        seat=0,
        phase=ACT,
        turn=8,
        source="pool",
        discards=tuple(Tile.parse(tile) for tile in discards.split()),
        pool=tuple(Tile.parse(tile) for tile in pool.split()),
        shown=(tiles.hand(),) * game.players,
        may_show=(False,) * game.players,
    )


def done(state: OkeyState, *actions: Action) -> OkeyState:
    """Do actions that must be legal."""
    for action in actions:
        assert not rules.broken_rule(state, action)
        state = rules.apply(state, action)
    return state


def discard(tile: str) -> Discard:
    return Discard(Tile.parse(tile))


def declare(state: OkeyState, tile: str) -> OkeyState:
    [knock, *_] = [
        each
        for each in rules.choices(state)
        if isinstance(each, Knock) and each.tile == Tile.parse(tile)
    ]
    return done(state, knock)


# Worked examples: winning hands; with the indicator R5 a false joker is played as R6.

MELDS = "B3 B4 B5 Y9 K9 R9 B9 R12 R13 R1 K2 K3"
PAIRS = "R1 R1 K13 K13 B5 B5 Y9 Y9 R3 R3 K10 J R6 R6"


@pytest.mark.parametrize(
    ("own", "tile", "loss"),
    [
        (f"{MELDS} J K5 Y7", "Y7", 2),
        (f"{MELDS} K4 K5 J", "J", 4),
        (f"{PAIRS} Y8", "Y8", 4),
        (f"{PAIRS.replace('J', 'K10')} J", "J", 8),
    ],
)
def test_1_2_5_winning_hands(own: str, tile: str, loss: int) -> None:
    over = declare(position(own), tile)
    assert (over.ended, rules.winners(over), over.face_down) == ("out", (0,), (Tile.parse(tile),))
    assert [*rules.scores(over)] == [0, -loss, -loss, -loss]


def test_3_a_joker_may_be_used_instead_of_any_tile_of_a_run() -> None:
    for text in ("R5 F R7", "R6 F R7", "R5 R6 R7", "R5 F R6"):
        run = as_played(OKEY.parse(text), OKEY, R5)
        assert Table.parse(f"{{{run}}}", OKEY)


@pytest.mark.parametrize(
    ("own", "wins"),
    [
        ("R12 R13 R1 R2", False),
        ("R11 R12 R13 R1", True),
        # Six pairs and two loose tiles; four pairs and two groups.
        ("R1 R1 K13 K13 B5 B5 Y9 Y9 R3 R3 K10 K10 R2 Y8", False),
        ("R1 R1 K13 K13 B5 B5 Y9 Y9 R3 B3 K3 R11 B11 K11", False),
    ],
)
def test_4_6_what_wins(own: str, wins: bool) -> None:
    assert bool(winning_melds(OKEY.table_set.parse(own), OKEY)) == wins


@pytest.mark.parametrize(
    ("changed", "own", "wins"),
    [
        ({"wrap": "none"}, f"{MELDS} J K5 Y7", False),
        ({"pairs_win": False}, f"{PAIRS} Y8", False),
        ({"min_real": 2}, "B3 J J Y9 K9 R9 B9 R11 R12 R13 K10 K11 K12 K13 R2", False),
        ({}, "B3 J J Y9 K9 R9 B9 R11 R12 R13 K10 K11 K12 K13 R2", True),
    ],
    ids=str,
)
def test_house_rules_of_winning_hands(changed: dict[str, Any], own: str, wins: bool) -> None:
    knocks = rules.choices(position(own, OKEY.with_rules(**changed)))
    assert any(isinstance(each, Knock) for each in knocks) == wins


@pytest.mark.parametrize(
    ("changed", "own", "tile", "loss"),
    [
        ({"loss_normal": 3}, f"{MELDS} J K5 Y7", "Y7", 3),
        ({"loss_joker_finish": 5}, f"{MELDS} K4 K5 J", "J", 5),
        ({"loss_pairs": 6}, f"{PAIRS} Y8", "Y8", 6),
        ({"pairs_and_joker_loss": 4}, f"{PAIRS.replace('J', 'K10')} J", "J", 4),
    ],
    ids=str,
)
def test_what_a_win_costs_is_a_rule(
    changed: dict[str, Any], own: str, tile: str, loss: int
) -> None:
    over = declare(position(own, OKEY.with_rules(**changed)), tile)
    assert [*rules.scores(over)] == [0, -loss, -loss, -loss]


def hand_won(winner: int | None, rule: str = "normal", showed: int | None = None) -> Any:
    """A hand that ended like this, made of one that was played."""
    record = play(OKEY, "greedy", seed=1)
    melds = "{R1 R1}" if rule == "pairs" else "{R1 R2 R3}"
    assert isinstance(record.last, OkeyState)
    last = replace(
        record.last,
        table=Table.parse(melds, OKEY),
        face_down=(Tile("Y", 7),),
        winner=winner,
        showed=showed,
        mistaken=(0,) * 4,
    )
    turns = (*record.turns[:-1], replace(record.turns[-1], after=last))
    return replace(record, turns=turns, scores=rules.scores(last), winners=rules.winners(last))


def test_7_two_hands() -> None:
    deals = [hand_won(2, showed=1), hand_won(0, "pairs")]
    totals = rules.match_totals(OKEY, deals[:1])
    assert [*totals] == [17, 18, 19, 17]
    assert [*rules.match_totals(OKEY, deals)] == [17, 14, 15, 13]
    assert rules.match_winners(OKEY, deals) == (0,)


# Turns.


def test_the_starter_has_a_tile_more_and_begins_with_a_discard() -> None:
    start = rules.begin(OKEY, OKEY.deal_table(seed=1), SEED)
    assert sorted(map(len, start.hands)) == [14, 14, 14, 15]
    assert (len(start.hand), len(start.pool), start.phase) == (15, 48, ACT)
    assert not rules.may_lay(start)
    after = done(start, Discard(next(iter(start.hand))))
    assert rules.choices(after)[:2] == (Take("pool"), Take("discards"))
    assert "is no action" in rules.broken_rule(after, discard("R1"))
    taken = done(after, Take("discards"))
    assert after.discards[-1] in taken.shown[after.seat]
    # Also with the tiles dealt one may declare.
    won = replace(start, hands=(OKEY.table_set.parse(f"{MELDS} J K5 Y7"),) * 4)
    assert any(isinstance(each, Knock) for each in rules.choices(won))


def with_twin(game: Variant, starts: bool) -> OkeyState:
    """A first position in which somebody holds the indicator's twin: the starter or another."""
    for seed in range(200):
        start = rules.begin(game, game.deal_table(seed=seed), make_seed(seed))
        if any(start.may_show) and start.may_show[start.seat] == starts:
            return start
    raise AssertionError


def pass_on(state: OkeyState) -> OkeyState:
    """Let others take their first turns until somebody may show the twin."""
    while not state.may_show[state.seat]:
        if state.phase == TAKE:
            state = done(state, Take("pool"))
        state = done(state, Discard(next(iter(state.hand))))
    return state


@pytest.mark.parametrize("until", ["first_draw", "first_discard"])
@pytest.mark.parametrize("starts", [True, False])
def test_the_twin_of_the_indicator_is_shown_in_the_first_turn(until: str, starts: bool) -> None:
    game = OKEY.with_rules(indicator_show_until=until)
    state = pass_on(with_twin(game, starts))
    assert state.face_up is not None
    show = Show(state.face_up)
    assert show in rules.choices(state)
    seat, after = state.seat, done(state, show)
    lost = [int(points) for points in rules.scores(after)]
    assert lost == [-(other != seat) for other in range(4)]
    assert after.hands == state.hands
    assert state.face_up in after.shown[seat]
    assert show not in rules.choices(after)
    if not starts:
        drawn = done(state, Take("pool"))
        assert (show in rules.choices(drawn)) == (until == "first_discard")
        state = drawn
    later = done(state, Discard(next(tile for tile in state.hand if tile != state.face_up)))
    assert not any(later.may_show)


def test_the_bonus_is_a_rule() -> None:
    none = OKEY.with_rules(indicator_bonus=0)
    for seed in range(20):
        assert not any(rules.begin(none, none.deal_table(seed=seed), SEED).may_show)
    two = OKEY.with_rules(indicator_bonus=2)
    state = pass_on(with_twin(two, True))
    assert state.face_up is not None
    assert sum(rules.scores(done(state, Show(state.face_up)))) == -6


@pytest.mark.parametrize(("rule", "lost"), [("no_penalty", 0), ("lose_2", -2)])
def test_a_wrong_declaration(rule: str, lost: int) -> None:
    game = OKEY.with_rules(wrong_declaration=rule)
    state = position(f"{MELDS} K5 K6 Y7", game)
    table = Table.parse("{B3 B4 B5} {R9 B9 K9 Y9}", game)
    wrong = Knock(Lay(table, table.hand(game)), Tile("Y", 7))
    after = done(state, wrong)
    assert (after.ended, after.seat, after.discards[-1]) == ("", 1, Tile("Y", 7))
    assert len(after.hands[0]) == 14
    assert [*rules.scores(after)] == [lost, 0, 0, 0]
    for other, words in (
        (Knock(Lay(table, table.hand(game)), Tile("R", 7)), "does not have R7"),
        (Knock(Lay(table, table.hand(game))), "puts a tile on the indicator"),
        (Knock(Lay(table, table.hand(game)), Tile("B", 4)), "all tiles of these melds"),
        (Knock(Lay(table, game.parse("B3")), Tile("Y", 7)), "and nothing else"),
    ):
        assert words in rules.broken_rule(state, other)


def test_pairs_and_melds_together_are_a_wrong_declaration() -> None:
    state = position("R1 R1 K13 K13 B5 B5 Y9 Y9 R3 B3 K3 R11 B11 K11 Y1")
    table = Table.parse("{R1 R1} {K13 K13} {B5 B5} {Y9 Y9} {R3 B3 K3} {R11 B11 K11}", OKEY)
    assert not done(state, Knock(Lay(table, table.hand(OKEY)), Tile("Y", 1))).ended


def test_a_hand_without_face_down_tiles_ends_with_no_score() -> None:
    after = done(position(f"{MELDS} K5 K6 Y7", pool=""), discard("Y7"))
    assert rules.choices(after) == (Pass(), Take("discards"))
    over = done(after, Pass())
    assert (over.ended, rules.winners(over)) == ("blocked", ())
    assert [*rules.scores(over)] == [0, 0, 0, 0]
    # Whoever takes goes on, but not for ever.
    state, turns = after, 0
    while not state.ended:
        state = done(state, Take("discards"))
        state = done(state, Discard(next(iter(state.hand))))
        turns += 1
    assert turns == 4


def test_or_the_discards_are_shuffled() -> None:
    game = OKEY.with_rules(exhaustion="play_with_discards")
    after = done(position(f"{MELDS} K5 K6 Y7", game, discards="R8 R9 R10", pool=""), discard("Y7"))
    assert after.discards == (Tile("Y", 7),)
    assert sorted(map(str, after.pool)) == ["R10", "R8", "R9"]


def test_an_illegal_action_is_refused() -> None:
    state = position(f"{MELDS} K5 K6 Y7")
    assert rules.fail(state, Fail("no")) == state


@pytest.mark.parametrize(("winner", "scores"), [(0, (0, -2, 0, -2)), (3, (-2, 0, -2, 0))])
def test_teams(winner: int, scores: tuple[int, ...]) -> None:
    game = OKEY.with_rules(partners=True)
    state = replace(position("R1", game), winner=winner, ended="out")
    assert [int(score) for score in rules.scores(state)] == [*scores]
    assert rules.winners(state) == ((0, 2) if winner == 0 else (1, 3))
    shown = replace(state, winner=None, showed=1, mistaken=(0, 0, 1, 0))
    assert [*rules.scores(shown)] == [-3, 0, -3, 0]
    with pytest.raises(VariantError, match="two teams have four players"):
        play(OKEY.with_rules(partners=True, players=2), seed=1)


# Matches.


def test_a_match_goes_on_until_somebody_has_no_points_left() -> None:
    match = play_match(OKEY.with_rules(start_points=5), "optimal", seed=2)
    sums = [sum((deal.scores[n] for deal in match.deals), Fraction(5)) for n in range(4)]
    assert match.totals == tuple(sums)
    before = [total - match.deals[-1].scores[seat] for seat, total in enumerate(sums)]
    assert min(sums) <= 0 < min(before)
    assert all(sums[seat] == max(sums) for seat in match.winners)
    starters = [deal.deal.starter for deal in match.deals]
    assert all((one + 1) % 4 == other for one, other in pairwise(starters))


def test_or_for_so_many_hands() -> None:
    game = OKEY.with_rules(max_hands=2)
    assert len(play_match(game, "optimal", seed=2).deals) == 2
    deals = [hand_won(0), hand_won(1)]
    made = make_match(game, SEED, ("greedy",) * 4, deals)
    assert [*made.totals] == [18, 18, 16, 16]
    assert made.winners == (0, 1)


# What always holds.

GAMES = [
    OKEY,
    OKEY.with_rules(players=2, exhaustion="play_with_discards", wrap="none"),
    OKEY.with_rules(partners=True, indicator_show_until="first_discard", pairs_win=False),
    OKEY.with_rules(players=3, numbers=7, hand_size=8, wrong_declaration="lose_2"),
]


@settings(max_examples=12, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    names=st.lists(st.sampled_from(sorted(STRATEGIES)), min_size=4, max_size=4),
    seed=st.integers(0, 10**6),
)
def test_every_hand_keeps_its_tiles_ends_and_can_be_read_back(
    place: int, names: list[str], seed: int
) -> None:
    game = GAMES[place]
    record = play(game, names[: game.players], seed=seed)
    assert read_records(record.to_json_lines()) == [record]
    for turn in record.turns:
        assert turn.after.all_tiles() == game.table_set.all_tiles()
    for turn in record.turns[:-1]:
        assert all(len(hand) == game.hand_size for hand in turn.after.hands)
        view = view_of(turn.after)
        others = sum(len(h) for s, h in enumerate(turn.after.shown) if s != turn.after.seat)
        hidden = (game.players - 1) * game.hand_size + len(turn.after.pool) - others
        assert len(view.unknown) == hidden
    last = record.last
    assert isinstance(last, OkeyState)
    assert record.blocked == (last.winner is None)
    assert max(record.scores) <= 0
    if last.winner is not None:
        assert len(last.table.tiles) == game.hand_size


def test_who_waits_does_not_declare_a_plain_hand() -> None:
    waiting, state = Declaring(waits=0), position(f"{MELDS} J K5 Y7")
    view = view_of(state, rules.choices(state))
    random = SEED.generator()
    assert isinstance(waiting.choose(view, random), Discard)
    assert isinstance(Declaring().choose(view, random), Knock)
    double = position(f"{MELDS} K4 K5 J")
    assert isinstance(waiting.choose(view_of(double, rules.choices(double)), random), Knock)


def margin(one: str, other: str, deals: int) -> tuple[float, float]:
    """Return how many points a hand one strategy is ahead, and the error of that."""
    game = OKEY.with_rules(players=2)
    found = tournament(game, [one, other], deals=deals, seed=7, workers=1)
    wide = found.pivot_table(index=["deal", "rotation"], columns="strategy", values="score")
    ahead = (wide[one] - wide[other]).groupby("deal").mean()
    assert isinstance(ahead, pd.Series)
    return float(ahead.mean()), float(ahead.std() / len(ahead) ** 0.5)


def test_any_plan_beats_chance() -> None:
    ahead, error = margin("greedy", "random", 10)
    assert ahead > 4 * error

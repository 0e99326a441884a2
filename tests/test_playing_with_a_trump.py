"""American and International: the rule files' examples of turns, scores and sessions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.play import (
    STRATEGIES,
    Discard,
    Knock,
    Lay,
    Record,
    Table,
    Take,
    judge_play,
    play,
    play_match,
    read_records,
    solve_table,
    tournament,
)
from rummistats.play.actions import Fail
from rummistats.play.discarding import ACT, TAKE
from rummistats.play.finishing import winning_lay
from rummistats.play.games import find_game
from rummistats.play.games.american import AmericanState
from rummistats.play.games.international import InternationalState
from rummistats.play.match import make_match, starter_of
from rummistats.play.state import view_of
from rummistats.play.trump import TrumpState
from rummistats.play.trump_rules import DISCARD, USE, WIN
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant

AMERICAN = find_variant("american")
INTERNATIONAL = find_variant("international")
SEED = make_seed(1)


def position(
    own: str,
    game: Variant = AMERICAN,
    *,
    table: str = "",
    phase: str = ACT,
    opened: bool = True,
    discards: str = "",
    trump: str = "K9",
    pool: int = 20,
) -> Any:
    """Seat 0 is on turn, and seat 1 has just discarded; other tiles are where nobody sees them."""
    tiles, rules = game.table_set, find_game(game)
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    assert isinstance(start, TrumpState)
    racks = [tiles.parse(own), *[tiles.hand()] * (game.players - 1)]
    before = Table.parse(table, game)
    lying = tuple(Tile.parse(tile) for tile in discards.split())
    known = tiles.hand([*before.tiles, *lying, Tile.parse(trump)]) + racks[0]
    rest = tuple(tiles.all_tiles() - known)
    return replace(
        start,
        hands=tuple(racks),
        seat=0,
        phase=phase,
        source="pool" if phase == ACT else "",
        table=before,
        before=before,
        opened=(opened, *(before != Table(),) * (game.players - 1)),
        was_open=opened,
        discards=lying,
        stacks=(1,) * len(lying),
        pool=rest[:pool],
        face_up=Tile.parse(trump),
        shown=(tiles.hand(),) * game.players,
    )


def lay(state: TrumpState, table: str, tiles: str) -> Lay:
    return Lay(Table.parse(table, state.variant), state.variant.table_set.parse(tiles))


def fault(state: TrumpState, action: Any) -> str:
    return find_game(state.variant).broken_rule(state, action)


def done(state: Any, *actions: Any) -> Any:
    """Do what is legal."""
    game = find_game(state.variant)
    for action in actions:
        assert not game.broken_rule(state, action), game.broken_rule(state, action)
        state = game.apply(state, action)
    return state


def discard(tile: str) -> Discard:
    return Discard(Tile.parse(tile))


def scores(state: Any) -> list[int]:
    return [int(score) for score in find_game(state.variant).scores(state)]


# American: worked examples.


@pytest.mark.parametrize(
    ("melds", "points", "opens"),
    [
        ("{R11 R12 R13} {B5 K5 Y5}", 50, True),
        ("{R9 R10 R11 R12}", 50, False),
        ("{R9 R10 R11 R12}", 30, True),
        ("{K12 Y12 R12} {B3 B4 B5}", 50, False),
        ("{B10 K10 Y10} {R6 J R8}", 50, True),
        ("{J(K11) K12 K13} {B5 K5 Y5}", 50, True),
    ],
)
def test_american_1_openings(melds: str, points: int, opens: bool) -> None:
    game = AMERICAN.with_rules(open_points=points)
    table = Table.parse(melds, game)
    played = table.hand(game)
    assert bool(judge_play("", table, played, game, opened=False)) == opens
    assert bool(solve_table("", played, game, opened=False)) == opens


def test_american_2_melds_are_extended_never_rearranged() -> None:
    before = "{R4 R5 R6}"
    assert judge_play(before, "{R3 R4 R5 R6 R7}", "R7 R3", AMERICAN)
    apart = judge_play("{R4 R5 R6 R7}", "{R4 R5 R6} {R7 B7 K7}", "B7 K7", AMERICAN)
    assert apart.reason == "a meld on the table did not stay together"
    assert not judge_play(before, "{R4 R5} {R6 B6 K6}", "B6 K6", AMERICAN)
    hybrid = AMERICAN.with_rules(rearrange=True)
    assert judge_play("{R4 R5 R6 R7}", "{R4 R5 R6} {R7 B7 K7}", "B7 K7", hybrid)


def test_american_3_an_exchanged_joker_needs_a_new_meld_with_two_tiles() -> None:
    before, after = "{B8 J(B9) B10}", "{B8 B9 B10} {K2 Y2 J}"
    assert judge_play(before, after, "B9 K2 Y2", AMERICAN)
    assert len(solve_table(before, "B9 K2 Y2", AMERICAN).played) == 3
    assert not solve_table(before, "B9 K2", AMERICAN)
    # Nor may it be added to what lies there, even if no tile of the rack is asked for.
    for tiles in (0, 1, 2):
        game = AMERICAN.with_rules(joker_reuse_rack_tiles=tiles)
        assert not judge_play(before + " {R3 R4 R5}", "{B8 B9 B10} {R3 R4 R5 J}", "B9", game)


def test_american_4_a_win_leaves_one_tile_to_discard() -> None:
    table = "{R3 R4 R5}"
    state = position("R1 R2 K7 Y12", table=table)
    assert winning_lay(view_of(state)) is None
    state = position("R1 R2 K7 K6", table=table + " {K3 K4 K5}")
    whole = lay(state, "{R1 R2 R3 R4 R5} {K3 K4 K5 K6 K7}", "R1 R2 K6 K7")
    assert "last stone must be put down" in fault(state, whole)
    most = lay(state, "{R1 R2 R3 R4 R5} {K3 K4 K5 K6}", "R1 R2 K6")
    over = done(state, most, discard("K7"))
    assert (over.ended, find_game(AMERICAN).winners(over)) == ("out", (0,))


def test_american_5_and_6_the_trump_is_taken_only_to_win() -> None:
    game = find_game(AMERICAN)
    state = position("K7 K8 R1", table="{K10 K11 K12}", phase=TAKE)
    assert Take("face_up") in game.choices(state)
    taken = done(state, Take("face_up"))
    assert (taken.phase, taken.face_up) == (WIN, None)
    assert "all tiles but one" in fault(taken, discard("R1"))
    assert "all tiles but one" in fault(taken, lay(taken, "{K9 K10 K11 K12}", "K9"))
    won = lay(taken, "{K7 K8 K9 K10 K11 K12}", "K7 K8 K9")
    assert done(taken, won, discard("R1")).ended == "out"
    more = position("K7 K8 R1 R2", table="{K10 K11 K12}", phase=TAKE)
    assert Take("face_up") not in game.choices(more)
    assert "nothing may be taken from the face_up" in fault(more, Take("face_up"))


def test_american_7_a_run_of_all_tiles_cannot_be_laid() -> None:
    state = position("R7 R8 R9")
    assert "put down" in fault(state, lay(state, "{R7 R8 R9}", "R7 R8 R9"))
    assert solve_table("", "R7 R8 R9", AMERICAN)


@pytest.mark.parametrize(
    ("changed", "source", "factor"),
    [
        ({}, "pool", 1),
        ({"trump_win_factor": 2}, "pool", 1),
        ({"trump_win_factor": 2}, "face_up", 2),
        ({"joker_discard_factor": 3}, "pool", 3),
    ],
    ids=str,
)
def test_american_8_scores(changed: dict[str, Any], source: str, factor: int) -> None:
    game = AMERICAN.with_rules(**changed)
    racks = ("", "R13 J", "K2 K3", "R13 B13 K13 Y13 R12 B12 K1 Y1 R2 B2 K2 Y2 R5 B10")
    hands = tuple(map(game.table_set.parse, racks))
    start = position("R1", game, discards="R3 J")
    over = replace(start, hands=hands, source=source, ended="out")
    assert scores(over) == [factor * score for score in (149, -43, -5, -101)]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, [-11, -22, 84, -51]),
        ({"blocked_scoring": "normal"}, [-20, -31, 111, -60]),
        ({"blocked_winner": "fewest_tiles"}, [-11, -22, 84, -51]),
    ],
    ids=str,
)
def test_american_9_an_exhausted_pool(changed: dict[str, Any], expected: list[int]) -> None:
    game = AMERICAN.with_rules(**changed)
    racks = ("R10 B10", "R13 K13 B5", "R9", "K10 Y10 R10 B10 R13 Y7")
    hands = tuple(map(game.table_set.parse, racks))
    over = replace(position("R1", game), hands=hands, ended="blocked")
    assert scores(over) == expected


def test_american_scores_of_romanian_rummy() -> None:
    game = AMERICAN.with_rules(scoring="romanian")
    state = position("R10 R11 R12 B4", game)
    hands = (state.hand, *map(game.parse, ("B2 B3 J", "K5", "B2 B3 J")))
    state = replace(state, hands=hands, opened=(True, True, False, True), melded=(52, 60, 0, 30))
    over = done(state, lay(state, "{R10 R11 R12}", "R10 R11 R12"), discard("B4"))
    assert scores(over) == [100 + 52 + 33, 60 - 35, -200, 30 - 35]
    # Who laid all in one turn has closed; a joker counts 50.
    closed = position("R10 J R12 B8 B9 B10 K3", game, opened=False)
    melds = lay(closed, "{R10 J(R11) R12} {B8 B9 B10}", "R10 J R12 B8 B9 B10")
    over = done(closed, melds, discard("K3"))
    assert scores(over) == [200 + 10 + 50 + 12 + 27, -200, -200, -200]
    blocked = replace(state, ended="blocked")
    assert scores(blocked) == [52 - 37, 60 - 35, -200, 30 - 35]
    assert find_game(game).winners(blocked) == ()


# American: turns and house rules.


def test_the_discard_is_for_those_who_have_opened() -> None:
    rules = find_game(AMERICAN)
    before = position("R1 R2", phase=TAKE, discards="R3", opened=False)
    assert rules.choices(before) == (Take("pool"),)
    after = replace(before, opened=(True,) * 4, was_open=True)
    assert rules.choices(after) == (Take("pool"), Take("discards"))
    kind = AMERICAN.with_rules(discard_for_opening=True)
    assert Take("discards") in rules.choices(replace(before, variant=kind))


def test_a_discard_that_was_taken_stays_for_the_turn() -> None:
    state = done(position("R1 R8", phase=TAKE, discards="R3"), Take("discards"))
    assert "taken from the discards" in fault(state, discard("R3"))
    # It can't be all that is left, either.
    state = position("B4 B5 B6", phase=TAKE, discards="R3")
    state = done(state, Take("discards"))
    assert "another tile must be kept" in fault(state, lay(state, "{B4 B5 B6}", "B4 B5 B6"))
    free = AMERICAN.with_rules(no_redraw_discard=False)
    state = done(position("R1 R8", free, phase=TAKE, discards="R3"), Take("discards"))
    assert not fault(state, discard("R3"))


def test_a_discard_must_be_used_where_the_house_says_so() -> None:
    game = AMERICAN.with_rules(discard_must_be_used=True)
    rules = find_game(game)
    assert Take("discards") not in rules.choices(position("R1 R8", game, phase=TAKE, discards="R3"))
    state = position("R1 R2 K5", game, phase=TAKE, discards="R3")
    state = done(state, Take("discards"))
    assert state.phase == USE
    assert "must be laid" in fault(state, discard("K5"))
    state = done(state, lay(state, "{R1 R2 R3}", "R1 R2 R3"))
    assert rules.choices(state) == (discard("K5"),)


def test_what_may_be_laid_after_the_opening() -> None:
    table, rack = "{R3 R4 R5}", "K11 K12 K13 B5 Y5 R5 R6 Y13 Y12 B1"
    opening = "{R3 R4 R5} {K11 K12 K13} {R5 B5 Y5}"
    for layoff, on_others, on_own in (
        ("any", True, True),
        ("own_only", False, True),
        ("none", False, False),
    ):
        game = AMERICAN.with_rules(opening_turn_layoff=layoff, one_high=True)
        state = position(rack + " K1", game, table=table, opened=False)
        state = done(state, lay(state, opening, "K11 K12 K13 R5 B5 Y5"))
        other = lay(state, opening.replace("{R3 R4 R5}", "{R3 R4 R5 R6}"), "R6")
        own = lay(state, opening.replace("K13}", "K13 K1}"), "K1")
        assert (not fault(state, other), not fault(state, own)) == (on_others, on_own)
        # The next turn is like any other.
        after = done(state, discard("B1"))
        assert after.claims == ()
        if layoff != "any":
            at_once = opening.replace("{R3 R4 R5}", "{R3 R4 R5 R6}")
            state = position(rack, game, table=table, opened=False)
            assert fault(state, lay(state, at_once, "K11 K12 K13 R5 B5 Y5 R6"))


def test_jokers_before_the_opening() -> None:
    before, rack = "{R8 J(R9) R10}", "R9 K12 Y12 B9 K9"
    after = "{R8 R9 R10} {K12 Y12 J}"
    free = AMERICAN.with_rules(joker_before_opening=True, open_points=36)
    assert judge_play(before, after, "R9 K12 Y12", free, opened=False)
    assert len(solve_table(before, rack, free, opened=False).played) == 3
    strict = free.with_rules(joker_before_opening=False)
    assert not judge_play(before, after, "R9 K12 Y12", strict, opened=False)
    assert not solve_table(before, rack, strict, opened=False)
    # After an opening in the same turn it is allowed, if the turn may go on.
    rack, after = "R9 K12 Y12 B11 B12 B13", "{R8 R9 R10} {K12 Y12 J} {B11 B12 B13}"
    assert judge_play(before, after, rack, strict, opened=False)
    assert not judge_play(before, after, rack, strict.with_rules(opening_turn_layoff="none"), False)


def test_whether_a_closed_win_needs_an_opening() -> None:
    rack = "R1 R2 R3 B1 B2 B3 K9"
    state = position(rack, opened=False)
    whole = lay(state, "{R1 R2 R3} {B1 B2 B3}", "R1 R2 R3 B1 B2 B3")
    assert "takes 50" in fault(state, whole)
    free = AMERICAN.with_rules(closed_needs_opening=False)
    state = position(rack, free, opened=False)
    assert done(state, whole, discard("K9")).ended == "out"
    assert "takes 50" in fault(position(rack + " K1", free, opened=False), whole)


def test_the_trump_of_who_has_not_opened() -> None:
    rack = "K10 K11 K12 K13 B1 B2 B3 Y1"
    for may in (True, False):
        game = AMERICAN.with_rules(trump_without_opening=may)
        state = position(rack, game, opened=False, phase=TAKE)
        assert (Take("face_up") in find_game(game).choices(state)) == may


def test_a_trump_that_is_drawn_last() -> None:
    for last in (True, False):
        game = AMERICAN.with_rules(trump_drawable=last)
        state = position("R1 R5", game, pool=0)
        after = done(state, discard("R5"))
        assert after.ended == ("" if last else "blocked")
        if last:
            assert find_game(game).choices(after) == (Take("face_up"),)
            after = replace(after, hands=(game.parse("B1"),) * 4)
            end = done(after, Take("face_up"), discard("B1"))
            assert end.ended == "blocked"


def test_a_joker_as_trump_is_exchanged_where_the_house_says_so() -> None:
    """Before anything else is dealt, as in Romanian tile rummy: no record need tell of it."""
    for rule, exchanged in (("keep", False), ("redraw", True)):
        game = AMERICAN.with_rules(joker_trump=rule, jokers=4)
        trumps = [game.deal_table(seed=seed).face_up for seed in range(200)]
        assert any(trump is not None and trump.is_joker for trump in trumps) != exchanged


def test_the_tops_of_the_stacks_stay_when_the_pool_is_shuffled_anew() -> None:
    game = AMERICAN.with_rules(exhaustion="recycle")
    state = position("R1 R5", game, pool=0, discards="R7 B7 K7 Y7")
    state = replace(state, stacks=(1, 2, 1, 3))
    after = done(state, discard("R5"))
    assert after.ended == ""
    assert [str(tile) for tile in after.pool] == ["R7"]
    assert [str(tile) for tile in after.discards] == ["B7", "K7", "Y7", "R5"]


def test_turns_go_to_the_right_and_so_does_the_start() -> None:
    for game in (AMERICAN, INTERNATIONAL):
        deal = play(game, "greedy", seed=1, starter=2)
        assert [turn.seat for turn in deal.turns[:5]] == [2, 1, 0, 3, 2]
        assert starter_of(game, deal) == 1
        lot = game.with_rules(next_starter="draw")
        assert starter_of(lot, replace(deal, variant=lot)) is None


def test_a_failed_play_costs_tiles_and_the_turn_ends_with_a_discard() -> None:
    game = find_game(AMERICAN)
    state = position("R1 R8")
    after = game.fail(state, Fail("nothing"))
    assert (after.phase, len(after.hand)) == (DISCARD, 5)
    assert not game.may_lay(after)
    # A trump that was taken goes back.
    state = position("K7 K8 R1", table="{K10 K11 K12}", phase=TAKE)
    after = game.fail(done(state, Take("face_up")), Fail("nothing"))
    assert after.face_up == Tile("K", 9)
    assert len(after.hand) == 3 + 1 + 3
    assert after.all_tiles() == state.all_tiles()
    # What is done instead of an illegal discard is told.
    assert game.fail(after, Fail("nothing")) is after
    # In International only the turn is lost.
    after = find_game(INTERNATIONAL).fail(position("R1 R8", INTERNATIONAL), Fail("nothing"))
    assert len(after.hand) == 2


# International: worked examples.

FOOT = "R4 R5 R6 B9 K9 Y9 R9 K12 K13 K1 Y2 B2 K2 R2"
FOOT_MELDS = "{R4 R5 R6} {R9 B9 K9 Y9} {K12 K13 K1} {R2 B2 K2 Y2}"


def test_international_1_a_foot() -> None:
    state = position(f"{FOOT} Y13", INTERNATIONAL, opened=False, trump="Y5")
    over = done(state, lay(state, FOOT_MELDS, FOOT), discard("Y13"))
    assert scores(over)[0] == -200
    low = INTERNATIONAL.with_rules(one_high=False)
    assert winning_lay(view_of(replace(state, variant=low))) is None


def test_international_2_any_division_will_do() -> None:
    rack = "R4 R5 R6 B9 K9 Y9 R9 K13 K1 K2 Y2 B2 R2 J"
    found = winning_lay(view_of(position(f"{rack} Y12", INTERNATIONAL, opened=False)))
    assert found is not None
    assert len(found.played) == 14
    other = rack.replace("J", "R12")
    assert winning_lay(view_of(position(f"{other} Y12", INTERNATIONAL, opened=False))) is None


HIGH = "R10 R11 R12 R13 R1 B10 B11 B12 B13 B1"


@pytest.mark.parametrize(
    ("tiles", "is_hand"),
    [
        (f"{HIGH} Y11 Y12 Y13 Y1", True),
        (f"{HIGH} Y9 Y10 Y11 Y12", False),
        (f"{HIGH} R11 R12 R13 R1", False),
    ],
)
def test_international_3_three_high_runs(tiles: str, is_hand: bool) -> None:
    state = position(f"{tiles} K2", INTERNATIONAL, opened=False)
    knock = Knock(Lay(Table(), INTERNATIONAL.parse("")), Tile("K", 2))
    assert (knock in find_game(INTERNATIONAL).choices(state)) == is_hand
    if is_hand:
        assert scores(done(state, knock)) == [-300, 100, 100, 100]
        # Who lays them has the Hand as well, where the best claim counts.
        found = winning_lay(view_of(state))
        assert found is not None
        assert scores(done(state, found, discard("K2")))[0] == -300
        literal = INTERNATIONAL.with_rules(best_claim=False)
        state = replace(state, variant=literal)
        assert scores(done(state, found, discard("K2")))[0] == -200
    else:
        assert "no special hand" in fault(state, knock)


TEACHING = INTERNATIONAL.with_rules(hands="teaching")


@pytest.mark.parametrize(
    ("tiles", "score"),
    [
        ("R1 R1 B5 B5 K7 K7 Y9 Y9 R13 R13 K2 J B8 J", 220),
        ("R1 R1 B5 B5 K7 K7 Y9 Y9 R13 R13 K2 K2 B8 J", 250),
        ("R1 R1 B5 B5 K7 K7 Y9 Y9 R13 R13 K2 K2 B8 B8", 300),
        ("R1 R2 R3 R4 R5 R5 R6 R7 R9 R10 J R12 R13 R1", 250),
    ],
)
def test_international_4_and_5_hands_of_the_teaching_table(tiles: str, score: int) -> None:
    state = position(f"{tiles} Y11", TEACHING, opened=False)
    knock = Knock(Lay(Table(), TEACHING.parse("")), Tile("Y", 11))
    assert scores(done(state, knock))[0] == -score


ROUNDED = {"round_up_to": 10}


@pytest.mark.parametrize(
    ("kind", "joker", "changed", "expected"),
    [
        ("open", False, {}, [-100, 25, 100, 27]),
        ("open", False, ROUNDED, [-100, 30, 100, 30]),
        ("open", True, {}, [-200, 50, 200, 54]),
        ("open", True, ROUNDED, [-200, 60, 200, 60]),
        ("open", True, ROUNDED | {"round_before_double": False}, [-200, 50, 200, 60]),
        ("open", True, {"joker_discard_doubles": False}, [-100, 25, 100, 27]),
        ("foot", False, {}, [-200, 25, 100, 27]),
        ("foot", True, {}, [-400, 50, 200, 54]),
        ("hand", False, {}, [-300, 25, 100, 27]),
        ("none", False, {}, [100, 25, 100, 27]),
        ("none", True, {}, [100, 25, 100, 27]),
        ("none", False, {"unmelded_no_winner": -100}, [-100, 25, -100, 27]),
        ("alone", False, {}, [-200, 100, 100, 100]),
        ("alone", True, {}, [-400, 200, 200, 200]),
    ],
    ids=str,
)
def test_international_6_scores(
    kind: str, joker: bool, changed: dict[str, Any], expected: list[int]
) -> None:
    game = INTERNATIONAL.with_rules(**changed)
    last = "J" if joker else "Y7"
    state = position("", game, discards=last)
    racks = ("", "R11 B1 K5", "R10 R3", "J Y2")
    opened = (kind != "none", kind != "alone", False, kind != "alone")
    over = replace(
        state,
        hands=tuple(map(game.table_set.parse, racks)),
        opened=opened,
        was_open=kind in ("open", "alone"),
        ended="blocked" if kind == "none" else "out",
    )
    if kind == "foot":
        over = replace(over, table=Table.parse(FOOT_MELDS, game))
    if kind == "hand":
        hands = (game.parse(f"{HIGH} Y11 Y12 Y13 Y1"), *over.hands[1:])
        over = replace(over, hands=hands, is_hand=True, opened=(False, *opened[1:]))
    assert scores(over) == expected


def deal_of(*points: int) -> Record:
    record = play(INTERNATIONAL, "greedy", seed=1)
    return replace(record, scores=tuple(map(Fraction, points)))


@pytest.mark.parametrize(
    ("settlement", "first"), [("none", (100, -55, -200, -57)), ("pairwise", (612, -8, -588, -16))]
)
def test_international_7_sums_are_turned_round(settlement: str, first: tuple[int, ...]) -> None:
    game = INTERNATIONAL.with_rules(settlement=settlement)
    match = make_match(game, SEED, ("greedy",) * 4, [deal_of(-100, 55, 200, 57)])
    assert match.totals == first
    assert match.winners == (0,)


def test_international_8_the_trump_is_for_closed_wins() -> None:
    rack = "K7 K8 R4 R5 R6 B9 Y9 R9 Y12 Y13 Y2 B2 K2 R1"
    rack = rack.replace("Y12 Y13 ", "K10 K11 ")
    for opened in (False, True):
        state = position(rack, INTERNATIONAL, phase=TAKE, opened=opened)
        assert (Take("face_up") in find_game(INTERNATIONAL).choices(state)) == (not opened)
        free = INTERNATIONAL.with_rules(trump_for="any")
        assert Take("face_up") in find_game(free).choices(replace(state, variant=free))
    state = position(rack, INTERNATIONAL, phase=TAKE, opened=False)
    taken = done(state, Take("face_up"))
    found = winning_lay(view_of(taken))
    assert found is not None
    assert scores(done(taken, found, discard("R1")))[0] == -200


# International: turns and house rules.


def test_a_concealed_win_with_tiles_added_to_the_table_is_open() -> None:
    rack = "R7 R8 B1 B2 B3 K5"
    for rule, score in (("open", -100), ("foot", -200)):
        game = INTERNATIONAL.with_rules(concealed_layoff_counts_as=rule)
        state = position(rack, game, table="{R4 R5 R6}", opened=False)
        melds = lay(state, "{R4 R5 R6 R7 R8} {B1 B2 B3}", "R7 R8 B1 B2 B3")
        assert scores(done(state, melds, discard("K5")))[0] == score
        # With the trump it has to be closed.
        state = position("R7 R8 B2 B3 K5", game, table="{R4 R5 R6}", opened=False, phase=TAKE)
        state = replace(state, face_up=Tile("B", 1))
        assert (Take("face_up") in find_game(game).choices(state)) == (rule == "foot")


def test_a_foot_needs_no_opening() -> None:
    game = INTERNATIONAL.with_rules(open_points=50)
    state = position("R1 R2 R3 B1 B2 B3 K5", game, opened=False)
    melds = lay(state, "{R1 R2 R3} {B1 B2 B3}", "R1 R2 R3 B1 B2 B3")
    assert scores(done(state, melds, discard("K5")))[0] == -200
    part = lay(state, "{R1 R2 R3}", "R1 R2 R3")
    assert "takes 50" in fault(state, part)


def test_discards_before_the_opening() -> None:
    late = INTERNATIONAL.with_rules(discard_from="after_opening")
    state = position("R1 R2 B5 B6 K9", INTERNATIONAL, opened=False, phase=TAKE, discards="R3")
    assert Take("discards") in find_game(INTERNATIONAL).choices(state)
    assert Take("discards") not in find_game(late).choices(replace(state, variant=late))
    # But for a win it may be taken.
    state = position("R1 R2 B5 B6 B7 K9", late, opened=False, phase=TAKE, discards="R3")
    taken = done(state, Take("discards"))
    assert taken.phase == WIN
    found = winning_lay(view_of(taken))
    assert found is not None
    assert done(taken, found, discard("K9")).ended == "out"


@pytest.mark.parametrize("rule", ["play_on", "unmelded"])
def test_a_false_claim(rule: str) -> None:
    game = INTERNATIONAL.with_rules(false_claim=rule)
    rules = find_game(game)
    state = position("R1 R2 R4 K5", game, opened=False)
    nothing = Lay(Table(), game.parse(""))
    claims = (Knock(nothing, Tile("K", 5)), lay(state, "", "R1 R2 R4"))
    for claim in claims:
        reason = rules.broken_rule(state, claim)
        assert reason.startswith("no ")
        after = rules.fail(state, Fail(reason))
        assert isinstance(after, InternationalState)
        assert (after.phase, after.false_claims) == (DISCARD, {0})
        opened = replace(after, opened=(True, False, False, False), ended="blocked")
        assert scores(opened)[0] == (21 if rule == "play_on" else 100)
    honest = rules.fail(state, Fail("anything else"))
    assert isinstance(honest, InternationalState)
    assert not honest.false_claims


def test_without_a_winner_when_the_pool_is_exhausted() -> None:
    state = position("R1 R2", INTERNATIONAL, pool=0)
    over = done(state, discard("R1"))
    assert over.ended == "blocked"
    assert find_game(INTERNATIONAL).winners(over) == ()


def test_who_has_laid_tiles_cannot_show_a_hand() -> None:
    state = position(f"{HIGH} Y11 Y12 Y13 Y1 K2", INTERNATIONAL)
    knock = Knock(Lay(Table(), INTERNATIONAL.parse("")), Tile("K", 2))
    assert "laid nothing" in fault(state, knock)


# What holds in every deal.

GAMES = [
    AMERICAN,
    AMERICAN.with_rules(exhaustion="recycle", trump_drawable=True, discard_for_opening=True),
    AMERICAN.with_rules(players=2, opening_turn_layoff="own_only", discard_must_be_used=True),
    AMERICAN.with_rules(scoring="romanian", opening_turn_layoff="none", closed_needs_opening=False),
    AMERICAN.with_rules(joker_before_opening=True, joker_group3_needs_both=True, open_points=30),
    AMERICAN.with_rules(rearrange=True, players=3, hand_size=7, one_high=True),
    INTERNATIONAL,
    INTERNATIONAL.with_rules(discard_from="after_opening", trump_for="any", hands="teaching"),
    INTERNATIONAL.with_rules(players=2, opening_turn_layoff="own_only", open_points=30, hands=[]),
]


@settings(max_examples=20, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    names=st.lists(st.sampled_from(sorted(STRATEGIES)), min_size=4, max_size=4),
    seed=st.integers(0, 10**6),
)
def test_every_deal_keeps_its_tiles_ends_and_can_be_read_back(
    place: int, names: list[str], seed: int
) -> None:
    game = GAMES[place]
    record = play(game, names[: game.players], seed=seed)
    assert read_records(record.to_json_lines()) == [record]
    for turn in record.turns:
        assert turn.after.all_tiles() == game.table_set.all_tiles()
        assert len(turn.drawn) <= 1
        assert sum(isinstance(each, Discard | Knock) for each in turn.actions) == 1
    last = record.last
    assert isinstance(last, AmericanState | InternationalState)
    assert record.blocked == (
        not record.winners or (game.name == "american" and last.ended != "out")
    )
    if game.name == "american" and game.rule("scoring") == "sabra":
        assert sum(record.scores) == 0


def test_a_view_hides_what_is_not_seen() -> None:
    record = play(INTERNATIONAL, "optimal", seed=3)
    for turn in record.turns:
        state = turn.before
        assert isinstance(state, TrumpState)
        view = view_of(state)
        hidden = view.tiles_left, view.pool
        shown = sum(len(seen) for seat, seen in enumerate(state.shown) if seat != state.seat)
        others = sum(hidden[0]) - len(state.hand)
        assert len(view.unknown) == others - shown + hidden[1]
        assert all(seen <= hand for seen, hand in zip(state.shown, state.hands, strict=True))


def test_a_session_has_its_deals() -> None:
    for game in (AMERICAN.with_rules(deals=2), INTERNATIONAL.with_rules(deals=2)):
        match = play_match(game, "optimal", seed=1)
        assert len(match.deals) == 2
        first, second = (deal.deal.starter for deal in match.deals)
        assert second == (first - 1) % 4
        sums = [sum(deal.scores[seat] for deal in match.deals) for seat in range(4)]
        sign = 1 if game.name == "american" else -1
        assert match.totals == tuple(sign * each for each in sums)


def margin(game: Variant, one: str, other: str, deals: int) -> tuple[float, float]:
    """Return how much better a deal is for one strategy, and the error of that."""
    found = tournament(game, [one, other], deals=deals, seed=7, workers=1)
    means = found.groupby(["deal", "strategy"]).score.mean().unstack()
    ahead = means[one] - means[other]
    sign = 1 if game.name == "american" else -1
    return sign * float(ahead.mean()), float(ahead.std() / len(ahead) ** 0.5)


@pytest.mark.parametrize("game", [AMERICAN, INTERNATIONAL], ids=str)
def test_laying_what_fits_is_better_than_chance(game: Variant) -> None:
    ahead, error = margin(game, "greedy", "random", 12)
    assert ahead > 4 * error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "strong", "weak"),
    [(AMERICAN, "optimal", "greedy"), (INTERNATIONAL, "hold_back", "optimal")],
    ids=str,
)
def test_stronger_strategies_score_more(game: Variant, strong: str, weak: str) -> None:
    """Chances count more than points; and where a Foot pays twice, waiting for it is worth it."""
    ahead, error = margin(game, strong, weak, 1000)
    assert ahead > 3 * error

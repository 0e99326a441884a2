"""101 Okey: the rule file's examples of openings, scores and penalties, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.errors import VariantError
from rummistats.play import (
    STRATEGIES,
    Action,
    Discard,
    Fail,
    Lay,
    Opening101,
    Pass,
    Table,
    Take,
    play,
    play_match,
    read_records,
    tournament,
)
from rummistats.play.adding import additions
from rummistats.play.games import okey_101 as rules
from rummistats.play.games.okey_101 import ACT, MELDS, PAIRS, TAKE, Okey101State
from rummistats.play.match import make_match, starter_of
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant

OKEY = find_variant("okey-101")
SEED = make_seed(1)


def position(
    own: str,
    table: str = "",
    game: Variant = OKEY,
    *,
    way: str = "",
    discards: str = "",
    pool: str = "B1 B1",
    source: str = "pool",
    others: tuple[str, str, str] = ("", "", ""),
    racks: tuple[str, ...] = ("", "", ""),
) -> Okey101State:
    """Seat 0 has taken a tile from the pool; racks are as they are played, J for an okey tile."""
    tiles = game.table_set
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    hands = tuple(map(tiles.parse, (own, *racks)))[: game.players]
    return replace(
        start,
        hands=hands,
        seat=0,
        phase=ACT,
        turn=8,
        source=source,
        table=Table.parse(table, game),
        discards=tuple(Tile.parse(tile) for tile in discards.split()),
        pool=tuple(Tile.parse(tile) for tile in pool.split()),
        shown=(tiles.hand(),) * game.players,
        ways=(way, *others)[: game.players],
        opened=tuple(bool(each) for each in (way, *others))[: game.players],
    )


def lay_of(state: Okey101State, table: str) -> Lay:
    """The play that makes this table of the one that lies there."""
    after = Table.parse(table, state.variant)
    new = list(after.tiles)
    for tile in state.table.tiles:
        if tile in new:
            new.remove(tile)
    return Lay(after, state.variant.table_set.hand(new))


def fault(state: Okey101State, table: str) -> str:
    return rules.broken_rule(state, lay_of(state, table))


def done(state: Okey101State, *actions: Action | str) -> Okey101State:
    """Do actions that must be legal; a table stands for the play that makes it."""
    for action in actions:
        each = lay_of(state, action) if isinstance(action, str) else action
        assert not rules.broken_rule(state, each)
        state = rules.apply(state, each)
    return state


def discard(tile: str) -> Discard:
    return Discard(Tile.parse(tile))


# Combinations and openings; the indicator is B4, so that a false joker is played as B5.


@pytest.mark.parametrize(
    ("melds", "broken"),
    [
        ("{R7 R8 R9} {B11 B12 B13} {K11 K12 K13}", ""),
        ("{R7 R7 B7}", "red occurs twice"),
        ("{R12 R13 R1}", "no meld"),
        ("{R5 B5 J(B5)}", "can't be read so"),
    ],
)
def test_combinations(melds: str, broken: str) -> None:
    if not broken:
        assert Table.parse(melds, OKEY)
        return
    with pytest.raises(Exception, match=broken):
        Table.parse(melds, OKEY)


@pytest.mark.parametrize(
    ("melds", "broken"),
    [
        ("{R7 R8 R9} {R11 B11 K11} {B4 B5 B6} {K11 K12 K13}", ""),
        ("{R5 R6 R7 R8} {R13 B13 K13} {B9 B10 B11} {R2 B2 K2}", ""),
        ("{R10 R11 R12} {R13 B13 K13 Y13} {R3 B3 K3} {B1 B2 B3}", "worth 100; it takes 101"),
        ("{R10 R11 R12} {R13 B13 K13} {R8 B8 K8}", "worth 96; it takes 101"),
        ("{R10 R11 R12 R13} {R9 B9 K9} {B9 B10 B11}", ""),
        ("{R9 R9} {K2 K2} {B5 B5} {Y13 J(Y13)}", "4 pairs; it takes 5"),
        ("{R9 R9} {K2 K2} {B5 B5} {Y13 J(Y13)} {B1 B1}", ""),
        ("{R9 R9} {K2 K2} {B5 B5} {Y13 Y13} {R11 R12 R13}", "pairs and other melds"),
    ],
)
def test_worked_openings(melds: str, broken: str) -> None:
    own = Table.parse(melds, OKEY).hand(OKEY)
    said = fault(position(f"{own} Y3 Y6"), melds)
    assert broken in said
    assert bool(said) == bool(broken)


LOW = (
    "{R1 R2 R3} {B1 B2 B3} {R1 K1 Y1} {B1 K1 Y1} {R2 K2 Y2} {B2 K2 Y2} {R3 K3 Y3}"
    # The last group of the rule file would take the second blue 3.
)


def test_7_a_complete_hand_ends_the_deal_below_101() -> None:
    own = str(Table.parse(LOW, OKEY).hand(OKEY))
    state = position(f"{own} B9")
    over = done(state, LOW, discard("B9"))
    assert (over.ended, over.winner, over.concealed) == ("out", 0, True)
    assert "it takes 101" in fault(position(f"{own} B9 B13"), LOW)
    # With the previous discard only if the rules say so.
    taken = replace(state, source="discards", taken=(Tile("K", 3),))
    assert not fault(taken, LOW)
    strict = OKEY.with_rules(low_finish_with_discard=False)
    taken = replace(position(f"{own} B9", game=strict), source="discards", taken=(Tile("K", 3),))
    assert "since the discard was taken for it" in fault(taken, LOW)


@pytest.mark.parametrize("rule", [50, 101, None])
def test_the_points_of_an_opening_are_a_rule(rule: int | None) -> None:
    game = OKEY.with_rules(open_points=rule)
    melds = "{R13 B13 K13} {R10 R11 R12}"
    said = fault(position("R13 B13 K13 R10 R11 R12 Y1 Y2", game=game), melds)
    assert (
        said
        == {
            50: "",
            101: "the opening is worth 72; it takes 101",
            None: "everybody opens with pairs",
        }[rule]
    )


# Scores.


def over(game: Variant, way: str, last: str, *, concealed: bool = False) -> list[int]:
    """A has won; B has opened with melds, C with pairs, D not; see the rule file."""
    racks = ("R3 K11 B5", "Y9 Y13", "R1 R2")
    others = (MELDS, PAIRS, "")
    if concealed:
        others = ("", "", "")
    state = position("", game=game, way=way, others=others, racks=racks, discards=last)
    state = replace(state, winner=0, concealed=concealed, ended="out")
    return [int(score) for score in rules.scores(state)]


@pytest.mark.parametrize(
    ("way", "last", "concealed", "scores"),
    [
        (MELDS, "R1", False, [-101, 19, 44, 202]),
        (MELDS, "J", False, [-202, 38, 88, 404]),
        (PAIRS, "R1", False, [-202, 38, 88, 404]),
        (PAIRS, "J", False, [-404, 76, 176, 404]),
        (MELDS, "R1", True, [-202, 404, 404, 404]),
        (MELDS, "J", True, [-404, 808, 808, 808]),
    ],
)
def test_worked_scores(way: str, last: str, concealed: bool, scores: list[int]) -> None:
    assert over(OKEY, way, last, concealed=concealed) == scores


@pytest.mark.parametrize(
    ("changed", "way", "last", "concealed", "scores"),
    [
        ({"unopened_when_pairs_joker": 808}, PAIRS, "J", False, [-404, 76, 176, 808]),
        ({"not_opened": 100, "win_score": 50}, MELDS, "J", False, [-100, 38, 88, 200]),
        ({"finish_from_hand_bonus": False}, MELDS, "R1", True, [-101, 202, 202, 202]),
        ({"partners": True}, MELDS, "R1", False, [-101, 19, 0, 202]),
    ],
    ids=str,
)
def test_house_rules_of_scores(
    changed: dict[str, Any], way: str, last: str, concealed: bool, scores: list[int]
) -> None:
    assert over(OKEY.with_rules(**changed), way, last, concealed=concealed) == scores


@pytest.mark.parametrize(
    ("changed", "scores"),
    [
        ({}, [10, 19, 44, 202]),
        ({"no_winner_scoring": "opened_only"}, [10, 19, 44, 0]),
        ({"no_winner_scoring": "zero"}, [0, 0, 0, 0]),
    ],
    ids=str,
)
def test_scores_without_a_winner(changed: dict[str, Any], scores: list[int]) -> None:
    game, racks = OKEY.with_rules(**changed), ("R3 K11 B5", "Y9 Y13", "R1 R2")
    state = position("R10", game=game, way=MELDS, others=(MELDS, PAIRS, ""), racks=racks)
    assert [int(score) for score in rules.scores(replace(state, ended="blocked"))] == scores


@pytest.mark.parametrize(
    ("changed", "last", "b", "c"),
    [
        ({}, "R1", 104, 210),
        ({}, "J", 208, 420),
        ({"joker_multiplied": False}, "J", 107, 117),
        ({"joker_hand_value": 25}, "R1", 28, 58),
    ],
    ids=str,
)
def test_jokers_left(changed: dict[str, Any], last: str, b: int, c: int) -> None:
    game = OKEY.with_rules(**changed)
    racks = ("R3 J", "J Y4", "R1 R2")
    state = position("", game=game, way=MELDS, others=(MELDS, PAIRS, ""), racks=racks)
    state = replace(state, discards=(Tile.parse(last),), winner=0, ended="out")
    assert [int(score) for score in rules.scores(state)][1:3] == [b, c]


def test_worked_penalties() -> None:
    racks = ("R3 K11 B5", "Y9 Y13", "R1 R2")
    state = position("", way=MELDS, others=(MELDS, PAIRS, ""), racks=racks, discards="R1")
    state = replace(state, winner=0, fines=(0, 1, 0, 1), ended="out")
    assert [int(score) for score in rules.scores(state)] == [-101, 120, 44, 303]
    doubled = replace(state, variant=OKEY.with_rules(penalty=50))
    assert [int(score) for score in rules.scores(doubled)] == [-101, 69, 44, 252]


# Penalties.

LYING = "{Y7 Y8 Y9} {R3 B3 J(K3)}"


@pytest.mark.parametrize(
    ("tile", "changed", "events"),
    [
        ("Y6", {}, 1),
        ("Y10", {}, 1),
        ("Y11", {}, 0),
        ("Y3", {}, 1),
        # The joker stands for it: exchanging it is no addition.
        ("K3", {}, 0),
        ("J", {}, 1),
        ("J", {"stack_discard_penalties": True}, 2),
        ("Y6", {"stack_discard_penalties": True}, 1),
    ],
)
def test_a_discard_that_fits_or_is_a_joker_costs_a_penalty(
    tile: str, changed: dict[str, Any], events: int
) -> None:
    state = position(f"R1 R12 {tile}", LYING, OKEY.with_rules(**changed))
    assert done(state, discard(tile)).fines == (events, 0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "changed", "events"),
    [("Y6", {}, 0), ("J", {}, 0), ("J", {"joker_finish_penalty": True}, 1)],
)
def test_the_winning_discard_costs_nothing(tile: str, changed: dict[str, Any], events: int) -> None:
    state = position(tile, LYING, OKEY.with_rules(**changed), way=MELDS)
    after = done(state, discard(tile))
    assert (after.ended, after.winner, after.fines[0]) == ("out", 0, events)


def test_a_failed_opening_costs_a_penalty_and_ends_in_a_harmless_discard() -> None:
    state = position("J Y6 R13 B13 K13", LYING)
    after = rules.fail(state, Fail("the opening is worth 39"))
    assert after.fines == (1, 0, 0, 0)
    assert after.discards[-1] == Tile("R", 13)
    assert (after.seat, after.phase) == (1, TAKE)


# Turns.


def test_the_starter_has_a_tile_more_and_begins_with_a_discard() -> None:
    start = rules.begin(OKEY, OKEY.deal_table(seed=1), SEED)
    assert sorted(map(len, start.hands)) == [21, 21, 21, 22]
    assert (len(start.hand), len(start.pool), start.phase) == (22, 20, ACT)
    assert rules.may_lay(start)
    late = OKEY.with_rules(starter_may_open=False)
    start = rules.begin(late, late.deal_table(seed=1), SEED)
    assert not rules.may_lay(start)
    assert "may not open" in rules.broken_rule(start, Lay(Table(), OKEY.table_set.hand()))
    for players, drawable in ((2, 62), (3, 41)):
        game = OKEY.with_rules(players=players)
        assert len(rules.begin(game, game.deal_table(seed=1), SEED).pool) == drawable


@pytest.mark.parametrize("rule", ["okey", "indicator"])
def test_okey_tiles_are_jokers_and_false_jokers_plain(rule: str) -> None:
    game = OKEY.with_rules(false_joker_is=rule)
    dealt = game.deal_table(seed=1)
    start = rules.begin(game, dealt, SEED)
    indicator = dealt.face_up
    assert indicator is not None
    okey = Tile(indicator.color, indicator.number % 13 + 1)
    playing = [tile for hand in start.hands for tile in hand] + list(start.pool)
    assert playing.count(game.table_set.joker) == 2
    assert playing.count(okey) == (2 if rule == "okey" else 0)
    assert playing.count(indicator) == (1 if rule == "okey" else 3)
    assert len(view_of(start).unknown) == 105 - 22


def test_the_discard_is_taken_only_to_open_with_it() -> None:
    own = "R10 R11 B10 B11 B12 K10 K11 K12 Y1 Y2 Y4"
    state = replace(position(own, discards="Y13 R12"), phase=TAKE, source="")
    assert rules.choices(state) == (Take("pool"), Take("discards"))
    taken = done(state, Take("discards"))
    assert rules.choices(taken) == (Pass(),)
    assert "must be laid first" in rules.broken_rule(taken, discard("Y1"))
    rest = "{B10 B11 B12} {K10 K11 K12}"
    assert "must be in the opening" in fault(taken, rest)
    assert "worth 99" in fault(taken, "{R10 R11 R12} " + rest)
    better = done(
        replace(position(own.replace("R10", "R13"), discards="Y13 R12"), phase=TAKE, source=""),
        Take("discards"),
        "{R11 R12 R13} " + rest,
    )
    assert discard("Y1") in rules.choices(better)


def test_a_discard_that_cant_be_used_is_put_back() -> None:
    for rule, events in ((True, 1), (False, 0)):
        game = OKEY.with_rules(discard_take_back_penalty=rule)
        state = position("Y1 Y2 Y4", game=game, discards="Y13 R12")
        state = done(replace(state, phase=TAKE, source=""), Take("discards"), Pass())
        assert state.discards == (Tile("Y", 13), Tile("R", 12))
        assert state.fines[0] == events
        assert (state.source, state.phase, len(state.hand)) == ("pool", ACT, 4)
    # No tile can be drawn: the deal is over.
    state = position("Y1 Y2 Y4", discards="Y13 R12", pool="")
    state = done(replace(state, phase=TAKE, source=""), Take("discards"), Pass())
    assert state.ended == "blocked"


@pytest.mark.parametrize(
    ("rule", "pool", "free"), [(True, "B1", 0), (False, "B1", 1), (False, "", 0)]
)
def test_who_has_opened_must_use_the_discard_if_the_rules_say_so(
    rule: bool, pool: str, free: bool
) -> None:
    game = OKEY.with_rules(discard_must_be_used=rule)
    state = position("Y1 Y2 K4", LYING, game, way=MELDS, discards="Y13 Y10", pool=pool)
    state = done(replace(state, phase=TAKE, source=""), Take("discards"))
    assert (rules.choices(state) == (Pass(),)) != bool(free)
    used = done(state, "{Y7 Y8 Y9 Y10} {R3 B3 J(K3)}")
    assert discard("Y1") in rules.choices(used)


def test_the_last_tile_is_discarded() -> None:
    state = position("Y10 Y11", LYING, way=MELDS)
    assert "last stone must be put down" in fault(state, "{Y7 Y8 Y9 Y10 Y11} {R3 B3 J(K3)}")
    after = done(state, "{Y7 Y8 Y9 Y10} {R3 B3 J(K3)}", discard("Y11"))
    assert (after.ended, after.winner, after.concealed) == ("out", 0, False)


def test_melds_are_not_rearranged_but_runs_may_be_split_by_a_house_rule() -> None:
    table, split = "{R3 R4 R5 R6 R7}", "{R3 R4 R5} {R5 R6 R7}"
    state = position("R5 Y9 Y1", table, way=MELDS)
    assert "stay together" in fault(state, split)
    house = OKEY.with_rules(split_runs=True)
    state = position("R5 R8 Y9 Y1", table, house, way=MELDS)
    assert not fault(state, split)
    assert not fault(state, "{R3 R4 R5} {R5 R6 R7 R8}")
    assert "stay together" in fault(
        position("Y9 Y1 B3 K3", table, house, way=MELDS), "{R3 B3 K3} {R4 R5 R6 R7}"
    )


@pytest.mark.parametrize(
    ("rule", "kept", "reused"),
    [("keep", "", ""), ("off", "J was", "stay together"), ("use_now", "J was", "")],
)
def test_jokers_on_the_table(rule: str, kept: str, reused: str) -> None:
    game = OKEY.with_rules(joker_swap=rule)
    state = position("K3 Y1 Y2 R12", LYING, game, way=MELDS)
    for table, broken in (
        ("{Y7 Y8 Y9} {R3 B3 K3}", kept),
        ("{Y7 Y8 Y9} {R3 B3 K3} {Y1 Y2 J(Y3)}", reused),
    ):
        after = Table.parse(table, game)
        new = [tile for tile in after.tiles if tile in state.hand]
        lay = Lay(after, game.table_set.hand(new))
        said = rules.broken_rule(state, lay)
        assert broken in said
        assert bool(said) == bool(broken)
    if rule == "keep":
        lay = Lay(Table.parse("{Y7 Y8 Y9} {R3 B3 K3}", game), game.parse("K3"))
        after_it = done(state, lay)
        assert str(after_it.hand) == "R12 Y1 Y2 J"
        assert str(after_it.shown[0]) == "J"


def test_a_joker_in_a_group_stands_for_the_color_that_was_said() -> None:
    state = position("Y3 K3 Y1 Y2", LYING, way=MELDS)
    lay = Lay(Table.parse("{Y7 Y8 Y9} {R3 B3 Y3}", OKEY), OKEY.parse("Y3"))
    assert "stay together" in rules.broken_rule(state, lay)
    assert not fault(state, "{Y7 Y8 Y9} {R3 B3 Y3 J(K3)}")
    other = position("Y3 K3 Y1 Y2", "{R3 B3 J(Y3)}", way=MELDS)
    assert not rules.broken_rule(other, Lay(Table.parse("{R3 B3 Y3}", OKEY), OKEY.parse("Y3")))
    # The joker may be laid again in the group that it left, but not without leaving it.
    assert not fault(other, "{R3 B3 Y3 J(K3)}")
    fixed = OKEY.with_rules(joker_swap="off")
    other = position("Y3 K3 Y1 Y2", "{R3 B3 J(Y3)}", fixed, way=MELDS)
    assert "stay together" in fault(other, "{R3 B3 Y3 J(K3)}")
    # Jokers in pairs stay there.
    pair = position("R9 Y1 Y2", "{R9 J(R9)}", way=PAIRS)
    lay = Lay(Table.parse("{R9 R9}", OKEY), OKEY.parse("R9"))
    assert rules.broken_rule(pair, lay)


def test_the_two_ways_to_open_exclude_each_other() -> None:
    table = "{R9 R9} {Y7 Y8 Y9}"
    melds, pairs = "{R9 R9} {Y7 Y8 Y9} {R1 R2 R3}", "{R9 R9} {Y7 Y8 Y9} {K1 K1}"
    own = "R1 R2 R3 K1 K1 Y10 Y11 Y13"
    of_pairs = position(own, table, way=PAIRS)
    assert "lays no group or run" in fault(of_pairs, melds)
    assert not fault(of_pairs, pairs)
    assert not fault(of_pairs, "{R9 R9} {Y7 Y8 Y9 Y10 Y11}")
    of_melds = position(own, table, way=MELDS, others=(PAIRS, "", ""))
    assert not fault(of_melds, melds)
    assert "lays no pairs" in fault(of_melds, pairs)
    kind = OKEY.with_rules(series_may_add_pairs=True)
    assert not fault(position(own, table, kind, way=MELDS, others=(PAIRS, "", "")), pairs)
    assert "lays no pairs" in fault(position(own, table, kind, way=MELDS), pairs)


def test_pairs_players_may_be_limited_in_what_they_add() -> None:
    game = OKEY.with_rules(pairs_addon_limit=2)
    state = position("Y10 Y11 Y12 R5", "{R9 R9} {Y7 Y8 Y9}", game, way=PAIRS)
    assert "no more than 2 tiles" in fault(state, "{R9 R9} {Y7 Y8 Y9 Y10 Y11 Y12}")
    two = done(state, "{R9 R9} {Y7 Y8 Y9 Y10 Y11}")
    assert "no more than 2 tiles" in fault(two, "{R9 R9} {Y7 Y8 Y9 Y10 Y11 Y12}")
    assert not fault(replace(two, added=0), "{R9 R9} {Y7 Y8 Y9 Y10 Y11 Y12}")


def test_nothing_is_added_before_the_opening() -> None:
    state = position("Y10 Y11 Y12 R5", LYING)
    assert "changed before the opening" in fault(state, "{Y7 Y8 Y9 Y10} {R3 B3 J(K3)}")


@pytest.mark.parametrize(
    ("rule", "others", "concealed"),
    [(False, "", True), (False, MELDS, False), (True, MELDS, True)],
)
def test_a_concealed_win(rule: bool, others: str, concealed: bool) -> None:
    game = OKEY.with_rules(concealed_if_others_opened=rule)
    own = str(Table.parse(LOW, game).hand(game))
    state = position(f"{own} B9", game=game, others=(others, "", ""))
    assert done(state, LOW, discard("B9")).concealed is concealed
    # Not if he had laid something before.
    before = position("Y10 R5", LYING, game, way=MELDS)
    assert not done(before, "{Y7 Y8 Y9 Y10} {R3 B3 J(K3)}", discard("R5")).concealed


def test_a_deal_in_which_all_have_opened_with_pairs_is_void() -> None:
    pairs = "{R1 R1} {R2 R2} {R3 R3} {R4 R4} {R5 R5}"
    own = "R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 B1 B2"
    state = replace(position(own, others=(PAIRS,) * 3), fines=(1, 0, 2, 0))
    after = done(state, pairs)
    assert after.ended == "blocked"
    assert rules.is_void(after)
    assert [*rules.scores(after)] == [0, 0, 0, 0]
    assert rules.winners(after) == ()
    on = OKEY.with_rules(all_pairs_void=False)
    assert not done(position(own, game=on, others=(PAIRS,) * 3), pairs).ended


@pytest.mark.parametrize("rule", ["after_refusal", "at_last_discard"])
def test_exhaustion(rule: str) -> None:
    game = OKEY.with_rules(exhaustion=rule)
    after = done(position("R1 R5", game=game, pool=""), discard("R5"))
    if rule == "at_last_discard":
        assert after.ended == "blocked"
        return
    assert rules.choices(after) == (Pass(), Take("discards"))
    assert done(after, Pass()).ended == "blocked"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"partners": True, "players": 3}, "two teams have four players"),
        ({"copies": 1, "hand_size": 12}, "false jokers can't take the place"),
        ({"hand_size": 26, "numbers": 13, "players": 4, "colors": 4}, ""),
        ({"open_points": None, "open_pairs": None}, "no opening"),
        ({"min_group": 2, "repeat_colors": True}, "group of two from a pair"),
    ],
    ids=str,
)
def test_what_cant_be_dealt_is_refused_first(changed: dict[str, Any], message: str) -> None:
    if not message:
        assert play(OKEY.with_rules(**changed), "greedy", seed=1).ended
        return
    with pytest.raises(VariantError, match=message):
        play(OKEY.with_rules(**changed), "greedy", seed=1)


# Matches.


def deal_of(scores: tuple[int, ...], game: Variant = OKEY, *, void: bool = False) -> Any:
    record = play(game, "random", seed=1)
    last = record.turns[-1]
    ways = (PAIRS,) * 4 if void else (MELDS,) * 4
    turn = replace(last, after=replace(last.after, ways=ways))
    return replace(
        record,
        variant=game,
        deal=replace(record.deal, starter=1),
        scores=tuple(map(Fraction, scores)),
        turns=(*record.turns[:-1], turn),
    )


def test_a_match_is_so_many_deals_and_the_lowest_total_wins() -> None:
    match = play_match(OKEY.with_rules(deals=2), "greedy", seed=2)
    assert sum(not rules.is_void(deal.last) for deal in match.deals) == 2  # type: ignore[arg-type]
    starters = [deal.deal.starter for deal in match.deals]
    assert all((one + 1) % 4 == other for one, other in pairwise(starters))
    deals = [deal_of((5, -101, 5, 202)), deal_of((-101, 5, -101, 4))]
    made = make_match(OKEY, SEED, ("greedy",) * 4, deals)
    assert [*made.totals] == [-96, -96, -96, 206]
    assert made.winners == (0, 1, 2)
    teams = OKEY.with_rules(partners=True)
    assert make_match(teams, SEED, ("greedy",) * 4, deals).winners == (0, 2)


def test_a_void_deal_is_played_again_by_the_same_dealer() -> None:
    void, usual = deal_of((0,) * 4, void=True), deal_of((1, 2, 3, 4))
    assert starter_of(OKEY, void) == 1
    assert starter_of(OKEY, usual) == 2
    seven = [usual] * 7
    assert rules.match_is_over(OKEY, seven)
    assert not rules.match_is_over(OKEY, [*seven[:6], void])


# What always holds.

GAMES = [
    OKEY,
    OKEY.with_rules(players=2, joker_swap="use_now", discard_must_be_used=False),
    OKEY.with_rules(open_points=50, open_pairs=3, split_runs=True, series_may_add_pairs=True),
    OKEY.with_rules(wrap_13_1=True, pairs_addon_limit=1, all_pairs_void=False, open_pairs=2),
    OKEY.with_rules(partners=True, false_joker_is="indicator", exhaustion="at_last_discard"),
    OKEY.with_rules(
        open_needs_run=True, joker_swap="off", min_real=2, low_finish_with_discard=False
    ),
]


@settings(max_examples=12, deadline=None)
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
        view = view_of(turn.after)
        hidden = sum(map(len, turn.after.hands)) - len(turn.after.hand) + len(turn.after.pool)
        seen = sum(len(h) for s, h in enumerate(turn.after.shown) if s != turn.after.seat)
        assert len(view.unknown) == hidden - seen
    last = record.last
    assert isinstance(last, Okey101State)
    assert record.blocked == (last.winner is None)
    if last.winner is not None:
        assert not len(last.hands[last.winner])
        assert min(record.scores) <= 101 * max(last.fines)


def test_fits_are_what_becomes_a_longer_meld() -> None:
    table = Table.parse("{R3 B3 J(K3)} {Y11 Y12 Y13} {B1 B2 J(B3)} {R9 R9}", OKEY)
    found = [sorted(map(str, additions(meld, OKEY))) for meld in table]
    assert found == [["J", "Y3"], ["J", "Y10"], ["B4", "J"], []]


def margin(one: str, other: str, deals: int) -> tuple[float, float]:
    """Return how many points a deal one strategy is ahead, and the error of that."""
    game = OKEY.with_rules(players=2)
    found = tournament(game, [one, other], deals=deals, seed=7, workers=1)
    wide = found.pivot_table(index=["deal", "rotation"], columns="strategy", values="score")
    ahead = (wide[other] - wide[one]).groupby("deal").mean()
    assert isinstance(ahead, pd.Series)
    return float(ahead.mean()), float(ahead.std() / len(ahead) ** 0.5)


def test_discarding_by_chances_beats_chance() -> None:
    ahead, error = margin("optimal", "random", 12)
    assert ahead > 4 * error


def test_whoever_opens_with_eight_pairs_only_has_eight() -> None:
    for seed in range(8):
        record = play(OKEY, Opening101(pairs=8, late=-1), seed=seed)
        for turn in record.turns:
            before, after = turn.before, turn.after
            assert isinstance(before, Okey101State)
            assert isinstance(after, Okey101State)
            if after.ways[turn.seat] == PAIRS and not before.ways[turn.seat]:
                assert sum(meld.kind == "pair" for meld in turn.lays[0].table) >= 8


def test_who_is_careful_pays_for_a_discard_only_if_every_other_one_costs_as_much() -> None:
    for seed in range(5):
        record = play(OKEY, ["greedy", "cautious", "counting", "hold_back"], seed=seed)
        for turn in record.turns:
            state = turn.before
            for action in turn.actions:
                assert isinstance(state, Okey101State)
                after = rules.apply(state, action)
                paid = sum(after.fines) > sum(state.fines)
                if paid and isinstance(action, Discard) and turn.seat:
                    assert all(tile.is_joker or rules.fits(tile, state) for tile in state.hand)
                state = after

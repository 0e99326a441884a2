"""Romanian tile rummy: the rule file's examples of turns and scores, and what always holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from rummistats.commands.person import Person, read_action
from rummistats.errors import PlayError, VariantError
from rummistats.play import (
    STRATEGIES,
    Discard,
    Fail,
    Lay,
    Offer,
    Pass,
    Pull,
    Redeal,
    Table,
    Take,
    play,
    play_match,
    read_records,
    solve_table,
    tournament,
)
from rummistats.play import doublas as before
from rummistats.play.discarding import CIRCLES
from rummistats.play.doublas import doublas
from rummistats.play.games import romanian as rules
from rummistats.play.games.romanian import ACT, TAKE, RomanianState
from rummistats.play.laid_points import points_of_ones
from rummistats.play.leaving_one import closed_lay
from rummistats.play.match import make_match, starter_of
from rummistats.play.players.romanian import Etalat
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests.odd_players import clumsy
from tests.oracles.referee.melds import read_table
from tests.oracles.referee.romanian import suffices
from tests.oracles.referee.rules import rules_of
from tests.positions import after, fault, lay
from tests.positions import position as position_of

ROMANIAN = find_variant("romanian")
QUIET = ROMANIAN.with_rules(doubla_exchange=False)
SEED = make_seed(1)
NOBODY, EVERYBODY = (False,) * 4, (True,) * 4


def position(
    *racks: str,
    game: Variant = ROMANIAN,
    table: str = "",
    row: str = "K13",
    pool: str = "K1 K2 K3",
    opened: tuple[bool, ...] = EVERYBODY,
    phase: str = ACT,
    face_up: str = "R4",
    **settings: Any,
) -> RomanianState:
    """Seat 0 is to move in the middle of a deal; the first of the row is dead."""
    racks = (racks + ("Y2", "Y13", "K3")[len(racks) - 1 :])[: game.players]
    state = position_of(
        game,
        *racks,
        table=table,
        discards=row,
        pool=pool,
        opened=opened[: game.players],
        phase=phase,
        **({"turn": 9, "twins": (), "face_up": Tile.parse(face_up)} | settings),
    )
    nothing = game.table_set.hand()
    return cast(RomanianState, replace(state, shown=(nothing,) * game.players))


def done(state: RomanianState, *actions: Any) -> RomanianState:
    return cast(RomanianState, after(state, *actions))


def discard(text: str) -> Discard:
    return Discard(Tile.parse(text))


def pull(state: RomanianState, place: int, played: str, table: str) -> Pull:
    return Pull(place, lay(state, played, table), len(state.discards) - place)


# Worked examples.


def full_game(game: Variant = ROMANIAN, last: str = "K2") -> RomanianState:
    """All melds of the rule file's full game are laid by those who laid them; A is to move."""
    state = position(
        f"B10 B11 B12 B13 B1 R7 B7 K7 B4 B5 B6 Y1 Y10 B10 {last} K2",
        "R9 R10 J R12 R5 B5 K5 K1 R13 Y4",
        "Y11 Y12 Y13 K10 R10 Y10 R11 K6 Y6 J K13 K3",
        "R2 R4 R6 B9 B9 Y2 Y13 K13 K12 K10 B3 B5 K7 R1",
        game=game,
        opened=NOBODY,
        twins=(3,),
    )
    b = "{R9 R10 J(R11) R12} {R5 B5 K5}"
    c = "{Y11 Y12 Y13} {K10 R10 Y10}"
    state = done(replace(state, seat=1), lay(state, "R9 R10 J R12 R5 B5 K5", b))
    state = replace(state, seat=2, opened_now=False)
    state = done(state, lay(state, "Y11 Y12 Y13 K10 R10 Y10", f"{b} {c}"))
    state = replace(state, opened_now=False)
    b = "{R9 R10 R11 R12} {R5 B5 K5}"
    state = done(state, lay(state, "R11 K6 Y6", f"{b} {c} {{K6 Y6 J}}"))
    state = replace(state, seat=0)
    a = "{B10 B11 B12 B13 B1} {R7 B7 K7} {B4 B5 B6}"
    own = "B10 B11 B12 B13 B1 R7 B7 K7 B4 B5 B6"
    state = done(state, lay(state, own, f"{b} {c} {{K6 Y6 J}} {a}"))
    state = replace(state, opened_now=False, closed=False)
    c = "{Y10 Y11 Y12 Y13 Y1} {K10 R10 Y10 B10}"
    return done(state, lay(state, "Y1 Y10 B10", f"{b} {c} {{K6 Y6 J}} {a}"))


@pytest.mark.parametrize(
    ("changed", "scores"),
    [
        ({}, [210, 50, 40, -175]),
        ({"rack_one_value": 10}, [210, 65, 40, -175]),
        ({"rack_one_value": 5}, [210, 70, 40, -175]),
        ({"no_meld_penalty": "100_plus_rack"}, [210, 50, 40, -185]),
        ({"win_bonus": 10, "twin_bonus": 0}, [120, 50, 40, -200]),
        ({"joker_meld": 20, "joker_rack": 50}, [210, 20, 15, -175]),
    ],
    ids=str,
)
def test_the_full_game(changed: dict[str, Any], scores: list[int]) -> None:
    state = replace(full_game(ROMANIAN.with_rules(**changed)), hands=full_game().hands)
    one = ROMANIAN.table_set.parse("K2")
    over = done(state.with_hand(one), discard("K2"))
    assert over.ended == "out"
    assert rules.scores(over) == tuple(scores)
    assert rules.winners(over) == (0,)


def test_without_a_winner() -> None:
    state = replace(full_game().with_hand(ROMANIAN.parse("K2")), ended="blocked")
    assert rules.scores(state) == (105, 50, 40, -175)
    assert rules.winners(state) == ()
    mild = ROMANIAN.with_rules(no_meld_penalty_without_winner=False)
    assert rules.scores(replace(state, variant=mild))[3] == -110 + 25


CLOSED = "R10 R11 R12 R13 R1 B5 K5 Y5 B2 B3 B4 R9 B9 K9"
CLOSED_TABLE = "{R10 R11 R12 R13 R1} {B5 K5 Y5} {B2 B3 B4} {R9 B9 K9}"


@pytest.mark.parametrize(
    ("changed", "last", "score"),
    [
        ({}, "Y13", 295),
        ({}, "J", 295),
        ({"joker_discard_doubles": True}, "J", 590),
        ({"joker_discard_doubles": True}, "Y13", 295),
        ({"closed_bonus": 0}, "Y13", 195),
    ],
)
def test_a_closed_win(changed: dict[str, Any], last: str, score: int) -> None:
    game = ROMANIAN.with_rules(**changed)
    state = position(f"{CLOSED} {last}", game=game, opened=NOBODY)
    over = done(state, lay(state, CLOSED, CLOSED_TABLE), discard(last))
    assert rules.scores(over) == (score, -200, -200, -200)
    # Whoever has opened before wins, but not closed.
    later = done(replace(state, opened=EVERYBODY), lay(state, CLOSED, CLOSED_TABLE), discard(last))
    assert rules.scores(later)[0] == score - game.rule("closed_bonus") * (2 if score > 500 else 1)


@pytest.mark.parametrize(
    ("melds", "at_50", "at_45"),
    [
        ("{R1 R2 R3} {R10 B10 K10}", False, True),
        ("{R10 R11 R12 R13 R1}", True, True),
        ("{R9 R10 R11 R12 R13}", False, True),
        ("{R12 R13 R1} {R5 B5 K5}", False, True),
        ("{R1 B1 K1}", False, False),
        ("{R12 B12 K12} {R13 B13 K13}", False, False),
        ("{R1 B1 K1} {R2 R3 R4}", True, True),
        ("{R9 R10 R11 R12} {R5 B5 K5}", True, True),
        ("{R10 B10 K10 Y10} {R4 R5 R6}", True, True),
        ("{R1 R2 R3} {R4 R5 R6} {R7 R8 R9}", False, True),
        ("{R9 R10 J(R11) R12} {R5 B5 K5}", True, True),
    ],
)
def test_openings(melds: str, at_50: bool, at_45: bool) -> None:
    for points, legal in ((50, at_50), (45, at_45)):
        game = ROMANIAN.with_rules(open_points=points)
        hand = Table.parse(melds, game).hand(game)
        state = position(f"{hand} Y8", game=game, opened=NOBODY)
        assert (fault(state, lay(state, str(hand), melds)) == "") == legal
        assert bool(view_of(state, may_lay=True).best_play()) == legal
        # So says the referee, too.
        told = rules_of("romanian", {"open_points": points})
        assert suffices(read_table(melds), melds, told) == legal


# Jokers.


def test_a_joker_in_a_run_is_exchanged_for_its_tile_and_laid_anew() -> None:
    state = position("B11 K7 Y7 R2 R9", table="{B9 B10 J(B11)}")
    home = "{B9 B10 B11} {K7 Y7 J}"
    assert not fault(state, lay(state, "B11 K7 Y7", home))
    assert done(state, lay(state, "B11 K7 Y7", home)).laid_points[0] == 10 + 5 + 5
    # The joker can't be kept, nor added to what lies there, nor become another tile.
    assert fault(state, lay(state, "B11", "{B9 B10 B11}"))
    assert fault(state, lay(state, "B11", "{B9 B10 B11 J(B12)}"))
    assert fault(position("B8 R2", table="{B9 B10 J(B11)}"), lay(state, "B8", "{J(B8) B9 B10}"))
    low = position("B8 R2 R9", table="{B9 B10 J(B11)}")
    assert not fault(low, lay(low, "B8", "{B8 B9 B10 J(B11)}"))
    # It needs two tiles from the rack.
    poor = position("B11 K7 R2 R9", table="{B9 B10 J(B11)} {R7 B7 Y7}")
    assert fault(poor, lay(poor, "B11", "{B9 B10 B11} {R7 B7 Y7 J}"))
    assert view_of(poor, may_lay=True).best_play().played == ROMANIAN.parse("K7")


def test_a_joker_in_a_group_of_three_takes_both_missing_colors() -> None:
    state = position("K6 Y6 K9 Y9 R2 R3", table="{R6 B6 J}")
    assert not fault(state, lay(state, "K6 Y6 K9 Y9", "{R6 B6 K6 Y6} {K9 Y9 J}"))
    assert fault(state, lay(state, "K6 K9 Y9", "{R6 B6 K6} {K9 Y9 J}"))
    # With one of them it stays, and stands for the fourth color.
    more = done(state, lay(state, "K6", "{R6 B6 K6 J}"))
    assert not fault(more, lay(more, "Y6 K9 Y9", "{R6 B6 K6 Y6} {K9 Y9 J}"))


def test_two_jokers_need_a_run_of_six() -> None:
    state = position("Y3 J Y5 J Y7 Y8 R1", pool="")
    five = Lay(Table(Table.parse("{Y3 J(Y4) Y5 J(Y6) Y7 Y8}", ROMANIAN).melds), state.hand)
    assert not fault(state, replace(five, played=ROMANIAN.parse("Y3 J Y5 J Y7 Y8")))
    best = view_of(replace(state, hands=(ROMANIAN.parse("R5 J J Y1"), *state.hands[1:])))
    assert not best.best_play()


def test_two_released_jokers_in_one_run_or_in_two() -> None:
    table = "{B9 B10 J(B11)} {K9 K10 J(K11)}"
    new = "{B9 B10 B11} {K9 K10 K11} {Y3 J(Y4) J(Y5) Y6 Y7 Y8}"
    for rule, legal in (("at_least_2", True), ("exactly_2", False)):
        game = ROMANIAN.with_rules(joker_reuse_rack_tiles=rule)
        state = position("B11 K11 Y3 Y6 Y7 Y8 R1", game=game, table=table)
        assert (fault(state, lay(state, "B11 K11 Y3 Y6 Y7 Y8", new)) == "") == legal
        found = solve_table(table, "B11 K11 Y3 Y6 Y7 Y8", game)
        assert len(found.played) == (6 if legal else 4)


# Turns.


def test_the_starter_has_fifteen_tiles_and_only_discards() -> None:
    start = rules.begin(QUIET, QUIET.deal_table(seed=1), SEED)
    assert (start.phase, len(start.hand), len(start.pool)) == (ACT, 15, 48)
    assert start.face_up is not None
    assert not rules.may_lay(start)
    assert all(isinstance(choice, Discard) for choice in rules.choices(start))
    second = rules.apply(start, rules.choices(start)[0])
    assert rules.choices(second) == (Take("pool"),)
    assert "opening" in fault(second, Take("discards"))
    ready = replace(second, opened=EVERYBODY)
    assert "first discard" in fault(ready, Take("discards"))
    free = QUIET.with_rules(first_tile_dead=False)
    assert not fault(replace(ready, variant=free), Take("discards"))


def test_the_starter_may_meld_as_a_house_rule() -> None:
    for may in (False, True):
        game = QUIET.with_rules(starter_may_meld=may)
        start = position(f"{CLOSED} Y13", game=game, opened=NOBODY, turn=0, row="")
        assert rules.may_lay(start) == may
        assert (fault(start, lay(start, CLOSED, CLOSED_TABLE)) == "") == may


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_wall(players: int) -> None:
    game = QUIET.with_rules(players=players)
    start = rules.begin(game, game.deal_table(seed=1), SEED)
    assert len(start.pool) == {4: 48, 3: 62, 2: 76}[players]


def test_a_tile_of_the_row_is_laid_at_once_and_the_newer_ones_are_taken() -> None:
    state = position("R7 K7 Y12 Y1", row="K13 B7 B3 B4", phase=TAKE)
    action = pull(state, 1, "R7 K7 B7", "{R7 K7 B7}")
    assert action in rules.choices(state)
    now = done(state, action)
    assert now.hand == ROMANIAN.parse("B3 B4 Y12 Y1")
    assert now.discards == (Tile.parse("K13"),)
    assert now.shown[0] == ROMANIAN.parse("B3 B4")
    assert now.laid_points == (15, 0, 0, 0)
    assert rules.may_lay(now)
    # Not with newer discards, not on what lies there, not the first one.
    five = position("B5 B6 Y12 Y1", row="K13 B3 B4 Y9", phase=TAKE)
    assert fault(five, pull(five, 1, "B3 B4 B5", "{B3 B4 B5}"))
    lying = position("B9 Y12 Y1", row="K13 B7 Y9", phase=TAKE, table="{B4 B5 B6}")
    assert "new meld" in fault(lying, pull(lying, 1, "B7", "{B4 B5 B6 B7}"))
    dead = position("R13 B13 Y1", row="K13 Y9", phase=TAKE)
    assert "first discard" in fault(dead, pull(dead, 0, "R13 B13 K13", "{R13 B13 K13}"))


def test_house_rules_for_the_row() -> None:
    strict = ROMANIAN.with_rules(row_pick_with_joker=False, row_pick_last=False)
    state = position("R7 J K7 Y1 Y4", row="K13 B7 B3", phase=TAKE)
    action = pull(state, 1, "R7 J B7", "{R7 J B7}")
    assert not fault(state, action)
    assert "no joker" in fault(replace(state, variant=strict), action)
    last = position("R7 K7 Y1 Y4", row="K13 B7", phase=TAKE)
    newest = pull(last, 1, "R7 K7 B7", "{R7 K7 B7}")
    assert newest in rules.choices(last)
    assert "without laying" in fault(replace(last, variant=strict), newest)
    assert Take("discards") in rules.choices(replace(last, variant=strict))


def test_with_one_or_two_tiles_nothing_is_taken_from_the_row() -> None:
    state = position("R7 K7", row="K13 B7", phase=TAKE)
    assert rules.choices(state) == (Take("pool"),)
    assert "one or two tiles" in fault(state, Take("discards"))
    assert "one or two tiles" in fault(state, pull(state, 1, "R7 K7 B7", "{R7 K7 B7}"))
    # With the third tile there would be nothing to discard.
    drawn = position("R7 K7 B7")
    assert "must be put down" in fault(drawn, lay(drawn, "R7 K7 B7", "{R7 K7 B7}"))
    # Three tiles are enough for a pick that wins, A15.
    three = position("R7 K7 Y1", row="K13 B7", phase=TAKE)
    won = done(three, pull(three, 1, "R7 K7 B7", "{R7 K7 B7}"), discard("Y1"))
    assert won.ended == "out"


def test_the_exposed_tile_is_taken_only_to_win() -> None:
    state = position("R2 R3 K1", phase=TAKE)
    assert Take("face_up") in rules.choices(state)
    taken = done(state, Take("face_up"))
    assert taken.face_up is None
    assert rules.choices(taken) == (lay(taken, "R2 R3 R4", "{R2 R3 R4}"),)
    assert not rules.may_lay(taken)
    assert "taken only to win" in fault(taken, discard("K1"))
    won = done(taken, lay(taken, "R2 R3 R4", "{R2 R3 R4}"), discard("K1"))
    assert won.ended == "out"
    assert won.all_tiles() == state.all_tiles()
    loose = position("R2 R3 K1 K2", phase=TAKE)
    assert "only to win" in fault(loose, Take("face_up"))
    never = ROMANIAN.with_rules(exposed_for_win=False)
    assert Take("face_up") not in rules.choices(replace(state, variant=never))
    # A closed win needs the opening, or not.
    small = "R2 R3 R5 B5 K5 Y5 B2 B3 B4 R9 B9 K9 Y9 K1"
    closed = position(small, phase=TAKE, opened=NOBODY)
    assert Take("face_up") in rules.choices(closed)
    dear = ROMANIAN.with_rules(open_points=80)
    assert Take("face_up") not in rules.choices(replace(closed, variant=dear))


@pytest.mark.parametrize(
    ("rack", "table", "exposed"),
    [
        ("R8 K1", "{R5 R6 R7}", "R9"),
        ("K7 Y7 K1", "{B9 B10 J(B11)}", "B11"),
        ("R6 R7 K1", "{B9 B10 J(B11)}", "R8"),
        ("J R9 K1", "{R5 R6 R7}", "R10"),
    ],
)
def test_the_exposed_tile_wins_with_tiles_that_fit_only_with_others(
    rack: str, table: str, exposed: str
) -> None:
    """A run grows by several tiles, a joker comes free, a run is new."""
    state = position(rack, table=table, face_up=exposed, phase=TAKE)
    assert Take("face_up") in rules.choices(state)
    taken = done(state, Take("face_up"))
    [last] = rules.choices(taken)
    assert done(taken, last, discard("K1")).ended == "out"


@pytest.mark.parametrize("needs", [False, True])
def test_the_exposed_tile_wins_with_an_opening_and_tiles_added_to_melds(needs: bool) -> None:
    """Where that is allowed in the opening turn, also if a closed win needs no opening."""
    game = ROMANIAN.with_rules(opening_turn_layoff="any", closed_needs_opening=needs)
    rack = "R10 R11 R12 R13 B8 K3"
    state = position(
        rack,
        game=game,
        table="{B5 B6 B7}",
        face_up="R1",
        phase=TAKE,
        opened=(False, *EVERYBODY[1:]),
    )
    assert Take("face_up") in rules.choices(state)
    taken = done(state, Take("face_up"))
    over = done(taken, *rules.choices(taken), discard("K3"))
    # That is no closed win.
    assert (over.ended, over.closed) == ("out", False)


def test_a_closed_win_without_the_opening_is_a_house_rule() -> None:
    own = "R2 R3 R4 B5 K5 Y5 B2 B3 B4 R9 B9 K9"
    table = "{R2 R3 R4} {B5 K5 Y5} {B2 B3 B4} {R9 B9 K9}"
    for needs in (True, False):
        game = ROMANIAN.with_rules(open_points=90, closed_needs_opening=needs)
        state = position(f"{own} K1", game=game, opened=NOBODY)
        assert (fault(state, lay(state, own, table)) == "") == (not needs)
        lay_ = closed_lay(view_of(state, may_lay=True))
        assert (lay_ is None) == needs
        # That is not for an opening that wins nothing.
        more = position(f"{own} K1 K2", game=game, opened=NOBODY)
        assert "worth 60" in fault(more, lay(more, own, table))


@pytest.mark.parametrize("layoff", ["none", "own_only", "any"])
def test_the_opening_turn(layoff: str) -> None:
    game = ROMANIAN.with_rules(opening_turn_layoff=layoff)
    state = position(
        "R10 R11 R12 R13 R1 B6 K7 Y7 Y1 Y8",
        game=game,
        table="{B3 B4 B5} {K4 J(K5) K6}",
        opened=(False, True, True, True),
    )
    lying, own = "{B3 B4 B5} {K4 J(K5) K6}", "{R10 R11 R12 R13 R1}"
    added = "{B3 B4 B5 B6} {K4 J(K5) K6 K7}"
    assert not fault(state, lay(state, "R10 R11 R12 R13 R1", f"{lying} {own}"))
    legal = layoff == "any"
    more = lay(state, "R10 R11 R12 R13 R1 B6 K7", f"{added} {own}")
    assert (fault(state, more) == "") == legal
    assert len(view_of(state, may_lay=True).best_play().played) == (7 if legal else 5)
    opened = done(state, lay(state, "R10 R11 R12 R13 R1", f"{lying} {own}"))
    assert not rules.may_lay(opened)
    assert "later turn" in fault(opened, lay(opened, "B6", f"{{B3 B4 B5 B6}} {own}"))


def test_no_joker_is_exchanged_in_the_opening_turn() -> None:
    game = ROMANIAN.with_rules(opening_turn_layoff="any")
    state = position(
        "R10 R11 R12 R13 R1 K5 B7 Y7 Y1 Y8",
        game=game,
        table="{K4 J(K5) K6}",
        opened=(False, True, True, True),
    )
    new = "{K4 K5 K6} {B7 Y7 J} {R10 R11 R12 R13 R1}"
    assert fault(state, lay(state, "R10 R11 R12 R13 R1 K5 B7 Y7", new))
    assert len(view_of(state, may_lay=True).best_play().played) == 5


def test_a_discard_for_the_opening_is_a_house_rule() -> None:
    own = "R10 R12 R13 R1 Y8 B2"
    for may in (False, True):
        game = ROMANIAN.with_rules(discard_for_opening=may)
        state = position(own, game=game, row="K13 R11", phase=TAKE, opened=NOBODY)
        action = Pull(1, lay(state, "R10 R11 R12 R13 R1", "{R10 R11 R12 R13 R1}"))
        assert (fault(state, action) == "") == may
        assert (action in rules.choices(state)) == may
        assert Take("discards") not in rules.choices(state)
    now = done(state, action)
    assert not rules.may_lay(now)
    assert now.opened[0]


def test_the_row_is_recycled_but_for_its_first_tile() -> None:
    state = position("R2 B9", row="K13 B7 B3 B4", pool="", phase=TAKE)
    assert rules.choices(state) == (Take("pool"),)
    now = done(state, Take("pool"))
    assert now.discards == (Tile.parse("K13"),)
    assert len(now.pool) == 2
    assert now.all_tiles() == state.all_tiles()
    over = done(replace(state, discards=state.discards[:1]), Pass())
    assert over.ended == "blocked"
    for changed, again in (
        ({"exhaustion": "end"}, False),
        ({"max_recycles": 1}, True),
        ({"max_recycles": 0}, False),
    ):
        strict = replace(state, variant=ROMANIAN.with_rules(**changed))
        assert (rules.choices(strict)[0] == Take("pool")) == again
    twice = replace(state, variant=ROMANIAN.with_rules(max_recycles=1), recycles=1)
    assert rules.choices(twice) == (Pass(),)
    assert rules.choices(replace(state, idle=rules.MOST_RECYCLES)) == (Pass(),)


@pytest.mark.parametrize("lays", [False, True])
def test_taking_each_others_discards_for_ever_is_blocked(lays: bool) -> None:
    """The rule file does not say what then; it is what Rummy 500 and Shanghai Rummy do."""
    racks = "R2 B9 K11", "R7 K7 K9", "Y1 Y3 Y5", "R9 R11 B2"
    state = position(*racks, row="K13 B7", phase=TAKE)
    rounds = 0
    while not state.ended and rounds < 2 * CIRCLES:
        state = done(state, Take("discards"))
        if lays and rounds == CIRCLES - 1 and state.seat == 1:
            state = state.with_hand(state.hand + ROMANIAN.parse("B10 K10 R10"))
            state = done(state, lay(state, "B10 K10 R10", "{B10 K10 R10}"))
        state = done(state, discard("B7"))
        rounds += state.seat == 0
    assert (state.ended, rules.winners(state)) == ("blocked", ())
    # What is laid by the second of four players lets them go on for twenty rounds more.
    assert state.turn - 9 == (4 * (2 * CIRCLES - 1) + 2 if lays else 4 * CIRCLES)


def test_an_illegal_action_is_refused() -> None:
    """ "No penalty is defined for wrong melds"; what is done instead is told."""
    record = play(QUIET, [clumsy, "greedy", clumsy, "greedy"], seed=1, on_fault="penalty")
    failed = [turn for turn in record.turns if any(isinstance(a, Fail) for a in turn.actions)]
    assert failed
    for turn in failed:
        assert isinstance(turn.actions[-1], Discard)
    assert read_records(record.to_json_lines()) == [record]


def test_four_ones_count_what_a_house_rule_says() -> None:
    game = ROMANIAN.with_rules(ones_set4_value=40)
    state = position("K1 Y8 Y9", game=game, table="{R1 B1 Y1}")
    group = Table.parse("{R1 B1 Y1}", game).melds[0]
    who = tuple((tile, 1) for tile in group.tiles)
    state = replace(state, ones=((group, who),), ended="blocked", hands=state.hands)
    two = game.rack_points_of(Tile.parse("Y2"))
    assert rules.scores(state)[1] == 75 - two
    later = done(replace(state, ended=""), lay(state, "K1", "{R1 B1 K1 Y1}"))
    assert rules.scores(replace(later, ended="blocked"))[:2] == (40 - 10, 120 - two)


# Before the first turn.


def test_doublas_are_exchanged_face_down() -> None:
    racks = "R5 R5 B2", "B11 B11 K2", "K1 K1 Y2", "Y3 Y4"
    state = position(*racks, phase=before.OFFER, starter=0, turn=0, first_turn=0, row="")
    assert rules.choices(state) == (Pass(), Offer(Tile.parse("R5")))
    asked = done(state, Offer(Tile.parse("R5")))
    assert (asked.seat, asked.phase) == (1, "answer low")
    answered = done(asked, Offer(Tile.parse("B11")))
    assert (answered.seat, answered.phase) == (0, "agree high")
    swapped = done(answered, Offer(Tile.parse("R5")))
    assert swapped.hands[:2] == (ROMANIAN.parse("B11 B11 B2"), ROMANIAN.parse("R5 R5 K2"))
    assert all(not len(shown) for shown in swapped.shown)
    # The same player may offer what came, or go on.
    assert (swapped.seat, swapped.phase) == (0, before.OFFER)
    refused = done(answered, Pass())
    assert (refused.seat, refused.phase) == (2, "answer low")
    nobody = done(refused, Pass())
    assert (nobody.seat, rules.choices(nobody)) == (0, (Pass(),))
    others = done(nobody, Pass())
    assert (others.seat, others.phase) == (1, before.OFFER)
    play_begins = done(others, Pass(), Pass())
    assert (play_begins.seat, play_begins.phase, play_begins.turn) == (0, ACT, 0)


@pytest.mark.parametrize(
    ("changed", "rack", "kinds"),
    [
        ({}, "R1 R1 B9 B9 K10 K10 J J", ["ones", "low", "high"]),
        ({"doubla_high_from": 9}, "R1 R1 B9 B9 K10 K10", ["ones", "high", "high"]),
        ({"joker_doubla": True}, "B9 B9 J J", ["low", "jokers"]),
    ],
    ids=str,
)
def test_what_is_said_of_a_doubla(changed: dict[str, Any], rack: str, kinds: list[str]) -> None:
    game = ROMANIAN.with_rules(**changed)
    found = doublas(game.parse(rack), game)
    assert [before.kind_of_doubla(tile, game) for tile in found] == kinds


def test_three_doublas_may_be_dealt_again() -> None:
    game = ROMANIAN.with_rules(redeal_on_three_doublas=True)
    seeds = (seed for seed in range(200) if Redeal() in _first_choices(game, seed))
    start = rules.begin(game, game.deal_table(seed=next(seeds)), SEED)
    again = done(start, Redeal())
    assert again.turn == 1
    assert again.hands != start.hands
    assert again.all_tiles() == start.all_tiles()
    assert len(again.hands[again.starter]) == 15
    kept = done(start, Pass())
    assert kept.hands == start.hands


def _first_choices(game: Variant, seed: int) -> tuple[Any, ...]:
    return rules.choices(rules.begin(game, game.deal_table(seed=seed), SEED))


@pytest.mark.parametrize(("early", "twins"), [(True, (1,)), (False, ())])
def test_the_twin_is_announced_before_the_exchange_or_after(early: bool, twins: Any) -> None:
    """With three copies it may be in a doubla, and leave the rack again."""
    game = ROMANIAN.with_rules(twin_before_exchange=early, copies=3)
    racks = "R5 R5 B2", "R4 R4 K2", "K1 Y2", "Y3 Y4"
    state = position(*racks, game=game, phase=ACT, starter=0, row="", turn=0)
    state = before.before_play(replace(state, twins=()))
    assert state.twins == (1,)
    assert bool(state.shown[1]) == early
    offers = [Offer(Tile.parse(tile)) for tile in ("R5", "R4", "R5")]
    swapped = done(state, *offers)
    while swapped.phase != ACT:
        swapped = done(swapped, Pass())
    # A twin that came by exchange is none.
    assert swapped.twins == twins
    assert not swapped.shown[1]


def test_an_exposed_joker() -> None:
    assert all(not ROMANIAN.deal_table(seed=seed).face_up.is_joker for seed in range(99))  # type: ignore[union-attr]
    counted = QUIET.with_rules(exposed_joker=14)
    seeds = [s for s in range(300) if counted.deal_table(seed=s).face_up == Tile.parse("J")]
    assert seeds
    record = play(counted, "greedy", seed=1)
    assert read_records(record.to_json_lines()) == [record]


def test_what_cannot_be_played_is_said_before_the_deal() -> None:
    with pytest.raises(VariantError, match="open_pairs"):
        play(ROMANIAN.with_rules(open_pairs=5), seed=1)
    small = ROMANIAN.with_rules(copies=1, jokers=0, hand_size=17, players=3)
    with pytest.raises(VariantError, match="hand_size=17"):
        play(small, seed=1)


# Matches.


def game_scored(*scores: int) -> Any:
    record = play(QUIET, "greedy", seed=1, starter=2)
    return replace(record, scores=tuple(map(Fraction, scores)))


def test_a_series_has_eight_games_or_a_target() -> None:
    deals = [game_scored(210, 50, 40, -175)] * 8
    names = ("greedy",) * 4
    match = make_match(ROMANIAN, SEED, names, deals)
    assert match.totals == (1680, 400, 320, -1400)
    assert match.winners == (0,)
    assert make_match(ROMANIAN, SEED, names, deals[:7]).winners == ()
    assert starter_of(ROMANIAN, deals[0]) == 3
    target = ROMANIAN.with_rules(target=420)
    assert make_match(target, SEED, names, deals[:1]).winners == ()
    assert make_match(target, SEED, names, deals[:2]).winners == (0,)
    short = play_match(QUIET.with_rules(games=2), "greedy", seed=1)
    assert len(short.deals) == 2
    assert short.deals[1].deal.starter == (short.deals[0].deal.starter + 1) % 4


# What holds in every deal.

GAMES = [
    ROMANIAN,
    ROMANIAN.with_rules(players=2, discard_for_opening=True, opening_turn_layoff="any"),
    ROMANIAN.with_rules(players=3, exposed_joker=14, joker_doubla=True, first_tile_dead=False),
    ROMANIAN.with_rules(redeal_on_three_doublas=True, starter_may_meld=True, open_points=45),
    ROMANIAN.with_rules(closed_needs_opening=False, exhaustion="end", jokers=4),
    ROMANIAN.with_rules(joker_reuse_rack_tiles="exactly_2", row_pick_last=False, players=2),
    ROMANIAN.with_rules(hand_size=7, open_points=None, max_recycles=1, row_pick_with_joker=False),
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
        for seat, shown in enumerate(turn.after.shown):
            assert shown <= turn.after.hands[seat]
    last = record.last
    assert isinstance(last, RomanianState)
    assert record.blocked == all(len(hand) > 0 for hand in last.hands)
    # What lies on the table was laid by somebody, and each joker was laid first by one.
    values = sum(map(game.score_value, last.table))
    assert sum(last.laid_points) + sum(points_of_ones(last.ones, game, game.players)) == values
    real = Counter(tile for meld, _ in last.ones for tile in meld.tiles if not tile.is_joker)
    assert real == Counter(tile for _, laid_by in last.ones for tile, _ in laid_by)


def test_what_a_player_sees_does_not_depend_on_what_is_hidden() -> None:
    record = play(ROMANIAN, "optimal", seed=4)
    for turn in record.turns[::6]:
        state = turn.before
        other = (state.seat + 2) % 4
        hidden = (*state.pool, *(state.hands[other] - state.shown[other]))
        hands = list(state.hands)
        size = len(state.hands[other]) - len(state.shown[other])
        hands[other] = state.shown[other] + state.hand.tile_set.hand(hidden[:size])
        moved = replace(state, hands=tuple(hands), pool=hidden[size:])
        assert view_of(moved) == view_of(state)


def margin(strong: str, weak: str, deals: int) -> tuple[float, float]:
    """Return how many points a deal one strategy is ahead, and the error of that."""
    game = ROMANIAN.with_rules(players=2)
    found = tournament(game, [strong, weak], deals=deals, seed=7, workers=1)
    wide = found.pivot_table(index=["deal", "rotation"], columns="strategy", values="score")
    ahead = (wide[strong] - wide[weak]).groupby("deal").mean()
    return float(ahead.mean()), float(ahead.std() / len(ahead) ** 0.5)


@pytest.mark.parametrize(
    ("strong", "weak", "deals"),
    [("greedy", "random", 24), pytest.param("optimal", "greedy", 100, marks=pytest.mark.slow)],
)
def test_stronger_strategies_score_more(strong: str, weak: str, deals: int) -> None:
    """A chance of 1 in 30,000 to fail if they were equal."""
    ahead, error = margin(strong, weak, deals)
    assert ahead > 4 * error


def test_players_of_this_game_have_settings() -> None:
    players = [Etalat(deepest=1), Etalat(closed=5), Etalat(discards="safe"), Etalat(swaps=False)]
    assert play(ROMANIAN, players, seed=2).ended == "out"


def test_a_person_hears_of_what_kind_a_doubla_is() -> None:
    state = position("R5 R5 B2", "B11 B11 K2", phase=before.OFFER, starter=0, row="")
    asked = done(state, Offer(Tile.parse("R5")))
    said: list[str] = []
    person = Person(lambda question: "offer B11", said.append, ["you"] * 4)
    seen = view_of(asked, rules.choices(asked))
    assert person.choose(seen, default_rng(1)) == Offer(Tile.parse("B11"))
    assert "The other doubla: low" in said[0]
    with pytest.raises(PlayError, match="there is no redeal in Romanian"):
        read_action("redeal", seen)
    with_new_deals = seen.variant.with_rules(redeal_on_three_doublas=True)
    assert read_action("redeal", replace(seen, variant=with_new_deals)) == Redeal()

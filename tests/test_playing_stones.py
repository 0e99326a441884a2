"""Stone-Rummy and Stone-Rummy-Plus played out: turns, claims and scores of the rule files."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummistats.errors import PlayError, StrategyError
from rummistats.play import (
    STRATEGIES,
    Action,
    Discard,
    Fail,
    Lay,
    Pass,
    State,
    Table,
    Take,
    View,
    ladder,
    lay_of,
    matchpoints,
    neutralized,
    percentage,
    play,
    read_records,
    seated_by_result,
    solve_table,
)
from rummistats.play.games import find_game
from rummistats.play.laying import removable
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests import positions
from tests.positions import after, fault, lay

STONES = find_variant("stone-rummy")
PLUS = find_variant("stone-rummy-plus")


def position(variant: Variant, *racks: str, **settings: Any) -> State:
    """A position in which seat 0 may lay stones, some turns after the beginning."""
    return positions.position(
        variant, *racks, **{"phase": "act", "covered": "", "turn": 9} | settings
    )


def names(state: State) -> list[str]:
    return [str(each) for each in find_game(state.variant).choices(state)]


POOL, DEPOSIT = Take("pool"), Take("discards")


# Stone-Rummy, "Deal and set-up".


@pytest.mark.parametrize(("players", "pool"), [(2, 75), (3, 61), (4, 47)])
def test_the_first_deposit_stone_comes_from_the_pool(players: int, pool: int):
    game = STONES.with_rules(players=players)
    state = find_game(game).begin(game, game.deal_table(seed=3), make_seed(3))
    assert (len(state.pool), len(state.discards)) == (pool, 1)
    assert [len(hand) for hand in state.hands] == [15] * players
    assert state.phase == "take"


def test_or_from_the_starters_hand_or_there_is_none():
    game = STONES.with_rules(initial_deposit="starter_hand")
    state = find_game(game).begin(game, game.deal_table(seed=3), make_seed(3))
    assert (len(state.pool), state.discards, state.phase) == (62, (), "deposit")
    stone = next(tile for tile in state.hand if not tile.is_joker)
    now = after(state, Discard(stone))
    assert (now.seat, now.phase, now.discards, len(now.hand)) == (
        state.seat,
        "take",
        (stone,),
        14,
    )
    none = STONES.with_rules(initial_deposit="none")
    state = find_game(none).begin(none, none.deal_table(seed=3), make_seed(3))
    assert (len(state.pool), state.discards, names(state)) == (62, (), ["take from the pool"])


# "A turn": two in, one out.


def test_two_are_taken_and_one_is_put_down():
    """ "Net change per turn without melding: +1 stone." """
    state = position(STONES, "R1", "B1", "K1", phase="take", pool="K5 Y6 B2", discards="Y9")
    assert names(state) == ["take from the pool", "take from the discards"]
    now = after(state, POOL)
    assert names(now) == ["take from the pool", "take from the discards"]
    now = after(now, DEPOSIT)
    assert (now.phase, now.taken, now.discards) == ("act", (Tile("K", 5), Tile("Y", 9)), ())
    now = after(now, Pass(), Discard(Tile("R", 1)))
    assert (str(now.hands[0]), now.discards, now.seat, now.phase) == (
        "K5 Y9",
        (Tile("R", 1),),
        1,
        "take",
    )


def test_only_the_newest_deposit_stone_can_be_taken_or_seen():
    state = position(STONES, "R1", "B1", "K1", phase="take", pool="K5 K6 K7", discards="Y9")
    now = after(state, POOL, POOL, Pass(), Discard(Tile("R", 1)))
    assert (now.discards, now.covered) == ((Tile("R", 1),), (Tile("Y", 9),))
    view = view_of(now)
    assert view.discards == (Tile("R", 1),)
    assert Tile("Y", 9) in view.known
    # Nothing is left after the newest stone, not the one below it.
    now = after(replace(now, pool=(Tile("B", 5),) * 2), DEPOSIT)
    assert names(now) == ["take from the pool"]


def test_the_deposit_stone_may_have_to_be_taken_unseen():
    game = STONES.with_rules(see_first=False)
    state = position(game, "R1", "B1", "K1", phase="take", pool="K5 Y6 B2", discards="Y9")
    assert names(after(state, POOL)) == ["take from the pool"]
    assert names(after(state, DEPOSIT)) == ["take from the pool"]
    # With one stone in the pool there would not be two otherwise.
    assert names(replace(state, pool=state.pool[:1])) == ["take from the discards"]


def test_the_deposit_stone_may_be_all_that_is_taken():
    game = STONES.with_rules(deposit_only_one=True)
    state = position(game, "R1", "B1", "K1", phase="take", pool="K5 Y6 B2", discards="Y9")
    assert after(state, DEPOSIT).phase == "act"
    assert names(after(state, POOL)) == ["take from the pool"]
    bare = replace(state, discards=())
    assert after(bare, POOL).phase == "take"


@pytest.mark.parametrize(
    ("table", "rack", "played", "made", "reason"),
    [
        ("{R3 R4 R5}", "R6 Y3 B3", "R6 Y3 B3", "{R4 R5 R6} {R3 Y3 B3}", ""),
        ("{R3 R4 R5}", "R6 Y1", "R6", "{R4 R5 R6}", "R3 was on the table"),
        ("{B7 J(B8) B9}", "B8 R1", "B8", "{B7 B8 B9}", ""),
        ("{R11 R12 R13}", "R1 R2 K9", "R1 R2", "{R11 R12 R13 R1 R2}", ""),
        ("{R3 R4 R5} {R6 R7 R8}", "K9 K1", "", "{R3 R4 R5 R6 R7 R8}", "no tile comes from"),
    ],
)
def test_turns(table: str, rack: str, played: str, made: str, reason: str):
    """Stone-Rummy, "Worked examples", Turn and Joker."""
    state = position(STONES, rack, "B1", "K1", table=table)
    told = fault(state, lay(state, played, made))
    assert told == "" if not reason else reason in told


def test_a_joker_comes_to_the_hand_unless_it_may_not():
    state = position(STONES, "B8 R1", "B1", "K1", table="{B7 J(B8) B9}")
    taken = lay(state, "B8", "{B7 B8 B9}")
    assert str(after(state, taken).hands[0]) == "R1 J"
    for rule in ({"joker_keep": False}, {"return_to_hand": "nothing"}):
        strict = replace(state, variant=STONES.with_rules(**rule))
        assert "J was on the table" in fault(strict, taken)


def test_a_joker_may_be_put_down_or_not():
    state = position(STONES, "J R1", "B1", "K1", phase="put_down")
    assert names(state) == ["discard R1", "discard J"]
    strict = replace(state, variant=STONES.with_rules(deposit_joker=False))
    assert names(strict) == ["discard R1"]
    assert fault(strict, Discard(Tile.parse("J"))) == "a joker may not be put down"
    # With jokers only nothing is put down, and the older stone stays.
    only = position(strict.variant, "J", "B1", "K1", phase="put_down", discards="Y9", pool="K5 K6")
    assert names(only) == ["pass"]
    assert after(only, Pass()).discards == (Tile("Y", 9),)


# "End of play".


def test_ways_to_finish():
    """The last stone is put down, or everything is laid: with ``finish="any"`` both."""
    state = position(STONES, "R6 K1", "B1", "K2", table="{R3 R4 R5}")
    one_left = after(state, lay(state, "R6", "{R3 R4 R5 R6}"))
    assert not one_left.ended
    assert after(one_left, Discard(Tile("K", 1))).ended == "out"
    full = position(STONES, "R6", "B1", "K2", table="{R3 R4 R5}")
    whole = lay(full, "R6", "{R3 R4 R5 R6}")
    assert after(full, whole).ended == "out"
    by_hand = replace(full, variant=STONES.with_rules(finish="hand"))
    assert fault(by_hand, whole) == "the last stone must be put down"


def test_a_joker_that_comes_back_is_the_last_stone():
    """Whoever takes a joker for the last stone of the hand can still put the joker down."""
    game = STONES.with_rules(finish="hand")
    state = position(game, "B8", "B1", "K2", table="{B7 J(B8) B9}")
    now = after(state, lay(state, "B8", "{B7 B8 B9}"))
    assert (str(now.hands[0]), now.phase, now.ended) == ("J", "put_down", "")
    assert after(now, Discard(Tile.parse("J"))).ended == "out"


def test_the_last_stone_may_come_from_the_table():
    game = STONES.with_rules(finish="hand_or_table")
    full = position(game, "R6", "B1", "K2", table="{R3 R4 R5}")
    now = after(full, lay(full, "R6", "{R3 R4 R5 R6}"))
    assert (now.phase, now.ended, names(now)) == ("put_down", "", ["discard R3", "discard R6"])
    end = after(now, Discard(Tile("R", 3)))
    assert (end.ended, str(end.table), end.discards) == ("out", "{R4 R5 R6}", (Tile("R", 3),))
    assert end.all_tiles() == full.all_tiles()
    # Nothing can be spared of melds of three.
    bare = position(game, "R3 R4 R5", "B1", "K2")
    assert fault(bare, lay(bare, "R3 R4 R5", "{R3 R4 R5}")) == "the last stone must be put down"


def test_covered_deposit_stones_become_the_pool():
    state = position(
        STONES, "R1", "B1", "K1", phase="take", pool="K5", discards="Y9", covered="B2 B3 B4"
    )
    now = after(state, POOL)
    assert (sorted(map(str, now.pool)), now.covered) == (["B2", "B3", "B4"], ())
    # What is shuffled is forgotten.
    assert Tile("B", 2) not in view_of(now).known
    ended = replace(state, variant=STONES.with_rules(exhaustion="end"))
    now = after(ended, POOL, DEPOSIT, Pass(), Discard(Tile("R", 1)))
    assert now.ended == "blocked"


def test_a_player_takes_what_there_is():
    state = position(STONES, "R1", "B1", "K1", phase="take", pool="K5")
    assert after(state, POOL).phase == "act"


def test_a_round_in_which_nobody_can_take_or_play_ends_the_game():
    state = position(STONES, "R1 R3", "B1", "K1", phase="take", discards="Y9")
    for stone in ("Y9", "Y9", "Y9"):
        assert not state.ended
        state = after(state, DEPOSIT, Pass(), Discard(Tile.parse(stone)))
    assert state.ended == "blocked"
    assert find_game(STONES).scores(state) == (1, Fraction(5, 2), Fraction(5, 2))


def test_the_director_stops_a_game_in_which_nothing_happens():
    game = STONES.with_rules(deposit_only_one=True)
    state = position(game, "R1 R3", "B1", "K1", phase="take", discards="Y9", pool="K2 K3")
    for _ in range(30):
        assert not state.ended
        state = after(state, DEPOSIT, Pass(), Discard(Tile("Y", 9)))
    assert state.ended == "blocked"


def test_stones_of_a_new_pool_do_not_go_round_for_ever():
    """With two players who lay nothing the last stones would be taken and put down endlessly."""
    game = STONES.with_rules(players=2, deposit_only_one=True)
    state = position(game, "R1 R3", "B1", phase="take", discards="Y9", pool="K2")
    takes = turns = 0
    while not state.ended:
        assert turns < 1000
        while state.phase == "take":
            takes += turns > 2 and bool(state.pool)
            place = "pool" if state.pool else "discards"
            state = after(state, Take(place))
        state = after(state, Pass())
        stone = next(tile for tile in state.taken)
        state = after(state, Discard(stone))
        turns += 1
    assert state.ended == "blocked"
    assert takes > 10
    assert 10 * 2 <= turns <= 11 * 2


def test_a_failed_play_is_no_play():
    """ "If the conditions cannot be met, the table is restored and nothing is played." """
    state = position(STONES, "R1 R3", "B1", "K1", pool="K5")
    failed = find_game(STONES).fail(state, Fail("the table is illegal"))
    assert failed == replace(state, phase="put_down")
    assert find_game(STONES).fail(failed, Fail("nothing")) == failed


def test_a_failure_to_take_or_put_down_is_followed_by_what_was_done():
    """Else a record would not say which stone was put down."""

    def nonsense(view: View, random: Any) -> Action:
        return Fail("nonsense")

    record = play(STONES, ["greedy", "greedy", nonsense], seed=1, on_fault="penalty")
    turn = next(turn for turn in record.turns if turn.seat == 2)
    kinds = [type(action) for action in turn.actions]
    assert kinds == [Fail, Take, Fail, Take, Fail, Fail, Discard]
    assert len(turn.drawn) == 2
    assert turn.after.discards == turn.discarded
    assert read_records(record.to_json_lines()) == [record]


def test_a_slow_player_loses_half_a_point():
    game = STONES.with_rules(slow_penalty=0.5)
    state = position(game, "R1 R3", "B1", "K1", pool="K5 K6 K7")
    slow = find_game(game).fail(state, Fail("late", late=True))
    end = replace(slow, hands=(slow.hands[1] - slow.hands[1], *slow.hands[1:]), ended="out")
    assert find_game(game).scores(end) == (Fraction(5, 2), Fraction(3, 2), Fraction(3, 2))
    plain = replace(end, variant=STONES)
    assert find_game(STONES).scores(plain)[0] == 3


# "Worked examples", Matchpoints and Percentage.


@pytest.mark.parametrize(
    ("stones", "points", "rules"),
    [
        ((0, 3, 5), (3, 2, 1), {}),
        ((0, 2, 2), (3, 1.5, 1.5), {}),
        ((0, 4, 1, 4), (4, 1.5, 3, 1.5), {}),
        ((0, 3, 3, 3), (4, 2, 2, 2), {}),
        ((2, 2, 5), (2.5, 2.5, 1), {}),
        ((0, 3, 5, 9), (4, 2, 2, 2), {"first_round_rule": True}),
        ((0, 3, 5), (3, 1.5, 1.5), {"first_round_rule": True}),
        ((0, 2, 2), (3, 1, 1), {"tie_rule": "divide"}),
        ((0, 2), (2, 1), {}),
    ],
)
def test_matchpoints(stones: tuple[int, ...], points: tuple[float, ...], rules: dict[str, Any]):
    racks = [" ".join(f"R{n}" for n in range(1, count + 1)) for count in stones]
    first = "first_round_rule" in rules
    ended = "blocked" if min(stones) else "out"
    state = position(STONES.with_rules(**rules), *racks, turn=2 if first else 9, ended=ended)
    game = find_game(STONES)
    assert game.scores(state) == points
    assert game.winners(state) == tuple(i for i, left in enumerate(stones) if left == min(stones))
    assert matchpoints(stones, rules.get("tie_rule", "average"), first_round=first) == points
    if first:
        # In a later round the ranks count.
        assert len(set(game.scores(replace(state, turn=len(stones) + 1)))) == len(stones)


@given(st.lists(st.integers(0, 20), min_size=2, max_size=4), st.booleans())
def test_matchpoints_of_a_game_have_a_constant_sum(stones: list[int], first: bool):
    """Sum per game: n (n + 1) / 2; in the first round exactly one player finishes."""
    if first:
        stones = [0, *(left + 1 for left in stones[1:])]
    points = matchpoints(stones, first_round=first)
    assert sum(points) == Fraction(len(stones) * (len(stones) + 1), 2)


def test_neutralized_games():
    assert neutralized(3) == (2, 2, 2)
    assert neutralized(4) == (2.5, 2.5, 2.5, 2.5)
    assert neutralized(3, slow=1, penalty=0.5) == (2, 1.5, 2)


@pytest.mark.parametrize(
    ("points", "players", "percent"),
    [(9, 3, 100), (6, 3, Fraction(200, 3)), (Fraction(15, 2), 4, Fraction(125, 2))],
)
def test_percentages(points: Fraction, players: int, percent: Fraction):
    assert percentage(points, games=3, players=players) == percent


def test_percentages_of_the_best_of_the_field():
    assert percentage(6, games=3, players=3, best=8) == 75
    with pytest.raises(PlayError, match="no points to win"):
        percentage(6, games=0, players=3)


def test_the_ladder_keeps_everybody_and_moves_the_best_up():
    tables = [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]
    moved = ladder(tables, [[9, 5, 4], [3, 9, 6], [6, 4, 8]])
    assert moved == [["a", "b", "e"], ["i", "c", "f"], ["g", "h", "d"]]
    assert seated_by_result("abcdef", [1, 6, 2, 5, 3, 4]) == [["b", "d", "f"], ["e", "c", "a"]]
    with pytest.raises(PlayError, match="a number of points for each"):
        ladder(tables, [[9, 5, 4]])
    with pytest.raises(PlayError, match="at least two players"):
        ladder([["a"], ["b", "c"]], [[1], [2, 3]])


# Stone-Rummy-Plus, "Worked examples".


def test_a_capture_makes_a_claim():
    """1: A can no longer use these stones."""
    state = position(PLUS, "K8 R1 R2", "R7 R9 K1", "B1", table="{R8 Y8 B8}")
    capture = lay(state, "K8", "{R8 Y8 B8 K8}", "{R8 Y8 B8 K8}")
    now = after(state, capture, Discard(Tile("R", 1)))
    assert list(map(str, now.claims)) == ["{R8 B8 K8 Y8}", "", ""]
    other = replace(now, phase="act")
    assert other.seat == 1
    used = lay(other, "R7 R9", "{Y8 B8 K8} {R7 R8 R9}")
    assert "claim" in fault(other, used)
    # The owner may, and gives the claim up with it.
    owner = position(
        PLUS, "R7 R9 K1", "B1", "B2", table="{R8 Y8 B8 K8}", claims=("{R8 Y8 B8 K8}", "", "")
    )
    assert after(owner, lay(owner, "R7 R9", "{Y8 B8 K8} {R7 R8 R9}")).claims[0] == Table()


def test_one_of_two_equal_groups_is_claimed():
    """All eight 8s are two groups; either may be a claim, both, or none."""
    eights = "{R8 Y8 B8 K8}"
    state = position(PLUS, "K8 R1 R2", "K1", "B1", table=f"{{R8 Y8 B8}} {eights}")
    for claimed, reason in ((eights, ""), ("", ""), (f"{eights} {eights}", "neither owned")):
        told = fault(state, lay(state, "K8", f"{eights} {eights}", claimed))
        assert told == "" if not reason else reason in told


def test_a_joker_is_chased_out_of_a_claim():
    """2: the claim stays A's."""
    claims = ("", "{R5 Y5 K5 J}", "")
    state = position(PLUS, "B5 R1", "K1", "B1", table="{R5 Y5 K5 J}", claims=claims)
    chase = lay(state, "B5", "{R5 B5 K5 Y5}")
    now = after(state, chase)
    assert str(now.hands[0]) == "R1 J"
    assert now.claims[1] == Table.parse("{R5 B5 K5 Y5}", PLUS)
    assert find_game(PLUS).scores(replace(now, ended="blocked"))[1] == Fraction(5, 2) + 1
    laws = replace(state, variant=PLUS.with_rules(joker_chase=False))
    assert "claim" in fault(laws, chase)
    # Nobody but its owner may own it afterwards.
    assert fault(state, replace(chase, claims=chase.table)) != ""


def test_a_chased_joker_stands_for_a_color_that_is_missing():
    """A claim has four colors, also where groups may have one twice."""
    game = PLUS.with_rules(group_distinct_colours=False)
    for stone, legal in (("B5", True), ("R5", False)):
        claims = ("", "{R5 Y5 K5 J}", "")
        state = position(game, f"{stone} R1", "K1", "B1", table="{R5 Y5 K5 J}", claims=claims)
        chase = lay(state, stone, f"{{R5 Y5 K5 {stone}}}")
        assert (fault(state, chase) == "") == legal


def test_without_claims_it_is_stone_rummy():
    """ "False = Stone-Rummy": no stone comes back to the hand for a joker."""
    state = position(PLUS.with_rules(claims=False), "J R1", "K1", "B1", table="{B4 B5 B6}")
    assert "B5 was on the table" in fault(state, lay(state, "J", "{B4 J(B5) B6}"))


def test_only_the_owner_exchanges_a_stone_of_a_claim():
    """3: a joker for R8."""
    claimed = "{R8 Y8 B8 K8}"
    foreign = position(PLUS, "J R1", "K1", "B1", table=claimed, claims=("", "", claimed))
    swap = lay(foreign, "J", "{J Y8 B8 K8}")
    assert "claim" in fault(foreign, swap)
    own = position(PLUS, "J R1", "K1", "B1", table=claimed, claims=(claimed, "", ""))
    now = after(own, replace(swap, claims=swap.table))
    assert (str(now.hands[0]), now.claims[0]) == ("R1 R8", swap.table)


def test_a_stone_comes_back_for_a_joker():
    """4: legal in Plus, not in Stone-Rummy."""
    for variant, reason in ((PLUS, ""), (STONES, "B5 was on the table")):
        state = position(variant, "J R1", "K1", "B1", table="{B4 B5 B6}")
        told = fault(state, lay(state, "J", "{B4 J(B5) B6}"))
        assert told == "" if not reason else reason in told
    strict = PLUS.with_rules(stone_returns_for_joker=False)
    state = position(strict, "J R1", "K1", "B1", table="{B4 B5 B6}")
    assert "B5 was on the table" in fault(state, lay(state, "J", "{B4 J(B5) B6}"))


def racks_of(*counts: int) -> list[str]:
    return [
        " ".join(f"{c}{n}" for n in range(1, left + 1))
        for c, left in zip("RBKY", counts, strict=False)
    ]


FOURS = [f"{{R{n} Y{n} B{n} K{n}}}" for n in range(10, 14)] + [
    f"{{R{n} Y{n} B{n} K{n}}}" for n in range(10, 13)
]


@pytest.mark.parametrize(
    ("stones", "claims", "points", "won", "gmp_won"),
    [
        ((0, 3, 3, 9), (0, 2, 1, 4), (4, 4.5, 3.5, 5), (3,), (0,)),
        ((0, 2, 5), (1, 0, 2), (4, 2, 3), (0,), (0,)),
    ],
)
def test_claims_score(stones: Any, claims: Any, points: Any, won: Any, gmp_won: Any):
    """6 and 7."""
    owned, place = [], 0
    for count in claims:
        owned.append(" ".join(FOURS[place : place + count]))
        place += count
    table = " ".join(FOURS[:place])
    state = position(PLUS, *racks_of(*stones), table=table, claims=tuple(owned), ended="out")
    assert find_game(PLUS).scores(state) == points
    assert find_game(PLUS).winners(state) == won
    by_games = replace(state, variant=state.variant.with_rules(winner_by="GMP"))
    assert find_game(PLUS).winners(by_games) == gmp_won
    double = replace(state, variant=state.variant.with_rules(claim_mp=2))
    assert find_game(PLUS).scores(double) == tuple(
        Fraction(p) + c for p, c in zip(points, claims, strict=True)
    )
    without = replace(state, variant=state.variant.with_rules(claims=False))
    assert sum(find_game(PLUS).scores(without)) == sum(points) - sum(claims)


# "A turn" of Stone-Rummy-Plus.

FULL = "{R8 B8 K8 Y8}"
JOKER = "{R8 B8 Y8 J}"


@pytest.mark.parametrize(
    ("rules", "table", "claims", "rack", "played", "made", "claimed", "reason"),
    [
        # All from the hand; built with one stone from it.
        ({}, "", "", "R8 B8 K8 Y8 R1", "R8 B8 K8 Y8", FULL, FULL, ""),
        (
            {},
            "{R8 B8 K8} {Y8 Y9 Y10 Y11}",
            "",
            "Y8 R1",
            "Y8",
            f"{FULL} {{Y8 Y9 Y10 Y11}}",
            FULL,
            "",
        ),
        # With a stone from the table only, another one from the hand elsewhere.
        (
            {},
            "{R8 B8 K8} {Y8 Y9 Y10 Y11}",
            "",
            "Y12 R1",
            "Y12",
            f"{FULL} {{Y9 Y10 Y11 Y12}}",
            FULL,
            "neither owned before",
        ),
        # A captor may use a joker, or not.
        ({}, "{R8 B8 Y8}", "", "J R1", "J", JOKER, JOKER, ""),
        (
            {"capture_with_joker": False},
            "{R8 B8 Y8}",
            "",
            "J R1",
            "J",
            JOKER,
            JOKER,
            "neither owned",
        ),
        ({"capture_with_joker": False}, "{R8 B8 Y8}", "", "J R1", "J", JOKER, "", ""),
        ({"capture_with_joker": False}, "", "", "R8 B8 Y8 J R1", "R8 B8 Y8 J", JOKER, JOKER, ""),
        ({"claim_min_real": 4}, "", "", "R8 B8 Y8 J R1", "R8 B8 Y8 J", JOKER, JOKER, "at least 4"),
        # No stone makes two claims, no three make one, and what isn't there can't be claimed.
        ({}, "{R8 B8 Y8}", "", "K8 R1", "K8", FULL, f"{FULL} {FULL}", "of it isn't on the table"),
        ({}, "", "", "R8 B8 K8 R1", "R8 B8 K8", "{R8 B8 K8}", "{R8 B8 K8}", "group of four"),
        # A common group of four: as it stands, or rebuilt with a stone from the hand.
        ({}, FULL, "", "R1 R2", "", FULL, FULL, "neither owned before"),
        ({"late_claim": True}, FULL, "", "R1 R2", "", FULL, FULL, ""),
        (
            {},
            f"{FULL} {{R9 R10 R11}}",
            "",
            "R8 R1",
            "R8",
            f"{FULL} {{R8 R9 R10 R11}}",
            FULL,
            "",
        ),
        # Giving up a claim, with a stone from the hand and without one.
        ({}, FULL, FULL, "R1 R2", "", FULL, "", ""),
        ({"dissolve_any_time": False}, FULL, FULL, "R1 R2", "", FULL, "", "given up only with"),
        ({}, FULL, FULL, "R1 R2", "", FULL, FULL, "nothing is played"),
        ({}, FULL, FULL, "R8 B8 Y8 R2", "R8 B8 Y8", f"{FULL} {{R8 B8 Y8}}", FULL, ""),
        (
            {"dissolve_any_time": False},
            FULL,
            FULL,
            "R9 R10 R2",
            "R9 R10",
            "{B8 K8 Y8} {R8 R9 R10}",
            "",
            "",
        ),
        ({"claims": False}, "{R8 B8 K8}", "", "Y8 R1", "Y8", FULL, FULL, "nothing can be claimed"),
    ],
)
def test_claiming(
    rules: dict[str, Any],
    table: str,
    claims: str,
    rack: str,
    played: str,
    made: str,
    claimed: str,
    reason: str,
):
    game = PLUS.with_rules(**rules)
    owned = (claims, "", "") if game.rule("claims") else ()
    state = position(game, rack, "K1", "B1", table=table, claims=owned)
    action = lay(state, played, made, claimed)
    told = fault(state, action)
    assert told == "" if not reason else reason in told
    if not reason:
        assert after(state, action).claims[0] == Table.parse(claimed, game)


def test_only_claims_may_change_without_a_stone():
    state = position(PLUS, "R1", "K1", "B1", table="{R3 R4 R5} {R6 R7 R8}")
    assert fault(state, lay(state, "", "{R3 R4 R5 R6 R7 R8}")) == "no tile comes from the rack"


def test_a_finisher_does_not_break_a_foreign_claim():
    game = PLUS.with_rules(finish="hand_or_table")
    own = position(game, "", "B1", "K1", table=FULL, claims=(FULL, "", ""), phase="put_down")
    assert [str(tile) for tile in removable(own)] == ["R8", "B8", "K8", "Y8"]
    end = after(own, Discard(Tile("R", 8)))
    assert (end.claims[0], str(end.table)) == (Table(), "{B8 K8 Y8}")
    foreign = position(game, "", "B1", "K1", table=FULL, claims=("", FULL, ""), phase="put_down")
    assert removable(foreign) == ()


# What holds in every game.

GAMES = [
    STONES,
    STONES.with_rules(players=2, initial_deposit="starter_hand", see_first=False),
    STONES.with_rules(players=4, initial_deposit="none", exhaustion="end", deposit_joker=False),
    STONES.with_rules(finish="hand", joker_keep=False, direction="counterclockwise"),
    STONES.with_rules(finish="hand_or_table", deposit_only_one=True, jokers="stock2"),
    STONES.with_rules(players=2, jokers="none", tie_rule="divide", first_round_rule=True),
    STONES.with_rules(circular_runs=False, return_to_hand="nothing", joker_extra=False),
    STONES.with_rules(group_distinct_colours=False, slow_penalty=0.5, deadlock_split=False),
    STONES.with_rules(gap_12_1=True, max_run=13, hand_size=10, deposit_only_one=True),
    PLUS,
    PLUS.with_rules(players=4, jokers="none", late_claim=True, claim_mp=2, winner_by="GMP"),
    PLUS.with_rules(players=2, capture_with_joker=False, joker_chase=False, finish="hand_or_table"),
    PLUS.with_rules(claim_min_real=3, dissolve_any_time=False, stone_returns_for_joker=False),
    PLUS.with_rules(claims=False, percent_of="TMP_max_of_field"),
    PLUS.with_rules(jokers="stock2", finish="hand", exhaustion="end", tie_rule="divide"),
]


def some_rules() -> list[tuple[Variant, str]]:
    """Every rule of play that these games have."""
    return [
        (variant, rule.name)
        for variant in (STONES, PLUS)
        for rule in variant.game.table_rules
        if rule.name not in ("games", "claim_mp", "claim_min_real")
    ]


@pytest.mark.parametrize(("variant", "rule"), some_rules())
def test_every_value_of_every_rule_is_among_the_games_below(variant: Variant, rule: str):
    played = {game.rule(rule) for game in GAMES if game.game == variant.game}
    if variant is PLUS:
        played |= {game.rule(rule) for game in GAMES if rule in dict(game.table_rules)}
    allowed = next(each for each in variant.game.table_rules if each.name == rule)
    assert played == set(allowed.choices)


@settings(max_examples=20, deadline=None)
@given(
    place=st.sampled_from(range(len(GAMES))),
    strategies=st.lists(st.sampled_from(sorted(STRATEGIES)), min_size=4, max_size=4),
    seed=st.integers(0, 10**6),
)
def test_every_game_keeps_its_stones_ends_and_can_be_read_back(place, strategies, seed):
    game = GAMES[place]
    record = play(game, strategies[: game.players], seed=seed)
    tiles = record.turns[0].before.all_tiles()
    assert len(tiles) == 104 + game.jokers + game.assigned_jokers * game.players
    for turn in record.turns:
        assert turn.after.all_tiles() == tiles
        before, now = turn.before.hands[turn.seat], turn.hand
        assert len(now) == len(before) + len(turn.drawn) - len(turn.played) - len(turn.discarded)
        claimed = Table(tuple(meld for owned in turn.after.claims for meld in owned))
        assert len(claimed) <= 26
        for meld in claimed:
            assert claimed.melds.count(meld) <= turn.after.table.melds.count(meld)
            assert len(meld) == 4
        assert len(turn.after.discards) <= 1
    assert record.blocked == all(len(hand) for hand in record.last.hands)
    assert read_records(record.to_json_lines()) == [record]
    if record.blocked and game.rule("tie_rule") == "average" and not any(record.last.claims):
        assert sum(record.scores) == Fraction(game.players * (game.players + 1), 2)


def test_a_player_remembers_what_was_put_down_and_sees_no_more() -> None:
    seen: list[View] = []

    def spy(view: View, random: Any) -> Action:
        seen.append(view)
        return STRATEGIES["greedy"].choose(view, random)

    record = play(PLUS, [spy, "random", "random"], seed=4)
    assert {name for name in vars(seen[0]) if name in ("hands", "covered")} == set()
    for view in seen:
        assert len(view.discards) <= 1
        assert len(view.known) + len(view.unknown) == 107
        assert len(view.unknown) == view.pool + sum(view.tiles_left) - len(view.hand)
    assert record.strategies[0] == "spy"
    assert "covered" in {each.name for each in fields(record.last)}


def test_a_play_of_ones_own_keeps_its_claims_by_lay_of() -> None:
    state = position(
        PLUS, "R1 R2 R3 K8", "B1", "K1", table=f"{FULL} {{R8 B8 Y8}}", claims=(FULL, "", "")
    )
    view = view_of(state)
    best = view.best_play(keep_claims=True)
    made = lay_of(view, best.table, best.played)
    assert len(made.claims) == 2
    assert len(after(state, made).claims[0]) == 2


def test_an_illegal_play_fails_and_the_record_tells_of_it() -> None:
    def broken(view: View, random: Any) -> Action:
        if view.choices != (Pass(),):
            return view.choices[0]
        return Lay(Table.parse("{R1 R2 R3}", view.variant), view.hand)

    with pytest.raises(StrategyError, match=r"(?s)broken did 'lay .*seat 1, act"):
        play(STONES, [broken, "greedy", "greedy"], seed=1, starter=0)
    record = play(STONES, [broken, "greedy", "greedy"], 1, starter=0, on_fault="penalty")
    first = record.turns[0]
    assert first.action == "fail"
    assert (len(first.drawn), len(first.discarded)) == (2, 1)
    assert read_records(record.to_json_lines()) == [record]


def test_tiles_of_a_single_players_set_are_taken_too() -> None:
    def solver(view: View, random: Any) -> Action:
        if not view.may_lay:
            return view.choices[0]
        best = solve_table(view.table, view.hand, view.variant)
        return Lay(best.table, best.played) if best else Pass()

    record = play(STONES, [solver, "greedy", "greedy"], seed=1)
    assert read_records(record.to_json_lines()) == [record]
    strange = Lay(Table(), find_variant("gin").parse("5S"))
    assert "can't be played" in fault(position(STONES, "R1", "B1", "K1"), strange)


def test_records_tell_of_claims() -> None:
    for seed in range(20):
        record = play(PLUS, ["optimal", "greedy", "counting"], seed=seed)
        if any(record.last.claims):
            break
    assert any(lay.claims for turn in record.turns for lay in turn.lays)
    assert '"claims"' in record.to_json_lines()
    assert "own {" in record.to_text()


def test_stronger_strategies_win_more() -> None:
    """Two players on the same deals, seats changed: a sign test at 1 in 700."""
    game = STONES.with_rules(players=2)
    for strong, weak in (("optimal", "greedy"), ("greedy", "random")):
        won = 0
        for deal in range(10):
            for seats in ((strong, weak), (weak, strong)):
                record = play(game, list(seats), seed=deal)
                won += record.winners == (seats.index(strong),)
        assert won >= 17, (strong, weak, won)

"""Whole numbers and truths of NumPy are taken wherever Python's are, and become Python's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

import rummistats as rs
from rummistats.errors import PlayError, RummistatsError
from rummistats.exact import hypergeometric
from rummistats.melds import Pair
from rummistats.play import Lay, Pull, Table
from rummistats.seeds import make_seed
from rummistats.show import cumulative_chart, distribution_chart
from rummistats.show.findings import Finding
from rummistats.teach.worksheets import make_worksheets
from rummistats.variants import find_variant, variants
from rummistats.variants.opening import Contract
from rummistats.variants.rules import ByRound

SABRA = find_variant("sabra")
TWO = SABRA.with_rules(players=2)
MINI = rs.Variant.mini(colors=2, numbers=4, copies=1, jokers=1, hand_size=3, open_points=5)
EXACT = rs.exact("melds", MINI)
KINDS = [np.int64, np.uint8, np.int16, np.array]
# What is looked up by a number can't be an array.
HASHED = ("ByRound",)

PLACES: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "with_rules(players)": (2, lambda n: SABRA.with_rules(players=n)),
    "with_rules(hand_size)": (7, lambda n: SABRA.with_rules(hand_size=n)),
    "with_rules(max_jokers_by_size)": (1, lambda n: SABRA.with_rules(max_jokers_by_size=[(3, n)])),
    "mini": (5, lambda n: rs.Variant.mini(numbers=n)),
    "buys": (2, lambda n: find_variant("shanghai").with_rules(max_buys=n)),
    "buys by round": (2, lambda n: find_variant("shanghai").with_rules(max_buys={2: n})),
    "contracts": (3, lambda n: find_variant("shanghai").with_rules(contracts=[([n, n], [])])),
    "ByRound": (2, lambda n: ByRound({n: n})),
    "play(seed)": (3, lambda n: rs.play(MINI, "greedy", seed=n)),
    "play(starter)": (1, lambda n: rs.play(MINI, "greedy", seed=1, starter=n)),
    "play(round)": (1, lambda n: rs.play(MINI, "greedy", seed=1, round=n)),
    "tournament(deals)": (2, lambda n: _played(deals=n)),
    "tournament(seed)": (2, lambda n: _played(seed=n)),
    "tournament(workers)": (1, lambda n: _played(workers=n)),
    "tournament(starter)": (1, lambda n: _played(starter=n)),
    "tournament(round)": (1, lambda n: _played(round=n)),
    "along(turns)": (2, lambda n: _along(turns=n)),
    "deal_table(players)": (3, lambda n: SABRA.deal_table(n, seed=1)),
    "Context(round)": (3, lambda n: rs.Context(round=n)),
    "Context(starter)": (3, lambda n: rs.Context(starter=n, seat=n)),
    "TileSet": (2, lambda n: rs.TileSet(colors=n, numbers=n, copies=n, jokers=n)),
    "Tile": (5, lambda n: rs.Tile("R", n)),
    "joker": (0, lambda n: rs.Tile("J", n)),
    "Group": (1, lambda n: rs.Group(n, ("R", "B"), n, ("K",))),
    "Run": (1, lambda n: rs.Run("R", (n, 2, 3), (n,))),
    "Pair": (1, lambda n: Pair(rs.Tile("R", 5), n)),
    "Pull": (1, lambda n: Pull(n, Lay(Table(), SABRA.parse("")), n)),
    "all_melds": (1, lambda n: list(rs.all_melds(MINI, jokers=n))),
    "all_melds(max_run)": (3, lambda n: list(rs.all_melds(MINI, max_run=n))),
    "hypergeometric": (7, lambda n: hypergeometric(wanted=n, tiles=n, draws=n)),
    "exact(hand_size)": (3, lambda n: rs.exact("has_meld", MINI, hand_size=n)),
    "exact(draws)": (1, lambda n: rs.exact("has_meld", MINI, holding="R1 R2", draws=n)),
    "enumerate_hands": (3, lambda n: list(rs.enumerate_hands(MINI, hand_size=n))),
    "enumerate_hands(limit)": (100, lambda n: list(rs.enumerate_hands(MINI, limit=n))),
    "simulate(hands)": (9, lambda n: rs.simulate("melds", MINI, hands=n, seed=1)),
    "simulate(hand_size)": (3, lambda n: rs.simulate("melds", MINI, hands=9, hand_size=n, seed=1)),
    "simulate(workers)": (1, lambda n: rs.simulate("melds", MINI, hands=9, workers=n, seed=1)),
    "deal_batch": (3, lambda n: rs.deal_batch(rs.TileSet(), n, hands=n, seed=n).tolist()),
    "seed": (7, lambda n: make_seed(n)),
    "worksheets": (2, lambda n: make_worksheets("value", copies=n, seed=n, level="easy").command),
    "Finding": (7, lambda n: Finding.from_count("lost tiles", n, n, "positions", 3)),
    "distribution_chart": (1, lambda n: distribution_chart(EXACT, highlight_from=n).text),
    "cumulative_chart": (1, lambda n: cumulative_chart(EXACT, thresholds=[n]).text),
    "hand_picture": (2, lambda n: rs.hand_picture("R3 R4 R5", per_row=n).svg),
    "waiting_time": (2, lambda n: rs.waiting_time("melds", MINI, holding="R1 R2", at_least=n)),
}


def _played(**settings: Any) -> str:
    given = {"deals": 1, "seed": 1, "workers": 1} | settings
    return rs.tournament(MINI, "greedy", progress=False, **given).to_csv()


def _along(**settings: Any) -> str:
    found = rs.along(MINI, "greedy", 1, seed=1, **{"turns": 1, "workers": 1} | settings)
    return found.opened.to_csv() + found.results.to_csv()


def numbers_in(thing: Any, depth: int = 0) -> Iterator[Any]:
    """Yield all numbers and truths of which a value is made."""
    if is_dataclass(thing) and not isinstance(thing, type):
        for part in fields(thing):
            if part.name not in ("game", "turns"):
                yield from numbers_in(getattr(thing, part.name), depth + 1)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from numbers_in(each, depth + 1)
    elif isinstance(thing, dict | ByRound):
        yield from numbers_in([*thing, *thing.values()], depth + 1)
    elif hasattr(thing, "__index__"):
        yield thing


@pytest.mark.parametrize("place", PLACES)
def test_a_whole_number_of_numpy_is_one(place: str) -> None:
    number, make = PLACES[place]
    right = make(number)
    for kind in KINDS[: -1 if place in HASHED else None]:
        found = make(kind(number))
        assert found == right
        assert repr(found) == repr(right)
        assert {type(each) for each in numbers_in(found)} <= {int, bool}
        if getattr(type(right), "__hash__", None) and not isinstance(right, rs.Record):
            assert hash(found) == hash(right)
    # In place of a number they are slips.
    if place == "Pull":
        return  # A strategy's slips are told where its action is judged.
    for wrong in (True, np.True_, float(number) + 0.5, str(number)):
        with pytest.raises(ValueError, match=r"\w"):
            make(wrong)


@pytest.mark.parametrize("game", variants(), ids=str)
def test_every_house_rule_is_stored_as_what_it_is_in_python(game: Any) -> None:
    variant = find_variant(game) if isinstance(game, str) else game
    numpys = {int: np.int64, bool: np.bool_}
    asked = 0
    for name, rule in variant.game.rules.items():
        for value in {rule.default, *rule.choices}:
            if type(value) not in numpys:
                continue
            try:
                right = variant.with_rules(**{name: value})
            except RummistatsError:
                continue
            asked += 1
            found = variant.with_rules(**{name: numpys[type(value)](value)})
            assert found == right
            assert hash(found) == hash(right)
            assert repr(found) == repr(right)
            assert type(dict(found.house_rules)[name]) is type(value)
    assert asked


@pytest.mark.parametrize("truth", [True, False])
def test_a_truth_of_numpy_is_one(truth: bool) -> None:
    assert _played(rotate=np.bool_(truth)) == _played(rotate=truth)
    assert _along(seats=np.bool_(truth)) == _along(seats=truth)
    before, after, rack = "{R3 R4 R5}", "{R3 R4 R5 R6}", "R6"
    right = rs.judge_play(before, after, rack, SABRA, opened=truth)
    assert rs.judge_play(before, after, rack, SABRA, opened=np.bool_(truth)) == right  # type: ignore[arg-type]
    assert bool(right) == truth
    one_high = SABRA.with_rules(one_high=np.bool_(truth))
    assert one_high == SABRA.with_rules(one_high=truth)


@pytest.mark.parametrize("wrong", [1, 0, None, "True", "", [], 1.0])
def test_what_is_neither_true_nor_false_is_refused(wrong: Any) -> None:
    for ask in (
        lambda: rs.judge_play("{R3 R4 R5}", "{R3 R4 R5 R6}", "R6", SABRA, opened=wrong),
        lambda: rs.solve_table("{R3 R4 R5}", "R6", SABRA, opened=wrong),
        lambda: _played(rotate=wrong),
        lambda: _along(seats=wrong),
    ):
        with pytest.raises(PlayError, match="it is True or False"):
            ask()


def test_a_contract_of_numpy_numbers_is_the_same_contract() -> None:
    plain, other = Contract((3,), (4,)), Contract((np.int64(3),), (np.int64(4),))  # type: ignore[arg-type]
    assert plain == other
    assert hash(plain) == hash(other)

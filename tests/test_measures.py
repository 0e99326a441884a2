"""Measures as values: names, arguments, texts that are read back, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rummistats.errors import MeasureError, TileError
from rummistats.exact import enumerate_hands, exact, waiting_time
from rummistats.measures import MEASURES, Measure, make_measure
from rummistats.montecarlo import simulate
from rummistats.tiles import TileSet
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra")

# shared/design.md, 7: the measures of the public contract that a hand of Sabra has.
CONTRACT = (
    *("can_open", "opening_value", "melds", "melded_tiles", "dead_wood_tiles"),
    *("dead_wood_points", "hand_points", "has_meld", "has_group", "has_run", "groups", "runs"),
    *("maximal_melds", "three_tile_melds", "covering_melds", "pairs", "count"),
    *("isolated_tiles", "isolated_after_packing", "helpful_tiles", "complete"),
)


def usual(name: str) -> str:
    """Return a text of the measure; `count` needs to know what."""
    return "count(number=3)" if name == "count" else name


# These have a meaning only in other games than Rummikub.
ELSEWHERE = ("can_knock", "special_hand")


def test_the_measures_are_those_of_the_contract() -> None:
    assert set(MEASURES) == {*CONTRACT, *ELSEWHERE}
    assert all(kind.name == name for name, kind in MEASURES.items())


@pytest.mark.parametrize("name", CONTRACT)
def test_each_measure_is_defined_in_one_sentence(name: str) -> None:
    definition = make_measure(usual(name)).definition
    assert definition
    # What stands for an argument is filled in.
    assert "{" not in definition
    assert "\n" not in definition
    assert "." not in definition


@pytest.mark.parametrize("name", CONTRACT)
def test_events_are_true_or_false_and_the_others_whole_numbers(name: str) -> None:
    measure = make_measure(usual(name))
    for seed in range(12):
        value = measure(SABRA.deal(seed=seed), SABRA)
        assert type(value) is (bool if measure.kind.is_event else int)
        assert value >= 0


@pytest.mark.parametrize("name", CONTRACT)
def test_the_empty_hand(name: str) -> None:
    # Nothing can be made of nothing; and nothing of it is left over.
    assert make_measure(usual(name))(SABRA.parse(""), SABRA) == (name == "complete")


# The text


@pytest.mark.parametrize(
    "text",
    [
        *map(usual, CONTRACT),
        "has_run(length=4)",
        "has_run(natural=True)",
        "has_group(size=4, natural=True)",
        "count(number=7, color='R')",
        "count(joker=True)",
        "helpful_tiles(raising='melded_tiles', counting='tiles')",
    ],
)
def test_texts_are_read_back(text: str) -> None:
    measure = make_measure(text)
    assert str(measure) == measure.text == text
    assert make_measure(measure.text) == measure
    assert make_measure(measure) == measure
    assert {measure, make_measure(text)} == {measure}


@pytest.mark.parametrize(
    ("text", "usual_text"),
    [
        ("has_run()", "has_run"),
        ("has_run(length=3)", "has_run"),
        ("has_run( length = 4 )", "has_run(length=4)"),
        ("  has_run (length=4)  ", "has_run(length=4)"),
        ("has_run(length=4,)", "has_run(length=4)"),
        ("has_run(natural=True, length=4)", "has_run(length=4, natural=True)"),
        ("has_run(natural=False, length=4)", "has_run(length=4)"),
        ('count(color="R")', "count(color='R')"),
        ("count(color='R', number=7)", "count(number=7, color='R')"),
        ("count(number=7, color=None)", "count(number=7)"),
        ("helpful_tiles(counting='kinds')", "helpful_tiles"),
    ],
)
def test_the_same_measure_has_one_text(text: str, usual_text: str) -> None:
    assert make_measure(text).text == usual_text
    assert make_measure(text) == make_measure(usual_text)


def test_a_measure_made_by_hand_gets_the_same_text() -> None:
    made = Measure("has_run", (("natural", True), ("length", 3)))
    assert make_measure(made) == made == make_measure("has_run(natural=True)")
    assert made.text == "has_run(natural=True)"


def test_a_text_of_another_type_of_text() -> None:
    assert make_measure(np.str_("has_run(length=4)")).text == "has_run(length=4)"


def test_settings_are_all_arguments() -> None:
    assert make_measure("has_run(length=4)").settings == {"length": 4, "natural": False}
    assert make_measure("melds").settings == {}


def test_arguments_matter() -> None:
    hand = SABRA.parse("R4 R5 J")
    assert make_measure("has_run")(hand, SABRA)
    assert not make_measure("has_run(length=4)")(hand, SABRA)
    assert not make_measure("has_run(natural=True)")(hand, SABRA)


# Errors


@pytest.mark.parametrize(
    ("text", "near"),
    [("meld", "melds"), ("can_opne", "can_open"), ("deadwood_points", "dead_wood_points")],
)
def test_an_unknown_measure(text: str, near: str) -> None:
    for call in (make_measure, Measure):
        with pytest.raises(MeasureError) as error:
            call(text)
        assert f"no measure {text!r}; did you mean" in str(error.value)
        assert near in str(error.value)
        assert "isolated_after_packing" in str(error.value)


@pytest.mark.parametrize(
    "value", ["", "  ", "has run", "has_run(", "(length=4)", "3 4", None, 3, ["melds"]], ids=repr
)
def test_what_is_no_measure(value: Any) -> None:
    with pytest.raises(MeasureError) as error:
        make_measure(value)
    assert f"{value!r} is no measure" in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("has_run(size=4)", "has_run has no argument 'size'; it takes length, natural"),
        ("melds(size=4)", "melds has no argument 'size'; it takes no arguments"),
        (
            "has_run(length=0)",
            "has_run: length=0 is not allowed; it takes a whole number from 1 on",
        ),
        ("has_run(length=-3)", "length=-3 is not allowed"),
        ("has_run(length='4')", "length='4' is not allowed"),
        ("has_run(length=4.0)", "length=4.0 is not allowed"),
        ("has_run(length=True)", "length=True is not allowed"),
        ("has_run(length=None)", "length=None is not allowed"),
        ("has_run(natural=1)", "natural=1 is not allowed; it takes one of False, True"),
        ("count(number=0)", "number=0 is not allowed"),
        ("count(number=16)", "number=16 is not allowed"),
        ("count(color='Q')", "color='Q' is not allowed"),
        ("count(color=['R'])", "color=['R'] is not allowed"),
        ("helpful_tiles(raising='value')", "raising='value' is not allowed"),
    ],
)
def test_a_wrong_argument(text: str, said: str) -> None:
    with pytest.raises(MeasureError) as error:
        make_measure(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "has_run(4)",
        "has_run(length)",
        "has_run(length=)",
        "has_run(length=2+2)",
        "has_run(length=4, length=5)",
        "has_run(**{'length': 4})",
        "has_run(*[4])",
        "has_run(length=len('abc'))",
        "has_run(length=__import__('os'))",
        "has_run(length={[1]: 2})",
        "has_run()(length=4)",
        "has_run(length=4)(natural=True)",
        "has_run(length=4) or (length=3)",
        "has_run(length=4) or (3)",
        "has_run(length=4).real()",
        "has_run(length=4",
        "has_run length=4)",
    ],
)
def test_arguments_that_cannot_be_read(text: str) -> None:
    with pytest.raises(MeasureError) as error:
        make_measure(text)
    assert repr(text) in str(error.value)
    assert "has_run(length=4)" in str(error.value)


@pytest.mark.parametrize("name", CONTRACT)
def test_hands_that_are_not_of_the_variant(name: str) -> None:
    measure = make_measure(usual(name))
    for other in (TileSet(jokers=0), TileSet(numbers=12)):
        with pytest.raises(TileError):
            measure(other.parse("R3 B3 K3 R4 R5"), SABRA)
    tiles: Any = ["R3", "B3", "K3"]
    with pytest.raises(TileError, match="is no hand"):
        measure(tiles, SABRA)


def test_counting_what_the_tile_set_has_not() -> None:
    for text in ("count(number=14)", "count(color='G')", "count"):
        with pytest.raises(MeasureError):
            make_measure(text)(SABRA.parse("R1"), SABRA)


def test_measures_are_values() -> None:
    measure = make_measure("has_run(length=4)")
    with pytest.raises(AttributeError):
        measure.name = "melds"  # type: ignore[misc]


def test_a_definition_says_the_arguments() -> None:
    assert "at least 5 tiles" in make_measure("has_run(length=5)").definition
    assert "at least 4 tiles" in make_measure("has_group(size=4)").definition


def test_the_table_of_measures_can_be_read() -> None:
    lines = str(MEASURES).splitlines()
    assert len(lines) == len(MEASURES)
    assert all(line.startswith(name) for line, name in zip(lines, MEASURES, strict=True))
    assert not any("function" in line for line in lines)


def test_a_bare_word_is_a_text() -> None:
    assert make_measure("count(color=R)") == make_measure("count(color='R')")
    with pytest.raises(MeasureError, match="length='x' is not allowed"):
        make_measure("has_run(length=x)")


# Arguments that make no sense in a game.


@pytest.mark.parametrize(
    ("measure", "game", "says"),
    [
        ("has_run(length=14)", "sabra", "a run has from 3 to 13 tiles"),
        ("has_run(length=1000000000)", "sabra", "a run has from 3 to 13 tiles"),
        ("has_run(length=27)", "stone-rummy", "a run has from 3 to 26 tiles"),
        ("has_run(length=14, natural=True)", "gin", "a run has from 3 to 13 tiles"),
        ("has_group(size=5)", "gin", "a group has from 3 to 4 tiles"),
        ("has_group(size=99)", "shanghai", "a group has from 3 to 9 tiles"),
        ("count(number=14)", "sabra", "the numbers go from 1 to 13"),
        ("count(color=S)", "sabra", "the colors are R, B, K, Y"),
    ],
)
def test_more_than_there_can_be_is_a_slip(measure: str, game: str, says: str) -> None:
    variant = find_variant(game)
    for ask in (
        lambda: make_measure(measure)("", variant),
        lambda: exact(measure, variant, 3),
        lambda: exact((measure, "pairs"), variant, 3),
        lambda: waiting_time(measure, variant, **({"at_least": 1} if "count" in measure else {})),
        lambda: simulate(measure, variant, hands=100, seed=1),
        lambda: enumerate_hands(variant, 1).distribution(measure),
    ):
        with pytest.raises(MeasureError, match=says):
            ask()


def test_the_largest_that_there_can_be_is_no_slip() -> None:
    for measure, game in (
        ("has_run(length=13)", "sabra"),
        ("has_run(length=26)", "stone-rummy"),
        ("has_group(size=9)", "shanghai"),
    ):
        assert exact(measure, game, 30).prob(True) > 0


def test_that_there_is_none_of_the_smallest_is_an_answer() -> None:
    no_runs = Variant.mini(numbers=2, hand_size=3)
    assert exact("has_run", no_runs).prob(True) == 0
    with pytest.raises(MeasureError, match="there is no run"):
        exact("has_run(length=4)", no_runs)

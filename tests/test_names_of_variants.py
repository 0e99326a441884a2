"""Wherever a variant is asked for, its name will do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from inspect import ismethod
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rummistats as rs
from rummistats.errors import VariantError
from rummistats.variants import find_variant
from tests.test_wrong_arguments import ALSO_RIGHT, LEFT_OUT, MODULES, RIGHT, public

# What only other games than Sabra have, and what goes with an exact distribution only.
GAMES = {
    "values.can_knock": "gin",
    "values.knock_limit": "gin",
    "values.special_hand": "international",
    "values.special_pattern": "international",
}
# Of each class with a method that takes a variant one thing.
THINGS: dict[type, Any] = {
    rs.Table: rs.Table.parse("{R1 R2 R3}", find_variant("sabra")),
    rs.Measure: rs.make_measure("has_group(size=4)"),
}
OTHERS = ALSO_RIGHT | {
    "Table.parse": {"text": "{R1 R2 R3}"},
    "values.can_knock": {"hand": find_variant("gin").parse("AS 7H 8H 9H KH KD KS 2C 3C 4C 5C")},
    "values.special_hand": {"hand": find_variant("international").parse("R10 R11 R12")},
    "distribution.make_distribution": {"counts": {1: 1}, "is_exact": True, "seed": None},
}


def takes_name(parameter: inspect.Parameter) -> bool:
    return "Variant | str" in str(parameter.annotation)


def methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the methods of public classes that take a variant."""
    for part in MODULES:
        module = import_module(f"rummistats.{part}")
        for kind in filter(
            inspect.isclass, (getattr(module, n) for n in getattr(module, "__all__", []))
        ):
            for name in dir(kind):
                method = getattr(kind, name)
                if name.startswith("_") or not (inspect.isfunction(method) or ismethod(method)):
                    continue
                if "variant" in inspect.signature(method).parameters:
                    yield f"{kind.__name__}.{name}", getattr(THINGS[kind], name)


def cases() -> Iterator[Any]:
    for name, function in (*public(), *methods()):
        if name in LEFT_OUT:
            continue
        parameters = inspect.signature(function).parameters
        for asked in parameters.values():
            if "Variant" in str(asked.annotation) and asked.name in ("variant", "symmetries"):
                right = RIGHT | OTHERS.get(name, {})
                given = {
                    other: right[other]
                    for other, parameter in parameters.items()
                    if other in right or parameter.default is parameter.empty
                }
                game = GAMES.get(name, "sabra")
                yield pytest.param(function, given, asked.name, game, id=f"{name}({asked.name})")


CASES = list(cases())


def settled(result: Any) -> Any:
    """Return what can be compared: tables as texts."""
    if isinstance(result, pd.DataFrame):
        return result.to_csv()
    if isinstance(result, np.ndarray):
        return result.tolist()
    if isinstance(result, rs.Along):
        return [settled(getattr(result, each.name)) for each in fields(result)]
    return list(result) if isinstance(result, Iterator) else result


@pytest.mark.parametrize(("function", "given", "name", "game"), CASES)
def test_a_name_stands_for_the_variant(
    function: Callable[..., Any], given: dict[str, Any], name: str, game: str
) -> None:
    of_variant = settled(function(**given | {name: find_variant(game)}))
    assert settled(function(**given | {name: game})) == of_variant
    assert settled(function(**given | {name: f" {game.upper()}"})) == of_variant
    with pytest.raises(VariantError, match=r"no variant 'sabar'; did you mean sabra\?"):
        settled(function(**given | {name: "sabar"}))


def test_every_public_function_of_a_variant_takes_its_name() -> None:
    asking = [
        (name, parameter)
        for name in rs.__all__
        if inspect.isfunction(getattr(rs, name))
        for parameter in inspect.signature(getattr(rs, name)).parameters.values()
        if "Variant" in str(parameter.annotation)
    ]
    assert {name for name, _ in asking} >= {"exact", "simulate", "arrange", "compare", "orbit"}
    assert [name for name, parameter in asking if not takes_name(parameter)] == []


def test_a_measure_of_a_hand_takes_a_name_too() -> None:
    melds = rs.make_measure("melds")
    assert melds("R4 R5 R6 B1", "sabra") == 1
    with pytest.raises(VariantError, match="did you mean gin"):
        melds("R4 R5 R6 B1", "gim")


def test_a_variant_is_made_once_for_its_name() -> None:
    variant = rs.exact("has_meld", "sabra", 3).variant
    assert variant is rs.exact("has_meld", "sabra", 4).variant


def test_who_asks_for_a_mini_game_by_name_is_told_how_it_is_made() -> None:
    with pytest.raises(VariantError, match=r"Variant\.mini\(\)"):
        rs.exact("has_meld", "mini")

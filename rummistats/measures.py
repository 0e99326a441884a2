"""Measures: random variables on hands, each with a name and a one-sentence definition."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from rummistats.dealing import Context
from rummistats.errors import MeasureError, VariantError, near_names, shown
from rummistats.melds import largest_meld
from rummistats.playing import as_played
from rummistats.search import Objective
from rummistats.tiles import COLOR_NAMES, Hand
from rummistats.values import (
    arranged,
    can_knock,
    can_open_value,
    complete,
    count_tiles,
    covering_melds,
    groups,
    hand_points,
    has_group,
    has_meld,
    has_run,
    helpful_tiles,
    isolated_after_packing,
    isolated_tiles,
    opening_value,
    pairs,
    runs,
    special_hand,
    three_tile_melds,
)
from rummistats.variants import Variant, require_variant
from rummistats.variants.rules import Rule

__all__ = ["MEASURES", "Measure", "MeasureKind", "make_measure"]


@dataclass(frozen=True, kw_only=True)
class MeasureKind:
    """A named measure with its parameters.

    Parameters
    ----------
    name : str
        Its name.
    definition : str
        What it is, in one sentence; ``{name}`` stands for the value of a parameter.
    evaluate : callable
        ``evaluate(hand, variant, **arguments)`` returns its value for a hand.
    parameters : tuple of Rule
        Names, defaults and allowed values of its arguments.
    is_event : bool
        Whether its values are False and True.
    by_context : bool
        Whether ``evaluate`` also takes the context.
    check : callable, optional
        ``check(variant, **arguments)`` refuses arguments that make no sense in the variant.
    """

    name: str
    definition: str
    evaluate: Callable[..., int | bool]
    parameters: tuple[Rule, ...] = ()
    is_event: bool = False
    by_context: bool = False
    check: Callable[..., None] | None = None

    @property
    def signature(self) -> str:
        """The name with its parameters and their defaults, as in ``has_run(length=3)``."""
        parameters = ", ".join(f"{rule.name}={rule.default!r}" for rule in self.parameters)
        return f"{self.name}({parameters})" if parameters else self.name


@dataclass(frozen=True)
class Measure:
    """A measure with its arguments settled; calling it evaluates a hand.

    Parameters
    ----------
    name : str
        The name in `MEASURES`.
    arguments : tuple of (str, object)
        The arguments; those that equal their defaults are dropped.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> long_run = make_measure("has_run(length=4)")
    >>> print(long_run)
    has_run(length=4)
    >>> long_run(sabra.parse("R4 R5 R6 J B1"), sabra)
    True
    """

    name: str
    arguments: tuple[tuple[str, object], ...] = ()

    def __post_init__(self) -> None:
        kind = _kind(self.name)
        parameters = {parameter.name: parameter for parameter in kind.parameters}
        for name, value in self.arguments:
            if name not in parameters:
                takes = ", ".join(parameters) or "no arguments"
                raise MeasureError(f"{self.name} has no argument {shown(name)}; it takes {takes}")
            try:
                parameters[name].check(value)
            except VariantError as error:
                raise MeasureError(f"{self.name}: {error}") from None
        # In one order and without defaults, so that equal measures are equal.
        given = dict(self.arguments)
        settled = tuple(
            (name, given[name])
            for name, parameter in parameters.items()
            if name in given and given[name] != parameter.default
        )
        object.__setattr__(self, "arguments", settled)

    @property
    def kind(self) -> MeasureKind:
        """The measure's name, definition and parameters."""
        return MEASURES[self.name]

    @property
    def settings(self) -> dict[str, Any]:
        """All arguments, defaults included."""
        defaults = {parameter.name: parameter.default for parameter in self.kind.parameters}
        return defaults | dict(self.arguments)

    @property
    def text(self) -> str:
        """The measure as a text that `make_measure` reads."""
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.arguments)
        return f"{self.name}({arguments})" if arguments else self.name

    @property
    def definition(self) -> str:
        """What it is, in one sentence, with the arguments filled in."""
        return self.kind.definition.format(**self.settings)

    def check(self, variant: Variant | str) -> None:
        """Refuse arguments that make no sense in a variant.

        Raises
        ------
        MeasureError
            If so large a group or so long a run can't be.
        """
        if self.kind.check is not None:
            self.kind.check(require_variant(variant), **self.settings)

    def __call__(
        self, hand: Hand | str, variant: Variant | str, context: Context | None = None
    ) -> int | bool:
        """Return the measure's value for a hand under the variant's rules.

        The context gives the indicator in the Okey games, the round in Shanghai.

        Raises
        ------
        VariantError
            If the measure has no meaning in the variant.
        MeasureError
            If its arguments make no sense in the variant.
        TileError
            If the hand is not of the variant's tile set.
        """
        variant = require_variant(variant)
        self.check(variant)
        played = as_played(hand, variant, context)
        settings = self.settings | ({"context": context} if self.kind.by_context else {})
        return self.kind.evaluate(played, variant, **settings)

    def __str__(self) -> str:
        return self.text


def make_measure(measure: str | Measure) -> Measure:
    """Return the measure that a text such as ``has_run(length=4)`` names.

    Raises
    ------
    MeasureError
        If there is no such measure, or it hasn't such an argument.

    Examples
    --------
    >>> make_measure("has_run(length=3)").text
    'has_run'
    >>> make_measure("meld")
    Traceback (most recent call last):
        ...
    rummistats.errors.MeasureError: no measure 'meld'; did you mean melds or has_meld or
    melded_tiles?; there are can_open, opening_value, melds, melded_tiles, ..., complete
    """
    if isinstance(measure, Measure):
        return measure
    match = (
        re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", measure) if isinstance(measure, str) else None
    )
    if match is None:
        by_columns = all(hasattr(measure, part) for part in ("start", "step", "final"))
        raise MeasureError(
            f"{shown(measure)} is no measure{_ONLY_EXACT if by_columns else ''}; it is a name "
            "such as melds, or with arguments has_run(length=4)"
        )
    arguments = _read_arguments(measure, match[2] or "")
    return Measure(match[1], tuple(arguments.items()))


_ONLY_EXACT = " of a hand: only exact() and count() read hands column by column"


def _kind(name: str) -> MeasureKind:
    if not isinstance(name, str) or name not in MEASURES:
        raise MeasureError(
            f"no measure {shown(name)}{near_names(str(name), list(MEASURES))}; "
            f"there are {', '.join(MEASURES)}"
        )
    return MEASURES[name]


def _read_arguments(measure: str, text: str) -> dict[str, object]:
    """Return the arguments of a text such as ``length=4, natural=True``."""
    try:
        call = ast.parse(f"measure({text})", mode="eval").body
        # Whatever else the parentheses may hold, it is one call with names, each given once.
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            raise ValueError
        names = [keyword.arg or "" for keyword in call.keywords]
        if "" in names or len(set(names)) < len(names):
            raise ValueError
        # A bare word is meant as a text: count(color=R).
        values = [
            keyword.value.id
            if isinstance(keyword.value, ast.Name)
            else ast.literal_eval(keyword.value)
            for keyword in call.keywords
        ]
        return dict(zip(names, values, strict=True))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise MeasureError(
            f"can't read the arguments of {shown(measure)}; write them as name=value, "
            "for example has_run(length=4)"
        ) from None


def _whole(name: str, default: int, low: int) -> Rule:
    return Rule(name=name, default=default, low=low)


_NATURAL = Rule(name="natural", default=False, choices=(False, True))


def _optimum(objective: Objective) -> Callable[..., int]:
    def evaluate(hand: Hand, variant: Variant) -> int:
        return arranged(hand, variant, objective)

    return evaluate


def _check_group(variant: Variant, size: int, natural: bool) -> None:
    _check_size("size", size, "group", variant)


def _check_run(variant: Variant, length: int, natural: bool) -> None:
    _check_size("length", length, "run", variant)


def _check_size(name: str, size: int, kind: Literal["group", "run"], variant: Variant) -> None:
    least = variant.min_group if kind == "group" else variant.min_run
    # That there is none of the smallest size is an answer; more than the largest is a slip.
    if size > least and size > (most := largest_meld(variant, kind)):
        known = f"a {kind} has from {least} to {most} tiles" if most else f"there is no {kind}"
        raise MeasureError(f"{name}={size}: in {variant!r} {known}")


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise TypeError
    return value


_KINDS = (
    MeasureKind(
        name="can_open",
        definition="whether the hand has what the opening needs",
        evaluate=can_open_value,
        parameters=(
            Rule(
                name="by", default=None, choices=(None, "points", "pairs", "contract", "any_meld")
            ),
        ),
        is_event=True,
        by_context=True,
    ),
    MeasureKind(
        name="opening_value",
        definition="the most points that melds from the hand count for the opening",
        evaluate=opening_value,
        by_context=True,
    ),
    MeasureKind(
        name="melds",
        definition="the largest number of melds that can be laid at the same time",
        evaluate=_optimum("melds"),
    ),
    MeasureKind(
        name="melded_tiles",
        definition="the largest number of tiles, jokers included, that can be melded",
        evaluate=_optimum("tiles"),
    ),
    MeasureKind(
        name="dead_wood_tiles",
        definition="the smallest number of tiles that stay on the rack",
        evaluate=lambda hand, variant: len(hand) - arranged(hand, variant, "tiles"),
    ),
    MeasureKind(
        name="dead_wood_points",
        definition="the fewest points that stay on the rack, in an arrangement of its own",
        evaluate=_optimum("dead_wood_points"),
    ),
    MeasureKind(
        name="hand_points",
        definition="the points of all tiles of the hand on the rack",
        evaluate=hand_points,
    ),
    MeasureKind(
        name="has_meld",
        definition="whether any meld can be laid",
        evaluate=has_meld,
        parameters=(_NATURAL,),
        is_event=True,
    ),
    MeasureKind(
        name="has_group",
        definition="whether a group of at least {size} tiles can be laid",
        evaluate=has_group,
        check=_check_group,
        parameters=(_whole("size", 3, 1), _NATURAL),
        is_event=True,
    ),
    MeasureKind(
        name="has_run",
        definition="whether a run of at least {length} tiles can be laid",
        evaluate=has_run,
        check=_check_run,
        parameters=(_whole("length", 3, 1), _NATURAL),
        is_event=True,
    ),
    MeasureKind(
        name="groups",
        definition="how many numbers there are of which the hand has a group without jokers",
        evaluate=groups,
    ),
    MeasureKind(
        name="runs",
        definition="how many runs without jokers there are that no tile of the hand extends",
        evaluate=runs,
    ),
    MeasureKind(
        name="maximal_melds",
        definition="groups and runs together, overlapping or not",
        evaluate=lambda hand, variant: groups(hand, variant) + runs(hand, variant),
    ),
    MeasureKind(
        name="three_tile_melds",
        definition="how many choices of three tiles, none a joker, are a meld",
        evaluate=three_tile_melds,
    ),
    MeasureKind(
        name="covering_melds",
        definition="the most melds among the arrangements that meld most tiles",
        evaluate=covering_melds,
    ),
    MeasureKind(
        name="pairs",
        definition="how many pairs of identical tiles there are, jokers left out",
        evaluate=pairs,
    ),
    MeasureKind(
        name="count",
        definition="how many tiles of a number, a color, or both there are, or how many jokers",
        evaluate=count_tiles,
        parameters=(
            Rule(name="number", default=None, low=1, high=15, or_none=True),
            Rule(name="color", default=None, choices=(None, *COLOR_NAMES)),
            Rule(name="joker", default=None, choices=(None, False, True)),
        ),
    ),
    MeasureKind(
        name="isolated_tiles",
        definition="how many tiles have no partner with which one more tile could make a meld",
        evaluate=isolated_tiles,
    ),
    MeasureKind(
        name="isolated_after_packing",
        definition="the fewest isolated tiles that are left after as many three-tile melds as "
        "possible are taken away",
        evaluate=isolated_after_packing,
    ),
    MeasureKind(
        name="helpful_tiles",
        definition="how many kinds of tiles, or tiles still to come, would raise melds or "
        "melded_tiles",
        evaluate=helpful_tiles,
        by_context=True,
        parameters=(
            Rule(name="raising", default="melds", choices=("melds", "melded_tiles")),
            Rule(name="counting", default="kinds", choices=("kinds", "tiles")),
        ),
    ),
    MeasureKind(
        name="can_knock",
        definition="whether the dead wood is within the limit for knocking",
        evaluate=can_knock,
        is_event=True,
        by_context=True,
    ),
    MeasureKind(
        name="special_hand",
        definition="whether the whole hand forms a certain special hand",
        evaluate=special_hand,
        parameters=(Rule(name="id", default="H-A", test=_text, takes="the name of a hand"),),
        is_event=True,
    ),
    MeasureKind(
        name="complete",
        definition="whether the whole hand can be melded, or paired where that wins",
        evaluate=complete,
        is_event=True,
    ),
)


class MeasureTable(dict[str, MeasureKind]):
    """Measures by name; it prints as a list of names with their meanings.

    Examples
    --------
    >>> print(MEASURES)  # doctest: +ELLIPSIS
    can_open(by=None)  whether the hand has what the opening needs
    ...
    """

    def __repr__(self) -> str:
        names = {kind.signature: make_measure(kind.name).definition for kind in self.values()}
        width = max(map(len, names), default=0)
        return "\n".join(f"{name:{width}}  {meaning}" for name, meaning in names.items())


MEASURES: dict[str, MeasureKind] = MeasureTable({kind.name: kind for kind in _KINDS})
"""All measures by name."""

"""Options that mean the same in every command, and what they stand for."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

from rummistats.dealing import Context
from rummistats.errors import SimulationError, VariantError, near_names
from rummistats.playing import deck_of
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from rummistats.variants.game import Game
from rummistats.variants.registry import find_game
from rummistats.variants.rules import Rule

__all__ = [
    "check_run",
    "chosen_context",
    "chosen_variant",
    "command_line",
    "listed_values",
    "make_context",
    "named_variant",
]


def chosen_variant(options: argparse.Namespace) -> Variant:
    """Return the variant that ``--variant``, ``--preset`` and ``--rule`` describe.

    Raises
    ------
    VariantError
        If there is no such variant, preset or rule.
    """
    size = getattr(options, "hand_size", None)
    return named_variant(options.variant, options.preset, options.rule or [], size)


def named_variant(
    name: str, preset: str | None, rules: Sequence[str], hand_size: int | None = None
) -> Variant:
    """Return the variant of this name, with a preset and rules as ``name=value`` texts.

    Raises
    ------
    VariantError
        If there is no such variant, preset or rule.
    """
    name = name.strip().lower()
    game = find_game("sabra" if name == "mini" else name)
    settled = _rules(rules, game)
    if name == "mini":
        if preset is not None:
            raise VariantError("a mini game has no presets; give its rules with --rule")
        return _mini(settled, hand_size)
    variant = find_variant(name)
    if preset is not None:
        variant = variant.preset(preset)
    return variant.with_rules(**settled)


def _mini(rules: dict[str, object], hand_size: int | None) -> Variant:
    if hand_size is not None:
        rules.setdefault("hand_size", hand_size)
    return Variant.mini(**rules)  # type: ignore[arg-type]


def _rules(texts: Sequence[str], game: Game) -> dict[str, object]:
    """Return the house rules that ``name=value`` texts set."""
    rules: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name or not value.strip():
            raise VariantError(
                f"--rule {text}: a house rule is written name=value, for example open_points=50"
            )
        if name in rules:
            raise VariantError(f"--rule {name} is given twice; give it once")
        rules[name] = _parameter(name, game).parse(value)
    return rules


def _parameter(name: str, game: Game) -> Rule:
    """Return the parameter of a game, by its common name or that of the rule file."""
    if name not in game.parameters:
        raise VariantError(
            f"{game.title} has no rule {name!r}{near_names(name, list(game.parameters))}; "
            f"'rummistats variants {game.name}' lists its rules"
        )
    return game.parameters[name]


def listed_values(text: str, game: Game) -> tuple[str, list[object]]:
    """Return a rule's name and the values that a text such as ``open_points=30,50`` lists.

    Examples
    --------
    >>> listed_values("jokers=none,stock2", find_game("stone-rummy"))
    ('jokers', ['none', 'stock2'])

    Raises
    ------
    VariantError
        If there is no such rule, or it does not allow a value.
    """
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise VariantError(
            f"--vary {text}: a rule is varied as name=value,value,…, for example "
            "open_points=30,40,50"
        )
    rule = _parameter(name.strip(), game)
    return rule.name, [rule.parse(value) for value in _parts(values)]


def _parts(text: str) -> list[str]:
    """Return what commas separate, but not those within brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def chosen_context(options: argparse.Namespace, variant: Variant) -> Context | None:
    """Return what ``--round`` and ``--indicator`` fix, or None if they fix nothing.

    Raises
    ------
    VariantError
        If the game has no rounds, no such round, or no indicator.
    TileError
        If the indicator is no tile of the game.
    """
    return make_context(variant, options.round, options.indicator)


def make_context(variant: Variant, round_: int | None, indicator: str | None) -> Context | None:
    """Return a context with a round and an indicator, or None if neither is given.

    Raises
    ------
    VariantError, TileError
        As for `chosen_context`.
    """
    if round_ is None and indicator is None:
        return None
    title = variant.game.title
    if round_ is not None and "contract" not in variant.game.opening:
        raise VariantError(f"--round {round_}: in {title} all rounds are alike; leave it out")
    if indicator is not None and not variant.game.indicator:
        raise VariantError(f"--indicator {indicator}: {title} has no indicator; leave it out")
    context = Context(
        round=1 if round_ is None else round_,
        indicator=None if indicator is None else Tile.parse(indicator),
    )
    if round_ is not None:
        variant.opening(context)
    deck_of(variant, context)
    return context


def command_line(options: argparse.Namespace, *words: str) -> str:
    """Return the command that gives the same figures again: what is not a default, and the seed."""
    parts = ["rummistats", *words]
    if options.variant != "sabra":
        parts += ["--variant", options.variant]
    if options.preset is not None:
        parts += ["--preset", options.preset]
    for rule in options.rule or []:
        parts += ["--rule", rule]
    if options.hand_size is not None:
        parts += ["--hand-size", str(options.hand_size)]
    for name in ("round", "indicator"):
        if getattr(options, name) is not None:
            parts += [f"--{name}", str(getattr(options, name))]
    if getattr(options, "played", 0):
        parts += ["--played", str(options.played)]
    return shlex.join([*parts, "--hands", str(options.hands), "--seed", str(options.seed)])


def check_run(options: argparse.Namespace) -> None:
    """Refuse a number of hands, a seed or a number of workers that no run can have.

    Raises
    ------
    SimulationError
        Before any time is spent.
    """
    for name, least, what in (
        ("hands", 1, "the number of hands"),
        ("seed", 0, "a seed"),
        ("workers", 1, "the number of workers"),
    ):
        value = getattr(options, name)
        if value is not None and value < least:
            raise SimulationError(f"{name}={value}: {what} is a whole number from {least} on")

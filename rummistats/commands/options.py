"""Options that mean the same in every command, and what they stand for."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from rummistats.errors import RummistatsError, SimulationError, VariantError, near_names
from rummistats.variants import Variant, find_variant
from rummistats.variants.game import Game
from rummistats.variants.registry import find_game

__all__ = ["check_run", "chosen_variant", "command_line", "emit"]

_MINI = ("colors", "numbers", "copies", "jokers", "hand_size")


def chosen_variant(options: argparse.Namespace) -> Variant:
    """Return the variant that ``--variant``, ``--preset`` and ``--rule`` describe.

    Raises
    ------
    VariantError
        If there is no such variant, preset or rule.
    """
    name = options.variant.strip().lower()
    game = find_game("sabra" if name == "mini" else name)
    rules = _rules(options.rule or [], game)
    if name == "mini":
        return _mini(rules, options)
    variant = find_variant(name)
    if options.preset is not None:
        variant = variant.preset(options.preset)
    return variant.with_rules(**rules)


def _mini(rules: dict[str, object], options: argparse.Namespace) -> Variant:
    if options.preset is not None:
        raise VariantError("a mini game has no presets; give its rules with --rule")
    if getattr(options, "hand_size", None) is not None:
        rules.setdefault("hand_size", options.hand_size)
    missing = [name for name in _MINI if name not in rules]
    if missing:
        raise VariantError(
            f"a mini game needs {', '.join(f'--rule {name}=…' for name in missing)}, for example: "
            "--variant mini --rule colors=3 --rule numbers=5 --rule copies=1 --rule jokers=1 "
            "--rule hand_size=4"
        )
    return Variant.mini(**rules)  # type: ignore[arg-type]


def _rules(texts: list[str], game: Game) -> dict[str, object]:
    """Return the house rules that ``name=value`` texts set."""
    translations = {translation.name for translation in game.translations}
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
        if name in translations:
            rules[name] = _yes_or_no(name, value)
        elif name in game.rules:
            rules[name] = game.rules[name].parse(value)
        else:
            known = [*game.rules, *translations]
            raise VariantError(
                f"{game.title} has no rule {name!r}{near_names(name, known)}; "
                f"'rummistats variants {game.name}' lists its rules"
            )
    return rules


def _yes_or_no(name: str, text: str) -> bool:
    words = {"true": True, "yes": True, "false": False, "no": False}
    try:
        return words[text.strip().lower()]
    except KeyError:
        raise VariantError(f"{name}={text!r} is not allowed; it takes True or False") from None


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
    return shlex.join([*parts, "--hands", str(options.hands), "--seed", str(options.seed)])


def emit(text: str, output: str | None) -> None:
    """Print a text, or write it to a file, whole or not at all.

    Raises
    ------
    RummistatsError
        If the file can't be written.
    """
    if output is None:
        sys.stdout.write(text)
        return
    path = Path(output)
    unfinished = path.with_name(f".{path.name}.part")
    try:
        try:
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RummistatsError(
            f"the output file {output!r} can't be written ({error.strerror or error}); "
            "name another one with --output"
        ) from error


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

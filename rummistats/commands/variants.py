"""``rummistats variants``: the games, where they differ, and the rules of one in words."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from typing import Any

from rummistats.commands.output import emit
from rummistats.commands.words import print_entry
from rummistats.report.frame import csv_text, json_text
from rummistats.report.tables import Column, Table
from rummistats.report.terminal import make_console, print_table
from rummistats.variants import Variant, find_variant, variants
from rummistats.variants.game import Game
from rummistats.variants.registry import find_game
from rummistats.variants.rules import Renaming, Rule

__all__ = ["allowed_values", "run"]

_RULE_COLUMNS = ("rule", "default", "allowed", "meaning")
_GAME_COLUMNS = (
    "variant",
    "title",
    "tiles",
    "dealt",
    "groups",
    "runs",
    "ones",
    "wild",
    "opening",
    "rack",
    "aliases",
    "presets",
)

# Two tables, as one with all columns is wider than a screen.
_TABLES = {
    "Tiles and melds": ("variant", "tiles", "dealt", "groups", "runs", "ones"),
    "Wild tiles, opening and rack": ("variant", "wild", "opening", "rack"),
}

_NARROW = 80
"""On a narrower screen the tables would be too wide, and the games are listed one by one."""


def run(options: argparse.Namespace) -> int:
    """Print all variants, or the rules of one."""
    if options.name is None:
        game = None
        rows = [_differences(variant) for variant in variants()]
    else:
        game = find_game(options.name)
        variant = find_variant(game.name)
        rows = [_rule_row(rule, variant.rule(name)) for name, rule in game.parameters.items()]
        rows.sort(key=lambda row: not _concerns_hand(row["rule"], game))
    if options.format == "csv":
        text = csv_text(rows, _GAME_COLUMNS if game is None else _RULE_COLUMNS)
    elif options.format == "json":
        text = json_text(rows if game is None else _game_data(game, rows))
    else:
        text = _games_text(rows) if game is None else _rules_text(game, rows)
    emit(text, options.output)
    return 0


def _differences(variant: Variant) -> dict[str, Any]:
    """Return in a few words where a game differs from others."""
    game = variant.game
    piece = "card" if game.cards else "tile"
    wild = f"{variant.jokers} jokers" if variant.jokers != 1 else "1 joker"
    if variant.assigned_jokers:
        wild = f"{variant.assigned_jokers} given to each"
    if game.indicator:
        wild = f"{variant.copies} by indicator"
    if variant.playing_set.jokers == 0:
        wild = "none"
    limit = f", {variant.min_real} real" if variant.min_real > 1 else ""
    if variant.min_real_per_joker:
        limit = f", {variant.min_real_per_joker} real each"
    lengths = sorted({len(run) for run in variant.runs})
    return {
        "variant": game.name,
        "title": game.title,
        "tiles": f"{variant.colors} × {variant.numbers} × {variant.copies} {piece}s",
        "dealt": str(variant.hand_size) + " + joker" * (variant.assigned_jokers > 0),
        "groups": _sizes(variant.min_group, variant.largest_group)
        + (", any suits" if game.cards else ", any colors") * variant.repeat_colors,
        "runs": _sizes(lengths[0], lengths[-1]),
        "ones": variant.ones.replace("_", " ") + ", 1 to 1" * variant.one_to_one,
        "wild": wild + limit,
        "opening": _opening(variant),
        "rack": _rack(variant),
        "aliases": ", ".join(game.aliases),
        "presets": ", ".join(game.presets),
    }


def _sizes(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _opening(variant: Variant) -> str:
    if "contract" in variant.game.opening:
        return "the contract of the round"
    if variant.open_points is None and variant.open_pairs is None:
        return "any meld" if "any_meld" in variant.game.opening else "none"
    return " or ".join(map(str, variant.opening()))


def _rack(variant: Variant) -> str:
    subject = "Left on the rack: "
    line = next(line for line in variant.describe().splitlines() if line.startswith(subject))
    return line.removeprefix(subject).removesuffix(".")


def _rule_row(rule: Rule, default: object) -> dict[str, Any]:
    return {
        "rule": rule.name,
        "default": str(default),
        "allowed": allowed_values(rule),
        "meaning": rule.meaning,
    }


def _concerns_hand(name: str, game: Game) -> bool:
    """Whether a rule can change figures about hands; the others only matter at the table."""
    table = {rule.name for rule in game.table_rules}
    for words in game.translations:
        if words.name != name:
            continue
        if words.rule:
            return words.rule not in table
        assert isinstance(words, Renaming)
        return not {rule for sets in words.values.values() for rule in sets} <= table
    return name not in table


def allowed_values(rule: Rule) -> str:
    """Return what a rule may be, as it is written on the command line."""
    if rule.test:
        return rule.takes
    if rule.choices:
        return ", ".join(map(str, rule.choices))
    upto = f"{rule.low} or more" if rule.high is None else f"{rule.low} to {rule.high}"
    return ", ".join([upto, *map(str, rule.or_choices), *["None"] * rule.or_none])


def _game_data(game: Game, rows: list[dict[str, Any]]) -> dict[str, Any]:
    presets = {name: dict(rules) for name, rules in game.presets.items()}
    return {
        "name": game.name,
        "title": game.title,
        "aliases": list(game.aliases),
        "description": find_variant(game.name).describe(),
        "presets": presets,
        "rules": [
            row | {"concerns": "hand" if _concerns_hand(row["rule"], game) else "table"}
            for row in rows
        ],
    }


def _games_text(rows: list[dict[str, Any]]) -> str:
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    for caption, columns in _TABLES.items():
        if console.width < _NARROW:
            console.print(caption, style="italic")
            for row in rows:
                name, *others = columns
                print_entry(console, row[name], "; ".join(f"{c}: {row[c]}" for c in others))
        else:
            print_table(_table(caption, columns, rows), console)
        console.print()
    console.print(
        "The rules of one in words, and all its house rules: rummistats variants gin. "
        "Side by side: rummistats compare can_open --variant all --skip. A small game for the "
        "blackboard: --variant mini, which has 3 colors, 5 numbers, one tile of each, a joker and "
        "hands of 4 unless --rule colors=2 --rule jokers=0 and the like say something else."
    )
    return paper.getvalue()


def _rules_text(game: Game, rows: list[dict[str, Any]]) -> str:
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    first, *paragraphs = find_variant(game.name).describe().splitlines()
    console.print(first, style="bold")
    for paragraph in paragraphs:
        console.print(paragraph)
    console.print()
    if game.presets:
        console.print("Presets", style="bold")
        for preset, rules in game.presets.items():
            settings = ", ".join(f"{rule}={value}" for rule, value in rules.items())
            print_entry(console, preset, settings or "all defaults")
        console.print()
    of_hand = [row for row in rows if _concerns_hand(row["rule"], game)]
    headings = {
        f"The house rules of {game.title}, with their defaults": of_hand,
        "Rules of the table, which change no figure about hands": rows[len(of_hand) :],
    }
    for heading, listed in headings.items():
        if listed:
            console.print(heading, style="bold")
        for row in listed:
            name = f"{row['rule']}={row['default']}"
            print_entry(console, name, row["meaning"], f"allowed: {row['allowed']}")
        console.print()
    example = next(row["rule"] for row in rows if row["rule"] in ("open_points", "hand_size"))
    take = "; to take a preset: --preset NAME" * bool(game.presets)
    console.print(f"To change a rule: --variant {game.name} --rule {example}=…{take}")
    return paper.getvalue()


def _table(caption: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> Table:
    return Table(
        caption,
        tuple(Column(column, is_number=False) for column in columns),
        tuple(tuple(row[column] for column in columns) for row in rows),
    )

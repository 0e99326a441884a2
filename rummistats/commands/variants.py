"""``rummistats variants``: the games, their presets and their rules."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from typing import Any

from rummistats.commands.options import emit
from rummistats.report.frame import csv_text, json_text
from rummistats.report.tables import Column, Table
from rummistats.report.terminal import make_console, print_table
from rummistats.variants import variants
from rummistats.variants.game import Game
from rummistats.variants.registry import find_game
from rummistats.variants.rules import Rule

__all__ = ["run"]

_RULE_COLUMNS = ("rule", "default", "allowed", "meaning")
_GAME_COLUMNS = ("variant", "title", "aliases", "presets")


def run(options: argparse.Namespace) -> int:
    """Print all variants, or the rules of one."""
    game = None if options.name is None else find_game(options.name)
    rows = _game_rows() if game is None else _rule_rows(game)
    if options.format == "csv":
        text = csv_text(rows, _GAME_COLUMNS if game is None else _RULE_COLUMNS)
    elif options.format == "json":
        text = json_text(rows if game is None else _game_data(game, rows))
    else:
        text = _games_text(rows) if game is None else _rules_text(game, rows)
    emit(text, options.output)
    return 0


def _game_rows() -> list[dict[str, Any]]:
    games = [variant.game for variant in variants()]
    return [
        {
            "variant": game.name,
            "title": game.title,
            "aliases": ", ".join(game.aliases),
            "presets": ", ".join(game.presets),
        }
        for game in games
    ]


def _rule_rows(game: Game) -> list[dict[str, Any]]:
    plain = [
        {
            "rule": rule.name,
            "default": str(rule.default),
            "allowed": _allowed(rule),
            "meaning": rule.meaning,
        }
        for rule in game.rules.values()
    ]
    translated = [
        {
            "rule": translation.name,
            "default": str(game.defaults[translation.rule] == translation.yes),
            "allowed": "False, True",
            "meaning": f"True: the same as {translation.rule}={translation.yes}",
        }
        for translation in game.translations
    ]
    return plain + translated


def _allowed(rule: Rule) -> str:
    """Return what a rule may be, as it is written on the command line."""
    if rule.choices:
        return ", ".join(map(str, rule.choices))
    upto = f"{rule.low} or more" if rule.high is None else f"{rule.low} to {rule.high}"
    return upto + ", None" * rule.or_none


def _game_data(game: Game, rows: list[dict[str, Any]]) -> dict[str, Any]:
    presets = {name: dict(rules) for name, rules in game.presets.items()}
    return {"name": game.name, "title": game.title, "presets": presets, "rules": rows}


def _games_text(rows: list[dict[str, Any]]) -> str:
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    print_table(_table("Variants", _GAME_COLUMNS, rows), console)
    console.print(
        "\nThe rules of one: rummistats variants sabra. A small game of your own: "
        "--variant mini --rule colors=3 --rule numbers=5 --rule copies=1 --rule jokers=1 "
        "--rule hand_size=4"
    )
    return paper.getvalue()


def _rules_text(game: Game, rows: list[dict[str, Any]]) -> str:
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    print_table(_table(f"The rules of {game.title}", _RULE_COLUMNS, rows), console)
    presets = [
        {
            "preset": name,
            "rules": ", ".join(f"{rule}={value}" for rule, value in rules.items())
            or "all defaults",
        }
        for name, rules in game.presets.items()
    ]
    console.print()
    print_table(_table("Presets", ("preset", "rules"), presets), console)
    console.print("\nTo change a rule: --rule open_points=50; to take a preset: --preset NAME")
    return paper.getvalue()


def _table(caption: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> Table:
    return Table(
        caption,
        tuple(Column(column, is_number=False) for column in columns),
        tuple(tuple(row[column] for column in columns) for row in rows),
    )

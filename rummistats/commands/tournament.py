"""``rummistats tournament``: who wins how often, and what else many deals tell."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING, Any

from rummistats.commands.compare import listed_games
from rummistats.commands.exit_codes import tell_of_stop
from rummistats.commands.output import emit
from rummistats.play import (
    TournamentInterrupted,
    blocked_share,
    joker_share,
    mean_figures,
    win_share,
)
from rummistats.play import tournament as play_tournament
from rummistats.play.many import rules_words
from rummistats.play.tournament import COLUMNS
from rummistats.progress import said_if_compiling
from rummistats.report.figures import NONE, number_cell
from rummistats.report.frame import csv_text, json_text
from rummistats.report.tables import Column, Table, number_columns
from rummistats.report.terminal import make_console, print_table
from rummistats.report.whole_deals import PLACES
from rummistats.report.winning import winning_words
from rummistats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["run"]

_WORDS = {
    "score": "score of a deal",
    "turns": "turns of a seat",
    "turn_opened": "turn of the opening (of those who opened)",
    "tiles_left": "tiles left at the end",
    "points_left": "points left at the end",
}

_SEATS = (
    "A seat is a chair of the table, counted from 1 here, and from 0 in csv and json. Strategies "
    "move one seat on each time a deal is played. Who starts is drawn by lot for every deal, so "
    "that seat 1 is not the starter: the place in the turn counts from the starter on."
)


def run(options: argparse.Namespace) -> int:
    """Play the deals, print what came of them."""
    games = listed_games(options)
    code = 0
    try:
        with said_if_compiling():
            frame = play_tournament(
                games,
                options.strategy or ["optimal"],
                options.deals,
                options.seed,
                round=1 if options.round is None else options.round,
                workers=options.workers,
            )
    except TournamentInterrupted as stop:
        if not len(stop.so_far):
            raise
        frame, code = stop.so_far, tell_of_stop(stop)
    emit(_text(frame, options, games), options.output)
    return code


def _text(frame: pd.DataFrame, options: argparse.Namespace, games: list[Variant]) -> str:
    if options.format == "csv":
        return csv_text(_rows(frame), COLUMNS)
    figures = {
        "win_share": win_share(frame, by=["strategy"]),
        "win_share_by_turn_place": win_share(frame, by=["turn_place"]),
        "win_share_by_turn_place_and_strategy": win_share(frame, by=["turn_place", "strategy"]),
        "win_share_by_seat": win_share(frame),
        "means": mean_figures(frame),
        "blocked_share": blocked_share(frame),
        "joker_share": joker_share(frame, by=["strategy"]),
        "joker_share_by_seat": joker_share(frame),
        "win_share_by_jokers_dealt": win_share(frame, by=["strategy", "jokers_dealt"]),
    }
    if options.format == "json":
        told = {name: _rows(table) for name, table in figures.items()}
        counted = {"seats_counted_from": 0, "turn_places_counted_from": 1}
        return json_text({"seed": options.seed, **counted, **told, "results": _rows(frame)})
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    deals = frame[["deal"]].drop_duplicates()
    many = len(deals)
    times = len(frame[["variant", "rules", "deal", "rotation"]].drop_duplicates())
    console.print(
        f"{many:,} deal{'s' * (many != 1)}, played {times:,} time{'s' * (times != 1)} in all",
        style="bold",
    )
    console.print(_command(options), soft_wrap=True)
    several = len(games) > 1
    console.print()
    console.print(_SEATS, highlight=False)
    for game in games:
        name = f"{_named(game.name, rules_words(game))}: " * several
        console.print(f"{name}{winning_words(game)}", highlight=False)
    for table in _tables(figures, several):
        console.print()
        print_table(table, console)
    return paper.getvalue()


def _tables(figures: dict[str, pd.DataFrame], several: bool) -> Iterator[Table]:
    """Yield the tables of the screen; the game is named if there are several."""

    def table(caption: str, of: str, headings: list[str], label: Any, figure: str) -> Table:
        rows = _rows(figures[of])
        scale = 1 if figure == "mean" else 100
        return Table(
            caption,
            (*(Column(heading, False) for heading in headings), *_estimate_columns(figure)),
            tuple(
                (*([_game(row)] if several else []), *label(row), *_cells(row, figure, scale))
                for row in rows
            ),
            () if figure == "mean" else tuple(row["share"] for row in rows),
        )

    game = ["game"] * several
    yield table(
        "How often a seat of each strategy wins; a deal with several winners is shared",
        "win_share",
        [*game, "strategy"],
        lambda row: [row["strategy"]],
        "share",
    )
    yield table(
        "The same by place in the turn, whoever sits there",
        "win_share_by_turn_place",
        [*game, "place"],
        lambda row: [PLACES[row["turn_place"] - 1]],
        "share",
    )
    if figures["win_share"]["strategy"].nunique() > 1:
        yield table(
            "The same by place in the turn and strategy",
            "win_share_by_turn_place_and_strategy",
            [*game, "place", "strategy"],
            lambda row: [PLACES[row["turn_place"] - 1], row["strategy"]],
            "share",
        )
    yield table(
        "The same by seat, whoever starts",
        "win_share_by_seat",
        [*game, "seat", "strategy"],
        lambda row: [str(row["seat"] + 1), row["strategy"]],
        "share",
    )
    yield table(
        "Means",
        "means",
        [*game, "strategy", "figure"],
        lambda row: [row["strategy"], _WORDS[row["figure"]]],
        "mean",
    )
    yield table(
        "Deals in which nobody goes out",
        "blocked_share",
        game or ["game"],
        lambda row: [] if several else [_game(row)],
        "share",
    )
    if not any(row["jokers"] for row in _rows(figures["joker_share"])):
        return
    yield table(
        "Which part of the jokers came to the seats of each strategy",
        "joker_share",
        [*game, "strategy"],
        lambda row: [row["strategy"]],
        "share",
    )
    yield table(
        "How often a seat wins that was dealt so many jokers",
        "win_share_by_jokers_dealt",
        [*game, "strategy", "jokers"],
        lambda row: [row["strategy"], str(row["jokers_dealt"])],
        "share",
    )


def _estimate_columns(figure: str) -> tuple[Column, ...]:
    first = "mean" if figure == "mean" else "probability (%)"
    return number_columns("seats" if figure == "mean" else "times", first, "std. error") + (
        number_columns("95 % interval")
    )


def _cells(row: dict[str, Any], figure: str, scale: int) -> tuple[str, ...]:
    # What a single deal doesn't tell is missing.
    value, error = row[figure], scale * (row["standard_error"] or 0.0)
    low, high = row["low"], row["high"]
    ends = NONE
    if low is not None:
        width = scale * (high - low) / 4
        ends = f"{number_cell(scale * low, width)} to {number_cell(scale * high, width)}"
    return (
        f"{row['n']:,}",
        NONE if value is None else number_cell(scale * value, error),
        number_cell(error, error) if error else NONE,
        ends,
    )


def _game(row: dict[str, Any]) -> str:
    return _named(row["variant"], row["rules"])


def _named(game: str, rules: str) -> str:
    return f"{game} ({rules})" if rules else game


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table as rows of Python's own values; what is missing is None."""
    objects = frame.astype(object)
    return [
        {str(name): _plain(value) for name, value in row.items()}
        for row in objects.where(frame.notna(), None).to_dict("records")
    ]


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _command(options: argparse.Namespace) -> str:
    words = ["rummistats", "tournament"]
    for option in ("variant", "rule", "strategy"):
        for value in getattr(options, option) or []:
            words += [f"--{option}", value]
    words += [] if options.round is None else ["--round", str(options.round)]
    return shlex.join([*words, "--deals", str(options.deals), "--seed", str(options.seed)])

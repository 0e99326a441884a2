"""``rummistats compare``: one measure over games, house rules and hand sizes."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rummistats.commands.exit_codes import tell_of_stop
from rummistats.commands.options import (
    check_run,
    listed_values,
    make_context,
    named_variant,
)
from rummistats.commands.output import check_output, emit, write_file
from rummistats.commands.words import command_words
from rummistats.compare import (
    COLUMNS,
    Case,
    Comparison,
    ComparisonInterrupted,
    compare_each,
    comparison_rows,
)
from rummistats.dealing import Context
from rummistats.distribution import Distribution
from rummistats.distribution.estimate import mean_estimate
from rummistats.errors import RummistatsError, VariantError
from rummistats.measures import Measure, make_measure
from rummistats.progress import said_if_compiling
from rummistats.report.figures import interval_cell, number_cell
from rummistats.report.frame import csv_text, distribution_data, json_text, variant_data
from rummistats.report.tables import Column, Table, error_cell, number_columns, odds_table
from rummistats.report.terminal import make_console, print_table
from rummistats.show import Chart
from rummistats.show.game_words import (
    Told,
    case_labels,
    common_facts,
    context_phrases,
    in_cards,
    readable,
    rule_words,
)
from rummistats.variants import Variant, find_variant, variants

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "listed_games",
    "make_contexts",
    "named_cases",
    "run",
    "shared_facts",
    "short_names",
    "varied_rule",
]

_CHARTS = (".svg", ".png", ".pdf")


def run(options: argparse.Namespace) -> int:
    """Compare, print the table, draw the chart."""
    check_run(options)
    if options.chart is not None:
        check_output(options.chart, "--chart")
    if options.chart and Path(options.chart).suffix.lower() not in _CHARTS:
        raise RummistatsError(
            f"--chart {options.chart}: the name of a chart's file ends in .svg, .png or .pdf"
        )
    measure = make_measure(options.measure)
    games = listed_games(options)
    code = 0
    try:
        with said_if_compiling():
            comparison = compare_each(
                measure,
                games,
                hand_sizes=options.hand_size,
                vary=dict(varied_rule(text, games[0]) for text in options.vary or []),
                contexts=make_contexts(options, games),
                hands=options.hands,
                seed=options.seed,
                method=options.method,
                skip_meaningless=options.skip,
                workers=options.workers,
            )
    except ComparisonInterrupted as stop:
        comparison, code = stop.so_far, tell_of_stop(stop)
    except RummistatsError as error:
        if "has no meaning in" in str(error) and not options.skip and len(games) > 1:
            raise type(error)(f"{error}. --skip leaves such games out") from error
        raise
    not_drawn: RummistatsError | None = None
    if options.chart:
        kind = Path(options.chart).suffix.lower().removeprefix(".")
        try:
            chart = _chart(measure, comparison, options.seed).render(kind)
        except RummistatsError as error:
            # A chart that can't be drawn must not take the table with it.
            not_drawn = error
        else:
            write_file(chart, options.chart, "--chart")
    emit(_text(measure, comparison, options), options.output)
    if not_drawn is not None:
        raise not_drawn
    return code


def listed_games(options: argparse.Namespace) -> list[Variant]:
    """Return the games that ``--variant`` names, each with its rules.

    Raises
    ------
    VariantError
        If there is no such game, preset or rule.
    """
    games: list[Variant] = []
    for text in options.variant or ["sabra"]:
        if text.strip().lower() == "all":
            words = [[game.name] for game in variants()]
        else:
            words = [text.split() or [""]]
        for name, *more in map(_parted, words):
            presets = [word for word in more if "=" not in word]
            if len(presets) > 1:
                raise VariantError(
                    f"--variant {text!r}: after the game come a preset and rules as name=value"
                )
            rules = [word for word in more if "=" in word]
            games.append(
                named_variant(
                    name, presets[0] if presets else None, [*(options.rule or []), *rules]
                )
            )
    return games


def _parted(words: list[str]) -> list[str]:
    """Return the words of a game with its name as one: names and titles may have several."""
    for last in range(len(words), 0, -1):
        with suppress(VariantError):
            name = " ".join(words[:last])
            find_variant(name)
            return [name, *words[last:]]
    return words


def varied_rule(text: str, variant: Variant) -> tuple[str, list[object]]:
    """Return a rule and the values that it is to have."""
    return listed_values(text, variant.game)


def make_contexts(options: argparse.Namespace, games: list[Variant]) -> list[Context | None]:
    """Return the contexts that ``--round`` and ``--indicator`` fix."""
    # A round or an indicator must mean something in every game.
    rounds = options.round or [None]
    for game in games:
        for round_ in rounds:
            make_context(game, round_, options.indicator)
    return [make_context(games[0], round_, options.indicator) for round_ in rounds]


def _text(measure: Measure, comparison: Comparison, options: argparse.Namespace) -> str:
    if options.format == "csv":
        return csv_text(comparison_rows(comparison), COLUMNS)
    if options.format == "json":
        return json_text(
            {
                "measure": measure.text,
                "definition": measure.definition,
                "cases": [
                    {
                        "variant": variant_data(case.variant),
                        "rules": case.rules,
                        **distribution_data(found),
                    }
                    for case, found in comparison.found
                ],
                "left_out": [
                    {"variant": case.variant.name, "rules": case.rules, "why": command_words(why)}
                    for case, why in comparison.left_out
                ],
            }
        )
    paper = StringIO()
    _print(measure, comparison, make_console(paper, like=sys.stdout), _command(options))
    return paper.getvalue()


def _print(measure: Measure, comparison: Comparison, console: Console, command: str) -> None:
    console.print(f"{measure.text}: {measure.definition}", style="bold")
    simulated = [found for _, found in comparison.found if not found.is_exact]
    if simulated:
        hands = {one.hands for one in simulated}
        console.print(
            f"Where no figure is exact: {simulated[0].hands:,} hands, the same seed for all"
            f"{f'; but only {simulated[-1].hands:,} for the last' if len(hands) > 1 else ''}."
        )
    if command:
        console.print(command, soft_wrap=True)
    console.print()
    print_table(_table(measure, comparison), console)
    for case, why in comparison.left_out:
        console.print(f"Left out: {case.name}, as {command_words(why)}.", soft_wrap=True)


def _table(measure: Measure, comparison: Comparison) -> Table:
    """Return one row a case, with the columns in which the cases differ."""
    cases = [case for case, _ in comparison.found]
    told: list[tuple[str, list[str]]] = [("game", [case.variant.name for case in cases])]
    if any(case.hand_rules for case in cases):
        told.append(("rules", [case.hand_rules for case in cases]))
    told.append(("tiles", [str(case.hand_size) for case in cases]))
    names = [" ".join(words) for words in zip(*(cells for _, cells in told), strict=True)]
    if measure.kind.is_event:
        odds = [(n, f.estimate(True)) for n, (_, f) in zip(names, comparison.found, strict=True)]
        figures = odds_table("The odds", "", odds)
    else:
        columns = (
            Column("", False),
            *number_columns("mean", "std. error", "95 % interval", "std. deviation"),
        )
        rows = []
        for name, (_, found) in zip(names, comparison.found, strict=True):
            mean = mean_estimate(found)
            cell = number_cell(float(mean.value), mean.standard_error)
            deviation = f"{found.std():.4g}" if found.total > 1 else "–"
            interval = interval_cell(mean, scale=1)
            rows.append((name, cell, error_cell(mean, 1), interval, deviation))
        figures = Table("Averages", columns, tuple(rows))
    front = tuple(Column(heading, heading == "tiles") for heading, _ in told)
    return Table(
        f"{figures.caption} of {measure.text}",
        (*front, *figures.columns[1:]),
        tuple(
            (*(cells[place] for _, cells in told), *row[1:])
            for place, row in enumerate(figures.rows)
        ),
        figures.bars,
    )


def _command(options: argparse.Namespace) -> str:
    """Return the command that gives the same figures again."""
    parts = ["rummistats", "compare", options.measure]
    for name in ("variant", "rule", "vary"):
        for text in getattr(options, name) or []:
            parts += [f"--{name}", text]
    for name in ("hand_size", "round"):
        if numbers := getattr(options, name):
            parts += [f"--{name.replace('_', '-')}", ",".join(map(str, numbers))]
    if options.indicator:
        parts += ["--indicator", options.indicator]
    if options.method != "auto":
        parts += ["--method", options.method]
    if options.skip:
        parts.append("--skip")
    return shlex.join([*parts, "--hands", str(options.hands), "--seed", str(options.seed)])


def _chart(measure: Measure, comparison: Comparison, seed: int) -> Chart:
    """Return a chart: odds of events, each value's probability of few cases, or else means."""
    from rummistats.show import comparison_chart

    cards = all(case.variant.game.cards for case, _ in comparison.found)
    definition = in_cards(measure.definition) if cards else measure.definition
    return comparison_chart(
        named_cases(comparison),
        title=f"{readable(measure.text, cards)}: {definition}",
        value_label=readable(measure.name, cards),
        seed=seed if any(not found.is_exact for _, found in comparison.found) else None,
        of=shared_facts([case for case, _ in comparison.found]),
    )


def named_cases(comparison: Comparison) -> dict[str, Distribution]:
    """Return what was found by names that tell only what the cases differ in."""
    found = [distribution for _, distribution in comparison.found]
    names = short_names([case for case, _ in comparison.found])
    return dict(zip(names, found, strict=True))


def short_names(cases: Sequence[Case], sized: bool = True) -> list[str]:
    """Return names that tell only what the cases differ in, hand sizes too if ``sized``."""
    return case_labels([_told(case, case.told_hand_rules, sized) for case in cases])


def shared_facts(cases: Sequence[Case], sized: bool = True) -> str:
    """Return what all cases have in common: how many tiles if ``sized``, the game, its rules."""
    return ", ".join(common_facts([_told(case, case.told_rules, sized) for case in cases]))


def _told(case: Case, rules: Sequence[tuple[str, object]], sized: bool) -> Told:
    cards = case.variant.game.cards
    words = [rule_words(name, value, cards) for name, value in rules if name != "hand_size"]
    words += context_phrases(case.context)
    return Told(case.variant.name, tuple(words), case.hand_size if sized else None, cards)

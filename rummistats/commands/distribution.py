"""``rummistats exact`` and ``rummistats simulate``: one measure."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO

from rummistats.commands.exit_codes import tell_of_stop
from rummistats.commands.options import (
    check_run,
    chosen_context,
    chosen_variant,
    command_line,
)
from rummistats.commands.output import emit
from rummistats.compare import context_words
from rummistats.distribution import Distribution
from rummistats.distribution.estimate import decimal_places, mean_estimate
from rummistats.exact import exact
from rummistats.measures import make_measure
from rummistats.montecarlo import Interrupted, simulate
from rummistats.playing import as_played
from rummistats.progress import said_if_compiling
from rummistats.report.figures import number_cell, one_in
from rummistats.report.frame import (
    COLUMNS,
    csv_text,
    distribution_data,
    distribution_rows,
    json_text,
    variant_data,
)
from rummistats.report.tables import values_table
from rummistats.report.terminal import make_console, print_table
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["run_exact", "run_simulate"]

_OTHER_COLUMNS = ("section", "number", "color", "joker")


def run_exact(options: argparse.Namespace) -> int:
    """Count a measure and print its distribution."""
    variant = chosen_variant(options)
    context = chosen_context(options, variant)
    known = {name: getattr(options, name) for name in ("holding", "draws", "seen")}
    found = exact(
        options.measure, variant, options.hand_size, context=context, limit=options.limit, **known
    )
    given = [f"{name}={value}" for name, value in known.items() if value is not None]
    emit(_text(found, options.format, given=context_words(context) + given), options.output)
    if options.holding is not None:
        holding = as_played(options.holding, variant, context)
        for note in _notes(variant, holding, options.draws or 0):
            print(f"Note: {note}", file=sys.stderr)
    return 0


def _notes(variant: Variant, holding: Hand, draws: int) -> Iterator[str]:
    """Yield what somebody who names a hand may have overlooked."""
    given, cards = variant.assigned_jokers, variant.game.cards
    if holding.jokers < given:
        has, write = ("a joker", "J") if given == 1 else (f"{given} jokers", " ".join("J" * given))
        yield f"in {variant.game.title} every player has {has}; write {write} as well."
    tiles = len(holding) + draws
    if variant.game.discards and tiles > variant.hand_size + given:
        yield (
            f"all {tiles} {'cards' if cards else 'tiles'} are kept; the discard at the end of a "
            "turn is not taken into account."
        )


def run_simulate(options: argparse.Namespace) -> int:
    """Estimate a measure and print its distribution."""
    variant = chosen_variant(options)
    context = chosen_context(options, variant)
    check_run(options)
    code = 0
    try:
        with said_if_compiling():
            found = simulate(
                options.measure,
                variant,
                hands=options.hands,
                seed=options.seed,
                hand_size=options.hand_size,
                workers=options.workers,
                context=context,
            )
    except Interrupted as stop:
        if not stop.so_far:
            raise
        (found,), code = stop.so_far, tell_of_stop(stop)
    command = command_line(options, "simulate", options.measure)
    given = context_words(context)
    emit(_text(found, options.format, command, given), options.output)
    return code


def _text(found: Distribution, kind: str, command: str = "", given: Sequence[str] = ()) -> str:
    """Return a distribution as a text of the wanted kind, with what was given beside the rules."""
    if kind == "json":
        assert found.variant is not None
        return json_text(
            {"variant": variant_data(found.variant), "context": list(given)}
            | distribution_data(found)
        )
    if kind == "csv":
        columns = tuple(column for column in COLUMNS if column not in _OTHER_COLUMNS)
        rows = distribution_rows(found)
        for row in rows:
            row["rules"] = "; ".join(filter(None, [row["rules"], *given]))
        return csv_text(rows, columns)
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    measure = make_measure(found.measure)
    assert found.variant is not None
    rules = ", ".join([*(f"{name}={value}" for name, value in found.variant.differences), *given])
    piece = "card" if found.variant.game.cards else "tile"
    console.print(f"{measure.text}: {measure.definition}", style="bold")
    console.print(
        f"{found.variant.game.title}{f' with {rules}' if rules else ''}, "
        f"{found.hand_size} {piece}{'s' * (found.hand_size != 1)}"
    )
    if command:
        console.print(f"{command}", soft_wrap=True)
    console.print()
    if measure.kind.is_event:
        for name, text in _event_lines(found):
            console.print(f"{name:<15}{text}", soft_wrap=True)
    else:
        print_table(values_table("Each value", "value", found), console)
        console.print()
        for name, text in _mean_lines(found):
            console.print(f"{name:<15}{text}", soft_wrap=True)
    return paper.getvalue()


def _event_lines(found: Distribution) -> list[tuple[str, str]]:
    estimate = found.estimate(True)
    if found.is_exact:
        probability = Fraction(estimate.value)
        return [
            ("hands", f"{estimate.numerator:,} of {estimate.denominator:,}"),
            ("fraction", f"{probability.numerator}/{probability.denominator}"),
            ("probability", decimal_places(probability)),
            ("percent", f"{number_cell(100 * float(probability), digits=6)} %"),
            ("odds", _odds(one_in(estimate))),
        ]
    low, high = float(estimate.low), float(estimate.high)
    return [
        ("hands", f"{estimate.numerator:,} of {estimate.denominator:,}"),
        ("probability", number_cell(float(estimate.value), estimate.standard_error)),
        (
            "percent",
            f"{number_cell(100 * float(estimate.value), 100 * estimate.standard_error)} %",
        ),
        ("std. error", number_cell(estimate.standard_error, estimate.standard_error)),
        (
            "95 % interval",
            f"{number_cell(low, (high - low) / 4)} to {number_cell(high, (high - low) / 4)}",
        ),
        ("odds", _odds(one_in(estimate))),
    ]


def _mean_lines(found: Distribution) -> list[tuple[str, str]]:
    mean = mean_estimate(found)
    if found.is_exact:
        exactly = Fraction(mean.value)
        return [
            ("mean", f"{exactly.numerator}/{exactly.denominator} = {decimal_places(exactly)}"),
            ("std. deviation", f"{found.std():.15g}"),
        ]
    if found.total == 1:
        return [("mean", number_cell(float(mean.value)))]
    error = mean.standard_error
    return [
        ("mean", f"{number_cell(float(mean.value), error)} ± {number_cell(error, error)}"),
        ("std. deviation", f"{found.std():.5g}"),
    ]


def _odds(words: str) -> str:
    return words if words[0] not in "123456789" else f"1 in {words}"

"""``rummistats measures``: what can be asked of a hand."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from typing import Any

from rummistats.commands.output import emit
from rummistats.commands.variants import allowed_values
from rummistats.commands.words import print_entry
from rummistats.exact import AUTOMATA, METHODS
from rummistats.measures import MEASURES, MeasureKind, make_measure
from rummistats.report.frame import csv_text, json_text
from rummistats.report.terminal import make_console

__all__ = ["run"]

_COLUMNS = ("measure", "parameters", "values", "exact", "meaning")


def run(options: argparse.Namespace) -> int:
    """Print all measures with their meanings."""
    rows = [_row(kind) for kind in MEASURES.values()]
    if options.format == "csv":
        text = csv_text(rows, _COLUMNS)
    elif options.format == "json":
        text = json_text(rows)
    else:
        text = _text(rows)
    emit(text, options.output)
    return 0


def _row(kind: MeasureKind) -> dict[str, Any]:
    return {
        "measure": kind.signature,
        "parameters": "; ".join(f"{rule.name}: {allowed_values(rule)}" for rule in kind.parameters),
        "values": "yes or no" if kind.is_event else "a number",
        "exact": kind.name in {*AUTOMATA, *METHODS},
        "meaning": make_measure(kind.name).definition,
    }


def _text(rows: list[dict[str, Any]]) -> str:
    paper = StringIO()
    console = make_console(paper, like=sys.stdout)
    console.print("Measures, with their parameters and defaults", style="bold")
    for row in rows:
        exact = ", exact method" * row["exact"]
        texts = [f"{row['meaning']} ({row['values']}{exact})"]
        if row["parameters"]:
            texts.append(row["parameters"])
        print_entry(console, row["measure"], *texts)
    console.print(
        "\nThose with an exact method: rummistats exact can_open. All: rummistats simulate "
        "helpful_tiles. With parameters, in quotation marks: "
        'rummistats exact "has_run(length=4)"'
    )
    return paper.getvalue()

"""``rummistats report``: the main job."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from io import StringIO

from rummistats.commands.exit_codes import code_of_stop
from rummistats.commands.options import (
    check_run,
    chosen_context,
    chosen_variant,
    command_line,
)
from rummistats.commands.output import check_output, print_out
from rummistats.dealing import Context
from rummistats.errors import RummistatsError
from rummistats.playing import deck_of
from rummistats.report import (
    Report,
    ReportFolder,
    make_report,
    print_report,
    report_data,
    report_files,
    report_rows,
)
from rummistats.report.frame import csv_text, json_text
from rummistats.report.terminal import interruption_words, make_console
from rummistats.variants import Variant

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Make the report, print it, write its files; return the exit code."""
    if options.no_files:
        check_output(None)
    variant = chosen_variant(options)
    check_run(options)
    context = chosen_context(options, variant)
    deck_of(variant, context).check_hand_size(options.hand_size or 0)
    with nullcontext() if options.no_files else ReportFolder(options.output) as folder:
        report = _make(variant, context, options)
        if report.interrupted:
            print(interruption_words(report), file=sys.stderr)
            if folder is not None:
                print("Writing the report of what was counted …", file=sys.stderr, flush=True)
        gone: BrokenPipeError | RummistatsError | None = None
        try:
            _print(report, options.format)
        except (BrokenPipeError, RummistatsError) as error:
            # Nobody reads along or can, but the files are wanted all the same.
            gone = error
        if folder is not None:
            folder.write(report_files(report))
            print(f"\nWith charts: {folder.path / 'index.html'}", file=sys.stderr)
        if gone is not None:
            raise gone
    return code_of_stop(report.why) if report.interrupted else 0


def _make(variant: Variant, context: Context | None, options: argparse.Namespace) -> Report:
    if sys.stderr.isatty():
        print("Getting ready; the first time takes up to a minute …", file=sys.stderr)
    return make_report(
        variant,
        hands=options.hands,
        seed=options.seed,
        hand_size=options.hand_size,
        workers=options.workers,
        command=command_line(options, "report"),
        context=context,
        played=options.played,
    )


def _print(report: Report, kind: str) -> None:
    if kind == "csv":
        text = csv_text(report_rows(report))
    elif kind == "json":
        text = json_text(report_data(report))
    else:
        # Rich would end the program if nobody reads on.
        paper = StringIO()
        print_report(report, make_console(paper, like=sys.stdout))
        text = paper.getvalue()
    print_out(text)

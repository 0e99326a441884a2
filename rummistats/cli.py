"""The command line: ``rummistats report``, ``hand``, ``exact``, ``simulate``, and so on."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from rummistats import __version__
from rummistats.commands.chart_options import EXAMPLES, add_chart_options
from rummistats.commands.exit_codes import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, exit_code
from rummistats.commands.lesson_options import EXAMPLES as EXAMPLES_OF_LESSONS
from rummistats.commands.lesson_options import add_lesson_options
from rummistats.commands.numbers import listed_numbers, read_number
from rummistats.commands.output import check_output, give_up_screen, print_out
from rummistats.commands.words import command_words
from rummistats.errors import RummistatsError

__all__ = ["main", "make_parser"]

_EXAMPLES = """\
examples:
  rummistats report                              what 14 tiles are worth, with charts
  rummistats report --rule jokers=0 --seed 7     without jokers, from other hands
  rummistats hand R10 B10 J                      one hand explained
  rummistats exact "has_run(length=4)"           an exact probability
  rummistats compare can_open --vary open_points=30,50   house rules side by side
  rummistats chart venn has_group has_run --output venn.svg   a chart for a slide or a page
  rummistats play --seat 1                       play a deal against the best play
  rummistats tournament --strategy optimal --strategy greedy   which one wins how often
  rummistats worksheet list --seed 5             worksheets for a class, with their key
  rummistats lessons open                        the lessons, in JupyterLab
  rummistats variants gin                        the rules of a game in words, and all house rules
  rummistats measures                            what can be asked
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others of rummistats."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"rummistats: {message}; see '{self.prog} --help'\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``rummistats``; those of the command line unless given.

    Returns
    -------
    int
        The exit code: 0, 2 for bad input, 130 if the run was interrupted, or 1 if it could not
        go on as the processes that should work were gone.

    Examples
    --------
    >>> main(["exact", "has_meld", "--variant", "mini", "--rule", "colors=1", "--rule",
    ...       "numbers=4", "--rule", "copies=1", "--rule", "jokers=0", "--rule", "hand_size=3"])
    has_meld: whether any meld can be laid
    Sabra Rummikub with colors=1, numbers=4, copies=1, jokers=0, hand_size=3, open_points=None,
    3 tiles
    <BLANKLINE>
    hands          2 of 4
    fraction       1/2
    probability    0.500000000000000
    percent        50 %
    odds           1 in 2.000
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A screen that lacks a sign shows a question mark instead of an error.
            stream.reconfigure(errors="replace")
    try:
        return _run(arguments)
    except RummistatsError as error:
        words = sys.argv[1:] if arguments is None else arguments
        print(f"rummistats: {command_words(str(error), words)}", file=sys.stderr)
        return exit_code(error)
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        give_up_screen()
        return BROKEN_PIPE


def _run(arguments: Sequence[str] | None) -> int:
    try:
        parser = make_parser()
        options, unknown = parser.parse_known_args(arguments)
        if unknown:
            parser.exit(
                BAD_INPUT,
                f"rummistats: {options.prog.split()[-1]} does not take {shlex.join(unknown)}; "
                f"see '{options.prog} --help'\n",
            )
    except SystemExit:
        # After --help or --version.
        if sys.stdout is not None:
            print_out("")
        raise
    module, _, function = options.run.partition(":")
    if module not in ("report", "worksheet", "lessons"):
        # These write into a folder.
        check_output(options.output)
    code: int = getattr(import_module(f"rummistats.commands.{module}"), function)(options)
    return code


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = _Parser(
        prog="rummistats",
        description="Probability and statistics of tile rummy: what can be made of a hand?",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rummistats {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: str, words: str, example: str) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=words,
            description=words[0].upper() + words[1:] + ".",
            epilog=f"example:\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run, prog=made.prog)
        return made

    report = command(
        "report",
        "report:run",
        "what a dealt hand is worth: melds, opening, dead wood, with charts and files",
        "rummistats report --rule open_points=50 --hands 100000",
    )
    _add_game(report)
    _add_context(report)
    _add_hand_size(report)
    _add_run(report)
    report.add_argument(
        "--played",
        type=read_number,
        nargs="?",
        const=500,
        default=0,
        metavar="DEALS",
        help="also play deals out, and show openings, dead wood, melds and helpful tiles turn by "
        "turn (500 deals unless given)",
    )
    _add_format(report)
    report.add_argument(
        "--output",
        metavar="FOLDER",
        default="report",
        help="folder for the page, charts, CSV and JSON; made if there is none (default: report)",
    )
    report.add_argument("--no-files", action="store_true", help="print only, write no files")

    hand = command(
        "hand",
        "hand:run",
        "explain one hand: its melds, best opening and dead wood",
        'rummistats hand "R10 B10 J"',
    )
    hand.add_argument(
        "tiles",
        nargs="+",
        metavar="TILES",
        help="tiles such as R7 B7 K7 Y10 J: red, blue, black, yellow, joker; F: false joker; "
        "cards such as 7H TD AS X",
    )
    _add_game(hand)
    _add_context(hand)
    _add_format(hand)
    _add_file(hand)

    measure = (
        "what is asked, such as has_meld, pairs or 'has_run(length=4)'; 'rummistats measures' "
        "lists all"
    )
    exact = command(
        "exact",
        "distribution:run_exact",
        "count all hands: the exact distribution of a measure",
        'rummistats exact "has_run(length=4)" --hand-size 21\n'
        '  rummistats exact can_open --holding "R4 R5 B12 K12" --draws 3 --seen "R3 Y12"',
    )
    exact.add_argument("measure", metavar="MEASURE", help=measure)
    _add_game(exact)
    _add_context(exact)
    _add_hand_size(exact)
    exact.add_argument(
        "--holding",
        metavar="TILES",
        help="the tiles that are held already, in quotation marks, all of them, with the joker "
        "that each player is given where the game does so: what becomes of this hand",
    )
    exact.add_argument(
        "--draws",
        type=read_number,
        metavar="N",
        help="how many tiles are drawn to those held (default: 0); all are kept and nothing is "
        "discarded, also where a turn of the game ends with a discard",
    )
    exact.add_argument(
        "--seen",
        metavar="TILES",
        help="tiles that are known to be elsewhere, and can't come",
    )
    exact.add_argument(
        "--limit",
        type=read_number,
        metavar="GB",
        help="gigabytes of memory that counting may take (default: 6, or half of the machine's if "
        "that is less); up to 50,000 different hands are listed instead, which takes none",
    )
    _add_format(exact)
    _add_file(exact)

    simulate = command(
        "simulate",
        "distribution:run_simulate",
        "deal many hands: the estimated distribution of a measure",
        "rummistats simulate melds --hands 100000 --format csv",
    )
    simulate.add_argument("measure", metavar="MEASURE", help=measure)
    _add_game(simulate)
    _add_context(simulate)
    _add_hand_size(simulate)
    _add_run(simulate)
    _add_format(simulate)
    _add_file(simulate)

    _add_compare(
        command(
            "compare",
            "compare:run",
            "compare a measure over games, house rules and hand sizes",
            "rummistats compare can_open --variant sabra --variant romanian --hand-size 12-16\n"
            "  rummistats compare can_open --vary open_points=30,40,50 --chart opening.svg\n"
            "  rummistats compare can_open --variant shanghai --round 1-10 --hand-size 11,12,14\n"
            "  rummistats compare melds --variant 'sabra jokers=0' --variant 'sabra pre_1988'",
        ),
        measure,
    )

    _add_play(
        command(
            "play",
            "play:run",
            "play a deal out and show it turn by turn; a person may sit in one seat",
            "rummistats play --strategy optimal --strategy greedy --seed 1\n"
            "  rummistats play --rule players=2 --seat 1",
        )
    )
    _add_tournament(
        command(
            "tournament",
            "tournament:run",
            "play many deals out, the same ones for all strategies, and count who wins",
            "rummistats tournament --strategy optimal --strategy greedy --deals 1000\n"
            "  rummistats tournament --variant sabra --variant 'sabra jokers=0'",
        )
    )

    add_chart_options(
        command(
            "chart",
            "chart:run",
            "draw a chart for a slide or a page, from a fresh run or from result files",
            EXAMPLES,
        )
    )
    _add_worksheet(
        command(
            "worksheet",
            "worksheet:run",
            "make worksheets for a class, each copy with its own hands and numbers, and their key",
            "rummistats worksheet list --copies 30 --seed 5 --level easy\n"
            "  rummistats worksheet draws --format moodle",
        )
    )

    add_lesson_options(
        command(
            "lessons",
            "lessons:run_list",
            "open the lessons in JupyterLab, or list them; for teachers: the edition with "
            "answers, assignments, worksheets",
            EXAMPLES_OF_LESSONS,
        )
    )

    variants = command(
        "variants",
        "variants:run",
        "list the variants and where they differ, or explain one: its rules in words, its "
        "presets and all house rules",
        "rummistats variants gin",
    )
    variants.add_argument("name", nargs="?", metavar="NAME", help="the variant")
    _add_format(variants)
    _add_file(variants)

    measures = command(
        "measures",
        "measures:run",
        "list the measures: what can be asked of a hand, and what has an exact answer",
        "rummistats measures",
    )
    _add_format(measures)
    _add_file(measures)

    cache = command(
        "cache",
        "cache:run",
        "say where the counts are kept that took long, so that they are counted once only",
        "rummistats cache --clear",
    )
    cache.add_argument("--clear", action="store_true", help="delete them")
    cache.set_defaults(output=None)
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        metavar="NAME",
        default="sabra",
        help="the game (default: sabra); 'rummistats variants' lists them; mini: a small game",
    )
    parser.add_argument("--preset", metavar="NAME", help="house rules that go by one name")
    parser.add_argument(
        "--rule",
        action="append",
        metavar="NAME=VALUE",
        help="a house rule, such as open_points=50; may be given several times",
    )


def _add_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--round",
        type=read_number,
        metavar="N",
        help="the round, where they differ (Shanghai Rummy)",
    )


def _add_context(parser: argparse.ArgumentParser) -> None:
    _add_round(parser)
    parser.add_argument(
        "--indicator",
        metavar="TILE",
        help="the face-up tile of the Okey games, such as R5; odds are averaged over all unless "
        "given",
    )


def _add_compare(parser: argparse.ArgumentParser, measure: str) -> None:
    parser.add_argument("measure", metavar="MEASURE", help=measure)
    parser.add_argument(
        "--variant",
        action="append",
        metavar="GAME",
        help="a game, with house rules or a preset if need be: sabra, 'sabra jokers=0' or "
        "'sabra pre_1988'; may be given several times; all: every game (default: sabra)",
    )
    _add_common_rule(parser)
    parser.add_argument(
        "--vary",
        action="append",
        metavar="NAME=VALUES",
        help="a rule and the values it is to have, such as open_points=30,40,50; if given "
        "several times, all combinations",
    )
    parser.add_argument(
        "--hand-size",
        type=listed_numbers,
        metavar="TILES",
        help="tiles in a hand, such as 14 or 14,16 or 10-14 (default: each game's)",
    )
    parser.add_argument(
        "--round",
        type=listed_numbers,
        metavar="N",
        help="the rounds, such as 1-10 (Shanghai Rummy)",
    )
    parser.add_argument("--indicator", metavar="TILE", help="the face-up tile of the Okey games")
    parser.add_argument(
        "--method",
        choices=("auto", "exact", "simulate"),
        default="auto",
        help="count, deal hands, or count where that takes a moment only (default: auto)",
    )
    parser.add_argument(
        "--skip",
        action="store_true",
        help="leave out the games in which the measure has no meaning; otherwise an error",
    )
    parser.add_argument(
        "--chart", metavar="FILE", help="also draw a chart into this file: .svg, .png or .pdf"
    )
    _add_run(parser)
    _add_format(parser)
    _add_file(parser)


def _add_play(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    _add_round(parser)
    _add_strategy(parser)
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        help="a number from 0 on: the same seed deals the same tiles (default: another one every "
        "time; it is shown)",
    )
    parser.add_argument(
        "--seat",
        type=read_number,
        metavar="N",
        help="sit in this seat, counted from 1, and be asked what to do; help lists the commands",
    )
    parser.add_argument(
        "--format",
        choices=("text", "jsonl"),
        default="text",
        help="what is printed: text, or lines of JSON that can be read back (default: text)",
    )
    _add_file(parser)


def _add_tournament(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        action="append",
        metavar="GAME",
        help="a game, with house rules or a preset if need be: sabra, 'sabra jokers=0'; may be "
        "given several times: all are played with the same deals (default: sabra)",
    )
    _add_common_rule(parser)
    _add_round(parser)
    _add_strategy(parser)
    parser.add_argument(
        "--deals",
        type=read_number,
        metavar="N",
        default=1000,
        help="how many deals; each is played with the strategies in all seats (default: 1,000)",
    )
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        default=1,
        help="a number from 0 on: the same seed deals the same tiles (default: 1)",
    )
    parser.add_argument(
        "--workers",
        type=read_number,
        metavar="N",
        help="processes that work (default: one a core)",
    )
    _add_format(
        parser,
        "what is printed: tables; csv, with a row for each seat of each time a deal is played; or "
        "json, with both. Seats are counted from 1 in tables, and from 0 in csv and json, as in "
        "Python; turn_place is 1 for who starts (default: table)",
    )
    _add_file(parser)


def _add_worksheet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="what they are about; without one all are listed"
    )
    parser.add_argument(
        "--copies",
        type=read_number,
        metavar="N",
        default=30,
        help="how many copies, each with its own hands and numbers (default: 30)",
    )
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        default=1,
        help="a number from 0 on: the same seed makes the same sheets (default: 1)",
    )
    parser.add_argument("--level", metavar="LEVEL", help="easy, medium or hard (default: medium)")
    parser.add_argument(
        "--format",
        choices=("pdf", "moodle", "qti"),
        default="pdf",
        help="pdf: sheets and a key; moodle, qti: questions for a learning platform (default: pdf)",
    )
    parser.add_argument("--paper", metavar="SIZE", help="a4 or letter (default: a4)")
    parser.add_argument("--large", action="store_true", help="large print, 18 points")
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        default="worksheets",
        help="folder for the files; made if there is none (default: worksheets)",
    )


def _add_common_rule(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rule",
        action="append",
        metavar="NAME=VALUE",
        help="a house rule for all these games; may be given several times",
    )


def _add_strategy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strategy",
        action="append",
        metavar="NAME",
        help="who plays: random, greedy, borrowing, cautious, optimal, hold_back or counting; "
        "given several times, one seat after the other, again and again round the table "
        "(default: optimal)",
    )


def _add_hand_size(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hand-size",
        type=read_number,
        metavar="TILES",
        help="tiles in a hand (default: the game's)",
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hands",
        type=read_number,
        metavar="N",
        default=1_000_000,
        help="how many hands to deal (default: 1,000,000)",
    )
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        default=1,
        help="a number from 0 on: the same seed deals the same hands, another one others "
        "(default: 1, so that everybody sees the same figures)",
    )
    parser.add_argument(
        "--workers", type=read_number, metavar="N", help="threads that work (default: one a core)"
    )


def _add_format(
    parser: argparse.ArgumentParser, words: str = "what is printed (default: table)"
) -> None:
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table", help=words)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", metavar="FILE", help="write to this file instead of the screen")

"""The options of ``rummistats lessons``."""

from __future__ import annotations

import argparse

from rummistats.commands.numbers import read_number

__all__ = ["EXAMPLES", "add_lesson_options"]

EXAMPLES = """\
rummistats lessons                           which lessons there are
  rummistats lessons open                      copy them into ./rummistats-lessons and open them
  rummistats lessons open --lesson 2 --folder mine
  rummistats lessons open --teacher            the editions with all answers, and the notes
  rummistats lessons worksheets --lesson 2     what its notes want printed
  rummistats lessons export --format nbgrader --output course --seed 7"""


def add_lesson_options(parser: argparse.ArgumentParser) -> None:
    """Add the actions of ``rummistats lessons`` and their options to its parser."""
    parser.set_defaults(run="lessons:run_list", output=None)
    actions = parser.add_subparsers(metavar="ACTION")

    def action(name: str, run: str, words: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        made.set_defaults(run=f"lessons:{run}", prog=made.prog, output=None)
        return made

    action("list", "run_list", "list the lessons: number, title, how many exercises, worksheets")

    opened = action(
        "open",
        "run_open",
        "copy the lessons into a folder, without replacing any work that is there, and open them "
        "in JupyterLab",
    )
    _add_lesson(opened)
    opened.add_argument(
        "--folder",
        metavar="FOLDER",
        help="where they go; made if there is none (default: rummistats-lessons, and "
        "rummistats-lessons-teacher with --teacher)",
    )
    opened.add_argument(
        "--teacher",
        action="store_true",
        help="the teacher's edition, with all answers, and the notes on how to teach it",
    )
    opened.add_argument("--copy-only", action="store_true", help="copy them, and start nothing")
    opened.add_argument(
        "--no-browser",
        action="store_true",
        help="start JupyterLab and print its address, but open no browser",
    )

    build = action(
        "build",
        "run_build",
        "make the student's notebooks and the teacher's editions anew from their sources",
    )
    _add_lesson(build)
    build.add_argument(
        "--check",
        action="store_true",
        help="write nothing; say which are not what their sources say, and exit with 1 if any",
    )

    export = action(
        "export",
        "run_export",
        "write lessons as assignments for nbgrader or Otter-Grader: notebooks with answers and "
        "tests, of which these make the student's version",
    )
    _add_lesson(export)
    export.add_argument(
        "--format", choices=("nbgrader", "otter"), required=True, help="for which of the two"
    )
    _add_seed(export, "the same seed asks for the same numbers, of every student")
    _add_output(export, "assignments")

    worksheets = action(
        "worksheets",
        "run_worksheets",
        "make the worksheets that the notes of lessons want printed, and their keys",
    )
    _add_lesson(worksheets)
    worksheets.add_argument(
        "--copies",
        type=read_number,
        metavar="N",
        default=30,
        help="how many copies, each with its own hands and numbers (default: 30)",
    )
    _add_seed(worksheets, "the same seed makes the same sheets")
    worksheets.add_argument(
        "--level", metavar="LEVEL", default="medium", help="easy, medium or hard (default: medium)"
    )
    worksheets.add_argument(
        "--paper", metavar="SIZE", default="a4", help="a4 or letter (default: a4)"
    )
    worksheets.add_argument("--large", action="store_true", help="large print, 18 points")
    _add_output(worksheets, "worksheets")
    worksheets.set_defaults(format="pdf")


def _add_lesson(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lesson",
        action="append",
        metavar="LESSON",
        help="lessons, by number or name, such as 2,5; may be given several times (default: all)",
    )


def _add_seed(parser: argparse.ArgumentParser, words: str) -> None:
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        default=1,
        help=f"a number from 0 on: {words} (default: 1)",
    )


def _add_output(parser: argparse.ArgumentParser, folder: str) -> None:
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        default=folder,
        help=f"folder for the files; made if there is none (default: {folder})",
    )

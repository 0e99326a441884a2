"""The options of ``rummistats chart``, and which kinds of charts there are."""

from __future__ import annotations

import argparse

from rummistats.commands.numbers import listed_numbers, read_number

__all__ = ["EXAMPLES", "FROM_FILES", "KINDS", "add_chart_options"]

KINDS = {
    "distribution": "the probability of each value of a measure",
    "at-least": "the probability of each value or more; of several games too",
    "at-most": "the probability of each value or less; of several games too",
    "comparison": "a measure in several games, or under several rules",
    "ranges": "how far the values of a measure spread in several games",
    "convergence": "an estimate from more and more hands, and how its interval shrinks",
    "waiting": "how many tiles are drawn until a measure holds",
    "joint": "the joint distribution of two measures",
    "scatter": "two measures as dots, with the line that fits them (default: melds and dead wood)",
    "venn": "two or three events and what they have in common",
    "helpful": "which tiles help a hand, or how often each kind helps one dealt at random",
    "melded": "how often a tile of each number sits in a meld",
    "tiles": "how many tiles of each number a hand has, or hands dealt at random",
}
"""The kinds of charts, and what they show."""

FROM_FILES = ("distribution", "at-least", "at-most", "comparison", "ranges", "convergence")
"""Charts that are drawn from result files as well."""

EXAMPLES = """\
rummistats chart at-least opening_value --at 30,50 --output opening.svg
  rummistats chart comparison can_open --vary open_points=30,40,50 --output opening.pdf
  rummistats chart venn has_group has_run --size half --output venn.png
  rummistats chart helpful --holding "R4 R5 B12 K12" --output helpful.svg
  rummistats chart distribution --from melds.json --output melds.svg"""


def add_chart_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``rummistats chart`` to its parser."""
    kinds = "; ".join(f"{name}: {words}" for name, words in KINDS.items())
    parser.add_argument("kind", metavar="KIND", help=f"what is drawn. {kinds}")
    parser.add_argument(
        "measures",
        nargs="*",
        metavar="MEASURE",
        help="what is asked, such as melds or 'has_run(length=4)'; 'rummistats measures' lists all",
    )
    parser.add_argument(
        "--output", metavar="FILE", required=True, help="the chart's file: .svg, .pdf or .png"
    )
    parser.add_argument(
        "--size",
        default="slide",
        metavar="SIZE",
        help="slide (1280 by 720 dots), half (of a page) or full (a page); default: slide",
    )
    parser.add_argument("--title", metavar="WORDS", help="the title (default: what is shown)")
    parser.add_argument(
        "--from",
        action="append",
        dest="files",
        metavar="FILE",
        help="draw what exact, simulate, compare or report wrote with --format csv or json, "
        "instead of a fresh run; may be given several times, for convergence it must. For "
        + ", ".join(FROM_FILES)
        + "; what the file tells can't be given beside it",
    )
    parser.add_argument(
        "--variant",
        action="append",
        metavar="GAME",
        help="a game, with house rules or a preset if need be: sabra, 'sabra jokers=0'; may be "
        "given several times where games are compared (default: sabra)",
    )
    parser.add_argument(
        "--rule",
        action="append",
        metavar="NAME=VALUE",
        help="a house rule for all these games; may be given several times",
    )
    parser.add_argument(
        "--vary",
        action="append",
        metavar="NAME=VALUES",
        help="a rule and the values it is to have, such as open_points=30,40,50, where games are "
        "compared",
    )
    parser.add_argument(
        "--hand-size",
        type=listed_numbers,
        metavar="TILES",
        help="tiles in a hand, such as 14; several, such as 12-16, where games are compared",
    )
    parser.add_argument(
        "--round", type=listed_numbers, metavar="N", help="the round (Shanghai Rummy)"
    )
    parser.add_argument("--indicator", metavar="TILE", help="the face-up tile of the Okey games")
    parser.add_argument(
        "--method",
        choices=("auto", "exact", "simulate"),
        help="count, deal hands, or count where that takes a moment only (default: auto)",
    )
    parser.add_argument(
        "--holding",
        metavar="TILES",
        help="the hand, in quotation marks: of helpful, tiles and waiting",
    )
    parser.add_argument(
        "--seen",
        metavar="TILES",
        help="tiles that are known to be elsewhere, and can't come: of helpful and waiting",
    )
    parser.add_argument(
        "--at",
        type=listed_numbers,
        metavar="VALUES",
        help="values that are pointed out, such as 30,50: of at-least and at-most; a single one "
        "of distribution, from which on bars are marked, of convergence, whose probability is "
        "estimated, and of waiting, which has to be reached",
    )
    parser.add_argument(
        "--hands",
        type=read_number,
        metavar="N",
        help="how many hands to deal (default: 1,000,000; 100,000 for convergence, 20,000 for "
        "helpful, 2,000 for melded, 1,000 for tiles)",
    )
    parser.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        help="a number from 0 on: the same seed deals the same hands (default: 1)",
    )
    parser.add_argument(
        "--workers", type=read_number, metavar="N", help="threads that work (default: one a core)"
    )

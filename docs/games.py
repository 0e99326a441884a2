"""Make the figure page of every game: how long deals are, who wins, openings and dead wood.

``python -m docs.games`` plays the deals and writes ``docs/games``; names of games make only these.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import rummistats as rs
from rummistats.play import Along, along
from rummistats.report.charts import played_charts
from rummistats.report.played import STRATEGY, TURNS
from rummistats.report.tables import Table, findings_table
from rummistats.report.whole_deals import dead_wood_by_turn, lengths, opened_by_turn, winners
from rummistats.report.winning import opened_word, opening_words, winning_words_of
from rummistats.variants import Variant

FOLDER = Path(__file__).parent / "games"
DEALS = 400
SEED = 1


def page(variant: Variant, played: Along) -> str:
    """Return the page of a game in Markdown; its charts lie beside it."""
    charts = played_charts(played, variant)
    wins = winning_words_of(played, variant)
    opening = f"When has a player {opened_word(variant)}?"
    parts = (
        ("How long is a deal?", "", "played-turns", "turns", lengths(played)),
        ("Who wins?", wins, "played-winners", "player", winners(played, variant)),
        (opening, opening_words(variant), "played", "turn", opened_by_turn(played)),
        ("Dead wood, turn by turn", "", "played-dead-wood", "turn", dead_wood_by_turn(played)),
    )
    lines = [
        f"# {variant.game.title}, played out",
        "",
        f"{played.deals:,} deals with the game's own rules, {variant.players} players who all play "
        f"`{STRATEGY}`, seed {SEED}. A turn is a player's own; a deal that has ended counts with "
        "its last position. Intervals are 95 % intervals, and deals are what is independent. "
        "Made by `make games`. The same figures, beside those of the starting hand, come from "
        f"`{command(variant, played.deals)}`; with `--rule` they are those of house rules.",
    ]
    for title, words, chart, heading, found in parts:
        picture = f"![{charts[chart].text}]({variant.name}/{chart}.png)"
        table = findings_table(title, heading, found)
        lines += ["", f"## {title}", "", *([words, ""] if words else [])]
        lines += [picture, "", *_markdown(table)]
    return "\n".join([*lines, ""])


def command(variant: Variant, deals: int) -> str:
    """Return the command that plays the same deals and tells the same figures of them."""
    return f"rummistats report --variant {variant.name} --played {deals} --seed {SEED}"


def _markdown(table: Table) -> Iterator[str]:
    yield f"{table.caption}:"
    yield ""
    headings = [column.heading for column in table.columns]
    yield f"| {' | '.join(headings)} |"
    yield f"|{'|'.join('--:' if column.is_number else '---' for column in table.columns)}|"
    for row in table.rows:
        yield f"| {' | '.join(row)} |"


def write(variant: Variant, deals: int) -> None:
    """Play a game's deals and write its page with the charts."""
    played = along(variant, STRATEGY, deals, SEED, turns=TURNS, seats=False)
    folder = FOLDER / variant.name
    folder.mkdir(parents=True, exist_ok=True)
    for name, chart in played_charts(played, variant).items():
        chart.save(folder / f"{name}.png")
    (FOLDER / f"{variant.name}.md").write_text(page(variant, played), encoding="utf-8")


def main() -> int:
    """Make the pages that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m docs.games", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games, all of them by default")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each game")
    asked = parser.parse_args()
    for variant in map(rs.find_variant, asked.games) if asked.games else rs.variants():
        write(variant, asked.deals)
        print(f"{FOLDER / variant.name}.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Make the gallery: all tiles, every kind of chart and a worksheet of every topic on one page.

``python -m docs.gallery`` writes ``docs/gallery``; the page is ``docs/gallery/index.html``.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import rummistats as rs
from rummistats.cli import main as command_line
from rummistats.commands.chart_options import KINDS
from rummistats.show.picture import Picture
from rummistats.show.svg import (
    arrangement_picture,
    hand_picture,
    position_picture,
    table_picture,
    tile_set_picture,
)
from rummistats.teach import TOPICS, make_worksheets
from rummistats.teach.sheets import key_source, make_pages, sheets_source

FOLDER = Path(__file__).parent / "gallery"
SEED = 7
STYLES = ("light", "dark", "print")
DOTS_PER_INCH = 75

CHARTS = {
    "distribution": "melds --hands 100000 --seed 7",
    "at-least": "opening_value --at 30,50 --hands 100000 --seed 7",
    "at-most": "dead_wood_tiles --at 5 --hands 100000 --seed 7",
    "comparison": "can_open --vary open_points=30,40,50 --seed 7",
    "ranges": "dead_wood_tiles --hand-size 12-16 --hands 20000 --seed 7",
    "convergence": "can_open --hands 20000 --seed 7",
    "waiting": "has_meld --holding 'R1 R4 B6 B9 K2 K11 Y3'",
    "joint": "melds dead_wood_tiles --hands 50000 --seed 7",
    "scatter": "--hands 20000 --seed 7",
    "venn": "has_group has_run --hands 100000 --seed 7",
    "helpful": "--holding 'R4 R5 B12 K12'",
    "melded": "--hands 2000 --seed 7",
    "tiles": "--hands 1000 --seed 7",
}
"""What each kind of chart is shown with."""

STYLE = """\
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --code: #f0f0f0; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #16181c; --code: #2a2d33; --link: #9cc8ff; }
}
body { margin: 0 auto; max-width: 76rem; padding: 1rem; font: 1.05rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; padding: 0; list-style: none; }
figure { margin: 1.5rem 0; }
figure img { max-width: 100%; height: auto; background: #fff; }
figure.dark img { background: #16181c; }
.pages { display: flex; flex-wrap: wrap; gap: 1rem; }
.pages img { border: 1px solid #777; flex: 0 1 auto; max-width: min(100%, 38rem); }
code { background: var(--code); padding: 0.1em 0.3em; overflow-wrap: anywhere; }
summary { cursor: pointer; }
"""


@dataclass(frozen=True)
class Shown:
    """A picture of the gallery.

    Parameters
    ----------
    file : str
        Where it lies beside the page.
    words : str
        What it shows, for those who can't see it.
    """

    file: str
    words: str


def tile_pictures() -> Iterator[tuple[str, str, Picture]]:
    """Yield the pictures of tiles: their names, what they are called, and themselves."""
    sabra = rs.find_variant("sabra")
    hand = sabra.deal(seed=SEED)
    record = rs.play(sabra, "optimal", seed=SEED)
    for style in STYLES:
        yield f"tiles-{style}", "All tiles of Sabra", tile_set_picture(sabra.tile_set, style=style)
        yield f"hand-{style}", "A hand on its rack", hand_picture(hand, style=style)
    best = rs.arrange(hand, sabra)
    yield "arrangement", "Its best arrangement", arrangement_picture(best)
    late = record.turns[2 * len(record.turns) // 3].after
    yield "table", "A table", table_picture(late.table)
    yield "position", "A position of a deal", position_picture(late)
    for name in ("gin", "okey", "romanian"):
        game = rs.find_variant(name)
        yield f"hand-{name}", f"A hand of {game.game.title}", hand_picture(game.deal(seed=SEED))


def write_tiles(folder: Path) -> Iterator[str]:
    """Write the pictures of tiles, and yield their part of the page."""
    yield '<section id="tiles"><h2>Tiles</h2>'
    for name, called, picture in tile_pictures():
        picture.save(folder / f"{name}.svg")
        dark = ' class="dark"' if name.endswith("dark") else ""
        image = _image(Shown(f"{name}.svg", f"{picture.title}. {picture.text}"))
        style = next((f", {each}" for each in STYLES if name.endswith(each)), "")
        yield f"<figure{dark}>{image}<figcaption>{called}{style}</figcaption></figure>"
    yield "</section>"


def write_charts(folder: Path) -> Iterator[str]:
    """Draw a chart of every kind by its command, and yield their part of the page."""
    yield '<section id="charts"><h2>Charts</h2>'
    for kind, what in KINDS.items():
        file = folder / f"chart-{kind}.svg"
        words = ["chart", kind, *shlex.split(CHARTS[kind])]
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            status = command_line([*words, "--output", str(file)])
        if status:
            raise SystemExit(f"rummistats {shlex.join(words)} failed")
        text = " ".join(told.getvalue().split())
        yield (
            f'<figure id="chart-{kind}">{_image(Shown(file.name, text))}<figcaption>'
            f"<strong>{kind}</strong>: {escape(what)}.<br><code>rummistats "
            f"{escape(shlex.join(words))} --output {file.name}</code></figcaption></figure>"
        )
    yield "</section>"


def write_sheets(folder: Path) -> Iterator[str]:
    """Make a worksheet of every topic, and yield their part of the page."""
    yield '<section id="worksheets"><h2>Worksheets</h2>'
    for name, topic in TOPICS.items():
        sheets = make_worksheets(name, copies=1, seed=SEED)
        pages = make_pages(sheets_source(sheets), DOTS_PER_INCH)
        keys = make_pages(key_source(sheets), DOTS_PER_INCH)
        shown = []
        for what, found in (("sheet", pages), ("key", keys)):
            for number, page in enumerate(found, 1):
                file = folder / f"{what}-{name}-{number}.png"
                file.write_bytes(page)
                of = f"page {number} of {len(found)} of the {what}"
                shown.append(Shown(file.name, f"{topic.title}: {of}"))
        images = "".join(map(_image, shown))
        yield (
            f'<figure id="sheet-{name}"><figcaption><strong>{escape(topic.title)}</strong><br>'
            f"<code>{escape(sheets.command)}</code></figcaption>"
            f'<div class="pages">{images}</div></figure>'
        )
    yield "</section>"


def _image(shown: Shown) -> str:
    return f'<img src="{shown.file}" alt="{escape(shown.words, quote=True)}" loading="lazy">'


def write(folder: Path) -> None:
    """Write the page and all its pictures."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    parts = [*write_tiles(folder), *write_charts(folder), *write_sheets(folder)]
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>rummistats: the gallery</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        "<header><h1>The gallery</h1><p>All tiles, every kind of chart and a worksheet of every "
        "topic, each with the command that makes it. This page is made by "
        '<code>make gallery</code>.</p><nav aria-label="Parts"><ul>'
        '<li><a href="#tiles">Tiles</a></li><li><a href="#charts">Charts</a></li>'
        '<li><a href="#worksheets">Worksheets</a></li></ul></nav></header>\n<main>\n'
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)

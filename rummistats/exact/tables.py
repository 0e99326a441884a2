"""The reference tables that come with the package, and how they are made.

``python -m rummistats.exact.tables`` makes all of them anew, or only those whose names are given.
Each is a CSV file for spreadsheets; where counting takes long, the counts come along as `exact`
keeps them, so that nobody has to wait for them. ``provenance.json`` says where each came from.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rummistats
from rummistats.exact.answer import exact
from rummistats.exact.cache import VARIABLE, file_text, fingerprint, keep
from rummistats.exact.counting import Scores
from rummistats.exact.effort import Effort, count_anew
from rummistats.exact.optima import METHODS, Method
from rummistats.measures import make_measure
from rummistats.playing import deck_of
from rummistats.variants import Variant, find_variant, variants

__all__ = ["TABLES", "Question", "Table", "data_folder", "main", "make_table", "table_text"]

COLUMNS = ("variant", "rules", "measure", "hand_size", "value", "weight", "total", "probability")

PROVENANCE = "provenance.json"


@dataclass(frozen=True)
class Question:
    """A measure in a game, for all hands up to a size.

    Parameters
    ----------
    measure, variant : str
        What is asked, and of which game.
    rules : tuple of (str, object)
        House rules.
    largest : int, optional
        Tiles of the largest hands; as many as a starting hand has unless given.
    """

    measure: str
    variant: str
    rules: tuple[tuple[str, Any], ...] = ()
    largest: int | None = None

    @property
    def game(self) -> Variant:
        """The game with its house rules."""
        return find_variant(self.variant).with_rules(**dict(self.rules))

    @property
    def hand_sizes(self) -> range:
        """The sizes of the hands."""
        return range((self.game.hand_size if self.largest is None else self.largest) + 1)

    @property
    def method(self) -> Method:
        """How it is counted."""
        measure = make_measure(self.measure)
        return METHODS[measure.name](self.game, **measure.settings)

    def fingerprint(self) -> str:
        """Return the fingerprint of what is counted."""
        return fingerprint(self.method.scores, deck_of(self.game), self.method.absorbs)

    def count(self, effort: Effort | None = None) -> Scores:
        """Count the hands, whatever is known of them."""
        method = self.method
        return count_anew(
            method.scores,
            deck_of(self.game),
            self.hand_sizes[-1],
            absorbs=method.absorbs,
            effort=effort,
        )


@dataclass(frozen=True)
class Table:
    """A table that comes with the package.

    Parameters
    ----------
    name : str
        Of its file.
    title : str
        What it shows.
    questions : tuple of Question
        What it answers.
    keeps_counts : bool
        Whether the counts come along, since counting takes long. There is one question then.
    """

    name: str
    title: str
    questions: tuple[Question, ...] = field(repr=False)
    keeps_counts: bool = True


def _sabra(name: str, measure: str, title: str, largest: int | None = None, **rules: Any) -> Table:
    return Table(name, title, (Question(measure, "sabra", tuple(rules.items()), largest),))


TABLES: tuple[Table, ...] = (
    Table(
        "has-meld",
        "Whether any meld can be laid, in every game, for all hands up to a starting hand",
        tuple(Question("has_meld", variant.name) for variant in variants()),
        keeps_counts=False,
    ),
    Table(
        "gin-dead-wood",
        "Points of the cards left over at best, in gin, for up to 11 cards",
        (Question("dead_wood_points", "gin", largest=11),),
    ),
    _sabra("sabra-melds", "melds", "The most melds at the same time, for up to 14 tiles"),
    _sabra(
        "sabra-can-open",
        "can_open",
        "Whether 30 points can be laid, for hands of every size",
        largest=106,
    ),
    _sabra(
        "sabra-opening-value-without-jokers",
        "opening_value",
        "The most points that can be laid, without jokers in the game, for up to 14 tiles",
        jokers=0,
    ),
    _sabra(
        "sabra-melded-tiles-without-jokers",
        "melded_tiles",
        "The most tiles in melds, without jokers in the game, for up to 14 tiles",
        jokers=0,
    ),
    _sabra("sabra-melded-tiles", "melded_tiles", "The most tiles in melds, for up to 14 tiles"),
)
"""All tables, the quick ones first."""


def data_folder() -> Path:
    """Return the folder of the tables that come with the package."""
    return Path(rummistats.__file__).parent / "data"


def make_table(table: Table, folder: Path, effort: Effort | None = None) -> None:
    """Count what a table shows, and write it, its counts and its provenance into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    entry: dict[str, Any] = {
        "table": table.name,
        "title": table.title,
        "command": f"python -m rummistats.exact.tables {table.name}",
        "rummistats": rummistats.__version__,
        "questions": [
            {
                "measure": question.measure,
                "variant": question.variant,
                "rules": dict(question.rules),
                "hand_sizes": [0, question.hand_sizes[-1]],
            }
            for question in table.questions
        ],
        "files": {},
    }
    texts: dict[str, str] = {}
    with _kept_apart():
        if table.keeps_counts:
            (question,) = table.questions
            mark, dealt = question.fingerprint(), question.hand_sizes[-1]
            found = question.count(effort)
            # So that the answers below come from what was just counted.
            keep(found, mark, dealt)
            asked = f"{question.measure}, {question.game!r}"
            entry |= {"fingerprint": mark, "counts": f"{table.name}.counts.json"}
            texts[entry["counts"]] = file_text(found, mark, dealt, rummistats.__version__, asked)
        texts[f"{table.name}.csv"] = table_text(table)
    for name, text in texts.items():
        data = text.encode()
        (folder / name).write_bytes(data)
        entry["files"][name] = sha256(data).hexdigest()
    _write_provenance(folder / PROVENANCE, entry)


def table_text(table: Table) -> str:
    """Return a table as CSV, from the answers that `exact` gives."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for question in table.questions:
        game = question.game
        rules = "; ".join(f"{name}={value}" for name, value in game.differences)
        # The largest first: all others are then known, where anything is kept.
        found = {size: exact(question.measure, game, size) for size in question.hand_sizes[::-1]}
        for size in question.hand_sizes:
            about = (game.name, rules, question.measure, size)
            for value, weight in zip(found[size].values, found[size].weights, strict=True):
                total = found[size].total
                writer.writerow((*about, value, weight, total, f"{weight / total:.15g}"))
    return text.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make tables; the command line gives their names."""
    parser = argparse.ArgumentParser(
        prog="python -m rummistats.exact.tables", description="Make the reference tables anew."
    )
    names = [table.name for table in TABLES]
    parser.add_argument(
        "tables", nargs="*", metavar="TABLE", help=f"all of them unless given: {', '.join(names)}"
    )
    parser.add_argument("--folder", type=Path, default=data_folder(), help="where to write them")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.tables if name not in names]
    if unknown:
        parser.error(f"no table {unknown[0]!r}; there are {', '.join(names)}")
    for table in TABLES:
        if table.name in (options.tables or names):
            print(table.name, file=sys.stderr, flush=True)
            make_table(table, options.folder)
    return 0


@contextmanager
def _kept_apart() -> Iterator[None]:
    """Look up nothing that was counted before."""
    before = os.environ.get(VARIABLE)
    with TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before


def _write_provenance(place: Path, entry: dict[str, Any]) -> None:
    """Put a table's entry in place of the one that is there; the others stay."""
    entries = json.loads(place.read_text(encoding="utf-8")) if place.exists() else []
    known = {other["table"]: other for other in entries} | {entry["table"]: entry}
    ordered = [known[table.name] for table in TABLES if table.name in known]
    place.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

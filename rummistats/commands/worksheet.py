"""``rummistats worksheet``: sheets for a class, with their key."""

from __future__ import annotations

import argparse

from rummistats.commands.folders import write_all
from rummistats.commands.output import emit
from rummistats.files import output_folder
from rummistats.teach.problems import WorksheetError, check_level
from rummistats.teach.sheets import key_source, make_pdf, sheets_source
from rummistats.teach.topics import TOPICS, find_topic
from rummistats.teach.worksheets import Worksheets, make_worksheets

__all__ = ["run", "worksheet_files"]


def run(options: argparse.Namespace) -> int:
    """Write worksheets and their key, or list the topics."""
    if options.topic is None:
        width = max(map(len, TOPICS))
        lines = [f"{name:<{width}}  {topic.title}\n" for name, topic in TOPICS.items()]
        emit("".join(lines), None)
        return 0
    topic = find_topic(options.topic)
    folder = output_folder(options.output)
    _check_together(options)
    level = "medium" if options.level is None else options.level
    sheets = make_worksheets(topic, copies=options.copies, seed=options.seed, level=level)
    written = write_all(worksheet_files(sheets, options), folder)
    emit("".join(f"{path}\n" for path in written), None)
    return 0


def _check_together(options: argparse.Namespace) -> None:
    """Refuse options that would make no difference.

    Raises
    ------
    WorksheetError
        If there are any.
    """
    if options.format != "pdf":
        for name, given in (("--paper", options.paper), ("--large", options.large)):
            if given not in (None, False):
                raise WorksheetError(
                    f"{name} is for PDF sheets; --format {options.format} makes questions, "
                    "which have no pages"
                )
    if options.level is not None and find_topic(options.topic).is_activity:
        check_level(options.level)
        raise WorksheetError(
            f"--level {options.level}: {options.topic} is one sheet for everybody, without levels"
        )


def worksheet_files(sheets: Worksheets, options: argparse.Namespace) -> dict[str, bytes]:
    """Return the content of every file by its name."""
    level = "" if sheets.topic.is_activity else f"-{sheets.level}"
    name = f"{sheets.topic.name}{level}-{sheets.seed}"
    if options.format == "pdf":
        paper = "a4" if options.paper is None else options.paper
        of_sheets = sheets_source(sheets, paper=paper, large=options.large)
        # Large print for one student must not take the place of the class's sheets.
        large = "-large" * options.large
        other = "" if paper.lower() == "a4" else f"-{paper.lower()}"
        return {
            f"{name}{other}{large}.pdf": make_pdf(of_sheets),
            f"{name}{other}-key.pdf": make_pdf(key_source(sheets, paper=paper)),
        }
    from rummistats.teach.platforms import moodle_xml, qti_package

    if options.format == "moodle":
        return {f"{name}-moodle.xml": moodle_xml(sheets).encode()}
    return {f"{name}-qti.zip": qti_package(sheets)}

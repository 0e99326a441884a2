"""The report's files: written whole or not at all."""

from __future__ import annotations

import os
import platform
import re
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from zlib import crc32

from rummistats.errors import RummistatsError
from rummistats.files import output_folder
from rummistats.report.charts import CHARTS, report_charts
from rummistats.report.contents import Report
from rummistats.report.frame import csv_text, json_text, report_data, report_rows
from rummistats.report.page import page_text

__all__ = ["FILES", "ReportFolder", "report_files"]

_PICTURES = tuple(f"{chart}.{kind}" for chart in CHARTS for kind in ("svg", "png"))

FILES = (*_PICTURES, "report.csv", "report.json", "index.html")
"""All files that a report may have; the page, which shows the others, comes last."""


def report_files(report: Report) -> dict[str, bytes]:
    """Return the contents of the report's files by name.

    The same report gives the same bytes.
    """
    charts = report_charts(report)
    files = {
        f"{name}.{kind}": chart.render(kind)
        for name, chart in charts.items()
        for kind in ("svg", "png")
    }
    texts = {
        "report.csv": csv_text(report_rows(report)),
        "report.json": json_text(report_data(report)),
        "index.html": page_text(report, charts),
    }
    return files | {name: text.encode() for name, text in texts.items()}


def _part_name(process: int | str) -> str:
    """Return how the unfinished folders of a process of this computer begin."""
    # A folder may be shared with other computers, whose processes are not seen from here.
    return f".report-{crc32(platform.node().encode()):08x}-{process}-"


def _remove_abandoned(folder: Path) -> None:
    """Remove the unfinished folders of processes that are gone."""
    beginning = re.escape(_part_name("PROCESS")).replace("PROCESS", "([0-9]+)")
    for path in folder.iterdir():
        found = re.fullmatch(rf"{beginning}[0-9a-f]{{8}}\.part", path.name)
        if found and not path.is_symlink() and _is_gone(int(found[1])):
            shutil.rmtree(path, ignore_errors=True)


def _is_gone(process: int) -> bool:
    if os.name == "nt":
        return False  # there, asking with a signal would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass  # of another user, or no number of a process
    return False


class ReportFolder:
    """A folder that gets all files of a report, or none.

    As a context manager it first makes sure that the folder can be written, before any time
    is spent, and removes what a run that was killed has left there. What `write` is given is
    collected beside the files that are there already, and put in their place at the end. Other
    files in the folder stay.

    Parameters
    ----------
    path : path
        The folder; made if there is none.

    Raises
    ------
    RummistatsError
        If the folder has no name or can't be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as parent:
    ...     with ReportFolder(f"{parent}/report") as folder:
    ...         folder.write({"report.csv": b"value,weight"})
    ...     [path.name for path in folder.path.iterdir()]
    ['report.csv']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = output_folder(path)
        self._made: list[Path] = []
        self._unfinished: Path | None = None

    def __enter__(self) -> ReportFolder:
        try:
            self._prepare()
        except OSError as error:
            self._clean_up()
            raise self._refusal(error) from error
        return self

    def _prepare(self) -> None:
        for parent in (*reversed(self.path.parents), self.path):
            if not parent.exists():
                parent.mkdir()
                self._made.append(parent)
        for name in FILES:
            if (self.path / name).is_dir():
                raise IsADirectoryError(21, f"{name} is a folder")
            if (self.path / name).exists() and not (self.path / name).is_file():
                raise FileExistsError(17, f"{name} is no plain file")
        _remove_abandoned(self.path)
        unfinished = self.path / f"{_part_name(os.getpid())}{secrets.token_hex(4)}.part"
        unfinished.mkdir()
        self._unfinished = unfinished

    def write(self, files: Mapping[str, bytes]) -> None:
        """Put these files into the folder, in the place of an earlier report's.

        Raises
        ------
        RummistatsError
            If they can't be written.
        """
        assert self._unfinished is not None
        try:
            for name, content in files.items():
                (self._unfinished / name).write_bytes(content)
            for name in sorted(files, key=FILES.index):
                os.replace(self._unfinished / name, self.path / name)
            self._made = []
            for name in FILES:
                if name not in files:
                    # Of an earlier report: it would not belong to this one.
                    (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            raise self._refusal(error) from error

    def _refusal(self, error: OSError) -> RummistatsError:
        return RummistatsError(
            f"the output folder {str(self.path)!r} can't be written "
            f"({error.strerror or error}); name another one with --output"
        )

    def _clean_up(self) -> None:
        if self._unfinished is not None:
            shutil.rmtree(self._unfinished, ignore_errors=True)
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody else may have put something there
                folder.rmdir()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._clean_up()

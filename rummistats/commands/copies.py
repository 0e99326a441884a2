"""Copies of notebooks in a student's folder: work that is there is never replaced."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

from rummistats.errors import RummistatsError

__all__ = ["Copied", "Copy", "copy_beside"]


class Copied(Enum):
    """What became of a file that was to be copied."""

    NEW = "there was none: it has been copied"
    KEPT = "there was one of this edition: it stays as it is"
    BESIDE = "there was another one, which stays: this one has been put beside it"
    STILL_BESIDE = "there was another one, and this one beside it already: both stay"


@dataclass(frozen=True)
class Copy:
    """A file in a student's folder, and how it came there.

    Parameters
    ----------
    path : Path
        The file of this edition.
    copied : Copied
        What became of it.
    """

    path: Path
    copied: Copied


def copy_beside(content: bytes, target: Path) -> Copy:
    """Put a file into a folder, which is made if there is none, without replacing anything.

    A file of this name stays as it is. Unless it is of the same edition, this one gets a name of
    its own that tells the edition.

    Parameters
    ----------
    content : bytes
        What stands in it.
    target : Path
        What it is to be called if nothing is called so yet.

    Raises
    ------
    RummistatsError
        If it can't be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "notes.md")
    ...     first = copy_beside(b"first", path)
    ...     second = copy_beside(b"second", path)
    ...     first.copied.name, second.copied.name, path.read_bytes(), second.path.name
    ('NEW', 'BESIDE', b'first', 'notes-edition-16367aac.md')
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if _create(content, target):
            return Copy(target, Copied.NEW)
        edition = _edition(content)
        if _edition_of(target) == edition:
            return Copy(target, Copied.KEPT)
        beside = target.with_name(f"{target.stem}-edition-{edition}{target.suffix}")
        made = _create(content, beside)
        return Copy(beside, Copied.BESIDE if made else Copied.STILL_BESIDE)
    except OSError as error:
        why = error.strerror or error
        raise RummistatsError(
            f"{str(target)!r} can't be written ({why}); name another folder with --folder"
        ) from error


def _create(content: bytes, path: Path) -> bool:
    """Write a file unless there is one: whether it has been written."""
    try:
        # Links that lead nowhere are something too.
        file = open(path, "xb")  # noqa: SIM115
    except FileExistsError:
        return False
    try:
        with file:
            file.write(content)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise
    return True


def _edition_of(path: Path) -> str | None:
    try:
        return _edition(path.read_bytes())
    except OSError:
        return None


def _edition(content: bytes) -> str:
    """Return what a notebook says of its edition, whatever has been done in it since."""
    try:
        edition = json.loads(content)["metadata"]["rummistats"]["edition"]
    except (ValueError, KeyError, TypeError):
        edition = None
    return edition if isinstance(edition, str) else sha256(content).hexdigest()[:8]

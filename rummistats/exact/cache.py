"""Counts are kept on disk, so that no question need be counted twice.

A file has two lines: what it is about, and the counts, as JSON. It is used only if it is whole
and for the very question: otherwise it is as if it weren't there. Whatever goes wrong with the
folder, the worst is that hands are counted anew.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import Any

from rummistats import __version__
from rummistats.exact.counting import Score, Scores, make_reader
from rummistats.playing import Deck

__all__ = [
    "VARIABLE",
    "CacheState",
    "cache_folder",
    "cache_state",
    "clear_cache",
    "file_text",
    "fingerprint",
    "keep",
    "known_counts",
    "read_file",
    "shipped_counts",
]

VARIABLE = "RUMMISTATS_CACHE"
"""The environment variable that names another folder; if it is empty, nothing is kept."""

FORMAT = 1
"""The version of what a file looks like."""

PREFIX, SUFFIX = "rummistats-", ".counts.json"
"""How the names of files begin and end."""

LARGEST = 64 << 20
"""Bytes of a file beyond which it can be none of ours."""

MOST_FILES = 500
"""So many files are kept; the oldest go first."""

_TEMPORARY = ".unfinished"


@dataclass(frozen=True)
class CacheState:
    """What is kept.

    Parameters
    ----------
    folder : Path or None
        Where; None if nothing is kept.
    files, size : int
        How many files there are, and their bytes.
    """

    folder: Path | None
    files: int
    size: int


def cache_folder() -> Path | None:
    """Return the folder in which counts are kept, or None if none are.

    It need not exist yet. It is the platform's folder for what can be made again, unless the
    environment variable ``RUMMISTATS_CACHE`` names another one.
    """
    chosen = os.environ.get(VARIABLE)
    try:
        if chosen is not None:
            return Path(chosen).expanduser().absolute() if chosen.strip() else None
        from platformdirs import user_cache_path

        folder = user_cache_path("rummistats", appauthor=False) / "counts"
    except (OSError, RuntimeError):
        return None
    # Without a home there is no place of the user's own.
    return folder if folder.is_absolute() else None


def cache_state() -> CacheState:
    """Return where counts are kept, and how much that is.

    Examples
    --------
    >>> cache_state().folder == cache_folder()
    True
    """
    folder = cache_folder()
    sizes = []
    for file in _files(folder):
        with suppress(OSError):
            sizes.append(file.stat().st_size)
    return CacheState(folder, len(sizes), sum(sizes))


def clear_cache() -> int:
    """Delete all counts that are kept, and return how many files that were.

    Nothing else in the folder is touched.
    """
    deleted = 0
    for file in _files(cache_folder(), unfinished=True):
        with suppress(OSError):
            file.unlink()
            deleted += file.name.endswith(SUFFIX)
    return deleted


def fingerprint(scores: tuple[Score, ...], deck: Deck, absorbs: bool = False) -> str:
    """Return a text that is the same only for questions with the same answers.

    It depends on the melds of the plans, on how each column can turn out and what it counts,
    and on the jokers; not on how many tiles are dealt, nor on names.
    """
    reader = make_reader(scores, deck, 0, absorbs)
    about = (
        reader,
        tuple((score.plan is None, score.sign, score.joker) for score in scores),
        deck.assigned_jokers,
        deck.jokers,
    )
    return sha256(_canonical(about).encode()).hexdigest()


def known_counts(mark: str, dealt: int) -> Scores | None:
    """Return what is known already for a fingerprint, if it is for so many tiles dealt.

    Counts for more tiles serve as well: all smaller hands are among them. The tables that come
    with the package are asked, too; if nothing is to be kept, nothing is looked up either.
    """
    folder = cache_folder()
    if folder is None:
        return None
    kept = _read(folder / _name(mark))
    found = None if kept is None else read_file(kept, mark, _version())
    if found is not None and found[0] >= dealt:
        return _up_to(found[1], dealt)
    return shipped_counts(mark, dealt)


def shipped_counts(mark: str, dealt: int) -> Scores | None:
    """Return what comes with the package for a fingerprint: everybody has the same."""
    data = _shipped(mark)
    found = None if data is None else read_file(data, mark, None)
    if found is None or found[0] < dealt:
        return None
    return _up_to(found[1], dealt)


def _up_to(counts: Scores, dealt: int) -> Scores:
    """Return the counts of hands with up to so many tiles dealt."""
    return {size: hands for size, hands in counts.items() if sum(size) <= dealt}


def keep(found: Scores, mark: str, dealt: int, asked: str = "") -> None:
    """Keep counts, if that is possible and no larger ones are there."""
    folder = cache_folder()
    if folder is None:
        return
    place = folder / _name(mark)
    there = _read(place)
    if there is not None:
        known = read_file(there, mark, _version())
        if known is not None and known[0] >= dealt:
            return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        _write(place, file_text(found, mark, dealt, _version(), asked).encode())
        _drop_oldest(folder)


def file_text(found: Scores, mark: str, dealt: int, version: str, asked: str) -> str:
    """Return counts as the text of a file."""
    counts = [
        [jokers, tiles, sorted([*values, ways] for values, ways in hands.items())]
        for (jokers, tiles), hands in sorted(found.items())
    ]
    body = json.dumps(counts, separators=(",", ":")) + "\n"
    about = {
        "format": FORMAT,
        "rummistats": version,
        "asked": asked,
        "dealt": dealt,
        "fingerprint": mark,
        "sha256": sha256(body.encode()).hexdigest(),
    }
    return json.dumps(about) + "\n" + body


def read_file(data: bytes, mark: str, version: str | None) -> tuple[int, Scores] | None:
    """Return for how many tiles dealt a file has counts, and these.

    Parameters
    ----------
    data : bytes
        What the file holds.
    mark : str
        The fingerprint of the question.
    version : str or None
        By which version it must have been made; by any if None.

    Returns
    -------
    tuple or None
        None if the file is damaged, or for another question or version.
    """
    head, _, body = data.partition(b"\n")
    try:
        about = json.loads(head)
        if (
            about["format"] != FORMAT
            or about["fingerprint"] != mark
            or version not in (None, about["rummistats"])
            or about["sha256"] != sha256(body).hexdigest()
        ):
            return None
        # What has the right checksum was written by us.
        return int(about["dealt"]), {
            (jokers, tiles): {tuple(values): ways for *values, ways in hands}
            for jokers, tiles, hands in json.loads(body)
        }
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _canonical(value: object) -> str:
    """Return a text for a value that does not change with what does not matter."""
    if is_dataclass(value):
        # A field that is added later, with a default, changes nothing.
        named = [(field, getattr(value, field.name)) for field in fields(value)]
        parts = [
            f"{field.name}={_canonical(part)}" for field, part in named if part != field.default
        ]
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, tuple):
        return f"({','.join(map(_canonical, value))})"
    if value is None or isinstance(value, bool | int | str):
        return repr(value)
    raise TypeError(f"{value!r} has no fingerprint")


def _name(mark: str) -> str:
    return f"{PREFIX}{_version()}-{mark[:40]}{SUFFIX}"


@lru_cache(maxsize=1)
def _version() -> str:
    """Return what must be the same for counts to be trusted: whoever changes the code knows why."""
    code = sha256()
    for folder in ("exact", "kernels"):
        try:
            sources = files("rummistats").joinpath(folder).iterdir()
            for file in sorted(sources, key=lambda file: file.name):
                if file.name.endswith(".py"):
                    code.update(file.read_bytes())
        except OSError:
            # Without sources nobody changes them.
            return __version__
    return f"{__version__}-{code.hexdigest()[:8]}"


def _read(place: Path) -> bytes | None:
    try:
        with place.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError):
        return None
    return data if len(data) <= LARGEST else None


def _write(place: Path, data: bytes) -> None:
    """Write a file at once: nobody ever sees a half of it."""
    # Each process has one of its own, and who is last is right, too.
    with NamedTemporaryFile(
        dir=place.parent, prefix=PREFIX, suffix=_TEMPORARY, delete=False
    ) as file:
        try:
            file.write(data)
            file.close()
            os.replace(file.name, place)
        except BaseException:
            file.close()
            with suppress(OSError):
                os.unlink(file.name)
            raise


def _files(folder: Path | None, unfinished: bool = False) -> list[Path]:
    if folder is None:
        return []
    try:
        found = list(folder.iterdir())
    except OSError:
        return []
    return [
        file
        for file in found
        if file.name.startswith(PREFIX)
        and (file.name.endswith(SUFFIX) or (unfinished and file.name.endswith(_TEMPORARY)))
    ]


def _drop_oldest(folder: Path) -> None:
    ages: list[tuple[float, Path]] = []
    for file in _files(folder, unfinished=True):
        with suppress(OSError):
            written = file.stat().st_mtime
            # Left by a process that was killed: none takes an hour to write a file.
            if file.name.endswith(_TEMPORARY) and time() - written > 3600:
                file.unlink()
            elif file.name.endswith(SUFFIX):
                ages.append((written, file))
    for _, file in sorted(ages)[:-MOST_FILES]:
        with suppress(OSError):
            file.unlink()


def _shipped(mark: str) -> bytes | None:
    """Return the counts that come with the package for a fingerprint."""
    name = _shipped_names().get(mark)
    if name is None:
        return None
    try:
        return files("rummistats").joinpath("data", *name.split("/")).read_bytes()
    except OSError:
        return None


@lru_cache(maxsize=1)
def _shipped_names() -> dict[str, str]:
    return {table["fingerprint"]: table["counts"] for table in _provenance() if "counts" in table}


@lru_cache(maxsize=1)
def _provenance() -> tuple[dict[str, Any], ...]:
    """Return where the tables that come with the package are from; nothing if that is damaged."""
    try:
        text = files("rummistats").joinpath("data", "provenance.json").read_text(encoding="utf-8")
        tables: list[dict[str, Any]] = json.loads(text)
        for table in tables:
            if "counts" in table:
                _ = table["fingerprint"]
        return tuple(tables)
    except (OSError, ValueError, TypeError, LookupError):
        return ()

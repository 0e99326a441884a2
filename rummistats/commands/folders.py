"""Many files in a folder of the user's choice: written all, or none."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rummistats.errors import RummistatsError

__all__ = ["write_all"]


def write_all(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write all files into a folder, which is made if there is none: all of them, or none.

    Parameters
    ----------
    files : mapping of str to bytes
        The content of each file by its name, which may lead through folders.
    folder : Path
        Where they go.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    RummistatsError
        If they can't be written.
    """
    made: list[Path] = []
    unfinished: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            target = folder / name
            for parent in reversed(target.parents):
                if not parent.exists():
                    parent.mkdir()
                    made.append(parent)
            part = target.with_name(f".{secrets.token_hex(8)}.part")
            unfinished[part] = target
            part.write_bytes(content)
        for target in unfinished.values():
            if target.is_dir():
                raise IsADirectoryError(21, f"{target.name} is a folder")
        for part, target in unfinished.items():
            os.replace(part, target)
        made = []
    except OSError as error:
        raise RummistatsError(
            f"the output folder {str(folder)!r} can't be written ({error.strerror or error}); "
            "name another one with --output"
        ) from error
    finally:
        for part in unfinished:
            with suppress(OSError):  # a part of its path may be a file
                part.unlink()
        for parent in reversed(made):
            with suppress(OSError):  # somebody else may have put something there
                parent.rmdir()
    return list(unfinished.values())

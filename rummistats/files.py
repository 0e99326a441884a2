"""Files: written whole or not at all, without replacing links and devices."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from rummistats.errors import RummistatsError

__all__ = ["output_folder", "write_whole"]


def output_folder(name: str | os.PathLike[str]) -> Path:
    """Return the folder that ``--output`` names.

    Raises
    ------
    RummistatsError
        If the name is empty: it would be the current folder, without a word.

    Examples
    --------
    >>> output_folder("report").name
    'report'
    """
    if not os.fspath(name):
        raise RummistatsError(
            "the name of the output folder is empty; name one with --output, or . for the "
            "current folder"
        )
    return Path(name)


def write_whole(content: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file: whole, or not at all.

    A link stays, and the file that it leads to is written. What is no plain file, such as a
    pipe or a device, is written into and stays what it is. Who may read the file stays too.

    Parameters
    ----------
    content : bytes
        What is to stand in the file.
    path : path
        Its name, in a folder that exists.

    Raises
    ------
    OSError
        If it can't be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(b"value,weight", f"{folder}/odds.csv")
    ...     [file.name for file in Path(folder).iterdir()]
    ['odds.csv']
    """
    try:
        # Follows links; a pipe that a link leads to may have no path of its own.
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as file:
            file.write(content)
        return
    target = Path(os.path.realpath(path))
    # Not `tempfile`: its files are unreadable for others, and the result would stay so.
    unfinished = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        unfinished.write_bytes(content)
        if mode is not None:
            unfinished.chmod(stat.S_IMODE(mode))
        os.replace(unfinished, target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise

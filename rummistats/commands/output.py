"""Where a command's text goes: to the screen, or into a file, whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from rummistats.errors import RummistatsError
from rummistats.files import write_whole

__all__ = ["check_output", "emit", "give_up_screen", "print_out", "write_file"]


def check_output(output: str | None, option: str = "--output") -> None:
    """Refuse a file that can't be one, or a screen that is none, before any time is spent.

    Raises
    ------
    RummistatsError
        If the name is empty or a folder's, or if nothing can be printed.
    """
    if output is None:
        if sys.stdout is None:
            raise _screen_error("it is closed")
    elif not output:
        raise RummistatsError(f"{option} '': the name is empty; name a file, such as result.csv")
    elif os.path.isdir(output) or output.endswith(("/", os.sep)):
        raise RummistatsError(
            f"{option} {output!r} is a folder; name a file in it, such as "
            f"{os.path.join(output, 'result.csv')}"
        )


def emit(text: str, output: str | None) -> None:
    """Print a text, or write it to a file, whole or not at all.

    Raises
    ------
    RummistatsError
        If the file or the screen can't be written.
    """
    if output is None:
        print_out(text)
    else:
        write_file(text.encode(), output)


def print_out(text: str) -> None:
    """Print a text and make sure that it has got there.

    Raises
    ------
    RummistatsError
        If it can't be printed.
    BrokenPipeError
        If nobody reads on.
    """
    if sys.stdout is None:
        raise _screen_error("it is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        # A closed file is a ValueError.
        give_up_screen()
        raise _screen_error(getattr(error, "strerror", None) or str(error)) from error


def _screen_error(why: str) -> RummistatsError:
    return RummistatsError(f"the standard output can't be written ({why}); see --output")


def give_up_screen() -> None:
    """Let what is still to be printed go nowhere, as Python's own last flush must not fail too."""
    with suppress(AttributeError, OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_file(content: bytes, output: str, option: str = "--output") -> None:
    """Write a file: whole, or not at all.

    A link stays, and the file that it leads to is written. What is no plain file, such as a
    pipe or a device, is written into and stays what it is.

    Raises
    ------
    RummistatsError
        If the file can't be written.
    """
    check_output(output, option)
    try:
        write_whole(content, output)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RummistatsError(
            f"the output file {output!r} can't be written ({error.strerror or error}); "
            f"name another one with {option}"
        ) from error

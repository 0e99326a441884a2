"""What a topic is: its name, what a sheet about it says, and what makes its problems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.teach.problems import Problem

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["Make", "Topic"]

Make = Callable[["Generator", str], "Problem | None"]
"""Makes a problem of a level, or none if what was drawn is not worth asking."""


@dataclass(frozen=True)
class Topic:
    """What worksheets can be about.

    Parameters
    ----------
    name : str
        The word that stands for it in a command.
    title : str
        The heading of its sheets.
    reminder : str
        What somebody who solves its problems must know.
    make : callable
        Makes a problem from a NumPy generator and a level; None if it has to be asked again.
    per_sheet : int
        How many problems a sheet has.
    room : float
        How much room for working a question gets, in lines.
    is_activity : bool
        Whether it is a sheet for an activity with real tiles, which has no problems to solve and is
        the same for all.
    """

    name: str
    title: str
    reminder: str
    make: Make
    per_sheet: int = 2
    room: float = 3
    is_activity: bool = False

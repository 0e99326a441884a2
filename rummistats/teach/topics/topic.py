"""What a topic is: its name, what a sheet about it says, and what makes its problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
        How much room for working a question gets, in lines; with 0 the answer stands beside it.
    is_activity : bool
        Whether it is a sheet for an activity with real tiles, which has no problems to solve and is
        the same for all.
    more : mapping of str to str
        What there is to know beside that at a level.

    Examples
    --------
    >>> from rummistats.teach.topics import TOPICS
    >>> TOPICS["interval"].reminder_at("easy")[:30]
    'The share p of n deals estimat'
    """

    name: str
    title: str
    reminder: str
    make: Make
    per_sheet: int = 2
    room: float = 3
    is_activity: bool = False
    more: Mapping[str, str] = field(default_factory=dict)

    def reminder_at(self, level: str) -> str:
        """Return all that somebody who solves problems of a level must know."""
        return f"{self.reminder} {self.more.get(level, '')}".strip()

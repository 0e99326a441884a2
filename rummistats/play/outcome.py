"""What is known of a deal that was played out without a record."""

from __future__ import annotations

from dataclasses import dataclass

from rummistats.play.state import State

__all__ = ["Outcome"]


@dataclass(frozen=True)
class Outcome:
    """How a deal ended.

    Parameters
    ----------
    starter : int
        Who started.
    last : State
        The position at the end, of which the table is not told.
    turns : tuple of int
        How many turns each player had.
    opened : tuple of int
        In which of its turns each player opened; 0 for never.
    jokers_dealt, jokers : tuple of int
        How many jokers each player was dealt, and was dealt or drew.
    """

    starter: int
    last: State
    turns: tuple[int, ...]
    opened: tuple[int, ...]
    jokers_dealt: tuple[int, ...]
    jokers: tuple[int, ...]

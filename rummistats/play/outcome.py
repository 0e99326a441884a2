"""What is known of a deal that was played out without a record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rummistats.play.records import Record
from rummistats.play.state import State

__all__ = ["Outcome", "outcome_of"]


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


def outcome_of(record: Record) -> Outcome:
    """Return what is known of a deal that has a record.

    Examples
    --------
    >>> from rummistats.play import play
    >>> outcome_of(play("gin", "greedy", seed=3)).turns
    (14, 14)
    """
    seats = range(record.variant.players)
    turns = Counter(turn.seat for turn in record.turns)
    return Outcome(
        record.deal.starter,
        record.last,
        tuple(turns[seat] for seat in seats),
        tuple(record.turn_opened(seat) or 0 for seat in seats),
        tuple(map(record.jokers_dealt, seats)),
        tuple(map(record.jokers, seats)),
    )

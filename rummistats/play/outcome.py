"""What is known of a deal that was played out without a record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummistats.play.records import Record
from rummistats.play.state import State
from rummistats.seeds import Seed

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Outcome", "outcome_of", "shuffled_cards"]


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


def shuffled_cards(
    deck: npt.NDArray[Any],
    players: int,
    seed: Seed,
    starter: int | None,
    among: int | None = None,
) -> tuple[npt.NDArray[Any], int, int]:
    """Return what `rummistats.dealing.deal_players` deals where a card lies face up.

    Parameters
    ----------
    deck : numpy.ndarray
        All cards in the order of their kinds, as numbers.
    players : int
        How many play.
    seed : Seed
        Of the deal, as `rummistats.play.play` gets it.
    starter : int, optional
        The seat that starts; drawn by lot unless given.
    among : int, optional
        Of how many cards, the first ones of the deck, one lies face up; of all unless given.

    Returns
    -------
    order : numpy.ndarray
        The other cards, those of the players first.
    place : int
        Where the card that lies face up was in the deck.
    starter : int
        The seat that starts.

    Examples
    --------
    >>> import numpy as np
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> order, place, starter = shuffled_cards(np.arange(52), 2, make_seed(3), None)
    >>> gin, seed = find_variant("gin"), make_seed(3).child(0)
    >>> deal = gin.deal_table(seed=seed)
    >>> gin.table_set.kind(deal.face_up) == place, starter == deal.starter
    (True, True)
    """
    import numpy as np

    random = seed.child(0).generator()
    place = int(random.integers(len(deck) if among is None else among))
    order = np.delete(deck, place)[random.permutation(len(deck) - 1)]
    drawn = int(random.integers(players))
    return order, place, drawn if starter is None else starter

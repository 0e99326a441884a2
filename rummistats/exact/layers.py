"""Layers of an automaton: the states after a column, and what columns do to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rummistats.exact.columns import Column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rummistats.kernels.states import Pool

__all__ = ["BLOCK", "ColumnTiles", "Layer", "Reading", "Step", "bytes_of"]

BLOCK = 2048
"""States that are read at a time at most."""


@dataclass(frozen=True)
class ColumnTiles:
    """How a column can turn out.

    Parameters
    ----------
    columns : tuple of Column
        Tiles of each color.
    dealt : tuple of int
        How many of these tiles are dealt; the others were held before.
    weights : tuple of int
        In how many ways they can be dealt.
    held : int
        How many tiles of the column are held from before.
    counts : tuple of tuple of int
        What these tiles count by themselves, for each score.
    """

    columns: tuple[Column, ...]
    dealt: tuple[int, ...]
    weights: tuple[int, ...]
    held: int
    counts: tuple[tuple[int, ...], ...]


class Reading(NamedTuple):
    """How far the reading of a column has come.

    Parameters
    ----------
    place : int
        The place of the column.
    read, states : int
        How many states were read, of how many.
    found : int
        How many states were found after it so far.
    memory : int
        Bytes that all that is known takes.
    """

    place: int
    read: int
    states: int
    found: int
    memory: int


@dataclass(frozen=True)
class Step:
    """What a column does to a block of states.

    Parameters
    ----------
    first_state : int
        The first state of the block.
    following : numpy.ndarray of int32, shape (states, columns)
        The next state; negative if the goal is reached or the hand can't be one that counts.
    gains : numpy.ndarray of int16, shape (states, columns, objectives)
        What every choice gains.
    """

    first_state: int
    following: npt.NDArray[np.int32]
    gains: npt.NDArray[np.int16]


@dataclass(frozen=True)
class Layer:
    """The states after a column, each a set of debt vectors.

    Parameters
    ----------
    words, more_words : numpy.ndarray of uint64
        Both words of all debt vectors, state after state.
    credits : numpy.ndarray of int16
        What each counts.
    firsts : numpy.ndarray of int64, shape (states + 1,)
        Where each state's vectors begin.
    fewest : numpy.ndarray of int64, shape (states,)
        With how few tiles dealt each state is reached.
    """

    words: npt.NDArray[np.uint64]
    more_words: npt.NDArray[np.uint64]
    credits: npt.NDArray[np.int16]
    firsts: npt.NDArray[np.int64]
    fewest: npt.NDArray[np.int64]

    @classmethod
    def of_one_state(cls, words: Sequence[int], more_words: Sequence[int]) -> Layer:
        """Return the layer before the first column."""
        import numpy as np

        return cls(
            np.array(words, np.uint64),
            np.array(more_words, np.uint64),
            np.zeros(len(words), np.int16),
            np.array([0, len(words)], np.int64),
            np.zeros(1, np.int64),
        )

    @classmethod
    def of_pool(cls, pool: Pool) -> Layer:
        """Return the layer of all states that were found."""
        words, more_words, credits, firsts, _, fewest, _, sizes = pool
        states, held = (int(size) for size in sizes)
        return cls(
            words[:held].copy(),
            more_words[:held].copy(),
            credits[:held].copy(),
            firsts[: states + 1].copy(),
            fewest[:states].copy(),
        )

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.fewest)

    @property
    def memory(self) -> int:
        """How many bytes they take."""
        return bytes_of(self.words, self.more_words, self.credits, self.firsts, self.fewest)

    @property
    def state_of_each(self) -> npt.NDArray[np.int64]:
        """Of which state each debt vector is."""
        import numpy as np

        return np.repeat(np.arange(self.states), np.diff(self.firsts))


def bytes_of(*arrays: npt.NDArray[Any]) -> int:
    """Return how many bytes some arrays take."""
    return sum(array.nbytes for array in arrays)

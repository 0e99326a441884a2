"""The column method: count hands by reading them number by number, never listing them.

A *column* is how many tiles of one number a hand has in each color. An automaton reads the
columns of 1, 2, 3, … and remembers only what still matters; hands that it can't tell apart
any more are counted together. For every state the engine keeps in how many ways ``k`` tiles
lead to it, for all ``k`` at once: the coefficients of a generating function.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Any, Generic, TypeVar

from rummistats.tiles import TileSet

__all__ = ["Column", "ColumnAutomaton", "GeneratingFunctions", "count", "count_all_sizes"]

Column = tuple[int, ...]
"""How many tiles of one number a hand has in each color."""

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, kw_only=True)
class ColumnAutomaton(Generic[State]):
    """A question about hands, as a reader of columns.

    Parameters
    ----------
    start : callable
        ``start(jokers_held)`` is the state before the first column. Jokers have no column.
    step : callable
        ``step(state, number, column)`` is the state after the column of ``number``.
        The fewer states, the faster: what makes no difference any more should not be in them.
    final : callable
        ``final(state)`` is the value of the hand, after the last column.
    by_color : bool
        Whether the colors can be read one after another: first the columns of 1, 2, 3, …
        with the tiles of the first color alone, then those with the tiles of the second
        color, and so on. That is much faster where no color needs to be seen beside another.
    largest_count : int, optional
        The automaton can't tell larger counts in a column from this one, and is given this
        one for them: 1 if it only asks whether a tile is there.

    Examples
    --------
    How many tiles with an even number are in the hand?

    >>> even = ColumnAutomaton(
    ...     start=lambda jokers_held: 0,
    ...     step=lambda tiles, number, column: tiles + sum(column) * (number % 2 == 0),
    ...     final=lambda tiles: tiles,
    ... )
    >>> count(even, TileSet(colors=2, numbers=3, copies=1, jokers=0), hand_size=2)
    {0: 6, 1: 8, 2: 1}
    """

    start: Callable[[int], State]
    step: Callable[[State, int, Column], State]
    final: Callable[[State], Any]
    by_color: bool = False
    largest_count: int | None = None


@dataclass(frozen=True)
class GeneratingFunctions:
    """Generating functions of a tile set: "in how many ways with k tiles", for every k.

    Such a function is held as *one* integer, cut into slots of equal width: slot ``k`` holds
    the coefficient of ``x ** k``. A slot is wide enough for the number of all hands, so no
    coefficient ever runs over into the next slot, and multiplying or adding the integers
    multiplies or adds the functions (Kronecker's substitution). Python's long integers do
    the work.

    Parameters
    ----------
    tile_set : TileSet
        The tiles.

    Examples
    --------
    Two copies of a tile give ``(1 + x) ** 2``; at least one of them is ``2 * x + x ** 2``:

    >>> functions = GeneratingFunctions(TileSet())
    >>> one_or_two = functions.at_least(1, of=2)
    >>> [functions.coefficient(one_or_two, k) for k in range(4)]
    [0, 2, 1, 0]
    """

    tile_set: TileSet

    @property
    def width(self) -> int:
        """Bits of a slot: all hands of all sizes together are ``2 ** size``."""
        return self.tile_set.size + 1

    def term(self, coefficient: int, k: int) -> int:
        """Return ``coefficient * x ** k``."""
        return coefficient << (k * self.width)

    def coefficient(self, function: int, k: int) -> int:
        """Return the coefficient of ``x ** k``."""
        return (function >> (k * self.width)) & ((1 << self.width) - 1)

    def at_least(self, tiles: int, of: int) -> int:
        """Return in how many ways ``tiles`` or more can be chosen ``of`` so many."""
        return sum(self.term(comb(of, k), k) for k in range(tiles, of + 1))

    def cut(self, function: int, largest: int) -> int:
        """Return the function without the powers above ``x ** largest``."""
        return function & ((1 << ((largest + 1) * self.width)) - 1)


def count(automaton: ColumnAutomaton[Any], tile_set: TileSet, hand_size: int) -> dict[Any, int]:
    """Count the hands of one size by their value, copies of a tile told apart.

    Parameters
    ----------
    automaton : ColumnAutomaton
        What is asked.
    tile_set : TileSet
        The tiles that the hands are dealt from.
    hand_size : int
        Tiles in a hand.

    Returns
    -------
    dict
        How many hands have each value; the counts add up to
        ``tile_set.sample_space(hand_size)``. Values that no hand has are left out.

    Raises
    ------
    TileError
        If a hand can't have so many tiles.

    Examples
    --------
    Are two tiles of one number among 2 of the 4 tiles R1 R2 B1 B2? In 2 of 6 hands:

    >>> same = ColumnAutomaton(
    ...     start=lambda jokers_held: False,
    ...     step=lambda seen, number, column: seen or sum(column) >= 2,
    ...     final=bool,
    ... )
    >>> count(same, TileSet(colors=2, numbers=2, copies=1, jokers=0), hand_size=2)
    {False: 4, True: 2}
    """
    tile_set.check_hand_size(hand_size)
    functions = GeneratingFunctions(tile_set)
    by_value = _fold(automaton, tile_set, hand_size)
    counts = {value: functions.coefficient(by_value[value], hand_size) for value in by_value}
    return {value: hands for value, hands in counts.items() if hands}


def count_all_sizes(
    automaton: ColumnAutomaton[Any], tile_set: TileSet
) -> dict[Any, tuple[int, ...]]:
    """Count the hands of every size by their value: they all come out of one pass.

    Returns
    -------
    dict
        For each value how many hands of 0, 1, 2, …, ``tile_set.size`` tiles have it.

    Examples
    --------
    >>> jokers = ColumnAutomaton(
    ...     start=lambda jokers_held: jokers_held,
    ...     step=lambda jokers_held, number, column: jokers_held,
    ...     final=lambda jokers_held: jokers_held,
    ... )
    >>> count_all_sizes(jokers, TileSet(colors=1, numbers=2, copies=1, jokers=1))
    {0: (1, 2, 1, 0), 1: (0, 1, 2, 1)}
    """
    functions = GeneratingFunctions(tile_set)
    by_value = _fold(automaton, tile_set, tile_set.size)
    return {
        value: tuple(functions.coefficient(function, k) for k in range(tile_set.size + 1))
        for value, function in by_value.items()
    }


def _fold(automaton: ColumnAutomaton[Any], tile_set: TileSet, largest: int) -> dict[Any, int]:
    """Return for each value the generating function of the hands that have it."""
    functions = GeneratingFunctions(tile_set)
    readings = list(_readings(automaton, tile_set))
    by_value: dict[Any, int] = defaultdict(int)
    for jokers_held in range(min(tile_set.jokers, largest) + 1):
        states = {automaton.start(jokers_held): 1}
        for number, columns in readings:
            states = _read(automaton, number, columns, states, functions, largest)
        jokers = functions.term(comb(tile_set.jokers, jokers_held), jokers_held)
        for state, function in states.items():
            by_value[automaton.final(state)] += functions.cut(function * jokers, largest)
    return dict(sorted(by_value.items()))


def _read(
    automaton: ColumnAutomaton[Any],
    number: int,
    columns: dict[Column, int],
    states: dict[Any, int],
    functions: GeneratingFunctions,
    largest: int,
) -> dict[Any, int]:
    """Return the states after one number, each with its generating function."""
    step = automaton.step
    following: dict[Any, int] = defaultdict(int)
    for state, function in states.items():
        # Columns that lead to the same state are added first: one long multiplication for all.
        ways: dict[Any, int] = defaultdict(int)
        for column, weight in columns.items():
            ways[step(state, number, column)] += weight
        for next_state, weight in ways.items():
            following[next_state] += function * weight
    cut = {state: functions.cut(function, largest) for state, function in following.items()}
    # A state that takes more tiles than a hand has needs no further reading.
    return {state: function for state, function in cut.items() if function}


def _readings(
    automaton: ColumnAutomaton[Any], tile_set: TileSet
) -> Iterator[tuple[int, dict[Column, int]]]:
    """Yield what the automaton reads: a number, and its columns with their generating functions."""
    colors, copies = tile_set.colors, tile_set.copies
    functions = GeneratingFunctions(tile_set)
    most = copies if automaton.largest_count is None else min(automaton.largest_count, copies)
    of_count = [functions.term(comb(copies, tiles), tiles) for tiles in range(most)]
    of_count.append(functions.at_least(most, of=copies))
    numbers = range(1, tile_set.numbers + 1)
    if not automaton.by_color:
        columns = {
            column: prod(of_count[tiles] for tiles in column)
            for column in product(range(most + 1), repeat=colors)
        }
        yield from ((number, columns) for number in numbers)
        return
    for color in range(colors):
        columns = {
            (0,) * color + (tiles,) + (0,) * (colors - color - 1): ways
            for tiles, ways in enumerate(of_count)
        }
        yield from ((number, columns) for number in numbers)

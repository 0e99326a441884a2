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
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any, Generic, TypeVar

from rummistats.errors import TileError
from rummistats.playing import Deck
from rummistats.tiles import TileSet

__all__ = [
    "Column",
    "ColumnAutomaton",
    "GeneratingFunctions",
    "count",
    "count_all_sizes",
    "jokers_dealt",
    "numbered_tiles",
]

Column = tuple[int, ...]
"""How many tiles of one number a hand has in each color."""

Alike = tuple[tuple[int, ...], ...]
"""Groups of colors, by their places: those of one group have the same tiles still to be read."""

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, kw_only=True)
class ColumnAutomaton(Generic[State]):
    """A question about hands, as a reader of columns.

    Parameters
    ----------
    start : callable
        ``start(jokers_held)`` is the state before the first column. Jokers have no column.
        Jokers that every hand is given beside the tiles dealt are held, too.
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
    merge : callable, optional
        ``merge(state, alike)`` is one state for all that differ only in which color is which
        among colors that are alike, where that makes no difference to the value any more.

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
    merge: Callable[[State, Alike], State] | None = None
    order: tuple[int, ...] | None = None


@dataclass(frozen=True)
class GeneratingFunctions:
    """Generating functions of some tiles: "in how many ways with k of them", for every k.

    Such a function is held as *one* integer, cut into slots of equal width: slot ``k`` holds
    the coefficient of ``x ** k``. A slot is wide enough for the number of all hands, so no
    coefficient ever runs over into the next slot, and multiplying or adding the integers
    multiplies or adds the functions (Kronecker's substitution). Python's long integers do
    the work.

    Parameters
    ----------
    tiles : int
        How many tiles there are.

    Examples
    --------
    Two copies of a tile give ``(1 + x) ** 2``; at least one of them is ``2 * x + x ** 2``:

    >>> functions = GeneratingFunctions(104)
    >>> one_or_two = functions.at_least(1, of=2)
    >>> [functions.coefficient(one_or_two, k) for k in range(4)]
    [0, 2, 1, 0]
    """

    tiles: int

    @property
    def width(self) -> int:
        """Bits of a slot: all hands of all sizes together are ``2 ** tiles``."""
        return self.tiles + 1

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


def count(
    automaton: ColumnAutomaton[Any], dealt_from: Deck | TileSet, hand_size: int
) -> dict[Any, int]:
    """Count the hands of one size by their value, copies of a tile told apart.

    Parameters
    ----------
    automaton : ColumnAutomaton
        What is asked.
    dealt_from : Deck or TileSet
        What the hands are dealt from: what `rummistats.playing.deck_of` returns, or all tiles
        of a set.
    hand_size : int
        Tiles dealt to a hand.

    Returns
    -------
    dict
        How many hands have each value; the counts add up to
        ``dealt_from.sample_space(hand_size)``. Values that no hand has are left out.

    Raises
    ------
    TileError
        If so many tiles can't be dealt, or a tile set has false jokers: they must be played as
        other tiles first.

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
    deck = _as_deck(dealt_from)
    deck.check_hand_size(hand_size)
    functions = GeneratingFunctions(numbered_tiles(deck))
    found = _fold(automaton, deck, hand_size)
    counts: dict[Any, int] = defaultdict(int)
    for jokers, ways in jokers_dealt(deck, hand_size):
        for value, function in found[jokers].items():
            counts[value] += ways * functions.coefficient(function, hand_size - jokers)
    return {value: hands for value, hands in sorted(counts.items()) if hands}


def count_all_sizes(
    automaton: ColumnAutomaton[Any], dealt_from: Deck | TileSet
) -> dict[Any, tuple[int, ...]]:
    """Count the hands of every size by their value: they all come out of one pass.

    Returns
    -------
    dict
        For each value how many hands of 0, 1, 2, …, ``dealt_from.size`` dealt tiles have it.

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
    deck = _as_deck(dealt_from)
    functions = GeneratingFunctions(numbered_tiles(deck))
    found = _fold(automaton, deck, deck.size)
    counts: dict[Any, list[int]] = defaultdict(lambda: [0] * (deck.size + 1))
    for hand_size in range(deck.size + 1):
        for jokers, ways in jokers_dealt(deck, hand_size):
            for value, function in found[jokers].items():
                hands = functions.coefficient(function, hand_size - jokers)
                counts[value][hand_size] += ways * hands
    return {value: tuple(hands) for value, hands in sorted(counts.items())}


def numbered_tiles(deck: Deck) -> int:
    """Return how many tiles of a deck have a number."""
    return sum(deck.counts) - deck.jokers


def jokers_dealt(deck: Deck, hand_size: int) -> Iterator[tuple[int, int]]:
    """Yield how many of the tiles dealt may be jokers, each with its multiplicity.

    The multiplicity says how often each choice of the other tiles counts: once for every choice
    of the jokers and, in the Okey games, for every tile that may lie aside.
    """
    for jokers in range(min(deck.jokers, hand_size) + 1):
        yield jokers, comb(deck.jokers, jokers) * deck.weight_of_jokers(hand_size, jokers)


def _as_deck(dealt_from: Deck | TileSet) -> Deck:
    if isinstance(dealt_from, Deck):
        return dealt_from
    if dealt_from.false_jokers:
        raise TileError(f"false jokers are played as other tiles, so {dealt_from} can't be counted")
    return Deck(dealt_from, dealt_from.copies_of_kind)


def _fold(automaton: ColumnAutomaton[Any], deck: Deck, hand_size: int) -> list[dict[Any, int]]:
    """Return for 0, 1, … jokers dealt the generating function of the other tiles by value."""
    functions = GeneratingFunctions(numbered_tiles(deck))
    readings = list(_readings(automaton, deck))
    by_start: dict[Any, dict[Any, int]] = {}
    found = []
    for jokers in range(min(deck.jokers, hand_size) + 1):
        start = automaton.start(deck.assigned_jokers + jokers)
        if start not in by_start:
            states = {start: 1}
            for reading in readings:
                states = _read(automaton, reading, states, functions, hand_size - jokers)
            by_value: dict[Any, int] = defaultdict(int)
            for state, function in states.items():
                by_value[automaton.final(state)] += function
            by_start[start] = by_value
        found.append(by_start[start])
    return found


@dataclass(frozen=True)
class _Reading:
    """One step through the deck: a number, its columns with their generating functions.

    ``alike`` says which colors have the same tiles from the next number on.
    """

    number: int
    columns: dict[Column, int]
    alike: Alike


def _read(
    automaton: ColumnAutomaton[Any],
    reading: _Reading,
    states: dict[Any, int],
    functions: GeneratingFunctions,
    largest: int,
) -> dict[Any, int]:
    """Return the states after one number, each with its generating function."""
    step, merge = automaton.step, automaton.merge
    following: dict[Any, int] = defaultdict(int)
    for state, function in states.items():
        # Columns that lead to the same state are added first: one long multiplication for all.
        ways: dict[Any, int] = defaultdict(int)
        for column, weight in reading.columns.items():
            ways[step(state, reading.number, column)] += weight
        for next_state, weight in ways.items():
            if merge is not None:
                next_state = merge(next_state, reading.alike)
            following[next_state] += function * weight
    cut = {state: functions.cut(function, largest) for state, function in following.items()}
    # A state that takes more tiles than a hand has needs no further reading.
    return {state: function for state, function in cut.items() if function}


def _readings(automaton: ColumnAutomaton[Any], deck: Deck) -> Iterator[_Reading]:
    """Yield what the automaton reads, in order."""
    colors, numbers = deck.tile_set.colors, deck.tile_set.numbers
    functions = GeneratingFunctions(numbered_tiles(deck))
    there = [deck.counts[color * numbers : (color + 1) * numbers] for color in range(colors)]
    held = [deck.held[color * numbers : (color + 1) * numbers] for color in range(colors)]
    largest = automaton.largest_count

    @cache
    def ways_to_hold(can_come: int, held_before: int) -> dict[int, int]:
        """Return for each number of tiles, those held before among them, the ways to deal it."""
        ways: dict[int, int] = defaultdict(int)
        for dealt in range(can_come + 1):
            tiles = held_before + dealt
            ways[tiles if largest is None else min(largest, tiles)] += functions.term(
                comb(can_come, dealt), dealt
            )
        return ways

    @cache
    def columns(*tiles: tuple[int, int]) -> dict[Column, int]:
        ways = [ways_to_hold(*of_color) for of_color in tiles]
        return {
            column: prod(each[count] for each, count in zip(ways, column, strict=True))
            for column in product(*ways)
        }

    if not automaton.by_color:
        for place, number in enumerate(automaton.order or range(1, numbers + 1), start=1):
            later = (automaton.order or range(1, numbers + 1))[place:]
            groups: dict[object, list[int]] = defaultdict(list)
            for color in range(colors):
                key = tuple((there[color][n - 1], held[color][n - 1]) for n in later)
                groups[key].append(color)
            column = [(there[color][number - 1], held[color][number - 1]) for color in range(colors)]
            yield _Reading(number, columns(*column), tuple(map(tuple, groups.values())))
        return
    nothing = (0, 0)
    for color in range(colors):
        before, after = (nothing,) * color, (nothing,) * (colors - color - 1)
        for number, tiles in enumerate(zip(there[color], held[color], strict=True), start=1):
            yield _Reading(number, columns(*before, tiles, *after), ())

"""The column method: count hands by reading them number by number, never listing them.

A *column* is how many tiles of one number a hand has in each color. An automaton reads the
columns of 1, 2, 3, … and remembers only what still matters; hands that it can't tell apart
any more are counted together. For every state the engine keeps in how many ways ``k`` tiles
lead to it, for all ``k`` at once: the coefficients of a generating function.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, Generic, TypeVar

from rummistats.errors import MeasureError, TileError
from rummistats.exact.functions import GeneratingFunctions
from rummistats.playing import Deck
from rummistats.tiles import TileSet

__all__ = [
    "IMPOSSIBLE",
    "Cases",
    "Column",
    "ColumnAutomaton",
    "count",
    "count_all_sizes",
    "in_order",
    "jokers_dealt",
    "numbered_tiles",
    "unchanged",
]

Column = tuple[int, ...]
"""How many tiles of one number a hand has in each color; below zero if some of them are marked."""

Alike = tuple[tuple[int, ...], ...]
"""Groups of colors, by their places: those of one group have the same tiles still to be read."""

IMPOSSIBLE: Any = "impossible"
"""The state after a column that no hand has there."""

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
        `IMPOSSIBLE` says that no hand goes on so.
    final : callable
        ``final(state)`` is the value of the hand, after the last column.
    gain : callable, optional
        ``gain(state, number, column)`` is what the column of ``number`` adds to the value,
        0 or more. States then need not remember what was gained before: a second variable of
        the generating functions does.
    marks : bool
        Whether some tiles of the hand may be marked. Of a hand with ``n`` tiles that the automaton
        lets be marked, alone or together, it then reads all ``2 ** n`` copies, and the number
        ``n`` is added to the value. A column has ``-2`` for two tiles of which any are marked.
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
    possible : callable, optional
        ``possible(column)`` says whether a column occurs at all. It saves reading those that
        ``step`` would end.
    order : tuple of int, optional
        The numbers in the order in which they are read; 1, 2, 3, … unless given.
    fewest_tiles : int
        How many tiles every column has at least.
    most_states : callable, optional
        ``most_states(tiles)`` are, number by number, bounds for how many states there can be
        after it in hands of so many tiles. `count` refuses what is too large.

    Examples
    --------
    How many tiles with an even number are in the hand?

    >>> even = ColumnAutomaton(
    ...     start=lambda jokers_held: 0,
    ...     step=lambda tiles, number, column: tiles + sum(column) * (number % 2 == 0),
    ...     final=lambda tiles: tiles,
    ... )
    >>> tiles = TileSet(colors=2, numbers=3, copies=1, jokers=0)
    >>> count(even, tiles, hand_size=2)
    {0: 6, 1: 8, 2: 1}

    The same with a single state, in which nothing is remembered:

    >>> gained = ColumnAutomaton(
    ...     start=lambda jokers_held: "reading",
    ...     step=unchanged,
    ...     final=lambda state: 0,
    ...     gain=lambda state, number, column: sum(column) * (number % 2 == 0),
    ... )
    >>> count(gained, tiles, hand_size=2)
    {0: 6, 1: 8, 2: 1}

    And by marks: a tile with an even number may be marked, another one may not.

    >>> marked = ColumnAutomaton(
    ...     start=lambda jokers_held: "reading",
    ...     step=lambda state, number, column: (
    ...         IMPOSSIBLE if number % 2 and min(column) < 0 else state
    ...     ),
    ...     final=lambda state: 0,
    ...     marks=True,
    ... )
    >>> count(marked, tiles, hand_size=2)
    {0: 6, 1: 8, 2: 1}
    """

    start: Callable[[int], State]
    step: Callable[[State, int, Column], State]
    final: Callable[[State], Any]
    gain: Callable[[State, int, Column], int] | None = None
    marks: bool = False
    by_color: bool = False
    largest_count: int | None = None
    merge: Callable[[State, Alike], State] | None = None
    possible: Callable[[Column], bool] | None = None
    order: tuple[int, ...] | None = None
    fewest_tiles: int = 0
    most_states: Callable[[int], list[int]] | None = None


Cases = ColumnAutomaton[Any] | Sequence[ColumnAutomaton[Any]]
"""An automaton, or several that read different hands: together all of them, each once."""


def count(automaton: Cases, dealt_from: Deck | TileSet, hand_size: int) -> dict[Any, int]:
    """Count the hands of one size by their value, copies of a tile told apart.

    Parameters
    ----------
    automaton : ColumnAutomaton, or a sequence of them
        What is asked. Several automata read the hands of different cases, which are added up.
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
    MeasureError
        If there are too many states.

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
    counts: dict[Any, int] = defaultdict(int)
    for functions, found in _fold_cases(automaton, deck, hand_size):
        for jokers, ways in jokers_dealt(deck, hand_size):
            for value, function in found[jokers].items():
                counts[value] += ways * functions.coefficient(function, hand_size - jokers)
    return {value: hands for value, hands in sorted(counts.items()) if hands}


def count_all_sizes(automaton: Cases, dealt_from: Deck | TileSet) -> dict[Any, tuple[int, ...]]:
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
    counts: dict[Any, list[int]] = defaultdict(lambda: [0] * (deck.size + 1))
    for functions, found in _fold_cases(automaton, deck, deck.size):
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


def in_order(colors: tuple[Any, ...], alike: Alike) -> tuple[Any, ...]:
    """Return what is known of each color, sorted among colors that are alike.

    Examples
    --------
    >>> in_order((3, 2, 1), alike=((0, 2), (1,)))
    (1, 2, 3)
    """
    if len(alike) == 1:
        return tuple(sorted(colors))
    ordered = list(colors)
    for group in alike:
        for place, known in zip(group, sorted(colors[color] for color in group), strict=True):
            ordered[place] = known
    return tuple(ordered)


def unchanged(state: State, number: int, column: Column) -> State:
    """Return the state: a step after which nothing new is remembered."""
    return state


def _as_deck(dealt_from: Deck | TileSet) -> Deck:
    if isinstance(dealt_from, Deck):
        return dealt_from
    if dealt_from.false_jokers:
        raise TileError(f"false jokers are played as other tiles, so {dealt_from} can't be counted")
    return Deck(dealt_from, dealt_from.copies_of_kind)


def _functions(automaton: ColumnAutomaton[Any], deck: Deck, hand_size: int) -> GeneratingFunctions:
    """Return the generating functions for hands of this size."""
    numbers = deck.tile_set.numbers
    in_column = max(
        sum(deck.counts[n : numbers * deck.tile_set.colors : numbers]) for n in range(numbers)
    )
    # Tiles that are held before may be marked, too.
    more = sum(deck.held) if automaton.marks else 0
    return GeneratingFunctions(
        numbered_tiles(deck) + more, automaton.marks, row=hand_size + in_column + more + 1
    )


def _fold_cases(
    cases: Cases, deck: Deck, hand_size: int
) -> Iterator[tuple[GeneratingFunctions, list[dict[Any, int]]]]:
    """Yield for each case what `_fold` returns, with the generating functions it is in."""
    automata = (cases,) if isinstance(cases, ColumnAutomaton) else cases
    for automaton in automata:
        _check(automaton, deck.tile_set.numbers)
    steps = sum(_most_steps(automaton, deck, hand_size) for automaton in automata)
    if steps > _TOO_MANY_STEPS:
        raise MeasureError(
            f"with {hand_size} tiles there may be {steps:,} steps from state to state, too many: "
            f"{_TOO_MANY_STEPS:,} take a minute or two. Estimate it with simulate()"
        )
    for automaton in automata:
        yield _functions(automaton, deck, hand_size), _fold(automaton, deck, hand_size)


def _check(automaton: ColumnAutomaton[Any], numbers: int) -> None:
    """Raise an error if an automaton would leave tiles unread."""
    order = automaton.order
    if order is not None and sorted(order) != list(range(1, numbers + 1)):
        raise MeasureError(
            f"order={order!r}: columns are read in an order of all numbers from 1 to {numbers}, "
            "each once"
        )
    largest = automaton.largest_count
    if largest is not None and (not isinstance(largest, int) or largest < 1):
        raise MeasureError(
            f"largest_count={largest!r}: the largest count told apart is a whole number from 1 on"
        )


def _most_steps(automaton: ColumnAutomaton[Any], deck: Deck, hand_size: int) -> int:
    """Return how many columns will be read from all states together, as far as is said."""
    if automaton.most_states is None:
        return 0
    columns = [len(reading.columns) for reading in _readings(automaton, deck)]
    states = [1, *automaton.most_states(hand_size)]
    return sum(map(operator.mul, states, columns))


_TOO_MANY_STEPS = 26_000_000  # of some microseconds each, more where hands are large


def _fold(automaton: ColumnAutomaton[Any], deck: Deck, hand_size: int) -> list[dict[Any, int]]:
    """Return for 0, 1, … jokers dealt the generating function of the other tiles by value."""
    functions = _functions(automaton, deck, hand_size)
    readings = list(_readings(automaton, deck))
    # So many tiles must be dealt to each column where it must not be empty.
    needed = [
        min((tiles for ways in reading.columns.values() for tiles, _ in ways), default=0)
        for reading in readings
    ]
    by_start: dict[Any, dict[Any, int]] = {}
    found = []
    for jokers in range(min(deck.jokers, hand_size) + 1):
        start = automaton.start(deck.assigned_jokers + jokers)
        if start not in by_start:
            states = {start: 1}
            for place, reading in enumerate(readings, start=1):
                kept = sum(needed[place:])
                largest = max(-1, hand_size - jokers - kept)
                states = _read(automaton, reading, states, functions, largest)
            by_start[start] = _by_value(automaton, states, functions)
        found.append(by_start[start])
    return found


def _by_value(
    automaton: ColumnAutomaton[Any], states: dict[Any, int], functions: GeneratingFunctions
) -> dict[Any, int]:
    """Return the generating function of the hands of each value."""
    by_final: dict[Any, int] = defaultdict(int)
    for state, function in states.items():
        by_final[automaton.final(state)] += function
    if automaton.gain is None and not automaton.marks:
        return by_final
    by_value: dict[Any, int] = defaultdict(int)
    for value, function in by_final.items():
        for gained, part in functions.rows(function):
            if not automaton.marks:
                by_value[value + gained] += part
                continue
            # A hand with n tiles to be marked was counted C(n, gained) times with so many marks:
            # the numbers of hands come back by inclusion and exclusion.
            for tiles in range(gained + 1):
                by_value[value + tiles] += (-1) ** (gained - tiles) * comb(gained, tiles) * part
    return by_value


@dataclass(frozen=True)
class _Reading:
    """One step through the deck: a number and its columns.

    In how many ways a column can be is given by how many tiles it has and how many of them are
    marked. ``alike`` says which colors have the same tiles from the next number on.
    """

    number: int
    columns: dict[Column, dict[tuple[int, int], int]]
    alike: Alike


def _read(
    automaton: ColumnAutomaton[Any],
    reading: _Reading,
    states: dict[Any, int],
    functions: GeneratingFunctions,
    largest: int,
) -> dict[Any, int]:
    """Return the states after one number, each with its generating function."""
    step, gain, merge = automaton.step, automaton.gain, automaton.merge
    number = reading.number
    following: dict[Any, int] = defaultdict(int)
    for state, function in states.items():
        # Columns that lead to the same state are added first: one long multiplication for all.
        ways: dict[Any, int] = defaultdict(int)
        for column, by_tiles in reading.columns.items():
            next_state = step(state, number, column)
            if next_state == IMPOSSIBLE:
                continue
            if merge is not None:
                next_state = merge(next_state, reading.alike)
            gained = gain(state, number, column) if gain is not None else 0
            for (tiles, marked), hands in by_tiles.items():
                ways[next_state, tiles, gained + marked] += hands
        for (next_state, tiles, gained), hands in ways.items():
            following[next_state] += functions.times(function, hands, tiles, gained)
    cut = {state: functions.cut(function, largest) for state, function in following.items()}
    # A state that takes more tiles than a hand has needs no further reading.
    return {state: function for state, function in cut.items() if function}


def _readings(automaton: ColumnAutomaton[Any], deck: Deck) -> Iterator[_Reading]:
    """Yield what the automaton reads, in order."""
    colors, numbers = deck.tile_set.colors, deck.tile_set.numbers
    there = [deck.counts[color * numbers : (color + 1) * numbers] for color in range(colors)]
    held = [deck.held[color * numbers : (color + 1) * numbers] for color in range(colors)]
    largest = automaton.largest_count

    def choices(can_come: int, held_before: int) -> Iterator[tuple[int, tuple[int, int], int]]:
        """Yield what a column may have of one color; tiles dealt and marks, and the ways to it."""
        for dealt in range(can_come + 1):
            tiles = held_before + dealt
            counted = tiles if largest is None else min(largest, tiles)
            for marked in range(tiles + 1 if automaton.marks else 1):
                entry = counted * (-1 if marked else 1)
                yield entry, (dealt, marked), comb(can_come, dealt) * comb(tiles, marked)

    @cache
    def columns(*tiles: tuple[int, int]) -> dict[Column, dict[tuple[int, int], int]]:
        if not tiles:
            return {(): {(0, 0): 1}}
        found: dict[Column, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
        for column, by_tiles in columns(*tiles[:-1]).items():
            for entry, (dealt, marked), ways in choices(*tiles[-1]):
                for (before, marks), hands in by_tiles.items():
                    found[*column, entry][before + dealt, marks + marked] += hands * ways
        return found

    def possible(column: Column) -> bool:
        if sum(map(abs, column)) < automaton.fewest_tiles:
            return False
        return automaton.possible is None or automaton.possible(column)

    def reading(number: int, tiles: list[tuple[int, int]], alike: Alike) -> _Reading:
        read = {column: ways for column, ways in columns(*tiles).items() if possible(column)}
        return _Reading(number, read, alike)

    order = automaton.order or tuple(range(1, numbers + 1))
    if not automaton.by_color:
        for place, number in enumerate(order, start=1):
            groups: dict[object, list[int]] = defaultdict(list)
            for color in range(colors):
                later = tuple((there[color][n - 1], held[color][n - 1]) for n in order[place:])
                groups[later].append(color)
            column = [(t[number - 1], h[number - 1]) for t, h in zip(there, held, strict=True)]
            yield reading(number, column, tuple(map(tuple, groups.values())))
        return
    nothing = (0, 0)
    for color in range(colors):
        before, after = [nothing] * color, [nothing] * (colors - color - 1)
        for number in order:
            tiles = there[color][number - 1], held[color][number - 1]
            yield reading(number, [*before, tiles, *after], ())

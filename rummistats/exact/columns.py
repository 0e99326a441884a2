"""The column method: count hands by reading them number by number, never listing them.

A *column* is how many tiles of one number a hand has in each color. An automaton reads the
columns of 1, 2, 3, … and remembers only what still matters; hands that it can't tell apart
any more are counted together. For every state the engine keeps in how many ways ``k`` tiles
lead to it, for all ``k`` at once: the coefficients of a generating function.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from rummistats.distribution.counts import plain_value
from rummistats.errors import MeasureError, RummistatsError, TileError, shown
from rummistats.exact.column_automaton import (
    IMPOSSIBLE,
    MOST_GAIN,
    RETURNS,
    Alike,
    Column,
    ColumnAutomaton,
    as_gain,
    call,
    failed,
    in_order,
    is_state,
    refused,
    unchanged,
)
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
        If there are too many states, or a function of the automaton fails.

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
    return {value: hands for value, hands in _in_rising_order(counts) if hands}


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
    return {value: tuple(hands) for value, hands in _in_rising_order(counts)}


def _in_rising_order(counts: dict[Any, Any]) -> list[tuple[Any, Any]]:
    try:
        return sorted(counts.items(), key=lambda pair: pair[0])
    except TypeError:
        values = ", ".join(map(shown, list(counts)[:4]))
        raise MeasureError(
            f"the values {values} are of different kinds; final returns {RETURNS['final']}, each "
            "time of the same kind"
        ) from None


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


def _most_steps(automaton: ColumnAutomaton[Any], deck: Deck, hand_size: int) -> int:
    """Return how many columns will be read from all states together, as far as is said."""
    if automaton.most_states is None:
        return 0
    columns = [len(reading.columns) for reading in _readings(automaton, deck)]
    bounds = call(automaton, "most_states", hand_size)
    if len(bounds) + 1 < len(columns):
        raise refused(automaton, "most_states", (hand_size,), bounds)
    states = [1, *bounds]
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
        held = deck.assigned_jokers + jokers
        start = call(automaton, "start", held)
        if not is_state(start):
            raise refused(automaton, "start", (held,), start)
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
        value = call(automaton, "final", state)
        summed = automaton.gain is not None or automaton.marks
        # NumPy's numbers count as well, but are added up as Python's.
        value = plain_value(value)
        if not isinstance(value, int if summed else int | tuple) or not is_state(value):
            raise refused(automaton, "final", (state,), value)
        by_final[value] += function
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
            part: str = "step"
            given: tuple[Any, ...] = (state, number, column)
            try:
                next_state = step(state, number, column)
                if next_state == IMPOSSIBLE:
                    continue
                if merge is not None:
                    part, given = "merge", (next_state, reading.alike)
                    next_state = merge(next_state, reading.alike)
                gained = 0
                if gain is not None:
                    part, given = "gain", (state, number, column)
                    gained = gain(state, number, column)
            except RummistatsError:
                raise
            except Exception as error:
                raise failed(automaton, part, given, error) from error
            if gain is not None and (type(gained) is not int or not 0 <= gained <= MOST_GAIN):
                gained = as_gain(automaton, given, gained)
            try:
                for (tiles, marked), hands in by_tiles.items():
                    ways[next_state, tiles, gained + marked] += hands
            except TypeError as error:
                part = "step" if merge is None else "merge"
                raise refused(automaton, part, (state, number, column), next_state) from error
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
        return automaton.possible is None or bool(call(automaton, "possible", column))

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

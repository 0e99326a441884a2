"""The automaton that reads hands column by column: start, step, final value.

A *column* is how many tiles of one number a hand has in each color. An automaton reads the
columns of 1, 2, 3, … and remembers only what still matters.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rummistats.errors import MeasureError, RummistatsError, shown

__all__ = [
    "IMPOSSIBLE",
    "RETURNS",
    "Alike",
    "Column",
    "ColumnAutomaton",
    "as_gain",
    "call",
    "failed",
    "in_order",
    "is_state",
    "refused",
    "unchanged",
]

Column = tuple[int, ...]
"""How many tiles of one number a hand has in each color; below zero if some of them are marked."""

Alike = tuple[tuple[int, ...], ...]
"""Groups of colors, by their places: those of one group have the same tiles still to be read."""

IMPOSSIBLE: Any = "impossible"
"""The state after a column that no hand has there."""

MOST_GAIN = 1_000
"""What a column may add to the value: every value up to the sum of these has a place of its own."""

_STATE = "a state: something that never changes, such as a number, a text or a tuple of these"

RETURNS = {
    "start": _STATE,
    "step": _STATE,
    "final": "a whole number, True or False, or a tuple of these",
    "gain": f"a whole number from 0 to {MOST_GAIN:,}; more belongs into the states",
    "merge": _STATE,
    "possible": "True or False",
    "most_states": "a list of whole numbers, one for each column that is read",
}
"""What the functions of an automaton return."""

_NEEDED = ("start", "step", "final")


def _is_whole(number: object, low: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= low


_PARTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "marks": (lambda given: isinstance(given, bool), "True or False"),
    "by_color": (lambda given: isinstance(given, bool), "True or False"),
    "largest_count": (
        lambda given: given is None or _is_whole(given, 1),
        "the largest count that is told apart, a whole number from 1 on, or None",
    ),
    "order": (
        lambda given: (
            given is None
            or (isinstance(given, tuple) and all(_is_whole(number, 1) for number in given))
        ),
        "a tuple of all numbers, each once, or None",
    ),
    "fewest_tiles": (
        lambda given: _is_whole(given, 0),
        "how many tiles every column has at least, a whole number from 0 on",
    ),
    "name": (lambda given: isinstance(given, str), "a text"),
}
"""What the parts of an automaton that are no functions must be."""

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
        from 0 to `MOST_GAIN`. States then need not remember what was gained before: a second
        variable of the generating functions does.
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
    name : str
        What is asked, as messages and distributions call it.
    most_states : callable, optional
        ``most_states(tiles)`` are, number by number, bounds for how many states there can be
        after it in hands of so many tiles. `count` refuses what is too large.

    Raises
    ------
    MeasureError
        If one of the functions is none, or another part is not what it must be. Whoever counts by
        the automaton gets it where a function fails, or returns what it must not.

    Examples
    --------
    How many tiles with an even number are in the hand?

    >>> from rummistats.exact.columns import count
    >>> from rummistats.tiles import TileSet
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
    name: str = "own automaton"
    most_states: Callable[[int], list[int]] | None = None

    def __post_init__(self) -> None:
        for part in RETURNS:
            function = getattr(self, part)
            if not callable(function) and (function is not None or part in _NEEDED):
                raise MeasureError(
                    f"{part}={shown(function)}: give a function that returns {RETURNS[part]}"
                )
        for part, (is_right, what) in _PARTS.items():
            given = getattr(self, part)
            if not is_right(given):
                raise MeasureError(f"{part}={shown(given)}: give {what}")


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


def call(automaton: ColumnAutomaton[Any], part: str, *given: Any) -> Any:
    """Return what a function of an automaton returns; say which one it was if it fails."""
    try:
        return getattr(automaton, part)(*given)
    except RummistatsError:
        raise
    except Exception as error:
        raise failed(automaton, part, given, error) from error


def failed(
    automaton: ColumnAutomaton[Any], part: str, given: tuple[Any, ...], error: Exception
) -> MeasureError:
    """Return the error that says which function of an automaton failed, and for what."""
    return MeasureError(
        f"{automaton.name}: {part}({', '.join(map(shown, given))}) failed: {error!r}; it returns "
        f"{RETURNS[part]}"
    )


def refused(
    automaton: ColumnAutomaton[Any], part: str, given: tuple[Any, ...], returned: object
) -> MeasureError:
    """Return the error that says which function of an automaton returned what it must not."""
    return MeasureError(
        f"{automaton.name}: {part}({', '.join(map(shown, given))}) returned {shown(returned)}; "
        f"it returns {RETURNS[part]}"
    )


def is_state(thing: object) -> bool:
    """Return whether a thing can be told from others by its value, as states must."""
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def as_gain(automaton: ColumnAutomaton[Any], given: tuple[Any, ...], gained: Any) -> int:
    """Return a number of another kind, such as NumPy's, if it is whole and not too large."""
    try:
        whole = operator.index(gained)
    except TypeError:
        whole = -1
    if not 0 <= whole <= MOST_GAIN:
        raise refused(automaton, "gain", given, gained)
    return whole

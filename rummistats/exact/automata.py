"""The measures that are counted exactly, each as an automaton that reads columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from rummistats.errors import MeasureError
from rummistats.exact.columns import Column, ColumnAutomaton
from rummistats.tiles import JOKER, Tile
from rummistats.variants import Variant

__all__ = ["AUTOMATA", "RunSearch", "find_runs", "group_automaton", "run_automaton"]

FOUND = "found"
"""The state of an automaton that has found what it looks for: nothing changes it any more."""


class RunState(NamedTuple):
    """What a `RunSearch` remembers of the numbers that it has passed."""

    lacking: int
    """Tiles that the full rounds lack."""

    jokers: int
    """The fewest jokers that a rest which it has passed needs; one too many if there is none."""

    gaps: tuple[int, ...]
    """The first numbers that are not there, as far as a run can come back to them."""

    stretches: tuple[int, ...]
    """With 0, 1, … jokers the longest stretch that ends here."""


@dataclass(frozen=True)
class RunSearch:
    """The search for a run of one length in one color, with up to so many jokers.

    It walks along the numbers and knows, for 0, 1, … jokers, the longest stretch of numbers
    that ends here and lacks no more tiles than that. Where 1 follows the highest number, it
    also remembers the gaps among the first numbers: at the end the last stretch goes on there.

    A run that is longer than the numbers go passes all of them in full `rounds`, and then
    some of them, its `rest`, once again. It lacks what the rounds lack, and the tiles that
    are not there once more for the rest. Other runs have no full round.

    Parameters
    ----------
    numbers : int
        The numbers go from 1 to this.
    line : range
        The numbers that are walked through.
    beyond : int
        How many numbers, from 1 on, a run may have beyond the highest one.
    rounds : int
        How often the run passes all numbers.
    rest : int
        Tiles of the run beside the full rounds.
    jokers : int
        The most jokers in the run.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> search = RunSearch.make(find_variant("sabra"), length=3, jokers=1)
    >>> state = search.step(search.step(search.start(), 1, 1), 2, 0)
    >>> state.stretches  # after R1 and no R2: of no number without a joker, of two with one
    (0, 2)
    >>> search.step(state, 3, 1)
    'found'
    """

    numbers: int
    line: range
    beyond: int
    rounds: int
    rest: int
    jokers: int

    @classmethod
    def make(cls, variant: Variant, length: int, jokers: int) -> RunSearch:
        """Return the search for runs of this length, which the variant must have."""
        numbers = variant.numbers
        rounds = (length - 1) // numbers
        rest = length - rounds * numbers
        line, beyond = range(1, numbers + 1), 0
        if variant.ones == "high":
            line, beyond = range(2, numbers + 1), 1
        elif variant.ones == "low_or_high" and rounds:
            line = range(1, 2)  # the run from 1 to 1 needs a second 1, and no other number twice
        elif variant.ones == "low_or_high":
            beyond = 1
        elif variant.ones == "circular":
            beyond = rest - 1
        return cls(numbers, line, beyond, rounds, rest, jokers)

    def start(self) -> RunState:
        """Return what is known before the first number."""
        return RunState(0, self.jokers + 1, (), (0,) * (self.jokers + 1))

    def step(self, state: RunState, number: int, tiles: int) -> RunState | str:
        """Return what is known after a number of which the hand has ``tiles``, or `FOUND`."""
        there = tiles > self.rounds
        lacking = min(state.lacking + max(0, self.rounds - tiles), self.jokers + 1)
        gaps, stretches, fewest = state.gaps, state.stretches, state.jokers
        if not there and number <= self.beyond and len(gaps) <= self.jokers:
            gaps = (*gaps, number)
        if number in self.line:
            before = stretches if there else (-1, *stretches[:-1])
            stretches = tuple(min(stretch + 1, self.rest) for stretch in before)
            fewest = min(fewest, self._jokers_needed(stretches, (0,)))
        if number < self.numbers:
            # What the full rounds lack is not yet known.
            found = not self.rounds and fewest <= self.jokers
        else:
            # With 0, 1, … jokers the first numbers go as far as the first, second, … gap.
            further = (*(gap - 1 for gap in gaps), self.beyond)
            fewest = min(fewest, self._jokers_needed(stretches, further))
            found = lacking + fewest <= self.jokers
        return FOUND if found else RunState(lacking, fewest, gaps, stretches)

    def _jokers_needed(self, stretches: tuple[int, ...], further: tuple[int, ...]) -> int:
        """Return the fewest jokers with which a stretch, going on further, is long enough."""
        return min(
            (
                here + there
                for here, stretch in enumerate(stretches)
                for there, more in enumerate(further)
                if stretch + more >= self.rest
            ),
            default=self.jokers + 1,
        )


def find_runs(variant: Variant, sizes: range, jokers: range) -> tuple[RunSearch, ...]:
    """Return the searches of which one succeeds if a legal run can be laid.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes : range
        How many tiles the run may have.
    jokers : range
        How many jokers it may have. A joker may stand for a tile that is there, too.

    Examples
    --------
    If two jokers need more real tiles, a run with two is longer than one with one:

    >>> from rummistats.variants import find_variant
    >>> strict = find_variant("sabra").with_rules(min_real_per_joker=2)
    >>> [(search.rest, search.jokers) for search in find_runs(strict, range(3, 14), range(3))]
    [(3, 1), (6, 2)]
    """
    longest = max(map(len, variant.runs), default=0)
    # A part of a run lacks no more than the run, so the shortest legal length is enough.
    shortest: dict[int, int] = {}
    for wild in jokers:
        for size in range(max(sizes.start, variant.min_run), min(sizes.stop, longest + 1)):
            if variant.jokers_allowed(size, wild):
                shortest[wild] = size
                break
    return tuple(
        RunSearch.make(variant, size, wild)
        for wild, size in shortest.items()
        if not any(other > wild and shortest[other] <= size for other in shortest)
    )


def fewest_real_tiles(variant: Variant, sizes: range, jokers: range) -> int | None:
    """Return the fewest real tiles of a legal group of such a size with so many jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> fewest_real_tiles(sabra, sizes=range(3, 5), jokers=range(2))
    2
    >>> print(fewest_real_tiles(sabra, sizes=range(5, 9), jokers=range(2)))
    None
    """
    return min(
        (
            size - wild
            for size in range(
                max(sizes.start, variant.min_group), min(sizes.stop, variant.largest_group + 1)
            )
            for wild in jokers
            if variant.jokers_allowed(size, wild)
        ),
        default=None,
    )


def _up_to(jokers: range, held: int) -> range:
    """Return the numbers of jokers that a hand which holds ``held`` can use."""
    return range(jokers.start, min(jokers.stop, held + 1))


def _group_tiles(variant: Variant, column: Column) -> int:
    """Return how many tiles of a column fit into one group, were it large enough."""
    return sum(column) if variant.repeat_colors else sum(map(bool, column))


def group_automaton(
    variant: Variant, sizes: range, jokers: range, number: int | None = None
) -> ColumnAutomaton[Hashable]:
    """Return the automaton that finds a legal group.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes, jokers : range
        How many tiles, and how many jokers among them, the group may have.
    number : int, optional
        The group's number; any unless given.
    """

    def start(held: int) -> Hashable:
        return fewest_real_tiles(variant, sizes, _up_to(jokers, held))

    def step(real: Hashable, this: int, column: Column) -> Hashable:
        if isinstance(real, int) and number in (None, this):
            return FOUND if _group_tiles(variant, column) >= real else real
        return real

    return ColumnAutomaton(
        start=start,
        step=step,
        final=_is_found,
        largest_count=None if variant.repeat_colors else 1,
    )


def run_automaton(
    variant: Variant, sizes: range, jokers: range, color: str | None = None
) -> ColumnAutomaton[Hashable]:
    """Return the automaton that finds a legal run.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    sizes, jokers : range
        How many tiles, and how many jokers among them, the run may have.
    color : str, optional
        The letter of the run's color; any unless given.
    """
    searches = {
        held: find_runs(variant, sizes, _up_to(jokers, held)) for held in range(variant.jokers + 1)
    }
    letters = variant.tile_set.color_letters
    wanted = range(variant.colors) if color is None else (letters.index(color),)

    def first_number(held: int, place: int) -> Hashable:
        return held, place, tuple(search.start() for search in searches[held])

    def start(held: int) -> Hashable:
        return first_number(held, 0)

    # Color after color: the second part of the state is the place of the color that is read.
    def step(state: Any, number: int, column: Column) -> Hashable:
        if state == FOUND:
            return FOUND
        held, place, states = state
        if place in wanted:
            states = tuple(
                search.step(known, number, column[place])
                for search, known in zip(searches[held], states, strict=True)
            )
            if FOUND in states:
                return FOUND
        return (held, place, states) if number < variant.numbers else first_number(held, place + 1)

    return ColumnAutomaton(
        start=start, step=step, final=_is_found, by_color=True, largest_count=_told_apart(searches)
    )


def _is_found(state: Hashable) -> bool:
    return state == FOUND


def _told_apart(searches: dict[int, tuple[RunSearch, ...]]) -> int:
    """Return how many copies of a tile a run can use, at least 1."""
    return max((search.rounds + 1 for each in searches.values() for search in each), default=1)


def _has_meld(variant: Variant, natural: bool = False) -> ColumnAutomaton[Hashable]:
    sizes, jokers = range(1, _LARGE), _jokers(variant, natural)
    searches = {
        held: find_runs(variant, sizes, _up_to(jokers, held)) for held in range(variant.jokers + 1)
    }
    real = {
        held: fewest_real_tiles(variant, sizes, _up_to(jokers, held))
        for held in range(variant.jokers + 1)
    }

    def start(held: int) -> Hashable:
        color = tuple(search.start() for search in searches[held])
        return held, (color,) * variant.colors

    @cache
    def step_color(held: int, states: Any, number: int, tiles: int) -> Any:
        return tuple(
            search.step(known, number, tiles)
            for search, known in zip(searches[held], states, strict=True)
        )

    def step(state: Any, number: int, column: Column) -> Hashable:
        if state == FOUND:
            return FOUND
        held, colors = state
        needed = real[held]
        if needed is not None and _group_tiles(variant, column) >= needed:
            return FOUND
        following = []
        for states, tiles in zip(colors, column, strict=True):
            following.append(step_color(held, states, number, tiles))
            if FOUND in following[-1]:
                return FOUND
        # Which color is which makes no difference to what can still be found.
        return held, tuple(sorted(following))

    return ColumnAutomaton(
        start=start,
        step=step,
        final=_is_found,
        largest_count=None if variant.repeat_colors else _told_apart(searches),
    )


_LARGE = 1 << 16  # more tiles than any meld has


def _jokers(variant: Variant, natural: bool) -> range:
    """Return how many jokers a meld may have."""
    if not isinstance(natural, bool):
        raise MeasureError(f"natural={natural!r}: it is True (melds without jokers) or False")
    return range(1) if natural else range(variant.jokers + 1)


def _at_least(name: str, tiles: int) -> range:
    """Return the sizes of melds with at least so many tiles."""
    if isinstance(tiles, bool) or not isinstance(tiles, int) or tiles < 1:
        raise MeasureError(f"{name}={tiles!r}: the {name} is a whole number from 1 on")
    return range(tiles, _LARGE)


def _has_group(variant: Variant, size: int = 3, natural: bool = False) -> ColumnAutomaton[Hashable]:
    return group_automaton(variant, _at_least("size", size), _jokers(variant, natural))


def _has_run(variant: Variant, length: int = 3, natural: bool = False) -> ColumnAutomaton[Hashable]:
    return run_automaton(variant, _at_least("length", length), _jokers(variant, natural))


def _pairs(variant: Variant) -> ColumnAutomaton[int]:
    def step(pairs: int, number: int, column: Column) -> int:
        return pairs + sum(tiles // 2 for tiles in column)

    return ColumnAutomaton(start=lambda held: 0, step=step, final=int, by_color=True)


def _hand_points(variant: Variant) -> ColumnAutomaton[int]:
    values = {
        number: [
            variant.rack_value(Tile(color, number)) for color in variant.tile_set.color_letters
        ]
        for number in range(1, variant.numbers + 1)
    }

    def start(held: int) -> int:
        return held * variant.rack_value(JOKER)

    def step(points: int, number: int, column: Column) -> int:
        return points + sum(
            tiles * value for tiles, value in zip(column, values[number], strict=True)
        )

    return ColumnAutomaton(start=start, step=step, final=int, by_color=True)


def _count(
    variant: Variant,
    number: int | None = None,
    color: str | None = None,
    joker: bool | None = None,
) -> ColumnAutomaton[int]:
    if joker not in (None, False, True):
        raise MeasureError(f"joker={joker!r}: it is True (count the jokers) or False")
    if number is None and color is None and joker is None:
        raise MeasureError("count what? Give a number, a color or both, or joker=True")
    if joker and (number, color) != (None, None):
        raise MeasureError("a joker has neither number nor color; joker=True is given alone")
    if number is not None and number not in range(1, variant.numbers + 1):
        raise MeasureError(f"number={number!r}: the numbers go from 1 to {variant.numbers}")
    letters = variant.tile_set.color_letters
    if color is not None and color not in tuple(letters):
        raise MeasureError(f"color={color!r}: the colors are {', '.join(letters)}")
    counted = (
        slice(None) if color is None else slice(letters.index(color), letters.index(color) + 1)
    )

    def step(tiles: int, this: int, column: Column) -> int:
        wanted = not joker and number in (None, this)
        return tiles + sum(column[counted]) if wanted else tiles

    return ColumnAutomaton(
        start=lambda held: held if joker else 0, step=step, final=int, by_color=True
    )


AUTOMATA: dict[str, Callable[..., ColumnAutomaton[Any]]] = {
    "has_group": _has_group,
    "has_run": _has_run,
    "has_meld": _has_meld,
    "pairs": _pairs,
    "hand_points": _hand_points,
    "count": _count,
}
"""For each measure with an exact method: its arguments, after the variant, to its automaton."""

"""Tallies: how many groups, runs or isolated tiles a hand has.

They are sums over the numbers and colors of a hand, so they are gained while it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import comb, prod
from typing import Any

from rummistats.exact.columns import IMPOSSIBLE, Cases, Column, ColumnAutomaton, in_order, unchanged
from rummistats.exact.groups import fewest_real_tiles, tiles_for_group
from rummistats.exact.readers import ColorReader, longest_runs, most_multisets, three_tile_runs
from rummistats.melds import all_melds
from rummistats.tiles import Tile
from rummistats.values import are_partners
from rummistats.variants import Variant

__all__ = ["groups", "isolated_tiles", "maximal_melds", "runs", "three_tile_melds"]


def groups(variant: Variant) -> ColumnAutomaton[int]:
    """Return the automaton for the numbers of which a hand has a natural group."""
    needed = _group_needs(variant)

    def gain(state: int, number: int, column: Column) -> int:
        return tiles_for_group(variant, column) >= needed

    return ColumnAutomaton(
        start=_nothing, step=unchanged, gain=gain, final=int, largest_count=_group_copies(variant)
    )


def runs(variant: Variant) -> ColumnAutomaton[int]:
    """Return the automaton for the natural runs that no tile of the hand extends."""
    reader = longest_runs(variant)

    def step(state: int, number: int, column: Column) -> int:
        following, _ = reader.steps[state][any(column)]
        return following if number < variant.numbers else reader.start

    def gain(state: int, number: int, column: Column) -> int:
        return reader.steps[state][any(column)][1]

    return ColumnAutomaton(
        start=lambda held: reader.start,
        step=step,
        gain=gain,
        final=_nothing,
        by_color=True,
        largest_count=1,
    )


def maximal_melds(variant: Variant) -> ColumnAutomaton[tuple[int, ...]]:
    """Return the automaton for groups and runs together."""
    needed = _group_needs(variant)

    def of_column(column: Column) -> int:
        return tiles_for_group(variant, column) >= needed

    reader = longest_runs(variant)
    copies = _group_copies(variant)
    steps = tuple((none, *[one] * copies) for none, one in reader.steps)
    return _colors_side_by_side(
        ColorReader(reader.start, steps), variant, of_column, largest_count=copies
    )


def three_tile_melds(variant: Variant) -> Cases:
    """Return the automaton for the choices of three natural tiles that are a meld.

    Where runs pass from the last number to the first, much has to be remembered of the first
    ones. But the numbers can be cut at an empty column. So hands are told apart by the first
    number that they have no tile of: each of these cases has an automaton that begins there.
    """
    letters = variant.playing_set.color_letters
    groups = [
        [sum(tile.color == letter for tile in meld) for letter in letters]
        for meld in all_melds(variant, jokers=0, max_run=3)
        if len(meld) == 3 and {tile.number for tile in meld} == {1}
    ]

    @cache
    def of_column(column: Column) -> int:
        return sum(prod(map(comb, column, group)) for group in groups)

    reader = three_tile_runs(variant)
    whole = _colors_side_by_side(reader, variant, of_column)
    if max(most_multisets(reader, variant.numbers, variant.colors, sum(variant.deck))) <= _NOT_MANY:
        return whole
    numbers = tuple(range(1, variant.numbers + 1))
    return [
        # No column is empty.
        replace(
            whole,
            fewest_tiles=1,
            most_states=lambda tiles: most_multisets(
                reader, variant.numbers, variant.colors, tiles, fewest=1
            ),
        ),
        *(
            _cut(variant, numbers[empty - 1 :] + numbers[: empty - 1], of_column)
            for empty in numbers
        ),
    ]


_NOT_MANY = 2000  # states with which hands of all kinds are read in a few seconds


def _cut(
    variant: Variant, order: tuple[int, ...], of_column: Callable[[Column], int]
) -> ColumnAutomaton[tuple[int, ...]]:
    """Return the automaton for hands in which the first empty column is that of ``order[0]``."""
    first = order[0]
    reader = three_tile_runs(variant, order[1:])
    whole = _colors_side_by_side(reader, variant, of_column)

    def step(states: tuple[int, ...], number: int, column: Column) -> Any:
        if number == first:
            return IMPOSSIBLE if any(column) else states
        if number < first and not any(column):
            return IMPOSSIBLE
        return whole.step(states, number, column)

    def gain(states: tuple[int, ...], number: int, column: Column) -> int:
        assert whole.gain is not None
        return 0 if number == first else whole.gain(states, number, column)

    return replace(
        whole,
        step=step,
        gain=gain,
        order=order,
        most_states=lambda tiles: [
            1,
            *most_multisets(reader, variant.numbers - 1, variant.colors, tiles),
        ],
    )


def _colors_side_by_side(
    reader: ColorReader,
    variant: Variant,
    of_column: Callable[[Column], int],
    largest_count: int | None = None,
) -> ColumnAutomaton[tuple[int, ...]]:
    """Return the automaton that gains what each color and what each column is worth."""
    steps = reader.steps

    def step(states: tuple[int, ...], number: int, column: Column) -> tuple[int, ...]:
        return tuple([steps[state][tiles][0] for state, tiles in zip(states, column, strict=True)])

    def gain(states: tuple[int, ...], number: int, column: Column) -> int:
        gained = [steps[state][tiles][1] for state, tiles in zip(states, column, strict=True)]
        return sum(gained) + of_column(column)

    return ColumnAutomaton(
        start=lambda held: (reader.start,) * variant.colors,
        step=step,
        gain=gain,
        final=_nothing,
        largest_count=largest_count,
        merge=in_order,
        most_states=lambda tiles: most_multisets(reader, variant.numbers, variant.colors, tiles),
    )


def isolated_tiles(variant: Variant) -> ColumnAutomaton[Any]:
    """Return the automaton for the tiles without a partner.

    It marks them. A tile may be marked if no partner is there before it, and no partner may
    come after it; of tiles that are not marked, only whether they are there matters.
    """
    numbers = range(1, variant.numbers + 1)
    letters = variant.playing_set.color_letters
    tile = {number: Tile(letters[0], number) for number in numbers}
    later = {
        number: [
            other for other in numbers[number:] if are_partners(tile[number], tile[other], variant)
        ]
        for number in numbers
    }
    # Whether two identical tiles are partners, and whether two of other colors are.
    twins = {number: are_partners(tile[number], tile[number], variant) for number in numbers}
    colors = len(letters) > 1 and are_partners(tile[1], Tile(letters[1], 1), variant)
    start = (_FREE,) * variant.numbers

    # What is known of a color: for each number to come whether its tile may still be marked.
    @cache
    def read(ahead: tuple[int, ...], number: int, tiles: int) -> Any:
        marked, twin = tiles < 0, abs(tiles) > 1
        if (
            (tiles and ahead[0] == _BARRED)
            or (marked and ahead[0] == _PARTNERED)
            or (marked and twin and twins[number])
        ):
            return IMPOSSIBLE
        following = list(ahead[1:])
        for other in later[number] if tiles else ():
            place = other - number - 1
            following[place] = max(following[place], _BARRED if marked else _PARTNERED)
        return tuple(following)

    def step_by_color(ahead: tuple[int, ...], number: int, column: Column) -> Any:
        return read(ahead, number, sum(column)) or start

    def step(ahead: tuple[Any, ...], number: int, column: Column) -> Any:
        following = tuple(
            read(of_color, number, tiles) for of_color, tiles in zip(ahead, column, strict=True)
        )
        return IMPOSSIBLE if IMPOSSIBLE in following else following

    def possible(column: Column) -> bool:
        return min(column) >= 0 or sum(map(bool, column)) == 1

    largest = 1 + any(twins.values())
    if not colors:
        return ColumnAutomaton(
            start=lambda held: start,
            step=step_by_color,
            final=_nothing,
            marks=True,
            by_color=True,
            largest_count=largest,
        )
    return ColumnAutomaton(
        start=lambda held: (start,) * len(letters),
        step=step,
        final=_nothing,
        marks=True,
        largest_count=largest,
        merge=in_order,
        possible=possible,
    )


_FREE, _PARTNERED, _BARRED = 0, 1, 2  # may be marked; has a partner; has one that is marked


def _nothing(state: object) -> int:
    return 0


_ANY_SIZE = range(1, 1 << 16)


def _group_needs(variant: Variant) -> float:
    """Return how many tiles of a number a natural group has at least."""
    needed = fewest_real_tiles(variant, _ANY_SIZE, range(1))
    return float("inf") if needed is None else needed


def _group_copies(variant: Variant) -> int:
    """Return how many copies of a tile a group can use, at least 1."""
    if not variant.repeat_colors:
        return 1
    return fewest_real_tiles(variant, _ANY_SIZE, range(1)) or 1

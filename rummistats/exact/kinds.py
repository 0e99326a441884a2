"""How often each kind of meld occurs in a hand, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, NamedTuple

from rummistats.exact.automata import group_automaton, run_automaton
from rummistats.exact.columns import ColumnAutomaton, GeneratingFunctions, count
from rummistats.melds import group_patterns, run_patterns
from rummistats.tiles import TileSet
from rummistats.variants import Variant

__all__ = ["MeldKind", "exact_kinds"]


@dataclass(frozen=True, kw_only=True)
class MeldKind:
    """How often one kind of meld occurs in a hand.

    Parameters
    ----------
    kind : str
        ``group of 3``, ``run of 4``, ``run of 5 or more``: how many tiles the meld has.
    number : int or None
        The number of the groups; None for all of them.
    color : str or None
        The color of the runs; None for all of them.
    joker : bool
        Whether the meld has one joker or more; otherwise it has none.
    probability : Fraction
        That such a meld can be laid from the hand.
    expected : Fraction
        How many different such melds, as multisets of tiles, the hand contains on average.
        They may share tiles.
    """

    kind: str
    number: int | None = None
    color: str | None = None
    joker: bool
    probability: Fraction
    expected: Fraction


def exact_kinds(variant: Variant, hand_size: int | None = None) -> tuple[MeldKind, ...]:
    """Count how often each kind of meld occurs.

    Parameters
    ----------
    variant : Variant
        The game.
    hand_size : int, optional
        Tiles in a hand; the variant's unless given.

    Returns
    -------
    tuple of MeldKind
        Groups by their exact size, runs of the two smallest lengths and all longer ones
        together; each first without and then with jokers; each first as a whole and then by
        number (groups) or by color (runs). Kinds that the rules don't have are left out.

    Raises
    ------
    TileError
        If a hand can't have so many tiles.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> for row in exact_kinds(find_variant("sabra")):
    ...     if row.number is row.color is None and not row.joker:
    ...         print(f"{row.kind}: {float(row.probability):.4f} {float(row.expected):.4f}")
    group of 3: 0.4810 0.6652
    group of 4: 0.0341 0.0342
    run of 3: 0.4053 0.5629
    run of 4: 0.0862 0.1053
    run of 5 or more: 0.0153 0.0213
    """
    size = variant.tile_set.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    return (*_groups(variant, size), *_runs(variant, size))


def _groups(variant: Variant, hand_size: int) -> Iterator[MeldKind]:
    patterns = group_patterns(variant, variant.jokers)
    for size in range(variant.min_group, variant.largest_group + 1):
        for jokers in _without_and_with_jokers(variant):
            yield from _rows(
                f"group of {size}",
                [
                    _Pattern(tuple(sorted(Counter(colors).values())), wild)
                    for colors, wild in patterns
                    if wild in jokers and len(colors) + wild == size
                ],
                partial(group_automaton, variant, range(size, size + 1), jokers),
                tuple(range(1, variant.numbers + 1)),
                variant,
                hand_size,
            )


def _runs(variant: Variant, hand_size: int) -> Iterator[MeldKind]:
    patterns = run_patterns(variant, variant.jokers)
    longest = max(map(len, variant.runs), default=0)
    long = variant.min_run + 2
    for size in range(variant.min_run, min(long, longest) + 1):
        sizes = range(long, longest + 1) if size == long else range(size, size + 1)
        for jokers in _without_and_with_jokers(variant):
            yield from _rows(
                f"run of {size}" + " or more" * (size == long),
                [
                    _Pattern(tuple(sorted(Counter(numbers).values())), wild)
                    for numbers, wild in patterns
                    if wild in jokers and len(numbers) + wild in sizes
                ],
                partial(run_automaton, variant, sizes, jokers),
                tuple(variant.tile_set.color_letters),
                variant,
                hand_size,
            )


def _without_and_with_jokers(variant: Variant) -> tuple[range, range]:
    return range(1), range(1, variant.jokers + 1)


class _Pattern(NamedTuple):
    """How many copies of each of its tiles a meld has, and how many jokers."""

    copies: tuple[int, ...]
    jokers: int


def _rows(
    kind: str,
    patterns: list[_Pattern],
    automaton: Callable[[Any], ColumnAutomaton[Hashable]],
    parts: tuple[int | str, ...],
    variant: Variant,
    hand_size: int,
) -> Iterator[MeldKind]:
    """Yield the row of one kind as a whole, then those of its numbers or colors.

    All numbers have the same groups and all colors the same runs, so that ``patterns`` are
    those of any one, and the first one is counted for all.
    """
    if not patterns:
        return
    hands = variant.tile_set.sample_space(hand_size)

    def probability(question: ColumnAutomaton[Hashable]) -> Fraction:
        return Fraction(count(question, variant.tile_set, hand_size).get(True, 0), hands)

    expected = whole = 0
    for pattern, melds in Counter(patterns).items():
        containing = melds * _hands_that_contain(pattern, variant.tile_set, hand_size)
        expected += containing
        # Jokers alone are the same meld whatever they stand for.
        whole += containing * (len(parts) if pattern.copies else 1)
    row = MeldKind(
        kind=kind,
        joker=patterns[0].jokers > 0,
        probability=probability(automaton(None)),
        expected=Fraction(whole, hands),
    )
    yield row
    row = replace(
        row, probability=probability(automaton(parts[0])), expected=Fraction(expected, hands)
    )
    for part in parts:
        yield replace(row, number=part) if isinstance(part, int) else replace(row, color=part)


def _hands_that_contain(pattern: _Pattern, tile_set: TileSet, hand_size: int) -> int:
    """Return how many hands have the tiles of a meld, whatever else they have."""
    functions = GeneratingFunctions(tile_set)
    tiles = [functions.at_least(copies, of=tile_set.copies) for copies in pattern.copies]
    jokers = functions.at_least(pattern.jokers, of=tile_set.jokers)
    others = tile_set.size - tile_set.copies * len(tiles) - tile_set.jokers
    everything = prod(tiles) * jokers * functions.at_least(0, of=others)
    return functions.coefficient(everything, hand_size)

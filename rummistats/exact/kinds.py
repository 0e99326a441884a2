"""How often each kind of meld occurs in a hand, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, NamedTuple

from rummistats.dealing import Context
from rummistats.exact.automata import group_automaton, run_automaton
from rummistats.exact.columns import ColumnAutomaton, count, jokers_dealt, numbered_tiles
from rummistats.exact.functions import GeneratingFunctions
from rummistats.melds import group_patterns, run_patterns
from rummistats.playing import Deck, deck_of
from rummistats.tiles import Tile
from rummistats.variants import Variant, require_variant

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
    probability: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)


def exact_kinds(
    variant: Variant | str, hand_size: int | None = None, context: Context | None = None
) -> tuple[MeldKind, ...]:
    """Count how often each kind of meld occurs.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given. Assigned jokers come in addition.
    context : Context, optional
        The tile that lies face up. In the Okey games the odds are averaged over the indicators
        unless it gives one.

    Returns
    -------
    tuple of MeldKind
        Groups by their exact size, runs of the two smallest lengths and all longer ones
        together; each first without and then with jokers; each first as a whole and then by
        number (groups) or by color (runs). Kinds that the rules don't have are left out.

    Raises
    ------
    TileError
        If so many tiles can't be dealt.

    Examples
    --------
    >>> for row in exact_kinds("sabra"):
    ...     if row.number is row.color is None and not row.joker:
    ...         print(f"{row.kind}: {float(row.probability):.4f} {float(row.expected):.4f}")
    group of 3: 0.4810 0.6652
    group of 4: 0.0341 0.0342
    run of 3: 0.4053 0.5629
    run of 4: 0.0862 0.1053
    run of 5 or more: 0.0153 0.0213
    """
    variant = require_variant(variant)
    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    return (*_groups(variant, deck, size), *_runs(variant, deck, size))


def _groups(variant: Variant, deck: Deck, hand_size: int) -> Iterator[MeldKind]:
    patterns = group_patterns(variant, deck.tile_set.jokers)
    letters = deck.tile_set.color_letters
    numbers = range(1, variant.numbers + 1)
    parts = {
        number: {color: _copies(deck, color, number) for color in letters} for number in numbers
    }
    for size in range(variant.min_group, variant.largest_group + 1):
        for jokers in _without_and_with_jokers(deck):
            yield from _rows(
                MeldKind(kind=f"group of {size}", joker=jokers.start > 0),
                [
                    _Pattern(colors, wild)
                    for colors, wild in patterns
                    if wild in jokers and len(colors) + wild == size
                ],
                partial(group_automaton, variant, range(size, size + 1), jokers),
                parts,
                deck,
                hand_size,
            )


def _runs(variant: Variant, deck: Deck, hand_size: int) -> Iterator[MeldKind]:
    longest = max(map(len, variant.runs), default=0)
    long = variant.min_run + 2
    # No hand has the longer runs, and there may be very many of them.
    held = hand_size + deck.assigned_jokers
    patterns = run_patterns(variant, deck.tile_set.jokers, max(long, held))
    parts = {
        color: {number: _copies(deck, color, number) for number in range(1, variant.numbers + 1)}
        for color in deck.tile_set.color_letters
    }
    for size in range(variant.min_run, min(long, longest) + 1):
        sizes = range(long, longest + 1) if size == long else range(size, size + 1)
        kind = f"run of {size}" + " or more" * (size == long)
        for jokers in _without_and_with_jokers(deck):
            yield from _rows(
                MeldKind(kind=kind, joker=jokers.start > 0),
                [
                    _Pattern(numbers, wild)
                    for numbers, wild in patterns
                    if wild in jokers and len(numbers) + wild in sizes
                ],
                partial(run_automaton, variant, sizes, jokers),
                parts,
                deck,
                hand_size,
            )


def _copies(deck: Deck, color: str, number: int) -> int:
    return deck.counts[deck.tile_set.kind(Tile(color, number))]


def _without_and_with_jokers(deck: Deck) -> tuple[range, range]:
    return range(1), range(1, deck.tile_set.jokers + 1)


class _Pattern(NamedTuple):
    """The colors of a group or the numbers of a run, with repetition, and how many jokers."""

    tiles: tuple[Any, ...]
    jokers: int


def _rows(
    kind: MeldKind,
    patterns: list[_Pattern],
    automaton: Callable[[Any], ColumnAutomaton[Hashable]],
    parts: dict[Any, dict[Any, int]],
    deck: Deck,
    hand_size: int,
) -> Iterator[MeldKind]:
    """Yield the row of one kind as a whole, then those of its numbers or colors.

    All numbers have the same groups and all colors the same runs: ``patterns`` are those of
    any one. ``parts`` says for each number or color which tiles of it there are: numbers or
    colors with as many are counted once.
    """
    if not patterns:
        return
    hands = deck.sample_space(hand_size)

    def probability(part: Any = None) -> Fraction:
        return Fraction(count(automaton(part), deck, hand_size).get(True, 0), hands)

    def of_part(part: Any) -> MeldKind:
        key = tuple(parts[part].values())
        if key not in known:
            melds = Counter(_Needs.make(pattern, parts[part]) for pattern in patterns)
            expected = sum(n * _hands_with(needs, deck, hand_size) for needs, n in melds.items())
            known[key] = replace(
                kind, probability=probability(part), expected=Fraction(expected, hands)
            )
        return known[key]

    known: dict[tuple[int, ...], MeldKind] = {}
    rows = [
        replace(of_part(part), **{"number" if isinstance(part, int) else "color": part})
        for part in parts
    ]
    # Jokers alone are the same meld whatever they stand for.
    jokers_alone = sum(
        _hands_with(_Needs((), pattern.jokers), deck, hand_size)
        for pattern in patterns
        if not pattern.tiles
    )
    again = (len(parts) - 1) * Fraction(jokers_alone, hands)
    yield replace(
        kind, probability=probability(), expected=sum(row.expected for row in rows) - again
    )
    yield from rows


class _Needs(NamedTuple):
    """What a meld takes: for each kind of tile how many of how many there are; and jokers."""

    tiles: tuple[tuple[int, int], ...]
    jokers: int

    @classmethod
    def make(cls, pattern: _Pattern, there: dict[Any, int]) -> _Needs:
        tiles = Counter(pattern.tiles)
        return cls(tuple(sorted((tiles[tile], there[tile]) for tile in tiles)), pattern.jokers)


def _hands_with(needs: _Needs, deck: Deck, hand_size: int) -> int:
    """Return how many hands have what a meld takes, whatever else they have."""
    numbered = numbered_tiles(deck)
    functions = GeneratingFunctions(numbered)
    others = numbered - sum(there for _, there in needs.tiles)
    ways_to_hold = functions.at_least(0, of=others) * prod(
        functions.at_least(needed, of=there) for needed, there in needs.tiles
    )
    return sum(
        ways * functions.coefficient(ways_to_hold, hand_size - jokers)
        for jokers, ways in jokers_dealt(deck, hand_size)
        if jokers + deck.assigned_jokers >= needs.jokers
    )

"""The best play on a table that is only extended, found by a program that can be compiled.

It knows the usual rules of the games with a trump, and always finds the same one of equally good
plays: players who ask it play the same deals as the compiled program does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rummistats.melds import Group, Meld, Run
from rummistats.play.actions import Lay
from rummistats.play.catalog import missing_colors
from rummistats.play.gains import gains_of
from rummistats.play.laying import lay_of
from rummistats.play.rearranging import rearranging
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.play.threads import kept_by_thread
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    pass

__all__ = ["Program", "extended_program", "is_known", "program_lay"]

_MOVES = 1 << 13


@lru_cache(maxsize=64)
def is_known(variant: Variant) -> bool:
    """Return whether the program knows what may be laid in a variant.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> american = find_variant("american")
    >>> is_known(american), is_known(american.with_rules(rearrange=True))
    (True, False)
    """
    tiles = variant.table_set
    if (tiles.colors, tiles.numbers) != (4, 13) or tiles.false_jokers or tiles.jokers > 2:
        return False
    if (variant.min_group, variant.largest_group, variant.min_run) != (3, 4, 3):
        return False
    if variant.repeat_colors or variant.ones not in ("low", "low_or_high"):
        return False
    if variant.max_jokers_per_combination < tiles.jokers or variant.max_jokers_by_size:
        return False
    if variant.min_real > 1 or not _ones_are_alike(variant):
        return False
    rules = rearranging(variant)
    # In one game an opening is all that is laid in a turn, in the others more may be.
    goes_on = variant.game.name != "romanian"
    return (
        not rules.rearranges
        and rules.joker_mode == "locked"
        and (rules.freed_in_new_meld or rules.reuse_rack_tiles > 0)
        and not rules.reused_apart
        and (variant.min_real_per_joker >= 2 or not rules.group3_needs_both)
        and not rules.joker_before_opening
        and rules.layoff == goes_on
        and rules.opening is not None
        and not rules.opening.single_meld
    )


@dataclass(frozen=True)
class Found:
    """What the program has found.

    Parameters
    ----------
    table : Table
        The table after the play.
    left : Hand
        The rack after it.
    """

    table: Table
    left: Hand


class Program:
    """The program with room to work in, for one thread and game, and for one aim.

    Parameters
    ----------
    variant : Variant
        The game; `is_known` says which.
    best : {"tiles", "rack_points"}
        What is best.
    """

    def __init__(self, variant: Variant, best: str) -> None:
        import numpy as np

        from rummistats.kernels.extended_tables import ANY, OPENED, ROOM, best_play

        self.kernel, self.any, self.opened = best_play, ANY, OPENED
        self.variant = variant
        gains, tiles = gains_of(variant, best), variant.table_set
        self.weights = np.array((*gains.tiles, max(gains.jokers)), dtype=np.int64)
        opening = rearranging(variant).opening
        assert opening is not None
        self.need, self.layoff = opening.points, rearranging(variant).layoff
        rules = [
            13 if variant.ones == "low" else 14,
            max(map(len, variant.runs)),
            rearranging(variant).reuse_rack_tiles,
            variant.min_real_per_joker,
            opening.needs_run,
            rearranging(variant).group3_needs_both,
        ]
        values = _values(variant)
        self.rack, self.left = np.zeros((2, 53), dtype=np.int64)
        self.before, self.after = np.zeros((2, ROOM, 6), dtype=np.int64)
        self.asked = np.zeros(6, dtype=np.int64)
        self.tools = (
            np.array(rules, dtype=np.int64),
            np.array([*values, max(values)], dtype=np.int64),
            np.empty((_MOVES, 7), dtype=np.int64),
            self.left,
            self.after,
        )
        self.kinds = tiles.kinds

    def play(
        self,
        table: Table,
        hand: Hand,
        opened: bool = True,
        *,
        keep: bool = False,
        banned: Tile | None = None,
        closed: bool = False,
    ) -> Found | None:
        """Return the best play, or None if nothing can be laid.

        Parameters
        ----------
        table : Table
            The table.
        hand : Hand
            The rack.
        opened : bool
            Whether the player has opened, or need not.
        keep : bool
            Whether a tile must be left.
        banned : Tile, optional
            The tile that may not be the only one left.
        closed : bool
            Whether all melds come from the rack alone.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> american = find_variant("american")
        >>> table = Table.parse("{B8 J B10}", american)
        >>> program = extended_program(american, "tiles")
        >>> print(program.play(table, american.table_set.parse("B9 K2 Y2 R7")).table)
        {B8 B9 B10} {K2 Y2 J(R2/B2)}
        """
        variant = self.variant
        self.rack[: self.kinds] = hand.counts
        for place, meld in enumerate(table.melds):
            self.before[place] = _row(meld, variant)
        melds = len(table)
        self.asked[:] = (
            melds if closed or not (opened or self.layoff) else 0,
            0,
            self.opened if opened else self.need,
            keep,
            self.any if banned is None else hand.tile_set.kind(banned),
            melds,
        )
        gain, count = self.kernel(self.rack, self.before, self.asked, self.weights, self.tools)
        if not gain:
            return None
        after = Table(tuple(_meld(tuple(row), variant) for row in self.after[:count].tolist()))
        return Found(after, Hand(hand.tile_set, tuple(self.left[: self.kinds].tolist())))


@kept_by_thread
def extended_program(variant: Variant, best: str) -> Program:
    """Return this thread's program for a game and an aim.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> extended_program(find_variant("international"), "tiles").need
    0
    """
    return Program(variant, best)


def program_lay(
    view: View, best: str, banned: Tile | None = None, *, closed: bool = False
) -> Lay | None:
    """Return the play that the program finds, a tile being left to discard; None if there is none.

    Parameters
    ----------
    view : View
        What the player sees.
    best : {"tiles", "rack_points"}
        What is best.
    banned : Tile, optional
        The tile that may not be the only one left.
    closed : bool
        Whether all melds come from the rack alone, and need be no opening.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.play import play
    >>> from rummistats.play.state import view_of
    >>> from rummistats.variants import find_variant
    >>> american = find_variant("american")
    >>> state = replace(play(american, "greedy", seed=1).last, opened=(True,) * 4)
    >>> state = replace(state, table=Table.parse("{K10 K11 K12}", american))
    >>> print(program_lay(view_of(state.with_hand(american.parse("K9 K8"))), "tiles"))
    lay K9: {K9 K10 K11 K12}
    """
    program, opened = extended_program(view.variant, best), closed or view.has_opened
    found = program.play(view.table, view.hand, opened, keep=True, banned=banned, closed=closed)
    return None if found is None else lay_of(view, found.table, view.hand - found.left)


def _ones_are_alike(variant: Variant) -> bool:
    """Return whether a 1 counts the same in groups of three and of four."""
    return not variant.has_opening_value or len(set(variant.points_of_ones[2:])) == 1


def _values(variant: Variant) -> list[int]:
    """Return what tiles count in an opening, in the places of a run and in groups."""
    if not variant.has_opening_value:
        return [0] * 27
    letters = variant.table_set.color_letters
    points = [0, *variant.opening_points[1:]]
    high = 0
    if variant.ones != "low":
        high = int(variant.opening_value(Run(letters[0], (12, 13, 1)))) - points[12] - points[13]
    low = int(variant.opening_value(Run(letters[0], (1, 2, 3)))) - points[2] - points[3]
    groups = [
        int(variant.opening_value(Group(number, tuple(letters[:3])))) // 3
        for number in range(1, 14)
    ]
    return [low, *points[2:14], high, *groups]


@lru_cache(maxsize=1 << 14)
def _row(meld: Meld, variant: Variant) -> tuple[int, ...]:
    """Return a meld as the program wants it."""
    letters = variant.table_set.color_letters
    if isinstance(meld, Run):
        first = meld.numbers[0] - 1
        wild = sum(1 << first + place for place in meld.joker_places)
        return 1, letters.index(meld.color), first, first + len(meld) - 1, 0, wild
    assert isinstance(meld, Group)
    real = sum(1 << letters.index(color) for color in meld.colors)
    return 0, meld.number - 1, 0, 0, real, meld.jokers


@lru_cache(maxsize=1 << 14)
def _meld(row: tuple[int, ...], variant: Variant) -> Meld:
    """Return the meld that the program means."""
    letters = variant.table_set.color_letters
    is_run, what, low, high, real, wild = row
    if is_run:
        numbers = tuple(place % 13 + 1 for place in range(low, high + 1))
        places = tuple(place for place in range(len(numbers)) if wild >> low + place & 1)
        return Run(letters[what], numbers, places)
    colors = tuple(letter for place, letter in enumerate(letters) if real >> place & 1)
    return Group(what + 1, colors, wild, missing_colors(variant, colors, wild))

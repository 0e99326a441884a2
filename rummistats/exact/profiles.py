"""Profiles: what a hand's optimum still depends on after some of its columns are read.

Whoever arranges a hand column by column has choices, and each leaves *debts*: tiles that
the melds begun will need. So a state keeps the best credit for every vector of debts, but for
those that another vector beats: one that owes no more of anything and counts as much. That is
the hand's *profile*. Two hands with the same profile end alike, whatever follows.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rummistats.exact.columns import Column, ColumnAutomaton
from rummistats.exact.plans import Plan, Start

__all__ = ["Debts", "Profile", "profile_automaton"]


class Debts(NamedTuple):
    """What a choice of melds owes: the smaller, the better.

    Parameters
    ----------
    tiles : tuple of Column
        Tiles of each color owed by the next column, the one after it, and so on.
    jokers : int
        Jokers used.
    spent_ones : Column
        Ones of each color that can't be used at the far end.
    parts : tuple of int
        What is missing of the goal.
    melds : int
        Melds laid, where their number is limited.
    blocked : frozenset of (int, int)
        Colors and places of columns where no run may begin.
    """

    tiles: tuple[Column, ...]
    jokers: int
    spent_ones: Column
    parts: tuple[int, ...]
    melds: int
    blocked: frozenset[tuple[int, int]] = frozenset()


Profile = frozenset[tuple[Debts, int]]
"""The debts of choices that no other choice beats, each with its credit."""

REACHED = "the goal is reached"


def profile_automaton(plan: Plan) -> ColumnAutomaton[object]:
    """Return the automaton that reads profiles; its value is the largest credit.

    With a goal, the value is whether it can be reached.

    Examples
    --------
    >>> from rummistats.exact.columns import count
    >>> from rummistats.exact.plans import make_plan
    >>> from rummistats.variants import Variant
    >>> mini = Variant.mini(colors=3, numbers=4, copies=1, jokers=1, hand_size=5)
    >>> count(profile_automaton(make_plan(mini, "melds")), mini.tile_set, 5)
    {0: 480, 1: 807}
    """
    ahead = plan.columns_owed
    nothing: Column = (0,) * plan.colors
    # How many jokers a run can have before the first column that it is met at.
    before = max(
        (
            place - start.begins_at[1]
            for place, starts in enumerate(plan.starts)
            for start in starts
            if start.begins_at
        ),
        default=0,
    )

    @cache
    def packings(column: int, left: Column) -> tuple[tuple[Start, ...], ...]:
        """Return all choices of melds to begin with the tiles that nobody is owed."""

        def choose(place: int, left: Column, parts: tuple[int, ...]) -> list[tuple[Start, ...]]:
            found: list[tuple[Start, ...]] = [()]
            for later, start in enumerate(plan.starts[column][place:], start=place):
                rest = tuple(a - b for a, b in zip(left, start.needs[0], strict=True))
                missing = tuple(a - b for a, b in zip(parts, start.parts, strict=True))
                if min(rest) >= 0 and min(missing, default=0) >= 0:
                    found += [(start, *more) for more in choose(later, rest, missing)]
            return found

        return tuple(
            melds for melds in choose(0, left, plan.parts) if sum(meld.apart for meld in melds) <= 1
        )

    def begin(debts: Debts, melds: tuple[Start, ...], left: Column, column: int) -> Debts | None:
        owed = [list(tiles) for tiles in debts.tiles[1:]] + [list(nothing)]
        spent, jokers, parts = list(debts.spent_ones), debts.jokers, list(debts.parts)
        blocked = {(color, place) for color, place in debts.blocked if place + before > column}
        if column == 0 and plan.ends_with_ones:
            spent = [plan.copies - tiles for tiles in left]
        for meld in melds:
            if meld.begins_at in debts.blocked:
                return None
            if meld.blocks:
                blocked.add(meld.blocks)
            jokers += meld.jokers
            for place, taken in enumerate(meld.parts):
                parts[place] -= taken
            for color, tiles in enumerate(meld.needs[0]):
                if column == 0 and plan.ends_with_ones:
                    spent[color] += tiles
            for place, needs in enumerate(meld.needs[1:]):
                for color, tiles in enumerate(needs):
                    owed[place][color] += tiles
        laid = debts.melds + len(melds) if plan.most_melds is not None else 0
        if laid > (plan.most_melds or 0) or jokers > plan.jokers or min(parts, default=0) < 0:
            return None
        if max(map(max, owed), default=0) > plan.copies:
            return None
        if not any(parts[place] for place in plan.run_parts):
            blocked.clear()
        return Debts(
            tuple(map(tuple, owed)), jokers, tuple(spent), tuple(parts), laid, frozenset(blocked)
        )

    def read(profile: Profile, index: int, column: Column | None) -> object:
        found: dict[Debts, int] = {}
        for debts, credit in profile:
            held = column or tuple(plan.copies - spent for spent in debts.spent_ones)
            left = tuple(a - b for a, b in zip(held, debts.tiles[0], strict=True))
            if min(left) < 0:
                continue
            for melds in packings(index, left):
                new = begin(debts, melds, left, index)
                if new is not None:
                    total = credit + sum(meld.credit for meld in melds)
                    if plan.goal is not None:
                        total = min(total, plan.goal)
                    found[new] = max(total, found.get(new, total))
        return undominated(found)

    def undominated(found: dict[Debts, int]) -> Profile:
        return frozenset(
            (debts, credit)
            for debts, credit in found.items()
            if not any(
                other != debts and count >= credit and owes_no_more(other, debts)
                for other, count in found.items()
            )
        )

    def owes_no_more(one: Debts, other: Debts) -> bool:
        return one.blocked <= other.blocked and all(
            a <= b for a, b in zip(_flat(one), _flat(other), strict=True)
        )

    def start(held: int) -> object:
        spent = (plan.copies,) * plan.colors if plan.ends_with_ones else nothing
        debts = Debts((nothing,) * max(ahead, 1), plan.jokers - held, spent, plan.parts, 0)
        return settled(frozenset({(debts, 0)}))

    def settled(profile: Profile) -> object:
        return REACHED if reached(profile) else profile

    def reached(profile: Profile) -> bool:
        return plan.goal is not None and any(
            credit >= plan.goal and not any(map(sum, debts.tiles)) and not sum(debts.parts)
            for debts, credit in profile
        )

    place_of = {number: place for place, number in enumerate(plan.numbers)}

    def step(state: object, number: int, column: Column) -> object:
        if state == REACHED:
            return state
        assert isinstance(state, frozenset)
        return settled(read(state, place_of[number], column))  # type: ignore[arg-type]

    def final(state: object) -> object:
        if state == REACHED:
            return True
        assert isinstance(state, frozenset)
        if plan.ends_with_ones:
            state = read(state, len(plan.numbers), None)
        ends = [
            credit + plan.of_jokers[plan.jokers - debts.jokers]
            for debts, credit in state  # type: ignore[attr-defined]
            if not any(map(sum, debts.tiles)) and not sum(debts.parts)
        ]
        best = max(ends, default=-1)
        return best if plan.goal is None else best >= plan.goal

    return ColumnAutomaton(start=start, step=step, final=final, order=plan.numbers)


def _flat(debts: Debts) -> list[int]:
    tiles = [tiles for column in debts.tiles for tiles in column]
    return [*tiles, debts.jokers, *debts.spent_ones, *debts.parts, debts.melds]

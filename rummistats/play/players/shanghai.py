"""Players of Shanghai Rummy: what they collect, when they buy, when they lay their contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from rummistats.contracts import fulfil_contract
from rummistats.play.actions import Action, Discard, Lay, Take
from rummistats.play.discarding import ACT, TAKE
from rummistats.play.fitting import fits_somewhere, pairs_with
from rummistats.play.laying import best_lay
from rummistats.play.state import View
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["PLAYERS", "Collecting", "Plan", "best_plan", "choose"]


@dataclass(frozen=True)
class Collecting:
    """Collects the cards that its contract lacks, and lays what it can.

    Parameters
    ----------
    buys : {"never", "needed", "close", "useful", "always"}
        When it buys a card that brings the contract nearer: not at all; only if the contract has
        more cards than it can hold otherwise; also if it lacks one more at most; or whenever
        there is one. Or it also buys cards that stand near others.
    closed : int
        It buys nothing any more when somebody who has laid the contract has so few cards, unless
        the card completes its own.
    discards : {"points", "near", "safe"}
        Which of the cards that it doesn't collect it discards: the one with most points; that of
        least use, points counted; or also that of least use for others.
    gives_up : bool
        Whether it discards points rather than collect when somebody who has laid the contract
        has so few cards as in ``closed`` and its own lacks more than two.
    waits : int
        It keeps a contract that it could lay until it can go out with it, as long as nobody
        has laid one and it has had fewer turns than this.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("shanghai", [Collecting(), Collecting(buys="needed")] * 2, seed=1).ended
    'out'
    """

    buys: Literal["never", "needed", "close", "useful", "always"] = "close"
    closed: int = 3
    discards: Literal["points", "near", "safe"] = "near"
    gives_up: bool = True
    waits: int = 0

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.phase == ACT:
            lay = self._lay(view)
            return self._discard(view) if lay is None else lay
        wants = self._takes(view) if view.phase == TAKE else self._pays(view)
        return Take("discards") if wants and view.discards else view.choices[0]

    def _lay(self, view: View) -> Lay | None:
        if not view.may_lay:
            return None
        if view.has_opened:
            return best_lay(view) if _may_lay_off(view) else None
        if _lacks(view.hand, view) > view.table.jokers:
            return None
        lay = best_lay(view)
        early = view.turn < self.waits * len(view.tiles_left) and not any(view.opened)
        return None if lay and early and len(view.hand) - len(lay.played) > 1 else lay

    def _takes(self, view: View) -> bool:
        """Return whether it takes the discard instead of a card from the stock."""
        tile = view.discards[-1]
        if view.has_opened:
            # Points come off only with cards that can be laid at once.
            return fits_somewhere(tile, view.table, view.variant)
        return tile.is_joker or _lacks(_with(view.hand, tile), view) < _lacks(view.hand, view)

    def _pays(self, view: View) -> bool:
        """Return whether it buys the discard."""
        if view.has_opened or self.buys == "never":
            return False
        assert view.contract is not None
        tile = view.discards[-1]
        now, then = _lacks(view.hand, view), _lacks(_with(view.hand, tile), view)
        if now > then == 0:
            return True
        if self._is_late(view):
            return False
        size = sum(view.contract.groups) + sum(view.contract.runs)
        # A turn brings a card, and the last one may have to be discarded.
        short = size > len(view.hand) + 1 - bool(view.variant.rule("final_discard"))
        if self.buys == "needed":
            return short and then < now
        if self.buys == "close":
            return then < now and (short or then <= 1)
        near = self.buys == "always" and _near(tile, view.hand, view.variant) > 1
        return then < now or tile.is_joker or (near and (short or now > 2))

    def _is_late(self, view: View) -> bool:
        """Return whether somebody who has laid the contract has few cards."""
        pairs = zip(view.tiles_left, view.opened, strict=True)
        return any(opened and left <= self.closed for left, opened in pairs)

    def _discard(self, view: View) -> Discard:
        discards = [choice for choice in view.choices if isinstance(choice, Discard)]
        return max(discards, key=lambda choice: self._freed(choice.tile, view))

    def _freed(self, tile: Tile, view: View) -> tuple[float, ...]:
        """Return what is gained by a discard: nothing that is needed, and many points."""
        variant, points = view.variant, view.variant.rack_points_of(tile)
        if view.has_opened:
            fits = self.discards == "safe" and fits_somewhere(tile, view.table, variant)
            return -float(fits), points
        rest = view.hand - view.hand.tile_set.hand([tile])
        assert view.contract is not None
        plan = best_plan(view.hand, variant, view.contract)
        if self.gives_up and plan.lacks > 2 and self._is_late(view):
            return 0.0, points
        kept = plan.lacks if view.hand.count(tile) > plan.kept.count(tile) else _lacks(rest, view)
        use = 0.0
        if self.discards != "points":
            use += 1.5 * _near(tile, rest, variant)
        if self.discards == "safe":
            use += 3 * self._danger(tile, view)
        return -float(kept) - 100 * tile.is_joker, points - use

    def _danger(self, tile: Tile, view: View) -> float:
        """Return how much others want a card, by what is known of their hands."""
        others = [seat for seat in range(len(view.tiles_left)) if seat != view.seat]
        fits = any(view.opened[seat] for seat in others)
        wanted = 2.0 * (fits and fits_somewhere(tile, view.table, view.variant))
        return wanted + sum(
            min(2, _near(tile, view.shown[seat], view.variant))
            for seat in others
            if not view.opened[seat]
        )


PLAYERS = {
    "greedy": Collecting("never", discards="points", gives_up=False),
    "optimal": Collecting(),
    "cautious": Collecting("needed", closed=5, discards="safe"),
    "hold_back": Collecting(waits=6),
    "counting": Collecting(discards="safe"),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action | None:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("shanghai", ["greedy", "optimal", "cautious", "counting"], seed=1, round=3).ended
    'out'
    """
    return None if name == "random" else PLAYERS[name].choose(view, random)


@dataclass(frozen=True)
class Plan:
    """Which cards of a hand are collected for a contract.

    Parameters
    ----------
    lacks : int
        How many cards the contract lacks.
    kept : Hand
        The cards of the hand that are in it, jokers among them.
    """

    lacks: int
    kept: Hand


@lru_cache(maxsize=50_000)
def best_plan(hand: Hand, variant: Variant, contract: Contract) -> Plan:
    """Return the plan that lacks fewest cards, of those that are looked at.

    For each run the places are looked at where a hand has most cards.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> hand = shanghai.parse("9C 9H 4S 5S 7S KD 2H 3H JC")
    >>> plan = best_plan(hand, shanghai, Contract((3,), (4,)))
    >>> print(plan.lacks, plan.kept)
    2 4S 5S 7S 9H 9C
    """
    tiles = hand.tile_set
    wild = hand.jokers
    best: tuple[int, list[int]] | None = None
    sizes = sorted(contract.runs, reverse=True)
    search = _Search(variant, not contract.adjacent_runs)
    for runs, left in search.runs(list(hand.counts), sizes):
        groups = _groups(left, sorted(contract.groups, reverse=True), variant, contract)
        parts = [*runs, *groups]
        lacking = [size - len(kinds) for size, kinds in parts]
        # At most as many jokers as other cards, roughly.
        room = sum(min(lack, size // 2) for lack, (size, _) in zip(lacking, parts, strict=True))
        lacks = sum(lacking) - min(wild, room)
        if best is None or lacks < best[0]:
            best = lacks, [kind for _, kinds in parts for kind in kinds]
            search.most = lacks + wild
    assert best is not None
    letters, numbers = tiles.color_letters, variant.numbers
    kept = [Tile(letters[kind // numbers], kind % numbers + 1) for kind in best[1]]
    return Plan(best[0], tiles.hand([*kept, *[tiles.joker] * wild]))


Part = tuple[int, list[int]]
"""A meld that is collected: its size, and the kinds of the cards that are there."""


@dataclass
class _Search:
    """The search for places of runs.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    apart : bool
        Whether runs may not continue each other.
    most : int
        Places that lack so many cards are of no interest any more.
    """

    variant: Variant
    apart: bool
    most: int = 1000

    def runs(
        self, left: list[int], sizes: list[int], lost: int = 0
    ) -> Iterator[tuple[list[Part], list[int]]]:
        """Yield ways to collect runs, the longest first, and the cards that are left."""
        if not sizes:
            yield [], left
            return
        size, count = sizes[0], sizes.count(sizes[0])
        lacking = [
            (size - sum(left[kind] > 0 for kind in kinds), kinds)
            for kinds in _windows(self.variant, size)
        ]
        lacking.sort(key=lambda each: each[0])
        yield from self.chosen(left, lacking[:_WINDOWS], count, sizes[count:], lost)

    def chosen(
        self,
        left: list[int],
        windows: list[tuple[int, tuple[int, ...]]],
        count: int,
        sizes: list[int],
        lost: int,
    ) -> Iterator[tuple[list[Part], list[int]]]:
        """Yield ways to collect so many runs at some of these places, and then others."""
        if not count:
            yield from self.runs(left, sizes, lost)
            return
        for place, (lack, kinds) in enumerate(windows):
            if lost + lack * count >= self.most:
                # Those that come later lack as much at least.
                return
            there, rest = [kind for kind in kinds if left[kind]], list(left)
            for kind in there:
                rest[kind] -= 1
            later = windows[place:]
            if self.apart:
                later = [each for each in later if not _are_neighbors(kinds, each[1], self.variant)]
            now = lost + len(kinds) - len(there)
            for others, last in self.chosen(rest, later, count - 1, sizes, now):
                yield [(len(kinds), there), *others], last


def _are_neighbors(one: tuple[int, ...], other: tuple[int, ...], variant: Variant) -> bool:
    """Return whether one of two runs directly continues the other."""
    color = one[0] // variant.numbers == other[0] // variant.numbers
    return color and (one[-1] + 1 == other[0] or other[-1] + 1 == one[0])


_WINDOWS = 8
"""How many places of a run are looked at."""


@lru_cache(maxsize=64)
def _windows(variant: Variant, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the kinds of the cards of all runs of a size."""
    return tuple(
        tuple(color * variant.numbers + number - 1 for number in run)
        for color in range(len(variant.table_set.color_letters))
        for run in replace(variant, min_run=size).runs
        if len(run) == size
    )


def _groups(left: list[int], sizes: list[int], variant: Variant, contract: Contract) -> list[Part]:
    """Return the groups that lack least."""
    if not sizes:
        return []
    numbers, colors = variant.numbers, len(variant.table_set.color_letters)
    there = [
        [color * numbers + n for color in range(colors) for _ in range(left[color * numbers + n])]
        for n in range(numbers)
    ]
    parts = []
    for size in sizes:
        number = max(range(numbers), key=lambda n: min(len(there[n]), size))
        parts.append((size, there[number][:size]))
        there[number] = there[number][size:] if contract.same_number_groups else []
    return parts


def _lacks(hand: Hand, view: View) -> int:
    """Return how many cards a hand lacks for the contract."""
    assert view.contract is not None
    lacks = best_plan(hand, view.variant, view.contract).lacks
    return lacks or int(not _is_fulfilled(hand, view.variant, view.contract))


@lru_cache(maxsize=10_000)
def _is_fulfilled(hand: Hand, variant: Variant, contract: Contract) -> bool:
    return fulfil_contract(hand, variant, contract) is not None


def _with(hand: Hand, tile: Tile) -> Hand:
    return hand + hand.tile_set.hand([tile])


def _near(tile: Tile, hand: Hand, variant: Variant) -> int:
    """Return how many cards of a hand may stand in a meld with a card."""
    partners = dict.fromkeys(other for pair in pairs_with(tile, variant) for other in pair)
    return sum(hand.count(other) for other in partners)


def _may_lay_off(view: View) -> bool:
    """Return whether a card may be laid off, or a joker picked up."""
    table, variant = view.table, view.variant
    readings = [reading for meld in table for reading in meld.joker_readings]
    return bool(variant.rule("extra_melds")) or any(
        any(tile in reading for reading in readings) or fits_somewhere(tile, table, variant)
        for tile in dict.fromkeys(view.hand)
    )

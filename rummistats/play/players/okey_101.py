"""Players of 101 Okey: when they open and with what, what they lay, and what they discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from rummistats.arrange import can_open, most_pairs
from rummistats.melds import Group, Meld, Pair
from rummistats.play.actions import Action, Discard, Lay, Pass, Take
from rummistats.play.adding import additions
from rummistats.play.games.okey_101 import MELDS, PAIRS, TAKE, broken_way, fits
from rummistats.play.opening_rules import replaced_joker
from rummistats.play.players.ahead import after_next_draw
from rummistats.play.rearranging import rearranging
from rummistats.play.state import View
from rummistats.play.table import Table, declared
from rummistats.search import Objective, one_optimum
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = [
    "CHANCE",
    "DANGER",
    "PLAYERS",
    "Opening101",
    "best_lay_101",
    "choose",
    "opening_melds",
    "partners_of",
    "plan",
]


@dataclass(frozen=True)
class Opening101:
    """Opens as soon as it wants to, and then lays whatever fits.

    Parameters
    ----------
    pairs : int
        With how many pairs it opens where groups and runs are not enough, if the rules allow it.
    closed : int
        It waits for a concealed win as long as nobody has opened and more tiles than that are
        face down; None to open at once.
    late : int
        Whatever the rest, it opens when it can if so few tiles are face down.
    discards : {"points", "chances", "safe"}
        What it discards: what has fewest neighbors on the rack; or fewest chances to be melded; or
        these and what is of little use to the next player.
    keeps_joker : bool
        Whether it lays the last joker only to win, since a win ended with it counts double.
    careful : bool
        Whether it avoids discards that cost a penalty, since they fit the table.
    ahead : int
        With how many of the best discards it looks one draw ahead.

    Examples
    --------
    >>> from rummistats.play import play
    >>> deal = play("okey-101", [Opening101(), Opening101(pairs=8)] * 2, seed=1)
    >>> deal.ended in ("out", "blocked")
    True
    """

    pairs: int = 5
    closed: int | None = None
    late: int = 4
    discards: Literal["points", "chances", "safe"] = "chances"
    keeps_joker: bool = False
    careful: bool = True
    ahead: int = 0

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.phase == TAKE:
            take = Take("discards")
            return take if take in view.choices and self._wants(view) else view.choices[0]
        must = _must_use(view)
        if view.may_lay and (lay := self.lay(view, must)) is not None:
            return lay
        discards = [choice for choice in view.choices if isinstance(choice, Discard)]
        return self._discard(view, discards) if discards else Pass()

    def lay(self, view: View, must: Tile | None) -> Lay | None:
        """Return what to lay, the tile that must be used among it; None for nothing."""
        if view.ways[view.seat]:
            return plan(view, must, keep_joker=self.keeps_joker and view.pool > self.late)
        melds = opening_melds(view.hand, view.variant, must)
        if not melds or not self._opens(melds, view):
            return None
        tiles = view.hand.tile_set.hand(tile for meld in melds for tile in meld.tiles)
        return Lay(view.table + Table(tuple(melds)), tiles)

    def _opens(self, melds: list[Meld], view: View) -> bool:
        """Return whether to open with these melds now."""
        late = view.pool <= self.late
        if isinstance(melds[0], Pair):
            return late or len(melds) >= self.pairs
        if self.closed is None or late or view.pool <= self.closed or any(view.ways):
            return True
        return sum(map(len, melds)) == len(view.hand) - 1

    def _wants(self, view: View) -> bool:
        """Return whether the newest discard would be laid at once."""
        tile = view.discards[-1]
        hand = view.hand + view.hand.tile_set.hand([tile])
        if view.ways[view.seat]:
            near = fits(tile, view) or tile.is_joker or view.hand.count(tile) or view.hand.jokers
            if not near and not _has_meld(tile, view):
                return False
        # The discard is no longer there, and may be part of what is laid.
        return self.lay(replace(view, hand=hand, discards=view.discards[:-1]), tile) is not None

    def _discard(self, view: View, discards: list[Discard]) -> Discard:
        melded = Counter(tile for meld in _planned(view) for tile in meld.tiles)
        loose = Counter(view.hand) - melded
        cost = {each: self._cost(each.tile, loose[each.tile] > 0, view) for each in discards}
        best = sorted(discards, key=cost.__getitem__)
        # Only what costs no more penalties and is in no more melds.
        alike = [each for each in best[: self.ahead] if cost[each][:2] == cost[best[0]][:2]]
        if len(alike) < 2:
            return best[0]
        after = after_next_draw(view, [each.tile for each in alike], _aim(view))
        return max(alike, key=lambda each: after[each.tile] - NEAR * cost[each][2])

    def _cost(self, tile: Tile, loose: bool, view: View) -> tuple[int, bool, float, int]:
        """Return what it costs to discard a tile: penalties, melds, chances and danger."""
        joker = tile.is_joker
        if len(view.hand) == 1:
            return 0, False, 0.0, 0
        penalty = int(joker or (self.careful and fits(tile, view)))
        if joker:
            return penalty, True, 100.0, 0
        hand, unknown = view.hand, view.unknown if self.discards != "points" else None
        chances = 0.0
        for one, other in partners_of(tile, view.variant):
            has_one, has_other = hand.count(one) > 0, hand.count(other) > 0
            if has_one != has_other:
                missing = other if has_one else one
                chances += 1 if unknown is None else CHANCE * unknown.count(missing)
        if self.discards == "safe" and view.pool:
            chances -= DANGER * self._danger(tile, view)
        points = view.variant.rack_points_of(tile)
        opened = bool(view.ways[view.seat])
        # Who has opened wants few points, and who has not wants many of them for the opening.
        return penalty, not loose, chances + (-OPENED if opened else CLOSED) * points, points

    def _danger(self, tile: Tile, view: View) -> float:
        """Return of how much use a tile may be to the next player."""
        unknown = view.unknown
        danger = 0.0
        for one, other in partners_of(tile, view.variant):
            danger += unknown.count(one) * unknown.count(other)
        following = (view.seat + 1) % len(view.tiles_left)
        return danger * (2.0 if view.ways[following] == MELDS else 1.0)


NEAR = 0.1
"""What the usual cost of a discard counts against what is seen one draw ahead."""

CHANCE = 0.5
"""What a tile is worth that would complete a meld."""

DANGER = 0.05
"""What two tiles count that the next player could meld the discard with."""

OPENED, CLOSED = 0.15, 0.05
"""What a point counts of a tile on the rack, for and against discarding it."""

PLAYERS = {
    "greedy": Opening101(discards="points", careful=False),
    "optimal": Opening101(ahead=5),
    "cautious": Opening101(discards="safe"),
    "hold_back": Opening101(closed=8, late=6),
    "counting": Opening101(discards="safe", ahead=5, keeps_joker=True),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> len(play("okey-101", ["greedy", "hold_back", "counting", "random"], seed=1).scores)
    4
    """
    if name != "random":
        return PLAYERS[name].choose(view, random)
    if view.may_lay and random.random() < 0.5:
        lay = PLAYERS["greedy"].lay(view, _must_use(view))
        if lay is not None:
            return lay
    return view.choices[int(random.integers(len(view.choices)))]


def opening_melds(hand: Hand, variant: Variant, must: Tile | None = None) -> list[Meld]:
    """Return the melds with which a rack opens: groups and runs, or else pairs; none if it can't.

    Parameters
    ----------
    hand : Hand
        The rack.
    variant : Variant
        The game.
    must : Tile, optional
        The tile that has to be among them.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey-101")
    >>> tiles = okey.table_set
    >>> for text in ("R11 R12 R13 B11 B12 B13 K11 K12 K13 R2", "R1 R1 B2 B2 K3 K3 Y4 Y4 J J R9"):
    ...     print(*opening_melds(tiles.parse(text), okey), sep=" | ")
    R11 B11 K11 | R12 B12 K12 | R13 B13 K13
    R1 R1 | B2 B2 | K3 K3 | Y4 Y4 | R9 J(R9)
    """
    if variant.open_points is not None:
        special = variant.open_needs_run or variant.open_single_set
        for best in ("tiles", "value"):
            melds = one_optimum(hand, variant, "tiles" if best == "tiles" else "value")
            if special and best == "value":
                melds = list(can_open(hand, variant, by="points").arrangement.melds)
            melds = _with_one_left(melds, hand)
            if melds and _is_opening(melds, hand, variant, must):
                return melds
    if variant.open_pairs is not None:
        melds = most_pairs(hand)
        if 2 * len(melds) == len(hand):
            melds = melds[:-1]
        if melds and not broken_way(melds, variant) and _has(must, melds):
            return melds
    return []


def best_lay_101(view: View) -> Lay | None:
    """Return what can be laid: an opening with most tiles, or whatever fits; None if nothing can.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.play.state import view_of
    >>> start = play("okey-101", "greedy", seed=1).turns[0].before
    >>> print(best_lay_101(view_of(start)).played)
    R2 R11 R12 R13 B3 B5 B5 B7 B8 B9 B10 K2 K5 K11 K12 K13 Y2 Y5 J
    """
    return Opening101().lay(view, _must_use(view))


def plan(view: View, must: Tile | None = None, *, keep_joker: bool = False) -> Lay | None:
    """Return what a player who has opened lays: new melds, single tiles, exchanged jokers.

    Parameters
    ----------
    view : View
        What the player sees.
    must : Tile, optional
        The tile that has to be laid.
    keep_joker : bool
        Whether a joker is laid only if that ends the deal.
    """
    variant, way = view.variant, view.ways[view.seat]
    left = Counter(view.hand)
    new: list[Meld] = []
    if way == MELDS:
        melds = _with_one_left(one_optimum(view.hand, variant, "tiles"), view.hand)
    else:
        melds = most_pairs(view.hand)
        melds = melds[:-1] if 2 * len(melds) == len(view.hand) else melds
    for meld in melds:
        new.append(meld)
        left -= Counter(meld.tiles)
    table = declared(view.table + Table(tuple(new)), variant)
    adding = _Adding(view, table, left, _most_added(view))
    adding.go_on(keep_joker)
    if way == MELDS and variant.rule("series_may_add_pairs") and PAIRS in view.ways:
        adding.lay_pairs()
    played = view.hand - view.hand.tile_set.hand(adding.left_of_rack())
    if not len(played) or (must is not None and not played.count(must)):
        return None
    return Lay(adding.table, played)


class _Adding:
    """Tiles that are added one by one to a table."""

    def __init__(self, view: View, table: Table, left: Counter[Tile], most: int) -> None:
        self.variant, self.melds, self.left, self.most = view.variant, list(table), left, most
        self.freed = 0

    @property
    def table(self) -> Table:
        return Table(tuple(self.melds))

    def left_of_rack(self) -> Iterable[Tile]:
        """Yield what was on the rack before and has not been laid."""
        back = Counter({self.variant.table_set.joker: self.freed})
        return (self.left - back).elements()

    def go_on(self, keep_joker: bool) -> None:
        """Add whatever fits, jokers last, but for one tile."""
        while self.most > 0 and self.left.total() > 1 and (self._add_one() or self._exchange()):
            self.most -= 1
        if self.most > 0 and (not keep_joker or self.left.total() == 2):
            joker = self.variant.table_set.joker
            # A joker that has been exchanged in this turn may be laid again.
            while self.most > 0 and self.left[joker] and self.left.total() > 1:
                if not self._put(joker):
                    break
                self.most -= 1
                self.freed = min(self.freed, self.left[joker])

    def lay_pairs(self) -> None:
        """Lay pairs of what is left, but for one tile."""
        for tile, count in list(self.left.items()):
            if count >= 2 and not tile.is_joker and self.left.total() > 2:
                self.melds.append(Pair(tile))
                self.left -= Counter({tile: 2})

    def _add_one(self) -> bool:
        return any(not tile.is_joker and self._put(tile) for tile in list(self.left))

    def _put(self, tile: Tile) -> bool:
        for place, meld in enumerate(self.melds):
            if (longer := additions(meld, self.variant).get(tile)) is not None:
                self.melds[place] = longer
                self.left -= Counter([tile])
                return True
        return False

    def _exchange(self) -> bool:
        """Take a joker from the table for the tile it stands for, if it may stay on the rack."""
        rules = rearranging(self.variant)
        if rules.joker_mode == "fixed" or not rules.jokers_return:
            return False
        for place, meld in enumerate(self.melds):
            if isinstance(meld, Pair):
                continue
            for tile in sorted({tile for some in meld.joker_readings for tile in some}, key=str):
                if self.left[tile] and (now := replaced_joker(meld, tile, self.variant)):
                    self.melds[place] = now
                    self.left -= Counter([tile])
                    self.left[self.variant.table_set.joker] += 1
                    self.freed += 1
                    return True
        return False


def _must_use(view: View) -> Tile | None:
    """Return the tile from the discards that has to be laid before anything is discarded."""
    return view.taken[-1] if view.choices == (Pass(),) and view.phase != TAKE else None


def _most_added(view: View) -> int:
    limit = view.variant.rule("pairs_addon_limit")
    if limit is None or view.ways[view.seat] != PAIRS:
        return len(view.hand)
    return int(str(limit)) - view.added


def _has(must: Tile | None, melds: list[Meld]) -> bool:
    return must is None or any(must in meld.tiles for meld in melds)


def _is_opening(melds: list[Meld], hand: Hand, variant: Variant, must: Tile | None) -> bool:
    if not _has(must, melds):
        return False
    if not broken_way(melds, variant):
        return True
    whole = sum(map(len, melds)) == len(hand) - 1
    return whole and (must is None or bool(variant.rule("low_finish_with_discard")))


def _with_one_left(melds: list[Meld], hand: Hand) -> list[Meld]:
    """Return melds that leave a tile to be discarded: if none is left, one meld is shortened."""
    if sum(map(len, melds)) < len(hand):
        return melds
    for place, meld in enumerate(melds):
        if len(meld) > 3:
            return [*melds[:place], _shorter(meld), *melds[place + 1 :]]
    return melds[1:]


def _shorter(meld: Meld) -> Meld:
    """Return a meld without one tile: a joker if that can be spared."""
    if isinstance(meld, Group):
        if meld.jokers:
            return replace(meld, jokers=meld.jokers - 1)
        return replace(meld, colors=meld.colors[:-1])
    assert not isinstance(meld, Pair)
    if 0 in meld.joker_places:
        places = tuple(place - 1 for place in meld.joker_places if place)
        return replace(meld, numbers=meld.numbers[1:], joker_places=places)
    last = len(meld) - 1
    places = tuple(place for place in meld.joker_places if place < last)
    return replace(meld, numbers=meld.numbers[:-1], joker_places=places)


def _planned(view: View) -> list[Meld]:
    """Return the melds that a rack is kept for."""
    if view.ways[view.seat] == PAIRS:
        return most_pairs(view.hand.without_jokers())
    return one_optimum(view.hand, view.variant, _aim(view))


def _aim(view: View) -> Objective:
    """Return what melds are to be best at: value as long as that is needed to open."""
    opens = view.variant.open_points is not None and not view.ways[view.seat]
    return "value" if opens else "tiles"


def _has_meld(tile: Tile, view: View) -> bool:
    """Return whether a tile makes a group or run with two tiles of the rack."""
    if view.ways[view.seat] != MELDS:
        return False
    hand = view.hand
    return any(
        hand.count(one) and hand.count(other) for one, other in partners_of(tile, view.variant)
    )


@lru_cache(maxsize=512)
def partners_of(tile: Tile, variant: Variant) -> tuple[tuple[Tile, Tile], ...]:
    """Return the pairs of tiles with which a tile is a meld."""
    return tuple(_pairs(tile, variant))


def _pairs(tile: Tile, variant: Variant) -> Iterator[tuple[Tile, Tile]]:
    if not tile.number:
        return
    others = [Tile(color, tile.number) for color in variant.table_set.color_letters]
    yield from combinations([other for other in others if other != tile], 2)
    for run in variant.runs:
        if len(run) == 3 and tile.number in run:
            one, other = (Tile(tile.color, number) for number in run if number != tile.number)
            yield one, other

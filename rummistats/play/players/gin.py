"""Players of Gin: what they take, what they discard, and with how much dead wood they knock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from rummistats.arrange import arrange_all
from rummistats.play.actions import Action, Discard, Knock, Lay, Pass, Take
from rummistats.play.dead_wood import dead_wood
from rummistats.play.games.gin import LAYOFF
from rummistats.play.laying import lay_of
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["CHANCE", "DANGER", "PLAYERS", "Knocking", "best_layoff", "choose"]


@dataclass(frozen=True)
class Knocking:
    """Knocks as soon as the dead wood is small enough.

    Parameters
    ----------
    points : int
        The knocking point: the most points of dead wood with which it knocks, if the rules allow
        it; 0 to wait for gin.
    discards : {"points", "chances", "safe"}
        What it discards of the dead wood: the most points; or points less the chances to meld
        the card; or less the chances of the other player as well.
    late : int
        Whatever the knocking point, it knocks when it can if the stock has so few cards.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("gin", [Knocking(points=5), Knocking(points=0)], seed=1).ended
    'out'
    """

    points: int = 10
    discards: Literal["points", "chances", "safe"] = "chances"
    late: int = 0

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.phase == LAYOFF:
            return best_layoff(view)
        knocks = [choice for choice in view.choices if isinstance(choice, Knock)]
        discards = [choice for choice in view.choices if isinstance(choice, Discard)]
        if knocks:
            best = min(knocks, key=lambda knock: (_left(knock, view), -_rank(knock.tile, view)))
            late = view.pool <= self.late
            if not discards or late or _left(best, view) <= self.points:
                return best
        if discards:
            return self._discard(view, discards)
        take = next((c for c in view.choices if c == Take("discards")), None)
        if take is not None and _is_wanted(view):
            return take
        return next(choice for choice in view.choices if choice != take)

    def _discard(self, view: View, discards: list[Discard]) -> Discard:
        whole = dead_wood(view.hand, view.variant)
        worth = {each: _worth(each.tile, view) for each in discards}
        # Those that some best arrangement leaves out.
        loose = [each for each in discards if whole - _points(each.tile, view) == -worth[each][0]]
        if self.discards == "points" or not loose:
            return max(discards, key=worth.__getitem__)
        unknown = view.unknown
        return max(loose, key=lambda each: (self._freed(each.tile, view, unknown), worth[each]))

    def _freed(self, tile: Tile, view: View, unknown: Hand) -> float:
        """Return what is gained by discarding a tile: its points, less what it may become."""
        hand = view.hand
        gain = float(_points(tile, view))
        for one, other in _partners(tile, view.variant):
            held = hand.count(one) + hand.count(other)
            if held == 1:
                gain -= CHANCE * (unknown.count(one) + unknown.count(other))
            if self.discards == "safe" and not held:
                gain -= DANGER * _may_hold(one, view, unknown) * _may_hold(other, view, unknown)
        return gain


CHANCE = 1.5
"""How many points a card is worth that would complete a meld."""

DANGER = 0.5
"""How many points it costs to discard what two cards in the other hand could need."""

PLAYERS = {
    "greedy": Knocking(10_000, "points"),
    "optimal": Knocking(10_000, "chances"),
    "cautious": Knocking(10_000, "safe"),
    "hold_back": Knocking(0, "points", late=6),
    "counting": Knocking(6, "safe", late=12),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action:
    """Return what the strategy of this name does.

    Everybody lays off what is best; there is nothing to be gained by less.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("gin", ["greedy", "hold_back"], seed=1).ended
    'out'
    """
    if view.phase == LAYOFF:
        return best_layoff(view)
    if name == "random":
        return view.choices[int(random.integers(len(view.choices)))]
    return PLAYERS[name].choose(view, random)


def best_layoff(view: View) -> Action:
    """Return the defender's melds and lay-offs that leave fewest points.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.play.state import view_of
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> over = play(gin, "greedy", seed=1).turns[-1].before
    >>> table = Table.parse("{7C 8C 9C} {3S 3H 3D} {QD QS QH}", gin)
    >>> over = replace(over, table=table, discards=(), shown=(), claims=())
    >>> over = over.with_hand(gin.parse("TC TH TD TS JC AS 2D 4H 6S KH"))
    >>> print(best_layoff(view_of(over)).played)
    TS TH TD TC JC
    """
    if view.variant.rule("defender_rearranges"):
        play = view.best_play("rack_points")
        return lay_of(view, play.table, play.played) if play else Pass()
    return _layoff_after_melds(view) or Pass()


def _layoff_after_melds(view: View) -> Lay | None:
    """Return the best lay-off of those whose melds leave fewest points before it."""
    found: tuple[int, Lay] | None = None
    for melds in arrange_all(view.hand, view.variant, "dead_wood_points"):
        rest = replace(view, hand=melds.dead_wood).best_play("rack_points")
        table = rest.table + Table(melds.melds)
        played = view.hand - rest.left
        left = sum(map(view.variant.rack_points_of, rest.left))
        if len(played) and (found is None or left < found[0]):
            found = left, lay_of(view, table, played)
    return None if found is None else found[1]


def _left(knock: Knock, view: View) -> int:
    """Return the dead wood after a knock."""
    gone = 0 if knock.tile is None else _points(knock.tile, view)
    melded = sum(_points(tile, view) for tile in knock.lay.played)
    return sum(_points(tile, view) for tile in view.hand) - melded - gone


def _worth(tile: Tile, view: View) -> tuple[int, int]:
    """Return the order of discards by points: how little is left without a tile, and its rank."""
    rest = view.hand - view.hand.tile_set.hand([tile])
    return -dead_wood(rest, view.variant), _rank(tile, view)


def _rank(tile: Tile | None, view: View) -> int:
    """Return a tile's place in the order by number, then color; that of no tile is the last."""
    if tile is None:
        return 1000
    colors = len(view.hand.tile_set.color_letters)
    return tile.number * colors + view.hand.tile_set.color_letters.find(tile.color)


def _is_wanted(view: View) -> bool:
    """Return whether the newest discard would be melded."""
    tile = view.discards[-1]
    hand = view.hand + view.hand.tile_set.hand([tile])
    before, after = dead_wood(view.hand, view.variant), dead_wood(hand, view.variant)
    return after < before + _points(tile, view)


def _points(tile: Tile, view: View) -> int:
    return view.variant.rack_points_of(tile)


def _may_hold(tile: Tile, view: View, unknown: Hand) -> float:
    """Return how likely it is, roughly, that the other player has a tile."""
    other = 1 - view.seat
    if view.shown and view.shown[other].count(tile):
        return 2.0
    return float(unknown.count(tile) > 0)


@lru_cache(maxsize=256)
def _partners(tile: Tile, variant: Variant) -> tuple[tuple[Tile, Tile], ...]:
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

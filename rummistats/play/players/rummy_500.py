"""Players of Rummy 500: how deep they dig in the discards, when they lay, what they discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rummistats.play.actions import Action, Discard, Lay, Pull, Take
from rummistats.play.discarding import ACT
from rummistats.play.fitting import fits_somewhere, may_lay_something, may_meld, pairs_with
from rummistats.play.laying import best_lay
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.tiles import Tile

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["CHANCE", "DANGER", "PLAYERS", "Digging", "choose"]


@dataclass(frozen=True)
class Digging:
    """Takes what pays from the discards, and lays all it can.

    Parameters
    ----------
    deepest : int
        How many discards it takes at most.
    keep : float
        What part of a card's points counts as lost if it comes to the hand and stays there.
    least : float
        What taking discards must gain at least, in points.
    discards : {"points", "chances", "safe"}
        What it discards: the most points among the cards with fewest partners in the hand; or
        what it can do without best by the chances to meld it; or by what others gain from it as
        well.
    waits : int
        It lays only when somebody has so few cards, or when it can go out; with a large number
        always.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("rummy-500", [Digging(deepest=1), Digging(), Digging(waits=4)], seed=1).ended
    'out'
    """

    deepest: int = 60
    keep: float = 0.5
    least: float = 5.0
    discards: Literal["points", "chances", "safe"] = "chances"
    waits: int = 1000

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.phase != ACT:
            return self._take(view)
        return self._lay(view) or max(
            (choice for choice in view.choices if isinstance(choice, Discard)),
            key=lambda choice: self._freed(choice.tile, view),
        )

    def _lay(self, view: View) -> Lay | None:
        if not may_lay_something(view.hand, view.table, view.variant):
            return None
        lay = best_lay(view, "value")
        goes_out = lay is not None and len(view.hand) - len(lay.played) <= 1
        return None if self._is_waiting(view) and not goes_out else lay

    def _is_waiting(self, view: View) -> bool:
        others = (left for seat, left in enumerate(view.tiles_left) if seat != view.seat)
        return min(others) > self.waits < view.pool

    def _take(self, view: View) -> Action:
        """Return what pays best: what it lets lay, less what stays in the hand."""
        best, most = view.choices[0], self.least
        # What is not laid at once could be taken and discarded for ever.
        choices = [choice for choice in view.choices[1:] if isinstance(choice, Pull)]
        for choice in choices if self._is_waiting(view) else view.choices[1:]:
            row = _row(choice, view)
            if len(row) > self.deepest or not _may_be_of_use(choice, view):
                continue
            gain = self._worth(view, row, choice) - self._worth(view, (), choice)
            if gain >= most:
                best, most = choice, gain
        return best

    def _worth(self, view: View, row: tuple[Tile, ...], choice: Action) -> float:
        """Return what can be laid with some discards, less what is left."""
        tiles, variant = view.hand.tile_set, view.variant
        key = tiles.hand(row[:1]) if isinstance(choice, Pull) and row else None
        hand = view.hand + tiles.hand(row if key is None else row[1:])
        play = replace(view, hand=hand).best_play("value", must=key)
        laid = _value(play.table, view) - _value(view.table, view)
        return laid - self.keep * sum(map(variant.rack_points_of, play.left))

    def _freed(self, tile: Tile, view: View) -> tuple[float, int]:
        """Return what is gained by discarding a tile: its points, less what it may become."""
        variant, hand, unknown = view.variant, view.hand, view.unknown
        points = variant.rack_points_of(tile)
        if tile.is_joker:
            return -1000.0, points
        pairs = pairs_with(tile, variant)
        if self.discards == "points":
            return -float(sum(hand.count(a) + hand.count(b) > 0 for a, b in pairs)), points
        rest, gain = hand - hand.tile_set.hand([tile]), float(points)
        for one, other in pairs:
            held = rest.count(one), rest.count(other)
            if all(held):
                gain -= 2 * points
            elif any(held):
                gain -= CHANCE * unknown.count(other if held[0] else one)
            elif self.discards == "safe":
                gain -= DANGER * unknown.count(one) * unknown.count(other)
        if self.discards == "safe" and fits_somewhere(tile, view.table, variant):
            gain -= 2 * points
        return gain, points


CHANCE = 1.5
"""How many points a card is worth that would complete a meld."""

DANGER = 0.25
"""How many points it costs to discard what two cards in other hands could need."""

PLAYERS = {
    "greedy": Digging(deepest=1, discards="points"),
    "optimal": Digging(),
    "cautious": Digging(deepest=3, keep=1.0, discards="safe"),
    "hold_back": Digging(waits=3),
    "counting": Digging(discards="safe"),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action | None:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("rummy-500", ["greedy", "optimal", "cautious"], seed=1).ended
    'out'
    """
    return None if name == "random" else PLAYERS[name].choose(view, random)


def _row(choice: Action, view: View) -> tuple[Tile, ...]:
    """Return the discards that a choice takes."""
    if isinstance(choice, Pull):
        return view.discards[choice.place :]
    return view.discards[-1:] if choice == Take("discards") else ()


def _may_be_of_use(choice: Action, view: View) -> bool:
    """Return whether what is taken may be laid at once."""
    if isinstance(choice, Pull):
        return True
    tile = view.discards[-1]
    return may_meld(tile, view.hand, view.variant) or fits_somewhere(tile, view.table, view.variant)


def _value(table: Table, view: View) -> int:
    """Return what the cards on the table score."""
    return sum(map(view.variant.score_value, table))

"""Players of Okey: what they take and discard, and when they declare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummistats.arrange import most_pairs
from rummistats.play.actions import Action, Discard, Knock, Show, Take
from rummistats.play.games.okey import TAKE
from rummistats.play.players.ahead import after_next_draw
from rummistats.play.players.okey_101 import partners_of
from rummistats.play.state import View
from rummistats.search import one_optimum
from rummistats.tiles import Hand, Tile
from rummistats.values import arranged

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["DANGER", "PLAYERS", "Declaring", "choose"]


@dataclass(frozen=True)
class Declaring:
    """Collects groups and runs, or pairs if it has many, and declares.

    Parameters
    ----------
    pairs : int
        With so many pairs it goes for seven of them.
    waits : int, optional
        As long as more tiles than that are face down it declares only what costs the others
        double: with a joker on the indicator, or with pairs. None to declare at once.
    discards : {"numbers", "chances", "safe"}
        What it discards of the tiles in no meld: the highest number; or what has fewest chances to
        be melded; or these and what is of little use to the next player.
    ahead : int
        With how many of the best discards it looks one draw ahead.

    Examples
    --------
    >>> from rummistats.play import play
    >>> deal = play("okey", [Declaring(), Declaring(pairs=4)] * 2, seed=1)
    >>> deal.ended in ("out", "blocked")
    True
    """

    pairs: int = 6
    waits: int | None = None
    discards: Literal["numbers", "chances", "safe"] = "chances"
    ahead: int = 0

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        shows = [choice for choice in view.choices if isinstance(choice, Show)]
        if shows:
            return shows[0]
        if view.phase == TAKE:
            return Take("discards") if self._wants(view) else view.choices[0]
        knocks = [choice for choice in view.choices if isinstance(choice, Knock)]
        if knocks:
            best = max(knocks, key=_worth)
            if self.waits is None or view.pool <= self.waits or _worth(best):
                return best
        discards = [choice for choice in view.choices if isinstance(choice, Discard)]
        return self._discard(view, discards)

    def _wants(self, view: View) -> bool:
        """Return whether the newest discard would be melded, or paired by who collects pairs."""
        tile = view.discards[-1]
        if tile.is_joker:
            return True
        hand = view.hand + view.hand.tile_set.hand([tile])
        if self._collects_pairs(view.hand, view):
            return len(most_pairs(hand)) > len(most_pairs(view.hand))
        pairs = partners_of(tile, view.variant)
        if not hand.jokers and not any(hand.count(a) and hand.count(b) for a, b in pairs):
            return False
        return arranged(hand, view.variant, "tiles") > arranged(view.hand, view.variant, "tiles")

    def _collects_pairs(self, hand: Hand, view: View) -> bool:
        if not view.variant.pairs_complete:
            return False
        pairs = len(most_pairs(hand))
        return pairs >= self.pairs

    def _discard(self, view: View, discards: list[Discard]) -> Discard:
        if self._collects_pairs(view.hand, view):
            kept = most_pairs(view.hand)
        else:
            kept = one_optimum(view.hand, view.variant, "tiles")
        melded = Counter(tile for meld in kept for tile in meld.tiles)
        loose = Counter(view.hand) - melded
        cost = {each: self._cost(each.tile, loose[each.tile] > 0, view) for each in discards}
        best = sorted(discards, key=cost.__getitem__)
        alike = [each for each in best[: self.ahead] if cost[each][:2] == cost[best[0]][:2]]
        if len(alike) < 2 or self._collects_pairs(view.hand, view):
            return best[0]
        after = after_next_draw(view, [each.tile for each in alike], "tiles")
        return max(alike, key=lambda each: after[each.tile] - NEAR * cost[each][2])

    def _cost(self, tile: Tile, loose: bool, view: View) -> tuple[bool, bool, float, int]:
        """Return what it costs to discard a tile: a meld, chances, what it gives the next."""
        if tile.is_joker:
            return True, True, 0.0, 0
        if self.discards == "numbers":
            return False, not loose, -tile.number, 0
        hand, unknown, chances = view.hand, view.unknown, 0.0
        if self._collects_pairs(hand, view):
            chances += unknown.count(tile)
        else:
            for one, other in partners_of(tile, view.variant):
                has_one, has_other = hand.count(one) > 0, hand.count(other) > 0
                if has_one != has_other:
                    chances += unknown.count(other if has_one else one)
        if self.discards == "safe":
            chances -= DANGER * sum(
                unknown.count(one) * unknown.count(other)
                for one, other in partners_of(tile, view.variant)
            )
        return False, not loose, chances, tile.number


NEAR = 0.01
"""What the usual cost of a discard counts against what is seen one draw ahead."""

DANGER = 0.1
"""What two tiles count that the next player could meld the discard with."""

PLAYERS = {
    "greedy": Declaring(8, discards="numbers"),
    "optimal": Declaring(ahead=5),
    "cautious": Declaring(discards="safe"),
    "hold_back": Declaring(waits=24),
    "counting": Declaring(discards="safe", ahead=5),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> len(play("okey", ["greedy", "hold_back", "counting", "random"], seed=1).scores)
    4
    """
    if name == "random":
        return view.choices[int(random.integers(len(view.choices)))]
    return PLAYERS[name].choose(view, random)


def _worth(knock: Knock) -> int:
    """Return in how many ways a declaration counts double."""
    pairs = any(meld.kind == "pair" for meld in knock.lay.table)
    return pairs + (knock.tile is not None and knock.tile.is_joker)

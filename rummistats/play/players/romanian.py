"""Players of Romanian tile rummy: what they take, when they open, what they discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rummistats.play.actions import Action, Discard, Lay, Offer, Pass, Pull, Redeal, Take
from rummistats.play.discarding import ACT, TAKE
from rummistats.play.doublas import REDEAL
from rummistats.play.extended_program import is_known, program_lay
from rummistats.play.fitting import fits_somewhere, may_meld, pairs_with
from rummistats.play.laying import best_lay
from rummistats.play.leaving_one import closed_lay
from rummistats.play.legality import as_rack
from rummistats.play.solve import Play
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.play.usefulness import use_of
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["PLAYERS", "Etalat", "choose"]


@dataclass(frozen=True)
class Etalat:
    """Takes what it can lay, opens when it pays, and discards what it can best do without.

    Parameters
    ----------
    deepest : int
        How many discards it takes at most.
    keep : float
        What part of a tile's points counts as lost if it comes to the rack and stays there.
    discards : {"points", "chances", "safe"}
        What it discards: the most points among the tiles that are in no meld; or what it can do
        without best by the chances to meld it; or by what it gives the next
        player as well.
    closed : int
        It does not open but waits for a closed win if so few tiles of the rack are in no meld
        then, 0 for never.
    danger : int
        It does not wait any more if another player has so few tiles, or the wall for each.
    swaps : bool
        Whether it exchanges doublas that it has no use for.

    Examples
    --------
    >>> from rummistats.play import play
    >>> players = [Etalat(deepest=1), Etalat(), Etalat(closed=3), Etalat(discards="safe")]
    >>> play("romanian", players, seed=1).ended
    'out'
    """

    deepest: int = 60
    keep: float = 0.5
    discards: Literal["points", "chances", "safe"] = "chances"
    closed: int = 0
    danger: int = 7
    swaps: bool = True

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.phase == TAKE:
            return self._take(view)
        if view.phase != ACT:
            return self._before_play(view)
        return self._lay(view) or max(
            (choice for choice in view.choices if isinstance(choice, Discard)),
            key=lambda choice: self._freed(choice.tile, view),
        )

    def _before_play(self, view: View) -> Action:
        """Return which doubla to exchange: one of which both tiles are of no use."""
        if view.phase == REDEAL:
            return Redeal() if Redeal() in view.choices else Pass()
        offers = [choice for choice in view.choices if isinstance(choice, Offer)]
        loose = [each for each in offers if not use_of(each.tile, view, False)[0]]
        return loose[0] if loose and self.swaps else Pass()

    def _lay(self, view: View) -> Lay | None:
        variant = view.variant
        if not view.may_lay:
            return None
        if view.has_opened:
            return _best_lay(view) if _may_lay_something(view) else None
        if not variant.rule("closed_needs_opening") and (lay := closed_lay(view)) is not None:
            return lay
        if not _may_open(view) or (lay := _best_lay(view)) is None:
            return None
        left = len(view.hand) - len(lay.played)
        return lay if left <= 1 or not self._is_waiting(view) else None

    def _is_waiting(self, view: View) -> bool:
        """Return whether it waits for a closed win."""
        others = (left for seat, left in enumerate(view.tiles_left) if seat != view.seat)
        late = view.pool <= self.danger * len(view.tiles_left)
        if not self.closed or late or min(others) <= self.danger:
            return False
        # The last one is discarded.
        return len(_own_melds(view).left) <= self.closed + 1

    def _take(self, view: View) -> Action:
        """Return what pays best: what it lets lay, less what stays on the rack."""
        if Take("face_up") in view.choices:
            return Take("face_up")
        if not view.has_opened:
            pulls = [choice for choice in view.choices if isinstance(choice, Pull)]
            waits = self.closed > 0 and self._is_waiting(view)
            return pulls[0] if pulls and not waits else view.choices[0]
        best, most = view.choices[0], 0.0
        now = None
        for choice in view.choices[1:]:
            if isinstance(choice, Pull):
                # The newest discard may be taken without a duty to lay it.
                if choice.taken > self.deepest or choice.taken == 1:
                    continue
            elif not (is_known(view.variant) or _may_be_of_use(view.discards[-1], view)):
                continue
            if now is None:
                now = self._worth(view)
            gain = self._worth(_after(choice, view)) - now
            if gain > most:
                best, most = choice, gain
        return best

    def _worth(self, view: View) -> float:
        """Return what lies on the table and what can be laid now, less what is left then."""
        variant = view.variant
        if is_known(variant):
            lay = program_lay(view, "tiles")
            table, left = view.table, view.hand
            if lay is not None:
                table, left = lay.table, left - lay.played
            return self._left(table, left, variant)
        play = view.best_play("value")
        # One tile is kept for the discard.
        if len(play.left):
            return self._left(play.table, play.left, variant)
        worth = []
        for tile in dict.fromkeys(view.hand):
            one = view.hand.tile_set.hand([tile])
            play = replace(view, hand=view.hand - one).best_play("value")
            worth.append(self._left(play.table, as_rack(play.left, variant) + one, variant))
        return max(worth)

    def _left(self, table: Table, left: Hand, variant: Variant) -> float:
        """Return what lies on the table, less what is left, and the bonus for a win."""
        laid = sum(map(variant.score_value, table))
        bonus = int(str(variant.rule("win_bonus"))) if len(left) == 1 else 0
        return laid - self.keep * sum(map(variant.rack_points_of, left)) + bonus

    def _freed(self, tile: Tile, view: View) -> tuple[float, int]:
        """Return what is gained by discarding a tile: its points, less what it may become."""
        variant, hand, unknown = view.variant, view.hand, view.unknown
        points = variant.rack_points_of(tile)
        if tile.is_joker:
            return -1000.0, points
        pairs = pairs_with(tile, variant)
        rest = hand - hand.tile_set.hand([tile])
        if self.discards == "points":
            return -float(any(rest.count(a) and rest.count(b) for a, b in pairs)), points
        gain = points / 2
        for one, other in pairs:
            held = rest.count(one), rest.count(other)
            if all(held):
                gain -= 40
            elif any(held):
                gain -= CHANCE * unknown.count(other if held[0] else one)
        if rest.count(tile):
            # Of two equal tiles one is enough.
            gain += 10
        if self.discards == "safe":
            gain -= _given(tile, view)
        return gain, points


CHANCE = 3.0
"""How many points a tile is worth that would complete a meld."""

DANGER = 0.4
"""How many points it costs to discard what two tiles on the next rack could need."""

KNOWN = 8.0
"""How many points it costs if the next player is known to hold both of them."""

PLAYERS = {
    "greedy": Etalat(deepest=1, discards="points", swaps=False),
    "optimal": Etalat(),
    "cautious": Etalat(deepest=4, keep=1.0, discards="safe"),
    "hold_back": Etalat(closed=3, discards="safe"),
    "counting": Etalat(discards="safe"),
}
"""How the named strategies play, all but random."""


def choose(name: str, view: View, random: Generator) -> Action | None:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("romanian", ["greedy", "optimal", "cautious", "hold_back"], seed=1).ended
    'out'
    """
    return None if name == "random" else PLAYERS[name].choose(view, random)


def _given(tile: Tile, view: View) -> float:
    """Return what a discard gives the next player, in points."""
    following = (view.seat + 1) % len(view.tiles_left)
    takes = view.opened[following] or bool(view.variant.rule("discard_for_opening"))
    if not takes or view.tiles_left[following] < 3:
        # Later it may still be picked from the row.
        return 0.0
    cost = 2.0 * view.variant.rack_points_of(tile) if _fits(tile, view) else 0.0
    shown, unknown = view.shown[following], view.unknown
    for one, other in pairs_with(tile, view.variant):
        known = shown.count(one) > 0, shown.count(other) > 0
        if all(known):
            cost += KNOWN
        elif any(known):
            cost += unknown.count(other if known[0] else one)
        else:
            cost += DANGER * unknown.count(one) * unknown.count(other)
    return cost


def _fits(tile: Tile, view: View) -> bool:
    """Return whether a tile may be added to a meld, or exchanged for a joker in a run."""
    return fits_somewhere(tile, view.table, view.variant) or any(
        tile in reading for meld in view.table if meld.jokers for reading in meld.joker_readings
    )


def _may_lay_something(view: View) -> bool:
    """Return whether anything may be laid from the rack, a tile for a joker as well."""
    hand = view.hand
    return any(
        may_meld(tile, hand - hand.tile_set.hand([tile]), view.variant) or _fits(tile, view)
        for tile in dict.fromkeys(hand)
    )


def _may_be_of_use(tile: Tile, view: View) -> bool:
    """Return whether a tile may be laid at once."""
    return may_meld(tile, view.hand, view.variant) or _fits(tile, view)


def _after(choice: Action, view: View) -> View:
    """Return the view after tiles were taken from the row, and one of them laid."""
    tiles = view.hand.tile_set
    if not isinstance(choice, Pull):
        return replace(view, hand=view.hand + tiles.hand(view.discards[-1:]))
    row = tiles.hand(view.discards[choice.place :])
    return replace(view, table=choice.lay.table, hand=view.hand + row - choice.lay.played)


def _may_open(view: View) -> bool:
    """Return whether an opening may be on the rack: a quick look, before it is searched for."""
    hand, variant = view.hand, view.variant
    if hand.jokers or variant.open_points is None:
        return True
    tiles = dict.fromkeys(hand)
    useful = (t for t in tiles if may_meld(t, hand - hand.tile_set.hand([t]), variant))
    most = sum(hand.count(tile) * variant.most_opening_value(tile) for tile in useful)
    return most >= variant.open_points


def _best_lay(view: View) -> Lay | None:
    """Return the play that lays most, a tile being left to discard."""
    return program_lay(view, "tiles") if is_known(view.variant) else best_lay(view, "tiles")


def _own_melds(view: View) -> Play:
    """Return the most that the rack alone can lay, whatever an opening takes."""
    free = replace(view, table=Table(), opened=(True,) * len(view.opened))
    return free.best_play("tiles")

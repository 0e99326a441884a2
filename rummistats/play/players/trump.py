"""Players of the games with a trump: when they lay, what they take, and what they discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummistats.play.actions import Action, Discard, Knock, Lay, Take
from rummistats.play.extended_program import extended_program, is_known
from rummistats.play.extension import fitting
from rummistats.play.finishing import lay_with, laying, partners, winning_lay
from rummistats.play.gains import Best
from rummistats.play.rearranging import rearranging
from rummistats.play.simple import is_legal, single_plays
from rummistats.play.state import View
from rummistats.play.table import Table
from rummistats.play.trump_rules import USE, WIN, trump_rules
from rummistats.search import one_optimum
from rummistats.tiles import Hand, Tile

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["PLAYERS", "Melding", "choose"]


@dataclass(frozen=True)
class Melding:
    """Lays melds, at once or only when it wins, and discards what is least likely to be melded.

    Parameters
    ----------
    discards : {"points", "chances", "safe"}
        What it discards of the tiles in no meld: the one with most points; or the one with the
        fewest chances to be melded; or of those the one that the next player can use least.
    best : {"tiles", "value", "rack_points"}
        What is best of what it lays.
    closed : int
        As long as it has laid nothing, it waits for a win from the closed rack if no more tiles
        than these are in no meld; -1 never to wait.
    danger : int
        It waits no more if another player has so few tiles, or the pool for each player.
    takes : {"meld", "lay"}
        When it takes the previous discard: if that makes more melds of the rack; or also to lay
        it on the table.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("international", Melding("safe", closed=2), seed=1).ended
    'out'
    """

    discards: Literal["points", "chances", "safe"] = "chances"
    best: Best = "tiles"
    closed: int = -1
    danger: int = 3
    takes: Literal["meld", "lay"] = "lay"

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        takes = [choice for choice in view.choices if isinstance(choice, Take)]
        if takes:
            return self._taken(view, takes)
        if forced := _forced(view):
            return forced
        discards = [choice for choice in view.choices if isinstance(choice, Discard)]
        banned = _banned(view, discards)
        if view.may_lay and _may_lay_something(view):
            lay = self._laid(view, banned)
            if lay is not None:
                return lay
        return self._discard(view, discards)

    def _taken(self, view: View, takes: list[Take]) -> Take:
        if takes[-1] == Take("face_up"):
            return takes[-1]
        if Take("discards") not in takes or len(takes) == 1:
            return takes[0]
        if not view.has_opened and trump_rules(view.variant).discards == "to_win":
            return takes[-1]
        tile = view.discards[-1]
        one = view.hand.tile_set.hand([tile])
        wanted = tile.is_joker or _melded(view.hand + one, view) > _melded(view.hand, view)
        if not wanted and self.takes == "lay" and view.has_opened:
            wanted = tile in fitting(view.table, view.hand, view.variant)
        return takes[-1] if wanted else takes[0]

    def _laid(self, view: View, banned: Tile | None) -> Lay | None:
        """Return what to lay, or None to wait."""
        if not view.has_opened:
            waits = self._waits(view)
            if waits or trump_rules(view.variant).closed_win != "no":
                if (lay := winning_lay(view)) is not None and _keeps(view, lay, banned):
                    return lay
                if waits:
                    return None
        return laying(view, self.best, banned)

    def _waits(self, view: View) -> bool:
        """Return whether a closed win is still hoped for."""
        others = (left for seat, left in enumerate(view.tiles_left) if seat != view.seat)
        if (
            self.closed < 0
            or min(others) <= self.danger
            or view.pool <= self.danger * len(view.tiles_left)
        ):
            return False
        return len(view.hand) - 1 - _melded(view.hand, view) <= self.closed

    def _discard(self, view: View, discards: list[Discard]) -> Discard:
        if len(discards) == 1:
            return discards[0]
        loose = _loose(view)
        some = [each for each in discards if each.tile in loose and not each.tile.is_joker]
        if not some:
            return max(discards, key=lambda each: self._worth_without(each.tile, view))
        if self.discards == "points":
            return max(some, key=lambda each: view.variant.rack_points_of(each.tile))
        known = view.known
        unknown = [n - k for n, k in zip(known.tile_set.copies_of_kind, known.counts, strict=True)]
        fits = fitting(view.table, view.hand, view.variant)
        return min(some, key=lambda each: self._use(each.tile, view, unknown, each.tile in fits))

    def _worth_without(self, tile: Tile, view: View) -> tuple[int, int]:
        """Return how much is melded without a tile, and the points that it has."""
        rest = view.hand - view.hand.tile_set.hand([tile])
        return _melded(rest, view), view.variant.rack_points_of(tile)

    def _use(self, tile: Tile, view: View, unknown: list[int], fits: bool) -> float:
        """Return of how much use a tile is, less what it costs, and what it is to the next one."""
        held, kind = view.hand.counts, view.hand.tile_set.kind(tile)
        use = 0.0
        for a, b in partners(view.variant)[kind]:
            if held[a] and held[b]:
                use += BOTH
            elif held[a] or held[b]:
                use += unknown[b] if held[a] else unknown[a]
        if fits and not view.has_opened:
            use += FITS
        if view.has_opened or view.variant.game.name == "american":
            use -= POINTS * view.variant.rack_points_of(tile)
        if self.discards == "safe":
            use += DANGER * _danger(kind, fits, view, unknown)
        return use


BOTH, FITS, POINTS, DANGER = 3.0, 2.0, 0.15, 0.2
"""What counts for keeping a tile, in tiles that can complete a meld: a meld that there would be
without another one, a place on the table for who must still open, a point on the rack, and a use
for the next player."""

_COMMON = {
    "greedy": Melding("points", takes="meld"),
    "optimal": Melding("chances"),
    "cautious": Melding("safe", "rack_points"),
    "hold_back": Melding("chances", closed=14),
}

PLAYERS = {
    "american": {**_COMMON, "counting": Melding("safe")},
    "international": {**_COMMON, "counting": Melding("safe", closed=5)},
}
"""How the named strategies play in each game, all but random; a closed win only pays in one."""


def choose(name: str, view: View, random: Generator) -> Action:
    """Return what the strategy of this name does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("american", ["greedy", "random", "optimal", "hold_back"], seed=1).ended
    'out'
    """
    if name != "random":
        return PLAYERS[view.variant.game.name][name].choose(view, random)
    if forced := _forced(view):
        return forced
    if view.may_lay and random.random() < 0.5:
        banned = _banned(view, [each for each in view.choices if isinstance(each, Discard)])
        plays = single_plays(view)
        for place in random.permutation(len(plays)):
            lay = plays[int(place)]
            if is_legal(view, lay) and _keeps(view, lay, banned):
                return lay
    return view.choices[int(random.integers(len(view.choices)))]


def _forced(view: View) -> Action | None:
    """Return what must be done with a tile that was taken for it, or a Hand that can be shown."""
    if view.phase == USE:
        return lay_with(view)
    shown = next((choice for choice in view.choices if isinstance(choice, Knock)), None)
    if shown is not None:
        return shown
    return winning_lay(view) if view.phase == WIN else None


def _banned(view: View, discards: list[Discard]) -> Tile | None:
    """Return the tile that may not be discarded."""
    tiles = {each.tile for each in discards}
    return next((tile for tile in view.hand if tile not in tiles), None)


def _keeps(view: View, lay: Lay, banned: Tile | None) -> bool:
    """Whether a tile is left that may be discarded."""
    left = view.hand - lay.played
    return len(left) > 1 or banned not in left


def _loose(view: View) -> Hand:
    """Return the tiles of the rack that are in no meld."""
    if is_known(view.variant):
        found = extended_program(view.variant, "tiles").play(Table(), view.hand)
        return view.hand if found is None else found.left
    melds = one_optimum(view.hand, view.variant, "tiles")
    return view.hand - view.hand.tile_set.hand(tile for meld in melds for tile in meld.tiles)


def _melded(hand: Hand, view: View) -> int:
    """Return how many tiles of a rack can be melded."""
    return sum(map(len, one_optimum(hand, view.variant, "tiles")))


def _may_lay_something(view: View) -> bool:
    """Whether anything might be laid: melds that are worth an opening, or a tile on the table."""
    variant = view.variant
    if is_known(variant):
        # It is found fast enough without a look before.
        return True
    if not view.has_opened:
        melds = one_optimum(view.hand, variant, "value")
        value = sum(map(variant.opening_value, melds))
        rules = rearranging(variant)
        if rules.joker_before_opening and view.table.jokers:
            return True
        need = 0 if rules.opening is None else rules.opening.points
        free = trump_rules(variant).closed_win != "no"
        return bool(melds) and (free or value >= need)
    if view.hand.jokers or rearranging(variant).rearranges or _melded(view.hand, view):
        return True
    return any(tile in view.hand for tile in fitting(_free(view), view.hand, variant))


def _free(view: View) -> Table:
    """Return the melds that the player may add to."""
    foreign = view.foreign_claims
    if not foreign:
        return view.table
    return Table(tuple(meld for meld in view.table if meld not in foreign.melds))


def _danger(kind: int, fits: bool, view: View, unknown: list[int]) -> float:
    """Return of how much use a tile is to the next player, if that one may take it."""
    players = len(view.tiles_left)
    after = (view.seat - 1) % players
    if not view.opened[after] and trump_rules(view.variant).discards != "always":
        return 0.0
    shown = view.shown[after].counts
    use = 4.0 if fits and view.opened[after] else 0.0
    for a, b in partners(view.variant)[kind]:
        use += (shown[a] + unknown[a] / players) * (shown[b] + unknown[b] / players)
    return use

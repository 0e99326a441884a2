"""The Okey games' deal: an indicator says which tiles are wild, and the starter has one more.

All racks are as they are played, see `rummistats.as_played`: the wild tiles are jokers, and the
false jokers the tile whose place they take.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from rummistats.dealing import Context, Deal
from rummistats.errors import VariantError
from rummistats.play.discarding import ACT, TurnState, begin_turns
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["IndicatorState", "begin_with_indicator", "same_team"]

AnyState = TypeVar("AnyState", bound="IndicatorState")


@dataclass(frozen=True)
class IndicatorState(TurnState):
    """A position of a game with an indicator.

    Parameters
    ----------
    apart : tuple of Tile
        The tiles of the table's set that nobody can get: the indicator, and where false jokers
        are its twins whatever a usual deal has instead.
    """

    apart: tuple[Tile, ...] = ()

    @property
    def beside(self) -> tuple[Tile, ...]:
        """The tiles that nobody can get."""
        return self.apart

    @property
    def partnered(self) -> bool:
        """Whether two teams play."""
        return bool(self.variant.rule("partners"))


def begin_with_indicator(
    variant: Variant, deal: Deal, seed: Seed, kind: type[AnyState]
) -> AnyState:
    """Return the position after a deal: the starter has one tile more, and discards first.

    Raises
    ------
    VariantError
        If there are no teams for so many players, not enough tiles, more false jokers than tiles
        whose place they take, or groups that can't be told from pairs.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey-101")
    >>> start = begin_with_indicator(okey, okey.deal_table(seed=1), make_seed(1), IndicatorState)
    >>> len(start.hand), len(start.pool), start.apart == (start.face_up,)
    (22, 20, True)
    """
    if variant.rule("partners") and variant.players != 4:
        raise VariantError(
            f"partners=True and players={variant.players}: two teams have four players"
        )
    if variant.has_pairs and variant.repeat_colors and variant.min_group <= 2:
        raise VariantError(
            f"min_group={variant.min_group} and repeat_colors=True: nobody could tell a group of "
            "two from a pair"
        )
    if not deal.pool:
        raise VariantError(
            f"hand_size={variant.hand_size}: no tile is left that the starter has more than others"
        )
    tiles, played = variant.table_set, _played(variant, deal.context)
    dealt = Counter(played[tile] for hand in deal.hands for tile in hand)
    dealt += Counter(played[tile] for tile in deal.pool)
    if more := dealt - Counter(tiles.all_tiles()):
        raise VariantError(
            f"copies={variant.copies}: {variant.game.false_jokers} false jokers can't take the "
            f"place of so few tiles; there would be too many {next(iter(more))}"
        )
    hands = tuple(tiles.hand(played[tile] for tile in hand) for hand in deal.hands)
    now = Deal(hands, tuple(played[tile] for tile in deal.pool), deal.starter)
    start = replace(
        begin_turns(variant, now, seed, kind),
        phase=ACT,
        face_up=deal.face_up,
        apart=tuple((Counter(tiles.all_tiles()) - dealt).elements()),
    )
    # The starter's tile is dealt, not taken.
    return replace(start.draw(1)[0], taken=())


@lru_cache(maxsize=256)
def _played(variant: Variant, context: Context) -> dict[Tile, Tile]:
    """Return what each tile is played as."""
    return {tile: variant.played_as(tile, context) for tile in variant.tile_set.tiles}


def same_team(state: IndicatorState, seat: int) -> tuple[int, ...]:
    """Return a seat, and that of its partner where teams play.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("okey").with_rules(partners=True)
    >>> start = begin_with_indicator(game, game.deal_table(seed=1), make_seed(1), IndicatorState)
    >>> same_team(start, 3)
    (1, 3)
    """
    if not state.partnered:
        return (seat,)
    return tuple(sorted((seat, (seat + 2) % state.players)))

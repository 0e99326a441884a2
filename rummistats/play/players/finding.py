"""What a module of players has, and which module is whose."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from rummistats.play.actions import Action
from rummistats.play.state import View
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["OWN_WAYS", "OwnWays", "own_ways"]

OWN_WAYS = {
    "gin": "gin",
    "okey-101": "okey_101",
    "okey": "okey",
    "rummy-500": "rummy_500",
    "shanghai": "shanghai",
    "american": "trump",
    "international": "trump",
    "romanian": "romanian",
}
"""The games in which strategies have ways of their own, and the module of each."""


class OwnWays(Protocol):
    """What a module of `rummistats.play.players` has.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> own_ways(find_variant("gin")).__name__
    'rummistats.play.players.gin'
    """

    def choose(self, name: str, view: View, random: Generator) -> Action | None:
        """Return what the strategy of this name does; None if the same as in other games."""


def own_ways(variant: Variant) -> OwnWays | None:
    """Return what strategies do in a game only, or None if nothing is special there.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> own_ways(find_variant("sabra")) is None
    True
    """
    name = OWN_WAYS.get(variant.game.name)
    if name is None:
        return None
    return cast(OwnWays, import_module(f"rummistats.play.players.{name}"))

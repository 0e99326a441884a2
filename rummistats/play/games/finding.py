"""What a game's module has, and which module is whose."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Protocol, cast

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.play.actions import Action, Fail, Pull
from rummistats.play.gains import Best
from rummistats.play.state import State, View
from rummistats.seeds import Seed
from rummistats.variants import Variant, require_variant

__all__ = ["PLAYED", "Game", "find_game"]

PLAYED = {
    "sabra": "sabra",
    "river": "sabra",
    "stone-rummy": "stone_rummy",
    "stone-rummy-plus": "stone_rummy",
    "machiavelli": "machiavelli",
}
"""The games that can be played, and the module of each."""


class Game(Protocol):
    """What a module of `rummistats.play.games` has.

    Examples
    --------
    >>> from rummistats.play.actions import Draw, Pass
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> game = find_game(sabra)
    >>> start = game.begin(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> [str(action) for action in game.choices(start)], game.may_lay(start)
    (['draw'], True)
    >>> game.broken_rule(start, Pass())
    'nobody may pass as long as the pool has tiles'
    >>> len(game.apply(start, Draw()).hands[start.seat])
    15
    """

    def begin(self, variant: Variant, deal: Deal, seed: Seed) -> State:
        """Return the first position of a deal."""

    def choices(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions that lay nothing."""

    def may_lay(self, state: State) -> bool:
        """Return whether tiles may be laid now."""

    def find_pulls(self, view: View, best: Best) -> tuple[Pull, ...]:
        """Return the best legal plays with face-up tiles that may be taken for them."""

    def broken_rule(self, state: State, action: Action) -> str:
        """Return the rule that an action breaks; nothing if it is legal."""

    def apply(self, state: State, action: Action) -> State:
        """Return the position after a legal action."""

    def scores(self, state: State) -> tuple[Fraction, ...]:
        """Return what each seat scores in a deal that has ended."""

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the seats that have won a deal that has ended."""

    def fail(self, state: State, action: Fail) -> State:
        """Return the position after a play that had to be taken back.

        It is the same one where something has to be done all the same.
        """


def find_game(variant: Variant) -> Game:
    """Return how a variant is played.

    Raises
    ------
    VariantError
        If it can't be played.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> find_game(find_variant("sabra")).__name__
    'rummistats.play.games.sabra'
    """
    name = require_variant(variant).game.name
    if name not in PLAYED:
        raise VariantError(f"{variant.game.title} can't be played out; {', '.join(PLAYED)} can")
    return cast(Game, import_module(f"rummistats.play.games.{PLAYED[name]}"))

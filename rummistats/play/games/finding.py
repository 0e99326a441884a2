"""What a game's module has, and which module is whose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.play.actions import Action, Fail, Pull
from rummistats.play.gains import Best
from rummistats.play.state import State, View
from rummistats.seeds import Seed
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = ["PLAYED", "Game", "MatchGame", "find_game", "match_rules"]

PLAYED = {
    "sabra": "sabra",
    "river": "sabra",
    "stone-rummy": "stone_rummy",
    "stone-rummy-plus": "stone_rummy",
    "machiavelli": "machiavelli",
    "gin": "gin",
    "okey-101": "okey_101",
    "okey": "okey",
    "rummy-500": "rummy_500",
    "shanghai": "shanghai",
    "american": "american",
    "international": "international",
    "romanian": "romanian",
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


class MatchGame(Game, Protocol):
    """What a module has besides, if the matches of its game have rules of their own.

    Otherwise a match is a number of deals whose scores are added up, see
    `rummistats.play.match`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> gin = find_game(find_variant("gin"))
    >>> deal = play("gin", "greedy", seed=1, starter=0)
    >>> gin.next_starter(deal), gin.match_is_over(deal.variant, [deal])
    (1, False)
    """

    def next_starter(self, last: Record) -> int | None:
        """Return the seat that starts the deal after this one; None if the lot decides."""

    def match_is_over(self, variant: Variant, deals: Sequence[Record]) -> bool:
        """Return whether no more deals are played; there is at least one."""

    def match_totals(self, variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
        """Return what each seat has at the end of a match, bonuses included."""

    def match_winners(self, variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
        """Return the seats that have won a match."""


def find_game(variant: Variant | str) -> Game:
    """Return how a variant is played.

    Raises
    ------
    VariantError
        If it can't be played, or without a tile.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> find_game(find_variant("sabra")).__name__
    'rummistats.play.games.sabra'
    """
    variant = require_variant(variant)
    name = variant.game.name
    if name not in PLAYED:
        raise VariantError(f"{variant.game.title} can't be played out; {', '.join(PLAYED)} can")
    if variant.hand_size < 1:
        raise VariantError("hand_size=0: deals are played with at least 1 tile for each player")
    return cast(Game, import_module(f"rummistats.play.games.{PLAYED[name]}"))


def match_rules(variant: Variant | str) -> MatchGame | None:
    """Return how matches of a variant are played, or None if they have no rules of their own.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> match_rules(find_variant("sabra")) is None
    True
    """
    game = find_game(variant)
    return cast(MatchGame, game) if hasattr(game, "match_is_over") else None

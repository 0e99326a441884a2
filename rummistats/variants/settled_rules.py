"""The rules that are in force in a variant, and what follows from single ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rummistats.errors import VariantError
from rummistats.variants.game import Game
from rummistats.variants.hands import HAND_TABLES, SpecialHand
from rummistats.variants.rules import HAND_RULES

__all__ = ["Ones", "SettledRules"]

Ones = Literal["low", "high", "low_or_high", "circular"]
"""Where a 1 stands in a run."""


@dataclass(frozen=True, kw_only=True, repr=False)
class SettledRules:
    """All rules of a game with the values that they have in a variant.

    Parameters
    ----------
    name : str
        The game's name.
    colors, numbers, copies, jokers : int
        The tile set.
    assigned_jokers : int
        Jokers given to each player beside the tiles dealt.
    hand_size : int
        Tiles dealt to each player at random.
    players : int
        Number of players.
    ones : {"low", "high", "low_or_high", "circular"}
        Where a 1 stands in a run.
    one_to_one : bool
        Whether one run may start and end with a 1.
    min_group, max_group, min_run : int
        Sizes of groups and runs.
    max_run : int or None
        Most tiles of a run; None is as long as the numbers go.
    repeat_colors : bool
        Whether a color may occur twice in a group.
    min_real, min_real_per_joker, max_jokers_per_combination : int
        How many jokers may be in a meld.
    max_jokers_by_size : tuple of (int, int) or None
        From how many tiles on a meld may have how many jokers; None if its size doesn't matter.
    open_points : int or None
        Points needed for the opening; None if the game defines no opening.
    open_needs_run : bool
        Whether the opening must contain a run.
    open_pairs : int or None
        Pairs that are enough for an opening.
    open_single_set : bool
        Whether one meld alone must reach the points.
    joker_rack_value : int
        Points of a joker left on the rack.
    own_hand_rules : tuple of (str, object)
        Rules that concern a hand and that only this game has.
    table_rules : tuple of (str, object)
        The rules that concern only play at the table.
    house_rules : tuple of (str, object)
        What was set explicitly, by its common name.
    game : Game
        The game it is a variant of.
    """

    name: str
    colors: int
    numbers: int
    copies: int
    jokers: int
    assigned_jokers: int
    hand_size: int
    players: int
    ones: Ones
    one_to_one: bool
    min_group: int
    max_group: int
    min_run: int
    max_run: int | None
    repeat_colors: bool
    min_real: int
    min_real_per_joker: int
    max_jokers_per_combination: int
    max_jokers_by_size: tuple[tuple[int, int], ...] | None
    open_points: int | None
    open_needs_run: bool
    open_pairs: int | None
    open_single_set: bool
    joker_rack_value: int
    own_hand_rules: tuple[tuple[str, object], ...]
    table_rules: tuple[tuple[str, object], ...]
    house_rules: tuple[tuple[str, object], ...] = field(compare=False)
    game: Game

    def rule(self, name: str) -> object:
        """Return the value of a rule, by its common name or that of the game's rule file.

        Raises
        ------
        VariantError
            If the game has no such rule.
        """
        if not isinstance(name, str):
            raise VariantError(self.game.unknown_rule(name))
        for translation in self.game.translations:
            if translation.name == name:
                return translation.read({rule: getattr(self, rule) for rule in HAND_RULES})
        if name in HAND_RULES:
            value: object = getattr(self, name)
            return value
        if name not in self._own_rules:
            raise VariantError(self.game.unknown_rule(name))
        return self._own_rules[name]

    @cached_property
    def _own_rules(self) -> dict[str, object]:
        return dict((*self.own_hand_rules, *self.table_rules))

    def rule_or(self, name: str, otherwise: object = None) -> object:
        """Return the value of a rule that only some games have, or ``otherwise``."""
        return dict(self.own_hand_rules).get(name, otherwise)

    @property
    def differences(self) -> tuple[tuple[str, object], ...]:
        """The rules that were set to something else than the game's default.

        With these alone the game is the same: a default that was set is among them where other
        rules would change it.
        """
        defaults = self.game.defaults(self.players)
        defaults["players"] = self.game.rules["players"].default
        # The joker limit follows the deck unless it is set, so setting it always says something.
        different = {
            rule: value
            for rule, value in self.house_rules
            if value != defaults[rule] or rule == "max_jokers_per_combination"
        }
        follows = self.game.settle(different)
        return tuple(
            (rule, value)
            for rule, value in self.house_rules
            if rule in different or value != follows[rule]
        )

    @cached_property
    def circle(self) -> int:
        """After which number comes 1 where runs go round."""
        cycle = self.rule_or("cycle", self.numbers)
        return min(cycle, self.numbers) if isinstance(cycle, int) else self.numbers

    def jokers_allowed(self, size: int, jokers: int) -> bool:
        """Whether a meld of ``size`` tiles may contain ``jokers`` jokers."""
        real = size - jokers
        for fewest, most in reversed(self.max_jokers_by_size or ()):
            if size >= fewest:
                if jokers > most:
                    return False
                break
        return (
            jokers <= self.max_jokers_per_combination
            and real >= self.min_real
            and real >= self.min_real_per_joker * jokers
        )

    @property
    def has_opening_value(self) -> bool:
        """Whether melds count points for an opening."""
        return self.game.opening_points is not None

    @property
    def has_pairs(self) -> bool:
        """Whether two identical tiles are a meld."""
        return self.open_pairs is not None or self.pairs_complete

    @property
    def pairs_complete(self) -> bool:
        """Whether a hand of nothing but pairs is complete too."""
        return self.game.complete == "all_or_pairs" and bool(self.rule_or("pairs_win", True))

    @property
    def special_hands(self) -> tuple[SpecialHand, ...]:
        """The patterns with which a whole concealed hand wins.

        Raises
        ------
        VariantError
            If the game has no special hands.
        """
        hands = self.rule_or("hands", None)
        if isinstance(hands, str):
            return HAND_TABLES[hands]
        if not isinstance(hands, tuple):
            raise VariantError(f"{self.game.title} has no special hands")
        return hands

    def __repr__(self) -> str:
        rules = "".join(f", {name}={value!r}" for name, value in self.differences)
        return f"Variant({self.name!r}{rules})"

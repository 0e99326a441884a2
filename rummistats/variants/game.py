"""What the file of a game says: plain values from which its variants are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rummistats.variants.rules import HAND_RULES, Rule, Translation

__all__ = ["Game"]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: where its rules differ from the common ones, and what only it has.

    Parameters
    ----------
    name : str
        The name by which it is found.
    title : str
        Its name in prose.
    aliases : tuple of str
        Other names by which it is found.
    hand_rules : mapping of str to Rule
        Common rules that have another default or range here.
    table_rules : tuple of Rule
        Parameters that only concern play at the table.
    translations : tuple of Translation
        Names of its own for common rules.
    presets : mapping of str to mapping
        House rules under one name.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    hand_rules: Mapping[str, Rule] = field(default_factory=dict)
    table_rules: tuple[Rule, ...] = ()
    translations: tuple[Translation, ...] = ()
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by name: those that concern a hand, then those of the table."""
        return HAND_RULES | dict(self.hand_rules) | {rule.name: rule for rule in self.table_rules}

    @property
    def defaults(self) -> dict[str, object]:
        """The default of every rule."""
        return {name: rule.default for name, rule in self.rules.items()}

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # A game is known by its name, wherever a variant of it travels.
        from rummistats.variants.registry import find_game

        return find_game, (self.name,)

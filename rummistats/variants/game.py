"""What the file of a game says: plain values from which its variants are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rummistats.variants.rules import HAND_RULES, Renaming, Rule, Translation

__all__ = ["Game", "OpeningKind"]

OpeningKind = Literal["points", "pairs", "contract", "any_meld"]

# A number of points, "number" for the tile's own number, or the name of the rule that says it.
Points = int | str


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
    cards : bool
        Whether it is played with cards.
    false_jokers : int
        How many false jokers there are.
    indicator : bool
        Whether an indicator makes the copies of one tile wild, as in the Okey games.
    hand_rules : mapping of str to Rule or object
        Common rules that have another default here, or other allowed values (a `Rule`).
    own_hand_rules : tuple of Rule
        Rules that concern a hand and that only this game has.
    table_rules : tuple of Rule
        Rules that only concern play at the table.
    translations : tuple of Translation or Renaming
        Names of its own for common rules.
    by_players : tuple of (int, mapping)
        Defaults that are others from so many players on.
    presets : mapping of str to mapping
        House rules under one name.
    opening : tuple of {"points", "pairs", "contract", "any_meld"}
        The kinds of opening, any one of which is enough; none if there is no opening.
    opening_points : mapping, optional
        What a tile counts for the opening, by number: the tile's own number where nothing is
        said. ``"low_one"``, ``"high_one"``, ``"group_one"`` and ``"group_of_four_one"`` say
        what a 1 counts before a 2, after the highest number, in a group, in a group of four.
        None if opening values have no meaning in the game.
    rack_points : mapping, optional
        What a tile counts on the rack, by number; None if the rack isn't counted in points.
    complete : {"all", "all_or_pairs"}
        What a complete hand is: all tiles melded, or also nothing but pairs.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    cards: bool = False
    false_jokers: int = 0
    indicator: bool = False
    hand_rules: Mapping[str, object] = field(default_factory=dict)
    own_hand_rules: tuple[Rule, ...] = ()
    table_rules: tuple[Rule, ...] = ()
    translations: tuple[Translation | Renaming, ...] = ()
    by_players: tuple[tuple[int, Mapping[str, object]], ...] = ()
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    opening: tuple[OpeningKind, ...] = ("points",)
    opening_points: Mapping[int | str, Points] | None = field(default_factory=dict)
    rack_points: Mapping[int | str, Points] | None = field(default_factory=dict)
    complete: Literal["all", "all_or_pairs"] = "all"

    @property
    def rules(self) -> dict[str, Rule]:
        """All rules by name: those that concern a hand, then those of the table."""
        rules = dict(HAND_RULES)
        for name, value in self.hand_rules.items():
            rules[name] = value if isinstance(value, Rule) else _with_default(rules[name], value)
        own = (*self.own_hand_rules, *self.table_rules)
        return rules | {rule.name: rule for rule in own}

    def defaults(self, players: int | None = None) -> dict[str, object]:
        """Return the default of every rule; some depend on the number of players."""
        defaults = {name: rule.default for name, rule in self.rules.items()}
        if players is not None:
            defaults["players"] = players
        for fewest, changes in self.by_players:
            number = defaults["players"]
            if isinstance(number, int) and number >= fewest:
                defaults |= changes
        return defaults

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # A game is known by its name, wherever a variant of it travels.
        from rummistats.variants.registry import find_game

        return find_game, (self.name,)


def _with_default(rule: Rule, default: object) -> Rule:
    return replace(rule, default=default)

"""What the file of a game says: plain values from which its variants are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any, Literal, SupportsIndex

from rummistats.errors import near_names, shown
from rummistats.variants.rules import HAND_RULES, Renaming, Rule, SameAs, Translation

__all__ = ["Game", "OpeningKind", "PointsOf"]

OpeningKind = Literal["points", "pairs", "contract", "any_meld"]

# A number of points, "number" for the tile's own number, or the name of the rule that says it.
Points = int | str

PointsOf = Mapping[int | str, Points]
"""What tiles count, by number."""

# Points that hold instead where the rule of this name has this value.
OtherPoints = Mapping[tuple[str, object], PointsOf]


@dataclass(frozen=True, kw_only=True, eq=False)
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
    face_up : {"none", "any", "numbered"}
        Whether a tile lies face up beside the pool, and of what kind: any, or any with a number.
    discards : bool
        Whether a turn ends with a discard.
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
    by_rules : tuple of (mapping, mapping)
        Defaults that are others where all rules of the first mapping have these values.
    presets : mapping of str to mapping
        House rules under one name.
    opening : tuple of {"points", "pairs", "contract", "any_meld"}
        The kinds of opening that the game knows, any one of which is enough: with points if
        ``open_points`` is set, with pairs if ``open_pairs`` is set, with the contract of the
        round, or with any meld if nothing else is asked. None if there is no opening.
    ask_instead : str
        The measure to ask for where there is no opening.
    opening_points : mapping, optional
        What a tile counts for the opening, by number: the tile's own number where nothing is
        said. ``"low_one"``, ``"high_one"``, ``"group_one"`` and ``"group_of_four_one"`` say
        what a 1 counts before a 2, after the highest number, in a group, in a group of four.
        None if opening values have no meaning in the game.
    other_opening_points : mapping
        Opening points that are others where a rule has a certain value.
    joker_in_meld : int or str, optional
        What a joker in a meld scores at the end, if not the points of what it stands for.
    rack_points : mapping, optional
        What a tile counts on the rack, by number; None if the rack isn't counted in points.
    other_rack_points : mapping
        Rack points that are others where a rule has a certain value.
    complete : {"all", "all_or_pairs"}
        What a complete hand is: all tiles melded, or also nothing but pairs while the rule
        ``pairs_win`` is on.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    cards: bool = False
    false_jokers: int = 0
    indicator: bool = False
    face_up: Literal["none", "any", "numbered"] = "none"
    discards: bool = False
    hand_rules: Mapping[str, object] = field(default_factory=dict)
    own_hand_rules: tuple[Rule, ...] = ()
    table_rules: tuple[Rule, ...] = ()
    translations: tuple[Translation | Renaming, ...] = ()
    by_players: tuple[tuple[int, Mapping[str, object]], ...] = ()
    by_rules: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...] = ()
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    opening: tuple[OpeningKind, ...] = ("points", "pairs")
    ask_instead: str = ""
    opening_points: PointsOf | None = field(default_factory=dict)
    other_opening_points: OtherPoints = field(default_factory=dict)
    joker_in_meld: Points | None = None
    rack_points: PointsOf | None = field(default_factory=dict)
    other_rack_points: OtherPoints = field(default_factory=dict)
    complete: Literal["all", "all_or_pairs"] = "all"

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """All rules by their common names: those that concern a hand, then those of the table."""
        rules = dict(HAND_RULES)
        for name, value in self.hand_rules.items():
            rules[name] = value if isinstance(value, Rule) else replace(rules[name], default=value)
        own = (*self.own_hand_rules, *self.table_rules)
        return rules | {rule.name: rule for rule in own}

    @cached_property
    def parameters(self) -> dict[str, Rule]:
        """All rules under every name that they have: the common ones and the rule file's."""
        return self.rules | {words.name: words.as_rule(self.rules) for words in self.translations}

    def defaults(self, players: int | None = None) -> dict[str, object]:
        """Return the default of every rule; some depend on the number of players."""
        return self.settle({} if players is None else {"players": players})

    def settle(self, house_rules: Mapping[str, object]) -> dict[str, object]:
        """Return the value of every rule: what was set, and the defaults that follow from it."""
        rules = {name: rule.default for name, rule in self.rules.items()} | dict(house_rules)
        for fewest, changes in self.by_players:
            if _number(rules["players"]) < fewest:
                continue
            rules |= dict(changes) | dict(house_rules)
        for when, changes in self.by_rules:
            if all(rules[name] == value for name, value in when.items()):
                rules |= dict(changes) | dict(house_rules)
        for name, value in rules.items():
            if isinstance(value, SameAs):
                rules[name] = rules[value.rule]
        if "players" not in house_rules:
            # Unless it is set, as many play as the tiles suffice for.
            rules["players"] = min(_number(rules["players"]), self.most_players(rules))
        if "one_to_one" not in house_rules:
            # Where a 1 has one place only, no run has it at both ends.
            rules["one_to_one"] = rules["one_to_one"] and rules["ones"] == "low_or_high"
        if "max_jokers_per_combination" not in house_rules:
            # Unless it is limited, a meld on the table may have all jokers of the game.
            assigned = _number(rules["assigned_jokers"]) * _number(rules["players"])
            wild = _number(rules["copies"]) if self.indicator else 0
            most = max(_number(rules["jokers"]) + assigned, wild)
            rules["max_jokers_per_combination"] = max(
                _number(rules["max_jokers_per_combination"]), most
            )
        return rules

    def most_players(self, rules: Mapping[str, object]) -> int:
        """Return for how many players the tiles suffice, or the fewest that the game allows.

        A game for the blackboard may have fewer tiles than that: it is about a single hand.
        """
        colored = (_number(rules[name]) for name in ("colors", "numbers", "copies"))
        tiles = prod(colored) + self.false_jokers + _number(rules["jokers"])
        to_deal = tiles - (self.face_up != "none")
        return max(self.rules["players"].low, to_deal // max(_number(rules["hand_size"]), 1))

    def unknown_rule(self, rule: object) -> str:
        """Return what to say of a rule that the game does not have."""
        names = list(self.parameters)
        near = near_names(str(rule), names)
        # A game has up to fifty rules: nobody who sees the right one wants to read them all.
        rest = "describe() shows them all" if near else f"its rules are {', '.join(names)}"
        return f"{self.title} has no rule {shown(rule)}{near}; {rest}"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # A game of the registry is known by its name, wherever a variant of it travels.
        from rummistats.variants.registry import GAMES, find_game

        if any(game is self for game in GAMES):
            return find_game, (self.name,)
        return super().__reduce_ex__(protocol)


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value

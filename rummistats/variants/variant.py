"""The variant: one frozen object that answers every rule question about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rummistats.dealing import Deal, deal_players
from rummistats.errors import VariantError, near_names
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.variants.game import Game
from rummistats.variants.registry import find_game
from rummistats.variants.rules import HAND_RULES, whole_number

if TYPE_CHECKING:
    from rummistats.melds import Meld

__all__ = ["Variant", "make_variant"]

Ones = Literal["low", "high", "low_or_high", "circular"]

# What a preset leaves alone: it changes how the tiles are played, not which there are.
_SETTING = ("colors", "numbers", "copies", "jokers", "hand_size", "players")


@dataclass(frozen=True, kw_only=True, repr=False)
class Variant:
    """A game with its house rules settled.

    Variants come from `find_variant`, `Variant.mini`, `preset` and `with_rules`, which check
    every rule; two variants are equal if their names and all their rules are.

    Parameters
    ----------
    name : str
        The game's name.
    colors, numbers, copies, jokers : int
        The tile set.
    hand_size : int
        Tiles dealt to each player.
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
    open_points : int or None
        Points needed for the opening; None if the game defines no opening.
    open_single_set : bool
        Whether one meld alone must reach them.
    joker_rack_value : int
        Points of a joker left on the rack.
    table_rules : tuple of (str, object)
        The rules that concern only play at the table.
    house_rules : tuple of (str, object)
        What was set explicitly, by its common name.
    game : Game
        The game it is a variant of.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> sabra.with_rules(open_points=50)
    Variant('sabra', open_points=50)
    >>> sabra.preset("pre_1988").rule("joker_mode")
    'locked'
    >>> sabra.with_rules(open_points=-1)
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: open_points=-1 is not allowed; it takes a whole number from 0 to
    10000 or None
    """

    name: str
    colors: int
    numbers: int
    copies: int
    jokers: int
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
    open_points: int | None
    open_single_set: bool
    joker_rack_value: int
    table_rules: tuple[tuple[str, object], ...]
    house_rules: tuple[tuple[str, object], ...] = field(compare=False)
    game: Game = field(compare=False)

    @classmethod
    def mini(
        cls,
        *,
        colors: int,
        numbers: int,
        copies: int,
        jokers: int,
        hand_size: int,
        **house_rules: object,
    ) -> Variant:
        """Return a small game for the blackboard, with Sabra's rules otherwise.

        Parameters
        ----------
        colors, numbers, copies, jokers, hand_size : int
            The tile set and how many tiles a player gets.
        **house_rules : object
            Any rule of Sabra. Without ``open_points`` no opening is defined, and asking
            about the opening is an error.

        Raises
        ------
        VariantError
            If a rule is unknown or out of range.

        Examples
        --------
        >>> Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4).sample_space
        1820
        """
        tiles = {"colors": colors, "numbers": numbers, "copies": copies, "jokers": jokers}
        rules = tiles | {"hand_size": hand_size, "open_points": None} | house_rules
        return make_variant(find_game("sabra"), rules, name="mini")

    def with_rules(self, **house_rules: object) -> Variant:
        """Return the variant with these rules changed.

        Parameters
        ----------
        **house_rules : object
            Names and values, by the common names or those of the game's rule file.

        Raises
        ------
        VariantError
            If a rule is unknown, out of its range, or contradicts another one.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> find_variant("sabra").with_rules(one_high=True).ones
        'low_or_high'
        """
        return make_variant(self.game, house_rules, base=self.house_rules, name=self.name)

    def preset(self, name: str) -> Variant:
        """Return the game with the rules that its rule file calls ``name``.

        The tile set, the hand size and the number of players stay as they are; all other house
        rules are those of the preset.

        Raises
        ------
        VariantError
            If the game has no such preset.
        """
        if name not in self.game.presets:
            raise VariantError(
                f"{self.game.title} has no preset {name!r}; "
                f"it has {', '.join(self.game.presets) or 'none'}"
            )
        kept = tuple((rule, value) for rule, value in self.house_rules if rule in _SETTING)
        return make_variant(self.game, self.game.presets[name], base=kept, name=self.name)

    def rule(self, name: str) -> object:
        """Return the value of a rule, by its common name or that of the game's rule file.

        Raises
        ------
        VariantError
            If the game has no such rule.
        """
        if name in HAND_RULES:
            value: object = getattr(self, name)
            return value
        for translation in self.game.translations:
            if translation.name == name:
                return self.rule(translation.rule) == translation.yes
        table_rules = dict(self.table_rules)
        if name not in table_rules:
            raise VariantError(_unknown_rule(self.game, name))
        return table_rules[name]

    @property
    def differences(self) -> tuple[tuple[str, object], ...]:
        """The rules that were set to something else than the game's default."""
        defaults = self.game.defaults
        # The joker limit follows the deck unless it is set, so setting it always says something.
        return tuple(
            (rule, value)
            for rule, value in self.house_rules
            if value != defaults[rule] or rule == "max_jokers_per_combination"
        )

    @cached_property
    def tile_set(self) -> TileSet:
        """The tile set."""
        return TileSet(self.colors, self.numbers, self.copies, self.jokers)

    @property
    def sample_space(self) -> int:
        """How many hands can be dealt, copies told apart."""
        return self.tile_set.sample_space(self.hand_size)

    def parse(self, text: str) -> Hand:
        """Return the hand that ``text`` describes, see `Hand.parse`."""
        return self.tile_set.parse(text)

    def deal(self, seed: object = None) -> Hand:
        """Deal one hand at random: the first player's hand of ``deal_table(seed=seed)``.

        Parameters
        ----------
        seed : int, SeedSequence, Generator or None
            See `rummistats.seeds.make_seed`.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> len(find_variant("sabra").deal(seed=7))
        14
        """
        return deal_players(self.tile_set, self.hand_size, 1, seed).hands[0]

    def deal_table(self, players: int | None = None, seed: object = None) -> Deal:
        """Deal a hand to each player; what is left is the pool.

        Parameters
        ----------
        players : int, optional
            How many players; the variant's ``players`` unless given.
        seed : int, SeedSequence, Generator or None
            See `rummistats.seeds.make_seed`.

        Raises
        ------
        VariantError
            If the game isn't for so many players.
        TileError
            If there are not enough tiles.
        """
        if players is None:
            players = self.players
        self.game.rules["players"].check(players)
        return deal_players(self.tile_set, self.hand_size, players, seed)

    @property
    def largest_group(self) -> int:
        """Most tiles of a group: without repeated colors no more than there are colors."""
        return self.max_group if self.repeat_colors else min(self.max_group, self.colors)

    @cached_property
    def runs(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of every legal run, in playing order, shorter runs first.

        Examples
        --------
        >>> game = Variant.mini(colors=1, numbers=4, copies=1, jokers=0, hand_size=3)
        >>> game.runs
        ((1, 2, 3), (2, 3, 4), (1, 2, 3, 4))
        >>> game.with_rules(ones="low_or_high").runs
        ((1, 2, 3), (2, 3, 4), (3, 4, 1), (1, 2, 3, 4), (2, 3, 4, 1))
        """
        line, longest = self._number_line()
        windows: dict[tuple[int, ...], None] = {}
        for length in range(self.min_run, longest + 1):
            if self.ones == "circular":
                for first in range(self.numbers):
                    numbers = ((first + k) % self.numbers + 1 for k in range(length))
                    windows[tuple(numbers)] = None
            else:
                for first in range(len(line) - length + 1):
                    windows[line[first : first + length]] = None
        return tuple(windows)

    def _number_line(self) -> tuple[tuple[int, ...], int]:
        """Return the numbers as runs pass them, and the length of the longest run."""
        low = tuple(range(1, self.numbers + 1))
        line, longest = {
            "low": (low, self.numbers),
            "high": ((*low[1:], 1), self.numbers),
            "low_or_high": ((*low, 1), self.numbers + self.one_to_one),
            "circular": (low, self.numbers),
        }[self.ones]
        if self.max_run is None:
            return line, longest
        # Only an explicit limit lets a circular run pass a number twice.
        return line, self.max_run if self.ones == "circular" else min(self.max_run, longest)

    def jokers_allowed(self, size: int, jokers: int) -> bool:
        """Whether a meld of ``size`` tiles may contain ``jokers`` jokers."""
        real = size - jokers
        return (
            jokers <= self.max_jokers_per_combination
            and real >= self.min_real
            and real >= self.min_real_per_joker * jokers
        )

    def rack_value(self, tile: Tile) -> int:
        """Return the points of a tile that is left on the rack.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> sabra = find_variant("sabra")
        >>> sabra.rack_value(Tile("R", 12)), sabra.rack_value(Tile.parse("J"))
        (12, 30)
        """
        return self.joker_rack_value if tile.is_joker else tile.number

    def opening_value(self, meld: Meld) -> int:
        """Return what a meld counts for the opening; a joker counts what it stands for."""
        return sum(meld.numbers)

    def require_opening(self) -> int:
        """Return the points that the opening needs.

        Raises
        ------
        VariantError
            If the variant defines no opening.
        """
        if self.open_points is None:
            raise VariantError(
                f"{self!r} defines no opening; set open_points, for example "
                "with_rules(open_points=9)"
            )
        return self.open_points

    def __repr__(self) -> str:
        rules = "".join(f", {name}={value!r}" for name, value in self.differences)
        return f"Variant({self.name!r}{rules})"


def make_variant(
    game: Game,
    house_rules: Mapping[str, object],
    *,
    base: tuple[tuple[str, object], ...] = (),
    name: str | None = None,
) -> Variant:
    """Return the game's variant with these house rules on top of the ones in ``base``.

    Raises
    ------
    VariantError
        If a rule is unknown, out of its range, or contradicts another one.
    """
    known = game.rules
    explicit = _common_names(game, game.defaults | dict(base), house_rules)
    settled = {rule: known[rule].check(value) for rule, value in (dict(base) | explicit).items()}
    rules = game.defaults | settled
    if "max_jokers_per_combination" not in settled:
        jokers = whole_number("jokers", rules["jokers"], 0, 4)
        default = whole_number(
            "max_jokers_per_combination", rules["max_jokers_per_combination"], 0, 4
        )
        rules["max_jokers_per_combination"] = max(jokers, default)
    variant = Variant(
        name=name or game.name,
        table_rules=tuple((rule, value) for rule, value in rules.items() if rule not in HAND_RULES),
        house_rules=tuple(settled.items()),
        game=game,
        **{rule: value for rule, value in rules.items() if rule in HAND_RULES},  # type: ignore[arg-type]
    )
    _check_together(variant)
    return variant


def _unknown_rule(game: Game, rule: str) -> str:
    names = [*game.rules, *(translation.name for translation in game.translations)]
    return (
        f"{game.title} has no rule {rule!r}{near_names(rule, names)}; "
        f"its rules are {', '.join(names)}"
    )


def _common_names(
    game: Game, rules: Mapping[str, object], house_rules: Mapping[str, object]
) -> dict[str, object]:
    """Return the house rules under their common names."""
    translations = {translation.name: translation for translation in game.translations}
    common: dict[str, object] = {}
    said_by: dict[str, str] = {}
    switched_off = []
    for name, value in house_rules.items():
        if name in translations:
            changes = translations[name].apply(value, rules)
            if value is False:
                # It takes back what was on before, and forbids what else would switch it on.
                switched_off.append((translations[name], changes))
                continue
        elif name in game.rules:
            changes = {name: value}
        else:
            raise VariantError(_unknown_rule(game, name))
        for rule, new in changes.items():
            if rule in common and common[rule] != new:
                raise VariantError(
                    f"{name}={value!r} means {rule}={new!r}, which contradicts {said_by[rule]} "
                    f"({rule}={common[rule]!r}); set only one of them"
                )
            common[rule] = new
            said_by[rule] = f"{name}={value!r}"
    for translation, changes in switched_off:
        rule = translation.rule
        if rule in common and common[rule] == translation.yes:
            raise VariantError(
                f"{translation.name}=False contradicts {said_by[rule]}; set only one of them"
            )
        common = changes | common
    return common


def _check_together(variant: Variant) -> None:
    """Check what several rules say together."""
    size = variant.tile_set.size
    if variant.hand_size > size:
        raise VariantError(
            f"hand_size={variant.hand_size}, but there are only {size} tiles; "
            f"it takes a whole number from 0 to {size}"
        )
    if variant.min_group > variant.max_group:
        raise VariantError(
            f"min_group={variant.min_group} is more than max_group={variant.max_group}"
        )
    if variant.max_run is not None and variant.min_run > variant.max_run:
        raise VariantError(f"min_run={variant.min_run} is more than max_run={variant.max_run}")
    if variant.one_to_one and variant.ones != "low_or_high":
        raise VariantError(f"one_to_one=True needs ones='low_or_high', but ones={variant.ones!r}")

"""The variant: one frozen object that answers every rule question about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Literal

from rummistats.dealing import Context, Deal, deal_players, require_context
from rummistats.errors import TileError, VariantError, shown
from rummistats.tiles import JOKER, Hand, Tile, TileSet, require_tile
from rummistats.variants.game import Game, PointsOf
from rummistats.variants.hands import HAND_TABLES, SpecialHand
from rummistats.variants.lines import run_numbers
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points, Requirement
from rummistats.variants.registry import find_game
from rummistats.variants.rules import HAND_RULES

if TYPE_CHECKING:
    from rummistats.melds import Meld

__all__ = ["Variant"]

Ones = Literal["low", "high", "low_or_high", "circular"]

# What a preset leaves alone: it changes how the tiles are played, not which there are.
_SETTING = ("colors", "numbers", "copies", "jokers", "hand_size", "players")


@dataclass(frozen=True, kw_only=True, repr=False)
class Variant:
    """A game with its house rules settled.

    Variants come from `find_variant`, `Variant.mini`, `preset` and `with_rules`, which check
    every rule; two variants are equal if they are of one game and all their rules are equal.

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
        from rummistats.variants.make import make_variant

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
        from rummistats.variants.make import make_variant

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
        if not isinstance(name, str) or name not in self.game.presets:
            raise VariantError(
                f"{self.game.title} has no preset {shown(name)}; "
                f"it has {', '.join(self.game.presets) or 'none'}"
            )
        kept = tuple((rule, value) for rule, value in self.house_rules if rule in _SETTING)
        from rummistats.variants.make import make_variant

        return make_variant(self.game, self.game.presets[name], base=kept, name=self.name)

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
        rules = dict((*self.own_hand_rules, *self.table_rules))
        if name not in rules:
            raise VariantError(self.game.unknown_rule(name))
        return rules[name]

    def rule_or(self, name: str, otherwise: object = None) -> object:
        """Return the value of a rule that only some games have, or ``otherwise``."""
        return dict(self.own_hand_rules).get(name, otherwise)

    @property
    def differences(self) -> tuple[tuple[str, object], ...]:
        """The rules that were set to something else than the game's default."""
        defaults = self.game.defaults(self.players)
        defaults["players"] = self.game.rules["players"].default
        # The joker limit follows the deck unless it is set, so setting it always says something.
        return tuple(
            (rule, value)
            for rule, value in self.house_rules
            if value != defaults[rule] or rule == "max_jokers_per_combination"
        )

    @cached_property
    def tile_set(self) -> TileSet:
        """All tiles of the game, assigned jokers of one player included."""
        return TileSet(
            self.colors,
            self.numbers,
            self.copies,
            self.jokers + self.assigned_jokers,
            self.game.false_jokers,
            self.game.cards,
        )

    @cached_property
    def playing_set(self) -> TileSet:
        """The tiles as they are played with: wild tiles are jokers, false jokers plain tiles.

        In the Okey games the copies of one tile are wild, and the false jokers take its place;
        which tile that is makes no difference to the set. Elsewhere it is `tile_set`.
        """
        if not self.game.indicator:
            return self.tile_set
        copies = self.copies
        if self.rule_or("false_joker_is") == "indicator":
            # The false jokers join the one copy of the indicator that is left.
            copies = max(copies, copies - 1 + self.game.false_jokers)
        return TileSet(self.colors, self.numbers, copies, self.copies)

    @cached_property
    def table_set(self) -> TileSet:
        """All tiles that may lie on the table: the assigned jokers of all players are among them.

        Four jokers at most, as in any tile set.
        """
        jokers = min(4, self.jokers + self.assigned_jokers * self.players)
        return replace(self.tile_set, jokers=jokers)

    @cached_property
    def circle(self) -> int:
        """After which number comes 1 where runs go round."""
        cycle = self.rule_or("cycle", self.numbers)
        return min(cycle, self.numbers) if isinstance(cycle, int) else self.numbers

    def check_context(self, context: object) -> Context | None:
        """Return a context if it fits the game.

        Raises
        ------
        VariantError
            If it is none, or fixes what the game does not have.
        """
        context = require_context(context)
        if context is None:
            return None
        if context.round != 1:
            if "contract" not in self.game.opening:
                raise VariantError(f"round={context.round}: {self.game.title} has no rounds")
            self._contract(context.round)
        if context.indicator is not None:
            if not self.game.indicator:
                raise VariantError(
                    f"indicator={context.indicator}: {self.game.title} has no indicator"
                )
            self.tile_set.kind(context.indicator)
        if context.trump is not None:
            if self.game.face_up == "none" or self.game.indicator:
                raise VariantError(
                    f"trump={context.trump}: {self.game.title} has no such tile face up"
                )
            self.tile_set.kind(context.trump)
        return context

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """How many tiles of each kind of `playing_set` are dealt from."""
        tiles = self.playing_set
        colored = (self.copies,) * tiles.colored_kinds
        if not tiles.jokers:
            return colored
        return (*colored, tiles.jokers - self.assigned_jokers)

    @property
    def sample_space(self) -> int:
        """How many hands can be dealt, copies told apart."""
        return comb(sum(self.deck), self.hand_size)

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
        return self._deal(1, seed).hands[0]

    def deal_table(self, players: int | None = None, seed: object = None) -> Deal:
        """Deal a hand to each player; what is left is the pool.

        Where the game has one, a tile is laid face up: the deal's `context` tells of it.

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
        if players is None or players == self.players:
            players = self.players
        else:
            # The tile set and the hands may depend on the number of players.
            return self.with_rules(players=players).deal_table(seed=seed)
        return self._deal(players, seed)

    def _deal(self, players: int, seed: object) -> Deal:
        return deal_players(
            self.tile_set,
            self.hand_size,
            players,
            seed,
            assigned_jokers=self.assigned_jokers,
            face_up=self.game.face_up,
            is_indicator=self.game.indicator,
        )

    @property
    def largest_group(self) -> int:
        """Most tiles of a group: the limit, or fewer if there are no more tiles for one."""
        if self.repeat_colors:
            available = self.colors * self.copies + self.playing_set.jokers
            return max(self.min_group, min(self.max_group, available))
        return min(self.max_group, self.colors)

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
        return run_numbers(self)

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

    def played_as(self, tile: Tile, context: Context | None = None) -> Tile:
        """Return what a tile is played as.

        In the Okey games the copies of the tile after the indicator are wild, and a false joker
        is that tile, or the indicator's twin if ``false_joker_is="indicator"``. Elsewhere a tile
        is what it is.

        Raises
        ------
        TileError
            If ``tile`` is no tile.
        VariantError
            If a false joker is asked for without an indicator.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> context = Context(indicator=Tile("B", 13))
        >>> find_variant("okey").played_as(Tile("B", 1), context)
        Tile('J')
        >>> find_variant("okey").played_as(Tile.parse("F"), context)
        Tile('B1')
        """
        require_tile(tile)
        context = self.check_context(context)
        if not self.game.indicator:
            return tile
        indicator = context.indicator if context else None
        if indicator is None:
            if tile.is_false_joker:
                raise VariantError(
                    f"in {self.game.title} what a false joker is follows from the indicator; "
                    "give it, for example context=Context(indicator='R5')"
                )
            return tile
        okey = Tile(indicator.color, indicator.number % self.numbers + 1)
        if tile.is_false_joker:
            return indicator if self.rule_or("false_joker_is", "okey") == "indicator" else okey
        return JOKER if tile == okey else tile

    @cached_property
    def rack_points(self) -> tuple[int, ...]:
        """What a tile of each number counts on the rack; place 0 is unused.

        Raises
        ------
        VariantError
            If the rack isn't counted in points in the game.
        """
        points = self.game.rack_points
        if points is None:
            raise VariantError(f"in {self.game.title} tiles on the rack are not counted in points")
        return self._points(self._in_force(points, self.game.other_rack_points))

    @cached_property
    def opening_points(self) -> tuple[int, ...]:
        """What a tile of each number counts in an opening; place 0 is unused.

        What a 1 counts in a certain place is said by `points_of_ones`.

        Raises
        ------
        VariantError
            If melds have no opening value in the game.
        """
        return self._points(self._said_of_openings)

    @cached_property
    def _said_of_openings(self) -> PointsOf:
        points = self.game.opening_points
        if points is None:
            raise VariantError(f"in {self.game.title} melds have no opening value")
        return self._in_force(points, self.game.other_opening_points)

    def _in_force(
        self, points: PointsOf, others: Mapping[tuple[str, object], PointsOf]
    ) -> PointsOf:
        """Return the points with those that hold instead under the variant's rules."""
        in_force = dict(points)
        for (rule, value), changes in others.items():
            if self.rule(rule) == value:
                in_force |= changes
        return in_force

    def _points(self, points: PointsOf) -> tuple[int, ...]:
        """Return what each number counts: place 0 is unused."""
        return (0, *(self._point(points.get(n, "number"), n) for n in range(1, self.numbers + 1)))

    def _point(self, said: int | str, number: int) -> int:
        """Return the points that a game's file says; a rule without a number: the tile's own."""
        if isinstance(said, int):
            return said
        value = number if said == "number" else self.rule(said)
        return value if isinstance(value, int) else number

    @cached_property
    def points_of_ones(self) -> tuple[int, int, int, int]:
        """Return what a 1 counts before 2, after the highest number, in groups of 3 and of 4."""
        said = self._said_of_openings
        plain = self.opening_points[1]
        group = said.get("group_one", plain)
        places = (
            said.get("low_one", plain),
            said.get("high_one", plain),
            group,
            said.get("group_of_four_one", group),
        )
        low, high, of_three, of_four = (self._point(place, 1) for place in places)
        return low, high, of_three, of_four

    def rack_value(self, tile: Tile, context: Context | None = None) -> int:
        """Return the points of a tile that is left on the rack.

        In the Okey games the context's indicator says which tiles are wild.

        Raises
        ------
        TileError
            If ``tile`` is no tile, or has a number that the game hasn't.
        VariantError
            If the rack isn't counted in points in the game.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> sabra = find_variant("sabra")
        >>> sabra.rack_value(Tile("R", 12)), sabra.rack_value(Tile.parse("J"))
        (12, 30)
        """
        points = self.rack_points
        tile = self.played_as(tile, context)
        return self.joker_rack_value if tile.is_joker else points[self._number_of(tile)]

    @property
    def has_opening_value(self) -> bool:
        """Whether melds count points for an opening."""
        return self.game.opening_points is not None

    def opening_value(self, meld: Meld) -> int:
        """Return what a meld counts for the opening; a joker counts what it stands for.

        Raises
        ------
        TileError
            If ``meld`` is no meld, or has numbers that the game hasn't.
        VariantError
            If melds have no opening value in the game.
        """
        return sum(self._tile_values(meld))

    def reading_value(self, meld: Meld) -> int:
        """Return the value by which readings of the same tiles are compared.

        It is the opening value, or 0 where melds have none.
        """
        if _checked(meld).kind == "pair" or not self.has_opening_value:
            return 0
        return self.opening_value(meld)

    def rack_points_of(self, tile: Tile) -> int:
        """Return the points of a tile on the rack, or 0 where the rack isn't counted in points."""
        require_tile(tile)
        return 0 if self.game.rack_points is None else self.rack_value(tile)

    def score_value(self, meld: Meld) -> int:
        """Return what a meld on the table scores at the end, where melds score.

        It is the opening value, but for jokers where the game says so.

        Raises
        ------
        TileError
            If ``meld`` is no meld, or has numbers that the game hasn't.
        VariantError
            If melds have no value in the game.

        Examples
        --------
        >>> from rummistats.melds import Run
        >>> from rummistats.variants import find_variant
        >>> run = Run("R", (11, 12, 13), (0,))
        >>> find_variant("romanian").opening_value(run), find_variant("romanian").score_value(run)
        (30, 70)
        """
        values = self._tile_values(meld)
        if self.joker_score is None:
            return sum(values)
        return sum(
            self.joker_score if tile.is_joker else value
            for tile, value in zip(meld.tiles, values, strict=True)
        )

    @property
    def joker_score(self) -> int | None:
        """What a joker in a meld scores at the end; None if it counts as what it stands for."""
        said = self.game.joker_in_meld
        return None if said is None else self._point(said, 0)

    def _tile_values(self, meld: Meld) -> list[int]:
        """Return what each tile of a meld counts, in the order of ``meld.tiles``."""
        points = self.opening_points
        if _checked(meld).kind == "pair":
            # What pairs are worth makes no difference: they are counted.
            return [0, 0]
        if not all(1 <= number <= self.numbers for number in meld.numbers):
            raise TileError(f"{meld}: the numbers of {self!r} go from 1 to {self.numbers}")
        if 1 not in meld.numbers:
            return [points[number] for number in meld.numbers]
        low, high, group, group_of_four = self.points_of_ones
        if meld.kind == "group":
            return [group_of_four if len(meld) >= 4 else group] * len(meld)
        return [
            points[number] if number != 1 else high if place else low
            for place, number in enumerate(meld.numbers)
        ]

    def most_opening_value(self, tile: Tile) -> int:
        """Return a bound on what a tile can add to a meld's opening value."""
        points = self.opening_points
        if require_tile(tile).is_joker:
            return max(*points, *self.points_of_ones)
        number = self._number_of(tile)
        return max(points[1], *self.points_of_ones) if number == 1 else points[number]

    def _number_of(self, tile: Tile) -> int:
        if not 1 <= tile.number <= self.numbers:
            raise TileError(f"{tile}: the numbers of {self!r} go from 1 to {self.numbers}")
        return tile.number

    def opening(self, context: Context | None = None) -> tuple[Requirement, ...]:
        """Return the ways to open, any one of which is enough.

        Parameters
        ----------
        context : Context, optional
            Says the round where contracts go by rounds; round 1 unless given.

        Raises
        ------
        VariantError
            If the variant has no opening, or no such round.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> find_variant("sabra").opening()
        (Points(points=30, needs_run=False, single_meld=False),)
        """
        self.check_context(context)
        kinds = self.game.opening
        found: list[Requirement] = []
        if self.open_points is not None:
            found.append(Points(self.open_points, self.open_needs_run, self.open_single_set))
        if self.open_pairs is not None:
            found.append(Pairs(self.open_pairs))
        if "contract" in kinds:
            found.append(self._contract((context or Context()).round))
        if "any_meld" in kinds and not found:
            found.append(AnyMeld())
        if not found:
            hint = ""
            if "points" in kinds:
                hint = "; set open_points, for example with_rules(open_points=9)"
            elif self.game.ask_instead:
                hint = f"; ask {self.game.ask_instead}"
            raise VariantError(f"{self!r} defines no opening{hint}")
        return tuple(found)

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

    def describe(self) -> str:
        """Return the complete rules that concern a hand, in plain English.

        The text is made from the variant's values, so it says what is in force.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> print(find_variant("sabra").with_rules(one_high=True).describe())  # doctest: +ELLIPSIS
        Sabra Rummikub
        ...
        """
        from rummistats.variants.describe import describe

        return describe(self)

    def _contract(self, round_: int) -> Contract:
        contracts = self.rule("contracts")
        assert isinstance(contracts, tuple)
        if not 1 <= round_ <= len(contracts):
            raise VariantError(
                f"round={shown(round_)}: {self.game.title} has rounds 1 to {len(contracts)}"
            )
        groups, runs = contracts[round_ - 1]
        return Contract(
            groups,
            runs,
            adjacent_runs=bool(self.rule("adjacent_sequences")),
            same_number_groups=bool(self.rule("same_rank_sets")),
            exact=self.rule("contract_size") == "exact",
        )

    def __repr__(self) -> str:
        rules = "".join(f", {name}={value!r}" for name, value in self.differences)
        return f"Variant({self.name!r}{rules})"


def _checked(meld: Meld) -> Meld:
    """Return a meld if it is one: melds are made further up than the rules, and known by kind."""
    if getattr(meld, "kind", None) not in ("group", "run", "pair"):
        raise TileError(
            f"{shown(meld)} is no meld; a meld is a Group, Run or Pair, such as those of "
            "judge('R7 B7 K7', variant).readings"
        )
    return meld

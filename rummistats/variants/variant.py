"""The variant: one frozen object that answers every rule question about a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from rummistats.dealing import Context, Deal, deal_players
from rummistats.errors import VariantError, shown
from rummistats.tiles import Hand, Tile, TileSet, require_tile
from rummistats.variants import face_up, points, tile_sets
from rummistats.variants.lines import run_numbers
from rummistats.variants.opening import Requirement
from rummistats.variants.registry import find_game
from rummistats.variants.settled_rules import SettledRules
from rummistats.variants.ways_to_open import ways_to_open

if TYPE_CHECKING:
    from rummistats.melds import Meld

__all__ = ["Variant"]

# What a preset leaves alone: it changes how the tiles are played, not which there are.
_SETTING = ("colors", "numbers", "copies", "jokers", "hand_size", "players")


@dataclass(frozen=True, kw_only=True, repr=False)
class Variant(SettledRules):
    """A game with its house rules settled.

    Variants come from `find_variant`, `Variant.mini`, `preset` and `with_rules`, which check
    every rule; two variants are equal if they are of one game and all their rules are equal.

    Its fields are the rules in force, see `SettledRules`.

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

    @classmethod
    def mini(
        cls,
        *,
        colors: int = 3,
        numbers: int = 5,
        copies: int = 1,
        jokers: int = 1,
        hand_size: int = 4,
        **house_rules: object,
    ) -> Variant:
        """Return a small game for the blackboard, with Sabra's rules otherwise.

        Parameters
        ----------
        colors, numbers, copies, jokers, hand_size : int
            The tile set and how many tiles a player gets: unless given, three colors, the
            numbers 1 to 5, one tile of each and a joker, and hands of 4. That is few enough for
            the blackboard, and groups, runs and the joker all have their say.
        **house_rules : object
            Any rule of Sabra. Without ``open_points`` no opening is defined, and asking
            about the opening is an error.

        Raises
        ------
        VariantError
            If a rule is unknown or out of range.

        Examples
        --------
        >>> Variant.mini().sample_space
        1820
        >>> Variant.mini(colors=2, numbers=4, jokers=0, hand_size=3).sample_space
        56
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
        return tile_sets.playing_set(self)

    @cached_property
    def table_set(self) -> TileSet:
        """All tiles that may lie on the table: the assigned jokers of all players are among them.

        Four jokers at most, as in any tile set.
        """
        return tile_sets.table_set(self)

    def check_context(self, context: object) -> Context | None:
        """Return a context if it fits the game.

        Raises
        ------
        VariantError
            If it is none, or fixes what the game does not have.
        """
        return face_up.check_context(self, context)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """How many tiles of each kind of `playing_set` are dealt from."""
        return tile_sets.deck(self)

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
        rules = dict(self.table_rules)
        face_up = self.game.face_up
        if said := rules.get("exposed_joker") or rules.get("joker_trump"):
            face_up = "numbered" if said == "redraw" else "any"
        return deal_players(
            self.tile_set,
            self.hand_size,
            players,
            seed,
            assigned_jokers=self.assigned_jokers,
            face_up=face_up,
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
        return face_up.played_as(self, tile, context)

    @cached_property
    def rack_points(self) -> tuple[int, ...]:
        """What a tile of each number counts on the rack; place 0 is unused.

        Raises
        ------
        VariantError
            If the rack isn't counted in points in the game.
        """
        return points.rack_points(self)

    @cached_property
    def opening_points(self) -> tuple[int, ...]:
        """What a tile of each number counts in an opening; place 0 is unused.

        What a 1 counts in a certain place is said by `points_of_ones`.

        Raises
        ------
        VariantError
            If melds have no opening value in the game.
        """
        return points.opening_points(self)

    @cached_property
    def points_of_ones(self) -> tuple[int, int, int, int]:
        """What a 1 counts before 2, after the highest number, in groups of 3 and of 4."""
        return points.points_of_ones(self)

    def rack_value(self, tile: Tile, context: Context | None = None) -> int:
        """Return the points of a tile that is left on the rack.

        In the Okey games the context's indicator says which tiles are wild. Raises what
        `rummistats.variants.points.rack_value` does.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> sabra = find_variant("sabra")
        >>> sabra.rack_value(Tile("R", 12)), sabra.rack_value(Tile.parse("J"))
        (12, 30)
        """
        return points.rack_value(self, tile, context)

    def opening_value(self, meld: Meld) -> int:
        """Return what a meld counts for the opening; a joker counts what it stands for.

        Raises
        ------
        TileError
            If ``meld`` is no meld, or has numbers that the game hasn't.
        VariantError
            If melds have no opening value in the game.
        """
        return points.opening_value(self, meld)

    def reading_value(self, meld: Meld) -> int:
        """Return the value by which readings of the same tiles are compared.

        It is the opening value, or 0 where melds have none.
        """
        return points.reading_value(self, meld)

    def rack_points_of(self, tile: Tile) -> int:
        """Return the points of a tile on the rack, or 0 where the rack isn't counted in points."""
        require_tile(tile)
        return 0 if self.game.rack_points is None else self.rack_value(tile)

    def score_value(self, meld: Meld) -> int:
        """Return what a meld on the table scores at the end, where melds score.

        It is the opening value, but for jokers where the game says so. Raises what
        `opening_value` does.

        Examples
        --------
        >>> from rummistats.melds import Run
        >>> from rummistats.variants import find_variant
        >>> run = Run("R", (11, 12, 13), (0,))
        >>> find_variant("romanian").opening_value(run), find_variant("romanian").score_value(run)
        (30, 70)
        """
        return points.score_value(self, meld)

    @property
    def joker_score(self) -> int | None:
        """What a joker in a meld scores at the end; None if it counts as what it stands for."""
        return points.joker_score(self)

    def most_opening_value(self, tile: Tile) -> int:
        """Return a bound on what a tile can add to a meld's opening value."""
        return points.most_opening_value(self, tile)

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
        return ways_to_open(self, context)

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

"""What there is at a table while a deal is played, and what one player can see of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from rummistats.dealing import Deal
from rummistats.pictured import Pictured
from rummistats.play.actions import Action, Pull
from rummistats.play.fulfilling import contract_play
from rummistats.play.gains import Best
from rummistats.play.legality import as_rack
from rummistats.play.opening_rules import opening_of
from rummistats.play.rearranging import has_table_plays
from rummistats.play.solve import Play, solve_table
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

__all__ = ["State", "View", "begin_deal", "view_of"]


class _Side(Pictured):
    """What a position says of the player to move, whoever looks at it."""

    variant: Variant
    seat: int
    opened: tuple[bool, ...]
    claims: tuple[Table, ...]
    contract: Contract | None

    @property
    def has_opened(self) -> bool:
        """Whether the player to move has opened, or need not."""
        if self.opened[self.seat] or not has_table_plays(self.variant):
            return True
        return self.contract is None and opening_of(self.variant) is None

    @property
    def own_claims(self) -> Table:
        """The melds that belong to the player to move."""
        return self._claims(own=True)

    @property
    def foreign_claims(self) -> Table:
        """The melds that belong to the other players."""
        return self._claims(own=False)

    def _claims(self, own: bool) -> Table:
        return Table(
            tuple(
                meld
                for owner, table in enumerate(self.claims)
                if (owner == self.seat) == own
                for meld in table.melds
            )
        )


@dataclass(frozen=True)
class State(_Side):
    """A position of a deal: all of it, also what nobody sees.

    Parameters
    ----------
    variant : Variant
        The game.
    seed : Seed
        From which tiles are shuffled anew, if that happens.
    hands : tuple of Hand
        The racks, by seat.
    pool : tuple of Tile
        The face-down tiles, the next one first.
    table : Table
        The melds that lie there.
    discards : tuple of Tile
        The face-up tiles beside it, the oldest first: the River, the deposit.
    opened : tuple of bool
        Who has opened.
    seat : int
        Whose turn it is.
    phase : str
        What is to be decided now; the game says which phases its turns have.
    turn : int
        How many turns were finished.
    taken : tuple of Tile
        What the player took in this turn, in that order.
    passes : int
        How many turns in a row nobody could do or did anything.
    shuffles : int
        How often tiles were shuffled anew.
    claims : tuple of Table
        The melds of the table that belong to somebody, by seat; empty where nothing is claimed.
    face_up : Tile, optional
        The tile that lies face up beside the pool and is no discard: the trump, the indicator.
    shown : tuple of Hand
        The tiles on each rack that everybody has seen, by seat; empty where none are followed.
    ways : tuple of str
        With what each player has opened, "melds" or "pairs", by seat and empty before that; empty
        where it makes no difference.
    added : int
        How many tiles the player has added to groups and runs in this turn, where that is counted.
    contract : Contract, optional
        What must be laid first, where that goes by rounds.
    ended : str
        How the deal ended; empty while it goes on.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> last = play(find_variant("sabra"), "optimal", seed=3).last
    >>> last.ended, len(last.all_tiles()), [len(hand) for hand in last.hands]
    ('out', 106, [2, 0, 3, 2])
    """

    variant: Variant
    seed: Seed
    hands: tuple[Hand, ...]
    pool: tuple[Tile, ...]
    table: Table
    opened: tuple[bool, ...]
    seat: int
    phase: str = "turn"
    discards: tuple[Tile, ...] = ()
    turn: int = 0
    taken: tuple[Tile, ...] = ()
    passes: int = 0
    shuffles: int = 0
    claims: tuple[Table, ...] = ()
    face_up: Tile | None = None
    shown: tuple[Hand, ...] = ()
    ways: tuple[str, ...] = ()
    added: int = 0
    contract: Contract | None = None
    ended: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hand(self) -> Hand:
        """The rack of the player whose turn it is."""
        return self.hands[self.seat]

    @property
    def remembered(self) -> tuple[Tile, ...]:
        """The face-down tiles that everybody has seen."""
        return ()

    @property
    def beside(self) -> tuple[Tile, ...]:
        """The tiles that lie beside the pool and are no discards."""
        return () if self.face_up is None else (self.face_up,)

    @property
    def step(self) -> int:
        """The way to the next seat: 1 clockwise, -1 the other way round."""
        rules = dict(self.variant.table_rules)
        return -1 if rules.get("direction") == "counterclockwise" else 1

    def with_hand(self, hand: Hand) -> Self:
        """Return the position with another rack of the player whose turn it is."""
        hands = (*self.hands[: self.seat], hand, *self.hands[self.seat + 1 :])
        return replace(self, hands=hands)

    def draw(self, most: int) -> tuple[Self, tuple[Tile, ...]]:
        """Return the position after drawing up to so many tiles, and the tiles."""
        drawn, pool = self.pool[:most], self.pool[most:]
        hand = self.hand + self.hand.tile_set.hand(drawn)
        return replace(self.with_hand(hand), pool=pool, taken=self.taken + drawn), drawn

    def shuffled(self, tiles: tuple[Tile, ...]) -> tuple[Self, tuple[Tile, ...]]:
        """Return tiles in a new order that depends on the seed alone."""
        order = self.seed.child(self.shuffles).generator().permutation(len(tiles))
        return replace(self, shuffles=self.shuffles + 1), tuple(tiles[int(k)] for k in order)

    def next_turn(self, passed: bool = False, phase: str = "turn") -> Self:
        """Return the position in which it is the next player's turn."""
        return replace(
            self,
            seat=(self.seat + self.step) % self.players,
            phase=phase,
            turn=self.turn + 1,
            taken=(),
            passes=self.passes + 1 if passed else 0,
        )

    def passed(self, phase: str = "turn") -> Self:
        """Return the position after a turn without effect: a full round of them ends the deal."""
        after = self.next_turn(passed=True, phase=phase)
        return replace(after, ended="blocked") if after.passes == after.players else after

    def out(self) -> Self:
        """Return the position after a turn that ended the deal, since a rack is empty."""
        return replace(self, ended="out", turn=self.turn + 1)

    def all_tiles(self) -> Hand:
        """Return all tiles that there are; they are the same in every position of a deal."""
        tiles = self.table.hand(self.variant)
        for hand in self.hands:
            tiles = tiles + hand
        others = (*self.pool, *self.discards, *self.remembered, *self.beside)
        return tiles + tiles.tile_set.hand(others)


@dataclass(frozen=True)
class View(_Side):
    """What one player knows of a position: all that a strategy is given.

    Parameters
    ----------
    variant : Variant
        The game.
    seat : int
        Of the player.
    hand : Hand
        The own rack.
    table : Table
        The melds that lie there.
    discards : tuple of Tile
        The face-up tiles, the oldest first.
    opened : tuple of bool
        Who has opened, by seat.
    tiles_left : tuple of int
        How many tiles each player has, by seat.
    pool : int
        How many tiles are face down.
    phase : str
        What is to be decided now.
    turn : int
        How many turns were finished.
    taken : tuple of Tile
        What was taken in this turn.
    choices : tuple
        The actions that are legal now, those apart that lay tiles.
    may_lay : bool
        Whether tiles may be laid now.
    known : Hand
        Every tile whose place the player knows: the own ones, the table, what lies face up,
        what has been seen and lies face down now, and what others are known to hold.
    find_pulls : callable
        How the game finds what can be laid with a face-up tile; see `pulls`.
    claims : tuple of Table
        The melds of the table that belong to somebody, by seat; empty where nothing is claimed.
    face_up : Tile, optional
        The tile that lies face up beside the pool and is no discard.
    shown : tuple of Hand
        The tiles on each rack that everybody has seen, by seat; empty where none are followed.
    ways : tuple of str
        With what each player has opened, see `State`.
    added : int
        How many tiles the player has added in this turn, see `State`.
    contract : Contract, optional
        What must be laid first, where that goes by rounds.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("sabra"), "optimal", seed=3)
    >>> view = view_of(record.turns[1].before)
    >>> view.seat, view.tiles_left, len(view.unknown)
    (2, (14, 15, 14, 14), 92)
    >>> print(view.best_play().played)
    R13 B11 B12 B13 B13 K13
    """

    variant: Variant
    seat: int
    hand: Hand
    table: Table
    discards: tuple[Tile, ...]
    opened: tuple[bool, ...]
    tiles_left: tuple[int, ...]
    pool: int
    phase: str
    turn: int
    taken: tuple[Tile, ...]
    choices: tuple[Action, ...]
    may_lay: bool
    known: Hand
    find_pulls: Callable[[View, Best], tuple[Pull, ...]] = field(repr=False, compare=False)
    claims: tuple[Table, ...] = ()
    face_up: Tile | None = None
    shown: tuple[Hand, ...] = ()
    ways: tuple[str, ...] = ()
    added: int = 0
    contract: Contract | None = None

    @property
    def unknown(self) -> Hand:
        """The tiles that the pool and the other racks have."""
        return self.known.tile_set.all_tiles() - self.known

    def best_play(
        self,
        best: Best = "tiles",
        then: str | None = None,
        *,
        must: Hand | None = None,
        keep_claims: bool = False,
    ) -> Play:
        """Return the best that can be laid now, see `rummistats.solve_table`.

        Of a contract that must be laid first, see `rummistats.play.fulfilling.contract_play`.

        Parameters
        ----------
        best, then : str
            As there.
        must : Hand, optional
            Tiles that are not on the rack and have to be laid with it.
        keep_claims : bool
            Whether the own claims stay as they are, as those of the others do.
        """
        claims = self.foreign_claims
        if keep_claims:
            claims = claims + self.own_claims
        hand = self.hand if must is None else self.hand + must
        variant = self.variant
        if self.contract is not None and not self.has_opened:
            return contract_play(self.table, hand, variant, self.contract, must)
        play = solve_table(
            self.table, hand, variant, best, then, self.has_opened, claims=claims, must=must
        )
        # All racks here are tiles of the table, with the jokers of every player.
        hands = (as_rack(each, variant) for each in (play.played, play.left, play.returned))
        return Play(play.table, *hands)

    def pulls(self, best: Best = "tiles") -> tuple[Pull, ...]:
        """Return the best that can be laid with each face-up tile that may be pulled."""
        return self.find_pulls(self, best)

    def without_jokers(self) -> View:
        """Return the view of a player without jokers on the rack."""
        return replace(self, hand=self.hand.without_jokers())


def begin_deal(variant: Variant, deal: Deal, seed: Seed) -> State:
    """Return the position after the deal, as most games begin.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> start.players, len(start.hand), len(start.pool), start.has_opened
    (4, 14, 50, False)
    """
    tiles = variant.table_set
    return State(
        variant=variant,
        seed=seed,
        hands=tuple(tiles.hand(hand) for hand in deal.hands),
        pool=deal.pool,
        table=Table(),
        opened=(False,) * len(deal.hands),
        seat=deal.starter,
    )


def view_of(
    state: State,
    choices: tuple[Action, ...] = (),
    may_lay: bool = False,
    find_pulls: Callable[[View, Best], tuple[Pull, ...]] = lambda view, best: (),
) -> View:
    """Return what the player whose turn it is knows of a position.

    Parameters
    ----------
    state : State
        The position.
    choices, may_lay, find_pulls
        What the game says of it, see `View`.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> start = begin_deal(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> view = view_of(start)
    >>> len(view.known), len(view.unknown)
    (14, 92)
    """
    known = state.table.hand(state.variant) + state.hand
    known = known + known.tile_set.hand((*state.discards, *state.remembered, *state.beside))
    for seat, shown in enumerate(state.shown):
        if seat != state.seat:
            known = known + shown
    return View(
        variant=state.variant,
        seat=state.seat,
        hand=state.hand,
        table=state.table,
        discards=state.discards,
        opened=state.opened,
        tiles_left=tuple(map(len, state.hands)),
        pool=len(state.pool),
        phase=state.phase,
        turn=state.turn,
        taken=state.taken,
        choices=choices,
        may_lay=may_lay,
        known=known,
        find_pulls=find_pulls,
        claims=state.claims,
        face_up=state.face_up,
        shown=state.shown,
        ways=state.ways,
        added=state.added,
        contract=state.contract,
    )

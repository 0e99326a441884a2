"""Dealing: one table, or very many hands as an array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummistats.errors import SimulationError, TileError, VariantError, shown
from rummistats.interrupts import uninterrupted
from rummistats.seeds import Seed, make_seed
from rummistats.tiles import Hand, Tile, TileSet, require_hand, require_tile_set
from rummistats.whole import as_whole

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "CHUNK",
    "Context",
    "Deal",
    "batch_of_hands",
    "check_batch",
    "deal_batch",
    "deal_chunk",
    "deal_players",
    "hands_of_batch",
    "require_context",
]

CHUNK = 1 << 14
"""How many hands a chunk of a run has: chunk *k* draws from child *k* of the run's seed."""


@dataclass(frozen=True)
class Context:
    """What a deal fixes beyond the tiles of a hand.

    Parameters
    ----------
    indicator : Tile, optional
        The face-up tile of the Okey games: the tile that follows it is wild.
    trump : Tile, optional
        The face-up tile of American and International, the exposed tile of Romanian.
    round : int
        The round of a game whose rounds differ, counted from 1.
    starter : int, optional
        The seat that starts.
    seat : int, optional
        The seat of the player whose hand it is.

    Examples
    --------
    >>> Context(round=3).round
    3
    >>> Context(round=0)
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: round=0: rounds are counted from 1
    """

    indicator: Tile | None = None
    trump: Tile | None = None
    round: int = 1
    starter: int | None = None
    seat: int | None = None

    def __post_init__(self) -> None:
        for name in ("round", "starter", "seat"):
            given, first = getattr(self, name), int(name == "round")
            if given is None and not first:
                continue
            whole = as_whole(given)
            if whole is None or whole < first:
                what = "rounds" if first else "seats"
                raise TileError(f"{name}={shown(given)}: {what} are counted from {first}")
            object.__setattr__(self, name, whole)
        for name in ("indicator", "trump"):
            tile = getattr(self, name)
            if isinstance(tile, str):
                object.__setattr__(self, name, Tile.parse(tile))
            elif tile is not None and not isinstance(tile, Tile):
                raise TileError(f"{name}={tile!r}: it is a tile such as R7")
        if self.indicator is not None and not self.indicator.number:
            raise TileError(f"indicator={self.indicator}: the indicator is a numbered tile")


@dataclass(frozen=True)
class Deal:
    """What was dealt at a table.

    Parameters
    ----------
    hands : tuple of Hand
        Each player's hand, in the order of the seats.
    pool : tuple of Tile
        The face-down tiles, the next one to draw first.
    starter : int
        The seat that starts.
    face_up : Tile, optional
        The tile that lies face up beside the pool, where the game has one.
    is_indicator : bool
        Whether that tile is an indicator.
    round : int
        The round of a game whose rounds differ, counted from 1.
    """

    hands: tuple[Hand, ...]
    pool: tuple[Tile, ...]
    starter: int
    face_up: Tile | None = None
    is_indicator: bool = False
    round: int = 1

    @property
    def context(self) -> Context:
        """What the deal fixes beyond the tiles of a hand."""
        if self.is_indicator:
            return Context(indicator=self.face_up, round=self.round, starter=self.starter)
        return Context(trump=self.face_up, round=self.round, starter=self.starter)


def deal_players(
    tile_set: TileSet,
    hand_size: int,
    players: int,
    seed: object = None,
    *,
    assigned_jokers: int = 0,
    face_up: Literal["none", "any", "numbered"] = "none",
    is_indicator: bool = False,
) -> Deal:
    """Shuffle the tiles and deal; all orders of the tiles are equally likely.

    Parameters
    ----------
    tile_set : TileSet
        The tiles.
    hand_size : int
        Tiles for each player.
    players : int
        Number of players.
    seed : int, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`.
    assigned_jokers : int
        How many of the tile set's jokers every hand has beside the tiles dealt; they are not
        in the deck.
    face_up : {"none", "any", "numbered"}
        Whether a tile is laid face up beside the pool: any, or any that has a number.
    is_indicator : bool
        Whether that tile is an indicator.

    Raises
    ------
    TileError
        If there are not enough tiles.

    Examples
    --------
    >>> deal = deal_players(TileSet(), 14, players=4, seed=1)
    >>> [len(hand) for hand in deal.hands], len(deal.pool)
    ([14, 14, 14, 14], 50)
    """
    hand_size = require_tile_set(tile_set).check_hand_size(hand_size)
    seats = as_whole(players)
    if seats is None or seats < 1:
        raise TileError(
            f"players={shown(players)}: the number of players is a whole number from 1 on"
        )
    players = seats
    deck = list(tile_set.all_tiles())[: tile_set.size - assigned_jokers]
    needed = players * hand_size + (face_up != "none")
    if needed > len(deck):
        raise TileError(
            f"{players} players with {hand_size} tiles each need {needed} tiles, but there are "
            f"{len(deck)} to deal: {tile_set}"
        )
    rng = make_seed(seed).generator()
    aside = None
    if face_up != "none":
        fits = [place for place, tile in enumerate(deck) if tile.number or face_up == "any"]
        aside = deck.pop(fits[rng.integers(len(fits))])
    order = [deck[place] for place in rng.permutation(len(deck))]
    given = [tile_set.joker] * assigned_jokers
    hands = tuple(
        tile_set.hand(order[seat * hand_size : (seat + 1) * hand_size] + given)
        for seat in range(players)
    )
    return Deal(
        hands, tuple(order[players * hand_size :]), int(rng.integers(players)), aside, is_indicator
    )


def deal_chunk(
    copies_of_kind: Sequence[int], hand_size: int, hands: int, seed: Seed
) -> npt.NDArray[np.uint8]:
    """Deal one chunk of hands from one seed, as an array like that of `deal_batch`.

    The deck has as many tiles of each kind as ``copies_of_kind`` says.
    """
    import numpy as np

    from rummistats.kernels.dealing import deal

    deck = np.repeat(
        np.arange(len(copies_of_kind), dtype=np.uint8), np.array(copies_of_kind, dtype=np.intp)
    )
    batch = np.empty((hands, hand_size), dtype=np.uint8)
    # The kernel does not look whether taking the generator apart was interrupted.
    with uninterrupted():
        deal(seed.generator(), deck, batch)
    return batch


def deal_batch(
    tile_set: TileSet, hand_size: int, *, hands: float, seed: object = None
) -> npt.NDArray[np.uint8]:
    """Deal many hands, each from the full tile set.

    Parameters
    ----------
    tile_set : TileSet
        The tiles.
    hand_size : int
        Tiles in a hand.
    hands : int or float
        How many hands; 1e5 is a whole number, too.
    seed : int, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`. The hands are the ones that `simulate` sees with
        the same seed.

    Returns
    -------
    numpy.ndarray of uint8, shape (hands, hand_size)
        Row by row the *kinds* of the tiles, in the order in which they were drawn. A tile of
        color number ``c`` (counted from 0) and number ``n`` has kind
        ``c * numbers + n - 1``; the joker has kind ``colors * numbers``.

    Raises
    ------
    SimulationError
        If the number of hands is none.
    TileError
        If a hand can't have so many tiles.

    Examples
    --------
    >>> batch = deal_batch(TileSet(), 14, hands=3, seed=1)
    >>> batch.shape, batch.dtype
    ((3, 14), dtype('uint8'))
    """
    import numpy as np

    hands = check_hands(hands)
    hand_size = require_tile_set(tile_set).check_hand_size(hand_size)
    run = make_seed(seed)
    sizes = [min(CHUNK, hands - first) for first in range(0, hands, CHUNK)]
    return np.concatenate(
        [
            deal_chunk(tile_set.copies_of_kind, hand_size, n, run.child(k))
            for k, n in enumerate(sizes)
        ]
    )


def hands_of_batch(tile_set: TileSet, batch: npt.NDArray[np.uint8]) -> Iterator[Hand]:
    """Yield the hands of an array that `deal_batch` returned.

    Raises
    ------
    TileError
        If it is no array of hands of this tile set.

    Examples
    --------
    >>> tiles = TileSet()
    >>> [len(hand) for hand in hands_of_batch(tiles, deal_batch(tiles, 14, hands=2, seed=1))]
    [14, 14]
    """
    for row in check_batch(tile_set, batch).tolist():
        counts = [0] * tile_set.kinds
        for kind in row:
            counts[kind] += 1
        yield Hand(tile_set, tuple(counts))


def batch_of_hands(hands: Iterable[Hand]) -> npt.NDArray[np.uint8]:
    """Return hands of one size as an array: what `hands_of_batch` takes apart.

    Raises
    ------
    TileError
        If they are no hands of one size.

    Examples
    --------
    >>> batch_of_hands([TileSet().parse("R7 R7 B1"), TileSet().parse("R1 R2 J")]).tolist()
    [[6, 6, 13], [0, 1, 52]]
    """
    import numpy as np

    if not isinstance(hands, Iterable):
        raise TileError(f"hands={shown(hands)}: give a list of hands")
    every = [require_hand(hand) for hand in hands]
    if len({len(hand) for hand in every}) != 1:
        raise TileError("the hands of a batch have one size, and there is at least one")
    rows = [[kind for kind, n in enumerate(hand.counts) for _ in range(n)] for hand in every]
    return np.array(rows, dtype=np.uint8)


def check_batch(tile_set: TileSet, batch: object) -> npt.NDArray[np.uint8]:
    """Return an array of hands, such as `deal_batch` returns, if it is one of this tile set.

    Raises
    ------
    TileError
        If it is none.

    Examples
    --------
    >>> check_batch(TileSet(), [[0, 1, 2]])
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: [[0, 1, 2]]: a batch of hands is an array of uint8 with a row for
    each hand
    """
    import numpy as np

    require_tile_set(tile_set)
    if not (isinstance(batch, np.ndarray) and batch.ndim == 2 and batch.dtype == np.uint8):
        raise TileError(
            f"{shown(batch)}: a batch of hands is an array of uint8 with a row for each hand"
        )
    if batch.size and (kind := int(batch.max())) >= tile_set.kinds:
        raise TileError(f"no kind {kind} among {tile_set}: its kinds are 0 to {tile_set.kinds - 1}")
    return batch


MOST = 10**15
"""More hands or deals than that nobody can wait for."""


def check_number(name: str, value: object, what: str, most: int | None = None) -> int:
    """Return a number of things if it is one: 1 or more, whole, and not above a limit.

    Raises
    ------
    SimulationError
        If it isn't.

    Examples
    --------
    >>> check_number("hands", 1e5, "the number of hands")
    100000
    >>> check_number("hands", 1.5, "the number of hands")
    Traceback (most recent call last):
        ...
    rummistats.errors.SimulationError: hands=1.5: the number of hands is a whole number from 1 on,
    such as 1_000 or 1e5
    """
    whole = as_whole(value)
    if isinstance(value, float):
        whole = int(value) if value.is_integer() else None
    if whole is None or whole < 1:
        raise SimulationError(
            f"{name}={shown(value)}: {what} is a whole number from 1 on, such as 1_000 or 1e5"
        )
    if most is not None and whole > most:
        raise SimulationError(
            f"{name}={shown(value)}: {what} is at most {most:.0e}, which takes years already"
        )
    return whole


def check_hands(hands: object) -> int:
    """Return the number of hands to deal if it is one, see `check_number`."""
    return check_number("hands", hands, "the number of hands", MOST)


def require_context(context: object) -> Context | None:
    """Return ``context`` if it is one, or None.

    Raises
    ------
    VariantError
        If it is something else, such as a text.
    """
    if context is not None and not isinstance(context, Context):
        raise VariantError(
            f"context={shown(context)} is no context; give one such as Context(round=3) or "
            "Context(indicator='R5')"
        )
    return context

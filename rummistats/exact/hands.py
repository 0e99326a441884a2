"""All hands of a small game, listed with their weights: what can be checked by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import islice
from math import comb, prod
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from rummistats.dealing import Context
from rummistats.distribution import Distribution, make_distribution
from rummistats.distribution.counts import plain_value
from rummistats.errors import MeasureError, RummistatsError, TileError, shown
from rummistats.exact.multisets import Multisets
from rummistats.measures import Measure, make_measure
from rummistats.playing import Deck, deck_of
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HandList", "WeightedHand", "enumerate_hands"]

ROWS = 25
"""How many hands of a list are printed."""

Question = str | Measure | Callable[[Hand], int]


def enumerate_hands(
    variant: Variant | str,
    hand_size: int | None = None,
    context: Context | None = None,
    *,
    limit: int = 2_000_000,
) -> HandList:
    """List every hand of a small game, each with the number of deals that give it.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given. Assigned jokers come in addition,
        and are in the hands.
    context : Context, optional
        The tile that lies face up; the round where openings go by rounds. In the Okey games
        hands are listed as they are played, wild tiles as jokers, and count once for every
        tile that may be the indicator unless it is given.
    limit : int
        The most hands that are listed.

    Returns
    -------
    HandList
        A sequence of hands with their weights.

    Raises
    ------
    TileError
        If there are more hands than ``limit``, or so many tiles can't be dealt.

    Examples
    --------
    >>> mini = Variant.mini(colors=2, numbers=3, copies=2, jokers=1, hand_size=3)
    >>> hands = enumerate_hands(mini)
    >>> hands
    HandList(mini: 71 hands of 3 tiles, 286 equally likely ways)
    >>> hands[0], sum(weight for hand, weight in hands)
    (WeightedHand(hand=Hand('R1 R1 R2'), weight=2), 286)
    >>> [str(hand) for hand, weight in hands if weight == 1 and hand.jokers]
    ['R1 R1 J', 'R2 R2 J', 'R3 R3 J', 'B1 B1 J', 'B2 B2 J', 'B3 B3 J']
    >>> print(hands.distribution("has_meld"))
    has_meld, 3 tiles, mini (colors=2, numbers=3, copies=2, jokers=1, hand_size=3,
    open_points=None): exact, 286 equally likely ways
    value  ways  probability
    False   246    86.0140 %  ██████████████████████████████
     True    40    13.9860 %  █████

    The hands of the full game are too many:

    >>> from rummistats.variants import find_variant
    >>> enumerate_hands(find_variant("sabra"))
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: there are 48,204,860,086,530 different hands of 14 tiles, more than
    limit=2,000,000; count them with exact() or estimate with simulate(), which list no hands, or
    take fewer tiles, for example Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    """
    most = as_whole(limit)
    if most is None or most < 1:
        raise TileError(f"limit={shown(limit)}: the most hands listed, a whole number from 1 on")
    variant = require_variant(variant)
    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    hands = HandList(variant, size, context, deck)
    if hands.different > limit:
        raise TileError(
            f"there are {hands.different:,} different hands of {size} tiles, more than "
            f"limit={limit:,}; count them with exact() or estimate with simulate(), which list no "
            "hands, or take fewer tiles, for example "
            "Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)"
        )
    return hands


class WeightedHand(NamedTuple):
    """A hand and how many deals give it.

    Parameters
    ----------
    hand : Hand
        The hand as it is played, assigned jokers included.
    weight : int
        In how many of all equally likely ways it is dealt, copies of a tile told apart.
    """

    hand: Hand
    weight: int


@dataclass(frozen=True, repr=False)
class HandList(Sequence[WeightedHand]):
    """All hands of a game; made by `enumerate_hands`.

    They are in the order in which one would write them down, and are made when they are asked
    for: a long list takes no memory.

    Parameters
    ----------
    variant : Variant
        The game.
    hand_size : int
        Tiles dealt to a hand.
    context : Context or None
        What the deal fixes beyond the tiles.
    deck : Deck
        What the hands are dealt from.

    Examples
    --------
    >>> mini = Variant.mini(colors=1, numbers=4, copies=2, jokers=0, hand_size=3)
    >>> hands = enumerate_hands(mini)
    >>> print(hands.table("melds", "hand_points"))
    mini: 16 hands of 3 tiles, 56 equally likely ways
    hand      ways  melds  hand_points
    R1 R1 R2     2      0            4
    R1 R1 R3     2      0            5
    R1 R1 R4     2      0            6
    R1 R2 R2     2      0            5
    R1 R2 R3     8      1            6
    ...
    """

    variant: Variant
    hand_size: int
    context: Context | None
    deck: Deck = field(repr=False)

    @property
    def different(self) -> int:
        """How many different hands there are, copies of a tile not told apart."""
        return self._multisets.how_many - self._impossible

    @property
    def total(self) -> int:
        """How many equally likely ways there are to be dealt a hand: the sum of the weights."""
        return self.deck.sample_space(self.hand_size)

    def distribution(self, measure: Question | tuple[Question, ...]) -> Distribution:
        """Measure every hand, and return how many of all deals have each value.

        Parameters
        ----------
        measure : str, Measure, callable, or tuple of these
            What is asked, as in `rummistats.simulate`: any measure, or a function of a `Hand`.
            A tuple asks for the joint distribution.

        Returns
        -------
        Distribution
            An exact one.

        Raises
        ------
        MeasureError
            If a measure is unknown, or a function fails or returns no number.
        VariantError
            If a measure has no meaning in the variant.

        Examples
        --------
        >>> mini = Variant.mini(colors=2, numbers=4, copies=1, jokers=1, hand_size=4)
        >>> hands = enumerate_hands(mini)
        >>> hands.distribution(("melds", "dead_wood_tiles")).weights
        (60, 10, 56)
        >>> hands.distribution(lambda hand: hand.jokers).mean()
        Fraction(4, 9)
        """
        parts = _named(measure if isinstance(measure, tuple) else (measure,))
        if not parts:
            raise MeasureError("a joint distribution needs at least one measure, not ()")
        counts: Counter[Any] = Counter()
        for hand, weight in self:
            values = tuple(self._value(hand, *part) for part in parts)
            counts[values if len(values) > 1 else values[0]] += weight
        names = [name for name, _ in parts]
        return make_distribution(
            counts,
            measure=names[0] if len(names) == 1 else f"({', '.join(names)})",
            is_exact=True,
            variant=self.variant,
            hand_size=self.hand_size,
        )

    def table(self, *measures: Question, rows: int | None = ROWS) -> str:
        """Return the list as a text, with the values of some measures.

        Parameters
        ----------
        *measures : str, Measure or callable
            What is asked of every hand.
        rows : int, optional
            How many hands are shown; all if None.
        """
        head, body = self._cells(measures, rows)
        wide = [max(len(row[column]) for row in (head, *body)) for column in range(len(head))]
        lines = [
            "  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])])
            for row in (head, *body)
        ]
        left_out = self.different - len(body)
        return "\n".join(
            [self._heading, *lines, *([f"... and {left_out:,} more"] if left_out else [])]
        )

    def to_frame(self, *measures: Question) -> pd.DataFrame:
        """Return a pandas frame, one row a hand, ready for a spreadsheet.

        Its columns are ``hand`` (a text), ``weight``, ``probability``, and one for each measure.

        Examples
        --------
        >>> mini = Variant.mini(colors=2, numbers=3, copies=2, jokers=1, hand_size=3)
        >>> print(enumerate_hands(mini).to_frame("has_meld").head(2))
               hand  weight  probability  has_meld
        0  R1 R1 R2       2     0.006993     False
        1  R1 R1 R3       2     0.006993     False
        """
        import pandas as pd

        columns = _named(measures)
        total = self.total
        return pd.DataFrame(
            [
                (
                    str(hand),
                    weight,
                    weight / total,
                    *(self._value(hand, *column) for column in columns),
                )
                for hand, weight in self
            ],
            columns=["hand", "weight", "probability", *(name for name, _ in columns)],
        )

    def __len__(self) -> int:
        return self.different

    def __iter__(self) -> Iterator[WeightedHand]:
        return map(self._weighted, islice(self._multisets, self._impossible, None))

    @overload
    def __getitem__(self, place: int) -> WeightedHand: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[WeightedHand, ...]: ...
    def __getitem__(self, place: int | slice) -> WeightedHand | tuple[WeightedHand, ...]:
        places = range(self.different)[place]
        if isinstance(places, range):
            return tuple(map(self.__getitem__, places))
        return self._weighted(self._multisets[places + self._impossible])

    def __repr__(self) -> str:
        return f"HandList({self._heading})"

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        head, body = self._cells((), ROWS)
        rows = "".join(
            f"<tr><th scope='row'>{hand}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for hand, *cells in body
        )
        names = "".join(f"<th scope='col'>{name}</th>" for name in head)
        left_out = self.different - len(body)
        more = f" (the first {len(body)})" if left_out else ""
        caption = f"<caption>{escape(self._heading + more)}</caption>"
        return f"<table>{caption}<tr>{names}</tr>{rows}</table>"

    @cached_property
    def _multisets(self) -> Multisets:
        return Multisets(self.deck.counts, self.hand_size)

    @cached_property
    def _impossible(self) -> int:
        """How many multisets, from the first one on, are no hands: 1 or, mostly, 0."""
        # Where a numbered tile lies aside unknown, no hand has all of them; the multiset that
        # has is the first one.
        numbered = sum(self.deck.counts) - self.deck.jokers
        return int(self.deck.hides_numbered_tile and self.hand_size >= numbered)

    def _weighted(self, counts: tuple[int, ...]) -> WeightedHand:
        tiles, jokers = self.deck.tile_set, counts[-1] if self.deck.tile_set.jokers else 0
        weight = prod(map(comb, self.deck.counts, counts))
        if self.deck.assigned_jokers:
            counts = (*counts[:-1], jokers + self.deck.assigned_jokers)
        weight *= self.deck.weight_of_jokers(self.hand_size, jokers)
        return WeightedHand(Hand(tiles, tuple(map(add, counts, self.deck.held))), weight)

    def _value(self, hand: Hand, name: str, asked: Measure | Callable[[Hand], int]) -> int:
        """Return the value of a measure, or of a function of a hand, called ``name``."""
        if isinstance(asked, Measure):
            return asked(hand, self.variant, self.context)
        try:
            value = plain_value(asked(hand))
        except RummistatsError:
            raise
        except Exception as error:
            raise MeasureError(f"{name} failed for the hand '{hand}': {error!r}") from error
        if not isinstance(value, int):
            raise MeasureError(
                f"{name} returned {shown(value)} for the hand '{hand}'; "
                "a measure returns a whole number, or True or False"
            )
        return value

    @property
    def _heading(self) -> str:
        tiles = f"{self.hand_size} tile{'s' * (self.hand_size != 1)}"
        return (
            f"{self.variant.name}: {self.different:,} hands of {tiles}, "
            f"{self.total:,} equally likely ways"
        )

    def _cells(
        self, measures: tuple[Question, ...], rows: int | None
    ) -> tuple[list[str], list[list[str]]]:
        columns = _named(measures)
        body = [
            [
                str(hand),
                f"{weight:,}",
                *(str(self._value(hand, *column)) for column in columns),
            ]
            for hand, weight in islice(self, rows)
        ]
        return ["hand", "ways", *(name for name, _ in columns)], body


def _named(measures: tuple[Question, ...]) -> list[tuple[str, Measure | Callable[[Hand], int]]]:
    """Return measures and functions of a hand, each with its name before it."""
    asked = [
        part if callable(part) and not isinstance(part, Measure) else make_measure(part)
        for part in measures
    ]
    return [
        (part.text if isinstance(part, Measure) else getattr(part, "__name__", repr(part)), part)
        for part in asked
    ]

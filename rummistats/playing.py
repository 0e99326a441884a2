"""Hands as they are played: in the Okey games an indicator makes tiles wild."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb

from rummistats.dealing import Context
from rummistats.errors import TileError, VariantError, shown
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

__all__ = ["Deck", "as_played", "deck_of"]


def as_played(hand: Hand | str, variant: Variant | str, context: Context | None = None) -> Hand:
    """Return a hand with its wild tiles as jokers and its false jokers as plain tiles.

    Parameters
    ----------
    hand : Hand or str
        A hand of the variant's tile set, of its playing set or, like the racks of a deal that is
        played, of its table set; or a text of tiles of one of the first two.
    variant : Variant or str
        Whose rules apply.
    context : Context, optional
        Gives the indicator in the Okey games.

    Raises
    ------
    TileError
        If the hand is of none of these sets, or has more jokers than a hand that is dealt.
    VariantError
        If it has a false joker and no indicator is given.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey")
    >>> as_played(okey.parse("R5 F R7 R6"), okey, Context(indicator="R5"))
    Hand('R5 R6 R7 J')
    """
    variant = require_variant(variant)
    variant.check_context(context)
    if isinstance(hand, str):
        hand = _parsed(hand, variant)
    if not isinstance(hand, Hand):
        raise TileError(f"{shown(hand)} is no hand; a hand is a Hand or a text such as 'R7 B7 J'")
    if hand.tile_set == variant.playing_set:
        return hand
    if hand.tile_set == variant.table_set:
        # A rack may come to jokers that were other players' own.
        return variant.playing_set.hand(hand)
    if hand.tile_set != variant.tile_set:
        raise TileError(f"a hand of {hand.tile_set} can't be played in {variant!r}")
    return variant.playing_set.hand(variant.played_as(tile, context) for tile in hand)


def _parsed(text: str, variant: Variant) -> Hand:
    """Return the hand of a text, in which wild tiles may be written as jokers."""
    try:
        return variant.parse(text)
    except TileError:
        try:
            return variant.playing_set.parse(text)
        except TileError:
            pass
        raise


@dataclass(frozen=True)
class Deck:
    """What hands are dealt from, as they are played.

    Parameters
    ----------
    tile_set : TileSet
        The variant's playing set: its kinds are those of ``counts``.
    counts : tuple of int
        How many tiles of each kind are dealt from.
    assigned_jokers : int
        Jokers that every hand has beside the tiles dealt.
    held_before : tuple of int
        How many numbered tiles of each kind every hand has beside the tiles dealt.
    hides_numbered_tile : bool
        Whether one more tile, any but a joker, lies aside unknown: the indicator of the Okey
        games, averaged over. Every hand then counts once for each tile that may lie there.
    """

    tile_set: TileSet
    counts: tuple[int, ...]
    assigned_jokers: int = 0
    held_before: tuple[int, ...] = ()
    hides_numbered_tile: bool = False

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles of each kind every hand has beside the tiles dealt, jokers apart."""
        return self.held_before or (0,) * len(self.counts)

    @property
    def size(self) -> int:
        """How many tiles can be dealt to one hand."""
        return sum(self.counts) - self.hides_numbered_tile

    def in_hand(self, dealt: int) -> int:
        """Return how many tiles a hand has that is dealt so many."""
        return dealt + sum(self.held_before) + self.assigned_jokers

    @property
    def jokers(self) -> int:
        """How many of them are jokers."""
        return self.counts[-1] if self.tile_set.jokers else 0

    def given(self, holding: Hand | None = None, seen: Hand | None = None) -> Deck:
        """Return what is still to be dealt from when some tiles are known.

        Parameters
        ----------
        holding : Hand, optional
            All that the hand has already, as it is played; jokers that it was given beside the
            tiles dealt are in it.
        seen : Hand, optional
            Tiles that are elsewhere: on the table, on other racks.

        Raises
        ------
        TileError
            If there aren't so many tiles.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> sabra = find_variant("sabra")
        >>> deck = deck_of(sabra).given(sabra.parse("R3 R3 J"), sabra.parse("J B5"))
        >>> deck.size, deck.jokers, deck.assigned_jokers, deck.held[2]
        (101, 0, 1, 2)
        """
        left = list(self.counts)
        for known, beside in ((holding, self.assigned_jokers), (seen, 0)):
            if known is None:
                continue
            if known.tile_set != self.tile_set:
                raise TileError(f"a hand of {known.tile_set} isn't dealt from {self.tile_set}")
            for kind, count in enumerate(known.counts):
                left[kind] -= count
            if beside and self.tile_set.jokers:
                left[-1] += min(beside, known.jokers)
        for kind, count in enumerate(left):
            if count < 0:
                raise TileError(
                    f"{self.counts[kind] - count} tiles {self.tile_set.tiles[kind]} are known, but "
                    f"there are only {self.counts[kind]} in the deck"
                )
        if holding is None:
            return replace(self, counts=tuple(left))
        held = list(holding.counts)
        if self.tile_set.jokers:
            held[-1] = 0
        return replace(
            self,
            counts=tuple(left),
            assigned_jokers=holding.jokers,
            held_before=tuple(held),
        )

    def check_hand_size(self, hand_size: object) -> int:
        """Return the number of tiles dealt to a hand if there are as many.

        Raises
        ------
        TileError
            If there aren't.
        """
        whole = as_whole(hand_size)
        if whole is None:
            raise TileError(f"hand_size={shown(hand_size)}: a hand size is a whole number")
        if not 0 <= whole <= self.size:
            raise TileError(
                f"hand_size={whole}: from 0 to {self.size} tiles can be dealt to a hand "
                f"from {self.tile_set}"
            )
        return whole

    def weight_of_jokers(self, hand_size: int, jokers: int) -> int:
        """Return by what a hand with so many dealt jokers is to be multiplied.

        It is the number of tiles that may lie aside, or 1 if none does.
        """
        if not self.hides_numbered_tile:
            return 1
        return sum(self.counts) - self.jokers - (hand_size - jokers)

    def sample_space(self, hand_size: int) -> int:
        """Return how many hands can be dealt, copies told apart, each with its multiplicity.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> deck_of(find_variant("okey")).sample_space(14) == 104 * comb(105, 14)
        True
        """
        self.check_hand_size(hand_size)
        if not self.hides_numbered_tile:
            return comb(sum(self.counts), hand_size)
        return (sum(self.counts) - self.jokers) * comb(self.size, hand_size)


def deck_of(variant: Variant | str, context: Context | None = None) -> Deck:
    """Return what the hands of a variant are dealt from.

    A tile that the context says lies face up is not in it. In the Okey games without a context
    the indicator is averaged over: any numbered tile may be it, and which one makes no other
    difference once wild tiles are played as jokers.

    Raises
    ------
    TileError
        If the tile that lies face up is not of the game.
    VariantError
        If the indicator can't be averaged over.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> deck = deck_of(find_variant("stone-rummy"))
    >>> deck.size, deck.assigned_jokers
    (104, 1)
    >>> deck_of(find_variant("okey"), Context(indicator="R5")).size
    105
    """
    variant = require_variant(variant)
    tiles = variant.playing_set
    variant.check_context(context)
    counts = list(variant.deck)
    face_up = context and (context.indicator if variant.game.indicator else context.trump)
    as_indicator = variant.game.indicator and variant.rule_or("false_joker_is") == "indicator"
    if face_up:
        variant.tile_set.kind(face_up)
        if as_indicator:
            okey = Tile(face_up.color, face_up.number % variant.numbers + 1)
            counts[tiles.kind(face_up)] += counts[tiles.kind(okey)]
            counts[tiles.kind(okey)] = 0
        counts[tiles.kind(face_up)] -= 1
    elif as_indicator:
        raise VariantError(
            "with false_joker_is='indicator' the odds depend on the indicator; give it, for "
            "example context=Context(indicator='R5')"
        )
    return Deck(
        tiles,
        tuple(counts),
        variant.assigned_jokers,
        hides_numbered_tile=variant.game.indicator and not face_up,
    )

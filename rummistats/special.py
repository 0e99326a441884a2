"""Special hands: whether a whole hand forms a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rummistats.arrange import most_pairs
from rummistats.blocks import melds_in
from rummistats.errors import VariantError, shown
from rummistats.melds import Meld, Run, judge
from rummistats.tiles import Hand, require_hand
from rummistats.variants import Variant, require_variant
from rummistats.variants.hands import SpecialHand

__all__ = ["forms"]


def forms(hand: Hand, variant: Variant, pattern: SpecialHand) -> bool:
    """Return whether all tiles of a hand can be divided as a pattern says.

    Parameters
    ----------
    hand : Hand
        A hand as it is played.
    variant : Variant
        Whose melds are legal.
    pattern : SpecialHand
        The pattern; its numbers and colors are asked of the real tiles and of what the jokers
        stand for.

    Examples
    --------
    The one attested special hand of International, three high runs:

    >>> from rummistats.variants import find_variant
    >>> international = find_variant("international")
    >>> [three_high_runs] = international.special_hands
    >>> tiles = "R10 R11 R12 R13 R1 B10 B11 B12 B13 B1 K10 K11 K12 K13"
    >>> forms(international.parse(tiles), international, three_high_runs)
    True
    """
    real = require_hand(hand).without_jokers()
    variant = require_variant(variant)
    if not isinstance(pattern, SpecialHand):
        raise VariantError(f"{shown(pattern)} is no special hand; give a SpecialHand")
    if pattern.numbers and not all(tile.number in pattern.numbers for tile in real):
        return False
    if pattern.colors == "one" and len({tile.color for tile in real}) > 1:
        return False
    if pattern.parts == "pairs":
        pairs = most_pairs(hand)
        return 2 * len(pairs) == len(hand) and pattern.count in (None, len(pairs))
    wanted = {"melds": ("group", "run"), "groups": ("group",), "runs": ("run",)}[pattern.parts]
    melds = [meld for meld in _readings(hand, variant, pattern) if meld.kind in wanted]
    return _divides(hand, melds, pattern)


def _readings(hand: Hand, variant: Variant, pattern: SpecialHand) -> Iterator[Meld]:
    """Yield every reading of every meld that fits the pattern's numbers."""
    for best in melds_in(hand, variant):
        for meld in judge(hand.tile_set.hand(best.tiles), variant).readings:
            if not pattern.numbers or set(meld.numbers) <= set(pattern.numbers):
                yield meld


def _divides(hand: Hand, melds: list[Meld], pattern: SpecialHand) -> bool:
    """Return whether some of the melds have exactly the hand's tiles together."""
    parts = [(_color(meld), hand.tile_set.hand(meld.tiles)) for meld in melds]
    different = pattern.colors == "different"

    @cache
    def divide(rest: Hand, colors: frozenset[str], count: int) -> bool:
        if not len(rest):
            return pattern.count in (None, count)
        if pattern.count is not None and count >= pattern.count:
            return False
        first = next(iter(rest))
        return any(
            divide(rest - tiles, colors | {color} if different else colors, count + 1)
            for color, tiles in parts
            if first in tiles and tiles <= rest and not (different and color in colors)
        )

    return divide(hand, frozenset(), 0)


def _color(meld: Meld) -> str:
    return meld.color if isinstance(meld, Run) else ""

"""What each measure is, worked out for one hand in plain steps.

These functions define the measures; kernels and automata that are faster must agree with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import combinations
from math import comb, prod
from typing import TypeVar, cast

from rummistats.arrange import Arrangement, arrange, can_open, most_pairs, ways_to_open
from rummistats.blocks import melds_in
from rummistats.dealing import Context
from rummistats.errors import MeasureError, VariantError
from rummistats.melds import all_melds, judge
from rummistats.search import Objective, largest_packings, most_melds_covering
from rummistats.special import forms
from rummistats.tiles import Hand, Tile, require_hand, require_tile
from rummistats.variants import Variant, require_variant
from rummistats.variants.hands import SpecialHand
from rummistats.variants.opening import Points

__all__ = [
    "arranged",
    "can_knock",
    "can_open_value",
    "complete",
    "count_tiles",
    "covering_melds",
    "groups",
    "hand_points",
    "has_group",
    "has_meld",
    "has_run",
    "helpful_counts",
    "helpful_tiles",
    "isolated_after_packing",
    "isolated_tiles",
    "knock_limit",
    "opening_value",
    "pairs",
    "runs",
    "special_hand",
    "special_pattern",
    "still_to_come",
    "three_tile_melds",
]

_Evaluate = TypeVar("_Evaluate", bound=Callable[..., object])


def _of_a_hand(evaluate: _Evaluate) -> _Evaluate:
    """Let a function of a hand refuse whatever is no hand or no variant."""

    @wraps(evaluate)
    def checked(hand: Hand, variant: Variant | str, *args: object, **settings: object) -> object:
        return evaluate(require_hand(hand), require_variant(variant), *args, **settings)

    return cast(_Evaluate, checked)


@_of_a_hand
def arranged(hand: Hand, variant: Variant, objective: Objective) -> int:
    """Return the best value, tiles, melds or dead-wood points of a hand.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> arranged(sabra.parse("R10 B10 K10 R1"), sabra, "dead_wood_points")
    1
    """
    best: Arrangement = arrange(hand, variant, objective)
    if objective == "melds":
        return len(best.melds)
    return int(getattr(best, objective))


@_of_a_hand
def can_open_value(
    hand: Hand, variant: Variant, context: Context | None = None, by: str | None = None
) -> bool:
    """Return whether the hand can open, see `can_open`."""
    return bool(can_open(hand, variant, context, by))


@_of_a_hand
def opening_value(hand: Hand, variant: Variant, context: Context | None = None) -> int:
    """Return the most points that the hand's melds count for the opening.

    Where the opening must contain a run, only melds with a run count.
    """
    ways = ways_to_open(variant, context)
    # Asking for the points raises the error that says why there are none.
    _ = variant.opening_points
    if any(isinstance(way, Points) for way in ways):
        return can_open(hand, variant, context, by="points").value
    return arranged(hand, variant, "value")


@_of_a_hand
def can_knock(hand: Hand, variant: Variant, context: Context | None = None) -> bool:
    """Return whether a player may knock: his dead wood is within the limit.

    With one card more than were dealt, as after a draw, the best one is discarded.

    Raises
    ------
    VariantError
        If the game has no knocking.
    MeasureError
        If the hand has another size.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> can_knock(gin.parse("5S 5H 5D 7C 8C 9C TC 2H 3D 4S"), gin)
    True
    """
    limit = knock_limit(variant, context)
    if len(hand) == variant.hand_size + 1:
        kept = (hand - hand.tile_set.hand((tile,)) for tile in set(hand))
        return any(arranged(rest, variant, "dead_wood_points") <= limit for rest in kept)
    if len(hand) != variant.hand_size:
        raise MeasureError(
            f"can_knock needs {variant.hand_size} cards, or one more after a draw, not {len(hand)}"
        )
    return arranged(hand, variant, "dead_wood_points") <= limit


def knock_limit(variant: Variant | str, context: Context | None = None) -> int:
    """Return the most points of dead wood with which a player may knock.

    Raises
    ------
    VariantError
        If the game has no knocking, or the limit follows a card that lies face up.
    """
    variant = require_variant(variant)
    rules = dict(variant.own_hand_rules)
    context = variant.check_context(context)
    if "knock_limit" not in rules:
        raise VariantError(f"{variant.game.title} has no knocking, so can_knock has no meaning")
    if rules["oklahoma"]:
        upcard = context.trump if context else None
        if upcard is None or not upcard.number:
            raise VariantError(
                "with oklahoma=True the limit follows the upcard; give it, for example "
                "context=Context(trump='8D')"
            )
        limit = rules["oklahoma_ace"] if upcard.number == 1 else variant.rack_value(upcard)
    else:
        limit = rules["knock_limit"]
    assert isinstance(limit, int)
    return limit - bool(rules["knock_strict"])


@_of_a_hand
def special_hand(hand: Hand, variant: Variant, id: str) -> bool:
    """Return whether the whole hand forms one of the game's special hands.

    Raises
    ------
    VariantError
        If the game has no special hand of this name.
    """
    return forms(hand, variant, special_pattern(variant, id))


def special_pattern(variant: Variant | str, id: str) -> SpecialHand:
    """Return the game's special hand of a name.

    Raises
    ------
    VariantError
        If there is none.
    """
    variant = require_variant(variant)
    hands = variant.special_hands
    pattern = next((known for known in hands if known.id == id), None)
    if pattern is None:
        known = ", ".join(hand.id for hand in hands) or "none"
        raise VariantError(f"id={id!r}: the special hands of {variant!r} are {known}")
    return pattern


@_of_a_hand
def complete(hand: Hand, variant: Variant) -> bool:
    """Return whether the whole hand can be melded, or paired where that wins."""
    if variant.pairs_complete and 2 * len(most_pairs(hand)) == len(hand):
        return True
    return arranged(hand, variant, "tiles") == len(hand)


@_of_a_hand
def hand_points(hand: Hand, variant: Variant) -> int:
    """Return what all tiles of the hand count on the rack."""
    return sum(map(variant.rack_value, hand))


@_of_a_hand
def has_meld(hand: Hand, variant: Variant, natural: bool = False) -> bool:
    """Return whether any meld can be laid, if natural without jokers."""
    return arranged(hand.without_jokers() if natural else hand, variant, "melds") > 0


@_of_a_hand
def has_group(hand: Hand, variant: Variant, size: int = 3, natural: bool = False) -> bool:
    """Return whether a group of at least ``size`` tiles can be laid, if natural without jokers."""
    return _has(hand, variant, "group", size, natural)


@_of_a_hand
def has_run(hand: Hand, variant: Variant, length: int = 3, natural: bool = False) -> bool:
    """Return whether a run of at least ``length`` tiles can be laid, if natural without jokers."""
    return _has(hand, variant, "run", length, natural)


def _has(hand: Hand, variant: Variant, kind: str, size: int, natural: bool) -> bool:
    # One real tile with jokers may be both, so all readings are looked at.
    melds = melds_in(hand.without_jokers() if natural else hand, variant)
    return any(
        len(meld) >= size and reading.kind == kind
        for meld in melds
        for reading in judge(variant.playing_set.hand(meld.tiles), variant).readings
    )


@_of_a_hand
def groups(hand: Hand, variant: Variant) -> int:
    """Return how many numbers there are of which the hand has a group without jokers.

    Source: N_max in ``rules/claims.md``.
    """
    natural = melds_in(hand.without_jokers(), variant)
    return len({meld.numbers[0] for meld in natural if meld.kind == "group"})


@_of_a_hand
def runs(hand: Hand, variant: Variant) -> int:
    """Return how many natural runs no further tile of the hand extends.

    Two identical tiles count once: it is the number of stretches of consecutive numbers.
    Source: N_max in ``rules/claims.md``.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> runs(sabra.parse("R3 R4 R5 R6 R9 R10 R11 B1"), sabra)
    2
    """
    single = Hand(hand.tile_set, tuple(min(count, 1) for count in hand.counts)).without_jokers()
    laid = [frozenset(meld.tiles) for meld in melds_in(single, variant) if meld.kind == "run"]
    return sum(not any(run < longer for longer in laid) for run in set(laid))


@_of_a_hand
def three_tile_melds(hand: Hand, variant: Variant) -> int:
    """Return how many choices of three real tiles are a meld, copies told apart.

    Source: N_3 in ``rules/claims.md``.
    """
    total = 0
    for meld in melds_in(hand.without_jokers(), variant):
        if len(meld) == 3:
            chosen = variant.playing_set.hand(meld.tiles)
            total += prod(map(comb, hand.counts, chosen.counts))
    return total


@_of_a_hand
def covering_melds(hand: Hand, variant: Variant) -> int:
    """Return the most melds among the arrangements that meld most tiles.

    Source: N_cover in ``rules/claims.md``.
    """
    return most_melds_covering(hand, variant)


@_of_a_hand
def pairs(hand: Hand, variant: Variant) -> int:
    """Return the number of pairs of identical tiles, jokers left out.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> pairs(sabra.parse("R3 R3 B4 B4 J J"), sabra)
    2
    """
    return sum(count // 2 for count in hand.without_jokers().counts)


@_of_a_hand
def count_tiles(
    hand: Hand,
    variant: Variant,
    number: int | None = None,
    color: str | None = None,
    joker: bool | None = None,
) -> int:
    """Return how many tiles of a number, a color or both there are, or how many jokers.

    Raises
    ------
    MeasureError
        If nothing is to be counted, or what the tile set does not have.
    """
    if joker:
        if (number, color) != (None, None):
            raise MeasureError("a joker has neither number nor color; joker=True is given alone")
        return hand.jokers
    if number is None and color is None and joker is None:
        raise MeasureError("count what? Give a number, a color or both, or joker=True")
    if number is not None and number > variant.numbers:
        raise MeasureError(f"number={number!r}: the numbers go from 1 to {variant.numbers}")
    letters = variant.playing_set.color_letters
    if color is not None and color not in letters:
        raise MeasureError(f"color={color!r}: the colors are {', '.join(letters)}")
    return sum(
        number in (None, tile.number) and color in (None, tile.color)
        for tile in hand.without_jokers()
    )


@_of_a_hand
def isolated_tiles(hand: Hand, variant: Variant) -> int:
    """Return how many tiles have no partner in the hand; jokers are nobody's partner.

    Two tiles are partners if one further tile could complete a meld of three with them.
    Source: D_iso in ``rules/claims.md``.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> isolated_tiles(sabra.parse("R3 R5 B3 K9 Y11 J"), sabra)
    2
    """
    tiles = Counter(hand.without_jokers())
    partners = _partners(variant)
    isolated = 0
    for tile, count in tiles.items():
        others = [other for other in tiles if other != tile or count > 1]
        if not any(frozenset((tile, other)) in partners for other in others):
            isolated += count
    return isolated


def are_partners(tile: Tile, other: Tile, variant: Variant) -> bool:
    """Return whether one further tile could complete a meld of three with these two.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> are_partners(Tile("R", 13), Tile("R", 1), sabra)
    False
    >>> are_partners(Tile("R", 13), Tile("R", 1), sabra.with_rules(wrap=True))
    True
    """
    pair = frozenset((require_tile(tile), require_tile(other)))
    return pair in _partners(require_variant(variant))


@lru_cache(maxsize=16)
def _partners(variant: Variant) -> frozenset[frozenset[Tile]]:
    """Return all pairs of partners; a tile that is its own twin's partner is a set of one."""
    return frozenset(
        frozenset(pair)
        for meld in all_melds(variant, max_run=3)
        if len(meld) == 3
        for pair in combinations(meld, 2)
        if not any(tile.is_joker for tile in pair)
    )


@_of_a_hand
def isolated_after_packing(hand: Hand, variant: Variant) -> int:
    """Return the fewest isolated tiles left after a largest packing of three-tile melds.

    Source: D_rest in ``rules/claims.md``, its default reading.
    """
    fewest = len(hand)
    for melds in largest_packings(hand, variant):
        rest = hand
        for meld in melds:
            rest = rest - variant.playing_set.hand(meld.tiles)
        fewest = min(fewest, isolated_tiles(rest, variant))
    return fewest


@_of_a_hand
def helpful_tiles(
    hand: Hand,
    variant: Variant,
    context: Context | None = None,
    raising: str = "melds",
    counting: str = "kinds",
    seen: Hand | None = None,
) -> int:
    """Return how many kinds, or how many tiles still to come, would improve the hand.

    Parameters
    ----------
    hand, variant, context
        The hand, its rules, and what lies face up.
    raising : {"melds", "melded_tiles"}
        Which measure a helpful tile raises.
    counting : {"kinds", "tiles"}
        Whether to count kinds of which at least one can still come, or all tiles that can.
    seen : Hand, optional
        Tiles that are elsewhere, and can't come.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(jokers=0)
    >>> hand = sabra.parse("R4 R5")
    >>> helpful_tiles(hand, sabra), helpful_tiles(hand, sabra, counting="tiles")
    (2, 4)
    """
    helpful = helpful_counts(hand, variant, context, raising, seen)
    return sum(helpful.values()) if counting == "tiles" else len(helpful)


@_of_a_hand
def helpful_counts(
    hand: Hand,
    variant: Variant,
    context: Context | None = None,
    raising: str = "melds",
    seen: Hand | None = None,
) -> dict[Tile, int]:
    """Return the kinds of tiles that would improve the hand, and how many of each can come.

    Parameters
    ----------
    hand, variant, context, raising, seen
        As for `helpful_tiles`.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(jokers=0)
    >>> helpful_counts(sabra.parse("R4 R5"), sabra)
    {Tile('R3'): 2, Tile('R6'): 2}
    """
    objective: Objective = "melds" if raising == "melds" else "tiles"
    now = arranged(hand, variant, objective)
    return {
        drawn: left
        for drawn, left in still_to_come(hand, variant, context, seen)
        if arranged(hand + hand.tile_set.hand((drawn,)), variant, objective) > now
    }


@_of_a_hand
def still_to_come(
    hand: Hand, variant: Variant, context: Context | None = None, seen: Hand | None = None
) -> Iterator[tuple[Tile, int]]:
    """Yield the tiles that can be drawn, and how many of each."""
    context = variant.check_context(context)
    face_up = context and (context.indicator or context.trump)
    elsewhere = (0,) * hand.tile_set.kinds if seen is None else require_hand(seen).counts
    for tile, in_deck, held, known in zip(
        hand.tile_set.tiles, variant.deck, hand.counts, elsewhere, strict=True
    ):
        # What a player was given beside the deal was never in the deck.
        given = variant.assigned_jokers if tile.is_joker else 0
        left = in_deck - (tile == face_up) - max(held - given, 0) - known
        if left > 0:
            yield tile, left

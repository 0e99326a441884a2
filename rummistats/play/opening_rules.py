"""What an opening is, and what may happen to the table before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rummistats.blocks import melds_in
from rummistats.errors import VariantError
from rummistats.melds import Group, Meld, Run, judge
from rummistats.play.rearranging import Rearranging, rearranging
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import Points

__all__ = ["broken_opening", "exchanges", "opening_of", "openings_in", "replaced_joker"]

Tiles = Counter[Tile]


def opening_of(variant: Variant) -> Points | None:
    """Return what a player must lay first, or None if that may be anything.

    Raises
    ------
    VariantError
        If a player must open in the game, but the variant does not say with what, or with a
        contract.
    """
    rules = rearranging(variant)
    if "contract" in variant.game.opening:
        raise VariantError(
            f"in {variant.game.title} a contract is laid first, which goes by rounds; what may be "
            "laid after it can be asked with opened=True"
        )
    if rules.opening is None and not rules.layoff:
        variant.opening()
    return rules.opening


def broken_opening(laid: list[Meld], variant: Variant, way: Points) -> str:
    """Return what these melds lack as an opening, or nothing."""
    values = [variant.opening_value(meld) for meld in laid]
    runs = [value for meld, value in zip(laid, values, strict=True) if isinstance(meld, Run)]
    if not laid:
        return "nothing is laid as an opening"
    if way.needs_run and not runs:
        return "the opening has no run"
    if way.single_meld:
        best = max(runs if way.needs_run else values)
        if best < way.points:
            return f"the best meld of the opening is worth {best}; it takes {way.points}"
    elif sum(values) < way.points:
        return f"the opening is worth {sum(values)}; it takes {way.points}"
    return ""


def openings_in(
    hand: Hand, variant: Variant, way: Points, key: Hand | None = None
) -> Iterator[list[Meld]]:
    """Yield openings that can be laid from a hand, none of which has a meld too many.

    Any opening is one of them with more melds and tiles added to it.

    Parameters
    ----------
    hand : Hand
        The rack.
    variant : Variant
        Whose rules apply.
    way : Points
        What an opening takes.
    key : Hand, optional
        Tiles that have to be in it.
    """
    readings = [
        reading
        for meld in melds_in(hand, variant)
        for reading in judge(hand.tile_set.hand(meld.tiles), variant).readings
    ]
    needs = [hand.tile_set.hand(meld.tiles) for meld in readings]

    def choose(left: Hand, first: int, laid: list[Meld]) -> Iterator[list[Meld]]:
        lacking = key - (key & (hand - left)) if key else None
        broken = broken_opening(laid, variant, way)
        if not lacking and not broken:
            yield laid
            return
        # One meld is to be enough, and at most one more for every tile of the key.
        if way.single_meld and laid and broken and (not key or lacking == key):
            return
        for place in range(first, len(readings)):
            if lacking and not broken and not len(lacking & needs[place]):
                continue
            if needs[place] <= left:
                yield from choose(left - needs[place], place, [*laid, readings[place]])

    yield from choose(hand, 0, [])


def exchanges(
    before: Table, rack: Tiles, variant: Variant, rules: Rearranging
) -> Iterator[tuple[Table, int]]:
    """Yield the table as it may stand before the opening, and how many jokers were exchanged."""
    yield before, 0
    if not rules.joker_before_opening:
        return
    seen = {before}

    def exchange(table: Table, left: Tiles, count: int) -> Iterator[tuple[Table, int]]:
        for place, meld in enumerate(table.melds):
            for tile in {tile for reading in meld.joker_readings for tile in reading}:
                if not left[tile]:
                    continue
                now = replaced_joker(meld, tile, variant)
                if now is None:
                    continue
                melds = list(table.melds)
                melds[place] = now
                changed = Table(tuple(melds))
                if changed not in seen:
                    seen.add(changed)
                    yield changed, count + 1
                    yield from exchange(changed, left - Counter([tile]), count + 1)
            # Both missing colors may be needed, so that a joker leaves a group of three.
            if rules.group3_needs_both and isinstance(meld, Group) and len(meld) == 3:
                missing = Counter(Tile(color, meld.number) for color in meld.joker_colors)
                if meld.jokers and missing <= left:
                    tiles = [tile for tile in meld.tiles if not tile.is_joker]
                    hand = variant.table_set.hand([*tiles, *missing.elements()])
                    for reading in judge(hand, variant).readings:
                        melds = list(table.melds)
                        melds[place] = reading
                        changed = Table(tuple(melds))
                        if changed not in seen:
                            seen.add(changed)
                            yield changed, count + meld.jokers
                            yield from exchange(changed, left - missing, count + meld.jokers)

    yield from exchange(before, rack, 0)


def replaced_joker(meld: Meld, tile: Tile, variant: Variant) -> Meld | None:
    """Return a meld with a real tile in the place of a joker that stood for it.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> run = Run("R", (3, 4, 5), (1,))
    >>> print(replaced_joker(run, Tile("R", 4), find_variant("sabra")))
    R3 R4 R5
    """
    if isinstance(meld, Run):
        for place in meld.joker_places:
            if tile == Tile(meld.color, meld.numbers[place]):
                places = tuple(other for other in meld.joker_places if other != place)
                return replace(meld, joker_places=places)
        return None
    if isinstance(meld, Group) and variant.game.indicator:
        # The other jokers keep the colors that they were given.
        left = tuple(color for color in meld.joker_colors if color != tile.color)
        return Group(meld.number, (*meld.colors, tile.color), meld.jokers - 1, left)
    tiles = list(meld.tiles)
    tiles.remove(variant.table_set.joker)
    readings = judge(variant.table_set.hand([*tiles, tile]), variant).readings
    return next((reading for reading in readings if isinstance(reading, Group)), None)

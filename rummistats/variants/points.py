"""What tiles and melds count in a variant: on the rack, in an opening, at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummistats.dealing import Context
from rummistats.errors import TileError, VariantError, shown
from rummistats.tiles import Tile, require_tile
from rummistats.variants.game import PointsOf

if TYPE_CHECKING:
    from rummistats.melds import Meld
    from rummistats.variants.variant import Variant

__all__ = [
    "joker_score",
    "most_opening_value",
    "opening_points",
    "opening_value",
    "points_of_ones",
    "rack_points",
    "rack_value",
    "reading_value",
    "score_value",
    "tile_values",
]


def rack_points(variant: Variant) -> tuple[int, ...]:
    """Return what a tile of each number counts on the rack; place 0 is unused.

    Raises
    ------
    VariantError
        If the rack isn't counted in points in the game.
    """
    points = variant.game.rack_points
    if points is None:
        raise VariantError(f"in {variant.game.title} tiles on the rack are not counted in points")
    return _by_number(variant, _in_force(variant, points, variant.game.other_rack_points))


def rack_value(variant: Variant, tile: Tile, context: Context | None) -> int:
    """Return the points of a tile that is left on the rack.

    Raises
    ------
    TileError
        If ``tile`` is no tile, or has a number that the game hasn't.
    VariantError
        If the rack isn't counted in points in the game.
    """
    points = variant.rack_points
    require_tile(tile)
    if variant.game.indicator or context is not None:
        tile = variant.played_as(tile, context)
    return variant.joker_rack_value if tile.is_joker else points[_number_of(variant, tile)]


def opening_points(variant: Variant) -> tuple[int, ...]:
    """Return what a tile of each number counts in an opening; place 0 is unused.

    Raises
    ------
    VariantError
        If melds have no opening value in the game.
    """
    return _by_number(variant, _said_of_openings(variant))


def points_of_ones(variant: Variant) -> tuple[int, int, int, int]:
    """Return what a 1 counts before 2, after the highest number, in groups of 3 and of 4."""
    said = _said_of_openings(variant)
    plain = variant.opening_points[1]
    group = said.get("group_one", plain)
    places = (
        said.get("low_one", plain),
        said.get("high_one", plain),
        group,
        said.get("group_of_four_one", group),
    )
    low, high, of_three, of_four = (_settled(variant, place, 1) for place in places)
    return low, high, of_three, of_four


def opening_value(variant: Variant, meld: Meld) -> int:
    """Return what a meld counts for the opening; a joker counts what it stands for.

    Raises
    ------
    TileError
        If ``meld`` is no meld, or has numbers that the game hasn't.
    VariantError
        If melds have no opening value in the game.
    """
    return sum(tile_values(variant, meld))


def reading_value(variant: Variant, meld: Meld) -> int:
    """Return the opening value, or 0 where melds have none."""
    if _checked(meld).kind == "pair" or not variant.has_opening_value:
        return 0
    return opening_value(variant, meld)


def score_value(variant: Variant, meld: Meld) -> int:
    """Return what a meld on the table scores at the end, where melds score.

    Raises
    ------
    TileError
        If ``meld`` is no meld, or has numbers that the game hasn't.
    VariantError
        If melds have no value in the game.
    """
    values = tile_values(variant, meld)
    of_joker = joker_score(variant)
    if of_joker is None:
        return sum(values)
    return sum(
        of_joker if tile.is_joker else value for tile, value in zip(meld.tiles, values, strict=True)
    )


def joker_score(variant: Variant) -> int | None:
    """Return what a joker in a meld scores at the end; None if as what it stands for."""
    said = variant.game.joker_in_meld
    return None if said is None else _settled(variant, said, 0)


def most_opening_value(variant: Variant, tile: Tile) -> int:
    """Return a bound on what a tile can add to a meld's opening value."""
    points = variant.opening_points
    if require_tile(tile).is_joker:
        return max(*points, *variant.points_of_ones)
    number = _number_of(variant, tile)
    return max(points[1], *variant.points_of_ones) if number == 1 else points[number]


def _said_of_openings(variant: Variant) -> PointsOf:
    points = variant.game.opening_points
    if points is None:
        raise VariantError(f"in {variant.game.title} melds have no opening value")
    return _in_force(variant, points, variant.game.other_opening_points)


def _in_force(
    variant: Variant, points: PointsOf, others: Mapping[tuple[str, object], PointsOf]
) -> PointsOf:
    """Return the points with those that hold instead under the variant's rules."""
    in_force = dict(points)
    for (rule, value), changes in others.items():
        if variant.rule(rule) == value:
            in_force |= changes
    return in_force


def _by_number(variant: Variant, points: PointsOf) -> tuple[int, ...]:
    """Return what each number counts: place 0 is unused."""
    numbers = range(1, variant.numbers + 1)
    return (0, *(_settled(variant, points.get(n, "number"), n) for n in numbers))


def _settled(variant: Variant, said: int | str, number: int) -> int:
    """Return the points that a game's file says; a rule without a number: the tile's own."""
    if isinstance(said, int):
        return said
    value = number if said == "number" else variant.rule(said)
    return value if isinstance(value, int) else number


def tile_values(variant: Variant, meld: Meld) -> list[int]:
    """Return what each tile of a meld counts, in the order of ``meld.tiles``."""
    points = variant.opening_points
    if _checked(meld).kind == "pair":
        # What pairs are worth makes no difference: they are counted.
        return [0, 0]
    if not all(1 <= number <= variant.numbers for number in meld.numbers):
        raise TileError(f"{meld}: the numbers of {variant!r} go from 1 to {variant.numbers}")
    if 1 not in meld.numbers:
        return [points[number] for number in meld.numbers]
    low, high, group, group_of_four = variant.points_of_ones
    if meld.kind == "group":
        return [group_of_four if len(meld) >= 4 else group] * len(meld)
    return [
        points[number] if number != 1 else high if place else low
        for place, number in enumerate(meld.numbers)
    ]


def _number_of(variant: Variant, tile: Tile) -> int:
    """Return the number of a tile of the game; a false joker has none."""
    if not 1 <= tile.number <= variant.numbers:
        raise TileError(f"{tile}: the numbers of {variant!r} go from 1 to {variant.numbers}")
    return tile.number


def _checked(meld: Meld) -> Meld:
    """Return a meld if it is one: melds are made further up than the rules, and known by kind."""
    if getattr(meld, "kind", None) not in ("group", "run", "pair"):
        raise TileError(
            f"{shown(meld)} is no meld; a meld is a Group, Run or Pair, such as those of "
            "judge('R7 B7 K7', variant).readings"
        )
    return meld

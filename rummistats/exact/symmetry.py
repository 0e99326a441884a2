"""The symmetries of a game, and which hands they turn into one another.

A symmetry renames colors and numbers so that melds stay melds: red and blue tiles may change
places, or every number ``v`` may become ``14 - v``. The symmetries are a *permutation group*. Two
hands are essentially the same if a symmetry turns one into the other: they are in one *orbit*.
What a hand is worth may change (30 points may become 12), but not which melds it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import overload

from rummistats.errors import TileError, VariantError, shown
from rummistats.exact.permutations import Permutation, generate
from rummistats.melds import group_patterns, run_patterns
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, require_variant

__all__ = [
    "PermutationGroup",
    "Symmetry",
    "canonical_hand",
    "keeps_melds",
    "orbit",
    "require_symmetries",
    "stabilizer",
    "symmetries",
]


@dataclass(frozen=True, repr=False)
class Symmetry:
    """A renaming of the colors and of the numbers. Jokers stay what they are.

    ``s(tile)`` and ``s(hand)`` are what becomes of a tile and of a hand; ``s * t`` is first *t*,
    then *s*.

    Parameters
    ----------
    colors : Permutation
        Of the color letters.
    numbers : Permutation
        Of the numbers from 1 on.

    Examples
    --------
    >>> swap = Permutation.parse("(R B)", "RBK")
    >>> reflection = Permutation.parse("(1 5)(2 4)", range(1, 6))
    >>> symmetry = Symmetry(swap, reflection)
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    >>> symmetry(Tile("R", 1)), symmetry(mini.parse("R1 R2 B3 J"))
    (Tile('B5'), Hand('R3 B4 B5 J'))
    >>> print(symmetry, "|", symmetry * symmetry)
    colors (R B), numbers (1 5)(2 4) | identity
    """

    colors: Permutation
    numbers: Permutation

    @overload
    def __call__(self, tiles: Tile) -> Tile: ...
    @overload
    def __call__(self, tiles: Hand) -> Hand: ...
    def __call__(self, tiles: Tile | Hand) -> Tile | Hand:
        """Return what becomes of a tile or of all tiles of a hand."""
        if isinstance(tiles, Hand):
            return Hand(tiles.tile_set, self._images_of_counts(tiles))
        return Tile(self.colors(tiles.color), self.numbers(tiles.number)) if tiles.number else tiles

    def __mul__(self, other: Symmetry) -> Symmetry:
        if not isinstance(other, Symmetry):
            return NotImplemented
        return Symmetry(self.colors * other.colors, self.numbers * other.numbers)

    def inverse(self) -> Symmetry:
        """Return the symmetry that undoes this one."""
        return Symmetry(self.colors.inverse(), self.numbers.inverse())

    @property
    def tiles(self) -> Permutation:
        """The permutation of the kinds of tiles that have a color and a number.

        Examples
        --------
        >>> swap = Permutation.parse("(R B)", "RB")
        >>> print(Symmetry(swap, Permutation.identity(range(1, 4))).tiles)
        (R1 B1)(R2 B2)(R3 B3)
        """
        points = [Tile(c, n) for c, n in product(self.colors.points, self.numbers.points)]
        return Permutation(tuple(points), tuple(map(self, points)))

    @cached_property
    def _origins(self) -> tuple[int, ...]:
        """For each kind of tile that has a color and a number the kind that becomes it."""
        numbers = len(self.numbers.points)
        return tuple(
            color * numbers + number
            for color, number in product(
                self.colors.inverse().order_of_points, self.numbers.inverse().order_of_points
            )
        )

    def _images_of_counts(self, hand: Hand) -> tuple[int, ...]:
        tiles = hand.tile_set
        if (*tiles.color_letters,) != self.colors.points or tiles.numbers != len(
            self.numbers.points
        ):
            raise TileError(
                f"a symmetry of the colors {' '.join(self.colors.points)} and the numbers 1 to "
                f"{len(self.numbers.points)} has no meaning for a hand of {tiles}"
            )
        counts = hand.counts
        return (*(counts[kind] for kind in self._origins), *counts[tiles.colored_kinds :])

    def __str__(self) -> str:
        parts = {"colors": self.colors, "numbers": self.numbers}
        moved = [f"{name} {part}" for name, part in parts.items() if part.images != part.points]
        return ", ".join(moved) or "identity"

    def __repr__(self) -> str:
        return f"Symmetry({str(self)!r})"


@dataclass(frozen=True, repr=False)
class PermutationGroup:
    """Symmetries that are a group in the sense of algebra: no group of tiles.

    Made by `symmetries`, `stabilizer` or `generated_by`.

    Parameters
    ----------
    symmetries : tuple of Symmetry
        The symmetries, the identity first.

    Examples
    --------
    >>> swap = Symmetry(Permutation.parse("(R B)", "RBK"), Permutation.identity([1, 2, 3]))
    >>> turn = Symmetry(Permutation.parse("(R B K)", "RBK"), Permutation.identity([1, 2, 3]))
    >>> PermutationGroup.generated_by(swap, turn)
    PermutationGroup(6 symmetries of the colors R B K and the numbers 1 to 3)
    """

    symmetries: tuple[Symmetry, ...]

    @classmethod
    def generated_by(cls, *generators: Symmetry) -> PermutationGroup:
        """Return the smallest permutation group that has these symmetries: all their products.

        Raises
        ------
        TileError
            If there are none, or they are not of the same colors and numbers.
        """
        if not generators:
            raise TileError("a permutation group is generated by at least one symmetry")
        first = generators[0]
        for other in generators:
            if (other.colors.points, other.numbers.points) != (
                first.colors.points,
                first.numbers.points,
            ):
                raise TileError(f"{first} and {other} are not of the same colors and numbers")
        identity = Symmetry(
            Permutation.identity(first.colors.points), Permutation.identity(first.numbers.points)
        )
        return cls._sorted(generate(identity, generators))

    @classmethod
    def _sorted(cls, elements: Sequence[Symmetry]) -> PermutationGroup:
        # In one order, so that equal permutation groups are equal; the identity is the first.
        return cls(
            tuple(
                sorted(
                    elements, key=lambda s: (s.colors.order_of_points, s.numbers.order_of_points)
                )
            )
        )

    @property
    def order(self) -> int:
        """How many symmetries there are."""
        return len(self.symmetries)

    def __len__(self) -> int:
        return self.order

    def __iter__(self) -> Iterator[Symmetry]:
        return iter(self.symmetries)

    def __contains__(self, symmetry: object) -> bool:
        return symmetry in self.symmetries

    def __repr__(self) -> str:
        count = "1 symmetry" if self.order == 1 else f"{self.order:,} symmetries"
        colors, numbers = self.symmetries[0].colors.points, self.symmetries[0].numbers.points
        return (
            f"PermutationGroup({count} of the colors {' '.join(colors)} "
            f"and the numbers 1 to {len(numbers)})"
        )


def symmetries(
    variant: Variant | str,
    *,
    colors: bool | str | Sequence[str] = True,
    reflection: bool = False,
    translations: bool = False,
) -> PermutationGroup:
    """Return the symmetries of a game: permutations of its tiles that keep the melds.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    colors : bool, str or sequence of str
        True for all permutations of the colors, False for none; or some of them in cycle
        notation, such as ``"(R B)(K Y)"``, which with all their products are taken.
    reflection : bool
        Whether the numbers may be read backwards: ``v -> 14 - v`` with 13 numbers. This keeps
        melds, not values, and only where ones are low or runs go round.
    translations : bool
        Whether the numbers may be moved on, ``v -> v + 1`` and so on; only where runs go round.

    Returns
    -------
    PermutationGroup
        All products of these.

    Raises
    ------
    VariantError
        If a reflection or translation doesn't keep the melds.
    TileError
        If a permutation of the colors is none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> symmetries(sabra)
    PermutationGroup(24 symmetries of the colors R B K Y and the numbers 1 to 13)
    >>> len(symmetries(sabra, reflection=True)), len(symmetries(sabra, colors="(R B K Y)"))
    (48, 4)
    >>> len(symmetries(find_variant("stone-rummy"), reflection=True, translations=True))
    624
    >>> symmetries(sabra, translations=True)
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: translations=True: v -> v + 1 doesn't keep the melds of
    Variant('sabra'), since the run 11 12 13 becomes 12 13 1; it does where
    ones='circular', without a gap
    """
    variant = require_variant(variant)
    tiles = variant.playing_set
    letters, line = (*tiles.color_letters,), (*range(1, tiles.numbers + 1),)
    if isinstance(colors, bool):
        of_colors = [
            Permutation(letters, i) for i in (permutations(letters) if colors else [letters])
        ]
    else:
        texts = [colors] if isinstance(colors, str) else colors
        of_colors = generate(
            Permutation.identity(letters), [Permutation.parse(text, letters) for text in texts]
        )
    generators = []
    if reflection:
        generators.append(_reflection(variant))
    if translations:
        generators.append(_translation(variant))
    of_numbers = generate(Permutation.identity(line), generators)
    return PermutationGroup._sorted([Symmetry(c, n) for c, n in product(of_colors, of_numbers)])


def keeps_melds(symmetry: Symmetry, variant: Variant | str) -> bool:
    """Return whether a symmetry turns the groups of a game into its groups, and runs into runs.

    Jokers are taken into account.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> backwards = Permutation(tuple(range(1, 14)), tuple(range(13, 0, -1)))
    >>> symmetry = Symmetry(Permutation.identity("RBKY"), backwards)
    >>> keeps_melds(symmetry, find_variant("sabra"))
    True
    >>> keeps_melds(symmetry, find_variant("okey"))  # 12 13 1 would become 2 1 13
    False
    """
    variant = require_variant(variant)
    jokers = variant.playing_set.jokers
    return all(
        {(tuple(sorted(tiles)), wild) for tiles, wild in patterns}
        == {(tuple(sorted(map(permutation, tiles))), wild) for tiles, wild in patterns}
        for permutation, patterns in (
            (symmetry.colors, group_patterns(variant, jokers)),
            (symmetry.numbers, run_patterns(variant, jokers)),
        )
    )


def require_symmetries(given: object) -> PermutationGroup:
    """Return a permutation group if it is one; of a game, all permutations of its colors.

    Raises
    ------
    VariantError
        If it is neither.

    Examples
    --------
    >>> require_symmetries("gin")
    PermutationGroup(24 symmetries of the colors S H D C and the numbers 1 to 13)
    """
    if isinstance(given, Variant | str):
        return symmetries(given)
    if not isinstance(given, PermutationGroup):
        raise VariantError(
            f"{shown(given)} is no permutation group; make one by symmetries(variant), or give the "
            "game for all permutations of its colors"
        )
    return given


def orbit(hand: Hand, symmetries: PermutationGroup | Variant | str) -> tuple[Hand, ...]:
    """Return all hands that are essentially the same as a hand, in the order of a list of hands.

    Parameters
    ----------
    hand : Hand
        The hand, as it is played.
    symmetries : PermutationGroup, Variant or str
        What may be done to it; of a game, or its name, all permutations of the colors.

    Raises
    ------
    TileError
        If it is no hand, or its tiles have other colors or numbers.
    VariantError
        If the symmetries are none.

    Examples
    --------
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    >>> [str(other) for other in orbit(mini.parse("R1 B1 J"), symmetries(mini, reflection=True))]
    ['R1 B1 J', 'R1 K1 J', 'R5 B5 J', 'R5 K5 J', 'B1 K1 J', 'B5 K5 J']
    """
    images = {symmetry(_require_hand(hand)) for symmetry in require_symmetries(symmetries)}
    return tuple(sorted(images, key=lambda image: image.counts, reverse=True))


def stabilizer(hand: Hand, symmetries: PermutationGroup | Variant | str) -> PermutationGroup:
    """Return the symmetries that leave a hand as it is: a permutation group again.

    The orbit-stabilizer theorem: the size of the orbit times that of the stabilizer is the number
    of all symmetries. The arguments are those of `orbit`.

    Examples
    --------
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    >>> [str(symmetry) for symmetry in stabilizer(mini.parse("R1 B1 J"), symmetries(mini))]
    ['identity', 'colors (R B)']
    """
    every = require_symmetries(symmetries)
    return PermutationGroup(tuple(s for s in every if s(_require_hand(hand)) == hand))


def canonical_hand(hand: Hand, symmetries: PermutationGroup | Variant | str) -> Hand:
    """Return the first hand of an orbit: the same one for all hands that are essentially the same.

    The arguments are those of `orbit`.

    Examples
    --------
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    >>> canonical_hand(mini.parse("B2 K4 K5"), symmetries(mini, reflection=True))
    Hand('R1 R2 B4')
    """
    images = (symmetry(_require_hand(hand)) for symmetry in require_symmetries(symmetries))
    return max(images, key=lambda image: image.counts)


def _require_hand(hand: object) -> Hand:
    if not isinstance(hand, Hand):
        raise TileError(f"{shown(hand)} is no hand; make one by variant.parse('R7 B7 J')")
    return hand


def _reflection(variant: Variant) -> Permutation:
    # Where runs go round a circle of fewer numbers, those beyond it are in no run.
    last = variant.circle if variant.ones == "circular" else variant.numbers
    return _keeping_runs(
        variant,
        lambda number: last + 1 - number if number <= last else number,
        f"reflection=True: v -> {last + 1} - v",
        "where ones='low', or ones='circular' without a gap",
    )


def _translation(variant: Variant) -> Permutation:
    last = variant.circle
    return _keeping_runs(
        variant,
        lambda number: number % last + 1 if number <= last else number,
        "translations=True: v -> v + 1",
        "where ones='circular', without a gap",
    )


def _keeping_runs(
    variant: Variant, image: Callable[[int], int], name: str, where: str
) -> Permutation:
    """Return a permutation of the numbers, or say which run it breaks."""
    line = tuple(range(1, variant.numbers + 1))
    permutation = Permutation(line, tuple(map(image, line)))
    runs = {tuple(sorted(run)) for run in variant.runs}
    for run in variant.runs:
        moved = tuple(map(permutation, run))
        if tuple(sorted(moved)) not in runs:
            raise VariantError(
                f"{name} doesn't keep the melds of {variant!r}, since the run "
                f"{' '.join(map(str, run))} becomes {' '.join(map(str, moved))}; it does {where}"
            )
    return permutation

"""The games, their house rules, and the variants that are made of them."""

from __future__ import annotations

from rummistats.errors import VariantError, shown
from rummistats.variants.make import make_variant
from rummistats.variants.registry import GAMES, find_game
from rummistats.variants.variant import Variant

__all__ = ["Variant", "find_variant", "require_variant", "variants"]


def find_variant(name: str) -> Variant:
    """Return the variant with this name.

    Parameters
    ----------
    name : str
        A name or alias, in any case.

    Raises
    ------
    VariantError
        If there is none; the message lists the near ones.

    Examples
    --------
    >>> find_variant("Rummikub")
    Variant('sabra')
    >>> find_variant("sabar")
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: no variant 'sabar'; did you mean sabra?; there is sabra,
    river, american, international, okey-101, okey, romanian, stone-rummy, stone-rummy-plus,
    shanghai, gin, machiavelli, rummy-500
    """
    return make_variant(find_game(name), {})


def require_variant(variant: object) -> Variant:
    """Return ``variant`` if it is one.

    Raises
    ------
    VariantError
        If it is something else, such as a name.

    Examples
    --------
    >>> require_variant("sabra")
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: variant='sabra' is no variant; give one, for example
    find_variant('sabra')
    """
    if not isinstance(variant, Variant):
        raise VariantError(
            f"variant={shown(variant)} is no variant; give one, for example find_variant('sabra')"
        )
    return variant


def variants() -> tuple[Variant, ...]:
    """Return all variants with their default rules."""
    return tuple(make_variant(game, {}) for game in GAMES)

"""The games, their house rules, and the variants that are made of them."""

from __future__ import annotations

from functools import lru_cache

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
        A name, alias or title, in any case.

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
    """Return ``variant`` if it is one, or the variant that it names.

    Raises
    ------
    VariantError
        If it is something else, or no variant has this name.

    Examples
    --------
    >>> require_variant("sabra")
    Variant('sabra')
    >>> require_variant(14)
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: variant=14 is no variant; give one, or a name such as 'sabra'
    """
    if isinstance(variant, str):
        return _named(variant)
    if not isinstance(variant, Variant):
        raise VariantError(
            f"variant={shown(variant)} is no variant; give one, or a name such as 'sabra'"
        )
    return variant


@lru_cache(maxsize=64)
def _named(name: str) -> Variant:
    # The same object each time: a variant keeps what it has worked out.
    return find_variant(name)


def variants() -> tuple[Variant, ...]:
    """Return all variants with their default rules."""
    return tuple(make_variant(game, {}) for game in GAMES)

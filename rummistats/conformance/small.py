"""The shrunken version of a variant: few tiles, the same rules."""

from __future__ import annotations

from rummistats.errors import VariantError
from rummistats.variants import Variant, require_variant
from rummistats.variants.rules import HAND_RULES

__all__ = ["CONTRACTS", "shrunken"]

# The tiles of the shrunken version, and as many as a hand has.
_SMALL = {"colors": 3, "numbers": 5, "copies": 2, "jokers": 1, "hand_size": 6}
_OPEN_POINTS, _OPEN_PAIRS = 12, 2

CONTRACTS = (((3, 3), ()), ((3,), (3,)), ((), (3, 3)))
"""The contracts of the rounds in the shrunken version."""


def shrunken(variant: Variant | str) -> Variant:
    """Return a small version of a variant: few tiles, but the same rules.

    It has 3 colors, the numbers 1 to 5, 2 copies and a joker as far as the game allows it, and
    hands of 6 tiles. Openings are made so easy that some hands of this size have them.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(shrunken(find_variant("gin")).playing_set)
    the 31 cards of 3 suits (S H D), ranks ace to 5, 2 copies of each, 1 joker
    """
    variant = require_variant(variant)
    rules: dict[str, object] = {
        name: getattr(variant, name) for name in HAND_RULES if name not in (*_SMALL, "players")
    }
    colors, numbers = min(3, variant.colors), min(5, variant.numbers)
    small = {"colors": colors, "numbers": numbers, "hand_size": min(6, colors * numbers * 2)}
    for name, value in (_SMALL | small).items():
        # Who is given a joker of his own gets no other one.
        kept = name == "jokers" and variant.assigned_jokers > 0
        rules[name] = getattr(variant, name) if kept or not _allows(variant, name, value) else value
    if variant.open_points is not None:
        rules["open_points"] = min(variant.open_points, _OPEN_POINTS)
    if variant.open_pairs is not None:
        rules["open_pairs"] = min(variant.open_pairs, _OPEN_PAIRS)
    if "contracts" in variant.game.rules:
        rules["contracts"] = CONTRACTS
    rules["players"] = min(variant.players, variant.game.most_players(rules))
    return variant.with_rules(**rules)


def _allows(variant: Variant, name: str, value: object) -> bool:
    try:
        variant.game.rules[name].check(value)
    except VariantError:
        return False
    return True

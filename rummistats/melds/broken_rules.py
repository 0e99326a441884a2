"""Why tiles are no meld, in words."""

from __future__ import annotations

from collections import Counter

from rummistats.tiles import COLOR_NAMES, Hand
from rummistats.variants import Variant

__all__ = ["broken_rule"]


def broken_rule(hand: Hand, variant: Variant) -> str:
    """Return in words the first rule that keeps the tiles from being a meld."""
    real = [tile for tile in hand if not tile.is_joker]
    size, jokers = len(hand), hand.jokers
    if variant.has_pairs and size == 2:
        return "two different tiles; a pair has identical ones"
    fewest = min(variant.min_group, variant.min_run)
    if size < fewest:
        return f"{_many(size, 'tile')}; a meld has at least {fewest}"
    if jokers > variant.max_jokers_per_combination:
        return f"{_many(jokers, 'joker')}; a meld has at most {variant.max_jokers_per_combination}"
    needed = max(variant.min_real, variant.min_real_per_joker * jokers)
    if len(real) < needed:
        real_tiles, with_jokers = _many(len(real), "real tile"), _many(jokers, "joker")
        return f"{real_tiles}; with {with_jokers} a meld needs at least {needed}"
    colors = [tile.color for tile in real]
    if len({tile.number for tile in real}) == 1 and (len(set(colors)) > 1 or len(real) == 1):
        return _broken_group_rule(colors, size, variant)
    if len(set(colors)) == 1:
        return _broken_run_rule([tile.number for tile in real], size, variant)
    return "neither one number (a group) nor one color (a run)"


def _broken_group_rule(colors: list[str], size: int, variant: Variant) -> str:
    repeated = [color for color, count in Counter(colors).items() if count > 1]
    if repeated and not variant.repeat_colors:
        return f"{COLOR_NAMES[repeated[0]]} occurs twice; the colors of a group differ"
    if size > variant.largest_group:
        return f"{size} tiles; a group has at most {variant.largest_group}"
    return f"{size} tiles; a group has at least {variant.min_group}"


def _broken_run_rule(numbers: list[int], size: int, variant: Variant) -> str:
    longest = max((len(run) for run in variant.runs), default=0)
    repeated = [number for number, count in Counter(numbers).items() if count > 1]
    if repeated and longest <= variant.numbers:
        return f"{repeated[0]} occurs twice; a run has each number once"
    if size > longest:
        return f"{size} tiles; a run has at most {longest}"
    if size < variant.min_run:
        return f"{size} tiles; a run has at least {variant.min_run}"
    ones = {
        "low": "a 1 stands only before 2",
        "high": f"a 1 stands only after {variant.numbers}",
        "low_or_high": f"a 1 stands before 2 or after {variant.numbers}, not between them",
        "circular": f"after {variant.circle} comes 1",
    }[variant.ones]
    listed = ", ".join(map(str, numbers))
    jokers = size - len(numbers)
    filled = f" even with {_many(jokers, 'joker')}" if jokers else ""
    # Where a 1 belongs is told only if there is one, or a joker that could be one between the last
    # number and the first ones, or if runs go round.
    could_be = variant.numbers in numbers and jokers and min(numbers) <= 1 + jokers
    is_told = 1 in numbers or could_be or variant.ones == "circular"
    return f"{listed} are not consecutive{filled}" + (f" ({ones})" if is_told else "")


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"

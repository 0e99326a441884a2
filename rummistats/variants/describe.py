"""The rules in words, made from a variant's values: what is printed is what is in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rummistats.dealing import Context
from rummistats.tiles import COLOR_NAMES

if TYPE_CHECKING:
    from rummistats.variants.variant import Variant

__all__ = ["describe"]

_RANKS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def describe(variant: Variant) -> str:
    """Return the complete rules of a variant that concern a hand.

    Parameters
    ----------
    variant : Variant
        Whose rules to describe.

    Returns
    -------
    str
        A title, then one paragraph a subject, each begun by its name.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> text = describe(find_variant("sabra").with_rules(open_points=50))
    >>> print(next(line for line in text.splitlines() if line.startswith("Opening")))
    Opening: melds worth at least 50 points. In a meld a tile counts its number. A joker counts as
    the tile it stands for.
    """
    paragraphs = {
        "Tiles": _tiles(variant),
        "Deal": _deal(variant),
        "Groups": _groups(variant),
        "Runs": _runs(variant),
        "Wild tiles": _wild(variant),
        "Opening": _opening(variant),
        "Scored at the end": _scored(variant),
        "Left on the rack": _rack(variant),
        "Complete hand": _complete(variant),
        "Only in this game": _own(variant),
        "House rules": _house_rules(variant),
    }
    lines = [
        f"{subject}: {' '.join(text)}".replace(" \n", "\n")
        for subject, text in paragraphs.items()
        if text
    ]
    title = variant.game.title
    if variant.name != variant.game.name:
        title = f"{title}, {variant.name} game"
    return "\n".join([title, *lines])


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def _listed(words: Iterable[str], last: str = "and") -> str:
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def _piece(variant: Variant) -> str:
    return "card" if variant.game.cards else "tile"


def _color(variant: Variant) -> str:
    return "suit" if variant.game.cards else "color"


def _rank(variant: Variant) -> str:
    return "rank" if variant.game.cards else "number"


def _number(variant: Variant, number: int) -> str:
    return _RANKS.get(number, str(number)) if variant.game.cards else str(number)


def _a(word: str) -> str:
    return f"an {word}" if word in ("ace", "8", "11") else f"a {word}"


def _wild_tiles(variant: Variant) -> int:
    """Return how many wild tiles a hand can hold."""
    return variant.playing_set.jokers


def _tiles(variant: Variant) -> list[str]:
    piece, color = _piece(variant), _color(variant)
    tiles = variant.tile_set
    names = _listed(COLOR_NAMES[letter] for letter in tiles.color_letters)
    first, last = _number(variant, 1), _number(variant, variant.numbers)
    jokers = {0: "no joker"}.get(variant.jokers, _many(variant.jokers, "joker"))
    if tiles.false_jokers:
        jokers = _many(tiles.false_jokers, "false joker")
    text = [
        f"{_many(variant.colors, color)} ({names}), {_rank(variant)}s {first} to {last}, "
        f"{variant.copies} of each {piece}, and {jokers}: "
        f"{tiles.size - variant.assigned_jokers} {piece}s."
    ]
    if variant.game.indicator:
        indicator = dict(variant.own_hand_rules).get("false_joker_is") == "indicator"
        text.append(
            f"All copies of one {piece} are wild and played as jokers: the {piece} that follows "
            f"the face-up indicator, after {last} {first}. A false joker is not wild; it is a "
            f"plain {piece} like the {'indicator' if indicator else 'wild one'}."
        )
    return text


def _deal(variant: Variant) -> list[str]:
    piece = _piece(variant)
    size = _many(variant.hand_size, piece)
    to_deal = sum(variant.deck) - (variant.game.face_up != "none")
    text = f"{variant.players} players get {size} each"
    if variant.players * variant.hand_size > to_deal:
        text = f"{size} are one hand; for more players there are too few"
    if variant.assigned_jokers:
        text += f", and {_many(variant.assigned_jokers, 'joker')} beside them"
    return [text + "."]


def _groups(variant: Variant) -> list[str]:
    low, high = variant.min_group, variant.largest_group
    if low > high:
        return ["there are none."]
    sizes = _sizes(low, high)
    colors = (
        f"a {_color(variant)} may occur more than once"
        if variant.repeat_colors
        else f"all of different {_color(variant)}s"
    )
    return [f"{sizes} {_piece(variant)}s of one {_rank(variant)}, {colors}."]


def _sizes(low: int, high: int) -> str:
    join = "or" if high == low + 1 else "to"
    return str(low) if low == high else f"{low} {join} {high}"


def _runs(variant: Variant) -> list[str]:
    lengths = sorted({len(run) for run in variant.runs})
    if not lengths:
        return ["there are none."]
    piece, color = _piece(variant), _color(variant)
    one, two = _number(variant, 1), _number(variant, min(2, variant.numbers))
    last = _number(variant, variant.numbers)
    one, two, last = _a(one), _a(two), _a(last)
    where = {
        "low": f"{one} stands only before {two}",
        "high": f"{one} stands only after {last}",
        "low_or_high": f"{one} stands before {two} or after {last}, not between them",
        "circular": _circle(variant),
    }[variant.ones]
    if variant.one_to_one:
        where += f"; one run may have {one} at both ends"
    sizes = _sizes(lengths[0], lengths[-1])
    return [f"{sizes} {piece}s of one {color} with consecutive {_rank(variant)}s; {where}."]


def _circle(variant: Variant) -> str:
    one, last = _a(_number(variant, 1)), _a(_number(variant, variant.circle))
    words = f"runs go round: after {last} comes {one}"
    if variant.circle < variant.numbers:
        words += ", and higher numbers are in no run"
    if variant.rule_or("gap_12_1") and variant.circle == variant.numbers > 1:
        words += f"; {one} may also follow {_a(_number(variant, variant.circle - 1))}"
    return words


def _wild(variant: Variant) -> list[str]:
    held = _wild_tiles(variant)
    if not held:
        return ["there are none."]
    piece = _piece(variant)
    text = [
        f"a joker stands for any {piece}. A meld has at most "
        f"{_many(variant.max_jokers_per_combination, 'joker')}"
        f" and at least {_many(variant.min_real, f'real {piece}')}."
    ]
    if variant.min_real_per_joker:
        text.append(
            f"For each of its jokers it needs {_many(variant.min_real_per_joker, f'real {piece}')}."
        )
    if variant.max_jokers_by_size:
        steps = [
            f"from {size} {piece}s on {_many(jokers, 'joker')}"
            for size, jokers in variant.max_jokers_by_size
        ]
        text.append(f"At most, {_listed(steps)}.")
    return text


def _opening(variant: Variant) -> list[str]:
    text = []
    if "contract" in variant.game.opening:
        contracts = variant.rule("contracts")
        assert isinstance(contracts, tuple)
        rounds = [
            f"round {number}: {variant.opening(Context(round=number))[0]}"
            for number in range(1, len(contracts) + 1)
        ]
        text.append(f"the contract of the round: {'; '.join(rounds)}.")
    elif variant.open_points is None and variant.open_pairs is None:
        text.append("any meld." if "any_meld" in variant.game.opening else "there is none.")
    else:
        text.append(f"{_listed(map(str, variant.opening()), 'or')}.")
    if variant.has_opening_value:
        text += _opening_values(variant)
    return text


def _opening_values(variant: Variant) -> list[str]:
    piece = _piece(variant)
    points = variant.opening_points
    text = [f"In a meld {_counts(variant, points)}."]
    low, high, group, group_of_four = variant.points_of_ones
    if {low, high, group, group_of_four} != {points[1]}:
        one, two = _a(_number(variant, 1)), _a(_number(variant, min(2, variant.numbers)))
        last = _a(_number(variant, variant.numbers))
        text.append(
            f"But {one} counts {low} before {two}, {high} after {last}, {group} in a group of "
            f"three and {group_of_four} in a group of four."
        )
    if _wild_tiles(variant):
        text.append(f"A joker counts as the {piece} it stands for.")
    return text


def _counts(variant: Variant, points: tuple[int, ...]) -> str:
    """Return what tiles count, by number: ``a tile counts its number; 11 to 13 count 10``."""
    numbers_of: dict[int, list[int]] = {}
    own = [number for number in range(1, variant.numbers + 1) if points[number] == number]
    # A single number that is its points is no rule: 5 is one among all those that count 5.
    by_number = any(number + 1 in own for number in own)
    for number in range(1, variant.numbers + 1):
        if not (by_number and points[number] == number):
            numbers_of.setdefault(points[number], []).append(number)
    parts = [f"a {_piece(variant)} counts its number"] if by_number else []
    if not by_number and len(numbers_of) == 1:
        return f"a {_piece(variant)} counts {next(iter(numbers_of))}"
    for value, numbers in numbers_of.items():
        single = len(numbers) == 1
        which = _a(_number(variant, numbers[0])) if single else _ranges(variant, numbers)
        parts.append(f"{which} count{'s' * single} {value}")
    return "; ".join(parts)


def _ranges(variant: Variant, numbers: list[int]) -> str:
    """Return rising numbers in words, neighbors as a range: ``1 and 11 to 13``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    words = []
    for inside in ranges:
        ends = [_number(variant, number) for number in inside]
        words += [f"{ends[0]} to {ends[-1]}"] if len(inside) > 2 else ends
    return _listed(words)


def _scored(variant: Variant) -> list[str]:
    if variant.game.joker_in_meld is None or not _wild_tiles(variant):
        return []
    return [f"a joker in a meld scores {variant.joker_score} points."]


def _rack(variant: Variant) -> list[str]:
    if variant.game.rack_points is None:
        return [f"{_piece(variant)}s are not counted in points."]
    text = [f"{_counts(variant, variant.rack_points)}."]
    if _wild_tiles(variant):
        text.append(f"A joker counts {variant.joker_rack_value}.")
    return text


def _complete(variant: Variant) -> list[str]:
    pairs = ", or nothing but pairs of identical tiles" if variant.pairs_complete else ""
    return [f"all {_piece(variant)}s in melds{pairs}."]


def _own(variant: Variant) -> list[str]:
    """Return the rules that only this game has, one a line."""
    rules = variant.game.rules
    # The contracts are told as openings.
    return [
        f"\n  {rules[name].meaning} ({name}): {_said(value)}"
        for name, value in variant.own_hand_rules
        if name != "contracts"
    ]


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(map(str, value)) or "none"
    return str(value)


def _house_rules(variant: Variant) -> list[str]:
    """Return what was set to something else than the game's default."""
    rules = [f"{name}={value!r}" for name, value in variant.differences]
    return [", ".join(rules) + "."] if rules else []

"""Solves the problems of worksheets from their data alone, by listing cases.

It shares no code with the package: tiles are texts, the rules are written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from statistics import NormalDist
from typing import Any

COLORS = "RBKY"
SIX_COLORS = COLORS + "GP"
ALL = [f"{color}{number}" for color in COLORS for number in range(1, 14)]


def color_of(tile: str) -> str:
    return tile[0]


def number_of(tile: str) -> int:
    return int(tile[1:])


@cache
def plain_value(tiles: tuple[str, ...]) -> int | None:
    """What real tiles are worth as one meld, or None if they are none."""
    if len(tiles) < 3:
        return None
    colors, numbers = [color_of(tile) for tile in tiles], sorted(map(number_of, tiles))
    group = len(set(numbers)) == 1 and len(set(colors)) == len(tiles) <= 4
    run = len(set(colors)) == 1 and numbers == list(range(numbers[0], numbers[0] + len(tiles)))
    return sum(numbers) if group or run else None


@cache
def value_of(tiles: tuple[str, ...]) -> int | None:
    """The most that tiles with up to two jokers are worth as one meld, or None."""
    real = tuple(sorted(tile for tile in tiles if tile != "J"))
    jokers = len(tiles) - len(real)
    if jokers > 2 or not real or len(tiles) < 3:
        return None
    near = [t for t in ALL if any(t[0] == r[0] or t[1:] == r[1:] for r in real)]
    values = [plain_value(tuple(sorted((*real, *stand)))) for stand in product(near, repeat=jokers)]
    return max((value for value in values if value is not None), default=None)


def melds_of(hand: list[str]) -> set[tuple[str, ...]]:
    """Every choice of tiles of a hand that is a meld."""
    found = set()
    for size in range(3, len(hand) + 1):
        for tiles in set(combinations(sorted(hand), size)):
            real = [tile for tile in tiles if tile != "J"]
            alike = min(len({tile[0] for tile in real}), len({tile[1:] for tile in real}))
            if alike == 1 and value_of(tiles) is not None:
                found.add(tiles)
    return found


def best_value(hand: list[str], value: Any = value_of) -> int:
    """The most that disjoint melds of a hand are worth together."""
    melds = [(Counter(meld), value(meld)) for meld in melds_of(hand)]

    @cache
    def most(left: tuple[str, ...], start: int) -> int:
        best, counts = 0, Counter(left)
        for place in range(start, len(melds)):
            needed, worth = melds[place]
            if needed <= counts:
                rest = tuple(sorted((counts - needed).elements()))
                best = max(best, worth + most(rest, place))
        return best

    return most(tuple(sorted(hand)), 0)


def solve_meld(data: Mapping[str, Any]) -> Iterator[Any]:
    yield {
        place
        for place, rack in enumerate(data["racks"])
        if value_of(tuple(rack.split())) is not None
    }


def solve_list(data: Mapping[str, Any]) -> Iterator[Any]:
    yield melds_of(data["hand"].split())


def solve_value(data: Mapping[str, Any]) -> Iterator[Any]:
    yield value_of(tuple(data["meld"].split()))


def solve_draws(data: Mapping[str, Any]) -> Iterator[Any]:
    """Tile after tile, each time with the chances of what is left in the bag."""
    chances = {0: Fraction(1)}
    for drawn in range(data["draws"]):
        left = data["tiles"] - drawn
        after: dict[int, Fraction] = {}
        for found, chance in chances.items():
            hit = Fraction(data["wanted"] - found, left)
            for more, share in ((1, hit), (0, 1 - hit)):
                after[found + more] = after.get(found + more, Fraction(0)) + chance * share
        chances = after
    yield sum(c for found, c in chances.items() if data["least"] <= found <= data["most"])


def solve_opening(data: Mapping[str, Any]) -> Iterator[Any]:
    value = best_value(data["hand"].split())
    yield value
    yield 0 if value >= data["threshold"] else 1


def belongs(description: tuple[str, str], tile: str) -> bool:
    kind, value = description
    return {
        "color": lambda: tile[0] in value,
        "multiple": lambda: number_of(tile) in range(0, 99, int(value)),
        "below": lambda: number_of(tile) <= int(value) - 1,
        "above": lambda: number_of(tile) >= int(value) + 1,
    }[kind]()


def solve_sets(data: Mapping[str, Any]) -> Iterator[Any]:
    box = {f"{color}{number}" for color in COLORS for number in range(1, data["numbers"] + 1)}
    sets = [{tile for tile in box if belongs(one, tile)} for one in data["sets"]]
    a, b = sets[:2]
    if data["level"] == "easy":
        yield from (len(a & b), len(a | b), len(box - a))
    elif data["level"] == "medium":
        yield from (len(a | b), len(a - b), len(a ^ b), len(box - (a & b)))
    else:
        c = sets[2]
        yield len(a & b & c)
        yield sum(sum(tile in one for one in sets) == 2 for tile in box)
        yield from (len(a | b | c), len((a & b) - c))


def small_deck(colors: int, numbers: int, copies: int = 1) -> list[str]:
    return [f"{c}{n}" for c in SIX_COLORS[:colors] for n in range(1, numbers + 1)] * copies


@cache
def hands_without(colors: int, numbers: int, size: int, runs: bool) -> int:
    """Hands without a group, and without a run if that is asked for, number by number."""
    columns = [mask for mask in range(2**colors) if mask.bit_count() < 3]
    found = {(0, 0, 0): 1}
    for _ in range(numbers):
        after: Counter[tuple[int, int, int]] = Counter()
        for (before, last, taken), ways in found.items():
            for mask in columns:
                if not (runs and before & last & mask) and taken + mask.bit_count() <= size:
                    after[last, mask, taken + mask.bit_count()] += ways
        found = dict(after)
    return sum(ways for (_, _, taken), ways in found.items() if taken == size)


@cache
def melds_among_hands(colors: int, numbers: int) -> tuple[int, int, int]:
    """Of all hands of three tiles: groups, runs, neither."""
    hands = list(combinations(small_deck(colors, numbers), 3))
    groups = sum(len({tile[1:] for tile in hand}) == 1 for hand in hands)
    melds = sum(plain_value(hand) is not None for hand in hands)
    return groups, melds - groups, len(hands) - melds


def solve_hands(data: Mapping[str, Any]) -> Iterator[Any]:
    colors, numbers, size = data["colors"], data["numbers"], data["size"]
    if data["level"] == "easy":
        hands = list(combinations(small_deck(colors, numbers), size))
        yield len(hands)
        yield sum(data["tile"] in hand for hand in hands)
    elif data["level"] == "medium":
        yield from melds_among_hands(colors, numbers)
    else:
        every = sum(1 for _ in combinations(range(colors * numbers), size))
        yield every - hands_without(colors, numbers, size, runs=False)
        yield every - hands_without(colors, numbers, size, runs=True)


def solve_orders(data: Mapping[str, Any]) -> Iterator[Any]:
    tiles = data["hand"].split()
    yield rows_of(tuple(sorted(tiles)), len(tiles))
    if data["ordered"]:
        yield rows_of(tuple(sorted(tiles)), data["size"])
    else:
        yield len(set(combinations(sorted(tiles), data["size"])))
    if twin := data["side_by_side"]:
        yield rows_of(tuple(sorted(tiles)), len(tiles), twin)


@cache
def rows_of(tiles: tuple[str, ...], size: int, twin: str = "", last: str = "") -> int:
    """Rows of so many of the tiles, one tile after another; with the twins side by side."""
    if not size:
        return 1
    found = 0
    for tile in set(tiles):
        if twin and last == twin != tile and twin in tiles:
            # The second twin had to come now.
            continue
        rest = list(tiles)
        rest.remove(tile)
        found += rows_of(tuple(rest), size - 1, twin, tile)
    return found


def solve_inclusion(data: Mapping[str, Any]) -> Iterator[Any]:
    if data["kind"] == "tiles":
        deck = small_deck(4, data["numbers"], data["copies"])
        yield sum(t[0] == data["color"] or number_of(t) % data["step"] == 0 for t in deck)
        return
    # Tile after tile: how many hands have so many of them, and which colors or wanted ones.
    found = Counter({(0, frozenset[str]()): 1})
    for tile in small_deck(data["colors"], data["numbers"]):
        of = {tile} & set(data["tiles"]) if data["kind"] == "some tiles" else {tile[0]}
        with_it: Counter[tuple[int, frozenset[str]]] = Counter()
        for (taken, has), ways in found.items():
            with_it[taken + 1, has | of] += ways
        found += with_it
    hands = {has: n for (taken, has), n in found.items() if taken == data["size"]}
    if data["kind"] == "some tiles":
        yield sum(ways for has, ways in hands.items() if has)
    else:
        yield sum(ways for has, ways in hands.items() if len(has) == data["colors"])


def solve_outs(data: Mapping[str, Any]) -> Iterator[Any]:
    hand = data["hand"].split()
    left = Counter(ALL * 2 + ["J"] * data["jokers"]) - Counter(hand + data["seen"].split())
    bag = list(left.elements())
    helps = [tile for tile in bag if melds_of([*hand, tile])]
    none = Fraction(1)
    for drawn in range(data["draws"]):
        none *= Fraction(len(bag) - len(helps) - drawn, len(bag) - drawn)
    if color := data["color"]:
        both = sum(tile[0] == color for tile in helps)
        yield Fraction(both, sum(tile[0] == color for tile in bag))
        yield Fraction(both, len(helps))
    else:
        yield len(helps)
    yield 1 - none


def rack_points(tiles: tuple[str, ...]) -> int:
    return sum(30 if tile == "J" else number_of(tile) for tile in tiles)


def solve_expectation(data: Mapping[str, Any]) -> Iterator[Any]:
    if "hand" in data:
        hand, bag = data["hand"].split(), data["bag"].split()
        left = [rack_points((*hand, t)) - best_value([*hand, t], rack_points) for t in bag]
        yield Fraction(sum(left), len(left))
    elif "bag" in data:
        bag = data["bag"].split()
        for draws in (1, data["draws"]):
            points = [rack_points(drawn) for drawn in combinations(bag, draws)]
            yield Fraction(sum(points), len(points))
    else:
        deck = small_deck(data["colors"], data["numbers"], data["copies"]) + ["J"] * data["jokers"]
        # Any place of the hand is like the first one, since all tiles are equally likely there.
        for total in (deck.count("J"), rack_points(tuple(deck))):
            yield sum(Fraction(total, len(deck)) for _ in range(data["size"]))


def solve_waits(data: Mapping[str, Any]) -> Iterator[Any]:
    pairs = [pair.split() for pair in data["pairs"]]
    bag = Counter(ALL * 2) - Counter(sum(pairs, data["seen"].split()))
    outs = [
        sum(n for tile, n in bag.items() if plain_value(tuple(sorted((*pair, tile)))) is not None)
        for pair in pairs
    ]
    yield from outs
    (best,) = (place for place, count in enumerate(outs) if count == max(outs))
    yield best
    if data["draws"]:
        size = bag.total()
        yield 1 - Fraction((size - max(outs)) * (size - max(outs) - 1), size * (size - 1))


def solve_chart(data: Mapping[str, Any]) -> Iterator[Any]:
    weights, total = data["weights"], sum(data["weights"].values())

    def share(low: int, high: int = 99) -> Fraction:
        return Fraction(sum(w for value, w in weights.items() if low <= value <= high), total)

    (mode,) = (value for value, w in weights.items() if w == max(weights.values()))
    yield mode
    yield share(data["least"])
    if data["level"] != "easy":
        yield share(*data["between"])
    if data["level"] == "hard":
        yield Fraction(sum(value * w for value, w in weights.items()), total)
        yield share(data["least"]) / share(data["given"])


def solve_interval(data: Mapping[str, Any]) -> Iterator[Any]:
    n, p = data["deals"], data["hits"] / data["deals"]
    yield p
    yield (p * (1 - p) / n) ** 0.5
    if data["level"] == "medium":
        reach = 1.96 * (p * (1 - p) / n) ** 0.5
        yield from (p - reach, p + reach)
    if data["level"] == "hard":
        # Wilson's ends solve (p - q)^2 = z^2 q (1 - q) / n.
        z = NormalDist().inv_cdf(0.975)
        a, b, c = 1 + z * z / n, -(2 * p + z * z / n), p * p
        root = (b * b - 4 * a * c) ** 0.5
        low, high = (-b - root) / (2 * a), (-b + root) / (2 * a)
        yield from (low, high)
        yield 0 if low <= data["exact"] <= high else 1


def solve_claim(data: Mapping[str, Any]) -> Iterator[Any]:
    if data["level"] == "hard":
        n = sum(data["seen"])
        pairs = zip(data["seen"], data["claimed"], strict=True)
        value = sum((100 * count - n * share) ** 2 / (100 * n * share) for count, share in pairs)
        yield value
        yield int(value > 7.81)
        return
    n, p = data["deals"], Fraction(data["claimed"])
    yield n * p
    deviation = float(n * p * (1 - p)) ** 0.5
    yield deviation
    if data["level"] == "medium":
        z = (data["hits"] - float(n * p)) / deviation
        yield z
        yield int(not -1.96 <= z <= 1.96)


def images(hand: tuple[str, ...], colors: int, numbers: int, backwards: bool) -> list[Any]:
    """A hand under every symmetry, as a sorted tuple each."""
    return [
        tuple(
            sorted(
                f"{of[tile[0]]}{numbers + 1 - number_of(tile) if turned else tile[1:]}"
                for tile in hand
            )
        )
        for order in permutations(COLORS[:colors])
        for of in [dict(zip(COLORS, order, strict=False))]
        for turned in ([False, True] if backwards else [False])
    ]


def solve_symmetry(data: Mapping[str, Any]) -> Iterator[Any]:
    if "hand" in data:
        hand = tuple(sorted(data["hand"].split()))
        made = images(hand, 4, data["numbers"], data["backwards"])
        if data["backwards"]:
            yield made.count(hand)
        yield len(set(made))
        return
    # A hand is a choice of numbers for each color; which color has which doesn't matter.
    numbers, size = data["numbers"], data["size"]
    ways = Counter(len(some) for k in range(size + 1) for some in combinations(range(numbers), k))
    every = different = 0
    for a, b, c in product(range(size + 1), repeat=3):
        if a + b + c == size:
            every += ways[a] * ways[b] * ways[c]
            if a <= b <= c:
                different += choices_of_sizes(ways, (a, b, c))
    yield every
    yield different


def choices_of_sizes(ways: Counter[int], sizes: tuple[int, ...]) -> int:
    """Choices of numbers with these sizes in no order, two of one size possibly the same."""
    found = 1
    for size, many in Counter(sizes).items():
        found *= len(list(combinations_with_replacement(range(ways[size]), many)))
    return found


SOLVERS = {
    "meld": solve_meld,
    "list": solve_list,
    "value": solve_value,
    "opening": solve_opening,
    "sets": solve_sets,
    "hands": solve_hands,
    "orders": solve_orders,
    "inclusion": solve_inclusion,
    "symmetry": solve_symmetry,
    "draws": solve_draws,
    "outs": solve_outs,
    "waits": solve_waits,
    "expectation": solve_expectation,
    "chart": solve_chart,
    "interval": solve_interval,
    "claim": solve_claim,
}

"""Measures of many hands at once: for each measure's name a function on arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rummistats.arrange import ways_to_open
from rummistats.contracts import batch_contract
from rummistats.dealing import hands_of_batch
from rummistats.errors import MeasureError, RummistatsError, shown
from rummistats.measures import Measure
from rummistats.melds import Group, group_patterns, run_patterns
from rummistats.montecarlo.batch import Batch, Values
from rummistats.montecarlo.helpful import helpful_tables
from rummistats.montecarlo.masks import longest_runs, partner_tables
from rummistats.montecarlo.packing import packing_tables
from rummistats.search import Objective
from rummistats.special import forms
from rummistats.tiles import Hand, Tile
from rummistats.values import (
    count_tiles,
    isolated_after_packing,
    knock_limit,
    special_pattern,
)
from rummistats.variants import Variant
from rummistats.variants.hands import SpecialHand
from rummistats.variants.opening import Contract, Pairs, Points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["BATCH_MEASURES", "Stopped", "drawn_each", "evaluate", "tiles_in_deck"]

Function = Callable[[Hand], int]

_MOST_SPECIAL = 1 / 8
"""If a larger part of the hands may be special, they are looked at one by one, which can be stopped
at any time."""


class Stopped(Exception):
    """Somebody stopped the run while hands were measured one by one."""


def evaluate(
    measure: Measure | Function, batch: Batch, stop: Callable[[], bool] = lambda: False
) -> Values:
    """Return a measure's value for every hand of a batch.

    Parameters
    ----------
    measure : Measure or callable
        A measure, or a function of a hand that returns a whole number or a bool.
    batch : Batch
        The hands.
    stop : callable
        Asked before each hand that is measured on its own whether to stop.

    Raises
    ------
    Stopped
        If it was to stop.
    MeasureError
        If the measure has no meaning in the variant, or a function fails or returns
        something else; the message shows the hand.
    """
    if isinstance(measure, Measure):
        measure.check(batch.variant)
        if measure.name in BATCH_MEASURES:
            values = BATCH_MEASURES[measure.name](batch, **measure.settings)
            if values is not None:
                return values
        known: Measure = measure
        return _one_by_one(
            lambda hand: known(hand, batch.variant, batch.context), measure.text, batch, stop
        )
    return _one_by_one(measure, getattr(measure, "__name__", repr(measure)), batch, stop)


def _one_by_one(function: Function, name: str, batch: Batch, stop: Callable[[], bool]) -> Values:
    values = []
    for hand in hands_of_batch(batch.variant.playing_set, batch.hands):
        if stop():
            raise Stopped
        try:
            value = function(hand)
        except RummistatsError:
            raise
        except Exception as error:
            raise MeasureError(f"{name} failed for the hand '{hand}': {error!r}") from error
        if not isinstance(value, int | np.integer | np.bool_):
            raise MeasureError(
                f"{name} returned {shown(value)} for the hand '{hand}'; "
                "a measure returns a whole number, or True or False"
            )
        if not -(1 << 63) <= int(value) < 1 << 63:
            raise MeasureError(
                f"{name} returned {shown(int(value))} for the hand '{hand}'; "
                "a measure's values are below 2**63"
            )
        values.append(value)
    events = all(isinstance(value, bool | np.bool_) for value in values)
    return np.array(values, dtype=np.bool_) if events else np.array(values, dtype=np.int64)


def _can_open(batch: Batch, by: str | None) -> npt.NDArray[np.bool_]:
    opens = np.zeros(len(batch.hands), dtype=np.bool_)
    for way in ways_to_open(batch.variant, batch.context, by):
        if isinstance(way, Points):
            # Without any meld there is nothing to open with, even if no points are needed.
            opens |= (_most_points(batch, way) >= way.points) & _lays(batch, way)
        elif isinstance(way, Pairs):
            opens |= _pairs_with_wild(batch) >= way.pairs
        elif isinstance(way, Contract):
            opens |= batch_contract(batch.hands, batch.variant, way)
        else:
            opens |= batch.optimum("melds") > 0
    return opens


def _lays(batch: Batch, way: Points) -> npt.NDArray[np.bool_]:
    """Return whether there is anything to open with."""
    if way.points:
        return np.ones(len(batch.hands), dtype=np.bool_)
    return _has_run(batch, 1, False) if way.needs_run else batch.optimum("melds") > 0


def _opening_value(batch: Batch) -> npt.NDArray[np.int64]:
    ways = ways_to_open(batch.variant, batch.context)
    _ = batch.variant.opening_points
    points = [way for way in ways if isinstance(way, Points)]
    return _most_points(batch, points[0]) if points else batch.optimum("value")


def _most_points(batch: Batch, way: Points) -> npt.NDArray[np.int64]:
    if way.single_meld:
        return _best_single_meld(batch, way.needs_run)
    if way.needs_run:
        return batch.value_with_run()
    return batch.optimum("value")


def _pairs_with_wild(batch: Batch) -> npt.NDArray[np.int64]:
    """Return how many pairs each hand has if wild tiles make pairs with anything."""
    pairs, singles = batch.pairs_and_singles
    jokers = (batch.hands == batch.variant.playing_set.joker_kind).sum(axis=1)
    with_single = np.minimum(singles, jokers)
    together: npt.NDArray[np.int64] = pairs + with_single + (jokers - with_single) // 2
    return together


def _best_single_meld(batch: Batch, needs_run: bool) -> npt.NDArray[np.int64]:
    """Return each hand's most valuable meld: try all melds, the most valuable ones first."""
    best = np.zeros(len(batch.hands), dtype=np.int64)
    open_rows = np.arange(len(batch.hands))
    for needs, wild, value in _melds_by_value(batch.variant, needs_run):
        fits = batch.jokers[open_rows] >= wild
        for kind, count in needs:
            fits &= batch.counts[open_rows, kind] >= count
        best[open_rows[fits]] = value
        open_rows = open_rows[~fits]
        if not len(open_rows):
            break
    return best


Needs = tuple[tuple[int, int], ...]
_Run = tuple[Needs, int]


@lru_cache(maxsize=8)
def _melds_by_value(variant: Variant, needs_run: bool) -> list[tuple[Needs, int, int]]:
    """Return (kinds needed, jokers, value) of all melds, the most valuable ones first."""
    tiles = variant.playing_set
    best: dict[tuple[Needs, int], int] = {}

    def add(real: Iterable[Tile], wild: int, value: int) -> None:
        needs = tuple(sorted(Counter(map(tiles.kind, real)).items()))
        best[needs, wild] = max(best.get((needs, wild), 0), value)

    groups = {} if needs_run else group_patterns(variant, variant.playing_set.jokers)
    for colors, wild in groups:
        for number in range(1, variant.numbers + 1):
            value = variant.opening_value(Group(number, colors, wild))
            add((Tile(color, number) for color in colors), wild, value)
    for (numbers, wild), value in run_patterns(variant, variant.playing_set.jokers).items():
        for color in tiles.color_letters:
            add((Tile(color, number) for number in numbers), wild, value)
    melds = [(needs, wild, value) for (needs, wild), value in best.items()]
    return sorted(melds, key=lambda meld: -meld[2])


def _dead_wood_points(batch: Batch) -> npt.NDArray[np.int64]:
    return _hand_points(batch) - batch.optimum("dead_wood_points")


def _dead_wood_tiles(batch: Batch) -> Values:
    left: npt.NDArray[np.int64] = batch.hands.shape[1] - batch.optimum("tiles")
    return left


def _hand_points(batch: Batch) -> npt.NDArray[np.int64]:
    return batch.total([batch.variant.rack_value(tile) for tile in batch.variant.playing_set.tiles])


def _has_meld(batch: Batch, natural: bool) -> Values:
    if not natural or not batch.variant.playing_set.jokers:
        return batch.optimum("melds") > 0
    return _has_group(batch, 1, natural) | _has_run(batch, 1, natural)


def _has_group(batch: Batch, size: int, natural: bool) -> npt.NDArray[np.bool_]:
    """Return whether a group can be laid: its number needs so many colors and jokers."""
    variant = batch.variant
    jokers = 0 if natural else variant.playing_set.jokers
    # Which colors they are makes no difference, only how many there are.
    enough = {
        (len(colors), wild)
        for (colors, wild), tiles in group_patterns(variant, jokers).items()
        if tiles >= size
    }
    counts = batch.colored if variant.repeat_colors else np.minimum(batch.colored, 1)
    most = counts.sum(axis=1).max(axis=1)
    found = np.zeros(len(batch.hands), dtype=np.bool_)
    for real, wild in enough:
        found |= (most >= real) & (batch.jokers >= wild)
    return found


def _has_run(batch: Batch, length: int, natural: bool) -> npt.NDArray[np.bool_]:
    from rummistats.kernels.counting import any_run

    tiles = batch.variant.playing_set
    found = np.zeros(len(batch.hands), dtype=np.bool_)
    once, twice, wild, more = _least_runs(batch.variant, length, natural)
    any_run(batch.hands, tiles.numbers, tiles.colors, once, twice, wild, found)
    for needs, jokers in more:
        fits = np.ones((len(batch.hands), tiles.colors), dtype=np.bool_)
        for number, count in needs:
            fits &= batch.colored[:, :, number - 1] >= count
        found |= fits.any(axis=1) & (batch.jokers >= jokers)
    return found


@lru_cache(maxsize=32)
def _least_runs(
    variant: Variant, length: int, natural: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64], list[_Run]]:
    """Return the runs of at least this length that contain no other of them.

    As `any_run` wants them: what they need once and twice, and their jokers; and beside these
    the runs that pass a number three times or more.
    """
    jokers = 0 if natural else variant.playing_set.jokers
    runs = [
        (Counter(numbers), wild)
        for numbers, wild in run_patterns(variant, jokers)
        if len(numbers) + wild >= length
    ]
    runs.sort(key=lambda run: (run[0].total(), run[1]))
    least: list[tuple[Counter[int], int]] = []
    for numbers, wild in runs:
        if not any(fewer <= numbers and less <= wild for fewer, less in least):
            least.append((numbers, wild))
    least.sort(key=lambda run: run[1])
    often = [run for run in least if max(run[0].values(), default=0) > 2]
    seldom = [run for run in least if run not in often]

    def needed(times: int) -> npt.NDArray[np.int64]:
        masks = [
            sum(1 << (number - 1) for number, count in numbers.items() if count >= times)
            for numbers, _ in seldom
        ]
        return np.array(masks, dtype=np.int64)

    return (
        needed(1),
        needed(2),
        np.array([wild for _, wild in seldom], dtype=np.int64),
        [(tuple(sorted(numbers.items())), wild) for numbers, wild in often],
    )


def _groups(batch: Batch) -> npt.NDArray[np.int64]:
    """Return how many numbers have enough tiles for a natural group."""
    variant = batch.variant
    fewest = min((len(colors) for colors, _ in group_patterns(variant, 0)), default=0)
    if not fewest:
        return np.zeros(len(batch.hands), dtype=np.int64)
    counts = batch.colored if variant.repeat_colors else np.minimum(batch.colored, 1)
    groups: npt.NDArray[np.int64] = (counts.sum(axis=1) >= fewest).sum(axis=1)
    return groups


def _runs(batch: Batch) -> npt.NDArray[np.int64]:
    """Return how many runs each hand has that are in no longer one, added up over the colors."""
    from rummistats.kernels.counting import sum_of_colors

    tiles = batch.variant.playing_set
    runs = np.empty(len(batch.hands), dtype=np.int64)
    sum_of_colors(batch.hands, tiles.numbers, tiles.colors, longest_runs(batch.variant), runs)
    return runs


def _maximal_melds(batch: Batch) -> Values:
    return _groups(batch) + _runs(batch)


def _three_tile_melds(batch: Batch) -> npt.NDArray[np.int64]:
    from rummistats.kernels.counting import three_tile_melds

    variant, tiles = batch.variant, batch.variant.playing_set
    runs = [
        [number - 1 for number in sorted(numbers)]
        for numbers, _ in run_patterns(variant, 0, max_run=3)
        if len(numbers) == 3
    ]
    groups = any(len(colors) == 3 for colors, _ in group_patterns(variant, 0))
    melds = np.empty(len(batch.hands), dtype=np.int64)
    three_tile_melds(
        batch.hands,
        tiles.numbers,
        tiles.colors,
        np.array(runs, dtype=np.int64).reshape(-1, 3),
        groups,
        not variant.repeat_colors,
        melds,
    )
    return melds


def _helpful_tiles(batch: Batch, raising: str, counting: str) -> Values:
    objective: Objective = "melds" if raising == "melds" else "tiles"
    variant, context = batch.variant, batch.context
    deck = tiles_in_deck(batch)
    tables = helpful_tables(variant, objective) if batch.can_be_split else None
    if not tables:
        return _helpful_when_drawn(batch, objective, counting, deck)
    helpful = tables.count(batch.hands, deck, variant.assigned_jokers, counting == "tiles")
    rest = np.flatnonzero(helpful < 0)
    if len(rest):
        hands = Batch(variant, batch.hands[rest], context)
        helpful[rest] = _helpful_when_drawn(hands, objective, counting, deck)
    return helpful


def tiles_in_deck(batch: Batch) -> npt.NDArray[np.int64]:
    """Return how many tiles of each kind are in the deck, before a hand is dealt."""
    variant, context = batch.variant, batch.context
    face_up = context and (context.indicator or context.trump)
    in_deck = [
        count - (tile == face_up)
        for tile, count in zip(variant.playing_set.tiles, variant.deck, strict=True)
    ]
    return np.array(in_deck, dtype=np.int64)


def _helpful_when_drawn(
    batch: Batch, objective: Objective, counting: str, in_deck: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return how many kinds or tiles help each hand: draw each of them."""
    helpful = np.zeros(len(batch.hands), dtype=np.int64)
    for _, rows, left, helps in drawn_each(batch, objective, in_deck):
        helpful[rows] += helps * (left if counting == "tiles" else 1)
    return helpful


def drawn_each(
    batch: Batch, objective: Objective, in_deck: npt.NDArray[np.int64]
) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]]:
    """Yield for each kind of tile the hands that can draw one, how many are left, and if it helps.

    Parameters
    ----------
    batch : Batch
        The hands.
    objective : str
        What a helpful tile raises.
    in_deck : numpy.ndarray of int64
        How many tiles of each kind are in the deck, before a hand is dealt.
    """
    now = batch.optimum(objective)
    for kind, tile in enumerate(batch.variant.playing_set.tiles):
        # What a player was given beside the deal was never in the deck.
        given = batch.variant.assigned_jokers if tile.is_joker else 0
        left = in_deck[kind] - np.maximum(batch.counts[:, kind] - given, 0)
        rows = np.flatnonzero(left > 0)
        drawn = Batch(batch.variant, batch.hands[rows], batch.context).with_tile(kind)
        yield kind, rows, left[rows], drawn.optimum(objective) > now[rows]


def _pairs(batch: Batch) -> npt.NDArray[np.int64]:
    return batch.pairs_and_singles[0]


def _count(batch: Batch, number: int | None, color: str | None, joker: bool | None) -> Values:
    tiles = batch.variant.playing_set
    return batch.total(
        [
            count_tiles(tiles.hand((tile,)), batch.variant, number, color, joker)
            for tile in tiles.tiles
        ]
    )


def _isolated_tiles(batch: Batch) -> npt.NDArray[np.int64]:
    from rummistats.kernels.counting import count_isolated

    tiles, tables = batch.variant.playing_set, partner_tables(batch.variant)
    isolated = np.empty(len(batch.hands), dtype=np.int64)
    count_isolated(
        batch.hands,
        tiles.numbers,
        tiles.colors,
        tiles.copies,
        tables.near,
        tables.sizes,
        tables.colors_pair,
        tables.twins,
        isolated,
    )
    return isolated


def _isolated_after_packing(batch: Batch) -> npt.NDArray[np.int64] | None:
    if not batch.can_be_split:
        return None
    fewest = packing_tables(batch.variant).fewest_isolated(batch.hands)
    rest = np.flatnonzero(fewest < 0)
    hands = hands_of_batch(batch.variant.playing_set, batch.hands[rest])
    fewest[rest] = [isolated_after_packing(hand, batch.variant) for hand in hands]
    return fewest


def _complete(batch: Batch) -> npt.NDArray[np.bool_]:
    complete: npt.NDArray[np.bool_] = batch.optimum("tiles") == batch.hands.shape[1]
    if batch.variant.pairs_complete:
        complete |= 2 * _pairs_with_wild(batch) == batch.hands.shape[1]
    return complete


def _can_knock(batch: Batch) -> npt.NDArray[np.bool_] | None:
    limit = knock_limit(batch.variant, batch.context)
    if batch.hands.shape[1] != batch.variant.hand_size:
        return None
    return _dead_wood_points(batch) <= limit


def _special_hand(batch: Batch, id: str) -> npt.NDArray[np.bool_] | None:
    """Look closely only at hands that have no tile too many, of a wrong number or color."""
    variant = batch.variant
    pattern = special_pattern(variant, id)
    rows = np.flatnonzero(_has_tiles_of(batch, pattern))
    few = Batch(variant, batch.hands[rows], batch.context)
    hand_size = batch.hands.shape[1]
    special = np.zeros(len(batch.hands), dtype=np.bool_)
    if pattern.parts == "pairs":
        pairs = _pairs_with_wild(few)
        count = pairs if pattern.count is None else pattern.count
        special[rows] = (2 * pairs == hand_size) & (pairs == count)
        return special
    rows = rows[few.optimum("tiles") == hand_size]
    if len(rows) > _MOST_SPECIAL * len(batch.hands):
        return None
    hands = hands_of_batch(variant.playing_set, batch.hands[rows])
    special[rows] = [forms(hand, variant, pattern) for hand in hands]
    return special


def _has_tiles_of(batch: Batch, pattern: SpecialHand) -> npt.NDArray[np.bool_]:
    """Return whether all real tiles have numbers of a pattern, and one color if it asks so."""
    has = np.ones(len(batch.hands), dtype=np.bool_)
    tiles = batch.variant.playing_set
    real = [tile for tile in tiles.tiles if not tile.is_joker]
    if pattern.numbers:
        fits = [tile.number in pattern.numbers for tile in real]
        has &= np.take(np.array([*fits, True]), batch.hands).all(axis=1)
    if pattern.colors == "one":
        one_color = np.zeros_like(has)
        for color in tiles.color_letters:
            fits = [tile.color == color for tile in real]
            one_color |= np.take(np.array([*fits, True]), batch.hands).all(axis=1)
        has &= one_color
    return has


BATCH_MEASURES: dict[str, Callable[..., Values | None]] = {
    "can_open": _can_open,
    "opening_value": _opening_value,
    "melds": lambda batch: batch.optimum("melds"),
    "melded_tiles": lambda batch: batch.optimum("tiles"),
    "dead_wood_tiles": _dead_wood_tiles,
    "dead_wood_points": _dead_wood_points,
    "hand_points": _hand_points,
    "has_meld": _has_meld,
    "has_group": _has_group,
    "has_run": _has_run,
    "groups": _groups,
    "runs": _runs,
    "maximal_melds": _maximal_melds,
    "three_tile_melds": _three_tile_melds,
    "covering_melds": lambda batch: batch.covering_melds(),
    "helpful_tiles": _helpful_tiles,
    "pairs": _pairs,
    "count": _count,
    "isolated_tiles": _isolated_tiles,
    "isolated_after_packing": _isolated_after_packing,
    "can_knock": _can_knock,
    "special_hand": _special_hand,
    "complete": _complete,
}
"""For each measure that has one its fast function of a batch and its settings.

None means that the function does not know these rules; then hands are measured one by one.
"""

"""How best arrangements are found: two programs for the same optimum.

The plain-Python one needs nothing but the rules and also finds all optima. The compiled one
(`rummistats.kernels.search`) gets the melds as arrays and is used where Numba is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, get_args

from rummistats.blocks import Block, blocks, column_order, melds_in
from rummistats.dealing import check_batch
from rummistats.errors import MeasureError, VariantError, shown
from rummistats.melds import Meld, Run
from rummistats.tiles import Hand, require_hand
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "OBJECTIVES",
    "TIE_BREAK_BITS",
    "Objective",
    "batch_covering_melds",
    "batch_optimum",
    "check_objective",
    "every_optimum",
    "largest_packings",
    "melds_in",
    "most_melds_covering",
    "one_optimum",
]

Objective = Literal["value", "tiles", "melds", "dead_wood_points"]

OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
"""What an arrangement may be best at."""

# What decides among arrangements that are equally good: after the objective itself these.
_TIE_BREAKS: dict[Objective, tuple[Objective, ...]] = {
    "value": ("value", "tiles", "dead_wood_points"),
    "tiles": ("tiles", "dead_wood_points", "value"),
    "melds": ("melds", "tiles", "dead_wood_points"),
    "dead_wood_points": ("dead_wood_points", "tiles", "value"),
}
_LANE = 21

TIE_BREAK_BITS = 2 * _LANE
"""So many low bits of a meld's credit only decide among arrangements that are equally good."""


def one_optimum(hand: Hand, variant: Variant | str, best: Objective) -> list[Meld]:
    """Return the melds of one best arrangement, always the same one for the same hand."""
    variant = _require(hand, variant, best)
    if _has_numba():
        return compiled_optimum(hand, variant, best)
    return plain_optimum(hand, variant, best)


def plain_optimum(hand: Hand, variant: Variant, best: Objective) -> list[Meld]:
    """Return the melds of one best arrangement, found without compiled code."""
    return _Rests(hand, variant, best).one_optimum()


def every_optimum(hand: Hand, variant: Variant | str, best: Objective) -> Iterator[list[Meld]]:
    """Yield the melds of every best arrangement, in the order that `arrange_all` documents."""
    variant = _require(hand, variant, best)
    return _Rests(hand, variant, best).all_optima()


def largest_packings(hand: Hand, variant: Variant | str) -> Iterator[list[Meld]]:
    """Yield every choice of as many disjoint three-tile melds as possible, jokers allowed."""
    require_hand(hand)
    variant = require_variant(variant)
    three = [meld for meld in melds_in(hand, variant) if len(meld) == 3]
    return _Rests(hand, variant, "melds", three).all_optima()


def most_melds_covering(hand: Hand, variant: Variant | str) -> int:
    """Return the most melds among the arrangements that meld most tiles."""
    require_hand(hand)
    variant = require_variant(variant)
    solver = _Rests(hand, variant, "tiles", tie_breaks=("tiles", "melds", "dead_wood_points"))
    return len(solver.one_optimum())


def check_objective(variant: Variant | str, best: str | None) -> Objective:
    """Return an objective if it has a meaning in the variant; unless given, the usual one.

    That is "value" where melds have an opening value, "dead_wood_points" where players knock, and
    "tiles" elsewhere.

    Raises
    ------
    MeasureError
        If it is unknown.
    VariantError
        If melds or tiles have no such value in the game.
    """
    variant = require_variant(variant)
    if best is None:
        knocking = "knock_limit" in dict(variant.own_hand_rules)
        usual: Objective = "dead_wood_points" if knocking else "tiles"
        return "value" if variant.has_opening_value else usual
    objective = _require_objective(best)
    try:
        # Asking for the points raises the error that says why there are none.
        _ = best == "value" and variant.opening_points
        _ = best == "dead_wood_points" and variant.rack_points
    except VariantError as error:
        has = {
            "value": variant.has_opening_value,
            "dead_wood_points": variant.game.rack_points is not None,
        }
        others = [name for name in OBJECTIVES if has.get(name, True)]
        raise VariantError(
            f"{error}; an arrangement may be best by {' or '.join(others)}"
        ) from None
    return objective


def _require(hand: Hand, variant: Variant | str, best: str) -> Variant:
    """Check what is given, and return the variant."""
    require_hand(hand)
    found = require_variant(variant)
    _require_objective(best)
    return found


def _require_objective(best: object) -> Objective:
    known = next((name for name in OBJECTIVES if isinstance(best, str) and name == best), None)
    if known is None:
        raise MeasureError(f"best={shown(best)}; an arrangement is best by {', '.join(OBJECTIVES)}")
    return known


@cache
def _has_numba() -> bool:
    return find_spec("numba") is not None


def _credit(
    order: tuple[Objective, ...], value: int, size: int, rack_points: int, melds: int = 1
) -> int:
    """Return what a meld counts: all objectives of ``order`` in one number, the first on top."""
    amounts: dict[Objective, int] = {
        "value": value,
        "tiles": size,
        "melds": melds,
        "dead_wood_points": rack_points,
    }
    credit = 0
    for part in order:
        credit = (credit << _LANE) + amounts[part]
    return credit


class _Rests:
    """The best that can be made of every rest of a hand, found once each.

    The tiles are looked at column by column: the first one that is left is dead wood or in one
    of the melds that begin with it.
    """

    def __init__(
        self,
        hand: Hand,
        variant: Variant,
        best: Objective,
        melds: list[Meld] | None = None,
        tie_breaks: tuple[Objective, ...] | None = None,
    ) -> None:
        tiles = hand.tile_set
        self.order = sorted(range(tiles.kinds), key=lambda kind: column_order(tiles.tiles[kind]))
        self.counts = hand.counts
        self.melds = melds_in(hand, variant) if melds is None else melds
        order = tie_breaks or _TIE_BREAKS[best]
        self.needs: list[tuple[tuple[int, int], ...]] = []
        self.credits: list[int] = []
        self.beginning: dict[int, list[int]] = {kind: [] for kind in self.order}
        for number, meld in enumerate(self.melds):
            laid = tiles.hand(meld.tiles)
            needs = tuple((kind, laid.counts[kind]) for kind in self.order if laid.counts[kind])
            self.needs.append(needs)
            self.beginning[needs[0][0]].append(number)
            points = sum(map(variant.rack_points_of, meld.tiles))
            self.credits.append(_credit(order, variant.reading_value(meld), len(meld), points))
        # All optima are those of the objective alone; a single one is chosen by the tie-breaks.
        self.objective_only = [credit >> TIE_BREAK_BITS for credit in self.credits]

    def _choices(self, counts: tuple[int, ...]) -> tuple[int, list[int]]:
        """Return the first kind that is left (or -1), and the melds that can begin with it."""
        for kind in self.order:
            if counts[kind]:
                fitting = [
                    meld
                    for meld in self.beginning[kind]
                    if all(counts[other] >= count for other, count in self.needs[meld])
                ]
                return kind, fitting
        return -1, []

    def _without(
        self, counts: tuple[int, ...], needs: tuple[tuple[int, int], ...]
    ) -> tuple[int, ...]:
        rest = list(counts)
        for kind, count in needs:
            rest[kind] -= count
        return tuple(rest)

    def _solver(self, credits: list[int]) -> Callable[[tuple[int, ...]], int]:
        @cache
        def solve(counts: tuple[int, ...]) -> int:
            kind, fitting = self._choices(counts)
            if kind < 0:
                return 0
            best = solve(self._without(counts, ((kind, 1),)))
            for meld in fitting:
                best = max(best, credits[meld] + solve(self._without(counts, self.needs[meld])))
            return best

        return solve

    def one_optimum(self) -> list[Meld]:
        solve = self._solver(self.credits)
        counts = self.counts
        chosen: list[Meld] = []
        while True:
            kind, fitting = self._choices(counts)
            if kind < 0:
                return chosen
            for meld in fitting:
                rest = self._without(counts, self.needs[meld])
                if self.credits[meld] + solve(rest) == solve(counts):
                    chosen.append(self.melds[meld])
                    break
            else:
                rest = self._without(counts, ((kind, 1),))
            counts = rest

    def all_optima(self) -> Iterator[list[Meld]]:
        solve = self._solver(self.objective_only)

        def go_on(
            counts: tuple[int, ...], chosen: list[Meld], last_kind: int, from_choice: int
        ) -> Iterator[list[Meld]]:
            kind, fitting = self._choices(counts)
            if kind < 0:
                yield chosen
                return
            # Equal tiles take their choices in order, else each arrangement came several times.
            start = from_choice if kind == last_kind else -1
            for meld in fitting:
                rest = self._without(counts, self.needs[meld])
                if meld >= start and self.objective_only[meld] + solve(rest) == solve(counts):
                    yield from go_on(rest, [*chosen, self.melds[meld]], kind, meld)
            rest = self._without(counts, ((kind, 1),))
            if solve(rest) == solve(counts):
                yield from go_on(rest, chosen, kind, len(self.melds))

        yield from go_on(self.counts, [], -1, -1)


@dataclass(frozen=True)
class SearchTables:
    """The melds of a variant as arrays for the compiled search.

    Parameters
    ----------
    melds : tuple of Block
        The melds, in the order in which the arrays number them.
    order, first, needs, starts : numpy.ndarray of int32
        See `rummistats.kernels.search.best_arrangement`.
    credits : dict
        For each objective what each meld counts with its tie-breaks, array of int64.
    upper : dict
        For each objective what a tile of each kind can contribute at most, array of int64,
        with tie-breaks.
    steps : dict
        For each objective a number that divides what any meld counts without tie-breaks. It is
        more than 1 for "melds": there a meld counts as its fewest tiles, so that the tiles left
        bound how many melds can come.
    """

    melds: tuple[Block, ...]
    order: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    needs: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]
    credits: dict[Objective, npt.NDArray[np.int64]]
    upper: dict[Objective, npt.NDArray[np.int64]]
    steps: dict[Objective, int]


@lru_cache(maxsize=16)
def search_tables(variant: Variant) -> SearchTables:
    """Return the arrays for the compiled search."""
    import numpy as np

    tiles = variant.playing_set
    order = sorted(range(tiles.kinds), key=lambda kind: column_order(tiles.tiles[kind]))
    place = {kind: at for at, kind in enumerate(order)}

    def needs(block: Block) -> list[int]:
        return sorted([*block.kinds, *[tiles.joker_kind] * block.jokers], key=place.__getitem__)

    found = sorted(
        blocks(variant, tiles.jokers), key=lambda block: (place[needs(block)[0]], -block.size)
    )
    every = [needs(block) for block in found]
    first_places = [place[kinds[0]] for kinds in every]
    starts = np.concatenate([[0], np.cumsum([len(kinds) for kinds in every], dtype=np.int64)])

    steps = dict.fromkeys(OBJECTIVES, 1)
    steps["melds"] = min(variant.min_group, variant.min_run)

    def credit(objective: Objective) -> npt.NDArray[np.int64]:
        order, step = _TIE_BREAKS[objective], steps[objective]
        return np.array(
            [_credit(order, b.value, b.size, b.rack_points, step) for b in found], dtype=np.int64
        )

    def upper(objective: Objective) -> npt.NDArray[np.int64]:
        # A tile counts its number at most, a joker the highest one; and a meld has many tiles.
        values = [
            variant.most_opening_value(tile) if variant.has_opening_value else 0
            for tile in tiles.tiles
        ]
        points = map(variant.rack_points_of, tiles.tiles)
        return np.array(
            [_credit(_TIE_BREAKS[objective], v, 1, p) for v, p in zip(values, points, strict=True)],
            dtype=np.int64,
        )

    return SearchTables(
        melds=tuple(found),
        order=np.array(order, dtype=np.int32),
        first=np.searchsorted(first_places, np.arange(len(order) + 1)).astype(np.int32),
        needs=np.array([kind for kinds in every for kind in kinds], dtype=np.int32),
        starts=starts.astype(np.int32),
        credits={objective: credit(objective) for objective in OBJECTIVES},
        upper={objective: upper(objective) for objective in OBJECTIVES},
        steps=steps,
    )


def compiled_optimum(hand: Hand, variant: Variant, best: Objective) -> list[Meld]:
    """Return the melds of one optimum, found by the compiled search."""
    import numpy as np

    from rummistats.kernels.search import best_arrangement

    tables = search_tables(variant)
    chosen = np.empty(len(hand) + 1, dtype=np.int32)
    best_arrangement(
        np.array(hand.counts, dtype=np.uint8),
        tables.order,
        tables.first,
        tables.needs,
        tables.starts,
        tables.credits[best],
        tables.upper[best],
        tables.steps[best],
        TIE_BREAK_BITS,
        chosen,
    )
    melds = []
    for number in chosen.tolist():
        if number < 0:
            break
        melds.append(tables.melds[number].meld)
    return melds if best == "melds" else join_runs(melds, variant)


def join_runs(melds: list[Meld], variant: Variant) -> list[Meld]:
    """Join runs that continue each other: the search only knows those that can't be cut."""
    joined: list[Meld] = [meld for meld in melds if not isinstance(meld, Run)]
    runs = sorted(
        (meld for meld in melds if isinstance(meld, Run)), key=lambda run: (run.color, run.numbers)
    )
    legal = _legal_runs(variant)
    while runs:
        run = runs.pop(0)
        for other in runs:
            numbers = run.numbers + other.numbers
            if (
                run.color == other.color
                and numbers in legal
                and variant.jokers_allowed(len(numbers), run.jokers + other.jokers)
            ):
                later = tuple(len(run) + place for place in other.joker_places)
                longer = Run(run.color, numbers, run.joker_places + later)
                runs.remove(other)
                runs.insert(0, longer)
                break
        else:
            joined.append(run)
    return joined


@lru_cache(maxsize=16)
def _legal_runs(variant: Variant) -> frozenset[tuple[int, ...]]:
    return frozenset(variant.runs)


def batch_optimum(
    batch: npt.NDArray[np.uint8], variant: Variant, best: Objective
) -> npt.NDArray[np.int64]:
    """Return the optimum of every hand of an array that `deal_batch` returned.

    Parameters
    ----------
    batch : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    variant : Variant
        Whose rules apply.
    best : {"value", "tiles", "melds", "dead_wood_points"}
        What is made best. For "dead_wood_points" the result is the most rack points that can
        be melded.

    Returns
    -------
    numpy.ndarray of int64, shape (hands,)
        The optimum of each hand.
    """
    variant = require_variant(variant)
    batch = check_batch(variant.playing_set, batch)
    _require_objective(best)
    tables = search_tables(variant)
    credits = tables.credits[best] >> TIE_BREAK_BITS
    upper = tables.upper[best] >> TIE_BREAK_BITS
    step = tables.steps[best]
    return _batch_credits(batch, tables, credits, upper, step) // step


def batch_covering_melds(batch: npt.NDArray[np.uint8], variant: Variant) -> npt.NDArray[np.int64]:
    """Return for every hand of an array the most melds of those that meld most tiles.

    Parameters
    ----------
    batch : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    variant : Variant
        Whose rules apply.

    Returns
    -------
    numpy.ndarray of int64, shape (hands,)
        What `most_melds_covering` returns for each hand.
    """
    import numpy as np

    variant = require_variant(variant)
    batch = check_batch(variant.playing_set, batch)
    tables = search_tables(variant)
    # Runs that can be cut are not among the melds: cut, they have the same tiles and more melds.
    credits = np.array([(block.size << _LANE) + 1 for block in tables.melds], dtype=np.int64)
    upper = np.full(len(tables.order), (1 << _LANE) + 1, dtype=np.int64)
    return _batch_credits(batch, tables, credits, upper, 1) & ((1 << _LANE) - 1)


def _batch_credits(
    batch: npt.NDArray[np.uint8],
    tables: SearchTables,
    credits: npt.NDArray[np.int64],
    upper: npt.NDArray[np.int64],
    step: int,
) -> npt.NDArray[np.int64]:
    import numpy as np

    from rummistats.kernels.search import best_credits

    results = np.empty(len(batch), dtype=np.int64)
    best_credits(
        batch,
        tables.order,
        tables.first,
        tables.needs,
        tables.starts,
        credits,
        upper,
        step,
        0,
        results,
    )
    return results

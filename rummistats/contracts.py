"""Contracts: separate groups and runs of given sizes, all from one hand.

A longer meld than the contract asks for is laid only where it helps: where a joker limit lets
a longer one have more jokers, or where a shorter run would directly continue another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rummistats.dealing import check_batch
from rummistats.errors import TableError, VariantError, shown
from rummistats.melds import Group, Meld, Run, runs_with_jokers
from rummistats.playing import as_played
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import Contract, settle_contracts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["batch_contract", "broken_contract", "fulfil_contract", "parts_of_contract"]

# More real tiles than any hand has: no group has so many jokers.
_NEVER = 1 << 20


def fulfil_contract(
    hand: Hand | str, variant: Variant | str, contract: Contract
) -> tuple[Meld, ...] | None:
    """Return disjoint melds of a hand that fulfil a contract.

    The sizes are those that the contract states, whatever the game's smallest group and run
    are; all other rules are the variant's.

    Parameters
    ----------
    hand : Hand or str
        The hand, or a text of its tiles.
    variant : Variant or str
        Whose rules apply.
    contract : Contract
        The groups and runs.

    Returns
    -------
    tuple of Meld or None
        The groups and then the runs, in the order of the contract, with as few jokers as
        possible; always the same ones for the same hand. None if the hand doesn't fulfil the
        contract.

    Raises
    ------
    TileError
        If the hand is not of the variant's tile set.
    VariantError
        If ``contract`` is no contract.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> hand = shanghai.parse("9C 9C 9H 4S 5S X 7S KD 2H 3H JC")
    >>> print(*fulfil_contract(hand, shanghai, Contract((3,), (4,))), sep=", ")
    9H 9C 9C, 4S 5S X(6S) 7S
    >>> print(fulfil_contract(hand, shanghai, Contract((3, 3), ())))
    None
    """
    variant = require_variant(variant)
    needs = _needs(variant, _checked(contract))
    played = as_played(hand, variant)
    for jokers in range(played.jokers + 1):
        if (melds := _Search(played, variant, needs).find(jokers)) is not None:
            return melds
    return None


def broken_contract(melds: Sequence[Meld], variant: Variant, contract: Contract) -> str:
    """Return what legal melds lack to be those of a contract, or nothing.

    Parameters
    ----------
    melds : sequence of Meld
        The melds.
    variant : Variant
        Whose rules apply.
    contract : Contract
        The groups and runs.

    Raises
    ------
    TableError
        If there is something else among the melds.
    VariantError
        If the variant is none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> runs = [Run("H", (3, 4, 5, 6)), Run("H", (7, 8, 9, 10))]
    >>> broken_contract(runs, find_variant("shanghai"), Contract((), (4, 4)))
    'two runs of the contract directly continue each other'
    >>> broken_contract(runs, find_variant("shanghai"), Contract((), (4, 4), adjacent_runs=True))
    ''
    """
    variant = require_variant(variant)
    listed = list(melds) if isinstance(melds, list | tuple) else [melds]
    groups = [meld for meld in listed if isinstance(meld, Group)]
    runs = [meld for meld in listed if isinstance(meld, Run)]
    if not isinstance(melds, list | tuple) or len(groups) + len(runs) < len(listed):
        raise TableError(f"melds={shown(melds)}: give a list of groups and runs")
    for laid, asked in ((groups, contract.groups), (runs, contract.runs)):
        pairs = zip(sorted(map(len, laid)), sorted(asked), strict=False)
        if len(laid) != len(asked) or not all(
            size == fewest if contract.exact else size >= fewest for size, fewest in pairs
        ):
            return f"the contract is {contract}{' exactly' * contract.exact}"
    if not contract.same_number_groups and len({meld.number for meld in groups}) < len(groups):
        return "two groups of the contract have the same number"
    if not contract.adjacent_runs:
        ends = [(run.color, *_ends(run.numbers, variant)) for run in runs]
        starts = {(color, start) for color, start, _ in ends}
        if any((color, after) in starts for color, _, after in ends):
            return "two runs of the contract directly continue each other"
    return ""


def batch_contract(
    batch: npt.NDArray[np.uint8], variant: Variant, contract: Contract
) -> npt.NDArray[np.bool_]:
    """Return which hands of an array fulfil a contract.

    Parameters
    ----------
    batch : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles, as from `deal_batch` with the variant's ``playing_set``.
    variant : Variant
        Whose rules apply.
    contract : Contract
        The groups and runs.

    Returns
    -------
    numpy.ndarray of bool, shape (hands,)
        Whether `fulfil_contract` finds melds in each hand.

    Raises
    ------
    TileError
        If the array is none of hands of the variant's tiles.
    VariantError
        If ``contract`` is no contract.

    Examples
    --------
    >>> from rummistats.dealing import deal_batch
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> batch = deal_batch(shanghai.playing_set, 11, hands=1000, seed=1)
    >>> int(batch_contract(batch, shanghai, Contract((3, 3), ())).sum())
    79
    """
    import numpy as np

    from rummistats.kernels.contracts import fulfilled

    variant = require_variant(variant)
    hands = check_batch(variant.playing_set, batch)
    results = np.zeros(len(hands), dtype=np.bool_)
    arguments = (np.ascontiguousarray(hands), *_arrays(variant, _checked(contract)), results)
    fulfilled(*arguments)
    return results


def parts_of_contract(
    variant: Variant, contract: Contract
) -> tuple[dict[int, tuple[Run, ...]], dict[int, tuple[int, ...]]]:
    """Return what `fulfil_contract` makes the melds of.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    contract : Contract
        The groups and runs.

    Returns
    -------
    runs : dict
        For each size the runs in the order in which they are tried, all as if of one color.
    real_tiles : dict
        For each size how many real tiles a group needs at least beside 0, 1, … jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> runs, real_tiles = parts_of_contract(find_variant("shanghai"), Contract((3,), (4,)))
    >>> len(runs[4]), real_tiles
    (45, {3: (3, 2)})
    """
    needs = _needs(require_variant(variant), _checked(contract))
    runs = {size: tuple(way.run for way in ways) for size, ways in needs.ways.items()}
    return runs, dict(needs.real)


def _checked(contract: Contract) -> Contract:
    """Return the contract in its settled form.

    Raises
    ------
    VariantError
        If it is none.
    """
    if not isinstance(contract, Contract):
        raise VariantError(
            f"contract={contract!r}: a contract is one such as Contract((3, 3), (4,))"
        )
    try:
        settled = settle_contracts([(contract.groups, contract.runs)])
    except (ValueError, TypeError) as error:
        raise VariantError(
            f"{contract!r}: {error}; a contract has sizes from 2 to 60, such as "
            "Contract((3, 3), (4,))"
        ) from None
    assert isinstance(settled, tuple)
    groups, runs = settled[0]
    return replace(contract, groups=groups, runs=runs)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to make a run, in any color: where it starts, and the place after its end."""

    run: Run
    real: tuple[tuple[int, int], ...]
    start: int
    after: int


@dataclass(frozen=True, slots=True)
class _Needs:
    """What fulfils a contract.

    ``real`` has for each size of a group the fewest real tiles beside 0, 1, … jokers, ``ways``
    for each size of a run the ways to make it. Groups and runs are laid in the orders given,
    places in the contract: the largest first.
    """

    contract: Contract
    group_order: tuple[int, ...]
    run_order: tuple[int, ...]
    real: dict[int, tuple[int, ...]]
    ways: dict[int, tuple[_Way, ...]]

    @property
    def group_sizes(self) -> list[int]:
        """The sizes of the groups in the order in which they are laid."""
        return [self.contract.groups[at] for at in self.group_order]

    @property
    def run_sizes(self) -> list[int]:
        """The sizes of the runs in the order in which they are laid."""
        return [self.contract.runs[at] for at in self.run_order]


@lru_cache(maxsize=64)
def _needs(variant: Variant, contract: Contract) -> _Needs:
    return _Needs(
        contract,
        _falling(contract.groups),
        _falling(contract.runs),
        {size: _real_tiles(variant, size, contract.exact) for size in set(contract.groups)},
        {size: _ways(variant, contract, size) for size in sorted(set(contract.runs))},
    )


def _falling(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places of the sizes, the largest size first: it is the hardest to make."""
    return tuple(sorted(range(len(sizes)), key=lambda at: -sizes[at]))


def _real_tiles(variant: Variant, size: int, exact: bool) -> tuple[int, ...]:
    """Return how many real tiles a group of this size needs at least beside 0, 1, … jokers."""
    largest = variant.largest_group
    return tuple(
        min(
            (
                laid - jokers
                for laid in range(max(size, jokers), (min(size, largest) if exact else largest) + 1)
                if variant.jokers_allowed(laid, jokers)
            ),
            default=_NEVER,
        )
        for jokers in range(variant.playing_set.jokers + 1)
    )


def _ways(variant: Variant, contract: Contract, size: int) -> tuple[_Way, ...]:
    """Return the ways to make a run of a contract, those with fewer jokers first.

    A longer run is left out if it can always be cut to a shorter one.
    """
    most = variant.playing_set.jokers
    # Another run can directly continue, or be continued by, two of a run's parts of one size.
    blocked = 0 if contract.adjacent_runs else 2 * (len(contract.runs) - 1)
    longest = size if contract.exact else _longest_useful(variant, size, most, blocked)
    found: dict[object, _Way] = {}
    # The contract states the size; the variant's smallest run doesn't matter.
    for numbers in replace(variant, min_run=size).runs:
        if len(numbers) > longest:
            continue
        start, after = _ends(numbers, variant)
        for run in runs_with_jokers(numbers, variant, most):
            if not contract.exact and _can_be_cut(run, variant, size, blocked):
                continue
            kept = [n for place, n in enumerate(numbers) if place not in run.joker_places]
            real = tuple((n, kept.count(n)) for n in sorted(set(kept)))
            # Where a run lies matters only to its neighbors.
            key = (real, run.jokers, (start, after) if blocked else None)
            found.setdefault(key, _Way(run, real, start, after))
    return tuple(sorted(found.values(), key=lambda way: (way.run.jokers, len(way.run))))


def _longest_useful(variant: Variant, size: int, jokers: int, blocked: int) -> int:
    """Return the most tiles of a run that can't always be cut.

    From some size on all parts of a run are legal, wherever its jokers stand; a run with more
    such parts than other runs can block can be cut.
    """
    if blocked >= variant.numbers:
        return max(size, variant.numbers * variant.copies + jokers)
    steps = [fewest for fewest, _ in variant.max_jokers_by_size or ()]
    real = max(variant.min_real, variant.min_real_per_joker * jokers)
    return max(size, jokers + real, *steps) + max(blocked - 1, 0)


def _can_be_cut(run: Run, variant: Variant, size: int, blocked: int) -> bool:
    """Whether one of the run's parts is legal and no neighbor of the other runs, whatever these."""
    for shorter in range(size, len(run)):
        starts = {
            run.numbers[first]
            for first in range(len(run) - shorter + 1)
            if variant.jokers_allowed(
                shorter, sum(first <= place < first + shorter for place in run.joker_places)
            )
        }
        if len(starts) > blocked:
            return True
    return False


def _ends(numbers: tuple[int, ...], variant: Variant) -> tuple[int, int]:
    """Return the place where a run starts and the one that follows its end.

    One run directly continues another if it starts at the place that follows the other's end.
    A 1 after the highest number has a place of its own, which nothing follows, unless runs go
    round.
    """
    last = numbers[-1]
    if variant.ones == "circular":
        return numbers[0], last % variant.numbers + 1
    return numbers[0], (variant.numbers + 1 if last == 1 else last) + 1


class _Search:
    """The search for the melds of one hand: depth first over the runs, then the groups."""

    def __init__(self, hand: Hand, variant: Variant, needs: _Needs) -> None:
        self.needs = needs
        self.variant = variant
        self.letters = hand.tile_set.color_letters
        # Tiles left, by color and number.
        numbers = variant.numbers
        self.left = [
            [0, *hand.counts[first : first + numbers]]
            for first in range(0, len(self.letters) * numbers, numbers)
        ]
        self.group_sizes = needs.group_sizes
        self.run_sizes = needs.run_sizes
        self.choices: dict[int, list[tuple[int, _Way]]] = {}
        self.runs: list[tuple[int, _Way]] = []
        self.groups: list[Group] = []

    def find(self, jokers: int) -> tuple[Meld, ...] | None:
        """Return the melds, with no more jokers than these."""
        for size, ways in self.needs.ways.items():
            self.choices[size] = [
                (color, way)
                for color in range(len(self.letters))
                for way in ways
                if way.run.jokers <= jokers and self._has(color, way)
            ]
        if not self._lay_runs(0, jokers):
            return None
        groups = dict(zip(self.needs.group_order, self.groups, strict=True))
        runs = {
            at: replace(way.run, color=self.letters[color])
            for at, (color, way) in zip(self.needs.run_order, self.runs, strict=True)
        }
        return (*(groups[at] for at in sorted(groups)), *(runs[at] for at in sorted(runs)))

    def _has(self, color: int, way: _Way) -> bool:
        left = self.left[color]
        return all(left[number] >= count for number, count in way.real)

    def _lay_runs(self, first: int, jokers: int) -> bool:
        """Lay the runs that are missing, the next one from its choice ``first`` on."""
        at = len(self.runs)
        if at == len(self.run_sizes):
            return self._lay_groups(1, jokers)
        # Runs of one size in the order of the choices: none is looked at twice.
        alike = self.run_sizes[at : at + 1] == self.run_sizes[at + 1 : at + 2]
        choices = self.choices[self.run_sizes[at]]
        for number, (color, way) in enumerate(choices[first:], first):
            if way.run.jokers > jokers or not self._has(color, way):
                continue
            if not self.needs.contract.adjacent_runs and self._has_neighbor(color, way):
                continue
            for tile, count in way.real:
                self.left[color][tile] -= count
            self.runs.append((color, way))
            if self._lay_runs(number if alike else 0, jokers - way.run.jokers):
                return True
            self.runs.pop()
            for tile, count in way.real:
                self.left[color][tile] += count
        return False

    def _has_neighbor(self, color: int, way: _Way) -> bool:
        return any(
            color == other_color and (way.after == other.start or other.after == way.start)
            for other_color, other in self.runs
        )

    def _lay_groups(self, lowest: int, jokers: int) -> bool:
        """Lay the groups that are missing, the next one with a number from ``lowest`` on."""
        at = len(self.groups)
        if at == len(self.group_sizes):
            return True
        alike = self.group_sizes[at : at + 1] == self.group_sizes[at + 1 : at + 2]
        for number in range(lowest, self.variant.numbers + 1):
            if not self.needs.contract.same_number_groups and any(
                group.number == number for group in self.groups
            ):
                continue
            for wild, real in enumerate(self.needs.real[self.group_sizes[at]][: jokers + 1]):
                if (colors := self._choose(number, real)) is None:
                    continue
                for color in colors:
                    self.left[color][number] -= 1
                self.groups.append(self._group(number, colors, wild))
                if self._lay_groups(number if alike else 1, jokers - wild):
                    return True
                self.groups.pop()
                for color in colors:
                    self.left[color][number] += 1
        return False

    def _choose(self, number: int, real: int) -> list[int] | None:
        """Return the colors of so many tiles of one number for a group, if there are so many.

        Colors of which there are most go first, so that as many different ones as possible are
        left for other groups.
        """
        most_first = sorted(self._colors_of(number), key=lambda color: -self.left[color][number])
        return sorted(most_first[:real]) if len(most_first) >= real else None

    def _colors_of(self, number: int) -> Iterator[int]:
        """Yield the colors from which a group of this number can take tiles."""
        for color, left in enumerate(self.left):
            if left[number]:
                yield from [color] * (left[number] if self.variant.repeat_colors else 1)

    def _group(self, number: int, colors: list[int], wild: int) -> Group:
        laid = tuple(self.letters[color] for color in colors)
        may_be = tuple(
            letter
            for letter in self.letters
            if wild and (self.variant.repeat_colors or letter not in laid)
        )
        return Group(number, laid, wild, may_be)


@lru_cache(maxsize=64)
def _arrays(variant: Variant, contract: Contract) -> tuple[Any, ...]:
    """Return the arguments of the kernel, but for the hands and the results."""
    import numpy as np

    tiles = variant.playing_set
    needs = _needs(variant, contract)
    kinds = np.arange(tiles.kinds)
    sizes = list(needs.ways)
    ways = [way for size in sizes for way in needs.ways[size]]
    first = np.zeros((len(sizes), tiles.jokers + 2), dtype=np.int64)
    begin = 0
    for number, size in enumerate(sizes):
        for jokers in range(tiles.jokers + 2):
            fewer = sum(way.run.jokers < jokers for way in needs.ways[size])
            first[number, jokers] = begin + fewer
        begin += len(needs.ways[size])
    groups = needs.group_sizes
    return (
        np.where(kinds == tiles.joker_kind, tiles.colors, kinds // tiles.numbers),
        np.uint64(1) << (4 * (kinds % tiles.numbers)).astype(np.uint64),
        tiles.colors,
        tiles.numbers,
        np.array(
            [sum(count << 4 * (number - 1) for number, count in way.real) for way in ways],
            dtype=np.uint64,
        ),
        np.array([way.run.jokers for way in ways], dtype=np.int64),
        np.array([way.start for way in ways], dtype=np.int64),
        np.array([way.after for way in ways], dtype=np.int64),
        first,
        np.array(sizes, dtype=np.int64),
        np.array([sizes.index(size) for size in needs.run_sizes], dtype=np.int64),
        contract.adjacent_runs,
        np.array([needs.real[size] for size in groups], dtype=np.int64).reshape(
            len(groups), tiles.jokers + 1
        ),
        np.array([[size] == groups[at - 1 : at] for at, size in enumerate(groups)], dtype=np.bool_),
        not variant.repeat_colors,
        contract.same_number_groups,
    )

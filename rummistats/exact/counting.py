"""Counting hands by their scores: the paths of the compiled automaton.

The numbers of ways are whole numbers of up to a hundred bits and more. They are counted as
remainders, modulo 2 ** 64 (which machine integers do by themselves) and, where hands are more
than that, modulo a few primes; the Chinese remainder theorem gives back the whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import comb, prod
from operator import add
from typing import TYPE_CHECKING

from rummistats.errors import MeasureError
from rummistats.exact.circles import cuts, fuller
from rummistats.exact.columns import Column, numbered_tiles
from rummistats.exact.compiled import Reader
from rummistats.exact.compiled_contracts import ContractReader
from rummistats.exact.layers import ColumnTiles, Reading, Step, bytes_of
from rummistats.exact.plans import Plan, empty_plan
from rummistats.playing import Deck

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ways = list[npt.NDArray[np.uint64]]
    """In how many ways each state is reached, by scores and tiles dealt, for each modulus."""

__all__ = ["Score", "Scores", "Told", "count_scores", "make_reader"]

PRIMES = (1099511627689, 1099511627609, 1099511627581, 1099511627573)
"""Primes below 2 ** 40: their remainders can be multiplied by a column's weight."""

Scores = dict[tuple[int, int], dict[tuple[int, ...], int]]
"""For jokers dealt and other tiles dealt: how many hands have which scores."""

Told = Callable[[int, Reading], None]
"""Is told, for jokers dealt, how far the reading has come."""


@dataclass(frozen=True)
class Score:
    """A number that hands have: what their tiles count, and the best that can be made of them.

    Parameters
    ----------
    plan : Plan, optional
        What can be made of a hand.
    sign : int
        1 if the best of it is added, -1 if it is taken away.
    column : callable, optional
        ``column(number, tiles)`` is what the tiles of a column count, whatever is made of them.
    joker : int
        What a joker counts, whatever is made of it.
    """

    plan: Plan | None = None
    sign: int = 1
    column: Callable[[int, Column], int] | None = None
    joker: int = 0


def make_reader(
    scores: tuple[Score, ...], deck: Deck, dealt: int, absorbs: bool = False
) -> Reader | ContractReader:
    """Return the automaton for some scores of the hands of a deck.

    Parameters
    ----------
    scores : tuple of Score
        All plans are of the deck's variant.
    deck : Deck
        What is held and what can be dealt.
    dealt : int
        How many tiles are dealt at most.
    absorbs : bool
        Whether nothing matters any more once the goal is reached.

    Raises
    ------
    MeasureError
        If the debts of a hand don't fit into machine words, or another plan is to be followed
        beside that of a contract.
    """
    plans = tuple(score.plan for score in scores if score.plan is not None)
    if not plans:
        plans = (empty_plan(deck.tile_set.colors, deck.tile_set.numbers),)
    if any(plan.numbers != plans[0].numbers for plan in plans):
        raise MeasureError(
            "measures that read the numbers in different orders can't be counted together. "
            "Estimate them with simulate()"
        )
    copies = max(plan.copies for plan in plans)
    colors, numbers = deck.tile_set.colors, deck.tile_set.numbers
    there = [deck.counts[color * numbers : (color + 1) * numbers] for color in range(colors)]
    held = [deck.held[color * numbers : (color + 1) * numbers] for color in range(colors)]
    # Colors that are alike stand side by side. Which melds there are is the same for all.
    order = sorted(range(colors), key=lambda color: (there[color], held[color]))
    columns, symmetric = [], True
    by_tiles: dict[Column, tuple[int, ...]] = {}
    for number in plans[0].numbers:
        before = [tiles[number - 1] for tiles in held]
        can_come = [tiles[number - 1] for tiles in there]
        ways: dict[tuple[Column, int, tuple[int, ...]], int] = defaultdict(int)
        for drawn in product(*(range(tiles + 1) for tiles in can_come)):
            column = tuple(map(add, before, drawn))
            count = tuple(score.column(number, column) if score.column else 0 for score in scores)
            # Scores that tell colors apart break the symmetry.
            symmetric &= by_tiles.setdefault((number, *sorted(column)), count) == count
            # More copies of a tile than can be used make no difference.
            used = tuple(min(column[color], copies) for color in order)
            ways[used, sum(drawn), count] += prod(map(comb, can_come, drawn))
        columns.append(
            ColumnTiles(
                columns=tuple(column for column, _, _ in ways),
                dealt=tuple(dealt for _, dealt, _ in ways),
                weights=tuple(ways.values()),
                held=sum(before),
                counts=tuple(count for _, _, count in ways),
            )
        )
    kinds = [(there[color], held[color]) for color in order]
    alike = tuple(kinds.index(kind) for kind in kinds) if symmetric else tuple(range(colors))
    dealt = min(dealt, numbered_tiles(deck))
    if not any(plan.sizes for plan in plans):
        return Reader(plans, tuple(columns), alike, dealt, absorbs)
    if len(plans) > 1:
        raise MeasureError(
            "a contract and the best melds have no joint exact method. Estimate it with simulate()"
        )
    return ContractReader(plans[0], tuple(columns), alike, dealt, absorbs)


def count_scores(
    scores: tuple[Score, ...],
    deck: Deck,
    dealt: int,
    *,
    absorbs: bool = False,
    told: Told = lambda jokers, reading: None,
    alive: Callable[[], None] = lambda: None,
) -> Scores:
    """Count the hands of a deck by their scores, for every number of tiles dealt.

    Parameters
    ----------
    scores, deck, dealt, absorbs
        As for `make_reader`. Hands that reach the goal are left out if it absorbs.
    told : callable
        ``told(jokers dealt, reading)`` is called again and again, by several threads, and may
        raise an exception to stop.
    alive : callable
        Is called a few times a second by the thread that waits, and may raise one, too.

    Returns
    -------
    dict
        For jokers dealt and other tiles dealt, together no more than ``dealt``, the hands by
        their scores.
    """
    import numpy as np

    # The kernels see it, too.
    stop = np.zeros(1, np.int64)

    def look(jokers: int, reading: Reading) -> None:
        if stop[0]:
            raise Stopped
        told(jokers, reading)

    def count(jokers: int) -> dict[int, dict[tuple[int, ...], int]]:
        # Hands with a joker have one tile less of the others: much less is to be told apart.
        whole = make_reader(scores, deck, dealt - jokers, absorbs)
        if isinstance(whole, Reader):
            whole = whole.with_jokers(deck.assigned_jokers + jokers)
        hands: dict[int, dict[tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
        for reader in _cuts(whole):
            found = _count(reader, scores, deck, jokers, partial(look, jokers), stop)
            for tiles, by_scores in found.items():
                for values, number in by_scores.items():
                    hands[tiles][values] += number
        look(jokers, Reading(whole.places, 0, 0, 0, 0))
        return hands

    found: Scores = {}
    # The longest first, so that none is left alone at the end.
    jokers = range(min(deck.jokers, dealt), -1, -1)
    with ThreadPoolExecutor(len(jokers)) as executor:
        tasks = {executor.submit(count, held): held for held in jokers}
        pending = set(tasks)
        try:
            while pending:
                # With a time limit, since Ctrl-C may reach a thread that doesn't see it.
                ended, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
                alive()
                for task in ended:
                    for tiles, hands in task.result().items():
                        found[tasks[task], tiles] = hands
        except BaseException:
            stop[0] = 1
            for task in pending:
                task.cancel()
            raise
    return found


def _cuts(whole: Reader | ContractReader) -> list[Reader] | list[ContractReader]:
    """Return the readers that share the hands among them: where runs go round, one for each cut."""
    if isinstance(whole, ContractReader):
        return [whole]
    return list(cuts(whole)) if whole.layout.plan.goes_round else [whole]


class Stopped(Exception):
    """Counting was stopped from outside; nobody sees this exception."""


def _count(
    reader: Reader | ContractReader,
    scores: tuple[Score, ...],
    deck: Deck,
    jokers: int,
    told: Callable[[Reading], None],
    stop: npt.NDArray[np.int64],
) -> dict[int, dict[tuple[int, ...], int]]:
    """Count the hands with so many jokers dealt, by their other tiles and their scores."""
    import numpy as np

    held = deck.assigned_jokers + jokers
    moduli = _moduli(max(comb(numbered_tiles(deck), n) for n in range(reader.dealt + 1)))
    # What jokers count comes first, so that no part of a score is ever less than 0.
    highest = np.array([[score.joker * held for score in scores]], np.int64)
    start = np.zeros((1, prod(_axes(highest)), 1), np.uint64)
    # Where all cuts of a circle are counted at once, the columns past its end are a second lap.
    rounds = reader.laps if isinstance(reader, Reader) else 1
    laps = [[start.copy() for _ in moduli] for _ in range(rounds)]
    for each in laps[0]:
        each[0, -1, 0] = 1

    def told_with_ways(reading: Reading, more: int = 0) -> None:
        held_by_ways = sum(each.nbytes for lap in laps for each in lap)
        told(reading._replace(memory=reading.memory + held_by_ways + more))

    for place, steps, layer in reader.layers(held, told_with_ways, stop):
        tiles = reader.tiles(place)
        shift = partial(_shifts, scores, np.array(tiles.counts))
        reached = _highest(steps, shift, highest, layer.states)
        sizes = min(reader.dealt, laps[0][0].shape[2] - 1 + max(tiles.dealt)) + 1
        old, new = _axes(highest), _axes(reached)
        read = len(highest)
        reading = Reading(
            place,
            read,
            read,
            layer.states,
            layer.memory + sum(bytes_of(step.following, step.gains) for step in steps),
        )
        # Said before so much memory is taken, so that it can be refused.
        new_ways = layer.states * prod(new) * sizes * len(moduli) * len(laps) * 8
        told_with_ways(reading, new_ways)
        advance = partial(
            _advance,
            moduli=moduli,
            steps=steps,
            shift=shift,
            old=old,
            new=new,
            shape=(layer.states, sizes),
            told=partial(told_with_ways, reading, new_ways),
        )
        # The second lap can begin with any column, and then is all of the rest.
        passed = [
            advance(_added(laps), tiles=fuller(tiles, reader))
            for _ in laps[1:]
            if isinstance(reader, Reader)
        ]
        laps = [advance(laps[0], tiles=tiles), *passed]
        highest = reached
        # They are not needed while the next column is read.
        del steps
    best = reader.best(layer)
    return _by_tiles(_added(laps), moduli, best, scores, _axes(highest))


def _moduli(largest: int) -> list[int]:
    """Return moduli whose product is larger than the largest number; 0 stands for 2 ** 64."""
    moduli, covered = [0], 1 << 64
    for prime in PRIMES:
        if covered > largest:
            return moduli
        moduli.append(prime)
        covered *= prime
    if covered > largest:
        return moduli
    raise MeasureError(f"more than 2 ** {covered.bit_length() - 1} hands can't be counted")


def _shifts(
    scores: tuple[Score, ...], counts: npt.NDArray[np.int64], gains: npt.NDArray[np.int16]
) -> npt.NDArray[np.int64]:
    """Return what is added to each score, for each state of a block and each column."""
    import numpy as np

    shifts = np.broadcast_to(counts, (*gains.shape[:2], len(scores))).copy()
    plan = 0
    for place, score in enumerate(scores):
        if score.plan is not None:
            shifts[:, :, place] += score.sign * gains[:, :, plan]
            plan += 1
    return shifts


def _highest(
    steps: list[Step],
    shift: Callable[[npt.NDArray[np.int16]], npt.NDArray[np.int64]],
    highest: npt.NDArray[np.int64],
    states: int,
) -> npt.NDArray[np.int64]:
    """Return the highest scores with which each next state is reached."""
    import numpy as np

    reached = np.zeros((states, highest.shape[1]), np.int64)
    for step in steps:
        rows = slice(step.first_state, step.first_state + len(step.following))
        goes_on = step.following >= 0
        totals = highest[rows][:, None, :] + shift(step.gains)
        np.maximum.at(reached, step.following[goes_on], totals[goes_on])
    return reached


def _axes(highest: npt.NDArray[np.int64]) -> tuple[int, ...]:
    """Return how many values each score can have."""
    return tuple(int(most) + 1 for most in highest.max(axis=0, initial=0))


def _advance(
    ways: Ways,
    *,
    moduli: list[int],
    steps: list[Step],
    shift: Callable[[npt.NDArray[np.int16]], npt.NDArray[np.int64]],
    tiles: ColumnTiles,
    old: tuple[int, ...],
    new: tuple[int, ...],
    shape: tuple[int, int],
    told: Callable[[], None],
) -> Ways:
    """Return in how many ways each next state is reached, by scores and tiles dealt."""
    import numpy as np

    from rummistats.kernels.paths import advance

    strides = np.array([prod(new[place + 1 :]) for place in range(len(new))])
    # Where each combination of the old scores lies among the new ones.
    moved = np.array(list(product(*map(range, old)))) @ strides
    found = []
    for each, modulus in zip(ways, moduli, strict=True):
        results = np.zeros((shape[0], prod(new), shape[1]), np.uint64)
        for step in steps:
            told()
            advance(
                each,
                step.first_state,
                step.following,
                shift(step.gains) @ strides,
                moved,
                np.array(tiles.dealt, np.int64),
                np.array(tiles.weights, np.uint64),
                np.uint64(modulus),
                results,
            )
        found.append(results)
    return found


def _added(laps: list[Ways]) -> Ways:
    """Return the sums of the ways of all laps."""
    return (
        laps[0] if len(laps) == 1 else [sum(each[1:], each[0]) for each in zip(*laps, strict=True)]
    )


def _by_tiles(
    ways: list[npt.NDArray[np.uint64]],
    moduli: list[int],
    best: npt.NDArray[np.int64],
    scores: tuple[Score, ...],
    axes: tuple[int, ...],
) -> dict[int, dict[tuple[int, ...], int]]:
    """Return the hands by tiles dealt and scores, as whole numbers."""
    import numpy as np

    found: dict[int, dict[tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
    totals = np.array(list(product(*map(range, axes))), np.int64).reshape(-1, len(scores))
    # Final states that gain the same are counted together.
    gained, groups = np.unique(best, axis=0, return_inverse=True)
    for group, gains in enumerate(gained):
        of_plans = iter(gains.tolist())
        final = [next(of_plans) if score.plan is not None else 0 for score in scores]
        if any(
            gain < 0 and score.plan is not None and score.plan.all_used
            for gain, score in zip(final, scores, strict=True)
        ):
            continue
        members = np.flatnonzero(groups.reshape(-1) == group)
        sums = [_sum(each[members], modulus) for each, modulus in zip(ways, moduli, strict=True)]
        for value, tiles in np.argwhere(np.logical_or.reduce([each != 0 for each in sums])):
            hands = _whole([int(each[value, tiles]) for each in sums], moduli)
            # Nothing counts where the goal's parts can't be laid.
            key = tuple(
                total + score.sign * gain if gain >= 0 else 0
                for score, total, gain in zip(scores, totals[value].tolist(), final, strict=True)
            )
            found[int(tiles)][key] += hands
    return {tiles: dict(hands) for tiles, hands in found.items()}


def _sum(ways: npt.NDArray[np.uint64], modulus: int) -> npt.NDArray[np.uint64]:
    import numpy as np

    # Remainders below 2 ** 40 of so many states as fit into memory have a sum below 2 ** 64.
    total: npt.NDArray[np.uint64] = ways.sum(axis=0, dtype=np.uint64)
    return total % np.uint64(modulus) if modulus else total


def _whole(remainders: list[int], moduli: list[int]) -> int:
    """Return the number that has these remainders: the Chinese remainder theorem."""
    number, covered = remainders[0], 1 << 64
    for remainder, modulus in zip(remainders[1:], moduli[1:], strict=True):
        number += covered * ((remainder - number) * pow(covered, -1, modulus) % modulus)
        covered *= modulus
    return number

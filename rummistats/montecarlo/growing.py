"""One simulation as it grows: what the first 10, 20, 50, 100 … of its hands say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rummistats.dealing import Context, check_hands
from rummistats.distribution import Distribution
from rummistats.measures import Measure
from rummistats.montecarlo.run import simulate
from rummistats.seeds import make_seed
from rummistats.variants import Variant

__all__ = ["growing_samples"]


def growing_samples(
    measure: str | Measure,
    variant: Variant | str,
    *,
    hands: float = 100_000,
    seed: object = None,
    hand_size: int | None = None,
    workers: int | None = None,
    context: Context | None = None,
) -> tuple[Distribution, ...]:
    """Return samples of 10, 20, 50, 100 … hands, and of all.

    Parameters
    ----------
    measure, variant, seed, hand_size, workers, context
        As for `simulate`.
    hands : int or float
        How many hands the largest sample has.

    Returns
    -------
    tuple of Distribution
        Each is what `simulate` gives for so many hands and this seed. The hands of a smaller
        sample are the first ones of a larger one, but for those that are dealt again where a
        game's unknown indicator would have been a joker.

    Raises
    ------
    MeasureError, SimulationError, TileError, Interrupted
        As for `simulate`.

    Examples
    --------
    >>> samples = growing_samples("has_meld", "sabra", hands=300, seed=1)
    >>> [sample.hands for sample in samples]
    [10, 20, 50, 100, 200, 300]
    """
    start = make_seed(seed)
    return tuple(
        simulate(
            measure,
            variant,
            hands=number,
            seed=start,
            hand_size=hand_size,
            workers=workers,
            progress=False,
            context=context,
        )
        for number in growing_numbers(check_hands(hands))
    )


def growing_numbers(last: int) -> Sequence[int]:
    """Return 10, 20, 50, 100 … up to a number, and the number.

    Examples
    --------
    >>> growing_numbers(120)
    [10, 20, 50, 100, 120]
    """
    numbers: list[int] = []
    for size in count(1):
        for number in (10**size, 2 * 10**size, 5 * 10**size):
            if number >= last:
                return [*numbers, last]
            numbers.append(number)
    raise AssertionError("the count above has no end")

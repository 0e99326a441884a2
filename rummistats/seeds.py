"""Seeds: what a random run started from, so that it can be had again anywhere.

A run is cut into chunks, and chunk *k* draws from child *k* of the run's seed. Which core or
machine works on a chunk, and when, makes no difference to what is drawn.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from rummistats.errors import SimulationError, shown
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["Seed", "make_seed"]


@dataclass(frozen=True)
class Seed:
    """Entropy and spawn key of a NumPy ``SeedSequence``: all that a run must record.

    Parameters
    ----------
    entropy : int or tuple of int
        The number, or numbers, that were given as the seed or drawn for it.
    spawn_key : tuple of int
        Which descendant of that entropy this is; empty for the seed itself.

    Examples
    --------
    >>> make_seed(7)
    Seed(entropy=7, spawn_key=())
    >>> make_seed(7).child(3)
    Seed(entropy=7, spawn_key=(3,))
    >>> make_seed(make_seed(7).child(3)).generator().integers(10, size=3).shape
    (3,)
    """

    entropy: int | tuple[int, ...]
    spawn_key: tuple[int, ...] = ()

    def child(self, k: int) -> Seed:
        """Return child ``k``: independent of this seed and of its other children."""
        return Seed(self.entropy, (*self.spawn_key, k))

    def generator(self) -> Generator:
        """Return a new NumPy generator (PCG64) that starts from this seed."""
        from numpy.random import PCG64, Generator, SeedSequence

        return Generator(PCG64(SeedSequence(self.entropy, spawn_key=self.spawn_key)))

    def __str__(self) -> str:
        return f"{self.entropy}/{'.'.join(map(str, self.spawn_key))}".rstrip("/")


def make_seed(seed: object = None) -> Seed:
    """Return what to record of a ``seed`` argument.

    Parameters
    ----------
    seed : int, Seed, numpy.random.SeedSequence, numpy.random.Generator or None
        A whole number from 0 on, or a seed sequence, stands for itself. From a generator
        128 bits are drawn, which advances it. None draws fresh entropy.

    Raises
    ------
    SimulationError
        If it is none of these.

    References
    ----------
    Scientific Python Ecosystem Coordination, SPEC 7, *Seeding pseudo-random number generation*.

    Examples
    --------
    >>> make_seed("x")
    Traceback (most recent call last):
        ...
    rummistats.errors.SimulationError: seed='x': a seed is a whole number from 0 on (or a NumPy
    SeedSequence or Generator)
    """
    if seed is None:
        return Seed(secrets.randbits(128))
    if isinstance(seed, Seed):
        return seed
    if type(seed).__module__.partition(".")[0] == "numpy":
        numpy_seed = _from_numpy(seed)
        if numpy_seed is not None:
            return numpy_seed
    number = as_whole(seed)
    if number is None or number < 0:
        raise SimulationError(
            f"seed={shown(seed)}: a seed is a whole number from 0 on "
            "(or a NumPy SeedSequence or Generator)"
        )
    return Seed(number)


def _from_numpy(seed: Any) -> Seed | None:
    from numpy.random import Generator, SeedSequence

    if isinstance(seed, Generator):
        words = seed.integers(0, 2**32, size=4, dtype="uint32")
        return Seed(sum(int(word) << (32 * place) for place, word in enumerate(words)))
    if isinstance(seed, SeedSequence):
        entropy: Any = seed.entropy
        key = tuple(int(k) for k in seed.spawn_key)
        if entropy is None:
            raise SimulationError("a SeedSequence without entropy can't be used as a seed")
        if seed.pool_size != 4:
            raise SimulationError(
                f"a SeedSequence with pool_size={seed.pool_size} can't be recorded; use the usual 4"
            )
        try:
            parts = tuple(entropy)
        except TypeError:
            return Seed(index(entropy), key)
        return Seed(tuple(int(part) for part in parts), key)
    return None

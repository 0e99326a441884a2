"""What an opening may consist of: requirements, any one of which is enough."""

from __future__ import annotations

from dataclasses import dataclass

from rummistats.whole import as_whole

__all__ = ["AnyMeld", "Contract", "Pairs", "Points", "Requirement", "settle_contracts"]


@dataclass(frozen=True)
class Points:
    """Melds that count so many points together.

    Parameters
    ----------
    points : int
        The fewest points. If it is 0, any meld is enough.
    needs_run : bool
        Whether one of the melds must be a run.
    single_meld : bool
        Whether one meld alone must reach the points.

    Examples
    --------
    >>> print(Points(50, needs_run=True))
    melds worth at least 50 points, a run among them
    >>> print(Points(50, needs_run=True, single_meld=True), "|", Points(0, needs_run=True))
    one run worth at least 50 points | a run
    """

    points: int
    needs_run: bool = False
    single_meld: bool = False

    def __str__(self) -> str:
        if not self.points:
            return "a run" if self.needs_run else "any meld"
        worth = f"worth at least {self.points} point{'s' * (self.points != 1)}"
        if self.single_meld:
            return f"one {'run' if self.needs_run else 'meld'} {worth}"
        return f"melds {worth}{', a run among them' * self.needs_run}"


@dataclass(frozen=True)
class Pairs:
    """So many pairs of identical tiles; a wild tile makes a pair with any tile.

    Examples
    --------
    >>> print(Pairs(5))
    at least 5 pairs of identical tiles
    """

    pairs: int

    def __str__(self) -> str:
        return f"at least {self.pairs} pair{'s' * (self.pairs != 1)} of identical tiles"


@dataclass(frozen=True)
class Contract:
    """Separate groups and runs of given sizes.

    Parameters
    ----------
    groups : tuple of int
        The fewest tiles of each group.
    runs : tuple of int
        The fewest tiles of each run.
    adjacent_runs : bool
        Whether two runs of one color may directly continue each other.
    same_number_groups : bool
        Whether two groups may have the same number.
    exact : bool
        Whether the sizes are exact ones.

    Examples
    --------
    >>> print(Contract((3,), (4,)))
    a group of 3 and a run of 4
    """

    groups: tuple[int, ...]
    runs: tuple[int, ...]
    adjacent_runs: bool = False
    same_number_groups: bool = True
    exact: bool = False

    def __str__(self) -> str:
        parts = [_several(len(sizes), kind, sizes) for kind, sizes in self._parts() if sizes]
        return " and ".join(parts)

    def _parts(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return ("group", self.groups), ("run", self.runs)


def _several(count: int, kind: str, sizes: tuple[int, ...]) -> str:
    listed = " and ".join(map(str, sorted(set(sizes))))
    return f"a {kind} of {listed}" if count == 1 else f"{count} {kind}s of {listed}"


@dataclass(frozen=True)
class AnyMeld:
    """Any meld.

    Examples
    --------
    >>> print(AnyMeld())
    any meld
    """

    def __str__(self) -> str:
        return "any meld"


Requirement = Points | Pairs | Contract | AnyMeld
"""One way to open."""


def settle_contracts(value: object) -> object:
    """Return contracts by round in their settled form, ``((group sizes, run sizes), …)``.

    Raises
    ------
    ValueError
        If it is no list of contracts.

    Examples
    --------
    >>> settle_contracts([([3, 3], []), ([3], [4])])
    (((3, 3), ()), ((3,), (4,)))
    """
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("no list of contracts")
    settled = []
    for groups, runs in value:
        if isinstance(groups, str) or isinstance(runs, str) or not (*groups, *runs):
            raise ValueError("a contract has groups or runs")
        settled.append((tuple(map(_size, groups)), tuple(map(_size, runs))))
    return tuple(settled)


def _size(size: object) -> int:
    whole = as_whole(size)
    if whole is None or not 2 <= whole <= 60:
        raise ValueError(f"{size!r} is no size of a group or run")
    return whole

"""Divisions of tiles into items as integer programs, where a search has too many rests."""

from __future__ import annotations

from collections.abc import Callable

from rummistats.play.division import Division, Item, TooManyRests

__all__ = ["Unproved", "divide_at_length", "divide_by_program"]

_MOST_RESTS = 500_000


class Unproved(Exception):
    """An integer program was not solved, or its solution does not stand a check."""


def divide_at_length(
    division: Division, search: Callable[[int], tuple[int, list[Item]] | None]
) -> tuple[int, list[Item]] | None:
    """Return what a search finds, or an integer program where it has too much to look at.

    Parameters
    ----------
    division : Division
        What is to be divided.
    search : callable
        The search; of how many rests it may look at, 0 if any number.
    """
    try:
        return search(_MOST_RESTS)
    except TooManyRests:
        pass
    try:
        return divide_by_program(division)
    except Unproved:
        # Then it is searched for, however long that takes.
        return search(0)


def divide_by_program(division: Division) -> tuple[int, list[Item]] | None:
    """Return the largest credit and the items that reach it, or None if there is no division.

    Parameters
    ----------
    division : Division
        What is to be divided.

    Returns
    -------
    tuple of int and list of Item, optional
        The optimum is that of SciPy's HiGHS, checked in whole numbers: the items take the tiles
        that there are, and HiGHS proves that no division has a credit larger by 1.

    Raises
    ------
    Unproved
        If HiGHS does not come to an end, or what it found does not stand the check.

    Examples
    --------
    >>> from rummistats.melds import Group
    >>> item = Item((0, 1, 2), 5, Group(1, ("R", "B", "K")))
    >>> tiles = Division((1, 1, 2), (1, 1, 1), (1, 1, 1), (2, 2, 2), (0, 1, 2), [item])
    >>> credit, items = divide_by_program(tiles)
    >>> credit, len(items)
    (4, 1)
    """
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    best: dict[tuple[int, ...], Item] = {}
    for item in division.items:
        if item.fits(division.counts):
            known = best.setdefault(item.needs, item)
            if known.credit < item.credit:
                best[item.needs] = item
    items = list(best.values())
    # One variable for each item says how often it is taken, one for each kind how many stay.
    entries = [(kind, at) for at, item in enumerate(items) for kind in item.needs]
    entries += [(kind, len(items) + kind) for kind in range(len(division.counts))]
    rows, columns = zip(*entries, strict=True)
    shape = (len(division.counts), len(items) + len(division.counts))
    # Entries in the same place are added.
    matrix = coo_array((np.ones(len(entries)), (rows, columns)), shape=shape).tocsc()
    credits = [*(item.credit for item in items), *(-penalty for penalty in division.penalties)]
    upper = [*(max(division.counts) for _ in items), *division.limits]
    found = milp(
        c=-np.array(credits, dtype=float),
        constraints=LinearConstraint(matrix, division.counts, division.counts),
        integrality=np.ones(len(credits), dtype=np.int64),
        bounds=Bounds(0, np.array(upper, dtype=float)),
        options={"mip_rel_gap": 0.0},
    )
    infeasible = 2
    if found.status == infeasible:
        return None
    if found.status != 0 or found.x is None or found.mip_dual_bound is None:
        raise Unproved(found.message)
    times = [round(value) for value in found.x.tolist()]
    total = sum(credit * count for credit, count in zip(credits, times, strict=True))
    left = list(division.counts)
    for item, count in zip(items, times[: len(items)], strict=True):
        for kind in item.needs:
            left[kind] -= count
    stays = times[len(items) :]
    allowed = all(0 <= stay <= most for stay, most in zip(stays, division.limits, strict=True))
    if left != stays or not allowed or -found.mip_dual_bound >= total + 1 - 1e-6:
        raise Unproved("the solution is none in whole numbers, or need not be the best")
    return total, [item for item, count in zip(items, times, strict=False) for _ in range(count)]

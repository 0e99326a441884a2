"""Exact answers: hands are counted, by the column method, and never dealt."""

from __future__ import annotations

from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.columns import ColumnAutomaton, count, count_all_sizes
from rummistats.exact.kinds import MeldKind, exact_kinds
from rummistats.measures import Measure, make_measure
from rummistats.variants import Variant

__all__ = [
    "AUTOMATA",
    "ColumnAutomaton",
    "MeldKind",
    "count",
    "count_all_sizes",
    "exact",
    "exact_kinds",
]


def exact(measure: str | Measure, variant: Variant, hand_size: int | None = None) -> Distribution:
    """Count how many of all hands have each value of a measure.

    Parameters
    ----------
    measure : str or Measure
        What is asked, such as ``has_meld``, ``has_group(size=4)``,
        ``has_run(length=3, natural=True)``, ``pairs``, ``hand_points`` or
        ``count(number=7)``. ``natural=True`` leaves the jokers out.
    variant : Variant
        The game.
    hand_size : int, optional
        Tiles in a hand; the variant's unless given.

    Returns
    -------
    Distribution
        An exact one: its total is the number of all hands, copies of a tile told apart.

    Raises
    ------
    MeasureError
        If the measure is unknown, or has no exact method.
    TileError
        If a hand can't have so many tiles.

    Examples
    --------
    Can any combination be laid from 14 tiles of Sabra?

    >>> from rummistats.variants import find_variant
    >>> melds = exact("has_meld", find_variant("sabra"))
    >>> dict(zip(melds.values, melds.weights))
    {False: 22743176069970708, True: 82967187586211892}
    """
    asked = make_measure(measure)
    size = variant.tile_set.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    if asked.name not in AUTOMATA:
        raise MeasureError(
            f"{asked.text} has no exact method yet; {', '.join(AUTOMATA)} have one. "
            "Estimate it with simulate()"
        )
    automaton = AUTOMATA[asked.name](variant, **asked.settings)
    return make_distribution(
        count(automaton, variant.tile_set, size),
        measure=asked.text,
        is_exact=True,
        variant=variant,
        hand_size=size,
    )

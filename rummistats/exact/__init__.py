"""Exact answers: hands are counted, by the column method, and never dealt."""

from __future__ import annotations

from rummistats.dealing import Context
from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.burnside import (
    BurnsideTable,
    burnside_table,
    cycle_index,
    essentially_different_hands,
    essentially_different_hands_by_size,
    fixed_hands,
)
from rummistats.exact.columns import ColumnAutomaton, count, count_all_sizes
from rummistats.exact.hands import HandList, WeightedHand, enumerate_hands
from rummistats.exact.kinds import MeldKind, exact_kinds
from rummistats.exact.permutations import CycleIndex, Permutation
from rummistats.exact.symmetry import (
    PermutationGroup,
    Symmetry,
    canonical_hand,
    keeps_melds,
    orbit,
    stabilizer,
    symmetries,
)
from rummistats.measures import Measure, make_measure
from rummistats.playing import deck_of
from rummistats.variants import Variant

__all__ = [
    "AUTOMATA",
    "BurnsideTable",
    "ColumnAutomaton",
    "CycleIndex",
    "HandList",
    "MeldKind",
    "Permutation",
    "PermutationGroup",
    "Symmetry",
    "WeightedHand",
    "burnside_table",
    "canonical_hand",
    "count",
    "count_all_sizes",
    "cycle_index",
    "enumerate_hands",
    "essentially_different_hands",
    "essentially_different_hands_by_size",
    "exact",
    "exact_kinds",
    "fixed_hands",
    "keeps_melds",
    "orbit",
    "stabilizer",
    "symmetries",
]


def exact(
    measure: str | Measure,
    variant: Variant,
    hand_size: int | None = None,
    context: Context | None = None,
) -> Distribution:
    """Count how many of all hands have each value of a measure.

    Parameters
    ----------
    measure : str or Measure
        What is asked, such as ``has_meld``, ``has_group(size=4)``,
        ``has_run(length=3, natural=True)``, ``pairs``, ``hand_points``, ``count(number=7)`` or
        ``can_open(by='pairs')``. ``natural=True`` leaves the jokers out.
    variant : Variant
        The game.
    hand_size : int, optional
        Tiles dealt at random; the variant's unless given. Assigned jokers come in addition.
    context : Context, optional
        The tile that lies face up; the round where openings go by rounds. In the Okey games
        the odds are averaged over the indicators unless it gives one.

    Returns
    -------
    Distribution
        An exact one: its total is the number of all hands, copies of a tile told apart, in the
        Okey games each once for every tile that may be the indicator.

    Raises
    ------
    MeasureError
        If the measure is unknown, or has no exact method.
    VariantError
        If the measure has no meaning in the variant.
    TileError
        If so many tiles can't be dealt.

    Examples
    --------
    Can any combination be laid from 14 tiles of Sabra?

    >>> from rummistats.variants import find_variant
    >>> melds = exact("has_meld", find_variant("sabra"))
    >>> dict(zip(melds.values, melds.weights))
    {False: 22743176069970708, True: 82967187586211892}

    Five pairs among 21 tiles of 101 Okey, whatever the indicator:

    >>> pairs = exact("can_open(by='pairs')", find_variant("okey-101"))
    >>> print(f"{float(pairs.prob(True)):.3%}")
    4.445%
    """
    asked = make_measure(measure)
    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    if asked.name not in AUTOMATA:
        raise MeasureError(
            f"{asked.text} has no exact method yet; {', '.join(AUTOMATA)} have one. "
            "Estimate it with simulate()"
        )
    settings = asked.settings | ({"context": context} if asked.kind.by_context else {})
    return make_distribution(
        count(AUTOMATA[asked.name](variant, **settings), deck, size),
        measure=asked.text,
        is_exact=True,
        variant=variant,
        hand_size=size,
    )

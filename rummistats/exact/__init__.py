"""Exact answers: hands are counted, by the column method, and never dealt."""

from __future__ import annotations

from rummistats.exact.answer import exact
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
from rummistats.exact.drawing import hypergeometric
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
from rummistats.exact.waiting import waiting_time

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
    "hypergeometric",
    "keeps_melds",
    "orbit",
    "stabilizer",
    "symmetries",
    "waiting_time",
]

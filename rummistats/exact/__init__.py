"""Exact answers: hands are counted, by the column method, and never dealt."""

from __future__ import annotations

from rummistats.exact.answer import exact, exact_at_once
from rummistats.exact.automata import AUTOMATA
from rummistats.exact.burnside import (
    BurnsideTable,
    burnside_table,
    cycle_index,
    essentially_different_hands,
    essentially_different_hands_by_size,
    fixed_hands,
)
from rummistats.exact.cache import cache_folder, clear_cache
from rummistats.exact.columns import ColumnAutomaton, count, count_all_sizes
from rummistats.exact.drawing import hypergeometric
from rummistats.exact.effort import TooLarge
from rummistats.exact.hands import HandList, WeightedHand, enumerate_hands
from rummistats.exact.kinds import MeldKind, exact_kinds
from rummistats.exact.optima import METHODS
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
    "METHODS",
    "BurnsideTable",
    "ColumnAutomaton",
    "CycleIndex",
    "HandList",
    "MeldKind",
    "Permutation",
    "PermutationGroup",
    "Symmetry",
    "TooLarge",
    "WeightedHand",
    "burnside_table",
    "cache_folder",
    "canonical_hand",
    "clear_cache",
    "count",
    "count_all_sizes",
    "cycle_index",
    "enumerate_hands",
    "essentially_different_hands",
    "essentially_different_hands_by_size",
    "exact",
    "exact_at_once",
    "exact_kinds",
    "fixed_hands",
    "hypergeometric",
    "keeps_melds",
    "orbit",
    "stabilizer",
    "symmetries",
    "waiting_time",
]

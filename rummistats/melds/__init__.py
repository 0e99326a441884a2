"""Melds: groups and runs, which tiles are one, and all that there are."""

from rummistats.melds.group_run_pair import Group, Meld, Pair, Run
from rummistats.melds.judging import Verdict, judge
from rummistats.melds.listing import MeldList, all_melds
from rummistats.melds.patterns import group_patterns, largest_meld, run_patterns
from rummistats.melds.patterns import runs_with_jokers as runs_with_jokers

__all__ = [
    "Group",
    "Meld",
    "MeldList",
    "Pair",
    "Run",
    "Verdict",
    "all_melds",
    "group_patterns",
    "judge",
    "largest_meld",
    "run_patterns",
]

"""Playing it out: the table, what is legal there, and the best play."""

from rummistats.play.legality import PlayVerdict, judge_play
from rummistats.play.solve import Play, solve_table
from rummistats.play.table import Table

__all__ = ["Play", "PlayVerdict", "Table", "judge_play", "solve_table"]

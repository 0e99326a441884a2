"""Playing it out: the table and the best play, whole deals, and what is recorded of them."""

from rummistats.play.actions import (
    Action,
    Discard,
    Draw,
    Fail,
    Knock,
    Lay,
    Offer,
    Pass,
    Pull,
    Redeal,
    Show,
    Take,
)
from rummistats.play.along import Along, AlongBrokenOff, AlongInterrupted, along
from rummistats.play.changes import changes
from rummistats.play.drawing import draw_position
from rummistats.play.engine import play
from rummistats.play.figures import (
    blocked_share,
    joker_share,
    mean_figures,
    paired_difference,
    win_share,
)
from rummistats.play.laying import lay_of
from rummistats.play.legality import PlayVerdict, judge_play
from rummistats.play.match import MatchRecord, play_match
from rummistats.play.matchpoints import (
    ladder,
    matchpoints,
    neutralized,
    percentage,
    seated_by_result,
)
from rummistats.play.players.gin import Knocking
from rummistats.play.players.okey import Declaring
from rummistats.play.players.okey_101 import Opening101
from rummistats.play.players.rummy_500 import Digging
from rummistats.play.players.shanghai import Collecting
from rummistats.play.reading import read_records
from rummistats.play.records import Record, Turn
from rummistats.play.solve import Play, solve_table
from rummistats.play.state import State, View
from rummistats.play.strategies import (
    STRATEGIES,
    Cautious,
    Counting,
    Greedy,
    HoldBack,
    Optimal,
    Random,
    Strategy,
)
from rummistats.play.table import Table
from rummistats.play.tournament import TournamentBrokenOff, TournamentInterrupted, tournament

__all__ = [
    "STRATEGIES",
    "Action",
    "Along",
    "AlongBrokenOff",
    "AlongInterrupted",
    "Cautious",
    "Collecting",
    "Counting",
    "Declaring",
    "Digging",
    "Discard",
    "Draw",
    "Fail",
    "Greedy",
    "HoldBack",
    "Knock",
    "Knocking",
    "Lay",
    "MatchRecord",
    "Offer",
    "Opening101",
    "Optimal",
    "Pass",
    "Play",
    "PlayVerdict",
    "Pull",
    "Random",
    "Record",
    "Redeal",
    "Show",
    "State",
    "Strategy",
    "Table",
    "Take",
    "TournamentBrokenOff",
    "TournamentInterrupted",
    "Turn",
    "View",
    "along",
    "blocked_share",
    "changes",
    "draw_position",
    "joker_share",
    "judge_play",
    "ladder",
    "lay_of",
    "matchpoints",
    "mean_figures",
    "neutralized",
    "paired_difference",
    "percentage",
    "play",
    "play_match",
    "read_records",
    "seated_by_result",
    "solve_table",
    "tournament",
    "win_share",
]

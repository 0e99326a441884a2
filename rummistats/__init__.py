"""Probability and statistics of tile rummy: exact odds, simulation, lessons.

The public names are imported when they are first used, so that ``import rummistats`` costs
next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummistats.arrange import Arrangement as Arrangement
    from rummistats.arrange import Opening as Opening
    from rummistats.arrange import arrange as arrange
    from rummistats.arrange import arrange_all as arrange_all
    from rummistats.arrange import can_open as can_open
    from rummistats.compare import compare as compare
    from rummistats.conformance import ConformanceReport as ConformanceReport
    from rummistats.conformance import StrategyReport as StrategyReport
    from rummistats.conformance import check_strategy as check_strategy
    from rummistats.conformance import check_variant as check_variant
    from rummistats.dealing import Context as Context
    from rummistats.dealing import Deal as Deal
    from rummistats.dealing import deal_batch as deal_batch
    from rummistats.dealing import hands_of_batch as hands_of_batch
    from rummistats.distribution import Distribution as Distribution
    from rummistats.distribution import Estimate as Estimate
    from rummistats.distribution import goodness_of_fit as goodness_of_fit
    from rummistats.errors import DistributionError as DistributionError
    from rummistats.errors import MeasureError as MeasureError
    from rummistats.errors import PlayError as PlayError
    from rummistats.errors import RummistatsError as RummistatsError
    from rummistats.errors import SimulationError as SimulationError
    from rummistats.errors import StrategyError as StrategyError
    from rummistats.errors import TableError as TableError
    from rummistats.errors import TileError as TileError
    from rummistats.errors import VariantError as VariantError
    from rummistats.exact import HandList as HandList
    from rummistats.exact import burnside_table as burnside_table
    from rummistats.exact import canonical_hand as canonical_hand
    from rummistats.exact import cycle_index as cycle_index
    from rummistats.exact import enumerate_hands as enumerate_hands
    from rummistats.exact import essentially_different_hands as essentially_different_hands
    from rummistats.exact import exact as exact
    from rummistats.exact import exact_kinds as exact_kinds
    from rummistats.exact import orbit as orbit
    from rummistats.exact import stabilizer as stabilizer
    from rummistats.exact import symmetries as symmetries
    from rummistats.measures import MEASURES as MEASURES
    from rummistats.measures import Measure as Measure
    from rummistats.measures import make_measure as make_measure
    from rummistats.melds import Group as Group
    from rummistats.melds import Run as Run
    from rummistats.melds import Verdict as Verdict
    from rummistats.melds import all_melds as all_melds
    from rummistats.melds import judge as judge
    from rummistats.montecarlo import Interrupted as Interrupted
    from rummistats.montecarlo import simulate as simulate
    from rummistats.montecarlo import simulate_each as simulate_each
    from rummistats.play import STRATEGIES as STRATEGIES
    from rummistats.play import Along as Along
    from rummistats.play import MatchRecord as MatchRecord
    from rummistats.play import Play as Play
    from rummistats.play import PlayVerdict as PlayVerdict
    from rummistats.play import Record as Record
    from rummistats.play import Table as Table
    from rummistats.play import View as View
    from rummistats.play import along as along
    from rummistats.play import blocked_share as blocked_share
    from rummistats.play import changes as changes
    from rummistats.play import draw_position as draw_position
    from rummistats.play import joker_share as joker_share
    from rummistats.play import judge_play as judge_play
    from rummistats.play import mean_figures as mean_figures
    from rummistats.play import paired_difference as paired_difference
    from rummistats.play import play as play
    from rummistats.play import play_match as play_match
    from rummistats.play import read_records as read_records
    from rummistats.play import solve_table as solve_table
    from rummistats.play import tournament as tournament
    from rummistats.play import win_share as win_share
    from rummistats.search import melds_in as melds_in
    from rummistats.show.svg import Picture as Picture
    from rummistats.show.svg import arrangement_picture as arrangement_picture
    from rummistats.show.svg import hand_picture as hand_picture
    from rummistats.show.svg import meld_picture as meld_picture
    from rummistats.show.svg import picture_of as picture_of
    from rummistats.show.svg import position_picture as position_picture
    from rummistats.show.svg import table_picture as table_picture
    from rummistats.show.svg import tile_picture as tile_picture
    from rummistats.show.svg import tile_set_picture as tile_set_picture
    from rummistats.tiles import JOKER as JOKER
    from rummistats.tiles import Hand as Hand
    from rummistats.tiles import Tile as Tile
    from rummistats.tiles import TileSet as TileSet
    from rummistats.variants import Variant as Variant
    from rummistats.variants import find_variant as find_variant
    from rummistats.variants import variants as variants

__version__ = "0.1.0"

_PUBLIC = {
    "arrange": ["Arrangement", "Opening", "arrange", "arrange_all", "can_open"],
    "compare": ["compare"],
    "conformance": ["ConformanceReport", "StrategyReport", "check_strategy", "check_variant"],
    "dealing": ["Context", "Deal", "deal_batch", "hands_of_batch"],
    "distribution": ["Distribution", "Estimate", "goodness_of_fit"],
    "errors": [
        "DistributionError",
        "MeasureError",
        "PlayError",
        "RummistatsError",
        "SimulationError",
        "StrategyError",
        "TableError",
        "TileError",
        "VariantError",
    ],
    "exact": [
        "HandList",
        "burnside_table",
        "canonical_hand",
        "cycle_index",
        "enumerate_hands",
        "essentially_different_hands",
        "exact",
        "exact_kinds",
        "hypergeometric",
        "orbit",
        "stabilizer",
        "symmetries",
        "waiting_time",
    ],
    "measures": ["MEASURES", "Measure", "make_measure"],
    "melds": ["Group", "Run", "Verdict", "all_melds", "judge"],
    "montecarlo": ["Interrupted", "simulate", "simulate_each"],
    "play": [
        "Along",
        "MatchRecord",
        "Play",
        "PlayVerdict",
        "Record",
        "STRATEGIES",
        "Table",
        "View",
        "along",
        "blocked_share",
        "changes",
        "draw_position",
        "joker_share",
        "judge_play",
        "mean_figures",
        "paired_difference",
        "play",
        "play_match",
        "read_records",
        "solve_table",
        "tournament",
        "win_share",
    ],
    "search": ["melds_in"],
    "show.svg": [
        "Picture",
        "arrangement_picture",
        "hand_picture",
        "meld_picture",
        "picture_of",
        "position_picture",
        "table_picture",
        "tile_picture",
        "tile_set_picture",
    ],
    "tiles": ["JOKER", "Hand", "Tile", "TileSet"],
    "variants": ["Variant", "find_variant", "variants"],
}
_MODULE_OF = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = sorted(_MODULE_OF)


class _Package(ModuleType):
    """A module in which a public function is not hidden by the submodule of the same name.

    Python sets ``rummistats.arrange`` to the submodule whenever that is imported; users mean
    the function. ``from rummistats.arrange import …`` finds the submodule all the same.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _MODULE_OF):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'rummistats' has no attribute {name!r}")
        value: object = getattr(import_module(f"rummistats.{_MODULE_OF[name]}"), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return [*__all__, "__version__"]


sys.modules[__name__].__class__ = _Package

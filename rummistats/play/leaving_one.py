"""Plays of Romanian tile rummy that leave a single tile, to be discarded for a win."""

from __future__ import annotations

from dataclasses import replace

from rummistats.play.actions import Lay
from rummistats.play.extended_program import is_known, program_lay
from rummistats.play.finishing import lonely_tiles
from rummistats.play.laying import lay_of, one_kept
from rummistats.play.solve import Play
from rummistats.play.state import View
from rummistats.play.table import Table

__all__ = ["closed_lay"]


def closed_lay(view: View) -> Lay | None:
    """Return a play that leaves a single tile, to be discarded for a win; None if there is none.

    Examples
    --------
    >>> from rummistats.play.games.romanian import begin
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> rack = romanian.parse("R10 R11 R12 R13 R1 R5 B5 K5 Y2 Y3 Y4 R9 B9 K9 Y12")
    >>> lay = closed_lay(view_of(replace(start.with_hand(rack), phase="act"), may_lay=True))
    >>> print(rack - lay.played)
    Y12
    """
    variant = view.variant
    if is_known(variant) and (view.has_opened or variant.rule("closed_needs_opening")):
        lay = program_lay(view, "tiles")
        return lay if lay is not None and len(lay.played) == len(view.hand) - 1 else None
    may_add = view.has_opened or variant.rule("opening_turn_layoff") == "any"
    if lonely_tiles(view.hand, view.table if may_add else Table(), variant) > 1:
        return None
    own = replace(view, table=Table(), opened=(True,) * len(view.opened))
    free = replace(own, table=view.table) if may_add else own
    # No opening lays more than what could be laid without its conditions.
    most = free.best_play("tiles")
    if len(most.left) > 1:
        return None
    if view.has_opened:
        return _leaving_one(view, view, most)
    if not variant.rule("closed_needs_opening"):
        lay = _leaving_one(view, own, most if free.table == own.table else own.best_play("tiles"))
        if lay is not None or not may_add:
            return lay
    return _leaving_one(view, view, view.best_play("tiles"))


def _leaving_one(view: View, asked: View, best: Play) -> Lay | None:
    """Return the best play of a view if it leaves one tile, or one that is kept back for that."""
    plays = [best] if len(best.left) else one_kept(asked, "tiles")
    beside = Table() if len(asked.table) else view.table
    for each in plays:
        if len(each.played) == len(view.hand) - 1:
            return lay_of(view, beside + each.table, each.played)
    return None

"""Actions as values that JSON knows, and back."""

from __future__ import annotations

from typing import Any

from rummistats.errors import PlayError, shown
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
from rummistats.play.table import Table
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["action_from_json", "action_to_json"]


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as a value that JSON knows.

    Examples
    --------
    >>> action_to_json(Discard(Tile("R", 5)))
    {'discard': 'R5'}
    """
    if isinstance(action, Lay):
        claims = {"claims": str(action.claims)} if action.claims else {}
        return {"lay": str(action.played), "table": str(action.table), **claims}
    if isinstance(action, Pull):
        return {"pull": action.place, "taken": action.taken, **action_to_json(action.lay)}
    if isinstance(action, Knock):
        tile = None if action.tile is None else str(action.tile)
        return {"knock": tile, **action_to_json(action.lay)}
    if isinstance(action, Discard):
        return {"discard": str(action.tile)}
    if isinstance(action, Show):
        return {"show": str(action.tile)}
    if isinstance(action, Offer):
        return {"offer": str(action.tile)}
    if isinstance(action, Take):
        return {"take": action.place}
    if isinstance(action, Fail):
        return {"fail": action.reason, "late": action.late}
    simple = {Draw: "draw", Redeal: "redeal", Pass: "pass"}
    return {simple[type(action)]: True}


def action_from_json(told: dict[str, Any], variant: Variant) -> Action:
    """Return the action that such a value tells of.

    Raises
    ------
    PlayError
        If it is none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(action_from_json({"take": "pool"}, find_variant("gin")))
    take from the pool
    """
    if "pull" in told or "knock" in told:
        parts = ("lay", "table", "claims")
        rest: dict[str, Any] = {name: told[name] for name in parts if name in told}
        lay = action_from_json(rest, variant)
        assert isinstance(lay, Lay)
        if "pull" in told:
            return Pull(told["pull"], lay, told["taken"])
        return Knock(lay, None if told["knock"] is None else Tile.parse(told["knock"]))
    if "lay" in told:
        return Lay(
            Table.parse(told["table"], variant),
            variant.table_set.parse(told["lay"]),
            Table.parse(told.get("claims", ""), variant),
        )
    if "discard" in told:
        return Discard(Tile.parse(told["discard"]))
    if "show" in told:
        return Show(Tile.parse(told["show"]))
    if "offer" in told:
        return Offer(Tile.parse(told["offer"]))
    if "take" in told:
        return Take(told["take"])
    if "fail" in told:
        return Fail(told["fail"], told["late"])
    if "draw" in told:
        return Draw()
    if "redeal" in told:
        return Redeal()
    if "pass" in told:
        return Pass()
    raise PlayError(f"{shown(told)} is no action")

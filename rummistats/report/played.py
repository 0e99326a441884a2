"""The part of a report that tells of deals that were played out, beside the starting hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError
from rummistats.montecarlo import WorkersGone
from rummistats.play import Along, AlongInterrupted, along
from rummistats.play.games import find_game
from rummistats.report.figures import NONE, number_cell
from rummistats.report.whole_deals import lengths, winners
from rummistats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

    from rummistats.show import Finding

__all__ = [
    "STRATEGY",
    "TURNS",
    "check_played",
    "kinds_rows",
    "play_deals",
    "played_data",
    "played_rows",
    "turn_rows",
]

TURNS = 12
"""The last turn that a report tells of."""

STRATEGY = "optimal"
"""Who plays."""

_FIGURES = ("tiles_left", "dead_wood_tiles", "points_left", "dead_wood_points")


def check_played(variant: Variant, deals: int, hand_size: int) -> None:
    """Refuse what can't be played out, before any time is spent.

    Raises
    ------
    RummistatsError
        If there is no such number of deals, the game can't be played out, or hands have another
        size than in the game.
    """
    if deals < 0:
        raise RummistatsError(f"played={deals}: the number of deals is a whole number from 0 on")
    if deals:
        find_game(variant)
        if hand_size != variant.hand_size:
            raise RummistatsError(
                f"deals are played with {variant.hand_size} tiles, not {hand_size}; set the rule "
                "hand_size instead"
            )


def play_deals(
    variant: Variant, deals: int, seed: int, workers: int | None, progress: bool | None
) -> tuple[Along | None, AlongInterrupted | WorkersGone | None]:
    """Play deals out; if that was stopped, also return how, with what was played."""
    try:
        return (
            along(
                variant,
                STRATEGY,
                deals,
                seed,
                turns=TURNS,
                seats=False,
                workers=workers,
                progress=progress,
            ),
            None,
        )
    except AlongInterrupted as stop:
        return stop.so_far, stop
    except WorkersGone as gone:
        return None, gone


def turn_rows(played: Along, points: bool) -> tuple[tuple[str, ...], ...]:
    """Return a table's cells turn by turn: opened, what is left and what of it fits nowhere."""
    wood = _by_turn(played.dead_wood, "figure")
    helpful = played.helpful[played.helpful["figure"] == "melded_tiles"]
    still = _by_turn(helpful, "counting")
    figures = [name for name in _FIGURES if points or "points" not in name]
    rows = []
    for row in _records(played.opened):
        turn = row["turn"]
        means = [wood[turn, figure] for figure in figures] + [still[turn, "tiles"]]
        cells = [_cell(row, "probability", 100), *(_cell(mean, "mean") for mean in means)]
        rows.append(("deal" if not turn else str(turn), *cells))
    return tuple(rows)


def kinds_rows(played: Along) -> tuple[tuple[str, ...], ...]:
    """Return a table's cells for the kinds of melds: on racks and on the table, at some turns."""
    found = {
        (row["place"], row["kind"], row["length"], row["turn"]): row
        for row in _records(played.melds)
    }
    kinds = dict.fromkeys((kind, length) for _, kind, length, _ in found)
    rows = []
    for kind, length in kinds:
        at = [found["possible", kind, length, turn] for turn in (0, TURNS // 2)]
        on_table = found["table", kind, length, TURNS // 2]
        if any(row["mean"] for row in (*at, on_table)):
            cells = [*(_cell(row, "mean", 100) for row in at), _cell(on_table, "mean")]
            rows.append((f"{kind} of {length}", *cells))
    return tuple(rows)


def played_rows(played: Along, variant: Variant) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``report.csv``; the value is the turn, or who wins after how many."""
    for measure, statistic, row in _told(played, variant):
        yield {
            "variant": row["variant"],
            "rules": row["rules"],
            "section": "played",
            "measure": measure,
            "method": "simulated",
            "hands": row["n"],
            "seed": played.seed.entropy,
            "statistic": statistic,
            "value": row["turn"],
            statistic: row.get("probability", row.get("mean")),
            "standard_error": row["standard_error"],
            "low": row["low"],
            "high": row["high"],
        }


def played_data(played: Along, variant: Variant) -> dict[str, Any]:
    """Return everything as a tree of dictionaries, ready for JSON."""
    return {
        "strategy": STRATEGY,
        "deals": played.deals,
        "figures": [
            {"measure": measure, "statistic": statistic, "turn": row["turn"]}
            | {name: row[name] for name in ("n", "standard_error", "low", "high")}
            | {"value": row.get("probability", row.get("mean"))}
            for measure, statistic, row in _told(played, variant)
        ],
    }


def _told(played: Along, variant: Variant) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield all figures with their names."""
    for row in _records(played.opened):
        yield "opened", "probability", row
    for row in _records(played.dead_wood):
        yield row["figure"], "mean", row
    for row in _records(played.helpful):
        yield f"unseen helpful {row['counting']} ({row['figure']})", "mean", row
    for row in _records(played.melds):
        where = "on the table" if row["place"] == "table" else "on the rack"
        yield f"{row['kind']} of {row['length']} {where}", "mean", row
    for measure, found in (("turns", lengths(played)), ("wins", winners(played, variant))):
        for each in found:
            yield measure, "probability", _row(each, played)


def _row(found: Finding, played: Along) -> dict[str, Any]:
    """Return what was found of whole deals as a row of a table."""
    game = _records(played.opened)[0]
    known = isfinite(found.high - found.low)
    return {
        "variant": game["variant"],
        "rules": game["rules"],
        "turn": found.name,
        "n": found.trials,
        "probability": found.value,
        "standard_error": sqrt(found.value * (1 - found.value) / (found.trials or 1)),
        "low": found.low if known else None,
        "high": found.high if known else None,
    }


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table's rows; what a single deal doesn't tell is None."""
    told = frame.astype(object)
    rows = told.where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def _by_turn(frame: pd.DataFrame, name: str) -> dict[tuple[int, str], dict[str, Any]]:
    return {(row["turn"], row[name]): row for row in _records(frame)}


def _cell(row: dict[str, Any], figure: str, scale: int = 1) -> str:
    """Return a figure, and how sure it is."""
    value, error = scale * row[figure], scale * (row["standard_error"] or 0.0)
    if not error:
        return f"{number_cell(value)} {NONE}" if row["standard_error"] is None else f"{value:g}"
    return f"{number_cell(value, error)} ± {number_cell(error, error)}"

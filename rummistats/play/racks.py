"""Figures of many positions at once: what is on a rack, on the table, and still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rummistats.measures import make_measure
from rummistats.play.table import Table
from rummistats.search import Objective
from rummistats.tiles import Hand
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rummistats.montecarlo.batch import Batch

__all__ = ["Rack", "figure_names", "kinds_of_melds", "rack_figures"]

Name = tuple[Any, ...]

_HELPFUL: tuple[tuple[str, Objective], ...] = (("melds", "melds"), ("melded_tiles", "tiles"))
_COUNTED = ("kinds", "tiles")


@dataclass(frozen=True)
class Rack:
    """A player's side of a position.

    Parameters
    ----------
    hand : Hand
        The rack.
    table : Table
        The melds that lie there.
    face_up : Hand
        Other tiles that the player sees.
    opened : bool
        Whether the player has opened.
    """

    hand: Hand
    table: Table
    face_up: Hand
    opened: bool


def kinds_of_melds(variant: Variant) -> tuple[tuple[str, int], ...]:
    """Return the kinds of melds of a game: groups and runs, by length.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> kinds_of_melds(find_variant("sabra"))[:4]
    (('group', 3), ('group', 4), ('run', 3), ('run', 4))
    """
    groups = range(variant.min_group, variant.largest_group + 1)
    runs = sorted({len(run) for run in variant.runs})
    return (*(("group", size) for size in groups), *(("run", length) for length in runs))


@lru_cache(maxsize=16)
def figure_names(variant: Variant) -> tuple[Name, ...]:
    """Return what is counted of every position: a table's name, and what tells its rows apart."""
    points = variant.game.rack_points is not None
    dead_wood = ["tiles_left", "dead_wood_tiles"]
    if points:
        dead_wood += ["points_left", "dead_wood_points"]
    return (
        ("opened",),
        *(("dead_wood", figure) for figure in dead_wood),
        *(("helpful", figure, counting) for figure, _ in _HELPFUL for counting in _COUNTED),
        *((place, *kind) for place in ("table", "possible") for kind in kinds_of_melds(variant)),
    )


def rack_figures(racks: Sequence[Rack], variant: Variant) -> npt.NDArray[np.int64]:
    """Return all figures of all racks, in the order of `figure_names`.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> table = Table.parse("{B7 K7 Y7}", sabra)
    >>> rack = Rack(sabra.parse("R1 R2 R3 B9"), table, sabra.parse(""), True)
    >>> figures = dict(zip(figure_names(sabra), rack_figures([rack], sabra)[0].tolist()))
    >>> figures["dead_wood", "tiles_left"], figures["dead_wood", "dead_wood_points"]
    (4, 9)
    >>> figures["table", "group", 3], figures["possible", "run", 3], figures["possible", "run", 4]
    (1, 1, 0)
    """
    import numpy as np

    names = figure_names(variant)
    found: npt.NDArray[np.int64] = np.zeros((len(racks), len(names)), dtype=np.int64)
    by_size: dict[int, list[int]] = {}
    for place, rack in enumerate(racks):
        by_size.setdefault(len(rack.hand), []).append(place)
    for size, places in by_size.items():
        some = [racks[place] for place in places]
        columns = _of_racks(some, variant) if size else {}
        for number, name in enumerate(names):
            if name in columns:
                found[places, number] = columns[name]
    for place, rack in enumerate(racks):
        kinds = Counter((meld.kind, len(meld)) for meld in rack.table)
        for number, name in enumerate(names):
            if name[0] == "table":
                found[place, number] = kinds[name[1:]]
            elif name[0] == "opened":
                found[place, number] = rack.opened
    return found


def _of_racks(racks: Sequence[Rack], variant: Variant) -> dict[Name, Any]:
    """Return the figures of racks of one size that depend on the rack."""
    from rummistats.dealing import batch_of_hands
    from rummistats.montecarlo.batch import Batch
    from rummistats.montecarlo.batch_measures import evaluate

    batch = Batch(variant, batch_of_hands(rack.hand for rack in racks))

    def measured(text: str) -> Any:
        return evaluate(make_measure(text), batch)

    columns: dict[Name, Any] = {
        ("dead_wood", "tiles_left"): batch.hands.shape[1],
        ("dead_wood", "dead_wood_tiles"): measured("dead_wood_tiles"),
    }
    if variant.game.rack_points is not None:
        columns["dead_wood", "points_left"] = measured("hand_points")
        columns["dead_wood", "dead_wood_points"] = measured("dead_wood_points")
    for kind, length in kinds_of_melds(variant):
        argument = "size" if kind == "group" else "length"
        columns["possible", kind, length] = measured(f"has_{kind}({argument}={length})")
    return columns | _helpful(racks, batch)


def _helpful(racks: Sequence[Rack], batch: Batch) -> dict[Name, Any]:
    """Return how many tiles that a player can't see would raise an optimum of the rack alone."""
    import numpy as np

    variant = batch.variant
    tiles = variant.table_set
    seen = np.array(
        [(rack.hand + rack.table.hand(variant) + rack.face_up).counts for rack in racks],
        dtype=np.int64,
    )
    unseen = np.array(tiles.all_tiles().counts, dtype=np.int64) - seen
    found = {
        ("helpful", figure, counting): np.zeros(len(racks), dtype=np.int64)
        for figure, _ in _HELPFUL
        for counting in _COUNTED
    }
    now = {objective: batch.optimum(objective) for _, objective in _HELPFUL}
    for kind, most in enumerate(variant.playing_set.copies_of_kind):
        # A rack never gets more tiles of a kind than the measures know.
        rows = np.flatnonzero((unseen[:, kind] > 0) & (batch.counts[:, kind] < most))
        if not len(rows):
            continue
        drawn = type(batch)(variant, batch.hands[rows]).with_tile(kind)
        for figure, objective in _HELPFUL:
            helps = drawn.optimum(objective) > now[objective][rows]
            found["helpful", figure, "kinds"][rows] += helps
            found["helpful", figure, "tiles"][rows] += helps * unseen[rows, kind]
    return found

"""What a game with a trump says of its turns, with one name for American and International."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rummistats.variants import Variant

__all__ = ["DISCARD", "NO_FOOT", "USE", "WIN", "TrumpRules", "trump_rules"]

USE, WIN, DISCARD = "use", "win", "discard"
"""The phases beside `TAKE` and `ACT`: the discard that was taken must be laid; a tile was taken to
win with it; after a failed play nothing is left but to discard."""

NO_FOOT = "no Foot: "
"""How the fault of somebody begins who lays all tiles but one and may not."""


@dataclass(frozen=True)
class TrumpRules:
    """What a variant says of the turns, with one name for both games.

    Parameters
    ----------
    discards : {"always", "after_opening", "to_win"}
        When the previous discard may be taken: always; by who has opened; by them, and by who
        wins with it.
    must_use : bool
        Whether a discard that was taken must be laid at once.
    return_taken : bool
        Whether a discard that was taken may be discarded in the same turn.
    trump : {"any", "opened", "unopened", "closed"}
        Who may take the trump to win: anybody, who has opened, who has not, or who wins from the
        rack alone.
    trump_last : bool
        Whether the trump is the last tile of the pool.
    closed_win : {"no", "rack", "any"}
        Whether all tiles but one may be laid at once without an opening: never, if they come to
        lie in melds from the rack alone, or always.
    recycles : bool
        Whether the discards become a new pool.
    layoff : {"any", "own_only", "none"}
        Where tiles may be added in the opening turn.
    """

    discards: str
    must_use: bool
    return_taken: bool
    trump: str
    trump_last: bool
    closed_win: str
    recycles: bool
    layoff: str


@lru_cache(maxsize=64)
def trump_rules(variant: Variant) -> TrumpRules:
    """Return what a variant says of the turns.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> trump_rules(find_variant("american")).discards
    'after_opening'
    >>> trump_rules(find_variant("international")).closed_win
    'rack'
    """
    rules = dict(variant.table_rules)
    layoff = str(rules["opening_turn_layoff"])
    if "trump_for" in rules:
        closed = rules["trump_for"] == "closed"
        as_foot = rules["concealed_layoff_counts_as"] == "foot"
        return TrumpRules(
            discards="always" if rules["discard_from"] == "always" else "to_win",
            must_use=False,
            return_taken=True,
            trump="any" if not closed else "unopened" if as_foot else "closed",
            trump_last=False,
            closed_win="rack",
            recycles=False,
            layoff=layoff,
        )
    return TrumpRules(
        discards="always" if rules["discard_for_opening"] else "after_opening",
        must_use=bool(rules["discard_must_be_used"]),
        return_taken=not rules["no_redraw_discard"],
        trump="any" if rules["trump_without_opening"] else "opened",
        trump_last=bool(rules["trump_drawable"]),
        closed_win="no" if rules["closed_needs_opening"] else "any",
        recycles=rules["exhaustion"] == "recycle",
        layoff=layoff,
    )

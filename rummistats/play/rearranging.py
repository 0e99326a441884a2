"""What may be done with the table: rearranged in some games, only extended in others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rummistats.errors import VariantError
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import AnyMeld, Points

__all__ = ["EXTENDED", "REARRANGED", "Rearranging", "has_table_plays", "rearranging"]

REARRANGED = ("sabra", "river", "stone-rummy", "stone-rummy-plus", "machiavelli")
"""The games whose tables are rearranged."""

EXTENDED = ("gin", "american", "international", "okey-101", "rummy-500", "shanghai", "romanian")
"""The games whose tables are only extended, unless a house rule says otherwise."""


@dataclass(frozen=True)
class Rearranging:
    """What a variant says about the table, with one name for every game.

    Parameters
    ----------
    rearranges : bool
        Whether melds on the table may be taken apart; else they are only extended.
    joker_mode : {"free", "replace", "locked", "fixed"}
        What may be done with a joker on the table. Where the table is only extended: "locked"
        if a real tile may release it, "fixed" if it stays for good.
    from_table : bool
        Whether the tile that replaces a joker may have been on the table.
    reuse_rack_tiles : int
        Fewest rack tiles in the meld in which a released joker ends.
    freed_in_new_meld : bool
        Whether a released joker has to end in a new meld, even with no rack tile.
    group3_needs_both : bool
        Whether a joker leaves a group of three only for a group of four real tiles.
    release_unfreezes : bool
        Whether a meld whose jokers were released may be rearranged.
    joker_before_opening : bool
        Whether table jokers may be exchanged in the opening turn.
    layoff : bool
        Whether an opening turn may go on like a later turn.
    layoff_exchanges : bool
        Whether jokers of the table may be exchanged then, after the opening.
    opening : Points or None
        What must be laid first; None if anything may be.
    jokers_return : bool
        Whether an exchanged joker may be taken to the rack.
    tiles_return : bool
        Whether a table tile may be taken to the rack for a joker from there.
    joker_chase : bool
        Whether a joker in somebody else's claim may be exchanged.
    new_melds : bool
        Whether new melds may be laid after the opening.
    reused_apart : bool
        Whether released jokers are in different melds.
    key_opens : bool
        Whether tiles that must be laid have to be part of an opening: the Key of the River, and
        a helper card that is taken for the first play.
    """

    rearranges: bool = True
    joker_mode: str = "free"
    from_table: bool = True
    reuse_rack_tiles: int = 0
    freed_in_new_meld: bool = False
    group3_needs_both: bool = False
    release_unfreezes: bool = True
    joker_before_opening: bool = False
    layoff: bool = False
    layoff_exchanges: bool = True
    opening: Points | None = None
    jokers_return: bool = False
    tiles_return: bool = False
    joker_chase: bool = False
    new_melds: bool = True
    reused_apart: bool = False
    key_opens: bool = False


def has_table_plays(variant: Variant) -> bool:
    """Whether tiles are laid on the table before the end of a deal, or with it.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [has_table_plays(find_variant(name)) for name in ("gin", "okey", "okey-101")]
    [True, False, True]
    """
    return variant.game.name in (*REARRANGED, *EXTENDED)


@lru_cache(maxsize=64)
def rearranging(variant: Variant) -> Rearranging:
    """Return what a variant says about rearranging the table.

    Raises
    ------
    VariantError
        If nothing of the kind is known of the game.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> rearranging(find_variant("sabra").preset("classic_1978")).joker_mode
    'locked'
    """
    game = require_variant(variant).game
    if game.name in EXTENDED:
        return _extending(variant)
    if not has_table_plays(variant):
        known = ", ".join((*REARRANGED, *EXTENDED))
        raise VariantError(f"in {game.title} no plays on the table are judged; they are in {known}")
    rules = dict((*variant.own_hand_rules, *variant.table_rules))
    if "joker_mode" in rules:
        return Rearranging(
            joker_mode=str(rules["joker_mode"]),
            from_table=rules["joker_replace_from"] == "rack_or_table",
            reuse_rack_tiles=int(str(rules["joker_reuse_rack_tiles"])),
            group3_needs_both=bool(rules["joker_group3_needs_both"]),
            release_unfreezes=bool(rules["locked_release_unfreezes"]),
            joker_before_opening=bool(rules["joker_before_opening"]),
            layoff=rules["opening_turn_layoff"] == "any",
            opening=None if variant.open_points is None else _points(variant),
            key_opens=rules["draw_rule"] == "draw_two_river",
        )
    if "joker_keep" in rules:
        return Rearranging(
            layoff=True,
            jokers_return=bool(rules["joker_keep"]) and rules["return_to_hand"] == "jokers",
            # Without claims Stone-Rummy-Plus is Stone-Rummy.
            tiles_return=bool(rules.get("claims") and rules["stone_returns_for_joker"])
            and rules["return_to_hand"] == "jokers",
            joker_chase=bool(rules.get("claims") and rules["joker_chase"]),
        )
    first_own = bool(rules["first_play_own"])
    return Rearranging(
        layoff=True,
        opening=_points(variant) if variant.open_points or first_own else None,
        key_opens=bool(rules["starting_table"]),
    )


def _extending(variant: Variant) -> Rearranging:
    """Return what a variant says whose tables are only extended."""
    rules = dict((*variant.own_hand_rules, *variant.table_rules))
    if "rearrange" in rules:
        return Rearranging(
            rearranges=bool(rules["rearrange"]),
            joker_mode="locked",
            from_table=False,
            reuse_rack_tiles=int(str(rules["joker_reuse_rack_tiles"])),
            freed_in_new_meld=True,
            group3_needs_both=bool(rules.get("joker_group3_needs_both")),
            joker_before_opening=bool(rules.get("joker_before_opening")),
            layoff=rules["opening_turn_layoff"] == "any",
            opening=_points(variant),
        )
    if variant.game.name == "okey-101":
        swap = variant.rule("joker_swap")
        return Rearranging(
            rearranges=False,
            joker_mode="fixed" if swap == "off" else "locked",
            jokers_return=swap == "keep",
            # Without points nobody opens but with pairs.
            opening=Points(10**6) if variant.open_points is None else _points(variant),
        )
    if variant.game.name == "shanghai":
        # Before the contract nothing is laid; it is judged for itself.
        new = bool(variant.rule("extra_melds"))
        return Rearranging(rearranges=False, joker_mode="locked", layoff=True, new_melds=new)
    if variant.game.name == "romanian":
        return Rearranging(
            rearranges=False,
            joker_mode="locked",
            reuse_rack_tiles=2,
            reused_apart=variant.rule("joker_reuse_rack_tiles") == "exactly_2",
            group3_needs_both=True,
            layoff_exchanges=False,
            layoff=variant.rule("opening_turn_layoff") == "any",
            opening=Points(0) if variant.open_points is None else _points(variant),
        )
    opening = None if variant.open_points is None else _points(variant)
    return Rearranging(rearranges=False, joker_mode="fixed", layoff=True, opening=opening)


def _points(variant: Variant) -> Points:
    """Return the way to open: points, or any meld as no points."""
    for way in variant.opening():
        if isinstance(way, Points):
            return way
        if isinstance(way, AnyMeld):
            return Points(0)
    raise VariantError(f"{variant!r} can't be opened by points")

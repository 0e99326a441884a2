"""Whether a play is legal: the table before, the table after, and the tiles from the rack.

Only the table at the end of the turn is judged, as the rule files say. This is the whole test,
in plain words and without regard to how plays are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rummistats.errors import PlayError, TableError, TileError, shown
from rummistats.melds import Group, Meld, judge
from rummistats.play.extending import broken_extension
from rummistats.play.jokers import broken_joker_rule
from rummistats.play.opening_rules import broken_opening, exchanges, opening_of, openings_in
from rummistats.play.rearranging import Rearranging, rearranging
from rummistats.play.table import Table, as_table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import Points
from rummistats.whole import as_truth

__all__ = ["PlayVerdict", "as_claims", "as_rack", "check_opened", "claims_later", "judge_play"]

Tiles = Counter[Tile]


@dataclass(frozen=True)
class PlayVerdict:
    """What `judge_play` says of a play.

    Parameters
    ----------
    legal : bool
        Whether it is legal.
    reason : str
        The rule that it breaks, if it breaks one.
    returned : tuple of Tile
        The tiles that went from the table to the rack, where the game lets some go there.

    Examples
    --------
    >>> print(PlayVerdict(False, "no tile comes from the rack"))
    illegal: no tile comes from the rack
    """

    legal: bool
    reason: str = ""
    returned: tuple[Tile, ...] = ()

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return "legal" if self.legal else f"illegal: {self.reason}"


class _Illegal(Exception):
    """A rule that a play breaks, in words."""


def judge_play(
    before: Table | str,
    after: Table | str,
    played: Hand | str,
    variant: Variant | str,
    opened: bool = True,
    *,
    claims: Table | str = "",
    must: Hand | str | None = None,
) -> PlayVerdict:
    """Say whether a play is legal, or which rule it breaks.

    Parameters
    ----------
    before, after : Table or str
        The table at the beginning and at the end of the turn.
    played : Hand or str
        The rack tiles that were laid.
    variant : Variant or str
        Whose rules apply: Sabra, River, Stone-Rummy, Stone-Rummy-Plus or Machiavelli; or Gin,
        American, International, 101 Okey, Rummy 500 or Shanghai Rummy, where melds on the table
        are only extended. In the last a player has laid the contract.
    opened : bool
        Whether the player had opened before this turn.
    claims : Table or str
        The melds of ``before`` that are other players' claims.
    must : Hand or str, optional
        Rack tiles that have to be among those laid. In the River it is the Key, and in
        Machiavelli with a starting table a helper card: these have to be part of the opening if
        the player has not opened.

    Returns
    -------
    PlayVerdict
        True if it is legal.

    Raises
    ------
    TableError
        If ``before`` is no table of the variant. (If ``after`` is none, the play is illegal.)
    PlayError
        If ``claims`` are not on the table before, or ``opened`` is neither True nor False.
    VariantError
        If it isn't known how the game is played.

    Notes
    -----
    A joker in a group of three stands for either missing color: it keeps its reading as long as
    one of the colors is common to both, and a real tile of either color releases it. A joker of
    the old table is matched with one joker or real tile of the new one, and no two with the same.
    In Stone-Rummy a joker may go to the rack if a real tile that it stood for is on the new
    table, matched in the same way; in Stone-Rummy-Plus a real tile may, if a joker from the
    rack stands for it on the new table.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> print(judge_play("{R4 R5 R6 R7}", "{R4 R5 R6} {R7 B7 K7}", "B7 K7", sabra))
    legal
    >>> print(judge_play("{R3 R4 R5}", "{R4 R5 R6 R7}", "R6 R7", sabra))
    illegal: R3 was on the table and is not there any more
    """
    variant = require_variant(variant)
    opened = check_opened(opened)
    rules = rearranging(variant)
    before = as_table(before, variant)
    foreign = as_claims(claims, before, variant)
    rack = Counter(as_rack(played, variant))
    needed = Counter() if must is None else Counter(as_rack(must, variant))
    try:
        try:
            after = as_table(after, variant)
        except TableError as error:
            raise _Illegal(str(error)) from None
        if not rack:
            raise _Illegal("no tile comes from the rack")
        if missing := needed - rack:
            raise _Illegal(f"{_listed(missing)} must be played")
        returned = _returned(before, after, rack, rules)
        if not opened and (way := opening_of(variant)) is not None:
            _judge_opening(before, after, rack, variant, rules, way, needed)
        else:
            _judge_later_turn(before, after, rack, variant, rules, foreign, returned)
    except _Illegal as broken:
        return PlayVerdict(False, str(broken))
    return PlayVerdict(True, returned=tuple(returned.elements()))


def check_opened(opened: object) -> bool:
    """Return whether a player has opened, as Python's own truth.

    Raises
    ------
    PlayError
        If it is neither True nor False.

    Examples
    --------
    >>> check_opened("True")
    Traceback (most recent call last):
        ...
    rummistats.errors.PlayError: opened='True': it is True or False
    """
    if (truth := as_truth(opened)) is None:
        raise PlayError(f"opened={shown(opened)}: it is True or False")
    return truth


def as_rack(hand: Hand | str, variant: Variant) -> Hand:
    """Return a hand as tiles of the variant's `table_set`.

    Raises
    ------
    TileError
        If it is no hand of the variant.
    """
    if isinstance(hand, str):
        return variant.table_set.parse(hand)
    if not isinstance(hand, Hand):
        raise TileError(f"{shown(hand)} is no hand; a hand is a Hand or a text such as 'R7 B7 J'")
    if hand.tile_set == variant.table_set:
        return hand
    if hand.tile_set not in (variant.tile_set, variant.playing_set):
        raise TileError(f"a hand of {hand.tile_set} can't be played in {variant!r}")
    return variant.table_set.hand(hand)


def as_claims(claims: Table | str, before: Table, variant: Variant) -> tuple[Meld, ...]:
    """Return the claims if they are on the table.

    Raises
    ------
    PlayError
        If one is not.
    """
    if isinstance(claims, str) and not claims:
        return ()
    found = as_table(claims, variant).melds
    if missing := Counter(found) - Counter(before.melds):
        raise PlayError(f"{{{next(iter(missing))}}} is claimed, but it isn't on the table")
    return found


def _listed(tiles: Tiles) -> str:
    return " ".join(map(str, tiles.elements()))


def _returned(before: Table, after: Table, rack: Tiles, rules: Rearranging) -> Tiles:
    """Return the tiles that went to the rack, if they are of a kind that may go there."""
    old, new = Counter(before.tiles), Counter(after.tiles)
    if strange := new - (old + rack):
        raise _Illegal(f"{_listed(strange)} comes from nowhere")
    returned = (old + rack) - new
    if kept := returned - old:
        raise _Illegal(f"{_listed(kept)} is said to be played, but isn't on the table")
    for tile in returned:
        if not (rules.jokers_return if tile.is_joker else rules.tiles_return):
            raise _Illegal(f"{tile} was on the table and is not there any more")
    return returned


def _judge_later_turn(
    before: Table,
    after: Table,
    rack: Tiles,
    variant: Variant,
    rules: Rearranging,
    foreign: tuple[Meld, ...],
    returned: Tiles,
) -> None:
    """Check what is asked of a player who has opened."""
    reason = ""
    for old, new, chased in _without_claims(before, after, foreign, variant, rules):
        reason = _broken_table_rule(old, new, rack, variant, rules) or _broken_return(
            old, new, rack, returned, chased
        )
        if not reason:
            return
    raise _Illegal(reason or _broken_by_touching(after, foreign, variant, rules))


def _broken_by_touching(
    after: Table, foreign: tuple[Meld, ...], variant: Variant, rules: Rearranging
) -> str:
    """Return which meld of another player isn't on the new table any more."""
    left = Counter(after.melds)
    touched = foreign[-1]
    for claim in foreign:
        now = next((now for now, _ in claims_later(claim, variant, rules) if left[now]), None)
        if now is None:
            touched = claim
            break
        left[now] -= 1
    return f"{{{touched}}} belongs to another player and may not be changed in this turn"


def _without_claims(
    before: Table,
    after: Table,
    foreign: tuple[Meld, ...],
    variant: Variant,
    rules: Rearranging,
) -> Iterator[tuple[Table, Table, int]]:
    """Yield both tables without the claims, and how many jokers were chased out of these."""
    if not foreign:
        yield before, after, 0
        return
    claim, *others = foreign
    left = list(before.melds)
    left.remove(claim)
    for now, chased in claims_later(claim, variant, rules):
        if now in after.melds:
            rest = list(after.melds)
            rest.remove(now)
            for old, new, more in _without_claims(
                Table(tuple(left)), Table(tuple(rest)), tuple(others), variant, rules
            ):
                yield old, new, chased + more


def claims_later(claim: Meld, variant: Variant, rules: Rearranging) -> Iterator[tuple[Meld, int]]:
    """Yield what may become of a claim in a foreign turn, and how many jokers leave it."""
    yield claim, 0
    if not isinstance(claim, Group) or not rules.joker_chase:
        return
    for count in range(1, claim.jokers + 1):
        for colors in combinations(claim.joker_colors, count):
            real = [Tile(color, claim.number) for color in (*claim.colors, *colors)]
            # Also where colors may repeat, a joker in a claim stands for one that is missing.
            if len(set(real)) < len(real):
                continue
            wild = [variant.table_set.joker] * (claim.jokers - count)
            for reading in judge(variant.table_set.hand(real + wild), variant).readings:
                if isinstance(reading, Group):
                    yield reading, count


def _broken_return(old: Table, new: Table, rack: Tiles, returned: Tiles, chased: int) -> str:
    """Return what is wrong with the tiles that went to the rack."""
    wild = [tile for tile in returned.elements() if tile.is_joker]
    real = [tile for tile in returned.elements() if not tile.is_joker]
    exchanged = max(0, len(wild) - chased)
    stood_for = [reading for meld in old for reading in meld.joker_readings]
    there = Counter(tile for tile in new.tiles if not tile.is_joker)
    if not any(_matched(list(some), there) for some in combinations(stood_for, exchanged)):
        return "a joker went to the rack, and no tile that it stood for is in its place"
    from_rack = sum(count for tile, count in rack.items() if tile.is_joker)
    stands_for = [reading for meld in new for reading in meld.joker_readings]
    if len(real) > from_rack or not _all_replaced(real, stands_for):
        return (
            f"{' '.join(map(str, real))} went to the rack without a joker from there in its place"
        )
    return ""


def _matched(readings: list[frozenset[Tile]], there: Tiles) -> bool:
    """Whether each reading gets a tile of its own."""
    if not readings:
        return True
    for tile in readings[0]:
        if there[tile] and _matched(readings[1:], there - Counter([tile])):
            return True
    return False


def _all_replaced(tiles: list[Tile], readings: list[frozenset[Tile]]) -> bool:
    """Whether each tile gets a joker of its own that may stand for it."""
    if not tiles:
        return True
    return any(
        _all_replaced(tiles[1:], readings[:place] + readings[place + 1 :])
        for place, reading in enumerate(readings)
        if tiles[0] in reading
    )


def _broken_table_rule(
    before: Table, after: Table, rack: Tiles, variant: Variant, rules: Rearranging
) -> str:
    """Return which rule about what lay on the table a play breaks, or nothing."""
    broken = broken_joker_rule if rules.rearranges else broken_extension
    return broken(before, after, rack, variant, rules)


def _judge_opening(
    before: Table,
    after: Table,
    rack: Tiles,
    variant: Variant,
    rules: Rearranging,
    way: Points,
    needed: Tiles,
) -> None:
    """Check what is asked of a player who has not opened."""
    key = needed if rules.key_opens else Counter()
    if rules.layoff and _opens_and_goes_on(before, after, rack, variant, rules, way, key):
        return
    reason = ""
    for old, exchanged in exchanges(before, rack, variant, rules):
        new = Counter(after.melds) - Counter(old.melds)
        if Counter(old.melds) - Counter(after.melds):
            reason = reason or (
                "the opening was not laid from the rack alone"
                if rules.layoff
                else "the table was changed before the opening"
            )
            continue
        laid = list(new.elements())
        reason = broken_opening(laid, variant, way)
        if lacking := key - Counter(tile for meld in laid for tile in meld.tiles):
            reason = reason or f"{_listed(lacking)} is not part of the opening"
        if not reason and exchanged:
            reason = _broken_table_rule(before, after, rack, variant, rules)
        if not reason:
            return
    raise _Illegal(reason)


def _opens_and_goes_on(
    before: Table,
    after: Table,
    rack: Tiles,
    variant: Variant,
    rules: Rearranging,
    way: Points,
    key: Tiles,
) -> bool:
    """Whether some of the rack tiles are an opening, and the rest of the turn is legal."""
    if not rules.rearranges and rules.joker_before_opening:
        return _exchanges_and_opens(before, after, rack, variant, rules, way)
    if not rules.layoff_exchanges:
        rules = replace(rules, joker_mode="fixed")
    tiles = variant.table_set
    with_key = tiles.hand(key.elements()) if key else None
    for laid in openings_in(tiles.hand(rack.elements()), variant, way, with_key):
        left = rack - Counter(tile for meld in laid for tile in meld.tiles)
        table = before + Table(tuple(laid))
        if not left:
            if table == after:
                return True
            continue
        if not _broken_table_rule(table, after, left, variant, rules):
            return True
    return False


def _exchanges_and_opens(
    before: Table, after: Table, rack: Tiles, variant: Variant, rules: Rearranging, way: Points
) -> bool:
    """Whether jokers are exchanged first, perhaps for the opening, and the rest is legal."""
    joker = variant.table_set.joker
    plain = replace(rules, joker_before_opening=False)
    for old, exchanged in exchanges(before, rack, variant, rules):
        there = rack - (Counter(old.tiles) - Counter(before.tiles))
        there[joker] += exchanged
        for laid in openings_in(variant.table_set.hand(there.elements()), variant, way):
            left = there - Counter(tile for meld in laid for tile in meld.tiles)
            table = old + Table(tuple(laid))
            rest = broken_extension(table, after, left, variant, plain) if left else ""
            if rest or (not left and table != after):
                continue
            # Where the freed jokers end is asked of the whole turn.
            if not exchanged or not broken_extension(before, after, rack, variant, rules):
                return True
    return False

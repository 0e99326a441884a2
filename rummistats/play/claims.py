"""Claims: groups of four that belong to a player. Source: ``rules/stone-rummy-plus.md``.

A claim is made with a stone from the hand that lies in it: that stone completes a group of three,
or it is one of four that are put together. One stone makes one claim. What a player owned before
the turn may stay a claim without one, also if another piece takes the place of one of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rummistats.melds import Group, Meld
from rummistats.play.actions import Lay
from rummistats.play.legality import claims_later
from rummistats.play.rearranging import rearranging
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant

__all__ = [
    "NO_CLAIMS",
    "broken_claim_rule",
    "claims_after",
    "has_claims",
    "most_claims",
    "owners_of",
    "touched_claim",
]

NO_CLAIMS = "nothing can be claimed in this game"
"""What is said to somebody who claims a meld where there are no claims."""


@lru_cache(maxsize=64)
def has_claims(variant: Variant) -> bool:
    """Return whether groups of four can be claimed.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [has_claims(find_variant(name)) for name in ("stone-rummy", "stone-rummy-plus")]
    [False, True]
    """
    return bool(dict(variant.table_rules).get("claims"))


def claims_after(
    claims: tuple[Table, ...], seat: int, lay: Lay, variant: Variant
) -> tuple[Table, ...] | None:
    """Return all claims by seat after a play, or None if one of another player was touched.

    A claim of another player may have lost a joker to the tile that it stood for.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plus = find_variant("stone-rummy-plus")
    >>> claims = (Table.parse("{R5 Y5 K5 J}", plus), Table())
    >>> table = Table.parse("{R5 Y5 K5 B5}", plus)
    >>> claims_after(claims, 1, Lay(table, plus.parse("B5")), plus)
    (Table('{R5 B5 K5 Y5}'), Table(''))
    """
    if not claims:
        return ()
    foreign = [
        (owner, claim)
        for owner, table in enumerate(claims)
        if owner != seat
        for claim in table.melds
    ]
    left = Counter(lay.table.melds) - Counter(lay.claims.melds)
    found = next(_found_again([claim for _, claim in foreign], left, variant), None)
    if found is None:
        return None
    after: list[list[Meld]] = [[] for _ in claims]
    for (owner, _), now in zip(foreign, found, strict=True):
        after[owner].append(now)
    after[seat] = list(lay.claims.melds)
    return tuple(Table(tuple(melds)) for melds in after)


def broken_claim_rule(
    before: Table, claims: tuple[Table, ...], seat: int, lay: Lay, variant: Variant
) -> str:
    """Return which rule about claims a play breaks, or nothing.

    Parameters
    ----------
    before : Table
        The table before the play.
    claims : tuple of Table
        Who owned what then, by seat.
    seat : int
        Who plays.
    lay : Lay
        The play.
    variant : Variant
        Whose rules apply.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plus = find_variant("stone-rummy-plus")
    >>> table = Table.parse("{R8 B8 K8 Y8}", plus)
    >>> capture = Lay(table, plus.parse("K8"), table)
    >>> broken_claim_rule(Table.parse("{R8 Y8 B8}", plus), (Table(), Table()), 0, capture, plus)
    ''
    >>> broken_claim_rule(table, (Table(), Table()), 0, capture, plus.with_rules(claims=False))
    'nothing can be claimed in this game'
    """
    if not has_claims(variant):
        return NO_CLAIMS if lay.claims else ""
    for meld in lay.claims:
        missing = Counter(lay.claims.melds)[meld] - Counter(lay.table.melds)[meld]
        if missing > 0:
            return f"{{{meld}}} is claimed, but {missing} of it isn't on the table"
        if fault := _broken_by_shape(meld, variant):
            return fault
    if fault := touched_claim(claims, seat, lay, variant):
        return fault
    if not len(lay.played) and (fault := _broken_without_tiles(before, claims[seat], lay, variant)):
        return fault
    reasons = _reasons(before, claims, seat, lay.played, variant)
    if not _all_matched(list(lay.claims.melds), reasons):
        return (
            "what is claimed was neither owned before nor made with a stone from the hand that "
            "lies in it"
        )
    return ""


def touched_claim(claims: tuple[Table, ...], seat: int, lay: Lay, variant: Variant) -> str:
    """Return which claim of another player a play touches, and whose it is; nothing if none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plus = find_variant("stone-rummy-plus")
    >>> claims = (Table(), Table.parse("{R8 B8 K8 Y8}", plus))
    >>> table = Table.parse("{R8 B8 K8} {Y7 Y8 Y9}", plus)
    >>> touched_claim(claims, 0, Lay(table, plus.parse("Y7 Y9")), plus)
    'the claim {R8 B8 K8 Y8} of seat 2 was touched; only its owner may change it'
    """
    if claims_after(claims, seat, lay, variant) is not None:
        return ""
    left, rules = Counter(lay.table.melds) - Counter(lay.claims.melds), rearranging(variant)
    fault = ""
    for owner, table in enumerate(claims):
        for claim in table.melds if owner != seat else ():
            now = next((now for now, _ in claims_later(claim, variant, rules) if left[now]), None)
            if now is None:
                return _touched(claim, owner, variant)
            # Of two equal claims that lie there once only, the later one is named.
            left[now] -= 1
            fault = _touched(claim, owner, variant)
    return fault


def owners_of(claims: Sequence[Table], melds: Sequence[Meld]) -> list[int | None]:
    """Return for each meld of a table the seat that owns it, or None if nobody does.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> plus = find_variant("stone-rummy-plus")
    >>> claims = (Table(), Table.parse("{R8 B8 K8 Y8}", plus))
    >>> owners_of(claims, Table.parse("{R8 B8 K8 Y8} {R8 B8 K8 Y8} {R1 R2 R3}", plus).melds)
    [1, None, None]
    """
    left = [Counter(table.melds) for table in claims]
    owners: list[int | None] = []
    for meld in melds:
        owner = next((seat for seat, own in enumerate(left) if own[meld]), None)
        if owner is not None:
            left[owner][meld] -= 1
        owners.append(owner)
    return owners


def most_claims(
    before: Table, claims: tuple[Table, ...], seat: int, lay: Lay, variant: Variant
) -> Table:
    """Return all that a player may own after a play, whatever the play claims itself."""
    if not has_claims(variant):
        return Table()
    after = claims_after(claims, seat, Lay(lay.table, lay.played), variant)
    if after is None:
        return Table()
    owned = Counter(meld for table in after for meld in table.melds)
    reasons = _reasons(before, claims, seat, lay.played, variant)
    most: list[Meld] = []
    for meld in (Counter(lay.table.melds) - owned).elements():
        if not _broken_by_shape(meld, variant) and _all_matched([*most, meld], reasons):
            most.append(meld)
    return Table(tuple(most))


def _touched(claim: Meld, owner: int, variant: Variant) -> str:
    chase = claim.jokers and rearranging(variant).joker_chase
    may = ", but for a joker that the tile replaces for which it stands" if chase else ""
    return (
        f"the claim {{{claim}}} of seat {owner + 1} was touched; only its owner may change it{may}"
    )


def _broken_by_shape(meld: Meld, variant: Variant) -> str:
    real = len(meld) - meld.jokers
    if not isinstance(meld, Group) or len(meld) != 4 or len(set(meld.colors)) != real:
        return f"{{{meld}}} can't be claimed; a claim is a group of four different colors"
    fewest = int(str(variant.rule("claim_min_real")))
    if real < fewest:
        return f"{{{meld}}} has {real} real stones; a claim has at least {fewest}"
    return ""


def _broken_without_tiles(before: Table, own: Table, lay: Lay, variant: Variant) -> str:
    """Return what is wrong with a turn in which only claims are made or given up."""
    if lay.table != before:
        return "no tile comes from the rack"
    if lay.claims == own:
        return "nothing is played, claimed or given up"
    given_up = Counter(own.melds) - Counter(lay.claims.melds)
    if given_up and not variant.rule("dissolve_any_time"):
        return "a claim is given up only with a stone from the hand"
    return ""


# What allows a claim: one that was owned, a tile from the rack, or a group that lies there.
_Reason = tuple[str, Meld | Tile, frozenset[Meld]]


def _reasons(
    before: Table, claims: tuple[Table, ...], seat: int, played: Hand, variant: Variant
) -> list[_Reason]:
    """Return what allows claims, each one of them."""
    none: frozenset[Meld] = frozenset()
    owned = Counter(meld for table in claims for meld in table.melds)
    common = Counter(before.melds) - owned
    threes = frozenset(common) if not variant.rule("capture_with_joker") else none
    found: list[_Reason] = [("owned", meld, none) for meld in claims[seat]]
    found += [("played", tile, threes if tile.is_joker else none) for tile in played]
    if variant.rule("late_claim"):
        found += [("common", meld, none) for meld in common.elements()]
    return found


def _allows(reason: _Reason, claim: Meld) -> bool:
    kind, what, threes = reason
    if isinstance(what, Tile):
        rest = Counter(claim.tiles) - Counter([what])
        return what in claim.tiles and all(Counter(meld.tiles) != rest for meld in threes)
    if kind == "owned":
        return isinstance(claim, Group) and claim.numbers == what.numbers
    return claim == what


def _all_matched(claims: Sequence[Meld], reasons: Sequence[_Reason]) -> bool:
    """Whether each claim has a reason of its own."""
    if not claims:
        return True
    for place, reason in enumerate(reasons):
        if _allows(reason, claims[0]):
            others = [*reasons[:place], *reasons[place + 1 :]]
            if _all_matched(claims[1:], others):
                return True
    return False


def _found_again(
    claims: Sequence[Meld], left: Counter[Meld], variant: Variant
) -> Iterator[list[Meld]]:
    """Yield what has become of claims, each on the table, those with fewest changes first."""
    if not claims:
        yield []
        return
    for now, _ in claims_later(claims[0], variant, rearranging(variant)):
        if left[now]:
            for others in _found_again(claims[1:], left - Counter([now]), variant):
                yield [now, *others]

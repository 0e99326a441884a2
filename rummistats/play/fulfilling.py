"""Contracts at the table: whether a play lays one, and how a hand lays it.

The melds of a contract are new ones, from the hand and perhaps with jokers picked up from the
table for them; nothing else is laid with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rummistats.contracts import broken_contract, fulfil_contract
from rummistats.errors import TableError
from rummistats.melds import Group, Meld
from rummistats.play.extending import stayed, versions
from rummistats.play.legality import as_rack
from rummistats.play.rearranging import rearranging
from rummistats.play.solve import Play, solve_table
from rummistats.play.table import Table, as_table
from rummistats.tiles import Hand
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

__all__ = ["broken_by_contract", "contract_play"]


def broken_by_contract(
    before: Table, after: Table, played: Hand, variant: Variant, contract: Contract
) -> str:
    """Return why a play does not lay a contract, or nothing if it does.

    Parameters
    ----------
    before, after : Table
        The table at the beginning and at the end.
    played : Hand
        The tiles from the hand.
    variant : Variant
        Whose rules apply.
    contract : Contract
        What must be laid.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> contract = Contract((3, 3), ())
    >>> for melds in ("{7S 7S 7D} {KH KD X}", "{7S 7S 7D} {3S 4S 5S}"):
    ...     table = Table.parse(melds, shanghai)
    ...     print(broken_by_contract(Table(), table, table.hand(shanghai), shanghai, contract))
    <BLANKLINE>
    the contract is 2 groups of 3
    """
    try:
        after = as_table(after, variant)
    except TableError as error:
        return str(error)
    if Counter(after.tiles) != Counter(before.tiles) + Counter(played):
        return "the table does not have the tiles of before and those that are laid"
    real = Counter(played.without_jokers())
    reason = "a meld on the table did not stay together"
    ways = stayed(before.melds, list(after.melds), real, variant, rearranging(variant))
    for new, freed in ways:
        # A joker that is picked up is in the contract instead of the tile laid for it.
        if sum(map(len, new)) != len(played):
            reason = "nothing is laid off before the contract, or with it"
        elif freed and variant.rule("swap_before_contract") == "never":
            reason = "no joker is picked up before the contract is laid"
        else:
            reason = broken_contract(new, variant, contract)
        if not reason:
            return ""
    return reason


def contract_play(
    table: Table, hand: Hand, variant: Variant, contract: Contract, must: Hand | None = None
) -> Play:
    """Return how a hand lays a contract, or no play.

    It has as few jokers as possible; then its melds get what else of the hand fits them. A joker
    is picked up only if the hand can't do without it.

    Parameters
    ----------
    table : Table
        What lies there.
    hand : Hand
        The hand.
    variant : Variant
        Whose rules apply.
    contract : Contract
        What must be laid.
    must : Hand, optional
        Tiles of the hand that have to be laid.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> shanghai = find_variant("shanghai")
    >>> hand = shanghai.parse("9C 9C 9H 9S 4S 5S 7S 6S KD")
    >>> print(contract_play(Table(), hand, shanghai, Contract((3,), (4,))))
    play 4S 5S 6S 7S 9S 9H 9C 9C: {9S 9H 9C 9C} {4S 5S 6S 7S}
    """
    rack = as_rack(hand, variant)
    nothing = rack - rack
    for lying, left, freed in _pick_ups(table, rack, variant):
        melds = fulfil_contract(left, variant, contract)
        if melds is None or sum(meld.jokers for meld in melds) < freed:
            continue
        if not contract.exact:
            melds = _with_more(melds, left, variant, contract)
        after = Table((*lying.melds, *melds))
        played = rack.tile_set.hand((Counter(after.tiles) - Counter(table.tiles)).elements())
        if must is None or as_rack(must, variant) <= played:
            return Play(after, played, rack - played, nothing)
    return Play(table, nothing, rack, nothing)


def _pick_ups(table: Table, rack: Hand, variant: Variant) -> Iterator[tuple[Table, Hand, int]]:
    """Yield the table and the hand with no joker picked up, then with one, and so on."""
    yield table, rack, 0
    if variant.rule("swap_before_contract") == "never" or not table.jokers:
        return
    rules, tiles, seen = rearranging(variant), rack.tile_set, {(table, rack)}
    ways = [(table, rack, 0)]
    for now, hand, freed in ways:
        for place, meld in enumerate(now.melds):
            real = Counter(hand.without_jokers())
            for version, used, count in versions(meld, real, variant, rules):
                if count != 1:
                    continue
                melds = (*now.melds[:place], version, *now.melds[place + 1 :])
                held = hand - tiles.hand(used.elements()) + tiles.hand([tiles.joker])
                if (Table(melds), held) not in seen:
                    seen.add((Table(melds), held))
                    ways.append((Table(melds), held, freed + 1))
                    yield ways[-1]


def _with_more(
    melds: tuple[Meld, ...], hand: Hand, variant: Variant, contract: Contract
) -> tuple[Meld, ...]:
    """Return the melds of a contract with more tiles of the hand, if they stay a contract."""
    left = hand - hand.tile_set.hand(tile for meld in melds for tile in meld.tiles)
    plain = variant.with_rules(extra_melds=False) if variant.rule("extra_melds") else variant
    longer = solve_table(Table(melds), left, plain).table.melds
    if not broken_contract(longer, variant, contract):
        return longer
    # Longer runs may come to continue each other.
    groups = tuple(meld for meld in melds if isinstance(meld, Group))
    runs = tuple(meld for meld in melds if not isinstance(meld, Group))
    return (*solve_table(Table(groups), left, plain).table.melds, *runs)

"""What may be laid in Stone-Rummy, what may come back to the hand, and who owns what.

Stones are alike: a play is legal if there is one way to say which claim of the new table is which
of the old one, and which stone took the place of which joker, under which all rules hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.oracles.referee.jokers import matches
from tests.oracles.referee.melds import Meld, Table, is_group, read_table, tiles_of
from tests.oracles.referee.position import Line, Position, read_legal_table, require
from tests.oracles.referee.tiles import JOKER, Fault, Tile, Tiles, read_tiles, told

Claims = list[list[Meld]]


def returned(position: Position, action: Line) -> Tiles:
    """Return what comes from the table to the hand."""
    there = tiles_of(position.table) + Counter(read_tiles(action["lay"]))
    return there - tiles_of(read_table(action["table"]))


def play_stones(position: Position, action: Line) -> bool:
    """Judge a play and move its stones; return whether it had any.

    "Every stone that was on the table is still there", but jokers that were exchanged, and in
    Stone-Rummy-Plus stones for which jokers were put there.
    """
    rules, seat = position.rules, position.seat
    before, after = position.table, read_legal_table(action["table"], rules)
    played = Counter(read_tiles(action["lay"]))
    own = read_table(action.get("claims", ""))
    require(rules["claims"] or not own, "nothing can be claimed")
    position.take(played)
    back = returned(position, action)
    more = tiles_of(after) - tiles_of(before) - played
    require(not more, f"{told(more)} came from nowhere")
    if not played:
        require_change_of_claims(position, after, own)
    faults = []
    for claims in claims_later(position, after):
        foreign = [claim for some in claims for claim in some]
        rest = Counter(after) - Counter(foreign)
        fault = broken_exchange_rule(position, foreign, rest, played, back)
        fault = fault or broken_claim_rule(position, rest, own, played)
        if not fault:
            break
        faults.append(fault)
    else:
        raise Fault(faults[0] if faults else "a claim of another player was touched")
    claims[seat] = own
    position.claims = claims
    position.give(back)
    position.drawn += back
    position.table = after
    position.opened[seat] = position.opened[seat] or bool(played)
    return bool(played)


def require_change_of_claims(position: Position, after: Table, own: Table) -> None:
    """ "At least one hand stone must enter if the table is changed." """
    rules, had = position.rules, Counter(position.claims[position.seat])
    require(rules["claims"] and Counter(own) != had, "nothing was played")
    require(Counter(after) == Counter(position.table), "no stone of the hand is new on the table")
    kept = rules["dissolve_any_time"] or had <= Counter(own)
    require(kept, "a claim was dissolved without a stone of the hand")


# The claims of the others.


def foreign_claims(position: Position) -> list[tuple[int, Meld]]:
    """Return what belongs to the others, and to whom."""
    seats = (seat for seat in range(len(position.claims)) if seat != position.seat)
    return [(seat, claim) for seat in seats for claim in position.claims[seat]]


def claims_later(position: Position, after: Table) -> Iterator[Claims]:
    """Yield the claims of the others on a new table, those that are unchanged first."""
    owned = foreign_claims(position)
    for melds in _found(
        [claim for _, claim in owned], Counter(after), position.rules.get("joker_chase", False)
    ):
        claims: Claims = [[] for _ in position.hands]
        for (seat, _), meld in zip(owned, melds, strict=True):
            claims[seat].append(meld)
        yield claims


def _found(claims: list[Meld], there: Counter[Meld], chase: bool) -> Iterator[list[Meld]]:
    if not claims:
        yield []
        return
    claim, others = claims[0], claims[1:]
    for meld in sorted(there, key=lambda meld: meld != claim):
        if there[meld] and (meld == claim or (chase and is_chased(claim, meld))):
            for rest in _found(others, there - Counter([meld]), chase):
                yield [meld, *rest]


def is_chased(claim: Meld, now: Meld) -> bool:
    """Return whether stones of colors that were missing replaced jokers of a claim."""
    stones = now.real - claim.real
    return (
        len(now.pieces) == 4
        and bool(stones)
        and claim.real <= now.real
        and len(now.real) == now.real.total()
        and len({tile.number for tile in now.real}) == 1
        and all(any(tile in joker for joker in claim.jokers) for tile in stones)
    )


# Exchanges.


def broken_exchange_rule(
    position: Position, foreign: Table, after: Counter[Meld], played: Tiles, back: Tiles
) -> str:
    """Return which rule about what comes back to the hand is broken; empty if none is.

    Of the new table the claims of others are told, and the rest.
    """
    rules = position.rules
    if not back:
        return ""
    owned = [claim for _, claim in foreign_claims(position)]
    before = Counter(position.table) - Counter(owned)
    stones, jokers = back - Counter({JOKER: back[JOKER]}), back[JOKER]
    if rules["return_to_hand"] == "nothing":
        return f"{told(back)} left the table"
    if jokers and not rules["joker_keep"]:
        return "a freed joker was kept"
    if stones and not (rules["claims"] and rules["stone_returns_for_joker"]):
        return f"{told(stones)} left the table"
    if stones.total() > played[JOKER]:
        return f"{told(stones)} came back for {played[JOKER]} jokers"
    # For each joker that came back a stone it stood for lies there.
    chased = tiles_of(owned)[JOKER] - tiles_of(foreign)[JOKER]
    old = [each for meld in before.elements() for each in meld.jokers]
    real = sum((meld.real for meld in after.elements()), Counter())
    ways = (matches(list(some), real) for some in combinations(old, max(jokers - chased, 0)))
    if all(next(way, None) is None for way in ways):
        return "a joker came back, and no stone took its place"
    # For each stone that came back a joker stands for it.
    new = [each for meld in after.elements() for each in meld.jokers]
    if not _all_stand(list(stones.elements()), new):
        return f"{told(stones)} came back, and no joker took its place"
    return ""


def _all_stand(stones: list[Tile], jokers: list[frozenset[Tile]]) -> bool:
    if not stones:
        return True
    return any(
        stones[0] in joker and _all_stand(stones[1:], jokers[:place] + jokers[place + 1 :])
        for place, joker in enumerate(jokers)
    )


# Claims of the player on turn.


def broken_claim_rule(
    position: Position, after: Counter[Meld], own: list[Meld], played: Tiles
) -> str:
    """Return which rule about what a player claims is broken; empty if none is.

    The new table is told without the claims of others.
    """
    for claim in own:
        if Counter(own)[claim] > after[claim]:
            return f"{claim} is claimed and not there"
        if fault := broken_shape(claim, position.rules):
            return fault
    if not _can_explain(own, reasons(position, played), position):
        return "a claim was neither there before nor made with a stone of the hand"
    return ""


def broken_shape(claim: Meld, rules: dict[str, Any]) -> str:
    """ "A group of exactly four pieces, four different colours of one number." """
    real = claim.real
    if len(claim.pieces) != 4 or not is_group(claim, rules) or len(real) != real.total():
        return f"{claim} is no group of four colors"
    return "" if real.total() >= rules["claim_min_real"] else f"{claim} has too many jokers"


Reason = tuple[str, Any]


def reasons(position: Position, played: Tiles) -> list[Reason]:
    """Return what makes claims, each one: an old claim, a stone of the hand, a common group."""
    found: list[Reason] = [("own", claim) for claim in position.claims[position.seat]]
    found += [("stone", tile) for tile in played.elements()]
    if position.rules.get("late_claim"):
        found += [("group", meld) for meld in common(position)]
    return found


def common(position: Position) -> list[Meld]:
    """Return the melds of the old table that belonged to nobody."""
    owned = Counter(claim for some in position.claims for claim in some)
    return list((Counter(position.table) - owned).elements())


def _can_explain(own: list[Meld], left: list[Reason], position: Position) -> bool:
    if not own:
        return True
    return any(
        _explains(reason, own[0], position)
        and _can_explain(own[1:], left[:place] + left[place + 1 :], position)
        for place, reason in enumerate(left)
    )


def _explains(reason: Reason, claim: Meld, position: Position) -> bool:
    kind, what = reason
    if kind == "own":
        # Its owner may have exchanged its pieces.
        return {tile.number for tile in what.real} == {tile.number for tile in claim.real}
    if kind == "group":
        return bool(what == claim)
    if not claim.tiles[what]:
        return False
    three = claim.tiles - Counter([what])
    captured = what == JOKER and any(meld.tiles == three for meld in common(position))
    return not captured or bool(position.rules["capture_with_joker"])

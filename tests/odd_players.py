"""Players who do what no strategy of the package does: nonsense, nothing in time, odd exchanges."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rummistats.melds import judge
from rummistats.play import STRATEGIES, Action, Lay, Table, View, lay_of
from rummistats.play.simple import is_legal

SECONDS = 0.4
"""How long odd players may think."""


def clumsy(view: View, random: Any) -> Action:
    """Play greedily, but lay nonsense now and then: a failed play."""
    if view.may_lay and random.random() < 0.1:
        return Lay(view.table, view.hand)
    return STRATEGIES["greedy"].choose(view, random)


def slow(view: View, random: Any) -> Action:
    """Play at random, and sometimes not in time."""
    if random.random() < 0.02:
        time.sleep(1.5 * SECONDS)
    return STRATEGIES["random"].choose(view, random)


def fickle(view: View, random: Any) -> Action:
    """Exchange jokers and claims whenever that is allowed, and otherwise play greedily."""
    if view.may_lay:
        odd = [*_exchanges(view), *_claims(view)] if random.random() < 0.7 else []
        for place in random.permutation(len(odd)):
            if is_legal(view, odd[int(place)]):
                return odd[int(place)]
    action = STRATEGIES["greedy"].choose(view, random)
    if isinstance(action, Lay) and action.claims and random.random() < 0.2:
        less = replace(action, claims=Table(action.claims.melds[1:]))
        return less if is_legal(view, less) else action
    return action


def _exchanges(view: View) -> Iterator[Lay]:
    """Yield plays of one tile for a joker of the table, or of a joker for a tile."""
    tiles = view.variant.table_set
    joker = tiles.joker
    for place, meld in enumerate(view.table.melds):
        for tile in dict.fromkeys(view.hand):
            for gone in dict.fromkeys(meld.tiles):
                if tile.is_joker == gone.is_joker or joker not in (tile, gone):
                    continue
                left = Counter(meld.tiles) - Counter([gone]) + Counter([tile])
                for now in judge(tiles.hand(left.elements()), view.variant).readings:
                    melds = (*view.table.melds[:place], now, *view.table.melds[place + 1 :])
                    yield lay_of(view, Table(melds), tiles.hand([tile]))


def _claims(view: View) -> Iterator[Lay]:
    """Yield plays of no tile in which a claim is given up or made."""
    own, nothing = view.own_claims.melds, view.hand - view.hand
    if not view.claims:
        return
    for place in range(len(own)):
        yield Lay(view.table, nothing, Table((*own[:place], *own[place + 1 :])))
    for meld in Counter(view.table.melds) - Counter((*own, *view.foreign_claims.melds)):
        if len(meld) == 4:
            yield Lay(view.table, nothing, Table((*own, meld)))


ODD = {"clumsy": clumsy, "slow": slow, "fickle": fickle}
"""The odd players by name."""

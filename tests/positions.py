"""Positions of deals that are written down as texts, and what is done in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rummistats.play import Action, Lay, Pull, State, Table
from rummistats.play.games import find_game
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant


def position(
    variant: Variant, *racks: str, table: str = "", claims: tuple[str, ...] = (), **settings: Any
) -> State:
    """A position in which seat 0 acts, with given racks and nothing else face up or down."""
    players = len(racks)
    game = variant.with_rules(players=players) if players != variant.players else variant
    state = find_game(game).begin(game, game.deal_table(seed=1), make_seed(1))
    places = {"seat": 0, "pool": "", "discards": ""} | settings
    for name in {"pool", "discards", "covered"} & set(places):
        places[name] = tiles(places[name])
    if claims:
        places["claims"] = tuple(Table.parse(each, game) for each in claims)
    hands = tuple(game.table_set.parse(rack) for rack in racks)
    return replace(state, hands=hands, table=Table.parse(table, game), **places)


def tiles(text: str | Iterable[Tile | str]) -> tuple[Tile, ...]:
    words = text.split() if isinstance(text, str) else map(str, text)
    return tuple(map(Tile.parse, words))


def lay(state: State, played: str, table: str, claims: str = "") -> Lay:
    game = state.variant
    return Lay(Table.parse(table, game), game.table_set.parse(played), Table.parse(claims, game))


def pull(state: State, place: int, played: str, table: str) -> Pull:
    """A pull with as many tiles as the game says."""
    rules = dict(state.variant.table_rules)
    older = rules.get("river_pull") == "older_and_wanted"
    taken = place + 1 if older else len(state.discards) - place
    return Pull(place, lay(state, played, table), taken if "river_pull" in rules else 1)


def fault(state: State, action: Action) -> str:
    return find_game(state.variant).broken_rule(state, action)


def after(state: State, *actions: Action) -> State:
    for action in actions:
        assert fault(state, action) == "", action
        state = find_game(state.variant).apply(state, action)
    return state

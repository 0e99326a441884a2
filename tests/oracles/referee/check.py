"""Records as JSON lines: each deal followed from its first turn to its scores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.oracles.referee import (
    american,
    gin,
    international,
    machiavelli,
    okey,
    okey_101,
    romanian,
    rummy_500,
    sabra,
    shanghai,
    stone_rummy,
)
from tests.oracles.referee.position import begin
from tests.oracles.referee.rules import rules_of
from tests.oracles.referee.tiles import Fault

GAMES = {
    "sabra": sabra,
    "river": sabra,
    "machiavelli": machiavelli,
    "stone-rummy": stone_rummy,
    "gin": gin,
    "stone-rummy-plus": stone_rummy,
    "okey": okey,
    "okey-101": okey_101,
    "rummy-500": rummy_500,
    "shanghai": shanghai,
    "american": american,
    "international": international,
    "romanian": romanian,
}


def check_record(text: str) -> list[str]:
    """Return what is wrong with the records that JSON lines tell of: nothing, if all is right.

    After the first fault of a deal the rest of that deal is not followed.
    """
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    faults, start = [], 0
    while start < len(lines):
        head = lines[start]
        turns = lines[start + 1 : start + 1 + head["turns"]]
        name = f"{head['game']} {head['rules']}, seed {head['seed']}"
        faults += [f"{name}: {fault}" for fault in _faults(head, turns)]
        start += 1 + head["turns"]
    return faults


def _faults(head: dict[str, Any], turns: list[dict[str, Any]]) -> Iterator[str]:
    where, table = "the deal", ""
    try:
        if len(turns) != head["turns"]:
            raise Fault("turns are missing")
        game = GAMES.get(head["game"])
        if game is None:
            raise Fault(f"the referee does not know the game {head['game']!r}")
        position = begin(head, rules_of(head["game"], dict(head["rules"])))
        game.set_up(position)
        for number, line in enumerate(turns, 1):
            where = f"turn {number}, seat {line['seat']}, {line['actions']}"
            table = " ".join(map(str, position.table))
            game.follow(position, line)
        where, table = "the end", ""
        yield from game.broken_end_rules(position, head)
    except Fault as fault:
        yield f"{where}{' on ' + table if table else ''}: {fault}"
    except (KeyError, TypeError, ValueError, IndexError) as error:
        yield f"{where}: damaged ({error!r})"

"""Records that are read back: what is told must be so, or the line is named that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rummistats.errors import PlayError
from rummistats.play import play, read_records, tournament
from rummistats.variants import find_variant

GAME = find_variant("sabra").with_rules(players=2, hand_size=7)
RECORD = play(GAME, "greedy", seed=40)
LINES = [json.loads(line) for line in RECORD.to_json_lines().splitlines()]


def changed(change: Callable[[list[Any]], object]) -> str:
    """The record's lines after a change."""
    lines = json.loads(json.dumps(LINES))
    change(lines)
    return "".join(json.dumps(line) + "\n" for line in lines)


def merge(lines: list[Any]) -> None:
    lines[1]["actions"] += lines.pop(2)["actions"]
    lines[0]["turns"] -= 1


def swap(lines: list[Any]) -> None:
    """Give the second player a tile of the first one."""
    one, two = (hand.split() for hand in lines[0]["hands"])
    lines[0]["hands"] = [" ".join(one[1:]), " ".join([*two, one[0]])]


SLIPS: list[tuple[str, Callable[[list[Any]], object]]] = [
    ("line 1: the tiles are not those", lambda lines: lines[0].update(pool="J " * 92)),
    ("line 1: the tiles are not those", lambda lines: lines[0].update(pool=lines[0]["pool"][:-3])),
    ("line 1: hands of", swap),
    ("line 1: strategies", lambda lines: lines[0].update(strategies=["greedy"])),
    ("line 1: strategies", lambda lines: lines[0].update(strategies=[1, 2])),
    ("line 1: .*round", lambda lines: lines[0].update(round=3)),
    ("line 1: the seed", lambda lines: lines[0]["seed"].update(entropy=-1)),
    ("line 1: the seed", lambda lines: lines[0]["seed"].update(spawn_key=["a"])),
    ("line 1: starter=7", lambda lines: lines[0].update(starter=7)),
    ("line 1: winners", lambda lines: lines[0].update(winners=[])),
    ("line 1: scores", lambda lines: lines[0].update(scores=["0", "0"])),
    ("line 1: is_indicator", lambda lines: lines[0].update(is_indicator=True)),
    ("line 2: turn 1 has ended", merge),
    ("line 5: seat", lambda lines: lines[4].update(seat=1 - lines[4]["seat"])),
    ("line 7: drawn", lambda lines: lines[6].update(drawn="R1 R1 R1")),
    ("line 7: tiles_left", lambda lines: lines[6].update(tiles_left=0)),
    ("line 9: table", lambda lines: lines[8].update(table="{R1 R2 R3}")),
    ("line 4: turn 3, 'pass'", lambda lines: lines[3].update(actions=[{"pass": True}])),
]


@pytest.mark.parametrize(("words", "slip"), SLIPS)
def test_what_is_not_so_is_refused_with_its_line(words: str, slip: Any) -> None:
    with pytest.raises(PlayError, match=words):
        read_records(changed(slip))


def test_empty_lines_are_no_matter() -> None:
    text = RECORD.to_json_lines()
    assert read_records(f"\n{text}\n\n{text}\n") == [RECORD, RECORD]
    assert read_records("") == []


@pytest.mark.parametrize("text", [None, 1.5, [], "deals.jsonl", "[" * 100_000])
def test_what_is_no_text_of_records_is_refused_in_words(text: Any) -> None:
    with pytest.raises(PlayError, match="no text of JSON lines"):
        read_records(text)


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), -1, 0, 1e10, "x", []])
def test_a_time_that_can_not_be_waited_is_refused(seconds: Any) -> None:
    with pytest.raises(PlayError, match="seconds="):
        play(GAME, "greedy", seed=1, seconds=seconds)
    with pytest.raises(PlayError, match="seconds="):
        tournament(GAME, "greedy", deals=1, seed=1, seconds=seconds)


class Silent(Exception):
    """An error that can't say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


def test_an_error_that_can_not_speak_is_still_the_strategy_s() -> None:
    from rummistats.errors import StrategyError

    def broken(view: Any, random: Any) -> Any:
        raise Silent

    with pytest.raises(StrategyError, match="raised Silent"):
        play(GAME, broken, seed=1)

"""Records that are read back: what is told must be so, or the line is named that is wrong."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rummistats.errors import PlayError
from rummistats.play import STRATEGIES, Record, play, read_records, tournament
from rummistats.variants import find_variant


class Sleepy:
    """A player that thinks too long about its first decision."""

    def __init__(self) -> None:
        self.awake = False

    def choose(self, view: Any, random: Any) -> Any:
        if not self.awake:
            self.awake = True
            time.sleep(1)
        return STRATEGIES["greedy"].choose(view, random)


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
    ("line 1: the seed 41 deals other tiles", lambda lines: lines[0]["seed"].update(entropy=41)),
    ("line 1: the seed 40/1", lambda lines: lines[0]["seed"].update(spawn_key=[1])),
    ("line 1: the seed 40 deals other tiles: its pool", lambda lines: exchange(lines[0])),
]


def exchange(head: dict[str, Any]) -> None:
    """Let the first two tiles of the pool change places."""
    one, two, *others = head["pool"].split()
    assert one != two
    head["pool"] = " ".join([two, one, *others])


@pytest.mark.parametrize(("words", "slip"), SLIPS)
def test_what_is_not_so_is_refused_with_its_line(words: str, slip: Any) -> None:
    with pytest.raises(PlayError, match=words):
        read_records(changed(slip))


SLOW = play(
    GAME.with_rules(timeout_penalty="draw_1", penalty_tiles=1),
    Sleepy(),
    seed=40,
    on_fault="penalty",
    seconds=0.3,
)
"""A deal with a failure of which it makes no difference whether somebody was late."""


def fails(lines: list[Any]) -> Iterator[dict[str, Any]]:
    for line in lines[1:]:
        yield from (action for action in line["actions"] if "fail" in action)


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("fail", float("inf"), "reason=inf: in a Fail that is a text"),
        ("fail", None, "reason=None"),
        ("fail", "the rack does not have R5", "late is True; it is True exactly if"),
        ("late", False, "late is False"),
        ("late", 1, "late=1: in a Fail that is True or False"),
    ],
)
def test_a_failure_is_told_as_it_was(part: str, value: Any, words: str) -> None:
    lines = [json.loads(line) for line in SLOW.to_json_lines().splitlines()]
    assert read_records(SLOW.to_json_lines()) == [SLOW]
    next(fails(lines))[part] = value
    with pytest.raises(PlayError, match=rf"line \d+: turn \d+.*{words}"):
        read_records("".join(json.dumps(line) + "\n" for line in lines))


def test_a_failure_has_its_consequence() -> None:
    stones = play("stone-rummy", Sleepy(), seed=1, on_fault="penalty", seconds=0.3)
    lines = [json.loads(line) for line in stones.to_json_lines().splitlines()]
    failed, then, *_ = lines[1]["actions"]
    assert failed["late"]
    assert then == {"take": "pool"}
    then["take"] = "discards"
    with pytest.raises(PlayError, match=r"line 2: .*after a failure comes 'take from the pool'"):
        read_records("".join(json.dumps(line) + "\n" for line in lines))
    lines = [json.loads(line) for line in SLOW.to_json_lines().splitlines()]
    assert [list(action) for action in lines[1]["actions"]] == [["fail", "late"]]
    merge(lines)
    with pytest.raises(PlayError, match=r"line 2: turn 1 has ended"):
        read_records("".join(json.dumps(line) + "\n" for line in lines))


def test_nobody_fails_who_has_nothing_to_decide() -> None:
    cards = find_variant("machiavelli").with_rules(must_draw_first=True)
    lines = [json.loads(line) for line in play(cards, seed=1).to_json_lines().splitlines()]
    lines[1]["actions"].insert(0, {"fail": "there is no table", "late": False})
    with pytest.raises(PlayError, match=r"line 2: .*there was nothing to decide"):
        read_records("".join(json.dumps(line) + "\n" for line in lines))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield all that is told, and where."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path, value


@pytest.mark.parametrize("record", [RECORD, SLOW, play("river", "optimal", seed=3)], ids=str)
def test_what_only_looks_equal_is_another_thing(record: Record) -> None:
    """In Python 1, 1.0 and True are equal; who reads the lines elsewhere sees different ones."""
    lines = [json.loads(line) for line in record.to_json_lines().splitlines()]
    places = [(path, value) for path, value in leaves(lines) if isinstance(value, int)]
    assert {type(value) for _, value in places} == {bool, int}
    # Of the same place in different lines a few are enough.
    seen: Counter[tuple[Any, ...]] = Counter()
    for path, value in places:
        seen[path[1:]] += 1
        if seen[path[1:]] > 2:
            continue
        for other in {bool: [int], int: [float, *[bool][: value in (0, 1)]]}[type(value)]:
            told = json.loads(json.dumps(lines))
            part = told
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = other(value)
            with pytest.raises(PlayError, match=r"^line \d+: "):
                read_records("".join(json.dumps(line) + "\n" for line in told))


def test_a_mark_at_the_beginning_of_a_file_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(RECORD.to_json_lines(), encoding="utf-8-sig")
    assert read_records(path.read_text(encoding="utf-8")) == [RECORD]
    assert read_records(path.read_text(encoding="utf-8-sig")) == [RECORD]
    assert read_records("\ufeff") == []


def test_who_starts_may_be_agreed_upon() -> None:
    for starter in (0, 1):
        record = play(GAME, "greedy", seed=40, starter=starter)
        assert read_records(record.to_json_lines()) == [record]


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


def test_a_record_that_breaks_off_is_told_so() -> None:
    text = play("sabra", "greedy", seed=1).to_json_lines()
    lines = text.splitlines()
    with pytest.raises(PlayError, match=rf"line 5: .*breaks off: 4 of its {len(lines) - 1} turns"):
        read_records("\n".join(lines[:5]))

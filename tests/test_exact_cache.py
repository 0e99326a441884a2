"""What was counted is kept: and whatever happens to the files, answers stay right."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rummistats.dealing import Context
from rummistats.errors import MeasureError, VariantError
from rummistats.exact import cache, clear_cache, effort, exact
from rummistats.exact.cache import (
    CacheState,
    cache_folder,
    cache_state,
    fingerprint,
    keep,
    known_counts,
)
from rummistats.exact.counting import Score, count_scores
from rummistats.exact.optima import METHODS, Method
from rummistats.exact.plans import make_plan
from rummistats.measures import make_measure
from rummistats.playing import Deck, deck_of
from rummistats.variants import Variant, find_variant, variants

MINI = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=6, open_points=12)
OTHER = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=6, min_run=4)
LARGEST = 6


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which counts are kept, however little time they took."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    monkeypatch.setattr(effort, "WORTH_KEEPING", 0)
    return folder


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tiles dealt each time that something is counted anew."""
    counted: list[int] = []

    def count(scores: Any, deck: Any, dealt: int, **options: Any) -> Any:
        counted.append(dealt)
        return count_scores(scores, deck, dealt, **options)

    monkeypatch.setattr(effort, "count_scores", count)
    return counted


def melds(size: int = LARGEST, game: Variant = MINI) -> tuple[int, ...]:
    return exact("melds", game, size).weights


def question(game: Variant = MINI, measure: str = "melds") -> tuple[tuple[Score, ...], Deck, bool]:
    method = METHODS[measure](game)
    return method.scores, deck_of(game), method.absorbs


def the_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


# What is kept is not counted again.


def test_the_second_time_nothing_is_counted(folder: Path, counts: list[int]) -> None:
    assert melds() == melds()
    assert counts == [LARGEST]
    assert cache_state() == CacheState(folder, 1, the_file(folder).stat().st_size)


def test_smaller_hands_are_among_the_larger_ones(folder: Path, counts: list[int]) -> None:
    melds()
    kept = [melds(size) for size in range(LARGEST)]
    assert counts == [LARGEST]
    clear_cache()
    assert [melds(size) for size in range(LARGEST)] == kept
    assert len(counts) > 1


def test_larger_hands_are_counted_and_take_the_place(folder: Path, counts: list[int]) -> None:
    melds(4)
    melds(6)
    melds(4)
    assert counts == [4, 6]
    assert len(list(folder.iterdir())) == 1


def test_smaller_counts_never_take_the_place_of_larger_ones(folder: Path) -> None:
    scores, deck, absorbs = question()
    mark = fingerprint(scores, deck, absorbs)
    for dealt in (5, 3):
        keep(count_scores(scores, deck, dealt), mark, dealt)
    assert known_counts(mark, 5) == count_scores(scores, deck, 5)
    assert known_counts(mark, 6) is None


def test_openings_of_all_sizes_are_kept(folder: Path, counts: list[int]) -> None:
    """Hands that open are not counted, so a table of them must still do for smaller ones."""
    fresh = [exact("can_open", MINI, size).weights for size in range(1, 8)]
    assert clear_cache() == 1
    assert [exact("can_open", MINI, size).weights for size in range(7, 0, -1)] == fresh[::-1]
    assert counts == [1, 2, 3, 4, 5, 6, 7, 7]


def test_what_took_no_time_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "WORTH_KEEPING", 1e9)
    melds()
    assert not folder.exists()


def test_only_so_many_files_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    for place, numbers in enumerate(range(3, 8)):
        melds(5, MINI.with_rules(numbers=numbers))
        for file in folder.iterdir():  # as if each were written a minute after the last
            if file.stat().st_mtime > 10_000:
                os.utime(file, (place, place))
    left = sorted(file.stat().st_mtime for file in folder.iterdir())
    assert left == [2, 3, 4]


# Where.


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_variable_keeps_nothing_and_looks_up_nothing(
    value: str, folder: Path, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    melds()
    monkeypatch.setenv(cache.VARIABLE, value)
    melds()
    assert counts == [LARGEST, LARGEST]
    assert cache_folder() is None
    assert cache_state() == CacheState(None, 0, 0)
    assert clear_cache() == 0
    assert the_file(folder).exists()


def test_without_the_variable_it_is_the_platforms_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, appauthor: Path(f"/k/{name}"))
    assert cache_folder() == Path("/k/rummistats/counts")
    # Without a home the folder of a user is none.
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, appauthor: Path("~/.cache"))
    assert cache_folder() is None


def test_clearing_touches_nothing_else(folder: Path) -> None:
    melds()
    for name in ("thesis.counts.json", "rummistats-notes.txt", "a.unfinished"):
        (folder / name).write_text("mine")
    (folder / "rummistats-x.unfinished").write_text("left by a killed process")
    assert clear_cache() == 1
    assert {file.name for file in folder.iterdir()} == {
        "thesis.counts.json",
        "rummistats-notes.txt",
        "a.unfinished",
    }
    assert clear_cache() == 0


# Files that must not be believed.

Damage = Callable[[bytes], bytes]


def _head(**changes: object) -> Damage:
    def change(data: bytes) -> bytes:
        head, body = data.split(b"\n", 1)
        about = json.loads(head) | changes
        left = {key: value for key, value in about.items() if value is not None}
        return json.dumps(left).encode() + b"\n" + body

    return change


def _flipped(data: bytes) -> bytes:
    place = data.rindex(b"1")
    return data[:place] + b"2" + data[place + 1 :]


DAMAGE: dict[str, Damage] = {
    "empty": lambda data: b"",
    "cut in the head": lambda data: data[:20],
    "without counts": lambda data: data.split(b"\n")[0] + b"\n",
    "cut in the counts": lambda data: data[:-10],
    "longer": lambda data: data + b"[]",
    "another figure": _flipped,
    "zeros": lambda data: bytes(len(data)),
    "garbage": lambda data: os.urandom(2000),
    "other JSON": lambda data: b"[1, 2]\n[3]\n",
    "deep": lambda data: b"[" * 100_000,
    "a long number": lambda data: b"9" * 10_000 + b"\n",
    "other format": _head(format=99),
    "other version": _head(rummistats="0.0.1"),
    "other question": _head(fingerprint="0" * 64),
    "no number of tiles": _head(dealt="many"),
    "no checksum": _head(sha256=None),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_ignored_and_rebuilt(
    damage: Damage, folder: Path, counts: list[int]
) -> None:
    right = melds()
    file = the_file(folder)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert melds() == right
    assert counts == [LARGEST, LARGEST]
    assert the_file(folder).read_bytes() == whole


def test_the_counts_of_another_game_are_ignored(folder: Path, counts: list[int]) -> None:
    mine = melds()
    file = the_file(folder)
    clear_cache()
    others = melds(game=OTHER)
    assert others != mine
    the_file(folder).rename(file)
    assert melds() == mine
    assert counts == [LARGEST] * 3


def test_counts_by_another_version_of_the_code_are_ignored(
    folder: Path, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    melds()
    monkeypatch.setattr(cache, "_version", lambda: "0.1.0-changed")
    melds()
    assert counts == [LARGEST, LARGEST]
    assert len(list(folder.iterdir())) == 2


def test_a_huge_file_is_not_read(
    folder: Path, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    melds()
    monkeypatch.setattr(cache, "LARGEST", the_file(folder).stat().st_size - 1)
    melds()
    assert counts == [LARGEST, LARGEST]


# Folders that can't be used.


def test_a_file_in_place_of_the_folder(folder: Path, counts: list[int]) -> None:
    folder.write_text("not a folder")
    assert melds() == melds()
    assert counts == [LARGEST, LARGEST]
    assert folder.read_text() == "not a folder"
    assert cache_state() == CacheState(folder, 0, 0)
    assert clear_cache() == 0


def test_a_folder_in_place_of_the_file(folder: Path, counts: list[int]) -> None:
    right = melds()
    file = the_file(folder)
    file.unlink()
    file.mkdir()
    assert melds() == right
    assert [entry.name for entry in folder.iterdir()] == [file.name]


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC])
@pytest.mark.parametrize(("module", "function"), [(cache, "NamedTemporaryFile"), (os, "replace")])
def test_a_folder_that_takes_nothing(
    code: int,
    module: Any,
    function: str,
    folder: Path,
    counts: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(module, function, fail)
    assert melds() == melds()
    assert counts == [LARGEST, LARGEST]
    assert list(folder.iterdir()) == []


def test_a_file_that_may_not_be_read(
    folder: Path, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = melds()

    really_open = Path.open

    def fail(self: Path, *arguments: Any, **options: Any) -> Any:
        if self.parent == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return really_open(self, *arguments, **options)

    monkeypatch.setattr(Path, "open", fail)
    assert melds() == right
    assert counts == [LARGEST, LARGEST]


def test_an_interrupted_write_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        melds()
    assert list(folder.iterdir()) == []


def test_two_processes_at_once(folder: Path) -> None:
    program = (
        "from rummistats.exact import effort, exact; from rummistats.variants import Variant\n"
        "effort.WORTH_KEEPING = 0\n"
        "game = Variant.mini(colors=3, numbers=5, copies=2, jokers=1, hand_size=6)\n"
        "for _ in range(8):\n"
        "    for size in (3, 6, 5):\n"
        "        print(exact('melds', game, size).weights)\n"
        "    from rummistats.exact import clear_cache; clear_cache()\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    printed = [process.communicate(timeout=300)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    right = "".join(f"{melds(size)}\n" for size in (3, 6, 5)) * 8
    assert printed == [right] * 3
    assert [file.name for file in folder.iterdir() if file.suffix != ".json"] == []


# Fingerprints.


def test_fingerprints_are_the_same_in_every_process() -> None:
    program = (
        "from rummistats.exact.cache import fingerprint\n"
        "from rummistats.exact.optima import METHODS\n"
        "from rummistats.playing import deck_of; from rummistats.variants import find_variant\n"
        "sabra = find_variant('sabra')\n"
        "print(fingerprint(METHODS['opening_value'](sabra).scores, deck_of(sabra)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in (1, 2)
    }
    sabra = find_variant("sabra")
    own = fingerprint(METHODS["opening_value"](sabra).scores, deck_of(sabra))
    assert printed == {f"{own}\n"}


def test_every_question_has_a_fingerprint_of_its_own() -> None:
    """Two questions have one fingerprint only where rules and deck make no difference."""
    marks: dict[str, set[object]] = {}
    for game in variants():
        if game.ones == "circular":
            continue
        for name, method in METHODS.items():
            try:
                found: Method = method(game, **make_measure(name).settings)
                scores = found.scores
                if all(score.plan is None for score in scores):
                    continue
                mark = fingerprint(scores, deck_of(game), found.absorbs)
            except (MeasureError, VariantError):
                continue
            plans = tuple(score.plan for score in scores)
            about = (
                plans,
                tuple(
                    (score.sign, score.joker, score.column and _columns(score, game))
                    for score in scores
                ),
                deck_of(game).counts,
                deck_of(game).assigned_jokers,
                found.absorbs,
            )
            marks.setdefault(mark, set()).add(about)
    assert len(marks) > 30
    assert all(len(about) == 1 for about in marks.values())
    assert len({next(iter(about)) for about in marks.values()}) == len(marks)


def _columns(score: Score, game: Variant) -> tuple[int, ...]:
    assert score.column is not None
    units = [
        tuple(int(color == other) for other in range(game.colors)) for color in range(game.colors)
    ]
    return tuple(
        score.column(number, unit) for number in range(1, game.numbers + 1) for unit in units
    )


def test_what_is_held_and_seen_belongs_to_the_question() -> None:
    scores, deck, absorbs = question()
    marks = {
        fingerprint(scores, changed, absorbs)
        for changed in (
            deck,
            replace(deck, counts=(1, *deck.counts[1:])),
            replace(deck, counts=(*deck.counts[:-1], 0)),
            replace(deck, assigned_jokers=1, counts=(*deck.counts[:-1], 0)),
            replace(deck, held_before=(1, *deck.held[1:])),
        )
    }
    assert len(marks) == 5


def test_the_tile_aside_does_not(folder: Path) -> None:
    """How often a hand counts for the tiles that may lie aside is worked out afterwards."""
    okey = find_variant("okey")
    scores = (Score(make_plan(okey, "melds")),)
    deck = deck_of(okey)
    assert fingerprint(scores, deck) == fingerprint(
        scores, replace(deck, hides_numbered_tile=False)
    )
    assert fingerprint(scores, deck) != fingerprint(scores, deck_of(okey, Context(indicator="R5")))

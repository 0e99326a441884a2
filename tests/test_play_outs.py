"""Stored deals: the engine plays them again to the same end, and the referee finds no fault."""

from __future__ import annotations

import pytest

from rummistats.play import Record, read_records
from rummistats.play.games.finding import PLAYED
from tests.oracles.play_outs import FOLDER, SETTINGS, happened
from tests.oracles.referee import check_record
from tests.oracles.referee.check import GAMES

STORED = sorted(FOLDER.glob("*.jsonl"))


@pytest.fixture(scope="module", params=STORED, ids=lambda path: path.stem)
def stored(request: pytest.FixtureRequest) -> tuple[str, list[Record]]:
    text = request.param.read_text(encoding="utf-8")
    return text, read_records(text)


def test_every_game_that_can_be_played_is_stored() -> None:
    assert {path.stem for path in STORED} == set(PLAYED)


def test_what_is_stored_is_played_again_to_the_same_end(stored: tuple[str, list[Record]]) -> None:
    """Every draw, table, rack and score, though only the deal and the actions are read."""
    text, records = stored
    assert "".join(record.to_json_lines() for record in records).splitlines() == text.splitlines()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_referee_finds_no_fault_in_what_is_stored(game: str) -> None:
    assert check_record((FOLDER / f"{game}.jsonl").read_text(encoding="utf-8")) == []


def test_the_referee_knows_every_game() -> None:
    assert set(GAMES) == set(PLAYED)


def test_everything_that_can_happen_is_stored(stored: tuple[str, list[Record]]) -> None:
    game = stored[1][0].variant.name
    wanted = [setting.wanted.split() for setting in SETTINGS if setting.game == game]
    assert len(stored[1]) == len(wanted)
    for record, things in zip(stored[1], wanted, strict=True):
        assert set(things) <= happened(record)

"""A report that also tells of deals that were played out."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from rummistats.cli import main
from rummistats.errors import RummistatsError, VariantError
from rummistats.play import along, tournament
from rummistats.play.games.finding import PLAYED
from rummistats.report import (
    Report,
    make_report,
    report_data,
    report_files,
    report_rows,
    report_sections,
)
from rummistats.report.charts import report_charts
from rummistats.report.files import FILES
from rummistats.report.whole_deals import lengths, winners
from rummistats.variants import find_variant

TWO = find_variant("sabra").with_rules(players=2)
DEALS = 6


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report(TWO, hands=2_000, seed=1, workers=1, played=DEALS)


def test_the_figures_are_those_of_along(report: Report) -> None:
    expected = along(TWO, "optimal", DEALS, 1, turns=12, seats=False, workers=1)
    assert report.played is not None
    assert report.played.opened.equals(expected.opened)
    assert report.played.dead_wood.equals(expected.dead_wood)


def test_the_section_has_every_turn_and_its_chart(report: Report) -> None:
    section = next(part for part in report_sections(report) if part.key == "played")
    turns = [row[0] for row in section.tables[0].rows]
    assert turns == ["deal", *map(str, range(1, 13))]
    assert section.charts == ("played", "played-dead-wood", "played-turns", "played-winners")
    chart = report_charts(report)["played"]
    assert "turn 1:" in chart.text
    assert "turn 12:" in chart.text
    assert set(report_files(report)) == set(FILES)


def test_the_files_have_all_figures(report: Report) -> None:
    rows = [row for row in report_rows(report) if row["section"] == "played"]
    opened = {row["value"]: row["probability"] for row in rows if row["measure"] == "opened"}
    assert report.played is not None
    assert list(opened.values()) == report.played.opened.probability.tolist()
    text = report_files(report)["report.csv"].decode()
    read = [row for row in csv.DictReader(StringIO(text)) if row["section"] == "played"]
    assert len(read) == len(rows)
    told = json.loads(json.dumps(report_data(report)["played"], allow_nan=False))
    assert told["deals"] == DEALS
    assert len(told["figures"]) == len(rows)


def test_whole_deals_are_those_of_a_tournament(report: Report) -> None:
    assert report.played is not None
    frame = tournament(TWO, "optimal", DEALS, 1, workers=1)
    assert report.played.results.equals(frame)
    found = {each.name: each.value for each in winners(report.played, TWO)}
    started = frame.won[frame.seat == frame.starter].mean()
    assert found["starter"] == pytest.approx(started)
    assert found["starter"] + found["second"] == pytest.approx(1)
    assert found["nobody goes out"] == frame.blocked.mean()
    turns = frame.groupby("deal").turns.sum()
    for each in lengths(report.played):
        first, last = map(int, each.name.split(" to "))
        assert each.value == pytest.approx(turns.between(first, last).mean())
    assert sum(each.value for each in lengths(report.played)) == pytest.approx(1)


def test_a_single_deal_has_no_error() -> None:
    single = make_report(TWO, hands=50, seed=1, workers=1, played=1)
    assert all(name in FILES for name in report_files(single))
    json.dumps(report_data(single)["played"], allow_nan=False)


def test_without_it_nothing_is_played() -> None:
    plain = make_report(TWO, hands=50, seed=1)
    assert plain.played is None
    assert "played" not in {section.key for section in report_sections(plain)}
    assert not [row for row in report_rows(plain) if row["section"] == "played"]


def test_what_cannot_be_played_is_refused_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PLAYED, "okey")
    with pytest.raises(VariantError, match="can't be played out"):
        make_report(find_variant("okey"), hands=10**9, played=5)
    with pytest.raises(RummistatsError, match="14 tiles, not 12"):
        make_report(TWO, hands=10**9, hand_size=12, played=5)
    with pytest.raises(RummistatsError, match="played=-1"):
        make_report(TWO, hands=10**9, played=-1)


def test_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["report", "--rule", "players=2", "--hands", "500", "--workers", "1", "--played", "2"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "And along the game?" in out
    assert "--played 2 --hands 500 --seed 1" in out
    assert "played.svg" in Path("report/index.html").read_text(encoding="utf-8")

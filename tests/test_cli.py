from __future__ import annotations

import argparse
import csv
import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from math import comb
from pathlib import Path
from typing import Any

import pytest

import rummistats.report.contents as contents
from rummistats import __version__
from rummistats.cli import main, make_parser
from rummistats.commands.compare import listed_games
from rummistats.commands.numbers import read_number
from rummistats.exact import AUTOMATA, METHODS
from rummistats.measures import MEASURES, make_measure
from rummistats.montecarlo import Interrupted, simulate_each
from rummistats.progress import said_if_compiling
from rummistats.report import ReportFolder
from rummistats.report.contents import DEFAULT_HANDS, DEFAULT_SEED
from rummistats.variants import Variant, find_variant, variants

PROGRAM = [sys.executable, "-m", "rummistats"]
MINI = shlex.split(
    "--variant mini --rule colors=3 --rule numbers=5 --rule copies=1 --rule jokers=1 "
    "--rule hand_size=4"
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as end:  # argparse ends the program by itself
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def run_ok(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    return out


# Bad input

BAD = {
    "hand R7 X9": "'X9' is not a tile",
    "hand R7 R14": "no R14",
    "hand R7 R7 R7": "'R7' is there 3 times",
    "hand R7 J J J": "only 2",
    f"hand {' '.join(['R1 B1'] * 60)}": "3 times",
    "hand ''": "no tiles",
    "report --rule jokers=5": "jokers=5 is not allowed; it takes a whole number from 0 to 4",
    "report --hand-size 120": "hand_size=120: from 0 to 106 tiles can be dealt",
    "report --hand-size -1": "hand_size=-1: from 0 to 106 tiles can be dealt",
    "report --round 2": "in Sabra Rummikub all rounds are alike",
    "report --variant shanghai --round 11": "has rounds 1 to 10",
    "report --variant gin --indicator R5": "Gin Rummy has no indicator",
    "report --variant okey --indicator R14": "no R14",
    "report --variant okey --indicator red": "'red' is not a tile",
    "report --variant stone-rummy --rule jokers=many": "or 'assigned' or 'none' or 'stock2'",
    "hand R5 F --variant okey": "--indicator R5",
    "hand 7H TD R5 --variant gin": "no R5 among the 52 cards",
    "exact can_open --variant gin": "ask can_knock",
    "simulate hand_points --variant okey": "not counted in points",
    "simulate special_hand --variant sabra": "has no special hands",
    "compare meld": "did you mean melds",
    "compare covering_melds --method exact": "Estimate it with --method simulate",
    "exact covering_melds --hand-size 15": "rummistats simulate covering_melds --hand-size 15",
    "exact 'count(number=3, by=4)'": "no argument 'by'",
    "exact can_mill": "'rummistats measures' explains them",
    "exact pairs --variant okey-101 --rule false_joker_is=indicator": "example --indicator R5",
    "exact can_open --variant gin --rule jokers=1": "gin with jokers=1 defines no opening",
    "simulate can_open --rule open_points=none": "for example --rule open_points=9",
    "compare melds --hand-size 16-14": "'16-14' lists no whole numbers",
    "compare melds --hand-size many": "'many' lists no whole numbers",
    "compare melds --hand-size 200": "hand_size=200: from 0 to 106",
    "compare melds --vary jokers": "a rule is varied as name=value,value",
    "compare melds --vary joker=1,2": "did you mean jokers",
    "compare melds --vary jokers=1,5": "jokers=5 is not allowed",
    "compare melds --variant sabar": "did you mean sabra?",
    "compare melds --variant ''": "no variant ''",
    "compare melds --variant 'sabra old'": "no preset 'old'",
    "compare melds --variant 'sabra modern pre_1988'": "come a preset and rules",
    "compare melds --rule decks=2": "has no rule 'decks'",
    "compare can_open --variant sabra --variant gin": "no meaning in gin",
    "compare can_open --variant okey --skip": "no meaning in any of these games",
    "compare melds --round 1,2": "all rounds are alike",
    "compare melds --chart file": "ends in .svg, .png or .pdf",
    "compare melds --hands 0": "hands=0",
    "compare has_meld --chart file/x.svg": "can't be written",
    "compare has_meld --output file/x": "output file 'file/x' can't be written",
    "report --hand-size many": "'many' is not a whole number",
    "report --seed x": "'x' is not a whole number",
    "report --seed -1": "seed=-1: a seed is a whole number from 0 on",
    "report --hands 0": "hands=0: the number of hands is a whole number from 1 on",
    "report --hands 1.5": "'1.5' is not a whole number",
    "report --hands 1.5e0": "'1.5e0' is not a whole number; write one such as 1000, 1,000 or 1e3",
    "report --hands 1e-3": "'1e-3' is not a whole number",
    "report --hands 1e999999999": "'1e999999999' is not a whole number",
    "report --hands nan": "'nan' is not a whole number",
    "report --hands \u0663": "'\u0663' is not a whole number",
    "compare melds --hand-size \u0663": "lists no whole numbers",
    "compare melds --hand-size 1-1e12": "lists more than 1,000 numbers",
    f"report --hands {'9' * 5000}": "is not a whole number",
    "exact has_meld --hands 5": "exact does not take --hands 5; see 'rummistats exact --help'",
    "hand R7 --seed 1": "hand does not take --seed 1; see 'rummistats hand --help'",
    "report --workers 0": "workers=0",
    "report --variant sabar": "did you mean sabra?",
    "report --preset old": "it has modern, classic_1978",
    "report --rule open_point=3": "did you mean open_points",
    "report --rule jokers": "name=value",
    "report --rule =3": "name=value",
    "report --rule jokers=": "name=value",
    "report --rule jokers=0 --rule jokers=1": "given twice",
    "report --rule wrap=maybe": "wrap='maybe' is not allowed",
    "report --rule open_points=lots": "open_points='lots' is not allowed",
    "report --rule one_to_one=yes": "needs ones='low_or_high'",
    "report --variant mini --preset modern": "no presets",
    "report --format xml": "invalid choice: 'xml'",
    "report --output file": "output folder 'file' can't be written",
    "report --output file/below/it": "output folder 'file/below/it' can't be written",
    "report --output ''": "the name of the output folder is empty",
    "exact has_meld --output .": "--output '.' is a folder",
    "exact has_meld --output ''": "the name is empty",
    "simulate melds --output /": "--output '/' is a folder",
    "simulate melds --output new/": "--output 'new/' is a folder",
    "hand R7 --output ..": "is a folder",
    "variants --output ''": "the name is empty",
    "compare has_meld --output .": "is a folder",
    "compare has_meld --chart ''": "--chart '': the name is empty",
    "compare has_meld --chart .": "--chart '.' is a folder",
    "exact meld": "did you mean melds",
    "exact has_run(long=4)": "no argument 'long'",
    "exact covering_melds": "no exact method",
    "exact has_meld --hand-size 107": "hand_size=107",
    "exact has_meld --output file/x": "output file 'file/x' can't be written",
    "simulate meld": "did you mean melds",
    "simulate melds --hands 0": "hands=0",
    "simulate can_open " + shlex.join(MINI): "defines no opening",
    "variants sabar": "did you mean sabra?",
    "solve": "invalid choice: 'solve'",
    "": "COMMAND",
    "exact": "MEASURE",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_clear_line_and_leaves_nothing_behind(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    code, out, err = run(capsys, *shlex.split(command))
    assert code == 2
    assert out == ""
    assert err.startswith("rummistats: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert BAD[command] in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "words",
    [
        ["hand", "R7 R7 R7"],
        ["report", "--seed", "x"],
        ["report", "--rule", "jokers=5"],
        ["report", "--output", "/dev/null/report"],
    ],
)
def test_the_program_itself_ends_with_code_2(words: list[str]) -> None:
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"rummistats: .*\n", done.stderr)


# The report


def test_the_report_prints_its_figures_and_writes_its_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "report", "--hands", "20000", "--output", "out")
    assert code == 0
    assert "What 14 tiles are worth in Sabra Rummikub" in out
    assert "rummistats report --hands 20000 --seed 1" in out
    assert err == f"\nWith charts: {Path('out/index.html')}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {"index.html", "report.csv", "report.json", "melds.svg", "melds.png"} <= {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_the_printed_command_gives_the_same_report_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "report --rule open_points=50 --rule jokers=1 --seed 3 --hands 3000 --hand-size 15"
    words += " --preset wikipedia_1998 --no-files --workers 1 --format json"
    first = json.loads(run_ok(capsys, *words.split()))
    again = [*shlex.split(first["command"])[1:], "--no-files", "--format", "json"]
    assert json.loads(run_ok(capsys, *again)) == first
    assert first["hand_size"] == 15
    assert first["variant"]["rules"]["jokers"] == 1


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_printed_as_data_is_what_is_in_the_file(
    kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run(capsys, "report", "--hands", "2000", "--format", kind)
    assert out == (tmp_path / "report" / f"report.{kind}").read_text(encoding="utf-8")


def test_no_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run_ok(capsys, "report", "--hands", "2000", "--no-files", *MINI)
    assert list(tmp_path.iterdir()) == []


def test_a_mini_game_may_get_its_hand_size_from_either_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = run_ok(capsys, "exact", "has_meld", *MINI, "--format", "csv")
    other = run_ok(capsys, "exact", "has_meld", *MINI[:-2], "--hand-size", "4", "--format", "csv")
    assert one == other


def test_an_interrupted_report_is_made_of_what_was_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(measures: list[str], variant: Any, *, hands: int, **more: Any) -> None:
        raise Interrupted(simulate_each(measures, variant, hands=4_000, seed=1), hands)

    monkeypatch.setattr(contents, "simulate_each", stopped)
    code, out, err = run(capsys, "report", "--hands", "9000")
    assert code == 130
    line = "Interrupted after 4,000 of 9,000 hands: the figures that are not exact are from these."
    assert err.startswith(f"{line}\nWriting the report of what was counted …\n")
    assert "Melds at once (4,000 hands)" in out
    assert (tmp_path / "report" / "index.html").exists()


@pytest.mark.skipif(os.name == "nt", reason="there a killed run's folder stays")
def test_what_a_killed_run_left_is_removed_but_not_what_a_living_one_works_on(
    tmp_path: Path,
) -> None:
    def unfinished() -> set[str]:
        return {path.name for path in tmp_path.glob(".*")}

    program = (
        "import sys, time\nfrom rummistats.report import ReportFolder\n"
        "with ReportFolder('.'):\n    print('ready', flush=True)\n    time.sleep(60)"
    )
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stdout.readline() == "ready\n"
        (name,) = unfinished()
        (tmp_path / ".notes.part").mkdir()
        with ReportFolder(tmp_path):
            assert name in unfinished()
        assert unfinished() == {name, ".notes.part"}
        running.kill()
    with ReportFolder(tmp_path):
        assert name not in unfinished()
    assert unfinished() == {".notes.part"}


def test_an_interruption_before_that_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(*_: object, hands: int, **more: Any) -> None:
        raise Interrupted((), hands)

    monkeypatch.setattr(contents, "simulate_each", stopped)
    assert run(capsys, "report") == (130, "", "Interrupted.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_run_without_a_traceback() -> None:
    words = ["simulate", "melds", *MINI, "--hands", "20000000000"]
    # A shell's background jobs ignore Ctrl-C, and so would their children.
    program = (
        "import signal, sys\nfrom rummistats.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sys.exit(main({words}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        time.sleep(4)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert re.fullmatch(r"Interrupted( after [\d,]+ of 20,000,000,000 hands: .*)?\.\n", err)
    assert ("Each value" in out) == (" after " in err)


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    program = shlex.join([*PROGRAM, "variants", "sabra", "--format", "csv"])
    for command in (f"{program} | head -1", f"{program} | true"):
        done = subprocess.run(
            command, shell=True, capture_output=True, text=True, timeout=60, check=True
        )
        assert done.stderr == ""
        assert done.stdout in ("rule,default,allowed,meaning\n", "")


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
@pytest.mark.parametrize("kind", ["table", "csv"])
def test_the_files_are_written_even_if_nobody_reads_to_the_end(kind: str, tmp_path: Path) -> None:
    program = shlex.join([*PROGRAM, "report", "--hands", "2000", *MINI, "--format", kind])
    done = subprocess.run(
        f"{program} | true", shell=True, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stderr == f"\nWith charts: {Path('report/index.html')}\n"
    assert (tmp_path / "report" / "index.html").exists()


# One hand

OPENINGS = {
    # From the worked examples of the rules: the best value, and whether it opens.
    "R10 B10 K10": (30, True),
    "R9 R10 R11": (30, True),
    "R9 B9 K9": (27, False),
    "R9 B9 K9 Y9": (36, True),
    "R2 R3 R4 B7 K7 Y7": (30, True),
    "R1 R2 R3 R4 R5 R6 R7": (28, False),
    "R1 B1 K1 Y1 R2 B2 K2 Y2 R3 B3 K3 Y3": (24, False),
    "R11 R12 J": (36, True),
    "R9 B9 J": (27, False),
    "R10 B10 J": (30, True),
    "R13 J J": (39, True),
    "R7 J J": (24, False),
    "R10 R11 R12 B6 K6 Y6": (51, True),
}


@pytest.mark.parametrize("tiles", OPENINGS)
def test_a_hand_s_opening_is_explained(tiles: str, capsys: pytest.CaptureFixture[str]) -> None:
    value, opens = OPENINGS[tiles]
    data = json.loads(run_ok(capsys, "hand", tiles, "--format", "json"))
    assert (data["opening"]["value"], data["opening"]["can_open"]) == (value, opens)
    text = run_ok(capsys, "hand", *tiles.split())
    answer = "Yes" if opens else "No"
    assert re.search(rf"Opening\n  {answer}: {value} points, .*30 are needed", text)


def test_with_one_single_meld_the_same_hand_may_not_open(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = run_ok(capsys, "hand", "R2 R3 R4 B7 K7 Y7", "--rule", "open_single_set=yes")
    assert "No: 21 points, but 30 are needed in one single meld" in text


def test_a_combination_is_judged_with_all_its_readings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads(run_ok(capsys, "hand", "R5 J J", "--format", "json"))
    values = sorted(reading["value"] for reading in data["as_one_meld"]["readings"])
    assert values == [12, 15, 15, 18]
    assert "J(R3) J(R4) R5, 12 points" in run_ok(capsys, "hand", "R5 J J")


def test_a_combination_that_is_none_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert "It is none: red occurs twice" in run_ok(capsys, "hand", "R3 R3 B3")
    assert "As one meld" not in run_ok(capsys, "hand", "R3 B4 K9")


def test_different_aims_are_shown_where_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    # R3 to R7 are five tiles for 25 points; R3 R4 R5 and three sixes are six tiles for 30.
    same = run_ok(capsys, "hand", "R3 R4 R5 R6 R7 B6 K6")
    assert "for every aim" in same
    # A run of 13 is one meld; cut into pieces it is four.
    cut = json.loads(
        run_ok(capsys, "hand", " ".join(f"R{n}" for n in range(1, 14)), "--format", "json")
    )
    assert cut["best"]["melds"]["melds"].count("|") == 3


def test_a_hand_with_many_melds_lists_some_and_counts_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tiles = "R1 R2 R3 R4 B4 K4 K5 K6 Y6 Y7 Y8 J J R12"
    melds = json.loads(run_ok(capsys, "hand", tiles, "--format", "json"))["melds"]
    text = run_ok(capsys, "hand", tiles)
    assert f"Melds in it: {len(melds)}\n" in text
    assert f"… and {len(melds) - 30} more" in text


def test_a_mini_game_without_opening_has_none_to_explain(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Opening" not in run_ok(capsys, "hand", "R3 R4 R5", *MINI)


# One measure


def test_an_exact_probability_in_all_its_forms(capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, "exact", "has_meld")
    assert "82,967,187,586,211,892 of 105,710,363,656,182,600" in text
    assert "0.784853865946941" in text
    fraction = re.search(r"fraction +(\d+)/(\d+)", text)
    assert fraction
    assert int(fraction[1]) * comb(106, 14) == 82967187586211892 * int(fraction[2])


TEN_CARDS = "AS 2S 3S 7H 8H 9H KD KC QD 2H"
STONES = "R1 R2 R3 R4 R5 B1 B2 B3 B4 B5 K1 K2 K3 K4"


@pytest.mark.parametrize(
    ("game", "holding", "draws", "kept"),
    [
        ("gin", TEN_CARDS, 1, "all 11 cards are kept"),
        ("gin", f"{TEN_CARDS} 4S", 0, "all 11 cards are kept"),
        ("gin", TEN_CARDS, 0, ""),
        ("gin", "AS 2S 3S", 7, ""),
        ("international", STONES, 1, "all 15 tiles are kept"),
        ("stone-rummy", f"{STONES} J", 1, "all 16 tiles are kept"),
        ("stone-rummy", f"{STONES} J", 0, ""),
        # No turn ends with a discard in these.
        ("sabra", STONES, 1, ""),
        ("machiavelli", "AS 2S 3S 7H 8H 9H KD KC QD 2H 3H 4H 5H 5S 6S", 1, ""),
    ],
)
def test_a_hand_of_more_than_may_stay_is_told_of(
    capsys: pytest.CaptureFixture[str], game: str, holding: str, draws: int, kept: str
) -> None:
    words = ["--variant", game, "--holding", holding, "--draws", str(draws), "--format", "csv"]
    code, out, err = run(capsys, "exact", "has_run", *words)
    assert code == 0
    assert "exact" in out
    assert kept in err
    assert err.count("\n") == bool(kept)
    assert ("discard" in err) == bool(kept)


def test_all_cards_of_a_hand_that_was_drawn_to_are_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # With a third king QD and 2H are left, 12 points: too much. Without the queen 2 are left.
    words = ["--variant", "gin", "--holding", TEN_CARDS, "--draws", "1"]
    _, out, err = run(capsys, "exact", "can_knock", *words)
    assert "0 of 42" in out
    assert err == (
        "Note: all 11 cards are kept; the discard at the end of a turn is not taken into account.\n"
    )


def test_the_joker_that_every_player_has_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["exact", "has_meld", "--variant", "stone-rummy", "--draws", "1", "--holding"]
    code, out, err = run(capsys, *words, "R1 R5 B9")
    assert code == 0
    assert "has_meld" in out
    assert err == "Note: in Stone-Rummy every player has a joker; write J as well.\n"
    assert run(capsys, *words, "R1 R5 B9 J")[2] == ""
    without = run(capsys, *words, "R1 R5 B9", "--rule", "jokers=none")
    assert (without[0], without[2]) == (0, "")
    # A joker in the pool is no joker that every player has.
    assert run(capsys, "exact", "has_meld", "--holding", "R1 R5 B9", "--draws", "1")[2] == ""


def test_data_of_an_exact_distribution_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(StringIO(run_ok(capsys, "exact", "pairs", "--format", "csv"))))
    weights = [int(row["weight"]) for row in rows if row["statistic"] == "probability"]
    assert sum(weights) == comb(106, 14)
    data = json.loads(run_ok(capsys, "exact", "pairs", "--format", "json"))
    assert [int(value["weight"]) for value in data["values"]] == weights


def test_a_simulation_is_that_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "melds", "--hands", "3,000", "--seed", "5", "--format", "json"]
    data = json.loads(run_ok(capsys, *words))
    (melds,) = simulate_each(["melds"], find_variant("sabra"), hands=3_000, seed=5)
    found = tuple(value["weight"] for value in data["values"])
    assert (found, data["seed"], data["hands"]) == (melds.weights, 5, 3_000)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_can_be_printed(measure: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = "count(number=3)" if measure == "count" else measure
    rules = [*MINI, "--rule", "open_points=9"]
    # Some have a meaning in one game only.
    only = {"can_knock": "gin", "special_hand": "international"}
    if measure in only:
        rules = ["--variant", only[measure]]
    out = run_ok(capsys, "simulate", asked, *rules, "--hands", "50")
    assert make_measure(asked).definition in " ".join(out.split())
    assert ("odds" in out) == MEASURES[measure].is_event


def test_output_goes_into_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown = run_ok(capsys, "exact", "has_meld", "--format", "json")
    assert run_ok(capsys, "exact", "has_meld", "--format", "json", "--output", "x.json") == ""
    assert (tmp_path / "x.json").read_text() == shown
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize(
    "words",
    ["exact has_meld --output link", "hand R7 --output link", "compare pairs --chart link.svg"],
)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(
    words: str, is_there: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    link = tmp_path / words.split()[-1]
    target = tmp_path / "below" / "target"
    target.parent.mkdir()
    if is_there:
        target.write_text("before")
        target.chmod(0o640)
    link.symlink_to(target)
    code, _, err = run(capsys, *words.split())
    assert (code, err) == (0, "")
    assert link.readlink() == target
    assert len(target.read_bytes()) > len("before")
    assert [path.name for path in target.parent.iterdir()] == ["target"]
    if is_there:
        assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
@pytest.mark.parametrize("way", ["pipe", "link"])
@pytest.mark.parametrize(
    "words", ["exact has_meld --format csv --output", "compare pairs --format csv --output"]
)
def test_what_is_no_plain_file_is_written_into_and_stays(
    words: str, way: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit((tmp_path / "pipe").read_text)
        run_ok(capsys, *words.split(), way)
        assert read.result(timeout=30).count("\n") > 2
    assert (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
def test_a_report_does_not_replace_a_pipe(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "report.csv")
    code, out, err = run(capsys, "report", "--output", ".")
    assert (code, out) == (2, "")
    assert "report.csv is no plain file" in err
    assert [path.name for path in tmp_path.iterdir()] == ["report.csv"]


class FullScreen(StringIO):
    """A screen on which there is no room."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


PRINTING = ["exact has_meld", "hand R7", "variants", "compare has_meld", "report", "--help"]


# Without a standard output, argparse prints its help on the other screen.
SCREENS = [(FullScreen(), words) for words in PRINTING] + [
    (None, words) for words in PRINTING if words != "--help"
]


@pytest.mark.parametrize(("screen", "words"), SCREENS)
def test_a_screen_that_cannot_be_written_is_one_clear_line(
    words: str,
    screen: StringIO | None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(sys, "stdout", screen)
    more = ["--hands", "1000"] if words == "report" else []
    code, _, err = run(capsys, *words.split(), *more)
    assert code == 2
    why = "No space left on device" if screen else "it is closed"
    *before, line = err.splitlines()
    assert line == f"rummistats: the standard output can't be written ({why}); see --output"
    # The files of a report are wanted all the same.
    assert (tmp_path / "report" / "index.html").exists() == (words == "report") == bool(before)


def test_a_closed_screen_does_not_matter_if_a_file_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run(capsys, "exact", "has_meld", "--output", "x") == (0, "", "")
    assert "0.784853865946941" in (tmp_path / "x").read_text()


@pytest.mark.skipif(os.name == "nt", reason="no such shell there")
def test_the_program_itself_may_have_no_screen() -> None:
    done = subprocess.run(
        f"{shlex.join([*PROGRAM, 'hand', 'R7'])} >&-",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert re.fullmatch(r"rummistats: .*it is closed.*\n", done.stderr)


# The rest


def test_the_variants_and_their_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "sabra" in run_ok(capsys, "variants")
    rules = list(csv.DictReader(StringIO(run_ok(capsys, "variants", "sabra", "--format", "csv"))))
    game = find_variant("sabra").game
    assert {rule["rule"] for rule in rules} == {*game.rules, "one_high", "wrap"}
    assert all(rule["meaning"] and rule["allowed"] for rule in rules)
    text = run_ok(capsys, "variants", "sabra")
    for preset in game.presets:
        assert preset in text


def test_a_default_can_be_said_as_it_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rules = csv.DictReader(StringIO(run_ok(capsys, "variants", "sabra", "--format", "csv")))
    for rule in rules:
        if rule["rule"] in ("one_high", "wrap"):
            continue
        words = ["exact", "pairs", "--rule", f"{rule['rule']}={rule['default']}"]
        assert "0.85031446" in run_ok(capsys, *words), rule


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("columns", ["80", "40"])
def test_nothing_that_has_to_be_typed_is_cut(
    variant: Variant,
    columns: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    game = variant.game
    text = run_ok(capsys, "variants", game.name)
    for rule in game.parameters.values():
        assert re.search(rf"^  {rule.name}=", text, re.MULTILINE)
        for value in rule.choices:
            assert re.search(rf"\b{value}\b", text)
    for preset, rules in game.presets.items():
        assert re.search(rf"^  {preset}$", text, re.MULTILINE)
        assert all(f"{rule}={value}" in text for rule, value in rules.items())
    heading = "Rules of the table, which change no figure about hands"
    before, _, after = " ".join(text.split()).partition(heading)
    assert bool(after) == bool(game.table_rules)
    for table_rule in game.table_rules:
        assert f" {table_rule.name}=" in after
    for name in ("open_points", "jokers", *(rule.name for rule in game.own_hand_rules)):
        assert f" {name}=" in before


def test_all_measures_are_listed_with_what_has_an_exact_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = json.loads(run_ok(capsys, "measures", "--format", "json"))
    assert [row["measure"] for row in rows] == [kind.signature for kind in MEASURES.values()]
    assert [row["measure"].split("(")[0] for row in rows if row["exact"]] == [
        name for name in MEASURES if name in {*AUTOMATA, *METHODS}
    ]
    run_ok(capsys, "measures", "--format", "csv")
    monkeypatch.setenv("COLUMNS", "80")
    text = run_ok(capsys, "measures")
    assert "  helpful_tiles(raising='melds', counting='kinds')\n" in text
    for row in rows:
        assert row["meaning"] in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_an_estimated_probability_is_given_in_percent_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = run_ok(capsys, "simulate", "has_meld", "--hands", "10000")
    found = dict(re.findall(r"^(probability|percent) +([\d.]+)", text, re.MULTILINE))
    assert float(found["percent"]) == pytest.approx(100 * float(found["probability"]))


@pytest.mark.parametrize("watched", [True, False])
def test_a_terminal_is_told_what_is_compiled(
    watched: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba import njit

    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    two_more = njit(lambda number: number + 2)
    notices = []
    for number in (1, 2, 0.5):  # two types, of which the first is there at the second call
        with said_if_compiling():
            two_more(number)
        notices.append(capsys.readouterr().err)
    line = "Compiling, once only: up to half a minute …\n" * watched
    assert notices == [line, "", line]


def test_translated_rules_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    one = run_ok(capsys, "exact", "has_run", "--rule", "one_high=True", "--format", "json")
    other = run_ok(capsys, "exact", "has_run", "--rule", "ones=low_or_high", "--format", "json")
    assert one == other
    assert one != run_ok(capsys, "exact", "has_run", "--format", "json")


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_a_game_is_explained_with_its_rules_and_their_defaults(
    variant: Variant, capsys: pytest.CaptureFixture[str]
) -> None:
    text = run_ok(capsys, "variants", variant.name)
    words = " ".join(text.split())
    assert " ".join(variant.describe().split()) in words
    assert all(preset in text for preset in variant.game.presets)
    data = json.loads(run_ok(capsys, "variants", variant.name, "--format", "json"))
    assert {rule["rule"] for rule in data["rules"]} == set(variant.game.parameters)
    for rule in data["rules"]:
        assert rule["meaning"], rule
        assert rule["allowed"], rule
        assert rule["default"] == str(variant.rule(rule["rule"]))
        if rule["rule"] in ("contracts", "hands", "max_buys"):
            continue  # written as Python values
        # Parsed, a default is itself again.
        assert variant.game.parameters[rule["rule"]].parse(rule["default"]) == variant.rule(
            rule["rule"]
        )


def test_all_games_are_listed_with_their_differences(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(StringIO(run_ok(capsys, "variants", "--format", "csv"))))
    assert [row["variant"] for row in rows] == [variant.name for variant in variants()]
    by_name = {row["variant"]: row for row in rows}
    assert by_name["okey-101"]["opening"] == (
        "melds worth at least 101 points or at least 5 pairs of identical tiles"
    )
    assert by_name["stone-rummy"]["dealt"] == "14 + joker"
    assert by_name["stone-rummy"]["runs"] == "3 to 26"
    assert by_name["shanghai"]["groups"] == "3 to 9, any suits"
    assert by_name["gin"]["wild"] == "none"
    text = run_ok(capsys, "variants")
    assert all(variant.name in text for variant in variants())
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("rules", "same"),
    [
        (["--variant", "stone-rummy", "--rule", "jokers=none"], {"assigned_jokers": 0}),
        (
            ["--variant", "stone-rummy", "--rule", "jokers=stock2"],
            {"jokers": 2, "assigned_jokers": 0},
        ),
        (["--variant", "gin", "--rule", "ace=high_low"], {"ones": "low_or_high"}),
        (
            ["--variant", "shanghai", "--rule", "joker_limit=by_size"],
            {"min_real_per_joker": 0, "max_jokers_by_size": [[3, 1], [5, 2], [7, 3]]},
        ),
        (["--variant", "okey-101", "--rule", "joker_hand_value=25"], {"joker_rack_value": 25}),
    ],
)
def test_rules_are_taken_in_the_words_of_the_rule_files(
    rules: list[str], same: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(run_ok(capsys, "exact", "pairs", *rules, "--format", "json"))
    found = data["variant"]["house_rules"] | {
        name: data["variant"]["rules"][name] for name in same if name != "jokers"
    }
    assert same.items() <= found.items()


# Hands of other games

HANDS = {
    "gin": ("5S 5H 5D 7C 8C 9C TC 2H 3D 4S", [], "can knock           yes: at most 10 points"),
    "okey": ("R5 F R7 R6", ["--indicator", "R5"], "played as R5 R6 R7 J"),
    "okey-101": (
        "B1 B1 K1 K1 R6 R6 Y9 R4 K3 K3",
        ["--indicator", "R5"],
        "Yes: 5 pairs, 5 are needed",
    ),
    "shanghai": (
        "9C 9C 9H 4S 5S X 7S KD 2H 3H JC",
        ["--round", "2"],
        "Yes, a group of 3 and a run of 4: 9H 9C 9C | 4S 5S X(6S) 7S",
    ),
    "romanian": (
        "R1 B1 K1 R11 R12 R13",
        [],
        "Yes: 105 points, 50 are needed with a run: R1 B1 K1 | R11 R12 R13",
    ),
    "rummy-500": ("7H 8H 9H 2C 3D 5S JC", [], "Yes, any meld: 7H 8H 9H"),
    "stone-rummy": ("R12 R13 R1 J", [], "complete            the whole hand is melded"),
    "international": ("R13 R1 B2", [], "No: there is no meld"),
}


@pytest.mark.parametrize("game", HANDS)
def test_a_hand_of_each_game_is_explained(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    tiles, more, expected = HANDS[game]
    text = run_ok(capsys, "hand", tiles, "--variant", game, *more)
    assert expected in text
    data = json.loads(run_ok(capsys, "hand", tiles, "--variant", game, *more, "--format", "json"))
    assert data["hand"]
    assert run_ok(capsys, "hand", tiles, "--variant", game, *more, "--format", "csv")


def test_the_indicator_says_what_a_hand_is_played_as(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", "R5 F R7 R6", "--variant", "okey", "--indicator", "R5"]
    assert "so that R6 is wild; played as R5 R6 R7 J" in run_ok(capsys, *words)
    data = json.loads(run_ok(capsys, *words, "--format", "json"))
    assert (data["played_as"], data["complete"], data["points"]) == ("R5 R6 R7 J", True, None)
    assert data["opening"] is None


def test_an_okey_tile_is_a_joker_if_no_indicator_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["hand", "R5 R6 J", "--variant", "okey-101"]
    assert "R5 R6 J(R7), 18 points" in run_ok(capsys, *words)


# Comparisons


def test_a_comparison_shows_every_case(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "has_meld", "--vary", "jokers=0,2", "--hand-size", "13,14"]
    rows = list(csv.DictReader(StringIO(run_ok(capsys, *words, "--format", "csv"))))
    assert list(rows[0]) == [
        "variant",
        "rules",
        "measure",
        "hand_size",
        "method",
        "hands",
        "seed",
        "value",
        "weight",
        "probability",
        "standard_error",
        "low",
        "high",
    ]
    yes = {
        (row["rules"], row["hand_size"]): int(row["weight"])
        for row in rows
        if row["value"] == "True"
    }
    assert list(yes) == [(f"jokers={j}", str(n)) for j in (0, 2) for n in (13, 14)]
    assert yes["jokers=2", "14"] == 82967187586211892
    text = run_ok(capsys, *words)
    assert re.search(r"sabra +jokers=2 +14 +78\.485", text)
    data = json.loads(run_ok(capsys, *words, "--format", "json"))
    assert [case["rules"] for case in data["cases"]] == ["jokers=0"] * 2 + ["jokers=2"] * 2


def test_games_of_a_comparison_may_have_their_own_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["compare", "can_open", "--variant", "sabra jokers=0", "--variant", "sabra pre_1988"]
    words += ["--rule", "open_single_set=yes", "--hands", "2000", "--format", "json"]
    cases = json.loads(run_ok(capsys, *words))["cases"]
    assert cases[0]["variant"]["rules"]["jokers"] == 0
    assert cases[1]["variant"]["rules"]["open_points"] == 50
    assert all(case["variant"]["rules"]["open_single_set"] for case in cases)


def test_the_printed_comparison_can_be_had_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "can_open", "--variant", "shanghai decks=2", "--round", "1-3"]
    words += ["--hand-size", "11,14", "--hands", "2000", "--seed", "4"]
    text = run_ok(capsys, *words)
    command = next(line for line in text.splitlines() if line.startswith("rummistats compare"))
    assert run_ok(capsys, *shlex.split(command)[1:]) == text
    assert text.count("round=2") == 2


def test_what_has_no_meaning_is_left_out_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "can_open", "--variant", "all", "--skip", "--hands", "500"]
    text = run_ok(capsys, *words)
    for game in ("okey", "stone-rummy", "stone-rummy-plus", "gin"):
        assert f"Left out: {game}, as " in text
    for game in ("sabra", "international", "shanghai", "rummy-500"):
        assert re.search(rf"^{game} +\d", text, re.MULTILINE)


@pytest.mark.parametrize(
    "words",
    [
        "has_meld --variant all",
        "melds --variant gin --variant sabra --hands 1000",
        "dead_wood_points --vary open_points=10,20,30,40,50 --hands 1000",
    ],
)
@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_comparison_can_be_drawn(
    words: str, kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run_ok(capsys, "compare", *words.split(), "--chart", f"chart.{kind}")
    assert (tmp_path / f"chart.{kind}").stat().st_size > 1000


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"rummistats {__version__}\n", "")


@pytest.mark.parametrize(
    "command", ["", "report", "hand", "exact", "simulate", "compare", "variants", "measures"]
)
def test_every_command_has_help_with_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, *command.split(), "--help")
    assert code == 0
    assert f"  rummistats {command}" in out


@pytest.mark.parametrize(
    ("text", "number"), [("1e6", 10**6), ("1.5E3", 1500), ("10_000", 10_000), ("2,000", 2000)]
)
def test_a_number_may_be_written_in_several_ways(text: str, number: int) -> None:
    assert make_parser().parse_args(["report", "--hands", text]).hands == number


def test_the_options_have_the_library_s_defaults() -> None:
    options = make_parser().parse_args(["report"])
    assert (options.hands, options.seed) == (DEFAULT_HANDS, DEFAULT_SEED)


@pytest.mark.parametrize("words", [["--help"], ["report", "--seed", "x"]])
def test_help_and_slips_need_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys\nfrom rummistats.cli import main\ntry:\n"
        f"    main({words})\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'pandas', 'matplotlib', 'numba', 'rich', 'jinja2'}\n"
        "assert not heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "words",
    [
        "exact has_meld",
        "simulate hand_points --hands 500",
        "compare has_meld --variant all --method exact --skip",
        "compare pairs --vary jokers=0,1,2",
        "hand 'R7 B7 K7 R1 R2 R3 J'",
        "variants",
        "variants shanghai",
        "measures",
        "report --hands 500 --format table --output report",
        "exact nonsense",
        "exact can_open --variant gin",
        "hand R99",
    ],
)
@pytest.mark.parametrize("width", [20, 5])
def test_a_narrow_screen_loses_no_figure(
    words: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for columns in (width, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        code, out, err = run(capsys, *shlex.split(words))
        assert code == (0 if out else 2)
        assert out or err
        told.append(Counter(re.findall(r"[0-9][0-9,.]*[0-9]|[0-9]", out + err)))
    narrow, wide = told
    assert narrow == wide


# What a newcomer meets.


@pytest.mark.parametrize("columns", [30, 60, 79, 80, 100, 200])
def test_no_name_of_a_game_is_broken(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run_ok(capsys, "variants").splitlines()
    for variant in variants():
        assert any(re.match(rf" *{variant.name}( |$)", line) for line in lines), variant.name
    if columns >= 60:
        assert max(map(len, lines)) <= columns


def test_cards_need_a_game_of_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "hand", "JC 9D")
    assert code == 2
    assert "looks like a playing card: for these take --variant gin" in err
    assert run(capsys, "hand", "10R")[2].count("did you mean R10?") == 1


def test_a_mini_game_has_rules_of_its_own_unless_given(capsys: pytest.CaptureFixture[str]) -> None:
    plain = run_ok(capsys, "exact", "has_meld", "--variant", "mini", "--format", "csv")
    assert plain == run_ok(capsys, "exact", "has_meld", *MINI, "--format", "csv")


@pytest.mark.parametrize(
    ("text", "number"), [("1,000", 1000), ("12,345,678", 12345678), ("1_000", 1000), ("1e6", 10**6)]
)
def test_commas_part_thousands(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["1,2", "14,16", "1,5", "1,0000", ",1", "1,", "10,00"])
def test_a_list_is_no_number(text: str) -> None:
    """Taken for 12 it would answer another question than the one that was asked."""
    with pytest.raises(argparse.ArgumentTypeError, match="not a whole number"):
        read_number(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Gin Rummy", "gin"),
        ("101 Okey", "okey-101"),
        ("Rummy 500", "rummy-500"),
        ("Romanian Tile Rummy", "romanian"),
        ("sabra rummikub classic_1978 open_points=40", "sabra"),
    ],
)
def test_names_of_several_words_are_compared(text: str, name: str) -> None:
    (game,) = listed_games(argparse.Namespace(variant=[text], rule=None))
    assert game.game.name == name
    if "classic" in text:
        assert game.rule("joker_mode") == "locked"
        assert game.open_points == 40


def test_a_chart_that_cannot_be_drawn_leaves_the_table(capsys, tmp_path) -> None:
    sizes = ",".join(map(str, range(3, 40)))
    chart = str(tmp_path / "chart.png")
    asked = ["compare", "has_meld", "--hand-size", sizes, "--hands", "100", "--chart", chart]
    assert main(asked) == 2
    told = capsys.readouterr()
    assert "has_meld" in told.out
    assert "can't be read in one chart" in told.err

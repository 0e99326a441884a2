"""``rummistats chart``: each kind of chart, from fresh runs and from result files."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from rummistats.cli import main
from rummistats.commands.chart_options import KINDS
from rummistats.commands.results import read_results
from rummistats.exact import exact, waiting_time
from rummistats.montecarlo import simulate
from rummistats.variants import Variant

MINI = (
    "--variant mini --rule colors=3 --rule numbers=5 --rule copies=1 --rule jokers=1 "
    "--rule hand_size=4 --rule open_points=9"
)
GAME = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4, open_points=9)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, line):
    try:
        code = main(shlex.split(line))
    except SystemExit as end:  # argparse ends the program by itself
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def run_ok(capsys, line):
    code, out, err = run(capsys, line)
    assert (code, err) == (0, "")
    return out


LINES = {
    "distribution": "distribution melds --at 1",
    "at-least": "at-least opening_value --at 9 --method exact",
    "at-most": "at-most opening_value --vary open_points=9,12",
    "comparison": "comparison can_open --vary open_points=9,12 --vary jokers=0,1",
    "ranges": "ranges opening_value --hand-size 4,5",
    "convergence": "convergence can_open --hands 200",
    "waiting": "waiting melds --at 1 --hand-size 0-2",
    "joint": "joint melds dead_wood_tiles --method exact",
    "scatter": "scatter --hands 500",
    "venn": "venn has_group has_run can_open --hands 500",
    "helpful": "helpful --holding 'R1 R2 B3' --seen R3",
    "melded": "melded --hands 50",
    "tiles": "tiles --hands 50",
}


def test_every_kind_has_a_line_here():
    assert LINES.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_into_a_file_and_told_in_words(kind, capsys):
    ending = {"joint": "pdf", "venn": "png"}.get(kind, "svg")
    size = {"joint": "half", "venn": "full"}.get(kind, "slide")
    words = f"--title 'In words' --size {size} --output out.{ending}"
    out = run_ok(capsys, f"chart {LINES[kind]} {MINI} {words}")
    content = Path(f"out.{ending}").read_bytes()
    assert content.startswith({"pdf": b"%PDF", "png": b"\x89PNG"}.get(ending, b"<?xml"))
    assert out.startswith("In words. ")
    if ending == "svg":
        # The words stand in the file as well, for those who can't see it.
        assert out.strip()[:60].encode() in content


@pytest.mark.parametrize("line", ["helpful --hands 50", "tiles --holding 'R1 R2 J'"])
def test_hands_at_random_or_a_certain_one(line, capsys):
    assert "red 1" in run_ok(capsys, f"chart {line} {MINI} --output out.svg")


def test_a_chart_counts_what_can_be_counted(capsys):
    out = run_ok(capsys, f"chart comparison can_open {MINI} --method exact --output out.svg")
    share = exact("can_open", GAME).prob(True)
    assert f"{100 * float(share):.1f} %" in out
    assert "(exact)" in out
    wait = waiting_time("can_open", GAME)
    assert f"Mean {float(wait.mean()):.4g}" in run_ok(
        capsys, f"chart waiting can_open {MINI} --output out.svg"
    )


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_result_files_are_read_back_as_they_were_found(kind, capsys):
    for command, asked in (("exact", "melds"), ("simulate", "can_open")):
        options = "" if command == "exact" else "--hands 500 --seed 3"
        run_ok(capsys, f"{command} {asked} {MINI} {options} --format {kind} --output r.{kind}")
        [result] = read_results(f"r.{kind}")
        found = result.distribution
        same = (
            exact(asked, GAME) if command == "exact" else simulate(asked, GAME, hands=500, seed=3)
        )
        for name in ("values", "weights", "is_exact", "measure", "hand_size", "seed"):
            assert getattr(found, name) == getattr(same, name), name
        assert type(found.values[0]) is type(same.values[0])
        assert result.game.startswith("mini, colors=3, numbers=5")


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_a_comparison_is_drawn_from_its_file(kind, capsys):
    run_ok(
        capsys,
        f"compare opening_value {MINI} --vary jokers=0,1 --method exact --format {kind} "
        f"--output r.{kind}",
    )
    fresh = run_ok(
        capsys,
        f"chart ranges opening_value {MINI} --vary jokers=0,1 --method exact --output a.svg "
        "--title Points",
    )
    read = run_ok(capsys, f"chart ranges --from r.{kind} --output b.svg --title Points")
    # Only the names of the cases differ: a file tells all rules.
    assert [part.split(": ", 1)[1] for part in read.split(". ")[2:]] == [
        part.split(": ", 1)[1] for part in fresh.split(". ")[2:]
    ]


def test_a_report_has_several_measures_of_which_one_is_named(capsys):
    run(capsys, f"report {MINI} --hands 2000 --output r")
    code, _, err = run(capsys, "chart distribution --from r/report.csv --output a.svg")
    assert code == 2
    assert "there are several measures, melds" in err
    # The counted figures are taken, not the dealt ones beside them.
    out = run_ok(capsys, "chart distribution has_meld --from r/report.json --output a.svg")
    assert "Bar chart of the probability of each value (exact)" in out


def test_samples_that_grow_may_come_from_several_files(capsys):
    for hands in (100, 1000):
        run_ok(
            capsys, f"simulate can_open {MINI} --hands {hands} --format json --output {hands}.json"
        )
    run_ok(capsys, f"exact can_open {MINI} --format csv --output all.csv")
    out = run_ok(
        capsys,
        "chart convergence --from 100.json --from 1000.json --from all.csv --output a.svg",
    )
    assert "100 hands: " in out
    assert "1,000 hands: " in out
    assert f"Exact: {100 * float(exact('can_open', GAME).prob(True)):.1f} %" in out


BAD = {
    "melds --output a.svg": "no chart 'melds'",
    "vern has_run has_group --output a.svg": "did you mean venn",
    "distribution melds": "--output",
    "distribution melds --output a.gif": "ends in .svg, .pdf or .png",
    "distribution melds --output nowhere/a.svg": "can't be written",
    "distribution melds --output a.svg --size poster": "slide, half or full",
    "distribution meld --output a.svg": "did you mean melds",
    "distribution --output a.svg": "takes one measure, not 0",
    "distribution melds pairs --output a.svg": "takes one measure, not 2",
    "distribution melds --output a.svg --hands 0": "hands=0",
    "distribution melds --output a.svg --vary jokers=0,1": "takes no --vary",
    "distribution melds --output a.svg --variant sabra --variant gin": "--variant gives 2",
    "distribution melds --output a.svg --hand-size 10-12": "--hand-size gives 3",
    "distribution melds --output a.svg --holding R1": "takes no --holding",
    "joint melds --output a.svg": "takes two measures, not 1",
    "venn has_run --output a.svg": "takes two or three events, not 1",
    "venn has_run melds --output a.svg": "melds is a number",
    "tiles melds --output a.svg": "takes no measure",
    "at-least has_meld --output a.svg --hands 100": "yes or no",
    "waiting dead_wood_tiles --output a.svg": "such events are",
    "waiting can_open --method simulate --output a.svg": "leave --method out",
    "helpful --holding R99 --output a.svg": "no number 99 on a tile",
    "helpful --seen R1 --output a.svg": "name the hand as well",
    "venn has_run has_group --from a.csv --output a.svg": "takes no --from",
    "distribution --from a.csv --output a.svg": "can't be read",
    "distribution --from text.txt --output a.svg": "ends in .csv or .json",
    "distribution --from text.json --output a.svg": "not as rummistats writes it",
    "distribution --from text.csv --output a.svg": "the column measure is missing",
    "distribution --from empty.json --output a.svg": "no distribution in this file",
    "distribution --from wrong.json --output a.svg": "values is missing",
    "distribution --from negative.json --output a.svg": "not as rummistats writes it",
    "distribution pairs --from good.json --output a.svg": "there is no pairs; there is melds",
    "distribution --from two.json --output a.svg": "there are 2 distributions",
    "convergence --from good.json --output a.svg": "1 samples",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_clear_line_and_leaves_no_file(line, capsys):
    good = {"measure": "melds", "method": "simulated", "values": [{"value": 1, "weight": 2}]}
    files = {
        "text.txt": "hello",
        "text.json": "hello",
        "text.csv": "a,b\n1,2\n",
        "empty.json": "{}",
        "wrong.json": json.dumps({"cases": [{"measure": "melds", "method": "exact"}]}),
        "negative.json": json.dumps(good | {"values": [{"value": 1, "weight": -2}]}),
        "good.json": json.dumps(good),
        "two.json": json.dumps({"cases": [good, good]}),
    }
    for name, text in files.items():
        Path(name).write_text(text)
    code, out, err = run(capsys, f"chart {line}")
    assert (code, out) == (2, "")
    assert BAD[line] in err
    assert err.startswith("rummistats: ")
    assert err.count("\n") == 1
    assert {path.name for path in Path().iterdir()} == set(files)

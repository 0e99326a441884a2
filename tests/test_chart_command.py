"""``rummistats chart``: each kind of chart, from fresh runs and from result files."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import suppress
from pathlib import Path

import pytest

from rummistats.cli import main
from rummistats.commands import chart, chart_data
from rummistats.commands.chart_options import FROM_FILES, KINDS
from rummistats.commands.results import read_results
from rummistats.distribution import make_distribution
from rummistats.errors import RummistatsError, VariantError
from rummistats.exact import exact, waiting_time
from rummistats.montecarlo import simulate
from rummistats.report.frame import csv_text, distribution_rows
from rummistats.show import Chart
from rummistats.show.game_words import common_facts, facts_of
from rummistats.variants import Variant, variants
from tests.chart_checks import words_of

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


OF_CARDS = {
    "distribution": "distribution dead_wood_tiles --hands 200",
    "at-least": "at-least melded_tiles --hands 200",
    "at-most": "at-most isolated_tiles --hands 200",
    "comparison": "comparison dead_wood_tiles --hand-size 7,8 --hands 200",
    "ranges": "ranges three_tile_melds --vary jokers=0,1 --hands 200",
    "convergence": "convergence \"count(color='S')\" --hands 200",
    "waiting": "waiting has_group --holding '7S 7H KD' --seen 7C",
    "joint": "joint melds dead_wood_tiles --hands 200",
    "scatter": "scatter --hands 200",
    "venn": "venn has_group has_run --hands 200",
    "helpful": "helpful --hands 50",
    "melded": "melded --hands 50",
    "tiles": "tiles --hands 50",
}
"""A line of each kind in a game of cards."""


@pytest.fixture
def drawn(monkeypatch):
    """The charts that are written, for a look at what stands in their pictures."""
    charts = []
    render = Chart.render

    def look(chart, kind):
        charts.append(chart)
        return render(chart, kind)

    monkeypatch.setattr(Chart, "render", look)
    return charts


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


@pytest.mark.parametrize("title", ["", "--title 'In words'"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_tells_the_game_its_house_rules_and_the_hand(kind, title, capsys, drawn):
    told = run_ok(capsys, f"chart {LINES[kind]} {MINI} --rule min_run=4 {title} --output a.svg")
    picture = " ".join(words_of(drawn[0]))
    hand = "red 1 and 2" if kind == "helpful" else "4 tiles"
    # Where hand sizes are compared each case has its own.
    fixed = hand if kind not in ("ranges", "waiting") else "mini"
    for words in ("mini", "runs of 4 or more", "one of each tile", fixed):
        assert words in told
        assert words in picture
    assert "_" not in picture


@pytest.mark.parametrize("title", ["", "--title 'When is it over?'"])
def test_a_hand_that_is_held_and_what_is_seen_are_told(title, capsys, drawn):
    for kind in ("waiting has_group", "helpful"):
        line = f"chart {kind} --holding 'R1 B1 K9' --seen 'Y1 Y1' --rule jokers=0"
        told = run_ok(capsys, f"{line} {title} --output a.svg")
        picture = " ".join(words_of(drawn.pop()))
        for words in (told, picture):
            assert "red 1" in words
            assert "blue 1" in words
            assert "black 9" in words
            assert "seen: yellow 1 and 1" in words
            assert "sabra (no jokers)" in words
            assert "14 tiles" not in words


def test_cases_are_named_in_words_by_what_they_differ_in(capsys, drawn):
    line = f"comparison can_open {MINI} --rule min_run=4 --vary open_points=9,12 --method exact"
    told = run_ok(capsys, f"chart {line} --output a.svg")
    assert "9 points to open: " in told
    assert {"9 points to open", "12 points to open"} <= set(words_of(drawn[0]))


def test_a_curve_that_is_exact_among_others_says_so(capsys, drawn):
    run_ok(capsys, f"exact melds {MINI} --format json --output a.json")
    run_ok(
        capsys, f"simulate melds {MINI} --rule min_run=4 --hands 300 --format csv --output b.csv"
    )
    told = run_ok(capsys, "chart at-least --from a.json --from b.csv --output a.svg")
    assert "exact where marked so, else estimated from n = 300 hands, seed 1" in told
    for words in (told, " ".join(words_of(drawn[0]))):
        assert "no house rules (exact)" in words
        assert "runs of 4 or more" in words


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_of_cards_speaks_of_cards(kind, capsys, drawn):
    rules = "--variant gin --rule copies=2"
    for title in ("", "--title Cards"):
        told = run_ok(capsys, f"chart {OF_CARDS[kind]} {rules} {title} --output a.svg")
        picture = " ".join(words_of(drawn.pop()))
        for words in (told, picture):
            assert not re.search(r"\b[Tt]iles?\b|color|each number|\brack\b", words)
            assert "card" in words


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("kind", FROM_FILES)
def test_a_chart_from_files_tells_the_game_and_its_rules(kind, ending, capsys, drawn):
    for hands in (100, 200):
        run_ok(
            capsys,
            f"simulate melds --variant gin --rule jokers=1 --hand-size 9 --hands {hands} "
            f"--format {ending} --output {hands}.{ending}",
        )
    more = f"--from 200.{ending}" if kind == "convergence" else ""
    told = run_ok(capsys, f"chart {kind} --from 100.{ending} {more} --output a.svg")
    picture = " ".join(words_of(drawn[0]))
    for words in ("9 cards", "gin (1 joker)"):
        assert words in told
        assert words in picture
    fresh = "" if kind == "convergence" else "--method simulate"
    run_ok(
        capsys,
        f"chart {kind} melds --variant gin --rule jokers=1 --hand-size 9 --hands 200 {fresh} "
        "--output b.svg",
    )
    # The same title as that of a fresh run.
    assert drawn[0].title == drawn[1].title


def test_what_was_known_beside_the_rules_is_told_from_a_file(capsys, drawn):
    run_ok(
        capsys,
        "exact has_meld --holding 'R1 R2' --draws 1 --seen B7 --format json --output r.json",
    )
    told = run_ok(capsys, "chart distribution --from r.json --output a.svg")
    assert "sabra (hand: red 1 and 2, 1 drawn, seen: blue 7)" in told
    run_ok(
        capsys,
        "simulate can_open --variant shanghai --round 3 --hands 50 --format csv --output r.csv",
    )
    assert "shanghai (round 3)" in run_ok(capsys, "chart distribution --from r.csv --output a.svg")


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_a_file_gives_back_the_game_by_any_of_its_rules(variant):
    others = [variant, *(variant.preset(name) for name in variant.game.presets)]
    for name, rule in variant.game.parameters.items():
        for value in (*rule.choices[1:2], *rule.or_choices, 2):
            with suppress(VariantError):
                others.append(variant.with_rules(**{name: value}))
    for game in others:
        found = make_distribution({0: 1}, measure="melds", is_exact=True, variant=game)
        Path("r.csv").write_text(csv_text(distribution_rows(found)))
        [result] = read_results("r.csv")
        assert result.distribution.variant == game
        assert ", ".join(facts_of([found])) == ", ".join(common_facts([result.told]))


GIVEN = {
    "--variant": "gin",
    "--rule": "jokers=0",
    "--vary": "jokers=0,1",
    "--hand-size": "10",
    "--round": "1",
    "--indicator": "R1",
    "--method": "auto",
    "--holding": "R1",
    "--seen": "R1",
    "--at": "1",
    "--hands": "100",
    "--seed": "1",
    "--workers": "1",
}


@pytest.mark.parametrize("kind", FROM_FILES)
def test_beside_files_no_option_is_taken_that_they_answer(kind, capsys):
    run_ok(capsys, f"exact melds {MINI} --format json --output r.json")
    for option, value in GIVEN.items():
        if option == "--at":
            continue
        code, out, err = run(capsys, f"chart {kind} --from r.json {option} {value} --output a.svg")
        assert (code, out) == (2, ""), option
        assert f"leave {option} out" in err
        assert not Path("a.svg").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_an_option_makes_a_difference_or_is_refused(kind, capsys, monkeypatch):
    line = OF_CARDS[kind].split(" --")[0]
    asked = set()

    def look(options):
        asked.add(options.kind)
        raise RummistatsError("drawn")

    monkeypatch.setitem(chart._KINDS, kind, look)
    taken = set()
    for option, value in GIVEN.items():
        code, _, err = run(capsys, f"chart {line} {option} {value} --output a.svg")
        assert code == 2
        assert "drawn" in err or f"takes no {option}" in err
        if "drawn" in err:
            taken.add(option)
    dealt = {"--hands", "--seed"}
    assert taken >= {"--variant", "--rule", "--hand-size"}
    assert ("--vary" in taken) == (kind in chart_data.SEVERAL)
    assert ("--holding" in taken) == (kind in ("waiting", "helpful", "tiles"))
    assert ("--seen" in taken) == (kind in ("waiting", "helpful"))
    assert (taken & dealt) == (set() if kind == "waiting" else dealt)


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
    f"distribution melds --output a.svg --title {'x' * 3000}": "at most 300 fit",
    "tiles --hand-size 0 --hands 10 --output a.svg": "no tile in the hand",
    "distribution melds --method simulate --hands 1e30 --output a.svg": "is at most 1e+15",
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
    "convergence --from good.json --output a.svg": "give two or more files of simulate",
    "convergence --from good.json --from other.json --output a.svg": "is of one game, hand",
    "distribution melds --output a.svg --at 1,2": "points out one value; --at gives 2",
    "waiting can_open --holding R1 --hand-size 9 --output a.svg": "the hand is as large as it is",
    "helpful --holding R1 --hands 9 --output a.svg": "--hands beside --holding; no hand is dealt",
    "helpful --hands 9 --workers 2 --output a.svg": "takes no --workers",
    "tiles --variant okey --indicator R5 --output a.svg": "takes no --indicator without --holding",
    "venn has_run has_group --method exact --seed 3 --output a.svg": "--seed beside --method exact",
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
        "other.json": json.dumps(good | {"variant": {"name": "gin"}, "hand_size": 10}),
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


def test_no_tiles_are_no_tiles(capsys):
    """A hand size of 0 is one, and not the usual one."""
    out = run_ok(capsys, "chart distribution melds --hand-size 0 --output a.svg")
    assert "0 tiles" in out
    assert "0: 100 %" in out
    out = run_ok(capsys, "chart helpful --hand-size 0 --hands 100 --output a.svg")
    assert "14 tiles" not in out

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from io import StringIO
from math import comb
from pathlib import Path
from typing import Any

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

import rummistats.report.contents as contents
from rummistats.dealing import Context
from rummistats.distribution import make_distribution
from rummistats.distribution.estimate import mean_estimate
from rummistats.errors import RummistatsError
from rummistats.melds import judge
from rummistats.montecarlo import Interrupted, simulate, simulate_each
from rummistats.playing import deck_of
from rummistats.report import (
    Report,
    ReportFolder,
    make_report,
    print_report,
    report_data,
    report_files,
    report_rows,
    report_sections,
)
from rummistats.report.charts import report_charts
from rummistats.report.figures import (
    _WORDS,
    align,
    hands_in_words,
    interval_cell,
    number_cell,
    one_in,
    percent_words,
    share_cell,
)
from rummistats.report.files import FILES
from rummistats.report.sections import headline, opening_parts
from rummistats.report.tables import classes
from rummistats.report.terminal import make_console
from rummistats.report.words import game_words
from rummistats.show import Chart
from rummistats.show.odds import percent
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant, variants

SABRA = find_variant("sabra")
MINI = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)


# What only a report of deals that were played out has.
PLAYED = {name for name in FILES if name.startswith("played")}


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report(SABRA, hands=60_000, seed=1, command="rummistats report --hands 60000")


@pytest.fixture(scope="module")
def mini() -> Report:
    return make_report(MINI, hands=3_000, seed=1)


@pytest.fixture(scope="module")
def files(report: Report) -> dict[str, bytes]:
    return report_files(report)


def printed(report: Report, columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = StringIO()
    print_report(report, make_console(text))
    return text.getvalue()


# What the report says


def test_a_hand_opens_or_has_too_little_or_has_no_meld(report: Report) -> None:
    values = report.dealt["opening_value"]
    too_little = sum(
        weight
        for value, weight in zip(values.values, values.weights, strict=True)
        if 0 < value < 30
    )
    opens = report.dealt["can_open"].estimate(True).numerator
    without = report.dealt["has_meld"].estimate(False).numerator
    assert opens + too_little + without == 60_000
    assert report.opens_at(30).numerator == opens


def test_the_exact_figures_are_the_published_ones(report: Report) -> None:
    none = report.exact["has_meld"].estimate(False)
    assert (none.numerator, none.denominator) == (22743176069970708, comb(106, 14))
    # Half a pair's two copies each: 52 pairs, both tiles of it among 14 of 106.
    assert report.exact["pairs"].mean() == 52 * make_fraction(14 * 13, 106 * 105)


def make_fraction(part: int, whole: int) -> Fraction:
    return Fraction(part, whole)


def test_exact_and_simulated_agree(report: Report) -> None:
    checks = report.checks()
    assert {check.measure for check in checks} == {"has_meld", "hand_points", "pairs", "can_open"}
    assert all(abs(check.difference) < 4.5 for check in checks)


def test_a_wrong_figure_is_found_out(report: Report) -> None:
    biased = make_distribution(
        {True: 48_000, False: 12_000}, measure="has_meld", is_exact=False, seed=1
    )
    wrong = replace(report, dealt={**report.dealt, "has_meld": biased})
    (check,) = (check for check in wrong.checks() if check.measure == "has_meld")
    assert check.difference > 5
    assert "rare" in words_of(wrong, "trust")
    assert "rare" not in words_of(report, "trust")


def test_more_points_are_harder_to_reach(report: Report) -> None:
    assert report.thresholds == (30, 40, 50)
    odds = [report.opens_at(points).numerator for points in report.thresholds]
    assert odds[0] > odds[1] > odds[2] > 0


def test_the_rule_s_threshold_is_among_the_thresholds() -> None:
    strange = make_report(SABRA.with_rules(open_points=35), hands=500)
    assert strange.thresholds == (30, 35, 40, 50)
    assert "35 points of the opening" in headline(strange)[1]


def test_an_opening_that_needs_no_points_needs_a_meld() -> None:
    free = make_report(SABRA.with_rules(open_points=0), hands=2_000)
    assert free.opens_at(0).numerator == free.dealt["has_meld"].estimate(True).numerator


@pytest.mark.parametrize("name", ["international", "machiavelli", "rummy-500", "sabra"])
def test_where_any_meld_opens_no_points_are_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = {"open_points": 0} if name == "sabra" else {}
    free = make_report(find_variant(name).with_rules(**rules), hands=2_000)
    assert free.any_meld
    assert (free.needed, free.only_points, free.thresholds) == (None, False, ())
    # A hand opens or has no meld: there is no third part.
    parts = opening_parts(free)
    assert [part for part, _ in parts] == ["can open: any meld", "no meld at all"]
    total = deck_of(free.variant).sample_space(free.hand_size)
    assert sum(part.numerator for _, part in parts) == total
    assert "have any meld" in headline(free)[1]
    assert "any meld is enough" in words_of(free, "opening")
    text = printed(free, 100, monkeypatch)
    assert "(the rule)" not in text
    assert "too little" not in text
    assert not re.search(r"\b0 points (of|\()|at least 0", text)
    charts = report_charts(free)
    assert "too little" not in charts["parts"].text
    # The bars are of dealt hands, and so is what stands over them.
    dealt = percent(free.dealt["can_open"].prob(True))
    assert f"any meld, dealt: {dealt}" in charts["opening"].text


def test_a_run_of_any_worth_is_more_than_any_meld() -> None:
    free = make_report(SABRA.with_rules(open_points=0, open_needs_run=True), hands=2_000)
    assert not free.any_meld
    assert opening_parts(free) == ()
    assert "have a run" in headline(free)[1]
    assert "can open: a run" in words_of(free, "glance")
    assert "0 points" not in words_of(free, "opening")
    with_run = free.dealt["can_open"].estimate(True).numerator
    assert 0 < with_run < free.dealt["has_meld"].estimate(True).numerator


def test_the_headline_comes_from_the_figures(report: Report) -> None:
    first, behind = headline(report)
    assert first == "One hand in two can open at once."
    assert f"{100 * float(report.exact['can_open'].prob(True)):.2f} %" in behind
    weights = {True: 0, False: comb(106, 14)}
    never = make_distribution(weights, measure="can_open", is_exact=True)
    other = replace(report, exact={**report.exact, "can_open": never})
    assert headline(other)[0] == "No hand can open at once."
    none = make_distribution({True: 0, False: 60_000}, measure="can_open", is_exact=False)
    dealt = replace(report, dealt={**report.dealt, "can_open": none}, exact={})
    assert headline(dealt)[0] == "No hand can open at once."


PERCENT = re.compile(r"([0-9.]+) %")


def test_what_is_known_exactly_stands_first_whatever_was_dealt(report: Report) -> None:
    # 52601200562652394 of C(106, 14) hands open, and 22743176069970708 hold no meld.
    opens, none, total = 52601200562652394, 22743176069970708, comb(106, 14)
    parts = opening_parts(report)
    assert [part.numerator for _, part in parts] == [opens, total - opens - none, none]
    assert {part.denominator for _, part in parts} == {total}
    assert all(part.is_exact for _, part in parts)
    few = make_report(SABRA, hands=10, seed=5)
    assert headline(few) == headline(report)
    assert f"Of all {total:,} hands of 14 tiles, 49.76 % reach the 30 points" in headline(few)[1]
    assert report_charts(few)["parts"].text == report_charts(report)["parts"].text
    assert "dealt" not in headline(few)[1]


@pytest.mark.parametrize("name", ["sabra", "river", "international", "machiavelli", "rummy-500"])
def test_the_figures_of_an_exact_headline_add_up_and_stand_in_the_chart(name: str) -> None:
    made = report_of(name)
    behind, chart = headline(made)[1], report_charts(made)["parts"].text
    shares = [Fraction(share) for share in PERCENT.findall(behind)]
    assert sum(shares) == 100
    assert "(exact)" in chart
    assert "interval" not in chart
    assert [Fraction(share) for share in PERCENT.findall(chart)] == [
        Fraction(percent(part.value).removesuffix(" %")) for _, part in opening_parts(made)
    ]
    for share, (_, part) in zip(shares, opening_parts(made), strict=True):
        assert abs(share - 100 * Fraction(part.value)) <= Fraction(1, 200)
    # On one page, one figure for one question: the dealt ones are called so.
    page = report_files(made)["index.html"].decode()
    assert f">can open: {'any meld' if made.any_meld else '30 points or more'}, dealt<" in page
    assert "the dealt hands give" not in behind


def test_what_is_not_known_exactly_is_from_the_dealt_hands() -> None:
    for made in (report_of("american"), make_report(SABRA.with_rules(open_points=40), hands=2_000)):
        parts = opening_parts(made)
        assert sum(part.numerator for _, part in parts) == made.hands
        assert {part.hands for _, part in parts} == {made.hands}
        assert "Of 2,000 hands of 14 tiles, dealt at random" in headline(made)[1]
        assert "the last one is exactly 21.515 %" in headline(made)[1]
        assert "n = 2,000 hands" in report_charts(made)["parts"].text
        assert {part["method"] for part in report_data(made)["parts"]} == {"simulated"}


@pytest.mark.parametrize("hand_size", [0, 1, 16])
def test_all_hand_sizes_of_a_mini_game(hand_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_report(MINI, hands=50, hand_size=hand_size)
    # There is one hand without tiles, and one of all tiles: that is no sample.
    assert made.hands == (50 if hand_size == 1 else None)
    assert set(report_files(made)) <= set(FILES)
    assert printed(made, 80, monkeypatch)


@pytest.mark.parametrize("hand_size", [0, 1, 106])
def test_all_hand_sizes_of_sabra(hand_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_report(SABRA, hands=50, hand_size=hand_size)
    assert set(report_files(made)) == set(FILES) - PLAYED
    assert printed(made, 80, monkeypatch)
    if hand_size == 106:
        # Everything can be melded: 13 pairs of groups of four, and the jokers join a run.
        assert made.dealt["dead_wood_tiles"].values == (0,)
        assert made.dealt["can_open"].prob(True) == 1
    else:
        assert made.dealt["can_open"].estimate(True).numerator == 0


def test_a_single_hand_has_no_standard_error() -> None:
    made = make_report(SABRA, hands=1)
    assert set(report_files(made)) == set(FILES) - PLAYED
    data = report_data(made)
    melds = next(d for d in data["distributions"] if d["measure"] == "melds")
    assert melds["mean"]["standard_error"] is None


def test_no_opening_in_a_game_that_defines_none(mini: Report) -> None:
    # A heading above nothing but this sentence would lead nowhere.
    assert "opening" not in {section.key for section in report_sections(mini)}
    assert "defines no opening" in headline(mini)[1]
    assert "opening" not in report_charts(mini)
    assert not [row for row in report_rows(mini) if row["section"] == "opening"]


def test_rules_that_allow_no_meld() -> None:
    tiny = Variant.mini(colors=1, numbers=2, copies=1, jokers=0, hand_size=1)
    made = make_report(tiny, hands=20)
    assert set(report_files(made)) <= set(FILES)
    assert headline(made)[0] == "No hand can lay a meld."


def test_what_was_counted_before_an_interruption_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(measures: list[str], variant: Variant, *, hands: int, **more: Any) -> None:
        raise Interrupted(simulate_each(measures, variant, hands=3_000, seed=1), hands)

    monkeypatch.setattr(contents, "simulate_each", stopped)
    made = make_report(SABRA, hands=9_000)
    assert made.interrupted
    assert (made.hands, made.asked) == (3_000, 9_000)
    assert b"Interrupted after 3,000 of 9,000 hands" in report_files(made)["index.html"]


def test_an_interruption_before_the_first_hand_is_no_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: object, hands: int, **more: Any) -> None:
        raise Interrupted((), hands)

    monkeypatch.setattr(contents, "simulate_each", stopped)
    with pytest.raises(Interrupted):
        make_report(SABRA, hands=9_000)


def test_the_three_parts_of_the_first_screen_add_up_to_all_hands(report: Report) -> None:
    parts = opening_parts(report)
    assert sum(part.numerator for _, part in parts) == comb(106, 14)
    behind = headline(report)[1]
    assert all(f"{100 * float(part.value):.2f} %" in behind for _, part in parts)
    # The dealt ones stand in the table, and add up as well.
    (section,) = (section for section in report_sections(report) if section.key == "glance")
    rows = {row[0]: row for row in section.tables[0].rows}
    assert list(rows) == [f"{name}{end}" for end in ("", ", dealt") for name, _ in parts]
    assert rows["can open: 30 points or more"][1:4] == ("49.760", "exact", "exact")
    dealt = [float(rows[f"{name}, dealt"][1]) for name, _ in parts]
    assert sum(dealt) == pytest.approx(100, abs=0.02)


def test_the_data_say_which_parts_are_exact(report: Report) -> None:
    parts = report_data(report)["parts"]
    assert [part["method"] for part in parts] == ["exact"] * 3
    assert sum(int(part["weight"]) for part in parts) == comb(106, 14)
    assert {part["method"] for part in report_data(report)["opening_thresholds"]} == {"simulated"}
    rows = [row for row in report_rows(report) if row["measure"] == "can_open" and row["value"]]
    assert [(row["method"], row["hands"]) for row in rows] == [
        ("simulated", 60_000),
        ("exact", None),
    ]


def test_the_words_of_the_game_are_those_of_its_rules() -> None:
    strict = SABRA.with_rules(min_group=4, open_points=50)
    words = {word.name: word for word in game_words(make_report(strict, hands=500))}
    assert words["Group"].example == "R7 B7 K7 Y7"
    assert words["Run"].example == "R4 R5 R6"
    assert "50 points" in words["Opening"].meaning
    gin = {word.name for word in game_words(report_of("gin"))}
    assert gin == {"Meld", "Group", "Run", "Dead wood"}


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_the_melds_shown_as_examples_can_be_laid(variant: Variant) -> None:
    for word in game_words(make_report(variant, hands=100)):
        if word.example:
            assert judge(word.example, variant).legal


def test_a_mini_game_is_not_called_the_game_itself(
    mini: Report, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "in a mini game of Sabra Rummikub" in printed(mini, 100, monkeypatch)
    assert "in Sabra Rummikub" in printed(report, 100, monkeypatch)


# Data


def test_the_table_for_a_spreadsheet_loses_nothing(report: Report, files: dict[str, bytes]) -> None:
    rows = list(csv.DictReader(StringIO(files["report.csv"].decode())))
    weights: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row["statistic"] == "probability" and row["section"] != "kinds":
            weights[row["measure"], row["method"]] += int(row["weight"])
    expected = {(name, "simulated"): 60_000 for name in report.dealt}
    expected |= {(name, "exact"): comb(106, 14) for name in report.exact}
    assert weights == expected
    for row in rows:
        # A mean has a column of its own, so that nobody takes it for a probability.
        assert bool(row["mean"]) == (row["statistic"] == "mean")
        figure = float(row["probability"] or row["mean"])
        assert float(row["low"]) <= figure <= float(row["high"])
        assert figure == pytest.approx(int(row["weight"]) / int(row["total"]))
        assert (row["hands"], row["seed"]) == (
            ("60000", "1") if row["method"] == "simulated" else ("", "")
        )


def test_kinds_are_given_by_number_and_by_color(report: Report) -> None:
    rows = [r for r in report_rows(report) if r["section"] == "kinds"]
    rows = [r for r in rows if r["statistic"] == "probability"]
    assert {(r["number"], r["joker"]) for r in rows if r["measure"] == "group of 3"} == {
        (number, joker) for number in (None, *range(1, 14)) for joker in (False, True)
    }
    assert {r["color"] for r in rows if r["measure"] == "run of 4"} == {None, *"RBKY"}
    whole = next(r for r in rows if r["measure"] == "group of 3")
    assert whole["weight"] / comb(106, 14) == pytest.approx(0.48104189316)


def test_the_tree_has_the_rules_and_all_exact_counts_as_text(
    report: Report, files: dict[str, bytes]
) -> None:
    data = json.loads(files["report.json"])
    assert data["variant"]["rules"]["open_points"] == 30
    assert data["command"] == report.command
    for found in data["distributions"]:
        total = comb(106, 14) if found["method"] == "exact" else 60_000
        assert sum(int(value["weight"]) for value in found["values"]) == total
        assert all(isinstance(v["weight"], str) for v in found["values"]) == (
            found["method"] == "exact"
        )


def test_the_same_report_gives_the_same_bytes(mini: Report) -> None:
    again = make_report(MINI, hands=3_000, seed=1, workers=1)
    assert report_files(again) == report_files(mini)


# The page


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def page(files: dict[str, bytes]) -> Page:
    return Page(files["index.html"].decode())


def test_the_page_is_well_formed_and_says_its_language(page: Page) -> None:
    assert page.open == []
    assert page.all("html") == [{"lang": "en"}]
    assert not page.all("script")
    assert len(page.all("h1")) == 1


def test_the_page_needs_nothing_but_the_files_beside_it(
    page: Page, files: dict[str, bytes]
) -> None:
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    for _, attributes in page.tags:
        for name in ("src", "href"):
            target = attributes.get(name)
            if target:
                assert target in files or target.removeprefix("#") in ids
    assert not re.search(rb"url\(|@import|https?:", files["index.html"])


def test_every_chart_has_its_words(page: Page, report: Report) -> None:
    charts = report_charts(report)
    assert {image["src"]: image["alt"] for image in page.all("img")} == {
        f"{name}.svg": chart.text for name, chart in charts.items()
    }


def test_every_table_has_a_caption_and_every_heading_a_scope(page: Page) -> None:
    tables = page.all("table")
    assert len(tables) >= 9
    assert len(page.all("caption")) == len(tables)
    assert all(heading.get("scope") in ("row", "col") for heading in page.all("th"))


def test_the_page_escapes_what_it_is_given(mini: Report) -> None:
    text = report_files(replace(mini, command="report <script>&"))["index.html"].decode()
    assert "report &lt;script&gt;&amp;" in text
    assert "<script>" not in text


# The screen


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_the_printed_report_keeps_to_the_width(
    report: Report, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed(report, columns, monkeypatch)
    lines = [line for line in text.splitlines() if not line.startswith("To have it again")]
    assert max(map(len, lines)) <= columns
    assert "…" not in text
    assert "\x1b" not in text
    assert "\N{NO-BREAK SPACE}" not in text


def test_on_a_narrow_screen_no_figure_is_cut(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "…" not in printed(report, 40, monkeypatch)


def test_nothing_is_said_by_color(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    text = StringIO()
    console = make_console(text)
    assert console.is_terminal
    print_report(report, console)
    # Bold, italic and underlined, but no color.
    assert set(re.findall(r"\x1b\[([0-9;]*)m", text.getvalue())) <= {"0", "1", "3", "1;4"}


# Figures


def test_words_name_a_probability_near_to_the_real_one() -> None:
    small = {word: n for n, word in enumerate(_WORDS)}
    for thousandth in range(1, 1000):
        p = thousandth / 1000
        words = hands_in_words(p)
        match = re.fullmatch(r"(all but )?(?:about )?(\w+) hands? in ([\w,]+)", words)
        assert match, words
        whole = small.get(match[3]) or int(match[3].replace(",", ""))
        named = small[match[2]] / whole
        named = 1 - named if match[1] else named
        assert abs(named - p) <= 0.03
        rare = min(p, 1 - p)
        assert abs(named - p) <= 0.25 * rare


def test_aligned_numbers_have_their_points_in_one_column() -> None:
    cells = align(["49.736", "1,234", "–", "0.5", "<0.001", "−2.25"])
    assert len({len(cell) - cell.index(".") for cell in cells if "." in cell}) == 1
    assert align(["1", "23"]) == ("1", "23")


def test_what_is_possible_is_never_written_as_nothing() -> None:
    for power in range(1, 15):
        assert float(number_cell(10.0**-power).strip("<")) > 0


def test_rare_events_are_told_from_impossible_ones() -> None:
    seen = make_distribution({True: 0, False: 1000}, measure="e", is_exact=False).estimate(True)
    exact = make_distribution({True: 0, False: 1000}, measure="e", is_exact=True).estimate(True)
    assert one_in(seen) == "none seen"
    assert one_in(exact) == "never"
    assert interval_cell(exact) == "exact"
    assert interval_cell(seen).startswith("0.0")


def test_the_mean_of_one_hand_has_no_interval() -> None:
    one = make_distribution({3: 1}, measure="melds", is_exact=False)
    assert interval_cell(mean_estimate(one), scale=1) == "–"


@pytest.mark.parametrize(
    "values", [[0], [1], [0, 1], [5, 14], [0, 150], [200, 364], [0, 3, 4000], list(range(40))]
)
def test_classes_hold_every_value_once(values: list[int]) -> None:
    bounds = classes(make_distribution(dict.fromkeys(values, 1), measure="v", is_exact=True))
    for value in values:
        assert sum(low <= value <= high for low, high in bounds) == 1
    assert all(low <= high for low, high in bounds)
    assert len(bounds) <= 18


# Files


def test_a_new_folder_has_the_files_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a" / "report"
    with ReportFolder(target) as folder:
        folder.write({"report.csv": b"1", "index.html": b"2"})
    assert {path.name for path in target.iterdir()} == {"report.csv", "index.html"}


def test_an_earlier_report_is_replaced_and_foreign_files_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "opening.svg").write_text("of an earlier report")
    (tmp_path / "report.csv").write_text("old")
    with ReportFolder(tmp_path) as folder:
        folder.write({"report.csv": b"new"})
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {"notes.txt": "mine", "report.csv": "new"}


def test_nothing_is_left_of_a_report_that_failed(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "report.csv").write_text("old")
    for target in (tmp_path / "new" / "report", tmp_path / "kept"):
        with pytest.raises(KeyboardInterrupt), ReportFolder(target):
            raise KeyboardInterrupt
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == [
        "kept",
        "kept/report.csv",
    ]


def test_a_file_in_the_way_is_found_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "index.html").mkdir()
    for target in (tmp_path / "file", tmp_path / "file" / "report", tmp_path):
        with pytest.raises(RummistatsError, match="output folder"), ReportFolder(target):
            pytest.fail("the folder was taken for good")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "index.html"}


# Every game


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_every_game_has_a_report(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_report(variant, hands=2_000, seed=1)
    files = report_files(made)
    assert set(files) <= set(FILES)
    page = Page(files["index.html"].decode())
    assert page.open == []
    json.loads(files["report.json"])
    text = printed(made, 80, monkeypatch)
    assert max(map(len, text.splitlines())) <= 100
    # Every section has something to say.
    for section in report_sections(made):
        assert section.sentences or section.tables
    # What is both counted and dealt agrees.
    checks = made.checks()
    assert {"has_meld"} <= {check.measure for check in checks}
    assert all(abs(check.difference) < 4.5 for check in checks)


def report_of(name: str, **more: Any) -> Report:
    return make_report(find_variant(name), hands=2_000, seed=1, **more)


def looks_of(chart: Chart) -> dict[str, str]:
    """Return the color and hatch of the bars at 0 to 29 and from 30 on, or of the parts."""
    found: dict[str, str] = {}
    (axes,) = chart.figure.axes
    for place, bar in enumerate(axes.patches):
        assert isinstance(bar, Rectangle)
        value = round(bar.get_x() + bar.get_width() / 2)
        if chart.text.startswith("What can be done"):
            name = ("opens", "too little", "no meld")[place]
        else:
            name = "no meld" if not value else "too little" if value < 30 else "opens"
        look = f"{to_hex(bar.get_facecolor())} {bar.get_hatch() or ''}"
        assert found.setdefault(name, look) == look
    return found


def test_what_a_hand_can_do_looks_the_same_in_all_charts(report: Report) -> None:
    charts = report_charts(report)
    looks = looks_of(charts["opening"])
    assert looks == looks_of(charts["parts"])
    assert len(set(looks.values())) == 3
    no_opening = report_charts(make_report(MINI, hands=500))["parts"]
    free = report_charts(make_report(SABRA.with_rules(open_points=0), hands=500))["parts"]
    for chart in (no_opening, free):
        first, last = chart.figure.axes[0].patches
        assert to_hex(first.get_facecolor()) in looks["opens"]
        assert to_hex(last.get_facecolor()) in looks["no meld"]


def words_of(report: Report, key: str) -> str:
    (section,) = (section for section in report_sections(report) if section.key == key)
    rows = [row[0] for table in section.tables for row in table.rows]
    return " ".join((section.title, *section.sentences, *rows))


def test_gin_asks_for_knocking_instead_of_an_opening() -> None:
    gin = report_of("gin")
    assert "can knock" in headline(gin)[0]
    words = words_of(gin, "opening")
    assert "no opening" in words
    assert "at most 10 points (the rule)" in words
    knocks = gin.dealt["can_knock"].estimate(True).numerator
    assert knocks == gin.dealt["dead_wood_points"].estimate(at_most=10).numerator
    assert "no pairs" in words_of(gin, "pairs")
    assert "pairs" not in report_charts(gin)


def test_the_exact_odds_of_knocking_stand_beside_those_dealt() -> None:
    gin = report_of("gin")
    counted = gin.exact["can_knock"].estimate(True)
    assert counted.denominator == comb(52, 10)
    assert not gin.dealt["can_knock"].is_exact
    assert headline(gin)[0] == "About one hand in 1,500 can knock at once."
    assert f"Of all {comb(52, 10):,} hands of 10 cards, 0.06455 % (exact)" in headline(gin)[1]
    (section,) = (section for section in report_sections(gin) if section.key == "glance")
    rows = {row[0]: row for row in section.tables[0].rows}
    assert rows["can knock"][1:4] == (share_cell(counted), "exact", "exact")
    assert rows["can knock, dealt"][2] != "exact"
    assert rows["no meld at all"][2] == "exact"
    assert rows["no meld at all, dealt"][2] != "exact"
    # What stands large at the top of the page, too.
    assert "<strong>0.065" in report_files(gin)["index.html"].decode()
    assert "can knock (%)" in words_of(gin, "trust")
    # Another limit has no count at hand: what is dealt stands alone.
    other = make_report(find_variant("gin").with_rules(knock_limit=7), hands=500)
    assert "can_knock" in other.dealt
    assert ("can_knock" in other.exact) == ("Of all" in headline(other)[1])


def test_without_jokers_is_only_said_where_there_are_jokers(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    gin = report_of("gin")
    assert "joker" not in printed(gin, 100, monkeypatch)
    assert "joker" not in report_charts(gin)["kinds"].text
    assert "group of 3 without jokers" in words_of(report, "kinds")
    assert "without jokers" in report_charts(report)["kinds"].text


def test_what_is_the_same_in_every_hand_is_no_check() -> None:
    gin = report_of("gin")
    assert gin.exact["pairs"].values == gin.dealt["pairs"].values == (0,)
    assert "pairs" not in {check.measure for check in gin.checks()}
    # Pairs in a game without pairs would be a fault, and must be told.
    pair = make_distribution({0: 1999, 1: 1}, measure="pairs", is_exact=False, seed=1)
    wrong = replace(gin, dealt={**gin.dealt, "pairs": pair})
    (check,) = (check for check in wrong.checks() if check.measure == "pairs")
    assert check.difference == float("inf")
    # One tile is neither a meld nor a pair, and it has no points here.
    single = report_of("okey", hand_size=1)
    assert single.checks() == ()
    assert "the same in every hand" in words_of(single, "trust")


def test_okey_has_no_points() -> None:
    okey = report_of("okey")
    assert "not counted in points" in words_of(okey, "dead-wood")
    assert "is complete" in words_of(okey, "glance")
    assert "dead-wood-points" not in report_charts(okey)
    assert "points" not in words_of(okey, "glance")


def test_stone_rummy_counts_isolated_tiles_and_the_given_joker() -> None:
    stones = report_of("stone-rummy")
    assert "14 tiles and a joker" in headline(stones)[1]
    assert "isolated tiles" in words_of(stones, "glance")
    assert "isolated_after_packing" in stones.dealt
    assert "points are tiles" in words_of(stones, "dead-wood")
    # Every tile is dead wood or melded: 14 and the joker.
    assert max(stones.dealt["dead_wood_tiles"].values) <= 15


def test_shanghai_gives_the_odds_of_every_round() -> None:
    shanghai = report_of("shanghai", hand_size=14)
    assert list(shanghai.rounds) == list(range(1, 11))
    words = words_of(shanghai, "opening")
    assert "1: 2 groups of 3" in words
    assert "10: 3 runs of 5" in words
    opens = {n: found.estimate(True).numerator for n, found in shanghai.rounds.items()}
    assert opens[1] == shanghai.dealt["can_open"].estimate(True).numerator
    assert opens[1] >= opens[4]  # three groups of 3 hold two
    assert opens[3] >= opens[7]  # three runs of 4 hold two
    rows = [row for row in report_rows(shanghai) if row["rules"] == "round=4"]
    assert {row["measure"] for row in rows} == {"can_open"}
    third = report_of("shanghai", context=Context(round=3))
    assert "the contract of round 3" in headline(third)[1]
    assert third.dealt["can_open"].weights == third.rounds[3].weights


def test_a_run_may_be_stopped_between_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(measure: str, variant: Variant, **more: Any) -> Any:
        if more["context"].round == 3:
            raise Interrupted((), more["hands"])
        return simulate(measure, variant, **more)

    monkeypatch.setattr(contents, "simulate", stopped)
    shanghai = report_of("shanghai")
    assert shanghai.interrupted
    assert list(shanghai.rounds) == [1, 2]
    assert "stopped before the other rounds" in words_of(shanghai, "opening")
    assert b"before the last rounds" in report_files(shanghai)["index.html"]
    assert "before the last rounds" in printed(shanghai, 100, monkeypatch)


def test_101_okey_opens_by_points_by_pairs_or_by_either() -> None:
    okey = report_of("okey-101")
    opens = {
        by: okey.dealt[name].estimate(True).numerator
        for by, name in {
            "points": "can_open(by='points')",
            "pairs": "can_open(by='pairs')",
            "either": "can_open",
        }.items()
    }
    assert (
        max(opens["points"], opens["pairs"])
        <= opens["either"]
        <= (opens["points"] + opens["pairs"])
    )
    words = words_of(okey, "opening")
    assert all(f"by {way}" in words for way in opens)
    assert "101 points (the rule)" in words
    fixed = report_of("okey-101", context=Context(indicator=Tile("R", 5)))
    assert {row["rules"] for row in report_rows(fixed)} == {"indicator=R5"}


def test_romanian_needs_a_run_among_its_melds() -> None:
    romanian = report_of("romanian")
    assert "a run among them" in headline(romanian)[1]
    assert romanian.opens_at(50).numerator == romanian.dealt["can_open"].estimate(True).numerator


def test_what_is_not_certain_is_never_written_as_100_percent() -> None:
    nearly = make_distribution({True: 10**9 - 1, False: 1}, measure="e", is_exact=True)
    assert share_cell(nearly.estimate(True)) == ">99.999"
    assert percent_words(nearly.estimate(True)) == "more than 99.999 % (exact)"
    sure = make_distribution({True: 7}, measure="e", is_exact=True)
    assert share_cell(sure.estimate(True)) == "100"

"""Charts: true to their data, readable at a distance and on black-and-white paper."""

import math
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise

import matplotlib
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from rummistats.distribution import make_distribution
from rummistats.errors import RummistatsError
from rummistats.show import (
    distribution_chart,
    grouped_chart,
    means_chart,
    odds_chart,
    parts_chart,
)
from rummistats.show.odds import percent
from rummistats.show.style import (
    GRID_INK,
    INK,
    PAPER,
    SERIES,
    SIZES,
    SMALL_PRINT_INK,
    contrast,
)
from tests.chart_checks import check_places, check_sizes, texts_of

# Most disjoint melds of 14 of Sabra's 106 tiles.
MELDS = {
    0: 22743176069970708,
    1: 48078590468188468,
    2: 28926628699231558,
    3: 5751985229003216,
    4: 209983189788650,
}
TWO_DICE = {s: 6 - abs(7 - s) for s in range(2, 13)}


def exact(counts, measure="value"):
    return make_distribution(counts, measure=measure, is_exact=True)


def sample(counts, measure="value", seed=7):
    return make_distribution(counts, measure=measure, is_exact=False, seed=seed)


def spiky(most=176):
    """A long distribution with a high bar at 0 and most of the rest on multiples of 3."""
    return {v: 40 - v // 5 if v % 3 == 0 else 1 for v in range(1, most + 1) if v < 195} | {0: 900}


EXACT_MELDS = exact(MELDS, "melds")
THOUSAND = sample({0: 233, 1: 457, 2: 248, 3: 61, 4: 1}, "melds")
MILLION = sample({v: w // 105_710_363_656 for v, w in MELDS.items()}, "melds")


def all_charts(size):
    """Charts of many shapes: few and many bars, long words, nothing, certainty."""
    yes = sample({True: 49_760, False: 50_240}, "can_open")
    long = sample(spiky())
    words = "a run of at least five tiles of one color in which a joker stands for a tile"
    table = {"natural": THOUSAND, "with a joker": MILLION}
    return {
        "exact": distribution_chart(EXACT_MELDS, value_label="melds", size=size),
        "marked": distribution_chart(THOUSAND, highlight_from=2, title=words, size=size),
        "dice": distribution_chart(exact(TWO_DICE), highlight_from=12, size=size),
        "tiles": distribution_chart(sample({v: 1 + v * v for v in range(15)}), size=size),
        "far away": distribution_chart(
            exact({2**62: 1, 2**62 + 1: 2}), highlight_from=2**62 + 1, size=size
        ),
        "negative": distribution_chart(
            exact({v - 2**62: 1 for v in range(60)}), highlight_from=-(2**62) + 30, size=size
        ),
        "wide": distribution_chart(exact({-(10**29): 1, 10**29: 1}), size=size),
        "late mark": distribution_chart(EXACT_MELDS, highlight_from=99, size=size),
        "early mark": distribution_chart(EXACT_MELDS, highlight_from=-5, size=size),
        "event": distribution_chart(yes, title="Open?", highlight_from=True, size=size),
        "one value": distribution_chart(exact({7: 1}), highlight_from=7, size=size),
        "long": distribution_chart(long, value_label="points", highlight_from=30, size=size),
        "long, mark at the end": distribution_chart(long, highlight_from=170, size=size),
        "long, mark at the start": distribution_chart(exact(spiky()), highlight_from=1, size=size),
        "from 100": distribution_chart(sample({v: 300 - v for v in range(100, 290)}), size=size),
        "thousand values": distribution_chart(
            exact({v: 1000 + v for v in range(1000)}), highlight_from=303, size=size
        ),
        "odds": odds_chart(
            [(words, THOUSAND.estimate(3)), ("none", EXACT_MELDS.estimate(9))]
            + [(f"{v} melds or more", MILLION.estimate(at_least=v)) for v in range(5)],
            title=f"{words}, and {words}; {words}",
            seed=7,
            size=size,
        ),
        "twelve odds": odds_chart(
            [(f"event {v}", EXACT_MELDS.estimate(at_least=v % 5)) for v in range(12)],
            title="Twelve",
            size=size,
        ),
        "one impossible event": odds_chart([("", exact({0: 1}).estimate(1))], title="", size=size),
        "numbers": grouped_chart(
            range(1, 14),
            {name: [d.estimate(n % 5) for n in range(13)] for name, d in table.items()},
            title="By number",
            value_label="number",
            seed=7,
            size=size,
        ),
        "colors": grouped_chart(
            ["red", "blue", "black", "yellow"],
            {f"{words} {k}": [THOUSAND.estimate(k)] * 4 for k in range(4)},
            title="By color",
            size=size,
        ),
        "parts": parts_chart(
            [(f"{words} {k}", EXACT_MELDS.estimate(k)) for k in range(3)]
            + [("3 or more", EXACT_MELDS.estimate(at_least=3))],
            title=words,
            size=size,
        ),
        "parts, one very thin": parts_chart(
            [(str(v), THOUSAND.estimate(at_least=v, at_most=v + 2 * (v == 1))) for v in (0, 1, 4)],
            title="Parts",
            seed=7,
            size=size,
        ),
        "many groups": grouped_chart(
            range(24),
            {k: [MILLION.estimate(n % 4) for n in range(24)] for k in "ab"},
            title="Many",
            size=size,
        ),
    }


@pytest.fixture(scope="module", params=SIZES)
def charts(request):
    return all_charts(request.param)


def bars_of(figure):
    return [bar for axes in figure.axes for bar in axes.patches]


def intervals_of(figure):
    """The ends of the lines that show intervals, without their caps."""
    lines = [
        segment
        for collection in figure.findobj(LineCollection)
        if collection.get_gid() == "intervals"
        for segment in collection.get_segments()
    ]
    return {(x, low, high) for (x, low), (x_too, high) in lines if x == x_too}


# ----------------------------------------------------------------- true to the data


def test_the_parts_of_a_bar_are_as_long_as_they_are_probable():
    parts = [(str(v), THOUSAND.estimate(v)) for v in (0, 1)]
    rest = ("more", THOUSAND.estimate(at_least=2))
    chart = parts_chart([*parts, rest], title="Melds", seed=7)
    bars = bars_of(chart.figure)
    assert [bar.get_width() for bar in bars] == pytest.approx([0.233, 0.457, 0.31])
    assert [bar.get_x() for bar in bars] == pytest.approx([0, 0.233, 0.69])
    assert "more: 31.0 %" in chart.text
    # What comes from two sources does not add up.
    with pytest.raises(RummistatsError, match="one source"):
        parts_chart([("0", EXACT_MELDS.estimate(0)), parts[1], rest], title="Melds")
    with pytest.raises(RummistatsError, match="from 1 to 4"):
        parts_chart([], title="Melds")


def test_the_text_alternative_tells_the_figures():
    # 22743176069970708 / 105710363656182600 = 0.21515 and so on; C(106, 14) in all
    assert sum(MELDS.values()) == math.comb(106, 14)
    chart = distribution_chart(EXACT_MELDS, title="Melds", highlight_from=2)
    assert chart.text == (
        "Melds. Bar chart of the probability of each value (exact). 0: 21.5 %, 1: 45.5 %, "
        "2: 27.4 %, 3: 5.44 %, 4: 0.20 %. Mean 1.173. 2 or more: 33.0 %."
    )


def test_a_text_of_estimates_tells_number_of_hands_seed_and_interval():
    chart = distribution_chart(sample({0: 75, 1: 25}, seed=11), title="Sixes")
    # Wilson's interval for 25 of 100 is 0.1755 to 0.3430.
    assert "n = 100 hands, seed 11" in chart.text
    assert "1: 25.0 % (95 % interval 17.5 % to 34.3 %)" in chart.text
    assert any("n = 100 hands, seed 11" in t.get_text() for t in texts_of(chart.figure))


def test_an_exact_chart_says_exact_and_has_no_intervals():
    for chart in (
        distribution_chart(EXACT_MELDS),
        odds_chart([("none", EXACT_MELDS.estimate(0))], title="Odds"),
        grouped_chart([0], {"": [EXACT_MELDS.estimate(0)]}, title="Odds"),
    ):
        assert "exact" in [t.get_text() for t in texts_of(chart.figure)]
        assert not [c for c in chart.figure.findobj(LineCollection) if c.get_gid()]


def test_bars_are_as_high_as_probabilities_and_start_at_zero():
    bars = bars_of(distribution_chart(exact(TWO_DICE)).figure)
    assert {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in bars} == pytest.approx(
        {float(s): w / 36 for s, w in TWO_DICE.items()}
    )
    assert all(bar.get_y() == 0 for bar in bars)
    for chart in all_charts("slide").values():
        (axes,) = chart.figure.axes
        lying = axes.yaxis.get_ticklabels() == []
        start, end = axes.get_xlim() if lying else axes.get_ylim()
        assert start == 0
        for bar in bars_of(chart.figure):
            assert (bar.get_width() if lying else bar.get_height()) < end


def test_intervals_are_wilsons():
    drawn = intervals_of(distribution_chart(THOUSAND, highlight_from=2).figure)
    n, z = 1000, 1.959963984540054
    expected = set()
    for value, weight in zip(THOUSAND.values, THOUSAND.weights, strict=True):
        p = weight / n
        center = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        expected.add((value, round(center - half, 9), round(center + half, 9)))
    assert {(x, round(low, 9), round(high, 9)) for x, low, high in drawn} == expected


def test_marked_bars_are_hatched_and_their_total_is_written():
    chart = distribution_chart(exact(TWO_DICE), highlight_from=10)
    hatched = [bar for bar in bars_of(chart.figure) if bar.get_hatch()]
    assert sum(bar.get_height() for bar in hatched) == pytest.approx(6 / 36)
    assert "10 or more: 16.7 %" in [t.get_text() for t in texts_of(chart.figure)]
    assert chart.text.endswith("10 or more: 16.7 %.")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("threshold", [1, 30, 303, 998])
def test_no_bar_of_several_values_has_marked_and_other_ones(size, threshold):
    chart = distribution_chart(
        exact(dict.fromkeys(range(1000), 1)), highlight_from=threshold, size=size
    )
    bars = bars_of(chart.figure)
    hatched = sum(bar.get_height() for bar in bars if bar.get_hatch())
    drawn = sum(bar.get_height() for bar in bars)
    assert drawn >= 0.998
    assert hatched == pytest.approx(1 - threshold / 1000, abs=0.0011)
    step = round(max(bar.get_width() for bar in bars) / 0.8)
    assert f"Each bar stands for {step} values" in chart.text
    assert any(f"each bar: {step} values" in t.get_text() for t in texts_of(chart.figure))


@pytest.mark.parametrize("borders", [{0: 2, 1: 1, 303: 0}, {0: 0, 4: 3, 7: 1, 998: 2}])
def test_no_bar_has_values_of_two_looks(borders):
    chart = distribution_chart(exact(dict.fromkeys(range(1000), 1)), looks=borders)
    drawn = dict.fromkeys(borders.values(), 0.0)
    for bar in bars_of(chart.figure):
        color = to_hex(bar.get_facecolor())
        drawn[[shade.fill for shade in SERIES].index(color)] += bar.get_height()
    starts = [*borders, 1000]
    for start, end in pairwise(starts):
        assert drawn[borders[start]] == pytest.approx((end - start) / 1000, abs=0.0021)


def test_tails_that_are_cut_are_negligible_and_told():
    counts = spiky()
    chart = distribution_chart(exact(counts))
    drawn = sum(bar.get_height() for bar in bars_of(chart.figure))
    whole = exact({v: 10**6 // 2**v or 1 for v in range(200)})
    cut = distribution_chart(whole)
    last = max(bar.get_x() + bar.get_width() / 2 for bar in bars_of(cut.figure))
    beyond = whole.at_least(round(last) + 1)
    assert drawn == pytest.approx(1, abs=0.002)
    assert 0 < beyond < Fraction(1, 1000)
    said = f"not drawn: more than {round(last)} ({percent(beyond)} together)"
    assert said.capitalize() in cut.text
    assert any(said in t.get_text() for t in texts_of(cut.figure))


def test_odds_stand_in_the_order_given_with_their_percents():
    rows = [(f"{v} or more", EXACT_MELDS.estimate(at_least=v)) for v in (2, 1, 3)]
    chart = odds_chart(rows, title="Melds")
    words = [t.get_text() for t in texts_of(chart.figure)]
    # 33.003 %, 78.485 % and 5.640 %
    assert [w for w in words if w in ("33.0 %", "78.5 %", "5.64 %")] == [
        "33.0 %",
        "78.5 %",
        "5.64 %",
    ]
    assert "2 or more: 33.0 %, 1 or more: 78.5 %, 3 or more: 5.64 %" in chart.text


def test_series_are_told_apart_by_hatch_and_named():
    odds = [EXACT_MELDS.estimate(v) for v in range(5)]
    chart = grouped_chart(range(5), {"natural": odds, "joker": odds}, title="Two")
    assert len({bar.get_hatch() for bar in bars_of(chart.figure)}) == 2
    assert {"natural", "joker"} <= {t.get_text() for t in texts_of(chart.figure)}


def test_percents_never_turn_the_possible_into_0_or_the_uncertain_into_100():
    for k in range(1, 12):
        rare = Fraction(1, 10**k)
        assert float(percent(rare).removesuffix(" %")) == pytest.approx(100 / 10**k)
        assert float(percent(1 - rare).removesuffix(" %")) < 100


# ----------------------------------------------------------------- readable


def test_nothing_is_smaller_than_three_percent_or_thinner_than_three_per_mille(charts):
    for name, chart in charts.items():
        check_sizes(chart, name)


def test_every_text_is_within_the_picture_and_runs_into_no_other_and_no_bar(charts):
    for name, chart in charts.items():
        check_places(chart, bars_of(chart.figure), name)


def test_colors_have_contrast():
    assert min(contrast(ink, PAPER) for ink in (INK, SMALL_PRINT_INK)) >= 4.5
    assert contrast(GRID_INK, PAPER) >= 3
    for shade in SERIES:
        assert contrast(shade.fill, PAPER) >= 3
        if shade.hatch:
            assert contrast(shade.fill, shade.lines) >= 3
    assert all(contrast(a.fill, b.fill) >= 3 for a, b in pairwise(SERIES))
    assert len({shade.hatch for shade in SERIES}) == len(SERIES)


def test_every_text_has_a_tested_ink(charts):
    for chart in charts.values():
        assert {t.get_color() for t in texts_of(chart.figure)} <= {INK, SMALL_PRINT_INK}


def test_an_interval_shows_on_every_bar():
    # Where the line is too like the bar, or a hatch runs across it, it has a light rim.
    for number, shade in enumerate(SERIES):
        series = {str(k): [THOUSAND.estimate(1)] for k in range(number + 1)}
        chart = grouped_chart(["all"], series, title="One")
        plain, rimmed = set(), set()
        for lines in chart.figure.findobj(LineCollection):
            if lines.get_gid() == "intervals":
                places = {segment[0][0] for segment in lines.get_segments() if len(segment) == 2}
                (rimmed if lines.get_path_effects() else plain).update(places)
        assert plain
        assert len(plain | rimmed) >= number + 1
        assert bool(rimmed) == (number > 0)
        assert not shade.hatch or max(rimmed) > max(plain)


@pytest.mark.parametrize("height", range(40, 200, 16))
def test_what_is_written_over_a_bracket_stands_on_no_line_of_the_grid(height):
    counts = {0: 400 - height} | dict.fromkeys(range(1, 60), 1) | {40: height}
    thin = make_distribution(counts, measure="points", is_exact=True)
    figure = distribution_chart(thin, highlight_from=30).figure
    figure.canvas.draw()
    [words] = [text for text in texts_of(figure) if "or more" in text.get_text()]
    box = words.get_window_extent()
    [axes] = figure.axes
    lines = [axes.transData.transform((0, tick))[1] for tick in axes.get_yticks()]
    assert not any(box.y0 < line < box.y1 for line in lines)


# ----------------------------------------------------------------- files


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "SVG"])
def test_a_chart_is_saved_whole_and_always_alike(tmp_path, ending):
    chart = distribution_chart(THOUSAND, highlight_from=2)
    first = chart.save(tmp_path / f"one.{ending}")
    second = distribution_chart(THOUSAND, highlight_from=2).save(str(tmp_path / f"two.{ending}"))
    assert first.read_bytes() == second.read_bytes()
    assert sorted(os.listdir(tmp_path)) == [f"one.{ending}", f"two.{ending}"]
    starts = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert first.read_bytes().startswith(starts[ending.lower()])


def test_a_slide_has_1280_by_720_dots(tmp_path):
    content = distribution_chart(EXACT_MELDS).save(tmp_path / "chart.png").read_bytes()
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (1280, 720)


def test_a_saved_chart_can_be_read_by_whoever_can_read_new_files(tmp_path):
    (tmp_path / "plain").write_text("")
    saved = distribution_chart(EXACT_MELDS).save(tmp_path / "chart.png")
    assert saved.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_svg_file_is_xml_with_title_and_description():
    title = "Tiles & <b>melds</b> -- $x^2$ “14”\x07\n]]>"
    chart = distribution_chart(EXACT_MELDS, title=title, value_label=title)
    root = ElementTree.fromstring(chart.render("svg"))
    names = {"svg": "http://www.w3.org/2000/svg"}
    heading, words = root.find("svg:title", names), root.find("svg:desc", names)
    assert heading.text == chart.title == "Tiles & <b>melds</b> -- $x^2$ “14” ]]>"
    assert words.text == chart.text
    assert list(root)[:2] == [heading, words]
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [heading.get("id"), words.get("id")]


@pytest.mark.parametrize("name", ["chart", "chart.jpg", "chart.svgz", ".svg", ""])
def test_a_bad_ending_is_told(tmp_path, name):
    with pytest.raises(RummistatsError, match=r"ends in \.svg, \.png or \.pdf"):
        distribution_chart(EXACT_MELDS).save(os.path.join(tmp_path, name))
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_missing_or_none_is_told(tmp_path):
    chart = distribution_chart(EXACT_MELDS)
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder.png").mkdir()
    for path in ("missing/chart.png", "file/chart.png", "folder.png"):
        with pytest.raises(RummistatsError, match=r"can't be written \(.+\); a chart needs"):
            chart.save(tmp_path / path)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder.png"]
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_while_writing_leaves_the_old_file(tmp_path, monkeypatch, error):
    chart = distribution_chart(EXACT_MELDS)
    (tmp_path / "chart.png").write_text("old")

    def fail(*_):
        raise error

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises((RummistatsError, KeyboardInterrupt)):
        chart.save(tmp_path / "chart.png")
    assert os.listdir(tmp_path) == ["chart.png"]
    assert (tmp_path / "chart.png").read_text() == "old"


def test_saving_follows_a_link_and_keeps_the_rights(tmp_path):
    chart = distribution_chart(EXACT_MELDS)
    (tmp_path / "below").mkdir()
    target, link = tmp_path / "below" / "target.png", tmp_path / "link.png"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    assert chart.save(link) == link
    assert link.readlink() == target
    assert target.read_bytes() == chart.render("png")
    assert target.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path / "below") == ["target.png"]


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
def test_saving_writes_into_a_pipe_and_leaves_it_one(tmp_path):
    os.mkfifo(tmp_path / "pipe.svg")
    chart = distribution_chart(EXACT_MELDS)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit((tmp_path / "pipe.svg").read_bytes)
        chart.save(tmp_path / "pipe.svg")
        assert read.result(timeout=30) == chart.render("svg")
    assert (tmp_path / "pipe.svg").is_fifo()


def test_jupyter_gets_a_picture_with_its_text():
    chart = distribution_chart(EXACT_MELDS, title='"Melds" & more')
    bundle = chart._repr_mimebundle_()
    picture = ElementTree.fromstring(bundle["text/html"].replace('auto">', 'auto"/>'))
    assert picture.get("alt") == bundle["text/plain"] == chart.text
    assert picture.get("src").startswith("data:image/png;base64,")
    assert list(chart._repr_mimebundle_(include=["text/plain"])) == ["text/plain"]
    assert list(chart._repr_mimebundle_(exclude=["text/html"])) == ["text/plain"]


# ----------------------------------------------------------------- manners


def test_neither_pyplot_nor_parameters_are_touched():
    code = """
import sys
import rummistats.show
assert "matplotlib" not in sys.modules
import matplotlib
before = matplotlib.rcParams.copy()
from rummistats.distribution import make_distribution
chart = make_distribution({0: 1, 1: 2}, measure="m", is_exact=False).plot(highlight_from=1)
for kind in ("svg", "png", "pdf"):
    chart.render(kind)
assert "matplotlib.pyplot" not in sys.modules
assert matplotlib.rcParams.copy() == before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_users_parameters_make_no_difference():
    expected = distribution_chart(THOUSAND).render("svg")
    with matplotlib.rc_context({"font.size": 40, "axes.facecolor": "black", "savefig.dpi": 30}):
        assert distribution_chart(THOUSAND).render("svg") == expected
        assert matplotlib.rcParams["font.size"] == 40


def test_threads_may_draw_at_once():
    def draw(value):
        return distribution_chart(THOUSAND, highlight_from=value).render("svg")

    before = matplotlib.rcParams.copy()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, range(6)))
    assert together == [draw(value) for value in range(6)]
    assert matplotlib.rcParams.copy() == before


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: distribution_chart(exact({(0, 1): 1}, "(a, b)")), r"joint .* take \.marginal"),
        (lambda: distribution_chart(EXACT_MELDS, size="A0"), "size='A0': .* slide, half or full"),
        (lambda: distribution_chart(EXACT_MELDS, highlight_from="x"), "highlight_from='x'"),
        (lambda: distribution_chart(EXACT_MELDS, looks={0: 4}), "look 4: .* looks 0 to 3"),
        (
            lambda: parts_chart(
                [("all", EXACT_MELDS.estimate(at_least=0))], title="", looks=[0, 1]
            ),
            "2 looks of 1 parts",
        ),
        (lambda: odds_chart([], title="None"), "at least one row"),
        (lambda: odds_chart([("mean", EXACT_MELDS.estimate())], title="Mean"), "mean: 1.17"),
        (
            lambda: odds_chart([("a", EXACT_MELDS.estimate(0))] * 60, title="Many"),
            r"60 rows with 60 lines of names can't be read in one chart; \d\d lines fit",
        ),
        (lambda: grouped_chart([], {"a": []}, title="None"), "1 series of 0 labels"),
        (lambda: grouped_chart([1], {}, title="None"), "0 series of 1 labels"),
        (
            lambda: grouped_chart([1, 2], {"a": [EXACT_MELDS.estimate(0)]}, title="Few"),
            "series 'a' has 1 probabilities, but there are 2 labels",
        ),
        (
            lambda: grouped_chart(range(200), {"a": [EXACT_MELDS.estimate(0)] * 200}, title="Many"),
            "200 labels with 1 bars each can't be read",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told(draw, message):
    with pytest.raises(RummistatsError, match=message):
        draw()


def test_as_many_rows_as_are_said_to_fit_do_fit():
    row = ("an event", EXACT_MELDS.estimate(0))
    with pytest.raises(RummistatsError) as error:
        odds_chart([row] * 60, title="Many")
    fitting = int(str(error.value).split()[-3])
    chart = odds_chart([row] * fitting, title="Many")
    assert len([r for r in bars_of(chart.figure) if isinstance(r, Rectangle)]) == fitting


# Means


def test_means_are_drawn_in_their_own_numbers():
    die = exact(dict.fromkeys(range(1, 7), 1))
    thrown = sample({1: 30, 6: 70})
    rows = [("a die", die.estimate()), ("thrown", thrown.estimate())]
    chart = means_chart(rows, title="Throws", value_label="points on average", seed=4)
    assert "a die: 3.5, thrown: 4.5 (95 % interval 4.0" in chart.text
    assert "seed 4" in chart.text
    written = [text.get_text() for text in chart.figure.findobj(Text)]
    assert {"3.5", "4.5", "points on average"} <= set(written)
    assert not any("%" in text and "95 %" not in text for text in written)


def test_means_that_can_t_be_drawn_are_refused():
    below = exact({-3: 1, -1: 1})
    with pytest.raises(RummistatsError, match=r"loss: -2\.0 can't be drawn"):
        means_chart([("loss", below.estimate())], title="Losses")
    with pytest.raises(RummistatsError, match="at least one row"):
        means_chart([], title="Nothing")


def test_a_mean_of_nothing_is_drawn():
    zero = exact({0: 5})
    assert "nothing: 0." in means_chart([("nothing", zero.estimate())], title="Points").text


def test_values_far_away_keep_their_bars() -> None:
    near, far = (exact({zero: 1, zero + 1: 2, zero + 4: 3}) for zero in (0, 2**62))
    heights = [[bar.get_height() for bar in rectangles(distribution_chart(d))] for d in (near, far)]
    assert heights[0] == heights[1] == [1 / 6, 2 / 6, 3 / 6]
    assert f"{2**62 + 4}: 50.0 %" in distribution_chart(far).text


def rectangles(chart):
    (axes,) = chart.figure.axes
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def test_what_nobody_could_read_is_not_drawn() -> None:
    with pytest.raises(RummistatsError, match="more than 30 digits"):
        distribution_chart(exact({0: 1, 10**400: 1}))
    for mean in (10**400, 1e300, math.inf, math.nan, None):
        with pytest.raises(RummistatsError, match="can't be drawn"):
            means_chart([("a mean", Chance(mean))], title="Means")
    assert "1.000e-30" in means_chart([("tiny", Chance(1e-30))], title="Means").text
    assert "1.0e-28 %" in odds_chart([("tiny", Chance(1e-30))], title="Odds").text


class Chance:
    is_exact = True

    def __init__(self, value):
        self.value = self.low = self.high = value

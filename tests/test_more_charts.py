"""Curves, maps, dots and diagrams: true to their data, readable, told apart without colors."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import hypot, isqrt, pi

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import Ellipse, Rectangle

from rummistats.arrange import arrange
from rummistats.dealing import deal_batch, hands_of_batch
from rummistats.distribution import linear_regression, make_distribution
from rummistats.errors import DistributionError, MeasureError, RummistatsError
from rummistats.montecarlo import growing_samples, helpful_shares, melded_shares, simulate
from rummistats.show import (
    comparison_chart,
    convergence_chart,
    cumulative_chart,
    heat_chart,
    helpful_chart,
    joint_chart,
    ranges_chart,
    scatter_chart,
    tile_counts_chart,
    tile_heat_chart,
    venn_chart,
    waiting_chart,
)
from rummistats.show.frame import heading_of
from rummistats.show.grid import BLACK, cell_ink, shade_of
from rummistats.show.odds import percent
from rummistats.show.plane import BAND, LINES
from rummistats.show.style import GRID_INK, INK, PAPER, SIZES, SMALL_PRINT_INK, contrast
from rummistats.show.tile_counts import HATCHES, tile_shade
from rummistats.show.tile_style import find_style
from rummistats.tiles import Tile, TileSet
from rummistats.values import helpful_counts
from rummistats.variants import Variant, find_variant
from tests.chart_checks import check_places, check_sizes, texts_of, words_of

SABRA = find_variant("sabra")
WORDS = "a run of at least five tiles of one color in which a joker stands for a tile"


def exact(counts, measure="value"):
    return make_distribution(counts, measure=measure, is_exact=True)


def sample(counts, measure="value", seed=7):
    return make_distribution(counts, measure=measure, is_exact=False, seed=seed)


DIE = exact(dict.fromkeys(range(1, 7), 1), "die")
POINTS = sample({v: 1 + (v % 7) * (150 - v) for v in range(140)}, "points")
WAIT = exact({n: 2 ** (12 - n) for n in range(1, 13)}, "draws until can_open")
TWO_DICE = exact({(a, a + b): 1 for a in range(1, 7) for b in range(1, 7)}, "(first, sum)")
PAIRS = sample({(x, 14 - 3 * x - e): 1 + 50 * (4 - x) // (1 + e) for x in range(5) for e in (0, 1)})
LARGE = sample({(x, y): 1 + x * y for x in range(0, 140, 3) for y in range(0, 90, 7)}, "(a, b)")
TWO_EVENTS = exact({(True, True): 1, (True, False): 2, (False, False): 3}, "(even, high)")
THREE_EVENTS = sample(
    {region: 1 + 10 * place for place, region in enumerate(product((False, True), repeat=3))},
    "(has_group(natural=True), has_run(length=4), can_open)",
)
GROWING = [sample({True: n // 2 + isqrt(n), False: n - n // 2 - isqrt(n)}) for n in (10, 50, 1000)]
HAND = SABRA.parse("R4 R5 B2 B10 B12 K3 K8 K10 Y1 Y4 Y6 Y8 Y13 J")
SHARE = DIE.estimate(6)


def all_charts(size):
    many = list(
        hands_of_batch(SABRA.playing_set, deal_batch(SABRA.playing_set, 14, hands=40, seed=1))
    )
    four = {f"{WORDS} {k}": sample({v: 1 + (v + k) % 5 for v in range(30)}) for k in range(4)}
    helps = {Tile("R", 3): 2, Tile("Y", 5): 1, SABRA.playing_set.joker: 1}
    shares = dict.fromkeys(SABRA.playing_set.tiles, SHARE)
    cards = dict.fromkeys(find_variant("gin").playing_set.tiles, SHARE)
    odds = [[DIE.estimate(n % 6 + 1) for n in range(13)] for _ in range(3)]
    return {
        "at least": cumulative_chart(DIE, size=size, value_label="points"),
        "at most": cumulative_chart(POINTS, way="at_most", thresholds=(30, 50), size=size),
        "one value": cumulative_chart(exact({7: 1}), thresholds=(7,), size=size),
        "four curves": cumulative_chart(four, thresholds=(10, 12), title=WORDS, size=size),
        "waiting": waiting_chart(WAIT, size=size),
        "waiting for two": waiting_chart({"one": WAIT, WORDS: DIE}, title=WORDS, size=size),
        "convergence": convergence_chart(GROWING, target=0.5, size=size),
        "convergence of a mean": convergence_chart(
            [sample({1: n, 40: n // 3}) for n in (7, 3000)], title=f"{WORDS}; {WORDS}", size=size
        ),
        "joint": joint_chart(TWO_DICE, size=size),
        "joint, long names": joint_chart(PAIRS, labels=(WORDS, WORDS), title=WORDS, size=size),
        "joint, large": joint_chart(LARGE, size=size),
        "scatter": scatter_chart(PAIRS, labels=("melds", "dead wood"), size=size),
        "scatter, large": scatter_chart(LARGE, title=WORDS, size=size),
        "two events": venn_chart(TWO_EVENTS, size=size),
        "two long events": venn_chart(TWO_EVENTS, names=(WORDS, WORDS), title=WORDS, size=size),
        "three events": venn_chart(THREE_EVENTS, size=size),
        "three long events": venn_chart(THREE_EVENTS, names=(WORDS,) * 3, size=size),
        "helpful": helpful_chart(HAND, helps, still_to_come=92, size=size),
        "tiles": tile_heat_chart(shares, title=WORDS, seed=1, size=size),
        "cards": tile_heat_chart(cards, title=WORDS, size=size),
        "melded": heat_chart(["a", "b", "in any meld"], range(1, 14), odds, title="M", size=size),
        "comparison": comparison_chart({"a die": DIE, "four": sample({1: 5})}, title=WORDS),
        "ranges": ranges_chart({WORDS: POINTS, "a die": DIE}, title=WORDS, size=size),
        "a hand": tile_counts_chart(HAND, size=size),
        "hands": tile_counts_chart(many, size=size),
    }


@pytest.fixture(scope="module", params=SIZES)
def charts(request):
    return all_charts(request.param)


def boxes_of(figure, gid):
    return [patch for patch in figure.findobj(Rectangle) if patch.get_gid() == gid]


def line_of(chart, gid="line", place=0):
    lines = [line for axes in chart.figure.axes for line in axes.lines if line.get_gid() == gid]
    return list(zip(*lines[place].get_data(), strict=True))


# ----------------------------------------------------------------- readable


def test_nothing_is_too_small_cut_off_or_runs_into_anything_else(charts):
    for name, chart in charts.items():
        check_sizes(chart, name)
        check_places(chart, name=name)


def test_no_line_and_no_dot_runs_through_what_is_written_beside_it(charts):
    for name, chart in charts.items():
        figure = chart.figure
        if not figure.axes or "tiles" in name or "hand" in name:
            continue
        [axes] = figure.axes
        inside = axes.get_window_extent()
        for text in figure.texts:
            box = text.get_window_extent().padded(-0.004 * figure.bbox.height)
            if not inside.contains((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2):
                continue
            for line in axes.lines:
                if line.get_gid() not in ("line", "guide", "dots"):
                    continue
                corners = axes.transData.transform(np.column_stack(line.get_data()))
                if line.get_gid() == "dots":
                    assert not any(box.contains(*corner) for corner in corners), name
                    continue
                for start, end in pairwise(corners):
                    for part in np.linspace(0, 1, 200):
                        assert not box.contains(*(start + part * (end - start))), (
                            name,
                            text.get_text(),
                        )


def test_every_ink_has_contrast_with_what_is_behind_it(charts):
    for share in np.linspace(0, 1, 201):
        assert contrast(cell_ink(share), shade_of(share)) >= 4.5
    assert contrast(INK, BAND) >= 4.5
    assert contrast(GRID_INK, PAPER) >= 3
    for look in LINES:
        assert contrast(look.color, PAPER) >= 3
    for chart in charts.values():
        inks = {text.get_color() for text in texts_of(chart.figure)}
        assert inks <= {INK, SMALL_PRINT_INK, BLACK, PAPER}


def test_a_cell_is_darker_the_more_probable_it_is():
    lightness = [contrast(shade_of(share), "#000000") for share in np.linspace(0, 1, 50)]
    assert lightness == sorted(lightness, reverse=True)


def test_curves_circles_and_colors_are_told_apart_without_color():
    assert len({str(look.dashes) for look in LINES}) == len({look.dot for look in LINES}) == 4
    figure = venn_chart(THREE_EVENTS).figure
    circles = [patch for patch in figure.findobj(Ellipse) if patch.get_gid() == "circle"]
    assert len({str(circle.get_linestyle()) for circle in circles}) == 3
    for letters in ("RBKYGP", "SHDC"):
        assert len({HATCHES[letter] for letter in letters}) == len(letters)
        for letter in letters:
            shade = tile_shade(letter)
            assert not shade.hatch or contrast(shade.fill, shade.lines) >= 3
            assert shade.fill == find_style("light").colors[letter].fill


# ----------------------------------------------------------------- curves


@pytest.mark.parametrize(("way", "tail"), [("at_least", "at_least"), ("at_most", "at_most")])
def test_a_cumulative_curve_is_the_tail_at_every_value(way, tail):
    chart = cumulative_chart(POINTS, way=way)
    corners = line_of(chart)
    # A step holds its height up to the value of "so much or more", from that of "or less" on.
    at = {}
    for x, y in corners:
        at.setdefault(x, []).append(y)
    for value in range(1, 120):
        height = at[value][0] if way == "at_least" else at[value][-1]
        assert height == pytest.approx(getattr(POINTS, tail)(value))


def test_thresholds_are_written_down_with_their_probability():
    chart = cumulative_chart(POINTS, thresholds=(30,))
    percents = f"30 or more: {100 * POINTS.at_least(30):.1f} %"
    assert percents in words_of(chart)
    assert percents in chart.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", ["at_least", "at_most"])
@pytest.mark.parametrize("thresholds", [(30, 50), (0, 5, 10), (130, 139), (70, 71)])
def test_every_threshold_has_its_percents_beside_it_or_below(way, thresholds, size):
    words = words_of(cumulative_chart(POINTS, way=way, thresholds=thresholds, size=size))
    for value in thresholds:
        shown = percent(getattr(POINTS, way)(value))
        assert any(each == shown or f": {shown}" in each for each in words), shown


def test_a_threshold_beyond_the_axis_is_told_in_words():
    chart = cumulative_chart(DIE, thresholds=(20,))
    assert "exact; 20 or more: 0 %" in words_of(chart)
    assert "20 or more: 0 %" in chart.text


def test_of_several_curves_every_threshold_is_told_of_each():
    close = {str(k): exact({v: 100 + k * v for v in range(60)}) for k in range(4)}
    words = words_of(cumulative_chart(close, thresholds=(20,)))
    told = [percent(each.at_least(20)) for each in close.values()]
    beside = all(each in words for each in told)
    assert beside or any(f"20 or more: {', '.join(told)}" in each for each in words)


def test_a_waiting_time_is_followed_down_from_its_quantiles():
    chart = waiting_chart(WAIT, marks=(0.5, 0.9))
    for place, mark in enumerate((0.5, 0.9)):
        (_, height), corner, foot = line_of(chart, "guide", place)
        assert height == mark
        assert corner == (WAIT.quantile(mark), mark)
        assert foot == (WAIT.quantile(mark), 0)
    # 2048 of 4095 hands wait for one draw; 15/16 of them for four at most.
    assert "Half by 1, 90 % by 4" in chart.text
    assert f"Mean {float(WAIT.mean()):.4g}" in chart.text


def test_the_band_of_a_convergence_is_wilsons_interval_and_shrinks():
    chart = convergence_chart(GROWING, target=Fraction(1, 2))
    lower, upper = (line_of(chart, "intervals", place) for place in (0, 1))
    for found, low, high in zip(GROWING, lower, upper, strict=True):
        assert (low[0], high[0]) == (found.total, found.total)
        assert (low[1], high[1]) == pytest.approx(found.interval(True))
    widths = [high[1] - low[1] for low, high in zip(lower, upper, strict=True)]
    assert widths == sorted(widths, reverse=True)
    assert line_of(chart, "guide")[0][1] == 0.5
    assert chart.text.endswith("Exact: 50.0 %.")


def test_growing_samples_are_the_first_hands_of_one_run():
    samples = growing_samples("melds", SABRA, hands=300, seed=3)
    batch = deal_batch(SABRA.playing_set, 14, hands=300, seed=3)
    first = [
        len(arrange(h, SABRA, "melds").melds) for h in hands_of_batch(SABRA.playing_set, batch)
    ]
    for found in samples:
        assert [found.weight(v) for v in range(4)] == [
            first[: found.total].count(v) for v in range(4)
        ]
    assert samples[-1] == simulate("melds", SABRA, hands=300, seed=3)


def test_of_several_curves_those_that_are_exact_say_so():
    both = {"counted": DIE, "dealt": sample({1: 3, 2: 4}, "die")}
    for chart in (
        cumulative_chart(both, title="Two"),
        ranges_chart(both, title="Two"),
        comparison_chart(both, title="Two"),
        waiting_chart(both, title="Two"),
    ):
        assert {"counted (exact)", "dealt"} <= set(words_of(chart))
        assert "counted (exact): " in chart.text
    # Where all are exact the small print says it once.
    assert {"a", "b"} <= set(words_of(cumulative_chart({"a": DIE, "b": WAIT}, title="Two")))


def test_an_axis_of_hands_says_that_it_is_logarithmic():
    assert "hands dealt, on a logarithmic scale" in words_of(convergence_chart(GROWING))


def test_samples_of_an_estimate_that_settles_are_of_one_game():
    few, many = (sample({True: n, False: n}, "can_open") for n in (10, 100))
    for other in ({"measure": "has_meld"}, {"hand_size": 10}, {"variant": SABRA}):
        with pytest.raises(RummistatsError, match=f"differ in their {next(iter(other))[:4]}"):
            convergence_chart([few, replace(many, **other)])


# ----------------------------------------------------------------- games and hands

RULES = SABRA.with_rules(jokers=0, open_points=50)
MELDS = make_distribution(
    {0: 2, 1: 5, 2: 3}, measure="melds", is_exact=True, variant=RULES, hand_size=14
)
MELDS_AND_WOOD = replace(PAIRS, measure="(melds, dead_wood_tiles)", variant=RULES, hand_size=14)
EVENTS = replace(TWO_EVENTS, measure="(has_group, has_run)", variant=RULES, hand_size=14)
KINDS = {
    "bars": MELDS,
    "at_least": MELDS,
    "at_most": MELDS,
    "waiting": MELDS,
    "joint": MELDS_AND_WOOD,
    "scatter": MELDS_AND_WOOD,
    "venn": EVENTS,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", [None, "From 14 tiles", "A title that is too long. " * 9])
@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_tells_its_house_rules_whatever_its_title(kind, title, size):
    found = KINDS[kind]
    chart = found.plot(kind, title=title, size=size)
    picture = " ".join(words_of(chart))
    for words in (picture, chart.text):
        assert "sabra (no jokers, 50 points to open)" in words
        assert words.count("14 tiles") == 1
    of = found.plot(kind, title="A title", of="four tiles of mine", size=size)
    for words in (" ".join(words_of(of)), of.text):
        assert "four tiles of mine" in words
        assert "sabra" not in words


def test_a_number_within_another_is_not_that_number():
    # "4 tiles" is in "14 tiles", which is something else.
    heading = heading_of([replace(MELDS, hand_size=4)], "More than 14 tiles")
    assert heading.rest.startswith("4 tiles, ")


def test_rules_that_a_title_has_no_room_for_stand_in_the_small_print():
    many = SABRA.with_rules(
        jokers=0,
        open_points=50,
        ones="circular",
        min_run=4,
        max_run=9,
        min_group=4,
        copies=3,
        joker_mode="locked",
        must_play=True,
    )
    chart = replace(MELDS, variant=many).plot()
    assert any("…" in words for words in words_of(chart))
    small = " ".join(words_of(chart)[1:])
    assert all(words in small for words in ("no jokers", "runs of 9 at most", "3 of each tile"))


def test_a_venn_diagram_is_not_named_like_what_its_events_have_in_common():
    assert (
        EVENTS.plot().title == "has group, has run: 14 tiles, sabra (no jokers, 50 points to open)"
    )


def test_what_waits_for_cards_counts_cards():
    waiting = replace(WAIT, variant=find_variant("gin"), measure="draws until has_run(length=4)")
    assert "cards drawn" in words_of(waiting_chart(waiting))
    assert "tiles drawn" in words_of(waiting_chart(WAIT))


# ----------------------------------------------------------------- two measures


@pytest.mark.parametrize("size", SIZES)
def test_the_axis_of_dots_has_its_zero_and_enough_numbers(size):
    pairs = sample({(x, 14 - 3 * x): 1 for x in range(5)}, "(melds, dead_wood_tiles)")
    words = words_of(scatter_chart(pairs, size=size))
    assert {"0", "2", "4", "6", "8", "10", "12", "14"} <= set(words)


def test_the_cells_of_a_joint_chart_and_its_margins_are_the_probabilities():
    chart = joint_chart(TWO_DICE)
    words = words_of(chart)
    # 36 pairs of 1/36; six times 1/6 below, and of the sums 1/36 to 6/36 at the side.
    assert words.count("2.78") == 36 + 2
    assert words.count("16.7") == 6 + 1
    assert [w for w in ("5.56", "8.33", "11.1", "13.9") if words.count(w) == 2] == [
        "5.56",
        "8.33",
        "11.1",
        "13.9",
    ]
    assert "Correlation 0.707" in chart.text


def test_several_values_in_one_cell_lose_no_hand():
    chart = joint_chart(LARGE)
    totals = chart.text.split("Totals of ")[1:]
    for total in totals:
        shares = [float(part.split(" %")[0]) for part in total.split(": ")[2:]]
        assert sum(shares) == pytest.approx(100, abs=0.5)


def test_the_area_of_a_dot_is_the_probability_of_its_pair():
    pairs = sample({(0, 0): 400, (1, 1): 100}, "(a, b)")
    axes = scatter_chart(pairs).figure.axes[0]
    wide = {
        line.get_xdata()[0]: line.get_markersize()
        for line in axes.lines
        if line.get_gid() == "dots"
    }
    assert (wide[0] / wide[1]) ** 2 == pytest.approx(4)


def test_a_regression_is_that_of_all_hands_one_by_one():
    xs, ys = (np.repeat([v[i] for v in PAIRS.values], PAIRS.weights) for i in (0, 1))
    line = linear_regression(PAIRS)
    slope, intercept = np.polyfit(xs, ys, 1)
    rest = ys - intercept - slope * xs
    spread = ((xs - xs.mean()) ** 2).sum()
    error = np.sqrt((rest**2).sum() / (len(xs) - 2) / spread)
    assert (line.slope, line.intercept) == pytest.approx((slope, intercept))
    assert line.slope_error == pytest.approx(error)
    assert line.intercept_error == pytest.approx(error * np.sqrt((xs**2).mean()))
    assert line.correlation == pytest.approx(np.corrcoef(xs, ys)[0, 1])


def test_a_line_through_the_origin_goes_through_it_exactly():
    """Every hand with a run has a meld: where there is no meld there is no run, not 4e-15."""
    implied = sample({(0, 0): 238, (1, 0): 243, (1, 1): 519}, "(has_meld, has_run)")
    assert linear_regression(implied).intercept == 0
    # A billion hands need no billion points.
    many = sample({(0, 0): 238 * 10**9, (1, 0): 243 * 10**9, (1, 1): 519 * 10**9}, "(a, b)")
    assert linear_regression(many).slope == linear_regression(implied).slope


def test_an_exact_regression_has_no_error():
    # The sum of two dice is 7/2 more than the first one, on average.
    line = linear_regression(TWO_DICE)
    assert (line.slope, line.intercept) == (1, 3.5)
    assert (line.slope_error, line.intercept_error, line.hands) == (0, 0, None)
    assert line.correlation == pytest.approx(0.5**0.5)
    chart = scatter_chart(TWO_DICE)
    (x, y), (next_x, next_y) = line_of(chart)
    assert (x, y, next_x, next_y) == pytest.approx((1, 4.5, 6, 9.5))
    assert "sum = 3.5 + 1 × first" in words_of(chart)


# ----------------------------------------------------------------- events


@pytest.mark.parametrize("joint", [TWO_EVENTS, THREE_EVENTS])
@pytest.mark.parametrize("size", SIZES)
def test_every_figure_of_a_venn_diagram_stands_in_its_region(joint, size):
    events = len(joint.measures)
    figure = venn_chart(joint, size=size).figure
    width, height = figure.bbox.width, figure.bbox.height
    circles = [patch for patch in figure.findobj(Ellipse) if patch.get_gid() == "circle"]
    assert len(circles) == events
    found = {}
    for text in figure.texts:
        words = text.get_text().removeprefix("neither: ").removeprefix("none: ")
        if text.get_fontweight() != "bold" or not words.endswith(" %"):
            continue
        box = text.get_window_extent()
        corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1)]
        regions = set()
        for x, y in corners:
            region = []
            for circle in circles:
                across = (x / width - circle.center[0]) * width / height
                up = y / height - circle.center[1]
                region.append(hypot(across, up) < circle.height / 2)
            regions.add(tuple(region))
        [region] = regions
        found[region] = words
    assert len(found) == 2**events
    for region, words in found.items():
        shown = float(words.removesuffix(" %"))
        assert shown == pytest.approx(100 * float(joint.prob(region)), rel=0.005, abs=0.006)


def test_a_venn_diagram_tells_all_regions_and_the_union():
    # 1 of 6 throws is both, 2 are even only, none is high only, 3 are neither.
    text = venn_chart(TWO_EVENTS).text
    assert "even and high: 16.7 %, even only: 33.3 %, high only: 0 %, none of them: 50.0 %" in text
    assert text.endswith("even or high: 50.0 %.")
    assert "areas are not to scale" in " ".join(words_of(venn_chart(TWO_EVENTS)))


# ----------------------------------------------------------------- tiles


@pytest.mark.parametrize("size", SIZES)
def test_the_joker_is_not_on_the_scale_of_the_tiles_and_the_scale_is_told(size):
    few, many = sample({True: 189, False: 811}), sample({True: 962, False: 38})
    shares = dict.fromkeys(SABRA.playing_set.tiles, few.estimate(True))
    shares[SABRA.playing_set.joker] = many.estimate(True)
    chart = tile_heat_chart(shares, title="T", size=size)
    cells = boxes_of(chart.figure, "cell")
    joker = max(cells, key=lambda cell: cell.get_height())
    assert joker.get_facecolor() == to_rgba(PAPER)
    assert {cell.get_facecolor() for cell in cells if cell is not joker} == {to_rgba(shade_of(1))}
    small = " ".join(words_of(chart))
    assert "darkest: 18.9 %" in small
    assert "the joker is not shaded" in small


def test_a_map_of_probabilities_tells_what_the_darkest_cell_is():
    chart = heat_chart(["a"], [1, 2], [[DIE.estimate(1), DIE.estimate(at_least=2)]], title="M")
    assert any("darkest: 83.3 %" in words for words in words_of(chart))
    assert any("totals are not shaded" in words for words in words_of(joint_chart(TWO_DICE)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hands", [3, 10, 40, 300])
def test_no_line_runs_through_the_figure_over_a_column(hands, size):
    for name in ("sabra", "gin"):
        tiles = find_variant(name).playing_set
        batch = deal_batch(tiles, 10, hands=hands, seed=hands)
        figure = tile_counts_chart(hands_of_batch(tiles, batch), size=size).figure
        figure.draw_without_rendering()
        [axes] = figure.axes
        [dashed] = axes.lines
        ends = axes.transData.transform(np.column_stack(dashed.get_data()))
        inside = axes.get_window_extent()
        for text in figure.texts:
            box = text.get_window_extent()
            if not text.get_text().replace(".", "").isdigit() or not inside.contains(
                (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            ):
                continue
            # Lines of the grid end at the rim of the figure.
            assert text.get_path_effects()
            if ends[0][0] < (box.x0 + box.x1) / 2 < ends[1][0]:
                assert not box.y0 < ends[0][1] < box.y1


def test_cards_have_ranks_and_suits():
    gin = find_variant("gin")
    hands = list(hands_of_batch(gin.playing_set, deal_batch(gin.playing_set, 10, hands=9, seed=1)))
    for chart in (tile_counts_chart(hands), tile_counts_chart(hands[0])):
        words = " ".join([*words_of(chart), chart.text])
        assert not re.search(r"[Tt]iles?\b|number|color", words)
        assert "cards of each rank, suit upon suit" in chart.text


def test_which_tiles_help_adds_up_to_how_many_help():
    shares = helpful_shares(SABRA, hands=500, seed=2)
    assert set(shares) == set(SABRA.playing_set.tiles)
    counted = simulate("helpful_tiles", SABRA, hands=500, seed=2)
    assert sum(float(share.value) for share in shares.values()) == pytest.approx(counted.mean())


def test_a_tile_helps_if_one_more_meld_can_be_laid_with_it():
    hand = SABRA.parse("R4 R5 B12 K12 R3")
    helpful = helpful_counts(hand, SABRA)
    now = len(arrange(hand, SABRA, "melds").melds)
    for tile in SABRA.playing_set.tiles:
        more = hand + SABRA.playing_set.hand([tile])
        assert (tile in helpful) == (len(arrange(more, SABRA, "melds").melds) > now)
    words = words_of(helpful_chart(hand, helpful))
    assert words.count("2") >= sum(count == 2 for count in helpful.values())


def test_where_only_one_run_is_possible_all_its_numbers_are_melded_alike():
    mini = Variant.mini(colors=1, numbers=3, copies=2, jokers=0, hand_size=4)
    shares = melded_shares(mini, hands=300, seed=1)
    run = simulate("has_run", mini, hands=300, seed=1).estimate(True)
    assert all(share == run for share in shares["in a run"].values())
    assert all(share == run for share in shares["in any meld"].values())
    assert all(share.value == 0 for share in shares["in a group"].values())


def test_columns_are_as_high_as_there_are_tiles():
    hand = SABRA.parse("R7 R7 B7 K7 Y10 J")
    chart = tile_counts_chart(hand)
    tops = {}
    for bar in chart.figure.axes[0].patches:
        place = round(bar.get_x() + bar.get_width() / 2)
        tops[place] = max(tops.get(place, 0), bar.get_y() + bar.get_height())
    # Numbers begin at place 0; the joker stands after the thirteen.
    assert tops == {6: 4, 9: 1, 13: 1}
    assert "7: 4 (2 red, 1 blue, 1 black)" in chart.text


def test_of_many_hands_the_expected_tiles_of_a_number_are_drawn():
    hands = list(hands_of_batch(TileSet(), deal_batch(TileSet(), 14, hands=50, seed=1)))
    chart = tile_counts_chart(hands)
    [line] = chart.figure.axes[0].lines
    # 8 of 106 tiles have a number, and 14 are dealt.
    assert list(line.get_ydata()) == pytest.approx([14 * 8 / 106] * 2)
    assert "Expected of each number: 1.057" in chart.text


def test_a_box_has_the_middle_half_of_the_hands():
    chart = ranges_chart({"a": POINTS, "b": DIE}, title="Two")
    boxes = [patch for patch in chart.figure.axes[0].patches if patch.get_width() > 0]
    for box, found in zip(boxes, (POINTS, DIE), strict=True):
        assert box.get_x() == found.quantile(0.25)
        assert box.get_x() + box.get_width() == pytest.approx(found.quantile(0.75))
    lines = [line_of(chart, "range", place) for place in (0, 1)]
    assert [(a[0], b[0]) for a, b in lines] == [
        (d.quantile(0.05), d.quantile(0.95)) for d in (POINTS, DIE)
    ]


# ----------------------------------------------------------------- errors and plot


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cumulative_chart(TWO_DICE), r"joint .* take \.marginal"),
        (lambda: cumulative_chart(exact({True: 1})), "yes or no"),
        (lambda: cumulative_chart({}), "0 distributions: .* from 1 to 4"),
        (lambda: cumulative_chart(DIE, way="up"), "way='up'"),
        (lambda: cumulative_chart(DIE, thresholds=(2.5,)), "2.5 is not a whole number"),
        (lambda: cumulative_chart(DIE, size="poster"), "slide, half or full"),
        (lambda: waiting_chart(WAIT, marks=(1.5,)), "between 0 and 1"),
        (lambda: convergence_chart([DIE, DIE]), "none exact"),
        (lambda: convergence_chart(GROWING[::-1]), "larger than the one before"),
        (lambda: joint_chart(DIE), "not a joint distribution"),
        (lambda: scatter_chart(exact({(1, 2): 1, (1, 3): 1}, "(a, b)")), "only one value"),
        (lambda: venn_chart(TWO_DICE), "two or three events"),
        (lambda: venn_chart(TWO_EVENTS, names=("a",)), "1 names of 2 events"),
        (lambda: heat_chart(["a"], ["b"], [[]], title=""), "1 rows and 1 columns"),
        (lambda: heat_chart(range(40), ["b"], [[SHARE]] * 40, title=""), "can't be read"),
        (lambda: tile_heat_chart({}, title=""), "at least one tile"),
        (lambda: tile_counts_chart([]), "at least one hand"),
        (lambda: tile_counts_chart([HAND, find_variant("gin").parse("7H")]), "different tile sets"),
        (lambda: comparison_chart({}, title=""), "at least one case"),
        (lambda: ranges_chart({"a": exact({True: 1})}, title=""), "no range"),
        (lambda: DIE.plot("pie"), "kind='pie'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(make, message):
    with pytest.raises(RummistatsError, match=message):
        make()


def test_other_wrong_arguments_are_refused_in_words():
    with pytest.raises(MeasureError, match="melds or melded_tiles"):
        helpful_shares(SABRA, raising="points", hands=10)
    with pytest.raises(DistributionError, match="it needs 3"):
        linear_regression(sample({(0, 1): 1, (1, 1): 1}, "(a, b)"))


def test_a_distribution_is_drawn_as_suits_it():
    assert DIE.plot().text.count("Bar chart") == 1
    assert "or more" in DIE.plot("at_least").text
    assert "Heat map" in TWO_DICE.plot().text
    assert "Line of least squares" in TWO_DICE.plot("scatter").text
    assert "Venn diagram" in TWO_EVENTS.plot().text
    assert "waiting is over" in WAIT.plot("waiting", title="W").text


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_new_charts_are_the_same_files_every_time(kind):
    for make in (lambda: venn_chart(TWO_EVENTS), lambda: cumulative_chart(DIE)):
        assert make().render(kind) == make().render(kind)


def test_circles_are_round():
    for circle in venn_chart(THREE_EVENTS).figure.findobj(Ellipse):
        wide, high = venn_chart(THREE_EVENTS).figure.get_size_inches()
        assert circle.width * wide == pytest.approx(circle.height * high)
        assert pi * (circle.height / 2) ** 2 > 0.1

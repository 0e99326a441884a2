"""Widgets: what they compute, against brute force; and what they do when controls are used."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rummistats import (
    Hand,
    Tile,
    Variant,
    arrange,
    can_open,
    find_variant,
    judge,
    simulate,
    symmetries,
)
from rummistats.errors import RummistatsError
from rummistats.measures import make_measure
from rummistats.seeds import make_seed
from rummistats.teach.widgets import (
    convergence_panel,
    deal_panel,
    rack_builder,
    sample_space_browser,
    symmetry_explorer,
    threshold_explorer,
    venn_explorer,
)
from rummistats.teach.widgets.convergence import Growing, show_growing
from rummistats.teach.widgets.deal import Deals, show_deals
from rummistats.teach.widgets.events import list_hands, make_event, make_events
from rummistats.teach.widgets.panel import VIEW, Debounced, Panel
from rummistats.teach.widgets.rack import MOST, Rack, add_tile, take_tile
from rummistats.teach.widgets.sample_space import Restriction, show_space
from rummistats.teach.widgets.symmetry import (
    Acting,
    broken_run,
    color_permutations,
    make_symmetry,
    order,
    power,
)
from rummistats.teach.widgets.threshold import Settings, openings
from rummistats.teach.widgets.venn import joint_of_events, regions

MINI = Variant.mini()
SABRA = find_variant("sabra")


def all_deals(variant: Variant) -> list[Hand]:
    """Every equally likely hand, copies of a tile told apart: what a class would list."""
    tiles = list(variant.tile_set.all_tiles())
    return [variant.tile_set.hand(some) for some in combinations(tiles, variant.hand_size)]


# What all widgets have in common


def every_panel() -> list[Panel]:
    return [
        deal_panel("has_meld", MINI),
        rack_builder(MINI, "R1 R2 R3"),
        sample_space_browser(MINI),
        convergence_panel("has_meld", MINI),
        venn_explorer(["has_group", "has_run"], MINI),
        symmetry_explorer(MINI, "R1 B1"),
        threshold_explorer([Variant.mini(open_points=9)]),
    ]


@pytest.fixture(scope="module", params=range(7))
def panel(request: pytest.FixtureRequest) -> Panel:
    return every_panel()[request.param]


def test_a_widget_has_a_form_for_every_reader(panel: Panel) -> None:
    bundle = panel._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", VIEW}
    assert bundle["text/plain"] == panel.text == repr(panel)
    for word in panel.shown.words:
        assert word in panel.text
    assert set(panel._repr_mimebundle_(include=["text/html"])) == {"text/html"}
    assert VIEW not in panel._repr_mimebundle_(exclude=[VIEW])


def test_every_control_has_a_name(panel: Panel) -> None:
    for control in panel.controls.values():
        assert getattr(control, "label", None) or control.description


def test_every_picture_has_its_words(panel: Panel) -> None:
    assert "<img " in panel.still
    assert panel.still.count("<img ") == panel.still.count(' alt="')
    assert ' alt=""' not in panel.still


def test_no_widget_is_needed_to_import_the_classroom() -> None:
    program = (
        "import sys, rummistats.teach, rummistats.teach.widgets; "
        "print(*sorted({'ipywidgets', 'anywidget', 'numpy', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []


def test_without_ipywidgets_it_is_said_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['ipywidgets'] = None\n"
        "from rummistats.teach.widgets import deal_panel\n"
        "try: deal_panel('has_meld', 'sabra')\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert "pip install 'rummistats[lessons]'" in done.stdout


def test_many_changes_are_computed_once() -> None:
    calls: list[int] = []

    async def slide() -> None:
        debounced = Debounced(lambda: calls.append(1), pause=0.02)
        for _ in range(20):
            debounced()
        assert calls == []
        await asyncio.sleep(0.1)

    asyncio.run(slide())
    assert calls == [1]


def test_a_number_stays_in_its_bounds() -> None:
    from rummistats.teach.widgets.live import NumberSlider

    slider = NumberSlider(label="tiles", low=1, high=20, value=14)
    slider.value = 99
    assert slider.value == 20
    slider.value = -5
    assert slider.value == 1


# Events


@pytest.mark.parametrize(
    ("text", "hand", "truth"),
    [
        ("melds >= 2", "R1 R2 R3 B1", False),
        ("melds == 1", "R1 R2 R3 B1", True),
        ("count(joker=True) <= 0", "R1 J", False),
        ("count(number=1)", "R1 B2", True),
        ("has_run(length=4)", "R1 R2 R3 J", True),
    ],
)
def test_events_are_read(text: str, hand: str, truth: bool) -> None:
    assert make_event(text)(MINI.parse(hand), MINI) is truth


@pytest.mark.parametrize("wrong", ["has_group", ["nonsense"], 7, ["has_run", "has_run"]])
def test_wrong_events_are_refused(wrong: object) -> None:
    with pytest.raises(RummistatsError):
        make_events(wrong)  # type: ignore[arg-type]


# The deal panel


def test_the_hands_dealt_are_those_that_are_counted() -> None:
    for variant in (MINI, SABRA, find_variant("okey")):
        deals = Deals(make_measure("melds"), variant, variant.hand_size, make_seed(5))
        values = [deals.measure(deals.hand(n), variant) for n in range(1, 31)]
        observed = deals.observed(30)
        assert {v: values.count(v) for v in values} == {
            v: w for v, w in zip(observed.values, observed.weights, strict=True) if w
        }


def test_a_thousand_more_is_what_simulate_says() -> None:
    panel = deal_panel("has_meld", MINI, seed=3)
    panel.controls["Deal a thousand more"].click()
    panel.controls["Deal one hand"].click()
    expected = simulate("has_meld", MINI, hands=1001, seed=3).weight(True)
    assert f"yes: {expected:,} of 1,001" in panel.text
    assert "Exact: yes: 503 of 1,820" in panel.text
    assert "n = 1,001, seed 3" in panel.text


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True, [1]])
def test_a_wrong_seed_is_an_error_of_the_cell(seed: Any) -> None:
    for make in (
        lambda: deal_panel("melds", MINI, seed=seed),
        lambda: convergence_panel("has_meld", MINI, seed=seed),
        lambda: venn_explorer(("has_group", "has_run"), MINI, seed=seed),
        lambda: threshold_explorer(seed=seed),
    ):
        with pytest.raises(RummistatsError, match="seed"):
            make()


def test_another_seed_starts_again() -> None:
    panel = deal_panel("melds", MINI, seed=3)
    panel.controls["Deal ten more"].click()
    first = panel.text
    panel.controls["seed"].value = 4
    assert "No hand has been dealt yet" in panel.text
    panel.controls["Deal ten more"].click()
    assert panel.text != first
    panel.controls["seed"].value = 3
    panel.controls["Deal ten more"].click()
    assert panel.text == first
    panel.controls["Start again"].click()
    assert "No hand has been dealt yet" in panel.text


def test_the_exact_figures_can_be_hidden() -> None:
    panel = deal_panel("has_meld", MINI)
    panel.controls["exact"].value = False
    panel.controls["Deal ten more"].click()
    assert "503" not in panel.still
    panel.controls["exact"].value = True
    assert "503 of 1,820" in panel.text


def test_too_many_deals_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummistats.teach.widgets.deal.MOST", 15)
    panel = deal_panel("has_meld", MINI)
    panel.controls["Deal ten more"].click()
    panel.controls["Deal ten more"].click()
    assert panel.shown.trouble.startswith("A panel deals up to 15 hands")
    assert "Hand 10:" in panel.text
    panel.controls["Deal one hand"].click()
    assert not panel.shown.trouble


def test_a_measure_without_meaning_is_an_error_of_the_cell() -> None:
    with pytest.raises(RummistatsError):
        deal_panel("can_open", MINI)
    with pytest.raises(RummistatsError):
        deal_panel("nonsense", MINI)
    with pytest.raises(RummistatsError):
        deal_panel("has_meld", MINI, hand_size=99)


def test_what_cannot_be_had_at_once_is_not_waited_for() -> None:
    deals = Deals(make_measure("opening_value"), SABRA, 14, make_seed(1))
    assert "no exact figure" in show_deals(deals, 10).text


# The rack builder


@pytest.mark.parametrize("text", ["R1 R2", "R1 B1 J", "R4 R5 B5", "R1 R2 R3 B3", "K5"])
def test_tiles_that_help_are_found_by_trying_all(text: str) -> None:
    variant = Variant.mini(open_points=9)
    hand = variant.parse(text)
    rack = Rack(hand, variant)
    left = variant.tile_set.all_tiles() - hand
    melded = arrange(hand, variant, best="tiles").tiles
    helping: dict[Tile, int] = {}
    opening: dict[Tile, int] = {}
    for tile in left:
        more = hand + variant.tile_set.hand([tile])
        if arrange(more, variant, best="tiles").tiles > melded:
            helping[tile] = helping.get(tile, 0) + 1
        if not can_open(hand, variant) and can_open(more, variant):
            opening[tile] = opening.get(tile, 0) + 1
    assert rack.helping == helping
    assert rack.opening_tiles == opening
    assert rack.unseen == len(left)


def test_clicking_tiles_fills_and_empties_the_rack() -> None:
    panel = rack_builder("sabra")
    assert "empty" in panel.text
    for text in ("R10", "B10", "J"):
        panel.controls["tiles"].press(text)
    assert panel.controls["hand"].value == "R10 B10 J"
    assert "It can open: 30 points, and 30 are needed." in panel.text
    panel.controls["rack"].press("J")
    assert panel.controls["hand"].value == "R10 B10"
    assert "the next tile is one of them in 6 of 104" in panel.text
    panel.controls["Clear the rack"].click()
    assert "empty" in panel.text


def test_a_third_copy_is_told_in_a_sentence() -> None:
    panel = rack_builder("sabra", "R7 R7")
    panel.controls["tiles"].press("R7")
    assert panel.shown.trouble.startswith("No copy of red 7 is left: the game has 2")
    assert panel.controls["hand"].value == "R7 R7"
    seven = next(tile for tile in panel.controls["tiles"].tiles if tile["text"] == "R7")
    assert seven["off"]
    assert seven["name"] == "red 7, 0 of 2 left"
    panel.controls["tiles"].press("R8")
    assert not panel.shown.trouble


def test_a_hand_can_be_written() -> None:
    panel = rack_builder("sabra", "R7")
    panel.controls["hand"].value = "r1 r2 r3"
    assert panel.controls["hand"].value == "R1 R2 R3"
    assert "run in red" in panel.text
    panel.controls["hand"].value = "R1 Z9"
    assert "Z9" in panel.shown.trouble
    assert panel.controls["hand"].value == "R1 R2 R3"


def test_a_large_rack_does_not_keep_anybody_waiting() -> None:
    panel = rack_builder("sabra", " ".join(f"{c}{n}" for c in "RB" for n in range(1, 12)) + " J")
    assert "would take too long" in panel.text
    panel.controls["rack"].press("B11")
    assert "would take too long" not in panel.text


def test_a_full_rack_is_told() -> None:
    hand = SABRA.tile_set.hand(list(SABRA.tile_set.all_tiles())[:MOST])
    with pytest.raises(RummistatsError, match="full"):
        add_tile(hand, Tile("Y", 13))
    with pytest.raises(RummistatsError, match="no yellow 13"):
        take_tile(hand, Tile("Y", 13))
    with pytest.raises(RummistatsError, match="too many"):
        rack_builder("sabra", hand + SABRA.parse("Y13"))


@pytest.mark.parametrize("name", ["okey", "gin", "stone-rummy", "shanghai", "romanian", "okey-101"])
def test_the_rack_knows_every_kind_of_game(name: str) -> None:
    panel = rack_builder(name)
    panel.controls["Deal a hand"].click()
    assert not panel.shown.trouble
    assert "tiles:" in panel.text or "tiles" in panel.text


# The sample-space browser


def test_conditional_probability_is_counting_in_what_is_left() -> None:
    variant = Variant.mini(colors=2, numbers=4, copies=2, jokers=1, hand_size=4)
    listed = list_hands(variant, make_events(["has_run", "count(joker=True)", "pairs"]))
    deals = all_deals(variant)
    measures = [make_measure(text) for text in ("has_run", "count(joker=True)", "pairs")]
    truths = [tuple(bool(m(hand, variant)) for m in measures) for hand in deals]
    assert listed.total == len(deals)
    for asked in range(3):
        for known in range(3):
            left = [each for each in truths if each[known]]
            expected = Fraction(sum(each[asked] for each in left), len(left))
            assert Restriction(listed, asked, known).probability == expected
            others = [each for each in truths if not each[known]]
            expected = Fraction(sum(each[asked] for each in others), len(others))
            assert Restriction(listed, asked, known, opposite=True).probability == expected


def test_the_browser_goes_through_all_pages() -> None:
    panel = sample_space_browser(MINI, {"a group": "has_group", "a run": "has_run"})
    assert panel.controls["page"].high == 91
    panel.controls["page"].value = 91
    assert "hands 1,801 to 1,820 of 1,820" in panel.text
    panel.controls["known"].value = (1, False)
    assert "Page 1 of 18" in panel.text
    assert "a group given a run: 84 of 342, that is 24.561 %." in panel.text
    panel.controls["only"].value = True
    assert "Page 1 of 5: hands 1 to 20 of 84." in panel.text


def test_an_event_that_never_happens_leaves_nothing_to_divide_by() -> None:
    listed = list_hands(MINI, make_events({"all": "has_meld", "never": "melds >= 2"}))
    restriction = Restriction(listed, asked=0, known=1)
    assert restriction.probability is None
    assert "nothing to divide by" in show_space(restriction).text


def test_a_full_game_cannot_be_listed() -> None:
    with pytest.raises(RummistatsError, match="different hands"):
        sample_space_browser("sabra", ["has_group"])


# The convergence panel


def test_every_point_is_what_simulate_says() -> None:
    growing = Growing(make_measure("has_meld"), MINI, True, 4, make_seed(7))
    for sample in growing.samples(500):
        assert sample == simulate("has_meld", MINI, hands=sample.total, seed=7)


def test_the_panel_goes_on_and_stays_in_its_bounds() -> None:
    panel = convergence_panel("has_meld", MINI, seed=7)
    assert "n = 100, seed 7" in panel.text
    panel.controls["Ten times as many"].click()
    assert panel.controls["hands"].value == 1000
    assert "n = 1,000, seed 7" in panel.text
    assert "Exact: 503 of 1,820" in panel.text
    panel.controls["hands"].value = 3
    assert panel.controls["hands"].value == 20
    panel.controls["seed"].value = 8
    assert "n = 20, seed 8" in panel.text


def test_distance_is_told_in_exact_standard_errors() -> None:
    text = show_growing(Growing(make_measure("has_meld"), MINI, True, 4, make_seed(7)), 400).text
    hits = simulate("has_meld", MINI, hands=400, seed=7).weight(True)
    p = 503 / 1820
    away = abs(hits / 400 - p) / (p * (1 - p) / 400) ** 0.5
    assert f"{away:.1f} standard errors" in text
    assert f"the difference is {hits - 400 * p:+,.1f} hands" in text


def test_means_values_and_wrong_values() -> None:
    assert "the mean of melds" in convergence_panel("melds", MINI).text
    assert "melds = 1" in convergence_panel("melds", MINI, value=1).text
    with pytest.raises(RummistatsError, match="True or False"):
        convergence_panel("has_meld", MINI, value=3)
    with pytest.raises(RummistatsError, match="whole number"):
        convergence_panel("melds", MINI, value=False)


# The Venn explorer


@pytest.mark.parametrize(
    "texts",
    [
        ["has_group", "has_run"],
        ["melds >= 1", "count(joker=True)"],
        ["has_group", "has_run", "pairs"],
    ],
)
def test_regions_are_counted_as_by_hand(texts: list[str]) -> None:
    variant = Variant.mini(colors=3, numbers=3, copies=2, jokers=1, hand_size=4)
    events = make_events(texts)
    joint = joint_of_events(events, variant, 4)
    truths = [tuple(event(hand, variant) for event in events) for hand in all_deals(variant)]
    assert joint.is_exact
    assert joint.total == len(truths)
    for region in regions([event.name for event in events]):
        assert joint.weight(region.holds) == sum(map(region.holds, truths))


@pytest.mark.parametrize("natural", [False, True])
@pytest.mark.parametrize("variant", ["sabra", "gin", "romanian"])
def test_group_and_run_of_a_full_game_agree_with_a_simulation(variant: str, natural: bool) -> None:
    game = find_variant(variant)
    texts = [f"has_group(natural={natural})", f"has_run(natural={natural})"]
    joint = joint_of_events(make_events(texts), game, game.hand_size)
    assert joint.is_exact
    sample = simulate((texts[0], texts[1]), game, hands=40_000, seed=3)
    for value in joint.values:
        exact = float(joint.prob(value))
        error = (exact * (1 - exact) / 40_000) ** 0.5
        assert abs(float(sample.prob(value)) - exact) < 5 * error


def test_group_and_run_by_inclusion_agree_with_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    events = make_events(["has_run", "has_group"])
    variant = Variant.mini(colors=3, numbers=4, copies=1, jokers=2, hand_size=5)
    listed = joint_of_events(events, variant, 5, seed=1)
    monkeypatch.setattr("rummistats.teach.widgets.venn.LISTED", 0)
    counted = joint_of_events(events, variant, 5, seed=2)
    assert dict(zip(counted.values, counted.weights, strict=True)) == dict(
        zip(listed.values, listed.weights, strict=True)
    )


def test_what_is_simulated_says_so_and_can_be_counted() -> None:
    panel = venn_explorer(["has_meld", "pairs"], "sabra", hand_size=5)
    assert "n = 100,000, seed 1" in panel.text
    assert not panel.controls["count"].disabled
    panel.controls["count"].click()
    assert panel.controls["count"].disabled
    assert "about" not in panel.shown.words[0]
    panel.controls["tiles"].value = 6
    assert "n = 100,000" in panel.text


def test_functions_of_a_hand_are_events_too() -> None:
    panel = venn_explorer(
        {"a joker": lambda hand: hand.jokers > 0, "a group": "has_group"}, "sabra"
    )
    assert "n = 10,000" in panel.text
    panel.controls["count"].click()
    assert "can't be counted" in panel.shown.trouble


@pytest.mark.parametrize("events", [["has_group"], ["has_group", "has_run", "pairs", "melds"]])
def test_a_venn_diagram_is_of_two_or_three(events: list[str]) -> None:
    with pytest.raises(RummistatsError, match="two or three"):
        venn_explorer(events, MINI)


# The symmetry explorer


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("shift", range(5))
def test_what_a_symmetry_does_is_done_tile_by_tile(backwards: bool, shift: int) -> None:
    hand = MINI.parse("R1 R2 B5 J")
    for colors in color_permutations(MINI):
        symmetry = make_symmetry(MINI, colors, backwards, shift)
        moved = []
        for tile in hand:
            if tile.is_joker:
                moved.append(tile)
                continue
            number = 6 - tile.number if backwards else tile.number
            moved.append(Tile(colors(tile.color), (number - 1 + shift) % 5 + 1))
        assert symmetry(hand) == MINI.tile_set.hand(moved)
        assert power(symmetry, order(symmetry))(hand) == hand
        broken = broken_run(symmetry, MINI)
        runs = [MINI.tile_set.hand([Tile("R", n) for n in run]) for run in MINI.runs]
        assert bool(broken) == any(not judge(symmetry(run), MINI).legal for run in runs)


def test_all_renamings_of_colors_are_offered() -> None:
    assert set(color_permutations(SABRA)) == {each.colors for each in symmetries(SABRA)}
    many = Variant.mini(colors=6, numbers=3, copies=1, jokers=0, hand_size=3)
    assert len(color_permutations(many)) == 17


def test_orbit_and_stabilizer_multiply_to_the_group() -> None:
    panel = symmetry_explorer("stone-rummy", "R1 R2 B5")
    panel.controls["reflection"].value = True
    panel.controls["translations"].value = True
    sizes = panel.shown.words[-1].split(". ")[-1].rstrip(".")
    orbit, rest = sizes.split(" · ")
    still, every = rest.split(" = ")
    assert int(orbit) * int(still) == int(every) == 624
    assert len(Acting(True, True, True).group(find_variant("stone-rummy"))) == 624


def test_what_is_no_symmetry_is_told_in_a_sentence() -> None:
    panel = symmetry_explorer("sabra", "R12 R13 B5")
    panel.controls["shift"].value = 1
    assert "does not keep the melds: the run 11 12 13 becomes 12 13 1" in panel.text
    panel.controls["translations"].value = True
    assert panel.shown.trouble.startswith("Moving the numbers on is no symmetry of sabra: the run")
    assert "24 symmetries" in panel.text
    panel.controls["reflection"].value = True
    assert "48 symmetries" in panel.text
    panel.controls["translations"].value = False
    panel.controls["hand"].value = "R1 R1 R1"
    assert "R1' is there 3 times" in panel.shown.trouble
    assert panel.controls["hand"].value == "R12 R13 B5"
    panel.controls["colors"].value = 1
    panel.controls["times"].value = 2
    assert "done 2 times, becomes" in panel.text


# The threshold explorer


def test_thresholds_are_counted_as_by_hand() -> None:
    variant = Variant.mini(colors=3, numbers=4, copies=1, jokers=1, hand_size=4, open_points=7)
    for points in range(1, 14):
        opening = openings([variant], Settings(threshold=points))[0]
        game = variant.with_rules(open_points=points)
        expected = sum(bool(can_open(hand, game)) for hand in all_deals(variant))
        assert opening.reached.is_exact
        assert opening.reached.numerator == expected
        assert opening.reached.denominator == variant.sample_space


@pytest.mark.parametrize("name", ["sabra", "american", "international", "romanian", "machiavelli"])
@pytest.mark.parametrize("points", [30, 50])
def test_reaching_a_threshold_is_being_able_to_open(name: str, points: int) -> None:
    variant = find_variant(name)
    opening = openings([variant], Settings(threshold=points, seed=4))[0]
    game = variant.with_rules(open_points=points)
    sample = simulate("can_open", game, hands=20_000, seed=9)
    share = float(opening.reached.value)
    error = (share * (1 - share) * (1 / 20_000 + 1 / 100_000)) ** 0.5
    assert abs(float(sample.prob(True)) - share) < 5 * error


def test_shipped_figures_are_exact_and_others_say_that_they_are_simulated() -> None:
    panel = threshold_explorer(("sabra",), seed=2)
    assert "52,601,200,562,652,394 of 105,710,363,656,182,600" in panel.text
    panel.controls["threshold"].value = 50
    assert "n = 100,000, seed 2" in panel.text
    panel.controls["threshold"].value = 30
    panel.controls["own"].value = False
    panel.controls["tiles"].value = 16
    assert "16 tiles, 2 jokers: 2,341,435,771,649,045,695 of" in panel.text
    panel.controls["jokers"].value = 0
    assert "16 tiles, 0 jokers: about" in panel.text


def test_games_are_compared() -> None:
    panel = threshold_explorer(("sabra", "okey-101", "romanian"))
    assert [word.split(",")[0] for word in panel.shown.words[:3]] == [
        "sabra",
        "okey-101",
        "romanian",
    ]
    panel.controls["jokers"].value = 1
    assert panel.shown.words


@pytest.mark.parametrize(
    "variants", [(), ("stone-rummy",), ("shanghai",), ("sabra", "sabra"), ("sabra",) * 5, ("x",), 7]
)
def test_games_without_points_are_refused(variants: Any) -> None:
    with pytest.raises(RummistatsError):
        threshold_explorer(variants)

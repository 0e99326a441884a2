"""Widgets: what they compute, against brute force; and what they do when controls are used."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from fractions import Fraction
from itertools import combinations

import pytest

from rummistats import Hand, Tile, Variant, arrange, can_open, find_variant, simulate
from rummistats.errors import RummistatsError
from rummistats.measures import make_measure
from rummistats.seeds import make_seed
from rummistats.teach.widgets import deal_panel, rack_builder, sample_space_browser
from rummistats.teach.widgets.deal import Deals, show_deals
from rummistats.teach.widgets.events import list_hands, make_event, make_events
from rummistats.teach.widgets.panel import VIEW, Debounced, Panel
from rummistats.teach.widgets.rack import MOST, Rack, add_tile, take_tile
from rummistats.teach.widgets.sample_space import Restriction, show_space

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
    ]


@pytest.fixture(scope="module", params=range(3))
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

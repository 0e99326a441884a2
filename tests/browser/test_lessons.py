"""Lessons as a student meets them: in JupyterLab, in a real browser, with keyboard and mouse."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from rummistats.teach.answers import Number
from rummistats.teach.exercises import Exercise, right_answer
from rummistats.teach.lessons import Lesson, lessons
from tests.browser.conftest import SEED, Jupyter

pytestmark = pytest.mark.browser

CHOSEN = os.environ.get("LESSONS", "").replace(",", " ").split()
LESSONS = [lesson for lesson in lessons() if not CHOSEN or str(lesson.number) in CHOSEN]

SCREEN: ViewportSize = {"width": 1280, "height": 1000}
MINUTE = 60_000
RUNNING = 10 * MINUTE
"""Milliseconds that a whole notebook may take, however busy the machine is."""

SOON = MINUTE

SHOWN = "each => [...each.querySelectorAll('.rummistats-words, .rummistats-piece')]\
.map(part => part.innerHTML).join()"
"""What a widget shows, without its controls."""

ERRORS = ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']"


@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.name)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    found: Lesson = request.param
    return found


@pytest.fixture(scope="module")
def page(browser: Browser, jupyter: Jupyter, lesson: Lesson) -> Iterator[Page]:
    """The student's notebook after all cells have run."""
    page = browser.new_page(viewport=SCREEN)
    page.goto(jupyter.address(f"{lesson.name}.ipynb"))
    expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_visible(timeout=SOON)
    # Before the kernel is there, JupyterLab would ask which one is meant.
    expect(page.get_by_role("button", name=re.compile("Python 3.*Idle"))).to_be_visible(
        timeout=SOON
    )
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    # Either the last cell has run, or a cell with an error has stopped all that come after it.
    last = page.locator(".jp-CodeCell .jp-InputPrompt").last
    ended = last.filter(has_text=re.compile(r"\[\d+\]")).or_(page.locator(ERRORS).first)
    expect(ended.first).to_be_attached(timeout=RUNNING)
    assert page.locator(ERRORS).all_inner_texts() == []
    yield page
    page.close()


@pytest.fixture
def pictures(tmp_path: Path, lesson: Lesson) -> Path:
    """Where screenshots go: a folder to look at if one is named, or one that is thrown away."""
    folder = Path(os.environ.get("SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def widgets_of(page: Page) -> Locator:
    return page.locator(".rummistats-live")


def said_under(field: Locator) -> Locator:
    """What the field of an exercise says."""
    return field.locator("xpath=ancestor::*[contains(@class, 'widget-vbox')][1]").locator(
        ".rummistats-said"
    )


def test_all_cells_have_run(page: Page, lesson: Lesson, pictures: Path) -> None:
    assert page.locator(".jp-InputPrompt", has_text="*").count() == 0
    expect(page.get_by_text(re.compile("Error displaying widget"))).to_have_count(0)
    expect(page.get_by_text(re.compile("Loading widget"))).to_have_count(0, timeout=SOON)
    page.screenshot(path=pictures / f"{lesson.name}.png")


def test_the_cell_for_setting_up_is_folded(page: Page, lesson: Lesson) -> None:
    expect(page.get_by_text("from rummistats.teach.classroom import")).to_have_count(0)
    said = page.locator(".jp-OutputArea").get_by_text(f"Lesson {lesson.number}: {lesson.title}")
    expect(said.first).to_be_visible()


def test_every_widget_is_seen(page: Page, lesson: Lesson, pictures: Path) -> None:
    assert widgets_of(page).count() > 0
    page.set_viewport_size({"width": 1280, "height": 2400})
    for place, widget in enumerate(widgets_of(page).all()):
        widget.scroll_into_view_if_needed()
        expect(widget).to_be_visible()
        box = widget.bounding_box()
        assert box
        assert box["width"] > 200
        assert box["height"] > 100
        widget.screenshot(path=pictures / f"{lesson.name}-widget-{place + 1}.png")
    # The static form makes room for the live one.
    for still in page.locator(".rummistats-still").all():
        expect(still).to_be_hidden()
    page.set_viewport_size(SCREEN)


def test_a_slider_is_moved_by_keyboard(page: Page) -> None:
    sliders = page.locator(".rummistats-live .rummistats-number input[type=range]:enabled")
    assert sliders.count() > 0
    slider = next(each for each in sliders.all() if each.get_attribute("max") != each.input_value())
    widget = slider.locator("xpath=ancestor::*[contains(@class, 'rummistats-live')][1]")
    both = slider.locator("xpath=ancestor::*[contains(@class, 'rummistats-number')][1]")
    field = both.locator("input[type=number]")
    shown, number = widget.evaluate(SHOWN), field.input_value()
    slider.scroll_into_view_if_needed()
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field).not_to_have_value(number)
    # What the kernel has computed is shown.
    page.wait_for_function(
        f"([each, shown]) => ({SHOWN})(each) !== shown",
        arg=[widget.element_handle(), shown],
        timeout=SOON,
    )
    # The number beside it does the same.
    expect(widget.locator(".rummistats-words").first).to_have_attribute(
        "aria-busy", "false", timeout=SOON
    )
    field.fill(number)
    field.press("Enter")
    expect(slider).to_have_js_property("valueAsNumber", int(float(number)), timeout=SOON)
    assert page.locator(ERRORS).count() == 0


def test_a_tile_is_clicked(page: Page) -> None:
    """It comes on the rack, and leaves it again."""
    tiles = page.locator(".rummistats-live .rummistats-tiles").first
    widget = tiles.locator("xpath=ancestor::*[contains(@class, 'rummistats-live')][1]")
    words, rack = widget.locator(".rummistats-words"), widget.locator(".rummistats-tiles").last
    held, before = rack.locator("button").count(), words.inner_text()
    tiles.locator("button[aria-disabled=false]").last.click()
    expect(rack.locator("button")).to_have_count(held + 1, timeout=SOON)
    expect(words).not_to_have_text(before, timeout=SOON)
    # By keyboard, too: to the second tile with an arrow, and off with it.
    rack.locator("button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(rack.locator("button").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rack.locator("button")).to_have_count(held, timeout=SOON)
    assert page.locator(ERRORS).count() == 0


def numbers_asked(lesson: Lesson) -> Iterator[tuple[Exercise, Any]]:
    """The exercises that ask for a number, and this student's tasks."""
    for exercise in lesson.exercises:
        task = exercise.task(SEED)
        if isinstance(task.right, Number):
            yield exercise, task


def test_a_wrong_and_a_right_answer_are_told(page: Page, lesson: Lesson) -> None:
    exercise, task = next(numbers_asked(lesson))
    field = page.get_by_label(f"Answer to {exercise.number}:", exact=True)
    field.scroll_into_view_if_needed()
    said = said_under(field)
    mistake = next(each for each in task.mistakes if not callable(each.answer))
    field.fill(str(mistake.answer))
    field.press("Enter")
    expect(said).to_contain_text("Not yet.", timeout=SOON)
    assert plain(mistake.words) in plain(said.inner_text())
    field.fill(str(right_answer(task.right)))
    box = field.locator("xpath=ancestor::*[contains(@class, 'widget-vbox')][1]")
    box.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("Right.", timeout=SOON)
    box.get_by_role("button", name="Hint").click()
    expect(said).to_contain_text("A question.", timeout=SOON)


def test_a_choice_is_made_by_keyboard(page: Page) -> None:
    """Arrows go through the answers, not to the next cell of the notebook."""
    choices = page.locator(".rummistats-box .widget-radio-box")
    first, second = choices.first.locator("input").all()[:2]
    first.focus()
    page.keyboard.press("Space")
    expect(first).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(second).to_be_checked()
    expect(second).to_be_focused()


def plain(words: str) -> str:
    """Words without the signs of Markdown, and as if on one line."""
    return " ".join(re.sub(r"[*`$\\]", "", words).split())


def test_a_guess_is_kept(page: Page, jupyter: Jupyter) -> None:
    field = page.get_by_label(re.compile(r"^My guess")).first
    field.scroll_into_view_if_needed()
    box = field.locator("xpath=ancestor::*[contains(@class, 'widget-vbox')][1]")
    if field.get_attribute("type") == "radio":
        field.check()
    else:
        field.fill("7")
        field.press("Enter")
    expect(box).to_contain_text("Your guess is kept", timeout=SOON)


def test_nothing_serious_is_found_in_what_widgets_show(page: Page) -> None:
    found = Axe().run(page, context={"include": [[".jp-OutputArea-output"]]}).response
    serious = [
        (each["id"], node["target"], node["html"][:300])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    assert serious == []
    assert len(found["passes"]) > 10

"""The widgets in JupyterLab: used by keyboard and mouse, read out, and shown without a kernel."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Jupyter

pytestmark = pytest.mark.browser

PATIENCE = 90_000
"""Milliseconds: the first computation compiles."""

CELLS = {
    "deal": 'deal_panel("melds", mini)',
    "rack": 'rack_builder("sabra", "R10 B10 J R4 R5 R6 Y1")',
    "space": 'sample_space_browser(mini, {"a group": "has_group", "a run": "has_run"})',
    "venn": 'venn_explorer(["has_group", "has_run"], "sabra")',
    "convergence": 'convergence_panel("has_meld", mini)',
    "symmetry": 'symmetry_explorer("sabra", "R1 R2 R3 B7 K7")',
    "threshold": 'threshold_explorer(("sabra",))',
}

SETUP = "import rummistats as rs\nfrom rummistats.teach.widgets import *\nmini = rs.Variant.mini()"


@pytest.fixture(scope="module")
def notebook(jupyter: Jupyter) -> Path:
    """A notebook with one of each, in the folder of the lessons."""
    cells = [nbformat.v4.new_code_cell(code) for code in (SETUP, *CELLS.values())]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    made = nbformat.v4.new_notebook(cells=cells)
    made.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    path = jupyter.folder / "widgets.ipynb"
    nbformat.write(made, path)
    return path


@pytest.fixture(scope="module")
def page(browser: Browser, jupyter: Jupyter, notebook: Path) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 1200})
    page.goto(jupyter.address(notebook.name))
    page.locator(".jp-CodeCell .jp-InputArea-editor").first.click(timeout=PATIENCE)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    expect(page.locator(".rummistats-live")).to_have_count(len(CELLS), timeout=2 * PATIENCE)
    yield page
    page.close()


def live(page: Page, name: str) -> tuple[Locator, Locator]:
    """Return a widget, and the words that it reads out."""
    widget = page.locator(".rummistats-live").nth(list(CELLS).index(name))
    widget.scroll_into_view_if_needed()
    return widget, widget.get_by_role("status")


def soon(words: Locator, text: str) -> None:
    expect(words).to_contain_text(text, timeout=PATIENCE)


def test_the_live_widgets_hide_the_static_forms(page: Page) -> None:
    stills = page.locator(".rummistats-still")
    expect(stills).to_have_count(len(CELLS))
    for still in stills.all():
        expect(still).to_be_hidden()


def test_hands_are_dealt(page: Page) -> None:
    widget, words = live(page, "deal")
    widget.get_by_role("button", name="Deal one hand").click()
    soon(words, "Hand 1: ")
    widget.get_by_role("button", name="Deal a thousand more").click()
    soon(words, "Observed in 1,001 hands")


def test_tiles_are_put_on_the_rack_by_keyboard_and_mouse(page: Page) -> None:
    widget, words = live(page, "rack")
    widget.get_by_role("button", name="red 1, 2 of 2 left").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    soon(words, "8 tiles: red 4, 5, 6 and 10; blue 2 and 10")
    expect(widget.get_by_role("button", name="blue 2, 1 of 2 left")).to_be_focused()
    page.keyboard.press("Space")
    soon(words, "9 tiles")
    page.keyboard.press("Space")
    soon(words, "No copy of blue 2 is left")
    widget.get_by_role("button", name="yellow 1, dead wood: take away").click()
    soon(words, "8 tiles")


def test_what_is_known_restricts_the_sample_space(page: Page) -> None:
    widget, words = live(page, "space")
    widget.get_by_label("known").select_option(label="a run")
    soon(words, "a group given a run: 84 of 342, that is 24.561 %.")
    widget.get_by_role("slider", name="page").focus()
    page.keyboard.press("ArrowRight")
    soon(words, "Page 2 of 18")


def test_a_number_field_stays_in_its_bounds(page: Page) -> None:
    widget, words = live(page, "venn")
    field = widget.get_by_role("spinbutton", name="tiles in a hand, as a number")
    field.fill("99")
    page.keyboard.press("Enter")
    expect(field).to_have_value("24")
    soon(words, "that is 94.5073 %")
    expect(widget.get_by_role("slider", name="tiles in a hand")).to_have_value("24")


def test_sliders_are_moved_by_keyboard(page: Page) -> None:
    widget, words = live(page, "convergence")
    widget.get_by_role("slider", name="hands dealt").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    soon(words, "n = 500, seed 1")
    widget, words = live(page, "threshold")
    widget.get_by_role("slider", name="points needed").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    soon(words, "can lay 50 points or more")
    soon(words, "n = 100,000, seed 1")


def test_a_hand_is_turned_round(page: Page) -> None:
    widget, words = live(page, "symmetry")
    widget.get_by_label("colors", exact=True).select_option(label="(R B)")
    widget.get_by_label("read the numbers backwards").check()
    soon(words, "becomes R7 B11 B12 B13 K7")
    widget.get_by_label("moving the numbers on", exact=True).check()
    soon(words, "Moving the numbers on is no symmetry of sabra")


def test_nothing_serious_is_found_in_the_widgets(page: Page) -> None:
    found = Axe().run(page, context={"include": [[".rummistats-live"]]}).response
    serious = [
        (each["id"], [node["target"] for node in each["nodes"]])
        for each in found["violations"] + found["incomplete"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert len(found["passes"]) > 10


def test_an_exported_page_shows_pictures_and_words(browser: Browser, notebook: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "widgets.ipynb"],
        cwd=notebook.parent,
        check=True,
        capture_output=True,
        timeout=300,
    )
    page = browser.new_page()
    page.goto(notebook.with_suffix(".html").as_uri())
    stills = page.locator(".rummistats-still")
    expect(stills).to_have_count(len(CELLS))
    for still in stills.all():
        expect(still).to_be_visible()
        assert still.locator("img[alt]").count()
    page.close()

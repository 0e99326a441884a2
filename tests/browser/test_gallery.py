"""The gallery in a real browser: every picture is seen, and it is accessible in light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from docs.gallery import FOLDER
from rummistats.commands.chart_options import KINDS
from rummistats.teach import TOPICS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_found_in_the_gallery(browser: Browser, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto((FOLDER / "index.html").as_uri())
    found = Axe().run(page).response
    serious = [
        (each["id"], [node["target"] for node in each["nodes"]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert len(found["passes"]) > 10


def test_every_picture_is_seen_and_told(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((FOLDER / "index.html").as_uri())
    for image in page.locator("img").all():
        image.scroll_into_view_if_needed()
    seen = page.eval_on_selector_all(
        "img",
        """images => Promise.all(images.map(
            async each => { await each.decode(); return [each.alt, each.naturalWidth]; }))""",
    )
    assert len(seen) > len(KINDS) + 2 * len(TOPICS)
    for words, width in seen:
        assert words
        assert width > 100
    assert page.locator("figure[id^=chart-]").count() == len(KINDS)
    assert page.locator("figure[id^=sheet-]").count() == len(TOPICS)
    # On a phone nothing is wider than the screen.
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

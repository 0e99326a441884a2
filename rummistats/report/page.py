"""The report as a web page of its own, to be read without a network and without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rummistats import __version__
from rummistats.report.contents import Report
from rummistats.report.figures import align, mean_estimate, number_cell
from rummistats.report.sections import hand_count, headline, report_sections, title
from rummistats.report.tables import Table
from rummistats.report.terminal import interruption_words

if TYPE_CHECKING:
    from jinja2 import Template

    from rummistats.show import Chart

__all__ = ["page_text"]

_FIGURE_SPACE = "\N{FIGURE SPACE}"
"""As wide as a digit."""


def page_text(report: Report, charts: Mapping[str, Chart]) -> str:
    """Return the page's text; it shows the charts' SVG files, which lie beside it."""
    first, behind = headline(report)
    return _template().render(
        report=report,
        title=title(report),
        game=report.variant.game.title,
        first=first,
        behind=behind,
        cards=_cards(report),
        sections=report_sections(report),
        charts=charts,
        cells=_cells,
        interruption=interruption_words(report) if report.interrupted else "",
        possible=hand_count(report),
        version=__version__,
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    text = files("rummistats.report").joinpath("page.html").read_text(encoding="utf-8")
    return environment.from_string(text)


def _cells(table: Table) -> list[tuple[str, ...]]:
    """Return the rows of a table with the decimal points in line."""
    columns = [
        align([row[place] for row in table.rows], _FIGURE_SPACE)
        if column.is_number
        else tuple(row[place] for row in table.rows)
        for place, column in enumerate(table.columns)
    ]
    return list(zip(*columns, strict=True))


def _cards(report: Report) -> list[dict[str, Any]]:
    """Return the figures that stand large at the top: figure, unit, what it is, how sure."""
    dealt = report.dealt
    cards = []
    if report.ways:
        needs = f" with {report.needed} points" if report.only_points else ""
        cards.append(_card(dealt["can_open"].estimate(True), "%", f"can open{needs}"))
    if "can_knock" in dealt:
        cards.append(_card(dealt["can_knock"].estimate(True), "%", "can knock"))
    cards.append(_card(report.best("has_meld").estimate(False), "%", "hold no meld at all"))
    left = mean_estimate(dealt["dead_wood_tiles"])
    unit = f"{report.piece}s"
    cards.append(_card(left, unit, f"of {report.held} are left over on average"))
    return cards


def _card(estimate: Any, unit: str, words: str) -> dict[str, str]:
    scale = 100 if unit == "%" else 1
    value, error = scale * float(estimate.value), scale * estimate.standard_error
    sure = "exact"
    if not estimate.is_exact:
        sure = f"± {number_cell(error, error)} standard error" if 0 < error < 1e9 else "simulated"
    shown = (
        number_cell(value, error, digits=4)
        if estimate.is_exact or error > value / 1e3
        else (number_cell(value, value / 1e3))
    )
    return {"value": shown, "unit": unit, "words": words, "sure": sure}

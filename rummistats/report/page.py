"""The report as a web page of its own, to be read without a network and without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rummistats import __version__
from rummistats.distribution.estimate import mean_estimate
from rummistats.report.charts import top_chart
from rummistats.report.contents import Report
from rummistats.report.figures import align, number_cell
from rummistats.report.sections import hand_count, headline, opening_parts, report_sections, title
from rummistats.report.tables import Table
from rummistats.report.terminal import interruption_words
from rummistats.report.words import game_title, game_words
from rummistats.show.odds import amount, percent

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
        game=game_title(report.variant),
        words=game_words(report),
        first=first,
        behind=behind,
        cards=_cards(report),
        sections=report_sections(report),
        charts=charts,
        top=top_chart(report),
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
    parts = opening_parts(report)
    if report.ways and not parts:
        cards.append(_card(report.stands_first("can_open").estimate(True), "%", "can open"))
    if "can_knock" in dealt:
        cards.append(_card(report.stands_first("can_knock").estimate(True), "%", "can knock"))
    if not parts:
        cards.append(_card(report.best("has_meld").estimate(False), "%", "hold no meld at all"))
    else:
        # The picture has the odds; beside it stand averages.
        melds = mean_estimate(dealt["melds"])
        cards.append(_card(melds, "melds", "can be laid at once on average"))
    left = mean_estimate(dealt["dead_wood_tiles"])
    unit = f"{report.piece}s"
    cards.append(_card(left, unit, f"of {report.held} are left over on average"))
    if parts and "dead_wood_points" in dealt:
        points = mean_estimate(dealt["dead_wood_points"])
        cards.append(_card(points, "points", "are left over on average"))
    return cards


def _card(estimate: Any, unit: str, words: str) -> dict[str, str]:
    scale = 100 if unit == "%" else 1
    value, error = scale * float(estimate.value), scale * estimate.standard_error
    sure = "exact"
    if not estimate.is_exact:
        sure = f"± {number_cell(error, error)} standard error" if 0 < error < 1e9 else "simulated"
    # Three digits are enough for a first look; the tables have the rest.
    shown = percent(estimate.value).removesuffix(" %") if unit == "%" else amount(value, 3)
    return {"value": shown, "unit": unit, "words": words, "sure": sure}

"""What stands around the drawing of every chart: title, small print, and what the axes show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rummistats.show.page import Page
from rummistats.show.style import INK, SMALL, SMALL_PRINT_INK, TEXT, TITLE, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["heading_of", "readable", "value_name", "write_frame"]

QUOTES = "'\""


def write_frame(
    page: Page, heading: str, value_label: str | None, notes: list[str], what: str = "probability"
) -> None:
    """Write what stands above and below the bars; ``what`` they show."""
    page.write_top(heading, TITLE, bold=True)
    page.top -= 0.6
    if what:
        page.write_top(clean(what), SMALL)
    page.write_bottom(notes, SMALL, SMALL_PRINT_INK)
    page.bottom += 0.6
    if value_label:
        page.write_bottom([clean(value_label)], TEXT, INK, centered=True)


def heading_of(distribution: Distribution) -> str:
    """Return what was measured, on what hands and in what game."""
    tiles = "" if distribution.hand_size is None else f", {distribution.hand_size} tiles"
    game = "" if distribution.variant is None else f", {distribution.variant.name}"
    measures = map(readable, distribution.measures)
    return clean(f"{' and '.join(measures)}{tiles}{game}")


def readable(measure: str) -> str:
    """Return a measure's name and its arguments as they are read aloud.

    Examples
    --------
    >>> readable("has_run(length=4, natural=True)"), readable("count(color='R')")
    ('has run (length 4, natural)', 'count (color R)')
    """
    found = re.fullmatch(r"(\w+)\(([^()]*=[^()]*)\)", measure)
    if not found:
        return measure.replace("_", " ")
    words = []
    for argument in found[2].split(","):
        name, _, value = argument.strip().partition("=")
        words.append(name if value == "True" else f"{name} {value.strip(QUOTES)}")
    return f"{found[1]} ({', '.join(words)})".replace("_", " ")


def value_name(distribution: Distribution, value: int) -> str:
    """Return how a value is written: an event's as yes or no."""
    if isinstance(distribution.values[0], bool):
        return "yes" if value else "no"
    return str(value)

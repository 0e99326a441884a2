"""What stands around the drawing of every chart: title, small print, and what the axes show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.show.game_words import facts_of, readable
from rummistats.show.page import Page
from rummistats.show.style import INK, SMALL, SMALL_PRINT_INK, TEXT, TITLE, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = [
    "Heading",
    "heading_of",
    "is_of_cards",
    "make_heading",
    "measure_names",
    "readable",
    "value_name",
    "write_frame",
]


@dataclass(frozen=True)
class Heading:
    """A title, and what hands of which game the chart is of.

    Parameters
    ----------
    text : str
        The title.
    facts : tuple of str
        How many tiles, the game and its house rules, in words.
    """

    text: str
    facts: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """The facts that the title does not tell."""
        return ", ".join(
            fact
            for fact in self.facts
            if not re.search(rf"(?<!\w){re.escape(fact)}(?!\w)", self.text)
        )

    @property
    def words(self) -> list[str]:
        """The title and what it does not tell, each for a sentence of its own."""
        return [self.text, self.rest]


def make_heading(title: object, of: str | None = None) -> Heading:
    """Return a title with what the chart is of.

    Examples
    --------
    >>> make_heading("Can I open?", "14 tiles, sabra").words
    ['Can I open?', '14 tiles, sabra']
    """
    return Heading(clean(title), (clean(of),) if of else ())


def heading_of(
    found: Sequence[Distribution], title: str | None, of: str | None = None, link: str = " and "
) -> Heading:
    """Return the title that was given, or what was measured, and on what hands of which game.

    Parameters
    ----------
    found : sequence of Distribution
        What is drawn; what not all of them have in common is not told.
    title : str, optional
        The title; what was measured, the hands and the game unless given.
    of : str, optional
        What the hands and the game are; taken from the distributions unless given.
    link : str
        What stands between measures.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> melds = make_distribution({0: 3, 1: 5}, measure="melds", is_exact=True, variant="sabra",
    ...                           hand_size=14)
    >>> heading_of([melds], None).words
    ['melds, 14 tiles, sabra', '']
    >>> heading_of([melds], "How many melds?").words
    ['How many melds?', '14 tiles, sabra']
    """
    facts = facts_of(found) if of is None else [clean(of)] * bool(of)
    if title is not None:
        return Heading(clean(title), tuple(facts))
    between = ", " if link == " and " else ": "
    measured = link.join(measure_names(found[0]))
    return Heading(clean(between.join(filter(None, [measured, ", ".join(facts)]))), tuple(facts))


def is_of_cards(distribution: Distribution) -> bool:
    """Return whether it is of a game of cards."""
    return distribution.variant is not None and distribution.variant.game.cards


def measure_names(distribution: Distribution) -> list[str]:
    """Return what was measured, as it is read aloud; of cards in the words of cards."""
    cards = is_of_cards(distribution)
    return [readable(measure, cards) for measure in distribution.measures]


def write_frame(
    page: Page,
    heading: Heading,
    value_label: str | None,
    notes: list[str],
    what: str = "probability",
) -> None:
    """Write what stands above and below the drawing; ``what`` it shows."""
    whole = page.write_top(heading.text, TITLE, bold=True)
    page.top -= 0.6
    if what:
        page.write_top(clean(what), SMALL)
    # Nothing gets lost with the end of a title that is too long.
    told = heading.rest if whole else ", ".join(heading.facts)
    page.write_bottom([told] * bool(told) + notes, SMALL, SMALL_PRINT_INK)
    page.bottom += 0.6
    if value_label:
        page.write_bottom([clean(value_label)], TEXT, INK, centered=True)


def value_name(distribution: Distribution, value: int) -> str:
    """Return how a value is written: an event's as yes or no."""
    if isinstance(distribution.values[0], bool):
        return "yes" if value else "no"
    return str(value)

"""The sample-space browser: all hands of a mini game, and what is left if something is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from rummistats.errors import MeasureError, RummistatsError, VariantError
from rummistats.show.game_words import game_words
from rummistats.show.tile_words import counted
from rummistats.teach.widgets.events import (
    Asked,
    Event,
    ListedHands,
    list_hands,
    make_event,
    make_events,
)
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, picture_html, share_in_words, table_html
from rummistats.tiles import Hand
from rummistats.variants import Variant, require_variant

__all__ = ["Restriction", "sample_space_browser", "show_space", "usual_events"]

PER_PAGE = 20
"""Hands that are shown at once."""

USUAL = ("has_meld", "has_group", "has_run", "can_open")


@dataclass(frozen=True)
class Restriction:
    """The hands of a game in which one event is known, and another one is asked for.

    Parameters
    ----------
    listed : ListedHands
        All hands.
    asked : int or None
        The place of the event whose probability is asked for; None if none is.
    known : int or None
        The place of the event that is known to be true; None if nothing is known.
    opposite : bool
        Whether the known event is known to be false instead.

    Examples
    --------
    >>> listed = list_hands(Variant.mini(), make_events(["has_group", "has_run"]))
    >>> Restriction(listed, asked=0, known=1).probability
    Fraction(14, 57)
    >>> Restriction(listed, asked=0, known=None).probability
    Fraction(7, 52)
    """

    listed: ListedHands
    asked: int | None = None
    known: int | None = None
    opposite: bool = False

    def is_left(self, truths: tuple[bool, ...]) -> bool:
        """Return whether a hand is left when one knows what one knows."""
        return self.known is None or truths[self.known] != self.opposite

    def is_asked(self, truths: tuple[bool, ...]) -> bool:
        """Return whether what is asked is true of a hand."""
        return self.asked is None or truths[self.asked]

    @property
    def left(self) -> int:
        """The weight of the hands that are left."""
        return self.listed.weight(self.is_left)

    @property
    def both(self) -> int:
        """The weight of those that are left and have what is asked for."""
        return self.listed.weight(lambda truths: self.is_left(truths) and self.is_asked(truths))

    @property
    def probability(self) -> Fraction | None:
        """The conditional probability; None if no hand is left."""
        return Fraction(self.both, self.left) if self.left else None

    def hands(self, only_asked: bool) -> list[tuple[Hand, int, tuple[bool, ...]]]:
        """Return the hands that are left, or only those that have what is asked for."""
        return [
            row
            for row in self.listed.rows
            if self.is_left(row[2]) and (not only_asked or self.is_asked(row[2]))
        ]


def usual_events(variant: Variant) -> tuple[Event, ...]:
    """Return events that have a meaning in a game.

    Examples
    --------
    >>> [event.name for event in usual_events(Variant.mini())]
    ['has meld', 'has group', 'has run', 'a joker']
    """
    events = []
    for name in USUAL:
        event = make_event(name)
        try:
            event(variant.playing_set.hand(), variant)
        except (VariantError, MeasureError):
            continue
        events.append(event)
    if variant.playing_set.jokers:
        events.append(make_event("count(joker=True)", "a joker"))
    return tuple(events)


def show_space(restriction: Restriction, page: int = 1, only_asked: bool = False) -> Shown:
    """Return a page of hands, and the probability of what is asked given what is known.

    Examples
    --------
    >>> listed = list_hands(Variant.mini(), make_events({"A": "has_group", "B": "has_run"}))
    >>> for line in show_space(Restriction(listed, asked=0, known=1)).words[1:3]:
    ...     print(line)
    Known: B. 342 of 1,820, that is 18.791 % of all ways are left.
    A given B: 84 of 342, that is 24.561 %.
    """
    listed = restriction.listed
    total, left, both = listed.total, restriction.left, restriction.both
    names = [event.name for event in listed.events]
    different = counted(len(listed.rows), "different hand")
    words = [f"{different}, dealt in {total:,} equally likely ways."]
    asked = None if restriction.asked is None else names[restriction.asked]
    known = ""
    if restriction.known is not None:
        known = ("not " if restriction.opposite else "") + names[restriction.known]
        words.append(f"Known: {known}. {share_in_words(left, total)} of all ways are left.")
    if asked is not None and left:
        given = f" given {known}" if known else ""
        words.append(f"{asked}{given}: {share_in_words(both, left)}.")
        if known:
            alone = listed.weight(restriction.is_asked)
            words.append(f"Without knowing anything: {share_in_words(alone, total)}.")
            words.append(_compared(both, left, alone, total))
    elif not left:
        words.append(f"No hand is left: {known} is true of none, so there is nothing to divide by.")
    rows = restriction.hands(only_asked)
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = max(1, min(page, pages))
    first = (page - 1) * PER_PAGE
    here = list(islice(rows, first, first + PER_PAGE))
    if here:
        last = first + len(here)
        words.append(f"Page {page} of {pages}: hands {first + 1:,} to {last:,} of {len(rows):,}.")
    return Shown(tuple(words), (_bar(restriction, known, asked), _table(here, names, page, pages)))


def sample_space_browser(
    variant: Variant | str,
    events: Mapping[str, Asked] | Sequence[Asked] | None = None,
) -> Panel:
    """Return a browser of all hands of a mini game.

    One event is asked for; another one may be known, which leaves only the hands of which it is
    true: that is what a conditional probability is.

    Parameters
    ----------
    variant : Variant or str
        A game of few hands, such as ``Variant.mini()``.
    events : mapping or sequence, optional
        The events: measures such as ``has_group``, compared ones such as ``melds >= 1``, or
        functions of a hand; a mapping gives them names. A few usual ones unless given.

    Raises
    ------
    RummistatsError
        If the game has too many hands, an event is none, or ipywidgets is missing.

    Examples
    --------
    >>> panel = sample_space_browser(Variant.mini(), {"a group": "has_group", "a run": "has_run"})
    >>> panel.controls["asked for"].value = 0
    >>> panel.controls["known"].value = (1, False)
    >>> print(panel.shown.words[2])
    a group given a run: 84 of 342, that is 24.561 %.
    """
    variant = require_variant(variant)
    made = usual_events(variant) if events is None else make_events(events)
    if not made:
        raise RummistatsError("events=[]: the browser needs at least one event")
    listed = list_hands(variant, made)
    live = live_controls()
    pages = max(1, -(-len(listed.rows) // PER_PAGE))
    names = [event.name for event in made]
    asked = live.choice("asked for", [(name, place) for place, name in enumerate(names)], 0)
    known = live.choice(
        "known",
        [
            ("nothing", (None, False)),
            *((name, (place, False)) for place, name in enumerate(names)),
            *((f"not {name}", (place, True)) for place, name in enumerate(names)),
        ],
        (None, False),
    )
    only = live.checkbox("list only hands with what is asked for")
    page = live.NumberSlider(label="page", low=1, high=pages, value=1)

    def compute() -> Shown:
        place, opposite = known.value
        restriction = Restriction(listed, asked.value, place, opposite)
        page.high = max(1, -(-len(restriction.hands(only.value)) // PER_PAGE))
        page.value = min(page.value, page.high)
        return show_space(restriction, page.value, only.value)

    def first_page() -> None:
        page.value = 1

    return Panel(
        f"Sample space: all hands of {counted(variant.hand_size, 'tile')}, {game_words(variant)}",
        compute,
        {"asked for": asked, "known": known, "only": only, "page": page},
        [["asked for", "known"], ["only", "page"]],
        {"asked for": first_page, "known": first_page, "only": first_page},
    )


def _compared(both: int, left: int, alone: int, total: int) -> str:
    given, before = Fraction(both, left), Fraction(alone, total)
    if given == before:
        return "Both are equal: the two events are independent."
    more = "more" if given > before else "less"
    return f"Knowing it makes it {more} probable: the two events are not independent."


def _bar(restriction: Restriction, known: str, asked: str | None) -> str:
    """Return all ways as a bar, those that are left in it, and those asked for in these."""
    total, left, both = restriction.listed.total, restriction.left, restriction.both
    rows = [("all ways", total, "#d9dfe3", "")]
    if known:
        rows.append((f"left: {known}", left, "#5b93c2", ""))
    if asked is not None:
        rows.append((f"{asked}{' among these' if known else ''}", both, "#782703", "6 4"))
    parts, words = [], []
    for line, (name, ways, color, dashes) in enumerate(rows):
        y, width = 4 + 44 * line, 580 * ways / total
        stroke = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(
            f'<text x="2" y="{y + 13}" font-size="14" fill="#1a1a1a">{_xml(name)}: {ways:,}</text>'
            f'<rect x="2" y="{y + 18}" width="{width:.1f}" height="16" fill="{color}" '
            f'stroke="#1a1a1a"{stroke}/>'
        )
        words.append(f"{name}: {ways:,} of {total:,}")
    from rummistats.show.picture import image_tag

    height = 8 + 44 * len(rows)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 {height}" width="600" '
        f'height="{height}" font-family="DejaVu Sans, sans-serif">'
        f'<rect width="600" height="{height}" fill="#ffffff"/>{"".join(parts)}</svg>'
    )
    return image_tag(svg.encode(), "svg+xml", f"Bars to scale. {'; '.join(words)}.")


def _xml(text: str) -> str:
    from html import escape

    return escape(text)


def _table(
    rows: Sequence[tuple[Hand, int, tuple[bool, ...]]],
    names: Sequence[str],
    page: int,
    pages: int,
) -> str:
    from rummistats.show.svg import hand_picture

    return table_html(
        f"Hands, page {page} of {pages}",
        ("hand", "tiles", "ways", *names),
        [
            (
                str(hand),
                picture_html(hand_picture(hand, scale=0.35)),
                f"{weight:,}",
                *("yes" if truth else "no" for truth in truths),
            )
            for hand, weight, truths in rows
        ],
    )

"""What a widget shows: pictures, and the same in words and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from rummistats.distribution.estimate import READABLE, Estimate, percent

if TYPE_CHECKING:
    from rummistats.show.chart import Chart
    from rummistats.show.picture import Picture

__all__ = ["Shown", "figure_in_words", "picture_html", "share_in_words", "table_html"]


@dataclass(frozen=True)
class Shown:
    """What a widget shows after something was chosen.

    Parameters
    ----------
    words : tuple of str
        Sentences with all figures: what a screen reader reads when something changes.
    pieces : tuple of str
        Pictures and tables as HTML, each with its own words.
    trouble : str
        A sentence that says what is wrong with what was chosen; empty if all is well.

    Examples
    --------
    >>> Shown(("A hand of 3 tiles.",), trouble="No copy of R7 is left.").text
    'No copy of R7 is left. A hand of 3 tiles.'
    """

    words: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def text(self) -> str:
        """All words on one line."""
        return " ".join([self.trouble, *self.words] if self.trouble else self.words)

    @property
    def words_html(self) -> str:
        """The words as paragraphs."""
        trouble = f"<p><strong>Please note:</strong> {escape(self.trouble)}</p>"
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.words)
        return (trouble if self.trouble else "") + told

    @property
    def pieces_html(self) -> str:
        """The pictures and tables below each other."""
        return "".join(f'<div class="rummistats-piece">{piece}</div>' for piece in self.pieces)


def figure_in_words(estimate: Estimate, seed: object = None) -> str:
    """Return a probability or a mean with all that belongs to it.

    An exact one is a ratio and a percentage; an estimated one has its interval, n and seed.

    Parameters
    ----------
    estimate : Estimate
        The figure.
    seed : object, optional
        What the sample started from.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> figure_in_words(die.estimate(6)), figure_in_words(die.estimate())
    ('1 of 6, that is 16.667 %', '21 / 6 = 3.5')
    >>> rolls = make_distribution({0: 75, 1: 25}, measure="sixes", is_exact=False, seed=1)
    >>> figure_in_words(rolls.estimate(1), seed=1)
    'about 25 % (95 % interval 17.5 % to 34.3 %; n = 100, seed 1)'
    """
    if estimate.hands is None:
        if estimate.is_probability:
            return share_in_words(estimate.numerator, estimate.denominator)
        if estimate.denominator > READABLE:
            return str(estimate)
        return f"{estimate.numerator:,} / {estimate.denominator:,} = {float(estimate.value):.5g}"
    sown = "" if seed is None else f", seed {seed}"
    level = f"{100 * estimate.confidence:g} % interval"
    if not estimate.is_probability:
        ends = f"{float(estimate.low):.4g} to {float(estimate.high):.4g}"
        return f"about {float(estimate.value):.4g} ({level} {ends}; n = {estimate.hands:,}{sown})"
    value = percent(estimate.numerator, estimate.denominator, digits=3)
    low, high = (_rounded(end) for end in (estimate.low, estimate.high))
    return f"about {value} ({level} {low} to {high}; n = {estimate.hands:,}{sown})"


def share_in_words(part: int, whole: int) -> str:
    """Return a count as a ratio and in percent.

    Examples
    --------
    >>> share_in_words(503, 1820), share_in_words(0, 0)
    ('503 of 1,820, that is 27.637 %', '0 of 0')
    """
    if not whole:
        return f"{part:,} of {whole:,}"
    if whole > READABLE:
        return f"{percent(part, whole)} (exact; the number of hands has {len(str(whole))} digits)"
    return f"{part:,} of {whole:,}, that is {percent(part, whole)}"


def picture_html(picture: Picture | Chart) -> str:
    """Return a picture of tiles, or a chart, as an image with its text alternative.

    Examples
    --------
    >>> from rummistats.show.svg import tile_picture
    >>> picture_html(tile_picture("R7")).split(" alt=")[1][:17]
    '"A tile: red 7." '
    """
    from rummistats.show.picture import Picture, image_tag

    svg = picture.svg.encode() if isinstance(picture, Picture) else picture.render("svg")
    return image_tag(svg, "svg+xml", picture.text)


def table_html(caption: str, heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, the first cell of a row its name; cells are HTML already.

    Examples
    --------
    >>> table_html("Hands", ("hand", "ways"), [("R1 R2", "2")])[:50]
    '<table class="rummistats-table"><caption>Hands</ca'
    """
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in heading)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in rows
    )
    return (
        f'<table class="rummistats-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
    )


def _rounded(share: object) -> str:
    from rummistats.show.odds import percent as short_percent

    return short_percent(share)

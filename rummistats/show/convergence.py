"""How an estimate settles, and its interval shrinks, as more hands are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import heading_of, write_frame
from rummistats.show.odds import amount, percent, real_number, sentences
from rummistats.show.page import new_page
from rummistats.show.plane import LINES, LineLook, Plane, Ruler
from rummistats.show.style import INK, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["convergence_chart"]


def convergence_chart(
    samples: Sequence[Distribution],
    *,
    value: Any = None,
    target: Any = None,
    title: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of an estimate and its 95 % interval from more and more hands.

    Parameters
    ----------
    samples : sequence of Distribution
        Samples of a measure, each larger than the one before, such as
        `rummistats.montecarlo.growing_samples` gives.
    value : value or function, optional
        The value or event whose probability is estimated; without it that of "yes", or the
        mean of numbers.
    target : number or Estimate, optional
        The exact figure, if it is known.
    title : str, optional
        The title; what was measured unless given.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; what the distributions have in
        common unless given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If there are not two samples that grow, they are not of one measure in one game, one is
        exact or joint with no value asked for, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> samples = [make_distribution({True: n // 4, False: n - n // 4}, measure="sixes",
    ...                              is_exact=False, seed=1) for n in (10, 100)]
    >>> print(convergence_chart(samples, target=1 / 6).text)
    sixes. Chart of an estimate from more and more hands, with its 95 % interval (seed 1).
    10 hands: 20.0 % (5.67 % to 51.0 %), 100 hands: 25.0 % (17.5 % to 34.3 %). Exact: 16.7 %.
    """
    if len(samples) < 2 or any(found.is_exact for found in samples):
        many = f"{len(samples)} sample{'s' * (len(samples) != 1)}"
        raise RummistatsError(
            f"{many}: an estimate settles over two or more samples, none exact, of different "
            "numbers of hands"
        )
    for name in ("measure", "hand_size", "variant"):
        if len({getattr(found, name) for found in samples}) > 1:
            raise RummistatsError(
                f"the samples differ in their {name.replace('_', ' ')}; an estimate settles over "
                "samples of one measure in one game"
            )
    numbers = [found.total for found in samples]
    if sorted(set(numbers)) != numbers:
        raise RummistatsError(
            f"samples of {', '.join(f'{n:,}' for n in numbers)} hands; each must be larger than "
            "the one before"
        )
    if value is None and isinstance(samples[0].values[0], bool):
        value = True
    estimates = [found.estimate(value) for found in samples]
    # A sample too small for an interval says nothing yet.
    kept = [e for e in estimates if isfinite(e.low) and isfinite(e.high)]
    numbers = [int(each.denominator) for each in kept]
    if len(kept) < 2:
        raise RummistatsError(f"{samples[0].measure}: samples of one hand have no interval")
    is_share = kept[0].is_probability
    write = percent if is_share else amount
    known = None if target is None else real_number("target", getattr(target, "value", target))
    heading = heading_of([samples[0]], title, of)
    seeds = {found.seed for found in samples}
    seed = seeds.pop() if len(seeds) == 1 else None
    started = "" if seed is None else f"seed {clean(seed)}"
    kind = "probability" if is_share else "mean"
    notes = [part for part in (started, "band: 95 % intervals") if part]
    if known is not None:
        notes.append(f"dashed: exact, {write(known)}")
    with new_page(size) as page:
        write_frame(
            page, heading, "hands dealt, on a logarithmic scale", notes, f"estimated {kind}"
        )
        ends = [float(e.low) for e in kept] + [float(e.high) for e in kept]
        ends += [] if known is None else [known]
        low, high = min(ends), max(ends)
        margin = 0.06 * (high - low) or 0.05
        low, high = low - margin, high + margin
        if is_share:
            low, high = max(low, 0.0), min(high, 1.0)
        plane = Plane(
            page,
            Ruler(numbers[0], numbers[-1], "log"),
            Ruler(low, high, "percent" if is_share else "amount"),
        )
        plane.band(
            [(n, float(e.low)) for n, e in zip(numbers, kept, strict=True)],
            [(n, float(e.high)) for n, e in zip(numbers, kept, strict=True)],
        )
        points = [(n, float(e.value)) for n, e in zip(numbers, kept, strict=True)]
        look = LineLook(INK, "solid", LINES[0].dot)
        plane.line(points, look)
        plane.dots(points, look)
        if known is not None:
            plane.guide([(numbers[0], known), (numbers[-1], known)])
        plane.label(*points[-1], write(points[-1][1]), bold=True)
    told = ", ".join(
        f"{n:,} hands: {write(e.value)} ({write(e.low)} to {write(e.high)})"
        for n, e in zip(numbers, kept, strict=True)
    )
    how = f" ({started})" if started else ""
    words = [
        *heading.words,
        f"Chart of an estimate from more and more hands, with its 95 % interval{how}",
        told,
        f"Exact: {write(known)}" if known is not None else "",
    ]
    return Chart(page.figure, sentences(words), heading.text)

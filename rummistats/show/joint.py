"""Charts of two measures at once: their joint distribution, and dots with a line through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt
from typing import TYPE_CHECKING

from rummistats.distribution.joint import require_pair
from rummistats.distribution.regression import Regression, linear_regression
from rummistats.errors import RummistatsError
from rummistats.show.chart import Chart
from rummistats.show.frame import heading_of, measure_names, readable, write_frame
from rummistats.show.grid import Aside, Cell, draw_grid, percent_cells, room_for_rows
from rummistats.show.odds import amount, mean_words, percent, sentences, source
from rummistats.show.page import Page, Sample, new_page
from rummistats.show.plane import THICK, LineLook, Plane, Ruler
from rummistats.show.style import INK, SERIES, chart_style, clean

if TYPE_CHECKING:
    from rummistats.distribution import Distribution

__all__ = ["joint_chart", "scatter_chart"]

COLUMNS = 12
"""With more values several share a column."""

TOLD = 8
"""How many of the most probable pairs a text tells."""

LARGEST_DOT = 6.5
"""Width of the dot of the most frequent pair, in percent of the picture's height."""

SMALLEST_DOT = 0.7

FIT = LineLook(INK, "solid", "")


def joint_chart(
    joint: Distribution,
    *,
    labels: tuple[str, str] | None = None,
    title: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart of how probable each pair of values is, with the totals at the margins.

    Parameters
    ----------
    joint : Distribution
        Of two measures: the first one goes across, the second one up. Where there are many
        values, several share a column or row.
    labels : (str, str), optional
        What the two are; the names of the measures unless given.
    title : str, optional
        The title; what was measured unless given.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; those of the distribution unless
        given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the distribution is not of two measures, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coins = make_distribution({(a, a + b): 1 for a in (0, 1) for b in (0, 1)},
    ...                           measure="(first, heads)", is_exact=True)
    >>> print(joint_chart(coins, title="Two coins").text)
    Two coins. Heat map of first (across) and heads (up), in percent of all hands (exact).
    Most probable: first 0 and heads 0: 25.0 %, first 0 and heads 1: 25.0 %, first 1 and heads 1:
    25.0 %, first 1 and heads 2: 25.0 %. Totals of first: 0: 50.0 %, 1: 50.0 %. Totals of heads:
    0: 25.0 %, 1: 50.0 %, 2: 25.0 %. Correlation 0.707.
    """
    require_pair(joint, "joint chart")
    names = _names(joint, labels)
    heading = heading_of([joint], title, of)
    origin = source([joint], joint.seed)
    with new_page(size) as page:
        notes = [origin, "totals are not shaded"]
        write_frame(page, heading, names[0], notes, f"probability in %; up: {names[1]}")
        rows = room_for_rows(page) - 1
    across = _classes([x for x, _ in joint.values], COLUMNS)
    up = _classes([y for _, y in joint.values], rows)[::-1]
    weights = [[0] * len(across) for _ in up]
    for (x, y), weight in zip(joint.values, joint.weights, strict=True):
        row = next(place for place, (_, part) in enumerate(up) if int(y) in part)
        column = next(place for place, (_, part) in enumerate(across) if int(x) in part)
        weights[row][column] += weight
    total = joint.total
    table = [[w / total if w else None for w in line] for line in weights]
    row_sums = [sum(line) / total for line in weights]
    column_sums = [sum(line[place] for line in weights) / total for place in range(len(across))]

    def margin(name: str, sums: Sequence[float]) -> Callable[[Callable[[str], bool]], Aside]:
        def make(fits: Callable[[str], bool]) -> Aside:
            [cells] = percent_cells([sums], fits)
            # Totals are not shaded: they are no cells of the map.
            return Aside(name, [Cell(cell.text, None) if cell else None for cell in cells])

        return make

    with chart_style(page.figure.get_figheight()):
        draw_grid(
            page,
            [name for name, _ in up],
            [name for name, _ in across],
            lambda fits: percent_cells(table, fits),
            right=margin("all", row_sums),
            below=margin("all", column_sums),
        )
    pairs = [
        (weights[row][column] / total, f"{names[0]} {x} and {names[1]} {y}")
        for row, (y, _) in list(enumerate(up))[::-1]
        for column, (x, _) in enumerate(across)
        if weights[row][column]
    ]
    pairs.sort(key=lambda pair: -pair[0])
    both = [
        (names[0], zip(across, column_sums, strict=True)),
        (names[1], zip(up[::-1], row_sums[::-1], strict=True)),
    ]
    words = [
        *heading.words,
        f"Heat map of {names[0]} (across) and {names[1]} (up), in percent of all hands ({origin})",
        "Most probable: " + ", ".join(f"{name}: {percent(p)}" for p, name in pairs[:TOLD]),
        *(
            f"Totals of {name}: " + ", ".join(f"{part}: {percent(p)}" for (part, _), p in sums)
            for name, sums in both
        ),
    ]
    if all(len(joint.marginal(i).values) > 1 for i in (0, 1)):
        words.append(f"Correlation {_signed(joint.corr())}")
    return Chart(page.figure, sentences(words), heading.text)


def scatter_chart(
    joint: Distribution,
    *,
    labels: tuple[str, str] | None = None,
    line: bool = True,
    title: str | None = None,
    of: str | None = None,
    size: str = "slide",
) -> Chart:
    """Return a chart with a dot for each pair of values, and the line that fits them best.

    A dot's area is the pair's probability.

    Parameters
    ----------
    joint : Distribution
        Of two measures: the first one goes across, the second one up.
    labels : (str, str), optional
        What the two are; the names of the measures unless given.
    line : bool
        Whether the line of least squares is drawn, with its equation; its errors are those of
        SciPy's ``linregress``.
    title : str, optional
        The title; what was measured unless given.
    of : str, optional
        The hands and the game, such as "14 tiles, sabra"; those of the distribution unless
        given, and nothing if empty.
    size : str
        ``"slide"`` (1280 by 720 dots), ``"half"`` a page or a ``"full"`` page.

    Raises
    ------
    RummistatsError
        If the distribution is not of two measures, no line fits it, or there is no such size.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> pairs = make_distribution({(0, 5): 2, (1, 3): 1, (1, 4): 1, (2, 2): 2},
    ...                           measure="(melds, dead wood)", is_exact=False)
    >>> print(scatter_chart(pairs, title="Six hands").text)
    Six hands. Dots of melds (across) and dead wood (up), as large as each pair is probable
    (estimated from n = 6 hands). melds from 0 to 2, mean 1 (standard error 0.37). dead wood
    from 2 to 5, mean 3.5 (standard error 0.56). Line of least squares: dead wood = 5 − 1.5 ×
    melds. Standard errors: 0.23 of 5, 0.18 of 1.5. Correlation −0.973: the line explains
    94.7 % of the variance.
    """
    require_pair(joint, "scatter chart")
    names = _names(joint, labels)
    heading = heading_of([joint], title, of)
    origin = source([joint], joint.seed)
    counted = [(v, w) for v, w in zip(joint.values, joint.weights, strict=True) if w]
    fit = linear_regression(joint) if line else None
    equation = "" if fit is None else _equation(fit, names)
    notes = [origin, "area of a dot: how probable"]
    if fit is not None:
        notes.append(f"correlation {_signed(fit.correlation)}")
    with new_page(size) as page:
        write_frame(page, heading, names[0], notes, names[1])
        (left, right), (low, high) = (
            _padded([int(value[i]) for value, _ in counted]) for i in (0, 1)
        )
        if fit is not None:
            page.write_key([_with_error(equation, fit)], _line_sample(page))
        plane = Plane(page, Ruler(left, right, "whole"), Ruler(low, high, "whole"))
        most = max(weight for _, weight in counted)
        shade = SERIES[0]
        for (x, y), weight in counted:
            wide = max(SMALLEST_DOT, LARGEST_DOT * sqrt(weight / most))
            plane.dots([(int(x), int(y))], LineLook(shade.fill, "none", "o"), wide)
        if fit is not None:
            ends: list[tuple[float, float]] = [
                (x, fit.at(x))
                for x in (min(int(v[0]) for v, _ in counted), max(int(v[0]) for v, _ in counted))
            ]
            plane.line(_within(ends, low, high), FIT)
    words = [
        *heading.words,
        f"Dots of {names[0]} (across) and {names[1]} (up), as large as each pair is probable "
        f"({origin})",
        *(
            f"{name} from {part.values[0]} to {part.values[-1]}, mean {mean_words(part)}"
            for name, part in zip(names, (joint.marginal(0), joint.marginal(1)), strict=True)
        ),
    ]
    if fit is not None:
        words.append(f"Line of least squares: {equation}")
        if fit.hands is not None:
            words.append(
                f"Standard errors: {amount(fit.intercept_error, 2)} of {amount(fit.intercept)}, "
                f"{amount(fit.slope_error, 2)} of {amount(abs(fit.slope))}"
            )
        words.append(
            f"Correlation {_signed(fit.correlation)}: the line explains "
            f"{percent(fit.correlation**2)} of the variance"
        )
    return Chart(page.figure, sentences(words), heading.text)


def _line_sample(page: Page) -> Sample:
    def draw(number: int, x: float, y: float, width: float, height: float) -> None:
        page.draw_line([x, x + width], [y + height / 2] * 2, linewidth=page.points(THICK))

    return draw


def _signed(number: float) -> str:
    return f"{number:.3f}".replace("-", "−")


def _names(joint: Distribution, labels: tuple[str, str] | None) -> tuple[str, str]:
    given = measure_names(joint) if labels is None else [readable(name) for name in labels]
    if len(given) != 2:
        raise RummistatsError(f"labels: {len(given)} of them; two measures have two names")
    first, second = map(clean, given)
    return first, second


def _classes(values: Sequence[int | bool], most: int) -> list[tuple[str, range]]:
    """Return the names and ranges of what shares a row or column, in rising order."""
    if all(isinstance(value, bool) for value in values):
        return [("no", range(0, 1)), ("yes", range(1, 2))]
    first, last = int(min(values)), int(max(values))
    width = next(
        step
        for size in count()
        for step in (10**size, 2 * 10**size, 5 * 10**size)
        if last // step - first // step < most
    )
    starts = range(first // width * width, last + 1, width)
    return [
        (str(start) if width == 1 else f"{start}–{start + width - 1}", range(start, start + width))
        for start in starts
    ]


def _padded(values: Sequence[int]) -> tuple[float, float]:
    """Return the ends of an axis on which the dots at both ends stand free.

    It has its 0 unless all values are far from it.

    Examples
    --------
    >>> [tuple(round(end, 2) for end in _padded(values)) for values in ([2, 14], [60, 70])]
    [(-0.98, 14.98), (59.3, 70.7)]
    """
    low, high = min(values), max(values)
    if 0 < low <= high / 2:
        low = 0
    air = 0.07 * (high - low) or 0.5
    return low - air, high + air


def _within(ends: list[tuple[float, float]], low: float, high: float) -> list[tuple[float, float]]:
    """Return the part of a line that lies within an axis."""
    (x, y), (next_x, next_y) = ends
    cut = []
    for here_x, here_y in ends:
        edge = min(max(here_y, low), high)
        part = (edge - y) / (next_y - y) if next_y != y else 0.0
        cut.append((here_x if edge == here_y else x + part * (next_x - x), edge))
    return cut


def _equation(fit: Regression, names: tuple[str, str]) -> str:
    sign = "−" if fit.slope < 0 else "+"
    start = ("−" if fit.intercept < 0 else "") + amount(abs(fit.intercept))
    return f"{names[1]} = {start} {sign} {amount(abs(fit.slope))} × {names[0]}"


def _with_error(equation: str, fit: Regression) -> str:
    if fit.hands is None:
        return equation
    return f"{equation} (slope ± {amount(fit.slope_error, 2)})"

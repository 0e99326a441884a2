"""Which charts a distribution can be drawn as, by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError, near_names, shown

if TYPE_CHECKING:
    from rummistats.distribution import Distribution
    from rummistats.show.chart import Chart

__all__ = ["KINDS", "plot"]

KINDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bars": ("charts", "distribution_chart", {}),
    "at_least": ("curves", "cumulative_chart", {"way": "at_least"}),
    "at_most": ("curves", "cumulative_chart", {"way": "at_most"}),
    "waiting": ("curves", "waiting_chart", {}),
    "joint": ("joint", "joint_chart", {}),
    "scatter": ("joint", "scatter_chart", {}),
    "venn": ("venn", "venn_chart", {}),
}
"""Name -> module, function and settings of the chart."""


def plot(distribution: Distribution, kind: str | None = None, **options: Any) -> Chart:
    """Return a chart of a distribution.

    Parameters
    ----------
    distribution : Distribution
        What to draw.
    kind : str, optional
        ``"bars"``, ``"at_least"``, ``"at_most"`` or ``"waiting"``; for a joint distribution
        ``"joint"``, ``"scatter"`` or, of events, ``"venn"``. What suits it unless given.
    **options
        Those of the chart's function.

    Raises
    ------
    RummistatsError
        If there is no such kind of chart, or it can't show the distribution.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> die = make_distribution({n: 1 for n in range(1, 7)}, measure="die", is_exact=True)
    >>> plot(die, "at_least", title="One die")
    Chart(text='One die. Chart of the probability of each value or more, in steps (exact). ...)
    """
    if kind is None:
        kind = _suitable(distribution)
    if not isinstance(kind, str) or kind not in KINDS:
        near = near_names(kind, list(KINDS)) if isinstance(kind, str) else ""
        raise RummistatsError(
            f"kind={shown(kind)}: a distribution is drawn as {', '.join(KINDS)}{near}"
        )
    module, name, settings = KINDS[kind]
    draw = getattr(import_module(f"rummistats.show.{module}"), name)
    chart: Chart = draw(distribution, **{**settings, **options})
    return chart


def _suitable(distribution: Distribution) -> str:
    """Return the kind that suits a distribution best."""
    if not distribution.is_joint or len(distribution.measures) > 3:
        return "bars"
    if all(isinstance(part, bool) for value in distribution.values for part in value):
        return "venn"
    return "joint" if len(distribution.measures) == 2 else "bars"

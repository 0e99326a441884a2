"""What shows itself as a picture in a notebook, and as text everywhere else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

__all__ = ["Pictured", "wanted"]


class Pictured:
    """A thing that shows itself in Jupyter: as a picture, with its words for a screen reader."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        # Pictures know hands, tables and play-outs; none of these knows how it is drawn.
        from rummistats.show.svg import notebook_forms

        return wanted(notebook_forms(self), include, exclude)


def wanted(
    makers: Mapping[str, Callable[[], str]],
    include: Collection[str] | None,
    exclude: Collection[str] | None,
) -> dict[str, str]:
    """Return those of several forms of one thing that a notebook asks for, each made by its maker.

    Examples
    --------
    >>> wanted({"text/plain": lambda: "R7", "text/html": lambda: "<b>R7</b>"}, None, ["text/html"])
    {'text/plain': 'R7'}
    """
    return {
        kind: make()
        for kind, make in makers.items()
        if (not include or kind in include) and kind not in (exclude or ())
    }
